"""Press.

Three plates press blocks of foam, jelly and rubber to little more than half their height, and lift again. Foam gives
way inside and stays as wide as it was; jelly and rubber keep their volume and bulge. The labels tell how high and wide
each is.
Try: Press deeper, to two thirds of the height, and see how far the jelly comes out. Or only a little.
"""

import numpy as np

from physics import BodyKind, ShapeBox, SoftSolid, World
from scenes import kit
from scenes.kit import softly
from scenes.registry import Label, Slider, View, scene

BLOCKS = (("foam", 5e4, (0.90, 0.80, 0.45)), ("jelly", 3e4, (0.85, 0.20, 0.35)), ("rubber", 3e5, (0.20, 0.45, 0.60)))
CELLS, SIZE, GAP = 5, 0.2, 2.2
TABLE, PERIOD = 0.5, 480
DEPTH = 45.0
EDGE = CELLS * SIZE


def press(world: World) -> bool:
    """Move the plates down and up, smoothly."""
    phase = 2.0 * np.pi * (world.step_count % PERIOD) / PERIOD
    for plate in kit.named(world, "plate"):
        deep = 0.01 * plate.user_data * EDGE + 0.01
        plate.velocity = (0.0, -0.5 * deep * np.sin(phase) * 2.0 * np.pi / PERIOD * 60.0, 0.0)
    return True


@scene(
    category="Soft",
    name="Press",
    place="workshop",
    view=View(target=(0.0, 1.15, 0.0), distance=6.2, yaw_degrees=18.0, pitch_degrees=10.0),
    sliders={"depth": Slider("Depth", DEPTH, 5.0, 65.0, unit="%")},
)
def build(world: World, *, depth: float = DEPTH) -> None:
    """Three blocks on a table, with plates over them."""
    kit.add_ground(world)
    kit.add_fixed(world, (3.5, 0.5 * TABLE, 0.9), (0.0, 0.5 * TABLE, 0.0), material="steel", friction=0.8, name="table")
    for k, (material, young, color) in enumerate(BLOCKS):
        x = GAP * (k - 1)
        world.add_soft(SoftSolid.lattice((CELLS,) * 3, SIZE), position=(x, TABLE + 0.5 * EDGE + 0.003, 0.0),
                       material=material, young=young, color=color, break_strain=float("inf"),
                       name=f"block of {material}")  # fmt: skip
        parts = [(ShapeBox((0.85, 0.06, 0.75)),), (ShapeBox((0.12, 0.9, 0.12)), (0.0, 0.95, 0.0))]
        world.add_body(kind=BodyKind.KINEMATIC, shapes=parts, position=(x, TABLE + EDGE + 0.07, 0.0),
                       material="steel", user_data=depth, name=f"plate {material}")  # fmt: skip
    world.schedule(press, after_steps=1)


def draw(world: World) -> list[Label]:
    """What is pressed, and how wide it gets."""
    labels = []
    for block in softly.named(world, "block"):
        places = block.positions
        wide, high = np.ptp(places[:, 2]) / EDGE, np.ptp(places[:, 1]) / EDGE
        text = f"{block.name.split()[-1]}\nheight {100.0 * high:.0f} %\nwidth {100.0 * wide:.0f} %"
        labels.append(Label(text, (block.position.x, 0.25, 1.0)))
    return labels


def check(world: World) -> None:
    """After a press rubber and jelly have their volume again, and nothing is in the table."""
    for block in softly.named(world, "block"):
        assert block.positions[:, 1].min() > TABLE - 0.02, "a block is in the table"
        assert block.velocity.length < 3.0 and 0.3 < block.volume / EDGE**3 < 1.1
    rubber = softly.named(world, "block of rubber")[0].positions
    foam = softly.named(world, "block of foam")[0].positions
    assert np.ptp(rubber[:, 1]) < 0.9 * EDGE, "the plates are not down"
    assert np.ptp(rubber[:, 2]) > np.ptp(foam[:, 2]) + 0.03, "rubber does not bulge more than foam"
