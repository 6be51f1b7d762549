"""Joints, start of a substep: the impulses of the one before, or a beginning without them; how joints bend in it."""

import math

import numpy as np
from numba import types

from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import leaf, linked
from physics.kernels.core.vec3 import add, add_scaled, cross, dot, scale, subtract
from physics.kernels.joints.axes import axis_impulse
from physics.kernels.joints.batch_solve import begin_batches
from physics.kernels.joints.blocks import axis_of
from physics.kernels.joints.colored import warm_start_colored
from physics.kernels.joints.gears import gear_impulse, push_gear
from physics.kernels.joints.measure import load3, row_rate, store3, to_float64
from physics.kernels.joints.motion import apply_row, bend_factor, load_motion, store_motion
from physics.kernels.joints.points import note_point_bend, start_point
from physics.kernels.layout import joint as JOINT, motion as MOTION

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
#: Largest square of the angle that the pull of a joint may swing a body by in a substep: of larger forces, what no
#: longer cancels along rows that have turned by that much is more than what moves the body.
TAUT = np.float32(0.0225)


@leaf
def slot_of(place, d, joints):
    """Slot of the impulse of a row that is solved at once."""
    if joints.order[place, JOINT.PLACE_DRIVEN] & (1 << d):
        motor = joints.info[joints.order[place, JOINT.PLACE_JOINT], JOINT.MOTORS] & (1 << d)
        return d * JOINT.SLOTS + (JOINT.SLOT_MOTOR if motor else JOINT.SLOT_FRICTION)
    return d * JOINT.SLOTS + JOINT.SLOT_HOLD


@leaf
def note_approach(place, i, moving, joints):
    """Remember the rates of axes with limits, before anything of this substep acts on them."""
    v_a, w_a, _, v_b, w_b, _ = moving
    for d in range(JOINT.AXES):
        if joints.info[i, JOINT.LIMITS] & joints.order[place, JOINT.PLACE_ALONE] & (1 << d):
            joints.work[i, JOINT.WORK_APPROACH + d] = row_rate(i, d, v_a, w_a, v_b, w_b, joints.rows)


@leaf
def start_rows(place, i, bodies, joints):
    """Warm start of a joint: its free axes, then what is solved at once."""
    record, work = joints.order, joints.work
    moving = load_motion(i, bodies, joints)
    note_approach(place, i, moving, joints)
    for d in range(JOINT.AXES):
        if record[place, JOINT.PLACE_ALONE] & (1 << d):
            impulse = axis_impulse(i, d, work)
            if record[place, JOINT.PLACE_DRIVEN] & (1 << d):
                impulse -= work[i, slot_of(place, d, joints)]
            moving = apply_row(i, d, impulse, moving, joints.rows)
    for r in range(record[place, JOINT.PLACE_ROWS]):
        d = axis_of(record[place, JOINT.PLACE_AXES], r)
        moving = apply_row(i, d, work[i, slot_of(place, d, joints)], moving, joints.rows)
    store_motion(i, moving, bodies, joints)


@leaf
def note_tension(begin, end, tier, bodies, joints):
    """Make a group overconstrained for the rest of the step if the pull of a joint swings a body too far in a substep.

    With x the impulse, r the lever and m the mass, that is by sqrt(h x / (m r)).
    """
    record, work = joints.order, joints.work
    h = joints.soft[tier, JOINT.SOFT_STEP]
    if record[begin, JOINT.PLACE_OVERCONSTRAINED] or record[begin, JOINT.PLACE_KIND] > JOINT.KIND_GROUP_GEAR:
        return
    for place in range(begin, end):
        i = record[place, JOINT.PLACE_JOINT]
        if record[place, JOINT.PLACE_KIND] != JOINT.KIND_GROUP:  # a gear has no levers of its own
            continue
        x, y, z = (
            work[i, JOINT.SLOT_HOLD],
            work[i, JOINT.SLOTS + JOINT.SLOT_HOLD],
            work[i, 2 * JOINT.SLOTS + JOINT.SLOT_HOLD],
        )
        pull = x * x + y * y + z * z
        for side in range(2):
            mass = h * bodies.motion[joints.info[i, JOINT.BODY_A + side], MOTION.INV_MASS]
            x, y, z = load3(work, i, JOINT.WORK_LEVER_A + 3 * side)
            lever = max(x * x + y * y + z * z, JOINT.LEAST_LEVER * JOINT.LEAST_LEVER)
            if mass * mass * pull > TAUT * TAUT * lever:
                joints.soft[tier, JOINT.SOFT_OVERCONSTRAINED] = ONE
                for other in range(begin, end):
                    record[other, JOINT.PLACE_OVERCONSTRAINED] = 1
                return


@leaf
def bend_linear(i, point, h, moving, joints):
    """What the linear axes get in half a substep because bodies turn: a vector, and more of axis 0."""
    v_a, w_a, _, v_b, w_b, _ = moving
    work = joints.work
    gap, lever_b = to_float64(load3(work, i, JOINT.WORK_GAP)), to_float64(load3(work, i, JOINT.WORK_LEVER_B))
    lever_a = subtract(to_float64(load3(work, i, JOINT.WORK_LEVER_A)), gap)
    around_a, around_b = cross(w_a, lever_a), cross(w_b, lever_b)
    factor_a, factor_b = bend_factor(w_a, h), bend_factor(w_b, h)
    bend = subtract(scale(cross(w_b, around_b), factor_b), scale(cross(w_a, around_a), factor_a))
    if point:
        return bend, 0.0
    rate = subtract(add(v_b, around_b), add(v_a, around_a))
    if joints.info[i, JOINT.FLAGS] & JOINT.FLAG_DISTANCE:
        along = dot(load3(joints.rows, i, JOINT.ROW_N), rate)
        across = max(dot(rate, rate) - along * along, 0.0)
        distance = max(np.float64(work[i, JOINT.WORK_POSITION]), 1e-3)
        return bend, 0.5 * h * across / (distance + h * math.sqrt(across))
    bend = add_scaled(bend, cross(w_a, rate), -2.0 * factor_a)
    return add_scaled(bend, cross(w_a, cross(w_a, gap)), factor_a), 0.0


@leaf
def note_bend(place, i, h, bodies, joints):
    """Remember how a joint bends in this substep, as its bodies turn by themselves.

    The forces of the last substep, along rows that have turned, leave speeds that are not there. What they would add to
    the bend makes taut ropes swing, by the square of the angle that their links swing by in a substep, each time.
    """
    work, record = joints.work, joints.order
    moving = load_motion(i, bodies, joints)
    w_a, w_b = moving[1], moving[4]
    bend, across = bend_linear(i, record[place, JOINT.PLACE_POINT], h, moving, joints)
    store3(work, i, JOINT.WORK_BEND, bend)
    work[i, JOINT.WORK_ACROSS] = across
    store3(work, i, JOINT.WORK_TWIST, scale(cross(w_b, w_a), min(bend_factor(w_a, h), bend_factor(w_b, h))))


@leaf
def start_group(begin, end, isolated, h, bodies, joints):
    """Warm start of one group."""
    record, work = joints.order, joints.work
    for place in range(begin, end):
        i, kind = record[place, JOINT.PLACE_JOINT], record[place, JOINT.PLACE_KIND]
        if record[place, JOINT.PLACE_PLAIN]:
            if not isolated or record[place, JOINT.PLACE_PLAIN] == 1:
                note_point_bend(i, h, bodies, joints)
        elif kind == JOINT.KIND_GROUP or kind == JOINT.KIND_LOOP:
            note_bend(place, i, h, bodies, joints)
    for place in range(begin, end):
        i, kind = record[place, JOINT.PLACE_JOINT], record[place, JOINT.PLACE_KIND]
        if isolated or record[place, JOINT.PLACE_OVERCONSTRAINED]:
            for r in range(record[place, JOINT.PLACE_ROWS]):
                work[i, slot_of(place, axis_of(record[place, JOINT.PLACE_AXES], r), joints)] = ZERO
        if isolated:
            continue
        if kind == JOINT.KIND_GEAR or kind == JOINT.KIND_GROUP_GEAR:
            push_gear(i, gear_impulse(i, work), bodies, joints)
        elif record[place, JOINT.PLACE_PLAIN]:
            start_point(i, bodies, joints)
        else:
            start_rows(place, i, bodies, joints)


@linked
def warm_start_joints(tier, bodies, joints):
    """Apply the impulses of the previous substep, along the rows of now; where there are groups only, begin anew.

    So do overconstrained groups. Their forces may be hundreds of times what moves them, and along rows that have turned
    a little they no longer cancel: bodies would seem to move at that speed when the bend of their paths is needed, and
    the answer would be larger in every substep.

    Args:
        tier: Tier of the joints.
        bodies: Body arrays. Velocities are updated.
        joints: Joint arrays.
    """
    record = joints.order
    isolated = joints.isolated[tier]
    warm_start_colored(joints.colored_starts[tier], joints.colored_starts[tier + 1], bodies, joints)
    begin_batches(tier, joints)
    begin = joints.starts[tier]
    while begin < joints.starts[tier + 1]:
        end = record[begin, JOINT.PLACE_END]
        if record[begin, JOINT.PLACE_PLAIN] != 3:
            if not isolated:
                note_tension(begin, end, tier, bodies, joints)
            start_group(begin, end, isolated, joints.soft[tier, JOINT.SOFT_STEP], bodies, joints)
        begin = end


call_warm_start_joints = by_address(warm_start_joints, types.none)
