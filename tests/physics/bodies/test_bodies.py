"""Body: moving, pushing, locking and carrying; surfaces, friction and filters."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World

DT = 1 / 60
CUBE = ShapeBox(half_extents=(0.5, 0.5, 0.5))
BALL = ShapeSphere(radius=0.5)


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def with_ground(**options):
    world = World(**options)
    ground = world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    return world, ground


# ---- Changing ------------------------------------------------------------------------------------------------------


def test_moving_a_body_by_hand_finds_new_contacts():
    world, _ = with_ground()
    shelf = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((1, 0.1, 1)), position=(50, 0, 50))
    body = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    run(world, 90)
    assert not body.awake
    body.position = (10, 3, 10)
    assert body.awake
    world.step(DT)
    assert len(world.contacts()) == 0
    shelf.position = (10, 1.0, 10)
    run(world, 120)
    assert body.position.y == pytest.approx(1.6, abs=0.01)
    body.orientation = (0, 0, 2 * math.sin(math.pi / 8), 2 * math.cos(math.pi / 8))
    assert math.hypot(*body.orientation) == pytest.approx(1.0, abs=1e-15)


def test_forces_act_for_one_step_and_impulses_at_once():
    world = World(gravity=(0, 0, 0))
    body = world.add_body(shape=CUBE, mass=2.0)
    body.apply_force((12.0, 0, 0))
    assert body.velocity == (0, 0, 0)
    world.step(DT)
    assert body.velocity.x == pytest.approx(12.0 / 2.0 * DT, rel=1e-5)
    world.step(DT)
    assert body.velocity.x == pytest.approx(12.0 / 2.0 * DT, rel=1e-5)
    body.apply_impulse((0, 5, 0), point=body.position + (1.0, 0, 0))
    assert body.velocity.y == pytest.approx(2.5)
    assert body.angular_velocity.z == pytest.approx(5.0 / (2.0 / 6.0), rel=1e-6)
    body.angular_velocity = (0, 0, 0)
    body.apply_angular_impulse((0, 0, 3))
    assert body.angular_velocity.z == pytest.approx(9.0, rel=1e-6)
    body.angular_velocity = (0, 0, 0)
    body.apply_torque((0, 7.0, 0))
    world.step(DT)
    assert body.angular_velocity.y == pytest.approx(7.0 * 3.0 * DT, rel=1e-5)


def test_nothing_pushes_static_and_kinematic_bodies():
    world = World()
    for kind in (BodyKind.STATIC, BodyKind.KINEMATIC):
        body = world.add_body(kind=kind, shape=CUBE, position=(5.0 * kind, 0, 0))
        body.apply_force((1e6, 0, 0), point=(0, 1, 0))
        body.apply_torque((1e6, 0, 0))
        body.apply_impulse((1e6, 0, 0), point=(0, 1, 0))
        body.apply_angular_impulse((1e6, 0, 0))
        run(world, 10)
        assert body.velocity == (0, 0, 0) and body.angular_velocity == (0, 0, 0) and body.position.y == 0.0


def test_locked_axes_stay_locked():
    world, _ = with_ground()
    body = world.add_body(
        shape=CUBE,
        position=(0, 5, 0),
        velocity=(1, 0, 2),
        angular_velocity=(1, 2, 3),
        lock_position=(True, False, False),
        lock_rotation=(False, True, True),
    )
    assert body.velocity == (0, 0, 2) and body.angular_velocity == (1, 0, 0)
    body.velocity = (5, 0, 2)
    assert body.velocity.x == 0.0
    body.apply_impulse((1e4, 0, 0), point=(0, 5, 0.3))
    run(world, 120)
    assert body.position.x == 0.0 and body.position.z > 1.0
    assert abs(body.orientation[1]) < 1e-6 and abs(body.orientation[2]) < 1e-6


def test_a_kinematic_body_moves_as_told_and_carries_others():
    world = World()
    lift = world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((2, 0.5, 2)), velocity=(0.5, 1.0, 0), friction=1.0)
    crate = world.add_body(shape=CUBE, position=(0, 1.0, 0), density=5000.0, friction=1.0)
    run(world, 120)
    np.testing.assert_allclose(lift.position, (1.0, 2.0, 0), atol=1e-5)
    assert lift.velocity == (0.5, 1.0, 0)
    np.testing.assert_allclose(crate.position, (1.0, 3.0, 0), atol=0.05)
    np.testing.assert_allclose(crate.velocity, (0.5, 1.0, 0), atol=0.01)
    lift.velocity = (0, 0, 0)
    run(world, 60)
    np.testing.assert_allclose(crate.velocity, (0, 0, 0), atol=0.01)


def test_changing_gravity_wakes_everything():
    world, _ = with_ground()
    bodies = world.add_bodies(shape=CUBE, position=[(3 * i, 0.5, 0) for i in range(3)])
    run(world, 90)
    assert not any(body.awake for body in bodies)
    world.gravity = world.gravity
    assert not any(body.awake for body in bodies), "nothing changed"
    world.gravity = (0, 2, 0)
    assert world.gravity == (0, 2, 0) and all(body.awake for body in bodies)
    run(world, 60)
    assert all(body.position.y == pytest.approx(1.5, abs=0.05) for body in bodies)


def test_traits_can_be_changed():
    world = World(gravity=(0, -10, 0))
    body = world.add_body(shape=CUBE)
    body.gravity_scale = -0.5
    world.step(DT)
    assert body.velocity.y == pytest.approx(5 * DT, rel=1e-5)
    body.gravity_scale = 0.0
    body.velocity = (1, 0, 0)
    body.linear_damping = 2.0
    body.angular_velocity = (0, 1, 0)
    body.angular_damping = 1.0
    run(world, 60)
    assert body.velocity.x == pytest.approx(math.exp(-2.0), rel=0.02)
    assert body.angular_velocity.y == pytest.approx(math.exp(-1.0), rel=0.02)


# ---- Surfaces and filters ------------------------------------------------------------------------------------------


def slide(world, **options):
    """Distance that a cube slides in a second, from 4 m/s."""
    body = world.add_body(shape=CUBE, position=(0, 0.5, 0), **options)
    run(world, 10)
    body.velocity = (4, 0, 0)
    start = body.position.x
    run(world, 60)
    distance = body.position.x - start
    world.remove_body(body)
    return distance


def test_friction_of_pairs_acts():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="ice")
    world.set_friction("steel", "ice", 0.0)
    assert world.get_friction("ice", "steel") == 0.0
    assert slide(world, material="steel") == pytest.approx(4.0, abs=0.02)
    world.set_friction("ice", "steel", 0.2)
    assert slide(world, material="steel") == pytest.approx(4.0 - 0.5 * 0.2 * 9.81, abs=0.05)


def test_set_friction_acts_on_contacts_that_are_kept():
    """A sliding box keeps its points for several steps; the new friction must not wait for new ones."""
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="ice")
    world.set_friction("ice", "steel", 0.0)
    body = world.add_body(shape=CUBE, position=(0, 0.5, 0), material="steel")
    run(world, 30)
    assert world.stats.recycled_count > 0
    body.velocity = (0.01, 0, 0)
    run(world, 5)
    assert world.stats.recycled_count > 0, "the test needs a recycled contact"
    assert body.velocity.x == pytest.approx(0.01, rel=1e-3)
    world.set_friction("ice", "steel", 1.0)
    run(world, 2)
    assert abs(body.velocity.x) < 1e-3


def test_set_friction_wakes_what_rests_by_it():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(normal=(-math.sin(0.3), math.cos(0.3), 0)), material="ice")
    world.set_friction("ice", "steel", 1.0)
    half = 0.15
    body = world.add_body(
        shape=CUBE,
        position=(-0.5 * math.sin(0.3), 0.5 * math.cos(0.3), 0),
        orientation=(0, 0, math.sin(half), math.cos(half)),
        material="steel",
    )
    run(world, 120)
    assert not body.awake
    start = body.position
    world.set_friction("ice", "steel", 0.0)
    run(world, 60)
    assert (body.position - start).length > 0.5


def test_surface_setters_act():
    world = World()
    ground = world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), friction=0.0, restitution=0.0)
    assert slide(world, friction=0.0) == pytest.approx(4.0, abs=0.02)
    body = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    run(world, 90)
    assert not body.awake
    body.friction, ground.friction = 0.5, 0.5
    assert body.friction == 0.5 and body.awake
    ground.surface_velocity = (0, 0, 1)
    assert ground.surface_velocity == (0, 0, 1)
    run(world, 120)
    assert body.velocity.z == pytest.approx(1.0, abs=0.01), "a conveyor"
    body.friction = None
    assert body.friction is None
    ball = world.add_body(shape=BALL, position=(20, 3, 0))
    ball.restitution = 1.0
    ball.rolling_friction = 0.5
    assert ball.restitution == 1.0 and ball.rolling_friction == 0.5
    run(world, 50)
    assert ball.velocity.y > 2.0, "it came back up"


@pytest.mark.parametrize(
    ("a", "b", "touch"),
    [
        ({}, {}, True),
        ({"category": 1, "mask": 2}, {"category": 2, "mask": 1}, True),
        ({"category": 1, "mask": 2}, {"category": 2, "mask": 2}, False),
        ({"category": 1, "mask": 1}, {"category": 2, "mask": 1}, False),
        ({"mask": 0}, {}, False),
        ({"category": 0}, {}, False),
        ({"category": 1 << 31, "mask": 1 << 31}, {"category": 1 << 31, "mask": 1 << 31}, True),
        ({"group": 3}, {"group": 3}, False),
        ({"group": 3}, {"group": 4}, True),
        ({"group": -7}, {"group": -7}, False),
        ({"group": 0}, {"group": 0}, True),
    ],
)
def test_filters_decide_who_touches(a, b, touch):
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=CUBE, **a)
    body = world.add_body(shape=BALL, position=(0, 1.0, 0), **b)
    run(world, 60)
    assert (body.position.y > 0.9) == touch
    assert (world.stats.pair_count > 0) == touch


def test_place_is_the_same_as_position_and_orientation():
    world = World()
    turn = (0.0, math.sin(0.3), 0.0, math.cos(0.3))
    one, other = (world.add_body(shape=ShapeSphere(0.5)) for _ in range(2))
    one.add_shape(ShapeSphere(0.2), (0.0, 1.0, 0.0))
    other.add_shape(ShapeSphere(0.2), (0.0, 1.0, 0.0))
    one.place((1.0, 2.0, 3.0), turn)
    other.position, other.orientation = (1.0, 2.0, 3.0), turn
    assert one.position == other.position and one.orientation == other.orientation
    with pytest.raises(ValueError, match="position"):
        one.place((math.nan, 0.0, 0.0), turn)
    assert one.position == other.position
