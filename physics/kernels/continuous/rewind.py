"""Velocities of a body that continuous collision puts back to an earlier time of the step.

The pose of such a body goes back, but its velocities are those of the end of the step. They would belong to another
orientation, which has another inertia in world axes, and to a lower height: the body would gain energy. So velocities
go back, too.

Rotation: Euler's equations in body axes, I u' = I u x u, are run backward for the time that was taken back. What is
left of the error is taken away by a factor, so that u . I u stays.

Translation: under a constant acceleration a, semi-implicit Euler with substeps h keeps |v|^2 / 2 + v . a h / 2 - a . x
(see `contacts.impact`). The body was moved by -d, so its velocity becomes v - s a, where s is the root nearest to 0 of

    s^2 a^2 / 2 - s (a . v + a^2 h / 2) + a . d = 0

In free fall s is the time that was taken back, but for the path, which is straight and no parabola. A body that slides
on the ground has a . d = 0, and keeps its velocity.
"""

import math

import numpy as np

from physics.kernels.continuous.advance import float3
from physics.kernels.continuous.paths import BEND_ACCELERATION, end_pose
from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import add, add_scaled, cross, dot, rotate, rotate_inverse, subtract
from physics.kernels.layout import body as BODY, config as CONFIG, motion as MOTION, shape as SHAPE

#: Steps of fourth order in which rotation is run backward: enough for turns of several radians.
STEPS = 8
#: How fast a body leaves a wall that it would sink into [m/s].
LEAVE_SPEED = 0.5


@leaf
def times(matrix, first, row, v):
    """Symmetric matrix, xx xy xz yy yz zz from a column of a record on, times a vector."""
    xx, xy, xz = matrix[row, first], matrix[row, first + 1], matrix[row, first + 2]
    yy, yz, zz = matrix[row, first + 3], matrix[row, first + 4], matrix[row, first + 5]
    return (
        xx * v[0] + xy * v[1] + xz * v[2],
        xy * v[0] + yy * v[1] + yz * v[2],
        xz * v[0] + yz * v[1] + zz * v[2],
    )


@leaf
def spin_rate(i, u, mass):
    """Rate of the angular velocity of a free body [rad/s^2], body axes."""
    return times(mass, BODY.MASS_INVERSE, i, cross(times(mass, 0, i, u), u))


@leaf
def rewind_spin(i, u, span, mass):
    """Angular velocity of a free body [rad/s], body axes, some time earlier [s]."""
    energy = dot(u, times(mass, 0, i, u))
    h = -span / STEPS
    for _ in range(STEPS):
        k_1 = spin_rate(i, u, mass)
        k_2 = spin_rate(i, add_scaled(u, k_1, 0.5 * h), mass)
        k_3 = spin_rate(i, add_scaled(u, k_2, 0.5 * h), mass)
        k_4 = spin_rate(i, add_scaled(u, k_3, h), mass)
        u = add_scaled(add_scaled(u, k_1, h / 6.0), k_4, h / 6.0)
        u = add_scaled(add_scaled(u, k_2, h / 3.0), k_3, h / 3.0)
    after = dot(u, times(mass, 0, i, u))
    factor = math.sqrt(energy / after) if after > 0.0 and energy < math.inf else 1.0
    return factor * u[0], factor * u[1], factor * u[2]


@leaf
def rewind_fall(v, a, moved, limit, h):
    """Time by which the velocity of a body goes back under an acceleration a, at most `limit` either way [s]."""
    square = dot(a, a)
    middle = dot(a, v) + 0.5 * square * h
    way = dot(a, moved)
    root = math.sqrt(max(middle * middle - 2.0 * square * way, 0.0))
    total = middle + root if middle >= 0.0 else middle - root
    if total == 0.0:
        return 0.0
    return min(max(2.0 * way / total, -limit), limit)


@leaf
def rewind_velocity(i, pose, taken, bodies, config):
    """Give a body the velocities that belong to another pose, to which it is about to be put.

    What joints hold keeps its velocities, as the others do that it is joined to.

    Args:
        i: Row of the body.
        pose: Center [m] and rotation to which it is going to be put.
        taken: How much earlier it was there, as a part of the step.
        bodies: Body arrays. Velocities are updated.
        config: Parameters of the step.
    """
    flags = bodies.links[i, BODY.FLAGS]
    if bodies.joint[i]:
        return
    dt = config[CONFIG.DT]
    motion, center = bodies.motion, bodies.center
    v = float3(motion, i, MOTION.VELOCITY)
    a = float3(bodies.drive, i, BEND_ACCELERATION)
    moved = (center[i, 0] - pose[0][0], center[i, 1] - pose[0][1], center[i, 2] - pose[0][2])
    back = rewind_fall(v, a, moved, dt, dt / (int(config[CONFIG.SUBSTEPS]) << bodies.links[i, BODY.TIER]))
    for c in range(3):
        if flags & (BODY.FLAG_LOCK_X << c) == 0:
            motion[i, MOTION.VELOCITY + c] = np.float32(v[c] - back * a[c])
    if flags & (BODY.FLAG_SPHERICAL | 7 * BODY.FLAG_LOCK_ROTATION_X):
        return
    _, rotation = end_pose(i, bodies)
    u = rotate_inverse(rotation, float3(motion, i, MOTION.ANGULAR))
    w = rotate(pose[1], rewind_spin(i, u, taken * dt, bodies.mass))
    for c in range(3):
        motion[i, MOTION.ANGULAR + c] = np.float32(w[c])


@leaf
def push_back(i, other, normal, bodies, shapes):
    """Let a body bounce off against a normal, or leave slowly, and take away spin; nothing happens for a zero normal.

    A spinning body can sink into a wall while the points of it that touch the wall move away: no contact would then
    ever stop it.

    Args:
        i: Row of the body.
        other: Row of the body that it sinks into, which is pushed, too; -1 for one that stands still.
        normal: Towards the other one.
        bodies: Body arrays. Velocities are updated.
        shapes: Shape arrays.
    """
    if dot(normal, normal) == 0.0:
        return
    motion, center = bodies.motion, bodies.center
    restitution = np.float64(shapes.surface[bodies.links[i, BODY.SHAPE], SHAPE.SURFACE_RESTITUTION])
    velocity = float3(motion, i, MOTION.VELOCITY)
    mine, others = np.float64(motion[i, MOTION.INV_MASS]), 0.0
    if other >= 0 and bodies.links[other, BODY.AWAKE] >= 0:
        arm = subtract(
            (center[i, 0], center[i, 1], center[i, 2]), (center[other, 0], center[other, 1], center[other, 2])
        )
        carried = add(float3(motion, other, MOTION.VELOCITY), cross(float3(motion, other, MOTION.ANGULAR), arm))
        velocity = subtract(velocity, carried)
        others = np.float64(motion[other, MOTION.INV_MASS])
    speed = dot(normal, velocity)
    change = speed + max(restitution * speed, LEAVE_SPEED)
    if change > 0.0 and mine > 0.0:
        impulse = change / (mine + others)
        for c in range(3):
            motion[i, MOTION.VELOCITY + c] -= np.float32(mine * impulse * normal[c])
            if others > 0.0:
                motion[other, MOTION.VELOCITY + c] += np.float32(others * impulse * normal[c])
    for c in range(3):
        motion[i, MOTION.ANGULAR + c] *= np.float32(0.5 + 0.5 * restitution)
