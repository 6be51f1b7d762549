"""Contest: something to be good at. It watches a game, keeps time or points, and knows the best result so far.

Results count simulated time: slow motion does not change them, and going back in time takes the clock back too, with
all that was won since. A contest is a controller, so that its clock is a part of the world and of its hash.
"""

import dataclasses
import math

from physics import Body, Controller, Vec3, World
from play.cues import Cue, CueSound, cue_kind
from play.game import Game

#: How long a word about what just happened stays [s].
NOTICE_TIME = 4.0
#: Names of medals, the best first.
MEDALS = ("gold", "silver", "bronze")


@dataclasses.dataclass(frozen=True, slots=True)
class Best:
    """A result.

    Attributes:
        value: Time [s], or points.
        splits: Times at the checkpoints since the start [s].
        what: With which car, or otherwise how.
        start: When it began: simulated time [s].
        end: When it was complete [s].
        vehicle: Number of the vehicle that it was driven with, or -1.
    """

    value: float
    splits: tuple[float, ...] = ()
    what: str = ""
    start: float = 0.0
    end: float = 0.0
    vehicle: int = -1


@dataclasses.dataclass(frozen=True, slots=True)
class Notice:
    """A word about what just happened.

    Attributes:
        text: The word.
        kind: "plain", "good", "bad", or "split" for a time beside that of the best result.
        until: Shown until then: simulated time [s].
    """

    text: str = ""
    kind: str = "plain"
    until: float = -1.0


@dataclasses.dataclass(frozen=True, slots=True)
class Board:
    """What a contest has to show now.

    Attributes:
        title: Its name.
        large: Time or points, in large figures.
        lines: Other figures, such as the best lap: name and value each.
        notice: What just happened, or "".
        kind: Kind of the notice, as of `Notice`.
        alarm: What is wrong now, such as "Wrong way", or "".
        medal: Medal of what was just completed, as of `MEDALS`, or "".
        lamps: Lamps of a countdown that are lit, 1 to 3; 4 is green; 0 for no countdown.
        rank: The most important one is shown: higher is more important.
    """

    title: str
    large: str
    lines: tuple[tuple[str, str], ...] = ()
    notice: str = ""
    kind: str = "plain"
    alarm: str = ""
    medal: str = ""
    lamps: int = 0
    rank: int = 0


class Contest(Controller):
    """Base of all contests. Making one adds it to the game, and to the world as a controller.

    Args:
        world: Where.
        game: Whose player takes part.
        key: Its name in files: one word, unique in its scene.
        title: Its name for people.
        medals: Results that gold, silver and bronze need; none for a contest without medals.
        levels: Names of its levels; each has results of its own.

    Attributes:
        bests: Best result of each level, or None.
        level: The level that is played.
        notice: What just happened.
        medal: Medal of what was just completed, or "".
        lower_wins: Whether fewer is better, as with times.
        in_seconds: Whether results are times; otherwise points.
    """

    state_fields: tuple[str, ...] = ("bests", "level", "notice", "medal")
    key: str
    lower_wins = True
    in_seconds = True

    def __init__(
        self,
        world: World,
        game: Game,
        *,
        key: str,
        title: str,
        medals: tuple[float, ...] = (),
        levels: tuple[str, ...] = ("",),
    ) -> None:
        if not key.isidentifier():
            raise ValueError(f"key of a contest must be one word of letters and digits, got {key!r}")
        if key in (other.key for other in game.contests):
            raise ValueError(f"contests of a scene must have different keys, got {key!r} again")
        if len(medals) not in (0, len(MEDALS)):
            raise ValueError(f"medals must be {len(MEDALS)} results or none, got {medals!r}")
        self.game = game
        self.key, self.title, self.medals, self.levels = key, title, tuple(medals), tuple(levels)
        self.bests: tuple[Best | None, ...] = (None,) * len(levels)
        self.level, self.notice, self.medal = 0, Notice(), ""
        game.contests += (self,)
        world.add_controller(self)

    # ---- Reading --------------------------------------------------------------------------------------------------

    @property
    def best(self) -> Best | None:
        """Best result of the present level."""
        return self.bests[self.level]

    def board(self, world: World) -> Board | None:
        """What there is to show now, or None."""
        return None

    def text_of(self, value: float) -> str:
        """A result in words."""
        return clock_text(value) if self.in_seconds else f"{value:.0f} points"

    def medal_of(self, value: float, level: int = 0) -> str:
        """Medal that a result is worth, or ""."""
        for name, limit in zip(MEDALS, self.medals, strict=False):
            if value <= limit if self.lower_wins else value >= limit:
                return name
        return ""

    def is_better(self, value: float, best: Best | None) -> bool:
        """Whether a result is better than the best one."""
        return best is None or (value < best.value if self.lower_wins else value > best.value)

    def shown_notice(self, world: World) -> Notice:
        """What just happened, as long as it is shown."""
        return self.notice if world.time < self.notice.until else Notice()

    # ---- Acting ---------------------------------------------------------------------------------------------------

    def recall(self, world: World, bests: tuple[Best | None, ...]) -> None:
        """Take in what was won in earlier games: one result for each level; surplus ones are left out."""
        kept = (*bests, *(None for _ in self.levels))[: len(self.levels)]
        self.bests = tuple(
            old if new is None or (old is not None and not self.is_better(new.value, old)) else new
            for old, new in zip(self.bests, kept, strict=True)
        )

    def forget(self, world: World) -> None:
        """Forget all results."""
        self.bests = (None,) * len(self.levels)

    def choose_level(self, level: int) -> None:
        """Play another level.

        Raises:
            ValueError: There is no such level.
        """
        if level not in range(len(self.levels)):
            raise ValueError(f"level of {self.title} must be 0 to {len(self.levels) - 1}, got {level!r}")
        self.level = level

    def tell(
        self, world: World, text: str, kind: str = "plain", *, cue: str = "", seconds: float = NOTICE_TIME
    ) -> None:
        """Show a word for a while, with the sound of a kind of cue."""
        self.notice = Notice(text, kind, world.time + seconds)
        if cue:
            self.cue(cue)

    def cue(self, kind: str, size: float = 1.0) -> None:
        """Let something be heard."""
        self.game.cues.append(Cue(kind, size=size, what=self.key))

    def complete(self, world: World, result: Best) -> bool:
        """Take in a result, and tell it; returns whether it is the best so far."""
        before, text = self.best, self.text_of(result.value)
        better = self.is_better(result.value, before)
        self.medal = self.medal_of(result.value, self.level)
        if better:
            self.bests = (*self.bests[: self.level], result, *self.bests[self.level + 1 :])
        words = [f"{self.title}: {text}"]
        if self.medal:
            words.append(f"{self.medal} medal")
        if better and before is not None:
            words.append(f"a new best, {self._difference(result.value, before.value)}")
        elif better:
            words.append("your first result")
        elif before is not None:
            words.append(f"best {self.text_of(before.value)}")
        self.game.say(", ".join(words) + ".")
        kind = "good" if better else "plain"
        self.tell(
            world, "New best" if better else "Finished", kind, cue="fanfare" if better or self.medal else "finish"
        )
        return better

    def _difference(self, value: float, before: float) -> str:
        gain = abs(value - before)
        return f"{gain:.3f} s faster" if self.in_seconds else f"{gain:.0f} more"


def clock_text(seconds: float) -> str:
    """A time to the thousandth: "1:23.456"."""
    thousandths = round(max(seconds, 0.0) * 1000.0) if math.isfinite(seconds) else 0
    minutes, rest = divmod(thousandths, 60000)
    return f"{minutes}:{rest // 1000:02d}.{rest % 1000:03d}"


def difference_text(seconds: float) -> str:
    """A difference of times, with its sign: "-0.123"."""
    return f"{seconds:+.3f}" if abs(seconds) >= 0.0005 else "0.000"


def place_of(body: Body) -> Vec3:
    """Where a body is [m]."""
    return Vec3(*body.position)


cue_kind(
    "countdown", "a lamp of a countdown; size: 0 for red, 1 for green",
    sound=CueSound("beep", inside=True, vary=0.0, pitch=(1.0, 2.0), gain=(0.7, 1.0), most=1),
)  # fmt: skip
cue_kind("checkpoint", "a checkpoint was passed", sound=CueSound("bell", inside=True, vary=0.0, most=1))
cue_kind("points", "points were won; size: share of the most", sound=CueSound(
    "bell", inside=True, vary=0.0, pitch=(0.8, 1.5), most=1))  # fmt: skip
cue_kind("buzzer", "this was wrong, or too late", sound=CueSound("buzzer", inside=True, vary=0.0, most=1, gap=30))
cue_kind("finish", "the end of a contest", sound=CueSound("chime", inside=True, vary=0.0, most=1))
cue_kind("fanfare", "a best result, a medal or a prize", sound=CueSound("fanfare", inside=True, vary=0.0, most=1))
