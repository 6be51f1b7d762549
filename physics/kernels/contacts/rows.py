"""Rows of contacts: made for a new pair, linked to their bodies and to one another."""

import numpy as np

from physics.kernels.broad_phase.pair_table import pair_add, pair_shapes
from physics.kernels.core.jit import leaf, routine
from physics.kernels.islands.islands import activate_contact
from physics.kernels.layout.records import (
    BODY_AWAKE,
    BODY_CONTACT,
    CACHE_STRIDE,
    CONTACT_BODY_A,
    CONTACT_BODY_B,
    CONTACT_COLOR,
    CONTACT_FLAGS,
    CONTACT_NEXT_A,
    CONTACT_SHAPE_A,
    CONTACT_SHAPE_B,
    CONTACT_SIBLING,
    CONTACT_STRIDE,
    COUNT_CONTACT_FREE,
    COUNT_CONTACT_TOP,
    COUNT_CONTACTS,
    COUNT_SIBLINGS,
    FACETED,
    MANIFOLD_RADII,
    MANIFOLD_STRIDE,
    MESH_SLOTS,
    PLACE_SIZE,
    SENSOR,
    SENSOR_B,
    SHAPE_BODY,
    SHAPE_CAPSULE,
    SHAPE_FIELD,
    SHAPE_KIND,
    SHAPE_MESH,
    SHAPE_SENSOR,
    SIBLING,
    TOUCH,
)

ZERO = np.float32(0.0)


@leaf
def link_edge(contact, side, bodies, contacts):
    """Put a contact at the front of the list of body a (side 0) or b (side 1)."""
    body = contacts.info[contact, CONTACT_BODY_A + side]
    head = bodies.links[body, BODY_CONTACT]
    column = CONTACT_NEXT_A + 2 * side
    contacts.info[contact, column] = head
    contacts.info[contact, column + 1] = -1
    if head >= 0:
        contacts.info[head >> 1, CONTACT_NEXT_A + 2 * (head & 1) + 1] = 2 * contact + side
    bodies.links[body, BODY_CONTACT] = 2 * contact + side


@routine
def unlink_edge(contact, side, bodies, contacts):
    """Take a contact out of the list of body a (side 0) or b (side 1)."""
    column = CONTACT_NEXT_A + 2 * side
    following = contacts.info[contact, column]
    previous = contacts.info[contact, column + 1]
    if following >= 0:
        contacts.info[following >> 1, CONTACT_NEXT_A + 2 * (following & 1) + 1] = previous
    if previous >= 0:
        contacts.info[previous >> 1, CONTACT_NEXT_A + 2 * (previous & 1)] = following
    else:
        bodies.links[contacts.info[contact, CONTACT_BODY_A + side], BODY_CONTACT] = following


@leaf
def is_faceted(shape, shapes):
    """True for a mesh or height field."""
    return SHAPE_MESH <= shapes.info[shape, SHAPE_KIND] <= SHAPE_FIELD


@leaf
def row_count(key, shapes):
    """How many contacts a new pair takes."""
    a, b = pair_shapes(key)
    if shapes.info[a, SHAPE_SENSOR] or shapes.info[b, SHAPE_SENSOR]:
        return 1
    return MESH_SLOTS if is_faceted(a, shapes) or is_faceted(b, shapes) else 1


@routine
def make_row(a, b, bodies, shapes, contacts, counts):
    """Make a contact of two shapes and link it to their bodies; returns its row."""
    contact = counts[COUNT_CONTACT_FREE]
    if contact >= 0:
        counts[COUNT_CONTACT_FREE] = contacts.info[contact, CONTACT_NEXT_A]
    else:
        contact = counts[COUNT_CONTACT_TOP]
        counts[COUNT_CONTACT_TOP] = contact + 1
    counts[COUNT_CONTACTS] += 1
    for c in range(CONTACT_STRIDE):
        contacts.info[contact, c] = 0
    for c in range(MANIFOLD_STRIDE):
        contacts.manifold[contact, c] = ZERO
    for c in range(CACHE_STRIDE):
        contacts.cache[contact, c] = ZERO
    contacts.apart[contact] = 0.0
    body_a = shapes.info[a, SHAPE_BODY]
    body_b = shapes.info[b, SHAPE_BODY]
    for side in range(2):
        shape = b if side else a
        if shapes.info[shape, SHAPE_KIND] <= SHAPE_CAPSULE:
            contacts.manifold[contact, MANIFOLD_RADII + side] = shapes.place[shape, PLACE_SIZE]
    contacts.info[contact, CONTACT_SHAPE_A] = a
    contacts.info[contact, CONTACT_SHAPE_B] = b
    contacts.info[contact, CONTACT_BODY_A] = body_a
    contacts.info[contact, CONTACT_BODY_B] = body_b
    contacts.info[contact, CONTACT_COLOR] = -1
    flags = FACETED if is_faceted(b, shapes) else 0
    if shapes.info[a, SHAPE_SENSOR] or shapes.info[b, SHAPE_SENSOR]:
        flags |= SENSOR_B | SENSOR if shapes.info[b, SHAPE_SENSOR] else SENSOR
    contacts.info[contact, CONTACT_FLAGS] = flags
    link_edge(contact, 0, bodies, contacts)
    link_edge(contact, 1, bodies, contacts)
    return contact


@routine
def make_contact(key, bodies, shapes, contacts, counts):
    """Make the contact of a new pair, or all of them; the caller has seen to the capacity."""
    a, b = pair_shapes(key)
    if shapes.info[a, SHAPE_KIND] > shapes.info[b, SHAPE_KIND]:
        a, b = b, a
    contact = make_row(a, b, bodies, shapes, contacts, counts)
    pair_add(contacts.keys, contacts.values, key, contact)
    info = contacts.info
    body_a, body_b = info[contact, CONTACT_BODY_A], info[contact, CONTACT_BODY_B]
    if bodies.links[body_a, BODY_AWAKE] >= 0 or bodies.links[body_b, BODY_AWAKE] >= 0:
        activate_contact(contact, contacts, counts)
    row = contact
    for _ in range(1, row_count(key, shapes)):
        sibling = make_row(a, b, bodies, shapes, contacts, counts)
        info[sibling, CONTACT_FLAGS] |= SIBLING
        info[row, CONTACT_SIBLING] = sibling
        info[sibling, CONTACT_SIBLING] = contact
        counts[COUNT_SIBLINGS] += 1
        row = sibling


@leaf
def leave_ring(contact, contacts):
    """Take a row out of the ring of its pair; returns whether another row of it touches."""
    info = contacts.info
    row = info[contact, CONTACT_SIBLING]
    if row == 0:
        return False
    others_touch = False
    last = row
    while row != contact:
        others_touch = others_touch or info[row, CONTACT_FLAGS] & TOUCH != 0
        last = row
        row = info[row, CONTACT_SIBLING]
    following = info[contact, CONTACT_SIBLING]
    info[last, CONTACT_SIBLING] = 0 if following == last else following
    info[contact, CONTACT_SIBLING] = 0
    return others_touch
