import math

import numpy as np
import pytest

from app.headlamps import DOWN, headlamps
from physics import Vec3
from play.vehicle import Vehicle

UNTURNED = (0.0, 0.0, 0.0, 1.0)


@pytest.fixture
def vehicle():
    made = Vehicle()
    made.lamps_on = True
    return made


def test_lamps_that_are_off_give_nothing(vehicle):
    vehicle.lamps_on = False
    assert headlamps(vehicle, (0.0, 1.0, 0.0), UNTURNED) == ((), None)


def test_one_light_shines_ahead_from_between_both_lamps(vehicle):
    (lamp,), glow = headlamps(vehicle, (3.0, 1.0, 0.0), UNTURNED)
    left, right = vehicle.headlamps
    np.testing.assert_allclose(lamp.position, Vec3(3.0, 1.0, 0.0) + 0.5 * (left + right))
    np.testing.assert_allclose(lamp.direction, (0.0, -math.sin(DOWN), -math.cos(DOWN)))
    assert len(glow.place) == 2 and glow.glow.all() and glow.place[0, 0] < lamp.position[0] < glow.place[1, 0]


def test_lamps_turn_with_the_vehicle(vehicle):
    """A quarter to the left: the nose points along -X."""
    half = math.sqrt(0.5)
    (lamp,), glow = headlamps(vehicle, (0.0, 0.0, 0.0), (0.0, half, 0.0, half))
    assert lamp.direction[0] < -0.99 and abs(lamp.direction[2]) < 1e-9
    assert np.ptp(glow.place[:, 2]) == pytest.approx(1.2, abs=1e-5)
