"""What a player does in a game, as commands; see `commands`."""

import dataclasses

from app.timeline.results import Result
from physics import World
from play.controls import Controls
from play.game import game_of


@dataclasses.dataclass(frozen=True)
class SetControls:
    """Let the player want something from the next step on.

    Attributes:
        controls: What.
    """

    controls: Controls

    def apply(self, world: World) -> Result:
        """Do it."""
        game = game_of(world)
        if game is None:
            return Result(False, "Nobody is played in this scene.")
        game.controls = self.controls
        return Result(True)


@dataclasses.dataclass(frozen=True)
class Attach:
    """Steer the figure or a vehicle.

    Attributes:
        number: Number of the vehicle, or -1 for the figure.
    """

    number: int

    def apply(self, world: World) -> Result:
        """Do it."""
        game = game_of(world)
        if game is None or not game.attach(self.number):
            return Result(False, "There is nothing of that kind to steer here.")
        return Result(True)
