"""Tower of boxes.

Ten wooden boxes, one on another. They come to rest and fall asleep.
"""

from physics import World
from scenes import kit
from scenes.registry import View, scene


@scene(category="Stacking", name="Tower", view=View(target=(0.0, 5.0, 0.0), distance=18.0))
def build(world: World) -> None:
    """Ten boxes."""
    kit.add_ground(world)
    kit.add_tower(world, levels=10)


def check(world: World) -> None:
    """The tower stands, and sleeps."""
    snapshot = world.snapshot()
    assert snapshot.position[:, 1].max() > 9.4, "the tower fell"
    assert not snapshot.awake.any(), "the tower does not come to rest"
