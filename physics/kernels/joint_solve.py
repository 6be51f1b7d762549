"""Joints, the passes of a substep: warm start, solve, relax.

Groups are solved at once, see `joint_groups`. They are rigid, and move as SHAKE and RATTLE do: the first pass asks for
velocities that bring every locked error C to zero at the end of the substep, to second order in it,

    J v + C / h + h/2 (dJ/dt) v = 0,

and the second, when the bodies have moved, for J v = 0. The forces of both are along the rows of their own place, so
the pair loses and gains no energy; without the last term of the first, every substep would throw the bodies outward,
and pulling them back would cost what they move by. Joints that close loops have it too, but push their errors out with
the stiffness of a contact, since they cannot know of one another.
"""

import numpy as np
from numba import types

from physics.kernels.calls import by_address
from physics.kernels.jit import leaf, linked
from physics.kernels.joint_axes import PUSH, TWO_PI, axis_impulse, project_rows, soften, solve_axis
from physics.kernels.joint_blocks import axis_of, eliminate, fill_blocks, fill_pivot, invert, soften_pivot, solve_group
from physics.kernels.joint_gears import gear_impulse, measure_gear, push_gear, solve_gear
from physics.kernels.joint_layout import (
    AXES,
    JOINT_BODY_A,
    JOINT_BODY_B,
    JOINT_DISTANCE,
    JOINT_FIRST,
    JOINT_FLAGS,
    JOINT_LIMITS,
    JOINT_USER,
    KIND_GEAR,
    KIND_GROUP,
    KIND_SOFT,
    PASS_BIASED,
    PASS_MEASURE,
    PLACE_ALONE,
    PLACE_AXES,
    PLACE_BEGIN,
    PLACE_CLOSES,
    PLACE_END,
    PLACE_JOINT,
    PLACE_KIND,
    PLACE_POINT,
    PLACE_ROWS,
    ROW_N,
    ROW_ON_B,
    ROW_STRIDE,
    SLOT_HOLD,
    SLOTS,
    SOFT_INV_STEP,
    SOFT_STEP,
    TRAIT_DAMPING,
    TRAIT_HERTZ,
    TRAIT_RATIO,
    TRAIT_STIFFNESS,
    TURNING,
    WORK_ANGLE,
    WORK_APPROACH,
    WORK_ERROR,
    WORK_GAP,
    WORK_GIVE,
    WORK_LEVER_A,
    WORK_LEVER_B,
    WORK_MASS,
    WORK_POSITION,
    WORK_PUSH,
    WORK_SUM,
)
from physics.kernels.joint_measure import load3, measure_joint, row_rate, store3, to_float64
from physics.kernels.joint_motion import apply_row, load_motion, store_motion
from physics.kernels.layout import LEVELS, MOTION_INV_MASS
from physics.kernels.vec3 import add, add_scaled, clamp, cross, dot, scale, subtract

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
#: Softness of groups, as part of the inverse mass of a row; more for what closes a loop, which may hold what is held
#: already: it keeps apart the forces of two hinges of one door.
GROUP_GIVE = 1e-4
LOOP_GIVE = 1e-2
#: Part of an error that a group pushes out in one substep.
GROUP_PUSH = np.float32(0.5)
#: Least damping of a soft lock per substep: without any, its softness would be infinite.
LEAST_DAMPING = np.float32(1e-5)
#: How often a group with free axes that do something is solved in a pass.
SWEEPS = 2


# ---- Measuring -------------------------------------------------------------------------------------------------------


@leaf
def soften_rows(place, i, kind, rigid, h, inv_h, joints):
    """Softness and push of the locked rows of a joint."""
    work, traits = joints.work, joints.traits
    rows, code = joints.order[place, PLACE_ROWS], joints.order[place, PLACE_AXES]
    for r in range(rows):
        d = axis_of(code, r)
        mass = work[i, WORK_MASS + d]
        inverse = ONE / mass if mass > ZERO else ZERO
        if kind == KIND_GROUP:
            work[i, WORK_GIVE + d] = (LOOP_GIVE if joints.order[place, PLACE_CLOSES] else GROUP_GIVE) * inverse
            work[i, WORK_PUSH + d] = GROUP_PUSH * inv_h
            continue
        soft = rigid
        if kind == KIND_SOFT:
            stiffness, damping = traits[i, TRAIT_STIFFNESS] * inverse, traits[i, TRAIT_DAMPING] * inverse
            if traits[i, TRAIT_HERTZ] > ZERO:
                omega = TWO_PI * traits[i, TRAIT_HERTZ]
                stiffness, damping = omega * omega, (traits[i, TRAIT_RATIO] + traits[i, TRAIT_RATIO]) * omega
            soft = soften(stiffness, max(damping, LEAST_DAMPING * inv_h), h)
        work[i, WORK_GIVE + d] = inverse * soft[2] / soft[1]
        work[i, WORK_PUSH + d] = soft[0] / soft[1]


@leaf
def measure_place(place, rigid, h, inv_h, bodies, joints):
    """Measure a joint and fill its blocks."""
    record = joints.order
    i, kind, rows = record[place, PLACE_JOINT], record[place, PLACE_KIND], record[place, PLACE_ROWS]
    code = record[place, PLACE_AXES]
    used = record[place, PLACE_ALONE]
    for r in range(rows):
        used |= 1 << axis_of(code, r)
    measure_joint(i, used, record[place, PLACE_POINT], joints, bodies)
    mass_a = np.float64(bodies.motion[joints.info[i, JOINT_BODY_A], MOTION_INV_MASS])
    mass_b = np.float64(bodies.motion[joints.info[i, JOINT_BODY_B], MOTION_INV_MASS])
    if record[place, PLACE_ALONE]:
        fill_pivot(place, i, mass_a, mass_b, joints)
        invert(joints.pivot, place, rows)
        project_rows(place, i, mass_a, mass_b, joints)
    if rows:
        fill_pivot(place, i, mass_a, mass_b, joints)
        soften_rows(place, i, kind, rigid, h, inv_h, joints)
        soften_pivot(place, i, joints)
        if kind == KIND_GROUP:
            fill_blocks(place, joints, bodies)
        else:
            invert(joints.pivot, place, rows)


@leaf
def measure_level(level, bodies, joints):
    """Measure all joints of a level, and factor their groups."""
    first, last = joints.starts[level], joints.starts[level + 1]
    h, inv_h = joints.soft[level, SOFT_STEP], joints.soft[level, SOFT_INV_STEP]
    rigid = load3(joints.soft, level, 0)
    gears = False
    for place in range(first, last):
        if joints.order[place, PLACE_KIND] == KIND_GEAR:
            gears = True
        else:
            measure_place(place, rigid, h, inv_h, bodies, joints)
    for k in range(last - first):
        place = last - 1 - k
        if joints.order[place, PLACE_KIND] == KIND_GROUP:
            eliminate(place, joints)
    if gears:
        for place in range(first, last):
            if joints.order[place, PLACE_KIND] == KIND_GEAR:
                measure_gear(joints.order[place, PLACE_JOINT], bodies, joints)


# ---- Warm start ------------------------------------------------------------------------------------------------------


@leaf
def note_approach(place, i, moving, joints):
    """Remember the rates of axes with limits, before anything of this substep acts on them."""
    v_a, w_a, _, v_b, w_b, _ = moving
    for d in range(AXES):
        if joints.info[i, JOINT_LIMITS] & joints.order[place, PLACE_ALONE] & (1 << d):
            joints.work[i, WORK_APPROACH + d] = row_rate(i, d, v_a, w_a, v_b, w_b, joints.rows)


@linked
def warm_start_joints(level, bodies, joints):
    """Apply the impulses of the previous substep, along the rows of now; what is locked in groups begins anew.

    Args:
        level: Level of the joints.
        bodies: Body arrays. Velocities are updated.
        joints: Joint arrays.
    """
    record, work = joints.order, joints.work
    for place in range(joints.starts[level], joints.starts[level + 1]):
        i, kind, alone = record[place, PLACE_JOINT], record[place, PLACE_KIND], record[place, PLACE_ALONE]
        if kind == KIND_GEAR:
            push_gear(i, gear_impulse(i, work), bodies, joints)
            continue
        if kind == KIND_GROUP:
            for r in range(record[place, PLACE_ROWS]):
                work[i, axis_of(record[place, PLACE_AXES], r) * SLOTS + SLOT_HOLD] = ZERO
            if alone == 0:
                continue
        moving = load_motion(i, bodies, joints)
        note_approach(place, i, moving, joints)
        for d in range(AXES):
            if alone & (1 << d):
                moving = apply_row(i, d, axis_impulse(i, d, work), moving, joints.rows)
        if kind != KIND_GROUP:
            for r in range(record[place, PLACE_ROWS]):
                d = axis_of(record[place, PLACE_AXES], r)
                moving = apply_row(i, d, work[i, d * SLOTS + SLOT_HOLD], moving, joints.rows)
        store_motion(i, moving, bodies, joints)


# ---- Solving ---------------------------------------------------------------------------------------------------------


@leaf
def bend_ways(i, point, moving, joints):
    """What the ways between the anchors get in a second, per second, only because bodies turn."""
    v_a, w_a, _, v_b, w_b, _ = moving
    work = joints.work
    gap, lever_b = to_float64(load3(work, i, WORK_GAP)), to_float64(load3(work, i, WORK_LEVER_B))
    lever_a = subtract(to_float64(load3(work, i, WORK_LEVER_A)), gap)
    bend = subtract(cross(w_b, cross(w_b, lever_b)), cross(w_a, cross(w_a, lever_a)))
    if point:
        return bend, 0.0
    rate = subtract(add(v_b, cross(w_b, lever_b)), add(v_a, cross(w_a, lever_a)))
    if joints.info[i, JOINT_FLAGS] & JOINT_DISTANCE:
        along = dot(load3(joints.rows, i, ROW_N), rate)
        across = dot(rate, rate) - along * along
        return bend, across / max(np.float64(work[i, WORK_POSITION]), 1e-3)
    bend = subtract(bend, scale(cross(w_a, rate), 2.0))
    return add(bend, cross(w_a, cross(w_a, gap))), 0.0


@leaf
def fill_answer(place, i, kind, biased, h, moving, joints):
    """Right side of the equations of a joint."""
    work, record = joints.work, joints.order
    v_a, w_a, _, v_b, w_b, _ = moving
    bend, across = (0.0, 0.0, 0.0), 0.0
    twist = (0.0, 0.0, 0.0)
    if biased and kind != KIND_SOFT:
        bend, across = bend_ways(i, record[place, PLACE_POINT], moving, joints)
        twist = cross(w_b, w_a)
    for r in range(record[place, PLACE_ROWS]):
        d = axis_of(record[place, PLACE_AXES], r)
        wanted = row_rate(i, d, v_a, w_a, v_b, w_b, joints.rows)
        if biased:
            c = d * ROW_STRIDE
            if d < TURNING:
                wanted += HALF * h * dot(load3(joints.rows, i, c + ROW_N), bend)
                if d == 0:
                    wanted += HALF * h * across
            else:
                wanted += HALF * h * dot(load3(joints.rows, i, c + ROW_ON_B), twist)
            wanted += clamp(work[i, WORK_PUSH + d] * work[i, WORK_ERROR + d], -PUSH, PUSH)
            if kind != KIND_GROUP:
                wanted += work[i, WORK_GIVE + d] * work[i, d * SLOTS + SLOT_HOLD]
        joints.answer[place, r] = -wanted


@leaf
def apply_answer(place, i, moving, joints):
    """Add the impulses that have been found."""
    work, record = joints.work, joints.order
    for r in range(record[place, PLACE_ROWS]):
        d = axis_of(record[place, PLACE_AXES], r)
        change = joints.answer[place, r]
        moving = apply_row(i, d, change, moving, joints.rows)
        work[i, d * SLOTS + SLOT_HOLD] += change
    return moving


@leaf
def solve_alone(place, biased, rigid, h, inv_h, bodies, joints):
    """Solve the free axes of a joint one by one."""
    i, alone = joints.order[place, PLACE_JOINT], joints.order[place, PLACE_ALONE]
    moving = load_motion(i, bodies, joints)
    for d in range(AXES):
        if alone & (1 << d):
            speed = row_rate(i, d, moving[0], moving[1], moving[3], moving[4], joints.rows)
            change = solve_axis(i, d, speed, biased, rigid, h, inv_h, joints)
            moving = apply_row(i, d, change, moving, joints.rows)
    store_motion(i, moving, bodies, joints)


@leaf
def solve_locked(begin, end, biased, h, bodies, joints):
    """Solve the locked rows of a group at once."""
    record = joints.order
    kind = record[begin, PLACE_KIND]
    for place in range(begin, end):
        i = record[place, PLACE_JOINT]
        moving = load_motion(i, bodies, joints)
        fill_answer(place, i, kind, biased, h, moving, joints)
    solve_group(begin, end, joints)
    for place in range(begin, end):
        i = record[place, PLACE_JOINT]
        moving = load_motion(i, bodies, joints)
        store_motion(i, apply_answer(place, i, moving, joints), bodies, joints)


@leaf
def solve_part(begin, end, biased, level, bodies, joints):
    """Solve one group: its free axes, then what is locked, so that it holds best."""
    record = joints.order
    kind = record[begin, PLACE_KIND]
    h, inv_h = joints.soft[level, SOFT_STEP], joints.soft[level, SOFT_INV_STEP]
    rigid = load3(joints.soft, level, 0)
    if kind == KIND_GEAR:
        solve_gear(record[begin, PLACE_JOINT], biased, rigid, h, inv_h, bodies, joints)
        return
    alone = 0
    for place in range(begin, end):
        alone |= record[place, PLACE_ALONE]
    sweeps = SWEEPS if alone and end > begin + 1 else 1
    for _ in range(sweeps):
        if alone:
            for place in range(begin, end):
                if record[place, PLACE_ALONE]:
                    solve_alone(place, biased, rigid, h, inv_h, bodies, joints)
        if record[begin, PLACE_ROWS] and (biased or kind != KIND_SOFT):
            solve_locked(begin, end, biased, h, bodies, joints)


@leaf
def sum_impulses(place, joints):
    """Add the impulse, and the angular impulse besides it, of all rows of a joint on body b to its sum."""
    work, record = joints.work, joints.order
    i = record[place, PLACE_JOINT]
    linear = (0.0, 0.0, 0.0)
    angular = (0.0, 0.0, 0.0)
    used = record[place, PLACE_ALONE]
    for r in range(record[place, PLACE_ROWS]):
        used |= 1 << axis_of(record[place, PLACE_AXES], r)
    for d in range(AXES):
        if used & (1 << d):
            c = d * ROW_STRIDE
            total = axis_impulse(i, d, work)
            linear = add_scaled(linear, load3(joints.rows, i, c + ROW_N), total)
            angular = add_scaled(angular, load3(joints.rows, i, c + ROW_ON_B), total)
    angular = subtract(angular, cross(load3(work, i, WORK_LEVER_B), linear))
    store3(work, i, WORK_SUM, add(load3(work, i, WORK_SUM), linear))
    store3(work, i, WORK_SUM + 3, add(load3(work, i, WORK_SUM + 3), angular))


@leaf
def sum_level(level, joints):
    """Sum the impulses of all joints of a level."""
    work = joints.work
    for place in range(joints.starts[level], joints.starts[level + 1]):
        if joints.order[place, PLACE_KIND] == KIND_GEAR:
            # A gear has no place where its force acts: the size of it stands where its first axis has force or torque.
            i = joints.order[place, PLACE_JOINT]
            work[i, WORK_SUM + (3 if joints.info[i, JOINT_FIRST] & 7 >= TURNING else 0)] += gear_impulse(i, work)
        else:
            sum_impulses(place, joints)


@leaf
def turn_user(level, bodies, joints):
    """Add what axes of the user turned in this substep."""
    h = joints.soft[level, SOFT_STEP]
    for place in range(joints.starts[level], joints.starts[level + 1]):
        i, alone = joints.order[place, PLACE_JOINT], joints.order[place, PLACE_ALONE]
        if joints.info[i, JOINT_FLAGS] & JOINT_USER and joints.order[place, PLACE_KIND] != KIND_GEAR:
            v_a, w_a, _, v_b, w_b, _ = load_motion(i, bodies, joints)
            for d in range(TURNING, AXES):
                if alone & (1 << d):
                    turned = h * row_rate(i, d, v_a, w_a, v_b, w_b, joints.rows)
                    joints.work[i, WORK_ANGLE + d - TURNING] += turned


@linked
def solve_joints(level, which, bodies, joints):
    """One pass over all joints of a level, group after group.

    Args:
        level: Level of the joints.
        which: PASS_BIASED, PASS_RELAX or PASS_MEASURE.
        bodies: Body arrays. Velocities are updated.
        joints: Joint arrays. Impulses are updated.
    """
    first, last = joints.starts[level], joints.starts[level + 1]
    biased = which == PASS_BIASED
    if which == PASS_MEASURE:
        sum_level(level, joints)
    if not biased:
        turn_user(level, bodies, joints)
        measure_level(level, bodies, joints)
    if which == PASS_MEASURE:
        return
    # Forth without the bias and back with it, so that groups come after what was too much for them and hold best. Under
    # a great load both: it goes through loops in both directions.
    twice = level == LEVELS - 1 and not joints.lone[level]
    if not biased or twice:
        begin = first
        while begin < last:
            end = joints.order[begin, PLACE_END]
            solve_part(begin, end, biased, level, bodies, joints)
            begin = end
    if biased or twice:
        end = last
        while end > first:
            begin = joints.order[end - 1, PLACE_BEGIN]
            solve_part(begin, end, biased, level, bodies, joints)
            end = begin
    if not biased:
        sum_level(level, joints)


call_warm_start_joints = by_address(warm_start_joints, types.none)
call_solve_joints = by_address(solve_joints, types.none)
