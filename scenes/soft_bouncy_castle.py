"""Bouncy castle.

A floor six meters square full of air, with a tower of air at each corner. Crates, balls and figures fall on it and are
thrown up again; where something lands the floor gives, and the air lifts it everywhere else.
Try: Less pressure, and they sink in; more, and the floor gets as hard as a drum.
"""

import numpy as np

from physics import ShapeBox, ShapeSphere, SoftShell, World, build_ragdoll
from scenes import kit
from scenes.kit import shows, softly
from scenes.registry import Slider, View, scene

HALF, THICK = 3.0, 0.35
PRESSURE = 6.0
THINGS = 8


def toss(world: World, count: int) -> None:
    """Lift the next thing up again."""
    random = (0.37 * count) % 1.0, (0.61 * count) % 1.0
    for body in kit.named(world, f"thing {count % THINGS}"):
        body.position = (3.2 * (random[0] - 0.5), 3.6, 3.2 * (random[1] - 0.5))
        body.velocity, body.angular_velocity = (0.0, 0.0, 0.0), (0.0, 2.0, 1.0)


def inflate(world: World, value: float) -> None:
    """Fill the floor to a pressure [kPa]."""
    for floor in softly.named(world, "floor"):
        floor.pressure = 1e3 * value


@scene(
    category="Soft",
    name="Bouncy castle",
    place="meadow",
    view=View(target=(0.0, 1.0, 0.0), distance=9.8, yaw_degrees=34.0, pitch_degrees=19.0),
    sliders={"pressure": Slider("Pressure of the floor", PRESSURE, 0.5, 20.0, unit="kPa", live=inflate)},
)
def build(world: World) -> None:
    """A floor, towers, and things that fall."""
    kit.add_ground(world)
    skin = {"material": "latex", "stretch": 8e4, "bend": 0.05, "density": 1.0, "break_strain": float("inf")}
    floor = world.add_soft(
        SoftShell.box(half_extents=(HALF, THICK, HALF), cells=(12, 2, 12), pressure=1e3 * PRESSURE),
        position=(0.0, THICK + 0.03, 0.0), color=(0.90, 0.35, 0.12), name="floor", **skin,
    )  # fmt: skip
    for x in (-1.0, 1.0):
        for z in (-1.0, 1.0):
            world.add_soft(
                SoftShell.box(half_extents=(0.35, 1.1, 0.35), cells=(2, 6, 2), pressure=5e3),
                position=(x * (HALF + 0.75), 1.16, z * (HALF + 0.75)), color=(0.15, 0.35, 0.75), name="tower", **skin,
            )  # fmt: skip
    low = floor.positions[:, 1] < 0.1
    floor.pin(np.flatnonzero(low & (np.abs(floor.positions[:, [0, 2]]).max(axis=1) > HALF - 0.01)).tolist())
    for k in range(THINGS):
        shape = ShapeBox((0.28, 0.28, 0.28)) if k % 2 else ShapeSphere(0.3)
        world.add_body(
            shape=shape, position=(1.1 * (k % 4 - 1.5), 1.8 + 0.9 * (k // 4), 1.4 * (k // 4) - 0.7), mass=12.0,
            material="wood" if k % 2 else "rubber", restitution=0.0, name=f"thing {k}",
        )  # fmt: skip
    build_ragdoll(world, (0.0, 2.2, 0.0), height=1.5, mass=40.0, restitution=0.0, joint_friction=3.0, name="figure")
    shows.every(world, 40, toss, first=150)


def check(world: World) -> None:
    """What fell on the floor is still over the ground, and the floor is full of air."""
    floor = softly.named(world, "floor")[0]
    places = world.read(kit.named(world, "thing"), "position")
    inside = np.abs(places[:, ::2]).max(axis=1) < HALF - 0.3
    assert inside.sum() >= 4, "most things have left the castle"
    assert places[inside, 1].min() > 0.35, "something fell through the floor"
    assert places[:, 1].max() < 4.2
    assert floor.volume > 6.0 * HALF * HALF * THICK, "the air has gone"
    assert np.abs(floor.velocities).max() > 0.05, "nothing moves"
