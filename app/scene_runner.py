"""Scenes in a running app: build, switch, reload after an edit. When one fails, that is told and the last goes on."""

import pathlib
import traceback
from collections.abc import Mapping

from physics import World
from scenes import registry

ROOT = pathlib.Path(__file__).resolve().parents[1]


class SceneError(Exception):
    """A scene raised; the text says file, line and message."""


def explain(error: BaseException) -> str:
    """Where and why a scene failed: the last place in a scene file, or the last of all."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{_short(error.filename)}:{error.lineno}: {error.msg}"
    places = traceback.extract_tb(error.__traceback__)
    ours = [place for place in places if pathlib.Path(place.filename).parent.name == "scenes"] or places
    where = f"{_short(ours[-1].filename)}:{ours[-1].lineno}: " if ours else ""
    return f"{where}{type(error).__name__}: {error}"


def _short(filename: str) -> str:
    path = pathlib.Path(filename)
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


class SceneRunner:
    """All scenes, and the file of the one that runs.

    Args:
        seed: For chance in all scenes, or None for that of each scene.

    Attributes:
        seed: As given.
        key: Key of the scene that runs; "" before the first.
        failed: What is wrong with scene files that could not be imported, by key.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed
        self.scenes = registry.load_all()
        self.failed = dict(registry.FAILED)
        self.key = ""
        self._stamps: dict[str, int] = {}
        self._look()

    def ordered(self) -> list[registry.Scene]:
        """Scenes by category and name."""
        return sorted(self.scenes.values(), key=lambda scene: (scene.category, scene.name))

    def neighbor(self, offset: int) -> str:
        """Key of the scene so many places after this one, around the end."""
        keys = [scene.key for scene in self.ordered()]
        return keys[(keys.index(self.key) + offset) % len(keys)] if self.key in keys else keys[0]

    def start(self, key: str, values: Mapping[str, float] | None = None) -> World:
        """A new world with the scene in it.

        Raises:
            SceneError: The scene raised; what ran before is untouched.
        """
        world = World()
        try:
            self.scenes[key].start(world, values, seed=self.seed)
        except (Exception, SystemExit) as error:  # a scene is anybody's code
            raise SceneError(explain(error)) from error
        self.key = key
        return world

    def edited(self) -> list[str]:
        """Keys of scene files that were changed or added since the last call."""
        before = self._stamps
        self._look()
        return [key for key, stamp in self._stamps.items() if before.get(key) != stamp]

    def reload(self, key: str) -> None:
        """Read a scene file anew.

        Raises:
            SceneError: It cannot be imported; the scene stays as it was.
        """
        try:
            self.scenes[key] = registry.reload(key)
        except (Exception, SystemExit) as error:  # a scene is anybody's code
            self.failed[key] = explain(error)
            raise SceneError(self.failed[key]) from error
        self.failed.pop(key, None)

    def _look(self) -> None:
        stamps = {}
        for path in (ROOT / "scenes").glob("*_*.py"):
            try:
                stamps[path.stem] = path.stat().st_mtime_ns
            except OSError:  # an editor is replacing it
                stamps[path.stem] = self._stamps.get(path.stem, 0)
        stamps.pop("__init__", None)
        self._stamps = stamps
