import math

import numpy as np
import pytest

from app.effects.headlamps import DOWN, headlamps
from physics import Vec3
from play.vehicles.vehicle import Telemetry, Vehicle

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


def test_lamps_do_not_glow_through_the_car_and_tail_lamps_shine_back(vehicle):
    vehicle.taillamps = (Vec3(0.0, 0.1, 2.0),)
    place = (0.0, 0.0, 0.0)
    before, behind = (headlamps(vehicle, place, UNTURNED, (0.0, 1.0, z))[1].color[:, 3] for z in (-9.0, 9.0))
    assert (before[:2] > 0.3).all() and before[2] == 0.0
    assert (behind[:2] == 0.0).all() and behind[2] > 0.3


def test_tail_lamps_are_brighter_while_it_brakes(vehicle, monkeypatch):
    vehicle.taillamps = (Vec3(0.0, 0.1, 2.0),)
    calm = headlamps(vehicle, (0.0, 0.0, 0.0), UNTURNED, (0.0, 0.0, 9.0))[1]
    monkeypatch.setattr(Vehicle, "telemetry", Telemetry(brake=1.0))
    bright = headlamps(vehicle, (0.0, 0.0, 0.0), UNTURNED, (0.0, 0.0, 9.0))[1]
    assert bright.color[2, 3] > calm.color[2, 3] + 0.2
