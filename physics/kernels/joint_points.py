"""Plain points: joints that hold a point, and nothing else at the moment. Balls are, and they are most of all joints.

All that the general kernels do for them is done here in one go, with three rows along x, y, z of the world.
"""

import numpy as np

from physics.kernels.jit import leaf
from physics.kernels.joint_axes import PUSH
from physics.kernels.joint_blocks import WIDTH
from physics.kernels.joint_layout import (
    JOINT_BODY_A,
    JOINT_BODY_B,
    KIND_GROUP,
    PLACE_CLOSES,
    PLACE_JOINT,
    PLACE_KIND,
    ROW_ON_A,
    ROW_ON_B,
    ROW_STRIDE,
    ROW_TURN_A,
    ROW_TURN_B,
    SLOT_HOLD,
    SLOTS,
    WORK_ERROR,
    WORK_GAP,
    WORK_GIVE,
    WORK_LEVER_A,
    WORK_LEVER_B,
    WORK_MASS,
    WORK_START_A,
    WORK_START_B,
    WORK_START_GAP,
    WORK_SUM,
)
from physics.kernels.joint_measure import load3, load4, load_inertia, store3, to_float64
from physics.kernels.joint_motion import load_motion, store_motion
from physics.kernels.layout import MOTION_DELTA, MOTION_DELTA_ROTATION, MOTION_INV_MASS
from physics.kernels.vec3 import add, add_scaled, clamp, cross, rotate, subtract

HOLD_X = SLOT_HOLD
HOLD_Y = SLOTS + SLOT_HOLD
HOLD_Z = 2 * SLOTS + SLOT_HOLD
#: Softness of groups, as part of the inverse mass of a row; more for what closes a loop, which may hold what is held
#: already: it keeps apart the forces of two hinges of one door.
GROUP_GIVE = 1e-4
LOOP_GIVE = 1e-2
#: Part of an error that a group pushes out in one substep.
GROUP_PUSH = np.float32(0.5)


@leaf
def turns_of(inertia, r):
    """What unit impulses along x, y, z at lever r turn a body by: three vectors."""
    xx, xy, xz, yy, yz, zz = inertia
    x, y, z = r
    return (
        (xy * z - xz * y, yy * z - yz * y, yz * z - zz * y),
        (xz * x - xx * z, yz * x - xy * z, zz * x - xz * z),
        (xx * y - xy * x, xy * y - yy * x, xz * y - yz * x),
    )


@leaf
def store_part(i, r, turns, on, turned, rows):
    """Write the half of the three rows that belongs to one body."""
    x, y, z = r
    store3(rows, i, on, (0.0, z, -y))
    store3(rows, i, on + ROW_STRIDE, (-z, 0.0, x))
    store3(rows, i, on + 2 * ROW_STRIDE, (y, -x, 0.0))
    store3(rows, i, turned, turns[0])
    store3(rows, i, turned + ROW_STRIDE, turns[1])
    store3(rows, i, turned + 2 * ROW_STRIDE, turns[2])


@leaf
def measure_point(place, rigid, bodies, joints):
    """Measure a plain point, and fill its diagonal block."""
    work, motion, pivot = joints.work, bodies.motion, joints.pivot
    i = joints.order[place, PLACE_JOINT]
    a, b = joints.info[i, JOINT_BODY_A], joints.info[i, JOINT_BODY_B]
    start_a, start_b = load3(work, i, WORK_START_A), load3(work, i, WORK_START_B)
    lever_a = rotate(load4(motion, a, MOTION_DELTA_ROTATION), start_a)
    lever_b = rotate(load4(motion, b, MOTION_DELTA_ROTATION), start_b)
    gap = add(load3(work, i, WORK_START_GAP), subtract(load3(motion, b, MOTION_DELTA), load3(motion, a, MOTION_DELTA)))
    gap = add(gap, subtract(subtract(lever_b, start_b), subtract(lever_a, start_a)))
    lever_a = add(lever_a, gap)
    store3(work, i, WORK_LEVER_A, lever_a)
    store3(work, i, WORK_LEVER_B, lever_b)
    store3(work, i, WORK_GAP, gap)
    store3(work, i, WORK_ERROR, gap)
    p, q = to_float64(lever_a), to_float64(lever_b)
    s, t = turns_of(load_inertia(bodies, a), p), turns_of(load_inertia(bodies, b), q)
    store_part(i, p, s, ROW_ON_A, ROW_TURN_A, joints.rows)
    store_part(i, q, t, ROW_ON_B, ROW_TURN_B, joints.rows)
    mass = np.float64(motion[a, MOTION_INV_MASS]) + np.float64(motion[b, MOTION_INV_MASS])
    xx = mass + p[2] * s[0][1] - p[1] * s[0][2] + q[2] * t[0][1] - q[1] * t[0][2]
    yy = mass + p[0] * s[1][2] - p[2] * s[1][0] + q[0] * t[1][2] - q[2] * t[1][0]
    zz = mass + p[1] * s[2][0] - p[0] * s[2][1] + q[1] * t[2][0] - q[0] * t[2][1]
    xy = p[2] * s[1][1] - p[1] * s[1][2] + q[2] * t[1][1] - q[1] * t[1][2]
    xz = p[2] * s[2][1] - p[1] * s[2][2] + q[2] * t[2][1] - q[1] * t[2][2]
    yz = p[0] * s[2][2] - p[2] * s[2][0] + q[0] * t[2][2] - q[2] * t[2][0]
    if joints.order[place, PLACE_KIND] == KIND_GROUP:
        give = 1.0 + (LOOP_GIVE if joints.order[place, PLACE_CLOSES] else GROUP_GIVE)
    else:
        give = rigid[2] / rigid[1]
        store3(work, i, WORK_GIVE, (give * xx, give * yy, give * zz))
        store3(work, i, WORK_MASS, (1.0 / max(xx, 1e-30), 1.0 / max(yy, 1e-30), 1.0 / max(zz, 1e-30)))
        give += 1.0
    pivot[place, 0], pivot[place, 1], pivot[place, 2] = give * xx, xy, xz
    pivot[place, WIDTH], pivot[place, WIDTH + 1], pivot[place, WIDTH + 2] = xy, give * yy, yz
    pivot[place, 2 * WIDTH], pivot[place, 2 * WIDTH + 1], pivot[place, 2 * WIDTH + 2] = xz, yz, give * zz


@leaf
def couple_points(i, number, j, at_other, start, body, joints, bodies):
    """Add to the block of two plain points i and j what comes through a body that they share; see `joint_blocks`."""
    blocks, lines = joints.blocks, joints.rows
    sign = 1.0 if number == at_other else -1.0
    x, y, z = load3(joints.work, i, WORK_LEVER_A + 3 * number)
    x, y, z = sign * x, sign * y, sign * z
    mass = sign * bodies.motion[body, MOTION_INV_MASS]
    c = ROW_TURN_A + 3 * at_other
    s, t, u = load3(lines, j, c), load3(lines, j, c + ROW_STRIDE), load3(lines, j, c + 2 * ROW_STRIDE)
    blocks[start] += mass + z * s[1] - y * s[2]
    blocks[start + 1] += z * t[1] - y * t[2]
    blocks[start + 2] += z * u[1] - y * u[2]
    blocks[start + 3] += x * s[2] - z * s[0]
    blocks[start + 4] += mass + x * t[2] - z * t[0]
    blocks[start + 5] += x * u[2] - z * u[0]
    blocks[start + 6] += y * s[0] - x * s[1]
    blocks[start + 7] += y * t[0] - x * t[1]
    blocks[start + 8] += mass + y * u[0] - x * u[1]


@leaf
def push_point(i, x, y, z, moving, rows):
    """Velocities after an impulse at a plain point."""
    v_a, w_a, mass_a, v_b, w_b, mass_b = moving
    impulse = (x, y, z)
    v_a = add_scaled(v_a, impulse, -mass_a)
    v_b = add_scaled(v_b, impulse, mass_b)
    c = ROW_TURN_A
    w_a = add_scaled(w_a, load3(rows, i, c), -x)
    w_a = add_scaled(w_a, load3(rows, i, c + ROW_STRIDE), -y)
    w_a = add_scaled(w_a, load3(rows, i, c + 2 * ROW_STRIDE), -z)
    c = ROW_TURN_B
    w_b = add_scaled(w_b, load3(rows, i, c), x)
    w_b = add_scaled(w_b, load3(rows, i, c + ROW_STRIDE), y)
    w_b = add_scaled(w_b, load3(rows, i, c + 2 * ROW_STRIDE), z)
    return v_a, w_a, mass_a, v_b, w_b, mass_b


@leaf
def start_point(place, i, bodies, joints):
    """Warm start of a plain point; in a group it begins anew."""
    work = joints.work
    if joints.order[place, PLACE_KIND] == KIND_GROUP:
        work[i, HOLD_X], work[i, HOLD_Y], work[i, HOLD_Z] = 0.0, 0.0, 0.0
    else:
        x, y, z = np.float64(work[i, HOLD_X]), np.float64(work[i, HOLD_Y]), np.float64(work[i, HOLD_Z])
        store_motion(i, push_point(i, x, y, z, load_motion(i, bodies, joints), joints.rows), bodies, joints)


@leaf
def fill_point_answer(place, i, kind, biased, rigid, h, inv_h, bodies, joints):
    """Right side of the equations of a plain point."""
    work, answer = joints.work, joints.answer
    v_a, w_a, _, v_b, w_b, _ = load_motion(i, bodies, joints)
    around_a = cross(w_a, to_float64(load3(work, i, WORK_LEVER_A)))
    around_b = cross(w_b, to_float64(load3(work, i, WORK_LEVER_B)))
    wanted = subtract(add(v_b, around_b), add(v_a, around_a))
    if biased:
        wanted = add_scaled(wanted, subtract(cross(w_b, around_b), cross(w_a, around_a)), 0.5 * h)
        push = GROUP_PUSH * inv_h
        if kind != KIND_GROUP:
            push = rigid[0] / rigid[1]
            hold = work[i, HOLD_X], work[i, HOLD_Y], work[i, HOLD_Z]
            for c in range(3):
                answer[place, c] = work[i, WORK_GIVE + c] * hold[c]
            wanted = add(wanted, load3(answer, place, 0))
        x, y, z = load3(work, i, WORK_ERROR)
        error = clamp(push * x, -PUSH, PUSH), clamp(push * y, -PUSH, PUSH), clamp(push * z, -PUSH, PUSH)
        wanted = add(wanted, error)
    answer[place, 0], answer[place, 1], answer[place, 2] = -wanted[0], -wanted[1], -wanted[2]


@leaf
def apply_point_answer(place, i, bodies, joints):
    """Add the impulse that has been found."""
    work = joints.work
    x, y, z = load3(joints.answer, place, 0)
    work[i, HOLD_X] += x
    work[i, HOLD_Y] += y
    work[i, HOLD_Z] += z
    store_motion(i, push_point(i, x, y, z, load_motion(i, bodies, joints), joints.rows), bodies, joints)


@leaf
def sum_point(i, work):
    """Add the impulse of a plain point to its sum; it has no torque besides."""
    work[i, WORK_SUM] += work[i, HOLD_X]
    work[i, WORK_SUM + 1] += work[i, HOLD_Y]
    work[i, WORK_SUM + 2] += work[i, HOLD_Z]
