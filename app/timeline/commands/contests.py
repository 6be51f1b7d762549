"""What a player decides about contests, as commands: a contest is a part of the world."""

import dataclasses

from app.timeline.command import Command, command
from app.timeline.encoding import encodable
from app.timeline.results import Result
from physics import World
from play.contests.contest import Best, Contest
from play.game import game_of

encodable(Best)


@command("recall_results")
@dataclasses.dataclass(frozen=True)
class RecallResults(Command):
    """Tell contests what was won in earlier games.

    Attributes:
        results: Key of a contest, and its results by level, for each contest.
    """

    results: tuple[tuple[str, tuple[Best | None, ...]], ...]

    def perform(self, world: World) -> Result:
        """Tell them; of contests that are not here, nothing is told."""
        known = {contest.key: contest for contest in _contests(world)}
        for key, bests in self.results:
            if key in known:
                known[key].recall(world, bests)
        return Result(True)


@command("forget_results")
@dataclasses.dataclass(frozen=True)
class ForgetResults(Command):
    """Forget all results of all contests."""

    def perform(self, world: World) -> Result:
        """Forget them."""
        for contest in _contests(world):
            contest.forget(world)
        return Result(True, "All results were reset.")


@command("choose_level")
@dataclasses.dataclass(frozen=True)
class ChooseLevel(Command):
    """Choose the level of a contest.

    Attributes:
        key: Key of the contest.
        level: Number of the level, from 0.
    """

    key: str
    level: int

    def perform(self, world: World) -> Result:
        """Choose it."""
        _contest(world, self.key).choose_level(self.level)
        return Result(True)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Choose what is chosen."""
        return (ChooseLevel(self.key, _contest(world, self.key).level),)


def _contests(world: World) -> tuple[Contest, ...]:
    game = game_of(world)
    return () if game is None else game.contests


def _contest(world: World, key: str) -> Contest:
    """A contest of a world.

    Raises:
        LookupError: There is none of that key.
    """
    found = next((contest for contest in _contests(world) if contest.key == key), None)
    if found is None:
        raise LookupError(f"there is no contest {key!r} in this scene")
    return found
