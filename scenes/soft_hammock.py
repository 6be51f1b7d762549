"""Hammock.

A hammock hangs between four posts by four ropes. Melons fall into it, one after another; it takes the form of what lies
in it and swings. When it is full it is emptied.
Try: Heavier melons: the ropes hold, and the cloth gets narrow. Or swing it with the mouse.
"""

import numpy as np

from physics import BodyKind, ShapeCylinder, ShapeSphere, World, build_hammock
from scenes import kit
from scenes.kit import shows, softly
from scenes.registry import Slider, View, scene

HALF, HEIGHT = 2.1, 2.0
COUNT, RADIUS, MASS = 6, 0.2, 6.0


def drop(world: World, count: int) -> None:
    """Drop a melon."""
    for melon in kit.named(world, f"melon {count % COUNT}"):
        melon.position = (0.3 * ((count * 2) % 5 - 2), 2.5, 0.08 * (count % 3 - 1))
        melon.velocity, melon.angular_velocity = (0.0, 0.0, 0.3), (0.0, 0.0, 0.0)


@scene(
    category="Soft",
    name="Hammock",
    place="meadow",
    view=View(target=(0.0, 1.5, 0.0), distance=5.4, yaw_degrees=24.0, pitch_degrees=14.0),
    sliders={"mass": Slider("Mass of a melon", MASS, 1.0, 40.0, unit="kg")},
)
def build(world: World, *, mass: float = MASS) -> None:
    """Four posts, a hammock, melons in the grass."""
    kit.add_ground(world)
    for x in (-HALF - 0.08, HALF + 0.08):
        for z in (-0.65, 0.65):
            world.add_body(kind=BodyKind.STATIC, shape=ShapeCylinder(0.08, 1.2), position=(x, 1.2, z), material="wood",
                           name="post")  # fmt: skip
    build_hammock(world, (-HALF, HEIGHT, 0.0), (HALF, HEIGHT, 0.0), width=1.5, share=0.66, spread=1.3, sag=0.08,
                  spacing=0.11, color=(0.88, 0.62, 0.20), break_strain=float("inf"), stretch=2e4,
                  friction=0.8)  # fmt: skip
    for k in range(COUNT):
        world.add_body(shape=ShapeSphere(RADIUS), position=(0.55 * (k - 2.5), RADIUS, 1.5), mass=mass, friction=0.8,
                       restitution=0.0, rolling_friction=0.1, material="rubber", name=f"melon {k}")  # fmt: skip
    shows.every(world, 80, drop, first=30)


def check(world: World) -> None:
    """A melon lies in the hammock, which hangs on its ropes."""
    melons = world.read(kit.named(world, "melon"), "position")
    assert (melons[:, 1] > 0.6).sum() >= 1, "the melons have fallen out"
    cloth = softly.named(world, "hammock")[0]
    assert 0.5 < cloth.positions[:, 1].min() < HEIGHT - 0.1 and cloth.strain.max() < 0.3
    middles = melons[melons[:, 1] > 0.6]
    away = np.linalg.norm(cloth.positions[:, None] - middles[None], axis=2)
    assert away.min() > 0.85 * RADIUS, "the cloth is inside of a melon"
