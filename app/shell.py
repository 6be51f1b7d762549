"""Shell: what surrounds a session for a person: camera, input, tools, panels, overlays, messages, effects, sound."""

import math
import time
from collections.abc import Sequence

import numpy as np

from app.clock import STEP, Meter
from app.contests.keeper import ContestKeeper
from app.contests.results import Results
from app.effects.effects import Effects
from app.effects.past import EffectsPast
from app.effects.play_effects import PlayEffects
from app.effects.waters import waters_of
from app.input.state import InputState
from app.lessons import Lessons
from app.messages import Messages
from app.overlays import registry as overlay_registry
from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.lines import segments
from app.overlays.overlay_set import OverlaySet
from app.panels.panel_set import PanelSet
from app.player import Player
from app.profile import Profile
from app.scene_runner import explain
from app.session import Session, SessionListener
from app.settings import Settings
from app.sound.sound import Sound
from app.timeline.command import Command
from app.timeline.results import Result
from app.title import Title
from app.tools.toolbox import Toolbox
from app.view.framing import project
from app.view.stage import Stage
from app.viewpoint import Viewpoint
from play.cues import Cue
from render.frame import Frame, Marks
from scenes.registry import Label

#: Scenes that are remembered as open lately.
RECENT_SCENES = 12


class Shell(SessionListener):
    """A session and everything around it that needs no window. The window shows it and feeds it.

    Args:
        settings: What the player chose.
        scene: Key of the first scene; "" for the default.
        seed: For chance in all scenes, or None for that of each scene.
        sound: What is heard, or None.
        panels: What is over the picture; None for no panels, as without a window.
        results: What was won in earlier games; None for nothing yet, and nothing is kept.

    Attributes:
        session: The world that runs.
        view: Where the picture is taken from.
        stage: The place around the scene.
        input: What keys mean.
        tools: What the player works on the world with.
        player: The player of the game, if one is played.
        title: The card of the scene.
        contests: Results of its contests, and the ghost of the best lap.
        lessons: The first steps of that player.
        messages: Short messages to the player.
        panels: The panels, and which of them are open.
        hidden: Whether all panels are hidden.
        overlays: Keys of the overlays that are on.
        effects: Sparks, dust and smoke.
        play_effects: Effects of a game.
        past: How both were after each step.
        recording: Whether a video is being made.
        draw_calls: Of the last picture.
        timings: Seconds of other things, by name.
        profile: Where the time of the last frames went.
        meter: How fast the frames come.
    """

    def __init__(
        self,
        settings: Settings,
        scene: str = "",
        *,
        seed: int | None = None,
        sound: Sound | None = None,
        panels: PanelSet | None = None,
        results: Results | None = None,
    ) -> None:
        self.settings, self.sound = settings, sound
        self.messages, self.title = Messages(), Title(settings)
        self.input = InputState(settings)
        self.session = Session(seed=seed, chosen=settings.scene_values)
        self.view, self.stage = Viewpoint(self.session, settings), Stage()
        self.tools = Toolbox(self.session)
        self.player = Player(self.session, self.view.rig)
        self.contests = ContestKeeper(self.session, results)
        self.lessons = Lessons()
        self.effects, self.play_effects = Effects(), PlayEffects()
        self.past = EffectsPast(self.effects, self.play_effects)
        self.panels = PanelSet() if panels is None else panels
        self.hidden, self.recording = False, False
        self._asked: list[str] = []
        self.overlays = {key for key in settings.overlays if key in overlay_registry.choices()}
        self._overlay_set, self._overlay_frame = OverlaySet(), OverlayFrame()
        self._strokes: tuple[Marks, ...] = ()
        self._labels: tuple[Label, ...] = ()
        self.draw_calls, self.timings = 0, {}
        self.profile, self.meter = Profile(), Meter()
        for note in self.input.notes:
            self.say(note, "error")
        self.session.listener = self
        self.session.open_first(scene)
        if self.overlays:
            names = ", ".join(overlay_registry.choices()[key].label for key in sorted(self.overlays))
            self.say(f"Overlays are on, as last time: {names}. [overlay] lists them.")

    # ---- Words ----------------------------------------------------------------------------------------------------

    def say(self, text: str, kind: str = "info") -> None:
        """Show a sentence; `[hints]` stands for the key of the action "hints", and so on."""
        self.messages.say(self.input.bindings.name_keys(text), kind)

    def report(self, result: Result) -> Result:
        """Show what a tool or the player did."""
        self.say(result.message, "info" if result.ok else "error")
        return result

    def ask_for(self, action: str) -> None:
        """Let the window do an action after this frame, as if its key were pressed: for panels and menus."""
        self._asked.append(action)

    def take_asked(self) -> list[str]:
        """Actions that panels and menus asked for since the last call."""
        asked, self._asked = self._asked, []
        return asked

    @property
    def time_stands(self) -> bool:
        """Whether time stands still or goes backward."""
        return self.session.clock.paused or self.panels.holds_time

    def do(self, command: Command) -> Result:
        """Give a command to the world; only troubles are shown."""
        return self.complain(self.session.do(command))

    def complain(self, result: Result) -> Result:
        """Show what went wrong, if anything did."""
        return result if result.ok else self.report(result)

    # ---- What the session reports ---------------------------------------------------------------------------------

    def world_changed(self) -> None:
        """Another world runs: forget everything about the last one."""
        self.stage.open(self.session.scene, self.session.after)
        self.tools.forget()
        self.view.adopt()
        self._overlay_set.clear()
        self.effects.clear()
        self.play_effects.clear()
        self.past.clear()
        self.past.keep(self.session.world.step_count)
        if self.sound is not None:
            self.sound.clear()
        self.profile.clear()
        self.panels.forget()
        self.player.adopt()
        self.contests.adopt(self.player.game)
        self.lessons.forget()

    def scene_opened(self, *, first: bool) -> None:
        """Another scene was started: show it as it wants to be seen."""
        self.panels.close("menu")
        self.view.show_scene(glide=not first)
        self.title.open(f"{self.session.scene.summary} {self.session.scene.tries}")
        key, settings = self.session.runner.key, self.settings
        settings.recent_scenes = [key, *(other for other in settings.recent_scenes if other != key)][:RECENT_SCENES]

    def before_step(self) -> None:
        """Give the commands of tools and player."""
        self.tools.drag.strength = self.settings.hand_strength
        self.tools.drag.act()
        self.player.act()

    def state_read(self) -> None:
        """Take what pictures and panels need."""
        self.complain(self.tools.check())
        self.panels.read(self)
        self._update_overlays()

    def after_step(self) -> None:
        """Show and play what happened."""
        for cue in self.player.look():
            self.say(cue.text, "info" if cue.kind == "message" else "error")
        self.contests.after_step(scripted=self.player.script is not None)
        for note in self.contests.take_notes():
            self.say(note, "error")
        session, game = self.session, self.player.game
        self.effects.advance(STEP)
        self.effects.hits(session.world.events)
        self.play_effects.step(game, self.effects, STEP, calm=self.settings.reduced_motion)
        cues = self._scene_cues()
        if cues:
            self.play_effects.show(cues, self.view.rig.pose().position)
        self.past.keep(session.world.step_count)
        if self.sound is not None:
            self.sound.step(session.world, game, session.pace, session.after, cues)
        self.profile.add_step(session.stats.times)

    def _scene_cues(self) -> Sequence[Cue]:
        """What the scene shows besides its bodies."""
        session = self.session
        try:
            return list(session.scene.cues(session.world)) if session.scene is not None else ()
        except Exception as error:  # a scene is anybody's code
            session.scene_error = explain(error)
            return ()

    def after_step_back(self) -> None:
        """See from where the player was then, with the smoke of that time."""
        self.past.show(self.session.world.step_count)
        self.player.rewound()
        self.contests.after_step_back()
        self.lessons.rewound()

    def shoot(self, origin: Sequence[float], direction: Sequence[float]) -> None:
        """Shoot what is chosen along a ray, with smoke."""
        spawn = self.tools.spawn
        if self.report(spawn.shoot(origin, direction)).ok:
            self.effects.shot(spawn.muzzle(origin, direction), np.array(direction), spawn.options.size)

    def cut(self, origin: Sequence[float], direction: Sequence[float], *, drawing: bool) -> None:
        """Draw a stroke on the screen to a ray; as soon as it is not drawn any more, cut along it."""
        soft = self.tools.soft
        if drawing:
            soft.draw((origin, direction))
            return
        result = soft.end()
        if result is not None:
            self.report(result)

    # ---- Time -----------------------------------------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Let real time pass: due steps, camera, messages [s]."""
        self.meter.add(seconds)
        self.messages.pass_time(seconds)
        if not self.panels.needs_pointer:  # nobody sees it behind a panel
            self.title.advance(seconds)
        self.session.watch_files(seconds)
        if not self.panels.holds_time:
            self.session.advance(seconds)
        self.view.advance(seconds)
        self.lessons.advance(self, seconds)
        settings = self.settings
        self.player.advance(
            seconds, fov=math.radians(settings.fov_degrees), bob=not settings.reduced_motion,
            shake=self.play_effects.shake,
        )  # fmt: skip

    # ---- Picture --------------------------------------------------------------------------------------------------

    def _update_overlays(self) -> None:
        start = time.perf_counter()
        session = self.session
        view = OverlayView(session.world, session.before, session.after, shown=self._shown_overlays())
        self._overlay_frame = self._overlay_set.update(view)
        self._strokes = self._labels = ()
        try:
            drawn = session.scene.draw(session.world) if session.scene is not None else ()
            self._labels = tuple(some for some in drawn if isinstance(some, Label))
            strokes = [some for some in drawn if not isinstance(some, Label)]
            self._strokes = tuple(segments(some.start, some.end, some.color) for some in strokes)
        except Exception as error:  # a scene is anybody's code
            session.scene_error = explain(error)
        self.timings["overlays"] = time.perf_counter() - start

    def _shown_overlays(self) -> frozenset[str]:
        """Overlays that are on, and those that a tool needs."""
        return frozenset(self.overlays | self.tools.needed_overlays)

    def toggle_overlay(self, key: str) -> None:
        """Switch an overlay on or off."""
        self.overlays ^= {key}
        self.settings.overlays = set(self.overlays)
        state = "on" if key in self.overlays else "off"
        self.say(f"{overlay_registry.choices()[key].label}: {state}")
        self._overlay_set.forget(key)
        self._update_overlays()

    def clear_overlays(self) -> None:
        """Switch all overlays off."""
        for key in sorted(self.overlays):
            self._overlay_set.forget(key)
        self.overlays.clear()
        self.settings.overlays = set()
        self.say("All overlays are off.")
        self._update_overlays()

    def frame(self) -> Frame:
        """What there is to draw now."""
        start, session, game = time.perf_counter(), self.session, self.player.game
        camera, shown = self.view.rig.pose(), self._shown_overlays()
        view = OverlayView(session.world, session.before, session.after, session.blend, camera, shown)
        self._overlay_frame = self._overlay_set.frame(view)
        self.timings["overlay frames"] = time.perf_counter() - start
        marks = (*self._overlay_frame.marks, *self._strokes, *self.tools.marks())
        hidden, sky = self.player.hidden, self.view.daylight.sky
        return Frame(
            before=self._overlay_frame.dye(self.stage.dress(session.before, len(session.world.materials))),
            after=self._overlay_frame.dye(self.stage.dress(session.after, len(session.world.materials))),
            blend=session.blend,
            camera=camera,
            materials=(*session.world.materials, *self.stage.materials),
            backdrop=self.stage.backdrop(len(session.world.materials)),
            tint=self.stage.tints(self._overlay_frame.tint),
            selected=self.tools.select.selected,
            selected_soft=self.tools.select.selected_soft,
            strain=self._overlay_frame.strain,
            wireframe=self._overlay_frame.wireframe,
            shadows=self.settings.shadows,
            marks=marks,
            **self.play_effects.shown(
                game, self.effects, session.before, session.after, session.blend, camera.position, aboard=bool(hidden),
                dark=sky.lamps,
                ghost=self.contests.ghost_pose(session.blend),
            ),
            hidden=hidden,
            waters=waters_of(session.world),
            sky=sky,
        )  # fmt: skip

    def look_at(self, aspect: float) -> None:
        """Bring the selected body into view and follow it, or show everything that moves.

        Args:
            aspect: Width of the picture over its height.
        """
        select = self.tools.select
        if not self.view.look_at(select.selected, aspect, soft=select.selected_soft):
            self.say("There is nothing to look at.")

    def screen_labels(self, width: float, height: float) -> list[tuple[str, float, float]]:
        """Labels of the overlays with their places in the window."""
        pose = self.view.rig.pose()
        found = []
        for text, place in self._overlay_frame.labels:
            spot = project(pose, place, width, height)
            if spot is not None and 0.0 <= spot[0] <= width and 0.0 <= spot[1] <= height:
                found.append((text, spot[0], height - spot[1]))
        return found

    def scene_labels(self, width: float, height: float) -> list[tuple[str, float, float, float]]:
        """Labels of the scene with their places in the window and their depths [m], the nearest first."""
        pose, found = self.view.rig.pose(), []
        for label in self._labels:
            spot = project(pose, label.place, width, height)
            if spot is not None and 0.0 <= spot[0] <= width and 0.0 <= spot[1] <= height:
                found.append((label.text, spot[0], height - spot[1], spot[2]))
        return sorted(found, key=lambda row: row[3])

    @property
    def shows_crosshair(self) -> bool:
        """Whether the middle of the picture is marked."""
        return self._overlay_frame.crosshair or self.player.aims
