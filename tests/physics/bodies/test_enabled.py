"""Bodies that are disabled: nothing touches, moves or finds them, and they come back as they were."""

import numpy as np
import pytest

from physics import BodyKind, JointBall, JointHinge, ShapeBox, ShapePlane, ShapeSphere, World

DT = 1 / 60
CUBE = ShapeBox((0.5, 0.5, 0.5))
BALL = ShapeSphere(0.5)


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def pair_of(event):
    return {event.body_a, event.body_b}


def test_a_disabled_body_stands_still_and_flies_on_with_its_velocity():
    """After 10 steps, a pause of 50 steps, and 10 steps, it is where another is after 20 steps, bit for bit."""
    world, other = World(), World()
    options = {"shape": CUBE, "position": (1, 2, 3), "velocity": (4, 5, 6), "angular_velocity": (1, 2, 3)}
    body, twin = world.add_body(**options), other.add_body(**options)
    run(world, 10)
    place, turn, velocity, spin = body.position, body.orientation, body.velocity, body.angular_velocity
    body.enabled = False
    run(world, 50)
    assert (body.position, body.orientation, body.velocity, body.angular_velocity) == (place, turn, velocity, spin)
    assert not body.awake and not body.enabled and not body.frozen
    body.enabled = True
    run(world, 10)
    run(other, 20)
    assert body.position == twin.position and body.orientation == twin.orientation and body.velocity == twin.velocity


def test_what_stood_on_it_wakes_and_falls_and_the_contacts_end():
    world = World()
    ground = world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    lower, upper = (world.add_body(shape=CUBE, position=(0, 0.5 + k, 0)) for k in range(2))
    run(world, 200)
    assert not upper.awake
    lower.enabled = False
    assert upper.awake and not lower.awake
    world.step(DT)
    assert [pair_of(event) for event in world.events.contact_end] in (
        [{ground, lower}, {lower, upper}],
        [{lower, upper}, {ground, lower}],
    )
    run(world, 100)
    assert upper.position.y == pytest.approx(0.5, abs=0.01) and lower.position.y == pytest.approx(0.5, abs=0.01)
    assert len(world.contacts()) == 4
    world.validate()


@pytest.mark.parametrize("kind", list(BodyKind))
def test_a_floor_of_any_kind_lets_everything_through_until_it_is_back(kind):
    world = World()
    options = {"gravity_scale": 0.0, "lock_position": True, "lock_rotation": True} if kind == BodyKind.DYNAMIC else {}
    floor = world.add_body(kind=kind, shape=ShapeBox((5, 0.5, 5)), **options)
    ball = world.add_body(shape=BALL, position=(0, 1, 0))
    run(world, 150)
    assert ball.position.y == pytest.approx(1, abs=0.01)
    floor.enabled = False
    run(world, 10)
    assert ball.position.y < 0.95
    floor.enabled = True
    run(world, 60)
    assert abs(ball.position.y) > 0.9, "it was pushed out on one side"


def test_queries_do_not_find_it():
    world = World()
    plane = world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    body = world.add_body(shape=CUBE, position=(0, 2, 0))
    for off, hit in ((body, plane), (plane, None)):
        off.enabled = False
        found = world.ray_cast((0, 9, 0), (0, -1, 0))
        assert (found and found.body) is hit
        assert off not in [one.body for one in world.overlap(ShapeSphere(3.0), (0, 2, 0))]
        assert world.shape_cast(BALL, (0, 9, 0), motion=(0, -20, 0)) is None or hit is plane
    assert len(world.bounds().shape) == 0
    body.enabled = plane.enabled = True
    assert world.ray_cast((0, 9, 0), (0, -1, 0)).body is body and len(world.bounds().shape) == 1


def test_it_can_be_moved_changed_and_removed():
    world = World()
    body = world.add_body(shape=CUBE, enabled=False)
    body.position, body.velocity, body.mass, body.mask = (0, 5, 0), (1, 0, 0), 3.0, 6
    added = body.add_shape(BALL, (0, 1, 0))
    body.kind = BodyKind.KINEMATIC
    body.remove_shape(added)
    body.apply_impulse((9, 9, 9))
    body.wake()
    run(world, 3)
    assert body.position.y == 5.0 and not body.awake
    with pytest.raises(ValueError, match="disabled body cannot have a target"):
        body.set_target((0, 6, 0))
    body.kind = BodyKind.DYNAMIC
    body.enabled = True
    world.step(DT)
    assert body.position.x == pytest.approx(DT) and body.mass > 0
    body.enabled = False
    world.remove_body(body)
    run(world, 3)
    world.validate()


def test_it_comes_back_from_states_and_definitions():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    body = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    run(world, 5)
    state, before = world.save_state(), world.state_hash()
    body.enabled = False
    off, digest = world.save_state(), world.state_hash()
    run(world, 5)
    world.load_state(state)
    assert body.enabled and world.state_hash() == before
    world.load_state(off)
    assert not body.enabled and world.state_hash() == digest
    definition = body.definition()
    world.remove_body(body)
    again = world.restore(definition)
    assert not again.enabled and again.definition() == definition
    run(world, 5)
    assert again.position.y == body_height(definition)
    again.enabled = True
    run(world, 60)
    assert again.position.y == pytest.approx(0.5, abs=0.01) and len(world.contacts()) == 4


def body_height(definition):
    return definition.position[1]


def test_its_joints_do_not_act_until_it_is_back():
    world = World()
    arm = world.add_body(shape=CUBE, position=(0, 5, 0))
    bob = world.add_body(shape=BALL, position=(0, 3, 0))
    hinge = world.add_joint(JointHinge(None, arm, anchor=(0, 5, 0), axis=(0, 0, 1)))
    ball = world.add_joint(JointBall(arm, bob, anchor=(0, 4, 0)))
    run(world, 30)
    assert bob.position.y == pytest.approx(3, abs=0.01) and ball.force.length > 1.0
    arm.enabled = False
    assert ball.enabled and hinge.enabled and ball.force == (0, 0, 0) and arm.joints == [hinge, ball]
    run(world, 30)
    assert bob.position.y == pytest.approx(3 - 0.5 * 9.81 * 0.25, abs=0.05), "it falls freely"
    assert arm.position.y == pytest.approx(5, abs=0.01)
    ball.enabled = False
    arm.enabled = True
    assert not ball.enabled and hinge.enabled
    run(world, 10)
    assert arm.position.y == pytest.approx(5, abs=0.01) and bob.position.y < 2
    world.validate()


def test_a_joint_that_is_added_to_a_disabled_body_waits_for_it():
    world = World()
    body = world.add_body(shape=BALL, position=(0, 3, 0), enabled=False)
    joint = world.add_joint(JointBall(None, body, anchor=(0, 3, 0)))
    definition = joint.definition()
    assert joint.enabled and definition.enabled
    run(world, 5)
    assert joint.force == (0, 0, 0)
    body.enabled = True
    run(world, 30)
    np.testing.assert_allclose(body.position, (0, 3, 0), atol=1e-3)
    assert joint.force.length == pytest.approx(body.mass * 9.81, rel=0.05)


def test_joined_bodies_that_do_not_touch_do_not_touch_afterwards():
    world = World(gravity=(0, 0, 0))
    a = world.add_body(shape=CUBE)
    b = world.add_body(shape=CUBE, position=(0.9, 0, 0))
    world.add_joint(JointBall(a, b, anchor=(0.5, 0, 0)))
    run(world, 3)
    b.enabled = False
    run(world, 3)
    b.enabled = True
    run(world, 3)
    assert len(world.contacts()) == 0 and not world.events.contact_begin


def test_twice_is_once_and_callbacks_are_refused():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    body = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    run(world, 2)
    before = world.state_hash()
    body.enabled = True
    assert world.state_hash() == before
    refused = []

    def pre_solve(contacts):
        with pytest.raises(RuntimeError, match="enabled or disabled"):
            body.enabled = False
        refused.append(len(contacts))

    world.pre_solve = pre_solve
    world.step(DT)
    assert refused == [1] and body.enabled


def test_enabling_and_disabling_at_random_repeats_bit_for_bit():
    def play():
        world = World()
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
        rng = np.random.default_rng(3)
        bodies = [world.add_body(shape=(CUBE, BALL)[k % 2], position=(0.1 * k, 0.6 + k, 0)) for k in range(8)]
        world.add_joint(JointBall(bodies[0], bodies[3], anchor=(0, 2, 0)))
        for _ in range(60):
            some = bodies[rng.integers(8)]
            some.enabled = not some.enabled
            world.step(DT)
            world.validate()
        return world.state_hash()

    assert play() == play()
