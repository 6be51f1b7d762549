"""Points in single shapes in float64, by formulas: slow, obvious, independent of the kernels."""

import numpy as np

from bench.reference.convex import Mold


def heights(mold: Mold, kind: str, points: np.ndarray) -> np.ndarray:
    """How far points are above the surface of a shape [m], shape [N]; inside, minus the distance to it, exactly.

    Outside it is at most the distance: that from the nearest of the planes, or from the endless side.

    Args:
        mold: The shape.
        kind: Its kind, as in `mold_of`.
        points: In the axes of the shape [m], shape [N, 3].
    """
    if kind in ("sphere", "capsule"):
        half = abs(mold.points[-1, 1])
        nearest = points - np.clip(points[:, 1:2], -half, half) * [0.0, 1.0, 0.0]
        return np.linalg.norm(nearest, axis=1) - mold.radius
    if kind in ("cylinder", "cone"):
        half = mold.points[-1, 1]
        slope, middle = (mold.disks[0] - mold.disks[1]) / (2 * half), mold.disks.mean()
        across = np.hypot(points[:, 0], points[:, 2])
        side = (across - (middle - slope * points[:, 1])) / np.hypot(1.0, slope)
        return np.max([side, points[:, 1] - half, -half - points[:, 1]], axis=0)
    offsets = (mold.normals @ mold.points.T).max(1)
    return (points @ mold.normals.T - offsets).max(1)
