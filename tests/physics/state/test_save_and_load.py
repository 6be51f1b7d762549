"""A loaded state brings everything back, and repeats the future bit for bit."""

import numpy as np
import pytest

from physics import BodyKind, ShapePlane, World
from tests.physics.state.busy import DT, SHAPES, act, busy_world, play


@pytest.mark.parametrize("seed", range(4))
def test_a_loaded_state_repeats_the_future_bit_for_bit(seed):
    """With bodies coming and going between the steps, saved at random steps, loaded in any order."""
    world = busy_world(seed)
    rng = np.random.default_rng(seed + 100)
    saved_at = sorted(rng.choice(150, 5, replace=False).tolist())
    states, hashes, positions = {}, [], []
    for number in range(180):
        if number in saved_at:
            states[number] = world.save_state(), world.state_hash(), world.bodies
        act(world, np.random.default_rng((seed, number)))
        world.step(DT)
        hashes.append(world.state_hash())
        positions.append(world.snapshot().position)
    for start in rng.permutation(saved_at).tolist():
        state, expected, bodies = states[start]
        world.load_state(state)
        assert world.state_hash() == expected and world.bodies == bodies
        assert world.step_count == start and world.time == pytest.approx(start * DT)
        for number in range(start, min(start + 40, 180)):
            act(world, np.random.default_rng((seed, number)))
            world.step(DT)
            assert world.state_hash() == hashes[number], f"loaded at {start}, differs after step {number}"
            np.testing.assert_array_equal(world.snapshot().position, positions[number])


def test_a_state_is_a_copy():
    world = busy_world()
    world.step(DT)
    state, before = world.save_state(), world.state_hash()
    play(world, 30, 1)
    for _ in range(3):
        world.load_state(state)
        assert world.state_hash() == before
        play(world, 5, 2)


def test_loading_brings_events_contacts_and_snapshot_back():
    world = busy_world()
    for _ in range(200):
        world.step(DT)
        if len(world.events) > 2:
            break
    state = world.save_state()
    events, contacts, shot = list(world.events), world.contacts(), world.snapshot()
    assert len(events) > 2 and len(contacts) > 0
    play(world, 20, 5)
    world.load_state(state)
    assert list(world.events) == events
    np.testing.assert_array_equal(world.contacts(), contacts)
    for name in ("body", "position", "orientation", "velocity", "awake", "shape", "shape_offset", "shape_material"):
        np.testing.assert_array_equal(getattr(world.snapshot(), name), getattr(shot, name))


def test_handles_follow_the_state():
    world = World()
    first = world.add_body(shape=SHAPES[0], position=(1, 2, 3), name="first")
    second = world.add_body(shape=SHAPES[1], position=(9, 2, 3), name="second")
    for _ in range(3):
        world.step(DT)
    state = world.save_state()
    place = first.position
    world.remove_body(first)
    late = world.add_body(shape=SHAPES[1], position=(50, 0, 0), name="late")
    for _ in range(3):
        world.step(DT)
    in_its_row = world.add_body(shape=SHAPES[2], name="in its row")
    assert in_its_row._row == first._row
    later = world.save_state()
    world.load_state(state)
    assert first.alive and first.position == place and second.alive and world.bodies == [first, second]
    for body in (late, in_its_row):
        assert not body.alive
        with pytest.raises(LookupError, match=body.name):
            body.position  # noqa: B018 - reading is what is tested
    assert world.body(first.id) is first
    world.load_state(later)
    assert not first.alive and late.alive and in_its_row.alive and world.bodies == [second, late, in_its_row]


def test_parts_follow_the_state():
    world = World()
    body = world.add_body(shapes=[(SHAPES[0],), (SHAPES[1], (1, 0, 0))])
    kept, gone = body.parts
    mass, inertia = body.mass, body.inertia
    state = world.save_state()
    body.remove_shape(gone)
    new = body.add_shape(SHAPES[2], offset=(0, 2, 0))
    world.load_state(state)
    assert body.parts == (kept, gone) and body.mass == mass and (body.inertia == inertia).all()
    with pytest.raises(LookupError, match="no such part"):
        body.remove_shape(new)
    body.remove_shape(gone)


@pytest.mark.parametrize("mass", [3.7, 0.1, 1e9, 1e-7])
def test_a_mass_that_was_set_survives(mass):
    world = World()
    body = world.add_body(shape=SHAPES[0])
    body.mass = mass
    inertia = body.inertia
    world.load_state(world.save_state())
    assert body.mass == mass
    np.testing.assert_array_equal(body.inertia, inertia)


def test_settings_and_materials_follow_the_state():
    world = World()
    state = world.save_state()
    world.gravity, world.substeps, world.sleeping = (1, 2, 3), 9, False
    world.set_friction("ice", "wood", 0.9)
    world.add_material("mud", density=1500.0, friction=1.0, restitution=0.0)
    world.load_state(state)
    assert world.gravity == (0, -9.81, 0) and world.substeps == 4 and world.sleeping
    assert world.get_friction("ice", "wood") == 0.05 and "mud" not in world.materials
    world.add_material("mud", density=1.0, friction=1.0, restitution=0.0)


def test_the_schedule_follows_the_state():
    world = World()
    ran = []
    world.schedule(lambda: ran.append(("once", world.step_count)), 5)

    def again():
        ran.append(("again", world.step_count))
        return True

    world.schedule(again, 3, priority=-1)
    for _ in range(4):
        world.step(DT)
    state = world.save_state()
    for _ in range(5):
        world.step(DT)
    story = ran[:]
    assert story == [("again", 3), ("once", 5), ("again", 6), ("again", 9)]
    world.schedule(lambda: ran.append("never"), 1)
    world.load_state(state)
    del ran[1:]
    for _ in range(5):
        world.step(DT)
    assert ran == story


def test_sleep_and_its_timers_are_in_the_state():
    def world_at_rest():
        world = World()
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
        return world, [world.add_body(shape=SHAPES[0], position=(0, 0.4 + 0.8 * i, 0)) for i in range(3)]

    world, bodies = world_at_rest()
    asleep_at = None
    states = []
    for number in range(120):
        states.append(world.save_state())
        world.step(DT)
        if asleep_at is None and not bodies[0].awake:
            asleep_at = number
    assert 25 < asleep_at < 100
    for start in (asleep_at - 1, asleep_at - 10, asleep_at + 1):
        world.load_state(states[start])
        woke = bodies[0].awake
        assert woke == (start <= asleep_at)
        for number in range(start, asleep_at):
            assert bodies[0].awake, number
            world.step(DT)
        world.step(DT)
        assert not bodies[0].awake


def test_loading_keeps_working_when_arrays_have_grown():
    world = busy_world(count=10)
    world.step(DT)
    state = world.save_state()
    expected = play(world, 40, 8)
    grid = [(1.1 * x, 20 + y, 1.1 * z) for x in range(8) for y in range(8) for z in range(8)]
    world.add_bodies(shape=SHAPES[1], position=grid)
    for _ in range(30):
        world.step(DT)
    world.load_state(state)
    assert play(world, 40, 8) == expected


def test_a_world_with_a_longer_past_repeats_too():
    """The future depends on the state, not on how large the arrays once were: compare with a fresh world."""
    expected = play(busy_world(count=10), 60, 8)
    world = busy_world(count=10)
    state = world.save_state()
    world.add_bodies(shape=SHAPES[1], position=[(x, 20, z) for x in range(20) for z in range(20)])
    for _ in range(60):
        world.step(DT)
    world.load_state(state)
    assert play(world, 60, 8) == expected


def test_rows_are_used_again_and_memory_does_not_grow():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    rng = np.random.default_rng(0)
    living, dead, sizes = [], [], []
    for number in range(2000):
        if len(living) > 12 or (living and rng.random() < 0.4):
            body = living.pop(int(rng.integers(len(living))))
            world.remove_body(body)
            dead.append(body)
        else:
            living.append(world.add_body(shape=SHAPES[number % 3], position=rng.uniform((-1, 1, -1), (1, 5, 1))))
        world.step(DT)
        sizes.append(
            (len(world._arrays.bodies.links), len(world._arrays.shapes.info), len(world._arrays.contacts.info))
        )
    assert set(world.bodies[1:]) == set(living)
    assert sizes[-1] == sizes[200], "arrays grew"
    assert max(body._row for body in living) < 40
    assert not any(body.alive for body in dead) and all(body.alive for body in living)
    shot = world.snapshot()
    assert np.isfinite(shot.position).all() and len(shot.body) == len(living) + 1
    assert world.stats.shape_count == len(living) + 1
    assert len(world._bodies.removed_handles) <= 4
