import math

import numpy as np
import pytest

from app.sound.driving import ENGINE_LOOPS, Driving, engine_mix, squeal_of
from app.sound.loops import ENGINE_SPEEDS, loop_speed
from app.sound.synthesis import RATE
from play.vehicles.vehicle import Telemetry

HERE = (0.0, 0.0, -3.0)


def firing_rate(wave: np.ndarray) -> float:
    """Strongest period of a sound [Hz], by its correlation with itself, between 20 and 300 Hz."""
    wave = wave - wave.mean()
    power = np.abs(np.fft.rfft(wave, 2 * len(wave))) ** 2
    same = np.fft.irfft(power)[: RATE // 20]
    low = RATE // 300
    lag = low + int(np.argmax(same[low:]))
    return RATE / lag


@pytest.mark.parametrize("rpm", [800.0, 1300.0, 2500.0, 4400.0, 6500.0])
def test_pitch_of_every_part_gives_the_speed(rpm):
    for name, gain, pitch in engine_mix(rpm, 0.5):
        assert (
            pitch * loop_speed(float(name.split("/")[1])) == pytest.approx(rpm)
            and 0.0 < gain <= 1.2
            and name in ENGINE_LOOPS
        )
        assert 0.5 < pitch < 2.0, "a loop is not stretched beyond an octave"


@pytest.mark.parametrize("rpm", [950.0, 2400.0, 4500.0])
def test_the_engine_that_is_heard_fires_at_its_rate(stage, rpm):
    driving = Driving(stage)
    for _ in range(30):
        driving.step(Telemetry(rpm=rpm, throttle=1.0), HERE)
    stage.update_loops(silent=False)
    stage.mixer.render(RATE // 4)
    wave = stage.mixer.render(RATE // 2)[:, 0].astype(float)
    rate = firing_rate(wave)
    turns = rate / (rpm / 30.0)  # cylinders differ: a whole cycle may correlate better than a firing
    assert min(abs(turns - share) for share in (1.0, 0.5, 0.25)) < 0.03, rate


def test_the_mix_has_the_same_power_wherever_it_is_crossfaded():
    for rpm in (1000.0, 1300.0, 1690.0, 1710.0, 2500.0):
        total = sum(gain**2 for _, gain, _ in engine_mix(rpm, 0.4))
        assert math.sqrt(total) == pytest.approx(0.45 + 0.55 * rpm / 6500.0)


def test_the_mix_has_no_jumps():
    before = None
    for rpm in np.geomspace(300.0, 9000.0, 400).tolist():
        now = {name: gain for name, gain, _ in engine_mix(rpm, 0.5)}
        if before is not None:
            assert max(abs(now.get(name, 0.0) - before.get(name, 0.0)) for name in ENGINE_LOOPS) < 0.15
        before = now


def test_load_is_heard():
    pulling = sum(gain for name, gain, _ in engine_mix(2500.0, 1.0) if name.endswith("pull"))
    assert pulling > 0.0 and not any(name.endswith("coast") for name, _, _ in engine_mix(2500.0, 1.0))
    assert not any(name.endswith("pull") for name, _, _ in engine_mix(2500.0, 0.0))


def test_an_engine_that_stands_is_silent():
    assert engine_mix(0.0, 1.0) == [] and engine_mix(float("nan"), 1.0) == []
    assert engine_mix(20000.0, 1.0)[-1][0].startswith(f"engine/{ENGINE_SPEEDS[-1]:.0f}")


def test_throttle_answers_softly(stage):
    driving = Driving(stage)
    driving.step(Telemetry(rpm=2000.0, throttle=1.0), HERE)
    assert any(name.endswith("coast") for name in stage.active_loops)
    for _ in range(60):
        driving.step(Telemetry(rpm=2000.0, throttle=1.0), HERE)
    coast = sum(gain for name, (_, gain, _, _) in stage.active_loops.items() if name.endswith("coast"))
    assert coast < 0.05


@pytest.mark.parametrize(
    ("data", "heard"),
    [
        (Telemetry(speed=15.0, slip=(0.8,) * 4, load=(3000.0,) * 4), False),
        (Telemetry(speed=15.0, slip=(0.1, 0.1, 1.5, 0.1), load=(3000.0,) * 4), True),
        (Telemetry(speed=15.0, slip=(1.5,) * 4), False),  # in the air
        (Telemetry(speed=0.2, slip=(1.5,) * 4, load=(3000.0,) * 4), False),
        (Telemetry(speed=0.2, throttle=1.0, slip=(1.5,) * 4, load=(3000.0,) * 4), True),  # wheels spin
        (
            Telemetry(speed=15.0, slip=(0.0, 0.0, 0.0, 1.5), load=(3000.0,) * 4, attached=(True, True, True, False)),
            False,
        ),
    ],
)
def test_when_tires_squeal(stage, data, heard):
    assert (squeal_of(data) > 0.0) == heard
    Driving(stage).step(data, HERE)
    assert ("squeal" in stage.active_loops) == heard
    Driving(stage).step(None)
    stage.stop_loops("squeal")
    Driving(stage).step(data, HERE, loose=True)
    assert "squeal" not in stage.active_loops and ("skid_dirt" in stage.active_loops) == heard


def test_wind_grows_with_speed_and_everything_ends_when_one_gets_out(stage):
    driving = Driving(stage)
    gains = []
    for speed in (5.0, 20.0, -40.0):
        driving.step(Telemetry(speed=speed, rpm=3000.0), HERE)
        gains.append(stage.active_loops.get("wind", (None, 0.0))[1])
    assert gains[0] == 0.0 < gains[1] < gains[2]
    driving.step(None)
    assert stage.active_loops == {}
