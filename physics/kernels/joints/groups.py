"""Joints that are solved at once: which they are, in what order, and which of them are neighbors.

Locked rows of joints are equations J v = 0. With K = J M^-1 J^T, the impulses follow from K x = -J v. Two joints are
coupled in K when they share a body that can move. K is factored from the last joint to the first: a joint that is taken
out couples all its neighbors to one another. Joints are listed body by body, as one comes to them from the first body
of a group, so where they make a tree, these are coupled already: chains, ragdolls and arms are solved exactly, in a
time that grows with their number, whatever the masses. Loops cost some blocks more; linkages have few.

Nets have many. A group that would need too many blocks is listed again without what closes its loops, and without more
joints than a body has room for. Those, and soft joints, are then groups of one: solved one after the other, they give
way a little.
"""

import numpy as np

from physics.kernels.core.jit import kernel, leaf
from physics.kernels.islands.islands import movable
from physics.kernels.joints.neighbors import find_near, sort_near
from physics.kernels.joints.nets import color_joint, lay_lanes
from physics.kernels.layout.joint import (
    AXES,
    AXIS_FRICTION,
    AXIS_LOWER,
    AXIS_MOTOR_MAX,
    AXIS_STRIDE,
    AXIS_UPPER,
    JOINT_BODY_A,
    JOINT_BODY_B,
    JOINT_COUPLED,
    JOINT_DISTANCE,
    JOINT_ENABLED,
    JOINT_FIRST,
    JOINT_FLAGS,
    JOINT_FRICTIONS,
    JOINT_GEAR,
    JOINT_LIMITS,
    JOINT_LOCKS,
    JOINT_MOTORS,
    JOINT_NEXT_A,
    JOINT_SPRINGS,
    KIND_GEAR,
    KIND_GROUP,
    KIND_GROUP_GEAR,
    KIND_LOOP,
    KIND_SOFT,
    NET_COLORS,
    PLACE_ALONE,
    PLACE_AXES,
    PLACE_BEGIN,
    PLACE_CLOSES,
    PLACE_COUNT,
    PLACE_DRIVEN,
    PLACE_END,
    PLACE_JOINT,
    PLACE_KIND,
    PLACE_NEAR,
    PLACE_PLAIN,
    PLACE_POINT,
    PLACE_ROWS,
    PLACE_TENSE,
    SLOT_FRICTION,
    SLOT_MOTOR,
    SLOTS,
    TRAIT_DAMPING,
    TRAIT_HERTZ,
    TRAIT_STIFFNESS,
)
from physics.kernels.layout.records import BODY_AWAKE, BODY_FLAGS, BODY_LEVEL, COUNT_JOINT_TOP, LEVELS

#: Most neighbors per joint of a group, on the average and beyond a few.
NEIGHBORS = 24
NEIGHBORS_FREE = 100
#: Most joints of one body in a group without loops.
JOINTS_PER_BODY = 8
#: Groups of so many joints, of which more than this part closes a loop, are nets.
NET_SIZE = 256
NET_LOOPS = 0.4
#: Part of its greatest force from which on a motor is at its limit.
SATURATED = np.float32(0.999)


@leaf
def kind_of(joint, links, joints):
    """What kind of place a joint asks for."""
    if joints.info[joint, JOINT_FLAGS] & JOINT_GEAR:
        return KIND_GROUP_GEAR if gear_fits(joint, links, joints) else KIND_GEAR
    traits = joints.traits
    if traits[joint, TRAIT_HERTZ] > 0.0 or traits[joint, TRAIT_STIFFNESS] > 0.0 or traits[joint, TRAIT_DAMPING] > 0.0:
        return KIND_SOFT
    return KIND_GROUP if joints.info[joint, JOINT_LOCKS] | driven_axes(joint, joints) else KIND_LOOP


@leaf
def gear_fits(joint, links, joints):
    """True if the bodies of both joints of a gear are in one group with it: rigid joints, or held by the world."""
    info = joints.info
    if joints.axis[joint, AXIS_UPPER] > joints.axis[joint, AXIS_LOWER]:  # with a backlash it is not always there
        return False
    for k in range(2):
        coupled = info[joint, JOINT_FIRST + k] >> 3
        if info[coupled, JOINT_FLAGS] & JOINT_ENABLED == 0:
            return False
        free = movable(links[info[coupled, JOINT_BODY_A], BODY_FLAGS])
        if free and movable(links[info[coupled, JOINT_BODY_B], BODY_FLAGS]):
            soft = joints.traits[coupled, TRAIT_HERTZ] + joints.traits[coupled, TRAIT_STIFFNESS]
            if soft + joints.traits[coupled, TRAIT_DAMPING] > 0.0 or info[coupled, JOINT_LOCKS] == 0:
                return False
    return True


@leaf
def driven_axes(joint, joints):
    """Free axes whose motor or friction was not at its limit: what moves them moves all that hangs on them."""
    info, axis, result = joints.info, joints.axis, joints.result
    wanted = (info[joint, JOINT_MOTORS] | info[joint, JOINT_FRICTIONS]) & ~info[joint, JOINT_LOCKS]
    driven = 0
    for d in range(AXES):
        if wanted & (1 << d):
            motor = info[joint, JOINT_MOTORS] & (1 << d)
            most = axis[joint, d * AXIS_STRIDE + (AXIS_MOTOR_MAX if motor else AXIS_FRICTION)]
            force = result[joint, d * SLOTS + (SLOT_MOTOR if motor else SLOT_FRICTION)]
            if abs(force) < SATURATED * most:
                driven |= 1 << d
    return driven


@leaf
def fill_place(place, joint, kind, closes, joints):
    """Write the record of a place, and number its rows."""
    record = joints.order
    info = joints.info
    locks = info[joint, JOINT_LOCKS]
    driven = driven_axes(joint, joints) if kind == KIND_GROUP else 0
    held = locks | driven
    if kind == KIND_GROUP_GEAR:
        held = 1
    rows, code = 0, 0
    for d in range(AXES):
        if held & (1 << d):
            code |= d << (3 * rows)
            rows += 1
    alone = info[joint, JOINT_MOTORS] & ~driven | info[joint, JOINT_FRICTIONS] & ~(driven & ~info[joint, JOINT_MOTORS])
    alone |= info[joint, JOINT_SPRINGS] | info[joint, JOINT_LIMITS] | info[joint, JOINT_COUPLED]
    record[place, PLACE_JOINT] = joint
    record[place, PLACE_KIND] = kind
    record[place, PLACE_ROWS] = rows
    record[place, PLACE_AXES] = code
    record[place, PLACE_ALONE] = alone & ~locks
    record[place, PLACE_DRIVEN] = driven
    record[place, PLACE_POINT] = locks & 7 == 7 and not info[joint, JOINT_FLAGS] & JOINT_DISTANCE
    record[place, PLACE_CLOSES] = closes
    record[place, PLACE_PLAIN] = 0
    record[place, PLACE_TENSE] = 0
    record[place, PLACE_NEAR] = 0
    record[place, PLACE_COUNT] = 0
    joints.seen[joint] = place + 1


@leaf
def close_group(begin, end, joints):
    """Write where a group begins and ends."""
    joints.order[begin, PLACE_END] = end
    joints.order[end - 1, PLACE_BEGIN] = begin


@leaf
def mark_tense(begin, end, met, joints):
    """Mark a group that has more joints than bodies: it may hold them more than once, and press against itself."""
    record = joints.order
    count = 0
    for place in range(begin, end):
        count += record[place, PLACE_KIND] == KIND_GROUP
    if count > met:
        for place in range(begin, end):
            record[place, PLACE_TENSE] = 1


@leaf
def gather_group(root, place, loops, marks, links, heads, joints):
    """List the joints that hang together with a body, from it outward; those that cannot be among them are set aside.

    Args:
        root: Body that can move.
        place: Next free place.
        loops: False to set aside what closes loops, and what is too much for one body.
        marks: 1 for each body that has been met, int32 [N]. Updated.
        links: Body records.
        heads: First joint of each body.
        joints: Joint arrays. Places are written.

    Returns:
        Next free place, number of joints that were set aside, number of bodies in `queue`.
    """
    info = joints.info
    joints.queue[0] = root
    marks[root] = 1
    met, aside, room = 1, 0, 6
    reader = 0
    while reader < met:
        body = joints.queue[reader]
        reader += 1
        edge = heads[body]
        count = 0
        while edge:
            joint, side = edge >> 1, edge & 1
            edge = info[joint, JOINT_NEXT_A + 2 * side]
            if joints.seen[joint] > 0:
                count += 1
                continue
            if joints.seen[joint] or info[joint, JOINT_FLAGS] & JOINT_ENABLED == 0:
                continue
            other = info[joint, JOINT_BODY_B - side]
            kind = kind_of(joint, links, joints)
            held = info[joint, JOINT_LOCKS] | driven_axes(joint, joints)
            rows = 1 if kind == KIND_GROUP_GEAR else 0
            for d in range(AXES):
                rows += held >> d & 1
            free = movable(links[other, BODY_FLAGS])
            new = free and marks[other] == 0
            closes = not new and (free or rows > room)
            fits = kind == KIND_GROUP and not closes and count < JOINTS_PER_BODY
            if fits or (loops and kind <= KIND_GROUP_GEAR):
                if new:
                    marks[other] = 1
                    joints.queue[met] = other
                    met += 1
                    room += 6
                room -= rows
                fill_place(place, joint, kind, 1 if closes else 0, joints)
                place += 1
                count += 1
            else:
                joints.seen[joint] = -1
                joints.aside[aside] = joint
                aside += 1
    return place, aside, met


@leaf
def forget_group(begin, end, aside, met, marks, joints):
    """Take back what was listed."""
    for place in range(begin, end):
        joints.seen[joints.order[place, PLACE_JOINT]] = 0
    for k in range(aside):
        joints.seen[joints.aside[k]] = 0
    for k in range(met):
        marks[joints.queue[k]] = 0


@leaf
def is_net(begin, end, joints):
    """True for a large group with many loops: its blocks would fill up, and without the loops a tree is no help."""
    if end - begin < NET_SIZE:
        return False
    loops = 0
    for place in range(begin, end):
        loops += joints.order[place, PLACE_CLOSES]
    return loops > NET_LOOPS * (end - begin)


@leaf
def list_net(begin, end, netted, marks, links, joints):
    """List the joints of a net: plain points by color for later, the others one by one.

    Returns:
        Next free place, and number of joints in `netted`.
    """
    info, record = joints.info, joints.order
    for place in range(begin, end):
        joint = record[place, PLACE_JOINT]
        marks[info[joint, JOINT_BODY_A]] = 0
        marks[info[joint, JOINT_BODY_B]] = 0
    next_place = begin
    for place in range(begin, end):
        joint, kind = record[place, PLACE_JOINT], record[place, PLACE_KIND]
        color = NET_COLORS
        if kind == KIND_GROUP and record[place, PLACE_POINT] and info[joint, JOINT_LOCKS] == 7:
            if record[place, PLACE_ALONE] | record[place, PLACE_DRIVEN] == 0:
                color = color_joint(joint, marks, links, joints)
        if color < NET_COLORS:
            joints.netted[2 * netted] = joint
            joints.netted[2 * netted + 1] = color
            netted += 1
        else:
            fill_place(next_place, joint, KIND_GEAR if kind == KIND_GROUP_GEAR else KIND_LOOP, 2, joints)
            close_group(next_place, next_place + 1, joints)
            next_place += 1
    return next_place, netted


@leaf
def list_aside(aside, place, links, joints):
    """List the joints that were set aside one by one; returns the next free place."""
    for k in range(aside):
        joint = joints.aside[k]
        kind = kind_of(joint, links, joints)
        if kind == KIND_GROUP:
            kind = KIND_LOOP
        elif kind == KIND_GROUP_GEAR:
            kind = KIND_GEAR
        fill_place(place, joint, kind, 0, joints)
        close_group(place, place + 1, joints)
        place += 1
    return place


@leaf
def list_group(root, place, start, blocks, netted, marks, links, heads, joints):
    """List one group, and after it, one by one, what was set aside.

    Returns:
        Next free place, neighbor and block, number of joints of nets; the neighbor is -1 if `near` is too short.
    """
    begin = place
    place, aside, met = gather_group(root, begin, True, marks, links, heads, joints)
    if is_net(begin, place, joints):
        place, netted = list_net(begin, place, netted, marks, links, joints)
        return list_aside(aside, place, links, joints), start, blocks, netted
    lists = start + NEIGHBORS * (place - begin) + NEIGHBORS_FREE
    limit = lists + NEIGHBORS * (place - begin) + NEIGHBORS_FREE
    if limit + 2 * JOINTS_PER_BODY * (place - begin) > len(joints.near):
        return place, -1, blocks, netted
    if find_near(begin, place, lists, limit, marks, links, joints) > limit:
        forget_group(begin, place, aside, met, marks, joints)
        place, aside, met = gather_group(root, begin, False, marks, links, heads, joints)
        lists = start + JOINTS_PER_BODY * (place - begin)
        find_near(begin, place, lists, len(joints.near), marks, links, joints)
    if place > begin:
        start, blocks = sort_near(begin, place, start, blocks, joints)
        close_group(begin, place, joints)
        mark_tense(begin, place, met, joints)
    return list_aside(aside, place, links, joints), start, blocks, netted


@leaf
def clear_marks(top, marks, joints):
    """Forget what the last step found."""
    info = joints.info
    for joint in range(1, top):
        joints.seen[joint] = 0
        info[joint, JOINT_COUPLED] = 0
        marks[info[joint, JOINT_BODY_A]] = 0
        marks[info[joint, JOINT_BODY_B]] = 0
    for joint in range(1, top):
        if info[joint, JOINT_FLAGS] & (JOINT_GEAR | JOINT_ENABLED) == JOINT_GEAR | JOINT_ENABLED:
            for k in range(2):
                code = info[joint, JOINT_FIRST + k]
                info[code >> 3, JOINT_COUPLED] |= 1 << (code & 7)
                if info[code >> 3, JOINT_FLAGS] & JOINT_ENABLED == 0:  # nothing to couple
                    joints.seen[joint] = -1


@leaf
def has_joints(level, joints):
    """True if a level has joints to solve."""
    return joints.starts[level] < joints.starts[level + 1] or joints.net_starts[level] < joints.net_starts[level + 1]


@kernel
def list_joints(bodies, joints, counts, marks):
    """List the joints of awake bodies by the level of their islands, group by group.

    Args:
        bodies: Body arrays.
        joints: Joint arrays. `order`, `near`, `starts`, and the lanes of nets are written.
        counts: Counts.
        marks: Scratch, int32 [N].

    Returns:
        False if `near` or `blocks` are too short; then nothing may be solved.
    """
    links = bodies.links
    info = joints.info
    top = counts[COUNT_JOINT_TOP]
    place, start, blocks = 0, 1, 0
    if top > 1:
        clear_marks(top, marks, joints)
    for level in range(LEVELS):
        joints.starts[level] = place
        netted = 0
        for joint in range(1, top):
            if joints.seen[joint] or info[joint, JOINT_FLAGS] & JOINT_ENABLED == 0:
                continue
            a, b = info[joint, JOINT_BODY_A], info[joint, JOINT_BODY_B]
            i = a if movable(links[a, BODY_FLAGS]) else b
            if movable(links[i, BODY_FLAGS]) and links[i, BODY_AWAKE] >= 0 and links[i, BODY_LEVEL] == level:
                place, start, blocks, netted = list_group(
                    i, place, start, blocks, netted, marks, links, bodies.joint, joints
                )
                if start < 0:
                    return False
        joints.net_starts[level + 1] = lay_lanes(netted, joints.net_starts[level], joints)
    joints.starts[LEVELS] = place
    return blocks <= len(joints.blocks)
