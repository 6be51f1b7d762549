"""Pyramid of boxes.

A wall of 210 boxes in 20 rows, each row on the gaps of the one below.
"""

from physics import ShapeBox, World
from scenes import kit
from scenes.registry import View, scene

ROWS = 20


@scene(category="Stacking", name="Pyramid", view=View(target=(0.0, 8.0, 0.0), distance=34.0))
def build(world: World) -> None:
    """Twenty rows."""
    kit.add_ground(world)
    shape = ShapeBox((0.5, 0.5, 0.5))
    for row in range(ROWS):
        count = ROWS - row
        places = [(1.02 * (i - 0.5 * (count - 1)), 0.5 + row, 0.0) for i in range(count)]
        world.add_bodies(position=places, shape=shape, material="stone")


def check(world: World) -> None:
    """The pyramid stands, and sleeps."""
    snapshot = world.snapshot()
    assert snapshot.position[:, 1].max() > ROWS - 0.6, "the pyramid fell"
    assert not snapshot.awake.any(), "the pyramid does not come to rest"
