"""Steering: keys and pads that are held move the free camera, or go to the game that is played."""

from app.input.pad import Pads
from app.shell import Shell
from play.controls import WEAPON_NEXT, WEAPON_NONE, WEAPON_PREVIOUS

ROLL_SPEED = 1.0  # [rad/s]
LOOK_RATE = 2.0  # of a stick [rad/s]
#: Actions that are held in a game, and what of `Controls` they are.
HELD = {"run": "run", "crouch": "crouch", "jump": "jump", "fire": "fire", "fire_other": "fire_other"}
#: Actions that are done once.
PULSES = {
    "enter": ("enter", True), "lamps": ("lamps", True), "reset_vehicle": ("reset", True), "repair": ("repair", True),
    "weapon_1": ("weapon", 1), "weapon_2": ("weapon", 2), "weapon_3": ("weapon", 3), "weapon_4": ("weapon", 4),
    "weapon_none": ("weapon", WEAPON_NONE), "weapon_previous": ("weapon", WEAPON_PREVIOUS),
    "weapon_next": ("weapon", WEAPON_NEXT),
}  # fmt: skip


class Steering:
    """What is held.

    Args:
        shell: What is steered.
        pads: Game pads.

    Attributes:
        held: Names of keys and mouse buttons that are down.
    """

    def __init__(self, shell: Shell, pads: Pads) -> None:
        self._shell, self._pads = shell, pads
        self.held: set[str] = set()

    def push(self, action: str) -> float:
        """How far an action is pressed, 0 to 1."""
        inputs = self._shell.input.bindings.inputs_of(action)
        return self._pads.value(*inputs) if self.held.isdisjoint(inputs) else 1.0

    def axis(self, minus: str, plus: str) -> float:
        """How far one of two opposite actions is pressed, -1 to 1."""
        return self.push(plus) - self.push(minus)

    def press(self, action: str) -> bool:
        """An action begins: tell the game; False if it is none of a game."""
        play = self._shell.player
        if action in HELD or action in PULSES or action.startswith("move_"):
            self._shell.report(play.take_over())
        if action in HELD:
            play.tap(HELD[action])
        elif action in PULSES:
            play.pulse(*PULSES[action])
        return action in HELD or action in PULSES

    def release(self) -> None:
        """Let go of everything."""
        self.held.clear()
        self._pads.release()
        self._shell.player.release()

    def pass_time(self, seconds: float, *, typing: bool) -> None:
        """Move what is steered for a while [s].

        Args:
            seconds: How long.
            typing: Whether keys belong to a text field.
        """
        look = self.axis("look_left", "look_right"), self.axis("look_down", "look_up")
        turn = LOOK_RATE * look[0] * seconds, LOOK_RATE * look[1] * seconds
        play = self._shell.player
        if not play.active:
            self._fly(seconds, turn, typing=typing)
        elif typing:
            play.release()
        else:
            if any(look):
                play.turn(*turn)
            wanted = {name: self.push(action) > 0.5 for action, name in HELD.items()}
            forward = self.axis("move_back", "move_forward")
            if play.game.vehicle is not None:
                forward = min(max(forward + self._pedals(), -1.0), 1.0)
                wanted["fire"] = wanted["fire_other"] = False
            play.hold(forward=forward, right=self.axis("move_left", "move_right"), **wanted)

    def _pedals(self) -> float:
        """What fires on foot are the pedals of a vehicle, if it is on a pad: throttle against brake, -1 to 1."""
        pushes = []
        for action in ("fire", "fire_other"):
            inputs = self._shell.input.bindings.inputs_of(action)
            pushes.append(self._pads.value(*(name for name in inputs if name.startswith("PAD_"))))
        return pushes[0] - pushes[1]

    def _fly(self, seconds: float, turn: tuple[float, float], *, typing: bool) -> None:
        """Move the free camera."""
        rig = self._shell.view.rig
        forward = self.axis("move_back", "move_forward")
        right = self.axis("move_left", "move_right")
        up = self.axis("move_down", "move_up") if self._shell.tools.drag.drag is None else 0.0
        roll = self.axis("roll_right", "roll_left")
        if any(turn):
            rig.turn(*turn)
        if not (forward or right or up or roll) or typing:
            return
        if rig.name != "fly":
            rig.switch("fly")
        rig.turn(0.0, 0.0, ROLL_SPEED * roll * seconds)
        fast, slow = self.push("fast") > 0.5, self.push("slow") > 0.5
        rig.fly.move(right, up, forward, seconds, fast=fast, slow=slow)
