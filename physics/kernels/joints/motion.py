"""Velocities of the two bodies of a joint, and what an impulse along a row makes of them."""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import add_scaled, dot
from physics.kernels.islands.islands import movable
from physics.kernels.joints.measure import load3, store3, to_float64
from physics.kernels.layout import body as BODY, joint as JOINT, motion as MOTION


@leaf
def load_motion(i, bodies, joints):
    """Velocity, angular velocity and inverse mass of body a, then of body b, float64."""
    motion = bodies.motion
    a, b = joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B]
    return (
        to_float64(load3(motion, a, MOTION.VELOCITY)),
        to_float64(load3(motion, a, MOTION.ANGULAR)),
        np.float64(motion[a, MOTION.INV_MASS]),
        to_float64(load3(motion, b, MOTION.VELOCITY)),
        to_float64(load3(motion, b, MOTION.ANGULAR)),
        np.float64(motion[b, MOTION.INV_MASS]),
    )


@leaf
def store_motion(i, moving, bodies, joints):
    """Write the velocities of those bodies of a joint that can be moved."""
    a, b = joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B]
    if movable(bodies.links[a, BODY.FLAGS]):
        store3(bodies.motion, a, MOTION.VELOCITY, moving[0])
        store3(bodies.motion, a, MOTION.ANGULAR, moving[1])
    if movable(bodies.links[b, BODY.FLAGS]):
        store3(bodies.motion, b, MOTION.VELOCITY, moving[3])
        store3(bodies.motion, b, MOTION.ANGULAR, moving[4])


@leaf
def bend_factor(w, h):
    """Half a substep, by which the bend of a circle is multiplied; less where a body turns so far that it is none."""
    turned = h * h * dot(w, w)
    return 0.5 * h / (1.0 + 0.25 * turned)


@leaf
def apply_row(i, d, impulse, moving, rows):
    """Velocities after an impulse along row d."""
    v_a, w_a, mass_a, v_b, w_b, mass_b = moving
    c = d * JOINT.ROW_STRIDE
    n = load3(rows, i, c + JOINT.ROW_N)
    v_a = add_scaled(v_a, n, -mass_a * impulse)
    w_a = add_scaled(w_a, load3(rows, i, c + JOINT.ROW_TURN_A), -impulse)
    v_b = add_scaled(v_b, n, mass_b * impulse)
    w_b = add_scaled(w_b, load3(rows, i, c + JOINT.ROW_TURN_B), impulse)
    return v_a, w_a, mass_a, v_b, w_b, mass_b
