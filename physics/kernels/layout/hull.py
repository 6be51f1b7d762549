"""How a convex hull lies in memory: columns of its header, and rows of its numbers.

Everything is told around the center of the bounding box. A row is as long as the count of its things, rounded up to
eight lanes (`lanes`); the last thing is repeated in what is left over, so that eight of anything can be read at once,
and a largest or smallest value found without a look at the count.
"""

import numpy as np

from physics.kernels.core.jit import leaf

# Columns are of a number type of numpy: for each plain literal, a leaf function would be compiled anew.

# Header, int32. Columns that point into the numbers are NUMBER_COLUMNS, into the indices INDEX_COLUMNS.
VERTEX_COUNT = np.int64(0)
FACE_COUNT = np.int64(1)
EDGE_COUNT = np.int64(2)
VERTICES = np.int64(3)  # numbers: rows x, y, z [m]
PLANES = np.int64(4)  # numbers: rows x, y, z of the outward unit normals, distance from the center of the axes [m]
EDGES = np.int64(5)  # numbers: rows EDGE_...
BODY = np.int64(6)  # numbers: BODY_...
FACE_STARTS = np.int64(7)  # indices: per face its first corner, counted from the first of all; one more at the end
CORNERS = np.int64(8)  # indices: per corner of a face its vertex and the edge to the next; counterclockwise
EDGE_ENDS = np.int64(9)  # indices: per edge first vertex, second vertex, left face, right face, seen from outside
HEADER = np.int64(10)

NUMBER_COLUMNS = (VERTICES, PLANES, EDGES, BODY)
INDEX_COLUMNS = (FACE_STARTS, CORNERS, EDGE_ENDS)

# Rows of an edge: planes of the faces at its left and right, first vertex [m], from the first to the second vertex [m],
# and 1 / cos(half the angle between both normals). A unit vector a n1 + b n2 with a, b >= 0 between the normals has
# 1 <= a + b <= that number.
EDGE_LEFT = np.int64(0)
EDGE_RIGHT = np.int64(4)
EDGE_FIRST = np.int64(8)
EDGE_ALONG = np.int64(11)
EDGE_WIDTH = np.int64(14)
EDGE_ROWS = np.int64(15)

# Numbers of the whole: center of mass [m], and how far the nearest face is from it [m].
BODY_CENTER = np.int64(0)
BODY_INNER = np.int64(3)
BODY_NUMBERS = np.int64(8)

#: Most vertices. A convex body of V vertices has at most 2 V - 4 faces and 3 V - 6 edges.
VERTICES_MAX = 256
EDGES_MAX = 3 * VERTICES_MAX - 6

#: Most corners of a face in its list; those that bend the outline least are left out there.
CORNERS_MAX = np.int64(64)

#: Of a sharp edge, whose normals are nearly opposite.
WIDTH_MAX = 1.0e6


@leaf
def lanes(count):
    """Length of a row of so many things: a multiple of eight."""
    return (count + 7) & ~7
