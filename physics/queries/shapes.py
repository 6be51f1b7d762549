"""Shapes and points in a world: what is met on the way, what is overlapped, what is closest. Nothing changes it."""

from collections.abc import Iterator

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.bodies.table import BodyTable
from physics.kernels.layout import count as COUNT, kind as KIND, shape as SHAPE
from physics.kernels.mesh.data import MESH_GIVEN
from physics.kernels.queries.cast_shape import cast_shapes
from physics.kernels.queries.closest import closest_points
from physics.kernels.queries.penetration import DIRECTIONS, measure_depths
from physics.queries.hits import CastHit, ClosestPoint, OverlapHit, ShapeHits, room_for_hits
from physics.queries.rays import HITS_AT_FIRST, Ignored, check_filter, checked_rows
from physics.queries.soft_shapes import Placed, SoftMet, SoftShapes
from physics.queries.softs import SoftQueries
from physics.shapes.base import Shape, Vector
from physics.soft.soft import Soft
from physics.state.groups import new_search
from physics.vector import Quaternion, Vec3, multiply, rotate

_STILL = (0.0, 0.0, 0.0)
_UNTURNED = (0.0, 0.0, 0.0, 1.0)


#: Kind, size [m], where the shape data begin, and local place of a shape that is moved.
Moved = tuple[int, Vector, int, tuple[Vector, Quaternion]]


class ShapeQueries:
    """Moves shapes and points through a world."""

    def __init__(self, bodies: BodyTable, softs: SoftQueries) -> None:
        self._bodies = bodies
        self._softs = softs
        self._soft_shapes = SoftShapes(softs)

    def nearest(
        self,
        shape: Shape,
        position: checks.VectorLike,
        orientation: checks.VectorLike,
        motion: checks.VectorLike,
        mask: int,
        ignore: Ignored,
    ) -> CastHit | None:
        """See `World.shape_cast`."""
        allowed = check_filter(self._bodies, mask, ignore)
        found = self._cast_shape(shape, position, orientation, motion, allowed, every=False)
        if self._softs.any:
            placed = self._placed(shape, position, orientation, motion)
            met = self._soft_shapes.first(placed, float(found.fraction[0]), *allowed)
            if met is not None:
                return _soft_hit(met, motion)
        return self._cast_hit(found, 0, motion) if found.shape[0] >= 0 else None

    def every(
        self,
        shape: Shape,
        position: checks.VectorLike,
        orientation: checks.VectorLike,
        motion: checks.VectorLike,
        mask: int,
        ignore: Ignored,
    ) -> list[CastHit]:
        """See `World.shape_cast_all`."""
        allowed = check_filter(self._bodies, mask, ignore)
        found = self._cast_shape(shape, position, orientation, motion, allowed, every=True)
        order = np.lexsort((found.shape, found.fraction))
        hits = [self._cast_hit(found, row, motion) for row in order.tolist()]
        if self._softs.any:
            placed = self._placed(shape, position, orientation, motion)
            hits += [_soft_hit(met, motion) for met in self._soft_shapes.every(placed, *allowed)]
            hits.sort(key=lambda hit: hit.fraction)
        return hits

    def batch(
        self,
        shape: Shape,
        positions: np.ndarray,
        motions: np.ndarray,
        orientation: checks.VectorLike,
        mask: int,
        ignore: Ignored,
    ) -> ShapeHits:
        """See `World.shape_cast_batch`."""
        ways = checked_rows("motions", motions)
        places = checked_rows("positions", positions, len(ways))
        turn = checks.quaternion("orientation", orientation)
        found = room_for_hits(len(ways))
        moved, allowed = self._describe(shape), check_filter(self._bodies, mask, ignore)
        self._run(moved, places, turn, ways, allowed, every=False, found=found)
        return self._named(found)

    def overlaps(
        self,
        shape: Shape,
        position: checks.VectorLike,
        orientation: checks.VectorLike,
        mask: int,
        ignore: Ignored,
    ) -> list[OverlapHit]:
        """See `World.overlap`."""
        allowed = check_filter(self._bodies, mask, ignore)
        found = self._cast_rows(shape, position, orientation, _STILL, allowed, every=True)
        softs = self._soft_overlaps(shape, position, orientation, allowed) if self._softs.any else []
        if len(found.shape) == 0:
            return softs
        depth, normal, point, triangle = self._depths(shape, position, orientation, found.shape)
        named = self._named(found)
        hits = []
        for row in np.argsort(named.shape).tolist():
            body = self._bodies.find(int(named.body[row]))
            part = body.part(int(named.shape[row]))
            vectors = Vec3(*normal[row].tolist()), Vec3(*point[row].tolist())
            hits.append(OverlapHit(body, part, int(triangle[row]), float(depth[row]), *vectors))
        return hits + softs

    def _soft_overlaps(
        self, shape: Shape, position: checks.VectorLike, orientation: checks.VectorLike, allowed: tuple[int, np.ndarray]
    ) -> list[OverlapHit]:
        """The soft bodies that a shape overlaps, in the order of their numbers."""
        placed = self._placed(shape, position, orientation, _STILL)
        depths = self._soft_shapes.depths(placed, *allowed)
        return [OverlapHit(soft, None, *values) for soft, values in depths]

    def _depths(
        self, shape: Shape, position: checks.VectorLike, orientation: checks.VectorLike, rows: np.ndarray
    ) -> tuple[np.ndarray, ...]:
        """Depths, normals, points and triangles of a shape that overlaps those in some rows."""
        kind, size, form, (center, rotation) = self._describe(shape)
        turn = checks.quaternion("orientation", orientation)
        x, y, z = checks.vector("position", position)
        shift = rotate(turn, center)
        count = len(rows)
        depth, normal, point = np.empty(count), np.empty((count, 3)), np.empty((count, 3))
        triangle = np.empty(count, np.int32)
        place, turned = (x + shift[0], y + shift[1], z + shift[2]), tuple(multiply(turn, rotation))
        measure_depths(
            kind, size, form, place, turned, rows, self._bodies.arrays.shapes, np.empty((DIRECTIONS, 4)), new_search(),
            depth, normal, point, triangle,
        )  # fmt: skip
        return depth, normal, point, self._as_given(rows, triangle)

    def overlaps_batch(
        self,
        shape: Shape,
        positions: np.ndarray,
        orientation: checks.VectorLike,
        mask: int,
        ignore: Ignored,
    ) -> list[list[OverlapHit]]:
        """See `World.overlap_batch`."""
        places = checked_rows("positions", positions)
        ignored = list(ignore) if isinstance(ignore, Iterator) else ignore
        return [self.overlaps(shape, place, orientation, mask, ignored) for place in places]

    def bodies_at(self, point: checks.VectorLike, mask: int, ignore: Ignored) -> list[Body | Soft]:
        """See `World.bodies_at`."""
        allowed = check_filter(self._bodies, mask, ignore)
        found = self._cast_shape(None, point, _UNTURNED, _STILL, allowed, every=True)
        bodies: list[Body | Soft] = [self._bodies.find(number) for number in sorted(set(found.body.tolist()))]
        if self._softs.any:
            place = np.array(checks.vector("point", point))
            bodies += self._softs.around(place, *allowed)
        return bodies

    def closest_point(
        self, body: Body | Soft, point: checks.VectorLike, mask: int, ignore: Ignored
    ) -> ClosestPoint | None:
        """See `World.closest_point`."""
        place = np.array((checks.vector("point", point),))
        if isinstance(body, Soft):
            near = self._softs.closest_to(body, place[0], *check_filter(self._bodies, mask, ignore))
            return None if near is None else ClosestPoint(near.point, near.distance, None, *near[2:])
        shape, triangle, distance, found = self._closest(body, place, mask, ignore)
        if shape[0] < 0:
            return None
        return ClosestPoint(Vec3(*found[0].tolist()), float(distance[0]), body.part(int(shape[0])), int(triangle[0]))

    def closest_points(
        self, body: Body | Soft, points: np.ndarray, mask: int, ignore: Ignored
    ) -> tuple[np.ndarray, np.ndarray]:
        """See `World.closest_point_batch`."""
        if isinstance(body, Soft):
            places = checked_rows("points", points)
            if not self._softs.can_find(body, *check_filter(self._bodies, mask, ignore)):
                return np.full(places.shape, np.nan), np.full(len(places), np.inf)
            on, near = self._softs.closest(body, places)
            return on, near.distance
        _, _, distance, found = self._closest(body, checked_rows("points", points), mask, ignore)
        return found, distance

    def _closest(self, body: Body, points: np.ndarray, mask: int, ignore: Ignored) -> tuple[np.ndarray, ...]:
        allowed = check_filter(self._bodies, mask, ignore)
        count = len(points)
        shape, triangle = np.empty(count, np.int32), np.empty(count, np.int32)
        distance, found = np.empty(count), np.empty((count, 3))
        arrays = self._bodies.arrays
        row = self._bodies.row_of(body)
        written = (shape, triangle, distance, found)
        closest_points(row, points, *allowed, arrays.bodies, arrays.shapes, new_search(), *written)
        return self._bodies.part_ids.of_row[shape], self._as_given(shape, triangle), distance, found

    def _describe(self, shape: Shape | None) -> Moved:
        """Kind, size, description and local place of a shape that is moved; None is a point."""
        if shape is None:
            return KIND.SPHERE, _STILL, 0, (_STILL, _UNTURNED)
        if not isinstance(shape, Shape):
            raise TypeError(f"shape must be a ShapeSphere, ShapeBox and so on, got {checks.shown(shape)}")
        if not shape.traits & (KIND.ROUND | KIND.FACETED):
            raise ValueError(
                f"shape must be convex, got a {type(shape).__name__}; use a ShapeHull or ask with each part of it"
            )
        x, y, z = map(float, shape.size)
        return shape.kind, (x, y, z), self._bodies.arrays.shape_data_of(shape), shape.local_pose()

    def _placed(
        self,
        shape: Shape,
        position: checks.VectorLike,
        orientation: checks.VectorLike,
        motion: checks.VectorLike,
    ) -> Placed:
        """A shape that soft bodies are asked with; its arguments are checked already."""
        kind, size, form, (center, rotation) = self._describe(shape)
        turn = checks.quaternion("orientation", orientation)
        place = np.array(checks.vector("position", position)) + np.array(rotate(turn, center))
        way = np.array(checks.vector("motion", motion))
        return Placed(kind, size, form, place, np.array(multiply(turn, rotation)), way)

    def _cast_shape(
        self,
        shape: Shape | None,
        position: checks.VectorLike,
        orientation: checks.VectorLike,
        motion: checks.VectorLike,
        allowed: tuple[int, np.ndarray],
        *,
        every: bool,
    ) -> ShapeHits:
        """One cast; with `every`, as many rows as there are hits."""
        return self._named(self._cast_rows(shape, position, orientation, motion, allowed, every=every))

    def _cast_rows(
        self,
        shape: Shape | None,
        position: checks.VectorLike,
        orientation: checks.VectorLike,
        motion: checks.VectorLike,
        allowed: tuple[int, np.ndarray],
        *,
        every: bool,
    ) -> ShapeHits:
        """As `_cast_shape`, but hits name rows."""
        moved = self._describe(shape)
        place = np.array((checks.vector("position", position),))
        turn = checks.quaternion("orientation", orientation)
        way = np.array((checks.vector("motion", motion),))
        count = room = HITS_AT_FIRST if every else 1
        while True:
            found = room_for_hits(room)
            count = self._run(moved, place, turn, way, allowed, every=every, found=found)
            if not every or count <= room:
                break
            room = count
        return ShapeHits(*(column[: count if every else 1] for column in found))

    def _run(
        self,
        moved: Moved,
        places: np.ndarray,
        turn: Quaternion,
        ways: np.ndarray,
        allowed: tuple[int, np.ndarray],
        *,
        every: bool,
        found: ShapeHits,
    ) -> int:
        """Call the kernel."""
        kind, size, form, (center, rotation) = moved
        arrays = self._bodies.arrays
        starts = places + np.array(rotate(turn, center))
        turns = np.tile(multiply(turn, rotation), (len(starts), 1))
        planes = arrays.counts[COUNT.PLANES]
        trees = (arrays.static_tree, arrays.moving_tree)
        return cast_shapes(
            kind, size, form, starts, turns, ways, *allowed, arrays.shapes, planes, *trees, every, new_search(), found
        )

    def _named(self, found: ShapeHits) -> ShapeHits:
        """Hits that name numbers instead of rows."""
        return found._replace(
            body=self._bodies.ids.of_row[found.body],
            shape=self._bodies.part_ids.of_row[found.shape],
            triangle=self._as_given(found.shape, found.triangle),
        )

    def _as_given(self, shape: np.ndarray, triangle: np.ndarray) -> np.ndarray:
        """Numbers of triangles as they were given; kernels number them in the order of the tree of a mesh."""
        shapes = self._bodies.arrays.shapes
        rows = np.flatnonzero((triangle >= 0) & (shape >= 0))
        rows = rows[shapes.info[shape[rows], SHAPE.KIND] == KIND.MESH]
        start = shapes.indices[shapes.info[shape[rows], SHAPE.DATA] + MESH_GIVEN]
        numbers = triangle.copy()
        numbers[rows] = shapes.indices[start + triangle[rows]]
        return numbers

    def _cast_hit(self, found: ShapeHits, row: int, motion: checks.VectorLike) -> CastHit:
        body = self._bodies.find(int(found.body[row]))
        way = Vec3(*checks.vector("motion", motion))
        fraction = float(found.fraction[row])
        return CastHit(
            body=body,
            shape=body.part(int(found.shape[row])),
            point=Vec3(*found.point[row].tolist()),
            normal=Vec3(*found.normal[row].tolist()),
            distance=fraction * float(np.linalg.norm(way)),
            fraction=fraction,
            triangle=int(found.triangle[row]),
        )


def _soft_hit(met: SoftMet, motion: checks.VectorLike) -> CastHit:
    """What a shape meets of a soft body as one of all things."""
    way = Vec3(*checks.vector("motion", motion))
    return CastHit(
        met.soft, None, met.point, met.normal, met.fraction * way.length, met.fraction, met.triangle, met.vertices,
        met.weights,
    )  # fmt: skip
