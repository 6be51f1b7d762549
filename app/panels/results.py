"""Results: what was won so far, in all contests of the scene and of others."""

from imgui_bundle import imgui

from app.hud.contests import draw_medal, packed
from app.panels.colors import color
from app.panels.registry import Panel, panel
from app.shell import Shell
from app.timeline.commands.contests import ChooseLevel
from play.contests.contest import Contest, clock_text

#: Width of the columns in sizes of text: medal, contest, result; how it was won has what is left.
WIDTHS = (2.0, 12.0, 8.5)
FAIR = "Results count simulated time: slow motion does not change them, and going back in time takes them back."


@panel(
    "results", title="Results", size=(600.0, 430.0), menu="Results", place=105, action="results", centered=True,
    escape=True, pointer=True,
)  # fmt: skip
class ResultsPanel(Panel):
    """Contests of the scene with their best results; levels to choose; a button that forgets all."""

    def __init__(self) -> None:
        self._asking = False

    def forget(self) -> None:
        """Another world runs."""
        self._asking = False

    def draw(self, shell: Shell) -> None:
        """The table, what else is kept, and the button."""
        game = shell.player.game
        contests = game.contests if game is not None else ()
        if contests:
            draw_table(shell, contests)
        else:
            imgui.text_wrapped("There are no contests in this scene. The village has laps, a race, a shooting range, "
                               "an obstacle course and a beam.")  # fmt: skip
        imgui.spacing()
        imgui.push_style_color(imgui.Col_.text, imgui.get_style().color_(imgui.Col_.text_disabled))
        imgui.text_wrapped(FAIR)
        imgui.pop_style_color()
        imgui.spacing()
        self._draw_reset(shell)

    def _draw_reset(self, shell: Shell) -> None:
        """Ask before all is forgotten."""
        if not self._asking:
            self._asking = imgui.button("Reset all results...")
            return
        imgui.text_colored(color("warning"), "Forget the results and ghosts of all scenes?")
        if imgui.button("Reset all"):
            shell.contests.reset()
            shell.say("All results were reset.", "good")
            self._asking = False
        imgui.same_line()
        if imgui.button("Keep them"):
            self._asking = False


def draw_table(shell: Shell, contests: tuple[Contest, ...]) -> None:
    """A row for each contest and level."""
    text = imgui.get_font_size()
    flags = imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_fixed_fit
    if not imgui.begin_table("results", len(WIDTHS) + 1, flags):
        return
    for name, width in zip(("", "Contest", "Best"), WIDTHS, strict=True):
        imgui.table_setup_column(name, imgui.TableColumnFlags_.width_fixed, width * text)
    imgui.table_setup_column("How", imgui.TableColumnFlags_.width_stretch)
    imgui.table_headers_row()
    for contest in contests:
        for level in range(len(contest.levels)):
            draw_row(shell, contest, level)
    imgui.end_table()


def draw_row(shell: Shell, contest: Contest, level: int) -> None:
    """Medal, name, result, and how it was won or what it takes."""
    best, text = contest.bests[level], imgui.get_font_size()
    medal = contest.medal_of(best.value, level) if best is not None else ""
    imgui.table_next_row(0, 1.9 * text)
    imgui.table_next_column()
    draw_medal(medal, 0.62 * text) if medal else draw_no_medal(0.62 * text)
    imgui.table_next_column()
    imgui.align_text_to_frame_padding()
    if len(contest.levels) > 1:
        imgui.push_id(f"{contest.key} {level}")
        if imgui.radio_button(f"{contest.title}, {contest.levels[level]}", contest.level == level):
            shell.do(ChooseLevel(contest.key, level))
        imgui.pop_id()
    else:
        imgui.text(contest.title)
    imgui.table_next_column()
    imgui.align_text_to_frame_padding()
    imgui.text(contest.text_of(best.value)) if best is not None else imgui.text_disabled("none yet")
    imgui.table_next_column()
    imgui.align_text_to_frame_padding()
    imgui.push_text_wrap_pos(0.0)
    imgui.text(best.what or "on foot") if best is not None else imgui.text_disabled(wanted(contest))
    imgui.pop_text_wrap_pos()


def draw_no_medal(radius: float) -> None:
    """A ring where a medal may come."""
    canvas, at = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    middle = imgui.ImVec2(at.x + radius, at.y + 1.5 * radius)
    canvas.add_circle(middle, 0.7 * radius, packed((0.4, 0.4, 0.4)), 24, 1.5)
    imgui.dummy(imgui.ImVec2(2.0 * radius, 2.6 * radius))


def wanted(contest: Contest) -> str:
    """What the best medal takes."""
    if len(contest.medals) and contest.in_seconds:
        return f"gold: {clock_text(contest.medals[0])}"
    if len(contest.medals):
        return f"gold: {contest.medals[0]:.0f} points"
    return ""
