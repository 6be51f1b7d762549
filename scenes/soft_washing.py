"""Washing in the wind.

Shirts and sheets hang on a line between two posts, each by three pegs. The wind comes in gusts; it fills the cloths,
lifts them and lets them fall, and the line sways with them.
Try: A storm. Or heavy, wet washing, which hardly moves.
"""

import numpy as np

from physics import World, build_clothes_line
from scenes import kit
from scenes.kit import softly
from scenes.registry import Slider, View, scene

HALF, HEIGHT, WIND, WET = 2.9, 2.3, 4.0, 0.45


@scene(
    category="Soft",
    name="Washing in the wind",
    place="meadow",
    view=View(target=(0.0, 1.7, 0.0), distance=4.8, yaw_degrees=22.0, pitch_degrees=6.0),
    sliders={
        "wind": Slider("Wind", WIND, 0.0, 20.0, unit="m/s", live=softly.set_wind),
        "wet": Slider("Weight of the washing", WET, 0.1, 2.0, unit="kg/m²",
                      live=softly.set_number("line washing", "density")),
    },
)  # fmt: skip
def build(world: World) -> None:
    """A line, and wind across it."""
    kit.add_ground(world)
    softly.add_wind(world, WIND).wind = (0.2 * WIND, 0.0, -0.98 * WIND)
    build_clothes_line(world, (-HALF, 0.0, 0.0), (HALF, 0.0, 0.0), pieces=4, height=HEIGHT, drop=1.2, spacing=0.1,
                       density=WET, break_strain=float("inf"))  # fmt: skip
    world.schedule(softly.gusts(world, 0), after_steps=1)


def check(world: World) -> None:
    """All cloths hang on the line, blown to one side, and none is torn or on the ground."""
    for cloth in softly.named(world, "line washing"):
        assert cloth.positions[:, 1].min() > 0.3 and cloth.positions[:, 1].max() < HEIGHT + 0.6
        assert cloth.part_count == 1 and cloth.strain.max() < 0.4
        assert np.abs(cloth.velocities).max() > 0.05, "nothing moves"
    pegs = world.read(kit.named(world, "line peg"), "position")
    assert np.abs(pegs[:, 1] - HEIGHT).max() < 0.5, "a peg has come off"
