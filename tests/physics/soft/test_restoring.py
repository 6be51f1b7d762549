"""Soft bodies that are taken out of a world and brought back, or put back in place."""

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, SoftCloth, SoftRope, SoftShell, SoftSolid, World

KINDS = ("solid", "cloth", "rope", "shell")


@pytest.fixture
def world():
    """One of each above the ground; the cloth is attached to a crate."""
    made = World()
    made.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    crate = made.add_body(shape=ShapeBox((0.2, 0.2, 0.2)), position=(3, 2, 1))
    made.add_soft(SoftSolid.lattice(cells=(3, 3, 3), size=0.2), position=(0, 0.5, 0), name="solid")
    cloth = made.add_soft(SoftCloth.grid(columns=11, rows=11, spacing=0.1), position=(3, 2, 0), pins=[0], name="cloth")
    made.add_soft(SoftRope.line((0, 0, 0), (1, 0, 0)), position=(5, 2, 0), pins=[0], name="rope")
    made.add_soft(SoftShell.ball(0.3, detail=2, pressure=300.0), position=(7, 1, 0), name="shell")
    cloth.attach(120, crate, break_force=1e4)
    cloth.attach((3, (0.5, 0.25, 0.25)), max_force=5.0)
    for _ in range(20):
        made.step(1 / 60)
    return made


def named(world, name):
    return next(soft for soft in world.softs if soft.name == name)


@pytest.mark.parametrize("name", KINDS)
def test_a_cut_one_is_put_back_with_its_handles(name, world):
    soft = named(world, name)
    before, places, speeds, ties = soft.definition(), soft.positions, soft.velocities, soft.attachments
    assert soft.cut(soft.position, (1.0, 0.1, 0.0)) > 0 and (soft.part_count > 1 or soft.leaks)
    for _ in range(10):
        world.step(1 / 60)
    soft.put_back(before)
    assert soft.alive and soft.part_count == 1 and not soft.leaks and soft.attachments == ties
    np.testing.assert_array_equal(soft.positions, places)
    np.testing.assert_array_equal(soft.velocities, speeds)
    for _ in range(30):
        world.step(1 / 60)
    assert np.isfinite(soft.positions).all() and soft.positions[:, 1].min() > -0.05


@pytest.mark.parametrize("name", KINDS)
def test_a_removed_one_comes_back_under_its_number_cut_as_it_was(name, world):
    soft = named(world, name)
    soft.cut(soft.position, (1.0, 0.1, 0.0))
    kept, number, parts = soft.definition(), soft.id, soft.part_count
    ties = [(tie.body, tie.vertices, tie.weights) for tie in soft.attachments]
    world.remove_soft(soft)
    world.step(1 / 60)
    back = world.restore(kept)
    assert back.id == number and back.part_count == parts and back.pins == tuple(np.flatnonzero(kept.pins))
    assert [(tie.body, tie.vertices, tie.weights) for tie in back.attachments] == ties
    assert all(tie.alive for tie in back.attachments) and not soft.alive
    with pytest.raises(ValueError, match=f"there is a soft body number {number} already"):
        world.restore(kept)
    assert world.add(kept).id == 5


def test_an_attachment_to_a_body_that_is_gone_is_left_out(world):
    cloth = named(world, "cloth")
    kept, crate = cloth.definition(), world.bodies[1]
    world.remove_soft(cloth)
    world.remove_body(crate)
    assert [tie.body for tie in world.restore(kept).attachments] == [None]
    world.step(1 / 60)


def test_the_same_is_done_to_the_bit_twice(world):
    state, kept = world.save_state(), [soft.definition() for soft in world.softs]
    hashes = []
    for _ in range(2):
        world.load_state(state)
        for definition in kept:
            world.soft(definition.id).put_back(definition)
        for _ in range(20):
            world.step(1 / 60)
        hashes.append(world.state_hash())
    assert hashes[0] == hashes[1]


def test_what_does_not_fit_is_refused(world):
    solid, rope = named(world, "solid"), named(world, "rope")
    with pytest.raises(TypeError, match="definition must come from"):
        solid.put_back("as before")
    with pytest.raises(ValueError, match="is a solid, and the definition is of a rope"):
        solid.put_back(rope.definition())


def test_filling_is_what_pressure_was_set_to(world):
    shell = named(world, "shell")
    shell.pressure = 5000.0
    for _ in range(10):
        world.step(1 / 60)
    assert shell.filling == pytest.approx(5000.0) and shell.pressure < 5000.0
    assert named(world, "solid").filling == 0.0


def test_gravity_scale_is_changed_at_once(world):
    rope = named(world, "rope")
    rope.unpin()
    rope.gravity_scale = 0.0
    speed = rope.velocity
    world.step(1 / 60)
    assert rope.gravity_scale == 0.0 and rope.velocity.y == pytest.approx(speed.y, abs=1e-6)
    with pytest.raises(ValueError, match="gravity_scale"):
        rope.gravity_scale = float("nan")


def test_a_cut_rope_has_two_parts_and_one_edge_less(world):
    rope = named(world, "rope")
    count = len(rope.edges)
    assert rope.cut(rope.position, (1, 0, 0)) == 1
    assert rope.part_count == 2 and len(rope.edges) == count - 1


def test_contacts_carry_the_weight():
    """The forces at rest sum up to the weight."""
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    shell = world.add_soft(SoftShell.ball(0.3, detail=2, pressure=300.0), position=(0, 0.31, 0))
    for _ in range(240):
        world.step(1 / 60)
    points = shell.contacts
    assert len(points) > 0 and points["force"][:, 1].sum() == pytest.approx(9.81 * shell.mass, rel=0.1)
    assert points["position"][:, 1].max() < 0.1 and (points["normal"][:, 1] > 0.9).all()
