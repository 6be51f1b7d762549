"""Colors of words, such that they can be read on the dark and on the light theme."""

from imgui_bundle import imgui

DARK = {
    "info": (0.75, 0.90, 1.00),
    "good": (0.60, 0.95, 0.70),
    "error": (1.00, 0.62, 0.45),
    "warning": (1.00, 0.85, 0.40),
    "recording": (1.00, 0.45, 0.40),
    "key": (0.70, 0.83, 1.00),
}
LIGHT = {
    "info": (0.05, 0.22, 0.45),
    "good": (0.00, 0.33, 0.12),
    "error": (0.60, 0.10, 0.00),
    "warning": (0.45, 0.26, 0.00),
    "recording": (0.70, 0.00, 0.00),
    "key": (0.05, 0.25, 0.60),
}


def color(name: str, alpha: float = 1.0) -> imgui.ImVec4:
    """A color for words on the present theme."""
    ground = imgui.get_style().color_(imgui.Col_.window_bg)
    return imgui.ImVec4(*(LIGHT if ground.x > 0.5 else DARK)[name], alpha)
