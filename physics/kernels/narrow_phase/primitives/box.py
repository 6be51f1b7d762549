"""Contacts of two boxes: which axis separates them, and the point where two edges cross.

Everything is computed in the axes of box a, where a is just its half extents. `collide_box_clip.py` makes the points of
a face contact, `collide_box_closest.py` that of two corners. Feature ids name corners and edges of the boxes, not the
order in which a routine met them, so they survive a change of the reference face: 0 ... 7 a corner of a (bit k: + side
of axis k), 8 ... 15 a corner of b, then 16 + 12 * edge of a + edge of b (edge = 4 * its axis + bit of the next axis
+ 2 * bit of the one after next).
"""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import (
    add,
    axes,
    clamp,
    combine,
    dot,
    negate,
    relative_rotation,
    rotate,
    rotate_inverse,
    subtract,
)
from physics.kernels.narrow_phase.primitives.box_clip import (
    FEATURE_CROSSING,
    SCRATCH_EDGE,
    clip_faces,
    load_boxes,
    write_face_points,
)
from physics.kernels.narrow_phase.primitives.box_closest import write_closest_point
from physics.kernels.narrow_phase.primitives.sphere import FIRST, HALF, ONE, ZERO, apart, write_point

#: Edge axes of edges more parallel than this are skipped (squared sine, 0.3 degrees): there the cross product is noise,
#: and a face axis says the same.
PARALLEL = np.float32(2.5e-5)

#: An edge axis must beat the faces by this share of the smallest half extent, and at most by this length [m]. Faces
#: make four points and stay, edge axes make one point and change with every small turn.
EDGE_BIAS = np.float32(0.05)
EDGE_BIAS_LIMIT = np.float32(0.005)

#: A face of b must beat the faces of a by this share of the edge bias.
FACE_BIAS = np.float32(0.1)

#: Feature id of a deepest corner; 160 are closest points.
FEATURE_DEEPEST = np.int64(161)

HUGE = np.float32(1.0e30)


@leaf
def edge_separation(t1, t2, r1, r2, half1, half2, reach_b):
    """Separation of two boxes along the axis a_i x b_j.

    With i1, i2 the axes after i, that axis is (0, -r2, r1) in the order (i, i1, i2), where r1, r2 are the components of
    b_j along i1 and i2.

    Args:
        t1: Component i1 of the offset [m].
        t2: Component i2 of the offset [m].
        r1: Component i1 of b_j.
        r2: Component i2 of b_j.
        half1: Half extent of a along i1 [m].
        half2: Half extent of a along i2 [m].
        reach_b: Extent of b along the axis, not divided by the length of the axis [m].

    Returns:
        Separation [m]; hugely negative if the edges are parallel.
    """
    square = r1 * r1 + r2 * r2
    distance = abs(t2 * r1 - t1 * r2) - half1 * abs(r2) - half2 * abs(r1) - reach_b
    return distance / np.sqrt(square) if square > PARALLEL else -HUGE


@leaf
def largest(first, second, third):
    """Largest of three numbers and its index; the first among equals."""
    best, which = first, 0
    if second > best:
        best, which = second, 1
    if third > best:
        best, which = third, 2
    return best, which


@leaf
def best_edge_axis(half_a, half_b, x, y, z, t):
    """Edge axis that separates two boxes most.

    Args:
        half_a: Half extents of a [m].
        half_b: Half extents of b [m].
        x: Direction of b's x axis in the axes of a; likewise y, z.
        y: See x.
        z: See x.
        t: Center of b in the axes of a [m].

    Returns:
        Separation [m], hugely negative if all edges are parallel, and 3 * axis of a + axis of b.
    """
    a0, a1, a2 = half_a
    b0, b1, b2 = half_b
    t0, t1, t2 = t
    best0, which0 = largest(
        edge_separation(t1, t2, x[1], x[2], a1, a2, b1 * abs(z[0]) + b2 * abs(y[0])),
        edge_separation(t1, t2, y[1], y[2], a1, a2, b2 * abs(x[0]) + b0 * abs(z[0])),
        edge_separation(t1, t2, z[1], z[2], a1, a2, b0 * abs(y[0]) + b1 * abs(x[0])),
    )
    best1, which1 = largest(
        edge_separation(t2, t0, x[2], x[0], a2, a0, b1 * abs(z[1]) + b2 * abs(y[1])),
        edge_separation(t2, t0, y[2], y[0], a2, a0, b2 * abs(x[1]) + b0 * abs(z[1])),
        edge_separation(t2, t0, z[2], z[0], a2, a0, b0 * abs(y[1]) + b1 * abs(x[1])),
    )
    best2, which2 = largest(
        edge_separation(t0, t1, x[0], x[1], a0, a1, b1 * abs(z[2]) + b2 * abs(y[2])),
        edge_separation(t0, t1, y[0], y[1], a0, a1, b2 * abs(x[2]) + b0 * abs(z[2])),
        edge_separation(t0, t1, z[0], z[1], a0, a1, b0 * abs(y[2]) + b1 * abs(x[2])),
    )
    best, i = largest(best0, best1, best2)
    return best, 3 * i + (which0 if i == 0 else (which1 if i == 1 else which2))


@leaf
def write_edge_point(half_a, half_b, columns, t, code, rotation_a, point, feature, scratch):
    """Contact of the two edges that face each other along an edge axis.

    Args:
        half_a: Half extents of a [m].
        half_b: Half extents of b [m].
        columns: Directions of the axes of b in the axes of a.
        t: Center of b in the axes of a [m].
        code: 3 * axis of a + axis of b.
        rotation_a: Rotation of a.
        point: Contact points; row 0 is written.
        feature: Feature ids; entry 0 is written.
        scratch: Scratch memory.

    Returns:
        1 if the edges really pass each other, 0 if the closest points of their lines lie beyond an end; the normal in
        world axes.
    """
    i, j = code // 3, code % 3
    i1, i2 = (i + 1) % 3, (i + 2) % 3
    edge = columns[0] if j == 0 else (columns[1] if j == 1 else columns[2])
    base = SCRATCH_EDGE
    scratch[base], scratch[base + 1], scratch[base + 2] = edge
    cosine, r1, r2 = scratch[base + i], scratch[base + i1], scratch[base + i2]
    square = r1 * r1 + r2 * r2
    factor = ONE / np.sqrt(square)
    normal = (ZERO, -r2 * factor, r1 * factor)
    normal = normal if i == 0 else ((normal[2], normal[0], normal[1]) if i == 1 else (normal[1], normal[2], normal[0]))
    if dot(normal, t) < ZERO:
        normal = negate(normal)

    # The corner of each box farthest along the normal (a) and against it (b), then slid to the middle of its edge.
    bit = (1 if normal[0] > ZERO else 0, 1 if normal[1] > ZERO else 0, 1 if normal[2] > ZERO else 0)
    across = (dot(columns[0], normal), dot(columns[1], normal), dot(columns[2], normal))
    bit_b = (1 if across[0] < ZERO else 0, 1 if across[1] < ZERO else 0, 1 if across[2] < ZERO else 0)
    on_a = (
        ZERO if i == 0 else (half_a[0] if bit[0] else -half_a[0]),
        ZERO if i == 1 else (half_a[1] if bit[1] else -half_a[1]),
        ZERO if i == 2 else (half_a[2] if bit[2] else -half_a[2]),
    )
    local = (
        ZERO if j == 0 else (half_b[0] if bit_b[0] else -half_b[0]),
        ZERO if j == 1 else (half_b[1] if bit_b[1] else -half_b[1]),
        ZERO if j == 2 else (half_b[2] if bit_b[2] else -half_b[2]),
    )
    on_b = add(combine(columns, local), t)
    gap = subtract(on_b, on_a)
    separation = dot(gap, normal)
    along = gap[0] if i == 0 else (gap[1] if i == 1 else gap[2])
    project = dot(gap, edge)
    slide_a, slide_b = (along - cosine * project) / square, (cosine * along - project) / square
    limit_a = half_a[0] if i == 0 else (half_a[1] if i == 1 else half_a[2])
    limit_b = half_b[0] if j == 0 else (half_b[1] if j == 1 else half_b[2])
    real = 1 if abs(slide_a) <= limit_a and abs(slide_b) <= limit_b else 0
    slide_a, slide_b = clamp(slide_a, -limit_a, limit_a), clamp(slide_b, -limit_b, limit_b)
    middle = (
        HALF * (on_a[0] + on_b[0] + edge[0] * slide_b + (slide_a if i == 0 else ZERO)),
        HALF * (on_a[1] + on_b[1] + edge[1] * slide_b + (slide_a if i == 1 else ZERO)),
        HALF * (on_a[2] + on_b[2] + edge[2] * slide_b + (slide_a if i == 2 else ZERO)),
    )
    edge_a = 4 * i + bit[(i + 1) % 3] + 2 * bit[(i + 2) % 3]
    edge_b = 4 * j + bit_b[(j + 1) % 3] + 2 * bit_b[(j + 2) % 3]
    identity = FEATURE_CROSSING + 12 * edge_a + edge_b
    write_point(point, feature, FIRST, rotate(rotation_a, middle), separation, identity)
    return real, rotate(rotation_a, normal)


@leaf
def write_deepest_point(columns, half_b, t, normal, separation, rotation_a, point, feature):
    """Contact of the corner of b that lies deepest against a direction; the last resort of rounding errors.

    Args:
        columns: Directions of the axes of b in the axes of a.
        half_b: Half extents of b [m].
        t: Center of b in the axes of a [m].
        normal: Direction in the axes of a.
        separation: Separation along it [m].
        rotation_a: Rotation of a.
        point: Contact points; row 0 is written.
        feature: Feature ids; entry 0 is written.
    """
    local = (
        half_b[0] if dot(columns[0], normal) < ZERO else -half_b[0],
        half_b[1] if dot(columns[1], normal) < ZERO else -half_b[1],
        half_b[2] if dot(columns[2], normal) < ZERO else -half_b[2],
    )
    corner = add(combine(columns, local), t)
    half = HALF * separation
    middle = (corner[0] - normal[0] * half, corner[1] - normal[1] * half, corner[2] - normal[2] * half)
    write_point(point, feature, FIRST, rotate(rotation_a, middle), separation, FEATURE_DEEPEST)


@leaf
def face_normal(axis, columns, t, s, on_b):
    """Normal from a to b of a face contact, in the axes of a.

    Args:
        axis: Axis of the face.
        columns: Directions of the axes of b in the axes of a.
        t: Center of b in the axes of a [m].
        s: The same vector in the axes of b [m].
        on_b: Whether it is a face of b.

    Returns:
        Unit vector.
    """
    if on_b:
        along = s[0] if axis == 0 else (s[1] if axis == 1 else s[2])
        column = columns[0] if axis == 0 else (columns[1] if axis == 1 else columns[2])
        # As in `clip_faces`, which looks from b to a, a center in the plane counts as on the + side.
        return column if along > ZERO else negate(column)
    along = t[0] if axis == 0 else (t[1] if axis == 1 else t[2])
    sign = ONE if along >= ZERO else -ONE
    return (sign if axis == 0 else ZERO, sign if axis == 1 else ZERO, sign if axis == 2 else ZERO)


@leaf
def collide_edges(half_a, rotation_a, half_b, columns, t, face, edge, code, margin, point, feature, scratch):
    """Contact of two boxes that do not meet face to face: edges that cross, else corners that come close.

    Args:
        half_a: Half extents of a [m].
        rotation_a: Rotation of a.
        half_b: Half extents of b [m].
        columns: Directions of the axes of b in the axes of a.
        t: Center of b in the axes of a [m].
        face: Best separation along a face axis [m].
        edge: Best separation along an edge axis [m].
        code: Code of the edge axis.
        margin: Largest separation of a point [m].
        point: Contact points; row 0 is written.
        feature: Feature ids; entry 0 is written.
        scratch: Scratch memory.

    Returns:
        Number of points, -1 if neither is the case, and the normal in world axes.
    """
    normal = t
    if edge >= face:
        real, normal = write_edge_point(half_a, half_b, columns, t, code, rotation_a, point, feature, scratch)
        if real == 1:
            return 1, normal
    if max(face, edge) > ZERO:
        count, other = write_closest_point(half_a, half_b, columns, t, margin, rotation_a, point, feature)
        if count == 0:
            point[3] = max(face, edge)  # never more than the distance; see `apart`
        if count >= 0:
            return count, other
    if edge >= face:
        write_edge_point(half_a, half_b, columns, t, code, rotation_a, point, feature, scratch)
        return 1, normal
    return -1, normal


@leaf
def collide_box_box(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch):
    """Contacts of two boxes: up to four on a face, one on edges and corners; see `collide`."""
    columns = axes(relative_rotation(rotation_a, rotation_b))
    x, y, z = columns
    t = rotate_inverse(rotation_a, offset)
    best_a, axis_a = largest(
        abs(t[0]) - size_a[0] - (size_b[0] * abs(x[0]) + size_b[1] * abs(y[0]) + size_b[2] * abs(z[0])),
        abs(t[1]) - size_a[1] - (size_b[0] * abs(x[1]) + size_b[1] * abs(y[1]) + size_b[2] * abs(z[1])),
        abs(t[2]) - size_a[2] - (size_b[0] * abs(x[2]) + size_b[1] * abs(y[2]) + size_b[2] * abs(z[2])),
    )
    if best_a > margin:
        return apart(best_a, point)
    s = (dot(x, t), dot(y, t), dot(z, t))
    best_b, axis_b = largest(
        abs(s[0]) - size_b[0] - (size_a[0] * abs(x[0]) + size_a[1] * abs(x[1]) + size_a[2] * abs(x[2])),
        abs(s[1]) - size_b[1] - (size_a[0] * abs(y[0]) + size_a[1] * abs(y[1]) + size_a[2] * abs(y[2])),
        abs(s[2]) - size_b[2] - (size_a[0] * abs(z[0]) + size_a[1] * abs(z[1]) + size_a[2] * abs(z[2])),
    )
    if best_b > margin:
        return apart(best_b, point)
    edge, code = best_edge_axis(size_a, size_b, x, y, z, t)
    if edge > margin:
        return apart(edge, point)

    smallest = min(min(size_a[0], min(size_a[1], size_a[2])), min(size_b[0], min(size_b[1], size_b[2])))
    bias = min(EDGE_BIAS_LIMIT, EDGE_BIAS * smallest)
    on_b = best_b > best_a + FACE_BIAS * bias
    face = best_b if on_b else best_a
    axis = axis_b if on_b else axis_a
    origin = offset if on_b else (ZERO, ZERO, ZERO)
    rotation = rotation_b if on_b else rotation_a
    facing = -ONE if on_b else ONE
    total = 0
    if edge <= face + bias:
        load_boxes(size_a, size_b, columns, t, s, on_b, scratch)
        total, lowest = clip_faces(axis, 0 if on_b else 1, margin, bias, scratch)
        # The points may miss the place where the boxes are closest: the axis came near, but it is not the right one.
        if total > 0 and lowest <= face + bias:
            return write_face_points(total, axis, rotation, origin, facing, bias, point, feature, scratch)
    count, normal = collide_edges(
        size_a, rotation_a, size_b, columns, t, face, edge, code, margin, point, feature, scratch
    )
    if count >= 0:
        return count, normal[0], normal[1], normal[2]
    if total > 0:
        return write_face_points(total, axis, rotation, origin, facing, bias, point, feature, scratch)
    normal = face_normal(axis, columns, t, s, on_b)
    write_deepest_point(columns, size_b, t, normal, face, rotation_a, point, feature)
    normal = rotate(rotation_a, normal)
    return 1, normal[0], normal[1], normal[2]
