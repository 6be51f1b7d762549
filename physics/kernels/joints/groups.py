"""Joints that are solved at once: which they are, in what order, and which of them are neighbors.

Locked rows of joints are equations J v = 0. With K = J M^-1 J^T, the impulses follow from K x = -J v. Two joints are
coupled in K when they share a body that can move. K is factored from the last joint to the first: a joint that is taken
out couples all its neighbors to one another. Joints are listed body by body, as one comes to them from the first body
of a group, so where they make a tree, these are coupled already: chains, ragdolls and arms are solved exactly, in a
time that grows with their number, whatever the masses. Loops cost some blocks more; linkages have few.

Nets have many, and are colored instead, see `joints.colored`. A group that would need too many blocks is listed again
without what closes its loops, and without more joints than a body has room for. Those, and soft joints, are then groups
of one: solved one after the other, they give way a little.
"""

import numpy as np
from numba import types

from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import leaf, linked
from physics.kernels.islands.islands import movable
from physics.kernels.joints.colored import color_joint, lay_lanes
from physics.kernels.joints.neighbors import find_neighbors, sort_neighbors
from physics.kernels.layout import body as BODY, count as COUNT, joint as JOINT, tier as TIER

#: Most neighbors per joint of a group, on the average and beyond a few.
NEIGHBORS = 24
NEIGHBORS_FREE = 100
#: Most joints of one body in a group without loops.
JOINTS_PER_BODY = 8
#: Groups of so many joints, of which more than this part closes a loop, are colored.
COLORED_SIZE = 256
COLORED_LOOPS = 0.4
#: Part of its greatest force from which on a motor is at its limit.
SATURATED = np.float32(0.999)


@leaf
def kind_of(joint, links, joints):
    """What kind of place a joint asks for."""
    if joints.info[joint, JOINT.FLAGS] & JOINT.FLAG_GEAR:
        return JOINT.KIND_GROUP_GEAR if gear_fits(joint, links, joints) else JOINT.KIND_GEAR
    traits = joints.traits
    if (
        traits[joint, JOINT.TRAIT_HERTZ] > 0.0
        or traits[joint, JOINT.TRAIT_STIFFNESS] > 0.0
        or traits[joint, JOINT.TRAIT_DAMPING] > 0.0
    ):
        return JOINT.KIND_SOFT
    return JOINT.KIND_GROUP if joints.info[joint, JOINT.LOCKS] | driven_axes(joint, joints) else JOINT.KIND_LOOP


@leaf
def gear_fits(joint, links, joints):
    """True if the bodies of both joints of a gear are in one group with it: rigid joints, or held by the world."""
    info = joints.info
    if (
        joints.axis[joint, JOINT.AXIS_UPPER] > joints.axis[joint, JOINT.AXIS_LOWER]
    ):  # with a backlash it is not always there
        return False
    for k in range(2):
        coupled = info[joint, JOINT.FIRST + k] >> 3
        if info[coupled, JOINT.FLAGS] & JOINT.FLAG_ENABLED == 0:
            return False
        free = movable(links[info[coupled, JOINT.BODY_A], BODY.FLAGS])
        if free and movable(links[info[coupled, JOINT.BODY_B], BODY.FLAGS]):
            soft = joints.traits[coupled, JOINT.TRAIT_HERTZ] + joints.traits[coupled, JOINT.TRAIT_STIFFNESS]
            if soft + joints.traits[coupled, JOINT.TRAIT_DAMPING] > 0.0 or info[coupled, JOINT.LOCKS] == 0:
                return False
    return True


@leaf
def driven_axes(joint, joints):
    """Free axes whose motor or friction was not at its limit: what moves them moves all that hangs on them."""
    info, axis, result = joints.info, joints.axis, joints.result
    wanted = (info[joint, JOINT.MOTORS] | info[joint, JOINT.FRICTIONS]) & ~info[joint, JOINT.LOCKS]
    driven = 0
    for d in range(JOINT.AXES):
        if wanted & (1 << d):
            motor = info[joint, JOINT.MOTORS] & (1 << d)
            most = axis[joint, d * JOINT.AXIS_STRIDE + (JOINT.AXIS_MOTOR_MAX if motor else JOINT.AXIS_FRICTION)]
            force = result[joint, d * JOINT.SLOTS + (JOINT.SLOT_MOTOR if motor else JOINT.SLOT_FRICTION)]
            if abs(force) < SATURATED * most:
                driven |= 1 << d
    return driven


@leaf
def fill_place(place, joint, kind, closes, joints):
    """Write the record of a place, and number its rows."""
    record = joints.order
    info = joints.info
    locks = info[joint, JOINT.LOCKS]
    driven = driven_axes(joint, joints) if kind == JOINT.KIND_GROUP else 0
    held = locks | driven
    if kind == JOINT.KIND_GROUP_GEAR:
        held = 1
    rows, code = 0, 0
    for d in range(JOINT.AXES):
        if held & (1 << d):
            code |= d << (3 * rows)
            rows += 1
    alone = info[joint, JOINT.MOTORS] & ~driven | info[joint, JOINT.FRICTIONS] & ~(driven & ~info[joint, JOINT.MOTORS])
    alone |= info[joint, JOINT.SPRINGS] | info[joint, JOINT.LIMITS] | info[joint, JOINT.COUPLED]
    record[place, JOINT.PLACE_JOINT] = joint
    record[place, JOINT.PLACE_KIND] = kind
    record[place, JOINT.PLACE_ROWS] = rows
    record[place, JOINT.PLACE_AXES] = code
    record[place, JOINT.PLACE_ALONE] = alone & ~locks
    record[place, JOINT.PLACE_DRIVEN] = driven
    record[place, JOINT.PLACE_POINT] = locks & 7 == 7 and not info[joint, JOINT.FLAGS] & JOINT.FLAG_DISTANCE
    record[place, JOINT.PLACE_CLOSES] = closes
    record[place, JOINT.PLACE_PLAIN] = 0
    record[place, JOINT.PLACE_OVERCONSTRAINED] = 0
    record[place, JOINT.PLACE_TREE] = 0
    record[place, JOINT.PLACE_NEIGHBORS] = 0
    record[place, JOINT.PLACE_COUNT] = 0
    joints.seen[joint] = place + 1


@leaf
def close_group(begin, end, joints):
    """Write where a group begins and ends."""
    joints.order[begin, JOINT.PLACE_END] = end
    joints.order[end - 1, JOINT.PLACE_BEGIN] = begin


@leaf
def mark_overconstrained(begin, end, met, joints):
    """Mark a group that has more joints than bodies: it may hold them more than once, and press against itself.

    Mark as well what is a tree, and what has a quarter more freedoms than rows, as a chain that is held at both ends;
    but nothing that has motors, springs or stops, whose forces come and go between two substeps.
    """
    record = joints.order
    count, loops, rows, active = 0, 0, 0, 0
    for place in range(begin, end):
        count += record[place, JOINT.PLACE_KIND] == JOINT.KIND_GROUP
        loops += record[place, JOINT.PLACE_CLOSES] or record[place, JOINT.PLACE_KIND] != JOINT.KIND_GROUP
        rows += record[place, JOINT.PLACE_ROWS]
        active |= record[place, JOINT.PLACE_ALONE] | record[place, JOINT.PLACE_DRIVEN]
    tree = 0 if active else 1 if count <= met and loops == 0 else 2 if 2 * rows <= 9 * met else 0
    for place in range(begin, end):
        record[place, JOINT.PLACE_OVERCONSTRAINED] = count > met
        record[place, JOINT.PLACE_TREE] = tree


@leaf
def gather_group(root, place, loops, marks, links, heads, joints):
    """List the joints that hang together with a body, from it outward; those that cannot be among them are deferred.

    Args:
        root: Body that can move.
        place: Next free place.
        loops: False to defer what closes loops, and what is too much for one body.
        marks: 1 for each body that has been met, int32 [N]. Updated.
        links: Body records.
        heads: First joint of each body.
        joints: Joint arrays. Places are written.

    Returns:
        Next free place, number of joints that were deferred, number of bodies in `queue`.
    """
    info = joints.info
    joints.queue[0] = root
    marks[root] = 1
    met, deferred, room = 1, 0, 6
    reader = 0
    while reader < met:
        body = joints.queue[reader]
        reader += 1
        edge = heads[body]
        count = 0
        while edge:
            joint, side = edge >> 1, edge & 1
            edge = info[joint, JOINT.NEXT_A + 2 * side]
            if joints.seen[joint] > 0:
                count += 1
                continue
            if joints.seen[joint] or info[joint, JOINT.FLAGS] & JOINT.FLAG_ENABLED == 0:
                continue
            other = info[joint, JOINT.BODY_B - side]
            kind = kind_of(joint, links, joints)
            held = info[joint, JOINT.LOCKS] | driven_axes(joint, joints)
            rows = 1 if kind == JOINT.KIND_GROUP_GEAR else 0
            for d in range(JOINT.AXES):
                rows += held >> d & 1
            free = movable(links[other, BODY.FLAGS])
            new = free and marks[other] == 0
            closes = not new and (free or rows > room)
            fits = kind == JOINT.KIND_GROUP and not closes and count < JOINTS_PER_BODY
            if fits or (loops and kind <= JOINT.KIND_GROUP_GEAR):
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
                joints.deferred[deferred] = joint
                deferred += 1
    return place, deferred, met


@leaf
def forget_group(begin, end, deferred, met, marks, joints):
    """Take back what was listed."""
    for place in range(begin, end):
        joints.seen[joints.order[place, JOINT.PLACE_JOINT]] = 0
    for k in range(deferred):
        joints.seen[joints.deferred[k]] = 0
    for k in range(met):
        marks[joints.queue[k]] = 0


@leaf
def is_colored(begin, end, joints):
    """True for a large group with many loops: its blocks would fill up, and without the loops a tree is no help."""
    if end - begin < COLORED_SIZE:
        return False
    loops = 0
    for place in range(begin, end):
        loops += joints.order[place, JOINT.PLACE_CLOSES]
    return loops > COLORED_LOOPS * (end - begin)


@leaf
def list_colored(begin, end, colored_count, marks, links, joints):
    """List the joints of a colored group: plain points by color for later, the others one by one.

    Returns:
        Next free place, and number of joints in `colored_list`.
    """
    info, record = joints.info, joints.order
    for place in range(begin, end):
        joint = record[place, JOINT.PLACE_JOINT]
        marks[info[joint, JOINT.BODY_A]] = 0
        marks[info[joint, JOINT.BODY_B]] = 0
    next_place = begin
    for place in range(begin, end):
        joint, kind = record[place, JOINT.PLACE_JOINT], record[place, JOINT.PLACE_KIND]
        color = JOINT.COLORED_COLORS
        if kind == JOINT.KIND_GROUP and record[place, JOINT.PLACE_POINT] and info[joint, JOINT.LOCKS] == 7:
            if record[place, JOINT.PLACE_ALONE] | record[place, JOINT.PLACE_DRIVEN] == 0:
                color = color_joint(joint, marks, links, joints)
        if color < JOINT.COLORED_COLORS:
            joints.colored_list[2 * colored_count] = joint
            joints.colored_list[2 * colored_count + 1] = color
            colored_count += 1
        else:
            fill_place(
                next_place, joint, JOINT.KIND_GEAR if kind == JOINT.KIND_GROUP_GEAR else JOINT.KIND_LOOP, 2, joints
            )
            close_group(next_place, next_place + 1, joints)
            next_place += 1
    return next_place, colored_count


@leaf
def list_deferred(deferred, place, links, joints):
    """List the joints that were deferred, one by one; returns the next free place."""
    for k in range(deferred):
        joint = joints.deferred[k]
        kind = kind_of(joint, links, joints)
        if kind == JOINT.KIND_GROUP:
            kind = JOINT.KIND_LOOP
        elif kind == JOINT.KIND_GROUP_GEAR:
            kind = JOINT.KIND_GEAR
        fill_place(place, joint, kind, 0, joints)
        close_group(place, place + 1, joints)
        place += 1
    return place


@leaf
def list_group(root, place, start, blocks, colored_count, marks, links, heads, joints):
    """List one group, and after it, one by one, what was deferred.

    Returns:
        Next free place, neighbor and block, number of colored joints; the neighbor is -1 if `neighbors` is too short.
    """
    begin = place
    place, deferred, met = gather_group(root, begin, True, marks, links, heads, joints)
    if is_colored(begin, place, joints):
        place, colored_count = list_colored(begin, place, colored_count, marks, links, joints)
        return list_deferred(deferred, place, links, joints), start, blocks, colored_count
    lists = start + NEIGHBORS * (place - begin) + NEIGHBORS_FREE
    limit = lists + NEIGHBORS * (place - begin) + NEIGHBORS_FREE
    if limit + 2 * JOINTS_PER_BODY * (place - begin) > len(joints.neighbors):
        return place, -1, blocks, colored_count
    if find_neighbors(begin, place, lists, limit, marks, links, joints) > limit:
        forget_group(begin, place, deferred, met, marks, joints)
        place, deferred, met = gather_group(root, begin, False, marks, links, heads, joints)
        lists = start + JOINTS_PER_BODY * (place - begin)
        find_neighbors(begin, place, lists, len(joints.neighbors), marks, links, joints)
    if place > begin:
        start, blocks = sort_neighbors(begin, place, start, blocks, joints)
        close_group(begin, place, joints)
        mark_overconstrained(begin, place, met, joints)
    return list_deferred(deferred, place, links, joints), start, blocks, colored_count


@leaf
def clear_marks(top, marks, joints):
    """Forget what the last step found."""
    info = joints.info
    for joint in range(1, top):
        joints.seen[joint] = 0
        info[joint, JOINT.COUPLED] = 0
        marks[info[joint, JOINT.BODY_A]] = 0
        marks[info[joint, JOINT.BODY_B]] = 0
    for joint in range(1, top):
        if info[joint, JOINT.FLAGS] & (JOINT.FLAG_GEAR | JOINT.FLAG_ENABLED) == JOINT.FLAG_GEAR | JOINT.FLAG_ENABLED:
            for k in range(2):
                code = info[joint, JOINT.FIRST + k]
                info[code >> 3, JOINT.COUPLED] |= 1 << (code & 7)
                if info[code >> 3, JOINT.FLAGS] & JOINT.FLAG_ENABLED == 0:  # nothing to couple
                    joints.seen[joint] = -1


@leaf
def has_joints(tier, joints):
    """True if a tier has joints to solve."""
    return (
        joints.starts[tier] < joints.starts[tier + 1] or joints.colored_starts[tier] < joints.colored_starts[tier + 1]
    )


@linked
def list_joints(bodies, joints, counts, marks):
    """List the joints of awake bodies by the tier of their islands, group by group.

    Args:
        bodies: Body arrays.
        joints: Joint arrays. `order`, `neighbors`, `starts`, and the lanes of colored joints are written.
        counts: Counts.
        marks: Scratch, int32 [N].

    Returns:
        False if `neighbors` or `blocks` are too short; then nothing may be solved.
    """
    links = bodies.links
    info = joints.info
    top = counts[COUNT.JOINT_TOP]
    place, start, blocks = 0, 1, 0
    if top > 1:
        clear_marks(top, marks, joints)
    for tier in range(TIER.COUNT):
        joints.starts[tier] = place
        colored_count = 0
        for joint in range(1, top):
            if joints.seen[joint] or info[joint, JOINT.FLAGS] & JOINT.FLAG_ENABLED == 0:
                continue
            a, b = info[joint, JOINT.BODY_A], info[joint, JOINT.BODY_B]
            i = a if movable(links[a, BODY.FLAGS]) else b
            if movable(links[i, BODY.FLAGS]) and links[i, BODY.AWAKE] >= 0 and links[i, BODY.TIER] == tier:
                place, start, blocks, colored_count = list_group(
                    i, place, start, blocks, colored_count, marks, links, bodies.joint, joints
                )
                if start < 0:
                    return False
        joints.colored_starts[tier + 1] = lay_lanes(colored_count, joints.colored_starts[tier], joints)
    joints.starts[TIER.COUNT] = place
    return blocks <= len(joints.blocks)


call_list_joints = by_address(list_joints, types.boolean)
