"""Laps around the hill of the village with both cars, as the scripted driver takes them."""

import math

import pytest

from physics import World
from play.game import game_of
from play.vehicles.driver import Driver
from scenes import world_village
from scenes.village import layout

STEP = 1.0 / 60.0
CAR_WIDTH = 1.6
LONGEST = 45.0  # [s]


@pytest.fixture(scope="module")
def laps():
    """Time [s], farthest from the middle of the road [m], worst damage and whether the other car woke, for each car."""
    world = World()
    world_village.build(world)
    game = game_of(world)
    for _ in range(90):
        world.step(STEP)
    parked = [not vehicle.chassis.awake for vehicle in game.vehicles]
    state, found = world.save_state(), []
    for number in range(2):
        world.load_state(state)
        found.append((parked[number], *lap(world, game, number)))
    return found


def lap(world, game, number):
    driver = Driver(layout.TRACK, layout.TRACK_HALF_WIDTH)
    vehicle, other = game.vehicles[number], game.vehicles[1 - number]
    vehicle.put(world, layout.START_LINE + (0.0, 0.02, 0.0), layout.START_LINE_YAW)
    game.attach(number)
    before, gone, off, steps, woke = driver.progress(vehicle.chassis.position), 0.0, 0.0, 0, False
    while gone < driver.length and steps * STEP < LONGEST:
        game.controls = driver.controls(vehicle)
        world.step(STEP)
        steps += 1
        now = driver.progress(vehicle.chassis.position)
        gone += math.remainder(now - before, driver.length)
        before = now
        off = max(off, abs(driver.offset(vehicle.chassis.position)))
        woke |= other.chassis.awake
    return steps * STEP, off, max(vehicle.damage), woke


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1], ids=["blue", "green"])
def test_a_lap_stays_on_the_asphalt_and_does_no_harm(laps, number):
    """Never more than half of the car beside the road; wheels are whole in spite of the jump."""
    _, seconds, off, damage, _ = laps[number]
    assert 15.0 < seconds < 35.0
    assert off + 0.5 * CAR_WIDTH < layout.TRACK_HALF_WIDTH, "not even a wheel is on the grass"
    assert damage < 0.3


def test_both_cars_need_the_same_time_within_15_percent(laps):
    times = [row[1] for row in laps]
    assert max(times) < 1.15 * min(times)


@pytest.mark.parametrize("number", [0, 1], ids=["blue", "green"])
def test_parked_cars_sleep_and_the_other_one_wakes_none(laps, number):
    assert laps[number][0], "it slept before"
    assert not laps[number][4], "the other one slept all the time"
