"""The selected soft body: numbers, and what can be changed."""

import math

from imgui_bundle import imgui

from app.panels.inspector import WIDTH, row, vector
from app.panels.registry import Panel, panel
from app.shell import Shell
from app.timeline.results import counted
from app.tools.soft_edits import FILL_NOTCH
from physics.soft.soft import Soft

#: Numbers that can be changed, in order, and their units; kinds have those of their material.
UNITS = {
    "young": "Pa", "poisson": "", "density": "", "stretch": "", "bend": "", "thickness": "m", "damping": "s",
    "friction": "", "restitution": "", "yield_strain": "", "creep": "1/s", "break_strain": "",
}  # fmt: skip
DENSITIES = {"cloth": "kg/m²", "shell": "kg/m²", "rope": "kg/m"}
STRETCHES = {"rope": "N"}
BENDS = {"rope": "N m²"}
#: Steps between two looks at the strain, which takes time.
STRAIN_EVERY = 6


@panel("soft", title="Soft body", size=(340.0, 480.0), open=True, right=True)
class SoftInspector(Panel):
    """The selected soft body: numbers, and what can be changed."""

    def __init__(self) -> None:
        self._strain: tuple[int, int, float] = (-1, -1, 0.0)  # of which soft body, when, and how much

    def is_visible(self, shell: Shell) -> bool:
        """Whether a soft body is selected."""
        return shell.tools.select.soft is not None

    def close(self, shell: Shell) -> bool:
        """Deselect it; for the next one the panel is there again."""
        shell.tools.select.select(None)
        return False

    def draw(self, shell: Shell) -> None:
        """Draw all of it."""
        soft = shell.tools.select.soft
        imgui.dummy(imgui.ImVec2(WIDTH * shell.settings.ui_scale, 0.0))
        imgui.text(f"{soft.name or soft.kind}   #{soft.id}")
        imgui.text_disabled(f"{soft.kind} of {soft.material.name}")
        self._draw_numbers(shell, soft)
        draw_edits(shell, soft)
        draw_buttons(shell, soft)

    def _draw_numbers(self, shell: Shell, soft: Soft) -> None:
        """What it is like now."""
        parts = soft.part_count
        row("vertices", f"{soft.vertex_count:,}" + (f" in {counted(parts, 'part')}" if parts > 1 else ""))
        row("mass", f"{soft.mass:.4g} kg")
        row("position", f"{vector(soft.position)} m")
        row("velocity", f"{vector(soft.velocity)} m/s")
        if soft.kind not in ("cloth", "rope"):
            row("volume", f"{1000.0 * soft.volume:.4g} l")
        if soft.kind == "shell":
            row("pressure", "none, it has burst" if soft.leaks else f"{soft.pressure:.4g} Pa")
        row("most strain", f"{100.0 * self._largest_strain(shell, soft):.3g} %")
        pins = f", {counted(len(soft.pins), 'pin')}" if soft.pins else ""
        row("state", ("awake" if soft.awake else "asleep") + pins)

    def _largest_strain(self, shell: Shell, soft: Soft) -> float:
        step = shell.session.world.step_count // STRAIN_EVERY
        if self._strain[:2] != (soft.id, step):
            self._strain = soft.id, step, float(soft.strain.max(initial=0.0))
        return self._strain[2]


def unit_of(soft: Soft, name: str) -> str:
    """Unit of a number of its material."""
    if name == "density":
        return DENSITIES.get(soft.kind, "kg/m³")
    if name == "stretch":
        return STRETCHES.get(soft.kind, "N/m")
    return BENDS.get(soft.kind, "N m") if name == "bend" else UNITS[name]


def draw_edits(shell: Shell, soft: Soft) -> None:
    """Numbers that can be changed at once; each is one undo."""
    imgui.push_item_width(110.0 * shell.settings.ui_scale)
    own = soft.material.values(soft.kind)
    rows = [(name, own[name], unit_of(soft, name)) for name in UNITS if name in own]
    if soft.kind == "shell" and not soft.leaks:
        rows.append(("pressure", soft.filling, "Pa when filled"))
    rows.append(("gravity_scale", soft.gravity_scale, ""))
    entered = imgui.InputTextFlags_.enter_returns_true
    for name, value, unit in rows:
        words = f"{name.replace('_', ' ')} {f'[{unit}]' if unit else ''}###{name}"
        shown = "%.4g" if math.isfinite(value) else "never"
        changed, wanted = imgui.input_double(words, value, 0.0, 0.0, shown, entered)
        if changed:
            shell.report(shell.tools.select.edit_soft(name, wanted))
    imgui.pop_item_width()


def draw_buttons(shell: Shell, soft: Soft) -> None:
    """What can be done with it."""
    tools = shell.tools
    if soft.kind == "shell" and not soft.leaks:
        for word, notches in (("Inflate", 1.0), ("Deflate", -1.0)):
            if imgui.button(word):
                shell.report(tools.soft.pump(soft, notches))
            imgui.same_line()
        imgui.text_disabled(f"{100.0 * FILL_NOTCH:.0f} % at a time" if not soft.form.liquid else "")
    if imgui.button("Pin all" if len(soft.pins) < soft.vertex_count else "Release all"):
        shell.report(tools.soft.pin_all(soft))
    imgui.same_line()
    if imgui.button("Look at"):
        display = imgui.get_io().display_size
        shell.look_at(display.x / max(display.y, 1.0))
    imgui.same_line()
    if imgui.button("Delete"):
        shell.report(tools.select.delete())
