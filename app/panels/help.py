"""Help: all keys, as they are bound."""

from collections.abc import Sequence

from imgui_bundle import imgui

from app.actions.registry import Action
from app.input.names import text_of
from app.overlays.registry import choices
from app.panels.colors import color
from app.panels.registry import panel
from app.shell import Shell

INTRODUCTION = (
    "Drag bodies with the mouse. In a game it looks and fires; [escape] releases it. Click a row to bind another key."
)
#: Groups of actions that matter in a game.
PLAYED = ("Playing", "Movement")


@panel("help", title="Keys", size=(680.0, 600.0), menu="Keys", place=90, action="help", centered=True, escape=True)
def draw_help(shell: Shell) -> None:
    """All actions with the keys really bound; a click on a row and a press binds another one."""
    imgui.text_wrapped(shell.input.bindings.name_keys(INTRODUCTION))
    draw_bindings(shell)
    draw_letters(shell)


def draw_bindings(shell: Shell) -> None:
    """The table, group by group."""
    group, ink = None, color("key")
    for action in in_order(shell):
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
        clicked = draw_row(action, waiting)
        imgui.table_next_column()
        bound = ", ".join(map(text_of, shell.input.bindings.inputs_of(action.key)))
        imgui.push_style_color(imgui.Col_.text, ink)
        imgui.text_wrapped("press a key, or Esc to cancel" if waiting else bound)
        imgui.pop_style_color()
        if clicked:
            shell.input.rebinding = action.key
    if group is not None:
        imgui.end_table()


def draw_row(action: Action, waiting: bool) -> bool:
    """What an action does, on as many lines as it takes; returns whether the row was clicked."""
    corner, width = imgui.get_cursor_pos(), imgui.get_content_region_avail().x
    height = imgui.calc_text_size(action.help, wrap_width=width).y
    flags = imgui.SelectableFlags_.span_all_columns
    clicked, _ = imgui.selectable(f"##{action.key}", waiting, flags, imgui.ImVec2(0.0, height))
    imgui.set_cursor_pos(corner)
    imgui.text_wrapped(action.help)
    return clicked


def in_order(shell: Shell) -> Sequence[Action]:
    """All actions; while a game is played, those that matter in it come first."""
    actions = shell.input.bindings.actions
    return sorted(actions, key=lambda action: action.group not in PLAYED) if shell.player.active else actions


def draw_letters(shell: Shell) -> None:
    """What the letters after some keys choose."""
    ink = color("key")
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
            imgui.text_colored(ink, f"{shell.input.bindings.hint(action.key)}, then {letter}")
        imgui.end_table()
    for overlay in choices().values():
        if overlay.help:
            imgui.text_wrapped(overlay.help)
