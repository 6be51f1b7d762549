"""Points of a contact on a face of a convex body: one face cut by the outline of the other.

The body whose face is the contact plane is the reference; the incident face is that of the other body which looks at it
most directly, among those at its deepest vertex; or if none of them lies level but an edge does, of the two at the most
level edge, so that a wedge stands on its keel from end to end. In axes (u, v) of the plane both are convex polygons,
the third coordinate w is the separation. Their common part is spanned by corners of either that lie in the other, and
by crossings of their sides.

Feature ids name vertices and edges, not the order in which they were met: 0 ... 255 a vertex of a, 256 ... 511 one of
b, then 512 + 1024 * edge of a + edge of b.
"""

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import combine, cross, dot, length, perpendicular
from physics.kernels.core.wide import any_of, load, lowest_bit, mask_bits, select, splat, wide_abs
from physics.kernels.core.wide_reduce import highest_lane, lowest_lane
from physics.kernels.layout import hull as HULL
from physics.kernels.narrow_phase.hull.axes import load_plane, plane_of, wide_dot
from physics.kernels.narrow_phase.hull.solids import (
    CANDIDATES,
    SCRATCH_CANDIDATE,
    SCRATCH_INCIDENT,
    SCRATCH_INCIDENT_SIDES,
    SCRATCH_REFERENCE,
    SCRATCH_SIDES,
)
from physics.kernels.narrow_phase.hull.support import HUGE, header, vertex
from physics.kernels.narrow_phase.primitives.box_clip import WIDEN, choose_four
from physics.kernels.narrow_phase.primitives.sphere import FIRST, HALF, ONE, ZERO, write_point

FEATURE_CROSSING = 512
FEATURE_STRIDE = 1024
FEATURE_B = 256

#: A face belongs to a vertex that is this near to its plane, as a share of how far both are from the center; any other
#: face looks less against a direction than every face at the vertex, by this.
AT_VERTEX = np.float32(1.0e-4)
ELSEWHERE = np.float32(4.0)

#: A face tilted less than this (cosine, 2.5 degrees) is level.
LEVEL_FACE = np.float32(-0.999)

#: An edge tilted less than this (sine, 5 degrees) is level.
LEVEL_EDGE = np.float32(0.087)

#: An incident face steeper than this (cosine) is a line seen from the reference: no corner lies over it.
STEEP = np.float32(0.02)

SHORTEST = np.float32(1.0e-12)


@leaf
def faces_off(x, y, z, d, corner):
    """Which of eight planes of a solid a vertex of it is not on."""
    below = d - wide_dot(x, y, z, corner)
    return below > splat(AT_VERTEX) * wide_abs(d) + splat(AT_VERTEX * length(corner))


@routine
def facing_face(solid, normal, corner, other):
    """The face of a solid that looks most directly against a direction, of those at two of its vertices.

    Args:
        solid: Solid.
        normal: Direction, in the axes of the solid.
        corner: Vertex [m].
        other: The other vertex [m], or the same.

    Returns:
        Cosine between the face and the direction, and index of the face.
    """
    numbers = solid[0]
    row = HULL.lanes(header(solid, HULL.FACE_COUNT))
    start = header(solid, HULL.PLANES)
    best, face = HUGE, np.int64(0)
    for k in range(start, start + row, 8):
        x, y, z, d = load_plane(numbers, k, row)
        value = wide_dot(x, y, z, normal)
        elsewhere = faces_off(x, y, z, d, corner) | faces_off(x, y, z, d, other)
        value = select(elsewhere, value + splat(ELSEWHERE), value)
        if any_of(value < splat(best)):
            best = lowest_lane(value)
            face = k - start + lowest_bit(mask_bits(value <= splat(best)))
    return best, face


@leaf
def most_level(solid, normal, corner):
    """Square of the sine of the most level way from the deepest vertex of a solid to another one, and that vertex.

    It is an edge: any other way lies among edges, and rises at least as much as the most level of them.
    """
    numbers = solid[0]
    start = header(solid, HULL.VERTICES)
    row = HULL.lanes(header(solid, HULL.VERTEX_COUNT))
    lowest, found = HUGE, np.int64(0)
    for k in range(start, start + row, 8):
        x = load(numbers, k) - splat(corner[0])
        y = load(numbers, k + row) - splat(corner[1])
        z = load(numbers, k + 2 * row) - splat(corner[2])
        height = wide_dot(x, y, z, normal)
        square = x * x + y * y + z * z
        slope = select(square > splat(SHORTEST), height * height / square, splat(HUGE))
        if any_of(slope < splat(lowest)):
            lowest = lowest_lane(slope)
            found = k - start + lowest_bit(mask_bits(slope <= splat(lowest)))
    return lowest, found


@routine
def incident_face(solid, normal, deepest):
    """The face of a solid to be cut, at its deepest vertex along a direction.

    Args:
        solid: Solid.
        normal: Direction, in the axes of the solid.
        deepest: Index of the vertex.

    Returns:
        Index of the face.
    """
    corner = vertex(solid, deepest)
    best, face = facing_face(solid, normal, corner, corner)
    if best < LEVEL_FACE:
        return face
    slope, other = most_level(solid, normal, corner)
    if slope < LEVEL_EDGE * LEVEL_EDGE:
        best, level = facing_face(solid, normal, corner, vertex(solid, other))
        face = level if best <= ONE else face
    return face


@leaf
def face_corners(solid, face):
    """Place of the first corner of a face in the indices, and how many it has."""
    starts = header(solid, HULL.FACE_STARTS) + face
    first = np.int64(solid[1][starts])
    return header(solid, HULL.CORNERS) + 2 * first, np.int64(solid[1][starts + 1]) - first


@leaf
def corner_sharpness(sides, i, j, scratch):
    """1 for a blunt corner between two sides of a polygon, the sine of its angle for one sharper than a right angle."""
    u, v = scratch[sides + i], scratch[sides + HULL.CORNERS_MAX + i]
    other_u, other_v = scratch[sides + j], scratch[sides + HULL.CORNERS_MAX + j]
    return ONE if u * other_u + v * other_v >= ZERO else abs(u * other_v - v * other_u)


@routine
def write_sides(outline, sides, count, turn, widen, scratch):
    """Write the sides of a polygon, padded to eight lanes: unit normals out of it, and distances.

    Args:
        outline: Place of its corners, rows u, v.
        sides: Where to write, rows u, v, distance.
        count: Number of corners.
        turn: 1 if they go counterclockwise, else -1.
        widen: Move the sides outward by this [m]; less at sharp corners, or these would move far.
        scratch: Scratch memory.
    """
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        u, v = scratch[outline + i], scratch[outline + HULL.CORNERS_MAX + i]
        du, dv = scratch[outline + j] - u, scratch[outline + HULL.CORNERS_MAX + j] - v
        factor = turn / max(np.sqrt(du * du + dv * dv), SHORTEST)
        scratch[sides + i] = dv * factor
        scratch[sides + HULL.CORNERS_MAX + i] = -du * factor
        scratch[sides + 2 * HULL.CORNERS_MAX + i] = (dv * u - du * v) * factor
    if widen > ZERO:
        before = corner_sharpness(sides, count - 1, FIRST, scratch)
        for i in range(count):
            after = corner_sharpness(sides, i, i + 1 if i + 1 < count else FIRST, scratch)
            scratch[sides + 2 * HULL.CORNERS_MAX + i] += widen * min(before, after)
            before = after
    for k in range(count, HULL.lanes(count)):
        for row in range(sides, sides + 3 * HULL.CORNERS_MAX, HULL.CORNERS_MAX):
            scratch[row + k] = scratch[row + count - 1]


@leaf
def keep(total, lowest, u, v, w, code, margin, scratch):
    """Append a candidate point unless it is farther apart than the margin; returns their number and lowest w."""
    if w > margin or total >= CANDIDATES:
        return total, lowest
    row = SCRATCH_CANDIDATE + 4 * total
    scratch[row] = u
    scratch[row + 1] = v
    scratch[row + 2] = w
    scratch[row + 3] = np.float32(code)
    return total + 1, min(lowest, w)


@leaf
def side_gaps(sides, k, u, v, scratch):
    """How far a point lies outside of eight sides [m]."""
    nu, nv = load(scratch, sides + k), load(scratch, sides + HULL.CORNERS_MAX + k)
    return splat(u) * nu + splat(v) * nv - load(scratch, sides + 2 * HULL.CORNERS_MAX + k)


@routine
def cut_side(count, from_u, from_v, to_u, to_v, scratch):
    """Part of a stretch that lies within the reference polygon.

    Args:
        count: Sides of the polygon.
        from_u: Start [m]; likewise from_v.
        from_v: See from_u.
        to_u: End [m]; likewise to_v.
        to_v: See to_u.
        scratch: Scratch memory with the sides.

    Returns:
        Where it enters and leaves, as parts of the stretch, and the sides there: -1 for one that starts or ends inside.
        It misses the polygon if it leaves before it enters.
    """
    enter, leave, side_in, side_out = ZERO, ONE, np.int64(-1), np.int64(-1)
    zero = splat(ZERO)
    for k in range(0, HULL.lanes(count), 8):
        start = side_gaps(SCRATCH_SIDES, k, from_u, from_v, scratch)
        end = side_gaps(SCRATCH_SIDES, k, to_u, to_v, scratch)
        out_start, out_end = start > zero, end > zero
        if any_of(out_start & out_end):
            return ONE, ZERO, side_in, side_out
        at = start / (start - end)
        if any_of(out_start):
            value = select(out_start, at, splat(-ONE))
            high = highest_lane(value)
            if high >= enter:
                enter, side_in = high, min(k + lowest_bit(mask_bits(value >= splat(high))), count - 1)
        if any_of(out_end):
            value = select(out_end, at, splat(ONE + ONE))
            low = lowest_lane(value)
            if low <= leave:
                leave, side_out = low, min(k + lowest_bit(mask_bits(value <= splat(low))), count - 1)
    return enter, leave, side_in, side_out


@leaf
def outside_any(sides, count, u, v, scratch):
    """Whether a point lies outside of a polygon."""
    for k in range(0, HULL.lanes(count), 8):
        if any_of(side_gaps(sides, k, u, v, scratch) > splat(ZERO)):
            return True
    return False


@routine
def write_outlines(reference, face, incident, other, turn, offset, u, v, normal, distance, widen, scratch):
    """Write both polygons in the axes (u, v, w) of the reference face into scratch memory.

    Args:
        reference: Reference solid.
        face: Its face.
        incident: Incident solid.
        other: Its face.
        turn: Columns of the rotation from the axes of the incident solid to those of the reference.
        offset: Center of the incident solid in the axes of the reference [m].
        u: Unit vectors along the face, in the axes of the reference; likewise v.
        v: See u.
        normal: Normal of the face.
        distance: Distance of its plane [m].
        widen: The reference polygon is made larger by this [m].
        scratch: Scratch memory.
    """
    place, count = face_corners(reference, face)
    for k in range(count):
        p = vertex(reference, np.int64(reference[1][place + 2 * k]))
        scratch[SCRATCH_REFERENCE + k] = dot(p, u)
        scratch[SCRATCH_REFERENCE + HULL.CORNERS_MAX + k] = dot(p, v)
    write_sides(SCRATCH_REFERENCE, SCRATCH_SIDES, count, ONE, widen, scratch)
    place, count = face_corners(incident, other)
    for k in range(count):
        p = combine(turn, vertex(incident, np.int64(incident[1][place + 2 * k])))
        p = (p[0] + offset[0], p[1] + offset[1], p[2] + offset[2])
        scratch[SCRATCH_INCIDENT + k] = dot(p, u)
        scratch[SCRATCH_INCIDENT + HULL.CORNERS_MAX + k] = dot(p, v)
        scratch[SCRATCH_INCIDENT + 2 * HULL.CORNERS_MAX + k] = dot(p, normal) - distance


@leaf
def cross_code(edge, other, reference_is_a):
    """Feature id of the crossing of an edge of the reference with one of the incident body."""
    one, two = (edge, other) if reference_is_a else (other, edge)
    return FEATURE_CROSSING + FEATURE_STRIDE * one + two


@routine
def clip_solids(reference, face, incident, other, turn, offset, reference_is_a, margin, bias, scratch):
    """Find the candidate points of a face contact.

    Args:
        reference: Reference solid.
        face: Its face.
        incident: Incident solid.
        other: Its face.
        turn: Columns of the rotation from the axes of the incident solid to those of the reference.
        offset: Center of the incident solid in the axes of the reference [m].
        reference_is_a: Whether the reference is a; decides the feature ids only.
        margin: Largest separation of a point [m].
        bias: Small length for these bodies [m].
        scratch: Scratch memory; candidates are written.

    Returns:
        Number of candidates, and the lowest separation among them [m].
    """
    normal, distance = plane_of(reference, face)
    u = perpendicular(normal)
    v = cross(normal, u)
    write_outlines(reference, face, incident, other, turn, offset, u, v, normal, distance, WIDEN * bias, scratch)
    place_r, count_r = face_corners(reference, face)
    place_i, count_i = face_corners(incident, other)
    base_r, base_i = (0, FEATURE_B) if reference_is_a else (FEATURE_B, 0)
    total, lowest, inside = FIRST, HUGE, 0
    for k in range(count_i):
        j = SCRATCH_INCIDENT + (k + 1 if k + 1 < count_i else 0)
        i = SCRATCH_INCIDENT + k
        pu, pv, pw = scratch[i], scratch[i + HULL.CORNERS_MAX], scratch[i + 2 * HULL.CORNERS_MAX]
        qu, qv, qw = scratch[j], scratch[j + HULL.CORNERS_MAX], scratch[j + 2 * HULL.CORNERS_MAX]
        enter, leave, side_in, side_out = cut_side(count_r, pu, pv, qu, qv, scratch)
        if enter > leave:
            continue
        edge = np.int64(incident[1][place_i + 2 * k + 1])
        if side_in < 0:
            inside += 1
            code = base_i + np.int64(incident[1][place_i + 2 * k])
            total, lowest = keep(total, lowest, pu, pv, pw, code, margin, scratch)
        else:
            code = cross_code(np.int64(reference[1][place_r + 2 * side_in + 1]), edge, reference_is_a)
            at_u, at_v, at_w = pu + enter * (qu - pu), pv + enter * (qv - pv), pw + enter * (qw - pw)
            total, lowest = keep(total, lowest, at_u, at_v, at_w, code, margin, scratch)
        if side_out >= 0:
            code = cross_code(np.int64(reference[1][place_r + 2 * side_out + 1]), edge, reference_is_a)
            at_u, at_v, at_w = pu + leave * (qu - pu), pv + leave * (qv - pv), pw + leave * (qw - pw)
            total, lowest = keep(total, lowest, at_u, at_v, at_w, code, margin, scratch)
    if inside == count_i:
        return total, lowest

    # Corners of the reference over the incident face: its plane n . x = d has w = (d - nu u - nv v) / nw there.
    across, far = plane_of(incident, other)
    across = combine(turn, across)
    slope = dot(across, normal)
    if slope > -STEEP:
        return total, lowest
    far += dot(across, offset) - distance * slope
    across_u, across_v = dot(across, u), dot(across, v)
    write_sides(SCRATCH_INCIDENT, SCRATCH_INCIDENT_SIDES, count_i, -ONE, ZERO, scratch)
    for k in range(count_r):
        pu, pv = scratch[SCRATCH_REFERENCE + k], scratch[SCRATCH_REFERENCE + HULL.CORNERS_MAX + k]
        if not outside_any(SCRATCH_INCIDENT_SIDES, count_i, pu, pv, scratch):
            w = (far - across_u * pu - across_v * pv) / slope
            code = base_r + np.int64(reference[1][place_r + 2 * k])
            total, lowest = keep(total, lowest, pu, pv, w, code, margin, scratch)
    return total, lowest


@routine
def write_face_contact(total, solid, face, columns, origin, facing, bias, point, feature, scratch):
    """Write the contact points of a face contact, halfway between the surfaces.

    Args:
        total: Number of candidates, at least one.
        solid: Reference solid.
        face: Its face.
        columns: Directions of its axes in the world.
        origin: Its center relative to the center of a, world axes [m].
        facing: 1 if a is the reference, -1 if b is.
        bias: Small length for these bodies [m].
        point: Contact points, written.
        feature: Feature ids, written.
        scratch: Scratch memory with the candidates.

    Returns:
        Number of points, and the normal from a to b in world axes.
    """
    normal, distance = plane_of(solid, face)
    u = perpendicular(normal)
    v = combine(columns, cross(normal, u))
    u, normal = combine(columns, u), combine(columns, normal)
    places = (SCRATCH_CANDIDATE, SCRATCH_CANDIDATE + 4, SCRATCH_CANDIDATE + 8, SCRATCH_CANDIDATE + 12)
    count = total
    if total > 4:
        places = choose_four(total, bias, scratch)
        count = 4 if places[3] >= 0 else 3
        # Points in a line span no triangle: then the third is the first once more.
        if places[2] == places[0]:
            count = 1 if places[1] == places[0] else 2
    for k in range(count):
        place = places[k]
        pu, pv, separation = scratch[place], scratch[place + 1], scratch[place + 2]
        height = distance + HALF * separation
        position = (
            origin[0] + u[0] * pu + v[0] * pv + normal[0] * height,
            origin[1] + u[1] * pu + v[1] * pv + normal[1] * height,
            origin[2] + u[2] * pu + v[2] * pv + normal[2] * height,
        )
        write_point(point, feature, k, position, separation, np.int64(scratch[place + 3]))
    return count, facing * normal[0], facing * normal[1], facing * normal[2]
