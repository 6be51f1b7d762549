"""Hands of the player: pick, drag, push, join, spawn, shoot, edit, delete, undo. Everything goes through commands."""

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from app.overlays.lines import segments
from app.overlays.palette import YELLOW
from app.timeline.commands import Freeze, MoveBody, RemoveBody, SetKind, SetMass, SetSurface, SetVelocity, SpawnBody
from app.timeline.results import Result
from app.timeline.undo import Undo
from app.tools.drag import Drag
from app.tools.joining import Joining
from app.tools.spawning import SpawnTool, reach_of
from physics import Body, BodyKind, RayHit
from physics.queries.snapshot import Snapshot
from render.frame import Marks

if TYPE_CHECKING:
    from app.sandbox import Sandbox

REACH = 1000.0  # how far away things can be picked [m]
SPAWN_DISTANCE = 4.0  # where things appear when the pointer is over nothing [m]
SPAWN_GAP = 0.1  # between a new thing and what it is put on, in its sizes
MUZZLE = 1.0  # how far in front of the eye shots start [m]
CLICK_STEPS = 15  # what is held for less, and not carried, was only clicked
CLICK_MOVE = 0.01  # way of the hand that is still a click, in distances from the eye
Vector = tuple[float, float, float]


class Hands:
    """What the player holds and has picked.

    Args:
        sandbox: Where the hands are.

    Attributes:
        selected: Number of the picked body, or -1.
        tool: What is spawned and shot.
        joining: The tool that makes joints.
        drag: What is being dragged, or None.
    """

    def __init__(self, sandbox: "Sandbox") -> None:
        self._sandbox = sandbox
        self.selected = -1
        self.tool = SpawnTool()
        self.joining = Joining(sandbox)
        self.drag: Drag | None = None
        self._before: MoveBody | None = None
        self._grip, self._grabbed_at, self._carried = (0.0, 0.0, 0.0), 0, False
        self._drafts: dict[str, float] = {}
        self.undoing: Undo | None = None

    def forget(self) -> None:
        """Start anew in another world."""
        self.selected = -1
        self._drafts.clear()
        self.joining.forget()
        self.undoing = Undo(self._sandbox.history)

    # ---- Picking --------------------------------------------------------------------------------------------------

    def hit(self, origin: Vector, direction: Vector) -> RayHit | None:
        """Nearest thing on a ray."""
        return self._sandbox.world.ray_cast(origin, direction, REACH)

    def select(self, body: Body | None) -> None:
        """Pick a body, or none. The ground is not picked: it would only be in the way."""
        plain = body is None or (body.kind == BodyKind.STATIC and not np.isfinite(body_extent(body)))
        self.selected = -1 if plain else body.id
        self._drafts.clear()

    @property
    def body(self) -> Body | None:
        """The picked body."""
        try:
            return self._sandbox.world.body(self.selected) if self.selected > 0 else None
        except LookupError:
            return None

    def check(self) -> None:
        """Let go of what is no longer there."""
        if self.selected > 0 and self.body is None:
            self.selected = -1
        if self.drag is not None and self.drag.point(self._sandbox.world) is None:
            self.drag = None
        self.joining.check()

    # ---- Dragging -------------------------------------------------------------------------------------------------

    def press(self, origin: Vector, direction: Vector, *, drag: bool = False) -> bool:
        """Use what is in the hand along a ray: the joint tool, or the bare hand, which `drag` asks for in any case.

        Returns:
            Whether something is held now.
        """
        if self.joining.kind and not drag:
            self.joining.click(origin, direction)
            return False
        return self.grab(origin, direction)

    def grab(self, origin: Vector, direction: Vector) -> bool:
        """Pick what is on a ray, and take hold of it if it can be moved."""
        hit = self.hit(origin, direction)
        self.select(hit.body if hit else None)
        if hit is None or hit.body.kind != BodyKind.DYNAMIC:
            return False
        self._before = MoveBody.back(hit.body)
        self.drag = Drag(self._sandbox.world, hit.body.id, hit.point, origin)
        self._grip, self._grabbed_at, self._carried = hit.point, self._sandbox.world.step_count, False
        return True

    def follow(self, origin: Vector, direction: Vector) -> None:
        """Move along with the pointer: pull what is held toward its ray, or aim with the joint tool."""
        self.pull(origin, direction)
        self.joining.aim(origin, direction)

    def pull(self, origin: Vector, direction: Vector) -> None:
        """Pull what is held toward a ray."""
        if self.drag is not None:
            self.drag.aim(origin, direction)
            self._carried |= math.dist(self.drag.target, self._grip) > CLICK_MOVE * self.drag.distance

    def release(self) -> None:
        """Let go; the way that it was carried can be undone, a mere click is nothing to undo."""
        if self.drag is not None and self._before is not None and self.undoing is not None:
            steps = self._sandbox.world.step_count - self._grabbed_at
            if steps >= CLICK_STEPS or (steps > 0 and self._carried):
                self.undoing.moved(self._before)
        self.drag, self._before = None, None

    def act(self) -> None:
        """What the hands do in each step."""
        if self.drag is not None:
            command = self.drag.command(self._sandbox.world)
            if command is not None:
                self._sandbox.history.do(command)

    # ---- Doing ----------------------------------------------------------------------------------------------------

    def do(self, *commands: object) -> Result:
        """Do something that can be undone, and tell what it was."""
        result = self.undoing.do(*commands)
        self._tell(result)
        return result

    def _tell(self, result: Result) -> None:
        self._sandbox.messages.say(result.message, "info" if result.ok else "error")
        self._sandbox.refresh()

    def undo(self) -> None:
        """Take the last deed back."""
        self._tell(self.undoing.undo())

    def redo(self) -> None:
        """Do the last undone deed again."""
        self._tell(self.undoing.redo())

    def shoot(self, origin: Vector, direction: Vector) -> None:
        """Shoot what the tool is set to."""
        start = np.array(origin) + (MUZZLE + 0.5 * self.tool.size) * np.array(direction)
        velocity = self.tool.speed * np.array(direction)
        recipe = dataclasses.replace(self.tool.recipe(tuple(velocity.tolist())), position=tuple(start.tolist()))
        result = self.undoing.do(SpawnBody(recipe), label=f"Shot {recipe.name}")
        if result.ok:
            self._sandbox.effects.shot(start, np.array(direction), self.tool.size)
        self._tell(result if not result.ok else dataclasses.replace(result, message=""))

    def spawn(self, origin: Vector, direction: Vector) -> None:
        """Put what the tool is set to on the thing on a ray, or in front of the eye."""
        hit, recipe = self.hit(origin, direction), self.tool.recipe()
        if hit is not None:
            out = reach_of(recipe, tuple(hit.normal)) + SPAWN_GAP * self.tool.size
            place = np.array(hit.point) + out * np.array(hit.normal)
        else:
            place = np.array(origin) + SPAWN_DISTANCE * np.array(direction)
        result = self.do(SpawnBody(dataclasses.replace(recipe, position=tuple(place.tolist()))))
        if result.ok:
            self.selected = result.body

    def delete(self) -> None:
        """Remove the picked body."""
        if self.body is None:
            self._sandbox.messages.say("Nothing is picked: click a body first.")
        else:
            self.do(RemoveBody(self.selected))

    def freeze(self) -> None:
        """Hold the picked body where it is, or let it go."""
        body = self.body
        if body is None:
            self._sandbox.messages.say("Nothing is picked: click a body first.")
            return
        self.do(Freeze(self.selected, body.kind == BodyKind.DYNAMIC and not body.frozen))

    def edit(self, key: str, value: object) -> None:
        """Change the picked body."""
        number = self.selected
        command = {
            "mass": lambda: SetMass(number, value),
            "velocity": lambda: SetVelocity(number, value, (0.0, 0.0, 0.0)),
            "friction": lambda: SetSurface(number, friction=value),
            "restitution": lambda: SetSurface(number, restitution=value),
            "kind": lambda: SetKind(number, value),
        }[key]()
        self.do(command)

    def draft(self, key: str, value: float) -> float:
        """A value that is being changed, or the present one."""
        return self._drafts.get(key, value)

    def set_draft(self, key: str, value: float | None) -> None:
        """Remember a value that is being changed; None forgets it."""
        if value is None:
            self._drafts.pop(key, None)
        else:
            self._drafts[key] = value

    # ---- Showing --------------------------------------------------------------------------------------------------

    @property
    def needed_overlays(self) -> frozenset[str]:
        """Overlays that are shown while a tool is in use."""
        return frozenset(("joints",)) if self.joining.kind else frozenset()

    def marks(self, shot: Snapshot) -> list[Marks]:
        """The rubber band of the drag, and the line of the joint tool."""
        found = self.joining.marks()
        if self.drag is not None:
            start = self.drag.point(self._sandbox.world)
            if start is not None:
                ends = np.array([start]), np.array([self.drag.target])
                found.append(segments(*ends, YELLOW, on_top=True))
        return found


def body_extent(body: Body) -> float:
    """How far a body reaches [m]; infinite with a half-space."""
    return max((part.shape.extent for part in body.parts), default=0.0)
