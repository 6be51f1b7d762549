"""What joints read, against kinematics of their own in float64.

A joint is described at random poses of two bodies. A motion that the joint allows, by coordinates q(t), is told as a
motion of the world in which b is carried along while a rests; then all is carried by a random motion of a. Poses come
from this, velocities from differences of poses, so that q and its rate are known without any formula of the joint.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from physics import JointBall, JointDistance, JointHinge, JointSlider, JointUniversal, ShapeBox, World

DT = 1 / 60
TINY = 1e-4  # time between the poses whose difference is a velocity [s]
TRIALS = 25
POSITION = 2e-6  # of what is read [m] [rad]
RATE = 2e-5  # by the size of the speeds: velocities are stored in 32 bits


@dataclass(frozen=True)
class Pose:
    """A turn, then a way."""

    turn: Rotation
    way: np.ndarray

    def __matmul__(self, other):
        return Pose(self.turn * other.turn, self.turn.apply(other.way) + self.way)

    def inverse(self):
        return Pose(self.turn.inv(), -self.turn.inv().apply(self.way))

    def apply(self, point):
        return self.turn.apply(point) + self.way


REST = Pose(Rotation.identity(), np.zeros(3))


def slide(axis, way):
    return Pose(Rotation.identity(), way * axis)


def turn(anchor, axis, angle):
    rotation = Rotation.from_rotvec(angle * axis)
    return Pose(rotation, anchor - rotation.apply(anchor))


def direction(random):
    vector = random.normal(size=3)
    return vector / np.linalg.norm(vector)


def across(axis, random):
    """A random unit vector at a right angle to the axis."""
    vector = np.cross(axis, direction(random))
    return vector / np.linalg.norm(vector)


@dataclass(frozen=True)
class Case:
    """A kind of joint at a random place.

    Attributes:
        make: Two bodies -> joint.
        move: Coordinates -> motion of b while a rests.
        read: Joint -> what it reads of each coordinate, as objects with position (or angle) and rate.
        reach: How far each coordinate goes to either side.
    """

    make: Callable
    move: Callable
    read: Callable
    reach: tuple[float, ...]


def hinge(random):
    anchor, axis = random.normal(size=3), direction(random)
    return Case(
        lambda a, b: JointHinge(a, b, anchor=anchor, axis=3.0 * axis),
        lambda q: turn(anchor, axis, q[0]),
        lambda joint: [(joint.angle, joint.rate)],
        (3.1,),
    )


def slider(random):
    anchor, axis = random.normal(size=3), direction(random)
    return Case(
        lambda a, b: JointSlider(a, b, anchor=anchor, axis=axis),
        lambda q: slide(axis, q[0]),
        lambda joint: [(joint.position, joint.rate)],
        (20.0,),
    )


def universal(random):
    anchor, axis_a = random.normal(size=3), direction(random)
    axis_b = across(axis_a, random)
    return Case(
        lambda a, b: JointUniversal(a, b, anchor=anchor, axis_a=axis_a, axis_b=axis_b),
        # The axis of b is carried along by the turn about that of a.
        lambda q: turn(anchor, axis_a, q[0]) @ turn(anchor, axis_b, q[1]),
        lambda joint: [(axis.position, axis.rate) for axis in (joint.axis_a, joint.axis_b)],
        (3.1, 3.1),
    )


ENDS = pytest.mark.parametrize("ends", [(1, 1), (0, 1), (1, 0)], ids=["two bodies", "a is the world", "b is the world"])
KINDS = {"hinge": hinge, "slider": slider, "universal": universal}


def random_pose(random, spread=2.0):
    return Pose(Rotation.random(random_state=random), random.uniform(-spread, spread, 3))


def random_path(random):
    """A pose that moves and tumbles: time -> pose."""
    start, way, spin = random_pose(random), random.normal(size=3), random.normal(size=3)
    return lambda t: Pose(Rotation.from_rotvec(spin * t) * start.turn, start.way + way * t)


def velocities(path):
    """Velocity and angular velocity of a path at time 0, from its poses shortly before and after."""
    before, after = path(-TINY), path(TINY)
    spin = (after.turn * before.turn.inv()).as_rotvec() / (2 * TINY)
    return (after.way - before.way) / (2 * TINY), spin


def place(body, path):
    """Put a body where a path is at time 0, with its velocities."""
    body.orientation, body.position = path(0.0).turn.as_quat(), path(0.0).way
    body.velocity, body.angular_velocity = velocities(path)


def add_bodies(world, ends, random):
    """Bodies where asked for, with their poses; None and the pose of the world where not."""
    bodies, poses = [], []
    for end in ends:
        pose = random_pose(random) if end else REST
        options = {"position": pose.way, "orientation": pose.turn.as_quat(), "mass": 2.0}
        bodies.append(world.add_body(shape=ShapeBox((0.3, 0.2, 0.1)), **options) if end else None)
        poses.append(pose)
    return bodies, poses


def still_world():
    return World(gravity=(0, 0, 0), sleeping=False)


def paths_of(case, ends, poses, q, rate, random):
    """Paths of the two bodies: b moves by q + rate t against a, and a tumbles if neither is the world."""
    if not ends[1]:  # b rests, so that a must go the opposite way
        return lambda t: case.move(q + rate * t).inverse() @ poses[0], lambda t: REST
    carried = random_path(random) if ends[0] else lambda t: REST
    return lambda t: carried(t) @ poses[0], lambda t: carried(t) @ case.move(q + rate * t) @ poses[1]


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
