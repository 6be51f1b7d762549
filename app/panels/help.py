"""Help: all keys as they are bound; they can be searched, changed and put back."""

from collections.abc import Sequence

from imgui_bundle import imgui

from app.actions.registry import Action
from app.input.names import text_of
from app.overlays.registry import choices
from app.panels.colors import color
from app.panels.registry import Panel, panel
from app.shell import Shell

INTRODUCTION = "Drag bodies with the mouse. In a game it looks and fires; [escape] opens the menu."
#: Groups of actions that matter in a game.
PLAYED = ("Playing", "Movement")
#: Shares of the width: what it does, its keys.
SHARES = (0.56, 0.44)
#: The list scrolls alone if so many lines of it are in sight; else all of the panel does.
LIST_LEAST = 8.0


@panel(
    "help", title="Keys", size=(720.0, 600.0), menu="Keys", place=90, action="help", centered=True, escape=True,
    pointer=True,
)  # fmt: skip
class Help(Panel):
    """All actions with the keys really bound.

    Attributes:
        search: What is looked for.
    """

    def __init__(self) -> None:
        self.search = ""

    def draw(self, shell: Shell) -> None:
        """What stays at the top, and the list below it."""
        if imgui.is_window_appearing():
            self.search = ""
            shell.input.cancel_rebinding()
        imgui.text_wrapped(shell.input.bindings.name_keys(INTRODUCTION))
        self._draw_tools(shell)
        draw_question(shell)
        apart = imgui.get_content_region_avail().y > LIST_LEAST * imgui.get_font_size()
        if apart:
            imgui.begin_child("list")
        actions = [action for action in in_order(shell) if self.matches(shell, action)]
        draw_bindings(shell, actions)
        letters = self._draw_letters(shell)
        if not actions and not letters:
            imgui.text_disabled("No action or key matches.")
        if apart:
            imgui.end_child()

    def close(self, shell: Shell) -> bool:
        """No key is waited for any longer."""
        shell.input.cancel_rebinding()
        return True

    def _draw_tools(self, shell: Shell) -> None:
        """Search, undo, defaults; below each other where the window is narrow."""
        keys, labels = shell.input, ("Undo change", "Reset all keys")
        padding, gap = imgui.get_style().frame_padding.x, imgui.get_style().item_spacing.x
        taken = sum(imgui.calc_text_size(label).x + 2.0 * padding + gap for label in labels)
        room = imgui.get_content_region_avail().x
        beside = room - taken > 10.0 * imgui.get_font_size()
        imgui.set_next_item_width(room - taken if beside else -1.0)
        _, self.search = imgui.input_text_with_hint("##search", "Search actions and keys", self.search)
        if beside:
            imgui.same_line()
        imgui.begin_disabled(not keys.can_undo)
        undone = imgui.button(labels[0])
        imgui.end_disabled()
        imgui.same_line()
        imgui.begin_disabled(not any(keys.bindings.is_changed(action.key) for action in keys.bindings.actions))
        reset = imgui.button(labels[1])
        imgui.end_disabled()
        if undone:
            shell.say(keys.undo(), "good")
        elif reset:
            shell.say(keys.reset(), "good")

    def matches(self, shell: Shell, action: Action) -> bool:
        """Whether name, group and keys of an action have all words of the search."""
        keys = " ".join(map(text_of, shell.input.bindings.inputs_of(action.key)))
        return self._found(f"{action.group} {action.help} {keys}")

    def _found(self, text: str) -> bool:
        return all(word in text.lower() for word in self.search.lower().split())

    def _draw_letters(self, shell: Shell) -> bool:
        """What the letters after some keys choose; returns whether any of it was found."""
        any_found = False
        for action in shell.input.bindings.actions:
            if action.letters is None:
                continue
            heading, first = action.letters.heading, shell.input.bindings.hint(action.key)
            rows = [(text, f"{first}, then {letter}") for letter, _, text in action.letters.rows()]
            rows = [row for row in rows if self._found(f"{heading} {row[0]} {row[1]}")]
            any_found |= bool(rows)
            if rows:
                imgui.separator_text(heading)
                begin_table(heading)
            for text, keys in rows:
                draw_cells(text, keys)
            if rows:
                imgui.end_table()
        for overlay in choices().values():
            if overlay.help and self._found(overlay.help):
                any_found = True
                imgui.text_wrapped(overlay.help)
        return any_found


def draw_question(shell: Shell) -> None:
    """What is waited for, or that the key does something else already."""
    keys = shell.input
    if not keys.rebinding:
        return
    name = keys.bindings.action(keys.rebinding).help
    ink = color("warning")
    imgui.push_style_color(imgui.Col_.text, ink)
    if not keys.wish:
        imgui.text_wrapped(f'Press the new key for "{name}". Esc leaves it as it is.')
        imgui.pop_style_color()
        return
    imgui.text_wrapped(keys.question())
    imgui.pop_style_color()
    if imgui.button("Use it here"):
        shell.say(keys.accept(), "good")
    imgui.same_line()
    if imgui.button("Choose another key"):
        keys.start_rebinding(keys.rebinding)
    imgui.same_line()
    if imgui.button("Cancel"):
        keys.cancel_rebinding()


def draw_bindings(shell: Shell, actions: Sequence[Action]) -> None:
    """The table, group by group."""
    group = None
    for action in actions:
        if action.group != group:
            if group is not None:
                imgui.end_table()
            group = action.group
            imgui.separator_text(group)
            begin_table(group, buttons=True)
        waiting = shell.input.rebinding == action.key
        bound = ", ".join(map(text_of, shell.input.bindings.inputs_of(action.key))) or "no key"
        draw_cells(action.help, "..." if waiting else bound, shaded=waiting)
        draw_buttons(shell, action)
    if group is not None:
        imgui.end_table()


def begin_table(name: str, *, buttons: bool = False) -> None:
    """Begin a table of names and keys, which wrap within their columns."""
    imgui.begin_table(name, 3 if buttons else 2, imgui.TableFlags_.row_bg)
    for column, share in zip(("what", "keys"), SHARES, strict=True):
        imgui.table_setup_column(column, imgui.TableColumnFlags_.width_stretch, share)
    if buttons:
        widths = (
            imgui.calc_text_size(word).x + 2.0 * imgui.get_style().frame_padding.x for word in ("Change", "Reset")
        )
        width = sum(widths) + imgui.get_style().item_spacing.x
        imgui.table_setup_column("buttons", imgui.TableColumnFlags_.width_fixed, width)


def draw_cells(text: str, keys: str, *, shaded: bool = False) -> None:
    """A row of a table: what is done, and by which keys."""
    imgui.table_next_row()
    if shaded:
        shade = imgui.get_color_u32(imgui.Col_.header)
        imgui.table_set_bg_color(imgui.TableBgTarget_.row_bg1, shade)
    imgui.table_next_column()
    imgui.text_wrapped(text)
    imgui.table_next_column()
    imgui.push_style_color(imgui.Col_.text, color("key"))
    imgui.text_wrapped(keys)
    imgui.pop_style_color()


def draw_buttons(shell: Shell, action: Action) -> None:
    """Change the keys of an action, or put them back."""
    keys = shell.input
    imgui.table_next_column()
    if imgui.small_button(f"Change##{action.key}"):
        keys.start_rebinding(action.key)
    if keys.bindings.is_changed(action.key):
        imgui.same_line()
        if imgui.small_button(f"Reset##{action.key}"):
            shell.say(keys.reset(action.key), "good")


def in_order(shell: Shell) -> Sequence[Action]:
    """All actions; while a game is played, those that matter in it come first."""
    actions = shell.input.bindings.actions
    return sorted(actions, key=lambda action: action.group not in PLAYED) if shell.player.active else actions
