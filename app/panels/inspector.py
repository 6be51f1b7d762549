"""The selected body: numbers, contacts, joints, and what can be changed."""

import math

from imgui_bundle import imgui

from app.panels.joint_list import draw_joints
from app.panels.registry import Panel, panel
from app.shell import Shell
from app.timeline.results import counted
from physics import Body, BodyKind, World

WIDTH = 320.0  # at text size 1 [pixels]
KINDS = ("static", "kinematic", "dynamic")


@panel("inspector", title="Body", size=(340.0, 325.0), open=True, right=True)
class Inspector(Panel):
    """The selected body: numbers, contacts, and what can be changed."""

    def __init__(self) -> None:
        self._drafts: dict[tuple[int, str], float] = {}  # values that are being changed, by body and name

    def forget(self) -> None:
        """Another world runs."""
        self._drafts.clear()

    def is_visible(self, shell: Shell) -> bool:
        """Whether a body is selected."""
        return shell.tools.select.body is not None

    def close(self, shell: Shell) -> bool:
        """Deselect the body; for the next one the panel is there again."""
        shell.tools.select.select(None)
        return False

    def draw(self, shell: Shell) -> None:
        """Draw all of it."""
        body = shell.tools.select.body
        imgui.dummy(imgui.ImVec2(WIDTH * shell.settings.ui_scale, 0.0))  # else its width would change with the numbers
        imgui.text(f"{body.name or 'body'}   #{body.id}")
        made_of = sorted({f"{type(part.shape).__name__[5:].lower()} of {part.material}" for part in body.parts})
        imgui.text_disabled(", ".join(made_of))
        draw_numbers(body)
        self._draw_edits(shell, body)
        draw_contacts(shell, body)
        draw_joints(shell, body)

    def _draw_edits(self, shell: Shell, body: Body) -> None:
        """Things that can be changed at once; each is one undo."""
        imgui.push_item_width(150.0 * shell.settings.ui_scale)
        if body.kind == BodyKind.DYNAMIC:
            entered = imgui.InputTextFlags_.enter_returns_true
            changed, value = imgui.input_double("mass [kg]", body.mass, 0.0, 0.0, "%.4g", entered)
            if changed:
                shell.report(shell.tools.select.edit("mass", value))
        for key, high in (("friction", 2.0), ("restitution", 1.0)):
            own = getattr(body, key)  # None: the materials decide
            value = self._drafts.get((body.id, key), -1.0 if own is None else float(own))
            words = "from material" if value < 0.0 else "%.3f"
            _, value = imgui.slider_float(key, max(value, 0.0), 0.0, high, words)
            if imgui.is_item_active():
                self._drafts[body.id, key] = value
            if imgui.is_item_deactivated_after_edit():
                shell.report(shell.tools.select.edit(key, value))
                self._drafts.pop((body.id, key), None)
        changed, kind = imgui.combo("kind", int(body.kind), list(KINDS))
        if changed:
            shell.report(shell.tools.select.edit("kind", BodyKind(kind)))
        imgui.pop_item_width()
        if imgui.button("Stop"):
            shell.report(shell.tools.select.edit("velocity", (0.0, 0.0, 0.0)))
        imgui.same_line()
        if imgui.button("Toss"):
            shell.report(shell.tools.select.edit("velocity", (0.0, 6.0, 0.0)))
        imgui.same_line()
        if imgui.button("Look at"):
            display = imgui.get_io().display_size
            shell.look_at(display.x / max(display.y, 1.0))
        imgui.same_line()
        if imgui.button("Delete"):
            shell.report(shell.tools.select.delete())


def row(name: str, text: str) -> None:
    """A line of the table."""
    imgui.text_disabled(name)
    imgui.same_line(110.0 * imgui.get_font_size() / 16.0)
    imgui.text(text)


def vector(value: tuple[float, float, float], digits: int = 2) -> str:
    """Three numbers; none is -0.00."""
    return " ".join(f"{round(c, digits) + 0.0:{digits + 4}.{digits}f}" for c in value)


def draw_numbers(body: Body) -> None:
    """Pose and speeds."""
    row("mass", "infinite" if math.isinf(body.mass) else f"{body.mass:.4g} kg")
    row("position", f"{vector(body.position)} m")
    row("velocity", f"{vector(body.velocity)} m/s")
    row("rotation", f"{vector(body.angular_velocity)} rad/s")
    state = "frozen" if body.frozen else "awake" if body.awake else "asleep"
    row("state", f"{KINDS[body.kind]}, {state}")


def draw_contacts(shell: Shell, body: Body) -> None:
    """Impulses of its contacts in the last step."""
    touching, load = contacts_of(shell.session.world, body.id)
    row("contacts", f"{counted(touching, 'point')}, {load * 60.0:.4g} N")


def contacts_of(world: World, number: int) -> tuple[int, float]:
    """Points at which a body touches something, and the sum of their impulses in the last step [N s]."""
    points = world.contacts()
    mine = (points["body_a"] == number) | (points["body_b"] == number)
    mine &= points["normal_impulse"] > 0.0
    return int(mine.sum()), float(points["normal_impulse"][mine].sum())
