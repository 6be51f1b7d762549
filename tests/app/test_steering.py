"""What is held on a pad, on foot and at the wheel."""

import types

import pytest

from app.bindings import Bindings
from app.pad import Pads
from app.steering import Steering
from tests.app.test_pad import Controller


class Play:
    """Notes what is held."""

    def __init__(self):
        self.active, self.held, self.turned = True, {}, []
        self.game = types.SimpleNamespace(vehicle=None)

    def hold(self, **wanted):
        self.held |= wanted

    def turn(self, right, up):
        self.turned.append((right, up))


@pytest.fixture
def steering():
    pads = Pads(lambda name: None, lambda text: None, lambda: 0.2)
    pad, play = Controller(), Play()
    pads.connect(pad)
    made = Steering(types.SimpleNamespace(bindings=Bindings(), play=play), pads)
    made.pad, made.play = pad, play
    return made


def triggers(steering, right, left=0.0):
    steering.pad.send("on_trigger_motion", "righttrigger", right)
    steering.pad.send("on_trigger_motion", "lefttrigger", left)
    steering.pass_time(0.1, typing=False)


def test_triggers_fire_on_foot(steering):
    triggers(steering, 1.0)
    assert steering.play.held["fire"] and steering.play.held["forward"] == 0.0


@pytest.mark.parametrize(("right", "left", "forward"), [(1.0, 0.0, 1.0), (0.6, 0.0, 0.5), (0.0, 0.6, -0.5), (1, 1, 0)])
def test_triggers_are_the_pedals_of_a_vehicle(steering, right, left, forward):
    steering.play.game.vehicle = object()
    triggers(steering, right, left)
    assert steering.play.held["forward"] == pytest.approx(forward)
    assert not steering.play.held["fire"] and not steering.play.held["fire_other"]


def test_stick_and_trigger_together_are_no_more_than_full_throttle(steering):
    steering.play.game.vehicle = object()
    steering.pad.send("on_stick_motion", "leftstick", (0.6, 1.0))
    triggers(steering, 1.0)
    assert steering.play.held["forward"] == 1.0
    assert steering.play.held["right"] == pytest.approx(0.5), "steering is analog"


def test_mouse_buttons_are_no_pedals(steering):
    steering.play.game.vehicle = object()
    steering.held.add("MOUSE_LEFT")
    steering.pass_time(0.1, typing=False)
    assert steering.play.held["forward"] == 0.0


def test_right_stick_looks_around_in_a_vehicle_too(steering):
    steering.play.game.vehicle = object()
    steering.pad.send("on_stick_motion", "rightstick", (1.0, 0.0))
    steering.pass_time(0.1, typing=False)
    assert steering.play.turned[-1][0] > 0.1
