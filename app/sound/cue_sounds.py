"""Plays the cues of the game: each as its kind declares it, some more finely."""

from collections.abc import Callable

from app.sound.impacts import TIMBRES, VARIANTS, known
from app.sound.stage import Stage
from play.cues import KINDS, Cue, CueSound


def _play(stage: Stage, cue: Cue, sound: CueSound) -> None:
    """Play a cue as its kind declares it."""
    share = min(max(cue.size, 0.0), 1.0)
    if sound.lasting:
        stage.loop(sound.wave, cue.position, share, pitch=sound.pitch[1], reach=sound.reach)
        return
    pitch = _between(sound.pitch, share) * (stage.vary(sound.vary) if sound.vary else 1.0)
    place = None if sound.inside else cue.position
    gain = _between(sound.gain, share)
    stage.play(sound.wave, place, gain, pitch=pitch, priority=sound.priority, reach=sound.reach)


def _between(ends: tuple[float, float], share: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * share


def _footstep(stage: Stage, cue: Cue, sound: CueSound) -> None:
    """By the material of the ground, and never twice the same."""
    pitch = stage.vary(0.08)
    name = f"step/{TIMBRES[known(cue.what)].step}/{stage.begun % VARIANTS}"
    stage.play(name, cue.position, min(max(cue.size, 0.0), 1.5), pitch=pitch, priority=sound.priority)


def _land(stage: Stage, cue: Cue, sound: CueSound) -> None:
    """With the footstep of the ground."""
    gain = min(max(cue.size, 0.05), 1.0) ** 0.7
    stage.play(sound.wave, cue.position, gain, pitch=stage.vary(), priority=sound.priority)
    step = KINDS["footstep"].sound
    if step is not None:
        _footstep(stage, Cue("footstep", cue.position, size=1.4 * gain, what=cue.what), step)


def _explosion(stage: Stage, cue: Cue, sound: CueSound) -> None:
    """The larger, the deeper."""
    size = max(cue.size, 0.2)
    pitch = min(max((6.0 / size) ** 0.3, 0.6), 1.6) * stage.vary(sound.vary)
    gain = min(1.0, (size / 6.0) ** 0.5)
    stage.play(sound.wave, cue.position, gain, pitch=pitch, priority=sound.priority, reach=sound.reach)


def _scrape(stage: Stage, cue: Cue, sound: CueSound) -> None:
    """Soft ones louder than in proportion."""
    gain = min(max(cue.size, 0.0), 1.0) ** 0.7
    pitch = stage.vary(sound.vary)
    stage.play(sound.wave, cue.position, gain, pitch=pitch, priority=sound.priority, reach=sound.reach)


#: Kinds of cues that need more than their declaration.
FINER: dict[str, Callable[[Stage, Cue, CueSound], None]] = {
    "footstep": _footstep,
    "land": _land,
    "explosion": _explosion,
    "scrape": _scrape,
}


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
        self._stage.stop_loops(*loops())
        counts: dict[str, int] = {}
        for cue in cues:
            kind = KINDS.get(cue.kind)
            if kind is not None and kind.sound is not None and self._may(cue.kind, kind.sound, counts):
                FINER.get(cue.kind, _play)(self._stage, cue, kind.sound)

    def _may(self, kind: str, sound: CueSound, counts: dict[str, int]) -> bool:
        """Whether there were not too many of a kind lately; loops are no new voices."""
        if sound.lasting:
            return True
        count = counts.get(kind, 0)
        if count >= sound.most or (count == 0 and self._now - self._last.get(kind, -1000) < sound.gap):
            return False
        counts[kind] = count + 1
        self._last[kind] = self._now
        return True


def loops() -> list[str]:
    """Loops that sound as long as there are cues for them, step after step."""
    return [kind.sound.wave for kind in KINDS.values() if kind.sound is not None and kind.sound.lasting]
