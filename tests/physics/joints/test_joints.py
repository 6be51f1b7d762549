"""Joints against mechanics: periods, forces, torques, stiffness."""

import math

import numpy as np
import pytest

from physics import (
    BodyKind,
    JointBall,
    JointDistance,
    JointFixed,
    JointHinge,
    JointSixAxis,
    JointSlider,
    JointUniversal,
    ShapeBox,
    ShapeCapsule,
    ShapePlane,
    ShapeSphere,
    World,
)

DT = 1 / 60
G = 9.81
BALL = ShapeSphere(0.1)
BOX = ShapeBox((0.3, 0.2, 0.1))


def run(world, seconds):
    for _ in range(round(seconds / DT)):
        world.step(DT)


def elliptic(amplitude):
    """Complete elliptic integral K(sin(amplitude / 2)) by the arithmetic-geometric mean."""
    a, b = 1.0, math.cos(0.5 * amplitude)
    while abs(a - b) > 1e-15:
        a, b = 0.5 * (a + b), math.sqrt(a * b)
    return 0.5 * math.pi / a


def crossings(world, value, count):
    """Times at which a function of the world goes up through zero, by interpolation."""
    times, before = [], value()
    while len(times) < count:
        world.step(DT)
        now = value()
        if before < 0.0 <= now:
            times.append(world.time - DT * now / (now - before))
        before = now
        assert world.time < 300.0
    return times


@pytest.mark.parametrize("degrees", [5.0, 45.0, 90.0, 135.0, 170.0])
@pytest.mark.parametrize("kind", [JointBall, JointHinge])
def test_pendulum_has_the_period_of_the_elliptic_integral(kind, degrees):
    """T = 4 K(sin(a/2)) sqrt(I / (m g L)), I = m (L^2 + 2/5 r^2)."""
    world = World(sleeping=False)
    angle = math.radians(degrees)
    place = (math.sin(angle), 3.0 - math.cos(angle), 0.0)
    bob = world.add_body(shape=BALL, position=place, mass=2.0)
    options = {} if kind is JointBall else {"axis": (0, 0, 1)}
    world.add_joint(kind(None, bob, anchor=(0, 3, 0), **options))
    first, *_, last = crossings(world, lambda: bob.position.x, 4)
    expected = 4.0 * elliptic(angle) * math.sqrt((1.0 + 0.4 * 0.01) / G)
    assert (last - first) / 3 == pytest.approx(expected, rel=0.005)


@pytest.mark.parametrize("kind", ["ball", "fixed", "hinge", "slider", "rod", "rope"])
def test_hanging_mass_pulls_with_its_weight(kind):
    world = World(sleeping=False)
    body = world.add_body(shape=BOX, position=(0, 2, 0), mass=5.0)
    joint = {
        "ball": lambda: JointBall(None, body, anchor=(0, 3, 0)),
        "fixed": lambda: JointFixed(None, body, anchor=(0, 3, 0)),
        "hinge": lambda: JointHinge(None, body, anchor=(0, 3, 0), axis=(1, 0, 0)),
        "slider": lambda: JointSlider(None, body, anchor=(0, 2, 0), axis=(0, 1, 0), limits=(-0.1, 1)),
        "rod": lambda: JointDistance(None, body, anchor_a=(0, 3, 0), anchor_b=(0, 2, 0)),
        "rope": lambda: JointDistance(None, body, anchor_a=(0, 3, 0), anchor_b=(0, 2, 0), limits=(0, 1.1)),
    }[kind]()
    world.add_joint(joint)
    run(world, 3.0)
    np.testing.assert_allclose(joint.force, (0, 5.0 * G, 0), atol=0.01 * 5.0 * G)
    assert max(joint.error) < 1e-3


def test_beam_on_two_supports():
    """Forces b / (a + b) and a / (a + b) of the weight, at a and b from the center."""
    world = World(sleeping=False)
    beam = world.add_body(shape=ShapeBox((1.0, 0.05, 0.1)), position=(0, 2, 0), mass=10.0)
    left = world.add_joint(JointBall(None, beam, anchor=(-1.0, 2, 0)))
    right = world.add_joint(
        JointSixAxis(None, beam, anchor=(0.5, 2, 0), locked=(1,)),
    )
    run(world, 3.0)
    assert left.force.y == pytest.approx(10.0 * G / 3.0, rel=0.01)
    assert right.force.y == pytest.approx(20.0 * G / 3.0, rel=0.01)


def test_cantilever_needs_a_torque():
    world = World(sleeping=False)
    beam = world.add_body(shape=ShapeBox((0.5, 0.05, 0.1)), position=(0.5, 2, 0), mass=4.0)
    joint = world.add_joint(JointFixed(None, beam, anchor=(0, 2, 0)))
    run(world, 3.0)
    np.testing.assert_allclose(joint.force, (0, 4.0 * G, 0), atol=0.4)
    np.testing.assert_allclose(joint.torque, (0, 0, 0.5 * 4.0 * G), atol=0.2)
    assert joint.error[0] < 1e-3 and joint.error[1] < math.radians(0.1)


def test_motor_reaches_its_speed_and_then_needs_what_the_load_needs():
    """A wheel with a torque against it: the motor gives the torque and no more."""
    world = World(gravity=(0, 0, 0), sleeping=False)
    wheel = world.add_body(shape=BALL, mass=10.0)
    hinge = world.add_joint(JointHinge(None, wheel, anchor=(0, 0, 0), axis=(0, 0, 1), motor_speed=5, motor_max_force=2))
    for _ in range(240):
        wheel.apply_torque((0, 0, -1.5))
        world.step(DT)
    assert hinge.rate == pytest.approx(5.0, rel=1e-3)
    assert hinge.torque.z == pytest.approx(1.5, rel=0.01)
    assert hinge.free_axis.motor_force == pytest.approx(1.5, rel=0.01)


def test_motor_accelerates_by_its_torque_and_stalls_above_it():
    world = World(gravity=(0, 0, 0), sleeping=False)
    wheel = world.add_body(shape=BALL, mass=10.0)
    inertia = 0.4 * 10.0 * 0.01
    hinge = world.add_joint(
        JointHinge(None, wheel, anchor=(0, 0, 0), axis=(0, 0, 1), motor_speed=100, motor_max_force=0.1)
    )
    run(world, 1.0)
    assert hinge.rate == pytest.approx(0.1 / inertia, rel=0.01)
    wheel.angular_velocity = (0, 0, 0)
    for _ in range(60):
        wheel.apply_torque((0, 0, -0.3))
        world.step(DT)
    assert hinge.rate == pytest.approx(-0.2 / inertia, rel=0.01)


def test_angle_counts_turns():
    world = World(gravity=(0, 0, 0), sleeping=False)
    wheel = world.add_body(shape=BALL, angular_velocity=(0, 0, 7.0))
    hinge = world.add_joint(JointHinge(None, wheel, anchor=(0, 0, 0), axis=(0, 0, 1)))
    run(world, 10.0)
    assert hinge.angle == pytest.approx(70.0, rel=1e-3)
    hinge.limits = (60.0, 75.0)
    run(world, 2.0)
    assert hinge.angle == pytest.approx(75.0, abs=0.01)


@pytest.mark.parametrize("substeps", [2, 4, 8, 16])
@pytest.mark.parametrize("ratio", [0.0, 0.1, 0.5])
def test_spring_swings_as_the_closed_solution(ratio, substeps):
    """x = e^(-z w t) (cos(w_d t) + z w / w_d sin(w_d t)), w_d = w sqrt(1 - z^2)."""
    world = World(gravity=(0, 0, 0), sleeping=False, substeps=substeps)
    body = world.add_body(shape=BALL, mass=3.0)
    slider = world.add_joint(JointSlider(None, body, anchor=(0, 0, 0), axis=(1, 0, 0)))
    body.position = (1, 0, 0)
    slider.set_spring(hertz=0.5, damping_ratio=ratio)
    w = math.pi
    damped = w * math.sqrt(1.0 - ratio * ratio)
    for _ in range(240):
        world.step(DT)
        t = world.time
        x = math.exp(-ratio * w * t) * (math.cos(damped * t) + ratio * w / damped * math.sin(damped * t))
        # Symplectic Euler is up to half a substep of time ahead: 1.3 % at two substeps, 0.7 % at four.
        assert slider.position == pytest.approx(x, abs=0.55 * w * DT / substeps)


@pytest.mark.parametrize("substeps", [2, 4, 8, 16])
@pytest.mark.parametrize("dt", [1 / 30, 1 / 60, 1 / 120])
def test_springs_sag_alike_whatever_the_step(dt, substeps):
    world = World(sleeping=False, substeps=substeps)
    bodies = [world.add_body(shape=BALL, position=(x, 0, 0), mass=2.0) for x in range(3)]
    ends = [{"anchor_a": (x, 1, 0), "anchor_b": (x, 0, 0)} for x in range(3)]
    world.add_joint(JointDistance(None, bodies[0], **ends[0], hertz=3.0, damping_ratio=0.7))
    world.add_joint(JointDistance(None, bodies[1], **ends[1], stiffness=500.0, damping=30.0))
    world.add_joint(JointFixed(None, bodies[2], hertz=3.0, damping_ratio=0.7))
    for _ in range(round(4.0 / dt)):
        world.step(dt)
    soft = G / (6.0 * math.pi) ** 2
    assert bodies[0].position.y == pytest.approx(-soft, rel=0.02)
    assert bodies[1].position.y == pytest.approx(-2.0 * G / 500.0, rel=0.02)
    assert bodies[2].position.y == pytest.approx(-soft, rel=0.02)


@pytest.mark.parametrize(
    ("ratio", "stretch", "peak"),
    [(100.0, 0.004, 0.01), (1000.0, 0.03, 0.06)],
    ids=["100 times", "1000 times"],
)
def test_chain_with_a_heavy_ball_hardly_stretches(ratio, stretch, peak):
    """Each joint gives way by F (1/m + 1/m) / w^2. Built without a load, the chain overshoots and swings."""
    world = World(sleeping=False)
    before = None
    for k in range(20):
        link = world.add_body(shape=ShapeCapsule(0.03, 0.07), position=(0, 10 - 0.1 - 0.2 * k, 0), mass=1.0)
        world.add_joint(JointBall(before, link, anchor=(0, 10 - 0.2 * k, 0)))
        before = link
    ball = world.add_body(shape=ShapeSphere(0.3), position=(0, 6 - 0.3, 0), mass=ratio)
    world.add_joint(JointBall(before, ball, anchor=(0, 6, 0)))
    stretches, forces = [], []
    for _ in range(900):
        world.step(DT)
        stretches.append((10 - (ball.position.y + 0.3)) / 4.0 - 1.0)
        forces.append(world.joints[0].force.y)
    assert world.stats.substeps <= 16
    assert 0.0 < np.mean(stretches[-480:]) < stretch
    assert max(stretches) < peak
    assert np.mean(forces[-480:]) == pytest.approx((20 + ratio) * G, rel=0.05)


@pytest.mark.parametrize("kind", ["ball", "fixed", "hinge", "slider", "universal"])
def test_locked_directions_hold_while_two_bodies_tumble(kind):
    world = World(gravity=(0, 0, 0), sleeping=False)
    a = world.add_body(shape=BOX, position=(0, 0, 0), angular_velocity=(1, 2, -1), mass=3.0)
    b = world.add_body(shape=BOX, position=(0.8, 0, 0), velocity=(0, 1, 0.5), angular_velocity=(-2, 1, 1), mass=5.0)
    joint = {
        "ball": lambda: JointBall(a, b, anchor=(0.4, 0, 0)),
        "fixed": lambda: JointFixed(a, b),
        "hinge": lambda: JointHinge(a, b, anchor=(0.4, 0, 0), axis=(0, 1, 1)),
        "slider": lambda: JointSlider(a, b, anchor=(0.4, 0, 0), axis=(1, 1, 0), limits=(-0.2, 0.2)),
        "universal": lambda: JointUniversal(a, b, anchor=(0.4, 0, 0), axis_a=(0, 1, 0), axis_b=(0, 0, 1)),
    }[kind]()
    world.add_joint(joint)
    momentum = 5.0 * np.array((0, 1, 0.5))
    worst = np.zeros(2)
    for step in range(300):
        world.step(DT)
        if step > 10:
            worst = np.maximum(worst, joint.error)
    assert worst[0] < 1e-3 and worst[1] < math.radians(0.1), worst
    np.testing.assert_allclose(3.0 * np.array(a.velocity) + 5.0 * np.array(b.velocity), momentum, atol=1e-3)


def test_slider_and_hinge_read_what_kinematics_says():
    """Positions and rates after bodies were put somewhere, against what they were built from."""
    world = World(gravity=(0, 0, 0), sleeping=False)
    a = world.add_body(shape=BOX, position=(1, 2, 3))
    b = world.add_body(shape=BOX, position=(2, 2, 3))
    slider = world.add_joint(JointSlider(a, b, anchor=(1.5, 2, 3), axis=(1, 0, 0)))
    hinge = world.add_joint(JointHinge(a, b, anchor=(1.5, 2, 3), axis=(0, 0, 1), enabled=False))
    b.position = (2.3, 2, 3)
    b.velocity = (0.7, 0, 0)
    assert slider.position == pytest.approx(0.3)
    assert slider.rate == pytest.approx(0.7)
    b.orientation = (0, 0, math.sin(0.4), math.cos(0.4))
    b.angular_velocity = (0, 0, -2.0)
    assert hinge.angle == pytest.approx(0.8)
    assert hinge.rate == pytest.approx(-2.0)


def test_limits_stop_a_door():
    world = World(sleeping=False, gravity=(0, 0, 0))
    door = world.add_body(shape=ShapeBox((0.5, 1, 0.05)), position=(0.5, 0, 0), angular_velocity=(0, 3, 0))
    hinge = world.add_joint(JointHinge(None, door, anchor=(0, 0, 0), axis=(0, 1, 0), limits=(-1.0, 0.5)))
    angles = []
    for _ in range(180):
        world.step(DT)
        angles.append(hinge.angle)
    assert max(angles) < 0.5 + math.radians(0.1)
    assert abs(hinge.rate) < 0.01


def test_joined_bodies_do_not_touch_unless_told_to():
    world = World(gravity=(0, 0, 0))
    a = world.add_body(shape=BOX)
    b = world.add_body(shape=BOX, position=(0.3, 0, 0))
    world.step(DT)
    assert len(world.contacts())
    joint = world.add_joint(JointBall(a, b, anchor=(0.15, 0, 0)))
    world.step(DT)
    assert not len(world.contacts())
    joint.collide = True
    world.step(DT)
    world.step(DT)
    assert len(world.contacts())
    joint.collide = False
    world.step(DT)
    assert not len(world.contacts())
    world.remove_joint(joint)
    world.step(DT)
    world.step(DT)
    assert len(world.contacts())


def test_kinematic_body_drives_what_hangs_on_it():
    world = World()
    hook = world.add_body(kind=BodyKind.KINEMATIC, shape=BALL, position=(0, 3, 0))
    load = world.add_body(shape=BALL, position=(0, 2, 0), linear_damping=1.0)
    joint = world.add_joint(JointBall(hook, load, anchor=(0, 3, 0)))
    run(world, 2.0)
    assert not load.awake
    hook.velocity = (0.02, 0, 0)
    run(world, 3.0)
    assert load.awake
    assert load.position.x == pytest.approx(0.06, abs=0.03)
    assert joint.error[0] < 1e-3


def test_ground_pushes_against_joints():
    """A weld of two boxes lands flat and rests."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    a = world.add_body(shape=ShapeBox((0.5, 0.2, 0.2)), position=(0, 1, 0))
    b = world.add_body(shape=ShapeBox((0.5, 0.2, 0.2)), position=(1, 1, 0))
    joint = world.add_joint(JointFixed(a, b))
    run(world, 3.0)
    assert a.position.y == pytest.approx(0.2, abs=0.01)
    assert b.position.y == pytest.approx(0.2, abs=0.01)
    assert joint.error[0] < 1e-3 and not a.awake and not b.awake


@pytest.mark.parametrize("arm", [1.0, 5.0, 15.0])
def test_small_balls_on_long_arms_hold_together(arm):
    """Arms of 10 to 150 radii: two joints of one ball feel its rotation far more than its mass."""
    world = World(gravity=(0, 0, 0), sleeping=False)
    balls = []
    for k in range(3):
        balls.append(world.add_body(shape=BALL, position=(2 * arm * k, 0, 0), velocity=(0, k % 2, 0), mass=1.0))
        if k:
            world.add_joint(JointBall(balls[-2], balls[-1], anchor=(2 * arm * (k - 0.5), 0, 0)))
    before = sum(ball.kinetic_energy for ball in balls)
    for _ in range(300):
        world.step(DT)
        assert sum(ball.kinetic_energy for ball in balls) < 1.01 * before
    assert max(joint.error[0] for joint in world.joints) < 1e-3
