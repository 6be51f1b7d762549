"""Solids out of blocks: one block after another is filled or cut out, and what is left has a surface."""

from collections.abc import Callable, Sequence

import numpy as np

from assets.making.objects import Surface

#: Lower corner, upper corner [m], and whether it is filled or cut out.
Block = tuple[tuple[float, float, float], tuple[float, float, float], bool]

_AXES = np.eye(3, dtype=int)


def box(low: Sequence[float], high: Sequence[float]) -> Block:
    """A filled block."""
    return tuple(low), tuple(high), True


def hole(low: Sequence[float], high: Sequence[float]) -> Block:
    """A block that is cut out."""
    return tuple(low), tuple(high), False


def carve(
    blocks: Sequence[Block],
    choose: Callable[[np.ndarray, np.ndarray], np.ndarray],
    tiles: dict[str, float],
    *,
    skip_bottom: bool = True,
) -> dict[str, Surface]:
    """Surface between what is filled and what is not, cell by cell, so that no edge ends within another.

    Args:
        blocks: In order; later ones win.
        choose: Names of the materials of faces, from their middles [m] and normals, [k, 3] each.
        tiles: Width of one repeat of the picture of each material [m].
        skip_bottom: Whether the faces at the very bottom, which nobody sees, are left out.

    Returns:
        Surfaces by material, in the order of `tiles`.
    """
    quad, normal, bottom = _faces(blocks)
    if skip_bottom:
        kept = (normal[:, 1] >= 0.0) | (quad[:, :, 1].max(axis=1) > bottom + 1e-9)
        quad, normal = quad[kept], normal[kept]
    names = choose(quad.mean(axis=1), normal)
    return {
        name: _surface(quad[names == name], normal[names == name], tile)
        for name, tile in tiles.items()
        if (names == name).any()
    }


def _faces(blocks: Sequence[Block]) -> tuple[np.ndarray, np.ndarray, float]:
    """Corners [k, 4, 3] and normals [k, 3] of all faces between filled and empty cells, and the lowest height."""
    lines = [np.unique([round(corner[k], 6) for low, high, _ in blocks for corner in (low, high)]) for k in range(3)]
    solid = np.zeros([len(line) - 1 for line in lines], bool)
    for low, high, filled in blocks:
        spans = [np.searchsorted(line, np.round(ends, 6)) for line, *ends in zip(lines, low, high, strict=True)]
        solid[tuple(slice(*span) for span in spans)] = filled
    solid = np.pad(solid, 1)
    quads, normals = [], []
    for axis in range(3):
        u, v = _AXES[(axis + 1) % 3], _AXES[(axis + 2) % 3]
        for side in (0, 1):
            outer = np.argwhere(solid & ~np.roll(solid, 1 - 2 * side, axis=axis)) - 1 + side * _AXES[axis]
            around = (0 * u, u, u + v, v) if side else (0 * u, v, u + v, u)
            corner = np.stack([outer + step for step in around], axis=1)
            quads.append(np.stack([lines[k][corner[..., k]] for k in range(3)], axis=-1))
            normals.append(np.broadcast_to((2.0 * side - 1.0) * _AXES[axis], (len(outer), 3)))
    return np.concatenate(quads), np.concatenate(normals), float(lines[1][0])


def _surface(quads: np.ndarray, normals: np.ndarray, tile: float) -> Surface:
    """Four-cornered faces as triangles, with the picture laid on from the side that they look to."""
    points = quads.reshape(-1, 3)
    normal = np.repeat(normals, 4, axis=0)
    start = 4 * np.arange(len(quads))[:, None]
    triangles = (start[:, None] + np.array(((0, 1, 2), (0, 2, 3)))).reshape(-1, 3)
    return Surface(points, normal, planar(points, normal) / tile, triangles)


def planar(points: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """Places in a picture that is laid on along the main axis of each normal [m]."""
    x, y, z = points.T
    axis = np.abs(normals).argmax(axis=1)
    u = np.where(axis == 0, z * -np.sign(normals[:, 0]), np.where(axis == 1, x, x * np.sign(normals[:, 2])))
    return np.column_stack((u, np.where(axis == 1, -z, y)))


def all_as(name: str) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """For `carve`: one material for all faces."""
    return lambda middle, _: np.full(len(middle), name)
