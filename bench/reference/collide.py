"""Slow, obvious narrow phase in float64, and the checks that judge the fast one.

A shape is a core (point, segment or box) swollen by a radius. Overlapping cores: the depth is the largest separation
over all face normals and all cross products of edges. Cores apart: the distance is the smallest one between any corner
and the other core, and between any two edges. Everything is evaluated for many pairs at once; nothing is clever.
"""

import dataclasses

import numpy as np

from physics.kernels.layout import kind as KIND

#: Corners of a box, and its edges as pairs of corners.
CORNERS = np.array([[1 if corner >> axis & 1 else -1 for axis in range(3)] for corner in range(8)], dtype=float)
EDGES = [(corner, corner | 1 << axis) for axis in range(3) for corner in range(8) if not corner >> axis & 1]

#: Pairs judged at a time; keeps the arrays of edge pairs small.
CHUNK = 4096


@dataclasses.dataclass(frozen=True)
class Cases:
    """Many pairs of two kinds of shapes; arrays as `collide_many` takes them."""

    kind_a: int
    kind_b: int
    size_a: np.ndarray
    rotation_a: np.ndarray
    size_b: np.ndarray
    rotation_b: np.ndarray
    offset: np.ndarray
    margin: float

    def rows(self, rows: slice | np.ndarray) -> "Cases":
        """Some of the pairs."""
        names = ("size_a", "rotation_a", "size_b", "rotation_b", "offset")
        return dataclasses.replace(self, **{name: getattr(self, name)[rows] for name in names})


@dataclasses.dataclass(frozen=True)
class Manifolds:
    """What the narrow phase answered; arrays as `collide_many` writes them."""

    count: np.ndarray
    normal: np.ndarray
    point: np.ndarray
    feature: np.ndarray

    def rows(self, rows: slice | np.ndarray) -> "Manifolds":
        """The answers for some of the pairs."""
        return Manifolds(self.count[rows], self.normal[rows], self.point[rows], self.feature[rows])


@dataclasses.dataclass(frozen=True)
class Cores:
    """Cores of N shapes: centers [m], axes as columns, half extents [m] (zero across a segment), radii [m]."""

    kind: int
    center: np.ndarray
    axes: np.ndarray
    half: np.ndarray
    radius: np.ndarray


def rotation_matrices(rotation: np.ndarray) -> np.ndarray:
    """Matrices [N, 3, 3] of quaternions (x, y, z, w) of any length; column k is local axis k in world axes."""
    x, y, z, w = (rotation / np.linalg.norm(rotation, axis=1, keepdims=True)).T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.array(rows).transpose(2, 0, 1)


def make_cores(kind: int, size: np.ndarray, rotation: np.ndarray, center: np.ndarray) -> Cores:
    """Cores of shapes of one kind; a half-space is handled apart and has a point as core."""
    size, rotation, center = (np.asarray(array, dtype=float) for array in (size, rotation, center))
    half = np.zeros_like(size)
    radius = np.zeros(len(size)) if kind in (KIND.BOX, KIND.PLANE) else size[:, 0]
    if kind == KIND.BOX:
        half = size
    elif kind == KIND.CAPSULE:
        half[:, 1] = size[:, 1]
    return Cores(kind, center, rotation_matrices(rotation), half, radius)


def both_cores(cases: Cases) -> tuple[Cores, Cores]:
    """Cores of a, at the origin, and of b."""
    a = make_cores(cases.kind_a, cases.size_a, cases.rotation_a, np.zeros((len(cases.offset), 3)))
    return a, make_cores(cases.kind_b, cases.size_b, cases.rotation_b, cases.offset)


def corners_of(cores: Cores) -> np.ndarray:
    """Corners [m] of cores, shape [N, 8, 3]; those of a segment or point repeat."""
    local = CORNERS[None] * cores.half[:, None, :]
    return cores.center[:, None, :] + np.einsum("nij,nkj->nki", cores.axes, local)


def edges_of(cores: Cores) -> list[tuple[int, int]]:
    """Edges of a core as pairs of corners."""
    if cores.kind == KIND.BOX:
        return EDGES
    return [(0, 2)] if cores.kind == KIND.CAPSULE else []


def point_distance(points: np.ndarray, cores: Cores) -> np.ndarray:
    """Distances [m] of points [N, K, 3] from the cores; negative inside of a box."""
    local = np.einsum("nij,nki->nkj", cores.axes, points - cores.center[:, None, :])
    excess = np.abs(local) - cores.half[:, None, :]
    outside = np.linalg.norm(np.maximum(excess, 0.0), axis=2)
    return np.where(outside > 0.0, outside, np.minimum(excess.max(axis=2), 0.0)) if cores.kind == KIND.BOX else outside


def segment_distance(p: np.ndarray, q: np.ndarray, r: np.ndarray, s: np.ndarray) -> np.ndarray:
    """Distances [m] between segments p ... q and r ... s; the ends against the other segment are the caller's work."""
    d, e, gap = q - p, s - r, r - p
    a, b, c = (d * d).sum(-1), (d * e).sum(-1), (e * e).sum(-1)
    f, g = (d * gap).sum(-1), (e * gap).sum(-1)
    determinant = a * c - b * b
    good = determinant > 1e-12 * a * c
    divisor = np.where(good, determinant, 1.0)
    on_first, on_second = (f * c - g * b) / divisor, (f * b - g * a) / divisor
    within = good & (on_first >= 0) & (on_first <= 1) & (on_second >= 0) & (on_second <= 1)
    vector = gap + on_second[..., None] * e - on_first[..., None] * d
    return np.where(within, np.linalg.norm(vector, axis=-1), np.inf)


def core_distance(a: Cores, b: Cores) -> np.ndarray:
    """Distances [m] between cores that lie apart."""
    corners_a, corners_b = corners_of(a), corners_of(b)
    best = np.minimum(point_distance(corners_a, b).min(axis=1), point_distance(corners_b, a).min(axis=1))
    for first, second in edges_of(a):
        others = edges_of(b)
        if others:
            start, end = [edge[0] for edge in others], [edge[1] for edge in others]
            distance = segment_distance(
                corners_a[:, first, None], corners_a[:, second, None], corners_b[:, start], corners_b[:, end]
            )
            best = np.minimum(best, distance.min(axis=1))
    return best


def support(cores: Cores, direction: np.ndarray) -> np.ndarray:
    """Largest extent [m] of swollen cores along unit directions [N, 3], from their centers."""
    local = np.abs(np.einsum("nij,ni->nj", cores.axes, direction))
    return (local * cores.half).sum(axis=1) + cores.radius


def separation_along(a: Cores, b: Cores, normal: np.ndarray) -> np.ndarray:
    """Gaps [m] between the shapes along unit normals [N, 3] from a to b; negative if the shadows overlap."""
    return ((b.center - a.center) * normal).sum(axis=1) - support(a, normal) - support(b, normal)


def overlap_depth(a: Cores, b: Cores) -> np.ndarray:
    """Largest separation [m] of two cores, at least one a box, over face normals and cross products of edges."""
    bare_a, bare_b = (dataclasses.replace(cores, radius=np.zeros_like(cores.radius)) for cores in (a, b))
    directions = []
    for cores in (a, b):
        if cores.kind == KIND.BOX:
            directions += [cores.axes[:, :, k] for k in range(3)]
    used = {KIND.BOX: (0, 1, 2), KIND.CAPSULE: (1,)}
    for i in used.get(a.kind, ()):
        for j in used.get(b.kind, ()):
            across = np.cross(a.axes[:, :, i], b.axes[:, :, j])
            size = np.linalg.norm(across, axis=1, keepdims=True)
            # The cross product of parallel edges says nothing; a face normal stands in for it.
            directions.append(np.where(size > 1e-7, across / np.maximum(size, 1e-30), directions[0]))
    best = np.full(len(a.center), -np.inf)
    for direction in directions:
        for sign in (1.0, -1.0):
            best = np.maximum(best, separation_along(bare_a, bare_b, sign * direction))
    return best


def reference_distance(cases: Cases) -> np.ndarray:
    """Distances [m] between the shapes; if they overlap, minus the shortest way that takes them apart."""
    a, b = both_cores(cases)
    if cases.kind_b == KIND.PLANE:
        return separation_along(a, b, -b.axes[:, :, 1])
    if KIND.BOX in (cases.kind_a, cases.kind_b):
        depth = overlap_depth(a, b)
        distance = np.where(depth > 0.0, core_distance(a, b), depth)
    else:
        distance = core_distance(a, b)
    return distance - a.radius - b.radius


def surface_distance(cores: Cores, points: np.ndarray) -> np.ndarray:
    """Signed distances [m] of points [N, K, 3] from the surfaces; negative inside."""
    if cores.kind == KIND.PLANE:
        return np.einsum("ni,nki->nk", cores.axes[:, :, 1], points - cores.center[:, None, :])
    return point_distance(points, cores) - cores.radius[:, None]


def allowances(cases: Cases) -> tuple[np.ndarray, np.ndarray]:
    """What the narrow phase may be wrong by.

    Returns:
        Rounding [m]: float32 has 24 bits, and some ten operations on numbers as large as the shapes and their distance
        lose three of them. Preference [m]: what the routines give away on purpose, to keep a face contact where an
        edge is hardly better (5 % of the smallest half extent, at most 5 mm, plus the bias between faces), to snap the
        normal of a capsule to a face (1 % of the radius), to call two capsules parallel (0.5 % of the radii), and to
        call a center inside of a box or on the axis of a capsule (0.03 % of the shapes).
    """
    a, b = both_cores(cases)
    extent = np.linalg.norm(a.half, axis=1) + a.radius + np.linalg.norm(b.half, axis=1) + b.radius
    rounding = 4e-6 * (extent + np.linalg.norm(cases.offset.astype(float), axis=1))
    pair = (cases.kind_a, cases.kind_b)
    share = {
        (KIND.SPHERE, KIND.BOX): 1e-4,
        (KIND.CAPSULE, KIND.CAPSULE): 0.0051,
        (KIND.CAPSULE, KIND.BOX): 0.0101,
    }
    preference = share.get(pair, 0.0) * (a.radius + b.radius)
    if cases.kind_a <= KIND.CAPSULE and cases.kind_b == KIND.CAPSULE:
        preference = preference + 3e-4 * (a.half[:, 1] + a.radius + b.half[:, 1] + b.radius)
    boxes = [cores.half.min(axis=1) for cores in (a, b) if cores.kind == KIND.BOX]
    if cases.kind_a >= KIND.CAPSULE and cases.kind_b == KIND.BOX:
        preference = preference + 1.1 * np.minimum(0.005, 0.05 * np.min(boxes, axis=0))
    return rounding, preference


def check(cases: Cases, manifolds: Manifolds) -> dict[str, np.ndarray]:
    """Judge manifolds.

    Args:
        cases: The pairs.
        manifolds: The answers.

    Returns:
        For each rule, a boolean array [N] that is true where the rule is broken.
    """
    parts = []
    for start in range(0, len(cases.offset), CHUNK):
        rows = slice(start, start + CHUNK)
        parts.append(check_chunk(cases.rows(rows), manifolds.rows(rows)))
    return {rule: np.concatenate([part[rule] for part in parts]) for rule in parts[0]}


def check_chunk(cases: Cases, manifolds: Manifolds) -> dict[str, np.ndarray]:
    """Judge a few manifolds; see `check`."""
    a, b = both_cores(cases)
    distance = reference_distance(cases)
    rounding, preference = allowances(cases)
    slack = rounding + preference
    count, normal = manifolds.count, manifolds.normal.astype(float)
    touching = count > 0
    present = np.arange(4)[None, :] < count[:, None]
    separation = np.where(present, manifolds.point[:, :, 3].astype(float), np.inf)
    lowest = separation.min(axis=1, initial=np.inf)
    length = np.linalg.norm(normal, axis=1)
    unit = normal / np.maximum(length, 1e-30)[:, None]
    along = separation_along(a, b, unit) if cases.kind_b != KIND.PLANE else ((-b.axes[:, :, 1]) * unit).sum(axis=1)
    # A capsule across the rim of a box has its normal turned by up to 1 degree: its ends dip that much.
    across = cases.kind_a == KIND.CAPSULE and cases.kind_b == KIND.BOX
    turned = 0.0175 * 2.0 * a.half[:, 1] if across else 0.0
    best = distance if cases.kind_b != KIND.PLANE else np.ones(len(distance))

    # Half the separation back along the normal lies the surface of a, half of it ahead the surface of b.
    shift = np.where(present, separation, 0.0)[:, :, None] * 0.5 * unit[:, None, :]
    position = manifolds.point[:, :, :3].astype(float)
    off_a, off_b = surface_distance(a, position - shift), surface_distance(b, position + shift)
    if cases.kind_a != KIND.CAPSULE:  # the far end of a capsule that stands upright has its lowest point inside
        off_a = np.abs(off_a)
    if cases.kind_b != KIND.CAPSULE:
        off_b = np.abs(off_b)
    off = np.where(present, np.maximum(off_a, off_b), 0.0).max(axis=1)

    ids = np.where(present, manifolds.feature, -1 - np.arange(4)[None, :])
    ids.sort(axis=1)
    written = np.where(present[:, :, None], manifolds.point, 0.0)
    finite = np.isfinite(normal).all(axis=1) & np.isfinite(written).all(axis=(1, 2))
    return {
        "finite": ~finite,
        "at most four points": (count < 0) | (count > 4),
        "touching when near": ~touching & (distance < cases.margin - rounding),
        "apart when far": touching & (distance > cases.margin + rounding),
        "within the margin": touching & (np.where(present, separation, -np.inf).max(axis=1) > cases.margin),
        "unit normal": touching & ~(np.abs(length - 1.0) < 1e-5),
        "depth": touching & ~(np.abs(lowest - distance) <= slack),
        "normal": touching & ~(np.abs(along - best) <= slack + turned),
        "points on surfaces": touching & ~(off <= slack),
        "feature ids differ": touching & (ids[:, 1:] == ids[:, :-1]).any(axis=1),
    }
