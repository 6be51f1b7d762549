"""Which cells of a lattice the inside of a closed mesh meets.

Cells that the surface crosses do, whatever is in them; that is decided by separating axes. The surface keeps half a
cell away from the centers of all others, so a ray cannot take them for something else: only whether it hits a triangle
is delicate, where it meets an edge. That is decided by signs which both triangles of an edge compute from the same
numbers, and zero counts as if the ray was moved a little in x, and much less in y. Each column must come out even; if
rounding spoils one, solid angles judge its cells.
"""

import numpy as np

#: Surfaces that enter a cell by less than this part of it do not cross it.
GRAZE = 1e-9
#: Triangles whose bounds meet more cells are divided first.
CELLS_MAX = 64
#: Most pairs of triangles and columns, or of points and triangles, that are looked at in one go.
CHUNK = 1 << 20


def cells_crossed(corners: np.ndarray, counts: tuple[int, int, int]) -> np.ndarray:
    """Cells that triangles cross.

    Args:
        corners: Corners of the triangles in units of a cell, from the corner of the lattice, [t, 3, 3].
        counts: Cells along each axis.

    Returns:
        Bool [nx, ny, nz].
    """
    crossed = np.zeros(counts, bool)
    waiting = [corners]
    while waiting:
        some = waiting.pop()
        if len(some) > CHUNK // CELLS_MAX:
            half = len(some) // 2
            waiting += [some[:half], some[half:]]
            continue
        first, span = _cells_of(some.min(axis=1), some.max(axis=1), counts)
        large = span.prod(axis=1) > CELLS_MAX
        if large.any():
            waiting.append(_halves(some[large]))
        kept = np.flatnonzero(~large)
        owner, place = _spread(span[kept].prod(axis=1))
        owner = kept[owner]
        cells = np.column_stack(
            (
                first[owner, 0] + place // (span[owner, 1] * span[owner, 2]),
                first[owner, 1] + place // span[owner, 2] % span[owner, 1],
                first[owner, 2] + place % span[owner, 2],
            )
        )
        cells = cells[_overlap(some[owner] - (cells + 0.5)[:, None, :])]
        crossed[tuple(cells.T)] = True
    return crossed


def cells_inside(corners: np.ndarray, counts: tuple[int, int, int]) -> np.ndarray:
    """Cells whose centers are inside of a closed mesh; what it says of cells that the surface crosses means nothing.

    Args:
        corners: Corners of the triangles in units of a cell, from the corner of the lattice, [t, 3, 3].
        counts: Cells along each axis.

    Returns:
        Bool [nx, ny, nz].
    """
    size_x, size_y, size_z = counts
    change = np.zeros((size_x * size_y, size_z + 1))
    total = np.zeros(size_x * size_y)
    waiting = [corners]
    while waiting:
        some = waiting.pop()
        # Columns whose centers are within the bounds.
        first = np.clip(np.ceil(some[:, :, :2].min(axis=1) - 0.5), 0, counts[:2]).astype(np.int64)
        last = np.clip(np.floor(some[:, :, :2].max(axis=1) - 0.5), -1, np.array(counts[:2]) - 1).astype(np.int64)
        span = np.maximum(last - first + 1, 0)
        if span.prod(axis=1).sum() > CHUNK and len(some) > 1:
            waiting += [some[: len(some) // 2], some[len(some) // 2 :]]
            continue
        owner, place = _spread(span.prod(axis=1))
        column = first[owner] + np.column_stack((place // span[owner, 1], place % span[owner, 1]))
        turn, height = line_hits(some[owner], column + 0.5)
        row = column[:, 0] * size_y + column[:, 1]
        # The centers of cells 0 to top - 1 are below the hit: they see matter above them begin or end.
        top = np.clip(np.ceil(height - 0.5), 0, size_z).astype(np.int64)
        np.add.at(change, (row, 0), turn)
        np.add.at(change, (row, top), -turn)
        np.add.at(total, row, turn)
    inside: np.ndarray = (np.cumsum(change, axis=1)[:, :-1] > 0.5).reshape(counts)
    uneven = (total != 0.0).reshape(size_x, size_y)
    if uneven.any():
        cells = np.argwhere(np.broadcast_to(uneven[:, :, None], counts))
        inside[tuple(cells.T)] = winding_numbers(cells + 0.5, corners) > 0.5
    return inside


def winding_numbers(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """How often a closed mesh goes around points: the solid angles of all triangles, over 4 pi.

    tan(angle / 2) = a . (b x c) / (|a| |b| |c| + a . b |c| + b . c |a| + c . a |b|), for the corners a, b, c around the
    point (van Oosterom and Strackee 1983).

    Args:
        points: Places, [p, 3].
        corners: Corners of the triangles, counterclockwise seen from outside, [t, 3, 3].

    Returns:
        1 inside, 0 outside, [p].
    """
    result = np.empty(len(points))
    step = max(1, CHUNK // len(corners))
    for start in range(0, len(points), step):
        a, b, c = (corners[None, :, k] - points[start : start + step, None] for k in range(3))
        length_a, length_b, length_c = (np.sqrt((v * v).sum(axis=2)) for v in (a, b, c))
        above = (a * np.cross(b, c)).sum(axis=2)
        below = length_a * length_b * length_c + (a * b).sum(axis=2) * length_c
        below += (b * c).sum(axis=2) * length_a + (c * a).sum(axis=2) * length_b
        result[start : start + step] = np.arctan2(above, below).sum(axis=1) / (2.0 * np.pi)
    return result


def _cells_of(lower: np.ndarray, upper: np.ndarray, counts: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    """First cell that bounds meet, and how many along each axis, int64 [t, 3] both."""
    first = np.clip(np.floor(lower), 0, np.array(counts) - 1).astype(np.int64)
    last = np.clip(np.floor(upper), 0, np.array(counts) - 1).astype(np.int64)
    return first, last - first + 1


def _spread(lengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For lists of given lengths one after another: number of the list and place in it of each entry."""
    owner = np.repeat(np.arange(len(lengths)), lengths)
    return owner, np.arange(len(owner)) - np.repeat(np.cumsum(lengths) - lengths, lengths)


def _halves(corners: np.ndarray) -> np.ndarray:
    """Each triangle as two, cut across its longest edge."""
    along = np.roll(corners, -1, axis=1) - corners
    longest = (along * along).sum(axis=2).argmax(axis=1)
    a, b, c = (corners[np.arange(len(corners)), (longest + k) % 3] for k in range(3))
    middle = 0.5 * (a + b)
    return np.concatenate((np.stack((a, middle, c), axis=1), np.stack((middle, b, c), axis=1)))


def _overlap(corners: np.ndarray) -> np.ndarray:
    """Whether triangles meet a cube with edges of 1 around the origin, [k]; by separating axes."""
    half = 0.5 - GRAZE
    meet = (corners.min(axis=1) <= half).all(axis=1) & (corners.max(axis=1) >= -half).all(axis=1)
    rows = np.flatnonzero(meet)
    corners = corners[rows]
    along = np.roll(corners, -1, axis=1) - corners
    apart = np.zeros(len(rows), bool)
    axes = [np.cross(along[:, 0], along[:, 1])]
    axes += [np.cross(along[:, k], unit) for k in range(3) for unit in np.eye(3)]
    for axis in axes:
        reach = half * np.abs(axis).sum(axis=1)
        places = np.einsum("kvc,kc->kv", corners, axis)
        apart |= (places.min(axis=1) > reach) | (places.max(axis=1) < -reach)
    meet[rows[apart]] = False
    return meet


def line_hits(corners: np.ndarray, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where vertical lines meet triangles.

    Args:
        corners: Corners, [k, 3, 3].
        places: x and y of the lines, [k, 2].

    Returns:
        1 for a triangle that looks up, -1 down, 0 without a hit, [k]; and the height z of the hit, [k].
    """
    areas = np.stack([_edge_side(corners[:, k], corners[:, (k + 1) % 3], places) for k in range(3)], axis=1)
    signs = np.stack([_edge_sign(corners[:, k], corners[:, (k + 1) % 3], areas[:, k]) for k in range(3)], axis=1)
    turn = np.where((signs > 0).all(axis=1), 1.0, np.where((signs < 0).all(axis=1), -1.0, 0.0))
    whole = areas.sum(axis=1)
    whole = np.where(whole == 0.0, 1.0, whole)
    heights = corners[:, :, 2]
    height = (np.roll(areas, -1, axis=1) * heights).sum(axis=1) / whole
    return turn, np.clip(height, heights.min(axis=1), heights.max(axis=1))


def _edge_side(a: np.ndarray, b: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Twice the signed area of a line's place with an edge from a to b, exactly opposite for that from b to a."""
    swap = (a[:, 0] > b[:, 0]) | ((a[:, 0] == b[:, 0]) & (a[:, 1] > b[:, 1]))
    low, high = np.where(swap[:, None], b, a), np.where(swap[:, None], a, b)
    side = (high[:, 0] - low[:, 0]) * (place[:, 1] - low[:, 1]) - (high[:, 1] - low[:, 1]) * (place[:, 0] - low[:, 0])
    return np.where(swap, -side, side)


def _edge_sign(a: np.ndarray, b: np.ndarray, side: np.ndarray) -> np.ndarray:
    """Sign of the side of an edge, where the line is moved a little in x, and much less in y, if it meets the edge."""
    moved = np.where(a[:, 1] != b[:, 1], a[:, 1] - b[:, 1], b[:, 0] - a[:, 0])
    return np.sign(np.where(side != 0.0, side, moved))
