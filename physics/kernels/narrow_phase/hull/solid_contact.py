"""Contact of two solids: which axis is taken, and the points on it. Everything is computed in the axes of a.

Which axis is chosen follows `primitives.box`: faces are preferred to edges, those of a to those of b, by lengths that
are small for the bodies, so that resting bodies keep their points. Bodies that lie apart with neither a face nor two
edges between them touch at their closest points.
"""

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add, add_scaled, clamp, combine, dot, length, negate, scale, subtract
from physics.kernels.narrow_phase.hull.axes import (
    BACKWARD,
    best_edges,
    best_face,
    edge_axis,
    edge_of,
    list_edges,
    list_groups,
    plane_of,
    promising_face,
    separation_along,
    transpose,
)
from physics.kernels.narrow_phase.hull.clip import (
    FEATURE_CROSSING,
    FEATURE_STRIDE,
    clip_solids,
    incident_face,
    write_face_contact,
)
from physics.kernels.narrow_phase.hull.closest import closest_of_solids
from physics.kernels.narrow_phase.hull.support import HUGE, lowest_vertex, middle, vertex
from physics.kernels.narrow_phase.primitives.sphere import FIRST, HALF, ONE, ZERO, write_point

#: Feature ids of closest points and of a deepest vertex.
FEATURE_CLOSEST = np.int64(1 << 21)
FEATURE_DEEPEST = np.int64((1 << 21) + 1)

#: What the normal of a contact belongs to; a face of a stands for a deepest vertex as well.
OWNER_FACE_A = np.int64(0)
OWNER_FACE_B = np.int64(1)
OWNER_EDGES = np.int64(2)
OWNER_CLOSEST = np.int64(3)

NOWHERE = (ZERO, ZERO, ZERO)


@leaf
def apart_along(gap, axis, world, point):
    """What a routine returns for bodies apart: the axis that separates them stands for the normal.

    Args:
        gap: Separation [m].
        axis: Unit axis in the axes of a.
        world: Directions of these axes in the world.
        point: Contact points; the gap is left there.
    """
    point[3] = gap
    normal = combine(world, axis)
    return 0, normal[0], normal[1], normal[2], OWNER_FACE_A, FIRST


@routine
def find_edges(solid_a, solid_b, columns, offset, back, corner_a, corner_b, limit, scratch):
    """The two edges that separate two solids most.

    Args:
        solid_a: Solid a.
        solid_b: Solid b.
        columns: Directions of the axes of b in the axes of a.
        offset: Center of b in the axes of a [m].
        back: Center of a in the axes of b [m].
        corner_a: Vertex of a deepest below the best face of b, in the axes of a [m].
        corner_b: Vertex of b deepest below the best face of a, in the axes of a [m].
        limit: Smaller separations do not matter [m].
        scratch: Scratch memory.

    Returns:
        Separation [m], hugely negative if none is larger than the limit, edge of a, edge of b, unit axis in the axes
        of a.
    """
    nothing = -HUGE, FIRST, FIRST, NOWHERE
    center, inner = middle(solid_b)
    center = add(combine(columns, center), offset)
    count = list_edges(solid_a, center, inner, corner_b, limit, scratch)
    if count == 0:
        return nothing
    turn = transpose(columns)
    center, inner = middle(solid_a)
    center = add(combine(turn, center), back)
    groups = list_groups(solid_b, center, inner, add(combine(turn, corner_a), back), limit, scratch)
    if groups == 0:
        return nothing
    edge, edge_a, edge_b = best_edges(solid_a, solid_b, count, groups, columns, offset, scratch)
    if edge <= limit:
        return nothing
    axis, whole = edge_axis(solid_a, edge_a, solid_b, edge_b, columns, offset)
    # Where arcs nearly miss each other, rounding calls a pair crossing that is not; what all vertices say is true.
    if min(edge, whole) <= limit:
        return nothing
    return min(edge, whole), edge_a, edge_b, axis


@routine
def write_edge_contact(solid_a, edge_a, solid_b, edge_b, columns, offset, axis, world, point, feature):
    """Contact where two edges pass each other; returns 1 if they do, 0 if their lines are closest beyond an end.

    Args:
        solid_a: Solid a.
        edge_a: Edge of a.
        solid_b: Solid b.
        edge_b: Edge of b.
        columns: Directions of the axes of b in the axes of a.
        offset: Center of b in the axes of a [m].
        axis: Unit normal in the axes of a.
        world: Directions of these axes in the world.
        point: Contact points; row 0 is written.
        feature: Feature ids; entry 0 is written.
    """
    _, _, p, d = edge_of(solid_a, edge_a)
    _, _, q, e = edge_of(solid_b, edge_b)
    q, e = add(combine(columns, q), offset), combine(columns, e)
    gap = subtract(q, p)
    dd, de, ee, dg, eg = dot(d, d), dot(d, e), dot(e, e), dot(d, gap), dot(e, gap)
    factor = ONE / (dd * ee - de * de)
    s, t = (dg * ee - de * eg) * factor, (de * dg - dd * eg) * factor
    real = 1 if s >= ZERO and s <= ONE and t >= ZERO and t <= ONE else 0
    on_a, on_b = add_scaled(p, d, clamp(s, ZERO, ONE)), add_scaled(q, e, clamp(t, ZERO, ONE))
    position = combine(world, scale(add(on_a, on_b), HALF))
    identity = FEATURE_CROSSING + FEATURE_STRIDE * edge_a + edge_b
    write_point(point, feature, FIRST, position, dot(gap, axis), identity)
    return real


@routine
def collide_closest(solid_a, solid_b, columns, offset, guess, front, gap, skin, margin, world, point, feature, scratch):
    """Contact of two solids apart, along the line between their closest points.

    Args:
        solid_a: Solid a.
        solid_b: Solid b.
        columns: Directions of the axes of b in the axes of a.
        offset: Center of b in the axes of a [m].
        guess: Direction from a to b in the axes of a.
        front: Front of a one-sided triangle in the axes of a; zero if there is none.
        gap: Largest separation along an axis so far [m].
        skin: Distance that gives no direction [m].
        margin: Largest separation of a point [m].
        world: Directions of the axes of a in the world.
        point: Contact points; row 0 is written.
        feature: Feature ids; entry 0 is written.
        scratch: Scratch memory; the simplex is left there.

    Returns:
        Number of points, -1 if the solids are too close to tell the direction, the normal in world axes, owner and
        corners of the simplex.
    """
    on_a, on_b, corners = closest_of_solids(solid_a, solid_b, columns, offset, guess, scratch)
    across = subtract(on_b, on_a)
    distance = np.float32(length(across))
    if corners == 4 or not distance > skin:
        return -1, ZERO, ONE, ZERO, OWNER_CLOSEST, FIRST
    factor = 1.0 / length(across)
    axis = (np.float32(across[0] * factor), np.float32(across[1] * factor), np.float32(across[2] * factor))
    if distance > margin or dot(axis, front) > BACKWARD:
        return apart_along(gap, guess, world, point)
    middle_point = (
        np.float32(0.5 * (on_a[0] + on_b[0])),
        np.float32(0.5 * (on_a[1] + on_b[1])),
        np.float32(0.5 * (on_a[2] + on_b[2])),
    )
    write_point(point, feature, FIRST, combine(world, middle_point), distance, FEATURE_CLOSEST)
    normal = combine(world, axis)
    return 1, normal[0], normal[1], normal[2], OWNER_CLOSEST, np.int64(corners)


@routine
def collide_face(
    solid_a, solid_b, on_b, face, corner, columns, offset, back, limit, margin, bias, world, point, feature, scratch
):
    """Contact on a face.

    Args:
        solid_a: Solid a.
        solid_b: Solid b.
        on_b: Whether the face is one of b.
        face: The face.
        corner: Index of the deepest vertex of the other solid.
        columns: Directions of the axes of b in the axes of a.
        offset: Center of b in the axes of a [m].
        back: Center of a in the axes of b [m].
        limit: The lowest point must not be higher than this [m], else nothing is written.
        margin: Largest separation of a point [m].
        bias: Small length for these bodies [m].
        world: Directions of the axes of a in the world.
        point: Contact points, written.
        feature: Feature ids, written.
        scratch: Scratch memory.

    Returns:
        Number of points, 0 if the faces miss each other, the normal in world axes, owner and face.
    """
    reference, incident = (solid_b, solid_a) if on_b else (solid_a, solid_b)
    turn = transpose(columns)
    turn, shift = (turn, back) if on_b else (columns, offset)
    normal, _ = plane_of(reference, face)
    other = incident_face(incident, combine(transpose(turn), normal), corner)
    total, lowest = clip_solids(reference, face, incident, other, turn, shift, not on_b, margin, bias, scratch)
    if total == 0 or lowest > limit:
        return 0, ZERO, ONE, ZERO, OWNER_FACE_A, face
    frame, origin, facing, owner = world, NOWHERE, ONE, OWNER_FACE_A
    if on_b:
        frame = (combine(world, columns[0]), combine(world, columns[1]), combine(world, columns[2]))
        origin, facing, owner = combine(world, offset), -ONE, OWNER_FACE_B
    count, nx, ny, nz = write_face_contact(total, reference, face, frame, origin, facing, bias, point, feature, scratch)
    return count, nx, ny, nz, owner, face


@routine
def collide_rest(
    solid_a, solid_b, columns, offset, back, corner_a, corner_b, highest, whole, guess, front, skin, margin,
    world, point, feature, scratch
):  # fmt: skip
    """Contact of two solids without a face between them: edges that cross, else closest points.

    Args:
        solid_a: Solid a.
        solid_b: Solid b.
        columns: Directions of the axes of b in the axes of a.
        offset: Center of b in the axes of a [m].
        back: Center of a in the axes of b [m].
        corner_a: Vertex of a deepest below the best face of b, in the axes of a [m].
        corner_b: Vertex of b deepest below the best face of a, in the axes of a [m].
        highest: Largest separation along a face that may push [m].
        whole: Largest separation along any axis [m].
        guess: Axis of `highest`, from a to b in the axes of a.
        front: Front of a one-sided triangle in the axes of a; zero if there is none.
        skin: Distance that gives no direction [m].
        margin: Largest separation of a point [m].
        world: Directions of the axes of a in the world.
        point: Contact points; row 0 is written.
        feature: Feature ids; entry 0 is written.
        scratch: Scratch memory.

    Returns:
        Number of points, -1 if neither is the case, the normal in world axes, owner, edge of b or corners of simplex.
    """
    edge, edge_a, edge_b, axis = find_edges(
        solid_a, solid_b, columns, offset, back, corner_a, corner_b, min(highest, margin), scratch
    )
    found = edge > -HUGE
    if edge > margin:
        return apart_along(edge, axis, world, point)
    normal = combine(world, axis)
    if found and whole <= max(highest, ZERO):
        real = write_edge_contact(solid_a, edge_a, solid_b, edge_b, columns, offset, axis, world, point, feature)
        if real == 1:
            return 1, normal[0], normal[1], normal[2], OWNER_EDGES, edge_b
    whole = max(whole, edge)
    if whole > ZERO:
        result = collide_closest(
            solid_a, solid_b, columns, offset, axis if found else guess, front, whole, skin, margin, world, point,
            feature, scratch,
        )  # fmt: skip
        if result[0] >= 0:
            return result
    if found:
        write_edge_contact(solid_a, edge_a, solid_b, edge_b, columns, offset, axis, world, point, feature)
        return 1, normal[0], normal[1], normal[2], OWNER_EDGES, edge_b
    return -1, ZERO, ONE, ZERO, OWNER_FACE_A, FIRST


@routine
def write_deepest(corner, axis, half, owner, face, world, point, feature):
    """Contact of the deepest vertex below a face; the last resort of rounding errors.

    Args:
        corner: The vertex in the axes of a [m].
        axis: Normal from a to b in the axes of a.
        half: From the vertex halfway to the other surface, along the normal [m].
        owner: Whose face it is.
        face: The face.
        world: Directions of the axes of a in the world.
        point: Contact points; row 0 is written.
        feature: Feature ids; entry 0 is written.

    Returns:
        As `collide_solids`.
    """
    normal = combine(world, axis)
    separation = (half if owner == OWNER_FACE_B else -half) / HALF
    write_point(point, feature, FIRST, combine(world, add_scaled(corner, axis, half)), separation, FEATURE_DEEPEST)
    return 1, normal[0], normal[1], normal[2], owner, face


@routine
def collide_solids(
    solid_a, solid_b, columns, offset, margin, hint, front, prefer, bias, skin, world, point, feature, scratch
):
    """Contact points of two solids.

    Args:
        solid_a: Solid a.
        solid_b: Solid b.
        columns: Directions of the axes of b in the axes of a.
        offset: Center of b in the axes of a [m].
        margin: Points farther apart than this are left out [m].
        hint: Unit axis in the axes of a that may separate them, or zero.
        front: Front of a one-sided triangle b in the axes of a, else zero.
        prefer: A face of b must separate by so much more than those of a to be taken [m].
        bias: Two edges must separate by so much more than any face [m].
        skin: Distance that gives no direction [m].
        world: Directions of the axes of a in the world.
        point: Contact points, written.
        feature: Feature ids, written.
        scratch: Scratch memory.

    Returns:
        Number of points, normal in world axes, owner of the normal, and its face or edge of b or corners of simplex.
    """
    turn = transpose(columns)
    back = negate(combine(turn, offset))
    if dot(hint, hint) > HALF:
        gap = separation_along(solid_a, solid_b, columns, offset, hint)
        if gap > margin:
            return apart_along(gap, hint, world, point)
    best_a, face_a = promising_face(solid_a, solid_b, turn, offset)
    if best_a > margin:
        return apart_along(best_a, plane_of(solid_a, face_a)[0], world, point)
    best_b, face_b = promising_face(solid_b, solid_a, columns, back)
    if best_b > margin:
        return apart_along(best_b, negate(combine(columns, plane_of(solid_b, face_b)[0])), world, point)
    best_a, face_a, whole = best_face(solid_a, solid_b, turn, offset, front, margin, best_a, face_a)
    normal_a = plane_of(solid_a, face_a)[0]
    if whole > margin:
        return apart_along(whole, normal_a, world, point)
    best_b, face_b, _ = best_face(solid_b, solid_a, columns, back, NOWHERE, margin, best_b, face_b)
    normal_b = combine(columns, plane_of(solid_b, face_b)[0])
    if best_b > margin:
        return apart_along(best_b, negate(normal_b), world, point)

    # The vertices deepest below these faces: they tell which edges cannot matter, and are where incident faces meet.
    deepest_b = lowest_vertex(solid_b, combine(turn, normal_a))[1]
    deepest_a = lowest_vertex(solid_a, normal_b)[1]
    corner_a = vertex(solid_a, deepest_a)
    below = add(combine(columns, vertex(solid_b, deepest_b)), offset)
    highest = max(best_a, best_b)
    if whole <= ZERO and whole > highest + bias:
        # Only for a one-sided triangle. The shortest way out is backward: the caller knows what is there.
        _, widest, _ = best_face(solid_a, solid_b, turn, offset, NOWHERE, margin, -HUGE, np.int64(0))
        axis = plane_of(solid_a, widest)[0]
        corner_b = vertex(solid_b, lowest_vertex(solid_b, combine(turn, axis))[1])
        below = add(combine(columns, corner_b), offset)
        return write_deepest(below, axis, -HALF * whole, OWNER_FACE_A, widest, world, point, feature)
    whole = max(whole, best_b)
    on_b = best_b > best_a + prefer
    limit = min(highest + bias, margin)
    edge, _, _, axis = find_edges(solid_a, solid_b, columns, offset, back, corner_a, below, limit, scratch)
    if edge > margin:
        return apart_along(edge, axis, world, point)
    guess = negate(normal_b) if best_b > best_a else normal_a
    parted = whole > max(highest, ZERO)
    # The chosen face; after edges and closest points a face of the other solid that is nearly as good; the chosen one
    # at any rate.
    for attempt in range(3):
        if attempt == 1:
            result = collide_rest(
                solid_a, solid_b, columns, offset, back, corner_a, below, highest, whole, guess, front, skin, margin,
                world, point, feature, scratch,
            )  # fmt: skip
            if result[0] >= 0:
                return result
        other = on_b if attempt != 1 else not on_b
        best = best_b if other else best_a
        if (edge <= limit and not parted) if attempt == 0 else (best + bias >= highest):
            result = collide_face(
                solid_a, solid_b, other, face_b if other else face_a, deepest_a if other else deepest_b, columns,
                offset, back, HUGE if attempt == 2 else best + bias, margin, bias, world, point, feature, scratch,
            )  # fmt: skip
            # The points may miss the place where the bodies are closest: the axis came near, but is not the right one.
            if result[0] > 0:
                return result
    if on_b:
        return write_deepest(corner_a, negate(normal_b), HALF * best_b, OWNER_FACE_B, face_b, world, point, feature)
    return write_deepest(below, normal_a, -HALF * best_a, OWNER_FACE_A, face_a, world, point, feature)
