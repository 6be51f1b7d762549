"""Explosions and soft bodies: impulse by area and distance of each vertex, shields, filters."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, SoftCloth, SoftRope, SoftShell, SoftSolid, World
from physics.soft.forms.surfaces import ball


def empty():
    return World(gravity=(0, 0, 0))


def momentum(soft):
    """Of all vertices [kg m/s]."""
    return soft._record.dynamic["place"][:, 3] @ soft.velocities


def test_a_small_cloth_takes_its_area():
    """p = impulse A (1 - d / R), straight away from the center: a sheet of 0.01 m^2 that is 2 m away."""
    world = empty()
    cloth = world.add_soft(SoftCloth.grid(columns=6, rows=6, spacing=0.02), position=(1, 5, 1))
    assert world.explode((1, 3, 1), impulse=3.0, radius=4.0) == []
    np.testing.assert_allclose(momentum(cloth), (0, 3.0 * 0.01 * 0.5, 0), rtol=1e-3, atol=1e-6)
    before = cloth.positions[:, 1].mean()
    world.step(1 / 60)
    assert cloth.positions[:, 1].mean() > before


def test_each_vertex_is_pushed_away_from_the_center():
    world = empty()
    cloth = world.add_soft(SoftCloth.grid(columns=20, rows=20, spacing=0.1), position=(0, 1, 0), pins=[0])
    world.explode((0, 0, 0), impulse=1.0, radius=1.2)
    distance = np.linalg.norm(cloth.positions, axis=1)
    pushed = np.linalg.norm(cloth.velocities, axis=1) > 0.0
    expected = distance < 1.2
    expected[0] = False
    np.testing.assert_array_equal(pushed, expected)
    aligned = (cloth.velocities * cloth.positions).sum(axis=1)[pushed]
    np.testing.assert_allclose(aligned, (np.linalg.norm(cloth.velocities, axis=1) * distance)[pushed], rtol=1e-9)


@pytest.mark.parametrize("form", ["shell", "solid"])
def test_what_is_closed_takes_its_silhouette(form):
    """Far away, a ball of radius r shows pi r^2, and a cube its face; both hardly more than that in one direction."""
    world = empty()
    if form == "shell":
        soft, area = world.add_soft(SoftShell(*ball(0.05, 3)), position=(0, 20, 0)), math.pi * 0.05**2
    else:
        soft, area = world.add_soft(SoftSolid.lattice(cells=(2, 2, 2), size=0.05), position=(0, 20, 0)), 0.01
    world.explode((0, 0, 0), impulse=3.0, radius=40.0, falloff=0.0)
    np.testing.assert_allclose(momentum(soft)[1], 3.0 * area, rtol=0.02)


def test_ropes_show_their_sides():
    world = empty()
    rope = world.add_soft(SoftRope.line((-0.5, 0, 0), (0.5, 0, 0), radius=0.01), position=(0, 50, 0))
    world.explode((0, 0, 0), impulse=3.0, radius=100.0, falloff=0.0)
    np.testing.assert_allclose(momentum(rope), (0, 3.0 * 0.02, 0), rtol=1e-3, atol=1e-9)


def test_walls_shield_the_part_behind_them():
    world = empty()
    cloth = world.add_soft(SoftCloth.grid(columns=21, rows=21, spacing=0.1), position=(0, 2, 0))
    wall = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((2, 0.1, 2)), position=(2.02, 1, 0))
    world.explode((0, 0, 0), impulse=1.0, radius=5.0)
    pushed = np.linalg.norm(cloth.velocities, axis=1) > 0.0
    np.testing.assert_array_equal(pushed, cloth.positions[:, 0] < 1e-9)
    cloth.velocities = np.zeros((441, 3))
    world.explode((0, 0, 0), impulse=1.0, radius=5.0, line_of_sight=False)
    assert (np.linalg.norm(cloth.velocities, axis=1) > 0.0).all()
    cloth.velocities = np.zeros((441, 3))
    world.explode((0, 0, 0), impulse=1.0, radius=5.0, ignore=wall)
    assert (np.linalg.norm(cloth.velocities, axis=1) > 0.0).all()


def test_filters_and_waking():
    world = empty()
    cloth = world.add_soft(SoftCloth.grid(columns=5, rows=5, spacing=0.1), position=(0, 1, 0), category=2)
    for _ in range(120):
        world.step(1 / 60)
    assert not cloth.awake
    world.explode((0, 0, 0), impulse=1.0, radius=5.0, mask=1)
    world.explode((0, 0, 0), impulse=1.0, radius=5.0, ignore=cloth)
    world.explode((0, 0, 0), impulse=1.0, radius=0.9)
    assert not cloth.awake and not cloth.velocities.any()
    world.explode((0, 0, 0), impulse=-1.0, radius=5.0, mask=2)
    assert cloth.awake and cloth.velocities[:, 1].max() < 0.0, "negative pulls"
    world.explode((0, 0, 0), impulse=1e9, radius=5.0)
    world.step(1 / 60)
    assert np.isfinite(cloth.positions).all()
