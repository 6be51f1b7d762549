"""Springs of joints by frequency, of which mass, and by stiffness: closed forms, reading back, and both at once."""

import math

import pytest

from physics import BodyKind, JointBall, JointFixed, JointHinge2, JointSlider, ShapeBox, ShapeSphere, World

DT = 1 / 60
G = 9.81
BALL = ShapeSphere(0.1)


def carried(**suspension):
    """Ways that the four wheels of a car of 1,000 kg have given by after 4 s, and the car; wheels have 20 kg."""
    world = World(sleeping=False)
    chassis = world.add_body(shape=ShapeBox((1.8, 0.3, 0.8)), mass=1000.0, position=(0, 1.2, 0))
    joints = []
    for x in (-1.4, 1.4):
        for z in (-0.7, 0.7):
            wheel = world.add_body(shape=ShapeSphere(0.4), mass=20.0, position=(x, 0.8, z))
            joint = JointHinge2(chassis, wheel, anchor=(x, 0.8, z), axis_a=(0, 1, 0), axis_b=(0, 0, 1), **suspension)
            joints.append(world.add_joint(joint))
            world.add_joint(JointBall(None, wheel, anchor=(x, 0.8, z)))  # instead of a road
    for _ in range(240):
        world.step(DT)
    return [joint.suspension.position for joint in joints]


@pytest.mark.slow
def test_a_suspension_gives_by_the_load_over_its_stiffness():
    """x = m g / (4 k). A stiffness of (2 pi f)^2 m / 4 lets the car swing at f: at 2 Hz it gives by 6.2 cm."""
    stiffness = 250.0 * (4.0 * math.pi) ** 2
    for way in carried(suspension_stiffness=stiffness, suspension_damping=4000.0):
        assert way == pytest.approx(250.0 * G / stiffness, rel=0.02)


@pytest.mark.slow
def test_the_frequency_of_a_suspension_is_that_of_the_reduced_mass():
    """k = (2 pi f)^2 / (1 / m + 1 / M + x^2 / I_z + z^2 / I_x), as the corner of the car answers to a push."""
    inertia_x, inertia_z = 1000.0 / 3.0 * (0.3**2 + 0.8**2), 1000.0 / 3.0 * (1.8**2 + 0.3**2)
    stiffness = (16.0 * math.pi) ** 2 / (1 / 20.0 + 1 / 1000.0 + 1.4**2 / inertia_z + 0.7**2 / inertia_x)
    for way in carried(suspension_hertz=8.0, suspension_damping_ratio=1.0):
        assert way == pytest.approx(250.0 * G / stiffness, rel=0.02)


@pytest.mark.parametrize("mass", [2.0, 20.0])
def test_the_frequency_of_two_free_bodies_is_that_of_their_reduced_mass(mass):
    """Pulled apart, they swing at f against each other, whatever the masses: a quarter of 1/f later they pass 0."""
    world = World(gravity=(0, 0, 0), sleeping=False)
    a = world.add_body(shape=BALL, mass=2.0, position=(0, 0, 0))
    b = world.add_body(shape=BALL, mass=mass, position=(1, 0, 0))
    slider = world.add_joint(JointSlider(a, b, anchor=(0, 0, 0), axis=(1, 0, 0)))
    slider.set_spring(hertz=0.5, damping_ratio=0.0, target=-0.2)
    for _ in range(30):
        world.step(DT)
    assert slider.position == pytest.approx(-0.2, abs=0.004)


def test_what_is_locked_can_be_given_by_stiffness():
    """x = m g / k, also through the constructor, and reads back; a frequency takes its place."""
    world = World(sleeping=False)
    body = world.add_body(shape=BALL, mass=3.0)
    joint = world.add_joint(JointFixed(None, body, stiffness=600.0, damping=60.0))
    assert (joint.stiffness, joint.damping, joint.hertz) == (600.0, 60.0, 0.0)
    for _ in range(240):
        world.step(DT)
    assert body.position.y == pytest.approx(-3.0 * G / 600.0, rel=0.02)
    joint.stiffness = 1200.0
    assert (joint.stiffness, joint.damping) == (1200.0, 60.0)
    joint.damping = 80.0
    for _ in range(240):
        world.step(DT)
    assert body.position.y == pytest.approx(-3.0 * G / 1200.0, rel=0.02)
    assert joint.definition().stiffness == 1200.0 and joint.definition().damping == 80.0
    joint.hertz = 2.0
    assert (joint.hertz, joint.stiffness, joint.damping) == (2.0, 0.0, 0.0)


def test_stops_can_be_given_by_stiffness():
    """A body that hangs in a soft stop is m g / k beyond it."""
    world = World(sleeping=False)
    body = world.add_body(shape=BALL, mass=3.0)
    slider = world.add_joint(JointSlider(None, body, anchor=(0, 0, 0), axis=(0, 1, 0), limits=(0.0, 1.0)))
    axis = slider.free_axis
    axis.limit_stiffness, axis.limit_damping = 600.0, 60.0
    assert (axis.limit_stiffness, axis.limit_damping, axis.limit_hertz) == (600.0, 60.0, 0.0)
    for _ in range(240):
        world.step(DT)
    assert slider.position == pytest.approx(-3.0 * G / 600.0, rel=0.02)
    axis.limit_hertz = 3.0
    assert (axis.limit_stiffness, axis.limit_damping, axis.limit_hertz) == (0.0, 0.0, 3.0)


def test_frequency_and_stiffness_at_once_are_refused():
    world = World()
    ground = world.add_body(kind=BodyKind.STATIC, shape=BALL)
    body = world.add_body(shape=BALL, position=(1, 0, 0))
    before = world.state_hash()
    with pytest.raises(ValueError, match=r"hertz and damping_ratio, or stiffness and damping"):
        JointFixed(ground, body, hertz=2.0, stiffness=100.0)
    axes = {"anchor": (1, 0, 0), "axis_a": (0, 1, 0), "axis_b": (0, 0, 1)}
    with pytest.raises(ValueError, match=r"suspension_hertz and .*, or suspension_stiffness and .*choose"):
        JointHinge2(ground, body, **axes, suspension_hertz=2.0, suspension_stiffness=100.0)
    with pytest.raises(ValueError, match=r"suspension_damping must be"):
        JointHinge2(ground, body, **axes, suspension_damping=-1.0)
    joint = JointHinge2(ground, body, **axes, suspension_stiffness=100.0)
    assert (joint.suspension.spring_stiffness, joint.suspension.spring_damping) == (100.0, 0.0)
    assert (joint.suspension.spring_hertz, joint.suspension.spring_damping_ratio) == (0.0, 0.0)
    assert JointHinge2(ground, body, **axes).suspension.spring_hertz == 2.0
    assert world.state_hash() == before
