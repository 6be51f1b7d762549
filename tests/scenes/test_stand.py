"""What scenes with joints share: text, histories, live sliders, motors that turn around, wheels with teeth."""

import math

import numpy as np
import pytest

from physics import JointHinge, JointSlider, ShapeSphere, World
from play.machines import jansen
from scenes import kit
from scenes.kit import letters, stand

DT = 1 / 60


def hinged(**options):
    """A world without gravity, and a ball on a hinge in it."""
    world = World(gravity=(0, 0, 0), sleeping=False)
    ball = world.add_body(shape=ShapeSphere(0.5), mass=2.0)
    return world, world.add_joint(JointHinge(None, ball, anchor=(0, 0, 0), axis=(0, 0, 1), name="door", **options))


def test_text_is_as_high_as_asked_in_the_middle_of_its_place_and_faces_the_viewer():
    strokes = letters.write("HELLO", (1.0, 2.0, 3.0), height=0.5, yaw_degrees=90.0)
    points = np.concatenate((strokes.start, strokes.end))
    np.testing.assert_allclose(points[:, 0], 1.0, atol=1e-9)
    assert points[:, 1].min() == pytest.approx(2.0) and points[:, 1].max() == pytest.approx(2.5)
    assert points[:, 2].mean() == pytest.approx(3.0, abs=0.1)


def test_every_sign_has_strokes_lines_go_down_and_unknown_ones_are_dashes():
    for sign in letters.GLYPHS:
        assert (len(letters.write(sign, (0, 0, 0)).start) > 0) == (sign != " ")
    first, second = letters.write("A", (0, 0, 0)).start, letters.write(" \nA", (0, 0, 0)).start
    assert second[:, 1].max() < first[:, 1].min()
    np.testing.assert_array_equal(letters.write("?", (0, 0, 0)).start, letters.write("-", (0, 0, 0)).start)


def test_history_forgets_what_is_undone_and_other_worlds():
    world, _ = hinged()
    past = stand.Samples(5)
    state = world.save_state()
    for _ in range(8):
        world.step(DT)
        times, values = past.add(world, [world.time])
    assert len(times) == 5
    np.testing.assert_allclose(times, values[:, 0])
    world.load_state(state)
    assert len(past.add(world, [0.0])[0]) == 1
    assert len(past.add(hinged()[0], [0.0])[0]) == 1


def test_last_period_is_twice_the_time_between_passages():
    times = np.arange(0.0, 5.0, DT)
    assert stand.last_period(times, np.cos(2.0 * math.pi * times / 1.7)) == pytest.approx(1.7, rel=1e-3)
    assert stand.last_period(times[:20], np.ones(20)) == 0.0


def test_a_pendulum_is_pulled_by_its_weight_and_its_speed():
    world = World(sleeping=False)
    ball = world.add_body(shape=ShapeSphere(0.1), position=(2, 0, 0), mass=3.0)
    world.add_joint(JointHinge(None, ball, anchor=(0, 0, 0), axis=(0, 0, 1)))
    assert stand.swing_pull(ball, (0, 0, 0)) == pytest.approx((0.0, 0.0))
    while ball.velocity.y < 0.0 or world.step_count == 0:
        world.step(DT)
    pull, expected = stand.swing_pull(ball, (0, 0, 0))
    assert expected == pytest.approx(3.0 * 3.0 * 9.81, rel=0.02), "three times its weight at the lowest point"
    assert pull == pytest.approx(expected, rel=0.02)
    assert stand.swing_pull(ball, (0, 0, 0), load=3.0)[1] == pytest.approx(2.0 * expected)
    at_rest = stand.swing_pull(ball, (0, 0, 0), drift=ball.velocity)[1]
    assert at_rest == pytest.approx(3.0 * 9.81, rel=0.02)


def test_sliders_set_traits_limits_springs_and_speeds():
    world, hinge = hinged(motor_speed=-1.0)
    stand.set_joints("door", "limits", None, math.pi / 180.0)(world, 90.0)
    assert hinge.limits == pytest.approx((-0.5 * math.pi, 0.5 * math.pi))
    stand.set_joints("window", "motor_speed")(world, 9.0)
    assert hinge.motor_speed == -1.0, "another name"
    stand.set_speeds("door", 3)(world, 2.5)
    assert hinge.motor_speed == -2.5, "its direction stays"
    stand.set_springs("door", "target", 3)(world, 0.3)
    assert hinge.free_axis.spring_target == pytest.approx(0.3)
    assert stand.joint_named(world, "door") is hinge and stand.joint_named(world, "gate") is None


def test_shuttle_keeps_a_motor_between_its_limits():
    world = World(gravity=(0, 0, 0), sleeping=False)
    ball = world.add_body(shape=ShapeSphere(0.5), mass=2.0)
    options = {"limits": (-1, 1), "motor_speed": 1.0, "motor_max_force": 100.0, "name": "way"}
    slider = world.add_joint(JointSlider(None, ball, anchor=(0, 0, 0), axis=(1, 0, 0), **options))
    world.schedule(stand.reverse_at_limits("way"), after_steps=1)
    places = []
    for _ in range(600):
        world.step(DT)
        places.append(slider.position)
    assert -0.95 < min(places) < -0.7 and 0.7 < max(places) < 0.95
    expected = [stand.expected_position(1.0, DT * (number + 1)) for number in range(120)]
    np.testing.assert_allclose(places[:120], expected, atol=0.1)


def test_cart_drives_at_its_speed():
    world = World(sleeping=False)
    kit.add_ground(world)
    box, *_ = stand.add_cart(world, (0, 0, 0), speed=2.0)
    for _ in range(240):
        world.step(DT)
    assert box.velocity.x == pytest.approx(2.0, rel=0.05) and box.position.y > 0.3


def test_leg_keeps_its_lengths_and_its_foot_is_flat_on_the_ground():
    """For a third of a turn and more the foot is within a few hundredths of a leg above its lowest point."""
    legs = [jansen.leg(angle) for angle in np.linspace(0.0, 2.0 * math.pi, 60, endpoint=False)]
    pairs = (("pin", "knee", jansen.J), ("pin", "low", jansen.K), ("pivot", "low", jansen.C), ("hip", "heel", jansen.F))
    for a, b, length in pairs:
        np.testing.assert_allclose([np.linalg.norm(leg[a] - leg[b]) for leg in legs], length)
    heights = np.array([leg["foot"][1] for leg in legs])
    assert (heights < heights.min() + 4.0).mean() > 1.0 / 3.0 and np.ptp(heights) > 12.0
