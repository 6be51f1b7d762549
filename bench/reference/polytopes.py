"""Hulls for fuzzing and measuring the narrow phase, and kernels that run it over many poses.

python -m bench.reference.polytopes       time per pair
"""

import dataclasses
import itertools
import time

import numpy as np

from bench.fuzz.narrow_phase import MARGIN, multiply, random_directions, random_rotations
from bench.reference.collide import Manifolds, rotation_matrices
from physics import ShapeHull
from physics.kernels.core.jit import kernel
from physics.kernels.core.pointer import flat
from physics.kernels.layout import kind as KIND
from physics.kernels.narrow_phase.hull.contact import (
    POLYTOPE_SCRATCH,
    TRIANGLE,
    collide_polytope_triangle,
    collide_polytopes,
)
from physics.shapes.library import ShapeLibrary

ZERO = np.float32(0.0)

#: Families of poses of two hulls.
FAMILIES = ("random", "deep", "face", "edge", "mixed", "flush", "nearly flush", "coincident")


@kernel
def collide_polytopes_many(
    kind_a, kind_b, size_a, rotation_a, form_a, size_b, rotation_b, form_b, offset, margin, hint, numbers, indices,
    scratch, count, normal, point, feature
):  # fmt: skip
    """Contact points of many pairs; arguments as in `collide_polytopes`, with one row per pair."""
    for i in range(len(count)):
        count[i], normal[i, 0], normal[i, 1], normal[i, 2] = collide_polytopes(
            kind_a,
            kind_b,
            (size_a[i, 0], size_a[i, 1], size_a[i, 2]),
            (rotation_a[i, 0], rotation_a[i, 1], rotation_a[i, 2], rotation_a[i, 3]),
            form_a[i],
            (size_b[i, 0], size_b[i, 1], size_b[i, 2]),
            (rotation_b[i, 0], rotation_b[i, 1], rotation_b[i, 2], rotation_b[i, 3]),
            form_b[i],
            (offset[i, 0], offset[i, 1], offset[i, 2]),
            margin,
            (hint[i, 0], hint[i, 1], hint[i, 2]),
            flat(numbers),
            flat(indices),
            flat(point[i]),
            flat(feature[i]),
            flat(scratch),
        )


@kernel
def collide_triangles_many(
    kind_a, size_a, rotation_a, form_a, corners, margin, two_sided, numbers, indices, scratch, count, normal, point,
    feature, part
):  # fmt: skip
    """Contact points of many pairs; arguments as in `collide_polytope_triangle`, with one row per pair."""
    for i in range(len(count)):
        for c in range(9):
            scratch[TRIANGLE + c] = corners[i, c // 3, c % 3]
        count[i], normal[i, 0], normal[i, 1], normal[i, 2], part[i] = collide_polytope_triangle(
            kind_a,
            (size_a[i, 0], size_a[i, 1], size_a[i, 2]),
            (rotation_a[i, 0], rotation_a[i, 1], rotation_a[i, 2], rotation_a[i, 3]),
            form_a[i],
            margin,
            two_sided,
            (ZERO, ZERO, ZERO),
            flat(numbers),
            flat(indices),
            flat(point[i]),
            flat(feature[i]),
            flat(scratch),
        )


def ball_points(count: int, random: np.random.Generator) -> np.ndarray:
    """Points on an ellipsoid [m], shape [count, 3]."""
    return random_directions(count, random) * random.uniform(0.2, 0.8, 3)


def prism_points(sides: int, radius: float, half_height: float) -> np.ndarray:
    """Corners of a prism along Y [m], shape [2 * sides, 3]."""
    angle = np.arange(sides) * 2.0 * np.pi / sides
    ring = np.column_stack((np.cos(angle) * radius, np.zeros(sides), np.sin(angle) * radius))
    return np.concatenate((ring - [0.0, half_height, 0.0], ring + [0.0, half_height, 0.0]))


def pool(seed: int = 5) -> dict[str, ShapeHull]:
    """Hulls of all sorts, some away from the origin of their axes."""
    random = np.random.default_rng(seed)
    box = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
    hulls = {f"ball {n}": ShapeHull(ball_points(n, random) + random.normal(size=3)) for n in (4, 5, 6, 8, 12, 16, 20)}
    hulls["box"] = ShapeHull(box * (0.3, 0.5, 0.4))
    hulls["card"] = ShapeHull(box * (0.4, 0.02, 0.25))
    hulls["tetrahedron"] = ShapeHull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    hulls["wedge"] = ShapeHull([(0, 0, -0.5), (0, 0, 0.5), (1, 0, -0.5), (1, 0, 0.5), (1, 0.08, -0.5), (1, 0.08, 0.5)])
    hulls["prism"] = ShapeHull(prism_points(32, 0.5, 0.2))
    hulls["needle"] = ShapeHull([(0, 0, 0), (0.06, 0, 0), (0, 0, 0.06), (0.02, 1.0, 0.02)])
    return hulls


@dataclasses.dataclass(frozen=True)
class HullCases:
    """Poses of two shapes: b relative to a; a may be a box, b a half-space."""

    a: ShapeHull
    b: ShapeHull | None
    rotation_a: np.ndarray
    rotation_b: np.ndarray
    offset: np.ndarray
    kind_a: int = KIND.HULL
    kind_b: int = KIND.HULL


def centered(shape: ShapeHull) -> np.ndarray:
    """Vertices around the center of the bounding box as kernels see them, float64 [V, 3]."""
    points = np.array(shape.points)
    return (points - 0.5 * (points.min(axis=0) + points.max(axis=0))).astype(np.float32).astype(float)


def normals_of(shape: ShapeHull) -> np.ndarray:
    """Outward unit normals of the faces, shape [F, 3]."""
    points = np.array(shape.points)
    across = [np.cross(points[f[1]] - points[f[0]], points[f[2]] - points[f[0]]) for f in shape.faces]
    return across / np.linalg.norm(across, axis=1, keepdims=True)


def edges_of(shape: ShapeHull) -> np.ndarray:
    """Pairs of vertices, shape [E, 2]."""
    return np.array([(a, b) for f in shape.faces for a, b in zip(f, (*f[1:], f[0]), strict=True) if a < b])


def turn_between(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Quaternions that turn unit vectors to others, shape [n, 4]."""
    across = np.cross(start, end)
    rotation = np.column_stack((across, 1.0 + (start * end).sum(axis=1)))
    opposite = rotation[:, 3] < 1e-9
    aside = np.cross(start, np.where(np.abs(start[:, :1]) < 0.5, [[1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]]))
    rotation[opposite] = np.column_stack((aside, np.zeros(len(start))))[opposite]
    return rotation / np.linalg.norm(rotation, axis=1, keepdims=True)


def chosen_rows(array: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
    """Rows at random, with repetition."""
    return array[random.integers(len(array), size=count)]


def flush_rotations(
    family: str, rotation_a: np.ndarray, normal_a: np.ndarray, normal_b: np.ndarray, random: np.random.Generator
) -> np.ndarray:
    """Rotations of b such that a face of it looks at a face of a, both given in local axes; exactly or nearly."""
    count = len(rotation_a)
    spin = random_rotations(count, random)
    spin = np.column_stack((normal_a * spin[:, :1], spin[:, 3]))
    spin /= np.linalg.norm(spin, axis=1, keepdims=True)
    rotation = multiply(rotation_a, multiply(spin, turn_between(normal_b, -normal_a)))
    if family == "flush":
        return rotation
    tilt = random.normal(size=(count, 3)) * 10.0 ** random.uniform(-6, -1, (count, 1))
    tilt = np.column_stack((tilt, np.ones(count)))
    return multiply(rotation, tilt / np.linalg.norm(tilt, axis=1, keepdims=True))


def contact_directions(
    family: str, faces: list[np.ndarray], along_a: np.ndarray, along_b: np.ndarray, random: np.random.Generator
) -> np.ndarray:
    """Directions from a to b along which b is placed: normal of a face of a or b, across two edges, or any."""
    count = len(along_a)
    across = np.cross(along_a, along_b)
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    across = np.where((across * across).sum(axis=1, keepdims=True) > 0.5, across, faces[0])
    options = np.array([*faces, across, random_directions(count, random)])
    row = random.integers({"face": 2, "flush": 1, "nearly flush": 1}.get(family, 4), size=count)
    return options[np.full(count, 2) if family == "edge" else row, np.arange(count)]


def make_hull_cases(family: str, a: ShapeHull, b: ShapeHull, count: int, random: np.random.Generator) -> HullCases:
    """Poses of one family: b is placed beside a along some direction, then slid across it."""
    rotation_a, rotation_b = random_rotations(count, random), random_rotations(count, random)
    normal_a, normal_b = chosen_rows(normals_of(a), count, random), chosen_rows(normals_of(b), count, random)
    if family in ("flush", "nearly flush"):
        rotation_b = flush_rotations(family, rotation_a, normal_a, normal_b, random)
    turn_a, turn_b = rotation_matrices(rotation_a), rotation_matrices(rotation_b)
    points_a, points_b = centered(a), centered(b)
    faces = [np.einsum("nij,nj->ni", turn_a, normal_a), -np.einsum("nij,nj->ni", turn_b, normal_b)]
    edge_a = chosen_rows(np.diff(points_a[edges_of(a)], axis=1)[:, 0], count, random)
    edge_b = chosen_rows(np.diff(points_b[edges_of(b)], axis=1)[:, 0], count, random)
    along_a, along_b = np.einsum("nij,nj->ni", turn_a, edge_a), np.einsum("nij,nj->ni", turn_b, edge_b)
    direction = contact_directions(family, faces, along_a, along_b, random)
    world_a, world_b = np.einsum("nij,vj->nvi", turn_a, points_a), np.einsum("nij,vj->nvi", turn_b, points_b)

    def reach(way):
        far = np.einsum("nvi,ni->nv", world_a, way).max(axis=1)
        return far - np.einsum("nvi,ni->nv", world_b, way).min(axis=1)

    gap = random.uniform(-0.03, 0.03, count)
    if family in ("random", "deep"):
        gap = -reach(direction) * random.uniform(0.0, 1.0 if family == "deep" else 0.3, count)
    gap[::7] = 0.0
    slide = random_directions(count, random)
    slide -= direction * (slide * direction).sum(axis=1, keepdims=True)
    slide *= (random.random(count) ** 2 * reach(slide) * 0.7)[:, None]
    slide[::5] = 0.0
    offset = direction * (reach(direction) + gap)[:, None] + slide
    if family == "coincident":
        offset *= np.where(random.random((count, 1)) < 0.5, 0.0, 1e-6)
    return HullCases(a, b, *(np.ascontiguousarray(array, np.float32) for array in (rotation_a, rotation_b, offset)))


def answer_hulls(
    cases: HullCases, margin: float = MARGIN, hint: np.ndarray | None = None, *, repeats: int = 1
) -> Manifolds:
    """Manifolds of the narrow phase; unwritten points are NaN. Repeated, the best time is printed."""
    library = ShapeLibrary()
    count = len(cases.offset)
    form_a = np.full(count, library.enter(cases.a), np.int32)
    form_b = np.full(count, 0 if cases.b is None else library.enter(cases.b), np.int32)
    size_a = np.tile(np.array(cases.a.size, np.float32), (count, 1))
    size_b = np.tile(np.array((0, 0, 0) if cases.b is None else cases.b.size, np.float32), (count, 1))
    hint = np.zeros((count, 3), np.float32) if hint is None else hint
    counts, feature = np.full(count, -1, np.int32), np.full((count, 4), -1, np.int32)
    normal, point = np.full((count, 3), np.nan, np.float32), np.full((count, 4, 4), np.nan, np.float32)
    scratch = np.zeros(POLYTOPE_SCRATCH, np.float32)
    best = np.inf
    for _ in range(repeats):
        start = time.perf_counter()
        collide_polytopes_many(
            cases.kind_a, cases.kind_b, size_a, cases.rotation_a, form_a, size_b, cases.rotation_b, form_b,
            cases.offset, np.float32(margin), hint, library.numbers, library.indices, scratch, counts, normal, point,
            feature,
        )  # fmt: skip
        best = min(best, time.perf_counter() - start)
    if repeats > 1:
        print(f"{best / count * 1e9:8.0f} ns, {(counts > 0).mean():4.0%} touch", end="")
    return Manifolds(counts, normal, point, feature)


def answer_triangles(
    shape: ShapeHull, rotation: np.ndarray, corners: np.ndarray, *, two_sided: bool, kind: int = KIND.HULL
) -> tuple[Manifolds, np.ndarray]:
    """Manifolds of a hull with triangles [n, 3, 3], and the touched parts of these [n]."""
    library = ShapeLibrary()
    count = len(corners)
    data = np.full(count, library.enter(shape), np.int32)
    size = np.tile(np.array(shape.size, np.float32), (count, 1))
    counts, feature, part = (
        np.full(count, -1, np.int32),
        np.full((count, 4), -1, np.int32),
        np.full(count, -1, np.int32),
    )
    normal, point = np.full((count, 3), np.nan, np.float32), np.full((count, 4, 4), np.nan, np.float32)
    collide_triangles_many(
        kind, size, rotation, data, corners, np.float32(MARGIN), two_sided, library.numbers, library.indices,
        np.zeros(POLYTOPE_SCRATCH, np.float32), counts, normal, point, feature, part,
    )  # fmt: skip
    return Manifolds(counts, normal, point, feature), part


def measure(count: int = 2000) -> None:
    """Print the time per pair of several hulls: resting, mixed, deep, apart, and apart with the right hint."""
    random = np.random.default_rng(3)
    hulls = pool()
    for a, b in (("ball 12", "ball 12"), ("box", "box"), ("prism", "prism")):
        for family in ("nearly flush", "mixed", "deep"):
            print(f"\n{a} - {b}, {family:14s}", end="")
            cases = make_hull_cases(family, hulls[a], hulls[b], count, random)
            answer_hulls(cases, repeats=15)
        cases = make_hull_cases("face", hulls[a], hulls[b], count, random)
        apart = dataclasses.replace(cases, offset=cases.offset * np.float32(1.5))
        print(f"\n{a} - {b}, {'apart':14s}", end="")
        axis = answer_hulls(apart, repeats=15).normal
        print(f"\n{a} - {b}, {'apart, hint':14s}", end="")
        answer_hulls(apart, hint=axis, repeats=15)
    print()


if __name__ == "__main__":
    measure()
