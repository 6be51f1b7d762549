"""Ground for the machines of the village."""

import pytest

from physics import ShapeBox, World
from scenes.village import stuff


@pytest.fixture
def world():
    """Ground and paving."""
    world = World()
    stuff.add_materials(world)
    for model in ("terrain", "yard"):
        stuff.add_model(world, model, name=model, material="paving")
    return world


@pytest.fixture
def watched(world):
    """The same with a small box that is awake for ever at the pit: somebody is there."""
    world.add_body(
        shape=ShapeBox((0.1, 0.1, 0.1)), position=(20.0, 0.3, 45.0), mass=1.0, name="somebody", can_sleep=False
    )
    return world
