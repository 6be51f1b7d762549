"""Convex hull of points as a shape."""

import collections.abc
import dataclasses
import functools
import math
import warnings
from typing import ClassVar

import numpy as np

from physics import checks
from physics.constants import SIZE_MAX, SIZE_MIN
from physics.kernels.layout import hull as HULL, kind as KIND
from physics.queries.snapshot import Geometry
from physics.shapes.base import Shape, ShapeData, Solid, Vector
from physics.shapes.hull_data import hull_data_of, hull_geometry
from physics.shapes.polyhedra import Polyhedron, build, prism, thickness_of
from physics.vector import Quaternion

#: Thinner than this part of its length, a body has no volume left after rounding to float32.
THIN = 1e-5

Points = collections.abc.Sequence[checks.VectorLike] | np.ndarray
Points2 = collections.abc.Sequence[collections.abc.Sequence[float]] | np.ndarray


@dataclasses.dataclass(frozen=True, init=False, eq=False, repr=False)
class ShapeHull(Shape):
    """Smallest convex body around points: at most 256 vertices, more are reduced to the 256 that matter most.

    Hulls of the same vertices are equal. What is derived from the points is computed once, when it is asked for.

    Attributes:
        points: Any four or more points that fill a space [m], shape [n, 3]; kept are the vertices of their hull, in
            ascending order.
    """

    kind: ClassVar[int] = KIND.HULL
    points: tuple[Vector, ...]

    def __init__(self, points: Points) -> None:
        self._body: Polyhedron  # declared here, since it is no field, and set below, since the class is frozen
        self._hash: int
        array = _check_points(points)
        body, wanted, moved = build(array, HULL.VERTICES_MAX)
        if wanted > HULL.VERTICES_MAX:
            warnings.warn(
                f"a hull of {wanted} vertices was reduced to {len(body.vertices)}, which moved its surface by up to "
                f"{moved:.3g} m; give fewer points to choose them yourself",
                stacklevel=2,
            )
        self._take(body)

    @classmethod
    def prism(cls, outline: Points2, half_length: float, axis: int = 1) -> "ShapeHull":
        """Hull of an outline along an axis: equal to that of its corners, and made in a fraction of the time.

        Args:
            outline: Corners of a convex outline, one after another [m], shape [n, 2]: their places along the two other
                axes, in the order x, y, z.
            half_length: Distance from the middle to both ends [m].
            axis: The axis along which it lies, 0, 1 or 2.
        """
        half_length = checks.positive("half_length", half_length, "m")
        corners = _prism_corners(outline, half_length, checks.integer("axis", axis, 0, 2))
        body = prism(corners, axis) if len(corners) <= HULL.VERTICES_MAX else None
        if body is None:  # corners that are none, or not in order
            return cls(corners)
        hull = object.__new__(cls)
        hull._take(body)
        return hull

    def _take(self, body: Polyhedron) -> None:
        """Be a body."""
        _check_size(body)
        object.__setattr__(self, "points", tuple(map(tuple, body.vertices.tolist())))
        object.__setattr__(self, "_body", body)
        object.__setattr__(self, "_hash", hash(self.points))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ShapeHull):
            return NotImplemented
        return self is other or (self._hash == other._hash and self.points == other.points)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"ShapeHull({checks.shown(self.points)})"

    @property
    def faces(self) -> tuple[tuple[int, ...], ...]:
        """Indices of the points around each face, counterclockwise seen from outside."""
        return self._body.faces

    @property
    def size(self) -> Vector:
        """Half extents of the bounding box [m]."""
        x, y, z = (0.5 * np.ptp(self._body.vertices, axis=0)).tolist()
        return x, y, z

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        return self.solid.volume

    @property
    def extent(self) -> float:
        """Distance from the origin of the axes that the points are given in to the farthest point [m]."""
        return math.sqrt(float((self._body.vertices**2).sum(axis=1).max()))

    def reach(self, direction: Vector) -> float:
        """How far it reaches from the origin of its points along a unit vector [m]."""
        return float((self._body.vertices @ np.array(direction)).max())

    @property
    def inner_radius(self) -> float:
        """Distance from the center of mass to the nearest face [m]."""
        return float(self.shape_data.numbers[self.shape_data.indices[HULL.BODY] + HULL.BODY_INNER])

    def local_pose(self) -> tuple[Vector, Quaternion]:
        """Center of the bounding box [m], not turned."""
        x, y, z = self._center.tolist()
        return (x, y, z), (0.0, 0.0, 0.0, 1.0)

    @functools.cached_property
    def solid(self) -> Solid:
        """Volume, center of mass in the axes of the points, and inertia about it; exact."""
        volume, center, inertia = self._body.moments()
        x, y, z = center.tolist()
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia.tolist()
        return Solid(volume, (x, y, z), (xx, xy, xz, yy, yz, zz))

    @functools.cached_property
    def shape_data(self) -> ShapeData:
        """Description for the kernels; see `physics.kernels.layout.hull`."""
        return hull_data_of(self._body, self._center)

    @functools.cached_property
    def geometry(self) -> Geometry:
        """Triangles to draw, with flat faces, around the center of the bounding box."""
        return hull_geometry(self._body, self._center)

    @property
    def _center(self) -> np.ndarray:
        vertices = self._body.vertices
        return 0.5 * (vertices.min(axis=0) + vertices.max(axis=0))


def _check_points(points: Points) -> np.ndarray:
    """Points as float64 [n, 3] that fill a space."""
    if isinstance(points, str | bytes) or not isinstance(points, np.ndarray | collections.abc.Sequence):
        raise TypeError(f"points must be a list or array of (x, y, z), got {checks.shown(points)}")
    try:
        array = np.asarray(points)
    except ValueError:  # rows of different lengths
        array = np.empty(0, object)
    if array.ndim == 2 and array.shape[1] == 3 and array.dtype.kind not in "fiu":
        raise TypeError(f"points must be numbers, got {checks.shown(array.flat[0])} of type {array.dtype}")
    if array.ndim != 2 or array.shape[1] != 3:
        what = f"an array of shape {array.shape}" if array.size else checks.shown(points)
        raise ValueError(f"points must be rows of 3 numbers, shape [n, 3], got {what}")
    array = array.astype(np.float64)
    if len(array) < 4:
        raise ValueError(f"points must be at least 4, got {len(array)}; for a flat thing use a thin ShapeBox")
    bad = np.flatnonzero(~(np.abs(array) <= SIZE_MAX).all(axis=1))
    if len(bad):
        shown = checks.shown(array[bad[0]].tolist())
        raise ValueError(
            f"points[{bad[0]}] must be 3 finite numbers between {-SIZE_MAX:g} and {SIZE_MAX:g} m, got {shown}; farther "
            "away, move the body instead"
        )
    _check_thickness(array)
    return array


def _prism_corners(outline: Points2, half: float, axis: int) -> np.ndarray:
    """Corners of a prism, those of the low end first, float64 [2 n, 3]."""
    flat = np.asarray(outline, np.float64)
    if flat.ndim != 2 or flat.shape[1] != 2 or len(flat) < 3:
        what = f"an array of shape {flat.shape}" if flat.size else checks.shown(outline)
        raise ValueError(f"outline must be at least 3 rows of 2 numbers, shape [n, 2], got {what}")
    corners = np.empty((2 * len(flat), 3))
    corners[:, [k for k in range(3) if k != axis]] = np.concatenate((flat, flat))
    corners[: len(flat), axis], corners[len(flat) :, axis] = -half, half
    return corners


def _check_thickness(points: np.ndarray) -> None:
    """Points must not lie in one spot, on one line or in one plane, nearly or exactly."""
    longest, middle, thinnest = thickness_of(points)
    limit = THIN * longest
    if longest < 2.0 * SIZE_MIN:
        rule, value = "in one spot", f"they fit into {longest:.3g} m; lengths are in meters"
    elif middle <= limit:
        rule, value = "on one line", f"it is {middle:.3g} m thick and {longest:.3g} m long; use a thin ShapeCapsule"
    elif thinnest <= limit:
        rule, value = "in one plane", f"they are {thinnest:.3g} m thick and {longest:.3g} m long; use a thin ShapeBox"
    else:
        return
    raise ValueError(f"points must not lie {rule}, but the {len(points)} given do: {value}")


def _check_size(body: Polyhedron) -> None:
    """Half the thickness across every face is at least the smallest size of anything."""
    heights = body.offsets[:, None] - body.normals @ body.vertices.T
    thickness = float(heights.max(axis=1).min())
    if thickness < 2.0 * SIZE_MIN:
        raise ValueError(f"a hull must be at least {2.0 * SIZE_MIN:g} m thick, got {thickness:.3g} m; use a ShapeBox")
