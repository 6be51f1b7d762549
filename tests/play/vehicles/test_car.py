"""What must hold for both cars."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, Vec3, World
from physics.vector import multiply, rotate
from play import layers
from play.controls import Controls
from play.game import Game
from play.vehicles import car, engine
from play.vehicles.car_jointed import CarJointed
from play.vehicles.car_rays import CarRays
from play.vehicles.driver import Driver
from scenes import vehicles_track

KINDS = [CarJointed, CarRays]
DT = 1.0 / 60.0
FRICTION = 0.9  # of rubber on concrete, as the table of materials has it


def make(kind, *, material="concrete", slope=0.0, **options):
    """A world with a plane that falls toward +Z, and a car on it."""
    world = World()
    normal = (0.0, math.cos(slope), math.sin(slope))
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(normal), material=material, name="ground")
    return world, kind(world, Vec3(0.0, 0.0, 0.0), **options)


def drive(world, vehicle, steps, **controls):
    vehicle.occupied, vehicle.controls = True, Controls(**controls)
    for _ in range(steps):
        world.step(DT)


def leave(vehicle):
    vehicle.occupied, vehicle.controls = False, Controls()


def set_speed(vehicle, speed):
    """Let a car roll."""
    pose = car.pose_of(vehicle.chassis)
    vehicle.chassis.velocity = pose.ahead * speed
    if isinstance(vehicle, CarRays):
        vehicle.spins = (speed / car.RADIUS,) * 4
    else:
        for wheel in vehicle.wheels:
            wheel.velocity, wheel.angular_velocity = pose.ahead * speed, pose.right * (-speed / car.RADIUS)
    vehicle.drive = engine.Drive(gear=next(k + 1 for k, v in enumerate(engine.GEAR_SPEEDS) if v >= speed), held=1.0)


def finite(vehicle):
    return all(np.isfinite(body.position).all() for body in (vehicle.chassis, *vehicle.wheels))


@pytest.fixture(params=KINDS, ids=["jointed", "rays"])
def kind(request):
    return request.param


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
    vehicle._move(world, rotate(tilt, (0.0, car.RIDE, 0.0)), turn)
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
    vehicle._move(world, rotate(tilt, (0.0, car.RIDE, 0.0)), tilt)
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
    for _ in range(240):
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
    assert car.steering_limit(0.0) == car.STEER and car.steering_limit(20.0) < 0.25 * car.STEER


def test_wheels_of_a_bend_share_one_center_and_outer_ones_are_faster():
    (left, right), speeds = car.turning(0.3)
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
        least = min(least, car.pose_of(vehicle.chassis).up.y)
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


# ---- Damage ---------------------------------------------------------------------------------------------------------


def kerb_hits(kind, height, most):
    """How many hits of a kerb at 8 m/s take a wheel off; None if so many do not."""
    world, vehicle = make(kind)
    world.add_body(
        kind=BodyKind.STATIC, shape=ShapeBox((3.0, height, 0.3)), position=(0.0, 0.0, -5.0), material="stone"
    )
    drive(world, vehicle, 20)
    for hit in range(most):
        vehicle._move(world, *vehicle._stand(Vec3(0.0, 0.0, 0.0), 0.0))
        set_speed(vehicle, 8.0)
        drive(world, vehicle, 75)
        if not all(vehicle.attached):
            assert "wheel_lost" in {cue.kind for cue in vehicle.cues}
            assert finite(vehicle)
            return hit + 1
    return None


def test_wheel_comes_off_after_repeated_hits_of_a_kerb_at_8_meters_per_second(kind):
    hits = kerb_hits(kind, 0.13, 12)
    assert hits is not None and 2 <= hits <= 10


def test_low_kerb_does_no_great_harm(kind):
    assert kerb_hits(kind, 0.06, 2) is None


def test_jump_of_a_meter_does_no_harm(kind):
    world, vehicle = make(kind)
    vehicle._move(world, *vehicle._stand(Vec3(0.0, 0.0, 0.0), 0.0, 1.0))
    drive(world, vehicle, 1)
    set_speed(vehicle, 12.0)
    drive(world, vehicle, 120)
    assert vehicle.damage == (0.0,) * 4 and not vehicle.upside_down


def test_car_without_some_wheels_still_moves_and_stays_finite(kind):
    world, vehicle = make(kind)
    drive(world, vehicle, 20)
    count = len(world.bodies)
    vehicle.lose_wheel(world, 0)
    vehicle.lose_wheel(world, 0)
    assert vehicle.attached == (False, True, True, True) and len(vehicle.bodies) == 4
    drive(world, vehicle, 120, forward=1.0)
    assert vehicle.speed > 2.0 and finite(vehicle)
    for number in (1, 2, 3):
        vehicle.lose_wheel(world, number)
    drive(world, vehicle, 60, forward=1.0, right=1.0)
    assert finite(vehicle) and vehicle.bodies == (vehicle.chassis,)
    assert len(world.bodies) == count
    with pytest.raises(ValueError, match="0 to 3"):
        vehicle.lose_wheel(world, 4)


def test_lost_wheel_rolls_away_and_repair_brings_it_back(kind):
    world, vehicle = make(kind)
    drive(world, vehicle, 20)
    set_speed(vehicle, 10.0)
    vehicle.lose_wheel(world, 1)
    drive(world, vehicle, 60, forward=-1.0)
    wheel = vehicle.wheels[1]
    assert wheel.kind == BodyKind.DYNAMIC and (wheel.position - vehicle.chassis.position).length > 2.0
    vehicle.repair(world)
    vehicle.reset(world)
    drive(world, vehicle, 60)
    away = vehicle.wheels[1].position - car.pose_of(vehicle.chassis).at(car.HUBS[1])
    assert away.length < 0.05
    assert vehicle.damage == (0.0,) * 4 and all(vehicle.attached)
    drive(world, vehicle, 60, forward=1.0)
    assert vehicle.speed > 3.0


# ---- Mishaps --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [(0.0, 0.0, 1.0, 0.0), (0.5, 0.5, 0.5, 0.5), (-0.6, 0.0, 0.0, 0.8)])
def test_fall_of_30_meters_on_its_roof_leaves_all_finite_and_reset_helps(kind, turn):
    world, vehicle = make(kind)
    vehicle._move(world, Vec3(0.0, 30.0, 0.0), turn)
    drive(world, vehicle, 330, forward=1.0, right=0.4)
    assert finite(vehicle) and vehicle.chassis.position.length < 60.0
    vehicle.repair(world)
    vehicle.reset(world)
    assert vehicle.chassis.velocity == (0.0, 0.0, 0.0) and not vehicle.upside_down
    drive(world, vehicle, 60)
    assert not vehicle.upside_down and vehicle.chassis.position.y == pytest.approx(car.RIDE, abs=0.05)


def test_upside_down_car_sleeps_and_the_game_does_not_let_anybody_in(kind):
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    game = Game(world)
    vehicle = game.add_vehicle(kind(world, Vec3(0.0, 0.0, 0.0)))
    vehicle._move(world, Vec3(0.0, 0.9, 0.0), (0.0, 0.0, 1.0, 0.0))
    for _ in range(300):
        world.step(DT)
    assert vehicle.upside_down and not vehicle.chassis.awake


def test_reset_keeps_place_and_heading_and_put_goes_anywhere(kind):
    world, vehicle = make(kind)
    drive(world, vehicle, 20)
    vehicle._move(world, Vec3(3.0, 0.7, -4.0), (0.0, 0.0, 1.0, 0.0))
    vehicle.reset(world)
    x, y, z = vehicle.chassis.position
    assert (x, z) == pytest.approx((3.0, -4.0)) and car.RIDE < y < car.RIDE + 0.3
    vehicle.put(world, Vec3(10.0, 0.0, 5.0), 1.0)
    drive(world, vehicle, 60)
    ahead = car.pose_of(vehicle.chassis).ahead
    assert math.atan2(-ahead.x, -ahead.z) == pytest.approx(1.0, abs=0.02)
    assert (vehicle.chassis.position - Vec3(10.0, car.RIDE, 5.0)).length < 0.05
    assert "reset" in {cue.kind for cue in vehicle.cues}


def test_game_drives_switches_lamps_and_rescues(kind):
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    game = Game(world)
    vehicle = game.add_vehicle(kind(world, Vec3(0.0, 0.0, 0.0)))
    game.attach(0)
    game.controls = Controls(forward=1.0, lamps=True)
    for _ in range(60):
        world.step(DT)
    assert vehicle.speed > 2.0 and vehicle.lamps_on
    vehicle._move(world, Vec3(0.0, -80.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    world.step(DT)
    assert (vehicle.chassis.position - (vehicle.home[0] + (0.0, car.RIDE, 0.0))).length < 0.1


def test_cues_that_nobody_takes_do_not_pile_up(kind):
    world, vehicle = make(kind)
    drive(world, vehicle, 20)
    set_speed(vehicle, 18.0)
    drive(world, vehicle, 90, jump=True, right=1.0)
    assert len(vehicle.cues) <= car.CUES_MOST


def test_shapes_are_in_the_category_of_vehicles(kind):
    world, vehicle = make(kind)
    drive(world, vehicle, 2)
    start = vehicle.chassis.position + (0.0, 5.0, 0.0)
    assert world.ray_cast(start, (0.0, -1.0, 0.0), mask=layers.VEHICLE).body is vehicle.chassis
    assert world.ray_cast(start, (0.0, -1.0, 0.0), mask=layers.ALL & ~layers.VEHICLE).body.name == "ground"
