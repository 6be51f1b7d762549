"""Velocities of eight bodies at once, from their records and back."""

from physics.kernels.core.jit import leaf
from physics.kernels.core.wide import gather4, scatter4
from physics.kernels.layout import motion as MOTION


@leaf
def gather_velocity(motion, rows, k):
    """Velocity, angular velocity, inverse mass and the unused fourth float of eight bodies."""
    vx, vy, vz, mass = gather4(motion, rows, k, MOTION.STRIDE, MOTION.VELOCITY)
    wx, wy, wz, spare = gather4(motion, rows, k, MOTION.STRIDE, MOTION.ANGULAR)
    return (vx, vy, vz), (wx, wy, wz), mass, spare


@leaf
def scatter_velocity(motion, rows, k, v, w, mass, spare):
    """Inverse of `gather_velocity`. Lanes that share an immovable body all write what they read."""
    scatter4(motion, rows, k, MOTION.STRIDE, MOTION.VELOCITY, v[0], v[1], v[2], mass)
    scatter4(motion, rows, k, MOTION.STRIDE, MOTION.ANGULAR, w[0], w[1], w[2], spare)
