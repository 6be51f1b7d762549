"""WheelContact: how a wheel that is cast to the ground meets it, and the blows that it takes there."""

import math
from typing import NamedTuple

from physics import Body, BodyKind, Vec3, World
from play.vehicles import car, tires
from play.vehicles.car import RADIUS
from play.vehicles.car_pose import Pose

#: Steepest ground that a wheel stands on, as the cosine of its angle.
STEEPEST = 0.35
#: A normal that differs by more than this from the previous one, as a cosine, is an edge, and not just a slope.
EDGE = 0.98
#: A wheel that hits an edge is struck as if this mass [kg] stopped within a step, above this speed [m/s].
BLOW_MASS, BLOW_SPEED = 130.0, 1.5


class WheelContact(NamedTuple):
    """A wheel on the ground.

    Attributes:
        number: Number of the wheel.
        ground: What is below it.
        travel: Travel of the suspension, up > 0 [m].
        rate: Rate of that [m/s].
        gain: Change of the travel since the last step [m]; 0 for a wheel that was in the air.
        velocity: Velocity of the hub over the ground [m/s].
        kind: Kind of the body that is the ground.
        edge: Whether the ground is another plane than in the last step.
    """

    number: int
    ground: tires.Ground
    travel: float
    rate: float
    gain: float
    velocity: Vec3
    kind: BodyKind
    edge: bool = False


def axes_of(normal: Vec3, pose: Pose, angle: float) -> tuple[Vec3, Vec3]:
    """Directions along the ground: where a wheel points, and to its right."""
    c, s = math.cos(angle), math.sin(angle)
    (rx, ry, rz), (ax, ay, az), (nx, ny, nz) = pose.right, pose.ahead, normal
    sx, sy, sz = rx * c + ax * s, ry * c + ay * s, rz * c + az * s
    hx, hy, hz = ny * sz - nz * sy, nz * sx - nx * sz, nx * sy - ny * sx
    size = max(1e-6, math.sqrt(hx * hx + hy * hy + hz * hz))
    hx, hy, hz = hx / size, hy / size, hz / size
    return Vec3(hx, hy, hz), Vec3(hy * nz - hz * ny, hz * nx - hx * nz, hx * ny - hy * nx)


def edge_blow(contact: WheelContact, contacts: list[WheelContact], pose: Pose, dt: float) -> float:
    """Force across the suspension of a wheel that hits an edge in a step [N].

    It follows from how steep the edge is where the wheel meets it, against the ground below the other axle. A step is
    so long that the steepest place is often missed, but then the wheel has risen: it meets an edge of height h at
    cos(angle) = 1 - h / radius.
    """
    level = next((other.ground.normal for other in contacts if other.number // 2 != contact.number // 2), None)
    if level is None:
        return 0.0
    upright = contact.ground.normal.dot(level)
    if upright > EDGE or not contact.edge or contact.velocity.dot(contact.ground.normal) > -BLOW_SPEED:
        return 0.0
    rise = contact.gain + contact.velocity.dot(level) / max(STEEPEST, level.dot(pose.up)) * dt
    upright = min(upright, 1.0 - min(0.8 * RADIUS, max(0.0, rise)) / RADIUS)
    return BLOW_MASS * abs(contact.velocity.dot(pose.ahead)) * (1.0 - upright * upright) / dt


def blow_on(
    world: World, contact: WheelContact, contacts: list[WheelContact], pose: Pose, dt: float, ignore: tuple[Body, ...]
) -> float:
    """Force across the suspension of a wheel in a step [N]: that of an edge, less at the foot of a slope.

    There it touches a face that has the normal of the contact, and only the speed of approach counts.

    Args:
        world: Where.
        contact: That of the wheel.
        contacts: Those of all wheels on the ground.
        pose: Pose of the chassis.
        dt: Step [s].
        ignore: Bodies of the car.
    """
    blow = edge_blow(contact, contacts, pose, dt)
    if blow <= car.HURT:
        return blow
    normal = contact.ground.normal
    face = world.ray_cast(contact.ground.point + normal * 0.05, -normal, 0.1, ignore=ignore)
    if face is None or face.normal.dot(normal) < EDGE:
        return blow
    return min(blow, -BLOW_MASS * contact.velocity.dot(normal) * math.sqrt(1.0 - normal.dot(pose.up) ** 2) / dt)
