"""Pyramid of boxes.

A wall of 210 stone boxes in 20 rows, each row on the gaps of the one below. A ram pushes the middle one of the lowest
row out; the stones above form an arch over the gap. From time to time all is built again.
Try: hold a box of the lowest row, turn the wheel toward you to pull it out, and see how far up the gap goes.
"""

import numpy as np

from physics import ShapeBox, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

FIRST, PERIOD, AGAIN = 90, 420, 840  # steps to the first stroke, from one to the next, and until all is built again


@scene(
    category="Stacking",
    name="Pyramid of boxes",
    place="quarry",
    view=View(target=(0.0, 7.2, 0.0), distance=27.0, yaw_degrees=28.0, pitch_degrees=7.0),
    sliders={"rows": Slider("Rows", 20, 3, 40, integer=True)},
)
def build(world: World, *, rows: int = 20) -> None:
    """One box less in each row, and a ram behind the middle one of the lowest."""
    kit.add_ground(world)
    shape, boxes = ShapeBox((0.5, 0.5, 0.5)), []
    for row in range(rows):
        count = rows - row
        places = [(1.02 * (i - 0.5 * (count - 1)), 0.5 + row, 0.0) for i in range(count)]
        boxes += world.add_bodies(position=places, shape=shape, material="stone", name=f"box of row {row + 1}")
    middle = boxes[rows // 2].position.x
    shows.add_ram(
        world, (middle, 0.5, -0.6), kit.Z, half=0.35, stroke=1.5, speed=3.0, period=PERIOD, first=FIRST, name="ram"
    )
    put_back = shows.putting_back(boxes)
    shows.every(world, AGAIN, lambda world, _: put_back(world), first=FIRST + AGAIN - 60)


def check(world: World) -> None:
    """One box was pushed out of the lowest row; the others stand where they were but for an arch over the gap."""
    boxes = kit.named(world, "box")
    place = world.read(boxes, "position")
    row = np.array([int(body.name.rpartition(" ")[2]) for body in boxes])
    out = place[:, 2] > 0.9
    assert out.sum() == 1 and row[out] == 1, f"{out.sum()} boxes were pushed out"
    sunk = (row - 0.5 - place[:, 1])[~out]
    assert (sunk > 0.1).sum() <= 12, f"{(sunk > 0.1).sum()} boxes fell"
    assert np.abs(world.read(boxes, "velocity")).max() < 0.1, "the pyramid does not come to rest"
