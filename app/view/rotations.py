"""Quaternions (x, y, z, w) and points for cameras and hands; what is simpler is in `physics.vector`."""

import math
from collections.abc import Sequence

from physics import Body
from physics.vector import Quaternion, Vec3, about, inverse, multiply, rotate
from play.controls import turn_of

UNTURNED: Quaternion = (0.0, 0.0, 0.0, 1.0)


def normalized(q: Sequence[float]) -> Quaternion:
    """Quaternion of length 1; no rotation if it has no length."""
    length = math.hypot(*q)
    if length == 0.0:
        return UNTURNED
    return q[0] / length, q[1] / length, q[2] / length, q[3] / length


def from_angles(yaw: float, pitch: float, roll: float = 0.0) -> Quaternion:
    """Rotation of a camera.

    Args:
        yaw: To the left, about the world's Y [rad]; 0 looks along -Z.
        pitch: Up from the horizon [rad].
        roll: Counterclockwise as the camera sees it, so the picture turns clockwise [rad].
    """
    turned = turn_of(yaw, pitch)
    return multiply(turned, about((0.0, 0.0, 1.0), roll)) if roll else turned


def rotation_vector(q: Sequence[float]) -> Vec3:
    """Axis times angle [rad] of a unit quaternion, the short way round, at most pi long."""
    x, y, z, w = q if q[3] >= 0.0 else (-q[0], -q[1], -q[2], -q[3])
    s = math.hypot(x, y, z)
    if s < 1e-12:
        return Vec3(2.0 * x, 2.0 * y, 2.0 * z)
    factor = 2.0 * math.atan2(s, w) / s
    return Vec3(x * factor, y * factor, z * factor)


def blend(a: Sequence[float], b: Sequence[float], t: float) -> Quaternion:
    """Rotation between two unit quaternions the short way round, at even speed; t = 0 is a, t = 1 is b."""
    turn = rotation_vector(multiply(b, inverse(a)))
    angle = turn.length
    if angle < 1e-12:
        return normalized(b)
    return normalized(multiply(about(turn / angle, angle * t), a))


def local_point(body: Body, point: Sequence[float]) -> Vec3:
    """A point of the world in the axes of a body [m]."""
    return rotate(inverse(body.orientation), Vec3(*point) - body.position)


def world_point(body: Body, point: Sequence[float]) -> Vec3:
    """A point in the axes of a body, in the world [m]."""
    return rotate(body.orientation, point) + body.position
