"""What each cue of the game sounds like."""

from collections.abc import Callable

from app.sound.impacts import TIMBRES, VARIANTS, known
from app.sound.stage import Stage
from play.cues import Cue

#: Cues that are for eyes only, and why.
SILENT = {"message": "it is read"}
#: Loops that last as long as their cues come, step after step.
LASTING = ("burning", "hold", "squeal", "skid_dirt")

FOOTSTEP, EFFECT, BLAST = 1.0, 2.0, 4.0  # priorities


def _footstep(stage: Stage, cue: Cue) -> None:
    pitch = stage.vary(0.08)
    name = f"step/{TIMBRES[known(cue.what)].step}/{stage.begun % VARIANTS}"
    stage.say(name, cue.position, min(max(cue.size, 0.0), 1.5), pitch=pitch, priority=FOOTSTEP)


def _land(stage: Stage, cue: Cue) -> None:
    gain = min(max(cue.size, 0.05), 1.0) ** 0.7
    stage.say("land", cue.position, gain, pitch=stage.vary(), priority=EFFECT)
    _footstep(stage, Cue("footstep", cue.position, size=1.4 * gain, what=cue.what))


def _shot(stage: Stage, cue: Cue) -> None:
    charge = min(max(cue.size, 0.0), 1.0)
    pitch = (1.25 - 0.35 * charge) * stage.vary(0.03)
    stage.say("shot", cue.position, 0.45 + 0.55 * charge, pitch=pitch, priority=EFFECT, reach=2.0)


def _explosion(stage: Stage, cue: Cue) -> None:
    size = max(cue.size, 0.2)
    pitch = min(max((6.0 / size) ** 0.3, 0.6), 1.6) * stage.vary(0.05)
    stage.say("explosion", cue.position, min(1.0, (size / 6.0) ** 0.5), pitch=pitch, priority=BLAST, reach=4.0)


def _crash(stage: Stage, cue: Cue) -> None:
    gain = min(max(cue.size, 0.0), 1.0) ** 0.7
    stage.say("crash", cue.position, gain, pitch=stage.vary(), priority=EFFECT, reach=1.5)


def _at(name: str, gain: float = 1.0, *, reach: float = 1.0, priority: float = EFFECT) -> Callable[[Stage, Cue], None]:
    """A sound where the cue is."""
    return lambda stage, cue: stage.say(
        name, cue.position, gain, pitch=stage.vary(0.03), priority=priority, reach=reach
    )  # fmt: skip


def _inside(name: str, gain: float = 1.0) -> Callable[[Stage, Cue], None]:
    """A sound in the head of the player."""
    return lambda stage, cue: stage.say(name, None, gain, priority=EFFECT)


def _lasting(loop: str, reach: float = 1.0, pitch: float = 1.0) -> Callable[[Stage, Cue], None]:
    """A loop where the cue is, as strong as its size."""

    def sound(stage: Stage, cue: Cue) -> None:
        stage.hum(loop, cue.position, min(max(cue.size, 0.0), 1.0), pitch=pitch, reach=reach)

    return sound


def _hit(stage: Stage, cue: Cue) -> None:
    stage.say("marker", None, 0.4 + 0.6 * min(max(cue.size, 0.0), 1.0), priority=EFFECT)


#: What each kind of cue does.
SOUNDS: dict[str, Callable[[Stage, Cue], object]] = {
    "trouble": _inside("refusal"),
    "footstep": _footstep,
    "jump": lambda stage, cue: stage.say("jump", cue.position, 0.5 + 0.5 * cue.size, pitch=stage.vary(), priority=1.0),
    "land": _land,
    "pickup": _inside("pickup"),
    "switch": _inside("switch"),
    "shot": _shot,
    "launch": _at("launch", reach=2.5),
    "burning": _lasting("burning", 2.5),
    "explosion": _explosion,
    "puff": _at("puff", priority=FOOTSTEP),
    "swing": _at("swing"),
    "hit": _hit,
    "grab": _at("grab"),
    "hold": _lasting("hold"),
    "drop": _at("drop"),
    "enter": _at("door"),
    "leave": _at("door"),
    "gear": _at("gear"),
    "skid": _lasting("squeal", 1.5),
    "dust": _lasting("skid_dirt"),
    "wheel_lost": _at("wheel_lost", reach=1.5),
    "scrape": _crash,
    "reset": _at("chime"),
    "button": _at("button"),
}

#: Of cues that may come in crowds: most in one step, and steps until the next.
LIMITS = {
    "swing": (1, 15),
    "puff": (1, 6),
    "footstep": (2, 4),
    "scrape": (1, 8),
    "hit": (1, 4),
    "trouble": (1, 20),
    "button": (2, 6),
    "shot": (2, 1),
}
COMMON_LIMIT = (3, 1)


class CueSounds:
    """Plays the cues of a game.

    Args:
        stage: Where they are played.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._now = 0
        self._last: dict[str, int] = {}

    def step(self, cues: list[Cue]) -> None:
        """Play what happened in a step."""
        self._now += 1
        self._stage.fade(*LASTING)
        counts: dict[str, int] = {}
        for cue in cues:
            sound = SOUNDS.get(cue.kind)
            if sound is not None and self._may(cue.kind, counts):
                sound(self._stage, cue)

    def _may(self, kind: str, counts: dict[str, int]) -> bool:
        """Whether there were not too many of a kind lately; loops are no new voices."""
        if kind in ("burning", "hold", "skid", "dust"):
            return True
        most, gap = LIMITS.get(kind, COMMON_LIMIT)
        count = counts.get(kind, 0)
        if count >= most or (count == 0 and self._now - self._last.get(kind, -1000) < gap):
            return False
        counts[kind] = count + 1
        self._last[kind] = self._now
        return True
