"""Splashes: what falls into water, and what comes up out of it, makes a cue; vehicles fill with water."""

import math

import numpy as np

from physics import Body, Controller, FieldWater, Vec3, World
from play.cues import Cue, CueSound, cue_kind
from play.game import game_of

#: Slowest motion through the surface that splashes [m/s], and the one that splashes most.
SLOW, FAST = 1.2, 9.0
#: Density of a vehicle that is full of water, without that water [kg/m^3].
FLOODED = 1400.0
#: Steps between two splashes of one body.
PAUSE = 20
#: What has its position farther than this from the shores [m] has no part in the water.
SHORE = 2.0

cue_kind(
    "splash",
    "something goes through the surface of water; direction: its velocity [m/s], size: strength, 0 to 1.5",
    sound=CueSound("splash", gain=(0.25, 1.0), pitch=(1.5, 0.75), vary=0.12, most=3, gap=3),
)


class Splashes(Controller):
    """Tells the game of splashes, and floods its vehicles.

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

    def before_step(self, world: World, dt: float) -> None:
        """Let water into vehicles: what they displace is mostly air, so they sink."""
        game, water = game_of(world), self._water
        if game is None or not water.enabled:
            return
        for vehicle in game.vehicles:
            if not vehicle.chassis.alive or not vehicle.chassis.awake or vehicle.chassis.position.y > water.level + 2.0:
                continue
            for body in self._near(world, [body for body in vehicle.bodies if body.alive]):
                if (found := water.displaced(body)).volume <= 0.0:
                    continue
                solid = body.mass / FLOODED * found.share  # volume that is no air
                body.apply_force(world.gravity * (water.density * max(found.volume - solid, 0.0)))

    def _near(self, world: World, bodies: list[Body]) -> list[Body]:
        """Those that may be in the water."""
        if self._water.bounds is None:
            return bodies
        (low_x, low_y, low_z), (high_x, _, high_z) = self._water.bounds
        low = np.array((low_x, low_y, low_z)) - SHORE
        high = np.array((high_x, self._water.level, high_z)) + SHORE
        places = world.read(bodies, "position")
        near = np.flatnonzero(((places >= low) & (places <= high)).all(axis=1))
        return [bodies[k] for k in near.tolist()]

    def after_step(self, world: World) -> None:
        """Look at what is in the surface."""
        game = game_of(world)
        if game is None or not self._water.enabled:
            return
        now = world.step_count
        self.wet = {number: step for number, step in self.wet.items() if now - step < PAUSE}
        for body in self._water.breaking():
            speed = abs(body.velocity.y)
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
