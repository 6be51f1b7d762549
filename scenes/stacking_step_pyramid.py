"""Step pyramid.

Ten square layers of stone, as the first pyramids of Egypt: 385 blocks, each layer on the joints of the one below.
Try: shoot at a corner of the lowest layer, where little holds the blocks.
"""

import numpy as np

from physics import ShapeBox, World
from scenes import kit
from scenes.registry import Slider, View, scene

PITCH = 1.03  # a block and the joint [m]


@scene(
    category="Stacking",
    name="Step pyramid",
    place="quarry",
    view=View(target=(0.0, 3.0, 0.0), distance=17.0, yaw_degrees=40.0, pitch_degrees=22.0),
    sliders={"layers": Slider("Layers", 10, 2, 16, integer=True)},
)
def build(world: World, *, layers: int = 10) -> None:
    """Layers of n times n blocks."""
    kit.add_ground(world)
    shape = ShapeBox((0.5, 0.5, 0.5))
    for layer in range(layers):
        line = PITCH * (np.arange(layers - layer) - 0.5 * (layers - layer - 1))
        places = [(x, 0.5 + layer, z) for x in line for z in line]
        world.add_bodies(position=places, shape=shape, material="stone", name=f"block of layer {layer + 1}")


def check(world: World) -> None:
    """Every block lies in its layer, and all sleep."""
    blocks = kit.named(world, "block")
    layer = np.array([int(body.name.rpartition(" ")[2]) for body in blocks])
    place = world.read(blocks, "position")
    assert np.abs(place[:, 1] - (layer - 0.5)).max() < 0.05, "a block left its layer"
    reach = 0.5 * PITCH * (layer.max() - layer)
    assert (np.abs(place[:, [0, 2]]).max(axis=1) < reach + 0.02).all(), "a layer spread"
    assert not world.read(blocks, "awake").any(), "the pyramid does not come to rest"
