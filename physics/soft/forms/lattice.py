"""Lattices of cubes, five tetrahedra each, and the surface of tetrahedra.

The four corners of a cube that no edge joins make one tetrahedron in its middle; each other corner makes one with its
three neighbors. There are two ways, with the diagonals of all six faces turned, and cubes take them in turn like the
fields of a chess board, so that the diagonals of two neighbors match and no direction is preferred.
"""

import numpy as np

#: Tetrahedra of a cell.
CELL_TETS = 5
#: Corners (x, y, z) of a cell, and their numbers 4 x + 2 y + z.
CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
#: Corners of the five tetrahedra of a cell, positive; first for cells with an even sum of indices, then for odd ones.
CELL = np.array(
    [
        [[0, 6, 3, 5], [4, 6, 0, 5], [2, 3, 0, 6], [1, 5, 0, 3], [7, 6, 5, 3]],
        [[1, 4, 2, 7], [0, 4, 2, 1], [6, 4, 7, 2], [5, 4, 1, 7], [3, 2, 7, 1]],
    ]
)
#: Faces of a tetrahedron, counterclockwise seen from outside.
FACES = np.array([[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]])


def lattice(occupied: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Tetrahedra of a lattice.

    Args:
        occupied: Which cells there are, bool [nx, ny, nz].

    Returns:
        Places of the vertices in units of a cell, ascending, int64 [n, 3]; and tetrahedra, int64 [m, 4]: those of the
        r-th occupied cell, in the order of `np.argwhere`, are the rows 5 r to 5 r + 4.
    """
    cells = np.argwhere(occupied)
    _, size_y, size_z = (count + 1 for count in occupied.shape)
    corners = cells[:, None, :] + CORNERS
    number = (corners[..., 0] * size_y + corners[..., 1]) * size_z + corners[..., 2]
    used = np.zeros(np.prod([count + 1 for count in occupied.shape]), bool)
    used[number] = True
    row_of = np.cumsum(used) - 1
    tets = np.take_along_axis(number, CELL[cells.sum(axis=1) % 2].reshape(-1, 4 * CELL_TETS), axis=1)
    number = np.flatnonzero(used)
    vertices = np.column_stack((number // (size_y * size_z), number // size_z % size_y, number % size_z))
    return vertices, row_of[tets].reshape(-1, 4)


def carry(cells: np.ndarray, inside: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which tetrahedron of its cell carries a point, and with which weights.

    Args:
        cells: Index of the cell of each point, int [f, 3].
        inside: Place within the cell, 0 to 1, [f, 3].

    Returns:
        Number of the tetrahedron, 0 to 4, [f]; weights of its corners, within 0 to 1 and with the sum 1, [f, 4].
    """
    parity = cells.sum(axis=1) % 2
    weights = np.empty((len(cells), CELL_TETS, 4))
    for odd in (0, 1):
        corners = np.concatenate((CORNERS[CELL[odd]], np.ones((CELL_TETS, 4, 1))), axis=2)
        # Weights w solve w C = (x, y, z, 1) for the corners C; their inverses are halves and integers, without error.
        solve = np.round(2.0 * np.linalg.inv(corners)) / 2.0
        rows = parity == odd
        weights[rows] = np.einsum("fk,tkc->ftc", np.column_stack((inside[rows], np.ones(rows.sum()))), solve)
    tet = weights.min(axis=2).argmax(axis=1)
    best = np.clip(weights[np.arange(len(cells)), tet], 0.0, 1.0)
    return tet, best / best.sum(axis=1, keepdims=True)


def faces_of(tets: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All faces of tetrahedra.

    Args:
        tets: Rows of four vertices, [m, 4].

    Returns:
        Faces, counterclockwise seen from outside, [4 m, 3], four of each tetrahedron in turn; a number of each that is
        the same for faces with the same corners, ascending from 0, [4 m]; how many there are of each number.
    """
    faces = tets[:, FACES].reshape(-1, 3).astype(np.int64)
    low, middle, high = np.sort(faces, axis=1).T
    count = int(tets.max(initial=0)) + 1
    _, number, uses = np.unique((low * count + middle) * count + high, return_inverse=True, return_counts=True)
    return faces, number, uses


def surface_of(tets: np.ndarray) -> np.ndarray:
    """Triangles that belong to one tetrahedron only, counterclockwise seen from outside, [t, 3]."""
    faces, number, uses = faces_of(tets)
    return faces[uses[number] == 1]


def edges_of(tets: np.ndarray) -> np.ndarray:
    """Different edges of tetrahedra, each as (lower, higher) vertex, ascending, [e, 2]."""
    corners = np.sort(tets.astype(np.int64), axis=1)
    count = int(tets.max(initial=0)) + 1
    pairs = [corners[:, a] * count + corners[:, b] for a in range(4) for b in range(a + 1, 4)]
    return np.column_stack(np.divmod(np.unique(np.concatenate(pairs)), count))
