"""Casts that end at the very surface of a mesh: the float32 box of the search for triangles must not round it away."""

import numpy as np
import pytest

from physics import BodyKind, ShapeMesh, ShapeSphere, World

RADIUS = 0.25
#: How deep the ball is in the wall at the end of its way [m].
DEPTH = 1e-5


def walls(axis: int, place: float) -> ShapeMesh:
    """Squares of two meters across an axis, one here and one as far on the other side of the middle of the mesh."""
    corners = np.repeat([[place], [-place]], [4, 4], axis=0) * np.ones(3)
    corners[:, [k for k in range(3) if k != axis]] = 2 * [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    return ShapeMesh(corners, [(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 6, 7)], two_sided=True)


def miss(axis: int, place: float, way: float, origin: np.ndarray) -> float:
    """How far from the right place a ball stops that is sent so far, to end just within the wall [m]."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=walls(axis, place), position=origin)
    motion, start = np.zeros(3), np.array(origin)
    motion[axis] = way
    start[axis] += place - way - np.sign(way) * (RADIUS - DEPTH)
    hit = world.shape_cast(ShapeSphere(RADIUS), start, motion=motion)
    return abs(way) if hit is None else abs(hit.distance - (abs(way) - DEPTH))


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_a_short_cast_far_from_the_middle_of_a_mesh_reaches_its_end(axis, side):
    """At a kilometer float32 knows 0.06 mm, six times more than the depth: half of these ends would round away."""
    rng = np.random.default_rng(axis)
    for _ in range(40):
        place = float(np.float32(side * rng.uniform(500.0, 2000.0)))
        assert miss(axis, place, side * rng.uniform(0.5, 2.0), np.zeros(3)) < 1e-5


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_a_long_cast_across_the_middle_of_a_mesh_reaches_its_end(axis, side):
    """The box is large but its middle is that of the mesh: its size alone decides how much it must be widened."""
    rng = np.random.default_rng(10 + axis)
    for _ in range(40):
        place = float(np.float32(side * rng.uniform(500.0, 1500.0)))
        assert miss(axis, place, 2.0 * place - side, np.zeros(3)) < 1e-3


def test_a_cast_in_a_far_part_of_the_world_is_as_exact_as_at_its_origin():
    """Positions are float64: only the distance from the mesh counts."""
    for origin in ((1e5, 0.0, 0.0), (0.0, -1e5, 3e4), (2e4, 1e4, 1e5)):
        for axis in range(3):
            assert miss(axis, 1.0, 0.5, np.array(origin)) < 1e-5
