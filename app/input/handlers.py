"""Deeds: what each action of the table does to the sandbox."""

from collections.abc import Callable
from typing import Protocol

from app.overlays import registry as overlay_registry
from app.sandbox import Sandbox
from app.tools import joint_tool

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
        sandbox: What they act on.
        mouse: Where it points.
        aspect: Width of the picture over its height.
    """

    def __init__(self, sandbox: Sandbox, mouse: Pointing, aspect: Callable[[], float]) -> None:
        self._sandbox = sandbox
        self._mouse = mouse
        self._aspect = aspect
        s, hands = sandbox, sandbox.hands
        self._table: dict[str, Callable[[], object]] = {
            "pause": self.pause,
            "step": lambda: self.step(1),
            "step_five": lambda: self.step(STEPS_AT_ONCE),
            "step_back": self.step_back,
            "reverse": self.play_back,
            "slower": lambda: s.change_speed(-1),
            "faster": lambda: s.change_speed(1),
            "normal_speed": lambda: s.set_speed(1.0),
            "restart": s.restart,
            "next_scene": lambda: s.open_scene(s.runner.neighbor(1)),
            "previous_scene": lambda: s.open_scene(s.runner.neighbor(-1)),
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
            "undo": hands.undo,
            "redo": hands.redo,
            "delete": hands.delete,
            "freeze": hands.freeze,
            "shoot": lambda: hands.shoot(*mouse.pointer_ray()),
            "spawn": lambda: hands.spawn(*mouse.pointer_ray()),
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
        self._sandbox.playing_back = False
        self._sandbox.clock.paused = not self._sandbox.clock.paused

    def step(self, count: int) -> None:
        """Single steps; time stops first."""
        self._sandbox.playing_back = False
        self._sandbox.clock.step_once(count)

    def step_back(self) -> None:
        """One step back."""
        self._sandbox.playing_back = False
        self._sandbox.step_back()

    def play_back(self) -> None:
        """Play backward until told otherwise."""
        self._sandbox.playing_back = not self._sandbox.playing_back
        self._sandbox.clock.paused = True

    def frame(self) -> None:
        """Look at what is picked, or at everything."""
        s = self._sandbox
        if s.play.active:
            s.messages.say(f"The camera is attached; {s.bindings.hint('free_camera')} lets it fly.")
        else:
            s.look_at(self._aspect())

    def cycle_camera(self) -> None:
        """Take the next camera; in a game, those of whom the player steers."""
        s = self._sandbox
        s.messages.say(f"Camera: {s.play.cycle_camera() if s.play.active else s.rig.cycle()}")

    def free_camera(self) -> None:
        """Let the camera fly by itself; in a game again, back to whom it was attached to."""
        s = self._sandbox
        if s.play.game is None:
            s.rig.switch("fly")
        elif s.play.free:
            if s.play.back():
                self._mouse.catch()
        else:
            s.play.detach()
            key = s.bindings.hint("attach")
            s.messages.say(f"Free camera: {key} attaches it to the figure or the car that it looks at.")

    def attach(self) -> None:
        """Attach the free camera to what it looks at."""
        s = self._sandbox
        if s.play.game is None:
            s.messages.say("There is nobody to attach to in this scene.")
        elif s.play.free and s.play.attach(*self._mouse.middle_ray()):
            self._mouse.catch()
        elif not s.play.free:
            s.messages.say(f"{s.bindings.hint('free_camera')} lets the camera fly first.")

    def toggle(self, panel: str) -> None:
        """Open or close a panel."""
        self._sandbox.panels[panel] = not self._sandbox.panels[panel]

    def mute(self) -> None:
        """Switch the sound off or on."""
        settings = self._sandbox.settings
        settings.mute = not settings.mute
        state = "off" if settings.mute else "on" if settings.volume > 0.0 else "on, but the volume is 0"
        self._sandbox.messages.say(f"Sound: {state}")

    def cycle_profiler(self) -> None:
        """None, small, large, none."""
        s = self._sandbox
        is_open, large = s.panels["profiler"], s.profiler_large
        s.panels["profiler"], s.profiler_large = not (is_open and large), is_open and not large

    def start_prefix(self, action: str, panel: str) -> None:
        """Wait for the letter of an overlay or of a joint tool, or no longer; the panel shows them all."""
        s = self._sandbox
        s.prefix = "" if s.prefix == action else action
        s.panels[panel] = bool(s.prefix)

    def finish_prefix(self, letter: str) -> bool:
        """Do what a letter means after the key of overlays or joints; False if it means nothing there."""
        s = self._sandbox
        prefix, s.prefix = s.prefix, ""
        overlay = overlay_registry.by_letter(letter)
        if prefix == "overlay" and overlay is not None:
            s.toggle_overlay(overlay.key)
        elif prefix == "join" and letter in joint_tool.BY_LETTER:
            s.hands.joining.choose(joint_tool.BY_LETTER[letter].key)
        else:
            return False
        return True

    def hide(self) -> None:
        """Show the world alone, or everything."""
        self._sandbox.hidden = not self._sandbox.hidden

    def escape(self) -> None:
        """Release, close, deselect: one thing at a time, never quit."""
        s = self._sandbox
        if s.rebinding or s.prefix:
            s.rebinding, s.prefix = "", ""
        elif s.scene_error:
            s.scene_error = ""
        elif self._mouse.free():
            s.messages.say("The mouse is yours. A click into the world goes on with the game.")
        elif s.hands.joining.cancel():
            pass
        elif any(s.panels[name] for name in CLOSED):
            for name in CLOSED:
                s.panels[name] = False
        elif s.hands.selected > 0:
            s.hands.select(None)
        else:
            s.messages.say(f"{s.bindings.hint('quit')} quits.")
