"""Soft bodies are heard: what tears, bursts, lands, flutters and creaks, with captions."""

import math

import numpy as np
import pytest

from app.sound.fabrics import burst, creak, squish
from app.sound.softs import SoftSounds
from app.sound.synthesis import RATE, centroid_of
from physics import (
    BodyKind,
    FieldDrag,
    ShapePlane,
    ShapeSphere,
    SoftCloth,
    SoftShell,
    SoftSolid,
    World,
    build_flag,
    build_hung_weight,
)

DT = 1 / 60
NEAR = (0.0, 1.0, 2.0)


@pytest.fixture
def heard(stage):
    """A stage whose ears are near, and what was played on it, name and gain."""
    stage.ears.place(NEAR, (0.0, 0.0, 0.0, 1.0))
    stage.said, play = [], stage.play
    stage.play = lambda name, place, gain=1.0, **options: (
        stage.said.append((name, gain)) or play(name, place, gain, **options)
    )
    return stage


def ground():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    return world


def run(world, sounds, seconds):
    loops = set()
    for _ in range(round(seconds / DT)):
        world.step(DT)
        sounds.step(world)
        loops |= set(sounds._stage.active_loops)
    return loops


def names(stage):
    return [name for name, _ in stage.said]


@pytest.mark.parametrize(
    ("form", "sound"),
    [
        (SoftSolid.lattice(cells=(2, 2, 2), size=0.08), "squish"),
        (SoftShell.ball(0.25, detail=1, pressure=2e3), "bounce"),
        (SoftCloth.grid(columns=6, rows=6, spacing=0.1), "flap"),
    ],
    ids=["solid", "shell", "cloth"],
)
def test_what_lands_sounds_like_what_it_is_once_and_louder_from_higher_up(heard, form, sound):
    gains = []
    for height in (0.6, 2.5):
        heard.said.clear()
        world, sounds = ground(), SoftSounds(heard)
        world.add_soft(form, position=(0, height, 0), name="thing")
        run(world, sounds, 1.2)
        assert names(heard)[:1] == [sound] and len(heard.said) <= 4
        gains.append(heard.said[0][1])
    assert 0.0 < gains[0] < gains[1]
    assert sound != "squish" or any("jelly lands" in text for text in heard.captions.texts)


def test_what_lies_and_sleeps_is_silent(heard):
    world, sounds = ground(), SoftSounds(heard)
    world.add_soft(SoftSolid.lattice(cells=(2, 2, 2), size=0.2), position=(0, 0.21, 0))
    loops = run(world, sounds, 3.0)
    assert heard.said == [] and loops == set()


def test_cloth_that_tears_is_heard(heard):
    world, sounds = ground(), SoftSounds(heard)
    world.add_soft(SoftCloth.grid(columns=12, rows=12, spacing=0.1), position=(0, 1.5, 0), pins=[0, 11, 132, 143],
                   break_strain=0.1)  # fmt: skip
    world.add_body(shape=ShapeSphere(0.1), mass=8.0, position=(0, 2.0, 0), velocity=(0, -6, 0))
    run(world, sounds, 0.6)
    assert "rip" in names(heard) and any("cloth tears" in text for text in heard.captions.texts)


def test_a_shell_that_tears_by_its_pressure_pops(heard):
    world, sounds = ground(), SoftSounds(heard)
    world.add_soft(SoftShell.ball(0.25, detail=1, pressure=2e4), position=(0, 1, 0), gravity_scale=0.0,
                   break_strain=0.04)  # fmt: skip
    run(world, sounds, 0.8)
    assert names(heard).count("burst") == 1


def test_a_flag_flutters_in_the_wind_and_not_without(heard):
    world, sounds = ground(), SoftSounds(heard)
    build_flag(world, (0, 0, 0), height=2.0, width=1.2, drop=0.8, spacing=0.2, linear_damping=1.0)
    run(world, sounds, 6.0)
    assert "flutter" not in heard.active_loops
    world.add_field(FieldDrag((9.0, 0.0, 1.0), 1.2))
    assert "flutter" in run(world, sounds, 2.0)
    for soft in world.softs:
        world.remove_soft(soft)
    run(world, sounds, 0.2)
    assert "flutter" not in heard.active_loops


def test_a_rope_creaks_when_its_load_swings_and_not_while_it_hangs_still(heard):
    for swing, creaks in ((0.0, False), (1.2, True)):
        heard.said.clear()
        world, sounds = ground(), SoftSounds(heard)
        build_hung_weight(world, (0, 5, 0), length=2.0, mass=60.0, swing=swing)
        run(world, sounds, 2.5)
        heard.said.clear()
        run(world, sounds, 3.0)
        assert ("creak" in names(heard)) is creaks


def test_clear_forgets_and_a_world_without_soft_bodies_costs_nothing(heard):
    world, sounds = ground(), SoftSounds(heard)
    sounds.clear()
    assert run(world, sounds, 0.1) == set() and heard.said == []


def test_a_pop_is_sharp_a_creak_is_long_and_jelly_is_deep():
    pop, rope, jelly = (np.asarray(make(), float) for make in (burst, creak, squish))
    assert np.argmax(np.abs(pop) > 0.5 * np.abs(pop).max()) < 0.005 * RATE
    power = np.cumsum(rope**2) / (rope**2).sum()
    assert np.searchsorted(power, 0.9) - np.searchsorted(power, 0.1) > 0.15 * RATE
    assert centroid_of(jelly) < 0.5 * centroid_of(pop) and math.isfinite(centroid_of(rope))
