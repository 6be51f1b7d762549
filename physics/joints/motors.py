"""Motors without a joint: they drive what two bodies do against each other along axes, and hold nothing."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.joints.arguments import check_anchor, check_bodies
from physics.joints.axis import JointAxis
from physics.joints.compound import check_right_angle
from physics.joints.frames import frame_along
from physics.joints.joint import Joint
from physics.kernels.layout import joint as JOINT
from physics.vector import Vec3

FRAMES = ("world", "a", "b")


class JointMotor(Joint):
    """What motors along given axes have in common. Axes that turn with b are those of a joint from b to a, reversed."""

    _first = 0
    _own = ("count", "side_a", "flags")

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        axes: Sequence[checks.VectorLike],
        frame: str,
        places: tuple[Vec3, Vec3],
        flags: int,
        **options: Any,
    ) -> None:
        if frame not in FRAMES:
            raise ValueError(f"frame must be one of {', '.join(FRAMES)}, got {checks.shown(frame)}")
        directions = check_axes(axes)
        self._count = len(directions)
        self._side_a = int(frame == "b")
        self._flags = flags | (JOINT.FLAG_WORLD if frame == "world" else 0)
        if self._side_a:
            body_a, body_b, places = body_b, body_a, places[::-1]
            directions = [-direction for direction in directions]
        rotation = frame_along(directions[0], directions[0].cross(directions[1]) if self._count > 1 else None)
        super().__init__(body_a, body_b, anchors=places, frames=(rotation, rotation), **options)

    @property
    def frame(self) -> str:
        """What the axes are fixed to: "world", "a" or "b"."""
        if self._flags & JOINT.FLAG_WORLD:
            return "world"
        return "b" if self._side_a else "a"

    @property
    def motors(self) -> tuple[JointAxis, ...]:
        """The axes in the order in which they were given."""
        return self._axes[self._first : self._first + self._count]


class JointMotorAngular(JointMotor):
    """Drives how body b turns against body a, about one to three axes at right angles.

    Args:
        body_a: One body, or None for the world.
        body_b: The other.
        axes: Directions of the axes, in the world.
        frame: What they are fixed to: "world", "a" or "b". Angles add up what was turned.
        euler: True: the first of three axes is fixed to a, the third to b, the second is between them; the angles are
            those of the poses.
        **options: As of `JointBall`.
    """

    _type, _first = 12, 3

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        axes: Sequence[checks.VectorLike],
        frame: str = "world",
        euler: bool = False,
        **options: Any,
    ) -> None:
        check_bodies(body_a, body_b)
        flags = JOINT.FLAG_USER
        if checks.flag("euler", euler):
            if len(check_axes(axes)) != 3:
                raise ValueError(f"Euler angles need three axes, got {len(axes)}")
            frame, flags = "a", 0
        body = body_a or body_b
        assert body is not None  # `check_bodies` has refused the world twice
        place = body.center_of_mass
        places = place, place
        super().__init__(body_a, body_b, axes=axes, frame=frame, places=places, flags=flags, **options)

    @property
    def euler(self) -> bool:
        """Whether the angles are those of the poses, the first axis fixed to a and the third to b."""
        return not self._flags & JOINT.FLAG_USER


class JointMotorLinear(JointMotor):
    """Drives how a point of body b moves against a point of body a, along one to three axes at right angles.

    Args:
        body_a: One body, or None for the world.
        body_b: The other.
        axes: Directions of the axes, in the world.
        anchor: The point of both, in the world [m]; left out, the centers of mass, so that nothing is turned.
        frame: What the axes are fixed to: "world", "a" or "b".
        **options: As of `JointBall`.
    """

    _type, _first = 13, 0

    def __init__(
        self,
        body_a: Body | None,
        body_b: Body | None,
        *,
        axes: Sequence[checks.VectorLike],
        anchor: checks.VectorLike | None = None,
        frame: str = "world",
        **options: Any,
    ) -> None:
        check_bodies(body_a, body_b)
        if anchor is None:
            places = _centers(body_a, body_b)
        else:
            places = (check_anchor("anchor", anchor),) * 2
        super().__init__(body_a, body_b, axes=axes, frame=frame, places=places, flags=0, **options)


def _centers(body_a: Body | None, body_b: Body | None) -> tuple[Vec3, Vec3]:
    """Centers of mass of both bodies [m]; that of the other in the place of the world."""
    first, second = body_a or body_b, body_b or body_a
    assert first is not None and second is not None  # `check_bodies` has refused the world twice
    return first.center_of_mass, second.center_of_mass


def check_axes(axes: Sequence[checks.VectorLike]) -> list[Vec3]:
    """One to three unit vectors at right angles."""
    if isinstance(axes, str | bytes) or not isinstance(axes, Sequence | np.ndarray) or not 1 <= len(axes) <= 3:
        raise ValueError(f"axes must be a list of one to three directions, got {checks.shown(axes)}")
    checked = [Vec3(*checks.unit_vector(f"axes[{k}]", axis)) for k, axis in enumerate(axes)]
    for k, axis in enumerate(checked):
        for other in range(k):
            check_right_angle(f"axes[{other}]", checked[other], f"axes[{k}]", axis)
    if len(checked) == 3 and checked[0].cross(checked[1]).dot(checked[2]) < 0.0:
        raise ValueError("the third axis must be along first x second, got the opposite direction; turn it around")
    return checked
