"""Scenes: restart, the next one, find one."""

import time

from app.actions.context import Context
from app.actions.registry import action

#: In a game the key of a restart, which other games reload with, counts only if it is pressed twice within this [s].
TWICE = 3.0


@action("restart", keys=("R",), group="Scenes", help="Restart the scene (in a game: press twice)")
def restart(context: Context) -> None:
    """Start the scene again; the camera stays. In a game it asks first."""
    now = time.monotonic()
    if context.shell.player.active and not context.was_asked("restart", now, TWICE):
        context.shell.say("Press [restart] again to restart the scene.")
        return
    restart_now(context)


@action("restart_now", keys=("F5",), group="Scenes", help="Restart the scene at once")
def restart_now(context: Context) -> None:
    """Start the scene again."""
    if context.shell.session.restart():
        context.shell.say("Restarted. [undo] brings back what was there.")


@action("next_scene", keys=("BRACKETRIGHT", "PAGEDOWN"), group="Scenes", help="Next scene")
def next_scene(context: Context) -> None:
    """Open the scene after this one."""
    session = context.shell.session
    session.open_scene(session.runner.neighbor(1))


@action("previous_scene", keys=("BRACKETLEFT", "PAGEUP"), group="Scenes", help="Previous scene")
def previous_scene(context: Context) -> None:
    """Open the scene before this one."""
    session = context.shell.session
    session.open_scene(session.runner.neighbor(-1))


@action("browse", keys=("CTRL+O", "PAD_BACK"), group="Scenes", help="Browse the scenes")
def browse(context: Context) -> None:
    """Open or close the browser."""
    context.toggle_panel("browser")
