"""Joints, between two passes: sums of their impulses, angles of the user, and errors that go on without measuring."""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import add, add_scaled, cross, subtract
from physics.kernels.joints.axes import axis_impulse
from physics.kernels.joints.batch_solve import sum_batches
from physics.kernels.joints.blocks import axis_of
from physics.kernels.joints.gears import gear_impulse
from physics.kernels.joints.measure import load3, row_rate, store3
from physics.kernels.joints.motion import load_motion
from physics.kernels.joints.points import advance_point, sum_point
from physics.kernels.layout import joint as JOINT


@leaf
def sum_impulses(place, joints):
    """Add the impulse, and the angular impulse besides it, of all rows of a joint on body b to its sum."""
    work, record = joints.work, joints.order
    i = record[place, JOINT.PLACE_JOINT]
    linear = (0.0, 0.0, 0.0)
    angular = (0.0, 0.0, 0.0)
    used = record[place, JOINT.PLACE_ALONE] | record[place, JOINT.PLACE_DRIVEN]
    for r in range(record[place, JOINT.PLACE_ROWS]):
        used |= 1 << axis_of(record[place, JOINT.PLACE_AXES], r)
    for d in range(JOINT.AXES):
        if used & (1 << d):
            c = d * JOINT.ROW_STRIDE
            total = axis_impulse(i, d, work)
            linear = add_scaled(linear, load3(joints.rows, i, c + JOINT.ROW_N), total)
            angular = add_scaled(angular, load3(joints.rows, i, c + JOINT.ROW_ON_B), total)
    angular = subtract(angular, cross(load3(work, i, JOINT.WORK_LEVER_B), linear))
    store3(work, i, JOINT.WORK_SUM, add(load3(work, i, JOINT.WORK_SUM), linear))
    store3(work, i, JOINT.WORK_SUM + 3, add(load3(work, i, JOINT.WORK_SUM + 3), angular))


@leaf
def sum_tier(tier, joints):
    """Sum the impulses of all joints of a tier."""
    work = joints.work
    sum_batches(tier, joints)
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        kind, i = joints.order[place, JOINT.PLACE_KIND], joints.order[place, JOINT.PLACE_JOINT]
        if (
            joints.order[place, JOINT.PLACE_PLAIN] == 3
            or joints.order[place, JOINT.PLACE_PLAIN] == 2
            and joints.isolated[tier]
        ):
            continue
        if joints.order[place, JOINT.PLACE_PLAIN]:
            sum_point(i, work)
        elif kind == JOINT.KIND_GEAR or kind == JOINT.KIND_GROUP_GEAR:
            # A gear has no place where its force acts: the size of it stands where its first axis has force or torque.
            work[i, JOINT.WORK_SUM + (3 if joints.info[i, JOINT.FIRST] & 7 >= JOINT.ANGULAR else 0)] += gear_impulse(
                i, work
            )
        else:
            sum_impulses(place, joints)


@leaf
def turn_user(tier, bodies, joints):
    """Add what axes of the user turned in this substep."""
    h = joints.soft[tier, JOINT.SOFT_STEP]
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        i, alone = joints.order[place, JOINT.PLACE_JOINT], joints.order[place, JOINT.PLACE_ALONE]
        alone |= joints.order[place, JOINT.PLACE_DRIVEN]
        if joints.info[i, JOINT.FLAGS] & JOINT.FLAG_USER:
            v_a, w_a, _, v_b, w_b, _ = load_motion(i, bodies, joints)
            for d in range(JOINT.ANGULAR, JOINT.AXES):
                if alone & (1 << d):
                    turned = h * row_rate(i, d, v_a, w_a, v_b, w_b, joints.rows)
                    joints.work[i, JOINT.WORK_ANGLE + d - JOINT.ANGULAR] += turned


@leaf
def advance_group(begin, end, tier, bodies, joints):
    """Let errors and positions of a group go on with the velocities of its bodies, instead of measuring them."""
    work, record = joints.work, joints.order
    h = joints.soft[tier, JOINT.SOFT_STEP]
    for place in range(begin, end):
        i = record[place, JOINT.PLACE_JOINT]
        if record[place, JOINT.PLACE_PLAIN]:
            advance_point(i, np.float64(h), bodies, joints)
            continue
        v_a, w_a, _, v_b, w_b, _ = load_motion(i, bodies, joints)
        used = record[place, JOINT.PLACE_ALONE] | record[place, JOINT.PLACE_DRIVEN] | joints.info[i, JOINT.LOCKS]
        for d in range(JOINT.AXES):
            if used & (1 << d):
                way = h * row_rate(i, d, v_a, w_a, v_b, w_b, joints.rows)
                work[i, JOINT.WORK_POSITION + d] += way
                work[i, JOINT.WORK_ERROR + d] += way
