"""Scenes: restart, the next one, find one."""

from app.actions.context import Context
from app.actions.registry import action


@action("restart", keys=("R", "F5"), group="Scenes", help="Restart the scene")
def restart(context: Context) -> None:
    """Start the scene again; the camera stays."""
    context.shell.session.restart()


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
    context.shell.panels.toggle("browser")
