"""How materials look: which texture, how rough, how much of a mirror."""

import dataclasses
import hashlib

import numpy as np

#: Layers of the texture arrays, in order.
LAYERS = (
    *("default", "wood", "iron", "steel", "rubber", "ice", "stone", "concrete", "glass", "leather", "plastic", "brick"),
)

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


LOOKS = {
    "default": Look(0.55, tile=1.0, bump=0.5),
    "wood": Look(0.62, tile=1.2, bump=0.8),
    "iron": Look(0.50, metal=0.85, tile=0.8, bump=0.7),
    "steel": Look(0.30, metal=1.0, tile=0.8, bump=0.35),
    "rubber": Look(0.62, tile=0.4, bump=0.8),
    "ice": Look(0.14, reflectance=0.06, tile=1.5, bump=0.5, alpha=0.82),
    "stone": Look(0.80, tile=1.6, bump=0.9),
    "concrete": Look(0.86, tile=3.0, bump=0.8),
    "glass": Look(0.06, reflectance=0.08, tile=1.0, bump=0.0, alpha=0.45),
    "leather": Look(0.55, tile=0.6, bump=1.2),
    "plastic": Look(0.32, reflectance=0.05, tile=0.5, bump=0.3),
    "brick": Look(0.85, tile=1.0, bump=1.4),
}


def color_of_name(name: str) -> tuple[float, float, float]:
    """A friendly color for a material that nobody has painted; the same for a name on every machine and run."""
    hue = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=4).digest(), "big") / 2**32
    wave = 0.5 + 0.5 * np.cos(2.0 * np.pi * (hue + np.array((0.0, 1.0 / 3.0, 2.0 / 3.0))))
    red, green, blue = (0.25 + 0.60 * wave).tolist()
    return red, green, blue


def material_table(names: tuple[str, ...]) -> np.ndarray:
    """What the shaders know of each material.

    Returns:
        float32 [max(n, 1), 12]: layer, roughness, metal, reflectance; red, green, blue (linear, times the texture),
        alpha; tile [m], bump, 0, 0.
    """
    table = np.zeros((max(len(names), 1), MATERIAL_FLOATS), np.float32)
    for row, name in enumerate(names or ("default",)):
        known = name if name in LOOKS else "default"
        look = LOOKS[known]
        color = (1.0, 1.0, 1.0) if name in LOOKS else color_of_name(name)
        table[row, :4] = LAYERS.index(known), look.roughness, look.metal, look.reflectance
        table[row, 4:8] = *color, look.alpha
        table[row, 8:10] = look.tile, look.bump
    return table


def see_through(names: tuple[str, ...]) -> np.ndarray:
    """Which materials are drawn after the solid ones, bool [max(n, 1)]."""
    return material_table(names)[:, 7] < 1.0
