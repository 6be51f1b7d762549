"""Help from the table of bindings, and the settings of the app."""

from imgui_bundle import imgui

from app.actions.registry import Action
from app.input.names import text_of
from app.overlays.registry import choices
from app.panels import place
from app.panels.colors import color
from app.shell import Shell


def draw_help(shell: Shell) -> None:
    """All actions with the keys really bound; a click on a row and a press binds anew."""
    if not shell.panels["help"]:
        return
    shown, shell.panels["help"] = place.begin_centered("Keys###help", (680.0, 600.0))
    if shown:
        imgui.text_wrapped(
            "Pull things with the mouse; in a game it looks and fires, Esc frees it. A click on a row binds it anew."
        )
        draw_bindings(shell)
        draw_letters(shell)
    imgui.end()


def draw_bindings(shell: Shell) -> None:
    """The table, group by group."""
    group = None
    for action in sorted(shell.input.bindings.actions, key=lambda action: not in_game(shell, action)):
        if action.group != group:
            if group is not None:
                imgui.end_table()
            group = action.group
            imgui.separator_text(group)
            imgui.begin_table(group, 2)
            imgui.table_setup_column("what", imgui.TableColumnFlags_.width_stretch, 0.55)
            imgui.table_setup_column("keys", imgui.TableColumnFlags_.width_stretch, 0.45)
        imgui.table_next_row()
        imgui.table_next_column()
        waiting = shell.input.rebinding == action.key
        clicked, _ = imgui.selectable(f"{action.help}##{action.key}", waiting, imgui.SelectableFlags_.span_all_columns)
        imgui.table_next_column()
        bound = ", ".join(map(text_of, shell.input.bindings.inputs_of(action.key)))
        imgui.push_style_color(imgui.Col_.text, color("key"))
        imgui.text_wrapped("press a key, Escape keeps it" if waiting else bound)
        imgui.pop_style_color()
        if clicked:
            shell.input.rebinding = action.key
    if group is not None:
        imgui.end_table()


def in_game(shell: Shell, action: Action) -> bool:
    """Whether an action is what matters in the game that is played: it comes first then."""
    return shell.player.active and action.group in ("Playing", "Movement")


def draw_letters(shell: Shell) -> None:
    """What the letters after some keys choose."""
    for action in shell.input.bindings.actions:
        if action.letters is None:
            continue
        imgui.separator_text(action.letters.heading)
        imgui.begin_table(action.letters.heading, 2)
        imgui.table_setup_column("what", imgui.TableColumnFlags_.width_stretch, 0.55)
        imgui.table_setup_column("keys", imgui.TableColumnFlags_.width_stretch, 0.45)
        for letter, _, text in action.letters.rows():
            imgui.table_next_row()
            imgui.table_next_column()
            imgui.text_wrapped(text)
            imgui.table_next_column()
            imgui.text_colored(color("key"), f"{shell.input.bindings.hint(action.key)}, then {letter}")
        imgui.end_table()
    for overlay in choices().values():
        if overlay.help:
            imgui.text_wrapped(overlay.help)


def draw_settings(shell: Shell) -> None:
    """Settings of the app."""
    if not shell.panels["settings"]:
        return
    settings = shell.settings
    shown, shell.panels["settings"] = place.begin("Settings###settings", (400.0, 370.0))
    if shown:
        imgui.push_item_width(150.0 * settings.ui_scale)
        changed, scale = imgui.combo("text size", nearest_scale(settings.ui_scale), [f"{s:.0%}" for s in SCALES])
        if changed:
            settings.ui_scale = SCALES[scale]
        _, light = imgui.checkbox("light theme", settings.theme == "light")
        settings.theme = "light" if light else "dark"
        _, settings.shadows = imgui.checkbox("shadows", settings.shadows)
        _, settings.render_scale = imgui.slider_float("sharpness, 0: auto", settings.render_scale, 0.0, 1.0, "%.2f")
        _, settings.vsync = imgui.checkbox("wait for the screen (vsync)", settings.vsync)
        _, settings.invert_y = imgui.checkbox("invert up and down", settings.invert_y)
        _, settings.reduced_motion = imgui.checkbox("reduced motion", settings.reduced_motion)
        _, settings.fov_degrees = imgui.slider_float("field of view [deg]", settings.fov_degrees, 40.0, 110.0, "%.0f")
        _, settings.mouse_sensitivity = imgui.slider_float("mouse", settings.mouse_sensitivity, 0.05, 5.0)
        _, settings.frame_cap = imgui.slider_int("frames per second, 0: any", settings.frame_cap, 0, 240)
        _, settings.volume = imgui.slider_float("volume", settings.volume, 0.0, 1.0, "%.2f")
        _, settings.mute = imgui.checkbox(f"no sound ({shell.input.bindings.hint('mute')})###mute", settings.mute)
        layouts = ["qwerty", "qwertz", "azerty"]
        changed, index = imgui.combo("keyboard", layouts.index(settings.layout), layouts)
        if changed:
            for note in shell.input.set_layout(layouts[index]):
                shell.say(note, "error")
        imgui.pop_item_width()
    imgui.end()


SCALES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)


def nearest_scale(scale: float) -> int:
    """Index of the nearest size in the list."""
    return min(range(len(SCALES)), key=lambda k: abs(SCALES[k] - scale))


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
        imgui.text_disabled("The last scene goes on. Save the file, and it is tried again.")
        imgui.pop_text_wrap_pos()
    imgui.end()
    if not is_open:
        shell.session.scene_error = ""
