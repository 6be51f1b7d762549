"""Captions: what is to be heard, in words, and from which side."""

import dataclasses
from collections.abc import Sequence

#: Words by the kind of a sound; sounds of the interface and of one's own steps need none.
WORDS = {
    "explosion": "explosion",
    "shot": "shot",
    "launch": "rocket launched",
    "burning": "rocket burning",
    "swing": "flail swings",
    "grab": "grabbed",
    "drop": "dropped",
    "puff": "something vanishes",
    "button": "button clicks",
    "land": "landing",
    "pickup": "picked up",
    "door": "car door",
    "squeal": "tires squeal",
    "scrape": "metal scrapes",
    "beep": "countdown beeps",
    "buzzer": "buzzer",
    "fanfare": "fanfare",
    "crash": "crash",
    "shatter": "glass breaks",
    "crack": "wood cracks",
    "timber": "a tree falls",
    "crumble": "bricks tumble",
    "snap": "metal tears",
    "rip": "cloth tears",
    "burst": "something bursts",
    "creak": "rope creaks",
    "squish": "jelly lands",
    "bounce": "air cushion is hit",
    "flap": "cloth is struck",
    "flutter": "cloth flutters",
}
SHOWN = 2.0  # how long a caption stays [s]
MOST = 4
#: Softer than this at both ears a sound is not told.
LOUD = 0.12
#: A sound is at a side if one ear hears it so much louder.
SIDE = 1.4


@dataclasses.dataclass
class Caption:
    """One sound.

    Attributes:
        text: What it is, and where.
        age: How long ago it was heard last [s].
    """

    text: str
    age: float = 0.0


class Captions:
    """The last sounds, in words."""

    def __init__(self) -> None:
        self._shown: list[Caption] = []

    def hear(self, name: str, ears: Sequence[float]) -> None:
        """Note a sound.

        Args:
            name: Of the sound, as in `app.sound.bank.make`.
            ears: How loud it is at the left and at the right ear.
        """
        kind, *rest = name.split("/")
        word = f"{rest[0]} impact" if kind == "impact" else WORDS.get(kind, "")
        left, right = ears
        if not word or max(left, right) < LOUD:
            return
        side = " (left)" if left > SIDE * right else " (right)" if right > SIDE * left else ""
        text = f"{word}{side}"
        same = next((caption for caption in self._shown if caption.text == text), None)
        if same is not None:
            same.age = 0.0
        else:
            self._shown = [*self._shown, Caption(text)][-MOST:]

    def pass_time(self, seconds: float) -> None:
        """Let time pass [s]."""
        for caption in self._shown:
            caption.age += seconds
        self._shown = [caption for caption in self._shown if caption.age < SHOWN]

    def clear(self) -> None:
        """Another world runs."""
        self._shown = []

    @property
    def texts(self) -> list[str]:
        """What there is to show, the newest last."""
        return [caption.text for caption in self._shown]
