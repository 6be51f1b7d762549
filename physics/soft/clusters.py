"""Clusters: vertices of a cloth that the coarse correction moves as one, level by level, and what holds them."""

import numpy as np
from scipy.sparse import csr_matrix

from physics.kernels.core.four import FOUR
from physics.kernels.layout import soft as SOFT
from physics.soft.blocks import NOTHING
from physics.soft.lists import crossings
from physics.soft.structure import Structure

#: Sizes of the clusters of a cloth, in vertices; above them is the connected piece as a whole.
CLUSTER_SIZES = (256, 16)
#: Sums of stiffnesses below this part of the largest one are what rounding leaves of those that cancel.
ROUNDING = 1e-12


def bisect(points: np.ndarray, rows: np.ndarray, size: int) -> list[np.ndarray]:
    """Parts of at most so many points, by halving along the longest side again and again."""
    if len(rows) <= size:
        return [rows]
    extent = np.ptp(points[rows], axis=0)
    order = rows[np.argsort(points[rows, int(np.argmax(extent))], kind="stable")]
    half = len(order) // 2
    return bisect(points, np.sort(order[:half]), size) + bisect(points, np.sort(order[half:]), size)


def cluster_levels(made: Structure, piece: np.ndarray, pinned: np.ndarray) -> list[np.ndarray]:
    """Cluster of each vertex for every level of a cloth, the largest clusters first; -1 for pinned vertices."""
    levels = []
    free = np.where(pinned, -1, piece)
    levels.append(free)
    for size in CLUSTER_SIZES:
        label = np.full(made.count, -1, np.int32)
        number = 0
        for p in range(int(piece.max(initial=-1)) + 1):
            rows = np.flatnonzero((piece == p) & ~pinned)
            if len(rows) <= size:
                continue  # the level above did it
            for part in bisect(made.rest[:, :3], rows, size):
                label[part] = number
                number += 1
        if number:
            levels.append(label)
    return levels


def cluster_lists(made: Structure, lists: dict[str, np.ndarray], levels: list[np.ndarray]) -> dict[str, np.ndarray]:
    """Clusters of all levels, and what acts across their borders.

    Args:
        made: The structure.
        lists: Lists by vertex; see `packing.lists_of`.
        levels: Cluster of each vertex, -1 for none, by level.

    Returns:
        Arrays by name, with numbers of the body's own.
    """
    start = lists["link"][:, SOFT.LINK_STENCIL]
    stencil = csr_matrix((lists["stencil"], lists["stencil_near"], start), shape=(made.count, made.count))
    found = [_level(made, stencil, label) for label in levels or [np.full(made.count, -1, np.int32)]]
    counted = (("cluster", None), ("member", SOFT.CLUSTER_MEMBER), ("crossing", SOFT.CLUSTER_CROSSING),
               ("rim_slot", SOFT.CLUSTER_RIM), ("rim_near", SOFT.CLUSTER_BEND))  # fmt: skip
    for name, column in counted[1:]:
        sizes = np.cumsum([0, *(len(level[name]) for level in found)])
        for level, size in zip(found, sizes[:-1].tolist(), strict=True):
            level["cluster"][:, column] += size
    return {name: np.concatenate([level[name] for level in found]) for name in found[0]}


def _level(made: Structure, stencil: csr_matrix, label: np.ndarray) -> dict[str, np.ndarray]:
    """Clusters of one level."""
    number = int(label.max(initial=-1)) + 1
    inside = np.flatnonzero(label >= 0)
    rows = np.zeros((number, SOFT.CLUSTER_STRIDE), np.int32)

    def count(column: int, counts: np.ndarray) -> None:
        rows[:, column], rows[:, column + 1] = np.cumsum(counts) - counts, counts

    count(SOFT.CLUSTER_MEMBER, np.bincount(label[inside], minlength=number))
    names, crosses = crossings(made, label)
    is_spring = crosses[:, 0] == SOFT.CROSSING_SPRING
    flat = (crosses[:, 0] == SOFT.CROSSING_HINGE) & (_rest_of(made, crosses) == 0.0)
    others = ~is_spring & ~flat
    count(SOFT.CLUSTER_CROSSING, np.bincount(names[others], minlength=number))
    counts = np.bincount(names[is_spring], minlength=number)
    count(SOFT.CLUSTER_RIM, -(-counts // FOUR))
    mine = csr_matrix((np.ones(len(inside)), (label[inside], inside)), shape=(number, made.count))
    bending = (mine @ stencil).tocsr()
    bending.data[np.abs(bending.data) < ROUNDING * np.abs(stencil.data).max(initial=0.0)] = 0.0
    bending.eliminate_zeros()
    bending.sort_indices()
    count(SOFT.CLUSTER_BEND, np.diff(bending.indptr))
    return {
        "cluster": rows,
        "member": inside[np.argsort(label[inside], kind="stable")].astype(np.int32),
        "crossing": crosses[others],
        "rim_slot": _rim_slots(made, rows, names[is_spring], crosses[is_spring]),
        "rim_near": bending.indices.astype(np.int32),
        "rim_weight": bending.data,
        "stiff": np.asarray(bending.multiply(mine).sum(axis=1)).ravel(),
    }


def _rest_of(made: Structure, crosses: np.ndarray) -> np.ndarray:
    """Lengths at rest of the hinges among crossing elements [m]; anything for the others."""
    if len(made.hinge) == 0:
        return np.ones(len(crosses))
    rest: np.ndarray = made.hinge[np.minimum(crosses[:, 1], len(made.hinge) - 1), SOFT.HINGE_REST]
    return rest


def _rim_slots(made: Structure, rows: np.ndarray, names: np.ndarray, crosses: np.ndarray) -> np.ndarray:
    """Slots of the springs that cross borders; see `layout.soft`."""
    slots = np.zeros((int(rows[:, SOFT.CLUSTER_RIMS].sum()), SOFT.RIM_SLOT // FOUR, FOUR), np.int32)
    slots[:, 2] = NOTHING
    counts = np.bincount(names, minlength=len(rows))
    k = np.arange(len(names)) - (np.cumsum(counts) - counts)[names]
    slot, lane = rows[names, SOFT.CLUSTER_RIM] + k // FOUR, k % FOUR
    end = np.where(crosses[:, 2] == 1, 0, 1)
    spring = crosses[:, 1]
    slots[slot, 0, lane] = made.spring_ends[spring, end]
    slots[slot, 1, lane] = made.spring_ends[spring, 1 - end]
    slots[slot, 2, lane] = spring
    return slots.reshape(-1, SOFT.RIM_SLOT)
