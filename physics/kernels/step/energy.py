"""Joints and contacts give bodies no energy: where they contradict one another, their impulses are scaled down.

What is locked, stops, gears and contacts take energy away or leave it: the velocities v0 that a substep begins with are
projected onto what they allow. Where they can be solved at once that is what comes out. Where they contradict one
another, or where a long error is to be closed by several that do not know of each other, their impulses grow from
substep to substep against one another, and when one of them turns or is gone, a body flies off with all of it.

So in every substep in which a body of an island with joints gains speed at a bound, the energy of the island is
compared with what it may be: what it was, what springs and motors put in, what moving things drag along, and some for
errors that are being pushed out. If it is more, all impulses d of the island are taken by one factor x,

    T(v0 + x d) = T(v0) + x v0 M d + x^2 / 2 d M d,

such that it is not. Impulses that are scaled by one factor are still impulses between bodies: momentum is kept.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add, cross, dot, rotate, rotate_inverse, scale, subtract
from physics.kernels.core.wide import LANES, all_of, gather4, splat
from physics.kernels.core.wide_vec import dot as wide_dot, load3 as load_wide3, store3 as store_wide3
from physics.kernels.islands.islands import island_root, movable
from physics.kernels.joints.axes import TWO_PI
from physics.kernels.joints.measure import load3, load4, load_inertia, multiply, row_rate, store3, to_float64, turn
from physics.kernels.joints.motion import load_motion
from physics.kernels.layout import body as BODY, joint as JOINT, motion as MOTION

ZERO = np.float32(0.0)
#: Speeds that errors are pushed out with [m/s]: what bodies may gain while they are, and when that is taken back.
PUSHED = 30.0
RELAXED = 4.0
#: A body whose speed, squared, grows by more than this in a substep has its island looked at [m^2/s^2], [rad^2/s^2].
BOUND = np.float32(RELAXED * RELAXED)
BOUND_TURNING = np.float32(400.0)

# Scratch: velocities of the listed bodies, eight numbers each, as wides; then sums of each island, by the row of its
# root.
KEPT = 8
SUMS = 8
GAIN = 0  # v0 M d + 1/2 d M d [J]
SQUARE = 1  # 1/2 d M d [J]
WORK = 2  # what may be put in [J]
PUSH = 3  # mass of the bodies that gained energy [kg]
MOMENTUM = 4  # sum of m |d| [kg m/s]
DRAG = 5  # speed of what moves by itself and holds or touches the island [m/s]
BLOW = 6  # of an island that was hit: product of the factors of its impulses in the substep, see `landing`
CLOSED = 7  # the last of them; until it is known 1 where a contact is still closed
SCRATCH = KEPT + SUMS


@leaf
def list_joined(count, rows, bodies, integers):
    """List the bodies of a tier whose islands have joints, from the middle of `integers` on; returns how many."""
    n = len(bodies.links)
    marks, listed = integers[:n], integers[n:]
    for k in range(count):
        marks[rows[k]] = 0
    for k in range(count):
        if bodies.joint[rows[k]] != 0 and movable(bodies.links[rows[k], BODY.FLAGS]):
            marks[island_root(bodies.links, rows[k])] = 1
    joined = 0
    for k in range(count):
        i = rows[k]
        if movable(bodies.links[i, BODY.FLAGS]) and marks[island_root(bodies.links, i)]:
            listed[joined] = i
            joined += 1
    for k in range(joined, joined + LANES):
        listed[k] = 0
    return joined


@leaf
def sums_of(body, bodies):
    """Where the sums of the island of a body begin in the scratch."""
    return KEPT * (len(bodies.links) + LANES) + SUMS * island_root(bodies.links, body)


@leaf
def keep_velocities(joined, bodies, integers, floats):
    """Remember the velocities of the listed bodies before anything pushes them."""
    listed = integers[len(bodies.links) :]
    for k in range(0, joined, LANES):
        v = gather4(bodies.motion, listed, k, MOTION.STRIDE, MOTION.VELOCITY)
        w = gather4(bodies.motion, listed, k, MOTION.STRIDE, MOTION.ANGULAR)
        store_wide3(floats, KEPT * k, (v[0], v[1], v[2]))
        store_wide3(floats, KEPT * k + MOTION.ANGULAR * LANES, (w[0], w[1], w[2]))


@leaf
def changes_of(k, i, bodies, floats):
    """Velocity and angular velocity that were kept of a listed body, and their changes since, float64."""
    at = KEPT * LANES * (k // LANES) + k % LANES
    v = np.float64(floats[at]), np.float64(floats[at + LANES]), np.float64(floats[at + 2 * LANES])
    at += MOTION.ANGULAR * LANES
    w = np.float64(floats[at]), np.float64(floats[at + LANES]), np.float64(floats[at + 2 * LANES])
    d_v = subtract(to_float64(load3(bodies.motion, i, MOTION.VELOCITY)), v)
    return v, w, d_v, subtract(to_float64(load3(bodies.motion, i, MOTION.ANGULAR)), w)


@leaf
def any_bound(joined, bodies, integers, floats):
    """True if some listed body has gained so much that its island has to be looked at."""
    listed = integers[len(bodies.links) :]
    for k in range(0, joined, LANES):
        x, y, z, _ = gather4(bodies.motion, listed, k, MOTION.STRIDE, MOTION.VELOCITY)
        old = load_wide3(floats, KEPT * k)
        linear = wide_dot((x, y, z), (x, y, z)) - wide_dot(old, old)
        x, y, z, _ = gather4(bodies.motion, listed, k, MOTION.STRIDE, MOTION.ANGULAR)
        old = load_wide3(floats, KEPT * k + MOTION.ANGULAR * LANES)
        angular = wide_dot((x, y, z), (x, y, z)) - wide_dot(old, old)
        # Also true of what is not finite.
        if not all_of((linear <= splat(BOUND)) & (angular <= splat(BOUND_TURNING))):
            return True
    return False


@leaf
def angular_momentum(i, w, bodies):
    """Inertia of body i as it is now times w; what joints added to it included."""
    if bodies.inv_inertia[i, BODY.INERTIA_ADDED] > ZERO:
        a, b, c, d, e, f = load_inertia(bodies, i)
        xx, xy, xz = d * f - e * e, c * e - b * f, b * e - c * d
        inverse = 1.0 / (a * xx + b * xy + c * xz)
        return scale(multiply((xx, xy, xz, a * f - c * c, b * c - a * e, a * d - b * b), w), inverse)
    q = load4(bodies.motion, i, MOTION.DELTA_ROTATION)
    q = turn((np.float64(q[0]), np.float64(q[1]), np.float64(q[2]), np.float64(q[3])), load4(bodies.rotation, i, 0))
    xx, xy, xz = to_float64(load3(bodies.mass, i, 0))
    yy, yz, zz = to_float64(load3(bodies.mass, i, 3))
    return rotate(q, multiply((xx, xy, xz, yy, yz, zz), rotate_inverse(q, w)))


@leaf
def sum_energies(joined, bodies, integers, floats):
    """Add up what the bodies of each island gained."""
    listed = integers[len(bodies.links) :]
    for k in range(joined):
        at = sums_of(listed[k], bodies)
        for c in range(BLOW):
            floats[at + c] = ZERO
    for k in range(joined):
        i = listed[k]
        at = sums_of(i, bodies)
        v, w, d_v, d_w = changes_of(k, i, bodies, floats)
        mass, turned = np.float64(bodies.mass[i, BODY.MASS_TOTAL]), angular_momentum(i, d_w, bodies)
        square = 0.5 * (mass * dot(d_v, d_v) + dot(d_w, turned))
        gain = mass * dot(v, d_v) + dot(w, turned) + square
        floats[at + GAIN] += gain
        floats[at + SQUARE] += square
        floats[at + MOMENTUM] += mass * math.sqrt(dot(d_v, d_v))
        if gain > 0.0:
            floats[at + PUSH] += mass


@leaf
def free_of(a, b, links):
    """Of two bodies one that can be moved, and the other if that moves by itself, or 0."""
    if not movable(links[a, BODY.FLAGS]):
        a, b = b, a
    return a, 0 if movable(links[b, BODY.FLAGS]) else b


@leaf
def note_drag(a, b, bodies, floats):
    """Remember with the island of one body how fast the other moves there, if nothing pushes that one."""
    a, b = free_of(a, b, bodies.links)
    if b and movable(bodies.links[a, BODY.FLAGS]):
        way = subtract(load3(bodies.center, a, 0), load3(bodies.center, b, 0))
        around = cross(to_float64(load3(bodies.motion, b, MOTION.ANGULAR)), way)
        u = add(to_float64(load3(bodies.motion, b, MOTION.VELOCITY)), around)
        at = sums_of(a, bodies) + DRAG
        floats[at] = max(floats[at], np.float32(math.sqrt(dot(u, u))))


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


@leaf
def sum_work(tier, bodies, joints, floats):
    """Add up what joints may have put into each island."""
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        i, kind = joints.order[place, JOINT.PLACE_JOINT], joints.order[place, JOINT.PLACE_KIND]
        if kind == JOINT.KIND_GEAR or kind == JOINT.KIND_GROUP_GEAR:
            continue
        a, b = joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B]
        note_drag(a, b, bodies, floats)
        free, _ = free_of(a, b, bodies.links)
        if joints.order[place, JOINT.PLACE_PLAIN] == 0 and movable(bodies.links[free, BODY.FLAGS]):
            at = sums_of(free, bodies)
            floats[at + WORK] += work_of(place, i, bodies, joints)


@leaf
def factor_of(root, speed, bodies, floats):
    """Factor of all impulses of an island; 1 if it has no more energy than it may have."""
    at = sums_of(root, bodies)
    gain, square = np.float64(floats[at + GAIN]), np.float64(floats[at + SQUARE])
    work = np.float64(floats[at + WORK]) + np.float64(floats[at + DRAG]) * np.float64(floats[at + MOMENTUM])
    if gain <= work + 0.5 * speed * speed * np.float64(floats[at + PUSH]):
        return 1.0
    linear = gain - square
    factor = (math.sqrt(linear * linear + 4.0 * square * work) - linear) / (2.0 * square)
    return factor if factor >= 0.0 else 0.0  # also of what is not finite


@leaf
def scale_joints(tier, bodies, joints, floats):
    """Scale the impulses of the joints of islands by their factors, which stand in GAIN."""
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        i = joints.order[place, JOINT.PLACE_JOINT]
        a, _ = free_of(joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B], bodies.links)
        if movable(bodies.links[a, BODY.FLAGS]):
            factor = floats[sums_of(a, bodies) + GAIN]
            if factor < np.float32(1.0):
                for c in range(JOINT.AXES * JOINT.SLOTS):
                    joints.work[i, c] *= factor


@routine
def restrain_islands(joined, tier, relaxed, first, last, lane_a, lane_b, bodies, joints, integers, floats):
    """Take back from the islands of a tier what impulses of this substep gave them too much.

    Args:
        joined: Number of bodies that are listed.
        tier: The tier.
        relaxed: True when the pushes of errors have been taken back.
        first: First block of contacts.
        last: Block after the last.
        lane_a: Body a of each lane.
        lane_b: Body b of each lane.
        bodies: Body arrays. Velocities are updated.
        joints: Joint arrays. Impulses are updated.
        integers: Scratch; holds the list of bodies.
        floats: Scratch; holds the velocities before.
    """
    listed = integers[len(bodies.links) :]
    sum_energies(joined, bodies, integers, floats)
    sum_work(tier, bodies, joints, floats)
    for lane in range(first * LANES, last * LANES):
        if bodies.joint[lane_a[lane]] | bodies.joint[lane_b[lane]]:
            note_drag(lane_a[lane], lane_b[lane], bodies, floats)
    speed = RELAXED if relaxed else PUSHED
    restrained = False
    for k in range(joined):
        root = island_root(bodies.links, listed[k])
        if root == listed[k]:
            factor = factor_of(root, speed, bodies, floats)
            floats[sums_of(root, bodies) + GAIN] = factor
            restrained = restrained or factor < 1.0
    if not restrained:
        return
    for k in range(joined):
        i = listed[k]
        factor = np.float64(floats[sums_of(i, bodies) + GAIN])
        if factor < 1.0:
            v, w, d_v, d_w = changes_of(k, i, bodies, floats)
            store3(bodies.motion, i, MOTION.VELOCITY, add(v, scale(d_v, factor)))
            store3(bodies.motion, i, MOTION.ANGULAR, add(w, scale(d_w, factor)))
    scale_joints(tier, bodies, joints, floats)


@leaf
def restrain_energy(joined, tier, relaxed, first, last, lane_a, lane_b, bodies, joints, integers, floats):
    """`restrain_islands`, where some body has got faster at a bound."""
    if any_bound(joined, bodies, integers, floats):
        restrain_islands(joined, tier, relaxed, first, last, lane_a, lane_b, bodies, joints, integers, floats)
