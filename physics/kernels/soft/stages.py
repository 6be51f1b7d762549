"""What soft bodies do once per step, around the substeps: forces of fields, bounds, rest, and what is not finite."""

import math

import numpy as np
from numba import types

from physics.kernels.core.calls import by_address
from physics.kernels.core.clock import SECONDS_PER_TICK, ticks
from physics.kernels.core.jit import leaf, linked, routine
from physics.kernels.islands.islands import movable, unite, wake
from physics.kernels.layout import (
    body as BODY,
    config as CONFIG,
    contact as CONTACT,
    motion as MOTION,
    shape as SHAPE,
    soft as SOFT,
    stage as STAGE,
)
from physics.kernels.soft.arrays import open_soft
from physics.kernels.soft.between.group import find_groups
from physics.kernels.soft.fields import blow
from physics.kernels.soft.flow import flow
from physics.kernels.soft.lanes.busy import mark_busy
from physics.kernels.step.quarantine import freeze

ZERO = np.float32(0.0)


@leaf
def clear_motion(body, bodies):
    """A soft body stands for itself: its row moves nothing in the substeps."""
    for c in range(3):
        bodies.motion[body, MOTION.VELOCITY + c] = ZERO
        bodies.motion[body, MOTION.ANGULAR + c] = ZERO


@leaf
def moves(body, motion):
    """True for a body with a velocity."""
    for c in range(3):
        if motion[body, MOTION.VELOCITY + c] != ZERO or motion[body, MOTION.ANGULAR + c] != ZERO:
            return True
    return False


@leaf
def drop_refused(first, last, slots, row, cell, world):
    """Clear the rows of contacts that a program switched off; the rows behind them move up."""
    info = world.contacts.info
    for owner in range(first, last):
        kept = slots * owner
        for k in range(slots * owner, slots * owner + slots):
            if row[k, SOFT.ROW_SHAPE] < 0:
                break
            flags = info[row[k, SOFT.ROW_CONTACT], CONTACT.FLAGS]
            if flags & (CONTACT.FLAG_OFF | CONTACT.FLAG_REFUSED) == 0:
                if kept != k:
                    for c in range(SOFT.ROW_STRIDE):
                        row[kept, c] = row[k, c]
                    for c in range(SOFT.CELL_STRIDE):
                        cell[kept, c] = cell[k, c]
                kept += 1
        for k in range(kept, slots * owner + slots):
            if row[k, SOFT.ROW_SHAPE] < 0:
                break
            row[k, SOFT.ROW_SHAPE] = -1
            for c in range(SOFT.CELL_STRIDE):
                cell[k, c] = 0.0


@leaf
def drop_touches(p, soft, info):
    """As `drop_refused`, for touches with other soft bodies."""
    touch, cell = soft.touch, soft.touch_cell
    kept = k = soft.part[p, SOFT.PART_TOUCH]
    off = CONTACT.FLAG_OFF | CONTACT.FLAG_REFUSED
    while touch[k, SOFT.TOUCH_KIND] >= 0:
        contact = touch[k, SOFT.TOUCH_CONTACT]
        if contact < 0 or info[contact, CONTACT.FLAGS] & off == 0:
            if kept != k:
                for c in range(SOFT.TOUCH_STRIDE):
                    touch[kept, c] = touch[k, c]
                for c in range(SOFT.TOUCH_CELL_STRIDE):
                    cell[kept, c] = cell[k, c]
            kept += 1
        k += 1
    touch[kept, SOFT.TOUCH_KIND] = -1


@linked
def begin_soft(world):
    """Prepare the soft bodies that are awake for the substeps: forces of fields, and a copy of where they are.

    Args:
        world: All arrays. Those of soft bodies are updated.
    """
    soft = open_soft(world.soft)
    part, place, safe = soft.part, soft.place, soft.safe
    find_groups(soft)
    for p in range(len(part)):
        body = part[p, SOFT.PART_BODY]
        if part[p, SOFT.PART_FLAGS] & SOFT.FLAG_ALIVE == 0 or world.bodies.links[body, BODY.AWAKE] < 0:
            continue
        clear_motion(body, world.bodies)
        first = part[p, SOFT.PART_VERTEX]
        last = first + part[p, SOFT.PART_VERTICES]
        for v in range(first, last):
            safe[v, 0], safe[v, 1], safe[v, 2] = place[v, 0], place[v, 1], place[v, 2]
        drop_refused(first, last, SOFT.ROWS, soft.row, soft.cell, world)
        mark_busy(p, soft)
        face = part[p, SOFT.PART_FACE]
        drop_refused(face, face + part[p, SOFT.PART_FACES], SOFT.FACE_ROWS, soft.face_row, soft.face_cell, world)
        drop_touches(p, soft, world.contacts.info)
        if len(world.fields) > 0:
            blow(p, soft, world)


@routine
def freeze_soft(p, soft, world):
    """Quarantine a soft body that is no longer finite: back to where it was, for good."""
    first = soft.part[p, SOFT.PART_VERTEX]
    for v in range(first, first + soft.part[p, SOFT.PART_VERTICES]):
        for c in range(3):
            soft.place[v, c], soft.speed[v, c], soft.push[v, c] = soft.safe[v, c], 0.0, 0.0
        for k in range(SOFT.ROWS * v, SOFT.ROWS * v + SOFT.ROWS):
            soft.row[k, SOFT.ROW_SHAPE] = -1
            for c in range(SOFT.CELL_STRIDE):
                soft.cell[k, c] = 0.0
    face = soft.part[p, SOFT.PART_FACE]
    for k in range(SOFT.FACE_ROWS * face, SOFT.FACE_ROWS * (face + soft.part[p, SOFT.PART_FACES])):
        soft.face_row[k, SOFT.ROW_SHAPE] = -1
        for c in range(SOFT.CELL_STRIDE):
            soft.face_cell[k, c] = 0.0
    soft.touch[soft.part[p, SOFT.PART_TOUCH], SOFT.TOUCH_KIND] = -1
    tie = soft.part[p, SOFT.PART_TIE]
    for a in range(tie, tie + soft.part[p, SOFT.PART_TIES]):
        for c in range(3):
            soft.cord[a, SOFT.CORD_FORCE + c] = 0.0
    soft.trait[p, SOFT.TRAIT_ENERGY] = math.inf
    for c in range(3):
        soft.trait[p, SOFT.TRAIT_CENTER + c] = 0.0
        soft.trait[p, SOFT.TRAIT_TURN + c] = 0.0
    soft.trait[p, SOFT.TRAIT_TURN + 3] = 1.0
    soft.trait[p, SOFT.TRAIT_VOLUME] = soft.trait[p, SOFT.TRAIT_VOLUME_REST]
    freeze(soft.part[p, SOFT.PART_BODY], world.bodies, world.shapes, world.contacts, world.counts, world.events)


@routine
def bound_soft(p, soft, world):
    """Bring bounds and speed of a soft body up to date; returns whether all of it is finite."""
    part, place, speed = soft.part, soft.place, soft.speed
    body, shape = part[p, SOFT.PART_BODY], part[p, SOFT.PART_SHAPE]
    first = part[p, SOFT.PART_VERTEX]
    count = part[p, SOFT.PART_VERTICES]
    total = fastest = 0.0
    mx = my = mz = 0.0
    for v in range(first, first + count):
        square = speed[v, 0] * speed[v, 0] + speed[v, 1] * speed[v, 1] + speed[v, 2] * speed[v, 2]
        total += place[v, 0] + place[v, 1] + place[v, 2] + square
        fastest = max(fastest, square)
        mx, my, mz = mx + speed[v, 0], my + speed[v, 1], mz + speed[v, 2]
        for c in range(3):
            soft.push[v, c] = 0.0
    if not math.isfinite(total):
        return False
    fastest = math.sqrt(fastest)
    soft.trait[p, SOFT.TRAIT_SPEED] = fastest
    margin = soft.trait[p, SOFT.TRAIT_THICKNESS]
    for c in range(3):
        low, high = math.inf, -math.inf
        for v in range(first, first + count):
            low, high = min(low, place[v, c]), max(high, place[v, c])
        world.bodies.center[body, c] = 0.5 * (low + high)
        world.shapes.place[shape, SHAPE.PLACE_SIZE + c] = np.float32(0.5 * (high - low) + margin)
    # The row has the speed of the fastest vertex, along the mean motion: bounds look ahead by it, and rest is its rest.
    mean = math.sqrt(mx * mx + my * my + mz * mz)
    motion = world.bodies.motion
    if mean > 0.0:
        scale = fastest / mean
        motion[body, 0], motion[body, 1], motion[body, 2] = (
            np.float32(mx * scale),
            np.float32(my * scale),
            np.float32(mz * scale),
        )
    else:
        motion[body, 1] = np.float32(fastest)
    return True


@linked
def finish_soft(world):
    """After the substeps: bounds of all soft bodies that are awake; what is not finite is quarantined.

    Args:
        world: All arrays. Updated.
    """
    soft = open_soft(world.soft)
    start = ticks()
    dt = world.config[CONFIG.DT]
    soft.note[SOFT.NOTE_STRAINED] = soft.note[SOFT.NOTE_PARTED] = soft.note[SOFT.NOTE_FLOWED] = 0.0
    for p in range(len(soft.part)):
        body = soft.part[p, SOFT.PART_BODY]
        if soft.part[p, SOFT.PART_FLAGS] & SOFT.FLAG_ALIVE == 0 or world.bodies.links[body, BODY.AWAKE] < 0:
            continue
        if not bound_soft(p, soft, world):
            clear_motion(body, world.bodies)
            freeze_soft(p, soft, world)
        else:
            flow(p, dt, soft)
    seconds = soft.note[SOFT.NOTE_SECONDS]
    world.times[STAGE.SUBSTEPS] = max(world.times[STAGE.SUBSTEPS] - seconds, 0.0)
    world.times[STAGE.SOFT] += seconds + (ticks() - start) * SECONDS_PER_TICK


@linked
def rest_soft(world):
    """At the end of a step: what fell asleep in it has no velocity any more.

    Args:
        world: All arrays. Those of soft bodies are updated.
    """
    soft = open_soft(world.soft)
    part, speed = soft.part, soft.speed
    for p in range(len(part)):
        flags = part[p, SOFT.PART_FLAGS]
        if flags & SOFT.FLAG_ALIVE == 0:
            continue
        asleep = world.bodies.links[part[p, SOFT.PART_BODY], BODY.AWAKE] < 0
        if not asleep:
            part[p, SOFT.PART_FLAGS] = flags & ~SOFT.FLAG_RESTING
        elif flags & SOFT.FLAG_RESTING == 0:
            part[p, SOFT.PART_FLAGS] = flags | SOFT.FLAG_RESTING
            first = part[p, SOFT.PART_VERTEX]
            for v in range(first, first + part[p, SOFT.PART_VERTICES]):
                speed[v, 0] = speed[v, 1] = speed[v, 2] = 0.0
            soft.trait[p, SOFT.TRAIT_SPEED] = 0.0


@linked
def unite_soft(world):
    """Make one island of what attachments hold together; what is awake wakes what hangs on it.

    Args:
        world: All arrays. Islands are updated.
    """
    soft = open_soft(world.soft)
    part, links = soft.part, world.bodies.links
    for p in range(len(part)):
        if part[p, SOFT.PART_FLAGS] & SOFT.FLAG_ALIVE == 0:
            continue
        body = part[p, SOFT.PART_BODY]
        first = part[p, SOFT.PART_TIE]
        for a in range(first, first + part[p, SOFT.PART_TIES]):
            other = soft.tie[a, SOFT.TIE_BODY]
            if soft.tie[a, SOFT.TIE_FLAGS] == 0 or other == 0 or not movable(links[body, BODY.FLAGS]):
                continue
            awake = links[other, BODY.AWAKE] >= 0
            if not movable(links[other, BODY.FLAGS]):
                if awake and moves(other, world.bodies.motion):
                    wake(body, world.bodies, world.contacts, world.counts, world.events)
                continue
            if links[body, BODY.AWAKE] >= 0 and not awake:
                wake(other, world.bodies, world.contacts, world.counts, world.events)
            elif awake and links[body, BODY.AWAKE] < 0:
                wake(body, world.bodies, world.contacts, world.counts, world.events)
            if links[body, BODY.AWAKE] >= 0:
                unite(links, body, other)


call_unite_soft = by_address(unite_soft, types.none)
call_begin_soft = by_address(begin_soft, types.none)
call_finish_soft = by_address(finish_soft, types.none)
call_rest_soft = by_address(rest_soft, types.none)
