"""Jelly on stairs.

Five cubes of jelly tumble down the stairs, yellow the softest and dark the hardest. The softest flows from step to
step, the hardest bounces down like a ball of rubber. At the bottom they are taken up again.
Try: Much stiffer jelly, or such that it hardly keeps its form. Or grab a cube, and see how it wobbles.
"""

import numpy as np

from physics import BodyKind, ShapeBox, SoftSolid, World
from scenes import kit
from scenes.kit import shows, softly
from scenes.registry import Label, Slider, View, scene

STEPS, RISE, RUN = 7, 0.32, 0.62  # of the stairs [m]
SIZE, LANE = 0.17, 1.05  # of a cell, and from cube to cube [m]
SOFTEST, RANGE = 8.0, 64.0  # least stiffness [kPa], and how many times that the greatest is
AGAIN = 330  # steps until they start again
START = (-0.5 * RUN * STEPS + 0.2, RISE * STEPS + 0.9)


def stiffness(number: int, softest: float) -> float:
    """Of a cube [Pa]."""
    return 1e3 * softest * RANGE ** (number / 4.0)


def start_again(world: World, count: int) -> None:
    """Put the cubes back to the top."""
    form = SoftSolid.lattice((3, 3, 3), SIZE).points
    for k, cube in enumerate(softly.named(world, "cube")):
        if len(cube.positions) == len(form):
            cube.positions = form + (START[0], START[1], LANE * (k - 2))
            cube.velocities = np.tile((1.6, 0.0, 0.0), (len(form), 1))


def soften(world: World, value: float) -> None:
    """Set the stiffness of the softest; the others keep their ratios [kPa]."""
    for k, cube in enumerate(softly.named(world, "cube")):
        cube.change(young=stiffness(k, value))


@scene(
    category="Soft",
    name="Jelly on stairs",
    place="hall",
    view=View(target=(1.9, 0.6, 0.0), distance=9.4, yaw_degrees=58.0, pitch_degrees=20.0),
    sliders={"softest": Slider("Stiffness of the softest", SOFTEST, 4.0, 60.0, unit="kPa", live=soften)},
)
def build(world: World) -> None:
    """Stairs along +X, with a cube in each of five lanes."""
    kit.add_ground(world)
    for k in range(STEPS):
        height = RISE * (STEPS - k)
        x = RUN * (k - 0.5 * STEPS) + 0.3
        kit.add_fixed(world, (0.5 * RUN, 0.5 * height, 2.9), (x, 0.5 * height, 0.0), material="stone", name="step")
    for z in (-2.95, 2.95):
        for k in range(STEPS):
            height, x = RISE * (STEPS - k) + 0.12, RUN * (k - 0.5 * STEPS) + 0.3
            world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.5 * RUN, 0.5 * height, 0.08)), material="wood",
                           position=(x, 0.5 * height, z), name="side")  # fmt: skip
    for k in range(5):
        world.add_soft(
            SoftSolid.lattice((3, 3, 3), SIZE), position=(START[0], START[1], LANE * (k - 2)),
            velocity=(1.6, 0.0, 0.0), material="jelly", young=stiffness(k, SOFTEST), friction=0.35,
            color=softly.color_of(k / 4.0), break_strain=float("inf"), name=f"cube {k}",
        )  # fmt: skip
    shows.every(world, AGAIN, start_again)


def draw(world: World) -> list[Label]:
    """What each cube is made of."""
    return [
        Label(f"{cube.young / 1000.0:.0f} kPa", cube.position + (0.0, 0.55, 0.0))
        for cube in softly.named(world, "cube")
    ]


def check(world: World) -> None:
    """All came down some steps, none is in the stone, and each still has its volume, the softest ones too."""
    for cube in softly.named(world, "cube"):
        assert cube.position.y < START[1] - 2.0 * RISE, f"{cube.name} is still at the top"
        assert cube.positions[:, 1].min() > -0.03, "a cube fell through the floor"
        assert 0.6 < cube.volume / (3.0 * SIZE) ** 3 < 1.3, f"{cube.name} has changed its volume"
