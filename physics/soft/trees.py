"""Trees of boxes over the surfaces of soft bodies, and the edges of these surfaces: what kernels look for touches with.

A tree is complete: node n has the children 2 n and 2 n + 1, the root is node 1, leaves come last. Its faces are halved
again and again along the longest side, so that each leaf has a few neighbors; bounds follow the surface in kernels.
"""

import numpy as np
from scipy.sparse import coo_matrix

from physics.kernels.layout import soft as SOFT
from physics.soft.structure import Structure

#: Most faces of a leaf.
LEAF_FACES = 10


def tree_lists(made: Structure, kind: int) -> dict[str, np.ndarray]:
    """Edges and tree of a soft body, with numbers of its own: arrays by their names in `soft.arrays`."""
    edge = rope_edges(made) if kind == SOFT.ROPE else surface_edges(made.face)
    corners = made.face
    if kind == SOFT.ROPE:
        corners = edge[:, :2]
    elif len(corners) == 0:  # a cluster without a surface: its vertices touch others
        corners = np.arange(made.count, dtype=np.int32)[:, None]
    leaves = 1
    while len(corners) > LEAF_FACES * leaves:
        leaves *= 2
    starts = np.arange(leaves + 1) * len(corners) // leaves
    item = np.arange(len(corners)) if kind == SOFT.ROPE else halved(made.rest[corners, :3].mean(axis=1), leaves)
    leaf_of = np.empty(len(corners), np.int64)
    leaf_of[item] = np.repeat(np.arange(leaves), np.diff(starts))
    rows = np.zeros((leaves, SOFT.LEAF_STRIDE), np.int32)
    pair = np.unique(leaf_of[:, None] * made.count + corners)  # by leaf and vertex
    leaf, vertex = np.divmod(pair, made.count)
    first = np.zeros(len(pair), bool)
    first[np.unique(vertex, return_index=True)[1]] = True
    order = np.lexsort((vertex, ~first, leaf))
    count = np.bincount(leaf, minlength=leaves)
    rows[:, SOFT.LEAF_VERTICES] = count
    rows[:, SOFT.LEAF_VERTEX] = np.cumsum(count) - count
    rows[:, SOFT.LEAF_OWN] = np.bincount(leaf[first], minlength=leaves)
    if len(made.face) or kind == SOFT.ROPE:
        rows[:, SOFT.LEAF_ITEM], rows[:, SOFT.LEAF_ITEMS] = starts[:-1], np.diff(starts)
    else:
        item = item[:0]
    home = leaf_of[np.arange(len(edge)) if kind == SOFT.ROPE else edge[:, 2]]
    number = np.bincount(home, minlength=leaves)
    rows[:, SOFT.LEAF_EDGES] = number
    rows[:, SOFT.LEAF_EDGE] = np.cumsum(number) - number
    near, beside = neighbors(leaf, vertex, leaves) if len(made.face) else (np.zeros((2 * leaves, 2)), np.zeros(0))
    return {
        "edge": edge, "tree_leaf": rows, "tree_item": item.astype(np.int32),
        "tree_vertex": vertex[order].astype(np.int32), "tree_edge": np.argsort(home, kind="stable").astype(np.int32),
        "tree_near": near.astype(np.int32), "tree_beside": beside.astype(np.int32),
    }  # fmt: skip


def rope_edges(made: Structure) -> np.ndarray:
    """Links of a rope as edges without faces."""
    return np.pad(made.spring_ends, ((0, 0), (0, 2)), constant_values=-1).astype(np.int32)


def surface_edges(face: np.ndarray) -> np.ndarray:
    """Edges of a surface: two ends, the lower first, and the first two faces, or -1; ascending."""
    count = len(face)
    if count == 0:
        return np.zeros((0, 4), np.int32)
    ends = np.sort(np.concatenate([face[:, (0, 1)], face[:, (1, 2)], face[:, (2, 0)]]), axis=1).astype(np.int64)
    owner = np.tile(np.arange(count), 3)
    width = int(face.max()) + 1
    key = ends[:, 0] * width + ends[:, 1]
    order = np.lexsort((owner, key))
    key, owner = key[order], owner[order]
    first = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]]))
    second = np.minimum(first + 1, len(key) - 1)
    shared = (second > first) & (key[second] == key[first])
    low, high = np.divmod(key[first], width)
    return np.column_stack((low, high, owner[first], np.where(shared, owner[second], -1))).astype(np.int32)


def halved(points: np.ndarray, parts: int) -> np.ndarray:
    """Order in which points that lie together follow one another: halved along the longest side again and again."""
    order = np.arange(len(points))
    groups = 1
    while groups < parts:
        starts = np.arange(groups + 1) * len(points) // groups
        there = points[order]
        low, high = np.minimum.reduceat(there, starts[:-1]), np.maximum.reduceat(there, starts[:-1])
        group = np.repeat(np.arange(groups), np.diff(starts))
        axis = (high - low).argmax(axis=1)[group]
        order = order[np.lexsort((order, there[np.arange(len(order)), axis], group))]
        groups *= 2
    return order


def neighbors(leaf: np.ndarray, vertex: np.ndarray, leaves: int) -> tuple[np.ndarray, np.ndarray]:
    """Nodes of the same level that share a vertex: first place and number for each node, and the list."""
    shares = coo_matrix((np.ones(len(leaf), np.int32), (leaf, vertex))).tocsr()
    near = (shares @ shares.T).tocoo()
    a, b = near.row.astype(np.int64) + leaves, near.col.astype(np.int64) + leaves
    levels = []
    while len(a):
        other = a != b
        pair = np.unique(a[other] * 2 * leaves + b[other])
        levels.append(pair)
        a, b = pair // (2 * leaves) >> 1, pair % (2 * leaves) >> 1
    pairs = np.sort(np.concatenate([np.zeros(0, np.int64), *levels]))
    count = np.bincount(pairs // (2 * leaves), minlength=2 * leaves)
    return np.column_stack((np.cumsum(count) - count, count)), pairs % (2 * leaves)


def touch_capacity(arrays: dict[str, np.ndarray]) -> int:
    """Most touches that a soft body with these lists may own."""
    surface = int((arrays["link"][:-1, SOFT.LINK_FLAGS] & SOFT.VERTEX_SURFACE != 0).sum())
    return SOFT.TOUCHES * surface + SOFT.TOUCH_EDGES * len(arrays["edge"])


def new_touches(capacity: int) -> tuple[np.ndarray, np.ndarray]:
    """Room for so many touches, of which none is in use; what is never used takes no memory."""
    touch = np.zeros((capacity + 1, SOFT.TOUCH_STRIDE), np.int32)
    touch[0, SOFT.TOUCH_KIND] = -1
    return touch, np.zeros((capacity + 1, SOFT.TOUCH_CELL_STRIDE))


def touch_count(touch: np.ndarray) -> int:
    """Touches in use; rows behind their end are not read, since that would take memory."""
    start, size = 0, 64
    while start < len(touch):
        ends = np.flatnonzero(touch[start : start + size, SOFT.TOUCH_KIND] < 0)
        if len(ends):
            return start + int(ends[0])
        start, size = start + size, 2 * size
    return len(touch)


def put_touches(target: dict[str, np.ndarray], touch: np.ndarray, cell: np.ndarray) -> None:
    """Write touches over those of a soft body, which has room for them."""
    count = len(touch)
    target["touch"][:count], target["touch_cell"][:count] = touch, cell
    target["touch"][count, SOFT.TOUCH_KIND] = -1
