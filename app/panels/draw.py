"""Draws the panels that are open."""

from imgui_bundle import imgui

from app.panels import place
from app.panels.registry import PanelEntry
from app.shell import Shell


def draw_panels(shell: Shell) -> None:
    """Draw what is open and has something to show."""
    for key, entry in shell.panels.entries.items():
        if shell.panels[key] and shell.panels.panel(key).is_visible(shell):
            draw_panel(shell, entry)


def draw_panel(shell: Shell, entry: PanelEntry) -> None:
    """Draw one panel."""
    panel, title = shell.panels.panel(entry.key), f"{entry.title}###{entry.key}"
    size = panel.size(shell)
    if entry.centered:
        shown, stays = place.begin_centered(title, entry.size, snug=entry.snug)
    else:
        shown, stays = place.begin(
            title, size or entry.size, right=entry.right, fixed=entry.fixed, varying=size is not None
        )
    if shown:
        panel.draw(shell)
    imgui.end()
    if not stays and panel.close(shell):
        shell.panels[entry.key] = False
