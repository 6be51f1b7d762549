"""Flags in a gale.

Three flags of silk, cotton and denim in a wind that comes in gusts and turns. Light silk flies at once, heavy denim
hangs until the wind is strong. Waves run along the flags, faster the harder the wind pulls.
Try: A wind of 2 m/s, which lifts nothing but silk, and one of 30 m/s, a storm in which all stand straight out.
"""

import numpy as np

from physics import World, build_flag
from scenes import kit
from scenes.kit import softly
from scenes.registry import Label, Slider, View, scene

WIND = 9.0
FLAGS = (("silk", (0.80, 0.10, 0.12)), ("cotton", (0.93, 0.90, 0.84)), ("denim", (0.10, 0.22, 0.52)))
HEIGHT, WIDTH, DROP = 4.2, 2.4, 1.5
UNTORN = float("inf")


@scene(
    category="Soft",
    name="Flags in a gale",
    place="meadow",
    view=View(target=(0.4, 3.3, 0.0), distance=6.6, yaw_degrees=16.0, pitch_degrees=4.0),
    sliders={"wind": Slider("Wind", WIND, 2.0, 30.0, unit="m/s", live=softly.set_wind)},
)
def build(world: World) -> None:
    """Three poles, one behind and beside another, and the wind."""
    kit.add_ground(world)
    softly.add_wind(world, WIND)
    for k, (material, color) in enumerate(FLAGS):
        build_flag(
            world, (2.6 * (k - 1) - 1.2, 0.0, -1.1 * (k - 1)), height=HEIGHT, width=WIDTH, drop=DROP, spacing=0.12,
            material=material, color=color, break_strain=UNTORN, name=f"flag of {material}",
        )  # fmt: skip
    world.schedule(softly.gusts(world, 0), after_steps=1)


def draw(world: World) -> list[Label]:
    """What the flags are made of, and the wind."""
    wind = world.fields[0]
    force = np.linalg.norm(wind.wind) * np.sqrt(wind.density / softly.AIR)
    feet = [
        Label(f"{flag.name.split()[-1]}", flag.positions[0] + (0.0, 0.35, 0.0)) for flag in softly.named(world, "flag")
    ]
    return [*feet, Label(f"wind\n{force:.0f} m/s", (0.4, 4.95, 0.0))]


def check(world: World) -> None:
    """The flags fly along the wind, silk the highest, none is torn, and none has wound around its pole."""
    heights = []
    for flag in softly.named(world, "flag"):
        places = flag.positions
        heights.append(places[:, 1].mean())
        assert np.ptp(places[:, 2]) > 0.05, f"the {flag.name} is flat"
        assert np.ptp(places[:, 0]) > 0.5 * WIDTH, f"the {flag.name} hangs down"
        assert flag.part_count == 1 and flag.strain.max() < 0.5, f"the {flag.name} is stretched"
    assert heights[0] > heights[2] - 0.05, "the heavy flag flies higher than the light one"
    assert max(heights) < HEIGHT, "a flag flies over its pole"
