"""Lap timer: laps around a circuit with any vehicle, with splits at checkpoints, and the wrong way told."""

from collections.abc import Sequence

from physics import Vec3, World
from play.contests.contest import Best, Board, Contest, clock_text, difference_text, place_of
from play.contests.gates import Circuit, Run
from play.game import Game
from play.vehicles.vehicle import Vehicle

#: Steps between two looks at the direction, slowest speed that has one [m/s], and how long it must be wrong until it is
#: told, during a lap and otherwise [s].
LOOK, SLOW, WRONG, WRONG_IDLE = 6, 3.0, 0.5, 2.0
#: How long a split stays, and a finished lap [s].
SPLIT_TIME, LAP_TIME = 3.0, 7.0
#: Who crosses the start again so soon has not driven a lap [s]: nothing is said.
TURNED = 2.0


class LapTimer(Contest):
    """Times laps of whatever vehicle the player drives.

    A lap counts from one crossing of the start to the next, by the middle of the vehicle, when all checkpoints were
    passed in between, in order; the crossing is interpolated within the step.

    Args:
        world: Where.
        game: Whose player drives.
        circuit: What is driven around.
        rivals: Vehicles that do not count, since a program drives them.
        medals: As of `Contest` [s].
        key: As of `Contest`.
        title: As of `Contest`.

    Attributes:
        run: The lap under way, or None.
        runner: Number of the vehicle.
        last: The last lap, or None.
        laps: Number of laps that counted.
        against: How long it has been driven against the direction [s].
        gate: Number of the gate that was missed, or -1.
    """

    state_fields = (*Contest.state_fields, "run", "runner", "last", "laps", "against", "gate")

    def __init__(
        self,
        world: World,
        game: Game,
        circuit: Circuit,
        *,
        rivals: Sequence[Vehicle] = (),
        medals: tuple[float, ...] = (),
        key: str = "lap",
        title: str = "Lap",
    ) -> None:
        super().__init__(world, game, key=key, title=title, medals=medals)
        self.circuit, self._rivals = circuit, tuple(rivals)
        self.run: Run | None = None
        self.last: Best | None = None
        self.runner, self.laps, self.against, self.gate = -1, 0, 0.0, -1
        self._from: Vec3 | None = None
        self._dt = 0.0

    @property
    def _vehicle(self) -> Vehicle | None:
        """The vehicle that counts."""
        vehicle = self.game.vehicle
        return None if vehicle is None or vehicle in self._rivals or not vehicle.chassis.alive else vehicle

    # ---- Timing ---------------------------------------------------------------------------------------------------

    def before_step(self, world: World, dt: float) -> None:
        """Note where the vehicle is."""
        vehicle = self._vehicle
        self._from, self._dt = (None if vehicle is None else place_of(vehicle.chassis)), dt

    def after_step(self, world: World) -> None:
        """Look which gate it has crossed."""
        vehicle = self._vehicle
        if vehicle is None or self._from is None:
            self._stop(world)
            return
        if self.runner != self.game.driven:
            self.run, self.runner, self.against, self.gate = None, self.game.driven, 0.0, -1
        here = place_of(vehicle.chassis)
        for number, gate in enumerate(self.circuit.gates):
            share, way = gate.crossed(self._from, here)
            if way:
                self._cross(world, number, way, world.time - (1.0 - share) * self._dt)
        if world.step_count % LOOK == 0:
            self._look(world, vehicle, here)

    def _stop(self, world: World) -> None:
        """Nobody drives."""
        if self.runner < 0:
            return
        if self.run is not None:
            self.tell(world, "Lap ended: you left the car", "bad")
        self.run, self.runner, self.against, self.gate = None, -1, 0.0, -1

    def _cross(self, world: World, number: int, way: int, time: float) -> None:
        """A gate was crossed at a time [s], ahead or backward."""
        run, gates = self.run, self.circuit.gates
        if number == 0:
            self._cross_start(world, way, time)
        elif run is None or way < 0:
            return
        elif number == run.next:
            self.gate = -1
            splits = (*run.splits, time - run.start)
            self.run = Run(run.start, splits, run.gravity)
            self._tell_split(world, len(splits), splits[-1])
        elif run.next < number < len(gates):
            self.gate = run.next

    def _tell_split(self, world: World, number: int, seconds: float) -> None:
        best = self.best
        text = clock_text(seconds)
        if best is not None and len(best.splits) >= number:
            text = difference_text(seconds - best.splits[number - 1])
        kind = "split" if best is not None else "plain"
        self.tell(world, f"{number}/{len(self.circuit.gates) - 1}   {text}", kind, cue="checkpoint", seconds=SPLIT_TIME)

    def _cross_start(self, world: World, way: int, time: float) -> None:
        run = self.run
        self.medal, self.gate = "", -1
        if way < 0:
            self.run = None
            return
        if run is not None and run.next == len(self.circuit.gates):
            self._finish(world, run, time)
        elif run is not None and time - run.start > TURNED:
            self.tell(world, f"Lap does not count: checkpoint {run.next} was missed", "bad", cue="buzzer")
        else:
            self.tell(world, "Lap started", cue="checkpoint", seconds=SPLIT_TIME)
        self.run = Run(time, gravity=tuple(world.gravity))

    def _finish(self, world: World, run: Run, time: float) -> None:
        """The lap is complete."""
        if run.gravity != tuple(world.gravity):
            self.tell(world, "Lap does not count: gravity was changed", "bad", cue="buzzer")
            return
        vehicle = self.game.vehicles[self.runner]
        result = Best(time - run.start, run.splits, vehicle.name, run.start, time, self.runner)
        before = self.best
        better = self.complete(world, result)
        self.last, self.laps = result, self.laps + 1
        if before is not None:
            text = difference_text(result.value - before.value)
            self.tell(world, f"New best   {text}" if better else text, "split", seconds=LAP_TIME)
        else:
            self.tell(world, "First lap", "good", seconds=LAP_TIME)

    def _look(self, world: World, vehicle: Vehicle, here: Vec3) -> None:
        """Notice who drives against the direction."""
        velocity = vehicle.chassis.velocity
        way = self.circuit.way_at(here) if velocity.length > SLOW else None
        if way is None or way.dot(velocity) > -0.5 * velocity.length:
            self.against = 0.0
            return
        before, self.against = self.against, self.against + LOOK * self._dt
        limit = WRONG if self.run is not None else WRONG_IDLE
        if before < limit <= self.against:
            self.cue("buzzer")

    # ---- Reading --------------------------------------------------------------------------------------------------

    @property
    def wrong_way(self) -> bool:
        """Whether it has been driven against the direction for a while."""
        return self.against >= (WRONG if self.run is not None else WRONG_IDLE)

    def board(self, world: World) -> Board | None:
        """Clock of the lap, last and best lap; nothing away from the wheel."""
        notice = self.shown_notice(world)
        if self.runner < 0 or (self.run is None and not notice.text and not self.wrong_way):
            return None
        lines = [("last", self.last)] if self.last is not None else []
        lines += [("best", self.best)] if self.best is not None else []
        alarm = "Wrong way" if self.wrong_way else ""
        if not alarm and self.gate >= 0:
            alarm = f"Checkpoint {self.gate} missed"
        fresh = self.run is not None and self.last is not None and world.time - self.last.end < LAP_TIME - SPLIT_TIME
        shown = self.last.value if fresh and self.last is not None else 0.0
        if not fresh and self.run is not None:
            shown = world.time - self.run.start
        return Board(
            title=f"{self.title} {self.laps if fresh else self.laps + 1}",
            large=clock_text(shown),
            lines=tuple((name, clock_text(best.value)) for name, best in lines if best is not None),
            notice=notice.text, kind=notice.kind, alarm=alarm, medal=self.medal if fresh else "", rank=1,
        )  # fmt: skip
