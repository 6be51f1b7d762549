"""Curtain and gun.

A curtain hangs on a rail by rings that slide. A gun behind it shoots a ball at it every few seconds: the cloth billows,
takes the speed out of the ball and lets it drop, and the rings between its ends slide to and fro.
Try: A faster ball, or heavier cloth. Or pull the curtain open by a ring.
"""

import numpy as np

from physics import World, build_curtain
from scenes import kit
from scenes.kit import shows, softly
from scenes.registry import Slider, View, scene

HALF, HEIGHT, DROP = 1.6, 2.9, 2.2
SPEED = 14.0


@scene(
    category="Soft",
    name="Curtain and gun",
    place="hall",
    view=View(target=(0.0, 1.55, 0.0), distance=6.4, yaw_degrees=32.0, pitch_degrees=9.0),
    sliders={
        "speed": Slider("Speed of the ball", SPEED, 4.0, 30.0, unit="m/s"),
        "weight": Slider("Weight of the cloth", 0.35, 0.1, 2.0, unit="kg/m²",
                         live=softly.set_number("curtain", "density")),
    },
)  # fmt: skip
def build(world: World, *, speed: float = SPEED) -> None:
    """A rail on two posts, a curtain, a gun behind it."""
    kit.add_ground(world)
    for x in (-HALF - 0.15, HALF + 0.15):
        kit.add_fixed(world, (0.07, 0.5 * HEIGHT + 0.1, 0.07), (x, 0.5 * HEIGHT + 0.1, 0.0), name="post")
    curtain = build_curtain(
        world, (-HALF, HEIGHT, 0.0), (HALF, HEIGHT, 0.0), drop=DROP, rings=9, fullness=1.35, spacing=0.12,
        friction=0.6, color=(0.55, 0.09, 0.13), break_strain=float("inf"), density=0.35,
    )  # fmt: skip
    columns = curtain.cloth.form.grid.columns
    curtain.cloth.pin((0, columns - 1))  # its ends stay at the posts
    fire = shows.add_gun(world, (0.5, 1.1, -2.6), (0.2, 1.7, 0.0), radius=0.16, speed=speed, material="rubber")
    kit.named(world, "shot")[0].mass = 2.5
    shows.every(world, 240, lambda world, _: fire(world), first=45)


def check(world: World) -> None:
    """The curtain has caught the ball, has not come off its rings, and is not inside of the ball."""
    curtain, shot = softly.named(world, "curtain")[0], kit.named(world, "shot")[0]
    assert shot.position.z < 2.5 and shot.velocity.length < 0.8 * SPEED, "the ball went through the curtain"
    assert shot.position.z > -2.0, "the ball has not been shot"
    places = curtain.positions
    assert abs(places[:, 1].max() - HEIGHT) < 0.25, "the curtain fell off its rail"
    assert np.linalg.norm(places - np.array(shot.position), axis=1).min() > 0.13, "the cloth is inside of the ball"
