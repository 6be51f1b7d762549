"""Where cars are put: never inside of anything, and never beyond a wall."""

import math

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, Vec3, World
from physics.vector import rotate
from play.vehicles import car, car_places
from play.vehicles.car_jointed import CarJointed
from play.vehicles.car_rays import CarRays

DT = 1.0 / 60.0
HEIGHT = car.RIDE + 0.1


@pytest.fixture
def world():
    made = World()
    made.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete", name="ground")
    return made


def block(world, half, place, kind=BodyKind.STATIC, **options):
    return world.add_body(kind=kind, shape=ShapeBox(half), position=place, name="block", **options)


def find(world, place=(0.0, 0.5, 0.0), yaw=0.0):
    return car_places.free_place(world, Vec3(*place), yaw, HEIGHT, ())


def test_free_ground_is_taken_as_it_is(world):
    position, turn = find(world, Vec3(3.0, 0.4, -2.0), 0.7)
    assert position == pytest.approx((3.0, HEIGHT, -2.0), abs=1e-6)
    assert turn == pytest.approx((0.0, math.sin(0.35), 0.0, math.cos(0.35)))


def test_chassis_stands_square_on_a_slope():
    world, normal = World(), Vec3(0.3, 0.9, 0.2) * (1.0 / Vec3(0.3, 0.9, 0.2).length)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(normal), name="ground")
    position, turn = find(world, yaw=1.1)
    assert rotate(turn, (0.0, 1.0, 0.0)) == pytest.approx(normal, abs=1e-6)
    assert position.dot(normal) == pytest.approx(HEIGHT, abs=1e-6)
    ahead = rotate(turn, (0.0, 0.0, -1.0))
    assert math.atan2(-ahead.x, -ahead.z) == pytest.approx(1.1, abs=0.1)


def test_what_stands_there_is_avoided(world):
    block(world, (0.3, 0.6, 0.3), (0.5, 0.6, 1.0))
    position, turn = find(world)
    assert 1.0 < Vec3(position.x, 0.0, position.z).length < 5.1
    assert not world.overlap(car_places.ROOM, position - (0.0, HEIGHT - car_places.ROOM_HEIGHT, 0.19), turn)


def test_no_place_is_beyond_a_wall(world):
    """In a yard that is too small there is none, though all is free outside."""
    for x, z in ((-1.6, 0.0), (1.6, 0.0)):
        block(world, (0.1, 1.0, 1.7), (x, 1.0, z))
    for x, z in ((0.0, -1.6), (0.0, 1.6)):
        block(world, (1.7, 1.0, 0.1), (x, 1.0, z))
    assert find(world) is None


def test_loose_crates_carry_no_car(world):
    block(world, (1.2, 0.2, 2.2), (0.0, 0.2, 0.0), BodyKind.DYNAMIC, mass=30.0)
    assert find(world)[0].y == pytest.approx(HEIGHT, abs=1e-6)


@pytest.mark.parametrize("kind", [CarJointed, CarRays], ids=["jointed", "rays"])
def test_car_on_its_roof_against_a_wall_is_not_put_into_it(world, kind):
    vehicle = kind(world, Vec3(0.0, 0.0, 0.0))
    wall = block(world, (4.0, 1.5, 0.2), (0.0, 1.5, -1.5))
    vehicle.move_to(world, Vec3(0.0, 0.85, 0.0), (0.0, math.sqrt(0.5), math.sqrt(0.5), 0.0))  # nose away from the wall
    vehicle.reset(world)
    hits = world.overlap(car_places.ROOM, vehicle.chassis.position + (0.0, 0.24, 0.0), vehicle.chassis.orientation)
    assert wall not in [hit.body for hit in hits]
    for _ in range(60):
        world.step(DT)
    assert not vehicle.upside_down and vehicle.chassis.velocity.length < 0.3


@pytest.mark.parametrize("kind", [CarJointed, CarRays], ids=["jointed", "rays"])
def test_reset_that_did_not_help_leads_home_and_not_onto_who_parks_there(world, kind):
    vehicle, other = kind(world, Vec3(0.0, 0.0, 0.0)), kind(world, Vec3(8.0, 0.0, 0.0))
    vehicle.move_to(world, Vec3(20.0, 0.6, 20.0), (0.0, 0.0, 0.0, 1.0))
    other.put(world, Vec3(0.3, 0.0, 0.3), 0.0)
    vehicle.reset(world)
    assert (vehicle.chassis.position - Vec3(20.0, HEIGHT, 20.0)).length < 0.1
    vehicle.reset(world)
    apart = vehicle.chassis.position - other.chassis.position
    assert 1.7 < math.hypot(apart.x, apart.z) < 6.0
    assert any("parked" in cue.text for cue in vehicle.cues)
