"""All tools of the player on one world."""

from collections.abc import Sequence

from app.session import Session
from app.timeline.results import Result
from app.tools.drag import DragTool
from app.tools.join import JoinTool
from app.tools.select import SelectTool
from app.tools.spawn import SpawnTool
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
    """

    def __init__(self, session: Session) -> None:
        self.select = SelectTool(session)
        self.drag = DragTool(session)
        self.spawn = SpawnTool(session)
        self.join = JoinTool(session)

    def forget(self) -> None:
        """Start again in another world."""
        self.select.select(None)
        self.drag.forget()
        self.join.forget()
        self.spawn.forget()

    def check(self) -> Result:
        """Let go of what is gone."""
        self.select.check()
        self.drag.check()
        return self.join.check()

    def press(self, origin: Sequence[float], direction: Sequence[float], *, drag: bool = False) -> Result:
        """Use the chosen tool along a ray: the joint tool, or the bare hand, which `drag` asks for in any case."""
        hit = self.select.hit(origin, direction)
        if self.join.kind and not drag:
            return self.join.click(hit, origin, direction)
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
        result = self.spawn.spawn(self.select.hit(origin, direction), origin, direction)
        if result.ok:
            self.select.selected = result.body
        return result

    @property
    def needed_overlays(self) -> frozenset[str]:
        """Overlays that are shown while a tool is in use."""
        return frozenset(("joints",)) if self.join.kind else frozenset()

    def marks(self) -> list[Marks]:
        """What the tools show in the world."""
        return [*self.join.marks(), *self.drag.marks()]
