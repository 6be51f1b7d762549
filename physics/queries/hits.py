"""Hits of shapes that are moved through a world, as kernels write them."""

from typing import NamedTuple

import numpy as np


class ShapeHits(NamedTuple):
    """Hits of many casts, one row each.

    Attributes:
        body: Numbers of the bodies (`Body.id`), int32 [n]; 0 for no hit.
        shape: Numbers of the shapes (`Part.id`), int32 [n]; -1 for no hit.
        triangle: Numbers of triangles, int32 [n]; -1 for other shapes and for no hit.
        point: Where they touch [m], float64 [n, 3]; NaN for no hit.
        normal: Unit vectors out of the surfaces, float64 [n, 3]; NaN for no hit.
        fraction: Parts of the ways until then, float64 [n]; infinite for no hit.
    """

    body: np.ndarray
    shape: np.ndarray
    triangle: np.ndarray
    point: np.ndarray
    normal: np.ndarray
    fraction: np.ndarray


def room_for_hits(rows: int) -> ShapeHits:
    """Room for hits; no hit yet."""
    return ShapeHits(
        body=np.zeros(rows, np.int32),
        shape=np.full(rows, -1, np.int32),
        triangle=np.full(rows, -1, np.int32),
        point=np.full((rows, 3), np.nan),
        normal=np.full((rows, 3), np.nan),
        fraction=np.full(rows, np.inf),
    )
