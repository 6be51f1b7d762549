"""Links of taut chains: so much inertia that a substep can follow how they swing.

A joint that pulls with T at both ends of a light link of length L turns it back into line like a spring: by T L per
radian. About its center the link of inertia I swings at w^2 = T L / I, and beyond h w = 2 no explicit substep h
follows: each throws it farther than the one before, until the joints are meters apart. A chain that carries a thousand
times the mass of a link is there at 240 Hz.

For points that joints hold, this geometric stiffness has no parts between bodies: with P the impulse of a joint on the
body and r its lever, it is the sum of (P.r) 1 - (P r^T), by h. What is more than a part of the inertia is added to it,

    I + (1 - WHOLE / x) s (1 - u u^T),      s = h sum P.r,   u along P,   x = s tr(I^-1 (1 - u u^T)),

so that h w stays below one however hard a chain is pulled. That changes how fast a light link quivers, which nobody
could see at that rate, and not how the chain moves as a whole: masses stay as they are. It is there at once, when a
load comes; from the next step on the island takes more substeps as well, so that little has to be added.

A rod without links between two masses m swings likewise, at w^2 = 2 T / (m d). It has no inertia to add to: there it is
the substeps alone.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add, add_scaled, dot, scale
from physics.kernels.islands.islands import movable
from physics.kernels.joints.axes import axis_impulse
from physics.kernels.joints.measure import load3, load4, load_inertia, multiply, store3, to_float64, turn
from physics.kernels.layout import body as BODY, config as CONFIG, joint as JOINT, motion as MOTION, tier as TIER
from physics.kernels.step.rigid import turn_inertia

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
#: Value of x, that is, twice the square of h w, up to which the inertia of a link is its own.
#: Smaller: loaded links answer more slowly than they are. Larger: beyond eight a substep throws them.
WHOLE = 1.0
#: The same at the substep of the world, from which on an island takes twice as many; four times as much: four times.
RAISED = 2.0


@leaf
def has_pull(place, joint, joints):
    """True for a joint of a group, by itself or not, whose pull comes from outside and not from its group."""
    if place < 0 or joints.order[place, JOINT.PLACE_JOINT] != joint or joints.order[place, JOINT.PLACE_PLAIN] == 3:
        return False
    return joints.order[place, JOINT.PLACE_KIND] == JOINT.KIND_GROUP and joints.order[place, JOINT.PLACE_TREE] != 0


@leaf
def pull_of(place, i, h, first, joints):
    """Impulse of a joint on its body b in the last substep; first: before the first of a step, from the last step."""
    work = joints.work
    if first:
        return scale(to_float64(load3(joints.result, i, JOINT.RESULT_FORCE)), h)
    if joints.order[place, JOINT.PLACE_POINT]:
        x, y = work[i, JOINT.SLOT_HOLD], work[i, JOINT.SLOTS + JOINT.SLOT_HOLD]
        return to_float64((x, y, work[i, 2 * JOINT.SLOTS + JOINT.SLOT_HOLD]))
    total = (0.0, 0.0, 0.0)
    used = (
        joints.order[place, JOINT.PLACE_ALONE] | joints.order[place, JOINT.PLACE_DRIVEN] | joints.info[i, JOINT.LOCKS]
    )
    for d in range(JOINT.ANGULAR):
        if used & (1 << d):
            n = load3(joints.rows, i, d * JOINT.ROW_STRIDE + JOINT.ROW_N)
            total = add_scaled(total, n, np.float64(axis_impulse(i, d, work)))
    return total


@leaf
def lever_of(i, side, joints):
    """Lever of a joint on its body a (side 0) or b (side 1) now, float64."""
    return to_float64(load3(joints.work, i, JOINT.WORK_LEVER_A + 3 * side))


@leaf
def stretch_of(body, h, first, bodies, joints):
    """Sum of P.r over the joints of a body, and the direction of the pull: of the largest column of P r^T."""
    total = 0.0
    x, y, z = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    edge = bodies.joint[body]
    while edge:
        i, side = edge >> 1, edge & 1
        edge = joints.info[i, JOINT.NEXT_A + 2 * side]
        place = joints.seen[i] - 1
        if has_pull(place, i, joints):
            pull, r = pull_of(place, i, h, first, joints), lever_of(i, side, joints)
            if side == 0:
                pull = scale(pull, -1.0)
            total += dot(pull, r)
            x, y, z = add_scaled(x, pull, r[0]), add_scaled(y, pull, r[1]), add_scaled(z, pull, r[2])
    if dot(y, y) > dot(x, x):
        x = y
    if dot(z, z) > dot(x, x):
        x = z
    return total, scale(x, 1.0 / math.sqrt(max(dot(x, x), 1e-60)))


@leaf
def restore_inertia(body, column, bodies):
    """Write the inertia (column 0), or its inverse, of a body as it has turned in this step."""
    if bodies.links[body, BODY.FLAGS] & BODY.FLAG_SPHERICAL:
        for c in range(6):
            bodies.inv_inertia[body, c] = bodies.mass[body, column + c]
        return
    q = turn(to_float4(load4(bodies.motion, body, MOTION.DELTA_ROTATION)), to_float4(load4(bodies.rotation, body, 0)))
    turn_inertia(to_float4(q), body, bodies.mass, column, bodies.inv_inertia, 0)


@leaf
def to_float4(q):
    """Quaternion in float32."""
    return np.float32(q[0]), np.float32(q[1]), np.float32(q[2]), np.float32(q[3])


@leaf
def add_inertia(body, s, u, bodies):
    """Give a body the inverse of its inertia and s (1 - u u^T)."""
    restore_inertia(body, 0, bodies)
    a, b, c, d, e, f = load_inertia(bodies, body)
    a, d, f = a + s * (1.0 - u[0] * u[0]), d + s * (1.0 - u[1] * u[1]), f + s * (1.0 - u[2] * u[2])
    b, c, e = b - s * u[0] * u[1], c - s * u[0] * u[2], e - s * u[1] * u[2]
    xx, xy, xz = d * f - e * e, c * e - b * f, b * e - c * d
    inverse = 1.0 / (a * xx + b * xy + c * xz)
    target = bodies.inv_inertia
    target[body, 0], target[body, 1], target[body, 2] = xx * inverse, xy * inverse, xz * inverse
    target[body, 3], target[body, 4] = (a * f - c * c) * inverse, (b * c - a * e) * inverse
    target[body, 5] = (a * d - b * b) * inverse


@leaf
def swing_of(body, h, first, bodies, joints):
    """What to add to the inertia of a body at most [kg m^2], about which axis not, and x; see above."""
    total, u = stretch_of(body, h, first, bodies, joints)
    s = h * total
    inverse = load_inertia(bodies, body)
    return s, u, s * (inverse[0] + inverse[3] + inverse[5] - dot(u, multiply(inverse, u)))


@leaf
def calm(body, part, bodies, joints):
    """Take a part of what a link turns by against its neighbors away: what jerks at a chain leaves it quivering.

    Without any loss all that falls into a chain would end in its links, which are light, and spin them.
    """
    w, count = (0.0, 0.0, 0.0), 0
    edge = bodies.joint[body]
    while edge:
        i, side = edge >> 1, edge & 1
        edge = joints.info[i, JOINT.NEXT_A + 2 * side]
        other = joints.info[i, JOINT.BODY_B - side]
        if has_pull(joints.seen[i] - 1, i, joints) and movable(bodies.links[other, BODY.FLAGS]):
            w = add(w, to_float64(load3(bodies.motion, other, MOTION.ANGULAR)))
            count += 1
    if count:
        own = to_float64(load3(bodies.motion, body, MOTION.ANGULAR))
        w = add(scale(own, 1.0 - part), scale(w, part / count))
        store3(bodies.motion, body, MOTION.ANGULAR, w)


@leaf
def steady(body, h, first, bodies, joints):
    """Add inertia to one body if its joints pull at it too hard for a substep of h."""
    s, u, x = swing_of(body, h, first, bodies, joints)
    if x > WHOLE:
        part = 1.0 - WHOLE / x
        add_inertia(body, part * s, u, bodies)
        bodies.inv_inertia[body, BODY.INERTIA_ADDED] = ONE
        calm(body, 0.5 * part, bodies, joints)


@leaf
def may_swing(i, side, pull, h, limit, bodies, joints):
    """False for a body that one joint does not swing by much: only for the others all joints are looked at."""
    body = joints.info[i, JOINT.BODY_A + side]
    flags = bodies.links[body, BODY.FLAGS]
    r, inverse = lever_of(i, side, joints), bodies.inv_inertia
    turning = 2.0 * h * np.float64(inverse[body, 0] + inverse[body, 3] + inverse[body, 5])
    return (
        turning * turning * dot(pull, pull) * dot(r, r) > limit * limit
        and movable(flags)
        and not flags & BODY.LOCK_BITS
    )


@leaf
def restore_links(tier, bodies, joints):
    """Take back what has been added to the inertia of the links of a tier; returns True if there was something."""
    if joints.soft[tier, JOINT.SOFT_TAUT] == ZERO:
        return False
    joints.soft[tier, JOINT.SOFT_TAUT] = ZERO
    restored = False
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        for side in range(2):
            body = joints.info[joints.order[place, JOINT.PLACE_JOINT], JOINT.BODY_A + side]
            if bodies.inv_inertia[body, BODY.INERTIA_ADDED] > ZERO:
                restore_inertia(body, BODY.MASS_INVERSE, bodies)
                bodies.inv_inertia[body, BODY.INERTIA_ADDED] = ZERO
                restored = True
    return restored


@routine
def steady_links(tier, first, bodies, joints):
    """Give the links of taut chains of a tier the inertia that the present pull of their joints asks for.

    Args:
        tier: The tier.
        first: True before the first substep.
        bodies: Body arrays. Inverse inertia is updated.
        joints: Joint arrays.
    """
    h = np.float64(joints.soft[tier, JOINT.SOFT_STEP])
    begin, end = joints.starts[tier], joints.starts[tier + 1]
    changed = restore_links(tier, bodies, joints)
    for place in range(begin, end):
        i = joints.order[place, JOINT.PLACE_JOINT]
        if has_pull(place, i, joints):
            pull = pull_of(place, i, h, first, joints)
            for side in range(2):
                body = joints.info[i, JOINT.BODY_A + side]
                if may_swing(i, side, pull, h, WHOLE, bodies, joints):
                    if bodies.inv_inertia[body, BODY.INERTIA_ADDED] == ZERO:
                        steady(body, h, first, bodies, joints)
                        joints.soft[tier, JOINT.SOFT_TAUT] = ONE
                        changed = True
    if changed:  # rows that are kept would not know
        for place in range(begin, end):
            joints.order[place, JOINT.PLACE_KEEP] = 1


@routine
def note_taut(tier, config, bodies, joints):
    """Raise the islands of taut chains and rods at once, and give the links of a tier their own inertia back.

    Args:
        tier: The tier.
        config: Parameters of the step.
        bodies: Body arrays. Inverse inertia and timers are updated.
        joints: Joint arrays.
    """
    h = config[CONFIG.DT] / config[CONFIG.SUBSTEPS]
    begin, end = joints.starts[tier], joints.starts[tier + 1]
    restore_links(tier, bodies, joints)
    for place in range(begin, end):
        i = joints.order[place, JOINT.PLACE_JOINT]
        if not has_pull(place, i, joints):
            continue
        pull = pull_of(place, i, h, True, joints)
        rod = joints.info[i, JOINT.FLAGS] & JOINT.FLAG_DISTANCE
        for side in range(2):
            body = joints.info[i, JOINT.BODY_A + side]
            x = 0.0
            if rod:
                distance = max(joints.work[i, JOINT.WORK_POSITION], JOINT.LEAST_LEVER)
                x = 4.0 * h * math.sqrt(dot(pull, pull)) / distance * bodies.motion[body, MOTION.INV_MASS]
            if may_swing(i, side, pull, h, RAISED, bodies, joints):
                x = max(x, swing_of(body, h, True, bodies, joints)[2])
            for raised in range(1, TIER.COUNT):
                if x > RAISED * 4 ** (raised - 1):
                    timer = np.float32(config[CONFIG.LOAD_ONSET] + config[CONFIG.LOAD_HOLD])
                    bodies.traits[body, BODY.TRAIT_LOADED + raised - 1] = timer
