"""Blocks: vertices that a sweep moves side by side, and what each of them has in each slot."""

import numpy as np

from physics.kernels.core.four import FOUR
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.lanes.order import order_vertices
from physics.soft.structure import Structure

#: Stands for an element that does nothing, until all soft bodies are packed: see `Packer`.
NOTHING = -(2**30)


def lane_lists(made: Structure, lists: dict[str, np.ndarray], pinned: np.ndarray) -> dict[str, np.ndarray]:
    """Blocks of the vertices of a soft body that are not pinned.

    Args:
        made: Its structure.
        lists: Lists by vertex; see `packing.lists_of`.
        pinned: Which vertices are pinned.

    Returns:
        Arrays by name, with numbers of the body's own.
    """
    link = lists["link"]
    turn = np.where(pinned, -1, 0).astype(np.int32)
    membrane, tet, hinge = (
        np.array(corners, np.int32) for corners in (made.membrane_corners, made.tet_corners, made.hinge_corners)
    )  # those of a form cannot be written to, which is another type for the kernel
    order_vertices(
        link, lists["spring_near"], lists["stencil_near"], lists["membrane_near"], membrane, lists["tet_near"], tet,
        lists["hinge_near"], hinge, turn,
    )  # fmt: skip
    counted = (SOFT.LINK_SPRING, SOFT.LINK_MEMBRANE, SOFT.LINK_TET, SOFT.LINK_HINGE)
    vertex, count = _lanes(turn, np.diff(link[:, counted], axis=0).sum(axis=1))
    lane = np.zeros((len(count), SOFT.LANE_STRIDE), np.int32)
    lane[:, SOFT.LANE_COUNT] = count
    arrays = {"lane": lane, "lane_vertex": vertex.ravel()}
    near, weight, bend, bend_weight = _neighbors(lists)
    start = link[:, SOFT.LINK_SPRING]
    owner, entry, given = _slots(lane, SOFT.LANE_NEAR, vertex, start)
    arrays["near_slot"] = np.concatenate(
        [np.where(given, _at(near[:, 0], entry), owner), np.where(given, _at(near[:, 1], entry), NOTHING)], axis=1
    ).astype(np.int32)
    arrays["near_weight"] = np.where(given, _at(weight, entry), 0.0)
    owner, entry, given = _slots(lane, SOFT.LANE_BEND, vertex, bend)
    arrays["bend_slot"] = np.where(given, _at(bend_weight[0], entry), owner).astype(np.int32)
    arrays["bend_weight"] = np.where(given, _at(bend_weight[1], entry), 0.0)
    for name, column, source, corners in (
        ("membrane", SOFT.LANE_MEMBRANE, SOFT.LINK_MEMBRANE, made.membrane_corners),
        ("tet", SOFT.LANE_TET, SOFT.LINK_TET, made.tet_corners),
        ("hinge", SOFT.LANE_HINGE, SOFT.LINK_HINGE, made.hinge_corners),
    ):
        owner, entry, given = _slots(lane, column, vertex, link[:, source])
        code = np.where(given, _at(lists[f"{name}_near"], entry), 0)
        columns = [np.where(given, code >> 2, NOTHING), code & 3]
        for c in range(corners.shape[1]):
            columns.append(np.where(given, _at(corners[:, c], code >> 2), owner))
        arrays[f"{name}_slot"] = np.concatenate(columns, axis=1).astype(np.int32)
    return arrays


def _at(values: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Some of the values; anything where there are none at all."""
    taken: np.ndarray = values[rows] if len(values) else np.zeros(rows.shape, values.dtype)
    return taken


def _lanes(turn: np.ndarray, elements: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Vertices of blocks, int32 [B, FOUR], turn by turn, and how many each has.

    The last vertex of a turn is repeated in lanes that are left. Those of one turn are in the order of their numbers of
    elements, so that few slots stay empty.
    """
    order = np.lexsort((elements, turn))[np.count_nonzero(turn < 0) :]
    if len(order) == 0:
        return np.zeros((0, FOUR), np.int32), np.zeros(0, np.int32)
    sizes = np.bincount(turn[order])
    blocks = -(-sizes // FOUR)
    first = np.repeat(np.cumsum(sizes) - sizes, blocks)
    end = np.repeat(np.cumsum(sizes), blocks)
    start = first + FOUR * (np.arange(len(first)) - np.repeat(np.cumsum(blocks) - blocks, blocks))
    count = np.minimum(end - start, FOUR)
    place = np.minimum(start[:, None] + np.arange(FOUR), end[:, None] - 1)
    return order[place].astype(np.int32), count.astype(np.int32)


def _slots(
    lane: np.ndarray, column: int, vertex: np.ndarray, start: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Slots of a list: whose they are, which entry of the list they hold, and whether there is one, each [N, FOUR]."""
    counts = np.diff(start)[vertex] if len(vertex) else np.zeros((0, FOUR), np.int32)
    number = counts.max(axis=1, initial=0)
    first = np.cumsum(number) - number
    lane[:, column], lane[:, column + 1] = first, number
    block = np.repeat(np.arange(len(number)), number)
    k = np.arange(len(block)) - first[block]
    owner = vertex[block]
    given = k[:, None] < counts[block]
    return owner, np.where(given, start[owner] + k[:, None], 0), given


def _neighbors(
    lists: dict[str, np.ndarray],
) -> tuple[np.ndarray, np.ndarray, np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """Springs with the stiffness of flat bending between their ends, and the bending that no spring goes along.

    Returns:
        (Other vertex, spring) by vertex, the stiffnesses, first entries of the rest by vertex, and the rest: other
        vertices and stiffnesses.
    """
    link, near, other, value = lists["link"], lists["spring_near"], lists["stencil_near"], lists["stencil"]
    count = len(link) - 1
    weight = np.zeros(len(near))
    own = np.repeat(np.arange(count), np.diff(link[:, SOFT.LINK_STENCIL]))
    left = other != own
    if len(near) and len(other):
        spring_key = np.repeat(np.arange(count), np.diff(link[:, SOFT.LINK_SPRING])) * np.int64(count) + near[:, 0]
        keys, first = np.unique(spring_key, return_index=True)
        bend_key = own * np.int64(count) + other
        place = np.minimum(np.searchsorted(keys, bend_key), len(keys) - 1)
        along = left & (keys[place] == bend_key)
        weight[first[place[along]]] = value[along]
        left &= ~along
    start = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(own[left], minlength=count), out=start[1:])
    return near, weight, start, (other[left], value[left])
