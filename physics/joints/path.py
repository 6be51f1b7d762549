"""JointPath: a body on a curve, as a bead on a wire or a car on its track.

Solvers know circles: before each step the curve becomes the circle that fits it best where the body will be in the
middle of the step, and the joint holds the body at its radius and in its plane. What the curve leaves the circle by in
half a step of the way d is k' d^3 / 48, with k' the change of its curvature [1/m^2]: tenths of a millimeter on the
tracks of fast cars. Where it is straight the circle is a large one.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.joints.arguments import check_anchor, check_bodies
from physics.joints.axis import JointAxis
from physics.joints.curve import Curve, check_points
from physics.joints.frames import frame_along, quaternion_of
from physics.joints.joint import Joint
from physics.joints.path_axis import PathAxis
from physics.kernels.layout import body as BODY, joint as JOINT, motion as MOTION
from physics.vector import Quaternion, Vec3, inverse, multiply, rotate

if TYPE_CHECKING:
    from physics.joints.table import JointTable

#: Radius of the circle in the place of what is straight [m]. Smaller: it bends. Larger: numbers of 32 bits lose digits.
STRAIGHT = 100.0
#: Where the frame of the curve starts from; what b is turned by against it counts, so that any will do.
UP = (0.0, 1.0, 0.0)
#: Where its record of frames has the parameter of the curve, and how often it went around.
PARAMETER, LAPS = 14, 15
#: Axis along the curve.
ALONG = 2


class JointPath(Joint):
    """Holds a point of body b on a smooth curve through points of body a: a bead on a wire, a car on its track.

    Args:
        body_a: What the curve is fixed to, or None for the world.
        body_b: The body on it.
        points: Points that it goes through, in the world [m], at least two; three if it is closed.
        closed: Whether it goes on from the last point to the first. Else it ends there, with stops.
        anchor: Point of b that is held on the curve, in the world [m]; its center of mass if left out.
        oriented: Whether b keeps its orientation to the curve, as it is at its nearest place: it turns with the curve,
            and rolls about it no more than that does by itself. What turns it is taken from its way, and comes back.
        limits: Least and greatest position along the curve, from the first point [m]; around closed ones laps count.
        motor_speed: Speed that the motor drives at [m/s].
        motor_max_force: Largest force of it [N].
        motor_target: Position that the motor goes to [m], at most motor_speed fast; None to keep the speed.
        friction: Largest force that brakes it [N].
        **options: As of `JointBall`.
    """

    _locks, _type, _flags = 0b000011, 20, JOINT.FLAG_DISTANCE | JOINT.FLAG_PLANAR
    _own = ("curve_points", "closed", "oriented", "along", "offset")
    _guided = True
    #: Points as they were given, in the world, and from the world on in the axes of body a; the curve through them.
    _given: "tuple[Vec3, ...]" = ()
    _curve_points: "tuple[Vec3, ...] | None" = None
    _curve: Curve | None = None
    #: Parameter and laps at which it enters the world, and orientation of b to the curve.
    _along: tuple[float, float] | None = None
    _offset: Quaternion | None = None

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        points: Sequence[checks.VectorLike],
        closed: bool = False,
        anchor: checks.VectorLike | None = None,
        oriented: bool = False,
        limits: Sequence[float] | None = None,
        motor_speed: float = 0.0,
        motor_max_force: float = 0.0,
        motor_target: float | None = None,
        friction: float = 0.0,
        **options: Any,
    ) -> None:
        check_bodies(body_a, body_b)
        self._closed, self._oriented = checks.flag("closed", closed), checks.flag("oriented", oriented)
        self._given = check_points(points, self._closed)
        if anchor is None:
            anchor = self._given[0] if body_b is None else body_b.center_of_mass
        place = check_anchor("anchor", anchor)
        self._locks = 0b111011 if self._oriented else 0b000011
        super().__init__(body_a, body_b, anchors=(place, place), frames=(frame_along(),) * 2, **options)
        self.limits = limits
        self.motor_speed = motor_speed
        self.motor_max_force = motor_max_force
        self.motor_target = motor_target
        self.friction = friction

    # ---- What can be set --------------------------------------------------------------------------------------------

    def _make_axis(self, number: int) -> JointAxis:
        return PathAxis(self, number) if number == ALONG else JointAxis(self, number)

    @property
    def free_axis(self) -> PathAxis:
        """The axis along the curve; it has more to set, such as `set_spring`."""
        axis = self._axes[ALONG]
        assert isinstance(axis, PathAxis)
        return axis

    @property
    def points(self) -> tuple[Vec3, ...]:
        """Points that the curve goes through, in the world [m]."""
        return tuple([self._in_world(point) for point in self._local_points()])

    @property
    def closed(self) -> bool:
        """Whether it goes on from the last point to the first."""
        return self._closed

    @property
    def oriented(self) -> bool:
        """Whether b keeps its orientation to the curve."""
        return self._oriented

    @property
    def length(self) -> float:
        """Length of the curve [m]."""
        return self._shape.length

    @property
    def limits(self) -> tuple[float, float] | None:
        """Least and greatest position [m]; None for none but the ends of an open curve."""
        return self.free_axis.limits

    @limits.setter
    def limits(self, value: Sequence[float] | None) -> None:
        self.free_axis.limits = value

    @property
    def motor_target(self) -> float | None:
        """Position that a servo goes to [m]; None for a motor that keeps its speed."""
        return self.free_axis.motor_target

    @motor_target.setter
    def motor_target(self, value: float | None) -> None:
        self.free_axis.motor_target = value

    @property
    def motor_speed(self) -> float:
        """Speed that the motor drives at [m/s]."""
        return self.free_axis.motor_speed

    @motor_speed.setter
    def motor_speed(self, value: float) -> None:
        self.free_axis.motor_speed = value

    @property
    def motor_max_force(self) -> float:
        """Largest force of the motor [N]; 0 for no motor."""
        return self.free_axis.motor_max_force

    @motor_max_force.setter
    def motor_max_force(self, value: float) -> None:
        self.free_axis.motor_max_force = value

    @property
    def friction(self) -> float:
        """Largest force that brakes it [N]."""
        return self.free_axis.friction

    @friction.setter
    def friction(self, value: float) -> None:
        self.free_axis.friction = value

    # ---- What can be read -------------------------------------------------------------------------------------------

    @property
    def position(self) -> float:
        """Way of the body along the curve from its first point [m]; around closed ones laps count."""
        curve, record = self._shape, self._record("frame")
        point, _ = self._seen()
        before = float(record[PARAMETER])
        u = curve.nearest(point, before)
        return curve.way(u) + (float(record[LAPS]) + self._crossed(before, u)) * curve.length

    @property
    def rate(self) -> float:
        """Speed along the curve [m/s]."""
        point, velocity = self._seen()
        u = self._shape.nearest(point, float(self._record("frame")[PARAMETER]))
        return velocity.dot(self._shape.bend(u)[1])

    @property  # type: ignore[misc]
    def anchor_a(self) -> Vec3:
        """Place of the curve that is nearest to the body [m]; the curve itself stays as it is."""
        if self._table is None:
            return Vec3(*self._places[0][0])
        point, _ = self._seen()
        u = self._shape.nearest(point, float(self._record("frame")[PARAMETER]))
        return self._in_world(self._shape.derivatives(u)[0])

    @property
    def error(self) -> tuple[float, float]:
        """How far the body is off the curve [m], and off its orientation [rad]."""
        off = (self.anchor_b - self.anchor_a).length
        if not self._oriented:
            return off, 0.0
        q = multiply(inverse(self._wanted(self._shape.nearest(self._seen()[0], self._along_now()[0]))), self._turned())
        return off, 2.0 * math.atan2(math.hypot(*q[:3]), abs(q[3]))

    def at(self, way: float) -> Vec3:
        """Place of the curve at a way from its first point, in the world [m]."""
        way = checks.finite("way", way, "m")
        curve = self._shape
        way = way % curve.length if self._closed else min(max(way, 0.0), curve.length)
        return self._in_world(curve.derivatives(curve.parameter(way))[0])

    # ---- The curve --------------------------------------------------------------------------------------------------

    def _options(self) -> tuple[tuple[str, Any], ...]:
        """What definitions hold of it, as it is now."""
        values = self._local_points(), self._closed, self._oriented, self._along_now(), self._offset_now()
        return tuple(zip(self._own, values, strict=True))

    def _local_points(self) -> tuple[Vec3, ...]:
        """Points of the curve in the axes of body a."""
        if self._curve_points is None:
            return tuple([self._in_axes(0, point) for point in self._given])
        return tuple([Vec3(*checks.vector("points", point)) for point in self._curve_points])

    @property
    def _shape(self) -> Curve:
        """The curve in the axes of body a; while it is in no world, that may still move."""
        if self._curve is None:
            curve = Curve(self._local_points(), self._closed, UP)
            if self._curve_points is None:
                return curve
            self._curve = curve
        return self._curve

    def _along_now(self) -> tuple[float, float]:
        """Parameter of the curve where the body is, and laps."""
        if self._table is not None:
            record = self._record("frame")
            return float(record[PARAMETER]), float(record[LAPS])
        if self._along is not None:
            return self._along
        return self._shape.nearest_of_all(self._in_axes(0, self._places[0][1])), 0.0

    def _offset_now(self) -> Quaternion:
        """Orientation of b in the frame of the curve."""
        if self._offset is not None:
            return self._offset
        return multiply(inverse(self._frame_at(self._along_now()[0])), self._turned())

    def _frame_at(self, u: float) -> Quaternion:
        along, up = self._shape.bend(u)[1], self._shape.up(u)
        return quaternion_of(along, up, along.cross(up))

    def _wanted(self, u: float) -> Quaternion:
        """Orientation that b has at a parameter, in the axes of a."""
        return multiply(self._frame_at(u), self._offset_now())

    def _crossed(self, before: float, u: float) -> int:
        """Laps more after going from one parameter to another the shorter way."""
        return round((before - u) / self._shape.span) if self._closed else 0

    # ---- The bodies -------------------------------------------------------------------------------------------------

    def _pose(self, side: int) -> tuple[Vec3, Quaternion]:
        """Origin [m] and orientation of a body, or of the world."""
        body = self._bodies[side]
        if body is None:
            return Vec3(0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)
        row, bodies = body._find(), body._table.arrays.bodies
        turn: Quaternion = tuple(bodies.rotation[row].tolist())
        return Vec3(*bodies.center[row].tolist()) - rotate(turn, bodies.local[row].tolist()), turn

    def _in_axes(self, side: int, point: Sequence[float]) -> Vec3:
        origin, turn = self._pose(side)
        return rotate(inverse(turn), Vec3(*point) - origin)

    def _in_world(self, point: Sequence[float]) -> Vec3:
        origin, turn = self._pose(0)
        return origin + rotate(turn, point)

    def _turned(self) -> Quaternion:
        """Orientation of b in the axes of a."""
        return multiply(inverse(self._pose(0)[1]), self._pose(1)[1])

    def _seen(self) -> tuple[Vec3, Vec3]:
        """Where the point of b is, and how fast it moves, in the axes of a [m], [m/s]."""
        bodies, point = self._bound.arrays.bodies, self.anchor_b
        velocity = Vec3(0.0, 0.0, 0.0)
        for side, sign in ((0, -1.0), (1, 1.0)):
            row = int(self._record("info")[JOINT.BODY_A + side])
            v, w = (Vec3(*bodies.motion[row, c : c + 3].tolist()) for c in (MOTION.VELOCITY, MOTION.ANGULAR))
            velocity += (v + w.cross(point - bodies.center[row].tolist())) * sign
        origin, turn = self._pose(0)
        return rotate(inverse(turn), point - origin), rotate(inverse(turn), velocity)

    # ---- Before a step ----------------------------------------------------------------------------------------------

    def _bind(self, table: "JointTable", row: int, number: int) -> None:
        """As of every joint; the curve is in the axes of body a from now on."""
        (u, laps), self._offset = self._along_now(), self._offset_now()
        self._curve_points = self._local_points()
        self._records["frame"][PARAMETER], self._records["frame"][LAPS] = u, laps
        super()._bind(table, row, number)

    def _guide(self, dt: float) -> None:
        """Let the joint be the circle that fits the curve best where the body is in the middle of a step."""
        info, frame, bodies = self._record("info"), self._record("frame"), self._bound.arrays.bodies
        rows = [int(info[JOINT.BODY_A + side]) for side in range(2)]
        if not info[JOINT.FLAGS] & JOINT.FLAG_ENABLED or all(bodies.links[row, BODY.AWAKE] < 0 for row in rows):
            return
        curve, before = self._shape, float(frame[PARAMETER])
        point, velocity = self._seen()
        _, first, _ = curve.derivatives(before)
        u = curve.nearest(point, before + dt * velocity.dot(first) / max(first.dot(first), 1e-24))
        frame[LAPS] += self._crossed(before, u)
        frame[PARAMETER] = u
        _, first, _ = curve.derivatives(u)
        ahead = 0.5 * dt * velocity.dot(first) / max(first.dot(first), 1e-24)
        middle = curve.wrapped(u + min(max(ahead, -0.25 * curve.span), 0.25 * curve.span))
        laps = float(frame[LAPS]) + self._crossed(u, middle)
        self._fit(middle, point)
        ends = (-math.inf, math.inf) if self._closed else (0.0, curve.length)
        self.free_axis.shift(curve.way(middle) + laps * curve.length, ends)
        if self._oriented:
            frame[JOINT.FRAME_ROTATION_B : JOINT.FRAME_ROTATION_B + 4] = self._own_frame(middle)

    def _fit(self, u: float, point: Vec3) -> None:
        """Write the circle at a parameter; the force of the last step goes on, along its rows."""
        place, along, bend = self._shape.bend(u)
        curvature = bend.length
        inward = bend / curvature if curvature > 1e-9 else self._shape.up(u)
        radius = float(np.float32(1.0 / max(curvature, 1.0 / STRAIGHT)))
        axis, middle = along.cross(inward), place + inward * radius
        frame, result = self._record("frame"), self._record("result")
        frame[JOINT.FRAME_ANCHOR_A : JOINT.FRAME_ANCHOR_A + 3] = middle
        frame[JOINT.FRAME_ROTATION_A : JOINT.FRAME_ROTATION_A + 4] = quaternion_of(axis, -inward, along)
        self._axes[0]._set(JOINT.AXIS_LOWER, radius)
        outward = point - middle
        outward = outward - axis * outward.dot(axis)
        force = rotate(inverse(self._pose(0)[1]), self._vector(JOINT.RESULT_FORCE))
        result[JOINT.SLOT_HOLD] = force.dot(outward) / max(outward.length, 1e-12)
        result[JOINT.SLOTS + JOINT.SLOT_HOLD] = force.dot(axis)
        torque = rotate(inverse(self._pose(0)[1]), self._vector(JOINT.RESULT_TORQUE))
        for number, direction in enumerate((axis, -inward, along) if self._oriented else (), JOINT.ANGULAR):
            result[number * JOINT.SLOTS + JOINT.SLOT_HOLD] = torque.dot(direction)

    def _own_frame(self, u: float) -> Quaternion:
        """Frame of b that is the one of the circle where b is at a parameter: the joint turns it along the circle."""
        start = JOINT.FRAME_ROTATION_A
        circle: Quaternion = tuple(self._record("frame")[start : start + 4].tolist())
        return multiply(inverse(self._wanted(u)), circle)
