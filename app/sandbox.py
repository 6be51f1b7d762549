"""The sandbox without its window: world, time, camera, hands, overlays, messages. The window shows it and feeds it."""

import collections
import math
import time

import numpy as np

from app.clock import STEP, FixedStepper, Meter, clamp_speed
from app.effects.effects import Effects
from app.effects.play_effects import PlayEffects
from app.input.bindings import Bindings
from app.messages import Messages
from app.overlays import registry as overlay_registry
from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.lines import segments
from app.overlays.overlay_set import OverlaySet
from app.player import Play
from app.profile import Profile
from app.scene_runner import SceneError, SceneRunner, explain
from app.settings import Settings
from app.sound.sound import Sound
from app.timeline.history import History
from app.timeline.results import Command, Result
from app.timeline.world_commands import MoveSlider, SetGravity, SetSleeping, SetSolver, SetSubsteps
from app.tools.hands import Hands
from app.view.camera import CameraRig
from app.view.framing import bounds_of, project
from physics import World
from physics.queries.readouts import Stats
from physics.queries.snapshot import Snapshot
from render.frame import Frame, Marks

DEFAULT_SCENE = "world_village"
LEDGER_STEPS = 240
SPEED_FACTOR = math.sqrt(2.0)
RELOAD_INTERVAL = 0.5  # time between two looks at the scene files [s]
PANELS = (
    "browser", "scene", "world", "inspector", "tools", "joints", "overlays", "profiler", "ledger", "help", "hints",
    "settings",
)  # fmt: skip
WORLD_COMMANDS = {"gravity": SetGravity, "substeps": SetSubsteps, "sleeping": SetSleeping}


class Sandbox:
    """Everything that runs behind the window.

    Args:
        settings: What the player chose.
        scene: Key of the first scene; "" for the default.
        seed: For chance in all scenes, or None for that of each scene.
        sound: What is heard, or None.

    Attributes:
        world: The world that runs.
        panels: Which panels are open.
        overlays: Keys of the overlays that are on.
        prefix: Action whose letter comes next: "overlay", "join" or "".
        rebinding: Action that waits for a new key, or "".
        scene_error: What a scene raised, or "".
        recording: Whether a video is being made.
        timings: Seconds of other things, by name.
        profile: Where the time of the last frames went.
        profiler_large: Whether the profiler shows all of it.
        restitution: What all bodies were given in the panel of the world; None before that.
    """

    def __init__(
        self, settings: Settings, scene: str = "", *, seed: int | None = None, sound: Sound | None = None
    ) -> None:
        self.settings, self.sound = settings, sound
        self.messages = Messages()
        self.bindings, notes = Bindings.from_settings(settings.bindings, settings.layout)
        self.runner = SceneRunner(seed)
        self.clock, self.meter = FixedStepper(), Meter()
        self._rewind = FixedStepper()
        self.rig = CameraRig(fov_degrees=settings.fov_degrees, reduced_motion=settings.reduced_motion)
        self.rig.fly.speed = settings.fly_speed
        self.followed = -1
        self.speed = 1.0
        self.panels = dict.fromkeys(PANELS, False) | {"inspector": True}
        self.overlays = {key for key in settings.overlays if key in overlay_registry.choices()}
        self._overlay_set, self._overlay_frame = OverlaySet(), OverlayFrame()
        self.effects = Effects()
        self.prefix, self.rebinding, self.scene_error = "", "", ""
        self.recording, self.hidden, self.playing_back = False, False, False
        self.draw_calls = 0
        self.friction_pair = ["wood", "concrete"]
        self.timings: dict[str, float] = {}
        self.profile, self.profiler_large = Profile(), False
        self.ledger: collections.deque = collections.deque(maxlen=LEDGER_STEPS)
        self._blend, self._since_look = 1.0, 0.0
        self.world, self.values = World(), {}
        self.hands, self.play, self.play_effects = Hands(self), Play(self), PlayEffects()
        self._adopt(self.world)
        for note in notes:
            self.messages.say(note, "error")
        self._open_first(scene or DEFAULT_SCENE)

    # ---- Scenes ---------------------------------------------------------------------------------------------------

    @property
    def scene(self):
        """The scene that runs."""
        return self.runner.scenes[self.runner.key]

    def _open_first(self, wanted: str) -> None:
        """Open a scene; if it fails, that stays told, and the default or any other that works is opened instead."""
        error = self.runner.failed.get(wanted, "")
        for key in (wanted, DEFAULT_SCENE, *(scene.key for scene in self.runner.ordered())):
            if key in self.runner.scenes and self.open_scene(key):
                break
            error = error or self.scene_error
        self.scene_error = error or self.scene_error

    def open_scene(self, key: str) -> bool:
        """Start a scene with the camera where it wants it; if it fails, the present one goes on."""
        before = self.runner.key
        values = dict(self.settings.scene_values.get(key, {}))
        if not self._start(key, values):
            return False
        self.rig.show_scene(self.scene.view, glide=bool(before))
        self.followed = -1
        return True

    def restart(self) -> bool:
        """Start the scene anew; the camera stays."""
        return self._start(self.runner.key, self.values)

    def _start(self, key: str, values: dict[str, float]) -> bool:
        known = self.runner.scenes[key].sliders
        values = {name: value for name, value in values.items() if name in known and known[name].takes(value)}
        try:
            world = self.runner.start(key, values)
        except SceneError as error:
            self.scene_error = str(error)
            return False
        self.scene_error = ""
        self.values = self.scene.settle(values)
        self._adopt(world)
        return True

    def _adopt(self, world: World) -> None:
        """Go on with another world."""
        self.world = world
        self.history = History(world)
        self.hands.release()
        self.hands.forget()
        self.clock.reset()
        self._rewind.reset()
        self.playing_back = False
        self._overlay_set.clear()
        self.effects.clear()
        self.play_effects.clear()
        if self.sound is not None:
            self.sound.clear()
        self.profile.clear()
        self.restitution: float | None = None
        self.ledger.clear()
        self.before = self.after = world.snapshot()
        self.stats: Stats = world.stats
        self.play.adopt()
        self._look()

    def set_slider(self, key: str, value: float, *, final: bool) -> None:
        """Move a slider of the scene: live ones act at once, others when they are let go."""
        slider = self.scene.sliders[key]
        self.values[key] = slider.settle(value)
        self.settings.scene_values.setdefault(self.runner.key, {})[key] = self.values[key]
        if slider.live is not None:
            self.do(MoveSlider(slider.live, self.values[key]))
        elif final:
            self.restart()

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
                self.messages.say(f"{self.scene.name} was edited and starts anew.", "good")

    # ---- Time -----------------------------------------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Let real time pass: due steps, camera, messages [s]."""
        self.meter.add(seconds)
        self.messages.pass_time(seconds)
        self.watch_files(seconds)
        if self.playing_back:
            steps, _ = self._rewind.advance(seconds, speed=self.speed)
            deed, self._blend = self.step_back, 1.0
        else:
            steps, self._blend = self.clock.advance(seconds, speed=self.speed)
            deed = self.step
        for _ in range(steps):
            if not deed():
                break
        self.rig.fov_degrees, self.rig.reduced_motion = self.settings.fov_degrees, self.settings.reduced_motion
        self.rig.update(seconds)
        pivot = self._pivot()
        if pivot is not None:
            self.rig.follow(pivot.tolist())
        self.play.advance(seconds, self._blend)

    def step(self) -> bool:
        """One step; an error of the scene pauses and is shown."""
        self.hands.act()
        self.play.act()
        self.before = self.after
        good = True
        try:
            self.history.step()
        except Exception as error:  # a callback of a scene is anybody's code
            self.scene_error, good = explain(error), False
            self.clock.paused = True
        self._look()
        self.play.look()
        self.effects.advance(STEP)
        self.effects.hits(self.world.events)
        self.play_effects.step(self.play.game, self.effects, STEP, calm=self.settings.reduced_motion)
        if self.sound is not None:
            self.sound.step(self.world, self.play.game, self.speed, self.after)
        self.profile.add_step(self.stats.times)
        return good

    def step_back(self) -> bool:
        """One step back, and stay there; False if it is not known."""
        self.clock.paused = True
        known = self.history.step_back()
        if not known:
            self.playing_back = False
            self.messages.say("This is as far back as the memory goes.")
        self._look()
        self.before = self.after
        self.play.rewound()
        return known

    def _look(self) -> None:
        """Take what the picture and the panels need from the world."""
        self.after: Snapshot = self.world.snapshot()
        self.stats = self.world.stats
        self.hands.check()
        if self.panels["ledger"]:
            energy = self.world.energy()
            self.ledger.append((energy.kinetic, energy.potential, energy.momentum))
        self._update_overlays()

    def refresh(self) -> None:
        """Show what a command changed, also while time stands still."""
        self._look()
        if self.clock.paused:
            self.before = self.after

    def _update_overlays(self) -> None:
        start = time.perf_counter()
        view = OverlayView(self.world, self.before, self.after, shown=self._shown_overlays())
        self._overlay_frame = self._overlay_set.update(view)
        self._strokes: tuple[Marks, ...] = ()
        try:
            self._strokes = tuple(segments(some.start, some.end, some.color) for some in self.scene.draw(self.world))
        except Exception as error:  # a scene is anybody's code
            self.scene_error = explain(error)
        self.timings["overlays"] = time.perf_counter() - start

    def _shown_overlays(self) -> frozenset[str]:
        """Overlays that are on, and those that a tool needs."""
        return frozenset(self.overlays | self.hands.needed_overlays)

    def do(self, command: Command) -> Result:
        """Give a command to the world; troubles are told."""
        result = self.history.do(command)
        if not result.ok:
            self.messages.say(result.message, "error")
        self.refresh()
        return result

    def set_world(self, name: str, value: object) -> None:
        """Change gravity, substeps, sleeping, or a part of the solver."""
        make = WORLD_COMMANDS.get(name)
        self.do(make(value) if make else SetSolver(name, value))

    def set_speed(self, speed: float) -> None:
        """Simulated seconds per real second, 0.01 to 4."""
        self.speed = clamp_speed(speed)

    def change_speed(self, direction: int) -> None:
        """A notch slower or faster; 1 is never jumped over."""
        wanted = self.speed * SPEED_FACTOR**direction
        self.set_speed(1.0 if (self.speed - 1.0) * (wanted - 1.0) < -1e-9 or abs(wanted - 1.0) < 0.02 else wanted)

    # ---- Picture --------------------------------------------------------------------------------------------------

    def toggle_overlay(self, key: str) -> None:
        """Switch an overlay on or off."""
        self.overlays ^= {key}
        self.settings.overlays = set(self.overlays)
        state = "on" if key in self.overlays else "off"
        self.messages.say(f"{overlay_registry.choices()[key].label}: {state}")
        self._overlay_set.forget(key)
        self._update_overlays()

    def frame(self, width: int, height: int) -> Frame:
        """What there is to draw now."""
        start, camera = time.perf_counter(), self.rig.pose()
        view = OverlayView(self.world, self.before, self.after, self._blend, camera, self._shown_overlays())
        self._overlay_frame = self._overlay_set.frame(view)
        self.timings["overlay frames"] = time.perf_counter() - start
        marks = (*self._overlay_frame.marks, *self._strokes, *self.hands.marks(self.after))
        return Frame(
            before=self.before,
            after=self.after,
            blend=self._blend,
            camera=camera,
            materials=tuple(self.world.materials),
            tint=self._overlay_frame.tint,
            selected=self.hands.selected,
            wireframe=self._overlay_frame.wireframe,
            shadows=self.settings.shadows,
            marks=marks,
            **self.play_effects.shown(
                self.play.game, self.effects, self.before, self.after, self._blend, camera.position
            ),
            hidden=self.play.hidden,
        )

    def _pivot(self) -> np.ndarray | None:
        """Where the body is that the camera follows, between the two steps."""
        number = self.followed
        here = np.flatnonzero(self.after.body == number)
        there = np.flatnonzero(self.before.body == number)
        if number < 0 or not len(here):
            return None
        end = self.after.position[here[0]]
        start = self.before.position[there[0]] if len(there) else end
        return start + self._blend * (end - start)

    def look_at(self, aspect: float) -> None:
        """Bring the picked body into view and follow it, or show everything that moves.

        Args:
            aspect: Width of the picture over its height.
        """
        picked = self.hands.selected
        box = bounds_of(self.after, (picked,) if picked > 0 else None)
        if box is None:
            self.messages.say("There is nothing to look at.")
            return
        self.rig.frame_box(*box, aspect=aspect)
        self.followed = picked

    def screen_labels(self, width: float, height: float) -> list[tuple[str, float, float]]:
        """Labels of the overlays with their places in the window."""
        pose = self.rig.pose()
        found = []
        for text, place in self._overlay_frame.labels:
            spot = project(pose, place, width, height)
            if spot is not None and 0.0 <= spot[0] <= width and 0.0 <= spot[1] <= height:
                found.append((text, spot[0], height - spot[1]))
        return found

    @property
    def shows_crosshair(self) -> bool:
        """Whether the middle of the picture is marked."""
        return self._overlay_frame.crosshair or self.play.aims

    def set_layout(self, layout: str) -> None:
        """Change the keyboard layout."""
        self.settings.layout = layout
        self.bindings, notes = Bindings.from_settings(self.settings.bindings, layout)
        for note in notes:
            self.messages.say(note, "error")
