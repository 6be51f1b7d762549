"""Solids around points: what rays that start inside of something begin with."""

import numpy as np

from physics.bodies.table import BodyTable
from physics.kernels.layout import count as COUNT, kind as KIND
from physics.kernels.queries.cast_shape import cast_shapes
from physics.queries.hits import ShapeHits, room_for_hits
from physics.state.groups import new_search

#: Solids that `solids_around` has room for at first; it looks again when there are more.
SOLIDS_AT_FIRST = 16

_POINT = (0.0, 0.0, 0.0)


def solids_around(bodies: BodyTable, point: np.ndarray, mask: int, ignored: np.ndarray) -> np.ndarray:
    """Rows of all solid shapes that contain a point, upward; surfaces contain nothing.

    Args:
        bodies: The bodies of the world.
        point: The point [m], shape [3].
        mask: Bits of which the category of a shape must have one.
        ignored: Rows of bodies that are left out, upward.
    """
    count = room = SOLIDS_AT_FIRST
    while True:
        found = room_for_hits(room)
        count = _ask(bodies, point[None, :], mask, ignored, every=True, found=found)
        if count <= room:
            break
        room = count
    rows, triangles = found.shape[:count], found.triangle[:count]
    return np.sort(rows[triangles < 0])


def first_solids_around(bodies: BodyTable, points: np.ndarray, mask: int, ignored: np.ndarray) -> np.ndarray:
    """Row of the first solid shape around each of many points, int32 [n]; -1 for none. Arguments as `solids_around`."""
    found = room_for_hits(len(points))
    _ask(bodies, points, mask, ignored, every=False, found=found)
    for k in np.flatnonzero(found.triangle >= 0).tolist():  # it lies on a surface, and may be in a solid as well
        rows = solids_around(bodies, points[k], mask, ignored)
        found.shape[k] = rows[0] if len(rows) else -1
    return found.shape


def _ask(
    bodies: BodyTable, points: np.ndarray, mask: int, ignored: np.ndarray, *, every: bool, found: ShapeHits
) -> int:
    """Look for what points overlap; returns the number of hits."""
    arrays = bodies.arrays
    turns = np.tile((0.0, 0.0, 0.0, 1.0), (len(points), 1))
    planes = arrays.counts[COUNT.PLANES]
    return cast_shapes(
        KIND.SPHERE, _POINT, 0, points, turns, np.zeros_like(points), mask, ignored, arrays.shapes, planes,
        arrays.static_tree, arrays.moving_tree, every, new_search(), found,
    )  # fmt: skip
