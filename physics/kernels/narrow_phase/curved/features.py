"""Features of shapes: what lies outermost along a direction, as a point, segment, disk or polygon.

A feature that is tilted against the direction by a few degrees counts as facing it: all its points are candidates for
contacts, each with its own separation. Everything is in float64; polygons are kept in scratch memory.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add, combine, cross, dot, negate, scale, subtract
from physics.kernels.layout import hull as HULL, kind as KIND
from physics.kernels.narrow_phase.convex.extent import SEGMENT_SINE, outermost
from physics.kernels.narrow_phase.convex.gjk import combine_inverse
from physics.kernels.narrow_phase.convex.support import FIRST, SECOND, THIRD, corner

# Kinds of features.
POINT = 0
SEGMENT = 1
DISK = 2
POLYGON = 3

#: Cosine of the largest tilt of a disk (8 degrees); that of a segment is `extent.SEGMENT_SINE`.
DISK_COSINE = 0.99

#: A polygon tilted more than this (cosine; 73 degrees) is seen as one of its edges or corners.
POLYGON_COSINE = 0.3

# Scratch memory, float32, after the candidates of `primitives.box_clip`: polygon in the axes of a.
POLYGON_CORNERS = 64
CANDIDATES = 3 * POLYGON_CORNERS + 8
SCRATCH_POLYGON = np.int64(24 + 4 * CANDIDATES)
CURVED_SCRATCH = int(SCRATCH_POLYGON + 3 * POLYGON_CORNERS)


@leaf
def curved_feature(kind, size, direction):
    """Feature of a round shape.

    Args:
        kind: Kind of the shape.
        size: Its size [m].
        direction: Unit vector, shape axes.

    Returns:
        POINT, SEGMENT or DISK, and two vectors in shape axes: the point twice [m]; both ends [m], first the one at -Y;
        or the center [m] and the outward normal.
    """
    radius, half = size[0], size[1]
    x, y, z = direction
    if KIND.is_smooth(kind):
        p = outermost(kind, size, direction)
        return POINT, p, p
    if kind == KIND.CAPSULE:
        low, high = (x * radius, y * radius - half, z * radius), (x * radius, y * radius + half, z * radius)
        if abs(y) < SEGMENT_SINE:
            return SEGMENT, low, high
        return (POINT, high, high) if y > 0.0 else (POINT, low, low)
    across = math.sqrt(x * x + z * z)
    factor = radius / across if across > 0.0 else 0.0
    low = (x * factor, -half, z * factor)
    if kind == KIND.CYLINDER:
        high = (low[0], half, low[2])
        if abs(y) > DISK_COSINE:
            return DISK, (0.0, math.copysign(half, y), 0.0), (0.0, math.copysign(1.0, y), 0.0)
        if abs(y) < SEGMENT_SINE:
            return SEGMENT, low, high
        return (POINT, high, high) if y > 0.0 else (POINT, low, low)
    tip = (0.0, half, 0.0)
    if y < -DISK_COSINE:
        return DISK, (0.0, -half, 0.0), (0.0, -1.0, 0.0)
    # Sine of the angle from the normal of the side, positive toward the tip.
    sine = (2.0 * half * y - radius * across) / math.sqrt(radius * radius + 4.0 * half * half)
    if abs(sine) < SEGMENT_SINE and y > -SEGMENT_SINE and across > 0.0:
        return SEGMENT, low, tip
    return (POINT, tip, tip) if sine > 0.0 else (POINT, low, low)


@leaf
def put_corner(scratch, k, p):
    """Write corner k of the polygon."""
    scratch[SCRATCH_POLYGON + 3 * k] = p[0]
    scratch[SCRATCH_POLYGON + 3 * k + 1] = p[1]
    scratch[SCRATCH_POLYGON + 3 * k + 2] = p[2]


@leaf
def get_corner(scratch, k):
    """Corner k of the polygon in the axes of a [m]."""
    row = SCRATCH_POLYGON + 3 * k
    return np.float64(scratch[row]), np.float64(scratch[row + 1]), np.float64(scratch[row + 2])


@leaf
def box_polygon(half, direction, columns, offset, scratch):
    """Write the face of a box that looks along a direction in its axes; returns 4 and the normal in the axes of a."""
    x, y, z = abs(direction[0]), abs(direction[1]), abs(direction[2])
    # Later axes must be clearly better, so that a corner exactly toward the other shape does not flicker.
    f = 0
    if y > 1.001 * x:
        f, x = 1, y
    if z > 1.001 * x:
        f = 2
    sign = math.copysign(1.0, direction[0] if f == 0 else (direction[1] if f == 1 else direction[2]))
    for k in range(4):
        u = -1.0 if k == 0 or k == 3 else 1.0
        v = sign * (-1.0 if k < 2 else 1.0)
        if f == 0:
            local = (sign * half[0], u * half[1], v * half[2])
        elif f == 1:
            local = (v * half[0], sign * half[1], u * half[2])
        else:
            local = (u * half[0], v * half[1], sign * half[2])
        put_corner(scratch, k, add(offset, combine(columns, local)))
    normal = columns[0] if f == 0 else (columns[1] if f == 1 else columns[2])
    return 4, scale(normal, sign)


@leaf
def hull_polygon(data, direction, columns, offset, numbers, indices, scratch):
    """Write the face of a hull that looks most along a direction in its axes; as `box_polygon`."""
    face_count = np.int64(indices[data + HULL.FACE_COUNT])
    row = HULL.lanes(face_count)
    planes = np.int64(indices[data + HULL.PLANES])
    x, y, z = np.float32(direction[0]), np.float32(direction[1]), np.float32(direction[2])
    face, best = np.int64(0), np.float32(-2.0)
    for k in range(face_count):
        facing = x * numbers[planes + k] + y * numbers[planes + row + k] + z * numbers[planes + row + row + k]
        if facing > best:
            face, best = k, facing
    starts = np.int64(indices[data + HULL.FACE_STARTS])
    begin, end = np.int64(indices[starts + face]), np.int64(indices[starts + face + 1])
    corners = np.int64(indices[data + HULL.CORNERS])
    vertices = np.int64(indices[data + HULL.VERTICES])
    row = HULL.lanes(np.int64(indices[data + HULL.VERTEX_COUNT]))
    count = min(end - begin, POLYGON_CORNERS)
    for k in range(count):
        i = vertices + np.int64(indices[corners + 2 * (begin + k)])
        local = (np.float64(numbers[i]), np.float64(numbers[i + row]), np.float64(numbers[i + row + row]))
        put_corner(scratch, k, add(offset, combine(columns, local)))
    row = HULL.lanes(face_count)
    normal = (
        np.float64(numbers[planes + face]),
        np.float64(numbers[planes + row + face]),
        np.float64(numbers[planes + row + row + face]),
    )
    return count, combine(columns, normal)


@leaf
def triangle_polygon(triangle, scratch):
    """Write a triangle that is in the axes of a; as `box_polygon`."""
    a, b, c = corner(triangle, FIRST), corner(triangle, SECOND), corner(triangle, THIRD)
    put_corner(scratch, FIRST, a)
    put_corner(scratch, SECOND, b)
    put_corner(scratch, THIRD, c)
    normal = cross(subtract(b, a), subtract(c, a))
    square = dot(normal, normal)
    return 3, scale(normal, 1.0 / math.sqrt(square) if square > 0.0 else 0.0)


@leaf
def polygon_edge(count, normal, scratch):
    """Outermost edge or corner of the polygon against a direction.

    Returns:
        SEGMENT or POINT, and its ends [m].
    """
    best, lowest = FIRST, math.inf
    for k in range(count):
        height = dot(normal, get_corner(scratch, k))
        if height < lowest:
            best, lowest = k, height
    p = get_corner(scratch, best)
    after = get_corner(scratch, best + 1 if best + 1 < count else 0)
    before = get_corner(scratch, best - 1 if best > 0 else count - 1)
    rise_after, rise_before = subtract(after, p), subtract(before, p)
    sine_after = dot(normal, rise_after) / math.sqrt(max(dot(rise_after, rise_after), 1.0e-30))
    sine_before = dot(normal, rise_before) / math.sqrt(max(dot(rise_before, rise_before), 1.0e-30))
    if sine_after <= sine_before and sine_after < SEGMENT_SINE:
        return SEGMENT, p, after
    if sine_before < SEGMENT_SINE:
        return SEGMENT, before, p
    return POINT, p, p


@routine
def feature_of_b(pair, normal, scratch):
    """Feature of shape b against a direction from a to b.

    Args:
        pair: Both shapes.
        normal: Unit vector from a to b, axes of a.
        scratch: Scratch memory; a polygon is written.

    Returns:
        Kind of feature; number of corners of a polygon; two vectors in the axes of a as in `curved_feature`, of a
        polygon its first corner [m] and outward normal.
    """
    local = combine_inverse(pair.columns, negate(normal))
    if KIND.is_round(pair.kind_b):
        kind, p, q = curved_feature(pair.kind_b, pair.size_b, local)
        p = add(pair.offset, combine(pair.columns, p))
        q = combine(pair.columns, q)
        if kind != DISK:
            q = add(pair.offset, q)
        return kind, 0, p, q
    if pair.kind_b == KIND.BOX:
        count, outward = box_polygon(pair.size_b, local, pair.columns, pair.offset, scratch)
    elif pair.kind_b == KIND.HULL:
        count, outward = hull_polygon(
            pair.data_b, local, pair.columns, pair.offset, pair.numbers, pair.indices, scratch
        )
    else:
        count, outward = triangle_polygon(pair.triangle, scratch)
        if dot(outward, normal) > 0.0:  # seen from behind
            put_corner(scratch, SECOND, corner(pair.triangle, THIRD))
            put_corner(scratch, THIRD, corner(pair.triangle, SECOND))
            outward = negate(outward)
    if -dot(outward, normal) < POLYGON_COSINE:
        kind, p, q = polygon_edge(count, normal, scratch)
        return kind, 0, p, q
    return POLYGON, count, get_corner(scratch, FIRST), outward
