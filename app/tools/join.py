"""Joining bodies by clicks: two make a joint, one cuts it. Everything goes through commands."""

from collections.abc import Sequence

import numpy as np

from app.overlays.frame import OverlayView
from app.overlays.joints.view import view_joints
from app.overlays.lines import dots, segments
from app.overlays.palette import YELLOW
from app.session import Session
from app.timeline.commands.joints import AddJoint, RemoveJoint
from app.timeline.results import Result, label_of, sentence
from app.tools.body_points import local_point, world_point
from app.tools.joint_kinds import BY_KEY, CUT, JointOptions, Pick
from physics import Body, RayHit
from physics.vector import Vec3
from render.frame import Marks

CUT_ANGLE = 0.03  # how far beside a joint one may click to cut it [rad]
DOT_SIZE = 9.0  # [pixels]
LOOSE_END = 4.0  # where the line ends that follows the pointer, if that is over nothing [m]


class JoinTool:
    """Makes joints of the chosen kind, and remembers the first point.

    Args:
        session: Where.

    Attributes:
        kind: Key of the kind of joint that is being made, or "" for none.
        options: Numbers of the joints to be made.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.kind = ""
        self.options = JointOptions()
        self._body: Body | None = None
        self._local, self._normal, self._end = Vec3(0.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), (0.0, 0.0, 0.0)

    # ---- Choosing -------------------------------------------------------------------------------------------------

    def choose(self, kind: str) -> Result:
        """Choose a kind of joint; the same one again, or "", puts the tool away."""
        self.kind = "" if kind == self.kind else kind
        self._body = None
        return Result(True, "" if self.kind else "Joint tool put away.")

    def cancel(self) -> Result:
        """Forget the first point, or else put the tool away; not ok if there was nothing to cancel."""
        if self._body is not None:
            self._body = None
            return Result(True)
        return self.choose("") if self.kind else Result(False)

    def forget(self) -> None:
        """Start again in another world; the kind stays chosen."""
        self._body = None

    @property
    def guide(self) -> str:
        """What to do next, for people; "" if no kind is chosen."""
        if not self.kind:
            return ""
        kind = BY_KEY[self.kind]
        step = f"first point: {label_of(self._body)}; {kind.second}" if self._body is not None else kind.first
        return f"{kind.key.capitalize()}: {step}."

    def check(self) -> Result:
        """Let go of a body that is gone."""
        if self._body is None or self._body.alive:
            return Result(True)
        self._body = None
        return Result(False, "The first body is gone. Pick another one.")

    # ---- Clicking -------------------------------------------------------------------------------------------------

    def click(self, hit: RayHit | None, origin: Sequence[float], direction: Sequence[float]) -> Result:
        """Use the tool along a ray, and on what it hit."""
        if self.kind == CUT:
            return self._cut(origin, direction)
        if hit is None:
            return Result(False, "There is nothing here. Click a body or the ground.")
        if self._body is not None:
            return self._join(Pick(hit.body, hit.point, hit.normal))
        self._body, self._normal = hit.body, hit.normal
        self._local, self._end = local_point(hit.body, hit.point), tuple(hit.point)
        return Result(True)

    def _join(self, second: Pick) -> Result:
        first = Pick(self._body, world_point(self._body, self._local), self._normal)
        try:
            joint = self.options.make(self.kind, first, second)
        except ValueError as error:
            return Result(False, sentence(str(error)))
        self._body = None
        return self._session.edit(AddJoint(joint.definition()))

    def _cut(self, origin: Sequence[float], direction: Sequence[float]) -> Result:
        number = self.nearest(origin, direction)
        if number > 0:
            return self._session.edit(RemoveJoint(number))
        return Result(False, "There is no joint here. Click closer to one, or to its rope.")

    def nearest(self, origin: Sequence[float], direction: Sequence[float]) -> int:
        """Number of the joint that a ray comes nearest to, as the eye sees it; 0 if there is none near."""
        world, shot = self._session.world, self._session.after
        data = world.joint_data()
        if not data.enabled.any():
            return 0
        view = view_joints(OverlayView(world, shot, shot), data)
        angle = angles_between(np.array(origin), np.array(direction), *view.anchor.astype(np.float64))
        best = int(np.argmin(np.where(data.enabled, angle, np.inf)))
        return int(data.id[best]) if angle[best] < CUT_ANGLE else 0

    # ---- Showing --------------------------------------------------------------------------------------------------

    @property
    def has_first(self) -> bool:
        """Whether the first point is picked."""
        return self._body is not None

    def aim(self, hit: RayHit | None, origin: Sequence[float], direction: Sequence[float]) -> None:
        """Let the end of the line follow the pointer, on a ray and what it hit."""
        self._end = tuple((Vec3(*direction) * LOOSE_END + origin) if hit is None else hit.point)

    def marks(self) -> list[Marks]:
        """The line from the first point to the pointer."""
        if self._body is None or not self._body.alive:
            return []
        start = np.array([world_point(self._body, self._local)], np.float32)
        return [segments(start, np.array([self._end]), YELLOW, on_top=True), dots(start, YELLOW, DOT_SIZE)]


def angles_between(origin: np.ndarray, direction: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Least angles [rad] between a ray and the lines from `start` to `end` [n, 3], nearly; what is behind is pi.

    On each line the point is taken that is nearest to the ray; near the pointer, where it matters, that is the point
    at the least angle too.
    """
    way, back = end - start, start - origin
    along_way, along_ray = np.einsum("nc,nc->n", way, way), way @ direction
    rest = along_way - along_ray * along_ray
    reach = np.einsum("nc,nc->n", back, way) - (back @ direction) * along_ray
    t = np.clip(-reach / np.maximum(rest, 1e-12), 0.0, 1.0)
    place = back + t[:, None] * way
    ahead = place @ direction
    beside = np.sqrt(np.maximum(np.einsum("nc,nc->n", place, place) - ahead * ahead, 0.0))
    return np.arctan2(beside, ahead)
