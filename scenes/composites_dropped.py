"""Hammers, jacks and tables.

Bodies of several shapes and materials drop in heaps. A hammer spins about a point near its iron head; a jack rests on
three tips; tables that land on their feet stand, and carry others. A mallet falls on the laid table, and then all is
dropped again.
Try: grab a hammer by its handle, then by its head, and feel where the weight is.
"""

import numpy as np

from physics import Body, JointHinge, ShapeBox, ShapeCapsule, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

FIRST, PERIOD = 340, 660  # steps to the blow, and from one to the next
HANDLE, HEAD = ShapeCapsule(0.06, 0.5), ShapeBox((0.3, 0.12, 0.12))  # of a hammer


def add_hammer(world: World, position: np.ndarray, orientation: np.ndarray) -> Body:
    """Wooden handle along y, iron head on top."""
    hammer = world.add_body(shape=HANDLE, position=position, orientation=orientation, material="wood", name="hammer")
    hammer.add_shape(HEAD, (0.0, 0.6, 0.0), material="iron")
    return hammer


def add_jack(world: World, position: np.ndarray, orientation: np.ndarray) -> Body:
    """Three rods across one another."""
    rod = ShapeCapsule(0.09, 0.4)
    rods = [(rod,), (rod, (0, 0, 0), kit.turn(kit.X, 90.0)), (rod, (0, 0, 0), kit.turn(kit.Z, 90.0))]
    return world.add_body(shapes=rods, position=position, orientation=orientation, material="steel", name="jack")


def add_table(world: World, position: np.ndarray, orientation: np.ndarray = (0, 0, 0, 1)) -> Body:
    """Four legs of 0.8 m and a top; its origin is in the middle of the top."""
    leg = ShapeBox((0.06, 0.4, 0.06))
    legs = [(leg, (x, -0.45, z)) for x in (-0.7, 0.7) for z in (-0.4, 0.4)]
    return world.add_body(
        shapes=[(ShapeBox((0.8, 0.05, 0.5)),), *legs], position=position, orientation=orientation, material="wood",
        name="table",
    )  # fmt: skip


def add_mallet(world: World, x: float, z: float) -> Body:
    """A mallet that stands on its hinge, leaning back against a stop by two degrees."""
    foot = kit.add_fixed(world, (0.3, 0.2, 0.3), (x, 0.2, z), material="stone", name="foot of the mallet")
    mallet = world.add_body(
        shape=ShapeBox((0.07, 1.15, 0.07)), position=(x, 1.45, z), material="wood", group=shows.GROUP, name="mallet"
    )
    mallet.add_shape(ShapeBox((0.45, 0.24, 0.24)), (0.0, 1.15, 0.0), material="iron", group=shows.GROUP)
    hinge = JointHinge(foot, mallet, anchor=(x, 0.3, z), axis=kit.Z, limits=(-2.2, 0.035), name="mallet hinge")
    world.add_joint(hinge)
    return mallet


def strike(world: World, number: int) -> None:
    """Push the mallet over."""
    for mallet in kit.named(world, "mallet"):
        mallet.angular_velocity = (0.0, 0.0, -2.0)


@scene(
    category="Composites",
    name="Hammers, jacks and tables",
    place="hall",
    view=View(target=(0.0, 1.0, 0.2), distance=11.0, yaw_degrees=24.0, pitch_degrees=20.0),
    sliders={"count": Slider("Number of each", 12, 3, 60, integer=True)},
)
def build(world: World, *, count: int = 12) -> None:
    """Three heaps, and a laid table in front."""
    kit.add_ground(world)
    random = kit.random(42)
    bodies = [add_mallet(world, -2.3, 2.2)]
    for heap, add in enumerate((add_hammer, add_jack, add_table)):
        for n in range(count):  # on a grid so wide that nothing begins inside another
            column = np.array((n % 2 - 0.5, n // 4, n // 2 % 2 - 0.5))
            place = (5.0 * (heap - 1), 1.4, -1.4) + 2.2 * column + random.uniform(-0.1, 0.1, 3)
            bodies.append(add(world, place, random.normal(size=4)))
    table = add_table(world, (0.0, 0.86, 2.2))
    table.name = "laid table"
    bodies.append(table)
    for x in (-0.4, 0.0, 0.4):
        cup = ShapeBox((0.12, 0.12, 0.12))
        bodies.append(world.add_body(shape=cup, position=(x, 1.04, 2.2), material="glass", name="cup"))
    put_back = shows.putting_back(bodies)
    shows.every(world, PERIOD, strike, first=FIRST)
    shows.every(world, PERIOD, lambda world, _: put_back(world))


def check(world: World) -> None:
    """The laid table stands with its cups, the weight of a hammer is in its head, and the heaps lie on the ground."""
    table = kit.named(world, "laid")[0]
    assert abs(table.position.y - 0.85) < 0.01 and kit.axis_of(world, [table])[0, 1] > 0.999, "the laid table fell"
    assert all(abs(cup.position.y - 1.02) < 0.02 for cup in kit.named(world, "cup")), "a cup fell off the table"
    hammer = kit.named(world, "hammer")[0]
    arm = (hammer.center_of_mass - hammer.position).dot(kit.axis_of(world, [hammer])[0])
    head, handle = 7200.0 * HEAD.volume, 700.0 * HANDLE.volume
    assert abs(arm - 0.6 * head / (head + handle)) < 0.001, "the center of mass of a hammer is not near its head"
    heaps = kit.named(world, "hammer") + kit.named(world, "jack") + kit.named(world, "table")
    center = np.array([body.center_of_mass for body in heaps])
    assert center[:, 1].min() > 0.05, "a body is in the ground"
    assert np.abs(world.read(heaps, "velocity")).max() < 3.0 and center[:, 1].max() < 4.0, "a heap does not settle"
