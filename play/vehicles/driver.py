"""Driver: drives a car along a closed line as fast as it dares. For tests, demonstrations and soak runs."""

import math
from collections.abc import Sequence

import numpy as np

from physics import Controller, World
from play.controls import Controls
from play.game import game_of
from play.vehicles import assists, car
from play.vehicles.car_pose import pose_of

#: Share of the grip that is planned for bends, and for braking.
BEND_SHARE, BRAKE_SHARE = 0.72, 0.55
#: How far ahead it looks: at rest [m], and in time [s].
LOOK, LOOK_TIME = 4.0, 0.42
#: How far ahead its speed is planned for, in time [s].
FORESIGHT = 0.12
#: Distance of the points that it makes of a line [m].
SPACING = 1.0


class Driver:
    """Drives laps along a closed line. It has no state: its controls follow from where the car is.

    Args:
        line: Middle of the track [m], shape [n, 3], in the direction of travel; the last point leads to the first.
        half_width: Half of the width of the track [m].
        friction: Coefficient of the tires on it.
        top_speed: Highest speed [m/s].

    Attributes:
        points: Points of the line at even distances [m], shape [k, 3].
        speeds: Planned speed at each of them [m/s], shape [k].
        length: Length of a lap [m].
    """

    def __init__(
        self, line: np.ndarray, half_width: float = 4.0, *, friction: float = 0.9, top_speed: float = 21.0
    ) -> None:
        line = np.asarray(line, np.float64)
        if line.ndim != 2 or line.shape[1] != 3 or len(line) < 3:
            raise ValueError(f"line must have the shape [n, 3] with n >= 3, got {line.shape}")
        if not np.isfinite(line).all():
            raise ValueError("line must be of finite numbers")
        if not half_width > 0.0 or not friction > 0.0 or not top_speed > 0.0:
            raise ValueError(f"half_width, friction and top_speed must be > 0, got {half_width, friction, top_speed}")
        self.half_width = float(half_width)
        self.points, self.length = even(line)
        self._step = self.length / len(self.points)
        self.speeds = plan_speeds(self.points, self._step, friction, top_speed)

    def nearest(self, place: Sequence[float]) -> int:
        """Number of the point of the line that is nearest to a place [m]."""
        off = self.points - np.array(place)
        return int((off * off).sum(axis=1).argmin())

    def progress(self, place: Sequence[float]) -> float:
        """How far along the lap a place is [m]."""
        return self.nearest(place) * self._step

    def offset(self, place: Sequence[float]) -> float:
        """How far to the right of the line a place is, level [m]."""
        k = self.nearest(place)
        ahead = self.points[(k + 1) % len(self.points)] - self.points[k - 1]
        off = np.array(place) - self.points[k]
        return float(ahead[0] * off[2] - ahead[2] * off[0]) / max(1e-9, math.hypot(ahead[0], ahead[2]))

    def controls(self, vehicle: car.Car) -> Controls:
        """What to do now."""
        pose = pose_of(vehicle.chassis)
        speed = pose.velocity.dot(pose.ahead)
        k, count = self.nearest(pose.place), len(self.points)
        far = LOOK + LOOK_TIME * max(0.0, speed)
        target = self.points[(k + max(1, round(far / self._step))) % count]
        way = target - np.array(pose.place)
        right, ahead = float(way @ np.array(pose.right)), float(way @ np.array(pose.ahead))
        distance = max(1.0, math.hypot(right, ahead))
        # The circle through the rear axle that is tangent to the car and meets the target has this curvature.
        bend = math.atan(2.0 * car.HALF_BASE * 2.0 * right / (distance * distance))
        if ahead < 0.0:
            bend = math.copysign(assists.STEER, right)
        wish = self.speeds[(k + round(FORESIGHT * max(0.0, speed) / self._step)) % count]
        forward = max(-1.0, min(1.0, 0.6 * (float(wish) - speed)))
        if -0.35 < forward < 0.0 or abs(forward) < 0.05:
            forward = 0.0  # let it roll
        if wish > speed and ahead < 0.0:
            forward = min(forward, 0.4)
        return Controls(forward=forward, right=max(-1.0, min(1.0, bend / assists.steering_limit(speed))))


def even(line: np.ndarray) -> tuple[np.ndarray, float]:
    """Points of a closed line at even distances of about `SPACING` [m], and its length [m]."""
    closed = np.concatenate((line, line[:1]))
    lengths = np.linalg.norm(np.diff(closed, axis=0), axis=1)
    distinct = np.concatenate((lengths > 1e-6, (True,)))
    closed, lengths = closed[distinct], lengths[lengths > 1e-6]
    along = np.concatenate(((0.0,), np.cumsum(lengths)))
    length = float(along[-1])
    if not length > 10.0:
        raise ValueError(f"line must be longer than 10 m, got {length:.3g} m")
    places = np.arange(max(8, round(length / SPACING))) * (length / max(8, round(length / SPACING)))
    return np.column_stack([np.interp(places, along, closed[:, c]) for c in range(3)]), length


def plan_speeds(points: np.ndarray, step: float, friction: float, top_speed: float) -> np.ndarray:
    """Speed for each point [m/s]: v^2 = friction g r in bends, with a margin, and slower before them as brakes allow.

    Args:
        points: As of `Driver`.
        step: Their distance [m].
        friction: Coefficient of the tires.
        top_speed: Limit [m/s].
    """
    flat = points[:, [0, 2]]
    reach = max(1, round(4.0 / step))
    before, after = flat - np.roll(flat, reach, axis=0), np.roll(flat, -reach, axis=0) - flat
    cross = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    angle = np.arctan2(np.abs(cross), (before * after).sum(axis=1))
    curve = angle / (0.5 * (np.linalg.norm(before, axis=1) + np.linalg.norm(after, axis=1)) + 1e-9)
    speeds = np.minimum(top_speed, np.sqrt(BEND_SHARE * friction * 9.81 / np.maximum(curve, 1e-6)))
    squares = speeds * speeds
    gain = 2.0 * BRAKE_SHARE * friction * 9.81 * step
    for k in range(2 * len(squares) - 1, -1, -1):  # twice around, for the line is closed
        i = k % len(squares)
        squares[i] = min(squares[i], squares[(i + 1) % len(squares)] + gain)
    return np.sqrt(squares)


class Chauffeur(Controller):
    """Drives cars that have no other driver. Add it to a world before the cars, but after the game.

    Args:
        world: Where.
        driver: The driver.

    Attributes:
        cars: The cars.
    """

    def __init__(self, world: World, driver: Driver) -> None:
        self.driver = driver
        self.cars: tuple[car.Car, ...] = ()
        world.add_controller(self)

    def before_step(self, world: World, dt: float) -> None:
        """Drive all free cars: the game, if there is one, has just set which are occupied."""
        played = game_of(world) is not None
        for vehicle in self.cars:
            if not (played and vehicle.occupied):
                vehicle.occupied = True
                vehicle.controls = self.driver.controls(vehicle)
