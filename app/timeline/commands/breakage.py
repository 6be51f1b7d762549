"""Mending what is broken, as a command that can be taken back."""

import dataclasses

from app.timeline.command import Command, command
from app.timeline.commands.bodies import MoveBody, RemoveBody, RestoreBody
from app.timeline.commands.joints import RestoreJoint
from app.timeline.commands.soft import PutBackSoft, RemoveSoft
from app.timeline.results import Result
from physics import World
from play.breakage.breakables import Breakables, Broken, Scrap, breakables_of, is_there
from play.breakage.mending import astray, mend, mendable
from play.breakage.soft_things import SoftThing, find_softs, soft_things_of

#: A broken thing in plain numbers: its own, the step in which it broke, the ids of its fragments.
Record = tuple[int, int, tuple[int, ...]]


@command("mend")
@dataclasses.dataclass(frozen=True)
class Mend(Command):
    """Put together what is broken, and loose things where they belong."""

    def perform(self, world: World) -> Result:
        """Do it, and tell how much that was."""
        breakables = _breakables(world)
        done = mend(world, breakables)
        return Result(bool(done.kinds or done.tidied), done.text)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Break it again: the same fragments in the same places."""
        breakables = _breakables(world)
        commands: list[Command] = []
        for one in mendable(world, breakables):
            commands += [RemoveBody(whole.id or -1) for whole in breakables.things[one.number].whole]
            pieces = [body for body in one.pieces if body.alive]
            commands += [RestoreBody(body.definition()) for body in pieces]
            joints = {joint.id: joint for body in pieces for joint in body.joints}
            commands += [RestoreJoint(joint.definition()) for joint in joints.values()]
        commands += [RemoveBody(number) for number in breakables.homes if not is_there(world, number)]
        commands += [MoveBody.back(body) for body in astray(world, breakables)]
        softs = soft_things_of(world)
        for thing in () if softs is None else softs.astray(world):
            commands += _take_down(world, thing)
        return (*commands, SetBroken.present(breakables))


@command("set_broken")
@dataclasses.dataclass(frozen=True)
class SetBroken(Command):
    """Say which things of a world are broken, and what their fragments are.

    Attributes:
        broken: All of them.
        losing: Numbers of things that come off in the next steps.
        scrap: Ids of fragments that do not stay, with the step after which each vanishes.
    """

    broken: tuple[Record, ...]
    losing: tuple[int, ...] = ()
    scrap: tuple[tuple[int, int], ...] = ()

    @classmethod
    def present(cls, breakables: Breakables) -> "SetBroken":
        """What is broken now."""
        return cls(
            tuple(
                (one.number, one.step, tuple(body.id for body in one.pieces if body.alive)) for one in breakables.broken
            ),
            breakables.losing,
            tuple((one.body.id, one.until) for one in breakables.scrap if one.body.alive),
        )

    def perform(self, world: World) -> Result:
        """Say it."""
        breakables = _breakables(world)
        for number in (*(number for number, _, _ in self.broken), *self.losing):
            if not 0 <= number < len(breakables.things):
                raise LookupError(f"nothing here that can break has the number {number}")
        breakables.broken = tuple(
            Broken(number, step, tuple(world.body(piece) for piece in pieces if is_there(world, piece)))
            for number, step, pieces in self.broken
        )
        breakables.losing = tuple(self.losing)
        breakables.scrap = tuple(Scrap(world.body(body), until) for body, until in self.scrap if is_there(world, body))
        return Result(True, "Broken again.")

    def invert(self, world: World) -> tuple[Command, ...]:
        """Say what is so now."""
        return (SetBroken.present(_breakables(world)),)


def _take_down(world: World, thing: SoftThing) -> list[Command]:
    """Commands that take a soft thing to where it is now; what is gone goes again."""
    found: list[Command] = []
    for body in thing.bodies:
        number = -1 if body.id is None else body.id
        found.append(MoveBody.back(world.body(number)) if is_there(world, number) else RemoveBody(number))
    for soft, home in zip(find_softs(world, thing.softs), thing.softs, strict=True):
        if soft is None:
            found.append(RemoveSoft(-1 if home.id is None else home.id))
        else:
            found.append(PutBackSoft(soft.definition()))
    return found


def _breakables(world: World) -> Breakables:
    """What can break in a world.

    Raises:
        LookupError: There is nothing of that kind.
    """
    breakables = breakables_of(world)
    if breakables is None:
        raise LookupError("nothing in this scene can be mended")
    return breakables
