"""What the panels say about joints."""

import pytest

from app.panels.joint_list import LINE, amount, state
from app.panels.scene import decimals, number_format
from app.timeline.results import counted
from physics import World
from scenes import registry
from scenes.registry import Slider

SCENES = registry.load_all()


@pytest.mark.parametrize(
    ("value", "words"),
    [(0.0, "0 N"), (7e-7, "0 N"), (0.254, "0.254 N"), (9999.0, "9999 N"), (13980.0, "13.98 kN"), (2.5e7, "25 MN")],
)
def test_forces_are_written_without_exponents(value, words):
    assert amount(value, "N") == words


@pytest.mark.parametrize("key", ["joints_hinge2", "joints_prismatic_universal", "machines_wrecking_crane"])
def test_lines_about_joints_are_short_and_break_between_numbers(key):
    """One long line would make the panel of a body cover half of the window."""
    world = World()
    SCENES[key].start(world)
    for _ in range(5):
        world.step(1 / 60)
    for joint in world.joints:
        lines = state(joint)
        assert max(map(len, lines)) <= LINE
        assert all(word.count(" ") >= 1 for line in lines for word in line.rstrip(",").split(", "))


def test_ball_joints_have_twist_and_swing():
    world = World()
    SCENES["joints_ball"].start(world)
    world.step(1 / 60)
    assert state(world.joints[0])[0].startswith("twist ") and "swing " in state(world.joints[0])[0]


def test_sliders_show_their_units():
    assert number_format(Slider("speed", 1.0, 0.0, 2.0, unit="m/s")) == "%.2f m/s"
    assert number_format(Slider("count", 1, 0, 2, integer=True)) == "%d"
    assert number_format(Slider("share", 1.0, 0.0, 2.0, unit="%")) == "%.2f %%"
    ends = ((0.0, 0.1), (-0.5, 0.5), (1.0, 9.5), (0.0, 25.0), (-250.0, 20.0), (0.1, 100.0), (0.05, 1.0))
    assert [decimals(Slider("", low, low, high)) for low, high in ends] == [3, 3, 2, 1, 0, 1, 2]


def test_one_thing_has_no_plural():
    assert [counted(k, "joint") for k in (0, 1, 2)] == ["0 joints", "1 joint", "2 joints"]
    assert counted(1, "body", "bodies") == "1 body" and counted(3, "body", "bodies") == "3 bodies"
