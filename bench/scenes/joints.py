"""Joints of benchmark scenes as plain numbers, and the little that adapters need to bring them into bodies' axes."""

import math
from dataclasses import dataclass

WORLD = -1  # in place of a body

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]


@dataclass(frozen=True)
class PeerJoint:
    """One joint of a scene, told in the world at the start.

    Attributes:
        kind: "ball" or "hinge".
        body_a: Row in the scene's bodies, or WORLD.
        body_b: Row of the other body.
        anchor: The point that both bodies share [m].
        axis: Unit vector: what a hinge turns about, or the direction of b that a cone keeps near that of a.
        limits: Least and greatest angle about the axis [rad], 0 at the start; for a ball, of its twist; None for none.
        cone: For a ball, how far the axes of the two bodies may be apart [rad]; None for any angle.
    """

    kind: str
    body_a: int
    body_b: int
    anchor: Vector
    axis: Vector = (1.0, 0.0, 0.0)
    limits: tuple[float, float] | None = None
    cone: float | None = None


def product(p: Quaternion, q: Quaternion) -> Quaternion:
    """The turn q, then the turn p."""
    px, py, pz, pw = p
    qx, qy, qz, qw = q
    return (
        pw * qx + px * qw + py * qz - pz * qy,
        pw * qy - px * qz + py * qw + pz * qx,
        pw * qz + px * qy - py * qx + pz * qw,
        pw * qw - px * qx - py * qy - pz * qz,
    )


def inverse(q: Quaternion) -> Quaternion:
    """The turn back, of a unit quaternion."""
    return -q[0], -q[1], -q[2], q[3]


def rotated(q: Quaternion, vector: Vector) -> Vector:
    """The vector after a turn."""
    return product(product(q, (*vector, 0.0)), inverse(q))[:3]


def turn_to(axis: Vector) -> Quaternion:
    """A turn that takes x to the unit vector `axis`."""
    x, y, z = axis
    if x < -1 + 1e-9:
        return 0.0, 0.0, 1.0, 0.0  # half a turn about z
    # Half way between x and the axis lies what to turn about by half a turn; told by its sine and cosine.
    length = math.sqrt(2 * (1 + x))
    return 0.0, -z / length, y / length, length / 2


def local_point(position: Vector, orientation: Quaternion, point: Vector) -> Vector:
    """A point of the world in the axes of a body."""
    return rotated(inverse(orientation), tuple(p - q for p, q in zip(point, position, strict=True)))
