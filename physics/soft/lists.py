"""Lists: which elements each vertex has, which pieces hang together, and what crosses the border of a part."""

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from physics.kernels.layout import soft as SOFT
from physics.soft.structure import Structure


def near_lists(count: int, corners: np.ndarray, codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lists by vertex.

    Args:
        count: Number of vertices.
        corners: Vertices, int32 [k].
        codes: What each is to have in its list, int32 [k, ...].

    Returns:
        First place of each list, int32 [count + 1], and the lists.
    """
    order = np.argsort(corners, kind="stable")
    starts = np.zeros(count + 1, np.int32)
    np.cumsum(np.bincount(corners, minlength=count), out=starts[1:])
    return starts, codes[order]


def corner_lists(count: int, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lists of 4 * element + corner by vertex."""
    width = corners.shape[1]
    codes = 4 * np.repeat(np.arange(len(corners)), width) + np.tile(np.arange(width), len(corners))
    return near_lists(count, corners.ravel(), codes.astype(np.int32))


def spring_lists(count: int, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lists of (other vertex, spring) by vertex."""
    number = np.arange(len(ends))
    codes = np.concatenate([np.stack([ends[:, 1], number], axis=1), np.stack([ends[:, 0], number], axis=1)])
    return near_lists(count, np.concatenate([ends[:, 0], ends[:, 1]]), codes.astype(np.int32))


def stencil_lists(made: Structure) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Flat bending as lists of other vertices and stiffnesses by vertex: first places, vertices, stiffnesses."""
    flat = made.hinge[:, SOFT.HINGE_REST] == 0.0
    corners, weights = made.hinge_corners[flat], made.hinge[flat, :4]
    k = made.hinge[flat, SOFT.HINGE_STIFFNESS]
    rows = np.repeat(corners, 4, axis=1).ravel()
    columns = np.tile(corners, (1, 4)).ravel()
    values = (k[:, None, None] * weights[:, :, None] * weights[:, None, :]).ravel()
    matrix = coo_matrix((values, (rows, columns)), shape=(made.count, made.count)).tocsr()
    matrix.sum_duplicates()
    matrix.sort_indices()
    return matrix.indptr.astype(np.int32), matrix.indices.astype(np.int32), matrix.data


def curved_lists(made: Structure) -> tuple[np.ndarray, np.ndarray]:
    """Lists of 4 * hinge + corner by vertex, of the hinges that are not flat."""
    curved = np.flatnonzero(made.hinge[:, SOFT.HINGE_REST] != 0.0)
    corners = made.hinge_corners[curved]
    codes = 4 * np.repeat(curved, 4) + np.tile(np.arange(4), len(curved))
    return near_lists(made.count, corners.ravel(), codes.astype(np.int32))


def pieces_of(made: Structure) -> np.ndarray:
    """Connected piece of each vertex, int32."""
    edges = made.edges()
    if len(edges) == 0:
        return np.zeros(made.count, np.int32)
    graph = coo_matrix((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(made.count, made.count))
    return connected_components(graph, directed=False)[1].astype(np.int32)


def crossings(made: Structure, label: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Elements that have corners inside and outside of a cluster.

    Args:
        made: The structure.
        label: Cluster of each vertex; -1 for what belongs to none, such as pinned vertices.

    Returns:
        Cluster of each crossing, and (kind, element, bits of the corners inside, 0), ordered by cluster.
    """
    found: list[np.ndarray] = [np.zeros((0, 5), np.int64)]
    for kind, corners in made.elements():
        if len(corners) == 0:
            continue
        names = label[corners]
        mixed = np.flatnonzero((names != names[:, :1]).any(axis=1))
        names, width = names[mixed], corners.shape[1]
        for c in range(width):
            # The first corner of each cluster speaks for it.
            first = names[:, c] >= 0
            for other in range(c):
                first &= names[:, other] != names[:, c]
            own = names[first]
            inside = ((own == own[:, c : c + 1]) << np.arange(width)).sum(axis=1)
            rows = mixed[first]
            found.append(np.stack([own[:, c], np.full(len(rows), kind), rows, inside, np.zeros_like(rows)], axis=1))
    listed = np.concatenate(found)
    listed = listed[np.lexsort((listed[:, 3], listed[:, 2], listed[:, 1], listed[:, 0]))]
    return listed[:, 0].astype(np.int32), listed[:, 1:].astype(np.int32)
