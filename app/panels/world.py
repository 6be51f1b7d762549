"""Settings of the world that act at once."""

from imgui_bundle import imgui

from app.panels.registry import Panel, panel
from app.shell import Shell
from app.timeline.commands.world import (
    SetFriction,
    SetGravity,
    SetRestitution,
    SetSleeping,
    SetSolver,
    SetSubsteps,
)

SWITCHES = (
    ("sleeping", "sleeping"),
    ("warm_starting", "warm starting of contacts"),
    ("recycling", "recycling of contact points"),
)


@panel("world", title="World", size=(400.0, 160.0), menu="World", place=30)
class WorldPanel(Panel):
    """Gravity, substeps, solver, friction, restitution.

    Attributes:
        pair: The two materials whose friction is shown.
        restitution: What all bodies were given here; None before that.
    """

    def __init__(self) -> None:
        self.pair = ["wood", "concrete"]
        self.restitution: float | None = None

    def forget(self) -> None:
        """Another world runs."""
        self.restitution = None

    def draw(self, shell: Shell) -> None:
        """Draw all of it."""
        world = shell.session.world
        imgui.push_item_width(220.0 * shell.settings.ui_scale)
        changed, gravity = imgui.slider_float3("gravity [m/s²]", list(world.gravity), -20.0, 20.0, "%.2f")
        if changed:
            shell.do(SetGravity(tuple(gravity)))
        changed, substeps = imgui.slider_int("substeps", world.substeps, 1, 16)
        if changed:
            shell.do(SetSubsteps(substeps))
        for key, label in SWITCHES:
            changed, value = imgui.checkbox(label, getattr(world, key))
            if changed:
                shell.do(SetSleeping(value) if key == "sleeping" else SetSolver(key, value))
        self._draw_friction(shell)
        self._draw_restitution(shell)
        imgui.pop_item_width()

    def _draw_friction(self, shell: Shell) -> None:
        """Friction between two materials."""
        materials = list(shell.session.world.materials)
        imgui.separator_text("friction")
        for k in range(2):
            index = materials.index(self.pair[k]) if self.pair[k] in materials else 0
            _, index = imgui.combo(f"##material{k}", index, materials)
            self.pair[k] = materials[index]
        value = shell.session.world.get_friction(*self.pair)
        changed, value = imgui.slider_float("##friction", value, 0.0, 2.0)
        if changed:
            shell.do(SetFriction(*self.pair, value))

    def _draw_restitution(self, shell: Shell) -> None:
        """Restitution of everything that is there: the materials hold what new bodies get, and cannot be changed."""
        imgui.separator_text("restitution of all bodies")
        words = "unchanged" if self.restitution is None else "%.2f"
        changed, value = imgui.slider_float("##restitution", self.restitution or 0.0, 0.0, 1.0, words)
        if changed:
            self.restitution = value
        if imgui.is_item_deactivated_after_edit() and self.restitution is not None:
            shell.do(SetRestitution(self.restitution))
