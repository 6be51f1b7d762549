import numpy as np
import pytest

from app.sound.loops import CYCLES, CYLINDERS, ENGINE_SPEEDS, engine, loop_speed
from app.sound.synthesis import RATE, centroid_of


@pytest.mark.parametrize("rpm", ENGINE_SPEEDS)
@pytest.mark.parametrize("load", ["pull", "coast"])
def test_an_engine_fires_at_its_rate(bank, rpm, load):
    """A four-stroke engine with four cylinders fires twice a turn: rpm / 30 per second. Overtones may be stronger."""
    wave = bank.get(f"engine/{rpm:.0f}/{load}").astype(float)
    power = np.abs(np.fft.rfft(wave)) ** 2
    firing = CYCLES * CYLINDERS  # periods in the loop
    on_beat = power[firing::firing].sum()
    assert on_beat > 0.6 * power[1:].sum()
    assert firing * RATE / len(wave) == pytest.approx(loop_speed(rpm) / 30.0)
    assert loop_speed(rpm) == pytest.approx(rpm, rel=0.03)


def test_an_engine_is_not_a_plain_tone():
    wave = engine(900.0, "pull").astype(float)
    power = np.abs(np.fft.rfft(wave)) ** 2
    firing = CYCLES * CYLINDERS
    off_beat = 1.0 - power[firing::firing].sum() / power[1:].sum()
    assert 0.005 < off_beat < 0.4, "cylinders differ a little"
    assert (power[firing::firing] > 0.01 * power.max()).sum() >= 5, "it has many overtones"


@pytest.mark.parametrize("rpm", ENGINE_SPEEDS)
def test_a_pulling_engine_is_brighter_than_a_coasting_one(bank, rpm):
    pull, coast = (bank.get(f"engine/{rpm:.0f}/{load}") for load in ("pull", "coast"))
    assert centroid_of(pull) > 1.3 * centroid_of(coast)


def test_metal_scrapes_brighter_than_soft_things_and_rolling_is_deep(bank):
    values = [centroid_of(bank.get(name)) for name in ("scrape_metal", "scrape_soft", "roll")]
    assert values[0] > values[1] > values[2]


def test_speeds_of_the_engine_are_less_than_two_octaves_apart():
    ratios = [b / a for a, b in zip(ENGINE_SPEEDS, ENGINE_SPEEDS[1:], strict=False)]
    assert all(1.0 < ratio < 2.0 for ratio in ratios)
