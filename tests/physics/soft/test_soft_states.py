"""Worlds with soft bodies repeat bit for bit: in two worlds, after going back, from files, whatever was done."""

import numpy as np
import pytest

from bench.fuzz.softs import FORMS, Storm
from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, SoftCloth, SoftRope, SoftSolid
from tests.physics.reference.soft_worlds import DT, make_world, run

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


def machine(seed):
    """Plates that come and go over jellies that sleep meanwhile, ropes with weights on a crane, cloth that tears."""
    random = np.random.default_rng(seed)
    world = make_world(4, sleeping=True)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    plates = []
    for k, height in enumerate((0.4, 0.9)):
        world.add_soft(SoftSolid.lattice((2, 2, 2), 0.15), position=(k, 0.16, 0), damping=0.02, young=5e4)
        plates.append(
            world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((0.4, 0.05, 0.4)), position=(k, height, 0))
        )
    crane = world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((0.05, 0.05, 0.05)), position=(-1, 2, 0))
    rope = world.add_soft(SoftRope.line((-1, 2, 0), (-1, 1, 0), segments=10))
    weight = world.add_body(shape=ShapeSphere(0.1), mass=1.0, position=(-1, 0.9, 0))
    rope.attach(0, crane)
    rope.attach(10, weight, break_force=40.0)
    flag = world.add_soft(SoftCloth.grid(columns=6, rows=6, spacing=0.1), position=(-2.5, 1.5, 0), break_strain=0.1)
    for vertex in range(6):
        flag.attach(vertex, crane, compliance=1e-3)

    def drive():
        for plate in plates:
            speed = random.choice([-0.4, 0.0, 0.0, 0.4])
            low, high = plate.position.y < 0.25, plate.position.y > 0.9
            plate.velocity = (0.0, abs(speed) if low else -abs(speed) if high else speed, 0.0)
        crane.velocity = tuple((random.uniform(-1.0, 1.0, 3) * (1.0, 0.3, 1.0)).tolist())

    return world, drive, random


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_step_can_be_gone_back_to(seed):
    """Whatever moves, hangs, tears or sleeps at a random step: from there, again, to the same bits."""
    world, drive, random = machine(seed)

    def course(steps):
        found = []
        for step in range(steps):
            if step % 20 == 0:
                drive()
            world.step(DT)
            found.append((world.state_hash(), tuple(soft.awake for soft in world.softs)))
        return found

    slept = False
    course(60)
    for _ in range(6):
        state, bits = world.save_state(), random.bit_generator.state
        future = course(90)
        world.load_state(state)
        random.bit_generator.state = bits
        assert course(90) == future
        slept |= any(not all(awake) for _, awake in future)
        course(int(random.integers(1, 40)))
    assert slept, "nothing fell asleep, so nothing was proved of what sleeps"


def test_what_sleeps_is_woken_by_a_plate_at_the_same_step_again():
    """Where its vertices lie is part of the state: after it was pressed flat, and back, it is as tall as it was."""
    world = make_world(4, sleeping=True)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    jelly = world.add_soft(SoftSolid.lattice((2, 2, 2), 0.15), position=(0, 0.16, 0), damping=0.02, young=5e4)
    plate = world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((0.5, 0.05, 0.5)), position=(0, 0.86, 0))
    run(world, 4.0)
    assert not jelly.awake
    plate.velocity = (0, -0.5, 0)

    def course():
        found = []
        for _ in range(90):
            world.step(DT)
            found.append((world.state_hash(), jelly.awake))
        return found

    state = world.save_state()
    future = course()
    assert jelly.awake and jelly.positions[:, 1].max() < 0.2
    world.load_state(state)
    assert course() == future


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
