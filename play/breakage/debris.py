"""Debris: what lies about or falls after something broke, and how far explosions throw it."""

import numpy as np

from physics import Body, Vec3, World

#: Share of the push of an explosion that fragments get, and largest change of their speed in a step [m/s]: thin boards
#: have so much area for their weight that they would fly out of the village.
THROWN = (0.4, 1.3)
#: The same of heavy ones, such as trees: what shows so much area is mostly air between leaves.
HEAVY = (0.1, 0.3)
#: Fragments whose middle is farther from an explosion than its radius and this are none of its business [m].
LONG = 5.0


class Brace:
    """Fragments around an explosion before it pushes them; `settle` takes back most of the push.

    Args:
        world: Where.
        light: Fragments.
        heavy: Fragments of what is heavy.
        center: Middle of the explosion [m].
        radius: Its radius [m].
    """

    def __init__(self, world: World, light: list[Body], heavy: list[Body], center: Vec3, radius: float) -> None:
        bodies = [*light, *heavy]
        limits = np.array([THROWN] * len(light) + [HEAVY] * len(heavy)).reshape(-1, 2)
        near = np.zeros(0, int)
        if bodies:
            away = np.linalg.norm(world.read(bodies, "position") - np.array(center), axis=1)
            near = np.flatnonzero(away < radius + LONG)
        self._bodies = [bodies[row] for row in near.tolist()]
        self._limits = limits[near]
        if self._bodies:
            self._velocity = world.read(self._bodies, "velocity")
            self._spin = world.read(self._bodies, "angular_velocity")

    def settle(self, world: World) -> None:
        """Leave of the change of each velocity no more than its share."""
        if not self._bodies:
            return
        change = world.read(self._bodies, "velocity") - self._velocity
        speed = np.linalg.norm(change, axis=1)
        pushed = np.flatnonzero(speed > 0.0)
        if not len(pushed):
            return
        share = np.minimum(self._limits[pushed, 0], self._limits[pushed, 1] / speed[pushed])[:, None]
        bodies = [self._bodies[row] for row in pushed.tolist()]
        spin, before = world.read(bodies, "angular_velocity"), self._spin[pushed]
        world.write(
            bodies, velocity=self._velocity[pushed] + share * change[pushed],
            angular_velocity=before + share * (spin - before),
        )  # fmt: skip
