"""Pyramid of boxes.

A wall of 210 stone boxes in 20 rows, each row on the gaps of the one below.
Try: hold a box of the lowest row, turn the wheel toward you to pull it out, and see how far up the gap goes.
"""

from physics import ShapeBox, World
from scenes import kit
from scenes.registry import Slider, View, scene


@scene(
    category="Stacking",
    name="Pyramid of boxes",
    place="hall",
    view=View(target=(0.0, 7.5, 0.0), distance=27.0, yaw_degrees=25.0, pitch_degrees=10.0),
    sliders={"rows": Slider("Rows", 20, 3, 40, integer=True)},
)
def build(world: World, *, rows: int = 20) -> None:
    """One box less in each row."""
    kit.add_ground(world)
    shape = ShapeBox((0.5, 0.5, 0.5))
    for row in range(rows):
        count = rows - row
        places = [(1.02 * (i - 0.5 * (count - 1)), 0.5 + row, 0.0) for i in range(count)]
        world.add_bodies(position=places, shape=shape, material="stone", name=f"box of row {row + 1}")


def check(world: World) -> None:
    """The pyramid stands, and sleeps."""
    snapshot = world.snapshot()
    boxes = kit.named(world, "box")
    row = [int(body.name.rpartition(" ")[2]) for body in boxes]
    sunk = [number - 0.5 - body.position.y for number, body in zip(row, boxes, strict=True)]
    assert max(sunk) < 0.1, "the pyramid fell"
    assert not snapshot.awake.any(), "the pyramid does not come to rest"
