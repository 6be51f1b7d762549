"""Rows that are solved one by one: spring, motor, friction and the two stops of each free axis.

Every row is a spring of stiffness k and damping c on its effective mass m. Over a substep h its impulse answers to the
velocity v that is left and to the error C:

    change = -m s v - h k / (1 + g) C - (1 - s) impulse,    g = t h^2 k / m + h c / m,    s = g / (1 + g)

With t = 1 this is implicit Euler: stable however stiff, but it damps what is to swing. That is right for locks and
stops, whose oscillation nobody wants to see. With t = 0 it is symplectic Euler, which keeps the energy of a spring and
is stable up to h^2 k / m = 4; springs take t = 0 up to 1, and beyond it the least that keeps them stable. Springs are
solved with the bias only: once a substep, and relaxing leaves them as they are.

A free axis and the locked ones of the same joint would disturb one another: a door that hits its stop pulls at its
hinge. So its row is projected: the part of it that the locked rows undo is taken away beforehand, and its mass is that
of the door about the hinge.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import clamp
from physics.kernels.joints.blocks import WIDTH, axis_of
from physics.kernels.joints.measure import row_product
from physics.kernels.layout import joint as JOINT

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
TWO_PI = np.float32(2.0 * math.pi)
#: Fastest push of an error [m/s], [rad/s]: what was torn far apart comes together, and does not explode.
PUSH = np.float32(30.0)
#: How fast a servo closes what is left of its way, per second; and at most, as part of it per substep.
SERVO_RATE = np.float32(20.0)
SERVO_PART = np.float32(0.5)
#: Slower hits of a stop do not bounce [m/s], [rad/s].
BOUNCE_SPEED = np.float32(0.05)
#: A projected row with less than this part of its inverse mass left has nothing to move.
IMMOVABLE = 1e-7


@leaf
def locked_rows(place, i, joints):
    """Number and axes of the locked rows of a joint, without the driven ones."""
    rows, code = 0, 0
    for d in range(JOINT.AXES):
        if joints.info[i, JOINT.LOCKS] & (1 << d):
            code |= d << (3 * rows)
            rows += 1
    return rows, code


@leaf
def project_row(place, i, d, mass_a, mass_b, joints):
    """Take away from the row of axis d what the locked rows undo; `pivot` holds the inverse of their block.

    What is left does the same together with them, so it may take the place of the row in all that follows.
    """
    lines, pivot = joints.rows, joints.pivot
    rows, code = locked_rows(place, i, joints)
    before = row_product(i, d, d, mass_a, mass_b, lines)
    for r in range(rows):
        joints.answer[place, r] = row_product(i, axis_of(code, r), d, mass_a, mass_b, lines)
    target = JOINT.ROW_STRIDE * d
    for r in range(rows):
        total = 0.0
        for s in range(rows):
            total += pivot[place, WIDTH * r + s] * joints.answer[place, s]
        source = JOINT.ROW_STRIDE * axis_of(code, r)
        for c in range(JOINT.ROW_TURN_B + 3):
            lines[i, target + c] -= total * lines[i, source + c]
    left = row_product(i, d, d, mass_a, mass_b, lines)
    joints.work[i, JOINT.WORK_MASS + d] = 1.0 / left if left > IMMOVABLE * before else 0.0


@leaf
def project_rows(place, i, mass_a, mass_b, joints):
    """Project the rows of all free axes of a joint that do something."""
    free = joints.order[place, JOINT.PLACE_ALONE] | joints.order[place, JOINT.PLACE_DRIVEN]
    for d in range(JOINT.AXES):
        if free & (1 << d):
            project_row(place, i, d, mass_a, mass_b, joints)


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
    column = d * JOINT.AXIS_STRIDE
    strength, damping = joints.axis[i, column + JOINT.AXIS_SPRING], joints.axis[i, column + JOINT.AXIS_DAMPING]
    if joints.info[i, JOINT.STIFF] & (1 << d):
        return soften(strength / mass, damping / mass, h)
    return soften_hertz(strength, damping, h)


@leaf
def axis_impulse(i, d, work):
    """Impulse of all rows of a free axis."""
    c = d * JOINT.SLOTS
    total = work[i, c + JOINT.SLOT_HOLD] + work[i, c + JOINT.SLOT_LOWER] - work[i, c + JOINT.SLOT_UPPER]
    return total + work[i, c + JOINT.SLOT_MOTOR] + work[i, c + JOINT.SLOT_FRICTION]


@leaf
def solve_stop(slot, gap, speed, approach, mass, biased, rigid, i, d, h, inv_h, joints):
    """Solve one end of a limit.

    Args:
        slot: Of its impulse.
        gap: How far away it is.
        speed: Rate of that.
        approach: The same before the substep.
        mass: Effective mass.
        biased: False to relax.
        rigid: Softness of hard stops.
        i: Joint.
        d: Axis.
        h: Substep [s].
        inv_h: Its inverse.
        joints: Joint arrays. The impulse is updated.

    Returns:
        Change of the impulse.
    """
    axis = joints.axis
    column = d * JOINT.AXIS_STRIDE
    old = joints.work[i, slot]
    push, scaled, kept = gap * inv_h, ONE, ZERO
    if gap < ZERO:
        hertz, stiffness = axis[i, column + JOINT.AXIS_LIMIT_HERTZ], axis[i, column + JOINT.AXIS_LIMIT_STIFFNESS]
        if hertz > ZERO or stiffness > ZERO:
            if not biased:
                return ZERO
            if hertz > ZERO:
                soft = soften_hertz(hertz, axis[i, column + JOINT.AXIS_LIMIT_RATIO], h)
            else:
                soft = soften(stiffness / mass, axis[i, column + JOINT.AXIS_LIMIT_DAMPING] / mass, h)
            push, scaled, kept = soft[0] * gap, soft[1], soft[2]
        elif biased:
            push, scaled, kept = max(rigid[0] * gap, -PUSH), rigid[1], rigid[2]
        else:
            push = ZERO
    new = max(old - mass * (scaled * speed + push) - kept * old, ZERO)
    bounce = axis[i, column + JOINT.AXIS_BOUNCE]
    if not biased and bounce > ZERO and new > ZERO and approach < -BOUNCE_SPEED:
        new = max(old - mass * (speed + bounce * approach), ZERO)
    joints.work[i, slot] = new
    return new - old


@leaf
def motor_speed(i, d, position, h, joints):
    """Speed that a motor wants: its own, or that which brings a servo to its place."""
    column = d * JOINT.AXIS_STRIDE
    speed = joints.axis[i, column + JOINT.AXIS_MOTOR_SPEED]
    if joints.info[i, JOINT.SERVOS] & (1 << d):
        rate = min(SERVO_RATE, SERVO_PART / h)
        return clamp(rate * (joints.axis[i, column + JOINT.AXIS_SERVO] - position), -abs(speed), abs(speed))
    return speed


@leaf
def solve_drive(slot, wanted, most, speed, mass, i, work):
    """Solve a row that wants a speed and has a largest impulse; returns the change of its impulse."""
    old = work[i, slot]
    new = clamp(old - mass * (speed - wanted), -most, most)
    work[i, slot] = new
    return new - old


@leaf
def solve_axis(i, d, driven, speed, biased, rigid, h, inv_h, joints):
    """Solve spring, motor, friction and limit of axis d at its present rate; returns the change of its impulse."""
    work, info, axis = joints.work, joints.info, joints.axis
    column = d * JOINT.AXIS_STRIDE
    bit = 1 << d
    mass = work[i, JOINT.WORK_MASS + d]
    if mass <= ZERO:
        return ZERO
    inv_mass = ONE / mass
    position = work[i, JOINT.WORK_POSITION + d]
    slot = d * JOINT.SLOTS
    total = ZERO
    if info[i, JOINT.SPRINGS] & bit and biased:
        old = work[i, slot + JOINT.SLOT_HOLD]
        push, scaled, kept = spring_of(i, d, mass, h, joints)
        error = position - axis[i, column + JOINT.AXIS_TARGET]
        most = h * axis[i, column + JOINT.AXIS_SPRING_MAX]
        new = clamp(old - mass * (scaled * speed + push * error) - kept * old, -most, most)
        work[i, slot + JOINT.SLOT_HOLD] = new
        total += new - old
    motor = info[i, JOINT.MOTORS] & bit
    if motor and not driven & bit:
        wanted = motor_speed(i, d, position, h, joints)
        most = h * axis[i, column + JOINT.AXIS_MOTOR_MAX]
        total += solve_drive(slot + JOINT.SLOT_MOTOR, wanted, most, speed + total * inv_mass, mass, i, work)
    if info[i, JOINT.FRICTIONS] & bit and (motor or not driven & bit):
        most = h * axis[i, column + JOINT.AXIS_FRICTION]
        total += solve_drive(slot + JOINT.SLOT_FRICTION, ZERO, most, speed + total * inv_mass, mass, i, work)
    if info[i, JOINT.LIMITS] & bit:
        approach = work[i, JOINT.WORK_APPROACH + d]
        gap = position - axis[i, column + JOINT.AXIS_LOWER]
        rate = speed + total * inv_mass
        total += solve_stop(slot + JOINT.SLOT_LOWER, gap, rate, approach, mass, biased, rigid, i, d, h, inv_h, joints)
        gap = axis[i, column + JOINT.AXIS_UPPER] - position
        rate = speed + total * inv_mass
        total -= solve_stop(slot + JOINT.SLOT_UPPER, gap, -rate, -approach, mass, biased, rigid, i, d, h, inv_h, joints)
    return total
