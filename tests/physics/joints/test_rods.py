"""Rods that hold a body more often than it needs: which of all possible forces they take."""

import numpy as np
import pytest

from physics import JointDistance, ShapeBox, World

DT = 1 / 60
G = 9.81
MASS = 150.0
CORNERS = [(-0.7, -0.4), (-0.7, 0.4), (0.7, -0.4), (0.7, 0.4)]


def hung(misfit=0.0):
    """A table on four upright rods of 1 m, one of which is too long."""
    world = World(sleeping=False)
    table = world.add_body(shape=ShapeBox((0.8, 0.05, 0.5)), mass=MASS, position=(0, 1, 0))
    rods = []
    for number, (x, z) in enumerate(CORNERS):
        length = 1.0 + (misfit if number == 0 else 0.0)
        rods.append(world.add_joint(JointDistance(None, table, anchor_a=(x, 2, z), anchor_b=(x, 1, z), length=length)))
    return world, table, rods


def pulls(rods):
    """Upward forces of all rods [N]."""
    return np.array([rod.force.y for rod in rods])


@pytest.mark.parametrize("place", [(0.0, 0.0), (0.35, 0.0), (0.35, -0.2)])
def test_redundant_rods_share_a_load_with_the_least_forces(place):
    """Of all forces that carry W at (x, z) those of least norm are F_i = W / 4 (1 + x x_i / a^2 + z z_i / b^2).

    What closes a loop gives ten times as much as the others, so its share is a little less: by 25 N of 2,500 N.
    """
    world, table, rods = hung()
    for _ in range(120):
        table.apply_force((0.0, -1000.0, 0.0), point=(place[0], 1.0, place[1]))
        world.step(DT)
    shares = np.array([1.0 + place[0] * x / 0.7**2 + place[1] * z / 0.4**2 for x, z in CORNERS])
    np.testing.assert_allclose(pulls(rods), 0.25 * MASS * G + 250.0 * shares, atol=30.0)


@pytest.mark.parametrize("misfit", [2e-5, 2e-4])
def test_redundant_rods_that_do_not_fit_press_by_how_much_they_do_not(misfit):
    """A frame that is statically indeterminate has a self-stress of stiffness times misfit: one rod against two others.

    A rod of ours has some 2e8 N/m, as one of steel of 10 cm^2: 0.02 mm, the roundness of a number of 32 bits after some
    movement, are 4 kN. That is what rigid means; `stiffness` makes rods that give.
    """
    world, _, rods = hung(misfit)
    for _ in range(60):
        world.step(DT)
    stress = pulls(rods) - 0.25 * MASS * G
    expected = 2.12e8 * misfit * np.array((-1.0, 1.0, 1.0, -1.0))
    np.testing.assert_allclose(stress, expected, rtol=0.05)


def test_rods_with_a_stiffness_press_by_it():
    """k = 1e6 N/m each, 1 mm too long: the self-stress is k times a quarter of the misfit."""
    world = World(sleeping=False)
    table = world.add_body(shape=ShapeBox((0.8, 0.05, 0.5)), mass=MASS, position=(0, 1, 0))
    rods = []
    for number, (x, z) in enumerate(CORNERS):
        joint = JointDistance(
            None, table, anchor_a=(x, 2, z), anchor_b=(x, 1, z), length=1.001 if number == 0 else 1.0,
            stiffness=1e6, damping=2e4,
        )  # fmt: skip
        rods.append(world.add_joint(joint))
    for _ in range(180):
        world.step(DT)
    forces = np.array([1e6 * ((rod.anchor_a - rod.anchor_b).length - rod.length) for rod in rods])
    np.testing.assert_allclose(forces - 0.25 * MASS * G, np.array((-250.0, 250.0, 250.0, -250.0)), atol=8.0)
