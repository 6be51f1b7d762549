"""Joints, the passes of a substep: settle, solve, relax.

Groups are solved at once, see `joints.groups`. They are rigid, and move as SHAKE and RATTLE do: the first pass asks for
velocities that bring every locked error C to zero at the end of the substep, to second order in it,

    J v + C / h + h/2 (dJ/dt) v = 0,

and the second, when the bodies have moved, for J v = 0. The forces of both are along the rows of their own place, so
the pair loses and gains no energy; without the last term of the first, every substep would throw the bodies outward,
and pulling them back would cost what they move by. Joints that close loops have it too, but push their errors out with
the stiffness of a contact, since they cannot know of one another.
"""

import numpy as np
from numba import types

from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import leaf, linked
from physics.kernels.core.vec3 import add_scaled, clamp, dot
from physics.kernels.joints.axes import PUSH, motor_speed, solve_axis
from physics.kernels.joints.batch_solve import measure_crews, solve_crews
from physics.kernels.joints.blocks import axis_of, solve_group
from physics.kernels.joints.gears import gear_rate, push_gear, solve_gear
from physics.kernels.joints.level import factor_group, measure_gears, measure_rows
from physics.kernels.joints.measure import load3, row_rate, to_float64
from physics.kernels.joints.motion import apply_row, load_motion, store_motion
from physics.kernels.joints.nets import solve_nets
from physics.kernels.joints.points import GROUP_PUSH_MAX, apply_point_answer, fill_point_answer, solve_points
from physics.kernels.joints.start import slot_of
from physics.kernels.joints.sums import advance_group, sum_level, turn_user
from physics.kernels.layout.joint import (
    AXES,
    AXIS_FRICTION,
    AXIS_MOTOR_MAX,
    AXIS_STRIDE,
    JOINT_MOTORS,
    KIND_GEAR,
    KIND_GROUP,
    KIND_GROUP_GEAR,
    KIND_LOOP,
    KIND_SOFT,
    PASS_BALANCE,
    PASS_BIASED,
    PASS_MEASURE,
    PASS_RELAX,
    PASS_SETTLE,
    PLACE_ALONE,
    PLACE_AXES,
    PLACE_BEGIN,
    PLACE_DRIVEN,
    PLACE_END,
    PLACE_JOINT,
    PLACE_KEEP,
    PLACE_KIND,
    PLACE_PLAIN,
    PLACE_POINT,
    PLACE_ROWS,
    PLACE_TENSE,
    ROW_N,
    ROW_ON_A,
    ROW_ON_B,
    ROW_STRIDE,
    ROW_TURN_A,
    ROW_TURN_B,
    SLOT_HOLD,
    SLOTS,
    SOFT_GEARS,
    SOFT_INV_STEP,
    SOFT_NUMBER,
    SOFT_STEP,
    SOFT_USER,
    TURNING,
    WORK_ACROSS,
    WORK_BEND,
    WORK_ERROR,
    WORK_GIVE,
    WORK_POSITION,
    WORK_PUSH,
    WORK_TWIST,
)

ZERO = np.float32(0.0)
#: How often a group with free axes that do something is solved in a pass.
SWEEPS = 1


@leaf
def bend_row(i, d, joints):
    """How much axis d bends in this substep; see `note_bend`."""
    c = d * ROW_STRIDE
    if d >= TURNING:
        return dot(load3(joints.rows, i, c + ROW_ON_B), to_float64(load3(joints.work, i, WORK_TWIST)))
    bend = dot(load3(joints.rows, i, c + ROW_N), to_float64(load3(joints.work, i, WORK_BEND)))
    return bend + joints.work[i, WORK_ACROSS] if d == 0 else bend


@leaf
def is_point_like(place, kind, joints):
    """True for a joint of a group whose first rows are those of a plain point, and whose others are locked angles."""
    return kind == KIND_GROUP and joints.order[place, PLACE_POINT] and joints.order[place, PLACE_DRIVEN] == 0


@leaf
def fill_answer(place, i, kind, biased, h, moving, joints):
    """Right side of the equations of a joint."""
    work, record = joints.work, joints.order
    v_a, w_a, _, v_b, w_b, _ = moving
    for r in range(record[place, PLACE_ROWS]):
        d = axis_of(record[place, PLACE_AXES], r)
        wanted = row_rate(i, d, v_a, w_a, v_b, w_b, joints.rows)
        if record[place, PLACE_DRIVEN] & (1 << d):
            if joints.info[i, JOINT_MOTORS] & (1 << d):
                wanted -= motor_speed(i, d, work[i, WORK_POSITION + d], h, joints)
        elif biased:
            if kind != KIND_SOFT:
                wanted += bend_row(i, d, joints)
            most = GROUP_PUSH_MAX if kind == KIND_GROUP else PUSH
            wanted += clamp(work[i, WORK_PUSH + d] * work[i, WORK_ERROR + d], -most, most)
        if biased and kind != KIND_LOOP:
            wanted += work[i, WORK_GIVE + d] * work[i, slot_of(place, d, joints)]
        joints.answer[place, r] = -wanted


@leaf
def fill_turn_answer(place, i, biased, bodies, joints):
    """Right side of the equations of the locked angles that come after the rows of a point."""
    work, lines = joints.work, joints.rows
    _, w_a, _, _, w_b, _ = load_motion(i, bodies, joints)
    for r in range(3, joints.order[place, PLACE_ROWS]):
        d = axis_of(joints.order[place, PLACE_AXES], r)
        on_b = load3(lines, i, d * ROW_STRIDE + ROW_ON_B)
        wanted = dot(on_b, w_b) - dot(load3(lines, i, d * ROW_STRIDE + ROW_ON_A), w_a)
        if biased:
            wanted += dot(on_b, to_float64(load3(work, i, WORK_TWIST)))
            wanted += clamp(work[i, WORK_PUSH + d] * work[i, WORK_ERROR + d], -GROUP_PUSH_MAX, GROUP_PUSH_MAX)
            wanted += work[i, WORK_GIVE + d] * work[i, d * SLOTS + SLOT_HOLD]
        joints.answer[place, r] = -wanted


@leaf
def fill_gear_answer(place, i, biased, bodies, joints):
    """Right side of the equation of a gear in a group."""
    wanted = gear_rate(i, bodies, joints)
    if biased:
        wanted += clamp(joints.work[i, WORK_PUSH] * joints.work[i, WORK_ERROR], -PUSH, PUSH)
        wanted += joints.work[i, WORK_GIVE] * joints.work[i, SLOT_HOLD]
    joints.answer[place, 0] = -wanted


@leaf
def apply_answer(place, i, point, moving, joints):
    """Add the impulses that have been found; point: the joint is like a point, see `is_point_like`."""
    work, record, lines = joints.work, joints.order, joints.rows
    v_a, w_a, mass_a, v_b, w_b, mass_b = moving
    linear = load3(joints.answer, place, 0) if point else (0.0, 0.0, 0.0)
    for r in range(record[place, PLACE_ROWS]):
        d = axis_of(record[place, PLACE_AXES], r)
        c = d * ROW_STRIDE
        change = joints.answer[place, r]
        work[i, d * SLOTS + SLOT_HOLD if point else slot_of(place, d, joints)] += change
        if not point:
            linear = add_scaled(linear, load3(lines, i, c + ROW_N), change)
        w_a = add_scaled(w_a, load3(lines, i, c + ROW_TURN_A), -change)
        w_b = add_scaled(w_b, load3(lines, i, c + ROW_TURN_B), change)
    return add_scaled(v_a, linear, -mass_a), w_a, mass_a, add_scaled(v_b, linear, mass_b), w_b, mass_b


@leaf
def soften_answer(place, rigid, joints):
    """Make the answer of a joint by itself as soft as contacts are, all of its rows alike."""
    i, code = joints.order[place, PLACE_JOINT], joints.order[place, PLACE_AXES]
    for r in range(joints.order[place, PLACE_ROWS]):
        hold = joints.work[i, axis_of(code, r) * SLOTS + SLOT_HOLD]
        joints.answer[place, r] = rigid[1] * joints.answer[place, r] - rigid[2] * hold


@leaf
def restrain(place, begin, end, h, joints):
    """Hold the driven rows of a joint to their greatest impulses: the rest of the group answers to that.

    With z the answer to one unit on the right side of a row, x + f z solves the equations of all others whatever f is.
    """
    work, record = joints.work, joints.order
    i, answer, spare = record[place, PLACE_JOINT], joints.answer, joints.spare
    for r in range(record[place, PLACE_ROWS]):
        d = axis_of(record[place, PLACE_AXES], r)
        if record[place, PLACE_DRIVEN] & (1 << d) == 0:
            continue
        motor = joints.info[i, JOINT_MOTORS] & (1 << d)
        most = h * joints.axis[i, d * AXIS_STRIDE + (AXIS_MOTOR_MAX if motor else AXIS_FRICTION)]
        before = work[i, slot_of(place, d, joints)]
        excess = clamp(before + answer[place, r], -most, most) - before - answer[place, r]
        if excess == 0.0:
            continue
        for other in range(begin, end):
            for s in range(record[other, PLACE_ROWS]):
                spare[other, s] = 0.0
        spare[place, r] = 1.0
        solve_group(begin, end, spare, joints)
        factor = excess / spare[place, r] if spare[place, r] > 0.0 else 0.0
        for other in range(begin, end):
            for s in range(record[other, PLACE_ROWS]):
                answer[other, s] += factor * spare[other, s]


@leaf
def solve_alone(place, biased, rigid, h, inv_h, bodies, joints):
    """Solve the free axes of a joint one by one."""
    i, alone = joints.order[place, PLACE_JOINT], joints.order[place, PLACE_ALONE]
    driven = joints.order[place, PLACE_DRIVEN]
    moving = load_motion(i, bodies, joints)
    for d in range(AXES):
        if alone & (1 << d):
            speed = row_rate(i, d, moving[0], moving[1], moving[3], moving[4], joints.rows)
            change = solve_axis(i, d, driven, speed, biased, rigid, h, inv_h, joints)
            moving = apply_row(i, d, change, moving, joints.rows)
    store_motion(i, moving, bodies, joints)


@leaf
def solve_rows(begin, end, biased, rigid, h, inv_h, bodies, joints):
    """Solve the locked and driven rows of a group at once."""
    record, work = joints.order, joints.work
    driven = 0
    for place in range(begin, end):
        i, kind = record[place, PLACE_JOINT], record[place, PLACE_KIND]
        driven |= record[place, PLACE_DRIVEN]
        if record[place, PLACE_PLAIN] or is_point_like(place, kind, joints):
            fill_point_answer(place, i, kind, biased, False, rigid, h, inv_h, bodies, joints)
            if record[place, PLACE_ROWS] > 3:
                fill_turn_answer(place, i, biased, bodies, joints)
        elif kind == KIND_GROUP_GEAR:
            fill_gear_answer(place, i, biased, bodies, joints)
        else:
            fill_answer(place, i, kind, biased, h, load_motion(i, bodies, joints), joints)
    solve_group(begin, end, joints.answer, joints)
    if biased and record[begin, PLACE_KIND] == KIND_LOOP:
        soften_answer(begin, rigid, joints)
    if driven:
        for place in range(begin, end):
            if record[place, PLACE_DRIVEN]:
                restrain(place, begin, end, h, joints)
    for place in range(begin, end):
        i = record[place, PLACE_JOINT]
        if record[place, PLACE_PLAIN]:
            apply_point_answer(place, i, bodies, joints)
        elif record[place, PLACE_KIND] == KIND_GROUP_GEAR:
            push_gear(i, joints.answer[place, 0], bodies, joints)
            work[i, SLOT_HOLD] += joints.answer[place, 0]
        else:
            moving = load_motion(i, bodies, joints)
            point = is_point_like(place, record[place, PLACE_KIND], joints)
            store_motion(i, apply_answer(place, i, point, moving, joints), bodies, joints)


@leaf
def solve_part(begin, end, which, kept, level, bodies, joints):
    """Solve one group: its free axes, then what is locked, so that it holds best.

    Groups are exact: while rows are kept, what is locked is left to the next pass, which solves it just as well.
    """
    biased = which == PASS_BIASED
    record = joints.order
    kind = record[begin, PLACE_KIND]
    h, inv_h = joints.soft[level, SOFT_STEP], joints.soft[level, SOFT_INV_STEP]
    rigid = load3(joints.soft, level, 0)
    if which == PASS_SETTLE and not record[begin, PLACE_TENSE]:
        return
    if kind == KIND_GEAR:
        solve_gear(record[begin, PLACE_JOINT], biased, rigid, h, inv_h, bodies, joints)
        return
    exact = kept and kind <= KIND_GROUP_GEAR and not record[begin, PLACE_TENSE]
    if record[begin, PLACE_PLAIN] == 2:
        if exact:
            return
        solve_points(begin, end, biased, joints.lone[level] != 0, rigid, h, inv_h, bodies, joints)
        return
    alone = 0
    for place in range(begin, end):
        alone |= record[place, PLACE_ALONE] if which != PASS_SETTLE else 0
    sweeps = SWEEPS if alone and end > begin + 1 else 1
    for _ in range(sweeps):
        if alone:
            for place in range(begin, end):
                if record[place, PLACE_ALONE]:
                    solve_alone(place, biased, rigid, h, inv_h, bodies, joints)
        if record[begin, PLACE_ROWS] and (biased or kind != KIND_SOFT) and not exact:
            solve_rows(begin, end, biased, rigid, h, inv_h, bodies, joints)


@leaf
def pass_groups(level, which, bodies, joints):
    """Measure, or solve, or both, group after group: what a group needs stays near.

    Forth without the bias and back with it, so that groups come after what was too much for them and hold best.
    """
    biased = which == PASS_BIASED
    measured = which == PASS_RELAX or which == PASS_MEASURE
    gears = measured and joints.soft[level, SOFT_GEARS] > ZERO
    number = np.int64(joints.soft[level, SOFT_NUMBER])
    first, last = joints.starts[level], joints.starts[level + 1]
    for stage in range(2 if gears else 1):
        at = last if biased else first
        while at > first if biased else at < last:
            begin = joints.order[at - 1, PLACE_BEGIN] if biased else at
            end = at if biased else joints.order[at, PLACE_END]
            at = begin if biased else end
            if joints.order[begin, PLACE_PLAIN] == 3:  # in a crew
                continue
            kept = measured and number % joints.order[begin, PLACE_KEEP] != 0
            if kept:
                advance_group(begin, end, level, bodies, joints)
            elif measured and stage == 0:
                measure_rows(begin, end, bodies, joints)
            if gears and stage == 0:
                continue
            if measured and not kept:
                factor_group(begin, end, level, bodies, joints)
            if which != PASS_MEASURE:
                solve_part(begin, end, which, kept, level, bodies, joints)
        if gears and stage == 0:
            measure_gears(level, bodies, joints)


@leaf
def pass_crews(level, which, bodies, joints):
    """Measure, or solve, or both, crew after crew."""
    if which == PASS_RELAX or which == PASS_MEASURE:
        measure_crews(level, bodies, joints)
    if which != PASS_MEASURE:
        solve_crews(level, which == PASS_BIASED, bodies, joints)


@linked
def solve_joints(level, which, bodies, joints):
    """One pass over all joints of a level, group after group.

    Args:
        level: Level of the joints.
        which: PASS_SETTLE, PASS_BALANCE, PASS_BIASED, PASS_RELAX or PASS_MEASURE.
        bodies: Body arrays. Velocities are updated.
        joints: Joint arrays. Impulses are updated.
    """
    biased = which == PASS_BIASED
    moved = not biased and which != PASS_BALANCE and which != PASS_SETTLE
    if which == PASS_MEASURE:
        sum_level(level, joints)
    if moved and joints.soft[level, SOFT_USER] > ZERO:
        turn_user(level, bodies, joints)
    if biased or moved and which != PASS_MEASURE:
        solve_nets(joints.net_starts[level], joints.net_starts[level + 1], level, biased, bodies, joints)
    for part in range(2):
        if (part == 0) == biased:
            pass_groups(level, which, bodies, joints)
        else:
            pass_crews(level, which, bodies, joints)
    if moved and which != PASS_MEASURE:
        sum_level(level, joints)


call_solve_joints = by_address(solve_joints, types.none)
