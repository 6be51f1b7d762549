"""Seams: places where flush parts meet, which act as steps although what they make up together has none.

A floor of tiles has an edge at every seam. What slides over it meets the side of the next tile, or rolls against its
edge, though the tile before covers both. A contact knows two shapes only, so this is seen when all of them are known:
for a contact with part b, whose normal leans over a neighbor c that cannot move against b and that the same body
touches, as `mesh.ghosts` says it of triangles. It is a ghost if c is there, flush with b, at every one of its points,
and b does not rise above c beyond it. Then c carries, and the contact is left out of this step; once the body lies over
b, their faces meet. A body that lies flat on c bridges a gap between the two, as long as it does not dip into it.

Only what is approached can push: resting piles pay for nothing, nor do pairs of single parts that both move.
"""

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import add, add_scaled, cross, dot, negate, rotate_inverse, scale, subtract
from physics.kernels.core.wide import lowest_bit
from physics.kernels.layout import (
    body as BODY,
    contact as CONTACT,
    hull as HULL,
    kind as KIND,
    manifold as MANIFOLD,
    shape as SHAPE,
)
from physics.kernels.mesh.contact import CONVEX_SCRATCH
from physics.kernels.mesh.query import QUERY_DONE, QUERY_START, list_triangles
from physics.kernels.narrow_phase.hull.support import header

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
#: Contacts that are approached more slowly than this [m/s] throw nothing.
APPROACH = np.float32(0.02)
#: Normals closer than this (cosine, 0.08 degrees) agree: at 10 m/s they throw by 1.4 cm/s.
AGREE = np.float32(0.999999)
#: Parts are flush if one stands higher than the other by less than this [m], and than this part of the radius of the
#: ball in the moving body. Smaller: tiles that are laid by hand throw. Larger: real steps are not felt.
FLUSH = np.float32(0.005)
FLUSH_RATIO = np.float32(0.1)
#: So many points of a contact mean that the body lies flat.
FLAT_POINTS = 3
#: How far beyond a point the neighbor is looked for, in units of what is flush.
BESIDE = np.float32(2.0)
#: How far beyond a point a part is looked at for whether it rises, likewise: narrow steps and gentle ramps.
NEAR_RISE = np.float32(1.5)
MIDDLE_RISE = np.float32(5.0)
FAR_RISE = np.float32(20.0)
FARTHEST = np.float32(1.0e30)
#: Of a body with more contacts than this only so many are looked at for a neighbor.
LOOKED_AT = 256
NO_BIT = np.uint64(0)
ONE_BIT = np.uint64(1)


@leaf
def kind_of(body, bodies):
    """BODY.STATIC, KINEMATIC or DYNAMIC."""
    return bodies.links[body, BODY.FLAGS] & BODY.KIND_BITS


@leaf
def normal_from(contact, side, manifold):
    """Unit normal of a contact out of its shape a (side 0) or b (side 1)."""
    n = MANIFOLD.NORMAL
    normal = (manifold[contact, n], manifold[contact, n + 1], manifold[contact, n + 2])
    return negate(normal) if side == 1 else normal


@leaf
def point_on(contact, p, side, normal, bodies, contacts):
    """Point p of a contact on the surface of its shape a or b, relative to the origin of the world [m], float64."""
    k = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
    manifold = contacts.manifold
    back = -HALF * manifold[contact, k + MANIFOLD.POINT_SEPARATION]
    center = bodies.center[contacts.info[contact, CONTACT.BODY_A]]
    return (
        center[0] + manifold[contact, k] + back * normal[0],
        center[1] + manifold[contact, k + 1] + back * normal[1],
        center[2] + manifold[contact, k + 2] + back * normal[2],
    )


@leaf
def approach_of(contact, bodies, contacts):
    """How fast the two bodies of a contact come together along its normal, at the first point [m/s]."""
    info, motion = contacts.info, bodies.motion
    k = MANIFOLD.POINT
    d = MANIFOLD.CENTERS
    a, b = info[contact, CONTACT.BODY_A], info[contact, CONTACT.BODY_B]
    manifold = contacts.manifold
    r_a = (manifold[contact, k], manifold[contact, k + 1], manifold[contact, k + 2])
    r_b = (r_a[0] - manifold[contact, d], r_a[1] - manifold[contact, d + 1], r_a[2] - manifold[contact, d + 2])
    v_a = add((motion[a, 0], motion[a, 1], motion[a, 2]), cross((motion[a, 4], motion[a, 5], motion[a, 6]), r_a))
    v_b = add((motion[b, 0], motion[b, 1], motion[b, 2]), cross((motion[b, 4], motion[b, 5], motion[b, 6]), r_b))
    n = MANIFOLD.NORMAL
    normal = (manifold[contact, n], manifold[contact, n + 1], manifold[contact, n + 2])
    return dot(normal, subtract(v_a, v_b))


@leaf
def has_neighbors(contact, side, bodies, shapes, contacts):
    """True when a shape of a contact may have others that cannot move against it: of its body, or static ones."""
    body, shape = contacts.info[contact, CONTACT.BODY_A + side], contacts.info[contact, CONTACT.SHAPE_A + side]
    alone = bodies.links[body, BODY.SHAPE] == shape and shapes.info[shape, SHAPE.NEXT] < 0
    return not alone or kind_of(body, bodies) == BODY.STATIC


@leaf
def is_suspect(contact, bodies, shapes, contacts):
    """True for a contact that may be a ghost: few are, and the rest is not looked at."""
    flags = contacts.info[contact, CONTACT.FLAGS]
    if flags & (CONTACT.FLAG_TOUCH | CONTACT.FLAG_SENSOR) != CONTACT.FLAG_TOUCH:
        return False
    if contacts.info[contact, CONTACT.COUNT] == 0:
        return False
    if not (has_neighbors(contact, 0, bodies, shapes, contacts) or has_neighbors(contact, 1, bodies, shapes, contacts)):
        return False
    return approach_of(contact, bodies, contacts) >= APPROACH


@leaf
def mark_suspects(contact, bodies, shapes, contacts, suspects):
    """Set the bits of the rows of a pair that may be ghosts; returns how many there are."""
    count = 0
    row = contact
    while True:
        if is_suspect(row, bodies, shapes, contacts):
            suspects[row >> 6] |= ONE_BIT << np.uint64(row & 63)
            count += 1
        row = contacts.info[row, CONTACT.SIBLING]
        if row == 0 or row == contact:
            return count


@leaf
def local_point(shape, p, shapes):
    """A point of the world in the axes of a shape [m], float32."""
    away = (
        np.float32(p[0] - shapes.center[shape, 0]),
        np.float32(p[1] - shapes.center[shape, 1]),
        np.float32(p[2] - shapes.center[shape, 2]),
    )
    r = shapes.rotation
    return rotate_inverse((r[shape, 0], r[shape, 1], r[shape, 2], r[shape, 3]), away)


@routine
def outside_of(shape, p, shapes):
    """How far a point lies outside of a box, hull or half-space at most along one of its normals [m]."""
    kind = shapes.info[shape, SHAPE.KIND]
    x, y, z = local_point(shape, p, shapes)
    if kind == KIND.PLANE:
        return y
    if kind == KIND.BOX:
        k = SHAPE.PLACE_SIZE
        place = shapes.place
        return max(abs(x) - place[shape, k], abs(y) - place[shape, k + 1], abs(z) - place[shape, k + 2])
    if kind != KIND.HULL:
        return FARTHEST
    numbers = shapes.numbers
    solid = (flat(numbers), flat(shapes.indices), np.int64(shapes.info[shape, SHAPE.DATA]))
    count = header(solid, HULL.FACE_COUNT)
    row = HULL.lanes(count)
    start = header(solid, HULL.PLANES)
    most = -FARTHEST
    for k in range(start, start + count):
        most = max(most, x * numbers[k] + y * numbers[k + row] + z * numbers[k + 2 * row] - numbers[k + 3 * row])
    return most


@routine
def has_triangles(shape, p, half, shapes, scratch, feature):
    """True when bounds of triangles of a mesh or height field reach into a cube around a point."""
    x, y, z = local_point(shape, p, shapes)
    box = (x - half, y - half, z - half), (x + half, y + half, z + half)
    kind, data = np.int64(shapes.info[shape, SHAPE.KIND]), np.int64(shapes.info[shape, SHAPE.DATA])
    work, names = flat(scratch[CONVEX_SCRATCH:]), flat(feature[8:])
    state = QUERY_START
    while state != QUERY_DONE:
        count, state = list_triangles(kind, data, state, box, flat(shapes.indices), flat(shapes.numbers), work, names)
        if count > 0:
            return True
    return False


@leaf
def is_beside(shape, p, flush, shapes, scratch, feature):
    """True when a shape is at a point, or nearly so."""
    if KIND.is_surface(shapes.info[shape, SHAPE.KIND]):
        return has_triangles(shape, p, flush, shapes, scratch, feature)
    return outside_of(shape, p, shapes) <= flush


@leaf
def rises(shape, p, up, away, flush, shapes, scratch, feature):
    """True when a shape rises above a plane through a point, beyond that point."""
    if KIND.is_surface(shapes.info[shape, SHAPE.KIND]):
        half = HALF * FAR_RISE * flush
        middle = add_scaled(add_scaled(p, away, half), up, half + flush)
        return has_triangles(shape, middle, half, shapes, scratch, feature)
    over = add_scaled(p, up, flush)
    return (
        outside_of(shape, add_scaled(over, away, NEAR_RISE * flush), shapes) < ZERO
        or outside_of(shape, add_scaled(over, away, MIDDLE_RISE * flush), shapes) < ZERO
        or outside_of(shape, add_scaled(over, away, FAR_RISE * flush), shapes) < ZERO
    )


@routine
def is_covered(contact, p, side, normal, other, other_side, flush, bodies, shapes, contacts, scratch, feature):
    """True when the neighbor that another contact touches is flush with a shape at a point, and its normal a ghost.

    Args:
        contact: The contact.
        p: Number of its point.
        side: Side of its shape: 0 a, 1 b.
        normal: Normal out of that shape.
        other: Contact of the neighbor.
        other_side: Side of the neighbor in it.
        flush: What is flush [m].
        bodies, shapes, contacts, scratch, feature: As of `leave_out_seams`.
    """
    info = contacts.info
    up = normal_from(other, other_side, contacts.manifold)
    cosine = dot(normal, up)
    if cosine > AGREE or cosine < -HALF:
        return False
    lean = add_scaled(normal, up, -cosine)
    lean = scale(lean, ONE / np.float32(np.sqrt(dot(lean, lean))))
    place = point_on(contact, p, side, normal, bodies, contacts)
    first = np.int64(0)
    carried = point_on(other, first, other_side, up, bodies, contacts)
    height = np.float32(dot(up, subtract(place, carried)))
    if height > flush:
        return False
    level = add_scaled(place, up, -height)
    neighbor = info[other, CONTACT.SHAPE_A + other_side]
    bridged = info[other, CONTACT.COUNT] >= FLAT_POINTS and height > -flush
    if not bridged and not is_beside(
        neighbor, add_scaled(level, lean, BESIDE * flush), flush, shapes, scratch, feature
    ):
        return False
    shape = info[contact, CONTACT.SHAPE_A + side]
    return not rises(shape, level, up, negate(lean), flush, shapes, scratch, feature)


@routine
def is_ghost(contact, side, bodies, shapes, contacts, scratch, feature):
    """True when neighbors of the shape at one side of a contact cover all of its points."""
    info = contacts.info
    body = info[contact, CONTACT.BODY_A + side]
    mover = info[contact, CONTACT.BODY_B - side]
    if not has_neighbors(contact, side, bodies, shapes, contacts):
        return False
    still = kind_of(body, bodies) == BODY.STATIC
    normal = normal_from(contact, side, contacts.manifold)
    shape = info[contact, CONTACT.SHAPE_A + side]
    if KIND.is_round(shapes.info[shape, SHAPE.KIND]):
        return False
    # The list of the body that moves is walked: that of the ground may be long.
    walked = mover if kind_of(mover, bodies) == BODY.DYNAMIC else body
    inner = bodies.mass[walked, BODY.MASS_INNER]
    flush = min(FLUSH, FLUSH_RATIO * inner)
    for p in range(info[contact, CONTACT.COUNT]):
        covered = False
        edge = bodies.links[walked, BODY.CONTACT]
        left = LOOKED_AT
        while edge >= 0 and left > 0 and not covered:
            left -= 1
            other, at = edge >> 1, edge & 1
            edge = info[other, CONTACT.NEXT_A + 2 * at]
            if info[other, CONTACT.COUNT] == 0 or other == contact:
                continue
            flags = info[other, CONTACT.FLAGS]
            if flags & CONTACT.FLAG_SENSOR or flags & CONTACT.FLAG_TOUCH == 0:
                continue
            # The side of the neighbor, which hangs together with the body, and of what it touches, with the mover.
            other_side = 1 - at if walked == mover else at
            one, two = info[other, CONTACT.BODY_A + other_side], info[other, CONTACT.BODY_B - other_side]
            if one != body and not (still and kind_of(one, bodies) == BODY.STATIC):
                continue
            if two != mover and not (kind_of(mover, bodies) == BODY.STATIC and kind_of(two, bodies) == BODY.STATIC):
                continue
            if info[other, CONTACT.SHAPE_A + other_side] == shape:
                continue
            covered = is_covered(
                contact, p, side, normal, other, other_side, flush, bodies, shapes, contacts, scratch, feature
            )
        if not covered:
            return False
    return True


@leaf
def leave_out(contact, changed_count, contacts, changed):
    """Let a contact not touch in this step; returns the number of contacts with something to change."""
    info = contacts.info
    flags = info[contact, CONTACT.FLAGS] & ~CONTACT.FLAG_CACHED
    if flags & CONTACT.FLAG_BEGAN:
        flags &= ~(CONTACT.FLAG_BEGAN | CONTACT.FLAG_TOUCH)
    else:
        flags = (flags & ~CONTACT.FLAG_TOUCH) | CONTACT.FLAG_ENDED
        row = info[contact, CONTACT.SIBLING]
        while row != 0 and row != contact:
            if info[row, CONTACT.FLAGS] & CONTACT.FLAG_TOUCH:
                flags |= CONTACT.FLAG_QUIET
            row = info[row, CONTACT.SIBLING]
        changed[changed_count] = contact
        changed_count += 1
    if flags & CONTACT.FLAG_FACETED == 0:
        flags |= CONTACT.FLAG_OFF  # no sweep stops there; the rest of a mesh may stop it
    info[contact, CONTACT.FLAGS] = flags
    info[contact, CONTACT.COUNT] = 0
    for p in range(MANIFOLD.POINT_CAPACITY):
        column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
        contacts.manifold[contact, column + MANIFOLD.POINT_FORCE] = ZERO
        contacts.manifold[contact, column + MANIFOLD.POINT_USED] = ZERO
    return changed_count


@routine
def leave_out_seams(words, suspects, bodies, shapes, contacts, scratch, feature, changed_count, changed):
    """Leave suspect contacts out of this step that meet flush neighbors of what carries the body.

    Args:
        words: Numbers in use of `suspects`.
        suspects: One bit per contact, uint64.
        bodies: Body arrays.
        shapes: Shape arrays.
        contacts: Contact arrays. Updated.
        scratch, feature: Scratch, as of `collide_mesh_contact`.
        changed_count: Contacts with something to change.
        changed: Their rows. Those that end are added.

    Returns:
        Number of contacts with something to change.
    """
    for word in range(words):
        bits = suspects[word]
        while bits != NO_BIT:
            contact = 64 * word + lowest_bit(np.int64(bits))
            bits &= bits - ONE_BIT
            for side in range(2):
                if is_ghost(contact, side, bodies, shapes, contacts, scratch, feature):
                    changed_count = leave_out(contact, changed_count, contacts, changed)
                    break
    return changed_count
