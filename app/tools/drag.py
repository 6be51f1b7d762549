"""Dragging with the mouse: the grabbed point follows the hand, by the spring of `play.weapons.pull`."""

import math
from collections.abc import Sequence

from app.clock import STEP
from app.timeline.commands import PullBody
from app.timeline.results import Result, label_of
from app.tools.body_points import local_point, world_point
from physics import Body, BodyKind, World
from physics.vector import Quaternion, Vec3, about, multiply, normalized, rotate
from play.weapons.pull import pull_of

#: Distances from the eye [m].
DISTANCE_RANGE = (0.3, 500.0)
WHEEL_NOTCH = 1.1


class Drag:
    """One grabbed point of one body.

    Args:
        world: The world.
        body: Number of the body.
        point: What was grabbed, in the world [m].
        eye: Place of the camera [m]; it gives the distance at which `aim` keeps the point.

    Attributes:
        body: Number of the body.
        target: Where the point should go [m].
        distance: From the eye [m].
        orientation: How the body should be turned; None lets it swing.

    Raises:
        LookupError: There is no such body.
        ValueError: It cannot be moved by forces.
    """

    def __init__(self, world: World, body: int, point: Sequence[float], eye: Sequence[float] | None = None) -> None:
        grabbed = world.body(body)
        if grabbed.kind != BodyKind.DYNAMIC:
            raise ValueError(f"{label_of(grabbed)} is {grabbed.kind.name.lower()}, so it cannot be dragged")
        self.body = body
        self.target = Vec3(*point)
        self.distance = _clamp_distance(math.dist(point, eye)) if eye is not None else DISTANCE_RANGE[0]
        self.orientation: Quaternion | None = None
        self._shapes = tuple(part.shape for part in grabbed.parts)
        self._local = local_point(grabbed, self.target)

    # ---- The hand -------------------------------------------------------------------------------------------------

    def aim(self, origin: Sequence[float], direction: Sequence[float]) -> None:
        """Put the target on a ray from the eye [m] along a unit vector, at the present distance."""
        self.target = Vec3(*direction) * self.distance + origin

    def wheel(self, notches: float) -> None:
        """Push the target away by notches of the wheel, or pull it near; `aim` then moves it."""
        self.distance = _clamp_distance(self.distance * WHEEL_NOTCH ** min(max(notches, -100.0), 100.0))

    def turn(self, world: World, right: float, up: float, camera: Sequence[float]) -> None:
        """Turn the body as if its front was touched; from now on it holds its orientation.

        Args:
            world: The world.
            right: Turn about the camera's up axis [rad].
            up: Turn about its axis to the left [rad].
            camera: Rotation of the camera.
        """
        body = self._find(world)
        if body is None:
            return
        start = self.orientation or body.orientation
        turned = multiply(about(rotate(camera, (0.0, 1.0, 0.0)), right), start)
        self.orientation = normalized(multiply(about(rotate(camera, (-1.0, 0.0, 0.0)), up), turned))

    def hold(self, world: World) -> None:
        """Keep the present orientation from now on."""
        body = self._find(world)
        self.orientation = None if body is None else body.orientation

    def swing(self) -> None:
        """Let the body hang and swing again."""
        self.orientation = None

    # ---- The spring -----------------------------------------------------------------------------------------------

    def point(self, world: World) -> Vec3 | None:
        """Where the grabbed point is now [m]; None if the body is gone. The line from here to `target` can be drawn."""
        body = self._find(world)
        return None if body is None else world_point(body, self._local)

    def command(self, world: World) -> PullBody | None:
        """What to do before the next step; None if the body is gone or cannot be moved now."""
        body = self._find(world)
        if body is None or body.kind != BodyKind.DYNAMIC or body.frozen:
            return None
        pull = pull_of(world, body, world_point(body, self._local), self.target, self.orientation, STEP)
        return PullBody(self.body, pull.force, tuple(pull.point), pull.torque)

    def apply(self, world: World) -> Result:
        """Pull during the next step. Without a history: with one, give it `command(world)`."""
        command = self.command(world)
        if command is None:
            return Result(False, "What was dragged is gone, or cannot be moved any more.")
        return command.apply(world)

    def _find(self, world: World) -> Body | None:
        """The body, unless it is gone and its number perhaps another's."""
        try:
            body = world.body(self.body)
        except LookupError:
            return None
        return body if tuple(part.shape for part in body.parts) == self._shapes else None


def _clamp_distance(distance: float) -> float:
    return min(max(distance, DISTANCE_RANGE[0]), DISTANCE_RANGE[1])
