"""Race: one lap against a car that a program drives, from a standing start."""

import dataclasses
import math

from physics import Vec3, World
from play.contests.contest import MEDALS, Best, Board, Contest, clock_text
from play.contests.gates import Circuit, Run
from play.contests.rival import Rival
from play.game import Game
from play.vehicles.car import Car
from play.vehicles.vehicle import Vehicle

#: Where one pulls up: nearest to and farthest from the start line [m], slowest that still counts as moving [m/s], and
#: for how long one must stand there [s].
SLOT, STANDING, HELD = (1.0, 14.0), 0.5, 0.6
#: Time between two lamps of the countdown [s], and how far one may roll meanwhile [m].
LAMP_TIME, ROLL = 1.0, 0.8
#: Longest race, how long is waited for the player, and for the rival, and for how long the result is shown [s].
LIMIT, WAIT_LOSER, WAIT_RIVAL, SHOWN = 180.0, 45.0, 12.0, 8.0
#: A rival that stands for so long in a race is put back on its wheels [s].
STUCK = 3.0
#: After the race it rolls out for so long, then it is put back to its place [s].
ROLL_OUT = 4.0


@dataclasses.dataclass(frozen=True, slots=True)
class Heat:
    """A race under way.

    Attributes:
        green: When the lamps turned green: simulated time [s].
        runner: Number of the vehicle of the player.
        runs: Gates that the player and the rival have passed.
        times: Their times [s], 0 for one who is not there yet.
        stuck: How long the rival has stood still [s].
    """

    green: float
    runner: int
    runs: tuple[Run, Run]
    times: tuple[float, float] = (0.0, 0.0)
    stuck: float = 0.0


class Race(Contest):
    """A rival waits at the start line; who pulls up beside it and stands starts the countdown.

    Make it after the game and before the car of the rival, then set `rival`.

    Args:
        world: Where.
        game: Whose player drives.
        circuit: What is driven around.
        driver: Drives the rival; its skills are the levels.
        key: As of `Contest`.
        title: As of `Contest`.

    Attributes:
        rival: The car of the rival.
        held: How long the player has stood at the start [s].
        lamps: When the countdown began: simulated time [s]; -1 for no countdown.
        spot: Where the player stood then.
        heat: The race under way, or None.
        over: When the last race was over [s]; -1 before the first one.
        result: Times of the last race: player and rival [s], 0 for who did not arrive.
    """

    state_fields = (*Contest.state_fields, "rival", "held", "lamps", "spot", "heat", "over", "result")

    def __init__(
        self, world: World, game: Game, circuit: Circuit, driver: Rival, *, key: str = "race", title: str = "Race"
    ) -> None:
        super().__init__(world, game, key=key, title=title, levels=tuple(skill.name for skill in driver.skills))
        self.circuit, self._driver = circuit, driver
        self.rival: Car | None = None
        self.held, self.lamps, self.over = 0.0, -1.0, -1.0
        self.spot = Vec3(0.0, 0.0, 0.0)
        self.heat: Heat | None = None
        self.result = (0.0, 0.0)
        self._from: tuple[Vec3, Vec3] | None = None
        self._dt = 0.0

    # ---- Reading --------------------------------------------------------------------------------------------------

    @property
    def _car(self) -> Car | None:
        """The rival, as long as it is in the game and nobody else steers it."""
        car = self.rival
        return car if car is not None and car in self.game.vehicles and self.game.vehicle is not car else None

    @property
    def _player(self) -> Vehicle | None:
        """The vehicle of the player."""
        vehicle = self.game.vehicle
        return vehicle if vehicle is not None and vehicle is not self.rival and vehicle.chassis.alive else None

    def medal_of(self, value: float, level: int = 0) -> str:
        """A won race is worth a medal: the harder the level, the better."""
        return MEDALS[max(0, len(MEDALS) - 1 - level)]

    def recall(self, world: World, bests: tuple[Best | None, ...]) -> None:
        """Take in results, and play the first level that is not won."""
        super().recall(world, bests)
        self.level = next((k for k, best in enumerate(self.bests) if best is None), len(self.levels) - 1)

    # ---- Acting ---------------------------------------------------------------------------------------------------

    def before_step(self, world: World, dt: float) -> None:
        """Drive the rival; note where both are."""
        car, player, self._dt = self._car, self._player, dt
        self._from = None
        if car is None:
            return
        if player is not None:
            self._from = player.chassis.position, car.chassis.position
        if self.heat is not None:
            car.occupied = True
            car.controls = self._driver.controls(self.level if not self.heat.times[1] else 0, car, player)
            if self.heat.times[1]:
                car.controls = dataclasses.replace(car.controls, forward=-0.5)
        elif 0.0 <= world.time - self.over < ROLL_OUT and car.speed > 1.0:
            car.occupied, car.controls = True, dataclasses.replace(
                self._driver.controls(0, car, player), forward=-0.5
            )  # fmt: skip

    def after_step(self, world: World) -> None:
        """Wait for the player, count down, watch the race."""
        car, player = self._car, self._player
        if car is None:
            self.heat, self.lamps, self.held = None, -1.0, 0.0
            return
        if self.heat is not None:
            self._watch(world, self.heat, player)
        elif self.lamps >= 0.0:
            self._count(world, player)
        else:
            if (
                self.over >= 0.0
                and world.time - self.over - ROLL_OUT >= 0.0 > world.time - self.over - ROLL_OUT - self._dt
            ):
                car.go_home(world)
            self._wait(world, car, player)
        car.occupied = True  # nobody gets in; the game takes this away before each step

    def _in_slot(self, place: Vec3) -> bool:
        """Whether a place is where one pulls up."""
        gate = self.circuit.gates[0]
        way = place - gate.middle
        behind = -way.dot(gate.ahead)
        aside = -way.x * gate.ahead.z + way.z * gate.ahead.x
        return SLOT[0] <= behind <= SLOT[1] and abs(aside) <= gate.half_width and abs(way.y) < 3.0

    def _wait(self, world: World, car: Car, player: Vehicle | None) -> None:
        ready = player is not None and player.chassis.velocity.length < STANDING
        if player is None or not ready or not self._in_slot(player.chassis.position):
            self.held = 0.0
            return
        self.held += self._dt
        if self.held < HELD:
            return
        home = car.standing_pose(*car.home)[0]
        if car.upside_down or not all(car.attached) or (car.chassis.position - home).length > 1.0:
            car.go_home(world)
        self.held, self.lamps, self.spot, self.medal = 0.0, world.time, player.chassis.position, ""
        self.tell(world, f"Level: {self.levels[self.level]}", seconds=4.0)
        self.cue("countdown", 0.0)

    def _count(self, world: World, player: Vehicle | None) -> None:
        """Red lamps one after another, then green."""
        if player is None or (player.chassis.position - self.spot).length > ROLL:
            self.lamps = -1.0
            self.tell(world, "False start: stop at the line again", "bad", cue="buzzer")
            return
        before, now = (math.floor((time - self.lamps) / LAMP_TIME) for time in (world.time - self._dt, world.time))
        if now == before:
            return
        if now < len(MEDALS):
            self.cue("countdown", 0.0)
            return
        run = Run(world.time, gravity=tuple(world.gravity))
        self.heat, self.lamps = Heat(world.time, self.game.driven, (run, run)), -1.0
        self.tell(world, "Go!", "good", seconds=2.0)
        self.cue("countdown", 1.0)

    def _watch(self, world: World, heat: Heat, player: Vehicle | None) -> None:
        """Look who passes gates, and end the race when it is over."""
        car = self.rival
        if player is None or self.game.driven != heat.runner or self._from is None or car is None:
            self._end(world, heat)
            self.tell(world, "Race over: you left the car", "bad", cue="buzzer")
            return
        for side, vehicle in enumerate((player, car)):
            for number, gate in enumerate(self.circuit.gates):
                share, way = gate.crossed(self._from[side], vehicle.chassis.position)
                if way > 0:
                    heat = self._pass(world, heat, side, number, world.time - (1.0 - share) * self._dt)
        heat = self._mind_rival(world, heat, car)
        self.heat = heat
        mine, theirs = heat.times
        since = world.time - heat.green
        late = theirs and not mine and since - theirs > WAIT_LOSER
        if (mine and (theirs or since - mine > WAIT_RIVAL)) or late or since > LIMIT:
            if not mine:
                self.tell(world, "Race over", "bad", cue="buzzer")
            self._end(world, heat)

    def _pass(self, world: World, heat: Heat, side: int, number: int, time: float) -> Heat:
        """The player (0) or the rival (1) crossed a gate."""
        run, gates = heat.runs[side], self.circuit.gates
        if number and number == run.next:
            run = dataclasses.replace(run, splits=(*run.splits, time - run.start))
            return dataclasses.replace(heat, runs=(run, heat.runs[1]) if side == 0 else (heat.runs[0], run))
        if number or run.next < len(gates) or heat.times[side]:
            return heat
        taken = time - heat.green
        times = (taken, heat.times[1]) if side == 0 else (heat.times[0], taken)
        heat = dataclasses.replace(heat, times=times)
        self._tell_arrival(world, heat, side)
        return heat

    def _tell_arrival(self, world: World, heat: Heat, side: int) -> None:
        (mine, theirs), rival = heat.times, self.rival
        name = rival.name if rival is not None else "rival"
        if side == 0 and not theirs:
            self._win(world, heat)
        elif side == 0:
            self.game.say(f"You lost the race against the {name} by {mine - theirs:.3f} s.")
            self.tell(world, f"Lost by {mine - theirs:.3f} s", "bad", cue="finish", seconds=SHOWN)
        elif mine:
            self.tell(world, f"Won by {theirs - mine:.3f} s", "good", seconds=SHOWN)
        else:
            self.tell(world, f"The {name} is first", "bad", cue="buzzer")

    def _win(self, world: World, heat: Heat) -> None:
        """The player is first."""
        if heat.runs[0].gravity != tuple(world.gravity):
            self.tell(world, "Race does not count: gravity was changed", "bad", cue="buzzer")
            return
        vehicle, taken = self.game.vehicles[heat.runner], heat.times[0]
        self.complete(
            world, Best(taken, heat.runs[0].splits, vehicle.name, heat.green, heat.green + taken, heat.runner)
        )
        self.tell(world, "You win!", "good", seconds=SHOWN)
        if self.level < len(self.levels) - 1:
            self.game.say(f"You beat the {self.levels[self.level]} level. Next: {self.levels[self.level + 1]}.")

    def _mind_rival(self, world: World, heat: Heat, car: Car) -> Heat:
        """Put a rival that lies or sticks somewhere back on its wheels."""
        going = car.chassis.velocity.length > 0.6 and not car.upside_down
        stuck = 0.0 if going or heat.times[1] else heat.stuck + self._dt
        if stuck > STUCK:
            car.repair(world)
            car.reset(world)
            stuck = 0.0
        return dataclasses.replace(heat, stuck=stuck)

    def _end(self, world: World, heat: Heat) -> None:
        """The race is over."""
        mine, theirs = heat.times
        self.heat, self.over, self.result = None, world.time, heat.times
        won = mine > 0.0 and (not theirs or mine < theirs)
        if won and self.bests[self.level] is not None and self.level < len(self.levels) - 1:
            self.level += 1

    # ---- Board ----------------------------------------------------------------------------------------------------

    def progress(self, run: Run, place: Vec3) -> float:
        """How far somebody is since the start line, as far as gates were passed [m]."""
        way, length, gates = max(0.0, self.circuit.along(place)), self.circuit.length, len(self.circuit.gates)
        if not run.splits and way > 0.5 * length:
            return way - length
        return length if run.next == gates and way < 0.25 * length else min(way, run.next / gates * length)

    def board(self, world: World) -> Board | None:
        """Countdown, clock and distance to the rival; for a while the result."""
        notice, player, car, heat = self.shown_notice(world), self._player, self._car, self.heat
        best = self.best
        lines = (("best", clock_text(best.value)),) if best is not None else ()
        if car is None or player is None:
            return None
        if self.lamps >= 0.0:
            lit = 1 + math.floor((world.time - self.lamps) / LAMP_TIME)
            return Board(f"{self.title}  {self.levels[self.level]}", clock_text(0.0), lines, notice.text, notice.kind,
                         lamps=min(lit, 3), rank=4)  # fmt: skip
        if heat is not None:
            since = world.time - heat.green
            places = (player.chassis.position, car.chassis.position)
            mine, theirs = (self.progress(run, place) for run, place in zip(heat.runs, places, strict=True))
            first = bool(heat.times[0]) and not heat.times[1] or (not heat.times[1] and mine > theirs)
            text = f"{'1st' if first else '2nd'}   {mine - theirs:+.0f} m"
            lines = ((f"{car.name}", text), *lines) if not any(heat.times) else lines
            return Board(
                f"{self.title}  {self.levels[self.level]}", clock_text(heat.times[0] or since), lines, notice.text,
                notice.kind, lamps=4 if since < 1.0 else 0, medal=self.medal if heat.times[0] else "", rank=4,
            )  # fmt: skip
        if 0.0 <= world.time - self.over < SHOWN and any(self.result):
            mine, theirs = self.result
            lines = ((car.name, clock_text(theirs) if theirs else "-:--.---"), *lines)
            large = clock_text(mine) if mine else "-:--.---"
            return Board(self.title, large, lines, notice.text, notice.kind, medal=self.medal, rank=4)
        if notice.text and self.over >= 0.0 or notice.kind == "bad" and notice.text:
            return Board(self.title, "-:--.---", lines, notice.text, notice.kind, rank=4)
        return None
