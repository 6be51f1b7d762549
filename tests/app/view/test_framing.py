import math

import numpy as np
import pytest

from app.view.camera import CameraRig
from app.view.framing import bounds_of, project, ray
from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World
from physics.vector import rotate, rotation_of
from render.frame import CameraPose


def test_ray_through_the_middle_is_the_direction_of_view():
    pose = CameraPose(position=(1, 2, 3), rotation=rotation_of(math.pi / 2, 0.0))
    origin, direction = ray(pose, 400, 300, 800, 600)
    assert origin == (1, 2, 3) and direction == pytest.approx((-1, 0, 0))


def test_ray_through_the_edges_opens_by_the_field_of_view():
    pose = CameraPose(position=(0, 0, 0), fov=math.radians(60))
    up = ray(pose, 400, 600, 800, 600)[1]
    assert math.degrees(math.atan2(up[1], -up[2])) == pytest.approx(30)
    right = ray(pose, 800, 300, 800, 600)[1]
    assert right[0] / -right[2] == pytest.approx(math.tan(math.radians(30)) * 800 / 600)
    assert right.length == pytest.approx(1.0)


def test_project_takes_a_ray_back():
    rng = np.random.default_rng(2)
    for _ in range(200):
        yaw, pitch, roll = rng.uniform(-1.5, 1.5, 3).tolist()
        place = tuple(rng.uniform(-1e4, 1e4, 3).tolist())
        pose = CameraPose(place, rotation_of(yaw, pitch, roll), fov=rng.uniform(0.7, 1.9))
        x, y, distance = rng.uniform(0, 1920), rng.uniform(0, 1080), rng.uniform(0.1, 500)
        origin, direction = ray(pose, x, y, 1920, 1080)
        assert project(pose, origin + direction * distance, 1920, 1080)[:2] == pytest.approx((x, y), abs=1e-5)


def test_points_behind_the_eye_have_no_pixel():
    pose = CameraPose(position=(0, 0, 0))
    assert project(pose, (0, 0, 1), 100, 100) is None
    assert project(pose, (0, 0, 0), 100, 100) is None
    assert project(pose, (0, 0, -4), 100, 100) == pytest.approx((50, 50, 4))


def test_a_minimized_window_does_no_harm():
    direction = ray(CameraPose(), 0, 0, 0, 0)[1]
    assert all(math.isfinite(value) for value in direction)
    assert project(CameraPose(position=(0, 0, 0)), (0, 0, -1), 0, 0) is not None


@pytest.fixture
def world():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((50, 1, 50)), position=(0, -1, 0), name="floor")
    world.add_body(shape=ShapeSphere(0.5), position=(3, 1, 0), name="ball")
    tall = world.add_body(shape=ShapeCapsule(0.25, 1.0), position=(-4, 2, 0), orientation=(0, 0, 0.6, 0.8), name="pole")
    tall.add_shape(ShapeSphere(0.1), (0, 2.0, 0))
    return world


def test_bounds_of_one_body(world):
    ball = world.bodies[2]
    assert bounds_of(world.snapshot(), [ball.id]) == ((2.5, 0.5, -0.5), (3.5, 1.5, 0.5))


def test_bounds_hold_every_part(world):
    pole = world.bodies[3]
    lower, upper = bounds_of(world.snapshot(), {pole.id})
    tip = np.array([-4, 2, 0]) + 2.0 * np.array([-0.96, 0.28, 0])  # turned about z by 2 atan(0.75)
    assert lower[0] == pytest.approx(tip[0] - 0.1, abs=1e-6)
    assert lower[1] <= 2 - 1.25 * 0.96 and upper[1] >= 2 + 1.25 * 0.28


def test_bounds_of_everything_are_those_of_what_moves(world):
    lower, upper = bounds_of(world.snapshot())
    assert lower[0] > -7 and upper[0] == pytest.approx(3.5)
    for body in world.bodies[2:]:
        world.remove_body(body)
    lower, upper = bounds_of(world.snapshot())
    assert lower[0] < -50 and upper[0] > 50


def test_half_spaces_and_unknown_bodies_have_no_bounds(world):
    ground = world.bodies[0]
    assert bounds_of(world.snapshot(), [ground.id]) is None
    assert bounds_of(world.snapshot(), []) is None
    assert bounds_of(world.snapshot(), [99]) is None
    assert bounds_of(World().snapshot()) is None


def test_everything_of_a_world_comes_into_view(world):
    rig = CameraRig(reduced_motion=True)
    rig.frame_box(*bounds_of(world.snapshot()), aspect=2.0)
    for body in world.bodies[2:]:
        x, y, _ = project(rig.pose(), body.position, 2.0, 1.0)
        assert 0 < x < 2 and 0 < y < 1


def test_bounds_of_turned_parts_are_where_the_parts_are():
    world = World()
    rng = np.random.default_rng(8)
    for _ in range(20):
        turn = tuple((q := rng.normal(size=4)) / np.linalg.norm(q))
        body = world.add_body(shapes=[(ShapeSphere(0.5), (1, 2, 3))], position=(4, 5, 6), orientation=turn)
        lower, upper = bounds_of(world.snapshot(), [body.id])
        assert (lower + upper) / 2 == pytest.approx(rotate(turn, (1, 2, 3)) + (4, 5, 6), abs=1e-5)
