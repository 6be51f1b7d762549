"""The water in the pit below the pendulums, and what floats in it."""

import math

from assets.making import plan
from physics import FieldWater, ShapeCylinder, ShapeSphere, World
from physics.vector import about, multiply
from play.splashes import Splashes
from scenes import kit
from scenes.village import layout

#: Logs of spruce: middle x and z, and way that they lie [degrees]. They displace half of their volume.
LOGS = ((33.2, 32.0, 8.0), (38.6, 37.8, -14.0))
LOG, LOG_DENSITY = ShapeCylinder(0.2, 0.9), 500.0
BALL, BALL_DENSITY = ShapeSphere(0.3), 60.0


def build(world: World) -> None:
    """Fill the pit."""
    low_x, high_x, low_z, high_z, bottom = plan.PIT
    bounds = ((low_x, bottom, low_z), (high_x, layout.PAVED, high_z))
    water = world.add_field(FieldWater(layout.WATER, bounds=bounds))
    for number, (x, z, degrees) in enumerate(LOGS):
        lying = about(kit.Y, math.radians(degrees))
        turn = multiply(lying, kit.turn((0.0, 0.0, 1.0), 90.0))
        world.add_body(
            shape=LOG, position=(x, layout.WATER, z), orientation=turn, density=LOG_DENSITY, material="wood",
            name=f"log {number + 1}",
        )  # fmt: skip
    world.add_body(
        shape=BALL, position=(40.2, layout.WATER + 0.22, 32.4), density=BALL_DENSITY, material="red paint",
        name="beach ball",
    )  # fmt: skip
    Splashes(world, water)
