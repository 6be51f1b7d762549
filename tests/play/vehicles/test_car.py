"""What must hold for both cars: standing and driving."""

import math

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, Vec3, World
from physics.vector import multiply, rotate
from play.vehicles import assists, car, engine
from play.vehicles.car_pose import pose_of
from play.vehicles.car_rays import CarRays
from play.vehicles.driver import Driver
from scenes import vehicles_track
from tests.play.vehicles.cars import DT, FRICTION, KINDS, drive, leave, make, set_speed


@pytest.fixture(scope="module")
def laps():
    """Time, worst offset and gears of a lap on the loop of the scene, by kind; and whether going back repeats it."""
    line = vehicles_track.line()[0]
    driver = Driver(line, vehicles_track.HALF_WIDTH, friction=FRICTION)
    mesh = vehicles_track.track_mesh()
    return {kind: run_lap(kind, line, driver, mesh) for kind in KINDS}


def run_lap(kind, line, driver, mesh):
    world, vehicle = make(kind)
    world.add_body(kind=BodyKind.STATIC, shape=mesh, material="concrete", name="track")
    vehicle.put(world, Vec3(*line[20]), 0.0)
    vehicle.occupied = True
    done, before, worst, gears, hashes = 0.0, driver.progress(line[20]), 0.0, [], []
    state = None
    while done < driver.length and world.step_count < 60 * 40:
        vehicle.controls = driver.controls(vehicle)
        world.step(DT)
        now = driver.progress(vehicle.chassis.position)
        done += math.remainder(now - before, driver.length)
        before = now
        worst = max(worst, abs(driver.offset(vehicle.chassis.position)))
        gears.append(vehicle.drive.gear)
        if world.step_count == 700:
            state = world.save_state()
        elif world.step_count == 760:
            hashes.append(world.state_hash())
    seconds = world.time
    world.load_state(state)
    for _ in range(60):
        vehicle.controls = driver.controls(vehicle)
        world.step(DT)
    hashes.append(world.state_hash())
    return seconds, worst, gears, vehicle.damage, hashes, driver.length


# ---- Standing -------------------------------------------------------------------------------------------------------


def test_car_stands_on_its_wheels_at_the_height_that_it_is_made_for(kind):
    world, vehicle = make(kind)
    drive(world, vehicle, 60)
    x, y, z = vehicle.chassis.position
    assert (x, y, z) == pytest.approx((0.0, car.RIDE, 0.0), abs=0.01)
    assert not vehicle.upside_down
    weight = 9.81 * (car.LOWER_MASS + car.CABIN_MASS)
    assert sum(vehicle.telemetry.load) == pytest.approx(weight, rel=0.1)


def test_nose_points_along_minus_z_and_yaw_turns_it_left(kind):
    world, vehicle = make(kind, yaw=0.5 * math.pi)
    drive(world, vehicle, 90, forward=1.0)
    assert vehicle.chassis.position.x < -3.0
    assert vehicle.home == (Vec3(0.0, 0.0, 0.0), 0.5 * math.pi)


def test_parked_car_falls_asleep_and_then_costs_nothing(kind):
    world, vehicle = make(kind)
    leave(vehicle)
    for _ in range(120):
        world.step(DT)
    assert not vehicle.chassis.awake and world.stats.awake_count - 4 * (kind is CarRays) <= 0
    before = world.state_hash()
    saved = vehicle.save()
    world.step(DT)
    assert vehicle.save() == saved and not vehicle.chassis.awake and before != 0


@pytest.mark.parametrize("across", [False, True])
def test_parked_car_stays_on_a_slope_of_15_degrees(kind, across):
    """Less than 1 cm in 10 s; the car settles for a second before."""
    slope = math.radians(15.0)
    world, vehicle = make(kind, slope=slope)
    tilt = (math.sin(0.5 * slope), 0.0, 0.0, math.cos(0.5 * slope))
    turn = multiply(tilt, (0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5))) if across else tilt
    vehicle.move_to(world, rotate(tilt, (0.0, car.RIDE, 0.0)), turn)
    leave(vehicle)
    for _ in range(60):
        world.step(DT)
    start, worst = vehicle.chassis.position, 0.0
    for _ in range(600):
        world.step(DT)
        worst = max(worst, (vehicle.chassis.position - start).length)
    assert worst < 0.01


def test_driver_at_rest_holds_the_car_on_a_slope(kind):
    slope = math.radians(10.0)
    world, vehicle = make(kind, slope=slope)
    tilt = (math.sin(0.5 * slope), 0.0, 0.0, math.cos(0.5 * slope))
    vehicle.move_to(world, rotate(tilt, (0.0, car.RIDE, 0.0)), tilt)
    drive(world, vehicle, 60)
    start = vehicle.chassis.position
    drive(world, vehicle, 120)
    assert (vehicle.chassis.position - start).length < 0.01


def test_parked_car_wakes_when_it_is_hit_and_moves(kind):
    world, vehicle = make(kind)
    leave(vehicle)
    for _ in range(100):
        world.step(DT)
    world.add_body(shape=ShapeBox((0.4, 0.4, 0.4)), position=(-3.0, 0.7, 0.0), velocity=(9.0, 0.0, 0.0), mass=200.0)
    for _ in range(30):
        world.step(DT)
    assert vehicle.chassis.position.x > 0.02
    for _ in range(300):
        world.step(DT)
    assert vehicle.chassis.position.y == pytest.approx(car.RIDE, abs=0.03) and not vehicle.chassis.awake


# ---- Driving --------------------------------------------------------------------------------------------------------


def test_it_reaches_20_meters_per_second_in_sane_time_and_no_more_than_24(kind):
    world, vehicle = make(kind)
    drive(world, vehicle, 20)
    start, reached, gears = world.time, None, []
    for _ in range(60 * 11):
        drive(world, vehicle, 1, forward=1.0)
        gears.append(vehicle.drive.gear)
        if reached is None and vehicle.speed >= 20.0:
            reached = world.time - start
    assert 4.0 < reached < 9.0
    assert 20.0 <= vehicle.speed <= 24.0
    assert vehicle.telemetry.rpm <= engine.CUT
    assert gears == sorted(gears), "the box hunts"
    assert abs(vehicle.chassis.position.x) < 1.0, "it does not drive straight"


def test_it_stops_from_20_meters_per_second_as_friction_allows(kind):
    """Within 10 % of v^2 / (2 mu g); mu is the coefficient of rubber on concrete, which tires have at their best."""
    world, vehicle = make(kind)
    drive(world, vehicle, 20)
    set_speed(vehicle, 20.0)
    start, speed = vehicle.chassis.position, vehicle.speed
    while vehicle.speed > 0.05:
        drive(world, vehicle, 1, forward=-1.0)
        if vehicle.drive.gear < 0:
            break
    way = (vehicle.chassis.position - start).length
    assert way == pytest.approx(speed**2 / (2.0 * FRICTION * 9.81), rel=0.1)


def test_stopping_takes_longer_on_ice(kind):
    world, vehicle = make(kind, material="ice")
    drive(world, vehicle, 20)
    set_speed(vehicle, 8.0)
    drive(world, vehicle, 60, forward=-1.0)
    assert 8.0 - vehicle.speed == pytest.approx(0.15 * 9.81, rel=0.25)


def test_it_brakes_before_it_reverses(kind):
    world, vehicle = make(kind)
    drive(world, vehicle, 20)
    set_speed(vehicle, 6.0)
    gears = []
    for _ in range(150):
        speed = vehicle.speed
        drive(world, vehicle, 1, forward=-1.0)
        gears.append((vehicle.drive.gear, speed))
    assert gears[-1][0] == -1 and -7.5 < vehicle.speed < -1.0
    assert all(speed < 1.0 for gear, speed in gears if gear < 0)


def test_handbrake_locks_the_rear_wheels_only(kind):
    world, vehicle = make(kind)
    drive(world, vehicle, 20)
    set_speed(vehicle, 14.0)
    drive(world, vehicle, 25, jump=True)
    slip = vehicle.telemetry.slip
    assert min(slip[2:]) > 1.0 > max(slip[:2])
    assert vehicle.telemetry.handbrake
    assert {cue.what for cue in vehicle.cues if cue.kind == "skid"} == {"2", "3"}


def test_it_turns_to_the_side_that_it_steers_to_and_steering_narrows_with_speed(kind):
    for right in (-1.0, 1.0):
        world, vehicle = make(kind)
        drive(world, vehicle, 20)
        set_speed(vehicle, 6.0)
        drive(world, vehicle, 60, forward=0.3, right=right)
        assert right * vehicle.chassis.position.x > 0.5
        assert right * vehicle.telemetry.steering < -0.3
    assert assists.steering_limit(0.0) == assists.STEER and assists.steering_limit(20.0) < 0.25 * assists.STEER


def test_wheels_of_a_bend_share_one_center_and_outer_ones_are_faster():
    (left, right), speeds = car.ackermann(0.3)
    center = 2.0 * car.HALF_BASE / math.tan(0.3)
    assert 2.0 * car.HALF_BASE / math.tan(left) == pytest.approx(center - car.HALF_TRACK)
    assert 2.0 * car.HALF_BASE / math.tan(right) == pytest.approx(center + car.HALF_TRACK)
    assert speeds[1] > speeds[0] and speeds[3] > speeds[2]
    assert speeds[3] / speeds[2] == pytest.approx((center + car.HALF_TRACK) / (center - car.HALF_TRACK))


def test_full_lock_at_20_meters_per_second_does_not_roll_it_over(kind):
    world, vehicle = make(kind)
    drive(world, vehicle, 20)
    set_speed(vehicle, 20.0)
    drive(world, vehicle, 20, forward=1.0)
    least = 1.0
    for _ in range(180):
        drive(world, vehicle, 1, forward=1.0, right=1.0)
        least = min(least, pose_of(vehicle.chassis).up.y)
    assert math.degrees(math.acos(least)) < 8.0
    assert vehicle.damage == (0.0,) * 4


def test_lap_without_leaving_the_track(kind, laps):
    seconds, worst, gears, damage, _, length = laps[kind]
    assert 280.0 < length < 320.0
    assert seconds < 30.0
    assert worst < vehicles_track.HALF_WIDTH - car.HALF_TRACK - 0.5
    assert damage == (0.0,) * 4
    assert sum(a != b for a, b in zip(gears, gears[1:], strict=False)) <= 12, "the box hunts"


def test_both_cars_need_the_same_time_for_a_lap_within_15_percent(laps):
    first, second = (laps[kind][0] for kind in KINDS)
    assert first == pytest.approx(second, rel=0.15)


def test_going_back_in_the_middle_of_a_lap_repeats_it_bit_for_bit(kind, laps):
    hashes = laps[kind][4]
    assert len(hashes) == 2 and hashes[0] == hashes[1]


def test_tires_throw_dust_on_soft_ground_and_leave_no_marks(kind):
    world = World()
    world.add_material("dirt", density=1500.0, friction=0.4, restitution=0.0)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="dirt")
    vehicle = kind(world, Vec3(0.0, 0.0, 0.0))
    drive(world, vehicle, 90, forward=1.0)
    kinds = {cue.kind for cue in vehicle.cues}
    assert "dust" in kinds and "skid" not in kinds
