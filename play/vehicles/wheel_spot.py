"""WheelSpot: a wheel of a car that is cast to the ground, how it meets that, and what it suffers there."""

import math
from typing import NamedTuple

from physics import Body, BodyKind, Vec3, World
from play.vehicles import car, tires
from play.vehicles.car import RADIUS, Pose

#: Steepest ground that a wheel stands on, as the cosine of its angle.
STEEPEST = 0.35
#: A normal that differs so much from the one before, as a cosine, is an edge; else a wheel just rolls up a slope.
EDGE = 0.98
#: A wheel that runs against an edge is hit as if this mass [kg] stopped within a step, above this speed [m/s].
BLOW_MASS, BLOW_SPEED = 130.0, 1.5


class Spot(NamedTuple):
    """A wheel on the ground.

    Attributes:
        number: Of the wheel.
        ground: What is below it.
        way: Of the suspension, up > 0 [m].
        rate: Of that [m/s].
        gain: Change of the way since one step before [m]; 0 for a wheel that was in the air.
        velocity: Of the hub over the ground [m/s].
        kind: Of the body that is the ground.
        edge: Whether the ground is not the plane that the wheel stood on one step before.
    """

    number: int
    ground: tires.Ground
    way: float
    rate: float
    gain: float
    velocity: Vec3
    kind: BodyKind
    edge: bool = False


def axes_of(normal: Vec3, pose: Pose, angle: float) -> tuple[Vec3, Vec3]:
    """Directions along the ground in which a wheel points, and to its right."""
    c, s = math.cos(angle), math.sin(angle)
    (rx, ry, rz), (ax, ay, az), (nx, ny, nz) = pose.right, pose.ahead, normal
    sx, sy, sz = rx * c + ax * s, ry * c + ay * s, rz * c + az * s
    hx, hy, hz = ny * sz - nz * sy, nz * sx - nx * sz, nx * sy - ny * sx
    size = max(1e-6, math.sqrt(hx * hx + hy * hy + hz * hz))
    hx, hy, hz = hx / size, hy / size, hz / size
    return Vec3(hx, hy, hz), Vec3(hy * nz - hz * ny, hz * nx - hx * nz, hx * ny - hy * nx)


def edge_blow(spot: Spot, spots: list[Spot], pose: Pose, dt: float) -> float:
    """Force across the suspension of a wheel that runs against an edge in a step [N].

    What is across comes from how steep the edge is where the wheel meets it, against the ground that the other axle is
    on. A step is so long that the steepest place is often missed, but then the wheel has risen: over an edge of height
    h it is met at cos(angle) = 1 - h / radius.
    """
    level = next((other.ground.normal for other in spots if other.number // 2 != spot.number // 2), None)
    if level is None:
        return 0.0
    upright = spot.ground.normal.dot(level)
    if upright > EDGE or not spot.edge or spot.velocity.dot(spot.ground.normal) > -BLOW_SPEED:
        return 0.0
    rise = spot.gain + spot.velocity.dot(level) / max(STEEPEST, level.dot(pose.up)) * dt
    upright = min(upright, 1.0 - min(0.8 * RADIUS, max(0.0, rise)) / RADIUS)
    return BLOW_MASS * abs(spot.velocity.dot(pose.ahead)) * (1.0 - upright * upright) / dt


def blow_on(world: World, spot: Spot, spots: list[Spot], pose: Pose, dt: float, ignore: tuple[Body, ...]) -> float:
    """Force across the suspension of a wheel in a step [N]: that of an edge, less where it met the foot of a slope.

    There it touches a face, which has the normal that the wheel feels, and only the speed at which it closes counts.

    Args:
        world: Where.
        spot: The wheel.
        spots: All wheels that are on the ground.
        pose: Of the chassis.
        dt: Step [s].
        ignore: Bodies of the car.
    """
    blow = edge_blow(spot, spots, pose, dt)
    if blow <= car.HURT:
        return blow
    normal = spot.ground.normal
    face = world.ray_cast(spot.ground.point + normal * 0.05, -normal, 0.1, ignore=ignore)
    if face is None or face.normal.dot(normal) < EDGE:
        return blow
    return min(blow, -BLOW_MASS * spot.velocity.dot(normal) * math.sqrt(1.0 - normal.dot(pose.up) ** 2) / dt)
