"""Bodies from definitions, as definitions, and back from them under their numbers."""

import copy
import dataclasses
import inspect
import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from physics import (
    BodyDef,
    BodyKind,
    Geometry,
    PartDef,
    ShapeBox,
    ShapeCapsule,
    ShapeCone,
    ShapePlane,
    ShapeSphere,
    World,
)

DT = 1 / 60
TAG = object()
BALL = ShapeSphere(0.5)


def rich(world):
    """A body with every option, of three parts with options of their own."""
    body = world.add_body(
        shape=ShapeBox((0.2, 0.4, 0.6)), position=(1, 2, 3), orientation=(0.1, 0.5, 0.3, 0.7), velocity=(1, -2, 0.5),
        angular_velocity=(0.25, 0, -3), density=700.0, material="wood", friction=0.3, restitution=0.7,
        rolling_friction=0.1, surface_velocity=(1, 0, 0.1), category=6, mask=5, group=-7, linear_damping=0.3,
        angular_damping=0.2, gravity_scale=0.7, lock_position=(False, True, False), lock_rotation=(True, False, True),
        can_sleep=False, bullet=True, report_immovable=True, ccd="ray", name="odd", user_data=TAG,
    )  # fmt: skip
    body.add_shape(ShapeSphere(0.3), (0, 0.8, 0), density=7800.0, material="iron")
    body.add_shape(ShapeCapsule(0.1, 0.2), (0.5, 0, 0), (0, 0, 0.6, 0.8), material="rubber", sensor=True, friction=2.0)
    return body


def bits(body):
    """All bits of a body and of its shapes that are told apart from its place in the arrays."""
    bodies, shapes = body.world._arrays.bodies, body.world._arrays.shapes
    rows = [part._row for part in body.parts]
    names = ("center", "rotation", "local", "mass", "motion", "inv_inertia")
    return (
        [getattr(bodies, name)[body._row].tolist() for name in names],
        [getattr(shapes, name)[row].tolist() for name in ("place", "surface", "filter") for row in rows],
        [shapes.info[row, [0, 3, 6, 7, 8, 9]].tolist() for row in rows],
        bodies.traits[body._row].tolist()[:3],
        int(bodies.links[body._row, 0]),
    )


def round_trip(body, steps=0):
    """Remove a body, restore it, and check that it is the same."""
    world, definition, before, number = body.world, body.definition(), bits(body), body.id
    parts = [part.id for part in body.parts]
    world.remove_body(body)
    for _ in range(steps):
        world.step(DT)
    again = world.restore(definition)
    assert bits(again) == before and again.id == number and world.body(number) is again
    assert [part.id for part in again.parts] == parts
    assert again.definition() == definition and not body.alive
    return again


@pytest.mark.parametrize("steps", [0, 5])
@pytest.mark.parametrize("kind", list(BodyKind))
def test_a_body_with_every_option_comes_back_bit_for_bit(kind, steps):
    world = World()
    world.add_body(shape=BALL, position=(50, 0, 0))
    body = rich(world)
    body.kind = kind
    again = round_trip(body, steps)
    assert again.name == "odd" and again.user_data is TAG and again.kind == kind


@pytest.mark.parametrize("kind", list(BodyKind))
def test_a_definition_makes_what_the_arguments_make(kind):
    options = {"position": (1, 2, 3), "kind": kind, "linear_damping": 0.5, "ccd": "none", "name": "it"}
    world = World()
    one = world.add_body(shape=BALL, material="ice", friction=0.25, **options)
    other = world.add(BodyDef([PartDef(BALL, material="ice", friction=0.25)], **options))
    assert bits(one) == bits(other) and other.id == 2
    assert one.definition() == dataclasses.replace(other.definition(), id=1, parts=one.definition().parts)


def test_every_argument_of_add_body_is_a_field_of_a_definition():
    arguments = set(inspect.signature(World.add_body).parameters) - {"self", "shape", "shapes", "options"}
    assert arguments | {"parts", "center_of_mass", "id"} == {field.name for field in dataclasses.fields(BodyDef)}


def fly(world, body, steps):
    path = []
    for _ in range(steps):
        world.step(DT)
        path.append((body.position, body.orientation, body.velocity, body.angular_velocity))
    return path


@pytest.mark.parametrize("seed", range(5))
def test_a_flying_body_goes_on_bit_for_bit(seed):
    """Turning freely about its own center of mass, far from its origin, in the wind of its damping."""
    place = tuple(np.random.default_rng(seed).uniform(-3, 3, 3))
    paths = []
    for restored in (False, True):
        world = World()
        motion = {"velocity": (3, 5, 1), "angular_velocity": (7, 1, -4), "angular_damping": 0.1}
        body = world.add_body(shape=ShapeCone(0.3, 0.5), position=place, **motion)
        body.add_shape(ShapeBox((0.2, 0.1, 0.4)), (0.3, 0.7, -0.2), (0.1, 0.2, 0.3, 0.9), density=321.0)
        body.mass = 4.7
        fly(world, body, 40)
        if restored:
            body = round_trip(body)
        paths.append(fly(world, body, 100))
    assert paths[0] == paths[1]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**31))
def test_centers_and_masses_survive_any_history(seed):
    """Whatever mass was set, parts were added and removed, and wherever it flew: no bit changes."""
    random = np.random.default_rng(seed)
    world = World(gravity=(0, 0, 0))
    options = [{"mass": float(10.0 ** random.uniform(-6, 6))}, {"density": float(10.0 ** random.uniform(-2, 5))}]
    body = world.add_body(
        shape=ShapeBox((0.3, 0.2, 0.1)), position=tuple(random.uniform(-1, 1, 3)), **options[seed % 2]
    )
    for _ in range(int(random.integers(4))):
        choice = random.integers(3)
        if choice == 0:
            body.add_shape(BALL, tuple(random.uniform(-2, 2, 3)), density=float(10.0 ** random.uniform(-2, 5)))
        elif choice == 1:
            body.mass = float(10.0 ** random.uniform(-6, 6))
        else:
            body.kind = BodyKind.STATIC
            body.kind = BodyKind.DYNAMIC
    body.velocity, body.angular_velocity = (1, 2, 3), tuple(random.uniform(-9, 9, 3))
    for _ in range(5):
        world.step(DT)
    round_trip(round_trip(body))


def test_orientations_of_long_flights_are_taken_as_they_are():
    """Rotations are normalized in every step, a few units in the last place off; they must not be normalized again."""
    world = World(gravity=(0, 0, 0))
    body = world.add_body(shape=ShapeBox((0.1, 0.2, 0.3)), angular_velocity=(3, 5, 7))
    for _ in range(2000):
        world.step(DT)
        assert body.definition().orientation == body.orientation


def test_a_mass_that_was_set_comes_back_even_if_the_density_is_out_of_range():
    world = World()
    heavy = world.add_body(shape=ShapeSphere(0.01), mass=1e3)  # 2e8 kg/m^3
    assert heavy.parts[0].density > 1e6 and heavy.definition().mass == heavy.mass
    assert round_trip(heavy).mass == pytest.approx(1e3)
    light = world.add_body(shape=BALL, position=(5, 0, 0))
    light.mass = 1e-9
    assert light.definition().mass == 1e-9 and light.definition().parts[0].density == 1000.0
    light = round_trip(light)
    light.mass = None
    assert light.mass == pytest.approx(1000.0 * BALL.volume) and light.definition().mass is None


def test_mass_and_density_say_how_mass_is_spread():
    world = World()
    parts = [PartDef(BALL, (-1, 0, 0), density=1000.0), PartDef(BALL, (1, 0, 0), density=3000.0)]
    body = world.add(BodyDef(parts, mass=8.0))
    assert body.mass == 8.0 and body.center_of_mass == pytest.approx((0.5, 0, 0))
    assert [part.density for part in body.parts] == pytest.approx([2.0 / BALL.volume, 6.0 / BALL.volume])
    even = world.add(BodyDef([PartDef(BALL, (-1, 0, 0)), PartDef(BALL, (1, 0, 0))], mass=8.0, position=(9, 0, 0)))
    assert even.mass == pytest.approx(8.0) and even.center_of_mass == pytest.approx((9, 0, 0))
    with pytest.raises(ValueError, match="density must be between"):
        BodyDef([PartDef(BALL, density=1e9)])


def test_a_body_that_is_moved_before_it_comes_back_is_where_it_was_moved():
    world = World()
    body = rich(world)
    definition = dataclasses.replace(body.definition(), position=(10.0, 20.0, 30.0))
    world.remove_body(body)
    again = world.restore(definition)
    assert again.position == pytest.approx((10, 20, 30)) and again.center_of_mass != definition.center_of_mass


def test_a_number_in_use_is_refused_and_nothing_changes():
    world = World()
    body = world.add_body(shape=BALL, name="first")
    other = world.add_body(shape=BALL, position=(5, 0, 0))
    before = world.state_hash()
    with pytest.raises(ValueError, match="there is a body number 1 in this world; use World.add"):
        world.restore(body.definition())
    with pytest.raises(ValueError, match="there is a shape number 1 in this world"):
        world.restore(dataclasses.replace(other.definition(), id=9))
    with pytest.raises(ValueError, match="a definition with an id"):
        world.restore(BodyDef([PartDef(BALL)]))
    for wrong in (None, "body", body, 3):
        with pytest.raises(TypeError, match="must be a BodyDef"):
            world.restore(wrong)
        with pytest.raises(TypeError, match="must be a BodyDef"):
            world.add(wrong)
    assert world.state_hash() == before and len(world.bodies) == 2


def test_a_number_that_comes_back_is_not_given_again():
    world = World()
    definition = world.add_body(shape=BALL).definition()
    world.remove_body(world.body(1))
    assert world.add_body(shape=BALL, position=(3, 0, 0)).id == 2
    assert world.restore(definition).id == 1 and world.add_body(shape=BALL, position=(6, 0, 0)).id == 3
    other = World()  # one from another world keeps its number, too
    assert other.restore(dataclasses.replace(definition, id=40)).id == 40
    assert other.add_body(shape=BALL, position=(3, 0, 0)).id == 41


@pytest.mark.parametrize(
    ("parts", "values", "words"),
    [
        ([PartDef(BALL), PartDef(BALL, material="cheese")], {}, "unknown material 'cheese'"),
        ([PartDef(BALL), PartDef(ShapePlane())], {}, "half-space has infinite mass"),
        ([], {}, "dynamic body needs a shape"),
        ([PartDef(ShapeSphere(1e5), density=1e6)], {"mass": None}, "mass must be between|mass must be <="),
    ],
)
def test_what_the_world_refuses_changes_nothing(parts, values, words):
    world = World()
    world.add_body(shape=BALL)
    before = world.state_hash()
    if words.startswith("mass"):
        parts = parts * 40000
    with pytest.raises(ValueError, match=words):
        world.add(BodyDef(parts, **values))
    with pytest.raises(ValueError, match=words):
        world.restore(BodyDef(parts, id=7, **values))
    assert world.state_hash() == before and len(world.bodies) == 1


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: BodyDef([PartDef(BALL)], position=(math.nan, 0, 0)), ValueError, "position must be"),
        (lambda: BodyDef([PartDef(BALL)], ccd="maybe"), ValueError, "ccd must be one of"),
        (lambda: BodyDef([PartDef(BALL)], lock_position=(True,)), TypeError, "lock_position must be True"),
        (lambda: BodyDef([PartDef(BALL)], name=3), TypeError, "name must be a string"),
        (lambda: BodyDef([PartDef(BALL)], kind=7), ValueError, "kind must be one of"),
        (lambda: BodyDef([PartDef(BALL)], kind=BodyKind.STATIC, velocity=(1, 0, 0)), ValueError, "static body"),
        (lambda: BodyDef([PartDef(BALL)], id=-1), ValueError, "id must be"),
        (lambda: BodyDef([BALL]), TypeError, "parts must be a list of PartDef"),
        (lambda: PartDef("ball"), TypeError, "shape must be"),
        (lambda: PartDef(BALL, friction=-1.0), ValueError, "friction must be"),
        (lambda: PartDef(BALL, density=-1.0), ValueError, "density must be"),
        (lambda: PartDef(BALL, sensor=1), TypeError, "sensor must be"),
        (lambda: PartDef(BALL, material=3), TypeError, "material must be the name"),
        (lambda: PartDef(BALL, stickiness=3), TypeError, "unknown option 'stickiness'; choose from: density"),
    ],
)
def test_definitions_check_what_they_are_given(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_definitions_are_values():
    definition = BodyDef([PartDef(BALL, (1, 2, 3), material="wood")], position=[1, 2, 3], lock_rotation=True)
    parts = (PartDef(BALL, (1.0, 2.0, 3.0), material="wood"),)
    assert definition == BodyDef(parts, position=(1, 2, 3), lock_rotation=(True, True, True))
    assert hash(definition) == hash(copy.deepcopy(definition)) == hash(pickle.loads(pickle.dumps(definition)))
    assert definition.lock_rotation == (True, True, True) and definition.shapes == (BALL,)
    with pytest.raises(dataclasses.FrozenInstanceError):
        definition.name = "other"
    with pytest.raises(dataclasses.FrozenInstanceError):
        definition.parts[0].friction = 1.0
    assert "PartDef(shape=ShapeSphere(radius=0.5)" in repr(definition)


def test_half_spaces_bodies_without_shapes_and_looks_come_back():
    world = World()
    ground = world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(offset=0.5), friction=0.9)
    assert round_trip(ground).friction == pytest.approx(0.9)
    empty = world.add_body(kind=BodyKind.KINEMATIC, position=(1, 2, 3), velocity=(1, 0, 0))
    assert round_trip(empty).parts == ()
    corners = np.zeros((3, 3), np.float32)
    look = Geometry(corners, corners, np.array([[0, 1, 2]], np.int32))
    assert round_trip(world.add_body(shape=BALL, position=(0, 9, 0), look=look)).look is look


def test_a_frozen_body_comes_back_at_rest():
    world = World()
    body = world.add_body(shape=BALL, velocity=(1, 2, 3))
    world._arrays.bodies.motion[body._row, 0] = math.nan
    with pytest.warns(RuntimeWarning, match="frozen"):
        world.step(DT)
    definition = body.definition()
    world.remove_body(body)
    again = world.restore(definition)
    assert not again.frozen and again.velocity == (0, 0, 0) and again.id == 1


def test_a_body_faster_than_allowed_can_be_captured():
    world = World()
    body = world.add_body(shape=BALL)
    body.apply_impulse((1e9, 0, 0))
    body.apply_angular_impulse((0, 1e9, 0))
    definition = body.definition()
    assert definition.velocity == (2000.0, 0.0, 0.0) and definition.angular_velocity == (0.0, 2000.0, 0.0)


def test_parts_have_definitions_too():
    world = World()
    body = rich(world)
    other = world.add(BodyDef([part.definition() for part in body.parts], position=(50, 0, 0)))
    assert [part.id for part in other.parts] == [3, 4, 5]
    assert [dataclasses.replace(part.definition(), id=None) for part in other.parts] == [
        dataclasses.replace(part.definition(), id=None) for part in body.parts
    ]


def test_many_bodies_are_checked_before_the_first_is_made():
    world = World()
    before = world.state_hash()
    with pytest.raises(ValueError, match="velocity"):
        world.add_bodies(position=[(0, 0, 0), (1, 0, 0)], velocity=[(0, 0, 0), (1e9, 0, 0)], shape=BALL)
    assert world.state_hash() == before and world.add_body(shape=BALL).id == 1
