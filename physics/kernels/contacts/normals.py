"""Contact constraints, the normal rows of a manifold.

The normal row of a point at r from the center of a, with n from a to b and d from the center of a to that of b:

    v_n = n . (v_b - v_a) + w_b . (r_b x n) - w_a . (r x n),    r_b x n = r x n - d x n
    s   = s_0 + n . (dp_b - dp_a) + l_b . c_b - l . c_a,        c = R(dq)^T n - n

s is the separation after the bodies moved by dp and turned by dq since the start of the step; R^T n is found once per
manifold, and a point then costs one scalar product. The levers l are the anchors r without the radius of a round
shape, l = r - radius_a n and l_b = r_b + radius_b n: turning a ball does not move its surface. Within a manifold the
linear velocities change only along n, so one number follows them.
"""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.wide import LANES, load, select, splat, store, wide_max
from physics.kernels.core.wide_vec import (
    add_scaled,
    cross,
    dot,
    load3,
    multiply,
    rotate_inverse_change,
    scale,
    sub,
    sub_scaled,
)
from physics.kernels.layout import block as BLOCK

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
def wrong_velocity(biased, s, v_n, soft, inv_dt):
    """What a row asks for: velocity that is wrong, impulse scale and mass scale.

    Args:
        s: Separation.
        v_n: Normal velocity.
        soft: Mass scale, bias rate times mass scale, impulse scale and fastest push, which only a biased pass reads.
        inv_dt: Inverse substep [1/s].
    """
    zero = splat(ZERO)
    apart = s > splat(APART)
    if biased:
        mass_scale = select(apart, splat(ONE), soft[0])
        wrong = mass_scale * v_n + select(apart, s * inv_dt, wide_max(soft[1] * s, soft[3]))
        return wrong, select(apart, zero, soft[2]), mass_scale
    return v_n + select(apart, s * inv_dt, zero), zero, splat(ONE)


@leaf
def step_together(point_count, biased, blocks, start, normal, cross_centers, gap, soft, motion, bodies, inv_dt):
    """Change all impulses of a manifold at once, by one factor times what would solve each row alone.

    Row after row, the points that come first would take more than those that come last, and turn a box that lands flat.
    With A = m K + c D, the matrix of the soft rows (K of the rigid ones, D its diagonal, m mass scale, c impulse
    scale), the residual g and the steps d that solve each row alone, the factor -(g . d) / (d . A d) is the best for
    all of them, and exact where they are equal. No impulse gets negative.

    Args:
        gap: How gaps changed since the start of the step, for all points and as a factor of the anchor.
        soft: As of `wrong_velocity`.
        motion: Relative velocity of the centers along the normal, angular velocities of a and b.
        bodies: Sum of the inverse masses, inverse inertia of a and b.

    Returns:
        The steps of four points, the factor, the sum of the steps, and the new `motion`.
    """
    zero = splat(ZERO)
    speed, w_a, w_b = motion
    masses, inertia_a, inertia_b = bodies
    d_0, d_1, d_2, d_3 = zero, zero, zero, zero
    work, spring, stiffness, total = zero, zero, zero, zero
    moment = (zero, zero, zero)
    # Largest factor as a fraction: of the impulse and what is to be taken from it.
    upper, lower = splat(FACTOR_MAX), splat(ONE)
    # The velocities stay as they are in this loop: v_n = (n . (v_b - v_a) - w_b . (d x n)) + r . (n x (w_b - w_a)).
    level = speed - dot(w_b, cross_centers)
    slope = cross(normal, sub(w_b, w_a))
    for p in range(point_count):
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        r = load3(blocks, row)
        s = load(blocks, row + BLOCK.ROW_SEPARATION * LANES) + gap[0] + dot(r, gap[1])
        wrong, damping, mass_scale = wrong_velocity(biased, s, level + dot(r, slope), soft, inv_dt)
        old = load(blocks, row + BLOCK.ROW_IMPULSE * LANES)
        mass = load(blocks, row + BLOCK.ROW_MASS * LANES)
        d = wide_max(old - (mass * wrong + damping * old), zero) - old
        if biased:
            give = splat(ONE) / wide_max(mass, splat(TINY))
            damped = d * (damping * give)
            spring = spring + d * damped
            work = work - (d * wrong + old * damped)
            stiffness = wide_max(stiffness, select(d == zero, zero, mass_scale))
        else:
            work = work - d * wrong
        total = total + d
        moment = add_scaled(moment, d, r)
        less = old * lower < -(upper * d)
        upper = select(less, old, upper)
        lower = select(less, -d, lower)
        if p == 0:
            d_0 = d
        elif p == 1:
            d_1 = d
        elif p == 2:
            d_2 = d
        else:
            d_3 = d
    turn_a = cross(moment, normal)
    turn_b = sub(turn_a, scale(total, cross_centers))
    change_a = multiply(inertia_a, turn_a)
    change_b = multiply(inertia_b, turn_b)
    square = total * (masses * total) + dot(turn_a, change_a) + dot(turn_b, change_b)
    if biased:
        square = stiffness * square + spring
    best = work * lower < upper * square
    factor = wide_max(select(best, work, upper) / (select(best, square, lower) + splat(TINY)), zero)
    speed = speed + factor * (masses * total)
    w_a = sub_scaled(w_a, factor, change_a)
    w_b = add_scaled(w_b, factor, change_b)
    return (d_0, d_1, d_2, d_3), factor, factor * total, (speed, w_a, w_b)


@leaf
def solve_points(point_count, biased, blocks, start, normal, centers, a, b, moved, inertia_a, inertia_b, inv_dt):
    """Solve the normal rows of a block: all points together, then one after the other.

    Args:
        a: Velocity, angular velocity and inverse mass of body a.
        b: The same of body b.
        moved: dp_b - dp_a, dq_a, dq_b since the start of the step.
        inv_dt: Inverse substep [1/s].

    Returns:
        The velocities, the sum of the impulses and the sum of lever times impulse.
    """
    v_a, w_a, mass_a = a
    v_b, w_b, mass_b = b
    zero = splat(ZERO)
    change_a = rotate_inverse_change(moved[1], normal)
    change_b = rotate_inverse_change(moved[2], normal)
    shift = dot(normal, moved[0]) - dot(centers, change_b)
    shift = shift + load(blocks, start + BLOCK.RADII * LANES) * dot(normal, change_a)
    shift = shift + load(blocks, start + (BLOCK.RADII + 1) * LANES) * dot(normal, change_b)
    change = sub(change_b, change_a)
    cross_centers = cross(centers, normal)
    soft = (zero, zero, zero, zero)
    if biased:
        mass_scale = load(blocks, start + BLOCK.MASS_SCALE * LANES)
        bias_rate = mass_scale * load(blocks, start + BLOCK.BIAS_RATE * LANES)
        impulse_scale = load(blocks, start + BLOCK.IMPULSE_SCALE * LANES)
        soft = (mass_scale, bias_rate, impulse_scale, -load(blocks, start + BLOCK.PUSH * LANES))
    masses = mass_a + mass_b
    speed = dot(normal, sub(v_b, v_a))
    total = zero
    lever_total = zero
    applied = zero
    factor = zero
    steps = (zero, zero, zero, zero)
    if point_count > 1:
        steps, factor, applied, (speed, w_a, w_b) = step_together(
            point_count, biased, blocks, start, normal, cross_centers, (shift, change), soft, (speed, w_a, w_b),
            (masses, inertia_a, inertia_b), inv_dt,
        )  # fmt: skip
    for k in range(point_count):
        # Forth in one pass and back in the other: no point is always the last one.
        p = k if biased else point_count - 1 - k
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        r = load3(blocks, row)
        s = load(blocks, row + BLOCK.ROW_SEPARATION * LANES) + shift + dot(r, change)
        rn_a = cross(r, normal)
        rn_b = sub(rn_a, cross_centers)
        v_n = speed + dot(w_b, rn_b) - dot(w_a, rn_a)
        wrong, damping, _ = wrong_velocity(biased, s, v_n, soft, inv_dt)
        if p == 0:
            d = steps[0]
        elif p == 1:
            d = steps[1]
        elif p == 2:
            d = steps[2]
        else:
            d = steps[3]
        old = wide_max(load(blocks, row + BLOCK.ROW_IMPULSE * LANES) + factor * d, zero)
        new = wide_max(old - (load(blocks, row + BLOCK.ROW_MASS * LANES) * wrong + damping * old), zero)
        step = new - old
        store(blocks, row + BLOCK.ROW_IMPULSE * LANES, new)
        applied = applied + step
        speed = speed + masses * step
        w_a = sub_scaled(w_a, step, multiply(inertia_a, rn_a))
        w_b = add_scaled(w_b, step, multiply(inertia_b, rn_b))
        if not biased:
            total = total + new
            lever_total = lever_total + load(blocks, row + BLOCK.ROW_LEVER * LANES) * new
            store(blocks, row + BLOCK.ROW_TOTAL * LANES, load(blocks, row + BLOCK.ROW_TOTAL * LANES) + new)
    v_a = sub_scaled(v_a, mass_a * applied, normal)
    v_b = add_scaled(v_b, mass_b * applied, normal)
    return v_a, w_a, v_b, w_b, total, lever_total
