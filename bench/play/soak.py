"""Soak of the village: the scripted player tours it for minutes, every step is looked at, and all of it repeats.

python -m bench.play.soak SECONDS      plays so long in simulated time, prints the hash of the state
"""

import dataclasses
import math
import subprocess
import sys
import time
import warnings

import numpy as np

from bench.long import memory
from bench.processes import ROOT
from bench.storms.kit import DT, Verdict
from physics import BodyKind, Snapshot, World
from play.autoplay import Player, Script
from play.controls import Controls
from play.game import Game, game_of
from play.weapons import projectiles
from scenes import registry
from scenes.village import layout

SCENE = "world_village"
#: Nothing that moves may be farther below the lowest ground, or from the middle [m]; shots may, see `projectiles`.
DEPTH, REACH = 40.0, 400.0
SHOT_DEPTH, SHOT_REACH = projectiles.DEPTH + 30.0, math.sqrt(3.0) * projectiles.FAR + 30.0
#: More bodies than at the start: projectiles and their kind are limited, and so is this.
MORE_BODIES = 260
#: Memory is compared from here on [s], and may grow so much [MB].
SETTLED, GROWTH = 120.0, 8.0
#: The end of the soak that is run again from a state: longest time [s].
AGAIN = 60.0


@dataclasses.dataclass
class Tally:
    """What was seen.

    Attributes:
        faults: What was wrong, in words, with the step.
        tours: Tours begun.
        lowest: Lowest place of anything that moves, but shots [m].
        farthest: Farthest from the middle, but shots [m].
        most: Most bodies.
        cues: How often each kind of cue was told.
        early: Memory when it had settled [MB].
        late: Memory at the end [MB].
    """

    faults: list[str] = dataclasses.field(default_factory=list)
    tours: int = 0
    lowest: float = 0.0
    farthest: float = 0.0
    most: int = 0
    cues: dict[str, int] = dataclasses.field(default_factory=dict)
    early: float = 0.0
    late: float = 0.0


class Soak:
    """The village and its scripted player.

    Attributes:
        world: The village.
        game: Its game.
        tally: What was seen.
        played: What the player wanted in the last run, step by step, if it was recorded.
    """

    def __init__(self) -> None:
        self.world = World()
        scene = registry.load_all()[SCENE]
        scene.start(self.world)
        self.game = game_of(self.world)
        self.tally = Tally()
        self.played: list[Controls] = []
        self._start = len(self.world.bodies)

        def tour(game: Game) -> Script:
            self.tally.tours += 1
            return scene.autoplay(game)

        self._player = Player(tour, repeat=True)

    def run(self, seconds: float, *, recorded: bool = False) -> None:
        """Play for a time [s], and look at each step; what is recorded can be run again, and takes memory."""
        first, steps = self.world.step_count, round(seconds / DT)
        self.played = []
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a body that is frozen is a fault, and so is all else that is warned of
            for _ in range(steps):
                self.game.controls = self._player(self.game)
                if recorded:
                    self.played.append(self.game.controls)
                self.world.step(DT)
                self._look()
                if self.world.step_count == round(SETTLED / DT):
                    self.tally.early = memory()
        self.tally.late = memory()
        if self.world.step_count != first + steps:
            self._blame(f"{self.world.step_count} steps instead of {first + steps}")

    def run_again(self) -> int:
        """Repeat what the player wanted in the last run, from the present state on; the hash at its end."""
        for controls in self.played:
            self.game.controls = controls
            self.world.step(DT)
        return self.world.state_hash()

    def _look(self) -> None:
        view, tally = self.world.snapshot(), self.tally
        for cue in self.game.cues:
            tally.cues[cue.kind] = tally.cues.get(cue.kind, 0) + 1
        tally.most = max(tally.most, len(view.body))
        if len(view.body) > self._start + MORE_BODIES:
            self._blame(f"{len(view.body)} bodies")
        if self.world.events.body_frozen:
            self._blame("a body was frozen")
        if not finite(view):
            self._blame("a number is none")
            return
        free = view.kind == BodyKind.DYNAMIC
        numbers, places = view.body[free], view.position[free]
        shot = np.isin(numbers, [shot.body.id for shot in self.game.arsenal.projectiles.shots if shot.body.alive])
        away = np.linalg.norm(places, axis=1)
        tally.lowest = min(tally.lowest, float(places[~shot, 1].min()))
        tally.farthest = max(tally.farthest, float(away[~shot].max()))
        low = places[:, 1] < layout.LOWEST - np.where(shot, SHOT_DEPTH, DEPTH)
        for row in np.flatnonzero(low | (away > np.where(shot, SHOT_REACH, REACH))).tolist():
            self._blame(f"{self.world.body(int(numbers[row])).name} is at {(places[row].round(1) + 0.0).tolist()}")

    def _blame(self, fault: str) -> None:
        self.tally.faults.append(f"step {self.world.step_count}: {fault}")


def finite(view: Snapshot) -> bool:
    """Whether all numbers of the bodies are some."""
    return all(np.isfinite(a).all() for a in (view.position, view.orientation, view.velocity, view.angular_velocity))


def run(seconds: float) -> list[Verdict]:
    """Play for a time [s], here and in a second process."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "bench.play.soak", f"{seconds:g}"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as other:
        soak, again = Soak(), min(0.5 * seconds, AGAIN)
        soak.run(seconds - again)
        state = soak.world.save_state()
        soak.run(again, recorded=True)
        mine, tally = f"{soak.world.state_hash():016x}", soak.tally
        counts = soak.world.step_count, len(soak.world.bodies)
        soak.world.load_state(state)
        repeated = f"{soak.run_again():016x}"
        theirs = other.communicate()[0].strip()
    grown = tally.late - tally.early if tally.early else 0.0
    lines = [
        f"{counts[0]:,} steps, {tally.tours} tours begun, {len(tally.faults)} faults, "
        f"at most {tally.most} bodies ({counts[1]} at the end)",
        f"lowest {tally.lowest:.1f} m, farthest {tally.farthest:.1f} m, memory {tally.late:.0f} MB, "
        + (f"{grown:+.1f} MB since minute {SETTLED / 60:.0f}" if tally.early else "its growth is not judged so early"),
        ", ".join(f"{count} {kind}" for kind, count in sorted(tally.cues.items())),
        *tally.faults[:10],
    ]
    found = [Verdict(f"{seconds:g} s of play", not tally.faults and grown < GROWTH, lines)]
    found.append(Verdict("the same in a second process", mine == theirs, [f"{mine} and {theirs or 'nothing'}"]))
    took = f"the last {again:g} s again: {mine} and {repeated}; all took {time.perf_counter() - start:.0f} s"
    found.append(Verdict("the same after going back", mine == repeated, [took]))
    return found


def main() -> int:
    """Play, and print the hash of the state."""
    soak = Soak()
    soak.run(float(sys.argv[1]))
    print(f"{soak.world.state_hash():016x}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
