"""Joints that come, change and go at random; `main.py bench --fuzz` does more of it."""

import warnings

import pytest

import physics
from bench.fuzz import joints as joint_fuzz
from physics import JointBall, ShapeSphere, World
from physics.kernels.layout import joint as JOINT


@pytest.fixture(autouse=True)
def quiet():
    """Bodies that contradictory joints tear apart are frozen with a warning; here only the lists count."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*was frozen.*", category=RuntimeWarning)
        yield


@pytest.mark.slow
def test_lists_hold_what_they_should_and_replays_repeat_bit_for_bit():
    fuzz = joint_fuzz.run(2000, seed=5)
    done = fuzz.counts
    for name in ("step", "add_body", "join", "change", "part", "couple", "remove_body", "refuse", "broken", "asleep"):
        assert done.get(name, 0) > 0, f"{name} never happened"


def test_two_worlds_with_the_same_operations_have_the_same_bits():
    first, second = joint_fuzz.Fuzz(8), joint_fuzz.Fuzz(8)
    assert joint_fuzz.segment(first, 150) == joint_fuzz.segment(second, 150)
    assert joint_fuzz.segment(joint_fuzz.Fuzz(9), 150)[-1] != first.world.state_hash()


def small_fuzz():
    """Three balls on two joints, and the model of them."""
    fuzz = joint_fuzz.Fuzz(0)
    fuzz.bodies = [fuzz.world.add_body(shape=ShapeSphere(0.2), position=(x, 2.0, 0.0)) for x in (0.0, 1.0, 2.0)]
    for a, b in zip(fuzz.bodies, fuzz.bodies[1:], strict=False):
        fuzz.note(fuzz.world.add_joint(JointBall(a, b, anchor=a.position)), (a, b))
    fuzz.check()
    return fuzz


def test_the_check_notices_a_joint_that_is_not_in_the_model():
    fuzz = small_fuzz()
    fuzz.world.add_joint(JointBall(None, fuzz.bodies[0], anchor=(0, 2, 0)))
    with pytest.raises(AssertionError, match="not those of the model"):
        fuzz.check()


@pytest.mark.parametrize(
    ("joint", "column", "value", "sentence"),
    [
        (2, JOINT.NEXT_A, 0, "joints of body"),  # the ball in the middle lists joint 2 as a, then joint 1 as b
        (2, JOINT.NEXT_A, 2 * 2, "another neighbor"),
        (2, JOINT.NEXT_A, 2 * 1, "another body"),
        (1, JOINT.PREV_B, 0, "another neighbor"),
        (1, JOINT.FLAGS, JOINT.FLAG_ENABLED, "dead joint"),
    ],
)
def test_the_check_notices_a_damaged_list(joint, column, value, sentence):
    fuzz = small_fuzz()
    fuzz.world._arrays.joints.info[joint, column] = value
    with pytest.raises(AssertionError, match=sentence):
        fuzz.check()


def test_the_check_notices_a_setting_that_was_lost():
    fuzz = small_fuzz()
    joint = next(iter(fuzz.links))
    fuzz.put(joint, 3, "limits", (-0.5, 0.5))
    fuzz.check()
    joint.axes[3].limits = (-0.5, 0.25)
    with pytest.raises(AssertionError, match="limits of"):
        fuzz.check()


def test_a_gear_goes_with_a_joint_that_it_couples():
    fuzz = joint_fuzz.Fuzz(0)
    world: World = fuzz.world
    hinges = []
    for x in (0.0, 2.0):
        body = world.add_body(shape=ShapeSphere(0.2), position=(x, 2.0, 0.0))
        fuzz.bodies.append(body)
        hinges.append(world.add_joint(physics.JointHinge(None, body, anchor=body.position, axis=(0, 0, 1))))
        fuzz.note(hinges[-1], (None, body))
    gear = world.add_joint(physics.JointGear(*hinges))
    fuzz.note(gear, (gear.body_a, gear.body_b))
    fuzz.gears[gear] = tuple(hinges)
    fuzz.check()
    fuzz.remove(fuzz.bodies[1])
    assert list(fuzz.links) == [hinges[0]]
    fuzz.check()


def test_a_pulley_that_breaks_leaves_no_ropes():
    world = World(sleeping=False)
    light = world.add_body(shape=ShapeSphere(0.2), position=(0, 1, 0))
    heavy = world.add_body(shape=ShapeSphere(0.2), position=(1, 1, 0), mass=5.0)
    anchors = {"anchor_a": (0, 1, 0), "anchor_b": (1, 1, 0), "ground_a": (0, 3, 0), "ground_b": (1, 3, 0)}
    pulley = world.add_joint(physics.JointPulley(light, heavy, **anchors, break_force=10.0))
    for _ in range(30):
        world.step(joint_fuzz.DT)
    assert pulley.broken
    for body in (light, heavy):
        assert body.joints == []
