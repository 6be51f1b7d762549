"""End of a step: movements become poses, shapes follow their bodies, bounds that were left are made anew."""

import math

import numpy as np
from numba import types

from physics.kernels.broad_phase.pair_filter import is_solitary
from physics.kernels.broad_phase.proxies import (
    enter_shape,
    fattening,
    multiply_quaternions,
    place_shape,
    renew_shapes,
    update_bounds,
)
from physics.kernels.continuous.bullets import stop_body, stop_bullets
from physics.kernels.continuous.continuous import call_sweep_body, call_sweep_center, is_bullet
from physics.kernels.continuous.paths import HELD_FREE, begin_way, bend_time, keep_acceleration
from physics.kernels.continuous.rewind import push_back
from physics.kernels.continuous.sensing import is_fast, sense_fast
from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import kernel, leaf, linked
from physics.kernels.islands.islands import add_awake, movable
from physics.kernels.layout import body as BODY, config as CONFIG, count as COUNT, motion as MOTION, shape as SHAPE
from physics.kernels.step.quarantine import freeze, is_finite_motion, still_statics
from physics.kernels.step.rigid import update_inertia

ZERO = np.float32(0.0)
QUARTER = np.float32(0.25)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
TWO = np.float32(2.0)
# A body that moves farther in a step than this part of the ball inside of it may have passed through something.
FAST = np.float32(0.75)
# How far from their bounds bullets look for what moved [m]; what moves farther in a step is listed, for all to look at.
SLACK_MAX = 2.0
# How much faster a body must be after some time to count as one that accelerates [m/s]. Smaller: piles that settle, and
# what trembles, take longer to fall asleep. Larger: what only begins to slide does.
FASTER = np.float32(5e-4)
# What the rest of such a body begins with anew [s]: not 0, so that it has to be faster than it has been.
AGAIN = np.float32(1e-6)
# What moving a body by hand adds to its travel [m]: more than any contact waits for.
JUMP = 1e9


@leaf
def measure_motion(i, motion, extent, dt):
    """Speed of the fastest point of a body [m/s], and how far the farthest moved in the step [m], or a little more.

    What turns around once in a step ends as it began, but has not stood still.
    """
    square = ZERO
    spin = ZERO
    moved = ZERO
    turned = ZERO
    for c in range(3):
        square += motion[i, MOTION.VELOCITY + c] * motion[i, MOTION.VELOCITY + c]
        spin += motion[i, MOTION.ANGULAR + c] * motion[i, MOTION.ANGULAR + c]
        moved += motion[i, MOTION.DELTA + c] * motion[i, MOTION.DELTA + c]
        turned += motion[i, MOTION.DELTA_ROTATION + c] * motion[i, MOTION.DELTA_ROTATION + c]
    speed = math.sqrt(square) + extent * math.sqrt(spin)
    # A rotation by the angle t moves a point at distance r by 2 r sin(t / 2), and |q.xyz| = sin(t / 2).
    way = math.sqrt(moved) + extent * max(TWO * math.sqrt(turned), dt * math.sqrt(spin))
    return speed, way


@leaf
def keep_pose(i, bodies):
    """Remember the pose of a body as its last good one."""
    for c in range(3):
        bodies.safe[i, c] = bodies.center[i, c]
    for c in range(4):
        bodies.safe[i, 3 + c] = bodies.rotation[i, c]


@leaf
def move_body(i, bodies):
    """Add the movement of the step to the pose, remembering the pose before; the movement starts anew."""
    motion = bodies.motion
    center = bodies.center
    rotation = bodies.rotation
    for c in range(3):
        bodies.safe[i, c] = center[i, c]
        center[i, c] += np.float64(motion[i, MOTION.DELTA + c])
        motion[i, MOTION.DELTA + c] = ZERO
    turn = (
        np.float64(motion[i, MOTION.DELTA_ROTATION]),
        np.float64(motion[i, MOTION.DELTA_ROTATION + 1]),
        np.float64(motion[i, MOTION.DELTA_ROTATION + 2]),
        np.float64(motion[i, MOTION.DELTA_ROTATION + 3]),
    )
    q = multiply_quaternions(turn, (rotation[i, 0], rotation[i, 1], rotation[i, 2], rotation[i, 3]))
    inverse = 1.0 / math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    for c in range(4):
        bodies.safe[i, 3 + c] = rotation[i, c]
        rotation[i, c] = q[c] * inverse
        motion[i, MOTION.DELTA_ROTATION + c] = ZERO
    motion[i, MOTION.DELTA_ROTATION + 3] = ONE


@leaf
def reach_target(i, extent, bodies):
    """Put a body exactly where it was told to go, and stop it; returns how far from there rounding had left it [m]."""
    target = bodies.target
    rotation = bodies.rotation
    bodies.links[i, BODY.FLAGS] &= ~BODY.FLAG_TARGET
    square = 0.0
    for c in range(3):
        gap = target[i, c] - bodies.center[i, c]
        square += gap * gap
        bodies.center[i, c] = target[i, c]
        bodies.motion[i, MOTION.VELOCITY + c] = ZERO
        bodies.motion[i, MOTION.ANGULAR + c] = ZERO
    k = BODY.TARGET_ROTATION
    wanted = (target[i, k], target[i, k + 1], target[i, k + 2], target[i, k + 3])
    x, y, z, _ = multiply_quaternions(wanted, (-rotation[i, 0], -rotation[i, 1], -rotation[i, 2], rotation[i, 3]))
    for c in range(4):
        rotation[i, c] = wanted[c]
    for c in range(BODY.TARGET_STRIDE):
        target[i, c] = 0.0
    return math.sqrt(square) + 2.0 * extent * math.sqrt(x * x + y * y + z * z)


@leaf
def stop_at_statics(i, world):
    """Put a fast body back to where it first met something on its way; see `continuous`."""
    bodies, shapes, search, plane_count = (
        world.bodies,
        world.shapes,
        world.workers[0].search,
        world.counts[COUNT.PLANES],
    )
    if bodies.links[i, BODY.FLAGS] & BODY.FLAG_CCD_RAY:
        time = call_sweep_center(search.calls, (
            i, world.static_tree, world.moving_tree, plane_count, bodies, shapes, search,
        ))  # fmt: skip
    else:
        time, normal, _ = call_sweep_body(search.calls, (
            i, 0.0, 1.0, world.static_tree, 0.0, np.int64(0), world.shared.rows, plane_count, bodies, shapes,
            world.contacts, world.joints, search,
        ))  # fmt: skip
        push_back(i, np.int64(-1), normal, bodies, shapes)
    if time < 1.0:
        stop_body(i, time, HELD_FREE, bodies, world.config)


@leaf
def count_rest(i, speed, dt, sleep_speed, sleep_time, bodies):
    """Count how long a body has been slow; what has been getting faster all the while only begins to move.

    It is if all speeds of the last quarter of that time are greater than those of the second, and so again and again:
    what slides down a slope that hardly holds it, or begins to fall over, but nothing that trembles or swings.
    """
    traits = bodies.traits
    if speed >= sleep_speed:
        traits[i, BODY.TRAIT_SLEEP_TIME] = ZERO
        return
    rest = traits[i, BODY.TRAIT_SLEEP_TIME]
    if rest == ZERO:
        traits[i, BODY.TRAIT_SLOW_SPEED] = ZERO
    rest += dt
    if QUARTER * sleep_time < rest <= HALF * sleep_time:
        traits[i, BODY.TRAIT_SLOW_SPEED] = max(traits[i, BODY.TRAIT_SLOW_SPEED], speed)
    elif rest > (ONE - QUARTER) * sleep_time and speed < traits[i, BODY.TRAIT_SLOW_SPEED] + FASTER:
        traits[i, BODY.TRAIT_SLOW_SPEED] = sleep_speed
    elif rest >= sleep_time:
        rest = AGAIN
        traits[i, BODY.TRAIT_SLOW_SPEED] = speed
    traits[i, BODY.TRAIT_SLEEP_TIME] = rest


@leaf
def finish_body(i, inv_dt, sleep_speed, world):
    """Turn the movement of a body into its pose, bounds and rest; returns the way of its fastest point [m]."""
    bodies, shapes, motion = world.bodies, world.shapes, world.bodies.motion
    flags = bodies.links[i, BODY.FLAGS]
    dt = ONE / inv_dt
    speed, way = measure_motion(i, motion, bodies.traits[i, BODY.TRAIT_EXTENT], dt)
    bodies.travel[i] += way
    if movable(flags):
        # The way keeps a body awake that creeps out of an overlap without having a velocity.
        sleep_time = np.float32(world.config[CONFIG.SLEEP_TIME])
        count_rest(i, max(speed, HALF * inv_dt * way), dt, sleep_speed, sleep_time, bodies)
    move_body(i, bodies)
    begin_way(i, way, bodies)
    if is_swept(i, way, bodies) and may_collide(i, bodies, shapes):
        keep_acceleration(i, bodies)
        stop_at_statics(i, world)
    if movable(flags) and (flags & BODY.FLAG_SPHERICAL == 0 or flags & BODY.LOCK_BITS):
        update_inertia(i, flags, bodies.rotation, bodies.mass, bodies.inv_inertia)
    ahead = (dt * motion[i, 0], dt * motion[i, 1], dt * motion[i, 2])
    if flags & BODY.FLAG_TARGET:
        bodies.travel[i] += reach_target(i, bodies.traits[i, BODY.TRAIT_EXTENT], bodies)
    padding, margin, ratio = fattening(world.config)
    renew_shapes(
        i, ahead, bodies, shapes, world.static_tree, world.moving_tree, world.counts, padding, margin, ratio
    )  # fmt: skip
    return way


@leaf
def is_swept(i, way, bodies):
    """True for a body that moved so far in the step that it may have passed through something."""
    flags = bodies.links[i, BODY.FLAGS]
    return movable(flags) and flags & BODY.FLAG_CCD_NONE == 0 and way > FAST * bodies.mass[i, BODY.MASS_INNER]


@leaf
def may_collide(i, bodies, shapes):
    """True when the filters of some shape of a body let it collide with anything at all."""
    shape = bodies.links[i, BODY.SHAPE]
    while shape >= 0 and is_solitary(shape, shapes.filter):
        shape = shapes.info[shape, SHAPE.NEXT]
    return shape >= 0


@leaf
def renew_bullets(bullet_count, bullets, dt, world):
    """Bring inertia, shapes and bounds of bullets that were stopped up to date."""
    bodies, motion = world.bodies, world.bodies.motion
    padding, margin, ratio = fattening(world.config)
    for k in range(bullet_count):
        i = bullets[len(bullets) - 1 - k]
        if bend_time(i, bodies) < 1.0:
            update_inertia(i, bodies.links[i, BODY.FLAGS], bodies.rotation, bodies.mass, bodies.inv_inertia)
            ahead = (dt * motion[i, 0], dt * motion[i, 1], dt * motion[i, 2])
            renew_shapes(
                i, ahead, bodies, world.shapes, world.static_tree, world.moving_tree, world.counts, padding, margin,
                ratio,
            )  # fmt: skip


@linked
def finalize_bodies(world):
    """Turn the movements of a step into poses and bounds; quarantine what is no longer finite.

    Args:
        world: All arrays. Bodies and what belongs to them are updated.
    """
    bodies, counts, config = world.bodies, world.counts, world.config
    inv_dt = np.float32(1.0 / config[CONFIG.DT])
    sleep_speed = np.float32(config[CONFIG.SLEEP_SPEED])
    listed = world.workers[0].integers  # bodies to quarantine from the start, bullets from the end
    frozen_count = 0
    bullet_count = 0
    mover_count = 0
    fast_count = 0
    movers, fast = world.shared.rows, world.shared.rows[len(bodies.links) :]
    farthest = ZERO
    for k in range(counts[COUNT.AWAKE]):
        i = bodies.awake[k]
        if not is_finite_motion(bodies.motion, i):
            listed[frozen_count] = i
            frozen_count += 1
            keep_pose(i, bodies)
            begin_way(i, ZERO, bodies)
            continue
        way = finish_body(i, inv_dt, sleep_speed, world)
        farthest = max(farthest, way)
        if way > SLACK_MAX:
            movers[mover_count] = i
            mover_count += 1
        if is_fast(i, bodies, world.shapes):
            fast[fast_count] = i
            fast_count += 1
        if is_bullet(i, bodies):
            if bend_time(i, bodies) >= 1.0:
                keep_acceleration(i, bodies)
            bullet_count += 1
            listed[len(listed) - bullet_count] = i
    if bullet_count > 0:
        slack = min(np.float64(farthest), SLACK_MAX)
        stop_bullets(bullet_count, listed, np.float64(farthest), slack, np.int64(mover_count), world)
        renew_bullets(bullet_count, listed, ONE / inv_dt, world)
    if fast_count > 0:
        room = listed[frozen_count : len(listed) - bullet_count]
        sense_fast(fast_count, fast, np.float64(farthest), room, world)
    for k in range(frozen_count):
        freeze(listed[k], bodies, world.shapes, world.contacts, counts, world.events)
    if frozen_count > 0:
        still_statics(bodies)


@kernel
def move_to(body, bodies, shapes, static_tree, moving_tree, counts, padding, margin, ratio):
    """Bring inertia, shapes and bounds of one body up to date after Python changed its pose, mass or shapes.

    New shapes get their leaves, and a new body that can move enters the list of moving ones.

    Args:
        body: Row of the body.
        bodies: Body arrays. Updated.
        shapes: Shape arrays. Updated.
        static_tree: Bounds of static shapes. Updated.
        moving_tree: Bounds of the other shapes. Updated.
        counts: Counts. Updated.
        padding: How far from a shape its contacts begin: half the speculative distance [m].
        margin: How much wider fat bounds are [m].
        ratio: Largest margin as part of the size of a shape.
    """
    update_inertia(body, bodies.links[body, BODY.FLAGS], bodies.rotation, bodies.mass, bodies.inv_inertia)
    bodies.travel[body] += JUMP
    keep_pose(body, bodies)
    shape = bodies.links[body, BODY.SHAPE]
    flags = bodies.links[body, BODY.FLAGS]
    while shape >= 0:
        place_shape(shape, body, bodies, shapes)
        if flags & BODY.FLAG_DISABLED == 0:
            if shapes.info[shape, SHAPE.NODE] < 0:
                enter_shape(shape, shapes, static_tree, moving_tree, counts, padding, margin, ratio)
            update_bounds(shape, shapes, static_tree, moving_tree, counts, padding, margin, ratio, (ZERO, ZERO, ZERO))
        shape = shapes.info[shape, SHAPE.NEXT]
    if flags & BODY.KIND_BITS != BODY.STATIC and flags & BODY.STILL_BITS == 0 and bodies.links[body, BODY.RING] < 0:
        add_awake(body, bodies, counts)


call_finalize_bodies = by_address(finalize_bodies, types.none)
