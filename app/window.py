"""The window: pyglet events in, pictures out. The only file that knows keys and mouse buttons as pyglet has them."""

import gc
import pathlib
import time
from collections.abc import Callable

import moderngl
import pyglet
from pyglet import gl
from pyglet.window import key as keys

from app.actions.context import Context
from app.gui import Gui
from app.hud import interface
from app.input.keyboard import MODIFIER_KEYS, combined, counts_while_typing, forget_pressed, tell_plain_symbols
from app.input.mouse import Mouse
from app.input.pad import Pads
from app.input.repeat import Repeat
from app.input.steering import Steering
from app.output.capture import read_pixels
from app.output.recorder import ScreenRecorder
from app.settings import Settings
from app.shell import Shell
from render.renderer import Renderer, is_software

SIZE_MIN = (320, 240)
KEEP_INTERVAL = 5.0  # time between two looks at what the player chose [s]


class NoWindowError(Exception):
    """No window can be opened; the text says why and what to do."""


def open_window(settings: Settings, *, full_screen: bool) -> pyglet.window.Window:
    """A window with OpenGL 3.3.

    Raises:
        NoWindowError: There is no screen or no such OpenGL.
    """
    config = gl.Config(double_buffer=True, major_version=3, minor_version=3, forward_compatible=True)
    try:
        # A full screen of any other size than that of the screen would be a picture in its middle, with borders.
        size = (None, None) if full_screen else fitting_size(settings)
        window = pyglet.window.Window(
            *size, "Kyvadlo", resizable=True, config=config,
            vsync=settings.vsync, fullscreen=full_screen, visible=True,
        )  # fmt: skip
    except Exception as error:  # pyglet has an exception of its own for each platform
        raise NoWindowError(
            f"could not open a window with OpenGL 3.3 ({error}); check DISPLAY, update the graphics driver, or "
            "use --headless"
        ) from error
    window.set_minimum_size(*SIZE_MIN)
    tell_plain_symbols(window)
    return window


def fitting_size(settings: Settings) -> tuple[int, int]:
    """The size that a window is to have, or as much of it as there is room for on a screen [pixels of the desktop]."""
    wanted, screens = (settings.window_width, settings.window_height), pyglet.display.get_display().get_screens()
    room = max(((screen.width, screen.height) for screen in screens), default=wanted)
    return min(wanted[0], room[0]), min(wanted[1], room[1])


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


def toggles(settings: Settings) -> frozenset[str]:
    """Actions that a press begins or ends, in place of holding the key."""
    chosen = (
        ("run", settings.toggle_run),
        ("crouch", settings.toggle_crouch),
        ("slow_motion", settings.toggle_slow_motion),
    )
    return frozenset(action for action, wanted in chosen if wanted)


class ShellWindow:
    """One window with one shell in it.

    Args:
        shell: What is shown.
        window: Where.
        graphics: What draws there.
        pictures: Folder of screenshots and videos.
        keep: Called now and then to write the settings: whatever ends the program, little is lost.
    """

    def __init__(
        self, shell: Shell, window: pyglet.window.Window, graphics: Graphics, pictures: pathlib.Path,
        keep: Callable[[], object] = lambda: None,
    ) -> None:  # fmt: skip
        self.shell, self.window, self._keep = shell, window, keep
        heard = shell.sound if shell.sound is not None and shell.sound.enabled else None
        self.recorder = ScreenRecorder(shell.messages, pictures, lambda: shell.session.runner.key, heard)
        self.context, self.gui = graphics.context, graphics.gui
        # Without a GPU every sample counts twice: jagged edges are better than a slide show.
        samples = 0 if is_software(self.context) else shell.settings.samples
        self.renderer = Renderer(self.context, samples=samples)
        self.pads = Pads(
            self._pad_press, shell.messages.say, lambda: shell.settings.dead_zone, note=shell.messages.note
        )
        self.steering = Steering(
            shell.input.bindings, self.pads, shell.player, shell.view.rig, shell.tools.drag,
            lambda: toggles(shell.settings),
        )  # fmt: skip
        self.mouse = Mouse(shell, window, self.gui, self.steering, self._perform)
        self.actions = Context(shell, self.mouse, self)
        self._repeat = Repeat()
        self._focused, self._turns_full = True, False
        self._last, self._settled = time.perf_counter(), None
        self.pads.start()
        shell.profile.collector.start()
        window.push_handlers(self.mouse)
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
        try:
            self._loop(frames, screenshot)
        finally:  # also after Ctrl+C
            self.close()

    def _loop(self, frames: int, screenshot: pathlib.Path | None) -> None:
        count, kept = 0, self._last
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
            if now - kept > KEEP_INTERVAL:
                kept = now
                self._keep_size()
                self._keep()

    def _wait(self, start: float) -> None:
        cap = self.shell.settings.frame_cap
        if cap > 0:
            time.sleep(max(0.0, 1.0 / cap - (time.perf_counter() - start)))

    def frame(self, seconds: float) -> None:
        """Let time pass and draw."""
        shell = self.shell
        start = time.perf_counter()
        if self._turns_full:
            self._turn_full()
        self.mouse.update()
        self.steering.pass_time(seconds, typing=self.gui.wants_text)
        self.shell.session.slowed = self.steering.slow_motion
        again = self._repeat.due(self.steering.held, seconds)
        if again:
            self.actions.perform(again)
        shell.tools.follow(*self.mouse.pointer_ray())
        shell.cut(*self.mouse.pointer_ray(), drawing=self.steering.cutting)
        shell.advance(seconds)
        if shell.sound is not None:
            shell.sound.frame(shell.view.rig.pose(), seconds, shell.time_stands)
            shell.say(shell.sound.message)
            shell.sound.message = ""
        advanced = time.perf_counter()
        self.draw(seconds)
        for key in shell.take_asked():
            self.actions.perform(key)
        shell.profile.end_frame(seconds, advanced - start, time.perf_counter() - advanced)
        shell.session.history.start_copy()
        self.window.flip()
        if self._settled is not shell.session.world:  # its first picture is on the screen
            self._settled = shell.session.world
            shell.profile.collector.settle()

    def draw(self, seconds: float) -> None:
        """Draw the world and the panels."""
        width, height = self.window.get_framebuffer_size()
        if min(width, height, self.window.width, self.window.height) < 1:
            return
        shell, screen = self.shell, self.context.screen
        if self.window.vsync != shell.settings.vsync:
            self.window.set_vsync(shell.settings.vsync)
        # Pictures and videos take their time; on the screen a coarse picture is better than a slide show.
        scale = 1.0 if self.recorder.wants_pixels else shell.settings.render_scale
        self.renderer.resize(width, height, scale=scale)
        self.renderer.draw(shell.frame(), screen)
        if self.recorder.wants_pixels:
            self.recorder.add(read_pixels(screen, width, height), seconds)
            _ = self.context.error  # moderngl names a color attachment, which a window has none of; it works anyway
        shell.recording = self.recorder.filming
        shell.draw_calls = self.renderer.draw_calls + self.gui.draw_calls
        self.gui.set_scale(shell.settings.ui_scale)
        self.gui.theme(shell.settings.theme, high_contrast=shell.settings.high_contrast)
        self.gui.begin(self.window.width, self.window.height, width / self.window.width, seconds)
        interface.draw(shell, self.window.width, self.window.height)
        self.gui.draw(screen)

    def close(self) -> None:
        """Finish what is open, and free everything."""
        self.recorder.stop()
        if self.shell.sound is not None:
            self.shell.sound.close()
        self.shell.profile.collector.stop()
        self._keep_size()
        self.shell.settings.fly_speed = self.shell.view.rig.fly.speed
        self.renderer.release()
        self.gui.release()
        self.window.close()
        gc.collect()

    # ---- Keys -----------------------------------------------------------------------------------------------------

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """A key went down."""
        if not self._focused:  # X11 tells repeats of a held key that came before after the focus is gone
            return True
        self.gui.key(symbol, modifiers, down=True)
        name = keys.symbol_string(symbol)
        shell = self.shell
        if self.gui.wants_text and not counts_while_typing(symbol, modifiers):
            return True
        if shell.input.listens:
            self._rebind(name, modifiers)
            return True
        self.steering.held.add(name)
        flying = self.mouse.turns_camera or shell.player.active
        action = shell.input.bindings.find(combined(name, modifiers), mode=shell.player.mode, flying=flying)
        itself = action is not None and action.key in (shell.input.prefix, "escape")
        if shell.input.prefix and not itself and name not in MODIFIER_KEYS and self.actions.choose_letter(name):
            self.steering.held.discard(name)
            return True
        if action is not None:
            self.actions.perform(action.key)
            if action.repeat:
                self._repeat.start(name, action.key)
        return True  # else pyglet closes the window on Escape

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """A key went up."""
        self.gui.key(symbol, modifiers, down=False)
        name = keys.symbol_string(symbol)
        self.steering.held.discard(name)
        if name in MODIFIER_KEYS and self.shell.input.listens:  # nothing else was pressed with it
            self.shell.say(self.shell.input.offer(name), "good")

    def on_text(self, text: str) -> None:
        """Characters were typed."""
        self.gui.text(text)

    def _rebind(self, name: str, modifiers: int) -> None:
        """Bind the action that waits to a key; Escape leaves it as it is, and a modifier counts when it is let go."""
        if name == "ESCAPE":
            self.shell.input.cancel_rebinding()
        elif name not in MODIFIER_KEYS:
            self.shell.say(self.shell.input.offer(combined(name, modifiers)), "good")

    def _pad_press(self, name: str) -> None:
        """A button of a game pad went down."""
        if self.shell.input.listens:
            self.shell.say(self.shell.input.offer(name), "good")
            return
        player = self.shell.player
        action = self.shell.input.bindings.find(name, mode=player.mode)
        if action is not None and (player.active or not action.hold):
            self.actions.perform(action.key)

    def _perform(self, key: str, *, wheel: float) -> None:
        """Do an action of the mouse."""
        self.actions.perform(key, wheel=wheel)

    # ---- What actions need of the window --------------------------------------------------------------------------

    @property
    def aspect(self) -> float:
        """Width over height."""
        return self.window.width / max(self.window.height, 1)

    def toggle_full_screen(self) -> None:
        """Fill the screen, or not, with the next frame."""
        self._turns_full = not self._turns_full

    def _turn_full(self) -> None:
        """Fill the screen, or not: then with the size that the window had before.

        This makes another window, to which no release of the key comes. So it waits until pyglet has taken the press
        in, or the next one would count as a repeat.
        """
        self._turns_full = False
        if self.window.fullscreen:
            size = self.shell.settings.window_width, self.shell.settings.window_height
            self.window.set_fullscreen(False, width=size[0], height=size[1])
        else:
            self._keep_size()
            self.window.set_fullscreen(True)
        forget_pressed(self.window)
        self.steering.release()

    def _keep_size(self) -> None:
        """Note the size of the window for the next start, unless it fills the screen."""
        settings = self.shell.settings
        if not self.window.fullscreen:
            settings.window_width, settings.window_height = map(max, self.window.get_size(), SIZE_MIN)
        settings.full_screen = self.window.fullscreen

    def take_picture(self) -> None:
        """Write a picture of the next frame."""
        self.recorder.take_picture()

    def toggle_video(self) -> None:
        """Start a video, or end it."""
        self.recorder.toggle_video(*self.window.get_framebuffer_size())

    def quit(self) -> None:
        """Close the window after this frame."""
        self.window.has_exit = True

    # ---- Focus ----------------------------------------------------------------------------------------------------

    def on_deactivate(self) -> None:
        """The focus went elsewhere: everything that is held is let go."""
        self._focused = False
        self.steering.release()
        self.mouse.release()
        forget_pressed(self.window)
        self.gui.focus(has=False)

    def on_activate(self) -> None:
        """The focus came back, or came to a window that was made anew for the full screen."""
        self._focused = True
        forget_pressed(self.window)
        self.gui.focus(has=True)
