"""Tests of app/input/pad.py with a controller made of nothing."""

import sys
import types

import pytest

from app.input.pad import Pads, beyond_dead_zone


class Controller:
    name = "Test pad"

    def __init__(self):
        self.handlers = {}

    def open(self):
        self.is_open = True

    def push_handlers(self, **handlers):
        self.handlers |= handlers

    def send(self, event, *values):
        self.handlers[event](self, *values)


@pytest.fixture
def pads():
    pressed, said = [], []
    pads = Pads(pressed.append, said.append, lambda: 0.2, note=str)
    pads.pressed, pads.said = pressed, said
    pads.pad = Controller()
    pads.connect(pads.pad)
    return pads


@pytest.mark.parametrize(("value", "push"), [(0.0, 0.0), (0.2, 0.0), (-0.1, 0.0), (0.6, 0.5), (1.0, 1.0), (-1.0, -1.0)])
def test_dead_zone_starts_at_zero_and_reaches_one(value, push):
    assert beyond_dead_zone(value, 0.2) == pytest.approx(push)


def test_buttons_press_once_and_are_held(pads):
    pads.pad.send("on_button_press", "a")
    pads.pad.send("on_button_press", "a")
    assert pads.pressed == ["PAD_A"] and pads.value("PAD_A") == 1.0
    pads.pad.send("on_button_release", "a")
    assert pads.value("PAD_A") == 0.0
    pads.pad.send("on_button_press", "no such button")
    assert pads.pressed == ["PAD_A"]


def test_sticks_are_axes_in_four_directions(pads):
    pads.pad.send("on_stick_motion", "leftstick", (-1.0, 0.6))
    assert pads.value("PAD_LEFT_X-") == 1.0 and pads.value("PAD_LEFT_X+") == 0.0
    assert pads.value("PAD_LEFT_Y+") == pytest.approx(0.5)
    assert pads.pressed == []


def test_triggers_press_half_way(pads):
    pads.pad.send("on_trigger_motion", "righttrigger", 0.3)
    assert pads.pressed == []
    pads.pad.send("on_trigger_motion", "righttrigger", 0.9)
    pads.pad.send("on_trigger_motion", "righttrigger", 1.0)
    assert pads.pressed == ["PAD_RIGHT_TRIGGER+"]


def test_the_cross_is_four_buttons(pads):
    pads.pad.send("on_dpad_motion", (-1.0, 0.0))
    assert pads.pressed == ["PAD_DPAD_LEFT"] and pads.value("PAD_DPAD_RIGHT") == 0.0


def test_an_unplugged_pad_holds_nothing(pads):
    pads.pad.send("on_stick_motion", "leftstick", (1.0, 0.0))
    pads.disconnect(pads.pad)
    assert pads.value("PAD_LEFT_X+") == 0.0
    assert pads.said == ["Gamepad connected: Test pad", "Gamepad disconnected: Test pad"]


def test_late_words_of_an_unplugged_pad_do_nothing(pads):
    pads.disconnect(pads.pad)
    pads.pad.send("on_stick_motion", "leftstick", (1.0, 0.0))
    pads.pad.send("on_button_press", "a")
    pads.pad.send("on_trigger_motion", "righttrigger", 1.0)
    pads.pad.send("on_dpad_motion", (1.0, 0.0))
    assert pads.pressed == [] and pads.value("PAD_LEFT_X+") == pads.value("PAD_A") == 0.0
    pads.connect(pads.pad)
    pads.pad.send("on_button_press", "a")
    assert pads.pressed == ["PAD_A"], "plugged in again"


def test_lost_focus_lets_go(pads):
    pads.pad.send("on_button_press", "a")
    pads.release()
    assert pads.value("PAD_A") == 0.0


def test_a_pad_is_taken_once(pads):
    pads.connect(pads.pad)
    assert pads.said == ["Gamepad connected: Test pad"]


def test_without_devices_of_that_kind_it_says_so_in_plain_words(monkeypatch):
    def none():
        raise FileNotFoundError(2, "No such file or directory", "/dev/input")

    monkeypatch.setitem(sys.modules, "pyglet.input", types.SimpleNamespace(ControllerManager=none))
    said = []
    Pads(lambda name: None, print, lambda: 0.2, note=said.append).start()
    assert said == ["Gamepads are not available here. Keyboard and mouse can do everything too."]
