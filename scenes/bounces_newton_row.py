"""Row of balls.

Steel balls with small gaps between them wait in smooth channels. One ball rolls into the first, two into the second,
three into the third: at each click one ball stops and the next takes over all of its speed, until just as many leave at
the other end, as in a Newton's cradle; and back again.
Try: more incoming balls, and just as many leave. Without gaps all clicks happen at once, one after the other all the
same.
"""

import numpy as np

from physics import ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, View, scene

RADIUS = 0.3
ROW = 5
SPEED = 4.0
LANES = (1.6, 0.0, -1.6)  # z of the channels [m]


@scene(
    category="Bounces",
    name="Row of balls",
    place="lab",
    view=View(target=(0.0, 0.4, 0.0), distance=10.0, yaw_degrees=14.0, pitch_degrees=27.0),
    sliders={
        "incoming": Slider("Incoming balls", 1, 1, 4, integer=True),
        "gap": Slider("Gap", 0.2, 0.0, 0.4, unit="m"),
    },
)
def build(world: World, *, incoming: int = 1, gap: float = 0.2) -> None:
    """Channels with a stop at each end, rows of balls, and those that hit them."""
    kit.add_ground(world)
    smooth = {"friction": 0.0, "restitution": 1.0}
    pitch = 2.0 * RADIUS + gap
    ball = {"shape": ShapeSphere(RADIUS), "material": "steel", "rolling_friction": 0.0, **smooth}
    for lane, z in enumerate(LANES):
        kit.add_fixed(world, (6.0, 0.1, 0.5), (0.0, 0.1, z), name="floor", **smooth)
        for side in (-1.0, 1.0):
            kit.add_fixed(world, (6.0, 0.15, 0.1), (0.0, 0.35, z + side * 0.42), name="rail", **smooth)
            kit.add_fixed(world, (0.2, 0.5, 0.5), (side * 6.0, 0.5, z), name="stop", material="steel", **smooth)
        for k in range(min(incoming + lane, ROW - 1)):
            place, velocity = (-2.3 - pitch * k, 0.2 + RADIUS, z), (SPEED, 0.0, 0.0)
            rolling = world.add_body(position=place, velocity=velocity, name=f"ball {k - incoming} of {lane}", **ball)
            rolling.user_data = lane
        for k in range(ROW - lane):
            place = (pitch * (k - 0.5 * (ROW - 1)), 0.2 + RADIUS, z)
            world.add_body(position=place, name=f"ball {k + 1} of {lane}", **ball).user_data = lane


def check(world: World) -> None:
    """In each channel as many balls move as came in, with all the speed; the others rest."""
    balls = kit.named(world, "ball")
    lane = np.array([ball.user_data for ball in balls])
    speed = np.abs(world.read(balls, "velocity")[:, 0])
    for number in range(len(LANES)):
        moving = speed[lane == number] > 0.05
        assert moving.sum() == number + 1, f"{moving.sum()} balls move instead of {number + 1}"
        assert np.abs(speed[lane == number][moving] / SPEED - 1.0).max() < 0.02, "energy was lost or won"
    place = world.read(balls, "position")
    off = np.abs(place[:, 2] - np.array(LANES)[lane]).max()
    assert np.abs(place[:, 1] - 0.2 - RADIUS).max() < 0.02 and off < 0.02, "a ball left its line"
    assert abs(place[0, 0] + 2.3) > 0.05, "the incoming ball did not roll in"
