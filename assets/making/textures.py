"""Pictures that models are painted with: seeded, tileable, made with numpy alone.

Rows go down, as in a PNG file; u goes to the right, and v up from the last row.
"""

from collections.abc import Callable

import numpy as np

Color = tuple[float, float, float]


def noise(seed: int, size: int, *, low: float = 2.0, slope: float = 1.5, stretch: float = 1.0) -> np.ndarray:
    """Tileable noise, mean 0 and standard deviation 1, shape [size, size].

    Args:
        seed: What decides.
        size: Width and height [pixels].
        low: Waves per tile below which there is nothing.
        slope: How fast small detail fades.
        stretch: How many times longer the grain is along u than along v.
    """
    spectrum = np.fft.rfft2(np.random.default_rng(seed).standard_normal((size, size)))
    v = np.fft.fftfreq(size, 1.0 / size)[:, None]
    u = np.fft.rfftfreq(size, 1.0 / size)[None, :]
    wave = np.hypot(u * stretch, v)
    spectrum *= np.where(wave >= low, np.maximum(wave, 1e-9) ** -slope, 0.0)
    result = np.fft.irfft2(spectrum, (size, size))
    return result / result.std()


def mix(dark: Color, light: Color, amount: np.ndarray) -> np.ndarray:
    """Colors between two; amount 0 to 1, clipped."""
    amount = np.clip(amount, 0.0, 1.0)[..., None]
    return np.array(dark) * (1.0 - amount) + np.array(light) * amount


def places(size: int) -> tuple[np.ndarray, np.ndarray]:
    """u to the right and v down of all pixels, 0 to 1, [size, size] each."""
    line = (np.arange(size) + 0.5) / size
    return np.meshgrid(line, line)


def grass(size: int = 512) -> np.ndarray:
    """Short grass with lighter blades and some bare spots."""
    blades = noise(1, size, low=20, slope=0.5, stretch=0.35)
    patches = noise(2, size, low=1, slope=1.6)
    straw = noise(3, size, low=8, slope=0.8)
    color = mix((0.22, 0.31, 0.13), (0.46, 0.52, 0.27), 0.45 + 0.17 * blades + 0.13 * patches)
    return color + np.clip(straw - 1.9, 0.0, 1.0)[..., None] * np.array((0.18, 0.12, 0.05))


def rock(size: int = 512) -> np.ndarray:
    """Gray rock with level layers, cracks and lichen."""
    layers = noise(5, size, low=2, slope=1.4, stretch=0.45)
    beds = noise(36, size, low=3, slope=1.2, stretch=4.0)
    grain = noise(6, size, low=24, slope=0.6)
    crack = np.abs(noise(7, size, low=2, slope=1.5))
    color = mix((0.31, 0.30, 0.28), (0.62, 0.58, 0.53), 0.5 + 0.14 * layers + 0.12 * beds + 0.1 * grain)
    color = color * (0.72 + 0.28 * np.clip(crack / 0.12, 0.0, 1.0))[..., None]
    lichen = np.clip(noise(37, size, low=3, slope=1.4) - 1.2, 0.0, 1.0)[..., None]
    return color * (1.0 - 0.45 * lichen) + 0.45 * lichen * np.array((0.36, 0.40, 0.24))


def turf(size: int = 512) -> np.ndarray:
    """Grass that grows between stones."""
    bare = np.clip(0.5 + 0.6 * noise(38, size, low=3, slope=1.1), 0.0, 1.0)[..., None]
    return grass(size) * (1.0 - bare) + 0.92 * rock(size) * bare


def asphalt(size: int = 256) -> np.ndarray:
    """Asphalt: dark, with small stones."""
    grain = noise(8, size, low=24, slope=0.25)
    patch = noise(9, size, low=1, slope=1.6)
    return mix((0.15, 0.15, 0.16), (0.34, 0.34, 0.34), 0.42 + 0.15 * grain + 0.06 * patch)


def road(size: int = 512) -> np.ndarray:
    """Asphalt once across: lines at both edges, a broken one in the middle, darker where the tires roll."""
    u, v = places(size)
    color = mix(
        (0.15, 0.15, 0.16),
        (0.33, 0.33, 0.33),
        0.42 + 0.14 * noise(8, size, low=40, slope=0.25) + 0.06 * noise(9, size, low=1),
    )
    for lane in (0.27, 0.73):
        color *= (1.0 - 0.16 * np.exp(-(((u - lane) / 0.10) ** 2)))[..., None]
    edge = (np.abs(u - 0.5) > 0.435) & (np.abs(u - 0.5) < 0.462)
    middle = (np.abs(u - 0.5) < 0.008) & (v < 0.4)
    worn = np.clip(0.86 + 0.13 * noise(10, size, low=6, slope=0.9), 0.4, 1.0)[..., None]
    paint = (edge | middle)[..., None]
    return np.where(paint, color + (np.array((0.86, 0.86, 0.83)) - color) * worn, color)


def kerb(size: int = 128) -> np.ndarray:
    """Red and white blocks, one pair for each repeat along v."""
    _, v = places(size)
    dirt = 1.0 - 0.10 * np.clip(noise(11, size, low=2, slope=1.0) + 0.6, 0.0, 2.0)
    color = np.where((v < 0.5)[..., None], np.array((0.74, 0.13, 0.11)), np.array((0.88, 0.87, 0.84)))
    return color * dirt[..., None]


def gravel(size: int = 256) -> np.ndarray:
    """Light gravel, with tufts of grass."""
    stones = noise(12, size, low=14, slope=0.5)
    color = mix((0.38, 0.35, 0.30), (0.68, 0.64, 0.56), 0.5 + 0.2 * stones)
    green = np.clip(noise(13, size, low=2, slope=1.4) - 0.7, 0.0, 1.0)[..., None]
    return color * (1.0 - green) + green * np.array((0.29, 0.42, 0.17))


def checker(size: int = 64) -> np.ndarray:
    """Black and white squares, four across."""
    u, v = places(size)
    dark = (np.floor(4 * u) + np.floor(4 * v)) % 2 < 1
    return np.where(dark[..., None], np.array((0.07, 0.07, 0.08)), np.array((0.93, 0.93, 0.91)))


def facade(size: int = 256) -> np.ndarray:
    """Warm plaster of an outer wall."""
    rough, stain = noise(14, size, low=12, slope=0.8), noise(15, size, low=1, slope=1.7)
    return mix((0.70, 0.58, 0.40), (0.93, 0.83, 0.64), 0.62 + 0.10 * rough + 0.09 * stain)


def plaster(size: int = 256) -> np.ndarray:
    """White plaster of a room."""
    rough, stain = noise(16, size, low=12, slope=0.8), noise(17, size, low=1, slope=1.7)
    return mix((0.72, 0.71, 0.68), (0.95, 0.94, 0.91), 0.68 + 0.08 * rough + 0.07 * stain)


def concrete(size: int = 256) -> np.ndarray:
    """Concrete with joints around each slab."""
    u, v = places(size)
    rough, stain = noise(18, size, low=10, slope=0.8), noise(19, size, low=1, slope=1.6)
    color = mix((0.42, 0.42, 0.41), (0.70, 0.70, 0.68), 0.52 + 0.1 * rough + 0.1 * stain)
    joint = np.minimum(np.minimum(u, 1.0 - u), np.minimum(v, 1.0 - v)) < 0.006
    return np.where(joint[..., None], color * 0.6, color)


def _tiles(u: np.ndarray, v: np.ndarray, columns: int, rows: int, *, shift: float = 0.5) -> tuple[np.ndarray, ...]:
    """Places within the tiles of a bond, distances to their edges (in tiles) and a number for each tile."""
    row = np.floor(v * rows)
    along = u * columns + shift * (row % 2)
    column = np.floor(along) % columns
    x, y = along % 1.0, v * rows % 1.0
    return x, y, row * columns + column


def _tones(number: np.ndarray, seed: int, count: int) -> np.ndarray:
    """A random tone for each tile."""
    return np.random.default_rng(seed).standard_normal(count)[number.astype(int)]


def paving(size: int = 256) -> np.ndarray:
    """Paving stones in a bond."""
    u, v = places(size)
    x, y, number = _tiles(u, v, 4, 6)
    color = mix(
        (0.42, 0.40, 0.36),
        (0.74, 0.71, 0.65),
        0.5 + 0.13 * _tones(number, 20, 24) + 0.09 * noise(21, size, low=8, slope=0.8),
    )
    joint = np.minimum(np.minimum(x, 1 - x) * 1.5, np.minimum(y, 1 - y)) < 0.045
    return np.where(joint[..., None], np.array((0.30, 0.29, 0.26)), color)


def brick(size: int = 256) -> np.ndarray:
    """Bricks in a running bond."""
    u, v = places(size)
    x, y, number = _tiles(u, v, 4, 8)
    color = mix(
        (0.42, 0.17, 0.11),
        (0.74, 0.38, 0.27),
        0.5 + 0.15 * _tones(number, 22, 32) + 0.1 * noise(23, size, low=10, slope=0.8),
    )
    joint = np.minimum(np.minimum(x, 1 - x) * 2.0, np.minimum(y, 1 - y)) < 0.06
    return np.where(joint[..., None], np.array((0.66, 0.63, 0.58)), color)


def planks(size: int = 256) -> np.ndarray:
    """Boards of a floor along u."""
    u, v = places(size)
    x, y, number = _tiles(u, v, 1, 8)
    fiber = noise(24, size, low=6, slope=0.7, stretch=14.0)
    color = mix((0.42, 0.28, 0.17), (0.78, 0.60, 0.41), 0.58 + 0.14 * _tones(number, 25, 8) + 0.12 * fiber)
    joint = (np.minimum(y, 1 - y) < 0.035) | (np.minimum(x, 1 - x) < 0.004)
    return np.where(joint[..., None], color * 0.45, color)


def roof(size: int = 256) -> np.ndarray:
    """Red tiles of a flat roof."""
    u, v = places(size)
    x, y, number = _tiles(u, v, 4, 4, shift=0.0)
    color = mix(
        (0.44, 0.22, 0.16),
        (0.66, 0.38, 0.28),
        0.5 + 0.12 * _tones(number, 26, 16) + 0.1 * noise(27, size, low=8, slope=0.9),
    )
    joint = np.minimum(np.minimum(x, 1 - x), np.minimum(y, 1 - y)) < 0.03
    return np.where(joint[..., None], np.array((0.42, 0.38, 0.34)), color)


def paint(size: int = 128) -> np.ndarray:
    """Green paint on wood."""
    fiber = noise(28, size, low=5, slope=0.8, stretch=10.0)
    return mix((0.13, 0.26, 0.22), (0.24, 0.42, 0.36), 0.5 + 0.14 * fiber)


def bark(size: int = 128) -> np.ndarray:
    """Bark with furrows along v."""
    furrow = noise(29, size, low=4, slope=0.9, stretch=0.12)
    return mix((0.20, 0.14, 0.09), (0.48, 0.38, 0.28), 0.5 + 0.22 * furrow)


def leaves(size: int = 256) -> np.ndarray:
    """Leaves, light ones before dark ones."""
    clump, leaf = noise(30, size, low=4, slope=0.8), noise(31, size, low=18, slope=0.4)
    return mix((0.08, 0.19, 0.05), (0.45, 0.60, 0.22), 0.42 + 0.16 * clump + 0.17 * leaf)


def needles(size: int = 256) -> np.ndarray:
    """Needles of a conifer, hanging."""
    clump, needle = noise(32, size, low=4, slope=0.8), noise(33, size, low=16, slope=0.3, stretch=0.3)
    return mix((0.05, 0.14, 0.08), (0.28, 0.44, 0.24), 0.42 + 0.14 * clump + 0.17 * needle)


def target(size: int = 256) -> np.ndarray:
    """Rings of a shooting target."""
    u, v = places(size)
    ring = np.floor(np.hypot(u - 0.5, v - 0.5) * 10.4)
    light = ring % 2 < 1
    color = np.where(light[..., None], np.array((0.83, 0.16, 0.13)), np.array((0.93, 0.91, 0.86)))
    return np.where((ring > 4.5)[..., None], np.array((0.80, 0.72, 0.56)), color)


def crate(size: int = 256) -> np.ndarray:
    """One side of a crate: boards in a frame, with a brace."""
    u, v = places(size)
    fiber, upright = (
        noise(34, size, low=6, slope=0.7, stretch=12.0),
        noise(35, size, low=6, slope=0.7, stretch=1.0 / 12.0),
    )
    edge = np.minimum(np.minimum(u, 1 - u), np.minimum(v, 1 - v))
    board = mix((0.42, 0.29, 0.16), (0.72, 0.55, 0.34), 0.5 + 0.14 * upright)
    board = np.where((u * 6 % 1.0 < 0.04)[..., None], board * 0.5, board)
    brace = np.abs(u - (1 - v)) < 0.085
    frame = mix((0.40, 0.27, 0.14), (0.68, 0.50, 0.30), 0.62 + 0.14 * fiber)
    color = np.where((brace | (edge < 0.115))[..., None], frame, board)
    rim = (np.abs(np.abs(u - (1 - v)) - 0.085) < 0.008) & (edge > 0.115) | (np.abs(edge - 0.115) < 0.006)
    return np.where(rim[..., None], color * 0.5, color)


#: What a figure wears, in the order of the cells of `clothes`: from the left, the upper row first.
CLOTHES: tuple[Color, ...] = (
    (0.80, 0.58, 0.46), (0.20, 0.13, 0.08), (0.13, 0.36, 0.46), (0.08, 0.20, 0.27),  # skin, hair, jacket, its seams
    (0.17, 0.20, 0.29), (0.24, 0.14, 0.09), (0.86, 0.84, 0.80), (0.05, 0.05, 0.06),  # trousers, shoes, white, eyes
)  # fmt: skip


def clothes(size: int = 256) -> np.ndarray:
    """Cells with skin, hair and cloth, four beside each other and two above each other."""
    u, v = places(size)
    cell = np.minimum((u * 4).astype(int), 3) + 4 * (v >= 0.5)
    weave = 0.035 * noise(36, size, low=24, slope=0.4) + 0.02 * noise(37, size, low=10, slope=0.8, stretch=0.2)
    rough = np.array((0.35, 1.6, 1.0, 1.0, 1.5, 0.8, 0.5, 0.0))[cell]
    return np.array(CLOTHES)[cell] * (1.0 + 1.5 * rough * weave)[..., None]


#: All pictures, by the names of their files.
PICTURES: dict[str, Callable[[], np.ndarray]] = {
    recipe.__name__: recipe
    for recipe in (
        grass, rock, turf, asphalt, road, kerb, gravel, checker, facade, plaster, concrete, paving, brick, planks, roof,
        paint, bark, leaves, needles, target, crate, clothes,
    )
}  # fmt: skip


def pixels_of(name: str) -> np.ndarray:
    """A picture, uint8 [height, width, 3]."""
    return np.round(255.0 * np.clip(PICTURES[name](), 0.0, 1.0)).astype(np.uint8)
