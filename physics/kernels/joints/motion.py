"""Velocities of the two bodies of a joint, and what an impulse along a row makes of them."""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import add_scaled, dot
from physics.kernels.islands.islands import movable
from physics.kernels.joints.measure import load3, store3, to_float64
from physics.kernels.layout.joint import JOINT_BODY_A, JOINT_BODY_B, ROW_N, ROW_STRIDE, ROW_TURN_A, ROW_TURN_B
from physics.kernels.layout.records import BODY_FLAGS, MOTION_ANGULAR, MOTION_INV_MASS, MOTION_VELOCITY


@leaf
def load_motion(i, bodies, joints):
    """Velocity, angular velocity and inverse mass of body a, then of body b, float64."""
    motion = bodies.motion
    a, b = joints.info[i, JOINT_BODY_A], joints.info[i, JOINT_BODY_B]
    return (
        to_float64(load3(motion, a, MOTION_VELOCITY)),
        to_float64(load3(motion, a, MOTION_ANGULAR)),
        np.float64(motion[a, MOTION_INV_MASS]),
        to_float64(load3(motion, b, MOTION_VELOCITY)),
        to_float64(load3(motion, b, MOTION_ANGULAR)),
        np.float64(motion[b, MOTION_INV_MASS]),
    )


@leaf
def store_motion(i, moving, bodies, joints):
    """Write the velocities of those bodies of a joint that can be moved."""
    a, b = joints.info[i, JOINT_BODY_A], joints.info[i, JOINT_BODY_B]
    if movable(bodies.links[a, BODY_FLAGS]):
        store3(bodies.motion, a, MOTION_VELOCITY, moving[0])
        store3(bodies.motion, a, MOTION_ANGULAR, moving[1])
    if movable(bodies.links[b, BODY_FLAGS]):
        store3(bodies.motion, b, MOTION_VELOCITY, moving[3])
        store3(bodies.motion, b, MOTION_ANGULAR, moving[4])


@leaf
def bend_factor(w, h):
    """Half a substep, by which the bend of a circle is multiplied; less where a body turns so far that it is none."""
    turned = h * h * dot(w, w)
    return 0.5 * h / (1.0 + 0.25 * turned)


@leaf
def apply_row(i, d, impulse, moving, rows):
    """Velocities after an impulse along row d."""
    v_a, w_a, mass_a, v_b, w_b, mass_b = moving
    c = d * ROW_STRIDE
    n = load3(rows, i, c + ROW_N)
    v_a = add_scaled(v_a, n, -mass_a * impulse)
    w_a = add_scaled(w_a, load3(rows, i, c + ROW_TURN_A), -impulse)
    v_b = add_scaled(v_b, n, mass_b * impulse)
    w_b = add_scaled(w_b, load3(rows, i, c + ROW_TURN_B), impulse)
    return v_a, w_a, mass_a, v_b, w_b, mass_b
