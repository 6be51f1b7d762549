"""What joints read, against the kinematics of `tests/physics/joints/kinematics.py`."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from physics import JointBall, JointDistance, JointHinge, JointPlane2D, ShapeBox
from tests.physics.joints.kinematics import (
    KINDS,
    REST,
    TINY,
    Case,
    across,
    add_bodies,
    direction,
    paths_of,
    place,
    random_path,
    slide,
    slider,
    still_world,
    turn,
    universal,
    velocities,
)

DT = 1 / 60
TRIALS = 25
POSITION = 2e-6  # of what is read [m] [rad]
RATE = 2e-5  # by the size of the speeds: velocities are stored in 32 bits
ENDS = pytest.mark.parametrize("ends", [(1, 1), (0, 1), (1, 0)], ids=["two bodies", "a is the world", "b is the world"])


@ENDS
@pytest.mark.parametrize("kind", KINDS)
def test_coordinates_and_rates_after_both_bodies_were_moved(kind, ends):
    random = np.random.default_rng(7)
    for _ in range(TRIALS):
        case = KINDS[kind](random)
        world = still_world()
        bodies, poses = add_bodies(world, ends, random)
        joint = world.add_joint(case.make(*bodies))
        assert [value for pair in case.read(joint) for value in pair] == pytest.approx(
            [0.0] * 2 * len(case.reach), abs=POSITION
        )
        q = np.array([random.uniform(-reach, reach) for reach in case.reach])
        rate = random.uniform(-4.0, 4.0, len(q))
        paths = paths_of(case, ends, poses, q, rate, random)
        speed = 1.0
        for body, path in zip(bodies, paths, strict=True):
            if body is not None:
                place(body, path)
                speed += np.abs(velocities(path)).sum() * (1.0 + np.abs(path(0.0).way).sum())
        for (position, read_rate), expected, expected_rate in zip(case.read(joint), q, rate, strict=True):
            assert position == pytest.approx(expected, abs=POSITION)
            assert read_rate == pytest.approx(expected_rate, abs=RATE * speed)
        assert max(joint.error) < 1e-5


def own_angle(anchor_axis, poses, bodies):
    """Angle of b against a about an axis of the start, from their poses alone, -pi to pi."""
    turns = [
        Rotation.identity() if body is None else Rotation.from_quat(body.orientation) * pose.turn.inv()
        for body, pose in zip(bodies, poses, strict=True)
    ]
    return (turns[0].inv() * turns[1]).as_rotvec() @ anchor_axis


@pytest.mark.parametrize("speed", [7.0, -11.0])
@ENDS
def test_hinge_counts_whole_turns_of_tumbling_bodies(ends, speed):
    """Its angle is that of the poses, made continuous, over several turns; its rate the difference of the spins."""
    random = np.random.default_rng(11)
    world = still_world()
    axis = direction(random)
    bodies, poses = add_bodies(world, ends, random)
    anchor = np.mean([pose.way for pose, body in zip(poses, bodies, strict=True) if body is not None], axis=0)
    joint = world.add_joint(JointHinge(*bodies, anchor=anchor, axis=axis, motor_speed=speed, motor_max_force=1000.0))
    if all(ends):
        bodies[0].angular_velocity = random.normal(size=3)
    angles, read = [], []
    for _ in range(240):
        world.step(DT)
        angles.append(own_angle(axis, poses, bodies))
        read.append(joint.angle)
        spins = [np.zeros(3) if body is None else np.array(body.angular_velocity) for body in bodies]
        turned = (
            axis if bodies[0] is None else (Rotation.from_quat(bodies[0].orientation) * poses[0].turn.inv()).apply(axis)
        )
        assert joint.rate == pytest.approx((spins[1] - spins[0]) @ turned, abs=0.01)
    np.testing.assert_allclose(read, np.unwrap(angles), atol=0.01)
    assert abs(read[-1]) > 3 * 2 * math.pi
    assert np.sign(read[-1]) == np.sign(speed)


def test_turns_back_are_taken_off():
    world = still_world()
    wheel = world.add_body(shape=ShapeBox((0.3, 0.2, 0.1)), mass=1.0)
    joint = world.add_joint(JointHinge(None, wheel, anchor=(0, 0, 0), axis=(0, 0, 1)))
    for spin in (20.0, -20.0):
        for _ in range(120):
            wheel.angular_velocity = (0.0, 0.0, spin)
            world.step(DT)
        if spin > 0.0:
            assert joint.angle == pytest.approx(40.0, rel=0.01)
    assert joint.angle == pytest.approx(0.0, abs=0.05)


def test_universal_joint_counts_whole_turns_of_both_axes():
    random = np.random.default_rng(2)
    case = universal(random)
    world = still_world()
    bodies, poses = add_bodies(world, (0, 1), random)
    joint = world.add_joint(case.make(*bodies))
    rate = np.array([3.0, -5.0])
    for step in range(300):
        q = rate * step * DT
        place(bodies[1], lambda t, q=q: case.move(q + rate * t) @ poses[1])
        assert [position for position, _ in case.read(joint)] == pytest.approx(list(q), abs=1e-3)
        world.step(DT)
    assert abs(joint.axis_a.position) > 2 * 2 * math.pi


def span(paths, poses, points, t):
    """Distance at a time of two points, each carried by a path from where it was at a pose."""
    ends = [(p(t) @ pose.inverse()).apply(point) for p, pose, point in zip(paths, poses, points, strict=True)]
    return np.linalg.norm(ends[1] - ends[0])


@ENDS
def test_distance_and_its_rate(ends):
    random = np.random.default_rng(5)
    for _ in range(TRIALS):
        world = still_world()
        bodies, poses = add_bodies(world, ends, random)
        points = random.normal(size=(2, 3))
        joint = world.add_joint(JointDistance(*bodies, anchor_a=points[0], anchor_b=points[1]))
        assert joint.length == pytest.approx(np.linalg.norm(points[1] - points[0]), abs=POSITION)
        paths = [random_path(random) if end else (lambda t: REST) for end in ends]

        before, now, after = (span(paths, poses, points, t) for t in (-TINY, 0.0, TINY))
        for body, path in zip(bodies, paths, strict=True):
            if body is not None:
                place(body, path)
        assert joint.distance == pytest.approx(now, abs=POSITION)
        assert joint.axes[0].rate == pytest.approx((after - before) / (2 * TINY), abs=50 * RATE)


def test_anchors_of_a_ball_are_carried_by_its_bodies():
    random = np.random.default_rng(9)
    for _ in range(TRIALS):
        world = still_world()
        bodies, poses = add_bodies(world, (1, 1), random)
        anchor = random.normal(size=3)
        joint = world.add_joint(JointBall(*bodies, anchor=anchor))
        paths = [random_path(random), random_path(random)]
        for body, path in zip(bodies, paths, strict=True):
            place(body, path)
        expected = [(path(0.0) @ pose.inverse()).apply(anchor) for path, pose in zip(paths, poses, strict=True)]
        np.testing.assert_allclose(joint.anchor_a, expected[0], atol=POSITION)
        np.testing.assert_allclose(joint.anchor_b, expected[1], atol=POSITION)
        assert joint.error[0] == pytest.approx(np.linalg.norm(expected[1] - expected[0]), abs=POSITION)


def test_center_of_mass_away_from_the_origin_changes_nothing():
    """Rates are those of points of the bodies, wherever their centers of mass are."""
    random = np.random.default_rng(4)
    for _ in range(TRIALS):
        case = slider(random)
        world = still_world()
        bodies, poses = add_bodies(world, (1, 1), random)
        for body in bodies:
            body.add_shape(ShapeBox((0.1, 0.1, 0.1)), offset=(1.5, 0.2, 0.0))
        joint = world.add_joint(case.make(*bodies))
        paths = paths_of(case, (1, 1), poses, np.array([0.7]), np.array([-2.5]), random)
        for body, path in zip(bodies, paths, strict=True):
            place(body, path)
            velocity, spin = velocities(path)
            body.velocity = velocity + np.cross(spin, np.subtract(body.center_of_mass, body.position))
        assert joint.position == pytest.approx(0.7, abs=POSITION)
        assert joint.rate == pytest.approx(-2.5, abs=1e-3)


@ENDS
def test_twist_and_swing_of_a_ball(ends):
    """A twist about the axis, then a swing about what is across it; the two leave the third direction free."""
    random = np.random.default_rng(12)
    for _ in range(TRIALS):
        anchor, axis = random.normal(size=3), direction(random)
        aside = across(axis, random)
        case = Case(
            lambda a, b, anchor=anchor, axis=axis: JointBall(a, b, anchor=anchor, axis=axis),
            lambda q, anchor=anchor, axis=axis, aside=aside: turn(anchor, aside, q[1]) @ turn(anchor, axis, q[0]),
            lambda joint: [(joint.twist.position, joint.twist.rate), (joint.swing.position, joint.swing.rate)],
            (),
        )
        world = still_world()
        bodies, poses = add_bodies(world, ends, random)
        joint = world.add_joint(case.make(*bodies))
        q, rate = np.array([random.uniform(-2.5, 2.5), random.uniform(0.1, 2.5)]), random.uniform(-3.0, 3.0, 2)
        for body, path in zip(bodies, paths_of(case, ends, poses, q, rate, random), strict=True):
            if body is not None:
                place(body, path)
        assert [position for position, _ in case.read(joint)] == pytest.approx(list(q), abs=POSITION)
        assert [read for _, read in case.read(joint)] == pytest.approx(list(rate), abs=1e-3)


def test_ways_and_angle_of_a_body_in_a_plane():
    """The ways are along two directions that span the plane: together as long as the way that was gone."""
    random = np.random.default_rng(6)
    for _ in range(TRIALS):
        world = still_world()
        bodies, poses = add_bodies(world, (0, 1), random)
        normal = direction(random)
        joint = world.add_joint(JointPlane2D(bodies[1], normal=normal))
        way, angle = across(normal, random), random.uniform(-3.0, 3.0)
        moved = slide(way, 3.0) @ turn(poses[1].way, normal, angle) @ poses[1]
        place(bodies[1], lambda t, moved=moved: moved)
        assert math.hypot(*(axis.position for axis in joint.slides)) == pytest.approx(3.0, abs=POSITION)
        assert joint.turn.position == pytest.approx(angle, abs=POSITION)
        assert max(joint.error) < 1e-5
