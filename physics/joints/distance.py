"""JointDistance: rods, ropes and springs between two points."""

from collections.abc import Sequence
from typing import Any

from physics import checks, constants
from physics.bodies.body import Body
from physics.joints.arguments import check_anchor
from physics.joints.axis import check_limits
from physics.joints.frames import frame_along
from physics.joints.joint import Joint
from physics.kernels.layout import joint as JOINT


class JointDistance(Joint):
    """Keeps two points at a distance: a rod; with limits a rope, with hertz or stiffness a spring.

    Args:
        body_a: One body, or None for the world.
        body_b: The other.
        anchor_a: Point of a, in the world [m].
        anchor_b: Point of b, in the world [m].
        length: Distance of a rod, or of a spring at rest [m]; as it is now if left out.
        limits: Least and greatest distance of a rope [m].
        hertz: Frequency of a spring, for the reduced mass of both bodies [Hz], see `physics.joints.spring`.
        damping_ratio: Damping ratio of a spring.
        stiffness: Stiffness of a spring instead [N/m].
        damping: Damping of it [N s/m].
        **options: break_force, collide, enabled, name, user_data as of `Joint`.
    """

    _type, _flags = 7, JOINT.FLAG_DISTANCE

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        anchor_a: checks.VectorLike,
        anchor_b: checks.VectorLike,
        length: float | None = None,
        limits: Sequence[float] | None = None,
        hertz: float | None = None,
        damping_ratio: float | None = None,
        stiffness: float | None = None,
        damping: float | None = None,
        **options: Any,
    ) -> None:
        places = check_anchor("anchor_a", anchor_a), check_anchor("anchor_b", anchor_b)
        rest = (places[1] - places[0]).length if length is None else check_length("length", length)
        checked = check_limits(limits, "m")
        super().__init__(body_a, body_b, anchors=places, frames=(frame_along(),) * 2, **options)
        spring = {"hertz": hertz, "damping_ratio": damping_ratio, "stiffness": stiffness, "damping": damping}
        way = self._axes[0]
        if any(value is not None for value in spring.values()):
            way.set_spring(**spring, target=rest)
        elif checked is None:
            way.locked = True
            way._set(JOINT.AXIS_LOWER, rest)
        way.limits = checked

    @property
    def limits(self) -> tuple[float, float] | None:
        """Least and greatest distance of a rope [m]; None for none."""
        return self._axes[0].limits

    @limits.setter
    def limits(self, value: Sequence[float] | None) -> None:
        self._axes[0].limits = value

    @property
    def hertz(self) -> float:
        """Frequency of a spring [Hz]; 0 if it is none, or given by its stiffness."""
        return self._axes[0].spring_hertz

    @hertz.setter
    def hertz(self, value: float) -> None:
        self._axes[0].spring_hertz = value

    @property
    def damping_ratio(self) -> float:
        """Damping ratio of a spring that is given by its frequency."""
        return self._axes[0].spring_damping_ratio

    @damping_ratio.setter
    def damping_ratio(self, value: float) -> None:
        self._axes[0].spring_damping_ratio = value

    @property
    def stiffness(self) -> float:
        """Stiffness of a spring [N/m]; 0 if it is none, or given by its frequency."""
        return self._axes[0].spring_stiffness

    @stiffness.setter
    def stiffness(self, value: float) -> None:
        self._axes[0].spring_stiffness = value

    @property
    def damping(self) -> float:
        """Damping of a spring that is given by its stiffness [N s/m]."""
        return self._axes[0].spring_damping

    @damping.setter
    def damping(self, value: float) -> None:
        self._axes[0].spring_damping = value

    @property
    def length(self) -> float:
        """Distance of a rod, or of a spring at rest [m]."""
        way = self._axes[0]
        return way._get(JOINT.AXIS_LOWER) if way.locked else way.spring_target

    @length.setter
    def length(self, value: float) -> None:
        way = self._axes[0]
        value = check_length("length", value)
        if way.locked:
            way._set(JOINT.AXIS_LOWER, value)
            self._disturb()
        else:
            way.spring_target = value

    @property
    def distance(self) -> float:
        """Distance of the anchors now [m]."""
        return self._axes[0].position


def check_length(name: str, value: float) -> float:
    """A distance within the world."""
    return checks.in_range(name, value, 0.0, constants.POSITION_MAX, "m")
