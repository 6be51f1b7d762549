"""Scene browser: search, categories, what each scene shows; sliders of the one that runs."""

from imgui_bundle import imgui

from app.panels import place
from app.panels.colors import color
from app.shell import Shell
from scenes.registry import Slider


class Browser:
    """State of the search box."""

    def __init__(self) -> None:
        self.search = ""
        self._was_open = False

    def draw(self, shell: Shell) -> None:
        """Draw the browser if it is open."""
        if not shell.panels["browser"]:
            self._was_open = False
            return
        shown, shell.panels["browser"] = place.begin("Scenes###browser", (380.0, 560.0), fixed=True)
        if shown:
            if not self._was_open:
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
        self._was_open = True
        imgui.end()

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
            imgui.text_disabled("no scene has these words")

    def open(self, shell: Shell, key: str) -> None:
        """Start a scene and close the browser."""
        shell.session.open_scene(key)
        shell.panels["browser"] = False
        self.search = ""


def draw_scene(shell: Shell) -> None:
    """Help and sliders of the scene that runs."""
    if not shell.panels["scene"]:
        return
    shown, shell.panels["scene"] = place.begin("Scene###scene", (330.0, 240.0))
    if shown:
        imgui.push_text_wrap_pos(300.0 * shell.settings.ui_scale)
        imgui.text(shell.session.scene.help.partition("\n\n")[2].replace("\n", " ") or shell.session.scene.help)
        imgui.pop_text_wrap_pos()
        for key, slider in shell.session.scene.sliders.items():
            imgui.set_next_item_width(150.0 * shell.settings.ui_scale)
            value = shell.session.values.get(key, slider.value)
            ends, words = (slider.low, slider.high), number_format(slider)
            if slider.integer:
                changed, value = imgui.slider_int(slider.label, int(value), *map(int, ends), words)
            else:
                changed, value = imgui.slider_float(slider.label, float(value), *ends, words)
            if slider.live is None:
                imgui.set_item_tooltip("Starts the scene again.")
            if changed:
                shell.complain(shell.session.set_slider(key, value, final=slider.live is not None))
            if imgui.is_item_deactivated_after_edit() and slider.live is None:
                shell.complain(shell.session.set_slider(key, shell.session.values.get(key, slider.value), final=True))
        if imgui.button(f"Restart ({shell.input.bindings.hint('restart')})"):
            shell.session.restart()
    imgui.end()


def number_format(slider: Slider) -> str:
    """How the panel writes the number of a slider: with its unit, as for `printf`."""
    unit = slider.unit.replace("%", "%%")
    return f"{'%d' if slider.integer else '%.3f'} {unit}".rstrip()
