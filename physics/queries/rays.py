"""Rays through a world: what they enter, and where. Nothing here changes it."""

import dataclasses
from collections.abc import Iterable
from typing import Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.bodies.part import Part
from physics.bodies.table import BodyTable
from physics.kernels.broad_phase.tree import HEAD_LEAVES
from physics.kernels.core.arrays import Packed
from physics.kernels.layout import count as COUNT, shape as SHAPE
from physics.kernels.queries.ray_cast import RAY_STACK, cast_rays, cast_through
from physics.kernels.queries.ray_lanes import LANE_BOUNDS, LANES
from physics.kernels.queries.ray_many import MANY_STACK, cast_many
from physics.queries.inside import first_solids_around, solids_around
from physics.queries.softs import SoftHit, SoftQueries, beyond
from physics.soft.soft import Soft
from physics.vector import Vec3

#: Hits that `ray_cast_all` has room for at first; it looks again when there are more.
HITS_AT_FIRST = 64

#: To pack the trees takes as long as this part of the shapes as rays, one by one.
RAYS_PER_SHAPE = 0.05
#: So many rays at least are cast through packed trees.
RAYS_AT_LEAST = 32

#: What a query leaves out.
Ignored = Body | Soft | Iterable[Body | Soft]

_NO_ROWS = np.zeros(0, np.int32)


@dataclasses.dataclass(frozen=True, slots=True)
class RayHit:
    """Where a ray enters a shape, or starts inside of one; or where it meets a soft body.

    Attributes:
        body: The body that was hit, or the soft body.
        shape: The part of it; None for a soft body.
        point: Place in the world [m].
        normal: Unit vector out of the surface, to the side that the ray comes from; against the ray if that is inside.
        distance: Length of the way from the origin of the ray [m].
        triangle: Which triangle of a mesh, as it was given, or of a height field; -1 for other shapes. Of a soft body,
            which row of `Soft.triangles`; -1 for a rope.
        vertices: Of a soft body, the vertices of the triangle, or of the link of a rope, the second one twice.
        weights: ... and what each contributes to the place, three numbers with the sum 1.
    """

    body: Body | Soft
    shape: Part | None
    point: Vec3
    normal: Vec3
    distance: float
    triangle: int = -1
    vertices: tuple[int, int, int] | None = None
    weights: Vec3 | None = None

    @property
    def material(self) -> str:
        """Name of the material that was hit: that of the triangle or cell, if it has one, else that of the part."""
        if isinstance(self.body, Soft):
            return self.body.material.name
        assert self.shape is not None
        own = self.shape.shape.material_of(self.triangle) if self.triangle >= 0 else ""
        return own or self.shape.material


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class RayHits:
    """Nearest hits of many rays, as arrays with one row per ray.

    Attributes:
        body: Numbers of the bodies (`Body.id`), int32 [n]; 0 for no hit.
        shape: Numbers of the shapes (`Part.id`), int32 [n]; -1 for no hit.
        point: Places in the world [m], float64 [n, 3]; NaN for no hit.
        normal: Unit vectors out of the surfaces, float64 [n, 3]; NaN for no hit.
        distance: Lengths of the ways [m], float64 [n]; infinite for no hit.
        triangle: Triangles of meshes, height fields and soft bodies, int32 [n]; -1 for other shapes and for no hit.
        soft: Numbers of soft bodies (`Soft.id`), int32 [n]; 0 for what is none. Where there is one, body is 0 and
            shape -1.
    """

    body: np.ndarray
    shape: np.ndarray
    point: np.ndarray
    normal: np.ndarray
    distance: np.ndarray
    triangle: np.ndarray
    soft: np.ndarray

    def __len__(self) -> int:
        return len(self.body)


class RayQueries:
    """Casts rays; what holds for all of them is in the docstring of `World.ray_cast`."""

    def __init__(self, bodies: BodyTable, softs: SoftQueries) -> None:
        self._bodies = bodies
        self._softs = softs

    def nearest(
        self,
        origin: checks.VectorLike,
        direction: checks.VectorLike,
        max_distance: float,
        mask: int,
        ignore: Ignored,
        inside: bool,
    ) -> RayHit | None:
        """See `World.ray_cast`."""
        rays = (np.array((checks.vector("origin", origin),)), np.array((checks.unit_vector("direction", direction),)))
        limit = checks.positive("max_distance", max_distance, "m")
        allowed = check_filter(self._bodies, mask, ignore)
        if checks.flag("inside", inside):
            around = solids_around(self._bodies, rays[0][0], *allowed)
            if len(around):
                return self._hit_inside(int(around[0]), rays[0][0], rays[1][0])
        hits = self.cast(rays, limit, *allowed)
        row = int(hits.body[0])
        if self._softs.any:
            found = self._softs.cast(rays, _nearer(hits, limit), *allowed)
            if found.owner[0] >= 0:
                return _soft_hit(self._softs.hit(rays, 0, found, 0))
        if row == 0:
            return None
        point, normal = hits.point[0].tolist(), hits.normal[0].tolist()
        shape = int(self._bodies.part_ids.of_row[hits.shape[0]])
        return self._hit(row, shape, point, normal, float(hits.distance[0]), int(hits.triangle[0]))

    def every(
        self,
        origin: checks.VectorLike,
        direction: checks.VectorLike,
        max_distance: float,
        mask: int,
        ignore: Ignored,
        inside: bool,
    ) -> list[RayHit]:
        """See `World.ray_cast_all`."""
        start = checks.vector("origin", origin)
        toward = checks.unit_vector("direction", direction)
        limit = checks.positive("max_distance", max_distance, "m")
        allowed = check_filter(self._bodies, mask, ignore)
        scene = self._scene(limit, *allowed)
        first: list[RayHit] = []
        if checks.flag("inside", inside):
            place, way = np.array(start), np.array(toward)
            around = solids_around(self._bodies, place, *allowed).tolist()
            first = sorted((self._hit_inside(row, place, way) for row in around), key=_number)
        count = room = HITS_AT_FIRST
        while count >= room:
            room = count + 1
            shape, distance, normal = np.empty(room, np.int32), np.empty(room), np.empty((room, 3))
            triangle = np.empty(room, np.int32)
            count = cast_through(start, toward, *scene, shape, distance, normal, triangle)
        numbers = self._bodies.part_ids.of_row[shape[:count]]
        order = np.lexsort((numbers, distance[:count]))
        owners = self._bodies.arrays.shapes.info[shape[order], SHAPE.BODY]
        points = np.array(start) + np.array(toward) * distance[order, None]
        columns = (owners, numbers[order], points, normal[order], distance[order], triangle[order])
        entered = [self._hit(*values) for values in zip(*(column.tolist() for column in columns), strict=True)]
        listed = {_number(hit) for hit in first}  # on a surface, rounding may find it on both sides
        hits = first + [hit for hit in entered if _number(hit) not in listed]
        if self._softs.any:
            rays = np.array((start,)), np.array((toward,))
            found = self._softs.every(rays, limit, *allowed)
            met = [_soft_hit(self._softs.hit(rays, 0, found, row)) for row in np.flatnonzero(found.owner >= 0).tolist()]
            hits = sorted(hits + met, key=lambda hit: hit.distance)
        return hits

    def batch(
        self,
        origins: np.ndarray,
        directions: np.ndarray,
        max_distance: float,
        mask: int,
        ignore: Ignored,
        inside: bool,
    ) -> RayHits:
        """See `World.ray_cast_batch`."""
        toward = checked_rows("directions", directions)
        start = checked_rows("origins", origins, len(toward))
        rays = start, _unit_rows(toward)
        limit = checks.positive("max_distance", max_distance, "m")
        allowed = check_filter(self._bodies, mask, ignore)
        hits = self.cast(rays, limit, *allowed)
        if checks.flag("inside", inside):
            around = first_solids_around(self._bodies, rays[0], *allowed)
            starts = np.flatnonzero(around >= 0)
            hits.shape[starts] = around[starts]
            hits.body[starts] = self._bodies.arrays.shapes.info[around[starts], SHAPE.BODY]
            hits.point[starts], hits.normal[starts] = rays[0][starts], -rays[1][starts]
            hits.distance[starts], hits.triangle[starts] = 0.0, -1
        if self._softs.any:
            self._add_softs(rays, limit, allowed, hits)
        numbers = {"body": self._bodies.ids.of_row[hits.body], "shape": self._bodies.part_ids.of_row[hits.shape]}
        return dataclasses.replace(hits, **numbers)

    def _add_softs(
        self, rays: tuple[np.ndarray, np.ndarray], limit: float, allowed: tuple[int, np.ndarray], hits: RayHits
    ) -> None:
        """Write the hits with soft bodies that are nearer."""
        found = self._softs.cast(rays, _nearer(hits, limit), *allowed)
        met = np.flatnonzero(found.owner >= 0)
        numbers = np.array([soft.id for soft in self._softs.rows()], np.int32)
        hits.soft[met], hits.body[met], hits.shape[met] = numbers[found.owner[met]], 0, -1
        hits.distance[met], hits.normal[met] = found.distance[met], found.normal[met]
        hits.triangle[met] = found.triangle[met]
        hits.point[met] = rays[0][met] + found.distance[met, None] * rays[1][met]

    def nearest_soft(
        self,
        origin: checks.VectorLike,
        direction: checks.VectorLike,
        max_distance: float,
        mask: int,
        ignore: Ignored,
    ) -> SoftHit | None:
        """See `World.ray_cast_soft`."""
        return self._softs.nearest(origin, direction, max_distance, check_filter(self._bodies, mask, ignore))

    def cast(self, rays: tuple[np.ndarray, np.ndarray], limit: float, mask: int, ignored: np.ndarray) -> RayHits:
        """Cast rays with checked origins and directions of length 1 at rigid bodies; hits name rows."""
        count = len(rays[0])
        hits = RayHits(
            body=np.empty(count, np.int32),
            shape=np.empty(count, np.int32),
            point=np.empty((count, 3)),
            normal=np.empty((count, 3)),
            distance=np.empty(count),
            triangle=np.empty(count, np.int32),
            soft=np.zeros(count, np.int32),
        )
        found = (hits.shape, hits.distance, hits.normal, hits.triangle, hits.body, hits.point)
        scene = self._scene(limit, mask, ignored)
        arrays = self._bodies.arrays
        shapes = int(arrays.static_tree.head[HEAD_LEAVES] + arrays.moving_tree.head[HEAD_LEAVES])
        if count < max(RAYS_AT_LEAST, RAYS_PER_SHAPE * shapes):
            cast_rays(*rays, *scene, *found)
        else:
            cast_many(*rays, *scene[:-1], np.empty(MANY_STACK), *found, new_packed(shapes))
        return hits

    def _scene(self, limit: float, mask: int, ignored: np.ndarray) -> tuple[Any, ...]:
        """Arguments of the kernels between the rays and the results."""
        arrays = self._bodies.arrays
        planes = arrays.counts[COUNT.PLANES]
        world = (arrays.shapes, planes, arrays.bodies.rotation, arrays.static_tree, arrays.moving_tree)
        return limit, mask, ignored, *world, np.empty(RAY_STACK, np.int32), np.empty(RAY_STACK)

    def _hit_inside(self, row: int, origin: np.ndarray, direction: np.ndarray) -> RayHit:
        """The hit of a ray that starts inside of the shape in a row."""
        number = int(self._bodies.part_ids.of_row[row])
        body = int(self._bodies.arrays.shapes.info[row, SHAPE.BODY])
        return self._hit(body, number, origin.tolist(), (-direction).tolist(), 0.0, -1)

    def _hit(
        self, row: int, number: int, point: list[float], normal: list[float], distance: float, triangle: int
    ) -> RayHit:
        body = self._bodies.at_row(row)
        return RayHit(body, body.part(number), Vec3(*point), Vec3(*normal), distance, triangle)


def _number(hit: RayHit) -> int:
    """Number of the part that was hit."""
    assert hit.shape is not None
    return hit.shape.id


def _nearer(hits: RayHits, limit: float) -> np.ndarray:
    """What hits with soft bodies have to be nearer than, float64 [n]: of equals, the rigid one counts."""
    return np.where(hits.body > 0, hits.distance, beyond(limit))


def _soft_hit(hit: SoftHit) -> RayHit:
    """A hit with a soft body as one of those with anything."""
    return RayHit(
        hit.soft, None, hit.point, hit.normal, hit.distance, hit.triangle, vertices=hit.vertices, weights=hit.weights
    )


def check_filter(bodies: BodyTable, mask: int, ignore: Ignored) -> tuple[int, np.ndarray]:
    """What a query may find, as kernels take it: bits, and rows of bodies to ignore."""
    bits = checks.bitmask("mask", mask)
    if isinstance(ignore, tuple) and not ignore:
        return bits, _NO_ROWS
    if isinstance(ignore, Body | Soft):
        ignore = (ignore,)
    elif not isinstance(ignore, Iterable) or isinstance(ignore, str | bytes):
        raise TypeError(f"ignore must be a body or several bodies, got {checks.shown(ignore)}")
    return bits, np.array(sorted({row_of(bodies, body) for body in ignore}), np.int32)


def row_of(bodies: BodyTable, body: Body | Soft) -> int:
    """Row of a body, or of what stands for a soft body among the bodies, of this world."""
    if not isinstance(body, Soft):
        return bodies.row_of(body)
    if body._table.bodies is not bodies:
        raise LookupError(f"{body!r} is of another world; ask that one")
    return body._table.record_of(body).body


def new_packed(shapes: int) -> Packed:
    """Room for the packed trees of a world with so many shapes."""
    rows = shapes + 2
    return Packed(
        bounds=np.empty((rows, LANE_BOUNDS), np.float32),
        codes=np.empty((rows, LANES), np.int32),
        source=np.empty(rows, np.int32),
        leaf=np.empty((rows, 4), np.int32),
        place=np.empty((rows, 12)),
    )


def checked_rows(name: str, values: np.ndarray, count: int | None = None) -> np.ndarray:
    """A copy with one vector of finite numbers per row; `count` rows if given, then a single vector is repeated."""
    try:
        array = np.asarray(values)
    except ValueError:  # rows of different lengths
        array = np.array(None)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"{name} must be an array of numbers, got {checks.shown(values)} of type {array.dtype}")
    array = np.array(array, np.float64, order="C")  # kernels are compiled for this order
    if count is not None and array.shape == (3,):
        array = np.tile(array, (count, 1))
    if array.ndim != 2 or array.shape[1] != 3 or count not in (None, len(array)):
        raise ValueError(f"{name} must have the shape [{'n' if count is None else count}, 3], got {array.shape}")
    if not np.isfinite(array).all():
        bad = np.flatnonzero(~np.isfinite(array).all(axis=1))
        raise ValueError(f"{name}[{bad[0]}] must be 3 finite numbers, got {checks.shown(array[bad[0]].tolist())}")
    return array


def _unit_rows(directions: np.ndarray) -> np.ndarray:
    """Directions with length 1, to the bit as `checks.unit_vector` makes them."""
    if np.abs(directions).max(initial=0.0) > checks.LONGEST:
        largest = np.abs(directions).max(axis=1)
        huge = largest > checks.LONGEST
        directions[huge] /= largest[huge, None]
    x, y, z = directions.T
    length = np.sqrt(x * x + y * y + z * z)
    if length.min(initial=1.0) < checks.SHORTEST:
        bad = np.flatnonzero(length < checks.SHORTEST)
        shown = checks.shown(directions[bad[0]].tolist())
        raise ValueError(f"directions[{bad[0]}] must not be zero, got {shown}; give directions such as (0, 1, 0)")
    length[np.abs(length - 1.0) <= checks.UNIT_TOLERANCE] = 1.0
    directions /= length[:, None]
    return directions
