"""Restitution: contacts bounce off at once, with the speed that keeps the energy of the discrete motion.

Semi-implicit Euler (v += g h, then x += v h) under a constant acceleration g towards the surface keeps the quantity
(u + g h / 2)^2 / 2 + g s exactly, where u is the speed of approach at the start of a substep and s the gap; after the
bounce, with speed w away from the surface, the same quantity reads (w - g h / 2)^2 / 2 + g s. A point that meets the
surface within a substep therefore leaves with

    w = g h / 2 + sqrt(q^2 - 2 g s'),    q = e sqrt((u + g h / 2)^2 + 2 g s)

where s' is the gap at which the bounce is applied, at the end of the substep. That neither gains nor loses energy when
e = 1, wherever inside the substep it hits. g h is what the substep itself added to the approach.

Waiting for the end of the step would make energy: a plate that lands on one corner would be stopped there first, and so
turn faster onto the next corner, and then both would be thrown back with all the speed that they came with.
"""

import numpy as np

from physics.kernels.contacts.normals import APART
from physics.kernels.contacts.velocity import gather_velocity, scatter_velocity
from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.wide import (
    LANES,
    any_of,
    gather4,
    load,
    select,
    splat,
    store,
    wide_max,
    wide_min,
    wide_sqrt,
)
from physics.kernels.core.wide_vec import (
    add_scaled,
    cross,
    dot,
    load3,
    load6,
    multiply,
    rotate_inverse_change,
    sub,
    sub_scaled,
)
from physics.kernels.layout import block as BLOCK, motion as MOTION

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
TWO = np.float32(2.0)
FOUR = np.float32(4.0)
# Speed of leaving that needs no impulse [m/s].
LET_GO = np.float32(-1e9)
# Sweeps over the points of a manifold that bounces off.
SWEEPS = 16


@leaf
def normal_velocity(blocks, row, normal, cross_centers, v_a, w_a, v_b, w_b):
    """Relative velocity along the normal at the point of a row."""
    rn_a = cross(load3(blocks, row), normal)
    rn_b = sub(rn_a, cross_centers)
    return dot(normal, sub(v_b, v_a)) + dot(w_b, rn_b) - dot(w_a, rn_a)


@leaf
def gap_change(blocks, start, k, lane_a, lane_b, motion, normal, centers):
    """How the gaps of a block changed since the start of the step: a number for all, and a factor for each anchor."""
    ax, ay, az, _ = gather4(motion, lane_a, k, MOTION.STRIDE, MOTION.DELTA)
    bx, by, bz, _ = gather4(motion, lane_b, k, MOTION.STRIDE, MOTION.DELTA)
    change_a = rotate_inverse_change(gather4(motion, lane_a, k, MOTION.STRIDE, MOTION.DELTA_ROTATION), normal)
    change_b = rotate_inverse_change(gather4(motion, lane_b, k, MOTION.STRIDE, MOTION.DELTA_ROTATION), normal)
    shift = dot(normal, (bx - ax, by - ay, bz - az)) - dot(centers, change_b)
    shift = shift + load(blocks, start + BLOCK.RADII * LANES) * dot(normal, change_a)
    shift = shift + load(blocks, start + (BLOCK.RADII + 1) * LANES) * dot(normal, change_b)
    return shift, sub(change_b, change_a)


@leaf
def mixed(part, a, b):
    """Vector between a (part 0) and b (part 1)."""
    return add_scaled(a, part, sub(b, a))


@kernel
def measure_approach(first, last, lane_a, lane_b, block_points, block_flags, motion, blocks):
    """Remember the normal velocities before a substep.

    Args:
        first: First block.
        last: Block after the last.
        lane_a: Body a of each lane.
        lane_b: Body b of each lane.
        block_points: Points per block.
        block_flags: Flags per block.
        motion: Body records.
        blocks: Solver blocks. Updated.
    """
    for block in range(first, last):
        if block_flags[block] & BLOCK.FLAG_BOUNCES == 0:
            continue
        k = block * LANES
        start = block * BLOCK.ROWS * LANES
        v_a, w_a, _, _ = gather_velocity(motion, lane_a, k)
        v_b, w_b, _, _ = gather_velocity(motion, lane_b, k)
        normal = load3(blocks, start + BLOCK.NORMAL * LANES)
        cross_centers = cross(load3(blocks, start + BLOCK.CENTERS * LANES), normal)
        for p in range(block_points[block]):
            row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
            v_n = normal_velocity(blocks, row, normal, cross_centers, v_a, w_a, v_b, w_b)
            store(blocks, start + (BLOCK.APPROACH + p) * LANES, v_n)


@kernel
def detect_rebound(first, last, lane_a, lane_b, block_points, block_flags, h, speed_min, motion, blocks):
    """Find the points that meet the surface in this substep or the next, and the speed that they will leave with.

    Relaxing after this substep already slows what would meet the surface in the next one.

    An overlap at that moment is taken as the surface: pushing it out would lift the body and so add energy.

    Args:
        first: First block.
        last: Block after the last.
        lane_a: Body a of each lane.
        lane_b: Body b of each lane.
        block_points: Points per block.
        block_flags: Flags per block.
        h: Substep [s].
        speed_min: Slowest approach that bounces [m/s].
        motion: Body records, with the velocities of this substep before contacts act.
        blocks: Solver blocks. Updated; normal velocities are those before contacts act, from here on.
    """
    zero = splat(ZERO)
    wide_h = splat(h)
    inv_h = splat(ONE / h)
    for block in range(first, last):
        if block_flags[block] & BLOCK.FLAG_BOUNCES == 0:
            continue
        k = block * LANES
        start = block * BLOCK.ROWS * LANES
        v_a, w_a, _, _ = gather_velocity(motion, lane_a, k)
        v_b, w_b, _, _ = gather_velocity(motion, lane_b, k)
        normal = load3(blocks, start + BLOCK.NORMAL * LANES)
        centers = load3(blocks, start + BLOCK.CENTERS * LANES)
        shift, change = gap_change(blocks, start, k, lane_a, lane_b, motion, normal, centers)
        cross_centers = cross(centers, normal)
        restitution = load(blocks, start + BLOCK.RESTITUTION * LANES)
        for p in range(block_points[block]):
            row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
            approach = -load(blocks, start + (BLOCK.APPROACH + p) * LANES)
            present = -normal_velocity(blocks, row, normal, cross_centers, v_a, w_a, v_b, w_b)
            separation = load(blocks, row + BLOCK.ROW_SEPARATION * LANES)
            s = separation + shift + dot(load3(blocks, row), change)
            rebound = load(blocks, start + (BLOCK.REBOUND + p) * LANES)
            gain = present - approach
            hits = (rebound == zero) & (present > splat(speed_min)) & (restitution > zero)
            hits = hits & (s < (present + present + gain) * wide_h + splat(APART))
            middle = approach + splat(HALF) * gain
            square = middle * middle + splat(TWO) * gain * inv_h * wide_max(s, zero)
            away = restitution * wide_sqrt(wide_max(square, zero))
            store(blocks, start + (BLOCK.REBOUND + p) * LANES, select(hits, away, rebound))
            store(blocks, start + (BLOCK.APPROACH + p) * LANES, -present)
            pull = load(blocks, start + (BLOCK.PULL + p) * LANES)
            store(blocks, start + (BLOCK.PULL + p) * LANES, select(hits, gain, pull))
            store(blocks, row + BLOCK.ROW_SEPARATION * LANES, select(hits, separation - wide_min(s, zero), separation))


@leaf
def bounces_any(blocks, start, points):
    """True when a point of any lane of a block is to leave with a speed of its own."""
    found = splat(ZERO)
    for p in range(points):
        found = wide_max(found, load(blocks, start + (BLOCK.REBOUND + p) * LANES))
    return any_of(found > splat(ZERO))


@leaf
def aim_points(blocks, start, points, shift, change, inv_h):
    """Find the speed that each point of a block leaves with, 0 for those that do not bounce.

    Impulses so far are remembered in place of the pull. The velocity before, of a point that bounces, becomes that of
    equal energy at the gap where it is now. A point that is still apart, and was only slowed because another one was
    stopped and not thrown back, is let go: it gets a speed that no impulse is needed for, and may hit in its own time.
    """
    zero = splat(ZERO)
    fastest = zero
    for p in range(points):
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        rebound = load(blocks, start + (BLOCK.REBOUND + p) * LANES)
        pull = load(blocks, start + (BLOCK.PULL + p) * LANES)
        impulse = load(blocks, row + BLOCK.ROW_IMPULSE * LANES)
        s = load(blocks, row + BLOCK.ROW_SEPARATION * LANES) + shift + dot(load3(blocks, row), change)
        square = rebound * rebound - splat(TWO) * pull * inv_h * wide_max(s, zero)
        away = splat(HALF) * pull + wide_sqrt(wide_max(square, zero))
        away = select((rebound > zero) & (impulse > zero), away, zero)
        before = load(blocks, start + (BLOCK.APPROACH + p) * LANES)
        store(blocks, start + (BLOCK.APPROACH + p) * LANES, select(away > zero, wide_min(before, -away), before))
        fastest = wide_max(fastest, away)
        store(blocks, start + (BLOCK.REBOUND + p) * LANES, away)
        store(blocks, start + (BLOCK.PULL + p) * LANES, impulse)
    for p in range(points):
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        away = load(blocks, start + (BLOCK.REBOUND + p) * LANES)
        s = load(blocks, row + BLOCK.ROW_SEPARATION * LANES) + shift + dot(load3(blocks, row), change)
        free = (away == zero) & (s > zero) & (fastest > zero)
        store(blocks, start + (BLOCK.REBOUND + p) * LANES, select(free, splat(LET_GO), away))


@leaf
def allowed_part(blocks, start, points, normal, cross_centers, old, new):
    """Largest part of the rebound, 0 to 1, with which the impulses of a manifold add no energy.

    An impulse j that changes the velocity of its point from u to w does the work j (u + w) / 2. With the part t of the
    rebound both j and w are linear in t, so the work of all points is a t^2 + b t + c.

    Args:
        old: Velocities v_a, w_a, v_b, w_b before the rebound.
        new: The same after it.
    """
    zero = splat(ZERO)
    a = zero
    b = zero
    c = zero
    for p in range(points):
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        before = load(blocks, start + (BLOCK.APPROACH + p) * LANES)
        impulse = load(blocks, start + (BLOCK.PULL + p) * LANES)
        added = load(blocks, row + BLOCK.ROW_IMPULSE * LANES) - impulse
        first = normal_velocity(blocks, row, normal, cross_centers, old[0], old[1], old[2], old[3])
        change = normal_velocity(blocks, row, normal, cross_centers, new[0], new[1], new[2], new[3]) - first
        a = a + added * change
        b = b + added * (first + before) + impulse * change
        c = c + impulse * (first + before)
    root = wide_sqrt(wide_max(b * b - splat(FOUR) * a * c, zero))
    part = select(a > zero, (root - b) / (a + a), splat(ONE))
    return wide_min(wide_max(part, zero), splat(ONE))


@kernel
def apply_rebound(first, last, lane_a, lane_b, block_points, block_flags, h, blocks, motion):
    """Give every point that hit and was pushed in this substep its speed of leaving.

    The impulse is no warm start for what follows. Where several points hit at once, giving each its own speed may take
    more energy than there was (one of them was on its way out, and is stopped): then all of them get less.

    Args:
        first: First block.
        last: Block after the last.
        lane_a: Body a of each lane.
        lane_b: Body b of each lane.
        block_points: Points per block.
        block_flags: Flags per block.
        h: Substep [s].
        blocks: Solver blocks. Sums of impulses are updated.
        motion: Body records. Velocities are updated.
    """
    zero = splat(ZERO)
    inv_h = splat(ONE / h)
    for block in range(first, last):
        if block_flags[block] & BLOCK.FLAG_BOUNCES == 0:
            continue
        start = block * BLOCK.ROWS * LANES
        points = block_points[block]
        if not bounces_any(blocks, start, points):
            continue
        k = block * LANES
        v_a, w_a, mass_a, spare_a = gather_velocity(motion, lane_a, k)
        v_b, w_b, mass_b, spare_b = gather_velocity(motion, lane_b, k)
        old_velocities = (v_a, w_a, v_b, w_b)
        normal = load3(blocks, start + BLOCK.NORMAL * LANES)
        centers = load3(blocks, start + BLOCK.CENTERS * LANES)
        shift, change = gap_change(blocks, start, k, lane_a, lane_b, motion, normal, centers)
        cross_centers = cross(centers, normal)
        inertia_a = load6(blocks, start + BLOCK.INERTIA_A * LANES)
        inertia_b = load6(blocks, start + BLOCK.INERTIA_B * LANES)
        aim_points(blocks, start, points, shift, change, inv_h)
        # Forth and back until all points of a face agree, so that a box that lands flat leaves flat.
        sweeps = SWEEPS if points > 1 else 1
        for number in range(sweeps * points):
            k_point = number % (2 * points)
            p = min(k_point, 2 * points - 1 - k_point)
            row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
            away = load(blocks, start + (BLOCK.REBOUND + p) * LANES)
            rn_a = cross(load3(blocks, row), normal)
            rn_b = sub(rn_a, cross_centers)
            v_n = dot(normal, sub(v_b, v_a)) + dot(w_b, rn_b) - dot(w_a, rn_a)
            old = load(blocks, row + BLOCK.ROW_IMPULSE * LANES)
            new = wide_max(old - load(blocks, row + BLOCK.ROW_MASS * LANES) * (v_n - away), zero)
            new = select(away == zero, old, new)
            step = new - old
            store(blocks, row + BLOCK.ROW_IMPULSE * LANES, new)
            v_a = sub_scaled(v_a, mass_a * step, normal)
            v_b = add_scaled(v_b, mass_b * step, normal)
            w_a = sub_scaled(w_a, step, multiply(inertia_a, rn_a))
            w_b = add_scaled(w_b, step, multiply(inertia_b, rn_b))
        if points > 1:
            part = allowed_part(blocks, start, points, normal, cross_centers, old_velocities, (v_a, w_a, v_b, w_b))
            v_a = mixed(part, old_velocities[0], v_a)
            w_a = mixed(part, old_velocities[1], w_a)
            v_b = mixed(part, old_velocities[2], v_b)
            w_b = mixed(part, old_velocities[3], w_b)
        else:
            part = splat(ONE)
        for p in range(points):
            row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
            impulse = load(blocks, row + BLOCK.ROW_IMPULSE * LANES)
            added = part * (impulse - load(blocks, start + (BLOCK.PULL + p) * LANES))
            store(blocks, row + BLOCK.ROW_TOTAL * LANES, load(blocks, row + BLOCK.ROW_TOTAL * LANES) + added)
            bounced = load(blocks, start + (BLOCK.REBOUND + p) * LANES) > zero
            store(blocks, row + BLOCK.ROW_IMPULSE * LANES, select(bounced, zero, impulse))
            store(blocks, start + (BLOCK.REBOUND + p) * LANES, zero)
        scatter_velocity(motion, lane_a, k, v_a, w_a, mass_a, spare_a)
        scatter_velocity(motion, lane_b, k, v_b, w_b, mass_b, spare_b)
