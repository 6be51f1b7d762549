"""Soft things of the village: they stand where they should, sleep while nobody is near, and are mended and replayed."""

import numpy as np
import pytest

from app.timeline.commands.breakage import Mend
from physics import Vec3, World
from play.breakage.soft_things import soft_things_of
from play.breeze import GUSTS, SWING, gust
from play.game import game_of
from scenes import registry
from scenes.village import layout

DT = 1 / 60


@pytest.fixture(scope="module")
def village():
    """The village with a player at the start, after 12 s, and its state."""
    world = World()
    registry.load_all()["world_village"].start(world)
    for _ in range(720):
        world.step(DT)
    return world, world.save_state()


@pytest.fixture
def world(village):
    village[0].load_state(village[1])
    return village[0]


def soft(world, name):
    return next(one for one in world.softs if one.name == name)


def test_all_kinds_are_there_with_few_vertices():
    world = World()
    registry.load_all()["world_village"].start(world)
    for name in ("flag", "washing", "curtain", "awning", "trampoline", "hammock", "castle", "tire swing", "balloons"):
        assert any(one.name.startswith(name) for one in world.softs), name
    assert sum(one.vertex_count for one in world.softs) < 2000 and all(one.name for one in world.softs)


@pytest.mark.slow
def test_flags_fly_and_all_else_sleeps_whole_over_the_ground(world):
    awake = {one.name for one in world.softs if one.awake}
    assert awake == {f"flag {k + 1}" for k in range(len(layout.FLAGS))}
    for one in world.softs:
        places = one.positions
        assert one.part_count == 1 and not one.leaks and one.strain.max() < 0.3, one.name
        lowest = places[places[:, 1].argmin()]
        assert lowest[1] > layout.ground_at(lowest[0], lowest[2]) - 0.03, one.name
    for k in range(len(layout.FLAGS)):
        flag = soft(world, f"flag {k + 1}")
        foot, height, width, _ = layout.FLAGS[k]
        assert flag.position.x > foot.x + 0.25 * width, "it flies to the east"


@pytest.mark.slow
def test_washing_wakes_when_the_player_comes_and_sleeps_when_it_leaves(world):
    game = game_of(world)
    start, end = layout.WASHING
    game.avatar.put(world, (start + end) * 0.5 + (0.0, 0.0, 5.0), 0.0)
    for _ in range(90):
        world.step(DT)
    assert soft(world, "washing washing 2").awake
    game.avatar.put(world, layout.START, layout.START_YAW)
    for _ in range(900):
        world.step(DT)
    assert not soft(world, "washing washing 2").awake


@pytest.mark.slow
def test_a_rocket_at_the_washing_is_mended_and_that_is_taken_back_and_all_of_it_is_repeated(world):
    game, home = game_of(world), {one.id: one.vertex_count for one in world.softs}
    start, end = layout.WASHING

    def wreck():
        game.arsenal.explosions.start((start + end) * 0.5 + (0.0, 1.2, 0.6))
        soft(world, "awning 1").cut(soft(world, "awning 1").position, (1, 0, 0))
        for _ in range(60):
            world.step(DT)
        return world.state_hash()

    state = world.save_state()
    first = wreck()
    world.load_state(state)
    assert wreck() == first
    assert soft_things_of(world).astray(world)
    command = Mend()
    back = command.invert(world)
    assert command.perform(world).ok
    assert {one.id: one.vertex_count for one in world.softs} == home
    assert soft_things_of(world).astray(world) == ()
    for one in back:
        one.perform(world)
    assert soft_things_of(world).astray(world)


@pytest.mark.slow
def test_a_ball_bursts_a_balloon_on_the_range(world):
    game = game_of(world)
    place = soft(world, "balloons 1 1").position
    game.arsenal.projectiles.fire_ball(world, place + (6.0, 0.1, 0.0), Vec3(-25.0, 0.0, 0.0))
    cues = []
    for _ in range(40):
        world.step(DT)
        cues += [cue.kind for cue in game.cues]
    assert any(one.leaks for one in world.softs) and "burst" in cues


def test_gusts_have_a_mean_speed_and_stay_within_their_swing():
    winds = np.array([gust(0.1 * k, Vec3(3.0, 0.0, 0.0)) for k in range(6000)])
    speed = np.linalg.norm(winds, axis=1)
    assert speed.mean() == pytest.approx(1.0, abs=0.1) and speed.min() > 1.0 - 1.01 * GUSTS
    assert np.abs(np.arctan2(-winds[:, 2], winds[:, 0])).max() < 0.3 + SWING
