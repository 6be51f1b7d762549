"""The stages of one step, in order."""

import math

import numpy as np

from physics.kernels.clock import SECONDS_PER_TICK, ticks
from physics.kernels.contact_blocks import BUCKETS, collect_blocks
from physics.kernels.contact_bounce import apply_rebound, detect_rebound, measure_approach
from physics.kernels.contact_graph import change_contacts, make_contact
from physics.kernels.contact_prepare import prepare_contacts
from physics.kernels.contact_solve import relax_contacts, solve_contacts, warm_start_contacts
from physics.kernels.contact_store import store_contacts
from physics.kernels.finalize import finalize_bodies, quarantine
from physics.kernels.integrate import (
    apply_locks,
    finish_gyroscopic,
    integrate_positions,
    integrate_velocities,
    prepare_drive,
)
from physics.kernels.islands import list_active, rebuild_islands, sleep_islands
from physics.kernels.jit import kernel, leaf
from physics.kernels.layout import (
    BLOCK_BOUNCES,
    CONFIG_BOUNCE_SPEED,
    CONFIG_DAMPING_RATIO,
    CONFIG_DT,
    CONFIG_GRAVITY,
    CONFIG_HERTZ,
    CONFIG_HIT_SPEED,
    CONFIG_MARGIN,
    CONFIG_MARGIN_RATIO,
    CONFIG_PUSH_SPEED,
    CONFIG_RATE_LIMIT,
    CONFIG_RECYCLE,
    CONFIG_SLEEP_SPEED,
    CONFIG_SLEEP_TIME,
    CONFIG_SLEEPING,
    CONFIG_SPECULATIVE,
    CONFIG_SPEED_MAX,
    CONFIG_STATIC_HERTZ,
    CONFIG_SUBSTEPS,
    CONFIG_TURN_MAX,
    CONFIG_WARM,
    COUNT_AWAKE,
    COUNT_CONTACT_TOP,
    COUNT_CONTACTS,
    COUNT_EVENTS,
    COUNT_EVENTS_SEEN,
    COUNT_FROZEN,
    COUNT_ISLANDS_STALE,
    COUNT_MOVED,
    COUNT_NEW_PAIRS,
    COUNT_PLANES,
    EVENT_STRIDE,
    SHAPE_MOVED,
)
from physics.kernels.narrow_phase import collide_contacts
from physics.kernels.pairs import find_pairs
from physics.kernels.tree_rebuild import tree_rebuild

# What `step` returns.
STEP_DONE = 0
STEP_NEEDS_CONTACTS = 1  # too little room for new contacts; nothing has changed yet
STEP_NEEDS_BLOCKS = 2  # too little room for solver blocks; go on at PHASE_SOLVE

PHASE_START = 0
PHASE_SOLVE = 1


@leaf
def lap(times, stage, since):
    """Record the time of a stage; returns the present time."""
    now = ticks()
    times[stage] = (now - since) * SECONDS_PER_TICK
    return now


@leaf
def soften(hertz, damping_ratio, h, numbers, k):
    """Bias rate, mass scale and impulse scale of a spring-damper with implicit integration over a substep h."""
    omega = 2.0 * math.pi * hertz
    a1 = 2.0 * damping_ratio + h * omega
    a2 = h * omega * a1
    numbers[k] = np.float32(omega / a1)
    numbers[k + 1] = np.float32(a2 / (1.0 + a2))
    numbers[k + 2] = np.float32(1.0 / (1.0 + a2))


@leaf
def fill_numbers(config, h, numbers):
    """Softness of contacts and gravity, in the form that the kernels read."""
    hertz = min(config[CONFIG_HERTZ], config[CONFIG_RATE_LIMIT] / h)
    damping_ratio = config[CONFIG_DAMPING_RATIO]
    soften(hertz, damping_ratio, h, numbers, 0)
    soften(config[CONFIG_STATIC_HERTZ] * hertz, damping_ratio, h, numbers, 3)
    numbers[6] = np.float32(1.0 / config[CONFIG_SPECULATIVE])
    numbers[7] = np.float32(config[CONFIG_WARM])
    for c in range(3):
        numbers[8 + c] = np.float32(config[CONFIG_GRAVITY + c])


@leaf
def keep_pending_events(counts, events):
    """Forget the events of the last step; those that came after it belong to this one."""
    seen = counts[COUNT_EVENTS_SEEN]
    pending = counts[COUNT_EVENTS] - seen
    if seen > 0:
        for e in range(pending):
            for c in range(EVENT_STRIDE):
                events.info[e, c] = events.info[seen + e, c]
            for c in range(8):
                events.value[e, c] = events.value[seen + e, c]
    counts[COUNT_EVENTS] = pending
    counts[COUNT_EVENTS_SEEN] = 0


@kernel
def update_pairs(bodies, shapes, contacts, static_tree, moving_tree, counts, scratch):
    """Rebuild what moved in the trees and find new pairs; changes nothing that matters before there is room.

    Args: as of `step`.

    Returns:
        STEP_DONE or STEP_NEEDS_CONTACTS.
    """
    if counts[COUNT_MOVED] > 0:
        tree_rebuild(static_tree.head, static_tree.link, static_tree.box, scratch.integers, scratch.floats)
        tree_rebuild(moving_tree.head, moving_tree.link, moving_tree.box, scratch.integers, scratch.floats)
    count = 0
    if counts[COUNT_MOVED] > 0:
        count = find_pairs(
            shapes.moved, counts[COUNT_MOVED], shapes.info, shapes.filter, bodies.links,
            static_tree.head, static_tree.link, static_tree.box, moving_tree.head, moving_tree.link, moving_tree.box,
            shapes.planes, counts[COUNT_PLANES], shapes.plane_data, contacts.keys, scratch.integers, scratch.floats,
            scratch.new_pairs,
        )  # fmt: skip
    counts[COUNT_NEW_PAIRS] = count
    if count > len(scratch.new_pairs) or counts[COUNT_CONTACTS] + count + 1 > len(contacts.info):
        return STEP_NEEDS_CONTACTS
    for k in range(counts[COUNT_MOVED]):
        shapes.info[shapes.moved[k], SHAPE_MOVED] = 0
    counts[COUNT_MOVED] = 0
    for k in range(count):
        make_contact(scratch.new_pairs[k], bodies, shapes, contacts, counts)
    return STEP_DONE


@kernel
def run_substeps(bodies, counts, config, block_count, scratch):
    """Integrate and solve, substep by substep.

    Args: as of `step`; block_count is the number of solver blocks.
    """
    s = scratch
    substeps = int(config[CONFIG_SUBSTEPS])
    h = np.float32(config[CONFIG_DT] / substeps)
    inv_h = np.float32(substeps / config[CONFIG_DT])
    push_speed = np.float32(config[CONFIG_PUSH_SPEED])
    speed_max = np.float32(config[CONFIG_SPEED_MAX])
    spin_max = np.float32(0.5 * math.pi) * inv_h
    touching_spin = np.float32(config[CONFIG_TURN_MAX] / config[CONFIG_DT])
    bounce_speed = np.float32(config[CONFIG_BOUNCE_SPEED])
    awake_count = counts[COUNT_AWAKE]
    motion = bodies.motion
    locked = prepare_drive(
        awake_count, bodies.awake, bodies.links, motion, bodies.mass, bodies.traits, bodies.inv_inertia,
        bodies.rotation, bodies.color, bodies.axis, s.numbers[8:11], h, touching_spin, bodies.force, bodies.drive,
    )  # fmt: skip
    bounces = 0
    for block in range(block_count):
        bounces |= s.block_flags[block] & BLOCK_BOUNCES
    a, b, points, flags = s.lane_a, s.lane_b, s.block_points, s.block_flags
    for number in range(substeps):
        if bounces:
            measure_approach(block_count, a, b, points, flags, motion, s.blocks)
        integrate_velocities(
            awake_count, bodies.awake, bodies.drive, bodies.inv_inertia, bodies.turned, number > 0, h, speed_max,
            spin_max, motion,
        )  # fmt: skip
        if bounces:
            detect_rebound(block_count, a, b, points, flags, h, bounce_speed, motion, s.blocks)
        warm_start_contacts(0, block_count, a, b, points, flags, s.blocks, motion)
        solve_contacts(0, block_count, a, b, points, flags, inv_h, push_speed, s.blocks, motion)
        if locked:
            apply_locks(awake_count, bodies.awake, bodies.links, motion)
        integrate_positions(awake_count, bodies.awake, h, bodies.turned, motion)
        relax_contacts(0, block_count, a, b, points, flags, inv_h, push_speed, s.blocks, motion)
        if locked:
            apply_locks(awake_count, bodies.awake, bodies.links, motion)
    finish_gyroscopic(awake_count, bodies.awake, bodies.drive, bodies.inv_inertia, bodies.turned, h, motion)
    if bounces:
        apply_rebound(block_count, a, b, points, flags, h, s.blocks, motion)
        if locked:
            apply_locks(awake_count, bodies.awake, bodies.links, motion)


@kernel
def step(
    phase, bodies, shapes, contacts, static_tree, moving_tree, friction_table, counts, config, events, scratch, times
):
    """Advance the world by one step.

    Args:
        phase: PHASE_START, or PHASE_SOLVE to go on after STEP_NEEDS_BLOCKS.
        bodies: Body arrays. Updated.
        shapes: Shape arrays. Updated.
        contacts: Contact arrays. Updated.
        static_tree: Bounds of static shapes.
        moving_tree: Bounds of the other shapes. Updated.
        friction_table: Friction of pairs of materials, float32 [M, M].
        counts: Counts. Updated.
        config: Parameters of the step.
        events: What happened. Written.
        scratch: Working memory.
        times: Seconds per stage, in the order of STAGES. Written.

    Returns:
        STEP_DONE, or what there is too little of; the caller makes room and calls again.
    """
    s = scratch
    h = config[CONFIG_DT] / config[CONFIG_SUBSTEPS]
    now = ticks()
    if phase == PHASE_START:
        if update_pairs(bodies, shapes, contacts, static_tree, moving_tree, counts, scratch) != STEP_DONE:
            return STEP_NEEDS_CONTACTS
        keep_pending_events(counts, events)
        counts[COUNT_FROZEN] = 0
        quarantine(bodies, shapes, contacts, counts, events, s.integers)
        now = lap(times, 0, now)
        changed = s.integers
        listed_count = list_active(counts[COUNT_CONTACT_TOP], contacts.active, s.listed)
        changed_count = collide_contacts(
            listed_count, s.listed, bodies, shapes, contacts, counts, static_tree.box, moving_tree.box, friction_table,
            np.float32(config[CONFIG_SPECULATIVE]), np.float32(config[CONFIG_RECYCLE]), np.float32(config[CONFIG_DT]),
            s.point, s.feature, s.floats, changed,
        )  # fmt: skip
        now = lap(times, 1, now)
        change_contacts(changed, changed_count, bodies, contacts, counts, events)
        if counts[COUNT_ISLANDS_STALE]:
            rebuild_islands(s.listed, bodies, contacts, counts)
            counts[COUNT_ISLANDS_STALE] = 0
    listed_count = list_active(counts[COUNT_CONTACT_TOP], contacts.active, s.listed)
    block_count = collect_blocks(
        listed_count, s.listed, contacts.info, counts, s.integers[:BUCKETS], s.lane_contact, s.lane_a, s.lane_b,
        s.block_points, s.block_flags,
    )  # fmt: skip
    if block_count > len(s.block_points):
        return STEP_NEEDS_BLOCKS
    now = lap(times, 2, now)
    fill_numbers(config, h, s.numbers)
    prepare_contacts(
        block_count, s.lane_contact, s.lane_a, s.lane_b, s.block_points, s.block_flags, bodies.motion,
        bodies.inv_inertia, contacts.manifold, contacts.cache, s.numbers, s.blocks,
    )  # fmt: skip
    now = lap(times, 3, now)
    run_substeps(bodies, counts, config, block_count, scratch)
    now = lap(times, 4, now)
    store_contacts(
        block_count, s.lane_contact, s.block_points, s.block_flags, s.blocks, np.float32(config[CONFIG_HIT_SPEED]),
        bodies, contacts, counts, events,
    )  # fmt: skip
    now = lap(times, 5, now)
    finalize_bodies(
        bodies, shapes, contacts, static_tree, moving_tree, counts, events, np.float32(1.0 / config[CONFIG_DT]),
        np.float32(config[CONFIG_SLEEP_SPEED]), np.float32(0.5 * config[CONFIG_SPECULATIVE]),
        np.float32(config[CONFIG_MARGIN]), np.float32(config[CONFIG_MARGIN_RATIO]), s.integers,
    )  # fmt: skip
    now = lap(times, 6, now)
    if config[CONFIG_SLEEPING] > 0.0:
        n = len(bodies.links)
        sleep_islands(
            np.float32(config[CONFIG_SLEEP_TIME]), s.floats, s.integers[:n], s.integers[n:], s.listed, bodies, contacts,
            counts, events,
        )  # fmt: skip
    lap(times, 7, now)
    counts[COUNT_EVENTS_SEEN] = counts[COUNT_EVENTS]
    return STEP_DONE
