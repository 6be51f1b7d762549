"""What a command did, in words; and how troubles become words instead of tracebacks."""

import dataclasses
from collections.abc import Callable
from typing import Protocol

from physics import Body, World


@dataclasses.dataclass(frozen=True)
class Result:
    """What a command did.

    Attributes:
        ok: Whether it did anything. If not, the world is as it was.
        message: A sentence for the player; why not, or what.
        body: Number of the body that it is about now; -1 if there is none.
        joint: Number of the joint that it is about now; -1 if there is none.
    """

    ok: bool
    message: str = ""
    body: int = -1
    joint: int = -1


class Command(Protocol):
    """What history, undo and recordings need of a command."""

    def apply(self, world: World) -> Result:
        """Do it."""


def on_body(world: World, number: int, deed: Callable[[Body], str]) -> Result:
    """Do something to a body; troubles come back in words."""
    try:
        body = world.body(number)
    except (LookupError, TypeError):
        return Result(False, f"There is no body number {number} any more.")
    return attempt(lambda: (deed(body), number))


def attempt(deed: Callable[[], tuple[str, int]], *, about: str = "body") -> Result:
    """Do something that returns a sentence and the number of a body, or of a joint; troubles come back in words."""
    try:
        message, number = deed()
    except (TypeError, ValueError, LookupError) as error:
        return Result(False, sentence(str(error)))
    return Result(True, message, **{about: number})


def sentence(text: str) -> str:
    """Text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def label_of(body: Body) -> str:
    """A body's name for people: "crate", or "body 17" if it has none."""
    return body.name or f"body {body.id}"


def counted(count: int, one: str, more: str = "") -> str:
    """A number of things, such as "1 joint" or "2 joints"; `more` is for plurals without -s."""
    return f"{count} {one if count == 1 else more or one + 's'}"
