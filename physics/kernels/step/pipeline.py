"""The stages of one step, in order."""

import numpy as np

from physics.kernels.broad_phase.update import call_update_pairs
from physics.kernels.contacts.blocks import BUCKETS, collect_blocks, count_buckets
from physics.kernels.contacts.graph import call_change_contacts
from physics.kernels.contacts.prepare import call_prepare_contacts, share_pushes
from physics.kernels.contacts.reduce import reduce_contacts
from physics.kernels.contacts.store import call_store_contacts
from physics.kernels.core.clock import SECONDS_PER_TICK, ticks
from physics.kernels.core.jit import kernel, leaf
from physics.kernels.islands.islands import call_sleep_islands, list_active, rebuild_islands
from physics.kernels.islands.tiers import assign_tiers, fill_numbers, list_tiers
from physics.kernels.joints.graph import call_unite_joined
from physics.kernels.joints.groups import call_list_joints, has_joints
from physics.kernels.joints.prepare import call_prepare_joints, call_store_joints
from physics.kernels.layout import (
    config as CONFIG,
    contact as CONTACT,
    count as COUNT,
    event as EVENT,
    stage as STAGE,
    tier as TIER,
)
from physics.kernels.narrow_phase.update import call_collide_contacts
from physics.kernels.soft.collide import call_collide_soft
from physics.kernels.soft.stages import call_begin_soft, call_finish_soft, call_rest_soft, call_unite_soft
from physics.kernels.step.finalize import call_finalize_bodies
from physics.kernels.step.kinematic import aim_bodies, call_carry_contacts
from physics.kernels.step.quarantine import call_quarantine
from physics.kernels.step.substeps import call_run_substeps

# What `step` returns.
STEP_DONE = 0
STEP_NEEDS_CONTACTS = 1  # too little room for new contacts; nothing has changed yet
STEP_NEEDS_BLOCKS = 2  # too little room for solver blocks; go on at PHASE_SOLVE
STEP_WANTS_FILTER = 3  # a program says which new pairs may touch; go on at PHASE_COLLIDE
STEP_WANTS_CONTACTS = 4  # a program says which contacts hold in this step; go on at PHASE_CHANGE
STEP_NEEDS_JOINTS = 5  # too little room for blocks of joints; go on at PHASE_SOLVE

PHASE_START = 0
PHASE_COLLIDE = 1
PHASE_CHANGE = 2
PHASE_SOLVE = 3

# Bits of `callbacks`.
CALLBACK_FILTER = 1
CALLBACK_CONTACTS = 2


@leaf
def lap(times, stage, since):
    """Record the time of a stage; returns the present time."""
    now = ticks()
    times[stage] = (now - since) * SECONDS_PER_TICK
    return now


@leaf
def keep_pending_events(counts, events):
    """Forget the events of the last step; those that came after it belong to this one."""
    seen = counts[COUNT.EVENTS_SEEN]
    pending = counts[COUNT.EVENTS] - seen
    if seen > 0:
        for e in range(pending):
            for c in range(EVENT.STRIDE):
                events.info[e, c] = events.info[seen + e, c]
            for c in range(8):
                events.value[e, c] = events.value[seen + e, c]
    counts[COUNT.EVENTS] = pending
    counts[COUNT.EVENTS_SEEN] = 0


@leaf
def collide_stage(world, now):
    """Quarantine what is not finite, then bring all contacts up to date; returns the time after it."""
    bodies, counts, config, calls = world.bodies, world.counts, world.config, world.shared.calls
    keep_pending_events(counts, world.events)
    counts[COUNT.FROZEN] = 0
    call_quarantine(calls, (world,))
    aim_bodies(bodies, counts, config[CONFIG.DT])
    now = lap(world.times, STAGE.PAIRS, now)
    listed_count = list_active(counts[COUNT.CONTACT_TOP], world.contacts.active, world.shared.listed)
    counts[COUNT.CHANGED] = call_collide_contacts(calls, (listed_count, world))
    if counts[COUNT.SOFTS] > 0:
        now = lap(world.times, STAGE.COLLIDE, now)
        counts[COUNT.CHANGED] = call_collide_soft(calls, (
            np.int64(-1), counts[COUNT.CHANGED], config[CONFIG.DT], world,
        ))  # fmt: skip
        now = lap(world.times, STAGE.SOFT, now)
    call_carry_contacts(calls, (bodies, world.shapes, world.contacts, counts, world.friction, config[CONFIG.DT]))
    return lap(world.times, STAGE.COLLIDE, now)


@leaf
def change_stage(world):
    """Apply what began and ended to contacts, islands and tiers."""
    bodies, contacts, counts, events, calls = (
        world.bodies,
        world.contacts,
        world.counts,
        world.events,
        world.shared.calls,
    )
    integers = world.workers[0].integers
    call_change_contacts(calls, (integers, counts[COUNT.CHANGED], bodies, contacts, counts, events))
    counts[COUNT.CHANGED] = 0
    if counts[COUNT.ISLANDS_STALE]:
        rebuild_islands(world.shared.listed, bodies, contacts, counts)
        counts[COUNT.ISLANDS_STALE] = 0
    if counts[COUNT.JOINT_TOP] > 1:
        call_unite_joined(calls, (bodies, contacts, world.joints, counts, events))
    if counts[COUNT.SOFTS] > 0:
        call_unite_soft(calls, (world,))
    assign_tiers(bodies, counts, world.config, integers)


@leaf
def list_stage(world):
    """List contacts, bodies and joints by tier, as the solver takes them; returns STEP_DONE or what has no room."""
    bodies, contacts, counts, s = world.bodies, world.contacts, world.counts, world.shared
    integers = world.workers[0].integers
    listed_count = list_active(counts[COUNT.CONTACT_TOP], contacts.active, s.listed)
    buckets = integers[:BUCKETS]
    spared = CONTACT.FLAG_SPARE | CONTACT.FLAG_HANDLED
    if count_buckets(listed_count, s.listed, spared, contacts.info, bodies.links, counts, buckets):
        reduce_contacts(listed_count, s.listed, bodies, contacts, integers)
        count_buckets(listed_count, s.listed, 0, contacts.info, bodies.links, counts, buckets)
    block_count = collect_blocks(
        listed_count, s.listed, contacts.info, bodies.links, counts, buckets, s.tier_blocks,
        s.lane_contact, s.lane_a, s.lane_b, s.block_points, s.block_flags,
    )  # fmt: skip
    if block_count > len(s.block_points):
        return STEP_NEEDS_BLOCKS
    list_tiers(bodies, counts, s.rows, s.starts)
    if not call_list_joints(s.calls, (bodies, world.joints, counts, integers)):
        return STEP_NEEDS_JOINTS
    fill_numbers(world.config, s.numbers)
    return STEP_DONE


@leaf
def prepare_stage(world, now):
    """Prepare the contacts and joints of every tier; returns the time after it."""
    bodies, contacts, joints, s = world.bodies, world.contacts, world.joints, world.shared
    for tier in range(TIER.COUNT):
        first, last = s.tier_blocks[tier], s.tier_blocks[tier + 1]
        deep = call_prepare_contacts(s.calls, (
            first, last, s.lane_contact, s.lane_a, s.lane_b, s.block_points, s.block_flags, bodies.motion,
            bodies.inv_inertia, contacts.manifold, contacts.cache, s.numbers[tier], s.blocks,
        ))  # fmt: skip
        if deep:
            share_pushes(
                first, last, s.lane_contact, s.lane_a, s.lane_b, s.block_flags, s.numbers[tier], bodies.motion,
                world.workers[0].floats, s.blocks,
            )  # fmt: skip
        joints.batch_starts[tier + 1] = joints.batch_starts[tier]
        if has_joints(tier, joints):
            call_prepare_joints(s.calls, (tier, world.config, bodies, joints))
    return lap(world.times, STAGE.PREPARE, now)


@leaf
def store_stage(world, now):
    """Keep the forces of contacts and joints of every tier; returns the time after it."""
    bodies, joints, counts, config, s = world.bodies, world.joints, world.counts, world.config, world.shared
    for tier in range(TIER.COUNT):
        call_store_contacts(s.calls, (
            s.tier_blocks[tier], s.tier_blocks[tier + 1], s.lane_contact, s.lane_a, s.lane_b, s.block_points,
            s.block_flags, s.blocks, s.numbers[tier], np.float32(config[CONFIG.HIT_SPEED]),
            np.float32(0.5 * config[CONFIG.SAG]), world.workers[0].floats, bodies, world.contacts, counts, world.events,
        ))  # fmt: skip
        if has_joints(tier, joints):
            call_store_joints(s.calls, (tier, config, s.numbers[tier], bodies, joints, counts, world.events))
    return lap(world.times, STAGE.STORE, now)


@leaf
def solve_stage(world, now):
    """Prepare, solve and store the contacts and joints of every tier; returns the time after it."""
    s = world.shared
    now = prepare_stage(world, now)
    if world.counts[COUNT.SOFTS] > 0:
        call_begin_soft(s.calls, (world,))
    for tier in range(TIER.COUNT):
        if s.starts[tier, 1] > 0:
            call_run_substeps(s.calls, (tier, world))
    now = lap(world.times, STAGE.SUBSTEPS, now)
    return store_stage(world, now)


@leaf
def sleep_stage(world, now):
    """Put islands that rest to sleep."""
    bodies, counts, s = world.bodies, world.counts, world.shared
    integers, n = world.workers[0].integers, len(bodies.links)
    if world.config[CONFIG.SLEEPING] > 0.0:
        call_sleep_islands(s.calls, (
            np.float32(world.config[CONFIG.SLEEP_TIME]), world.workers[0].floats, integers[:n], integers[n:], s.listed,
            bodies, world.contacts, counts, world.events,
        ))  # fmt: skip
    lap(world.times, STAGE.SLEEP, now)


@kernel
def step(phase, callbacks, world):
    """Advance the world by one step.

    Args:
        phase: PHASE_START, or where to go on after the step has returned.
        callbacks: CALLBACK_FILTER, CALLBACK_CONTACTS: where to return because a program wants a say.
        world: All arrays. Updated.

    Returns:
        STEP_DONE, or what there is too little of, or which callback it wants; the caller sees to it and calls again.
    """
    counts, calls = world.counts, world.shared.calls
    now = ticks()
    if phase == PHASE_START:
        if not call_update_pairs(calls, (world,)):
            return STEP_NEEDS_CONTACTS
        if callbacks & CALLBACK_FILTER and counts[COUNT.NEW_PAIRS] > 0:
            return STEP_WANTS_FILTER
    if phase <= PHASE_COLLIDE:
        now = collide_stage(world, now)
        if callbacks & CALLBACK_CONTACTS:
            return STEP_WANTS_CONTACTS
    if phase <= PHASE_CHANGE:
        change_stage(world)
    outcome = list_stage(world)
    if outcome != STEP_DONE:
        return outcome
    now = lap(world.times, STAGE.CONTACTS, now)
    now = solve_stage(world, now)
    if counts[COUNT.SOFTS] > 0:
        call_finish_soft(calls, (world,))
    call_finalize_bodies(calls, (world,))
    now = lap(world.times, STAGE.FINALIZE, now)
    sleep_stage(world, now)
    if counts[COUNT.SOFTS] > 0:
        call_rest_soft(calls, (world,))
    counts[COUNT.EVENTS_SEEN] = counts[COUNT.EVENTS]
    return STEP_DONE
