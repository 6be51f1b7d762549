"""The window: pyglet events in, pictures out. The only file that knows keys and mouse buttons as pyglet has them."""

import gc
import pathlib
import time

import moderngl
import pyglet
from pyglet import gl
from pyglet.window import key as keys
from pyglet.window import mouse

from app.capture import read_pixels
from app.deeds import Deeds
from app.framing import ray
from app.gui import Gui
from app.keyboard import MODIFIER_KEYS, combined, counts_while_typing, forget_pressed, tell_plain_symbols
from app.pad import Pads
from app.panels.draw import Panels
from app.recorder import Recorder
from app.repeat import Repeat
from app.sandbox import Sandbox
from app.settings import Settings
from render.renderer import Renderer, is_software

LOOK_SPEED = 0.004  # turn per pixel of the mouse [rad]
ROLL_SPEED = 1.0  # [rad/s]
LOOK_RATE = 2.0  # of a stick [rad/s]
BUTTON_NAMES = {mouse.LEFT: "MOUSE_LEFT", mouse.RIGHT: "MOUSE_RIGHT", mouse.MIDDLE: "MOUSE_MIDDLE"}
SIZE_MIN = (320, 240)
DOUBLE_CLICK = (0.35, 6.0)  # longest time between two clicks [s], largest way [pixels]


class NoWindowError(Exception):
    """No window can be opened; the text says why and what to do."""


def open_window(settings: Settings, *, full_screen: bool) -> pyglet.window.Window:
    """A window with OpenGL 3.3.

    Raises:
        NoWindowError: There is no screen or no such OpenGL.
    """
    config = gl.Config(double_buffer=True, major_version=3, minor_version=3, forward_compatible=True)
    try:
        window = pyglet.window.Window(
            settings.window_width, settings.window_height, "Kyvadlo", resizable=True, config=config,
            vsync=settings.vsync, fullscreen=full_screen, visible=True,
        )  # fmt: skip
    except Exception as error:  # pyglet has an exception of its own for each platform
        raise NoWindowError(
            f"no window with OpenGL 3.3 could be opened ({error}); check DISPLAY, update the graphics driver, or "
            "use --headless"
        ) from error
    window.set_minimum_size(*SIZE_MIN)
    tell_plain_symbols(window)
    return window


class Graphics:
    """What draws in a window.

    Args:
        window: The window.
        settings: Size of text and so on.
    """

    def __init__(self, window: pyglet.window.Window, settings: Settings) -> None:
        window.switch_to()
        self.context = moderngl.create_context(require=330)
        self.gui = Gui(self.context, scale=settings.ui_scale)
        self.gui.theme(settings.theme)


class SandboxWindow:
    """One window with one sandbox in it.

    Args:
        sandbox: What is shown.
        window: Where.
        graphics: What draws there.
        pictures: Folder of screenshots and videos.
    """

    def __init__(
        self, sandbox: Sandbox, window: pyglet.window.Window, graphics: Graphics, pictures: pathlib.Path
    ) -> None:
        self.sandbox, self.window = sandbox, window
        self.recorder = Recorder(sandbox, pictures)
        self.context, self.gui = graphics.context, graphics.gui
        # Without a GPU every sample counts twice: jagged edges are better than a slide show.
        samples = 0 if is_software(self.context) else sandbox.settings.samples
        self.renderer = Renderer(self.context, samples=samples)
        self.deeds = Deeds(sandbox, self.pointer_ray, lambda: window.width / max(window.height, 1))
        self.panels = Panels()
        self._held: set[str] = set()
        self._pointer = (window.width / 2.0, window.height / 2.0)
        self._turning, self._grabbing = ("", 0), 0
        self._repeat = Repeat()
        self._last_click = (0.0, 0.0, 0.0)
        self._last = time.perf_counter()
        self.pads = Pads(self._pad_press, sandbox.messages.say, lambda: sandbox.settings.dead_zone)
        self.pads.start()
        sandbox.profile.collector.start()
        window.push_handlers(self)

    # ---- One frame ------------------------------------------------------------------------------------------------

    def run(
        self, *, frames: int = 0, screenshot: pathlib.Path | None = None, video: pathlib.Path | None = None
    ) -> None:
        """Show frames until the window is closed.

        Args:
            frames: Close it after so many; 0 means never.
            screenshot: Where a picture of the last frame is written to.
            video: Where a video of all of them is written to.
        """
        if video is not None:
            self.recorder.toggle_video(*self.window.get_framebuffer_size(), video)
        count = 0
        while not self.window.has_exit:
            self.window.switch_to()
            self.window.dispatch_events()
            pyglet.clock.tick()
            if self.window.has_exit:
                break
            now = time.perf_counter()
            count += 1
            if count == frames:
                if screenshot is not None:
                    self.recorder.take_picture(screenshot)
                self.window.has_exit = True
            self.frame(now - self._last)
            self._wait(now)
            self._last = now
        self.close()

    def _wait(self, start: float) -> None:
        cap = self.sandbox.settings.frame_cap
        if cap > 0:
            time.sleep(max(0.0, 1.0 / cap - (time.perf_counter() - start)))

    def frame(self, seconds: float) -> None:
        """Let time pass and draw."""
        sandbox = self.sandbox
        start = time.perf_counter()
        self._fly(seconds)
        again = self._repeat.due(self._held, seconds)
        if again:
            self._do(again)
        sandbox.hands.follow(*self.pointer_ray())
        if sandbox.shows_crosshair:
            sandbox.hands.look(*self._ray(self.window.width / 2.0, self.window.height / 2.0))
        sandbox.advance(1.0 / 60.0 if self.recorder.filming else seconds)
        advanced = time.perf_counter()
        self.draw(seconds)
        sandbox.profile.end_frame(seconds, advanced - start, time.perf_counter() - advanced)
        sandbox.history.start_copy()
        self.window.flip()

    def draw(self, seconds: float) -> None:
        """Draw the world and the panels."""
        width, height = self.window.get_framebuffer_size()
        if min(width, height, self.window.width, self.window.height) < 1:
            return
        sandbox, screen = self.sandbox, self.context.screen
        if self.window.vsync != sandbox.settings.vsync:
            self.window.set_vsync(sandbox.settings.vsync)
        # Pictures and videos take their time; on the screen a coarse picture is better than a slide show.
        scale = 1.0 if self.recorder.wants_pixels else sandbox.settings.render_scale
        self.renderer.resize(width, height, scale=scale)
        self.renderer.draw(sandbox.frame(width, height), screen)
        if self.recorder.wants_pixels:
            self.recorder.add(read_pixels(screen, width, height))
            _ = self.context.error  # moderngl names a color attachment, which a window has none of; it works anyway
        sandbox.draw_calls = self.renderer.draw_calls + self.gui.draw_calls
        self.gui.set_scale(sandbox.settings.ui_scale)
        if sandbox.settings.theme != self.gui.theme_name:
            self.gui.theme(sandbox.settings.theme)
        self.gui.begin(self.window.width, self.window.height, width / self.window.width, seconds)
        self.panels.draw(sandbox, self.window.width, self.window.height)
        self.gui.draw(screen)

    def close(self) -> None:
        """Finish what is open, and free everything."""
        self.recorder.stop()
        self.sandbox.profile.collector.stop()
        settings = self.sandbox.settings
        if not self.window.fullscreen:
            settings.window_width, settings.window_height = map(max, self.window.get_size(), SIZE_MIN)
        settings.full_screen = self.window.fullscreen
        settings.fly_speed = self.sandbox.rig.fly.speed
        self.renderer.release()
        self.gui.release()
        self.window.close()
        gc.collect()

    # ---- Rays and flying ------------------------------------------------------------------------------------------

    def _ray(self, x: float, y: float) -> tuple:
        pose = self.sandbox.rig.pose()
        return ray(pose, x, self.window.height - y, self.window.width, self.window.height)

    def pointer_ray(self) -> tuple:
        """Ray through the pointer, from the top left of the window."""
        return self._ray(*self._pointer)

    def _push(self, action: str) -> float:
        """How far an action is pressed, 0 to 1."""
        inputs = self.sandbox.bindings.inputs_of(action)
        return max((1.0 if name in self._held else self.pads.value(name) for name in inputs), default=0.0)

    def _axis(self, minus: str, plus: str) -> float:
        return self._push(plus) - self._push(minus)

    def _fly(self, seconds: float) -> None:
        """Move the camera by the keys that are held."""
        rig = self.sandbox.rig
        forward = self._axis("move_back", "move_forward")
        right = self._axis("move_left", "move_right")
        up = self._axis("move_down", "move_up") if self.sandbox.hands.drag is None else 0.0
        roll = self._axis("roll_right", "roll_left")
        look = self._axis("look_left", "look_right"), self._axis("look_down", "look_up")
        if any(look):
            rig.turn(LOOK_RATE * look[0] * seconds, LOOK_RATE * look[1] * seconds)
        if not (forward or right or up or roll) or self.gui.wants_text:
            return
        if rig.name != "fly":
            rig.switch("fly")
        rig.turn(0.0, 0.0, ROLL_SPEED * roll * seconds)
        fast, slow = self._push("fast") > 0.5, self._push("slow") > 0.5
        rig.fly.move(right, up, forward, seconds, fast=fast, slow=slow)

    # ---- Keys -----------------------------------------------------------------------------------------------------

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """A key went down."""
        self.gui.key(symbol, modifiers, down=True)
        name = keys.symbol_string(symbol).lstrip("_")
        sandbox = self.sandbox
        if self.gui.wants_text and not counts_while_typing(symbol, modifiers):
            return True
        if sandbox.rebinding:
            self._rebind(name, modifiers)
            return True
        self._held.add(name)
        action = sandbox.bindings.find(combined(name, modifiers), flying=bool(self._turning[0]))
        itself = action is not None and action.key in (sandbox.prefix, "escape")
        if sandbox.prefix and not itself and name not in MODIFIER_KEYS and self.deeds.finish_prefix(name):
            self._held.discard(name)
            return True
        if action is not None:
            self._do(action.key)
            if action.repeat:
                self._repeat.start(name, action.key)
        return True  # else pyglet closes the window on Escape

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """A key went up."""
        self.gui.key(symbol, modifiers, down=False)
        self._held.discard(keys.symbol_string(symbol).lstrip("_"))

    def on_text(self, text: str) -> None:
        """Characters were typed."""
        self.gui.text(text)

    def _rebind(self, name: str, modifiers: int) -> None:
        sandbox = self.sandbox
        action, sandbox.rebinding = sandbox.rebinding, ""
        if name != "ESCAPE":
            for note in sandbox.bindings.rebind(action, (combined(name, modifiers),)):
                sandbox.messages.say(note, "error")
            sandbox.settings.bindings = sandbox.bindings.to_settings()
            sandbox.messages.say(f"Bound to {sandbox.bindings.hint(action)}.", "good")
            for note in sandbox.bindings.warnings(action):
                sandbox.messages.say(note, "error")

    def _pad_press(self, name: str) -> None:
        """A button of a game pad went down."""
        action = self.sandbox.bindings.find(name)
        if action is not None and not action.hold:
            self._do(action.key)

    def _do(self, action: str) -> None:
        """Do an action."""
        if not self.deeds.perform(action):
            self._window_action(action)

    def _window_action(self, key: str) -> None:
        """Actions that only a window can do."""
        settings = self.sandbox.settings
        if key == "full_screen":
            self.window.set_fullscreen(not self.window.fullscreen)
        elif key == "select_frame" and self.sandbox.hands.selected > 0:
            self.deeds.perform("frame")
        elif key == "screenshot":
            self.recorder.take_picture()
        elif key == "video":
            self.recorder.toggle_video(*self.window.get_framebuffer_size())
        elif key in ("ui_bigger", "ui_smaller"):
            settings.ui_scale = min(3.0, max(0.5, settings.ui_scale + (0.25 if key == "ui_bigger" else -0.25)))
        elif key == "quit":
            self.window.has_exit = True

    # ---- Mouse ----------------------------------------------------------------------------------------------------

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """The pointer moved."""
        self._pointer = (x, self.window.height - y)
        self.gui.pointer(*self._pointer)

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """The pointer moved with a button down."""
        self.on_mouse_motion(x, y, dx, dy)
        settings, rig = self.sandbox.settings, self.sandbox.rig
        turn = LOOK_SPEED * settings.mouse_sensitivity
        held = self.sandbox.hands.drag
        if held is not None and (self._turning[0] == "drag_rotate" or self._push("drag_rotate") > 0.5):
            held.turn(self.sandbox.world, turn * dx, turn * dy, rig.pose().rotation)
        elif self._turning[0] in ("look", "orbit"):
            rig.turn(turn * dx, turn * dy * (-1.0 if settings.invert_y else 1.0))
        elif self._turning[0] == "pan":
            rig.pan(dx / self.window.height, dy / self.window.height)

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button went down."""
        self.on_mouse_motion(x, y, 0, 0)
        self.gui.button(button, down=True)
        if self.gui.wants_mouse:
            return
        if button not in BUTTON_NAMES:
            return
        name = combined(BUTTON_NAMES[button], modifiers)
        bindings, hands = self.sandbox.bindings, self.sandbox.hands
        double = button == mouse.LEFT and not hands.joining.kind and self._is_double(x, y)
        if double and bindings.find("MOUSE_DOUBLE"):
            self._do(bindings.find("MOUSE_DOUBLE").key)
            return
        action = bindings.find(name, mode="drag" if hands.drag is not None else "free")
        held = action.key if action is not None else ""
        if held in ("select", "drag"):
            holds = self.sandbox.hands.press(*self.pointer_ray(), drag=held == "drag")
            self._grabbing = button if holds else 0
        elif held in ("look", "orbit", "pan", "drag_rotate"):
            self._turning = (held, button)
            if held == "orbit" and self.sandbox.rig.name == "fly":
                self.sandbox.rig.switch("orbit")
        elif held:
            self._do(held)

    def _is_double(self, x: float, y: float) -> bool:
        """Whether a click is the second of two at one place."""
        now, (before, at_x, at_y) = time.perf_counter(), self._last_click
        double = now - before < DOUBLE_CLICK[0] and abs(x - at_x) + abs(y - at_y) < DOUBLE_CLICK[1]
        self._last_click = (0.0 if double else now, x, y)
        return double

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button went up; this reaches the camera in any case, or it would keep turning."""
        self.gui.button(button, down=False)
        if button == self._grabbing:
            self.sandbox.hands.release()
            self._grabbing = 0
        if button == self._turning[1]:
            self._turning = ("", 0)

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        """The wheel turned: the distance of what is held, else zoom or speed."""
        self.gui.wheel(scroll_x, scroll_y)
        if self.gui.wants_mouse:
            return
        if self.sandbox.hands.drag is not None:
            self.sandbox.hands.drag.wheel(scroll_y)
        elif "LCTRL" in self._held or "RCTRL" in self._held:
            self.sandbox.rig.change_fov(scroll_y)
            self.sandbox.settings.fov_degrees = self.sandbox.rig.fov_degrees
        else:
            self.sandbox.rig.wheel(scroll_y)

    def on_deactivate(self) -> None:
        """The focus went elsewhere: everything that is held is let go."""
        self._held.clear()
        self.pads.release()
        forget_pressed(self.window)
        self._turning, self._grabbing = ("", 0), 0
        self.sandbox.hands.release()
        self.gui.focus(has=False)

    def on_activate(self) -> None:
        """The focus came back, or came to a window that was made anew for the full screen."""
        forget_pressed(self.window)
        self.gui.focus(has=True)
