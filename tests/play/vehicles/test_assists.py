"""Steering and pedals that follow keys."""

import math

import pytest

from play.vehicles import assists, tires
from play.vehicles.car_rays import CarRays
from play.vehicles.engine import Pedals
from tests.play.vehicles.cars import DT, drive, make, set_speed

FULL, NONE = Pedals(throttle=1.0), Pedals()
GRIP, SLIDE = (0.3,) * 4, (2.0,) * 4


def test_full_lock_asks_for_more_than_grip_at_any_speed_but_not_for_twice_as_much():
    """A bend of the angle d needs the acceleration v^2 tan(d) / L: more than 0.9 g, so that it slides."""
    assert assists.steering_limit(0.0) == assists.STEER
    for speed in (8.0, 12.0, 16.0, 22.0):
        asked = speed * speed * math.tan(assists.steering_limit(speed)) / assists.BASE
        assert 0.9 * 9.81 < asked < 2.6 * 9.81


def test_front_wheels_stay_near_the_way_that_they_go():
    most = assists.GRIPPING * tires.PEAK
    assert assists.gripping(0.3, 20.0, 0.0, 1.0) == pytest.approx(most)
    assert assists.gripping(0.3, 20.0, 0.0, 0.5) == pytest.approx(0.5 * most)
    assert assists.gripping(0.3, 20.0, -4.0, 1.0) == 0.3, "the front goes to the left already"
    assert assists.gripping(-0.05, 20.0, 0.0, 1.0) == -0.05
    assert assists.gripping(0.6, 2.0, 0.0, 1.0) > 0.5, "who parks may scrub"


def test_a_key_turns_the_wheels_within_an_eighth_of_a_second_and_no_faster():
    limit, angle, steps = 0.14, 0.0, 0
    while angle < limit - 1e-9:
        angle, steps = assists.turn_wheels(angle, limit, limit, DT), steps + 1
    assert steps * DT == pytest.approx(1.0 / assists.TURN, abs=DT)


def test_throttle_is_pressed_softly_and_let_go_at_once():
    pedals, steps = NONE, 0
    while pedals.throttle < 1.0:
        pedals, steps = assists.ease(pedals, FULL, GRIP, 10.0, DT), steps + 1
    assert steps * DT == pytest.approx(1.0 / assists.PRESS, abs=2 * DT)
    assert assists.ease(FULL, NONE, GRIP, 10.0, DT).throttle == 0.0


def test_throttle_closes_in_a_slide_and_a_fast_front_is_slowed():
    pedals = FULL
    for _ in range(20):
        pedals = assists.ease(pedals, FULL, SLIDE, 20.0, DT)
    assert pedals == Pedals(throttle=0.0, brake=assists.SLOW)
    assert assists.ease(FULL, FULL, SLIDE, 5.0, DT) == FULL, "slow cars may slide"


def test_eased_pedals_are_part_of_the_state():
    world, vehicle = make(CarRays)
    drive(world, vehicle, 20)
    set_speed(vehicle, 18.0)
    drive(world, vehicle, 8, forward=1.0, right=1.0)
    state, hashes = world.save_state(), []
    for steps in (30, 0):
        drive(world, vehicle, steps, forward=-1.0)
        world.load_state(state)
        drive(world, vehicle, 12, forward=1.0, right=1.0)
        hashes.append(world.state_hash())
    assert 0.0 < vehicle.telemetry.throttle <= 1.0
    assert hashes[0] == hashes[1]
