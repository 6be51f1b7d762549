"""Command: what a person does to a world, as a value that can be applied, taken back, written to a file and read.

Everything that a person does becomes a command, so that it can be recorded by step number, replayed and undone. A
command names bodies and joints by their ids, never by handles.
"""

import functools
import importlib
import pkgutil
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from app.timeline.encoding import EncodingError, build_checked, changed_fields, decode, encode
from app.timeline.results import Result, sentence
from physics import World

#: What a world may raise about values that it refuses, and about bodies and joints that are gone.
REFUSALS = (TypeError, ValueError, LookupError)

_registered: "dict[str, type[Command]]" = {}
Kind = TypeVar("Kind", bound="type[Command]")


class Command:
    """Base of all commands, which are frozen dataclasses with `perform`, and `invert` if they can be taken back.

    Attributes:
        name: What it is called in files.
    """

    name: ClassVar[str] = ""

    def apply(self, world: World) -> Result:
        """Do it. Never raises: what the world refuses comes back as a sentence, and the world is as it was."""
        try:
            return self.perform(world)
        except REFUSALS as error:
            return Result(False, sentence(str(error)))

    def inverse(self, world: World) -> "tuple[Command, ...] | None":
        """The commands that would take it back, in order; to be asked before it is applied.

        None if it cannot be taken back, or the world would refuse it. A command that makes something whose id is not
        known yet has no inverse; see `again`.
        """
        try:
            return self.invert(world)
        except REFUSALS:
            return None

    def again(self, result: Result) -> "Command":
        """The command that would do the same once more, after it was taken back: what it made keeps its id."""
        return self

    def perform(self, world: World) -> Result:
        """Do it.

        Raises:
            TypeError: A value is of the wrong type. The world is as it was.
            ValueError: A value is out of range. The world is as it was.
            LookupError: What it is about is gone. The world is as it was.
        """
        raise NotImplementedError

    def invert(self, world: World) -> "tuple[Command, ...] | None":
        """As `inverse`, but may raise what `perform` may raise."""
        return None

    def encode(self) -> dict[str, Any]:
        """As plain data that fits into JSON.

        Raises:
            EncodingError: A value cannot be written.
        """
        return {"command": self.name} | {name: encode(value) for name, value in changed_fields(self).items()}


def command(name: str) -> Callable[[Kind], Kind]:
    """Register a class of commands.

    Args:
        name: What it is called in files.

    Raises:
        ValueError: Another command has the name.
    """

    def register(kind: Kind) -> Kind:
        if name in _registered:
            raise ValueError(f"there is a command {name!r} already; choose another name")
        _registered[name] = kind
        kind.name = name
        return kind

    return register


@functools.cache
def all_commands() -> dict[str, type[Command]]:
    """Every command by name; this imports all of them."""
    package = importlib.import_module("app.timeline.commands")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
    return dict(sorted(_registered.items()))


def decode_command(data: Any) -> Command:
    """The command that `Command.encode` wrote.

    Raises:
        EncodingError: It is none; the text says why.
    """
    if not isinstance(data, dict) or not isinstance(data.get("command"), str):
        raise EncodingError(f"a command must be a dictionary with its name, got {data!r:.60}")
    name = data["command"]
    if name not in all_commands():
        raise EncodingError(f"there is no command {name!r}; is this file of a newer version?")
    values = {key: decode(value) for key, value in data.items() if key != "command"}
    try:
        return build_checked(all_commands()[name], values)
    except EncodingError:
        raise
    except REFUSALS as error:
        raise EncodingError(f"command {name!r} cannot be read: {error}") from None
