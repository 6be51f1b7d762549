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
from physics.kernels.core.wide import LANES, all_of, any_of, gather4, mask_bits, splat
from physics.kernels.core.wide_vec import dot as wide_dot, load3 as load_wide3, store3 as store_wide3
from physics.kernels.islands.islands import island_root, movable
from physics.kernels.joints.measure import load3, load4, load_inertia, multiply, store3, to_float64, turn
from physics.kernels.layout import body as BODY, joint as JOINT, motion as MOTION
from physics.kernels.step.work import work_of

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
ROUNDED = np.float32(1.000002)  # a little more than 1: a square of speeds is not rounded up by more
#: Speeds that errors are pushed out with [m/s]: what bodies may gain while they are, and when that is taken back.
PUSHED = 30.0
RELAXED = 4.0
#: A body whose speed, squared, grows by more than this in a substep has its island looked at [m^2/s^2], [rad^2/s^2].
BOUND = np.float32(RELAXED * RELAXED)
BOUND_TURNING = np.float32(400.0)
# A body whose speed, squared, shrinks by less than this in a substep was not hit [m^2/s^2].
LOST = np.float32(2.0)
# What bodies did: lost speed beyond that bound, gained it beyond those.
HIT = 1
GAINED = 2

# Scratch: velocities of the listed bodies, eight numbers each, as wides; then sums of each island, by the row of its
# root.
KEPT = 8
SUMS = 8
GAIN = 0  # v0 M d + 1/2 d M d [J]
SQUARE = 1  # 1/2 d M d [J]
WORK = 2  # what may be put in [J]
PUSH = 3  # mass of the bodies that gained energy [kg]; -1 of an island that need not be looked at
MOMENTUM = 4  # sum of m |d| [kg m/s]
DRAG = 5  # speed of what moves by itself and holds or touches the island [m/s]
BLOW = 6  # of an island that was hit: product of the factors of its impulses in the substep, see `landing`
CLOSED = 7  # the last of them; until it is known 1 where a contact is still closed
SCRATCH = KEPT + SUMS


@leaf
def list_joined(count, rows, bodies, integers):
    """List the bodies of a tier whose islands have joints, from the middle of `integers` on; returns how many.

    The first half holds for each of them the root of its island, and 0 for all other bodies.
    """
    n = len(bodies.links)
    roots, listed = integers[:n], integers[n:]
    for i in range(n):
        roots[i] = 0
    for k in range(count):
        if bodies.joint[rows[k]] != 0 and movable(bodies.links[rows[k], BODY.FLAGS]):
            root = island_root(bodies.links, rows[k])
            roots[root] = root
    joined = 0
    for k in range(count):
        i = rows[k]
        if movable(bodies.links[i, BODY.FLAGS]):
            root = island_root(bodies.links, i)
            if roots[root]:
                roots[i] = root
                listed[joined] = i
                joined += 1
    for k in range(joined, joined + LANES):
        listed[k] = 0
    return joined


@leaf
def root_of(a, b, integers):
    """Root of the island that two bodies, of a contact or joint, belong to, or 0 if it has no joints."""
    root = integers[a]
    return root if root else integers[b]


@leaf
def sums_of(root, bodies):
    """Where the sums of the island with a root begin in the scratch."""
    return KEPT * (len(bodies.links) + LANES) + SUMS * root


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
def compare_velocities(joined, bodies, integers, floats):
    """What became of the velocities that were kept: HIT and GAINED, if they are true of some listed body."""
    listed = integers[len(bodies.links) :]
    seen = 0
    for k in range(0, joined, LANES):
        x, y, z, _ = gather4(bodies.motion, listed, k, MOTION.STRIDE, MOTION.VELOCITY)
        old = load_wide3(floats, KEPT * k)
        linear = wide_dot((x, y, z), (x, y, z)) - wide_dot(old, old)
        x, y, z, _ = gather4(bodies.motion, listed, k, MOTION.STRIDE, MOTION.ANGULAR)
        old = load_wide3(floats, KEPT * k + MOTION.ANGULAR * LANES)
        angular = wide_dot((x, y, z), (x, y, z)) - wide_dot(old, old)
        if any_of(linear < splat(-LOST)):
            seen |= HIT
        # Also of what is not finite.
        if not all_of((linear <= splat(BOUND)) & (angular <= splat(BOUND_TURNING))):
            seen |= GAINED
        if seen == HIT | GAINED:
            break
    return seen


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
def energy_of(k, i, bodies, floats):
    """What listed body i gained: T(v0 + d) - T(v0) and T(d) [J], and the change of its velocity."""
    v, w, d_v, d_w = changes_of(k, i, bodies, floats)
    mass, turned = np.float64(bodies.mass[i, BODY.MASS_TOTAL]), angular_momentum(i, d_w, bodies)
    square = 0.5 * (mass * dot(d_v, d_v) + dot(d_w, turned))
    return mass * dot(v, d_v) + dot(w, turned) + square, square, d_v


@leaf
def may_have_gained(k, listed, speed, bodies, floats):
    """Bits of the eight bodies from k on that may have gained more energy than they may have gained.

    Where none of an island did, neither did the island. With v and w after, and v0 before, the gain is at most
    m / 2 (v^2 - v0^2) + tr(I) / 2 w^2; it is asked for a tenth less, which is more than rounding makes of it.
    """
    x, y, z, _ = gather4(bodies.motion, listed, k, MOTION.STRIDE, MOTION.VELOCITY)
    old = load_wide3(floats, KEPT * k)
    gained = splat(ROUNDED) * wide_dot((x, y, z), (x, y, z)) - wide_dot(old, old)
    x, y, z, _ = gather4(bodies.motion, listed, k, MOTION.STRIDE, MOTION.ANGULAR)
    xx, _, _, yy = gather4(bodies.mass, listed, k, BODY.MASS_STRIDE, 0)
    _, zz, mass, _ = gather4(bodies.mass, listed, k, BODY.MASS_STRIDE, 4)
    _, _, added, _ = gather4(bodies.inv_inertia, listed, k, BODY.INERTIA_STRIDE, 4)
    turning = (xx + yy + zz) * wide_dot((x, y, z), (x, y, z))
    limit = splat(np.float32(0.9 * speed * speed))
    # Also of what is not finite, and where joints have added to the inertia.
    return 255 ^ mask_bits((mass * gained + turning <= mass * limit) & (added <= splat(ZERO)))


@leaf
def choose_islands(joined, speed, bodies, integers, floats):
    """Begin the sums of islands that may have gained too much, -1 in PUSH for the others; returns whether any may."""
    listed = integers[len(bodies.links) :]
    for k in range(joined):
        if integers[listed[k]] == listed[k]:
            floats[sums_of(listed[k], bodies) + PUSH] = -ONE
    chosen = False
    for k in range(0, joined, LANES):
        bits = may_have_gained(k, listed, speed, bodies, floats)
        for lane in range(min(LANES, joined - k)):
            if bits >> lane & 1:
                at = sums_of(integers[listed[k + lane]], bodies)
                if floats[at + PUSH] < ZERO:
                    chosen = True
                    for c in range(BLOW):
                        floats[at + c] = ZERO
    return chosen


@leaf
def sum_energies(joined, bodies, integers, floats):
    """Add up what the bodies of each chosen island gained."""
    listed = integers[len(bodies.links) :]
    for k in range(joined):
        i = listed[k]
        at = sums_of(integers[i], bodies)
        if floats[at + PUSH] < ZERO:
            continue
        gain, square, d_v = energy_of(k, i, bodies, floats)
        mass = np.float64(bodies.mass[i, BODY.MASS_TOTAL])
        floats[at + GAIN] += gain
        floats[at + SQUARE] += square
        floats[at + MOMENTUM] += mass * math.sqrt(dot(d_v, d_v))
        if gain > 0.0:
            floats[at + PUSH] += mass


@leaf
def note_drag(a, b, bodies, integers, floats):
    """Remember with the island of one body how fast the other moves there, if nothing pushes that one."""
    if integers[a] == 0:
        a, b = b, a
    if b and integers[a] and not movable(bodies.links[b, BODY.FLAGS]):
        way = subtract(load3(bodies.center, a, 0), load3(bodies.center, b, 0))
        around = cross(to_float64(load3(bodies.motion, b, MOTION.ANGULAR)), way)
        u = add(to_float64(load3(bodies.motion, b, MOTION.VELOCITY)), around)
        at = sums_of(integers[a], bodies) + DRAG
        floats[at] = max(floats[at], np.float32(math.sqrt(dot(u, u))))


@leaf
def sum_work(tier, bodies, joints, integers, floats):
    """Add up what joints may have put into each island."""
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        i, kind = joints.order[place, JOINT.PLACE_JOINT], joints.order[place, JOINT.PLACE_KIND]
        if kind == JOINT.KIND_GEAR or kind == JOINT.KIND_GROUP_GEAR:
            continue
        a, b = joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B]
        note_drag(a, b, bodies, integers, floats)
        root = root_of(a, b, integers)
        if joints.order[place, JOINT.PLACE_PLAIN] == 0 and root and floats[sums_of(root, bodies) + PUSH] >= ZERO:
            floats[sums_of(root, bodies) + WORK] += work_of(place, i, bodies, joints)


@leaf
def any_beyond(joined, speed, bodies, integers, floats):
    """True if some island gained more than it may without springs, motors and moving things."""
    listed = integers[len(bodies.links) :]
    for k in range(joined):
        at = sums_of(listed[k], bodies)
        if integers[listed[k]] == listed[k] and floats[at + PUSH] >= ZERO:
            # Also of what is not finite.
            if not np.float64(floats[at + GAIN]) <= 0.5 * speed * speed * np.float64(floats[at + PUSH]):
                return True
    return False


@leaf
def factor_of(at, speed, floats):
    """Factor of all impulses of the island with these sums; 1 if it has no more energy than it may have."""
    if floats[at + PUSH] < ZERO:
        return 1.0
    gain, square = np.float64(floats[at + GAIN]), np.float64(floats[at + SQUARE])
    work = np.float64(floats[at + WORK]) + np.float64(floats[at + DRAG]) * np.float64(floats[at + MOMENTUM])
    if gain <= work + 0.5 * speed * speed * np.float64(floats[at + PUSH]):
        return 1.0
    linear = gain - square
    factor = (math.sqrt(linear * linear + 4.0 * square * work) - linear) / (2.0 * square)
    return factor if factor >= 0.0 else 0.0  # also of what is not finite


@leaf
def scale_joints(tier, bodies, joints, integers, floats):
    """Scale the impulses of the joints of islands by their factors, which stand in GAIN."""
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        i = joints.order[place, JOINT.PLACE_JOINT]
        root = root_of(joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B], integers)
        if root:
            factor = floats[sums_of(root, bodies) + GAIN]
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
        integers: Scratch; holds the roots and the list of bodies.
        floats: Scratch; holds the velocities before.
    """
    listed = integers[len(bodies.links) :]
    speed = RELAXED if relaxed else PUSHED
    if not choose_islands(joined, speed, bodies, integers, floats):
        return
    sum_energies(joined, bodies, integers, floats)
    if not any_beyond(joined, speed, bodies, integers, floats):
        return
    sum_work(tier, bodies, joints, integers, floats)
    for lane in range(first * LANES, last * LANES):
        if bodies.joint[lane_a[lane]] | bodies.joint[lane_b[lane]]:
            note_drag(lane_a[lane], lane_b[lane], bodies, integers, floats)
    restrained = False
    for k in range(joined):
        if integers[listed[k]] == listed[k]:
            at = sums_of(listed[k], bodies)
            factor = factor_of(at, speed, floats)
            floats[at + GAIN] = factor
            restrained = restrained or factor < 1.0
    if not restrained:
        return
    for k in range(joined):
        i = listed[k]
        factor = np.float64(floats[sums_of(integers[i], bodies) + GAIN])
        if factor < 1.0:
            v, w, d_v, d_w = changes_of(k, i, bodies, floats)
            store3(bodies.motion, i, MOTION.VELOCITY, add(v, scale(d_v, factor)))
            store3(bodies.motion, i, MOTION.ANGULAR, add(w, scale(d_w, factor)))
    scale_joints(tier, bodies, joints, integers, floats)


@leaf
def restrain_energy(seen, joined, tier, relaxed, first, last, lane_a, lane_b, bodies, joints, integers, floats):
    """`restrain_islands`, where some body was seen to have got faster at a bound."""
    if seen & GAINED:
        restrain_islands(joined, tier, relaxed, first, last, lane_a, lane_b, bodies, joints, integers, floats)
