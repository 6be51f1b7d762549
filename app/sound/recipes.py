"""Recipes of one-shot sounds: shots, explosions, clicks, doors. Each is a function without arguments."""

from collections.abc import Callable

import numpy as np

from app.sound import breaking, fabrics
from app.sound.impacts import impact
from app.sound.synthesis import (
    Wave,
    band,
    colored,
    decay,
    fitted,
    grains,
    length,
    peak_at,
    ringing,
    samples,
    shaped,
    squeezed,
    struck,
    sweep,
    swell,
    times,
)


def _after(wave: Wave, delay: float, count: int) -> Wave:
    """A wave after a silence [s], cut to a length [samples]."""
    return fitted(np.concatenate((np.zeros(samples(delay)), wave)), count)


def shot() -> Wave:
    """The constructor: compressed air pushes a projectile out of a wide tube."""
    count = length(0.45)
    push = sweep(count, 260.0, 62.0, 0.12) * swell(count, 0.002, 0.28)
    air = colored(count, 11, band(250.0, 4500.0)) * swell(count, 0.003, 0.16)
    tube = shaped(colored(count, 12, band(100.0, 3000.0)), peak_at(340.0, 0.25)) * swell(count, 0.01, 0.3)
    crack = colored(count, 13, band(1500.0, 9000.0)) * swell(count, 0.0006, 0.02)
    return struck(squeezed(push + 0.45 * air + 1.2 * tube + 0.4 * crack, 2.5), -14.0)


def launch() -> Wave:
    """A rocket leaves its tube: a thump, and a hiss that grows."""
    count = length(0.9)
    thump = sweep(count, 190.0, 48.0, 0.1) * swell(count, 0.002, 0.3)
    hiss = colored(count, 21, band(500.0, 7000.0)) * swell(count, 0.09, 0.9)
    roar = colored(count, 22, band(80.0, 700.0)) * swell(count, 0.05, 0.8)
    return struck(squeezed(0.9 * thump + 0.3 * hiss + 0.35 * roar, 2.0), -14.0, fade=0.1)


def explosion() -> Wave:
    """A blast: a crack, a boom that sinks, rubble and rolling echoes."""
    count = length(2.6)
    crack = colored(count, 31, band(700.0, 12000.0)) * swell(count, 0.0006, 0.09)
    boom = np.tanh(2.5 * sweep(count, 130.0, 30.0, 0.5) * swell(count, 0.004, 1.3))
    body = colored(count, 32, band(40.0, 900.0)) * swell(count, 0.006, 0.9)
    roll = colored(count, 33, band(40.0, 260.0, order=1.5)) * swell(count, 0.25, 2.6)
    debris = colored(count, 34, band(900.0, 6000.0)) * grains(count, 60, 0.03, 35, end=0.6) * decay(count, 2.4)
    return struck(squeezed(0.6 * crack + 0.9 * boom + 0.8 * body + 0.28 * roll + 0.08 * debris, 4.0), -10.0, fade=0.4)


def swing() -> Wave:
    """A chain and its ball are swung: air, and some links."""
    count = length(0.5)
    air = colored(count, 91, band(180.0, 1400.0)) * swell(count, 0.14, 0.7)
    links = ringing(count, (2300.0, 3700.0, 5100.0), (0.05, 0.04, 0.03), (1.0, 0.7, 0.5), 9)
    rattle = links + _after(0.7 * links, 0.06, count) + _after(0.5 * links, 0.1, count)
    return struck(air + 0.5 * rattle, -25.0, fade=0.1)


def puff() -> Wave:
    """A little puff: something disappears."""
    count = length(0.3)
    return struck(colored(count, 95, band(300.0, 2500.0)) * swell(count, 0.02, 0.25), -30.0, fade=0.08)


def jump() -> Wave:
    """Clothes and breath of a jump."""
    count = length(0.22)
    cloth = colored(count, 41, band(600.0, 4200.0)) * swell(count, 0.03, 0.2)
    push = ringing(count, (85.0,), (0.1,), (1.0,))
    return struck(0.4 * cloth + 0.5 * push, -27.0)


def land() -> Wave:
    """Weight that lands on two feet."""
    count = length(0.4)
    thud = sweep(count, 120.0, 52.0, 0.08) * swell(count, 0.003, 0.22)
    rustle = colored(count, 51, band(400.0, 3500.0)) * swell(count, 0.006, 0.12)
    return struck(thud + 0.25 * rustle, -20.0)


def splash() -> Wave:
    """Something falls into water: a slap, spray, and bubbles that rise after it."""
    count = length(0.9)
    slap = colored(count, 101, band(200.0, 2600.0)) * swell(count, 0.004, 0.12)
    spray = colored(count, 102, band(1200.0, 8000.0)) * swell(count, 0.05, 0.5)
    bubbles = sum(
        (_after(sweep(count, low, 1.7 * low, 0.08) * swell(count, 0.004, 0.07), start, count)
         for low, start in ((210.0, 0.16), (330.0, 0.24), (270.0, 0.33), (420.0, 0.41), (360.0, 0.52))),
        start=np.zeros(count),
    )  # fmt: skip
    return struck(squeezed(slap + 0.35 * spray + 0.45 * bubbles, 2.0), -18.0, fade=0.15)


def pickup() -> Wave:
    """Two rising notes."""
    count = length(0.42)
    note = ringing(count, (659.0, 1318.0, 2640.0), (0.22, 0.14, 0.08), (1.0, 0.4, 0.12))
    high = ringing(count, (988.0, 1976.0, 3960.0), (0.3, 0.18, 0.09), (1.0, 0.35, 0.1))
    return struck(note + _after(high, 0.075, count), -23.0)


def switch() -> Wave:
    """One weapon is put away and another is drawn: two clicks of metal."""
    count = length(0.24)
    click = fitted(ringing(count, (1900.0, 3100.0, 5200.0), (0.03, 0.025, 0.015), (1.0, 0.7, 0.5)), count)
    clack = ringing(count, (1150.0, 2300.0, 3900.0), (0.05, 0.04, 0.02), (1.0, 0.6, 0.4), 3)
    cloth = colored(count, 61, band(700.0, 5000.0)) * swell(count, 0.03, 0.15)
    return struck(0.6 * click + _after(clack, 0.085, count) + 0.12 * cloth, -24.0)


def button() -> Wave:
    """A large button is pressed."""
    count = length(0.26)
    plate = ringing(count, (210.0, 520.0, 1250.0), (0.09, 0.06, 0.03), (1.0, 0.7, 0.5))
    tick = ringing(count, (2600.0, 4100.0), (0.02, 0.015), (0.6, 0.4))
    return struck(plate + _after(tick, 0.045, count), -20.0)


def door() -> Wave:
    """A car door falls shut."""
    count = length(0.4)
    thump = ringing(count, (78.0, 132.0, 215.0), (0.16, 0.12, 0.09), (1.0, 0.7, 0.45))
    latch = ringing(count, (900.0, 1700.0, 2900.0), (0.05, 0.035, 0.02), (0.5, 0.4, 0.25), 2)
    seal = colored(count, 71, band(200.0, 1800.0)) * swell(count, 0.004, 0.07)
    return struck(thump + _after(latch, 0.022, count) + 0.25 * seal, -18.0)


def gear() -> Wave:
    """Gears engage."""
    count = length(0.16)
    tooth = ringing(count, (310.0, 740.0, 1650.0), (0.06, 0.045, 0.025), (1.0, 0.7, 0.3), 4)
    return struck(tooth + _after(0.5 * tooth, 0.04, count), -27.0)


def grab() -> Wave:
    """A tone that rises."""
    count = length(0.3)
    tone = sweep(count, 180.0, 520.0, 0.2) + 0.4 * sweep(count, 360.0, 1040.0, 0.2)
    return struck(tone * swell(count, 0.03, 0.4), -25.0, fade=0.06)


def drop() -> Wave:
    """A tone that falls."""
    count = length(0.3)
    tone = sweep(count, 480.0, 140.0, 0.2) + 0.4 * sweep(count, 960.0, 280.0, 0.2)
    return struck(tone * swell(count, 0.01, 0.35), -25.0, fade=0.06)


def crash() -> Wave:
    """Sheet metal is bent."""
    count = length(0.8)
    sheet = ringing(
        count,
        (118.0, 187.0, 263.0, 391.0, 547.0, 812.0, 1240.0, 1990.0),
        (0.3, 0.25, 0.25, 0.3, 0.25, 0.2, 0.15, 0.1),
        (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.35, 0.25), 5,
    )  # fmt: skip
    crunch = colored(count, 81, band(300.0, 5500.0)) * (
        0.7 * swell(count, 0.002, 0.12) + grains(count, 26, 0.03, 82, end=0.4)
    )
    return struck(squeezed(sheet + 0.6 * crunch, 2.5), -15.0)


def wheel_lost() -> Wave:
    """Bolts break, and iron rings on the ground."""
    count = length(1.2)
    first = fitted(np.asarray(crash(), float), count)
    ring = fitted(np.asarray(impact("steel", "large", 0), float), count)
    return struck(first + _after(0.8 * ring, 0.11, count) + _after(0.4 * ring, 0.32, count), -15.0)


def chime() -> Wave:
    """Something was fixed."""
    count = length(0.6)
    low = ringing(count, (523.0, 1046.0), (0.4, 0.2), (1.0, 0.25))
    high = ringing(count, (784.0, 1568.0), (0.4, 0.2), (0.9, 0.2))
    return struck(low + _after(high, 0.1, count), -25.0)


def refusal() -> Wave:
    """Two low notes: this cannot be done."""
    count = length(0.34)
    note = ringing(count, (196.0, 392.0, 588.0), (0.16, 0.12, 0.08), (1.0, 0.6, 0.25))
    return struck(note + _after(0.9 * note, 0.12, count), -25.0)


def marker() -> Wave:
    """A tick: a shot has hit."""
    count = length(0.09)
    return struck(ringing(count, (1480.0, 2960.0), (0.05, 0.03), (1.0, 0.3)), -28.0)


def beep() -> Wave:
    """A lamp of a countdown."""
    count = length(0.28)
    tone = sum(np.sin(2.0 * np.pi * f * times(count)) * part for f, part in ((440.0, 1.0), (880.0, 0.3), (1320.0, 0.1)))
    return struck(tone * swell(count, 0.006, 0.5) * np.minimum(1.0, (0.2 - times(count)).clip(0.0) / 0.02), -22.0)


def bell() -> Wave:
    """A small bell: a checkpoint was passed."""
    count = length(0.5)
    return struck(ringing(count, (1047.0, 2637.0, 4190.0), (0.4, 0.25, 0.12), (1.0, 0.4, 0.2)), -25.0)


def buzzer() -> Wave:
    """A horn with a reed: this was wrong."""
    count = length(0.5)
    t = times(count)
    reed = sum(np.sin(2.0 * np.pi * 155.6 * k * t) / k for k in range(1, 9)) + np.tanh(
        3.0 * np.sin(2.0 * np.pi * 164.8 * t)
    )
    return struck(squeezed(reed * swell(count, 0.01, 2.5) * ((0.42 - t).clip(0.0) / 0.04).clip(0.0, 1.0), 1.5), -20.0)


def fanfare() -> Wave:
    """Brass: three short notes up, and a long chord."""
    count = length(1.5)
    wave = np.zeros(count)
    notes = ((0.0, 0.13, 392.0), (0.13, 0.13, 523.3), (0.26, 0.13, 659.3), (0.42, 0.95, 784.0), (0.42, 0.95, 523.3),
             (0.42, 0.95, 659.3))  # fmt: skip
    for start, seconds, pitch in notes:
        size = samples(seconds)
        t = times(size)
        # Brass brightens as it swells: higher partials come later.
        swelling = np.minimum(1.0, t / 0.04)
        tone = sum(np.sin(2.0 * np.pi * pitch * k * t) * swelling**k * 0.62 ** (k - 1) for k in range(1, 10))
        edge = np.minimum(1.0, np.minimum(t / 0.012, (seconds - t) / (0.03 if seconds < 0.2 else 0.5)))
        first = samples(start)
        wave[first : first + size] += (tone * edge)[: count - first]
    return struck(squeezed(wave, 1.5), -17.0, fade=0.2)


#: One-shot sounds by name.
RECIPES: dict[str, Callable[[], Wave]] = {
    recipe.__name__: recipe
    for recipe in (
        shot, launch, explosion, swing, puff, jump, land, pickup, switch, button, door, gear, grab, drop, crash,
        wheel_lost, chime, refusal, marker, breaking.shatter, breaking.crack, breaking.timber, breaking.crumble,
        breaking.snap, beep, bell, buzzer, fanfare, splash, fabrics.rip, fabrics.burst, fabrics.creak, fabrics.squish,
        fabrics.bounce, fabrics.flap,
    )
}  # fmt: skip
