"""Walker: a scripted walk from place to place, as controls for a figure."""

import dataclasses
import math
from collections.abc import Callable, Iterator, Sequence

from physics import Vec3, World
from play.controls import Controls
from play.figure.avatar import Avatar


@dataclasses.dataclass(frozen=True, slots=True)
class Waypoint:
    """A place to walk to.

    Attributes:
        place: Where [m]; the height does not count.
        within: How close counts as there [m].
        run: Whether it runs there.
        crouch: Whether it crouches on the way.
        jump: Whether it charges a jump on the way, and jumps when it is there.
        when: Waits where it is until this is true.
        limit: Time after which it goes on to the next, wherever it is [s].
        name: Name of what it passes, for messages.
    """

    place: Vec3
    within: float = 0.25
    run: bool = False
    crouch: bool = False
    jump: bool = False
    when: Callable[[World], bool] | None = None
    limit: float = math.inf
    name: str = ""


class Walker:
    """Walks along waypoints. Its decisions depend on the world, the figure and the attributes below only.

    Args:
        waypoints: Where to, one after another.

    Attributes:
        index: Number of the waypoint that it walks to.
        waiting: Whether it waits for `Waypoint.when`.
        since: Time at which it began with it [s].
    """

    def __init__(self, waypoints: Sequence[Waypoint]) -> None:
        self.waypoints = tuple(waypoints)
        self.index, self.waiting, self.since = 0, True, 0.0

    @property
    def done(self) -> bool:
        """Whether it has reached the last waypoint."""
        return self.index >= len(self.waypoints)

    def controls(self, world: World, avatar: Avatar) -> Controls:
        """What it wants in the next step."""
        before = avatar.controls
        while not self.done:
            point = self.waypoints[self.index]
            if self.waiting:
                if point.when is not None and not point.when(world):
                    return Controls(yaw=before.yaw, distance=before.distance, crouch=point.crouch)
                self.waiting, self.since = False, world.time
            way = Vec3(*point.place) - avatar.feet
            away = math.hypot(way.x, way.z)
            if away > point.within and world.time - self.since < point.limit:
                return Controls(
                    forward=1.0, yaw=math.atan2(-way.x, -way.z), distance=before.distance, run=point.run,
                    crouch=point.crouch, jump=point.jump,
                )  # fmt: skip
            self.index, self.waiting = self.index + 1, True
            if point.jump:  # let go, and keep the speed over the edge
                return dataclasses.replace(before, jump=False)
        return Controls(yaw=before.yaw, distance=before.distance)

    def script(self, world: World, avatar: Avatar) -> Iterator[Controls]:
        """The same as a script for `play.autoplay.Player`."""
        while not self.done:
            yield self.controls(world, avatar)
