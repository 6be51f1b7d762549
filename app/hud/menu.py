"""The bar at the top: panels, overlays, scenes."""

from imgui_bundle import imgui

from app.overlays.registry import choices
from app.shell import Shell

#: Actions of the first menu; "" is a line between them.
LABELS = {
    "pause": "Pause or continue",
    "restart_now": "Restart the scene",
    "undo": "Undo",
    "redo": "Redo",
    "full_screen": "Full screen",
    "screenshot": "Take a picture",
    "video": "Start or end a video",
    "quit": "Quit",
}
ACTIONS = ("pause", "restart_now", "", "undo", "redo", "", "full_screen", "screenshot", "video", "", "quit")


def draw_menu(shell: Shell) -> float:
    """The bar at the top; returns its height."""
    if not imgui.begin_main_menu_bar():
        return 0.0
    if imgui.begin_menu("Menu"):
        draw_actions(shell)
        imgui.end_menu()
    if imgui.begin_menu("Panels"):
        for entry in shell.panels.entries.values():
            hint = shell.input.bindings.hint(entry.action) if entry.action else ""
            if entry.menu and imgui.menu_item(entry.menu, hint, shell.panels[entry.key])[0]:
                shell.panels.toggle(entry.key)
        imgui.end_menu()
    if imgui.begin_menu("Overlays"):
        prefix = shell.input.bindings.hint("overlay")
        for overlay in choices().values():
            clicked, _ = imgui.menu_item(overlay.label, f"{prefix} {overlay.letter}", overlay.key in shell.overlays)
            if clicked:
                shell.toggle_overlay(overlay.key)
        imgui.separator()
        if imgui.menu_item("All off", "", False, bool(shell.overlays))[0]:
            shell.clear_overlays()
        imgui.end_menu()
    if imgui.begin_menu("Scenes"):
        draw_scene_menu(shell)
        imgui.end_menu()
    height = imgui.get_window_height()
    imgui.end_main_menu_bar()
    return height


def draw_actions(shell: Shell) -> None:
    """What else one looks for in a menu, with its keys."""
    for action in ACTIONS:
        if not action:
            imgui.separator()
        elif imgui.menu_item(LABELS[action], shell.input.bindings.hint(action), False)[0]:
            shell.ask_for(action)


def draw_scene_menu(shell: Shell) -> None:
    """Scenes by category."""
    by_category: dict[str, list] = {}
    for scene in shell.session.runner.ordered():
        by_category.setdefault(scene.category, []).append(scene)
    for category, scenes in by_category.items():
        if imgui.begin_menu(category):
            for scene in scenes:
                clicked, _ = imgui.menu_item(scene.name, "", scene.key == shell.session.runner.key)
                if clicked:
                    shell.session.open_scene(scene.key)
            imgui.end_menu()
