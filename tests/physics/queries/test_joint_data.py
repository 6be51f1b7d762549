"""Joints as arrays, judged by their handles."""

import math

import numpy as np
import pytest

from physics import (
    BodyKind,
    JointBall,
    JointDistance,
    JointGear,
    JointHinge,
    JointMotorLinear,
    JointPulley,
    JointSlider,
    ShapeBox,
    World,
)
from physics.vector import inverse, rotate

CUBE = ShapeBox((0.5, 0.5, 0.5))


def workshop():
    """One joint of each kind that the arrays tell apart, after some steps; some bodies were removed before."""
    world = World()
    base = world.add_body(kind=BodyKind.STATIC, shape=CUBE)
    gone = world.add_body(shape=CUBE, position=(50, 0, 0))
    boxes = [world.add_body(shape=CUBE, position=(2.0 * k, 5.0, 0.3 * k), orientation=(0, 0, 0.1, 1)) for k in range(8)]
    boxes[2].add_shape(CUBE, offset=(0.3, 0.9, 0.0))
    world.add_joint(JointBall(None, gone, anchor=(50, 1, 0)))
    world.add_joint(JointBall(base, boxes[0], anchor=(0, 4, 0), cone_limit=0.5, twist_limits=(-0.2, 0.4), friction=2.0))
    hinge = JointHinge(None, boxes[1], anchor=(2, 5, 1), axis=(0, 0, 1), motor_speed=2.0, motor_max_force=50.0)
    world.add_joint(hinge)
    slider = world.add_joint(JointSlider(base, boxes[2], anchor=(4, 5, 0), axis=(1, 0, 0), limits=(-0.5, 0.7)))
    slider.set_spring(hertz=2.0, damping_ratio=0.5, target=0.1)
    world.add_joint(JointGear(hinge, slider, ratio=0.5))
    world.add_joint(JointDistance(None, boxes[3], anchor_a=(6, 9, 1), anchor_b=(6, 5, 0.9), break_force=1e6))
    ends = {"anchor_a": boxes[4].position, "anchor_b": boxes[5].position}
    world.add_joint(JointPulley(boxes[4], boxes[5], **ends, ground_a=(8, 12, 0), ground_b=(10, 12, 0), ratio=2.0))
    world.add_joint(JointMotorLinear(boxes[6], boxes[7], axes=[(1, 0, 0)], frame="b"))
    off = world.add_joint(JointDistance(boxes[6], boxes[7], anchor_a=(12, 5, 1), anchor_b=(14, 5, 1)))
    off.enabled = False
    for _ in range(20):
        world.step(1 / 60)
    world.remove_body(gone)
    return world


def all_joints(world):
    """Handles in the order of their ids, those of ropes of pulleys too."""
    return sorted({axis_joint for joint in world.joints for axis_joint in (joint, *joint._parts)}, key=lambda j: j.id)


def test_every_joint_is_listed_once_by_its_id():
    world = workshop()
    data, joints = world.joint_data(), all_joints(world)
    assert len(data) == len(joints) == 10
    assert data.id.tolist() == [joint.id for joint in joints]
    assert data.enabled.tolist() == [joint.enabled for joint in joints]


def test_bodies_and_frames_are_those_of_the_handles():
    world = workshop()
    data = world.joint_data()
    for k, joint in enumerate(all_joints(world)):
        bodies = (joint.body_a, joint.body_b)
        anchors = (joint.anchor_a, joint.anchor_b)
        if isinstance(joint, JointMotorLinear):  # its axes are fixed to b
            bodies, anchors = bodies[::-1], anchors[::-1]
        assert data.body[:, k].tolist() == [0 if body is None else body.id for body in bodies]
        if isinstance(joint, JointGear):
            continue  # it holds no points of its own
        for side, (body, anchor) in enumerate(zip(bodies, anchors, strict=True)):
            if body is None:
                assert data.anchor[side, k] == pytest.approx(anchor)
                assert data.center[side, k].tolist() == [0.0, 0.0, 0.0]
                continue
            local = rotate(inverse(body.orientation), anchor - body.position)
            assert data.anchor[side, k] == pytest.approx(local, abs=1e-9)
            center = rotate(body.orientation, data.center[side, k].tolist()) + body.position
            assert center == pytest.approx(body.center_of_mass)


def test_axes_limits_and_loads_are_those_of_the_handles():
    world = workshop()
    data = world.joint_data()
    for k, joint in enumerate(all_joints(world)):
        assert data.break_force[k] == joint.break_force and data.break_torque[k] == joint.break_torque
        if isinstance(joint, JointGear):
            load = data.torque[k, 0] if joint.first.angular else data.force[k, 0]
            assert load == joint.load
            continue
        sign = -1.0 if isinstance(joint, JointMotorLinear) else 1.0
        assert (sign * data.force[k]).tolist() == list(joint.force)
        assert (sign * data.torque[k]).tolist() == list(joint.torque)
        for axis in joint.axes:
            d = axis.number
            assert data.locked[k, d] == axis.locked
            assert data.limited[k, d] == (axis.limits is not None)
            if axis.limits is not None:
                assert (data.lower[k, d], data.upper[k, d]) == axis.limits
            assert data.driven[k, d] == (axis.motor_max_force > 0.0)
            assert data.motor_speed[k, d] == axis.motor_speed
            assert data.motor_max_force[k, d] == axis.motor_max_force
            assert data.spring_target[k, d] == axis.spring_target
            assert data.friction[k, d] == axis.friction
    assert data.sprung.sum() == 1


def test_kinds_are_told_apart_and_gears_name_what_they_couple():
    world = workshop()
    data, joints = world.joint_data(), all_joints(world)
    for k, joint in enumerate(joints):
        assert data.distance[k] == isinstance(joint, JointDistance)
        assert data.cone[k] == isinstance(joint, JointBall)
        assert data.gear[k] == isinstance(joint, JointGear)
        assert data.composite[k] == isinstance(joint, JointPulley)
        assert data.world_axes[k] == 0
        if isinstance(joint, JointGear):
            coupled = [joints[index] for index in data.coupled[:, k]]
            assert all(axis in other.axes for axis, other in zip((joint.first, joint.second), coupled, strict=True))
        else:
            assert data.coupled[:, k].tolist() == [-1, -1]


def test_only_distances_are_listed_when_only_they_are_wanted():
    world = workshop()
    some, everything = world.joint_data(distances_only=True), world.joint_data()
    wanted = everything.distance | everything.composite
    assert some.id.tolist() == everything.id[wanted].tolist() and len(some) == 5
    assert (some.coupled[:, some.gear] >= 0).all()
    with pytest.raises(TypeError, match="distances_only"):
        world.joint_data(distances_only=1)


def test_the_arrays_are_read_only_and_do_not_change_with_the_world():
    world = workshop()
    data = world.joint_data()
    before = data.force.copy()
    with pytest.raises(ValueError, match="read-only"):
        data.force[0] = 0.0
    for _ in range(5):
        world.step(1 / 60)
    assert np.array_equal(data.force, before) and not np.array_equal(world.joint_data().force, before)


def test_a_world_without_joints_has_no_rows():
    data = World().joint_data()
    assert len(data) == 0 and data.anchor.shape == (2, 0, 3) and data.locked.shape == (0, 6)
    assert math.isclose(float(data.force.sum()), 0.0)
