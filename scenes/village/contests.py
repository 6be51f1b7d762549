"""What one can be good at in the village."""

from assets.making import plan
from physics import World
from play.contests.gates import Circuit
from play.contests.lap import LapTimer
from play.game import Game
from scenes.village import layout

#: Gates of the track, the start among them, and laps that are worth a medal [s].
GATES, LAP_MEDALS = 8, (24.0, 27.5, 34.0)


def build(world: World, game: Game) -> None:
    """Add all of them."""
    circuit = Circuit(layout.TRACK, plan.SHOULDER, gates=GATES)
    LapTimer(world, game, circuit, medals=LAP_MEDALS)
