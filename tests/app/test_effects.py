"""Tests of app/effects.py."""

import numpy as np

from app.effects import CAPACITY, HITS_PER_STEP, Effects
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
