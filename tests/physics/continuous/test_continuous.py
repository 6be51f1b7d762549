"""Fast bodies and thin walls: with "sweep" nothing passes; "ray" misses edges; "none" misses everything."""

import math

import numpy as np
import pytest

from physics import (
    BodyKind,
    ShapeBox,
    ShapeCapsule,
    ShapeCone,
    ShapeCylinder,
    ShapeHull,
    ShapeMesh,
    ShapePlane,
    ShapeSphere,
    World,
)

DT = 1 / 60
TETRAHEDRON = ShapeHull([(0.15, 0.15, 0.15), (-0.15, -0.15, 0.15), (-0.15, 0.15, -0.15), (0.15, -0.15, -0.15)])
SHAPES = {
    "ball": ShapeSphere(0.1),
    "box": ShapeBox((0.1, 0.1, 0.1)),
    "capsule": ShapeCapsule(0.05, 0.1),
    "cylinder": ShapeCylinder(0.08, 0.1),
    "cone": ShapeCone(0.1, 0.1),
    "hull": TETRAHEDRON,
}


def world_with_wall(thickness=0.02, **options):
    world = World(gravity=(0, 0, 0))
    shape = ShapeBox((0.5 * thickness, 2.0, 2.0))
    wall = world.add_body(**{"kind": BodyKind.STATIC, "shape": shape, **options})
    return world, wall


def shoot(world, shape, speed, *, y=0.0, z=0.0, start=-3.0, steps=20, **options):
    body = world.add_body(shape=shape, position=(start, y, z), velocity=(speed, 0, 0), **options)
    for _ in range(steps):
        world.step(DT)
    return body


@pytest.mark.parametrize("speed", [20, 97, 400, 1500])
@pytest.mark.parametrize("name", SHAPES)
def test_a_sweep_stops_every_shape_at_a_thin_wall(name, speed):
    for start in (-3.0, -3.37, -4.1):
        world, _ = world_with_wall()
        body = shoot(world, SHAPES[name], speed, start=start, angular_velocity=(5, 20, 30))
        assert body.position[0] < 0.0, (start, body.position)


@pytest.mark.parametrize("name", SHAPES)
def test_the_velocity_stays_that_of_a_collision(name):
    """Restitution 1 against a static wall: a ball keeps its speed, nothing gains energy."""
    world, _ = world_with_wall(restitution=1.0, friction=0.0)
    body = world.add_body(
        shape=SHAPES[name], position=(-2.9, 0, 0), velocity=(300, 0, 0), restitution=1.0, friction=0.0
    )
    before = world.energy().kinetic
    for _ in range(5):
        world.step(DT)
    assert world.energy().kinetic <= 1.001 * before
    assert body.velocity[0] < 0.0
    if name == "ball":
        assert body.velocity[0] == pytest.approx(-300.0, rel=1e-3)


def test_a_ray_catches_in_the_middle_and_misses_at_the_edge():
    ball = ShapeSphere(0.1)
    world, _ = world_with_wall()
    assert shoot(world, ball, 400, ccd="ray").position[0] < 0.0
    world, _ = world_with_wall()
    assert shoot(world, ball, 400, ccd="ray", y=2.05).position[0] > 5.0
    world, _ = world_with_wall()
    edge = shoot(world, ball, 400, ccd="sweep", y=2.05)
    assert abs(edge.velocity[1]) > 10.0 or edge.position[0] < 0.0  # it met the edge, and was turned away by it
    world, _ = world_with_wall()
    assert shoot(world, ball, 400, ccd="none").position[0] > 5.0


@pytest.mark.parametrize("overlap", [0.003, 0.008, 0.05])
@pytest.mark.parametrize(
    ("name", "low"), [("ball", 0.1), ("box", 0.1), ("capsule", 0.15), ("cylinder", 0.1), ("cone", 0.1), ("hull", 0.15)]
)
def test_a_shot_that_clips_an_edge_by_millimeters_is_deflected(name, low, overlap):
    """A body in flight is stopped by whatever it would overlap, not only by what is deeper than a resting contact."""
    for start in (-3.0, -3.4, -4.1, -4.9):
        world, _ = world_with_wall()
        body = shoot(world, SHAPES[name], 120.0, y=2.0 + low - overlap, start=start, steps=6)
        assert body.velocity.y > 0.1 or body.velocity.x < 119.0


@pytest.mark.parametrize("depth", [0.02, 0.06])
def test_what_sits_in_a_wall_sinks_little_in_a_step(depth):
    """A ball deep in a wall, hurled at it: contacts have time to push it out before its middle gets through."""
    world, _ = world_with_wall(0.2)
    body = world.add_body(shape=ShapeSphere(0.1), position=(-0.2 + depth, 0, 0), velocity=(200, 0, 0))
    for _ in range(30):
        world.step(DT)
        assert body.position.x < -0.1
    assert body.velocity.x <= 0.0


def test_a_shot_beside_the_wall_is_not_touched():
    for ccd in ("sweep", "ray", "none"):
        world, _ = world_with_wall()
        body = shoot(world, ShapeBox((0.1, 0.1, 0.1)), 400, ccd=ccd, y=2.11)
        assert body.velocity == pytest.approx((400, 0, 0)) and body.position[1] == pytest.approx(2.11)


def test_a_spinning_stick_does_not_turn_through_a_wall():
    """The tip of a stick of 1 m at 100 rad/s moves 1.7 m per step; its center hardly moves."""
    for turn in np.linspace(0.0, math.pi, 7):
        world, _ = world_with_wall()
        stick = world.add_body(
            shape=ShapeBox((0.02, 1.0, 0.02)), position=(-0.5, 0.0, 0.0), angular_velocity=(0, 0, 100),
            orientation=(0, 0, math.sin(turn / 2 + 0.4), math.cos(turn / 2 + 0.4)),
        )  # fmt: skip
        angle = turn + 0.8
        if abs(math.sin(angle)) * 1.0 > 0.45:
            continue  # it would start in the wall
        for _ in range(20):
            world.step(DT)
            assert stick.position[0] < 0.0


def test_a_bullet_hits_what_moves_and_others_may_pass():
    """A ball at 600 m/s moves 10 m per step; the plate is 2 cm thick."""
    caught = {}
    for bullet in (True, False):
        world = World(gravity=(0, 0, 0))
        plate = world.add_body(shape=ShapeBox((0.01, 0.5, 0.5)), position=(0, 0, 0), velocity=(0, 1, 0))
        ball = shoot(world, ShapeSphere(0.05), 600, start=-4.0, bullet=bullet, steps=5)
        caught[bullet] = plate.velocity[0] > 0.5
        assert caught[bullet] == (ball.velocity[0] < 599.0)
    assert caught == {True: True, False: False}


def test_momentum_of_a_bullet_goes_to_what_it_hits():
    world = World(gravity=(0, 0, 0))
    block = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), density=500.0, velocity=(0.5, 0, 0))
    ball = world.add_body(
        shape=ShapeSphere(0.03), density=7800.0, position=(-9, 0, 0), velocity=(800, 0, 0), bullet=True
    )
    before = block.mass * 0.5 + ball.mass * 800
    for _ in range(10):
        world.step(DT)
    assert block.mass * block.velocity[0] + ball.mass * ball.velocity[0] == pytest.approx(before, rel=1e-4)
    assert block.velocity[0] > 0.5 and ball.position[0] < block.position[0]


def test_filters_and_sensors_stop_nothing():
    world, _ = world_with_wall(sensor=True)
    assert shoot(world, ShapeSphere(0.1), 400).position[0] > 5.0
    world, _ = world_with_wall(category=2)
    assert shoot(world, ShapeSphere(0.1), 400, mask=1).position[0] > 5.0
    world, _ = world_with_wall(category=2)
    assert shoot(world, ShapeSphere(0.1), 400, mask=2).position[0] < 0.0


def test_a_half_space_and_a_mesh_stop_too():
    world = World(gravity=(0, 0, 0))
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(normal=(-1, 0, 0), offset=0.0))
    assert shoot(world, TETRAHEDRON, 1900, angular_velocity=(9, 9, 9)).position[0] < 0.0
    square = ShapeMesh([(0, -2, -2), (0, 2, -2), (0, 2, 2), (0, -2, 2)], [(0, 2, 1), (0, 3, 2)])
    for name, shape in SHAPES.items():
        for speed in (30, 250, 1500):
            world = World(gravity=(0, 0, 0))
            world.add_body(kind=BodyKind.STATIC, shape=square)
            front = shoot(world, shape, speed, y=0.3, z=0.5)
            assert front.position[0] < 0.0, (name, speed, front.position)


def test_a_one_sided_mesh_lets_through_from_behind():
    square = [(0, -2, -2), (0, 2, -2), (0, 2, 2), (0, -2, 2)]
    for two_sided, passes in ((False, True), (True, False)):
        world = World(gravity=(0, 0, 0))
        shape = ShapeMesh(square, [(0, 1, 2), (0, 2, 3)], two_sided=two_sided)
        world.add_body(kind=BodyKind.STATIC, shape=shape)
        assert (shoot(world, ShapeSphere(0.1), 300, y=0.3).position[0] > 1.0) == passes


def test_fast_sliding_is_not_held_up():
    """A box slides at 60 m/s, 1 m per step, over a floor of 100 boxes without friction."""
    world = World()
    for k in range(100):
        world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.5, 0.5, 2.0)), position=(k, -0.5, 0.0), friction=0.0)
    box = world.add_body(shape=ShapeBox((0.2, 0.2, 0.2)), position=(0, 0.2, 0), velocity=(60, 0, 0), friction=0.0)
    for _ in range(60):
        world.step(DT)
    assert box.position[0] == pytest.approx(60.0, abs=0.3) and abs(box.velocity[1]) < 0.02


def test_a_crowd_in_a_box_stays_inside():
    world = World(gravity=(0, 0, 0))
    for axis in range(3):
        for side in (-1, 1):
            half = [2.2, 2.2, 2.2]
            half[axis] = 0.1
            place = [0.0, 0.0, 0.0]
            place[axis] = side * 2.1
            world.add_body(kind=BodyKind.STATIC, shape=ShapeBox(half), position=place, restitution=1.0)
    rng = np.random.default_rng(4)
    shapes = list(SHAPES.values())
    bodies = []
    for k in range(60):
        place = (np.array([k % 4, k // 4 % 4, k // 16]) - 1.5) * 0.8
        velocity = rng.normal(size=3)
        velocity *= rng.uniform(50, 250) / np.linalg.norm(velocity)
        bodies.append(
            world.add_body(
                shape=shapes[k % len(shapes)], position=place.tolist(), velocity=velocity.tolist(),
                angular_velocity=rng.uniform(-30, 30, 3).tolist(), restitution=0.9 + 0.1 * rng.random(),
            )
        )  # fmt: skip
    for _ in range(200):
        world.step(DT)
    # Squeezed by others, a body may reach into a wall; none may have its middle beyond that of the wall.
    assert np.abs(world.read(bodies, "position")).max() < 2.1


def test_a_sweep_repeats_bit_for_bit():
    hashes = []
    for _ in range(2):
        world, _ = world_with_wall()
        for k, shape in enumerate(SHAPES.values()):
            world.add_body(
                shape=shape, position=(-3, 0, k - 2.5), velocity=(300 + k, 3, 1), angular_velocity=(9, 8, 7),
                bullet=bool(k % 2),
            )  # fmt: skip
        state = world.save_state()
        for _ in range(20):
            world.step(DT)
        hashes.append(world.state_hash())
        world.load_state(state)
        for _ in range(20):
            world.step(DT)
        hashes.append(world.state_hash())
    assert len(set(hashes)) == 1


@pytest.mark.parametrize("value", ["swept", "", None, 1])
def test_an_unknown_mode_is_refused(value):
    world = World()
    with pytest.raises(ValueError, match="ccd must be one of 'sweep', 'ray', 'none'"):
        world.add_body(shape=ShapeSphere(0.1), ccd=value)
    assert world.bodies == []
