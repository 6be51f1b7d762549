"""Rows of contacts: made for a new pair, linked to their bodies and to one another."""

import numpy as np

from physics.kernels.broad_phase.pair_table import pair_add, pair_shapes
from physics.kernels.core.jit import leaf, routine
from physics.kernels.islands.islands import activate_contact, movable
from physics.kernels.layout import (
    body as BODY,
    contact as CONTACT,
    count as COUNT,
    kind as KIND,
    manifold as MANIFOLD,
    shape as SHAPE,
)

ZERO = np.float32(0.0)


@leaf
def link_edge(contact, side, bodies, contacts):
    """Put a contact at the front of the list of body a (side 0) or b (side 1)."""
    body = contacts.info[contact, CONTACT.BODY_A + side]
    head = bodies.links[body, BODY.CONTACT]
    column = CONTACT.NEXT_A + 2 * side
    contacts.info[contact, column] = head
    contacts.info[contact, column + 1] = -1
    if head >= 0:
        contacts.info[head >> 1, CONTACT.NEXT_A + 2 * (head & 1) + 1] = 2 * contact + side
    bodies.links[body, BODY.CONTACT] = 2 * contact + side


@routine
def unlink_edge(contact, side, bodies, contacts):
    """Take a contact out of the list of body a (side 0) or b (side 1)."""
    column = CONTACT.NEXT_A + 2 * side
    following = contacts.info[contact, column]
    previous = contacts.info[contact, column + 1]
    if following >= 0:
        contacts.info[following >> 1, CONTACT.NEXT_A + 2 * (following & 1) + 1] = previous
    if previous >= 0:
        contacts.info[previous >> 1, CONTACT.NEXT_A + 2 * (previous & 1)] = following
    else:
        bodies.links[contacts.info[contact, CONTACT.BODY_A + side], BODY.CONTACT] = following


@leaf
def is_faceted(shape, shapes):
    """True for a mesh or height field."""
    return KIND.is_surface(shapes.info[shape, SHAPE.KIND])


@leaf
def row_count(key, shapes):
    """How many contacts a new pair takes."""
    a, b = pair_shapes(key)
    if shapes.info[a, SHAPE.SENSOR] or shapes.info[b, SHAPE.SENSOR]:
        return 1
    if shapes.info[a, SHAPE.KIND] == KIND.SOFT or shapes.info[b, SHAPE.KIND] == KIND.SOFT:
        return 1
    return CONTACT.MESH_SLOTS if is_faceted(a, shapes) or is_faceted(b, shapes) else 1


@routine
def make_row(a, b, bodies, shapes, contacts, counts):
    """Make a contact of two shapes and link it to their bodies; returns its row."""
    contact = counts[COUNT.CONTACT_FREE]
    if contact >= 0:
        counts[COUNT.CONTACT_FREE] = contacts.info[contact, CONTACT.NEXT_A]
    else:
        contact = counts[COUNT.CONTACT_TOP]
        counts[COUNT.CONTACT_TOP] = contact + 1
    counts[COUNT.CONTACTS] += 1
    for c in range(CONTACT.STRIDE):
        contacts.info[contact, c] = 0
    for c in range(MANIFOLD.STRIDE):
        contacts.manifold[contact, c] = ZERO
    for c in range(CONTACT.CACHE_STRIDE):
        contacts.cache[contact, c] = ZERO
    contacts.apart[contact] = 0.0
    body_a = shapes.info[a, SHAPE.BODY]
    body_b = shapes.info[b, SHAPE.BODY]
    for side in range(2):
        shape = b if side else a
        if KIND.has_one_radius(shapes.info[shape, SHAPE.KIND]):
            contacts.manifold[contact, MANIFOLD.RADII + side] = shapes.place[shape, SHAPE.PLACE_SIZE]
    contacts.info[contact, CONTACT.SHAPE_A] = a
    contacts.info[contact, CONTACT.SHAPE_B] = b
    contacts.info[contact, CONTACT.BODY_A] = body_a
    contacts.info[contact, CONTACT.BODY_B] = body_b
    contacts.info[contact, CONTACT.COLOR] = -1
    flags = CONTACT.FLAG_FACETED if is_faceted(a, shapes) or is_faceted(b, shapes) else 0
    if shapes.info[b, SHAPE.KIND] == KIND.SOFT:
        flags = CONTACT.FLAG_SOFT
    if shapes.info[a, SHAPE.SENSOR] or shapes.info[b, SHAPE.SENSOR]:
        flags |= CONTACT.FLAG_SENSOR_B | CONTACT.FLAG_SENSOR if shapes.info[b, SHAPE.SENSOR] else CONTACT.FLAG_SENSOR
    elif not (movable(bodies.links[body_a, BODY.FLAGS]) or movable(bodies.links[body_b, BODY.FLAGS])):
        flags |= CONTACT.FLAG_DORMANT  # it is reported, and pushes nothing
    contacts.info[contact, CONTACT.FLAGS] = flags
    link_edge(contact, 0, bodies, contacts)
    link_edge(contact, 1, bodies, contacts)
    return contact


@routine
def make_contact(key, bodies, shapes, contacts, counts):
    """Make the contact of a new pair, or all of them; the caller has seen to the capacity."""
    a, b = pair_shapes(key)
    if KIND.rank(shapes.info[a, SHAPE.KIND]) > KIND.rank(shapes.info[b, SHAPE.KIND]):
        a, b = b, a
    contact = make_row(a, b, bodies, shapes, contacts, counts)
    pair_add(contacts.keys, contacts.values, key, contact)
    info = contacts.info
    body_a, body_b = info[contact, CONTACT.BODY_A], info[contact, CONTACT.BODY_B]
    if bodies.links[body_a, BODY.AWAKE] >= 0 or bodies.links[body_b, BODY.AWAKE] >= 0:
        activate_contact(contact, contacts, counts)
    row = contact
    for _ in range(1, row_count(key, shapes)):
        sibling = make_row(a, b, bodies, shapes, contacts, counts)
        info[sibling, CONTACT.FLAGS] |= CONTACT.FLAG_SIBLING
        info[row, CONTACT.SIBLING] = sibling
        info[sibling, CONTACT.SIBLING] = contact
        counts[COUNT.SIBLINGS] += 1
        row = sibling


@leaf
def leave_ring(contact, contacts):
    """Take a row out of the ring of its pair; returns whether another row of it touches."""
    info = contacts.info
    row = info[contact, CONTACT.SIBLING]
    if row == 0:
        return False
    others_touch = False
    last = row
    while row != contact:
        others_touch = others_touch or info[row, CONTACT.FLAGS] & CONTACT.FLAG_TOUCH != 0
        last = row
        row = info[row, CONTACT.SIBLING]
    following = info[contact, CONTACT.SIBLING]
    info[last, CONTACT.SIBLING] = 0 if following == last else following
    info[contact, CONTACT.SIBLING] = 0
    return others_touch
