"""Range: a round of shots from a stand, with points for where they hit."""

import dataclasses
import math
from collections.abc import Sequence

from physics import Body, Vec3, World
from physics.vector import Quaternion, inverse, rotate
from play.contests.contest import Best, Board, Contest
from play.game import Game

#: Shots of a round, its longest time, and how long after the last shot hits count [s].
SHOTS, SECONDS, AFTER = 10, 60.0, 3.0
#: After the round the stand is tidied up so much later [s]; how long the result stays in view [s].
TIDY, SHOWN = 2.0, 8.0
#: Slowest hit that counts [m/s], and most hits of a step that are looked at.
SLOWEST, HITS = 1.5, 24
#: What has moved farther than this is put back [m]; a board is down when its upper axis is less upright than this.
MOVED, UPRIGHT = 0.05, 0.8
#: Pose of what is not there: upside down.
NOWHERE: tuple[Vec3, Quaternion] = (Vec3(0.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))
#: Projectiles that are shots.
COUNTED = ("ball", "cube", "rocket")


@dataclasses.dataclass(frozen=True, slots=True)
class Mark:
    """Something to hit.

    Attributes:
        body: Its body. A board with rings faces along its own z axis, and counts only as long as it stands.
        rings: Radius and points of each ring, the smallest first; none for what counts as a whole. Radii are shares of
            the width and the height of the board, whose picture is stretched with it.
        points: Points for what counts as a whole, once in a round; it is put back after the round.
        worth: Factor on the points of the rings: more for what is farther away.
        size: Width and height of the board [m].
    """

    body: Body
    rings: tuple[tuple[float, int], ...] = ()
    points: int = 0
    worth: int = 1
    size: tuple[float, float] = (1.0, 1.0)

    def value(self, place: Vec3, pose: tuple[Vec3, Quaternion]) -> int:
        """Points for a hit at a place [m], when the body was at a pose; 0 for none."""
        if not self.rings:
            return self.points
        position, turn = pose
        if rotate(turn, (0.0, 1.0, 0.0)).y < UPRIGHT:
            return 0
        local = rotate(inverse(turn), place - position)
        away = math.hypot(local.x / self.size[0], local.y / self.size[1])
        return next((points * self.worth for radius, points in self.rings if away <= radius), 0)


@dataclasses.dataclass(frozen=True, slots=True)
class Round:
    """A round under way.

    Attributes:
        start: When it began: simulated time [s].
        shots: What was fired.
        fired: When the last shot was fired [s].
        points: Points so far.
        spent: Shots that have hit a board, and marks that have counted.
        hits: Number of hits.
    """

    start: float
    shots: tuple[Body, ...] = ()
    fired: float = 0.0
    points: int = 0
    spent: tuple[Body, ...] = ()
    hits: int = 0


class Range(Contest):
    """Counts points of rounds. A round begins with the first shot from the stand.

    Args:
        world: Where.
        game: Whose player shoots.
        marks: What there is to hit.
        stand: Where one stands: low and high corner [m]; shots from elsewhere do not count.
        shots: Shots of a round.
        seconds: Longest time of a round [s].
        medals: As of `Contest`: points.
        key: As of `Contest`.
        title: As of `Contest`.

    Attributes:
        round: The round under way, or None.
        last: The last round, or None.
        tidy_at: When the stand is tidied up: simulated time [s]; -1 for not.
    """

    state_fields = (*Contest.state_fields, "round", "last", "tidy_at")
    lower_wins = False
    in_seconds = False

    def __init__(
        self,
        world: World,
        game: Game,
        marks: Sequence[Mark],
        stand: tuple[Vec3, Vec3],
        *,
        shots: int = SHOTS,
        seconds: float = SECONDS,
        medals: tuple[float, ...] = (),
        key: str = "range",
        title: str = "Shooting range",
    ) -> None:
        if not shots > 0 or not seconds > 0.0:
            raise ValueError(f"a round must have shots and time, got {shots!r} shots and {seconds!r} s")
        super().__init__(world, game, key=key, title=title, medals=medals)
        self.shots, self.seconds = int(shots), float(seconds)
        self.marks = {mark.body: mark for mark in marks}
        self.stand = Vec3(*stand[0]), Vec3(*stand[1])
        self._homes: dict[Body, tuple[Vec3, Quaternion]] = {
            mark.body: (mark.body.position, mark.body.orientation) for mark in marks if not mark.rings
        }
        self.round: Round | None = None
        self.last: Best | None = None
        self.tidy_at = -1.0
        self._poses: dict[Body, tuple[Vec3, Quaternion]] = {}

    @property
    def on_stand(self) -> bool:
        """Whether the figure stands where one shoots from."""
        avatar = self.game.avatar
        if avatar is None or not avatar.whole or not avatar.present:
            return False
        low, high = self.stand
        return all(a <= x <= b for a, x, b in zip(low, avatar.feet, high, strict=True))

    # ---- Counting -------------------------------------------------------------------------------------------------

    def before_step(self, world: World, dt: float) -> None:
        """Note how the boards stand: a fast ball turns one over within the step in which it hits."""
        if self.round is not None:
            self._poses = {body: (body.position, body.orientation) for body, mark in self.marks.items()
                           if body.alive and mark.rings}  # fmt: skip

    def after_step(self, world: World) -> None:
        """Take in shots and hits; end the round when it is over."""
        arsenal = self.game.arsenal
        if arsenal is None:
            return
        born = world.step_count - 1
        fresh = [shot.body for shot in arsenal.projectiles.shots if shot.born == born and shot.what in COUNTED]
        if fresh and self.on_stand:
            self._fire(world, fresh)
        if self.round is not None:
            self._count(world, self.round)
            self._end_if_over(world, self.round)
        elif 0.0 <= self.tidy_at <= world.time:
            self.tidy_at = -1.0
            self._tidy()

    def _fire(self, world: World, fresh: list[Body]) -> None:
        """Shots were fired; the first one of all begins a round."""
        before = self.round
        if before is None:
            self.medal, self.tidy_at = "", -1.0
            self._tidy()
            before = Round(world.time)
            self.tell(world, f"{self.shots} shots, {self.seconds:.0f} seconds", seconds=3.0)
        room = self.shots - len(before.shots)
        if room > 0:
            self.round = dataclasses.replace(before, shots=(*before.shots, *fresh[:room]), fired=world.time)

    def _count(self, world: World, played: Round) -> None:
        """Add up the hits of a step."""
        if not len(world.events):
            return
        for hit in world.events.hardest_hits(HITS, speed=SLOWEST):
            pair = (hit.body_a, hit.body_b)
            shot = next((body for body in pair if body in played.shots), None)
            mark = next((self.marks[body] for body in pair if body in self.marks), None)
            if shot is None or mark is None:
                continue
            token = shot if mark.rings else mark.body
            pose = self._poses.get(mark.body, NOWHERE)
            value = mark.value(hit.position, pose) if token not in played.spent else 0
            if value:
                played = dataclasses.replace(
                    played, points=played.points + value, spent=(*played.spent, token), hits=played.hits + 1
                )
                self.tell(world, f"+{value}", "good", seconds=1.5)
                self.cue("points", min(1.0, value / 30.0))
        self.round = played

    def _end_if_over(self, world: World, played: Round) -> None:
        over = world.time - played.start >= self.seconds
        if not over and (len(played.shots) < self.shots or world.time - played.fired < AFTER):
            return
        self.round, self.tidy_at = None, world.time + TIDY
        what = f"{played.hits} hits with {len(played.shots)} shots"
        if not played.points:
            self.last = None
            self.tell(world, "Nothing was hit", "bad", cue="buzzer")
            return
        self.last = Best(float(played.points), (), what, played.start, world.time)
        self.complete(world, self.last)

    def _tidy(self) -> None:
        """Put back what was knocked over; boards rise by themselves."""
        for body, (place, turn) in self._homes.items():
            if body.alive and (body.position - place).length > MOVED:
                body.position, body.orientation = place, turn
                body.velocity = body.angular_velocity = (0.0, 0.0, 0.0)

    # ---- Reading --------------------------------------------------------------------------------------------------

    def board(self, world: World) -> Board | None:
        """Points, shots and time of the round; its result; on the stand with a gun, what to do."""
        notice, played, last = self.shown_notice(world), self.round, self.last
        lines = (("best", self.text_of(self.best.value)),) if self.best is not None else ()
        if played is not None:
            left = max(0.0, self.seconds - (world.time - played.start))
            lines = (("shots left", str(self.shots - len(played.shots))), ("time left", f"{left:.0f} s"), *lines)
            return Board(self.title, f"{played.points} points", lines, notice.text, notice.kind, rank=3)
        if last is not None and 0.0 <= world.time - last.end < SHOWN:
            lines = (("hits", last.what.split(" ")[0]), *lines)
            return Board(self.title, self.text_of(last.value), lines, notice.text, notice.kind, "", self.medal, rank=2)
        if notice.text:
            return Board(self.title, "0 points", lines, notice.text, notice.kind, rank=2)
        arsenal = self.game.arsenal
        if self.on_stand and arsenal is not None and arsenal.held in (1, 2):
            return Board(
                self.title, "Fire to begin", (("shots", str(self.shots)), ("time", f"{self.seconds:.0f} s"), *lines)
            )
        return None
