"""How a convex hull lies in memory: columns of its header, and rows of its numbers.

Everything is told around the center of the bounding box. A row is as long as the count of its things, rounded up to
eight lanes (`lanes`); the last thing is repeated in what is left over, so that eight of anything can be read at once,
and a largest or smallest value found without a look at the count.
"""

from physics.kernels.jit import leaf

# Header, int32. Columns that point into the numbers are NUMBER_COLUMNS, into the indices INDEX_COLUMNS.
HULL_VERTEX_COUNT = 0
HULL_FACE_COUNT = 1
HULL_EDGE_COUNT = 2
HULL_VERTICES = 3  # numbers: rows x, y, z [m]
HULL_PLANES = 4  # numbers: rows x, y, z of the outward unit normals, distance from the center of the axes [m]
HULL_EDGES = 5  # numbers: rows EDGE_...
HULL_BODY = 6  # numbers: BODY_...
HULL_FACE_STARTS = 7  # indices: per face its first corner, counted from the first of all; one more at the end
HULL_CORNERS = 8  # indices: per corner of a face its vertex, and the edge that leads to the next; counterclockwise
HULL_EDGE_ENDS = 9  # indices: per edge first vertex, second vertex, left face, right face, seen from outside
HULL_HEADER = 10

NUMBER_COLUMNS = (HULL_VERTICES, HULL_PLANES, HULL_EDGES, HULL_BODY)
INDEX_COLUMNS = (HULL_FACE_STARTS, HULL_CORNERS, HULL_EDGE_ENDS)

# Rows of an edge: planes of the faces at its left and right, first vertex [m], from the first to the second vertex [m],
# and 1 / cos(half the angle between both normals). A unit vector a n1 + b n2 with a, b >= 0 between the normals has
# 1 <= a + b <= that number.
EDGE_LEFT = 0
EDGE_RIGHT = 4
EDGE_FIRST = 8
EDGE_ALONG = 11
EDGE_WIDTH = 14
EDGE_ROWS = 15

# Numbers of the whole: center of mass [m], and how far the nearest face is from it [m].
BODY_CENTER = 0
BODY_INNER = 3
BODY_NUMBERS = 8

#: Most vertices. A convex body of V vertices has at most 2 V - 4 faces and 3 V - 6 edges.
VERTICES_MAX = 256
EDGES_MAX = 3 * VERTICES_MAX - 6

#: Most corners of a face in its list; those that bend the outline least are left out there.
CORNERS_MAX = 64

#: Of a sharp edge, whose normals are nearly opposite.
WIDTH_MAX = 1.0e6


@leaf
def lanes(count):
    """Length of a row of so many things: a multiple of eight."""
    return (count + 7) & ~7
