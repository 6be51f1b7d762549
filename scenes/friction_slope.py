"""Friction by material.

The same block in different materials on a slope of ice, wood and rubber: who slides, and how fast?
"""

import math

from physics import BodyKind, ShapeBox, World
from scenes import kit
from scenes.registry import View, scene

SLOPE_DEGREES = 20.0
LANES = ("ice", "wood", "rubber")
BLOCKS = ("ice", "steel", "wood", "rubber")


@scene(category="Friction", name="Slope", view=View(target=(0.0, 2.0, 0.0), distance=20.0))
def build(world: World) -> None:
    """Three slopes with four blocks each."""
    kit.add_ground(world)
    angle = math.radians(SLOPE_DEGREES)
    turn = (0.0, 0.0, math.sin(0.5 * angle), math.cos(0.5 * angle))
    for lane, slope in enumerate(LANES):
        z = 5.0 * (lane - 1)
        world.add_body(
            kind=BodyKind.STATIC, shape=ShapeBox((8.0, 0.25, 2.2)), position=(0.0, 3.0, z), orientation=turn,
            material=slope, name=f"slope of {slope}",
        )  # fmt: skip
        for place, block in enumerate(BLOCKS):
            along, above = 5.0, 0.25 + 0.3
            x = along * math.cos(angle) - above * math.sin(angle)
            y = 3.0 + along * math.sin(angle) + above * math.cos(angle)
            world.add_body(
                shape=ShapeBox((0.4, 0.3, 0.4)), position=(x, y, z + 1.1 * (place - 1.5)), orientation=turn,
                material=block, name=f"{block} on {slope}",
            )  # fmt: skip


def check(world: World) -> None:
    """Ice slides on everything, rubber on rubber stays."""
    height = {body.name: body.position.y for body in world.bodies}
    assert height["ice on ice"] < 3.0, "ice does not slide on ice"
    assert height["rubber on rubber"] > 4.5, "rubber slides on rubber"
