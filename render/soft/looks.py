"""How soft bodies look: their texture, how they shine, and what light does inside of them."""

import dataclasses

import numpy as np

from render.materials import look_of

#: Layers of the textures, in order.
LAYERS = ("smooth", "grain", "weave", "satin", "twill", "strands", "wires", "pores", "smudges", "skin")

#: Texels of four floats for one look.
LOOK_TEXELS = 2

#: What is clearer than this shows what is behind it.
CLEAR = 0.5

Color = tuple[float, float, float]


@dataclasses.dataclass(frozen=True, slots=True)
class SoftLook:
    """Surface of a soft body.

    Attributes:
        colors: Red, green, blue (sRGB, 0 to 1). Of several, the number of a body chooses.
        layer: Name of the texture.
        tile: Width of one repeat of it [m]; on ropes it is once around.
        roughness: 0 for a mirror, 1 for chalk.
        metal: 1 for metals, which color what they mirror; else 0.
        reflectance: Part of the light that is mirrored head-on.
        bump: How strongly the height of the texture bends the light.
        sheen: Light of fibers that stand off the surface, seen at its edges.
        through: Part of the light that goes through a sheet.
        clear: How much of the light goes through a body: 1 for jelly.
    """

    colors: tuple[Color, ...]
    layer: str = "grain"
    tile: float = 0.5
    roughness: float = 0.6
    metal: float = 0.0
    reflectance: float = 0.04
    bump: float = 0.5
    sheen: float = 0.0
    through: float = 0.0
    clear: float = 0.0


#: Colors of sweets, of balloons, of cloth.
JELLIES = ((0.78, 0.10, 0.18), (0.30, 0.58, 0.12), (0.88, 0.42, 0.06), (0.38, 0.18, 0.62), (0.08, 0.46, 0.64))
BALLOONS = ((0.74, 0.09, 0.11), (0.88, 0.60, 0.10), (0.10, 0.30, 0.66), (0.14, 0.48, 0.24), (0.82, 0.36, 0.52))
COTTONS = ((0.76, 0.73, 0.67), (0.62, 0.28, 0.24), (0.34, 0.45, 0.57), (0.46, 0.52, 0.37), (0.76, 0.60, 0.36))
SILKS = ((0.58, 0.10, 0.17), (0.10, 0.36, 0.36), (0.38, 0.20, 0.46), (0.70, 0.53, 0.24))

SOFT_LOOKS = {
    "jelly": SoftLook(JELLIES, "smooth", roughness=0.10, reflectance=0.05, bump=0.0, clear=1.0),
    "flesh": SoftLook(((0.70, 0.45, 0.38),), "skin", 0.30, 0.48, bump=0.5, clear=0.35),
    "foam": SoftLook(((0.84, 0.74, 0.50), (0.46, 0.60, 0.72)), "pores", 0.30, 0.96, reflectance=0.02, bump=1.2),
    "clay": SoftLook(((0.62, 0.38, 0.28),), "smudges", 0.50, 0.85, reflectance=0.03, bump=0.9),
    "rubber": SoftLook(((0.22, 0.22, 0.23),), "grain", 0.25, 0.70, bump=0.5),
    "hard rubber": SoftLook(((0.16, 0.16, 0.17),), "grain", 0.25, 0.50, bump=0.3),
    "cotton": SoftLook(COTTONS, "weave", 0.10, 0.95, reflectance=0.02, bump=0.6, sheen=0.30, through=0.30),
    "silk": SoftLook(SILKS, "satin", 0.12, 0.34, reflectance=0.10, bump=0.25, sheen=0.65, through=0.25),
    "denim": SoftLook(((0.27, 0.35, 0.48),), "twill", 0.10, 0.92, reflectance=0.02, bump=0.8, sheen=0.25, through=0.05),
    "latex": SoftLook(BALLOONS, "smooth", roughness=0.16, reflectance=0.05, bump=0.0, through=0.30, clear=0.30),
    "hemp": SoftLook(((0.64, 0.52, 0.36),), "strands", 1.0, 0.92, reflectance=0.02, bump=1.0, sheen=0.2, through=0.1),
    "steel cable": SoftLook(((0.80, 0.81, 0.83),), "wires", 1.0, 0.34, metal=1.0, bump=0.8),
}


def soft_look(material: str) -> SoftLook:
    """Look of a material; one that no soft body is made of looks as it does on other bodies, without its texture."""
    if material in SOFT_LOOKS:
        return SOFT_LOOKS[material]
    look, _ = look_of(material)
    color = tuple((0.6 * min(max(value, 0.0), 1.4)) ** (1.0 / 2.2) for value in look.color)
    return SoftLook((color,), roughness=look.roughness, metal=look.metal, reflectance=look.reflectance, through=0.1)


def tile_of(material: str) -> float:
    """Width of one repeat of the texture of a material [m]."""
    return soft_look(material).tile


def is_clear(material: str) -> bool:
    """Whether one sees into a body of a material."""
    return soft_look(material).clear > CLEAR


def paint_of(material: str, number: int, color: Color | None) -> np.ndarray:
    """Linear color of a soft body, float64 [3]: its own, else one of its material, a little different for each."""
    if color is not None:
        return np.clip(np.nan_to_num(color), 0.0, 1.0) ** 2.2
    colors = soft_look(material).colors
    shade = 0.92 + 0.16 * ((number * 0x9E3779B1 >> 12) % 1024) / 1024.0
    return shade * np.array(colors[number % len(colors)]) ** 2.2


def look_number(material: str, looks: list[str]) -> int:
    """Place of the look of a material in a list; it is added where it is missing."""
    if material not in looks:
        looks.append(material)
    return looks.index(material)


def look_table(looks: list[str]) -> np.ndarray:
    """What the shaders know of looks.

    Returns:
        float32 [n, 8]: layer, roughness, metal, reflectance; bump, sheen, through, clear.
    """
    table = np.zeros((max(len(looks), 1), 4 * LOOK_TEXELS), np.float32)
    for row, look in zip(table, map(soft_look, looks), strict=False):
        row[:4] = LAYERS.index(look.layer), look.roughness, look.metal, look.reflectance
        row[4:8] = look.bump, look.sheen, look.through, look.clear
    return table
