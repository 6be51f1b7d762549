"""Life of a contact after `contacts.rows` made it: colored while it touches, removed when bounds part.

The constraint graph: contacts of one color share no movable body, so eight of them are solved at once. A color is one
bit in a body's uint64. A contact keeps its color as long as it touches; what finds no free color overflows and is
solved alone.
"""

import numpy as np
from numba import types

from physics.kernels.broad_phase.pair_table import pair_key, pair_remove
from physics.kernels.contacts.rows import leave_ring, unlink_edge
from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import kernel, leaf, linked, routine
from physics.kernels.islands.islands import (
    activate_contact,
    deactivate_contact,
    mark_split,
    movable,
    unite,
    wake,
)
from physics.kernels.layout import (
    body as BODY,
    contact as CONTACT,
    count as COUNT,
    event as EVENT,
    manifold as MANIFOLD,
)

BIT = np.uint64(1)


@leaf
def add_contact_event(kind, contact, bodies, contacts, counts, events):
    """Report something that happened to a contact, at its first point."""
    e = counts[COUNT.EVENTS]
    if e >= len(events.info):
        return
    info = contacts.info
    events.info[e, 0] = kind
    events.info[e, 1] = contact
    events.info[e, 2] = info[contact, CONTACT.BODY_A]
    events.info[e, 3] = info[contact, CONTACT.BODY_B]
    events.info[e, 4] = info[contact, CONTACT.SHAPE_A]
    events.info[e, 5] = info[contact, CONTACT.SHAPE_B]
    a = info[contact, CONTACT.BODY_A]
    for c in range(3):
        events.value[e, c] = bodies.center[a, c] + contacts.manifold[contact, MANIFOLD.POINT + c]
        events.value[e, 3 + c] = contacts.manifold[contact, MANIFOLD.NORMAL + c]
    events.value[e, 6] = 1.0 if info[contact, CONTACT.FLAGS] & CONTACT.FLAG_SENSOR_B else 0.0
    events.value[e, 7] = 0.0
    counts[COUNT.EVENTS] = e + 1


@leaf
def color_contact(contact, bodies, contacts):
    """Give a touching contact the first color that neither of its bodies has."""
    if contacts.info[contact, CONTACT.FLAGS] & CONTACT.FLAG_SOFT:
        return
    a = contacts.info[contact, CONTACT.BODY_A]
    b = contacts.info[contact, CONTACT.BODY_B]
    movable_a = movable(bodies.links[a, BODY.FLAGS])
    movable_b = movable(bodies.links[b, BODY.FLAGS])
    used = np.uint64(0)
    if movable_a:
        used |= bodies.color[a]
    if movable_b:
        used |= bodies.color[b]
    color = CONTACT.COLOR_OVERFLOW
    if movable_a and movable_b:
        for c in range(CONTACT.COLORS_MOVING):
            if not used & (BIT << np.uint64(c)):
                color = c
                break
    else:
        for c in range(CONTACT.COLORS - 1, -1, -1):
            if not used & (BIT << np.uint64(c)):
                color = c
                break
    contacts.info[contact, CONTACT.COLOR] = color
    if color < CONTACT.COLORS:
        if movable_a:
            bodies.color[a] |= BIT << np.uint64(color)
        if movable_b:
            bodies.color[b] |= BIT << np.uint64(color)


@leaf
def uncolor_contact(contact, bodies, contacts):
    """Give the color of a contact back."""
    color = contacts.info[contact, CONTACT.COLOR]
    if 0 <= color < CONTACT.COLORS:
        for side in range(2):
            body = contacts.info[contact, CONTACT.BODY_A + side]
            if movable(bodies.links[body, BODY.FLAGS]):
                bodies.color[body] &= ~(BIT << np.uint64(color))
    contacts.info[contact, CONTACT.COLOR] = -1


@routine
def begin_touch(contact, quiet, bodies, contacts, counts, events):
    """A contact touches: color it, unite and wake its islands, report it unless it is quiet."""
    if contacts.info[contact, CONTACT.FLAGS] & CONTACT.FLAG_SENSOR:
        add_contact_event(EVENT.SENSOR_ENTER, contact, bodies, contacts, counts, events)
        return
    a = contacts.info[contact, CONTACT.BODY_A]
    b = contacts.info[contact, CONTACT.BODY_B]
    if bodies.links[a, BODY.AWAKE] < 0:
        wake(a, bodies, contacts, counts, events)
    if bodies.links[b, BODY.AWAKE] < 0:
        wake(b, bodies, contacts, counts, events)
    color_contact(contact, bodies, contacts)
    if movable(bodies.links[a, BODY.FLAGS]) and movable(bodies.links[b, BODY.FLAGS]):
        unite(bodies.links, a, b)
    if contacts.info[contact, CONTACT.FLAGS] & CONTACT.FLAG_SIBLING:
        activate_contact(contact, contacts, counts)
    if not quiet:
        add_contact_event(EVENT.BEGIN, contact, bodies, contacts, counts, events)


@routine
def end_touch(contact, quiet, bodies, contacts, counts, events):
    """A contact no longer touches: free its color, mark its island, report it unless it is quiet."""
    if contacts.info[contact, CONTACT.FLAGS] & CONTACT.FLAG_SENSOR:
        add_contact_event(EVENT.SENSOR_LEAVE, contact, bodies, contacts, counts, events)
        return
    uncolor_contact(contact, bodies, contacts)
    a = contacts.info[contact, CONTACT.BODY_A]
    b = contacts.info[contact, CONTACT.BODY_B]
    if movable(bodies.links[a, BODY.FLAGS]) and movable(bodies.links[b, BODY.FLAGS]):
        mark_split(bodies.links, a)
    if contacts.info[contact, CONTACT.FLAGS] & CONTACT.FLAG_SIBLING:
        deactivate_contact(contact, contacts, counts)
    if not quiet:
        add_contact_event(EVENT.END, contact, bodies, contacts, counts, events)


@routine
def remove_contact(contact, bodies, contacts, counts, events):
    """Remove one row, ending its touch first; the pair leaves the table with the first row that does."""
    others_touch = leave_ring(contact, contacts)
    if contacts.info[contact, CONTACT.FLAGS] & CONTACT.FLAG_TOUCH:
        end_touch(contact, others_touch, bodies, contacts, counts, events)
    if contacts.info[contact, CONTACT.FLAGS] & CONTACT.FLAG_SIBLING:
        counts[COUNT.SIBLINGS] -= 1
    deactivate_contact(contact, contacts, counts)
    unlink_edge(contact, 0, bodies, contacts)
    unlink_edge(contact, 1, bodies, contacts)
    key = pair_key(contacts.info[contact, CONTACT.SHAPE_A], contacts.info[contact, CONTACT.SHAPE_B])
    pair_remove(contacts.keys, contacts.values, key)
    contacts.info[contact, CONTACT.FLAGS] = 0
    contacts.info[contact, CONTACT.COUNT] = 0
    contacts.info[contact, CONTACT.BODY_A] = 0
    contacts.info[contact, CONTACT.BODY_B] = 0
    contacts.info[contact, CONTACT.NEXT_A] = counts[COUNT.CONTACT_FREE]
    counts[COUNT.CONTACT_FREE] = contact
    counts[COUNT.CONTACTS] -= 1


@linked
def change_contacts(changed, changed_count, bodies, contacts, counts, events):
    """Apply, in order, what the collision stage found: begun, ended and parted contacts.

    Args:
        changed: Contacts with CONTACT.FLAG_BEGAN, CONTACT.FLAG_ENDED or CONTACT.FLAG_DISJOINT set.
        changed_count: Their number.
        bodies: Body arrays. Updated.
        contacts: Contact arrays. Updated.
        counts: Counts. Updated.
        events: Begun and ended contacts are reported.
    """
    for k in range(changed_count):
        contact = changed[k]
        flags = contacts.info[contact, CONTACT.FLAGS]
        contacts.info[contact, CONTACT.FLAGS] = flags & ~(
            CONTACT.FLAG_BEGAN | CONTACT.FLAG_ENDED | CONTACT.FLAG_DISJOINT | CONTACT.FLAG_QUIET
        )
        quiet = flags & CONTACT.FLAG_QUIET != 0
        if flags & CONTACT.FLAG_BEGAN:
            begin_touch(contact, quiet, bodies, contacts, counts, events)
        elif flags & CONTACT.FLAG_ENDED:
            end_touch(contact, quiet, bodies, contacts, counts, events)
        if flags & CONTACT.FLAG_DISJOINT:
            while contacts.info[contact, CONTACT.SIBLING] != 0:
                remove_contact(contacts.info[contact, CONTACT.SIBLING], bodies, contacts, counts, events)
            remove_contact(contact, bodies, contacts, counts, events)


@kernel
def remove_contacts_of(body, shape, bodies, shapes, contacts, counts, events):
    """Remove the contacts of a body, or of one of its shapes, and wake whatever rested on it.

    Args:
        body: Row of the body.
        shape: Row of the shape, or -1 for all shapes.
        bodies: Body arrays. Updated.
        shapes: Shape arrays.
        contacts: Contact arrays. Updated.
        counts: Counts. Updated.
        events: Ended contacts and woken bodies are reported.
    """
    wake(body, bodies, contacts, counts, events)
    edge = bodies.links[body, BODY.CONTACT]
    while edge >= 0:
        contact = edge >> 1
        side = edge & 1
        edge = contacts.info[contact, CONTACT.NEXT_A + 2 * side]
        if shape < 0 or contacts.info[contact, CONTACT.SHAPE_A + side] == shape:
            if contacts.info[contact, CONTACT.FLAGS] & (CONTACT.FLAG_TOUCH | CONTACT.FLAG_SENSOR) == CONTACT.FLAG_TOUCH:
                wake(contacts.info[contact, CONTACT.BODY_B - side], bodies, contacts, counts, events)
            remove_contact(contact, bodies, contacts, counts, events)


call_change_contacts = by_address(change_contacts, types.none)
