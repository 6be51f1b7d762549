"""A large world for all tests of overlays."""

import itertools

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, World
from tests.app.overlays.showing import run


@pytest.fixture(scope="package")
def pile():
    """A thousand boxes in towers of ten, after two seconds."""
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    places = [(1.1 * x, 0.5 + y, 1.1 * z) for y, x, z in itertools.product(range(10), repeat=3)]
    world.add_bodies(position=places, shape=ShapeBox((0.5, 0.5, 0.5)))
    return run(world, 120)
