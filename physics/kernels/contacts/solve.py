"""Contact constraints, the passes of a substep: warm start, solve with soft bias, relax with friction."""

import numpy as np

from physics.kernels.contacts.friction import relax_patch, relax_rolling, relax_tangents
from physics.kernels.contacts.normals import load_gap, load_softness, measure_gap, solve_points, store_gap
from physics.kernels.contacts.velocity import gather_velocity, scatter_velocity
from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.wide import (
    LANES,
    load,
    select,
    splat,
)
from physics.kernels.core.wide_vec import (
    add,
    add_scaled,
    cross,
    load3,
    load6,
    multiply,
    scale,
    sub,
    sub_scaled,
)
from physics.kernels.layout import block as BLOCK

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
# Inverse of a time in which any gap may close [1/s].
UNHINDERED = np.float32(1e9)


@leaf
def inverse_masses(blocks, start, flags, mass_a, mass_b):
    """Inverse masses of eight pairs as their contacts see them."""
    if flags & BLOCK.FLAG_SCALED:
        mass_a = mass_a * load(blocks, start + BLOCK.INV_MASS_SCALES * LANES)
        mass_b = mass_b * load(blocks, start + (BLOCK.INV_MASS_SCALES + 1) * LANES)
    return mass_a, mass_b


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
        give_a, give_b = inverse_masses(blocks, start, block_flags[block], mass_a, mass_b)
        v_a = sub_scaled(v_a, give_a, force)
        v_b = add_scaled(v_b, give_b, force)
        w_a = sub(w_a, multiply(load6(blocks, start + BLOCK.INERTIA_A * LANES), angular))
        w_b = add(w_b, multiply(load6(blocks, start + BLOCK.INERTIA_B * LANES), angular_b))
        scatter_velocity(motion, lane_a, k, v_a, w_a, mass_a, spare_a)
        scatter_velocity(motion, lane_b, k, v_b, w_b, mass_b, spare_b)


@leaf
def solve_blocks(first, last, biased, lane_a, lane_b, block_points, block_flags, inv_dt, blocks, motion):
    """One pass over blocks; `biased` is a constant where this is called, so each pass has code of its own."""
    wide_inv_dt = splat(inv_dt)
    for block in range(first, last):
        k = block * LANES
        start = block * BLOCK.ROWS * LANES
        v_a, w_a, mass_a, spare_a = gather_velocity(motion, lane_a, k)
        v_b, w_b, mass_b, spare_b = gather_velocity(motion, lane_b, k)
        normal = load3(blocks, start + BLOCK.NORMAL * LANES)
        centers = load3(blocks, start + BLOCK.CENTERS * LANES)
        if biased:  # nothing has moved since the last pass without bias
            gap = load_gap(blocks, start)
        else:
            levers = BLOCK.START_ANCHOR if block_flags[block] & BLOCK.FLAG_SPINS else BLOCK.ANCHOR
            offsets = BLOCK.START_CENTERS if block_flags[block] & BLOCK.FLAG_SPINS else BLOCK.CENTERS
            gap = measure_gap(
                blocks, start, k, lane_a, lane_b, motion, normal, load3(blocks, start + levers * LANES),
                load3(blocks, start + offsets * LANES),
            )  # fmt: skip
            store_gap(blocks, start, gap)
        inertia_a = load6(blocks, start + BLOCK.INERTIA_A * LANES)
        inertia_b = load6(blocks, start + BLOCK.INERTIA_B * LANES)
        points = block_points[block]
        flags = block_flags[block]
        closing = wide_inv_dt
        if not biased and flags & BLOCK.FLAG_BOUNCES:
            # What will hit in the next substep comes with all its speed.
            bounces = load(blocks, start + BLOCK.RESTITUTION * LANES) > splat(ZERO)
            closing = select(bounces, splat(UNHINDERED), closing)
        give_a, give_b = inverse_masses(blocks, start, flags, mass_a, mass_b)
        soft = load_softness(blocks, start, biased, flags, closing)
        v_a, w_a, v_b, w_b, total, lever_total = solve_points(
            points, biased, blocks, start, normal, centers, (v_a, w_a, give_a), (v_b, w_b, give_b), gap, inertia_a,
            inertia_b, soft,
        )  # fmt: skip
        if not biased:
            friction = load(blocks, start + BLOCK.FRICTION * LANES)
            if flags & BLOCK.FLAG_ROLLS:
                w_a, w_b = relax_rolling(blocks, start, w_a, w_b, inertia_a, inertia_b, total)
            if points > 1:  # a single point has no lever, hence no twist
                v_a, w_a, v_b, w_b = relax_patch(
                    blocks, start, flags, normal, centers, friction, total, lever_total, (v_a, w_a, give_a),
                    (v_b, w_b, give_b), inertia_a, inertia_b,
                )  # fmt: skip
            else:
                v_a, w_a, v_b, w_b = relax_tangents(
                    blocks, start, flags, normal, centers, friction, total, (v_a, w_a, give_a), (v_b, w_b, give_b),
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
