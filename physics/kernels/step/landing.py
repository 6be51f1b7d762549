"""Hard landings of what joints hold together: a light limb does not go through the ground before the rest has stopped.

Contacts and joints take turns. The contact stops a foot of 1 kg, the joints set it going again together with the 35 kg
above, and the whole has lost one part in 36 of its speed: it takes many substeps until all has stopped, and meanwhile
the foot goes into the ground. But what both change, d, has the right direction. So where a contact is still closed
fast after both had their turn, all impulses of the island are taken x times, such that its kinetic energy

    T(v0 + x d) = T(v0) + x v0 M d + x^2 / 2 d M d

is least, and both have further turns. That is what any number of turns would come to where one blow stops all of it,
and it never adds energy. Impulses that are scaled by one factor are still impulses between bodies: momentum is kept. It
was a blow: at the end of the substep the impulses are divided by all factors again, since the next one begins with
them. Until the end of the step the contacts of the island are rigid: soft ones would let go a part of such impulses.

Islands with springs are left alone: a spring stops what bears on it little by little, which is no blow.
"""

import numpy as np

from physics.kernels.contacts.normals import load_gap
from physics.kernels.contacts.solve import solve_contacts
from physics.kernels.contacts.velocity import gather_velocity
from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add, scale
from physics.kernels.core.wide import LANES, load, lowest_bit, mask_bits, splat, wide_max
from physics.kernels.core.wide_vec import (
    add as wide_add,
    cross as wide_cross,
    dot as wide_dot,
    load3 as load_wide3,
    sub as wide_sub,
)
from physics.kernels.joints.measure import store3
from physics.kernels.joints.solve import call_solve_joints
from physics.kernels.layout import block as BLOCK, joint as JOINT, motion as MOTION
from physics.kernels.step.energy import (
    BLOW,
    CLOSED,
    GAIN,
    HIT,
    SQUARE,
    changes_of,
    compare_velocities,
    energy_of,
    root_of,
    sums_of,
)

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
# A contact that is closed faster than this after joints had their turn [m/s] was not solved by one turn.
CLOSING = np.float32(1.0)
# Further turns of contacts and joints, at most.
TURNS = 8
# Instead of the product of its factors, of an island that is left alone.
SPRUNG = np.float32(-1.0)
# Least factor that is worth it, and the greatest: what bears on a limb has no more than so many times its mass.
LEAST = 1.1
MOST = 200.0


@leaf
def closed_lanes(block, points, inv_h, lane_a, lane_b, blocks, motion):
    """Bits of the lanes of a block where a contact is closed faster than its gaps allow."""
    k = block * LANES
    start = block * BLOCK.ROWS * LANES
    normal, anchor = load_wide3(blocks, start + BLOCK.NORMAL * LANES), load_wide3(blocks, start + BLOCK.ANCHOR * LANES)
    centers = load_wide3(blocks, start + BLOCK.CENTERS * LANES)
    gap, slope = load_gap(blocks, start)
    v_a, w_a, _, _ = gather_velocity(motion, lane_a, k)
    v_b, w_b, _, _ = gather_velocity(motion, lane_b, k)
    v = wide_sub(wide_sub(v_b, v_a), wide_cross(w_b, centers))
    turning = wide_sub(w_b, w_a)
    zero = splat(ZERO)
    closed = zero > zero
    for p in range(points):
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        r = load_wide3(blocks, row)
        s = load(blocks, row + BLOCK.ROW_SEPARATION * LANES) + gap + wide_dot(wide_sub(r, anchor), slope)
        speed = wide_dot(normal, wide_add(v, wide_cross(turning, r)))
        fast = speed + wide_max(s, zero) * splat(inv_h) < splat(-CLOSING)
        closed = closed | ((load(blocks, row + BLOCK.ROW_MASS * LANES) > zero) & fast)
    return mask_bits(closed)


@leaf
def is_soft(block, lane, block_flags, blocks):
    """True for a contact that a program made soft: it stops nothing at once."""
    place = (block * BLOCK.ROWS + BLOCK.RELAX_SCALE) * LANES + lane
    return block_flags[block] & BLOCK.FLAG_SOFT and blocks[place] == ZERO


@leaf
def mark_closed(first, last, inv_h, lists, blocks, bodies, integers, floats):
    """Mark the islands with joints that have contacts which are still closed; returns whether there are any."""
    lane_a, lane_b, block_points, block_flags = lists
    marked = False
    for block in range(first, last):
        bits = closed_lanes(block, block_points[block], inv_h, lane_a, lane_b, blocks, bodies.motion)
        while bits != 0:
            lane = lowest_bit(bits)
            bits &= bits - 1
            a, b = lane_a[block * LANES + lane], lane_b[block * LANES + lane]
            root = root_of(a, b, integers)
            if root and bodies.joint[a] | bodies.joint[b] and not is_soft(block, lane, block_flags, blocks):
                at = sums_of(root, bodies)
                if floats[at + BLOW] != SPRUNG:
                    floats[at + CLOSED] = ONE
                    marked = True
    return marked


@leaf
def spare_sprung(tier, bodies, joints, integers, floats):
    """Note which islands have springs."""
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        i = joints.order[place, JOINT.PLACE_JOINT]
        if joints.info[i, JOINT.SPRINGS]:
            root = root_of(joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B], integers)
            if root:
                floats[sums_of(root, bodies) + BLOW] = SPRUNG


@leaf
def scale_contact(at, points, rolls, factor, blocks):
    """Scale all impulses of a contact."""
    for p in range(points):
        blocks[at + (BLOCK.POINT + p * BLOCK.POINT_ROWS + BLOCK.ROW_IMPULSE) * LANES] *= factor
    blocks[at + BLOCK.TANGENT_IMPULSE * LANES] *= factor
    blocks[at + (BLOCK.TANGENT_IMPULSE + 1) * LANES] *= factor
    blocks[at + BLOCK.TWIST * LANES] *= factor
    if rolls:
        for c in range(3):
            blocks[at + (BLOCK.ROLLING_IMPULSE + c) * LANES] *= factor


@leaf
def stiffen_contact(at, bounces, blocks):
    """Make a contact rigid until the end of the step; it bounces no more, which would let its gap close freely."""
    if bounces:
        blocks[at + BLOCK.RESTITUTION * LANES] = ZERO
    blocks[at + BLOCK.BIAS_RATE * LANES] = ZERO
    blocks[at + BLOCK.MASS_SCALE * LANES] = ONE
    blocks[at + BLOCK.IMPULSE_SCALE * LANES] = ZERO


@leaf
def factor_of(i, column, ending, bodies, joints, integers, floats):
    """Factor of the impulses of a joint, by a column of its island, or by its inverse."""
    root = root_of(joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B], integers)
    factor = floats[sums_of(root, bodies) + column] if root else ZERO
    if factor <= ZERO:
        return ONE
    return ONE / factor if ending else factor


@leaf
def scale_lanes(first, last, rows, column, row, ending, names, array, bodies, joints, integers, floats):
    """Scale the impulses of joints that are solved eight at a time; `row` is the first of the three of a lane."""
    for k in range(first * LANES, last * LANES):
        factor = factor_of(names[k], column, ending, bodies, joints, integers, floats) if names[k] else ONE
        if factor != ONE:
            at = (k // LANES * rows + row) * LANES + k % LANES
            for c in range(3):
                array[at + c * LANES] *= factor


@leaf
def scale_joints(column, ending, tier, bodies, joints, integers, floats):
    """Scale the impulses of joints by the factors of a column, or by their inverse.

    Motors and friction keep theirs: they have limits, and what is beyond them would be taken back by the next turn, in
    a push that the energy does not allow for.
    """
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        i = joints.order[place, JOINT.PLACE_JOINT]
        factor = factor_of(i, column, ending, bodies, joints, integers, floats)
        if factor != ONE:
            for axis in range(JOINT.AXES):
                for slot in range(JOINT.SLOT_MOTOR):
                    joints.work[i, axis * JOINT.SLOTS + slot] *= factor
    first, last = joints.colored_starts[tier], joints.colored_starts[tier + 1]
    scale_lanes(
        first, last, JOINT.COLORED_ROWS, column, JOINT.COLORED_IMPULSE, ending, joints.colored_joints, joints.colored,
        bodies, joints, integers, floats,
    )  # fmt: skip
    for batch in range(joints.batch_starts[tier], joints.batch_starts[tier + 1]):
        first, last = joints.batch_list[batch, JOINT.BATCH_CELL], joints.batch_list[batch, JOINT.BATCH_SIZE]
        scale_lanes(
            first, first + last, JOINT.BATCH_ROWS, column, JOINT.BATCH_IMPULSE, ending, joints.batch_joints,
            joints.batch, bodies, joints, integers, floats,
        )  # fmt: skip


@leaf
def scale_blows(column, ending, tier, first, last, lists, bodies, joints, blocks, integers, floats):
    """Scale all impulses of islands that were hit by the factors of a column, or at the end by their inverse."""
    lane_a, lane_b, block_points, block_flags = lists
    for lane in range(first * LANES, last * LANES):
        root = root_of(lane_a[lane], lane_b[lane], integers)
        if root:
            factor = floats[sums_of(root, bodies) + column]
            if factor > ZERO:
                block = lane // LANES
                at = block * BLOCK.ROWS * LANES + lane % LANES
                if factor != ONE:
                    rolls = block_flags[block] & BLOCK.FLAG_ROLLS
                    scale_contact(at, block_points[block], rolls, ONE / factor if ending else factor, blocks)
                if not ending and not is_soft(block, lane % LANES, block_flags, blocks):
                    stiffen_contact(at, block_flags[block] & BLOCK.FLAG_BOUNCES, blocks)
    scale_joints(column, ending, tier, bodies, joints, integers, floats)


@leaf
def sum_blows(joined, bodies, integers, floats):
    """Add up what the bodies of each island that is marked gained."""
    listed = integers[len(bodies.links) :]
    for k in range(joined):
        if integers[listed[k]] == listed[k]:
            at = sums_of(listed[k], bodies)
            floats[at + GAIN], floats[at + SQUARE] = ZERO, ZERO
    for k in range(joined):
        at = sums_of(integers[listed[k]], bodies)
        if floats[at + CLOSED] > ZERO:
            gain, square, _ = energy_of(k, listed[k], bodies, floats)
            floats[at + GAIN] += gain
            floats[at + SQUARE] += square


@leaf
def find_factors(joined, bodies, integers, floats):
    """Write the factor of each island that is marked instead of its mark, 1 where it would be next to that."""
    listed = integers[len(bodies.links) :]
    for k in range(joined):
        at = sums_of(listed[k], bodies)
        if integers[listed[k]] == listed[k] and floats[at + CLOSED] > ZERO:
            square = np.float64(floats[at + SQUARE])
            factor = min(0.5 * (square - np.float64(floats[at + GAIN])) / square, MOST) if square > 0.0 else 1.0
            floats[at + CLOSED] = np.float32(factor) if factor > LEAST else ONE
            floats[at + BLOW] = max(floats[at + BLOW], ONE) * floats[at + CLOSED]


@routine
def take_blows(turn, joined, tier, first, last, inv_h, lists, bodies, joints, blocks, integers, floats):
    """Scale the impulses of islands of a tier that hit something harder than contacts and joints could stop so far.

    Args:
        turn: How often it was called in this substep.
        joined: Number of bodies that are listed.
        tier: The tier.
        first: First block of contacts.
        last: Block after the last.
        inv_h: Inverse substep [1/s].
        lists: Body a and body b of each lane, points and flags of each block.
        bodies: Body arrays. Velocities are updated.
        joints: Joint arrays. Impulses are updated.
        blocks: Solver blocks. Impulses are updated.
        integers: Scratch; holds the roots and the list of bodies.
        floats: Scratch; holds the velocities before. Factors are written.

    Returns:
        Whether there are such islands, for which contacts and joints should have another turn.
    """
    listed = integers[len(bodies.links) :]
    for k in range(joined):
        if integers[listed[k]] == listed[k]:
            at = sums_of(listed[k], bodies)
            floats[at + CLOSED] = ZERO
            if turn == 0:
                floats[at + BLOW] = ZERO
    if turn == 0:
        spare_sprung(tier, bodies, joints, integers, floats)
    if not mark_closed(first, last, inv_h, lists, blocks, bodies, integers, floats):
        return False
    sum_blows(joined, bodies, integers, floats)
    find_factors(joined, bodies, integers, floats)
    for k in range(joined):
        i = listed[k]
        factor = np.float64(floats[sums_of(integers[i], bodies) + CLOSED])
        if factor > 1.0:
            v, w, d_v, d_w = changes_of(k, i, bodies, floats)
            store3(bodies.motion, i, MOTION.VELOCITY, add(v, scale(d_v, factor)))
            store3(bodies.motion, i, MOTION.ANGULAR, add(w, scale(d_w, factor)))
    scale_blows(CLOSED, False, tier, first, last, lists, bodies, joints, blocks, integers, floats)
    return True


@leaf
def land(seen, joined, tier, first, last, inv_h, lists, bodies, joints, shared, integers, floats):
    """Let contacts and joints have more turns where something was hit; returns how many, and what is seen then."""
    if first == last or not seen & HIT:
        return 0, seen
    a, b, points, flags = lists
    turn = 0
    while turn < TURNS and take_blows(
        turn, joined, tier, first, last, inv_h, lists, bodies, joints, shared.blocks, integers, floats
    ):
        solve_contacts(first, last, a, b, points, flags, inv_h, shared.blocks, bodies.motion)
        call_solve_joints(shared.calls, (tier, JOINT.PASS_BIASED, bodies, joints))
        turn += 1
    return turn, compare_velocities(joined, bodies, integers, floats) if turn > 0 else seen


@leaf
def end_landing(turns, tier, first, last, lists, bodies, joints, shared, integers, floats):
    """Let the next substep begin without the blows of this one."""
    if turns > 0:
        scale_blows(BLOW, True, tier, first, last, lists, bodies, joints, shared.blocks, integers, floats)
