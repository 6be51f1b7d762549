import dataclasses
import math

import pytest

from app.timeline.commands.bodies import (
    Freeze,
    MoveBody,
    PullBody,
    PushBody,
    RemoveBody,
    SetKind,
    SetMass,
    SetSurface,
    SetVelocity,
    SpawnBody,
)
from app.timeline.commands.world import SetFriction, SetGravity, SetRestitution, SetSleeping, SetSolver, SetSubsteps
from physics import BodyDef, BodyKind, ShapeBox, ShapePlane, ShapeSphere, World

NAN = math.nan


@pytest.fixture
def world():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0, 0.5, 0), mass=2.0, name="crate")
    return world


GROUND, CRATE = 1, 2
ON_BODIES = [
    RemoveBody(99),
    PushBody(99, (1, 0, 0)),
    PullBody(99, (1, 0, 0)),
    SetVelocity(99, (1, 0, 0)),
    MoveBody(99, (1, 0, 0)),
    SetKind(99, BodyKind.STATIC),
    SetMass(99, 1.0),
    SetSurface(99, friction=0.5),
    Freeze(99),
]


@pytest.mark.parametrize("number", [99, -1, 0, 10**20, "crate", None])
@pytest.mark.parametrize("command", ON_BODIES, ids=lambda command: type(command).__name__)
def test_a_body_that_is_gone_is_told_in_words(world, command, number):
    before = world.state_hash()
    result = dataclasses.replace(command, body=number).apply(world)
    assert not result.ok and result.message == f"There is no body number {number} any more."
    assert world.state_hash() == before


@pytest.mark.parametrize(
    ("command", "word"),
    [
        (SpawnBody(BodyDef.of_shape(ShapeSphere(0.5), material="cheese")), "cheese"),
        (SpawnBody(BodyDef.of_shape(ShapePlane())), "half-space"),
        (PushBody(CRATE, (NAN, 0, 0)), "impulse"),
        (PushBody(CRATE, (1, 0)), "impulse"),
        (PushBody(GROUND, (1, 0, 0)), "static"),
        (PullBody(CRATE, (1, 0, 0), torque=(NAN, 0, 0)), "torque"),
        (PullBody(CRATE, (1, 0, 0), point=(NAN, 0, 0)), "point"),
        (PullBody(GROUND, (1, 0, 0)), "static"),
        (SetVelocity(CRATE, (1e9, 0, 0)), "velocity"),
        (SetVelocity(CRATE, (1, 0, 0), (NAN, 0, 0)), "angular_velocity"),
        (SetVelocity(GROUND, (1, 0, 0)), "static"),
        (MoveBody(CRATE, (0, 1e9, 0)), "position"),
        (MoveBody(CRATE, (0, 1, 0), (0, 0, 0, 0)), "orientation"),
        (MoveBody(CRATE, (0, 1, 0), None, (NAN, 0, 0)), "velocity"),
        (SetKind(GROUND, BodyKind.DYNAMIC), "half-space"),
        (Freeze(GROUND, frozen=False), "half-space"),
        (SetMass(CRATE, -1.0), "mass"),
        (SetMass(GROUND, 1.0), "infinite"),
        (SetSurface(CRATE, friction=0.3, restitution=7.0), "restitution"),
        (SetSurface(CRATE, friction="much"), "friction"),
        (SetGravity((0, NAN, 0)), "gravity"),
        (SetSubsteps(0), "substeps"),
        (SetSleeping("no"), "sleeping"),
    ],
)
def test_a_bad_value_is_told_in_words_and_changes_nothing(world, command, word):
    before = world.state_hash()
    result = command.apply(world)
    assert not result.ok and word in result.message.lower() and result.message.endswith(".")
    assert world.state_hash() == before
    assert len(world.bodies) == 2


def test_spawn_names_the_new_body(world):
    result = SpawnBody(BodyDef.of_shape(ShapeSphere(0.5), position=(0, 9, 0), name="ball")).apply(world)
    assert result.ok and result.message == "Added ball." and world.body(result.body).position == (0, 9, 0)


def test_remove(world):
    assert RemoveBody(CRATE).apply(world).message == "Removed crate."
    assert [body.name for body in world.bodies] == ["ground"]


def test_push_changes_the_velocity_by_impulse_over_mass(world):
    assert PushBody(CRATE, (6, 0, 0)).apply(world).ok
    assert world.body(CRATE).velocity == pytest.approx((3, 0, 0))


def test_pull_acts_during_one_step(world):
    world.gravity = (0, 0, 0)
    world.body(CRATE).position = (0, 50, 0)
    assert PullBody(CRATE, (120, 0, 0), None, (0, 1, 0)).apply(world).ok
    for _ in range(3):
        world.step(1 / 60)
    assert world.body(CRATE).velocity == pytest.approx((1, 0, 0), rel=1e-5)
    assert world.body(CRATE).angular_velocity[1] == pytest.approx(1 / 60 / (2.0 / 6.0), rel=1e-5)


def test_velocity_can_be_set_in_part(world):
    SetVelocity(CRATE, (1, 2, 3), (4, 5, 6)).apply(world)
    SetVelocity(CRATE, angular_velocity=(0, 0, 1)).apply(world)
    assert world.body(CRATE).velocity == (1, 2, 3) and world.body(CRATE).angular_velocity == (0, 0, 1)


def test_move_and_the_way_back(world):
    body = world.body(CRATE)
    body.velocity = (1, 0, 0)
    back = MoveBody.back(body)
    assert MoveBody(CRATE, (5, 5, 5), (0, 1, 0, 0), (0, 0, 0)).apply(world).ok
    assert body.position == (5, 5, 5) and body.orientation == (0, 1, 0, 0) and body.velocity == (0, 0, 0)
    assert back.apply(world).ok
    assert body.position == (0, 0.5, 0) and body.velocity == (1, 0, 0)


def test_the_way_back_of_a_static_body(world):
    back = MoveBody.back(world.body(GROUND))
    MoveBody(GROUND, (0, -1, 0)).apply(world)
    assert back.apply(world).ok and world.body(GROUND).position == (0, 0, 0)


@pytest.mark.parametrize("kind", list(BodyKind))
def test_kind_keeps_everything_else(world, kind):
    world.body(CRATE).velocity = (1, 0, 0)
    result = SetKind(CRATE, kind).apply(world)
    assert result.body == CRATE, "also its number"
    body = world.body(CRATE)
    assert result.ok and body.kind == kind and body.name == "crate" and body.position == (0, 0.5, 0)
    assert body.velocity == ((0, 0, 0) if kind == BodyKind.STATIC else (1, 0, 0))
    back = SetKind(result.body, BodyKind.DYNAMIC).apply(world)
    assert world.body(back.body).mass == pytest.approx(2.0) and len(world.bodies) == 2


def test_a_frozen_body_holds_what_lies_on_it(world):
    top = world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0, 5.5, 0))
    MoveBody(CRATE, (0, 4.5, 0)).apply(world)
    number = Freeze(CRATE).apply(world).body
    for _ in range(60):
        world.step(1 / 60)
    assert world.body(number).position == (0, 4.5, 0) and top.position[1] == pytest.approx(5.5, abs=0.01)
    number = Freeze(number, frozen=False).apply(world).body
    for _ in range(60):
        world.step(1 / 60)
    assert world.body(number).position[1] < 1.0


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_release_of_a_body_that_the_world_froze(world):
    world._arrays.bodies.motion[CRATE, 0] = NAN
    world.step(1 / 60)
    assert world.body(CRATE).frozen
    assert "frozen" in PushBody(CRATE, (1, 0, 0)).apply(world).message
    assert "frozen" in SetVelocity(CRATE, (1, 0, 0)).apply(world).message
    before = world.body(CRATE).position
    assert not MoveBody(CRATE, (9, 9, 9), velocity=(1, 0, 0)).apply(world).ok
    assert world.body(CRATE).position == before
    assert MoveBody.back(world.body(CRATE)).apply(world).ok
    result = Freeze(CRATE, frozen=False).apply(world)
    assert result.ok and result.body == CRATE and not world.body(CRATE).frozen


def test_mass_and_surface(world):
    assert SetMass(CRATE, 8.0).apply(world).message == "Mass of crate: 8 kg."
    assert SetSurface(CRATE, friction=0.25, restitution=0.5, rolling_friction=0.125).apply(world).ok
    body = world.body(CRATE)
    assert (body.mass, body.friction, body.restitution, body.rolling_friction) == (8.0, 0.25, 0.5, 0.125)
    assert SetSurface(CRATE, friction="material").apply(world).ok
    assert body.friction is None and body.restitution == 0.5


def test_world_settings(world):
    assert SetGravity((0, -1.62, 0)).apply(world).message == "Gravity: 1.62 m/s²."
    assert SetSubsteps(8).apply(world).ok and SetSleeping(False).apply(world).ok
    assert (world.gravity, world.substeps, world.sleeping) == ((0, -1.62, 0), 8, False)


def test_parts_of_the_solver_are_switched():
    world = World()
    assert SetSolver("recycling", False).apply(world).ok and world.recycling is False
    assert SetSolver("warm_starting", False).apply(world).ok and world.warm_starting is False
    refused = SetSolver("gravity", True).apply(world)
    assert not refused.ok and "warm_starting or recycling" in refused.message
    assert not SetSolver("recycling", "no").apply(world).ok


def test_friction_of_materials_is_set_and_refused():
    world = World()
    assert SetFriction("wood", "ice", 0.9).apply(world).ok
    assert world.get_friction("ice", "wood") == pytest.approx(0.9)
    assert not SetFriction("wood", "cheese", 0.9).apply(world).ok
    assert not SetFriction("wood", "ice", -1.0).apply(world).ok
    assert world.get_friction("ice", "wood") == pytest.approx(0.9)


def test_restitution_of_all_bodies_is_set_and_bad_ones_change_nothing():
    world = World()
    bodies = [world.add_body(shape=ShapeSphere(0.5), position=(2 * k, 1, 0), material="rubber") for k in range(3)]
    assert SetRestitution(0.9).apply(world).ok
    assert [body.restitution for body in bodies] == pytest.approx([0.9] * 3)
    for bad in (1.5, -0.1, float("nan")):
        result = SetRestitution(bad).apply(world)
        assert not result.ok and result.message.startswith("Restitution must be")
    assert [body.restitution for body in bodies] == pytest.approx([0.9] * 3)
