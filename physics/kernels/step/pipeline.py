"""The stages of one step, in order."""

import math

import numpy as np
from numba import types

from physics.kernels.broad_phase.pairs import find_pairs
from physics.kernels.broad_phase.tree_rebuild import tree_rebuild
from physics.kernels.contacts.blocks import BUCKETS, collect_blocks
from physics.kernels.contacts.bounce import apply_rebound, detect_rebound, measure_approach
from physics.kernels.contacts.graph import call_change_contacts
from physics.kernels.contacts.prepare import call_prepare_contacts, share_pushes
from physics.kernels.contacts.rows import make_contact, row_count
from physics.kernels.contacts.solve import relax_contacts, solve_contacts, warm_start_contacts
from physics.kernels.contacts.store import call_store_contacts
from physics.kernels.core.calls import by_address
from physics.kernels.core.clock import SECONDS_PER_TICK, ticks
from physics.kernels.core.jit import kernel, leaf, linked
from physics.kernels.islands.islands import call_sleep_islands, list_active, movable, rebuild_islands
from physics.kernels.islands.levels import assign_levels, fill_numbers, list_levels
from physics.kernels.joints.graph import call_unite_joined, drop_joined
from physics.kernels.joints.groups import has_joints, list_joints
from physics.kernels.joints.prepare import call_prepare_joints, call_store_joints
from physics.kernels.joints.solve import call_solve_joints
from physics.kernels.joints.start import call_warm_start_joints
from physics.kernels.layout import (
    block as BLOCK,
    body as BODY,
    config as CONFIG,
    count as COUNT,
    event as EVENT,
    joint as JOINT,
    motion as MOTION,
    shape as SHAPE,
    tier as TIER,
)
from physics.kernels.narrow_phase.update import call_collide_contacts
from physics.kernels.step.finalize import call_finalize_bodies, call_quarantine
from physics.kernels.step.force_fields import apply_fields
from physics.kernels.step.integrate import (
    apply_locks,
    finish_gyroscopic,
    integrate_positions,
    integrate_velocities,
    prepare_drive,
)
from physics.kernels.step.kinematic import aim_bodies, carry_contacts
from physics.kernels.step.rigid import turn_joined

# What `step` returns.
STEP_DONE = 0
STEP_NEEDS_CONTACTS = 1  # too little room for new contacts; nothing has changed yet
STEP_NEEDS_BLOCKS = 2  # too little room for solver blocks; go on at PHASE_SOLVE
STEP_ASKS_FILTER = 3  # a program says which new pairs may touch; go on at PHASE_COLLIDE
STEP_ASKS_CONTACTS = 4  # a program says which contacts hold in this step; go on at PHASE_CHANGE
STEP_NEEDS_JOINTS = 5  # too little room for blocks of joints; go on at PHASE_SOLVE

PHASE_START = 0
PHASE_COLLIDE = 1
PHASE_CHANGE = 2
PHASE_SOLVE = 3

# Bits of `asked`.
ASK_FILTER = 1
ASK_CONTACTS = 2


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


@linked
def update_pairs(bodies, shapes, contacts, static_tree, moving_tree, counts, scratch):
    """Rebuild what moved in the trees and find new pairs; changes nothing that matters before there is room.

    Args: as of `step`.

    Returns:
        STEP_DONE or STEP_NEEDS_CONTACTS.
    """
    if counts[COUNT.MOVED] > 0:
        tree_rebuild(static_tree.head, static_tree.link, static_tree.box, scratch.integers, scratch.floats)
        tree_rebuild(moving_tree.head, moving_tree.link, moving_tree.box, scratch.integers, scratch.floats)
    count = 0
    if counts[COUNT.MOVED] > 0:
        count = find_pairs(
            shapes.moved, counts[COUNT.MOVED], shapes.info, shapes.filter, bodies.links,
            static_tree.head, static_tree.link, static_tree.box, moving_tree.head, moving_tree.link, moving_tree.box,
            shapes.planes, counts[COUNT.PLANES], shapes.plane_data, contacts.keys, scratch.integers, scratch.floats,
            scratch.new_pairs,
        )  # fmt: skip
    if count <= len(scratch.new_pairs):
        count = drop_joined(count, scratch.new_pairs, bodies, shapes, contacts.joints)
    rows = count
    for k in range(min(count, len(scratch.new_pairs))):
        rows += row_count(scratch.new_pairs[k], shapes) - 1
    counts[COUNT.NEW_PAIRS] = rows
    if count > len(scratch.new_pairs) or counts[COUNT.CONTACTS] + rows + 1 > len(contacts.info):
        return STEP_NEEDS_CONTACTS
    for k in range(counts[COUNT.MOVED]):
        shapes.info[shapes.moved[k], SHAPE.MOVED] = 0
    counts[COUNT.MOVED] = 0
    for k in range(count):
        make_contact(scratch.new_pairs[k], bodies, shapes, contacts, counts)
    return STEP_DONE


@leaf
def restart_unmoved(count, rows, links, motion):
    """Let bodies that contacts cannot move start the step anew: every level moves them along."""
    for k in range(count):
        i = rows[k]
        if not movable(links[i, BODY.FLAGS]):
            for c in range(3):
                motion[i, MOTION.DELTA + c] = np.float32(0.0)
                motion[i, MOTION.DELTA_ROTATION + c] = np.float32(0.0)
            motion[i, MOTION.DELTA_ROTATION + 3] = np.float32(1.0)


@linked
def run_substeps(level, bodies, shapes, joints, fields, config, scratch):
    """Integrate and solve the islands of one level, substep by substep.

    Args: as of `step`; level is the level.
    """
    s = scratch
    count = s.starts[level, 1]
    rows = s.rows[s.starts[level, 0] :]
    first, last = s.level_blocks[level], s.level_blocks[level + 1]
    substeps = int(config[CONFIG.SUBSTEPS]) << level
    h = s.numbers[level, TIER.STEP]
    inv_h = np.float32(substeps / config[CONFIG.DT])
    speed_max = np.float32(config[CONFIG.SPEED_MAX])
    spin_max = np.float32(0.5 * math.pi) * inv_h
    bounce_speed = np.float32(config[CONFIG.BOUNCE_SPEED])
    motion = bodies.motion
    restart_unmoved(count, rows, bodies.links, motion)
    locked = prepare_drive(
        count, rows, bodies.links, motion, bodies.mass, bodies.traits, bodies.inv_inertia, bodies.rotation,
        s.numbers[level, TIER.GRAVITY : TIER.GRAVITY + 3], h, bodies.force, bodies.drive,
    )  # fmt: skip
    bounces = 0
    for block in range(first, last):
        bounces |= s.block_flags[block] & BLOCK.FLAG_BOUNCES
    a, b, points, flags = s.lane_a, s.lane_b, s.block_points, s.block_flags
    tied = has_joints(level, joints)
    lone = joints.lone[level] and first == last
    joints.lone[level] = lone
    for number in range(substeps):
        if bounces:
            measure_approach(first, last, a, b, points, flags, motion, s.blocks)
        if len(fields) > 0:
            apply_fields(count, rows, fields, np.float64(h), bodies, shapes)
        integrate_velocities(count, rows, bodies.drive, bodies.turned, number > 0, h, speed_max, spin_max, motion)
        if bounces:
            detect_rebound(first, last, a, b, points, flags, h, bounce_speed, motion, s.blocks)
        if tied:
            call_warm_start_joints(s.calls, (level, bodies, joints))
        warm_start_contacts(first, last, a, b, points, flags, s.blocks, motion)
        # What changed since the last step may have left the forces of joints out of balance: contacts must not see it.
        if tied and number == 0 and first < last:
            call_solve_joints(s.calls, (level, JOINT.PASS_BALANCE, bodies, joints))
        elif tied and not lone and joints.soft[level, JOINT.SOFT_TENSE] > 0.0:
            call_solve_joints(s.calls, (level, JOINT.PASS_SETTLE, bodies, joints))
        solve_contacts(first, last, a, b, points, flags, inv_h, s.blocks, motion)
        # Joints after contacts: bodies that are jammed between both overlap a little, instead of being torn apart.
        if tied:
            call_solve_joints(s.calls, (level, JOINT.PASS_BIASED, bodies, joints))
        if locked:
            apply_locks(count, rows, bodies.links, motion)
        integrate_positions(count, rows, h, bodies.turned, motion)
        if tied:
            turn_joined(count, rows, bodies)
            # Where nothing disturbs groups, what one pass relaxes the next would solve just as well.
            which = JOINT.PASS_MEASURE if lone and number + 1 < substeps else JOINT.PASS_RELAX
            joints.soft[level, JOINT.SOFT_NUMBER] = np.float32((number + 1) % substeps)
            call_solve_joints(s.calls, (level, which, bodies, joints))
        relax_contacts(first, last, a, b, points, flags, inv_h, s.blocks, motion)
        if bounces:
            apply_rebound(first, last, a, b, points, flags, h, s.blocks, motion)
        if locked:
            apply_locks(count, rows, bodies.links, motion)
    finish_gyroscopic(count, rows, bodies.drive, bodies.turned, h, motion)


call_update_pairs = by_address(update_pairs, types.int64)
call_run_substeps = by_address(run_substeps, types.none)


@leaf
def solve_levels(bodies, shapes, contacts, fields, counts, config, events, scratch, times, now):
    """Prepare, solve and store the contacts and joints of every level; returns the time after it."""
    s = scratch
    for level in range(TIER.COUNT):
        deep = call_prepare_contacts(s.calls, (
            s.level_blocks[level], s.level_blocks[level + 1], s.lane_contact, s.lane_a, s.lane_b, s.block_points,
            s.block_flags, bodies.motion, bodies.inv_inertia, contacts.manifold, contacts.cache, s.numbers[level],
            s.blocks,
        ))  # fmt: skip
        if deep:
            first, last = s.level_blocks[level], s.level_blocks[level + 1]
            share_pushes(
                first, last, s.lane_contact, s.lane_a, s.lane_b, s.block_flags, s.numbers[level], bodies.motion,
                s.floats, s.blocks,
            )  # fmt: skip
        contacts.joints.crew_starts[level + 1] = contacts.joints.crew_starts[level]
        if has_joints(level, contacts.joints):
            call_prepare_joints(s.calls, (level, config, bodies, contacts.joints))
    now = lap(times, 3, now)
    for level in range(TIER.COUNT):
        if s.starts[level, 1] > 0:
            call_run_substeps(s.calls, (level, bodies, shapes, contacts.joints, fields, config, scratch))
    now = lap(times, 4, now)
    for level in range(TIER.COUNT):
        call_store_contacts(s.calls, (
            s.level_blocks[level], s.level_blocks[level + 1], s.lane_contact, s.lane_a, s.lane_b, s.block_points,
            s.block_flags, s.blocks, s.numbers[level], np.float32(config[CONFIG.HIT_SPEED]),
            np.float32(0.5 * config[CONFIG.SAG]), s.floats, bodies, contacts, counts, events,
        ))  # fmt: skip
        if has_joints(level, contacts.joints):
            call_store_joints(s.calls, (level, config, s.numbers[level], bodies, contacts.joints, counts, events))
    return lap(times, 5, now)


@leaf
def collide_stage(
    bodies, shapes, contacts, static_tree, moving_tree, friction_table, counts, config, events, scratch, times, now
):
    """Quarantine what is not finite, then bring all contacts up to date; returns the time after it."""
    s = scratch
    keep_pending_events(counts, events)
    counts[COUNT.FROZEN] = 0
    call_quarantine(s.calls, (
        bodies, shapes, contacts, static_tree, moving_tree, counts, events,
        np.float32(0.5 * config[CONFIG.SPECULATIVE]), np.float32(config[CONFIG.MARGIN]),
        np.float32(config[CONFIG.MARGIN_RATIO]), s.integers,
    ))  # fmt: skip
    aim_bodies(bodies, counts, config[CONFIG.DT])
    now = lap(times, 0, now)
    listed_count = list_active(counts[COUNT.CONTACT_TOP], contacts.active, s.listed)
    counts[COUNT.CHANGED] = call_collide_contacts(s.calls, (
        listed_count, s.listed, bodies, shapes, contacts, counts, static_tree.box, moving_tree.box, friction_table,
        np.float32(config[CONFIG.SPECULATIVE]), np.float32(config[CONFIG.RECYCLE]), np.float32(config[CONFIG.DT]),
        s.point, s.feature, s.floats, s.calls, s.integers,
    ))  # fmt: skip
    carry_contacts(bodies, shapes, contacts, counts, friction_table, config[CONFIG.DT])
    return lap(times, 1, now)


@leaf
def change_stage(bodies, contacts, counts, config, events, scratch):
    """Apply what began and ended to contacts, islands and levels."""
    s = scratch
    call_change_contacts(s.calls, (s.integers, counts[COUNT.CHANGED], bodies, contacts, counts, events))
    counts[COUNT.CHANGED] = 0
    if counts[COUNT.ISLANDS_STALE]:
        rebuild_islands(s.listed, bodies, contacts, counts)
        counts[COUNT.ISLANDS_STALE] = 0
    if counts[COUNT.JOINT_TOP] > 1:
        call_unite_joined(s.calls, (bodies, contacts, counts, events))
    assign_levels(bodies, counts, config, s.integers)


@kernel
def step(
    phase, asked, bodies, shapes, contacts, static_tree, moving_tree, friction_table, fields, counts, config, events,
    scratch, times,
):  # fmt: skip
    """Advance the world by one step.

    Args:
        phase: PHASE_START, or where to go on after the step has returned.
        asked: ASK_FILTER, ASK_CONTACTS: where to return because a program wants to be asked.
        bodies: Body arrays. Updated.
        shapes: Shape arrays. Updated.
        contacts: Contact and joint arrays. Updated.
        static_tree: Bounds of static shapes.
        moving_tree: Bounds of the other shapes. Updated.
        friction_table: Friction of pairs of materials, float32 [M, M].
        fields: Force fields, float64 [F, FIELD_STRIDE].
        counts: Counts. Updated.
        config: Parameters of the step.
        events: What happened. Written.
        scratch: Working memory.
        times: Seconds per stage, in the order of STAGES. Written.

    Returns:
        STEP_DONE, or what there is too little of, or whom to ask; the caller sees to it and calls again.
    """
    s = scratch
    now = ticks()
    if phase == PHASE_START:
        outcome = call_update_pairs(s.calls, (bodies, shapes, contacts, static_tree, moving_tree, counts, scratch))
        if outcome != STEP_DONE:
            return STEP_NEEDS_CONTACTS
        if asked & ASK_FILTER and counts[COUNT.NEW_PAIRS] > 0:
            return STEP_ASKS_FILTER
    if phase <= PHASE_COLLIDE:
        now = collide_stage(
            bodies, shapes, contacts, static_tree, moving_tree, friction_table, counts, config, events, scratch, times,
            now,
        )  # fmt: skip
        if asked & ASK_CONTACTS:
            return STEP_ASKS_CONTACTS
    if phase <= PHASE_CHANGE:
        change_stage(bodies, contacts, counts, config, events, scratch)
    listed_count = list_active(counts[COUNT.CONTACT_TOP], contacts.active, s.listed)
    block_count = collect_blocks(
        listed_count, s.listed, contacts.info, bodies.links, counts, s.integers[:BUCKETS], s.level_blocks,
        s.lane_contact, s.lane_a, s.lane_b, s.block_points, s.block_flags,
    )  # fmt: skip
    if block_count > len(s.block_points):
        return STEP_NEEDS_BLOCKS
    list_levels(bodies, counts, s.rows, s.starts)
    if not list_joints(bodies, contacts.joints, counts, s.integers):
        return STEP_NEEDS_JOINTS
    fill_numbers(config, s.numbers)
    now = lap(times, 2, now)
    now = solve_levels(bodies, shapes, contacts, fields, counts, config, events, scratch, times, now)
    call_finalize_bodies(s.calls, (
        bodies, shapes, contacts, static_tree, moving_tree, counts, events, np.float32(1.0 / config[CONFIG.DT]),
        np.float32(config[CONFIG.SLEEP_SPEED]), np.float32(0.5 * config[CONFIG.SPECULATIVE]),
        np.float32(config[CONFIG.MARGIN]), np.float32(config[CONFIG.MARGIN_RATIO]), s.search, s.integers,
    ))  # fmt: skip
    now = lap(times, 6, now)
    if config[CONFIG.SLEEPING] > 0.0:
        n = len(bodies.links)
        call_sleep_islands(s.calls, (
            np.float32(config[CONFIG.SLEEP_TIME]), s.floats, s.integers[:n], s.integers[n:], s.listed, bodies, contacts,
            counts, events,
        ))  # fmt: skip
    lap(times, 7, now)
    counts[COUNT.EVENTS_SEEN] = counts[COUNT.EVENTS]
    return STEP_DONE
