"""Which axis separates two convex bodies most: their faces, and the edges that face each other.

The test of separating axes: bodies are apart if and only if their shadows on some axis are, and only the normals of
faces and the cross products of edges need to be tried. Two prunings leave few of them. Of edges, only those pairs count
whose arcs of normals cross on the sphere of directions (the Gauss map: they are the faces of the Minkowski difference).
And any point q known to lie inside of the one body bounds what an axis n of the other can give: separation along n is
at most n . (q - p), p on the surface with normal n.
"""

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import combine, cross, dot, length, subtract
from physics.kernels.core.wide import (
    all_of,
    any_of,
    load,
    lowest_bit,
    mask_bits,
    select,
    splat,
    wide_max,
    wide_min,
    wide_sqrt,
)
from physics.kernels.core.wide_reduce import highest_lane
from physics.kernels.layout import hull as HULL
from physics.kernels.narrow_phase.hull.solids import SCRATCH_GROUPS, SCRATCH_SURVIVORS
from physics.kernels.narrow_phase.hull.support import HUGE, header, lowest_along, middle

#: Edges more parallel than this are skipped (squared sine, 0.3 degrees), as in `primitives.box`.
PARALLEL = np.float32(2.5e-5)

#: A face whose normal looks this much to the front of a one-sided triangle would push out of its back.
BACKWARD = np.float32(1.0e-3)

ZERO = np.float32(0.0)
ONE = np.float32(1.0)


@leaf
def transpose(columns):
    """Columns of the opposite rotation."""
    x, y, z = columns
    return (x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2])


@leaf
def plane_of(solid, i):
    """Normal and distance of face i of a solid."""
    numbers = solid[0]
    k = header(solid, HULL.PLANES) + i
    row = HULL.lanes(header(solid, HULL.FACE_COUNT))
    return (numbers[k], numbers[k + row], numbers[k + 2 * row]), numbers[k + 3 * row]


@leaf
def wide_dot(x, y, z, v):
    """Scalar products of eight vectors with one."""
    return splat(v[0]) * x + splat(v[1]) * y + splat(v[2]) * z


@leaf
def load_plane(numbers, k, row):
    """Four rows: normals and distances of eight planes."""
    return load(numbers, k), load(numbers, k + row), load(numbers, k + 2 * row), load(numbers, k + 3 * row)


@routine
def promising_face(solid, other, turn, offset):
    """The face of a solid that a ball inside of another one lies farthest outside of.

    Args:
        solid: Solid with the faces.
        other: The other solid.
        turn: Columns of the rotation from the axes of `solid` to those of `other`.
        offset: Center of `other` in the axes of `solid` [m].

    Returns:
        Separation along its normal [m], and its index.
    """
    numbers = solid[0]
    row = HULL.lanes(header(solid, HULL.FACE_COUNT))
    start = header(solid, HULL.PLANES)
    center, _ = middle(other)
    ball = combine(transpose(turn), center)
    ball = (ball[0] + offset[0], ball[1] + offset[1], ball[2] + offset[2])
    best, face = -HUGE, np.int64(0)
    for k in range(start, start + row, 8):
        x, y, z, d = load_plane(numbers, k, row)
        value = wide_dot(x, y, z, ball) - d
        if any_of(value > splat(best)):
            best = highest_lane(value)
            face = k - start + lowest_bit(mask_bits(value >= splat(best)))
    normal, distance = plane_of(solid, face)
    return dot(normal, offset) + lowest_along(other, combine(turn, normal)) - distance, face


@routine
def best_face(solid, other, turn, offset, front, margin, separation, face):
    """The face of a solid that separates it most from another one.

    Args:
        solid: Solid with the faces.
        other: The other solid.
        turn: Columns of the rotation from the axes of `solid` to those of `other`.
        offset: Center of `other` in the axes of `solid` [m].
        front: In the axes of `solid`, the front of a one-sided triangle: faces that look there may not push. Zero if
            there is none.
        margin: The search ends at a separation beyond this [m].
        separation: What `promising_face` found [m].
        face: See separation.

    Returns:
        Separation along the best face that may push [m], that face, largest separation along any face [m].
    """
    numbers, vertices = solid[0], other[0]
    row = HULL.lanes(header(solid, HULL.FACE_COUNT))
    start = header(solid, HULL.PLANES)
    first = header(other, HULL.VERTICES)
    vertex_count = header(other, HULL.VERTEX_COUNT)
    vertex_row = HULL.lanes(vertex_count)
    center, inner = middle(other)
    best, whole = separation, separation
    if dot(plane_of(solid, face)[0], front) > BACKWARD:
        best = -HUGE
    a, b, c = turn
    for k in range(start, start + row, 8):
        x, y, z, d = load_plane(numbers, k, row)
        turned_x = splat(a[0]) * x + splat(b[0]) * y + splat(c[0]) * z
        turned_y = splat(a[1]) * x + splat(b[1]) * y + splat(c[1]) * z
        turned_z = splat(a[2]) * x + splat(b[2]) * y + splat(c[2]) * z
        base = wide_dot(x, y, z, offset) - d
        # A ball around the center of the other body lies in it.
        bound = base + wide_dot(turned_x, turned_y, turned_z, center) - splat(inner)
        if all_of(bound <= splat(best)):
            continue
        low = splat(HUGE)
        for v in range(first, first + vertex_count):
            value = splat(vertices[v]) * turned_x + splat(vertices[v + vertex_row]) * turned_y
            low = wide_min(low, value + splat(vertices[v + 2 * vertex_row]) * turned_z)
        low = low + base
        if any_of(low > splat(whole)):
            whole = highest_lane(low)
            if whole > margin:
                return whole, k - start + lowest_bit(mask_bits(low >= splat(whole))), whole
        low = select(wide_dot(x, y, z, front) > splat(BACKWARD), splat(-HUGE), low)
        if any_of(low > splat(best)):
            best = highest_lane(low)
            face = k - start + lowest_bit(mask_bits(low >= splat(best)))
    return best, face, whole


@leaf
def edge_bound(numbers, k, row, center, inner, witness):
    """Upper bound of the separation along any axis between the two normals of each of eight edges.

    Args:
        numbers: Numbers of the solid.
        k: Place of the first edge in its first row.
        row: Length of a row.
        center: Center of a ball inside of the other solid, in the axes of this one [m].
        inner: Its radius [m].
        witness: Another point of the other solid [m].
    """
    x, y, z, d = load_plane(numbers, k + HULL.EDGE_LEFT * row, row)
    ball, point = wide_dot(x, y, z, center) - d, wide_dot(x, y, z, witness) - d
    x, y, z, d = load_plane(numbers, k + HULL.EDGE_RIGHT * row, row)
    ball, point = wide_max(ball, wide_dot(x, y, z, center) - d), wide_max(point, wide_dot(x, y, z, witness) - d)
    # n = a n1 + b n2 with 1 <= a + b <= width: n . (q - p) is at most the larger of both distances times one of them.
    width = load(numbers, k + HULL.EDGE_WIDTH * row)
    zero = splat(ZERO)
    ball = select(ball > zero, ball * width, ball) - splat(inner)
    return wide_min(ball, select(point > zero, point * width, point))


@routine
def list_edges(solid, center, inner, witness, limit, scratch):
    """List the edges of a that may separate by more than a limit, in scratch memory; returns their number.

    Args:
        solid: The solid.
        center: Center of a ball inside of the other solid, in the axes of this one [m].
        inner: Its radius [m].
        witness: Another point of the other solid [m].
        limit: Separation [m].
        scratch: Scratch memory.
    """
    numbers = solid[0]
    count = header(solid, HULL.EDGE_COUNT)
    row = HULL.lanes(count)
    start = header(solid, HULL.EDGES)
    total = 0
    for k in range(0, row, 8):
        bits = mask_bits(edge_bound(numbers, start + k, row, center, inner, witness) > splat(limit))
        while bits != 0:
            lane = lowest_bit(bits)
            bits &= bits - 1
            if k + lane < count:
                scratch[SCRATCH_SURVIVORS + total] = np.float32(k + lane)
                total += 1
    return total


@routine
def list_groups(solid, center, inner, witness, limit, scratch):
    """As `list_edges` for b: eight edges at a time of which one may matter."""
    numbers = solid[0]
    row = HULL.lanes(header(solid, HULL.EDGE_COUNT))
    start = header(solid, HULL.EDGES)
    total = 0
    for k in range(0, row, 8):
        if any_of(edge_bound(numbers, start + k, row, center, inner, witness) > splat(limit)):
            scratch[SCRATCH_GROUPS + total] = np.float32(k)
            total += 1
    return total


@leaf
def edge_of(solid, i):
    """Edge i of a solid: normals at its left and right, first vertex [m], from the first to the second vertex [m]."""
    numbers = solid[0]
    row = HULL.lanes(header(solid, HULL.EDGE_COUNT))
    k = header(solid, HULL.EDGES) + i
    left = k + HULL.EDGE_LEFT * row
    right = k + HULL.EDGE_RIGHT * row
    first = k + HULL.EDGE_FIRST * row
    along = k + HULL.EDGE_ALONG * row
    return (
        (numbers[left], numbers[left + row], numbers[left + 2 * row]),
        (numbers[right], numbers[right + row], numbers[right + 2 * row]),
        (numbers[first], numbers[first + row], numbers[first + 2 * row]),
        (numbers[along], numbers[along + row], numbers[along + 2 * row]),
    )


@leaf
def load_vector(numbers, k, row):
    """Three rows: eight vectors."""
    return load(numbers, k), load(numbers, k + row), load(numbers, k + 2 * row)


@leaf
def edge_separations(numbers, k, row, left, right, first, along):
    """Separations along the cross products of one edge of a with eight of b, all in the axes of b.

    With the normals l, r of an edge of a along e = l x r, and those L, R of an edge of b along E: the arcs l ... r and
    -L ... -R cross if L . e and R . e have different signs, l . E and r . E have different signs, and so have L . e and
    r . E. The axis where they cross is e x E = r (l . E) - l (r . E), so the sign of l . E turns it outward.
    """
    edge_x, edge_y, edge_z = load_vector(numbers, k + HULL.EDGE_ALONG * row, row)
    on_left, on_right = wide_dot(edge_x, edge_y, edge_z, left), wide_dot(edge_x, edge_y, edge_z, right)
    x, y, z = load_vector(numbers, k + HULL.EDGE_LEFT * row, row)
    other_left = wide_dot(x, y, z, along)
    x, y, z = load_vector(numbers, k + HULL.EDGE_RIGHT * row, row)
    other_right = wide_dot(x, y, z, along)
    zero = splat(ZERO)
    crossing = (other_left * other_right < zero) & (on_left * on_right < zero) & (other_left * on_right < zero)
    if not any_of(crossing):
        return splat(-HUGE)
    nx = splat(along[1]) * edge_z - splat(along[2]) * edge_y
    ny = splat(along[2]) * edge_x - splat(along[0]) * edge_z
    nz = splat(along[0]) * edge_y - splat(along[1]) * edge_x
    square = nx * nx + ny * ny + nz * nz
    size = (edge_x * edge_x + edge_y * edge_y + edge_z * edge_z) * splat(dot(along, along))
    x, y, z = load_vector(numbers, k + HULL.EDGE_FIRST * row, row)
    gap = nx * (x - splat(first[0])) + ny * (y - splat(first[1])) + nz * (z - splat(first[2]))
    gap = select(on_left > zero, gap, -gap) / wide_sqrt(square)
    return select(crossing & (square > size * splat(PARALLEL)), gap, splat(-HUGE))


@routine
def best_edges(solid_a, solid_b, count, groups, columns, offset, scratch):
    """The two edges that separate two solids most.

    Args:
        solid_a: Solid a.
        solid_b: Solid b.
        count: Edges of a listed by `list_edges`.
        groups: Groups of b listed by `list_groups`.
        columns: Directions of the axes of b in the axes of a.
        offset: Center of b in the axes of a [m].
        scratch: Scratch memory.

    Returns:
        Separation [m], hugely negative if there is none, edge of a and edge of b.
    """
    numbers = solid_b[0]
    row = HULL.lanes(header(solid_b, HULL.EDGE_COUNT))
    start = header(solid_b, HULL.EDGES)
    turn = transpose(columns)
    best, edge_a, edge_b = -HUGE, np.int64(0), np.int64(0)
    for i in range(count):
        edge = np.int64(scratch[SCRATCH_SURVIVORS + i])
        left, right, first, along = edge_of(solid_a, edge)
        left, right, along = combine(turn, left), combine(turn, right), combine(turn, along)
        first = combine(turn, subtract(first, offset))
        for j in range(groups):
            k = np.int64(scratch[SCRATCH_GROUPS + j])
            value = edge_separations(numbers, start + k, row, left, right, first, along)
            if any_of(value > splat(best)):
                best = highest_lane(value)
                edge_a = edge
                edge_b = k + lowest_bit(mask_bits(value >= splat(best)))
    return best, edge_a, min(edge_b, header(solid_b, HULL.EDGE_COUNT) - 1)


@routine
def edge_axis(solid_a, edge_a, solid_b, edge_b, columns, offset):
    """Axis of two edges and what it really separates.

    Args:
        solid_a: Solid a.
        edge_a: Edge of a.
        solid_b: Solid b.
        edge_b: Edge of b.
        columns: Directions of the axes of b in the axes of a.
        offset: Center of b in the axes of a [m].

    Returns:
        Unit axis from a to b in the axes of a, and the separation of all vertices along it [m].
    """
    left, _, _, along = edge_of(solid_a, edge_a)
    _, _, _, other = edge_of(solid_b, edge_b)
    other = combine(columns, other)
    axis = cross(along, other)
    factor = ONE / length(axis)
    factor = factor if dot(left, other) > ZERO else -factor
    axis = (axis[0] * factor, axis[1] * factor, axis[2] * factor)
    return axis, separation_along(solid_a, solid_b, columns, offset, axis)


@routine
def separation_along(solid_a, solid_b, columns, offset, axis):
    """Separation of two solids along a unit axis in the axes of a, from a to b [m]."""
    low = lowest_along(solid_b, combine(transpose(columns), axis)) + dot(axis, offset)
    return low + lowest_along(solid_a, (-axis[0], -axis[1], -axis[2]))
