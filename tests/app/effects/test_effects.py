"""Tests of app/effects/effects.py."""

import numpy as np

from app.effects.effects import CAPACITY, HITS_PER_STEP, Effects
from app.effects.smoke import CAPACITY as CLOUDS, RISE, Smoke
from app.settings import Settings
from app.shell import Shell
from physics import BodyKind, ShapePlane, ShapeSphere, World

DT = 1 / 60


def hits_of(speed, material, ground="iron"):
    """The first hits of a ball that falls on the ground."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material=ground)
    world.add_body(shape=ShapeSphere(0.5), position=(0, 0.6, 0), velocity=(0, -speed, 0), material=material)
    for _ in range(30):
        world.step(DT)
        if world.events.contact_hit:
            return world.events
    raise AssertionError("the ball never hit")


def test_metal_on_metal_makes_sparks_and_wood_makes_dust():
    for material, glow in (("iron", 1.0), ("wood", 0.0)):
        effects = Effects()
        effects.hits(hits_of(8.0, material))
        particles = effects.particles()
        assert len(particles.place) > 3
        assert (particles.glow == glow).all()
        assert np.linalg.norm(particles.place, axis=1).max() < 0.3, "they start where the ball hits"


def test_gentle_touches_make_nothing():
    effects = Effects()
    effects.hits(hits_of(1.5, "iron"))
    assert effects.count == 0 and effects.particles() is None


def test_particles_fall_fade_and_vanish():
    effects = Effects()
    effects.hits(hits_of(8.0, "iron"))
    before = effects.particles()
    for _ in range(10):
        effects.advance(DT)
    after = effects.particles()
    assert after.color[:, 3].max() < before.color[:, 3].max()
    for _ in range(120):
        effects.advance(DT)
    assert effects.count == 0


def test_there_are_never_too_many():
    effects = Effects()
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    places = [(1.2 * (n % 10), 0.6, 1.2 * (n // 10)) for n in range(100)]
    world.add_bodies(shape=ShapeSphere(0.5), position=places, velocity=[(0.0, -8.0, 0.0)] * 100)
    while not world.events.contact_hit:
        world.step(DT)
    assert len(world.events.contact_hit) > HITS_PER_STEP
    effects.hits(world.events)
    assert 0 < effects.count <= 16 * HITS_PER_STEP
    for _ in range(100):
        effects.hits(world.events)
    assert effects.count == CAPACITY


def test_time_that_stands_still_changes_nothing():
    effects = Effects()
    effects.hits(hits_of(8.0, "iron"))
    before = effects.particles()
    effects.advance(0.0)
    np.testing.assert_array_equal(before.place, effects.particles().place)


def test_each_hit_of_a_step_sprays_what_its_own_materials_do():
    world, effects = World(), Effects()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="iron")
    for x, material in ((0, "iron"), (5, "wood")):
        world.add_body(shape=ShapeSphere(0.5), position=(x, 0.6, 0), velocity=(0, -9, 0), material=material)
    while not world.events.contact_hit:
        world.step(DT)
    effects.hits(world.events)
    particles = effects.particles()
    at_wood = particles.place[:, 0] > 2.5
    assert at_wood.sum() > 3 and (~at_wood).sum() > 3
    assert not particles.glow[at_wood].any() and particles.glow[~at_wood].all()
    assert (particles.size[~at_wood] == np.float32(0.03)).all() and (particles.size[at_wood] > 0.05).all()


def test_smoke_rises_grows_fades_and_vanishes():
    smoke = Smoke()
    smoke.puff((1.0, 2.0, 3.0), (0.0, 0.0, 0.0), count=20, size=0.2)
    for _ in range(6):
        smoke.advance(DT)
    early = smoke.particles()
    assert len(early.place) == 20 and (early.puff == 1.0).all() and not early.glow.any()
    for _ in range(36):
        smoke.advance(DT)
    late = smoke.particles()
    assert 0.1 * RISE < late.place[:, 1].mean() - early.place[:, 1].mean() < RISE
    assert (late.size > early.size).all()
    assert (late.color[:, 3] < early.color[:, 3]).all()
    for _ in range(90):
        smoke.advance(DT)
    assert smoke.count == 0


def test_clouds_are_few():
    smoke = Smoke()
    for _ in range(100):
        smoke.puff((0, 0, 0), (1, 0, 0))
    assert smoke.count == CLOUDS


def test_rubber_smokes_when_it_hits_hard():
    for material, speed, smokes in (("rubber", 12.0, True), ("rubber", 4.0, False), ("wood", 12.0, False)):
        effects = Effects()
        effects.hits(hits_of(speed, material))
        assert (effects.smoke.count > 0) == smokes
        assert effects.count > 0, "dust is there as well"
        particles = effects.particles()
        assert len(particles.place) == effects.count + effects.smoke.count
        assert (particles.puff is not None and particles.puff.any()) == smokes


def test_a_shot_leaves_smoke_below_the_line_of_sight():
    shell = Shell(Settings(), "stacking_tower")
    shell.shoot((0.0, 5.0, 20.0), (0.0, 0.0, -1.0))
    particles = shell.frame().particles
    assert len(particles.place) > 3 and particles.puff.all()
    assert (particles.place[:, 1] < 5.0).all() and (particles.place[:, 2] < 19.5).all()
    shell.session.restart()
    assert shell.frame().particles is None
