"""Contact of two boxes that lie apart and whose closest points are on corners or edges: no box axis points there."""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import add, add_scaled, clamp_to_box, combine, dot, length, rotate, scale, subtract
from physics.kernels.narrow_phase.primitives.sphere import FIRST, HALF, ONE, ZERO, write_point

#: Feature id of the closest points; they move from corners to edges without a jump.
FEATURE_CLOSEST = np.int64(160)

#: Most steps of the search for the closest points (corners need two or three), and of the search along each of them,
#: which ends when the slope has fallen to this share.
CLOSEST_STEPS = 48
SLIDE_STEPS = 8
SLIDE_ACCURACY = np.float32(0.02)

#: Distance [m] as a share of the boxes below which two closest points give no direction.
CLOSEST_SKIN = np.float32(2.0e-6)

HUGE = np.float32(1.0e30)


@leaf
def nearest_on_b(x, half_b, columns, t):
    """Point of box b nearest to x, all in the axes of a [m]; columns and t as in `closest_points`."""
    arm = subtract(x, t)
    local = (dot(columns[0], arm), dot(columns[1], arm), dot(columns[2], arm))
    return add(combine(columns, clamp_to_box(local, half_b)), t)


@leaf
def room(x, step, half):
    """How many steps a coordinate x can make before it leaves -half ... half."""
    if step > ZERO:
        return (half - x) / step
    return (-half - x) / step if step < ZERO else HUGE


@leaf
def slide_to_lowest(x, step, half_a, half_b, columns, t):
    """Slide along a, from x in the direction of a step, to the lowest distance from b.

    The slope of the squared distance never falls along the way, so its zero is found by the secant rule between two
    ends; halving the value of an end that stays twice (the Illinois rule) keeps both ends moving.

    Args:
        x: Start, a point of box a, in the axes of a [m].
        step: Step toward b that stays in a [m].
        half_a: Half extents of a [m].
        half_b: Half extents of b [m].
        columns: See `closest_points`.
        t: See `closest_points`.

    Returns:
        The point that was reached [m].
    """
    low = ZERO
    high = min(room(x[1], step[1], half_a[1]), room(x[2], step[2], half_a[2]))
    high = min(room(x[0], step[0], half_a[0]), high)
    slope_low = dot(subtract(x, nearest_on_b(x, half_b, columns, t)), step)
    end = clamp_to_box(add_scaled(x, step, high), half_a)
    slope_high = dot(subtract(end, nearest_on_b(end, half_b, columns, t)), step)
    if slope_high <= ZERO or slope_low >= ZERO:
        return end if slope_low < ZERO else x
    target = SLIDE_ACCURACY * -slope_low
    kept = ZERO  # side whose end stayed in the last round
    for _ in range(SLIDE_STEPS):
        at = low + (high - low) * (slope_low / (slope_low - slope_high))
        middle = clamp_to_box(add_scaled(x, step, at), half_a)
        slope = dot(subtract(middle, nearest_on_b(middle, half_b, columns, t)), step)
        if abs(slope) <= target:
            return middle
        if slope < ZERO:
            slope_high = HALF * slope_high if kept > ZERO else slope_high
            low, slope_low, kept = at, slope, ONE
        else:
            slope_low = HALF * slope_low if kept < ZERO else slope_low
            high, slope_high, kept = at, slope, -ONE
    # The lower end is closer than the start for sure.
    return clamp_to_box(add_scaled(x, step, low), half_a)


@leaf
def closest_points(half_a, half_b, columns, t):
    """Closest points of two boxes that lie apart.

    Projecting back and forth between the boxes leads there, but slowly where they are nearly parallel. So each round
    trip only gives the direction, and the point slides on along it as far as it gets closer.

    Args:
        half_a: Half extents of a [m].
        half_b: Half extents of b [m].
        columns: Directions of the axes of b in the axes of a.
        t: Center of b in the axes of a [m].

    Returns:
        Point of a and point of b, in the axes of a [m].
    """
    on_a = clamp_to_box(t, half_a)
    skin = CLOSEST_SKIN * (half_a[0] + half_a[1] + half_a[2])
    for _ in range(CLOSEST_STEPS):
        on_b = nearest_on_b(on_a, half_b, columns, t)
        step = subtract(clamp_to_box(on_b, half_a), on_a)
        if dot(step, step) <= SLIDE_ACCURACY * SLIDE_ACCURACY * skin * skin:
            break
        on_a = slide_to_lowest(on_a, step, half_a, half_b, columns, t)
    return on_a, nearest_on_b(on_a, half_b, columns, t)


@leaf
def write_closest_point(half_a, half_b, columns, t, margin, rotation_a, point, feature):
    """Contact of two boxes whose closest points are corners, along the line between these points.

    Args:
        half_a: Half extents of a [m].
        half_b: Half extents of b [m].
        columns: Directions of the axes of b in the axes of a.
        t: Center of b in the axes of a [m].
        margin: Largest separation of a point [m].
        rotation_a: Rotation of a.
        point: Contact points; row 0 is written.
        feature: Feature ids; entry 0 is written.

    Returns:
        1 if a point was written, 0 if the boxes are farther apart than the margin, -1 if they are too close to tell
        the direction; the normal in world axes.
    """
    on_a, on_b = closest_points(half_a, half_b, columns, t)
    gap = subtract(on_b, on_a)
    distance = length(gap)
    if distance > margin:
        return 0, gap
    skin = CLOSEST_SKIN * (half_a[0] + half_a[1] + half_a[2] + half_b[0] + half_b[1] + half_b[2])
    if distance <= skin:
        return -1, gap
    middle = scale(add(on_a, on_b), HALF)
    write_point(point, feature, FIRST, rotate(rotation_a, middle), distance, FEATURE_CLOSEST)
    return 1, rotate(rotation_a, scale(gap, ONE / distance))
