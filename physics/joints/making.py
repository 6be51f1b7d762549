"""Makes joints from definitions."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from physics.bodies.body import Body
from physics.joints.axis import JointAxis
from physics.joints.definition import BITS, COLUMNS, KINDS, TRAITS, WORLD, JointDef
from physics.joints.joint import Joint
from physics.kernels.layout import joint as JOINT
from physics.shapes.base import Vector
from physics.vector import Quaternion

if TYPE_CHECKING:
    from physics.joints.table import JointTable


def make(definition: JointDef, table: "JointTable") -> Joint:
    """The joint of a definition, not yet in a world; its records hold what its own `__init__` would find out.

    Raises:
        LookupError: A body, or a joint that it couples, is not in the world.
        ValueError: The bodies cannot be joined.
    """
    kind = KINDS[definition.kind]
    joint = kind.__new__(kind)
    for name, value in definition.options:
        if name not in kind._own:
            raise ValueError(f"a {definition.kind} has no option {name!r}; choose from: {', '.join(kind._own) or '-'}")
        setattr(joint, "_" + name, value)
    ends = [
        (_body(definition.body_a, table), definition.anchor_a, definition.frame_a),
        (_body(definition.body_b, table), definition.anchor_b, definition.frame_b),
    ]
    if joint._side_a:
        ends.reverse()
    (body_a, anchor_a, frame_a), (body_b, anchor_b, frame_b) = ends
    anchors, frames = (anchor_a, anchor_b), (frame_a, frame_b)
    Joint.__init__(
        joint, body_a, body_b, anchors=anchors, frames=frames, collide=definition.collide, enabled=definition.enabled,
        name=definition.name, user_data=definition.user_data,
    )  # fmt: skip
    _write(joint, definition, (anchors, frames))
    joint._parts = tuple([make(part, table) for part in definition.parts])
    joint._couple(_coupled(definition, joint, table.find))
    return joint


def _body(number: int, table: "JointTable") -> Body | None:
    return None if number == WORLD else table.bodies.find(number)


def _coupled(definition: JointDef, joint: Joint, find: Callable[[int], Joint]) -> tuple[JointAxis, ...]:
    """Axes that a gear couples: of other joints, or of those that it is made of."""
    joints = [joint._parts[number] if joint._parts else find(number) for number, _ in definition.coupled]
    return tuple([coupled.axes[axis] for coupled, (_, axis) in zip(joints, definition.coupled, strict=True)])


def _write(joint: Joint, definition: JointDef, places: tuple[Sequence[Vector], Sequence[Quaternion]]) -> None:
    """Fill the records of a joint."""
    records = joint._records
    for side in range(2):
        records["frame"][JOINT.FRAME_ANCHOR_A + 3 * side :][:3] = places[0][side]
        records["frame"][JOINT.FRAME_ROTATION_A + 4 * side :][:4] = places[1][side]
    joint._framed = True
    for name, column in TRAITS.items():
        records["traits"][column] = getattr(definition, name)
    records["result"][JOINT.RESULT_ANGLE : JOINT.RESULT_ANGLE + 3] = definition.angles
    records["result"][JOINT.RESULT_TURNS : JOINT.RESULT_TURNS + 3] = definition.turns
    axis = records["axis"].reshape(JOINT.AXES, JOINT.AXIS_STRIDE)
    for number, one in enumerate(definition.axes):
        for name, column in COLUMNS.items():
            axis[number, column] = getattr(one, name)
    for name, column in BITS.items():
        records["info"][column] = sum(1 << k for k, one in enumerate(definition.axes) if getattr(one, name))
    if not np.isfinite(axis).all():
        raise ValueError("numbers of axes must fit 32 bits; choose smaller ones")
