"""Every public shape, body option and joint goes through states, definitions, text, undo and redo.

The classes are found in `physics.__all__`, so a new one cannot be forgotten: a shape fails here until it is named, and
a joint is made from the names of its arguments.
"""

import dataclasses
import inspect
import json

import numpy as np
import pytest

import physics
from app.timeline.command import decode_command
from app.timeline.commands.bodies import RemoveBody, SpawnBody
from app.timeline.commands.joints import AddJoint, RemoveJoint
from app.timeline.history import History
from app.timeline.undo import Undo
from bench.fuzz import joint_samples
from physics import BodyDef, BodyKind, Shape, World
from tests.physics.bodies.test_options import BODY, PART
from tests.physics.joints.test_definition import scene as joint_scene

CORNERS = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.3, 0.3) for z in (-0.4, 0.4)]
SQUARE = [(0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (2.0, 0.0, 2.0), (0.0, 0.0, 2.0)]
#: How each shape is made, and of what kind a body of it is.
SHAPES = {
    "ShapeSphere": (lambda: physics.ShapeSphere(0.3), BodyKind.DYNAMIC),
    "ShapeBox": (lambda: physics.ShapeBox((0.2, 0.3, 0.4)), BodyKind.DYNAMIC),
    "ShapeCapsule": (lambda: physics.ShapeCapsule(0.2, 0.4), BodyKind.DYNAMIC),
    "ShapeCylinder": (lambda: physics.ShapeCylinder(0.2, 0.4), BodyKind.DYNAMIC),
    "ShapeCone": (lambda: physics.ShapeCone(0.2, 0.4), BodyKind.DYNAMIC),
    "ShapeHull": (lambda: physics.ShapeHull(CORNERS), BodyKind.DYNAMIC),
    "ShapePlane": (lambda: physics.ShapePlane((0, 1, 0.5), 0.25), BodyKind.STATIC),
    "ShapeMesh": (lambda: physics.ShapeMesh(SQUARE, [(0, 2, 1), (0, 3, 2)]), BodyKind.STATIC),
    "ShapeHeightField": (lambda: physics.ShapeHeightField(np.arange(12.0).reshape(3, 4) / 9.0, 0.5), BodyKind.STATIC),
}


def shape_classes():
    found = [getattr(physics, name) for name in physics.__all__ if name.startswith("Shape")]
    return [kind for kind in found if inspect.isclass(kind) and issubclass(kind, Shape) and kind is not Shape]


def look(world):
    """All definitions of a world, but for the numbers of shapes, which are new after a redo."""
    bodies = [body.definition() for body in world.bodies]
    bodies = [
        dataclasses.replace(body, parts=[dataclasses.replace(part, id=None) for part in body.parts]) for body in bodies
    ]
    joints = [joint.definition() for joint in world.joints]
    return bodies, [
        dataclasses.replace(joint, parts=tuple(dataclasses.replace(part, id=None) for part in joint.parts))
        for joint in joints
    ]


def check_state(world, change):
    """Save, change, load: all is as it was."""
    before, seen = world.state_hash(), look(world)
    state = world.save_state()
    change()
    assert look(world) != seen
    world.load_state(state)
    assert world.state_hash() == before and look(world) == seen


def check_text(command):
    """A command comes back from its text."""
    text = json.dumps(command.encode(), allow_nan=False)
    assert decode_command(json.loads(text)) == command


def check_undo(world, command):
    """Do, undo, redo, undo, with steps in between: definitions repeat."""
    undo = Undo(History(world))
    before = look(world)
    result = undo.do(command)
    assert result.ok, result.message
    after = look(world)
    assert after != before
    for _ in range(2):
        assert undo.undo().ok and look(world) == before
        assert undo.redo().ok and look(world) == after
    assert undo.undo().ok and look(world) == before
    world.validate()


def test_every_shape_is_here():
    assert {kind.__name__ for kind in shape_classes()} == set(SHAPES), "say how a new shape is made"


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_makes_the_round_trip(name):
    make, kind = SHAPES[name]
    world = World()
    body = world.add_body(shape=make(), kind=kind, position=(1, 2, 3), material="wood")
    check_state(world, lambda: world.remove_body(body))
    definition = body.definition()
    world.remove_body(body)
    body = world.restore(definition)
    assert body.definition() == definition
    check_text(SpawnBody(definition))
    check_undo(world, RemoveBody(body.id))
    check_undo(world, SpawnBody(BodyDef.of_shape(make(), kind=kind, position=(9, 9, 9))))
    world.step(1 / 60)


@pytest.mark.parametrize("name", [*BODY, *PART])
def test_every_option_of_a_body_makes_the_round_trip(name):
    given = {**BODY, **PART}[name][0]
    world = World()
    body = world.add_body(shape=physics.ShapeBox((0.2, 0.3, 0.4)), **{name: given})
    check_state(world, lambda: world.remove_body(body))
    check_text(SpawnBody(body.definition()))
    number = body.id
    undo = Undo(History(world))
    undo.do(RemoveBody(number))
    assert undo.undo().ok and getattr(world.body(number), name) == given
    assert undo.redo().ok and undo.undo().ok and getattr(world.body(number), name) == given


@pytest.mark.parametrize("kind", joint_samples.kinds(), ids=lambda kind: kind.__name__)
def test_every_joint_makes_the_round_trip(kind):
    world, joint = joint_scene(kind)
    for _ in range(5):
        world.step(1 / 60)
    check_state(world, lambda: world.remove_joint(joint))
    definition, number = joint.definition(), joint.id
    check_text(AddJoint(definition))
    check_undo(world, RemoveJoint(number))
    again = world.joint(number)
    assert type(again) is kind and again.definition() == definition
    world.remove_joint(again)
    check_undo(world, AddJoint(definition))


@pytest.mark.parametrize("kind", joint_samples.kinds(), ids=lambda kind: kind.__name__)
def test_every_joint_comes_back_with_its_bodies(kind):
    world, joint = joint_scene(kind)
    definition = joint.definition()
    for body in world.bodies:
        check_undo(world, RemoveBody(body.id))
    assert world.joint(definition.id).definition() == definition
