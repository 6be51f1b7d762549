"""Distance between convex shapes, many pairs at once, in float64: Gilbert, Johnson and Keerthi's method, told plainly.

The difference of two shapes holds the origin if they touch; otherwise its point nearest to the origin says how far they
are apart. A simplex of up to four points of the difference comes nearer to it step by step. The nearest point of a
simplex is found by trying all 15 sets of its corners: nothing is clever, so that nothing can be subtly wrong.
"""

import itertools

import numpy as np

from bench.reference.convex import Convexes, best_axis, search

ROUNDS = 100  # most corners tried; round shapes need the most
PRECISION = 1e-13  # relative improvement of the squared distance that still counts
APART = 1e-9  # cores farther apart than this do not overlap [m]
FLAT = 1e-13  # square of the volume of a set of corners, over its size, below which it is flat or rounding
ROUNDING = 1e-20  # square of a length, over another, that is nothing
SETS = [rows for size in range(1, 5) for rows in itertools.combinations(range(4), size)]


def farthest(shapes: Convexes, rows: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Points of cores farthest along directions [m], shape [P, 3]; a core is a shape without its radius."""
    axis = shapes.rotation[rows, :, 1]
    flat = directions - axis * (directions * axis).sum(1, keepdims=True)
    flat -= axis * (flat * axis).sum(1, keepdims=True)  # again: along the axis, rounding is all that is left
    length = np.linalg.norm(flat, axis=1, keepdims=True)
    length[length < 1e-12 * np.linalg.norm(directions, axis=1, keepdims=True)] = np.inf  # the middle of the disk
    reach = np.where(np.isinf(length), 0.0, length) * shapes.disks[rows]
    along = (shapes.points[rows] @ directions[:, :, None])[:, :, 0] + reach
    best = along.argmax(1)
    pick = np.arange(len(rows))
    rim = shapes.disks[rows][pick, best, None] * flat / length
    return shapes.points[rows][pick, best] + rim


def core_distances(
    a: Convexes, b: Convexes, rows_a: np.ndarray, rows_b: np.ndarray, *, sweep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """How far the cores of pairs of rows are apart.

    Args:
        sweep: Ways of a [m], shape [P, 3]: what counts is all that it passes on a straight line.

    Returns:
        Distances [m], shape [P], 0 when they overlap, and the shortest vectors from b to a [m], shape [P, 3].
    """
    count = len(rows_a)
    simplex, present = np.zeros((count, 4, 3)), np.zeros((count, 4), bool)
    nearest = a.position[rows_a] - b.position[rows_b]
    nearest[(nearest == 0.0).all(1)] = (0.0, 1.0, 0.0)
    square = np.full(count, np.inf)
    left = np.arange(count)
    for _ in range(ROUNDS):
        toward = nearest[left]
        corner = farthest(a, rows_a[left], -toward) - farthest(b, rows_b[left], toward)
        if sweep is not None:
            corner += sweep[left] * ((sweep[left] * toward).sum(1, keepdims=True) < 0.0)
        # No point of the difference is nearer than the plane through the newest corner, across the nearest point.
        gain = square[left] - (toward * corner).sum(1)
        known = ((simplex[left] == corner[:, None, :]).all(2) & present[left]).any(1)
        going = np.isinf(square[left]) | (gain > PRECISION * square[left]) & ~known
        left, corner = left[going], corner[going]
        if not len(left):
            break
        free = present[left].argmin(1)
        simplex[left, free], present[left, free] = corner, True
        nearest[left], used = nearest_to_origin(simplex[left], present[left])
        new = (nearest[left] ** 2).sum(1)
        better = new < square[left]
        present[left] = used
        square[left] = np.minimum(new, square[left])
        left = left[better & (new > 0.0) & (used.sum(1) < 4)]
    inside = present.all(1)
    nearest[inside], square[inside] = 0.0, 0.0
    return np.sqrt(square), nearest


def nearest_to_origin(simplex: np.ndarray, present: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Points of simplices nearest to the origin, shape [P, 3], and which corners they lie between, shape [P, 4].

    For a set of corners, the nearest point of the plane through them lies between them if all its weights are positive;
    of the sets for which that is so, the nearest point counts.
    """
    best, point, used = np.full(len(simplex), np.inf), np.zeros((len(simplex), 3)), np.zeros_like(present)
    for rows in SETS:
        usable = present[:, rows].all(1)
        first, rest = simplex[:, rows[0]], simplex[:, rows[1:]] - simplex[:, rows[:1]]
        weights = np.zeros((len(simplex), len(rows)))
        if len(rows) > 1:
            gram = rest @ rest.transpose(0, 2, 1)
            scale = np.maximum(np.einsum("pii->p", gram), 1e-28)[:, None, None]
            # Corners of a flat set have no weights of their own; a smaller set says the same.
            usable &= np.linalg.det(gram / scale) > FLAT
            safe = np.where(usable[:, None, None], gram / scale, np.eye(len(rows) - 1))
            weights[:, 1:] = np.linalg.solve(safe, -(rest @ first[:, :, None]) / scale)[:, :, 0]
        weights[:, 0] = 1.0 - weights[:, 1:].sum(1)
        here = first + np.einsum("pk,pki->pi", weights[:, 1:], rest)
        size = np.where(usable & (weights > 0.0).all(1), (here**2).sum(1), np.inf)
        if len(rows) == 4:  # a solid that holds the origin leaves nothing; anything else is the rounding of a flat one
            size[size > ROUNDING * (first**2).sum(1)] = np.inf
        better = size < best
        best, point = np.where(better, size, best), np.where(better[:, None], here, point)
        used[better] = [k in rows for k in range(4)]
    return point, used


def distances(a: Convexes, b: Convexes, rows_a: np.ndarray, rows_b: np.ndarray) -> np.ndarray:
    """How far shapes are apart [m], shape [P]; below 0 when only their swollen layers overlap, at least minus these."""
    return core_distances(a, b, rows_a, rows_b)[0] - a.radius[rows_a] - b.radius[rows_b]


def depths(a: Convexes, b: Convexes, rows_a: np.ndarray, rows_b: np.ndarray) -> np.ndarray:
    """How far each pair of rows overlaps [m], 0 when apart: the shortest way that parts them.

    Where only swollen layers overlap it is what the distance of the cores lacks. Where cores overlap, it is the least
    overlap of their shadows: exact for polytopes, and too deep by less than 0.2 mm if one of them is a cylinder.
    """
    depth, direction = np.zeros(len(rows_a)), np.zeros((len(rows_a), 3))
    round_pair = ~(a.is_polytope(rows_a) & b.is_polytope(rows_b))
    pending = ~round_pair
    rows = np.flatnonzero(round_pair)
    if len(rows):
        gap = core_distances(a, b, rows_a[rows], rows_b[rows])[0]
        depth[rows] = a.radius[rows_a[rows]] + b.radius[rows_b[rows]] - gap
        pending[rows] = gap <= APART
    for k in np.flatnonzero(pending).tolist():
        depth[k], direction[k] = best_axis(a, b, int(rows_a[k]), int(rows_b[k]))
    disks = (a.disks[rows_a] > 0.0).any(1) | (b.disks[rows_b] > 0.0).any(1)
    left = np.flatnonzero(pending & disks & (depth > 0.0))
    if len(left):
        depth[left] = search(a, b, rows_a[left], rows_b[left], direction[left])
    return np.maximum(depth, 0.0)
