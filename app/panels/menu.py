"""The menu that Escape opens: time stands still until it is closed."""

from imgui_bundle import imgui

from app.panels.place import free_area
from app.panels.registry import Panel, panel
from app.shell import Shell

KEY = "menu"
#: Label and action of each button; those below open a panel and come back here.
LEAVING = (("Restart the scene", "restart_now"), ("Full screen", "full_screen"), ("Quit", "quit"))
OPENING = (("Scenes", "browser"), ("Settings", "settings"), ("Keys and help", "help"), ("Hints", "hints"),
           ("Results", "results"), ("Messages", "log"))  # fmt: skip
WIDTH = 260.0  # of a button at text size 1 [pixels]


@panel(KEY, title="Paused", size=(280.0, 330.0), centered=True, snug=True, escape=True, pointer=True, holds_time=True)
class Menu(Panel):
    """Continue, restart, scenes, settings, help, quit."""

    def is_visible(self, shell: Shell) -> bool:
        """Not while something is open that was chosen here: the menu comes back after it."""
        return not shell.panels.is_any_open(key for _, key in OPENING)

    def draw(self, shell: Shell) -> None:
        """One button below the other."""
        size = imgui.ImVec2(WIDTH * shell.settings.ui_scale, button_height())
        if imgui.is_window_appearing():
            imgui.set_keyboard_focus_here()
        # Else letters hang out of buttons that a low window makes low.
        imgui.push_style_var(imgui.StyleVar_.frame_padding, imgui.ImVec2(imgui.get_style().frame_padding.x, 0.0))
        if imgui.button("Continue", size):
            shell.panels[KEY] = False
        self._draw_action(shell, size, *LEAVING[0])
        imgui.separator()
        for label, key in OPENING:
            if imgui.button(label, size):
                shell.panels[key] = True
        imgui.separator()
        for label, action in LEAVING[1:]:
            self._draw_action(shell, size, label, action)
        imgui.pop_style_var()

    def _draw_action(self, shell: Shell, size: imgui.ImVec2, label: str, action: str) -> None:
        if imgui.button(label, size):
            shell.panels[KEY] = False
            shell.ask_for(action)


def button_height() -> float:
    """Height of a button such that all of them have room, if the window is not too low for that [pixels]."""
    style, font = imgui.get_style(), imgui.get_font_size()
    frame = imgui.get_frame_height() + 2.0 * style.window_padding.y  # title and margins
    lines = 2.0 * (style.item_spacing.y + 1.0)
    share = (free_area()[3] - frame - lines) / (1 + len(LEAVING) + len(OPENING)) - style.item_spacing.y
    return min(max(share, 1.1 * font), 1.7 * font)
