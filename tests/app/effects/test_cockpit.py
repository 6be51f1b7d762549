"""The cockpit: dials that are right, a wheel that turns, all of it where the car is."""

import math
import types

import numpy as np
import pytest

from app.effects import cockpit
from app.settings import Settings
from app.shell import Shell
from play.vehicles.vehicle import Telemetry
from tests.app.test_player import frames

STILL = (0.0, 0.0, 0.0, 1.0)


def car(name="blue car", *, lamps_on=False, **shown):
    return types.SimpleNamespace(name=name, lamps_on=lamps_on, telemetry=Telemetry(**shown))


def needle_angle(middle, value):
    """Angle of a needle, from upright to the right [rad]."""
    faces = cockpit.Faces()
    cockpit._add_needle(faces, middle, value)
    places = np.array(faces.places) - np.array(middle)
    tip = places[np.argmax(np.linalg.norm(places, axis=1))]
    right, up = cockpit._axes()
    return math.atan2(tip @ right, tip @ up)


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 0.9, 1.0])
def test_needle_is_where_the_scale_has_its_number(share):
    """From one end of the sweep to the other, in proportion: so are the marks."""
    expected = cockpit.SWEEP * (2.0 * share - 1.0)
    assert needle_angle(cockpit.SPEED_DIAL, share) == pytest.approx(expected, abs=0.05)
    mark = cockpit._on_dial(cockpit.SPEED_DIAL, share, 0.9) - np.array(cockpit.SPEED_DIAL)
    right, up = cockpit._axes()
    assert math.atan2(mark @ right, mark @ up) == pytest.approx(expected)


def test_needles_stay_on_their_scales():
    assert needle_angle(cockpit.RPM_DIAL, 3.0) == pytest.approx(cockpit.SWEEP, abs=0.05)
    assert needle_angle(cockpit.RPM_DIAL, -1.0) == pytest.approx(-cockpit.SWEEP, abs=0.05)


def test_wheel_turns_to_the_left_with_the_front_wheels_and_keeps_its_plane():
    right_end = cockpit._on_wheel(0.0, cockpit.WHEEL_RADIUS)[None]
    turned = cockpit._turned(right_end, 0.5 * math.pi)[0]
    assert turned == pytest.approx(cockpit._on_wheel(0.5 * math.pi, cockpit.WHEEL_RADIUS))


def test_what_is_shown_follows_from_the_telemetry_alone():
    first, again = (cockpit.cockpit(car(speed=10.0, steering=0.1), (0.0, 0.0, 0.0), STILL) for _ in range(2))
    other = cockpit.cockpit(car(speed=15.0, steering=0.1), (0.0, 0.0, 0.0), STILL)
    assert np.array_equal(first.place, again.place) and not np.array_equal(first.place, other.place)
    assert len(first.place) == len(first.color) and len(first.place) % 3 == 0
    assert np.isfinite(first.place).all() and first.color.dtype == np.float32


def test_it_moves_and_turns_with_the_car():
    here = cockpit.cockpit(car(), (0.0, 0.0, 0.0), STILL).place
    turn = (0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5))  # +X to -Z
    there = cockpit.cockpit(car(), (5.0, 1.0, 2.0), turn).place
    assert there == pytest.approx(np.column_stack((here[:, 2] + 5.0, here[:, 1] + 1.0, 2.0 - here[:, 0])))


@pytest.mark.slow
def test_it_is_seen_from_the_seat_of_the_driver_only():
    played = Shell(Settings(reduced_motion=True), "vehicles_track")
    frames(played, 5)
    assert played.frame().interior is None
    while played.player.cycle_camera() != "driver":
        assert played.frame().interior is None
    frames(played, 5)
    seen, eye = played.frame().interior, np.array(played.view.rig.pose().position)
    away = np.linalg.norm(seen.place - eye, axis=1)
    assert 0.05 < away.min() < 0.6 and away.max() < 3.0
