"""Panels: help, settings, overlays, profiler; or none at all."""

from app.actions.context import Context
from app.actions.registry import Letters, action
from app.overlays import registry as overlay_registry


@action("help", keys=("F1", "SHIFT+SLASH", "QUESTION"), group="Window", help="Help")
def help_panel(context: Context) -> None:
    """Open or close the list of all keys."""
    context.toggle_panel("help")


@action("hints", keys=("F2",), group="Window", help="Hints: where everything is")
def hints(context: Context) -> None:
    """Open or close the hints of the scene."""
    context.toggle_panel("hints")


@action("results", keys=("F7",), group="Window", help="Results: best laps, medals, levels of the race")
def results(context: Context) -> None:
    """Open or close the results of the contests."""
    context.toggle_panel("results")


@action("messages", keys=("F6",), group="Window", help="Messages: read them again")
def messages(context: Context) -> None:
    """Open or close the list of what was said."""
    context.toggle_panel("log")


@action("profiler", keys=("F3",), group="Window", help="Profiler: small, large, off")
def profiler(context: Context) -> None:
    """None, small, large, none."""
    panels, panel = context.shell.panels, context.shell.panels.panel("profiler")
    is_open, large = panels["profiler"], panel.large
    panels["profiler"], panel.large = not (is_open and large), is_open and not large


def overlay_rows() -> list[tuple[str, str, str]]:
    """Letter, name and label of each overlay."""
    return [(overlay.letter, overlay.key, overlay.label) for overlay in overlay_registry.choices().values()]


def choose_overlay(context: Context, letter: str) -> None:
    """Switch an overlay on or off."""
    overlay = overlay_registry.by_letter(letter)
    if overlay is not None:
        context.shell.toggle_overlay(overlay.key)
    context.close_list()


@action(
    "overlay", keys=("F4",), group="Window", help="Overlays: then a letter",
    letters=Letters("Overlays", overlay_rows, choose_overlay),
)  # fmt: skip
def overlay(context: Context) -> None:
    """Wait for the letter of an overlay."""
    context.start_letters("overlay", "overlays")


@action("settings", keys=("F10", "CTRL+COMMA"), group="Window", help="Settings")
def settings(context: Context) -> None:
    """Open or close the settings."""
    context.toggle_panel("settings")


@action("hide_ui", keys=("TAB",), group="Window", help="Hide or show the panels")
def hide_ui(context: Context) -> None:
    """Show the world alone, or everything."""
    context.shell.hidden = not context.shell.hidden
