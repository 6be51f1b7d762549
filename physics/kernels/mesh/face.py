"""Points of a convex shape on the plane of a triangle: what lies outermost toward it, cut by the sides of the triangle.

Neighboring triangles of a flat surface cut the same feature of the shape into pieces: together they give what one plane
would give.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import axes, combine, cross, dot, rotate_inverse, scale
from physics.kernels.layout import kind as KIND
from physics.kernels.mesh.points import POLYGON, POLYGON_CUT, POLYGON_SIZE
from physics.kernels.narrow_phase.convex.extent import outermost
from physics.kernels.narrow_phase.convex.triangle import TRIANGLE
from physics.kernels.narrow_phase.hull.clip import face_corners, incident_face
from physics.kernels.narrow_phase.hull.support import lowest_vertex, vertex

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
HALF = np.float32(0.5)
#: A disk is seen as its outline when it faces the triangle more than this (cosine), else as its lowest point.
DISK_COSINE = np.float32(0.7)
DISK_CORNERS = 8
#: Sides of the triangle are moved outward by this part of the distance of the shape's outermost point, so that nothing
#: falls between two triangles.
WIDEN = np.float32(2.0e-3)
#: A name of a corner takes so many values; then come crossings with each of the three sides.
NAMES = np.float32(256.0)
TINY = np.float32(1.0e-20)


@leaf
def put_corner(k, p, name, work):
    """Write corner k of the polygon."""
    i = POLYGON + 4 * k
    work[i] = p[0]
    work[i + 1] = p[1]
    work[i + 2] = p[2]
    work[i + 3] = name


@leaf
def put_disk(middle, u, v, radius, work):
    """Write the outline of a disk, beginning along u; returns the number of corners."""
    for k in range(DISK_CORNERS):
        # Exact for eight corners: no sine that another machine would round differently.
        c = ONE if k == 0 else (-ONE if k == 4 else (ZERO if k == 2 or k == 6 else np.float32(0.70710678)))
        c = -c if k == 3 or k == 5 else c
        s = ONE if k == 2 else (-ONE if k == 6 else (ZERO if k == 0 or k == 4 else np.float32(0.70710678)))
        s = -s if k == 5 or k == 7 else s
        c, s = c * radius, s * radius
        p = (
            middle[0] + c * u[0] + s * v[0],
            middle[1] + c * u[1] + s * v[1],
            middle[2] + c * u[2] + s * v[2],
        )
        put_corner(k, p, np.float32(k), work)
    return DISK_CORNERS


@leaf
def put_round(kind, size, columns, direction, work):
    """Write the feature of a capsule, cylinder or cone along a direction of its axes; returns the number of corners."""
    radius, half = size[0], size[1]
    x, y, z = direction
    if kind == KIND.CAPSULE:
        for k in range(2):
            end = half if k == 1 else -half
            put_corner(k, combine(columns, (x * radius, end + y * radius, z * radius)), np.float32(k), work)
        return 2
    across = math.sqrt(x * x + z * z)
    u = (ONE, ZERO)
    if across > TINY:
        u = (x / across, z / across)
    if (kind == KIND.CYLINDER and abs(y) > DISK_COSINE) or y < -DISK_COSINE:
        end = half if y > ZERO else -half
        a = combine(columns, (u[0], ZERO, u[1]))
        b = combine(columns, (-u[1], ZERO, u[0]))
        return put_disk(combine(columns, (ZERO, end, ZERO)), a, b, radius, work)
    rim = (u[0] * radius, -half, u[1] * radius)
    top = (ZERO, half, ZERO)
    if kind == KIND.CYLINDER:
        top = (u[0] * radius, half, u[1] * radius)
    put_corner(0, combine(columns, rim), ZERO, work)
    put_corner(1, combine(columns, top), ONE, work)
    return 2


@leaf
def put_box(size, columns, direction, work):
    """Write the face of a box along a direction of its axes; returns 4. A name is a corner, a bit per axis."""
    x, y, z = abs(direction[0]), abs(direction[1]), abs(direction[2])
    f = 0
    if y > x:
        f, x = 1, y
    if z > x:
        f = 2
    for k in range(4):
        u = -ONE if k == 0 or k == 3 else ONE
        v = -ONE if k < 2 else ONE
        if f == 0:
            sign = (ONE if direction[0] > ZERO else -ONE, u, v)
        elif f == 1:
            sign = (v, ONE if direction[1] > ZERO else -ONE, u)
        else:
            sign = (u, v, ONE if direction[2] > ZERO else -ONE)
        name = (1 if sign[0] > ZERO else 0) + (2 if sign[1] > ZERO else 0) + (4 if sign[2] > ZERO else 0)
        p = combine(columns, (sign[0] * size[0], sign[1] * size[1], sign[2] * size[2]))
        put_corner(k, p, np.float32(name), work)
    return 4


@leaf
def put_hull(data, columns, direction, numbers, indices, work):
    """Write the face of a hull that looks most along a direction of its axes, of those at its outermost vertex.

    Returns the number of corners; a name is a vertex.
    """
    solid = (numbers, indices, data)
    against = (-direction[0], -direction[1], -direction[2])
    _, outermost = lowest_vertex(solid, against)
    face = incident_face(solid, against, outermost)
    first, count = face_corners(solid, face)
    count = min(count, POLYGON_SIZE - 8)
    for k in range(count):
        i = np.int64(indices[first + 2 * k])
        put_corner(k, combine(columns, vertex(solid, i)), np.float32(i), work)
    return count


@leaf
def put_feature(mover, normal, numbers, indices, work):
    """Write what lies outermost of a shape along a direction as a polygon, a segment or a point.

    Args:
        mover: Kind, size [m], rotation and shape data of the shape, and a point inside.
        normal: Unit vector, world axes.
        numbers: Flat buffer of the shape data.
        indices: Flat buffer of the shape data.
        work: Flat buffer; corners relative to the center of the shape, world axes [m].

    Returns:
        Number of corners.
    """
    kind, size, rotation, data, _ = mover
    if kind == KIND.SPHERE:
        put_corner(0, scale(normal, size[0]), ZERO, work)
        return 1
    columns = axes(rotation)
    direction = rotate_inverse(rotation, normal)
    if KIND.is_smooth(kind):
        put_corner(0, combine(columns, outermost(kind, size, direction)), ZERO, work)
        return 1
    if kind == KIND.BOX:
        return put_box(size, columns, direction, work)
    if kind == KIND.HULL:
        return put_hull(data, columns, direction, numbers, indices, work)
    return put_round(kind, size, columns, direction, work)


@leaf
def cut_by_side(count, source, target, inward, start, widen, side, work):
    """Cut a polygon by a side of the triangle; returns the number of corners that are left."""
    kept = 0
    last = count - 1
    for k in range(count):
        if count == 2 and k == 0:
            last = 0  # a segment is no ring: nothing leads back to its start
        i, j = source + 4 * last, source + 4 * k
        a = (
            inward[0] * (work[i] - start[0])
            + inward[1] * (work[i + 1] - start[1])
            + inward[2] * (work[i + 2] - start[2])
        )
        b = (
            inward[0] * (work[j] - start[0])
            + inward[1] * (work[j + 1] - start[1])
            + inward[2] * (work[j + 2] - start[2])
        )
        a += widen
        b += widen
        if (a < ZERO) != (b < ZERO) and kept < POLYGON_SIZE:
            t = a / (a - b)
            for c in range(3):
                work[target + 4 * kept + c] = work[i + c] + t * (work[j + c] - work[i + c])
            name = work[i + 3] if a >= ZERO else work[j + 3]
            name -= NAMES * math.floor(name / NAMES)
            work[target + 4 * kept + 3] = name + NAMES * (2 * side + (1 if a < ZERO else 2))
            kept += 1
        if b >= ZERO and kept < POLYGON_SIZE:
            for c in range(4):
                work[target + 4 * kept + c] = work[j + c]
            kept += 1
        last = k
    return kept


@routine
def cut_by_triangle(count, outward, widen, scratch, work):
    """Cut the polygon by all sides of the triangle in `scratch`; the result is at POLYGON_CUT.

    Args:
        count: Corners of the polygon at POLYGON.
        outward: Unit normal of the triangle's front.
        widen: How far its sides are moved outward [m].
        scratch: Flat buffer with the corners of the triangle.
        work: Flat buffer.

    Returns:
        Number of corners.
    """
    source, target = POLYGON, POLYGON_CUT
    for side in range(3):
        i = TRIANGLE + 3 * side
        j = TRIANGLE + 3 * (side + 1 if side < 2 else 0)
        start = (scratch[i], scratch[i + 1], scratch[i + 2])
        along = (scratch[j] - start[0], scratch[j + 1] - start[1], scratch[j + 2] - start[2])
        inward = cross(outward, along)
        inward = scale(inward, ONE / max(np.sqrt(dot(inward, inward)), TINY))
        count = cut_by_side(count, source, target, inward, start, widen, side, work)
        if count == 0:
            return 0
        source, target = target, source
    return count
