"""Contact constraints, the passes of a substep: warm start, solve with soft bias, relax with friction.

The normal row of a point at r from the center of a, with n from a to b and d from the center of a to that of b:

    v_n = n . (v_b - v_a) + w_b . (r_b x n) - w_a . (r x n),    r_b x n = r x n - d x n
    s   = s_0 + n . (dp_b - dp_a) + l_b . c_b - l . c_a,        c = R(dq)^T n - n

s is the separation after the bodies moved by dp and turned by dq since the start of the step; R^T n is found once per
manifold, and a point then costs one scalar product. The levers l are the anchors r without the radius of a round
shape, l = r - radius_a n and l_b = r_b + radius_b n: turning a ball does not move its surface. Within a manifold the
linear velocities change only along n, so one number follows them.
"""

import numpy as np

from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.wide import (
    LANES,
    gather4,
    load,
    scatter4,
    select,
    splat,
    store,
    wide_max,
    wide_min,
    wide_sqrt,
)
from physics.kernels.core.wide_vec import (
    add,
    add_scaled,
    cross,
    dot,
    load3,
    load6,
    multiply,
    rotate_inverse_change,
    scale,
    store3,
    sub,
    sub_scaled,
)
from physics.kernels.layout import block as BLOCK, motion as MOTION

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
TINY = np.float32(1e-20)


@leaf
def gather_velocity(motion, rows, k):
    """Velocity, angular velocity, inverse mass and the unused fourth float of eight bodies."""
    vx, vy, vz, mass = gather4(motion, rows, k, MOTION.STRIDE, MOTION.VELOCITY)
    wx, wy, wz, spare = gather4(motion, rows, k, MOTION.STRIDE, MOTION.ANGULAR)
    return (vx, vy, vz), (wx, wy, wz), mass, spare


@leaf
def scatter_velocity(motion, rows, k, v, w, mass, spare):
    """Inverse of `gather_velocity`. Lanes that share an immovable body all write what they read."""
    scatter4(motion, rows, k, MOTION.STRIDE, MOTION.VELOCITY, v[0], v[1], v[2], mass)
    scatter4(motion, rows, k, MOTION.STRIDE, MOTION.ANGULAR, w[0], w[1], w[2], spare)


@kernel
def warm_start_contacts(first, last, lane_a, lane_b, block_points, block_flags, blocks, motion):
    """Apply the impulses of the previous substep.

    All normal impulses of a manifold add up to one force along n at one point, so each body is touched once.

    Args:
        first: First block.
        last: Block after the last.
        lane_a: Body a of each lane.
        lane_b: Body b of each lane.
        block_points: Points per block.
        block_flags: Flags per block.
        blocks: Solver blocks.
        motion: Body records. Velocities are updated.
    """
    for block in range(first, last):
        k = block * LANES
        start = block * BLOCK.ROWS * LANES
        zero = splat(ZERO)
        sum_impulse = zero
        sum_anchor = (zero, zero, zero)
        for p in range(block_points[block]):
            row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
            impulse = load(blocks, row + BLOCK.ROW_IMPULSE * LANES)
            sum_impulse = sum_impulse + impulse
            sum_anchor = add_scaled(sum_anchor, impulse, load3(blocks, row))
        normal = load3(blocks, start + BLOCK.NORMAL * LANES)
        tangent = load3(blocks, start + BLOCK.TANGENT * LANES)
        centers = load3(blocks, start + BLOCK.CENTERS * LANES)
        anchor = load3(blocks, start + BLOCK.ANCHOR * LANES)
        second = cross(tangent, normal)
        force = scale(load(blocks, start + BLOCK.TANGENT_IMPULSE * LANES), tangent)
        force = add_scaled(force, load(blocks, start + (BLOCK.TANGENT_IMPULSE + 1) * LANES), second)
        # Angular impulse on a; the one on b has its lever shifted by d for the whole force.
        angular = add(cross(sum_anchor, normal), cross(anchor, force))
        angular = add_scaled(angular, load(blocks, start + BLOCK.TWIST * LANES), normal)
        if block_flags[block] & BLOCK.FLAG_ROLLS:
            angular = add(angular, load3(blocks, start + BLOCK.ROLLING_IMPULSE * LANES))
        force = add_scaled(force, sum_impulse, normal)
        angular_b = sub(angular, cross(centers, force))
        v_a, w_a, mass_a, spare_a = gather_velocity(motion, lane_a, k)
        v_b, w_b, mass_b, spare_b = gather_velocity(motion, lane_b, k)
        v_a = sub_scaled(v_a, mass_a, force)
        v_b = add_scaled(v_b, mass_b, force)
        w_a = sub(w_a, multiply(load6(blocks, start + BLOCK.INERTIA_A * LANES), angular))
        w_b = add(w_b, multiply(load6(blocks, start + BLOCK.INERTIA_B * LANES), angular_b))
        scatter_velocity(motion, lane_a, k, v_a, w_a, mass_a, spare_a)
        scatter_velocity(motion, lane_b, k, v_b, w_b, mass_b, spare_b)


@leaf
def relax_rolling(blocks, start, w_a, w_b, inertia_a, inertia_b, total):
    """Rolling resistance: an angular impulse against the relative rotation, at most rolling friction times load."""
    mass = load6(blocks, start + BLOCK.ROLLING_MASS * LANES)
    old = load3(blocks, start + BLOCK.ROLLING_IMPULSE * LANES)
    new = sub(old, multiply(mass, sub(w_b, w_a)))
    limit = load(blocks, start + BLOCK.ROLLING * LANES) * total
    square = dot(new, new)
    factor = select(square > limit * limit, limit / (wide_sqrt(square) + splat(TINY)), splat(ONE))
    new = scale(factor, new)
    store3(blocks, start + BLOCK.ROLLING_IMPULSE * LANES, new)
    change = sub(new, old)
    return sub(w_a, multiply(inertia_a, change)), add(w_b, multiply(inertia_b, change))


@leaf
def relax_twist(blocks, start, normal, friction, w_a, w_b, inertia_a, inertia_b, lever_total):
    """Friction against spinning about the normal, limited by friction times the sum of lever times load."""
    speed = dot(normal, sub(w_b, w_a))
    limit = friction * lever_total
    old = load(blocks, start + BLOCK.TWIST * LANES)
    new = old - load(blocks, start + BLOCK.TWIST_MASS * LANES) * speed
    new = wide_min(wide_max(new, -limit), limit)
    store(blocks, start + BLOCK.TWIST * LANES, new)
    change = scale(new - old, normal)
    return sub(w_a, multiply(inertia_a, change)), add(w_b, multiply(inertia_b, change))


@leaf
def relax_tangents(blocks, start, flags, normal, centers, friction, total, a, b, inertia_a, inertia_b):
    """Friction in the tangent plane: both directions at once, limited to the disc of friction times load.

    Args:
        a: Velocity, angular velocity and inverse mass of body a.
        b: The same of body b.

    Returns:
        Velocity and angular velocity of a, then of b.
    """
    v_a, w_a, mass_a = a
    v_b, w_b, mass_b = b
    tangent = load3(blocks, start + BLOCK.TANGENT * LANES)
    second = cross(tangent, normal)
    anchor = load3(blocks, start + BLOCK.ANCHOR * LANES)
    anchor_b = sub(anchor, centers)
    v = add(sub(v_b, v_a), sub(cross(w_b, anchor_b), cross(w_a, anchor)))
    v_1 = dot(v, tangent)
    v_2 = dot(v, second)
    if flags & BLOCK.FLAG_SLIDES:
        v_1 = v_1 - load(blocks, start + BLOCK.SURFACE * LANES)
        v_2 = v_2 - load(blocks, start + (BLOCK.SURFACE + 1) * LANES)
    m11, m12, m22 = load3(blocks, start + BLOCK.TANGENT_MASS * LANES)
    row = start + BLOCK.TANGENT_IMPULSE * LANES
    old_1 = load(blocks, row)
    old_2 = load(blocks, row + LANES)
    new_1 = old_1 - (m11 * v_1 + m12 * v_2)
    new_2 = old_2 - (m12 * v_1 + m22 * v_2)
    limit = friction * total
    square = new_1 * new_1 + new_2 * new_2
    factor = select(square > limit * limit, limit / (wide_sqrt(square) + splat(TINY)), splat(ONE))
    new_1 = new_1 * factor
    new_2 = new_2 * factor
    store(blocks, row, new_1)
    store(blocks, row + LANES, new_2)
    force = add_scaled(scale(new_1 - old_1, tangent), new_2 - old_2, second)
    v_a = sub_scaled(v_a, mass_a, force)
    v_b = add_scaled(v_b, mass_b, force)
    w_a = sub(w_a, multiply(inertia_a, cross(anchor, force)))
    w_b = add(w_b, multiply(inertia_b, cross(anchor_b, force)))
    return v_a, w_a, v_b, w_b


@leaf
def solve_points(point_count, biased, blocks, start, normal, centers, a, b, moved, inertia_a, inertia_b, inv_dt):
    """Solve the normal rows of a block, one point after the other.

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
    one = splat(ONE)
    change_a = rotate_inverse_change(moved[1], normal)
    change_b = rotate_inverse_change(moved[2], normal)
    shift = dot(normal, moved[0]) - dot(centers, change_b)
    shift = shift + load(blocks, start + BLOCK.RADII * LANES) * dot(normal, change_a)
    shift = shift + load(blocks, start + (BLOCK.RADII + 1) * LANES) * dot(normal, change_b)
    change = sub(change_b, change_a)
    cross_centers = cross(centers, normal)
    mass_scale = one
    bias_rate = zero
    impulse_scale = zero
    push_out = zero
    if biased:
        push_out = -load(blocks, start + BLOCK.PUSH * LANES)
        mass_scale = load(blocks, start + BLOCK.MASS_SCALE * LANES)
        bias_rate = mass_scale * load(blocks, start + BLOCK.BIAS_RATE * LANES)
        impulse_scale = load(blocks, start + BLOCK.IMPULSE_SCALE * LANES)
    masses = mass_a + mass_b
    speed = dot(normal, sub(v_b, v_a))
    total = zero
    lever_total = zero
    applied = zero
    # Forth and back: in one direction only, the order of the points would turn a box that lands flat.
    sweeps = 2 if point_count > 1 else 1
    for k in range(sweeps * point_count):
        p = min(k, 2 * point_count - 1 - k)
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        r = load3(blocks, row)
        s = load(blocks, row + BLOCK.ROW_SEPARATION * LANES) + shift + dot(r, change)
        apart = s > zero
        bias = select(apart, s * inv_dt, wide_max(bias_rate * s, push_out))
        rn_a = cross(r, normal)
        rn_b = sub(rn_a, cross_centers)
        v_n = speed + dot(w_b, rn_b) - dot(w_a, rn_a)
        old = load(blocks, row + BLOCK.ROW_IMPULSE * LANES)
        v_n = select(apart, v_n, mass_scale * v_n)
        damped = select(apart, zero, impulse_scale * old)
        new = wide_max(old - (load(blocks, row + BLOCK.ROW_MASS * LANES) * (v_n + bias) + damped), zero)
        step = new - old
        store(blocks, row + BLOCK.ROW_IMPULSE * LANES, new)
        applied = applied + step
        speed = speed + masses * step
        w_a = sub_scaled(w_a, step, multiply(inertia_a, rn_a))
        w_b = add_scaled(w_b, step, multiply(inertia_b, rn_b))
        if not biased and k >= (sweeps - 1) * point_count:
            total = total + new
            lever_total = lever_total + load(blocks, row + BLOCK.ROW_LEVER * LANES) * new
            store(blocks, row + BLOCK.ROW_TOTAL * LANES, load(blocks, row + BLOCK.ROW_TOTAL * LANES) + new)
    v_a = sub_scaled(v_a, mass_a * applied, normal)
    v_b = add_scaled(v_b, mass_b * applied, normal)
    return v_a, w_a, v_b, w_b, total, lever_total


@leaf
def solve_blocks(first, last, biased, lane_a, lane_b, block_points, block_flags, inv_dt, blocks, motion):
    """One pass over blocks; `biased` is a constant where this is called, so each pass has code of its own."""
    wide_inv_dt = splat(inv_dt)
    for block in range(first, last):
        k = block * LANES
        start = block * BLOCK.ROWS * LANES
        v_a, w_a, mass_a, spare_a = gather_velocity(motion, lane_a, k)
        v_b, w_b, mass_b, spare_b = gather_velocity(motion, lane_b, k)
        ax, ay, az, _ = gather4(motion, lane_a, k, MOTION.STRIDE, MOTION.DELTA)
        bx, by, bz, _ = gather4(motion, lane_b, k, MOTION.STRIDE, MOTION.DELTA)
        q_a = gather4(motion, lane_a, k, MOTION.STRIDE, MOTION.DELTA_ROTATION)
        q_b = gather4(motion, lane_b, k, MOTION.STRIDE, MOTION.DELTA_ROTATION)
        moved = ((bx - ax, by - ay, bz - az), q_a, q_b)
        normal = load3(blocks, start + BLOCK.NORMAL * LANES)
        centers = load3(blocks, start + BLOCK.CENTERS * LANES)
        inertia_a = load6(blocks, start + BLOCK.INERTIA_A * LANES)
        inertia_b = load6(blocks, start + BLOCK.INERTIA_B * LANES)
        points = block_points[block]
        v_a, w_a, v_b, w_b, total, lever_total = solve_points(
            points, biased, blocks, start, normal, centers, (v_a, w_a, mass_a), (v_b, w_b, mass_b), moved, inertia_a,
            inertia_b, wide_inv_dt,
        )  # fmt: skip
        if not biased:
            friction = load(blocks, start + BLOCK.FRICTION * LANES)
            flags = block_flags[block]
            if flags & BLOCK.FLAG_ROLLS:
                w_a, w_b = relax_rolling(blocks, start, w_a, w_b, inertia_a, inertia_b, total)
            if points > 1:  # a single point has no lever, hence no twist
                w_a, w_b = relax_twist(blocks, start, normal, friction, w_a, w_b, inertia_a, inertia_b, lever_total)
            v_a, w_a, v_b, w_b = relax_tangents(
                blocks, start, flags, normal, centers, friction, total, (v_a, w_a, mass_a), (v_b, w_b, mass_b),
                inertia_a, inertia_b,
            )  # fmt: skip
        scatter_velocity(motion, lane_a, k, v_a, w_a, mass_a, spare_a)
        scatter_velocity(motion, lane_b, k, v_b, w_b, mass_b, spare_b)


@kernel
def solve_contacts(first, last, lane_a, lane_b, block_points, block_flags, inv_dt, blocks, motion):
    """Solve the normal rows with soft bias: pushes overlaps apart; no friction, which would react to the bias.

    Args:
        first: First block.
        last: Block after the last.
        lane_a: Body a of each lane.
        lane_b: Body b of each lane.
        block_points: Points per block.
        block_flags: Flags per block.
        inv_dt: Inverse substep [1/s].
        blocks: Solver blocks. Impulses are updated.
        motion: Body records. Velocities are updated.
    """
    solve_blocks(first, last, True, lane_a, lane_b, block_points, block_flags, inv_dt, blocks, motion)


@kernel
def relax_contacts(first, last, lane_a, lane_b, block_points, block_flags, inv_dt, blocks, motion):
    """Solve the normal rows without bias, which takes the push-out velocity away again, then friction.

    Args: as of `solve_contacts`.
    """
    solve_blocks(first, last, False, lane_a, lane_b, block_points, block_flags, inv_dt, blocks, motion)
