"""Marble run.

Two marbles per second start at the top, run down five tilted channels, turn around at each end, and collect in the
tray at the bottom.
Try: steeper channels. Above a certain tilt the marbles jump over the edge.
"""

import numpy as np

from physics import BodyKind, ShapeBox, ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, View, scene

CHANNELS, LOWEST, DROP = 5, 1.3, 1.4  # number; middle of the lowest, and of each above the last [m]
HALF_LENGTH, HALF_WIDTH = 2.4, 0.25
RADIUS = 0.14
MARBLES, EVERY = 40, 30
MATERIALS = ("glass", "steel", "rubber", "wood")


def add_marble(world: World) -> bool:
    """A new marble over the upper end of the highest channel, until there are enough."""
    number = world.step_count // EVERY
    z = 0.04 * (number * 3 % 5 - 2)
    world.add_body(
        shape=ShapeSphere(RADIUS), position=(-HALF_LENGTH - 0.2, LOWEST - 0.6 + DROP * CHANNELS, z), restitution=0.2,
        velocity=(1.0, 0.0, 0.0),
        material=MATERIALS[number % len(MATERIALS)], name=f"marble {number}",
    )  # fmt: skip
    return number < MARBLES


def add_channel(world: World, level: int, tilt: float) -> None:
    """A floor, two sides and a stop at the lower end, where the marbles fall onto the next channel."""
    down = 1.0 if (CHANNELS - 1 - level) % 2 == 0 else -1.0  # toward which x it leads
    channel = world.add_body(
        kind=BodyKind.STATIC, position=(-0.5 * down, LOWEST + DROP * level, 0.0), name=f"channel {level + 1}",
        orientation=kit.turn(kit.Z, -down * tilt),
    )  # fmt: skip
    rest = {"material": "wood", "restitution": 0.0}
    channel.add_shape(ShapeBox((HALF_LENGTH, 0.05, HALF_WIDTH)), **rest)
    for side in (-1.0, 1.0):
        wall = ShapeBox((HALF_LENGTH + 0.46, 0.22, 0.06))
        place = (0.46 * down, 0.12, side * (HALF_WIDTH + 0.06))
        channel.add_shape(wall, place, material="glass", friction=0.4, restitution=0.0)
    stop = ShapeBox((0.06, 0.35, HALF_WIDTH + 0.12))
    channel.add_shape(stop, ((HALF_LENGTH + 0.86) * down, 0.05, 0.0), **rest)
    channel.add_shape(stop, (-(HALF_LENGTH + 0.06) * down, 0.25, 0.0), **rest)


@scene(
    category="Games",
    name="Marble run",
    place="lab",
    view=View(target=(0.0, 3.8, 0.0), distance=11.0, yaw_degrees=24.0, pitch_degrees=22.0),
    sliders={"tilt": Slider("Tilt", 9.0, 4.0, 24.0, unit="degrees")},
)
def build(world: World, *, tilt: float = 9.0) -> None:
    """Channels above one another, and a tray."""
    kit.add_ground(world)
    for level in range(CHANNELS):
        add_channel(world, level, tilt)
    tray = world.add_body(kind=BodyKind.STATIC, position=(1.6, 0.0, 0.0), material="stone", name="tray")
    for side in (-1.0, 1.0):
        tray.add_shape(ShapeBox((2.0, 0.2, 0.1)), (0.0, 0.2, side * 1.0), material="stone")
        tray.add_shape(ShapeBox((0.1, 0.2, 1.1)), (side * 2.0, 0.2, 0.0), material="stone")
    world.schedule(add_marble, after_steps=EVERY)


def check(world: World) -> None:
    """The first marble is far down, they keep their order, and none jumped out."""
    marbles = kit.named(world, "marble")
    assert len(marbles) == 300 // EVERY, "marbles are missing"
    place = world.read(marbles, "position")
    assert abs(place[:, 2]).max() < HALF_WIDTH, "a marble jumped out of its channel"
    assert place[0, 1] < LOWEST + DROP * (CHANNELS - 1.6), "the first marble is too slow"
    assert (place[1:, 1] > place[:-1, 1] - 0.3).all(), "a marble overtook another"
    # Rolling: the speed of the surface is the speed of the middle. Those that are just falling do not.
    slip = world.read(marbles, "velocity")[:, 0] + RADIUS * world.read(marbles, "angular_velocity")[:, 2]
    assert np.median(np.abs(slip)) < 0.05, "the marbles slide instead of rolling"
