"""The route of the scripted walker around the obstacle course."""

import dataclasses
import math
from collections.abc import Callable

from physics import Vec3, World
from play.figure.walker import Waypoint
from scenes.course import layout
from scenes.course.machines import Machines, diagonal_top, lift_top


def _machines(world: World) -> Machines:
    return next(controller for controller in world.controllers if isinstance(controller, Machines))


def lift_is_low(world: World) -> bool:
    """Whether the lift is as low as a step, and still goes down."""
    return lift_top(world.time) < 0.5 and lift_top(world.time + 0.1) < lift_top(world.time)


def lift_is_up(world: World) -> bool:
    """Whether the lift is nearly up."""
    return lift_top(world.time) > layout.LIFT_HIGH - 0.3 and lift_top(world.time + 0.1) > lift_top(world.time)


def diagonal_is_at(end: int) -> Callable[[World], bool]:
    """Whether the diagonal platform is at one of its ends."""
    place = Vec3(*layout.DIAGONAL[end])
    return lambda world: (diagonal_top(world.time) - place).length < 0.25


def pendulum_is_out(number: int) -> Callable[[World], bool]:
    """Whether a pendulum has just passed the lane."""

    def passed(world: World) -> bool:
        hinge = _machines(world).pendulums[number]
        return abs(hinge.angle) > 0.3 and hinge.angle * hinge.motor_speed > 0.0

    return passed


def waypoints() -> list[Waypoint]:
    """All stations in order."""
    return [*_lane_1(), *_lane_2(), *_lane_3(), *_slopes()]


def _lane_1() -> list[Waypoint]:
    x, (a, b, c) = layout.LANE_1, layout.DECKS
    way = layout.STAIRS_WAY
    stairs = [
        Waypoint(Vec3(x, 0.0, layout.STAIRS - (k + 1) * way + 0.4), name=f"stairs of {100 * rise:.0f} cm")
        for k, rise in enumerate(layout.RISES)
    ]
    return [
        *stairs,
        Waypoint(Vec3(x, 0.0, -27.0), name="kerbs"),
        Waypoint(Vec3(x, 0.0, a[0] - 1.0), name="ramp"),
        Waypoint(Vec3(x, 0.0, a[1] + 0.35), jump=True),
        Waypoint(Vec3(x, 0.0, b[0] - 0.5), name="gap of 2.5 m"),
        Waypoint(Vec3(x, 0.0, b[0] - 0.3)),
        Waypoint(Vec3(x, 0.0, b[1] + 0.5), jump=True, run=True, within=0.4),
        Waypoint(Vec3(x, 0.0, c[0] - 1.0), run=True, within=0.6, name="gap of 4.5 m"),
        Waypoint(Vec3(x, 0.0, c[1] - 3.0), name="ramp down"),
    ]


def _lane_2() -> list[Waypoint]:
    x = layout.LANE_2
    start, end = layout.UPPER_DECK
    upper, lower = Vec3(x, 0.0, layout.DIAGONAL[0][2]), Vec3(layout.LOWER_X, 0.0, sum(layout.LOWER_DECK) / 2.0)
    px, _, pz = layout.PLATE
    return [
        Waypoint(Vec3(x, 0.0, -50.5), within=0.5),
        Waypoint(Vec3(x, 0.0, -38.4), name="belts"),
        Waypoint(Vec3(px, 0.0, pz - 1.5)),
        Waypoint(Vec3(px + 1.5, 0.0, pz)),
        Waypoint(Vec3(x, 0.0, layout.LIFT_Z - 1.9), within=0.15, name="plate"),
        Waypoint(Vec3(x, 0.0, layout.LIFT_Z), when=lift_is_low, name="on the lift"),
        Waypoint(Vec3(x, 0.0, start + 0.9), when=lift_is_up, name="lift"),
        Waypoint(Vec3(x, 0.0, end - 0.5)),
        Waypoint(upper, when=diagonal_is_at(0), name="on the platform"),
        Waypoint(lower, when=diagonal_is_at(1), name="platform"),
        Waypoint(Vec3(layout.LOWER_X, 0.0, -8.5), within=0.5, name="lower deck"),
    ]


def _lane_3() -> list[Waypoint]:
    x = layout.LANE_3
    alley = []
    for k, z in enumerate(layout.PENDULUMS):
        alley.append(Waypoint(Vec3(x, 0.0, z + 1.6)))
        alley.append(Waypoint(Vec3(x, 0.0, z - 1.2), when=pendulum_is_out(k), run=True, name=f"pendulum {k + 1}"))
    start, end = layout.PASSAGE
    return [
        Waypoint(Vec3(x, 0.0, layout.BEAM + 2.5), within=0.5),
        Waypoint(Vec3(x, 0.0, layout.BEAM + 1.2)),
        Waypoint(Vec3(x, 0.0, layout.BEAM - 1.2), crouch=True, name="beam"),
        *alley,
        Waypoint(Vec3(x, 0.0, layout.DOOR - 0.8), name="door"),
        Waypoint(Vec3(x, 0.0, start)),
        Waypoint(Vec3(x, 0.0, end - 0.1), limit=15.0, name="crate"),
        Waypoint(Vec3(x + 1.8, 0.0, end - 0.8)),
        Waypoint(Vec3(x + 1.8, 0.0, end - 2.8)),
        Waypoint(Vec3(x, 0.0, layout.SEESAW + 3.4), within=0.15),
        Waypoint(Vec3(x, 0.0, layout.SEESAW - 3.3), name="seesaw"),
    ]


def _slopes() -> list[Waypoint]:
    """Up the first, down the second, and so on; the steepest is tried before the last that can be climbed."""
    top, points = layout.PLATEAU_Z - 1.2, []
    for k, degrees in enumerate(layout.SLOPES):
        x = layout.SLOPE_X + k * layout.SLOPE_WAY
        foot = layout.PLATEAU_Z + layout.PLATEAU / math.tan(math.radians(degrees)) + 0.8
        up = Waypoint(Vec3(x, 0.0, top), name=f"slope of {degrees:.0f} degrees")
        ends = [Waypoint(Vec3(x, 0.0, foot)), up]
        points.append(ends if k % 2 == 0 else ends[::-1])
    tried = dataclasses.replace(points[-1][0], run=True, limit=1.5)
    middle = layout.SLOPE_X + 0.5 * layout.SLOPE_WAY * (len(layout.SLOPES) - 1)
    attempt = [points[-1][1], tried, points[-1][1]]
    order = [*points[:-2], attempt, points[-2], [Waypoint(Vec3(middle, 0.0, top), name="end")]]
    return [point for station in order for point in station]
