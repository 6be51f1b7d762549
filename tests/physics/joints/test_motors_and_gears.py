"""Motors without a joint, gears, racks and pulleys: what they drive and couple."""

import math

import numpy as np
import pytest

from physics import (
    JointGear,
    JointHinge,
    JointMotorAngular,
    JointMotorLinear,
    JointPiston,
    JointPulley,
    JointRack,
    JointSlider,
    ShapeCylinder,
    ShapeSphere,
    World,
)
from tests.physics.joints.test_types import BALL, BOX, DT, G, empty, momenta, run


@pytest.mark.parametrize("frame", ["world", "a", "b"])
def test_angular_motor_turns_about_its_axis(frame):
    world = empty()
    a = world.add_body(shape=ShapeSphere(1.0), mass=1e4)
    b = world.add_body(shape=BALL, mass=1.0, position=(2, 0, 0))
    motor = world.add_joint(JointMotorAngular(a, b, axes=[(0, 0, 1)], frame=frame))
    axis = motor.motors[0]
    axis.motor_speed, axis.motor_max_force = 3.0, 50.0
    run(world, 1.0)
    assert motor.body_a is a and motor.body_b is b
    assert b.angular_velocity.z == pytest.approx(3.0, rel=0.01) and axis.rate == pytest.approx(3.0, rel=0.01)
    assert axis.position == pytest.approx(3.0, rel=0.03)
    b.apply_torque((0, 0, -2.0))
    world.step(DT)
    assert motor.torque.z == pytest.approx(2.0, rel=0.02)


def test_angular_motor_drives_euler_angles():
    world = empty()
    body = world.add_body(shape=BOX, mass=1.0)
    motor = world.add_joint(JointMotorAngular(None, body, axes=[(1, 0, 0), (0, 1, 0), (0, 0, 1)], euler=True))
    for axis, target in zip(motor.motors, (0.5, -0.4, 0.8), strict=True):
        axis.motor_speed, axis.motor_max_force, axis.motor_target = 2.0, 50.0, target
    run(world, 2.0)
    assert [axis.position for axis in motor.motors] == pytest.approx([0.5, -0.4, 0.8], abs=0.01)


@pytest.mark.parametrize("frame", ["world", "a", "b"])
def test_linear_motor_moves_along_its_axes(frame):
    world = empty()
    a = world.add_body(shape=BALL, mass=3.0)
    b = world.add_body(shape=BOX, mass=1.0)
    directions = [(1, 0, 0), (0, 1, 0)] if frame == "world" else [(1, 0, 0)]
    motor = world.add_joint(JointMotorLinear(a, b, axes=directions, frame=frame))
    for axis, speed in zip(motor.motors, (2.0, -0.5), strict=False):
        axis.motor_speed, axis.motor_max_force = speed, 100.0
    run(world, 1.0)
    assert b.velocity.x - a.velocity.x == pytest.approx(2.0, rel=0.02)
    assert b.position.y - a.position.y == pytest.approx(-0.5 if frame == "world" else 0.0, abs=0.01)
    assert motor.motors[0].position == pytest.approx(2.0, rel=0.03)
    assert np.allclose(momenta(a, b)[0], 0.0, atol=1e-4)


def geared(ratio, backlash=0.0):
    world = empty()
    a = world.add_body(shape=BOX, mass=1.0)
    b = world.add_body(shape=BOX, mass=2.0, position=(2, 0, 0))
    first = world.add_joint(JointHinge(None, a, anchor=(0, 0, 0), axis=(0, 0, 1)))
    second = world.add_joint(JointHinge(None, b, anchor=(2, 0, 0), axis=(0, 0, 1)))
    gear = world.add_joint(JointGear(first, second, ratio=ratio, backlash=backlash))
    return world, a, b, first, second, gear


@pytest.mark.parametrize("ratio", [1.0, 2.5, -3.0])
def test_gear_keeps_its_ratio_and_the_power(ratio):
    """I_1 a_1 + F = T, I_2 a_2 = -ratio F ..., so a_1 = T / (I_1 + I_2 / ratio^2)."""
    world, a, b, first, second, gear = geared(ratio)
    for _ in range(120):
        a.apply_torque((0, 0, 0.3))
        world.step(DT)
        assert abs(first.angle + ratio * second.angle) < math.radians(0.1)
    inertia = a.inertia[2][2] + b.inertia[2][2] / ratio**2
    assert first.rate == pytest.approx(2.0 * 0.3 / inertia, rel=0.01)
    assert abs(gear.load) == pytest.approx(0.3 * (1.0 - a.inertia[2][2] / inertia), rel=0.02)


def test_gear_with_backlash_lets_the_first_move_alone():
    world, a, b, first, second, gear = geared(1.0, backlash=0.4)
    a.angular_velocity = (0, 0, 0.5)
    run(world, 0.35)
    assert second.rate == 0.0
    run(world, 0.3)
    assert second.rate < -0.1 and gear.error[1] < 1e-3


def test_rack_moves_by_the_radius():
    world = empty()
    wheel = world.add_body(shape=BALL, mass=1.0)
    rack = world.add_body(shape=BOX, mass=1.0, position=(0, -0.3, 0))
    hinge = world.add_joint(
        JointHinge(None, wheel, anchor=(0, 0, 0), axis=(0, 0, 1), motor_speed=2.0, motor_max_force=50.0)
    )
    slider = world.add_joint(JointSlider(None, rack, anchor=(0, 0, 0), axis=(1, 0, 0)))
    joint = world.add_joint(JointRack(hinge, slider, radius=0.3))
    run(world, 1.0)
    assert hinge.angle == pytest.approx(2.0, rel=0.03)
    assert slider.position == pytest.approx(0.3 * hinge.angle, abs=1e-3) and joint.error[0] < 1e-3


@pytest.mark.parametrize("pitch", [0.3, -0.05])
@pytest.mark.parametrize("eccentric", [0.0, 0.1], ids=["in the middle", "off the middle"])
def test_gear_on_two_axes_of_one_joint_is_a_screw(pitch, eccentric):
    """A nut on a fixed screw: a = g / (1 + I (2 pi / p)^2 / m), the force along the thread is m (g - a)."""
    world = World(sleeping=False)
    nut = world.add_body(shape=ShapeCylinder(0.2, 0.1), mass=3.0)
    piston = world.add_joint(JointPiston(None, nut, anchor=(eccentric, 0, 0), axis=(0, 1, 0)))
    gear = world.add_joint(JointGear(piston.slide, piston.turn, ratio=-pitch / (2.0 * math.pi)))
    assert (gear.body_a, gear.body_b) == (None, nut) and nut.joints == [piston, gear]
    run(world, 1.0)
    inertia = nut.inertia[1][1] + 3.0 * eccentric**2
    fall = G / (1.0 + inertia * (2.0 * math.pi / pitch) ** 2 / 3.0)
    assert piston.slide.rate == pytest.approx(-fall, rel=2e-3)
    assert piston.slide.position == pytest.approx(pitch / (2.0 * math.pi) * piston.turn.position, abs=1e-5)
    assert gear.load == pytest.approx(3.0 * (G - fall), rel=2e-3)
    assert gear.error[0] < 1e-5 and piston.error[0] < 1e-3
    definition = gear.definition()
    world.remove_joint(gear)
    assert world.restore(definition).coupled == (piston.slide, piston.turn)


def test_screw_between_two_bodies_keeps_their_momentum():
    world = empty()
    a = world.add_body(shape=BOX, mass=2.0, velocity=(0.3, 1, 0.2), angular_velocity=(0.5, 2, -1))
    b = world.add_body(shape=BOX, mass=3.0, position=(1, 0, 0), velocity=(0, -0.4, 0), angular_velocity=(1, -1, 2))
    piston = world.add_joint(JointPiston(a, b, anchor=(0.5, 0, 0), axis=(0, 1, 1)))
    gear = world.add_joint(JointGear(piston.slide, piston.turn, ratio=0.1))
    before = momenta(a, b)
    run(world, 3.0)
    assert gear.error[0] < 1e-3 and piston.error[0] < 1e-3
    assert np.allclose(momenta(a, b)[0], before[0], atol=2e-3)
    assert np.allclose(momenta(a, b)[1], before[1], atol=0.03 * np.linalg.norm(before[1]))


def test_pulley_is_atwoods_machine():
    """a = g (m_1 - m_2) / (m_1 + m_2), rope tension 2 m_1 m_2 g / (m_1 + m_2)."""
    world = World(sleeping=False)
    a = world.add_body(shape=BALL, mass=3.0, position=(-1, 0, 0))
    b = world.add_body(shape=BALL, mass=2.0, position=(1, 0, 0))
    pulley = world.add_joint(
        JointPulley(a, b, anchor_a=(-1, 0, 0), anchor_b=(1, 0, 0), ground_a=(-1, 5, 0), ground_b=(1, 5, 0))
    )
    assert world.joints == [pulley]
    run(world, 1.0)
    assert a.velocity.y == pytest.approx(-G / 5.0, rel=0.01) and b.velocity.y == pytest.approx(G / 5.0, rel=0.01)
    assert abs(pulley.load) == pytest.approx(2.0 * 3.0 * 2.0 * G / 5.0, rel=0.01)
    assert pulley.length_a + pulley.length_b == pytest.approx(10.0, abs=1e-3)
    world.remove_joint(pulley)
    assert world.joints == [] and not world._arrays.bodies.joint.any()


def test_an_end_of_the_rope_of_a_pulley_can_be_moved():
    """The rope keeps its length: held higher on one body, it has the other 0.1 m of it."""
    world = World(sleeping=False)
    a, b = (world.add_body(shape=BALL, mass=2.0, position=(x, 0, 0)) for x in (-1, 1))
    ends = {"anchor_a": (-1, 0, 0), "anchor_b": (1, 0, 0), "ground_a": (-1, 5, 0), "ground_b": (1, 5, 0)}
    pulley = world.add_joint(JointPulley(a, b, **ends))
    pulley.anchor_a = (-1, 0.1, 0)
    assert pulley.anchor_a == pytest.approx((-1, 0.1, 0)) and pulley.length_a == pytest.approx(4.9)
    run(world, 2.0)
    assert pulley.length_a + pulley.length_b == pytest.approx(10.0, abs=1e-3)
    with pytest.raises(ValueError, match="anchor_b"):
        pulley.anchor_b = (0, math.nan, 0)


def test_gear_vanishes_with_a_joint_or_a_body():
    for victim in ("joint", "body"):
        world, a, _, first, second, gear = geared(1.0)
        if victim == "joint":
            world.remove_joint(second)
        else:
            world.remove_body(a)
        assert not gear.alive and gear not in world.joints
        world.step(DT)
