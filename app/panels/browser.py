"""Scene browser: search, categories, what each scene shows."""

from imgui_bundle import imgui

from app.panels.colors import color
from app.panels.registry import Panel, panel
from app.shell import Shell


@panel(
    "browser", title="Scenes", size=(380.0, 560.0), menu="Scenes", place=10, action="browse", fixed=True, escape=True,
    pointer=True,
)  # fmt: skip
class Browser(Panel):
    """The search box and what it finds."""

    def __init__(self) -> None:
        self.search = ""

    def draw(self, shell: Shell) -> None:
        """Draw the box and the list."""
        if imgui.is_window_appearing():
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(-1.0)
        entered, self.search = imgui.input_text_with_hint(
            "##search", "search", self.search, imgui.InputTextFlags_.enter_returns_true
        )
        found = self.matching(shell)
        if entered and found:
            self.open(shell, found[0].key)
        imgui.begin_child("list", imgui.ImVec2(0.0, 0.0))
        self.draw_list(shell, found)
        imgui.end_child()

    def matching(self, shell: Shell) -> list:
        """Scenes whose name, category or help has all words of the search."""
        words = self.search.lower().split()
        return [
            scene
            for scene in shell.session.runner.ordered()
            if all(word in f"{scene.name} {scene.category} {scene.key} {scene.help}".lower() for word in words)
        ]

    def draw_list(self, shell: Shell, found: list) -> None:
        """Scenes under their categories."""
        category = None
        for scene in found:
            if scene.category != category:
                category = scene.category
                imgui.separator_text(category)
            clicked, _ = imgui.selectable(f"{scene.name}##{scene.key}", scene.key == shell.session.runner.key)
            if clicked:
                self.open(shell, scene.key)
            if imgui.is_item_hovered():
                imgui.set_tooltip(scene.help)
        for key, problem in shell.session.runner.failed.items():
            imgui.text_colored(color("error"), key)
            imgui.text_wrapped(problem)
        if not found:
            imgui.text_disabled("no scene matches")

    def open(self, shell: Shell, key: str) -> None:
        """Start a scene and close the browser."""
        shell.session.open_scene(key)
        shell.panels["browser"] = False
        self.search = ""
