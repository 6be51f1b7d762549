"""All panels. One registers itself beside the code that draws it; every file of this folder is looked at."""

import dataclasses
import functools
import importlib
import pkgutil
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from app.shell import Shell


class Panel:
    """What is drawn in a panel, for those that remember something; a function does for the others."""

    def draw(self, shell: "Shell") -> None:
        """Draw the content, between the title and the end of the panel."""

    def read(self, shell: "Shell") -> None:
        """The world has changed, by a step or a command, while the panel is open."""

    def forget(self) -> None:
        """Another world runs."""

    def is_visible(self, shell: "Shell") -> bool:
        """Whether there is anything to show, if the panel is open."""
        return True

    def size(self, shell: "Shell") -> tuple[float, float] | None:
        """Width and height at text size 1, if they vary; else None."""
        return None

    def close(self, shell: "Shell") -> bool:
        """The player closes the panel; False keeps it open."""
        return True


class FunctionPanel(Panel):
    """A panel that only draws.

    Args:
        function: Draws the content.
    """

    def __init__(self, function: "Callable[[Shell], object]") -> None:
        self._function = function

    def draw(self, shell: "Shell") -> None:
        """Draw the content."""
        self._function(shell)


@dataclasses.dataclass(frozen=True)
class PanelEntry:
    """What is known about a panel before it is made.

    Attributes:
        key: Its name in the program.
        title: What stands at its top.
        make: Makes it.
        size: Width and height at text size 1, when it opens for the first time.
        menu: Its name in the menu, "" for none; those come in the order of `place`.
        place: Its place in the menu.
        action: Action whose key opens it, or "".
        open: Whether it is open at first.
        right: Whether it would rather be at the right side.
        fixed: Whether it keeps its size, and scrolls; otherwise it is as large as what it holds.
        centered: Whether it opens in the middle, and can be resized.
        escape: Whether Escape closes it.
        pointer: Whether the pointer is needed for it, also in a game.
        snug: Whether a centered panel is as large as what it holds.
        holds_time: Whether time stands still while it is open.
    """

    key: str
    title: str
    make: Callable[[], Panel]
    size: tuple[float, float]
    menu: str = ""
    place: int = 100
    action: str = ""
    open: bool = False
    right: bool = False
    fixed: bool = False
    centered: bool = False
    escape: bool = False
    pointer: bool = False
    snug: bool = False
    holds_time: bool = False


_PANELS: dict[str, PanelEntry] = {}
Drawn = TypeVar("Drawn", bound="type[Panel] | Callable[[Shell], object]")


def panel(key: str, *, title: str, size: tuple[float, float], **options: Any) -> Callable[[Drawn], Drawn]:
    """Register a function that draws, or a subclass of `Panel`, as a panel.

    Args:
        key: Its name in the program.
        title: What stands at its top.
        size: Width and height at text size 1, when it opens for the first time.
        **options: Other attributes of `PanelEntry`.
    """

    def register(drawn: Drawn) -> Drawn:
        if key in _PANELS:
            raise ValueError(f"there is a panel {key!r} already; choose another key")
        is_class = isinstance(drawn, type) and issubclass(drawn, Panel)
        _PANELS[key] = PanelEntry(key, title, drawn if is_class else lambda: FunctionPanel(drawn), size, **options)
        return drawn

    return register


def load_all() -> tuple[PanelEntry, ...]:
    """All panels, in the order of the menu."""
    _walk()
    return tuple(sorted(_PANELS.values(), key=lambda entry: (entry.place, entry.key)))


@functools.cache
def _walk() -> None:
    """Let every file of this folder register its panels; once, as the display asks for them in every frame."""
    package = importlib.import_module(__package__)
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{__package__}.{module.name}")
