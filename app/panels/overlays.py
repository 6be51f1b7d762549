"""Switches of the overlays."""

from imgui_bundle import imgui

from app.overlays.registry import choices
from app.panels.registry import panel
from app.shell import Shell


@panel("overlays", title="Overlays", size=(400.0, 430.0), escape=True)
def draw_overlays(shell: Shell) -> None:
    """A row for each, with its letter."""
    prefix = shell.input.bindings.hint("overlay")
    for overlay in choices().values():
        changed, _ = imgui.checkbox(f"{overlay.label}##{overlay.key}", overlay.key in shell.overlays)
        if overlay.help:
            imgui.set_item_tooltip(overlay.help)
        imgui.same_line(345.0 * shell.settings.ui_scale)
        imgui.text_disabled(f"{prefix} {overlay.letter}")
        if changed:
            shell.toggle_overlay(overlay.key)
    imgui.begin_disabled(not shell.overlays)
    if imgui.button("All off"):
        shell.clear_overlays()
    imgui.end_disabled()
