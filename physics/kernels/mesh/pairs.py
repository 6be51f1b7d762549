"""Contacts of a moving mesh: with another mesh, a height field or a half-space.

Triangles that are near one another are found by both trees. Two of them that look against each other touch on the plane
of one: what lies over that plane, of the other, within the sides of the first, are the points. Of the two planes that
counts along which they are less deep, as between convex shapes. Surfaces have a front only: what is farther behind than
a little belongs to the other side of a thin wall, unless the triangles cross.

Points go to groups by direction, and these to the rows of the pair, as in `contact`.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import (
    add,
    axis_y,
    cross,
    dot,
    negate,
    relative_rotation,
    rotate,
    rotate_inverse,
    subtract,
)
from physics.kernels.layout import kind as KIND
from physics.kernels.mesh.contact import FAR, ROUNDING, double, name_of, place_corner, single, will_meet
from physics.kernels.mesh.data import (
    LEAF_BITS,
    LEAF_COUNT,
    MESH_BOUNDS,
    MESH_LINKS,
    MESH_NODE_COUNT,
    corner_vertices,
    mesh_vertex,
    patch_of,
    surface_vertex,
)
from physics.kernels.mesh.face import cut_by_triangle, put_corner
from physics.kernels.mesh.points import GAP, LISTED, LISTED_A, PATCH, POLYGON_CUT, add_point, merge_groups
from physics.kernels.mesh.query import QUERY_DONE, QUERY_START, list_triangles
from physics.kernels.narrow_phase.convex.extent import half_bounds

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
#: Triangles look against each other from this cosine of their normals on.
OPPOSED = np.float32(-0.05)
#: How far behind a triangle all of another may be [m], and as part of the larger half extent of the smaller mesh.
#: Smaller: what sank in by more is let go. Larger: nested thin shells push one another from the wrong side.
BEHIND = np.float32(0.01)
BEHIND_PART = np.float32(0.02)
#: The plane of b counts unless that of a is better by this [m]: near ties do not flicker.
BETTER = np.float32(1.0e-4)
#: Sides of a triangle are moved outward by this [m], so that nothing falls between two of them.
WIDEN = np.float32(1.0e-5)


@leaf
def load_triangle(kind, data, triangle, q, offset, indices, numbers):
    """Corners of a triangle relative to the center of a, and its unit normal; world axes, float32."""
    i, j, k = corner_vertices(kind, data, triangle, indices)
    a = add(rotate(q, double(surface_vertex(kind, data, i, indices, numbers))), offset)
    b = add(rotate(q, double(surface_vertex(kind, data, j, indices, numbers))), offset)
    c = add(rotate(q, double(surface_vertex(kind, data, k, indices, numbers))), offset)
    normal = cross(subtract(b, a), subtract(c, a))
    inverse = 1.0 / max(math.sqrt(dot(normal, normal)), 1.0e-300)
    normal = (normal[0] * inverse, normal[1] * inverse, normal[2] * inverse)
    return single(a), single(b), single(c), single(normal)


@leaf
def turned_to(triangle, inside):
    """A triangle of a surface with two sides, its front toward a point."""
    a, b, c, normal = triangle
    if dot(normal, subtract(inside, a)) < ZERO:
        return a, c, b, negate(normal)
    return triangle


@leaf
def lowest_over(triangle, plane):
    """Least height of the corners of a triangle over the plane of another [m]."""
    return min(
        dot(plane[3], subtract(triangle[0], plane[0])),
        dot(plane[3], subtract(triangle[1], plane[0])),
        dot(plane[3], subtract(triangle[2], plane[0])),
    )


@routine
def cut_over(triangle, plane, scratch, work):
    """Cut a triangle by the sides of another, to POLYGON_CUT; returns corners, least and greatest height over it."""
    for k in range(3):
        corner = triangle[0] if k == 0 else (triangle[1] if k == 1 else triangle[2])
        put_corner(k, corner, np.float32(k), work)
        place_corner(k, plane[0] if k == 0 else (plane[1] if k == 1 else plane[2]), scratch)
    count = cut_by_triangle(3, plane[3], WIDEN, scratch, work)
    low, high = FAR, -FAR
    for p in range(count):
        i = POLYGON_CUT + 4 * p
        height = dot(plane[3], subtract((work[i], work[i + 1], work[i + 2]), plane[0]))
        low, high = min(low, height), max(high, height)
    return count, low, high


@routine
def add_cut(groups, count, plane, sign, seed, limits, flight, work, names):
    """Add the corners that `cut_over` left as points; `sign` is 1 if the plane is of a, -1 if it is of b."""
    margin, spread = limits
    normal = (sign * plane[3][0], sign * plane[3][1], sign * plane[3][2])
    for p in range(count):
        i = POLYGON_CUT + 4 * p
        corner = (work[i], work[i + 1], work[i + 2])
        separation = dot(plane[3], subtract(corner, plane[0]))
        if separation > margin:
            continue
        back = HALF * separation
        position = (
            corner[0] - back * plane[3][0],
            corner[1] - back * plane[3][1],
            corner[2] - back * plane[3][2],
        )
        if will_meet(position, separation, normal, flight):
            name = name_of(seed, work[i + 3])
            groups = add_point(groups, normal, position, separation, name, spread, work, names)
    return groups


@routine
def add_pair(groups, a, b, seed, sensor, behind, limits, flight, scratch, work, names):
    """Add the points of two triangles, if they touch or will.

    Args:
        groups: Groups in use.
        a, b: Corners and normal of the triangles.
        seed: A number for the two, for the names of their points.
        sensor: Whether only the overlap matters.
        behind: How far behind one the other may be [m].
        limits: Greatest separation of points, and the spread of `reduce_group` [m].
        flight: How the bodies move.
        scratch, work, names: Flat buffers.

    Returns:
        Groups in use.
    """
    margin = limits[0]
    if not sensor and dot(a[3], b[3]) > OPPOSED:
        return groups
    if lowest_over(a, b) > margin or lowest_over(b, a) > margin:
        return groups
    count_b, low_b, high_b = cut_over(b, a, scratch, work)
    count_a, low_a, high_a = cut_over(a, b, scratch, work)
    on_a = count_b > 0 and low_b <= margin and high_b >= -behind
    on_b = count_a > 0 and low_a <= margin and high_a >= -behind
    if on_b and not (on_a and low_b > low_a + BETTER):
        return add_cut(groups, count_a, b, -np.float32(1.0), 2 * seed, limits, flight, work, names)
    if on_a:
        count_b, low_b, high_b = cut_over(b, a, scratch, work)
        return add_cut(groups, count_b, a, np.float32(1.0), 2 * seed + 1, limits, flight, work, names)
    return groups


@leaf
def grown_box(center, half):
    """A box that is a little larger than a half extent about a center, for rounding: least and greatest corner."""
    x, y, z = np.float32(center[0]), np.float32(center[1]), np.float32(center[2])
    hx = half[0] + ROUNDING * (abs(x) + half[0])
    hy = half[1] + ROUNDING * (abs(y) + half[1])
    hz = half[2] + ROUNDING * (abs(z) + half[2])
    return (x - hx, y - hy, z - hz), (x + hx, y + hy, z + hz)


@leaf
def box_around(triangle, place, margin):
    """Bounds of a triangle of a in the axes of b, wider by the margin: least and greatest corner."""
    q, offset = place[3], place[4]
    a = rotate_inverse(q, subtract(double(triangle[0]), offset))
    b = rotate_inverse(q, subtract(double(triangle[1]), offset))
    c = rotate_inverse(q, subtract(double(triangle[2]), offset))
    low = (min(a[0], b[0], c[0]), min(a[1], b[1], c[1]), min(a[2], b[2], c[2]))
    high = (max(a[0], b[0], c[0]), max(a[1], b[1], c[1]), max(a[2], b[2], c[2]))
    middle = (0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]), 0.5 * (low[2] + high[2]))
    half = (
        np.float32(0.5 * (high[0] - low[0])) + margin,
        np.float32(0.5 * (high[1] - low[1])) + margin,
        np.float32(0.5 * (high[2] - low[2])) + margin,
    )
    return grown_box(middle, half)


@routine
def gather_pairs(
    mover, sides, size_b, rotation_b, place, margin, spread, sensor, flight, numbers, indices, scratch, work, names
):  # fmt: skip
    """Find the points of a mesh on another or on a height field, by direction.

    Args:
        mover: Kind, size [m], rotation and shape data of mesh a, and nothing.
        sides: Whether a has two sides, and its rotation (float64).
        size_b: Half extents of b [m].
        rotation_b: Its rotation.
        place: Kind, data, whether it has two sides, rotation (float64) and center relative to that of a (float64) [m]
            of b.
        margin, spread, sensor, flight, numbers, indices, scratch, work, names: As of `gather_points`.

    Returns:
        As of `gather_points`.
    """
    _, size_a, rotation_a, data_a, _ = mover
    two_sided, q_a = sides
    offset = place[4]
    behind = min(BEHIND, BEHIND_PART * min(max(size_a[0], size_a[1], size_a[2]), max(size_b[0], size_b[1], size_b[2])))
    reach = margin + behind
    half = half_bounds(np.int64(KIND.MESH), size_b, relative_rotation(rotation_a, rotation_b))
    box = grown_box(rotate_inverse(q_a, offset), (half[0] + reach, half[1] + reach, half[2] + reach))
    center_b = single(offset)
    limits = (margin, spread)
    groups = np.int64(0)
    work[GAP] = FAR
    listed = False
    state = QUERY_START
    while state != QUERY_DONE:
        count, state = list_triangles(np.int64(KIND.MESH), data_a, state, box, indices, numbers, work, names)
        listed = listed or count > 0
        for k in range(count):
            names[LISTED_A + k] = names[LISTED + k]
        for k in range(count):
            own = np.int64(names[LISTED_A + k])
            a = load_triangle(np.int64(KIND.MESH), data_a, own, q_a, (0.0, 0.0, 0.0), indices, numbers)
            if two_sided:
                a = turned_to(a, center_b)
            inner = QUERY_START
            inner_box = box_around(a, place, reach)
            while inner != QUERY_DONE:
                found, inner = list_triangles(place[0], place[1], inner, inner_box, indices, numbers, work, names)
                for m in range(found):
                    other = np.int64(names[LISTED + m])
                    names[PATCH] = patch_of(place[0], place[1], other, indices)
                    b = load_triangle(place[0], place[1], other, place[3], offset, indices, numbers)
                    if place[2]:
                        b = turned_to(b, (ZERO, ZERO, ZERO))
                    seed = other * 8191 + own
                    groups = add_pair(groups, a, b, seed, sensor, behind, limits, flight, scratch, work, names)
            if sensor and groups > 0:
                return merge_groups(groups, spread, work, names)
    if listed:
        work[GAP] = ZERO
    return merge_groups(groups, spread, work, names)


@routine
def gather_on_plane(mover, q_a, rotation_b, offset, margin, spread, flight, numbers, indices, work, names):
    """Find the points of a mesh on a half-space: its vertices; arguments and returns as of `gather_pairs`."""
    data = mover[3]
    outward = axis_y(rotation_b)
    up = rotate_inverse(q_a, double(outward))
    level = dot(double(outward), offset)
    toward = negate(outward)
    names[PATCH] = -1
    work[GAP] = FAR
    groups = np.int64(0)
    bounds, links = indices[data + MESH_BOUNDS], indices[data + MESH_LINKS]
    node = np.int64(0)
    while node < indices[data + MESH_NODE_COUNT]:
        k = bounds + 6 * node
        least = -level
        for c in range(3):
            least += up[c] * np.float64(numbers[k + c] if up[c] > 0.0 else numbers[k + 3 + c])
        held = indices[links + 2 * node + 1]
        if least > margin:
            work[GAP] = min(work[GAP], np.float32(least) - margin)
        elif held < 0:
            node += 1
            continue
        else:
            for triangle in range(held >> LEAF_BITS, (held >> LEAF_BITS) + (held & LEAF_COUNT)):
                corners = corner_vertices(np.int64(KIND.MESH), data, np.int64(triangle), indices)
                for m in range(3):
                    vertex = corners[0] if m == 0 else (corners[1] if m == 1 else corners[2])
                    local = double(mesh_vertex(data, vertex, indices, numbers))
                    height = np.float32(dot(up, local) - level)
                    if height > margin:
                        work[GAP] = min(work[GAP], height - margin)
                        continue
                    work[GAP] = ZERO
                    place = single(rotate(q_a, local))
                    back = HALF * height
                    position = (
                        place[0] - back * outward[0],
                        place[1] - back * outward[1],
                        place[2] - back * outward[2],
                    )
                    if will_meet(position, height, toward, flight):
                        name = name_of(np.int64(vertex), np.float32(0.0))
                        groups = add_point(groups, toward, position, height, name, spread, work, names)
        node = np.int64(indices[links + 2 * node])
    return merge_groups(groups, spread, work, names)
