"""The obstacle course: a scripted figure passes every station, whatever the step."""

import functools

import pytest

from app.clock import FixedStepper
from physics import World
from play.figure.walker import Walker
from play.game import game_of
from scenes import kit, registry
from scenes.course import layout, route

KEY = "characters_course"


def start() -> World:
    world = World()
    registry.load_all()[KEY].start(world)
    return world


@functools.cache
def passed(dt: float) -> dict[str, dict[str, float]]:
    """What was seen on the way to each station, by its name."""
    world = start()
    game = game_of(world)
    avatar, walker = game.avatar, Walker(route.waypoints())
    seen, way, last = {}, {"low": 9.0, "high": -9.0, "fell": 0}, 0
    while not walker.done and world.time < 100.0:
        game.controls = walker.controls(world, avatar)
        for point in walker.waypoints[last : walker.index]:
            if point.name:
                crate = kit.named(world, "crate")[0].position.z
                seen[point.name] = {**way, "end": avatar.feet.y, "time": world.time, "crate": crate}
                way = {"low": 9.0, "high": -9.0, "fell": 0}
        last = walker.index
        world.step(dt)
        low, high = min(way["low"], avatar.feet.y), max(way["high"], avatar.feet.y)
        way = {"low": low, "high": high, "fell": way["fell"] + avatar.fallen}
    return seen


STATIONS = [point.name for point in route.waypoints() if point.name]


@pytest.mark.slow
@pytest.mark.parametrize("dt", [1 / 60, 1 / 30], ids=["1/60", "1/30"])
@pytest.mark.parametrize("name", STATIONS)
def test_station_is_passed_on_foot(name, dt):
    seen = passed(dt)
    assert name in seen, f"it got no further than {list(seen)[-1:]}"
    assert seen[name]["fell"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("dt", [1 / 60, 1 / 30], ids=["1/60", "1/30"])
def test_stations_are_not_cheated(dt):
    seen = passed(dt)
    for rise in layout.RISES:
        assert seen[f"stairs of {100 * rise:.0f} cm"]["high"] > layout.FLIGHT * rise - 0.05
    for gap in ("gap of 2.5 m", "gap of 4.5 m"):
        assert seen[gap]["low"] > layout.DECK - 0.15
    assert seen["lift"]["end"] == pytest.approx(layout.UPPER, abs=0.05)
    assert seen["platform"]["end"] == pytest.approx(layout.LOWER, abs=0.05)
    assert seen["crate"]["crate"] < layout.PASSAGE[1] + 0.2
    assert seen["seesaw"]["high"] > layout.PIVOT
    for degrees in layout.SLOPES[:-1]:
        assert seen[f"slope of {degrees:.0f} degrees"]["high"] > layout.PLATEAU - 0.05
    assert seen["slope of 60 degrees"]["end"] < 0.5, "it climbed what is too steep"


@pytest.mark.slow
def test_frames_per_second_make_no_difference_to_the_walker():
    hashes = set()
    for rate in (30, 60, 144):
        world = start()
        game, walker, stepper = game_of(world), Walker(route.waypoints()), FixedStepper()
        for _ in range(5 * rate):
            for _ in range(stepper.advance(1.0 / rate)[0]):
                if world.step_count < 240:
                    game.controls = walker.controls(world, game.avatar)
                    world.step(1 / 60)
        hashes.add((world.step_count, world.state_hash()))
    assert len(hashes) == 1 and hashes.pop()[0] == 240


def test_pendulum_throws_it_over_and_it_gets_up():
    world = start()
    game = game_of(world)
    avatar = game.avatar
    out = route.pendulum_is_out(0)
    while not out(world) or world.time < 1.0:
        world.step(1 / 60)
    avatar.put(world, (layout.LANE_3, 0.015, layout.PENDULUMS[0]), 0.0)
    fell = False
    for _ in range(300):
        world.step(1 / 60)
        fell |= avatar.fallen
        if fell and avatar.standing:
            break
    assert fell, "no pendulum hit it"
    assert avatar.standing and not avatar.fallen
