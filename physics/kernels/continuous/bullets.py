"""Bullets: fast bodies that are stopped by what moves, too.

A bullet that meets a body in motion does not wait there while the other one finishes its step and runs over it: it is
carried along for the rest of the step, as if it stuck to the other, and keeps its velocity. The next step finds the
contact, with the bullet on the side that it came from, and solves it. Two bullets that meet both stand still from then
on.

What carries a bullet may take it to others. A kinematic body gives way to nothing, a dynamic one to a kinematic one
only, and a bullet to all: whoever is held by something is carried on by what is stronger only. Bullets that run into
one that is carried are carried along with it, for which there are further rounds.
"""

import math

import numpy as np

from physics.kernels.continuous.continuous import FAST, call_sweep_body, is_bullet, strength
from physics.kernels.continuous.paths import (
    HELD,
    HELD_BULLET,
    HELD_FREE,
    bend_time,
    bend_way,
    end_pose,
    pose_at,
    pose_from,
    pose_within,
    way_of,
)
from physics.kernels.continuous.rewind import push_back, rewind_velocity
from physics.kernels.continuous.sweep import ORIGIN
from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import body as BODY, count as COUNT, kind as KIND, shape as SHAPE

#: Rounds after which bullets that push one another are left to the contacts of the next step.
ROUNDS = 3
#: Bodies that may carry a bullet in one round, each stronger than the one before.
CARRIERS = 3


@leaf
def place_body(i, pose, taken, bodies, config):
    """Put a body to a pose, where it was by a part `taken` of the step earlier, and give it the velocities there."""
    center, q = pose
    rewind_velocity(i, pose, taken, bodies, config)
    inverse = 1.0 / math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    for c in range(3):
        bodies.center[i, c] = center[c]
    for c in range(4):
        bodies.rotation[i, c] = q[c] * inverse


@leaf
def stop_body(i, time, held, bodies, config):
    """Put a body back to where it was at a time of the step, 0 to 1, and let it stand there; returns its pose."""
    taken = max(bend_time(i, bodies) - time, 0.0)
    pose = bend_way(i, time, held, bodies)
    place_body(i, pose, taken, bodies, config)
    return pose


@leaf
def is_ball(body, bodies, shapes):
    """True for a single ball: it turns under what it carries, and does not swing it around."""
    shape = bodies.links[body, BODY.SHAPE]
    return shapes.info[shape, SHAPE.NEXT] < 0 and shapes.info[shape, SHAPE.KIND] == KIND.SPHERE


@leaf
def carry_body(i, other, time, world):
    """Let a bullet be carried by another body from a time of the step on, as far as nothing static is in its way."""
    bodies, search = world.bodies, world.workers[0].search
    held = max(strength(other, bodies), HELD_BULLET)
    waits = is_bullet(other, bodies) and np.int64(bodies.drive[other, HELD]) == HELD_FREE
    if waits or bodies.links[other, BODY.AWAKE] < 0 or time >= 1.0:
        stop_body(i, time, held, bodies, world.config)
        return
    there, last = pose_at(other, time, bodies), end_pose(other, bodies)
    if is_ball(other, bodies, world.shapes):
        last = (last[0], there[1])
    pose = stop_body(i, time, held, bodies, world.config)
    place_body(i, pose_from(pose_within(pose, there), last), 0.0, bodies, world.config)
    halt, _, _ = call_sweep_body(search.calls, (
        i, bend_time(i, bodies), 1.0, world.static_tree, 0.0, np.int64(0), world.shared.rows,
        np.int64(world.counts[COUNT.PLANES]), bodies, world.shapes, world.contacts, world.joints, search,
    ))  # fmt: skip
    if halt < 1.0:
        place_body(i, pose_at(i, halt, bodies), 0.0, bodies, world.config)


@leaf
def meet_moving(i, slack, mover_count, world):
    """Time of the step at which a bullet first meets something that moves, 1 if it does not, and the row of that.

    The normal towards what it is inside of already, and would sink deeper into, is returned with them; else zeros.
    """
    bodies, search = world.bodies, world.workers[0].search
    bend = bend_time(i, bodies)
    time, normal, other = 1.0, ORIGIN, np.int64(-1)
    begin = 0.0
    for k in range(2):  # before and after its way bends
        until = bend if k == 0 else 1.0
        if other < 0 and begin < until:
            time, normal, other = call_sweep_body(search.calls, (
                i, begin, until, world.moving_tree, slack, mover_count, world.shared.rows, np.int64(0), bodies,
                world.shapes, world.contacts, world.joints, search,
            ))  # fmt: skip
        begin = until
    return time, normal, other


@routine
def stop_bullets(bullet_count, bullets, farthest, slack, mover_count, world):
    """Stop bullets at what moves, or let it carry them.

    Args:
        bullet_count: Bullets.
        bullets: Their rows, from the end of the array backward.
        farthest: Longest way of anything in the step [m].
        slack: How far from their bounds they look for what moved [m].
        mover_count: Bodies that moved farther than that; their rows are in `Shared.rows`.
        world: All arrays. Poses of bullets are updated, their shapes and bounds are not.
    """
    bodies = world.bodies
    for _ in range(ROUNDS):
        carried = False
        for k in range(bullet_count):
            i = bullets[len(bullets) - 1 - k]
            if way_of(i, bodies) + farthest <= FAST * np.float64(bodies.mass[i, BODY.MASS_INNER]):
                continue
            for _ in range(CARRIERS):
                time, normal, other = meet_moving(i, slack, mover_count, world)
                if other < 0:
                    break
                carry_body(i, other, time, world)
                push_back(i, other, normal, bodies, world.shapes)
                carried = carried or np.int64(bodies.drive[i, HELD]) > HELD_BULLET
        if not carried or bullet_count < 2:
            break
