"""Dragging with the mouse: the grabbed point follows the pointer, by the spring of `play.weapons.pull`."""

import math
from collections.abc import Sequence

import numpy as np

from app.clock import STEP
from app.overlays.lines import segments
from app.overlays.palette import YELLOW
from app.session import Session
from app.timeline.commands.bodies import MoveBody, PullBody
from app.timeline.commands.soft import LetGoOfSoft, PutBackSoft, find_hold, find_soft, label_of_soft
from app.timeline.results import Result, label_of
from app.tools.body_points import local_point, world_point
from app.tools.reach import DISTANCE_RANGE, WHEEL_NOTCH, clamp_distance
from app.tools.soft_drag import SoftDrag, hold_of
from app.tools.soft_rays import SoftHit
from physics import Body, BodyKind, RayHit, World
from physics.vector import Quaternion, Vec3, about, multiply, normalized, rotate
from play.weapons.pull import WEIGHTS, pull_of, weights_to_free
from render.frame import Marks

CLICK_STEPS = 15  # what is held for less, and not carried, was only clicked
CLICK_MOVE = 0.01  # way of the pointer that is still a click, in distances from the eye


class DragTool:
    """Drags one body, rigid or soft, at a time.

    Args:
        session: Where.

    Attributes:
        drag: What is being dragged, or None.
        strength: Factor on the largest force.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.drag: Drag | SoftDrag | None = None
        self.strength = 1.0
        self._before: MoveBody | PutBackSoft | None = None
        self._holds: dict[LetGoOfSoft, None] = {}  # how to let go of every soft body that was ever held in this world
        self._grip, self._grabbed_at, self._carried = (0.0, 0.0, 0.0), 0, False

    def grab(self, hit: RayHit | None, eye: Sequence[float]) -> bool:
        """Take hold of what a ray from the eye hit; False if that cannot be moved."""
        if hit is None or hit.body.kind != BodyKind.DYNAMIC:
            return False
        world = self._session.world
        self._before = MoveBody.back(hit.body)
        self.drag = Drag(world, hit.body.id, hit.point, eye, weights=weights_to_free(world, hit.body))
        self._grip, self._grabbed_at, self._carried = hit.point, world.step_count, False
        return True

    def grab_soft(self, hit: SoftHit, eye: Sequence[float]) -> Result:
        """Take hold of what a ray from the eye hit of a soft body."""
        before = PutBackSoft(hit.soft.definition())
        result = self._session.do(hold_of(hit, self.strength))
        if result.ok:
            self._before, self.drag = before, SoftDrag(hit.soft, hit.point, eye)
            self._grip, self._carried = hit.point, False
            self._grabbed_at = self._session.world.step_count
            self._holds[self.drag.end] = None
        return result

    def pull(self, origin: Sequence[float], direction: Sequence[float]) -> None:
        """Pull what is held toward a ray."""
        if self.drag is not None:
            self.drag.aim(origin, direction)
            self._carried |= math.dist(self.drag.target, self._grip) > CLICK_MOVE * self.drag.distance

    def turn(self, right: float, up: float, camera: Sequence[float]) -> None:
        """Turn what is held; see `Drag.turn`."""
        if self.drag is not None:
            self.drag.turn(self._session.world, right, up, camera)

    def act(self) -> None:
        """Pull during the next step."""
        self._drop_lost_holds()
        command = self.drag.command(self._session.world, self.strength) if self.drag is not None else None
        if command is not None:
            self._session.history.do(command)

    def _drop_lost_holds(self) -> None:
        """Let go of soft bodies that are held by nobody any more, as after a step back into an earlier drag."""
        if self._session.history.in_past:  # its own commands come first
            return
        world = self._session.world
        held = self.drag.end if isinstance(self.drag, SoftDrag) else None
        for end in self._holds:
            if end != held and is_held(world, end):
                self._session.history.do(end)

    def release(self) -> None:
        """Let go; the way that it was carried can be undone, a mere click is nothing to undo."""
        drag, before = self.drag, self._before
        self.drag, self._before = None, None
        if isinstance(drag, SoftDrag) and is_held(self._session.world, drag.end):
            self._session.do(drag.end)
        if drag is not None and before is not None:
            steps = self._session.world.step_count - self._grabbed_at
            if steps >= CLICK_STEPS or (steps > 0 and self._carried):
                self._note(before)

    def _note(self, before: MoveBody | PutBackSoft) -> None:
        """Let the way that something was carried be undone."""
        if isinstance(before, MoveBody):
            self._session.edits.moved(before)
            return
        try:
            soft = find_soft(self._session.world, before.definition.id)
        except LookupError:
            return
        label = f"Moved {label_of_soft(soft)}"
        self._session.edits.note(PutBackSoft(soft.definition()), before, label=label)

    def forget(self) -> None:
        """Let go, as in another world."""
        self.drag, self._before = None, None
        self._holds.clear()

    def check(self) -> None:
        """Let go of a body that is gone."""
        if self.drag is not None and self.drag.point(self._session.world) is None:
            self.drag = None

    def marks(self) -> list[Marks]:
        """A rubber band from the grabbed point to where it should go."""
        start = self.drag.point(self._session.world) if self.drag is not None else None
        if start is None:
            return []
        return [segments(np.array([start]), np.array([self.drag.target]), YELLOW, on_top=True)]


def is_held(world: World, end: LetGoOfSoft) -> bool:
    """Whether there is a hold to let go of."""
    try:
        find_hold(find_soft(world, end.soft), end.vertices, end.weights)
    except LookupError:
        return False
    return True


class Drag:
    """One grabbed point of one body.

    Args:
        world: The world.
        body: Number of the body.
        point: What was grabbed, in the world [m].
        eye: Place of the camera [m]; it gives the distance at which `aim` keeps the point.
        weights: Largest force, in weights of the body.

    Attributes:
        body: Number of the body.
        target: Where the point should go [m].
        distance: From the eye [m].
        orientation: How the body should be turned; None lets it swing.

    Raises:
        LookupError: There is no such body.
        ValueError: It cannot be moved by forces.
    """

    def __init__(
        self,
        world: World,
        body: int,
        point: Sequence[float],
        eye: Sequence[float] | None = None,
        *,
        weights: float = WEIGHTS,
    ) -> None:
        grabbed = world.body(body)
        if grabbed.kind != BodyKind.DYNAMIC:
            raise ValueError(f"{label_of(grabbed)} is {grabbed.kind.name.lower()}, so it cannot be dragged")
        self.body = body
        self.target = Vec3(*point)
        self.distance = clamp_distance(math.dist(point, eye)) if eye is not None else DISTANCE_RANGE[0]
        self.orientation: Quaternion | None = None
        self._weights = weights
        self._local = local_point(grabbed, self.target)

    # ---- The pointer ----------------------------------------------------------------------------------------------

    def aim(self, origin: Sequence[float], direction: Sequence[float]) -> None:
        """Put the target on a ray from the eye [m] along a unit vector, at the present distance."""
        self.target = Vec3(*direction) * self.distance + origin

    def wheel(self, notches: float) -> None:
        """Push the target away by notches of the wheel, or pull it near; `aim` then moves it."""
        self.distance = clamp_distance(self.distance * WHEEL_NOTCH ** min(max(notches, -100.0), 100.0))

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

    def command(self, world: World, strength: float = 1.0) -> PullBody | None:
        """What to do before the next step; None if the body is gone or cannot be moved now.

        Args:
            world: The world.
            strength: Factor on the largest force.
        """
        body = self._find(world)
        if body is None or body.kind != BodyKind.DYNAMIC or body.frozen:
            return None
        grip, weights = world_point(body, self._local), strength * self._weights
        pull = pull_of(world, body, grip, self.target, self.orientation, STEP, weights=weights)
        return PullBody(self.body, pull.force, tuple(pull.point), pull.torque)

    def apply(self, world: World) -> Result:
        """Pull during the next step. Without a history: with one, give it `command(world)`."""
        command = self.command(world)
        if command is None:
            return Result(False, "The dragged body is gone or can no longer be moved.")
        return command.apply(world)

    def _find(self, world: World) -> Body | None:
        """The body, unless it is gone."""
        try:
            return world.body(self.body)
        except LookupError:
            return None
