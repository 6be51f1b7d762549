"""Commands about soft bodies."""

import dataclasses
from typing import Any

import numpy as np

from app.timeline.command import Command, command
from app.timeline.encoding import encodable
from app.timeline.results import Result, counted
from physics import SoftCloth, SoftCluster, SoftMaterial, SoftRope, SoftShell, SoftSolid, World
from physics.shapes.base import Vector
from physics.soft.attachment import Attachment
from physics.soft.definition import SoftDef
from physics.soft.forms.form import Grid, SoftForm, SoftSkin
from physics.soft.restoring import SoftState
from physics.soft.soft import Soft
from physics.soft.structure import Structure

for kind in (SoftDef, SoftState, SoftMaterial, Structure, SoftSkin):
    encodable(kind)
for kind in (SoftSolid, SoftCloth, SoftRope, SoftShell, SoftCluster):
    encodable(kind, SoftForm.parameters, kind.of_parameters)
encodable(Grid, Grid._asdict)


def find_soft(world: World, number: int) -> Soft:
    """The soft body with an id.

    Raises:
        LookupError: There is none.
    """
    try:
        return world.soft(number)
    except (LookupError, TypeError):
        raise LookupError(f"there is no soft body number {number} any more") from None


def label_of_soft(soft: Soft) -> str:
    """A soft body's name for people: that which it has, or its kind with its number, such as "cloth 3"."""
    return soft.name or f"{soft.kind} {soft.id}"


class SoftCommand(Command):
    """Base of commands about one soft body that there is; `soft` is its id."""

    soft: int

    def perform(self, world: World) -> Result:
        """Do it."""
        found = find_soft(world, self.soft)
        return Result(True, self.act(found), soft=self.soft)

    def act(self, soft: Soft) -> str:
        """Do it to the soft body; returns the sentence for the player. May raise what `perform` may raise."""
        raise NotImplementedError


# ---- Coming and going -----------------------------------------------------------------------------------------------


@command("spawn_soft")
@dataclasses.dataclass(frozen=True)
class SpawnSoft(Command):
    """Make a soft body.

    Attributes:
        definition: What it is made of, and where.
    """

    definition: SoftDef

    def perform(self, world: World) -> Result:
        """Make it; the result names it."""
        soft = world.add(self.definition)
        return Result(True, f"Added {label_of_soft(soft)}.", soft=soft.id)

    def again(self, result: Result) -> Command:
        """Make it under the id that it got."""
        return RestoreSoft(dataclasses.replace(self.definition, id=result.soft))


@command("restore_soft")
@dataclasses.dataclass(frozen=True)
class RestoreSoft(Command):
    """Bring a soft body back under its id.

    Attributes:
        definition: What it was.
    """

    definition: SoftDef

    def perform(self, world: World) -> Result:
        """Make it again."""
        soft = world.restore(self.definition)
        return Result(True, f"Added {label_of_soft(soft)}.", soft=soft.id)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Remove it."""
        return (RemoveSoft(-1 if self.definition.id is None else self.definition.id),)


@command("put_back_soft")
@dataclasses.dataclass(frozen=True)
class PutBackSoft(Command):
    """Let a soft body that is there be as it was, before it was cut or dragged.

    Attributes:
        definition: What it was.
    """

    definition: SoftDef

    def perform(self, world: World) -> Result:
        """Put it back."""
        soft = self._find(world)
        soft.put_back(self.definition)
        return Result(True, f"Put {label_of_soft(soft)} back.", soft=soft.id)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Let it be as it is."""
        return (PutBackSoft(self._find(world).definition()),)

    def _find(self, world: World) -> Soft:
        return find_soft(world, -1 if self.definition.id is None else self.definition.id)


@command("remove_soft")
@dataclasses.dataclass(frozen=True)
class RemoveSoft(Command):
    """Remove a soft body.

    Attributes:
        soft: Its id.
    """

    soft: int

    def perform(self, world: World) -> Result:
        """Remove it."""
        soft = find_soft(world, self.soft)
        label = label_of_soft(soft)
        world.remove_soft(soft)
        return Result(True, f"Removed {label}.", soft=self.soft)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Make it again."""
        return (RestoreSoft(find_soft(world, self.soft).definition()),)


# ---- Holding --------------------------------------------------------------------------------------------------------


@command("hold_soft")
@dataclasses.dataclass(frozen=True)
class HoldSoft(SoftCommand):
    """Take hold of a point of a soft body where it is.

    Attributes:
        soft: Its id.
        vertex: Number of a vertex, or -1 if it is a point of a triangle ...
        triangle: ... of this number ...
        weights: ... and how much each corner counts.
        max_force: Largest force of the hand [N].
    """

    soft: int
    vertex: int = -1
    triangle: int = -1
    weights: Vector = (1.0, 0.0, 0.0)
    max_force: float = 1.0

    def act(self, soft: Soft) -> str:
        """Take hold of it."""
        soft.attach(self.vertex if self.vertex >= 0 else (self.triangle, self.weights), max_force=self.max_force)
        return ""


@command("move_hold")
@dataclasses.dataclass(frozen=True)
class MoveHold(SoftCommand):
    """Move the hand that holds a point of a soft body.

    Attributes:
        soft: Its id.
        vertices: Three vertices ...
        weights: ... and how much each counts: that is how a hold is known.
        point: Where the hand is from now on [m].
    """

    soft: int
    vertices: tuple[int, int, int]
    weights: Vector
    point: Vector

    def act(self, soft: Soft) -> str:
        """Move it."""
        if not np.isfinite(self.point).all():
            raise ValueError(f"a hand must be at three finite numbers, got {self.point!r}")
        find_hold(soft, self.vertices, self.weights).move_to(self.point)
        return ""


@command("let_go_of_soft")
@dataclasses.dataclass(frozen=True)
class LetGoOfSoft(SoftCommand):
    """Let go of a point of a soft body.

    Attributes:
        soft: Its id.
        vertices: As of `MoveHold`.
        weights: As of `MoveHold`.
    """

    soft: int
    vertices: tuple[int, int, int]
    weights: Vector

    def act(self, soft: Soft) -> str:
        """Let go."""
        find_hold(soft, self.vertices, self.weights).remove()
        return ""


def find_hold(soft: Soft, vertices: tuple[int, int, int], weights: Vector) -> Attachment:
    """The last attachment of a point to the world.

    Raises:
        LookupError: Nothing holds it there.
    """
    for tie in reversed(soft.attachments):
        if tie.body is None and tie.vertices == tuple(vertices) and tie.weights == tuple(weights):
            return tie
    raise LookupError(f"nothing holds {label_of_soft(soft)} there any more")


# ---- Cutting, pins, numbers -----------------------------------------------------------------------------------------


@command("cut_soft")
@dataclasses.dataclass(frozen=True)
class CutSoft(SoftCommand):
    """Cut a soft body along a plane.

    Attributes:
        soft: Its id.
        origin: A point of the plane [m].
        normal: Across the plane.
        within: Half extents of the box around the origin that is cut [m]; None for everywhere.
    """

    soft: int
    origin: Vector
    normal: Vector
    within: Vector | None = None

    def act(self, soft: Soft) -> str:
        """Cut it; a cut that misses is refused."""
        whole = not soft.leaks
        if not soft.cut(self.origin, self.normal, within=self.within):
            raise ValueError(f"the cut misses {label_of_soft(soft)}")
        done = f"{'Burst' if soft.kind == 'shell' and whole else 'Cut'} {label_of_soft(soft)}"
        return f"{done}: {counted(soft.part_count, 'part')}." if soft.part_count > 1 else f"{done}."

    def invert(self, world: World) -> tuple[Command, ...]:
        """Let it be as it is."""
        return (PutBackSoft(find_soft(world, self.soft).definition()),)


@command("pin_soft")
@dataclasses.dataclass(frozen=True)
class PinSoft(SoftCommand):
    """Pin vertices of a soft body where they are, or let go of them.

    Attributes:
        soft: Its id.
        vertices: Which.
        held: False lets go.
    """

    soft: int
    vertices: tuple[int, ...]
    held: bool = True

    def act(self, soft: Soft) -> str:
        """Pin them, or let go."""
        (soft.pin if self.held else soft.unpin)(self.vertices)
        points = counted(len(self.vertices), "point")
        return f"{'Pinned' if self.held else 'Released'} {points} of {label_of_soft(soft)}."

    def invert(self, world: World) -> tuple[Command, ...]:
        """The opposite for those that it changes."""
        pins = set(find_soft(world, self.soft).pins)
        changed = tuple(vertex for vertex in self.vertices if (vertex in pins) != self.held)
        return (PinSoft(self.soft, changed, not self.held),)


@command("fill_soft")
@dataclasses.dataclass(frozen=True)
class FillSoft(SoftCommand):
    """Fill a shell.

    Attributes:
        soft: Its id.
        pressure: Gauge pressure at the volume of its form [Pa]; it falls as the shell grows.
    """

    soft: int
    pressure: float

    def act(self, soft: Soft) -> str:
        """Fill it."""
        if soft.leaks:
            raise ValueError(f"{label_of_soft(soft)} has burst, so it holds no pressure; undo that first")
        soft.pressure = self.pressure
        return f"Pressure of {label_of_soft(soft)}: {soft.pressure:.4g} Pa."

    def invert(self, world: World) -> tuple[Command, ...]:
        """Fill it as it is."""
        return (FillSoft(self.soft, find_soft(world, self.soft).filling),)


@command("change_soft")
@dataclasses.dataclass(frozen=True)
class ChangeSoft(SoftCommand):
    """Change a number of a soft body.

    Attributes:
        soft: Its id.
        key: "gravity_scale" or a number of its material, as of `World.add_soft`.
        value: Its new value.
        shear: Stiffness against shear that goes with another `stretch`; None for in proportion.
    """

    soft: int
    key: str
    value: float
    shear: float | None = None

    def act(self, soft: Soft) -> str:
        """Change it."""
        if self.key == "gravity_scale":
            soft.gravity_scale = self.value
        else:
            more = {} if self.shear is None else {"shear": self.shear}
            soft.change(**{self.key: self.value}, **more)
        return f"{self.key.replace('_', ' ').capitalize()} of {label_of_soft(soft)}: {self.value:.4g}."

    def invert(self, world: World) -> tuple[Command, ...]:
        """Set what it is."""
        soft = find_soft(world, self.soft)
        if self.key == "gravity_scale":
            return (ChangeSoft(self.soft, self.key, soft.gravity_scale),)
        own: Any = soft.material.values(soft.kind)
        if self.key not in own:
            raise ValueError(f"a {soft.kind} has no {self.key}")
        shear = own.get("shear") if self.key == "stretch" else None
        return (ChangeSoft(self.soft, self.key, own[self.key], shear),)
