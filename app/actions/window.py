"""Window: full screen, pictures, sound, size of text, escape, quit."""

from app.actions.context import Context
from app.actions.registry import action
from app.shell import Shell

UI_SCALES = (0.5, 3.0)  # smallest and largest size of text
UI_STEP = 0.25


@action("full_screen", keys=("F11", "ALT+RETURN"), group="Window", help="Full screen")
def full_screen(context: Context) -> None:
    """Fill the screen, or not."""
    context.window.toggle_full_screen()


@action("screenshot", keys=("F12", "PRINT"), group="Window", help="Take a screenshot")
def screenshot(context: Context) -> None:
    """Write a picture."""
    context.window.take_picture()


@action("video", keys=("SHIFT+F12",), group="Window", help="Start or stop recording a video")
def video(context: Context) -> None:
    """Start a video, or end it."""
    context.window.toggle_video()


@action("mute", keys=("M",), group="Window", help="Sound on or off")
def mute(context: Context) -> None:
    """Switch the sound off or on."""
    settings = context.shell.settings
    settings.mute = not settings.mute
    state = "off" if settings.mute else "on" if settings.volume > 0.0 else "on, but the volume is 0"
    context.shell.say(f"Sound: {state}")


@action(
    "ui_bigger", keys=("CTRL+EQUAL", "CTRL+SHIFT+EQUAL", "CTRL+NUM_ADD", "CTRL+PLUS"), group="Window",
    help="Larger text", repeat=True,
)  # fmt: skip
def ui_bigger(context: Context) -> None:
    """Larger text."""
    _change_scale(context, UI_STEP)


@action("ui_smaller", keys=("CTRL+MINUS", "CTRL+NUM_SUBTRACT"), group="Window", help="Smaller text", repeat=True)
def ui_smaller(context: Context) -> None:
    """Smaller text."""
    _change_scale(context, -UI_STEP)


def _change_scale(context: Context, change: float) -> None:
    settings = context.shell.settings
    settings.ui_scale = min(max(settings.ui_scale + change, UI_SCALES[0]), UI_SCALES[1])


@action("escape", keys=("ESCAPE",), group="Window", help="Close, cancel, menu")
def escape(context: Context) -> None:
    """Cancel, close, deselect: one thing at a time; when nothing is left, the menu."""
    shell = context.shell
    if shell.input.rebinding or shell.input.prefix:
        shell.input.cancel_rebinding()
        shell.input.prefix = ""
    elif shell.session.scene_error:
        shell.session.scene_error = ""
    elif not (shell.report(shell.tools.join.cancel()).ok or shell.panels.escape(shell)):
        _deselect(shell)


def _deselect(shell: Shell) -> None:
    if shell.tools.select.any and not shell.player.active:
        shell.tools.select.select(None)
    elif not shell.title.close() or shell.player.active:  # a game has its menu at the first press
        shell.hidden = False
        shell.panels["menu"] = True


@action("skip_lesson", keys=("H",), group="Window", help="Skip one of the first steps")
def skip_lesson(context: Context) -> None:
    """Leave out the lesson that is shown."""
    context.shell.lessons.skip(context.shell)


@action("quit", keys=("CTRL+Q",), group="Window", help="Quit")
def quit_app(context: Context) -> None:
    """Close the window."""
    context.window.quit()
