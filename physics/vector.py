"""Vectors as Python hands them out: tuples of three numbers that can be added and scaled; rotations (x, y, z, w)."""

import math
from collections.abc import Sequence
from typing import NamedTuple

Quaternion = tuple[float, float, float, float]


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

    def __add__(self, other: Sequence[float]) -> "Vec3":
        x, y, z = other
        return Vec3(self.x + x, self.y + y, self.z + z)

    __radd__ = __add__

    def __sub__(self, other: Sequence[float]) -> "Vec3":
        x, y, z = other
        return Vec3(self.x - x, self.y - y, self.z - z)

    def __rsub__(self, other: Sequence[float]) -> "Vec3":
        x, y, z = other
        return Vec3(x - self.x, y - self.y, z - self.z)

    def __mul__(self, factor: float) -> "Vec3":
        return Vec3(self.x * factor, self.y * factor, self.z * factor)

    __rmul__ = __mul__

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
