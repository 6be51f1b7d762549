"""Questions that a shape or a point asks of a world: what is met on the way, what is overlapped, what is closest."""

import dataclasses
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from physics import checks
from physics.bodies.body import Body, Part
from physics.kernels.layout import count as COUNT, kind as KIND, shape as SHAPE
from physics.kernels.mesh.form import MESH_GIVEN
from physics.kernels.queries.cast_shape import cast_shapes
from physics.kernels.queries.closest import closest_points
from physics.queries.rays import ALL_BITS, HITS_AT_FIRST, Queries, checked_rows
from physics.shapes.primitives import Quaternion, Shape
from physics.state.arrays import new_search
from physics.vector import Vec3, multiply, rotate

_STILL = (0.0, 0.0, 0.0)
_UNTURNED = (0.0, 0.0, 0.0, 1.0)


@dataclasses.dataclass(frozen=True, slots=True)
class CastHit:
    """What a shape meets on its way.

    Attributes:
        body: The body that was met.
        shape: The part of it.
        point: Where they touch [m].
        normal: Unit vector out of the surface of the body; against the way, if they overlap at the start.
        distance: Length of the way until then [m]; 0 if they overlap at the start.
        fraction: That as a part of the whole way, 0 to 1.
        triangle: Number of the triangle of a mesh or height field, -1 for other shapes.
    """

    body: Body
    shape: Part
    point: Vec3
    normal: Vec3
    distance: float
    fraction: float
    triangle: int


@dataclasses.dataclass(frozen=True, slots=True)
class OverlapHit:
    """What a shape overlaps.

    Attributes:
        body: The body.
        shape: The part of it.
        triangle: Number of a triangle of a mesh or height field that it overlaps, -1 for other shapes.
    """

    body: Body
    shape: Part
    triangle: int


@dataclasses.dataclass(frozen=True, slots=True)
class ClosestPoint:
    """The point of a body that is closest to a given one.

    Attributes:
        point: Place on the surface [m].
        distance: How far it is from the given point [m]; negative if that is inside. Meshes and height fields are
            surfaces: nothing is inside of them.
        shape: The part of the body.
        triangle: Number of the triangle of a mesh or height field, -1 for other shapes.
    """

    point: Vec3
    distance: float
    shape: Part
    triangle: int


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


class ShapeQueries(Queries):
    """The other asking half of `World`: sensors are not found, bodies are where they were put last."""

    def shape_cast(
        self,
        shape: Shape,
        position: checks.VectorLike,
        orientation: checks.VectorLike = _UNTURNED,
        motion: checks.VectorLike = (0.0, -1.0, 0.0),
        *,
        mask: int = ALL_BITS,
        ignore: Body | Iterable[Body] = (),
    ) -> CastHit | None:
        """The first thing that a shape meets when it is moved along a straight line.

        Args:
            shape: Any convex shape.
            position: Origin of its axes at the start [m].
            orientation: Its rotation (x, y, z, w); it does not turn on the way.
            motion: Its way [m].
            mask: 32 bits; a shape is met if its category has one of them.
            ignore: A body, or several, that it goes through.

        Returns:
            The hit, or None. What it overlaps at the start is met at once.

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: An argument is out of range.
            LookupError: A body to ignore is not in this world.
        """
        found = self._cast_shape(shape, position, orientation, motion, mask, ignore, every=False)
        return self._cast_hit(found, 0, motion) if found.shape[0] >= 0 else None

    def shape_cast_all(
        self,
        shape: Shape,
        position: checks.VectorLike,
        orientation: checks.VectorLike = _UNTURNED,
        motion: checks.VectorLike = (0.0, -1.0, 0.0),
        *,
        mask: int = ALL_BITS,
        ignore: Body | Iterable[Body] = (),
    ) -> list[CastHit]:
        """All shapes that a shape meets on its way, the nearest first. Arguments and errors as in `shape_cast`."""
        found = self._cast_shape(shape, position, orientation, motion, mask, ignore, every=True)
        order = np.lexsort((found.shape, found.fraction))
        return [self._cast_hit(found, row, motion) for row in order.tolist()]

    def shape_cast_batch(
        self,
        shape: Shape,
        positions: np.ndarray,
        motions: np.ndarray,
        orientation: checks.VectorLike = _UNTURNED,
        *,
        mask: int = ALL_BITS,
        ignore: Body | Iterable[Body] = (),
    ) -> ShapeHits:
        """The first thing that a shape meets on each of many ways.

        Args:
            shape: Any convex shape.
            positions: Origins of its axes at the start [m], shape [n, 3]; or [3], if all start there.
            motions: Its ways [m], shape [n, 3].
            orientation: Its rotation, the same for all.
            mask: As in `shape_cast`.
            ignore: As in `shape_cast`.

        Raises:
            TypeError, ValueError, LookupError: As in `shape_cast`.
        """
        ways = checked_rows("motions", motions)
        places = checked_rows("positions", positions, len(ways))
        turn = checks.quaternion("orientation", orientation)
        found = _room(len(ways))
        self._run(self._describe(shape), places, turn, ways, self._filter(mask, ignore), every=False, found=found)
        return self._named(found)

    def overlap(
        self,
        shape: Shape,
        position: checks.VectorLike,
        orientation: checks.VectorLike = _UNTURNED,
        *,
        mask: int = ALL_BITS,
        ignore: Body | Iterable[Body] = (),
    ) -> list[OverlapHit]:
        """All shapes that a shape overlaps or touches, in the order of their numbers.

        A one-sided mesh is met from both sides, as by `shape_cast`; only rays and contacts pass its back.

        Args:
            shape: Any convex shape.
            position: Origin of its axes [m].
            orientation: Its rotation (x, y, z, w).
            mask: As in `shape_cast`.
            ignore: As in `shape_cast`.

        Raises:
            TypeError, ValueError, LookupError: As in `shape_cast`.
        """
        found = self._cast_shape(shape, position, orientation, _STILL, mask, ignore, every=True)
        hits = []
        for row in np.argsort(found.shape).tolist():
            body = self._handles[int(found.body[row])]
            hits.append(OverlapHit(body, body.part(int(found.shape[row])), int(found.triangle[row])))
        return hits

    def overlap_batch(
        self,
        shape: Shape,
        positions: np.ndarray,
        orientation: checks.VectorLike = _UNTURNED,
        *,
        mask: int = ALL_BITS,
        ignore: Body | Iterable[Body] = (),
    ) -> list[list[OverlapHit]]:
        """All shapes that a shape overlaps or touches at each of many places.

        Args:
            shape: Any convex shape.
            positions: Origins of its axes [m], shape [n, 3].
            orientation: Its rotation, the same for all.
            mask: As in `shape_cast`.
            ignore: As in `shape_cast`.

        Returns:
            For each place, the overlaps as `overlap` gives them.

        Raises:
            TypeError, ValueError, LookupError: As in `shape_cast`.
        """
        places = checked_rows("positions", positions)
        ignored = list(ignore) if isinstance(ignore, Iterator) else ignore
        return [self.overlap(shape, place, orientation, mask=mask, ignore=ignored) for place in places]

    def bodies_at(
        self, point: checks.VectorLike, *, mask: int = ALL_BITS, ignore: Body | Iterable[Body] = ()
    ) -> list[Body]:
        """All bodies that contain a point, in the order of their numbers. Arguments as in `overlap`."""
        found = self._cast_shape(None, point, _UNTURNED, _STILL, mask, ignore, every=True)
        return [self._handles[row] for row in sorted(set(found.body.tolist()))]

    def closest_point(
        self,
        body: Body,
        point: checks.VectorLike,
        *,
        mask: int = ALL_BITS,
        ignore: Body | Iterable[Body] = (),
    ) -> ClosestPoint | None:
        """The point of the surface of a body that is closest to a given point; None if it has no shape.

        Args:
            body: The body.
            point: The point [m].
            mask: As in `shape_cast`: only shapes with such a category count.
            ignore: As in `shape_cast`: a body that is ignored has no closest point.

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: The point is not finite.
            LookupError: The body is not in this world.
        """
        place = np.array((checks.vector("point", point),))
        shape, triangle, distance, found = self._closest(body, place, self._filter(mask, ignore))
        if shape[0] < 0:
            return None
        return ClosestPoint(Vec3(*found[0].tolist()), float(distance[0]), body.part(int(shape[0])), int(triangle[0]))

    def closest_point_batch(
        self, body: Body, points: np.ndarray, *, mask: int = ALL_BITS, ignore: Body | Iterable[Body] = ()
    ) -> tuple[np.ndarray, np.ndarray]:
        """The closest points of a body to many points.

        Args:
            body: The body.
            points: The points [m], shape [n, 3].
            mask: As in `closest_point`.
            ignore: As in `closest_point`.

        Returns:
            Places on the surface [m], float64 [n, 3], NaN for a body without shapes; and distances [m], negative
            inside, float64 [n], infinite for a body without shapes.
        """
        _, _, distance, found = self._closest(body, checked_rows("points", points), self._filter(mask, ignore))
        return found, distance

    def _closest(self, body: Body, points: np.ndarray, kept: tuple) -> tuple[np.ndarray, ...]:
        count = len(points)
        shape, triangle = np.empty(count, np.int32), np.empty(count, np.int32)
        distance, found = np.empty(count), np.empty((count, 3))
        state = self._state
        row = self._row_of(body)
        closest_points(row, points, *kept, state.bodies, state.shapes, new_search(), shape, triangle, distance, found)
        return shape, self._given(shape, triangle), distance, found

    def _describe(self, shape: Shape | None) -> tuple:
        """Kind, size, description and local place of a shape that asks; None is a point."""
        if shape is None:
            return KIND.SPHERE, _STILL, 0, (_STILL, _UNTURNED)
        if not isinstance(shape, Shape):
            raise TypeError(f"shape must be a ShapeSphere, ShapeBox and so on, got {checks.shown(shape)}")
        if shape.kind > KIND.HULL:
            raise ValueError(
                f"shape must be convex, got a {type(shape).__name__}; use a ShapeHull or ask with each part of it"
            )
        return shape.kind, tuple(map(float, shape.size)), self._state.form_of(shape), shape.local_pose()

    def _cast_shape(
        self,
        shape: Shape | None,
        position: checks.VectorLike,
        orientation: checks.VectorLike,
        motion: checks.VectorLike,
        mask: int,
        ignore: Body | Iterable[Body],
        *,
        every: bool,
    ) -> ShapeHits:
        """One cast; with `every`, as many rows as there are hits."""
        asking = self._describe(shape)
        place = np.array((checks.vector("position", position),))
        turn = checks.quaternion("orientation", orientation)
        way = np.array((checks.vector("motion", motion),))
        allowed = self._filter(mask, ignore)
        count = room = HITS_AT_FIRST if every else 1
        while True:
            found = _room(room)
            count = self._run(asking, place, turn, way, allowed, every=every, found=found)
            if not every or count <= room:
                break
            room = count
        return self._named(ShapeHits(*(column[: count if every else 1] for column in found)))

    def _run(
        self,
        asking: tuple,
        places: np.ndarray,
        turn: Quaternion,
        ways: np.ndarray,
        allowed: tuple[int, np.ndarray],
        *,
        every: bool,
        found: ShapeHits,
    ) -> int:
        """Call the kernel."""
        kind, size, form, (center, rotation) = asking
        state = self._state
        starts = places + np.array(rotate(turn, center))
        turns = np.tile(multiply(turn, rotation), (len(starts), 1))
        planes = state.counts[COUNT.PLANES]
        trees = (state.static_tree, state.moving_tree)
        return cast_shapes(
            kind, size, form, starts, turns, ways, *allowed, state.shapes, planes, *trees, every, new_search(), found
        )

    def _named(self, found: ShapeHits) -> ShapeHits:
        return found._replace(triangle=self._given(found.shape, found.triangle))

    def _given(self, shape: np.ndarray, triangle: np.ndarray) -> np.ndarray:
        """Numbers of triangles as they were given; kernels number them in the order of the tree of a mesh."""
        shapes = self._state.shapes
        rows = np.flatnonzero((triangle >= 0) & (shape >= 0))
        rows = rows[shapes.info[shape[rows], SHAPE.KIND] == KIND.MESH]
        start = shapes.indices[shapes.info[shape[rows], SHAPE.FORM] + MESH_GIVEN]
        numbers = triangle.copy()
        numbers[rows] = shapes.indices[start + triangle[rows]]
        return numbers

    def _cast_hit(self, found: ShapeHits, row: int, motion: checks.VectorLike) -> CastHit:
        body = self._handles[int(found.body[row])]
        way = Vec3(*checks.vector("motion", motion))
        fraction = float(found.fraction[row])
        normal = Vec3(*found.normal[row].tolist())
        return CastHit(
            body=body,
            shape=body.part(int(found.shape[row])),
            point=Vec3(*found.point[row].tolist()),
            normal=normal,
            distance=fraction * float(np.linalg.norm(way)),
            fraction=fraction,
            triangle=int(found.triangle[row]),
        )


def _room(rows: int) -> ShapeHits:
    """Room for hits; no hit yet."""
    return ShapeHits(
        body=np.zeros(rows, np.int32),
        shape=np.full(rows, -1, np.int32),
        triangle=np.full(rows, -1, np.int32),
        point=np.full((rows, 3), np.nan),
        normal=np.full((rows, 3), np.nan),
        fraction=np.full(rows, np.inf),
    )
