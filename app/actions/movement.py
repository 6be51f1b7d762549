"""Movement: walk, drive and fly."""

from app.actions.held import PRESSED, Held
from app.actions.registry import held_action


@held_action("move_forward", keys=("W", "UP", "PAD_LEFT_Y+"), group="Movement", help="Forward")
def move_forward(held: Held, push: float) -> None:
    """Forward."""
    held.forward += push


@held_action("move_back", keys=("S", "DOWN", "PAD_LEFT_Y-"), group="Movement", help="Back")
def move_back(held: Held, push: float) -> None:
    """Back."""
    held.forward -= push


@held_action("move_left", keys=("A", "LEFT", "PAD_LEFT_X-"), group="Movement", help="Left")
def move_left(held: Held, push: float) -> None:
    """Left."""
    held.right -= push


@held_action("move_right", keys=("D", "RIGHT", "PAD_LEFT_X+"), group="Movement", help="Right")
def move_right(held: Held, push: float) -> None:
    """Right."""
    held.right += push


@held_action("move_up", keys=("E", "PAD_RIGHT_SHOULDER"), group="Movement", help="Up", mode="free")
def move_up(held: Held, push: float) -> None:
    """Up."""
    held.up += push


@held_action("move_down", keys=("Q", "PAD_LEFT_SHOULDER"), group="Movement", help="Down", mode="free")
def move_down(held: Held, push: float) -> None:
    """Down."""
    held.up -= push


@held_action("roll_left", keys=("U", "NUM_7", "PAD_DPAD_LEFT"), group="Movement", help="Roll left", mode="free")
def roll_left(held: Held, push: float) -> None:
    """Roll to the left."""
    held.roll += push


@held_action("roll_right", keys=("O", "NUM_9", "PAD_DPAD_RIGHT"), group="Movement", help="Roll right", mode="free")
def roll_right(held: Held, push: float) -> None:
    """Roll to the right."""
    held.roll -= push


@held_action("fast", keys=("LSHIFT", "RSHIFT", "PAD_LEFT_STICK"), group="Movement", help="Fly fast", mode="free")
def fast(held: Held, push: float) -> None:
    """Fly fast."""
    held.fast |= push > PRESSED


@held_action("slow", keys=("LCTRL", "RCTRL", "PAD_LEFT_TRIGGER+"), group="Movement", help="Fly slowly", mode="free")
def slow(held: Held, push: float) -> None:
    """Fly slowly."""
    held.slow |= push > PRESSED
