"""Footing: what a figure stands on, found by a sphere that is cast down from its middle."""

import dataclasses
import math

from physics import Body, BodyKind, Part, RayHit, ShapeSphere, Vec3, World
from physics.queries.hits import CastHit
from physics.vector import rotate
from play import layers

#: Sphere that finds the ground [m]: it meets a step before its edge is below the middle, so the figure rises smoothly.
SOLE = ShapeSphere(0.2)
#: Highest step that is climbed, and deepest that is followed down [m].
STEP = 0.42
#: Steepest ground that a figure can stand on, as the cosine of its slope.
STEEPEST = math.cos(math.radians(50.5))
#: A movable body lighter than this carries nobody [kg].
LIGHTEST = 4.0
#: A movable body lighter than this may roll away: its slope is not relied on [kg].
STEADY = 80.0
#: What feet never stand on.
MASK = layers.ALL & ~(layers.FIGURE | layers.WEAPON)

_DOWN, _UP = Vec3(0.0, -1.0, 0.0), Vec3(0.0, 1.0, 0.0)


@dataclasses.dataclass(frozen=True, slots=True)
class Footing:
    """What is below a figure.

    Attributes:
        body: The body.
        shape: The part of it.
        point: Where the foot touches it [m].
        height: How far the middle of the figure is above it [m].
        normal: Out of the ground; of an edge that a step ends with, toward the figure.
        face: Normal of the ground right below the figure, which tells how it continues; up on steps and loose bodies.
        steep: Whether the figure slides off it.
    """

    body: Body
    shape: Part
    point: Vec3
    height: float
    normal: Vec3
    face: Vec3
    steep: bool

    def velocity(self, dt: float) -> Vec3:
        """Mean velocity of the ground below the foot in the next step [m/s], with that of a conveyor belt.

        On a turning body it is that along the chord, or the figure would drift outward bit by bit.
        """
        body = self.body
        belt = body.surface_velocity
        speed = rotate(body.orientation, belt) if any(belt) else Vec3(0.0, 0.0, 0.0)
        if body.kind == BodyKind.STATIC:
            return speed
        speed = speed + body.velocity
        spin = body.angular_velocity
        rate = spin.length
        if rate < 1e-9:
            return speed
        arm = self.point - body.center_of_mass
        half = 0.5 * rate * dt
        turn = spin * (math.sin(half) / rate)
        return speed + (rotate((turn.x, turn.y, turn.z, math.cos(half)), arm) - arm) / dt


def find_footing(world: World, center: Vec3, stand: float, reach: float) -> Footing | None:
    """What a figure stands on.

    Args:
        world: Where.
        center: Middle of the figure [m].
        stand: How far that is above the ground when it stands [m].
        reach: How far below its feet the ground may be [m].

    Returns:
        The ground, or None if there is none within reach.
    """
    radius = SOLE.radius
    way = Vec3(0.0, radius - stand - reach, 0.0)
    hit = world.shape_cast(SOLE, center, motion=way, mask=MASK, ignore=world.softs)
    if hit is not None and _light(hit):
        hits = world.shape_cast_all(SOLE, center, motion=way, mask=MASK, ignore=world.softs)
        hit = next((other for other in hits if not _light(other)), None)
    if hit is None:
        return None
    height = hit.distance + radius
    walkable = hit.normal.y >= STEEPEST
    if stand - height <= STEP and (walkable or _has_top(world, center, hit, stand)):
        face = _UP if hit.normal.y > 0.999 else _face(world, center, stand + reach)
        return Footing(*_solid(hit), hit.point, height, hit.normal, face, False)
    below = world.ray_cast(center, _DOWN, stand + reach, mask=MASK, ignore=world.softs)
    if below is not None and below.normal.y >= STEEPEST and not _light(below):
        return Footing(*_solid(below), below.point, below.distance, below.normal, below.normal, False)
    return Footing(*_solid(hit), hit.point, height, hit.normal, hit.normal, not walkable)


def _face(world: World, center: Vec3, reach: float) -> Vec3:
    below = world.ray_cast(center, _DOWN, reach, mask=MASK, ignore=world.softs)
    if below is None or (below.body.kind == BodyKind.DYNAMIC and below.body.mass < STEADY):
        return _UP
    return below.normal


def _solid(hit: CastHit | RayHit) -> tuple[Body, Part]:
    """What was hit: casts here look through soft bodies."""
    assert isinstance(hit.body, Body) and hit.shape is not None
    return hit.body, hit.shape


def _light(hit: CastHit | RayHit) -> bool:
    body, _ = _solid(hit)
    return body.kind == BodyKind.DYNAMIC and body.mass < LIGHTEST


def _has_top(world: World, center: Vec3, hit: CastHit, stand: float) -> bool:
    """Whether the edge that was met is that of a step, with room for a foot on it."""
    way = Vec3(hit.point.x - center.x, 0.0, hit.point.z - center.z)
    if way.length < 1e-6:
        return False
    start = hit.point + way * (0.03 / way.length) + (0.0, 0.25, 0.0)
    top = world.ray_cast(start, _DOWN, 0.3, mask=MASK, ignore=world.softs)
    return top is not None and top.normal.y >= STEEPEST and top.point.y <= center.y - stand + STEP
