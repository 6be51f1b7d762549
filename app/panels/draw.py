"""All panels of a frame, and the menu that opens them."""

from imgui_bundle import imgui

from app.overlays.registry import choices
from app.panels import help as help_panel, hud, joints, play_hud, profiler, tools, world_panel
from app.panels.browser import Browser, draw_scene
from app.sandbox import Sandbox

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

    def draw(self, sandbox: Sandbox, width: float, height: float) -> None:
        """Draw what is open; with a hidden interface only rates and messages."""
        top = 0.0 if sandbox.hidden else draw_menu(sandbox)
        hud.draw(sandbox, width, height, top, minimal=sandbox.hidden)
        play_hud.draw(sandbox, width, height)
        if not sandbox.hidden:
            self.draw_panels(sandbox, width, height)
        help_panel.draw_error(sandbox, width, height)  # the last one to appear is in front

    def draw_panels(self, sandbox: Sandbox, width: float, height: float) -> None:
        """Panels that are open."""
        self._browser.draw(sandbox)
        draw_scene(sandbox)
        world_panel.draw_world(sandbox)
        profiler.draw_profiler(sandbox)
        world_panel.draw_ledger(sandbox)
        tools.draw_inspector(sandbox, width)
        tools.draw_spawn(sandbox)
        joints.draw_tools(sandbox)
        tools.draw_overlays(sandbox)
        help_panel.draw_settings(sandbox)
        play_hud.draw_hints(sandbox)
        help_panel.draw_help(sandbox)


def draw_menu(sandbox: Sandbox) -> float:
    """The bar at the top; returns its height."""
    if not imgui.begin_main_menu_bar():
        return 0.0
    if imgui.begin_menu("Panels"):
        for key, label, action in MENU:
            hint = sandbox.bindings.hint(action) if action else ""
            clicked, _ = imgui.menu_item(label, hint, sandbox.panels[key])
            if clicked:
                sandbox.panels[key] = not sandbox.panels[key]
        imgui.end_menu()
    if imgui.begin_menu("Overlays"):
        prefix = sandbox.bindings.hint("overlay")
        for overlay in choices().values():
            clicked, _ = imgui.menu_item(overlay.label, f"{prefix} {overlay.letter}", overlay.key in sandbox.overlays)
            if clicked:
                sandbox.toggle_overlay(overlay.key)
        imgui.end_menu()
    if imgui.begin_menu("Scenes"):
        draw_scene_menu(sandbox)
        imgui.end_menu()
    height = imgui.get_window_height()
    imgui.end_main_menu_bar()
    return height


def draw_scene_menu(sandbox: Sandbox) -> None:
    """Scenes by category."""
    by_category: dict[str, list] = {}
    for scene in sandbox.runner.ordered():
        by_category.setdefault(scene.category, []).append(scene)
    for category, scenes in by_category.items():
        if imgui.begin_menu(category):
            for scene in scenes:
                clicked, _ = imgui.menu_item(scene.name, "", scene.key == sandbox.runner.key)
                if clicked:
                    sandbox.open_scene(scene.key)
            imgui.end_menu()
