"""Tower of boxes.

Wooden boxes, one on top of another. They come to rest and fall asleep, however high the tower is, until an iron ball
rolls in. Later the tower is built again, and the next ball comes from another side.
Try: raise the number of levels to thirty, then throw a ball ([shoot]) at the third box from the bottom.
"""

import math

from physics import ShapeSphere, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

RADIUS, SPEED, AWAY = 0.55, 14.0, 30.0  # of the ball, and from where it comes [m, m/s]
FIRST, PERIOD = 185, 900  # steps to the first ball, and from one to the next


def roll(world: World, number: int) -> None:
    """Send a ball toward the tower, from the left, then from the right, and so on."""
    for ball in kit.named(world, "iron ball"):
        world.remove_body(ball)
    angle = math.radians(200.0 + 115.0 * number)
    x, z = math.cos(angle), math.sin(angle)
    world.add_body(
        shape=ShapeSphere(RADIUS), position=(AWAY * x, RADIUS, AWAY * z), velocity=(-SPEED * x, 0.0, -SPEED * z),
        angular_velocity=(-SPEED / RADIUS * z, 0.0, SPEED / RADIUS * x), material="iron", rolling_friction=0.0,
        name="iron ball",
    )  # fmt: skip


@scene(
    category="Stacking",
    name="Tower of boxes",
    place="yard",
    view=View(target=(0.0, 4.2, 0.0), distance=13.0, pitch_degrees=9.0),
    sliders={"levels": Slider("Levels", 10, 3, 30, integer=True)},
)
def build(world: World, *, levels: int = 10) -> None:
    """A single tower."""
    kit.add_ground(world)
    put_back = shows.putting_back(kit.add_tower(world, levels=levels))
    shows.every(world, PERIOD, lambda world, _: put_back(world), first=FIRST + PERIOD - 60)
    shows.every(world, PERIOD, roll, first=FIRST)


def check(world: World) -> None:
    """The tower stands straight, and sleeps; a ball is on its way."""
    boxes = kit.named(world, "box")
    place = world.read(boxes, "position")
    assert abs(place[-1, 1] - (len(boxes) - 0.5)) < 0.02 * len(boxes), "the tower fell"
    assert abs(place[:, [0, 2]]).max() < 0.01, "the tower leans"
    assert not world.read(boxes, "awake").any(), "the tower does not come to rest"
    assert kit.named(world, "iron ball"), "no ball comes"
