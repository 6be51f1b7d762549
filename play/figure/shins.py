"""Shins: stop a walking figure at obstacles that are below its body, in front of its legs.

Its body ends in a half ball above the highest step. Without shins, a wall that is a little higher would be met by that
half ball, as a ramp that throws up a figure that runs against it.
"""

from typing import NamedTuple

from physics import Body, BodyKind, ShapeSphere, Soft, Vec3, World
from physics.queries.hits import CastHit
from play.figure.figure import MASS, RADIUS
from play.figure.footing import MASK, STEEPEST, STEP, Footing

#: Ball that is cast to find walls, and its height above the ground [m]: just above the highest step.
BALL = ShapeSphere(0.1)
HEIGHT = STEP + 0.14
#: Smaller balls beside it find the corners that only a shoulder would hit, and how far aside they are [m]. Without
#: them who ran past a plinth too closely was tipped over its corner, and the arm with the weapon flew up.
SIDE_BALL, ASIDE = ShapeSphere(0.05), 0.19
#: How close to a wall the middle of a figure gets [m]: its body does not touch it, which would throw it up.
NEAR = RADIUS + 0.015
#: Share of the distance to a wall that a figure may cover in one step, so that the body above does not topple.
SHARE = 0.5
#: Movable bodies lighter than this are pushed by the body instead [kg].
HEAVY = 2.0 * MASS


class Wall(NamedTuple):
    """A wall that the legs would soon walk into.

    Attributes:
        normal: Level direction out of it, length 1.
        speed: Highest speed toward it that is allowed in this step [m/s].
    """

    normal: Vec3
    speed: float

    def clip(self, velocity: Vec3) -> Vec3:
        """A velocity [m/s] without the part that would go into the wall."""
        return velocity + self.normal * max(0.0, -velocity.dot(self.normal) - self.speed)


def wall_ahead(world: World, center: Vec3, ground: Footing, relative: Vec3, wish: Vec3, dt: float) -> Wall | None:
    """The wall that a figure would soon walk into, or None.

    Args:
        world: Where.
        center: Middle of the figure [m].
        ground: What it stands on: steps are seen from there, so that stairs are no walls.
        relative: Its velocity over the ground [m/s].
        wish: The velocity that it wants [m/s].
        dt: Length of the step [s].
    """
    way = Vec3(relative.x, 0.0, relative.z)
    if way.length < 0.5:
        way = wish
    speed = way.length
    if speed < 1e-6:
        return None
    start = Vec3(center.x, center.y - ground.height + HEIGHT, center.z)
    way, step = way / speed, speed * dt / SHARE
    hit = _cast(world, BALL, start, way, NEAR + step)
    if hit is None:
        aside = Vec3(-way.z, 0.0, way.x) * ASIDE
        sides = (_cast(world, SIDE_BALL, start + aside * sign, way, NEAR + step) for sign in (1.0, -1.0))
        hit = min((side for side in sides if side is not None), key=lambda side: side.distance, default=None)
    if hit is None:
        return None
    normal = Vec3(hit.normal.x, 0.0, hit.normal.z)
    normal = normal / max(normal.length, 1e-9)
    gap = (start - hit.point).dot(normal) - NEAR
    return Wall(normal, SHARE * max(0.0, gap) / dt)


def _cast(world: World, ball: ShapeSphere, start: Vec3, way: Vec3, reach: float) -> CastHit | None:
    """What holds within a reach [m] of a ball that is cast in a direction, if it is a wall."""
    hit = world.shape_cast(ball, start, motion=way * (reach - ball.radius), mask=MASK, ignore=world.softs)
    return None if hit is None or hit.normal.y >= STEEPEST or not _holds(hit.body) else hit


def _holds(body: Body | Soft) -> bool:
    return isinstance(body, Body) and (body.kind != BodyKind.DYNAMIC or body.mass > HEAVY)
