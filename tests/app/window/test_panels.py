"""The real window, played with real keys and a real mouse: overlays, panels, camera, sizes."""

import itertools

import numpy as np
import pytest

from app.overlays.registry import choices
from app.panels.place import overlap
from tests.app.window.window_player import boxes, changed

# ---- Overlays and panels -------------------------------------------------------------------------------------------


def test_every_overlay_is_toggled_by_its_letter(player):
    player.frames(3)
    player.click(*player.spot(boxes(player)[-1]))
    player.key("Escape", "p")
    player.exec("shell.messages.say = lambda *words: None")
    player.frames(2)
    before, same = player.pixels(), []
    for overlay in choices().values():
        player.screen.xdotool("key", "F4", overlay.letter.lower())
        player.frames()
        assert player.eval("[shell.overlays, shell.input.prefix]") == [[overlay.key], ""]
        if changed(before, player.pixels()) < 20:
            same.append(overlay.key)
        player.screen.xdotool("key", "F4", overlay.letter.lower())
        player.frames()
        assert player.eval("shell.overlays") == []
    player.exec("del shell.messages.say")
    none = {"velocities", "friction", "trails", "joints", "strain", "lattice", "parts", "pins"}
    assert set(same) <= none, "what rests has none, and nothing is soft"
    assert player.eval("len(session.after.body)") == 11, "no letter did anything else"


def test_other_key_ends_the_wait_for_a_letter(player):
    player.key("F4", "p")
    assert player.eval("[shell.input.prefix, session.clock.paused]") == ["", True]


@pytest.mark.parametrize(
    ("key", "panel"),
    [
        ("F1", "help"),
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
    assert player.eval(f"shell.panels['{panel}']")
    assert changed(before, player.pixels()) > 5000
    player.key(key, frames=2)
    assert not player.eval(f"shell.panels['{panel}']")
    assert changed(before, player.pixels()) < 2000


def test_profiler_key_shows_it_small_then_large_then_not(player):
    player.resize(1024, 768)
    player.key("F3", frames=4)
    small = player.eval("panel('profiler')")
    player.key("F3", frames=4)
    large = player.eval("panel('profiler')")
    player.frames(10)
    ages, parts = player.eval("[len(shell.profile.frames()), list(shell.profile.parts())]")
    shown = player.pixels()
    player.key("F3", frames=3)
    gone = player.pixels()
    player.resize(640, 400)
    assert large[2] > 300 and large[3] > 3.0 * small[3], "the graph and the rows"
    assert ages == 240 and parts[-2:] == ["app", "drawing"] and len(parts) >= 9
    assert not player.eval("shell.panels['profiler']") and changed(shown, gone) > 50_000


def test_small_profiler_does_not_cover_the_rates_in_a_small_window(player):
    player.exec("shell.panels.panel('profiler').large = False")
    for width, height in ((640, 400), (480, 360)):
        player.resize(width, height)
        player.key("F3", frames=4)
        player.exec("from app.hud.corners import layout")
        rates = player.eval("layout.rects['rates']")
        small = player.eval("panel('profiler')")
        player.key("F3", "F3", frames=3)
        assert overlap(small, rates) == 0.0, (width, small, rates)
    player.resize(640, 400)


def test_ctrl_plus_makes_the_text_larger(player):
    player.key("ctrl+shift+equal")  # what Ctrl and + are on most keyboards
    assert player.eval("shell.settings.ui_scale") == 1.25
    player.key("ctrl+minus")
    assert player.eval("shell.settings.ui_scale") == 1.0


def test_restitution_of_all_bodies_is_set_in_the_world_panel(player):
    player.resize(1024, 768)
    player.exec("shell.panels['world'] = True")
    player.frames(4)
    left, top, width, height = player.eval("panel('world')")
    player.drag((left + 60, top + height - 18), (left + 200, top + height - 18))
    player.frames(2)
    value, shown = player.eval(
        "[[b.restitution for b in session.world.bodies], shell.panels.panel('world').restitution]"
    )
    player.resize(640, 400)
    assert 0.5 < shown <= 1.0 and value == pytest.approx([shown] * 11)


def test_click_in_the_frame_in_which_the_pointer_comes_is_for_what_is_there_now(player):
    top = boxes(player)[-1]
    x, y = player.spot(top)
    player.exec("shell.panels['scene'] = True")
    player.frames(4)
    left, upper, width, height = player.eval("panel('scene')")
    assert not (left < x < left + width and upper < y < upper + height), "the panel covers the body"
    player.move(left + 30, upper + 8, frames=2)
    player.screen.xdotool("mousemove", round(x), round(y), "mousedown", 1)
    player.frames()
    assert player.eval("shell.tools.select.selected") == top, "from the panel to a body"
    player.screen.xdotool("mouseup", 1)
    player.frames()
    player.key("Escape", frames=2)
    player.exec("shell.tools.select.select(None)")
    player.move(x, y, frames=2)
    left, upper, _, _ = player.eval("panel('scene')")
    player.screen.xdotool("mousemove", round(left + 30), round(upper + 8), "mousedown", 1)
    player.frames()
    assert player.eval("[shell.tools.select.selected, shell.tools.drag.drag]") == [-1, None], "from the body to a panel"
    player.screen.xdotool("mouseup", 1)
    player.frames()


def test_menu_opens_every_panel(player):
    for row, panel in enumerate(
        ("browser", "scene", "world", "spawn", "joints", "profiler", "energy", "settings", "help", "hints", "results",
         "log")
    ):  # fmt: skip
        player.click(80, 8)
        player.click(100, 38 + 20 * row)
        assert player.eval(f"shell.panels['{panel}']"), panel
        player.frames(2)
        player.exec("shell.panels.update(dict.fromkeys(shell.panels, False))")
        player.frames()


def test_panels_open_beside_each_other(player):
    player.resize(1024, 768)
    player.key("F3", "F10", frames=4)
    player.exec("shell.panels['spawn'] = True")
    player.frames(4)
    places = [player.eval(f"panel('{name}')") for name in ("profiler", "settings", "spawn")]
    player.resize(640, 400)
    assert max(overlap(a, b) for a, b in itertools.combinations(places, 2)) == 0.0, places


def test_tab_hides_the_panels(player):
    player.key("F10", frames=2)
    with_panels = player.pixels()
    player.key("Tab", frames=2)
    assert player.eval("shell.hidden")
    assert changed(with_panels, player.pixels()) > 20000
    player.key("Tab", frames=2)
    assert not player.eval("shell.hidden")


def test_click_on_a_panel_does_not_reach_the_world(player):
    player.key("F1", frames=3)
    player.click(320, 60)
    assert player.eval("[shell.tools.select.selected, shell.tools.drag.drag]") == [-1, None]


# ---- Camera --------------------------------------------------------------------------------------------------------


def test_right_drag_turns_the_camera(player):
    before = player.eval("list(shell.view.rig.pose().rotation)")
    player.drag((450, 200), (550, 230), button=3)
    assert np.abs(np.array(player.eval("list(shell.view.rig.pose().rotation)")) - before).max() > 0.05
    after = player.eval("list(shell.view.rig.pose().rotation)")
    player.move(300, 300)
    assert player.eval("list(shell.view.rig.pose().rotation)") == after, "it ends with the button"


def test_wheel_zooms(player):
    place = np.array(player.eval("list(shell.view.rig.pose().position)"))
    player.move(500, 150, frames=2)
    player.screen.xdotool("click", 4)
    player.frames(3)
    after = np.array(player.eval("list(shell.view.rig.pose().position)"))
    assert np.linalg.norm(after - (0.0, 4.5, 0.0)) < np.linalg.norm(place - (0.0, 4.5, 0.0)) - 0.3


def test_held_key_flies_until_the_focus_is_lost(player):
    start = np.array(player.eval("list(shell.view.rig.pose().position)"))
    player.screen.xdotool("mousemove", 900, 700, "keydown", "w")
    player.frames(10)
    there = np.array(player.eval("list(shell.view.rig.pose().position)"))
    assert np.linalg.norm(there - start) > 0.3 and there[2] < start[2]
    player.screen.xdotool("windowfocus", player.screen.root)
    player.frames(3)
    assert player.eval("list(shown.steering.held)") == []
    stop = player.eval("list(shell.view.rig.pose().position)")
    player.frames(5)
    assert player.eval("list(shell.view.rig.pose().position)") == stop
    player.screen.xdotool("keyup", "w")
    player.focus()
    player.screen.xdotool("keydown", "w")
    player.frames(5)
    player.screen.xdotool("keyup", "w")
    player.frames()
    assert player.eval("list(shell.view.rig.pose().position)") != stop, "the release that was lost does no harm"
    assert player.eval("list(shown.steering.held)") == []


def test_double_click_looks_at_a_body(player):
    top = boxes(player)[-1]
    player.move(*player.spot(top), frames=2)
    player.screen.xdotool("click", "--repeat", 2, "--delay", 30, 1)
    player.frames(3)
    assert player.eval("[shell.view.followed, shell.tools.select.selected]") == [top, top]
    np.testing.assert_allclose(player.spot(top), (320, 200), atol=5)


def test_second_click_is_for_the_body_though_its_panel_has_opened_below_the_pointer(player):
    top = boxes(player)[-1]
    x, y = player.spot(top)
    player.exec("from app.input import mouse as clicks\nclicks.DOUBLE_CLICK = (60.0, 6.0)")  # frames may be slow here
    player.click(x, y)
    left, upper, width, height = player.eval("panel('inspector')")
    assert left < x < left + width and upper < y < upper + height
    player.click(x, y)
    followed = player.eval("shell.view.followed")
    player.click(left + 10, upper + 10)  # the arrow of its title
    player.frames(2)
    folded = player.eval("panel('inspector')")[3]
    player.click(left + 10, upper + 10)
    player.frames(2)
    player.exec("clicks.DOUBLE_CLICK = (0.35, 6.0)")
    assert followed == top
    assert folded < 30.0 < height == player.eval("panel('inspector')")[3], "only the arrow folds it"


def test_right_button_turns_what_is_dragged(player):
    top = boxes(player)[-1]
    camera = player.eval("list(shell.view.rig.pose().rotation)")
    x, y = player.spot(top)
    player.move(x, y, frames=2)
    player.screen.xdotool("mousedown", 1)
    player.frames()
    player.screen.xdotool("mousedown", 3)
    player.frames()
    player.move(x + 40, y)
    player.move(x + 80, y, frames=10)
    assert player.eval("shell.tools.drag.drag.orientation is not None")
    player.screen.xdotool("mouseup", 3, "mouseup", 1)
    player.frames()
    assert player.eval("list(shell.view.rig.pose().rotation)") == camera


# ---- Window --------------------------------------------------------------------------------------------------------


def test_picture_is_written(player):
    player.key("F12", frames=2)
    pictures = list((player.home / "Kyvadlo").glob("*.png"))
    assert len(pictures) == 1
    assert pictures[0].read_bytes().startswith(b"\x89PNG") and pictures[0].stat().st_size > 5000
    assert "Picture" in player.eval("shell.messages.visible()[-1].text")


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
    assert player.eval("session.clock.paused"), "keys still count"


def test_every_press_of_the_key_of_the_full_screen_counts(player):
    for expected in (True, False, True, False):
        player.focus()
        player.key("F11", frames=4)
        assert player.eval("shown.window.fullscreen") is expected
    player.focus()
    player.frames(2)
    assert player.eval("list(shown.window.get_size())") == [640, 400]


def test_window_of_any_size_keeps_its_panels_inside(player):
    player.click(*player.spot(boxes(player)[4]))
    player.exec("shell.panels.update(dict.fromkeys(shell.panels, True))")
    player.frames(3)
    sizes = [player.eval(f"panel('{name}')")[2:] for name in ("browser", "settings")]
    for width, height in ((400, 300), (1, 1), (900, 200), (640, 400)):
        player.resize(width, height)
        for name in player.eval("[name for name in shell.panels if name not in ('menu', 'soft')]") if width > 1 else ():
            left, top, wide, high = player.eval(f"panel('{name}')")
            assert left >= 0 and top >= 0 and left + wide <= width and top + high <= height, name
        shape = player.pixels().shape
        assert shape == (*player.eval("shown.window.get_framebuffer_size()")[::-1], 3)
        assert shape == (height, width, 3)
    again = [player.eval(f"panel('{name}')")[2:] for name in ("browser", "settings")]
    assert again == sizes, "they are as large as before"
    player.exec("shell.panels['menu'] = False")
    steps = player.eval("session.world.step_count")
    player.frames(2)
    assert player.eval("session.world.step_count") == steps + 2


def test_text_size_keys(player):
    before = player.pixels()
    player.key("ctrl+equal", "ctrl+equal", frames=2)
    assert player.eval("[shell.settings.ui_scale, shown.gui.scale]") == [1.5, 1.5]
    assert changed(before, player.pixels()) > 5000
    player.key("ctrl+minus", "ctrl+minus", frames=2)
    assert player.eval("shell.settings.ui_scale") == 1.0


def test_screen_with_two_pixels_per_unit(player):
    """The world fills the pixels; panels, pointer and picking go by the units of the window."""
    top = boxes(player)[-1]
    player.exec("shown.window.get_framebuffer_size = lambda: (1280, 800)\nsizes = []")
    methods = "'add': lambda self, p, n: sizes.append(p.shape), 'add_sound': len, 'frame_count': 0, 'sample_count': 0"
    player.exec(f"shown.recorder._video = type('Video', (), {{{methods}}})()")
    player.frames(2)
    player.exec("shown.recorder._video = None")
    seen = player.eval("[shown.renderer._size, list(shown.gui.io.display_size)]")
    ratio = player.eval("list(shown.gui.io.display_framebuffer_scale)")
    player.click(*player.spot(top))
    picked, sizes = player.eval("shell.tools.select.selected"), player.eval("sizes")
    player.exec("del shown.window.get_framebuffer_size")
    player.frames(2)
    assert seen == [[1280, 800], [640, 400]] and ratio == [2.0, 2.0]
    assert sizes[-1] == [800, 1280, 3], "videos and pictures have all pixels"
    assert picked == top
    assert player.eval("shown.renderer._size") == [640, 400]


def test_vsync_of_the_settings_reaches_the_window(player):
    player.exec("shell.settings.vsync = True")
    player.frames()
    assert player.eval("shown.window.vsync") is True
    player.exec("shell.settings.vsync = False")
    player.frames()
    assert player.eval("shown.window.vsync") is False


def test_frame_cap_waits_for_the_rest_of_a_frame(player):
    waited = "(time.perf_counter(), shown._wait(time.perf_counter() - spent), time.perf_counter())"
    player.exec("import time\nspent = 0.02\nshell.settings.frame_cap = 5")
    start, _, end = player.eval(waited)
    player.exec("spent = 0.3")
    late_start, _, late_end = player.eval(waited)
    player.exec("spent, shell.settings.frame_cap = 0.0, 0")
    free_start, _, free_end = player.eval(waited)
    assert end - start >= 0.17, "0.2 s per frame, less what it took"
    assert late_end - late_start < 0.15 and free_end - free_start < 0.15


def test_m_switches_the_sound_off_and_on(player):
    player.key("m", frames=2)
    assert player.eval("shell.settings.mute")
    player.key("m", frames=2)
    assert not player.eval("shell.settings.mute")
