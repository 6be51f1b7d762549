"""Force fields against closed forms: fall, orbits, terminal velocity, whirls; sleep, states, bad input."""

import math

import numpy as np
import pytest

from physics import (
    BodyKind,
    FieldDrag,
    FieldPoint,
    FieldUniform,
    FieldVortex,
    FieldWater,
    ShapeBox,
    ShapeCapsule,
    ShapePlane,
    ShapeSphere,
    World,
)

DT = 1 / 60
G = 9.81
BALL = ShapeSphere(0.1)
CUBE = ShapeBox((0.5, 0.5, 0.5))


def empty(**options):
    return World(gravity=(0, 0, 0), **options)


def run(world, seconds):
    for _ in range(round(seconds / DT)):
        world.step(DT)


# ---- Uniform -------------------------------------------------------------------------------------------------------


def test_a_uniform_field_is_another_gravity():
    """v = a t for every mass."""
    world = World()
    bodies = [world.add_body(shape=BALL, position=(x, 0, 0), density=10.0**x) for x in range(1, 4)]
    field = world.add_field(FieldUniform((1.0, 9.81, -2.0)))
    run(world, 1.0)
    for body in bodies:
        np.testing.assert_allclose(body.velocity, (1, 0, -2), atol=1e-4)
    assert world.fields == (field,) and field.world is world


def test_bounds_are_for_centers_of_mass():
    world = empty()
    world.add_field(FieldUniform((0, 0, 3), bounds=((-1, -1, -1), (1, 1, 1))))
    inside = world.add_body(shape=CUBE, position=(0.9, 0, 0))
    outside = world.add_body(shape=CUBE, position=(-1.1, 0, 0))
    run(world, 0.5)
    assert inside.velocity.z == pytest.approx(1.5, rel=0.01) and outside.velocity == (0, 0, 0)


def test_masks_choose_who_feels():
    world = empty()
    world.add_field(FieldUniform((0, 0, 3), mask=2))
    bodies = [world.add_body(shape=BALL, position=(k, 0, 0), category=k) for k in (1, 2, 3)]
    run(world, 0.5)
    assert [body.velocity.z > 1 for body in bodies] == [False, True, True]


def test_fields_leave_what_no_force_moves():
    world = empty()
    world.add_field(FieldUniform((0, 0, 3)))
    bodies = [world.add_body(kind=kind, shape=CUBE) for kind in (BodyKind.STATIC, BodyKind.KINEMATIC)]
    bodies.append(world.add_body(shape=CUBE, position=(3, 0, 0), lock_position=True))
    run(world, 0.5)
    assert all(body.velocity == (0, 0, 0) for body in bodies)


def test_a_stack_rests_in_a_field_as_in_gravity():
    world = empty()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_field(FieldUniform((0, -G, 0)))
    boxes = [world.add_body(shape=CUBE, position=(0, 0.5 + y, 0)) for y in range(5)]
    run(world, 3.0)
    for y, box in enumerate(boxes):
        assert box.position.y == pytest.approx(0.5 + y, abs=0.01) and not box.awake


# ---- Point ---------------------------------------------------------------------------------------------------------


def orbit_energy(body, strength):
    return 0.5 * body.velocity.dot(body.velocity) - strength / body.position.length


def test_a_circular_orbit_closes():
    """T = 2 pi sqrt(r^3 / GM); radius within 0.5 %, angle within 1 degree after three turns."""
    world = empty()
    world.add_field(FieldPoint((0, 0, 0), 60.0))
    radius, speed = 3.0, math.sqrt(60.0 / 3.0)
    body = world.add_body(shape=BALL, position=(radius, 0, 0), velocity=(0, 0, -speed))
    steps = round(3 * 2 * math.pi * radius / speed / DT)
    for _ in range(steps):
        world.step(DT)
        assert body.position.length == pytest.approx(radius, rel=0.005)
    angle = speed / radius * steps * DT
    error = math.remainder(math.atan2(-body.position.z, body.position.x) - angle, 2 * math.pi)
    assert abs(error) < math.radians(1)


def test_an_ellipse_keeps_its_energy_and_angular_momentum():
    """Over 20 s: energy within 0.5 %, angular momentum within 0.1 %: a central force has no torque."""
    world = empty()
    world.add_field(FieldPoint((0, 0, 0), 60.0))
    body = world.add_body(shape=BALL, position=(5, 0, 0), velocity=(0, 0, 3))
    energy, momentum = orbit_energy(body, 60.0), body.position.cross(body.velocity)
    for _ in range(1200):
        world.step(DT)
        assert orbit_energy(body, 60.0) == pytest.approx(energy, rel=0.005)
        np.testing.assert_allclose(body.position.cross(body.velocity), momentum, atol=0.001 * momentum.length)


@pytest.mark.parametrize("power", [-1.0, 0.0, 1.0, 2.0, 3.5])
def test_the_pull_falls_off_by_its_power(power):
    world = empty()
    world.add_field(FieldPoint((1, 2, 3), 0.7, power=power))
    body = world.add_body(shape=BALL, position=(1, 2, 5))
    world.step(DT)
    assert body.velocity.z == pytest.approx(-0.7 / 2.0**power * DT, rel=1e-3)


def test_a_negative_strength_pushes_away_and_the_radius_ends_it():
    world = empty()
    world.add_field(FieldPoint((0, 0, 0), -1.0, radius=2.0))
    near = world.add_body(shape=BALL, position=(1.9, 0, 0))
    far = world.add_body(shape=BALL, position=(0, 2.1, 0))
    world.step(DT)
    assert near.velocity.x > 0 and far.velocity == (0, 0, 0)


def test_at_the_center_the_pull_is_finite():
    """Within the core it is a spring: w^2 = strength / core^3."""
    world = empty()
    world.add_field(FieldPoint((0, 0, 0), 8.0, min_distance=2.0))
    body = world.add_body(shape=BALL, position=(0.5, 0, 0))
    run(world, math.pi / 2)
    assert body.position.x == pytest.approx(0.5 * math.cos(math.pi / 2), abs=0.02)
    assert body.velocity.x == pytest.approx(-0.5, abs=0.02)


# ---- Drag ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "area"), [(BALL, math.pi * 0.01), (CUBE, 1.0), (ShapeCapsule(0.1, 0.5), math.pi / 100)]
)
def test_falling_ends_at_the_terminal_velocity(shape, area):
    """v = sqrt(m g / k), k = density coefficient A / 2; a substep h lags by about g h / 2 v."""
    world = World()
    body = world.add_body(shape=shape, density=50.0, lock_rotation=True)
    world.add_field(FieldDrag(density=1.2, coefficient=0.5))
    run(world, 40.0)
    terminal = math.sqrt(body.mass * G / (0.5 * 1.2 * 0.5 * area))
    assert body.velocity.y == pytest.approx(-terminal, rel=0.002)


def test_the_way_to_the_terminal_velocity():
    """v(t) = v_e tanh(g t / v_e)."""
    world = World()
    body = world.add_body(shape=BALL, density=100.0)
    world.add_field(FieldDrag(coefficient=0.5))
    end = math.sqrt(body.mass * G / (0.5 * 1.2 * 0.5 * math.pi * 0.01))
    for number in range(1, 241):
        world.step(DT)
        assert body.velocity.y == pytest.approx(-end * math.tanh(G * number * DT / end), rel=0.005, abs=0.01)


def test_slowing_down_without_gravity_is_exact():
    """v(t) = v / (1 + k v t / m)."""
    world = empty()
    body = world.add_body(shape=BALL, velocity=(30, 0, 0), density=100.0)
    world.add_field(FieldDrag(coefficient=0.5, density=5.0))
    run(world, 2.0)
    k = 0.5 * 5.0 * 0.5 * math.pi * 0.01
    assert body.velocity.x == pytest.approx(30 / (1 + k * 30 * 2.0 / body.mass), rel=1e-4)


@pytest.mark.parametrize("coefficient", [1.0, 1e3, 1e6])
@pytest.mark.parametrize("density", [1.2, 1e6])
def test_no_coefficient_turns_the_motion_around(coefficient, density):
    world = empty()
    body = world.add_body(shape=BALL, velocity=(40, 0, 0), angular_velocity=(0, 30, 0), density=0.01)
    world.add_field(FieldDrag(wind=(5, 0, 0), coefficient=coefficient, density=density))
    last, spin = 40.0, 30.0
    for _ in range(60):
        world.step(DT)
        assert 5.0 - 1e-5 <= body.velocity.x <= last + 1e-5 and 0 <= body.angular_velocity.y <= spin
        last, spin = body.velocity.x, body.angular_velocity.y
        assert abs(body.velocity.y) < 1e-6
    assert last < 8


def test_wind_takes_light_things_along():
    world = empty()
    body = world.add_body(shape=CUBE, density=0.1)
    world.add_field(FieldDrag(wind=(3, 0, 4), density=10.0))
    run(world, 10.0)
    np.testing.assert_allclose(body.velocity, (3, 0, 4), atol=0.1)


def test_a_broad_side_catches_more_wind():
    world = empty()
    flat = world.add_body(shape=ShapeBox((0.01, 1, 1)), mass=1.0, lock_rotation=True)
    thin = world.add_body(shape=ShapeBox((1, 1, 0.01)), mass=1.0, position=(0, 5, 0), lock_rotation=True)
    world.add_field(FieldDrag(wind=(0.1, 0, 0)))
    world.step(DT)
    assert flat.velocity.x == pytest.approx(100 * thin.velocity.x, rel=0.02)


# ---- Vortex --------------------------------------------------------------------------------------------------------


def test_a_vortex_turns_its_core_as_a_whole():
    """Wind swirl r / core inside, swirl core / r outside, none beyond the radius."""
    world = empty()
    bodies = [world.add_body(shape=ShapeSphere(0.05), density=1e-3, position=(x, 0, 0)) for x in (0.5, 1.0, 2.0, 6.0)]
    world.add_field(FieldVortex((0, 0, 0), swirl=2.0, core=1.0, rise=0.5, radius=5.0, density=1e6))
    world.step(DT)
    for body, speed in zip(bodies, (1.0, 2.0, 1.0, 0.0), strict=True):
        assert body.velocity.z == pytest.approx(-speed, abs=0.03)
        assert body.velocity.y == pytest.approx(0.5 if speed else 0.0, abs=0.01)


def test_a_vortex_with_inflow_gathers_things():
    world = empty()
    rng = np.random.default_rng(0)
    places = rng.uniform(-4, 4, (30, 3)) * (1, 0, 1)
    bodies = world.add_bodies(position=places, shape=BALL, density=1.0, mask=0)
    world.add_field(FieldVortex((0, 0, 0), swirl=2.0, core=1.0, inflow=2.0, density=50.0))
    before = np.linalg.norm(world.read(bodies, "position"), axis=1).mean()
    run(world, 6.0)
    assert np.linalg.norm(world.read(bodies, "position"), axis=1).mean() < 0.5 * before


# ---- Coming, changing, going -----------------------------------------------------------------------------------------


def sleeping_pair():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    here, there = (world.add_body(shape=CUBE, position=(x, 0.5, 0)) for x in (0, 10))
    run(world, 2.0)
    assert not here.awake and not there.awake
    return world, here, there


AROUND_HERE = ((-1, -1, -1), (1, 2, 1))


def test_a_new_field_wakes_what_is_inside():
    world, here, there = sleeping_pair()
    world.add_field(FieldUniform((0, 20, 0), bounds=AROUND_HERE))
    assert here.awake and not there.awake
    run(world, 0.25)
    assert here.position.y > 0.55


@pytest.mark.parametrize(
    ("name", "value"),
    [("acceleration", (0, 20, 0)), ("enabled", False), ("mask", 1), ("bounds", ((9, 0, -1), (11, 1, 1)))],
)
def test_a_change_wakes_what_is_inside(name, value):
    world, here, there = sleeping_pair()
    field = world.add_field(FieldUniform((0, -1, 0), bounds=AROUND_HERE))
    run(world, 2.0)
    setattr(field, name, getattr(field, name))
    assert not here.awake, "nothing changed"
    setattr(field, name, value)
    assert here.awake and there.awake == (name == "bounds")


def test_removing_a_field_wakes_and_frees_it():
    world, here, there = sleeping_pair()
    field = world.add_field(FieldPoint((0, 5, 0), 1.0, radius=6.0))
    run(world, 2.0)
    assert not here.awake
    world.remove_field(field)
    assert here.awake and not there.awake and world.fields == () and field.world is None
    with pytest.raises(LookupError, match="not in this world"):
        world.remove_field(field)
    World().add_field(field)


def test_a_disabled_field_does_nothing():
    world = empty()
    body = world.add_body(shape=BALL)
    field = world.add_field(FieldUniform((1, 0, 0), enabled=False))
    world.step(DT)
    assert body.velocity == (0, 0, 0)
    field.enabled = True
    world.step(DT)
    assert body.velocity.x > 0


def test_fields_are_part_of_a_state():
    world = empty()
    body = world.add_body(shape=BALL, position=(2, 0, 0))
    before = world.state_hash()
    field = world.add_field(FieldPoint((0, 0, 0), 5.0))
    told = world.state_hash()
    state = world.save_state()
    run(world, 0.5)
    after = world.state_hash()
    field.strength = -5.0
    other = world.add_field(FieldDrag())
    run(world, 0.5)
    assert len({before, told, world.state_hash()}) == 3
    world.load_state(state)
    assert world.fields == (field,) and field.strength == 5.0 and other.world is None and world.state_hash() == told
    run(world, 0.5)
    assert world.state_hash() == after and body.position.x < 2


def test_the_hash_sees_every_attribute():
    world = empty()
    fields = [FieldUniform((0, 1, 0)), FieldPoint((0, 0, 0), 1.0), FieldDrag(), FieldVortex((0, 0, 0), 1.0, 1.0)]
    fields.append(FieldWater(current=(0.1, 0.2, 0.3)))
    changes = {"bounds": AROUND_HERE, "enabled": False, "mask": 7, "axis": (1, 0, 0)}
    seen = {world.state_hash()}
    count = 1
    for field in fields:
        world.add_field(field)
        for name in field._checks:
            value = getattr(field, name)
            new = changes.get(name, (0.25, 0.5, 0.75) if isinstance(value, tuple) else 0.125)
            setattr(field, name, new)
            seen.add(world.state_hash())
            count += 1
    assert len(seen) == count


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: FieldUniform((0, math.nan, 0)), ValueError, "acceleration must be 3 numbers"),
        (lambda: FieldUniform("up"), TypeError, "acceleration"),
        (lambda: FieldUniform((0, 1, 0), bounds=((0, 0, 0), (1, -1, 1))), ValueError, "lower corner and the upper"),
        (lambda: FieldUniform((0, 1, 0), bounds=5), TypeError, "bounds must be None or two corners"),
        (lambda: FieldUniform((0, 1, 0), enabled=1), TypeError, "enabled must be True or False"),
        (lambda: FieldPoint((0, 0, 0), math.inf), ValueError, "strength must be between"),
        (lambda: FieldPoint((0, 0, 0), 1.0, radius=-1.0), ValueError, "radius must be finite and > 0"),
        (lambda: FieldPoint((0, 0, 0), 1.0, min_distance=0.0), ValueError, "min_distance must be between"),
        (lambda: FieldDrag(density=-1.0), ValueError, "density must be between"),
        (lambda: FieldVortex((0, 0, 0), 1.0, 1.0, axis=(0, 0, 0)), ValueError, "axis must not be zero"),
        (lambda: setattr(FieldDrag(), "coefficent", 1.0), AttributeError, "no attribute 'coefficent'; choose one of"),
        (lambda: World().add_field(3), TypeError, "field must be a FieldUniform"),
    ],
)
def test_bad_fields_are_refused_in_words(make, error, text):
    with pytest.raises(error, match=text):
        make()


def test_a_field_acts_in_one_world():
    field = World().add_field(FieldDrag())
    with pytest.raises(ValueError, match="in a world already"):
        World().add_field(field)


def test_a_refused_change_leaves_the_field():
    world = empty()
    field = world.add_field(FieldDrag(density=2.0))
    with pytest.raises(ValueError):
        field.density = -1.0
    assert field.density == 2.0


def test_the_same_fields_twice_give_the_same_bits():
    def play():
        world = World()
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
        rng = np.random.default_rng(1)
        for _ in range(30):
            world.add_body(shape=CUBE, position=rng.uniform((-4, 1, -4), (4, 6, 4)), orientation=rng.normal(size=4))
        world.add_field(FieldVortex((0, 0, 0), swirl=20.0, core=2.0, rise=15.0, inflow=5.0, density=50.0))
        world.add_field(FieldPoint((0, 3, 0), 10.0, power=1.0))
        run(world, 2.0)
        return world.state_hash()

    assert play() == play()
