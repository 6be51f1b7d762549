"""Points in the axes of a body and in the world."""

from collections.abc import Sequence

from physics import Body
from physics.vector import Vec3, inverse, rotate


def local_point(body: Body, point: Sequence[float]) -> Vec3:
    """A point of the world in the axes of a body [m]."""
    return rotate(inverse(body.orientation), Vec3(*point) - body.position)


def world_point(body: Body, point: Sequence[float]) -> Vec3:
    """A point in the axes of a body, in the world [m]."""
    return rotate(body.orientation, point) + body.position
