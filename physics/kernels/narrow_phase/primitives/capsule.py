"""Contacts of two capsules.

A capsule is a segment along its local Y ("core"), swollen by its radius. Features: 0 is the point toward the -Y end of
capsule a, 1 toward the +Y end, 2 a single point somewhere between.
"""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import add_scaled, axis_y, clamp, cross, dot, length, negate, perpendicular, scale
from physics.kernels.narrow_phase.primitives.sphere import FIRST, HALF, ONE, SKIN_AXIS, ZERO, apart, write_point

#: Squared sine of the angle between two axes that count as parallel (0.006 degrees): the crossing point is noise there.
PARALLEL = np.float32(1.0e-8)

#: Two points are made if the cores diverge sideways by less than this share of the smaller radius over the common
#: length (the gap between the round surfaces then differs from the value along the normal by 0.5 % of it) ...
SIDEWAYS = np.float32(0.1)

#: ... and if the squared sine of the angle between the axes is less than this (3 degrees).
NEARLY_PARALLEL = np.float32(0.0025)

#: Two points closer than this share of the radius are one point.
MERGE = np.float32(0.05)

#: Feature id of a single point.
BETWEEN = np.int64(2)


@leaf
def write_core_point(point, feature, index, axis, along, normal, radius, separation, code):
    """Store the contact point of a capsule a that lies at `along` [m] on its core."""
    reach = radius + HALF * separation
    position = (
        axis[0] * along + normal[0] * reach,
        axis[1] * along + normal[1] * reach,
        axis[2] * along + normal[2] * reach,
    )
    write_point(point, feature, index, position, separation, code)


@leaf
def closest_on_segments(axis_a, half_a, axis_b, half_b, offset):
    """Closest points of two segments.

    Args:
        axis_a: Unit direction of segment a.
        half_a: Half length of segment a [m].
        axis_b: Unit direction of segment b.
        half_b: Half length of segment b [m].
        offset: Middle of b minus middle of a [m].

    Returns:
        Positions along a and along b [m], measured from the middles, and the cosine of the angle between them.
    """
    cosine = dot(axis_a, axis_b)
    across = cross(axis_a, axis_b)
    square = dot(across, across)
    on_a = dot(axis_a, offset)
    on_b = dot(axis_b, offset)
    if square > PARALLEL:
        along_a = clamp((on_a - cosine * on_b) / square, -half_a, half_a)
    else:
        # Any point of the common length will do; its middle is the steadiest.
        reach = half_b * abs(cosine)
        low = max(on_a - reach, -half_a)
        high = min(on_a + reach, half_a)
        along_a = clamp(HALF * (low + high), -half_a, half_a)
    along_b = clamp(cosine * along_a - on_b, -half_b, half_b)
    along_a = clamp(cosine * along_b + on_a, -half_a, half_a)
    along_b = clamp(cosine * along_a - on_b, -half_b, half_b)
    return along_a, along_b, cosine


@leaf
def crossing_normal(axis_a, axis_b, offset):
    """Unit normal from a to b of two segments that touch: at a right angle to both."""
    across = cross(axis_a, axis_b)
    size = length(across)
    if size * size > PARALLEL:
        normal = scale(across, ONE / size)
    else:
        normal = perpendicular(axis_a)
    return normal if dot(normal, offset) >= ZERO else negate(normal)


@leaf
def collide_capsule_capsule(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch):
    """Contacts of two capsules: two points if they lie side by side, else one; see `collide`."""
    radius = size_a[0] + size_b[0]
    axis_a = axis_y(rotation_a)
    axis_b = axis_y(rotation_b)
    along_a, along_b, cosine = closest_on_segments(axis_a, size_a[1], axis_b, size_b[1], offset)
    between = add_scaled(add_scaled(offset, axis_b, along_b), axis_a, -along_a)
    # Inside of a core the shortest way is at a right angle to it: this removes the rounding of long capsules.
    if abs(along_a) < size_a[1]:
        between = add_scaled(between, axis_a, -dot(axis_a, between))
    if abs(along_b) < size_b[1]:
        between = add_scaled(between, axis_b, -dot(axis_b, between))
    distance = length(between)
    if distance - radius > margin:
        return apart(distance - radius, point)
    if distance > SKIN_AXIS * (size_a[1] + size_b[1] + radius):
        normal = scale(between, ONE / distance)
    else:
        normal = crossing_normal(axis_a, axis_b, offset)

    # Side by side: the ends of the common length, each with its own separation along the one normal. The normal must
    # be at a right angle to a, or else the capsules meet end to end.
    sine_square = ONE - cosine * cosine
    slope = dot(normal, axis_a)
    if sine_square < NEARLY_PARALLEL and slope * slope < NEARLY_PARALLEL:
        on_a = dot(axis_a, offset)
        reach = size_b[1] * abs(cosine)
        low = max(on_a - reach, -size_a[1])
        high = min(on_a + reach, size_a[1])
        sideways = (high - low) * (high - low) * sine_square
        limit = SIDEWAYS * min(size_a[0], size_b[0])
        if high - low > MERGE * radius and sideways < limit * limit:
            count = 0
            for end in range(2):
                at_a = high if end == 1 else low
                at_b = clamp((at_a - on_a) / cosine, -size_b[1], size_b[1])
                gap = add_scaled(add_scaled(offset, axis_b, at_b), axis_a, -at_a)
                separation = dot(gap, normal) - radius
                if separation <= margin:
                    write_core_point(point, feature, count, axis_a, at_a, normal, size_a[0], separation, end)
                    count += 1
            if count > 0:
                return count, normal[0], normal[1], normal[2]
    write_core_point(point, feature, FIRST, axis_a, along_a, normal, size_a[0], distance - radius, BETWEEN)
    return 1, normal[0], normal[1], normal[2]
