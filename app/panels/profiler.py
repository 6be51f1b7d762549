"""The profiler: small, a row of numbers; large, where the time of the last frames went, as a graph and as rows."""

import numpy as np
from imgui_bundle import imgui, implot

from app.overlays.palette import SHADES
from app.panels.colors import color
from app.panels.registry import Panel, panel
from app.shell import Shell

PLOT_SIZE = (400.0, 170.0)  # at text size 1 [pixels]
LATELY = 30  # frames of the mean in the rows
SCALE_MIN = 20.0  # least height of the graph [ms]
PLOT_FLAGS = implot.Flags_.no_legend | implot.Flags_.no_inputs | implot.Flags_.no_menus | implot.Flags_.no_mouse_text


@panel("profiler", title="Profiler", size=(440.0, 80.0), menu="Profiler", place=60, action="profiler", right=True)
class Profiler(Panel):
    """Where the time goes.

    Attributes:
        large: Whether all of it is shown.
    """

    def __init__(self) -> None:
        self.large = False

    def size(self, shell: Shell) -> tuple[float, float]:
        """Width and height."""
        return (440.0, 520.0 if self.large else 80.0)

    def draw(self, shell: Shell) -> None:
        """The row of numbers; if it is large, graph, table and counts too."""
        parts = shell.profile.parts()
        draw_row(shell, parts)
        if self.large:
            draw_graph(shell, parts)
            draw_table(parts)
            draw_counts(shell)


def lately(times: np.ndarray) -> float:
    """Mean over the last frames."""
    return float(times[-LATELY:].mean())


def draw_row(shell: Shell, parts: dict[str, np.ndarray]) -> None:
    """The numbers that matter most."""
    slowest = 1e3 / max(shell.meter.low, 1e-3)
    imgui.text(f"frame {lately(shell.profile.frames()):5.1f} ms")
    imgui.same_line()
    imgui.text_disabled(f"slowest 1 % {slowest:5.1f}")
    imgui.same_line()
    imgui.text(f"step {1e3 * shell.session.stats.times['total']:5.2f} ms")
    rest = "   ".join(f"{name} {lately(parts[name]):.1f}" for name in ("app", "drawing") if name in parts)
    imgui.text_disabled(f"{rest}   garbage collection {lately(shell.profile.pauses()):.1f} ms")


def shade(index: int) -> imgui.ImVec4:
    """Color of a part."""
    return imgui.ImVec4(*SHADES[index % len(SHADES), :3].tolist(), 1.0)


def draw_graph(shell: Shell, parts: dict[str, np.ndarray]) -> None:
    """The parts, one upon another, under the line of the whole frames; pauses of the garbage collector below."""
    frames, scale = shell.profile.frames(), shell.settings.ui_scale
    size = imgui.ImVec2(PLOT_SIZE[0] * scale, PLOT_SIZE[1] * scale)
    if not implot.begin_plot("##parts", size, PLOT_FLAGS):
        return
    ages = np.arange(1 - len(frames), 1, dtype=np.float32)
    bare = implot.AxisFlags_.no_tick_labels | implot.AxisFlags_.no_tick_marks | implot.AxisFlags_.no_grid_lines
    implot.setup_axes(f"last {len(frames)} frames", "ms", bare, 0)
    most = np.maximum(frames, np.sum(list(parts.values()), axis=0))
    highest = max(float(np.percentile(most, 98)) * 1.15, SCALE_MIN)  # one hitch does not flatten all the rest
    implot.setup_axes_limits(float(ages[0]), 0.0, 0.0, highest, implot.Cond_.always)
    below = np.zeros_like(frames)
    for index, (name, times) in enumerate(parts.items()):
        above = below + times
        implot.plot_shaded(name, ages, below, above, implot.Spec(fill_color=shade(index)))
        below = above
    implot.plot_line("frame", ages, frames, implot.Spec(line_color=imgui.get_style().color_(imgui.Col_.text)))
    garbage = implot.Spec(line_color=color("error"), line_weight=2.0)
    implot.plot_line("garbage", ages, shell.profile.pauses(), garbage)
    implot.end_plot()


def draw_table(parts: dict[str, np.ndarray]) -> None:
    """Mean and maximum of each part; the squares are the legend of the graph."""
    if not imgui.begin_table("times", 3):
        return
    for heading in ("part of a frame", "mean", "max"):
        imgui.table_next_column()
        imgui.text_disabled(heading)
    for index, (name, times) in enumerate(parts.items()):
        imgui.table_next_row()
        imgui.table_next_column()
        side = imgui.get_text_line_height()
        flags = imgui.ColorEditFlags_.no_tooltip | imgui.ColorEditFlags_.no_drag_drop
        imgui.color_button(f"##{name}", shade(index), flags, imgui.ImVec2(side, side))
        imgui.same_line()
        imgui.text(name if name in ("app", "drawing") else f"step: {name}")
        for value in (lately(times), float(times.max())):
            imgui.table_next_column()
            imgui.text(f"{value:7.3f} ms")
    imgui.end_table()


def draw_counts(shell: Shell) -> None:
    """Counts of the last step and of the picture, and the garbage collector."""
    stats, collector = shell.session.stats, shell.profile.collector
    young, middle, old = collector.counts
    imgui.text_disabled(
        f"{stats.body_count} bodies, {stats.awake_count} awake, {stats.island_count} islands\n"
        f"{stats.pair_count} pairs, {stats.contact_count} contacts, {stats.point_count} points, "
        f"{stats.joint_count} joints\n"
        f"{stats.block_count} blocks, at most {stats.substeps} substeps, {shell.draw_calls} draw calls\n"
        f"overlays {1e3 * shell.timings.get('overlays', 0.0):.2f} ms per step, "
        f"{1e3 * shell.timings.get('overlay frames', 0.0):.2f} ms per frame\n"
        f"garbage collections: {young} young, {middle} middle, {old} old\n"
        f"pauses: longest {1e3 * collector.longest:.1f} ms, total {1e3 * collector.total:.0f} ms"
    )
