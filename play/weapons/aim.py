"""Aim: where the camera of a player is, and what it looks at. Cameras and weapons share it."""

from collections.abc import Sequence
from typing import NamedTuple

from physics import Body, BodyKind, RayHit, ShapeSphere, Vec3, World
from physics.vector import right_of
from play.controls import Controls

#: Ball that the camera needs for itself [m]: more than the near plane of the picture, less than a figure is thick.
CAMERA = ShapeSphere(0.15)
#: Third person: how far beside and above the eyes the camera is when it is this far behind or farther [m].
SHOULDER = (0.45, 0.18)
SHOULDER_DISTANCE = 2.0
#: Farthest aim [m].
RANGE = 300.0


class Aim(NamedTuple):
    """What the player aims at.

    Attributes:
        point: Where [m]; far away, if nothing is hit.
        body: The body there, or None, also for a soft body.
        normal: Out of its surface; against the view, if nothing is hit.
        direction: Direction of the view, length 1.
        soft: Where a soft body is hit, or None.
    """

    point: Vec3
    body: Body | None
    normal: Vec3
    direction: Vec3
    soft: RayHit | None = None


def view_of(world: World, eye: Vec3, controls: Controls, ignore: Sequence[Body] = ()) -> tuple[Vec3, Vec3]:
    """Place of the camera [m] and direction of the view, length 1.

    In third person it is behind one shoulder, and closer in front of static bodies: it never looks through a wall.

    Args:
        world: The world.
        eye: Eyes of the figure [m].
        controls: Direction of the view, and distance of the camera.
        ignore: Bodies that are no obstacle; dynamic ones never are.
    """
    direction = controls.direction
    if controls.distance <= 0.0:
        return eye, direction
    pivot = pivot_of(world, eye, controls.yaw, controls.distance, ignore)
    way = direction * -controls.distance
    return pivot + way * clear_part(world, pivot, way, ignore), direction


def pivot_of(world: World, eye: Vec3, yaw: float, distance: float, ignore: Sequence[Body] = ()) -> Vec3:
    """Point that a camera behind the figure orbits: beside the eyes, and not in a wall [m].

    Args:
        world: The world.
        eye: Eyes of the figure [m].
        yaw: Direction of the view [rad].
        distance: Wanted distance of the camera [m].
        ignore: Bodies that are no obstacle.
    """
    share = min(1.0, distance / SHOULDER_DISTANCE)
    way = right_of(yaw) * (SHOULDER[0] * share) + (0.0, SHOULDER[1] * share, 0.0)
    return eye + way * clear_part(world, eye, way, ignore)


def clear_part(world: World, start: Vec3, way: Vec3, ignore: Sequence[Body], ball: ShapeSphere = CAMERA) -> float:
    """Share of a motion that a camera can go before it hits a body that is not dynamic, 0 to 1."""
    hits = world.shape_cast_all(ball, start, motion=way, ignore=(*ignore, *world.softs))
    return next((hit.fraction for hit in hits if hit.body.kind != BodyKind.DYNAMIC), 1.0)


def sight_of(world: World, eye: Vec3, controls: Controls, ignore: Sequence[Body] = ()) -> tuple[Vec3, Vec3]:
    """Line through the middle of the picture: its point next to the eyes [m], and its direction. Arguments as above."""
    camera, direction = view_of(world, eye, controls, ignore)
    return camera + direction * max(0.0, (eye - camera).dot(direction)), direction


def aim_of(world: World, eye: Vec3, controls: Controls, ignore: Sequence[Body] = (), reach: float = RANGE) -> Aim:
    """What is in the middle of the picture, beyond the figure: anything between camera and figure is left out.

    Args:
        world: The world.
        eye: Eyes of the figure [m].
        controls: Direction of the view, and distance of the camera.
        ignore: Bodies to look through: those of the figure and its weapon.
        reach: Farthest hit [m].
    """
    start, direction = sight_of(world, eye, controls, ignore)
    hit = world.ray_cast(start, direction, reach, ignore=ignore)
    if hit is None:
        return Aim(start + direction * reach, None, -direction, direction)
    if isinstance(hit.body, Body):
        return Aim(hit.point, hit.body, hit.normal, direction)
    return Aim(hit.point, None, hit.normal, direction, hit)
