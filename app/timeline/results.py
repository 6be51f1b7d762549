"""What a command did, in words."""

import dataclasses

from physics import Body


@dataclasses.dataclass(frozen=True)
class Result:
    """What a command did.

    Attributes:
        ok: Whether it did anything. If not, the world is as it was.
        message: A sentence for the player; why not, or what.
        body: Id of the body that it is about now; -1 if there is none.
        joint: Id of the joint that it is about now; -1 if there is none.
        soft: Id of the soft body that it is about now; -1 if there is none.
    """

    ok: bool
    message: str = ""
    body: int = -1
    joint: int = -1
    soft: int = -1


def sentence(text: str) -> str:
    """Text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def label_of(body: Body) -> str:
    """A body's name for people: "crate", or "body 17" if it has none."""
    return body.name or f"body {body.id}"


def counted(count: int, one: str, more: str = "") -> str:
    """A number of things, such as "1 joint" or "2 joints"; `more` is for plurals without -s."""
    return f"{count} {one if count == 1 else more or one + 's'}"
