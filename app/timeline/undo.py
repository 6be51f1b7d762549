"""Undo and redo of what hands did: add, remove, edit, move, join.

An edit is kept as the commands that do it again and those that take it back. Bodies and joints come back under their
own ids, so commands go on naming the same things.

Time can be turned back too. Each change of the two stacks is a version with a step number, and the version that counts
is the last one that is not later than the present.
"""

from collections.abc import Sequence
from typing import NamedTuple

from app.timeline.command import Command
from app.timeline.commands.bodies import MoveBody
from app.timeline.history import History
from app.timeline.results import Result, label_of
from physics import World

#: Versions that are kept: going back further than so many edits forgets all of them.
VERSIONS = 1024


class Edit(NamedTuple):
    """What one undo takes back.

    Attributes:
        label: For people: "Remove crate".
        there: The commands that do it again, in order.
        back: The commands that take it back, in order.
    """

    label: str
    there: tuple[Command, ...]
    back: tuple[Command, ...]


class Version(NamedTuple):
    """Both stacks, from a step on."""

    step: int
    done: tuple[Edit, ...] = ()
    undone: tuple[Edit, ...] = ()


class Undo:
    """Undo and redo over a history, which all commands go through.

    Args:
        history: Where commands are given and recorded.
        limit: Most edits that can be undone.
    """

    def __init__(self, history: History, *, limit: int = 256) -> None:
        self._history = history
        self._limit = limit
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
        """Edits that can be undone."""
        return len(self._current.done)

    def clear(self) -> None:
        """Forget all edits."""
        self._versions = [Version(-1)]

    # ---- Doing ----------------------------------------------------------------------------------------------------

    def do(self, *commands: Command, label: str = "") -> Result:
        """Give commands that are one edit, such as removing all that is selected.

        Those that fail are left out of the edit. Pushes and pulls are given, but cannot be undone.

        Args:
            *commands: What to do.
            label: For people; made of the first message if left out.

        Returns:
            The result of the last command that did something; if none did, that of the last.
        """
        there: list[Command] = []
        back: list[Command] = []
        shown = Result(False, "There is nothing to do.")
        for command in commands:
            inverse = command.inverse(self._world)
            result = self._history.do(command)
            shown = result if result.ok or not shown.ok else shown
            again = command.again(result) if result.ok else command
            if inverse is None and again is not command:  # now that the id of what it made is known
                inverse = again.inverse(self._world)
            if result.ok and inverse is not None:
                there.append(again)
                back[:0] = inverse
        if there:
            self._push(Edit(label or shown.message.rstrip("."), tuple(there), tuple(back)))
        return shown

    def moved(self, before: MoveBody, *, label: str = "") -> None:
        """Note that a body was moved by other means, such as dragging, since `before = MoveBody.back(body)`."""
        try:
            body = self._world.body(before.body)
        except LookupError:
            return
        self._push(Edit(label or f"Moved {label_of(body)}", (MoveBody.back(body),), (before,)))

    def note(self, there: Command, back: Command, *, label: str) -> None:
        """Note what was done by other means: commands that do it again and take it back."""
        self._push(Edit(label, (there,), (back,)))

    def _push(self, edit: Edit) -> None:
        self._enter((*self._current.done, edit)[-self._limit :], ())

    # ---- Undoing --------------------------------------------------------------------------------------------------

    def undo(self) -> Result:
        """Take the last edit back."""
        current = self._current
        if not current.done:
            return Result(False, "There is nothing to undo.")
        edit = current.done[-1]
        return self._replay(edit, edit.back, current.done[:-1], (*current.undone, edit), "Undone")

    def redo(self) -> Result:
        """Do the last undone edit again."""
        current = self._current
        if not current.undone:
            return Result(False, "There is nothing to redo.")
        edit = current.undone[-1]
        return self._replay(edit, edit.there, (*current.done, edit), current.undone[:-1], "Redone")

    def _replay(
        self, edit: Edit, commands: Sequence[Command], done: tuple[Edit, ...], undone: tuple[Edit, ...], word: str
    ) -> Result:
        """Give the commands of an edit, or their inverses. An edit of which nothing is left is dropped."""
        results = [self._history.do(command) for command in commands]
        good = [result for result in results if result.ok]
        if not good:
            done = tuple(other for other in done if other is not edit)
            undone = tuple(other for other in undone if other is not edit)
            self._enter(done, undone)
            return results[-1]
        self._enter(done, undone)
        failed = len(results) - len(good)
        missing = f" {failed} of {len(results)} could not be found." if failed else ""
        return Result(True, f"{word}: {edit.label}.{missing}", good[-1].body, soft=good[-1].soft)

    # ---- Versions -------------------------------------------------------------------------------------------------

    @property
    def _world(self) -> World:
        return self._history.world

    @property
    def _current(self) -> Version:
        now = self._world.step_count
        return next((version for version in reversed(self._versions) if version.step <= now), Version(-1))

    def _enter(self, done: tuple[Edit, ...], undone: tuple[Edit, ...]) -> None:
        now = self._world.step_count
        kept = [version for version in self._versions if version.step <= now]
        self._versions = [*kept[-VERSIONS:], Version(now, done, undone)]
