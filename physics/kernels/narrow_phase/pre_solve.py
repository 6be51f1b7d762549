"""What programs may say about contacts: which pairs never touch, and which contacts hold in this step.

A contact that is switched off in a step counts as not touching: if it touched before, it ends; if it was about to
begin, it does not. So it unites no islands, wakes nobody, and is looked at anew in the next step.
"""

import numpy as np

from physics.kernels.broad_phase.pair_table import pair_find, pair_shapes
from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.vec3 import cross
from physics.kernels.islands.islands import list_active
from physics.kernels.layout import (
    block as BLOCK,
    contact as CONTACT,
    count as COUNT,
    manifold as MANIFOLD,
    motion as MOTION,
    shape as SHAPE,
)

ZERO = np.float32(0.0)
# Columns of what `read_touching` writes: number of points, three coordinates of each, separation of each; all of them.
POINTS = 15
VALUES = POINTS + 1 + 4 * MANIFOLD.POINT_CAPACITY


@kernel
def read_pairs(count, new_pairs, shapes, owners):
    """Bodies of new pairs, in the order in which their contacts name them.

    Args:
        count: New pairs.
        new_pairs: Their keys.
        shapes: Shape arrays.
        owners: Body a and body b of each, int32 [count, 2]. Written.
    """
    for k in range(count):
        a, b = pair_shapes(new_pairs[k])
        if shapes.info[a, SHAPE.KIND] > shapes.info[b, SHAPE.KIND]:
            a, b = b, a
        owners[k, 0] = shapes.info[a, SHAPE.BODY]
        owners[k, 1] = shapes.info[b, SHAPE.BODY]


@kernel
def refuse_pairs(count, new_pairs, refused, contacts):
    """Mark the contacts of pairs that never touch.

    Args:
        count: New pairs.
        new_pairs: Their keys.
        refused: Which are refused, bool [count].
        contacts: Contact arrays. Updated.
    """
    for k in range(count):
        if refused[k]:
            contact = pair_find(contacts.keys, contacts.values, new_pairs[k])
            contacts.info[contact, CONTACT.FLAGS] |= CONTACT.FLAG_REFUSED


@leaf
def velocity_at(i, r, motion, c):
    """Component of the velocity of a point at r from the center of a body."""
    w = (motion[i, MOTION.ANGULAR], motion[i, MOTION.ANGULAR + 1], motion[i, MOTION.ANGULAR + 2])
    return motion[i, MOTION.VELOCITY + c] + cross(w, r)[c]


@leaf
def write_points(contact, n, bodies, contacts, values):
    """Write number, places and separations of all points of a contact into row n."""
    manifold = contacts.manifold
    count = contacts.info[contact, CONTACT.COUNT]
    values[n, POINTS] = count
    for p in range(MANIFOLD.POINT_CAPACITY):
        column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
        for c in range(3):
            place = bodies.center[contacts.info[contact, CONTACT.BODY_A], c] + manifold[contact, column + c]
            values[n, POINTS + 1 + 3 * p + c] = place if p < count else 0.0
        separation = manifold[contact, column + MANIFOLD.POINT_SEPARATION]
        values[n, POINTS + 13 + p] = separation if p < count else 0.0


@kernel
def read_touching(listed, bodies, contacts, counts, ids, values):
    """Copy what a program needs to judge the contacts that are about to be solved.

    Args:
        listed: Scratch, int32 [C].
        bodies: Body arrays.
        contacts: Contact arrays.
        counts: Counts.
        ids: Body a, body b, shape a, shape b, contact, int32 [n, 5]. Written.
        values: Normal, deepest point in the world, its separation, its velocity (b relative to a), friction,
            restitution, surface velocity; number of points, and of each its place and its separation, zeros for those
            that are not in use, float64 [n, VALUES]. Written.

    Returns:
        Number of contacts.
    """
    info = contacts.info
    manifold = contacts.manifold
    motion = bodies.motion
    n = 0
    for k in range(list_active(counts[COUNT.CONTACT_TOP], contacts.active, listed)):
        contact = listed[k]
        if (
            info[contact, CONTACT.FLAGS] & (CONTACT.FLAG_TOUCH | CONTACT.FLAG_SENSOR | CONTACT.FLAG_DORMANT)
            != CONTACT.FLAG_TOUCH
        ):
            continue
        a, b = info[contact, CONTACT.BODY_A], info[contact, CONTACT.BODY_B]
        ids[n, 0], ids[n, 1] = a, b
        ids[n, 2], ids[n, 3] = info[contact, CONTACT.SHAPE_A], info[contact, CONTACT.SHAPE_B]
        ids[n, 4] = contact
        deepest = MANIFOLD.POINT
        for p in range(1, info[contact, CONTACT.COUNT]):
            column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
            if (
                manifold[contact, column + MANIFOLD.POINT_SEPARATION]
                < manifold[contact, deepest + MANIFOLD.POINT_SEPARATION]
            ):
                deepest = column
        d = MANIFOLD.CENTERS
        r_a = (manifold[contact, deepest], manifold[contact, deepest + 1], manifold[contact, deepest + 2])
        r_b = (r_a[0] - manifold[contact, d], r_a[1] - manifold[contact, d + 1], r_a[2] - manifold[contact, d + 2])
        for c in range(3):
            values[n, c] = manifold[contact, MANIFOLD.NORMAL + c]
            values[n, 3 + c] = bodies.center[a, c] + r_a[c]
            values[n, 7 + c] = velocity_at(b, r_b, motion, c) - velocity_at(a, r_a, motion, c)
            values[n, 12 + c] = contacts.cache[contact, CONTACT.CACHE_SURFACE + c]
        write_points(contact, n, bodies, contacts, values)
        values[n, 6] = manifold[contact, deepest + MANIFOLD.POINT_SEPARATION]
        values[n, 10] = manifold[contact, MANIFOLD.FRICTION]
        values[n, 11] = manifold[contact, MANIFOLD.RESTITUTION]
        n += 1
    return n


@leaf
def switch_off(contact, contacts, counts, changed):
    """Let a contact not touch in this step."""
    flags = contacts.info[contact, CONTACT.FLAGS] & ~CONTACT.FLAG_CACHED
    if flags & CONTACT.FLAG_BEGAN:
        flags &= ~(CONTACT.FLAG_BEGAN | CONTACT.FLAG_TOUCH)
    else:
        flags = (flags & ~CONTACT.FLAG_TOUCH) | CONTACT.FLAG_ENDED
        changed[counts[COUNT.CHANGED]] = contact
        counts[COUNT.CHANGED] += 1
    contacts.info[contact, CONTACT.FLAGS] = flags | CONTACT.FLAG_OFF
    contacts.info[contact, CONTACT.COUNT] = 0
    for p in range(MANIFOLD.POINT_CAPACITY):
        column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
        contacts.manifold[contact, column + MANIFOLD.POINT_FORCE] = ZERO
        contacts.manifold[contact, column + MANIFOLD.POINT_USED] = ZERO


@kernel
def write_touching(rows, enabled, friction, restitution, surface, scales, contacts, counts, changed):
    """Take over what a program decided about contacts, for this step.

    Args:
        rows: Contacts, int32 [n].
        enabled: Whether each holds, bool [n].
        friction: Coefficients of friction, float64 [n].
        restitution: Restitutions, float64 [n].
        surface: Velocities of the surfaces, b relative to a [m/s], float64 [n, 3].
        scales: Factors on inverse mass of a and b, on inverse inertia of a and b, float64 [n, 4].
        contacts: Contact arrays. Updated.
        counts: Counts. Updated.
        changed: Contacts with something to change. Those that end are added.
    """
    manifold = contacts.manifold
    for k in range(len(rows)):
        contact = rows[k]
        if not enabled[k]:
            switch_off(contact, contacts, counts, changed)
            continue
        mu, bounce = np.float32(friction[k]), np.float32(restitution[k])
        same = mu == manifold[contact, MANIFOLD.FRICTION] and bounce == manifold[contact, MANIFOLD.RESTITUTION]
        slides = False
        for c in range(3):
            speed = np.float32(surface[k, c])
            same = same and speed == contacts.cache[contact, CONTACT.CACHE_SURFACE + c]
            slides = slides or speed != ZERO
            contacts.cache[contact, CONTACT.CACHE_SURFACE + c] = speed
        scaled = False
        for c in range(4):
            factor = np.float32(scales[k, c] - 1.0)
            scaled = scaled or factor != ZERO
            manifold[contact, MANIFOLD.SCALES + c] = factor
        if same and not scaled:
            continue
        manifold[contact, MANIFOLD.FRICTION] = mu
        manifold[contact, MANIFOLD.RESTITUTION] = bounce
        # Without its cache the contact takes its own values again in the next step.
        flags = contacts.info[contact, CONTACT.FLAGS] & ~CONTACT.FLAG_CACHED
        flags &= ~((BLOCK.FLAG_BOUNCES | BLOCK.FLAG_SLIDES | BLOCK.FLAG_SCALED) << CONTACT.SPECIAL_SHIFT)
        flags |= (BLOCK.FLAG_SCALED if scaled else 0) << CONTACT.SPECIAL_SHIFT
        flags |= (BLOCK.FLAG_BOUNCES if bounce > ZERO else 0) << CONTACT.SPECIAL_SHIFT
        flags |= (BLOCK.FLAG_SLIDES if slides else 0) << CONTACT.SPECIAL_SHIFT
        contacts.info[contact, CONTACT.FLAGS] = flags
