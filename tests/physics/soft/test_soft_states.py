"""Worlds with soft bodies repeat bit for bit: in two worlds, after going back, from files, whatever was done."""

import numpy as np
import pytest

from bench.fuzz.softs import FORMS, Storm
from physics import BodyKind, ShapePlane
from tests.physics.reference.soft_worlds import make_world, run

OPERATIONS = 150


def hashes(storm, count):
    """Hashes after so many operations, one each."""
    found = []
    for _ in range(count):
        storm.act()
        found.append(storm.world.state_hash())
    return found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_operations_repeat_in_another_world(seed):
    """Made, cut, attached, torn off, removed, changed and pushed: equal hashes all the way, nothing infinite."""
    first, second = Storm(seed), Storm(seed)
    assert hashes(first, OPERATIONS) == hashes(second, OPERATIONS)
    assert first.done == second.done and min(first.done.get(k, 0) for k in ("make", "cut", "attach", "remove")) > 2
    first.check()


@pytest.mark.parametrize("seed", [4, 5])
def test_a_world_that_goes_back_has_the_same_future(seed):
    """Saved in the midst; what was removed since is there again, and what was made is gone."""
    storm = Storm(seed)
    hashes(storm, 60)
    for _ in range(3):
        state, before = storm.world.save_state(), storm.world.state_hash()
        bits = storm.random.bit_generator.state
        future = hashes(storm, 30)
        storm.world.load_state(state)
        assert storm.world.state_hash() == before
        storm.check()
        storm.random.bit_generator.state = bits
        assert hashes(storm, 30) == future
    storm.check()


def test_handles_of_what_was_made_since_are_dead_after_going_back():
    """... and those of what was removed since live again, with their numbers."""
    world = make_world()
    kept = world.add_soft(FORMS[0], name="kept")
    state = world.save_state()
    number = kept.id
    made = world.add_soft(FORMS[1])
    world.remove_soft(kept)
    with pytest.raises(LookupError, match="soft body 'kept' was removed from its world; add a new one"):
        kept.positions  # noqa: B018
    world.load_state(state)
    assert kept.alive and kept.id == number and world.softs == [kept] and not made.alive
    run(world, 0.1)
    other = world.add_soft(FORMS[2])
    assert other.id != number and world.soft(other.id) is other


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.kind)
def test_what_was_removed_comes_back_as_it_was(form):
    """`definition` and `restore`: same number, same places, same stiffness."""
    world = make_world()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    soft = world.add_soft(form, position=(0, 1, 0), pins=[1], name="it")
    if form.kind != "cluster":
        soft.cut(tuple(soft.position), (1, 0.2, 0))
    run(world, 0.3)
    number, places, parts = soft.id, soft.positions, soft.part_count
    kept = soft.definition()
    world.remove_soft(soft)
    back = world.restore(kept)
    assert back.id == number and back.name == "it" and back.part_count == parts
    assert 1 in back.pins
    np.testing.assert_array_equal(back.positions, places)
    run(world, 0.2)
    assert np.isfinite(back.positions).all()
