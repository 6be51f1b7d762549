"""Every command about soft bodies: written and read, applied, taken back."""

import dataclasses
import json

import numpy as np
import pytest

from app.timeline.command import all_commands, decode_command
from app.timeline.commands.soft import (
    ChangeSoft,
    CutSoft,
    FillSoft,
    HoldSoft,
    LetGoOfSoft,
    MoveHold,
    PinSoft,
    PutBackSoft,
    RemoveSoft,
    RestoreSoft,
    SpawnSoft,
)
from app.timeline.encoding import EncodingError
from app.tools.soft_presets import PRESETS, moved, soft_definition
from physics import BodyKind, ShapePlane, SoftCloth, SoftRope, SoftShell, SoftSolid, World

JELLY, BALLOON, CLOTH, ROPE = 1, 2, 3, 4
HOLD = (2, 2, 2), (1.0, 0.0, 0.0)
EXAMPLES = [
    SpawnSoft(moved(soft_definition("jelly cube", 0.5), (0.0, 9.0, 0.0))),
    RestoreSoft(dataclasses.replace(soft_definition("rope", 0.5), id=9)),
    RemoveSoft(CLOTH),
    HoldSoft(JELLY, -1, 3, (0.25, 0.25, 0.5), 30.0),
    HoldSoft(ROPE, 5, max_force=8.0),
    MoveHold(ROPE, *HOLD, (1.0, 2.0, 3.0)),
    LetGoOfSoft(ROPE, *HOLD),
    CutSoft(JELLY, (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)),
    CutSoft(CLOTH, (4.0, 2.0, 0.0), (1.0, 0.0, 0.0), (0.1, 0.5, 0.5)),
    PinSoft(JELLY, (0, 1, 2)),
    PinSoft(CLOTH, (0,), False),
    FillSoft(BALLOON, 5000.0),
    ChangeSoft(JELLY, "young", 5e5),
    ChangeSoft(CLOTH, "stretch", 900.0),
    ChangeSoft(ROPE, "gravity_scale", -0.5),
]
ROPE_DEF = World().add_soft(SoftRope.line((0, 0, 0), (1, 0, 0), segments=10), position=(6, 4, 0), pins=[3]).definition()
EXAMPLES.append(PutBackSoft(dataclasses.replace(ROPE_DEF, id=ROPE)))
#: What is about a hold has no way back: letting go ends it.
NO_INVERSE = {"hold_soft", "move_hold", "let_go_of_soft"}
each = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: type(example).__name__)


@pytest.fixture
def world():
    """Jelly, balloon, pinned cloth and held rope above the ground."""
    made = World()
    made.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    made.add_soft(SoftSolid.lattice(cells=(3, 3, 3), size=0.2), position=(0, 1, 0), name="jelly")
    made.add_soft(SoftShell.ball(0.3, detail=2, pressure=200.0), position=(2, 1, 0))
    made.add_soft(SoftCloth.grid(columns=9, rows=9, spacing=0.1), position=(4, 2, 0), pins=[0, 8])
    rope = made.add_soft(SoftRope.line((0, 0, 0), (1, 0, 0), segments=10), position=(6, 2, 0))
    rope.attach(2, max_force=20.0)
    for _ in range(3):
        made.step(1 / 60)
    return made


def look(world):
    """What there is to see of all soft bodies."""
    return [
        (
            soft.id, soft.kind, soft.positions.round(12).tolist(), soft.pins, soft.part_count, soft.vertex_count,
            tuple(round(value, 9) for value in soft.material.values(soft.kind).values()), round(soft.filling, 6),
            soft.gravity_scale, soft.leaks,
        )
        for soft in world.softs
    ]  # fmt: skip


def test_every_soft_command_has_an_example():
    soft = {name for name, kind in all_commands().items() if kind.__module__.endswith(".soft")}
    assert {example.name for example in EXAMPLES} == soft


@each
def test_a_command_comes_back_from_its_text(example):
    text = json.dumps(example.encode(), allow_nan=False)
    back = decode_command(json.loads(text))
    assert type(back) is type(example) and json.dumps(back.encode()) == text


@each
def test_a_command_from_its_text_does_the_same_to_the_bit(example, world):
    start = world.save_state()
    hashes = []
    for given in (example, decode_command(json.loads(json.dumps(example.encode())))):
        world.load_state(start)
        assert given.apply(world).ok
        world.step(1 / 60)
        hashes.append(world.state_hash())
    assert hashes[0] == hashes[1]


@each
def test_a_command_does_something_and_its_inverse_takes_it_back(example, world):
    before, seen, inverse = world.state_hash(), look(world), example.inverse(world)
    assert world.state_hash() == before, "asking changes nothing"
    result = example.apply(world)
    assert result.ok and world.state_hash() != before
    if example.name in NO_INVERSE:
        assert inverse is None
        return
    if inverse is None:
        inverse = example.again(result).inverse(world)
    for back in inverse:
        assert back.apply(world).ok
    assert look(world) == seen
    world.step(1 / 60)
    assert all(np.isfinite(soft.positions).all() for soft in world.softs)


def test_what_was_cut_is_restored_from_a_file_and_falls_on(world):
    """Undo of a removal brings back what was torn, also after a way through a file, and the future is the same."""
    assert CutSoft(CLOTH, (4.0, 2.0, 0.0), (1.0, 0.0, 0.0)).apply(world).ok
    (back,) = RemoveSoft(CLOTH).inverse(world)
    parts, count = world.soft(CLOTH).part_count, world.soft(CLOTH).vertex_count
    assert RemoveSoft(CLOTH).apply(world).ok and len(world.softs) == 3
    start = world.save_state()
    hashes = []
    for given in (back, decode_command(json.loads(json.dumps(back.encode())))):
        world.load_state(start)
        assert given.apply(world).ok
        assert (world.soft(CLOTH).part_count, world.soft(CLOTH).vertex_count) == (parts, count) == (2, 90)
        for _ in range(30):
            world.step(1 / 60)
        hashes.append(world.state_hash())
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (RemoveSoft(99), "There is no soft body number 99 any more."),
        (CutSoft(JELLY, (50.0, 1.0, 0.0), (1.0, 0.0, 0.0)), "The cut misses jelly."),
        (CutSoft(JELLY, (0.0, 1.0, 0.0), (0.0, 0.0, 0.0)), "Normal must"),
        (FillSoft(JELLY, 10.0), "Only a shell holds a pressure"),
        (FillSoft(BALLOON, -1e9), "Pressure must"),
        (ChangeSoft(JELLY, "stretch", 10.0), "stretch"),
        (ChangeSoft(JELLY, "young", -3.0), "Young must"),
        (ChangeSoft(JELLY, "gravity_scale", float("nan")), "Gravity_scale must"),
        (PinSoft(JELLY, (999,)), "must be"),
        (HoldSoft(JELLY, 4, max_force=-1.0), "Max_force must"),
        (MoveHold(JELLY, *HOLD, (0.0, 0.0, 0.0)), "Nothing holds jelly there any more."),
        (MoveHold(ROPE, *HOLD, (0.0, float("inf"), 0.0)), "A hand must be at three finite numbers"),
    ],
)
def test_what_cannot_be_done_is_told_in_words_and_changes_nothing(command, words, world):
    before = world.state_hash()
    result = command.apply(world)
    assert not result.ok and words in result.message and result.message.endswith(".")
    assert world.state_hash() == before


def test_a_burst_balloon_holds_no_pressure(world):
    place = world.soft(BALLOON).position
    assert CutSoft(BALLOON, tuple(place), (1.0, 0.0, 0.0)).apply(world).message == "Burst shell 2: 2 parts."
    assert "has burst" in FillSoft(BALLOON, 500.0).apply(world).message
    assert world.soft(BALLOON).pressure == 0.0


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data["definition"]["form"].pop("points"),
        lambda data: data["definition"]["form"]["triangles"].update(data=""),
        lambda data: data["definition"]["form"].update(triangles={"$": "array", "type": "int32", "shape": [1, 3],
                                                                  "data": "/////wAAAAABAAAA"}),
    ],
)  # fmt: skip
def test_a_damaged_form_is_refused_in_words(damage):
    data = json.loads(json.dumps(EXAMPLES[0].encode()))
    damage(data)
    with pytest.raises(EncodingError, match="cannot be read"):
        decode_command(data)


def test_a_damaged_state_is_refused_before_kernels_see_it(world):
    (back,) = RemoveSoft(JELLY).inverse(world)
    RemoveSoft(JELLY).apply(world)
    state = back.definition.state
    corners = state.structure.tet_corners.copy()
    corners[0, 0] = 10**6
    wrong = dataclasses.replace(state, structure=dataclasses.replace(state.structure, tet_corners=corners))
    result = RestoreSoft(dataclasses.replace(back.definition, state=wrong)).apply(world)
    assert not result.ok and "must name vertices 0 to 63" in result.message and len(world.softs) == 3


def test_presets_are_all_made(world):
    for name in PRESETS:
        assert SpawnSoft(moved(soft_definition(name, 0.4), (0.0, 5.0, 0.0))).apply(world).ok
    world.step(1 / 60)
