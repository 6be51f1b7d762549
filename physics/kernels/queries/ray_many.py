"""Many rays through the world: both trees are packed first, which pays from a few dozen rays on.

Packed are only the shapes that the rays may hit, with what their tests need side by side, in trees whose nodes have
eight children, tested at once (see `ray_lanes`). The answers are those of `ray_cast`, to the last bit: shapes are
tested by the same functions, and of several at the same distance the one with the lowest row is the nearest.
"""

import math

import numpy as np

from physics.kernels.broad_phase.tree import HEAD_ROOT, LINK_CHILD_A, LINK_CHILD_B, LINK_SHAPE
from physics.kernels.core.jit import kernel, leaf, routine
from physics.kernels.core.lane_keys import code_of_key
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import rotate, rotate_inverse, subtract
from physics.kernels.layout import kind as KIND, shape as SHAPE
from physics.kernels.queries.ray_cast import can_hit, finish_ray, hit_shape, write_hit
from physics.kernels.queries.ray_lanes import (
    LANE_BOUNDS,
    LANES,
    NO_KEY,
    enter_lanes,
    lane_limit,
    lane_ray,
    last_key,
    pop_key,
    push_lanes,
)
from physics.kernels.queries.ray_mesh import MESH_STACK, NO_TRIANGLE, ray_surface
from physics.kernels.queries.ray_shapes import INFINITE, ray_local, ray_sphere, shape_turn

#: Height of the stack for a packed tree: it has at most as many levels as the tree, 199, and each leaves seven nodes.
PACKED_STACK = 1408
MANY_STACK = PACKED_STACK + MESH_STACK


@leaf
def half_area(box, node):
    """Half the surface of the bounds of a node [m^2]."""
    x, y, z = box[node, 0] + box[node, 3], box[node, 1] + box[node, 4], box[node, 2] + box[node, 5]
    return x * y + y * z + z * x


@leaf
def open_node(tree, node, lanes):
    """List up to eight nodes that together are all that is below a node: the largest is opened, again and again.

    Returns:
        Their number; they are written into `lanes`, int32 [8].
    """
    lanes[0] = node
    if tree.link[node, LINK_SHAPE] >= 0:
        return 1
    lanes[0], lanes[1] = tree.link[node, LINK_CHILD_A], tree.link[node, LINK_CHILD_B]
    count = 2
    while count < LANES:
        widest, largest = -1, np.float32(-1.0)
        for k in range(count):
            if tree.link[lanes[k], LINK_SHAPE] < 0:
                area = half_area(tree.box, lanes[k])
                if area > largest:
                    widest, largest = k, area
        if widest < 0:
            break
        opened = lanes[widest]
        lanes[widest] = tree.link[opened, LINK_CHILD_A]
        lanes[count] = tree.link[opened, LINK_CHILD_B]
        count += 1
    return count


@leaf
def pack_leaf(shape, leaf_row, shapes, body_rotation, packed):
    """Write what the test of a shape needs."""
    packed.leaf[leaf_row, 0] = shape
    packed.leaf[leaf_row, 1] = shapes.info[shape, SHAPE.KIND]
    packed.leaf[leaf_row, 2] = shapes.info[shape, SHAPE.DATA]
    q = shape_turn(shape, shapes, body_rotation)
    for c in range(3):
        packed.place[leaf_row, c] = shapes.center[shape, c]
        packed.place[leaf_row, 7 + c] = np.float64(shapes.place[shape, SHAPE.PLACE_SIZE + c])
    for c in range(4):
        packed.place[leaf_row, 3 + c] = q[c]


@leaf
def pack_nothing(packed):
    """Make row 0 of the leaves a shape that is never hit: lanes without a box stand for it.

    No ray enters such a lane, unless its origin is so far away that float32 makes it infinite.
    """
    packed.leaf[0, 0] = -1
    packed.leaf[0, 1] = KIND.SPHERE
    packed.leaf[0, 2] = 0
    for c in range(10):
        packed.place[0, c] = math.nan


@routine
def pack_tree(tree, mask, ignored, shapes, body_rotation, node_count, leaf_count, lanes, packed):
    """Pack a tree, level by level.

    Args:
        tree: Bounds of shapes.
        mask, ignored, shapes, body_rotation: As in `cast_rays`.
        node_count: Nodes that are packed already; the root of this tree becomes the next.
        leaf_count: Likewise of the leaves, the first of which is nothing.
        lanes: Scratch, int32, at least 8.
        packed: Room for nodes and leaves. Written.

    Returns:
        Numbers of nodes and leaves.
    """
    if tree.head[HEAD_ROOT] < 0:
        return node_count, leaf_count
    packed.source[node_count] = tree.head[HEAD_ROOT]
    here, node_count = node_count, node_count + 1
    while here < node_count:
        count = open_node(tree, packed.source[here], lanes)
        for lane in range(LANES):
            node = lanes[lane] if lane < count else -1
            shape = tree.link[node, LINK_SHAPE] if node >= 0 else -1
            if node < 0 or (shape >= 0 and not can_hit(shape, mask, ignored, shapes)):
                packed.codes[here, lane] = -1
                for c in range(3):
                    packed.bounds[here, c * LANES + lane] = INFINITE
                    packed.bounds[here, (c + 3) * LANES + lane] = -INFINITE
                continue
            for c in range(3):
                packed.bounds[here, c * LANES + lane] = tree.box[node, c]
                packed.bounds[here, (c + 3) * LANES + lane] = -tree.box[node, c + 3]
            if shape >= 0:
                pack_leaf(shape, leaf_count, shapes, body_rotation, packed)
                packed.codes[here, lane] = -1 - leaf_count
                leaf_count += 1
            else:
                packed.source[node_count] = node
                packed.codes[here, lane] = node_count
                node_count += 1
        here += 1
    return node_count, leaf_count


@leaf
def hit_leaf(row, origin, direction, limit, shapes, body_rotation, packed, entry):
    """`hit_shape` of a packed leaf; beyond the limit, the normal is not worked out."""
    kind, place = packed.leaf[row, 1], packed.place
    o = subtract(origin, (place[row, 0], place[row, 1], place[row, 2]))
    if kind == KIND.SPHERE:
        distance, normal = ray_sphere(o, direction, place[row, 7])
        return distance, normal, NO_TRIANGLE
    if KIND.is_surface(kind):
        return ray_surface(packed.leaf[row, 0], origin, direction, limit, shapes, body_rotation, entry[PACKED_STACK:])
    q = (place[row, 3], place[row, 4], place[row, 5], place[row, 6])
    size = (place[row, 7], place[row, 8], place[row, 9])
    o, d = rotate_inverse(q, o), rotate_inverse(q, direction)
    distance, normal = ray_local(kind, size, packed.leaf[row, 2], o, d, shapes)
    if distance <= limit:
        normal = rotate(q, normal)
    return distance, normal, NO_TRIANGLE


@leaf
def cast_into_packed(
    root_count, roots, origin, direction, shapes, body_rotation, packed, row, limit, entry,
    found_shape, found_distance, found_normal, found_triangle,
):  # fmt: skip
    """Look for the nearest hit in the packed trees."""
    ray, lane_end = lane_ray(origin, direction), lane_limit(limit)
    bounds, codes, keys = flat(packed.bounds), flat(packed.codes), flat(entry.view(np.int64))
    keys[0], keys[1] = roots
    key, top = pop_key(last_key(lane_end), keys, root_count)
    while key != NO_KEY:
        code = code_of_key(key)
        if code >= 0:
            bits, enter = enter_lanes(bounds, LANE_BOUNDS * code, ray, lane_end)
            if bits != 0:
                key, top = push_lanes(bits, enter, codes, LANES * code, keys, top)
                continue
        else:
            hit = hit_leaf(-1 - code, origin, direction, limit, shapes, body_rotation, packed, entry)
            _, limit = write_hit(
                packed.leaf[-1 - code, 0], hit, False, row, limit, found_shape, found_distance, found_normal,
                found_triangle,
            )  # fmt: skip
            lane_end = lane_limit(limit)
        key, top = pop_key(last_key(lane_end), keys, top)


@kernel
def cast_many(
    origin, direction, limit, mask, ignored, shapes, plane_count, body_rotation, static_tree, moving_tree, stack, entry,
    shape, distance, normal, triangle, body, point, packed,
):  # fmt: skip
    """Find the nearest hit of each of many rays.

    Args:
        origin, direction, limit, mask, ignored, shapes, plane_count, body_rotation, static_tree, moving_tree: As in
            `cast_rays`.
        stack: Scratch, int32, at least 8.
        entry: Scratch, float64, at least MANY_STACK.
        shape, distance, normal, triangle, body, point: As in `cast_rays`. Written.
        packed: Scratch; as many nodes and leaves as both trees have leaves, and two more.
    """
    pack_nothing(packed)
    moving, leaves = pack_tree(static_tree, mask, ignored, shapes, body_rotation, 0, 1, stack, packed)
    nodes, leaves = pack_tree(moving_tree, mask, ignored, shapes, body_rotation, moving, leaves, stack, packed)
    root_count = 2 if 0 < moving < nodes else min(nodes, 1)
    roots = (np.int64(moving), np.int64(0)) if root_count == 2 else (np.int64(0), np.int64(0))
    for i in range(len(origin)):
        o = (origin[i, 0], origin[i, 1], origin[i, 2])
        d = (direction[i, 0], direction[i, 1], direction[i, 2])
        shape[i] = -1
        triangle[i] = -1
        end = limit
        for k in range(plane_count):
            plane = shapes.planes[k]
            if can_hit(plane, mask, ignored, shapes):
                hit = hit_shape(plane, o, d, end, shapes, body_rotation, entry)
                _, end = write_hit(plane, hit, False, i, end, shape, distance, normal, triangle)
        cast_into_packed(
            root_count, roots, o, d, shapes, body_rotation, packed, i, end, entry, shape, distance, normal, triangle
        )
        finish_ray(i, o, d, shapes, shape, distance, normal, body, point)
