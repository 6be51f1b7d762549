"""Opposed belts.

Two belts run side by side in opposite directions, and a crate that lies on both turns in place like a plate on a
potter's wheel: the smaller it is, the faster. A long plank swings round until it lies along the seam, and what lies on
one belt only rides away.
Try: give both belts the same direction, or one of them no speed at all; then set something else down on the seam.
"""

import math

import numpy as np

from physics import BodyKind, ShapeBox, World
from scenes import kit
from scenes.registry import Slider, Strokes, View, scene

HALF_LENGTH, HALF_WIDTH, HEIGHT = 6.0, 1.2, 0.5
SPEED = 1.0
PLACES = {"small crate": -3.0, "crate": 0.0, "plank": 3.0}
HALVES = {"small crate": (0.3, 0.3, 0.3), "crate": (0.5, 0.5, 0.5), "plank": (0.2, 0.1, 0.9)}  # [m]


def run_near(world: World, speed: float) -> None:
    """Set the speed of the belt in front [m/s]."""
    kit.named(world, "near belt")[0].surface_velocity = (speed, 0.0, 0.0)


def run_far(world: World, speed: float) -> None:
    """Set the speed of the belt behind [m/s]."""
    kit.named(world, "far belt")[0].surface_velocity = (speed, 0.0, 0.0)


@scene(
    category="Conveyors",
    name="Opposed belts",
    place="workshop",
    view=View(target=(0.0, 0.8, 0.0), distance=10.0, yaw_degrees=25.0, pitch_degrees=28.0),
    sliders={
        "near": Slider("Near belt", SPEED, -3.0, 3.0, unit="m/s", live=run_near),
        "far": Slider("Far belt", -SPEED, -3.0, 3.0, unit="m/s", live=run_far),
    },
)
def build(world: World) -> None:
    """Two belts, and things on the seam between them."""
    kit.add_ground(world)
    for name, side, speed in (("near belt", 1.0, SPEED), ("far belt", -1.0, -SPEED)):
        world.add_body(
            kind=BodyKind.STATIC, shape=ShapeBox((HALF_LENGTH, 0.5 * HEIGHT, HALF_WIDTH)), name=name,
            position=(0.0, 0.5 * HEIGHT, side * HALF_WIDTH), material="rubber", restitution=0.0,
            surface_velocity=(speed, 0.0, 0.0),
        )  # fmt: skip
    for name, half in HALVES.items():
        place = (PLACES[name], HEIGHT + half[1], 0.0)
        world.add_body(shape=ShapeBox(half), position=place, material="wood", restitution=0.0, name=name)


def draw(world: World) -> list[Strokes]:
    """Marks that run with the belts."""
    starts, ends = [], []
    for belt in kit.named(world, "near belt") + kit.named(world, "far belt"):
        speed = belt.surface_velocity.x
        tip = np.remainder(np.arange(0.0, 2.0 * HALF_LENGTH, 0.75) + speed * world.time, 2.0 * HALF_LENGTH)
        for side in (-1.0, 1.0):
            start = np.stack(
                (tip - HALF_LENGTH, np.full(len(tip), HEIGHT + 0.01), np.full(len(tip), belt.position.z)), 1
            )
            starts.append(start)
            ends.append(start + (-math.copysign(0.2, speed), 0.0, side * 0.35))
    return [Strokes(np.concatenate(starts), np.concatenate(ends), (1.0, 0.9, 0.6, 0.9))]


def check(world: World) -> None:
    """Both crates turn the way the belts push them, in place, and the plank has turned along the seam."""
    for name, x in PLACES.items():
        body = kit.named(world, name)[0]
        if name == "plank":
            turn = 2.0 * math.atan2(body.orientation[1], body.orientation[3])
            assert abs(turn - 0.5 * math.pi) < 0.2, "the plank does not lie along the seam"
        else:
            assert body.angular_velocity.y > 0.25 * SPEED, f"{name} does not turn"
        assert abs(body.position.x - x) < 0.8 and abs(body.position.z) < 0.2, f"{name} was carried away"
