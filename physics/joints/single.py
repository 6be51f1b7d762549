"""Joints: ball, fixed, hinge, slider, universal, and the six free axes that they are made of."""

import math
from collections.abc import Sequence, Set
from typing import Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.joints.arguments import check_anchor, check_bodies
from physics.joints.axis import JointAxis
from physics.joints.frames import frame_along
from physics.joints.joint import Joint
from physics.kernels.layout import joint as JOINT


class JointBall(Joint):
    """Holds a point of one body at a point of the other; they turn freely, or within a cone and a twist.

    Args:
        body_a: One body, or None for the world.
        body_b: The other.
        anchor: The point, in the world [m].
        axis: Middle of the cone, and what a twist turns about.
        cone_limit: Greatest angle that the axis of b may be away from that of a [rad], 0 to pi; None for no cone.
        twist_limits: Least and greatest angle about the axis [rad].
        friction: Largest torque that brakes each direction of turning [N m].
        **options: hertz and damping_ratio, or stiffness and damping, or erp and cfm, of what is locked; break_force,
            break_torque, collide, enabled, name, user_data as of `Joint`.
    """

    _locks, _type, _flags = 0b000111, 1, JOINT.FLAG_CONE

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        anchor: checks.VectorLike,
        axis: checks.VectorLike = (0.0, 1.0, 0.0),
        cone_limit: float | None = None,
        twist_limits: Sequence[float] | None = None,
        friction: float = 0.0,
        **options: Any,
    ) -> None:
        place, frame = check_anchor("anchor", anchor), frame_along(checks.unit_vector("axis", axis))
        super().__init__(body_a, body_b, anchors=(place, place), frames=(frame, frame), **options)
        self.cone_limit = cone_limit
        self.twist_limits = twist_limits
        self.friction = friction

    @property
    def twist(self) -> JointAxis:
        """Turning about its own axis."""
        return self._axes[3]

    @property
    def swing(self) -> JointAxis:
        """How far the axis of b is away from that of a."""
        return self._axes[4]

    @property
    def cone_limit(self) -> float | None:
        """Greatest swing [rad]; None for none."""
        limits = self.swing.limits
        return None if limits is None else limits[1]

    @cone_limit.setter
    def cone_limit(self, value: float | None) -> None:
        if value is None:
            self.swing.limits = None
        else:
            # The swing is never below 0: a lower stop there would hold it where it has no direction.
            self.swing.limits = (-1.0, checks.in_range("cone_limit", value, 0.0, math.pi, "rad", "None is no cone"))

    @property
    def twist_limits(self) -> tuple[float, float] | None:
        """Least and greatest twist [rad]; None for none."""
        return self.twist.limits

    @twist_limits.setter
    def twist_limits(self, value: Sequence[float] | None) -> None:
        self.twist.limits = value

    @property
    def friction(self) -> float:
        """Largest torque that brakes each direction of turning [N m]."""
        return self.twist.friction

    @friction.setter
    def friction(self, value: float) -> None:
        for axis in self._axes[3:]:
            axis.friction = value


class JointFixed(Joint):
    """Holds two bodies together as one; with `hertz`, as by a piece of rubber.

    Args: as of `JointBall`; the anchor is where `force` acts, the middle between the bodies if left out.
    """

    _locks, _type = 0b111111, 2

    def __init__(
        self, body_a: Body | None, body_b: Body | None, *, anchor: checks.VectorLike | None = None, **options: Any
    ) -> None:
        check_bodies(body_a, body_b)
        if anchor is None:
            centers = [body.center_of_mass for body in (body_a, body_b) if body is not None]
            anchor = (centers[0] + centers[-1]) * 0.5
        place = check_anchor("anchor", anchor)
        super().__init__(body_a, body_b, anchors=(place, place), frames=(frame_along(),) * 2, **options)


class JointSingle(Joint):
    """What joints with one free axis have: its limits, motor and spring."""

    _free = 0

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        anchor: checks.VectorLike,
        axis: checks.VectorLike,
        limits: Sequence[float] | None = None,
        motor_speed: float = 0.0,
        motor_max_force: float = 0.0,
        motor_target: float | None = None,
        friction: float = 0.0,
        **options: Any,
    ) -> None:
        place, frame = check_anchor("anchor", anchor), frame_along(checks.unit_vector("axis", axis))
        super().__init__(body_a, body_b, anchors=(place, place), frames=(frame, frame), **options)
        self.limits = limits
        self.motor_speed = motor_speed
        self.motor_max_force = motor_max_force
        self.motor_target = motor_target
        self.friction = friction

    @property
    def free_axis(self) -> JointAxis:
        """The axis that is free; it has more to set, such as `set_spring`."""
        return self._axes[self._free]

    @property
    def limits(self) -> tuple[float, float] | None:
        """Least and greatest position [m] or angle [rad]; None for none."""
        return self.free_axis.limits

    @limits.setter
    def limits(self, value: Sequence[float] | None) -> None:
        self.free_axis.limits = value

    @property
    def motor_speed(self) -> float:
        """Speed that the motor drives at [m/s] [rad/s]."""
        return self.free_axis.motor_speed

    @motor_speed.setter
    def motor_speed(self, value: float) -> None:
        self.free_axis.motor_speed = value

    @property
    def motor_max_force(self) -> float:
        """Largest force [N] or torque [N m] of the motor; 0 for no motor."""
        return self.free_axis.motor_max_force

    @motor_max_force.setter
    def motor_max_force(self, value: float) -> None:
        self.free_axis.motor_max_force = value

    @property
    def motor_target(self) -> float | None:
        """Where a servo goes to [m] [rad]; None for a motor that keeps its speed."""
        return self.free_axis.motor_target

    @motor_target.setter
    def motor_target(self, value: float | None) -> None:
        self.free_axis.motor_target = value

    @property
    def friction(self) -> float:
        """Largest force [N] or torque [N m] that brakes it."""
        return self.free_axis.friction

    @friction.setter
    def friction(self, value: float) -> None:
        self.free_axis.friction = value

    def set_spring(self, **options: Any) -> None:
        """Have a spring act along the free axis; see `JointAxis.set_spring`."""
        self.free_axis.set_spring(**options)

    @property
    def rate(self) -> float:
        """How fast position or angle changes [m/s] [rad/s]."""
        return self.free_axis.rate


class JointHinge(JointSingle):
    """Lets body b turn about one axis of body a.

    Args:
        body_a: One body, or None for the world.
        body_b: The other.
        anchor: A point of the axis, in the world [m].
        axis: Direction of the axis, in the world.
        limits: Least and greatest angle [rad]; 0 is how the bodies are now.
        motor_speed: Rate that the motor drives at [rad/s].
        motor_max_force: Largest torque of the motor [N m].
        motor_target: Angle that the motor goes to [rad], at most motor_speed fast; None to keep the speed.
        friction: Largest torque that brakes it [N m].
        **options: As of `JointBall`.
    """

    _locks, _type, _free = 0b110111, 3, 3

    @property
    def angle(self) -> float:
        """How far b is turned against a [rad]; whole turns count."""
        return self.free_axis.position


class JointSlider(JointSingle):
    """Lets body b slide along one axis of body a, without turning.

    Args: as of `JointHinge`, in meters and newtons.
    """

    _locks, _type, _free = 0b111110, 4, 0

    @property
    def position(self) -> float:
        """How far b is along the axis [m]."""
        return self.free_axis.position


class JointUniversal(Joint):
    """Lets body b turn about an axis of its own and about one of body a, at a right angle to each other.

    Args:
        body_a: One body, or None for the world.
        body_b: The other.
        anchor: Where the axes cross, in the world [m].
        axis_a: Axis of a.
        axis_b: Axis of b; it is turned so that the angle between the two is a right one.
        **options: As of `JointBall`.
    """

    _locks, _type = 0b010111, 5

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        anchor: checks.VectorLike,
        axis_a: checks.VectorLike,
        axis_b: checks.VectorLike,
        **options: Any,
    ) -> None:
        place = check_anchor("anchor", anchor)
        frame = frame_along(checks.unit_vector("axis_a", axis_a), checks.unit_vector("axis_b", axis_b))
        super().__init__(body_a, body_b, anchors=(place, place), frames=(frame, frame), **options)

    @property
    def axis_a(self) -> JointAxis:
        """Turning about the axis of a."""
        return self._axes[3]

    @property
    def axis_b(self) -> JointAxis:
        """Turning about the axis of b."""
        return self._axes[5]


class JointSixAxis(Joint):
    """Six axes, all free at first: lock, limit, spring and drive each through `axes`.

    Args:
        body_a: One body, or None for the world.
        body_b: The other.
        anchor: Where the frames are, in the world [m].
        axis: Direction of x; angles turn about x of a, y between, z of b, and the middle one stays within 90 degrees.
        axis_z: Direction of z, if it matters.
        locked: Numbers of the axes that are locked.
        **options: As of `JointBall`.
    """

    _type = 6

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        anchor: checks.VectorLike,
        axis: checks.VectorLike = (1.0, 0.0, 0.0),
        axis_z: checks.VectorLike | None = None,
        locked: Sequence[int] = (),
        **options: Any,
    ) -> None:
        place, x = check_anchor("anchor", anchor), checks.unit_vector("axis", axis)
        frame = frame_along(x, None if axis_z is None else checks.unit_vector("axis_z", axis_z))
        if not isinstance(locked, Sequence | Set | np.ndarray):
            raise TypeError(f"locked must be a list of numbers of axes such as (0, 4), got {checks.shown(locked)}")
        numbers = [checks.integer("locked", number, 0, JOINT.AXES - 1) for number in locked]
        super().__init__(body_a, body_b, anchors=(place, place), frames=(frame, frame), **options)
        for number in numbers:
            self._axes[number].locked = True
