"""Rival: how a program drives a race. It drives like anybody else, by throttle, brake and wheel, and does not cheat."""

import dataclasses
from collections.abc import Sequence

import numpy as np

from physics.vector import inverse, rotate
from play.controls import Controls
from play.vehicles.car import Car
from play.vehicles.driver import Driver
from play.vehicles.vehicle import Vehicle

#: How far aside of the middle it drives to leave room [m].
ASIDE = 2.3
#: It leaves room for a car so far ahead, or so far behind its own middle [m].
AHEAD, BEHIND = 16.0, 4.5
#: A car that is so near ahead, and no farther aside than this, is in its way [m].
CLOSE, IN_THE_WAY = 7.0, 1.9


@dataclasses.dataclass(frozen=True, slots=True)
class Skill:
    """How well a level drives.

    Attributes:
        name: Name of the level.
        top_speed: Highest speed that it plans for [m/s].
        friction: Coefficient of friction that it plans its bends and its braking for: less is more careful.
    """

    name: str
    top_speed: float
    friction: float


#: From easy to hard.
SKILLS = (Skill("easy", 13.0, 0.75), Skill("medium", 16.5, 0.85), Skill("hard", 21.0, 0.9))


class Rival:
    """Drives laps along a line, and around one other car. It has no state.

    Args:
        line: Middle of the track [m], shape [n, 3], in the direction of travel.
        left: Unit vectors to the left of it, shape [n, 3].
        half_width: Half of the width of the track [m].
        skills: What the levels can do.
    """

    def __init__(
        self, line: np.ndarray, left: np.ndarray, half_width: float, *, skills: Sequence[Skill] = SKILLS
    ) -> None:
        self.skills = tuple(skills)
        self._lines = [
            [
                Driver(line + side * ASIDE * left, half_width, friction=skill.friction, top_speed=skill.top_speed)
                for side in (-1.0, 0.0, 1.0)
            ]
            for skill in self.skills
        ]

    def line(self, level: int) -> Driver:
        """The driver of a level on the middle of the track, with its planned speeds."""
        return self._lines[level][1]

    def controls(self, level: int, own: Car, other: Vehicle | None) -> Controls:
        """What to do now.

        Args:
            level: Number of the skill.
            own: The car that it drives.
            other: Whom it leaves room for, or None.
        """
        right_line, middle, left_line = self._lines[level]
        if other is None or not other.chassis.alive:
            return middle.controls(own)
        chassis = own.chassis
        way = rotate(inverse(chassis.orientation), other.chassis.position - chassis.position)
        if not -BEHIND < -way.z < AHEAD or abs(way.x) > 8.0 or abs(way.y) > 3.0:
            return middle.controls(own)
        # Who is farther left passes on the left: so it keeps the side that it has begun with.
        chosen = left_line if middle.offset(chassis.position) < middle.offset(other.chassis.position) else right_line
        wanted = chosen.controls(own)
        closing = (chassis.velocity - other.chassis.velocity).dot(rotate(chassis.orientation, (0.0, 0.0, -1.0)))
        if 0.0 < -way.z < CLOSE and abs(way.x) < IN_THE_WAY and closing > -1.0:
            wanted = dataclasses.replace(wanted, forward=min(wanted.forward, -0.2 * closing))
        return wanted
