"""Time: pause, single steps, backward, speed."""

from app.actions.context import Context
from app.actions.held import PRESSED, Held
from app.actions.registry import action, held_action

STEPS_AT_ONCE = 5


@action("pause", keys=("P", "SPACE", "PAUSE", "PAD_START"), group="Time", help="Pause or resume")
def pause(context: Context) -> None:
    """Stop time, or let it go on."""
    session = context.shell.session
    session.playing_back = False
    session.clock.paused = not session.clock.paused


@action("step", keys=("PERIOD", "NUM_DECIMAL"), group="Time", help="Step once", repeat=True)
def step(context: Context) -> None:
    """One step; time stops first."""
    _step(context, 1)


@action("step_five", keys=("SHIFT+PERIOD",), group="Time", help="Step five times", repeat=True)
def step_five(context: Context) -> None:
    """Five steps; time stops first."""
    _step(context, STEPS_AT_ONCE)


def _step(context: Context, count: int) -> None:
    context.shell.session.playing_back = False
    context.shell.session.clock.step_once(count)


@action("step_back", keys=("COMMA",), group="Time", help="Step back", repeat=True)
def step_back(context: Context) -> None:
    """One step back."""
    context.shell.session.playing_back = False
    context.shell.session.step_back()


@action("reverse", keys=("SHIFT+COMMA",), group="Time", help="Play backward")
def reverse(context: Context) -> None:
    """Play backward, or stop doing so."""
    session = context.shell.session
    session.playing_back = not session.playing_back
    session.clock.paused = True


@held_action("slow_motion", keys=("V",), group="Time", help="Slow motion")
def slow_motion(held: Held, push: float) -> None:
    """Let time ease down, and back when the key is let go."""
    held.slow_motion |= push > PRESSED


@action("slower", keys=("MINUS", "NUM_SUBTRACT"), group="Time", help="Slower", repeat=True)
def slower(context: Context) -> None:
    """A notch slower."""
    context.shell.session.change_speed(-1)


@action("faster", keys=("EQUAL", "NUM_ADD", "SHIFT+EQUAL", "PLUS"), group="Time", help="Faster", repeat=True)
def faster(context: Context) -> None:
    """A notch faster."""
    context.shell.session.change_speed(1)


@action("normal_speed", keys=("BACKSLASH", "NUM_MULTIPLY"), group="Time", help="Normal speed")
def normal_speed(context: Context) -> None:
    """As fast as real time."""
    context.shell.session.set_speed(1.0)
