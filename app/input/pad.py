"""Game pads: pyglet's controllers to inputs of the binding table, with dead zones; they may come and go."""

from collections.abc import Callable

BUTTONS = {
    "a": "PAD_A", "b": "PAD_B", "x": "PAD_X", "y": "PAD_Y", "back": "PAD_BACK", "start": "PAD_START",
    "guide": "PAD_GUIDE", "leftshoulder": "PAD_LEFT_SHOULDER", "rightshoulder": "PAD_RIGHT_SHOULDER",
    "leftstick": "PAD_LEFT_STICK", "rightstick": "PAD_RIGHT_STICK",
}  # fmt: skip
STICKS = {"leftstick": "PAD_LEFT", "rightstick": "PAD_RIGHT"}
TRIGGERS = {"lefttrigger": "PAD_LEFT_TRIGGER+", "righttrigger": "PAD_RIGHT_TRIGGER+"}
PRESSED = 0.5  # from here on a trigger counts as a pressed button


def beyond_dead_zone(value: float, dead_zone: float) -> float:
    """A deflection, -1 to 1, without its dead zone: it starts at 0 at the edge and still reaches 1."""
    size = (abs(value) - dead_zone) / max(1.0 - dead_zone, 1e-6)
    return 0.0 if size <= 0.0 else min(size, 1.0) * (1.0 if value > 0.0 else -1.0)


class Pads:
    """All game pads that are there, as one.

    Args:
        press: Called with the input when a button goes down.
        say: Called with a sentence when a pad comes or goes.
        dead_zone: Share of a stick's way that does nothing.
        note: Called with a sentence that nobody needs to read at once: that there can be no pads here.
    """

    def __init__(
        self, press: Callable[[str], None], say: Callable[[str], None], dead_zone: Callable[[], float], *,
        note: Callable[[str], None],
    ) -> None:  # fmt: skip
        self._press, self._say, self._dead_zone, self._note = press, say, dead_zone, note
        self._values: dict[object, dict[str, float]] = {}
        self._manager = None

    def start(self) -> None:
        """Look for pads; on systems without support there are none."""
        try:
            from pyglet.input import ControllerManager

            self._manager = ControllerManager()
        except OSError:  # no such devices, or none that may be read
            self._note("Gamepads are not available here. Keyboard and mouse can do everything too.")
            return
        except Exception as error:  # each platform has troubles of its own
            self._note(f"Gamepads are not available ({error}). Keyboard and mouse can do everything too.")
            return
        self._manager.push_handlers(on_connect=self.connect, on_disconnect=self.disconnect)
        for controller in self._manager.get_controllers():
            self.connect(controller)

    def connect(self, controller: object) -> None:
        """A pad is there."""
        if controller in self._values:
            return
        controller.open()
        controller.push_handlers(
            on_button_press=self.on_button_press,
            on_button_release=self.on_button_release,
            on_stick_motion=self.on_stick_motion,
            on_trigger_motion=self.on_trigger_motion,
            on_dpad_motion=self.on_dpad_motion,
        )
        self._values[controller] = {}
        self._say(f"Gamepad connected: {controller.name}")

    def disconnect(self, controller: object) -> None:
        """A pad was unplugged; whatever it held is let go."""
        if self._values.pop(controller, None) is not None:
            self._say(f"Gamepad disconnected: {controller.name}")

    def value(self, *names: str) -> float:
        """How far the most pressed of some inputs is pressed, 0 to 1."""
        return max((values.get(name, 0.0) for values in self._values.values() for name in names), default=0.0)

    @property
    def at_rest(self) -> bool:
        """Whether nothing is pressed."""
        return not any(any(values.values()) for values in self._values.values())

    def release(self) -> None:
        """Forget everything that is held."""
        for values in self._values.values():
            values.clear()

    def _set(self, controller: object, name: str, value: float, threshold: float = PRESSED) -> None:
        values = self._values.get(controller)
        if values is None:  # what an unplugged pad still had to say would be held for ever
            return
        before = values.get(name, 0.0)
        values[name] = value
        if before < threshold <= value:
            self._press(name)

    # ---- Events of pyglet -----------------------------------------------------------------------------------------

    def on_button_press(self, controller: object, button: str) -> None:
        """A button went down."""
        if button in BUTTONS:
            self._set(controller, BUTTONS[button], 1.0)

    def on_button_release(self, controller: object, button: str) -> None:
        """A button went up."""
        if button in BUTTONS:
            self._set(controller, BUTTONS[button], 0.0)

    def on_stick_motion(self, controller: object, stick: str, vector: tuple[float, float]) -> None:
        """A stick moved; sticks are axes, not buttons."""
        if stick in STICKS:
            for axis, value in zip("XY", (vector[0], vector[1]), strict=True):
                push = beyond_dead_zone(value, self._dead_zone())
                values = self._values.get(controller, {})
                values[f"{STICKS[stick]}_{axis}+"] = max(push, 0.0)
                values[f"{STICKS[stick]}_{axis}-"] = max(-push, 0.0)

    def on_trigger_motion(self, controller: object, trigger: str, value: float) -> None:
        """A trigger moved."""
        if trigger in TRIGGERS:
            self._set(controller, TRIGGERS[trigger], beyond_dead_zone(value, self._dead_zone()))

    def on_dpad_motion(self, controller: object, vector: tuple[float, float]) -> None:
        """The cross of buttons moved."""
        for name, value in (("LEFT", -vector[0]), ("RIGHT", vector[0]), ("DOWN", -vector[1]), ("UP", vector[1])):
            self._set(controller, f"PAD_DPAD_{name}", max(value, 0.0))
