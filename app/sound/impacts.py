"""Impacts: how materials sound when they are struck, walked on, or slide."""

import dataclasses
import math

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
    swell,
)


@dataclasses.dataclass(frozen=True)
class Timbre:
    """Sound of a material.

    Attributes:
        pitch: Lowest mode of a thing of a few kilograms [Hz].
        modes: Frequencies of its modes over the lowest.
        ring: Time in which the lowest mode falls by 60 dB [s].
        damping: How much faster high modes die: the time falls with their ratio to this power.
        tilt: How much weaker high modes are: the amplitude falls with their ratio to this power.
        rattle: Share of noise.
        hiss: Band of that noise [Hz].
        dead: Time in which the noise falls by 60 dB [s].
        hardness: 0 soft to 1 hard: what is soft does not let others ring.
        step: How a foot on it sounds: one of `STEPS`.
        slide: How it sounds when it slides: "hard", "soft" or "metal".
        grain: Bursts of the noise per second: 0 for a plain burst.
    """

    pitch: float
    modes: tuple[float, ...]
    ring: float
    damping: float
    tilt: float
    rattle: float
    hiss: tuple[float, float]
    dead: float
    hardness: float
    step: str = "stone"
    slide: str = "hard"
    grain: float = 0.0


_BAR = (1.0, 2.76, 5.40, 8.93, 13.3)  # free bar
_PLATE = (1.0, 1.52, 1.94, 2.71, 3.14, 4.03, 5.11, 6.3)  # roughly a free plate
_BLOCK = (1.0, 1.37, 1.83, 2.41, 3.2)
_SHEET = (1.0, 1.73, 2.33, 3.91, 4.11, 5.94, 7.2, 9.0)
_THUD = (1.0, 1.6, 2.3)

#: Materials by name: those of `physics.bodies.materials` and those of the outdoors.
TIMBRES = {
    "default": Timbre(300.0, _BLOCK, 0.12, 0.9, 0.8, 0.35, (200.0, 2500.0), 0.05, 0.6, "stone", "hard"),
    "wood": Timbre(260.0, (1.0, 1.57, 2.44, 3.2, 4.6), 0.16, 0.8, 0.7, 0.35, (250.0, 2600.0), 0.035, 0.6, "wood"),
    "iron": Timbre(430.0, (*_BAR, 1.48, 2.1), 0.55, 0.6, 0.45, 0.2, (500.0, 6000.0), 0.03, 0.95, "metal", "metal"),
    "steel": Timbre(690.0, (*_BAR, 1.51, 3.4), 1.1, 0.45, 0.3, 0.15, (900.0, 9000.0), 0.025, 1.0, "metal", "metal"),
    "rubber": Timbre(125.0, (1.0, 1.9, 2.8), 0.1, 1.2, 1.1, 0.3, (100.0, 700.0), 0.05, 0.15, "soft", "soft"),
    "ice": Timbre(1150.0, _PLATE, 0.12, 0.7, 0.5, 0.5, (1500.0, 9000.0), 0.05, 0.8, "stone", "hard", 180.0),
    "stone": Timbre(720.0, _BLOCK, 0.07, 0.6, 0.6, 0.75, (600.0, 5000.0), 0.045, 0.9),
    "concrete": Timbre(430.0, _BLOCK, 0.06, 0.7, 0.7, 0.9, (350.0, 4000.0), 0.05, 0.9),
    "glass": Timbre(1900.0, _SHEET, 0.5, 0.4, 0.25, 0.3, (3000.0, 14000.0), 0.04, 0.95, "stone", "hard", 220.0),
    "leather": Timbre(120.0, _THUD, 0.07, 1.0, 1.2, 0.5, (100.0, 1200.0), 0.05, 0.25, "soft", "soft"),
    "plastic": Timbre(410.0, _PLATE, 0.09, 0.8, 0.8, 0.35, (500.0, 4500.0), 0.03, 0.5, "wood", "soft"),
    "grass": Timbre(75.0, _THUD, 0.09, 1.0, 1.3, 0.55, (250.0, 3000.0), 0.1, 0.12, "grass", "soft", 300.0),
    "dirt": Timbre(68.0, _THUD, 0.1, 1.0, 1.3, 0.6, (120.0, 1500.0), 0.09, 0.15, "dirt", "soft", 250.0),
    "gravel": Timbre(110.0, _THUD, 0.06, 1.0, 1.0, 1.2, (900.0, 6000.0), 0.15, 0.3, "gravel", "hard", 200.0),
    "asphalt": Timbre(360.0, _BLOCK, 0.05, 0.8, 0.8, 0.95, (300.0, 3200.0), 0.05, 0.85),
    "plaster": Timbre(330.0, _BLOCK, 0.05, 0.8, 0.9, 1.0, (300.0, 3500.0), 0.08, 0.55, "stone", "hard", 220.0),
    "brick": Timbre(610.0, _BLOCK, 0.075, 0.6, 0.6, 0.8, (500.0, 4500.0), 0.06, 0.85, "stone", "hard", 250.0),
    "foliage": Timbre(90.0, _THUD, 0.04, 1.0, 1.3, 2.5, (1800.0, 8000.0), 0.25, 0.05, "grass", "soft", 160.0),
}  # fmt: skip

#: Other names for them.
ALIASES = {
    "metal": "steel", "aluminum": "steel", "copper": "iron", "lead": "iron", "chain": "steel", "tile": "stone",
    "rock": "stone", "marble": "stone", "ceramic": "glass", "sand": "dirt", "soil": "dirt", "mud": "dirt",
    "earth": "dirt", "snow": "grass", "tire": "rubber", "cloth": "leather", "flesh": "leather", "skin": "leather",
    "leaves": "foliage", "plank": "wood", "oak": "wood", "road": "asphalt", "paving": "concrete",
    "lawn": "grass", "track": "asphalt", "cardboard": "leather",
}  # fmt: skip

#: Sizes: largest mass of each [kg], factor on the pitch, factor on the decay time, gain [dB].
SIZES = {
    "small": (3.0, 1.5, 0.75, -2.0),
    "middle": (40.0, 1.0, 1.0, 0.0),
    "large": (400.0, 0.6, 1.5, 1.5),
    "huge": (math.inf, 0.38, 2.0, 3.0),
}
#: Footsteps: material whose ringing is heard, its share, band of the scuff [Hz], its grains per second.
STEPS = {
    "stone": ("stone", 0.5, (500.0, 4500.0), 0.0),
    "wood": ("wood", 1.0, (300.0, 2200.0), 0.0),
    "metal": ("steel", 0.35, (800.0, 6000.0), 0.0),
    "grass": ("grass", 0.6, (900.0, 6500.0), 260.0),
    "dirt": ("dirt", 0.8, (250.0, 2400.0), 220.0),
    "gravel": ("dirt", 0.5, (1200.0, 7000.0), 320.0),
    "soft": ("rubber", 1.0, (150.0, 1200.0), 0.0),
}
VARIANTS = 2
#: Lowest frequency of small speakers [Hz].
LOWEST_MODE = 80.0
IMPACT_LEVEL = -19.0  # [dB]
STEP_LEVEL = -24.0


def known(material: str) -> str:
    """The material of the table for a name; unknown ones get a plain sound."""
    if material in TIMBRES:
        return material
    lower = material.strip().lower()
    if lower in TIMBRES:
        return lower
    if lower in ALIASES:
        return ALIASES[lower]
    words = lower.replace("-", "_").replace(" ", "_").split("_")
    for word in words:  # "dark_wood", "wet grass"
        if word in TIMBRES or word in ALIASES:
            return ALIASES.get(word, word)
    return "default"


def size_of(mass: float) -> str:
    """Size of a body of a mass [kg], one of `SIZES`."""
    return next(name for name, row in SIZES.items() if mass <= row[0] or row[0] == math.inf)


def impact(material: str, size: str, variant: int) -> Wave:
    """A body that is struck.

    Args:
        material: One of `TIMBRES`.
        size: One of `SIZES`.
        variant: Another number is struck at another place.
    """
    timbre, (_, pitch, longer, gain) = TIMBRES[material], SIZES[size]
    seed = 1000 * list(TIMBRES).index(material) + 10 * list(SIZES).index(size) + variant
    random = np.random.default_rng(seed)
    ratios = np.array(timbre.modes) * random.uniform(0.97, 1.03, len(timbre.modes))
    ring = np.maximum(longer * timbre.ring / ratios**timbre.damping, 0.012)
    hits = random.uniform(0.45, 1.0, len(ratios)) / ratios**timbre.tilt
    dead = timbre.dead * math.sqrt(longer)
    count = length(max(1.1 * float(ring.max()), 1.5 * dead) + 0.03)
    lowest = max(timbre.pitch * pitch, LOWEST_MODE)
    tone = ringing(count, lowest * ratios, ring, hits, seed)
    low, high = timbre.hiss
    burst = colored(count, seed + 5, band(low * pitch, min(high * pitch, 18000.0)))
    burst *= swell(count, 0.0015, dead)
    if timbre.grain > 0.0:
        crackle = grains(count, max(int(timbre.grain * dead), 4), 0.02, seed + 6, end=min(dead * 44100 / count, 1.0))
        burst = 0.4 * burst + 0.9 * crackle * colored(count, seed + 7, band(low * pitch, min(high * pitch, 18000.0)))
    return struck(squeezed(tone + 0.6 * timbre.rattle * burst, 2.0 - timbre.hardness), IMPACT_LEVEL + gain)


def footstep(ground: str, variant: int) -> Wave:
    """A footstep.

    Args:
        ground: One of `STEPS`.
        variant: Left or right, for instance.
    """
    material, share, (low, high), grain = STEPS[ground]
    seed = 7000 + 10 * list(STEPS).index(ground) + variant
    count = length(0.24)
    knock = fitted(np.asarray(impact(material, "large", variant % VARIANTS), float), count)
    knock *= decay(count, 0.5) / max(float(np.abs(knock).max()), 1e-9)
    heel = ringing(count, (70.0, 110.0), (0.07, 0.05), (1.0, 0.6), seed)
    hiss = colored(count, seed + 1, band(low, high))
    if grain > 0.0:
        scuff = 0.9 * hiss * grains(count, int(grain * 0.18), 0.018, seed + 2, end=0.75)
    else:
        toe = np.concatenate((np.zeros(samples(0.055)), swell(count - samples(0.055), 0.012, 0.11)))
        scuff = hiss * (0.35 * swell(count, 0.002, 0.05) + 0.16 * toe)
    return struck(squeezed(share * knock + 0.5 * heel + 0.45 * scuff, 1.5), STEP_LEVEL)
