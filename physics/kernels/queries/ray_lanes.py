"""A ray against eight boxes at once, and the walk through a tree whose nodes hold eight boxes.

Boxes are stored by coordinate: eight least x, y and z, then eight greatest. A lane without a box holds +infinity below
and -infinity above, and is never entered. The test is in float32 and errs on the safe side: a box that the ray enters
is never missed, and never entered later than in truth. So whatever a leaf holds is tested exactly, and the answer does
not depend on the boxes.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.lane_keys import lane_key
from physics.kernels.core.wide import load, lowest_bit, mask_bits, splat, wide_max, wide_min

LANES = 8
#: Floats of a node: its eight boxes.
LANE_BOUNDS = 6 * LANES
#: An origin is moved by this part of its coordinates, more than the half unit in the last place that float32 loses ...
ORIGIN_PART = 1.3e-7
#: ... and this far at least [m], so that a ray along the side of a flat box enters it.
ORIGIN_LEAST = 1e-20
#: Inverse directions are off by this part: twice what the three roundings of a distance add up to.
INVERSE_PART = 4e-7
#: Largest inverse of a component of a direction; products with lengths up to 10 km stay finite.
INVERSE_MAX = 1e34
NO_KEY = np.int64(-1)


@leaf
def axis_of_ray(origin, direction, column):
    """One axis of a ray: where in a node its near and far planes begin; near and far origin and inverse direction."""
    inverse = INVERSE_MAX
    if abs(direction) * INVERSE_MAX > 1.0:
        inverse = abs(1.0 / direction)
    pad = abs(origin) * ORIGIN_PART + ORIGIN_LEAST
    near, far = np.int64(column), np.int64(column + LANE_BOUNDS // 2)
    if math.copysign(1.0, direction) < 0.0:
        near, far = far, near
        pad, inverse = -pad, -inverse
    return (
        near,
        far,
        splat(np.float32(origin + pad)),
        splat(np.float32(origin - pad)),
        splat(np.float32(inverse * (1.0 - INVERSE_PART))),
        splat(np.float32(inverse * (1.0 + INVERSE_PART))),
    )


@leaf
def lane_ray(origin, direction):
    """A ray as `enter_lanes` takes it."""
    return (
        axis_of_ray(origin[0], direction[0], 0),
        axis_of_ray(origin[1], direction[1], LANES),
        axis_of_ray(origin[2], direction[2], 2 * LANES),
    )


@leaf
def lane_limit(limit):
    """Length of a ray, rounded up [m]."""
    return splat(np.float32(limit * (1.0 + ORIGIN_PART)))


@leaf
def enter_lanes(bounds, start, ray, limit):
    """Which of eight boxes a ray enters, as bits, and where, at the latest [m].

    Args:
        bounds: Boxes, float32.
        start: Where they begin.
        ray: As made by `lane_ray`.
        limit: As made by `lane_limit`.
    """
    x, y, z = ray
    enter = wide_max((load(bounds, start + x[0]) - x[2]) * x[4], splat(np.float32(0.0)))
    enter = wide_max((load(bounds, start + y[0]) - y[2]) * y[4], enter)
    enter = wide_max((load(bounds, start + z[0]) - z[2]) * z[4], enter)
    leave = wide_min((load(bounds, start + x[1]) - x[3]) * x[5], limit)
    leave = wide_min((load(bounds, start + y[1]) - y[3]) * y[5], leave)
    leave = wide_min((load(bounds, start + z[1]) - z[3]) * z[5], leave)
    return mask_bits(enter <= leave), enter


@leaf
def last_key(limit):
    """Keys beyond this are those of boxes that a ray does not reach."""
    return lane_key(limit, np.int64(0), np.int32(-1))


@leaf
def push_lanes(bits, enter, codes, start, keys, top):
    """Sort the boxes that a ray enters: the nearest is returned, the others go on the stack, the farthest first.

    Args:
        bits: As from `enter_lanes`, not 0.
        enter: Likewise.
        codes: What the boxes stand for, int32.
        start: Where those of the eight boxes begin.
        keys: The stack, int64. Written.
        top: Its height.

    Returns:
        Key of the nearest, see `lane_key`; new height of the stack.
    """
    bottom = top
    lane = lowest_bit(bits)
    nearest = lane_key(enter, lane, codes[start + lane])
    bits &= bits - 1
    while bits != 0:
        lane = lowest_bit(bits)
        bits &= bits - 1
        key = lane_key(enter, lane, codes[start + lane])
        nearest, key = min(nearest, key), max(nearest, key)
        k = top
        while k > bottom and keys[k - 1] < key:
            keys[k] = keys[k - 1]
            k -= 1
        keys[k] = key
        top += 1
    return nearest, top


@leaf
def pop_key(last, keys, top):
    """The next key of the stack that is not beyond the last, NO_KEY if there is none, and the new height."""
    while top > 0:
        top -= 1
        if keys[top] <= last:
            return keys[top], top
    return NO_KEY, top
