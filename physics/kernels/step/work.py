"""The most that springs, motors and soft stops of a joint may put into bodies within a substep."""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import dot
from physics.kernels.islands.islands import movable
from physics.kernels.joints.axes import TWO_PI
from physics.kernels.joints.measure import load3, row_rate, to_float64
from physics.kernels.joints.motion import load_motion
from physics.kernels.layout import body as BODY, joint as JOINT

ZERO = np.float32(0.0)


@leaf
def moved_mass(i, d, bodies, joints):
    """Mass, or inertia, that a row moves: its own, but not more than that of the lighter body, however it is held.

    A spring that is given by its frequency is the stiffer, the less an axis can move. Where other joints hold that axis
    nearly fast, it holds an energy that no body could ever get out of it.
    """
    least = np.float64(joints.work[i, JOINT.WORK_MASS + d])
    for side in range(2):
        body = joints.info[i, JOINT.BODY_A + side]
        if movable(bodies.links[body, BODY.FLAGS]):
            mass = np.float64(bodies.mass[body, BODY.MASS_TOTAL])
            if d >= JOINT.ANGULAR:
                r = to_float64(load3(joints.work, i, JOINT.WORK_LEVER_A + 3 * side))
                inertia = max(bodies.mass[body, 0], max(bodies.mass[body, 3], bodies.mass[body, 5]))
                mass = np.float64(inertia) + mass * dot(r, r)
            least = min(least, mass)
    return least


@leaf
def released(stiffness, hertz, mass, error, work):
    """What a spring may have put in [J]: its work, but not more than what it holds at this error."""
    if hertz > ZERO:
        stiffness = TWO_PI * hertz * TWO_PI * hertz * mass
    return min(abs(work), 0.5 * np.float64(stiffness) * error * error)


@leaf
def lock_work(i, d, mass, rate, joints):
    """What a soft lock may have put in [J]."""
    work, traits = joints.work, joints.traits
    stiffness, hertz = traits[i, JOINT.TRAIT_STIFFNESS], traits[i, JOINT.TRAIT_HERTZ]
    error = np.float64(work[i, JOINT.WORK_ERROR + d])
    return released(stiffness, hertz, mass, error, work[i, d * JOINT.SLOTS + JOINT.SLOT_HOLD] * rate)


@leaf
def axis_work(i, d, mass, rate, joints):
    """What spring, motor and soft stops of a free axis may have put in [J]."""
    work, axis, slot, c = joints.work, joints.axis, d * JOINT.SLOTS, d * JOINT.AXIS_STRIDE
    position = np.float64(work[i, JOINT.WORK_POSITION + d])
    total = abs(work[i, slot + JOINT.SLOT_MOTOR] * rate)
    if joints.info[i, JOINT.SPRINGS] & (1 << d):
        strength = axis[i, c + JOINT.AXIS_SPRING]
        hertz = ZERO if joints.info[i, JOINT.STIFF] & (1 << d) else strength
        error = position - axis[i, c + JOINT.AXIS_TARGET]
        total += released(strength, hertz, mass, error, work[i, slot + JOINT.SLOT_HOLD] * rate)
    stiffness, hertz = axis[i, c + JOINT.AXIS_LIMIT_STIFFNESS], axis[i, c + JOINT.AXIS_LIMIT_HERTZ]
    if stiffness > ZERO or hertz > ZERO:
        error = max(axis[i, c + JOINT.AXIS_LOWER] - position, position - axis[i, c + JOINT.AXIS_UPPER])
        stop = work[i, slot + JOINT.SLOT_LOWER] + work[i, slot + JOINT.SLOT_UPPER]
        total += released(stiffness, hertz, mass, error, stop * rate)
    return total


@leaf
def work_of(place, i, bodies, joints):
    """The most that springs and motors of a joint may have put into bodies in this substep [J]."""
    locks = joints.info[i, JOINT.LOCKS] if joints.order[place, JOINT.PLACE_KIND] == JOINT.KIND_SOFT else 0
    free = joints.order[place, JOINT.PLACE_ALONE] | joints.order[place, JOINT.PLACE_DRIVEN]
    v_a, w_a, _, v_b, w_b, _ = load_motion(i, bodies, joints)
    total = 0.0
    for d in range(JOINT.AXES):
        if (locks | free) & (1 << d):
            rate = row_rate(i, d, v_a, w_a, v_b, w_b, joints.rows)
            mass = moved_mass(i, d, bodies, joints)
            total += lock_work(i, d, mass, rate, joints) if locks & (1 << d) else axis_work(i, d, mass, rate, joints)
    return total
