"""Tools that make and cut joints, and the numbers of the chosen one."""

from imgui_bundle import imgui

from app.panels.registry import panel
from app.shell import Shell
from app.tools.join import JoinTool
from app.tools.joint_kinds import KINDS

PANEL_WIDTH = 215.0  # without its margins [pixels]
LOG_SCALES = {"motor_torque", "break_force", "hertz"}
ZERO_WORDS = {"break_force": "never", "motor_torque": "automatic"}  # what a 0 means


@panel(
    "joints", title="Joints", size=(PANEL_WIDTH + 20.0, 290.0), menu="Joints", place=50, action="join", right=True,
    escape=True,
)  # fmt: skip
def draw_tools(shell: Shell) -> None:
    """A row for each kind of joint, with its letter."""
    tool, scale = shell.tools.join, shell.settings.ui_scale
    for kind in KINDS:
        if imgui.radio_button(kind.key, tool.kind == kind.key):
            shell.report(tool.choose(kind.key))
        imgui.set_item_tooltip(kind.help)
        imgui.same_line(110.0 * scale)
        imgui.text_disabled(f"{shell.input.bindings.hint('join')} {kind.letter}")
    imgui.dummy(imgui.ImVec2(PANEL_WIDTH * scale, 0.0))  # else it would be as wide as the sliders of each kind
    imgui.push_item_width(90.0 * scale)
    draw_numbers(tool)
    imgui.pop_item_width()


def draw_numbers(tool: JoinTool) -> None:
    """Sliders of what matters to the chosen kind of joint."""
    options = tool.options
    for name in options.names_of(tool.kind):
        label, low, high = options.RANGES[name]
        flags = imgui.SliderFlags_.logarithmic if name in LOG_SCALES else 0
        words = ZERO_WORDS[name] if name in ZERO_WORDS and getattr(options, name) == 0.0 else "%.3g"
        _, value = imgui.slider_float(label, getattr(options, name), low, high, words, flags)
        setattr(options, name, min(max(value, low), high))  # a value that is typed may be outside
