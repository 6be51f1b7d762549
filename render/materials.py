"""How materials look: which texture, how rough, how much of a mirror."""

import dataclasses
import hashlib

import numpy as np

#: Layers of the texture arrays, in order.
LAYERS = (
    *("default", "wood", "iron", "steel", "rubber", "ice", "stone", "concrete", "glass", "leather", "plastic", "brick"),
    *("grass", "asphalt", "dirt", "sand", "foliage", "plaster", "roof", "cloth"),
    *("boards", "parquet", "linoleum", "rink"),
)

#: Layers without a color of their own, which take that of a name well.
PALE = {"default", "plaster", "cloth"}

#: What is less opaque than this throws no shadow, and shows by its edges.
CLEAR = 0.5

#: Floats that the shaders read for one material.
MATERIAL_FLOATS = 12


@dataclasses.dataclass(frozen=True, slots=True)
class Look:
    """Surface of a material.

    Attributes:
        roughness: 0 for a mirror, 1 for chalk.
        metal: 1 for metals, which color what they reflect; else 0.
        reflectance: Part of the light that is reflected head-on, 0 to 1; metals reflect their color instead.
        tile: Width of one repeat of the texture [m].
        bump: How strongly the height of the texture bends the light.
        alpha: 1 for solid things, less for what one sees through.
        glow: Light of its own, in times its color.
        color: Red, green and blue (linear) times those of the texture.
        layer: Name of the texture; "" for that of the same name.
        marks: Whether the ground has a checker and lines every meter where it is made of this.
    """

    roughness: float
    metal: float = 0.0
    reflectance: float = 0.04
    tile: float = 1.0
    bump: float = 1.0
    alpha: float = 1.0
    glow: float = 0.0
    color: tuple[float, float, float] = (1.0, 1.0, 1.0)
    layer: str = ""
    marks: bool = True


LOOKS = {
    "default": Look(0.55, tile=1.0, bump=0.5),
    "wood": Look(0.62, tile=1.2, bump=0.8),
    "iron": Look(0.50, metal=0.85, tile=0.8, bump=0.7),
    "steel": Look(0.30, metal=1.0, tile=0.8, bump=0.35),
    "rubber": Look(0.62, tile=0.4, bump=0.8),
    "ice": Look(0.14, reflectance=0.06, tile=1.5, bump=0.5, alpha=0.82),
    "stone": Look(0.80, tile=1.6, bump=0.9),
    "concrete": Look(0.86, tile=3.0, bump=0.8),
    "glass": Look(0.06, reflectance=0.08, tile=1.0, bump=0.0, alpha=0.13),
    "leather": Look(0.55, tile=0.6, bump=1.2),
    "plastic": Look(0.32, reflectance=0.05, tile=0.5, bump=0.3),
    "brick": Look(0.85, tile=1.0, bump=1.4),
    "grass": Look(0.95, reflectance=0.02, tile=2.0, bump=1.0, marks=False),
    "asphalt": Look(0.88, tile=2.0, bump=1.0, marks=False),
    "dirt": Look(0.95, reflectance=0.02, tile=2.0, bump=1.0, marks=False),
    "sand": Look(0.92, tile=2.0, bump=0.7, marks=False),
    "foliage": Look(0.80, reflectance=0.03, tile=1.2, bump=1.6, marks=False),
    "plaster": Look(0.90, tile=2.0, bump=0.5, marks=False),
    "roof": Look(0.75, tile=1.0, bump=1.5, marks=False),
    "cloth": Look(0.95, reflectance=0.02, tile=0.4, bump=0.8, marks=False),
    "table": Look(0.42, reflectance=0.05, tile=2.4, bump=0.2, color=(1.25, 1.2, 1.1), layer="wood"),
    "slate": Look(0.85, bump=0.3, color=(0.05, 0.10, 0.08), layer="default"),
    "boards": Look(0.55, tile=2.0, bump=0.8, marks=False),
    "parquet": Look(0.28, reflectance=0.05, tile=2.0, bump=0.35, marks=False),
    "linoleum": Look(0.35, reflectance=0.05, tile=2.0, bump=0.2, marks=False),
    "rink": Look(0.16, reflectance=0.06, tile=4.0, bump=0.35, marks=False),
    "gravel": Look(0.92, reflectance=0.02, tile=1.0, bump=1.4, layer="stone", marks=False),
    "rock": Look(0.88, tile=2.4, bump=1.4, layer="stone", marks=False),
    "paving": Look(0.85, tile=2.0, bump=0.8, layer="concrete", marks=False),
    "bark": Look(0.90, reflectance=0.02, tile=0.8, bump=1.6, color=(0.42, 0.36, 0.33), layer="wood"),
    "tire": Look(0.78, reflectance=0.03, tile=0.4, bump=0.8, color=(0.06, 0.30, 0.40), layer="rubber"),
    "chrome": Look(0.08, metal=1.0, tile=0.8, bump=0.0, color=(1.3, 1.3, 1.3), layer="steel"),
    "gold": Look(0.18, metal=1.0, tile=0.8, bump=0.0, color=(2.0, 1.45, 0.42), layer="steel"),
    "window": Look(0.05, reflectance=0.10, bump=0.0, alpha=0.55, color=(0.08, 0.09, 0.10), layer="glass"),
    "paint": Look(0.22, reflectance=0.06, tile=1.0, bump=0.0, layer="default"),
    "coat": Look(0.22, reflectance=0.06, bump=0.0, color=(0.07, 0.20, 0.85), layer="default"),
    "varnish": Look(0.22, reflectance=0.06, bump=0.0, color=(0.13, 0.55, 0.10), layer="default"),
    "lamp": Look(0.20, reflectance=0.06, bump=0.0, glow=3.5, color=(1.5, 1.42, 1.2), layer="default"),
    "tail lamp": Look(0.20, reflectance=0.06, bump=0.0, glow=2.2, color=(1.3, 0.03, 0.02), layer="default"),
    "daylight": Look(0.60, bump=0.0, glow=1.6, color=(0.75, 0.95, 1.25), layer="default"),
    "glow": Look(0.60, bump=0.0, glow=2.0, color=(0.25, 1.3, 1.6), layer="default"),
}

#: Colors (linear) that stand before the name of a look, as in "red paint": they take the place of its own.
COLORS = {
    "red": (0.85, 0.06, 0.05),
    "orange": (1.10, 0.38, 0.05),
    "yellow": (1.20, 0.85, 0.10),
    "green": (0.10, 0.48, 0.14),
    "blue": (0.06, 0.20, 0.75),
    "white": (1.35, 1.35, 1.32),
    "gray": (0.42, 0.43, 0.45),
    "black": (0.035, 0.035, 0.04),
    "brown": (0.30, 0.16, 0.08),
    "skin": (1.05, 0.66, 0.48),
}


def color_of_name(name: str) -> tuple[float, float, float]:
    """A friendly color for a material that nobody has painted; the same for a name on every machine and run."""
    hue = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=4).digest(), "big") / 2**32
    wave = 0.5 + 0.5 * np.cos(2.0 * np.pi * (hue + np.array((0.0, 1.0 / 3.0, 2.0 / 3.0))))
    red, green, blue = (0.25 + 0.60 * wave).tolist()
    return red, green, blue


def look_of(name: str) -> tuple[Look, str]:
    """Look of a material, and the name of its texture.

    A color before the name of a look, as in "red paint" or "blue cloth", colors that look. What has no look has that of
    "default" in a color of its own.
    """
    if name in LOOKS:
        return LOOKS[name], LOOKS[name].layer or name
    word, _, rest = name.partition(" ")
    if word in COLORS and rest in LOOKS:
        layer = LOOKS[rest].layer or rest
        pale = layer in PALE
        return dataclasses.replace(LOOKS[rest], color=COLORS[word]), layer if pale else "default"
    return dataclasses.replace(LOOKS["default"], color=color_of_name(name)), "default"


def material_table(names: tuple[str, ...]) -> np.ndarray:
    """What the shaders know of each material.

    Returns:
        float32 [max(n, 1), 12]: layer, roughness, metal, reflectance; red, green, blue (linear, times the texture),
        alpha; tile [m], bump, light of its own, 1 with marks on the ground.
    """
    table = np.zeros((max(len(names), 1), MATERIAL_FLOATS), np.float32)
    for row, name in enumerate(names or ("default",)):
        look, layer = look_of(name)
        table[row, :4] = LAYERS.index(layer), look.roughness, look.metal, look.reflectance
        table[row, 4:8] = *look.color, look.alpha
        table[row, 8:12] = look.tile, look.bump, look.glow, look.marks
    return table


def see_through(names: tuple[str, ...]) -> np.ndarray:
    """Which materials are drawn after the solid ones, bool [max(n, 1)]."""
    return material_table(names)[:, 7] < 1.0


def lets_light_through(names: tuple[str, ...]) -> np.ndarray:
    """Which materials throw no shadow, since nearly all light goes through them, bool [max(n, 1)]."""
    return material_table(names)[:, 7] < CLEAR
