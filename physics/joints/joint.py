"""Joint: what all joints have.

A joint is described in world space where its bodies are, then given to `World.add_joint`, which binds it. What can be
read and set of it can be read and set before and after that.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.joints.arguments import check_anchor, check_bodies, check_strength
from physics.joints.axis import JointAxis
from physics.joints.definition import KINDS, JointDef, capture
from physics.joints.frames import frame_of, locals_of, measure, write_frame
from physics.joints.spring import FAR, check_spring
from physics.kernels.layout import joint as JOINT
from physics.vector import Quaternion, Vec3, rotate

if TYPE_CHECKING:
    from physics.joints.table import JointTable
    from physics.world import World

_WIDTHS = {
    "info": (np.int32, JOINT.STRIDE),
    "frame": (np.float64, JOINT.FRAME_STRIDE),
    "axis": (np.float32, JOINT.AXES * JOINT.AXIS_STRIDE),
    "traits": (np.float32, JOINT.TRAIT_STRIDE),
    "result": (np.float32, JOINT.RESULT_STRIDE),
}


class Joint:
    """What all joints have. Either body may be None, which means the world. Of frequencies see `physics.joints.spring`.

    Attributes:
        name: For people.
        user_data: For the program.
    """

    #: Axes that are locked, as bits; number of the type in records; what else it is, bits of JOINT_FLAGS.
    _locks = 0
    _type = 0
    _flags = 0
    #: Which side of the records body a is: 1 where they are those of a joint from b to a.
    _side_a = 0
    #: Other joints that it is made of, which enter and leave the world with it.
    _parts: "tuple[Joint, ...]" = ()
    #: Attributes that only this class has, without their underscore: definitions hold them.
    _own: tuple[str, ...] = ()
    #: Whether its frames are in its records already, in the axes of its bodies; whether steps call `_guide` before.
    _framed = _guided = False

    def __init_subclass__(cls) -> None:
        """Have definitions find the class by its name."""
        KINDS[cls.__name__] = cls

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        anchors: tuple[Sequence[float], Sequence[float]],
        frames: tuple[Quaternion, Quaternion],
        hertz: float | None = None,
        damping_ratio: float | None = None,
        stiffness: float | None = None,
        damping: float | None = None,
        erp: float | None = None,
        cfm: float | None = None,
        erp_step: float | None = None,
        break_force: float = math.inf,
        break_torque: float = math.inf,
        collide: bool = False,
        enabled: bool = True,
        name: str = "",
        user_data: Any = None,
    ) -> None:
        check_bodies(body_a, body_b)
        self._table: JointTable | None = None
        self._row = self._id = 0
        self._was_broken = False
        self._owner: Joint | None = None
        self._bodies = body_a, body_b
        self._places = anchors, frames
        self._records = {key: np.zeros(width, kind) for key, (kind, width) in _WIDTHS.items()}
        self.name = name
        self.user_data = user_data
        self._axes = tuple(self._make_axis(number) for number in range(JOINT.AXES))
        info = self._records["info"]
        info[JOINT.FLAGS] = JOINT.FLAG_ALIVE | self._flags
        info[JOINT.LOCKS] = self._locks
        info[JOINT.TYPE] = self._type
        softness = {"hertz": hertz, "damping_ratio": damping_ratio, "stiffness": stiffness, "damping": damping}
        self.set_softness(**softness, erp=erp, cfm=cfm, step=erp_step)
        self.break_force = break_force
        self.break_torque = break_torque
        self.collide = collide
        self.enabled = enabled

    def __repr__(self) -> str:
        label = f" {self.name!r}" if self.name else ""
        state = "" if self._table is None else f" {self._id}" if self.alive else " removed"
        return f"<{type(self).__name__}{label}{state}>"

    # ---- The records ------------------------------------------------------------------------------------------------

    def _record(self, key: str) -> np.ndarray:
        """Its own row of an array: that of the world once it is in one."""
        if self._table is None:
            return self._records[key]
        return getattr(self._table.arrays.joints, key)[self._table.row_of(self)]

    def _disturb(self) -> None:
        """Wake the bodies: something about the joint changed."""
        if self._table is not None:
            self._table.disturb(self)

    def _measure(self) -> list[tuple[float, float]]:
        """Position and rate of each axis."""
        bodies = self._bound.arrays.bodies
        return measure(self._record("info"), self._record("frame"), self._record("result"), bodies)

    @property
    def _bound(self) -> "JointTable":
        """The table of the world that it is in, or LookupError."""
        if self._table is None:
            raise LookupError("the joint is in no world yet; give it to World.add_joint")
        return self._table

    @property
    def alive(self) -> bool:
        """True while it is in a world."""
        return self._table is not None and self._table.owns(self)

    @property
    def broken(self) -> bool:
        """True after its load was more than break_force or break_torque; it is removed then."""
        return self._was_broken and not self.alive

    @property
    def id(self) -> int:
        """Number of the joint; no other joint ever gets it."""
        self._bound.row_of(self)
        return self._id

    @property
    def body_a(self) -> Body | None:
        """One body; None for the world."""
        return self._bodies[self._side_a]

    @property
    def body_b(self) -> Body | None:
        """The other body; None for the world."""
        return self._bodies[1 - self._side_a]

    def definition(self) -> JointDef:
        """Everything about the joint as it is now, in a world or not: for `World.restore` or `World.add`.

        What a definition cannot hold is in the docstring of `JointDef`.
        """
        return capture(self)

    @property
    def world(self) -> "World":
        """The world that it is in."""
        return self._bound.bodies.world

    @property
    def owner(self) -> "Joint | None":
        """Joint that it is a part of, such as the pulley of a rope; None for most."""
        return self._owner

    @property
    def coupled(self) -> tuple[JointAxis, ...]:
        """Axes of two other joints that a gear couples; none for other joints."""
        return ()

    @property
    def gears(self) -> "list[Joint]":
        """Gears that couple an axis of this joint; they vanish with it."""
        return self._bound.gears_of(self._bound.row_of(self))

    def _couple(self, axes: tuple[JointAxis, ...]) -> None:
        """Note the axes of a gear that is made from a definition."""

    @property
    def parts(self) -> "tuple[Joint, ...]":
        """Joints that it is made of, which come and go with it: the two ropes of a pulley; none for most."""
        return self._parts

    @property
    def axes(self) -> tuple[JointAxis, ...]:
        """Its six axes: three ways, three angles."""
        return self._axes

    # ---- Changing ---------------------------------------------------------------------------------------------------

    @property
    def enabled(self) -> bool:
        """Whether it acts, unless one of its bodies is disabled (`Body.enabled`)."""
        return bool(self._record("info")[JOINT.FLAGS] & (JOINT.FLAG_ENABLED | JOINT.FLAG_SUSPENDED))

    @enabled.setter
    def enabled(self, value: bool) -> None:
        checked = checks.flag("enabled", value)
        off = self._table is not None and not all(body is None or body.enabled for body in self._bodies)
        self._set_flag(JOINT.FLAG_SUSPENDED if off else JOINT.FLAG_ENABLED, checked)

    @property
    def collide(self) -> bool:
        """Whether its two bodies touch one another."""
        return bool(self._record("info")[JOINT.FLAGS] & JOINT.FLAG_COLLIDES)

    @collide.setter
    def collide(self, value: bool) -> None:
        self._set_flag(JOINT.FLAG_COLLIDES, checks.flag("collide", value))

    def _set_flag(self, flag: int, value: bool) -> None:
        info = self._record("info")
        before = int(info[JOINT.FLAGS])
        after = before | flag if value else before & ~flag
        if after != before:
            if self._table is not None:
                self._table.bodies.guard.need_idle("joined otherwise")
            info[JOINT.FLAGS] = after
            if flag == JOINT.FLAG_ENABLED:
                self._record("result")[: JOINT.RESULT_ANGLE] = self._record("result")[JOINT.RESULT_FORCE :] = 0.0
            if self._table is not None:
                self._table.refit(self)

    def set_softness(self, **softness: float | None) -> None:
        """Make what is locked as soft as a spring; with no number, rigid again.

        Args:
            **softness: hertz and damping_ratio, or stiffness and damping, or erp and cfm as ODE has them, with the step
                that they are meant for, 1/60 s if left out; see `JointAxis.set_spring`.
        """
        spring = check_spring((0.0, 1.0), **softness)
        traits = self._record("traits")
        traits[JOINT.TRAIT_HERTZ] = spring.hertz
        traits[JOINT.TRAIT_RATIO] = spring.damping_ratio
        traits[JOINT.TRAIT_STIFFNESS] = spring.stiffness
        traits[JOINT.TRAIT_DAMPING] = spring.damping
        self._disturb()

    @property
    def hertz(self) -> float:
        """Frequency of what is locked, for the reduced mass of both bodies [Hz]; 0: rigid. It replaces a stiffness."""
        return float(self._record("traits")[JOINT.TRAIT_HERTZ])

    @hertz.setter
    def hertz(self, value: float) -> None:
        frequency = checks.in_range("hertz", value, 0.0, FAR, "Hz", "0 is rigid")
        self.set_softness(hertz=frequency, damping_ratio=self.damping_ratio)

    @property
    def damping_ratio(self) -> float:
        """Damping ratio of what is locked, if it has a frequency."""
        return float(self._record("traits")[JOINT.TRAIT_RATIO])

    @damping_ratio.setter
    def damping_ratio(self, value: float) -> None:
        self._record("traits")[JOINT.TRAIT_RATIO] = checks.in_range("damping_ratio", value, 0.0, FAR)
        self._disturb()

    @property
    def stiffness(self) -> float:
        """Stiffness of what is locked, where it was given by that [N/m] [N m]; setting it replaces a frequency."""
        return float(self._record("traits")[JOINT.TRAIT_STIFFNESS])

    @stiffness.setter
    def stiffness(self, value: float) -> None:
        self.set_softness(stiffness=checks.number("stiffness", value), damping=self.damping)

    @property
    def damping(self) -> float:
        """Damping of what is locked, where it was given by its stiffness [N s/m] [N m s]."""
        return float(self._record("traits")[JOINT.TRAIT_DAMPING])

    @damping.setter
    def damping(self, value: float) -> None:
        self.set_softness(stiffness=self.stiffness, damping=checks.number("damping", value))

    @property
    def break_force(self) -> float:
        """Mean force of a step that it does not survive [N]."""
        return float(self._record("traits")[JOINT.TRAIT_BREAK_FORCE])

    @break_force.setter
    def break_force(self, value: float) -> None:
        self._record("traits")[JOINT.TRAIT_BREAK_FORCE] = check_strength("break_force", value)
        self._disturb()

    @property
    def break_torque(self) -> float:
        """Mean torque of a step that it does not survive [N m]."""
        return float(self._record("traits")[JOINT.TRAIT_BREAK_TORQUE])

    @break_torque.setter
    def break_torque(self, value: float) -> None:
        self._record("traits")[JOINT.TRAIT_BREAK_TORQUE] = check_strength("break_torque", value)
        self._disturb()

    # ---- Reading ----------------------------------------------------------------------------------------------------

    @property
    def force(self) -> Vec3:
        """Force on body b at its anchor, mean of the last step, world axes [N]; the opposite acts on a."""
        return self._as_given(self._vector(JOINT.RESULT_FORCE))

    @property
    def torque(self) -> Vec3:
        """Torque on body b besides that of the force, mean of the last step, world axes [N m]; the opposite on a."""
        return self._as_given(self._vector(JOINT.RESULT_TORQUE))

    def _as_given(self, vector: Vec3) -> Vec3:
        """What records have of their body b, or along their axes, as it is with the bodies in the order given."""
        return -vector if self._side_a else vector

    def _vector(self, column: int) -> Vec3:
        return Vec3(*self._record("result")[column : column + 3].tolist())

    @property
    def anchor_a(self) -> Vec3:
        """Where it holds body a [m]; a place that is set is one of the world, and moves with the body from then on."""
        return self._frame(self._side_a)[0]

    @anchor_a.setter
    def anchor_a(self, value: checks.VectorLike) -> None:
        self._move_anchor(self._side_a, check_anchor("anchor_a", value))

    @property
    def anchor_b(self) -> Vec3:
        """Where it holds body b [m]; a place that is set is one of the world, and moves with the body from then on."""
        return self._frame(1 - self._side_a)[0]

    @anchor_b.setter
    def anchor_b(self, value: checks.VectorLike) -> None:
        self._move_anchor(1 - self._side_a, check_anchor("anchor_b", value))

    def _move_anchor(self, side: int, place: Vec3) -> None:
        if self._table is None:
            (first, second), frames = self._places
            self._places = ((first, place) if side else (place, second)), frames
            return
        info, start = self._record("info"), JOINT.FRAME_ANCHOR_A + 3 * side
        local, _ = locals_of(int(info[JOINT.BODY_A + side]), self._table.arrays.bodies, place, self._places[1][side])
        self._record("frame")[start : start + 3] = local
        self._disturb()

    def _direction(self, number: int) -> Vec3:
        """Direction of an axis, in the world."""
        return self._as_given(rotate(self._frame(0)[1], tuple(float(number % 3 == c) for c in range(3))))

    def _frame(self, side: int) -> tuple[Vec3, Quaternion]:
        """Place and rotation of a frame in the world."""
        if self._table is None:
            return Vec3(*self._places[0][side]), self._places[1][side]
        return frame_of(self._record("info"), self._record("frame"), side, self._table.arrays.bodies)

    @property
    def error(self) -> tuple[float, float]:
        """How far what is locked is off: way [m] and angle [rad]."""
        places = self._measure()
        off = [place if self._axes[d].locked else 0.0 for d, (place, _) in enumerate(places)]
        if self._record("info")[JOINT.FLAGS] & JOINT.FLAG_DISTANCE:
            for axis in self._axes[:2]:
                off[axis.number] -= axis._get(JOINT.AXIS_LOWER) if axis.locked else 0.0
        return math.hypot(*off[:3]), math.hypot(*off[3:])

    # ---- For the world ----------------------------------------------------------------------------------------------

    def _bind(self, table: "JointTable", row: int, number: int) -> None:
        """Move the records into a row of the world, under a number. Nothing here can fail."""
        joints, bodies = table.arrays.joints, table.arrays.bodies
        info = self._records["info"]
        for side, body in enumerate(self._bodies):
            info[JOINT.BODY_A + side] = 0 if body is None else body._row
            if not self._framed:
                place, rotation = self._places[0][side], self._places[1][side]
                write_frame(info, self._records["frame"], side, bodies, place, rotation)
        for key, record in self._records.items():
            getattr(joints, key)[row] = record
        self._table, self._row, self._id = table, row, number

    def _make_axis(self, number: int) -> JointAxis:
        return JointAxis(self, number)

    def _options(self) -> tuple[tuple[str, Any], ...]:
        return tuple([(name, getattr(self, "_" + name)) for name in self._own])

    def _guide(self, dt: float) -> None:
        """Called before each step, if it is guided."""

    def _entered(self, restored: bool) -> None:
        """Called when the joint is in its world, as a new one or as one that comes back."""
