"""Dragging soft bodies: an attachment holds the grabbed point at a hand in the world, which follows the pointer."""

import math
from collections.abc import Sequence

import numpy as np

from app.timeline.commands.soft import HoldSoft, LetGoOfSoft, MoveHold, find_hold, find_soft
from app.tools.reach import WHEEL_NOTCH, clamp_distance
from app.tools.soft_rays import SoftHit
from physics import World
from physics.soft.soft import Soft
from physics.vector import Quaternion, Vec3
from play.weapons.pull import GRAVITY_MIN

#: Largest force of the hand, in weights of the soft body, and for the lightest ones [N].
WEIGHTS = 20.0
FORCE_LEAST = 5.0


def hold_of(hit: SoftHit, strength: float) -> HoldSoft:
    """The command that takes hold of what a ray hit.

    Args:
        hit: What.
        strength: Factor on the largest force.
    """
    soft = hit.soft
    most = strength * max(FORCE_LEAST, WEIGHTS * GRAVITY_MIN * soft.mass)
    if hit.triangle < 0:
        return HoldSoft(soft.id, hit.nearest, max_force=most)
    return HoldSoft(soft.id, -1, hit.triangle, hit.weights, most)


class SoftDrag:
    """One grabbed point of one soft body; it is used as `app.tools.drag.Drag` is.

    Args:
        soft: The soft body, of which the last attachment is the hold.
        point: Where it was grabbed [m].
        eye: Place of the camera [m].

    Attributes:
        soft: Number of the soft body.
        target: Where the hand should go [m].
        distance: From the eye [m].
        vertices: Three vertices of the point ...
        weights: ... and how much each counts.
    """

    def __init__(self, soft: Soft, point: Sequence[float], eye: Sequence[float]) -> None:
        hold = soft.attachments[-1]
        self.soft, self.vertices, self.weights = soft.id, hold.vertices, hold.weights
        self.target = Vec3(*point)
        self.distance = clamp_distance(math.dist(point, eye))
        self._hand = self.target

    # ---- The pointer ----------------------------------------------------------------------------------------------

    def aim(self, origin: Sequence[float], direction: Sequence[float]) -> None:
        """Put the target on a ray from the eye [m] along a unit vector, at the present distance."""
        self.target = Vec3(*direction) * self.distance + origin

    def wheel(self, notches: float) -> None:
        """Push the target away by notches of the wheel, or pull it near."""
        self.distance = clamp_distance(self.distance * WHEEL_NOTCH ** min(max(notches, -100.0), 100.0))

    def turn(self, world: World, right: float, up: float, camera: Quaternion) -> None:
        """Nothing: a point has no orientation, and what is soft follows in its own way."""

    # ---- The hold -------------------------------------------------------------------------------------------------

    def point(self, world: World) -> Vec3 | None:
        """Where the grabbed point is now [m]; None if it is no longer held."""
        try:
            soft = find_soft(world, self.soft)
            find_hold(soft, self.vertices, self.weights)
        except LookupError:
            return None
        place = soft.positions[list(self.vertices)]
        return Vec3(*(np.array(self.weights) @ place).tolist())

    def force(self, world: World) -> float:
        """How strongly the hand pulls [N]; 0 if it does not hold any more."""
        try:
            return find_hold(find_soft(world, self.soft), self.vertices, self.weights).force.length
        except LookupError:
            return 0.0

    def command(self, world: World, strength: float = 1.0) -> MoveHold | None:
        """What to do before the next step; None if the hand stays where it is, or holds nothing."""
        if self.target == self._hand or self.point(world) is None:
            return None
        self._hand = self.target
        return MoveHold(self.soft, self.vertices, self.weights, tuple(self.target))

    @property
    def end(self) -> LetGoOfSoft:
        """The command that lets go."""
        return LetGoOfSoft(self.soft, self.vertices, self.weights)
