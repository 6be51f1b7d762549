"""World is one class with all public names; what it does is done by parts that save, load and hash themselves."""

import inspect
import traceback

import pytest

from physics import Body, BodyKind, FieldUniform, JointHinge, Part, ShapeBox, ShapeSphere, World
from physics.joints.joint import Joint
from physics.state.world_state import StateKeeper

CUBE = ShapeBox((0.5, 0.5, 0.5))


def public_names(owner):
    return [name for name in dir(owner) if not name.startswith("_")]


def test_all_of_world_is_in_one_class():
    assert World.__mro__ == (World, object)
    assert all(name in vars(World) for name in public_names(World))


@pytest.mark.parametrize("owner", [World, Body, Part, Joint], ids=lambda owner: owner.__name__)
def test_every_public_name_says_what_it_is(owner):
    slots = set(getattr(owner, "__slots__", ())) | {"name", "user_data"}
    missing = [name for name in public_names(owner) if name not in slots and not inspect.getdoc(getattr(owner, name))]
    assert missing == []


@pytest.mark.parametrize("owner", [Body, Part], ids=lambda owner: owner.__name__)
def test_handles_are_small(owner):
    assert owner.__mro__ == (owner, object) and "__dict__" not in dir(owner)


def test_a_traceback_names_the_method_of_the_world():
    with pytest.raises(ValueError, match="dynamic body needs a shape") as caught:
        World().add_body()
    names = [frame.f_code.co_qualname for frame, _ in traceback.walk_tb(caught.tb)]
    assert "World.add_body" in names


class Counter:
    """The smallest part."""

    def __init__(self):
        self.count = 0

    def save(self):
        return self.count

    def load(self, saved):
        self.count = saved

    def outline(self):
        return self.count


def test_a_new_part_that_is_listed_is_saved_loaded_and_hashed():
    world, counter = World(), Counter()
    states = StateKeeper((*world._states._parts, counter), world._clock, world._bodies.guard)
    body = world.add_body(shape=CUBE)
    before, state = states.hash(), states.save()
    counter.count = 7
    assert states.hash() != before
    body.position = (1, 2, 3)
    states.load(state)
    assert counter.count == 0 and body.position == (0, 0, 0) and states.hash() == before


def test_every_part_that_has_a_state_is_listed():
    """Whoever gives a world a part with the three methods also lists it."""
    world = World()
    listed = set(map(id, world._states._parts))
    for value in vars(world).values():
        if all(hasattr(value, name) for name in ("save", "load", "outline")):
            assert id(value) in listed, value


def changes():
    """What each part has to remember, as a change of a world; the world has two bodies, a hinge and a field."""
    yield "arrays", lambda world: world.step(1 / 60)
    yield "materials", lambda world: world.set_friction("wood", "ice", 0.5)
    yield "bodies", lambda world: world.remove_body(world.bodies[0])
    yield "composition", lambda world: world.bodies[0].add_shape(ShapeSphere(0.2), offset=(0, 1, 0))
    yield "joints", lambda world: world.remove_joint(world.joints[0])
    yield "fields", lambda world: setattr(world.fields[0], "enabled", False)
    yield "callbacks", lambda world: setattr(world, "contact_filter", lambda a, b: True)
    yield "schedule", lambda world: world.schedule(lambda: None, 3)
    yield "settings", lambda world: setattr(world, "substeps", 7)


@pytest.mark.parametrize("change", [change for _, change in changes()], ids=[name for name, _ in changes()])
def test_every_part_goes_back(change):
    world = World()
    first, second = (world.add_body(shape=CUBE, position=(2.0 * k, 0, 0), kind=BodyKind.DYNAMIC) for k in range(2))
    world.add_joint(JointHinge(first, second, anchor=(1, 0, 0), axis=(0, 0, 1)))
    world.add_field(FieldUniform(acceleration=(1, 0, 0)))
    state, before = world.save_state(), world.state_hash()
    change(world)
    assert world.state_hash() != before
    world.load_state(state)
    assert world.state_hash() == before
    assert (len(world.bodies), len(world.joints), len(first.parts)) == (2, 1, 1)


def test_a_state_knows_its_size():
    world = World()
    empty = world.save_state().nbytes
    world.add_bodies(position=[(2.0 * k, 0, 0) for k in range(100)], shape=CUBE)
    assert world.save_state().nbytes > empty + 100 * 300
