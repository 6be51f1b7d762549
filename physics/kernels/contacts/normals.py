"""Contact constraints, the normal rows of a manifold.

The normal row of a point at r from the center of a, with n from a to b and d from the center of a to that of b:

    v_n = n . (v_b - v_a) + w_b . (r_b x n) - w_a . (r x n),    r_b x n = r x n - d x n
    s   = s_0 + n . (dp_b - dp_a) + l_b . c_b - l . c_a,        c = R(dq)^T n - n

s is the separation after the bodies moved by dp and turned by dq since the start of the step. The levers l are the
anchors r without the radius of a round shape, l = r - radius_a n and l_b = r_b + radius_b n: turning a ball does not
move its surface.

Both are linear in r: a value at the anchor of the manifold and a gradient are all that its points see of the bodies. An
impulse at one point changes v_n at the others by what `prepare` wrote down for each pair (K, the gives), so the rows
are solved as four numbers with a small matrix, and the bodies are touched once, after the last of them. That makes the
chain of operations that wait for one another short, which is what the time of a pass depends on.
"""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.wide import LANES, gather4, load, select, splat, store, wide_max, wide_min
from physics.kernels.core.wide_vec import (
    add,
    add_scaled,
    cross,
    dot,
    load3,
    multiply,
    rotate_inverse_change,
    scale,
    store3,
    sub,
    sub_scaled,
)
from physics.kernels.layout import block as BLOCK, manifold as MANIFOLD, motion as MOTION

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
TINY = np.float32(1e-20)
# Gaps above this [m] may close freely, at or below it a contact acts as a spring. What lands ends at a gap of 0 within
# rounding: with a limit of 0, a part of its points would be rigid, the others soft, and the body would tilt.
APART = np.float32(1e-5)
# Largest factor of a step of all points together: exact for manifolds that reach up to three times as far as the
# masses of their bodies. Larger: noise among points that do the same work is amplified.
FACTOR_MAX = np.float32(4.0)


@leaf
def prepare_gives(point_count, blocks, start, normal, centers, masses, inertia_a, inertia_b):
    """Write what an impulse at each point changes at the others, and empty rows for the points that are not there.

    The velocity that a unit impulse at one point causes is a linear field, too, as seen from the anchor: levers from
    there are short, so nothing is lost where bodies are far from their contacts.
    """
    zero = splat(ZERO)
    anchor = load3(blocks, start + BLOCK.ANCHOR * LANES)
    lever_a = cross(anchor, normal)
    lever_b = sub(lever_a, cross(centers, normal))
    turn_a = multiply(inertia_a, lever_a)
    turn_b = multiply(inertia_b, lever_b)
    give = masses + dot(lever_a, turn_a) + dot(lever_b, turn_b)
    turn = add(turn_a, turn_b)
    number = 0
    for p in range(MANIFOLD.POINT_CAPACITY):
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        level, slope = zero, (zero, zero, zero)
        if p < point_count:
            lever = cross(sub(load3(blocks, row), anchor), normal)
            level = give + dot(lever, turn)
            turned = add(multiply(inertia_a, lever), multiply(inertia_b, lever))
            slope = cross(normal, add(turn, turned))
        else:
            for c in range(BLOCK.POINT_ROWS):
                store(blocks, row + c * LANES, zero)
        for q in range(p + 1):
            arm = sub(load3(blocks, start + (BLOCK.POINT + q * BLOCK.POINT_ROWS) * LANES), anchor)
            store(blocks, start + (BLOCK.GIVES + number) * LANES, level + dot(arm, slope))
            number += 1


@leaf
def measure_gap(blocks, start, k, lane_a, lane_b, motion, normal, anchor, centers):
    """How gaps changed since the start of the step: at the anchor of the manifold, and the gradient."""
    ax, ay, az, _ = gather4(motion, lane_a, k, MOTION.STRIDE, MOTION.DELTA)
    bx, by, bz, _ = gather4(motion, lane_b, k, MOTION.STRIDE, MOTION.DELTA)
    change_a = rotate_inverse_change(gather4(motion, lane_a, k, MOTION.STRIDE, MOTION.DELTA_ROTATION), normal)
    change_b = rotate_inverse_change(gather4(motion, lane_b, k, MOTION.STRIDE, MOTION.DELTA_ROTATION), normal)
    shift = dot(normal, (bx - ax, by - ay, bz - az)) - dot(centers, change_b)
    shift = shift + load(blocks, start + BLOCK.RADII * LANES) * dot(normal, change_a)
    shift = shift + load(blocks, start + (BLOCK.RADII + 1) * LANES) * dot(normal, change_b)
    change = sub(change_b, change_a)
    return shift + dot(anchor, change), change


@leaf
def store_gap(blocks, start, gap):
    """Keep what `measure_gap` returned: nothing moves until the next pass with bias."""
    store(blocks, start + BLOCK.GAP * LANES, gap[0])
    store3(blocks, start + (BLOCK.GAP + 1) * LANES, gap[1])


@leaf
def load_gap(blocks, start):
    """What `store_gap` kept."""
    return load(blocks, start + BLOCK.GAP * LANES), load3(blocks, start + (BLOCK.GAP + 1) * LANES)


@leaf
def load_softness(blocks, start, biased, flags, inv_dt):
    """Inverse substep, mass scale, bias rate times mass scale, impulse scale and fastest push of a pass."""
    zero = splat(ZERO)
    if not biased:
        mass_scale = splat(ONE)
        if flags & BLOCK.FLAG_SOFT:
            mass_scale = load(blocks, start + BLOCK.RELAX_SCALE * LANES)
        return inv_dt, mass_scale, zero, zero, zero
    mass_scale = load(blocks, start + BLOCK.MASS_SCALE * LANES)
    bias_rate = mass_scale * load(blocks, start + BLOCK.BIAS_RATE * LANES)
    impulse_scale = load(blocks, start + BLOCK.IMPULSE_SCALE * LANES)
    return inv_dt, mass_scale, bias_rate, impulse_scale, -load(blocks, start + BLOCK.PUSH * LANES)


@leaf
def aim_point(p, blocks, start, anchor, gap, field, soft):
    """What a pass needs to know of a point.

    Args:
        p: Number of the point.
        anchor: Where gap and field are measured from.
        gap: Change of the gap there and its gradient.
        field: Normal velocity there and its gradient.
        soft: What `load_softness` returned.

    Returns:
        The arm from the anchor, and a tuple: impulse, normal velocity, effective mass, and what the row asks for as
        mass scale, bias and impulse scale.
    """
    inv_dt, mass_scale, bias_rate, impulse_scale, push = soft
    row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
    arm = sub(load3(blocks, row), anchor)
    s = load(blocks, row + BLOCK.ROW_SEPARATION * LANES) + gap[0] + dot(arm, gap[1])
    apart = s > splat(APART)
    bias = select(apart, s * inv_dt, wide_max(bias_rate * s, push))
    return arm, (
        load(blocks, row + BLOCK.ROW_IMPULSE * LANES),
        field[0] + dot(arm, field[1]),
        load(blocks, row + BLOCK.ROW_MASS * LANES),
        select(apart, splat(ONE), mass_scale),
        bias,
        select(apart, splat(ZERO), impulse_scale),
    )


@leaf
def solve_row(point, v_n):
    """Impulse that solves the row of a point alone."""
    impulse, _, mass, mass_scale, bias, impulse_scale = point
    kept = impulse - impulse_scale * impulse - mass * bias
    return wide_max(kept - (mass * mass_scale) * v_n, splat(ZERO))


@leaf
def moved_on(point, impulse, v_n):
    """A point with another impulse and normal velocity."""
    return impulse, v_n, point[2], point[3], point[4], point[5]


@leaf
def residual_work(point, d, give):
    """What a step d of a point does against the residual of its row, its square in the spring, and its mass scale."""
    impulse, v_n, _, mass_scale, bias, impulse_scale = point
    damped = d * (impulse_scale * give)
    zero = splat(ZERO)
    work = d * (mass_scale * v_n + bias) + impulse * damped
    return work, d * damped, select(d == zero, zero, mass_scale)


@leaf
def smaller_fraction(limit, impulse, d):
    """The smaller of the fraction `limit`, and how often the step d can be taken from an impulse."""
    less = impulse * limit[1] < -(limit[0] * d)
    return select(less, impulse, limit[0]), select(less, -d, limit[1])


@leaf
def step_together(biased, points, gives):
    """Change all impulses of a manifold at once, by one factor times what would solve each row alone.

    Row after row, the points that come first would take more than those that come last, and turn a box that lands flat.
    With A = m K + c D, the matrix of the soft rows (K of the rigid ones, D its diagonal, m mass scale, c impulse
    scale), the residual g and the steps d that solve each row alone, the factor -(g . d) / (d . A d) is the best for
    all of them, and exact where they are equal. No impulse gets negative.

    Args:
        biased: Whether rows are soft.
        points: Four points, of `aim_point`; those that a lane does not have are without mass.
        gives: K of each pair: 00, 01, 11, 02, 12, 22, 03, 13, 23, 33.

    Returns:
        The points.
    """
    a, b, c, d = points
    k00, k01, k11, k02, k12, k22, k03, k13, k23, k33 = gives
    d_0 = solve_row(a, a[1]) - a[0]
    d_1 = solve_row(b, b[1]) - b[0]
    d_2 = solve_row(c, c[1]) - c[0]
    d_3 = solve_row(d, d[1]) - d[0]
    u_0 = (k00 * d_0 + k01 * d_1) + (k02 * d_2 + k03 * d_3)
    u_1 = (k01 * d_0 + k11 * d_1) + (k12 * d_2 + k13 * d_3)
    u_2 = (k02 * d_0 + k12 * d_1) + (k22 * d_2 + k23 * d_3)
    u_3 = (k03 * d_0 + k13 * d_1) + (k23 * d_2 + k33 * d_3)
    square = (d_0 * u_0 + d_1 * u_1) + (d_2 * u_2 + d_3 * u_3)
    work_0, spring_0, stiff_0 = residual_work(a, d_0, k00)
    work_1, spring_1, stiff_1 = residual_work(b, d_1, k11)
    work_2, spring_2, stiff_2 = residual_work(c, d_2, k22)
    work_3, spring_3, stiff_3 = residual_work(d, d_3, k33)
    work = -((work_0 + work_1) + (work_2 + work_3))
    if biased:
        stiffness = wide_max(wide_max(stiff_0, stiff_1), wide_max(stiff_2, stiff_3))
        square = stiffness * square + ((spring_0 + spring_1) + (spring_2 + spring_3))
    limit = (splat(FACTOR_MAX), splat(ONE))
    limit = smaller_fraction(limit, a[0], d_0)
    limit = smaller_fraction(limit, b[0], d_1)
    limit = smaller_fraction(limit, c[0], d_2)
    limit = smaller_fraction(limit, d[0], d_3)
    zero = splat(ZERO)
    factor = wide_min(wide_max(work, zero) / (square + splat(TINY)), limit[0] / limit[1])
    return (
        moved_on(a, wide_max(a[0] + factor * d_0, zero), a[1] + factor * u_0),
        moved_on(b, wide_max(b[0] + factor * d_1, zero), b[1] + factor * u_1),
        moved_on(c, wide_max(c[0] + factor * d_2, zero), c[1] + factor * u_2),
        moved_on(d, wide_max(d[0] + factor * d_3, zero), d[1] + factor * u_3),
    )


@leaf
def load_gives(blocks, start):
    """K of each pair of points: 00, 01, 11, 02, 12, 22, 03, 13, 23, 33."""
    row = start + BLOCK.GIVES * LANES
    k00, k01, k11 = load3(blocks, row)
    k02, k12, k22 = load3(blocks, row + 3 * LANES)
    k03, k13, k23 = load3(blocks, row + 6 * LANES)
    return k00, k01, k11, k02, k12, k22, k03, k13, k23, load(blocks, row + 9 * LANES)


@leaf
def solve_four(biased, blocks, start, anchor, gap, field, soft):
    """Solve the rows of two to four points: all together, then one after the other.

    Returns:
        Impulses, what they changed by, and arms, of four points each.
    """
    arm_0, a = aim_point(0, blocks, start, anchor, gap, field, soft)
    arm_1, b = aim_point(1, blocks, start, anchor, gap, field, soft)
    arm_2, c = aim_point(2, blocks, start, anchor, gap, field, soft)
    arm_3, d = aim_point(3, blocks, start, anchor, gap, field, soft)
    gives = load_gives(blocks, start)
    _, k01, _, k02, k12, _, k03, k13, k23, _ = gives
    old = (a[0], b[0], c[0], d[0])
    a, b, c, d = step_together(biased, (a, b, c, d), gives)
    # Forth in one pass and back in the other: no point is always the last one.
    if biased:
        new_0 = solve_row(a, a[1])
        step_0 = new_0 - a[0]
        new_1 = solve_row(b, b[1] + k01 * step_0)
        step_1 = new_1 - b[0]
        new_2 = solve_row(c, c[1] + k02 * step_0 + k12 * step_1)
        step_2 = new_2 - c[0]
        new_3 = solve_row(d, d[1] + k03 * step_0 + k13 * step_1 + k23 * step_2)
    else:
        new_3 = solve_row(d, d[1])
        step_3 = new_3 - d[0]
        new_2 = solve_row(c, c[1] + k23 * step_3)
        step_2 = new_2 - c[0]
        new_1 = solve_row(b, b[1] + k13 * step_3 + k12 * step_2)
        step_1 = new_1 - b[0]
        new_0 = solve_row(a, a[1] + k03 * step_3 + k02 * step_2 + k01 * step_1)
    steps = (new_0 - old[0], new_1 - old[1], new_2 - old[2], new_3 - old[3])
    return (new_0, new_1, new_2, new_3), steps, (arm_0, arm_1, arm_2, arm_3)


@leaf
def store_impulse(p, biased, blocks, start, impulse):
    """Keep the impulse of a point; returns it times the lever of the point."""
    row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
    store(blocks, row + BLOCK.ROW_IMPULSE * LANES, impulse)
    if biased:
        return impulse
    store(blocks, row + BLOCK.ROW_TOTAL * LANES, load(blocks, row + BLOCK.ROW_TOTAL * LANES) + impulse)
    return load(blocks, row + BLOCK.ROW_LEVER * LANES) * impulse


@leaf
def solve_points(point_count, biased, blocks, start, normal, centers, a, b, gap, inertia_a, inertia_b, soft):
    """Solve the normal rows of a block.

    Args:
        a: Velocity, angular velocity and inverse mass of body a.
        b: The same of body b.
        gap: How gaps changed since the start of the step, of `measure_gap`.
        soft: What `load_softness` returned.

    Returns:
        The velocities, the sum of the impulses and the sum of lever times impulse; the latter of a pass without bias.
    """
    v_a, w_a, mass_a = a
    v_b, w_b, mass_b = b
    anchor = load3(blocks, start + BLOCK.ANCHOR * LANES)
    lever_a = cross(anchor, normal)
    lever_b = sub(lever_a, cross(centers, normal))
    field = (dot(normal, sub(v_b, v_a)) + dot(w_b, lever_b) - dot(w_a, lever_a), cross(normal, sub(w_b, w_a)))
    if point_count > 1:
        new, step, arm = solve_four(biased, blocks, start, anchor, gap, field, soft)
        lever_total = store_impulse(0, biased, blocks, start, new[0]) + store_impulse(1, biased, blocks, start, new[1])
        lever_total = lever_total + store_impulse(2, biased, blocks, start, new[2])
        lever_total = lever_total + store_impulse(3, biased, blocks, start, new[3])
        total = (new[0] + new[1]) + (new[2] + new[3])
        applied = (step[0] + step[1]) + (step[2] + step[3])
        moment = add_scaled(scale(step[0], arm[0]), step[1], arm[1])
        moment = add(moment, add_scaled(scale(step[2], arm[2]), step[3], arm[3]))
        turn = cross(moment, normal)
        turn_a = add_scaled(turn, applied, lever_a)
        turn_b = add_scaled(turn, applied, lever_b)
    else:
        _, point = aim_point(0, blocks, start, anchor, gap, field, soft)
        total = solve_row(point, point[1])
        lever_total = store_impulse(0, biased, blocks, start, total)
        applied = total - point[0]
        turn_a = scale(applied, lever_a)
        turn_b = scale(applied, lever_b)
    w_a = sub(w_a, multiply(inertia_a, turn_a))
    w_b = add(w_b, multiply(inertia_b, turn_b))
    v_a = sub_scaled(v_a, mass_a * applied, normal)
    v_b = add_scaled(v_b, mass_b * applied, normal)
    return v_a, w_a, v_b, w_b, total, lever_total
