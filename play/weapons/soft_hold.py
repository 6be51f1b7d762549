"""Soft hold: a point of a soft body that the grab tool holds, by an attachment to the world that is moved along."""

import dataclasses

import numpy as np

from physics import RayHit, Soft, Vec3, World
from physics.soft.attachment import Attachment
from play.weapons.pull import GRAVITY_MIN

#: Largest force in weights of the soft body, and for the lightest ones [N].
WEIGHTS, FORCE_LEAST = 10.0, 20.0


@dataclasses.dataclass(frozen=True, slots=True)
class SoftHold:
    """Where a soft body is held. All in numbers: it is a part of the state of the weapon.

    Attributes:
        soft: Its number.
        vertices: Three vertices of the point ...
        weights: ... and how much each counts.
    """

    soft: int
    vertices: tuple[int, int, int]
    weights: tuple[float, float, float]

    @classmethod
    def take(cls, hit: RayHit, most: float) -> "SoftHold":
        """Take hold of a soft body where a ray hit it.

        Args:
            hit: Where.
            most: Largest force [N].
        """
        soft = hit.body
        assert isinstance(soft, Soft) and hit.vertices is not None and hit.weights is not None
        force = min(most, max(FORCE_LEAST, WEIGHTS * GRAVITY_MIN * soft.mass))
        nearest = hit.vertices[int(np.argmax(hit.weights))]
        point = nearest if hit.triangle < 0 else (hit.triangle, tuple(hit.weights))
        made = soft.attach(point, max_force=force)
        return cls(soft.id, made.vertices, made.weights)

    def find(self, world: World) -> Attachment | None:
        """Its attachment; None if it broke, or the soft body is gone."""
        try:
            soft = world.soft(self.soft)
        except LookupError:
            return None
        alike = (
            one for one in reversed(soft.attachments)
            if one.body is None and (one.vertices, one.weights) == (self.vertices, self.weights)
        )  # fmt: skip
        return next((one for one in alike if one.alive), None)

    def place(self, world: World) -> Vec3 | None:
        """Where the held point is [m]; None if it is no longer held."""
        held = self.find(world)
        if held is None:
            return None
        return Vec3(*(np.array(self.weights) @ held.soft.positions[list(self.vertices)]).tolist())

    def let_go(self, world: World) -> None:
        """Let go, if it still holds."""
        held = self.find(world)
        if held is not None:
            held.remove()
