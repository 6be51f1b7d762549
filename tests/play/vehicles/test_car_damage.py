"""What must hold for both cars: damage, mishaps, recovery."""

import math

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, Vec3, World
from play import layers
from play.controls import Controls
from play.game import Game
from play.vehicles import car
from play.vehicles.car_pose import pose_of
from tests.play.vehicles.cars import DT, drive, finite, make, set_speed

# ---- Damage ---------------------------------------------------------------------------------------------------------


def kerb_hits(kind, height, most):
    """How many hits of a kerb at 8 m/s take a wheel off; None if so many do not."""
    world, vehicle = make(kind)
    world.add_body(
        kind=BodyKind.STATIC, shape=ShapeBox((3.0, height, 0.3)), position=(0.0, 0.0, -5.0), material="stone"
    )
    drive(world, vehicle, 20)
    for hit in range(most):
        vehicle.move_to(world, *vehicle.standing_pose(Vec3(0.0, 0.0, 0.0), 0.0))
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
    vehicle.move_to(world, *vehicle.standing_pose(Vec3(0.0, 0.0, 0.0), 0.0, 1.0))
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
    assert vehicle.speed > 1.5 and finite(vehicle)
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
    away = vehicle.wheels[1].position - pose_of(vehicle.chassis).at(car.HUBS[1])
    assert away.length < 0.05
    assert vehicle.damage == (0.0,) * 4 and all(vehicle.attached)
    drive(world, vehicle, 60, forward=1.0)
    assert vehicle.speed > 3.0


# ---- Mishaps --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [(0.0, 0.0, 1.0, 0.0), (0.5, 0.5, 0.5, 0.5), (-0.6, 0.0, 0.0, 0.8)])
def test_fall_of_30_meters_on_its_roof_leaves_all_finite_and_reset_helps(kind, turn):
    world, vehicle = make(kind)
    vehicle.move_to(world, Vec3(0.0, 30.0, 0.0), turn)
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
    vehicle.move_to(world, Vec3(0.0, 0.9, 0.0), (0.0, 0.0, 1.0, 0.0))
    for _ in range(300):
        world.step(DT)
    assert vehicle.upside_down and not vehicle.chassis.awake


def test_reset_keeps_place_and_heading_and_put_goes_anywhere(kind):
    world, vehicle = make(kind)
    drive(world, vehicle, 20)
    vehicle.move_to(world, Vec3(3.0, 0.7, -4.0), (0.0, 0.0, 1.0, 0.0))
    vehicle.reset(world)
    x, y, z = vehicle.chassis.position
    assert (x, z) == pytest.approx((3.0, -4.0)) and car.RIDE < y < car.RIDE + 0.3
    vehicle.put(world, Vec3(10.0, 0.0, 5.0), 1.0)
    drive(world, vehicle, 60)
    ahead = pose_of(vehicle.chassis).ahead
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
    vehicle.move_to(world, Vec3(0.0, -80.0, 0.0), (0.0, 0.0, 0.0, 1.0))
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
