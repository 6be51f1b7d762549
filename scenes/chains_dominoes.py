"""Dominoes.

A hundred dominoes along a curve; a ball starts the chain.
"""

import math

from physics import ShapeBox, ShapeSphere, World
from scenes import kit
from scenes.registry import View, scene

COUNT = 100
HALF = (0.05, 0.5, 0.25)
GAP = 0.4


@scene(category="Chains", name="Dominoes", view=View(target=(0.0, 0.5, 0.0), distance=22.0))
def build(world: World) -> None:
    """A row of dominoes on an arc, and a ball before the first."""
    kit.add_ground(world)
    radius = 8.0
    for n in range(COUNT):
        angle = GAP * n / radius
        # Turned about Y so that the thin side looks along the arc.
        turn = (0.0, math.sin(-0.5 * angle), 0.0, math.cos(-0.5 * angle))
        place = (radius * math.sin(angle), HALF[1], radius * (1.0 - math.cos(angle)))
        world.add_body(shape=ShapeBox(HALF), position=place, orientation=turn, material="plastic", name="domino")
    world.add_body(
        shape=ShapeSphere(0.2), position=(-0.6, 0.8, 0.0), velocity=(3.0, 0.0, 0.0), material="steel", name="starter"
    )


def check(world: World) -> None:
    """The chain is well on its way."""
    snapshot = world.snapshot()
    # How upright each domino is: the y part of its own y axis.
    x, _, z, _ = snapshot.orientation[1 : 1 + COUNT].T
    upright = 1.0 - 2.0 * (x * x + z * z)
    assert (upright < 0.7).sum() > 25, "the chain stopped"
