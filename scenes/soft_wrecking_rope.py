"""Wrecking ball.

A ball of one and a half tons hangs on a rope of 200 links. It is drawn aside, let go, and breaks a wall of bricks down;
then the bricks are put up again. The rope hardly stretches, though the ball weighs many times as much as the rope.
Try: A heavier ball, or a light one, which the wall throws back. Or hold it back with the mouse.
"""

import numpy as np

from physics import ShapeBox, World, build_hung_weight
from scenes import kit
from scenes.kit import shows, softly
from scenes.registry import Slider, View, scene

TOP, LENGTH, RADIUS = 8.0, 6.3, 0.5
SWING = 1.0  # how far it is drawn aside [rad]
WIDE, HIGH = 9, 7  # bricks
BRICK = (0.16, 0.22, 0.36)  # half extents along X, Y, Z [m]
MASS = 1500.0


@scene(
    category="Soft",
    name="Wrecking ball",
    place="yard",
    view=View(target=(0.6, 3.6, 0.0), distance=11.0, yaw_degrees=24.0, pitch_degrees=8.0),
    sliders={"mass": Slider("Mass of the ball", MASS, 20.0, 5000.0, unit="kg")},
)
def build(world: World, *, mass: float = MASS) -> None:
    """A gallows, a ball on a rope, a wall."""
    kit.add_ground(world)
    for z in (-3.2, 3.2):
        kit.add_fixed(world, (0.16, 0.5 * TOP, 0.16), (0.0, 0.5 * TOP, z), material="steel", name="post")
    beam = kit.add_fixed(world, (0.18, 0.18, 3.4), (0.0, TOP + 0.18, 0.0), material="steel", name="beam")
    hung = build_hung_weight(
        world, (0.0, TOP, 0.0), length=LENGTH, mass=mass, radius=RADIUS, segments=200, thickness=0.03, swing=SWING,
        body=beam, material="hemp", stretch=5e5, density=2.0, break_strain=float("inf"), name="wrecking ball",
    )  # fmt: skip
    bricks = []
    for row in range(HIGH):
        for k in range(WIDE - row % 2):
            z = 2.02 * BRICK[2] * (k - 0.5 * (WIDE - 1 - row % 2))
            bricks.append(
                world.add_body(shape=ShapeBox(BRICK), position=(-0.75, BRICK[1] * (2 * row + 1), z),
                               material="stone", density=250.0, name="brick")
            )  # fmt: skip
    put_back, places = shows.putting_back([*bricks, hung.weight]), hung.rope.positions

    def again(world: World, count: int) -> None:
        for rope in softly.named(world, "wrecking ball rope"):
            if len(rope.positions) == len(places):
                rope.positions, rope.velocities = places, np.zeros(places.shape)
        put_back(world)

    shows.every(world, 600, again)


def check(world: World) -> None:
    """The wall is down, the ball still hangs on its rope, and the rope has kept its length."""
    ball, rope = kit.named(world, "wrecking ball")[0], softly.named(world, "wrecking ball rope")[0]
    bricks = world.read(kit.named(world, "brick"), "position")
    assert (bricks[:, 0] < -1.3).mean() > 0.1, "no brick was knocked out of the wall"
    reach = (ball.position - (0.0, TOP, 0.0)).length
    assert reach < 1.05 * (LENGTH + RADIUS), f"the ball is {reach:.2f} m from where it hangs"
    length = np.linalg.norm(np.diff(rope.positions, axis=0), axis=1).sum()
    assert abs(length / LENGTH - 1.0) < 0.08, f"the rope is {length:.2f} m long"
