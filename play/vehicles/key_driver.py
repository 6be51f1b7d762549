"""KeyDriver: drives a car along a line as a person with a keyboard does: keys are up or down, and hands are late."""

import collections
import math

import numpy as np

from play.controls import Controls
from play.vehicles import car
from play.vehicles.car_pose import pose_of
from play.vehicles.driver import Driver

#: How far ahead it looks: at rest [m], and in time [s].
LOOK, LOOK_TIME = 5.0, 0.6
#: Angle between nose and aim below which it steers straight [rad].
STRAIGHT = 0.035


class KeyDriver:
    """Holds keys: forward or nothing, left or right or nothing. It never brakes, and looks at its line only.

    It decides anew after each reaction time, by what it saw a reaction time ago: hands follow the eyes so late, and do
    not tap quicker.

    Args:
        driver: Whose line it follows.
        limit: Speed above which it lets go of the throttle [m/s].
        reaction: Time from what it sees to what it does [s].
        dt: Step [s].
        held: Whether it also keeps a decision for a reaction time; otherwise it decides at each step.
    """

    def __init__(
        self,
        driver: Driver,
        limit: float = math.inf,
        reaction: float = 0.1,
        *,
        dt: float = 1.0 / 60.0,
        held: bool = True,
    ) -> None:
        self._driver, self._limit = driver, float(limit)
        self._late = max(1, round(reaction / dt))
        self._every = self._late if held else 1
        self._seen: collections.deque[Controls] = collections.deque(maxlen=self._late)
        self._count, self._pressed = 0, Controls()

    def controls(self, vehicle: car.Car) -> Controls:
        """What is pressed in the next step; call it once for each."""
        self._seen.append(self._wish(vehicle))
        if self._count % self._every == 0:
            self._pressed = self._seen[0]
        self._count += 1
        return self._pressed

    def _wish(self, vehicle: car.Car) -> Controls:
        """What it would press if it were quick."""
        pose, points = pose_of(vehicle.chassis), self._driver.points
        speed = pose.velocity.dot(pose.ahead)
        far = LOOK + LOOK_TIME * max(0.0, speed)
        row = self._driver.nearest(pose.place) + round(far / self._driver.length * len(points))
        way = points[row % len(points)] - np.array(pose.place)
        off = math.atan2(float(way @ np.array(pose.right)), float(way @ np.array(pose.ahead)))
        steer = 0.0 if abs(off) < STRAIGHT else math.copysign(1.0, off)
        return Controls(forward=1.0 if speed < self._limit else 0.0, right=steer)
