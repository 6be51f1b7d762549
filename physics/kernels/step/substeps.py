"""The substeps of one tier: forces, velocities, contacts and joints, movements."""

import math

import numpy as np
from numba import types

from physics.kernels.contacts.bounce import bounce_contacts, measure_fields
from physics.kernels.contacts.solve import relax_contacts, solve_contacts, warm_start_contacts
from physics.kernels.contacts.spin import follow_spins
from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import leaf, linked
from physics.kernels.islands.islands import movable
from physics.kernels.joints.groups import has_joints
from physics.kernels.joints.solve import call_solve_joints
from physics.kernels.joints.start import call_warm_start_joints
from physics.kernels.layout import (
    block as BLOCK,
    body as BODY,
    config as CONFIG,
    joint as JOINT,
    motion as MOTION,
    tier as TIER,
)
from physics.kernels.soft.collide import call_collide_soft
from physics.kernels.soft.substep import PASS_AIM, PASS_FINISH, PASS_SOLVE, call_solve_soft
from physics.kernels.step.energy import compare_velocities, keep_velocities, list_joined, restrain_energy
from physics.kernels.step.force_fields import apply_fields
from physics.kernels.step.integrate import (
    apply_locks,
    finish_gyroscopic,
    integrate_positions,
    integrate_velocities,
    prepare_drive,
)
from physics.kernels.step.landing import end_landing, land
from physics.kernels.step.rigid import turn_joined

# Gravity that the default of the slowest approach that bounces is meant for [m/s^2].
EARTH = 9.81


@leaf
def restart_unmoved(count, rows, links, motion):
    """Let bodies that contacts cannot move start the step anew: every tier moves them along."""
    for k in range(count):
        i = rows[k]
        if not movable(links[i, BODY.FLAGS]):
            for c in range(3):
                motion[i, MOTION.DELTA + c] = np.float32(0.0)
                motion[i, MOTION.DELTA_ROTATION + c] = np.float32(0.0)
            motion[i, MOTION.DELTA_ROTATION + 3] = np.float32(1.0)


@leaf
def slowest_bounce(config, field_count):
    """Slowest approach that bounces [m/s]: as set, or so many times what gravity adds within a step.

    Without gravity nothing presses bodies together that would have to come to rest; force fields may.
    """
    speed = config[CONFIG.BOUNCE_SPEED]
    if speed >= 0.0:
        return speed
    x, y, z = config[CONFIG.GRAVITY], config[CONFIG.GRAVITY + 1], config[CONFIG.GRAVITY + 2]
    gravity = EARTH if field_count > 0 else min(math.sqrt(x * x + y * y + z * z), EARTH)
    return -speed * config[CONFIG.DT] * gravity / EARTH


@leaf
def pass_softs(which, substep, world):
    """Do a pass of the soft bodies of a tier, if there are any; see `solve_soft`."""
    if len(world.soft) > 0:
        call_solve_soft(world.shared.calls, (np.int64(which), *substep, world.soft, world.config, world.bodies))


@leaf
def aim_softs(substep, world):
    """Begin a substep of soft bodies; after the first one, find the contacts of those that hurry anew before.

    They look two substeps ahead: within one, neighbors may make a vertex faster than it is at its start.
    """
    tier, number, h = substep[0], substep[1], substep[2]
    if number > 0 and len(world.soft) > 0:
        call_collide_soft(world.shared.calls, (np.int64(tier), np.int64(0), 2.0 * h, world))
    pass_softs(PASS_AIM, substep, world)


@linked
def run_substeps(tier, world):
    """Integrate and solve the islands of one tier, substep by substep.

    Args:
        tier: The tier.
        world: All arrays. Velocities, and movements since the start of the step, are updated.
    """
    bodies, joints, fields, s = world.bodies, world.joints, world.fields, world.shared
    config, integers, floats = world.config, world.workers[0].integers, world.workers[0].floats
    count, rows = s.starts[tier, 1], s.rows[s.starts[tier, 0] :]
    first, last = s.tier_blocks[tier], s.tier_blocks[tier + 1]
    substeps = int(config[CONFIG.SUBSTEPS]) << tier
    h = s.numbers[tier, TIER.STEP]
    inv_h = np.float32(substeps / config[CONFIG.DT])
    speed_max = np.float32(config[CONFIG.SPEED_MAX])
    spin_max = np.float32(0.5 * math.pi) * inv_h
    bounce_speed = np.float32(slowest_bounce(config, len(fields)))
    motion = bodies.motion
    restart_unmoved(count, rows, bodies.links, motion)
    locked = prepare_drive(
        count, rows, bodies.links, bodies.joint, motion, bodies.mass, bodies.traits, bodies.inv_inertia,
        bodies.rotation, s.numbers[tier, TIER.GRAVITY : TIER.GRAVITY + 3], h, bodies.force, bodies.drive,
    )  # fmt: skip
    special = 0
    for block in range(first, last):
        special |= s.block_flags[block]
    bounces, spins = special & BLOCK.FLAG_BOUNCES, special & BLOCK.FLAG_SPINS
    a, b, points, flags = lists = s.lane_a, s.lane_b, s.block_points, s.block_flags
    tied = has_joints(tier, joints)
    joined = list_joined(count, rows, bodies, integers) if tied else 0
    isolated = joints.isolated[tier] and first == last
    joints.isolated[tier] = isolated
    for number in range(substeps):
        fields_act = len(fields) > 0
        if bounces and number > 0:
            finish_gyroscopic(count, rows, bodies.drive, bodies.turned, h, motion)
        if bounces and fields_act:
            measure_fields(first, last, a, b, points, flags, False, motion, s.blocks)
        if fields_act:
            apply_fields(count, rows, fields, -config[CONFIG.GRAVITY + 1], np.float64(h), bodies, world.shapes)
        if bounces:
            if fields_act:
                measure_fields(first, last, a, b, points, flags, True, motion, s.blocks)
            bounce_contacts(
                first, last, a, b, points, flags, fields_act, bodies.drive, h, bounce_speed, s.blocks, motion
            )
        unfinished = number > 0 and not bounces
        integrate_velocities(count, rows, bodies.drive, bodies.turned, unfinished, h, speed_max, spin_max, motion)
        keep_velocities(joined, bodies, integers, floats)
        if spins and number > 0:
            follow_spins(first, last, a, b, flags, s.blocks, motion)
        substep = (tier, np.int64(number), config[CONFIG.DT] / substeps, np.float64(bounce_speed))
        aim_softs(substep, world)
        if tied:
            call_warm_start_joints(s.calls, (tier, bodies, joints))
        warm_start_contacts(first, last, a, b, points, flags, s.blocks, motion)
        # What changed since the last step may have left the forces of joints out of balance: contacts must not see it.
        if tied and number == 0 and first < last:
            call_solve_joints(s.calls, (tier, JOINT.PASS_BALANCE, bodies, joints))
        elif tied and not isolated and joints.soft[tier, JOINT.SOFT_OVERCONSTRAINED] > 0.0:
            call_solve_joints(s.calls, (tier, JOINT.PASS_SETTLE, bodies, joints))
        solve_contacts(first, last, a, b, points, flags, inv_h, s.blocks, motion)
        # Joints after contacts: bodies that are jammed between both overlap a little, instead of being torn apart.
        if tied:
            call_solve_joints(s.calls, (tier, JOINT.PASS_BIASED, bodies, joints))
        seen = compare_velocities(joined, bodies, integers, floats)
        turns, seen = land(seen, joined, tier, first, last, inv_h, lists, bodies, joints, s, integers, floats)
        restrain_energy(seen, joined, tier, False, first, last, a, b, bodies, joints, integers, floats)
        pass_softs(PASS_SOLVE, substep, world)
        if locked:
            apply_locks(count, rows, bodies.links, motion)
        integrate_positions(count, rows, h, bodies.turned, motion)
        if tied:
            turn_joined(count, rows, bodies)
            # Where nothing disturbs groups, what one pass relaxes the next would solve just as well.
            which = JOINT.PASS_MEASURE if isolated and number + 1 < substeps else JOINT.PASS_RELAX
            joints.soft[tier, JOINT.SOFT_NUMBER] = np.float32((number + 1) % substeps)
            call_solve_joints(s.calls, (tier, which, bodies, joints))
        relax_contacts(first, last, a, b, points, flags, inv_h, s.blocks, motion)
        relaxed = not isolated or number + 1 == substeps
        seen = compare_velocities(joined, bodies, integers, floats)
        restrain_energy(seen, joined, tier, relaxed, first, last, a, b, bodies, joints, integers, floats)
        end_landing(turns, tier, first, last, lists, bodies, joints, s, integers, floats)
        pass_softs(PASS_FINISH, substep, world)
        if locked:
            apply_locks(count, rows, bodies.links, motion)
    finish_gyroscopic(count, rows, bodies.drive, bodies.turned, h, motion)


call_run_substeps = by_address(run_substeps, types.none)
