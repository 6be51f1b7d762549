"""A breeze: air around soft things, which moves while somebody is near and is still while nobody looks."""

import math

from physics import Controller, FieldDrag, Vec3, World
from play import layers
from play.game import game_of

#: How fast it blows [m/s], how much of that comes and goes, and how far it swings to the sides [rad].
SPEED, GUSTS, SWING = 6.0, 0.45, 0.5
#: Where it comes from: it blows to the east, and a little to the north.
HEADING = 0.25
#: Every so many steps the wind of a region changes.
EVERY = 3
#: Angular speeds of gusts [1/s]: they take seconds, and do not repeat in a minute.
RATES = (0.9, 0.37, 2.3)


class Breeze(Controller):
    """Blows through regions. It looks at the number of the step and at the player only, so it keeps nothing.

    Args:
        world: Where; it becomes a controller of it.
    """

    def __init__(self, world: World) -> None:
        self._regions: list[tuple[FieldDrag, Vec3, float, float]] = []
        world.add_controller(self)

    def add(self, world: World, low: Vec3, high: Vec3, *, share: float = 1.0, near: float = 30.0) -> None:
        """Let it blow in a box.

        Args:
            world: Where.
            low: Low corner [m].
            high: High corner [m].
            share: Its speed there, over `SPEED`.
            near: Farther from there the player does not see it [m].
        """
        field = FieldDrag((0.0, 0.0, 0.0), bounds=(low, high), mask=layers.AIRY)
        world.add_field(field)
        self._regions.append((field, (low + high) * 0.5, share * SPEED, near))

    def before_step(self, world: World, dt: float) -> None:
        """One of the regions at a time: gusts are slower than that, and a change of a field is not free."""
        if not self._regions or world.step_count % EVERY:
            return
        field, middle, speed, near = self._regions[world.step_count // EVERY % len(self._regions)]
        wind = Vec3(0.0, 0.0, 0.0)
        game = game_of(world)
        if game is not None and game.avatar is not None and (game.eye - middle).length < near:
            wind = gust(world.step_count * dt, middle) * speed
        if field.wind != wind:
            field.wind = wind


def gust(time: float, place: Vec3) -> Vec3:
    """Velocity of the air over its mean speed: waves that travel with it.

    Args:
        time: Since the start [s].
        place: Where [m].
    """
    late = time - place.x / SPEED
    first, second, third = (math.sin(rate * late + 1.7 * k) for k, rate in enumerate(RATES))
    strength = 1.0 + GUSTS * (0.6 * first * second + 0.4 * third)
    angle = HEADING + SWING * second * third
    return Vec3(strength * math.cos(angle), 0.0, -strength * math.sin(angle))
