"""Soft bodies in rays and at points: what is met, what is closest, what is inside."""

import dataclasses
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from physics import checks
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.queries import GROUP, cast_rays_soft, closest_points_soft
from physics.soft.soft import Soft
from physics.vector import Vec3

if TYPE_CHECKING:
    from physics.soft.table import SoftTable


@dataclasses.dataclass(frozen=True, slots=True)
class SoftHit:
    """Where a ray meets a soft body.

    Attributes:
        soft: The soft body that was hit.
        triangle: Which row of `Soft.triangles`; -1 for a link of a rope.
        vertices: The three vertices of the triangle; the two of a link, the second one twice.
        weights: What each contributes to the place, three numbers with the sum 1; of a rope, to that on its axis.
        point: Place in the world [m].
        normal: Unit vector out of the surface, against the ray.
        distance: Length of the way from the origin of the ray [m].
    """

    soft: Soft
    triangle: int
    vertices: tuple[int, int, int]
    weights: Vec3
    point: Vec3
    normal: Vec3
    distance: float


class SoftPlaces(NamedTuple):
    """Places on soft bodies, one row each.

    Attributes:
        distance: How far they are [m], float64 [n].
        owner: Which soft body, in the order of their arrays, int32 [n]; -1 for none.
        triangle: Which triangle, -1 for a link of a rope, int32 [n].
        vertex: Its vertices, int32 [n, 3].
        weight: Their weights, float64 [n, 3].
        normal: Unit normals against the rays, float64 [n, 3].
    """

    distance: np.ndarray
    owner: np.ndarray
    triangle: np.ndarray
    vertex: np.ndarray
    weight: np.ndarray
    normal: np.ndarray


def room_for_places(distance: np.ndarray) -> SoftPlaces:
    """Room for places; those that are found have to be nearer than some distances."""
    n = len(distance)
    return SoftPlaces(
        distance, np.full(n, -1, np.int32), np.full(n, -1, np.int32), np.zeros((n, 3), np.int32), np.zeros((n, 3)),
        np.zeros((n, 3)),
    )  # fmt: skip


class Near(NamedTuple):
    """The place on a soft body that is closest to a point: as those of `shapes.ClosestPoint`."""

    point: Vec3
    distance: float
    triangle: int
    vertices: tuple[int, int, int]
    weights: Vec3


class SoftQueries:
    """Asks the soft bodies of a world."""

    def __init__(self, table: "SoftTable") -> None:
        self._table = table

    @property
    def table(self) -> "SoftTable":
        """The soft bodies."""
        return self._table

    @property
    def any(self) -> bool:
        """Whether there are soft bodies."""
        return self._table.count > 0

    def rows(self) -> list[Soft]:
        """The soft bodies in the order of their arrays, which are made ready to be asked."""
        self._table.pack()
        return [soft for soft, _ in self._table.records()]

    def cast(
        self, rays: tuple[np.ndarray, np.ndarray], nearer: np.ndarray, mask: int, ignored: np.ndarray
    ) -> SoftPlaces:
        """Cast rays with checked origins and directions of length 1.

        Args:
            rays: Origins and directions, float64 [n, 3] each.
            nearer: Hits have to be nearer than this [m], float64 [n]. Written.
            mask: Bits of which the category of a soft body must have one.
            ignored: Rows of bodies that are not hit, upward.
        """
        return self._cast(rays, nearer, mask, ignored, every=False)

    def every(self, rays: tuple[np.ndarray, np.ndarray], limit: float, mask: int, ignored: np.ndarray) -> SoftPlaces:
        """As `cast`, for one ray: a row for each soft body."""
        nearer = np.full(self._table.count, beyond(limit))
        return self._cast(rays, nearer, mask, ignored, every=True)

    def _cast(
        self, rays: tuple[np.ndarray, np.ndarray], nearer: np.ndarray, mask: int, ignored: np.ndarray, *, every: bool
    ) -> SoftPlaces:
        self._table.pack()
        arrays = self._table.bodies.arrays
        largest = max(max(len(r.structure.face), len(r.structure.spring_ends)) for _, r in self._table.records())
        groups = -(-largest // GROUP)
        work = np.empty((groups + -(-groups // GROUP), 6))
        found = room_for_places(nearer)
        cast_rays_soft(*rays, mask, ignored, every, arrays.soft, arrays.bodies, arrays.shapes, work, *found)
        return found

    def closest(self, soft: Soft, points: np.ndarray) -> tuple[np.ndarray, SoftPlaces]:
        """Places on the surface of a soft body that are closest to some points [m], and what they are on."""
        row = self.rows().index(soft)
        arrays = self._table.bodies.arrays
        point, found = np.empty((len(points), 3)), room_for_places(np.empty(len(points)))
        written = (found.distance, point, *found[1:-1])
        closest_points_soft(row, points, arrays.soft, arrays.bodies, arrays.shapes, *written)
        return point, found

    def can_find(self, soft: Soft, mask: int, ignored: np.ndarray) -> bool:
        """Whether a filter lets a soft body of this world through."""
        if soft._table is not self._table:
            raise LookupError(f"{soft!r} is of another world; ask that one")
        record = self._table.record_of(soft)
        category = int(self._table.bodies.arrays.shapes.filter[record.shape, 0])
        return category & mask != 0 and record.body not in ignored

    def closest_to(self, soft: Soft, point: np.ndarray, mask: int, ignored: np.ndarray) -> Near | None:
        """See `World.closest_point`."""
        if not self.can_find(soft, mask, ignored):
            return None
        place, found = self.closest(soft, point[None, :])
        a, b, c = found.vertex[0].tolist()
        weights = Vec3(*found.weight[0].tolist())
        return Near(Vec3(*place[0].tolist()), float(found.distance[0]), int(found.triangle[0]), (a, b, c), weights)

    def around(self, point: np.ndarray, mask: int, ignored: np.ndarray) -> list[Soft]:
        """Soft bodies that contain a point [3], in the order of their numbers: solids, shells, clusters and ropes."""
        found = []
        for soft in self._table.softs:
            if soft.sensor or not self.can_find(soft, mask, ignored):
                continue
            record = self._table.record_of(soft)
            place, wide = record.dynamic["place"][:, :3], record.dynamic["trait"][SOFT.TRAIT_THICKNESS]
            near = (point >= place.min(axis=0) - wide) & (point <= place.max(axis=0) + wide)
            if near.all() and self.closest(soft, point[None, :])[1].distance[0] < 0.0:
                found.append(soft)
        return found

    def hit(self, rays: tuple[np.ndarray, np.ndarray], ray: int, found: SoftPlaces, row: int) -> SoftHit:
        """A hit out of a row of what was found."""
        distance = float(found.distance[row])
        point = rays[0][ray] + distance * rays[1][ray]
        a, b, c = found.vertex[row].tolist()
        return SoftHit(
            self.rows()[found.owner[row]], int(found.triangle[row]), (a, b, c), Vec3(*found.weight[row].tolist()),
            Vec3(*point.tolist()), Vec3(*found.normal[row].tolist()), distance,
        )  # fmt: skip

    def nearest(
        self,
        origin: checks.VectorLike,
        direction: checks.VectorLike,
        max_distance: float,
        allowed: tuple[int, np.ndarray],
    ) -> SoftHit | None:
        """See `World.ray_cast_soft`; filters are checked already."""
        start, toward = checks.vector("origin", origin), checks.unit_vector("direction", direction)
        limit = checks.positive("max_distance", max_distance, "m")
        if not self.any:
            return None
        rays = np.array((start,)), np.array((toward,))
        found = self.cast(rays, np.full(1, beyond(limit)), *allowed)
        return self.hit(rays, 0, found, 0) if found.owner[0] >= 0 else None


def beyond(limit: float) -> float:
    """What hits at a limit are nearer than, and no others."""
    return float(np.nextafter(limit, np.inf))
