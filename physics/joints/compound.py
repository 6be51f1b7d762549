"""Joints with several free axes: wheels, pistons, sliding hinges, bodies in a plane, rods with hinges at both ends."""

import math
from collections.abc import Sequence
from typing import Any

from physics import checks, constants
from physics.bodies.body import Body
from physics.joints.arguments import check_anchor, check_bodies
from physics.joints.axis import JointAxis
from physics.joints.distance import JointDistance
from physics.joints.frames import frame_along
from physics.joints.joint import Joint
from physics.joints.spring import FAR
from physics.kernels.layout import joint as JOINT
from physics.vector import Vec3

#: Axes that must be parallel or at right angles may be off by this [rad].
ANGLE = 0.01


class JointHinge2(Joint):
    """A wheel: b turns about its own axis, steers about an axis of a, and moves along that axis on a spring.

    Args:
        body_a: The chassis, or None for the world.
        body_b: The wheel.
        anchor: Middle of the wheel, in the world [m].
        axis_a: Axis of steering and of the suspension, fixed to a; positive ways of b are along it.
        axis_b: Axis of the wheel, fixed to b; it is turned so that the angle between the two is a right one.
        suspension_hertz: Frequency of the suspension [Hz], 2 if left out; 0 for none, the wheel then moves freely
            between its limits. It is that of the wheel, or rather of the reduced mass of wheel and chassis, not of the
            chassis: a wheel of 20 kg at 2 Hz gives by 1 cm for each 32 N that it carries.
        suspension_damping_ratio: Damping ratio of it, 0.5 if left out.
        suspension_stiffness: Stiffness of it instead [N/m]: the load of the wheel over the way that it gives by. For
            the chassis to swing at f Hz: its part of the mass of the chassis by (2 pi f)^2.
        suspension_damping: Damping that goes with the stiffness [N s/m].
        suspension_limits: Least and greatest way of the wheel [m]; None for none.
        steering_limits: Least and greatest angle of steering [rad]; (0, 0), the default, does not steer.
        motor_speed: Rate that the motor drives the wheel at [rad/s].
        motor_max_force: Largest torque of it [N m].
        **options: As of `JointBall`.
    """

    _locks, _type = 0b010110, 8

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        anchor: checks.VectorLike,
        axis_a: checks.VectorLike,
        axis_b: checks.VectorLike,
        suspension_hertz: float | None = None,
        suspension_damping_ratio: float | None = None,
        suspension_stiffness: float | None = None,
        suspension_damping: float | None = None,
        suspension_limits: Sequence[float] | None = (-0.2, 0.2),
        steering_limits: Sequence[float] | None = (0.0, 0.0),
        motor_speed: float = 0.0,
        motor_max_force: float = 0.0,
        **options: Any,
    ) -> None:
        place = check_anchor("anchor", anchor)
        frame = frame_along(checks.unit_vector("axis_a", axis_a), checks.unit_vector("axis_b", axis_b))
        super().__init__(body_a, body_b, anchors=(place, place), frames=(frame, frame), **options)
        by_hertz, by_force = (suspension_hertz, suspension_damping_ratio), (suspension_stiffness, suspension_damping)
        self.suspension.set_spring(**suspension_spring(*by_hertz, *by_force))
        self.suspension.limits = suspension_limits
        self.steering.limits = steering_limits
        self.wheel.motor_speed = motor_speed
        self.wheel.motor_max_force = motor_max_force

    @property
    def suspension(self) -> JointAxis:
        """The way of the wheel along the axis of a."""
        return self._axes[0]

    @property
    def steering(self) -> JointAxis:
        """Turning about the axis of a; a servo (motor_target) steers."""
        return self._axes[3]

    @property
    def wheel(self) -> JointAxis:
        """Turning of the wheel about its own axis."""
        return self._axes[5]


class JointPiston(Joint):
    """Lets body b slide along an axis of body a and turn about it.

    Args:
        body_a: One body, or None for the world.
        body_b: The other.
        anchor: A point of the axis, in the world [m].
        axis: Direction of the axis.
        limits: Least and greatest way [m].
        **options: As of `JointBall`.
    """

    _locks, _type = 0b110110, 9

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        anchor: checks.VectorLike,
        axis: checks.VectorLike,
        limits: Sequence[float] | None = None,
        **options: Any,
    ) -> None:
        place, frame = check_anchor("anchor", anchor), frame_along(checks.unit_vector("axis", axis))
        super().__init__(body_a, body_b, anchors=(place, place), frames=(frame, frame), **options)
        self.slide.limits = limits

    @property
    def slide(self) -> JointAxis:
        """The way along the axis."""
        return self._axes[0]

    @property
    def turn(self) -> JointAxis:
        """Turning about the axis."""
        return self._axes[3]


class JointPrismaticRotoide(Joint):
    """Lets body b turn about an axis, while this slides along another one of body a at a right angle to it.

    Args:
        body_a: One body, or None for the world.
        body_b: The other.
        anchor: A point of the axis that it turns about, in the world [m].
        axis_slide: Direction in which it slides.
        axis_turn: Direction of what it turns about. For the same direction there is `JointPiston`.
        **options: As of `JointBall`.
    """

    _locks, _type = 0b110011, 10

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        anchor: checks.VectorLike,
        axis_slide: checks.VectorLike,
        axis_turn: checks.VectorLike,
        **options: Any,
    ) -> None:
        place = check_anchor("anchor", anchor)
        slide, turn = checks.unit_vector("axis_slide", axis_slide), checks.unit_vector("axis_turn", axis_turn)
        check_right_angle("axis_slide", slide, "axis_turn", turn)
        frame = frame_along(turn, slide)
        super().__init__(body_a, body_b, anchors=(place, place), frames=(frame, frame), **options)

    @property
    def slide(self) -> JointAxis:
        """The way of the axis that it turns about."""
        return self._axes[2]

    @property
    def turn(self) -> JointAxis:
        """Turning about that axis."""
        return self._axes[3]


class JointPrismaticUniversal(Joint):
    """A universal joint that slides along an axis of body a.

    Args:
        body_a: One body, or None for the world.
        body_b: The other.
        anchor: Where the axes of turning cross, in the world [m].
        axis_slide: Direction in which it slides: along axis_a, along axis_b, or at right angles to both.
        axis_a: Axis of a that it turns about.
        axis_b: Axis of b that it turns about, at a right angle to axis_a.
        **options: As of `JointBall`.
    """

    _type = 11
    _own = ("slide",)

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        anchor: checks.VectorLike,
        axis_slide: checks.VectorLike,
        axis_a: checks.VectorLike,
        axis_b: checks.VectorLike,
        **options: Any,
    ) -> None:
        place = check_anchor("anchor", anchor)
        slide = Vec3(*checks.unit_vector("axis_slide", axis_slide))
        first, second = Vec3(*checks.unit_vector("axis_a", axis_a)), Vec3(*checks.unit_vector("axis_b", axis_b))
        check_right_angle("axis_a", first, "axis_b", second)
        along = [abs(slide.dot(axis)) for axis in (first, second.cross(first), second)]
        self._slide = along.index(max(along))
        if along[self._slide] < math.cos(ANGLE):
            raise ValueError(
                "axis_slide must be along axis_a, along axis_b, or at right angles to both, "
                f"got {tuple(slide)}; a JointSixAxis has other freedoms"
            )
        self._locks = 0b010111 & ~(1 << self._slide)
        frame = frame_along(first, second)
        super().__init__(body_a, body_b, anchors=(place, place), frames=(frame, frame), **options)

    @property
    def slide(self) -> JointAxis:
        """The way that it slides, along axis_a, axis_b x axis_a or axis_b."""
        return self._axes[self._slide]

    @property
    def turn_a(self) -> JointAxis:
        """Turning about the axis of a."""
        return self._axes[3]

    @property
    def turn_b(self) -> JointAxis:
        """Turning about the axis of b."""
        return self._axes[5]


class JointPlane2D(Joint):
    """Keeps a body in the plane that it is in now: it moves along the plane and turns about its normal.

    Args:
        body: The body.
        normal: Normal of the plane, in the world.
        **options: As of `JointBall`.
    """

    _locks, _type = 0b110001, 14

    def __init__(self, body: Body, *, normal: checks.VectorLike = (0.0, 0.0, 1.0), **options: Any) -> None:
        check_bodies(None, body)
        place, frame = body.center_of_mass, frame_along(checks.unit_vector("normal", normal))
        super().__init__(None, body, anchors=(place, place), frames=(frame, frame), **options)

    @property
    def slides(self) -> tuple[JointAxis, JointAxis]:
        """The two ways along the plane."""
        return self._axes[1], self._axes[2]

    @property
    def turn(self) -> JointAxis:
        """Turning about the normal."""
        return self._axes[3]


class JointDoubleBall(JointDistance):
    """Keeps two points at a distance: a rod with a ball at each end.

    Args:
        body_a: One body, or None for the world.
        body_b: The other.
        anchor_a: Point of a, in the world [m].
        anchor_b: Point of b, in the world [m].
        distance: Length of the rod [m]; as it is now if left out.
        **options: As of `JointBall`.
    """

    _type = 15

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        anchor_a: checks.VectorLike,
        anchor_b: checks.VectorLike,
        distance: float | None = None,
        **options: Any,
    ) -> None:
        super().__init__(body_a, body_b, anchor_a=anchor_a, anchor_b=anchor_b, length=distance, **options)


class JointDoubleHinge(Joint):
    """A rod with a hinge at each end: two parallel axes stay parallel, at their distance, and do not slide.

    Args:
        body_a: One body, or None for the world.
        body_b: The other.
        anchor_a: A point of the axis on a, in the world [m].
        anchor_b: A point of the axis on b, in the world [m].
        axis: Direction of both axes.
        **options: As of `JointBall`.
    """

    _locks, _type, _flags = 0b110011, 16, JOINT.FLAG_DISTANCE | JOINT.FLAG_PLANAR

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        anchor_a: checks.VectorLike,
        anchor_b: checks.VectorLike,
        axis: checks.VectorLike,
        **options: Any,
    ) -> None:
        places = check_anchor("anchor_a", anchor_a), check_anchor("anchor_b", anchor_b)
        direction = Vec3(*checks.unit_vector("axis", axis))
        along = (places[1] - places[0]).dot(direction)
        across = (places[1] - places[0] - direction * along).length
        if across < 1e-6:
            raise ValueError(
                "the two axes of a double hinge must be apart, got anchors on one line along the axis; "
                "a JointHinge has one axis"
            )
        frame = frame_along(direction)
        super().__init__(body_a, body_b, anchors=places, frames=(frame, frame), **options)
        self._axes[0]._set(JOINT.AXIS_LOWER, across)
        self._axes[1]._set(JOINT.AXIS_LOWER, along)

    @property
    def distance(self) -> float:
        """Distance of the axes now [m]."""
        return self._axes[0].position

    @property
    def turn(self) -> JointAxis:
        """Turning of b against a about the direction of the axes."""
        return self._axes[3]


def suspension_spring(
    hertz: float | None, damping_ratio: float | None, stiffness: float | None, damping: float | None
) -> dict[str, float]:
    """What `JointAxis.set_spring` takes for a suspension, by frequency, which is the default, or by stiffness."""
    if stiffness is None and damping is None:
        frequency, ratio = 2.0 if hertz is None else hertz, 0.5 if damping_ratio is None else damping_ratio
        return {
            "hertz": checks.in_range("suspension_hertz", frequency, 0.0, FAR, "Hz", "0 is no spring"),
            "damping_ratio": checks.in_range("suspension_damping_ratio", ratio, 0.0, FAR),
        }
    if hertz is not None or damping_ratio is not None:
        raise ValueError(
            "a suspension takes suspension_hertz and suspension_damping_ratio, or suspension_stiffness and "
            f"suspension_damping, got {hertz!r}, {damping_ratio!r}, {stiffness!r}, {damping!r}; choose"
        )
    most = constants.FORCE_MAX
    return {
        "stiffness": checks.in_range("suspension_stiffness", 0.0 if stiffness is None else stiffness, 0.0, most, "N/m"),
        "damping": checks.in_range("suspension_damping", 0.0 if damping is None else damping, 0.0, most, "N s/m"),
    }


def check_right_angle(name_a: str, a: checks.VectorLike, name_b: str, b: checks.VectorLike) -> None:
    """Refuse two unit vectors that are not at a right angle."""
    angle = math.acos(max(-1.0, min(1.0, sum(x * y for x, y in zip(a, b, strict=True)))))
    if abs(angle - 0.5 * math.pi) > ANGLE:
        raise ValueError(
            f"{name_a} and {name_b} must be at a right angle, got {math.degrees(angle):.4g} degrees between "
            f"{tuple(a)} and {tuple(b)}"
        )
