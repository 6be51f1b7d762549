"""Camera: look, orbit, pan, zoom, frame, other cameras."""

from app.actions.context import Context
from app.actions.held import Held
from app.actions.registry import action, held_action


@action("look", keys=("MOUSE_RIGHT",), group="Camera", help="Look around", hold=True)
def look(context: Context) -> None:
    """Turn the camera with the mouse."""
    context.pointer.hold(context.pointer.look)


@action("orbit", keys=("MOUSE_MIDDLE", "ALT+MOUSE_LEFT"), group="Camera", help="Orbit", hold=True)
def orbit(context: Context) -> None:
    """Turn around what the camera looks at, with the mouse."""
    rig = context.shell.view.rig
    if rig.name == "fly":
        rig.switch("orbit")
    context.pointer.hold(context.pointer.look)


@action("pan", keys=("SHIFT+MOUSE_MIDDLE", "CTRL+MOUSE_MIDDLE"), group="Camera", help="Pan", hold=True)
def pan(context: Context) -> None:
    """Move the camera sideways, with the mouse."""
    context.pointer.hold(context.pointer.pan)


@action("zoom_in", keys=("WHEEL_UP",), group="Camera", help="Zoom in, or fly faster", repeat=True)
def zoom_in(context: Context) -> None:
    """Nearer; the free camera flies faster."""
    context.shell.view.rig.wheel(context.notches)


@action("zoom_out", keys=("WHEEL_DOWN",), group="Camera", help="Zoom out, or fly slower", repeat=True)
def zoom_out(context: Context) -> None:
    """Farther; the free camera flies slower."""
    context.shell.view.rig.wheel(-context.notches)


@action("fov_narrower", keys=("CTRL+WHEEL_UP",), group="Camera", help="Narrower field of view", repeat=True)
def fov_narrower(context: Context) -> None:
    """Narrower field of view."""
    _change_fov(context, context.notches)


@action("fov_wider", keys=("CTRL+WHEEL_DOWN",), group="Camera", help="Wider field of view", repeat=True)
def fov_wider(context: Context) -> None:
    """Wider field of view."""
    _change_fov(context, -context.notches)


def _change_fov(context: Context, notches: float) -> None:
    rig = context.shell.view.rig
    rig.change_fov(notches)
    context.shell.settings.fov_degrees = rig.fov_degrees


@action("frame", keys=("F", "PAD_Y"), group="Camera", help="Look at the selected body, or at everything")
def frame(context: Context) -> None:
    """Bring the selected body into view and follow it, or show everything."""
    if context.shell.player.active:
        context.shell.say("The camera is attached. [free_camera] lets it fly.")
    else:
        context.shell.look_at(context.window.aspect)


@action("camera_cycle", keys=("C", "PAD_RIGHT_STICK"), group="Camera", help="Next camera")
def camera_cycle(context: Context) -> None:
    """Switch to the next camera; in a game, of the figure or the vehicle, to which the free camera goes back."""
    shell = context.shell
    if shell.player.can_return:
        shell.report(shell.player.back())
        return
    name = shell.player.cycle_camera() if shell.player.active else shell.view.rig.cycle()
    shell.say(f"Camera: {name}")


@action("free_camera", keys=("SHIFT+C",), group="Camera", help="Free camera")
def free_camera(context: Context) -> None:
    """Let the camera fly by itself; in a game again, back to what it was attached to."""
    shell, player = context.shell, context.shell.player
    if player.game is None:
        shell.view.rig.switch("fly")
    elif not player.free:
        player.detach()
        shell.say(
            "Free camera. [camera_cycle] takes you back; [attach] takes what you look at: the figure or a vehicle."
        )
    else:
        shell.report(player.back())


@action("time_of_day", keys=("T",), group="Camera", help="Next time of day: day, dusk, night, dawn")
def time_of_day(context: Context) -> None:
    """Turn the day on."""
    daylight = context.shell.view.daylight
    if daylight.own is not None:
        context.shell.say("This scene has a sky of its own.")
    else:
        context.shell.say(f"Time of day: {daylight.next_time()}")


@held_action("look_left", keys=("PAD_RIGHT_X-",), group="Camera", help="Look left")
def look_left(held: Held, push: float) -> None:
    """Turn the view to the left."""
    held.look_right -= push


@held_action("look_right", keys=("PAD_RIGHT_X+",), group="Camera", help="Look right")
def look_right(held: Held, push: float) -> None:
    """Turn the view to the right."""
    held.look_right += push


@held_action("look_up", keys=("PAD_RIGHT_Y+",), group="Camera", help="Look up")
def look_up(held: Held, push: float) -> None:
    """Turn the view up."""
    held.look_up += push


@held_action("look_down", keys=("PAD_RIGHT_Y-",), group="Camera", help="Look down")
def look_down(held: Held, push: float) -> None:
    """Turn the view down."""
    held.look_up -= push
