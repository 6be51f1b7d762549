"""Shapes that collide with nothing: queries still find them, wherever they are."""

import numpy as np
import pytest

from physics import ShapeCapsule, World


@pytest.mark.parametrize("filters", [{"mask": 0}, {"category": 4, "mask": 0}])
def test_rays_and_overlaps_find_a_body_that_collides_with_nothing_on_its_whole_way(filters):
    """A thrown body keeps inside of its wide bounds, also when it turns back and when it is moved by hand."""
    world = World(gravity=(0.0, -9.81, 0.0))
    ghost = world.add_body(shape=ShapeCapsule(radius=0.1, half_height=0.2), velocity=(8.0, 12.0, -5.0), **filters)
    for number in range(200):
        world.step(1 / 60)
        if number == 120:
            ghost.velocity = (-30.0, 5.0, 0.0)
        if number == 160:
            ghost.position = (50.0, 2.0, 3.0)
        above = np.asarray(ghost.position) + (0.0, 1.0, 0.0)
        hit = world.ray_cast(tuple(above), (0.0, -1.0, 0.0), max_distance=2.0)
        assert hit is not None and hit.body == ghost
        assert world.bodies_at(ghost.position) == [ghost]
