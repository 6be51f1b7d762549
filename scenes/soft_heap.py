"""Heap of jelly.

Cubes of jelly fall into a bin, yellow the softest and dark the hardest. They push one another aside and settle: soft
ones are flattened below the others, hard ones keep their form. Every few seconds one is taken out and dropped again.
Try: Much stiffer jelly: the heap gets higher. Or grab the lowest cube and pull it out.
"""

import numpy as np

from physics import SoftSolid, World
from scenes import kit
from scenes.kit import shows, softly
from scenes.registry import Slider, View, scene

COUNT, SIZE, CELLS = 18, 0.4, 2
HALF, WALL = 0.85, 0.5
STIFFNESS = 1.0


def young_of(number: int) -> float:
    """From 40 kPa to 1 MPa, as the numbers of the cubes go."""
    return 4e4 * 25.0 ** ((number * 7 % COUNT) / (COUNT - 1))


def stiffen(world: World, value: float) -> None:
    """Make all cubes so many times stiffer than they were made."""
    for number, cube in enumerate(softly.named(world, "cube")):
        cube.change(young=value * young_of(number))


def lift(world: World, count: int) -> None:
    """Take a cube out and drop it in the middle."""
    cubes = softly.named(world, "cube")
    if cubes:
        cube = cubes[count * 5 % len(cubes)]
        places = cube.positions
        cube.positions = places - places.mean(axis=0) + np.array((0.0, 2.0, 0.0))
        cube.velocities = np.zeros_like(places)


@scene(
    category="Soft",
    name="Heap of jelly",
    place="workshop",
    view=View(target=(0.0, 0.7, 0.0), distance=4.6, yaw_degrees=30.0, pitch_degrees=20.0),
    sliders={"stiffness": Slider("Stiffness", STIFFNESS, 0.5, 20.0, unit="times", live=stiffen)},
)
def build(world: World) -> None:
    """A bin of four walls, and cubes over it."""
    kit.add_ground(world)
    for x, z in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
        half = (0.05, 0.5 * WALL, HALF + 0.1) if x else (HALF + 0.1, 0.5 * WALL, 0.05)
        kit.add_fixed(world, half, ((HALF + 0.05) * x, 0.5 * WALL, (HALF + 0.05) * z), name="wall", material="glass")
    form = SoftSolid.lattice((CELLS,) * 3, SIZE / CELLS)
    for k in range(COUNT):
        place = (0.55 * (k % 3 - 1), 0.25 + 0.5 * (k // 6), 0.55 * (k // 3 % 2 - 0.5))
        share = (k * 7 % COUNT) / (COUNT - 1)
        world.add_soft(form, position=place, young=young_of(k), damping=0.01, color=softly.color_of(share),
                       break_strain=float("inf"), name=f"cube {k + 1}")  # fmt: skip
    shows.every(world, 150, lift, first=240)


def check(world: World) -> None:
    """The cubes are in the bin, upon one another: they have not sunk into one another."""
    cubes = softly.named(world, "cube")
    middles = np.array([cube.position for cube in cubes])
    assert np.abs(middles[:, ::2]).max() < HALF + 0.6, "cubes have left the bin"
    assert min(cube.positions[:, 1].min() for cube in cubes) < 0.03, "the cubes hang in the air"
    volume = sum(cube.volume for cube in cubes)
    assert volume > 0.9 * COUNT * SIZE**3, "the jelly is squeezed"
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2) + 9.0 * np.eye(COUNT)
    assert away.min() > 0.45 * SIZE, "a cube is inside of another"
