import math

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, Vec3, World
from play.controls import Controls
from play.weapons.aim import CAMERA, RANGE, aim_of, sight_of, view_of

EYE = Vec3(0.0, 1.7, 0.0)


def make_world():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    return world


def add_box(world, place, half=(3.0, 3.0, 0.1), kind=BodyKind.STATIC):
    return world.add_body(kind=kind, shape=ShapeBox(half), position=place)


def test_first_person_looks_from_the_eyes():
    camera, direction = view_of(make_world(), EYE, Controls(yaw=0.5, pitch=0.2))
    assert camera == EYE and direction == Controls(yaw=0.5, pitch=0.2).direction


def test_third_person_looks_from_behind_the_shoulder():
    camera, direction = view_of(make_world(), EYE, Controls(distance=4.0))
    assert camera == pytest.approx((0.45, 1.88, 4.0)) and direction == (0.0, 0.0, -1.0)


@pytest.mark.parametrize("yaw", [0.0, 0.7, -1.1])
def test_the_camera_stays_before_a_wall(yaw):
    world = make_world()
    add_box(world, (0.0, 3.0, 2.0), half=(30.0, 3.0, 0.1))
    camera, _ = view_of(world, EYE, Controls(yaw=yaw, distance=6.0))
    assert camera.z <= 1.9 - CAMERA.radius + 1e-3
    assert camera.z > 1.2


def test_the_camera_does_not_go_into_the_ground_or_through_a_wall_beside():
    world = make_world()
    add_box(world, (0.4, 3.0, 0.0), half=(0.05, 3.0, 9.0))
    camera, _ = view_of(world, EYE, Controls(pitch=1.2, distance=6.0))
    assert camera.y >= CAMERA.radius - 1e-3
    assert camera.x <= 0.35 - CAMERA.radius + 1e-3


def test_what_can_be_pushed_does_not_push_the_camera():
    world = make_world()
    add_box(world, (0.0, 3.0, 2.0), kind=BodyKind.DYNAMIC)
    camera, _ = view_of(world, EYE, Controls(distance=6.0))
    assert camera.z == pytest.approx(6.0)


def test_one_aims_at_the_first_thing_beyond_the_figure():
    world = make_world()
    behind = add_box(world, (0.3, 1.7, 3.0), half=(0.3, 0.3, 0.3), kind=BodyKind.DYNAMIC)
    target = add_box(world, (0.0, 3.0, -10.0))
    aim = aim_of(world, EYE, Controls(distance=6.0))
    assert aim.body is target and aim.body is not behind
    assert aim.point == pytest.approx((0.45, 1.88, -9.9)) and aim.normal == pytest.approx((0.0, 0.0, 1.0))


def test_far_away_there_is_a_point_too():
    point = aim_of(make_world(), EYE, Controls(pitch=0.3)).point
    assert (point - EYE).length == pytest.approx(RANGE)
    assert math.atan2(point.y - EYE.y, -point.z) == pytest.approx(0.3)


def test_the_line_of_sight_starts_beside_the_eyes():
    start, direction = sight_of(make_world(), EYE, Controls(distance=6.0))
    assert start.z == pytest.approx(0.0) and direction.z == -1.0


def test_what_is_ignored_is_looked_through():
    world = make_world()
    near, far = add_box(world, (0.0, 1.7, -2.0)), add_box(world, (0.0, 1.7, -5.0))
    assert aim_of(world, EYE, Controls()).body is near
    assert aim_of(world, EYE, Controls(), ignore=(near,)).body is far
