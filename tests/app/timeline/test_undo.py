from dataclasses import replace

import numpy as np
import pytest

from app.timeline.commands.bodies import (
    Freeze,
    MoveBody,
    PushBody,
    RemoveBody,
    SetKind,
    SetMass,
    SetSurface,
    SetVelocity,
    SpawnBody,
)
from app.timeline.commands.world import SetGravity, SetSleeping, SetSubsteps
from app.timeline.history import History
from app.timeline.undo import Undo
from physics import BodyDef, BodyKind, ShapeBox, ShapePlane, ShapeSphere, World

GROUND, CRATE, BALL = 1, 2, 3


@pytest.fixture
def world():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0, 0.5, 0), mass=2.0, material="wood", name="crate")
    world.add_body(shape=ShapeSphere(0.3), position=(2, 3, 0), velocity=(0, 1, 0), name="ball")
    return world


@pytest.fixture
def undo(world):
    return Undo(History(world, spacing=5))


def look(world):
    """Everything about all bodies, but for the numbers of their shapes."""
    bodies = [body.definition() for body in world.bodies]
    bodies = [replace(body, parts=[replace(part, id=None) for part in body.parts]) for body in bodies]
    return bodies, world.gravity, world.substeps, world.sleeping


def find(world, name):
    return next(body for body in world.bodies if body.name == name)


EDITS = [
    SpawnBody(BodyDef.of_shape(ShapeSphere(0.2), position=(5, 5, 5), name="new")),
    RemoveBody(CRATE),
    RemoveBody(GROUND),
    SetVelocity(BALL, (1, 2, 3), (4, 5, 6)),
    MoveBody(BALL, (9, 9, 9), (0, 1, 0, 0)),
    MoveBody(GROUND, (0, -3, 0)),
    SetKind(CRATE, BodyKind.STATIC),
    SetKind(CRATE, BodyKind.KINEMATIC),
    Freeze(CRATE),
    SetMass(CRATE, 50.0),
    SetSurface(CRATE, friction=0.125, restitution=0.25, rolling_friction=0.5),
    SetGravity((0, -1.62, 0)),
    SetSubsteps(16),
    SetSleeping(False),
]


@pytest.mark.parametrize("command", EDITS, ids=lambda command: type(command).__name__)
def test_each_edit_can_be_undone_and_redone(world, undo, command):
    before = look(world)
    assert undo.do(command).ok
    after = look(world)
    assert after != before
    for _ in range(3):
        assert undo.undo().ok
        assert look(world) == before
        assert undo.redo().ok
        assert look(world) == after


def test_nothing_to_undo_or_redo_is_told(undo):
    assert undo.undo().message == "There is nothing to undo."
    assert undo.redo().message == "There is nothing to redo."
    assert undo.next_undo == undo.next_redo == ""


def test_labels_tell_what_will_happen(undo):
    undo.do(RemoveBody(CRATE))
    assert undo.next_undo == "Removed crate" and undo.count == 1
    assert undo.undo().message == "Undone: Removed crate."
    assert undo.next_redo == "Removed crate"
    assert undo.redo().message == "Redone: Removed crate."


def test_something_new_forgets_what_was_undone(undo):
    undo.do(SetSubsteps(8))
    undo.undo()
    undo.do(SetSubsteps(16))
    assert not undo.redo().ok


def test_older_edits_find_a_body_that_came_back(world, undo):
    """Edit, remove, bring back after its row went to another body, then undo the edit."""
    undo.do(SetMass(CRATE, 50.0))
    undo.do(MoveBody(CRATE, (3, 3, 3)))
    undo.do(RemoveBody(CRATE))
    for _ in range(4):
        undo._history.step()
    other = world.add_body(shape=ShapeSphere(1.0), position=(0, 50, 0), mass=7.0, name="takes the free row")
    assert undo.undo().ok
    crate = find(world, "crate")
    assert crate.id == CRATE and crate.position == (3, 3, 3)
    assert undo.undo().ok and undo.undo().ok
    assert crate.mass == 2.0 and crate.position == (0, 0.5, 0) and other.mass == 7.0
    assert all(undo.redo().ok for _ in range(3))
    assert [body.name for body in world.bodies] == ["ground", "ball", "takes the free row"]


def test_undo_brings_back_how_a_body_is_kept_from_passing_through_things(world, undo):
    options = {"ccd": "none", "bullet": True, "can_sleep": False, "lock_rotation": (True, False, True)}
    body = world.add_body(shape=ShapeSphere(0.2), position=(4, 4, 4), **options)
    number = body.id
    undo.do(RemoveBody(number))
    assert undo.undo().ok and not body.alive
    again = world.body(number)
    assert {name: getattr(again, name) for name in options} == options


def test_what_a_scene_removed_cannot_be_edited_back(world, undo):
    undo.do(SetMass(CRATE, 50.0))
    world.remove_body(world.body(CRATE))  # a scene did it
    for _ in range(4):
        undo._history.step()
    other = world.add_body(shape=ShapeSphere(1.0), position=(0, 50, 0), mass=7.0)
    assert undo.undo().message == "There is no body number 2 any more."
    assert other.mass == pytest.approx(7.0)
    assert undo.count == 0


def test_a_edit_of_which_nothing_is_left_is_dropped(world, undo):
    undo.do(SetSubsteps(8))
    undo.do(SetMass(CRATE, 50.0))
    world.remove_body(world.body(CRATE))
    result = undo.undo()
    assert not result.ok and result.message == "There is no body number 2 any more."
    assert undo.next_redo == "" and undo.undo().ok and world.substeps == 4


def test_many_commands_are_one_edit(world, undo):
    before = look(world)
    result = undo.do(RemoveBody(CRATE), RemoveBody(99), RemoveBody(BALL), label="Removed two things")
    assert result.ok and len(world.bodies) == 1 and undo.count == 1
    assert undo.undo().message == "Undone: Removed two things."
    assert look(world) == before
    assert undo.redo().ok and len(world.bodies) == 1


def test_part_of_a_edit_may_be_gone(world, undo):
    undo.do(SetMass(CRATE, 5.0), SetMass(BALL, 5.0), label="Mass")
    world.remove_body(world.body(BALL))
    assert undo.undo().message == "Undone: Mass. 1 of 2 could not be found."
    assert world.body(CRATE).mass == pytest.approx(2.0)


def test_a_refused_command_is_no_edit(undo):
    assert not undo.do(SetMass(CRATE, -1.0)).ok
    assert not undo.do().ok
    assert undo.count == 0


def test_a_push_is_given_but_no_edit(world, undo):
    assert undo.do(PushBody(CRATE, (2, 0, 0))).ok
    assert world.body(CRATE).velocity == (1, 0, 0) and undo.count == 0


def test_a_drag_can_be_noted_afterward(world, undo):
    before = MoveBody.back(world.body(BALL))
    world.body(BALL).position = (7, 7, 7)
    undo.moved(before)
    assert undo.next_undo == "Moved ball"
    undo.undo()
    assert world.body(BALL).position == (2, 3, 0)
    undo.redo()
    assert world.body(BALL).position == (7, 7, 7)
    undo.moved(MoveBody(99))
    assert undo.count == 1


def test_there_is_a_limit(world):
    undo = Undo(History(world), limit=3)
    for substeps in range(1, 9):
        undo.do(SetSubsteps(substeps))
    while undo.undo().ok:
        pass
    assert world.substeps == 5


def test_the_default_limit_is_256(world):
    undo = Undo(History(world))
    for k in range(300):
        undo.do(SetSubsteps(1 + k % 7))
    assert undo.count == 256


def test_clear_forgets_everything(undo):
    undo.do(SetSubsteps(8))
    undo.clear()
    assert not undo.undo().ok


def test_undo_goes_through_the_history(world, undo):
    """So going back in time undoes an undo, too, and everything stays exact."""
    history, hashes = undo._history, {}
    edits = {3: lambda: undo.do(RemoveBody(CRATE)), 8: undo.undo, 12: lambda: undo.do(SetMass(BALL, 3.0))}
    for step in range(20):
        edits.get(step, lambda: None)()
        hashes[step] = world.state_hash()
        history.step()
    for step in range(19, -1, -1):
        history.step_back()
        assert world.state_hash() == hashes[step]


def test_going_back_in_time_brings_the_stacks_of_then_back(world, undo):
    history = undo._history
    undo.do(SetSubsteps(8))
    history.step()
    undo.do(RemoveBody(CRATE))
    history.step()
    undo.undo()
    undo.do(SetMass(find(world, "crate").id, 9.0))
    history.step()
    assert undo.count == 2 and undo.next_undo.startswith("Mass of crate")
    history.seek(1)
    assert undo.next_undo == "Removed crate"
    history.seek(0)
    assert undo.next_undo.startswith("Substeps") and undo.count == 1
    history.seek(2)
    assert undo.next_undo.startswith("Mass of crate")
    assert undo.undo().ok and find(world, "crate").mass == pytest.approx(2.0)
    history.seek(1)
    assert undo.undo().ok
    assert find(world, "crate").position == pytest.approx((0, 0.5, 0), abs=0.01)
    assert history.newest == 1 and undo.next_redo == "Removed crate"


def test_random_edits_all_the_way_back_and_forth(world, undo):
    rng = np.random.default_rng(7)
    looks = [look(world)]
    for k in range(60):
        bodies = [body.id for body in world.bodies]
        number = bodies[rng.integers(len(bodies))] if bodies else 1
        spot = tuple(rng.uniform(1, 9, 3).tolist())
        name = f"thing {k:02}"
        command = [
            SpawnBody(BodyDef.of_shape(ShapeSphere(float(rng.uniform(0.1, 1))), position=spot, name=name)),
            RemoveBody(number),
            MoveBody(number, spot),
            SetMass(number, float(rng.uniform(1, 9))),
            SetKind(number, BodyKind(int(rng.integers(3)))),
        ][rng.integers(5)]
        if undo.do(command).ok:
            looks.append(look(world))
    assert len(looks) > 30
    for _ in range(2):
        for expected in reversed(looks[:-1]):
            assert undo.undo().ok
            assert look(world) == expected
        for expected in looks[1:]:
            assert undo.redo().ok
            assert look(world) == expected


def test_commands_of_a_edit_are_undone_last_first(world, undo):
    before = look(world)
    undo.do(SetMass(CRATE, 5.0), MoveBody(CRATE, (4, 4, 4)), RemoveBody(CRATE))
    assert undo.undo().ok
    assert look(world) == before
    assert find(world, "crate").mass == pytest.approx(2.0)


def test_something_new_in_the_past_forgets_the_edits_of_the_future(world, undo):
    history = undo._history
    history.step()
    history.step()
    undo.do(SetSubsteps(16))
    history.seek(1)
    undo.do(SetSleeping(False))
    for _ in range(3):
        history.step()
    assert undo.count == 1 and undo.next_undo.startswith("Bodies at rest")
