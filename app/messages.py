"""Short messages to the player, which fade away by themselves."""

import collections
import dataclasses

SHOWN = 5.0  # how long a message stays [s]
FADE = 0.7  # how long it takes to fade [s]
KEPT = 5


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
    def alpha(self) -> float:
        """How visible it still is, 0 to 1."""
        return min(1.0, max(0.0, (SHOWN - self.age) / FADE))


class Messages:
    """The last few messages."""

    def __init__(self) -> None:
        self._messages: collections.deque[Message] = collections.deque(maxlen=KEPT)

    def say(self, text: str, kind: str = "info") -> None:
        """Show a sentence; the same one again only starts it anew."""
        if not text:
            return
        for message in self._messages:
            if message.text == text:
                message.age, message.kind = 0.0, kind
                return
        self._messages.append(Message(text, kind))

    def pass_time(self, seconds: float) -> None:
        """Let time pass [s]; errors stay three times as long."""
        for message in list(self._messages):
            message.age += seconds / (3.0 if message.kind == "error" else 1.0)
            if message.age >= SHOWN:
                self._messages.remove(message)

    def visible(self) -> list[Message]:
        """What there is to show, the newest last."""
        return list(self._messages)
