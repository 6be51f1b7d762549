"""What a program changes about bodies while they rest: it acts in the next step, and wakes whom it concerns."""

import numpy as np
import pytest

from physics import BodyKind, JointHinge, ShapeBox, ShapeHeightField, ShapeMesh, ShapePlane, ShapeSphere, World

DT = 1 / 60
CUBE = ShapeBox((0.5, 0.5, 0.5))
GROUND = {
    "plane": (ShapePlane(), 0.0),
    "box": (ShapeBox((5.0, 0.5, 5.0)), -0.5),
    "field": (ShapeHeightField(np.zeros((9, 9)), 1.0), 0.0),
    "mesh": (ShapeMesh([[-5, 0, -5], [-5, 0, 5], [5, 0, 5], [5, 0, -5]], [[0, 1, 2], [0, 2, 3]]), 0.0),
}


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def resting(ground, kind, **options):
    """A cube asleep on ground of some shape and kind."""
    shape, height = GROUND[ground]
    world = World()
    floor = world.add_body(kind=kind, shape=shape, position=(0, height, 0))
    cube = world.add_body(shape=CUBE, position=(0.1, 0.5, 0.2), **options)
    run(world, 150)
    assert not cube.awake
    return world, floor, cube


@pytest.mark.parametrize("kind", [BodyKind.STATIC, BodyKind.KINEMATIC])
@pytest.mark.parametrize("ground", GROUND)
@pytest.mark.parametrize("change", [("mask", 0), ("category", 0), ("group", 7)], ids=lambda change: change[0])
def test_a_filter_that_lets_go_ends_the_contact_and_the_cube_falls_freely(ground, kind, change):
    """After n steps v = -g n dt."""
    world, floor, cube = resting(ground, kind, group=7)
    setattr(floor, *change)
    assert cube.awake
    run(world, 1)
    assert [{event.body_a, event.body_b} for event in world.events.contact_end] == [{floor, cube}]
    assert cube.velocity.y == pytest.approx(-9.81 * DT, rel=1e-5)
    run(world, 9)
    assert cube.velocity.y == pytest.approx(-9.81 * 10 * DT, rel=1e-5)
    world.validate()


@pytest.mark.parametrize("kind", [BodyKind.STATIC, BodyKind.KINEMATIC])
@pytest.mark.parametrize("ground", GROUND)
def test_what_becomes_a_sensor_ends_its_contact_and_senses_and_back(ground, kind):
    world, floor, cube = resting(ground, kind)
    cube.sensor = True
    assert cube.awake
    world.step(DT)
    events = world.events
    assert len(events.contact_end) == 1 and len(events.contact_begin) == 0
    assert [(event.sensor, event.body) for event in events.sensor_enter] == [(cube, floor)]
    assert [event.kind for event in events if event.kind != "body_awake"] == ["contact_end", "sensor_enter"]
    cube.sensor = False
    world.step(DT)
    events = world.events
    assert len(events.contact_begin) == 1 and len(events.contact_end) == 0
    assert [(event.sensor, event.body) for event in events.sensor_leave] == [(cube, floor)]
    world.validate()


def test_one_part_that_lets_go_ends_its_contact_alone():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    body = world.add_body(shapes=[(CUBE, (-1, 0, 0)), (CUBE, (1, 0, 0))], position=(0, 0.5, 0))
    run(world, 150)
    assert not body.awake
    body.parts[0].mask = 0
    world.step(DT)
    assert len(world.events.contact_end) == 1
    left = world.contacts()
    assert set(left["shape_a"].tolist()) | set(left["shape_b"].tolist()) == {0, body.parts[1].id}
    run(world, 30)
    assert body.angular_velocity.z > 0.5, "it tips to the side that nothing holds"


@pytest.mark.parametrize("locks", [True, (False, True, False)], ids=["all", "y"])
def test_what_is_unlocked_wakes_and_falls_and_stops_when_locked_again(locks):
    world = World()
    body = world.add_body(shape=CUBE, position=(0, 5, 0), lock_position=locks)
    rider = world.add_body(shape=CUBE, position=(0, 6, 0))
    body.lock_rotation = True
    run(world, 150)
    assert not body.awake and body.position.y == 5.0 and rider.position.y == pytest.approx(6.0, abs=0.005)
    body.lock_position = False
    assert body.awake and rider.awake
    run(world, 6)
    assert body.velocity.y == pytest.approx(-9.81 * 6 * DT, rel=0.01)
    body.lock_position = locks
    place = body.position.y
    run(world, 60)
    # Contacts do not know that a body is locked along one axis only: half of each push is lost on it.
    assert body.position.y == place and rider.position.y == pytest.approx(place + 1.0, abs=0.015)


def test_a_rotation_that_is_unlocked_lets_a_body_tip():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    body = world.add_body(shape=ShapeBox((0.2, 0.5, 0.2)), position=(0, 0.5, 0), lock_rotation=True)
    body.local_center_of_mass = (0.25, 0, 0)
    run(world, 150)
    assert not body.awake and body.position.y == pytest.approx(0.5, abs=0.01)
    body.lock_rotation = False
    assert body.awake
    run(world, 120)
    assert body.position.y == pytest.approx(0.2, abs=0.01)


@pytest.mark.parametrize("bullet", [False, True])
def test_bullet_acts_in_the_next_step(bullet):
    world = World(gravity=(0, 0, 0))
    world.add_body(shape=ShapeBox((0.02, 5, 5)), position=(5.3, 0, 0), density=20000.0)
    ball = world.add_body(shape=ShapeSphere(0.1), velocity=(300, 0, 0), bullet=not bullet)
    ball.bullet = bullet
    run(world, 3)
    assert (ball.position.x < 5.5) == bullet


def test_a_mass_that_is_set_tips_a_seesaw_that_slept():
    world = World()
    beam = world.add_body(shape=ShapeBox((2.0, 0.05, 0.5)), position=(0, 1, 0))
    world.add_joint(JointHinge(None, beam, anchor=(0, 1, 0), axis=(0, 0, 1)))
    left, right = (world.add_body(shape=CUBE, position=(x, 1.55, 0)) for x in (-1.5, 1.5))
    run(world, 240)
    assert not beam.awake and not left.awake
    right.mass = 2.0 * left.mass
    assert beam.awake and left.awake
    run(world, 30)
    assert beam.angular_velocity.z < -0.5


def test_a_center_of_mass_beyond_the_base_topples_a_body_that_slept():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    body = world.add_body(shape=ShapeBox((0.2, 0.5, 0.2)), position=(0, 0.5, 0))
    run(world, 150)
    assert not body.awake
    body.local_center_of_mass = (0.25, 0, 0)
    assert body.awake
    run(world, 120)
    assert body.position.y == pytest.approx(0.2, abs=0.01)


def change_all(body):
    """Change every option that can be."""
    body.category, body.mask, body.group = 3, 0xFFFFFFFF, -5
    body.parts[0].sensor = True
    body.lock_position, body.lock_rotation = (True, False, False), (False, True, False)
    body.bullet, body.ccd, body.can_sleep = True, "ray", False
    body.mass, body.inertia, body.local_center_of_mass = 5.0, (1.0, 1.2, 1.4), (0.0, 0.1, 0.0)


def test_a_world_that_changed_goes_on_the_same_after_its_state_was_loaded():
    """Also when the changes were undone in between, and when the body is restored from its definition."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    body = world.add_body(shapes=[(CUBE, (-0.6, 0, 0)), (CUBE, (0.6, 0, 0))], position=(0, 0.5, 0))
    run(world, 20)
    before, first = world.save_state(), world.state_hash()
    change_all(body)
    state, after, definition = world.save_state(), world.state_hash(), body.definition()
    run(world, 20)
    later = world.state_hash()
    world.load_state(before)
    assert world.state_hash() == first and body.mass == pytest.approx(2000.0) and body.can_sleep
    world.load_state(state)
    assert world.state_hash() == after and body.definition() == definition
    run(world, 20)
    assert world.state_hash() == later
    world.remove_body(body)
    assert world.restore(definition).definition() == definition
