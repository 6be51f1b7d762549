"""Broad phase: pairs of shapes whose fat bounds have begun to overlap.

Only shapes that got new bounds ask; everything else has been asked before. Nothing is changed here but `new_pairs`, so
a caller whose array was too short enlarges it and calls again.

When many shapes moved, neighbors ask together: a subtree of up to eight leaves walks through the tree as one box, and
each leaf that it meets is compared with all eight at once.

Arrays that belong together travel as tuples: `tree` is (head, link, box), `shapes` is (shape_info, shape_filter,
body_links), `ground` is (planes, plane_count, plane_data).
"""

from physics.kernels.broad_phase.pair_blocks import BLOCK_FLOATS, BLOCK_STACK, build_blocks, query_blocks
from physics.kernels.broad_phase.pair_filter import add_allowed, is_solitary, sort_keys
from physics.kernels.broad_phase.pair_table import pair_exists, pair_key
from physics.kernels.broad_phase.tree import (
    BOX_STRIDE,
    HEAD_LEAVES,
    HEAD_ROOT,
    LINK_CHILD_A,
    LINK_CHILD_B,
    LINK_LEAVES,
    LINK_SHAPE,
    STACK_SIZE,
    overlaps,
    query_of_leaf,
)
from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.wide import LANES, gather4, lowest_bit, mask_bits, rows_below, splat
from physics.kernels.layout import shape as SHAPE

# Int scratch of `find_pairs`: the stack of a walk, the stack of the walk over those who ask, leaf nodes and shape rows
# of the up to eight that ask together, then the children of the blocks.
ASKING_STACK = BLOCK_STACK
ASKING_NODES = ASKING_STACK + STACK_SIZE
ASKING_SHAPES = ASKING_NODES + LANES
PAIR_SCRATCH = ASKING_SHAPES + LANES

# Shapes ask in groups if at least one in so many of the moving tree asks; else the preparation costs more than it
# saves.
GROUP_RATIO = 8


@leaf
def _asking_lanes(box, lane_count, stack):
    """Bounds of those who ask, side by side, as `query_blocks` takes them."""
    min_x, min_y, min_z, max_x = gather4(box, stack, ASKING_NODES, BOX_STRIDE, 0)
    max_y, max_z, _, _ = gather4(box, stack, ASKING_NODES, BOX_STRIDE, 4)
    return min_x, min_y, min_z, max_x, max_y, max_z, (1 << lane_count) - 1, ASKING_SHAPES


@leaf
def _query_tree(around, lane_count, source, tree, shapes, keys, stack, count, new_pairs):
    """Find the leaves of a tree that overlap those who ask; returns the count of new pairs.

    Two moved shapes find each other twice; the find of the smaller row counts.

    Args:
        around: Node whose bounds contain all that ask.
        lane_count: How many ask; their nodes and shapes are in the scratch.
        source: Bounds of the tree of those who ask.
    """
    head, link, box = tree
    if head[HEAD_ROOT] < 0:
        return count
    query = query_of_leaf(source, around)
    min_x, min_y, min_z, max_x, max_y, max_z, valid, rows = _asking_lanes(source, lane_count, stack)
    stack[0] = head[HEAD_ROOT]
    top = 1
    while top > 0:
        top -= 1
        node = stack[top]
        if not overlaps(box, node, query):
            continue
        other = link[node, LINK_SHAPE]
        if other < 0:
            stack[top] = link[node, LINK_CHILD_A]
            stack[top + 1] = link[node, LINK_CHILD_B]
            top += 2
            continue
        close = (max_x <= splat(-box[node, 0])) & (min_x <= splat(-box[node, 3]))
        close = close & (max_y <= splat(-box[node, 1])) & (min_y <= splat(-box[node, 4]))
        close = close & (max_z <= splat(-box[node, 2])) & (min_z <= splat(-box[node, 5]))
        bits = mask_bits(close) & valid
        if shapes[0][other, SHAPE.MOVED] != 0:
            bits &= mask_bits(rows_below(stack, rows, other))
        while bits != 0:
            shape = stack[rows + lowest_bit(bits)]
            bits &= bits - 1
            if not pair_exists(keys, pair_key(shape, other)):
                count = add_allowed(shape, other, shapes, count, new_pairs)
    return count


@leaf
def below_plane(box, node, plane_data, i):
    """True when the lowest corner of a node's bounds, seen along the normal of half-space i, is below its surface.

    Rounding keeps order, so a node is never above a plane that one of its children is below.
    """
    x = plane_data[i, 0]
    y = plane_data[i, 1]
    z = plane_data[i, 2]
    lowest = x * (box[node, 0] if x >= 0.0 else -box[node, 3])
    lowest += y * (box[node, 1] if y >= 0.0 else -box[node, 4])
    lowest += z * (box[node, 2] if z >= 0.0 else -box[node, 5])
    return lowest <= plane_data[i, 3]


@leaf
def _query_from_plane(shape, ground, tree, shapes, keys, stack, count, new_pairs):
    """Find the leaves of a tree that reach below a moved half-space; returns the count of new pairs."""
    head, link, box = tree
    i = 0
    while i < ground[1] and ground[0][i] != shape:
        i += 1
    if i == ground[1] or head[HEAD_ROOT] < 0:
        return count
    stack[0] = head[HEAD_ROOT]
    top = 1
    while top > 0:
        top -= 1
        node = stack[top]
        if not below_plane(box, node, ground[2], i):
            continue
        other = link[node, LINK_SHAPE]
        if other < 0:
            stack[top] = link[node, LINK_CHILD_A]
            stack[top + 1] = link[node, LINK_CHILD_B]
            top += 2
        elif shape < other or shapes[0][other, SHAPE.MOVED] == 0:
            if not pair_exists(keys, pair_key(shape, other)):
                count = add_allowed(shape, other, shapes, count, new_pairs)
    return count


@leaf
def _query_planes(around, lane_count, box, ground, shapes, keys, stack, count, new_pairs):
    """Find the half-spaces that those who ask reach below; returns the count of new pairs."""
    planes, plane_count, plane_data = ground
    for i in range(plane_count):
        if not below_plane(box, around, plane_data, i):
            continue
        other = planes[i]
        for lane in range(lane_count):
            shape = stack[ASKING_SHAPES + lane]
            if shape > other and shapes[0][other, SHAPE.MOVED] != 0:
                continue
            if not below_plane(box, stack[ASKING_NODES + lane], plane_data, i):
                continue
            if not pair_exists(keys, pair_key(shape, other)):
                count = add_allowed(shape, other, shapes, count, new_pairs)
    return count


@leaf
def _gather_moved(node, link, shapes, stack):
    """List the moved leaves of a subtree of at most eight as those who ask; returns how many there are.

    Unused lanes repeat the node itself: their result is dropped, but what they load must exist.
    """
    for lane in range(LANES):
        stack[ASKING_NODES + lane] = node
    lane_count = 0
    stack[0] = node
    top = 1
    while top > 0:
        top -= 1
        node = stack[top]
        shape = link[node, LINK_SHAPE]
        if shape < 0:
            stack[top] = link[node, LINK_CHILD_A]
            stack[top + 1] = link[node, LINK_CHILD_B]
            top += 2
        elif shapes[0][shape, SHAPE.MOVED] != 0 and not is_solitary(shape, shapes[1]):
            stack[ASKING_NODES + lane_count] = node
            stack[ASKING_SHAPES + lane_count] = shape
            lane_count += 1
    return lane_count


@leaf
def _query_groups(moving, static, ground, shapes, keys, stack, floats, count, new_pairs):
    """Let all moved shapes of the moving tree ask, subtree by subtree; returns the count of new pairs."""
    head, link, box = moving
    children = stack[PAIR_SCRATCH:]
    build_blocks(head, link, box, shapes[0], children, floats, stack)
    stack[ASKING_STACK] = head[HEAD_ROOT]
    top = ASKING_STACK + 1
    while top > ASKING_STACK:
        top -= 1
        node = stack[top]
        if link[node, LINK_LEAVES] > LANES:
            stack[top] = link[node, LINK_CHILD_A]
            stack[top + 1] = link[node, LINK_CHILD_B]
            top += 2
            continue
        lane_count = _gather_moved(node, link, shapes, stack)
        if lane_count == 0:
            continue
        asking = _asking_lanes(box, lane_count, stack)
        query = (-box[node, 3], -box[node, 4], -box[node, 5], -box[node, 0], -box[node, 1], -box[node, 2])
        count = query_blocks(asking, query, children, floats, shapes, keys, stack, count, new_pairs)
        count = _query_tree(node, lane_count, box, static, shapes, keys, stack, count, new_pairs)
        count = _query_planes(node, lane_count, box, ground, shapes, keys, stack, count, new_pairs)
    return count


@kernel
def find_pairs(
    moved,
    moved_count,
    shape_info,
    shape_filter,
    body_links,
    static_head,
    static_link,
    static_box,
    moving_head,
    moving_link,
    moving_box,
    planes,
    plane_count,
    plane_data,
    keys,
    stack,
    floats,
    new_pairs,
):
    """Find the pairs that moved shapes form with anything and that the pair table does not hold yet.

    Args:
        moved: Rows of shapes with new bounds, each once, int32; all have SHAPE.MOVED = 1 and no other shape has.
        moved_count: Rows in use.
        shape_info: Shape records, int32, shape [S, SHAPE_STRIDE].
        shape_filter: Category and mask of the shapes, uint32, shape [S, 2].
        body_links: Body records, int32, shape [N, BODY_STRIDE].
        static_head, static_link, static_box: Tree of the static shapes.
        moving_head, moving_link, moving_box: Tree of all other shapes.
        planes: Shape rows of the half-spaces, int32.
        plane_count: Half-spaces in use.
        plane_data: World normal and offset [m] of each half-space, float32, shape [P, 4]; inside is n . x <= offset.
        keys: Keys of the pair table.
        stack: Scratch, int32, at least PAIR_SCRATCH + 8 * leaves of the moving tree. PAIR_SCRATCH alone is enough for
            the same result, slower.
        floats: Scratch, float32, at least 48 * leaves of the moving tree, or it is slower.
        new_pairs: Receives keys of `pair_key`, uint64, sorted upward: the order says nothing about the trees.

    Returns:
        Number of new pairs. If it exceeds the length of `new_pairs`, call again with that length: the content is
        incomplete and not sorted.
    """
    moving = (moving_head, moving_link, moving_box)
    static = (static_head, static_link, static_box)
    ground = (planes, plane_count, plane_data)
    shapes = (shape_info, shape_filter, body_links)
    count = 0
    leaf_count = moving_head[HEAD_LEAVES]
    asking = 0
    for k in range(moved_count):
        asking += not is_solitary(moved[k], shape_filter)
    grouped = leaf_count > 1 and asking * GROUP_RATIO >= leaf_count
    grouped = grouped and len(stack) >= PAIR_SCRATCH + LANES * leaf_count and len(floats) >= BLOCK_FLOATS * leaf_count
    if grouped:
        count = _query_groups(moving, static, ground, shapes, keys, stack, floats, count, new_pairs)
    for k in range(moved_count):
        shape = moved[k]
        if is_solitary(shape, shape_filter):
            continue
        tree = shape_info[shape, SHAPE.TREE]
        if tree == SHAPE.TREE_NONE:
            count = _query_from_plane(shape, ground, moving, shapes, keys, stack, count, new_pairs)
        elif tree != SHAPE.TREE_MOVING or not grouped:
            node = shape_info[shape, SHAPE.NODE]
            for lane in range(LANES):
                stack[ASKING_NODES + lane] = node
            stack[ASKING_SHAPES] = shape
            source = moving_box if tree == SHAPE.TREE_MOVING else static_box
            count = _query_tree(node, 1, source, moving, shapes, keys, stack, count, new_pairs)
            if tree == SHAPE.TREE_MOVING:
                count = _query_tree(node, 1, source, static, shapes, keys, stack, count, new_pairs)
                count = _query_planes(node, 1, source, ground, shapes, keys, stack, count, new_pairs)
    if count <= len(new_pairs):
        sort_keys(count, new_pairs)
    return count
