"""Which two shapes may form a pair, and the list of pairs that are new."""

from physics.kernels.broad_phase.pair_table import pair_key
from physics.kernels.core.jit import kernel, leaf
from physics.kernels.layout import body as BODY, kind as KIND, shape as SHAPE


@leaf
def is_solitary(shape, shape_filter):
    """True for a shape that can collide with no other, whatever their filters."""
    return shape_filter[shape, 0] == 0 or shape_filter[shape, 1] == 0


@leaf
def may_pair(shape, other, shape_info, shape_filter, body_links):
    """True when the filters of two shapes let them collide.

    Args:
        shape: Row of one shape.
        other: Row of the other shape.
        shape_info: Shape records, int32, shape [S, SHAPE_STRIDE].
        shape_filter: Category and mask, uint32, shape [S, 2].
        body_links: Body records, int32, shape [N, BODY_STRIDE].
    """
    body = shape_info[shape, SHAPE.BODY]
    other_body = shape_info[other, SHAPE.BODY]
    if body == other_body:
        return False
    sensors = shape_info[shape, SHAPE.SENSOR] + shape_info[other, SHAPE.SENSOR]
    flags = body_links[body, BODY.FLAGS]
    other_flags = body_links[other_body, BODY.FLAGS]
    # A frozen body counts as static, so its kind has to be dynamic with the frozen bit clear.
    dynamic = flags & (BODY.KIND_BITS | BODY.FLAG_FROZEN) == BODY.DYNAMIC
    other_dynamic = other_flags & (BODY.KIND_BITS | BODY.FLAG_FROZEN) == BODY.DYNAMIC
    if not (dynamic or other_dynamic):
        # Of bodies that nothing pushes, only sensors need to know, and those that want to; one of them has to move, or
        # nothing ever changes.
        moves = flags & BODY.KIND_BITS != BODY.STATIC and flags & BODY.FLAG_FROZEN == 0
        other_moves = other_flags & BODY.KIND_BITS != BODY.STATIC and other_flags & BODY.FLAG_FROZEN == 0
        if not (moves or other_moves):
            return False
        if sensors == 0:
            if (flags | other_flags) & BODY.FLAG_REPORT_IMMOVABLE == 0:
                return False
            if not (KIND.is_convex(shape_info[shape, SHAPE.KIND]) or KIND.is_convex(shape_info[other, SHAPE.KIND])):
                return False
    if shape_filter[shape, 0] & shape_filter[other, 1] == 0 or shape_filter[other, 0] & shape_filter[shape, 1] == 0:
        return False
    group = shape_info[shape, SHAPE.GROUP]
    if group != 0 and group == shape_info[other, SHAPE.GROUP]:
        return False
    return sensors < 2


@leaf
def add_allowed(shape, other, shapes, count, new_pairs):
    """Append the key of a pair if its filters allow it.

    Args:
        shape: Row of one shape.
        other: Row of the other shape.
        shapes: Shape records, filters and body records, as `may_pair` takes them.
        count: Pairs found so far.
        new_pairs: Receives the key, uint64; not if it is full.

    Returns:
        Pairs found, this one included.
    """
    if not may_pair(shape, other, shapes[0], shapes[1], shapes[2]):
        return count
    if count < len(new_pairs):
        new_pairs[count] = pair_key(shape, other)
    return count + 1


@leaf
def _sift_down(keys, root, count):
    """Let keys[root] sink until no child in the heap keys[:count] is larger."""
    key = keys[root]
    child = 2 * root + 1
    while child < count:
        if child + 1 < count and keys[child] < keys[child + 1]:
            child += 1
        if keys[child] <= key:
            break
        keys[root] = keys[child]
        root = child
        child = 2 * root + 1
    keys[root] = key


@kernel
def sort_keys(count, keys):
    """Sort keys[:count] upward in place: heap sort, because it needs no memory and has no bad input."""
    for root in range(count // 2 - 1, -1, -1):
        _sift_down(keys, root, count)
    for last in range(count - 1, 0, -1):
        keys[0], keys[last] = keys[last], keys[0]
        _sift_down(keys, 0, last)
