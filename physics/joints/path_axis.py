"""PathAxis: the axis along a path, whose positions are ways from the first point of it."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from physics import checks
from physics.joints.axis import JointAxis, check_limits
from physics.joints.spring import FAR
from physics.kernels.layout import joint as JOINT

if TYPE_CHECKING:
    from physics.joints.path import JointPath

#: The axis whose record keeps what is given by the way from the first point; it is locked, and uses these columns for
#: nothing else. The record of the axis itself has it as seen from the body, which `shift` writes before each step.
KEPT = 1
KEPT_LOWER, KEPT_UPPER, KEPT_BITS = JOINT.AXIS_MOTOR_SPEED, JOINT.AXIS_MOTOR_MAX, JOINT.AXIS_RATIO
#: Bits of it: there are limits, there is a servo.
LIMITED, SERVO = 1, 2


class PathAxis(JointAxis):
    """The axis along a path: positions are ways from its first point [m]."""

    __slots__ = ()
    _joint: "JointPath"

    @property
    def _kept(self) -> JointAxis:
        return self._joint.axes[KEPT]

    def _keeps(self, bit: int) -> bool:
        return bool(int(self._kept._get(KEPT_BITS)) & bit)

    def _keep(self, bit: int, value: bool) -> None:
        bits = int(self._kept._get(KEPT_BITS))
        self._kept._set(KEPT_BITS, bits | bit if value else bits & ~bit)
        self._joint._disturb()

    @property
    def limits(self) -> tuple[float, float] | None:
        """Least and greatest position [m]; None for none but the ends of an open path."""
        if not self._keeps(LIMITED):
            return None
        return self._kept._get(KEPT_LOWER), self._kept._get(KEPT_UPPER)

    @limits.setter
    def limits(self, value: Sequence[float] | None) -> None:
        checked = check_limits(value, "m")
        if checked is not None:
            self._kept._set(KEPT_LOWER, checked[0])
            self._kept._set(KEPT_UPPER, checked[1])
        self._keep(LIMITED, checked is not None)

    @property
    def motor_target(self) -> float | None:
        """Position that a servo goes to [m]; None for a motor that keeps its speed."""
        return self._kept._get(JOINT.AXIS_SERVO) if self._keeps(SERVO) else None

    @motor_target.setter
    def motor_target(self, value: float | None) -> None:
        place = 0.0 if value is None else checks.in_range("motor_target", value, -FAR, FAR, "m")
        self._kept._set(JOINT.AXIS_SERVO, place)
        self._keep(SERVO, value is not None)

    def set_spring(
        self, *, target: float | None = None, max_force: float | None = None, **softness: float | None
    ) -> None:
        """Have a spring and a damper act along the path; see `JointAxis.set_spring`."""
        super().set_spring(target=target, max_force=max_force, **softness)
        if target is not None:
            self._kept._set(JOINT.AXIS_TARGET, self._get(JOINT.AXIS_TARGET))

    @property
    def spring_target(self) -> float:
        """Where the spring is at rest [m]."""
        return self._kept._get(JOINT.AXIS_TARGET)

    @spring_target.setter
    def spring_target(self, value: float) -> None:
        self.set_spring(target=checks.number("spring_target", value))

    @property
    def position(self) -> float:
        """Way of the body along the path from its first point [m]."""
        return self._joint.position

    @property
    def rate(self) -> float:
        """Speed along it [m/s]."""
        return self._joint.rate

    def shift(self, way: float, ends: tuple[float, float]) -> None:
        """Write stops, servo and spring as they are seen from a way along the path.

        Args:
            way: From the first point [m].
            ends: Of the path [m], infinite for none.
        """
        lower, upper = self.limits or (-math.inf, math.inf)
        upper = min(max(upper, ends[0]), ends[1])
        lower = min(max(lower, ends[0]), upper)
        target = self.motor_target
        self._set_bit(JOINT.LIMITS, lower > -math.inf or upper < math.inf)
        self._set(JOINT.AXIS_LOWER, max(lower - way, -FAR))
        self._set(JOINT.AXIS_UPPER, min(upper - way, FAR))
        self._set_bit(JOINT.SERVOS, target is not None)
        self._set(JOINT.AXIS_SERVO, 0.0 if target is None else target - way)
        self._set(JOINT.AXIS_TARGET, self.spring_target - way)
