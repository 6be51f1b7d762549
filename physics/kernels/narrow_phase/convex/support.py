"""Support mappings: the point of a convex core that lies farthest along a direction, in the axes of the shape.

A shape is its core and a rounding radius. The core of a sphere is a point and that of a capsule a segment; all others
are their own core and have no radius. Every function here works in float64, although sizes and coordinates are stored
as float32: the algorithms above subtract numbers that are nearly equal.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import scale
from physics.kernels.core.wide import LANES, any_of, load, splat
from physics.kernels.layout import hull as HULL, kind as KIND
from physics.kernels.narrow_phase.convex.extent import support_round


@leaf
def support_hull(data, direction, numbers, indices):
    """Corner of a hull farthest along a direction; of corners within the rounding of float32, one of them.

    Eight corners are compared with the best so far at once. That is beaten rarely, so looking at the eight one by one
    then costs little.
    """
    padded = HULL.lanes(np.int64(indices[data + HULL.VERTEX_COUNT]))
    xs = np.int64(indices[data + HULL.VERTICES])
    ys = xs + padded
    zs = ys + padded
    x, y, z = np.float32(direction[0]), np.float32(direction[1]), np.float32(direction[2])
    wide_x, wide_y, wide_z = splat(x), splat(y), splat(z)
    best = xs
    highest = x * numbers[xs] + y * numbers[ys] + z * numbers[zs]
    for block in range(0, padded, LANES):
        height = wide_x * load(numbers, xs + block) + wide_y * load(numbers, ys + block)
        if any_of(height + wide_z * load(numbers, zs + block) > splat(highest)):
            for k in range(xs + block, xs + block + LANES):
                single = x * numbers[k] + y * numbers[k + padded] + z * numbers[k + padded + padded]
                if single > highest:
                    highest, best = single, k
    return np.float64(numbers[best]), np.float64(numbers[best + padded]), np.float64(numbers[best + padded + padded])


#: Numbers of corners. Numba compiles a leaf function once more for each literal that it is given, but not for these.
FIRST, SECOND, THIRD = np.int64(0), np.int64(1), np.int64(2)


@leaf
def corner(triangle, k):
    """Corner k of a triangle."""
    return np.float64(triangle[3 * k]), np.float64(triangle[3 * k + 1]), np.float64(triangle[3 * k + 2])


@leaf
def support_triangle(direction, triangle):
    """Corner of a triangle farthest along a direction."""
    best, highest = corner(triangle, FIRST), -math.inf
    for k in range(3):
        p = corner(triangle, k)
        height = direction[0] * p[0] + direction[1] * p[1] + direction[2] * p[2]
        if height > highest:
            best, highest = p, height
    return best


@routine
def support(kind, size, data, direction, numbers, indices, triangle):
    """Point of a core farthest along a direction.

    Args:
        kind: Any convex kind, also KIND.TRIANGLE or KIND.SHRUNK.
        size: Size as in `layout`, three float64 [m].
        data: Where the shape data of a hull begin in `indices`; unused for others.
        direction: Any vector of float64, shape axes; for (0, 0, 0) the answer is some point of the core.
        numbers: Coordinates of hulls, float32.
        indices: Descriptions of hulls, int32.
        triangle: Corners of a SHAPE_TRIANGLE, 9 float32 [m]; unused for others.

    Returns:
        The point in shape axes, three float64 [m].
    """
    if KIND.is_round(kind):
        return support_round(kind, size, direction)
    if kind == KIND.BOX:
        return (
            size[0] if direction[0] >= 0.0 else -size[0],
            size[1] if direction[1] >= 0.0 else -size[1],
            size[2] if direction[2] >= 0.0 else -size[2],
        )
    if kind == KIND.HULL:
        return support_hull(data, direction, numbers, indices)
    if kind == KIND.SHRUNK:
        return scale(support_hull(data, direction, numbers, indices), size[0])
    return support_triangle(direction, triangle)
