"""Small bodies that spin fast, against plates that stand, come toward them, or are free to move."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCone, ShapeCylinder, World
from tests.physics.reference.solver import rotation_matrix

DT = 1.0 / 60.0
SHAPES = {
    "cone": lambda radius, length: ShapeCone(radius, length),
    "cylinder": lambda radius, length: ShapeCylinder(radius, length),
    "box": lambda radius, length: ShapeBox((radius, length, radius)),
}


def passes(shape, kind, seed):
    """True when a bullet gets to the other side of a plate, 4 mm to 10 cm thick."""
    random = np.random.default_rng(seed)
    world = World(gravity=(0.0, 0.0, 0.0))
    half = 0.5 * random.choice([0.004, 0.01, 0.03, 0.1])
    options = {"mass": 50.0} if kind == BodyKind.DYNAMIC else {}
    coming = 0.0 if kind == BodyKind.STATIC else random.choice([0.0, 3.0, 10.0])
    plate = world.add_body(
        kind=kind, shape=ShapeBox((half, 6.0, 6.0)), velocity=(-coming, 0.0, 0.0), can_sleep=False, **options
    )
    radius = random.choice([0.02, 0.05])
    slant, around = random.uniform(0.0, 1.4), random.uniform(0.0, 6.28)
    way = np.array((math.cos(slant), math.sin(slant) * math.cos(around), math.sin(slant) * math.sin(around)))
    axis, turned = random.normal(size=3), random.normal(size=4)
    bullet = world.add_body(
        shape=SHAPES[shape](radius, radius * random.choice([1.0, 2.0, 4.0])),
        position=-way * random.uniform(0.2, 0.6) / way[0], orientation=turned / np.linalg.norm(turned),
        velocity=way * random.choice([3.0, 30.0, 60.0]), angular_velocity=300.0 * axis / np.linalg.norm(axis),
        bullet=True, mass=0.2, friction=random.choice([0.0, 0.5, 1.0]), restitution=random.choice([0.0, 0.5, 1.0]),
    )  # fmt: skip
    for _ in range(30):
        world.step(DT)
        if max(abs(bullet.position.y), abs(bullet.position.z)) > 5.0:
            return False
        if (rotation_matrix(tuple(plate.orientation)).T @ np.array(bullet.center_of_mass - plate.position))[0] > 0.0:
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("kind", [BodyKind.STATIC, BodyKind.KINEMATIC, BodyKind.DYNAMIC], ids=lambda kind: kind.name)
@pytest.mark.parametrize("shape", SHAPES)
def test_none_that_spins_sinks_through_a_plate(shape, kind):
    """Points that touch move away at 300 rad/s, so no contact stops what sinks in: it has to be pushed back."""
    assert [seed for seed in range(500, 600) if passes(shape, kind, seed)] == []
