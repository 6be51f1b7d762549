"""Legwork: how legs act on a figure and on the ground below it, as accelerations and forces."""

import math

from physics import BodyKind, Vec3, World
from play.figure.figure import MASS
from play.figure.footing import Footing

#: Frequency of the legs [rad/s]: they bend and stretch like a critically damped spring.
FREQUENCY = 20.0
#: Strongest pull down, to stay on stairs and slopes, and strongest push up [m/s^2].
GLUE, LIFT = 40.0, 120.0
#: Change of the velocity of a machine within one step that feet still follow [m/s].
GRIP_SPEED = 5.0
#: Acceleration on the ground [m/s^2]; half of it in the air.
QUICKNESS = 24.0
#: Force with which a figure pushes obstacles [N].
PUSH = 400.0
#: Coefficient of friction of the soles that gives full acceleration.
GRIP = 0.5
#: Shortest time in which an error of velocity is corrected [s].
REACTION = 1.0 / 30.0
#: Share of its speed that a figure loses with its legs fully bent or stretched.
SLOWER = 0.75
#: Steepest slope that legs anticipate, as rise per run.
FORESEEN = 1.25
#: Share of the weight on the ground that can become a sideways push.
FOOT_FRICTION = 0.9
_ZERO = Vec3(0.0, 0.0, 0.0)


def rise_ahead(ground: Footing, relative: Vec3) -> float:
    """How fast the ground below the feet rises as a figure walks over it [m/s].

    Steps up are left to the spring of the legs, or it would hop on the last one; edges down are anticipated.

    Args:
        ground: What it stands on.
        relative: Its velocity over the ground [m/s].
    """
    limit = FORESEEN * math.hypot(relative.x, relative.z)
    rise = min(_rise_along(ground.face, relative), _rise_along(ground.normal, relative))
    return max(-limit, min(limit, rise))


def _rise_along(normal: Vec3, way: Vec3) -> float:
    """How much a plane with a normal rises along a motion; steep planes count as less steep."""
    return -(normal.x * way.x + normal.z * way.z) / max(normal.y, 0.2)


def carry(bent: float, speed: float, dt: float) -> float:
    """Acceleration upward that keeps the middle of a figure above its feet [m/s^2], without that against gravity.

    Args:
        bent: How far its legs are pressed together [m]; < 0 if they are too long.
        speed: How fast it goes up, compared with the way that the ground does [m/s].
        dt: Length of the step [s].
    """
    return max(-GLUE, min(LIFT, spring(bent, speed, dt)))


def spring(bent: float, speed: float, dt: float) -> float:
    """Acceleration of a critically damped spring [m/s^2], as it is at the end of the step: stable at any length."""
    w = FREQUENCY
    return (w * w * bent - (2.0 * w + w * w * dt) * speed) / (1.0 + 2.0 * w * dt + w * w * dt * dt)


def walk(world: World, ground: Footing, bent: float, relative: Vec3, wish: Vec3, resistance: float, dt: float) -> Vec3:
    """Level acceleration that brings a figure to the velocity that it wants over the ground [m/s^2].

    Args:
        world: Where.
        ground: What it stands on.
        bent: How far its legs are pressed together [m]: climbing, landing and stepping down slow it.
        relative: Its velocity over the ground [m/s].
        wish: The velocity that it wants [m/s].
        resistance: Force that it walks against [N].
        dt: Length of the step [s].
    """
    size = wish.length
    if size > 0.0:
        slope = max(-FORESEEN, min(FORESEEN, _rise_along(ground.face, wish) / size))
        effort = max(0.0, min(1.0, (bent - 0.04) / 0.4 if bent > 0.0 else (-bent - 0.04) / 0.25))
        wish = wish * ((1.0 - SLOWER * effort) / math.sqrt(1.0 + slope * slope))
    wrong = Vec3(wish.x - relative.x, 0.0, wish.z - relative.z) / max(dt, REACTION)
    grip = min(1.0, world.get_friction("rubber", ground.shape.material) / GRIP)
    blocked = min(1.0, resistance / PUSH)
    limit = grip * (QUICKNESS - (QUICKNESS - PUSH / MASS) * blocked)
    return _limited(wrong, limit)


def stride(relative: Vec3, wish: Vec3, dt: float) -> Vec3:
    """Level acceleration that brings a figure to the velocity that it wants on soft ground [m/s^2]."""
    wrong = Vec3(wish.x - relative.x, 0.0, wish.z - relative.z) / max(dt, REACTION)
    return _limited(wrong, 0.5 * QUICKNESS)


def drift(relative: Vec3, wish: Vec3, dt: float) -> Vec3:
    """Level acceleration in the air [m/s^2]: half of that on the ground, and none without a wish."""
    size = wish.length
    if size == 0.0:
        return _ZERO
    way = wish / size
    along = relative.dot(way)
    aside = Vec3(relative.x - way.x * along, 0.0, relative.z - way.z * along)
    wrong = (way * max(0.0, size - along) - aside) / max(dt, REACTION)
    return _limited(wrong, 0.5 * QUICKNESS)


def slide(ground: Footing, stand: float, relative: Vec3, wish: Vec3, weight: float, dt: float) -> Vec3:
    """Acceleration on ground that is too steep [m/s^2]: legs push straight away from it, and nobody climbs it."""
    normal = ground.normal
    bent = (stand - ground.height) * normal.y
    push = max(0.0, weight * normal.y + max(-GLUE, min(LIFT, spring(bent, relative.dot(normal), dt))))
    flat = math.hypot(normal.x, normal.z)
    out = Vec3(normal.x / flat, 0.0, normal.z / flat)
    wish = wish - out * min(0.0, wish.dot(out))
    steer = drift(relative, wish, dt)
    return normal * push + steer - out * min(0.0, steer.dot(out))


def press(ground: Footing, force: Vec3, *, weight: float = 0.0, at_once: bool = False) -> None:
    """Apply what the legs carry to the ground, if that can move.

    Light bodies bear the weight of the figure in full, but only a part of its jumps and jolts, as legs would give way.

    Args:
        ground: What it stands on.
        force: Of the feet on it [N], or [N s] at once.
        weight: Part of it that is the weight of the figure [N].
        at_once: Whether it is an impulse.
    """
    body = ground.body
    if body.kind != BodyKind.DYNAMIC:
        return
    share = min(1.0, body.mass / MASS)
    down = min(0.0, -weight + (force.y + weight) * share)
    flat = _limited(Vec3(force.x, 0.0, force.z) * share, -FOOT_FRICTION * down)
    apply = body.apply_impulse if at_once else body.apply_force
    apply((flat.x, down, flat.z), ground.point)


def felt_resistance(before: float, blow: Vec3, wish: Vec3, mass: float, dt: float) -> float:
    """Force against the walk of a figure [N], from how much slower it is than it should be [m/s]; smoothed."""
    against = -blow.dot(wish) * mass / dt
    return 0.5 * before + 0.5 * max(0.0, against)


def _limited(value: Vec3, limit: float) -> Vec3:
    size = value.length
    return value if size <= limit else value * (limit / size)
