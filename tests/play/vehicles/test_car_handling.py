"""How cars feel to somebody with keys, which are all or nothing; and what they do to loose things."""

import math

import pytest

from physics import BodyKind, ShapeBox, ShapeHull, ShapePlane, Vec3, World
from play.vehicles import assists, car
from play.vehicles.car_jointed import CarJointed
from play.vehicles.car_pose import pose_of
from play.vehicles.car_rays import CarRays
from tests.play.vehicles.cars import DT, drive, make, set_speed


@pytest.fixture(params=[CarJointed, CarRays], ids=["jointed", "rays"])
def kind(request):
    return request.param


def heading(vehicle):
    ahead = pose_of(vehicle.chassis).ahead
    return math.atan2(-ahead.x, -ahead.z)


def slide(vehicle):
    """Angle between nose and motion [rad]."""
    pose = pose_of(vehicle.chassis)
    return abs(math.atan2(pose.velocity.dot(pose.right), pose.velocity.dot(pose.ahead)))


def test_front_wheels_follow_a_slide_and_nothing_else():
    assert assists.caster(20.0, 1.0) == 0.0, "what a tire needs to grip is no slide"
    assert assists.caster(10.0, 5.0) < 0.0 < assists.caster(10.0, -5.0), "sliding to the right, they turn right"
    assert assists.caster(-10.0, 5.0) == 0.0
    assert abs(assists.caster(1.0, 0.5)) < 0.2 * abs(assists.caster(10.0, 5.0)) + 1e-9


def test_tap_at_20_meters_per_second_does_not_spin_it(kind):
    world, vehicle = make(kind)
    drive(world, vehicle, 20)
    set_speed(vehicle, 20.0)
    drive(world, vehicle, 18, right=1.0)  # a third of a second, without throttle
    drive(world, vehicle, 90, forward=0.3)
    assert slide(vehicle) < 0.05 and -0.7 < heading(vehicle) < -0.03


def test_full_lock_without_throttle_can_be_caught_by_letting_go(kind):
    world, vehicle = make(kind)
    drive(world, vehicle, 20)
    set_speed(vehicle, 20.0)
    drive(world, vehicle, 75, right=1.0)
    drive(world, vehicle, 120, forward=0.3)
    assert slide(vehicle) < 0.1 and vehicle.speed > 5.0


def test_handbrake_turns_it_round(kind):
    world, vehicle = make(kind)
    drive(world, vehicle, 20)
    set_speed(vehicle, 12.0)
    drive(world, vehicle, 20, right=1.0)
    drive(world, vehicle, 60, right=1.0, jump=True)
    assert abs(math.remainder(heading(vehicle), math.tau)) > math.radians(80.0)


def test_it_drives_through_loose_bricks_and_crates_without_an_explosion(kind):
    """Nothing becomes much faster than the car, and the car stays on its wheels."""
    world, vehicle = make(kind)
    loose = [
        world.add_body(
            shape=ShapeBox((0.25, 0.1, 0.12)),
            position=(0.55 * column - 1.1, 0.1 + 0.2 * row, -9.0 - 0.02 * row),
            mass=12.0,
            material="stone",
            name="brick",
        )  # fmt: skip
        for row in range(4)
        for column in range(5)
    ]
    for x in (-0.7, 0.7):
        loose.append(world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(x, 0.3, -12.0), mass=40.0, name="crate"))
    drive(world, vehicle, 30)
    set_speed(vehicle, 12.0)
    fastest = 0.0
    for _ in range(30):
        drive(world, vehicle, 3, forward=1.0)
        fastest = max(fastest, *(body.velocity.length for body in loose))
    assert fastest < 20.0
    assert not vehicle.upside_down and vehicle.speed > 4.0 and vehicle.chassis.position.z < -9.0


def test_foot_of_a_hill_takes_no_wheel_off(kind):
    """Down 35 degrees to level ground at 12 m/s."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    high = 20.0 * math.tan(math.radians(35.0))
    corners = [(x, y, z) for x in (-5.0, 5.0) for y, z in ((-0.5, 0.0), (0.0, 0.0), (high, 20.0), (-0.5, 20.0))]
    world.add_body(kind=BodyKind.STATIC, shape=ShapeHull(corners), material="concrete")
    vehicle = kind(world, Vec3(0.0, 0.0, 30.0))
    tilt = math.radians(-35.0)
    place = Vec3(0.0, 8.0 * math.tan(-tilt), 8.0) + Vec3(0.0, math.cos(tilt), math.sin(tilt)) * car.RIDE
    vehicle.move_to(world, place, (math.sin(0.5 * tilt), 0.0, 0.0, math.cos(0.5 * tilt)))
    set_speed(vehicle, 12.0)
    drive(world, vehicle, 75)
    assert all(vehicle.attached) and max(vehicle.damage) < 0.7
    assert vehicle.chassis.position.z < -2.0 and not vehicle.upside_down


def test_shoved_things_repeat_bit_for_bit_after_going_back():
    world, vehicle = make(CarRays)
    for k in range(6):
        world.add_body(shape=ShapeBox((0.2, 0.08, 0.1)), position=(0.3 * k - 0.75, 0.08, -5.0), mass=8.0)
    drive(world, vehicle, 20)
    set_speed(vehicle, 8.0)
    drive(world, vehicle, 15, forward=1.0)
    state, hashes = world.save_state(), []
    for _ in range(2):
        world.load_state(state)
        for _ in range(25):
            world.step(DT)
        hashes.append(world.state_hash())
    assert hashes[0] == hashes[1]


def test_backing_into_a_wall_in_reverse_takes_no_wheel_off(kind):
    world, vehicle = make(kind)
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((6.0, 2.0, 0.5)), position=(0.0, 2.0, 12.0), material="stone")
    drive(world, vehicle, 240, forward=-1.0)
    assert vehicle.chassis.position.z > 9.0, "it is at the wall"
    assert all(vehicle.attached) and max(vehicle.damage) < 0.2


def test_wheel_beside_a_post_does_not_throw_the_car_up(kind):
    """A post within the arch of a wheel, and a wall along both wheels of a side."""
    for half, place in (((0.05, 1.5, 0.05), (-0.86, 1.5, -1.2)), ((0.1, 1.5, 4.0), (-0.90, 1.5, 0.0))):
        world, vehicle = make(kind)
        drive(world, vehicle, 20)
        world.add_body(kind=BodyKind.STATIC, shape=ShapeBox(half), position=place)
        highest = 0.0
        for _ in range(40):
            drive(world, vehicle, 1, forward=0.3)
            highest = max(highest, vehicle.chassis.position.y)
        assert highest < car.RIDE + 0.12 and vehicle.chassis.velocity.y < 1.0
