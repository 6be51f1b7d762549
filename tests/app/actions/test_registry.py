"""Tests of the registry: every action is found, sound and done by a function."""

import pathlib

import pytest

from app.actions import registry
from app.actions.registry import GROUPS, MODES, Action, load_all
from app.input.names import normalize
from play.weapons.registry import load_all as load_weapons

FOLDER = pathlib.Path(registry.__file__).parent
NEW = """
from app.actions.registry import action


@action("wave", keys=("K",), group="Gestures", help="Wave")
def wave(context):
    context.shell.say("Hello.")
"""


def test_every_action_does_something():
    for action in load_all():
        assert (action.press is None) != (action.held is None), action.key
        assert action.held is None or action.hold, action.key


def test_the_table_is_sound():
    actions = load_all()
    assert len({action.key for action in actions}) == len(actions)
    for action in actions:
        assert action.mode in MODES and action.help and action.group and action.inputs
        assert not (action.repeat and action.hold)
        assert [normalize(name) for name in action.inputs] == list(action.inputs)


def test_groups_are_in_order_and_whole():
    groups = [action.group for action in load_all()]
    assert tuple(dict.fromkeys(groups)) == GROUPS
    assert sorted(groups, key=GROUPS.index) == groups


def test_the_order_does_not_depend_on_which_file_was_imported_first(monkeypatch):
    keys = [action.key for action in load_all()]
    monkeypatch.setattr(registry, "_ACTIONS", dict(reversed(registry._ACTIONS.items())))
    again = [action.key for action in load_all()]
    assert [key for key in again if key in ("help", "quit")] == [key for key in keys if key in ("help", "quit")]


def test_a_new_file_is_all_that_a_new_action_takes(monkeypatch, tmp_path):
    (tmp_path / "gestures.py").write_text(NEW)
    import app.actions

    known = dict(registry._ACTIONS)
    monkeypatch.setattr(registry, "_ACTIONS", known)
    monkeypatch.setattr(app.actions, "__path__", [str(tmp_path), *app.actions.__path__])
    wave = load_all()[-1]
    assert (wave.key, wave.group, wave.inputs, wave.module) == ("wave", "Gestures", ("K",), "app.actions.gestures")


def test_every_weapon_has_an_action():
    actions = {action.key: action for action in load_all()}
    for number, weapon in load_weapons().items():
        action = actions[f"weapon_{number}"]
        assert action.help.lower() == weapon.name and action.mode == "avatar"
        assert action.inputs == (f"_{weapon.key}", f"NUM_{weapon.key}")


@pytest.mark.parametrize(
    ("new", "why"),
    [(Action("pause", "Time", "Again", ("K",)), "already"), (Action("nap", "Time", "Nap", ("K",), mode="bed"), "mode")],
)
def test_an_action_that_cannot_be_is_refused(new, why):
    with pytest.raises(ValueError, match=why):
        registry.add(new)
