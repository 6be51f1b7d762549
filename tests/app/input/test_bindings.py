import json

import pytest

from app.actions.registry import MODES, Action, load_all
from app.input import names as input_names
from app.input.bindings import Bindings
from app.input.layouts import LAYOUTS
from app.input.names import normalize, split

ACTIONS = load_all()
WANTED = """
pause step step_five step_back reverse slower faster normal_speed restart next_scene previous_scene browse
help hide_ui full_screen screenshot video profiler overlay frame camera_cycle free_camera settings undo redo
delete freeze shoot spawn select look drag move_forward move_back move_left move_right move_up move_down
roll_left roll_right fast slow ui_bigger ui_smaller quit escape mute
""".split()


@pytest.fixture
def bindings():
    return Bindings()


def key_of(bindings, name, **options):
    found = bindings.find(name, **options)
    return found.key if found else None


# ---- The table


def test_every_wanted_action_is_there():
    assert set(WANTED) <= {action.key for action in ACTIONS}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_layout_has_conflicts(layout):
    assert Bindings(layout).conflicts() == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_name_known_actions_and_inputs(layout):
    known = {action.key for action in ACTIONS}
    for action, names in LAYOUTS[layout].items():
        assert action in known and [normalize(name) for name in names] == list(names)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_arrows_always_move(layout):
    bindings = Bindings(layout)
    assert [key_of(bindings, name) for name in ("UP", "DOWN", "LEFT", "RIGHT")] == [
        "move_forward",
        "move_back",
        "move_left",
        "move_right",
    ]


# ---- Finding


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("P", "pause"),
        ("PERIOD", "step"),
        ("SHIFT+PERIOD", "step_five"),
        ("COMMA", "step_back"),
        ("SHIFT+COMMA", "reverse"),
        ("MINUS", "slower"),
        ("EQUAL", "faster"),
        ("BACKSLASH", "normal_speed"),
        ("BRACKETRIGHT", "next_scene"),
        ("CTRL+O", "browse"),
        ("SHIFT+SLASH", "help"),
        ("ALT+ENTER", "full_screen"),
        ("F12", "screenshot"),
        ("SHIFT+F12", "video"),
        ("CTRL+SHIFT+Z", "redo"),
        ("CTRL+Y", "redo"),
        ("SHIFT+C", "free_camera"),
        ("CTRL+EQUAL", "ui_bigger"),
        ("CTRL+Q", "quit"),
        ("M", "mute"),
        ("CTRL+MOUSE_LEFT", "drag"),
        ("MOUSE_RIGHT", "look"),
        ("CTRL+WHEEL_UP", "fov_narrower"),
        ("CTRL+LCTRL", "slow"),
        ("K", None),
        ("ALT+P", None),
        ("252", None),
        ("", None),
    ],
)
def test_keys_do_what_people_expect(bindings, name, action):
    assert key_of(bindings, name) == action


def test_held_keys_count_with_any_modifier(bindings):
    for name in ("W", "SHIFT+W", "CTRL+W", "CTRL+SHIFT+W", "ALT+W"):
        assert key_of(bindings, name) == "move_forward"
    assert key_of(bindings, "SHIFT+B") is None


def test_slow_flight_does_not_quit(bindings):
    assert key_of(bindings, "CTRL+Q") == "quit"
    assert key_of(bindings, "CTRL+Q", flying=True) == "move_down"
    assert key_of(Bindings("azerty"), "CTRL+Z", flying=True) == "move_forward"
    assert key_of(bindings, "CTRL+O", flying=True) == "roll_right"


def test_commands_still_count_while_flying_fast(bindings):
    assert key_of(bindings, "SHIFT+B", flying=True) == "shoot"
    assert key_of(bindings, "SHIFT+WHEEL_UP", flying=True) == "zoom_in"
    assert key_of(bindings, "SHIFT+F12", flying=True) == "video"
    assert key_of(bindings, "CTRL+B", flying=True) is None


def test_a_mode_comes_before_what_counts_everywhere(bindings):
    assert key_of(bindings, "SPACE") == "pause"
    assert key_of(bindings, "SPACE", mode="avatar") == "jump"
    assert key_of(bindings, "P", mode="avatar") == "pause"
    assert key_of(bindings, "E") == "move_up"
    assert key_of(bindings, "E", mode="avatar") == "enter"
    assert key_of(bindings, "E", mode="drag") == "drag_rotate"
    assert key_of(bindings, "WHEEL_UP", mode="drag") == "drag_farther"
    assert key_of(bindings, "W", mode="drag") == "move_forward"


def test_a_figure_that_runs_or_crouches_can_do_all_the_rest(bindings):
    for modifier in ("SHIFT+", "CTRL+", "CTRL+SHIFT+"):
        for name, action in (("W", "move_forward"), ("E", "enter"), ("2", "weapon_2"), ("MOUSE_LEFT", "fire")):
            assert key_of(bindings, modifier + name, mode="avatar", flying=True) == action
    assert key_of(bindings, "CTRL+Q", mode="avatar", flying=True) == "quit"
    assert key_of(bindings, "CTRL+O", mode="avatar", flying=True) == "browse"


# ---- Changing


def test_rebind_takes_the_old_inputs_away(bindings):
    assert bindings.rebind("pause", ["F9", "ctrl+f8", "F9"]) == []
    assert bindings.inputs_of("pause") == ("F9", "CTRL+F8")
    assert key_of(bindings, "F9") == "pause" and key_of(bindings, "P") is None
    assert bindings.hint("pause") == "F9"


def test_bad_inputs_are_ignored_in_words(bindings):
    notes = bindings.rebind("pause", ["F9", "HYPER+X", "ß"])
    assert bindings.inputs_of("pause") == ("F9",)
    assert len(notes) == 2 and "HYPER+X" in notes[0] and notes[0].startswith("Binding of pause ignored")


def test_an_action_can_be_unbound_and_reset(bindings):
    bindings.rebind("pause", [])
    assert key_of(bindings, "P") is None and bindings.hint("pause") == ""
    bindings.reset("pause")
    assert key_of(bindings, "P") == "pause"
    bindings.rebind("step", ["F9"])
    bindings.reset()
    assert bindings.to_settings() == {}


def test_unknown_actions_and_layouts_are_told(bindings):
    for call in (lambda: bindings.rebind("fly", []), lambda: bindings.hint("fly"), lambda: bindings.reset("fly")):
        with pytest.raises(LookupError, match="unknown action 'fly'"):
            call()
    with pytest.raises(LookupError, match="qwerty, qwertz, azerty"):
        Bindings("dvorak")


def test_conflicts_are_found_within_a_mode_only(bindings):
    bindings.rebind("step", ["P"])
    assert bindings.conflicts() == [("P", "always", ("pause", "step"))]
    bindings.rebind("step", ["SPACE"])
    assert bindings.conflicts() == [("SPACE", "always", ("pause", "step"))]
    bindings.rebind("step", ["F9"])
    bindings.rebind("jump", ["P"])
    assert bindings.conflicts() == []


def test_hints_for_keyboard_and_pad(bindings):
    assert [bindings.hint(key) for key in ("browse", "video", "select", "next_scene")] == [
        "Ctrl+O",
        "Shift+F12",
        "Left mouse",
        "]",
    ]
    assert bindings.hint("move_forward", pad=True) == "Pad left stick up" and bindings.hint("undo", pad=True) == ""
    assert Bindings("azerty").hint("move_forward") == "Z" and Bindings("qwertz").hint("faster") == "+"


def test_help_lists_every_bound_action(bindings):
    bindings.rebind("quit", [])
    help_lines = bindings.help()
    assert sum(map(len, help_lines.values())) == len(ACTIONS) - 1
    assert ("P, Space, Pause, Pad Start", "Pause or resume") in help_lines["Time"]


def test_changing_the_layout_keeps_what_was_bound_by_hand(bindings):
    bindings.rebind("pause", ["F9"])
    bindings.layout = "azerty"
    assert bindings.hint("pause") == "F9" and key_of(bindings, "Z") == "move_forward"


def test_own_tables_can_be_used():
    bindings = Bindings(actions=[Action("go", "G", "Go", ("A",)), Action("stop", "G", "Stop", ("A",))])
    assert bindings.conflicts() == [("A", "always", ("go", "stop"))] and bindings.find("A").key == "go"


# ---- Settings


def test_settings_hold_only_what_differs(bindings):
    bindings.rebind("pause", ["F9"])
    bindings.rebind("step", bindings.inputs_of("step"))
    bindings.rebind("quit", [])
    saved = json.loads(json.dumps(bindings.to_settings()))
    assert saved == {"pause": ["F9"], "quit": []}
    again, notes = Bindings.from_settings(saved)
    assert notes == [] and again.to_settings() == saved and key_of(again, "CTRL+Q") != "quit"


def test_unknown_actions_are_kept():
    bindings, notes = Bindings.from_settings({"teleport": ["T", "HYPER+T"]})
    assert notes == [] and bindings.to_settings() == {"teleport": ["T", "HYPER+T"]}


def test_warnings_are_those_of_the_action(bindings):
    assert bindings.warnings() == []
    bindings.rebind("quit", ["P"])
    assert (
        bindings.warnings("quit")
        == bindings.warnings()
        == ['P is bound to "Pause or resume" and "Quit"; only the first works.']
    )
    assert bindings.warnings("shoot") == []


def test_bad_settings_are_told_and_do_no_harm():
    bindings, notes = Bindings.from_settings(
        {"pause": ["F9", "?!"], "step": ["nonsense"], "quit": ["P", "F9"]}, "dvorak"
    )
    assert bindings.layout == "qwerty" and bindings.inputs_of("pause") == ("F9",)
    assert bindings.inputs_of("step") == ("PERIOD", "NUM_DECIMAL")
    assert any("dvorak" in note for note in notes) and any("?!" in note for note in notes)
    assert any("nonsense" in note for note in notes)
    assert 'F9 is bound to "Pause or resume" and "Quit"; only the first works.' in notes
    assert key_of(bindings, "F9") == "pause"


def test_no_pad_button_does_two_things_in_a_mode(bindings):
    for mode in MODES[1:]:
        seen = {}
        for action in ACTIONS:
            for name in action.inputs:
                if action.mode in ("always", mode) and split(name)[1].startswith("PAD_"):
                    assert name not in seen, (name, seen.get(name), action.key)
                    seen[name] = action.key


# ---- Speed


def test_a_frame_that_asks_for_inputs_and_hints_parses_nothing(bindings, monkeypatch):
    monkeypatch.setattr(input_names, "split", lambda text: pytest.fail(f"{text} was parsed again"))
    assert bindings.inputs_of("spawn") == ("N", "INSERT") and bindings.hint("browse") == "Ctrl+O"
    assert bindings.hint("browse", pad=True) == "Pad Back" and bindings.hint("redo", pad=True) == ""


def test_the_help_parses_each_name_once(bindings, monkeypatch):
    names = [name for action in bindings.actions for name in bindings.inputs_of(action.key)]
    words = [input_names.text_of(name) for name in names]
    monkeypatch.setattr(input_names, "split", lambda text: pytest.fail(f"{text} was parsed again"))
    assert [input_names.text_of(name) for name in names] == words and len(names) > 100


# ---- Sentences


def test_sentences_of_the_game_name_the_keys_that_are_bound():
    bindings = Bindings()
    assert bindings.name_keys("Press [hints], or [2] of [them].") == "Press F2, or [2] of [them]."
    bindings.rebind("hints", ["CTRL+H"])
    assert bindings.name_keys("Press [hints].") == "Press Ctrl+H."
    bindings.rebind("hints", [])
    assert bindings.name_keys("Press [hints].") == 'Press "Hints: where everything is" (no key).'


# ---- Taking a key


def test_a_taken_key_leaves_the_other_action_and_the_inputs_of_the_other_device(bindings):
    assert [action.key for action in bindings.rivals("pause", "B")] == ["shoot"]
    bindings.take("pause", "b")
    assert bindings.inputs_of("pause") == ("B", "PAD_START") and bindings.inputs_of("shoot") == ("PAD_RIGHT_TRIGGER+",)
    assert bindings.warnings() == [] and bindings.is_changed("shoot")


def test_a_key_of_another_mode_is_no_rival(bindings):
    """Space jumps in a game and pauses elsewhere."""
    assert bindings.rivals("pause", "SPACE") == [] and bindings.rivals("jump", "P") == []
    assert [action.key for action in bindings.rivals("shoot", "P")] == ["pause"]
