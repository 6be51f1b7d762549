"""Nothing of the display lies on anything else, in any window and at any size of text."""

import itertools

import pytest
from imgui_bundle import imgui

from app import fonts
from app.hud import interface
from app.hud.corners import SIGHT, layout, overlap
from app.panels.panel_set import PanelSet
from app.settings import Settings
from app.shell import Shell
from tests.app.conftest import scene_text
from tests.app.test_player import GAME, board, frames

SIZES = ((640, 400), (800, 500), (1280, 800), (1920, 1080), (600, 900))
SCALES = (0.5, 1.0, 1.5, 3.0)


@pytest.fixture(scope="module")
def drawing():
    """A context that is drawn into, and never shown."""
    context = imgui.create_context()
    imgui.get_io().backend_flags |= imgui.BackendFlags_.renderer_has_textures
    imgui.get_io().set_ini_filename("")
    fonts.load()
    yield context
    imgui.destroy_context(context)


@pytest.fixture
def played(scene_folder, drawing):
    """A figure, a car and all weapons."""
    (scene_folder / "demo_game.py").write_text(scene_text("demo_game", GAME))
    shell = Shell(Settings(reduced_motion=True, captions=True), "demo_game")
    frames(shell, 2)
    return shell


def rects(shell, width, height, scale):
    """Where everything is after a few frames."""
    shell.settings.ui_scale = scale
    imgui.get_style().font_size_base = round(fonts.SIZE * scale)
    for _ in range(3):
        imgui.get_io().display_size = imgui.ImVec2(width, height)
        imgui.get_io().delta_time = 1.0 / 60.0
        imgui.new_frame()
        interface.draw(shell, width, height)
        imgui.end_frame()
    return dict(layout.rects)


def fill(shell):
    """Say a lot, and let everything be shown that can be."""
    for k in range(4):
        shell.messages.say(f"Sentence {k}. " + "It goes on, and on, and on. " * (k + 1), ("info", "error")[k % 2])
    shell.recording = True
    shell.session.set_speed(0.5)


def check(found, width, height, names):
    """All are there, within the window, apart from each other and from the crosshair."""
    assert names <= set(found)
    for name, (left, top, wide, high) in found.items():
        assert left >= 0.0 and top >= 0.0 and left + wide <= width + 0.5 and top + high <= height + 0.5, name
    for (one, a), (other, b) in itertools.combinations(found.items(), 2):
        assert overlap(a, b) < 1.0, (one, a, other, b)
    sight = SIGHT * height
    middle = 0.5 * width - sight, 0.5 * height - sight, 2.0 * sight, 2.0 * sight
    assert not [name for name, rect in found.items() if overlap(rect, middle) > 1.0]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_overlaps_on_foot(played, width, height, scale):
    fill(played)
    found = rects(played, width, height, scale)
    check(found, width, height, {"instruments", "keys", "messages", "time", "compass", "lesson"})
    assert "rates" not in found, "counters are for the profiler"


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_overlaps_in_a_car(played, width, height, scale):
    board(played)
    played.player.game.vehicle.attached = (True, False, True, True)
    fill(played)
    check(
        rects(played, width, height, scale),
        width,
        height,
        {"instruments", "keys", "messages", "compass", "prompt", "lesson"},
    )


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_overlaps_with_counts(played, width, height, scale):
    fill(played)
    played.panels = PanelSet.of_all()
    played.panels["profiler"] = True
    found = rects(played, width, height, scale)
    check(found, width, height, {"rates", "instruments", "time", "compass"})


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_overlaps_in_the_sandbox(shell, drawing, width, height, scale):
    fill(shell)
    check(rects(shell, width, height, scale), width, height, {"rates", "keys", "messages", "time"})


def test_tab_leaves_what_cannot_be_missed(played):
    fill(played)
    played.hidden = True
    assert set(rects(played, 1280, 800, 1.0)) == {"time", "messages"}, "the speed is not 1, and there is an error"
    played.messages._messages.clear()
    played.session.set_speed(1.0)
    played.recording = False
    assert set(rects(played, 1280, 800, 1.0)) == set()


def test_the_place_of_the_weapon_in_the_hand_is_free(played):
    left, _, wide, _ = rects(played, 1280, 800, 1.0)["instruments"]
    assert left + wide < 780, "where the widest of them begins"
