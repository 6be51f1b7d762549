"""All scenes by key: the name of the file."""

import dataclasses
import importlib
import pathlib
import sys
from collections.abc import Callable

from physics import World


@dataclasses.dataclass(frozen=True)
class View:
    """Where the camera starts.

    Attributes:
        target: Point that it looks at [m].
        distance: How far away it is [m].
    """

    target: tuple[float, float, float] = (0.0, 1.0, 0.0)
    distance: float = 12.0


@dataclasses.dataclass(frozen=True)
class Scene:
    """One scene.

    Attributes:
        key: Name of its file.
        category: Group in the menu.
        name: Title in the menu.
        help: What there is to see and to do.
        view: Where the camera starts.
        build: Fills an empty world.
        check: Raises AssertionError when the world after 300 steps is not what it should be.
    """

    key: str
    category: str
    name: str
    help: str
    view: View
    build: Callable[[World], None]

    @property
    def check(self) -> Callable[[World], None]:
        """The function `check` of the file."""
        return sys.modules[self.build.__module__].check


SCENES: dict[str, Scene] = {}


def scene(*, category: str, name: str, view: View) -> Callable[[Callable[[World], None]], Callable[[World], None]]:
    """Register the function that builds a scene; the docstring of its file is the help."""

    def register(build: Callable[[World], None]) -> Callable[[World], None]:
        module = sys.modules[build.__module__]
        key = module.__name__.rpartition(".")[2]
        SCENES[key] = Scene(key, category, name, (module.__doc__ or "").strip(), view, build)
        return build

    return register


def load_all() -> dict[str, Scene]:
    """Import every scene file beside this one."""
    for path in sorted(pathlib.Path(__file__).parent.glob("*.py")):
        if path.stem not in ("__init__", "registry", "kit"):
            importlib.import_module(f"scenes.{path.stem}")
    return SCENES
