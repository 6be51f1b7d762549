"""Recipes of soft things: cloth that tears, balloons that burst, ropes that creak, what lands softly."""

import numpy as np

from app.sound.synthesis import (
    Wave,
    band,
    colored,
    decay,
    fitted,
    grains,
    length,
    ringing,
    samples,
    squeezed,
    struck,
    sweep,
    swell,
)


def rip() -> Wave:
    """Cloth tears: threads that snap one after another, faster and faster."""
    count = length(0.6)
    threads = colored(count, 601, band(1400.0, 9000.0)) * grains(count, 150, 0.006, 602, end=0.8)
    hiss = colored(count, 603, band(900.0, 5000.0)) * swell(count, 0.18, 0.45)
    rise = np.linspace(0.4, 1.0, count)
    return struck(squeezed((threads + 0.35 * hiss) * rise * decay(count, 0.9), 1.8), -18.0, fade=0.08)


def burst() -> Wave:
    """A balloon bursts: one sharp pop, and the room after it."""
    count = length(0.35)
    pop = colored(count, 611, band(500.0, 14000.0)) * swell(count, 0.0004, 0.02)
    air = sweep(count, 420.0, 110.0, 0.03) * swell(count, 0.0008, 0.07)
    room = colored(count, 612, band(300.0, 3000.0)) * swell(count, 0.012, 0.25)
    return struck(squeezed(pop + 0.9 * air + 0.12 * room, 3.0), -13.0, fade=0.05)


def creak() -> Wave:
    """A rope takes a load: strands stick and slip over one another."""
    count = length(0.7)
    random, wave = np.random.default_rng(621), np.zeros(count)
    place = 0.02
    while place < 0.5:
        start = samples(place)
        slip = ringing(count - start, (310.0, 640.0, 1130.0, 1900.0), (0.03, 0.025, 0.02, 0.012),
                       (1.0, 0.8, 0.5, 0.3), 622)  # fmt: skip
        wave[start:] += random.uniform(0.4, 1.0) * slip
        place += random.uniform(0.012, 0.03) * (1.0 + place)  # slower and slower
    return struck(squeezed(fitted(wave, count) * swell(count, 0.06, 1.2), 1.6), -26.0, fade=0.1)


def squish() -> Wave:
    """Jelly lands: a slap, and a body that wobbles."""
    count = length(0.45)
    slap = colored(count, 631, band(150.0, 1600.0)) * swell(count, 0.002, 0.06)
    wobble = sweep(count, 130.0, 62.0, 0.14) * swell(count, 0.012, 0.3)
    wet = colored(count, 632, band(700.0, 3200.0)) * grains(count, 30, 0.012, 633, end=0.4)
    return struck(squeezed(0.8 * slap + wobble + 0.15 * wet, 1.8), -19.0, fade=0.08)


def bounce() -> Wave:
    """A skin full of air is struck: it rings like a drum."""
    count = length(0.4)
    skin = ringing(count, (96.0, 153.0, 205.0, 221.0, 280.0), (0.22, 0.16, 0.12, 0.1, 0.08),
                   (1.0, 0.7, 0.5, 0.4, 0.3), 641)  # fmt: skip
    slap = colored(count, 642, band(300.0, 2500.0)) * swell(count, 0.0015, 0.04)
    return struck(squeezed(skin + 0.4 * slap, 1.6), -20.0, fade=0.06)


def flap() -> Wave:
    """Cloth is struck, or falls."""
    count = length(0.28)
    slap = colored(count, 651, band(250.0, 3000.0)) * swell(count, 0.008, 0.09)
    rustle = colored(count, 652, band(1200.0, 7000.0)) * swell(count, 0.03, 0.2)
    return struck(slap + 0.35 * rustle, -25.0, fade=0.06)
