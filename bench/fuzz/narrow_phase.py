"""Fuzzing of the narrow phase: very many poses of every pair of shapes, judged by the slow reference.

python -m bench.fuzz.narrow_phase            100,000 poses of each of the nine pairs
"""

import sys
import time

import numpy as np

from bench.reference.collide import Cases, Manifolds, both_cores, check, rotation_matrices, support
from physics.kernels.layout import kind as KIND
from physics.kernels.narrow_phase.dispatch import SCRATCH_SIZE, collide_many

PAIRS = {
    "sphere-sphere": (KIND.SPHERE, KIND.SPHERE),
    "sphere-capsule": (KIND.SPHERE, KIND.CAPSULE),
    "sphere-box": (KIND.SPHERE, KIND.BOX),
    "sphere-plane": (KIND.SPHERE, KIND.PLANE),
    "capsule-capsule": (KIND.CAPSULE, KIND.CAPSULE),
    "capsule-box": (KIND.CAPSULE, KIND.BOX),
    "capsule-plane": (KIND.CAPSULE, KIND.PLANE),
    "box-box": (KIND.BOX, KIND.BOX),
    "box-plane": (KIND.BOX, KIND.PLANE),
}

#: Families of poses. Boxes of a "card" have half extents from 5 mm to 0.5 m, "tiny" ones 2 to 5 mm, "huge" ones 2 to
#: 20 m, partly against 2 to 20 cm; "coincident" have one center.
FAMILIES = (
    "random",
    "deep",
    "face",
    "edge",
    "mixed",
    "aligned",
    "nearly aligned",
    "tiny",
    "card",
    "huge",
    "coincident",
)

#: Speculative distance of all cases [m].
MARGIN = 0.02


def random_rotations(count: int, random: np.random.Generator) -> np.ndarray:
    """Uniform unit quaternions, shape [count, 4]."""
    rotation = random.normal(size=(count, 4))
    return rotation / np.linalg.norm(rotation, axis=1, keepdims=True)


def square_rotations(count: int, random: np.random.Generator) -> np.ndarray:
    """Unit quaternions of the 24 rotations that map the coordinate axes to each other."""
    values = np.array([[1, 0, 0, 0], [1, 1, 0, 0], [1, -1, 0, 0], [1, 1, 1, 1], [1, 1, -1, 1], [1, -1, -1, -1]], float)
    rotation = random.permuted(values[random.integers(len(values), size=count)], axis=1)
    return rotation / np.linalg.norm(rotation, axis=1, keepdims=True)


def random_sizes(count: int, low: float, high: float, random: np.random.Generator) -> np.ndarray:
    """Sizes [m], shape [count, 3], between two limits; every third has three equal numbers."""
    size = low * (high / low) ** random.random((count, 3))
    size[::3] = size[::3, :1]
    return size


def random_directions(count: int, random: np.random.Generator) -> np.ndarray:
    """Uniform unit vectors, shape [count, 3]."""
    direction = random.normal(size=(count, 3))
    return direction / np.linalg.norm(direction, axis=1, keepdims=True)


def make_cases(name: str, kind_a: int, kind_b: int, count: int, random: np.random.Generator) -> Cases:
    """Poses of one family.

    Args:
        name: Family, one of FAMILIES.
        kind_a: Kind of shape a.
        kind_b: Kind of shape b.
        count: Number of poses.
        random: Random generator.

    Returns:
        The poses, float32.
    """
    size_range = {"tiny": (0.002, 0.005), "card": (0.005, 0.5)}.get(name, (0.1, 1.0))
    size_a, size_b = (random_sizes(count, *size_range, random) for _ in range(2))
    rotation_a, rotation_b = (random_rotations(count, random) for _ in range(2))
    if name == "huge":
        size_a *= np.where(random.random((count, 1)) < 0.5, 20.0, 0.2)
        size_b *= np.where(random.random((count, 1)) < 0.5, 20.0, 0.2)
    if name == "aligned":
        rotation_a = np.where(random.random((count, 1)) < 0.5, [[0.0, 0.0, 0.0, 1.0]], rotation_a)
        rotation_b = multiply(rotation_a, square_rotations(count, random))
        size_b[::2] = size_a[::2]
    if name == "nearly aligned":
        angle = random.normal(size=(count, 3)) * 10.0 ** random.uniform(-6, -1, (count, 1))
        small = np.concatenate([angle, np.ones((count, 1))], axis=1)
        rotation_b = multiply(rotation_a, square_rotations(count, random))
        rotation_b = multiply(rotation_b, small / np.linalg.norm(small, axis=1, keepdims=True))
        size_b[::2] = size_a[::2]
    cases = Cases(kind_a, kind_b, size_a, rotation_a, size_b, rotation_b, np.zeros((count, 3)), np.float32(MARGIN))
    return finish_offsets(name, cases, random)


def multiply(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Quaternion products p * q, shape [N, 4]."""
    vector = p[:, 3:] * q[:, :3] + q[:, 3:] * p[:, :3] + np.cross(p[:, :3], q[:, :3])
    return np.concatenate([vector, p[:, 3:] * q[:, 3:] - (p[:, :3] * q[:, :3]).sum(1, keepdims=True)], axis=1)


def contact_directions(name: str, cases: Cases, random: np.random.Generator) -> np.ndarray:
    """Directions from a to b along which the shapes are placed: random, a face normal of either, or an edge axis."""
    count = len(cases.offset)
    rows = np.arange(count)
    axes_a, axes_b = rotation_matrices(cases.rotation_a), rotation_matrices(cases.rotation_b)
    if cases.kind_b == KIND.PLANE:
        return -axes_b[:, :, 1]
    one, two = axes_a[rows, :, random.integers(3, size=count)], axes_b[rows, :, random.integers(3, size=count)]
    face = np.where(random.random((count, 1)) < 0.5, one, two)
    across = np.cross(one, two)
    size = np.linalg.norm(across, axis=1, keepdims=True)
    edge = np.where(size > 1e-3, across / np.maximum(size, 1e-30), face)
    free = random_directions(count, random)
    chosen = {"edge": edge, "aligned": face, "nearly aligned": face, "face": face}.get(name)
    if chosen is None:
        pick = random.integers(3, size=(count, 1))
        chosen = np.where(pick == 0, face, np.where(pick == 1, edge, free))
    return chosen * np.where(random.random((count, 1)) < 0.5, -1.0, 1.0)


def finish_offsets(name: str, cases: Cases, random: np.random.Generator) -> Cases:
    """Place b beside a: a gap along some direction, then a slide across it; and round everything to float32."""
    count = len(cases.offset)
    direction = contact_directions(name, cases, random)
    a, b = both_cores(cases)
    reach = support(a, direction) + support(b, direction)
    gap = random.uniform(-0.03, 0.03, count)
    if name in ("random", "deep"):
        gap = -reach * random.uniform(0.0, 1.0 if name == "deep" else 0.3, count)
    elif name in ("tiny", "card"):
        gap = reach * random.uniform(-0.5, 0.5, count)
    gap[::7] = 0.0
    slide = random_directions(count, random)
    slide -= direction * (slide * direction).sum(1, keepdims=True)
    slide *= (random.random(count) ** 2 * (support(a, slide) + support(b, slide)) * 1.05)[:, None]
    slide[::5] = 0.0
    offset = direction * (reach + gap)[:, None] + slide
    if name == "coincident":
        offset *= np.where(random.random((count, 1)) < 0.5, 0.0, 1e-6)
    arrays = (cases.size_a, cases.rotation_a, cases.size_b, cases.rotation_b, offset)
    rounded = (np.ascontiguousarray(array, np.float32) for array in arrays)
    return Cases(cases.kind_a, cases.kind_b, *rounded, cases.margin)


def answer(cases: Cases, run=collide_many) -> Manifolds:
    """Manifolds of the narrow phase; unwritten points are NaN."""
    count = len(cases.offset)
    counts, feature = np.full(count, -1, np.int32), np.full((count, 4), -1, np.int32)
    normal, point = np.full((count, 3), np.nan, np.float32), np.full((count, 4, 4), np.nan, np.float32)
    arrays = (cases.size_a, cases.rotation_a, cases.size_b, cases.rotation_b, cases.offset)
    scratch = np.zeros(SCRATCH_SIZE, np.float32)
    run(count, cases.kind_a, cases.kind_b, *arrays, cases.margin, scratch, counts, normal, point, feature)
    return Manifolds(counts, normal, point, feature)


def run(poses_per_pair: int = 100_000, *, seed: int = 1) -> list[dict]:
    """Fuzz all pairs and print a table.

    Args:
        poses_per_pair: Poses of each pair, spread over the families.
        seed: Of the random generator.

    Returns:
        One row per pair: name, poses, touching poses, broken rules (rule -> number), seconds.
    """
    results = []
    print(f"{'pair':16s} {'poses':>8s} {'touching':>8s} {'points':>6s} {'broken':>6s} {'time':>7s}")
    for pair, (kind_a, kind_b) in PAIRS.items():
        start = time.perf_counter()
        random = np.random.default_rng(seed)
        broken, poses, touching, points = {}, 0, 0, 0
        for family in FAMILIES:
            cases = make_cases(family, kind_a, kind_b, -(-poses_per_pair // len(FAMILIES)), random)
            manifolds = answer(cases)
            for rule, wrong in check(cases, manifolds).items():
                if wrong.any():
                    broken[f"{family}: {rule}"] = int(wrong.sum())
            poses += len(cases.offset)
            touching += int((manifolds.count > 0).sum())
            points += int(manifolds.count.sum())
        seconds = time.perf_counter() - start
        results.append({"pair": pair, "poses": poses, "touching": touching, "broken": broken, "seconds": seconds})
        mean = points / max(touching, 1)
        print(f"{pair:16s} {poses:8d} {touching:8d} {mean:6.2f} {sum(broken.values()):6d} {seconds:6.1f}s")
        for rule, number in broken.items():
            print(f"    {rule}: {number}")
    return results


if __name__ == "__main__":
    sys.exit(1 if any(row["broken"] for row in run()) else 0)
