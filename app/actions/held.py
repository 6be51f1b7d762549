"""Held: what the keys, sticks and triggers that are pressed now ask for."""

import dataclasses

#: From here on a push counts as a pressed button.
PRESSED = 0.5


@dataclasses.dataclass
class Held:
    """Everything that is held in one frame. Opposite directions cancel.

    Attributes:
        forward: Walk, drive or fly, -1 to 1; so are all directions.
        right: To the right.
        up: Up, with the free camera.
        roll: Roll of the free camera, to the left.
        look_right: Turn of the view, to the right.
        look_up: Turn of the view, up.
        throttle: What the triggers of a pad ask of a vehicle.
        fast: Whether the free camera flies fast.
        slow: Whether the free camera flies slowly.
        slow_motion: Whether time goes slowly.
        spin: Whether the mouse turns what is grabbed instead of the view.
        cut: Whether a stroke is drawn that cuts soft bodies.
        buttons: Attributes of `play.controls.Controls` that are pressed.
        pad: How far the present action is pressed on a game pad, 0 to 1.
    """

    forward: float = 0.0
    right: float = 0.0
    up: float = 0.0
    roll: float = 0.0
    look_right: float = 0.0
    look_up: float = 0.0
    throttle: float = 0.0
    fast: bool = False
    slow: bool = False
    slow_motion: bool = False
    spin: bool = False
    cut: bool = False
    buttons: set[str] = dataclasses.field(default_factory=set)
    pad: float = 0.0

    def press(self, button: str, push: float) -> None:
        """Note a button of the game, if it is pressed far enough."""
        if push > PRESSED:
            self.buttons.add(button)

    @property
    def steers(self) -> bool:
        """Whether the figure or the vehicle would do something."""
        return bool(self.forward or self.right or self.buttons)
