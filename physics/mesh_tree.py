"""Tree of boxes around the triangles of a mesh, built once.

Both halves of a node hold equally many triangles, split across the longest side of the box around their middles: about
a third more boxes are visited than after a split by surface area, and it takes one sort per level, all nodes of a level
at once. The nodes stand in the order of a walk that looks into the first child first, each with the number of the node
after all that is below it. So a query needs no stack: it goes on to the next node, or leaps.
"""

import numpy as np

from physics.kernels.mesh_form import LEAF_BITS

#: Most triangles in a leaf; the count has LEAF_BITS bits.
LEAF_SIZE = 4
assert 1 << LEAF_BITS > LEAF_SIZE


def build_tree(lower: np.ndarray, upper: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Build the tree.

    Args:
        lower: Least corners of the bounds of the triangles, float32 [T, 3].
        upper: Greatest corners, float32 [T, 3].

    Returns:
        Order in which the triangles stand, int64 [T]; bounds of the nodes, least corner and greatest, float32 [n, 6];
        links of the nodes, int32 [n, 2]: node after all that is below, and first triangle * 8 + count of a leaf, -1
        else.
    """
    total = len(lower)
    order = np.arange(total)
    middle = lower + upper
    sizes: dict[int, int] = {}
    node_count = _node_count(total, sizes)
    bounds = np.empty((node_count, 6), np.float32)
    links = np.full((node_count, 2), -1, np.int32)
    node, start, count = np.array([0]), np.array([0]), np.array([total])
    while len(node):
        rows, first = _rows_of(start, count)
        bounds[node, :3] = np.minimum.reduceat(lower[order[rows]], first)
        bounds[node, 3:] = np.maximum.reduceat(upper[order[rows]], first)
        links[node, 0] = node + [_node_count(n, sizes) for n in count.tolist()]
        leaf = count <= LEAF_SIZE
        links[node[leaf], 1] = (start[leaf] << LEAF_BITS) + count[leaf]
        node, start, count = node[~leaf], start[~leaf], count[~leaf]
        if not len(node):
            break
        rows, first = _rows_of(start, count)
        inside = order[rows]
        spread = np.maximum.reduceat(middle[inside], first) - np.minimum.reduceat(middle[inside], first)
        owner = np.repeat(np.arange(len(node)), count)
        key = middle[inside, spread.argmax(axis=1)[owner]]
        order[rows] = inside[np.lexsort((key, owner))]
        half = (count + 1) // 2
        second = node + 1 + [_node_count(n, sizes) for n in half.tolist()]
        node = np.stack((node + 1, second), axis=1).ravel()
        start = np.stack((start, start + half), axis=1).ravel()
        count = np.stack((half, count - half), axis=1).ravel()
    return order, bounds, links


def _node_count(triangles: int, known: dict[int, int]) -> int:
    """Nodes of a tree of so many triangles; there are two different sizes per level, so few are computed."""
    if triangles not in known:
        half = (triangles + 1) // 2
        small = triangles <= LEAF_SIZE
        known[triangles] = 1 if small else 1 + _node_count(half, known) + _node_count(triangles - half, known)
    return known[triangles]


def _rows_of(start: np.ndarray, count: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows of several ranges one after another, and where each range begins among them."""
    first = np.concatenate(([0], np.cumsum(count)[:-1]))
    return np.repeat(start - first, count) + np.arange(count.sum()), first
