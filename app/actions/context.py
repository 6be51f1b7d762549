"""Context: what actions act on, and the one place that does them."""

import math
from collections.abc import Callable
from typing import Protocol

from app.actions.held import Held
from app.shell import Shell

Ray = tuple[tuple[float, float, float], tuple[float, float, float]]


class Pointer(Protocol):
    """What actions need of the mouse: rays have an origin and a direction."""

    def pointer_ray(self) -> Ray:
        """Ray through the pointer."""

    def middle_ray(self) -> Ray:
        """Ray through the middle of the picture."""

    def grab(self, *, drag: bool) -> None:
        """Use the tool at the pointer, or the bare hand if `drag`, until the button is let go."""

    def hold(self, move: Callable[[float, float], None]) -> None:
        """Pass the way of the mouse [pixels] on until the button is let go."""

    def look(self, dx: float, dy: float) -> None:
        """Turn the camera."""

    def pan(self, dx: float, dy: float) -> None:
        """Move the camera."""

    def turn_dragged(self, dx: float, dy: float) -> None:
        """Rotate what is dragged."""


class WindowControls(Protocol):
    """What actions need of the window."""

    @property
    def aspect(self) -> float:
        """Width over height."""

    def toggle_full_screen(self) -> None:
        """Fill the screen, or not."""

    def take_picture(self) -> None:
        """Write a picture of the next frame."""

    def toggle_video(self) -> None:
        """Start a video, or end it."""

    def quit(self) -> None:
        """Close the window after this frame."""


class Context:
    """Does actions.

    Args:
        shell: What they act on.
        pointer: Where the mouse points.
        window: The window.

    Attributes:
        shell: What they act on.
        pointer: Where the mouse points.
        window: The window.
        wheel: How far the wheel was turned, if it does the action [notches]; else 0.
    """

    def __init__(self, shell: Shell, pointer: Pointer, window: WindowControls) -> None:
        self.shell, self.pointer, self.window = shell, pointer, window
        self.wheel = 0.0
        self._asked: dict[str, float] = {}
        self._list = ""  # panel that was opened to show letters

    def was_asked(self, question: str, now: float, within: float) -> bool:
        """Whether a question was put so shortly before [s] that this press is the answer; else it is put now."""
        answer = now - self._asked.pop(question, -math.inf) <= within
        if not answer:
            self._asked[question] = now
        return answer

    @property
    def notches(self) -> float:
        """How far the wheel was turned [notches]; a key counts as one."""
        return self.wheel or 1.0

    def perform(self, key: str, *, wheel: float = 0.0) -> None:
        """Do an action, as when its key goes down.

        Args:
            key: Name of the action.
            wheel: How far the wheel was turned, if it does it [notches].

        Raises:
            LookupError: There is no such action.
        """
        action, player = self.shell.input.bindings.action(key), self.shell.player
        if action.mode == "avatar" and not player.active:
            return
        self.wheel = wheel
        if action.held is not None and player.active:
            self._touch(action.held)
        if action.press is not None:
            action.press(self)

    def _touch(self, note: Callable[[Held, float], object]) -> None:
        """A held action of a game begins: it counts for a step at least, and a person takes over from the script."""
        held = Held()
        note(held, 1.0)
        if held.steers:
            self.shell.report(self.shell.player.take_over())
            self.shell.player.tap(*held.buttons)

    def toggle_panel(self, key: str) -> None:
        """Open or close a panel; where all are hidden, show them and open it."""
        shell = self.shell
        shell.panels[key] = shell.hidden or not shell.panels[key]
        shell.hidden = False

    def start_letters(self, key: str, panel: str) -> None:
        """Wait for the letter of an action, or no longer; the panel shows the choices."""
        shell = self.shell
        shell.input.prefix = "" if shell.input.prefix == key else key
        self._list = panel if shell.input.prefix and not shell.panels[panel] else ""
        shell.panels[panel] = bool(shell.input.prefix)

    def choose_letter(self, letter: str) -> bool:
        """Do what a letter means after the action that waits for it; False if it means nothing there."""
        letters, self.shell.input.prefix = self.shell.input.letters, ""
        if letters is None or letter not in (row[0] for row in letters.rows()):
            return False
        letters.choose(self, letter)
        return True

    def close_list(self) -> None:
        """Close the panel that showed the choices, unless it was open before."""
        self.shell.panels.close(self._list)
