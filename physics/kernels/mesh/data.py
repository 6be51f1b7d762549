"""Descriptions of meshes and height fields in `Shapes.indices` and `Shapes.numbers`, and how their triangles are read.

A mesh has welded vertices, triangles in the order of its tree, for each edge the vertex beyond it, and for each vertex
those around it. A height field has heights only, and a bit for each triangle if some are holes: everything else follows
from rows and columns. Its cell (row, column) has the triangles 2 * cell and 2 * cell + 1, with cell = row *
(columns - 1) + column, on either side of the diagonal from the corner of least x and z to that of greatest.
"""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.layout import kind as KIND

# Header of a mesh: two-sided or not, counts, then where tables begin.
MESH_TWO_SIDED = 0
MESH_TRIANGLE_COUNT = 1
MESH_NODE_COUNT = 2
MESH_LINKS = 3  # of the nodes, [n, 2]: node after all that is below; first triangle and count of a leaf, -1 else
MESH_TRIANGLES = 4  # three vertices each
MESH_OPPOSITE = 5  # vertex beyond each edge, three per triangle; -1 at the border
MESH_RING_STARTS = 6  # [vertices + 1]: where the list of the vertices around each begins, among the next
MESH_RINGS = 7
MESH_GIVEN = 8  # number of each triangle as it was given
MESH_BOUNDS = 9  # numbers: of the nodes, least corner and greatest, [n, 6]
MESH_VERTICES = 10  # numbers: [vertices, 3]
MESH_LANE_LINKS = 11  # of the tree for rays, [m, 8]: a node, or -1 - (first triangle and count) of a leaf
MESH_LANE_BOUNDS = 12  # numbers: of that tree, [m, 6, 8], see `ray_lanes`
# Likewise for height fields: materials of the pieces, which are triangles or cells.
PATCH_OF = 13  # material of each piece among those of the shape, -1 for that of the part; 0 if all have that
PATCH_ROWS = 14  # materials of the world that these are
PATCH_NUMBERS = 15  # numbers: restitution and rolling friction of each
PATCH_STRIDE = 2
MESH_HEADER = 16
MESH_INDEX_COLUMNS = (
    MESH_LINKS,
    MESH_TRIANGLES,
    MESH_OPPOSITE,
    MESH_RING_STARTS,
    MESH_RINGS,
    MESH_GIVEN,
    MESH_LANE_LINKS,
)
MESH_NUMBER_COLUMNS = (MESH_BOUNDS, MESH_VERTICES, MESH_LANE_BOUNDS)

# A leaf tells its first triangle, shifted to the left by this, and its count.
LEAF_BITS = 3
LEAF_COUNT = (1 << LEAF_BITS) - 1

# Header of a height field.
FIELD_ROWS = 1
FIELD_COLUMNS = 2
FIELD_NUMBERS = 3  # numbers: cell along x and along z [m], x and z of row 0 and column 0 [m], then the heights [m]
FIELD_HOLES = 4  # where the bits of its triangles begin, 32 in each, 1 for a hole; 0 if it has none
FIELD_HEADER = 16  # the others are those of patches
FIELD_HEIGHTS = 4  # heights begin so many numbers after FIELD_NUMBERS
FIELD_NUMBER_COLUMNS = (FIELD_NUMBERS,)

# Steps (columns, rows) from a vertex of a height field to those that share an edge with it, four bits each plus 1.
FIELD_RING_SIZE = 6
FIELD_RING_COLUMNS = 0x021102  # from the lowest: 2 0 1 1 2 0
FIELD_RING_ROWS = 0x020211  # 1 1 2 0 2 0


@leaf
def patch_of(kind, data, triangle, indices):
    """Material of a triangle, as a number of those of its shape; -1 for that of the part."""
    table = indices[data + PATCH_OF]
    if table == 0:
        return np.int32(-1)
    return indices[table + (triangle if kind == KIND.MESH else triangle >> 1)]


@leaf
def mesh_vertex(data, vertex, indices, numbers):
    """Vertex of a mesh, around the center of its bounds [m]."""
    k = indices[data + MESH_VERTICES] + 3 * vertex
    return numbers[k], numbers[k + 1], numbers[k + 2]


@leaf
def field_vertex(data, vertex, indices, numbers):
    """Vertex of a height field, row * columns + column, around the center of its bounds [m]."""
    columns = indices[data + FIELD_COLUMNS]
    k = indices[data + FIELD_NUMBERS]
    row = vertex // columns
    column = vertex - row * columns
    # In float64, or the edges of cells far from the middle would differ in length.
    x = np.float32(np.float64(numbers[k + 2]) + column * np.float64(numbers[k]))
    z = np.float32(np.float64(numbers[k + 3]) + row * np.float64(numbers[k + 1]))
    return x, numbers[k + FIELD_HEIGHTS + vertex], z


@leaf
def surface_vertex(kind, data, vertex, indices, numbers):
    """Vertex of a mesh or height field, around the center of its bounds [m]."""
    if kind == KIND.MESH:
        return mesh_vertex(data, vertex, indices, numbers)
    return field_vertex(data, vertex, indices, numbers)


@leaf
def corner_vertices(kind, data, triangle, indices):
    """Vertices of a triangle, counterclockwise seen from the front."""
    if kind == KIND.MESH:
        k = indices[data + MESH_TRIANGLES] + 3 * triangle
        return indices[k], indices[k + 1], indices[k + 2]
    columns = indices[data + FIELD_COLUMNS]
    cell = triangle >> 1
    row = cell // (columns - 1)
    low = cell + row
    if triangle & 1:
        return low, low + columns + 1, low + 1
    return low, low + columns, low + columns + 1


@leaf
def is_hole(data, triangle, indices):
    """True for a triangle of a height field that is not there."""
    bits = indices[data + FIELD_HOLES]
    return bits != 0 and (indices[bits + (triangle >> 5)] >> (triangle & 31)) & 1 != 0


@leaf
def has_half(data, row, column, half, indices):
    """True when a height field has a cell, and triangle 0 or 1 of it is no hole."""
    columns = indices[data + FIELD_COLUMNS]
    if row < 0 or column < 0 or row + 1 >= indices[data + FIELD_ROWS] or column + 1 >= columns:
        return False
    return not is_hole(data, 2 * (row * (columns - 1) + column) + half, indices)


@leaf
def vertex_beyond(kind, data, triangle, edge, indices):
    """Third corner of the triangle beyond edge 0, 1 or 2; -1 at the border."""
    if kind == KIND.MESH:
        return indices[indices[data + MESH_OPPOSITE] + 3 * triangle + edge]
    columns = indices[data + FIELD_COLUMNS]
    cell = triangle >> 1
    row = cell // (columns - 1)
    column = cell - row * (columns - 1)
    low = cell + row
    if triangle & 1:
        if edge == 0:
            return low + columns if has_half(data, row, column, 0, indices) else -1
        if edge == 1:
            return low + columns + 2 if has_half(data, row, column + 1, 0, indices) else -1
        return low - columns if has_half(data, row - 1, column, 0, indices) else -1
    if edge == 0:
        return low - 1 if has_half(data, row, column - 1, 1, indices) else -1
    if edge == 1:
        return low + 2 * columns + 1 if has_half(data, row + 1, column, 1, indices) else -1
    return low + 1 if has_half(data, row, column, 1, indices) else -1


@leaf
def has_edge(data, row, column, rows_on, columns_on, indices):
    """True when an edge of a height field has a triangle: from a vertex on by 0 or 1 row, and 0 or 1 column."""
    if rows_on == 0:
        return has_half(data, row, column, 1, indices) or has_half(data, row - 1, column, 0, indices)
    if columns_on == 0:
        return has_half(data, row, column, 0, indices) or has_half(data, row, column - 1, 1, indices)
    return has_half(data, row, column, 0, indices) or has_half(data, row, column, 1, indices)


@leaf
def ring_size(kind, data, vertex, indices):
    """How many places there are for vertices around a vertex."""
    if kind == KIND.MESH:
        k = indices[data + MESH_RING_STARTS] + vertex
        return indices[k + 1] - indices[k]
    return FIELD_RING_SIZE


@leaf
def ring_member(kind, data, vertex, k, indices):
    """Vertex number k of those around a vertex; -1 if there is none."""
    if kind == KIND.MESH:
        return indices[indices[data + MESH_RINGS] + indices[indices[data + MESH_RING_STARTS] + vertex] + k]
    columns = indices[data + FIELD_COLUMNS]
    row = vertex // columns
    column = vertex - row * columns
    rows_on = ((FIELD_RING_ROWS >> (4 * k)) & 15) - 1
    columns_on = ((FIELD_RING_COLUMNS >> (4 * k)) & 15) - 1
    low_row, low_column = row + min(rows_on, 0), column + min(columns_on, 0)
    row += rows_on
    column += columns_on
    if row < 0 or column < 0 or column >= columns or row >= indices[data + FIELD_ROWS]:
        return -1
    if indices[data + FIELD_HOLES] != 0 and not has_edge(
        data, low_row, low_column, abs(rows_on), abs(columns_on), indices
    ):
        return -1
    return row * columns + column
