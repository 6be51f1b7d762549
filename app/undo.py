"""Undo and redo of what hands did: add, remove, edit, move. Each deed is kept as pairs of commands, there and back.

A body that is brought back gets another number, so deeds do not name numbers. They name things, and a table tells which
number each thing has now.

Time can be turned back too. Each change of the table and of the two stacks is a version with a step number, and the
version that counts is the last one that is not later than the present.
"""

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

from app.commands import Freeze, MoveBody, RemoveBody, SetKind, SetMass, SetSurface, SetVelocity, SpawnBody
from app.history import History
from app.recipe import BodyRecipe
from app.results import Command, Result, on_body
from app.world_commands import SetFriction, SetGravity, SetSleeping, SetSolver, SetSubsteps
from physics import Body, Shape, World

#: Versions that are kept: going back further than so many deeds forgets all of them.
VERSIONS = 1024


class Pair(NamedTuple):
    """One command and its opposite.

    Attributes:
        thing: What they are about; -1 if it is the world.
        shapes: What the thing is recognized by: a number may have gone to another body since.
        there: The command.
        back: Its opposite.
    """

    thing: int
    shapes: tuple[Shape, ...]
    there: Command
    back: Command


class Deed(NamedTuple):
    """What one undo takes back.

    Attributes:
        label: For people: "Remove crate".
        pairs: Its commands, in order.
    """

    label: str
    pairs: tuple[Pair, ...]


class Version(NamedTuple):
    """Both stacks and the table of things, from a step on."""

    step: int
    done: tuple[Deed, ...] = ()
    undone: tuple[Deed, ...] = ()
    numbers: dict[int, int] = {}  # thing -> number of its body; a version is never changed


class Undo:
    """Undo and redo over a history, which all commands go through.

    Args:
        history: Where commands are given and recorded.
        limit: Most deeds that can be undone.
    """

    def __init__(self, history: History, *, limit: int = 256) -> None:
        self._history = history
        self._limit = limit
        self._things = 0
        self._versions = [Version(-1)]

    @property
    def next_undo(self) -> str:
        """What `undo` would take back, for people; empty if there is nothing."""
        done = self._current.done
        return done[-1].label if done else ""

    @property
    def next_redo(self) -> str:
        """What `redo` would do again, for people; empty if there is nothing."""
        undone = self._current.undone
        return undone[-1].label if undone else ""

    @property
    def count(self) -> int:
        """Deeds that can be undone."""
        return len(self._current.done)

    def clear(self) -> None:
        """Forget all deeds."""
        self._versions = [Version(-1)]

    # ---- Doing ----------------------------------------------------------------------------------------------------

    def do(self, *commands: Command, label: str = "") -> Result:
        """Give commands that are one deed, such as removing all that is selected.

        Those that fail are left out of the deed. Pushes and pulls are given, but cannot be undone.

        Args:
            *commands: What to do.
            label: For people; made of the first message if left out.

        Returns:
            The result of the last command that did something; if none did, that of the last.
        """
        numbers = dict(self._current.numbers)
        pairs: list[Pair] = []
        told = Result(False, "There is nothing to do.")
        for command in commands:
            pair, result = self._give(command, numbers)
            told = result if result.ok or not told.ok else told
            pairs += [pair] if pair else []
        if pairs:
            self._push(Deed(label or told.message.rstrip("."), tuple(pairs)), numbers)
        return told

    def moved(self, before: MoveBody, *, label: str = "") -> None:
        """Note that a body was moved by other means, such as dragging, since `before = MoveBody.back(body)`."""
        found = on_body(self._world, before.body, lambda body: "")
        if not found.ok:
            return
        body = self._world.body(before.body)
        numbers = dict(self._current.numbers)
        pair = Pair(self._thing_of(body.id, numbers), _shapes(body), MoveBody.back(body), before)
        self._push(Deed(label or f"Moved {body.name or f'body {body.id}'}", (pair,)), numbers)

    def _give(self, command: Command, numbers: dict[int, int]) -> tuple[Pair | None, Result]:
        """Give one command; the pair is None if it cannot be undone."""
        back, shapes = opposite(self._world, command)
        result = self._history.do(command)
        if not result.ok or (back is None and not isinstance(command, SpawnBody)):
            return None, result
        if isinstance(command, SpawnBody):
            thing = self._new_thing(result.body, numbers)
            return Pair(thing, command.recipe.shapes, command, RemoveBody(result.body)), result
        thing = self._thing_of(command.body, numbers) if hasattr(command, "body") else -1
        self._note(thing, command, result, numbers)
        return Pair(thing, shapes, command, back), result

    def _push(self, deed: Deed, numbers: dict[int, int]) -> None:
        done = (*self._current.done, deed)[-self._limit :]
        self._enter(done, (), numbers)

    # ---- Undoing --------------------------------------------------------------------------------------------------

    def undo(self) -> Result:
        """Take the last deed back."""
        current = self._current
        if not current.done:
            return Result(False, "There is nothing to undo.")
        deed, numbers = current.done[-1], dict(current.numbers)
        steps = [(pair.thing, pair.shapes, pair.back) for pair in reversed(deed.pairs)]
        return self._replay(deed, steps, current.done[:-1], (*current.undone, deed), numbers, "Undone")

    def redo(self) -> Result:
        """Do the last undone deed again."""
        current = self._current
        if not current.undone:
            return Result(False, "There is nothing to redo.")
        deed, numbers = current.undone[-1], dict(current.numbers)
        steps = [(pair.thing, pair.shapes, pair.there) for pair in deed.pairs]
        return self._replay(deed, steps, (*current.done, deed), current.undone[:-1], numbers, "Redone")

    def _replay(
        self, deed: Deed, steps: Sequence, done: tuple, undone: tuple, numbers: dict[int, int], word: str
    ) -> Result:
        """Give the commands of a deed, or their opposites. A deed of which nothing is left is dropped."""
        results = [self._give_again(*step, numbers) for step in steps]
        good = [result for result in results if result.ok]
        if not good:
            done = tuple(other for other in done if other is not deed)
            undone = tuple(other for other in undone if other is not deed)
            self._enter(done, undone, numbers)
            return results[-1]
        self._enter(done, undone, numbers)
        failed = len(results) - len(good)
        missing = f" {failed} of {len(results)} could not be found." if failed else ""
        return Result(True, f"{word}: {deed.label}.{missing}", good[-1].body)

    def _give_again(self, thing: int, shapes: tuple, command: Command, numbers: dict[int, int]) -> Result:
        """Give a command to the body that a thing is now."""
        if not hasattr(command, "body"):
            result = self._history.do(command)
        else:
            number = numbers.get(thing, -1)
            found = on_body(self._world, number, lambda body: "")
            if not found.ok or _shapes(self._world.body(number)) != shapes:
                return Result(False, "What this was about is gone.")
            result = self._history.do(dataclasses.replace(command, body=number))
        self._note(thing, command, result, numbers)
        return result

    # ---- Things and versions --------------------------------------------------------------------------------------

    @property
    def _world(self) -> World:
        return self._history.world

    @property
    def _current(self) -> Version:
        now = self._world.step_count
        return next((v for v in reversed(self._versions) if v.step <= now), Version(-1))

    def _enter(self, done: tuple, undone: tuple, numbers: dict[int, int]) -> None:
        now = self._world.step_count
        named = {pair.thing for deed in (*done, *undone) for pair in deed.pairs}
        numbers = {thing: number for thing, number in numbers.items() if thing in named}
        kept = [version for version in self._versions if version.step <= now]
        self._versions = [*kept[-VERSIONS:], Version(now, done, undone, numbers)]

    def _new_thing(self, number: int, numbers: dict[int, int]) -> int:
        """A thing for a new body; whatever had its number before is gone."""
        self._release(number, numbers)
        self._things += 1
        numbers[self._things] = number
        return self._things

    def _thing_of(self, number: int, numbers: dict[int, int]) -> int:
        """The thing that has a number now."""
        found = next((thing for thing, other in numbers.items() if other == number), None)
        return self._new_thing(number, numbers) if found is None else found

    def _release(self, number: int, numbers: dict[int, int]) -> None:
        for thing in [thing for thing, other in numbers.items() if other == number]:
            numbers[thing] = -1

    def _note(self, thing: int, command: Command, result: Result, numbers: dict[int, int]) -> None:
        """Bring the table up to date after a command."""
        if not result.ok or thing < 0:
            return
        if isinstance(command, RemoveBody):
            numbers[thing] = -1
        elif numbers.get(thing) != result.body:
            self._release(result.body, numbers)
            numbers[thing] = result.body


def _shapes(body: Body) -> tuple[Shape, ...]:
    return tuple(part.shape for part in body.parts)


def opposite(world: World, command: Command) -> tuple[Command | None, tuple[Shape, ...]]:
    """The command that takes a command back, to be asked before it is given; and the shapes of its body.

    The opposite is None for what cannot be taken back, for a body that is gone, and for `SpawnBody`, whose number is
    not known yet.
    """
    if isinstance(command, SetGravity):
        return SetGravity(tuple(world.gravity)), ()
    if isinstance(command, SetSubsteps):
        return SetSubsteps(world.substeps), ()
    if isinstance(command, SetSleeping):
        return SetSleeping(world.sleeping), ()
    if isinstance(command, SetSolver) and hasattr(world, command.name):
        return SetSolver(command.name, getattr(world, command.name)), ()
    if isinstance(command, SetFriction) and {command.material_a, command.material_b} <= set(world.materials):
        pair = command.material_a, command.material_b
        return SetFriction(*pair, world.get_friction(*pair)), ()
    if not hasattr(command, "body") or not on_body(world, command.body, lambda body: "").ok:
        return None, ()
    body = world.body(command.body)
    return _opposite_on(body, command), _shapes(body)


def _opposite_on(body: Body, command: Any) -> Command | None:
    number = body.id
    if isinstance(command, RemoveBody):
        return SpawnBody(BodyRecipe.capture(body))
    if isinstance(command, SetVelocity):
        return SetVelocity(number, tuple(body.velocity), tuple(body.angular_velocity))
    if isinstance(command, MoveBody):
        return MoveBody.back(body)
    if isinstance(command, SetKind | Freeze):
        return SetKind(number, body.kind)
    if isinstance(command, SetMass):
        return SetMass(number, body.mass)
    if isinstance(command, SetSurface):
        # Where parts differ, there is no one value to go back to; None leaves what was set.
        frictions = {dict(part.options)["friction"] for part in BodyRecipe.capture(body).parts}
        friction = "material" if frictions == {None} else body.friction
        return SetSurface(number, friction, body.restitution, body.rolling_friction)
    return None
