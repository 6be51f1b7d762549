"""Textures of soft bodies: threads, strands, pores. They vary the color of a body, which is their mean."""

import functools
from collections.abc import Callable

import numpy as np

from render.soft.looks import LAYERS
from render.textures import SIZE, noise

#: How a texture changes the color (linear, 1 on average), [s, s, 3] or [s, s, 1]; its height [texels], [s, s]; its
#: factor of the roughness, [s, s].
Variation = tuple[np.ndarray, np.ndarray, np.ndarray]

ONES = np.ones((SIZE, SIZE))


def _grid() -> tuple[np.ndarray, np.ndarray]:
    u, v = np.meshgrid((np.arange(SIZE) + 0.5) / SIZE, (np.arange(SIZE) + 0.5) / SIZE)
    return u, v


def _threads(random: np.random.Generator, *, count: int, over: int, step: int) -> tuple[np.ndarray, ...]:
    """Cloth of threads along u and v.

    Args:
        random: For threads that are not all alike.
        count: Threads in each direction.
        over: How many threads a thread along v passes before it dives, of `over + 1`.
        step: How far the next thread is shifted.

    Returns:
        Whether a thread along v is on top, height of the one on top (0 to 1), shade of the threads; [s, s] each.
    """
    u, v = _grid()
    column, row = np.floor(u * count), np.floor(v * count)
    along_v = (row + step * column) % (over + 1) < over
    across = np.where(along_v, u, v) * count % 1.0 - 0.5
    along = np.where(along_v, v, u) * count % 1.0 - 0.5
    height = np.sqrt(np.maximum(1.0 - 3.4 * across * across, 0.0)) * (1.0 - 0.6 * along * along)
    shades = random.normal(0.0, 0.04, (2, count))
    shade = 1.0 + np.where(along_v, shades[0][column.astype(int)], shades[1][row.astype(int)])
    return along_v, height, shade * (1.0 + 0.05 * noise(random, low=20, slope=0.3))


def _smooth(random: np.random.Generator) -> Variation:
    return 1.0 + 0.02 * noise(random, low=1, slope=1.8)[..., None], 0.0 * ONES, ONES


def _grain(random: np.random.Generator) -> Variation:
    grain, blotch = noise(random, low=6, slope=0.7), noise(random, low=1, slope=1.8)
    return 1.0 + (0.05 * grain + 0.06 * blotch)[..., None], 0.25 * grain, 1.0 + 0.08 * blotch


def _weave(random: np.random.Generator) -> Variation:
    _, height, shade = _threads(random, count=64, over=1, step=1)
    return (shade * (0.55 + 0.55 * height))[..., None], 0.9 * height, ONES


def _satin(random: np.random.Generator) -> Variation:
    _, height, shade = _threads(random, count=60, over=4, step=2)
    slub = noise(random, low=2, slope=0.9, stretch=0.05)
    return (shade * (0.85 + 0.18 * height) + 0.04 * slub)[..., None], 0.5 * height, 1.0 + 0.08 * slub


def _twill(random: np.random.Generator) -> Variation:
    dyed, height, shade = _threads(random, count=64, over=3, step=1)
    color = np.where(dyed[..., None], (0.72, 0.76, 0.84), (1.95, 1.75, 1.45))
    worn = noise(random, low=1, slope=1.6)
    return color * (shade * (0.6 + 0.5 * height) + 0.02 * worn)[..., None], 0.9 * height, ONES


def _laid(random: np.random.Generator, strands: int, fibers: float) -> tuple[np.ndarray, np.ndarray]:
    """Strands that run around a rope: height (0 to 1) and fibers along them, [s, s] each."""
    u, v = _grid()
    phase = (strands * (u + v)) % 1.0 - 0.5
    height = np.sqrt(np.maximum(1.0 - 3.8 * phase * phase, 0.0))
    fine = noise(random, low=12, slope=0.5, stretch=4.0)
    twist = np.sin(2.0 * np.pi * (strands * (u + v) * 4.0 + fibers * u))
    return height, 0.7 * fine + 0.5 * twist


def _strands(random: np.random.Generator) -> Variation:
    height, fiber = _laid(random, 3, 24.0)
    return ((0.35 + 0.85 * height) * (1.0 + 0.12 * fiber))[..., None], 9.0 * height + 0.4 * fiber, ONES


def _wires(random: np.random.Generator) -> Variation:
    height, _ = _laid(random, 6, 0.0)
    u, v = _grid()
    wire = np.sqrt(np.maximum(1.0 - 3.6 * ((18.0 * v - 6.0 * u) % 1.0 - 0.5) ** 2, 0.0))
    return (0.3 + 0.6 * height * (0.6 + 0.4 * wire))[..., None], 5.0 * height + 1.2 * wire, ONES


def _pores(random: np.random.Generator) -> Variation:
    depth = np.clip(noise(random, low=14, slope=0.6) - 0.7, 0.0, 1.6)
    blotch = noise(random, low=1, slope=1.8)
    return 1.0 - (0.30 * depth - 0.03 * blotch)[..., None], -1.6 * depth, ONES


def _smudges(random: np.random.Generator) -> Variation:
    smear, grain = noise(random, low=2, slope=1.7, stretch=2.5), noise(random, low=16, slope=0.4)
    return 1.0 + (0.08 * smear + 0.04 * grain)[..., None], 1.2 * smear + 0.12 * grain, 1.0 + 0.06 * smear


def _skin(random: np.random.Generator) -> Variation:
    blotch, pore = noise(random, low=1, slope=1.6), noise(random, low=24, slope=0.3)
    color = 1.0 + blotch[..., None] * np.array((0.03, -0.06, -0.05)) + 0.03 * pore[..., None]
    return color, 0.3 * pore + 0.4 * noise(random, low=5, slope=1.0), 1.0 + 0.06 * pore


_RECIPES: dict[str, Callable[[np.random.Generator], Variation]] = {
    "smooth": _smooth,
    "grain": _grain,
    "weave": _weave,
    "satin": _satin,
    "twill": _twill,
    "strands": _strands,
    "wires": _wires,
    "pores": _pores,
    "smudges": _smudges,
    "skin": _skin,
}


def _bytes(values: np.ndarray) -> np.ndarray:
    """0 to 1 -> 0 to 255, rounded and clipped."""
    return np.clip(np.round(values * 255.0), 0, 255).astype(np.uint8)


@functools.cache
def soft_layers() -> tuple[np.ndarray, np.ndarray]:
    """All textures, by layer as in `render.soft.looks.LAYERS`.

    Returns:
        Roots of half of the factors of red, green and blue, and half of the factor of the roughness, uint8 [layers,
        SIZE, SIZE, 4]; slopes of the height along u and v (128 is flat), uint8 [layers, SIZE, SIZE, 2]. Read-only.
    """
    color = np.empty((len(LAYERS), SIZE, SIZE, 4), np.uint8)
    relief = np.empty((len(LAYERS), SIZE, SIZE, 2), np.uint8)
    for layer, name in enumerate(LAYERS):
        factor, height, roughness = _RECIPES[name](np.random.default_rng(2000 + layer))
        factor = np.maximum(factor, 0.0) / factor.mean()
        color[layer, ..., :3] = _bytes(np.sqrt(0.5 * factor))
        color[layer, ..., 3] = _bytes(0.5 * roughness)
        for axis, column in ((1, 0), (0, 1)):
            slope = 0.5 * (np.roll(height, -1, axis) - np.roll(height, 1, axis))
            relief[layer, ..., column] = _bytes(0.5 + 0.25 * slope)
    color.flags.writeable = relief.flags.writeable = False
    return color, relief
