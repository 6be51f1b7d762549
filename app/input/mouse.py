"""The mouse: looks around, picks and pulls; while the window has caught it, turns the view of the player and fires."""

import math
import time
from collections.abc import Callable

import pyglet
from pyglet.window import mouse

from app.gui import Gui
from app.input.keyboard import combined
from app.input.steering import Steering
from app.shell import Shell
from app.view.framing import ray

LOOK_SPEED = 0.004  # turn per pixel of the mouse [rad]
CAUGHT_SPEED = 0.0022  # the same in a game [rad]
BUTTON_NAMES = {mouse.LEFT: "MOUSE_LEFT", mouse.RIGHT: "MOUSE_RIGHT", mouse.MIDDLE: "MOUSE_MIDDLE"}
DOUBLE_CLICK = (0.35, 6.0)  # longest time between two clicks [s], largest way [pixels]
NOWHERE = (-10000.0, -10000.0)


class Mouse:
    """Takes in the events of the mouse of a window.

    Args:
        shell: What it acts on.
        window: The window.
        gui: Panels over the picture.
        steering: What is held.
        perform: Does an action; `wheel` is how far the wheel was turned [notches].
    """

    def __init__(
        self, shell: Shell, window: pyglet.window.Window, gui: Gui, steering: Steering, perform: Callable[..., None]
    ) -> None:
        self._shell, self._window, self._gui, self._steering, self._perform = shell, window, gui, steering, perform
        self._pointer = (window.width / 2.0, window.height / 2.0)
        self._button = 0  # that goes down just now
        self._grabbing = 0  # button that holds something
        self._moving: tuple[int, Callable[[float, float], None] | None] = (0, None)  # button, and what it moves
        self._last_click = (-math.inf, 0.0, 0.0)  # when and where; none yet, or that was the second of two
        self.caught = False

    # ---- Catching -------------------------------------------------------------------------------------------------

    def update(self) -> None:
        """Catch the pointer while a game is played and nothing needs it, else let it go."""
        player = self._shell.player
        needed = self._shell.panels.needs_pointer and not self._shell.hidden
        wanted = player.active and not needed and player.script is None
        if wanted != self.caught:
            self.caught = wanted
            self._window.set_exclusive_mouse(wanted)
            if wanted:
                self._gui.pointer(*NOWHERE)
            else:  # where it was caught, in the middle: panels that need it open there
                self._window.set_mouse_position(self._window.width // 2, self._window.height // 2)
                self._pointer = (self._window.width / 2.0, self._window.height / 2.0)
                self._gui.pointer(*self._pointer)

    def release(self) -> None:
        """The focus went elsewhere: let go of everything."""
        self._moving, self._grabbing = (0, None), 0
        self._shell.tools.drag.release()

    # ---- What a held button does ----------------------------------------------------------------------------------

    def grab(self, *, drag: bool) -> None:
        """Use the tool at the pointer, or the bare hand if `drag`, until the button is let go."""
        tools = self._shell.tools
        if self._button:  # a key cannot hold anything
            self._shell.report(tools.press(*self.pointer_ray(), drag=drag))
            self._grabbing = self._button if tools.drag.drag is not None else 0

    def hold(self, move: Callable[[float, float], None]) -> None:
        """Pass the way of the mouse [pixels] on until the button is let go."""
        if self._button:
            self._moving = (self._button, move)

    def look(self, dx: float, dy: float) -> None:
        """Turn the camera."""
        settings = self._shell.settings
        turn = LOOK_SPEED * settings.mouse_sensitivity
        self._shell.view.rig.turn(turn * dx, turn * dy * (-1.0 if settings.invert_y else 1.0))

    def pan(self, dx: float, dy: float) -> None:
        """Move the camera."""
        self._shell.view.rig.pan(dx / self._window.height, dy / self._window.height)

    def turn_dragged(self, dx: float, dy: float) -> None:
        """Rotate what is dragged."""
        turn = LOOK_SPEED * self._shell.settings.mouse_sensitivity
        self._shell.tools.drag.turn(turn * dx, turn * dy, self._shell.view.rig.pose().rotation)

    # ---- Rays -----------------------------------------------------------------------------------------------------

    @property
    def turns_camera(self) -> bool:
        """Whether a button is held that turns the camera."""
        return self._moving[1] is not None

    def ray_at(self, x: float, y: float) -> tuple:
        """Ray through a place of the window, from its top left."""
        pose, window = self._shell.view.rig.pose(), self._window
        return ray(pose, x, window.height - y, window.width, window.height)

    def pointer_ray(self) -> tuple:
        """Ray through the pointer; through the middle while it is caught."""
        return self.middle_ray() if self.caught else self.ray_at(*self._pointer)

    def middle_ray(self) -> tuple:
        """Ray through the middle of the picture."""
        return self.ray_at(self._window.width / 2.0, self._window.height / 2.0)

    # ---- Events ---------------------------------------------------------------------------------------------------

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """The pointer moved."""
        if self.caught:
            self._look_in_game(dx, dy)
            return
        self._pointer = (x, self._window.height - y)
        self._gui.pointer(*self._pointer)

    def _look_in_game(self, dx: float, dy: float) -> None:
        """Turn the view of the player, or what is grabbed."""
        settings, player = self._shell.settings, self._shell.player
        if not player.active:  # another scene was opened since the last frame
            return
        speed = CAUGHT_SPEED * settings.mouse_sensitivity
        turn = speed * dx, speed * dy * (-1.0 if settings.invert_y else 1.0)
        if player.game.grabbing and self._steering.read().spin:
            player.spin(*turn)
        else:
            player.turn(*turn)

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """The pointer moved with a button down."""
        self.on_mouse_motion(x, y, dx, dy)
        if self.caught:
            return
        if self._shell.tools.drag.drag is not None and self._steering.push("drag_rotate") > 0.5:
            self.turn_dragged(dx, dy)
        elif self._moving[1] is not None:
            self._moving[1](dx, dy)

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button went down."""
        if button not in BUTTON_NAMES:
            return
        name = BUTTON_NAMES[button]
        if self.caught:
            self._steering.held.add(name)
            self._do(combined(name, modifiers), mode="avatar", flying=True)
            return
        self.on_mouse_motion(x, y, 0, 0)
        if not (button == mouse.LEFT and self._is_near_last_click(x, y)):  # else a panel may have opened below it
            self._gui.button(button, down=True)
            if self._gui.wants_mouse:
                return
        if self._shell.player.active:
            return
        self._button = button
        self._press_free(x, y, button, combined(name, modifiers))
        self._button = 0

    def _press_free(self, x: float, y: float, button: int, name: str) -> None:
        """A button went down over the world, and no game takes it."""
        tools = self._shell.tools
        double = button == mouse.LEFT and not tools.join.kind and self._is_double(x, y)
        if not (double and self._do("MOUSE_DOUBLE")):
            self._do(name, mode="drag" if tools.drag.drag is not None else "free")

    def _do(self, name: str, *, wheel: float = 0.0, **how: object) -> bool:
        """Do the action of an input; False if it has none."""
        action = self._shell.input.bindings.find(name, **how)
        if action is not None:
            self._perform(action.key, wheel=wheel)
        return action is not None

    def _is_double(self, x: float, y: float) -> bool:
        """Whether a click is the second of two at one place of the world."""
        double = self._is_near_last_click(x, y)
        self._last_click = (-math.inf if double else time.perf_counter(), x, y)
        return double

    def _is_near_last_click(self, x: float, y: float) -> bool:
        """Whether the last click into the world was just now, and here."""
        before, at_x, at_y = self._last_click
        recent = time.perf_counter() - before < DOUBLE_CLICK[0]
        return recent and abs(x - at_x) + abs(y - at_y) < DOUBLE_CLICK[1]

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button went up; this reaches the camera in any case, or it would keep turning."""
        self._steering.held.discard(BUTTON_NAMES.get(button, ""))
        self._gui.button(button, down=False)
        if button == self._grabbing:
            self._shell.tools.drag.release()
            self._grabbing = 0
        if button == self._moving[0]:
            self._moving = (0, None)

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        """The wheel turned, perhaps by a part of a notch."""
        name = "WHEEL_UP" if scroll_y > 0.0 else "WHEEL_DOWN"
        if not self.caught:
            self._gui.wheel(scroll_x, scroll_y)
            if self._gui.wants_mouse or self._shell.player.active:
                return
        if not scroll_y:
            return
        if self.caught:
            self._do(name, wheel=abs(scroll_y), mode="avatar")
        elif self._shell.tools.drag.drag is not None:
            self._do(name, wheel=abs(scroll_y), mode="drag")
        else:
            control = "CTRL+" if {"LCTRL", "RCTRL"} & self._steering.held else ""
            self._do(f"{control}{name}", wheel=abs(scroll_y))
