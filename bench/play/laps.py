"""Laps of the village with keys that are up or down: both cars, four speeds, two reactions, as people drive."""

import dataclasses
import math
from collections.abc import Iterator

from bench.storms.kit import DT, Verdict
from physics import World
from play.game import Game, game_of
from play.vehicles.car_pose import pose_of
from play.vehicles.driver import Driver
from play.vehicles.key_driver import KeyDriver
from scenes import registry
from scenes.village import layout

SCENE = "world_village"
#: Speeds at which the throttle is let go [m/s], and reaction times [s].
LIMITS, REACTIONS = (12.0, 16.0, 20.0, math.inf), (0.1, 0.2)
#: Longest time for a lap [s], how long nothing happens before the first one [s], and how many laps may fail.
LONGEST, SETTLE, FAILURES = 60.0, 1.5, 1


@dataclasses.dataclass(frozen=True)
class Lap:
    """How a lap went.

    Attributes:
        name: Car, speed limit and reaction.
        seconds: How long it took [s].
        closed: Whether it was closed.
        rolled: Whether the car lay on its side or roof.
        lost: How many wheels it lost.
        damage: Of the worst wheel, 0 to 1.
        lean: Farthest from upright [degrees].
        off: Farthest from the middle of the road [m].
        place: Where it ended, from the start line on [m].
        fastest: Highest speed [m/s].
    """

    name: str
    seconds: float
    closed: bool
    rolled: bool
    lost: int
    damage: float
    lean: float
    off: float
    place: float
    fastest: float

    @property
    def holds(self) -> bool:
        """Whether it is one: closed, on all four wheels."""
        return self.closed and not self.rolled and not self.lost

    def __str__(self) -> str:
        how = "rolled over" if self.rolled else f"{self.lost} wheels lost" if self.lost else "closed"
        how = how if self.closed or self.rolled or self.lost else "not closed"
        return (
            f"{self.name}: {how} at {self.place:.0f} m after {self.seconds:.1f} s, up to {self.fastest:.1f} m/s, "
            f"{self.off:.1f} m off, lean {self.lean:.0f} degrees, damage {self.damage:.0%}"
        )


class Village:
    """The village when all has come to rest, to be driven in again and again.

    Attributes:
        world: The village.
        game: Its game.
        driver: Knows the line of the track.
    """

    def __init__(self) -> None:
        self.world = World()
        registry.load_all()[SCENE].start(self.world)
        self.game: Game = game_of(self.world)
        self.driver = Driver(layout.TRACK, layout.TRACK_HALF_WIDTH)
        for _ in range(round(SETTLE / DT)):
            self.world.step(DT)
        self._settled = self.world.save_state()

    def lap(self, number: int, limit: float, reaction: float, *, held: bool = True) -> Lap:
        """Drive a lap from the start line with keys, until it is closed, the car lies or time is over.

        Args:
            number: Number of the car.
            limit: As of `KeyDriver` [m/s].
            reaction: As of `KeyDriver` [s].
            held: As of `KeyDriver`.
        """
        world, driver, vehicle = self.world, self.driver, self.game.vehicles[number]
        world.load_state(self._settled)
        vehicle = self.game.vehicles[number]
        vehicle.put(world, layout.START_LINE + (0.0, 0.02, 0.0), layout.START_LINE_YAW)
        self.game.attach(number)
        keys = KeyDriver(driver, limit, reaction, dt=DT, held=held)
        before, gone, off, fastest, upright = driver.progress(vehicle.chassis.position), 0.0, 0.0, 0.0, 1.0
        steps = 0
        while gone < driver.length and steps * DT < LONGEST and not vehicle.upside_down:
            self.game.controls = keys.controls(vehicle)
            world.step(DT)
            steps += 1
            place = vehicle.chassis.position
            gone += math.remainder(driver.progress(place) - before, driver.length)
            before = driver.progress(place)
            off, fastest = max(off, abs(driver.offset(place))), max(fastest, vehicle.speed)
            upright = min(upright, pose_of(vehicle.chassis).up.y)
        pace = "full throttle" if math.isinf(limit) else f"{limit:g} m/s"
        return Lap(
            f"{vehicle.name}, {pace}, {reaction:g} s", steps * DT, gone >= driver.length, vehicle.upside_down,
            vehicle.attached.count(False), max(vehicle.damage), math.degrees(math.acos(max(-1.0, upright))), off, gone,
            fastest,
        )  # fmt: skip

    def laps(self, *, quick: bool = False, held: bool = True) -> Iterator[Lap]:
        """All sixteen of them; or, in a hurry, only two."""
        for number in range(2):
            for limit in LIMITS[1:2] if quick else LIMITS:
                for reaction in REACTIONS[1:] if quick else REACTIONS:
                    yield self.lap(number, limit, reaction, held=held)


def run(*, quick: bool = False) -> Verdict:
    """Whether all laps but one hold."""
    found = list(Village().laps(quick=quick))
    failed = [str(lap) for lap in found if not lap.holds]
    name = f"{len(found) - len(failed)} of {len(found)} laps of the village with keys"
    return Verdict(name, len(failed) <= FAILURES, failed)
