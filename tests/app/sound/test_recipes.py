import numpy as np

from app.sound.recipes import RECIPES
from app.sound.synthesis import RATE, centroid_of


def test_an_explosion_is_deep_and_long(bank):
    wave = bank.get("explosion")
    assert centroid_of(wave) < 500.0 and len(wave) / RATE > 2.0
    start, late = wave[: RATE // 50], wave[RATE : RATE + RATE // 10]
    assert centroid_of(start) > 2.0 * centroid_of(late), "it begins with a crack"


def test_grab_rises_and_drop_falls(bank):
    for name, sign in (("grab", 1.0), ("drop", -1.0)):
        wave = bank.get(name)
        first, last = wave[: len(wave) // 3], wave[len(wave) // 2 :]
        assert sign * (centroid_of(last) - centroid_of(first)) > 50.0


def test_loud_things_start_at_once(bank):
    """What answers a finger must not be late: a tenth of the peak within 15 ms."""
    for name in ("shot", "explosion", "button", "switch", "marker", "land", "crash"):
        wave = np.abs(bank.get(name))
        assert np.argmax(wave > 0.1 * wave.max()) < 0.015 * RATE, name


def test_recipes_carry_their_own_names():
    assert all(recipe.__name__ == name for name, recipe in RECIPES.items())
