"""Contact constraints, levers that follow a spinning body.

Levers are those of the start of the step. A top turns once around in a few steps, and its tip leads the center around
meanwhile: pushed where the tip was, it is driven, and spirals out. Where a single point of a round body touches, it is
known where it will be: at the center of the rounding, which goes with the body, less the radius along the normal.
"""

import numpy as np

from physics.kernels.contacts.friction import prepare_friction
from physics.kernels.contacts.options import inverse_or_zero
from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.wide import LANES, any_of, gather4, load, select, splat, store
from physics.kernels.core.wide_vec import (
    add,
    add_scaled,
    cross,
    dot,
    load3,
    load6,
    multiply,
    rotate,
    scale,
    store3,
    sub,
)
from physics.kernels.layout import block as BLOCK, motion as MOTION

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
# By how much a body turns within a substep to be one that spins fast [rad].
SPIN = np.float32(0.05)
# How far the rounding goes over the other body in a substep, in radii, for the point to go with it: what strikes past a
# corner with its side leaves it behind.
ROLL = np.float32(0.25)


@leaf
def mark_spins(blocks, start, flags, slide, h):
    """Write which body the point of each lane follows, and the levers of the start of the step.

    Args:
        blocks: Solver blocks. Updated.
        start: Where the block begins; it has one point.
        flags: Flags of the block.
        slide: v_b - v_a, w_a and w_b before the step.
        h: Substep [s].

    Returns:
        Whether any lane follows a body.
    """
    if flags & (BLOCK.FLAG_BOUNCES | BLOCK.FLAG_SCALED):  # these know the levers of the start only
        return False
    linear, w_a, w_b = slide
    zero = splat(ZERO)
    radius_a = load(blocks, start + BLOCK.RADII * LANES)
    radius_b = load(blocks, start + (BLOCK.RADII + 1) * LANES)
    spin_a = select(radius_a > zero, dot(w_a, w_a), zero)
    spin_b = select(radius_b > zero, dot(w_b, w_b), zero)
    limit = splat((SPIN / h) * (SPIN / h))
    if not any_of((spin_a > limit) | (spin_b > limit)):
        return False
    normal = load3(blocks, start + BLOCK.NORMAL * LANES)
    anchor = load3(blocks, start + BLOCK.ANCHOR * LANES)
    centers = load3(blocks, start + BLOCK.CENTERS * LANES)
    slip = add(linear, sub(cross(w_b, sub(anchor, centers)), cross(w_a, anchor)))
    # The center of the rounding does not move as the surface does: v + w x (r + radius n).
    speed_a = add(slip, cross(w_a, scale(radius_a, normal)))
    speed_b = add(slip, cross(w_b, scale(radius_b, normal)))
    reach_a = splat(ROLL / h) * radius_a
    reach_b = splat(ROLL / h) * radius_b
    follow_b = (spin_b > limit) & (spin_b >= spin_a) & (dot(speed_b, speed_b) < reach_b * reach_b)
    follow_a = (spin_a > limit) & (spin_a > spin_b) & (dot(speed_a, speed_a) < reach_a * reach_a)
    store(blocks, start + BLOCK.FOLLOWED * LANES, select(follow_b, splat(ONE), select(follow_a, splat(-ONE), zero)))
    store3(blocks, start + BLOCK.START_ANCHOR * LANES, anchor)
    store3(blocks, start + BLOCK.START_CENTERS * LANES, centers)
    return any_of(follow_a | follow_b)


@leaf
def select_lever(mask, a, b):
    """Vector a where the mask is true, else b."""
    return select(mask, a[0], b[0]), select(mask, a[1], b[1]), select(mask, a[2], b[2])


@kernel
def follow_spins(first, last, lane_a, lane_b, block_flags, blocks, motion):
    """Bring the levers of points that follow a spinning body, and their masses, up to where the bodies are.

    Args:
        first: First block.
        last: Block after the last.
        lane_a: Body a of each lane.
        lane_b: Body b of each lane.
        block_flags: BLOCK.FLAG_SPINS where a lane has such a point.
        blocks: Solver blocks. Updated.
        motion: Body records.
    """
    for block in range(first, last):
        if block_flags[block] & BLOCK.FLAG_SPINS == 0:
            continue
        k = block * LANES
        start = block * BLOCK.ROWS * LANES
        ax, ay, az, _ = gather4(motion, lane_a, k, MOTION.STRIDE, MOTION.DELTA)
        bx, by, bz, _ = gather4(motion, lane_b, k, MOTION.STRIDE, MOTION.DELTA)
        _, _, _, mass_a = gather4(motion, lane_a, k, MOTION.STRIDE, MOTION.VELOCITY)
        _, _, _, mass_b = gather4(motion, lane_b, k, MOTION.STRIDE, MOTION.VELOCITY)
        turn_a = gather4(motion, lane_a, k, MOTION.STRIDE, MOTION.DELTA_ROTATION)
        turn_b = gather4(motion, lane_b, k, MOTION.STRIDE, MOTION.DELTA_ROTATION)
        normal = load3(blocks, start + BLOCK.NORMAL * LANES)
        # Points lie halfway between both surfaces: half of the gap from the rounding.
        half = splat(HALF) * load(blocks, start + (BLOCK.POINT + BLOCK.ROW_SEPARATION) * LANES)
        radius_a = load(blocks, start + BLOCK.RADII * LANES) + half
        radius_b = load(blocks, start + (BLOCK.RADII + 1) * LANES) + half
        old_anchor = load3(blocks, start + BLOCK.START_ANCHOR * LANES)
        old_centers = load3(blocks, start + BLOCK.START_CENTERS * LANES)
        centers = add(old_centers, (bx - ax, by - ay, bz - az))
        on_a = add_scaled(rotate(turn_a, add_scaled(old_anchor, -radius_a, normal)), radius_a, normal)
        lever_b = add_scaled(sub(old_anchor, old_centers), radius_b, normal)
        on_b = add(centers, add_scaled(rotate(turn_b, lever_b), -radius_b, normal))
        followed = load(blocks, start + BLOCK.FOLLOWED * LANES)
        anchor = select_lever(followed > splat(HALF), on_b, select_lever(followed < splat(-HALF), on_a, old_anchor))
        centers = select_lever(followed * followed > splat(HALF), centers, old_centers)
        inertia_a = load6(blocks, start + BLOCK.INERTIA_A * LANES)
        inertia_b = load6(blocks, start + BLOCK.INERTIA_B * LANES)
        masses = mass_a + mass_b
        rn_a = cross(anchor, normal)
        rn_b = sub(rn_a, cross(centers, normal))
        give = masses + dot(rn_a, multiply(inertia_a, rn_a)) + dot(rn_b, multiply(inertia_b, rn_b))
        row = start + BLOCK.POINT * LANES
        held = load(blocks, row + BLOCK.ROW_MASS * LANES) > splat(ZERO)
        store(blocks, row + BLOCK.ROW_MASS * LANES, select(held, inverse_or_zero(give), splat(ZERO)))
        store3(blocks, row, anchor)
        store3(blocks, start + BLOCK.ANCHOR * LANES, anchor)
        store3(blocks, start + BLOCK.CENTERS * LANES, centers)
        tangent = load3(blocks, start + BLOCK.TANGENT * LANES)
        prepare_friction(1, blocks, start, normal, tangent, anchor, splat(ZERO), centers, masses, inertia_a, inertia_b)
