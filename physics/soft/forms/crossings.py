"""Where a surface crosses or touches itself.

Candidates come from a tree of boxes over the triangles in Morton order, walked level by level against itself with whole
arrays: that takes triangles of any sizes. Two triangles cross if, and only if, an edge of one meets the other; only
edges count that share no vertex with it.
"""

from collections.abc import Iterator

import numpy as np

#: Most pairs that are looked at in one go, to bound the memory.
CHUNK = 1 << 20
#: Gaps below this part of the longest edge of two triangles are none.
TOUCH = 1e-9
#: Bits of each coordinate in the Morton order.
MORTON_BITS = 16


def find_crossings(points: np.ndarray, triangles: np.ndarray, most: int = 1) -> np.ndarray:
    """Pairs of triangles that cross, touch where they share nothing, or lie folded flat upon each other.

    Args:
        points: Places [m], float64 [n, 3].
        triangles: Rows of three vertices with area, [t, 3].
        most: As soon as so many are found, the search ends.

    Returns:
        Pairs of rows, the lower first, ascending, int64 [k, 2].
    """
    found: list[np.ndarray] = []
    corners = points[triangles]
    for a, b in overlapping(corners.min(axis=1), corners.max(axis=1)):
        same = np.equal(triangles[a][:, :, None], triangles[b][:, None, :])
        shared = same.any(axis=2).sum(axis=1)
        near = shared < 2
        hit = _crossing(corners, a[near], b[near], same[near])
        folded = _folded(corners, a[shared == 2], b[shared == 2], same[shared == 2])
        bad = np.concatenate((a[near][hit], a[shared == 2][folded], a[shared == 3]))
        other = np.concatenate((b[near][hit], b[shared == 2][folded], b[shared == 3]))
        found.append(np.column_stack((np.minimum(bad, other), np.maximum(bad, other))))
        if sum(map(len, found)) >= most:
            break
    pairs = np.concatenate(found) if found else np.empty((0, 2), np.int64)
    return pairs[np.lexsort(pairs.T[::-1])]


def overlapping(lower: np.ndarray, upper: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Pairs of boxes that overlap or touch, each once, in pieces.

    Args:
        lower: Lower corners, [t, 3].
        upper: Upper corners, [t, 3].

    Yields:
        Rows of the first and second boxes, int64.
    """
    order = _morton_order(0.5 * (lower + upper))
    depth = max(len(order) - 1, 0).bit_length()
    padding = ((0, (1 << depth) - len(order)), (0, 0))
    low = [np.pad(lower[order], padding, constant_values=np.inf)]
    high = [np.pad(upper[order], padding, constant_values=-np.inf)]
    for _ in range(depth):
        low.append(np.minimum(low[-1][0::2], low[-1][1::2]))
        high.append(np.maximum(high[-1][0::2], high[-1][1::2]))
    start = np.zeros(1, np.int64)
    waiting = [(depth, start, start)]
    while waiting:
        level, a, b = waiting.pop()
        if len(a) > CHUNK:
            half = len(a) // 2
            waiting += [(level, a[half:], b[half:]), (level, a[:half], b[:half])]
        elif level == 0:
            yield order[a[a != b]], order[b[a != b]]
        else:
            # A pair of equal nodes has three pairs of children, any other has four.
            apart = a != b
            left = np.concatenate((2 * a, 2 * a + 1, 2 * a, 2 * a[apart] + 1))
            right = np.concatenate((2 * b, 2 * b + 1, 2 * b + 1, 2 * b[apart]))
            lo, hi = low[level - 1], high[level - 1]
            meet = ((lo[left] <= hi[right]) & (lo[right] <= hi[left])).all(axis=1)
            waiting.append((level - 1, left[meet], right[meet]))


def _morton_order(centers: np.ndarray) -> np.ndarray:
    """Order along a curve on which near things are near."""
    low = centers.min(axis=0)
    scale = ((1 << MORTON_BITS) - 1) / max(float((centers - low).max()), 1e-300)
    code = np.zeros(len(centers), np.int64)
    for axis, column in enumerate(((centers - low) * scale).astype(np.int64).T):
        for bit in range(MORTON_BITS):
            code |= (column >> bit & 1) << (3 * bit + axis)
    return np.argsort(code, kind="stable")


def _crossing(corners: np.ndarray, a: np.ndarray, b: np.ndarray, same: np.ndarray) -> np.ndarray:
    """Whether triangles a and b meet, which share at most one vertex; same: which corners are one, [k, 3, 3]."""
    hit = np.zeros(len(a), bool)
    of_a: np.ndarray = np.logical_or.reduce(same, axis=2)
    of_b: np.ndarray = np.logical_or.reduce(same, axis=1)
    rest = np.flatnonzero(_sides_meet(corners, a, b, of_a))
    rest = rest[_sides_meet(corners, b[rest], a[rest], of_b[rest])]
    for first, second, shared in ((a, b, of_a), (b, a, of_b)):
        for k in range(3):
            # Edges of which an end is a corner of the other triangle always meet it there.
            free = rest[~(shared[rest, k] | shared[rest, (k + 1) % 3])]
            edge = corners[first[free]]
            hit[free] |= _pierced(edge[:, k], edge[:, (k + 1) % 3], corners[second[free]])
    return hit


def _sides_meet(corners: np.ndarray, a: np.ndarray, b: np.ndarray, shared: np.ndarray) -> np.ndarray:
    """Whether the corners of triangle a that b does not share are on both sides of its plane, or on it."""
    base = corners[b, 0]
    normal = np.cross(corners[b, 1] - base, corners[b, 2] - base)
    height = np.einsum("pkc,pc->pk", corners[a] - base[:, None, :], normal)
    # A length times the normal, which is not of unit length.
    reach = np.abs(corners[a] - base[:, None, :]).max(axis=(1, 2)) * np.abs(normal).max(axis=1)
    limit = 2.0 * TOUCH * reach
    below = np.where(shared, np.inf, height).min(axis=1) <= limit
    above = np.where(shared, -np.inf, height).max(axis=1) >= -limit
    return below & above


def _pierced(p: np.ndarray, q: np.ndarray, triangle: np.ndarray) -> np.ndarray:
    """Whether segments from p to q, [k, 3], meet triangles, [k, 3, 3]."""
    base = triangle[:, 0]
    u, v = triangle[:, 1] - base, triangle[:, 2] - base
    normal = np.cross(u, v)
    length = np.sqrt((normal * normal).sum(axis=1))
    unit = normal / length[:, None]
    limit = TOUCH * np.maximum(np.abs(q - p).max(axis=1), np.maximum(np.abs(u), np.abs(v)).max(axis=1))
    from_p, from_q = ((p - base) * unit).sum(axis=1), ((q - base) * unit).sum(axis=1)
    flat = (np.abs(from_p) <= limit) & (np.abs(from_q) <= limit)
    meet = ~flat & (np.minimum(from_p, from_q) <= limit) & (np.maximum(from_p, from_q) >= -limit)
    share = np.clip(from_p / np.where(flat | (from_p == from_q), 1.0, from_p - from_q), 0.0, 1.0)
    across = p + share[:, None] * (q - p) - base
    # Weights of the corners of the triangle, for the place in its plane.
    third = (np.cross(u, across) * unit).sum(axis=1) / length
    second = (np.cross(across, v) * unit).sum(axis=1) / length
    inside = (second >= -TOUCH) & (third >= -TOUCH) & (second + third <= 1.0 + TOUCH)
    hit = meet & inside
    hit[flat] = _overlap_flat(p[flat], q[flat], triangle[flat], normal[flat])
    return hit


def _overlap_flat(p: np.ndarray, q: np.ndarray, triangle: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """Whether segments in the planes of triangles lie in them, or cross one of their edges."""
    if not len(p):
        return np.zeros(0, bool)
    axis = np.abs(normal).argmax(axis=1)
    columns = np.stack(((axis + 1) % 3, (axis + 2) % 3), axis=1)
    p, q = np.take_along_axis(p, columns, axis=1), np.take_along_axis(q, columns, axis=1)
    corner = np.take_along_axis(triangle, columns[:, None, :], axis=2)
    size = np.abs(corner - corner[:, :1]).max(axis=(1, 2)) + np.abs(q - p).max(axis=1)
    limit = TOUCH * size * size
    turn = np.sign(_turn(corner[:, 0], corner[:, 1], corner[:, 2]))
    inside = np.ones((2, len(p)), bool)
    crossed = np.zeros(len(p), bool)
    for k in range(3):
        a, b = corner[:, k], corner[:, (k + 1) % 3]
        side_p, side_q = _turn(a, b, p), _turn(a, b, q)
        inside &= np.stack((side_p * turn > limit, side_q * turn > limit))
        side_a, side_b = _turn(p, q, a), _turn(p, q, b)
        apart = np.minimum(np.abs(side_a), np.abs(side_b)) > limit
        apart &= np.minimum(np.abs(side_p), np.abs(side_q)) > limit
        crossed |= apart & (side_p * side_q < 0.0) & (side_a * side_b < 0.0)
    return crossed | inside.any(axis=0)


def _turn(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Twice the signed area of triangles in a plane."""
    u, v = b - a, c - a
    return u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]


def _folded(corners: np.ndarray, a: np.ndarray, b: np.ndarray, same: np.ndarray) -> np.ndarray:
    """Whether triangles that share two vertices lie upon each other."""
    if not len(a):
        return np.zeros(0, bool)
    rows = np.arange(len(a))
    apex_a = corners[a, (~same.any(axis=2)).argmax(axis=1)]
    apex_b = corners[b, (~same.any(axis=1)).argmax(axis=1)]
    edge = np.flatnonzero(same.any(axis=2).ravel()) % 3
    first, second = corners[a[rows], edge[0::2]], corners[a[rows], edge[1::2]]
    along = second - first
    along = along / np.sqrt((along * along).sum(axis=1))[:, None]
    across = [apex - first - ((apex - first) * along).sum(axis=1)[:, None] * along for apex in (apex_a, apex_b)]
    lengths = [np.sqrt((v * v).sum(axis=1)) for v in across]
    gap = across[0] / lengths[0][:, None] - across[1] / lengths[1][:, None]
    folded: np.ndarray = np.abs(gap).max(axis=1) <= 1e-6
    return folded
