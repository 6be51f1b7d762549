"""All panels of a frame, and the menu that opens them."""

from imgui_bundle import imgui

from app.overlays.registry import choices
from app.panels import help as help_panel, hud, joints, play_hud, profiler, tools, world_panel
from app.panels.browser import Browser, draw_scene
from app.shell import Shell

MENU = (
    ("browser", "Scenes", "browse"),
    ("scene", "This scene", ""),
    ("world", "World", ""),
    ("tools", "Spawn and shoot", ""),
    ("joints", "Joints", "join"),
    ("profiler", "Profiler", "profiler"),
    ("ledger", "Energy", ""),
    ("settings", "Settings", "settings"),
    ("help", "Keys", "help"),
    ("hints", "Hints", "hints"),
)


class Panels:
    """Everything over the picture."""

    def __init__(self) -> None:
        self._browser = Browser()

    def draw(self, shell: Shell, width: float, height: float) -> None:
        """Draw what is open; with a hidden interface only rates and messages."""
        top = 0.0 if shell.hidden else draw_menu(shell)
        hud.draw(shell, width, height, top, minimal=shell.hidden)
        play_hud.draw(shell, width, height)
        if not shell.hidden:
            self.draw_panels(shell, width, height)
        help_panel.draw_error(shell, width, height)  # the last one to appear is in front

    def draw_panels(self, shell: Shell, width: float, height: float) -> None:
        """Panels that are open."""
        self._browser.draw(shell)
        draw_scene(shell)
        world_panel.draw_world(shell)
        profiler.draw_profiler(shell)
        world_panel.draw_ledger(shell)
        tools.draw_inspector(shell, width)
        tools.draw_spawn(shell)
        joints.draw_tools(shell)
        tools.draw_overlays(shell)
        help_panel.draw_settings(shell)
        play_hud.draw_hints(shell)
        help_panel.draw_help(shell)


def draw_menu(shell: Shell) -> float:
    """The bar at the top; returns its height."""
    if not imgui.begin_main_menu_bar():
        return 0.0
    if imgui.begin_menu("Panels"):
        for key, label, action in MENU:
            hint = shell.input.bindings.hint(action) if action else ""
            clicked, _ = imgui.menu_item(label, hint, shell.panels[key])
            if clicked:
                shell.panels[key] = not shell.panels[key]
        imgui.end_menu()
    if imgui.begin_menu("Overlays"):
        prefix = shell.input.bindings.hint("overlay")
        for overlay in choices().values():
            clicked, _ = imgui.menu_item(overlay.label, f"{prefix} {overlay.letter}", overlay.key in shell.overlays)
            if clicked:
                shell.toggle_overlay(overlay.key)
        imgui.end_menu()
    if imgui.begin_menu("Scenes"):
        draw_scene_menu(shell)
        imgui.end_menu()
    height = imgui.get_window_height()
    imgui.end_main_menu_bar()
    return height


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
