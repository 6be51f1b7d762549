"""Sight: how far one sees before a wall is in the way."""

from collections.abc import Iterable

from physics import Body, BodyKind, ShapeSphere, Vec3, World


def clear_distance(
    world: World, start: Vec3, direction: Vec3, distance: float, radius: float, *, ignore: Iterable[Body] = ()
) -> float:
    """How far a ball can go before it touches something static [m], at most a distance.

    Args:
        world: Where.
        start: From where [m].
        direction: Where to, length 1.
        distance: Farthest [m].
        radius: Of the ball [m].
        ignore: What is not in the way; neither is what can move.
    """
    motion = direction * distance
    hits = world.shape_cast_all(ShapeSphere(radius), start, (0.0, 0.0, 0.0, 1.0), motion, ignore=ignore)
    return min((hit.distance for hit in hits if hit.body.kind == BodyKind.STATIC), default=distance)
