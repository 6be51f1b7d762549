"""Scene browser: search, categories, what each scene shows; sliders of the one that runs."""

from imgui_bundle import imgui

from app.panels import place
from app.panels.colors import color
from app.sandbox import Sandbox
from scenes.registry import Slider


class Browser:
    """State of the search box."""

    def __init__(self) -> None:
        self.search = ""
        self._was_open = False

    def draw(self, sandbox: Sandbox) -> None:
        """Draw the browser if it is open."""
        if not sandbox.panels["browser"]:
            self._was_open = False
            return
        shown, sandbox.panels["browser"] = place.begin("Scenes###browser", (380.0, 560.0), fixed=True)
        if shown:
            if not self._was_open:
                imgui.set_keyboard_focus_here()
            imgui.set_next_item_width(-1.0)
            entered, self.search = imgui.input_text_with_hint(
                "##search", "search", self.search, imgui.InputTextFlags_.enter_returns_true
            )
            found = self.matching(sandbox)
            if entered and found:
                self.open(sandbox, found[0].key)
            imgui.begin_child("list", imgui.ImVec2(0.0, 0.0))
            self.draw_list(sandbox, found)
            imgui.end_child()
        self._was_open = True
        imgui.end()

    def matching(self, sandbox: Sandbox) -> list:
        """Scenes whose name, category or help has all words of the search."""
        words = self.search.lower().split()
        return [
            scene
            for scene in sandbox.runner.ordered()
            if all(word in f"{scene.name} {scene.category} {scene.key} {scene.help}".lower() for word in words)
        ]

    def draw_list(self, sandbox: Sandbox, found: list) -> None:
        """Scenes under their categories."""
        category = None
        for scene in found:
            if scene.category != category:
                category = scene.category
                imgui.separator_text(category)
            clicked, _ = imgui.selectable(f"{scene.name}##{scene.key}", scene.key == sandbox.runner.key)
            if clicked:
                self.open(sandbox, scene.key)
            if imgui.is_item_hovered():
                imgui.set_tooltip(scene.help)
        for key, problem in sandbox.runner.failed.items():
            imgui.text_colored(color("error"), key)
            imgui.text_wrapped(problem)
        if not found:
            imgui.text_disabled("no scene has these words")

    def open(self, sandbox: Sandbox, key: str) -> None:
        """Start a scene and close the browser."""
        sandbox.open_scene(key)
        sandbox.panels["browser"] = False
        self.search = ""


def draw_scene(sandbox: Sandbox) -> None:
    """Help and sliders of the scene that runs."""
    if not sandbox.panels["scene"]:
        return
    shown, sandbox.panels["scene"] = place.begin("Scene###scene", (330.0, 240.0))
    if shown:
        imgui.push_text_wrap_pos(300.0 * sandbox.settings.ui_scale)
        imgui.text(sandbox.scene.help.partition("\n\n")[2].replace("\n", " ") or sandbox.scene.help)
        imgui.pop_text_wrap_pos()
        for key, slider in sandbox.scene.sliders.items():
            imgui.set_next_item_width(150.0 * sandbox.settings.ui_scale)
            value = sandbox.values.get(key, slider.value)
            ends, words = (slider.low, slider.high), number_format(slider)
            if slider.integer:
                changed, value = imgui.slider_int(slider.label, int(value), *map(int, ends), words)
            else:
                changed, value = imgui.slider_float(slider.label, float(value), *ends, words)
            if slider.live is None:
                imgui.set_item_tooltip("Starts the scene again.")
            if changed:
                sandbox.set_slider(key, value, final=slider.live is not None)
            if imgui.is_item_deactivated_after_edit() and slider.live is None:
                sandbox.set_slider(key, sandbox.values.get(key, slider.value), final=True)
        if imgui.button(f"Restart ({sandbox.bindings.hint('restart')})"):
            sandbox.restart()
    imgui.end()


def number_format(slider: Slider) -> str:
    """How the panel writes the number of a slider: with its unit, as for `printf`."""
    unit = slider.unit.replace("%", "%%")
    return f"{'%d' if slider.integer else '%.3f'} {unit}".rstrip()
