"""Outermost vertices and bounds of a convex body, eight vertices at a time.

A *solid* is a tuple (numbers, indices, data): two flat buffers and where in the second the header of `layout.hull` is.
"""

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import axes
from physics.kernels.core.wide import load, lowest_bit, mask_bits, splat, wide_max, wide_min
from physics.kernels.core.wide_reduce import highest_lane, lowest_lane
from physics.kernels.layout import hull as HULL

HUGE = np.float32(1.0e30)


@leaf
def header(solid, column):
    """One number of the header of a solid."""
    return np.int64(solid[1][solid[2] + column])


@leaf
def vertex(solid, i):
    """Vertex i of a solid [m]."""
    numbers = solid[0]
    k = header(solid, HULL.VERTICES) + i
    row = HULL.lanes(header(solid, HULL.VERTEX_COUNT))
    return numbers[k], numbers[k + row], numbers[k + 2 * row]


@leaf
def middle(solid):
    """Center of mass of a solid [m], and how far the nearest face is from it [m]."""
    k = header(solid, HULL.BODY)
    numbers = solid[0]
    center = (numbers[k + HULL.BODY_CENTER], numbers[k + HULL.BODY_CENTER + 1], numbers[k + HULL.BODY_CENTER + 2])
    return center, numbers[k + HULL.BODY_INNER]


@routine
def lowest_along(solid, n):
    """Smallest scalar product of a vector with the vertices of a solid."""
    numbers = solid[0]
    start = header(solid, HULL.VERTICES)
    row = HULL.lanes(header(solid, HULL.VERTEX_COUNT))
    x, y, z = splat(n[0]), splat(n[1]), splat(n[2])
    low = splat(HUGE)
    for k in range(start, start + row, 8):
        low = wide_min(low, x * load(numbers, k) + y * load(numbers, k + row) + z * load(numbers, k + 2 * row))
    return lowest_lane(low)


@routine
def lowest_vertex(solid, n):
    """Smallest scalar product of a vector with the vertices of a solid, and the first vertex that has it."""
    numbers = solid[0]
    start = header(solid, HULL.VERTICES)
    row = HULL.lanes(header(solid, HULL.VERTEX_COUNT))
    x, y, z = splat(n[0]), splat(n[1]), splat(n[2])
    low = lowest_along(solid, n)
    bar = splat(low)
    for k in range(start, start + row, 8):
        value = x * load(numbers, k) + y * load(numbers, k + row) + z * load(numbers, k + 2 * row)
        bits = mask_bits(value <= bar)
        if bits != 0:
            return low, k - start + lowest_bit(bits)
    return low, np.int64(0)


@leaf
def hull_bounds(rotation, data, numbers, indices):
    """Bounds of a turned hull.

    Args:
        rotation: Unit quaternion, float32.
        data: Where the hull begins in `indices`.
        numbers: Coordinates of all shape data.
        indices: Whole numbers of all shape data.

    Returns:
        Lower and upper corner relative to the center of the shape, world axes [m], float32.
    """
    return _bounds((flat(numbers), flat(indices), np.int64(data)), rotation)


@routine
def _bounds(solid, rotation):
    """The work of `hull_bounds`."""
    numbers = solid[0]
    start = header(solid, HULL.VERTICES)
    row = HULL.lanes(header(solid, HULL.VERTEX_COUNT))
    a, b, c = axes(rotation)
    low_x, low_y, low_z = splat(HUGE), splat(HUGE), splat(HUGE)
    high_x, high_y, high_z = splat(-HUGE), splat(-HUGE), splat(-HUGE)
    for k in range(start, start + row, 8):
        x, y, z = load(numbers, k), load(numbers, k + row), load(numbers, k + 2 * row)
        world_x = splat(a[0]) * x + splat(b[0]) * y + splat(c[0]) * z
        world_y = splat(a[1]) * x + splat(b[1]) * y + splat(c[1]) * z
        world_z = splat(a[2]) * x + splat(b[2]) * y + splat(c[2]) * z
        low_x, high_x = wide_min(low_x, world_x), wide_max(high_x, world_x)
        low_y, high_y = wide_min(low_y, world_y), wide_max(high_y, world_y)
        low_z, high_z = wide_min(low_z, world_z), wide_max(high_z, world_z)
    low = (lowest_lane(low_x), lowest_lane(low_y), lowest_lane(low_z))
    return low, (highest_lane(high_x), highest_lane(high_y), highest_lane(high_z))
