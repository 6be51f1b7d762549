"""Convex polyhedra from points: outline by Qhull, flat faces in one piece, at most so many vertices, exact moments."""

import dataclasses
import math

import numpy as np
from scipy.spatial import ConvexHull

#: Vertices within this part of half the diagonal of a plane belong to it: rounding of files with five digits. At most
#: this part of the thickness, so that a thin plate keeps its sides.
FLAT = 2e-5
FLAT_THICKNESS = 0.05
#: Directions whose outermost vertices are kept when there are too many.
_SIGNS = np.array([[x, y, z] for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if x or y or z], float)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Polyhedron:
    """Convex body with flat faces.

    Attributes:
        vertices: Corners [m], float64 [V, 3], in ascending order.
        faces: Vertices of each face, counterclockwise seen from outside.
        normals: Outward unit normals, float64 [F, 3].
        offsets: Distances of the planes from the origin along the normals [m], float64 [F].
        edges: First and second vertex, face at the left and at the right seen from outside, int [E, 4].
    """

    vertices: np.ndarray
    faces: tuple[tuple[int, ...], ...]
    normals: np.ndarray
    offsets: np.ndarray
    edges: np.ndarray

    def __post_init__(self) -> None:
        for array in (self.vertices, self.normals, self.offsets, self.edges):
            array.flags.writeable = False

    def triangles(self) -> np.ndarray:
        """Fans of all faces, int [T, 3]: together they are closed."""
        return np.array([(face[0], b, c) for face in self.faces for b, c in zip(face[1:-1], face[2:], strict=True)])

    def moments(self) -> tuple[float, np.ndarray, np.ndarray]:
        """Volume [m^3], center [m] and inertia about it for a density of 1 kg/m^3 [m^5], shape [3, 3].

        The sum over tetrahedra from a point inside to each triangle (a, b, c), with d = a . (b x c) and s = a + b + c:
        volume d / 6, first moment d s / 24, second moments d (a a^T + b b^T + c c^T + s s^T) / 120.
        """
        inside = self.vertices.mean(axis=0)
        corners = (self.vertices - inside)[self.triangles()]
        a, b, c = corners.transpose(1, 0, 2)
        d = (a * np.cross(b, c)).sum(axis=1)
        s = a + b + c
        volume = d.sum() / 6.0
        center = (d[:, None] * s).sum(axis=0) / 24.0 / volume
        second = np.einsum("t,tki,tkj->ij", d, corners, corners) + np.einsum("t,ti,tj->ij", d, s, s)
        second = second / 120.0 - volume * np.outer(center, center)
        return float(volume), center + inside, np.trace(second) * np.eye(3) - second


def thickness_of(points: np.ndarray) -> tuple[float, float, float]:
    """Lengths of points along their own three axes, longest first [m]; all are 0 in one spot."""
    centered = points - points.mean(axis=0)
    scale = np.abs(centered).max()
    if scale == 0.0:
        return 0.0, 0.0, 0.0
    _, _, axes = np.linalg.svd(centered / scale, full_matrices=False)
    lengths = np.ptp(centered @ axes.T, axis=0)
    longest, middle, thinnest = sorted((float(length) for length in lengths), reverse=True)
    return longest, middle, thinnest


def build(points: np.ndarray, vertices_max: int) -> tuple[Polyhedron, int, float]:
    """Convex hull of points that fill a space.

    Args:
        points: Points [m], finite, float64 [n, 3].
        vertices_max: Most vertices.

    Returns:
        The hull, how many vertices it would have without the limit, and how far the surface moved by it [m].
    """
    points = np.unique(points, axis=0)
    half = 0.5 * float(np.linalg.norm(np.ptp(points, axis=0)))
    flat = min(FLAT * half, FLAT_THICKNESS * thickness_of(points)[2])
    vertices = points[np.sort(ConvexHull(points).vertices)]
    wanted, moved = len(vertices), 0.0
    if wanted > vertices_max:
        vertices = _without_needless(vertices, flat)
        wanted = len(vertices)
        if wanted > vertices_max:
            vertices, moved = _reduced(vertices, vertices_max)
    vertices = _without_needless(vertices, flat)
    return _polyhedron(vertices, _merged_faces(vertices, flat)), wanted, moved


def prism(corners: np.ndarray, axis: int) -> Polyhedron | None:
    """The same body as `build` makes of the corners of a prism, without a search for its faces.

    Args:
        corners: Corners of both ends [m], those of the low end first, float64 [2 n, 3].
        axis: The axis along which it lies, 0, 1 or 2.

    Returns:
        The body; None unless the ends are convex, their corners clear of all sides and in order.
    """
    count = len(corners) // 2
    others = [k for k in range(3) if k != axis]
    outline = corners[:count, others]
    along = np.roll(outline, -1, axis=0) - outline
    height = along[:, :1] * (outline[:, 1] - outline[:, 1:]) - along[:, 1:] * (outline[:, 0] - outline[:, :1])
    rows = np.arange(count)
    height[rows, rows] = height[rows, rows - count + 1] = height[0, 2]  # those of the ends of the side itself
    clear = 4.0 * FLAT * np.linalg.norm(np.ptp(corners, axis=0)) * np.linalg.norm(along, axis=1, keepdims=True)
    left = bool(height[0, 2] > 0.0)
    if not ((height if left else -height) > clear).all() or np.ptp(corners[:, axis]) <= clear.max():
        return None
    order = np.lexsort(corners.T[::-1])
    place = np.argsort(order).tolist()
    low, high = place[:count], place[count:]
    if left == (axis == 1):  # from z to x it turns left, from x to z right
        low, high = low[::-1], high[::-1]
    sides = [(low[k - 1], low[k], high[k], high[k - 1]) for k in range(count)]
    return _polyhedron(corners[order], [_from_least(face) for face in (tuple(low[::-1]), tuple(high), *sides)])


def _from_least(face: tuple[int, ...]) -> tuple[int, ...]:
    """The same ring of corners, the least number first."""
    first = face.index(min(face))
    return face[first:] + face[:first]


def _without_needless(vertices: np.ndarray, flat: float) -> np.ndarray:
    """Vertices without those inside of a face or of an edge, sorted."""
    while True:
        meeting = np.zeros(len(vertices), int)
        for face in _merged_faces(vertices, flat):
            meeting[list(face)] += 1
        needed = meeting >= 3
        if needed.all() or needed.sum() < 4:
            return vertices
        vertices = vertices[needed]


def _reduced(vertices: np.ndarray, count: int) -> tuple[np.ndarray, float]:
    """The vertices that change the body least, and how far it shrinks [m].

    Outermost ones first; then, again and again, the farthest outside of each face of what is kept.
    """
    kept = np.unique((vertices @ _SIGNS.T).argmax(axis=0))
    while True:
        equations = ConvexHull(vertices[kept]).equations
        outside = vertices @ equations[:, :3].T + equations[:, 3]
        distance, face = outside.max(axis=1), outside.argmax(axis=1)
        distance[kept] = -np.inf
        if len(kept) >= count:
            return vertices[np.sort(kept)], float(distance.max())
        order = np.argsort(-distance, kind="stable")
        _, first = np.unique(face[order], return_index=True)
        farthest = order[np.sort(first)][: max(1, len(kept) // 4)]
        farthest = farthest[distance[farthest] > -np.inf]
        kept = np.concatenate([kept, farthest[: count - len(kept)]])


def _merged_faces(vertices: np.ndarray, flat: float) -> list[tuple[int, ...]]:
    """Faces of the hull of its vertices, triangles of one plane joined.

    From the largest triangle on, its neighbors are joined while their corners lie in its plane. A sliver on an edge has
    a normal of chance, somewhere between those of its neighbors: any within a right angle will do.
    """
    hull = ConvexHull(vertices)
    normals = hull.equations[:, :3]
    corners = vertices[hull.simplices]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    inward = (across * normals).sum(axis=1) < 0.0
    simplices = hull.simplices.copy()
    simplices[inward] = simplices[inward][:, [0, 2, 1]]
    near = np.abs(normals @ vertices.T + hull.equations[:, 3:]) <= flat
    label = np.full(len(simplices), -1)
    faces: list[tuple[int, ...]] = []
    for seed in np.argsort(-np.linalg.norm(across, axis=1), kind="stable"):
        if label[seed] >= 0:
            continue
        label[seed] = seed
        region, k = [int(seed)], 0
        while k < len(region):
            for other in hull.neighbors[region[k]]:
                joins = near[seed, simplices[other]].all() and normals[seed] @ normals[other] > 0.0
                if label[other] < 0 and joins:
                    label[other] = seed
                    region.append(int(other))
            k += 1
        outline = _outline(simplices[region])
        faces += [outline] if outline else [tuple(simplices[i].tolist()) for i in region]
    return faces


def _outline(triangles: np.ndarray) -> tuple[int, ...] | None:
    """Corners around joined triangles; None if that is not a single ring."""
    sides = {(int(t[k]), int(t[(k + 1) % 3])) for t in triangles for k in range(3)}
    rim = [side for side in sides if side[::-1] not in sides]
    following = dict(rim)
    if len(following) != len(rim):
        return None
    ring = [min(following)]
    while following[ring[-1]] != ring[0]:
        ring.append(following[ring[-1]])
    return tuple(ring) if len(ring) == len(rim) else None


def _polyhedron(vertices: np.ndarray, faces: list[tuple[int, ...]]) -> Polyhedron:
    """Planes and edges of faces; the order of faces follows from their vertices, not from that of Qhull."""
    faces = sorted(faces)
    normals = np.empty((len(faces), 3))
    offsets = np.empty(len(faces))
    left: dict[tuple[int, int], int] = {}
    for i, face in enumerate(faces):
        corners = vertices[list(face)]
        arms = corners - corners[0]
        a, b = arms[1:-1].T, arms[2:].T  # as np.cross, which takes five times as long for so few
        x, y, z = a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
        normal = np.array((x, y, z)).T.sum(axis=0)
        normals[i] = normal / math.sqrt(normal @ normal)
        offsets[i] = (corners @ normals[i]).max()
        left.update(dict.fromkeys(zip(face, (*face[1:], face[0]), strict=True), i))
    edges = np.array([(a, b, i, left[b, a]) for (a, b), i in sorted(left.items()) if a < b])
    return Polyhedron(vertices, tuple(faces), normals, offsets, edges)
