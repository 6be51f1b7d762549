"""Vectors as tuples of three numbers that can be added and scaled, rotations as quaternions (x, y, z, w).

Angles of view are the same everywhere: yaw to the left about +Y, at 0 along -Z, and pitch up from the horizon.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

Quaternion = tuple[float, float, float, float]
NO_ROTATION: Quaternion = (0.0, 0.0, 0.0, 1.0)
ORIGIN = (0.0, 0.0, 0.0)


class Vec3(NamedTuple):
    """Three numbers. Equal to the plain tuple; sums and differences take any three numbers.

    Attributes:
        x: First component.
        y: Second component.
        z: Third component.
    """

    x: float
    y: float
    z: float

    # Not what a tuple does with + and *, and not `__radd__ = __add__`, which type checkers take for a fourth field.
    def __add__(self, other: Sequence[float]) -> "Vec3":  # type: ignore[override]
        x, y, z = other
        return Vec3(self.x + x, self.y + y, self.z + z)

    def __radd__(self, other: Sequence[float]) -> "Vec3":
        x, y, z = other
        return Vec3(self.x + x, self.y + y, self.z + z)

    def __sub__(self, other: Sequence[float]) -> "Vec3":
        x, y, z = other
        return Vec3(self.x - x, self.y - y, self.z - z)

    def __rsub__(self, other: Sequence[float]) -> "Vec3":
        x, y, z = other
        return Vec3(x - self.x, y - self.y, z - self.z)

    def __mul__(self, factor: float) -> "Vec3":  # type: ignore[override]
        return Vec3(self.x * factor, self.y * factor, self.z * factor)

    def __rmul__(self, factor: float) -> "Vec3":  # type: ignore[override]
        return Vec3(self.x * factor, self.y * factor, self.z * factor)

    def __truediv__(self, divisor: float) -> "Vec3":
        return Vec3(self.x / divisor, self.y / divisor, self.z / divisor)

    def __neg__(self) -> "Vec3":
        return Vec3(-self.x, -self.y, -self.z)

    def dot(self, other: Sequence[float]) -> float:
        """Scalar product."""
        x, y, z = other
        return self.x * x + self.y * y + self.z * z

    def cross(self, other: Sequence[float]) -> "Vec3":
        """Vector product."""
        x, y, z = other
        return Vec3(self.y * z - self.z * y, self.z * x - self.x * z, self.x * y - self.y * x)

    @property
    def length(self) -> float:
        """Euclidean length."""
        return math.hypot(self.x, self.y, self.z)


def rotate(q: Sequence[float], v: Sequence[float]) -> Vec3:
    """Vector turned by a unit quaternion (x, y, z, w)."""
    x, y, z, w = q
    tx, ty, tz = 2.0 * (y * v[2] - z * v[1]), 2.0 * (z * v[0] - x * v[2]), 2.0 * (x * v[1] - y * v[0])
    return Vec3(
        v[0] + w * tx + y * tz - z * ty,
        v[1] + w * ty + z * tx - x * tz,
        v[2] + w * tz + x * ty - y * tx,
    )


def multiply(p: Sequence[float], q: Sequence[float]) -> Quaternion:
    """Quaternion product: first q, then p."""
    px, py, pz, pw = p
    qx, qy, qz, qw = q
    return (
        pw * qx + px * qw + py * qz - pz * qy,
        pw * qy - px * qz + py * qw + pz * qx,
        pw * qz + px * qy - py * qx + pz * qw,
        pw * qw - px * qx - py * qy - pz * qz,
    )


def about(axis: Sequence[float], angle: float) -> Quaternion:
    """Rotation about a unit vector by an angle [rad]."""
    sine = math.sin(0.5 * angle)
    return axis[0] * sine, axis[1] * sine, axis[2] * sine, math.cos(0.5 * angle)


def inverse(q: Sequence[float]) -> Quaternion:
    """The opposite of a unit quaternion."""
    return -q[0], -q[1], -q[2], q[3]


def normalized(q: Sequence[float]) -> Quaternion:
    """Quaternion of length 1; no rotation if it has no length."""
    length = math.hypot(*q)
    if length == 0.0:
        return NO_ROTATION
    return q[0] / length, q[1] / length, q[2] / length, q[3] / length


def rotation_vector(q: Sequence[float]) -> Vec3:
    """Axis times angle [rad] of a unit quaternion, the short way round, at most pi long."""
    x, y, z, w = q if q[3] >= 0.0 else (-q[0], -q[1], -q[2], -q[3])
    s = math.hypot(x, y, z)
    if s < 1e-12:
        return Vec3(2.0 * x, 2.0 * y, 2.0 * z)
    factor = 2.0 * math.atan2(s, w) / s
    return Vec3(x * factor, y * factor, z * factor)


def turn_between(start: Sequence[float], end: Sequence[float]) -> Vec3:
    """Shortest rotation from one orientation to another, as its axis times its angle [rad]."""
    x, y, z, w = multiply(end, (-start[0], -start[1], -start[2], start[3]))
    sine = math.sqrt(x * x + y * y + z * z)
    if sine == 0.0:
        return Vec3(0.0, 0.0, 0.0)
    angle = 2.0 * math.atan2(sine, abs(w))
    factor = math.copysign(angle / sine, w)
    return Vec3(factor * x, factor * y, factor * z)


def slerp(a: Sequence[float], b: Sequence[float], t: float) -> Quaternion:
    """Rotation between two unit quaternions the short way round, at even speed; t = 0 is a, t = 1 is b."""
    turn = rotation_vector(multiply(b, inverse(a)))
    angle = turn.length
    if angle < 1e-12:
        return normalized(b)
    return normalized(multiply(about(turn / angle, angle * t), a))


def direction_of(yaw: float, pitch: float = 0.0) -> Vec3:
    """Direction of a view, length 1, from its angles [rad]."""
    flat = math.cos(pitch)
    return Vec3(-math.sin(yaw) * flat, math.sin(pitch), -math.cos(yaw) * flat)


def right_of(yaw: float) -> Vec3:
    """Level direction to the right of a view, length 1."""
    return Vec3(math.cos(yaw), 0.0, -math.sin(yaw))


def angles_of(direction: Sequence[float]) -> tuple[float, float]:
    """Yaw and pitch [rad] of a direction of any length."""
    x, y, z = direction
    return math.atan2(-x, -z), math.atan2(y, math.hypot(x, z))


def rotation_of(yaw: float, pitch: float = 0.0, roll: float = 0.0) -> Quaternion:
    """Rotation of what looks along its own -Z.

    Args:
        yaw: To the left, about the world's Y [rad]; 0 looks along -Z.
        pitch: Up from the horizon [rad].
        roll: Counterclockwise as seen from behind, so a camera's picture turns clockwise [rad].
    """
    turn = about((0.0, 1.0, 0.0), yaw)
    if pitch:
        turn = multiply(turn, about((1.0, 0.0, 0.0), pitch))
    return multiply(turn, about((0.0, 0.0, 1.0), roll)) if roll else turn


def rotation_toward(direction: Sequence[float]) -> Quaternion:
    """Rotation without roll whose -Z points along a direction of any length."""
    return rotation_of(*angles_of(direction))
