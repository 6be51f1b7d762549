"""Rebuild of the part of a bounding box tree that changed.

Shapes that moved have stretched the nodes above them. The stretched part is taken apart and built anew from top to
bottom by halving the longest axis of the centers; subtrees in which nothing moved are kept as they are.
"""

import numpy as np

from physics.kernels.broad_phase.tree import (
    HEAD_INSERTS,
    HEAD_LEAVES,
    HEAD_ROOT,
    HEAD_USED,
    LINK_CHILD_A,
    LINK_CHILD_B,
    LINK_ENLARGED,
    LINK_PARENT,
    STACK_SIZE,
    tree_balance,
)
from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.wide import load, store, wide_min, wide_of


@leaf
def _collapse(head, link, box, units, inner, centers, stack):
    """Take the enlarged part of the tree apart.

    Args:
        units: Receives the roots of what stays whole: leaves and subtrees that are not enlarged.
        inner: Receives the enlarged inner nodes, one less than units.
        centers: Receives twice the center of each unit and its negative, eight floats each.
        stack: Scratch, int32, shape [STACK_SIZE].

    Returns:
        Number of units.
    """
    unit_count = 0
    inner_count = 0
    stack[0] = head[HEAD_ROOT]
    top = 1
    while top > 0:
        top -= 1
        node = stack[top]
        if link[node, LINK_ENLARGED] == 1:
            inner[inner_count] = node
            inner_count += 1
            stack[top] = link[node, LINK_CHILD_B]
            stack[top + 1] = link[node, LINK_CHILD_A]
            top += 2
        else:
            x = box[node, 0] - box[node, 3]
            y = box[node, 1] - box[node, 4]
            z = box[node, 2] - box[node, 5]
            store(centers, unit_count * 8, wide_of(x, y, z, -x, -y, -z))
            units[unit_count] = node
            unit_count += 1
    if inner_count * 4 > head[HEAD_USED]:
        # Most of the tree is new: nodes in the order of memory make the walks through it faster.
        inner_count = 0
        for node in range(head[HEAD_USED]):
            if link[node, LINK_ENLARGED] == 1:
                inner[inner_count] = node
                inner_count += 1
    return unit_count


@leaf
def _partition(units, centers, start, end, reduced):
    """Sort units[start:end] into two parts at the middle of the longest axis of their centers.

    Args:
        units: Nodes, int32. Reordered.
        centers: Twice the center of each unit and its negative, eight floats each. Reordered alike.
        start: First unit.
        end: Behind the last unit.
        reduced: Scratch, float32, shape [8].

    Returns:
        First unit of the second part; both parts have at least one.
    """
    least = load(centers, start * 8)
    for i in range(start + 1, end):
        least = wide_min(least, load(centers, i * 8))
    store(reduced, 0, least)
    axis = 0
    for k in range(1, 3):
        # Negative extents: the longest axis has the smallest number.
        if reduced[k] + reduced[k + 3] < reduced[axis] + reduced[axis + 3]:
            axis = k
    pivot = np.float32(0.5) * (reduced[axis] - reduced[axis + 3])
    left = start
    right = end
    while True:
        while left < right and centers[left * 8 + axis] < pivot:
            left += 1
        while left < right and not centers[(right - 1) * 8 + axis] < pivot:
            right -= 1
        if left >= right:
            break
        right -= 1
        units[left], units[right] = units[right], units[left]
        swapped = load(centers, left * 8)
        store(centers, left * 8, load(centers, right * 8))
        store(centers, right * 8, swapped)
        left += 1
    if left == start or left == end:
        # All centers on one spot (or not a number): any half is as good as another.
        left = (start + end) // 2
    return left


@kernel
def tree_rebuild(head, link, box, scratch_int, scratch_float):
    """Build the enlarged part of the tree anew, from top to bottom; what is not enlarged stays as it is.

    Leaves keep their nodes. The part that is taken apart has one inner node less than it has units, which is just what
    the new one needs.

    Args:
        head: Numbers of the tree, int32, shape [8]. Updated in place.
        link: Nodes, int32, shape [T, LINK_STRIDE]. Updated in place.
        box: Bounds of the nodes [m], float32, shape [T, 8]. Updated in place.
        scratch_int: int32, at least 2 * leaves + STACK_SIZE.
        scratch_float: float32, at least 8 * leaves + 8.

    Returns:
        Number of leaves and whole subtrees that got a new place.
    """
    head[HEAD_INSERTS] = 0
    root = head[HEAD_ROOT]
    if root < 0 or link[root, LINK_ENLARGED] == 0:
        return 0
    leaf_count = head[HEAD_LEAVES]
    stack = scratch_int[:STACK_SIZE]
    units = scratch_int[STACK_SIZE : STACK_SIZE + leaf_count]
    inner = scratch_int[STACK_SIZE + leaf_count : STACK_SIZE + 2 * leaf_count]
    reduced = scratch_float[:8]
    centers = scratch_float[8:]
    unit_count = _collapse(head, link, box, units, inner, centers, stack)
    # Three numbers per part that waits: first unit, end, node. The smaller part is split first, so at most
    # log2(leaves) parts wait.
    head[HEAD_ROOT] = inner[0]
    link[inner[0], LINK_PARENT] = -1
    stack[0], stack[1], stack[2] = 0, unit_count, inner[0]
    top = 3
    made = 1
    while top > 0:
        top -= 3
        start, end, node = stack[top], stack[top + 1], stack[top + 2]
        link[node, LINK_ENLARGED] = 0
        split = start + 1 if end - start == 2 else _partition(units, centers, start, end, reduced)
        for turn in range(2):
            is_first = (turn == 0) == (split - start > end - split)
            begin = start if is_first else split
            stop = split if is_first else end
            child = units[begin]
            if stop - begin > 1:
                child = inner[made]
                made += 1
                stack[top], stack[top + 1], stack[top + 2] = begin, stop, child
                top += 3
            link[node, LINK_CHILD_A if is_first else LINK_CHILD_B] = child
            link[child, LINK_PARENT] = node
    # Parents were made before their children, so the way back meets children first.
    for k in range(made - 1, -1, -1):
        tree_balance(head, link, box, inner[k])
    return unit_count
