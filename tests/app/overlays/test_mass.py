"""Centers of mass and boxes of inertia."""

import numpy as np
import pytest

from app.overlays.lines import CORNERS
from app.overlays.mass import inertia_boxes
from physics import BodyKind, ShapeBox, ShapePlane, World
from physics.vector_arrays import rotate
from scenes import kit
from tests.app.overlays.showing import edge_lengths, make_world, show


@pytest.mark.parametrize("turned", [(0, 0, 0, 1), kit.turn((0.6, 0.0, 0.8), 50.0), kit.turn(kit.Z, 90.0)])
def test_the_box_of_inertia_of_a_box_is_that_box(turned):
    world = World(gravity=(0, 0, 0))
    half = np.array((0.5, 0.2, 0.9))
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_body(shape=ShapeBox(tuple(half)), position=(1, 2, 3), orientation=turned)
    dots, box = show(world, "mass").marks
    np.testing.assert_allclose(dots.point, [(1, 2, 3)], atol=1e-6)
    q = world.snapshot().orientation[1]
    corners = rotate(q, (2.0 * CORNERS - 1.0) * half) + (1, 2, 3)
    gaps = np.linalg.norm(box.line[:, None, :] - corners[None], axis=2)
    assert gaps.min(axis=1).max() < 1e-4 and gaps.min(axis=0).max() < 1e-4
    np.testing.assert_allclose(sorted(edge_lengths(box.line)), np.repeat((0.4, 1.0, 1.8), 4), atol=1e-4)


def test_the_box_of_inertia_has_the_moments_of_a_lopsided_body():
    """I = R diag(m (b^2 + c^2) / 3, ...) R^T gives the tensor back, also if its axes are not those of the body."""
    world = World()
    parts = (
        (ShapeBox((0.5, 0.1, 0.1)), (0, 0, 0), (0, 0, 0, 1)),
        (ShapeBox((0.1, 0.6, 0.2)), (0.5, 0.6, 0.3), (0, 0, 0, 1)),
    )
    world.add_body(shapes=parts, position=(1, 2, 3))
    mass, _, moments = world.mass_data()
    half, axes = inertia_boxes(mass, moments)
    squares = half[0] ** 2
    tensor = axes[0] @ np.diag(mass[0] * (squares.sum() - squares) / 3.0) @ axes[0].T
    assert abs(moments[0, 1]) > 0.01 * moments[0, 0]
    np.testing.assert_allclose(tensor[np.triu_indices(3)], moments[0], rtol=1e-5, atol=1e-5 * moments[0].max())


def test_the_center_of_mass_of_a_hammer_is_toward_its_head():
    world = make_world()
    dots, box = show(world, "mass").marks
    hammer = world.bodies[2]
    assert len(dots.point) == 3 and len(box.line) == 3 * 24
    np.testing.assert_allclose(dots.point[1], tuple(hammer.center_of_mass), atol=1e-5)
    assert np.linalg.norm(dots.point[1] - hammer.position) > 0.1
