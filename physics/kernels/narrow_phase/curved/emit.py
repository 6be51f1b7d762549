"""Contact points of round shapes: how they are written, and what their feature ids mean."""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import dot, subtract

# Feature ids. Points of a disk that faces squarely, tilted, of a narrow lens; ends of a segment; a single point; the
# deepest point; corners of a polygon; crossings of its edges with a circle, two per edge.
ID_SQUARE = np.int64(0)
ID_TILTED = np.int64(4)
ID_LENS = np.int64(8)
ID_END = np.int64(12)
ID_SINGLE = np.int64(14)
ID_DEEPEST = np.int64(15)
ID_CORNER = np.int64(16)
ID_CROSSING = np.int64(128)

#: No points yet. Numba compiles a leaf function once more for each literal that it is given, but not for this.
NONE = np.int64(0)


@leaf
def fixed_tangent(normal):
    """Direction across a normal that does not turn with any body; world axes, not of unit length."""
    if abs(normal[1]) > 0.5:
        return 1.0, 0.0, 0.0
    return 0.0, 1.0, 0.0


@leaf
def emit(count, position, separation, code, margin, point, feature):
    """Write a point [m] unless its separation exceeds the margin or there are four; returns the number of points."""
    if separation <= margin and count < 4:
        point[4 * count] = position[0]
        point[4 * count + 1] = position[1]
        point[4 * count + 2] = position[2]
        point[4 * count + 3] = separation
        feature[count] = code
        count += 1
    return count


@leaf
def above(x, normal, origin, outward):
    """How far along the normal from a point to the plane through `origin` [m]."""
    return dot(subtract(origin, x), outward) / dot(normal, outward)
