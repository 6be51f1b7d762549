"""How deep a convex shape is in what it overlaps, and which way out is the shortest.

Along a unit direction n from a to b, two shapes have the separation s(n) = n . offset - h_a(n) - h_b(-n); the largest
is minus the depth, and the shortest way out is against its n. As long as the cores are apart, GJK finds it. Of
overlapping cores it may be any of several local ones, so the best of many directions all around, and the normals of all
faces, are made exact one after the other, see `curved.normal`, and the best of them is taken.
"""

import math

import numpy as np

from physics.kernels.continuous.advance import float3, straight_path
from physics.kernels.continuous.sweep import NO_TURN, ORIGIN, box_for_query, standing_path, swept_box, write_corners
from physics.kernels.core.jit import kernel, leaf, routine
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import (
    add,
    axes,
    combine,
    dot,
    negate,
    relative_rotation,
    rotate,
    rotate_inverse,
    subtract,
)
from physics.kernels.layout import hull as HULL, kind as KIND, shape as SHAPE
from physics.kernels.mesh.points import LISTED
from physics.kernels.mesh.query import QUERY_DONE, QUERY_START, list_triangles
from physics.kernels.narrow_phase.convex.extent import rounding
from physics.kernels.narrow_phase.convex.gjk import gjk_distance
from physics.kernels.narrow_phase.curved.normal import (
    SUGGESTED,
    Pair,
    improve_normal,
    separation,
    suggested_direction,
    thickness_of,
    unit_or,
)
from physics.kernels.queries.cast_shape import meet_plane

#: Directions that are made exact, best first. Fewer: now and then a longer way out than the shortest is taken.
STARTS = 20
#: Directions nearer to what one of them became than this are not begun with (cosine; 8 degrees).
SIMILAR = 0.99
#: Rounds for one of them at most.
ROUNDS = 12
#: Directions all around: those to the outermost points of a cubic lattice with so many.
LATTICE = 125
#: Directions that there is room for: these, those that the shapes suggest, and the normals of the faces of two hulls.
DIRECTIONS = LATTICE + SUGGESTED + 2 * 256


@leaf
def face_normal(k, data, numbers, indices):
    """Outward normal of face k of a hull, in its axes."""
    planes = indices[data + HULL.PLANES] + k
    stride = HULL.lanes(indices[data + HULL.FACE_COUNT])
    return (
        np.float64(numbers[planes]),
        np.float64(numbers[planes + stride]),
        np.float64(numbers[planes + 2 * stride]),
    )


@leaf
def face_count(kind, data, indices):
    """Number of faces of a hull, 0 for other shapes, whose face normals are among the directions all around."""
    return np.int64(indices[data + HULL.FACE_COUNT]) if kind == KIND.HULL else np.int64(0)


@leaf
def add_direction(count, direction, pair, directions):
    """Note a direction with its separation; returns how many are noted."""
    if count >= len(directions):
        return count
    along, _, _ = separation(pair, direction)
    for c in range(3):
        directions[count, c] = direction[c]
    directions[count, 3] = along
    return count + 1


@leaf
def list_directions(pair, directions):
    """Note all directions to begin with; returns their number."""
    count = 0
    for k in range(SUGGESTED):
        count = add_direction(count, unit_or(suggested_direction(k, pair), (0.0, 1.0, 0.0)), pair, directions)
    for k in range(LATTICE):
        x, y, z = k % 5 - 2, (k // 5) % 5 - 2, k // 25 - 2
        if max(abs(x), abs(y), abs(z)) == 2:
            direction = unit_or((float(x), float(y), float(z)), (0.0, 1.0, 0.0))
            count = add_direction(count, direction, pair, directions)
    for k in range(face_count(pair.kind_a, pair.data_a, pair.indices)):
        normal = face_normal(k, pair.data_a, pair.numbers, pair.indices)
        count = add_direction(count, unit_or(normal, (0.0, 1.0, 0.0)), pair, directions)
    for k in range(face_count(pair.kind_b, pair.data_b, pair.indices)):
        normal = combine(pair.columns, face_normal(k, pair.data_b, pair.numbers, pair.indices))
        count = add_direction(count, unit_or(negate(normal), (0.0, 1.0, 0.0)), pair, directions)
    if pair.kind_b == KIND.TRIANGLE:
        corners = pair.triangle
        a = (np.float64(corners[0]), np.float64(corners[1]), np.float64(corners[2]))
        b = (np.float64(corners[3]), np.float64(corners[4]), np.float64(corners[5]))
        c = (np.float64(corners[6]), np.float64(corners[7]), np.float64(corners[8]))
        u, v = subtract(b, a), subtract(c, a)
        up = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        up = combine(pair.columns, unit_or(up, (0.0, 1.0, 0.0)))
        count = add_direction(count, up, pair, directions)
        count = add_direction(count, negate(up), pair, directions)
    return count


@routine
def shortest_way_out(pair, least, directions):
    """Largest separation of two overlapping shapes [m], and its direction from a to b, in the axes of a.

    If they are known to be no deeper in each other than `least` [m], it is not looked for exactly.
    """
    kind_a, size_a, data_a, kind_b, size_b, data_b, columns, offset, numbers, indices, triangle = pair
    guess = unit_or(offset, (0.0, 1.0, 0.0))
    distance, normal, _, _, inside, _ = gjk_distance(
        kind_a, size_a, data_a, kind_b, size_b, data_b, columns, offset, math.inf, guess, numbers, indices, triangle
    )
    if not inside:
        return distance - rounding(kind_a, size_a) - rounding(kind_b, size_b), normal
    thickness = thickness_of(pair)
    count = list_directions(pair, directions)
    best, best_normal = -math.inf, guess
    for _ in range(STARTS):
        # Every direction bounds the depth from above.
        first = -1
        for k in range(count):
            if directions[k, 3] > -math.inf and (first < 0 or directions[k, 3] > directions[first, 3]):
                first = k
        if first < 0 or -directions[first, 3] <= least:
            break
        start = (directions[first, 0], directions[first, 1], directions[first, 2])
        along, normal, _, _ = improve_normal(pair, directions[first, 3], start, thickness, ROUNDS)
        if along > best:
            best, best_normal = along, normal
        for k in range(count):
            direction = (directions[k, 0], directions[k, 1], directions[k, 2])
            if k == first or dot(direction, normal) > SIMILAR:
                directions[k, 3] = -math.inf
    return max(best, -least) if best == -math.inf else best, best_normal


@leaf
def solid_depth(shape, mover, shapes, directions, search):
    """Depth of a shape in a solid [m], unit normal out of it, and the deepest point of the shape [m]."""
    kind, size, data, pose = mover
    numbers, indices, corners = flat(shapes.numbers), flat(shapes.indices), flat(search.corners)
    standing = standing_path(shape, shapes)
    other = np.int64(shapes.info[shape, SHAPE.KIND])
    other_data = np.int64(shapes.info[shape, SHAPE.DATA])
    other_size = float3(shapes.place, shape, SHAPE.PLACE_SIZE)
    pair = Pair(
        kind, size, data, other, other_size, other_data, axes(relative_rotation(pose[1], standing[2])),
        rotate_inverse(pose[1], subtract(standing[0], pose[0])), numbers, indices, corners,
    )  # fmt: skip
    return from_pair(pair, pose, -1.0, directions)


@leaf
def from_pair(pair, pose, least, directions):
    """Depth [m], normal and point in the world, of two shapes in the axes of the first, which has a pose."""
    along, normal = shortest_way_out(pair, least, directions)
    _, deepest, _ = separation(pair, normal)
    return max(-along, 0.0), rotate(pose[1], negate(normal)), add(pose[0], rotate(pose[1], deepest))


@routine
def surface_depth(shape, mover, shapes, directions, search):
    """As `solid_depth`, of the triangle of a mesh or height field that it is deepest in, and the triangle."""
    kind, size, data, pose = mover
    numbers, indices = flat(shapes.numbers), flat(shapes.indices)
    standing = standing_path(shape, shapes)
    surface = (standing[0], standing[2])
    other = np.int64(shapes.info[shape, SHAPE.KIND])
    other_data = np.int64(shapes.info[shape, SHAPE.DATA])
    path = straight_path(pose[0], ORIGIN, pose[1])
    middle, half = swept_box(surface, kind, size, (ORIGIN, NO_TURN), path)
    box = box_for_query(middle, half)
    work, names, corners = flat(search.work), flat(search.names), flat(search.corners)
    columns = axes(relative_rotation(pose[1], NO_TURN))
    best, normal, point, triangle = -1.0, (0.0, 1.0, 0.0), pose[0], np.int64(-1)
    state = QUERY_START
    while state != QUERY_DONE:
        count, state = list_triangles(other, other_data, state, box, indices, numbers, work, names)
        for i in range(count):
            number = np.int64(names[LISTED + i])
            write_corners(other, other_data, number, surface, pose[0], numbers, indices, corners)
            pair = Pair(
                kind, size, data, np.int64(KIND.TRIANGLE), ORIGIN, np.int64(0), columns, ORIGIN, numbers, indices,
                corners,
            )  # fmt: skip
            depth, out, deepest = from_pair(pair, pose, best, directions)
            if depth > best or (depth == best and number < triangle):
                best, normal, point, triangle = depth, out, deepest, number
    return max(best, 0.0), normal, point, triangle


@kernel
def measure_depths(
    kind, size, data, center, rotation, shape, shapes, directions, search, depth, normal, point, triangle
):
    """How deep a shape is in each of those that it overlaps.

    Args:
        kind: Kind of the shape, convex.
        size: Its size as in `layout`, three float64 [m].
        data: Where its shape data begin.
        center: Its center (x, y, z) [m].
        rotation: Its rotation (x, y, z, w).
        shape: Rows of the shapes that it overlaps, int32 [n].
        shapes: Shape arrays.
        directions: Scratch, float64 [DIRECTIONS, 4].
        search: Scratch.
        depth: Shortest way that takes them apart [m], float64 [n]. Written.
        normal: Directions of that way, for the shape, float64 [n, 3]. Written.
        point: Deepest points of the shape [m], float64 [n, 3]. Written.
        triangle: Triangles of meshes and height fields that it is deepest in, in the order of their trees, else -1,
            int32 [n]. Written.
    """
    numbers, indices = flat(shapes.numbers), flat(shapes.indices)
    pose = (center, rotation)
    mover = (np.int64(kind), size, np.int64(data), pose)
    for i in range(len(shape)):
        row = shape[i]
        other = np.int64(shapes.info[row, SHAPE.KIND])
        triangle[i] = -1
        if other == KIND.PLANE:
            path = straight_path(center, ORIGIN, rotation)
            _, gap, out, deepest = meet_plane(
                shapes.info[row, SHAPE.NODE], mover[0], size, mover[2], path, shapes, numbers, indices
            )
            depth[i] = max(-gap, 0.0)
        elif KIND.is_convex(other):
            depth[i], out, deepest = solid_depth(row, mover, shapes, directions, search)
        else:
            depth[i], out, deepest, triangle[i] = surface_depth(row, mover, shapes, directions, search)
        for c in range(3):
            normal[i, c] = out[c]
            point[i, c] = deepest[c]
