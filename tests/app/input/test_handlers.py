import ast
import pathlib

import pytest

from app.input import handlers as deeds_module
from app.input.actions import ACTIONS
from app.input.handlers import Deeds
from tests.app.input.pointing import Pointing

#: The window knows the wheel by its event, not by the names of these actions.
BY_WHEEL = {"drag_farther", "drag_nearer", "zoom_in", "zoom_out", "fov_narrower", "fov_wider"}
EYE = (0.0, 3.0, 10.0)


@pytest.fixture
def deeds(shell):
    return Deeds(shell, Pointing(lambda: (EYE, (0.0, 0.0, -1.0))), lambda: 16 / 9)


def words_of_the_window() -> set[str]:
    """All texts in the code of the window, its mouse and what is held."""
    # Read, not imported: pyglet wants a screen.
    folder = pathlib.Path(deeds_module.__file__).parents[1]
    names = ("window.py", "input/mouse.py", "input/steering.py")
    trees = [ast.parse((folder / name).read_text(encoding="utf-8")) for name in names]
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {node.value for node in nodes if isinstance(node.value, str)}


def test_every_action_is_done_by_the_deeds_or_by_the_window(deeds):
    words = words_of_the_window() | BY_WHEEL
    missing = {action.key for action in ACTIONS if action.key not in deeds and action.key not in words}
    assert missing == set()


def test_nothing_is_done_twice_or_without_being_in_the_table(deeds):
    keys = {action.key for action in ACTIONS}
    assert set(deeds._table) <= keys
    assert not set(deeds._table) & {action.key for action in ACTIONS if action.hold}


@pytest.mark.parametrize("key", ["", "no_such_action", "full_screen", "move_forward"])
def test_other_actions_are_refused(deeds, shell, key):
    before = shell.session.world.state_hash()
    assert key not in deeds and deeds.perform(key) is False
    assert shell.session.world.state_hash() == before


def test_every_deed_can_be_done_at_any_time(deeds, shell):
    for key in (*deeds._table, *reversed(deeds._table)):
        assert deeds.perform(key) is True
        shell.advance(1 / 60)


def test_pause_and_single_steps(deeds, shell):
    deeds.perform("pause")
    shell.advance(0.1)
    assert shell.session.world.step_count == 0
    deeds.perform("step_five")
    for _ in range(5):
        shell.advance(1 / 60)
    assert shell.session.world.step_count == 5
    deeds.perform("step_back")
    assert shell.session.world.step_count == 4
    deeds.perform("pause")
    shell.advance(1 / 60)
    assert shell.session.world.step_count > 4


def test_a_step_or_a_pause_ends_playing_backward(deeds, shell):
    for key in ("pause", "step", "step_back", "reverse"):
        shell.session.step()
        deeds.perform("reverse")
        assert shell.session.playing_back and shell.session.clock.paused
        deeds.perform(key)
        assert not shell.session.playing_back


def test_speed_keys(deeds, shell):
    deeds.perform("slower")
    assert 0.5 < shell.session.speed < 1.0
    deeds.perform("faster")
    assert shell.session.speed == 1.0
    deeds.perform("faster")
    assert 1.0 < shell.session.speed < 2.0
    deeds.perform("normal_speed")
    assert shell.session.speed == 1.0


def test_scene_keys_go_around(deeds, shell):
    deeds.perform("next_scene")
    assert shell.session.runner.key == "demo_late"
    deeds.perform("previous_scene")
    assert shell.session.runner.key == "demo_boxes"


def test_hands_act_along_the_ray(deeds, shell):
    deeds.perform("spawn")
    assert len(shell.session.world.bodies) == 5 and shell.tools.select.selected == 5
    deeds.perform("freeze")
    deeds.perform("undo")
    deeds.perform("undo")
    assert len(shell.session.world.bodies) == 4
    deeds.perform("redo")
    deeds.perform("shoot")
    assert len(shell.session.world.bodies) == 6 and shell.session.world.bodies[-1].velocity[2] < -10.0


def test_escape_does_one_thing_at_a_time_and_never_quits(deeds, shell):
    shell.tools.select.select(shell.session.world.bodies[1])
    shell.panels["help"] = shell.panels["browser"] = True
    shell.session.scene_error = "it broke"
    deeds.perform("overlay")
    assert shell.input.prefix and shell.panels["overlays"]
    deeds.perform("escape")
    assert not shell.input.prefix and shell.session.scene_error
    deeds.perform("escape")
    assert not shell.session.scene_error and shell.panels["help"]
    deeds.perform("escape")
    assert not any(shell.panels[name] for name in ("help", "browser", "overlays")) and shell.tools.select.selected > 0
    deeds.perform("escape")
    assert shell.tools.select.selected == -1 and not shell.messages.visible()
    deeds.perform("escape")
    assert shell.messages.visible()[-1].text == "Ctrl+Q quits."


@pytest.mark.parametrize(("key", "panel"), [("browse", "browser"), ("help", "help"), ("settings", "settings")])
def test_panel_keys_open_and_close(deeds, shell, key, panel):
    deeds.perform(key)
    assert shell.panels[panel]
    deeds.perform(key)
    assert not shell.panels[panel]


def test_the_profiler_is_small_then_large_then_gone(deeds, shell):
    seen = []
    for _ in range(4):
        deeds.perform("profiler")
        seen.append((shell.panels["profiler"], shell.profiler_large))
    assert seen == [(True, False), (True, True), (False, False), (True, False)]


def test_the_panels_are_hidden_and_the_camera_cycles(deeds, shell):
    deeds.perform("hide_ui")
    assert shell.hidden
    names = set()
    for _ in range(3):
        deeds.perform("camera_cycle")
        names.add(shell.view.rig.name)
    assert len(names) == 3
    deeds.perform("free_camera")
    assert shell.view.rig.name == "fly"


def test_mute_is_kept_in_the_settings_and_told(deeds, shell):
    deeds.perform("mute")
    assert shell.settings.mute and shell.messages.visible()[-1].text == "Sound: off"
    deeds.perform("mute")
    assert not shell.settings.mute and shell.messages.visible()[-1].text == "Sound: on"
    shell.settings.volume, shell.settings.mute = 0.0, True
    deeds.perform("mute")
    assert shell.messages.visible()[-1].text == "Sound: on, but the volume is 0"
