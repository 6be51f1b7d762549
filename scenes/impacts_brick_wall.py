"""Brick wall.

An iron ball rolls into a wall of 126 bricks, laid in running bond. It punches a hole; the bricks beside the hole
stand, as far as the bond carries them.
Try: other speeds. A slow ball pushes the whole wall over, a fast one punches through.
"""

import numpy as np

from physics import ShapeBox, ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, View, scene

ROWS, COLUMNS = 12, 10
HALF = (0.5, 0.25, 0.3)
RADIUS = 0.8


@scene(
    category="Impacts",
    name="Brick wall",
    place="yard",
    view=View(target=(0.9, 3.0, -0.3), distance=9.7, yaw_degrees=32.0, pitch_degrees=14.0),
    sliders={"speed": Slider("Ball speed", 14.0, 2.0, 25.0, unit="m/s")},
)
def build(world: World, *, speed: float = 14.0) -> None:
    """A wall in running bond, and the ball on its way."""
    kit.add_ground(world)
    brick, half_brick = ShapeBox(HALF), ShapeBox((0.5 * HALF[0] - 0.005, HALF[1], HALF[2]))
    stone = {"material": "stone", "restitution": 0.0}
    for row in range(ROWS):
        y = HALF[1] * (2 * row + 1)
        odd = row % 2
        line = 1.01 * (np.arange(COLUMNS - odd) - 0.5 * (COLUMNS - 1 - odd))
        world.add_bodies(position=[(x, y, 0.0) for x in line], shape=brick, name="brick", **stone)
        if odd:
            end = line[-1] + 0.76
            world.add_bodies(position=[(-end, y, 0.0), (end, y, 0.0)], shape=half_brick, name="brick", **stone)
    world.add_body(
        shape=ShapeSphere(RADIUS), position=(0.6, 1.6, 7.0), velocity=(0.0, 1.5, -speed), material="iron", name="ball"
    )


def check(world: World) -> None:
    """The ball is behind the wall, bricks of the middle are gone, and both ends stand."""
    ball = kit.named(world, "ball")[0]
    assert ball.position.z < -RADIUS, "the ball did not get through"
    bricks = kit.named(world, "brick")
    place = world.read(bricks, "position")
    in_place = np.abs(place[:, 2]) < 0.1
    assert (~in_place).sum() > 10, "the wall has no hole"
    ends = np.abs(place[in_place, 0]) > 3.5
    assert ends.sum() > 20, "the ends of the wall fell"
    assert place[:, 1].min() > 0.2 and place[:, 1].max() < 8.0, "a brick is in the ground, or flew up"
