"""Panels of the hands: what the picked body is, what is spawned and shot, which overlays are on."""

import math

from imgui_bundle import imgui

from app.overlays.registry import choices
from app.panels import place
from app.panels.joints import draw_joints
from app.shell import Shell
from app.timeline.results import counted
from app.tools.spawn import MAKERS
from physics import Body, BodyKind, World

KINDS = ("static", "kinematic", "dynamic")


def draw_inspector(shell: Shell, width: float) -> None:
    """The picked body: numbers, contacts, and what can be changed."""
    body = shell.tools.select.body
    if body is None or not shell.panels["inspector"]:
        return
    shown, is_open = place.begin("Body###inspector", (340.0, 325.0), right=True)
    if shown:
        imgui.text(f"{body.name or 'body'}   #{body.id}")
        made_of = sorted({f"{type(part.shape).__name__[5:].lower()} of {part.material}" for part in body.parts})
        imgui.text_disabled(", ".join(made_of))
        draw_numbers(body)
        draw_edits(shell, body, width)
        draw_contacts(shell, body)
        draw_joints(shell, body)
    imgui.end()
    if not is_open:
        shell.tools.select.select(None)


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


def draw_edits(shell: Shell, body: Body, width: float) -> None:
    """Things that can be changed at once; each is one undo."""
    imgui.push_item_width(150.0 * shell.settings.ui_scale)
    if body.kind == BodyKind.DYNAMIC:
        entered = imgui.InputTextFlags_.enter_returns_true
        changed, value = imgui.input_double("mass [kg]", body.mass, 0.0, 0.0, "%.4g", entered)
        if changed:
            shell.report(shell.tools.select.edit("mass", value))
    for key, high in (("friction", 2.0), ("restitution", 1.0)):
        own = getattr(body, key)  # None: the materials decide
        value = shell.drafts.get((body.id, key), -1.0 if own is None else float(own))
        words = "by material" if value < 0.0 else "%.3f"
        _, value = imgui.slider_float(key, max(value, 0.0), 0.0, high, words)
        if imgui.is_item_active():
            shell.drafts[body.id, key] = value
        if imgui.is_item_deactivated_after_edit():
            shell.report(shell.tools.select.edit(key, value))
            shell.drafts.pop((body.id, key), None)
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
        shell.look_at(width / max(imgui.get_io().display_size.y, 1.0))
    imgui.same_line()
    if imgui.button("Delete"):
        shell.report(shell.tools.select.delete())


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


def draw_spawn(shell: Shell) -> None:
    """What is spawned and shot."""
    if not shell.panels["tools"]:
        return
    scale = shell.settings.ui_scale
    tool = shell.tools.spawn.options
    shown, shell.panels["tools"] = place.begin("Spawn and shoot###tools", (295.0, 160.0), right=True)
    if shown:
        imgui.push_item_width(150.0 * scale)
        shapes, materials = list(MAKERS), list(shell.session.world.materials)
        _, index = imgui.combo("shape", shapes.index(tool.shape), shapes)
        tool.shape = shapes[index]
        index = materials.index(tool.material) if tool.material in materials else 0
        _, index = imgui.combo("material", index, materials)
        tool.material = materials[index]
        _, tool.size = imgui.slider_float("size [m]", tool.size, 0.05, 2.0)
        _, tool.speed = imgui.slider_float("speed [m/s]", tool.speed, 0.0, 60.0)
        imgui.pop_item_width()
        imgui.text_disabled(shell.input.bindings.name_keys("[shoot] shoots, [spawn] puts one there"))
    imgui.end()


def draw_overlays(shell: Shell) -> None:
    """Toggles of the debug overlays."""
    if not shell.panels["overlays"]:
        return
    shown, shell.panels["overlays"] = place.begin("Overlays###overlays", (400.0, 400.0))
    if shown:
        prefix = shell.input.bindings.hint("overlay")
        for overlay in choices().values():
            changed, _ = imgui.checkbox(f"{overlay.label}##{overlay.key}", overlay.key in shell.overlays)
            if overlay.help:
                imgui.set_item_tooltip(overlay.help)
            imgui.same_line(345.0 * shell.settings.ui_scale)
            imgui.text_disabled(f"{prefix} {overlay.letter}")
            if changed:
                shell.toggle_overlay(overlay.key)
    imgui.end()
