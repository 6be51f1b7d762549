"""Binary tree of bounding boxes: insert, remove, enlarge, query; `tree_rebuild.py` builds it anew.

Leaves hold the already fattened bounds of shapes, inner nodes the union of their children. A tree is three arrays that
belong to the caller: `head` int32 [8] (start as `HEAD_EMPTY`), `link` int32 [T, LINK_STRIDE] and `box` float32 [T, 8],
where T is at least twice the number of leaves. To grow, copy `link` and `box` into longer arrays.

A row of `box` is (min x, min y, min z, -max x, -max y, -max z, 0, 0). The union of two boxes is then the lane-wise
minimum, and two boxes overlap when every lane of the one is <= the lane of the other's *query*
(max x, max y, max z, -min x, -min y, -min z, 0, 0): one load, one comparison.

Depth is bounded always, so that traversals get by with a stack of STACK_SIZE ints. The heights of two siblings differ
by at most SLACK; with that, a tree of height h has at least N(h) = N(h - 1) + N(h - 1 - SLACK) leaves, and N(199)
exceeds 2^32. Sixteen is so loose that good splits are never disturbed, only chains are. Children have no order, hence
one kind of rotation is enough to keep the rule (see `tree_balance`).
"""

from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.wide import all_of, load, store, wide_min, wide_of

BOX_STRIDE = 8

# Columns of `link`; -1 means none.
LINK_STRIDE = 8
LINK_PARENT = 0  # of a free node: the next free node
LINK_CHILD_A = 1
LINK_CHILD_B = 2
LINK_SHAPE = 3  # shape row of a leaf, -1 for an inner node
LINK_ENLARGED = 4  # inner nodes: 1 when a leaf below changed since the last rebuild
LINK_HEIGHT = 5  # 0 for a leaf, -1 for a free node
LINK_LEAVES = 6  # leaves below, 1 for a leaf

# Elements of `head`.
HEAD_ROOT = 0
HEAD_FREE = 1  # first free node
HEAD_USED = 2  # nodes from here on were never used
HEAD_LEAVES = 3
HEAD_INSERTS = 4  # since the last rebuild
HEAD_EMPTY = (-1, -1, 0, 0, 0, 0, 0, 0)

STACK_SIZE = 256
SLACK = 16


@leaf
def query_of_leaf(box, node):
    """What `overlaps` compares with, for the bounds of a node."""
    return wide_of(-box[node, 3], -box[node, 4], -box[node, 5], -box[node, 0], -box[node, 1], -box[node, 2])


@leaf
def overlaps(box, node, query):
    """True when the bounds of a node overlap or touch those of the query."""
    return all_of(load(box, node * BOX_STRIDE) <= query)


@leaf
def _half_area(box, node):
    """Half the surface of a node's bounds [m^2]; the extents have flipped signs, which cancel in the products."""
    x = box[node, 0] + box[node, 3]
    y = box[node, 1] + box[node, 4]
    z = box[node, 2] + box[node, 5]
    return x * y + y * z + z * x


@leaf
def _half_area_merged(box, node, other):
    """Half the surface of the union of two nodes [m^2]."""
    x = min(box[node, 0], box[other, 0]) + min(box[node, 3], box[other, 3])
    y = min(box[node, 1], box[other, 1]) + min(box[node, 4], box[other, 4])
    z = min(box[node, 2], box[other, 2]) + min(box[node, 5], box[other, 5])
    return x * y + y * z + z * x


@leaf
def _take_node(head, link):
    """Node out of the free chain, else the first that was never used."""
    node = head[HEAD_FREE]
    if node >= 0:
        head[HEAD_FREE] = link[node, LINK_PARENT]
    else:
        node = head[HEAD_USED]
        head[HEAD_USED] = node + 1
    link[node, LINK_CHILD_A] = -1
    link[node, LINK_CHILD_B] = -1
    link[node, LINK_SHAPE] = -1
    link[node, LINK_ENLARGED] = 0
    link[node, LINK_HEIGHT] = 0
    link[node, LINK_LEAVES] = 1
    return node


@leaf
def _free_node(head, link, node):
    link[node, LINK_PARENT] = head[HEAD_FREE]
    link[node, LINK_SHAPE] = -1
    link[node, LINK_ENLARGED] = 0
    link[node, LINK_HEIGHT] = -1
    head[HEAD_FREE] = node


@leaf
def _replace_child(head, link, parent, old, new):
    """Put a node where another one hangs; parent -1 is the place of the root."""
    if parent < 0:
        head[HEAD_ROOT] = new
    elif link[parent, LINK_CHILD_A] == old:
        link[parent, LINK_CHILD_A] = new
    else:
        link[parent, LINK_CHILD_B] = new
    link[new, LINK_PARENT] = parent


@leaf
def _refit(link, box, node):
    """Bounds, height and number of leaves of an inner node from its children."""
    a = link[node, LINK_CHILD_A]
    b = link[node, LINK_CHILD_B]
    store(box, node * BOX_STRIDE, wide_min(load(box, a * BOX_STRIDE), load(box, b * BOX_STRIDE)))
    link[node, LINK_HEIGHT] = 1 + max(link[a, LINK_HEIGHT], link[b, LINK_HEIGHT])
    link[node, LINK_LEAVES] = link[a, LINK_LEAVES] + link[b, LINK_LEAVES]


@leaf
def tree_balance(head, link, box, node):
    """Refit an inner node whose children obey the rule of SLACK, and make it obey too.

    While the child `tall` is too high for its sibling `short`, it takes the place of the node, keeps its own higher
    child, and the node goes down with (short, lower child of tall). Let t be the height of `tall`. Its children have
    the heights t - 1 and at least t - 1 - SLACK. If the node obeys now, its height lies within SLACK of t - 1; if not,
    the same happens one level down, and by induction the result there is as high as its higher part or one more, which
    is again within SLACK of t - 1. So one pass down is enough, and the result is as high as `tall` or one more.

    Returns:
        The node that now hangs where `node` was.
    """
    top = node
    while True:
        tall = link[node, LINK_CHILD_A]
        short = link[node, LINK_CHILD_B]
        if link[tall, LINK_HEIGHT] < link[short, LINK_HEIGHT]:
            tall, short = short, tall
        if link[tall, LINK_HEIGHT] - link[short, LINK_HEIGHT] <= SLACK:
            break
        kept = link[tall, LINK_CHILD_A]
        given = link[tall, LINK_CHILD_B]
        if link[kept, LINK_HEIGHT] < link[given, LINK_HEIGHT]:
            kept, given = given, kept
        _replace_child(head, link, link[node, LINK_PARENT], node, tall)
        link[tall, LINK_CHILD_A] = node
        link[tall, LINK_CHILD_B] = kept
        link[tall, LINK_ENLARGED] = link[node, LINK_ENLARGED]
        link[node, LINK_PARENT] = tall
        link[node, LINK_CHILD_A] = short
        link[node, LINK_CHILD_B] = given
        link[given, LINK_PARENT] = node
        if top == node:
            top = tall
    _refit(link, box, node)
    while node != top:
        node = link[node, LINK_PARENT]
        _refit(link, box, node)
    return top


@leaf
def _choose_sibling(head, link, box, node):
    """Walk down from the root to the node that becomes the sibling of a new leaf.

    The price of a place is the surface that it adds to the tree. A place in the middle is taken only where the subtree
    is low enough for a leaf beside it. Of two children at the same price the lower one is chosen, so that identical
    boxes do not all go down the same way.
    """
    here = head[HEAD_ROOT]
    while link[here, LINK_SHAPE] < 0:
        a = link[here, LINK_CHILD_A]
        b = link[here, LINK_CHILD_B]
        merged = _half_area_merged(box, here, node)
        grown = merged - _half_area(box, here)
        price_a = grown + _half_area_merged(box, a, node)
        price_b = grown + _half_area_merged(box, b, node)
        if link[a, LINK_SHAPE] < 0:
            price_a -= _half_area(box, a)
        if link[b, LINK_SHAPE] < 0:
            price_b -= _half_area(box, b)
        if link[here, LINK_HEIGHT] <= SLACK and merged < price_a and merged < price_b:
            break
        if price_a < price_b or (price_a == price_b and link[a, LINK_HEIGHT] <= link[b, LINK_HEIGHT]):
            here = a
        else:
            here = b
    return here


@kernel
def tree_insert(head, link, box, shape, min_x, min_y, min_z, max_x, max_y, max_z):
    """Add a leaf. The way to the root counts as enlarged, so that the next rebuild finds a better place.

    Args:
        head: Numbers of the tree, int32, shape [8]. Updated in place.
        link: Nodes, int32, shape [T, LINK_STRIDE]. Updated in place.
        box: Bounds of the nodes [m], float32, shape [T, 8]. Updated in place.
        shape: Row of the shape, >= 0.
        min_x, min_y, min_z, max_x, max_y, max_z: Bounds of the shape, margin included [m].

    Returns:
        The new leaf; it stays the leaf of this shape until it is removed.
    """
    node = _take_node(head, link)
    link[node, LINK_SHAPE] = shape
    store(box, node * BOX_STRIDE, wide_of(min_x, min_y, min_z, -max_x, -max_y, -max_z))
    head[HEAD_LEAVES] += 1
    head[HEAD_INSERTS] += 1
    if head[HEAD_ROOT] < 0:
        head[HEAD_ROOT] = node
        link[node, LINK_PARENT] = -1
        return node
    sibling = _choose_sibling(head, link, box, node)
    parent = _take_node(head, link)
    _replace_child(head, link, link[sibling, LINK_PARENT], sibling, parent)
    link[parent, LINK_CHILD_A] = sibling
    link[parent, LINK_CHILD_B] = node
    link[sibling, LINK_PARENT] = parent
    link[node, LINK_PARENT] = parent
    while parent >= 0:
        link[parent, LINK_ENLARGED] = 1
        parent = link[tree_balance(head, link, box, parent), LINK_PARENT]
    return node


@kernel
def tree_remove(head, link, box, node):
    """Remove a leaf and shrink the bounds above it.

    Args:
        head: Numbers of the tree, int32, shape [8]. Updated in place.
        link: Nodes, int32, shape [T, LINK_STRIDE]. Updated in place.
        box: Bounds of the nodes [m], float32, shape [T, 8]. Updated in place.
        node: The leaf.
    """
    head[HEAD_LEAVES] -= 1
    parent = link[node, LINK_PARENT]
    _free_node(head, link, node)
    if parent < 0:
        head[HEAD_ROOT] = -1
        return
    sibling = link[parent, LINK_CHILD_A]
    if sibling == node:
        sibling = link[parent, LINK_CHILD_B]
    above = link[parent, LINK_PARENT]
    _replace_child(head, link, above, parent, sibling)
    _free_node(head, link, parent)
    while above >= 0:
        above = link[tree_balance(head, link, box, above), LINK_PARENT]


@kernel
def tree_enlarge(head, link, box, node, min_x, min_y, min_z, max_x, max_y, max_z):
    """Give a leaf new bounds where it hangs, and enlarge the nodes above as far as needed.

    Whatever is above an enlarged node is enlarged too and contains it, so the walk ends at the first node that already
    has both properties: in a step that moves all leaves, after a level or two.

    Args:
        head: Numbers of the tree, int32, shape [8].
        link: Nodes, int32, shape [T, LINK_STRIDE]. Updated in place.
        box: Bounds of the nodes [m], float32, shape [T, 8]. Updated in place.
        node: The leaf.
        min_x, min_y, min_z, max_x, max_y, max_z: New bounds, margin included [m].
    """
    bounds = wide_of(min_x, min_y, min_z, -max_x, -max_y, -max_z)
    store(box, node * BOX_STRIDE, bounds)
    node = link[node, LINK_PARENT]
    while node >= 0:
        present = load(box, node * BOX_STRIDE)
        if link[node, LINK_ENLARGED] == 1 and all_of(present <= bounds):
            return
        store(box, node * BOX_STRIDE, wide_min(present, bounds))
        link[node, LINK_ENLARGED] = 1
        node = link[node, LINK_PARENT]


@leaf
def begin_walk(head, stack):
    """Prepare a walk to the leaves of a tree that overlap a box; returns the number of nodes to look into."""
    if head[HEAD_ROOT] < 0:
        return 0
    stack[0] = head[HEAD_ROOT]
    return 1


@leaf
def next_leaf(link, box, query, top, stack):
    """Next leaf of a walk.

    Args:
        link: Links of the tree.
        box: Bounds of the tree.
        query: The box, as in `overlaps`.
        top: Number of nodes to look into.
        stack: Those nodes, int32, at least STACK_SIZE. Updated.

    Returns:
        Node of the leaf, or -1 after the last one, and the number of nodes that are left.
    """
    while top > 0:
        top -= 1
        node = stack[top]
        if overlaps(box, node, query):
            if link[node, LINK_SHAPE] >= 0:
                return node, top
            stack[top] = link[node, LINK_CHILD_A]
            stack[top + 1] = link[node, LINK_CHILD_B]
            top += 2
    return -1, top


@kernel
def tree_query(head, link, box, min_x, min_y, min_z, max_x, max_y, max_z, stack, out):
    """Shapes whose leaf overlaps a box, in no particular order.

    Args:
        head: Numbers of the tree, int32, shape [8].
        link: Nodes, int32, shape [T, LINK_STRIDE].
        box: Bounds of the nodes [m], float32, shape [T, 8].
        min_x, min_y, min_z, max_x, max_y, max_z: The box [m]; rounded to float32.
        stack: Scratch, int32, at least STACK_SIZE.
        out: Receives shape rows, int32; those beyond its length are counted only.

    Returns:
        Number of shapes found.
    """
    count = 0
    query = wide_of(max_x, max_y, max_z, -min_x, -min_y, -min_z)
    node, top = next_leaf(link, box, query, begin_walk(head, stack), stack)
    while node >= 0:
        if count < len(out):
            out[count] = link[node, LINK_SHAPE]
        count += 1
        node, top = next_leaf(link, box, query, top, stack)
    return count
