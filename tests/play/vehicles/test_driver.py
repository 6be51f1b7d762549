import math

import numpy as np
import pytest

from physics import BodyKind, ShapePlane, Vec3, World
from play.game import Game
from play.vehicles import driver
from play.vehicles.car_rays import CarRays
from play.vehicles.driver import Chauffeur, Driver


def circle(radius=30.0, count=120):
    angle = np.linspace(0.0, 2.0 * math.pi, count, endpoint=False)
    return np.column_stack((radius * np.cos(angle), 0.0 * angle, -radius * np.sin(angle)))


def test_line_is_cut_into_even_steps():
    points, length = driver.even(np.array(((0, 0, 0), (0, 0, -20), (0, 0, -20), (30, 0, -20), (30, 0, 0)), float))
    steps = np.linalg.norm(np.roll(points, -1, axis=0) - points, axis=1)
    assert length == pytest.approx(100.0)
    assert steps.max() < 1.01 and np.median(steps) == pytest.approx(1.0)


def test_bend_is_taken_with_a_part_of_the_grip():
    """v^2 / r = share * friction * g on a circle."""
    made = Driver(circle(20.0), 4.0, friction=0.8)
    expected = math.sqrt(driver.BEND_SHARE * 0.8 * 9.81 * 20.0)
    assert made.speeds.mean() == pytest.approx(expected, rel=0.02)


def test_it_brakes_in_time_before_a_bend():
    """From any point to the next, v^2 falls by no more than brakes take away."""
    corner = np.array(((0, 0, 0), (0, 0, -100), (8, 0, -108), (60, 0, -108), (60, 0, 0)), float)
    made = Driver(corner, 4.0)
    falls = made.speeds**2 - np.roll(made.speeds, -1) ** 2
    assert falls.max() <= 2.0 * driver.BRAKE_SHARE * 0.9 * 9.81 * 1.01
    assert made.speeds.max() == 21.0 and made.speeds.min() < 9.0


def test_offset_and_progress_tell_where_a_place_is():
    made = Driver(circle(30.0), 4.0)
    assert made.offset((32.0, 0.0, 0.0)) == pytest.approx(2.0, abs=0.05)  # counterclockwise: outside is to the right
    assert made.offset((28.0, 1.0, 0.0)) == pytest.approx(-2.0, abs=0.05)
    assert made.progress((0.0, 0.0, -30.0)) == pytest.approx(0.25 * made.length, abs=1.0)


def test_it_steers_toward_the_line_and_not_away_from_it():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    made = Driver(circle(60.0), 4.0)
    right = made.controls(CarRays(world, Vec3(57.0, 0.0, 0.0)))
    left = made.controls(CarRays(world, Vec3(63.0, 0.0, 0.0)))
    back = made.controls(CarRays(world, Vec3(60.0, 0.0, 0.0), math.pi))
    assert right.right > 0.0 > left.right
    assert right.forward == 1.0
    assert abs(back.right) == 1.0 and back.forward <= 0.4


@pytest.mark.parametrize("line", [np.zeros((3, 3)), np.zeros((20, 3)), np.full((20, 3), np.nan), np.zeros((20, 2))])
def test_line_that_is_none_is_refused(line):
    with pytest.raises(ValueError, match="line"):
        Driver(line)


def test_chauffeur_drives_what_the_player_does_not():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    game = Game(world)
    chauffeur = Chauffeur(world, Driver(circle(40.0), 4.0))
    cars = [game.add_vehicle(CarRays(world, Vec3(40.0, 0.0, z), name=f"car {z:g}")) for z in (0.0, -8.0)]
    chauffeur.cars = tuple(cars)
    game.attach(0)
    for _ in range(60):
        world.step(1.0 / 60.0)
    assert abs(cars[0].speed) < 0.1 and cars[1].speed > 1.0
