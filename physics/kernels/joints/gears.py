"""Gears: one row that couples an axis of one joint to an axis of another, whatever the two joints are.

The way that first goes plus `ratio` times the way that second goes stays what it is, or within a backlash. The row is
made of the projected rows of the two axes, so it leaves what their joints lock in peace. Up to four bodies take part.
"""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import clamp, dot
from physics.kernels.joints.axes import PUSH, solve_stop
from physics.kernels.joints.measure import load3, row_rate
from physics.kernels.joints.motion import apply_row, load_motion, store_motion
from physics.kernels.layout import joint as JOINT, motion as MOTION

ZERO = np.float32(0.0)
ONE = np.float32(1.0)


@leaf
def shared_product(i, d, j, e, bodies, joints):
    """Rate along row d of joint i that a unit impulse along row e of joint j makes, through bodies of both."""
    lines = joints.rows
    c, f = d * JOINT.ROW_STRIDE, e * JOINT.ROW_STRIDE
    total = 0.0
    for side in range(2):
        body = joints.info[i, JOINT.BODY_A + side]
        for other in range(2):
            if body and joints.info[j, JOINT.BODY_A + other] == body:
                part = bodies.motion[body, MOTION.INV_MASS] * dot(
                    load3(lines, i, c + JOINT.ROW_N), load3(lines, j, f + JOINT.ROW_N)
                )
                on, turned = (
                    load3(lines, i, c + JOINT.ROW_ON_A + 3 * side),
                    load3(lines, j, f + JOINT.ROW_TURN_A + 3 * other),
                )
                part += dot(on, turned)
                total += part if side == other else -part
    return total


@leaf
def coupled(i, column, joints):
    """Joint and axis that a gear couples: JOINT.FIRST or JOINT.SECOND, which are neighbors."""
    code = joints.info[i, column]
    return code >> 3, code & 7


@leaf
def measure_gear(i, bodies, joints):
    """Error and effective mass of a gear, when both of its joints have been measured."""
    work = joints.work
    first, d = coupled(i, JOINT.FIRST, joints)
    second, e = coupled(i, JOINT.SECOND, joints)
    ratio = joints.axis[i, JOINT.AXIS_RATIO]
    work[i, JOINT.WORK_POSITION] = work[first, JOINT.WORK_POSITION + d] + ratio * work[second, JOINT.WORK_POSITION + e]
    work[i, JOINT.WORK_ERROR] = work[i, JOINT.WORK_POSITION] - joints.axis[i, JOINT.AXIS_LOWER]
    inverse = 0.0
    if work[first, JOINT.WORK_MASS + d] > ZERO:
        inverse += ONE / work[first, JOINT.WORK_MASS + d]
    if work[second, JOINT.WORK_MASS + e] > ZERO:
        inverse += ratio * ratio / work[second, JOINT.WORK_MASS + e]
    inverse += (ratio + ratio) * shared_product(first, d, second, e, bodies, joints)
    work[i, JOINT.WORK_MASS] = ONE / inverse if inverse > ZERO else ZERO


@leaf
def copy_rows(i, joints):
    """Write the two parts of the row of a gear, for a group."""
    for k in range(2):
        joint, d = coupled(i, JOINT.FIRST + k, joints)
        part = np.float64(joints.axis[i, JOINT.AXIS_RATIO]) if k else 1.0
        for c in range(JOINT.ROW_STRIDE):
            joints.rows[i, k * JOINT.ROW_STRIDE + c] = part * joints.rows[joint, d * JOINT.ROW_STRIDE + c]


@leaf
def push_gear(i, impulse, bodies, joints):
    """Apply an impulse along the row of a gear."""
    for k in range(2):
        joint, d = coupled(i, JOINT.FIRST + k, joints)
        part = joints.axis[i, JOINT.AXIS_RATIO] * impulse if k else impulse
        moving = load_motion(joint, bodies, joints)
        store_motion(joint, apply_row(joint, d, part, moving, joints.rows), bodies, joints)


@leaf
def gear_rate(i, bodies, joints):
    """Rate along the row of a gear."""
    total = 0.0
    for k in range(2):
        joint, d = coupled(i, JOINT.FIRST + k, joints)
        v_a, w_a, _, v_b, w_b, _ = load_motion(joint, bodies, joints)
        rate = row_rate(joint, d, v_a, w_a, v_b, w_b, joints.rows)
        total += joints.axis[i, JOINT.AXIS_RATIO] * rate if k else rate
    return total


@leaf
def gear_impulse(i, work):
    """Impulse of all rows of a gear."""
    return work[i, JOINT.SLOT_HOLD] + work[i, JOINT.SLOT_LOWER] - work[i, JOINT.SLOT_UPPER]


@leaf
def solve_gear(i, biased, rigid, h, inv_h, bodies, joints):
    """Solve the row of a gear, or the two of its backlash."""
    work, axis = joints.work, joints.axis
    mass = work[i, JOINT.WORK_MASS]
    if mass <= ZERO:
        return
    speed = gear_rate(i, bodies, joints)
    if axis[i, JOINT.AXIS_UPPER] > axis[i, JOINT.AXIS_LOWER]:
        place = work[i, JOINT.WORK_POSITION]
        gap = place - axis[i, JOINT.AXIS_LOWER]
        change = solve_stop(JOINT.SLOT_LOWER, gap, speed, ZERO, mass, biased, rigid, i, 0, h, inv_h, joints)
        gap, rate = axis[i, JOINT.AXIS_UPPER] - place, -speed - change / mass
        change -= solve_stop(JOINT.SLOT_UPPER, gap, rate, ZERO, mass, biased, rigid, i, 0, h, inv_h, joints)
    else:
        old = work[i, JOINT.SLOT_HOLD]
        push, scaled, kept = ZERO, ONE, ZERO
        if biased:
            push, scaled, kept = clamp(rigid[0] * work[i, JOINT.WORK_ERROR], -PUSH, PUSH), rigid[1], rigid[2]
        change = -mass * (scaled * speed + push) - kept * old
        work[i, JOINT.SLOT_HOLD] = old + change
    push_gear(i, change, bodies, joints)
