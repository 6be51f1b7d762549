"""Joints of the selected body, in words."""

import math
import textwrap

from imgui_bundle import imgui

from app.shell import Shell
from app.timeline.commands.joints import RemoveJoint, label_of_joint
from app.timeline.results import counted, label_of
from physics import Body, Joint, JointAxis, JointBall, JointDistance, JointGear

ROWS = 6  # most joints that are listed
AXIS_NAMES = ("x", "y", "z", "about x", "about y", "about z")
LINE = 36  # most characters of a line about a joint
TORQUE_SHOWN = 0.01  # smaller ones are none [N m]
FORCE_SHOWN = 0.01  # as well [N]


def draw_joints(shell: Shell, body: Body) -> None:
    """Joints of a body: kind, other body, where it is on its free axes, load and error."""
    joints = body.joints
    if not joints:
        return
    imgui.separator_text(counted(len(joints), "joint"))
    for joint in joints[:ROWS]:
        if imgui.small_button(f"Cut##{joint.id}"):
            shell.report(shell.session.edit(RemoveJoint(joint.id)))
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
    off = "" if joint.enabled else ", disabled"
    return f"{label_of_joint(joint)} to {'the world' if other is None else label_of(other)}{off}"


def state(joint: Joint) -> list[str]:
    """Positions on the free axes and load, then errors of the locked ones, in words."""
    free = [axis for axis in joint.axes if not axis.locked]
    way, angle = joint.error
    force, torque = joint.force.length, joint.torque.length
    words, errors = [], []
    if isinstance(joint, JointGear):
        words.append(f"ratio {joint.ratio:.4g}")
        errors += [f"{math.degrees(angle):.2f} deg" if joint.first.angular else f"{1e3 * way:.2f} mm"]
    elif isinstance(joint, JointDistance):
        limits = joint.axes[0].limits
        most = f" of {limits[1]:.3f}" if limits is not None else ""
        words.append(f"length {joint.distance:.3f}{most} m")
        errors += [f"{1e3 * way:.2f} mm"] if joint.axes[0].locked else []
    elif isinstance(joint, JointBall):
        named = (("twist", joint.twist), ("swing", joint.swing))
        words += [f"{name} {math.degrees(axis.position):.1f} deg" for name, axis in named]
        errors.append(f"{1e3 * way:.2f} mm")
    else:
        words += (
            [position(axis, alone=len(free) == 1) for axis in free] if len(free) <= 3 else [f"{len(free)} free axes"]
        )
        errors += [f"{1e3 * way:.2f} mm"] if any(axis.locked for axis in joint.axes[:3]) else []
        errors += [f"{math.degrees(angle):.2f} deg"] if any(axis.locked for axis in joint.axes[3:]) else []
    most = "" if math.isinf(joint.break_force) else f" of {amount(joint.break_force, 'N')}"
    words.append(amount(force, "N") + most)
    if torque > TORQUE_SHOWN:
        words.append(amount(torque, "N m"))
    whole = ", ".join(word.replace(" ", "\xa0") for word in words)  # lines break between words, not within
    lines = [line.replace("\xa0", " ") for line in textwrap.wrap(whole, LINE)]
    return [*lines, f"error {', '.join(errors)}"] if errors else lines


def amount(value: float, unit: str) -> str:
    """A force or a torque that can be read at a glance: "0.25 N", "12.3 kN m"."""
    for least, factor, prefix in ((1e7, 1e-6, "M"), (1e4, 1e-3, "k"), (FORCE_SHOWN, 1.0, "")):
        if value >= least:
            return f"{factor * value:.4g} {prefix}{unit}"
    return f"0 {unit}"


def position(axis: JointAxis, *, alone: bool) -> str:
    """Position on an axis, with its name unless it is the only one."""
    name = "" if alone else f"{AXIS_NAMES[axis.number]} "
    return f"{name}{math.degrees(axis.position):.1f} deg" if axis.angular else f"{name}{axis.position:.3f} m"
