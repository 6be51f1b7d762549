import numpy as np
import pytest

from physics import BodyKind, ShapePlane, Vec3, World
from play.vehicles import tires


def test_grip_rises_to_its_peak_near_twelve_percent_and_falls_beyond():
    slips = np.linspace(0.0, 1.5, 1501)
    grips = np.array([tires.grip_at(slip) for slip in slips])
    assert 0.10 <= slips[grips.argmax()] <= 0.15
    assert grips.max() == pytest.approx(1.0)
    assert grips[0] == 0.0
    assert (np.diff(grips[: grips.argmax()]) > 0.0).all() and (np.diff(grips[grips.argmax() :]) <= 0.0).all()
    assert tires.SLIDING <= grips[-1] < 0.9


def test_stiffness_is_the_slope_of_grip():
    for slip in (0.0, 0.03, 0.08, 0.11):
        slope = (tires.grip_at(slip + 1e-6) - tires.grip_at(slip)) / 1e-6
        assert tires.stiffness_at(slip) == pytest.approx(slope, rel=1e-3)
    assert tires.stiffness_at(0.5) == 0.0


def test_contacts_have_full_grip_up_to_the_peak():
    assert tires.grip_of_contact(0.05) == 1.0
    assert tires.grip_of_contact(1.0) == tires.grip_at(1.0) < 0.95


def test_slip_is_a_part_of_the_faster_speed_and_none_for_what_rolls():
    assert tires.slip_of(10.0, 10.0, 0.0) == (0.0, -0.0)
    assert tires.slip_of(0.0, 10.0, 0.0)[0] == -1.0  # locked
    assert tires.slip_of(20.0, 10.0, 0.0)[0] == 0.5  # spins
    assert tires.slip_of(10.0, 10.0, 1.0)[1] == pytest.approx(-0.1)


@pytest.mark.parametrize(
    ("material", "friction", "expected", "soft"),
    [
        ("concrete", None, 0.9, False),
        ("ice", None, 0.15, False),
        ("stone", 0.64, 0.8, False),
        ("dirt", None, 0.8, True),
    ],
)
def test_ground_tells_how_much_a_tire_grips_on_it(material, friction, expected, soft):
    world = World()
    if material == "dirt":
        world.add_material("dirt", density=1500.0, friction=0.64, restitution=0.0)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material=material, friction=friction)
    ground, none = tires.look_down(world, [Vec3(0.0, 1.0, 0.0), Vec3(0.0, 9.0, 0.0)], Vec3(0.0, -1.0, 0.0), 2.0, ())
    assert ground.friction == pytest.approx(expected, abs=1e-6)
    assert ground.soft == soft
    assert ground.distance == pytest.approx(1.0) and ground.normal == (0.0, 1.0, 0.0)
    assert none is None
