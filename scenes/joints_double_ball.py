"""Rods with balls at both ends.

A rod with a ball joint at each end keeps two points at a fixed distance and leaves everything else free. Four rods of
equal length carry a table: it swings in all directions and rotates, but stays level.
Try: rods of another length, and push the table. Pull one corner up: the rods are stiff both ways.
"""

import math

import numpy as np

from physics import BodyKind, JointDoubleBall, ShapeBox, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Slider, View, scene

HALF, HEIGHT, LENGTH = 0.9, 3.0, 1.7


def set_length(world: World, value: float) -> None:
    """Length of all rods [m]."""
    for joint in world.joints:
        joint.length = value


@scene(
    category="Joints",
    name="Rods with balls at both ends",
    place="workshop",
    view=View(target=(0.0, 1.7, 0.0), distance=5.6, yaw_degrees=28.0, pitch_degrees=14.0),
    sliders={
        "length": Slider("Rod length", LENGTH, 0.8, 2.2, unit="m", live=set_length),
    },
)
def build(world: World) -> None:
    """A frame, a table on four rods, and crates on it."""
    kit.add_ground(world)
    corners = [(x, z) for x in (-HALF, HALF) for z in (-HALF, HALF)]
    bar = ShapeBox((HALF + 0.4, 0.06, 0.06))
    parts = [(ShapeBox((0.06, 0.5 * HEIGHT, 0.06)), (1.4 * x, 0.5 * HEIGHT, z)) for x, z in corners]
    parts += [(bar, (0.0, HEIGHT, z)) for z in (-HALF, HALF)]
    frame = world.add_body(kind=BodyKind.STATIC, shapes=parts, material="steel", name="frame")
    height, push = HEIGHT - LENGTH, {"velocity": (1.6, 0.0, 0.8), "angular_velocity": (0.0, 1.0, 0.0)}
    table = world.add_body(
        shape=ShapeBox((HALF + 0.1, 0.05, HALF + 0.1)), position=(0.0, height, 0.0), density=300.0, material="wood",
        friction=0.9, can_sleep=False, name="table", **push,
    )  # fmt: skip
    for x, z in corners:
        ends = {"anchor_a": (x, HEIGHT, z), "anchor_b": (x, height, z)}
        world.add_joint(JointDoubleBall(frame, table, name="rod", **ends))
    places = [(0.45 * x, height + 0.2, 0.45 * z) for x, z in corners]
    velocity = [push["velocity"]] * len(places)
    box = {
        "shape": ShapeBox((0.15, 0.15, 0.15)),
        "density": 300.0,
        "material": "wood",
        "friction": 0.9,
        "name": "crate",
    }
    world.add_bodies(position=places, velocity=velocity, **box)


def check(world: World) -> None:
    """The table is level and swings, its rods have their length and pull as a pendulum does, and the crates stand."""
    table = kit.named(world, "table")[0]
    assert kit.axis_of(world, [table])[0][1] > 0.99, "the table is tilted"
    assert max(abs(joint.distance - joint.length) for joint in world.joints) < 0.001, "a rod stretches"
    assert max(joint.force.length for joint in world.joints) < 20_000.0, "the rods pull against each other"
    crates = kit.named(world, "crate")
    place = world.read(crates, "position")
    assert np.abs(place[:, 1] - table.position.y - 0.2).max() < 0.1, "a crate fell"
    away = math.hypot(table.position.x, table.position.z)
    assert away > 0.1, f"the table does not swing: it is {away:.2f} m from the middle"
    pull, expected = stand.swing_pull(table, (0.0, HEIGHT, 0.0), load=sum(crate.mass for crate in crates))
    assert abs(pull / expected - 1.0) < 0.05, f"the rods pull with {pull:.0f} N together, not with {expected:.0f} N"
    fresh = World()
    build(fresh)
    start, now = fresh.energy(), world.energy()
    left = (now.total - start.potential) / start.kinetic
    assert 0.5 < left < 1.0, f"{left:.2f} of the energy of the push is left"  # crates slide on the table
