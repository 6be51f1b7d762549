"""Recipes of things that break: glass, wood, trees, bricks, metal."""

import numpy as np

from app.sound.synthesis import (
    Wave,
    band,
    colored,
    decay,
    grains,
    length,
    ringing,
    samples,
    squeezed,
    struck,
    sweep,
    swell,
)


def shatter() -> Wave:
    """A pane bursts: a crack, then pieces that ring as they fall."""
    count = length(1.5)
    burst = colored(count, 301, band(1800.0, 15000.0)) * swell(count, 0.0008, 0.14)
    body = colored(count, 302, band(500.0, 3500.0)) * swell(count, 0.001, 0.09)
    falling = colored(count, 303, band(4000.0, 16000.0)) * grains(count, 70, 0.035, 304, end=0.7) * decay(count, 1.3)
    random, rings = np.random.default_rng(305), np.zeros(count)
    for k in range(22):
        start = samples(0.02 + 0.9 * random.uniform() ** 1.6)
        pitch = random.uniform(2400.0, 7800.0)
        modes = (pitch, 1.73 * pitch, 2.33 * pitch)
        piece = ringing(count - start, modes, (0.16, 0.1, 0.06), (1.0, 0.6, 0.4), 306 + k)
        rings[start:] += random.uniform(0.2, 1.0) * decay(count, 1.6)[start] * piece
    return struck(squeezed(burst + 0.5 * body + 0.5 * falling + 0.3 * rings, 2.5), -14.0, fade=0.2)


def crack() -> Wave:
    """A board snaps: a sharp crack, and fibers that tear after it."""
    count = length(0.55)
    sharp = colored(count, 321, band(600.0, 7000.0)) * swell(count, 0.0006, 0.05)
    board = ringing(count, (210.0, 340.0, 520.0, 830.0), (0.12, 0.1, 0.07, 0.04), (1.0, 0.8, 0.6, 0.4), 322)
    fibers = colored(count, 323, band(900.0, 6000.0)) * grains(count, 30, 0.012, 324, end=0.5) * decay(count, 0.4)
    return struck(squeezed(sharp + 0.7 * board + 0.5 * fibers, 2.2), -15.0, fade=0.05)


def timber() -> Wave:
    """A trunk breaks: a blow, wood that splinters and groans, leaves."""
    count = length(2.0)
    blow = sweep(count, 150.0, 60.0, 0.1) * swell(count, 0.002, 0.3)
    splinter = colored(count, 331, band(400.0, 5000.0)) * grains(count, 75, 0.02, 332, end=0.45)
    groan = ringing(count, (92.0, 141.0, 203.0, 331.0), (0.7, 0.6, 0.45, 0.3), (1.0, 0.8, 0.6, 0.5), 333)
    leaves = colored(count, 334, band(1800.0, 8000.0)) * swell(count, 0.6, 1.3)
    mixed = 0.9 * blow + 0.8 * splinter * decay(count, 1.1) + 0.5 * groan + 0.12 * leaves
    return struck(squeezed(mixed, 2.5), -13.0, fade=0.3)


def crumble() -> Wave:
    """Mortar gives way, bricks tumble."""
    count = length(1.0)
    thud = sweep(count, 170.0, 75.0, 0.06) * swell(count, 0.002, 0.16)
    knocks = colored(count, 341, band(300.0, 3200.0)) * grains(count, 22, 0.04, 342, end=0.7)
    grit = colored(count, 343, band(1200.0, 7000.0)) * swell(count, 0.01, 0.7)
    return struck(squeezed(0.9 * thud + 0.9 * knocks * decay(count, 1.0) + 0.18 * grit, 2.5), -15.0, fade=0.1)


def snap() -> Wave:
    """A tube of metal tears off, and rings."""
    count = length(1.1)
    tear = colored(count, 351, band(700.0, 8000.0)) * swell(count, 0.001, 0.09)
    tube = ringing(
        count, (173.0, 477.0, 935.0, 1545.0, 2310.0), (0.8, 0.6, 0.4, 0.3, 0.2), (1.0, 0.8, 0.6, 0.5, 0.3), 352
    )
    return struck(squeezed(0.7 * tear + tube, 2.0), -15.0, fade=0.15)
