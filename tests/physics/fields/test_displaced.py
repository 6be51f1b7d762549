"""What water finds of a body below its surface: volume, center and area, of all shapes, by other ways to count."""

import numpy as np
import pytest

from physics import ShapeBox, ShapeSphere
from tests.physics.fields.pool import SHAPES, TURNS, pool, rotated


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("turn", range(len(TURNS)))
def test_the_displaced_volume_is_that_of_points_below_the_surface(name, turn):
    """Against random points, one in each cell of a grid: volume and center within 1 % of the size."""
    shape, inside = SHAPES[name]
    world, water = pool(level=0.1)
    q = np.asarray(TURNS[turn], float) / np.linalg.norm(TURNS[turn])
    body = world.add_body(shape=shape, position=(3.0, 0.0, -2.0), orientation=q, mass=1.0, inertia=(1.0, 1.0, 1.0))
    line = (np.arange(60) + 0.5) / 60 * 1.8 - 0.9
    grid = np.stack(np.meshgrid(line, line, line, indexing="ij"), axis=-1).reshape(-1, 3)
    grid += np.random.default_rng(turn).uniform(-0.015, 0.015, grid.shape)
    points = rotated(q, grid[inside(grid)]) + np.array(body.position)
    cell = (1.8 / 60) ** 3
    size = (len(points) * cell) ** (1 / 3)
    for height in (-0.6, -0.25, -0.1, 0.03, 0.3, 0.7):
        water.level = height
        found, below = water.displaced(body), points[points[:, 1] < height]
        volume = len(below) * cell
        assert found.volume == pytest.approx(volume, abs=0.01 * size**3)
        assert found.share == pytest.approx(len(below) / len(points), abs=0.01)
        if volume > 0.1 * size**3:
            np.testing.assert_allclose(found.center, below.mean(axis=0), atol=0.02 * size)


@pytest.mark.parametrize("name", SHAPES)
def test_volumes_below_and_above_add_up_and_the_area_is_the_slope(name):
    """V(level) of the body and of it upside down are the whole; dV / d level = area in the surface."""
    shape, _ = SHAPES[name]
    world, water = pool()
    options = {"shape": shape, "mass": 1.0, "inertia": (1.0, 1.0, 1.0)}
    for q in TURNS:
        q = np.asarray(q, float) / np.linalg.norm(q)
        x, y, z, w = q
        over = np.array((w, -z, y, -x))  # turned by half about x afterwards: what was up is down
        body = world.add_body(**options, orientation=q)
        other = world.add_body(**options, orientation=over, position=(5.0, 0.0, 0.0))
        for height in (-0.27, -0.05, 0.02, 0.17):
            water.level = height
            lower = water.displaced(body)
            water.level = -height
            upper = water.displaced(other)
            water.level = 9.0
            whole = water.displaced(body)
            assert lower.volume + upper.volume == pytest.approx(whole.volume, rel=1e-5)
            assert lower.share + upper.share == pytest.approx(1.0, abs=1e-5) and whole.share == 1.0
            assert lower.area == pytest.approx(upper.area, abs=1e-6)
            water.level = height + 1e-3
            more = water.displaced(body).volume
            water.level = height - 1e-3
            slope = (more - water.displaced(body).volume) / 2e-3
            assert lower.area == pytest.approx(slope, abs=2e-3)


def test_a_composite_displaces_what_its_parts_do():
    world, water = pool(level=0.2)
    parts = [
        (ShapeBox((0.2, 0.2, 0.2)), (-0.5, 0.1, 0.0), (0, 0, 0, 1)),
        (ShapeSphere(0.3), (0.6, 0.0, 0.0), (0, 0, 0, 1)),
    ]
    both = water.displaced(world.add_body(shapes=parts))
    alone = [water.displaced(world.add_body(shape=shape, position=offset)) for shape, offset, _ in parts]
    assert both.volume == pytest.approx(sum(one.volume for one in alone), rel=1e-5)
    mean = sum(one.volume * np.array(one.center) for one in alone) / both.volume
    np.testing.assert_allclose(both.center, mean, atol=1e-5)
