"""Pouring five thousand balls.

A hundred balls appear every five steps, until five thousand fill the tray. They flow like grain, and form a heap that
slides when it gets too steep.
Try: stir the heap with a heavy ball; change the rate to make it steeper.
"""

import numpy as np

from physics import ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, View, scene

RADIUS = 0.12
HALF_WIDTH, WALL = 3.0, 3.0
COUNT, SIDE = 5000, 10
LAYER = [(0.27 * (k // SIDE - 4.5), 7.0, 0.27 * (k % SIDE - 4.5)) for k in range(SIDE * SIDE)]
MATERIALS = ("plastic", "rubber", "glass", "wood")


@scene(
    category="Piles",
    name="Pouring five thousand balls",
    place="hall",
    view=View(target=(0.0, 1.8, 0.0), distance=13.5, yaw_degrees=35.0, pitch_degrees=26.0),
    sliders={"every": Slider("Steps between layers", 5, 4, 30, integer=True)},
)
def build(world: World, *, every: int = 5) -> None:
    """An empty tray, and a layer of balls above it from time to time."""
    kit.add_tray(world, half_width=HALF_WIDTH, height=WALL)
    shakes = kit.random(5000).uniform(-0.02, 0.02, (COUNT, 3))

    def pour(world: World) -> bool:
        """Add the next layer."""
        layer = world.step_count // every - 1
        first = layer * len(LAYER)
        places = np.array(LAYER) + shakes[first : first + len(LAYER)]
        world.add_bodies(
            position=places, velocity=np.tile((0.0, -4.0, 0.0), (len(LAYER), 1)), shape=ShapeSphere(RADIUS),
            material=MATERIALS[layer % len(MATERIALS)], restitution=0.1, name="ball",
        )  # fmt: skip
        return first + len(LAYER) < COUNT

    world.schedule(pour, after_steps=every)


def check(world: World) -> None:
    """All came, all are in the tray, and the pile is about as dense as poured balls are: 0.5 to 0.68."""
    balls = kit.named(world, "ball")
    assert len(balls) == COUNT, f"{len(balls)} balls came"
    place = world.read(balls, "position")
    assert np.abs(place[:, [0, 2]]).max() < HALF_WIDTH and place[:, 1].min() > 0.5 * RADIUS, "a ball left the tray"
    speed = np.linalg.norm(world.read(balls[: COUNT // 2], "velocity"), axis=1)
    assert np.median(speed) < 0.2, "the first half of the balls does not settle"
    low = place[:, 1] < 1.0
    volume = low.sum() * 4.0 / 3.0 * np.pi * RADIUS**3
    share = volume / (4.0 * HALF_WIDTH**2)
    assert 0.5 < share < 0.7, f"balls fill {share:.2f} of the lowest meter"
