"""JointAxis: one of the six axes of a joint, with its lock, limit, spring and motor."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from physics import checks, constants
from physics.joints.spring import FAR, check_spring
from physics.kernels.layout import joint as JOINT
from physics.vector import Vec3

if TYPE_CHECKING:
    from physics.joints.joint import Joint


class JointAxis:
    """One axis of a joint: a way along it [m] or an angle about it [rad], forces in N or N m.

    Attributes:
        number: 0, 1, 2: ways along x, y, z of the joint; 3, 4, 5: angles.
    """

    __slots__ = ("_joint", "number")

    def __init__(self, joint: "Joint", number: int) -> None:
        self._joint = joint
        self.number = number

    def __repr__(self) -> str:
        return f"<axis {self.number} of {self._joint!r}>"

    @property
    def angular(self) -> bool:
        """Whether it is an angle, not a distance."""
        return self.number >= JOINT.ANGULAR

    @property
    def joint(self) -> "Joint":
        """The joint that it belongs to."""
        return self._joint

    @property
    def direction(self) -> Vec3:
        """Direction of the axis of the frame on body a, in the world."""
        return self._joint._direction(self.number)

    @property
    def unit(self) -> str:
        """Unit of its position."""
        return "rad" if self.angular else "m"

    # ---- Bits and numbers of the records ----------------------------------------------------------------------------

    def _bit(self, column: int) -> bool:
        return bool(self._joint._record("info")[column] >> self.number & 1)

    def _set_bit(self, column: int, value: bool) -> None:
        info = self._joint._record("info")
        bit = 1 << self.number
        info[column] = info[column] | bit if value else info[column] & ~bit

    def _get(self, column: int) -> float:
        return float(self._joint._record("axis")[self.number * JOINT.AXIS_STRIDE + column])

    def _set(self, column: int, value: float) -> None:
        self._joint._record("axis")[self.number * JOINT.AXIS_STRIDE + column] = value

    def _drop(self, *slots: int) -> None:
        """Forget the forces of rows that changed their meaning."""
        result = self._joint._record("result")
        for slot in slots:
            result[self.number * JOINT.SLOTS + slot] = 0.0

    def _need_position(self, name: str, value: object) -> None:
        """Refuse what would push for ever: the third angle of a ball is neither twist nor swing, and always 0."""
        if value is not None and self.number == 5 and self._joint._record("info")[JOINT.FLAGS] & JOINT.FLAG_CONE:
            raise ValueError(f"{name} must be of the twist or the swing of a ball, got {value!r} for {self!r}")

    # ---- What holds it ----------------------------------------------------------------------------------------------

    @property
    def locked(self) -> bool:
        """Whether it cannot move at all."""
        return self._bit(JOINT.LOCKS)

    @locked.setter
    def locked(self, value: bool) -> None:
        value = checks.flag("locked", value)
        self._joint._record("info")
        self._set_bit(JOINT.LOCKS, value)
        self._drop(JOINT.SLOT_HOLD)
        self._joint._disturb()

    @property
    def limits(self) -> tuple[float, float] | None:
        """Least and greatest position [m] [rad]; None for none. Angles count turns: (0, 20) are more than three."""
        if not self._bit(JOINT.LIMITS):
            return None
        return self._get(JOINT.AXIS_LOWER), self._get(JOINT.AXIS_UPPER)

    @limits.setter
    def limits(self, value: Sequence[float] | None) -> None:
        checked = check_limits(value, self.unit)
        flags = self._joint._record("info")[JOINT.FLAGS]
        if checked is not None and self.locked and flags & JOINT.FLAG_DISTANCE and not self.angular:
            raise ValueError("a rod has a length and no limits; set `length`, or unlock the axis to make it a rope")
        if checked is not None and checked[0] < 0.0 and flags & JOINT.FLAG_DISTANCE and self.number == 0:
            raise ValueError(f"limits of a distance must be >= 0 m, got {checks.shown(value)}; 0 is no lower limit")
        self._need_position("limits", checked)
        if checked is not None:
            self._set(JOINT.AXIS_LOWER, checked[0])
            self._set(JOINT.AXIS_UPPER, checked[1])
        self._set_bit(JOINT.LIMITS, checked is not None)
        self._drop(JOINT.SLOT_LOWER, JOINT.SLOT_UPPER)
        self._joint._disturb()

    @property
    def limit_hertz(self) -> float:
        """Frequency of soft stops, for the reduced mass of both bodies [Hz]; 0: hard ones. It replaces a stiffness."""
        return self._get(JOINT.AXIS_LIMIT_HERTZ)

    @limit_hertz.setter
    def limit_hertz(self, value: float) -> None:
        checked = checks.in_range("limit_hertz", value, 0.0, FAR, "Hz", "0 is a hard stop")
        self._set(JOINT.AXIS_LIMIT_HERTZ, checked)
        if checked > 0.0:
            self._set(JOINT.AXIS_LIMIT_STIFFNESS, 0.0)
            self._set(JOINT.AXIS_LIMIT_DAMPING, 0.0)
        self._joint._disturb()

    @property
    def limit_damping_ratio(self) -> float:
        """Damping ratio of soft stops."""
        return self._get(JOINT.AXIS_LIMIT_RATIO)

    @limit_damping_ratio.setter
    def limit_damping_ratio(self, value: float) -> None:
        self._set(JOINT.AXIS_LIMIT_RATIO, checks.in_range("limit_damping_ratio", value, 0.0, FAR))
        self._joint._disturb()

    @property
    def limit_stiffness(self) -> float:
        """Stiffness of soft stops that are given by it [N/m] [N m]; setting it replaces a frequency."""
        return self._get(JOINT.AXIS_LIMIT_STIFFNESS)

    @limit_stiffness.setter
    def limit_stiffness(self, value: float) -> None:
        checked = checks.in_range("limit_stiffness", value, 0.0, constants.FORCE_MAX)
        self.set_limit_spring(stiffness=checked, damping=self.limit_damping)

    @property
    def limit_damping(self) -> float:
        """Damping of soft stops that are given by their stiffness [N s/m] [N m s]."""
        return self._get(JOINT.AXIS_LIMIT_DAMPING)

    @limit_damping.setter
    def limit_damping(self, value: float) -> None:
        checked = checks.in_range("limit_damping", value, 0.0, constants.FORCE_MAX)
        self.set_limit_spring(stiffness=self.limit_stiffness, damping=checked)

    @property
    def limit_bounce(self) -> float:
        """Part of its speed that it comes back with from a hard stop, 0 to 1."""
        return self._get(JOINT.AXIS_BOUNCE)

    @limit_bounce.setter
    def limit_bounce(self, value: float) -> None:
        self._set(JOINT.AXIS_BOUNCE, checks.in_range("limit_bounce", value, 0.0, 1.0))
        self._joint._disturb()

    def set_limit_spring(self, **softness: float | None) -> None:
        """Make the stops soft: by hertz and damping_ratio, stiffness and damping, or ODE's erp and cfm (at a step).

        Args:
            **softness: As of `set_spring`, without target and max_force; all 0 for hard stops.
        """
        spring = check_spring(**softness)
        self._set(JOINT.AXIS_LIMIT_HERTZ, spring.hertz)
        self._set(JOINT.AXIS_LIMIT_RATIO, spring.damping_ratio)
        self._set(JOINT.AXIS_LIMIT_STIFFNESS, spring.stiffness)
        self._set(JOINT.AXIS_LIMIT_DAMPING, spring.damping)
        self._joint._disturb()

    # ---- What drives it ---------------------------------------------------------------------------------------------

    @property
    def motor_speed(self) -> float:
        """Speed that the motor drives it at [m/s] [rad/s]."""
        return self._get(JOINT.AXIS_MOTOR_SPEED)

    @motor_speed.setter
    def motor_speed(self, value: float) -> None:
        limit = constants.MAX_SPIN if self.angular else constants.MAX_SPEED
        self._set(JOINT.AXIS_MOTOR_SPEED, checks.in_range("motor_speed", value, -limit, limit, self.unit + "/s"))
        self._joint._disturb()

    @property
    def motor_max_force(self) -> float:
        """Largest force [N] or torque [N m] of the motor; 0 for no motor. With no speed it is a brake, or friction."""
        return self._get(JOINT.AXIS_MOTOR_MAX)

    @motor_max_force.setter
    def motor_max_force(self, value: float) -> None:
        value = checks.in_range("motor_max_force", value, 0.0, constants.FORCE_MAX, "N m" if self.angular else "N")
        self._set(JOINT.AXIS_MOTOR_MAX, value)
        self._set_bit(JOINT.MOTORS, value > 0.0)
        if value == 0.0:
            self._drop(JOINT.SLOT_MOTOR)
        self._joint._disturb()

    @property
    def motor_target(self) -> float | None:
        """Where a servo goes to [m] [rad], at most as fast as motor_speed; None for a motor that keeps a speed."""
        return self._get(JOINT.AXIS_SERVO) if self._bit(JOINT.SERVOS) else None

    @motor_target.setter
    def motor_target(self, value: float | None) -> None:
        place = 0.0 if value is None else checks.in_range("motor_target", value, -FAR, FAR, self.unit)
        self._need_position("motor_target", value)
        self._set(JOINT.AXIS_SERVO, place)
        self._set_bit(JOINT.SERVOS, value is not None)
        self._joint._disturb()

    @property
    def friction(self) -> float:
        """Largest force [N] or torque [N m] that brakes it; 0 for none."""
        return self._get(JOINT.AXIS_FRICTION)

    @friction.setter
    def friction(self, value: float) -> None:
        value = checks.in_range("friction", value, 0.0, constants.FORCE_MAX, "N m" if self.angular else "N")
        self._set(JOINT.AXIS_FRICTION, value)
        self._set_bit(JOINT.FRICTIONS, value > 0.0)
        if value == 0.0:
            self._drop(JOINT.SLOT_FRICTION)
        self._joint._disturb()

    def set_spring(
        self, *, target: float | None = None, max_force: float | None = None, **softness: float | None
    ) -> None:
        """Have a spring and a damper act along the axis, by frequency or by stiffness; 0 takes it away.

        Args:
            target: Where it is at rest [m] [rad].
            max_force: Largest force [N] or torque [N m].
            **softness: hertz, the frequency at which it swings what it moves [Hz], which is the reduced mass, or
                inertia, of the two bodies, see `physics.joints.spring`; and damping_ratio: 0 swings for ever, 1 just
                does not. Or stiffness [N/m] [N m] and damping [N s/m] [N m s]. Or erp and cfm as ODE has
                them, with the step [s] that they are meant for, 1/60 s if left out.
        """
        stiff = self._bit(JOINT.STIFF)
        before = (0.0, 0.0) if stiff else self._spring
        spring = check_spring(before, **softness) if softness else None
        place = self.spring_target if target is None else checks.in_range("target", target, -FAR, FAR, self.unit)
        self._need_position("a spring", None if spring is None else spring.hertz or spring.stiffness or None)
        most = self._get(JOINT.AXIS_SPRING_MAX)
        if max_force is not None:
            most = checks.number("max_force", max_force)
            if not most > 0.0:
                raise ValueError(f"max_force must be > 0, got {max_force!r}; math.inf is no bound")
            most = min(most, constants.FORCE_MAX)
        self._set(JOINT.AXIS_TARGET, place)
        self._set(JOINT.AXIS_SPRING_MAX, most or constants.FORCE_MAX)
        if spring is not None:
            self._set(JOINT.AXIS_SPRING, spring.stiffness if spring.by_force else spring.hertz)
            self._set(JOINT.AXIS_DAMPING, spring.damping if spring.by_force else spring.damping_ratio)
            self._set_bit(JOINT.STIFF, spring.by_force)
            self._set_bit(JOINT.SPRINGS, spring.hertz > 0.0 or spring.stiffness > 0.0 or spring.damping > 0.0)
        if not self._bit(JOINT.SPRINGS) and not self.locked:
            self._drop(JOINT.SLOT_HOLD)
        self._joint._disturb()

    @property
    def spring_hertz(self) -> float:
        """Frequency of the spring, for the reduced mass of both bodies [Hz]; 0 for none, or one given by stiffness."""
        return 0.0 if self._bit(JOINT.STIFF) else self._get(JOINT.AXIS_SPRING)

    @spring_hertz.setter
    def spring_hertz(self, value: float) -> None:
        self.set_spring(hertz=checks.in_range("spring_hertz", value, 0.0, FAR, "Hz"))

    @property
    def spring_damping_ratio(self) -> float:
        """Damping ratio of a spring that is given by its frequency."""
        return 0.0 if self._bit(JOINT.STIFF) else self._get(JOINT.AXIS_DAMPING)

    @spring_damping_ratio.setter
    def spring_damping_ratio(self, value: float) -> None:
        self.set_spring(damping_ratio=checks.in_range("spring_damping_ratio", value, 0.0, FAR))

    @property
    def spring_stiffness(self) -> float:
        """Stiffness of the spring [N/m] [N m]; 0 for none, or one that is given by its frequency."""
        return self._get(JOINT.AXIS_SPRING) if self._bit(JOINT.STIFF) else 0.0

    @spring_stiffness.setter
    def spring_stiffness(self, value: float) -> None:
        checked = checks.in_range("spring_stiffness", value, 0.0, constants.FORCE_MAX)
        self.set_spring(stiffness=checked, damping=self.spring_damping)

    @property
    def spring_damping(self) -> float:
        """Damping of a spring that is given by its stiffness [N s/m] [N m s]."""
        return self._get(JOINT.AXIS_DAMPING) if self._bit(JOINT.STIFF) else 0.0

    @spring_damping.setter
    def spring_damping(self, value: float) -> None:
        checked = checks.in_range("spring_damping", value, 0.0, constants.FORCE_MAX)
        self.set_spring(stiffness=self.spring_stiffness, damping=checked)

    @property
    def spring_max_force(self) -> float:
        """Largest force of the spring [N] [N m]."""
        return self._get(JOINT.AXIS_SPRING_MAX) or constants.FORCE_MAX

    @spring_max_force.setter
    def spring_max_force(self, value: float) -> None:
        self.set_spring(max_force=checks.number("spring_max_force", value))

    @property
    def _spring(self) -> tuple[float, float]:
        return self._get(JOINT.AXIS_SPRING), self._get(JOINT.AXIS_DAMPING)

    @property
    def spring_target(self) -> float:
        """Where the spring is at rest [m] [rad]."""
        return self._get(JOINT.AXIS_TARGET)

    @spring_target.setter
    def spring_target(self, value: float) -> None:
        self._set(JOINT.AXIS_TARGET, checks.in_range("spring_target", value, -FAR, FAR, self.unit))
        self._joint._disturb()

    # ---- What it does -----------------------------------------------------------------------------------------------

    @property
    def position(self) -> float:
        """How far frame b is along the axis [m], or turned about it [rad]; angles count whole turns."""
        return self._joint._measure()[self.number][0]

    @property
    def rate(self) -> float:
        """How fast that changes [m/s] [rad/s]."""
        return self._joint._measure()[self.number][1]

    def _rows(self) -> np.ndarray:
        start = self.number * JOINT.SLOTS
        return self._joint._record("result")[start : start + JOINT.SLOTS]

    @property
    def motor_force(self) -> float:
        """Force [N] or torque [N m] of the motor in the last substep."""
        return float(self._rows()[JOINT.SLOT_MOTOR])

    @property
    def spring_force(self) -> float:
        """Force [N] or torque [N m] of the spring, in the last substep."""
        return 0.0 if self.locked else float(self._rows()[JOINT.SLOT_HOLD])

    @property
    def lock_force(self) -> float:
        """Force [N] or torque [N m] along the axis that holds it, mean of the last step; 0 if it is not locked."""
        if not self.locked:
            return 0.0
        held = self._joint.torque if self.angular else self._joint.force
        return held.dot(self._joint._direction(self.number))

    @property
    def friction_force(self) -> float:
        """Force [N] or torque [N m] of the friction in the last substep."""
        return float(self._rows()[JOINT.SLOT_FRICTION])

    @property
    def limit_force(self) -> float:
        """Force [N] or torque [N m] of the stops in the last substep; > 0 at the lower one."""
        rows = self._rows()
        return float(rows[JOINT.SLOT_LOWER] - rows[JOINT.SLOT_UPPER])


def check_limits(value: Sequence[float] | None, unit: str) -> tuple[float, float] | None:
    """Limits as two floats, or None."""
    if value is None:
        return None
    if isinstance(value, str | bytes) or not isinstance(value, Sequence | np.ndarray) or len(value) != 2:
        raise TypeError(f"limits must be two numbers (lower, upper) or None, got {checks.shown(value)}")
    lower, upper = checks.number("limits[0]", value[0]), checks.number("limits[1]", value[1])
    if not lower <= upper:
        raise ValueError(f"limits must have lower <= upper {unit}, got {checks.shown(value)}; swap them")
    if lower == math.inf or upper == -math.inf:
        raise ValueError(f"limits must leave some room, got {checks.shown(value)}")
    return max(lower, -constants.FORCE_MAX), min(upper, constants.FORCE_MAX)
