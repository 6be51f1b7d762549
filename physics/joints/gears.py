"""Gears, racks and pulleys: they couple two axes of other joints."""

import math
from typing import TYPE_CHECKING, Any

from physics import checks
from physics.bodies.body import Body
from physics.bodies.kind import BodyKind
from physics.joints.arguments import check_anchor, check_bodies
from physics.joints.axis import JointAxis
from physics.joints.distance import JointDistance
from physics.joints.frames import frame_along
from physics.joints.joint import Joint
from physics.joints.single import JointSingle
from physics.joints.spring import FAR
from physics.kernels.layout import joint as JOINT
from physics.vector import Vec3

if TYPE_CHECKING:
    from physics.joints.table import JointTable


class JointGear(Joint):
    """Couples two axes of joints: first.position + ratio * second.position stays what it is.

    With a ratio above 0 wheels turn in opposite directions, as where their teeth meet; below 0 in the same, as with a
    chain. Two axes at an angle make bevel gears, one that turns and one that slides make a rack, or a screw if both are
    of one joint. It vanishes with the joints.

    Args:
        first: Axis of a joint in the world, or a joint that has one free axis, such as `JointHinge`.
        second: Another axis, of the same joint or of another one.
        ratio: How much first moves back when second moves on by 1; teeth of second by teeth of first.
        backlash: How much first may move before second does [m] [rad].
        **options: break_force, break_torque, collide, enabled, name, user_data as of `Joint`.
    """

    _type, _flags = 17, JOINT.FLAG_GEAR
    _own = ("meshed",)
    _meshed = False  # whether its teeth have ever met

    def __init__(
        self,
        first: JointAxis | JointSingle,
        second: JointAxis | JointSingle,
        *,
        ratio: float = 1.0,
        backlash: float = 0.0,
        **options: Any,
    ) -> None:
        self._coupled: tuple[JointAxis, JointAxis] = check_coupled("first", first), check_coupled("second", second)
        if self._coupled[0] is self._coupled[1]:
            raise ValueError(f"a gear needs two different axes, got {self._coupled[0]!r} twice; couple another axis")
        backlash = checks.in_range("backlash", backlash, 0.0, FAR, self._coupled[0].unit)
        checked = check_ratio(ratio)
        bodies = moved_bodies(*self._coupled)
        place = Vec3(0.0, 0.0, 0.0)
        super().__init__(*bodies, anchors=(place, place), frames=(frame_along(),) * 2, **options)
        self._axes[0]._set(JOINT.AXIS_RATIO, checked)
        self._axes[1]._set(JOINT.AXIS_UPPER, backlash)  # its second axis has no other use

    @property
    def coupled(self) -> tuple[JointAxis, ...]:
        """The two axes."""
        return self._coupled

    def _couple(self, axes: tuple[JointAxis, ...]) -> None:
        if len(axes) != 2:
            raise ValueError(f"a gear couples two axes, got {len(axes)}; name them in `coupled`")
        self._coupled = check_coupled("first", axes[0]), check_coupled("second", axes[1])

    @property
    def first(self) -> JointAxis:
        """The first axis."""
        return self._coupled[0]

    @property
    def second(self) -> JointAxis:
        """The second axis."""
        return self._coupled[1]

    @property
    def ratio(self) -> float:
        """How much first moves back when second moves on by 1."""
        return self._axes[0]._get(JOINT.AXIS_RATIO)

    @ratio.setter
    def ratio(self, value: float) -> None:
        self._axes[0]._set(JOINT.AXIS_RATIO, check_ratio(value))
        if self._table is not None:
            self._mesh()
        self._disturb()

    @property
    def backlash(self) -> float:
        """How much first may move before second does [m] [rad]. Setting it has the teeth meet as the axes stand."""
        return self._axes[1]._get(JOINT.AXIS_UPPER)

    @backlash.setter
    def backlash(self, value: float) -> None:
        self._axes[1]._set(JOINT.AXIS_UPPER, checks.in_range("backlash", value, 0.0, FAR, self.first.unit))
        if self._table is not None:
            self._mesh()
        self._disturb()

    @property
    def load(self) -> float:
        """Force [N] or torque [N m] on first along its axis, mean of the last step."""
        column = JOINT.RESULT_TORQUE if self.first.angular else JOINT.RESULT_FORCE
        return float(self._record("result")[column])

    @property
    def force(self) -> Vec3:
        """Force on the moved body of first, mean of the last step, world axes [N]; zero if it turns."""
        return self._first_direction() * (0.0 if self.first.angular else self.load)

    @property
    def torque(self) -> Vec3:
        """Torque on the moved body of first, mean of the last step, world axes [N m]; zero if it slides."""
        return self._first_direction() * (self.load if self.first.angular else 0.0)

    def _first_direction(self) -> Vec3:
        self._record("info")  # the joint of first may outlive the gear
        return self.first._joint._direction(self.first.number)

    @property
    def error(self) -> tuple[float, float]:
        """How far the two are off their ratio, in ways of first: [m] or [rad]."""
        lower, upper = self._axes[0]._get(JOINT.AXIS_LOWER), self._axes[0]._get(JOINT.AXIS_UPPER)
        place = self._place()
        off = max(lower - place, place - upper, 0.0)
        return (0.0, off) if self.first.angular else (off, 0.0)

    @property
    def anchor_a(self) -> Vec3:
        """Where the joint of first holds its body b [m]; setting it moves the anchor of that joint."""
        return self._joint_of(self.first).anchor_b

    @anchor_a.setter
    def anchor_a(self, value: checks.VectorLike) -> None:
        self._joint_of(self.first).anchor_b = check_anchor("anchor_a", value)

    @property
    def anchor_b(self) -> Vec3:
        """Where the joint of second holds its body b [m]; setting it moves the anchor of that joint."""
        return self._joint_of(self.second).anchor_b

    @anchor_b.setter
    def anchor_b(self, value: checks.VectorLike) -> None:
        self._joint_of(self.second).anchor_b = check_anchor("anchor_b", value)

    def _joint_of(self, axis: JointAxis) -> Joint:
        """The joint of an axis that the gear couples, or LookupError if the gear was removed."""
        if self._table is not None:
            self._table.row_of(self)
        return axis._joint

    def _place(self) -> float:
        return self.first.position + self.ratio * self.second.position

    def _mesh(self) -> None:
        """Have the teeth meet as the two axes stand now."""
        middle, backlash = self._place(), self.backlash
        self._meshed = True
        self._axes[0]._set(JOINT.AXIS_LOWER, middle - 0.5 * backlash)
        self._axes[0]._set(JOINT.AXIS_UPPER, middle + 0.5 * backlash)

    def _bind(self, table: "JointTable", row: int, number: int) -> None:
        info = self._records["info"]
        for column, axis in zip((JOINT.FIRST, JOINT.SECOND), self._coupled, strict=True):
            info[column] = 8 * axis._joint._row + axis.number
        super()._bind(table, row, number)

    def _entered(self, restored: bool) -> None:
        if not (restored and self._meshed):
            self._mesh()

    def _measure(self) -> list[tuple[float, float]]:
        return [(self._place(), self.first.rate + self.ratio * self.second.rate)] + [(0.0, 0.0)] * 5


class JointRack(JointGear):
    """A rack and its pinion: the slider moves by radius times the angle of the hinge.

    Args:
        hinge: The pinion.
        slider: The rack.
        radius: Radius of the pinion [m]; below 0 the rack moves the other way.
        **options: As of `JointGear`.
    """

    _type = 18

    def __init__(
        self, hinge: JointAxis | JointSingle, slider: JointAxis | JointSingle, *, radius: float, **options: Any
    ) -> None:
        for name, axis, angular in (("hinge", hinge, True), ("slider", slider, False)):
            if check_coupled(name, axis).angular != angular:
                what = "turns" if angular else "slides"
                raise ValueError(f"{name} of a rack must be what {what}, got {checks.shown(axis)}; see JointGear")
        super().__init__(slider, hinge, ratio=-check_ratio(radius, "radius"), **options)

    @property
    def radius(self) -> float:
        """Radius of the pinion [m]."""
        return -self.ratio

    @radius.setter
    def radius(self, value: float) -> None:
        self.ratio = -check_ratio(value, "radius")


class JointPulley(JointGear):
    """A rope over two fixed wheels: the length on one side plus ratio times that on the other stays the same.

    Args:
        body_a: Body on one side.
        body_b: Body on the other side.
        anchor_a: Where the rope holds a, in the world [m].
        anchor_b: Where the rope holds b, in the world [m].
        ground_a: The wheel above a, in the world [m].
        ground_b: The wheel above b, in the world [m].
        ratio: 2 for a block and tackle that moves a by two when b moves by one.
        **options: As of `JointGear`.
    """

    _type = 19

    def __init__(
        self,
        body_a: Body,
        body_b: Body,
        *,
        anchor_a: checks.VectorLike,
        anchor_b: checks.VectorLike,
        ground_a: checks.VectorLike,
        ground_b: checks.VectorLike,
        ratio: float = 1.0,
        **options: Any,
    ) -> None:
        check_bodies(body_a, body_b)
        if body_a is None or body_b is None:
            raise ValueError("a pulley needs a body at both ends of its rope, got the world; see JointDistance")
        if not check_ratio(ratio) > 0.0:
            raise ValueError(f"ratio of a pulley must be > 0, got {ratio!r}")
        places = check_anchor("anchor_a", anchor_a), check_anchor("anchor_b", anchor_b)
        wheels = check_anchor("ground_a", ground_a), check_anchor("ground_b", ground_b)
        self._parts = tuple(
            JointDistance(None, body, anchor_a=wheel, anchor_b=place, limits=(0.0, math.inf))
            for body, wheel, place in zip((body_a, body_b), wheels, places, strict=True)
        )
        super().__init__(*(part.axes[0] for part in self._parts), ratio=ratio, **options)

    @property
    def ground_a(self) -> Vec3:
        """The wheel above a, in the world [m]; setting it moves the wheel."""
        return self._parts[0].anchor_a

    @ground_a.setter
    def ground_a(self, value: checks.VectorLike) -> None:
        self._parts[0].anchor_a = value

    @property
    def ground_b(self) -> Vec3:
        """The wheel above b, in the world [m]; setting it moves the wheel."""
        return self._parts[1].anchor_a

    @ground_b.setter
    def ground_b(self, value: checks.VectorLike) -> None:
        self._parts[1].anchor_a = value

    @property
    def length_a(self) -> float:
        """Length of the rope on the side of a [m]."""
        return self.first.position

    @property
    def length_b(self) -> float:
        """Length of the rope on the side of b [m]."""
        return self.second.position


def check_coupled(name: str, value: JointAxis | JointSingle) -> JointAxis:
    """Axis that a gear can couple."""
    axis = value.free_axis if isinstance(value, JointSingle) else value
    if not isinstance(axis, JointAxis):
        raise TypeError(
            f"{name} must be a JointAxis, or a joint with one free axis such as JointHinge, got {checks.shown(value)}"
        )
    if isinstance(axis._joint, JointGear):
        raise ValueError(f"{name} must be an axis of a joint that holds bodies, got {axis!r}; couple what it couples")
    if axis.locked:
        raise ValueError(f"{name} must be an axis that is free, got {axis!r}, which is locked")
    return axis


def check_ratio(value: float, name: str = "ratio") -> float:
    """A number that is not 0."""
    ratio = checks.in_range(name, value, -1e6, 1e6)
    if abs(ratio) < 1e-6:
        raise ValueError(f"{name} must not be 0, got {value!r}; without a gear the joints move freely")
    return ratio


def moved_bodies(first: JointAxis, second: JointAxis) -> tuple[Body | None, Body | None]:
    """The body that the joint of each axis moves, which must not be the same; of one joint, both bodies."""
    if first._joint is second._joint:
        return first._joint.body_a, first._joint.body_b
    choices = []
    for axis in (first, second):
        bodies = [axis._joint.body_b, axis._joint.body_a]
        choices.append([body for body in bodies if body is not None and body.kind == BodyKind.DYNAMIC])
    for a in choices[0]:
        for b in choices[1]:
            if a is not b:
                return a, b
    raise ValueError("a gear must couple joints that move two different bodies, got one body; couple another joint")
