"""Undo and redo of what hands did: add, remove, edit, move, join. A deed is kept as pairs of commands, there and back.

A body or a joint that is brought back gets another number, so deeds do not name numbers. They name things, and a table
tells which number each thing has now. A body takes its joints along when it is removed, so each of them is removed
before it, by a command of its own, and comes back after it.

Time can be turned back too. Each change of the table and of the two stacks is a version with a step number, and the
version that counts is the last one that is not later than the present.
"""

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

from app.timeline.command import Command
from app.timeline.commands.bodies import MoveBody, RemoveBody, SpawnBody
from app.timeline.commands.joints import WORLD, AddJoint, RemoveJoint
from app.timeline.history import History
from app.timeline.joint_recipe import find_joint, gears_of, joints_of, recognize_joint
from app.timeline.results import Result
from physics import Body, World

#: Versions that are kept: going back further than so many deeds forgets all of them.
VERSIONS = 1024


#: Fields of commands that are numbers, and of what.
FIELDS = {
    "body": "body", "body_a": "body", "body_b": "body", "joint": "joint", "joint_a": "joint", "joint_b": "joint",
}  # fmt: skip
#: Commands after which there is a new thing, and commands after which it is gone.
MAKERS = {SpawnBody: "body", AddJoint: "joint"}
ENDERS = {RemoveBody: "body", RemoveJoint: "joint"}


class Thing(NamedTuple):
    """What keeps its identity when it is brought back under another number.

    Attributes:
        what: "body" or "joint".
        serial: Which.
    """

    what: str
    serial: int


class Pair(NamedTuple):
    """One command and its inverse.

    Attributes:
        things: What the fields of both are about, by field: each thing, and a mark that it is recognized by, since a
            number may have gone to another body or joint. Empty if they are about the world.
        there: The command.
        back: The commands that take it back.
    """

    things: dict[str, tuple[Thing, Any]]
    there: Command
    back: tuple[Command, ...]


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
    numbers: dict[Thing, int] = {}  # a version is never changed


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
        for command in (part for whole in commands for part in self._parts(whole)):
            pair, result = self._give(command, numbers)
            told = result if result.ok or not told.ok else told
            pairs += [pair] if pair else []
        if pairs:
            self._push(Deed(label or told.message.rstrip("."), tuple(pairs)), numbers)
        return told

    def moved(self, before: MoveBody, *, label: str = "") -> None:
        """Note that a body was moved by other means, such as dragging, since `before = MoveBody.back(body)`."""
        if not _has_body(self._world, before.body):
            return
        body = self._world.body(before.body)
        numbers = dict(self._current.numbers)
        things = {"body": (self._thing_of("body", body.id, numbers), _shapes(body))}
        pair = Pair(things, MoveBody.back(body), (before,))
        self._push(Deed(label or f"Moved {body.name or f'body {body.id}'}", (pair,)), numbers)

    def _parts(self, command: Command) -> list[Command]:
        """A command, after those that remove what it would take along: joints of a body, gears of a joint."""
        joints = []
        if isinstance(command, RemoveBody) and _has_body(self._world, command.body):
            joints = joints_of(self._world, command.body)
        elif isinstance(command, RemoveJoint) and mark_of(self._world, "joint", command.joint) is not None:
            joints = [find_joint(self._world, command.joint)]
        gears = {gear.id: None for joint in joints for gear in gears_of(self._world, joint)}
        rest = [] if isinstance(command, RemoveJoint) else [joint.id for joint in joints if joint.id not in gears]
        return [*map(RemoveJoint, (*gears, *rest)), command]

    def _give(self, command: Command, numbers: dict[Thing, int]) -> tuple[Pair | None, Result]:
        """Give one command; the pair is None if it cannot be undone."""
        back = command.inverse(self._world)
        named = {
            field: (self._thing_of(FIELDS[field], number, numbers), mark_of(self._world, field, number))
            for source in (command, *(back or ()))
            for field, number in fields_of(source).items()
        }
        result = self._history.do(command)
        made = MAKERS.get(type(command))
        if not result.ok or (back is None and made is None):
            return None, result
        if made:
            number = getattr(result, made)
            named[made] = self._new_thing(made, number, numbers), mark_of(self._world, made, number)
            back = (RemoveBody(number) if made == "body" else RemoveJoint(number),)
        self._note(named, command, result, numbers)
        return Pair(named, command, back), result

    def _push(self, deed: Deed, numbers: dict[Thing, int]) -> None:
        done = (*self._current.done, deed)[-self._limit :]
        self._enter(done, (), numbers)

    # ---- Undoing --------------------------------------------------------------------------------------------------

    def undo(self) -> Result:
        """Take the last deed back."""
        current = self._current
        if not current.done:
            return Result(False, "There is nothing to undo.")
        deed, numbers = current.done[-1], dict(current.numbers)
        steps = [(pair.things, back) for pair in reversed(deed.pairs) for back in pair.back]
        return self._replay(deed, steps, current.done[:-1], (*current.undone, deed), numbers, "Undone")

    def redo(self) -> Result:
        """Do the last undone deed again."""
        current = self._current
        if not current.undone:
            return Result(False, "There is nothing to redo.")
        deed, numbers = current.undone[-1], dict(current.numbers)
        steps = [(pair.things, pair.there) for pair in deed.pairs]
        return self._replay(deed, steps, (*current.done, deed), current.undone[:-1], numbers, "Redone")

    def _replay(
        self, deed: Deed, steps: Sequence, done: tuple, undone: tuple, numbers: dict[Thing, int], word: str
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

    def _give_again(self, things: dict[str, tuple[Thing, Any]], command: Command, numbers: dict[Thing, int]) -> Result:
        """Give a command to the bodies and joints that its things are now."""
        now = {}
        for field in fields_of(command):
            thing, mark = things[field]
            now[field] = numbers.get(thing, -1)
            if mark is None or mark_of(self._world, field, now[field]) != mark:
                return Result(False, "What this was about is gone.")
        result = self._history.do(dataclasses.replace(command, **now))
        self._note(things, command, result, numbers)
        return result

    # ---- Things and versions --------------------------------------------------------------------------------------

    @property
    def _world(self) -> World:
        return self._history.world

    @property
    def _current(self) -> Version:
        now = self._world.step_count
        return next((v for v in reversed(self._versions) if v.step <= now), Version(-1))

    def _enter(self, done: tuple, undone: tuple, numbers: dict[Thing, int]) -> None:
        now = self._world.step_count
        named = {thing for deed in (*done, *undone) for pair in deed.pairs for thing, _ in pair.things.values()}
        numbers = {thing: number for thing, number in numbers.items() if thing in named}
        kept = [version for version in self._versions if version.step <= now]
        self._versions = [*kept[-VERSIONS:], Version(now, done, undone, numbers)]

    def _new_thing(self, what: str, number: int, numbers: dict[Thing, int]) -> Thing:
        """A thing for a new body or joint; whatever had its number before is gone."""
        self._things += 1
        thing = Thing(what, self._things)
        self._assign(thing, number, numbers)
        return thing

    def _thing_of(self, what: str, number: int, numbers: dict[Thing, int]) -> Thing:
        """The thing that has a number now."""
        found = next((thing for thing, other in numbers.items() if other == number and thing.what == what), None)
        return self._new_thing(what, number, numbers) if found is None else found

    def _assign(self, thing: Thing, number: int, numbers: dict[Thing, int]) -> None:
        for other in [other for other, taken in numbers.items() if taken == number and other.what == thing.what]:
            numbers[other] = -1
        numbers[thing] = number

    def _note(self, things: dict, command: Command, result: Result, numbers: dict[Thing, int]) -> None:
        """Bring the table up to date after a command."""
        ended, made = ENDERS.get(type(command)), MAKERS.get(type(command))
        if not result.ok:
            return
        if ended:
            numbers[things[ended][0]] = -1
        if made:
            self._assign(things[made][0], getattr(result, made), numbers)


def fields_of(command: Command | None) -> dict[str, int]:
    """The numbers of bodies and joints that a command names, by field."""
    return {field: getattr(command, field) for field in FIELDS if getattr(command, field, None) is not None}


def mark_of(world: World, field: str, number: int) -> Any:
    """What a body or a joint is recognized by; None if it is not there."""
    if FIELDS[field] == "joint":
        try:
            return recognize_joint(find_joint(world, number))
        except LookupError:
            return None
    if number == WORLD:
        return "the world"
    return _shapes(world.body(number)) if _has_body(world, number) else None


def _has_body(world: World, number: int) -> bool:
    try:
        return world.body(number).alive
    except (LookupError, TypeError):
        return False


def _shapes(body: Body) -> tuple:
    return tuple(part.shape for part in body.parts)
