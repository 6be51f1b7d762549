"""All actions. One registers itself beside the function that does it; every file of this folder is looked at."""

import dataclasses
import importlib
import pkgutil
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from app.actions.context import Context
    from app.actions.held import Held

#: Where an action counts: everywhere; with a free camera; with a figure or a vehicle; while something is dragged. One
#: of a particular mode comes before one that counts everywhere, so Space jumps instead of pausing.
MODES = ("always", "free", "avatar", "drag")
#: Headings of the help, in order; others follow.
GROUPS = ("Time", "Scenes", "Window", "Hands", "Camera", "Movement", "Playing")

Press = TypeVar("Press", bound="Callable[[Context], object]")
Hold = TypeVar("Hold", bound="Callable[[Held, float], object]")


class Letters(NamedTuple):
    """What the letter after an action chooses.

    Attributes:
        heading: Of the letters in the help.
        rows: Called for letter, short name and help of each choice.
        choose: Called with the letter.
    """

    heading: str
    rows: Callable[[], Sequence[tuple[str, str, str]]]
    choose: "Callable[[Context, str], object]"


@dataclasses.dataclass(frozen=True)
class Action:
    """One thing that a player can do.

    Attributes:
        key: Its name in the program and in the settings.
        group: Heading in the help.
        help: What it does, for people.
        inputs: What it is bound to, as in `app.input.names`.
        repeat: Whether a held key does it again and again.
        hold: Whether it lasts as long as the key is held.
        mode: Where it counts, one of `MODES`.
        press: Does it, when its key goes down.
        held: Notes it, in each frame in which it is pressed, with how far it is pressed, 0 to 1.
        letters: What the letter after it chooses, or None.
        module: Where it was registered.
    """

    key: str
    group: str
    help: str
    inputs: tuple[str, ...]
    repeat: bool = False
    hold: bool = False
    mode: str = "always"
    press: "Callable[[Context], object] | None" = None
    held: "Callable[[Held, float], object] | None" = None
    letters: Letters | None = None
    module: str = ""


_ACTIONS: dict[str, Action] = {}


def action(
    key: str,
    *,
    keys: tuple[str, ...],
    group: str,
    help: str,
    repeat: bool = False,
    hold: bool = False,
    mode: str = "always",
    letters: Letters | None = None,
) -> Callable[[Press], Press]:
    """Register what a function does as an action.

    Args:
        key: Its name in the program and in the settings.
        keys: What it is bound to, as in `app.input.names`.
        group: Heading in the help.
        help: What it does, for people.
        repeat: Whether a held key does it again and again.
        hold: Whether it lasts as long as the key is held.
        mode: Where it counts, one of `MODES`.
        letters: What the letter after it chooses, or None.
    """

    def register(function: Press) -> Press:
        add(Action(key, group, help, keys, repeat, hold, mode, function, None, letters, function.__module__))
        return function

    return register


def held_action(
    key: str, *, keys: tuple[str, ...], group: str, help: str, mode: str = "always"
) -> Callable[[Hold], Hold]:
    """Register what a function notes as an action that lasts as long as its key is held; arguments as of `action`."""

    def register(function: Hold) -> Hold:
        add(Action(key, group, help, keys, hold=True, mode=mode, held=function, module=function.__module__))
        return function

    return register


def add(new: Action) -> None:
    """Register an action.

    Raises:
        ValueError: Its key is taken, or its mode is unknown.
    """
    if new.key in _ACTIONS:
        raise ValueError(f"there is an action {new.key!r} already, in {_ACTIONS[new.key].module}; choose another key")
    if new.mode not in MODES:
        raise ValueError(f"mode of action {new.key!r} must be one of {', '.join(MODES)}, got {new.mode!r}")
    _ACTIONS[new.key] = new


def load_all() -> tuple[Action, ...]:
    """All actions: by group, then by file, then as they stand there."""
    package = importlib.import_module(__package__)
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{__package__}.{module.name}")
    return tuple(sorted(_ACTIONS.values(), key=_place))


def _place(known: Action) -> tuple[int, str, str]:
    order = GROUPS.index(known.group) if known.group in GROUPS else len(GROUPS)
    return order, "" if known.group in GROUPS else known.group, known.module
