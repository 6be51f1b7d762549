"""Settings of the world that act at once, and the energy ledger."""

import numpy as np
from imgui_bundle import imgui

from app.panels import place
from app.shell import Shell
from app.timeline.commands.world import (
    SetFriction,
    SetGravity,
    SetRestitution,
    SetSleeping,
    SetSolver,
    SetSubsteps,
)

PLOT_HEIGHT = 60.0
SWITCHES = (
    ("sleeping", "bodies may sleep"),
    ("warm_starting", "contacts start warm"),
    ("recycling", "contacts keep their points"),
)


def draw_world(shell: Shell) -> None:
    """Gravity, substeps, sleep."""
    if not shell.panels["world"]:
        return
    world = shell.session.world
    shown, shell.panels["world"] = place.begin("World###world", (400.0, 160.0))
    if shown:
        imgui.push_item_width(220.0 * shell.settings.ui_scale)
        changed, gravity = imgui.slider_float3("gravity [m/s2]", list(world.gravity), -20.0, 20.0, "%.2f")
        if changed:
            shell.do(SetGravity(tuple(gravity)))
        changed, substeps = imgui.slider_int("substeps", world.substeps, 1, 16)
        if changed:
            shell.do(SetSubsteps(substeps))
        for key, label in SWITCHES:
            changed, value = imgui.checkbox(label, getattr(world, key))
            if changed:
                shell.do(SetSleeping(value) if key == "sleeping" else SetSolver(key, value))
        draw_friction(shell)
        draw_restitution(shell)
        imgui.pop_item_width()
    imgui.end()


def draw_friction(shell: Shell) -> None:
    """Friction between two materials."""
    materials = list(shell.session.world.materials)
    imgui.separator_text("friction")
    pair = shell.friction_pair
    for k in range(2):
        index = materials.index(pair[k]) if pair[k] in materials else 0
        _, index = imgui.combo(f"##material{k}", index, materials)
        pair[k] = materials[index]
    value = shell.session.world.get_friction(*pair)
    changed, value = imgui.slider_float("##friction", value, 0.0, 2.0)
    if changed:
        shell.do(SetFriction(pair[0], pair[1], value))


def draw_restitution(shell: Shell) -> None:
    """Restitution of everything that is there: the materials hold what new bodies get, and cannot be changed."""
    imgui.separator_text("restitution of all bodies")
    words = "as each has it" if shell.restitution is None else "%.2f"
    changed, value = imgui.slider_float("##restitution", shell.restitution or 0.0, 0.0, 1.0, words)
    if changed:
        shell.restitution = value
    if imgui.is_item_deactivated_after_edit() and shell.restitution is not None:
        shell.do(SetRestitution(shell.restitution))


def draw_ledger(shell: Shell) -> None:
    """Energy and momentum over time."""
    if not shell.panels["ledger"]:
        return
    shown, shell.panels["ledger"] = place.begin("Energy###ledger", (340.0, 310.0))
    past = shell.ledger
    if shown and past:
        graph = imgui.ImVec2(310.0 * shell.settings.ui_scale, PLOT_HEIGHT * shell.settings.ui_scale)
        kinetic, potential = (np.array([row[k] for row in past], np.float32) for k in (0, 1))
        for name, values in (("kinetic", kinetic), ("potential", potential), ("sum", kinetic + potential)):
            rate = 60.0 * float(values[-1] - values[-2]) if len(values) > 1 else 0.0
            imgui.text(f"{name} {values[-1]:.4g} J, {rate:+.3g} J/s")
            imgui.plot_lines(f"##{name}", values, graph_size=graph)
        imgui.text(f"momentum {'  '.join(f'{c:.3g}' for c in past[-1][2])} kg m/s")
    imgui.end()
