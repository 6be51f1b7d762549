"""Plain points: joints that hold a point, and nothing else at the moment. Balls are, and they are most of all joints.

All that the general kernels do for them is done here in one go, with three rows along x, y, z of the world.
"""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import add, add_scaled, clamp, cross, rotate, scale, subtract
from physics.kernels.joints.axes import PUSH
from physics.kernels.joints.blocks import WIDTH, multiply_pivot, subtract_across, subtract_along
from physics.kernels.joints.levers import coupling_of, diagonal_of, turns_of
from physics.kernels.joints.measure import load3, load4, load_inertia, multiply, store3, to_float64
from physics.kernels.joints.motion import bend_factor, load_motion, store_motion
from physics.kernels.layout import joint as JOINT, motion as MOTION

HOLD_X = JOINT.SLOT_HOLD
HOLD_Y = JOINT.SLOTS + JOINT.SLOT_HOLD
HOLD_Z = 2 * JOINT.SLOTS + JOINT.SLOT_HOLD
#: Softness of groups, as part of the inverse mass of a row; more for what closes a loop, which may hold what is held
#: already: it keeps apart the forces of two hinges of one door. Trees have forces without it, and a heavy load on light
#: links, whose inverse mass is large, would draw it out: they have a trace of it, against rounding.
GROUP_GIVE = 1e-3
LOOP_GIVE = 1e-2
TREE_GIVE = 2e-4
#: Part of an error that a group pushes out in one substep.
GROUP_PUSH = np.float32(0.5)
#: Fastest push of an error by a group [m/s], [rad/s]: a little more than that of contacts. What is jammed between both
#: jitters, and is not torn apart.
GROUP_PUSH_MAX = np.float32(4.0)
#: Push of errors by joints that are solved one by one, as part of that of a contact: those of several joints of one
#: body add up, and more lets nets swing.
LOOP_PUSH = np.float32(0.4)


@leaf
def give_of(place, joints):
    """Softness of the rows of a place in a group."""
    if joints.order[place, JOINT.PLACE_CLOSES]:
        return LOOP_GIVE
    return TREE_GIVE if joints.order[place, JOINT.PLACE_TREE] == 1 else GROUP_GIVE


@leaf
def store_levers(i, r, on, rows):
    """Write what unit impulses along x, y, z turn a body about."""
    x, y, z = r
    store3(rows, i, on, (0.0, z, -y))
    store3(rows, i, on + JOINT.ROW_STRIDE, (-z, 0.0, x))
    store3(rows, i, on + 2 * JOINT.ROW_STRIDE, (y, -x, 0.0))


@leaf
def store_turns(i, turns, turned, rows):
    """Write what unit impulses along x, y, z turn a body by."""
    store3(rows, i, turned, turns[0])
    store3(rows, i, turned + JOINT.ROW_STRIDE, turns[1])
    store3(rows, i, turned + 2 * JOINT.ROW_STRIDE, turns[2])


@leaf
def store_block(array, place, xx, xy, xz, yy, yz, zz):
    """Write a symmetric block of three rows."""
    array[place, 0], array[place, 1], array[place, 2] = xx, xy, xz
    array[place, WIDTH], array[place, WIDTH + 1], array[place, WIDTH + 2] = xy, yy, yz
    array[place, 2 * WIDTH], array[place, 2 * WIDTH + 1], array[place, 2 * WIDTH + 2] = xz, yz, zz


@leaf
def measure_point(place, bodies, joints):
    """Measure a plain point, and fill its diagonal block."""
    work, motion = joints.work, bodies.motion
    i = joints.order[place, JOINT.PLACE_JOINT]
    a, b = joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B]
    start_a, start_b = load3(work, i, JOINT.WORK_START_A), load3(work, i, JOINT.WORK_START_B)
    lever_a = rotate(load4(motion, a, MOTION.DELTA_ROTATION), start_a)
    lever_b = rotate(load4(motion, b, MOTION.DELTA_ROTATION), start_b)
    gap = add(
        load3(work, i, JOINT.WORK_START_GAP), subtract(load3(motion, b, MOTION.DELTA), load3(motion, a, MOTION.DELTA))
    )
    gap = add(gap, subtract(subtract(lever_b, start_b), subtract(lever_a, start_a)))
    lever_a = add(lever_a, gap)
    store3(work, i, JOINT.WORK_LEVER_A, lever_a)
    store3(work, i, JOINT.WORK_LEVER_B, lever_b)
    store3(work, i, JOINT.WORK_GAP, gap)
    store3(work, i, JOINT.WORK_ERROR, gap)
    p, q = to_float64(lever_a), to_float64(lever_b)
    s, t = turns_of(load_inertia(bodies, a), p), turns_of(load_inertia(bodies, b), q)
    if joints.order[place, JOINT.PLACE_PLAIN] == 1:  # neighbors of other kinds want to know
        store_turns(i, s, JOINT.ROW_TURN_A, joints.rows)
        store_turns(i, t, JOINT.ROW_TURN_B, joints.rows)
        store_levers(i, p, JOINT.ROW_ON_A, joints.rows)
        store_levers(i, q, JOINT.ROW_ON_B, joints.rows)
    mass = np.float64(motion[a, MOTION.INV_MASS]) + np.float64(motion[b, MOTION.INV_MASS])
    xx, xy, xz, yy, yz, zz = diagonal_of(mass, p, s, q, t)
    give = 1.0
    if joints.order[place, JOINT.PLACE_KIND] == JOINT.KIND_GROUP:
        soft = give_of(place, joints)
        store3(work, i, JOINT.WORK_GIVE, (soft * xx, soft * yy, soft * zz))
        give += soft
    else:
        store3(work, i, JOINT.WORK_MASS, (1.0 / max(xx, 1e-30), 1.0 / max(yy, 1e-30), 1.0 / max(zz, 1e-30)))
    store_block(joints.pivot, place, give * xx, xy, xz, give * yy, yz, give * zz)


@leaf
def couple_points(i, number, j, at_other, start, body, joints, bodies):
    """Add to the block of two plain points i and j what comes through a body that they share; see `joints.blocks`."""
    sign = 1.0 if number == at_other else -1.0
    lever = to_float64(load3(joints.work, i, JOINT.WORK_LEVER_A + 3 * number))
    mass = sign * bodies.motion[body, MOTION.INV_MASS]
    turns = turns_of(load_inertia(bodies, body), to_float64(load3(joints.work, j, JOINT.WORK_LEVER_A + 3 * at_other)))
    block = coupling_of(mass, (sign * lever[0], sign * lever[1], sign * lever[2]), turns)
    for c in range(9):
        joints.blocks[start + c] += block[c]


@leaf
def push_point(i, impulse, bodies, joints):
    """Apply an impulse at a plain point."""
    v_a, w_a, mass_a, v_b, w_b, mass_b = load_motion(i, bodies, joints)
    a, b = joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B]
    about_a = cross(to_float64(load3(joints.work, i, JOINT.WORK_LEVER_A)), impulse)
    about_b = cross(to_float64(load3(joints.work, i, JOINT.WORK_LEVER_B)), impulse)
    v_a = add_scaled(v_a, impulse, -mass_a)
    v_b = add_scaled(v_b, impulse, mass_b)
    w_a = subtract(w_a, multiply(load_inertia(bodies, a), about_a))
    w_b = add(w_b, multiply(load_inertia(bodies, b), about_b))
    store_motion(i, (v_a, w_a, mass_a, v_b, w_b, mass_b), bodies, joints)


@leaf
def start_point(i, bodies, joints):
    """Warm start of a plain point by itself."""
    work = joints.work
    hold = np.float64(work[i, HOLD_X]), np.float64(work[i, HOLD_Y]), np.float64(work[i, HOLD_Z])
    push_point(i, hold, bodies, joints)


@leaf
def bend_of(w_a, around_a, w_b, around_b, h):
    """What the way between two anchors gets in half a substep because bodies turn."""
    bend = scale(cross(w_b, around_b), bend_factor(w_b, h))
    return add_scaled(bend, cross(w_a, around_a), -bend_factor(w_a, h))


@leaf
def note_point_bend(i, h, bodies, joints):
    """`joint_solve.note_bend` of a plain point."""
    _, w_a, _, _, w_b, _ = load_motion(i, bodies, joints)
    around_a = cross(w_a, to_float64(load3(joints.work, i, JOINT.WORK_LEVER_A)))
    around_b = cross(w_b, to_float64(load3(joints.work, i, JOINT.WORK_LEVER_B)))
    store3(joints.work, i, JOINT.WORK_BEND, bend_of(w_a, around_a, w_b, around_b, h))


@leaf
def fill_point_answer(place, i, kind, biased, isolated, rigid, h, inv_h, bodies, joints):
    """Right side of the equations of a plain point; isolated: its impulse begins anew."""
    work, answer = joints.work, joints.answer
    v_a, w_a, _, v_b, w_b, _ = load_motion(i, bodies, joints)
    around_a = cross(w_a, to_float64(load3(work, i, JOINT.WORK_LEVER_A)))
    around_b = cross(w_b, to_float64(load3(work, i, JOINT.WORK_LEVER_B)))
    wanted = subtract(add(v_b, around_b), add(v_a, around_a))
    if biased:
        if isolated:
            wanted = add(wanted, bend_of(w_a, around_a, w_b, around_b, h))
        else:
            wanted = add(wanted, to_float64(load3(work, i, JOINT.WORK_BEND)))
        push, most = GROUP_PUSH * inv_h, GROUP_PUSH_MAX
        if kind != JOINT.KIND_GROUP:
            push, most = LOOP_PUSH * rigid[0] / rigid[1], PUSH
        elif not isolated:
            x, y, z = load3(work, i, JOINT.WORK_GIVE)
            wanted = add(wanted, (x * work[i, HOLD_X], y * work[i, HOLD_Y], z * work[i, HOLD_Z]))
        x, y, z = load3(work, i, JOINT.WORK_ERROR)
        error = clamp(push * x, -most, most), clamp(push * y, -most, most), clamp(push * z, -most, most)
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
    push_point(i, (x, y, z), bodies, joints)


@leaf
def sum_point(i, work):
    """Add the impulse of a plain point to its sum; it has no torque besides."""
    work[i, JOINT.WORK_SUM] += work[i, HOLD_X]
    work[i, JOINT.WORK_SUM + 1] += work[i, HOLD_Y]
    work[i, JOINT.WORK_SUM + 2] += work[i, HOLD_Z]


@leaf
def solve_points(begin, end, biased, isolated, rigid, h, inv_h, bodies, joints):
    """Solve a group of plain points: what `solve_rows` does, in one way back and one forth.

    Where nothing but groups is to be solved (isolated), there is no warm start; impulses are summed at once.
    """
    record, neighbors, work, answer = joints.order, joints.neighbors, joints.work, joints.answer
    for place in range(begin, end):
        answer[place, 0], answer[place, 1], answer[place, 2] = 0.0, 0.0, 0.0
    for step in range(end - begin):
        place = end - 1 - step
        x, y, z = load3(answer, place, 0)
        i = record[place, JOINT.PLACE_JOINT]
        fill_point_answer(place, i, JOINT.KIND_GROUP, biased, isolated, rigid, h, inv_h, bodies, joints)
        answer[place, 0] += x
        answer[place, 1] += y
        answer[place, 2] += z
        first = record[place, JOINT.PLACE_NEIGHBORS]
        for k in range(first, first + record[place, JOINT.PLACE_COUNT]):
            subtract_across(
                place, neighbors[k, JOINT.NEIGHBOR_PLACE], neighbors[k, JOINT.NEIGHBOR_BLOCK], joints.blocks, answer
            )
    for place in range(begin, end):
        multiply_pivot(place, 3, joints.pivot, answer)
        first = record[place, JOINT.PLACE_NEIGHBORS]
        for k in range(first, first + record[place, JOINT.PLACE_COUNT]):
            subtract_along(
                place, neighbors[k, JOINT.NEIGHBOR_PLACE], neighbors[k, JOINT.NEIGHBOR_BLOCK], joints.blocks, answer
            )
        i = record[place, JOINT.PLACE_JOINT]
        x, y, z = load3(answer, place, 0)
        if isolated:
            if biased:
                work[i, HOLD_X], work[i, HOLD_Y], work[i, HOLD_Z] = x, y, z
            work[i, JOINT.WORK_SUM] += x
            work[i, JOINT.WORK_SUM + 1] += y
            work[i, JOINT.WORK_SUM + 2] += z
            push_point(i, (x, y, z), bodies, joints)
        else:
            apply_point_answer(place, i, bodies, joints)


@leaf
def advance_point(i, h, bodies, joints):
    """Let the error of a plain point go on with the velocities of its bodies, instead of measuring it."""
    work = joints.work
    v_a, w_a, _, v_b, w_b, _ = load_motion(i, bodies, joints)
    around_a = cross(w_a, to_float64(load3(work, i, JOINT.WORK_LEVER_A)))
    around_b = cross(w_b, to_float64(load3(work, i, JOINT.WORK_LEVER_B)))
    rate = subtract(add(v_b, around_b), add(v_a, around_a))
    store3(work, i, JOINT.WORK_ERROR, add_scaled(to_float64(load3(work, i, JOINT.WORK_ERROR)), rate, h))
