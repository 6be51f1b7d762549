"""Conveyor maze.

Crates ride down a stack of conveyor belts, each running against the one above, into a bin at the bottom. The belts do
not move, only their surfaces do, and friction carries the crates along.
Try: change the speed of the belts while they run, or block one with something heavy.
"""

from physics import BodyKind, ShapeBox, World
from scenes import kit
from scenes.registry import Slider, View, scene

LEVELS, DROP = 4, 1.2  # belts, and from one down to the next [m]
HALF_LENGTH, HALF_WIDTH = 3.0, 0.6
SPEED = 3.0
CRATES, EVERY = 14, 45  # crates, and steps between two of them


def direction(level: int) -> float:
    """Which way a belt runs along x; the highest one runs to the right."""
    return 1.0 if (LEVELS - 1 - level) % 2 == 0 else -1.0


def run_belts(world: World, speed: float) -> None:
    """Set the speed of all belts [m/s]."""
    for belt in kit.named(world, "belt"):
        belt.surface_velocity = (speed * direction(int(belt.name[-1])), 0.0, 0.0)


def add_crate(world: World) -> bool:
    """A new crate on the start of the highest belt, until there are enough."""
    number = world.step_count // EVERY
    half = 0.2 + 0.02 * (number * 7 % 5)
    place = (-HALF_LENGTH + 0.5, 1.0 + DROP * LEVELS, 0.1 * (number % 3 - 1))
    material = ("wood", "plastic", "leather")[number % 3]
    world.add_body(shape=ShapeBox((half, half, half)), position=place, material=material, name=f"crate {number}")
    return number < CRATES


@scene(
    category="Conveyors",
    name="Conveyor maze",
    place="lab",
    view=View(target=(0.0, 2.8, -0.1), distance=8.6, yaw_degrees=22.0, pitch_degrees=14.0),
    sliders={"speed": Slider("Belt speed", SPEED, -1.0, 5.0, unit="m/s", live=run_belts)},
)
def build(world: World) -> None:
    """Belts, each shifted to catch what falls off the one above, and a bin."""
    kit.add_ground(world)
    for level in range(LEVELS):
        y, shift = 0.8 + DROP * level, -0.5 * direction(level)
        kit.add_fixed(
            world, (HALF_LENGTH, 0.15, HALF_WIDTH), (shift, y, 0.0), material="rubber", restitution=0.0,
            name=f"belt {level}",
        )  # fmt: skip
        for side in (-1.0, 1.0):
            place = (shift, y, side * (HALF_WIDTH + 0.12))
            kit.add_fixed(world, (HALF_LENGTH, 0.25, 0.1), place, material="glass", friction=0.0, name="rail")
        end = (shift + direction(level) * (HALF_LENGTH + 1.2), y + 0.2, 0.0)
        if level:  # what comes too fast must not fly past the next belt
            kit.add_fixed(world, (0.1, 0.7, HALF_WIDTH + 0.22), end, friction=0.0, name="baffle")
    run_belts(world, SPEED)
    x = direction(0) * (HALF_LENGTH + 1.3) - 0.5 * direction(0)
    walls = [
        ((0.1, 0.35, 1.2), (x - 1.2, 0.35, 0.0)),
        ((0.1, 0.8, 1.2), (x + 1.2 * direction(0), 0.8, 0.0)),
        ((1.3, 0.5, 0.1), (x, 0.5, 1.1)),
        ((1.3, 0.5, 0.1), (x, 0.5, -1.1)),
    ]
    bin_body = world.add_body(kind=BodyKind.STATIC, material="steel", name="bin")
    for half, place in walls:
        bin_body.add_shape(ShapeBox(half), place, material="steel")
    world.schedule(add_crate, after_steps=EVERY)


def check(world: World) -> None:
    """Crates ride as fast as the belts, the first is a belt further down, and none fell off sideways."""
    crates = kit.named(world, "crate")
    assert len(crates) == 300 // EVERY, "crates are missing"
    place = world.read(crates, "position")
    assert abs(place[:, 2]).max() < HALF_WIDTH, "a crate left its belt"
    assert place[0, 1] < 0.8 + DROP * (LEVELS - 1), "the first crate hardly moved"
    assert (place[1:, 1] > place[:-1, 1] - 0.3).all(), "a crate overtook another"
    ride = world.read(crates, "velocity")[:, 0]
    assert (abs(ride - SPEED) < 0.05).any(), "no crate has the speed of its belt"
