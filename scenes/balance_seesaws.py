"""Seesaws.

Three seesaws balance on an edge. Iron balls hang below the edge, so that a seesaw with equal torques rocks about the
level: 1 against 1, or 2 at half the distance. The third has more torque on the right, and tips. In front a heavy ball
falls on the end of a plank, again and again, and throws a crate into the air.
Try: move a weight along its plank, or drop another one on the end.
"""

import numpy as np

from physics import Body, JointHinge, ShapeBox, ShapeSphere, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

EDGE, ARM = 1.5, 1.6  # height of the edges, and of the far weights from the middle [m]
SIDE = 0.4  # of the weights [m]
LIGHT = 40.0  # mass of a small weight [kg]


def add_seesaw(world: World, z: float, name: str) -> Body:
    """A plank on an edge, with balls on arms that hang down before and behind it."""
    kit.add_fixed(world, (0.3, 0.3, 0.25), (0.0, EDGE - 0.3 * 2**0.5, z), orientation=kit.turn(kit.Z, 45.0),
                  material="stone", friction=1.0, name="edge")  # fmt: skip
    kit.add_fixed(world, (0.25, 0.5 * EDGE - 0.3, 0.25), (0.0, 0.5 * EDGE - 0.3, z), material="stone", name="pedestal")
    plank = world.add_body(
        shape=ShapeBox((2.2, 0.06, 0.5)), position=(0.0, EDGE + 0.06, z), material="wood", friction=1.0, name=name,
        angular_velocity=(0.0, 0.0, 0.15), angular_damping=1.5,
    )  # fmt: skip
    for side in (-0.42, 0.42):
        plank.add_shape(ShapeBox((0.06, 0.35, 0.06)), (0.0, -0.4, side), material="steel")
        plank.add_shape(ShapeSphere(0.16), (0.0, -0.85, side), material="iron")
    return plank


def add_weight(world: World, z: float, x: float, mass: float) -> None:
    """A cube on a plank."""
    half = 0.5 * SIDE
    world.add_body(shape=ShapeBox((half, half, half)), position=(x, EDGE + 0.12 + half, z), mass=mass,
                   material="rubber", name=f"weight of {mass:.0f} kg")  # fmt: skip


def add_thrower(world: World, z: float) -> None:
    """A plank on a block with a crate on its low end; a ball falls on the other end every five seconds."""
    tilt = 16.0
    block = kit.add_fixed(world, (0.25, 0.3, 0.45), (0.0, 0.3, z), material="stone", name="block")
    lever = world.add_body(
        shape=ShapeBox((2.0, 0.05, 0.4)), position=(0.0, 0.72, z), orientation=kit.turn(kit.Z, tilt), material="wood",
        friction=1.0, restitution=0.0, name="lever",
    )  # fmt: skip
    world.add_joint(JointHinge(block, lever, anchor=(0.0, 0.72, z), axis=kit.Z, name="lever hinge"))
    crate = world.add_body(
        shape=ShapeBox((0.25, 0.25, 0.25)), position=(-1.6, 0.57, z), orientation=kit.turn(kit.Z, tilt), mass=25.0,
        material="wood", friction=1.0, restitution=0.0, name="crate",
    )  # fmt: skip
    ball = world.add_body(shape=ShapeSphere(0.26), position=(1.7, 4.6, z), mass=160.0, material="iron",
                          restitution=0.0, name="heavy ball")  # fmt: skip
    put_back = shows.putting_back((lever, crate, ball))
    shows.every(world, 300, lambda world, _: put_back(world), first=330)


@scene(
    category="Balance",
    name="Seesaws",
    place="workshop",
    view=View(target=(0.0, 1.5, 0.9), distance=9.0, yaw_degrees=28.0, pitch_degrees=15.0),
    sliders={"extra": Slider("Extra weight", 0.5, 0.0, 2.0)},
)
def build(world: World, *, extra: float = 0.5) -> None:
    """Three seesaws in a row, and one that throws."""
    kit.add_ground(world)
    loads = (("equal", LIGHT, ARM), ("lever", 2.0 * LIGHT, 0.5 * ARM), ("uneven", (1.0 + extra) * LIGHT, ARM))
    for row, (name, mass, arm) in enumerate(loads):
        z = 1.8 * (1 - row)
        add_seesaw(world, z, f"plank, {name}")
        add_weight(world, z, -ARM, LIGHT)
        add_weight(world, z, arm, mass)
    add_thrower(world, 3.7)


def check(world: World) -> None:
    """The law of the lever: the first two are level, the third has tipped to the right."""
    tilt = kit.axis_of(world, kit.named(world, "plank"), 0)[:, 1]
    assert np.abs(tilt[:2]).max() < 0.03, f"a balanced see-saw tips by {np.abs(tilt[:2]).max():.3f}"
    assert tilt[2] < -0.1, "the uneven see-saw does not tip"
    place = world.read(kit.named(world, "plank")[:2], "position")
    assert np.abs(place[:, 0]).max() < 0.05 and np.abs(place[:, 1] - EDGE - 0.06).max() < 0.02, "a plank left its edge"
