"""Steering: keys and pads that are held move the free camera, or go to the game that is played."""

from collections.abc import Callable

from app.actions.held import PRESSED, Held
from app.input.bindings import Bindings
from app.input.pad import Pads
from app.player import Player
from app.tools.drag import DragTool
from app.view.camera import CameraRig

ROLL_SPEED = 1.0  # [rad/s]
LOOK_RATE = 2.0  # of a stick [rad/s]
#: Buttons of the game that a vehicle has no use for: on a pad they are its pedals.
WEAPON_BUTTONS = frozenset(("fire", "fire_other"))


class Steering:
    """What is held.

    Args:
        bindings: Which input does what.
        pads: Game pads.
        player: The player of the game.
        rig: The cameras.
        drag: The tool that drags; while it does, the keys for up and down belong to it.
        toggles: Called for the actions that a press begins or ends, in place of holding the key.

    Attributes:
        held: Names of keys and mouse buttons that are down.
        slow_motion: Whether time is to go slowly.
        cutting: Whether a stroke is drawn that cuts.
    """

    def __init__(
        self, bindings: Bindings, pads: Pads, player: Player, rig: CameraRig, drag: DragTool,
        toggles: Callable[[], frozenset[str]] = frozenset,
    ) -> None:  # fmt: skip
        self._toggles = toggles
        self._pressed: set[str] = set()  # of those that a press begins or ends, what was down in the last frame
        self._latched: set[str] = set()  # and what goes on without a key
        self._bindings, self._pads = bindings, pads
        self._player, self._rig, self._drag = player, rig, drag
        self.held: set[str] = set()
        self.slow_motion = self.cutting = False
        self._actions = [action for action in bindings.actions if action.held is not None]
        every = Held()
        for action in self._actions:
            action.held(every, 1.0)
        self._buttons = frozenset(every.buttons)

    def push(self, action: str) -> float:
        """How far an action is pressed, 0 to 1."""
        inputs = self._bindings.inputs_of(action)
        return self._pads.value(*inputs) if self.held.isdisjoint(inputs) else 1.0

    def _latch(self) -> None:
        """Begin or end what a press begins or ends."""
        toggles = self._toggles()
        self._latched &= toggles
        down = {key for key in toggles if self.push(key) > PRESSED}
        self._latched ^= down - self._pressed
        self._pressed = down

    def read(self) -> Held:
        """Everything that is held now."""
        held = Held()
        if not self.held and self._pads.at_rest and not self._latched:
            return held
        toggles = self._toggles()
        for action in self._actions:
            push = float(action.key in self._latched) if action.key in toggles else self.push(action.key)
            if push > 0.0:
                held.pad = self._pads.value(*self._bindings.inputs_of(action.key))
                action.held(held, push)
        return held

    def release(self) -> None:
        """Let go of everything."""
        self.held.clear()
        self._latched.clear()
        self.slow_motion = self.cutting = False
        self._pads.release()
        self._player.release()

    def pass_time(self, seconds: float, *, typing: bool) -> None:
        """Move what is steered for a while [s].

        Args:
            seconds: How long.
            typing: Whether keys belong to a text field.
        """
        self._latch()
        held, player = self.read(), self._player
        self.slow_motion = held.slow_motion and not typing
        self.cutting = held.cut and not typing and not player.active
        turn = LOOK_RATE * held.look_right * seconds, LOOK_RATE * held.look_up * seconds
        if not player.active:
            self._fly(held, seconds, turn, typing=typing)
        elif typing:
            player.release()
        else:
            if any(turn):
                player.turn(*turn)
            self._play(held)

    def _play(self, held: Held) -> None:
        """Pass on to the game what it is about."""
        forward, pressed = held.forward, held.buttons
        if self._player.game.vehicle is not None:
            forward = min(max(forward + held.throttle, -1.0), 1.0)
            pressed = pressed - WEAPON_BUTTONS
        self._player.hold(forward=forward, right=held.right, **{name: name in pressed for name in self._buttons})

    def _fly(self, held: Held, seconds: float, turn: tuple[float, float], *, typing: bool) -> None:
        """Move the free camera."""
        rig = self._rig
        up = held.up if self._drag.drag is None else 0.0
        if any(turn):
            rig.turn(*turn)
        if not (held.forward or held.right or up or held.roll) or typing:
            return
        if rig.name != "fly":
            rig.switch("fly")
        rig.turn(0.0, 0.0, ROLL_SPEED * held.roll * seconds)
        rig.fly.move(held.right, up, held.forward, seconds, fast=held.fast, slow=held.slow)
