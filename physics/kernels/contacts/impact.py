"""One impact of two bodies: all points of a manifold that hit do so together, and friction with them.

Let p be the impulses that stop the approach v of the points (none negative, and no point is pushed that leaves), and f
the friction that goes with them, within its cone. That is the first phase of the impact. In the second, the points get
e p (Poisson's law), and friction acts again, within the cone of e p. Without friction the energy changes by
p . v (1 - e^2) / 2, never above 0, and exactly 0 when e = 1. Friction may turn e p into more energy than there was:
then the second phase is weaker. An impulse j that changes the velocity of its row from v to v' does the work
j (v + v') / 2, and with the part t of the second phase, all of them together do the work (a t^2 + b t + c) / 2.

A body turns while a step lasts. Seen from its axes at the start of the step, its inertia and its levers are still what
they were, and the normal turned the other way: with u = R^T w and n_a = R_a^T n, the normal row of a point reads

    v_n = n . (v_b - v_a) + u_b . (l_b x n_b) - u_a . (l x n_a)

which is the rate of the gap of `contacts.normals`, so that spinning bodies gain nothing.

Semi-implicit Euler (v += g h, then x += v h) under a constant acceleration g towards the surface keeps the quantity
(u + g h / 2)^2 / 2 + g s exactly, where u is the speed of approach at the start of a substep and s the gap; after the
bounce, with speed w away from the surface, the same quantity reads (w - g h / 2)^2 / 2 + g s. A point that turns at the
gap s therefore leaves with

    w = g h / 2 + sqrt(q^2 - 2 g s),    q = e sqrt((u + g h / 2)^2 + 2 g s)

where q is its speed away from the surface itself. That neither gains nor loses energy when e = 1, wherever inside the
substep it hits. Force fields have acted before the hits of a substep, gravity and all other forces act after them.
"""

import numpy as np

from physics.kernels.contacts.normals import APART
from physics.kernels.core.jit import leaf
from physics.kernels.core.wide import LANES, gather4, load, select, splat, store, wide_max, wide_min, wide_sqrt
from physics.kernels.core.wide_vec import (
    add,
    add_scaled,
    cross,
    dot,
    load3,
    multiply,
    rotate_inverse,
    rotate_inverse_change,
    scale,
    sub,
    sub_scaled,
)
from physics.kernels.layout import block as BLOCK, motion as MOTION

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
FOUR = np.float32(4.0)
TINY = np.float32(1e-30)
# Least determinant of the scaled matrix of two tangents.
SINGULAR = np.float32(1e-6)
# Sweeps over the points of a manifold that hit, and over its friction.
SWEEPS = 16


@leaf
def gather_pose(blocks, start, k, lane_a, lane_b, motion):
    """How the normal looks from the axes that both bodies had at the start of the step, and what gaps need.

    Returns:
        Normal, its changes seen from a and from b, rotations of a and of b since the start of the step, movement of b
        against a along the normal, and the vectors that lead from the anchor of a point to the ends of its levers.
    """
    normal = load3(blocks, start + BLOCK.NORMAL * LANES)
    centers = load3(blocks, start + BLOCK.CENTERS * LANES)
    ax, ay, az, _ = gather4(motion, lane_a, k, MOTION.STRIDE, MOTION.DELTA)
    bx, by, bz, _ = gather4(motion, lane_b, k, MOTION.STRIDE, MOTION.DELTA)
    q_a = gather4(motion, lane_a, k, MOTION.STRIDE, MOTION.DELTA_ROTATION)
    q_b = gather4(motion, lane_b, k, MOTION.STRIDE, MOTION.DELTA_ROTATION)
    change_a = rotate_inverse_change(q_a, normal)
    change_b = rotate_inverse_change(q_b, normal)
    moved = dot(normal, (bx - ax, by - ay, bz - az))
    zero = splat(ZERO)
    to_a = sub_scaled((zero, zero, zero), load(blocks, start + BLOCK.RADII * LANES), normal)
    to_b = sub_scaled(centers, load(blocks, start + (BLOCK.RADII + 1) * LANES), normal)
    to_b = sub((zero, zero, zero), to_b)
    return normal, change_a, change_b, q_a, q_b, moved, to_a, to_b


@leaf
def measure_levers(blocks, row, pose):
    """Gap of a point now, and r x n of both bodies seen from their axes at the start of the step."""
    normal, change_a, change_b, _, _, moved, to_a, to_b = pose
    r = load3(blocks, row)
    l_a = add(r, to_a)
    l_b = add(r, to_b)
    s = load(blocks, row + BLOCK.ROW_SEPARATION * LANES) + moved + dot(l_b, change_b) - dot(l_a, change_a)
    return s, cross(l_a, add(normal, change_a)), cross(l_b, add(normal, change_b))


@leaf
def find_hits(blocks, start, points, pose, motion, pull, h, speed_min):
    """Lanes in which a point meets the surface in this substep, and fast enough to bounce."""
    zero = splat(ZERO)
    speed, u_a, u_b = motion
    found = zero
    for p in range(points):
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        s, rn_a, rn_b = measure_levers(blocks, row, pose)
        approach = dot(u_a, rn_a) - dot(u_b, rn_b) - speed
        final = approach + pull
        hits = (approach > zero) & (final > speed_min) & (s < final * h + splat(APART))
        hits = hits & (load(blocks, row + BLOCK.ROW_MASS * LANES) > zero)
        found = select(hits, splat(ONE), found)
    return (found > zero) & (load(blocks, start + BLOCK.RESTITUTION * LANES) > zero)


@leaf
def start_stop(blocks, start, points, found, pose, motion, bodies, pull, h):
    """Push all points that meet the surface by what would stop each alone, times the factor that is best for all.

    Writes the effective masses of these points, 0 for the others, and the impulses.

    Args:
        motion: Relative velocity of the centers along the normal, angular velocities u of a and b.
        bodies: Sum of the inverse masses, inverse inertia of a and b.

    Returns:
        The change of `motion`, and where the impulses act, relative to the centers of a and b, in their axes.
    """
    zero = splat(ZERO)
    none = (zero, zero, zero)
    speed, u_a, u_b = motion
    masses, inertia_a, inertia_b = bodies
    work, total = zero, zero
    turn_a, turn_b, place = none, none, none
    for p in range(points):
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        s, rn_a, rn_b = measure_levers(blocks, row, pose)
        approach = dot(u_a, rn_a) - dot(u_b, rn_b) - speed
        meets = found & (approach > zero) & (s < (approach + pull) * h + splat(APART))
        meets = meets & (load(blocks, row + BLOCK.ROW_MASS * LANES) > zero)
        give = masses + dot(rn_a, multiply(inertia_a, rn_a)) + dot(rn_b, multiply(inertia_b, rn_b))
        mass = select(meets, splat(ONE) / wide_max(give, splat(TINY)), zero)
        impulse = select(meets, mass * approach, zero)
        store(blocks, start + (BLOCK.IMPACT_MASS + p) * LANES, mass)
        store(blocks, start + (BLOCK.IMPACT + p) * LANES, impulse)
        work = work + impulse * approach
        total = total + impulse
        place = add_scaled(place, impulse, load3(blocks, row))
        turn_a = add_scaled(turn_a, impulse, rn_a)
        turn_b = add_scaled(turn_b, impulse, rn_b)
    change_a = multiply(inertia_a, turn_a)
    change_b = multiply(inertia_b, turn_b)
    square = total * (masses * total) + dot(turn_a, change_a) + dot(turn_b, change_b)
    factor = work / wide_max(square, splat(TINY))
    for p in range(points):
        row = start + (BLOCK.IMPACT + p) * LANES
        store(blocks, row, factor * load(blocks, row))
    change = (factor * (masses * total), sub_scaled(none, factor, change_a), add_scaled(none, factor, change_b))
    place = scale(splat(ONE) / wide_max(total, splat(TINY)), place)
    # From the ends of the levers to the surface: a round shape touches where the normal leads now.
    normal, turned_a, turned_b = pose[0], add(pose[0], pose[1]), add(pose[0], pose[2])
    radius_a = load(blocks, start + BLOCK.RADII * LANES)
    radius_b = load(blocks, start + (BLOCK.RADII + 1) * LANES)
    place_a = add_scaled(sub_scaled(place, radius_a, normal), radius_a, turned_a)
    place_b = sub(place, load3(blocks, start + BLOCK.CENTERS * LANES))
    place_b = sub_scaled(add_scaled(place_b, radius_b, normal), radius_b, turned_b)
    return change, place_a, place_b


@leaf
def prepare_slide(blocks, start, pose, places, drift, motion, bodies):
    """Rows of friction at one place: levers of both tangents, sliding velocity, and the inverse of their matrix.

    Args:
        places: What `start_stop` returned.
        drift: Relative velocity of the centers.
    """
    _, u_a, u_b = motion
    masses, inertia_a, inertia_b = bodies
    first = load3(blocks, start + BLOCK.TANGENT * LANES)
    second = cross(first, pose[0])
    a_1, a_2 = cross(places[0], rotate_inverse(pose[3], first)), cross(places[0], rotate_inverse(pose[3], second))
    b_1, b_2 = cross(places[1], rotate_inverse(pose[4], first)), cross(places[1], rotate_inverse(pose[4], second))
    slide_1 = dot(first, drift) + dot(u_b, b_1) - dot(u_a, a_1) - load(blocks, start + BLOCK.SURFACE * LANES)
    slide_2 = dot(second, drift) + dot(u_b, b_2) - dot(u_a, a_2) - load(blocks, start + (BLOCK.SURFACE + 1) * LANES)
    m_a, m_b = multiply(inertia_a, a_1), multiply(inertia_b, b_1)
    k_11 = masses + dot(a_1, m_a) + dot(b_1, m_b)
    k_12 = dot(a_2, m_a) + dot(b_2, m_b)
    k_22 = masses + dot(a_2, multiply(inertia_a, a_2)) + dot(b_2, multiply(inertia_b, b_2))
    # Scaled to about 1, and 0 where neither body can move.
    largest = wide_max(k_11, k_22)
    size = select(largest > splat(TINY), splat(ONE) / wide_max(largest, splat(TINY)), splat(ZERO))
    k_11, k_12, k_22 = k_11 * size, k_12 * size, k_22 * size
    inverse = size / wide_max(k_11 * k_22 - k_12 * k_12, splat(SINGULAR))
    return (a_1, a_2, b_1, b_2), (slide_1, slide_2), (k_22 * inverse, -(k_12 * inverse), k_11 * inverse)


@leaf
def sliding(slide, masses, friction, change):
    """Velocities along both tangents after impulses of friction and changes of the angular velocities."""
    (a_1, a_2, b_1, b_2), (slide_1, slide_2), _ = slide
    v_1 = slide_1 + masses * friction[0] + dot(change[2], b_1) - dot(change[1], a_1)
    v_2 = slide_2 + masses * friction[1] + dot(change[2], b_2) - dot(change[1], a_2)
    return v_1, v_2


@leaf
def rub(slide, bodies, before, friction, change, limit):
    """Stop the sliding, with at most the impulse `limit`; returns friction, and the change of `motion`.

    Args:
        before: Impulses of friction that are not to be changed.
        friction: The others.
    """
    masses, inertia_a, inertia_b = bodies
    (a_1, a_2, b_1, b_2), _, (m_11, m_12, m_22) = slide
    v_1, v_2 = sliding(slide, masses, (before[0] + friction[0], before[1] + friction[1]), change)
    new_1 = friction[0] - (m_11 * v_1 + m_12 * v_2)
    new_2 = friction[1] - (m_12 * v_1 + m_22 * v_2)
    square = new_1 * new_1 + new_2 * new_2
    factor = select(square > limit * limit, limit / wide_sqrt(wide_max(square, splat(TINY))), splat(ONE))
    new_1, new_2 = new_1 * factor, new_2 * factor
    step_1, step_2 = new_1 - friction[0], new_2 - friction[1]
    zero = splat(ZERO)
    turn_a = add_scaled(add_scaled((zero, zero, zero), step_1, a_1), step_2, a_2)
    turn_b = add_scaled(add_scaled((zero, zero, zero), step_1, b_1), step_2, b_2)
    change = (change[0], sub(change[1], multiply(inertia_a, turn_a)), add(change[2], multiply(inertia_b, turn_b)))
    return (new_1, new_2), change


@leaf
def finish_stop(blocks, start, points, pose, motion, change, bodies, slide, coefficient):
    """Go over points and friction, forth and back, until none that hit approaches; returns friction and the change."""
    speed, u_a, u_b = motion
    masses, inertia_a, inertia_b = bodies
    zero = splat(ZERO)
    friction = (zero, zero)
    for sweep in range(SWEEPS):
        total = zero
        for number in range(points):
            p = number if sweep % 2 == 0 else points - 1 - number
            row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
            _, rn_a, rn_b = measure_levers(blocks, row, pose)
            v_n = speed + change[0] + dot(add(u_b, change[2]), rn_b) - dot(add(u_a, change[1]), rn_a)
            place = start + (BLOCK.IMPACT + p) * LANES
            old = load(blocks, place)
            new = wide_max(old - load(blocks, start + (BLOCK.IMPACT_MASS + p) * LANES) * v_n, zero)
            store(blocks, place, new)
            step = new - old
            change = (
                change[0] + masses * step,
                sub_scaled(change[1], step, multiply(inertia_a, rn_a)),
                add_scaled(change[2], step, multiply(inertia_b, rn_b)),
            )
            total = total + new
        friction, change = rub(slide, bodies, (zero, zero), friction, change, coefficient * total)
    # What the sweeps have left over is shared: the work of the normal impulses is the one of a full stop.
    came, taken = zero, zero
    for p in range(points):
        _, rn_a, rn_b = measure_levers(blocks, start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES, pose)
        impulse = load(blocks, start + (BLOCK.IMPACT + p) * LANES)
        came = came + impulse * (dot(u_a, rn_a) - dot(u_b, rn_b) - speed)
        taken = taken + impulse * (change[0] + dot(change[2], rn_b) - dot(change[1], rn_a))
    factor = select((came > zero) & (taken > zero), came / wide_max(taken, splat(TINY)), splat(ONE))
    for p in range(points):
        place = start + (BLOCK.IMPACT + p) * LANES
        store(blocks, place, factor * load(blocks, place))
    change = (factor * change[0], scale(factor, change[1]), scale(factor, change[2]))
    return (factor * friction[0], factor * friction[1]), change


@leaf
def start_rebound(blocks, start, points, pose, motion, bodies, pull, h):
    """Part e of the impulses that the points get a second time, and the change of `motion` by that."""
    zero = splat(ZERO)
    none = (zero, zero, zero)
    speed, u_a, u_b = motion
    masses, inertia_a, inertia_b = bodies
    restitution = load(blocks, start + BLOCK.RESTITUTION * LANES)
    unhit = load(blocks, start + BLOCK.BOUNCED * LANES) == zero
    came, left, total = zero, zero, zero
    turn_a, turn_b = none, none
    for p in range(points):
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        s, rn_a, rn_b = measure_levers(blocks, row, pose)
        approach = dot(u_a, rn_a) - dot(u_b, rn_b) - speed
        impulse = load(blocks, start + (BLOCK.IMPACT + p) * LANES)
        fields = select(unhit, load(blocks, start + (BLOCK.PULL + p) * LANES), zero)
        half = splat(HALF) * (pull + fields)
        middle = approach - fields + half
        fall = splat(FOUR) * half * wide_max(s, zero) / h
        rest = restitution * restitution * wide_max(middle * middle + fall, zero) - fall
        away = wide_max(wide_sqrt(wide_max(rest, zero)) + half - fields, zero)
        came = came + impulse * approach
        left = left + impulse * away
        total = total + impulse
        turn_a = add_scaled(turn_a, impulse, rn_a)
        turn_b = add_scaled(turn_b, impulse, rn_b)
        # An overlap is taken as the surface: pushing it out would lift the body and so add energy.
        place = row + BLOCK.ROW_SEPARATION * LANES
        old = load(blocks, place)
        store(blocks, place, select(impulse > zero, old - wide_min(s, zero), old))
    part = select(came > zero, left / wide_max(came, splat(TINY)), zero)
    change_a = sub_scaled(none, part, multiply(inertia_a, turn_a))
    change_b = add_scaled(none, part, multiply(inertia_b, turn_b))
    return part, (part * (masses * total), change_a, change_b)


@leaf
def allowed_part(blocks, start, points, pose, motion, masses, part, slide, friction, change, more, rebound):
    """Largest part of the second phase, 0 to 1, with which the impact adds no energy but what gravity is owed.

    Args:
        part: Of the normal impulses that they get a second time.
        friction: Impulses of friction of the first phase.
        change: Change of `motion` by the first phase.
        more: Impulses of friction of the second phase.
        rebound: Change of `motion` by the second phase.
    """
    zero = splat(ZERO)
    speed, u_a, u_b = motion
    a, b, c, came = zero, zero, zero, zero
    for p in range(points):
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        _, rn_a, rn_b = measure_levers(blocks, row, pose)
        impulse = load(blocks, start + (BLOCK.IMPACT + p) * LANES)
        first = speed + dot(u_b, rn_b) - dot(u_a, rn_a)
        stopped = first + change[0] + dot(change[2], rn_b) - dot(change[1], rn_a)
        gained = rebound[0] + dot(rebound[2], rn_b) - dot(rebound[1], rn_a)
        a = a + part * impulse * gained
        b = b + impulse * (part * (first + stopped) + gained)
        c = c + impulse * (first + stopped)
        came = came - impulse * first
    first_1, first_2 = slide[1]
    stopped_1, stopped_2 = sliding(slide, masses, friction, change)
    gained_1, gained_2 = sliding(slide, masses, more, rebound)
    gained_1, gained_2 = gained_1 - first_1, gained_2 - first_2
    a = a + more[0] * gained_1 + more[1] * gained_2
    b = b + more[0] * (first_1 + stopped_1) + more[1] * (first_2 + stopped_2)
    b = b + friction[0] * gained_1 + friction[1] * gained_2
    c = c + friction[0] * (first_1 + stopped_1) + friction[1] * (first_2 + stopped_2)
    c = c - wide_max(part * part - splat(ONE), zero) * came
    root = wide_sqrt(wide_max(b * b - splat(FOUR) * a * c, zero))
    allowed = select(a > zero, (root - b) / wide_max(a + a, splat(TINY)), splat(ONE))
    return wide_min(wide_max(allowed, zero), splat(ONE))


@leaf
def stop_twist(pose, bodies, motion, change, limit):
    """Friction against spinning about the normal, with at most the angular impulse `limit`; returns the change."""
    _, inertia_a, inertia_b = bodies
    turned_a, turned_b = add(pose[0], pose[1]), add(pose[0], pose[2])
    m_a, m_b = multiply(inertia_a, turned_a), multiply(inertia_b, turned_b)
    give = dot(turned_a, m_a) + dot(turned_b, m_b)
    spin = dot(turned_b, add(motion[2], change[2])) - dot(turned_a, add(motion[1], change[1]))
    twist = select(give > splat(TINY), -(spin / wide_max(give, splat(TINY))), splat(ZERO))
    twist = wide_min(wide_max(twist, -limit), limit)
    return change[0], sub_scaled(change[1], twist, m_a), add_scaled(change[2], twist, m_b)


@leaf
def add_impulses(blocks, start, points, factor):
    """Add the normal impulses of an impact to the sums of the step; returns their sum, and that of lever times them."""
    total, lever_total = splat(ZERO), splat(ZERO)
    for p in range(points):
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        impulse = factor * load(blocks, start + (BLOCK.IMPACT + p) * LANES)
        total = total + impulse
        lever_total = lever_total + load(blocks, row + BLOCK.ROW_LEVER * LANES) * impulse
        store(blocks, row + BLOCK.ROW_TOTAL * LANES, load(blocks, row + BLOCK.ROW_TOTAL * LANES) + impulse)
    place = start + BLOCK.BOUNCED * LANES
    store(blocks, place, load(blocks, place) + total)
    return total, lever_total
