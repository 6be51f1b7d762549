"""Contacts of a capsule with a box.

The routine looks for the shortest way between the core of the capsule, a segment, and the box; if the core itself is
inside, for the shallowest way out. Features: 0 is the point toward the -Y end of the capsule, 1 toward the +Y end, 2 a
single point somewhere between.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import (
    add_scaled,
    axis_y,
    clamp,
    clamp_to_box,
    dot,
    length,
    negate,
    rotate,
    rotate_inverse,
    scale,
    subtract,
)
from physics.kernels.narrow_phase.primitives.capsule import BETWEEN, MERGE, NEARLY_PARALLEL, write_core_point
from physics.kernels.narrow_phase.primitives.sphere import FIRST, HALF, ONE, SKIN_BOX, SKIN_RADIUS, TINY, ZERO, apart

#: Axes of a deep contact: a crossing with an edge must beat a face by this share of the smallest half extent, and at
#: most by this length [m]; faces make two points, which are steadier.
EDGE_BIAS = np.float32(0.05)
EDGE_BIAS_LIMIT = np.float32(0.005)

#: A normal that deviates less than this from a face normal (1 - cosine, 1 degree) becomes the face normal, if the
#: separation changes by less than this share of the radius, and by less than this length [m]. A capsule that lies
#: across a rim keeps two points this way.
FACE_SLACK = np.float32(1.5e-4)
FACE_DEPTH_SLACK = np.float32(0.01)
FACE_DEPTH_LIMIT = np.float32(0.001)

#: Two points are made along an edge if the core diverges sideways by less than this share of the radius: an edge is
#: sharp, points beside it touch nothing.
SIDEWAYS = np.float32(0.01)

#: Shortest cross product of a core and an edge that makes an axis; the sine of the angle between them.
PARALLEL_SINE = np.float32(0.01)

HUGE = np.float32(1.0e30)


@leaf
def distance_slope(along, middle, axis, half):
    """Half the derivative of the squared distance to a box, for a point moving along a line; it never falls."""
    x = add_scaled(middle, axis, along)
    return (
        (x[0] - clamp(x[0], -half[0], half[0])) * axis[0]
        + (x[1] - clamp(x[1], -half[1], half[1])) * axis[1]
        + (x[2] - clamp(x[2], -half[2], half[2])) * axis[2]
    )


@leaf
def closest_to_box(middle, axis, half_height, half):
    """Point of a segment closest to a box around the origin.

    The squared distance is a convex, piecewise quadratic function of the position along the segment; the pieces meet
    where the line passes a face plane. The slope is evaluated at all of these places, the tightest bracket around its
    zero is kept, and inside it the slope is linear. So the answer is exact without iteration.

    Args:
        middle: Middle of the segment in box axes [m].
        axis: Unit direction of the segment in box axes.
        half_height: Half length of the segment [m].
        half: Half extents of the box [m].

    Returns:
        Position along the segment [m], from its middle.
    """
    low, high = -half_height, half_height
    slope_low = distance_slope(low, middle, axis, half)
    slope_high = distance_slope(high, middle, axis, half)
    if slope_low >= ZERO and slope_high > ZERO:
        return low
    if slope_high <= ZERO and slope_low < ZERO:
        return high
    for k in range(6):
        if k < 2:
            x, direction, extent = middle[0], axis[0], half[0]
        elif k < 4:
            x, direction, extent = middle[1], axis[1], half[1]
        else:
            x, direction, extent = middle[2], axis[2], half[2]
        if abs(direction) * half_height > TINY:
            along = ((extent if k & 1 else -extent) - x) / direction
            if low < along < high:
                slope = distance_slope(along, middle, axis, half)
                if slope < ZERO:
                    low, slope_low = along, slope
                elif slope > ZERO:
                    high, slope_high = along, slope
                elif slope_low < ZERO:
                    # A place on the flat floor of the valley: bracket the floor from now on, any place on it will do.
                    low, slope_low = along, slope
                else:
                    high, slope_high = along, slope
    if slope_high > slope_low:
        return low + (high - low) * (-slope_low / (slope_high - slope_low))
    return HALF * (low + high)


@leaf
def clip_to_slab(low, high, x, direction, extent):
    """Part low ... high of a line that lies between two planes, |x + direction * t| <= extent; may come out empty."""
    if abs(direction) > TINY:
        one = (-extent - x) / direction
        two = (extent - x) / direction
        return max(low, min(one, two)), min(high, max(one, two))
    if abs(x) > extent:
        return ONE, -ONE
    return low, high


@leaf
def deepest_axis(middle, axis, half_height, half):
    """Shallowest way of a segment out of a box: three face axes and three crossings with edges.

    Args:
        middle: Middle of the segment in box axes [m].
        axis: Unit direction of the segment in box axes.
        half_height: Half length of the segment [m].
        half: Half extents of the box [m].

    Returns:
        Separation [m] along the best direction, that direction (unit, from the box to the segment, box axes), and
        the face axis 0, 1, 2, or 3 for a crossing.
    """
    best = -HUGE
    outward = (ZERO, ONE, ZERO)
    face = 1
    for k in range(3):
        x = middle[0] if k == 0 else (middle[1] if k == 1 else middle[2])
        direction = axis[0] if k == 0 else (axis[1] if k == 1 else axis[2])
        extent = half[0] if k == 0 else (half[1] if k == 1 else half[2])
        separation = abs(x) - extent - abs(direction) * half_height
        if separation > best:
            best, face = separation, k
            sign = ONE if x >= ZERO else -ONE
            outward = (sign if k == 0 else ZERO, sign if k == 1 else ZERO, sign if k == 2 else ZERO)
    bias = min(EDGE_BIAS_LIMIT, EDGE_BIAS * min(half[0], min(half[1], half[2])))
    limit = best + bias
    for k in range(3):
        if k == 0:
            across = (ZERO, axis[2], -axis[1])
        elif k == 1:
            across = (-axis[2], ZERO, axis[0])
        else:
            across = (axis[1], -axis[0], ZERO)
        size = length(across)
        if size > PARALLEL_SINE:
            across = scale(across, ONE / size)
            distance = dot(across, middle)
            separation = abs(distance) - abs(across[0]) * half[0] - abs(across[1]) * half[1] - abs(across[2]) * half[2]
            if separation > limit:
                limit, best, face = separation, separation, 3
                outward = across if distance >= ZERO else negate(across)
    return best, outward, face


@leaf
def face_interval(middle, axis, half_height, half, face):
    """Part of a segment that lies above or below a face of a box; may come out empty (low > high)."""
    low, high = -half_height, half_height
    if face != 0:
        low, high = clip_to_slab(low, high, middle[0], axis[0], half[0])
    if face != 1:
        low, high = clip_to_slab(low, high, middle[1], axis[1], half[1])
    if face != 2:
        low, high = clip_to_slab(low, high, middle[2], axis[2], half[2])
    return low, high


@leaf
def edge_interval(middle, axis, half_height, half, closest, best, radius):
    """Common length of a segment and the parallel box edge that it is closest to.

    Args:
        middle: Middle of the segment in box axes [m].
        axis: Unit direction of the segment in box axes.
        half_height: Half length of the segment [m].
        half: Half extents of the box [m].
        closest: Point of the segment closest to the box [m].
        best: Its position along the segment [m].
        radius: Radius of the capsule [m].

    Returns:
        Interval along the segment [m]; just the closest position if there is no such edge.
    """
    low, high, sine_square = best, best, ZERO
    limit = ONE - NEARLY_PARALLEL
    x, y, z = abs(closest[0]) > half[0], abs(closest[1]) > half[1], abs(closest[2]) > half[2]
    if axis[0] * axis[0] > limit and y and z and not x:
        low, high = clip_to_slab(-half_height, half_height, middle[0], axis[0], half[0])
        sine_square = ONE - axis[0] * axis[0]
    elif axis[1] * axis[1] > limit and z and x and not y:
        low, high = clip_to_slab(-half_height, half_height, middle[1], axis[1], half[1])
        sine_square = ONE - axis[1] * axis[1]
    elif axis[2] * axis[2] > limit and x and y and not z:
        low, high = clip_to_slab(-half_height, half_height, middle[2], axis[2], half[2])
        sine_square = ONE - axis[2] * axis[2]
    reach = SIDEWAYS * radius
    if (high - low) * (high - low) * sine_square > reach * reach:
        return best, best
    return low, high


@leaf
def near_face(to_box, distance):
    """Face axis that a direction deviates little from; 3 if there is none.

    Args:
        to_box: Vector to the closest point of the box in box axes [m].
        distance: Its length [m].

    Returns:
        0, 1, 2 or 3.
    """
    limit = (ONE - FACE_SLACK) * distance
    if abs(to_box[0]) > limit:
        return 0
    if abs(to_box[1]) > limit:
        return 1
    return 2 if abs(to_box[2]) > limit else 3


@leaf
def outside_interval(middle, axis, half_height, half, best, closest, to_box, distance, radius, margin):
    """Where a capsule whose core is outside of a box touches it.

    Args:
        middle: Middle of the core in box axes [m].
        axis: Unit direction of the core in box axes.
        half_height: Half length of the core [m].
        half: Half extents of the box [m].
        best: Position of the point of the core closest to the box [m].
        closest: That point in box axes [m].
        to_box: From there to the box [m].
        distance: Length of to_box [m].
        radius: Radius of the capsule [m].
        margin: Largest separation of a point [m].

    Returns:
        Interval low, high along the core, a position in it (all [m]), the distance of the core from the box at that
        position [m], and the direction to the box, unit, box axes.
    """
    face = near_face(to_box, distance)
    if face < 3:
        low, high = face_interval(middle, axis, half_height, half, face)
        if low <= high:
            x = ZERO if face != 0 else (ONE if to_box[0] > ZERO else -ONE)
            y = ZERO if face != 1 else (ONE if to_box[1] > ZERO else -ONE)
            z = ZERO if face != 2 else (ONE if to_box[2] > ZERO else -ONE)
            direction = (x, y, z)
            at = low if dot(direction, axis) < ZERO else high
            extent = half[0] if face == 0 else (half[1] if face == 1 else half[2])
            height = -dot(direction, add_scaled(middle, axis, at)) - extent
            if height <= min(distance + min(FACE_DEPTH_SLACK * radius, FACE_DEPTH_LIMIT), radius + margin):
                return low, high, at, height, direction
    direction = scale(to_box, ONE / distance)
    low, high = edge_interval(middle, axis, half_height, half, closest, best, radius)
    return low, high, best, distance, direction


@leaf
def deep_interval(middle, axis, half_height, half, outward, face):
    """Where a segment that pierces a box touches it, given the way out that `deepest_axis` found.

    Args:
        middle: Middle of the segment in box axes [m].
        axis: Unit direction of the segment in box axes.
        half_height: Half length of the segment [m].
        half: Half extents of the box [m].
        outward: Direction out of the box, unit, box axes.
        face: Face axis, or 3 for a crossing with an edge.

    Returns:
        Interval low, high along the segment [m], and the position of its deepest point [m].
    """
    slope = dot(outward, axis)
    if face < 3:
        low, high = face_interval(middle, axis, half_height, half, face)
        best = -half_height if slope > ZERO else half_height
        return low, high, best
    # The box edge that lies farthest outward: the segment crosses it in a right angle to `outward`. The edge runs along
    # the axis that `outward` has no part in, and its point nearest to the segment solves two linear equations.
    corner = (
        half[0] if outward[0] > ZERO else -half[0],
        half[1] if outward[1] > ZERO else -half[1],
        half[2] if outward[2] > ZERO else -half[2],
    )
    x, y, z = abs(outward[0]), abs(outward[1]), abs(outward[2])
    edge = 0 if x <= y and x <= z else (1 if y <= z else 2)
    gap = subtract(corner, middle)
    cosine = axis[0] if edge == 0 else (axis[1] if edge == 1 else axis[2])
    along_edge = gap[0] if edge == 0 else (gap[1] if edge == 1 else gap[2])
    best = clamp((dot(gap, axis) - cosine * along_edge) / (ONE - cosine * cosine), -half_height, half_height)
    return best, best, best


@leaf
def collide_capsule_box(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch):
    """Contacts of a capsule with a box: two points along a face or a parallel edge, else one; see `collide`."""
    radius, half_height = size_a[0], size_a[1]
    axis_world = axis_y(rotation_a)
    axis = rotate_inverse(rotation_b, axis_world)
    middle = rotate_inverse(rotation_b, negate(offset))
    best = closest_to_box(middle, axis, half_height, size_b)
    closest = add_scaled(middle, axis, best)
    to_box = subtract(clamp_to_box(closest, size_b), closest)
    square = dot(to_box, to_box)
    if square > (radius + margin) * (radius + margin):
        return apart(math.sqrt(square) - radius, point)
    distance = np.sqrt(square)
    if distance > SKIN_RADIUS * radius + SKIN_BOX * max(size_b[0], max(size_b[1], size_b[2])):
        low, high, best, distance, direction = outside_interval(
            middle, axis, half_height, size_b, best, closest, to_box, distance, radius, margin
        )
    else:
        distance, outward, face = deepest_axis(middle, axis, half_height, size_b)
        direction = negate(outward)
        low, high, best = deep_interval(middle, axis, half_height, size_b, outward, face)
    normal = rotate(rotation_b, direction)
    slope = dot(direction, axis)
    if high - low > MERGE * radius:
        count = 0
        for end in range(2):
            along = high if end == 1 else low
            separation = distance - radius - slope * (along - best)
            if separation <= margin:
                write_core_point(point, feature, count, axis_world, along, normal, radius, separation, end)
                count += 1
        if count > 0:
            return count, normal[0], normal[1], normal[2]
    write_core_point(point, feature, FIRST, axis_world, best, normal, radius, distance - radius, BETWEEN)
    return 1, normal[0], normal[1], normal[2]
