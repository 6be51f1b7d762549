"""Joints in the panels: those of the picked body, and the tools that make them."""

import math

from imgui_bundle import imgui

from app.joint_commands import RemoveJoint
from app.joint_recipe import joints_of, label_of_joint
from app.joint_tool import KINDS
from app.results import label_of
from app.sandbox import Sandbox
from physics import Body, Joint, JointAxis

ROWS = 6  # most joints that are listed
AXIS_NAMES = ("x", "y", "z", "about x", "about y", "about z")
LOG_SCALES = {"motor_torque", "break_force", "hertz"}


def draw_joints(sandbox: Sandbox, body: Body) -> None:
    """Joints of a body: kind, other body, where it is on its free axes, load and error."""
    joints = joints_of(sandbox.world, body.id)
    if not joints:
        return
    imgui.separator_text(f"{len(joints)} joint{'s' if len(joints) > 1 else ''}")
    for joint in joints[:ROWS]:
        if imgui.small_button(f"Cut##{joint.id}"):
            sandbox.hands.do(RemoveJoint(joint.id))
            continue
        imgui.same_line()
        imgui.text(title(joint, body))
        for line in state(joint):
            imgui.text_disabled(f"    {line}")
    if len(joints) > ROWS:
        imgui.text_disabled(f"and {len(joints) - ROWS} more")


def title(joint: Joint, body: Body) -> str:
    """Kind of a joint, and what it joins a body to."""
    other = joint.body_b if joint.body_a is body else joint.body_a
    off = "" if joint.enabled else ", switched off"
    return f"{label_of_joint(joint)} to {'the world' if other is None else label_of(other)}{off}"


def state(joint: Joint) -> list[str]:
    """Positions on the free axes, then load and error, in words."""
    free = [axis for axis in joint.axes if not axis.locked]
    distance = getattr(joint, "distance", None)
    if distance is not None:
        places = f"length {distance:.3f} m"
        limits = joint.axes[0].limits
        places += f" of {limits[1]:.3f} m" if limits is not None else ""
    elif len(free) > 3:
        places = f"{len(free)} free axes"
    else:
        places = ", ".join(position(axis, alone=len(free) == 1) for axis in free)
    way, angle = joint.error
    force, torque = joint.force.length, joint.torque.length
    limit = "" if math.isinf(joint.break_force) else f" of {joint.break_force:.3g}"
    carried = f"{force:.3g}{limit} N, {torque:.3g} N m, off by {1e3 * way:.2f} mm, {math.degrees(angle):.2f} deg"
    return [places, carried] if places else [carried]


def position(axis: JointAxis, *, alone: bool) -> str:
    """Position on an axis, with its name unless it is the only one."""
    name = "" if alone else f"{AXIS_NAMES[axis.number]} "
    return f"{name}{math.degrees(axis.position):.1f} deg" if axis.turning else f"{name}{axis.position:.3f} m"


def draw_joint_tool(sandbox: Sandbox) -> None:
    """Tools that make joints, the numbers of the chosen one, and what to do next."""
    joining = sandbox.hands.joining
    prefix = sandbox.bindings.hint("join")
    imgui.separator_text("Join")
    for kind in KINDS:
        if imgui.radio_button(f"{kind.key}##joint", joining.kind == kind.key):
            joining.choose(kind.key)
        imgui.same_line(90.0 * sandbox.settings.ui_scale)
        imgui.text_disabled(f"{prefix} {kind.letter}   {kind.help}")
    tool = joining.tool
    imgui.push_item_width(150.0 * sandbox.settings.ui_scale)
    for name in tool.options_of(joining.kind):
        label, low, high = tool.RANGES[name]
        flags = imgui.SliderFlags_.logarithmic if name in LOG_SCALES else 0
        words = "never" if name == "break_force" and getattr(tool, name) == 0.0 else "%.3g"
        _, value = imgui.slider_float(label, getattr(tool, name), low, high, words, flags)
        setattr(tool, name, min(max(value, low), high))  # a value that is typed may be outside
    imgui.pop_item_width()
