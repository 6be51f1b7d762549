"""Pictures of the materials, made with numpy at the start: seeded, tileable, the same on every machine.

Noise is white noise shaped in the frequency domain, which makes it tileable by itself.
"""

import functools
from collections.abc import Callable

import numpy as np

from render.materials import LAYERS

#: Width and height [texels].
SIZE = 256

Recipe = tuple[np.ndarray, np.ndarray, np.ndarray]  # color [s, s, 3] (sRGB), height [s, s], roughness factor [s, s]


def noise(random: np.random.Generator, *, low: float = 2.0, slope: float = 1.5, stretch: float = 1.0) -> np.ndarray:
    """Tileable noise, mean 0 and standard deviation 1, float64 [SIZE, SIZE].

    Args:
        random: Where it comes from.
        low: Waves per tile below which there is nothing.
        slope: How fast small detail fades: 0 is white noise, 2 is soft clouds.
        stretch: How many times longer the grain is along u than along v.
    """
    spectrum = np.fft.rfft2(random.standard_normal((SIZE, SIZE)))
    v = np.fft.fftfreq(SIZE, 1.0 / SIZE)[:, None]
    u = np.fft.rfftfreq(SIZE, 1.0 / SIZE)[None, :]
    wave = np.sqrt((u * stretch) ** 2 + v * v)
    spectrum *= np.where(wave >= low, np.maximum(wave, 1e-9) ** -slope, 0.0)
    result = np.fft.irfft2(spectrum, (SIZE, SIZE))
    return result / result.std()


def mix(dark: tuple[float, float, float], light: tuple[float, float, float], amount: np.ndarray) -> np.ndarray:
    """Colors between two, [s, s, 3]; amount 0 to 1, clipped."""
    amount = np.clip(amount, 0.0, 1.0)[..., None]
    return np.array(dark) * (1.0 - amount) + np.array(light) * amount


def mix_into(color: np.ndarray, other: tuple[float, float, float], amount: np.ndarray) -> np.ndarray:
    """A picture with some of another color in it, [s, s, 3]; amount 0 to 1, clipped."""
    amount = np.clip(amount, 0.0, 1.0)[..., None]
    return color * (1.0 - amount) + np.array(other) * amount


def _coordinates() -> tuple[np.ndarray, np.ndarray]:
    u, v = np.meshgrid(np.arange(SIZE) / SIZE, np.arange(SIZE) / SIZE)
    return u, v


def _default(random: np.random.Generator) -> Recipe:
    grain = noise(random, low=4, slope=1.0)
    return mix((0.74, 0.74, 0.74), (0.81, 0.80, 0.79), 0.5 + 0.2 * grain), 0.1 * grain, np.ones((SIZE, SIZE))


def _wood(random: np.random.Generator) -> Recipe:
    _, v = _coordinates()
    warp = noise(random, low=1, slope=2.2, stretch=5.0)
    phase = 5.0 * v + 0.55 * warp
    ring = (phase % 1.0) ** 2.2  # early wood grows pale, late wood ends in a dark line
    ring = np.where(phase % 1.0 > 0.93, (1.0 - phase % 1.0) / 0.07, ring)
    fiber = noise(random, low=6, slope=0.7, stretch=14.0)
    blotch = noise(random, low=1, slope=2.0, stretch=2.0)
    amount = 0.78 - 0.42 * ring + 0.09 * fiber + 0.07 * blotch
    return mix((0.40, 0.27, 0.17), (0.80, 0.64, 0.46), amount), 0.2 * fiber - 0.6 * ring, 1.0 + 0.1 * ring


def _iron(random: np.random.Generator) -> Recipe:
    streak = noise(random, low=8, slope=0.5, stretch=24.0)
    blotch = noise(random, low=2, slope=1.8)
    color = mix((0.40, 0.40, 0.42), (0.58, 0.57, 0.56), 0.5 + 0.16 * streak + 0.13 * blotch)
    return color, 0.22 * streak, 1.0 + 0.12 * blotch


def _steel(random: np.random.Generator) -> Recipe:
    streak = noise(random, low=12, slope=0.3, stretch=32.0)
    color = mix((0.68, 0.69, 0.71), (0.80, 0.81, 0.82), 0.5 + 0.2 * streak)
    return color, 0.25 * streak, 1.0 + 0.1 * noise(random, low=2, slope=1.5)


def _rubber(random: np.random.Generator) -> Recipe:
    u, v = _coordinates()
    dimple = np.cos(2 * np.pi * 16 * (u + v)) + np.cos(2 * np.pi * 16 * (u - v))
    grain = noise(random, low=6, slope=0.8)
    color = mix((0.54, 0.22, 0.19), (0.64, 0.30, 0.26), 0.5 + 0.12 * grain + 0.06 * dimple)
    return color, 0.16 * dimple + 0.1 * grain, np.ones((SIZE, SIZE))


def _ice(random: np.random.Generator) -> Recipe:
    cloud = noise(random, low=1, slope=2.0)
    crack = np.exp(-np.abs(noise(random, low=2, slope=1.9)) * 22.0)
    color = mix((0.55, 0.75, 0.86), (0.86, 0.94, 0.98), 0.5 + 0.22 * cloud + 0.6 * crack)
    return color, 0.25 * cloud - 0.5 * crack, 1.0 + 1.2 * crack


def _stone(random: np.random.Generator) -> Recipe:
    rough = noise(random, low=2, slope=1.3)
    speckle = noise(random, low=24, slope=0.2)
    amount = 0.55 + 0.12 * rough + 0.13 * speckle - 0.25 * (speckle < -1.6)
    color = mix((0.42, 0.40, 0.38), (0.72, 0.69, 0.64), amount)
    return color, 0.4 * rough + 0.08 * speckle, 1.0 + 0.05 * rough


def _concrete(random: np.random.Generator) -> Recipe:
    blotch = noise(random, low=1, slope=1.7)
    grain = noise(random, low=20, slope=0.4)
    pore = np.clip(noise(random, low=16, slope=0.6) - 2.3, 0.0, 1.0)
    color = mix((0.54, 0.53, 0.51), (0.70, 0.69, 0.67), 0.5 + 0.07 * blotch + 0.09 * grain - 0.5 * pore)
    return color, 0.1 * blotch + 0.15 * grain - 1.5 * pore, 1.0 + 0.04 * blotch


def _glass(random: np.random.Generator) -> Recipe:
    ripple = noise(random, low=1, slope=2.5)
    return mix((0.60, 0.78, 0.74), (0.68, 0.84, 0.80), 0.5 + 0.1 * ripple), 0.05 * ripple, np.ones((SIZE, SIZE))


def _leather(random: np.random.Generator) -> Recipe:
    wrinkle = 1.0 - np.exp(-np.abs(noise(random, low=10, slope=1.6)) * 3.0)
    blotch = noise(random, low=2, slope=1.8)
    color = mix((0.25, 0.16, 0.11), (0.52, 0.36, 0.25), 0.2 + 0.55 * wrinkle + 0.12 * blotch)
    return color, 1.4 * wrinkle, 1.2 - 0.25 * wrinkle


def _plastic(random: np.random.Generator) -> Recipe:
    grain = noise(random, low=30, slope=0.2)
    return mix((0.20, 0.42, 0.64), (0.24, 0.48, 0.70), 0.5 + 0.1 * grain), 0.08 * grain, np.ones((SIZE, SIZE))


def _brick(random: np.random.Generator) -> Recipe:
    u, v = _coordinates()
    rows, columns = 8, 4
    row = np.floor(v * rows).astype(int)
    along = u * columns + 0.5 * (row % 2)
    column = np.floor(along).astype(int) % columns
    edge_u = np.minimum(along % 1.0, 1.0 - along % 1.0) / columns
    edge_v = np.minimum(v * rows % 1.0, 1.0 - v * rows % 1.0) / rows
    rough = noise(random, low=6, slope=1.0)
    solid = np.clip((np.minimum(edge_u, edge_v) - 0.008 + 0.001 * rough) / 0.008, 0.0, 1.0)
    shade = random.uniform(0.25, 0.85, (rows, columns))[row, column]
    clay = mix((0.46, 0.25, 0.19), (0.70, 0.44, 0.35), shade + 0.1 * rough)
    mortar = mix((0.58, 0.56, 0.52), (0.72, 0.70, 0.66), 0.5 + 0.2 * rough)
    color = mortar * (1.0 - solid[..., None]) + clay * solid[..., None]
    return color, 1.6 * solid + 0.15 * rough, np.ones((SIZE, SIZE))


def _grass(random: np.random.Generator) -> Recipe:
    blade = noise(random, low=20, slope=0.3, stretch=0.35)
    tuft = noise(random, low=5, slope=1.2)
    dry = noise(random, low=1, slope=1.8)
    color = mix((0.20, 0.29, 0.12), (0.44, 0.53, 0.26), 0.48 + 0.17 * blade + 0.10 * tuft)
    color = mix_into(color, (0.52, 0.49, 0.30), 0.12 + 0.10 * dry)
    return color, 0.45 * blade + 0.35 * tuft, 1.0 + 0.02 * tuft


def _asphalt(random: np.random.Generator) -> Recipe:
    grain = noise(random, low=30, slope=0.1)
    blotch = noise(random, low=1, slope=1.8)
    chip = np.clip(grain - 1.5, 0.0, 1.0)
    color = mix((0.23, 0.23, 0.24), (0.38, 0.38, 0.39), 0.45 + 0.12 * grain + 0.08 * blotch + 0.35 * chip)
    return color, 0.4 * grain + 0.1 * blotch, 1.0 - 0.12 * chip


def _dirt(random: np.random.Generator) -> Recipe:
    clod = noise(random, low=4, slope=1.1)
    grain = noise(random, low=24, slope=0.4)
    pebble = np.clip(noise(random, low=14, slope=0.8) - 1.9, 0.0, 1.0)
    color = mix((0.36, 0.26, 0.17), (0.60, 0.47, 0.33), 0.5 + 0.14 * clod + 0.10 * grain)
    return mix_into(color, (0.60, 0.57, 0.52), pebble), 0.5 * clod + 0.2 * grain + pebble, 1.0 - 0.1 * pebble


def _sand(random: np.random.Generator) -> Recipe:
    u, v = _coordinates()
    ripple = np.sin(2 * np.pi * 9 * v + 0.9 * noise(random, low=1, slope=2.0))
    grain = noise(random, low=40, slope=0.0)
    color = mix((0.70, 0.60, 0.43), (0.86, 0.78, 0.60), 0.5 + 0.12 * ripple + 0.10 * grain)
    return color, 0.35 * ripple + 0.15 * grain, np.ones((SIZE, SIZE))


def _foliage(random: np.random.Generator) -> Recipe:
    clump = noise(random, low=6, slope=1.4)
    leaf = noise(random, low=18, slope=0.7)
    hole = np.clip(-1.1 - noise(random, low=10, slope=0.9), 0.0, 1.0)
    color = mix((0.13, 0.24, 0.09), (0.40, 0.54, 0.22), 0.48 + 0.14 * clump + 0.17 * leaf - 0.7 * hole)
    return color, 0.7 * clump + 0.5 * leaf - hole, 1.0 + 0.05 * leaf


def _plaster(random: np.random.Generator) -> Recipe:
    stroke = noise(random, low=4, slope=1.0, stretch=2.5)
    grain = noise(random, low=30, slope=0.3)
    color = mix((0.80, 0.78, 0.73), (0.90, 0.88, 0.84), 0.5 + 0.12 * stroke + 0.08 * grain)
    return color, 0.25 * stroke + 0.1 * grain, np.ones((SIZE, SIZE))


def _roof(random: np.random.Generator) -> Recipe:
    """Tiles in rows: each row lies over the one below it, each tile is round."""
    u, v = _coordinates()
    rows, columns = 6, 8
    row = np.floor(v * rows).astype(int)
    along = u * columns + 0.5 * (row % 2)
    column = np.floor(along).astype(int) % columns
    down, across = v * rows % 1.0, 2.0 * (along % 1.0) - 1.0
    rough = noise(random, low=8, slope=0.9)
    round_ = np.sqrt(np.clip(1.0 - across * across, 0.0, 1.0))
    shade = random.uniform(0.2, 0.8, (rows, columns))[row, column]
    dark = 0.5 * np.clip(1.0 - 8.0 * np.minimum(down, 1.0 - down), 0.0, 1.0) + 0.35 * (1.0 - round_)
    color = mix((0.46, 0.20, 0.14), (0.72, 0.38, 0.27), shade + 0.08 * rough) * (1.0 - 0.6 * dark[..., None])
    return color, 3.0 * round_ + 2.0 * down + 0.15 * rough, 1.0 + 0.05 * rough


def _cloth(random: np.random.Generator) -> Recipe:
    u, v = _coordinates()
    weave = np.sin(2 * np.pi * 40 * u) * np.sin(2 * np.pi * 40 * v)
    fold = noise(random, low=2, slope=1.8)
    color = mix((0.68, 0.68, 0.68), (0.84, 0.83, 0.82), 0.5 + 0.14 * weave + 0.08 * fold)
    return color, 0.35 * weave + 0.2 * fold, np.ones((SIZE, SIZE))


def _boarded(random: np.random.Generator, rows: int, columns: int, dark: tuple, light: tuple) -> Recipe:
    """Boards along u, each with a shade and a grain of its own, and dark joints between them."""
    u, v = _coordinates()
    row = np.floor(v * rows).astype(int)
    along = (u + random.permutation(rows)[row] / rows) * columns
    board = row * columns + np.floor(along).astype(int) % columns
    fiber = noise(random, low=5, slope=0.8, stretch=16.0)
    blotch = noise(random, low=1, slope=1.8, stretch=4.0)
    shade = random.uniform(-0.16, 0.16, rows * columns)[board]
    across = np.minimum(v * rows % 1.0, 1.0 - v * rows % 1.0) / rows
    end = np.minimum(along % 1.0, 1.0 - along % 1.0) / columns
    joint = np.clip(1.4 - np.minimum(across, end) * SIZE, 0.0, 1.0)
    color = mix(dark, light, 0.5 + 0.12 * fiber + 0.08 * blotch + shade)
    return mix_into(color, tuple(0.35 * np.array(dark)), 0.75 * joint), 0.15 * fiber - 2.0 * joint, 1.0 + 0.06 * blotch


def _boards(random: np.random.Generator) -> Recipe:
    return _boarded(random, 14, 1, (0.34, 0.22, 0.13), (0.63, 0.45, 0.28))


def _parquet(random: np.random.Generator) -> Recipe:
    return _boarded(random, 24, 2, (0.62, 0.43, 0.24), (0.84, 0.66, 0.43))


def _linoleum(random: np.random.Generator) -> Recipe:
    u, v = _coordinates()
    speck = noise(random, low=30, slope=0.1)
    cloud = noise(random, low=2, slope=1.4)
    odd = (np.floor(4.0 * u) + np.floor(4.0 * v)) % 2.0
    seam = np.minimum(np.minimum(4.0 * u % 1.0, 1.0 - 4.0 * u % 1.0), np.minimum(4.0 * v % 1.0, 1.0 - 4.0 * v % 1.0))
    color = mix((0.46, 0.50, 0.52), (0.70, 0.73, 0.74), 0.42 + 0.16 * odd + 0.06 * speck + 0.06 * cloud)
    dark = np.clip(1.2 - seam * SIZE / 4.0, 0.0, 1.0)
    return mix_into(color, (0.30, 0.32, 0.33), 0.6 * dark), 0.05 * speck - dark, np.ones((SIZE, SIZE))


def _rink(random: np.random.Generator) -> Recipe:
    cloud = noise(random, low=1, slope=2.0)
    scratch = np.exp(-np.abs(noise(random, low=3, slope=1.7, stretch=3.0)) * 60.0)
    scratch = np.maximum(scratch, np.exp(-np.abs(noise(random, low=3, slope=1.7, stretch=0.4)) * 70.0))
    color = mix((0.72, 0.82, 0.88), (0.90, 0.95, 0.98), 0.5 + 0.16 * cloud + 0.5 * scratch)
    return color, 0.1 * cloud - 0.5 * scratch, 1.0 + 1.5 * scratch


_RECIPES: dict[str, Callable[[np.random.Generator], Recipe]] = {
    "default": _default,
    "wood": _wood,
    "iron": _iron,
    "steel": _steel,
    "rubber": _rubber,
    "ice": _ice,
    "stone": _stone,
    "concrete": _concrete,
    "glass": _glass,
    "leather": _leather,
    "plastic": _plastic,
    "brick": _brick,
    "grass": _grass,
    "asphalt": _asphalt,
    "dirt": _dirt,
    "sand": _sand,
    "foliage": _foliage,
    "plaster": _plaster,
    "roof": _roof,
    "cloth": _cloth,
    "boards": _boards,
    "parquet": _parquet,
    "linoleum": _linoleum,
    "rink": _rink,
}


def _bytes(values: np.ndarray) -> np.ndarray:
    """0 to 1 -> 0 to 255, rounded and clipped."""
    return np.clip(np.round(values * 255.0), 0, 255).astype(np.uint8)


@functools.cache
def texture_layers() -> tuple[np.ndarray, np.ndarray]:
    """All textures, by layer as in `render.materials.LAYERS`.

    Returns:
        Colors (sRGB) and roughness (half of the factor), uint8 [layers, SIZE, SIZE, 4]; slopes of the height along u
        and v (128 is flat) and the height (128 is the mean), uint8 [layers, SIZE, SIZE, 4]. Both are read-only.
    """
    color = np.empty((len(LAYERS), SIZE, SIZE, 4), np.uint8)
    relief = np.full((len(LAYERS), SIZE, SIZE, 4), 255, np.uint8)
    for layer, name in enumerate(LAYERS):
        picture, height, roughness = _RECIPES[name](np.random.default_rng(1000 + layer))
        color[layer, ..., :3] = _bytes(picture)
        color[layer, ..., 3] = _bytes(0.5 * roughness)
        height = height - height.mean()
        slope_u = 0.5 * (np.roll(height, -1, 1) - np.roll(height, 1, 1))
        slope_v = 0.5 * (np.roll(height, -1, 0) - np.roll(height, 1, 0))
        relief[layer, ..., 0] = _bytes(0.5 + 0.25 * slope_u)
        relief[layer, ..., 1] = _bytes(0.5 + 0.25 * slope_v)
        relief[layer, ..., 2] = _bytes(0.5 + 0.1 * height)
    color.flags.writeable = relief.flags.writeable = False
    return color, relief


@functools.cache
def cloud_layers() -> np.ndarray:
    """How thick clouds are, uint8 [SIZE, SIZE, 2], read-only: large ones (128 is the mean), and their frayed edges."""
    random = np.random.default_rng(7)
    large, fine = noise(random, low=2, slope=2.3), noise(random, low=2, slope=1.6)
    layers = _bytes(np.stack((0.5 + 0.16 * large, 0.5 + 0.2 * fine), axis=-1))
    layers.flags.writeable = False
    return layers
