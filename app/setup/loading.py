"""What the window shows while the kernels are compiled, so that the first start is not a riddle."""

import time

import moderngl
import pyglet
from imgui_bundle import imgui

from app.gui import Gui
from app.setup.bootstrap import SetupError

BACKGROUND = (0.13, 0.16, 0.20)
FLAGS = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.always_auto_resize | imgui.WindowFlags_.no_saved_settings


class Loading:
    """A progress bar in the window.

    Args:
        window: The window.
        context: Its GL context.
        gui: Draws text and bar.
    """

    def __init__(self, window: pyglet.window.Window, context: moderngl.Context, gui: Gui) -> None:
        self._window, self._context, self._gui = window, context, gui
        self._start = time.perf_counter()

    def show(self, done: int, total: int, note: str) -> None:
        """Draw the bar.

        Args:
            done: Kernels that are compiled.
            total: All kernels; 0 if only the scene is being prepared.
            note: What is under way.

        Raises:
            SetupError: The window was closed.
        """
        self._window.switch_to()
        self._window.dispatch_events()
        if self._window.has_exit:
            raise SetupError("The window was closed while kernels were being compiled; finished ones are kept.")
        width, height = self._window.get_size()
        pixels = self._window.get_framebuffer_size()
        if min(width, height, *pixels) < 1:
            return
        for _ in range(2):  # a window has the size of its text from the second time on
            self._draw(width, height, pixels[0] / width, done, total, note)
        self._window.flip()

    def _draw(self, width: int, height: int, ratio: float, done: int, total: int, note: str) -> None:
        self._context.screen.use()
        self._context.clear(*BACKGROUND)
        self._gui.begin(width, height, ratio, 1.0 / 30.0)
        center = imgui.ImVec2(0.5 * width, 0.5 * height)
        imgui.set_next_window_pos(center, imgui.Cond_.always, imgui.ImVec2(0.5, 0.5))
        imgui.begin("loading", None, FLAGS)
        imgui.text("Kyvadlo")
        if total:
            imgui.text_disabled("Compiling the physics for this machine. This happens only once.")
            bar = imgui.ImVec2(min(420.0 * self._gui.scale, 0.8 * width), 0.0)
            imgui.progress_bar(done / total, bar, f"{done} of {total}")
            imgui.text_disabled(f"{time.perf_counter() - self._start:.0f} s   {note}")
        else:
            imgui.text_disabled(note)
        imgui.end()
        self._gui.draw(self._context.screen)
