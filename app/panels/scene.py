"""The scene that runs: what it shows, and its sliders."""

import math

from imgui_bundle import imgui

from app.panels.registry import panel
from app.shell import Shell
from scenes.registry import Slider


@panel("scene", title="Scene", size=(330.0, 240.0), menu="This scene", place=20)
def draw_scene(shell: Shell) -> None:
    """Help and sliders."""
    session = shell.session
    imgui.push_text_wrap_pos(300.0 * shell.settings.ui_scale)
    imgui.text(shell.input.bindings.name_keys(f"{session.scene.text}\n\nTry: {session.scene.tries}"))
    imgui.pop_text_wrap_pos()
    for key, slider in session.scene.sliders.items():
        imgui.set_next_item_width(150.0 * shell.settings.ui_scale)
        value = session.values.get(key, slider.value)
        ends, words = (slider.low, slider.high), number_format(slider)
        if slider.integer:
            changed, value = imgui.slider_int(slider.label, int(value), *map(int, ends), words)
        else:
            changed, value = imgui.slider_float(slider.label, float(value), *ends, words)
        if slider.live is None:
            imgui.set_item_tooltip("Restarts the scene.")
        if changed:
            shell.complain(session.set_slider(key, value, final=slider.live is not None))
        if imgui.is_item_deactivated_after_edit() and slider.live is None:
            shell.complain(session.set_slider(key, session.values.get(key, slider.value), final=True))
    if imgui.button(f"Restart ({shell.input.bindings.hint('restart')})"):
        shell.ask_for("restart_now")


def number_format(slider: Slider) -> str:
    """How the panel writes the number of a slider: with its unit, as for `printf`."""
    unit = slider.unit.replace("%", "%%")
    return f"{'%d' if slider.integer else f'%.{decimals(slider)}f'} {unit}".rstrip()


def decimals(slider: Slider) -> int:
    """Decimals of the number of a slider: about three digits, and as many as its smallest value needs."""
    largest = max(abs(slider.low), abs(slider.high))
    wanted = 3 - max(len(str(int(largest))), 1) if largest >= 1.0 else 3
    least = -math.floor(math.log10(slider.low)) if 0.0 < slider.low < 1.0 else 0
    return max(wanted, least, 0)
