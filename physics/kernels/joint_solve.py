"""Joints, the passes of a substep: warm start, solve, relax.

Every row, and every block of locked axes, is a spring of stiffness k and damping c on its effective mass m. Over a
substep h its impulse answers to the velocity v that is left and to the error C:

    change = -m s v - h k / (1 + g) C - (1 - s) impulse,    g = t h^2 k / m + h c / m,    s = g / (1 + g)

With t = 1 this is implicit Euler: stable however stiff, but it damps what is to swing. That is right for locks and
stops, whose oscillation nobody wants to see. With t = 0 it is symplectic Euler, which keeps the energy of a spring and
is stable up to h^2 k / m = 4; springs take t = 0 up to 1, and beyond it the least that keeps them stable. Springs are
solved with the bias only: once a substep, and relaxing leaves them as they are.
"""

import math

import numpy as np
from numba import types

from physics.kernels.calls import by_address
from physics.kernels.islands import movable
from physics.kernels.jit import leaf, linked
from physics.kernels.joint_layout import (
    AXES,
    AXIS_DAMPING,
    AXIS_LIMIT_HERTZ,
    AXIS_LIMIT_RATIO,
    AXIS_LOWER,
    AXIS_MOTOR_MAX,
    AXIS_MOTOR_SPEED,
    AXIS_SPRING,
    AXIS_SPRING_MAX,
    AXIS_STRIDE,
    AXIS_TARGET,
    AXIS_UPPER,
    JOINT_BODY_A,
    JOINT_BODY_B,
    JOINT_DISTANCE,
    JOINT_FLAGS,
    JOINT_LIMITS,
    JOINT_LOCKS,
    JOINT_MOTORS,
    JOINT_SPRINGS,
    JOINT_STIFF,
    SLOT_HOLD,
    SLOT_LOWER,
    SLOT_MOTOR,
    SLOT_UPPER,
    SLOTS,
    SOFT_INV_STEP,
    SOFT_STEP,
    TRAIT_HERTZ,
    TRAIT_RATIO,
    TURNING,
    WORK_AXES,
    WORK_BLOCK,
    WORK_BLOCK_TURNING,
    WORK_ERROR,
    WORK_LEVER_A,
    WORK_LEVER_B,
    WORK_MASS,
    WORK_POSITION,
    WORK_SUM,
    WORK_TURNING,
)
from physics.kernels.joint_measure import inertia_of, load3, load6, measure_joint, multiply, store3
from physics.kernels.layout import BODY_FLAGS, LEVELS, MOTION_ANGULAR, MOTION_INV_MASS, MOTION_VELOCITY
from physics.kernels.vec3 import add, add_scaled, cross, dot, scale, subtract

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
TWO_PI = np.float32(2.0 * math.pi)
#: Fastest push of an error [m/s], [rad/s]: what was torn far apart comes together, and does not explode.
PUSH = np.float32(30.0)
#: How often the rows of one joint are solved, if they are of several kinds.
SWEEPS = 3


@leaf
def clamp(value, low, high):
    """Value moved into the range low ... high."""
    return min(max(value, low), high)


@leaf
def soften(stiffness, damping, h):
    """Push, mass scale and impulse scale of a spring per effective mass, as springs are integrated."""
    x = h * h * stiffness
    give = h * damping
    if x > ONE:
        give += x - ONE
    return h * stiffness / (ONE + give), give / (ONE + give), ONE / (ONE + give)


@leaf
def soften_hertz(hertz, ratio, h):
    """The same by frequency and damping ratio."""
    omega = TWO_PI * hertz
    return soften(omega * omega, (ratio + ratio) * omega, h)


@leaf
def spring_of(i, d, mass, h, joints):
    """The same of the spring of axis d."""
    column = d * AXIS_STRIDE
    strength, damping = joints.axis[i, column + AXIS_SPRING], joints.axis[i, column + AXIS_DAMPING]
    if joints.info[i, JOINT_STIFF] & (1 << d):
        return soften(strength / mass, damping / mass, h)
    return soften_hertz(strength, damping, h)


@leaf
def sum_impulses(i, work):
    """Impulse and angular impulse of all rows of a joint on body b."""
    linear = (ZERO, ZERO, ZERO)
    angular = (ZERO, ZERO, ZERO)
    for d in range(3):
        c = d * SLOTS
        total = work[i, c + SLOT_HOLD] + work[i, c + SLOT_LOWER] - work[i, c + SLOT_UPPER] + work[i, c + SLOT_MOTOR]
        linear = add_scaled(linear, load3(work, i, WORK_AXES + 3 * d), total)
        c += TURNING * SLOTS
        total = work[i, c + SLOT_HOLD] + work[i, c + SLOT_LOWER] - work[i, c + SLOT_UPPER] + work[i, c + SLOT_MOTOR]
        angular = add_scaled(angular, load3(work, i, WORK_TURNING + 3 * d), total)
    return linear, angular


@leaf
def store_velocity(body, v, w, bodies):
    """Write the velocities of a body that can be moved."""
    if movable(bodies.links[body, BODY_FLAGS]):
        store3(bodies.motion, body, MOTION_VELOCITY, v)
        store3(bodies.motion, body, MOTION_ANGULAR, w)


@linked
def warm_start_joints(level, bodies, joints):
    """Apply the impulses of the previous substep, along the axes of now.

    Args:
        level: Level of the joints.
        bodies: Body arrays. Velocities are updated.
        joints: Joint arrays.
    """
    motion = bodies.motion
    work = joints.work
    for k in range(joints.starts[level], joints.starts[level + 1]):
        i = joints.order[k]
        a, b = joints.info[i, JOINT_BODY_A], joints.info[i, JOINT_BODY_B]
        linear, angular = sum_impulses(i, work)
        on_a = add(cross(load3(work, i, WORK_LEVER_A), linear), angular)
        on_b = add(cross(load3(work, i, WORK_LEVER_B), linear), angular)
        v = add_scaled(load3(motion, a, MOTION_VELOCITY), linear, -motion[a, MOTION_INV_MASS])
        w = subtract(load3(motion, a, MOTION_ANGULAR), multiply(inertia_of(a, bodies), on_a))
        store_velocity(a, v, w, bodies)
        v = add_scaled(load3(motion, b, MOTION_VELOCITY), linear, motion[b, MOTION_INV_MASS])
        w = add(load3(motion, b, MOTION_ANGULAR), multiply(inertia_of(b, bodies), on_b))
        store_velocity(b, v, w, bodies)


@leaf
def solve_stop(slot, gap, speed, mass, hertz, biased, rigid, i, d, h, inv_h, joints):
    """Solve one end of a limit; gap is how far away it is, speed its rate. Returns the change of the impulse."""
    old = joints.work[i, slot]
    push, scaled, kept = gap * inv_h, ONE, ZERO
    if gap < ZERO:
        if hertz > ZERO:
            if not biased:
                return ZERO
            soft = soften_hertz(hertz, joints.axis[i, d * AXIS_STRIDE + AXIS_LIMIT_RATIO], h)
            push, scaled, kept = soft[0] * gap, soft[1], soft[2]
        elif biased:
            push, scaled, kept = max(rigid[0] * gap, -PUSH), rigid[1], rigid[2]
        else:
            push = ZERO
    new = max(old - mass * (scaled * speed + push) - kept * old, ZERO)
    joints.work[i, slot] = new
    return new - old


@leaf
def solve_axis(i, d, speed, biased, rigid, h, inv_h, joints):
    """Solve spring or lock, motor and limit of axis d, which has the given rate; returns the change of its impulse."""
    work = joints.work
    column = d * AXIS_STRIDE
    bit = 1 << d
    mass = work[i, WORK_MASS + d]
    if mass <= ZERO:
        return ZERO
    inv_mass = ONE / mass
    position = work[i, WORK_POSITION + d]
    slot = d * SLOTS
    total = ZERO
    if joints.info[i, JOINT_LOCKS] & bit:  # the length of a rod
        old = work[i, slot + SLOT_HOLD]
        push, scaled, kept = ZERO, ONE, ZERO
        if biased:
            error = position - joints.axis[i, column + AXIS_LOWER]
            push, scaled, kept = clamp(rigid[0] * error, -PUSH, PUSH), rigid[1], rigid[2]
        change = -mass * (scaled * speed + push) - kept * old
        work[i, slot + SLOT_HOLD] = old + change
        total += change
    elif joints.info[i, JOINT_SPRINGS] & bit and biased:
        old = work[i, slot + SLOT_HOLD]
        push, scaled, kept = spring_of(i, d, mass, h, joints)
        error = position - joints.axis[i, column + AXIS_TARGET]
        most = h * joints.axis[i, column + AXIS_SPRING_MAX]
        new = clamp(old - mass * (scaled * speed + push * error) - kept * old, -most, most)
        work[i, slot + SLOT_HOLD] = new
        total += new - old
    if joints.info[i, JOINT_MOTORS] & bit:
        old = work[i, slot + SLOT_MOTOR]
        most = h * joints.axis[i, column + AXIS_MOTOR_MAX]
        missing = speed + total * inv_mass - joints.axis[i, column + AXIS_MOTOR_SPEED]
        new = clamp(old - mass * missing, -most, most)
        work[i, slot + SLOT_MOTOR] = new
        total += new - old
    if joints.info[i, JOINT_LIMITS] & bit:
        hertz = joints.axis[i, column + AXIS_LIMIT_HERTZ]
        gap = position - joints.axis[i, column + AXIS_LOWER]
        rate = speed + total * inv_mass
        total += solve_stop(slot + SLOT_LOWER, gap, rate, mass, hertz, biased, rigid, i, d, h, inv_h, joints)
        gap = joints.axis[i, column + AXIS_UPPER] - position
        rate = speed + total * inv_mass
        total -= solve_stop(slot + SLOT_UPPER, gap, -rate, mass, hertz, biased, rigid, i, d, h, inv_h, joints)
    return total


@leaf
def solve_block(i, first, locks, directions, errors, inverse, rate, soft, joints):
    """Solve the locked ones of three axes together.

    Args:
        i: Joint.
        first: Number of the first of the three axes.
        locks: Which of them are locked.
        directions: Column of the three directions.
        errors: Column of the three errors.
        inverse: Column of the inverse of the block.
        rate: Relative velocity whose parts along the directions are to vanish.
        soft: Push, mass scale, impulse scale.

    Returns:
        Change of the impulse, a vector of the world.
    """
    work = joints.work
    n0, n1, n2 = load3(work, i, directions), load3(work, i, directions + 3), load3(work, i, directions + 6)
    c = first * SLOTS + SLOT_HOLD
    x, y, z = ZERO, ZERO, ZERO
    if locks & 1:
        x = soft[1] * dot(n0, rate) + clamp(soft[0] * work[i, errors], -PUSH, PUSH)
    if locks & 2:
        y = soft[1] * dot(n1, rate) + clamp(soft[0] * work[i, errors + 1], -PUSH, PUSH)
    if locks & 4:
        z = soft[1] * dot(n2, rate) + clamp(soft[0] * work[i, errors + 2], -PUSH, PUSH)
    x, y, z = multiply(load6(work, i, inverse), (x, y, z))
    change = (ZERO, ZERO, ZERO)
    if locks & 1:
        old = work[i, c]
        work[i, c] = old - x - soft[2] * old
        change = scale(n0, work[i, c] - old)
    if locks & 2:
        old = work[i, c + SLOTS]
        work[i, c + SLOTS] = old - y - soft[2] * old
        change = add_scaled(change, n1, work[i, c + SLOTS] - old)
    if locks & 4:
        old = work[i, c + 2 * SLOTS]
        work[i, c + 2 * SLOTS] = old - z - soft[2] * old
        change = add_scaled(change, n2, work[i, c + 2 * SLOTS] - old)
    return change


@leaf
def solve_rows(i, alone, locks, biased, rigid, soft, steps, levers, a, b, joints):
    """Solve the rows of joint i once; what is locked last, so that it holds best.

    Args:
        i: Joint.
        alone: Axes that are solved one by one.
        locks: Axes that are solved as blocks.
        biased: As of `solve_joints`.
        rigid: Softness of stops and rods.
        soft: Softness of what is locked.
        steps: Substep and its inverse.
        levers: Of a and of b.
        a: Velocity, angular velocity, inverse mass and inverse inertia of body a.
        b: The same of body b.
        joints: Joint arrays. Impulses are updated.

    Returns:
        Velocity and angular velocity of a, then of b.
    """
    work = joints.work
    h, inv_h = steps
    lever_a, lever_b = levers
    v_a, w_a, mass_a, inertia_a = a
    v_b, w_b, mass_b, inertia_b = b
    for d in range(AXES):
        if alone & (1 << d) == 0:
            continue
        if d < TURNING:
            n = load3(work, i, WORK_AXES + 3 * d)
            on_a, on_b = cross(lever_a, n), cross(lever_b, n)
            speed = dot(n, subtract(v_b, v_a)) + dot(on_b, w_b) - dot(on_a, w_a)
            change = solve_axis(i, d, speed, biased, rigid, h, inv_h, joints)
            v_a = add_scaled(v_a, n, -mass_a * change)
            v_b = add_scaled(v_b, n, mass_b * change)
            w_a = add_scaled(w_a, multiply(inertia_a, on_a), -change)
            w_b = add_scaled(w_b, multiply(inertia_b, on_b), change)
        else:
            n = load3(work, i, WORK_TURNING + 3 * (d - TURNING))
            change = solve_axis(i, d, dot(n, subtract(w_b, w_a)), biased, rigid, h, inv_h, joints)
            w_a = add_scaled(w_a, multiply(inertia_a, n), -change)
            w_b = add_scaled(w_b, multiply(inertia_b, n), change)
    if locks >> 3:
        rate = subtract(w_b, w_a)
        change = solve_block(i, TURNING, locks >> 3, WORK_TURNING, WORK_ERROR, WORK_BLOCK_TURNING, rate, soft, joints)
        w_a = subtract(w_a, multiply(inertia_a, change))
        w_b = add(w_b, multiply(inertia_b, change))
    if locks & 7:
        rate = subtract(add(v_b, cross(w_b, lever_b)), add(v_a, cross(w_a, lever_a)))
        change = solve_block(i, 0, locks & 7, WORK_AXES, WORK_POSITION, WORK_BLOCK, rate, soft, joints)
        v_a = add_scaled(v_a, change, -mass_a)
        v_b = add_scaled(v_b, change, mass_b)
        w_a = subtract(w_a, multiply(inertia_a, cross(lever_a, change)))
        w_b = add(w_b, multiply(inertia_b, cross(lever_b, change)))
    return v_a, w_a, v_b, w_b


@leaf
def find_rows(i, biased, rigid, h, joints):
    """Axes of joint i to solve alone and as blocks in this pass, softness of the blocks, and how often to solve it."""
    info = joints.info
    locks = info[i, JOINT_LOCKS]
    alone = info[i, JOINT_SPRINGS] | info[i, JOINT_MOTORS] | info[i, JOINT_LIMITS]
    soft = rigid if biased else (ZERO, ONE, ZERO)
    if info[i, JOINT_FLAGS] & JOINT_DISTANCE:
        alone |= locks
        locks &= 0
    elif joints.traits[i, TRAIT_HERTZ] > ZERO:  # a spring, which relaxing leaves as it is
        soft = soften_hertz(joints.traits[i, TRAIT_HERTZ], joints.traits[i, TRAIT_RATIO], h)
        if not biased:
            locks &= 0
    # Rows of different kinds disturb one another: a door that hits its stop pulls at its hinge.
    kinds = (alone != 0) + (locks >> 3 != 0) + (locks & 7 != 0)
    return alone, locks, soft, SWEEPS if kinds > 1 else 1


@linked
def solve_joints(level, biased, bodies, joints):
    """Solve the rows of all joints of a level, one joint after the other.

    Args:
        level: Level of the joints.
        biased: True to push errors out; False, after bodies moved, to measure anew and take that push away again.
        bodies: Body arrays. Velocities are updated.
        joints: Joint arrays. Impulses are updated.
    """
    motion = bodies.motion
    work = joints.work
    steps = joints.soft[level, SOFT_STEP], joints.soft[level, SOFT_INV_STEP]
    rigid = load3(joints.soft, level, 0)
    first, last = joints.starts[level], joints.starts[level + 1]
    count = last - first
    passes = 2 if level == LEVELS - 1 else 1
    for k in range(passes * count):
        # Forth with the bias and back without it, under a great load both: it goes through a chain in both directions.
        place = min(k, 2 * count - 1 - k) if biased or passes > 1 else count - 1 - k
        i = joints.order[first + place]
        if not biased and k < count:
            measure_joint(i, joints, bodies)
        a, b = joints.info[i, JOINT_BODY_A], joints.info[i, JOINT_BODY_B]
        v_a, w_a = load3(motion, a, MOTION_VELOCITY), load3(motion, a, MOTION_ANGULAR)
        v_b, w_b = load3(motion, b, MOTION_VELOCITY), load3(motion, b, MOTION_ANGULAR)
        mass_a, mass_b = motion[a, MOTION_INV_MASS], motion[b, MOTION_INV_MASS]
        inertia_a, inertia_b = inertia_of(a, bodies), inertia_of(b, bodies)
        levers = load3(work, i, WORK_LEVER_A), load3(work, i, WORK_LEVER_B)
        alone, locks, soft, sweeps = find_rows(i, biased, rigid, steps[0], joints)
        for _ in range(sweeps):
            v_a, w_a, v_b, w_b = solve_rows(
                i, alone, locks, biased, rigid, soft, steps, levers, (v_a, w_a, mass_a, inertia_a),
                (v_b, w_b, mass_b, inertia_b), joints,
            )  # fmt: skip
        store_velocity(a, v_a, w_a, bodies)
        store_velocity(b, v_b, w_b, bodies)
        if not biased and k >= (passes - 1) * count:
            linear, angular = sum_impulses(i, work)
            store3(work, i, WORK_SUM, add(load3(work, i, WORK_SUM), linear))
            store3(work, i, WORK_SUM + 3, add(load3(work, i, WORK_SUM + 3), angular))


call_warm_start_joints = by_address(warm_start_joints, types.none)
call_solve_joints = by_address(solve_joints, types.none)
