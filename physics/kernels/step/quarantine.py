"""Quarantine: a body with a number that is not finite stands still before it can pass it on."""

import numpy as np
from numba import types

from physics.kernels.broad_phase.proxies import fattening, mark_moved, renew_shapes
from physics.kernels.contacts.graph import remove_contacts_of
from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import leaf, linked, routine
from physics.kernels.islands.islands import add_body_event, remove_awake
from physics.kernels.layout import body as BODY, count as COUNT, event as EVENT, motion as MOTION, shape as SHAPE

ZERO = np.float32(0.0)


@leaf
def is_finite_motion(motion, i):
    """True when no number of a body's record is infinite or not a number: a sum of differences with itself is 0."""
    total = ZERO
    for c in range(16):
        total += motion[i, c] - motion[i, c]
    return total == ZERO


@leaf
def is_finite_pose(center, rotation, i):
    """True when the pose of a body is finite."""
    total = 0.0
    for c in range(3):
        total += center[i, c] - center[i, c]
    for c in range(4):
        total += rotation[i, c] - rotation[i, c]
    return total == 0.0


@routine
def freeze(body, bodies, shapes, contacts, counts, events):
    """Quarantine a body with a number that is not finite: last good pose, no velocity, immovable, reported."""
    remove_contacts_of(body, -1, bodies, shapes, contacts, counts, events)
    for c in range(3):
        bodies.center[body, c] = bodies.safe[body, c]
    for c in range(4):
        bodies.rotation[body, c] = bodies.safe[body, 3 + c]
    for c in range(16):
        bodies.motion[body, c] = ZERO
    bodies.motion[body, 15] = np.float32(1.0)
    for c in range(8):
        bodies.force[body, c] = ZERO
        bodies.inv_inertia[body, c] = ZERO
    bodies.links[body, BODY.FLAGS] = (bodies.links[body, BODY.FLAGS] | BODY.FLAG_FROZEN) & ~BODY.FLAG_TARGET
    bodies.color[body] = np.uint64(0)
    remove_awake(body, bodies, counts)
    counts[COUNT.ISLANDS_STALE] = 1  # it may have been the root of its island
    shape = bodies.links[body, BODY.SHAPE]
    while shape >= 0:
        mark_moved(shape, shapes, counts)
        shape = shapes.info[shape, SHAPE.NEXT]
    add_body_event(EVENT.FROZEN, body, counts, events)
    counts[COUNT.FROZEN] += 1


@leaf
def still_statics(bodies):
    """Take away what is not finite from the velocities of bodies that never move.

    Contacts and joints write back to such a body what they read, plus nothing times an impulse. When that was infinite,
    the ground would pass it on to all that stands on it.
    """
    for i in range(len(bodies.links)):
        if bodies.links[i, BODY.FLAGS] & BODY.KIND_BITS == BODY.STATIC:
            for c in range(3):
                for column in (MOTION.VELOCITY + c, MOTION.ANGULAR + c):
                    value = bodies.motion[i, column]
                    if value - value != ZERO:
                        bodies.motion[i, column] = ZERO


@linked
def quarantine(world):
    """Freeze moving bodies whose state is not finite, before their contacts can pass it on.

    They go back to where they were a step ago, which may be outside of their bounds.

    Args:
        world: All arrays. Bodies and what belongs to them are updated, and quarantined ones reported.
    """
    bodies, shapes, counts = world.bodies, world.shapes, world.counts
    frozen = world.workers[0].integers
    padding, margin, ratio = fattening(world.config)
    still = (ZERO, ZERO, ZERO)
    frozen_count = 0
    for k in range(counts[COUNT.AWAKE]):
        i = bodies.awake[k]
        total = ZERO
        for c in range(8):
            total += bodies.force[i, c] - bodies.force[i, c]
        good = is_finite_motion(bodies.motion, i) and is_finite_pose(bodies.center, bodies.rotation, i)
        if not good or total != ZERO:
            frozen[frozen_count] = i
            frozen_count += 1
    for k in range(frozen_count):
        freeze(frozen[k], bodies, shapes, world.contacts, counts, world.events)
        renew_shapes(
            frozen[k], still, bodies, shapes, world.static_tree, world.moving_tree, counts, padding, margin, ratio
        )
    if frozen_count > 0:
        still_statics(bodies)


call_quarantine = by_address(quarantine, types.none)
