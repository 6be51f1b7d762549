"""Contact constraints, friction: sliding and spinning of a patch of points, sliding of a single point, rolling.

The impulses that end the slips v along both tangents and about the normal are p = p_0 - M v. Where they are beyond the
limit the contact slips, and friction is as large as it can be and does the most work against the slip:

    (p_1, p_2, p_3 / L) = limit * unit(p_0 - m D v),    D = diag(1, 1, L^2)

Where friction differs by direction, the first tangent lies along the grain and D has the squares of both coefficients.
L is the lever of the loads, so that L times the limit is the greatest torque; m, at most the inverse of any eigenvalue
of what impulses change, makes p come to rest where p and D v are opposed, whatever turns or moves more easily.
"""

import numpy as np

from physics.kernels.contacts.options import inverse_or_zero
from physics.kernels.core.jit import leaf
from physics.kernels.core.wide import LANES, load, select, splat, store, wide_abs, wide_max, wide_min, wide_sqrt
from physics.kernels.core.wide_vec import (
    add,
    add_scaled,
    cross,
    dot,
    load3,
    load6,
    multiply,
    scale,
    store3,
    sub,
    sub_scaled,
)
from physics.kernels.layout import block as BLOCK

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
TINY = np.float32(1e-20)
# Least lever of the friction about a normal [m], for a load on one of several points.
LEVER_MIN = np.float32(1e-6)
# A twist that gives way by less than this part of what it would alone is made of the tangents.
REDUNDANT = np.float32(1e-4)


@leaf
def prepare_friction(points, blocks, start, normal, tangent, anchor, reach, centers, masses, inertia_a, inertia_b):
    """Write the masses of the two tangents and the twist.

    The impulses that end all slip solve a 3 x 3 system; its inverse is that of the tangents, which a single point has
    alone, and what the twist adds. For a single point nothing is asked of what only the twist has.
    """
    second = cross(tangent, normal)
    anchor_b = sub(anchor, centers)
    a1 = cross(anchor, tangent)
    a2 = cross(anchor, second)
    b1 = cross(anchor_b, tangent)
    b2 = cross(anchor_b, second)
    ia1 = multiply(inertia_a, a1)
    ib1 = multiply(inertia_b, b1)
    k11 = masses + dot(a1, ia1) + dot(b1, ib1)
    k12 = dot(a2, ia1) + dot(b2, ib1)
    k22 = masses + dot(a2, multiply(inertia_a, a2)) + dot(b2, multiply(inertia_b, b2))
    # Scaled to about 1: products of the inverse masses of very heavy or very light bodies leave float32.
    size = inverse_or_zero(wide_max(k11, k22))
    k11, k12, k22 = k11 * size, k12 * size, k22 * size
    inverse = size * inverse_or_zero(k11 * k22 - k12 * k12)
    m11, m12, m22 = k22 * inverse, -(k12 * inverse), k11 * inverse
    row = start + BLOCK.TANGENT_MASS * LANES
    if points == 1:
        store3(blocks, row, (m11, m12, m22))
        k12 = wide_abs(k12)
        store(blocks, start + BLOCK.SLIP_MASS * LANES, size * inverse_or_zero(wide_max(k11 + k12, k22 + k12)))
        return
    n_a = multiply(inertia_a, normal)
    n_b = multiply(inertia_b, normal)
    k13 = dot(a1, n_a) + dot(b1, n_b)
    k23 = dot(a2, n_a) + dot(b2, n_b)
    k33 = dot(normal, n_a) + dot(normal, n_b)
    u1 = m11 * k13 + m12 * k23
    u2 = m12 * k13 + m22 * k23
    rest = k33 - (k13 * u1 + k23 * u2)
    # Where turning is nothing but sliding, as about a fixed point, the tangents do all of it.
    m33 = select((rest > splat(REDUNDANT) * k33) & (reach > splat(ZERO)), inverse_or_zero(rest), splat(ZERO))
    store3(blocks, row, (m11 + m33 * u1 * u1, m12 + m33 * u1 * u2, m22 + m33 * u2 * u2))
    store(blocks, start + BLOCK.CROSS_MASS * LANES, -(m33 * u1))
    store(blocks, start + (BLOCK.CROSS_MASS + 1) * LANES, -(m33 * u2))
    store(blocks, start + BLOCK.TWIST_MASS * LANES, m33)
    # No eigenvalue of the matrix, with the twist as a force at its lever, is greater than the sums of its rows.
    k13, k23, k33 = reach * wide_abs(k13), reach * wide_abs(k23), reach * reach * k33
    k12 = wide_abs(k12)
    sums = wide_max(size * (k13 + k23 + k33), wide_max(k11 + k12 + size * k13, k22 + k12 + size * k23))
    store(blocks, start + BLOCK.SLIP_MASS * LANES, size * inverse_or_zero(sums))


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
def measure_slip(blocks, start, flags, normal, centers, a, b):
    """How fast body b slides over body a where friction acts, along both tangents."""
    v_a, w_a, _ = a
    v_b, w_b, _ = b
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
    return v_1, v_2, tangent, second, anchor, anchor_b


@leaf
def limit_disc(old, new, slip, step, limit):
    """Cut the friction of a point to the disc of its greatest force; arguments as of `limit_patch`."""
    slips = new[0] * new[0] + new[1] * new[1] > limit * limit
    new_1 = select(slips, old[0] - step * slip[0], new[0])
    new_2 = select(slips, old[1] - step * slip[1], new[1])
    size = wide_sqrt(new_1 * new_1 + new_2 * new_2)
    factor = select(slips, limit / (size + splat(TINY)), splat(ONE))
    return new_1 * factor, new_2 * factor


@leaf
def add_friction(blocks, start, first, second):
    """Add impulses along both tangents to the sums of the step."""
    row = start + BLOCK.TANGENT_TOTAL * LANES
    store(blocks, row, load(blocks, row) + first)
    store(blocks, row + LANES, load(blocks, row + LANES) + second)


@leaf
def relax_tangents(blocks, start, flags, normal, centers, friction, total, a, b, inertia_a, inertia_b):
    """Friction of a single point: both tangents at once, limited to the disc of friction times load.

    What is within the disc ends the slip. At its rim friction is opposed to the slip, which is not the direction of
    the impulse that would end it.

    Args:
        a: Velocity, angular velocity and inverse mass of body a.
        b: The same of body b.

    Returns:
        Velocity and angular velocity of a, then of b.
    """
    v_a, w_a, mass_a = a
    v_b, w_b, mass_b = b
    v_1, v_2, tangent, second, anchor, anchor_b = measure_slip(blocks, start, flags, normal, centers, a, b)
    m11, m12, m22 = load3(blocks, start + BLOCK.TANGENT_MASS * LANES)
    row = start + BLOCK.TANGENT_IMPULSE * LANES
    old_1 = load(blocks, row)
    old_2 = load(blocks, row + LANES)
    new_1 = old_1 - (m11 * v_1 + m12 * v_2)
    new_2 = old_2 - (m12 * v_1 + m22 * v_2)
    step = load(blocks, start + BLOCK.SLIP_MASS * LANES)
    if flags & BLOCK.FLAG_GRAIN:
        along = load(blocks, start + BLOCK.GRAIN_SHARES * LANES)
        across = load(blocks, start + (BLOCK.GRAIN_SHARES + 1) * LANES)
        new_1, new_2 = limit_disc(
            (along * old_1, across * old_2), (along * new_1, across * new_2), (v_1 / along, v_2 / across), step,
            friction * total,
        )  # fmt: skip
        new_1, new_2 = new_1 / along, new_2 / across
    else:
        new_1, new_2 = limit_disc((old_1, old_2), (new_1, new_2), (v_1, v_2), step, friction * total)
    store(blocks, row, new_1)
    store(blocks, row + LANES, new_2)
    add_friction(blocks, start, new_1, new_2)
    force = add_scaled(scale(new_1 - old_1, tangent), new_2 - old_2, second)
    v_a = sub_scaled(v_a, mass_a, force)
    v_b = add_scaled(v_b, mass_b, force)
    w_a = sub(w_a, multiply(inertia_a, cross(anchor, force)))
    w_b = add(w_b, multiply(inertia_b, cross(anchor_b, force)))
    return v_a, w_a, v_b, w_b


@leaf
def limit_patch(old, new, slip, step, limit, lever, is_round):
    """Cut the friction of a patch to the ellipsoid of its greatest force and its greatest torque.

    At the limit, friction is the sooner a force the faster the patch slides, and the sooner a torque the faster it
    spins: opposed to the slip, with the torque as a force at its lever. A round body that rolls leaves its points
    behind before they slip, and what spins there takes no grip from what slides: each has a limit of its own.

    Args:
        old: Impulses along both tangents and about the normal.
        new: Those that would end all slip.
        slip: Speeds along both tangents and about the normal.
        step: What slips are multiplied with.
        limit: Greatest force.
        lever: Greatest torque by greatest force.
        is_round: Where a body is round.

    Returns:
        The impulses.
    """
    share = select(is_round, splat(ZERO), splat(ONE) / lever)
    spin = share * new[2]
    slips = new[0] * new[0] + new[1] * new[1] + spin * spin > limit * limit
    new_1 = select(slips, old[0] - step * slip[0], new[0])
    new_2 = select(slips, old[1] - step * slip[1], new[1])
    twist = select(slips, old[2] - step * lever * lever * slip[2], new[2])
    spin = share * twist
    size = wide_sqrt(new_1 * new_1 + new_2 * new_2 + spin * spin)
    factor = select(slips, limit / (size + splat(TINY)), splat(ONE))
    most = lever * limit
    twist = select(is_round, wide_min(wide_max(new[2], -most), most), twist * factor)
    return new_1 * factor, new_2 * factor, twist


@leaf
def relax_patch(blocks, start, flags, normal, centers, friction, total, lever_total, a, b, inertia_a, inertia_b):
    """Friction of several points as of one patch: along both tangents and about the normal at once.

    Args:
        lever_total: Sum of the loads times their distances from where friction acts.
        a: Velocity, angular velocity and inverse mass of body a.
        b: The same of body b.

    Returns:
        Velocity and angular velocity of a, then of b.
    """
    v_a, w_a, mass_a = a
    v_b, w_b, mass_b = b
    v_1, v_2, tangent, second, anchor, anchor_b = measure_slip(blocks, start, flags, normal, centers, a, b)
    v_3 = dot(normal, sub(w_b, w_a))
    m11, m12, m22 = load3(blocks, start + BLOCK.TANGENT_MASS * LANES)
    m13 = load(blocks, start + BLOCK.CROSS_MASS * LANES)
    m23 = load(blocks, start + (BLOCK.CROSS_MASS + 1) * LANES)
    row = start + BLOCK.TANGENT_IMPULSE * LANES
    old_1 = load(blocks, row)
    old_2 = load(blocks, row + LANES)
    old_3 = load(blocks, start + BLOCK.TWIST * LANES)
    new_1 = old_1 - (m11 * v_1 + m12 * v_2 + m13 * v_3)
    new_2 = old_2 - (m12 * v_1 + m22 * v_2 + m23 * v_3)
    new_3 = old_3 - (m13 * v_1 + m23 * v_2 + load(blocks, start + BLOCK.TWIST_MASS * LANES) * v_3)
    lever = wide_max(lever_total / (total + splat(TINY)), splat(LEVER_MIN))
    radii = load(blocks, start + BLOCK.RADII * LANES) + load(blocks, start + (BLOCK.RADII + 1) * LANES)
    step = load(blocks, start + BLOCK.SLIP_MASS * LANES)
    if flags & BLOCK.FLAG_GRAIN:
        along = load(blocks, start + BLOCK.GRAIN_SHARES * LANES)
        across = load(blocks, start + (BLOCK.GRAIN_SHARES + 1) * LANES)
        new_1, new_2, new_3 = limit_patch(
            (along * old_1, across * old_2, old_3), (along * new_1, across * new_2, new_3),
            (v_1 / along, v_2 / across, v_3), step, friction * total, lever, radii > splat(ZERO),
        )  # fmt: skip
        new_1, new_2 = new_1 / along, new_2 / across
    else:
        new_1, new_2, new_3 = limit_patch(
            (old_1, old_2, old_3), (new_1, new_2, new_3), (v_1, v_2, v_3), step, friction * total, lever,
            radii > splat(ZERO),
        )  # fmt: skip
    store(blocks, row, new_1)
    store(blocks, row + LANES, new_2)
    add_friction(blocks, start, new_1, new_2)
    store(blocks, start + BLOCK.TWIST * LANES, new_3)
    force = add_scaled(scale(new_1 - old_1, tangent), new_2 - old_2, second)
    twist = scale(new_3 - old_3, normal)
    v_a = sub_scaled(v_a, mass_a, force)
    v_b = add_scaled(v_b, mass_b, force)
    w_a = sub(w_a, multiply(inertia_a, add(cross(anchor, force), twist)))
    w_b = add(w_b, multiply(inertia_b, add(cross(anchor_b, force), twist)))
    return v_a, w_a, v_b, w_b
