"""A box and a triangle written as solids, so that the routines for hulls work on them; and the scratch memory of those.

Corner k of a box has bit i set on the + side of axis i; face 2 i is the - side of axis i, face 2 i + 1 the + side.

A triangle is a solid without volume. Around each of its edges the outward normals turn from that of the front, through
the direction m away from the triangle in its plane, to that of the back: half a circle, which the tests of arcs cannot
take in one piece. So each edge counts twice, once from the front to m and once from m to the back. A triangle that is
solid from the front only is the same with one face and three edges.
"""

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add, cross, dot, length, negate, scale, subtract
from physics.kernels.core.wide import load, splat, store, wide_abs
from physics.kernels.layout import hull as HULL
from physics.kernels.narrow_phase.primitives.box_clip import SCRATCH_CANDIDATE

#: Most candidates of a face contact: two convex polygons cut out at most as many corners as both have together.
CANDIDATES = 2 * HULL.CORNERS_MAX + 16

# Scratch memory, float32: candidates (u, v, w, feature id); outline of the reference face (rows u, v) and its sides
# (rows u, v, distance); outline of the incident face (rows u, v, w) and its sides; edges of a that may matter; bits of
# those of b, per eight; simplex; then a box, and a triangle.
SCRATCH_REFERENCE = SCRATCH_CANDIDATE + 4 * CANDIDATES
SCRATCH_SIDES = SCRATCH_REFERENCE + 2 * HULL.CORNERS_MAX
SCRATCH_INCIDENT = SCRATCH_SIDES + 3 * HULL.CORNERS_MAX
SCRATCH_INCIDENT_SIDES = SCRATCH_INCIDENT + 3 * HULL.CORNERS_MAX
SCRATCH_SURVIVORS = SCRATCH_INCIDENT_SIDES + 3 * HULL.CORNERS_MAX
SCRATCH_GROUPS = SCRATCH_SURVIVORS + HULL.EDGES_MAX + 8
SCRATCH_SIMPLEX = SCRATCH_GROUPS + HULL.EDGES_MAX // 8 + 8
SCRATCH_BOX = SCRATCH_SIMPLEX + 32
BOX_NUMBERS_SIZE = 24 + 32 + 16 * HULL.EDGE_ROWS + 8
#: Where the caller puts the corners of a triangle: nine numbers.
TRIANGLE = SCRATCH_BOX + BOX_NUMBERS_SIZE
SCRATCH_TRIANGLE = TRIANGLE + 16
POLYTOPE_SCRATCH = int(SCRATCH_TRIANGLE + 24 + 32 + 8 * HULL.EDGE_ROWS + 8)

# Lengths of rows: see `layout.hull`.
ONE_ROW = np.int64(1)
TWO_ROWS = np.int64(2)
BOX_PLANES = np.int64(24)
BOX_EDGES = np.int64(56)

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
THIRD = np.float32(1.0 / 3.0)
ROOT_TWO = np.float32(np.sqrt(2.0))
#: Shorter than this [m], a side of a triangle has no direction.
SHORTEST = np.float32(1.0e-12)


def _indices(vertex_count, faces, edges, numbers_start, edge_lanes):
    """Header and lists of a solid in scratch memory, int32."""
    corners, starts = [], [0]
    lookup = {}
    for i, (a, b, _, _) in enumerate(edges):
        lookup.setdefault((a, b), i)
        lookup.setdefault((b, a), i)
    for face in faces:
        for a, b in zip(face, (*face[1:], face[0]), strict=True):
            corners += [a, lookup[a, b]]
        starts.append(len(corners) // 2)
    head = np.zeros(HULL.HEADER, np.int32)
    head[HULL.VERTEX_COUNT], head[HULL.FACE_COUNT], head[HULL.EDGE_COUNT] = vertex_count, len(faces), len(edges)
    head[HULL.VERTICES] = numbers_start
    head[HULL.PLANES] = numbers_start + 24
    head[HULL.EDGES] = numbers_start + 56
    head[HULL.BODY] = numbers_start + 56 + edge_lanes * HULL.EDGE_ROWS
    head[HULL.FACE_STARTS] = HULL.HEADER
    head[HULL.CORNERS] = HULL.HEADER + len(starts)
    head[HULL.EDGE_ENDS] = HULL.HEADER + len(starts) + len(corners)
    return np.array([*head, *starts, *corners, *np.ravel(edges)], np.int32)


def _unit_box():
    """Indices of a box, and its numbers for half extents of 1."""
    signs = np.array([[1 if corner >> axis & 1 else -1 for axis in range(3)] for corner in range(8)])
    faces = []
    for axis in range(3):
        for side in (-1, 1):
            u, v = 1 << (axis + 1) % 3, 1 << (axis + 2) % 3
            ring = [0, u, u + v, v] if side > 0 else [0, v, u + v, u]
            faces.append(tuple(corner + ((1 << axis) if side > 0 else 0) for corner in ring))
    left = {(a, b): i for i, face in enumerate(faces) for a, b in zip(face, (*face[1:], face[0]), strict=True)}
    # Numbered as in `primitives.box`: 4 * axis + bit of the next axis + 2 * bit of the one after next.
    edges = []
    for axis in range(3):
        for k in range(4):
            first = ((k & 1) << (axis + 1) % 3) + ((k >> 1) << (axis + 2) % 3)
            second = first + (1 << axis)
            edges.append((first, second, left[first, second], left[second, first]))
    normals = np.zeros((8, 4))
    for i in range(8):
        normals[i, min(i, 5) // 2] = 1 if min(i, 5) % 2 else -1
    normals[:, 3] = 1
    rows = np.zeros((16, HULL.EDGE_ROWS))
    for i in range(16):
        first, second, one, other = edges[min(i, 11)]
        rows[i] = [*normals[one], *normals[other], *signs[first], *(signs[second] - signs[first]), np.sqrt(2.0)]
    numbers = np.concatenate([signs.T.ravel(), normals.T.ravel(), rows.T.ravel(), np.zeros(8)])
    return _indices(8, faces, edges, SCRATCH_BOX, 16), numbers.astype(np.float32)


BOX_INDICES, BOX_NUMBERS = _unit_box()
_RING = [(0, 1, 0, 1), (1, 2, 0, 1), (2, 0, 0, 1)]
#: Of a triangle that is solid from the front only, and from both sides.
TRIANGLE_FRONT = _indices(3, [(0, 1, 2)], _RING, SCRATCH_TRIANGLE, 8)
TRIANGLE_BOTH = _indices(3, [(0, 1, 2), (0, 2, 1)], _RING + _RING, SCRATCH_TRIANGLE, 8)


@routine
def copy_scaled(start, groups, factor, scratch):
    """Copy rows of eight numbers of the unit box, times a factor."""
    for k in range(start, start + 8 * groups, 8):
        store(scratch, SCRATCH_BOX + k, splat(factor) * load(BOX_NUMBERS, k))


@routine
def copy_planes(start, groups, size, scratch):
    """Copy rows x, y, z of normals of the unit box; their planes are as far as the half extent that they look along."""
    row = 8 * groups
    for k in range(start, start + row, 8):
        x, y, z = load(BOX_NUMBERS, k), load(BOX_NUMBERS, k + row), load(BOX_NUMBERS, k + 2 * row)
        store(scratch, SCRATCH_BOX + k, x)
        store(scratch, SCRATCH_BOX + k + row, y)
        store(scratch, SCRATCH_BOX + k + 2 * row, z)
        far = splat(size[0]) * wide_abs(x) + splat(size[1]) * wide_abs(y) + splat(size[2]) * wide_abs(z)
        store(scratch, SCRATCH_BOX + k + 3 * row, far)


@routine
def write_box(size, scratch):
    """Write the numbers of a box, half extents in meters, into scratch memory."""
    for axis in range(3):
        factor = size[0] if axis == 0 else (size[1] if axis == 1 else size[2])
        copy_scaled(8 * axis, ONE_ROW, factor, scratch)
        copy_scaled(BOX_EDGES + 16 * (HULL.EDGE_FIRST + axis), TWO_ROWS, factor, scratch)
        copy_scaled(BOX_EDGES + 16 * (HULL.EDGE_ALONG + axis), TWO_ROWS, factor, scratch)
    copy_planes(BOX_PLANES, ONE_ROW, size, scratch)
    copy_planes(BOX_EDGES + 16 * HULL.EDGE_LEFT, TWO_ROWS, size, scratch)
    copy_planes(BOX_EDGES + 16 * HULL.EDGE_RIGHT, TWO_ROWS, size, scratch)
    copy_scaled(BOX_EDGES + 16 * HULL.EDGE_WIDTH, TWO_ROWS, ONE, scratch)
    body = SCRATCH_BOX + BOX_NUMBERS_SIZE - 8
    scratch[body], scratch[body + 1], scratch[body + 2] = ZERO, ZERO, ZERO
    scratch[body + 3] = min(size[0], size[1], size[2])


@leaf
def write_plane(start, column, normal, distance, scratch):
    """Write one plane into four rows of eight."""
    write_vector(start, column, normal, scratch)
    scratch[start + 24 + column] = distance


@leaf
def write_vector(start, column, vector, scratch):
    """Write one vector into three rows of eight."""
    scratch[start + column] = vector[0]
    scratch[start + 8 + column] = vector[1]
    scratch[start + 16 + column] = vector[2]


@leaf
def triangle_corner(k, scratch):
    """Corner k of the triangle that the caller put there [m]."""
    place = TRIANGLE + 3 * (k % 3)
    return scratch[place], scratch[place + 1], scratch[place + 2]


@routine
def write_triangle(two_sided, scratch):
    """Write the numbers of the triangle at TRIANGLE into scratch memory.

    Args:
        two_sided: Whether it is solid from its back as well.
        scratch: Scratch memory.

    Returns:
        Unit normal of its front, and twice its area [m^2], 0 if it has no normal.
    """
    p, q, r = triangle_corner(0, scratch), triangle_corner(1, scratch), triangle_corner(2, scratch)
    normal = cross(subtract(q, p), subtract(r, p))
    area = length(normal)
    if not area > SHORTEST * SHORTEST:
        return normal, ZERO
    normal = scale(normal, ONE / area)
    back = negate(normal)
    distance = dot(normal, p)
    planes, edges = SCRATCH_TRIANGLE + BOX_PLANES, SCRATCH_TRIANGLE + BOX_EDGES
    body = edges + 8 * HULL.EDGE_ROWS
    for k in range(8):
        write_vector(SCRATCH_TRIANGLE, k, triangle_corner(min(k, 2), scratch), scratch)
        if k == 0 or not two_sided:
            write_plane(planes, k, normal, distance, scratch)
        else:
            write_plane(planes, k, back, -distance, scratch)
        # The first three edges belong to the front, three more to the back; what is left over repeats the last one.
        i = min(k, 5 if two_sided else 2)
        first, second = triangle_corner(i, scratch), triangle_corner(i + 1, scratch)
        along = subtract(second, first)
        away = cross(along, normal)
        away = scale(away, ONE / max(length(away), SHORTEST))
        if i < 3:
            write_plane(edges, k, normal, distance, scratch)
            write_plane(edges + 8 * HULL.EDGE_RIGHT, k, away, dot(away, first), scratch)
        else:
            write_plane(edges, k, away, dot(away, first), scratch)
            write_plane(edges + 8 * HULL.EDGE_RIGHT, k, back, -distance, scratch)
        write_vector(edges + 8 * HULL.EDGE_FIRST, k, first, scratch)
        write_vector(edges + 8 * HULL.EDGE_ALONG, k, along, scratch)
        scratch[edges + 8 * HULL.EDGE_WIDTH + k] = ROOT_TWO
    center = scale(add(add(p, q), r), THIRD)
    scratch[body], scratch[body + 1], scratch[body + 2] = center
    scratch[body + 3] = ZERO
    return normal, area
