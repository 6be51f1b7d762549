"""Joining by hand: two clicks make a joint, one cuts it. Everything goes through commands."""

from typing import TYPE_CHECKING

import numpy as np

from app.overlays.frame import OverlayView
from app.overlays.joints.view import view_joints
from app.overlays.lines import dots, segments
from app.overlays.palette import YELLOW
from app.timeline.joint_commands import AddJoint, RemoveJoint
from app.timeline.results import label_of, sentence
from app.tools.body_points import local_point, world_point
from app.tools.joint_tool import BY_KEY, CUT, JointTool, Pick
from physics import Body
from physics.vector import Vec3
from render.frame import Marks

if TYPE_CHECKING:
    from app.sandbox import Sandbox

CUT_ANGLE = 0.03  # how far beside a joint one may click to cut it [rad]
DOT_SIZE = 9.0  # [pixels]
LOOSE_END = 4.0  # where the line ends that follows the pointer, if that is over nothing [m]
Vector = tuple[float, float, float]


class Joining:
    """The tool in the hand that makes joints, and what it has picked so far.

    Args:
        sandbox: Where the hands are.

    Attributes:
        kind: Key of the kind of joint that is being made, or "" for none.
        tool: Numbers of the joints to be made.
    """

    def __init__(self, sandbox: "Sandbox") -> None:
        self._sandbox = sandbox
        self.kind = ""
        self.tool = JointTool()
        self._body: Body | None = None
        self._local, self._normal, self._end = Vec3(0.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), (0.0, 0.0, 0.0)

    # ---- Choosing -------------------------------------------------------------------------------------------------

    def choose(self, kind: str) -> None:
        """Take a tool in the hand; the same one again, or "", puts it away."""
        self.kind = "" if kind == self.kind else kind
        self._body = None
        if not self.kind:
            self._sandbox.messages.say("The joint tool is put away.")

    def cancel(self) -> bool:
        """Forget the first point, or else put the tool away; False if there was nothing to cancel."""
        if self._body is not None:
            self._body = None
        elif self.kind:
            self.choose("")
        else:
            return False
        return True

    def forget(self) -> None:
        """Start anew in another world; the tool stays in the hand."""
        self._body = None

    @property
    def guide(self) -> str:
        """What to do next, for people; "" if no tool is chosen."""
        if not self.kind:
            return ""
        kind = BY_KEY[self.kind]
        step = f"first point: {label_of(self._body)}; {kind.second}" if self._body is not None else kind.first
        return f"{kind.key.capitalize()}: {step}."

    def check(self) -> None:
        """Let go of a body that is no longer there."""
        if self._body is not None and not self._body.alive:
            self._body = None
            self._sandbox.messages.say("What was picked first is gone; pick again.", "error")

    # ---- Clicking -------------------------------------------------------------------------------------------------

    def click(self, origin: Vector, direction: Vector) -> None:
        """Use the tool along a ray."""
        hit = self._sandbox.hands.hit(origin, direction)
        if self.kind == CUT:
            self._cut(origin, direction)
        elif hit is None:
            self._refuse("there is nothing here; click a body or the ground")
        elif self._body is None:
            self._body, self._normal = hit.body, hit.normal
            self._local, self._end = local_point(hit.body, hit.point), tuple(hit.point)
        else:
            self._join(Pick(hit.body, hit.point, hit.normal))

    def _join(self, second: Pick) -> None:
        first = Pick(self._body, world_point(self._body, self._local), self._normal)
        try:
            joint = self.tool.make(self.kind, first, second)
        except ValueError as error:
            self._refuse(str(error))
            return
        self._body = None
        self._sandbox.hands.do(AddJoint.again(joint))

    def _cut(self, origin: Vector, direction: Vector) -> None:
        number = self.nearest(origin, direction)
        if number > 0:
            self._sandbox.hands.do(RemoveJoint(number))
        else:
            self._refuse("there is no joint here; click nearer to one, or to its rope")

    def nearest(self, origin: Vector, direction: Vector) -> int:
        """Number of the joint that a ray comes nearest to, as the eye sees it; 0 if there is none near."""
        world, shot = self._sandbox.world, self._sandbox.after
        data = world.joint_data()
        if not data.enabled.any():
            return 0
        view = view_joints(OverlayView(world, shot, shot), data)
        angle = angles_between(np.array(origin), np.array(direction), *view.anchor.astype(np.float64))
        best = int(np.argmin(np.where(data.enabled, angle, np.inf)))
        return int(data.id[best]) if angle[best] < CUT_ANGLE else 0

    def _refuse(self, why: str) -> None:
        self._sandbox.messages.say(sentence(why), "error")

    # ---- Showing --------------------------------------------------------------------------------------------------

    def aim(self, origin: Vector, direction: Vector) -> None:
        """Let the end of the line follow the pointer."""
        if self._body is not None:
            hit = self._sandbox.hands.hit(origin, direction)
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
