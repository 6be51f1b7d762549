"""Soft figures: a smooth skin around balls and bars, in a lattice."""

import dataclasses
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks
from physics.builders import site
from physics.builders.softness import SoftBuilt
from physics.soft.forms.solid import SoftSolid
from physics.soft.soft import Soft

if TYPE_CHECKING:
    from physics.world import World

#: A bone: where it starts, where it ends [m], radius at the start, radius at the end [m].
Bone = tuple[Sequence[float] | np.ndarray, Sequence[float] | np.ndarray, float, float]
#: Most cells of the grid that a skin is found on.
GRID_MAX = 2_000_000
#: Bones of a person who is 1 m high and stands at the origin, looking along +Z.
PERSON: tuple[Bone, ...] = (
    ((0.0, 0.86, 0.0), (0.0, 0.88, 0.01), 0.105, 0.105),
    ((0.0, 0.72, 0.0), (0.0, 0.80, 0.0), 0.06, 0.06),
    ((0.0, 0.66, 0.0), (0.0, 0.44, 0.0), 0.115, 0.105),
    ((0.08, 0.68, 0.0), (0.36, 0.60, 0.03), 0.06, 0.05),
    ((-0.08, 0.68, 0.0), (-0.36, 0.60, 0.03), 0.06, 0.05),
    ((0.07, 0.42, 0.0), (0.13, 0.06, 0.0), 0.075, 0.06),
    ((-0.07, 0.42, 0.0), (-0.13, 0.06, 0.0), 0.075, 0.06),
    ((0.13, 0.055, 0.0), (0.14, 0.05, 0.08), 0.055, 0.05),
    ((-0.13, 0.055, 0.0), (-0.14, 0.05, 0.08), 0.055, 0.05),
)
#: Bones of a dog, 1 m long, that stands at the origin, looking along +X.
DOG: tuple[Bone, ...] = (
    ((-0.30, 0.42, 0.0), (0.20, 0.44, 0.0), 0.11, 0.125),
    ((0.22, 0.48, 0.0), (0.36, 0.64, 0.0), 0.08, 0.075),
    ((0.38, 0.66, 0.0), (0.40, 0.66, 0.0), 0.095, 0.095),
    ((0.42, 0.63, 0.0), (0.55, 0.60, 0.0), 0.06, 0.045),
    ((0.34, 0.72, 0.07), (0.31, 0.64, 0.13), 0.035, 0.03),
    ((0.34, 0.72, -0.07), (0.31, 0.64, -0.13), 0.035, 0.03),
    ((-0.36, 0.46, 0.0), (-0.52, 0.62, 0.0), 0.045, 0.03),
    *(((x, 0.38, z), (x + 0.02, 0.05, 1.15 * z), 0.065, 0.045) for x in (-0.28, 0.20) for z in (-0.085, 0.085)),
)


def skin_of_bones(bones: Sequence[Bone], *, cell: float, blend: float = 0.03) -> tuple[np.ndarray, np.ndarray]:
    """A closed smooth surface around bones, whose joints are rounded off.

    Args:
        bones: Balls and bars.
        cell: How fine it is: distance of its vertices, about [m].
        blend: How far joints are rounded off [m].

    Returns:
        Vertices [n, 3], and triangles counterclockwise seen from outside [t, 3].

    Raises:
        ValueError: The bones are too large for the cells.
    """
    cell = site.check_size("cell", cell)
    ends = np.array([[a, b] for a, b, _, _ in bones], float)
    reach = max(max(a, b) for *_, a, b in bones) + 2.5 * cell
    lower, upper = ends.min(axis=(0, 1)) - reach, ends.max(axis=(0, 1)) + reach
    counts = np.ceil((upper - lower) / cell).astype(int) + 1
    if counts.prod() > GRID_MAX:
        raise ValueError(
            f"cell must leave at most {GRID_MAX:,} points around the bones, got {cell:g} m; take larger ones"
        )
    grid = np.stack(np.meshgrid(*(low + cell * np.arange(n) for low, n in zip(lower, counts, strict=True)),
                                indexing="ij"), axis=-1)  # fmt: skip
    soft = np.zeros(grid.shape[:3])
    for (a, b), (_, _, first, last) in zip(ends, bones, strict=True):
        way = b - a
        share = np.clip((grid - a) @ way / max(float(way @ way), 1e-12), 0.0, 1.0)
        offset = grid - a - share[..., None] * way
        away = np.sqrt((offset * offset).sum(axis=-1)) - (first + share * (last - first))
        soft += np.exp(np.clip(-away / blend, -60.0, 60.0))
    return _net(-blend * np.log(np.maximum(soft, 1e-30)), lower, cell)


def _net(value: np.ndarray, lower: np.ndarray, cell: float) -> tuple[np.ndarray, np.ndarray]:
    """Surface where values on a grid are 0: a vertex in each cell that it crosses, the middle of the crossings."""
    inside: Any = value < 0.0
    corner_values: Any = value
    total, number = np.zeros((*np.subtract(value.shape, 1), 3)), np.zeros(np.subtract(value.shape, 1))
    corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    cut = tuple(slice(0, n - 1) for n in value.shape)
    at: dict[tuple[int, ...], Any] = {
        c: tuple(slice(s.start + d, s.stop + d) for s, d in zip(cut, c, strict=True)) for c in corners
    }
    for a in corners:
        for axis in range(3):
            if a[axis] == 0:
                b = tuple(c + (k == axis) for k, c in enumerate(a))
                crosses = inside[at[a]] != inside[at[b]]
                span = np.where(crosses, corner_values[at[a]] - corner_values[at[b]], 1.0)
                place = np.array(a, float) + (corner_values[at[a]] / span)[..., None] * np.eye(3)[axis]
                total += np.where(crosses[..., None], place, 0.0)
                number += crosses
    used = number > 0
    row = np.full(used.shape, -1)
    row[used] = np.arange(int(used.sum()))
    vertices = lower + cell * (np.argwhere(used) + total[used] / number[used][:, None])
    quads = []
    for axis in range(3):
        start = tuple(slice(0 if k == axis else 1, n - 1) for k, n in enumerate(value.shape))
        end = tuple(slice(s.start + (k == axis), s.stop + (k == axis)) for k, s in enumerate(start))
        crosses = np.argwhere(inside[start] != inside[end]) + [0 if k == axis else 1 for k in range(3)]
        u, v = np.eye(3, dtype=int)[(axis + 1) % 3], np.eye(3, dtype=int)[(axis + 2) % 3]
        around = np.stack([row[tuple((crosses - shift).T)] for shift in (u + v, v, 0 * u, u)], axis=1)
        flip = ~inside[tuple(crosses.T)]
        around[flip] = around[flip, ::-1]
        quads.append(around)
    faces = np.concatenate(quads)
    return vertices, np.concatenate((faces[:, (0, 1, 2)], faces[:, (0, 2, 3)]))


@dataclasses.dataclass(frozen=True)
class SoftFigure(SoftBuilt):
    """A figure of jelly.

    Attributes:
        soft: It.
    """

    soft: Soft


def build_soft_figure(
    world: "World",
    foot: checks.VectorLike,
    *,
    bones: Sequence[Bone] = PERSON,
    height: float = 1.5,
    cell: float = 0.12,
    heading: float = 0.0,
    material: str = "jelly",
    name: str = "figure",
    **options: Any,
) -> SoftFigure:
    """Add a soft person, or what else is given by its bones.

    Args:
        world: Where to.
        foot: Where it stands [m].
        bones: Of a figure of height or length 1: `PERSON`, `DOG`, or others.
        height: Factor on its bones [m].
        cell: Edge of the cells of its lattice [m].
        heading: Angle about +Y that it is turned by [rad].
        material: Of its flesh.
        name: For people.
        **options: Of `World.add_soft`; `orientation` turns it about its foot.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range. The world is as it was.
    """
    foot, height = site.check_place("foot", foot), site.check_size("height", height)
    form = figure_form(bones, height, cell)
    angle = 0.5 * checks.number("heading", heading)
    options = {"young": 1.5e5, "orientation": (0.0, math.sin(angle), 0.0, math.cos(angle)), **options}
    with site.all_or_nothing(world):
        soft = world.add_soft(form, position=foot, material=material, name=name, **options)
    return SoftFigure((), (), (soft,), soft)


def figure_form(bones: Sequence[Bone], height: float, cell: float) -> SoftSolid:
    """Lattice around a figure, for several soft bodies that are alike."""
    large = [(np.multiply(a, height), np.multiply(b, height), r * height, s * height) for a, b, r, s in bones]
    return SoftSolid.around(*skin_of_bones(large, cell=0.028 * height, blend=0.02 * height), cell=cell)
