"""Bodies on meshes and height fields: rest, slide and roll as on smooth ground, and tell of it once."""

import math

import numpy as np
import pytest

from physics import (
    BodyKind,
    ShapeBox,
    ShapeCapsule,
    ShapeCylinder,
    ShapeHeightField,
    ShapeHull,
    ShapeMesh,
    ShapeSphere,
    World,
)
from tests.physics.reference import meshes

DT = 1 / 60
LYING = (0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5))  # turns +Y to -X
UPRIGHT = (0.0, 0.0, 0.0, 1.0)
CORNERS = [(x, y, z) for x in (-0.4, 0.4) for y in (-0.3, 0.3) for z in (-0.5, 0.5)]

#: Shape, orientation and height of the center at rest.
MOVERS = {
    "sphere": (ShapeSphere(0.4), UPRIGHT, 0.4),
    "capsule": (ShapeCapsule(0.3, 0.5), LYING, 0.3),
    "cylinder": (ShapeCylinder(0.4, 0.3), UPRIGHT, 0.3),
    "box": (ShapeBox((0.4, 0.3, 0.5)), UPRIGHT, 0.3),
    "hull": (ShapeHull(CORNERS), UPRIGHT, 0.3),
}


def ground(kind, length=30.0, cells=71):
    """Level ground of 10,082 triangles."""
    if kind == "mesh":
        return ShapeMesh(*meshes.flat(length, cells))
    return ShapeHeightField(np.zeros((cells + 1, cells + 1)), length / cells)


def world_on(shape, **options):
    world = World()
    body = world.add_body(kind=BodyKind.STATIC, shape=shape, name="ground", **options)
    return world, body


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


@pytest.mark.parametrize("kind", ["mesh", "field"])
@pytest.mark.parametrize("name", MOVERS)
def test_bodies_come_to_rest_at_the_height_of_a_plane_and_sleep(name, kind):
    shape, turn, height = MOVERS[name]
    world, _ = world_on(ground(kind))
    body = world.add_body(shape=shape, position=(0.13, height + 0.3, 0.21), orientation=turn, rolling_friction=0.05)
    run(world, 180)
    assert body.position[1] == pytest.approx(height, abs=1e-3)
    assert not body.awake
    np.testing.assert_allclose(body.orientation, turn, atol=1e-2)


@pytest.mark.parametrize("kind", ["mesh", "field"])
@pytest.mark.parametrize("speed", [0.7, 5.0])
@pytest.mark.parametrize("name", MOVERS)
def test_sliding_over_flat_triangles_is_smooth(name, speed, kind):
    """Vertical speed below 1 mm/s and sideways below 1 mm over 20 m: nothing catches on edges that are not there."""
    shape, turn, height = MOVERS[name]
    world, _ = world_on(ground(kind), friction=0.0)
    direction = np.array((math.cos(0.3), 0.0, math.sin(0.3)))
    start = np.array((0.05, height, 0.07)) - 10.0 * direction
    body = world.add_body(
        shape=shape, position=start, orientation=turn, velocity=speed * direction, friction=0.0, can_sleep=False
    )
    vertical, sideways = [], []
    for _ in range(math.ceil(20.0 / speed / DT)):
        world.step(DT)
        moved = np.subtract(body.position, start)
        vertical.append(abs(body.velocity[1]))
        sideways.append(np.linalg.norm((moved - (moved @ direction) * direction)[[0, 2]]))
    assert max(vertical[5:]) < 1e-3
    assert max(sideways) < 1e-3
    assert np.dot(body.velocity, direction) == pytest.approx(speed, rel=1e-4)
    assert np.linalg.norm(body.angular_velocity) < 1e-2


@pytest.mark.parametrize("kind", ["mesh", "field"])
def test_a_rolling_ball_keeps_its_way(kind):
    world, _ = world_on(ground(kind))
    ball = world.add_body(
        shape=ShapeSphere(0.4), position=(-10, 0.4, 0.1), velocity=(4, 0, 0), angular_velocity=(0, 0, -10)
    )
    heights = []
    for _ in range(300):
        world.step(DT)
        heights.append(ball.position[1])
    assert ball.position[0] == pytest.approx(10.0, abs=0.01)
    assert abs(ball.position[2] - 0.1) < 1e-3
    assert max(heights[5:]) - min(heights[5:]) < 1e-3


def test_a_rolling_cylinder_keeps_its_way():
    world, _ = world_on(ground("mesh"))
    side = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))
    roll = world.add_body(
        shape=ShapeCylinder(0.4, 0.5), position=(-8, 0.4, 0.1), orientation=side, velocity=(3, 0, 0),
        angular_velocity=(0, 0, -7.5), rolling_friction=0.0,
    )  # fmt: skip
    vertical = []
    for _ in range(300):
        world.step(DT)
        vertical.append(abs(roll.velocity[1]))
    assert max(vertical[5:]) < 5e-3
    assert roll.position[0] == pytest.approx(7.0, abs=0.02) and abs(roll.position[2] - 0.1) < 5e-3


@pytest.mark.parametrize("kind", ["mesh", "field"])
def test_a_hull_lies_on_a_face_beyond_which_its_bounds_are_centered(kind):
    """The center of the bounds of this corner of a cube is outside of it: it must not count as behind the ground."""
    corner = ShapeHull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    world, _ = world_on(ground(kind))
    # Turns (1, 1, 1) down.
    axis = np.cross((1, 1, 1), (0, -1, 0)) / math.sqrt(3)
    turn = np.append(axis, 1.0 - 1.0 / math.sqrt(3))
    body = world.add_body(shape=corner, position=(0.3, 0.7, 0.2), orientation=turn / np.linalg.norm(turn))
    run(world, 180)
    assert not body.awake
    assert body.position[1] == pytest.approx(1 / math.sqrt(3), abs=2e-3)


def test_a_box_with_friction_slides_as_far_as_on_a_plane():
    """v^2 / (2 mu g) = 9 / (2 * 0.5 * 9.81) = 0.917 m."""
    world, _ = world_on(ground("mesh"), friction=0.5)
    box = world.add_body(shape=ShapeBox((0.4, 0.3, 0.5)), position=(0, 0.3, 0), velocity=(3, 0, 0), friction=0.5)
    run(world, 120)
    assert box.position[0] == pytest.approx(9 / (2 * 0.5 * 9.81), rel=0.03)
    assert abs(box.position[2]) < 1e-3 and abs(box.orientation[1]) < 1e-3


def strip(points):
    return ShapeMesh(*meshes.profile(points, 5.0))


def test_a_ball_crosses_valleys_and_ridges_without_a_jump():
    """Down a slope of 10 degrees, level, up: the ball loses only what the bends of the ground take."""
    drop = math.tan(math.radians(10.0))
    x = np.arange(-8.0, 8.01, 0.5)
    y = drop * np.maximum(np.abs(x) - 2.0, 0.0)
    world, _ = world_on(strip(np.column_stack((x, y))), friction=0.0)
    ball = world.add_body(shape=ShapeSphere(0.3), position=(-6, 4 * drop + 0.31, 0), friction=0.0)
    top = 0.0
    for _ in range(600):
        world.step(DT)
        x, y, z = ball.position
        surface = drop * max(abs(x) - 2.0, 0.0)
        top = max(top, y - surface - 0.3 / math.cos(math.radians(10.0)))
        assert abs(z) < 1e-3
    assert top < 0.02
    assert world.energy().kinetic >= 0.0


@pytest.mark.parametrize("shape", [ShapeBox((0.4, 0.2, 0.3)), ShapeSphere(0.3), ShapeCylinder(0.3, 0.2)])
def test_a_body_slides_over_a_gentle_ridge_without_a_stop(shape):
    """Up 2 degrees and down again: v = sqrt(v_0^2 - 2 g h) at the top, and nothing there holds the body."""
    slope = math.tan(math.radians(2.0))
    x = np.arange(-6.0, 6.01, 0.4)
    world, _ = world_on(strip(np.column_stack((x, -slope * np.abs(x)))), friction=0.0)
    body = world.add_body(
        shape=shape, position=(-3, shape.size[1 if shape.kind else 0] - 3 * slope + 0.01, 0), velocity=(3, 0, 0),
        friction=0.0,
    )  # fmt: skip
    speeds = []
    for _ in range(100):
        world.step(DT)
        speeds.append(body.velocity[0])
    assert body.position[0] > 1.5
    assert min(speeds) > 0.985 * math.sqrt(9 - 2 * 9.81 * 3 * slope)
    assert abs(body.velocity[2]) < 1e-3


def test_a_body_is_stopped_by_a_real_step():
    world, _ = world_on(strip([(-5, 0), (-2, 0), (0, 0), (0, 1), (3, 1)]), friction=0.0)
    box = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(-3, 0.3, 0), velocity=(3, 0, 0), friction=0.0)
    run(world, 120)
    assert box.position[0] == pytest.approx(-0.3, abs=0.01)
    assert box.position[1] == pytest.approx(0.3, abs=2e-3)


def test_a_ball_comes_to_rest_at_the_bottom_of_a_bowl():
    x = np.linspace(-3, 3, 41)
    heights = 0.2 * (x[:, None] ** 2 + x**2)
    for shape in (ShapeHeightField(heights, 0.15), ShapeMesh(*meshes.grid(heights, 0.15))):
        world, _ = world_on(shape, rolling_friction=0.1)
        ball = world.add_body(shape=ShapeSphere(0.4), position=(1.5, 1.5, -0.7), rolling_friction=0.1)
        run(world, 900)
        assert not ball.awake
        assert np.hypot(ball.position[0], ball.position[2]) < 0.2
        assert 0.38 < ball.position[1] < 0.42


def test_a_box_in_a_corner_is_held_from_three_sides():
    """Floor and two walls of one mesh: three directions, each its own manifold."""
    floor, wall = meshes.grid(np.zeros((9, 9)), 0.5)
    ahead = np.column_stack((floor[:, 1] - 2, floor[:, 0] + 2, floor[:, 2]))
    left = np.column_stack((floor[:, 0], floor[:, 2] + 2, floor[:, 1] - 2))
    vertices = np.concatenate((floor, ahead, left))
    # x -> y turns the winding around, and so does z -> y.
    triangles = np.concatenate((wall, wall[:, ::-1] + 81, wall[:, ::-1] + 162))
    world, _ = world_on(ShapeMesh(vertices, triangles), friction=0.0)
    world.gravity = (-3, -9, -3)
    box = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(-1.5, 0.4, -1.5), friction=0.0)
    run(world, 120)
    np.testing.assert_allclose(box.position, (-1.7, 0.3, -1.7), atol=2e-3)
    points = world.contacts()
    assert len({tuple(n) for n in np.abs(points["normal"]).round(2).tolist()}) == 3
    assert not box.awake or np.linalg.norm(box.velocity) < 1e-3


def test_a_one_sided_mesh_lets_through_from_behind_and_a_two_sided_one_does_not():
    vertices, triangles = meshes.flat(4.0, 4)
    for two_sided in (False, True):
        world, _ = world_on(ShapeMesh(vertices, triangles, two_sided=two_sided))
        world.gravity = (0, 9.81, 0)
        ball = world.add_body(shape=ShapeSphere(0.3), position=(0.1, -1, 0.2))
        run(world, 60)
        assert (ball.position[1] < 0.0) == two_sided


@pytest.mark.parametrize("speed", [5.0, 30.0, 100.0])
def test_fast_balls_do_not_fall_through(speed):
    world, _ = world_on(ground("mesh"), restitution=0.0)
    ball = world.add_body(shape=ShapeSphere(0.1), position=(0.1, 3.0, 0.2), velocity=(0.3 * speed, -speed, 0))
    run(world, 30)
    assert ball.position[1] > 0.09


def test_a_thin_plate_lands_on_a_mesh():
    world, _ = world_on(ground("mesh"))
    plate = world.add_body(shape=ShapeBox((0.5, 0.005, 0.5)), position=(0.1, 1.0, 0.2), velocity=(0, -5, 0))
    run(world, 120)
    assert plate.position[1] == pytest.approx(0.005, abs=2e-3)
