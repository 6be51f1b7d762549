import dataclasses

import numpy as np
import pytest

from app.timeline.commands.joints import AddJoint, RemoveJoint, RestoreJoint, describe, label_of_joint
from physics import (
    BodyKind,
    JointBall,
    JointDistance,
    JointDoubleHinge,
    JointFixed,
    JointGear,
    JointHinge,
    JointHinge2,
    JointMotorAngular,
    JointMotorLinear,
    JointPiston,
    JointPrismaticUniversal,
    JointPulley,
    JointSixAxis,
    JointSlider,
    JointUniversal,
    ShapeBox,
    World,
)

STEP = 1 / 60
AT = (0.5, 2.0, 0.0)


def make_hinge(a, b):
    return JointHinge(a, b, anchor=AT, axis=(0, 0, 1), limits=(-9.0, 9.0), motor_speed=8.0, motor_max_force=900.0)


def make_six(a, b):
    joint = JointSixAxis(a, b, anchor=AT, axis=(0, 1, 0), locked=(0, 1, 5), hertz=5.0, name="six", user_data="mine")
    joint.axes[2].set_spring(stiffness=300.0, damping=4.0, target=0.1)
    joint.axes[3].limits = (-0.5, 0.5)
    return joint


def drive(motor, speed):
    motor.motors[0].motor_speed, motor.motors[0].motor_max_force = speed, 50.0
    return motor


MAKERS = {
    "ball": lambda a, b: JointBall(a, b, anchor=AT, break_force=5e4),
    "fixed": lambda a, b: JointFixed(a, b, hertz=4.0, damping_ratio=0.3, collide=True),
    "hinge": make_hinge,
    "slider": lambda a, b: JointSlider(a, b, anchor=AT, axis=(1, 1, 0), limits=(-0.2, 0.4)),
    "universal": lambda a, b: JointUniversal(a, b, anchor=AT, axis_a=(1, 0, 0), axis_b=(0, 0, 1)),
    "six": make_six,
    "rod": lambda a, b: JointDistance(a, b, anchor_a=(0, 2, 0), anchor_b=(1, 2, 0.2)),
    "rope": lambda a, b: JointDistance(a, b, anchor_a=(0, 2, 0), anchor_b=(1, 2, 0.2), limits=(0.0, 1.2)),
    "wheel": lambda a, b: JointHinge2(a, b, anchor=AT, axis_a=(0, 1, 0), axis_b=(0, 0, 1), steering_limits=(-0.3, 0.3)),
    "piston": lambda a, b: JointPiston(a, b, anchor=AT, axis=(1, 0, 0), limits=(-0.3, 0.3)),
    "screw": lambda a, b: JointPrismaticUniversal(
        a, b, anchor=AT, axis_slide=(1, 0, 0), axis_a=(0, 1, 0), axis_b=(0, 0, 1)
    ),
    "angular": lambda a, b: drive(JointMotorAngular(a, b, axes=[(0, 0, 1)], frame="b"), 3.0),
    "linear": lambda a, b: drive(JointMotorLinear(a, b, anchor=AT, axes=[(0, 1, 0), (1, 0, 0)]), 1.0),
    "bars": lambda a, b: JointDoubleHinge(a, b, anchor_a=(0, 2, 0), anchor_b=(1, 2, 0), axis=(0, 0, 1)),
    "spring": lambda a, b: JointDistance(a, b, anchor_a=(0, 2, 0), anchor_b=(1, 2, 0.2), hertz=2.0, damping_ratio=0.1),
}


def make_world(name, *, fixed=False):
    """Two boxes with a joint, or one and the world."""
    world = World(sleeping=False)
    first = None if fixed else world.add_body(shape=ShapeBox((0.4, 0.3, 0.2)), position=(0, 2, 0), name="first")
    second = world.add_body(
        shape=ShapeBox((0.4, 0.3, 0.2)), position=(1, 2, 0), angular_velocity=(0, 0, 1), name="second"
    )
    return world, world.add_joint(MAKERS[name](first, second))


def poses(world):
    shot = world.snapshot()
    return np.concatenate((shot.position, shot.orientation, shot.velocity, shot.angular_velocity), axis=1)


@pytest.mark.parametrize("fixed", [False, True])
@pytest.mark.parametrize("name", list(MAKERS))
def test_a_joint_that_is_made_again_goes_on_as_the_old_one(name, fixed):
    """Cut and made again in the middle of a motion, with nothing in between: the motion is the same.

    What differs is the start of the solver, which knows no forces of the last step, so there is a small tolerance.
    """
    world, joint = make_world(name, fixed=fixed)
    twin, _ = make_world(name, fixed=fixed)
    for _ in range(50):
        world.step(STEP)
        twin.step(STEP)
    definition = joint.definition()
    before = [(axis.position, axis.limits, axis.locked, axis.motor_speed) for axis in joint.axes]
    assert RemoveJoint(joint.id).apply(world).ok and not joint.alive
    result = RestoreJoint(definition).apply(world)
    assert result.ok and result.joint == definition.id
    again = world.joint(result.joint)
    assert again.definition() == definition
    after = [(axis.position, axis.limits, axis.locked, axis.motor_speed) for axis in again.axes]
    for old, new in zip(before, after, strict=True):
        assert new == old
    assert type(again) is type(joint) and (again.name, again.user_data) == (joint.name, joint.user_data)
    same = ("collide", "enabled", "hertz", "damping_ratio", "break_force", "break_torque")
    assert [getattr(again, key) for key in same] == [value_of(name, key) for key in same]
    for _ in range(30):
        world.step(STEP)
        twin.step(STEP)
    assert np.abs(poses(world) - poses(twin)).max() < 0.05


def value_of(name, key):
    """What a joint of this name was made with."""
    world, joint = make_world(name)
    assert world
    return getattr(joint, key)


def make_geared():
    """Two wheels of which the first is driven and turns the second, and a pulley over it all."""
    world = World(sleeping=False, gravity=(0, 0, 0))
    wheels = [world.add_body(shape=ShapeBox((0.3, 0.3, 0.1)), position=(k, 1, 0), name=f"wheel {k}") for k in range(2)]
    hinges = [JointHinge(None, wheel, anchor=wheel.position, axis=(0, 0, 1), name=wheel.name) for wheel in wheels]
    for hinge in hinges:
        world.add_joint(hinge)
    hinges[0].motor_speed, hinges[0].motor_max_force = 4.0, 500.0
    world.add_joint(JointGear(*hinges, ratio=2.0, name="gear"))
    loads = [
        world.add_body(shape=ShapeBox((0.2, 0.2, 0.2)), position=(4 + k, 1, 0), name=f"load {k}") for k in range(2)
    ]
    ends = {"anchor_a": (4, 1.2, 0), "anchor_b": (5, 1.2, 0), "ground_a": (4, 4, 0), "ground_b": (5, 4, 0)}
    world.add_joint(JointPulley(*loads, **ends, name="pulley"))
    return world


def test_gears_and_pulleys_are_made_again():
    world = make_geared()
    for name in ("gear", "pulley"):
        joint = next(joint for joint in world.joints if joint.name == name)
        command, ratio = AddJoint(joint.definition()), joint.ratio
        assert RemoveJoint(joint.id).apply(world).ok
        assert sorted(other.name for other in world.joints) == sorted({"wheel 0", "wheel 1", "gear", "pulley"} - {name})
        again = world.joint(command.apply(world).joint)
        assert type(again) is type(joint) and (again.ratio, again.name) == (ratio, name)
    world.bodies[2].velocity = (0, -1, 0)
    for _ in range(30):
        world.step(STEP)
    first, second, left, right = world.bodies
    assert second.angular_velocity.z == pytest.approx(-0.5 * first.angular_velocity.z, rel=0.02)
    assert abs(first.angular_velocity.z) > 3.0 and len(world.joints) == 4
    assert left.position.y + right.position.y == pytest.approx(2.0, abs=0.02) and right.position.y > 1.1


@pytest.mark.parametrize("number", [-1, 0, 2, 99])
def test_a_joint_that_is_not_there_is_told(number):
    world, _ = make_world("ball")
    result = RemoveJoint(number).apply(world)
    assert not result.ok and result.message == f"There is no joint number {number} any more."
    assert len(world.joints) == 1


def test_bodies_that_cannot_be_joined_are_told():
    world, joint = make_world("ball")
    definition = joint.definition()
    first, second = world.bodies
    assert "two different bodies" in AddJoint(dataclasses.replace(definition, body_b=1)).apply(world).message
    assert AddJoint(dataclasses.replace(definition, body_b=99)).apply(world).message.startswith("There is no body")
    assert "There is a joint number 1" in RestoreJoint(definition).apply(world).message
    first.kind = second.kind = BodyKind.STATIC
    assert "must be dynamic" in AddJoint(definition).apply(world).message
    assert len(world.joints) == 1


def test_joints_have_names_for_people():
    for name, called in (("ball", "ball"), ("rod", "rod"), ("rope", "rope"), ("spring", "spring"), ("six", "six")):
        assert label_of_joint(make_world(name)[1]) == called
    assert describe(make_world("hinge", fixed=True)[1]) == "hinge between the world and second"
