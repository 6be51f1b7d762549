"""Everything over the picture."""

from imgui_bundle import imgui

from app.hud import contests, hud, menu, play_hud
from app.hud.corners import layout
from app.hud.paint import Brush
from app.panels import colors, place
from app.panels.colors import color
from app.panels.draw import draw_panels
from app.shell import Shell


def draw(shell: Shell, width: float, height: float) -> None:
    """Draw what is open; with hidden panels only what cannot be missed."""
    colors.choose(safe=shell.settings.color_safe)
    top = menu.draw_menu(shell) if shows_menu(shell) else 0.0
    layout.begin(width, height, top, shell.settings.ui_scale)
    brush = Brush(layout.scale)
    contests.draw(shell)
    play_hud.draw(shell, brush, minimal=shell.hidden)
    hud.draw(shell, brush, minimal=shell.hidden)
    if not shell.hidden:
        draw_panels(shell)
    draw_error(shell, width, height)  # the last one to appear is in front


def shows_menu(shell: Shell) -> bool:
    """Whether the bar at the top is shown: not while the mouse belongs to a game, which could not click on it."""
    return not shell.hidden and (not shell.player.active or shell.panels.needs_pointer)


def draw_error(shell: Shell, width: float, height: float) -> None:
    """What a scene raised, until it is closed."""
    if not shell.session.scene_error:
        return
    center = imgui.ImVec2(width / 2.0, 0.3 * height)
    imgui.set_next_window_pos(center, imgui.Cond_.appearing, imgui.ImVec2(0.5, 0.5))
    shown, is_open = imgui.begin("This scene has an error###error", True, imgui.WindowFlags_.always_auto_resize)
    place.keep_inside(place.free_area())
    if shown:
        imgui.push_text_wrap_pos(min(560.0 * shell.settings.ui_scale, 0.9 * width))
        imgui.text_colored(color("error"), shell.session.scene_error)
        imgui.text_disabled("The previous scene keeps running. Save the file to try again.")
        imgui.pop_text_wrap_pos()
    imgui.end()
    if not is_open:
        shell.session.scene_error = ""
