"""What each action does, with a mouse and a window that only note what is asked of them."""

import pytest

from app.settings import Settings
from app.shell import Shell
from assets.skies import HOURS, SPACE, TIMES, sky_at
from play.controls import WEAPON_NEXT, WEAPON_NONE, WEAPON_PREVIOUS, Controls
from play.weapons.registry import load_all as load_weapons
from tests.app.actions.fakes import make_context
from tests.app.conftest import scene_text

EYE = (0.0, 3.0, 10.0)
GAME = """
from physics import Vec3
from play.figure.avatar import Avatar
from play.game import Game


@scene(category="Demo", name="Game", view=View())
def build(world):
    kit.add_ground(world)
    Game(world).add_avatar(Avatar(world, Vec3(0.0, 0.0, 0.0)))


def autoplay(game):
    while True:
        yield game.controls
"""


@pytest.fixture
def actions(shell):
    return make_context(shell, (EYE, (0.0, 0.0, -1.0)))


def test_every_action_can_be_done_at_any_time(actions, shell):
    keys = [action.key for action in shell.input.bindings.actions]
    for key in (*keys, *reversed(keys)):
        actions.perform(key)
        shell.advance(1 / 60)


def test_an_unknown_action_is_refused_in_words(actions):
    with pytest.raises(LookupError, match="unknown action 'fly'"):
        actions.perform("fly")


def test_pause_and_single_steps(actions, shell):
    actions.perform("pause")
    shell.advance(0.1)
    assert shell.session.world.step_count == 0
    actions.perform("step_five")
    for _ in range(5):
        shell.advance(1 / 60)
    assert shell.session.world.step_count == 5
    actions.perform("step_back")
    assert shell.session.world.step_count == 4
    actions.perform("pause")
    shell.advance(1 / 60)
    assert shell.session.world.step_count > 4


def test_a_step_or_a_pause_ends_playing_backward(actions, shell):
    for key in ("pause", "step", "step_back", "reverse"):
        shell.session.step()
        actions.perform("reverse")
        assert shell.session.playing_back and shell.session.clock.paused
        actions.perform(key)
        assert not shell.session.playing_back


def test_speed_keys(actions, shell):
    actions.perform("slower")
    assert 0.5 < shell.session.speed < 1.0
    actions.perform("faster")
    assert shell.session.speed == 1.0
    actions.perform("faster")
    assert 1.0 < shell.session.speed < 2.0
    actions.perform("normal_speed")
    assert shell.session.speed == 1.0


def test_scene_keys_go_around(actions, shell):
    actions.perform("next_scene")
    assert shell.session.runner.key == "demo_late"
    actions.perform("previous_scene")
    assert shell.session.runner.key == "demo_boxes"


def test_hands_act_along_the_ray(actions, shell):
    actions.perform("spawn")
    assert len(shell.session.world.bodies) == 5 and shell.tools.select.selected == 5
    actions.perform("freeze")
    actions.perform("undo")
    actions.perform("undo")
    assert len(shell.session.world.bodies) == 4
    actions.perform("redo")
    actions.perform("shoot")
    assert len(shell.session.world.bodies) == 6 and shell.session.world.bodies[-1].velocity[2] < -10.0


def test_escape_does_one_thing_at_a_time_and_never_quits(actions, shell):
    shell.tools.select.select(shell.session.world.bodies[1])
    shell.panels["help"] = shell.panels["browser"] = True
    shell.session.scene_error = "it broke"
    actions.perform("overlay")
    assert shell.input.prefix and shell.panels["overlays"]
    actions.perform("escape")
    assert not shell.input.prefix and shell.session.scene_error
    actions.perform("escape")
    assert not shell.session.scene_error and shell.panels["help"]
    for closed in ("overlays", "browser", "help"):  # the one that was opened last goes first
        assert shell.panels[closed]
        actions.perform("escape")
        assert not shell.panels[closed] and shell.tools.select.selected > 0
    actions.perform("escape")
    assert shell.tools.select.selected == -1 and shell.title.shown
    actions.perform("escape")
    assert not shell.title.shown and not shell.panels["menu"]
    actions.perform("escape")
    assert shell.panels["menu"]
    actions.perform("escape")
    assert not shell.panels["menu"]


def test_a_key_of_a_panel_shows_it_although_all_are_hidden(actions, shell):
    actions.perform("help")
    actions.perform("hide_ui")
    actions.perform("help")
    assert shell.panels["help"] and not shell.hidden
    actions.perform("help")
    assert not shell.panels["help"]


def test_the_list_of_overlays_closes_after_the_letter_unless_it_was_open(actions, shell):
    actions.perform("overlay")
    assert shell.panels["overlays"] and actions.choose_letter("B") and not shell.panels["overlays"]
    shell.panels["overlays"] = True
    actions.perform("overlay")
    assert actions.choose_letter("B") and shell.panels["overlays"]


@pytest.mark.parametrize(("key", "panel"), [("browse", "browser"), ("help", "help"), ("settings", "settings")])
def test_panel_keys_open_and_close(actions, shell, key, panel):
    actions.perform(key)
    assert shell.panels[panel]
    actions.perform(key)
    assert not shell.panels[panel]


def test_the_profiler_is_small_then_large_then_gone(actions, shell):
    seen = []
    for _ in range(4):
        actions.perform("profiler")
        seen.append((shell.panels["profiler"], shell.panels.panel("profiler").large))
    assert seen == [(True, False), (True, True), (False, False), (True, False)]


def test_the_panels_are_hidden_and_the_camera_cycles(actions, shell):
    actions.perform("hide_ui")
    assert shell.hidden
    names = set()
    for _ in range(3):
        actions.perform("camera_cycle")
        names.add(shell.view.rig.name)
    assert len(names) == 3
    actions.perform("free_camera")
    assert shell.view.rig.name == "fly"


def test_the_time_of_day_goes_round_and_is_kept_in_the_settings(actions, shell):
    shell.settings.reduced_motion = True
    seen = []
    for _ in TIMES:
        actions.perform("time_of_day")
        shell.advance(1 / 60)
        seen.append(shell.frame().sky)
        assert seen[-1] is sky_at(shell.settings.hour)
    assert seen == [sky_at(HOURS[name]) for name in (*TIMES[1:], TIMES[0])]
    shell.view.daylight.own = SPACE
    actions.perform("time_of_day")
    assert shell.settings.hour == HOURS["day"] and shell.frame().sky is SPACE


def test_mute_is_kept_in_the_settings_and_told(actions, shell):
    actions.perform("mute")
    assert shell.settings.mute and shell.messages.visible()[-1].text == "Sound: off"
    actions.perform("mute")
    assert not shell.settings.mute and shell.messages.visible()[-1].text == "Sound: on"
    shell.settings.volume, shell.settings.mute = 0.0, True
    actions.perform("mute")
    assert shell.messages.visible()[-1].text == "Sound: on, but the volume is 0"


# ---- Mouse and window


def test_the_window_does_what_only_it_can(actions):
    for key in ("full_screen", "screenshot", "video", "quit"):
        actions.perform(key)
    assert actions.window.done == ["full screen", "picture", "video", "quit"]


def test_mouse_buttons_use_tools_and_move_cameras(actions, shell):
    for key in ("select", "drag", "look", "pan", "orbit", "drag_rotate"):
        actions.perform(key)
    assert actions.pointer.grabbed == ["tool", "hand"]
    assert actions.pointer.moves == ["look", "pan", "look", "turn dragged"]


def test_orbiting_leaves_the_flying_camera(actions, shell):
    shell.view.rig.switch("fly")
    actions.perform("orbit")
    assert shell.view.rig.name == "orbit"


def test_the_wheel_zooms_by_parts_of_a_notch_and_a_key_by_one(actions, shell):
    rig, seen = shell.view.rig, []
    rig.wheel = seen.append
    actions.perform("zoom_in", wheel=0.25)
    actions.perform("zoom_out", wheel=2.0)
    actions.perform("zoom_in")
    assert seen == [0.25, -2.0, 1.0]


def test_the_field_of_view_is_kept_in_the_settings(actions, shell):
    before = shell.settings.fov_degrees
    actions.perform("fov_wider", wheel=1.0)
    assert shell.settings.fov_degrees == shell.view.rig.fov_degrees > before
    actions.perform("fov_narrower", wheel=1.0)
    assert shell.settings.fov_degrees == pytest.approx(before)


def test_what_is_dragged_goes_farther_and_nearer(actions, shell):
    actions.perform("drag_farther", wheel=1.0)  # nothing is dragged: nothing happens
    way = shell.session.world.bodies[1].position
    shell.tools.press((0.0, way[1], 10.0), (0.0, 0.0, -1.0))
    distance = shell.tools.drag.drag.distance
    actions.perform("drag_farther", wheel=1.0)
    assert shell.tools.drag.drag.distance > distance
    actions.perform("drag_nearer", wheel=1.0)
    assert shell.tools.drag.drag.distance == pytest.approx(distance)


def test_text_grows_and_shrinks_within_bounds(actions, shell):
    for _ in range(20):
        actions.perform("ui_bigger")
    assert shell.settings.ui_scale == 3.0
    for _ in range(20):
        actions.perform("ui_smaller")
    assert shell.settings.ui_scale == 0.5


def test_a_double_click_looks_at_what_is_selected(actions, shell):
    actions.perform("select_frame")
    assert shell.view.followed == -1
    shell.tools.select.select(shell.session.world.bodies[2])
    actions.perform("select_frame")
    assert shell.view.followed == shell.session.world.bodies[2].id


# ---- Game


@pytest.fixture
def game(scene_folder):
    (scene_folder / "demo_game.py").write_text(scene_text("demo_game", GAME))
    shell = Shell(Settings(reduced_motion=True), "demo_game")
    assert shell.session.scene_error == ""
    return make_context(shell, (EYE, (0.0, 0.0, -1.0)))


def wanted(game):
    return game.shell.player._controls()


@pytest.mark.parametrize(
    ("action", "name", "value"),
    [
        ("enter", "enter", True), ("lamps", "lamps", True), ("reset_vehicle", "reset", True),
        ("repair", "repair", True),
        *((f"weapon_{number}", "weapon", number) for number in load_weapons()),
        ("weapon_none", "weapon", WEAPON_NONE), ("weapon_previous", "weapon", WEAPON_PREVIOUS),
        ("weapon_next", "weapon", WEAPON_NEXT),
    ],
)  # fmt: skip
def test_what_is_pressed_once_is_wanted_for_one_step(game, action, name, value):
    game.perform(action)
    assert getattr(wanted(game), name) == value
    assert getattr(wanted(game), name) == getattr(Controls(), name)


def test_a_tap_counts_for_a_step_though_the_key_is_up_again(game):
    game.perform("jump")
    assert wanted(game).jump and not wanted(game).jump


def test_the_wheel_changes_weapons_or_the_distance_of_what_is_grabbed(game, monkeypatch):
    game.perform("weapon_next", wheel=1.0)
    assert wanted(game).weapon == WEAPON_NEXT
    monkeypatch.setattr(type(game.shell.player.game), "grabbing", True)
    game.perform("weapon_next", wheel=0.5)
    game.perform("weapon_previous", wheel=2.0)
    controls = wanted(game)
    assert controls.reach == 1.5 and controls.weapon == Controls().weapon
    game.perform("weapon_next")  # by a button
    assert wanted(game).weapon == WEAPON_NEXT


def test_whoever_touches_a_key_takes_over_from_the_script(game):
    player = game.shell.player
    for action, taken in (("pause", False), ("move_forward", True), ("fire", True), ("weapon_2", True)):
        player.start_script()
        game.perform(action)
        assert (player.script is None) is taken, action
    assert game.shell.messages.visible()[-1].text == "You are in control."


def test_actions_of_a_game_do_nothing_with_the_free_camera(game):
    game.perform("free_camera")
    game.perform("enter")
    game.perform("jump")
    controls = wanted(game)
    assert not controls.enter and not controls.jump
    game.perform("free_camera")
    assert game.shell.player.active
