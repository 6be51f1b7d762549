"""Mixed pile.

Spheres, boxes and capsules of different materials fall into a tray.
"""

import numpy as np

from physics import ShapeBox, ShapeCapsule, ShapeSphere, World
from scenes import kit
from scenes.registry import View, scene

KINDS = (
    (ShapeSphere(0.5), "rubber"),
    (ShapeBox((0.4, 0.4, 0.4)), "wood"),
    (ShapeCapsule(0.3, 0.4), "iron"),
)


@scene(category="Piles", name="Mixed pile", view=View(target=(0.0, 2.0, 0.0), distance=20.0))
def build(world: World) -> None:
    """Three hundred bodies above a tray."""
    kit.add_tray(world, half_width=5.0, height=8.0)
    random = np.random.default_rng(7)
    for n in range(300):
        i, j, k = n % 6, n // 6 % 6, n // 36
        shape, material = KINDS[n % 3]
        place = np.array((1.4 * (i - 2.5), 1.0 + 1.4 * k, 1.4 * (j - 2.5))) + random.uniform(-0.1, 0.1, 3)
        world.add_body(shape=shape, material=material, position=place, orientation=random.normal(size=4))


def check(world: World) -> None:
    """Nothing left the tray."""
    position = world.snapshot().position
    assert np.abs(position[:, [0, 2]]).max() < 6.0, "a body left the tray"
    assert position[:, 1].min() > -0.6, "a body fell through the floor"
