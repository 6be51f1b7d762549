"""Changing how a body moves, in place."""

import itertools
import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World

DT = 1 / 60
CUBE = ShapeBox((0.5, 0.5, 0.5))
STATIC, KINEMATIC, DYNAMIC = BodyKind.STATIC, BodyKind.KINEMATIC, BodyKind.DYNAMIC


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


@pytest.mark.parametrize(("before", "after"), list(itertools.permutations(BodyKind, 2)))
def test_everything_else_stays(before, after):
    world = World(gravity=(0, 0, 0))
    data = object()
    velocity = (0, 0, 0) if before == STATIC else (1, 2, 3)
    body = world.add_body(
        kind=before, shape=CUBE, position=(1, 2, 3), orientation=(0, 0, 1, 1), velocity=velocity, density=500.0,
        name="thing", user_data=data, friction=0.25, category=4,
    )  # fmt: skip
    part, number = body.parts[0], body.id
    body.kind = after
    assert body.kind == after and body.id == number and world.body(number) is body and world.bodies == [body]
    assert body.parts == (part,) and body.name == "thing" and body.user_data is data and body.friction == 0.25
    assert body.position == (1, 2, 3) and body.orientation == pytest.approx((0, 0, math.sqrt(0.5), math.sqrt(0.5)))
    assert body.velocity == ((0, 0, 0) if after == STATIC else velocity)
    assert body.mass == (pytest.approx(500.0) if after == DYNAMIC else math.inf)
    assert world.snapshot().kind.tolist() == [after]
    world.step(DT)
    assert body.awake == (after != STATIC)
    moved = np.array(velocity) * (after != STATIC) * DT
    np.testing.assert_allclose(np.array(body.position) - (1, 2, 3), moved, atol=1e-6)


def test_the_motion_of_the_matter_stays_when_the_center_of_mass_moves():
    """A composite turns about its center of mass while it is dynamic, about its origin else."""
    world = World(gravity=(0, 0, 0))
    body = world.add_body(shape=CUBE, angular_velocity=(0, 0, 2), velocity=(1, 0, 0))
    body.add_shape(ShapeSphere(0.3), offset=(2, 0, 0), density=5000.0)
    point, mass = (0.5, 0.25, 0.0), body.mass
    before = body.velocity_at(point)
    for kind in (KINEMATIC, DYNAMIC):
        body.kind = kind
        np.testing.assert_allclose(body.velocity_at(point), before, atol=1e-5)
        np.testing.assert_allclose(body.position, (0, 0, 0), atol=1e-12)
    assert body.mass == pytest.approx(mass) and body.center_of_mass.x > 0.3


def test_a_mass_that_was_set_comes_back():
    world = World()
    body = world.add_body(shape=CUBE, mass=3.0)
    body.mass = 7.0
    body.kind = STATIC
    body.kind = DYNAMIC
    assert body.mass == pytest.approx(7.0)


def test_what_rests_on_it_stays_and_falls():
    world = World()
    world.add_body(kind=STATIC, shape=ShapePlane())
    lower = world.add_body(shape=CUBE, position=(0, 3, 0))
    upper = world.add_body(shape=CUBE, position=(0, 4, 0))
    lower.kind = STATIC
    run(world, 90)
    assert upper.position.y == pytest.approx(4.0, abs=0.01) and not upper.awake
    lower.kind = DYNAMIC
    assert upper.awake
    run(world, 240)
    assert lower.position.y == pytest.approx(0.5, abs=0.01) and upper.position.y == pytest.approx(1.5, abs=0.01)
    assert not lower.awake and not upper.awake


def test_contacts_end_and_begin_anew():
    world = World()
    world.add_body(kind=STATIC, shape=ShapePlane())
    body, top = (world.add_body(shape=CUBE, position=(0, y, 0)) for y in (0.5, 1.5))
    run(world, 120)
    assert len(world.contacts()) == 8
    body.kind = KINEMATIC
    assert len(world.contacts()) == 0
    world.step(DT)
    assert len(world.events.contact_end) == 2
    (begun,) = world.events.contact_begin
    assert {begun.body_a, begun.body_b} == {body, top}, "the ground and a kinematic body are no pair"
    assert world.stats.island_count == 1 and world.islands().tolist() == [0, 0, top.id]


@pytest.mark.parametrize("kinds", [(STATIC, DYNAMIC), (KINEMATIC, STATIC, DYNAMIC)])
def test_the_trees_follow(kinds):
    """The broad phase finds the body after every change, also when others move to it."""
    world = World(gravity=(0, 0, 0))
    body = world.add_body(shape=CUBE)
    for kind in kinds:
        body.kind = kind
        bullet = world.add_body(shape=ShapeSphere(0.1), position=(0, 3, 0), velocity=(0, -10, 0), density=10.0)
        run(world, 30)
        assert bullet.position.y > 0.5
        assert world.ray_cast((0, 0, -5), (0, 0, 1)).body is body
        world.remove_body(bullet)


def test_half_spaces_move_as_told_but_never_freely():
    world = World()
    ground = world.add_body(kind=STATIC, shape=ShapePlane())
    box = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    before = world.state_hash()
    with pytest.raises(ValueError, match="half-space has infinite mass"):
        ground.kind = DYNAMIC
    assert world.state_hash() == before
    ground.kind = KINEMATIC
    ground.velocity = (0, 1, 0)
    run(world, 60)
    assert box.position.y == pytest.approx(1.5, abs=0.02)
    ground.kind = STATIC
    run(world, 60)
    assert box.position.y == pytest.approx(1.5, abs=0.2) and ground.velocity == (0, 0, 0)


def test_bad_kinds_are_refused_in_words():
    world = World()
    empty = world.add_body(kind=STATIC)
    with pytest.raises(ValueError, match="kind must be one of BodyKind.STATIC"):
        empty.kind = "loose"
    with pytest.raises(ValueError, match="a dynamic body needs a shape"):
        empty.kind = DYNAMIC
    assert empty.kind == STATIC
    world.remove_body(empty)
    with pytest.raises(LookupError):
        empty.kind = KINEMATIC


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_another_kind_ends_a_quarantine():
    world = World()
    body = world.add_body(shape=CUBE)
    world._arrays.bodies.motion[body.id, 0] = math.nan
    world.step(DT)
    assert body.frozen
    body.kind = STATIC
    assert not body.frozen
    body.kind = DYNAMIC
    world.step(DT)
    assert not body.frozen and body.velocity.y < 0


def test_states_and_hashes_know_the_kind():
    def play(world, bodies, seed):
        rng = np.random.default_rng(seed)
        hashes = []
        for number in range(120):
            if number % 4 == 0:
                bodies[int(rng.integers(len(bodies)))].kind = BodyKind(int(rng.integers(3)))
            world.step(DT)
            hashes.append(world.state_hash())
        return hashes

    world = World()
    world.add_body(kind=STATIC, shape=ShapePlane())
    bodies = [world.add_body(shape=CUBE, position=(x, 0.6 + y, 0.2 * y)) for x in range(4) for y in range(4)]
    run(world, 30)
    state = world.save_state()
    first = play(world, bodies, 3)
    world.load_state(state)
    assert all(body.kind == DYNAMIC for body in bodies)
    assert play(world, bodies, 3) == first
    assert np.isfinite(world.snapshot().position).all()
