"""Small windows of the display that take no input."""

from imgui_bundle import imgui

FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.always_auto_resize
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_inputs
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_bring_to_front_on_focus
)
MARGIN = 10.0


def corner(name: str, x: float, y: float, pivot_x: float = 0.0, pivot_y: float = 0.0, alpha: float = 0.6) -> None:
    """Begin a small window that takes no input."""
    imgui.set_next_window_pos(imgui.ImVec2(x, y), imgui.Cond_.always, imgui.ImVec2(pivot_x, pivot_y))
    opaque = imgui.get_style().color_(imgui.Col_.window_bg).w >= 1.0  # high contrast
    imgui.set_next_window_bg_alpha(1.0 if opaque else alpha)
    imgui.begin(name, None, FLAGS)


def line_above_hints() -> float:
    """How far above the lower edge of the window the line of hints ends [pixels]."""
    return imgui.get_text_line_height() + 2.0 * imgui.get_style().window_padding.y + 1.5 * MARGIN
