"""Blows that a cast wheel suffers: edges hurt, feet of slopes do not as much."""

import math

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, Vec3, World
from play.vehicles import car, tires, wheel_contact
from play.vehicles.wheel_contact import WheelContact, blow_on, edge_blow

DT = 1.0 / 60.0
POSE = car.Pose(
    Vec3(0.0, 0.5, 0.0), (0.0, 0.0, 0.0, 1.0), Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, -1.0),
    Vec3(0.0, 0.0, -10.0), Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.5, 0.0),
)  # fmt: skip
UP = Vec3(0.0, 1.0, 0.0)


def contact(number, point, normal, *, edge, speed=10.0):
    ground = tires.Ground(0.3, point, normal, 0.9, 0.81, False, None)
    return WheelContact(number, ground, 0.0, 0.0, 0.0, Vec3(0.0, 0.0, -speed), BodyKind.STATIC, edge)


def tilted(angle):
    """Normal of a slope that rises along -Z."""
    return Vec3(0.0, math.cos(angle), math.sin(angle))


def world_with(shape, **options):
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=shape, **options)
    return world


def test_axes_lie_in_the_ground_and_turn_with_the_wheel():
    heading, side = wheel_contact.axes_of(tilted(0.3), POSE, 0.2)
    for way in (heading, side):
        assert way.length == pytest.approx(1.0) and way.dot(tilted(0.3)) == pytest.approx(0.0, abs=1e-12)
    assert heading.dot(side) == pytest.approx(0.0, abs=1e-12)
    assert heading.x < 0.0 < side.x, "to the left"


def test_blow_of_an_edge_grows_with_the_square_of_its_sine():
    """A mass that is stopped within a step along a normal: m v sin^2 / dt."""
    rear, angle = contact(2, Vec3(0.0, 0.0, 1.2), UP, edge=False), 0.7
    front = contact(0, Vec3(0.0, 0.1, -1.5), tilted(angle), edge=True)
    expected = wheel_contact.BLOW_MASS * 10.0 * math.sin(angle) ** 2 / DT
    assert edge_blow(front, [front, rear], POSE, DT) == pytest.approx(expected)


def test_wheel_that_goes_on_rolling_up_a_slope_is_not_hit_again_and_again():
    rear = contact(2, Vec3(0.0, 0.0, 1.2), UP, edge=False)
    front = contact(0, Vec3(0.0, 0.5, -1.5), tilted(0.5), edge=False)
    assert edge_blow(front, [front, rear], POSE, DT) == 0.0


def test_edge_of_a_kerb_hurts_more_than_the_foot_of_a_slope():
    angle, foot = 0.7, Vec3(0.0, 0.0, -1.4)
    slope = world_with(ShapePlane(tilted(angle), offset=tilted(angle).dot(foot)))
    kerb = world_with(ShapeBox((2.0, 0.15, 1.0)), position=(0.0, -0.15, -2.4))  # its edge is the foot
    rear = contact(2, Vec3(0.0, 0.0, 1.2), UP, edge=False)
    front = contact(0, foot, tilted(angle), edge=True)
    full = edge_blow(front, [front, rear], POSE, DT)
    assert blow_on(kerb, front, [front, rear], POSE, DT, ()) == full
    slow = front._replace(velocity=Vec3(0.0, -2.0, 0.0))  # it closes slowly, as behind the foot of a hill
    assert blow_on(slope, slow, [slow, rear], POSE, DT, ()) < 0.5 * full
