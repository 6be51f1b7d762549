"""Boards that spin fast and hit the ground: their axes of inertia turn far within a step."""

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, World

DT = 1 / 60


def total(world):
    energy = world.energy()
    return energy.kinetic + energy.potential


@pytest.mark.slow
@pytest.mark.parametrize("flat", [True, False], ids=["plane", "box"])
@pytest.mark.parametrize("restitution", [0.3, 1.0])
@pytest.mark.parametrize(("spin", "allowed"), [(20.0, 0.01), (60.0, 0.06), (150.0, 0.35)])
def test_a_thin_board_gains_little_energy_however_fast_it_spins(spin, allowed, restitution, flat):
    """Contacts know the inertia of the start of the step: they must not spin up what has become a thin axis since."""
    random = np.random.default_rng(0)
    for _ in range(60):
        world = World()
        shape, place = (ShapePlane(), (0, 0, 0)) if flat else (ShapeBox((20, 1, 20)), (0, -1, 0))
        world.add_body(kind=BodyKind.STATIC, shape=shape, position=place)
        turned, axis, way = random.normal(size=4), random.normal(size=3), random.normal(size=3)
        way[1] = -abs(way[1])
        world.add_body(
            shape=ShapeBox((0.46, 0.06, 0.025)), mass=4.0, position=(0, 0.552, 0), restitution=restitution,
            orientation=tuple(turned / np.linalg.norm(turned)), velocity=tuple(12.0 * way / np.linalg.norm(way)),
            angular_velocity=tuple(spin * axis / np.linalg.norm(axis)),
        )  # fmt: skip
        first = before = total(world)
        for _ in range(20):
            world.step(DT)
            now = total(world)
            assert now - before < allowed * first
            before = now
