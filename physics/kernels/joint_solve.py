"""Joints, the passes of a substep: warm start, solve, relax.

Groups are solved at once, see `joint_groups`. They are rigid, and move as SHAKE and RATTLE do: the first pass asks for
velocities that bring every locked error C to zero at the end of the substep, to second order in it,

    J v + C / h + h/2 (dJ/dt) v = 0,

and the second, when the bodies have moved, for J v = 0. The forces of both are along the rows of their own place, so
the pair loses and gains no energy; without the last term of the first, every substep would throw the bodies outward,
and pulling them back would cost what they move by. Joints that close loops have it too, but push their errors out with
the stiffness of a contact, since they cannot know of one another.
"""

import math

import numpy as np
from numba import types

from physics.kernels.calls import by_address
from physics.kernels.jit import leaf, linked
from physics.kernels.joint_axes import (
    PUSH,
    axis_impulse,
    motor_speed,
    solve_axis,
)
from physics.kernels.joint_blocks import axis_of, solve_group
from physics.kernels.joint_crew_solve import begin_crews, measure_crews, solve_crews
from physics.kernels.joint_gears import gear_impulse, gear_rate, push_gear, solve_gear
from physics.kernels.joint_layout import (
    AXES,
    AXIS_FRICTION,
    AXIS_MOTOR_MAX,
    AXIS_STRIDE,
    JOINT_BODY_A,
    JOINT_DISTANCE,
    JOINT_FLAGS,
    JOINT_LIMITS,
    JOINT_MOTORS,
    KIND_GEAR,
    KIND_GROUP,
    KIND_GROUP_GEAR,
    KIND_LOOP,
    KIND_SOFT,
    LEAST_LEVER,
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
    SLOT_FRICTION,
    SLOT_HOLD,
    SLOT_MOTOR,
    SLOTS,
    SOFT_GEARS,
    SOFT_INV_STEP,
    SOFT_NUMBER,
    SOFT_STEP,
    SOFT_TENSE,
    SOFT_USER,
    TURNING,
    WORK_ACROSS,
    WORK_APPROACH,
    WORK_BEND,
    WORK_ERROR,
    WORK_GAP,
    WORK_GIVE,
    WORK_LEVER_A,
    WORK_LEVER_B,
    WORK_POSITION,
    WORK_PUSH,
    WORK_TWIST,
)
from physics.kernels.joint_level import factor_group, measure_gears, measure_rows
from physics.kernels.joint_measure import load3, row_rate, store3, to_float64
from physics.kernels.joint_motion import apply_row, bend_factor, load_motion, store_motion
from physics.kernels.joint_nets import solve_nets, warm_start_nets
from physics.kernels.joint_points import (
    GROUP_PUSH_MAX,
    apply_point_answer,
    fill_point_answer,
    note_point_bend,
    solve_points,
    start_point,
)
from physics.kernels.joint_sums import advance_group, sum_level, turn_user
from physics.kernels.layout import MOTION_INV_MASS
from physics.kernels.vec3 import add, add_scaled, clamp, cross, dot, scale, subtract

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
HALF = np.float32(0.5)
#: Largest square of the angle that the pull of a joint may swing a body by in a substep: of larger forces, what no
#: longer cancels along rows that have turned by that much is more than what moves the body.
TAUT = np.float32(0.0225)
#: How often a group with free axes that do something is solved in a pass.
SWEEPS = 1


# ---- Warm start ------------------------------------------------------------------------------------------------------


@leaf
def slot_of(place, d, joints):
    """Slot of the impulse of a row that is solved at once."""
    if joints.order[place, PLACE_DRIVEN] & (1 << d):
        motor = joints.info[joints.order[place, PLACE_JOINT], JOINT_MOTORS] & (1 << d)
        return d * SLOTS + (SLOT_MOTOR if motor else SLOT_FRICTION)
    return d * SLOTS + SLOT_HOLD


@leaf
def note_approach(place, i, moving, joints):
    """Remember the rates of axes with limits, before anything of this substep acts on them."""
    v_a, w_a, _, v_b, w_b, _ = moving
    for d in range(AXES):
        if joints.info[i, JOINT_LIMITS] & joints.order[place, PLACE_ALONE] & (1 << d):
            joints.work[i, WORK_APPROACH + d] = row_rate(i, d, v_a, w_a, v_b, w_b, joints.rows)


@leaf
def start_rows(place, i, bodies, joints):
    """Warm start of a joint: its free axes, then what is solved at once."""
    record, work = joints.order, joints.work
    moving = load_motion(i, bodies, joints)
    note_approach(place, i, moving, joints)
    for d in range(AXES):
        if record[place, PLACE_ALONE] & (1 << d):
            impulse = axis_impulse(i, d, work)
            if record[place, PLACE_DRIVEN] & (1 << d):
                impulse -= work[i, slot_of(place, d, joints)]
            moving = apply_row(i, d, impulse, moving, joints.rows)
    for r in range(record[place, PLACE_ROWS]):
        d = axis_of(record[place, PLACE_AXES], r)
        moving = apply_row(i, d, work[i, slot_of(place, d, joints)], moving, joints.rows)
    store_motion(i, moving, bodies, joints)


@leaf
def note_tension(begin, end, level, bodies, joints):
    """Make a group tense for the rest of the step if the pull of a joint swings a body too far in a substep.

    With x the impulse, r the lever and m the mass, that is by sqrt(h x / (m r)).
    """
    record, work = joints.order, joints.work
    h = joints.soft[level, SOFT_STEP]
    if record[begin, PLACE_TENSE] or record[begin, PLACE_KIND] > KIND_GROUP_GEAR:
        return
    for place in range(begin, end):
        i = record[place, PLACE_JOINT]
        if record[place, PLACE_KIND] != KIND_GROUP:  # a gear has no levers of its own
            continue
        x, y, z = work[i, SLOT_HOLD], work[i, SLOTS + SLOT_HOLD], work[i, 2 * SLOTS + SLOT_HOLD]
        pull = x * x + y * y + z * z
        for side in range(2):
            mass = h * bodies.motion[joints.info[i, JOINT_BODY_A + side], MOTION_INV_MASS]
            x, y, z = load3(work, i, WORK_LEVER_A + 3 * side)
            lever = max(x * x + y * y + z * z, LEAST_LEVER * LEAST_LEVER)
            if mass * mass * pull > TAUT * TAUT * lever:
                joints.soft[level, SOFT_TENSE] = ONE
                for other in range(begin, end):
                    record[other, PLACE_TENSE] = 1
                return


@leaf
def bend_ways(i, point, h, moving, joints):
    """What the ways between the anchors get in half a substep because bodies turn: a vector, and more of axis 0."""
    v_a, w_a, _, v_b, w_b, _ = moving
    work = joints.work
    gap, lever_b = to_float64(load3(work, i, WORK_GAP)), to_float64(load3(work, i, WORK_LEVER_B))
    lever_a = subtract(to_float64(load3(work, i, WORK_LEVER_A)), gap)
    around_a, around_b = cross(w_a, lever_a), cross(w_b, lever_b)
    factor_a, factor_b = bend_factor(w_a, h), bend_factor(w_b, h)
    bend = subtract(scale(cross(w_b, around_b), factor_b), scale(cross(w_a, around_a), factor_a))
    if point:
        return bend, 0.0
    rate = subtract(add(v_b, around_b), add(v_a, around_a))
    if joints.info[i, JOINT_FLAGS] & JOINT_DISTANCE:
        along = dot(load3(joints.rows, i, ROW_N), rate)
        across = max(dot(rate, rate) - along * along, 0.0)
        distance = max(np.float64(work[i, WORK_POSITION]), 1e-3)
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
    bend, across = bend_ways(i, record[place, PLACE_POINT], h, moving, joints)
    store3(work, i, WORK_BEND, bend)
    work[i, WORK_ACROSS] = across
    store3(work, i, WORK_TWIST, scale(cross(w_b, w_a), min(bend_factor(w_a, h), bend_factor(w_b, h))))


@leaf
def start_group(begin, end, lone, h, bodies, joints):
    """Warm start of one group."""
    record, work = joints.order, joints.work
    for place in range(begin, end):
        i, kind = record[place, PLACE_JOINT], record[place, PLACE_KIND]
        if record[place, PLACE_PLAIN]:
            if not lone or record[place, PLACE_PLAIN] == 1:
                note_point_bend(i, h, bodies, joints)
        elif kind == KIND_GROUP or kind == KIND_LOOP:
            note_bend(place, i, h, bodies, joints)
    for place in range(begin, end):
        i, kind = record[place, PLACE_JOINT], record[place, PLACE_KIND]
        if lone or record[place, PLACE_TENSE]:
            for r in range(record[place, PLACE_ROWS]):
                work[i, slot_of(place, axis_of(record[place, PLACE_AXES], r), joints)] = ZERO
        if lone:
            continue
        if kind == KIND_GEAR or kind == KIND_GROUP_GEAR:
            push_gear(i, gear_impulse(i, work), bodies, joints)
        elif record[place, PLACE_PLAIN]:
            start_point(i, bodies, joints)
        else:
            start_rows(place, i, bodies, joints)


@linked
def warm_start_joints(level, bodies, joints):
    """Apply the impulses of the previous substep, along the rows of now; where there are groups only, begin anew.

    So do tense groups. Their forces may be hundreds of times what moves them, and along rows that have turned a little
    they no longer cancel: bodies would seem to move at that speed when the bend of their ways is asked for, and the
    answer would be larger in every substep.

    Args:
        level: Level of the joints.
        bodies: Body arrays. Velocities are updated.
        joints: Joint arrays.
    """
    record = joints.order
    lone = joints.lone[level]
    warm_start_nets(joints.net_starts[level], joints.net_starts[level + 1], bodies, joints)
    begin_crews(level, joints)
    begin = joints.starts[level]
    while begin < joints.starts[level + 1]:
        end = record[begin, PLACE_END]
        if record[begin, PLACE_PLAIN] != 3:
            if not lone:
                note_tension(begin, end, level, bodies, joints)
            start_group(begin, end, lone, joints.soft[level, SOFT_STEP], bodies, joints)
        begin = end


# ---- Solving ---------------------------------------------------------------------------------------------------------


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


call_warm_start_joints = by_address(warm_start_joints, types.none)
call_solve_joints = by_address(solve_joints, types.none)
