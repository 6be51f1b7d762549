"""Restitution: impacts in sequence, before contacts are solved.

What meets in a substep hits at its start, one manifold after the other (eight at a time, that have no body in common)
and round after round, until nothing that can meet approaches any more. So a blow runs through a row of balls that
touch, and the last one leaves alone. Contacts, which would stop all of them at once, find nothing left to do.
"""

import numpy as np

from physics.kernels.contacts.friction import add_friction
from physics.kernels.contacts.impact import (
    add_impulses,
    allowed_part,
    find_hits,
    finish_stop,
    gather_pose,
    prepare_slide,
    rub,
    start_rebound,
    start_stop,
    stop_twist,
)
from physics.kernels.contacts.velocity import gather_velocity, scatter_velocity
from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.wide import LANES, any_of, gather4, load, select, splat, store
from physics.kernels.core.wide_vec import (
    add,
    add_scaled,
    cross,
    dot,
    load3,
    load6,
    rotate,
    rotate_inverse,
    scale,
    sub,
    sub_scaled,
)
from physics.kernels.layout import block as BLOCK, body as BODY

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
# Most rounds of hits in a substep: a blow passes at least one contact in each. What still approaches then is stopped.
ROUNDS = 100


@kernel
def measure_fields(first, last, lane_a, lane_b, block_points, block_flags, acted, motion, blocks):
    """Find what force fields add to the speeds of approach: called before they act, and again after it.

    Args:
        first: First block.
        last: Block after the last.
        lane_a: Body a of each lane.
        lane_b: Body b of each lane.
        block_points: Points per block.
        block_flags: Flags per block.
        acted: Whether they have acted.
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
        speed = dot(normal, sub(v_b, v_a))
        for p in range(block_points[block]):
            rn_a = cross(load3(blocks, start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES), normal)
            v_n = speed + dot(w_b, sub(rn_a, cross_centers)) - dot(w_a, rn_a)
            place = start + (BLOCK.PULL + p) * LANES
            store(blocks, place, load(blocks, place) - v_n if acted else v_n)


@leaf
def clear_hits(first, last, fields, block_points, block_flags, blocks):
    """Forget the hits of the last substep, and the pull of fields where there are none."""
    zero = splat(ZERO)
    for block in range(first, last):
        if block_flags[block] & BLOCK.FLAG_BOUNCES:
            start = block * BLOCK.ROWS * LANES
            store(blocks, start + BLOCK.BOUNCED * LANES, zero)
            for p in range(0 if fields else block_points[block]):
                store(blocks, start + (BLOCK.PULL + p) * LANES, zero)


@leaf
def gather_pull(blocks, start, k, lane_a, lane_b, drive, h, normal, mass_a, mass_b):
    """What forces are about to add to the speed of approach in this substep: once, so 0 after a first hit."""
    zero = splat(ZERO)
    ax, ay, az, _ = gather4(drive, lane_a, k, BODY.DRIVE_STRIDE, BODY.DRIVE_ACCELERATION)
    bx, by, bz, _ = gather4(drive, lane_b, k, BODY.DRIVE_STRIDE, BODY.DRIVE_ACCELERATION)
    pull_a = select(mass_a > zero, dot(normal, (ax, ay, az)), zero)
    pull_b = select(mass_b > zero, dot(normal, (bx, by, bz)), zero)
    first = load(blocks, start + BLOCK.BOUNCED * LANES) == zero
    return select(first, h * (pull_a - pull_b), zero)


@leaf
def bounce_block(block, lane_a, lane_b, points, drive, h, speed_min, blocks, motion):
    """Let the manifolds of a block that hit bounce off once; returns True if there are any."""
    k = block * LANES
    start = block * BLOCK.ROWS * LANES
    v_a, w_a, mass_a, spare_a = gather_velocity(motion, lane_a, k)
    v_b, w_b, mass_b, spare_b = gather_velocity(motion, lane_b, k)
    pose = gather_pose(blocks, start, k, lane_a, lane_b, motion)
    normal, q_a, q_b = pose[0], pose[3], pose[4]
    drift = sub(v_b, v_a)
    moves = (dot(normal, drift), rotate_inverse(q_a, w_a), rotate_inverse(q_b, w_b))
    pull = gather_pull(blocks, start, k, lane_a, lane_b, drive, h, normal, mass_a, mass_b)
    found = find_hits(blocks, start, points, pose, moves, pull, h, speed_min)
    if not any_of(found):
        return False
    inertia_a = load6(blocks, start + BLOCK.INERTIA_A * LANES)
    inertia_b = load6(blocks, start + BLOCK.INERTIA_B * LANES)
    masses = mass_a + mass_b
    bodies = (masses, inertia_a, inertia_b)
    change, place_a, place_b = start_stop(blocks, start, points, found, pose, moves, bodies, pull, h)
    coefficient = select(found, load(blocks, start + BLOCK.FRICTION * LANES), splat(ZERO))
    slide = prepare_slide(blocks, start, pose, (place_a, place_b), drift, moves, bodies)
    friction, change = finish_stop(blocks, start, points, pose, moves, change, bodies, slide, coefficient)
    part, rebound = start_rebound(blocks, start, points, pose, moves, bodies, pull, h)
    total = splat(ZERO)
    for p in range(points):
        total = total + load(blocks, start + (BLOCK.IMPACT + p) * LANES)
    both = (change[0], add(change[1], rebound[1]), add(change[2], rebound[2]))
    more, both = rub(slide, bodies, friction, (splat(ZERO), splat(ZERO)), both, coefficient * part * total)
    rebound = (rebound[0], sub(both[1], change[1]), sub(both[2], change[2]))
    allowed = allowed_part(blocks, start, points, pose, moves, masses, part, slide, friction, change, more, rebound)
    total, lever_total = add_impulses(blocks, start, points, splat(ONE) + allowed * part)
    tangent = load3(blocks, start + BLOCK.TANGENT * LANES)
    rubbed = (friction[0] + allowed * more[0], friction[1] + allowed * more[1])
    add_friction(blocks, start, rubbed[0], rubbed[1])
    force = scale(total, normal)
    force = add_scaled(force, rubbed[0], tangent)
    force = add_scaled(force, rubbed[1], cross(tangent, normal))
    change = (total, add_scaled(change[1], allowed, rebound[1]), add_scaled(change[2], allowed, rebound[2]))
    if points > 1:  # a single point has no lever, hence no twist
        change = stop_twist(pose, bodies, moves, change, coefficient * lever_total)
    v_a = sub_scaled(v_a, mass_a, force)
    v_b = add_scaled(v_b, mass_b, force)
    w_a = add(w_a, rotate(q_a, change[1]))
    w_b = add(w_b, rotate(q_b, change[2]))
    scatter_velocity(motion, lane_a, k, v_a, w_a, mass_a, spare_a)
    scatter_velocity(motion, lane_b, k, v_b, w_b, mass_b, spare_b)
    return True


@kernel
def bounce_contacts(
    first, last, lane_a, lane_b, block_points, block_flags, fields, drive, h, speed_min, blocks, motion
):
    """Let all hits of a substep bounce off, one after the other.

    Args:
        first: First block.
        last: Block after the last.
        lane_a: Body a of each lane.
        lane_b: Body b of each lane.
        block_points: Points per block.
        block_flags: Flags per block.
        fields: Whether `measure_fields` was called.
        drive: Body records.
        h: Substep [s].
        speed_min: Slowest approach that bounces [m/s].
        blocks: Solver blocks. Sums of impulses are updated.
        motion: Body records, with velocities before forces and contacts act. Velocities are updated.
    """
    wide_h = splat(h)
    wide_speed = splat(speed_min)
    clear_hits(first, last, fields, block_points, block_flags, blocks)
    for _ in range(ROUNDS):
        hits = False
        for block in range(first, last):
            if block_flags[block] & BLOCK.FLAG_BOUNCES == 0:
                continue
            points = block_points[block]
            if bounce_block(block, lane_a, lane_b, points, drive, wide_h, wide_speed, blocks, motion):
                hits = True
        if not hits:
            break
