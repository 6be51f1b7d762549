"""Pose of a car: its place, axes and motion, read once per step."""

from typing import NamedTuple

from physics import Body, Vec3
from physics.vector import Quaternion


class Pose(NamedTuple):
    """Place, axes and motion of a chassis.

    Attributes:
        place: Origin of its axes [m].
        turn: Its rotation.
        right: Its +X in the world.
        up: Its +Y.
        ahead: Its -Z.
        velocity: Of its center of mass [m/s].
        spin: Angular velocity [rad/s].
        center: Center of mass [m].
    """

    place: Vec3
    turn: Quaternion
    right: Vec3
    up: Vec3
    ahead: Vec3
    velocity: Vec3
    spin: Vec3
    center: Vec3

    def at(self, local: Vec3) -> Vec3:
        """A place of the chassis in the world [m]."""
        x, y, z = local
        (rx, ry, rz), (ux, uy, uz), (ax, ay, az) = self.right, self.up, self.ahead
        px, py, pz = self.place
        return Vec3(px + rx * x + ux * y - ax * z, py + ry * x + uy * y - ay * z, pz + rz * x + uz * y - az * z)


def pose_of(body: Body) -> Pose:
    """Place, axes and motion of a body."""
    turn = body.orientation
    x, y, z, w = turn
    right = Vec3(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w))
    up = Vec3(2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w))
    ahead = Vec3(-2.0 * (x * z + y * w), -2.0 * (y * z - x * w), 2.0 * (x * x + y * y) - 1.0)
    return Pose(body.position, turn, right, up, ahead, body.velocity, body.angular_velocity, body.center_of_mass)
