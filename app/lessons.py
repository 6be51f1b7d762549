"""The first minute of a game: what there is to do, told step by step when it is due, and ticked off by doing it."""

import dataclasses
import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from physics import Vec3

if TYPE_CHECKING:
    from app.shell import Shell
    from play.game import Game

#: How far one has to turn [rad], walk [m] and drive [m], how many steps back count, and for how long one shoots [s].
TURNED, WALKED, DRIVEN, BACK = 0.9, 4.0, 12.0, 20
#: How long a tick is shown before the next lesson [s].
TICKED = 1.6


@dataclasses.dataclass(frozen=True)
class Lesson:
    """One thing to do.

    Attributes:
        key: Its name in the settings.
        title: What to do.
        keys: Actions whose keys are drawn; "mouse" is the mouse itself.
        text: More about it; `[step_back]` stands for the key of the action "step_back", and so on.
        fits: Whether the game has what it takes.
        aboard: Told instead of `text` to who sits in a vehicle, without the first of the keys; "" for the same.
    """

    key: str
    title: str
    keys: tuple[str, ...]
    text: str
    fits: "Callable[[Game], bool]" = lambda game: game.avatar is not None
    aboard: str = ""

    def told(self, *, driving: bool) -> tuple[tuple[str, ...], str]:
        """Keys and text for who is on foot, or drives."""
        return (self.keys[1:], self.aboard) if driving and self.aboard else (self.keys, self.text)


def has_weapons(game: "Game") -> bool:
    """Whether there are weapons to find, or in the bag."""
    return game.avatar is not None and game.arsenal is not None and bool(game.arsenal.lying or game.arsenal.carried)


LESSONS = (
    Lesson("look", "Look around", ("mouse",), "Move the mouse."),
    Lesson("move", "Walk", ("move_forward", "move_left", "move_back", "move_right"),
           "[run] to run, [jump] to jump: hold it to jump higher."),
    Lesson("take", "Take a weapon", ("enter",), "Walk up to one; the compass points to them in yellow.", has_weapons),
    Lesson("shoot", "Use it", ("fire",), "Hold to charge. The brick wall and the crates are there to be hit.",
           has_weapons),
    Lesson("drive", "Drive a car", ("enter", "move_forward"), "Look at a car and get in. [jump] is the handbrake.",
           lambda game: bool(game.vehicles),
           "[move_left] and [move_right] steer, [move_back] brakes and backs up. [jump] is the handbrake."),
    Lesson("rewind", "Turn back time", ("step_back",), "Hold it, then [pause] to go on from there."),
)  # fmt: skip


class Lessons:
    """Which lesson is due, and how far it is.

    Attributes:
        ticked: The lesson that was just done, for as long as its tick is shown; else None.
    """

    def __init__(self) -> None:
        self.ticked: Lesson | None = None
        self._shown = 0.0
        self.forget()

    def forget(self) -> None:
        """Another world runs: what was half done begins anew."""
        self._before: tuple[float, float, Vec3] | None = None
        self._done = dict.fromkeys(("look", "move", "drive", "rewind"), 0.0)

    def due(self, shell: "Shell") -> Lesson | None:
        """The lesson to do next; None if there is none, or nobody to do it."""
        player, settings = shell.player, shell.settings
        if not settings.lessons or player.game is None or player.script is not None or player.free:
            return None
        return next(
            (lesson for lesson in LESSONS if lesson.key not in settings.learned and lesson.fits(player.game)), None
        )

    def progress(self, shell: "Shell") -> tuple[int, int]:
        """How many of the lessons of this game are done, and how many there are."""
        fitting = [lesson for lesson in LESSONS if lesson.fits(shell.player.game)]
        return sum(lesson.key in shell.settings.learned for lesson in fitting), len(fitting)

    def skip(self, shell: "Shell") -> bool:
        """Leave out the present lesson; False if there is none."""
        lesson = self.due(shell)
        if lesson is not None:
            shell.settings.learned.add(lesson.key)
            self.ticked = None
        return lesson is not None

    def advance(self, shell: "Shell", seconds: float) -> None:
        """Look what was done, and let time pass [s]."""
        self._shown -= seconds
        if self._shown <= 0.0:
            self.ticked = None
        if self.due(shell) is None:
            self._before = None
            return
        self._watch(shell)
        learned = shell.settings.learned
        for lesson in LESSONS:
            if lesson.key not in learned and self._is_done(shell, lesson.key):
                learned.add(lesson.key)
                self.ticked, self._shown = lesson, TICKED

    def rewound(self) -> None:
        """A step was taken back."""
        self._done["rewind"] += 1.0

    def _watch(self, shell: "Shell") -> None:
        """Add up how far the player turned, walked and drove."""
        camera, game = shell.player.camera, shell.player.game
        vehicle = game.vehicle
        place = vehicle.chassis.position if vehicle is not None else game.avatar.feet if game.avatar else Vec3(0, 0, 0)
        if self._before is not None:
            yaw, pitch, last = self._before
            way = (place - last).length
            self._done["look"] += abs(math.remainder(camera.yaw - yaw, math.tau)) + abs(camera.pitch - pitch)
            moves = game.controls.forward != 0.0 or game.controls.right != 0.0
            if way < 2.0 and moves:  # not a jump to another place, and not pushed
                self._done["move" if vehicle is None else "drive"] += way
        self._before = camera.yaw, camera.pitch, place

    def _is_done(self, shell: "Shell", key: str) -> bool:
        game = shell.player.game
        arsenal = game.arsenal
        if key == "take":
            return arsenal is not None and bool(arsenal.carried)
        if key == "shoot":
            return arsenal is not None and arsenal.held > 0 and (game.controls.fire or game.controls.fire_other)
        if key == "rewind":
            return self._done[key] >= BACK and not shell.session.clock.paused
        return self._done[key] >= {"look": TURNED, "move": WALKED, "drive": DRIVEN}[key]
