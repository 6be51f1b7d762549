"""Game: what the figure and its vehicle do."""

from app.actions.context import Context
from app.actions.held import PRESSED, Held
from app.actions.registry import action, held_action
from app.timeline.commands.breakage import Mend


@held_action("run", keys=("LSHIFT", "RSHIFT", "PAD_LEFT_STICK"), group="Playing", help="Run", mode="avatar")
def run(held: Held, push: float) -> None:
    """Run."""
    held.press("run", push)


@held_action("crouch", keys=("LCTRL", "RCTRL", "PAD_B"), group="Playing", help="Crouch", mode="avatar")
def crouch(held: Held, push: float) -> None:
    """Crouch."""
    held.press("crouch", push)


@held_action(
    "jump", keys=("SPACE", "PAD_A"), group="Playing", help="Jump (hold to jump higher); handbrake", mode="avatar"
)
def jump(held: Held, push: float) -> None:
    """Gather for a jump; pull the handbrake."""
    held.press("jump", push)


@action("enter", keys=("E", "PAD_X"), group="Playing", help="Use what you look at; get in or out", mode="avatar")
def enter(context: Context) -> None:
    """Use what is looked at: open, press, take, get in; or get out."""
    context.shell.report(context.shell.player.pulse("enter"))


@held_action(
    "fire", keys=("MOUSE_LEFT", "PAD_RIGHT_TRIGGER+"), group="Playing",
    help="Fire (hold to charge); grab; on a pad: throttle", mode="avatar",
)  # fmt: skip
def fire(held: Held, push: float) -> None:
    """Fire; the trigger of a pad is the throttle of a vehicle."""
    held.press("fire", push)
    held.throttle += held.pad


@held_action(
    "fire_other", keys=("MOUSE_RIGHT", "PAD_LEFT_TRIGGER+"), group="Playing",
    help="Secondary fire; leave hanging in the air; on a pad: brake", mode="avatar",
)  # fmt: skip
def fire_other(held: Held, push: float) -> None:
    """Fire the other way; the trigger of a pad is the brake of a vehicle."""
    held.press("fire_other", push)
    held.throttle -= held.pad


@held_action("spin", keys=("G", "MOUSE_MIDDLE"), group="Playing", help="While grabbing: rotate", mode="avatar")
def spin(held: Held, push: float) -> None:
    """Let the mouse turn what is grabbed instead of the view."""
    held.spin |= push > PRESSED


@action("lamps", keys=("L", "PAD_DPAD_UP"), group="Playing", help="Headlights", mode="avatar")
def lamps(context: Context) -> None:
    """Switch the headlights of the vehicle."""
    context.shell.report(context.shell.player.pulse("lamps"))


@action(
    "reset_vehicle", keys=("BACKSPACE", "PAD_DPAD_DOWN"), group="Playing", help="Put the vehicle back on its wheels",
    mode="avatar",
)  # fmt: skip
def reset_vehicle(context: Context) -> None:
    """Put the vehicle back on its wheels."""
    context.shell.report(context.shell.player.pulse("reset"))


@action("repair", keys=("SHIFT+BACKSPACE", "PAD_DPAD_RIGHT"), group="Playing", help="Repair", mode="avatar")
def repair(context: Context) -> None:
    """Repair the vehicle."""
    context.shell.report(context.shell.player.pulse("repair"))


@action("attach", keys=("RETURN", "NUM_ENTER"), group="Playing", help="Attach the free camera to what it looks at")
def attach(context: Context) -> None:
    """Attach the free camera to what it looks at, and steer that."""
    shell, player = context.shell, context.shell.player
    if player.game is None:
        shell.say("There is nobody to attach to in this scene.")
    elif not player.free:
        shell.say("The camera is attached already. [free_camera] lets it fly.")
    else:
        shell.report(player.attach(*context.pointer.middle_ray()))


@action("mend", keys=("SHIFT+R",), group="Playing", help="Mend what is broken, put things back")
def mend(context: Context) -> None:
    """Put together what is broken, and loose things where they belong."""
    context.shell.report(context.shell.session.edit(Mend()))
