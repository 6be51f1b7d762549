"""All tools of the player on one world."""

from collections.abc import Sequence

from app.session import Session
from app.timeline.results import Result
from app.tools.drag import DragTool
from app.tools.join import JoinTool
from app.tools.joint_kinds import CUT
from app.tools.select import SelectTool
from app.tools.soft_edits import SoftEdits
from app.tools.soft_rays import SoftHit
from app.tools.spawn import SpawnTool
from physics.soft.soft import Soft
from render.frame import Marks


class Toolbox:
    """What the player works on the world with.

    Args:
        session: The world.

    Attributes:
        select: Selects and edits bodies.
        drag: Drags them.
        spawn: Adds and shoots them.
        join: Joins them.
        soft: Pins, pumps and cuts soft bodies.
    """

    def __init__(self, session: Session) -> None:
        self.select = SelectTool(session)
        self.drag = DragTool(session)
        self.spawn = SpawnTool(session)
        self.join = JoinTool(session)
        self.soft = SoftEdits(session)

    def forget(self) -> None:
        """Start again in another world."""
        self.select.select(None)
        self.drag.forget()
        self.join.forget()
        self.spawn.forget()
        self.soft.forget()

    def check(self) -> Result:
        """Let go of what is gone."""
        self.select.check()
        self.drag.check()
        return self.join.check()

    def press(self, origin: Sequence[float], direction: Sequence[float], *, drag: bool = False) -> Result:
        """Use the chosen tool along a ray: the joint tool, or the bare hand, which `drag` asks for in any case."""
        hit = self.select.hit(origin, direction)
        soft = self.select.hit_soft(origin, direction, hit)
        if self.join.kind and not drag:
            if soft is not None and self.join.kind != CUT:
                return Result(False, "Joints hold rigid bodies only. Point beside the soft one; [pin] pins that.")
            return self.join.click(hit, origin, direction)
        if soft is not None:
            self.select.select_soft(soft.soft)
            return self.drag.grab_soft(soft, origin)
        self.select.select(hit.body if hit is not None else None)
        self.drag.grab(hit, origin)
        return Result(True)

    def follow(self, origin: Sequence[float], direction: Sequence[float]) -> None:
        """Move along with the pointer: pull what is held toward its ray, or aim with the joint tool."""
        self.drag.pull(origin, direction)
        if self.join.has_first:
            self.join.aim(self.select.hit(origin, direction), origin, direction)

    def add(self, origin: Sequence[float], direction: Sequence[float]) -> Result:
        """Add a body where a ray meets something, and select it."""
        hit = self.select.hit(origin, direction)
        result = self.spawn.spawn(self.select.hit_soft(origin, direction, hit) or hit, origin, direction)
        if result.ok:
            self.select.selected, self.select.selected_soft = result.body, result.soft
        return result

    def soft_at(self, origin: Sequence[float], direction: Sequence[float]) -> SoftHit | None:
        """The soft body on a ray, if nothing is before it."""
        return self.select.hit_soft(origin, direction, self.select.hit(origin, direction))

    def pump(self, origin: Sequence[float], direction: Sequence[float], notches: float) -> Result:
        """Inflate the shell on a ray, or the selected one if there is none; negative notches deflate it."""
        hit = self.soft_at(origin, direction)
        soft: Soft | None = self.select.soft if hit is None else hit.soft
        return self.soft.pump(soft, notches)

    @property
    def needed_overlays(self) -> frozenset[str]:
        """Overlays that are shown while a tool is in use."""
        return frozenset(("joints",)) if self.join.kind else frozenset()

    def marks(self) -> list[Marks]:
        """What the tools show in the world."""
        return [*self.join.marks(), *self.drag.marks(), *self.soft.marks()]
