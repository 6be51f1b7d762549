"""Bodies that spin fast on a tip: contacts within a step must see where the tip is, and keep the momentum."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapeCylinder, ShapePlane, World

TILT = 0.2


def top_on(ground, *, spin, friction=1.0, tilt=TILT):
    """World and body: a disc on a stem with a round tip, on a plane or a box."""
    world = World()
    if ground == "plane":
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), friction=friction)
    else:
        world.add_body(
            kind=BodyKind.STATIC, shape=ShapeBox((10.0, 0.5, 10.0)), position=(0.0, -0.5, 0.0), friction=friction
        )
    axis = np.array((math.sin(tilt), math.cos(tilt), 0.0))
    top = world.add_body(
        shapes=[
            (ShapeCapsule(0.02, 0.13), (0.0, 0.15, 0.0), (0.0, 0.0, 0.0, 1.0)),
            (ShapeCylinder(0.15, 0.03), (0.0, 0.2, 0.0), (0.0, 0.0, 0.0, 1.0)),
        ],
        position=np.array((0.0, 0.02, 0.0)) - 0.02 * axis, angular_velocity=spin * axis, friction=friction,
        orientation=(0.0, 0.0, -math.sin(tilt / 2), math.cos(tilt / 2)),
    )  # fmt: skip
    return world, top


def lean(top):
    """Angle between the axis of the top and the vertical [rad]."""
    x, _, z, _ = top.orientation
    return math.acos(1 - 2 * (x * x + z * z))


@pytest.mark.slow
@pytest.mark.parametrize("ground", ["plane", "box"])
@pytest.mark.parametrize("spin", [60.0, 100.0, -100.0])
def test_top_stays_up_and_keeps_its_energy(ground, spin):
    """Rolling takes nothing: the lean stays what it is after the tip has stopped slipping, and so does the energy."""
    world, top = top_on(ground, spin=spin)
    leans, energies = [], []
    for _ in range(1200):
        world.step(1 / 60)
        leans.append(lean(top))
        energies.append(top.kinetic_energy + top.mass * 9.81 * top.center_of_mass.y)
    assert max(leans) < 1.35 * TILT
    assert max(energies[60:]) - min(energies[60:]) < 0.003 * energies[60]


@pytest.mark.slow
def test_top_goes_the_way_that_small_steps_show():
    """A top at 1/60 s is where one at 1/1920 s is, after its center went around for 3 s."""
    places = []
    for divisor in (60, 1920):
        world, top = top_on("plane", spin=100.0)
        for _ in range(3 * divisor):
            world.step(1 / divisor)
        places.append(np.array(top.center_of_mass))
    assert np.abs(places[0] - places[1]).max() < 0.03


@pytest.mark.slow
def test_top_on_ice_keeps_its_vertical_momentum():
    """Without friction the ground pushes up only: spin about the vertical, energy and place of the center stay."""
    world, top = top_on("plane", spin=100.0, friction=0.0)
    start, place, leans = world.energy(), np.array(top.center_of_mass), []
    for _ in range(1200):
        world.step(1 / 60)
        leans.append(lean(top))
    end = world.energy()
    assert end.angular_momentum.y == pytest.approx(start.angular_momentum.y, rel=1e-3)
    assert end.total == pytest.approx(start.total, rel=3e-3)
    assert np.abs(np.array(top.center_of_mass) - place)[[0, 2]].max() < 1e-3
    assert min(leans) > 0.9 * TILT
    assert max(leans) < 1.35 * TILT
