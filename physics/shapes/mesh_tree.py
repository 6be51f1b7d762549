"""Tree of boxes around the triangles of a mesh, built once.

Both halves of a node hold equally many triangles, split across the longest side of the box around their middles: about
a third more boxes are visited than after a split by surface area, and it takes one sort per level, all nodes of a level
at once. The nodes stand in the order of a walk that looks into the first child first, each with the number of the node
after all that is below it. So a query needs no stack: it goes on to the next node, or leaps.
"""

import numpy as np

from physics.kernels.mesh.data import LEAF_BITS
from physics.kernels.queries.ray_lanes import LANES

#: Most triangles in a leaf; the count has LEAF_BITS bits.
LEAF_SIZE = 4
#: Most triangles in a lane of the tree for rays: with three, nodes are half full at least.
LANE_SIZE = 3
assert max(LEAF_SIZE, LANE_SIZE) < 1 << LEAF_BITS


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


def build_lanes(lower: np.ndarray, upper: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Build the tree for rays, whose nodes have eight children: three levels of the other tree in one.

    Args:
        lower: Least corners of the bounds of the triangles, in the order of `build_tree`, float32 [T, 3].
        upper: Greatest corners, float32 [T, 3].

    Returns:
        Bounds of the children, least x, y, z, then greatest, float32 [m, 6, 8], see `kernels.ray_lanes`; links of the
        children, int32 [m, 8]: a node, or -1 - (first triangle * 8 + count).
    """
    bounds, links, made = [], [], 1
    start, count = np.array([0]), np.array([len(lower)])
    while len(start):
        for _ in range(3):
            half = (count + 1) // 2
            start = np.stack((start, start + half), axis=1).ravel()
            count = np.stack((half, count - half), axis=1).ravel()
        there = np.flatnonzero(count)
        rows, first = _rows_of(start[there], count[there])
        level = np.repeat(np.array([np.inf, -np.inf], np.float32), 3)[:, None] + np.zeros(len(count), np.float32)
        level[:3, there] = np.minimum.reduceat(lower[rows], first).T
        level[3:, there] = np.maximum.reduceat(upper[rows], first).T
        bounds.append(level.reshape(6, -1, LANES).transpose(1, 0, 2))
        link = -1 - ((start << LEAF_BITS) + count)
        inner = np.flatnonzero(count > LANE_SIZE)
        link[inner] = made + np.arange(len(inner))
        links.append(link.reshape(-1, LANES))
        made += len(inner)
        start, count = start[inner], count[inner]
    return np.concatenate(bounds), np.concatenate(links).astype(np.int32)


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
