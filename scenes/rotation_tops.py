"""Free tops.

Seven tops turn in space, from a long rod to a flat disc, each pushed a little off its axis. Without any torque the axis
circles around the angular momentum at H / I: slowly for the rod, nearly twice per turn for the disc.
Try: more wobble, or throw a ball at one. Its axis then circles about another direction.
"""

import math

import numpy as np

from physics import ShapeCapsule, ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, View, scene

COUNT = 7
SPIN = 9.0


@scene(
    category="Rotation",
    name="Free tops",
    view=View(target=(0.0, 1.9, 0.0), distance=9.5, yaw_degrees=12.0, pitch_degrees=16.0),
    sliders={"wobble": Slider("Wobble", 2.5, 0.0, 6.0, unit="rad/s")},
)
def build(world: World, *, wobble: float = 2.5) -> None:
    """A row of tops: an axle with a ring of balls, the one shorter and the other wider from left to right."""
    world.gravity = (0.0, 0.0, 0.0)
    kit.add_ground(world)
    for number in range(COUNT):
        share = number / (COUNT - 1)
        half, radius = 1.0 - 0.8 * share, 0.25 + 0.45 * share
        top = world.add_body(
            shape=ShapeCapsule(0.12, half), position=(1.75 * (number - 0.5 * (COUNT - 1)), 1.9, 0.0), material="steel",
            can_sleep=False, name=f"top {number + 1}",
        )  # fmt: skip
        for ball in range(12):
            angle = math.radians(30.0 * ball)
            top.add_shape(ShapeSphere(0.12), (radius * math.sin(angle), 0.0, radius * math.cos(angle)), material="iron")
        top.angular_velocity = (wobble, SPIN, 0.0)


def check(world: World) -> None:
    """Angular momentum and energy of each are as at the start, and so is the angle between it and the axis."""
    for top in kit.named(world, "top"):
        across, along = top.inertia[0, 0], top.inertia[1, 1]
        start = np.array((2.5 * across, SPIN * along, 0.0))
        now = kit.angular_momentum(top)
        assert np.linalg.norm(now - start) < 0.02 * np.linalg.norm(start), f"{top.name}: angular momentum changed"
        energy = 0.5 * (across * 2.5**2 + along * SPIN**2)
        assert abs(top.kinetic_energy / energy - 1.0) < 0.02, f"{top.name}: energy changed"
        axis = kit.axis_of(world, [top])[0]
        tilt = axis @ start / np.linalg.norm(start)
        assert abs(tilt - start[1] / np.linalg.norm(start)) < 0.02, f"{top.name}: the axis does not keep its angle"
