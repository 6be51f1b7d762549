"""Undo, redo, going back in time and replaying of joints."""

import pytest

from app.timeline.commands.bodies import MoveBody, RemoveBody, SpawnBody
from app.timeline.commands.joints import AddJoint, RemoveJoint
from app.timeline.history import History
from app.timeline.undo import Undo
from physics import BodyDef, BodyKind, JointBall, JointDistance, JointHinge, ShapeBox, ShapePlane, ShapeSphere, World
from tests.app.timeline.test_joint_commands import make_geared

GROUND, FIRST, SECOND, THIRD = 1, 2, 3, 4


def make_world():
    """Three boxes in a row over the ground: a ball joint and a hinge hold them together, a rope holds the first."""
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    boxes = [
        world.add_body(shape=ShapeBox((0.3, 0.2, 0.2)), position=(0.7 * k, 3, 0), name=name)
        for k, name in enumerate(("first", "second", "third"))
    ]
    world.add_joint(JointBall(boxes[0], boxes[1], anchor=(0.35, 3, 0), name="ball"))
    world.add_joint(JointHinge(boxes[1], boxes[2], anchor=(1.05, 3, 0), axis=(0, 0, 1), limits=(-1, 1), name="hinge"))
    world.add_joint(
        JointDistance(None, boxes[0], anchor_a=(0, 5, 0), anchor_b=(0, 3.2, 0), limits=(0, 1.8), name="rope")
    )
    return world


@pytest.fixture
def world():
    return make_world()


@pytest.fixture
def undo(world):
    return Undo(History(world, spacing=5))


def look(world):
    """All joints by name, with the names of their bodies, and how far off they are."""
    return sorted(
        (
            joint.name,
            *(body.name if body else "the world" for body in (joint.body_a, joint.body_b)),
            joint.axes[3].limits,
        )
        for joint in world.joints
    )


def find(world, name):
    return next(body for body in world.bodies if body.name == name)


def new_rope(world, name="new"):
    bodies = world.body(FIRST), world.body(THIRD)
    ends = {"anchor_a": (0, 3.2, 0), "anchor_b": (1.4, 3.2, 0)}
    joint = JointDistance(*bodies, **ends, limits=(0.0, 1.4), collide=True, name=name)
    return AddJoint(joint.definition())


@pytest.mark.parametrize(
    "command",
    [new_rope(make_world()), RemoveJoint(1), RemoveBody(FIRST), RemoveBody(SECOND), RemoveBody(THIRD)],
    ids=["AddJoint", "RemoveJoint", "RemoveFirst", "RemoveSecond", "RemoveThird"],
)
def test_each_edit_can_be_undone_and_redone(world, undo, command):
    before = look(world)
    assert undo.do(command).ok
    after = look(world)
    assert after != before and undo.count == 1
    for _ in range(3):
        assert undo.undo().ok
        assert look(world) == before
        assert undo.redo().ok
        assert look(world) == after


def test_a_body_that_comes_back_is_held_as_before(world, undo):
    for _ in range(30):
        undo._history.step()
    lengths = [joint.error[0] for joint in world.joints]
    place = find(world, "second").position
    assert undo.do(RemoveBody(SECOND)).message == "Removed second."
    assert [joint.name for joint in world.joints] == ["rope"]
    assert undo.undo().message == "Undone: Removed second."
    assert find(world, "second").position == place
    assert sorted(joint.error[0] for joint in world.joints) == pytest.approx(sorted(lengths), abs=1e-6)
    for _ in range(120):
        undo._history.step()
    assert max(joint.error[0] for joint in world.joints) < 0.01
    assert find(world, "third").position[1] > 1.0, "everything hangs from the rope again"


def test_joints_come_back_with_their_bodies_under_their_numbers(world, undo):
    undo.do(new_rope(world))
    undo.do(RemoveBody(THIRD))
    for _ in range(4):
        undo._history.step()
    world.add_body(shape=ShapeSphere(1.0), position=(0, 50, 0), name="takes the free row")
    assert undo.undo().ok
    third = find(world, "third")
    assert third.id == THIRD
    assert [(joint.name, joint.id) for joint in third.joints] == [("hinge", 2), ("new", 4)]
    assert undo.undo().ok and [joint.name for joint in third.joints] == ["hinge"]
    assert undo.redo().ok and [(joint.name, joint.id) for joint in third.joints] == [("hinge", 2), ("new", 4)]
    assert undo.redo().ok and [joint.name for joint in world.joints] == ["ball", "rope"]


def test_what_was_spawned_and_joined_comes_back_joined(world, undo):
    undo.do(SpawnBody(BodyDef.of_shape(ShapeSphere(0.2), position=(0, 2.5, 0), name="bob")))
    bob = find(world, "bob")
    joint = JointBall(world.body(FIRST), bob, anchor=(0, 2.7, 0), name="bob's")
    undo.do(AddJoint(joint.definition()))
    after = look(world)
    assert undo.undo().ok and undo.undo().ok and len(world.joints) == 3 and len(world.bodies) == 4
    undo._history.step()
    world.add_body(shape=ShapeSphere(1.0), position=(0, 50, 0), name="takes the free row")
    assert undo.redo().ok and undo.redo().ok
    assert look(world) == after and not bob.alive


def test_both_ends_removed_in_one_edit_come_back_joined(world, undo):
    before = look(world)
    undo.do(RemoveBody(SECOND), RemoveBody(THIRD), label="Removed two")
    assert [joint.name for joint in world.joints] == ["rope"]
    assert undo.undo().message == "Undone: Removed two."
    assert look(world) == before


def test_a_joint_whose_other_body_is_gone_stays_away(world, undo):
    undo.do(RemoveBody(SECOND))
    world.remove_body(world.body(THIRD))  # a scene did it
    assert undo.undo().message == "Undone: Removed second. 1 of 3 could not be found."
    assert {joint.name for joint in world.joints} == {"rope", "ball"}


def test_a_joint_that_broke_cannot_be_undone(world, undo):
    undo.do(new_rope(world))
    world.remove_joint(next(joint for joint in world.joints if joint.name == "new"))
    other = world.add_joint(JointBall(None, world.body(THIRD), anchor=(1.7, 3, 0), name="takes the free row"))
    assert undo.undo().message == "There is no joint number 4 any more."
    assert other.alive and undo.count == 0


@pytest.mark.parametrize("name", ["wheel 0", "wheel 1", "load 0", "load 1"])
def test_gears_and_pulleys_come_back_with_what_they_couple(name):
    world = make_geared()
    undo, before = Undo(History(world)), look(world)
    undo.do(RemoveBody(find(world, name).id))
    gone = {"gear", name} if name.startswith("wheel") else {"pulley"}
    assert {joint[0] for joint in before} - {joint[0] for joint in look(world)} == gone
    for _ in range(2):
        assert undo.undo().message == f"Undone: Removed {name}." and look(world) == before
        assert undo.redo().message == f"Redone: Removed {name}."
    undo.undo()
    for _ in range(30):
        undo._history.step()
    first, second = find(world, "wheel 0"), find(world, "wheel 1")
    assert second.angular_velocity.z == pytest.approx(-0.5 * first.angular_velocity.z, rel=0.02)


def test_a_cut_hinge_takes_its_gear_along_and_brings_it_back():
    world = make_geared()
    undo, before = Undo(History(world)), look(world)
    assert undo.do(RemoveJoint(1)).message == "Cut the wheel 0 between the world and wheel 0."
    assert [joint.name for joint in world.joints] == ["wheel 1", "pulley"]
    assert undo.undo().ok and look(world) == before


def test_going_back_in_time_takes_edits_back(world, undo):
    history = undo._history
    for _ in range(7):
        history.step()
    undo.do(new_rope(world))
    for _ in range(7):
        history.step()
    undo.do(RemoveBody(SECOND))
    for _ in range(3):
        history.step()
    assert history.seek(13) and len(world.joints) == 4 and undo.next_undo == "Made a new between first and third"
    assert undo.undo().ok and len(world.joints) == 3
    assert history.seek(5) and undo.next_undo == "" and len(world.joints) == 3


def test_a_recording_replays_exactly():
    world = make_world()
    undo = Undo(History(world))
    edits = {
        5: lambda: undo.do(new_rope(world)),
        15: lambda: undo.do(MoveBody(FIRST, (0.2, 3.0, 0.3))),
        25: lambda: undo.do(RemoveBody(SECOND)),
        35: undo.undo,
        45: undo.redo,
        55: lambda: [undo.undo() for _ in range(3)],
        65: lambda: undo.do(RemoveJoint(1)),
    }
    for step in range(90):
        undo._history.step()
        if step in edits:
            edits[step]()
    replayed = make_world()
    commands = list(undo._history.commands())
    assert len(commands) > 12
    for step in range(1, 91):
        replayed.step(1 / 60)
        for at, command in commands:
            if at == step:
                assert command.apply(replayed).ok
    assert replayed.state_hash() == world.state_hash()
