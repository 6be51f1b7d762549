"""Rays against single shapes in float64, by formulas: slow, obvious, independent of the kernels.

Every function takes rays in the axes of the shape, origins [m] and unit directions of shape [N, 3], and returns how far
along them [m] the shape is entered, shape [N], infinite for none. A solid that contains the origin is not hit.
"""

import numpy as np

from bench.reference.convex import Mold

FAR = np.inf


def enter_convex(mold: Mold, kind: str, origins: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Where rays enter a convex shape of a kind of `mold_of`."""
    if kind in ("sphere", "capsule"):
        return enter_round(mold, origins, directions)
    if kind in ("cylinder", "cone"):
        return enter_turned(mold, origins, directions)
    return enter_faces(mold, origins, directions)


def quadratic(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Both solutions of a t^2 + 2 b t + c = 0, the lesser first; NaN for none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt(b * b - a * c)
        first, second = (-b - root) / a, (-b + root) / a
    return np.fmin(first, second), np.fmax(first, second)


def first_ahead(candidates: list[np.ndarray], inside: np.ndarray) -> np.ndarray:
    """The least of the distances that are ahead; infinite for rays that start inside."""
    best = np.full(len(inside), FAR)
    for distance in candidates:
        best = np.where(distance >= 0.0, np.fmin(best, distance), best)
    return np.where(inside, FAR, best)


def enter_round(mold: Mold, origins: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """A sphere or capsule: balls at the ends, and the side between them."""
    candidates, radius = [], mold.radius
    for center in mold.points:
        offset = origins - center
        candidates += quadratic(np.ones(len(origins)), (offset * directions).sum(1), (offset**2).sum(1) - radius**2)[:1]
    half = abs(mold.points[-1, 1])
    flat, way = origins[:, [0, 2]], directions[:, [0, 2]]
    side = quadratic((way**2).sum(1), (flat * way).sum(1), (flat**2).sum(1) - radius**2)[0]
    candidates.append(np.where(np.abs(origins[:, 1] + side * directions[:, 1]) <= half, side, np.nan))
    nearest = origins - np.clip(origins[:, 1:2], -half, half) * [0.0, 1.0, 0.0]
    return first_ahead(candidates, (nearest**2).sum(1) <= radius**2)


def enter_turned(mold: Mold, origins: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """A cylinder or cone: radius r(y) = m + k y between the ends, and the disks at them."""
    half = mold.points[-1, 1]
    slope, middle = (mold.disks[1] - mold.disks[0]) / (2 * half), mold.disks.mean()
    flat, way, y, dy = origins[:, [0, 2]], directions[:, [0, 2]], origins[:, 1], directions[:, 1]
    radius = middle + slope * y
    a = (way**2).sum(1) - (slope * dy) ** 2
    b = (flat * way).sum(1) - slope * dy * radius
    candidates = []
    for distance in quadratic(a, b, (flat**2).sum(1) - radius**2):
        candidates.append(np.where(np.abs(y + distance * dy) <= half, distance, np.nan))
    for end, disk in zip((-half, half), mold.disks, strict=True):
        with np.errstate(divide="ignore", invalid="ignore"):
            distance = (end - y) / dy
            on_disk = ((flat + distance[:, None] * way) ** 2).sum(1) <= disk**2
        candidates.append(np.where(on_disk, distance, np.nan))
    inside = (np.abs(y) <= half) & ((flat**2).sum(1) <= radius**2)
    return first_ahead(candidates, inside)


def enter_faces(mold: Mold, origins: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """A polytope: after the last of the planes that are entered, before the first that is left."""
    offsets = (mold.normals @ mold.points.T).max(1)
    height, rate = origins @ mold.normals.T - offsets, directions @ mold.normals.T
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = -height / rate
    enter = np.where(rate < 0.0, distance, -FAR).max(1)
    leave = np.where(rate > 0.0, distance, FAR).min(1)
    beside = ((rate == 0.0) & (height > 0.0)).any(1)
    return np.where((enter <= leave) & (enter >= 0.0) & ~beside & (height > 0.0).any(1), enter, FAR)


def enter_plane(origins: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """The half-space y <= 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = -origins[:, 1] / directions[:, 1]
    return np.where((origins[:, 1] > 0.0) & (directions[:, 1] < 0.0), distance, FAR)


def enter_triangles(triangles: np.ndarray, origins: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Triangles [T, 3, 3], counterclockwise from their fronts, which alone are hit."""
    best = np.full(len(origins), FAR)
    for a, b, c in triangles:
        normal = np.cross(b - a, c - a)
        rate = directions @ normal
        with np.errstate(divide="ignore", invalid="ignore"):
            distance = (a - origins) @ normal / rate
        point = origins + np.where(np.isfinite(distance), distance, 0.0)[:, None] * directions
        hit = (rate < 0.0) & (distance >= 0.0)
        for start, end in ((a, b), (b, c), (c, a)):
            hit &= (point - start) @ np.cross(normal, end - start) >= 0.0
        best = np.where(hit, np.fmin(best, distance), best)
    return best
