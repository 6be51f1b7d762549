"""Step times of the village: the whole step of the world, with all controllers in Python, in cases of play."""

import dataclasses
import time
from collections.abc import Callable

import numpy as np

from app.profile import Collector
from bench.storms.kit import DT
from physics import Vec3, World
from play.autoplay import Player
from play.controls import Controls
from play.game import Game, game_of
from play.vehicles.driver import Driver
from play.weapons import projectiles
from scenes import registry
from scenes.village import layout

SCENE = "world_village"
#: Step times that are promised [ms], and the share of steps that may take longer, as when something is built or another
#: program needs the caches: when all but the figure sleeps, and at play.
QUIET, BUSY = (1.0, 0.05), (4.0, 0.01)
#: Until everything that was built sleeps [s].
SETTLE = 6.0
#: Where shots are laid out: a square of the yard with its low corner, and how far they are apart [m].
LAWN, APART = Vec3(2.0, 0.4, 44.0), 0.45

#: From where to where rockets are fired at what breaks [m], how fast [m/s], and time in which that comes to rest [s].
BROKEN = (
    ((-12.0, 2.2, 50.0), (-10.3, 1.8, 40.5)), ((29.5, 1.5, 70.0), (28.6, 1.2, 60.8)),
    ((20.0, 1.5, 58.6), (27.0, 1.2, 58.6)), ((20.0, 1.5, 46.5), (27.2, 1.5, 46.5)),
    ((12.0, 1.0, 66.0), (11.0, 0.6, 60.7)), ((3.0, 1.2, 36.0), (3.5, 1.0, 27.0)),
)  # fmt: skip
ROCKET_START, CALM = 40.0, 20.0


@dataclasses.dataclass
class Case:
    """Step times of one case.

    Attributes:
        name: What happened.
        own: Time of the thread on its processor for each step [ms]: what else runs on the machine does not count.
        wall: Time of the clock on the wall [ms].
        awake: Bodies that were awake at most.
        limit: Promised time [ms].
        share: Share of the steps that may take longer.
    """

    name: str
    own: np.ndarray
    wall: np.ndarray
    awake: int
    limit: float
    share: float

    @property
    def slow(self) -> float:
        """Share of steps that took longer than promised."""
        return float((self.own > self.limit).mean())

    @property
    def holds(self) -> bool:
        """Whether the promise is kept."""
        return self.slow <= self.share

    def figures(self) -> dict[str, float]:
        """Numbers of a row of the table."""
        minimum, median, p95, p99, most = np.percentile(self.own, (0, 50, 95, 99, 100)).tolist()
        return {
            "steps": len(self.own), "awake": self.awake, "min": minimum, "median": median, "mean": self.own.mean(),
            "p95": p95, "p99": p99, "max": most, "slow %": 100.0 * self.slow, "wall median": np.median(self.wall),
            "wall max": self.wall.max(),
        }  # fmt: skip


class Stage:
    """The village with a stopwatch.

    Attributes:
        world: The village.
        scene: Its scene.
        game: Its game.
    """

    def __init__(self) -> None:
        self.world = World()
        self.scene = registry.load_all()[SCENE]
        self.scene.start(self.world)
        self.game = game_of(self.world)
        self.run(SETTLE, None)
        self._settled = self.world.save_state()
        Collector().settle()  # as the window does with a new scene

    def restart(self) -> None:
        """Back to when all had come to rest."""
        self.world.load_state(self._settled)

    def run(self, seconds: float, player: Callable[[Game], Controls] | None) -> tuple[list, list, int]:
        """Play for a time [s]; times of the steps on processor and wall [s], most bodies awake."""
        own, wall, awake = [], [], 0
        for _ in range(round(seconds / DT)):
            if player is not None:
                self.game.controls = player(self.game)
            start, begun = time.perf_counter(), time.thread_time()
            self.world.step(DT)
            own.append(time.thread_time() - begun)
            wall.append(time.perf_counter() - start)
            awake = max(awake, self.world.stats.awake_count)
        return own, wall, awake

    def case(
        self, name: str, seconds: float, player: Callable[[Game], Controls] | None = None, promise: tuple = BUSY
    ) -> Case:
        """Measure some steps."""
        own, wall, awake = self.run(seconds, player)
        return Case(name, 1e3 * np.array(own), 1e3 * np.array(wall), awake, *promise)


# ---- Cases ----------------------------------------------------------------------------------------------------------


def quiet(stage: Stage, seconds: float) -> list[Case]:
    """All sleeps but the figure: it stands, then it walks to and fro."""
    standing = stage.case("standing, all else asleep", seconds, None, QUIET)
    begun = stage.world.step_count

    def pace(game: Game) -> Controls:
        there = (stage.world.step_count - begun) // 90 % 2 == 0
        return Controls(forward=1.0 if there else -1.0)

    return [standing, stage.case("walking, all else asleep", seconds, pace, QUIET)]


def touring(stage: Stage, seconds: float) -> list[Case]:
    """The scripted tour, once around or as long as there is time."""
    player = Player(stage.scene.autoplay, repeat=True)
    return [stage.case("tour of the scripted player", seconds, player)]


def rocket(stage: Stage) -> list[Case]:
    """A rocket into the brick wall, from its launch on."""
    wall = layout.BRICK_WALL
    stage.game.avatar.put(stage.world, Vec3(wall.x, layout.PAVED, wall.z + 9.0), 0.0)
    stage.game.arsenal.give(2)
    stage.run(1.0, lambda game: Controls(weapon=2))
    steps = iter(range(10**9))
    return [stage.case("rocket into the brick wall", 3.0, lambda game: Controls(weapon=2, fire=next(steps) == 0))]


def breaking(stage: Stage) -> list[Case]:
    """Rockets at house, shop, a tree, a fence and the brick wall, one after another; then what is left sleeps."""
    shots = stage.game.arsenal.projectiles
    own, wall, awake = [], [], 0
    for start, goal in BROKEN:
        start, goal = Vec3(*start), Vec3(*goal)
        way = goal - start
        shots.fire_rocket(stage.world, start, way * (ROCKET_START / way.length))
        times = stage.run(3.0, None)
        own += times[0]
        wall += times[1]
        awake = max(awake, times[2])
    broken = Case(f"{len(BROKEN)} rockets at what breaks", 1e3 * np.array(own), 1e3 * np.array(wall), awake, *BUSY)
    stage.run(CALM, None)
    return [broken, stage.case("what they broke lies about", 5.0, None, QUIET)]


def driving(stage: Stage, seconds: float) -> list[Case]:
    """Each car around the track."""
    found, driver = [], Driver(layout.TRACK, layout.TRACK_HALF_WIDTH)
    for number in range(len(layout.CARS)):
        stage.restart()
        car = stage.game.vehicles[number]
        car.put(stage.world, layout.START_LINE, layout.START_LINE_YAW)
        stage.game.attach(number)
        name = f"{car.name} on the track ({type(car).__name__})"
        found.append(stage.case(name, seconds, lambda game: driver.controls(game.vehicle)))
    return found


def littered(stage: Stage, seconds: float) -> list[Case]:
    """As many shots as there may be: while they fall, and when they lie."""
    shots, side = stage.game.arsenal.projectiles, 15
    for k in range(projectiles.LIMIT):
        fire = shots.fire_ball if k % 2 else shots.fire_cube
        fire(stage.world, LAWN + (APART * (k % side), 0.0, APART * (k // side)), Vec3(0.0, -1.0, 0.0))
    falling = stage.case(f"{projectiles.LIMIT} shots that fall and roll", 2.0)
    stage.run(min(SETTLE, 4.0 * seconds), None)
    return [falling, stage.case(f"{projectiles.LIMIT} shots that lie about", seconds)]


def run(*, quick: bool = False) -> list[Case]:
    """Measure all cases; a tenth of the time is for tests."""
    stage, part, found = Stage(), 0.1 if quick else 1.0, []
    for case in (
        lambda: quiet(stage, 10.0 * part),
        lambda: touring(stage, 120.0 * part),
        lambda: rocket(stage),
        lambda: breaking(stage),
        lambda: driving(stage, 30.0 * part),
        lambda: littered(stage, 5.0 * part),
    ):
        stage.restart()
        found += case()
    return found


# ---- Telling --------------------------------------------------------------------------------------------------------


def table(cases: list[Case]) -> str:
    """A row for each case, times in ms."""
    names = list(cases[0].figures())
    rows = [f"| case | {' | '.join(names)} | promise |", "|:--|" + "--:|" * len(names) + ":--|"]
    for case in cases:
        cells = [
            f"{value:d}" if isinstance(value, int) else f"{value:.1f}" if key == "slow %" else f"{value:.2f}"
            for key, value in case.figures().items()
        ]
        word = "PASS" if case.holds else "FAIL"
        rows.append(f"| {case.name} | {' | '.join(cells)} | {word}: {1 - case.share:.0%} < {case.limit:g} ms |")
    return "\n".join(rows)
