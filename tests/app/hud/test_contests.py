"""What contests show, drawn into an ImGui without a window, and their results in a panel."""

import types

import pytest
from imgui_bundle import imgui

from app.hud import contests as drawn, corners
from app.panels import results as panel
from app.settings import Settings
from app.shell import Shell
from play.contests.contest import MEDALS, Best, Board, Contest, Notice, clock_text, difference_text

SIZES = ((800.0, 500.0), (1280.0, 800.0), (400.0, 260.0))


@pytest.fixture
def frame():
    """Draws something in frames of an ImGui of its own; returns where its windows are."""
    context = imgui.create_context()
    io = imgui.get_io()
    io.backend_flags |= imgui.BackendFlags_.renderer_has_textures
    io.set_ini_filename("")

    def draw(width, height, function):
        for _ in range(3):  # windows know their sizes in the next frame
            io.display_size, io.delta_time = imgui.ImVec2(width, height), 0.016
            imgui.new_frame()
            corners.layout.begin(width, height, 20.0, 1.0)
            function()
            imgui.render()
        names = ("contests", "contest alarm", "contest lamps", "test")
        found = {name: imgui.internal.find_window_by_name(name) for name in names}
        return {name: window for name, window in found.items() if window is not None and window.active}

    yield draw
    imgui.destroy_context(context)


def shell_of(*boards, active=True):
    """What draws the boards of some contests."""
    found = [
        types.SimpleNamespace(board=lambda world, board=board: board, notice=Notice(until=float(number)))
        for number, board in enumerate(boards)
    ]
    game = types.SimpleNamespace(contests=tuple(found))
    return types.SimpleNamespace(
        player=types.SimpleNamespace(game=game, active=active), session=types.SimpleNamespace(world=None),
        settings=Settings(),
    )  # fmt: skip


FULL = Board(
    "Lap 3", "1:23.456", (("last", "1:23.456"), ("best", "1:20.001")), "2/7   -0.123", "split", "Wrong way", "gold"
)


@pytest.mark.parametrize("size", SIZES)
def test_the_board_is_in_the_upper_right_corner_and_the_alarm_in_the_middle(frame, size):
    windows = frame(*size, lambda: drawn.draw(shell_of(FULL)))
    board, alarm = windows["contests"], windows["contest alarm"]
    assert board.pos.x + board.size.x == pytest.approx(size[0] - corners.layout.margin, abs=1.0)
    assert board.pos.y == pytest.approx(20.0 + corners.layout.margin, abs=1.0)
    assert board.size.x < 0.8 * size[0] and board.pos.y + board.size.y < 0.8 * size[1]
    assert alarm.pos.x + 0.5 * alarm.size.x == pytest.approx(0.5 * size[0], abs=1.0)
    if size[0] >= 800.0:
        assert board.pos.x > alarm.pos.x + alarm.size.x or board.pos.y + board.size.y < alarm.pos.y, "they do not meet"


def test_the_most_important_contest_is_shown_and_a_countdown_has_lamps(frame):
    lap, race = Board("Lap", "0:01.000", rank=1), Board("Race", "0:00.000", lamps=2, alarm="Wrong way", rank=4)
    seen = []
    windows = frame(800.0, 500.0, lambda: seen.append(drawn.draw(shell_of(lap, None, race))))
    assert "contest lamps" in windows and "contest alarm" not in windows
    assert "contests" not in frame(800.0, 500.0, lambda: drawn.draw(shell_of(lap, active=False)))
    assert "contests" not in frame(800.0, 500.0, lambda: drawn.draw(shell_of(None)))


def test_among_equals_the_last_one_is_shown_and_an_alarm_of_any(frame):
    shown = []
    one, other = Board("One", "1", alarm="Wrong way", rank=2), Board("Other", "2", rank=2)
    drawn_board, drawn.draw_board = drawn.draw_board, shown.append
    try:
        windows = frame(800.0, 500.0, lambda: drawn.draw(shell_of(one, other)))
    finally:
        drawn.draw_board = drawn_board
    assert shown[-1] is other and "contest alarm" in windows


def test_faster_splits_have_another_color_than_slower_ones(frame):
    colors = []
    for text in ("1/7   -0.100", "1/7   +0.100"):
        frame(99.0, 99.0, lambda text=text: colors.append(drawn.notice_color(drawn.Notice(text, "split"))))
    assert (colors[0].x, colors[0].y) != (colors[-1].x, colors[-1].y)


def test_the_panel_lists_all_levels_with_medals_and_asks_before_it_forgets(frame):
    shell = Shell(Settings(reduced_motion=True), "characters_course")
    game, world = shell.player.game, shell.session.world
    Contest(world, game, key="race", title="Race", levels=("easy", "hard"))
    game.contests[0].bests = (Best(60.0),)
    made, said = panel.ResultsPanel(), []

    def draw():
        imgui.begin("test")
        made.draw(shell)
        imgui.end()

    assert frame(800.0, 500.0, draw)["test"].content_size.x > 300.0
    made._asking = True
    frame(800.0, 500.0, draw)
    assert made._asking and not said
    made.forget()
    assert not made._asking and panel.wanted(game.contests[0]) == "gold: 1:08.000"


def test_a_scene_without_contests_says_where_there_are_some(frame):
    shell = Shell(Settings(reduced_motion=True), "stacking_tower")
    frame(800.0, 500.0, lambda: panel.ResultsPanel().draw(shell))


def test_times_are_written_to_the_thousandth():
    assert clock_text(83.4564) == "1:23.456" and clock_text(59.9996) == "1:00.000" and clock_text(0.0) == "0:00.000"
    assert clock_text(float("nan")) == "0:00.000" and clock_text(-1.0) == "0:00.000"
    assert (
        difference_text(-0.1234) == "-0.123" and difference_text(0.5) == "+0.500" and difference_text(1e-5) == "0.000"
    )


def test_every_medal_has_a_color(frame):
    def draw():
        imgui.begin("test")
        for name in MEDALS:
            drawn.draw_medal(name, 12.0)
        imgui.end()

    assert frame(200.0, 200.0, draw)["test"].content_size.y > 60.0
