"""Balloons against closed forms: the law of gases, and the pressure of a stretched sphere."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, SoftShell
from tests.physics.reference.soft_worlds import SUBSTEPS, fastest, make_world, run

AIR = 101325.0


@pytest.mark.parametrize("substeps", SUBSTEPS)
@pytest.mark.parametrize("filled", [200.0, 1200.0])
def test_a_balloon_swells_until_its_skin_holds_the_pressure(substeps, filled):
    """p = 2 E t (r - r0) / (r0^2 (1 - nu)) for strains of some thousandths: E t 300 N/m, r0 0.25 m."""
    world = make_world(substeps, gravity=False)
    balloon = world.add_soft(
        SoftShell.ball(0.25, detail=2, pressure=filled), stretch=300.0, poisson=0.3, bend=0.0, linear_damping=3.0
    )
    before = balloon.volume
    run(world, 2.0)
    r0, r = (3.0 * before / (4.0 * math.pi)) ** (1 / 3), (3.0 * balloon.volume / (4.0 * math.pi)) ** (1 / 3)
    assert 5e-4 < r / r0 - 1.0 < 5e-3
    assert balloon.pressure == pytest.approx(2.0 * 300.0 * (r - r0) / (r0**2 * 0.7), rel=0.03)
    assert (balloon.pressure + AIR) * balloon.volume == pytest.approx((filled + AIR) * before, rel=1e-6)
    assert fastest(balloon) < 1e-3


def test_a_squeezed_balloon_keeps_p_times_v_and_bears_with_its_pressure():
    """Between plates that come together by 30 %: p V constant, force = gauge pressure times the area that touches."""
    world = make_world(4, gravity=False)
    balloon = world.add_soft(SoftShell.ball(0.25, detail=3, pressure=2000.0), material="latex", friction=0.0)
    run(world, 0.5)
    radius = float(np.ptp(balloon.positions[:, 1])) / 2
    gauge, before = balloon.pressure, (balloon.pressure + AIR) * balloon.volume
    gap = radius + 0.002
    plates = [
        world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((1, 0.1, 1)), position=(0, s * (gap + 0.1), 0))
        for s in (-1, 1)
    ]
    speed = 0.3 * radius / 1.5
    for plate, s in zip(plates, (-1, 1), strict=True):
        plate.velocity = (0, -s * speed, 0)
    run(world, 1.5)
    for plate in plates:
        plate.velocity = (0, 0, 0)
    run(world, 1.0)
    assert np.ptp(balloon.positions[:, 1]) == pytest.approx(2 * (gap - 1.5 * speed) - 0.004, abs=1e-3)
    assert (balloon.pressure + AIR) * balloon.volume == pytest.approx(before, rel=0.01)
    assert balloon.pressure > gauge + 100.0 and fastest(balloon) < 5e-3
