"""Tower of boxes.

Wooden boxes, one on top of another. They come to rest and fall asleep, however high the tower is.
Try: raise the number of levels to thirty, then throw a ball at the third box from the bottom.
"""

from physics import World
from scenes import kit
from scenes.registry import Slider, View, scene


@scene(
    category="Stacking",
    name="Tower of boxes",
    place="hall",
    view=View(target=(0.0, 4.5, 0.0), distance=14.0, pitch_degrees=12.0),
    sliders={"levels": Slider("Levels", 10, 3, 30, integer=True)},
)
def build(world: World, *, levels: int = 10) -> None:
    """A single tower."""
    kit.add_ground(world)
    kit.add_tower(world, levels=levels)


def check(world: World) -> None:
    """The tower stands straight, and sleeps."""
    boxes = kit.named(world, "box")
    place = world.read(boxes, "position")
    assert abs(place[-1, 1] - (len(boxes) - 0.5)) < 0.02 * len(boxes), "the tower fell"
    assert abs(place[:, [0, 2]]).max() < 0.01, "the tower leans"
    assert not world.read(boxes, "awake").any(), "the tower does not come to rest"
