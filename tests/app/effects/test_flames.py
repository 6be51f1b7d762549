"""Flames: as many as there may be, always finite, gone in the end."""

import numpy as np
import pytest

from app.effects.flames import CAPACITY, FULL, Flames

DT = 1.0 / 60.0


def test_flames_grow_fade_and_go_out():
    flames = Flames()
    flames.burst((0, 1, 0), size=(1.0, 4.0), life=0.5, ball=True)
    sizes, alphas = [], []
    for _ in range(29):
        particles = flames.particles()
        sizes.append(float(particles.size[0]))
        alphas.append(float(particles.color[0, 3]))
        flames.advance(DT)
    assert sizes[0] == 1.0 and 3.5 < sizes[-1] < 4.0 and (np.diff(sizes) > 0).all()
    assert alphas[0] == 1.0 and alphas[-1] < 0.2 and (np.diff(alphas) <= 0).all()
    flames.advance(0.1)
    assert flames.count == 0 and flames.particles() is None


def test_there_are_never_more_than_there_is_room_for():
    flames = Flames()
    for k in range(40):
        flames.burst((k, 0, 0), count=50, life=9.0)
    assert flames.count == CAPACITY
    assert flames.particles().place[:, 0].min() >= 28, "the oldest gave way"


def test_sparks_fall_as_stones_do_and_air_slows_fire():
    flames = Flames()
    flames.burst((0, 0, 0), (0, 5, 0), life=9.0, fall=1.0)
    flames.burst((0, 0, 0), (8, 0, 0), life=9.0, drag=4.0)
    for _ in range(60):
        flames.advance(DT)
    stone, fire = flames.particles().place
    assert stone[1] == pytest.approx(5.0 - 0.5 * 9.81, abs=0.1)
    assert fire[0] == pytest.approx(8.0 / 4.0 * (1.0 - np.exp(-4.0)), rel=0.05)


@pytest.mark.parametrize("options", [{"place": (np.nan, 0, 0)}, {"velocity": (0, np.inf, 0)}, {"size": (1.0, np.nan)}])
def test_what_is_not_finite_does_not_burn(options):
    flames = Flames()
    flames.burst(**{"place": (0, 0, 0), **options})
    flames.burst((0, 0, 0), count=0)
    assert flames.count == 0


def test_balls_are_marked_and_exact():
    flames = Flames()
    flames.burst((1, 2, 3), count=1, size=(1.0, 6.0), ball=True)
    assert flames.particles().puff[0] == 2.0 and flames._rows[0, FULL] == 6.0
    np.testing.assert_array_equal(flames.particles().place[0], (1, 2, 3))
