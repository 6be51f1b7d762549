"""Contact constraints, last stage: forces back to the manifolds, loads to the bodies, hard hits to the events."""

import numpy as np
from numba import types

from physics.kernels.contacts.graph import add_contact_event
from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import leaf, linked, routine
from physics.kernels.core.wide import LANES, any_of, gather4, load, scatter4, splat, store, wide_max
from physics.kernels.core.wide_vec import add_scaled, cross, load3, scale
from physics.kernels.layout import (
    block as BLOCK,
    body as BODY,
    contact as CONTACT,
    count as COUNT,
    event as EVENT,
    manifold as MANIFOLD,
    motion as MOTION,
    tier as TIER,
)

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
TINY = np.float32(1e-37)
# A body that has at least this part of the velocity of a belt is carried by it.
CARRIED = np.float32(0.25)


@leaf
def first_row(contact, contacts):
    """First row of the pair of a contact."""
    while contacts.info[contact, CONTACT.FLAGS] & CONTACT.FLAG_SIBLING:
        contact = contacts.info[contact, CONTACT.SIBLING]
    return contact


@routine
def report_hit(contact, hit_speed, bodies, contacts, counts, events):
    """Report a contact that was approached faster than `hit_speed` and pushed back: its fastest point, all impulse."""
    manifold = contacts.manifold
    impulse = ZERO
    fastest = -1
    speed = hit_speed
    for p in range(contacts.info[contact, CONTACT.COUNT]):
        column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
        impulse += manifold[contact, column + MANIFOLD.POINT_TOTAL]
        if (
            manifold[contact, column + MANIFOLD.POINT_TOTAL] > ZERO
            and -manifold[contact, column + MANIFOLD.POINT_SPEED] > speed
        ):
            speed = -manifold[contact, column + MANIFOLD.POINT_SPEED]
            fastest = column
    if fastest < 0:
        return
    # The rows of a pair share one event: where it was hit hardest, with all their impulse.
    first = first_row(contact, contacts)
    e = np.int64(manifold[first, MANIFOLD.HIT]) - 1
    if e < 0:
        e = counts[COUNT.EVENTS]
        add_contact_event(EVENT.HIT, contact, bodies, contacts, counts, events)
        if counts[COUNT.EVENTS] == e:
            return
        if contacts.info[contact, CONTACT.SIBLING] != 0:
            manifold[first, MANIFOLD.HIT] = np.float32(e + 1)
    events.value[e, 6] += impulse
    if speed > events.value[e, 7]:
        events.value[e, 7] = speed
        body = contacts.info[contact, CONTACT.BODY_A]
        for c in range(3):
            events.value[e, c] = bodies.center[body, c] + manifold[contact, fastest + c]
            events.value[e, 3 + c] = manifold[contact, MANIFOLD.NORMAL + c]


@leaf
def note_load(a, b, give, numbers, bodies):
    """Remember with both bodies how far a contact gives way under its load; `give` is force by effective mass."""
    immovable = bodies.motion[a, MOTION.INV_MASS] == ZERO or bodies.motion[b, MOTION.INV_MASS] == ZERO
    sag = give * (numbers[TIER.GIVE + 1] if immovable else numbers[TIER.GIVE])
    bodies.traits[a, BODY.TRAIT_SAG] = max(bodies.traits[a, BODY.TRAIT_SAG], sag)
    bodies.traits[b, BODY.TRAIT_SAG] = max(bodies.traits[b, BODY.TRAIT_SAG], sag)


@leaf
def keep_riders_awake(contact, bodies, contacts):
    """Let bodies that a belt carries not fall asleep, however slow it is; what it slips under may."""
    info, motion = contacts.info, bodies.motion
    a, b = info[contact, CONTACT.BODY_A], info[contact, CONTACT.BODY_B]
    belt = ZERO
    carried = ZERO
    for c in range(3):
        speed = contacts.cache[contact, CONTACT.CACHE_SURFACE + c]
        belt += speed * speed
        carried += speed * (motion[b, MOTION.VELOCITY + c] - motion[a, MOTION.VELOCITY + c])
    if belt > ZERO and carried > CARRIED * belt:
        bodies.traits[a, BODY.TRAIT_SLEEP_TIME] = ZERO
        bodies.traits[b, BODY.TRAIT_SLEEP_TIME] = ZERO


@linked
def store_contacts(
    first, last, lane_contact, lane_a, lane_b, block_points, block_flags, blocks, numbers, hit_speed, sag_min,
    lane_give, bodies, contacts, counts, events,
):  # fmt: skip
    """Write forces back for the next step's warm start, note loads that press shapes together, and report hits.

    Args:
        first: First block.
        last: Block after the last.
        lane_contact: Contact of each lane.
        lane_a: Body a of each lane.
        lane_b: Body b of each lane.
        block_points: Points per block.
        block_flags: Flags per block.
        blocks: Solver blocks.
        numbers: Substep and softness of the tier of the blocks.
        hit_speed: Slowest approach that is reported [m/s].
        sag_min: Least overlap under load that is noted [m].
        lane_give: Scratch, float32 [8].
        bodies: Body arrays. Loads are updated.
        contacts: Contact arrays. Forces are written.
        counts: Counts. Updated.
        events: Hits are reported.
    """
    manifold = contacts.manifold
    inv_h = splat(ONE / numbers[TIER.STEP])
    give_min = sag_min / numbers[TIER.GIVE]
    for block in range(first, last):
        k = block * LANES
        start = block * BLOCK.ROWS * LANES
        normal = load3(blocks, start + BLOCK.NORMAL * LANES)
        tangent = load3(blocks, start + BLOCK.TANGENT * LANES)
        force = scale(inv_h * load(blocks, start + BLOCK.TANGENT_IMPULSE * LANES), tangent)
        second = cross(tangent, normal)
        force = add_scaled(force, inv_h * load(blocks, start + (BLOCK.TANGENT_IMPULSE + 1) * LANES), second)
        twist = inv_h * load(blocks, start + BLOCK.TWIST * LANES)
        column = MANIFOLD.FRICTION_FORCE
        scatter4(manifold, lane_contact, k, MANIFOLD.STRIDE, column, force[0], force[1], force[2], twist)
        x, y, z = scale(load(blocks, start + BLOCK.TANGENT_TOTAL * LANES), tangent)
        x, y, z = add_scaled((x, y, z), load(blocks, start + (BLOCK.TANGENT_TOTAL + 1) * LANES), second)
        scatter4(contacts.cache, lane_contact, k, CONTACT.CACHE_STRIDE, CONTACT.CACHE_FRICTION, x, y, z, splat(ZERO))
        if block_flags[block] & BLOCK.FLAG_ROLLS:
            column = MANIFOLD.ROLLING_TORQUE
            x, y, z = scale(inv_h, load3(blocks, start + BLOCK.ROLLING_IMPULSE * LANES))
            scatter4(manifold, lane_contact, k, MANIFOLD.STRIDE, column, x, y, z, splat(ZERO))
        if block_flags[block] & BLOCK.FLAG_SLIDES:
            for lane in range(LANES):
                keep_riders_awake(lane_contact[k + lane], bodies, contacts)
        hit = splat(ZERO) > splat(ZERO)
        give = splat(ZERO)
        for p in range(block_points[block]):
            column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE + MANIFOLD.POINT_FORCE
            row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
            _, _, _, used = gather4(manifold, lane_contact, k, MANIFOLD.STRIDE, column)
            normal_force = inv_h * load(blocks, row + BLOCK.ROW_IMPULSE * LANES)
            total = load(blocks, row + BLOCK.ROW_TOTAL * LANES)
            speed = load(blocks, row + BLOCK.ROW_SPEED * LANES)
            scatter4(manifold, lane_contact, k, MANIFOLD.STRIDE, column, normal_force, total, speed, used)
            give = wide_max(give, used * normal_force / (load(blocks, row + BLOCK.ROW_MASS * LANES) + splat(TINY)))
            hit = hit | ((speed < splat(-hit_speed)) & (total > splat(ZERO)))
        if any_of(give > splat(give_min)):
            store(lane_give, 0, give)
            for lane in range(LANES):
                if lane_give[lane] > give_min:
                    note_load(lane_a[k + lane], lane_b[k + lane], lane_give[lane], numbers, bodies)
        if any_of(hit):
            for lane in range(LANES):
                if lane_contact[k + lane] > 0:
                    report_hit(lane_contact[k + lane], hit_speed, bodies, contacts, counts, events)


call_store_contacts = by_address(store_contacts, types.none)
