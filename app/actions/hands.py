"""Hands: select, drag, spawn, shoot, delete, freeze, join, cut, pin, pump, undo."""

from collections.abc import Callable

from app.actions import camera
from app.actions.context import Context
from app.actions.held import Held
from app.actions.registry import Letters, action, held_action
from app.timeline.results import Result
from app.tools import joint_kinds
from app.tools.select import NOTHING


@action("select", keys=("MOUSE_LEFT",), group="Hands", help="Select and pull")
def select(context: Context) -> None:
    """Use the chosen tool at the pointer."""
    context.pointer.grab(drag=False)


@action("select_frame", keys=("MOUSE_DOUBLE",), group="Hands", help="Select and look at it")
def select_frame(context: Context) -> None:
    """Look at what the first of two clicks selected."""
    if context.shell.tools.select.any:
        camera.frame(context)


@action("drag", keys=("CTRL+MOUSE_LEFT",), group="Hands", help="Drag", hold=True, mode="free")
def drag(context: Context) -> None:
    """Take hold of what is at the pointer, whatever tool is chosen."""
    context.pointer.grab(drag=True)


@action("drag_rotate", keys=("E", "MOUSE_RIGHT"), group="Hands", help="While dragging: rotate", hold=True, mode="drag")
def drag_rotate(context: Context) -> None:
    """Rotate what is dragged with the mouse."""
    context.pointer.hold(context.pointer.turn_dragged)


@action("drag_farther", keys=("WHEEL_UP",), group="Hands", help="While dragging: push away", repeat=True, mode="drag")
def drag_farther(context: Context) -> None:
    """Push what is dragged away."""
    _reach(context, context.notches)


@action(
    "drag_nearer", keys=("WHEEL_DOWN",), group="Hands", help="While dragging: pull closer", repeat=True, mode="drag"
)
def drag_nearer(context: Context) -> None:
    """Pull what is dragged near."""
    _reach(context, -context.notches)


def _reach(context: Context, notches: float) -> None:
    held = context.shell.tools.drag.drag
    if held is not None:
        held.wheel(notches)


@action("shoot", keys=("B", "PAD_RIGHT_TRIGGER+"), group="Hands", help="Shoot a body", repeat=True, mode="free")
def shoot(context: Context) -> None:
    """Shoot what is chosen toward the pointer."""
    context.shell.shoot(*context.pointer.pointer_ray())


@action("spawn", keys=("N", "INSERT"), group="Hands", help="Spawn a body")
def spawn(context: Context) -> None:
    """Put what is chosen where the pointer is."""
    context.shell.report(context.shell.tools.add(*context.pointer.pointer_ray()))


@action("delete", keys=("DELETE", "BACKSPACE"), group="Hands", help="Delete the selected body")
def delete(context: Context) -> None:
    """Remove the selected body."""
    _on_selected(context, context.shell.tools.select.delete)


@action("freeze", keys=("X",), group="Hands", help="Freeze or release the selected body")
def freeze(context: Context) -> None:
    """Hold the selected body where it is, or let it go."""
    _on_selected(context, context.shell.tools.select.freeze)


def _on_selected(context: Context, operation: Callable[[], Result]) -> None:
    if not context.shell.tools.select.any:
        context.shell.say(NOTHING)
    else:
        context.shell.report(operation())


@held_action("cut", keys=("Z",), group="Hands", help="Cut soft bodies: hold, draw a line, let go", mode="free")
def cut(held: Held, push: float) -> None:
    """Draw a stroke with the pointer; it cuts when the key is let go."""
    held.cut = True


@action("pin", keys=("I",), group="Hands", help="Pin a point of a soft body, or release it", mode="free")
def pin(context: Context) -> None:
    """Pin what is at the pointer where it is, or let go of it."""
    tools = context.shell.tools
    context.shell.report(tools.soft.pin(tools.soft_at(*context.pointer.pointer_ray())))


@action("inflate", keys=("Y",), group="Hands", help="Inflate a balloon", repeat=True, mode="free")
def inflate(context: Context) -> None:
    """Blow more into the balloon at the pointer, or the selected one."""
    context.shell.report(context.shell.tools.pump(*context.pointer.pointer_ray(), 1.0))


@action("deflate", keys=("SHIFT+Y",), group="Hands", help="Deflate a balloon", repeat=True, mode="free")
def deflate(context: Context) -> None:
    """Let some out of the balloon at the pointer, or the selected one."""
    context.shell.report(context.shell.tools.pump(*context.pointer.pointer_ray(), -1.0))


def joint_rows() -> list[tuple[str, str, str]]:
    """Letter, name and help of each kind of joint."""
    return [(kind.letter, kind.key, f"{kind.key.capitalize()}: {kind.help}") for kind in joint_kinds.KINDS]


def choose_joint(context: Context, letter: str) -> None:
    """Choose the kind of joint to make."""
    context.shell.report(context.shell.tools.join.choose(joint_kinds.BY_LETTER[letter].key))


@action(
    "join", keys=("J",), group="Hands", help="Join or cut: then a letter",
    letters=Letters("Joints", joint_rows, choose_joint),
)  # fmt: skip
def join(context: Context) -> None:
    """Wait for the letter of a kind of joint."""
    context.start_letters("join", "joints")


@action("undo", keys=("CTRL+Z",), group="Hands", help="Undo", repeat=True)
def undo(context: Context) -> None:
    """Take the last edit back."""
    context.shell.report(context.shell.session.undo())


@action("redo", keys=("CTRL+Y", "CTRL+SHIFT+Z"), group="Hands", help="Redo", repeat=True)
def redo(context: Context) -> None:
    """Do the last undone edit again."""
    context.shell.report(context.shell.session.redo())
