"""Many contacts of the same two bodies: the outermost of those with one normal bear the load, the others are spared.

Two composites that lie on one another touch with hundreds of points. So many rows for six freedoms never agree on who
bears how much, the bodies sway, and each of them costs as much as one that is needed. A face of contacts is held by
its corners: of the contacts with about the same normal, the deepest and those that reach farthest in eight directions
are solved. The others still touch, with events and points of their own, and bear nothing. What bore something in the
last step is preferred, so that the choice lasts.
"""

import math

import numpy as np

from physics.kernels.contacts.blocks import MANY, is_one_of_many
from physics.kernels.core.jit import kernel, leaf, routine
from physics.kernels.layout import body as BODY, contact as CONTACT, manifold as MANIFOLD

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
DIRECTIONS = 8
# Cosine of the angle between normals that are about the same: 10 degrees.
ALIKE = np.float32(0.985)
# A point is as good as the deepest within this [m]: those that are farther apart bear nothing.
NEAR = np.float32(0.005)
# How much farther out [m] another contact must reach to replace one that bears something.
STAY = np.float32(0.02)
# Marks of contacts of a pair.
OPEN = 0
SPARE = 1
KEPT = 2


@leaf
def may_spare(contact, info):
    """True for a solid contact that touches, is not switched off, and neither bounces, conveys nor resists rolling."""
    wrong = CONTACT.FLAG_SENSOR | CONTACT.FLAG_DORMANT | CONTACT.FLAG_OFF | CONTACT.FLAG_SOFT
    wrong |= 255 << CONTACT.SPECIAL_SHIFT
    return info[contact, CONTACT.FLAGS] & (wrong | CONTACT.FLAG_TOUCH) == CONTACT.FLAG_TOUCH


@leaf
def list_pair(body, other, links, info, found):
    """List the contacts of two bodies that may be spared; returns their number."""
    count = 0
    edge = links[body, BODY.CONTACT]
    while edge >= 0 and count < len(found):
        contact = edge >> 1
        side = edge & 1
        edge = info[contact, CONTACT.NEXT_A + 2 * side]
        if info[contact, CONTACT.BODY_B - side] == other and may_spare(contact, info):
            found[count] = contact
            count += 1
    return count


@leaf
def bears(contact, contacts):
    """True when some point of a contact bore something in the last step."""
    for p in range(contacts.info[contact, CONTACT.COUNT]):
        if contacts.manifold[contact, MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE + MANIFOLD.POINT_FORCE] > ZERO:
            return True
    return False


@leaf
def least_gap(contact, contacts):
    """Least separation of the points of a contact [m]."""
    least = np.float32(1e30)
    for p in range(contacts.info[contact, CONTACT.COUNT]):
        column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE + MANIFOLD.POINT_SEPARATION
        least = min(least, contacts.manifold[contact, column])
    return least


@leaf
def normal_for(contact, body, contacts):
    """Normal of a contact, away from `body`."""
    m = contacts.manifold
    sign = ONE if contacts.info[contact, CONTACT.BODY_A] == body else -ONE
    n = MANIFOLD.NORMAL
    return sign * m[contact, n], sign * m[contact, n + 1], sign * m[contact, n + 2]


@leaf
def reach_of(contact, body, direction, gap_max, contacts):
    """How far the points of a contact reach in a direction from the center of `body` [m]."""
    m, info = contacts.manifold, contacts.info
    shift = ZERO
    if info[contact, CONTACT.BODY_A] != body:  # places are relative to the other one
        for c in range(3):
            shift -= direction[c] * m[contact, MANIFOLD.CENTERS + c]
    best = np.float32(-1e30)
    for p in range(info[contact, CONTACT.COUNT]):
        column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
        if m[contact, column + MANIFOLD.POINT_SEPARATION] <= gap_max:
            x, y, z = m[contact, column], m[contact, column + 1], m[contact, column + 2]
            best = max(best, shift + direction[0] * x + direction[1] * y + direction[2] * z)
    return best


@leaf
def find_seed(count, found, marks, contacts):
    """Place of the deepest contact that has no mark yet, or -1."""
    seed = -1
    least = np.float32(1e30)
    for k in range(count):
        if marks[k] == OPEN:
            gap = least_gap(found[k], contacts)
            if seed < 0 or gap < least:
                seed, least = k, gap
    return seed


@leaf
def mark_alike(seed, count, body, found, marks, contacts):
    """Mark the contacts with the normal and the surface of one of them as spare; returns their number."""
    m = contacts.manifold
    n = normal_for(found[seed], body, contacts)
    number = 0
    for k in range(count):
        if marks[k] == OPEN:
            x, y, z = normal_for(found[k], body, contacts)
            same = (
                m[found[k], MANIFOLD.FRICTION] == m[found[seed], MANIFOLD.FRICTION]
                and m[found[k], MANIFOLD.RESTITUTION] == m[found[seed], MANIFOLD.RESTITUTION]
            )
            if k == seed or (same and x * n[0] + y * n[1] + z * n[2] > ALIKE):
                marks[k] = SPARE - 4  # of the present normal
                number += 1
    return number


@leaf
def keep_corners(seed, count, body, found, marks, contacts):
    """Of the contacts of the present normal, keep the deepest and those that reach farthest; spare the others."""
    n = normal_for(found[seed], body, contacts)
    gap_max = max(least_gap(found[seed], contacts), ZERO) + NEAR
    if abs(n[0]) > abs(n[2]):
        u = (-n[1], n[0], ZERO)
    else:
        u = (ZERO, -n[2], n[1])
    inverse = ONE / math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2])
    u = (u[0] * inverse, u[1] * inverse, u[2] * inverse)
    v = (u[1] * n[2] - u[2] * n[1], u[2] * n[0] - u[0] * n[2], u[0] * n[1] - u[1] * n[0])
    for k in range(DIRECTIONS):
        angle = np.float32(2.0 * math.pi / DIRECTIONS) * np.float32(k)
        c, s = np.float32(math.cos(angle)), np.float32(math.sin(angle))
        direction = (c * u[0] + s * v[0], c * u[1] + s * v[1], c * u[2] + s * v[2])
        best = -1
        farthest = np.float32(-1e29)
        for j in range(count):
            if marks[j] < OPEN:
                reach = reach_of(found[j], body, direction, gap_max, contacts)
                if bears(found[j], contacts):
                    reach += STAY
                if reach > farthest:
                    best, farthest = j, reach
        if best >= 0:
            marks[best] = KEPT - 4
    marks[seed] = KEPT - 4
    for j in range(count):
        if marks[j] < OPEN:
            marks[j] += 4


@leaf
def spare(contact, contacts):
    """Leave a contact out of this step: it bears nothing."""
    contacts.info[contact, CONTACT.FLAGS] |= CONTACT.FLAG_SPARE
    m = contacts.manifold
    for c in range(4):
        m[contact, MANIFOLD.FRICTION_FORCE + c] = ZERO
    for p in range(contacts.info[contact, CONTACT.COUNT]):
        column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
        m[contact, column + MANIFOLD.POINT_FORCE] = ZERO
        m[contact, column + MANIFOLD.POINT_TOTAL] = ZERO


@routine
def reduce_pair(body, other, bodies, contacts, found, marks):
    """Spare what two bodies do not need of their contacts."""
    info = contacts.info
    count = list_pair(body, other, bodies.links, info, found)
    for k in range(count):
        marks[k] = OPEN
        info[found[k], CONTACT.FLAGS] |= CONTACT.FLAG_HANDLED
    if count <= MANY:
        return
    while True:
        seed = find_seed(count, found, marks, contacts)
        if seed < 0:
            break
        if mark_alike(seed, count, body, found, marks, contacts) > DIRECTIONS:
            keep_corners(seed, count, body, found, marks, contacts)
        else:
            for k in range(count):
                if marks[k] < OPEN:
                    marks[k] = KEPT
    for k in range(count):
        if marks[k] == SPARE:
            spare(found[k], contacts)


@kernel
def reduce_contacts(listed_count, listed, bodies, contacts, scratch):
    """Spare contacts of pairs of bodies that have many; none is spared yet.

    Args:
        listed_count: Active contacts.
        listed: Their rows.
        bodies: Body arrays.
        contacts: Contact arrays. Flags are updated; spared contacts bear nothing.
        scratch: int32.
    """
    info = contacts.info
    half = len(scratch) // 2
    for k in range(listed_count):
        contact = listed[k]
        if (
            is_one_of_many(contact, info)
            and may_spare(contact, info)
            and info[contact, CONTACT.FLAGS] & CONTACT.FLAG_HANDLED == 0
        ):
            a, b = info[contact, CONTACT.BODY_A], info[contact, CONTACT.BODY_B]
            if bodies.links[a, BODY.FLAGS] & BODY.KIND_BITS != BODY.DYNAMIC:
                a, b = b, a
            reduce_pair(a, b, bodies, contacts, scratch[:half], scratch[half:])
