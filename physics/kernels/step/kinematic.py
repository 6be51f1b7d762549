"""Bodies that move as they are told: they arrive where they were sent, and carry what stands on them."""

import math

import numpy as np
from numba import types

from physics.kernels.broad_phase.proxies import update_bounds
from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import kernel, leaf, linked, routine
from physics.kernels.core.vec3 import cross
from physics.kernels.layout import (
    block as BLOCK,
    body as BODY,
    contact as CONTACT,
    count as COUNT,
    manifold as MANIFOLD,
    motion as MOTION,
    shape as SHAPE,
)
from physics.kernels.narrow_phase.surfaces import mix_surfaces

ZERO = np.float32(0.0)


@leaf
def aim_bodies(bodies, counts, dt):
    """Let bodies with a target arrive there in a step of the length dt, if they were told another length."""
    target = bodies.target
    motion = bodies.motion
    for k in range(counts[COUNT.AWAKE]):
        i = bodies.awake[k]
        if bodies.links[i, BODY.FLAGS] & BODY.FLAG_TARGET and target[i, BODY.TARGET_TIME] != dt:
            factor = np.float32(target[i, BODY.TARGET_TIME] / dt)
            target[i, BODY.TARGET_TIME] = dt
            for c in range(3):
                motion[i, MOTION.VELOCITY + c] *= factor
                motion[i, MOTION.ANGULAR + c] *= factor


@kernel
def look_ahead_of(body, way_x, way_y, way_z, bodies, shapes, static_tree, moving_tree, counts, padding, margin, ratio):
    """Make room in the broad phase for the way that a body is about to go, so that it meets what is there.

    Args:
        body: Row of the body.
        way_x: Way in the next step [m], float32.
        way_y: As way_x.
        way_z: As way_x.
        bodies: Body arrays.
        shapes: Shape arrays. Updated.
        static_tree: Bounds of static shapes.
        moving_tree: Bounds of the other shapes. Updated.
        counts: Counts. Updated.
        padding: As in `move_to`.
        margin: As in `move_to`.
        ratio: As in `move_to`.
    """
    shape = bodies.links[body, BODY.SHAPE]
    while shape >= 0:
        update_bounds(shape, shapes, static_tree, moving_tree, counts, padding, margin, ratio, (way_x, way_y, way_z))
        shape = shapes.info[shape, SHAPE.NEXT]


@leaf
def bend_of_way(w, r, dt):
    """Mean velocity over a step of a point at r of a turning body, less its velocity at the start.

    The chord of an arc: (R(w dt) - 1) r / dt - w x r. With c = w x r and d = w x c, Rodrigues' formula gives
    c (sin(t) / t - 1) + d dt (1 - cos(t)) / t^2 for the angle t = |w| dt.
    """
    c = cross(w, r)
    d = cross(w, c)
    t = dt * math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2])
    if t < 1e-3:  # the differences would be rounding only
        along = -t * t / 6.0
        inward = 0.5 * dt
    else:
        along = math.sin(t) / t - 1.0
        inward = dt * (1.0 - math.cos(t)) / (t * t)
    return along * c[0] + inward * d[0], along * c[1] + inward * d[1], along * c[2] + inward * d[2]


@routine
def carry_contact(contact, side, w, bodies, shapes, contacts, friction_table, dt):
    """Have friction follow the arc of a turning body, not its tangent, which would throw off what it carries.

    The solver takes the velocity of the surface at the start of the step for all of it. What is missing is added as a
    surface velocity, like that of a belt, and changes from step to step, also where points are recycled.
    """
    info = contacts.info
    manifold = contacts.manifold
    shape_a, shape_b = info[contact, CONTACT.SHAPE_A], info[contact, CONTACT.SHAPE_B]
    flags = info[contact, CONTACT.FLAGS] & ((1 << CONTACT.SPECIAL_SHIFT) - 1)
    flags |= mix_surfaces(contact, shape_a, shape_b, bodies, shapes, contacts, friction_table)
    count = info[contact, CONTACT.COUNT]
    if count > 0 and (w[0] != 0.0 or w[1] != 0.0 or w[2] != 0.0):
        x, y, z = 0.0, 0.0, 0.0
        for p in range(count):
            column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
            x += np.float64(manifold[contact, column]) / count
            y += np.float64(manifold[contact, column + 1]) / count
            z += np.float64(manifold[contact, column + 2]) / count
        sign = 1.0
        if side:
            x -= manifold[contact, MANIFOLD.CENTERS]
            y -= manifold[contact, MANIFOLD.CENTERS + 1]
            z -= manifold[contact, MANIFOLD.CENTERS + 2]
            sign = -1.0
        bend = bend_of_way(w, (x, y, z), dt)
        for c in range(3):
            contacts.cache[contact, CONTACT.CACHE_SURFACE + c] += np.float32(sign * bend[c])
        flags |= BLOCK.FLAG_SLIDES << CONTACT.SPECIAL_SHIFT
    info[contact, CONTACT.FLAGS] = flags


@linked
def carry_contacts(bodies, shapes, contacts, counts, friction_table, dt):
    """Bring what kinematic bodies carry up to date: their arcs, and that nothing sleeps on what moves.

    Args:
        bodies: Body arrays. Rests are updated.
        shapes: Shape arrays.
        contacts: Contact arrays. Surface velocities are updated.
        counts: Counts.
        friction_table: Friction of pairs of materials and more, float32 [M, M + MATERIAL.COLUMNS].
        dt: Step [s].
    """
    links = bodies.links
    motion = bodies.motion
    for k in range(counts[COUNT.AWAKE]):
        i = bodies.awake[k]
        if links[i, BODY.FLAGS] & BODY.KIND_BITS != BODY.KINEMATIC:
            continue
        w = (np.float64(motion[i, 4]), np.float64(motion[i, 5]), np.float64(motion[i, 6]))
        moves = w[0] != 0.0 or w[1] != 0.0 or w[2] != 0.0
        for c in range(3):
            moves = moves or motion[i, MOTION.VELOCITY + c] != ZERO
        edge = links[i, BODY.CONTACT]
        while edge >= 0:
            contact = edge >> 1
            side = edge & 1
            if (
                contacts.info[contact, CONTACT.FLAGS]
                & (CONTACT.FLAG_TOUCH | CONTACT.FLAG_SENSOR | CONTACT.FLAG_DORMANT)
                == CONTACT.FLAG_TOUCH
            ):
                carry_contact(contact, side, w, bodies, shapes, contacts, friction_table, dt)
                other = contacts.info[contact, CONTACT.BODY_B - side]
                if moves and links[other, BODY.AWAKE] >= 0:
                    bodies.traits[other, BODY.TRAIT_SLEEP_TIME] = ZERO
            edge = contacts.info[contact, CONTACT.NEXT_A + 2 * side]


call_carry_contacts = by_address(carry_contacts, types.none)
