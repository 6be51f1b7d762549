"""Deeds: what each action of the table does to the shell."""

from collections.abc import Callable
from typing import Protocol

from app.overlays import registry as overlay_registry
from app.shell import Shell
from app.timeline.results import Result
from app.tools import joint_kinds
from app.tools.select import NOTHING

Ray = tuple[tuple[float, float, float], tuple[float, float, float]]
STEPS_AT_ONCE = 5
#: Panels that Escape closes.
CLOSED = ("help", "hints", "browser", "settings", "overlays")


class Pointing(Protocol):
    """What deeds need of the mouse: rays have an origin and a direction."""

    def pointer_ray(self) -> Ray:
        """Ray through the pointer."""

    def middle_ray(self) -> Ray:
        """Ray through the middle of the picture."""

    def free(self) -> bool:
        """Let the pointer go; False if it was free."""

    def catch(self) -> None:
        """Let it be caught again."""


class Deeds:
    """Actions that need no window.

    Args:
        shell: What they act on.
        mouse: Where it points.
        aspect: Width of the picture over its height.
    """

    def __init__(self, shell: Shell, mouse: Pointing, aspect: Callable[[], float]) -> None:
        self._shell = shell
        self._mouse = mouse
        self._aspect = aspect
        s, session = shell, shell.session
        self._table: dict[str, Callable[[], object]] = {
            "pause": self.pause,
            "step": lambda: self.step(1),
            "step_five": lambda: self.step(STEPS_AT_ONCE),
            "step_back": self.step_back,
            "reverse": self.play_back,
            "slower": lambda: session.change_speed(-1),
            "faster": lambda: session.change_speed(1),
            "normal_speed": lambda: session.set_speed(1.0),
            "restart": session.restart,
            "next_scene": lambda: session.open_scene(session.runner.neighbor(1)),
            "previous_scene": lambda: session.open_scene(session.runner.neighbor(-1)),
            "browse": lambda: self.toggle("browser"),
            "help": lambda: self.toggle("help"),
            "settings": lambda: self.toggle("settings"),
            "profiler": self.cycle_profiler,
            "overlay": lambda: self.start_prefix("overlay", "overlays"),
            "join": lambda: self.start_prefix("join", "joints"),
            "hide_ui": self.hide,
            "mute": self.mute,
            "frame": self.frame,
            "hints": lambda: self.toggle("hints"),
            "camera_cycle": self.cycle_camera,
            "free_camera": self.free_camera,
            "attach": self.attach,
            "undo": lambda: s.report(session.undo()),
            "redo": lambda: s.report(session.redo()),
            "delete": lambda: self.on_selected(s.tools.select.delete),
            "freeze": lambda: self.on_selected(s.tools.select.freeze),
            "shoot": lambda: s.shoot(*mouse.pointer_ray()),
            "spawn": lambda: s.report(s.tools.add(*mouse.pointer_ray())),
            "escape": self.escape,
        }

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def perform(self, key: str) -> bool:
        """Do an action; False if it is none of these."""
        if key not in self._table:
            return False
        self._table[key]()
        return True

    def pause(self) -> None:
        """Stop time, or let it go on."""
        self._shell.session.playing_back = False
        self._shell.session.clock.paused = not self._shell.session.clock.paused

    def step(self, count: int) -> None:
        """Single steps; time stops first."""
        self._shell.session.playing_back = False
        self._shell.session.clock.step_once(count)

    def step_back(self) -> None:
        """One step back."""
        self._shell.session.playing_back = False
        self._shell.session.step_back()

    def play_back(self) -> None:
        """Play backward until told otherwise."""
        self._shell.session.playing_back = not self._shell.session.playing_back
        self._shell.session.clock.paused = True

    def on_selected(self, operation: Callable[[], Result]) -> None:
        """Do something to the selected body, if there is one."""
        s = self._shell
        if s.tools.select.body is None:
            s.say(NOTHING)
        else:
            s.report(operation())

    def frame(self) -> None:
        """Look at what is picked, or at everything."""
        s = self._shell
        if s.player.active:
            s.say(f"The camera is attached; {s.input.bindings.hint('free_camera')} lets it fly.")
        else:
            s.look_at(self._aspect())

    def cycle_camera(self) -> None:
        """Take the next camera; in a game, those of whom the player steers."""
        s = self._shell
        s.say(f"Camera: {s.player.cycle_camera() if s.player.active else s.view.rig.cycle()}")

    def free_camera(self) -> None:
        """Let the camera fly by itself; in a game again, back to whom it was attached to."""
        s = self._shell
        if s.player.game is None:
            s.view.rig.switch("fly")
        elif s.player.free:
            if s.report(s.player.back()).ok:
                self._mouse.catch()
        else:
            s.player.detach()
            key = s.input.bindings.hint("attach")
            s.say(f"Free camera: {key} attaches it to the figure or the car that it looks at.")

    def attach(self) -> None:
        """Attach the free camera to what it looks at."""
        s = self._shell
        if s.player.game is None:
            s.say("There is nobody to attach to in this scene.")
        elif s.player.free and s.report(s.player.attach(*self._mouse.middle_ray())).ok:
            self._mouse.catch()
        elif not s.player.free:
            s.say(f"{s.input.bindings.hint('free_camera')} lets the camera fly first.")

    def toggle(self, panel: str) -> None:
        """Open or close a panel."""
        self._shell.panels[panel] = not self._shell.panels[panel]

    def mute(self) -> None:
        """Switch the sound off or on."""
        settings = self._shell.settings
        settings.mute = not settings.mute
        state = "off" if settings.mute else "on" if settings.volume > 0.0 else "on, but the volume is 0"
        self._shell.say(f"Sound: {state}")

    def cycle_profiler(self) -> None:
        """None, small, large, none."""
        s = self._shell
        is_open, large = s.panels["profiler"], s.profiler_large
        s.panels["profiler"], s.profiler_large = not (is_open and large), is_open and not large

    def start_prefix(self, action: str, panel: str) -> None:
        """Wait for the letter of an overlay or of a joint tool, or no longer; the panel shows them all."""
        s = self._shell
        s.input.prefix = "" if s.input.prefix == action else action
        s.panels[panel] = bool(s.input.prefix)

    def finish_prefix(self, letter: str) -> bool:
        """Do what a letter means after the key of overlays or joints; False if it means nothing there."""
        s = self._shell
        prefix, s.input.prefix = s.input.prefix, ""
        overlay = overlay_registry.by_letter(letter)
        if prefix == "overlay" and overlay is not None:
            s.toggle_overlay(overlay.key)
        elif prefix == "join" and letter in joint_kinds.BY_LETTER:
            s.report(s.tools.join.choose(joint_kinds.BY_LETTER[letter].key))
        else:
            return False
        return True

    def hide(self) -> None:
        """Show the world alone, or everything."""
        self._shell.hidden = not self._shell.hidden

    def escape(self) -> None:
        """Release, close, deselect: one thing at a time, never quit."""
        s = self._shell
        if s.input.rebinding or s.input.prefix:
            s.input.rebinding, s.input.prefix = "", ""
        elif s.session.scene_error:
            s.session.scene_error = ""
        elif self._mouse.free():
            s.say("The mouse is yours. A click into the world goes on with the game.")
        elif s.report(s.tools.join.cancel()).ok:
            pass
        elif any(s.panels[name] for name in CLOSED):
            for name in CLOSED:
                s.panels[name] = False
        elif s.tools.select.selected > 0:
            s.tools.select.select(None)
        else:
            s.say(f"{s.input.bindings.hint('quit')} quits.")
