"""Which triangles of a mesh or height field are near a box; in parts, so that a short list is enough."""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import kind as KIND
from physics.kernels.mesh.data import (
    FIELD_COLUMNS,
    FIELD_HEIGHTS,
    FIELD_NUMBERS,
    FIELD_ROWS,
    LEAF_BITS,
    LEAF_COUNT,
    MESH_BOUNDS,
    MESH_LINKS,
    MESH_NODE_COUNT,
    MESH_TRIANGLES,
    is_hole,
    mesh_vertex,
)
from physics.kernels.mesh.points import GAP, LISTED, LISTED_SIZE

#: Where a query starts, and what it returns when nothing is left.
QUERY_START = np.int64(0)
QUERY_DONE = np.int64(-1)


@leaf
def box_gap(lower, upper, box):
    """How far bounds are from a box along the axis where they are farthest [m]; negative if they overlap."""
    low, high = box
    return max(
        max(lower[0] - high[0], low[0] - upper[0]),
        max(lower[1] - high[1], low[1] - upper[1]),
        max(lower[2] - high[2], low[2] - upper[2]),
    )


@leaf
def triangle_gap(data, triangle, box, indices, numbers):
    """`box_gap` of a triangle of a mesh."""
    k = indices[data + MESH_TRIANGLES] + 3 * triangle
    a = mesh_vertex(data, indices[k], indices, numbers)
    b = mesh_vertex(data, indices[k + 1], indices, numbers)
    c = mesh_vertex(data, indices[k + 2], indices, numbers)
    lower = (min(a[0], b[0], c[0]), min(a[1], b[1], c[1]), min(a[2], b[2], c[2]))
    upper = (max(a[0], b[0], c[0]), max(a[1], b[1], c[1]), max(a[2], b[2], c[2]))
    return box_gap(lower, upper, box)


@leaf
def list_of_mesh(data, node, box, indices, numbers, work, names):
    """`list_triangles` of a mesh; the state is the next node."""
    count = 0
    bounds = indices[data + MESH_BOUNDS]
    links = indices[data + MESH_LINKS]
    node_count = indices[data + MESH_NODE_COUNT]
    while node < node_count:
        if count > LISTED_SIZE - LEAF_COUNT:
            return count, node
        k = bounds + 6 * node
        lower = (numbers[k], numbers[k + 1], numbers[k + 2])
        gap = box_gap(lower, (numbers[k + 3], numbers[k + 4], numbers[k + 5]), box)
        held = indices[links + 2 * node + 1]
        if gap > 0.0:
            work[GAP] = min(work[GAP], gap)
        elif held < 0:
            node += 1
            continue
        else:
            for triangle in range(held >> LEAF_BITS, (held >> LEAF_BITS) + (held & LEAF_COUNT)):
                gap = triangle_gap(data, triangle, box, indices, numbers)
                if gap > 0.0:
                    work[GAP] = min(work[GAP], gap)
                else:
                    names[LISTED + count] = triangle
                    count += 1
        node = np.int64(indices[links + 2 * node])
    return count, QUERY_DONE


@leaf
def cell_range(low, high, start, cell, cells):
    """First and last cell of a row that a stretch touches; the last is before the first if it touches none."""
    first = math.floor((np.float64(low) - np.float64(start)) / np.float64(cell))
    last = math.floor((np.float64(high) - np.float64(start)) / np.float64(cell))
    return np.int64(min(max(first, 0.0), cells)), np.int64(max(min(last, cells - 1.0), -1.0))


@leaf
def list_of_field(data, state, box, indices, numbers, work, names):
    """`list_triangles` of a height field; the state counts the cells of the range."""
    low, high = box
    work[GAP] = np.float32(0.0)
    columns = np.int64(indices[data + FIELD_COLUMNS])
    k = np.int64(indices[data + FIELD_NUMBERS])
    left, right = cell_range(low[0], high[0], numbers[k + 2], numbers[k], columns - 1)
    first, last = cell_range(low[2], high[2], numbers[k + 3], numbers[k + 1], indices[data + FIELD_ROWS] - 1)
    width = right - left + 1
    if width <= 0 or last < first:
        return 0, QUERY_DONE
    count = 0
    while state < width * (last - first + 1):
        if count > LISTED_SIZE - 2:
            return count, state
        row = state // width
        column = left + state - row * width
        row += first
        m = k + FIELD_HEIGHTS + row * columns + column
        a, b, c, d = numbers[m], numbers[m + 1], numbers[m + columns], numbers[m + columns + 1]
        if min(a, b, c, d) <= high[1] and max(a, b, c, d) >= low[1]:
            triangle = 2 * (row * (columns - 1) + column)
            for half in range(2):
                if not is_hole(data, triangle + half, indices):
                    names[LISTED + count] = triangle + half
                    count += 1
        state += 1
    return count, QUERY_DONE


@routine
def list_triangles(kind, data, state, box, indices, numbers, work, names):
    """List triangles whose bounds overlap a box, as many as fit.

    Args:
        kind: KIND.MESH or SHAPE_FIELD.
        data: Where the shape begins in `indices`.
        state: QUERY_START, or what the last call returned.
        box: Least and greatest corner, in the axes of the shape [m].
        indices: Flat buffer.
        numbers: Flat buffer.
        work: Flat buffer; `work[GAP]` becomes the least distance of a mesh that was not listed, if that is less.
        names: Flat buffer; triangles are written from LISTED on.

    Returns:
        Number of triangles, and the state to go on from, QUERY_DONE at the end.
    """
    if kind == KIND.MESH:
        return list_of_mesh(data, state, box, indices, numbers, work, names)
    return list_of_field(data, state, box, indices, numbers, work, names)
