import math

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, Vec3, World
from play.controls import Controls
from play.vehicles import car, car_rays, tires, wheel_contact
from play.vehicles.car_pose import pose_of
from play.vehicles.car_rays import CarRays

DT = 1.0 / 60.0


@pytest.fixture
def world():
    made = World()
    made.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete", name="ground")
    return made


def run(world, vehicle, steps, **controls):
    vehicle.occupied, vehicle.controls = True, Controls(**controls)
    for _ in range(steps):
        world.step(DT)


def test_wheels_are_seen_where_they_roll_but_touch_nothing(world):
    vehicle = CarRays(world, Vec3(0.0, 0.0, 0.0))
    run(world, vehicle, 120, forward=1.0, right=0.5)
    pose = pose_of(vehicle.chassis)
    for number, wheel in enumerate(vehicle.wheels):
        expected = pose.at(car.HUBS[number] + (0.0, vehicle.travels[number], 0.0))
        assert wheel.position == pytest.approx(expected, abs=1e-6)
        assert wheel.position.y == pytest.approx(car.RADIUS, abs=0.05)
    touching = {int(n) for pair in world.contacts()[["body_a", "body_b"]].tolist() for n in pair}
    assert not touching & {wheel.id for wheel in vehicle.wheels}
    assert world.overlap(ShapeBox((5.0, 0.3, 5.0)), vehicle.chassis.position - (0.0, 0.6, 0.0))[0].body.name == "ground"


def test_wheels_turn_as_far_as_the_car_rolls(world):
    vehicle = CarRays(world, Vec3(0.0, 0.0, 0.0))
    run(world, vehicle, 200, forward=0.4)
    assert vehicle.spins[0] * car.RADIUS == pytest.approx(vehicle.speed, rel=0.03)


@pytest.mark.parametrize("right", [0.0, 0.3, 1.0])
def test_car_rests_without_creep_or_jitter_and_parks(world, right):
    vehicle = CarRays(world, Vec3(0.0, 0.0, 0.0))
    run(world, vehicle, 90, forward=1.0, right=right)
    while vehicle.speed > 0.3:
        run(world, vehicle, 1, forward=-1.0)
    run(world, vehicle, 150, forward=0.0)
    start = vehicle.chassis.position
    for _ in range(120):
        world.step(DT)
        assert vehicle.chassis.velocity.length < 0.01
    assert (vehicle.chassis.position - start).length < 0.002
    vehicle.occupied = False
    for _ in range(120):
        world.step(DT)
    assert vehicle.parked and vehicle.chassis.gravity_scale == 0.0
    run(world, vehicle, 60, forward=1.0)
    assert not vehicle.parked and vehicle.chassis.gravity_scale == 1.0 and vehicle.speed > 3.0


def test_tire_forces_stay_in_the_friction_circle(world):
    vehicle = CarRays(world, Vec3(0.0, 0.0, 0.0))
    worst, original = 0.0, vehicle._tire

    def watched(contact, pose, load, *others):
        nonlocal worst
        found = original(contact, pose, load, *others)
        worst = max(worst, found[0].length / max(1.0, load))
        return found

    vehicle._tire = watched
    run(world, vehicle, 200, forward=1.0)
    run(world, vehicle, 60, forward=1.0, right=1.0)
    run(world, vehicle, 60, forward=-1.0, right=-1.0)
    assert 0.85 < worst <= 0.9 * (1.0 + 1e-9)


def test_what_it_drives_on_is_pushed_back(world):
    board = world.add_body(shape=ShapeBox((1.5, 0.05, 4.0)), position=(0.0, 0.05, 0.0), material="wood", mass=60.0)
    vehicle = CarRays(world, Vec3(0.0, 0.1, 0.0))
    run(world, vehicle, 30)
    run(world, vehicle, 40, forward=1.0)
    assert board.velocity.z > 0.3 or board.position.z > 0.1
    assert vehicle.speed > 0.5


def test_weight_on_a_board_is_felt_by_what_is_below():
    world = World()
    lift = world.add_body(
        shape=ShapeBox((3.0, 0.5, 4.0)), position=(0.0, -0.5, 0.0), mass=4000.0, gravity_scale=0.0, material="concrete"
    )
    vehicle = CarRays(world, Vec3(0.0, 0.0, 0.0))
    run(world, vehicle, 60)
    weight = 9.81 * (car.LOWER_MASS + car.CABIN_MASS)
    momentum = -(lift.velocity.y * 4000.0 + vehicle.chassis.velocity.y * (car.LOWER_MASS + car.CABIN_MASS))
    assert momentum == pytest.approx(weight * world.time, rel=0.02)


def test_spring_carries_the_load_where_it_is_made_for(world):
    vehicle = CarRays(world, Vec3(0.0, 0.0, 0.0))
    pose = pose_of(vehicle.chassis)
    ground = tires.Ground(0.0, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), 0.9, 0.7, False, world.bodies[0])
    still = wheel_contact.WheelContact(0, ground, 0.0, 0.0, 0.0, Vec3(0.0, 0.0, 0.0), BodyKind.STATIC)
    assert vehicle._spring(still, pose) == pytest.approx(9.81 * car.LOAD)
    assert vehicle._spring(still._replace(travel=-car.SAG), pose) == 0.0
    assert vehicle._spring(still._replace(travel=car.TRAVEL), pose) > 2.0 * vehicle._spring(
        still._replace(travel=0.1), pose
    )


def test_sway_bar_of_a_lifted_wheel_pushes_no_stronger_than_the_spring_of_that(world):
    """Whatever lifts one side presses on the other: with the wheel in the air its own spring is all that it has."""
    vehicle = CarRays(world, Vec3(0.0, 0.0, 0.0))
    pose = pose_of(vehicle.chassis)
    ground = tires.Ground(0.0, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), 0.9, 0.7, False, world.bodies[0])
    leaning = wheel_contact.WheelContact(1, ground, 0.1, 0.0, 0.0, Vec3(0.0, 0.0, 0.0), BodyKind.STATIC)
    vehicle.travels = (-car.TRAVEL, 0.1, 0.0, 0.0)
    spring = car.SPRING * (0.1 + car.SAG)
    assert spring < vehicle._spring(leaning, pose) < 2.0 * spring


def test_brake_never_turns_a_wheel_backward():
    assert car_rays._braked(3.0, 5.0) == 0.0
    assert car_rays._braked(-3.0, 1.0) == -2.0


def test_lean_of_a_bend_is_less_with_sway_bars(world):
    leans = []
    for bars in (True, False):
        vehicle = CarRays(world, Vec3(40.0 * bars, 0.0, 0.0), sway_bars=bars)
        run(world, vehicle, 120, forward=1.0)
        run(world, vehicle, 40, forward=0.5, right=1.0)
        leans.append(math.acos(pose_of(vehicle.chassis).up.y))
    assert leans[0] < 0.5 * leans[1]
