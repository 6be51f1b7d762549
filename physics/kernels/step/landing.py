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

from physics.kernels.contacts.solve import solve_contacts
from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add, cross, dot, scale, subtract
from physics.kernels.core.wide import LANES, any_of, gather4, splat
from physics.kernels.core.wide_vec import dot as wide_dot, load3 as load_wide3
from physics.kernels.islands.islands import island_root, movable
from physics.kernels.joints.measure import load3, store3
from physics.kernels.joints.solve import call_solve_joints
from physics.kernels.layout import block as BLOCK, body as BODY, joint as JOINT, motion as MOTION
from physics.kernels.step.energy import (
    BLOW,
    CLOSED,
    GAIN,
    KEPT,
    SQUARE,
    changes_of,
    free_of,
    sum_energies,
    sums_of,
)

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
# A body whose speed, squared, shrinks by less than this in a substep was not hit [m^2/s^2].
LOST = np.float32(2.0)
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
def any_hit(joined, bodies, integers, floats):
    """True if some listed body has lost so much speed that something may have hit it."""
    listed = integers[len(bodies.links) :]
    for k in range(0, joined, LANES):
        x, y, z, _ = gather4(bodies.motion, listed, k, MOTION.STRIDE, MOTION.VELOCITY)
        old = load_wide3(floats, KEPT * k)
        if any_of(wide_dot((x, y, z), (x, y, z)) - wide_dot(old, old) < splat(-LOST)):
            return True
    return False


@leaf
def block3(blocks, row, lane):
    """Vector of one lane."""
    at = row * LANES + lane
    return blocks[at], blocks[at + LANES], blocks[at + 2 * LANES]


@leaf
def still_closed(block, lane, points, a, b, inv_h, blocks, motion):
    """True where a contact is closed faster than its gaps allow."""
    start = block * BLOCK.ROWS
    normal, centers = block3(blocks, start + BLOCK.NORMAL, lane), block3(blocks, start + BLOCK.CENTERS, lane)
    anchor = block3(blocks, start + BLOCK.ANCHOR, lane)
    gap, slope = blocks[(start + BLOCK.GAP) * LANES + lane], block3(blocks, start + BLOCK.GAP + 1, lane)
    w_a, w_b = load3(motion, a, MOTION.ANGULAR), load3(motion, b, MOTION.ANGULAR)
    v = subtract(load3(motion, b, MOTION.VELOCITY), load3(motion, a, MOTION.VELOCITY))
    v = subtract(v, cross(w_b, centers))
    turning = subtract(w_b, w_a)
    for p in range(points):
        row = start + BLOCK.POINT + p * BLOCK.POINT_ROWS
        if blocks[(row + BLOCK.ROW_MASS) * LANES + lane] > ZERO:
            r = block3(blocks, row, lane)
            s = blocks[(row + BLOCK.ROW_SEPARATION) * LANES + lane] + gap + dot(subtract(r, anchor), slope)
            speed = dot(normal, add(v, cross(turning, r)))
            if speed + max(s, ZERO) * inv_h < -CLOSING:
                return True
    return False


@leaf
def is_soft(block, lane, block_flags, blocks):
    """True for a contact that a program made soft: it stops nothing at once."""
    place = (block * BLOCK.ROWS + BLOCK.RELAX_SCALE) * LANES + lane
    return block_flags[block] & BLOCK.FLAG_SOFT and blocks[place] == ZERO


@leaf
def mark_closed(first, last, inv_h, lists, blocks, bodies, floats):
    """Mark the islands with joints that have contacts which are still closed; returns whether there are any."""
    lane_a, lane_b, block_points, block_flags = lists
    marked = False
    for lane in range(first * LANES, last * LANES):
        a, b = lane_a[lane], lane_b[lane]
        block = lane // LANES
        if bodies.joint[a] | bodies.joint[b] and not is_soft(block, lane % LANES, block_flags, blocks):
            free, _ = free_of(a, b, bodies.links)
            if not movable(bodies.links[free, BODY.FLAGS]) or floats[sums_of(free, bodies) + BLOW] == SPRUNG:
                continue
            if still_closed(block, lane % LANES, block_points[block], a, b, inv_h, blocks, bodies.motion):
                floats[sums_of(free, bodies) + CLOSED] = ONE
                marked = True
    return marked


@leaf
def spare_sprung(tier, bodies, joints, floats):
    """Note which islands have springs."""
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        i = joints.order[place, JOINT.PLACE_JOINT]
        if joints.info[i, JOINT.SPRINGS]:
            free, _ = free_of(joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B], bodies.links)
            if movable(bodies.links[free, BODY.FLAGS]):
                floats[sums_of(free, bodies) + BLOW] = SPRUNG


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
def factor_of(i, column, bodies, joints, floats):
    """Factor of the island of a joint, 0 if it has none."""
    free, _ = free_of(joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B], bodies.links)
    return floats[sums_of(free, bodies) + column] if movable(bodies.links[free, BODY.FLAGS]) else ZERO


@leaf
def scale_lanes(first, last, rows, column, row, ending, names, array, bodies, joints, floats):
    """Scale the impulses of joints that are solved eight at a time; `row` is the first of the three of a lane."""
    for k in range(first * LANES, last * LANES):
        factor = factor_of(names[k], column, bodies, joints, floats) if names[k] else ZERO
        if factor > ZERO:
            at = (k // LANES * rows + row) * LANES + k % LANES
            for c in range(3):
                array[at + c * LANES] *= ONE / factor if ending else factor


@leaf
def scale_joints(column, ending, tier, bodies, joints, floats):
    """Scale the impulses of joints by the factors of a column, or by their inverse.

    Motors and friction keep theirs: they have limits, and what is beyond them would be taken back by the next turn, in
    a push that the energy does not allow for.
    """
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        i = joints.order[place, JOINT.PLACE_JOINT]
        factor = factor_of(i, column, bodies, joints, floats)
        if factor > ZERO:
            for axis in range(JOINT.AXES):
                for slot in range(JOINT.SLOT_MOTOR):
                    joints.work[i, axis * JOINT.SLOTS + slot] *= ONE / factor if ending else factor
    first, last = joints.colored_starts[tier], joints.colored_starts[tier + 1]
    scale_lanes(
        first, last, JOINT.COLORED_ROWS, column, JOINT.COLORED_IMPULSE, ending, joints.colored_joints, joints.colored,
        bodies, joints, floats,
    )  # fmt: skip
    for batch in range(joints.batch_starts[tier], joints.batch_starts[tier + 1]):
        first, last = joints.batch_list[batch, JOINT.BATCH_CELL], joints.batch_list[batch, JOINT.BATCH_SIZE]
        scale_lanes(
            first, first + last, JOINT.BATCH_ROWS, column, JOINT.BATCH_IMPULSE, ending, joints.batch_joints,
            joints.batch, bodies, joints, floats,
        )  # fmt: skip


@leaf
def scale_blows(column, ending, tier, first, last, lists, bodies, joints, blocks, integers, floats):
    """Scale all impulses of islands that were hit by the factors of a column, or at the end by their inverse."""
    lane_a, lane_b, block_points, block_flags = lists
    for lane in range(first * LANES, last * LANES):
        free, _ = free_of(lane_a[lane], lane_b[lane], bodies.links)
        if movable(bodies.links[free, BODY.FLAGS]) and integers[island_root(bodies.links, free)]:
            factor = floats[sums_of(free, bodies) + column]
            if factor > ZERO:
                block = lane // LANES
                at = block * BLOCK.ROWS * LANES + lane % LANES
                rolls = block_flags[block] & BLOCK.FLAG_ROLLS
                scale_contact(at, block_points[block], rolls, ONE / factor if ending else factor, blocks)
                if not ending and not is_soft(block, lane % LANES, block_flags, blocks):
                    stiffen_contact(at, block_flags[block] & BLOCK.FLAG_BOUNCES, blocks)
    scale_joints(column, ending, tier, bodies, joints, floats)


@leaf
def find_factors(joined, bodies, integers, floats):
    """Write the factor of each island that is marked instead of its mark, 1 where it would be next to that."""
    listed = integers[len(bodies.links) :]
    for k in range(joined):
        at = sums_of(listed[k], bodies)
        if island_root(bodies.links, listed[k]) == listed[k] and floats[at + CLOSED] > ZERO:
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
        integers: Scratch; holds the list of bodies.
        floats: Scratch; holds the velocities before. Factors are written.

    Returns:
        Whether there are such islands, for which contacts and joints should have another turn.
    """
    listed = integers[len(bodies.links) :]
    for k in range(joined):
        at = sums_of(listed[k], bodies)
        floats[at + CLOSED] = ZERO
        if turn == 0:
            floats[at + BLOW] = ZERO
    if turn == 0:
        spare_sprung(tier, bodies, joints, floats)
    if not mark_closed(first, last, inv_h, lists, blocks, bodies, floats):
        return False
    sum_energies(joined, bodies, integers, floats)
    find_factors(joined, bodies, integers, floats)
    for k in range(joined):
        i = listed[k]
        factor = np.float64(floats[sums_of(i, bodies) + CLOSED])
        if factor > 1.0:
            v, w, d_v, d_w = changes_of(k, i, bodies, floats)
            store3(bodies.motion, i, MOTION.VELOCITY, add(v, scale(d_v, factor)))
            store3(bodies.motion, i, MOTION.ANGULAR, add(w, scale(d_w, factor)))
    scale_blows(CLOSED, False, tier, first, last, lists, bodies, joints, blocks, integers, floats)
    return True


@leaf
def land(joined, tier, first, last, inv_h, lists, bodies, joints, shared, integers, floats):
    """Let contacts and joints have more turns where something was hit; returns how many they had."""
    if not (joined > 0 and first < last and any_hit(joined, bodies, integers, floats)):
        return 0
    a, b, points, flags = lists
    turn = 0
    while turn < TURNS and take_blows(
        turn, joined, tier, first, last, inv_h, lists, bodies, joints, shared.blocks, integers, floats
    ):
        solve_contacts(first, last, a, b, points, flags, inv_h, shared.blocks, bodies.motion)
        call_solve_joints(shared.calls, (tier, JOINT.PASS_BIASED, bodies, joints))
        turn += 1
    return turn


@leaf
def end_landing(turns, tier, first, last, lists, bodies, joints, shared, integers, floats):
    """Let the next substep begin without the blows of this one."""
    if turns > 0:
        scale_blows(BLOW, True, tier, first, last, lists, bodies, joints, shared.blocks, integers, floats)
