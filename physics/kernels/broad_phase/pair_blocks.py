"""Copy of a bounding box tree with eight children per node, for one pass of many queries.

A step through the binary tree costs a load from scattered memory and a branch that the processor guesses wrong half of
the time. A block holds the bounds of up to eight nodes side by side: one comparison tells which of them to visit. The
copy is made anew for each pass; for a thousand queries that is much cheaper than walking the binary tree.

Block i is floats[48 * i : 48 * i + 48] (eight times min x, then min y, min z, -max x, -max y, -max z) and
children[8 * i : 8 * i + 8]: number of a block, or ~(2 * shape + moved) for a leaf. Block 0 is the root.
"""

import numpy as np

from physics.kernels.broad_phase.pair_filter import add_allowed
from physics.kernels.broad_phase.pair_table import pair_exists, pair_key
from physics.kernels.broad_phase.tree import HEAD_ROOT, LINK_CHILD_A, LINK_CHILD_B, LINK_LEAVES, LINK_SHAPE
from physics.kernels.core.jit import leaf
from physics.kernels.core.wide import LANES, load, lowest_bit, mask_bits, rows_below, splat
from physics.kernels.layout import shape as SHAPE

BLOCK_FLOATS = 6 * LANES

# A walk leaves up to seven blocks waiting for each one that it enters, and each one that it enters lies deeper in the
# binary tree, which has less than 200 levels.
BLOCK_STACK = 1536


@leaf
def _expand(link, node, members):
    """List up to eight nodes that together hold all leaves of an inner node.

    Subtrees of up to eight leaves are not opened beside a larger one: each will fill a block of its own. Opening the
    first large member down to the bottom leaves fewer and fuller blocks than opening the largest each time.

    Returns:
        Number of nodes in `members`.
    """
    members[0] = link[node, LINK_CHILD_A]
    members[1] = link[node, LINK_CHILD_B]
    limit = 1 if link[node, LINK_LEAVES] <= LANES else LANES
    count = 2
    k = 0
    while k < count and count < LANES:
        node = members[k]
        if link[node, LINK_LEAVES] > limit:
            members[k] = link[node, LINK_CHILD_A]
            members[count] = link[node, LINK_CHILD_B]
            count += 1
        else:
            k += 1
    return count


@leaf
def build_blocks(head, link, box, shape_info, children, floats, stack):
    """Copy a tree that has at least two leaves.

    Args:
        head, link, box: The tree.
        shape_info: Shape records, int32, shape [S, SHAPE_STRIDE].
        children: Receives the children of the blocks, int32, at least 8 * leaves.
        floats: Receives the bounds of the children [m], float32, at least 48 * leaves.
        stack: Scratch, int32, at least 8.
    """
    members = stack[:LANES]
    # Until its turn comes, the first child of a block is the node that it is made of.
    children[0] = head[HEAD_ROOT]
    block = 0
    block_count = 1
    while block < block_count:
        node = children[block * LANES]
        count = _expand(link, node, members)
        base = block * BLOCK_FLOATS
        for lane in range(LANES):
            if lane >= count:
                for axis in range(6):
                    floats[base + axis * LANES + lane] = np.float32(np.inf)
                continue
            node = members[lane]
            for axis in range(6):
                floats[base + axis * LANES + lane] = box[node, axis]
            shape = link[node, LINK_SHAPE]
            if shape >= 0:
                children[block * LANES + lane] = ~(2 * shape + shape_info[shape, SHAPE.MOVED])
            else:
                children[block * LANES + lane] = block_count
                children[block_count * LANES] = node
                block_count += 1
        block += 1


@leaf
def query_blocks(asking, query, children, floats, shapes, keys, stack, count, new_pairs):
    """Find the leaves that overlap any of up to eight boxes, and list the pairs that are new.

    Two moved shapes find each other twice; the find of the smaller row counts.

    Args:
        asking: Bounds of those who ask in eight lanes: min x, y, z, -max x, y, z; bit per lane in use; where their
            shape rows start in `stack`.
        query: Six numbers around all of them: max x, y, z, -min x, y, z [m].
        children: Children of the blocks.
        floats: Bounds of the blocks.
        shapes: Shape records, filters and body records.
        keys: Keys of the pair table.
        stack: Scratch, int32, BLOCK_STACK numbers for the walk and the rows of those who ask behind.
        count: Pairs found so far.
        new_pairs: Receives keys.

    Returns:
        Pairs found.
    """
    min_x, min_y, min_z, max_x, max_y, max_z, valid, rows = asking
    stack[0] = 0
    top = 1
    while top > 0:
        top -= 1
        block = stack[top]
        base = block * BLOCK_FLOATS
        inside = (load(floats, base) <= splat(query[0])) & (load(floats, base + 24) <= splat(query[3]))
        inside = inside & (load(floats, base + 8) <= splat(query[1])) & (load(floats, base + 32) <= splat(query[4]))
        inside = inside & (load(floats, base + 16) <= splat(query[2])) & (load(floats, base + 40) <= splat(query[5]))
        hits = mask_bits(inside)
        while hits != 0:
            lane = lowest_bit(hits)
            hits &= hits - 1
            child = children[block * LANES + lane]
            if child >= 0:
                stack[top] = child
                top += 1
                continue
            other = ~child >> 1
            at = base + lane
            # Lanes store maxima negated: min of the one <= max of the other reads -max of the other <= -min.
            close = (max_x <= splat(-floats[at])) & (min_x <= splat(-floats[at + 24]))
            close = close & (max_y <= splat(-floats[at + 8])) & (min_y <= splat(-floats[at + 32]))
            close = close & (max_z <= splat(-floats[at + 16])) & (min_z <= splat(-floats[at + 40]))
            bits = mask_bits(close) & valid
            if ~child & 1:
                bits &= mask_bits(rows_below(stack, rows, other))
            while bits != 0:
                shape = stack[rows + lowest_bit(bits)]
                bits &= bits - 1
                if not pair_exists(keys, pair_key(shape, other)):
                    count = add_allowed(shape, other, shapes, count, new_pairs)
    return count
