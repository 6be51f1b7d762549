"""Headlamps of vehicles: their light, and the glow of the lamps themselves."""

import functools
import math
from collections.abc import Sequence

import numpy as np

from physics import Body, Vec3
from physics.queries.snapshot import Snapshot
from physics.vector import rotate
from play.vehicles.vehicle import Vehicle
from render.frame import Lamp, Particles

LIGHT = (30.0, 27.0, 22.0)  # at 1 m
REACH = 35.0  # [m]
ANGLE = math.radians(32.0)  # half of the cone
DOWN = math.radians(5.0)  # below the direction of the nose
HEAD, TAIL, BRAKE = (1.0, 0.94, 0.78, 0.55), (1.0, 0.10, 0.06, 0.45), (1.0, 0.14, 0.08, 0.9)  # of the glow


def pose_between(body: Body, before: Snapshot, after: Snapshot, blend: float) -> tuple[np.ndarray, np.ndarray]:
    """Place [m] and rotation (x, y, z, w) of a body in a picture between two steps."""
    here, there = (np.flatnonzero(some.body == body.id) for some in (after, before))
    if not len(here):
        return np.array(body.position), np.array(body.orientation)
    position, turn = after.position[here[0]], after.orientation[here[0]]
    if not len(there):
        return position, turn
    start, first = before.position[there[0]], before.orientation[there[0]]
    first = first if first @ turn >= 0.0 else -first  # the shorter way round
    mixed = first + blend * (turn - first)
    return start + blend * (position - start), mixed / max(np.linalg.norm(mixed), 1e-12)


def headlamps(
    vehicle: Vehicle, position: Sequence[float], orientation: Sequence[float], eye: Sequence[float] | None = None
) -> tuple[tuple[Lamp, ...], Particles | None]:
    """Light of the headlamps of a vehicle, and the glow of all its lamps; nothing where they are off.

    The two headlamps are one light in the middle: it looks the same, and costs half.

    Args:
        vehicle: The vehicle.
        position: Place of its chassis in the picture [m].
        orientation: Rotation of that (x, y, z, w).
        eye: Place of the camera [m]: lamps do not glow when seen from behind. None: all do.
    """
    if not vehicle.lamps_on or not vehicle.headlamps:
        return (), None
    origin = Vec3(*position)
    places = [origin + rotate(orientation, lamp) for lamp in vehicle.headlamps]
    way = rotate(orientation, (0.0, -math.sin(DOWN), -math.cos(DOWN)))
    middle = sum(places[1:], places[0]) * (1.0 / len(places))
    lamp = Lamp(tuple(middle), tuple(way), LIGHT, REACH, ANGLE)
    rear = [origin + rotate(orientation, lamp) for lamp in vehicle.taillamps]
    ahead = rotate(orientation, (0.0, 0.0, -1.0))
    glows = [_glow(places, way, HEAD, 0.5, eye)]
    if rear:
        brakes = vehicle.telemetry.brake > 0.05
        glows.append(_glow(rear, -ahead, BRAKE if brakes else TAIL, 0.34 if brakes else 0.24, eye))
    return (lamp,), functools.reduce(Particles.joined, glows)


def _glow(places: list[Vec3], way: Vec3, color: Sequence[float], size: float, eye: Sequence[float] | None) -> Particles:
    """Glow of lamps that shine in a direction, as seen from an eye."""
    count = len(places)
    paint = np.tile(np.array(color, np.float32), (count, 1))
    if eye is not None:
        for row, place in enumerate(places):
            sight = Vec3(*eye) - place
            paint[row, 3] *= min(1.0, max(0.0, 2.0 * sight.dot(way) / max(sight.length, 1e-6)))
    spots = np.array([place + 0.05 * way for place in places], np.float32)
    return Particles(spots, np.full(count, size, np.float32), paint, np.ones(count, np.float32))
