"""Rings, bowls and cups.

Hollow things are no hulls: each is a closed triangle mesh that moves, and touches others where it is, through its hole
and inside of its wall. Rings fall on a peg and in a heap, bowls nest, cups stack, and all come to rest.
Try: lift a stack of bowls by the lowest one, throw a ring over the peg, or put something into a cup.
"""

import math

import numpy as np

from physics import BodyKind, ShapeCylinder, ShapeMesh, World
from scenes import kit
from scenes.registry import Slider, View, scene

AROUND = 24
RING, TUBE = 0.3, 0.09  # radius of a ring, and of what it is bent from [m]
BOWL, WALL = 0.45, 0.05  # outer radius of a bowl, and its wall [m]
CUP, TALL = 0.2, 0.42  # radius of a cup at its rim, and its height [m]
PEG = 0.12  # radius [m]
MATERIALS = ("wood", "steel", "plastic", "leather", "stone")


def turned(profile: list[tuple[float, float]]) -> ShapeMesh:
    """Surface that a closed profile (distance from the axis, height) makes around Y: clockwise is outside."""
    angle = kit.angles_around(AROUND)[:, None]
    radius, height = np.array(profile).T
    points = np.stack(np.broadcast_arrays(radius * np.cos(angle), height, radius * np.sin(angle)), axis=-1)
    return ShapeMesh(*kit.sheet(points))


def ring() -> ShapeMesh:
    """A torus."""
    angle = kit.angles_around(12)[::-1]
    return turned([(RING + TUBE * math.cos(a), TUBE * math.sin(a)) for a in angle])


def bowl() -> ShapeMesh:
    """Less than half of a ball, hollow, with a foot."""
    rise = np.linspace(-0.5 * math.pi, -0.1, 7)
    inside = [((BOWL - WALL) * math.cos(a), (BOWL - WALL) * math.sin(a)) for a in rise[1:]]
    outside = [(BOWL * math.cos(a), BOWL * math.sin(a)) for a in rise[:1:-1]]
    foot = outside[-1][0]
    return turned([(0.0, WALL - BOWL), *inside, *outside, (foot, -BOWL), (0.0, -BOWL)])


def cup() -> ShapeMesh:
    """A cone with a floor, cut off at its tip."""
    low, wall = 0.7 * CUP, 0.03
    return turned([(0.0, wall), (low - wall, wall), (CUP - wall, TALL), (CUP, TALL), (low, 0.0), (0.0, 0.0)])


@scene(
    category="Piles",
    name="Rings, bowls and cups",
    place="lab",
    view=View(target=(0.0, 0.6, 0.0), distance=4.7, yaw_degrees=-18.0, pitch_degrees=24.0),
    sliders={"count": Slider("Of each", 5, 1, 8, integer=True)},
)
def build(world: World, *, count: int = 5) -> None:
    """Rings above the peg and beside it, bowls above one another, and cups."""
    kit.add_ground(world)
    peg = ShapeCylinder(PEG, 0.75)
    world.add_body(kind=BodyKind.STATIC, shape=peg, position=(-1.6, 0.75, 0.0), material="wood", name="peg")
    random = kit.random(11)
    hoop, dish, mug = ring(), bowl(), cup()
    for k in range(count):
        material = MATERIALS[k % len(MATERIALS)]
        kinds = (
            ("ring on the peg", hoop, (-1.6, 1.75 + 0.35 * k, 0.0), 0.0),
            ("ring", hoop, (-0.5, 0.5 + 0.7 * k, 0.6), 1.0),
            ("bowl", dish, (0.6, BOWL + 0.1 + 0.3 * k, 0.0), 0.0),
            ("cup", mug, (1.7, 0.05 + 0.25 * k, 0.0), 0.0),
        )
        for name, shape, place, tilt in kinds:
            world.add_body(
                shape=shape, position=place, material=material, density=400.0, restitution=0.0, name=f"{name} {k}",
                orientation=(*(tilt * random.normal(size=3)), 1.0),
            )  # fmt: skip


def check(world: World) -> None:
    """Rings are on their peg, bowls and cups in one another, nothing overlaps, and nearly all rests."""
    bodies = [body for body in world.bodies if body.kind == BodyKind.DYNAMIC]
    for body in bodies:
        x, y, z = body.position
        if body.name.startswith("ring on"):
            assert math.hypot(x + 1.6, z) < RING - TUBE - PEG + 0.02, f"{body.name} is not on the peg"
            assert y < 1.5, f"{body.name} has not come down"
        elif body.name.startswith(("bowl", "cup")):
            middle = 0.6 if body.name.startswith("bowl") else 1.7
            assert math.hypot(x - middle, z) < 0.2, f"{body.name} left its stack"
    assert world.contacts()["separation"].min() > -0.012, "bodies are inside one another"
    speeds = np.linalg.norm(world.read(bodies, "velocity"), axis=1)
    assert np.median(speeds) < 0.02 and speeds.max() < 0.3, f"they do not come to rest: {speeds.max():.2f} m/s"
