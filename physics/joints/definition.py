"""JointDef and JointAxisDef: the one description of a joint, which it is captured as, made from and restored from.

A definition is plain data. It names bodies and other joints by their numbers, and holds what is in the records of the
joint: its frames in the axes of its bodies, its six axes, how far it has turned.
"""

import dataclasses
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from physics import checks
from physics.bodies.arguments import check_number
from physics.joints.frames import locals_of
from physics.kernels.layout import joint as JOINT
from physics.shapes.base import Vector
from physics.vector import ORIGIN, Quaternion

if TYPE_CHECKING:
    from physics.joints.axis import JointAxis
    from physics.joints.joint import Joint

#: All classes of joints, by name; each enters itself.
KINDS: "dict[str, type[Joint]]" = {}
WORLD = 0  # number of the body that is the world
NO_ANGLES = (0.0, 0.0, 0.0)
#: Frames may be off unit length by this, as products of rotations are.
UNIT = 1e-9

#: Fields of an axis that are numbers of its record, and their columns.
COLUMNS = {
    "lower": JOINT.AXIS_LOWER,
    "upper": JOINT.AXIS_UPPER,
    "limit_hertz": JOINT.AXIS_LIMIT_HERTZ,
    "limit_damping_ratio": JOINT.AXIS_LIMIT_RATIO,
    "limit_stiffness": JOINT.AXIS_LIMIT_STIFFNESS,
    "limit_damping": JOINT.AXIS_LIMIT_DAMPING,
    "limit_bounce": JOINT.AXIS_BOUNCE,
    "motor_speed": JOINT.AXIS_MOTOR_SPEED,
    "motor_max_force": JOINT.AXIS_MOTOR_MAX,
    "motor_target": JOINT.AXIS_SERVO,
    "friction": JOINT.AXIS_FRICTION,
    "spring": JOINT.AXIS_SPRING,
    "spring_damping": JOINT.AXIS_DAMPING,
    "spring_target": JOINT.AXIS_TARGET,
    "spring_max_force": JOINT.AXIS_SPRING_MAX,
    "ratio": JOINT.AXIS_RATIO,
}
#: Fields of an axis that are bits of the joint, and their columns.
BITS = {
    "locked": JOINT.LOCKS,
    "limited": JOINT.LIMITS,
    "driven": JOINT.MOTORS,
    "servo": JOINT.SERVOS,
    "braked": JOINT.FRICTIONS,
    "sprung": JOINT.SPRINGS,
    "by_force": JOINT.STIFF,
}
#: Fields of a joint that are numbers of its traits, and their columns.
TRAITS = {
    "hertz": JOINT.TRAIT_HERTZ,
    "damping_ratio": JOINT.TRAIT_RATIO,
    "stiffness": JOINT.TRAIT_STIFFNESS,
    "damping": JOINT.TRAIT_DAMPING,
    "break_force": JOINT.TRAIT_BREAK_FORCE,
    "break_torque": JOINT.TRAIT_BREAK_TORQUE,
}


@dataclasses.dataclass(frozen=True)
class JointAxisDef:
    """One axis of a joint, in meters and newtons, or radians and newton meters.

    Attributes:
        locked: Whether it cannot move at all.
        limited: Whether it has limits.
        lower: Least position; of a locked distance, its length.
        upper: Greatest position.
        limit_hertz: Frequency of soft stops [Hz].
        limit_damping_ratio: Damping ratio of soft stops.
        limit_stiffness: Stiffness of soft stops instead.
        limit_damping: Damping of them.
        limit_bounce: Part of its speed that it comes back with from a hard stop.
        driven: Whether it has a motor.
        motor_speed: Speed that the motor drives at.
        motor_max_force: Largest force of the motor.
        servo: Whether the motor goes to a place.
        motor_target: Where to.
        braked: Whether it has friction.
        friction: Largest force of friction.
        sprung: Whether it has a spring.
        by_force: Whether the spring is given by stiffness and damping, not by frequency and damping ratio.
        spring: Frequency [Hz] or stiffness of the spring.
        spring_damping: Damping ratio or damping of the spring.
        spring_target: Where the spring is at rest.
        spring_max_force: Largest force of the spring.
        ratio: Of a gear.
    """

    locked: bool = False
    limited: bool = False
    lower: float = 0.0
    upper: float = 0.0
    limit_hertz: float = 0.0
    limit_damping_ratio: float = 0.0
    limit_stiffness: float = 0.0
    limit_damping: float = 0.0
    limit_bounce: float = 0.0
    driven: bool = False
    motor_speed: float = 0.0
    motor_max_force: float = 0.0
    servo: bool = False
    motor_target: float = 0.0
    braked: bool = False
    friction: float = 0.0
    sprung: bool = False
    by_force: bool = False
    spring: float = 0.0
    spring_damping: float = 0.0
    spring_target: float = 0.0
    spring_max_force: float = 0.0
    ratio: float = 0.0

    def __post_init__(self) -> None:
        for name in BITS:
            object.__setattr__(self, name, checks.flag(name, getattr(self, name)))
        for name in COLUMNS:
            object.__setattr__(self, name, checks.finite(name, getattr(self, name)))
        if self.limited and self.lower > self.upper:
            raise ValueError(f"limits must have lower <= upper, got {(self.lower, self.upper)}; swap them")


@dataclasses.dataclass(frozen=True)
class JointDef:
    """A joint: what `World.add` makes a new one of, `Joint.definition` captures and `World.restore` brings back.

    What a definition cannot hold are the forces of the last step, which the next one starts from, and the order in
    which the joint is solved among others.

    Attributes:
        kind: Name of its class, such as "JointHinge".
        body_a: Number of one body; 0 is the world.
        body_b: Number of the other.
        anchor_a: Where it holds body a, in the axes of that body, or in the world [m].
        anchor_b: Where it holds body b, likewise.
        frame_a: Rotation of its frame on body a in the same axes (x, y, z, w).
        frame_b: Rotation of its frame on body b.
        axes: Its six axes.
        angles: How far its three angles were turned when they were last measured [rad], without whole turns.
        turns: Their whole turns.
        hertz: Frequency of what is locked [Hz]; 0 is rigid.
        damping_ratio: Damping ratio of what is locked.
        stiffness: Stiffness of what is locked, instead [N/m] [N m].
        damping: Damping of it [N s/m] [N m s].
        break_force: Force that it does not survive [N].
        break_torque: Torque that it does not survive [N m].
        collide: Whether its two bodies touch one another.
        enabled: Whether it acts.
        coupled: Of a gear, number of the joint and of the axis of each of the two that it couples; where it is made of
            parts, the first is the place of a part among them, from 0.
        parts: Joints that it is made of, whose axes it couples: the two ropes of a pulley.
        options: What only this class of joints has, as (name, value) each.
        name: For people.
        user_data: For the program; the same object.
        id: `Joint.id` that it had, for `World.restore`; None for a new joint.
    """

    kind: str
    body_a: int
    body_b: int
    anchor_a: Vector = ORIGIN
    anchor_b: Vector = ORIGIN
    frame_a: Quaternion = (0.0, 0.0, 0.0, 1.0)
    frame_b: Quaternion = (0.0, 0.0, 0.0, 1.0)
    axes: tuple[JointAxisDef, ...] = (JointAxisDef(),) * JOINT.AXES
    angles: Vector = NO_ANGLES
    turns: Vector = NO_ANGLES
    hertz: float = 0.0
    damping_ratio: float = 1.0
    stiffness: float = 0.0
    damping: float = 0.0
    break_force: float = math.inf
    break_torque: float = math.inf
    collide: bool = False
    enabled: bool = True
    coupled: tuple[tuple[int, int], ...] = ()
    parts: "tuple[JointDef, ...]" = ()
    options: tuple[tuple[str, Any], ...] = ()
    name: str = ""
    user_data: Any = None
    id: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"unknown kind {checks.shown(self.kind)}; choose one of: {', '.join(sorted(KINDS))}")
        checked: dict[str, Any] = {"id": check_number(self.id)}
        for key in ("anchor_a", "anchor_b", "angles", "turns"):
            checked[key] = checks.vector(key, getattr(self, key))
        for key in ("frame_a", "frame_b"):
            checked[key] = _check_frame(key, getattr(self, key))
        for key in TRAITS:
            checked[key] = checks.number(key, getattr(self, key))
            if not checked[key] >= 0.0:
                raise ValueError(f"{key} must be >= 0, got {getattr(self, key)!r}")
        for key in ("collide", "enabled"):
            checked[key] = checks.flag(key, getattr(self, key))
        if len(self.axes) != JOINT.AXES or not all(isinstance(axis, JointAxisDef) for axis in self.axes):
            raise TypeError(f"axes must be {JOINT.AXES} of JointAxisDef, got {checks.shown(self.axes)}")
        for key, value in checked.items():
            object.__setattr__(self, key, value)

    def as_new(self, number: int | None = None) -> "JointDef":
        """The definition of a joint that was never in a world: gears mesh as their axes stand, parts have no numbers.

        Args:
            number: Its own number, if it has one all the same.
        """
        options = tuple([(name, False if name == "meshed" else value) for name, value in self.options])
        parts = tuple([part.as_new() for part in self.parts])
        return dataclasses.replace(self, id=number, options=options, parts=parts)


def _check_frame(name: str, value: Sequence[float]) -> Quaternion:
    """A rotation, to the last bit if it is nearly of unit length."""
    unit = checks.quaternion(name, value)
    x, y, z, w = (float(component) for component in value)
    return (x, y, z, w) if abs(math.hypot(x, y, z, w) - 1.0) < UNIT else unit


# ---- Capturing -------------------------------------------------------------------------------------------------------


def capture(joint: "Joint") -> JointDef:
    """Definition of a joint as it is now, in a world or not; see `Joint.definition`."""
    info, traits = joint._record("info"), joint._record("traits")
    result = joint._record("result")
    sides = [_local_frame(joint, side) for side in ((joint._side_a, 1 - joint._side_a))]
    (anchor_a, frame_a), (anchor_b, frame_b) = sides
    return JointDef(
        kind=type(joint).__name__,
        body_a=WORLD if joint.body_a is None else joint.body_a.id,
        body_b=WORLD if joint.body_b is None else joint.body_b.id,
        anchor_a=anchor_a,
        anchor_b=anchor_b,
        frame_a=frame_a,
        frame_b=frame_b,
        axes=tuple([_capture_axis(axis) for axis in joint.axes]),
        angles=tuple(result[JOINT.RESULT_ANGLE : JOINT.RESULT_ANGLE + 3].tolist()),
        turns=tuple(result[JOINT.RESULT_TURNS : JOINT.RESULT_TURNS + 3].tolist()),
        **{name: float(traits[column]) for name, column in TRAITS.items()},
        collide=bool(info[JOINT.FLAGS] & JOINT.FLAG_COLLIDES),
        enabled=joint.enabled,
        coupled=tuple([(_number_of(axis.joint, joint), axis.number) for axis in joint.coupled]),
        parts=tuple([capture(part) for part in joint.parts]),
        options=joint._options(),
        name=joint.name,
        user_data=joint.user_data,
        id=joint._id if joint.alive else None,
    )


def _number_of(coupled: "Joint", gear: "Joint") -> int:
    """What the definition of a gear calls a joint that it couples."""
    return gear.parts.index(coupled) if gear.parts else coupled._id


def _capture_axis(axis: "JointAxis") -> JointAxisDef:
    values: dict[str, Any] = {name: axis._bit(column) for name, column in BITS.items()}
    values.update({name: axis._get(column) for name, column in COLUMNS.items()})
    return JointAxisDef(**values)


def _local_frame(joint: "Joint", side: int) -> tuple[Vector, Quaternion]:
    """Anchor and rotation of a frame in the axes of its body."""
    if joint._table is not None:
        record = joint._record("frame")
        x, y, z = record[JOINT.FRAME_ANCHOR_A + 3 * side :][:3].tolist()
        a, b, c, d = record[JOINT.FRAME_ROTATION_A + 4 * side :][:4].tolist()
        return (x, y, z), (a, b, c, d)
    body, (anchors, frames) = joint._bodies[side], joint._places
    fixed = side == 0 and joint._record("info")[JOINT.FLAGS] & JOINT.FLAG_WORLD
    if body is None:
        x, y, z = anchors[side]
        return (x, y, z), frames[side]
    place, turn = locals_of(body._find(), body._table.arrays.bodies, anchors[side], frames[side])
    return place, frames[side] if fixed else turn
