"""Step pyramid.

Ten square layers of stone, as the first pyramids of Egypt: 385 blocks, each layer on the joints of the one below. Now
and then a gun knocks some of them off, until all is built again.
Try: shoot ([shoot]) at a corner of the lowest layer, where little holds the blocks.
"""

import numpy as np

from physics import ShapeBox, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

PITCH = 1.03  # a block and the joint [m]
FIRST, PERIOD, SHOTS = 60, 300, 4  # steps to the first shot, from one to the next; shots until all is built again


@scene(
    category="Stacking",
    name="Step pyramid",
    place="quarry",
    view=View(target=(-1.2, 3.6, 0.0), distance=20.0, yaw_degrees=40.0, pitch_degrees=17.0),
    sliders={"layers": Slider("Layers", 10, 2, 16, integer=True)},
)
def build(world: World, *, layers: int = 10) -> None:
    """Layers of n times n blocks."""
    kit.add_ground(world)
    shape, blocks = ShapeBox((0.5, 0.5, 0.5)), []
    for layer in range(layers):
        line = PITCH * (np.arange(layers - layer) - 0.5 * (layers - layer - 1))
        places = [(x, 0.5 + layer, z) for x in line for z in line]
        blocks += world.add_bodies(position=places, shape=shape, material="stone", name=f"block of layer {layer + 1}")
    fire = shows.add_gun(world, (-9.0, 0.85 * layers, 9.0), (0.0, 0.88 * layers, 0.0), radius=0.5, speed=34.0)
    put_back = shows.putting_back(blocks)

    def play(world: World, number: int) -> None:
        """Shoot, or build again."""
        if number % (SHOTS + 1) == SHOTS:
            put_back(world)
        else:
            fire(world)

    shows.every(world, PERIOD, play, first=FIRST)


def check(world: World) -> None:
    """The top was hit; what the blocks of the lower half carry did not move them, and they sleep."""
    blocks = kit.named(world, "block")
    layer = np.array([int(body.name.rpartition(" ")[2]) for body in blocks])
    place = world.read(blocks, "position")
    moved = np.abs(place[:, 1] - (layer - 0.5)) > 0.3
    assert 1 <= moved.sum() <= 40, f"{moved.sum()} blocks left their layer"
    assert not moved[layer <= 4].any(), "a block of the lower half left its layer"
    below = layer <= 4
    reach = 0.5 * PITCH * (layer.max() - layer)
    assert (np.abs(place[:, [0, 2]]).max(axis=1) < reach + 0.1)[below].all(), "a layer spread"
    assert np.abs(world.read(blocks, "velocity"))[below].max() < 0.05, "the pyramid does not come to rest"
