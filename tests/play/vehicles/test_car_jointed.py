import math

import pytest

from physics import BodyKind, JointHinge2, ShapePlane, Vec3, World
from play.controls import Controls
from play.vehicles import car, tires
from play.vehicles.car_jointed import CarJointed
from play.vehicles.car_pose import pose_of

DT = 1.0 / 60.0


def roll(friction, lock, *, sway_bars):
    """Greatest lean in a bend with full lock at 20 m/s [degrees]."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete", friction=friction)
    vehicle = CarJointed(world, Vec3(0.0, 0.0, 0.0), sway_bars=sway_bars)
    vehicle.occupied = True
    for _ in range(20):
        world.step(DT)
    for body in vehicle.bodies:
        body.velocity = (0.0, 0.0, -20.0)
    for wheel in vehicle.wheels:
        wheel.angular_velocity = (-20.0 / car.RADIUS, 0.0, 0.0)
    least = 1.0
    for step in range(330):
        vehicle.controls = Controls(forward=1.0, right=lock if step > 30 else 0.0)
        world.step(DT)
        least = min(least, pose_of(vehicle.chassis).up.y)
        if least < -0.5:
            break
    return math.degrees(math.acos(max(-1.0, least)))


@pytest.mark.parametrize("lock", [-1.0, 1.0])
@pytest.mark.parametrize("friction", [0.9, 1.0, 1.1])
def test_it_leans_more_than_twice_as_far_without_sway_bars_and_never_rolls_over(friction, lock):
    """On asphalt: the friction of the pair is the root of that of the ground, for that of rubber is 1."""
    with_bars = roll(friction, lock, sway_bars=True)
    assert with_bars < 8.0
    assert 2.0 * with_bars < roll(friction, lock, sway_bars=False) < 20.0


def test_it_has_five_bodies_and_four_hinge_2_joints_that_all_drive():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    vehicle = CarJointed(world, Vec3(0.0, 0.0, 0.0))
    assert len(vehicle.bodies) == 5 and len(world.joints) == 4
    assert all(isinstance(joint, JointHinge2) for joint in vehicle.joints)
    vehicle.occupied, vehicle.controls = True, Controls(forward=1.0)
    for _ in range(10):
        world.step(DT)
    assert min(joint.wheel.motor_force for joint in vehicle.joints) > 100.0
    assert 1000.0 <= sum(body.mass for body in vehicle.bodies) <= 1200.0


def test_outer_wheels_are_driven_faster_in_a_bend():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    vehicle = CarJointed(world, Vec3(0.0, 0.0, 0.0))
    vehicle.occupied, vehicle.controls = True, Controls(forward=1.0, right=-1.0)
    for _ in range(40):
        world.step(DT)
    rates = [joint.wheel.motor_speed for joint in vehicle.joints]
    assert rates[1] > 1.1 * rates[0] and rates[3] > 1.1 * rates[2]


def test_sway_bar_pushes_the_wheel_down_that_is_higher():
    world = World()
    vehicle = CarJointed(world, Vec3(0.0, 0.0, 0.0))
    high, low = vehicle._spring_target(0, [0.05, 0.0, 0.0, 0.0]), vehicle._spring_target(1, [0.05, 0.0, 0.0, 0.0])
    assert car.SPRING * (high + car.SAG) == pytest.approx(-car.SWAY * 0.05)
    assert car.SPRING * (low + car.SAG) == pytest.approx(car.SWAY * 0.05)
    vehicle.sway_bars = False
    assert vehicle._spring_target(0, [0.05, 0.0, 0.0, 0.0]) == -car.SAG


def test_friction_of_a_sliding_wheel_follows_the_slip_curve():
    """With the handbrake on, the coefficient of a contact is that of the pair times the grip at full slip."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    vehicle = CarJointed(world, Vec3(0.0, 0.0, 0.0))
    vehicle.occupied = True
    for _ in range(20):
        world.step(DT)
    for body in vehicle.bodies:
        body.velocity = (0.0, 0.0, -12.0)
    vehicle.controls = Controls(jump=True)
    for _ in range(20):
        world.step(DT)
    contacts = world.contacts()
    number = vehicle.wheels[2].id
    mine = contacts[(contacts["body_a"] == number) | (contacts["body_b"] == number)]
    ratio = mine["friction_impulse"].sum() / mine["normal_impulse"].sum()
    assert ratio == pytest.approx(0.9 * tires.grip_at(1.0), rel=0.06)
    assert vehicle.wheels[0].friction > vehicle.wheels[2].friction, "front wheels roll"
