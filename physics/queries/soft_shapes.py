"""Soft bodies and shapes: what a shape meets of them on its way, and how deep it is in them."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from physics.kernels.queries.penetration import DIRECTIONS
from physics.kernels.soft.meet import cast_shapes_soft, measure_depths_soft
from physics.queries.softs import SoftPlaces, SoftQueries, room_for_places
from physics.shapes.base import Vector
from physics.soft.soft import Soft
from physics.state.groups import new_search
from physics.vector import Vec3


class Placed(NamedTuple):
    """A shape that soft bodies are asked with: kind, size, where its data begin, center [m], rotation, way [m]."""

    kind: int
    size: Vector
    form: int
    center: np.ndarray
    rotation: np.ndarray
    way: np.ndarray


class SoftMet(NamedTuple):
    """What a shape meets of a soft body; the names are those of `shapes.CastHit`."""

    soft: Soft
    fraction: float
    triangle: int
    vertices: tuple[int, int, int]
    weights: Vec3
    normal: Vec3
    point: Vec3


class SoftShapes:
    """Moves shapes through soft bodies."""

    def __init__(self, softs: SoftQueries) -> None:
        self._softs = softs

    def first(self, placed: Placed, earlier: float, mask: int, ignored: np.ndarray) -> SoftMet | None:
        """The soft body that is met first, before a part of the way."""
        found, point = self._cast(placed, np.full(1, earlier), mask, ignored, every=False)
        return self._met(found, point, 0) if found.owner[0] >= 0 else None

    def every(self, placed: Placed, mask: int, ignored: np.ndarray) -> list[SoftMet]:
        """All soft bodies that are met, in the order of their numbers."""
        found, point = self._cast(placed, np.full(self._softs.table.count, np.inf), mask, ignored, every=True)
        met = [self._met(found, point, row) for row in np.flatnonzero(found.owner >= 0).tolist()]
        return sorted(met, key=lambda hit: hit.soft.id)

    def depths(
        self, placed: Placed, mask: int, ignored: np.ndarray
    ) -> Iterator[tuple[Soft, tuple[int, float, Vec3, Vec3]]]:
        """The soft bodies that it overlaps where it is: triangle, depth [m], normal and point of each."""
        softs, arrays = self._softs.rows(), self._softs.table.bodies.arrays
        overlapped = {met.soft: None for met in self.every(placed, mask, ignored)}
        rows = np.array([softs.index(soft) for soft in overlapped], np.int32)
        n = len(rows)
        depth, normal, point = np.empty(n), np.empty((n, 3)), np.empty((n, 3))
        triangle = np.empty(n, np.int32)
        if n > 0:
            x, y, z, w = placed.rotation.tolist()
            measure_depths_soft(
                placed.kind, placed.size, placed.form, tuple(placed.center.tolist()), (x, y, z, w), rows, arrays.soft,
                arrays.bodies, arrays.shapes, np.empty((DIRECTIONS, 4)), new_search(), depth, normal, point, triangle,
            )  # fmt: skip
        for k, soft in enumerate(overlapped):
            vectors = Vec3(*normal[k].tolist()), Vec3(*point[k].tolist())
            yield soft, (int(triangle[k]), float(depth[k]), *vectors)

    def _cast(
        self, placed: Placed, earlier: np.ndarray, mask: int, ignored: np.ndarray, *, every: bool
    ) -> tuple[SoftPlaces, np.ndarray]:
        self._softs.rows()
        arrays = self._softs.table.bodies.arrays
        found, point = room_for_places(earlier), np.empty((len(earlier), 3))
        cast_shapes_soft(
            placed.kind, placed.size, placed.form, placed.center[None, :], placed.rotation[None, :],
            placed.way[None, :], mask, ignored, every, arrays.soft, arrays.bodies, arrays.shapes, new_search(),
            *found, point,
        )  # fmt: skip
        return found, point

    def _met(self, found: SoftPlaces, point: np.ndarray, row: int) -> SoftMet:
        a, b, c = found.vertex[row].tolist()
        weights, normal, place = (Vec3(*rows[row].tolist()) for rows in (found.weight, found.normal, point))
        soft = self._softs.rows()[found.owner[row]]
        return SoftMet(soft, float(found.distance[row]), int(found.triangle[row]), (a, b, c), weights, normal, place)
