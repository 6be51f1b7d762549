"""The real window, played with real keys and a real mouse on a screen of its own: scenes, hands, time, start, end."""

import json
import time

import numpy as np
import pytest

from tests.app.conftest import LIGHT
from tests.app.window.window_player import Player, Screen, body, boxes, changed

SKY = (slice(60, 100), slice(420, 620))  # rows and columns where nothing but sky is


# ---- Start and scenes ----------------------------------------------------------------------------------------------


def test_window_shows_sky_world_and_text(player):
    pixels = player.pixels()
    assert pixels.shape == (400, 640, 3)
    red, _, blue = pixels[SKY].mean(axis=(0, 1))
    assert blue > red + 10 and blue > 100, "sky is above"
    assert pixels[330:350, 20:620].std() > 1.0, "there is ground"
    rates = pixels[30:90, 10:240]
    assert (rates.min(axis=2) > 220).sum() > 150, "white letters"
    assert np.median(rates) < 130, "on a dark ground"


def test_brackets_change_the_scene(player):
    player.key("bracketright")
    after = player.eval("session.runner.key")
    assert after != "stacking_tower"
    assert player.eval("session.scene.name") and player.eval("session.stats.body_count") > 0
    player.key("bracketleft")
    assert player.eval("session.runner.key") == "stacking_tower"


def test_scene_is_found_by_its_name(player):
    player.key("ctrl+o", frames=3)
    assert player.eval("shell.panels['browser']") and player.eval("shown.gui.wants_text")
    player.screen.xdotool("type", "--delay", 15, "card house")
    player.frames(25)  # ImGui takes in one key per frame
    assert player.eval("shell.panels.panel('browser').search") == "card house"
    assert player.eval("session.runner.key") == "stacking_tower", "typed letters do nothing else"
    assert not player.eval("session.clock.paused")
    player.key("Return", frames=2)
    assert player.eval("session.runner.key") == "stacking_card_house"
    assert not player.eval("shell.panels['browser']")


def test_the_search_is_empty_when_the_browser_opens_again(player):
    for _ in range(2):
        player.key("ctrl+o", frames=3)
        assert player.eval("shell.panels.panel('browser').search") == ""
        player.screen.xdotool("type", "--delay", 15, "ball")
        player.frames(8)
        assert player.eval("shell.panels.panel('browser').search") == "ball"
        player.key("Escape", frames=2)
        assert not player.eval("shell.panels['browser']")


def test_scene_is_chosen_with_the_mouse(player):
    player.key("ctrl+o", frames=2)
    player.screen.xdotool("type", "--delay", 15, "pyramid")
    player.frames(18)
    left, top, right, bottom = player.eval("list(shell.panels.panel('browser').cards.values())[0]")
    player.click(0.5 * (left + right), 0.5 * (top + bottom))
    assert player.eval("session.runner.key") in ("stacking_pyramid", "stacking_step_pyramid")


def test_scene_is_chosen_with_the_arrows(player):
    """Below the tower is a card of the next row; one to the right of it the next scene."""
    player.key("ctrl+o", frames=4)
    assert player.eval("shell.panels.panel('browser').chosen") == "stacking_tower"
    player.key("Left", frames=2)
    chosen, order = "shell.panels.panel('browser').chosen", "[scene.key for scene in session.runner.ordered()]"
    keys = player.eval(order)
    assert player.eval(chosen) == keys[keys.index("stacking_tower") - 1]
    player.key("Up", frames=2)
    above = player.eval(chosen)
    cards = player.eval("shell.panels.panel('browser').cards")
    assert cards[above][3] < cards[keys[keys.index("stacking_tower") - 1]][1], "it is in a row above"
    player.key("Return", frames=2)
    assert player.eval("session.runner.key") == above


def test_a_star_makes_a_favorite_that_is_kept(player):
    player.exec("shell.settings.favorite_scenes = []")
    player.key("ctrl+o", frames=2)
    player.screen.xdotool("type", "--delay", 15, "stone arch")
    player.frames(24)
    _, top, right, _ = player.eval("shell.panels.panel('browser').cards['stacking_arch']")
    player.click(right - 16, top + 16)
    assert player.eval("shell.settings.favorite_scenes") == ["stacking_arch"]
    assert player.eval("[shell.panels['browser'], session.runner.key]") == [True, "stacking_tower"], "only starred"
    player.key("ctrl+d", frames=2)
    assert player.eval("shell.settings.favorite_scenes") == []
    player.exec("shell.panels['browser'] = False")


def test_the_browser_shows_pictures(player):
    """Somewhere in the card of a scene with a picture there are many colors; a card without one has few."""
    player.key("ctrl+o", frames=30)
    cards = player.eval("shell.panels.panel('browser').cards")
    left, top, right, bottom = (round(edge) for edge in cards["stacking_tower"])
    height = player.eval("shown.window.get_size()[1]")
    picture = player.pixels()[max(top + 30, 90) : min(bottom - 40, height - 90), left + 4 : right - 40]
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 100
    assert player.eval("shell.panels.panel('browser').picture('stacking_tower') is not None")


def test_error_of_a_scene_is_shown_and_the_world_goes_on(player):
    before = player.pixels()
    player.exec("import dataclasses\nnext_key = session.runner.neighbor(1)\nkept = session.runner.scenes[next_key]")
    player.exec(
        "def broken(world, **values):\n    raise RuntimeError('the scene broke')\n"
        "session.runner.scenes[next_key] = dataclasses.replace(kept, build=broken)"
    )
    player.key("bracketright", frames=3)
    player.exec("session.runner.scenes[next_key] = kept")
    assert "the scene broke" in player.eval("session.scene_error")
    assert player.eval("session.runner.key") == "stacking_tower"
    assert changed(before, player.pixels()) > 4000, "a panel tells it"
    steps = player.eval("session.world.step_count")
    player.frames(5)
    assert player.eval("session.world.step_count") == steps + 5
    player.key("Escape")
    assert player.eval("session.scene_error") == ""


# ---- Hands ---------------------------------------------------------------------------------------------------------


def test_click_picks_a_body_with_outline_and_inspector(player):
    third = boxes(player)[3]
    x, y = player.spot(third)
    player.key("p")
    before = player.pixels()
    player.click(x, y)
    assert player.eval("shell.tools.select.selected") == third
    assert player.eval("shell.tools.drag.drag") is None
    after = player.pixels()
    near = (slice(int(y) - 40, int(y) + 40), slice(int(x) - 40, int(x) + 40))
    assert changed(before[near], after[near]) > 40, "the outline"
    assert changed(before[:, 400:], after[:, 400:]) > 5000, "the inspector"
    player.key("Escape")
    assert player.eval("shell.tools.select.selected") == -1
    player.click(620, 100)
    assert player.eval("shell.tools.select.selected") == -1, "the sky is not picked"


def test_drag_pulls_a_body_toward_the_pointer(player):
    top = boxes(player)[-1]
    x, y = player.spot(top)
    player.move(x, y, frames=2)
    player.screen.xdotool("mousedown", 1)
    player.frames()
    assert player.eval("shell.tools.drag.drag") is not None
    player.move(x - 60, y, frames=2)
    player.move(x - 120, y, frames=25)
    moved = player.spot(top)
    assert abs(moved[0] - (x - 120)) < 40 and abs(moved[1] - y) < 60, moved
    player.screen.xdotool("mouseup", 1)
    player.frames(2)
    assert player.eval("shell.tools.drag.drag") is None
    player.key("ctrl+z")
    np.testing.assert_allclose(player.spot(top), (x, y), atol=8, err_msg="undone")


def test_shot_adds_a_moving_body_and_undo_takes_it_back(player):
    count = player.eval("len(session.after.body)")
    player.move(500, 120, frames=2)
    player.key("b", frames=2)
    assert player.eval("len(session.after.body)") == count + 1
    ball = player.eval("int(session.after.body.max())")
    assert np.linalg.norm(body(player, ball, "velocity")) > 5.0
    first = body(player, ball, "position")
    player.frames(5)
    assert np.linalg.norm(body(player, ball, "position") - first) > 0.5
    player.key("ctrl+z")
    assert player.eval("len(session.after.body)") == count
    player.key("ctrl+y")
    assert player.eval("len(session.after.body)") == count + 1


def test_spawned_body_is_picked_and_delete_removes_it(player):
    count = player.eval("len(session.after.body)")
    player.move(420, 330, frames=2)
    player.key("n")
    assert player.eval("len(session.after.body)") == count + 1
    assert player.eval("shell.tools.select.selected") > 0
    player.key("Delete")
    assert player.eval("len(session.after.body)") == count
    assert player.eval("shell.tools.select.selected") == -1
    player.key("Delete")
    assert "Click a body" in player.eval("[m.text for m in shell.messages.visible()]")[-1]


def test_frozen_body_stays(player):
    top = boxes(player)[-1]
    player.click(*player.spot(top))
    player.key("x")
    assert player.eval("shell.tools.select.body.kind.name") == "STATIC"
    player.key("x")
    assert player.eval("shell.tools.select.body.kind.name") == "DYNAMIC"


# ---- Time ----------------------------------------------------------------------------------------------------------


def test_pause_step_and_step_back_to_the_same_state(player):
    player.frames(3)
    player.key("p", frames=3)
    assert player.eval("session.clock.paused")
    step, state = player.eval("[session.world.step_count, str(session.world.state_hash())]")
    player.key("period", "period")
    assert player.eval("session.world.step_count") == step + 2
    assert player.eval("str(session.world.state_hash())") != state
    player.key("comma", "comma")
    assert player.eval("[session.world.step_count, str(session.world.state_hash())]") == [step, state]
    player.key("shift+period")
    assert player.eval("session.world.step_count") == step + 5
    player.key("space", frames=3)
    assert not player.eval("session.clock.paused")
    assert player.eval("session.world.step_count") > step + 5


def test_held_step_key_repeats(player):
    player.key("p")
    step = player.eval("session.world.step_count")
    player.screen.xdotool("keydown", "period")
    player.frames(60)
    player.screen.xdotool("keyup", "period")
    player.frames(2)
    made = player.eval("session.world.step_count") - step
    assert 5 < made < 60
    player.frames(10)
    assert player.eval("session.world.step_count") - step == made


def test_speed_keys(player):
    player.key("minus", "minus")
    assert player.eval("session.speed") == pytest.approx(0.5)
    step = player.eval("session.world.step_count")
    player.frames(20)
    assert player.eval("session.world.step_count") - step in (9, 10, 11)
    player.key("equal")
    assert player.eval("session.speed") == pytest.approx(0.5**0.5)
    player.key("backslash")
    assert player.eval("session.speed") == 1.0


def test_restart_begins_anew(player):
    player.frames(5)
    player.key("r")
    assert player.eval("session.world.step_count") <= 2


# ---- Start and end of the app --------------------------------------------------------------------------------------


def test_a_full_screen_is_full_whatever_size_is_remembered_and_goes_back_to_it(screen, tmp_path, playing):
    player = Player(screen, tmp_path, settings=json.dumps({**LIGHT, "full_screen": True}), size=(500, 330))
    try:
        player.frames(3)
        assert player.eval("[shown.window.fullscreen, *shown.window.get_size()]") == [True, 1024, 768]
        assert player.eval("[shown.window._view_x, shown.window._view_y]") == [0, 0], "no border"
        player.focus()
        player.key("F11", frames=4)
        assert player.eval("[shown.window.fullscreen, *shown.window.get_size()]") == [False, 500, 330]
    finally:
        assert player.close() == 0, player.errors()
        playing.focus()
    saved = json.loads(player.settings_path.read_text())
    assert (saved["window_width"], saved["window_height"], saved["full_screen"]) == (500, 330, False)


def test_a_window_is_no_larger_than_the_screen(tmp_path, playing):
    small = Screen(600, 400)
    player = Player(small, tmp_path, size=(1280, 800))
    try:
        assert player.eval("shown.window.get_size()") == [600, 400]
        assert "600x400 instead of 1280x800" in " ".join(player.eval("[m.text for m in shell.messages.log]"))
    finally:
        player.close()
        small.close()
        playing.focus()


def test_damaged_settings_are_told_and_kept_and_quit_saves(screen, tmp_path, playing):
    player = Player(screen, tmp_path, settings="{ this is no JSON", size=(480, 320))
    try:
        assert (tmp_path / "config" / "settings.broken.json").read_text() == "{ this is no JSON"
        told = player.eval("[(m.kind, m.text) for m in shell.messages.visible()]")
        assert any(kind == "error" and "damaged" in text for kind, text in told)
        assert player.eval("shell.panels['help']"), "a new player is helped"
        assert not player.settings_path.exists()
        player.run()  # from here on it is the loop of the app itself
        time.sleep(0.5)
        screen.xdotool("key", "p")
        time.sleep(0.3)
        screen.xdotool("key", "ctrl+q")
        assert player.process.wait(10) == 0, player.errors()
        saved = json.loads(player.settings_path.read_text())
        assert saved["first_run"] is False
        assert (saved["window_width"], saved["window_height"]) == (480, 320)
        assert "Traceback" not in player.errors()
    finally:
        player.close()
        playing.focus()
