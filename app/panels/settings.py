"""Settings of the app."""

from imgui_bundle import imgui

from app.input.layouts import LAYOUTS
from app.panels.registry import panel
from app.shell import Shell

SCALES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)


@panel(
    "settings", title="Settings", size=(400.0, 370.0), menu="Settings", place=80, action="settings", escape=True,
    pointer=True,
)  # fmt: skip
def draw_settings(shell: Shell) -> None:
    """Sliders and switches; each acts at once."""
    settings = shell.settings
    imgui.push_item_width(150.0 * settings.ui_scale)
    changed, scale = imgui.combo("text size", nearest_scale(settings.ui_scale), [f"{s:.0%}" for s in SCALES])
    if changed:
        settings.ui_scale = SCALES[scale]
    _, light = imgui.checkbox("light theme", settings.theme == "light")
    settings.theme = "light" if light else "dark"
    _, settings.shadows = imgui.checkbox("shadows", settings.shadows)
    _, settings.render_scale = imgui.slider_float("render scale (0: auto)", settings.render_scale, 0.0, 1.0, "%.2f")
    _, settings.vsync = imgui.checkbox("vsync", settings.vsync)
    _, settings.invert_y = imgui.checkbox("invert vertical look", settings.invert_y)
    _, settings.reduced_motion = imgui.checkbox("reduced motion", settings.reduced_motion)
    _, settings.fov_degrees = imgui.slider_float("field of view [deg]", settings.fov_degrees, 40.0, 110.0, "%.0f")
    _, settings.mouse_sensitivity = imgui.slider_float("mouse sensitivity", settings.mouse_sensitivity, 0.05, 5.0)
    _, settings.frame_cap = imgui.slider_int("frame rate limit (0: none)", settings.frame_cap, 0, 240)
    _, settings.volume = imgui.slider_float("volume", settings.volume, 0.0, 1.0, "%.2f")
    _, settings.mute = imgui.checkbox(f"mute ({shell.input.bindings.hint('mute')})###mute", settings.mute)
    layouts = list(LAYOUTS)
    changed, index = imgui.combo("keyboard layout", layouts.index(settings.layout), layouts)
    if changed:
        for note in shell.input.set_layout(layouts[index]):
            shell.say(note, "error")
    imgui.pop_item_width()


def nearest_scale(scale: float) -> int:
    """Index of the nearest size in the list."""
    return min(range(len(SCALES)), key=lambda k: abs(SCALES[k] - scale))
