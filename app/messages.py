"""Short messages to the player, which fade away by themselves."""

import collections
import dataclasses

#: How long a message stays [s]: time to notice it, time for each character, and within bounds. Fifteen characters a
#: second is how slow readers read.
NOTICE, PER_CHARACTER = 2.0, 1.0 / 15.0
SHOWN, SHOWN_MOST = 5.0, 30.0
FADE = 0.7  # how long it takes to fade [s]
KEPT = 5
#: Messages that can be read again.
LOGGED = 200


@dataclasses.dataclass
class Message:
    """One sentence.

    Attributes:
        text: The sentence.
        kind: "info", "good" or "error".
        age: How long it has been there [s].
    """

    text: str
    kind: str = "info"
    age: float = 0.0

    @property
    def duration(self) -> float:
        """How long it stays [s]; errors stay three times as long."""
        needed = NOTICE + PER_CHARACTER * len(self.text)
        return min(max(needed, SHOWN), SHOWN_MOST) * (3.0 if self.kind == "error" else 1.0)

    @property
    def alpha(self) -> float:
        """How visible it still is, 0 to 1."""
        return min(1.0, max(0.0, (self.duration - self.age) / FADE))


class Messages:
    """The last few messages.

    Attributes:
        log: All messages that can be read again, the newest last; one that is said again and again is there once.
    """

    def __init__(self) -> None:
        self.log: collections.deque[Message] = collections.deque(maxlen=LOGGED)
        self._messages: collections.deque[Message] = collections.deque(maxlen=KEPT)

    def say(self, text: str, kind: str = "info") -> None:
        """Show a sentence; the same one again only starts it anew, and "Camera: hood" replaces "Camera: driver"."""
        if not text:
            return
        if not self.log or self.log[-1].text != text:
            self.log.append(Message(text, kind))
        for message in self._messages:
            if message.text == text:
                message.age, message.kind = 0.0, kind
                return
            name, colon, _ = text.partition(": ")
            if colon and kind == message.kind == "info" and message.text.startswith(name + colon):
                message.text, message.age = text, 0.0
                return
        self._messages.append(Message(text, kind))

    def note(self, text: str) -> None:
        """Let a sentence be read by who looks for it, without showing it."""
        if text and (not self.log or self.log[-1].text != text):
            self.log.append(Message(text))

    def pass_time(self, seconds: float) -> None:
        """Let time pass [s]."""
        for message in list(self._messages):
            message.age += seconds
            if message.age >= message.duration:
                self._messages.remove(message)

    def visible(self) -> list[Message]:
        """What there is to show, the newest last."""
        return list(self._messages)
