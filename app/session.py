"""Session: a world that runs. Scene, time, history and undo, without a window: for tests, headless runs and labs."""

import math
import time
from typing import NamedTuple

from app.clock import FixedStepper, clamp_speed
from app.scene_runner import SceneError, SceneRunner, explain
from app.timeline.command import Command
from app.timeline.commands.world import MoveSlider
from app.timeline.history import History
from app.timeline.recording import Recording, RecordingError
from app.timeline.results import Result
from app.timeline.undo import Undo
from physics import World
from physics.queries.readouts import Stats
from physics.queries.snapshot import Snapshot
from scenes.registry import Scene

DEFAULT_SCENE = "world_village"
SPEED_FACTOR = math.sqrt(2.0)
#: Share of the speed in slow motion, times in which it sets in and ends [s], and how near counts as there.
SLOW_MOTION, EASE_IN, EASE_OUT, SETTLED = 0.2, 0.10, 0.22, 0.004
RELOAD_INTERVAL = 0.5  # time between two looks at the scene files [s]


class Left(NamedTuple):
    """A world that a restart replaced, with its past."""

    world: World
    history: History
    edits: Undo
    values: dict[str, float]
    started: dict[str, float] | None


class SessionListener:
    """What a session reports while it runs. Nothing happens here: override what matters."""

    def world_changed(self) -> None:
        """Another world runs."""

    def scene_opened(self, *, first: bool) -> None:
        """Another scene was started, not the same one again; `first` if none ran before."""

    def before_step(self) -> None:
        """A step is about to be made; commands that are given now count for it."""

    def state_read(self) -> None:
        """`after` and `stats` are new: after a step, a step back or a command."""

    def after_step(self) -> None:
        """A step was made."""

    def after_step_back(self) -> None:
        """A step was taken back."""

    def say(self, text: str, kind: str = "info") -> None:
        """Something that the player should know; kinds as in `app.messages`."""


class Session:
    """One world, its scene and its time.

    Args:
        scene: Key of the first scene, "" for the default; None starts with an empty world and no scene.
        seed: For chance in all scenes, or None for that of each scene.
        chosen: Values of sliders by scene, then by slider; kept up to date.
        listener: Is told what happens.

    Attributes:
        runner: All scenes.
        world: The world that runs.
        history: Its past; all steps and commands go through it.
        edits: What can be undone.
        clock: Turns time into steps; paused or not.
        speed: Simulated seconds per real second, without slow motion.
        slowed: Whether time is to go slowly; `pace` follows it.
        playing_back: Whether time runs backward.
        values: Values of the sliders of the scene.
        before: Snapshot of the last step but one.
        after: Snapshot of the last step.
        blend: How far the picture is from `before` to `after`, 0 to 1.
        stats: Statistics of the last step.
        scene_error: What a scene raised, or "".
        listener: Is told what happens.
    """

    def __init__(
        self,
        scene: str | None = None,
        *,
        seed: int | None = None,
        chosen: dict[str, dict[str, float]] | None = None,
        listener: SessionListener | None = None,
    ) -> None:
        self.runner = SceneRunner(seed)
        self.listener = listener or SessionListener()
        self.clock, self._rewind = FixedStepper(), FixedStepper()
        self.speed, self.blend = 1.0, 1.0
        self.slowed, self._slowness = False, 1.0
        self.scene_error = ""
        self.values: dict[str, float] = {}
        self._chosen = {} if chosen is None else chosen
        self._since_look = 0.0
        self._left: Left | None = None  # what the last restart replaced
        self._started: dict[str, float] | None = None  # sliders when the scene started; None for a world without one
        self.adopt(World())
        if scene is not None:
            self.open_first(scene)

    # ---- Scenes ---------------------------------------------------------------------------------------------------

    @property
    def scene(self) -> Scene | None:
        """The scene that runs; None before the first."""
        return self.runner.scenes.get(self.runner.key)

    def open_first(self, wanted: str = "") -> None:
        """Open a scene; if it fails, that stays on record, and the default or any other that works is opened."""
        wanted = wanted or DEFAULT_SCENE
        error = self.runner.failed.get(wanted, "")
        for key in (wanted, DEFAULT_SCENE, *(scene.key for scene in self.runner.ordered())):
            if key in self.runner.scenes and self.open_scene(key):
                break
            error = error or self.scene_error
        self.scene_error = error or self.scene_error

    def open_scene(self, key: str) -> bool:
        """Start a scene with the values of its sliders that were chosen; if it fails, the present one goes on."""
        first = not self.runner.key
        if not self._start(key, dict(self._chosen.get(key, {}))):
            return False
        self._left = None
        self.listener.scene_opened(first=first)
        return True

    def restart(self) -> bool:
        """Start the same scene again; if it fails, the world goes on. `undo` brings the world back that it replaces."""
        left = Left(self.world, self.history, self.edits, self.values, self._started)
        if not self._start(self.runner.key, self.values):
            return False
        self._left = left
        return True

    def _come_back(self) -> Result:
        """Go on with the world that the last restart replaced."""
        left, self._left = self._left, None
        self.world, self.history, self.edits, self.values, self._started = left
        if self.values:
            self._chosen[self.runner.key] = dict(self.values)
        self._begin()
        return Result(True, "Undone: Restart.")

    def _start(self, key: str, values: dict[str, float]) -> bool:
        known = self.runner.scenes[key].sliders
        values = {name: value for name, value in values.items() if name in known and known[name].takes(value)}
        try:
            world = self.runner.start(key, values)
        except SceneError as error:
            self.scene_error = str(error)
            return False
        self.scene_error = ""
        self.values = self.runner.scenes[key].settle(values)
        self.adopt(world)
        self._started = dict(self.values)
        return True

    def adopt(self, world: World) -> None:
        """Go on with another world."""
        self.world, self._started = world, None
        self.history = History(world)
        self.edits = Undo(self.history)
        self._begin()

    def _begin(self) -> None:
        """Another world runs from here on."""
        world = self.world
        self.clock.reset()
        self._rewind.reset()
        self.playing_back = False
        self.before = self.after = world.snapshot()
        self.stats: Stats = world.stats
        self.listener.world_changed()
        self._read()

    def set_slider(self, key: str, value: float, *, final: bool) -> Result:
        """Move a slider of the scene: live ones act at once, others when they are let go."""
        slider = self.scene.sliders[key]
        self.values[key] = slider.settle(value)
        self._chosen.setdefault(self.runner.key, {})[key] = self.values[key]
        if slider.live is not None:
            return self.do(MoveSlider(self.runner.key, key, self.values[key]))
        return Result(self.restart() if final else True)

    def watch_files(self, seconds: float) -> None:
        """Reload the scene that runs when its file was edited."""
        self._since_look += seconds
        if self._since_look < RELOAD_INTERVAL:
            return
        self._since_look = 0.0
        for key in self.runner.edited():
            try:
                self.runner.reload(key)
            except SceneError as error:
                self.scene_error = str(error)
                continue
            if key == self.runner.key and self.restart():
                self.listener.say(f"{self.scene.name} was edited and restarted.", "good")

    # ---- Time -----------------------------------------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Let real time pass [s]: make the steps that are due, forward or backward."""
        clock = self._rewind if self.playing_back else self.clock
        self._ease_pace(seconds)
        steps, blend = clock.advance(seconds, speed=self.pace)
        self.blend, move = (1.0, self.step_back) if self.playing_back else (blend, self.step)
        start, made = time.perf_counter(), 0
        while made < steps and not clock.is_too_long(made, time.perf_counter() - start):
            made += 1
            if not move():
                return
        clock.note_cost(made, time.perf_counter() - start, lost=steps - made)

    @property
    def pace(self) -> float:
        """Simulated seconds per real second now, with slow motion."""
        return self.speed * self._slowness

    def _ease_pace(self, seconds: float) -> None:
        """Go toward slow motion, or back, without a jerk [s]."""
        goal = SLOW_MOTION if self.slowed else 1.0
        left = goal - self._slowness
        share = 1.0 - math.exp(-seconds / (EASE_IN if self.slowed else EASE_OUT))
        self._slowness = goal if abs(left) < SETTLED else self._slowness + share * left

    def step(self) -> bool:
        """One step; an error of the scene pauses, and is kept in `scene_error`."""
        self.listener.before_step()
        self.before = self.after
        good = True
        try:
            self.history.step()
        except Exception as error:  # a callback of a scene is anybody's code
            self.scene_error, good = explain(error), False
            self.clock.paused = True
        self._read()
        self.listener.after_step()
        return good

    def step_back(self) -> bool:
        """One step back, and stay there; False if it is not known."""
        self.clock.paused = True
        known = self.history.step_back()
        if not known:
            self.playing_back = False
            self.listener.say("The history goes no further back.")
        self._read()
        self.before = self.after
        self.listener.after_step_back()
        return known

    def set_speed(self, speed: float) -> None:
        """Simulated seconds per real second, 0.01 to 4."""
        self.speed = clamp_speed(speed)

    def change_speed(self, direction: int) -> None:
        """A notch slower or faster; 1 is never jumped over."""
        wanted = self.speed * SPEED_FACTOR**direction
        self.set_speed(1.0 if (self.speed - 1.0) * (wanted - 1.0) < -1e-9 or abs(wanted - 1.0) < 0.02 else wanted)

    def _read(self) -> None:
        """Take what pictures and panels need from the world."""
        self.after: Snapshot = self.world.snapshot()
        self.stats = self.world.stats
        self.listener.state_read()

    def refresh(self) -> None:
        """Show what a command changed, also while time stands still."""
        self._read()
        if self.clock.paused:
            self.before = self.after

    def record(self) -> Recording:
        """What happened since the scene was started, as a recording.

        Raises:
            RecordingError: Not all of it is known.
        """
        if self._started is None:
            raise RecordingError("this world was not started from a scene; open one to record")
        return Recording.of(self.history, self.runner.key, values=self._started, seed=self.runner.seed)

    # ---- Commands -------------------------------------------------------------------------------------------------

    def do(self, command: Command) -> Result:
        """Give a command to the world."""
        result = self.history.do(command)
        self.refresh()
        return result

    def edit(self, *commands: Command, label: str = "") -> Result:
        """Give commands that one undo takes back together; `label` names them for the player."""
        result = self.edits.do(*commands, label=label)
        self.refresh()
        return result

    def undo(self) -> Result:
        """Take the last edit back; without one the last restart."""
        if self._left is not None and not self.edits.count:
            return self._come_back()
        result = self.edits.undo()
        self.refresh()
        return result

    def redo(self) -> Result:
        """Do the last undone edit again."""
        result = self.edits.redo()
        self.refresh()
        return result
