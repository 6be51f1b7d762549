"""Every registered command: written and read, applied, taken back."""

import dataclasses
import json
import types

import pytest

from app.timeline import command as module
from app.timeline.command import Command, all_commands, command, decode_command
from app.timeline.commands.bodies import (
    Freeze,
    MoveBody,
    PullBody,
    PushBody,
    RemoveBody,
    RestoreBody,
    SetKind,
    SetMass,
    SetSurface,
    SetVelocity,
    SpawnBody,
)
from app.timeline.commands.breakage import Mend, SetBroken
from app.timeline.commands.contests import ChooseLevel, ForgetResults, RecallResults
from app.timeline.commands.game import Attach, SetControls
from app.timeline.commands.joints import AddJoint, RemoveJoint, RestoreJoint
from app.timeline.commands.world import (
    MoveSlider,
    SetFriction,
    SetGravity,
    SetRestitution,
    SetSleeping,
    SetSolver,
    SetSubsteps,
)
from app.timeline.encoding import EncodingError
from app.timeline.results import Result
from physics import BodyDef, BodyKind, JointBall, JointDef, ShapeBox, ShapePlane, ShapeSphere, World
from play.breakage import kinds
from play.breakage.breakables import Breakables
from play.breakage.timber import come_off
from play.contests.contest import Best, Contest
from play.controls import Controls
from play.game import Game, game_of
from scenes import registry

GROUND, CRATE, BALL = 1, 2, 3
SPAWNED = BodyDef.of_shape(
    ShapeSphere(0.25), material="wood", position=(5.0, 5.0, 5.0), velocity=(0.1, 0.2, 0.3), name="new"
)
JOINED = JointDef("JointBall", 0, CRATE, anchor_a=(0.0, 6.0, 0.0), anchor_b=(0.0, 1.0, 0.0), break_force=500.0)
#: At least one example of each command.
EXAMPLES = [
    SpawnBody(SPAWNED),
    RestoreBody(dataclasses.replace(SPAWNED, id=9)),
    AddJoint(JOINED),
    RestoreJoint(dataclasses.replace(JOINED, id=7)),
    RemoveBody(CRATE),
    PushBody(CRATE, (1.0, 2.0, 3.0), (0.0, 1.0, 0.1)),
    PullBody(CRATE, (1.0, 2.0, 3.0), None, (0.5, 0.0, 0.0)),
    SetVelocity(BALL, (1.0, 2.0, 3.0)),
    MoveBody(BALL, (9.0, 9.0, 9.0), (0.0, 1.0, 0.0, 0.0)),
    SetKind(BALL, BodyKind.STATIC),
    SetKind(CRATE, BodyKind.KINEMATIC),
    Freeze(BALL),
    SetMass(CRATE, 50.0),
    SetSurface(CRATE, friction="material", restitution=0.25),
    SetSurface(CRATE, friction=0.125, rolling_friction=0.5),
    RemoveJoint(1),
    SetGravity((0.0, -1.62, 0.0)),
    SetSubsteps(16),
    SetSleeping(True),
    SetSolver("recycling", False),
    SetFriction("wood", "ice", 0.5),
    SetRestitution(0.75),
    MoveSlider("demo_boxes", "gravity", 3.0),
    SetControls(Controls(forward=1.0, yaw=0.25, spin=(0.1, 0.2), weapon=2)),
    Attach(-1),
    Mend(),
    SetBroken(((0, 0, (BALL,)),), (0,), ((BALL, 60),)),
    RecallResults(((("lap", (Best(20.5, (3.0,), "car"), None))),)),
    ForgetResults(),
    ChooseLevel("lap", 1),
]
#: What acts on motion only, or asks others to do something, has nothing to go back to.
NO_INVERSE = {"push_body", "pull_body", "move_slider", "recall_results", "forget_results"}
#: What leaves a tree, an island or a row and enters another one is as it was, the bookkeeping is not; masses are scaled
#: with a rounding.
REBUILT = {
    "spawn_body",
    "restore_body",
    "add_joint",
    "restore_joint",
    "set_mass",
    "remove_body",
    "remove_joint",
    "move_body",
    "set_kind",
    "freeze",
    "mend",
}
each = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: type(example).__name__)


@pytest.fixture
def world(scene_folder):
    """Ground, a crate in the air, a ball on a joint, and a game."""
    registry.load_all()
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0, 5, 0), mass=2.0, material="wood", name="crate")
    ball = world.add_body(shape=ShapeSphere(0.3), position=(2, 3, 0), velocity=(0, 1, 0), name="ball")
    world.add_joint(JointBall(None, ball, anchor=(2, 4, 0)))
    Game(world).avatar = types.SimpleNamespace(present=False)
    things = Breakables(world)
    pot = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.1, 0.1, 0.1)), position=(9, 1, 0), name="pot")
    things.add(kinds.PANE, [pot], come_off)
    things.keep([world.body(CRATE)])
    world.body(CRATE).position = (0, 6, 0)
    Contest(world, game_of(world), key="lap", title="Lap", levels=("slow", "fast")).bests = (None, Best(99.0))
    return world


def test_every_command_has_an_example():
    soft = {
        name for name, kind in all_commands().items() if kind.__module__.endswith(".soft")
    }  # see test_soft_commands
    assert {example.name for example in EXAMPLES} == set(all_commands()) - soft


@each
def test_a_command_comes_back_from_its_text(example):
    text = json.dumps(example.encode(), allow_nan=False)
    back = decode_command(json.loads(text))
    assert back == example and repr(back) == repr(example)


@each
def test_a_command_is_a_frozen_dataclass_with_annotated_fields(example):
    assert dataclasses.is_dataclass(example) and example.__dataclass_params__.frozen
    assert hash(example) == hash(dataclasses.replace(example))


@each
def test_a_command_does_something_and_its_inverse_takes_it_back(example, world):
    before, seen, inverse = world.state_hash(), look(world), example.inverse(world)
    assert world.state_hash() == before, "asking changes nothing"
    result = example.apply(world)
    assert result.ok
    if inverse is None and example.name not in NO_INVERSE:  # it made something, whose id is known now
        inverse = example.again(result).inverse(world)
    if example.name in NO_INVERSE:
        assert inverse is None
        return
    assert world.state_hash() != before or example.name == "attach"
    for back in inverse:
        assert back.apply(world).ok
    assert look(world) == seen
    if example.name not in REBUILT:
        assert world.state_hash() == before


def look(world):
    """All bodies and joints."""
    return [body.definition() for body in world.bodies], [joint.definition() for joint in world.joints]


def test_refusals_are_sentences_and_have_no_inverse(world):
    for example in (RemoveBody(99), SetMass(99, 1.0), RemoveJoint(99), SetFriction("wood", "cheese", 1.0)):
        before = world.state_hash()
        assert example.inverse(world) is None
        result = example.apply(world)
        assert not result.ok and result.message[0].isupper() and result.message.endswith(".")
        assert world.state_hash() == before


def test_a_name_is_given_once(monkeypatch):
    monkeypatch.setattr(module, "_registered", {})

    @command("hop")
    @dataclasses.dataclass(frozen=True)
    class Hop(Command):
        """A command."""

        height: float = 1.0

        def perform(self, world):
            """Hop."""
            return Result(True, f"Hopped {self.height} m.")

    assert Hop(2.0).apply(World()).message == "Hopped 2.0 m." and Hop().encode() == {"command": "hop"}
    assert Hop().inverse(World()) is None and Hop().again(Result(True)) == Hop()
    with pytest.raises(ValueError, match="there is a command 'hop' already; choose another name"):
        command("hop")(Hop)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "a command must be a dictionary with its name"),
        ({"command": 3}, "a command must be a dictionary with its name"),
        ({"command": "dig"}, "there is no command 'dig'"),
        ({"command": "set_mass", "body": 2}, "command 'set_mass' cannot be read: .*mass"),
        ({"command": "set_mass", "body": "crate", "mass": 1.0}, "body of SetMass cannot be str 'crate'"),
        ({"command": "set_mass", "body": 2, "mass": 1.0, "color": 1}, "SetMass has no 'color'"),
        ({"command": "set_kind", "body": 2, "kind": 1}, "kind of SetKind cannot be int 1"),
        ({"command": "set_controls", "controls": {"$": "Controls", "yaw": "left"}}, "yaw of Controls cannot be str"),
    ],
)
def test_what_is_no_command_is_refused_in_words(data, words):
    with pytest.raises(EncodingError, match=words):
        decode_command(data)


def test_a_slider_is_named_and_not_pickled(world):
    assert MoveSlider("demo_boxes", "gravity", 3.0).apply(world).ok and world.gravity.length == pytest.approx(3.0)
    for scene, slider in (("demo_moon", "gravity"), ("demo_boxes", "wind"), ("demo_boxes", "count")):
        result = MoveSlider(scene, slider, 3.0).apply(world)
        assert result.message == f"Scene '{scene}' has no live slider '{slider}'."


def test_controls_of_a_world_without_a_game_are_refused(world):
    world.remove_controller(game_of(world))
    for example in (SetControls(Controls()), Attach(-1)):
        assert example.inverse(world) is None
        assert example.apply(world).message == "Nobody is played in this scene."
