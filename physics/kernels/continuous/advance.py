"""When two moving convex shapes meet: conservative advancement.

Take the shortest way between two convex shapes, of length d, and the plane across it. Neither shape gets past that
plane before its points have moved d along the normal, whatever it does sideways. So time may advance by d over the
fastest approach along the normal without a meeting being missed, and then the distance is measured anew. Rotations
count with the speed of the farthest point. Time runs from 0 to 1 over the movement.

A path is a tuple: center at the start, movement of the center [m], rotation at the start, axis (of length 1) and angle
[rad] of the turn. A place is center [m] and rotation of a shape in the axes that follow the path.
"""

import math

import numpy as np
from numba import types

from physics.kernels.broad_phase.proxies import multiply_quaternions
from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import leaf, linked, routine
from physics.kernels.core.vec3 import (
    add,
    add_scaled,
    axes,
    dot,
    relative_rotation,
    rotate,
    rotate_inverse,
    subtract,
)
from physics.kernels.layout import kind as KIND
from physics.kernels.narrow_phase.convex.extent import rounding
from physics.kernels.narrow_phase.convex.gjk import gjk_distance

#: What `advance` returns: time, gap at the start, normal, point.
VECTOR = types.UniTuple(types.float64, 3)
ADVANCE = types.Tuple((types.float64, types.float64, VECTOR, VECTOR))

#: Time of what never happens.
NEVER = 2.0

#: Measurements after which the time so far, which is never too late, is taken. Straight movements need some 5, fast
#: spinning ones some 20.
ITERATIONS = 60


@leaf
def straight_path(center, motion, rotation):
    """Path of something that does not turn."""
    return center, motion, rotation, (0.0, 1.0, 0.0), 0.0


@leaf
def path_between(center, rotation, end_center, end_rotation):
    """Path from one pose to another: straight, and the shorter way around."""
    x, y, z, w = multiply_quaternions(end_rotation, (-rotation[0], -rotation[1], -rotation[2], rotation[3]))
    if w < 0.0:
        x, y, z, w = -x, -y, -z, -w
    sine = math.sqrt(x * x + y * y + z * z)
    axis = (0.0, 1.0, 0.0)
    angle = 0.0
    if sine > 1e-12:
        axis = (x / sine, y / sine, z / sine)
        angle = 2.0 * math.atan2(sine, w)
    return center, subtract(end_center, center), rotation, axis, angle


@leaf
def along_path(path, time):
    """Center [m] and rotation at a time."""
    center, motion, rotation, axis, angle = path
    if angle == 0.0:
        return add_scaled(center, motion, time), rotation
    half = 0.5 * angle * time
    sine = math.sin(half)
    turn = (sine * axis[0], sine * axis[1], sine * axis[2], math.cos(half))
    return add_scaled(center, motion, time), multiply_quaternions(turn, rotation)


@leaf
def place_along(path, place, time):
    """Center [m] and rotation of a shape at a time."""
    center, rotation = along_path(path, time)
    return add(center, rotate(rotation, place[0])), multiply_quaternions(rotation, place[1])


@leaf
def shrunk(kind, size, factor):
    """Kind and size of a shape whose every length is multiplied by a factor."""
    if kind == KIND.HULL:
        return np.int64(KIND.SHRUNK), (factor, factor, factor)
    return kind, (size[0] * factor, size[1] * factor, size[2] * factor)


@routine
def separation(
    kind_a, size_a, data_a, pose_a, kind_b, size_b, data_b, pose_b, guess, numbers, indices, triangle
):  # fmt: skip
    """Gap between two shapes.

    Args:
        kind_a: Kind of shape a, as in `gjk_distance`.
        size_a: Its size for `support`, three float64 [m].
        data_a: Where its shape data begin.
        pose_a: Its center [m] and rotation.
        kind_b: As kind_a.
        size_b: As size_a.
        data_b: As data_a.
        pose_b: As pose_a.
        guess: Direction from a to b to begin with, world axes.
        numbers: Coordinates of hulls.
        indices: Descriptions of hulls.
        triangle: Corners of a triangle in its own axes, 9 float32.

    Returns:
        Gap [m]: negative if they overlap by no more than their rounding, and the least possible if the cores overlap.
        Unit normal from a to b, world axes; zeros if the cores overlap. Point of b closest to a [m]; then, some point
        of a. Whether the cores overlap.
    """
    rotation_a = pose_a[1]
    offset = rotate_inverse(rotation_a, subtract(pose_b[0], pose_a[0]))
    columns = axes(relative_rotation(rotation_a, pose_b[1]))
    start = rotate_inverse(rotation_a, guess)
    if dot(start, start) == 0.0:
        start = (0.0, 1.0, 0.0)
    distance, normal, _, on_b, inside, _ = gjk_distance(
        kind_a, size_a, data_a, kind_b, size_b, data_b, columns, offset, math.inf, start, numbers, indices, triangle
    )
    if inside:
        normal = (0.0, 0.0, 0.0)
    radius_a = rounding(kind_a, size_a)
    radius_b = rounding(kind_b, size_b)
    point = add(pose_a[0], rotate(rotation_a, add_scaled(on_b, normal, -radius_b)))
    return distance - radius_a - radius_b, rotate(rotation_a, normal), point, inside


@linked
def advance(
    kind_a, size_a, data_a, place_a, path_a, reach_a, kind_b, size_b, data_b, place_b, path_b, reach_b, target,
    tolerance, end, numbers, indices, triangle,
):  # fmt: skip
    """First time at which the gap between two moving shapes is no larger than a target.

    Args:
        kind_a: Kind of shape a, as in `gjk_distance`.
        size_a: Its size for `support`, three float64 [m].
        data_a: Where its shape data begin.
        place_a: Its place on its path.
        path_a: Its path.
        reach_a: Distance from the center of the path to its farthest point, or more [m].
        kind_b: As kind_a.
        size_b: As size_a.
        data_b: As data_a.
        place_b: As place_a.
        path_b: As path_a.
        reach_b: As reach_a.
        target: Gap that is looked for [m], at least 0.
        tolerance: How much wider the gap may be [m], more than 0.
        end: Later times do not matter, at most 1.
        numbers: Coordinates of hulls.
        indices: Descriptions of hulls.
        triangle: Corners of a triangle in its own axes, 9 float32.

    Returns:
        Time, never later than the meeting, or NEVER. Gap at the start [m]. Normal from a to b, world axes, and point of
        b closest to a [m], at that time; at the start, if nothing happens.
    """
    turning = abs(path_a[4]) * reach_a + abs(path_b[4]) * reach_b
    motion = subtract(path_a[1], path_b[1])
    time = 0.0
    pose_a = place_along(path_a, place_a, time)
    pose_b = place_along(path_b, place_b, time)
    guess = subtract(pose_b[0], pose_a[0])
    gap, normal, point, inside = separation(
        kind_a, size_a, data_a, pose_a, kind_b, size_b, data_b, pose_b, guess, numbers, indices, triangle
    )
    first = gap
    for _ in range(ITERATIONS):
        if inside or gap <= target + tolerance:
            return time, first, normal, point
        approach = dot(motion, normal) + turning
        if approach <= 0.0:
            return NEVER, first, normal, point
        time += (gap - target) / approach
        if not time < end:
            return NEVER, first, normal, point
        pose_a = place_along(path_a, place_a, time)
        pose_b = place_along(path_b, place_b, time)
        gap, normal, point, inside = separation(
            kind_a, size_a, data_a, pose_a, kind_b, size_b, data_b, pose_b, normal, numbers, indices, triangle
        )
    return time, first, normal, point


call_advance = by_address(advance, ADVANCE)


@leaf
def float3(array, row, column):
    """Three neighboring numbers of a row as float64."""
    return np.float64(array[row, column]), np.float64(array[row, column + 1]), np.float64(array[row, column + 2])
