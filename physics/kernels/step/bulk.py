"""Writing poses and velocities of many bodies at once."""

import numpy as np

from physics.kernels.core.jit import kernel
from physics.kernels.core.vec3 import rotate
from physics.kernels.islands.islands import disturb
from physics.kernels.layout import body as BODY, motion as MOTION
from physics.kernels.step.finalize import move_to

ZERO = np.float32(0.0)


@kernel
def write_bodies(
    rows, position, orientation, velocity, spin, bodies, shapes, contacts, joints, static_tree, moving_tree, counts,
    events, padding, margin, ratio,
):  # fmt: skip
    """Place bodies and set their velocities, in order; an array without rows leaves its quantity as it is.

    Args:
        rows: Rows of the bodies, int32 [n].
        position: Origins of the body axes [m], float64 [n, 3] or [0, 3].
        orientation: Unit quaternions, float64 [n, 4] or [0, 4].
        velocity: Of the centers of mass [m/s], float64 [n, 3] or [0, 3].
        spin: Angular velocities [rad/s], float64 [n, 3] or [0, 3].
        bodies: Body arrays. Updated.
        shapes: Shape arrays. Updated.
        contacts: Contact arrays. Updated.
        joints: Joint arrays.
        static_tree: Bounds of static shapes. Updated.
        moving_tree: Bounds of the other shapes. Updated.
        counts: Counts. Updated.
        events: Woken bodies are reported.
        padding: As in `move_to`.
        margin: As in `move_to`.
        ratio: As in `move_to`.
    """
    center = bodies.center
    rotation = bodies.rotation
    motion = bodies.motion
    for k in range(len(rows)):
        i = rows[k]
        disturb(i, bodies, contacts, joints, counts, events)
        if bodies.links[i, BODY.FLAGS] & BODY.FLAG_TARGET:
            bodies.links[i, BODY.FLAGS] &= ~BODY.FLAG_TARGET
            for c in range(BODY.TARGET_STRIDE):
                bodies.target[i, c] = 0.0
        if len(position) + len(orientation) > 0:
            local = (bodies.local[i, 0], bodies.local[i, 1], bodies.local[i, 2])
            q = (rotation[i, 0], rotation[i, 1], rotation[i, 2], rotation[i, 3])
            shift = rotate(q, local)
            place = (center[i, 0] - shift[0], center[i, 1] - shift[1], center[i, 2] - shift[2])
            if len(position) > 0:
                place = (position[k, 0], position[k, 1], position[k, 2])
            if len(orientation) > 0:
                for c in range(4):
                    rotation[i, c] = orientation[k, c]
                shift = rotate((orientation[k, 0], orientation[k, 1], orientation[k, 2], orientation[k, 3]), local)
            for c in range(3):
                center[i, c] = place[c] + shift[c]
            move_to(i, bodies, shapes, static_tree, moving_tree, counts, padding, margin, ratio)
        flags = bodies.links[i, BODY.FLAGS]
        for c in range(3):
            if len(velocity) > 0:
                motion[i, MOTION.VELOCITY + c] = ZERO if flags & (BODY.FLAG_LOCK_X << c) else np.float32(velocity[k, c])
            if len(spin) > 0:
                motion[i, MOTION.ANGULAR + c] = (
                    ZERO if flags & (BODY.FLAG_LOCK_ROTATION_X << c) else np.float32(spin[k, c])
                )
