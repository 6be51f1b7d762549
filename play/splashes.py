"""Splashes: what falls into water, and what comes up out of it, makes a cue."""

import math

from physics import BodyKind, Controller, FieldWater, ShapeBox, Vec3, World
from play.cues import Cue, CueSound, cue_kind
from play.game import Game, game_of

#: Half of the height over and below the surface in which things are looked for [m].
SLAB = 0.35
#: Slowest motion through the surface that splashes [m/s], and the one that splashes most.
SLOW, FAST = 1.2, 9.0
#: Steps between two splashes of one body.
PAUSE = 20
#: Half width of the surface of a sea that is looked at, around the figure [m].
REACH = 40.0

cue_kind(
    "splash",
    "something goes through the surface of water; direction: its velocity [m/s], size: width of it [m]",
    sound=CueSound("splash", gain=(0.25, 1.0), pitch=(1.5, 0.75), vary=0.12, most=3, gap=3),
)


class Splashes(Controller):
    """Tells the game of splashes.

    Args:
        world: Where; it becomes a controller of it.
        water: Whose surface it looks at.

    Attributes:
        wet: Step of the last splash, by the number of the body.
    """

    state_fields = ("wet",)

    def __init__(self, world: World, water: FieldWater) -> None:
        self.wet: dict[int, int] = {}
        self._water = water
        world.add_controller(self)

    def _place(self, game: Game | None) -> tuple[tuple[float, float, float], Vec3] | None:
        """Half sizes and middle of what is looked at [m]: all of a pool, of a sea what is around the figure."""
        level, bounds = self._water.level, self._water.bounds
        if bounds is not None:
            low, high = bounds
            half = 0.5 * (high[0] - low[0]), SLAB, 0.5 * (high[2] - low[2])
            return half, Vec3(0.5 * (low[0] + high[0]), level, 0.5 * (low[2] + high[2]))
        if game is None or game.avatar is None:
            return None
        feet = game.avatar.feet
        return (REACH, SLAB, REACH), Vec3(feet.x, level, feet.z)

    def after_step(self, world: World) -> None:
        """Look at what is in the surface."""
        game = game_of(world)
        place = self._place(game)
        if game is None or not self._water.enabled or place is None:
            return
        half, middle = place
        found = {hit.body.id: hit.body for hit in world.overlap(ShapeBox(half), middle)}
        now = world.step_count
        self.wet = {number: step for number, step in self.wet.items() if now - step < PAUSE}
        for _, body in sorted(found.items()):
            speed = abs(body.velocity.y) if body.kind == BodyKind.DYNAMIC and body.awake else 0.0
            if speed < SLOW or body.id in self.wet:
                continue
            displaced = self._water.displaced(body)
            if not 0.0 < displaced.share < 0.9:
                continue
            self.wet[body.id] = now
            width = math.sqrt(max(displaced.area, displaced.volume ** (2.0 / 3.0)))
            place = Vec3(displaced.center.x, self._water.level, displaced.center.z)
            strength = min(speed / FAST, 1.0) * min(2.0 * width, 1.5)
            game.cues.append(Cue("splash", place, body.velocity, strength, what=body.name))
