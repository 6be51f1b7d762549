"""Every option of a body and of a part: given, read, changed, saved, loaded, defined; and what a change does."""

import inspect
import math

import pytest

from physics import BodyKind, PartDef, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World
from physics.bodies.arguments import DEFAULTS

DT = 1 / 60
CUBE = ShapeBox((0.5, 0.5, 0.5))
BALL = ShapeSphere(0.5)

#: Options of bodies: what is given, and what it is changed to.
BODY = {
    "kind": (BodyKind.DYNAMIC, BodyKind.KINEMATIC),
    "position": ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0)),
    "orientation": ((0.0, 0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 0.0)),
    "velocity": ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0)),
    "angular_velocity": ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0)),
    "mass": (2.0, 4.0),
    "local_center_of_mass": ((0.1, 0.0, 0.2), (0.0, -0.3, 0.0)),
    "linear_damping": (0.25, 0.5),
    "angular_damping": (0.25, 0.5),
    "gravity_scale": (0.5, -2.0),
    "lock_position": ((True, False, False), (False, True, True)),
    "lock_rotation": ((True, False, False), (False, True, True)),
    "can_sleep": (False, True),
    "bullet": (True, False),
    "report_immovable": (True, False),
    "ccd": ("none", "ray"),
    "enabled": (False, True),
    "name": ("first", "second"),
    "user_data": ("mine", "yours"),
    "look": (None, None),
}
#: Options of parts.
PART = {
    "density": (500.0, 2000.0),
    "material": ("wood", "ice"),
    "friction": (0.25, 0.5),
    "restitution": (0.25, 0.5),
    "rolling_friction": (0.25, 0.5),
    "surface_velocity": ((1.0, 0.0, 0.0), (0.0, 0.0, 2.0)),
    "category": (6, 9),
    "mask": (5, 10),
    "group": (-3, 7),
    "sensor": (True, False),
}
#: States do not hold what only people and the program care about.
NOT_IN_STATES = {"name", "user_data", "look"}


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def test_every_option_is_here():
    arguments = set(inspect.signature(World.add_body).parameters) - {"self", "shape", "shapes", "options"}
    assert set(BODY) | {"inertia"} == arguments and set(PART) == set(DEFAULTS)


@pytest.mark.parametrize("name", [*BODY, *PART])
def test_an_option_of_a_body_is_given_read_changed_saved_and_defined(name):
    given, changed = {**BODY, **PART}[name]
    world = World()
    body = world.add_body(shape=CUBE, **{name: given})
    assert getattr(body, name) == given
    state, before = world.save_state(), world.state_hash()
    setattr(body, name, changed)
    assert getattr(body, name) == changed
    definition = body.definition()
    source = definition.parts[0] if name in PART else definition
    assert getattr(source, name) == changed
    if name in NOT_IN_STATES:
        return
    assert world.state_hash() != before
    later = world.save_state()
    world.load_state(state)
    assert getattr(body, name) == given and world.state_hash() == before
    world.load_state(later)
    assert getattr(body, name) == changed
    world.remove_body(body)
    assert getattr(world.restore(definition), name) == changed


@pytest.mark.parametrize("name", PART)
def test_an_option_of_a_part_is_its_own(name):
    given, changed = PART[name]
    world = World()
    body = world.add_body(shape=CUBE, **{name: given})
    second = body.add_shape(BALL, (0, 1, 0), **{name: given})
    assert getattr(body, name) == getattr(second, name) == given
    setattr(second, name, changed)
    assert getattr(second, name) == changed and getattr(body.parts[0], name) == given
    assert getattr(body, name) == (given if name == "surface_velocity" else None), "they differ"
    assert [getattr(part, name) for part in body.definition().parts] == [given, changed]
    setattr(body, name, changed)
    assert [getattr(part, name) for part in body.parts] == [changed, changed]


@pytest.mark.parametrize("name", PART)
def test_a_bad_value_of_a_part_is_refused(name):
    world = World()
    body = world.add_body(shape=CUBE)
    before = world.state_hash()
    for owner in (body, body.parts[0]):
        for bad in ("x", math.nan, -1e30, object(), ()):
            if (name, bad) == ("material", "wood"):
                continue
            with pytest.raises((TypeError, ValueError)) as caught:
                setattr(owner, name, bad)
            assert name in str(caught.value)
    assert world.state_hash() == before


@pytest.mark.parametrize("name", ["lock_position", "lock_rotation", "can_sleep", "bullet", "ccd", "enabled"])
def test_a_bad_value_of_a_body_is_refused(name):
    world = World()
    body = world.add_body(shape=CUBE)
    before = world.state_hash()
    for bad in ("x", 1.5, None, (True, False), (1, 2, 3)):
        with pytest.raises((TypeError, ValueError), match=name):
            setattr(body, name, bad)
    assert world.state_hash() == before


@pytest.mark.parametrize("name", [*PART, "definition"])
def test_a_part_that_was_removed_is_refused(name):
    world = World()
    body = world.add_body(shape=CUBE)
    gone = body.add_shape(BALL, (0, 1, 0))
    body.remove_shape(gone)
    with pytest.raises(LookupError, match="the part was removed"):
        gone.definition() if name == "definition" else getattr(gone, name)
    part = body.parts[0]
    world.remove_body(body)
    with pytest.raises(LookupError, match="body was removed"):
        part.definition() if name == "definition" else getattr(part, name)
    if name != "definition":
        with pytest.raises(LookupError):
            setattr(gone, name, PART[name][1])


# ---- What a change does ----------------------------------------------------------------------------------------------


def stack():
    """A cube asleep on the ground, and another one on it."""
    world = World()
    ground = world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    cubes = [world.add_body(shape=CUBE, position=(0, 0.5 + k, 0)) for k in range(2)]
    run(world, 200)
    assert not any(cube.awake for cube in cubes)
    return world, ground, *cubes


@pytest.mark.parametrize(
    ("name", "value"),
    [("mask", 0), ("category", 0), ("sensor", True)],
)
@pytest.mark.parametrize("which", ["ground", "lower"])
def test_what_no_longer_touches_wakes_and_falls(name, value, which):
    world, ground, lower, upper = stack()
    setattr(ground if which == "ground" else lower, name, value)
    run(world, 30)
    assert upper.position.y < 1.3, "it fell"
    fallen = lower.position.y < 0.4 if name != "sensor" or which == "ground" else True
    assert fallen


def test_what_touches_again_is_held_again():
    world, ground, lower, upper = stack()
    lower.mask = 0
    run(world, 5)
    lower.mask = 0xFFFFFFFF
    run(world, 60)
    assert lower.position.y > 0.3 and upper.position.y > 1.2 and len(world.contacts()) >= 8


def test_a_group_parts_two_bodies_that_rest_on_one_another():
    world, _, lower, upper = stack()
    lower.group = 3
    run(world, 5)
    assert upper.position.y == pytest.approx(1.5, abs=0.01), "one of a group is none"
    upper.group = 3
    run(world, 40)
    assert upper.position.y < 1.2


def test_a_sensor_that_becomes_solid_stops_things_and_one_that_is_solid_senses():
    world = World()
    gate = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((2, 0.1, 2)), sensor=True, position=(0, 1, 0))
    ball = world.add_body(shape=BALL, position=(0, 2.5, 0))
    run(world, 20)
    gate.sensor = False
    assert world.snapshot().shape_sensor.tolist() == [False, False]
    run(world, 60)
    assert ball.position.y > 1.2 and gate.sensed == []
    gate.sensor = True
    run(world, 5)
    assert gate.sensed == [] or gate.sensed == [ball]
    run(world, 20)
    assert ball.position.y < 1.2


def test_setting_a_filter_to_what_it_is_does_nothing():
    world, ground, lower, _ = stack()
    before = world.state_hash()
    lower.mask, lower.group, ground.sensor, ground.category = 0xFFFFFFFF, 0, False, 0xFFFFFFFF
    assert world.state_hash() == before and not lower.awake


def test_another_material_brings_its_own_numbers():
    world, _, lower, _ = stack()
    lower.material = "rubber"
    part = lower.parts[0]
    assert (part.density, part.friction) == (1100.0, None) and part.restitution == pytest.approx(0.7)
    assert lower.mass == pytest.approx(1100.0) and lower.awake
    assert world.snapshot().shape_material.tolist()[1] == world.materials.index("rubber")
    lower.friction = 0.125
    lower.material = "ice"
    assert lower.friction == 0.125 and lower.mass == pytest.approx(917.0)
    with pytest.raises(ValueError, match="unknown material 'cheese'"):
        lower.material = "cheese"
    empty = world.add_body(kind=BodyKind.STATIC)
    empty.material = "ice"
    assert empty.material is None


def test_another_density_keeps_the_motion_of_the_matter():
    world = World(gravity=(0, 0, 0))
    body = world.add_body(shape=CUBE, angular_velocity=(0, 0, 2))
    part = body.add_shape(CUBE, (1, 0, 0))
    points = [(0.0, 0.5, 0.0), (1.5, 0.5, 0.0)]
    before = [body.velocity_at(point) for point in points]
    part.density = 3000.0
    assert body.mass == pytest.approx(4000.0) and body.center_of_mass == pytest.approx((0.75, 0, 0))
    assert body.position == pytest.approx((0, 0, 0))
    for point, velocity in zip(points, before, strict=True):
        assert body.velocity_at(point) == pytest.approx(velocity, abs=1e-5)
    ground = world.add_body(kind=BodyKind.STATIC, shape=CUBE, position=(9, 0, 0))
    ground.density = 50.0
    assert ground.density == 50.0 and ground.mass == math.inf


def test_density_after_a_mass_was_set_starts_from_what_the_parts_have_now():
    world = World()
    body = world.add_body(shapes=[(CUBE, (0, 0, 0)), (CUBE, (0, 1, 0))])
    body.mass = 1000.0  # 500 each
    body.parts[0].density = 100.0
    assert [part.density for part in body.parts] == pytest.approx([100.0, 500.0])
    assert body.mass == pytest.approx(600.0) and body.definition().mass is None


def test_locks_end_the_motion_along_them():
    world = World(gravity=(0, 0, 0))
    body = world.add_body(shape=CUBE, velocity=(1, 2, 3), angular_velocity=(1, 2, 3))
    body.lock_position, body.lock_rotation = (False, True, False), (True, False, False)
    assert body.velocity == (1, 0, 3) and body.angular_velocity == (0, 2, 3)
    body.apply_impulse((0, 1e5, 1e3))
    assert body.velocity == pytest.approx((1, 0, 4))
    body.lock_position = True
    run(world, 10)
    assert body.velocity == (0, 0, 0) and body.position == (0, 0, 0)
    other = world.add_body(shape=CUBE, position=(-3, 0, 0), velocity=(10, 0, 0))
    run(world, 60)
    assert body.position == (0, 0, 0) and other.velocity.x < 1.0, "it is like a wall"
    body.lock_position = False
    body.apply_impulse((1000, 0, 0))
    assert body.velocity.x == pytest.approx(1.0)


def test_a_locked_body_is_as_one_that_was_made_so():
    worlds = []
    for late in (False, True):
        world = World()
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
        locks = {"lock_position": (True, False, False), "lock_rotation": True}
        body = world.add_body(shape=CUBE, position=(0, 2, 0), velocity=(1, 0, 2), **({} if late else locks))
        for name, value in locks.items():
            setattr(body, name, value)
        run(world, 60)
        worlds.append((body.position, body.orientation, body.velocity))
    assert worlds[0] == worlds[1]


def test_what_may_not_sleep_wakes_and_stays_awake():
    world, _, lower, upper = stack()
    lower.can_sleep = False
    assert lower.awake and not lower.can_sleep
    run(world, 120)
    assert lower.awake and upper.awake
    lower.can_sleep = True
    run(world, 200)
    assert not lower.awake


@pytest.mark.parametrize(("ccd", "passes"), [("none", True), ("sweep", False), ("ray", False)])
def test_what_keeps_a_body_from_passing_through_a_wall_can_be_changed(ccd, passes):
    world = World(gravity=(0, 0, 0))
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.02, 5, 5)), position=(5.3, 0, 0))
    ball = world.add_body(shape=ShapeSphere(0.1), ccd="sweep" if passes else "none")
    ball.ccd = ccd
    ball.velocity = (300, 0, 0)
    run(world, 10)
    assert (ball.position.x > 6.0) == passes


def test_another_surface_of_one_body_leaves_the_contacts_of_others_alone():
    """Of 20 cubes that rest apart from one another, one gets another friction: 19 manifolds are recycled, not none."""
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    cubes = [world.add_body(shape=CUBE, position=(2.0 * k, 0.5, 0.0)) for k in range(20)]
    run(world, 30)
    assert world.stats.recycled_count == 20
    cubes[3].friction = 0.1
    world.step(DT)
    assert world.stats.recycled_count == 19
    cubes[3].material = "ice"
    world.step(DT)
    assert world.stats.recycled_count == 19


def test_contacts_that_a_filter_ends_and_begins_are_told():
    world, ground, lower, upper = stack()
    lower.mask = 0
    world.step(DT)
    assert {frozenset((e.body_a, e.body_b)) for e in world.events.contact_end} == {
        frozenset((ground, lower)),
        frozenset((lower, upper)),
    }
    lower.mask = 0xFFFFFFFF
    world.step(DT)
    assert len(world.events.contact_begin) == 2
    lower.sensor = True
    world.step(DT)
    assert len(world.events.contact_end) == 2
    assert {(e.sensor, e.body) for e in world.events.sensor_enter} == {(lower, ground), (lower, upper)}


def test_friction_of_a_part_acts():
    ways = []
    for friction in (0.0, 1.0):
        world = World()
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), friction=1.0)
        box = world.add_body(shape=CUBE, position=(0, 0.5, 0), velocity=(5, 0, 0))
        box.parts[0].friction = friction
        run(world, 60)
        ways.append(box.position.x)
    assert ways[0] > 4.5 and ways[1] < 2.0


def test_surface_velocity_of_a_part_carries():
    world = World()
    belt = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((20, 0.5, 2)), position=(0, -0.5, 0))
    box = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    run(world, 60)
    belt.parts[0].surface_velocity = (2, 0, 0)
    run(world, 60)
    assert box.velocity.x == pytest.approx(2.0, abs=0.1)


def test_a_part_is_shown_in_words():
    world = World()
    body = world.add_body(shape=ShapeCapsule(0.1, 0.2), name="pill")
    assert repr(body.parts[0]).startswith("<Part 0, ShapeCapsule(radius=0.1, half_height=0.2), of <Body 'pill' 1")


def test_changes_in_a_callback_are_refused():
    world, _, lower, _ = stack()
    seen = []

    def change(records):
        changes = {"mask": 0, "sensor": True, "density": 5.0, "material": "ice", "lock_position": True}
        for name, value in changes.items():
            with pytest.raises(RuntimeError, match="pre_solve, which runs in the middle of a step"):
                setattr(lower, name, value)
            seen.append(name)

    lower.wake()
    world.pre_solve = change
    run(world, 1)
    assert len(seen) == 5


def test_definitions_of_parts_take_every_option():
    part = PartDef(BALL, **{name: given for name, (given, _) in PART.items()})
    assert {name: getattr(part, name) for name in PART} == {name: given for name, (given, _) in PART.items()}
