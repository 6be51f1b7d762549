"""Life of a joint: it unites islands, keeps its bodies from touching, and wakes one with the other."""

import numpy as np
from numba import types

from physics.kernels.broad_phase.pair_table import pair_shapes
from physics.kernels.broad_phase.proxies import mark_moved
from physics.kernels.contacts.graph import remove_contact
from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import kernel, leaf, linked
from physics.kernels.islands.islands import mark_split, movable, unite, wake
from physics.kernels.joints.rows import joined, link_joint, unlink_joint
from physics.kernels.layout import (
    body as BODY,
    contact as CONTACT,
    count as COUNT,
    joint as JOINT,
    motion as MOTION,
    shape as SHAPE,
    tier as TIER,
)

ZERO = np.float32(0.0)


@leaf
def wake_joined(joint, bodies, contacts, joints, counts, events):
    """Wake both bodies of a joint."""
    for side in range(2):
        wake(joints.info[joint, JOINT.BODY_A + side], bodies, contacts, counts, events)


@kernel
def enter_joint(joint, bodies, contacts, joints, counts, events):
    """Link a new joint to its bodies, and wake them.

    Args:
        joint: Row of the joint.
        bodies: Body arrays. Updated.
        contacts: Contact arrays. Updated.
        joints: Joint arrays. Updated.
        counts: Counts. Updated.
        events: Woken bodies are reported.
    """
    for side in range(2):
        link_joint(joint, side, bodies, joints)
        # Joints need no more substeps before they have shown that they give way.
        for tier in range(1, TIER.COUNT):
            bodies.traits[joints.info[joint, JOINT.BODY_A + side], BODY.TRAIT_LOADED + tier - 1] = ZERO
    wake_joined(joint, bodies, contacts, joints, counts, events)


@kernel
def part_joined(joint, bodies, contacts, joints, counts, events):
    """End the contacts between two bodies if a joint keeps them from touching.

    Args: as of `enter_joint`.
    """
    a, b = joints.info[joint, JOINT.BODY_A], joints.info[joint, JOINT.BODY_B]
    wake_joined(joint, bodies, contacts, joints, counts, events)
    if a == 0 or b == 0 or not joined(a, b, bodies, joints):
        return
    edge = bodies.links[a, BODY.CONTACT]
    while edge >= 0:
        contact = edge >> 1
        side = edge & 1
        edge = contacts.info[contact, CONTACT.NEXT_A + 2 * side]
        if contacts.info[contact, CONTACT.BODY_B - side] == b:
            remove_contact(contact, bodies, contacts, counts, events)


@kernel
def leave_joint(joint, bodies, shapes, contacts, joints, counts, events):
    """Take a joint from its bodies: they wake, may come apart, and may touch from now on.

    Args:
        joint: Row of the joint.
        bodies: Body arrays. Updated.
        shapes: Shape arrays. Updated.
        contacts: Contact arrays. Updated.
        joints: Joint arrays. Updated.
        counts: Counts. Updated.
        events: Woken bodies are reported.
    """
    wake_joined(joint, bodies, contacts, joints, counts, events)
    for side in range(2):
        unlink_joint(joint, side, bodies, joints)
        free_body(joints.info[joint, JOINT.BODY_A + side], bodies, shapes, counts)


@leaf
def free_body(body, bodies, shapes, counts):
    """Have the island of a body looked at again, and its pairs looked for."""
    if body and movable(bodies.links[body, BODY.FLAGS]):
        mark_split(bodies.links, body)
        shape = bodies.links[body, BODY.SHAPE]
        while shape >= 0:
            mark_moved(shape, shapes, counts)
            shape = shapes.info[shape, SHAPE.NEXT]


@kernel
def free_joined(joint, bodies, shapes, contacts, joints, counts, events):
    """Have the pairs of the bodies of a joint looked for: it no longer keeps them from touching.

    Args: as of `leave_joint`.
    """
    wake_joined(joint, bodies, contacts, joints, counts, events)
    for side in range(2):
        free_body(joints.info[joint, JOINT.BODY_A + side], bodies, shapes, counts)


@leaf
def drop_joined(count, new_pairs, bodies, shapes, joints):
    """Leave out, of a list of new pairs, those of joined bodies; returns how many are left."""
    kept = 0
    for k in range(count):
        a, b = pair_shapes(new_pairs[k])
        if not joined(shapes.info[a, SHAPE.BODY], shapes.info[b, SHAPE.BODY], bodies, joints):
            new_pairs[kept] = new_pairs[k]
            kept += 1
    return kept


@leaf
def moves(body, bodies):
    """True for a kinematic body that has a velocity."""
    if bodies.links[body, BODY.FLAGS] & BODY.KIND_BITS != BODY.KINEMATIC:
        return False
    moving = False
    for c in range(3):
        moving = moving or bodies.motion[body, MOTION.VELOCITY + c] != ZERO
        moving = moving or bodies.motion[body, MOTION.ANGULAR + c] != ZERO
    return moving


@linked
def unite_joined(bodies, contacts, joints, counts, events):
    """Make one island of bodies that joints connect, awake if one of them is; nothing sleeps on what moves.

    Done in every step, since islands are taken apart and united without looking at joints.

    Args:
        bodies: Body arrays. Updated.
        contacts: Contact arrays. Updated.
        joints: Joint arrays. Updated.
        counts: Counts. Updated.
        events: Woken bodies are reported.
    """
    links = bodies.links
    info = joints.info
    for joint in range(1, counts[COUNT.JOINT_TOP]):
        if info[joint, JOINT.FLAGS] & JOINT.FLAG_ENABLED == 0:
            continue
        a, b = info[joint, JOINT.BODY_A], info[joint, JOINT.BODY_B]
        if movable(links[a, BODY.FLAGS]) and movable(links[b, BODY.FLAGS]):
            if links[a, BODY.AWAKE] >= 0 and links[b, BODY.AWAKE] < 0:
                wake(b, bodies, contacts, counts, events)
            elif links[b, BODY.AWAKE] >= 0 and links[a, BODY.AWAKE] < 0:
                wake(a, bodies, contacts, counts, events)
            if links[a, BODY.AWAKE] >= 0:
                unite(links, a, b)
        elif moves(a, bodies) or moves(b, bodies):
            bodies.traits[a, BODY.TRAIT_SLEEP_TIME] = ZERO
            bodies.traits[b, BODY.TRAIT_SLEEP_TIME] = ZERO


call_unite_joined = by_address(unite_joined, types.none)
