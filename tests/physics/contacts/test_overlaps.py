"""Bodies that are made inside each other part without haste, however many hang together."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, World

DT = 1 / 60
CUBE = ShapeBox((0.5, 0.5, 0.5))


def add_row(world, count, overlap, *, start=(0.0, 0.5, 0.0), turn=(0.0, 0.0, 0.0, 1.0), direction=(1.0, 0.0, 0.0)):
    """Unit cubes in a row, each `overlap` [m] deep in the next."""
    places = np.array(start) + np.arange(count)[:, None] * (1.0 - overlap) * np.array(direction)
    return [world.add_body(shape=CUBE, position=place, orientation=turn) for place in places]


def fastest(world, bodies, seconds):
    """Highest speed of any of the bodies after any of the steps [m/s]."""
    top = 0.0
    for _ in range(round(seconds / DT)):
        world.step(DT)
        top = max(top, np.linalg.norm(world.read(bodies, "velocity"), axis=1).max())
    return top


def grounded_world(**options):
    world = World(**options)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    return world


@pytest.mark.parametrize("degrees", [0, 30, 45])
def test_a_row_of_small_overlaps_does_not_fly_apart(degrees):
    """Ten cubes on the ground, each 1 cm deep in the next: 0.12 m/s at most (it was 1.46), and all come to rest."""
    world = grounded_world()
    half = math.radians(degrees) / 2
    direction = (math.cos(2 * half), 0.0, -math.sin(2 * half))
    row = add_row(world, 10, 0.01, turn=(0, math.sin(half), 0, math.cos(half)), direction=direction)
    assert fastest(world, row, 2.0) < 0.3
    assert not world.read(row, "awake").any()


def test_a_row_without_ground_does_not_fly_apart():
    """In space nothing holds the row back: 0.16 m/s (it was 1.53). Momentum stays zero."""
    world = World(gravity=(0, 0, 0), sleeping=False)
    angle = 0.5
    direction = (math.cos(angle), math.sin(angle), 0.0)
    row = add_row(world, 10, 0.01, turn=(0, 0, math.sin(angle / 2), math.cos(angle / 2)), direction=direction)
    assert fastest(world, row, 1.0) < 0.3
    assert np.abs(world.read(row, "velocity").sum(0)).max() < 1e-4


@pytest.mark.parametrize("sunk", [0.0, 0.01])
def test_a_stack_of_small_overlaps_does_not_jump(sunk):
    """Six cubes, 1 cm deep in one another and perhaps in the ground: 0.26 m/s at most (it was 2.2)."""
    world = grounded_world()
    stack = add_row(world, 6, 0.01, start=(0, 0.5 - sunk, 0), direction=(0, 1, 0))
    assert fastest(world, stack, 2.0) < 0.3
    places = world.read(stack, "position")
    np.testing.assert_allclose(places[:, 1], 0.5 + np.arange(6), atol=0.004)  # 0.6 mm at each contact
    np.testing.assert_allclose(places[:, [0, 2]], 0.0, atol=0.002)


def test_a_wall_of_small_overlaps_stands():
    """Six rows of six, every cube 1 cm deep in its neighbors at the side and below (it threw cubes off at 9.8 m/s)."""
    world = grounded_world()
    wall = []
    for k in range(6):
        wall += add_row(world, 6, 0.01, start=(0.25 * (k % 2), 0.5 + 0.99 * k, 0))
    assert fastest(world, wall, 2.0) < 0.3
    assert not world.read(wall, "awake").any()


def test_deep_overlaps_part_within_a_second():
    """A cube half inside another, side by side: a rate of 6/s leaves 0.5 m exp(-6) = 1.2 mm after a second."""
    world = grounded_world()
    pair = add_row(world, 2, 0.5)
    assert fastest(world, pair, 1.0) < 0.3
    gap = pair[1].position.x - pair[0].position.x - 1.0
    assert -0.005 < gap < 0.005


def test_pushes_leave_loaded_contacts_stiff():
    """A tower of ten under 100 kg: each contact gives way as springs of 120 Hz do, by 2 F / (m w^2)."""
    world = grounded_world(sleeping=False)
    tower = [world.add_body(shape=CUBE, position=(0, 0.5 + k, 0), mass=10.0) for k in range(10)]
    world.add_body(shape=CUBE, position=(0, 10.5, 0), mass=100.0)
    for _ in range(180):
        world.step(DT)
    gaps = np.diff(world.read(tower, "position")[:, 1]) - 1.0
    loads = 9.81 * (100.0 + 10.0 * np.arange(9, 0, -1))
    omega = 2 * math.pi * world.stats.substeps / (8 * DT)
    np.testing.assert_allclose(-gaps, 2.0 * loads / (10.0 * omega**2), rtol=0.1)
