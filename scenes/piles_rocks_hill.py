"""Rocks on a hill.

A hundred and fifty rocks of twelve shapes are poured on top of a hill, tumble down its gullies, and come to rest on
ledges and around its foot. The hill is a height field, every rock a convex hull.
Try: less friction, or a steeper hill, until no rock stays up.
"""

import numpy as np

from physics import BodyKind, ShapeHeightField, World
from scenes import kit
from scenes.registry import Slider, View, scene

CELLS, CELL = 72, 0.35  # grid of the hill [m]
KINDS, BATCH, EVERY = 12, 5, 7  # shapes; rocks at once; steps in between


def surface(x: np.ndarray, z: np.ndarray, height: float) -> np.ndarray:
    """Height of the hill [m]; it dips into the ground at its border."""
    away = np.hypot(x, z)
    gullies = 0.1 * away * np.sin(5.0 * np.arctan2(z, x) + 0.6 * away)
    ledges = 0.12 * np.sin(2.6 * x + 1.0) * np.sin(2.3 * z)
    return height / (1.0 + (away / 3.8) ** 3) + (gullies + ledges) * np.exp(-((away / 6.0) ** 4)) - 0.5


@scene(
    category="Piles",
    name="Rocks on a hill",
    place="quarry",
    view=View(target=(0.0, 1.5, 0.0), distance=16.0, yaw_degrees=-15.0, pitch_degrees=24.0),
    sliders={
        "count": Slider("Rocks", 150, 10, 400, integer=True),
        "height": Slider("Hill height", 4.5, 1.0, 8.0, unit="m"),
        "friction": Slider("Friction", 0.6, 0.05, 1.0),
    },
)
def build(world: World, *, count: int = 150, height: float = 4.5, friction: float = 0.6) -> None:
    """A hill, and rocks that appear above it, five at a time."""
    kit.add_ground(world)
    line = CELL * (np.arange(CELLS + 1) - 0.5 * CELLS)
    x, z = np.meshgrid(line, line)
    hill = ShapeHeightField(surface(x, z, height), CELL)
    world.add_body(kind=BodyKind.STATIC, shape=hill, material="leather", friction=friction, name="hill")
    random = kit.random(11)
    shapes = [kit.rock(random, size) for size in np.linspace(0.16, 0.34, KINDS)]
    places = random.uniform((-1.3, 1.5, -1.3), (1.3, 3.5, 1.3), (count, 3)) + (0.0, height, 0.0)
    turns = random.normal(size=(count, 4))

    def pour(world: World) -> bool:
        """The next rocks, until there are enough."""
        first = (world.step_count // EVERY - 1) * BATCH
        for number in range(first, min(first + BATCH, count)):
            world.add_body(
                shape=shapes[number % KINDS], position=places[number], orientation=turns[number], friction=friction,
                velocity=(0.0, -3.0, 0.0), material="stone" if number % 3 else "concrete", name=f"rock {number}",
            )  # fmt: skip
        return first + BATCH < count

    world.schedule(pour, after_steps=EVERY)


def check(world: World) -> None:
    """All rocks are there, none is in the hill or in another, most lie still, and they spread from the top down."""
    rocks = kit.named(world, "rock")
    assert len(rocks) == 150, f"{len(rocks)} rocks were poured"
    x, y, z = world.read(rocks, "position").T
    assert (y > np.maximum(surface(x, z, 4.5), 0.0)).all(), "a rock is below the surface"
    assert world.contacts()["separation"].min() > -0.06, "rocks are inside one another"
    away = np.hypot(x, z)
    assert (away < 2.0).sum() > 5 and (away > 4.0).sum() > 40, "the rocks did not spread"
    assert away.max() < 18.0, f"a rock rolled {away.max():.0f} m away"
    speed = np.linalg.norm(world.read(rocks, "velocity"), axis=1)
    assert np.median(speed) < 1.0, "the rocks do not come to rest"
