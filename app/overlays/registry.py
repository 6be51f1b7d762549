"""The overlays that there are: each registers itself beside its code, in a file of this folder or of one in it.

The command line lists them before anything is installed, so this module needs the standard library only, and
`list_overlays` reads the arguments of the decorators without importing the files.
"""

import ast
import dataclasses
import functools
import importlib
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

FOLDER = pathlib.Path(__file__).parent
DECORATOR = "overlay"


@dataclasses.dataclass(frozen=True)
class Overlay:
    """Something to show.

    Attributes:
        key: Name in settings and on the command line.
        letter: Key after the prefix key; "" for what is not in the menu.
        label: For the menu.
        help: What its colors mean, where that needs words.
        per_frame: Whether it is built for each frame, between two steps, and not just after each step.
        always: Whether it is shown without being switched on; it is in no menu then.
        builder: A function of an `OverlayView` that returns an `OverlayFrame`; or a class with such a method
            `build`, for what has to remember something from one step to the next. None if it was only listed.
    """

    key: str
    letter: str = ""
    label: str = ""
    help: str = ""
    per_frame: bool = False
    always: bool = False
    builder: Callable[..., Any] | None = None


_registered: dict[str, Overlay] = {}


def overlay(key: str, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function or a class as an overlay.

    All arguments must be literals: the command line reads them from the file without running it.

    Args:
        key: Name in settings and on the command line.
        options: Further attributes of `Overlay`, by keyword.

    Raises:
        ValueError: The key or the letter belongs to another overlay, or the letter is no single capital.
    """

    def register(builder: Callable[..., Any]) -> Callable[..., Any]:
        new = Overlay(key, **options, builder=builder)
        check(new, _registered.values())
        _registered[key] = new
        return builder

    return register


def check(new: Overlay, others: Iterator[Overlay]) -> None:
    """Refuse an overlay that is mistaken for another one, or that cannot be switched.

    Raises:
        ValueError: As for `overlay`.
    """
    if not new.label:
        raise ValueError(f"overlay {new.key!r} has no label; write label='...' for the menu")
    if new.always and new.letter:
        raise ValueError(f"overlay {new.key!r} is always shown, so it needs no letter, got {new.letter!r}")
    if not new.always and not (len(new.letter) == 1 and new.letter.isascii() and new.letter.isupper()):
        raise ValueError(f"letter of overlay {new.key!r} must be one of A to Z, got {new.letter!r}")
    for other in others:
        if new.key == other.key:
            raise ValueError(f"there is an overlay {new.key!r} already; choose another key")
        if new.letter and new.letter == other.letter:
            raise ValueError(f"letter {new.letter} of overlay {new.key!r} belongs to {other.key!r}; choose another")


@functools.cache
def all_overlays() -> tuple[Overlay, ...]:
    """Every overlay in the order of the labels; this imports them all."""
    for path in _files(FOLDER):
        if _decorators(path):
            importlib.import_module(f"{__package__}.{'.'.join(path.relative_to(FOLDER).with_suffix('').parts)}")
    return _in_order(_registered.values())


@functools.cache
def choices() -> dict[str, Overlay]:
    """The overlays that can be switched, by key, in the order of the menu."""
    return {known.key: known for known in all_overlays() if not known.always}


def by_letter(letter: str) -> Overlay | None:
    """The overlay of a letter."""
    return next((known for known in choices().values() if known.letter == letter), None)


def list_overlays(folder: pathlib.Path = FOLDER) -> tuple[Overlay, ...]:
    """Every overlay of a folder in the order of the labels, without its builder; no file is imported.

    Raises:
        ValueError: A decorator has arguments that are no literals.
    """
    found: list[Overlay] = []
    for path in _files(folder):
        for call in _decorators(path):
            try:
                options = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
                found.append(Overlay(*map(ast.literal_eval, call.args), **options))
            except ValueError:
                place = f"{path.relative_to(folder)}:{call.lineno}"
                raise ValueError(f"arguments of @{DECORATOR} must be literals, see {place}") from None
    return _in_order(found)


@functools.cache
def list_choices() -> tuple[str, ...]:
    """Keys of the overlays that can be switched, in the order of the menu; no file is imported."""
    return tuple(known.key for known in list_overlays() if not known.always)


def _in_order(overlays: Any) -> tuple[Overlay, ...]:
    return tuple(sorted(overlays, key=lambda known: (known.label, known.key)))


def _files(folder: pathlib.Path) -> list[pathlib.Path]:
    return sorted(path for path in folder.rglob("*.py") if path.name != "__init__.py")


def _decorators(path: pathlib.Path) -> list[ast.Call]:
    """Calls of the decorator in a file; one that does not name it is not parsed."""
    text = path.read_bytes()
    if f"@{DECORATOR}(".encode() not in text:
        return []
    things = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    calls = (call for node in things for call in node.decorator_list if isinstance(call, ast.Call))
    return [call for call in calls if getattr(call.func, "id", "") == DECORATOR]
