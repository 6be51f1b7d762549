"""A convex shape asks the world: what do I meet on my way, and what do I overlap here?

The bounds in the trees only say where it is worth looking; distances are measured by GJK, ways by conservative
advancement. Of several shapes at the same distance, the one with the lowest row is the nearest, so the answer does not
depend on how the trees have grown.
"""

import math

import numpy as np

from physics.kernels.broad_phase.tree import LINK_SHAPE, begin_walk, next_leaf
from physics.kernels.continuous.advance import NEVER, call_advance, float3, straight_path
from physics.kernels.continuous.sweep import NO_TURN, ORIGIN, box_for_query, standing_path, swept_box, write_corners
from physics.kernels.core.jit import kernel, leaf, routine
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import add_scaled, dot, length, negate, rotate, rotate_inverse, subtract
from physics.kernels.core.wide import wide_of
from physics.kernels.layout import kind as KIND, shape as SHAPE
from physics.kernels.mesh.points import LISTED
from physics.kernels.mesh.query import QUERY_DONE, QUERY_START, list_triangles
from physics.kernels.narrow_phase.convex.extent import reach_of, rounding
from physics.kernels.narrow_phase.convex.support import support
from physics.kernels.queries.ray_cast import can_hit

#: How far from a surface a cast may stop [m], and as a part of the size of the shape.
EXACT = 1e-6
EXACT_PART = 1e-7


@leaf
def out_of(normal, motion):
    """Normal out of what was met, from the normal into it; against the movement, if both overlap deeply."""
    if normal[0] == 0.0 and normal[1] == 0.0 and normal[2] == 0.0:
        way = length(motion)
        if way == 0.0:
            return 0.0, 1.0, 0.0
        return -motion[0] / way, -motion[1] / way, -motion[2] / way
    return negate(normal)


@routine
def lowest_point(kind, size, data, pose, normal, numbers, indices):
    """Point of a shape that lies deepest against a direction, in the world [m]."""
    local = rotate_inverse(pose[1], negate(normal))
    point = support(kind, size, data, local, numbers, indices, numbers)
    point = add_scaled(rotate(pose[1], point), normal, -rounding(kind, size))
    return point[0] + pose[0][0], point[1] + pose[0][1], point[2] + pose[0][2]


@routine
def meet_plane(k, kind, size, data, path, shapes, numbers, indices):
    """Time at which a shape meets a half-space, gap at the start, normal out of it and point of its surface."""
    planes = shapes.plane_data
    shape = shapes.planes[k]
    normal = float3(planes, k, 0)
    inverse = 1.0 / length(normal)
    normal = (normal[0] * inverse, normal[1] * inverse, normal[2] * inverse)
    low = lowest_point(kind, size, data, (path[0], path[2]), normal, numbers, indices)
    center = (shapes.center[shape, 0], shapes.center[shape, 1], shapes.center[shape, 2])
    gap = dot(normal, subtract(low, center))
    sinking = -dot(normal, path[1])
    time = NEVER
    if gap <= 0.0:
        time = 0.0
    elif sinking > gap:
        time = gap / sinking
    point = add_scaled(low, path[1], min(time, 1.0))
    return time, gap, normal, point


@routine
def meet_surface(
    shape, kind, size, data, path, end, tolerance, shapes, numbers, indices, search
):  # fmt: skip
    """As `meet_shape`, for a mesh or height field."""
    standing = standing_path(shape, shapes)
    pose = (standing[0], standing[2])
    other_kind = shapes.info[shape, SHAPE.KIND]
    other_data = shapes.info[shape, SHAPE.DATA]
    place = (ORIGIN, NO_TURN)
    middle, half = swept_box(pose, kind, size, place, path)
    work, names, corners = flat(search.work), flat(search.names), flat(search.corners)
    best, normal, point, triangle = NEVER, (0.0, 1.0, 0.0), path[0], -1
    state = QUERY_START
    while state != QUERY_DONE:
        count, state = list_triangles(
            other_kind, other_data, state, box_for_query(middle, half), indices, numbers, work, names
        )
        for i in range(count):
            number = names[LISTED + i]
            write_corners(other_kind, other_data, number, pose, path[0], numbers, indices, corners)
            time, _, toward, on_b = call_advance(search.calls, (
                kind, size, data, place, path, 0.0, np.int64(KIND.TRIANGLE), ORIGIN, np.int64(0), place,
                straight_path(path[0], ORIGIN, NO_TURN), 0.0, tolerance, tolerance, min(end, 1.0), numbers, indices,
                corners,
            ))  # fmt: skip
            if time < best or (time == best and time <= 1.0 and number < triangle):
                best, normal, point, triangle = time, out_of(toward, path[1]), on_b, number
                end = min(end, math.nextafter(time, 2.0))
    return best, normal, point, triangle


@routine
def meet_shape(shape, kind, size, data, path, end, tolerance, shapes, numbers, indices, search):
    """Where a moving shape first meets another shape.

    Args:
        shape: Row of the other shape.
        kind: Kind of the moving shape.
        size: Its size as in `layout`, three float64 [m].
        data: Where its shape data begin.
        path: Its path, without a turn.
        end: Later times do not matter.
        tolerance: How far from the surface it may stop [m].
        shapes: Shape arrays.
        numbers: Coordinates of hulls and meshes.
        indices: Their shape data.
        search: Scratch.

    Returns:
        Time, 0 if they overlap at the start, NEVER if they do not meet; normal out of the other shape; point of its
        surface [m]; number of the triangle in a mesh or height field, in the order of its tree, else -1.
    """
    other_kind = shapes.info[shape, SHAPE.KIND]
    if not KIND.is_convex(other_kind):
        return meet_surface(shape, kind, size, data, path, end, tolerance, shapes, numbers, indices, search)
    place = (ORIGIN, NO_TURN)
    time, _, normal, point = call_advance(search.calls, (
        kind, size, data, place, path, 0.0, np.int64(other_kind), float3(shapes.place, shape, SHAPE.PLACE_SIZE),
        np.int64(shapes.info[shape, SHAPE.DATA]), place, standing_path(shape, shapes), 0.0, tolerance, tolerance,
        min(end, 1.0), numbers, indices, flat(search.corners),
    ))  # fmt: skip
    return time, out_of(normal, path[1]), point, -1


@leaf
def keep_hit(shape, time, normal, point, triangle, every, row, limit, found):
    """Write a hit: into the next row, or, of the nearest only, into the same row if it is nearer.

    Returns:
        Row for the next hit, and the time up to which hits count.
    """
    # A tie goes to the lower row; found.shape is -1 as long as nothing has been found.
    if time > limit or (not every and time == limit and 0 <= found.shape[row] < shape):
        return row, limit
    if row < len(found.shape):
        found.shape[row] = shape
        found.triangle[row] = triangle
        found.fraction[row] = time
        for c in range(3):
            found.normal[row, c] = normal[c]
            found.point[row, c] = point[c]
    if every:
        return row + 1, limit
    return row, time


@routine
def cast_into_tree(
    tree, kind, size, data, path, tolerance, mask, ignored, shapes, every, row, limit, search, found
):  # fmt: skip
    """Look for hits among the shapes of a tree; arguments as in `cast_shapes`, returns as `keep_hit`."""
    numbers, indices = flat(shapes.numbers), flat(shapes.indices)
    middle, half = swept_box((ORIGIN, NO_TURN), kind, size, (ORIGIN, NO_TURN), path)
    low, high = box_for_query(middle, half)
    query = wide_of(high[0], high[1], high[2], -low[0], -low[1], -low[2])
    stack = search.stack
    node, top = next_leaf(tree.link, tree.box, query, begin_walk(tree.head, stack), stack)
    while node >= 0:
        shape = tree.link[node, LINK_SHAPE]
        if can_hit(shape, mask, ignored, shapes):
            end = math.nextafter(limit, 2.0)  # a tie must be seen
            time, normal, point, triangle = meet_shape(
                shape, kind, size, data, path, end, tolerance, shapes, numbers, indices, search
            )
            row, limit = keep_hit(shape, time, normal, point, triangle, every, row, limit, found)
        node, top = next_leaf(tree.link, tree.box, query, top, stack)
    return row, limit


@routine
def cast_one(
    kind, size, data, path, mask, ignored, shapes, plane_count, static_tree, moving_tree, every, row, search, found
):  # fmt: skip
    """Look for hits of one shape in the whole world; arguments as in `cast_shapes`, returns as `keep_hit`."""
    numbers, indices = flat(shapes.numbers), flat(shapes.indices)
    # It stops a little before the surface, where the direction to it is still known.
    tolerance = EXACT + EXACT_PART * (reach_of(kind, size) + length(path[1]))
    limit = 1.0
    for k in range(plane_count):
        shape = shapes.planes[k]
        if can_hit(shape, mask, ignored, shapes):
            time, _, normal, point = meet_plane(k, kind, size, data, path, shapes, numbers, indices)
            row, limit = keep_hit(shape, time, normal, point, -1, every, row, limit, found)
    row, limit = cast_into_tree(
        static_tree, kind, size, data, path, tolerance, mask, ignored, shapes, every, row, limit, search, found
    )
    return cast_into_tree(
        moving_tree, kind, size, data, path, tolerance, mask, ignored, shapes, every, row, limit, search, found
    )


@kernel
def cast_shapes(
    kind, size, data, center, rotation, motion, mask, ignored, shapes, plane_count, static_tree, moving_tree, every,
    search, found,
):  # fmt: skip
    """Move a shape along each of many ways and find what it meets first; or find all that it meets on the first way.

    Args:
        kind: Kind of the shape, SHAPE_SPHERE to KIND.HULL.
        size: Its size as in `layout`, three float64 [m].
        data: Where its shape data begin.
        center: Its centers at the start [m], float64 [n, 3].
        rotation: Its rotations, float64 [n, 4].
        motion: Its ways [m], float64 [n, 3]; zeros ask for what it overlaps.
        mask: Bits of which the category of a shape must have one.
        ignored: Rows of bodies that are not hit, upward, int32.
        shapes: Shape arrays.
        plane_count: Number of half-spaces.
        static_tree: Bounds of static shapes.
        moving_tree: Bounds of the other shapes.
        every: Whether to find all, of the first way only, in no particular order.
        search: Scratch.
        found: Hits. Written, the body too.

    Returns:
        Number of hits; more than there are rows if they did not all fit.
    """
    total = 0
    for i in range(len(center)):
        q = (rotation[i, 0], rotation[i, 1], rotation[i, 2], rotation[i, 3])
        start = (center[i, 0], center[i, 1], center[i, 2])
        path = straight_path(start, (motion[i, 0], motion[i, 1], motion[i, 2]), q)
        if every:
            total, _ = cast_one(
                kind, size, data, path, mask, ignored, shapes, plane_count, static_tree, moving_tree, True, 0, search,
                found,
            )  # fmt: skip
            break
        found.shape[i] = -1
        cast_one(
            kind, size, data, path, mask, ignored, shapes, plane_count, static_tree, moving_tree, False, i, search,
            found,
        )  # fmt: skip
        if found.shape[i] >= 0:
            total += 1
    rows = min(total, len(found.shape)) if every else len(center)
    for i in range(rows):
        found.body[i] = 0
        if found.shape[i] >= 0:
            found.body[i] = shapes.info[found.shape[i], SHAPE.BODY]
        else:
            found.fraction[i] = math.inf
            for c in range(3):
                found.point[i, c] = math.nan
                found.normal[i, c] = math.nan
    return total
