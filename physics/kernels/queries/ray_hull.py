"""Where a ray enters a convex hull; the conventions are those of `ray_shapes`."""

import math

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import dot, scale
from physics.kernels.layout import hull as HULL

INFINITE = math.inf
NOWHERE = (0.0, 0.0, 0.0)


@leaf
def ray_hull(origin, direction, data, numbers, indices):
    """Where a ray enters a hull; at an edge, the normal is that of one of its faces.

    It enters where it has crossed the last of the planes that it comes from outside of, unless it left another before.

    Args:
        origin: Start in the axes of the hull [m], float64.
        direction: Unit vector in the same axes.
        data: Where the hull begins in `indices`.
        numbers: Coordinates of all shape data.
        indices: Whole numbers of all shape data.

    Returns:
        Distance [m], INFINITE for a miss and for an origin in the hull, and the outward normal.
    """
    count = indices[data + HULL.FACE_COUNT]
    row = HULL.lanes(count)
    start = indices[data + HULL.PLANES]
    enter, leave, normal = -INFINITE, INFINITE, NOWHERE
    for k in range(start, start + count):
        n = (np.float64(numbers[k]), np.float64(numbers[k + row]), np.float64(numbers[k + 2 * row]))
        height = dot(n, origin) - np.float64(numbers[k + 3 * row])
        approach = -dot(n, direction)
        if height > 0.0:
            if not approach > 0.0:
                return INFINITE, NOWHERE
            if height > enter * approach:
                enter, normal = height / approach, n
        elif approach < 0.0:
            leave = min(leave, height / approach)
    if not (enter > 0.0 and enter <= leave):
        return INFINITE, NOWHERE
    return enter, scale(normal, 1.0 / math.sqrt(dot(normal, normal)))
