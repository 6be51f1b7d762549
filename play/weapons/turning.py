"""Rotations (x, y, z, w) that weapons need; products and turned vectors are in `physics.vector`."""

import math
from collections.abc import Sequence

from physics.vector import multiply
from play.controls import angles_of

Quaternion = tuple[float, float, float, float]


def about(axis: Sequence[float], angle: float) -> Quaternion:
    """Rotation about a unit vector by an angle [rad]."""
    sine = math.sin(0.5 * angle)
    return axis[0] * sine, axis[1] * sine, axis[2] * sine, math.cos(0.5 * angle)


def inverse(q: Sequence[float]) -> Quaternion:
    """The opposite of a unit quaternion."""
    return -q[0], -q[1], -q[2], q[3]


def toward(direction: Sequence[float]) -> Quaternion:
    """Rotation without roll whose -Z points along a direction of any length."""
    yaw, pitch = angles_of(direction)
    return multiply(about((0.0, 1.0, 0.0), yaw), about((1.0, 0.0, 0.0), pitch))
