"""Recipes of loops: engine, tires, rockets, rolling and sliding. Each ends where it starts."""

import functools
import math
from collections.abc import Callable

import numpy as np

from app.sound.synthesis import RATE, Curve, Wave, band, colored, length, looped, peak_at, samples, shaped

#: Speeds for which engine loops are made [1/min]. Between them two loops are mixed, each with its own pitch.
ENGINE_SPEEDS = (900.0, 1700.0, 3200.0, 6000.0)
#: Loudness of a pulling and of a coasting engine [dB].
ENGINE_LEVELS = {"pull": -21.0, "coast": -27.0}
CYCLES = 12  # of the engine in a loop: enough that its repetition is not heard
CYLINDERS = 4


def loop_speed(rpm: float) -> float:
    """Actual speed of the loop for a speed [1/min]: its length must suit the Fourier transform.

    Two loops that are heard together must agree to a hair, or they beat.
    """
    return 120.0 * CYCLES * RATE / length(CYCLES * 120.0 / rpm)


def engine(rpm: float, load: str) -> Wave:
    """A four-stroke engine with four cylinders at one speed.

    It is a sum of all harmonics of its cycle, two turns: each cylinder fires once in it, each a little differently,
    and the pulses go through an exhaust whose resonances do not move with the speed.

    Args:
        rpm: Speed [1/min].
        load: "pull" or "coast".
    """
    cycle = 120.0 / rpm
    count = length(CYCLES * cycle)
    seed = 100 + int(rpm) + (load == "pull")
    random = np.random.default_rng(seed)
    pulses = np.zeros(count)
    width = (0.0008 if load == "pull" else 0.0020) * (900.0 / rpm) ** 0.35
    t = np.arange(samples(8.0 * width)) / RATE
    pulse = (t / width) * np.exp(1.0 - t / width)
    strengths = random.uniform(0.82, 1.0, CYLINDERS)  # of the cylinders: uneven, as a real idle is
    for k in range(CYCLES * CYLINDERS):
        start = int((k + random.uniform(-0.012, 0.012)) * count / (CYCLES * CYLINDERS))
        strength = strengths[k % CYLINDERS] * random.uniform(0.93, 1.0)
        places = (start + np.arange(len(pulse))) % count
        np.add.at(pulses, places, strength * pulse)
    breath = colored(count, seed, band(250.0, 5000.0, order=1.0)) * (0.25 + pulses)
    share = 0.10 if load == "pull" else 0.05
    return looped(shaped(pulses - pulses.mean() + share * breath, _exhaust(load)), ENGINE_LEVELS[load])


def _exhaust(load: str) -> Curve:
    """Resonances of pipe and body."""
    top = 3800.0 if load == "pull" else 1100.0
    roof = band(60.0, top, order=1.0)
    parts = [(peak_at(95.0, 0.5), 0.3), (peak_at(210.0, 0.4), 1.0), (peak_at(430.0, 0.35), 0.7)]
    parts += [(peak_at(950.0, 0.3), 0.6), (peak_at(2100.0, 0.35), 0.5 if load == "pull" else 0.1)]

    def response(frequency: np.ndarray) -> np.ndarray:
        tilt = np.sqrt(np.minimum(frequency, 2000.0) / 200.0)  # small speakers cannot play less
        return tilt * roof(frequency) * (0.3 + sum(gain * curve(frequency) for curve, gain in parts))

    return response


def wobble(count: int, seed: int, slowest: float, fastest: float, depth: float) -> Wave:
    """Periodic slow fluctuation about 1, as of a fire or the wind [Hz]."""
    return np.maximum(1.0 + depth * colored(count, seed, band(slowest, fastest, order=3.0)), 0.0)


def _whole(frequency: float, count: int) -> float:
    """The nearest frequency [Hz] of which whole periods fit into a loop."""
    return round(frequency * count / RATE) * RATE / count


def squeal() -> Wave:
    """A tire that slides: stick and slip at a few hundred hertz, rough."""
    count = length(1.6)
    t = np.arange(count) / RATE
    wave = np.zeros(count)
    for base, gain, seed in ((618.0, 1.0, 1), (655.0, 0.8, 2), (1010.0, 0.35, 3)):
        base = _whole(base, count)
        drift = np.cumsum(colored(count, 300 + seed, band(2.0, 14.0)))
        drift = 3.0 * (drift - np.linspace(0.0, drift[-1], count, endpoint=False)) / RATE  # it ends where it began
        phase = 2.0 * math.pi * (base * t + 5.0 * drift)
        tone = np.sin(phase) + 0.5 * np.sin(2.0 * phase) + 0.25 * np.sin(3.0 * phase)
        wave += gain * tone * wobble(count, 310 + seed, 4.0, 60.0, 0.45)
    hiss = colored(count, 320, band(700.0, 5000.0)) * wobble(count, 321, 3.0, 30.0, 0.3)
    return looped(wave + 0.5 * hiss, -22.0)


#: Plain noises: length [s], level [dB], then bands: low, high [Hz], gain, and their fluctuation: slowest, fastest [Hz],
#: depth.
NOISES = {
    "tires": (2.0, -27.0, (60.0, 420.0, 1.0, 2.0, 12.0, 0.15), (600.0, 2400.0, 0.3, 3.0, 20.0, 0.2)),
    "skid_dirt": (1.7, -24.0, (150.0, 2200.0, 1.0, 8.0, 60.0, 0.5), (1500.0, 6000.0, 0.4, 20.0, 120.0, 0.8)),
    "burning": (2.0, -18.0, (60.0, 500.0, 1.0, 8.0, 40.0, 0.35), (700.0, 6500.0, 0.5, 10.0, 70.0, 0.3)),
    "rumble": (2.0, -21.0, (60.0, 350.0, 1.0, 6.0, 30.0, 0.5), (400.0, 3500.0, 0.4, 12.0, 70.0, 0.9)),
    "roll": (1.8, -22.0, (70.0, 450.0, 1.0, 6.0, 35.0, 0.5), (600.0, 2200.0, 0.15, 10.0, 60.0, 0.8)),
    "scrape_hard": (1.8, -22.0, (500.0, 3800.0, 1.0, 12.0, 90.0, 0.6), (120.0, 500.0, 0.4, 8.0, 40.0, 0.5)),
    "scrape_soft": (1.8, -24.0, (150.0, 1300.0, 1.0, 8.0, 50.0, 0.4)),
    "wind": (3.0, -26.0, (150.0, 900.0, 1.0, 0.7, 4.0, 0.3), (900.0, 3000.0, 0.2, 0.7, 5.0, 0.4)),
    "flutter": (2.4, -25.0, (90.0, 700.0, 1.0, 3.0, 11.0, 0.9), (900.0, 4500.0, 0.3, 6.0, 22.0, 0.9)),
}


def rushing(name: str) -> Wave:
    """One of `NOISES`."""
    seconds, level, *parts = NOISES[name]
    count, seed = length(seconds), 400 + 20 * list(NOISES).index(name)
    wave = np.zeros(count)
    for k, (low, high, gain, *motion) in enumerate(parts):
        wave += gain * colored(count, seed + 2 * k, band(low, high)) * wobble(count, seed + 2 * k + 1, *motion)
    return looped(wave, level)


def metal_scrape() -> Wave:
    """Metal on stone: noise that makes a sheet ring."""
    count = length(1.8)
    rough = colored(count, 560, band(400.0, 9000.0)) * wobble(count, 561, 15.0, 110.0, 0.7)
    wave = 0.35 * rough
    for center, width in ((880.0, 0.03), (1630.0, 0.025), (2710.0, 0.02), (4150.0, 0.02)):
        part = shaped(rough, peak_at(center, width))
        wave += 0.5 * part / np.sqrt(np.mean(part**2))
    return looped(wave, -22.0)


def hum() -> Wave:
    """The grab tool holds something: a low, beating chord."""
    count = length(2.0)
    t = np.arange(count) / RATE
    tones = ((110.0, 1.0), (110.5, 0.9), (220.5, 0.5), (331.0, 0.3), (442.5, 0.15))
    return looped(sum(gain * np.sin(2.0 * math.pi * _whole(f, count) * t + f) for f, gain in tones), -31.0)


#: Loops by name, besides those of the engine.
LOOPS: dict[str, Callable[[], Wave]] = {
    **{name: functools.partial(rushing, name) for name in NOISES},
    "squeal": squeal,
    "scrape_metal": metal_scrape,
    "hold": hum,
}
