"""Scene browser: search, categories, what each scene shows."""

from imgui_bundle import imgui

from app.panels.colors import color
from app.panels.registry import Panel, panel
from app.shell import Shell
from scenes.registry import Scene

ENTER = imgui.InputTextFlags_.enter_returns_true


@panel(
    "browser", title="Scenes", size=(380.0, 560.0), menu="Scenes", place=10, action="browse", fixed=True, escape=True,
    pointer=True,
)  # fmt: skip
class Browser(Panel):
    """The search box and what it finds."""

    def __init__(self) -> None:
        self.search = ""
        self._openings = 0  # each has a field of its own: ImGui would give a known one its old text back

    def draw(self, shell: Shell) -> None:
        """Draw the box and the list."""
        if imgui.is_window_appearing():
            self.search, self._openings = "", self._openings + 1
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(-1.0)
        entered, self.search = imgui.input_text_with_hint(
            f"##search{self._openings}", "Search scenes; Enter opens the first", self.search, ENTER
        )
        found = self.matching(shell)
        if entered and found:
            self.open(shell, found[0].key)
        imgui.begin_child("list", imgui.ImVec2(0.0, 0.0))
        self.draw_list(shell, found)
        imgui.end_child()

    def matching(self, shell: Shell) -> list[Scene]:
        """Scenes that have all words of the search, the best first; without a search all, by category."""
        scenes = shell.session.runner.ordered()
        if not self.search.split():
            return scenes
        found = [(relevance(scene, self.search), scene) for scene in scenes]
        return [scene for score, scene in sorted(found, key=lambda pair: -pair[0]) if score > 0.0]

    def draw_list(self, shell: Shell, found: list[Scene]) -> None:
        """Scenes under their categories, or as they fit the search."""
        category, searching = None, bool(self.search.split())
        for scene in found:
            if scene.category != category and not searching:
                category = scene.category
                imgui.separator_text(category)
            clicked, _ = imgui.selectable(f"{scene.name}##{scene.key}", scene.key == shell.session.runner.key)
            if clicked:
                self.open(shell, scene.key)
            if imgui.is_item_hovered():
                imgui.set_tooltip(scene.help)
            if searching:
                width = imgui.calc_text_size(scene.category).x
                imgui.same_line(imgui.get_content_region_avail().x - width)
                imgui.text_disabled(scene.category)
        for key, problem in shell.session.runner.failed.items():
            imgui.text_colored(color("error"), key)
            imgui.text_wrapped(problem)
        if not found:
            imgui.text_disabled("No scene matches.")

    def open(self, shell: Shell, key: str) -> None:
        """Start a scene and close the browser."""
        shell.session.open_scene(key)
        shell.panels["browser"] = False
        self.search = ""


def relevance(scene: Scene, search: str) -> float:
    """How well a scene fits, 0 if a word is missing: its name counts most, then category and key, then text."""
    name, words = scene.name.lower(), search.lower().split()
    named = f"{scene.category} {scene.key}".lower()
    total = 0.0
    for word in words:
        if any(part == word for part in name.split()):
            score = 8.0
        elif any(part.startswith(word) for part in name.split()):
            score = 6.0
        elif word in name:
            score = 4.0
        else:
            score = 2.0 if word in named else 1.0 if word in scene.help.lower() else 0.0
        if score == 0.0:
            return 0.0
        total += score
    whole = " ".join(words)
    together = 10.0 if name == whole else 5.0 if name.startswith(whole) else 2.0 if whole in name else 0.0
    return total / len(words) + together
