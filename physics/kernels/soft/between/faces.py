"""Vertices against faces: is a vertex close enough to a face, or will it be, and on which side does it stay."""

import math

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import dot, scale, subtract
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.between.closest import at, cross_face, mixed, near_triangle
from physics.kernels.soft.between.spots import OLD, first_row, take_spot, write_spot
from physics.kernels.soft.between.tree import is_rope

#: Touches with itself keep at most this part of the distance that the features have at rest.
SHARE = 0.8
#: Of two faces that are equally far, the one that faces the vertex better counts, by this part of the distance kept.
BIAS = 1e-6
#: What will pass comes before what is close: its rank is the time less this.
PASSING = -2.0
#: What has an outside is pushed only by what one of its faces looks at: least cosine of the angle between them.
FACING = 0.2
#: Folds of one surface push each other along what is not in the surface: least cosine to the normal of a face.
FOLDED = 0.3
#: What is behind a face that has no inside by so many times the distance that is kept stays there, past all help. So
#: does any fold of one surface that has passed another: folds that all want back contradict one another, and tremble.
LOST = 1.0
#: A point at most so far from a face [m] is on it, and has no direction from there.
ON = 1e-9


@leaf
def are_neighbors(u, w, p, soft):
    """True when two vertices of a soft body are the same one, or of a rope at most two links apart."""
    return abs(u - w) <= 2 if is_rope(p, soft) else u == w


@leaf
def own_normal(p, v, soft):
    """Direction out of the own surface at a vertex, of any length; of a rope, as far up as it can be."""
    x = y = z = 0.0
    if is_rope(p, soft):
        first = soft.part[p, SOFT.PART_VERTEX]
        i, j = max(v - 1, first), min(v + 1, first + soft.part[p, SOFT.PART_VERTICES] - 1)
        along = subtract(at(j, soft.place), at(i, soft.place))
        square = dot(along, along)
        y = 1.0
        if square > 0.0:
            k = along[1] / square
            x, y, z = -k * along[0], 1.0 - k * along[1], -k * along[2]
            if y < 1e-6:
                k = along[0] / square
                x, y, z = 1.0 - k * along[0], -k * along[1], -k * along[2]
        return x, y, z
    for i in range(soft.link[v, SOFT.LINK_FACE], soft.link[v + 1, SOFT.LINK_FACE]):
        f = soft.face_near[i] >> 2
        x, y, z = x + soft.plate[f, 0], y + soft.plate[f, 1], z + soft.plate[f, 2]
    return x, y, z


@leaf
def is_faced(v, out, soft):
    """True when a face at a vertex looks against a direction out of something else.

    A vertex on the rim of a block is close to the top and to a side of the one that it stands on; only the top is what
    it stands on.
    """
    for i in range(soft.link[v, SOFT.LINK_FACE], soft.link[v + 1, SOFT.LINK_FACE]):
        if dot(at(soft.face_near[i] >> 2, soft.plate), out) < -FACING:
            return True
    return False


@leaf
def is_folded(v, out, soft):
    """True when a direction leads out of a thin surface at a vertex, not along it: as far as another fold of it."""
    for i in range(soft.link[v, SOFT.LINK_FACE], soft.link[v + 1, SOFT.LINK_FACE]):
        if abs(dot(at(soft.face_near[i] >> 2, soft.plate), out)) > FOLDED:
            return True
    return soft.link[v, SOFT.LINK_FACE] == soft.link[v + 1, SOFT.LINK_FACE]


@leaf
def may_push(meeting, v, out, soft):
    """True when a vertex can be pushed along a direction by the other surface, or by another fold of its own."""
    if meeting.solid:
        return is_faced(v, out, soft)
    return not meeting.same or is_folded(v, out, soft)


@leaf
def old_face(meeting, v, f, soft):
    """Row of the last step of a vertex with a face, or with one beside it; -1 for none."""
    part, touch, face = soft.part, soft.touch, soft.face
    if soft.head[OLD] == 0:
        return -1
    own = v - part[meeting.p, SOFT.PART_VERTEX]
    body, start, count = (
        part[meeting.q, SOFT.PART_BODY],
        part[meeting.q, SOFT.PART_FACE],
        part[meeting.q, SOFT.PART_FACES],
    )
    end = part[meeting.p, SOFT.PART_TOUCH] + soft.head[OLD]
    found = -1
    for k in range(first_row(meeting.p, SOFT.TOUCH_FACE, own, soft), end):
        if touch[k, SOFT.TOUCH_KIND] != SOFT.TOUCH_FACE or touch[k, SOFT.TOUCH_OWN] != own:
            break
        other = touch[k, SOFT.TOUCH_OTHER]
        if touch[k, SOFT.TOUCH_BODY] != body or other >= count:
            continue
        if start + other == f:
            return k
        for a in range(3):
            for b in range(3):
                if face[start + other, a] == face[f, b]:
                    found = k
    return found


@leaf
def old_force(meeting, v, side, n, soft):
    """Row of the last step whose force a row takes on: of the same vertex, body and side, and much the same normal."""
    part, touch, cell = soft.part, soft.touch, soft.touch_cell
    own = v - part[meeting.p, SOFT.PART_VERTEX]
    end = part[meeting.p, SOFT.PART_TOUCH] + soft.head[OLD]
    best, found = 0.0, -1
    for k in range(first_row(meeting.p, SOFT.TOUCH_FACE, own, soft), end):
        if touch[k, SOFT.TOUCH_KIND] != SOFT.TOUCH_FACE or touch[k, SOFT.TOUCH_OWN] != own:
            break
        if touch[k, SOFT.TOUCH_BODY] == part[meeting.q, SOFT.PART_BODY] and touch[k, SOFT.TOUCH_SIDE] == side:
            agree = n[0] * cell[k, 0] + n[1] * cell[k, 1] + n[2] * cell[k, 2]
            if agree > best:
                best, found = agree, k
    return found


@leaf
def kept_distance(meeting, v, f, soft):
    """Distance that a vertex and a face keep: of one body, less than they have at rest."""
    if not meeting.same:
        return meeting.distance
    rest, face = soft.rest, soft.face
    away, _, _ = near_triangle(at(v, rest), at(face[f, 0], rest), at(face[f, 1], rest), at(face[f, 2], rest))
    return min(meeting.distance, SHARE * math.sqrt(dot(away, away)))


@leaf
def is_beside(meeting, v, f, soft):
    """True for a vertex and a face of one body that has it."""
    if not meeting.same:
        return False
    for c in range(3):
        if are_neighbors(v, soft.face[f, c], meeting.p, soft):
            return True
    return False


@leaf
def ways(v, f, dt, soft):
    """Ways of a vertex and of the corners of a face in this step."""
    face, speed = soft.face, soft.speed
    return (
        scale(at(v, speed), dt),
        scale(at(face[f, 0], speed), dt),
        scale(at(face[f, 1], speed), dt),
        scale(at(face[f, 2], speed), dt),
    )


@routine
def try_face(meeting, v, f, way, soft):
    """Give a vertex its spot with a face, if it is close enough, or will pass it.

    Args:
        meeting: Whose vertex it is, and whose face.
        v: The vertex.
        f: The face.
        way: More than the two move against each other in this step [m].
        soft: Arrays of soft bodies. A spot is written.
    """
    place, face, plate, speed = soft.place, soft.face, soft.plate, soft.speed
    i, j, k = face[f, 0], face[f, 1], face[f, 2]
    if speed[v, 3] == 0.0 and speed[i, 3] == 0.0 and speed[j, 3] == 0.0 and speed[k, 3] == 0.0:
        return
    x, a, b, c = at(v, place), at(i, place), at(j, place), at(k, place)
    away, second, third = near_triangle(x, a, b, c)
    gap = math.sqrt(dot(away, away))
    if gap > meeting.reach + way:
        return
    moved = ways(v, f, meeting.dt, soft)
    drift = subtract(moved[0], mixed(moved[1], moved[2], moved[3], second, third))
    close = gap <= meeting.reach + math.sqrt(dot(drift, drift))
    if (not close and gap > way) or is_beside(meeting, v, f, soft):
        return
    n = at(f, plate)
    height = dot(n, subtract(x, a))
    distance = kept_distance(meeting, v, f, soft)
    rank = gap + BIAS * meeting.distance * (1.0 - (abs(height) / gap if gap > ON else 1.0))
    close = close and gap <= distance + (meeting.reach - meeting.distance) + math.sqrt(dot(drift, drift))
    old = old_face(meeting, v, f, soft)
    side = 1
    if old >= 0:
        side = soft.touch[old, SOFT.TOUCH_SIDE]
        if not meeting.sided and side * height < (0.0 if meeting.same else -LOST * distance):
            side = -side
    elif not meeting.sided:
        side = 1 if height >= 0.0 else -1
    elif meeting.same and height < 0.0:
        return  # it sees the face through the body
    out = scale(n, float(side))
    inner = second > 0.0 and third > 0.0 and second + third < 1.0
    if not inner and gap > ON:
        # Behind the plane of a face, and beside it: the face at the other side of the rim tells where it is.
        close = close and dot(away, out) > 0.0
        out = scale(away, 1.0 / gap)
    if gap <= way and side * height > 0.0:
        t, far, farther, there = cross_face(x, a, b, c, moved)
        if t <= 1.0:
            rank, second, third, close = PASSING + t, far, farther, True
            out = there if dot(there, subtract(x, mixed(a, b, c, second, third))) >= 0.0 else scale(there, -1.0)
    if not close or not may_push(meeting, v, out, soft):
        return
    p = meeting.p
    upper = 1 if dot(out, own_normal(p, v, soft)) < 0.0 else 0
    slot = take_spot(v - soft.part[p, SOFT.PART_VERTEX], SOFT.TOUCHES, meeting.q, upper, f, rank, soft)
    if slot >= 0:
        apart = dot(out, subtract(x, mixed(a, b, c, second, third))) - distance
        weights = (1.0 - second - third, second, third)
        force = old_force(meeting, v, side, out, soft)
        write_spot(slot, meeting, upper, f, force, side, rank, out, weights, distance, apart, soft)
