"""Points, normals, impulses and friction of contacts."""

import numpy as np
import pytest

from app.overlays.contacts.arrows import IMPULSE_LENGTH, IMPULSE_LONGEST, IMPULSE_UNIT, impulse_length
from app.overlays.contacts.normals import LENGTH
from physics import BodyKind, ShapeBox, ShapePlane, World
from tests.app.overlays.showing import STEP, edge_lengths, run, show


def test_contacts_are_where_bodies_touch():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(2, 0.5, 3))
    run(world, 20)
    ((points,), (normals,), (impulses,), (friction,)) = (
        show(world, key).marks for key in ("contacts", "normals", "impulses", "friction")
    )
    assert len(points.point) == 4
    assert sorted(np.round(points.point[:, [0, 2]], 3).tolist()) == [[1.5, 2.5], [1.5, 3.5], [2.5, 2.5], [2.5, 3.5]]
    np.testing.assert_allclose(points.point[:, 1], 0.0, atol=0.01)
    ways = normals.line.reshape(-1, 2, 3)
    np.testing.assert_allclose(ways[:, 1] - ways[:, 0], [(0, LENGTH, 0)] * 4, atol=1e-5)
    np.testing.assert_allclose(ways[:, 0], points.point, atol=1e-6)
    total = world.contacts()["normal_impulse"].sum()
    assert total == pytest.approx(world.bodies[1].mass * 9.81 * STEP, rel=0.02)
    lengths = edge_lengths(impulses.line)
    assert (IMPULSE_UNIT * (lengths / IMPULSE_LENGTH) ** 2).sum() == pytest.approx(total, rel=1e-3)
    assert edge_lengths(friction.line).max() < 0.2 * lengths.min()


def test_friction_arrows_are_against_the_sliding():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0, 0.5, 0), velocity=(6, 0, 0))
    run(world, 5)
    (mark,) = show(world, "friction").marks
    ways = mark.line.reshape(-1, 2, 3)
    assert (ways[:, 1, 0] < ways[:, 0, 0] - 0.05).any() and (ways[:, 1, 0] <= ways[:, 0, 0] + 1e-6).all()


def test_arrows_of_impulses_do_not_grow_without_end():
    lengths = impulse_length(np.array((0.0, IMPULSE_UNIT, 1e9)))
    np.testing.assert_allclose(lengths, (0.0, IMPULSE_LENGTH, IMPULSE_LONGEST))
