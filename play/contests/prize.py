"""Prize: what is won for good: a golden cup that stands somewhere, and balls of gold for the constructor."""

import math
from collections.abc import Sequence

from physics import Body, ShapeCone, ShapeCylinder, ShapeSphere, Vec3, World
from play.contests.contest import MEDALS, Best
from play.contests.course import Course, Station
from play.game import Game

GOLD = "gold"
UPRIGHT = (0.0, 0.0, 0.0, 1.0)


class PrizeCourse(Course):
    """A course without medals: who reaches its end once has won the prize.

    Args:
        world: Where.
        game: Whose figure walks.
        stations: As of `Course`.
        cup_place: Where the cup stands, once it is won: the ground below it [m].
        key: As of `Contest`.
        title: As of `Contest`.

    Attributes:
        cup: The cup, or None as long as it is not won.
    """

    state_fields = (*Course.state_fields, "cup")

    def __init__(
        self,
        world: World,
        game: Game,
        stations: Sequence[Station],
        *,
        cup_place: Vec3,
        key: str = "beam",
        title: str = "Beam",
    ) -> None:
        super().__init__(world, game, stations, key=key, title=title)
        self._place = Vec3(*cup_place)
        self.cup: Body | None = None
        ensure_gold(world)

    def medal_of(self, value: float, level: int = 0) -> str:
        """Who has the cup needs no other medal."""
        return MEDALS[0]

    def recall(self, world: World, bests: tuple[Best | None, ...]) -> None:
        """Take in results; with one of them the prize is there again."""
        super().recall(world, bests)
        if self.best is not None:
            self.award(world)

    def forget(self, world: World) -> None:
        """Forget all results; the prize is gone too."""
        super().forget(world)
        if self.cup is not None and self.cup.alive:
            world.remove_body(self.cup)
        self.cup = None
        if self.game.arsenal is not None:
            self.game.arsenal.projectiles.golden = False

    def award(self, world: World) -> bool:
        """Hand the prize over; returns whether it was not there yet."""
        if self.cup is not None:
            return False
        self.cup = add_cup(world, self._place)
        if self.game.arsenal is not None:
            self.game.arsenal.projectiles.golden = True
        return True

    def complete(self, world: World, result: Best) -> bool:
        """Take in a result, and hand over the prize for the first one."""
        better = super().complete(world, result)
        if self.award(world):
            words = "You won the golden cup! It stands at the start."
            if self.game.arsenal is not None:
                words += " From now on the constructor fires balls of gold, 27 kg each."
            self.game.say(words)
            self.tell(world, "The golden cup is yours!", "good")
        return better


def ensure_gold(world: World) -> None:
    """Add gold to the materials of a world, if it is not there."""
    if GOLD not in world.materials:
        world.add_material(GOLD, density=19300.0, friction=0.4, restitution=0.2, rolling_friction=0.002)


def add_cup(world: World, place: Vec3) -> Body:
    """A cup on a foot, of sheet gold, so that it can be carried: 6 kg."""
    ensure_gold(world)
    flip = (math.sin(0.5 * math.pi), 0.0, 0.0, math.cos(0.5 * math.pi))
    shapes = [
        (ShapeCylinder(0.13, 0.03), (0.0, 0.03, 0.0), UPRIGHT),
        (ShapeCylinder(0.03, 0.09), (0.0, 0.14, 0.0), UPRIGHT),
        (ShapeSphere(0.055), (0.0, 0.18, 0.0), UPRIGHT),
        (ShapeCone(0.15, 0.13), (0.0, 0.33, 0.0), flip),
        (ShapeCylinder(0.155, 0.02), (0.0, 0.45, 0.0), UPRIGHT),
    ]
    return world.add_body(shapes=shapes, position=place, mass=6.0, material=GOLD, name="golden cup")
