"""Read-outs for Python: poses and velocities of many bodies, contact points. Nothing here changes the world."""

import math

import numpy as np

from physics.kernels.core.jit import kernel
from physics.kernels.core.vec3 import rotate
from physics.kernels.layout import body as BODY, contact as CONTACT, manifold as MANIFOLD, motion as MOTION


@kernel
def read_bodies(rows, center, rotation, local, motion, links, position, orientation, velocity, angular_velocity, awake):
    """Copy poses and velocities of bodies.

    Args:
        rows: Rows of the bodies, int32 [n].
        center: Centers of mass.
        rotation: Orientations.
        local: Centers of mass in body axes.
        motion: Body records.
        links: Body records.
        position: Origins of the body axes [m], float64 [n, 3]. Written.
        orientation: float64 [n, 4]. Written.
        velocity: Of the center of mass [m/s], float64 [n, 3]. Written.
        angular_velocity: [rad/s], float64 [n, 3]. Written.
        awake: bool [n]. Written.
    """
    for k in range(len(rows)):
        i = rows[k]
        q = (rotation[i, 0], rotation[i, 1], rotation[i, 2], rotation[i, 3])
        shift = rotate(q, (local[i, 0], local[i, 1], local[i, 2]))
        for c in range(3):
            position[k, c] = center[i, c] - shift[c]
            velocity[k, c] = motion[i, MOTION.VELOCITY + c]
            angular_velocity[k, c] = motion[i, MOTION.ANGULAR + c]
        for c in range(4):
            orientation[k, c] = q[c]
        awake[k] = links[i, BODY.AWAKE] >= 0


@kernel
def count_points(contact_top, info):
    """Number of points of all touching contacts.

    Args:
        contact_top: Rows ever used.
        info: Contact records.
    """
    total = 0
    for contact in range(1, contact_top):
        if info[contact, CONTACT.FLAGS] & (CONTACT.FLAG_TOUCH | CONTACT.FLAG_SENSOR) == CONTACT.FLAG_TOUCH:
            total += info[contact, CONTACT.COUNT]
    return total


@kernel
def read_points(contact_top, info, manifold, cache, center, ids, values):
    """Copy all contact points.

    Friction acts on a manifold as a whole; its points share it in proportion to their normal impulses.

    Args:
        contact_top: Rows ever used.
        info: Contact records.
        manifold: Contact records.
        cache: Contact records.
        center: Centers of mass of the bodies.
        ids: Body a, body b, shape a, shape b, int32 [n, 4]. Written.
        values: Position, normal, separation, normal impulse, friction impulse on b and its size, float64 [n, 12].
            Written.
    """
    k = 0
    for contact in range(1, contact_top):
        if info[contact, CONTACT.FLAGS] & (CONTACT.FLAG_TOUCH | CONTACT.FLAG_SENSOR) != CONTACT.FLAG_TOUCH:
            continue
        f = CONTACT.CACHE_FRICTION
        x, y, z = cache[contact, f], cache[contact, f + 1], cache[contact, f + 2]
        size = math.sqrt(x * x + y * y + z * z)
        total = 0.0
        count = info[contact, CONTACT.COUNT]
        for p in range(count):
            total += manifold[contact, MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE + MANIFOLD.POINT_TOTAL]
        body = info[contact, CONTACT.BODY_A]
        for p in range(count):
            column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
            ids[k, 0] = body
            ids[k, 1] = info[contact, CONTACT.BODY_B]
            ids[k, 2] = info[contact, CONTACT.SHAPE_A]
            ids[k, 3] = info[contact, CONTACT.SHAPE_B]
            for c in range(3):
                values[k, c] = center[body, c] + np.float64(manifold[contact, column + c])
                values[k, 3 + c] = manifold[contact, MANIFOLD.NORMAL + c]
            values[k, 6] = manifold[contact, column + MANIFOLD.POINT_SEPARATION]
            impulse = manifold[contact, column + MANIFOLD.POINT_TOTAL]
            values[k, 7] = impulse
            share = impulse / total if total > 0.0 else 0.0
            values[k, 8] = share * x
            values[k, 9] = share * y
            values[k, 10] = share * z
            values[k, 11] = share * size
            k += 1
