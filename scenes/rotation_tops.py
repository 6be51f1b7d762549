"""Free tops.

Seven tops spin in space, from a long rod to a flat disk, each nudged slightly off its axis. Without any torque the
axis circles around the angular momentum at H / I: slowly for the rod, nearly twice per turn for the disk.
Try: more wobble, or throw a ball ([shoot]) at one. Its axis then circles around another direction.
"""

import math

import numpy as np

from physics import ShapeCapsule, ShapeSphere, World
from physics.vector import about, rotate
from scenes import kit
from scenes.registry import Slider, View, scene

COUNT = 7
SPIN, WOBBLE = 9.0, 2.5


@scene(
    category="Rotation",
    name="Free tops",
    place="lab",
    view=View(target=(0.0, 1.9, 0.0), distance=8.2, yaw_degrees=12.0, pitch_degrees=16.0),
    sliders={"wobble": Slider("Wobble", WOBBLE, 0.0, 6.0, unit="rad/s")},
)
def build(world: World, *, wobble: float = WOBBLE) -> None:
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
    """Angular momentum and energy of each are as at the start, and the axis has circled about it at H / I."""
    tops = kit.named(world, "top")
    axes = kit.axis_of(world, tops)
    for top, axis in zip(tops, axes, strict=True):
        across, along = top.inertia[0, 0], top.inertia[1, 1]
        start = np.array((WOBBLE * across, SPIN * along, 0.0))
        size = np.linalg.norm(start)
        now = kit.angular_momentum(top)
        assert np.linalg.norm(now - start) < 0.02 * size, f"{top.name}: angular momentum changed"
        energy = 0.5 * (across * WOBBLE**2 + along * SPIN**2)
        assert abs(top.kinetic_energy / energy - 1.0) < 0.02, f"{top.name}: energy changed"
        circled = about(start / size, size / across * world.time)
        off = np.linalg.norm(axis - rotate(circled, kit.Y))
        assert off < 0.02, f"{top.name}: the axis is {off:.3f} rad off its place"
    assert np.median(axes[:, 1]) < 0.99, f"the axes do not circle, they point upward by {axes[:, 1]}"
