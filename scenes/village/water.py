"""The water in the pit below the pendulums and in the ditch below the bridge, and what floats in it."""

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
#: How far the water of the ditch reaches beyond its bottom, and from its ends [m]: everywhere into the bank.
BANK, END = 4.0, 2.0


def build(world: World) -> None:
    """Fill pit and ditch."""
    fill_pit(world)
    middle, bottom, _, low_z, high_z, depth = plan.DITCH
    wide = bottom + BANK
    bounds = ((middle - wide, 2.0 * depth, low_z + END), (middle + wide, layout.PAVED, high_z - END))
    Splashes(world, world.add_field(FieldWater(layout.POND, bounds=bounds)))


def fill_pit(world: World) -> None:
    """Water, two logs and a ball."""
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
