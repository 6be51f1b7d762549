"""What a contest shows: its clock or points, splits, medals, lamps of a countdown, and what is wrong."""

import math

from imgui_bundle import imgui

from app.hud.corners import contests_place, corner, layout
from app.panels.colors import color, sign
from app.shell import Shell
from play.contests.contest import Board, Notice

#: Size of the large figures, of the title and of what just happened, over that of other text.
LARGE, SMALL, NOTE = 2.3, 0.9, 1.25
#: Size of a word that something is wrong, where its middle is in the window, and its color behind it.
ALARM, ALARM_HIGH, ALARM_BACK = 2.0, 0.27, (0.62, 0.05, 0.03)
#: The same in colors that everybody can tell from green.
ALARM_BACK_SAFE = (0.55, 0.27, 0.0)
#: Colors of medals, and of their rims.
MEDALS = {
    "gold": ((1.00, 0.80, 0.25), (0.72, 0.50, 0.08)),
    "silver": ((0.84, 0.87, 0.90), (0.52, 0.56, 0.60)),
    "bronze": ((0.83, 0.53, 0.30), (0.53, 0.30, 0.13)),
}
RIBBON = (0.20, 0.38, 0.75)
#: Lamps of a countdown that are not lit; radius of one, over the size of text, and where they are in the window.
UNLIT, LAMP, LAMPS_HIGH = (0.13, 0.13, 0.14), 1.1, 0.2

Color = tuple[float, float, float]


def draw(shell: Shell) -> None:
    """Draw the most important contest of the game, if there is one under way."""
    game, world = shell.player.game, shell.session.world
    contests = game.contests if game is not None and shell.player.active else ()
    boards = [(contest.board(world), contest.notice.until) for contest in contests]
    shown = [(board, told) for board, told in boards if board is not None]
    if not shown:
        return
    board, _ = max(shown, key=lambda some: (some[0].rank, some[1]))  # among equals what happened last
    found = [some for some, _ in shown]
    draw_board(board)
    alarm = next((some.alarm for some in found if some.alarm), "")  # whatever is shown besides
    if board.lamps:
        draw_lamps(board.lamps, layout.width, layout.height)
    elif alarm:
        draw_alarm(alarm, layout.width, layout.height, safe=shell.settings.color_safe)


# ---- The board ------------------------------------------------------------------------------------------------------


def draw_board(board: Board) -> None:
    """Title, figures, what just happened, other figures, in the upper right corner."""
    right, upper, _ = contests_place()
    text = imgui.get_font_size()
    corner("contests", right, upper, 1.0, 0.0, 0.72)
    if board.medal:
        draw_medal(board.medal, 1.5 * text)
        imgui.same_line(0.0, 0.6 * text)
    imgui.begin_group()
    sized(board.title.upper(), SMALL * text, imgui.get_style().color_(imgui.Col_.text_disabled))
    sized(board.large, LARGE * text, imgui.get_style().color_(imgui.Col_.text))
    imgui.end_group()
    if board.notice:
        sized(board.notice, NOTE * text, notice_color(Notice(board.notice, board.kind)))
    if board.lines:
        draw_lines(board.lines)
    imgui.end()


def draw_lines(lines: tuple[tuple[str, str], ...]) -> None:
    """Names at the left, values below each other at the right."""
    space = imgui.get_font_size()
    names = max(imgui.calc_text_size(name).x for name, _ in lines) + 0.8 * space
    values = max(imgui.calc_text_size(value).x for _, value in lines)
    left = imgui.get_cursor_pos_x()
    for name, value in lines:
        imgui.text_disabled(name)
        imgui.same_line(left + names + values - imgui.calc_text_size(value).x)
        imgui.text(value)


def sized(text: str, size: float, paint: imgui.ImVec4) -> None:
    """Text of a size [pixels]."""
    imgui.push_font(imgui.get_font(), size / imgui.get_style().font_scale_main)
    imgui.text_colored(paint, text)
    imgui.pop_font()


def notice_color(notice: Notice) -> imgui.ImVec4:
    """Color of what just happened; of a split, whether it is faster or slower."""
    if notice.kind == "split":
        return imgui.ImVec4(*sign("bad" if "+" in notice.text else "fine"))
    if notice.kind == "plain":
        return imgui.get_style().color_(imgui.Col_.text)
    return color("good" if notice.kind == "good" else "error")


def draw_medal(name: str, radius: float) -> None:
    """A disk on a ribbon."""
    canvas, at = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    face, rim = MEDALS[name]
    x, y = at.x + radius, at.y + 1.75 * radius
    for side in (-1.0, 1.0):
        ends = ((x + side * 0.95 * radius, at.y), (x + side * 0.35 * radius, at.y), (x - side * 0.1 * radius, y),
                (x + side * 0.45 * radius, y))  # fmt: skip
        canvas.add_quad_filled(*(imgui.ImVec2(*end) for end in ends), packed(RIBBON, 0.75 if side < 0.0 else 1.0))
    middle = imgui.ImVec2(x, y)
    canvas.add_circle_filled(middle, 0.82 * radius, packed(rim), 32)
    canvas.add_circle_filled(middle, 0.68 * radius, packed(face), 32)
    star = [imgui.ImVec2(x + r * radius * math.sin(0.2 * math.pi * k), y - r * radius * math.cos(0.2 * math.pi * k))
            for k in range(10) for r in (0.45 if k % 2 == 0 else 0.19,)]  # fmt: skip
    canvas.add_concave_poly_filled(star, packed(rim))
    imgui.dummy(imgui.ImVec2(2.0 * radius, 2.6 * radius))


def packed(paint: Color, shade: float = 1.0) -> int:
    """A color for a canvas."""
    return imgui.color_convert_float4_to_u32(imgui.ImVec4(*(shade * part for part in paint), 1.0))


# ---- In the middle --------------------------------------------------------------------------------------------------


def draw_alarm(text: str, width: float, height: float, *, safe: bool = False) -> None:
    """A word that something is wrong, white on red, with a rim."""
    back = ALARM_BACK_SAFE if safe else ALARM_BACK
    imgui.push_style_color(imgui.Col_.window_bg, imgui.ImVec4(*back, 1.0))
    corner("contest alarm", 0.5 * width, ALARM_HIGH * height, 0.5, 0.5, 0.88)
    sized(text.upper(), ALARM * imgui.get_font_size(), imgui.ImVec4(1.0, 1.0, 1.0, 1.0))
    imgui.end()
    imgui.pop_style_color()


def draw_lamps(lit: int, width: float, height: float) -> None:
    """Three lamps: red ones one after another, then all green."""
    text = imgui.get_font_size()
    radius, gap = LAMP * text, 0.5 * text
    corner("contest lamps", 0.5 * width, LAMPS_HIGH * height, 0.5, 0.5, 0.85)
    canvas, at = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    for number in range(3):
        middle = imgui.ImVec2(at.x + radius + number * (2.0 * radius + gap), at.y + radius)
        paint = sign("fine")[:3] if lit > 3 else sign("bad")[:3] if number < lit else UNLIT
        canvas.add_circle_filled(middle, radius, packed(paint), 40)
        canvas.add_circle(middle, radius, packed((0.0, 0.0, 0.0)), 40, 0.12 * text)
    imgui.dummy(imgui.ImVec2(6.0 * radius + 2.0 * gap, 2.0 * radius))
    imgui.end()
