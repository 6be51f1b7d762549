"""Billiards.

The break: a white ball hits fifteen others. The table is seven times as large as a real one, and the pockets are gaps
between the cushions: balls that roll through them fall to the ground.
Try: another aim. A hair off the middle, and everything goes differently.
"""

import math

import numpy as np

from physics import ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, View, scene

RADIUS = 0.2
BED = (9.0, 4.5)  # half of the playing field [m]
TOP = 1.0  # height of the cloth [m]
POCKET = 0.75  # width of the gaps [m]
BALL = {"shape": ShapeSphere(RADIUS), "mass": 50.0, "restitution": 0.93, "friction": 0.1, "rolling_friction": 0.0}
COLORS = ("rubber", "plastic", "wood", "iron", "leather")


def add_cushions(world: World) -> None:
    """Six cushions with gaps in the corners and in the middle of the long sides."""
    bank = {"material": "rubber", "restitution": 0.8, "friction": 0.2, "name": "cushion"}
    long, short = 0.5 * BED[0] - 0.75 * POCKET, BED[1] - POCKET
    for side in (-1.0, 1.0):
        for part in (-1.0, 1.0):
            middle = part * (0.5 * POCKET + long)
            kit.add_fixed(world, (long, 0.25, 0.25), (middle, TOP + 0.15, side * (BED[1] + 0.25)), **bank)
        kit.add_fixed(world, (0.25, 0.25, short), (side * (BED[0] + 0.25), TOP + 0.15, 0.0), **bank)


@scene(
    category="Games",
    name="Billiards",
    place="hall",
    view=View(target=(0.5, 1.0, 0.0), distance=16.0, yaw_degrees=25.0, pitch_degrees=38.0),
    sliders={
        "speed": Slider("Cue ball speed", 11.0, 1.0, 14.0, unit="m/s"),
        "aim_degrees": Slider("Aim", 0.5, -8.0, 8.0, unit="degrees"),
    },
)
def build(world: World, *, speed: float = 11.0, aim_degrees: float = 0.5) -> None:
    """A table, the triangle and the white ball."""
    kit.add_ground(world)
    cloth = {"material": "leather", "friction": 0.3, "rolling_friction": 0.012, "restitution": 0.0}
    kit.add_fixed(world, (BED[0], 0.5 * TOP, BED[1]), (0.0, 0.5 * TOP, 0.0), name="table", **cloth)
    add_cushions(world)
    pitch = 2.0 * RADIUS + 0.004
    number = 0
    for row in range(5):
        for place in range(row + 1):
            number += 1
            spot = (3.5 + row * pitch * math.sqrt(0.75), TOP + RADIUS, pitch * (place - 0.5 * row))
            world.add_body(position=spot, material=COLORS[number % 5], name=f"ball {number}", **BALL)
    angle = math.radians(aim_degrees)
    velocity = (speed * math.cos(angle), 0.0, speed * math.sin(angle))
    world.add_body(position=(-5.0, TOP + RADIUS, 0.0), velocity=velocity, material="ice", name="white ball", **BALL)


def check(world: World) -> None:
    """The triangle is open, every ball is on the cloth or fell through a pocket, and energy was lost, not won."""
    balls = kit.named(world, "ball") + kit.named(world, "white")
    place = world.read(balls, "position")
    assert np.std(place[:15, 0]) + np.std(place[:15, 2]) > 2.0, "the triangle did not open"
    on_cloth = np.abs(place[:, 1] - TOP - RADIUS) < 0.1
    outside = (np.abs(place[:, 0]) > BED[0]) | (np.abs(place[:, 2]) > BED[1])
    assert (on_cloth | (outside & (place[:, 1] > RADIUS - 0.05))).all(), "a ball jumped, or is inside the table"
    assert on_cloth.sum() >= 10, "most balls left the table"
    energy = sum(ball.kinetic_energy for ball, on in zip(balls, on_cloth, strict=True) if on)
    assert 0.0 < energy < 0.5 * 0.5 * balls[0].mass * 11.0**2, "energy is wrong"
