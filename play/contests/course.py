"""Course: a way on foot from a start over stations to an end, against the clock."""

import dataclasses
from collections.abc import Sequence

from physics import Vec3, World
from play.contests.contest import Best, Board, Contest, clock_text, difference_text
from play.contests.gates import Gate
from play.game import Game

#: What moves farther in a step has been put somewhere, and crosses nothing on its way [m].
LEAP = 2.0
#: Longest time of a run [s], and how long its result stays in view [s].
LIMIT, SHOWN = 600.0, 8.0
SPLIT_TIME = 3.0


@dataclasses.dataclass(frozen=True, slots=True)
class Station:
    """A gate of a course, and the way from it to the next one.

    Attributes:
        gate: What must be passed.
        name: Its name, for people; "" for one that is passed without a word.
        floor: Lowest height of the feet on the way to the next station [m]; None for any.
        back: Where who falls below that begins again: feet [m] and yaw [rad]. None: the run is over.
        any_way: Whether it may be passed in both directions.
    """

    gate: Gate
    name: str = ""
    floor: float | None = None
    back: tuple[Vec3, float] | None = None
    any_way: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Walk:
    """A run under way.

    Attributes:
        start: When it began: simulated time [s].
        passed: Number of stations that were passed, the start among them.
        splits: Times at those with a name since then [s].
        falls: How often the figure fell.
        gravity: Gravity when it began [m/s^2].
    """

    start: float
    passed: int = 1
    splits: tuple[float, ...] = ()
    falls: int = 0
    gravity: tuple[float, ...] = (0.0, -9.81, 0.0)


class Course(Contest):
    """Times the figure from the first station to the last one; the stations between must be passed in order.

    Args:
        world: Where.
        game: Whose figure walks.
        stations: Start, stations on the way, and end.
        medals: As of `Contest` [s].
        key: As of `Contest`.
        title: As of `Contest`.

    Attributes:
        walk: The run under way, or None.
        last: The last run that was complete, or None.
    """

    state_fields = (*Contest.state_fields, "walk", "last")

    def __init__(
        self,
        world: World,
        game: Game,
        stations: Sequence[Station],
        *,
        medals: tuple[float, ...] = (),
        key: str = "course",
        title: str = "Course",
    ) -> None:
        if len(stations) < 2:
            raise ValueError(f"a course must have a start and an end, got {len(stations)} stations")
        super().__init__(world, game, key=key, title=title, medals=medals)
        self.stations = tuple(stations)
        self._names = sum(bool(station.name) for station in self.stations[1:-1])
        self.walk: Walk | None = None
        self.last: Best | None = None
        self._from: Vec3 | None = None
        self._dt = 0.0

    # ---- Timing ---------------------------------------------------------------------------------------------------

    def _feet(self) -> Vec3 | None:
        """Where the figure stands [m]; None for one that is away."""
        avatar = self.game.avatar
        return None if avatar is None or not avatar.whole or not avatar.present else avatar.feet

    def before_step(self, world: World, dt: float) -> None:
        """Note where the figure is."""
        self._from, self._dt = self._feet(), dt

    def after_step(self, world: World) -> None:
        """Look which station it has passed, and whether it fell."""
        here, before = self._feet(), self._from
        if here is None or before is None:
            if self.walk is not None:
                self._end(world, "Run ended: you left the course")
            return
        if (here - before).length < LEAP:
            self._pass(world, before, here)
        if self.walk is not None:
            self._mind(world, here)

    def _pass(self, world: World, before: Vec3, here: Vec3) -> None:
        start = self.stations[0].gate
        share, way = start.crossed(before, here)
        time = world.time - (1.0 - share) * self._dt
        if way > 0:
            self.medal, self.walk = "", Walk(time, gravity=tuple(world.gravity))
            self.tell(world, "Go!", "good", cue="checkpoint", seconds=SPLIT_TIME)
            return
        if way < 0 and self.walk is not None and self.walk.passed == 1:
            self.walk = None
            return
        walk = self.walk
        if walk is None:
            return
        station = self.stations[walk.passed]
        share, way = station.gate.crossed(before, here)
        if way > 0 or (way and station.any_way):
            self._reach(world, walk, station, world.time - (1.0 - share) * self._dt)

    def _reach(self, world: World, walk: Walk, station: Station, time: float) -> None:
        """A station was passed."""
        seconds, splits = time - walk.start, walk.splits
        if walk.passed == len(self.stations) - 1:
            self._finish(world, walk, time)
            return
        if station.name:
            splits = (*splits, seconds)
            best = self.best
            split = best is not None and len(best.splits) >= len(splits)
            text = difference_text(seconds - best.splits[len(splits) - 1]) if best is not None and split else ""
            kind = "split" if text else "plain"
            self.tell(world, f"{station.name}   {text}".strip(), kind, cue="checkpoint", seconds=SPLIT_TIME)
        self.walk = dataclasses.replace(walk, passed=walk.passed + 1, splits=splits)

    def _finish(self, world: World, walk: Walk, time: float) -> None:
        if walk.gravity != tuple(world.gravity):
            self._end(world, "Run does not count: gravity was changed")
            return
        fell = f"with {walk.falls} falls" if walk.falls > 1 else "with one fall" if walk.falls else ""
        self.walk, self.last = None, Best(time - walk.start, walk.splits, fell, walk.start, time)
        self.complete(world, self.last)

    def _mind(self, world: World, here: Vec3) -> None:
        """Send back who fell; end what takes too long."""
        walk = self.walk
        if walk is None:
            return
        station = self.stations[walk.passed - 1]
        if station.floor is not None and here.y < station.floor:
            if station.back is None or self.game.avatar is None:
                self._end(world, "You fell off: start again")
                return
            self.game.avatar.put(world, *station.back)
            self.walk = dataclasses.replace(walk, falls=walk.falls + 1)
            self.tell(world, "You fell: back you go, the clock runs on", "bad", cue="buzzer")
        elif world.time - walk.start > LIMIT:
            self._end(world, "Run ended: ten minutes are over")

    def _end(self, world: World, text: str) -> None:
        """The run does not count."""
        self.walk = None
        self.tell(world, text, "bad", cue="buzzer")

    # ---- Reading --------------------------------------------------------------------------------------------------

    def board(self, world: World) -> Board | None:
        """Clock of the run; for a while the result, or why there is none."""
        notice, walk, last = self.shown_notice(world), self.walk, self.last
        lines = (("best", self.best),) if self.best is not None else ()
        medal, kind = "", notice.kind
        if walk is not None:
            large, rank = clock_text(world.time - walk.start), 3
            count = f"  {len(walk.splits)}/{self._names}" if self._names else ""
        elif last is not None and 0.0 <= world.time - last.end < SHOWN:
            large, rank, medal, count = clock_text(last.value), 2, self.medal, ""
        elif notice.text:
            large, rank, count = "-:--.---", 2, ""
        else:
            return None
        return Board(
            title=self.title + count, large=large, lines=tuple((name, clock_text(best.value)) for name, best in lines),
            notice=notice.text, kind=kind, medal=medal, rank=rank,
        )  # fmt: skip
