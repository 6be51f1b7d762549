"""The real window, played with real keys and a real mouse on a screen of its own."""

import itertools
import json
import shutil
import time

import numpy as np
import pytest

from app.overlays import OVERLAYS
from app.panels.place import overlap
from tests.app.window_player import Player, Screen

pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool to play"
)
LIGHT = {"samples": 0, "shadows": False, "first_run": False, "vsync": False, "reduced_motion": True}
FRESH = """
sandbox.speed, sandbox.clock.paused, sandbox.playing_back, sandbox.hidden = 1.0, False, False, False
sandbox.prefix, sandbox.rebinding, sandbox.scene_error = False, "", ""
sandbox.overlays.clear()
sandbox.panels.update({name: name == "inspector" for name in sandbox.panels})
sandbox.messages._messages.clear()
sandbox.bindings.reset()
sandbox.hands.select(None)
sandbox.settings.fov_degrees = 60.0
sandbox.open_scene("stacking_tower")
"""
SKY = (slice(60, 100), slice(420, 620))  # rows and columns where nothing but sky is


@pytest.fixture(scope="module")
def screen():
    """A screen."""
    made = Screen()
    yield made
    made.close()


@pytest.fixture(scope="module")
def playing(screen, tmp_path_factory):
    """The app, started once."""
    made = Player(screen, tmp_path_factory.mktemp("home"), settings=json.dumps(LIGHT))
    yield made
    assert made.close() == 0, made.errors()


@pytest.fixture
def player(playing):
    """The app as after the start, with the tower; a test leaves no error of OpenGL behind."""
    playing.exec(FRESH)
    playing.move(320, 390)
    yield playing
    assert playing.eval("shown.context.error") == "GL_NO_ERROR"


def changed(before, after, least=8):
    """How many pixels are not the same."""
    return int((np.abs(before - after).max(axis=2) > least).sum())


def boxes(player):
    """Numbers of the boxes of the tower, from below."""
    return player.eval("sandbox.after.body[sandbox.after.kind == 2].tolist()")


def body(player, number, name):
    """A property of a body."""
    return np.array(player.eval(f"list(sandbox.world.body({number}).{name})"))


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
    after = player.eval("sandbox.runner.key")
    assert after != "stacking_tower"
    assert player.eval("sandbox.scene.name") and player.eval("sandbox.stats.body_count") > 0
    player.key("bracketleft")
    assert player.eval("sandbox.runner.key") == "stacking_tower"


def test_scene_is_found_by_its_name(player):
    player.key("ctrl+o", frames=3)
    assert player.eval("sandbox.panels['browser']") and player.eval("shown.gui.wants_text")
    player.screen.xdotool("type", "--delay", 15, "card house")
    player.frames(25)  # ImGui takes in one key per frame
    assert player.eval("shown.panels._browser.search") == "card house"
    assert player.eval("sandbox.runner.key") == "stacking_tower", "typed letters do nothing else"
    assert not player.eval("sandbox.clock.paused")
    player.key("Return", frames=2)
    assert player.eval("sandbox.runner.key") == "stacking_card_house"
    assert not player.eval("sandbox.panels['browser']")


def test_scene_is_chosen_with_the_mouse(player):
    player.key("ctrl+o", frames=2)
    player.screen.xdotool("type", "--delay", 15, "pyramid")
    player.frames(18)
    left, top, _, _ = player.eval("panel('browser')")
    player.click(left + 60, top + 91)  # the first row under its heading
    assert player.eval("sandbox.runner.key") in ("stacking_pyramid", "stacking_step_pyramid")


def test_error_of_a_scene_is_shown_and_the_world_goes_on(player):
    before = player.pixels()
    player.exec("import dataclasses\nkept = sandbox.runner.scenes['balance_seesaws']")
    player.exec(
        "def broken(world, **values):\n    raise RuntimeError('the seesaw broke')\n"
        "sandbox.runner.scenes['balance_seesaws'] = dataclasses.replace(kept, build=broken)"
    )
    player.key("bracketright", frames=3)
    player.exec("sandbox.runner.scenes['balance_seesaws'] = kept")
    assert "the seesaw broke" in player.eval("sandbox.scene_error")
    assert player.eval("sandbox.runner.key") == "stacking_tower"
    assert changed(before, player.pixels()) > 4000, "a panel tells it"
    steps = player.eval("sandbox.world.step_count")
    player.frames(5)
    assert player.eval("sandbox.world.step_count") == steps + 5
    player.key("Escape")
    assert player.eval("sandbox.scene_error") == ""


# ---- Hands ---------------------------------------------------------------------------------------------------------


def test_click_picks_a_body_with_outline_and_inspector(player):
    third = boxes(player)[3]
    x, y = player.spot(third)
    player.key("p")
    before = player.pixels()
    player.click(x, y)
    assert player.eval("sandbox.hands.selected") == third
    assert player.eval("sandbox.hands.drag") is None
    after = player.pixels()
    near = (slice(int(y) - 40, int(y) + 40), slice(int(x) - 40, int(x) + 40))
    assert changed(before[near], after[near]) > 40, "the outline"
    assert changed(before[:, 400:], after[:, 400:]) > 5000, "the inspector"
    player.key("Escape")
    assert player.eval("sandbox.hands.selected") == -1
    player.click(620, 100)
    assert player.eval("sandbox.hands.selected") == -1, "the sky is not picked"


def test_drag_pulls_a_body_toward_the_pointer(player):
    top = boxes(player)[-1]
    x, y = player.spot(top)
    player.move(x, y, frames=2)
    player.screen.xdotool("mousedown", 1)
    player.frames()
    assert player.eval("sandbox.hands.drag") is not None
    player.move(x - 60, y, frames=2)
    player.move(x - 120, y, frames=25)
    moved = player.spot(top)
    assert abs(moved[0] - (x - 120)) < 40 and abs(moved[1] - y) < 60, moved
    player.screen.xdotool("mouseup", 1)
    player.frames(2)
    assert player.eval("sandbox.hands.drag") is None
    player.key("ctrl+z")
    np.testing.assert_allclose(player.spot(top), (x, y), atol=8, err_msg="undone")


def test_shot_adds_a_moving_body_and_undo_takes_it_back(player):
    count = player.eval("len(sandbox.after.body)")
    player.move(500, 120, frames=2)
    player.key("b", frames=2)
    assert player.eval("len(sandbox.after.body)") == count + 1
    ball = player.eval("int(sandbox.after.body.max())")
    assert np.linalg.norm(body(player, ball, "velocity")) > 5.0
    first = body(player, ball, "position")
    player.frames(5)
    assert np.linalg.norm(body(player, ball, "position") - first) > 0.5
    player.key("ctrl+z")
    assert player.eval("len(sandbox.after.body)") == count
    player.key("ctrl+y")
    assert player.eval("len(sandbox.after.body)") == count + 1


def test_spawned_body_is_picked_and_delete_removes_it(player):
    count = player.eval("len(sandbox.after.body)")
    player.move(420, 330, frames=2)
    player.key("n")
    assert player.eval("len(sandbox.after.body)") == count + 1
    assert player.eval("sandbox.hands.selected") > 0
    player.key("Delete")
    assert player.eval("len(sandbox.after.body)") == count
    assert player.eval("sandbox.hands.selected") == -1
    player.key("Delete")
    assert "click a body" in player.eval("[m.text for m in sandbox.messages.visible()]")[-1]


def test_frozen_body_stays(player):
    top = boxes(player)[-1]
    player.click(*player.spot(top))
    player.key("x")
    assert player.eval("sandbox.hands.body.kind.name") == "STATIC"
    player.key("x")
    assert player.eval("sandbox.hands.body.kind.name") == "DYNAMIC"


# ---- Time ----------------------------------------------------------------------------------------------------------


def test_pause_step_and_step_back_to_the_same_state(player):
    player.frames(3)
    player.key("p", frames=3)
    assert player.eval("sandbox.clock.paused")
    step, state = player.eval("[sandbox.world.step_count, str(sandbox.world.state_hash())]")
    player.key("period", "period")
    assert player.eval("sandbox.world.step_count") == step + 2
    assert player.eval("str(sandbox.world.state_hash())") != state
    player.key("comma", "comma")
    assert player.eval("[sandbox.world.step_count, str(sandbox.world.state_hash())]") == [step, state]
    player.key("shift+period")
    assert player.eval("sandbox.world.step_count") == step + 5
    player.key("space", frames=3)
    assert not player.eval("sandbox.clock.paused")
    assert player.eval("sandbox.world.step_count") > step + 5


def test_held_step_key_repeats(player):
    player.key("p")
    step = player.eval("sandbox.world.step_count")
    player.screen.xdotool("keydown", "period")
    player.frames(60)
    player.screen.xdotool("keyup", "period")
    player.frames(2)
    made = player.eval("sandbox.world.step_count") - step
    assert 5 < made < 60
    player.frames(10)
    assert player.eval("sandbox.world.step_count") - step == made


def test_speed_keys(player):
    player.key("minus", "minus")
    assert player.eval("sandbox.speed") == pytest.approx(0.5)
    step = player.eval("sandbox.world.step_count")
    player.frames(20)
    assert player.eval("sandbox.world.step_count") - step in (9, 10, 11)
    player.key("equal")
    assert player.eval("sandbox.speed") == pytest.approx(0.5**0.5)
    player.key("backslash")
    assert player.eval("sandbox.speed") == 1.0


def test_restart_begins_anew(player):
    player.frames(5)
    player.key("r")
    assert player.eval("sandbox.world.step_count") <= 2


# ---- Overlays and panels -------------------------------------------------------------------------------------------


def test_every_overlay_is_toggled_by_its_letter(player):
    player.frames(3)
    player.click(*player.spot(boxes(player)[-1]))
    player.key("Escape", "p")
    player.exec("sandbox.messages.say = lambda *words: None")
    player.frames(2)
    before, same = player.pixels(), []
    for overlay in OVERLAYS:
        player.screen.xdotool("key", "F4", overlay.letter.lower())
        player.frames()
        player.exec("sandbox.panels['overlays'] = False")
        assert player.eval("[sandbox.overlays, sandbox.prefix]") == [[overlay.key], False]
        if changed(before, player.pixels()) < 20:
            same.append(overlay.key)
        player.screen.xdotool("key", "F4", overlay.letter.lower())
        player.frames()
        assert player.eval("sandbox.overlays") == []
    player.exec("del sandbox.messages.say")
    assert set(same) <= {"velocities", "friction", "trails"}, "what rests has none"
    assert player.eval("len(sandbox.after.body)") == 11, "no letter did anything else"


def test_other_key_ends_the_wait_for_a_letter(player):
    player.key("F4", "p")
    assert player.eval("[sandbox.prefix, sandbox.clock.paused]") == [False, True]


@pytest.mark.parametrize(
    ("key", "panel"),
    [
        ("F1", "help"),
        ("F3", "profiler"),
        ("F10", "settings"),
        ("ctrl+o", "browser"),
        ("ctrl+comma", "settings"),
        ("shift+slash", "help"),
    ],
)
def test_key_opens_and_closes_a_panel(player, key, panel):
    player.key("p", frames=2)
    before = player.pixels()
    player.key(key, frames=3)
    assert player.eval(f"sandbox.panels['{panel}']")
    assert changed(before, player.pixels()) > 5000
    player.key(key, frames=2)
    assert not player.eval(f"sandbox.panels['{panel}']")
    assert changed(before, player.pixels()) < 2000


def test_menu_opens_every_panel(player):
    for row, panel in enumerate(("browser", "scene", "world", "tools", "profiler", "ledger", "settings", "help")):
        player.click(30, 8)
        player.click(60, 38 + 20 * row)
        assert player.eval(f"sandbox.panels['{panel}']"), panel
        player.frames(2)
        player.exec("sandbox.panels.update(dict.fromkeys(sandbox.panels, False))")
        player.frames()


def test_panels_open_beside_each_other(player):
    player.resize(1024, 768)
    player.key("F3", "F10", frames=4)
    player.exec("sandbox.panels['tools'] = True")
    player.frames(4)
    places = [player.eval(f"panel('{name}')") for name in ("profiler", "settings", "tools")]
    player.resize(640, 400)
    assert max(overlap(a, b) for a, b in itertools.combinations(places, 2)) == 0.0


def test_tab_hides_the_panels(player):
    player.key("F10", frames=2)
    with_panels = player.pixels()
    player.key("Tab", frames=2)
    assert player.eval("sandbox.hidden")
    assert changed(with_panels, player.pixels()) > 20000
    player.key("Tab", frames=2)
    assert not player.eval("sandbox.hidden")


def test_click_on_a_panel_does_not_reach_the_world(player):
    player.key("F1", frames=3)
    player.click(320, 60)
    assert player.eval("[sandbox.hands.selected, sandbox.hands.drag]") == [-1, None]


def test_action_is_bound_to_another_key(player):
    player.key("F1", frames=3)
    left, top, _, _ = player.eval("panel('help')")
    player.click(left + 60, top + 103)  # the first row of the table
    assert player.eval("sandbox.rebinding") == "pause"
    player.key("k")
    assert player.eval("[sandbox.rebinding, sandbox.clock.paused]") == ["", False]
    assert player.eval("sandbox.settings.bindings['pause']") == ["K"]
    player.key("p")
    assert not player.eval("sandbox.clock.paused")
    player.key("k")
    assert player.eval("sandbox.clock.paused")


# ---- Camera --------------------------------------------------------------------------------------------------------


def test_right_drag_turns_the_camera(player):
    before = player.eval("list(sandbox.rig.pose().rotation)")
    player.drag((450, 200), (550, 230), button=3)
    assert np.abs(np.array(player.eval("list(sandbox.rig.pose().rotation)")) - before).max() > 0.05
    after = player.eval("list(sandbox.rig.pose().rotation)")
    player.move(300, 300)
    assert player.eval("list(sandbox.rig.pose().rotation)") == after, "it ends with the button"


def test_wheel_zooms(player):
    place = np.array(player.eval("list(sandbox.rig.pose().position)"))
    player.move(500, 150, frames=2)
    player.screen.xdotool("click", 4)
    player.frames(3)
    after = np.array(player.eval("list(sandbox.rig.pose().position)"))
    assert np.linalg.norm(after - (0.0, 4.5, 0.0)) < np.linalg.norm(place - (0.0, 4.5, 0.0)) - 0.3


def test_held_key_flies_until_the_focus_is_lost(player):
    start = np.array(player.eval("list(sandbox.rig.pose().position)"))
    player.screen.xdotool("mousemove", 900, 700, "keydown", "w")
    player.frames(10)
    there = np.array(player.eval("list(sandbox.rig.pose().position)"))
    assert np.linalg.norm(there - start) > 0.3 and there[2] < start[2]
    player.screen.xdotool("windowfocus", player.screen.root)
    player.frames(3)
    assert player.eval("list(shown._held)") == []
    stop = player.eval("list(sandbox.rig.pose().position)")
    player.frames(5)
    assert player.eval("list(sandbox.rig.pose().position)") == stop
    player.screen.xdotool("keyup", "w")
    player.focus()
    player.screen.xdotool("keydown", "w")
    player.frames(5)
    player.screen.xdotool("keyup", "w")
    player.frames()
    assert player.eval("list(sandbox.rig.pose().position)") != stop, "the release that was lost does no harm"
    assert player.eval("list(shown._held)") == []


def test_double_click_looks_at_a_body(player):
    top = boxes(player)[-1]
    player.move(*player.spot(top), frames=2)
    player.screen.xdotool("click", "--repeat", 2, "--delay", 30, 1)
    player.frames(3)
    assert player.eval("[sandbox.followed, sandbox.hands.selected]") == [top, top]
    np.testing.assert_allclose(player.spot(top), (320, 200), atol=5)


def test_right_button_turns_what_is_dragged(player):
    top = boxes(player)[-1]
    camera = player.eval("list(sandbox.rig.pose().rotation)")
    x, y = player.spot(top)
    player.move(x, y, frames=2)
    player.screen.xdotool("mousedown", 1)
    player.frames()
    player.screen.xdotool("mousedown", 3)
    player.frames()
    player.move(x + 40, y)
    player.move(x + 80, y, frames=10)
    assert player.eval("sandbox.hands.drag.orientation is not None")
    player.screen.xdotool("mouseup", 3, "mouseup", 1)
    player.frames()
    assert player.eval("list(sandbox.rig.pose().rotation)") == camera


# ---- Window --------------------------------------------------------------------------------------------------------


def test_picture_is_written(player):
    player.key("F12", frames=2)
    pictures = list((player.home / "Kyvadlo").glob("*.png"))
    assert len(pictures) == 1
    assert pictures[0].read_bytes().startswith(b"\x89PNG") and pictures[0].stat().st_size > 5000
    assert "Picture" in player.eval("sandbox.messages.visible()[-1].text")


def test_full_screen_and_back(player):
    player.key("F11", frames=4)
    assert player.eval("[shown.window.fullscreen, *shown.window.get_size()]") == [True, 1024, 768]
    full = player.pixels()
    assert full.shape == (768, 1024, 3) and full[-200:, -200:].mean() > 20
    player.focus()
    player.key("F11", frames=4)
    assert player.eval("shown.window.fullscreen") is False
    player.focus()
    player.frames(2)
    assert player.eval("list(shown.window.get_size())") == [640, 400]
    player.key("p")
    assert player.eval("sandbox.clock.paused"), "keys still count"


def test_window_of_any_size_keeps_its_panels_inside(player):
    player.click(*player.spot(boxes(player)[4]))
    player.exec("sandbox.panels.update(dict.fromkeys(sandbox.panels, True))")
    player.frames(3)
    for width, height in ((400, 300), (1, 1), (900, 200), (640, 400)):
        player.resize(width, height)
        for name in player.eval("list(sandbox.panels)") if width > 1 else ():
            left, top, wide, high = player.eval(f"panel('{name}')")
            assert left >= 0 and top >= 0 and left + wide <= width and top + high <= height, name
        shape = player.pixels().shape
        assert shape == (*player.eval("shown.window.get_framebuffer_size()")[::-1], 3)
        assert shape == (height, width, 3)
    steps = player.eval("sandbox.world.step_count")
    player.frames(2)
    assert player.eval("sandbox.world.step_count") == steps + 2


def test_text_size_keys(player):
    before = player.pixels()
    player.key("ctrl+equal", "ctrl+equal", frames=2)
    assert player.eval("[sandbox.settings.ui_scale, shown.gui.scale]") == [1.5, 1.5]
    assert changed(before, player.pixels()) > 5000
    player.key("ctrl+minus", "ctrl+minus", frames=2)
    assert player.eval("sandbox.settings.ui_scale") == 1.0


# ---- Start and end of the app --------------------------------------------------------------------------------------


def test_damaged_settings_are_told_and_kept_and_quit_saves(screen, tmp_path, playing):
    player = Player(screen, tmp_path, settings="{ this is no JSON", size=(480, 320))
    try:
        assert (tmp_path / "config" / "settings.broken.json").read_text() == "{ this is no JSON"
        told = player.eval("[(m.kind, m.text) for m in sandbox.messages.visible()]")
        assert any(kind == "error" and "damaged" in text for kind, text in told)
        assert player.eval("sandbox.panels['help']"), "a new player is helped"
        assert not player.settings_path.exists()
        player.run()  # from here on it is the loop of the app itself
        time.sleep(0.5)
        screen.xdotool("key", "p")
        time.sleep(0.3)
        screen.xdotool("key", "ctrl+q")
        assert player.process.wait(10) == 0, player.errors()
        saved = json.loads(player.settings_path.read_text())
        assert saved["last_scene"] == "stacking_tower" and saved["first_run"] is False
        assert (saved["window_width"], saved["window_height"]) == (480, 320)
        assert "Traceback" not in player.errors()
    finally:
        player.close()
        playing.focus()
