"""Row of balls.

Steel balls with small gaps between them wait in a smooth channel, and another one rolls in. At each click one ball
stops and the next takes over all of its speed, until the last one leaves alone, as in a Newton's cradle.
Try: more incoming balls, and just as many leave. Without gaps all clicks happen at once, one after the other all the
same.
"""

import numpy as np

from physics import ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, View, scene

RADIUS = 0.3
ROW = 5
SPEED = 2.5


@scene(
    category="Bounces",
    name="Row of balls",
    place="lab",
    view=View(target=(0.0, 0.4, 0.0), distance=12.5, yaw_degrees=18.0, pitch_degrees=24.0),
    sliders={
        "incoming": Slider("Incoming balls", 1, 1, 4, integer=True),
        "gap": Slider("Gap", 0.2, 0.0, 0.4, unit="m"),
    },
)
def build(world: World, *, incoming: int = 1, gap: float = 0.2) -> None:
    """A channel with a stop at each end, a row of balls, and those that hit it."""
    kit.add_ground(world)
    smooth = {"friction": 0.0, "restitution": 1.0}
    kit.add_fixed(world, (8.0, 0.1, 0.5), (0.0, 0.1, 0.0), name="floor", **smooth)
    for side in (-1.0, 1.0):
        kit.add_fixed(world, (8.0, 0.15, 0.1), (0.0, 0.35, side * 0.42), name="rail", **smooth)
        kit.add_fixed(world, (0.2, 0.5, 0.5), (side * 8.0, 0.5, 0.0), name="stop", material="steel", **smooth)
    pitch = 2.0 * RADIUS + gap
    ball = {"shape": ShapeSphere(RADIUS), "material": "steel", "rolling_friction": 0.0, **smooth}
    for k in range(incoming):
        place, velocity = (-3.5 - pitch * k, 0.2 + RADIUS, 0.0), (SPEED, 0.0, 0.0)
        world.add_body(position=place, velocity=velocity, name=f"ball {k - incoming}", **ball)
    for k in range(ROW):
        world.add_body(position=(pitch * (k - 0.5 * (ROW - 1)), 0.2 + RADIUS, 0.0), name=f"ball {k + 1}", **ball)


def check(world: World) -> None:
    """One ball has all the speed, and so all momentum and energy; the others rest a gap further than before."""
    balls = kit.named(world, "ball")
    speed = np.abs(world.read(balls, "velocity")[:, 0])
    moving = speed > 0.05
    assert moving.sum() == 1, f"{moving.sum()} balls move instead of one"
    assert abs(speed.max() / SPEED - 1.0) < 0.02, "energy was lost or won"
    place = world.read(balls, "position")
    assert np.abs(place[:, 1] - 0.2 - RADIUS).max() < 0.02 and np.abs(place[:, 2]).max() < 0.02, "a ball left its line"
    assert not moving[0] and place[0, 0] > -3.0, "the incoming ball did not hand over its speed"
