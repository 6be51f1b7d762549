"""Joints come and go: sleep, states, removal, breaking, bad input."""

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
    ShapePlane,
    ShapeSphere,
    World,
)

DT = 1 / 60
BALL = ShapeSphere(0.1)


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def chain(world, count=5, y=5.0):
    before, bodies = None, []
    for k in range(count):
        body = world.add_body(shape=BALL, position=(0.5 * k + 0.5, y, 0), angular_damping=0.5)
        world.add_joint(JointBall(before, body, anchor=(0.5 * k, y, 0)))
        before = body
        bodies.append(body)
    return bodies


def assortment(world):
    """One joint of every type, all of them moving."""
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    post = world.add_body(kind=BodyKind.STATIC, shape=BALL, position=(0, 3, 0))
    bodies = [world.add_body(shape=BALL, position=(x + 0.5, 3, 0)) for x in range(8)]
    joints = [
        JointBall(post, bodies[0], anchor=(0, 3, 0)),
        JointHinge(bodies[0], bodies[1], anchor=(1, 3, 0), axis=(0, 0, 1), limits=(-0.5, 0.5)),
        JointSlider(bodies[1], bodies[2], anchor=(2, 3, 0), axis=(1, 0, 0), limits=(-0.1, 0.1)),
        JointUniversal(bodies[2], bodies[3], anchor=(3, 3, 0), axis_a=(0, 1, 0), axis_b=(0, 0, 1)),
        JointFixed(bodies[3], bodies[4]),
        JointDistance(bodies[4], bodies[5], anchor_a=(4.5, 3, 0), anchor_b=(5.5, 3, 0), hertz=3, damping_ratio=0.2),
        JointSixAxis(bodies[5], bodies[6], anchor=(6, 3, 0), locked=(0, 1, 2, 4)),
        JointDistance(bodies[6], bodies[7], anchor_a=(6.5, 3, 0), anchor_b=(7.5, 3, 0), limits=(0.5, 1.1)),
    ]
    joints[6].axes[3].motor_speed = 3.0
    joints[6].axes[3].motor_max_force = 1.0
    return [world.add_joint(joint) for joint in joints]


def test_future_repeats_after_load_and_in_another_world():
    world, twin = World(), World()
    joints = assortment(world)
    assortment(twin)
    run(world, 40)
    run(twin, 40)
    assert world.state_hash() == twin.state_hash()
    state = world.save_state()
    hashes = []
    for _ in range(60):
        world.step(DT)
        hashes.append(world.state_hash())
    world.remove_joint(joints[2])
    joints[1].limits = None
    run(world, 10)
    world.load_state(state)
    assert joints[2].alive and joints[1].limits == (-0.5, 0.5)
    for expected in hashes:
        world.step(DT)
        assert world.state_hash() == expected


def test_chain_sleeps_and_wakes_as_one():
    world = World()
    bodies = chain(world)
    for body in bodies:
        body.linear_damping = 2.0
    run(world, 1200)
    assert not any(body.awake for body in bodies)
    assert world.stats.island_count == 0
    bodies[-1].apply_impulse((0.1, 0, 0))
    assert all(body.awake for body in bodies)
    world.step(DT)
    assert world.stats.island_count == 1


def test_removed_joint_lets_an_island_come_apart():
    world = World(gravity=(0, 0, 0))
    a, b = (world.add_body(shape=BALL, position=(x, 0, 0)) for x in (0, 1))
    joint = world.add_joint(JointBall(a, b, anchor=(0.5, 0, 0)))
    run(world, 60)
    assert not a.awake and not b.awake
    world.remove_joint(joint)
    assert a.awake and b.awake
    run(world, 90)
    assert not a.awake and not b.awake
    a.wake()
    assert not b.awake


def test_joint_between_sleepers_and_a_new_body_wakes_them():
    world = World(gravity=(0, 0, 0))
    a, b = (world.add_body(shape=BALL, position=(x, 0, 0)) for x in (0, 1))
    run(world, 60)
    assert not a.awake and not b.awake
    world.add_joint(JointBall(a, b, anchor=(0.5, 0, 0)))
    assert a.awake and b.awake


def test_removed_body_takes_its_joints_along():
    world = World()
    bodies = chain(world)
    joints = world.joints
    world.remove_body(bodies[2])
    assert world.joints == [joints[0], joints[1], joints[4]]
    with pytest.raises(LookupError, match="was removed"):
        _ = joints[2].force
    run(world, 60)
    assert bodies[4].position.y < bodies[0].position.y
    assert max(joints[4].error) < 1e-3


def test_handles_of_removed_joints_raise():
    world = World()
    body = world.add_body(shape=BALL)
    joint = world.add_joint(JointHinge(None, body, anchor=(0, 1, 0), axis=(1, 0, 0)))
    assert joint.alive and joint in world.joints
    world.remove_joint(joint)
    assert not joint.alive and world.joints == []
    for use in (
        lambda: joint.angle,
        lambda: joint.limits,
        lambda: setattr(joint, "limits", (0, 1)),
        lambda: setattr(joint, "motor_speed", 1.0),
        lambda: joint.set_spring(hertz=1),
        lambda: setattr(joint, "enabled", False),
        lambda: joint.id,
        lambda: world.remove_joint(joint),
    ):
        with pytest.raises(LookupError, match="removed"):
            use()
    with pytest.raises(ValueError, match="make a new one"):
        world.add_joint(joint)


def test_switched_off_joint_lets_go_and_holds_again():
    world = World(sleeping=False)
    body = world.add_body(shape=BALL, position=(0, 5, 0))
    joint = world.add_joint(JointBall(None, body, anchor=(0, 5, 0)))
    run(world, 10)
    joint.enabled = False
    run(world, 10)
    assert body.position.y < 4.95
    joint.enabled = True
    run(world, 60)
    assert body.position.y == pytest.approx(5.0, abs=1e-3)


def test_joint_breaks_above_its_force_and_says_so():
    world = World()
    body = world.add_body(shape=BALL, position=(0, 5, 0), mass=1.0)
    joint = world.add_joint(JointBall(None, body, anchor=(0, 5, 0), break_force=15.0))
    run(world, 30)
    assert joint.alive and not joint.broken
    state = world.save_state()
    body.mass = 2.0
    world.step(DT)
    run_until = 0
    while joint.alive and run_until < 20:
        world.step(DT)
        run_until += 1
    assert joint.broken
    (event,) = world.events.joint_broken
    assert event.joint is joint and event.body_a is None and event.body_b is body
    assert event.force > 15.0
    assert world.joints == []
    run(world, 20)
    assert body.velocity.y < -2.0
    world.load_state(state)
    assert joint.alive and not joint.broken


@pytest.mark.slow
def test_random_life_leaves_nothing_dangling():
    """Small balls on arms of many meters, joined at 30 m/s: nothing bursts, and all lists end empty."""
    world = World()
    rng = np.random.default_rng(5)
    bodies = [world.add_body(shape=BALL, position=(0.5 * k, 2, 0)) for k in range(30)]
    for step in range(600):
        for _ in range(3):
            a, b = rng.choice(len(bodies), 2, replace=False)
            place = tuple(0.5 * (bodies[a].position + bodies[b].position))
            kind = (JointBall, JointFixed)[rng.integers(2)]
            world.add_joint(kind(bodies[a], bodies[b], anchor=place, collide=bool(rng.integers(2))))
        while len(world.joints) > 20:
            joints = world.joints
            world.remove_joint(joints[rng.integers(len(joints))])
        if step % 20 == 0:
            k = rng.integers(len(bodies))
            world.remove_body(bodies[k])
            bodies[k] = world.add_body(shape=BALL, position=(0.5 * k, 2, 0))
        if step % 3 == 0:
            world.step(DT)
            assert not world.events.body_frozen
    world.validate()
    for body in bodies:
        assert set(body.joints) == {joint for joint in world.joints if body in (joint.body_a, joint.body_b)}
    for joint in world.joints:
        world.remove_joint(joint)
    assert not world._arrays.bodies.joint.any() and not world._arrays.joints.info.any()
    world.validate()


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda a, b, s: JointHinge(a, b, anchor=(0, 0, 0), axis=(0, 0, 0)), ValueError, "axis must not be zero"),
        (lambda a, b, s: JointHinge(a, b, anchor=(0, 0, math.nan), axis=(1, 0, 0)), ValueError, "anchor"),
        (lambda a, b, s: JointHinge(a, b, anchor=(0, 0, 0), axis=(1, 0, 0), limits=(1, -1)), ValueError, "swap"),
        (lambda a, b, s: JointHinge(a, b, anchor=(0, 0, 0), axis=(1, 0, 0), limits=(math.nan, 1)), ValueError, "swap"),
        (lambda a, b, s: JointHinge(a, b, anchor=(0, 0, 0), axis=(1, 0, 0), limits=3), TypeError, "limits"),
        (lambda a, b, s: JointSlider(a, b, anchor=(0, 0, 0), axis=(1, 0, 0), motor_max_force=-1), ValueError, "motor"),
        (lambda a, b, s: JointBall(a, a, anchor=(0, 0, 0)), ValueError, "two different bodies"),
        (lambda a, b, s: JointBall(None, None, anchor=(0, 0, 0)), ValueError, "two different bodies"),
        (lambda a, b, s: JointBall(None, s, anchor=(0, 0, 0)), ValueError, "must be dynamic"),
        (lambda a, b, s: JointBall(a, "b", anchor=(0, 0, 0)), TypeError, "body_b must be a Body"),
        (lambda a, b, s: JointBall(a, b, anchor=(0, 0, 0), break_force=-2.0), ValueError, "break_force"),
        (lambda a, b, s: JointBall(a, b, anchor=(0, 0, 0), hertz=math.inf), ValueError, "hertz"),
        (lambda a, b, s: JointUniversal(a, b, anchor=(0, 0, 0), axis_a=(1, 0, 0), axis_b=(-1, 0, 0)), ValueError,
         "parallel"),
        (lambda a, b, s: JointDistance(a, b, anchor_a=(0, 0, 0), anchor_b=(1, 0, 0), length=-1), ValueError, "length"),
        (lambda a, b, s: JointDistance(a, b, anchor_a=(0, 0, 0), anchor_b=(1, 0, 0), hertz=1, stiffness=1), ValueError,
         "choose"),
        (lambda a, b, s: JointSixAxis(a, b, anchor=(0, 0, 0), locked=(6,)), ValueError, "locked"),
    ],
)  # fmt: skip
def test_bad_joints_are_refused_in_words(make, error, words):
    world = World()
    a, b = world.add_body(shape=BALL), world.add_body(shape=BALL, position=(1, 0, 0))
    static = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((1, 1, 1)), position=(0, 5, 0))
    before = world.state_hash()
    with pytest.raises(error, match=words):
        world.add_joint(make(a, b, static))
    assert world.state_hash() == before and world.joints == []


def test_joints_of_removed_bodies_and_of_other_worlds_are_refused():
    world, other = World(), World()
    body, stranger = world.add_body(shape=BALL), other.add_body(shape=BALL)
    joint = JointBall(None, body, anchor=(0, 0, 0))
    world.remove_body(body)
    with pytest.raises(LookupError, match="removed"):
        world.add_joint(joint)
    with pytest.raises(LookupError, match="another world"):
        world.add_joint(JointBall(None, stranger, anchor=(0, 0, 0)))
    with pytest.raises(TypeError, match="must be a Joint"):
        world.add_joint("hinge")
    assert world.joints == []
