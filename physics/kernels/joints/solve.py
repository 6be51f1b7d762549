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
from physics.kernels.joints.batch_solve import measure_batches, solve_batches
from physics.kernels.joints.blocks import axis_of, solve_group
from physics.kernels.joints.colored import solve_colored
from physics.kernels.joints.gears import gear_rate, push_gear, solve_gear
from physics.kernels.joints.measure import load3, row_rate, to_float64
from physics.kernels.joints.motion import apply_row, load_motion, store_motion
from physics.kernels.joints.points import GROUP_PUSH_MAX, apply_point_answer, fill_point_answer, solve_points
from physics.kernels.joints.start import slot_of
from physics.kernels.joints.sums import advance_group, sum_tier, turn_user
from physics.kernels.joints.taut import steady_links
from physics.kernels.joints.tier import factor_group, measure_gears, measure_rows
from physics.kernels.layout import joint as JOINT

ZERO = np.float32(0.0)
#: How often a group with free axes that do something is solved in a pass.
SWEEPS = 1


@leaf
def bend_row(i, d, joints):
    """How much axis d bends in this substep; see `note_bend`."""
    c = d * JOINT.ROW_STRIDE
    if d >= JOINT.ANGULAR:
        return dot(load3(joints.rows, i, c + JOINT.ROW_ON_B), to_float64(load3(joints.work, i, JOINT.WORK_TWIST)))
    bend = dot(load3(joints.rows, i, c + JOINT.ROW_N), to_float64(load3(joints.work, i, JOINT.WORK_BEND)))
    return bend + joints.work[i, JOINT.WORK_ACROSS] if d == 0 else bend


@leaf
def is_point_like(place, kind, joints):
    """True for a joint of a group whose first rows are those of a plain point, and whose others are locked angles."""
    return (
        kind == JOINT.KIND_GROUP
        and joints.order[place, JOINT.PLACE_POINT]
        and joints.order[place, JOINT.PLACE_DRIVEN] == 0
    )


@leaf
def fill_answer(place, i, kind, biased, h, moving, joints):
    """Right side of the equations of a joint."""
    work, record = joints.work, joints.order
    v_a, w_a, _, v_b, w_b, _ = moving
    for r in range(record[place, JOINT.PLACE_ROWS]):
        d = axis_of(record[place, JOINT.PLACE_AXES], r)
        wanted = row_rate(i, d, v_a, w_a, v_b, w_b, joints.rows)
        if record[place, JOINT.PLACE_DRIVEN] & (1 << d):
            if joints.info[i, JOINT.MOTORS] & (1 << d):
                wanted -= motor_speed(i, d, work[i, JOINT.WORK_POSITION + d], h, joints)
        elif biased:
            if kind != JOINT.KIND_SOFT:
                wanted += bend_row(i, d, joints)
            most = GROUP_PUSH_MAX if kind == JOINT.KIND_GROUP else PUSH
            wanted += clamp(work[i, JOINT.WORK_PUSH + d] * work[i, JOINT.WORK_ERROR + d], -most, most)
        if biased and kind != JOINT.KIND_LOOP:
            wanted += work[i, JOINT.WORK_GIVE + d] * work[i, slot_of(place, d, joints)]
        joints.answer[place, r] = -wanted


@leaf
def fill_turn_answer(place, i, biased, bodies, joints):
    """Right side of the equations of the locked angles that come after the rows of a point."""
    work, lines = joints.work, joints.rows
    _, w_a, _, _, w_b, _ = load_motion(i, bodies, joints)
    for r in range(3, joints.order[place, JOINT.PLACE_ROWS]):
        d = axis_of(joints.order[place, JOINT.PLACE_AXES], r)
        on_b = load3(lines, i, d * JOINT.ROW_STRIDE + JOINT.ROW_ON_B)
        wanted = dot(on_b, w_b) - dot(load3(lines, i, d * JOINT.ROW_STRIDE + JOINT.ROW_ON_A), w_a)
        if biased:
            wanted += dot(on_b, to_float64(load3(work, i, JOINT.WORK_TWIST)))
            wanted += clamp(
                work[i, JOINT.WORK_PUSH + d] * work[i, JOINT.WORK_ERROR + d], -GROUP_PUSH_MAX, GROUP_PUSH_MAX
            )
            wanted += work[i, JOINT.WORK_GIVE + d] * work[i, d * JOINT.SLOTS + JOINT.SLOT_HOLD]
        joints.answer[place, r] = -wanted


@leaf
def fill_gear_answer(place, i, biased, bodies, joints):
    """Right side of the equation of a gear in a group."""
    wanted = gear_rate(i, bodies, joints)
    if biased:
        wanted += clamp(joints.work[i, JOINT.WORK_PUSH] * joints.work[i, JOINT.WORK_ERROR], -PUSH, PUSH)
        wanted += joints.work[i, JOINT.WORK_GIVE] * joints.work[i, JOINT.SLOT_HOLD]
    joints.answer[place, 0] = -wanted


@leaf
def apply_answer(place, i, point, moving, joints):
    """Add the impulses that have been found; point: the joint is like a point, see `is_point_like`."""
    work, record, lines = joints.work, joints.order, joints.rows
    v_a, w_a, mass_a, v_b, w_b, mass_b = moving
    linear = load3(joints.answer, place, 0) if point else (0.0, 0.0, 0.0)
    for r in range(record[place, JOINT.PLACE_ROWS]):
        d = axis_of(record[place, JOINT.PLACE_AXES], r)
        c = d * JOINT.ROW_STRIDE
        change = joints.answer[place, r]
        work[i, d * JOINT.SLOTS + JOINT.SLOT_HOLD if point else slot_of(place, d, joints)] += change
        if not point:
            linear = add_scaled(linear, load3(lines, i, c + JOINT.ROW_N), change)
        w_a = add_scaled(w_a, load3(lines, i, c + JOINT.ROW_TURN_A), -change)
        w_b = add_scaled(w_b, load3(lines, i, c + JOINT.ROW_TURN_B), change)
    return add_scaled(v_a, linear, -mass_a), w_a, mass_a, add_scaled(v_b, linear, mass_b), w_b, mass_b


@leaf
def soften_answer(place, rigid, joints):
    """Make the answer of a joint by itself as soft as contacts are, all of its rows alike."""
    i, code = joints.order[place, JOINT.PLACE_JOINT], joints.order[place, JOINT.PLACE_AXES]
    for r in range(joints.order[place, JOINT.PLACE_ROWS]):
        hold = joints.work[i, axis_of(code, r) * JOINT.SLOTS + JOINT.SLOT_HOLD]
        joints.answer[place, r] = rigid[1] * joints.answer[place, r] - rigid[2] * hold


@leaf
def restrain(place, begin, end, h, joints):
    """Hold the driven rows of a joint to their greatest impulses: the rest of the group answers to that.

    With z the answer to one unit on the right side of a row, x + f z solves the equations of all others whatever f is.
    """
    work, record = joints.work, joints.order
    i, answer, spare = record[place, JOINT.PLACE_JOINT], joints.answer, joints.spare
    for r in range(record[place, JOINT.PLACE_ROWS]):
        d = axis_of(record[place, JOINT.PLACE_AXES], r)
        if record[place, JOINT.PLACE_DRIVEN] & (1 << d) == 0:
            continue
        motor = joints.info[i, JOINT.MOTORS] & (1 << d)
        most = h * joints.axis[i, d * JOINT.AXIS_STRIDE + (JOINT.AXIS_MOTOR_MAX if motor else JOINT.AXIS_FRICTION)]
        before = work[i, slot_of(place, d, joints)]
        excess = clamp(before + answer[place, r], -most, most) - before - answer[place, r]
        if excess == 0.0:
            continue
        for other in range(begin, end):
            for s in range(record[other, JOINT.PLACE_ROWS]):
                spare[other, s] = 0.0
        spare[place, r] = 1.0
        solve_group(begin, end, spare, joints)
        factor = excess / spare[place, r] if spare[place, r] > 0.0 else 0.0
        for other in range(begin, end):
            for s in range(record[other, JOINT.PLACE_ROWS]):
                answer[other, s] += factor * spare[other, s]


@leaf
def solve_alone(place, biased, rigid, h, inv_h, bodies, joints):
    """Solve the free axes of a joint one by one."""
    i, alone = joints.order[place, JOINT.PLACE_JOINT], joints.order[place, JOINT.PLACE_ALONE]
    driven = joints.order[place, JOINT.PLACE_DRIVEN]
    moving = load_motion(i, bodies, joints)
    for d in range(JOINT.AXES):
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
        i, kind = record[place, JOINT.PLACE_JOINT], record[place, JOINT.PLACE_KIND]
        driven |= record[place, JOINT.PLACE_DRIVEN]
        if record[place, JOINT.PLACE_PLAIN] or is_point_like(place, kind, joints):
            fill_point_answer(place, i, kind, biased, False, rigid, h, inv_h, bodies, joints)
            if record[place, JOINT.PLACE_ROWS] > 3:
                fill_turn_answer(place, i, biased, bodies, joints)
        elif kind == JOINT.KIND_GROUP_GEAR:
            fill_gear_answer(place, i, biased, bodies, joints)
        else:
            fill_answer(place, i, kind, biased, h, load_motion(i, bodies, joints), joints)
    solve_group(begin, end, joints.answer, joints)
    if biased and record[begin, JOINT.PLACE_KIND] == JOINT.KIND_LOOP:
        soften_answer(begin, rigid, joints)
    if driven:
        for place in range(begin, end):
            if record[place, JOINT.PLACE_DRIVEN]:
                restrain(place, begin, end, h, joints)
    for place in range(begin, end):
        i = record[place, JOINT.PLACE_JOINT]
        if record[place, JOINT.PLACE_PLAIN]:
            apply_point_answer(place, i, bodies, joints)
        elif record[place, JOINT.PLACE_KIND] == JOINT.KIND_GROUP_GEAR:
            push_gear(i, joints.answer[place, 0], bodies, joints)
            work[i, JOINT.SLOT_HOLD] += joints.answer[place, 0]
        else:
            moving = load_motion(i, bodies, joints)
            point = is_point_like(place, record[place, JOINT.PLACE_KIND], joints)
            store_motion(i, apply_answer(place, i, point, moving, joints), bodies, joints)


@leaf
def solve_part(begin, end, which, kept, tier, bodies, joints):
    """Solve one group: its free axes, then what is locked, so that it holds best.

    Groups are exact: while rows are kept, what is locked is left to the next pass, which solves it just as well.
    """
    biased = which == JOINT.PASS_BIASED
    record = joints.order
    kind = record[begin, JOINT.PLACE_KIND]
    h, inv_h = joints.soft[tier, JOINT.SOFT_STEP], joints.soft[tier, JOINT.SOFT_INV_STEP]
    rigid = load3(joints.soft, tier, 0)
    if which == JOINT.PASS_SETTLE and not record[begin, JOINT.PLACE_OVERCONSTRAINED]:
        return
    if kind == JOINT.KIND_GEAR:
        solve_gear(record[begin, JOINT.PLACE_JOINT], biased, rigid, h, inv_h, bodies, joints)
        return
    exact = kept and kind <= JOINT.KIND_GROUP_GEAR and not record[begin, JOINT.PLACE_OVERCONSTRAINED]
    if record[begin, JOINT.PLACE_PLAIN] == 2:
        if exact:
            return
        solve_points(begin, end, biased, joints.isolated[tier] != 0, rigid, h, inv_h, bodies, joints)
        return
    alone = 0
    for place in range(begin, end):
        alone |= record[place, JOINT.PLACE_ALONE] if which != JOINT.PASS_SETTLE else 0
    sweeps = SWEEPS if alone and end > begin + 1 else 1
    for _ in range(sweeps):
        if alone:
            for place in range(begin, end):
                if record[place, JOINT.PLACE_ALONE]:
                    solve_alone(place, biased, rigid, h, inv_h, bodies, joints)
        if record[begin, JOINT.PLACE_ROWS] and (biased or kind != JOINT.KIND_SOFT) and not exact:
            solve_rows(begin, end, biased, rigid, h, inv_h, bodies, joints)


@leaf
def pass_groups(tier, which, bodies, joints):
    """Measure, or solve, or both, group after group: what a group needs stays near.

    Forth without the bias and back with it, so that groups come after what was too much for them and hold best.
    """
    biased = which == JOINT.PASS_BIASED
    measured = which == JOINT.PASS_RELAX or which == JOINT.PASS_MEASURE
    gears = measured and joints.soft[tier, JOINT.SOFT_GEARS] > ZERO
    number = np.int64(joints.soft[tier, JOINT.SOFT_NUMBER])
    first, last = joints.starts[tier], joints.starts[tier + 1]
    for stage in range(2 if gears else 1):
        at = last if biased else first
        while at > first if biased else at < last:
            begin = joints.order[at - 1, JOINT.PLACE_BEGIN] if biased else at
            end = at if biased else joints.order[at, JOINT.PLACE_END]
            at = begin if biased else end
            if joints.order[begin, JOINT.PLACE_PLAIN] == 3:  # in a batch
                continue
            kept = measured and number % joints.order[begin, JOINT.PLACE_KEEP] != 0
            if kept:
                advance_group(begin, end, tier, bodies, joints)
            elif measured and stage == 0:
                measure_rows(begin, end, bodies, joints)
            if gears and stage == 0:
                continue
            if measured and not kept:
                factor_group(begin, end, tier, bodies, joints)
            if which != JOINT.PASS_MEASURE:
                solve_part(begin, end, which, kept, tier, bodies, joints)
        if gears and stage == 0:
            measure_gears(tier, bodies, joints)


@leaf
def pass_batches(tier, which, bodies, joints):
    """Measure, or solve, or both, batch after batch."""
    if which == JOINT.PASS_RELAX or which == JOINT.PASS_MEASURE:
        measure_batches(tier, bodies, joints)
    if which != JOINT.PASS_MEASURE:
        solve_batches(tier, which == JOINT.PASS_BIASED, bodies, joints)


@linked
def solve_joints(tier, which, bodies, joints):
    """One pass over all joints of a tier, group after group.

    Args:
        tier: Tier of the joints.
        which: JOINT.PASS_SETTLE, JOINT.PASS_BALANCE, JOINT.PASS_BIASED, JOINT.PASS_RELAX or JOINT.PASS_MEASURE.
        bodies: Body arrays. Velocities are updated.
        joints: Joint arrays. Impulses are updated.
    """
    biased = which == JOINT.PASS_BIASED
    moved = not biased and which != JOINT.PASS_BALANCE and which != JOINT.PASS_SETTLE
    if which == JOINT.PASS_MEASURE:
        sum_tier(tier, joints)
    if moved:
        steady_links(tier, False, bodies, joints)
    if moved and joints.soft[tier, JOINT.SOFT_USER] > ZERO:
        turn_user(tier, bodies, joints)
    if biased or moved and which != JOINT.PASS_MEASURE:
        solve_colored(joints.colored_starts[tier], joints.colored_starts[tier + 1], tier, biased, bodies, joints)
    for part in range(2):
        if (part == 0) == biased:
            pass_groups(tier, which, bodies, joints)
        else:
            pass_batches(tier, which, bodies, joints)
    if moved and which != JOINT.PASS_MEASURE:
        sum_tier(tier, joints)


call_solve_joints = by_address(solve_joints, types.none)
