"""Stone arch.

Wedge-shaped stones without mortar: each is held by its neighbors, and the weight runs around to the piers, which stand
by their own weight. An arch needs no strength, but thickness: 0.11 of its radius for a half circle, 0.3 m here.
Try: remove the keystone ([delete]). Then again with thick stones: now both halves lean on each other, and stand.
"""

import itertools
import math

import numpy as np

from physics import ShapeBox, ShapeHull, World
from scenes import kit
from scenes.registry import Slider, View, scene

RADIUS, HALF_DEPTH = 2.4, 0.55  # to the middle of the stones [m]
PIER_HEIGHT, PIER_WIDTH, COURSES = 1.5, 1.3, 3
BEVEL = 0.02


def add_stone(world: World, shape: ShapeHull, degrees: float, *, material: str, name: str) -> None:
    """A stone of the arch; 0 degrees is the crown."""
    angle = math.radians(degrees)
    place = (-RADIUS * math.sin(angle), PIER_HEIGHT + RADIUS * math.cos(angle), 0.0)
    world.add_body(
        shape=shape, position=place, orientation=kit.turn(kit.Z, degrees), material=material, friction=0.65,
        restitution=0.0, name=name,
    )  # fmt: skip


def wedge(thickness: float, half_angle: float) -> ShapeHull:
    """Stone of the crown around the middle of its thickness; every face is framed by a bevel."""
    points = []
    for radial, around, along in itertools.product((-1.0, 1.0), repeat=3):
        for face in np.eye(3):  # the one that reaches all the way out
            inset = BEVEL * (1.0 - face)
            radius = RADIUS + radial * (0.5 * thickness - inset[0])
            angle = around * (half_angle - inset[1] / radius)
            z = along * (HALF_DEPTH - inset[2])
            points.append((radius * math.sin(angle), radius * math.cos(angle) - RADIUS, z))
    return ShapeHull(points)


@scene(
    category="Stacking",
    name="Stone arch",
    place="quarry",
    view=View(target=(0.0, 2.1, 0.0), distance=7.6, yaw_degrees=-28.0, pitch_degrees=9.0),
    sliders={
        "stones": Slider("Stones on each side of the keystone", 6, 2, 14, integer=True),
        "thickness": Slider("Thickness", 0.5, 0.15, 1.0, unit="m"),
    },
)
def build(world: World, *, stones: int = 6, thickness: float = 0.5) -> None:
    """Two piers of three blocks, and a half circle of stones on them."""
    kit.add_ground(world)
    half = 0.5 * PIER_HEIGHT / COURSES
    for side, course in itertools.product((-1.0, 1.0), range(COURSES)):
        block = ShapeBox((0.5 * PIER_WIDTH, half, HALF_DEPTH + 0.1))
        place = (side * RADIUS, half * (2 * course + 1), 0.0)
        world.add_body(shape=block, position=place, material="concrete", restitution=0.0, name="pier")
    step = 180.0 / (2 * stones + 1)
    shape = wedge(thickness, math.radians(0.5 * step))
    for number in range(-stones, stones + 1):
        name, material = (f"stone {number}", "stone") if number else ("keystone", "concrete")
        add_stone(world, shape, number * step, material=material, name=name)


def check(world: World) -> None:
    """Every stone is where it was laid, but for the joints that closed, and the arch sleeps."""
    stones = [*kit.named(world, "stone"), *kit.named(world, "keystone")]
    place = world.read(stones, "position") - (0.0, PIER_HEIGHT, 0.0)
    radius = np.hypot(place[:, 0], place[:, 1])
    assert abs(radius - RADIUS).max() < 0.04, f"a stone moved by {abs(radius - RADIUS).max():.3f} m"
    assert abs(place[:, 2]).max() < 0.01, "a stone slid out"
    assert place[-1, 1] > RADIUS - 0.04, "the keystone sank"
    assert abs(abs(world.read(kit.named(world, "pier"), "position")[:, 0]) - RADIUS).max() < 0.02, "a pier gave way"
    assert not world.read(stones, "awake").any(), "the arch does not come to rest"
