"""Recording: what was done to a scene, step by step, as a file that can be mailed and replayed exactly.

The world is deterministic, so the scene, its seed, its sliders and the commands with their steps are everything.
"""

import contextlib
import dataclasses
import json
import pathlib
from collections.abc import Mapping
from typing import Any

from app.clock import STEP
from app.timeline.command import Command, decode_command
from app.timeline.encoding import EncodingError
from app.timeline.history import History
from physics import World
from scenes import registry

FORMAT = "kyvadlo recording"
VERSION = 1


class RecordingError(ValueError):
    """A recording cannot be made, written, read or replayed; the text is for people."""


@dataclasses.dataclass(frozen=True)
class Recording:
    """A session.

    Attributes:
        scene: Key of the scene.
        steps: How long it is.
        commands: All commands with the steps after which they were given, in order.
        values: Where the sliders of the scene were at the start, by key.
        seed: For chance in the scene, or None for its own.
        final_hash: `World.state_hash` at the end, as hexadecimal digits; "" if it is not known.
    """

    scene: str
    steps: int
    commands: tuple[tuple[int, Command], ...] = ()
    values: Mapping[str, float] = dataclasses.field(default_factory=dict)
    seed: int | None = None
    final_hash: str = ""

    @classmethod
    def of(
        cls, history: History, scene: str, *, values: Mapping[str, float] | None = None, seed: int | None = None
    ) -> "Recording":
        """Everything that happened to a world from the start of its scene to the present.

        Args:
            history: What happened.
            scene: Key of the scene.
            values: Where its sliders were at the start.
            seed: As the scene was started with.

        Raises:
            RecordingError: The history does not know all of it.
        """
        if history.first > 0:
            raise RecordingError(f"only what came after step {history.first} is known; start the scene anew to record")
        if history.problem:
            raise RecordingError(f"a command could not be recorded: {history.problem}")
        now = history.world.step_count
        given = tuple((step, command) for step, command in history.commands() if step <= now)
        return cls(scene, now, given, dict(values or {}), seed, f"{history.world.state_hash():016x}")

    # ---- Files ----------------------------------------------------------------------------------------------------

    def save(self, path: pathlib.Path) -> None:
        """Write it to a file.

        Raises:
            RecordingError: The file cannot be written, or a command cannot.
        """
        try:
            text = json.dumps(self.encode(), separators=(",", ":"), allow_nan=False)
            path.write_text(text + "\n", encoding="utf-8")
        except EncodingError as error:
            raise RecordingError(f"recording not written to {path}: {error}") from None
        except OSError as error:
            raise RecordingError(f"recording not written to {path}: {error.strerror}; choose another folder") from None

    @classmethod
    def load(cls, path: pathlib.Path) -> "Recording":
        """Read a file.

        Raises:
            RecordingError: It cannot be read, is none, or is damaged.
        """
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise RecordingError(f"{path} cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise RecordingError(f"{path} is no recording, or is damaged: it is no JSON") from None
        try:
            return cls.decode(data)
        except EncodingError as error:
            raise RecordingError(f"{path} is damaged: {error}") from None
        except RecordingError as error:
            raise RecordingError(f"{path} {error}") from None

    def encode(self) -> dict[str, Any]:
        """As plain data that fits into JSON.

        Raises:
            EncodingError: A command cannot be written.
        """
        head = {"format": FORMAT, "version": VERSION, "scene": self.scene, "steps": self.steps}
        head |= {"values": dict(self.values), "seed": self.seed, "final_hash": self.final_hash}
        return head | {"commands": [[step, command.encode()] for step, command in self.commands]}

    @classmethod
    def decode(cls, data: Any) -> "Recording":
        """The recording that `encode` wrote.

        Raises:
            EncodingError: A command means nothing.
            RecordingError: It is no recording, of another version, or damaged.
        """
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise RecordingError(f"is no recording: it does not say {FORMAT!r}")
        if data.get("version") != VERSION:
            raise RecordingError(f"is of version {data.get('version')!r}, and this program reads version {VERSION}")
        for key, fits in _CHECKS.items():
            if not fits(data.get(key)):
                raise RecordingError(f"is damaged: {key} cannot be {data.get(key)!r:.60}")
        commands = tuple((step, decode_command(given)) for step, given in data["commands"])
        steps = [step for step, _ in commands]
        if steps != sorted(steps) or (steps and not 0 <= steps[0] <= steps[-1] <= data["steps"]):
            raise RecordingError("is damaged: its commands are not in the order of their steps")
        return cls(data["scene"], data["steps"], commands, data["values"], data["seed"], data["final_hash"])

    # ---- Replaying ------------------------------------------------------------------------------------------------

    def replay(self) -> World:
        """The world at the end.

        Raises:
            RecordingError: There is no such scene, or it cannot be started.
        """
        scene = registry.load_all().get(self.scene)
        if scene is None:
            raise RecordingError(f"there is no scene {self.scene!r} here, which the recording is of")
        world, given = World(), {}
        for step, command in self.commands:
            given.setdefault(step, []).append(command)
        try:
            scene.start(world, self.values, seed=self.seed)
        except (Exception, SystemExit) as error:  # a scene is anybody's code
            raise RecordingError(f"scene {self.scene!r} cannot be started as recorded: {error}") from error
        for step in range(self.steps + 1):
            if step > 0:
                with contextlib.suppress(Exception):  # a callback of the scene fails as it did then
                    world.step(STEP)
            for command in given.get(step, ()):
                command.apply(world)
        return world

    def is_exact(self, world: World) -> bool:
        """Whether a replayed world is the one that was recorded, bit for bit; True if that is not known."""
        return not self.final_hash or f"{world.state_hash():016x}" == self.final_hash


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_CHECKS = {
    "scene": lambda value: isinstance(value, str),
    "steps": _is_count,
    "values": lambda value: isinstance(value, dict) and all(map(_is_number, value.values())),
    "seed": lambda value: value is None or _is_count(value),
    "final_hash": lambda value: isinstance(value, str),
    "commands": lambda value: (
        isinstance(value, list) and all(isinstance(row, list) and len(row) == 2 and _is_count(row[0]) for row in value)
    ),
}
