"""What a player does in a game, as commands."""

import dataclasses

from app.timeline.command import Command, command
from app.timeline.encoding import encodable
from app.timeline.results import Result
from physics import World
from play.controls import Controls
from play.game import Game, game_of

encodable(Controls)


@command("set_controls")
@dataclasses.dataclass(frozen=True)
class SetControls(Command):
    """Set what the player wants from the next step on.

    Attributes:
        controls: What.
    """

    controls: Controls

    def perform(self, world: World) -> Result:
        """Set it."""
        _game(world).controls = self.controls
        return Result(True)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Set what it is."""
        return (SetControls(_game(world).controls),)


@command("attach")
@dataclasses.dataclass(frozen=True)
class Attach(Command):
    """Steer the figure or a vehicle.

    Attributes:
        number: Number of the vehicle, or -1 for the figure.
    """

    number: int

    def perform(self, world: World) -> Result:
        """Steer it."""
        if not _game(world).attach(self.number):
            raise LookupError("there is nothing of that kind to steer here")
        return Result(True)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Steer what is steered."""
        return (Attach(_game(world).driven),)


def _game(world: World) -> Game:
    """The game of a world.

    Raises:
        LookupError: There is none.
    """
    game = game_of(world)
    if game is None:
        raise LookupError("nobody is played in this scene")
    return game
