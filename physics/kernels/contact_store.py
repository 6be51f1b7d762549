"""Contact constraints, last stage: impulses back to the manifolds, hard hits to the events."""

import numpy as np

from physics.kernels.contact_graph import add_contact_event
from physics.kernels.jit import kernel, routine
from physics.kernels.layout import (
    BLOCK_NORMAL,
    BLOCK_POINT,
    BLOCK_ROLLING_IMPULSE,
    BLOCK_ROLLS,
    BLOCK_ROWS,
    BLOCK_TANGENT,
    BLOCK_TANGENT_IMPULSE,
    BLOCK_TWIST,
    CONTACT_BODY_A,
    CONTACT_COUNT,
    COUNT_EVENTS,
    EVENT_HIT,
    MANIFOLD_FRICTION_IMPULSE,
    MANIFOLD_POINT,
    MANIFOLD_ROLLING_IMPULSE,
    MANIFOLD_STRIDE,
    POINT_IMPULSE,
    POINT_ROWS,
    POINT_SPEED,
    POINT_STRIDE,
    POINT_TOTAL,
    ROW_IMPULSE,
    ROW_SPEED,
    ROW_TOTAL,
)
from physics.kernels.wide import LANES, any_of, gather4, load, scatter4, splat
from physics.kernels.wide_vec import add_scaled, cross, load3, scale

ZERO = np.float32(0.0)


@routine
def report_hit(contact, hit_speed, bodies, contacts, counts, events):
    """Report a contact that was approached faster than `hit_speed` and pushed back: its fastest point, all impulse."""
    manifold = contacts.manifold
    impulse = ZERO
    fastest = -1
    speed = hit_speed
    for p in range(contacts.info[contact, CONTACT_COUNT]):
        column = MANIFOLD_POINT + p * POINT_STRIDE
        impulse += manifold[contact, column + POINT_TOTAL]
        if manifold[contact, column + POINT_TOTAL] > ZERO and -manifold[contact, column + POINT_SPEED] > speed:
            speed = -manifold[contact, column + POINT_SPEED]
            fastest = column
    if fastest < 0:
        return
    e = counts[COUNT_EVENTS]
    add_contact_event(EVENT_HIT, contact, bodies, contacts, counts, events)
    if counts[COUNT_EVENTS] > e:
        body = contacts.info[contact, CONTACT_BODY_A]
        for c in range(3):
            events.value[e, c] = bodies.center[body, c] + manifold[contact, fastest + c]
        events.value[e, 6] = impulse
        events.value[e, 7] = speed


@kernel
def store_contacts(
    block_count, lane_contact, block_points, block_flags, blocks, hit_speed, bodies, contacts, counts, events
):
    """Write impulses back for the next step's warm start, and report hits.

    Args:
        block_count: Blocks in use.
        lane_contact: Contact of each lane.
        block_points: Points per block.
        block_flags: Flags per block.
        blocks: Solver blocks.
        hit_speed: Slowest approach that is reported [m/s].
        bodies: Body arrays.
        contacts: Contact arrays. Impulses are written.
        counts: Counts. Updated.
        events: Hits are reported.
    """
    manifold = contacts.manifold
    for block in range(block_count):
        k = block * LANES
        start = block * BLOCK_ROWS * LANES
        normal = load3(blocks, start + BLOCK_NORMAL * LANES)
        tangent = load3(blocks, start + BLOCK_TANGENT * LANES)
        force = scale(load(blocks, start + BLOCK_TANGENT_IMPULSE * LANES), tangent)
        second = cross(tangent, normal)
        force = add_scaled(force, load(blocks, start + (BLOCK_TANGENT_IMPULSE + 1) * LANES), second)
        twist = load(blocks, start + BLOCK_TWIST * LANES)
        column = MANIFOLD_FRICTION_IMPULSE
        scatter4(manifold, lane_contact, k, MANIFOLD_STRIDE, column, force[0], force[1], force[2], twist)
        if block_flags[block] & BLOCK_ROLLS:
            column = MANIFOLD_ROLLING_IMPULSE
            x, y, z = load3(blocks, start + BLOCK_ROLLING_IMPULSE * LANES)
            scatter4(manifold, lane_contact, k, MANIFOLD_STRIDE, column, x, y, z, splat(ZERO))
        hit = splat(ZERO) > splat(ZERO)
        for p in range(block_points[block]):
            column = MANIFOLD_POINT + p * POINT_STRIDE + POINT_IMPULSE
            row = start + (BLOCK_POINT + p * POINT_ROWS) * LANES
            _, _, _, used = gather4(manifold, lane_contact, k, MANIFOLD_STRIDE, column)
            impulse = load(blocks, row + ROW_IMPULSE * LANES)
            total = load(blocks, row + ROW_TOTAL * LANES)
            speed = load(blocks, row + ROW_SPEED * LANES)
            scatter4(manifold, lane_contact, k, MANIFOLD_STRIDE, column, impulse, total, speed, used)
            hit = hit | ((speed < splat(-hit_speed)) & (total > splat(ZERO)))
        if any_of(hit):
            for lane in range(LANES):
                if lane_contact[k + lane] > 0:
                    report_hit(lane_contact[k + lane], hit_speed, bodies, contacts, counts, events)
