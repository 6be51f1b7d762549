"""Joints as definitions and back from them: every class of joints that `physics` exports."""

import copy
import dataclasses
import math
import pickle

import numpy as np
import pytest

import physics
from bench.fuzz import joint_samples
from physics import (
    BodyKind,
    JointAxisDef,
    JointBall,
    JointDef,
    JointDistance,
    JointGear,
    JointHinge,
    JointPulley,
    JointSixAxis,
    ShapeBox,
    ShapeSphere,
    World,
)

DT = 1 / 60
AT = (0.5, 2.0, 0.0)
BOX = ShapeBox((0.4, 0.3, 0.2))
X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
SOFT = {"hertz": 4.0, "damping_ratio": 0.3}
ENDS = {"anchor_a": (0, 2.1, 0), "anchor_b": (1, 2, 0.2)}

#: What constructors are given besides what they need, or instead: as many options as they take.
OPTIONS = {
    "JointBall": {"anchor": AT, "axis": X, "cone_limit": 1.5, "twist_limits": (-0.7, 0.9), "friction": 0.1, **SOFT},
    "JointFixed": {"anchor": AT, "collide": True, "break_torque": 1e7},
    "JointHinge": {"anchor": AT, "axis": Z, "limits": (-99.0, 99.0), "motor_speed": 8.0, "motor_max_force": 900.0},
    "JointSlider": {"anchor": AT, "axis": (1, 1, 0), "limits": (-0.2, 0.4), "friction": 3.0},
    "JointUniversal": {"anchor": AT, "axis_a": X, "axis_b": Z},
    "JointSixAxis": {"anchor": AT, "axis": Y, "axis_z": X, "locked": (0, 1, 5), "name": "six", "user_data": "mine"},
    "JointDistance": {**ENDS, "limits": (0.0, 1.2), "stiffness": 300.0, "damping": 4.0},
    "JointHinge2": {"anchor": AT, "axis_a": Y, "axis_b": Z, "steering_limits": (-0.3, 0.3), "motor_max_force": 5.0},
    "JointPiston": {"anchor": AT, "axis": X, "limits": (-0.3, 0.3), "enabled": False},
    "JointPrismaticRotoide": {"anchor": AT, "axis_slide": X, "axis_turn": Z},
    "JointPrismaticUniversal": {"anchor": AT, "axis_slide": Z, "axis_a": Y, "axis_b": Z},
    "JointPlane2D": {"normal": Z},
    "JointDoubleBall": {**ENDS, "distance": 0.9, "break_force": 1e6},
    "JointDoubleHinge": {"anchor_a": (0, 2, 0), "anchor_b": (1, 2, 0.1), "axis": Z},
    "JointMotorAngular": {"axes": [Z, X], "frame": "b"},
    "JointMotorLinear": {"axes": [Y, X], "anchor": AT, "frame": "world"},
    "JointGear": {"ratio": 2.0, "backlash": 0.1},
    "JointRack": {"radius": 0.5},
    "JointPath": {
        "points": [(0.6, 2, 0.1), (1, 2, 0), (1.5, 2.2, 0), (1.5, 1.5, 0.4)],
        "closed": True,
        "oriented": True,
    },
    "JointPulley": {**ENDS, "ground_a": (0, 5, 0), "ground_b": (1, 5, 0), "ratio": 2.0, "name": "pulley"},
}


def scene(kind):
    """Two boxes in the air with a joint of a class between them, and what gears couple."""
    world = World(sleeping=False)
    a = world.add_body(shape=BOX, position=(0, 2, 0), name="a")
    b = world.add_body(
        shape=BOX, position=(1, 2, 0), angular_velocity=(0, 0, 1), orientation=(0.1, 0, 0.1, 1), name="b"
    )
    options = OPTIONS.get(kind.__name__, {})
    if joint_samples.couples_joints(kind):
        hinge = world.add_joint(JointHinge(None, a, anchor=a.position, axis=Z, motor_speed=2.0, motor_max_force=99.0))
        slider = physics.JointSlider(None, b, anchor=b.position, axis=X)
        options = {"coupled": (hinge, world.add_joint(slider)), **options}
    joint = joint_samples.make(kind, a, b, joint_samples.Site.between(a.position, b.position), **options)
    for number, axis in enumerate(joint.axes if not joint.coupled else ()):
        if not axis.locked and number != 5 and kind is not JointDistance:
            axis.limit_bounce, axis.friction = 0.25, 0.5 + number
            axis.set_spring(hertz=1.0 + number, damping_ratio=0.2, target=0.05, max_force=1e4)
    return world, world.add_joint(joint)


def bits(joint):
    """The records of a joint, but for what depends on its row, its neighbors and the forces of the last step."""
    arrays, row = joint.world._arrays.joints, joint._row
    info = arrays.info[row].copy()
    info[[1, 2, 4, 5, 6, 7, 15, 16, 17]] = 0
    return info.tolist(), arrays.frame[row].tolist(), arrays.axis[row].tolist(), arrays.traits[row].tolist()


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


@pytest.mark.parametrize("steps", [0, 5], ids=["at once", "later"])
@pytest.mark.parametrize("kind", joint_samples.kinds(), ids=lambda kind: kind.__name__)
def test_a_joint_comes_back_bit_for_bit(kind, steps):
    world, joint = scene(kind)
    run(world, 40)
    definition, before, parts = joint.definition(), bits(joint), [part.id for part in joint.parts]
    numbers = [(body.id if body else 0) for body in (joint.body_a, joint.body_b)]
    number = joint.id
    assert [definition.body_a, definition.body_b] == numbers and definition.id == number
    world.remove_joint(joint)
    run(world, steps)
    again = world.restore(definition)
    assert type(again) is kind and again.id == number and bits(again) == before
    assert [part.id for part in again.parts] == parts and again.definition() == definition
    assert (again.name, again.user_data) == (joint.name, joint.user_data) and not joint.alive
    assert again in world.joints and world.joint(again.id) is again
    world.validate()
    run(world, 20)
    world.validate()


@pytest.mark.parametrize("kind", joint_samples.kinds(), ids=lambda kind: kind.__name__)
def test_a_joint_that_comes_back_at_once_goes_on_as_the_old_one(kind):
    """What differs is the start of the solver, which knows no forces of the last step."""
    poses = []
    for restored in (False, True):
        world, joint = scene(kind)
        run(world, 30)
        if restored:
            definition = joint.definition()
            places = [(axis.position, axis.rate) for axis in joint.axes]
            world.remove_joint(joint)
            again = world.restore(definition)
            assert [(axis.position, axis.rate) for axis in again.axes] == places
        run(world, 30)
        shot = world.snapshot()
        poses.append(np.concatenate((shot.position, shot.orientation), axis=1))
    assert np.abs(poses[0] - poses[1]).max() < 0.05


@pytest.mark.parametrize("kind", joint_samples.kinds(), ids=lambda kind: kind.__name__)
def test_a_joint_in_no_world_has_the_definition_of_one_that_was_just_added(kind):
    world, joint = scene(kind)
    added = joint.definition()
    twin, _ = scene(kind)
    twin.remove_joint(twin.joints[-1])
    again = twin.add(dataclasses.replace(added, id=None, parts=tuple(unnamed(part) for part in added.parts)))
    assert again.id > 0 and again.definition().axes == added.axes
    for body in twin.bodies:
        assert body.joints == twin.body(body.id).joints
    run(twin, 5)


def unnamed(definition):
    return dataclasses.replace(definition, id=None)


@pytest.mark.parametrize("kind", joint_samples.kinds(), ids=lambda kind: kind.__name__)
def test_definitions_are_plain_values(kind):
    _, joint = scene(kind)
    definition = joint.definition()
    assert pickle.loads(pickle.dumps(definition)) == copy.deepcopy(definition) == definition
    assert hash(definition) == hash(copy.deepcopy(definition))
    numbers = [
        value for field in dataclasses.fields(JointAxisDef) for value in [getattr(definition.axes[0], field.name)]
    ]
    assert all(type(value) in (bool, float) for value in numbers)


def test_a_joint_that_is_in_no_world_yet_can_be_captured():
    world = World()
    body = world.add_body(shape=BOX, position=(3, 0, 0), orientation=(0, 0, 1, 1))
    joint = JointHinge(None, body, anchor=(3, 1, 0), axis=Z, limits=(-1, 1))
    definition = joint.definition()
    assert definition.id is None and (definition.body_a, definition.body_b) == (0, body.id)
    assert definition.anchor_a == (3, 1, 0) and definition.anchor_b == pytest.approx((1, 0, 0))
    made = world.add(definition)
    assert made.anchor_b == pytest.approx((3, 1, 0)) and made.limits == (-1, 1) and made.angle == pytest.approx(0.0)
    assert dataclasses.replace(made.definition(), id=None) == definition


def test_whole_turns_are_kept():
    world = World(gravity=(0, 0, 0))
    body = world.add_body(shape=BOX, angular_velocity=(0, 0, 5))
    joint = world.add_joint(JointHinge(None, body, anchor=(0, 0, 0), axis=Z))
    run(world, 120)
    angle = joint.angle
    assert abs(angle) > math.pi, "it turned by more than atan2 can tell"
    definition = joint.definition()
    world.remove_joint(joint)
    assert world.restore(definition).angle == angle


def test_a_definition_goes_with_the_bodies():
    """It holds the points of the bodies, wherever these are when the joint is made again."""
    world = World()
    first, second = (world.add_body(shape=BOX, position=(x, 2, 0)) for x in (0, 1))
    joint = world.add_joint(JointBall(first, second, anchor=AT))
    definition = joint.definition()
    world.remove_joint(joint)
    first.position, second.position = (10, 2, 0), (11, 2, 0)
    again = world.restore(definition)
    assert again.anchor_a == pytest.approx((10.5, 2, 0)) and again.anchor_b == pytest.approx((10.5, 2, 0))


def test_a_gear_that_comes_back_keeps_its_teeth_and_a_new_one_meshes():
    world, gear = scene(JointGear)
    run(world, 60)
    definition, error = gear.definition(), gear.error
    world.remove_joint(gear)
    again = world.restore(definition)
    assert again.error == error and again.backlash == pytest.approx(0.1)
    world.remove_joint(again)
    world.bodies[0].angular_velocity = (0, 0, 5)
    run(world, 30)
    new = world.add(definition)
    assert new.error == (0.0, 0.0), "it meshes as the axes stand"


def test_a_body_and_its_joints_come_back():
    world, gear = scene(JointGear)
    body = world.bodies[0]
    joints = body.joints
    definitions = [body.definition(), *(joint.definition() for joint in joints)]
    assert [type(joint).__name__ for joint in joints] == ["JointHinge", "JointGear"] and joints[0].gears == [gear]
    world.remove_body(body)
    assert len(world.joints) == 1
    for definition in definitions:
        world.restore(definition)
    assert world.bodies[0].id == 1 and [joint.id for joint in world.joints] == [1, 2, 3]
    assert world.joint(3).first.joint is world.joint(1)
    world.validate()


def test_what_cannot_be_restored_is_refused_and_nothing_changes():
    world, pulley = scene(JointPulley)
    definition = pulley.definition()
    before = world.state_hash()
    refused = [
        (definition, ValueError, "there is a joint number 3 in this world; use World.add"),
        (dataclasses.replace(definition, id=9), ValueError, "there is a joint number 1 in this world"),
        (dataclasses.replace(definition, id=None), ValueError, "a definition with an id"),
        (dataclasses.replace(definition, id=9, body_b=77, parts=()), LookupError, "no body number 77"),
        (JointDef("JointGear", 1, 2, coupled=((55, 0), (1, 0)), id=9), LookupError, "no joint number 55"),
        (JointDef("JointGear", 1, 2, id=9), ValueError, "couples two axes"),
        (JointDef("JointBall", 1, 1, id=9), ValueError, "two different bodies"),
        (JointDef("JointBall", 1, 2, options=(("color", 3),), id=9), ValueError, "has no option 'color'"),
    ]
    for wrong, error, words in refused:
        with pytest.raises(error, match=words):
            world.restore(wrong)
        assert world.state_hash() == before
    world.validate()


@pytest.mark.parametrize(
    ("values", "error", "words"),
    [
        ({"kind": "JointGlue"}, ValueError, "unknown kind 'JointGlue'; choose one of: .*JointHinge"),
        ({"anchor_a": (math.nan, 0, 0)}, ValueError, "anchor_a"),
        ({"frame_b": (0, 0, 0, 0)}, ValueError, "frame_b must not be zero"),
        ({"axes": ()}, TypeError, "axes must be 6 of JointAxisDef"),
        ({"break_force": -1.0}, ValueError, "break_force must be >= 0"),
        ({"hertz": "fast"}, TypeError, "hertz must be a number"),
        ({"collide": 1}, TypeError, "collide must be True or False"),
        ({"id": -4}, ValueError, "id must be"),
    ],
)
def test_definitions_check_what_they_are_given(values, error, words):
    with pytest.raises(error, match=words):
        JointDef(**{"kind": "JointBall", "body_a": 0, "body_b": 1, **values})


@pytest.mark.parametrize(
    ("values", "error", "words"),
    [
        ({"locked": 1}, TypeError, "locked must be"),
        ({"motor_speed": math.inf}, ValueError, "motor_speed must be finite"),
        ({"limited": True, "lower": 1.0, "upper": 0.0}, ValueError, "swap them"),
    ],
)
def test_definitions_of_axes_check_what_they_are_given(values, error, words):
    with pytest.raises(error, match=words):
        JointAxisDef(**values)


def test_frames_that_are_off_unit_length_are_normalized():
    definition = JointDef("JointBall", 0, 1, frame_a=(0, 0, 0, 2))
    assert definition.frame_a == (0.0, 0.0, 0.0, 1.0)


# ---- Options of joints that can be read and changed ----------------------------------------------------------------


def test_springs_of_an_axis_can_be_read_and_changed():
    world, joint = scene(JointSixAxis)
    axis = joint.axes[2]
    assert (axis.spring_hertz, axis.spring_damping_ratio) == (3.0, pytest.approx(0.2))
    assert axis.spring_stiffness == axis.spring_damping == 0.0 and axis.spring_max_force == 1e4
    axis.spring_stiffness = 300.0
    assert (axis.spring_stiffness, axis.spring_damping, axis.spring_hertz) == (300.0, 0.0, 0.0)
    axis.spring_damping = 4.0
    assert (axis.spring_stiffness, axis.spring_damping) == (300.0, 4.0)
    axis.spring_hertz = 2.0
    axis.spring_damping_ratio = 0.5
    axis.spring_max_force = 50.0
    assert (axis.spring_hertz, axis.spring_damping_ratio, axis.spring_max_force) == (2.0, 0.5, 50.0)
    assert axis.joint is joint and axis.direction == pytest.approx(X, abs=1e-6)
    assert [axis.angular for axis in joint.axes] == [False] * 3 + [True] * 3
    axis.set_limit_spring(stiffness=7.0, damping=3.0)
    assert (axis.limit_stiffness, axis.limit_damping) == (7.0, 3.0)


def test_a_distance_shows_its_spring_and_its_limits():
    world = World()
    body = world.add_body(shape=BOX)
    ends = {"anchor_a": (0, 3, 0), "anchor_b": (0, 0, 0)}
    spring = world.add_joint(JointDistance(None, body, **ends, hertz=2.0, damping_ratio=0.25))
    assert (spring.hertz, spring.damping_ratio, spring.stiffness, spring.limits) == (2.0, 0.25, 0.0, None)
    spring.stiffness, spring.damping = 100.0, 5.0
    assert (spring.hertz, spring.stiffness, spring.damping) == (0.0, 100.0, 5.0)
    spring.hertz, spring.damping_ratio, spring.limits = 3.0, 0.5, (1.0, 2.0)
    assert (spring.hertz, spring.damping_ratio, spring.limits, spring.length) == (3.0, 0.5, (1.0, 2.0), 3.0)
    soft = world.add_joint(JointBall(None, body, anchor=(0, 0, 0)))
    soft.set_softness(stiffness=1000.0, damping=20.0)
    assert (soft.stiffness, soft.damping) == (1000.0, 20.0)


def test_gears_racks_and_pulleys_show_what_they_were_given():
    world, gear = scene(JointGear)
    gear.backlash = 0.3
    assert gear.backlash == pytest.approx(0.3) and gear.coupled == (gear.first, gear.second)
    lower, upper = gear.definition().axes[0].lower, gear.definition().axes[0].upper
    assert upper - lower == pytest.approx(0.3, abs=1e-5)
    state = world.save_state()
    gear.backlash = 0.0
    world.load_state(state)
    assert gear.backlash == pytest.approx(0.3)
    _, rack = scene(physics.JointRack)
    assert rack.radius == 0.5
    rack.radius = 0.25
    assert rack.radius == 0.25 and rack.ratio == -0.25
    world, pulley = scene(JointPulley)
    assert pulley.ground_a == (0, 5, 0) and pulley.ground_b == (1, 5, 0)
    pulley.ground_b = (1, 6, 0)
    assert pulley.ground_b == (1, 6, 0) and pulley.parts[0].owner is pulley and pulley.owner is None
    assert pulley.definition().coupled == ((0, 0), (1, 0)), "an axis of each rope"
    assert pulley.world is world and pulley.gears == [] and pulley.parts[0].gears == []
    unbound = JointBall(None, world.bodies[0], anchor=(0, 0, 0))
    with pytest.raises(LookupError, match="in no world yet"):
        _ = unbound.world


def test_motors_show_what_they_were_given():
    for frame in ("world", "a", "b"):
        world = World()
        a, b = (world.add_body(shape=ShapeSphere(0.2), position=(x, 0, 0)) for x in (0, 1))
        linear = world.add_joint(physics.JointMotorLinear(a, b, axes=[Y], frame=frame))
        angular = world.add_joint(physics.JointMotorAngular(a, b, axes=[Y], frame=frame))
        assert linear.frame == angular.frame == frame and not angular.euler
        assert linear.motors[0].direction == pytest.approx(Y) and angular.motors[0].direction == pytest.approx(Y)
    assert world.add_joint(physics.JointMotorAngular(a, b, axes=[X, Y, Z], euler=True)).euler


def test_joints_of_a_body_are_listed_by_their_numbers():
    world = World()
    a, b, c = (world.add_body(shape=BOX, position=(2.0 * x, 0, 0), kind=BodyKind.DYNAMIC) for x in range(3))
    ball = world.add_joint(JointBall(a, b, anchor=(1, 0, 0)))
    rope = world.add_joint(JointDistance(b, None, anchor_a=(2, 0, 0), anchor_b=(2, 5, 0), limits=(0, 9)))
    assert (a.joints, b.joints, c.joints) == ([ball], [ball, rope], [])
    world.remove_joint(ball)
    assert (a.joints, b.joints) == ([], [rope])
    world.remove_body(a)
    with pytest.raises(LookupError):
        _ = a.joints
