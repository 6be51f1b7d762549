"""Restitution: contacts bounce off after the substeps, with the speed that keeps the energy of the discrete motion.

Semi-implicit Euler (v += g h, then x += v h) under a constant acceleration g towards the surface keeps the quantity
(u + g h / 2)^2 / 2 + g s exactly, where u is the speed of approach at the start of a substep and s the gap; after the
bounce, with speed w away from the surface, the same quantity reads (w - g h / 2)^2 / 2 + g s. A point that meets the
surface within a substep therefore leaves with

    w = g h / 2 + sqrt(q^2 - 2 g s'),    q = e sqrt((u + g h / 2)^2 + 2 g s)

where s' is the gap at which the bounce is applied, after the substeps. That neither gains nor loses energy when e = 1,
wherever inside the substep it hits. g h is what the substep itself added to the approach.
"""

import numpy as np

from physics.kernels.contact_solve import gather_velocity, scatter_velocity
from physics.kernels.jit import kernel, leaf
from physics.kernels.layout import (
    BLOCK_APPROACH,
    BLOCK_BOUNCES,
    BLOCK_CENTERS,
    BLOCK_INERTIA_A,
    BLOCK_INERTIA_B,
    BLOCK_NORMAL,
    BLOCK_POINT,
    BLOCK_PULL,
    BLOCK_RADII,
    BLOCK_REBOUND,
    BLOCK_RESTITUTION,
    BLOCK_ROWS,
    MOTION_DELTA,
    MOTION_DELTA_ROTATION,
    MOTION_STRIDE,
    POINT_ROWS,
    ROW_IMPULSE,
    ROW_MASS,
    ROW_SEPARATION,
    ROW_TOTAL,
)
from physics.kernels.wide import LANES, gather4, load, select, splat, store, wide_max, wide_min, wide_sqrt
from physics.kernels.wide_vec import (
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

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
TWO = np.float32(2.0)
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
    ax, ay, az, _ = gather4(motion, lane_a, k, MOTION_STRIDE, MOTION_DELTA)
    bx, by, bz, _ = gather4(motion, lane_b, k, MOTION_STRIDE, MOTION_DELTA)
    change_a = rotate_inverse_change(gather4(motion, lane_a, k, MOTION_STRIDE, MOTION_DELTA_ROTATION), normal)
    change_b = rotate_inverse_change(gather4(motion, lane_b, k, MOTION_STRIDE, MOTION_DELTA_ROTATION), normal)
    shift = dot(normal, (bx - ax, by - ay, bz - az)) - dot(centers, change_b)
    shift = shift + load(blocks, start + BLOCK_RADII * LANES) * dot(normal, change_a)
    shift = shift + load(blocks, start + (BLOCK_RADII + 1) * LANES) * dot(normal, change_b)
    return shift, sub(change_b, change_a)


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
        if block_flags[block] & BLOCK_BOUNCES == 0:
            continue
        k = block * LANES
        start = block * BLOCK_ROWS * LANES
        v_a, w_a, _, _ = gather_velocity(motion, lane_a, k)
        v_b, w_b, _, _ = gather_velocity(motion, lane_b, k)
        normal = load3(blocks, start + BLOCK_NORMAL * LANES)
        cross_centers = cross(load3(blocks, start + BLOCK_CENTERS * LANES), normal)
        for p in range(block_points[block]):
            row = start + (BLOCK_POINT + p * POINT_ROWS) * LANES
            v_n = normal_velocity(blocks, row, normal, cross_centers, v_a, w_a, v_b, w_b)
            store(blocks, start + (BLOCK_APPROACH + p) * LANES, v_n)


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
        blocks: Solver blocks. Updated.
    """
    zero = splat(ZERO)
    wide_h = splat(h)
    inv_h = splat(np.float32(1.0) / h)
    for block in range(first, last):
        if block_flags[block] & BLOCK_BOUNCES == 0:
            continue
        k = block * LANES
        start = block * BLOCK_ROWS * LANES
        v_a, w_a, _, _ = gather_velocity(motion, lane_a, k)
        v_b, w_b, _, _ = gather_velocity(motion, lane_b, k)
        normal = load3(blocks, start + BLOCK_NORMAL * LANES)
        centers = load3(blocks, start + BLOCK_CENTERS * LANES)
        shift, change = gap_change(blocks, start, k, lane_a, lane_b, motion, normal, centers)
        cross_centers = cross(centers, normal)
        restitution = load(blocks, start + BLOCK_RESTITUTION * LANES)
        for p in range(block_points[block]):
            row = start + (BLOCK_POINT + p * POINT_ROWS) * LANES
            approach = -load(blocks, start + (BLOCK_APPROACH + p) * LANES)
            present = -normal_velocity(blocks, row, normal, cross_centers, v_a, w_a, v_b, w_b)
            separation = load(blocks, row + ROW_SEPARATION * LANES)
            s = separation + shift + dot(load3(blocks, row), change)
            rebound = load(blocks, start + (BLOCK_REBOUND + p) * LANES)
            gain = present - approach
            hits = (rebound == zero) & (present > splat(speed_min)) & (restitution > zero)
            hits = hits & (s < (present + present + gain) * wide_h)
            middle = approach + splat(HALF) * gain
            square = middle * middle + splat(TWO) * gain * inv_h * wide_max(s, zero)
            away = restitution * wide_sqrt(wide_max(square, zero))
            store(blocks, start + (BLOCK_REBOUND + p) * LANES, select(hits, away, rebound))
            pull = load(blocks, start + (BLOCK_PULL + p) * LANES)
            store(blocks, start + (BLOCK_PULL + p) * LANES, select(hits, gain, pull))
            store(blocks, row + ROW_SEPARATION * LANES, select(hits, separation - wide_min(s, zero), separation))


@kernel
def apply_rebound(first, last, lane_a, lane_b, block_points, block_flags, h, blocks, motion):
    """Give every point that hit and was pushed its speed of leaving. The impulse is no warm start for the next step.

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
    inv_h = splat(np.float32(1.0) / h)
    for block in range(first, last):
        if block_flags[block] & BLOCK_BOUNCES == 0:
            continue
        k = block * LANES
        start = block * BLOCK_ROWS * LANES
        v_a, w_a, mass_a, spare_a = gather_velocity(motion, lane_a, k)
        v_b, w_b, mass_b, spare_b = gather_velocity(motion, lane_b, k)
        normal = load3(blocks, start + BLOCK_NORMAL * LANES)
        centers = load3(blocks, start + BLOCK_CENTERS * LANES)
        shift, change = gap_change(blocks, start, k, lane_a, lane_b, motion, normal, centers)
        cross_centers = cross(centers, normal)
        inertia_a = load6(blocks, start + BLOCK_INERTIA_A * LANES)
        inertia_b = load6(blocks, start + BLOCK_INERTIA_B * LANES)
        points = block_points[block]
        for p in range(points):
            row = start + (BLOCK_POINT + p * POINT_ROWS) * LANES
            rebound = load(blocks, start + (BLOCK_REBOUND + p) * LANES)
            pull = load(blocks, start + (BLOCK_PULL + p) * LANES)
            s = load(blocks, row + ROW_SEPARATION * LANES) + shift + dot(load3(blocks, row), change)
            square = rebound * rebound - splat(TWO) * pull * inv_h * wide_max(s, zero)
            away = splat(HALF) * pull + wide_sqrt(wide_max(square, zero))
            bounces = (rebound > zero) & (load(blocks, row + ROW_TOTAL * LANES) > zero)
            store(blocks, start + (BLOCK_REBOUND + p) * LANES, select(bounces, away, zero))
            store(blocks, start + (BLOCK_APPROACH + p) * LANES, load(blocks, row + ROW_IMPULSE * LANES))
        # Forth and back until all points of a face agree, so that a box that lands flat leaves flat.
        sweeps = SWEEPS if points > 1 else 1
        for number in range(sweeps * points):
            k_point = number % (2 * points)
            p = min(k_point, 2 * points - 1 - k_point)
            row = start + (BLOCK_POINT + p * POINT_ROWS) * LANES
            away = load(blocks, start + (BLOCK_REBOUND + p) * LANES)
            rn_a = cross(load3(blocks, row), normal)
            rn_b = sub(rn_a, cross_centers)
            v_n = dot(normal, sub(v_b, v_a)) + dot(w_b, rn_b) - dot(w_a, rn_a)
            old = load(blocks, start + (BLOCK_APPROACH + p) * LANES)
            new = wide_max(old - load(blocks, row + ROW_MASS * LANES) * (v_n - away), zero)
            new = select(away > zero, new, old)
            step = new - old
            store(blocks, start + (BLOCK_APPROACH + p) * LANES, new)
            store(blocks, row + ROW_TOTAL * LANES, load(blocks, row + ROW_TOTAL * LANES) + step)
            v_a = sub_scaled(v_a, mass_a * step, normal)
            v_b = add_scaled(v_b, mass_b * step, normal)
            w_a = sub_scaled(w_a, step, multiply(inertia_a, rn_a))
            w_b = add_scaled(w_b, step, multiply(inertia_b, rn_b))
        scatter_velocity(motion, lane_a, k, v_a, w_a, mass_a, spare_a)
        scatter_velocity(motion, lane_b, k, v_b, w_b, mass_b, spare_b)
