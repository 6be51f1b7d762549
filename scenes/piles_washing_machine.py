"""Washing machine.

Two thousand cubes in a tilted drum with four paddles that lift them; at the top they slide down again. The drum is one
kinematic body of twenty-one boxes that nothing can stop.
Try: a faster drum. Above about sqrt(g / r) = 2 rad/s the cubes stick to the wall.
"""

import math

import numpy as np

from physics import BodyKind, ShapeBox, World
from physics.vector import rotate
from scenes import kit
from scenes.registry import Slider, View, scene

RADIUS, DEPTH, STAVES = 2.6, 4.5, 16  # of the inside the drum [m]
TILT_DEGREES = 30.0  # of its axis above the horizon
CENTER = (0.0, 4.0, 0.0)
AXIS = rotate(kit.turn(kit.X, -TILT_DEGREES), kit.Z)  # out of the mouth
SPEED = 1.2


def set_speed(world: World, speed: float) -> None:
    """Turn the drum by this many rad/s."""
    for drum in kit.named(world, "drum"):
        drum.angular_velocity = [speed * component for component in AXIS]


def add_drum(world: World) -> None:
    """Staves around the own z axis, a back plate and paddles."""
    half_stave = (RADIUS + 0.4) * math.tan(math.pi / STAVES)
    parts = [(ShapeBox((RADIUS + 0.4, RADIUS + 0.4, 0.2)), (0.0, 0.0, -0.5 * DEPTH - 0.2))]
    for stave in range(STAVES):
        angle = 360.0 * stave / STAVES
        turned = kit.turn(kit.Z, angle)
        place = rotate(turned, (RADIUS + 0.2, 0.0, 0.0))
        parts.append((ShapeBox((0.2, half_stave, 0.5 * DEPTH)), place, turned))
        if stave % (STAVES // 4) == 0:
            parts.append((ShapeBox((0.3, 0.15, 0.5 * DEPTH)), rotate(turned, (RADIUS - 0.3, 0.0, 0.0)), turned))
    world.add_body(
        kind=BodyKind.KINEMATIC, shapes=parts, position=CENTER, orientation=kit.turn(kit.X, -TILT_DEGREES),
        material="steel", restitution=0.0, name="drum",
    )  # fmt: skip


@scene(
    category="Piles",
    name="Washing machine",
    place="yard",
    view=View(target=(0.0, 3.8, 0.0), distance=11.5, yaw_degrees=14.0, pitch_degrees=34.0),
    sliders={
        "count": Slider("Cubes", 2000, 100, 3000, integer=True),
        "speed": Slider("Drum speed", SPEED, -4.0, 4.0, unit="rad/s", live=set_speed),
    },
)
def build(world: World, *, count: int = 2000) -> None:
    """A drum, and cubes on a grid inside it, from the back plate on."""
    kit.add_ground(world)
    add_drum(world)
    set_speed(world, SPEED)
    line = 0.23 * np.arange(-9, 10)
    disc = [(x, y) for x in line for y in line if math.hypot(x, y) < RADIUS - 0.75]
    layer, pitch = np.arange(count) // len(disc), 0.23
    grid = [(*disc[k % len(disc)], -0.5 * DEPTH + 0.15 + pitch * layer[k]) for k in range(count)]
    tilted = kit.turn(kit.X, -TILT_DEGREES)
    places = [rotate(tilted, place) + CENTER for place in grid]
    for material, first in (("plastic", 0), ("wood", 1)):
        world.add_bodies(
            position=places[first::2], orientation=[tilted] * len(places[first::2]), shape=ShapeBox((0.1, 0.1, 0.1)),
            material=material, restitution=0.0, name="cube",
        )  # fmt: skip


def check(world: World) -> None:
    """The drum turned by its speed times the time, and every cube is inside and was taken along."""
    drum = kit.named(world, "drum")[0]
    cubes = kit.named(world, "cube")
    offset = world.read(cubes, "position") - np.array(CENTER)
    along = offset @ np.array(AXIS)
    across = np.linalg.norm(offset - np.outer(along, AXIS), axis=1)
    assert across.max() < (RADIUS + 0.1) / math.cos(math.pi / STAVES), "a cube is in the wall of the drum"
    assert along.min() > -0.5 * DEPTH and along.max() < 0.5 * DEPTH + 0.2, "a cube left the drum"
    turned = 2.0 * math.acos(abs(np.dot(drum.orientation, kit.turn(kit.X, -TILT_DEGREES))))
    assert abs(turned - abs(math.remainder(SPEED * world.time, 2.0 * math.pi))) < 0.02, "the drum has not its angle"
    assert offset[:, 0].mean() > 0.2, "the drum does not lift the cubes on its right side"
    speed = np.linalg.norm(world.read(cubes, "velocity"), axis=1)
    assert 0.3 < speed.mean() < 2.0 * SPEED * RADIUS, f"the cubes move at {speed.mean():.1f} m/s"
