"""Friction by material.

Seven planks tilted by 23 degrees, each of a different material, and on each of them a block of the same material and a
wooden one. A block stays if its coefficient of friction is above tan 23 = 0.42, no matter how heavy it is.
Try: tilt the planks more, and see which block slips first.
"""

import math

from physics import ShapeBox, World
from scenes import kit
from scenes.registry import Slider, View, scene

PLANKS = ("ice", "plastic", "wood", "iron", "stone", "glass", "rubber")
HALF = (4.0, 0.15, 0.7)  # of a plank [m]
MIDDLE_Y = 2.2


@scene(
    category="Friction",
    name="Friction by material",
    place="hall",
    view=View(target=(-1.0, 1.7, 0.0), distance=12.5, yaw_degrees=-48.0, pitch_degrees=20.0),
    sliders={"tilt": Slider("Tilt", 23.0, 2.0, 45.0, unit="degrees")},
)
def build(world: World, *, tilt: float = 23.0) -> None:
    """Planks side by side, with two blocks each near the upper end."""
    kit.add_ground(world)
    turned = kit.turn(kit.Z, tilt)
    sine, cosine = math.sin(math.radians(tilt)), math.cos(math.radians(tilt))
    middle = MIDDLE_Y + max(0.0, HALF[0] * sine - MIDDLE_Y + 0.3)  # steep planks do not reach into the ground
    for lane, plank in enumerate(PLANKS):
        z = 1.6 * (lane - 3)
        kit.add_fixed(world, HALF, (0.0, middle, z), orientation=turned, material=plank, name=f"plank of {plank}")
        for block, side in ((plank, -0.32), ("wood", 0.32)):
            along, above = 3.2, HALF[1] + 0.2
            place = (along * cosine - above * sine, middle + along * sine + above * cosine, z + side)
            world.add_body(
                shape=ShapeBox((0.35, 0.2, 0.25)), position=place, orientation=turned, material=block,
                name=f"block of {block} on {plank}",
            )  # fmt: skip


def check(world: World) -> None:
    """A block is on its plank or off it, as its friction against tan of the tilt says, and none creeps."""
    plank = kit.named(world, "plank")[0]
    slope_x, slope_y, _ = kit.axis_of(world, [plank], 0)[0]
    for body in kit.named(world, "block"):
        _, _, block, _, below = body.name.split()
        along = (body.position.x - plank.position.x) * slope_x + (body.position.y - plank.position.y) * slope_y
        friction = world.get_friction(block, below)
        if friction > slope_y / slope_x:
            assert abs(along - 3.2) < 0.02, f"the {body.name} slid by {3.2 - along:.3f} m in spite of {friction:.2f}"
        else:  # s = g (sin - friction cos) t^2 / 2 down to the end of the plank
            slid = 0.5 * 9.81 * (slope_y - friction * slope_x) * world.time**2
            assert along < max(3.2 - 0.9 * slid, -3.5), f"the {body.name} hardly slid with {friction:.2f}"
