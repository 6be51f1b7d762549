"""Kinematics in float64, known without any formula of a joint.

A joint is described at random poses of two bodies. A motion that the joint allows, by coordinates q(t), is told as a
motion of the world in which b is carried along while a rests; then all is carried by a random motion of a. Poses come
from this, velocities from differences of poses.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from physics import (
    JointHinge,
    JointHinge2,
    JointPiston,
    JointPrismaticRotoide,
    JointPrismaticUniversal,
    JointSlider,
    JointUniversal,
    ShapeBox,
    World,
)

TINY = 1e-4  # time between the poses whose difference is a velocity [s]


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


def hinge2(random):
    anchor, axis_a = random.normal(size=3), direction(random)
    axis_b = across(axis_a, random)
    return Case(
        lambda a, b: JointHinge2(a, b, anchor=anchor, axis_a=axis_a, axis_b=axis_b, steering_limits=None),
        lambda q: slide(axis_a, q[0]) @ turn(anchor, axis_a, q[1]) @ turn(anchor, axis_b, q[2]),
        lambda joint: [(axis.position, axis.rate) for axis in (joint.suspension, joint.steering, joint.wheel)],
        (2.0, 3.1, 3.1),
    )


def piston(random):
    anchor, axis = random.normal(size=3), direction(random)
    return Case(
        lambda a, b: JointPiston(a, b, anchor=anchor, axis=axis),
        lambda q: slide(axis, q[0]) @ turn(anchor, axis, q[1]),
        lambda joint: [(axis.position, axis.rate) for axis in (joint.slide, joint.turn)],
        (5.0, 3.1),
    )


def prismatic_rotoide(random):
    anchor, axis_turn = random.normal(size=3), direction(random)
    axis_slide = across(axis_turn, random)
    return Case(
        lambda a, b: JointPrismaticRotoide(a, b, anchor=anchor, axis_slide=axis_slide, axis_turn=axis_turn),
        lambda q: slide(axis_slide, q[0]) @ turn(anchor, axis_turn, q[1]),
        lambda joint: [(axis.position, axis.rate) for axis in (joint.slide, joint.turn)],
        (5.0, 3.1),
    )


def prismatic_universal(random, along=0):
    """It slides along the axis of a (0), along axis_b x axis_a (1) or along the axis of b at the start (2)."""
    anchor, axis_a = random.normal(size=3), direction(random)
    axis_b = across(axis_a, random)
    axis_slide = (axis_a, np.cross(axis_b, axis_a), axis_b)[along]
    options = {"axis_slide": axis_slide, "axis_a": axis_a, "axis_b": axis_b}
    return Case(
        lambda a, b: JointPrismaticUniversal(a, b, anchor=anchor, **options),
        lambda q: slide(axis_slide, q[0]) @ turn(anchor, axis_a, q[1]) @ turn(anchor, axis_b, q[2]),
        lambda joint: [(axis.position, axis.rate) for axis in (joint.slide, joint.turn_a, joint.turn_b)],
        (5.0, 3.1, 3.1),
    )


KINDS = {
    "hinge": hinge,
    "slider": slider,
    "universal": universal,
    "hinge-2": hinge2,
    "piston": piston,
    "prismatic-rotoide": prismatic_rotoide,
    "prismatic-universal along a": prismatic_universal,
    "prismatic-universal across": lambda random: prismatic_universal(random, 1),
    "prismatic-universal along b": lambda random: prismatic_universal(random, 2),
}


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
