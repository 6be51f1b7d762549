"""Soft bodies that hit one another: what is conserved, and that worlds with them repeat."""

import numpy as np
import pytest

from physics import BodyKind, ShapePlane, SoftCloth, SoftRope, SoftSolid
from tests.physics.reference.soft_worlds import DT, energy, make_world, momentum, run

CUBE = SoftSolid.lattice((3, 3, 3), 0.12)


@pytest.mark.parametrize("young", [1e5, 1e6, 1e7])
@pytest.mark.parametrize("speed", [1.0, 4.0])
def test_two_cubes_that_collide_keep_momentum(young, speed):
    """P to rounding, L to 1e-3 of what passes between them, whatever the hit; the energy at the end is no more."""
    world = make_world(4, gravity=False)
    cubes = [
        world.add_soft(CUBE, position=(side * 0.45, 0.1 * (side > 0), 0.05 * side), velocity=(-side * speed, 0, 0),
                       young=young, break_strain=np.inf)
        for side in (-1.0, 1.0)
    ]  # fmt: skip
    before = [sum(parts) for parts in zip(*(momentum(cube) for cube in cubes), strict=True)]
    start = sum(energy(cube, 0.0) for cube in cubes)
    run(world, 2.0)
    after = [sum(parts) for parts in zip(*(momentum(cube) for cube in cubes), strict=True)]
    scale = CUBE_MASS * speed
    assert after[0] == pytest.approx(before[0], abs=1e-9 * scale)
    assert after[1] == pytest.approx(before[1], abs=2e-3 * scale)
    assert sum(energy(cube, 0.0) for cube in cubes) <= 1.001 * start
    assert cubes[0].velocities[:, 0].mean() < 0.5 * speed, "the hit was felt"


CUBE_MASS = 0.36**3 * 1000.0


def crowd(world):
    """Jelly, cloth and rope that fall on one another."""
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    softs = [world.add_soft(CUBE, position=(0.05 * k, 0.3 + 0.45 * k, 0), young=1e5) for k in range(2)]
    softs.append(world.add_soft(SoftCloth.grid(columns=14, rows=14, spacing=0.05), position=(0, 1.2, 0)))
    rope = np.zeros((24, 3))
    rope[:, 2] = np.linspace(-0.4, 0.4, 24)
    softs.append(world.add_soft(SoftRope(rope, radius=0.01), position=(0.1, 1.4, 0)))
    return softs


def hashes(world, steps):
    found = []
    for _ in range(steps):
        world.step(DT)
        found.append(world.state_hash())
    return found


def test_worlds_repeat_and_go_on_from_a_state():
    """Equal hashes in a second world, and after going back to the middle of it all, also into a third world."""
    worlds = [make_world(4, sleeping=True) for _ in range(2)]
    for world in worlds:
        crowd(world)
    first, second = (hashes(world, 90) for world in worlds)
    assert first == second
    state = worlds[0].save_state()
    ahead = hashes(worlds[0], 60)
    worlds[0].load_state(state)
    assert hashes(worlds[0], 60) == ahead


def test_one_that_is_taken_out_of_a_heap_leaves_the_others_as_they_were():
    """Touches with it are gone, and nothing refers to it any more."""
    world = make_world(4)
    lower, upper, cloth, rope = crowd(world)
    run(world, 1.0)
    world.remove_soft(upper)
    run(world, 2.0)
    for soft in (lower, cloth, rope):
        assert np.isfinite(soft.positions).all()
        assert soft.positions[:, 1].min() > -0.01
    assert cloth.positions[:, 1].max() < 0.6


def test_filters_decide_whether_soft_bodies_touch():
    world = make_world(4)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_soft(CUBE, position=(0, 0.2, 0), group=3)
    through = world.add_soft(CUBE, position=(0, 0.8, 0), group=3)
    run(world, 2.0)
    assert through.positions[:, 1].mean() < 0.3
