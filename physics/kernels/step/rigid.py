"""Inertia of rigid bodies in world axes, locked rotations included."""

import numpy as np

from physics.kernels.broad_phase.proxies import multiply_quaternions
from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.vec3 import axes
from physics.kernels.layout import body as BODY, motion as MOTION

ZERO = np.float32(0.0)
#: Sine of half the angle that a body has to turn by before its inertia follows: a hundredth of a radian.
TURNED = np.float32(0.005)


@leaf
def orientation(rotation, i):
    """Orientation of a body, float32."""
    return (
        np.float32(rotation[i, 0]),
        np.float32(rotation[i, 1]),
        np.float32(rotation[i, 2]),
        np.float32(rotation[i, 3]),
    )


@leaf
def turn_inertia(q, i, source, source_column, target, target_column):
    """Symmetric matrix from body axes to world axes: R M R^T.

    Args:
        q: Orientation, float32.
        i: Row of the body.
        source: Record array with xx xy xz yy yz zz from `source_column` on.
        source_column: First column read.
        target: Record array. Written.
        target_column: First column written.
    """
    u, v, w = axes(q)
    xx, xy, xz = source[i, source_column], source[i, source_column + 1], source[i, source_column + 2]
    yy, yz, zz = source[i, source_column + 3], source[i, source_column + 4], source[i, source_column + 5]
    # Columns of R M.
    ax, ay, az = u[0] * xx + v[0] * xy + w[0] * xz, u[1] * xx + v[1] * xy + w[1] * xz, u[2] * xx + v[2] * xy + w[2] * xz
    bx, by, bz = u[0] * xy + v[0] * yy + w[0] * yz, u[1] * xy + v[1] * yy + w[1] * yz, u[2] * xy + v[2] * yy + w[2] * yz
    cx, cy, cz = u[0] * xz + v[0] * yz + w[0] * zz, u[1] * xz + v[1] * yz + w[1] * zz, u[2] * xz + v[2] * yz + w[2] * zz
    target[i, target_column] = ax * u[0] + bx * v[0] + cx * w[0]
    target[i, target_column + 1] = ax * u[1] + bx * v[1] + cx * w[1]
    target[i, target_column + 2] = ax * u[2] + bx * v[2] + cx * w[2]
    target[i, target_column + 3] = ay * u[1] + by * v[1] + cy * w[1]
    target[i, target_column + 4] = ay * u[2] + by * v[2] + cy * w[2]
    target[i, target_column + 5] = az * u[2] + bz * v[2] + cz * w[2]


@leaf
def lock_inverse(flags, inverse, i):
    """Replace an inverse inertia by the one of a body that cannot turn about some world axes.

    With axes locked, the equation of motion holds in the free subspace only: its inverse is that of the free block of
    the inertia, which is a Schur complement of the inverse.
    """
    index = ((0, 1, 2), (1, 3, 4), (2, 4, 5))
    for axis in range(3):
        if flags & (BODY.FLAG_LOCK_ROTATION_X << axis):
            pivot = inverse[i, index[axis][axis]]
            if pivot > ZERO:
                a, b, c = inverse[i, index[axis][0]], inverse[i, index[axis][1]], inverse[i, index[axis][2]]
                inverse[i, 0] -= a * a / pivot
                inverse[i, 1] -= a * b / pivot
                inverse[i, 2] -= a * c / pivot
                inverse[i, 3] -= b * b / pivot
                inverse[i, 4] -= b * c / pivot
                inverse[i, 5] -= c * c / pivot
            # Exactly zero, whatever rounding left.
            inverse[i, index[axis][0]] = ZERO
            inverse[i, index[axis][1]] = ZERO
            inverse[i, index[axis][2]] = ZERO


@kernel
def update_inertia(i, flags, rotation, mass, inv_inertia):
    """World inverse inertia of one body from its orientation.

    Args:
        i: Row of the body.
        flags: Its BODY.FLAGS.
        rotation: Orientations.
        mass: Inertia and its inverse in body axes.
        inv_inertia: Written.
    """
    if flags & BODY.KIND_BITS != BODY.DYNAMIC or flags & BODY.STILL_BITS:
        for c in range(8):
            inv_inertia[i, c] = ZERO
        return
    if flags & BODY.FLAG_SPHERICAL:
        for c in range(6):
            inv_inertia[i, c] = mass[i, BODY.MASS_INVERSE + c]
    else:
        turn_inertia(orientation(rotation, i), i, mass, BODY.MASS_INVERSE, inv_inertia, 0)
    if flags & (7 * BODY.FLAG_LOCK_ROTATION_X):
        lock_inverse(flags, inv_inertia, i)


@leaf
def turn_joined(count, rows, bodies):
    """Let the inverse inertia of bodies that joints hold follow them within a step.

    A slender body answers to a torque about its own axis hundreds of times as easily as to another: with the axes that
    it had at the start of the step, the pull of a rope would make its links spin.

    Args:
        count: Bodies.
        rows: Their rows.
        bodies: Body arrays. Inverse inertia is updated, for bodies that have turned by more than a little.
    """
    motion = bodies.motion
    for k in range(count):
        i = rows[k]
        flags = bodies.links[i, BODY.FLAGS]
        if (
            bodies.joint[i] == 0
            or flags & BODY.FLAG_SPHERICAL
            or flags & BODY.KIND_BITS != BODY.DYNAMIC
            or flags & BODY.FLAG_FROZEN
        ):
            continue
        c = MOTION.DELTA_ROTATION
        x, y, z, w = motion[i, c], motion[i, c + 1], motion[i, c + 2], motion[i, c + 3]
        if x * x + y * y + z * z > TURNED * TURNED:
            q = multiply_quaternions((x, y, z, w), orientation(bodies.rotation, i))
            turn_inertia(q, i, bodies.mass, BODY.MASS_INVERSE, bodies.inv_inertia, 0)
            if flags & (7 * BODY.FLAG_LOCK_ROTATION_X):
                lock_inverse(flags, bodies.inv_inertia, i)
