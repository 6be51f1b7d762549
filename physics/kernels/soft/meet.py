"""A convex shape asks soft bodies: what do I meet on my way, and how deep am I in what I overlap?

The triangles of soft bodies are met one by one, from both sides, and the links of ropes as capsules: as those of a
mesh, see `queries.cast_shape`, but where their vertices are now.
"""

import math

import numpy as np

from physics.kernels.continuous.advance import NEVER, call_advance, straight_path
from physics.kernels.continuous.sweep import NO_TURN, ORIGIN, swept_box
from physics.kernels.core.jit import kernel, leaf, routine
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import axes, dot, length, relative_rotation, rotate_inverse, subtract
from physics.kernels.layout import kind as KIND, soft as SOFT
from physics.kernels.narrow_phase.convex.extent import reach_of
from physics.kernels.narrow_phase.curved.normal import Pair
from physics.kernels.queries.cast_shape import EXACT, EXACT_PART, lowest_point, out_of
from physics.kernels.queries.penetration import from_pair
from physics.kernels.soft.arrays import open_soft
from physics.kernels.soft.queries import (
    can_meet,
    closest_of_part,
    corner_of,
    is_broken,
    is_closed,
    items_of,
    on_link,
    thin_bounds,
    winds_around,
    write_item,
)


@leaf
def is_beside(rope, item, low, high, soft):
    """True when a triangle, or a link without its radius, is outside of bounds, or the link is torn."""
    if rope and is_broken(item, soft):
        return True
    i, j, k = corner_of(rope, item, 0, soft), corner_of(rope, item, 1, soft), corner_of(rope, item, 2, soft)
    place = soft.place
    for c in range(3):
        a, b, d = place[i, c], place[j, c], place[k, c]
        if min(a, min(b, d)) > high[c] or max(a, max(b, d)) < low[c]:
            return True
    return False


@leaf
def write_triangle(item, reference, soft, corners):
    """Write the corners of a triangle relative to a reference [m]."""
    for k in range(3):
        v = soft.face[item, k]
        for c in range(3):
            corners[3 * k + c] = soft.place[v, c] - reference[c]


@leaf
def pose_of_link(item, soft):
    """Center, rotation and half of the length of a link of a rope as a capsule along Y."""
    i, j = soft.spring_ends[item, 0], soft.spring_ends[item, 1]
    a = (soft.place[i, 0], soft.place[i, 1], soft.place[i, 2])
    b = (soft.place[j, 0], soft.place[j, 1], soft.place[j, 2])
    x, y, z = subtract(b, a)
    size = math.sqrt(x * x + y * y + z * z)
    turn = NO_TURN
    if size > 0.0:
        if y < 0.0:  # either way along, it is the same capsule
            x, y, z = -x, -y, -z
        # The shortest turn from Y: (z, 0, -x, size + y), normalized.
        scale = 1.0 / math.sqrt(2.0 * size * (size + y))
        turn = (z * scale, 0.0, -x * scale, (size + y) * scale)
    return (0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])), turn, 0.5 * size


@leaf
def weights_at(p, item, point, soft):
    """Weights of the second and third corner of a triangle, or of the second end of a link, nearest to a point."""
    if soft.part[p, SOFT.PART_KIND] == SOFT.ROPE:
        _, _, t = on_link(soft.spring_ends[item, 0], soft.spring_ends[item, 1], point, soft.place)
        return t, 0.0
    # In float64, as the weights of rays.
    i, j, k = soft.face[item, 0], soft.face[item, 1], soft.face[item, 2]
    x = soft.place
    u = (x[j, 0] - x[i, 0], x[j, 1] - x[i, 1], x[j, 2] - x[i, 2])
    v = (x[k, 0] - x[i, 0], x[k, 1] - x[i, 1], x[k, 2] - x[i, 2])
    q = (point[0] - x[i, 0], point[1] - x[i, 1], point[2] - x[i, 2])
    uu, uv, vv, uq, vq = dot(u, u), dot(u, v), dot(v, v), dot(u, q), dot(v, q)
    area = uu * vv - uv * uv
    if area <= 0.0:
        return 0.0, 0.0
    b, c = max((vv * uq - uv * vq) / area, 0.0), max((uu * vq - uv * uq) / area, 0.0)
    total = max(b + c, 1.0)
    return b / total, c / total


@routine
def holds(p, point, soft, bodies, shapes):
    """True when a point is inside of a soft body that is closed."""
    if not is_closed(p, soft):
        return False
    low, high = thin_bounds(p, soft, bodies, shapes)
    for c in range(3):
        if point[c] < low[c] or point[c] > high[c]:
            return False
    return winds_around(p, point, soft)


@routine
def meet_part(p, kind, size, data, path, end, tolerance, soft, bodies, shapes, search):
    """Where a moving shape first meets a soft body: time, normal out of it, point, item; NEVER if it does not."""
    best, normal, point, found = min(end, NEVER), (0.0, 1.0, 0.0), path[0], -1
    place = (ORIGIN, NO_TURN)
    numbers, indices, corners = flat(shapes.numbers), flat(shapes.indices), flat(search.corners)
    rope = soft.part[p, SOFT.PART_KIND] == SOFT.ROPE
    radius = soft.trait[p, SOFT.TRAIT_THICKNESS] if rope else 0.0
    middle, half = swept_box((ORIGIN, NO_TURN), kind, size, place, path)
    wide = radius + tolerance
    low = (middle[0] - half[0] - wide, middle[1] - half[1] - wide, middle[2] - half[2] - wide)
    high = (middle[0] + half[0] + wide, middle[1] + half[1] + wide, middle[2] + half[2] + wide)
    least, most = thin_bounds(p, soft, bodies, shapes)
    for c in range(3):
        if least[c] > high[c] or most[c] < low[c]:
            return NEVER, normal, point, found
    if best > 0.0 and holds(p, path[0], soft, bodies, shapes):
        _, point, found, _, _ = closest_of_part(p, path[0], soft)
        return 0.0, out_of(ORIGIN, path[1]), point, found
    start, count = items_of(p, soft)
    for item in range(start, start + count):
        if is_beside(rope, item, low, high, soft):
            continue
        if rope:
            center, turn, long = pose_of_link(item, soft)
            time, _, toward, on_b = call_advance(search.calls, (
                kind, size, data, place, path, 0.0, np.int64(KIND.CAPSULE), (radius, long, 0.0), np.int64(0), place,
                straight_path(center, ORIGIN, turn), 0.0, tolerance, tolerance, min(best, 1.0), numbers, indices,
                corners,
            ))  # fmt: skip
        else:
            write_triangle(item, path[0], soft, corners)
            time, _, toward, on_b = call_advance(search.calls, (
                kind, size, data, place, path, 0.0, np.int64(KIND.TRIANGLE), ORIGIN, np.int64(0), place,
                straight_path(path[0], ORIGIN, NO_TURN), 0.0, tolerance, tolerance, min(best, 1.0), numbers, indices,
                corners,
            ))  # fmt: skip
        if time < best:
            best, normal, point, found = time, out_of(toward, path[1]), on_b, item
            if best <= 0.0:
                break
    return (best if found >= 0 else NEVER), normal, point, found


@kernel
def cast_shapes_soft(
    kind, size, data, center, rotation, motion, mask, ignored, every, table, bodies, shapes, search, time, owner,
    triangle, vertex, weight, normal, point,
):  # fmt: skip
    """Move a shape along each of many ways and find which soft body it meets first; or all that it meets on the first.

    Args:
        kind, size, data, center, rotation, motion, mask, ignored: As in `cast_shapes`.
        every: Whether to find all, of the first way only; then rows of the results are those of soft bodies.
        table: Addresses of the arrays of soft bodies.
        bodies: Body arrays.
        shapes: Shape arrays.
        search: Scratch.
        time: What hits must be earlier than, as a part of the way, float64 [n]. Those of hits are written.
        owner: Soft bodies that were met, int32 [n]. Written where there is a hit, as the rest.
        triangle: Which triangle of it, or -1 for a link of a rope, int32 [n].
        vertex: Vertices of the triangle, the second one twice of a link, int32 [n, 3].
        weight: Their weights at the point, float64 [n, 3].
        normal: Unit normals out of the surface, float64 [n, 3].
        point: Where they touch [m], float64 [n, 3].
    """
    soft = open_soft(table)
    for i in range(len(center)):
        q = (rotation[i, 0], rotation[i, 1], rotation[i, 2], rotation[i, 3])
        start = (center[i, 0], center[i, 1], center[i, 2])
        path = straight_path(start, (motion[i, 0], motion[i, 1], motion[i, 2]), q)
        tolerance = EXACT + EXACT_PART * (reach_of(kind, size) + length(path[1]))
        for p in range(len(soft.part)):
            row = p if every else i
            if not can_meet(p, mask, ignored, soft, shapes):
                continue
            found_time, out, on, item = meet_part(
                p, np.int64(kind), size, np.int64(data), path, time[row], tolerance, soft, bodies, shapes, search
            )
            if item < 0 or found_time >= time[row]:
                continue
            time[row] = found_time
            v, w = weights_at(p, item, on, soft)
            write_item(p, item, v, w, row, soft, owner, triangle, vertex, weight)
            for c in range(3):
                normal[row, c], point[row, c] = out[c], on[c]
        if every:
            break


@routine
def deepest_of_part(p, kind, size, data, pose, soft, shapes, directions, search):
    """How deep a shape is in a soft body: depth [m], normal out of it, deepest point of the shape, item."""
    numbers, indices, corners = flat(shapes.numbers), flat(shapes.indices), flat(search.corners)
    rope = soft.part[p, SOFT.PART_KIND] == SOFT.ROPE
    radius = soft.trait[p, SOFT.TRAIT_THICKNESS] if rope else 0.0
    middle, half = swept_box((ORIGIN, NO_TURN), kind, size, (ORIGIN, NO_TURN), straight_path(pose[0], ORIGIN, pose[1]))
    wide = radius + EXACT
    low = (middle[0] - half[0] - wide, middle[1] - half[1] - wide, middle[2] - half[2] - wide)
    high = (middle[0] + half[0] + wide, middle[1] + half[1] + wide, middle[2] + half[2] + wide)
    best, normal, point, found = -1.0, (0.0, 1.0, 0.0), pose[0], -1
    start, count = items_of(p, soft)
    for item in range(start, start + count):
        if is_beside(rope, item, low, high, soft):
            continue
        other, other_size, turn, offset = np.int64(KIND.TRIANGLE), ORIGIN, NO_TURN, ORIGIN
        if rope:
            center, turn, long = pose_of_link(item, soft)
            other, other_size = np.int64(KIND.CAPSULE), (radius, long, 0.0)
            offset = rotate_inverse(pose[1], subtract(center, pose[0]))
        else:
            write_triangle(item, pose[0], soft, corners)
        columns = axes(relative_rotation(pose[1], turn))
        pair = Pair(kind, size, data, other, other_size, np.int64(0), columns, offset, numbers, indices, corners)
        depth, out, deepest = from_pair(pair, pose, best, directions)
        if depth > best:
            best, normal, point, found = depth, out, deepest, item
    return best, normal, point, found


@kernel
def measure_depths_soft(
    kind, size, data, center, rotation, rows, table, bodies, shapes, directions, search, depth, normal, point, triangle
):  # fmt: skip
    """How deep a shape is in each of those soft bodies that it overlaps; arguments as in `measure_depths`.

    Of triangles, the way out of the one that it is deepest in counts. What is in the middle of a closed soft body gets
    out where the surface is nearest to its center.
    """
    soft = open_soft(table)
    pose = (center, rotation)
    numbers, indices = flat(shapes.numbers), flat(shapes.indices)
    for i in range(len(rows)):
        p = rows[i]
        best, out, deepest, item = deepest_of_part(
            p, np.int64(kind), size, np.int64(data), pose, soft, shapes, directions, search
        )
        if holds(p, center, soft, bodies, shapes):
            gap, found, nearest, _, _ = closest_of_part(p, center, soft)
            if gap > 0.0:
                toward = subtract(found, center)
                way = (toward[0] / gap, toward[1] / gap, toward[2] / gap)
                low = lowest_point(np.int64(kind), size, np.int64(data), pose, way, numbers, indices)
                best, out, deepest, item = gap + dot(way, subtract(center, low)), way, low, nearest
        depth[i] = max(best, 0.0)
        rope = soft.part[p, SOFT.PART_KIND] == SOFT.ROPE
        triangle[i] = -1 if rope or item < 0 else item - soft.part[p, SOFT.PART_FACE]
        for c in range(3):
            normal[i, c], point[i, c] = out[c], deepest[c]
