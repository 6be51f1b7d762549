"""Triangle meshes: whatever has no simpler shape."""

import functools
import hashlib
import math
import warnings
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from physics import checks
from physics.constants import SIZE_MAX
from physics.kernels.layout import kind as KIND
from physics.kernels.mesh import data as mesh_data
from physics.queries.snapshot import Geometry
from physics.shapes import mesh_topology
from physics.shapes.base import Shape, ShapeData, Solid, Vector, shortened
from physics.shapes.mesh_tree import build_lanes, build_tree
from physics.shapes.patches import check_patches
from physics.vector import Quaternion

#: Edges that bend more are drawn sharp [rad].
CREASE = math.radians(35.0)
#: A triangle that is lower than this part of its longest edge has no area, and no normal.
THINNEST = 1e-6
#: Most triangles: numbers of triangles and bits of the tree share an int32.
TRIANGLES_MAX = 10_000_000


class ShapeMesh(Shape):
    """Surface of triangles, for bodies of any kind.

    A dynamic body of a closed mesh has the mass of what it encloses; one that is open needs a mass and an inertia. It
    collides with all shapes, other meshes and height fields by its triangles. Convex shapes are faster, and a bullet of
    a mesh is not swept: use ShapeHull or `decompose` for what is small and fast.

    Triangles are counterclockwise seen from their front. A one-sided mesh pushes to the front only, and rays hit it
    from the front only; what is behind is not there. That is right for closed surfaces, which then are as good as
    solid, and for terrain. A two-sided one pushes to the side where the center of a shape is.

    Vertices at exactly the same place count as one. Triangles without area and repeated ones are left out, with a
    warning; numbers of triangles, as in `RayHit.triangle`, are those of the array that was given.

    Args:
        vertices: Places [m], shape [n, 3].
        triangles: Rows of three vertices each, shape [k, 3].
        two_sided: Whether it pushes to both sides.
        materials: Names of materials that its triangles have; "" stands for that of the part. A triangle with a
            material has friction, restitution and rolling friction of it, whatever the part has.
        triangle_materials: Which of them each triangle has, numbers from 0, shape [k].

    Raises:
        TypeError: The arrays do not hold numbers.
        ValueError: They have the wrong shape, name missing vertices, or nothing is left of them.
    """

    kind: ClassVar[int] = KIND.MESH

    def __init__(
        self,
        vertices: np.ndarray,
        triangles: np.ndarray,
        *,
        two_sided: bool = False,
        materials: Sequence[str] | None = None,
        triangle_materials: np.ndarray | None = None,
    ) -> None:
        places = check_vertices(vertices)
        rows = check_triangles(triangles, len(places))
        self.two_sided = checks.flag("two_sided", two_sided)
        self._patches = check_patches(materials, triangle_materials, "triangle_materials", (len(rows),))
        self._parameters = {
            "vertices": shortened(places, np.float32),
            "triangles": shortened(rows, np.int32),
            "two_sided": self.two_sided,
        }
        if self._patches.rows is not None:
            self._parameters.update(materials=self._patches.names, triangle_materials=self._patches.rows)
        used = places[rows.ravel()]
        lower, upper = used.min(axis=0), used.max(axis=0)
        # Kernels know the center in float32, so the vertices are told around exactly that.
        self._center = (0.5 * (lower + upper)).astype(np.float32).astype(np.float64)
        self._half = np.maximum(upper - self._center, self._center - lower)
        if self._half.max() > SIZE_MAX:
            raise ValueError(f"a mesh may reach {2 * SIZE_MAX:g} m, got {2 * self._half.max():g} m")
        self._extent = float(np.sqrt((used * used).sum(axis=1)).max())
        welded, row_of = mesh_topology.weld((places - self._center).astype(np.float32))
        given = _without_bad(welded, row_of[rows], rows)
        self._triangles = row_of[rows[given]]
        self._vertices, self._triangles = _without_unused(welded, self._triangles)
        self._given = given
        self._edges = mesh_topology.find_edges(self._triangles)
        text = self._vertices.tobytes() + self._triangles.tobytes() + given.tobytes() + self._center.tobytes()
        text += self._patches.content
        self._digest = hashlib.blake2b(text + bytes([self.two_sided]), digest_size=16).digest()
        if not self.two_sided:
            self._warn()

    @property
    def material_names(self) -> tuple[str, ...]:
        """Materials that triangles of it have instead of that of the part; "" stands for that."""
        return self._patches.names

    def material_of(self, triangle: int) -> str:
        """Material of a triangle, as it was given; "" for that of the part."""
        return self._patches.name((triangle,))

    def parameters(self) -> dict[str, Any]:
        """Vertices [m], triangles and so on as given, for an equal mesh."""
        return dict(self._parameters)

    def __eq__(self, other: object) -> bool:
        return self._digest == other._digest if isinstance(other, ShapeMesh) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._digest)

    def __repr__(self) -> str:
        sides = ", two_sided=True" if self.two_sided else ""
        return f"<ShapeMesh of {len(self._triangles)} triangles{sides}>"

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "_digest"):
            raise AttributeError(f"a mesh does not change, so {name} cannot be set; make another ShapeMesh")
        super().__setattr__(name, value)

    def _warn(self) -> None:
        """Say what makes a one-sided mesh other than it looks."""
        crowded = self._edges.crowded
        if len(crowded):
            warnings.warn(
                f"{len(crowded)} edges of the mesh are shared by more than two triangles, or by two of opposite "
                f"winding, the first by triangle {self._given[crowded[0] // 3]}: bodies may catch on them; turn the "
                "triangles around that are clockwise seen from outside, or use two_sided=True",
                stacklevel=3,
            )
        if self.is_closed and self._signed_volume() < 0.0:
            warnings.warn(
                f"the mesh is inside out: its volume is {self._signed_volume():.3g} m^3, so it lets bodies in and "
                "keeps them there; use triangles[:, ::-1] to turn it around, or two_sided=True for a room",
                stacklevel=3,
            )

    @property
    def size(self) -> Vector:
        """Half extents of the bounding box [m]."""
        x, y, z = self._half.tolist()
        return x, y, z

    @property
    def extent(self) -> float:
        """Distance from the origin to the farthest vertex [m]."""
        return self._extent

    def local_pose(self) -> tuple[Vector, Quaternion]:
        """Center of the bounding box [m], no rotation."""
        x, y, z = self._center.tolist()
        return (x, y, z), (0.0, 0.0, 0.0, 1.0)

    @property
    def triangle_count(self) -> int:
        """Triangles that are left after those without area and repeated ones."""
        return len(self._triangles)

    @property
    def is_closed(self) -> bool:
        """Whether every edge belongs to exactly two triangles, in opposite directions."""
        return not len(self._edges.lone) and not len(self._edges.crowded)

    @property
    def volume(self) -> float:
        """Volume [m^3] of a closed mesh.

        Raises:
            ValueError: It is not closed.
        """
        return self.solid.volume

    @functools.cached_property
    def solid(self) -> Solid:
        """Distribution of matter inside of a closed mesh, exact.

        Raises:
            ValueError: It is not closed.
        """
        if not self.is_closed:
            raise ValueError(f"only a closed mesh has a volume, and this one is not: {self.open_edges}")
        return solid_inside(self._vertices[self._triangles].astype(np.float64), self._center)

    @property
    def open_edges(self) -> str:
        """What keeps it from being closed, in words; "" if it is."""
        if self.is_closed:
            return ""
        open_edges = np.concatenate((self._edges.lone, self._edges.crowded))
        edge = open_edges[0]
        corner = self._vertices[self._triangles.ravel()[edge]] + self._center
        where = tuple(round(c, 3) for c in corner.tolist())
        return (
            f"{len(open_edges)} edges do not belong to two triangles, the first is edge {edge % 3} of triangle "
            f"{self._given[edge // 3]}, at {where} m"
        )

    @property
    def matter(self) -> Solid:
        """As `solid`; of an open mesh, its bounding box: its body has a mass and an inertia of its own."""
        if self.is_closed:
            return self.solid
        x, y, z = (max(half, 1e-3 * self._extent) for half in self.size)
        volume = 8.0 * x * y * z
        third = volume / 3.0
        moments = (third * (y * y + z * z), 0.0, 0.0, third * (x * x + z * z), 0.0, third * (x * x + y * y))
        return Solid(volume, self.local_pose()[0], moments)

    def _signed_volume(self) -> float:
        a, b, c = self._vertices[self._triangles].astype(np.float64).transpose(1, 0, 2)
        return float((a * np.cross(b, c)).sum()) / 6.0

    @functools.cached_property
    def shape_data(self) -> ShapeData:
        """Description for the kernels, see `kernels.mesh.data`."""
        corners = self._vertices[self._triangles]
        lower, upper = corners.min(axis=1), corners.max(axis=1)
        order, bounds, links = build_tree(lower, upper)
        lane_bounds, lane_links = build_lanes(lower[order], upper[order])
        opposite = mesh_topology.opposite_vertices(self._triangles, self._edges.partner)[order]
        starts, ring = mesh_topology.rings(self._triangles, len(self._vertices))
        tables = {
            mesh_data.MESH_LINKS: links,
            mesh_data.MESH_TRIANGLES: self._triangles[order],
            mesh_data.MESH_OPPOSITE: opposite,
            mesh_data.MESH_RING_STARTS: starts,
            mesh_data.MESH_RINGS: ring,
            mesh_data.MESH_LANE_LINKS: lane_links,
            mesh_data.MESH_GIVEN: self._given[order],
        }
        header = np.zeros(mesh_data.MESH_HEADER, np.int32)
        header[mesh_data.MESH_TWO_SIDED] = self.two_sided
        header[mesh_data.MESH_TRIANGLE_COUNT] = len(order)
        header[mesh_data.MESH_NODE_COUNT] = len(links)
        place = len(header)
        for column, table in tables.items():
            header[column] = place
            place += table.size
        header[mesh_data.MESH_LANE_BOUNDS] = bounds.size
        header[mesh_data.MESH_VERTICES] = bounds.size + lane_bounds.size
        numbers = np.concatenate((bounds.ravel(), lane_bounds.ravel(), self._vertices.ravel()))
        added = self._patches.enter(header, place, len(numbers))
        listed = [*(table.ravel() for table in tables.values()), self._patches.table(self._given[order])]
        return ShapeData(
            np.concatenate([header, *listed]).astype(np.int32),
            np.concatenate((numbers, self._patches.numbers)),
            mesh_data.MESH_INDEX_COLUMNS + added[0],
            mesh_data.MESH_NUMBER_COLUMNS + added[1],
        )

    @functools.cached_property
    def geometry(self) -> Geometry:
        """Triangles to draw; a two-sided mesh shows both of its sides."""
        places, normals, triangles = mesh_topology.smooth_corners(
            self._vertices, self._triangles, self._edges.partner, CREASE
        )
        if self.two_sided and not self.is_closed:
            triangles = np.concatenate((triangles, triangles[:, ::-1] + np.int32(len(places))))
            places, normals = np.concatenate((places, places)), np.concatenate((normals, -normals))
        return Geometry(places, normals, triangles)


def check_vertices(vertices: np.ndarray) -> np.ndarray:
    """Places as float64 [n, 3], or an error that says which is wrong."""
    array = _as_array("vertices", vertices, "fiu").astype(np.float64)
    bad = np.flatnonzero(~(np.abs(array) <= SIZE_MAX).all(axis=1))
    if len(bad):
        shown = checks.shown(array[bad[0]].tolist())
        raise ValueError(f"vertices[{bad[0]}] must be finite and within {SIZE_MAX:g} m, got {shown}")
    return array


def check_triangles(triangles: np.ndarray, vertex_count: int) -> np.ndarray:
    """Rows of vertices as int64 [k, 3], or an error that says which is wrong."""
    array = _as_array("triangles", triangles, "iu")
    if not 1 <= len(array) <= TRIANGLES_MAX:
        raise ValueError(f"a mesh must have between 1 and {TRIANGLES_MAX} triangles, got {len(array)}")
    bad = np.flatnonzero(((array < 0) | (array >= vertex_count)).any(axis=1))
    if len(bad):
        raise ValueError(
            f"triangles[{bad[0]}] must name vertices 0 to {vertex_count - 1}, got {array[bad[0]].tolist()}; "
            "count from 0"
        )
    return array.astype(np.int64)


def _as_array(name: str, values: np.ndarray, kinds: str) -> np.ndarray:
    try:
        array = np.array(values)
    except ValueError:  # rows of different lengths
        array = np.array(None)
    if array.dtype.kind not in kinds and array.size:
        what = "numbers" if "f" in kinds else "whole numbers"
        raise TypeError(f"{name} must be an array of {what}, got {checks.shown(values)} of type {array.dtype}")
    if array.size == 0:
        raise ValueError(f"{name} must not be empty; a mesh needs at least one triangle")
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name} must have the shape [n, 3], got {array.shape}")
    return array


def _without_bad(vertices: np.ndarray, triangles: np.ndarray, given: np.ndarray) -> np.ndarray:
    """Numbers of the triangles that have an area and are no repetition; warns of the others.

    Args:
        vertices: Welded vertices.
        triangles: Triangles as rows of those.
        given: Triangles as they were given, for the message.
    """
    _, area = mesh_topology.face_normals(vertices, triangles)
    corners = vertices[triangles].astype(np.float64)
    along = np.roll(corners, -1, axis=1) - corners
    longest = (along * along).sum(axis=2).max(axis=1)
    thin = ~(area > THINNEST * longest)
    if thin.any():
        first = int(np.flatnonzero(thin)[0])
        warnings.warn(
            f"{thin.sum()} triangles of the mesh have no area and are left out, the first is triangles[{first}] = "
            f"{given[first].tolist()}",
            stacklevel=3,
        )
    kept = np.flatnonzero(~thin)
    if not len(kept):
        raise ValueError(f"a mesh needs a triangle with an area, got {len(triangles)} without")
    # Alike are those with the same corners in the same direction of rotation, whichever comes first.
    inside = triangles[kept]
    turned = inside[np.arange(len(kept))[:, None], (inside.argmin(axis=1)[:, None] + np.arange(3)) % 3]
    _, first_of = np.unique(turned, axis=0, return_index=True)
    if len(first_of) < len(kept):
        repeated = np.setdiff1d(np.arange(len(kept)), first_of)
        first = kept[repeated[0]]
        warnings.warn(
            f"{len(repeated)} triangles of the mesh are there twice and are left out, the first is triangles[{first}] "
            f"= {given[first].tolist()}",
            stacklevel=3,
        )
        kept = kept[np.sort(first_of)]
    return kept


def _without_unused(vertices: np.ndarray, triangles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    used, rows = np.unique(triangles, return_inverse=True)
    return vertices[used], rows.reshape(-1, 3)


def solid_inside(corners: np.ndarray, origin: np.ndarray) -> Solid:
    """Volume, center and moments of what closed triangles enclose.

    Every triangle makes a tetrahedron with the origin; those whose triangle looks away from it count as positive. With
    corners 0, a, b, c the volume is V = a . (b x c) / 6, and the integral of x x^T over it is
    V / 20 (s s^T + a a^T + b b^T + c c^T) with s = a + b + c.

    Args:
        corners: Corners of the triangles around a nearby point [m], float64 [T, 3, 3].
        origin: That point [m].
    """
    a, b, c = corners.transpose(1, 0, 2)
    volumes = (a * np.cross(b, c)).sum(axis=1) / 6.0
    volume = volumes.sum()
    total = a + b + c
    center = (volumes[:, None] * total).sum(axis=0) / (4.0 * volume)
    # About the center of mass, so that nothing large cancels.
    a, b, c = (corners - center).transpose(1, 0, 2)
    volumes = (a * np.cross(b, c)).sum(axis=1) / 6.0
    second = np.zeros((3, 3))
    for v in (a, b, c, a + b + c):
        second += (volumes[:, None, None] * v[:, :, None] * v[:, None, :]).sum(axis=0) / 20.0
    sign = math.copysign(1.0, volume)
    inertia = sign * (np.trace(second) * np.eye(3) - second)
    x, y, z = (center + origin).tolist()
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia.tolist()
    return Solid(float(sign * volume), (x, y, z), (xx, xy, xz, yy, yz, zz))
