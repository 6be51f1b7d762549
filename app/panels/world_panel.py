"""Settings of the world that act at once, the energy ledger, and the profiler."""

import gc

import numpy as np
from imgui_bundle import imgui

from app.panels import place
from app.sandbox import Sandbox
from app.world_commands import SetFriction

PLOT_HEIGHT = 60.0
SWITCHES = (
    ("sleeping", "bodies may sleep"),
    ("warm_starting", "contacts start warm"),
    ("recycling", "contacts keep their points"),
)


def draw_world(sandbox: Sandbox) -> None:
    """Gravity, substeps, sleep."""
    if not sandbox.panels["world"]:
        return
    world = sandbox.world
    shown, sandbox.panels["world"] = place.begin("World###world", (400.0, 115.0))
    if shown:
        imgui.push_item_width(220.0 * sandbox.settings.ui_scale)
        changed, gravity = imgui.slider_float3("gravity [m/s2]", list(world.gravity), -20.0, 20.0, "%.2f")
        if changed:
            sandbox.set_world("gravity", tuple(gravity))
        changed, substeps = imgui.slider_int("substeps", world.substeps, 1, 16)
        if changed:
            sandbox.set_world("substeps", substeps)
        for key, label in SWITCHES:
            changed, value = imgui.checkbox(label, getattr(world, key))
            if changed:
                sandbox.set_world(key, value)
        draw_friction(sandbox)
        imgui.pop_item_width()
    imgui.end()


def draw_friction(sandbox: Sandbox) -> None:
    """Friction between two materials."""
    materials = list(sandbox.world.materials)
    imgui.separator_text("friction")
    pair = sandbox.friction_pair
    for k in range(2):
        index = materials.index(pair[k]) if pair[k] in materials else 0
        _, index = imgui.combo(f"##material{k}", index, materials)
        pair[k] = materials[index]
    value = sandbox.world.get_friction(*pair)
    changed, value = imgui.slider_float("##friction", value, 0.0, 2.0)
    if changed:
        sandbox.do(SetFriction(pair[0], pair[1], value))


def draw_profiler(sandbox: Sandbox) -> None:
    """Where the time goes: rows per stage, a graph of the frames, the garbage collector."""
    if not sandbox.panels["profiler"]:
        return
    scale = sandbox.settings.ui_scale
    shown, sandbox.panels["profiler"] = place.begin("Profiler###profiler", (340.0, 520.0), right=True)
    if shown:
        graph = imgui.ImVec2(310.0 * scale, PLOT_HEIGHT * scale)
        frames = 1e3 * np.array(sandbox.meter.frames[-240:] or (0.0,), np.float32)
        title = f"frame {frames[-1]:.1f} ms, slowest 1 %: {1e3 / max(sandbox.meter.low, 1e-3):.1f} ms"
        imgui.text(title)
        imgui.plot_lines("##frames", frames, graph_size=graph, scale_min=0.0, scale_max=float(max(frames.max(), 20.0)))
        steps = np.array(sandbox.step_times, np.float32)
        if len(steps):
            imgui.text(f"step {steps[-1]:.2f} ms")
            imgui.plot_lines("##steps", steps, graph_size=graph, scale_min=0.0, scale_max=float(max(steps.max(), 1.0)))
        draw_rows(sandbox)
    imgui.end()


def draw_rows(sandbox: Sandbox) -> None:
    """Times of the stages of a step and of the parts of a frame."""
    stats = sandbox.stats
    if imgui.begin_table("times", 2):
        rows = {**{f"physics: {k}": v for k, v in stats.times.items()}, **sandbox.timings}
        for name, seconds in rows.items():
            imgui.table_next_row()
            imgui.table_next_column()
            imgui.text_disabled(name)
            imgui.table_next_column()
            imgui.text(f"{1e3 * seconds:7.3f} ms")
        imgui.end_table()
    imgui.text_disabled(
        f"{stats.pair_count} pairs, {stats.contact_count} contacts, {stats.island_count} islands\n"
        f"{stats.block_count} blocks, at most {stats.substeps} substeps\n"
        f"{sandbox.draw_calls} draw calls, garbage {sum(c['collections'] for c in gc.get_stats())}"
    )


def draw_ledger(sandbox: Sandbox) -> None:
    """Energy and momentum over time."""
    if not sandbox.panels["ledger"]:
        return
    shown, sandbox.panels["ledger"] = place.begin("Energy###ledger", (340.0, 310.0))
    past = sandbox.ledger
    if shown and past:
        graph = imgui.ImVec2(310.0 * sandbox.settings.ui_scale, PLOT_HEIGHT * sandbox.settings.ui_scale)
        kinetic, potential = (np.array([row[k] for row in past], np.float32) for k in (0, 1))
        for name, values in (("kinetic", kinetic), ("potential", potential), ("sum", kinetic + potential)):
            rate = 60.0 * float(values[-1] - values[-2]) if len(values) > 1 else 0.0
            imgui.text(f"{name} {values[-1]:.4g} J, {rate:+.3g} J/s")
            imgui.plot_lines(f"##{name}", values, graph_size=graph)
        imgui.text(f"momentum {'  '.join(f'{c:.3g}' for c in past[-1][2])} kg m/s")
    imgui.end()
