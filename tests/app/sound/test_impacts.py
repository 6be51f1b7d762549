import itertools
import math

import numpy as np
import pytest

from app.sound.impacts import ALIASES, SIZES, STEPS, TIMBRES, known, size_of
from app.sound.synthesis import RATE, centroid_of, loudness_of
from physics.bodies.materials import HANDBOOK


def brightness(bank, material: str, size: str = "middle") -> float:
    return float(np.mean([centroid_of(bank.get(f"impact/{material}/{size}/{k}")) for k in (0, 1)]))


def ring_time(wave: np.ndarray) -> float:
    """Time until only a thousandth of the energy is left [s]."""
    power = np.cumsum(wave.astype(float) ** 2)
    return float(np.searchsorted(power, 0.999 * power[-1])) / RATE


@pytest.mark.parametrize(
    "order",
    [
        ("glass", "steel", "iron", "wood", "rubber"),
        ("glass", "ice", "stone", "concrete", "wood", "rubber"),
        ("steel", "plastic", "leather", "rubber"),
    ],
)
def test_hard_things_sound_brighter(bank, order):
    values = [brightness(bank, material) for material in order]
    assert all(a > 1.1 * b for a, b in itertools.pairwise(values)), dict(zip(order, values, strict=True))


@pytest.mark.parametrize("material", TIMBRES)
def test_heavy_things_sound_duller_and_louder(bank, material):
    small, huge = (bank.get(f"impact/{material}/{size}/0") for size in ("small", "huge"))
    assert centroid_of(small) > 1.15 * centroid_of(huge)
    # Deep thuds have no room for more: their peaks are at the limit.
    assert loudness_of(huge) > loudness_of(small) + 2.0 or np.abs(huge).max() > 0.94


def test_metal_rings_longer_than_wood_and_wood_longer_than_stone(bank):
    times = [ring_time(bank.get(f"impact/{name}/middle/0")) for name in ("steel", "iron", "wood", "stone")]
    assert all(a > 1.3 * b for a, b in itertools.pairwise(times)), times


def test_every_material_of_the_handbook_has_a_timbre():
    assert {material.name for material in HANDBOOK} <= set(TIMBRES)
    assert {"grass", "asphalt", "dirt", "plaster", "brick", "foliage"} <= set(TIMBRES)
    assert set(ALIASES.values()) <= set(TIMBRES) and not set(ALIASES) & set(TIMBRES)
    for timbre in TIMBRES.values():
        assert timbre.step in STEPS and timbre.slide in ("hard", "soft", "metal") and 0.0 <= timbre.hardness <= 1.0


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("wood", "wood"), ("Wood", "wood"), ("dark_wood", "wood"), ("wet grass", "grass"), ("metal", "steel"),
        ("rusty-metal", "steel"), ("unobtainium", "default"), ("", "default"),
    ],
)  # fmt: skip
def test_names_fall_back(name, meant):
    assert known(name) == meant


def test_sizes_by_mass():
    assert [size_of(mass) for mass in (0.1, 10.0, 100.0, 1e5, math.inf)] == ["small", "middle", "large", "huge", "huge"]
    assert list(SIZES) == ["small", "middle", "large", "huge"]


def test_steps_differ_by_ground(bank):
    bright = {ground: centroid_of(bank.get(f"step/{ground}/0")) for ground in STEPS}
    assert bright["gravel"] > bright["dirt"] > bright["wood"] > bright["soft"]
    assert bright["grass"] > bright["stone"]
