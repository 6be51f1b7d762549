"""Points of a face contact between two boxes: clip one face by the other, keep the four best points.

The box whose face is the contact plane is the reference; the face of the other box that looks at it most directly is
the incident face. In the axes (u, v) of the reference face, the incident face is a parallelogram and the reference face
a rectangle; their common part is spanned by corners of either that lie in the other, and by crossings of their edges.
The third coordinate w is the separation. The incident face is tilted by less than 55 degrees (the largest of the three
components of a unit vector is at least 1 / sqrt(3)), so the parallelogram is never degenerate.
"""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import axes, clamp
from physics.kernels.narrow_phase.primitives.sphere import FIRST, HALF, ONE, ZERO, write_point

# Scratch memory, float32: matrix from incident to reference axes (rows), center of the incident box in reference axes,
# half extents of the reference and of the incident box, then candidate points (u, v, w, feature id), then the edges.
SCRATCH_MATRIX = 0
SCRATCH_CENTER = 9
SCRATCH_HALF = 12
SCRATCH_HALF_INCIDENT = 15
SCRATCH_CANDIDATE = np.int64(24)
SCRATCH_EDGE = 88
SCRATCH_SIZE = 112

#: Most candidates there can be: four corners of each face and two crossings on each incident edge.
CANDIDATES = 16

#: First feature id of a crossing; corners of a and b come before.
FEATURE_CROSSING = 16

#: The rectangle is widened by this share of the edge bias while clipping. Boxes of equal size that lie exactly on each
#: other are common, and this way their corners do not turn into crossings and back with each rounding error.
WIDEN = np.float32(0.2)

#: A point is deeper than another only if it is so by this share of the edge bias.
DEEPER = np.float32(0.02)

#: A later candidate replaces an earlier one only if it is better by this factor, so near ties do not flicker.
BETTER = np.float32(1.05)

#: Shortest edge component [m] that is divided by; the quotients stay far below the largest float32.
SHORTEST = np.float32(1.0e-12)

HUGE = np.float32(1.0e30)


@leaf
def load_boxes(half_a, half_b, columns, t, s, on_b, scratch):
    """Store both boxes for `clip_faces`, as seen from the reference box.

    Args:
        half_a: Half extents of a [m].
        half_b: Half extents of b [m].
        columns: Directions of the axes of b in the axes of a.
        t: Center of b in the axes of a [m].
        s: The same vector in the axes of b [m].
        on_b: Whether b is the reference.
        scratch: Scratch memory, written.
    """
    x, y, z = columns
    if on_b:
        scratch[0], scratch[1], scratch[2] = x
        scratch[3], scratch[4], scratch[5] = y
        scratch[6], scratch[7], scratch[8] = z
        center, half, incident = (-s[0], -s[1], -s[2]), half_b, half_a
    else:
        scratch[0], scratch[1], scratch[2] = x[0], y[0], z[0]
        scratch[3], scratch[4], scratch[5] = x[1], y[1], z[1]
        scratch[6], scratch[7], scratch[8] = x[2], y[2], z[2]
        center, half, incident = t, half_a, half_b
    scratch[9], scratch[10], scratch[11] = center
    scratch[12], scratch[13], scratch[14] = half
    scratch[15], scratch[16], scratch[17] = incident


@leaf
def keep_candidate(total, lowest, u, v, w, code, margin, scratch):
    """Append a candidate point unless it is farther apart than the margin.

    Returns:
        Number of candidates, and the lowest separation among them [m].
    """
    if w > margin or total >= CANDIDATES:
        return total, lowest
    row = SCRATCH_CANDIDATE + 4 * total
    scratch[row] = u
    scratch[row + 1] = v
    scratch[row + 2] = w
    scratch[row + 3] = np.float32(code)
    return total + 1, min(lowest, w)


@leaf
def inverse_component(value):
    """One over a component of an edge; a huge number of the right sign if the edge has none."""
    if abs(value) < SHORTEST:
        return ONE / SHORTEST
    return ONE / value


@leaf
def incident_face(f, sign, scratch):
    """Axis 0, 1, 2 of the incident face, and 1 if it is on the + side of the incident box, else 0."""
    j, facing = 0, scratch[SCRATCH_MATRIX + 3 * f]
    for k in range(1, 3):
        other = scratch[SCRATCH_MATRIX + 3 * f + k]
        if abs(other) > abs(facing):
            j, facing = k, other
    return j, 1 if facing * sign < ZERO else 0


@leaf
def clip_faces(f, reference_is_a, margin, bias, scratch):
    """Find the candidate points of a face contact.

    Args:
        f: Axis of the reference face.
        reference_is_a: 1 if box a is the reference, 0 if b is; decides the feature ids only.
        margin: Largest separation of a point [m].
        bias: Edge bias [m], a length that is small for these boxes.
        scratch: Scratch memory, filled by the caller up to SCRATCH_CANDIDATE; candidates are written.

    Returns:
        Number of candidates, and the lowest separation among them [m].
    """
    u, v = (f + 1) % 3, (f + 2) % 3
    sign = ONE if scratch[SCRATCH_CENTER + f] >= ZERO else -ONE
    side = 1 if sign > ZERO else 0
    j, bit = incident_face(f, sign, scratch)
    j1, j2 = (j + 1) % 3, (j + 2) % 3
    reach = scratch[SCRATCH_HALF_INCIDENT + j] if bit else -scratch[SCRATCH_HALF_INCIDENT + j]
    half1, half2 = scratch[SCRATCH_HALF_INCIDENT + j1], scratch[SCRATCH_HALF_INCIDENT + j2]
    limit_u, limit_v = scratch[SCRATCH_HALF + u] + WIDEN * bias, scratch[SCRATCH_HALF + v] + WIDEN * bias

    # Center and half edges of the incident face: (u, v, w) = center + s * edge1 + t * edge2 with s, t in -1 ... 1.
    cu = scratch[SCRATCH_CENTER + u] + reach * scratch[3 * u + j]
    cv = scratch[SCRATCH_CENTER + v] + reach * scratch[3 * v + j]
    cw = sign * (scratch[SCRATCH_CENTER + f] + reach * scratch[3 * f + j]) - scratch[SCRATCH_HALF + f]
    e1u, e1v, e1w = half1 * scratch[3 * u + j1], half1 * scratch[3 * v + j1], sign * half1 * scratch[3 * f + j1]
    e2u, e2v, e2w = half2 * scratch[3 * u + j2], half2 * scratch[3 * v + j2], sign * half2 * scratch[3 * f + j2]

    # Corners of the incident face inside the rectangle.
    base, base_incident = (0, 8) if reference_is_a else (8, 0)
    total, lowest, inside = FIRST, HUGE, 0
    for corner in range(4):
        s = ONE if corner & 1 else -ONE
        t = ONE if corner & 2 else -ONE
        pu, pv = cu + s * e1u + t * e2u, cv + s * e1v + t * e2v
        if abs(pu) <= limit_u and abs(pv) <= limit_v:
            inside |= 1 << corner
            code = base_incident + (bit << j) + ((corner & 1) << j1) + ((corner >> 1) << j2)
            total, lowest = keep_candidate(total, lowest, pu, pv, cw + s * e1w + t * e2w, code, margin, scratch)
    if inside == 15:
        return total, lowest

    # Crossings: edges along edge1 at t = -1 and t = 1, edges along edge2 at s = -1 and s = 1.
    stride, stride_incident = (12, 1) if reference_is_a else (1, 12)
    along_u, along_v = 4 * v + side, 4 * u + 2 * side
    for end in range(2):
        s = ONE if end else -ONE
        code = FEATURE_CROSSING + stride_incident * (4 * j1 + end + 2 * bit)
        flags = (inside >> (2 * end)) & 3
        total, lowest = clip_edge(
            total, lowest, cu + s * e2u, cv + s * e2v, cw + s * e2w, e1u, e1v, e1w, limit_u, limit_v,
            flags, code, stride, along_u, along_v, margin, scratch,
        )  # fmt: skip
        code = FEATURE_CROSSING + stride_incident * (4 * j2 + bit + 2 * end)
        flags = ((inside >> end) & 1) + ((inside >> (1 + end)) & 2)
        total, lowest = clip_edge(
            total, lowest, cu + s * e1u, cv + s * e1v, cw + s * e1w, e2u, e2v, e2w, limit_u, limit_v,
            flags, code, stride, along_u, along_v, margin, scratch,
        )  # fmt: skip

    # Corners of the rectangle inside the incident face.
    factor = ONE / (e1u * e2v - e1v * e2u)
    for corner in range(4):
        pu = limit_u if corner & 1 else -limit_u
        pv = limit_v if corner & 2 else -limit_v
        s = ((pu - cu) * e2v - (pv - cv) * e2u) * factor
        t = ((pv - cv) * e1u - (pu - cu) * e1v) * factor
        if abs(s) <= ONE and abs(t) <= ONE:
            code = base + (side << f) + ((corner & 1) << u) + ((corner >> 1) << v)
            total, lowest = keep_candidate(total, lowest, pu, pv, cw + s * e1w + t * e2w, code, margin, scratch)
    return total, lowest


@leaf
def clip_edge(
    total, lowest, cu, cv, cw, eu, ev, ew, limit_u, limit_v, inside, code, stride, along_u, along_v, margin, scratch
):
    """Append the crossings of one incident edge with the sides of the rectangle |u| <= limit_u, |v| <= limit_v.

    Args:
        total: Number of candidates so far.
        lowest: Lowest separation among them [m].
        cu: Middle of the edge [m]; likewise cv, cw.
        cv: See cu.
        cw: See cu.
        eu: From the middle to the + end of the edge [m]; likewise ev, ew.
        ev: See eu.
        ew: See eu.
        limit_u: Half extent of the rectangle [m].
        limit_v: Half extent of the rectangle [m].
        inside: Bit 0 if the - end of the edge lies in the rectangle, bit 1 if the + end does.
        code: Feature id of a crossing with reference edge 0.
        stride: Step of the id per reference edge.
        along_u: Reference edge at u = -limit_u; that at u = +limit_u is 2 more.
        along_v: Reference edge at v = -limit_v; that at v = +limit_v is 1 more.
        margin: Largest separation of a point [m].
        scratch: Scratch memory; candidates are written.

    Returns:
        Number of candidates, and the lowest separation among them [m].
    """
    if inside == 3:
        return total, lowest
    inverse_u, inverse_v = inverse_component(eu), inverse_component(ev)
    middle_u, middle_v = -cu * inverse_u, -cv * inverse_v
    reach_u, reach_v = limit_u * abs(inverse_u), limit_v * abs(inverse_v)
    enter_u, enter_v = middle_u - reach_u, middle_v - reach_v
    leave_u, leave_v = middle_u + reach_u, middle_v + reach_v
    enter, leave = max(enter_u, enter_v), min(leave_u, leave_v)
    if enter > leave or enter > ONE or leave < -ONE:
        return total, lowest
    # An end that the corner test called inside is a candidate already; one that it called outside must make a crossing,
    # even if rounding puts that onto the end itself, or a point would be lost.
    if inside & 1 == 0:
        t = max(enter, -ONE)
        if enter_u >= enter_v:
            edge = along_u + (2 if inverse_u < ZERO else 0)
        else:
            edge = along_v + (1 if inverse_v < ZERO else 0)
        total, lowest = keep_candidate(
            total, lowest, cu + t * eu, cv + t * ev, cw + t * ew, code + stride * edge, margin, scratch
        )
    if inside & 2 == 0:
        t = min(leave, ONE)
        if leave_u <= leave_v:
            edge = along_u + (0 if inverse_u < ZERO else 2)
        else:
            edge = along_v + (0 if inverse_v < ZERO else 1)
        total, lowest = keep_candidate(
            total, lowest, cu + t * eu, cv + t * ev, cw + t * ew, code + stride * edge, margin, scratch
        )
    return total, lowest


@leaf
def turn(i, j, k, scratch):
    """Twice the signed area of a triangle of candidates [m^2], given their places; positive counterclockwise."""
    du, dv = scratch[j] - scratch[i], scratch[j + 1] - scratch[i + 1]
    return du * (scratch[k + 1] - scratch[i + 1]) - dv * (scratch[k] - scratch[i])


@leaf
def choose_four(total, bias, scratch):
    """Choose the candidates that carry the contact best: the deepest, and then those that span the largest area.

    Args:
        total: Number of candidates, more than four.
        bias: Edge bias [m].
        scratch: Scratch memory with the candidates.

    Returns:
        Places of four candidates in scratch memory; the last is -1 if three span everything.
    """
    end = SCRATCH_CANDIDATE + 4 * total
    first = SCRATCH_CANDIDATE
    for k in range(first + 4, end, 4):
        if scratch[k + 2] < scratch[first + 2] - DEEPER * bias:
            first = k
    second, best = first, ZERO
    for k in range(SCRATCH_CANDIDATE, end, 4):
        du, dv = scratch[k] - scratch[first], scratch[k + 1] - scratch[first + 1]
        square = du * du + dv * dv
        if square > best * BETTER:
            second, best = k, square
    third, best = first, ZERO
    for k in range(SCRATCH_CANDIDATE, end, 4):
        area = abs(turn(first, second, k, scratch))
        if area > best * BETTER:
            third, best = k, area
    # The fourth lies outside of the triangle, as far as possible beyond one of its edges.
    sign = ONE if turn(first, second, third, scratch) >= ZERO else -ONE
    fourth, best = -1, ZERO
    for k in range(SCRATCH_CANDIDATE, end, 4):
        if k != first and k != second and k != third:
            beyond = -sign * turn(first, second, k, scratch)
            beyond = max(beyond, -sign * turn(second, third, k, scratch))
            beyond = max(beyond, -sign * turn(third, first, k, scratch))
            if beyond > best * BETTER:
                fourth, best = k, beyond
    return first, second, third, fourth


@leaf
def write_face_points(total, f, rotation, origin, direction, bias, point, feature, scratch):
    """Write the contact points of a face contact, halfway between the surfaces.

    Args:
        total: Number of candidates, at least one.
        f: Axis of the reference face.
        rotation: Rotation of the reference box.
        origin: Center of the reference box relative to the center of a, world axes [m].
        direction: 1 if a is the reference, -1 if b is.
        bias: Edge bias [m].
        point: Contact points, written.
        feature: Feature ids, written.
        scratch: Scratch memory with the candidates.

    Returns:
        Number of points, and the normal from a to b in world axes.
    """
    x, y, z = axes(rotation)
    # Columns for u, v and the face normal: (u, v, f) is a rotation of (x, y, z), so right-handed as well.
    along_u = y if f == 0 else (z if f == 1 else x)
    along_v = z if f == 0 else (x if f == 1 else y)
    outward = x if f == 0 else (y if f == 1 else z)
    sign = ONE if scratch[SCRATCH_CENTER + f] >= ZERO else -ONE
    half_u, half_v = scratch[SCRATCH_HALF + (f + 1) % 3], scratch[SCRATCH_HALF + (f + 2) % 3]
    half = scratch[SCRATCH_HALF + f]
    places = (SCRATCH_CANDIDATE, SCRATCH_CANDIDATE + 4, SCRATCH_CANDIDATE + 8, SCRATCH_CANDIDATE + 12)
    count = total
    if total > 4:
        places = choose_four(total, bias, scratch)
        count = 4 if places[3] >= 0 else 3
    for k in range(count):
        place = places[k]
        pu, pv = clamp(scratch[place], -half_u, half_u), clamp(scratch[place + 1], -half_v, half_v)
        separation = scratch[place + 2]
        height = sign * (half + HALF * separation)
        position = (
            origin[0] + along_u[0] * pu + along_v[0] * pv + outward[0] * height,
            origin[1] + along_u[1] * pu + along_v[1] * pv + outward[1] * height,
            origin[2] + along_u[2] * pu + along_v[2] * pv + outward[2] * height,
        )
        write_point(point, feature, k, position, separation, int(scratch[place + 3]))
    facing = sign * direction
    return count, facing * outward[0], facing * outward[1], facing * outward[2]
