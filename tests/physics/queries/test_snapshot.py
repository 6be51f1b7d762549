"""Read-outs: bulk arrays, snapshots, contacts, statistics."""

import dataclasses

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World
from physics.queries.snapshot import KIND

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


def test_read_and_write_in_bulk():
    world = World(gravity=(0, 0, 0))
    bodies = world.add_bodies(shape=CUBE, position=[(3 * i, 0, 0) for i in range(4)])
    chosen = [bodies[2], bodies[0]]
    world.write(chosen, position=[(0, 9, 0), (0, 5, 0)], velocity=[(1, 0, 0), (2, 0, 0)])
    world.write(chosen, orientation=[(0, 0, 3, 0), (0, 2, 0, 0)], angular_velocity=np.full((2, 3), 0.5))
    assert bodies[2].position == (0, 9, 0) and bodies[0].position == (0, 5, 0)
    assert bodies[2].orientation == (0, 0, 1, 0) and bodies[0].orientation == (0, 1, 0, 0)
    np.testing.assert_array_equal(world.read(chosen, "velocity"), [(1, 0, 0), (2, 0, 0)])
    np.testing.assert_array_equal(world.read(bodies, "angular_velocity")[:, 1], [0.5, 0, 0.5, 0])
    np.testing.assert_array_equal(world.read(bodies, "awake"), [True] * 4)
    assert world.read([], "position").shape == (0, 3)
    assert bodies[1].position == (3, 0, 0) and bodies[3].position == (9, 0, 0)


def test_a_snapshot_shows_all_and_does_not_change():
    world, ground = with_ground()
    a = world.add_body(shape=CUBE, position=(0, 5, 0), velocity=(1, 2, 3), angular_velocity=(0, 1, 0), material="wood")
    b = world.add_body(
        shapes=[(BALL, (1, 0, 0)), (ShapeCapsule(0.25, 0.75), (-1, 0, 0), (0, 0, 1, 0))], position=(9, 9, 9)
    )
    trigger = world.add_body(kind=BodyKind.STATIC, shape=BALL, sensor=True, position=(0, 30, 0))
    shot = world.snapshot()
    assert shot.step == 0 and shot.time == 0.0
    assert shot.body.tolist() == [ground.id, a.id, b.id, trigger.id]
    assert shot.kind.tolist() == [0, 2, 2, 0] and shot.awake.tolist() == [False, True, True, False]
    np.testing.assert_array_equal(shot.position[1], (0, 5, 0))
    np.testing.assert_allclose(shot.position[2], (9, 9, 9), atol=1e-14)
    np.testing.assert_array_equal(shot.velocity[1], (1, 2, 3))
    np.testing.assert_array_equal(shot.angular_velocity[1], (0, 1, 0))
    np.testing.assert_array_equal(shot.orientation, [(0, 0, 0, 1)] * 4)
    assert shot.shape.tolist() == [part.id for body in world.bodies for part in body.parts]
    assert shot.shape_body.tolist() == [0, 1, 2, 2, 3]
    assert shot.shape_kind.tolist() == [KIND.PLANE, KIND.BOX, KIND.SPHERE, KIND.CAPSULE, KIND.SPHERE]
    np.testing.assert_allclose(shot.shape_size, [(0, 0, 0), (0.5, 0.5, 0.5), (0.5, 0, 0), (0.25, 0.75, 0), (0.5, 0, 0)])
    np.testing.assert_allclose(shot.shape_offset[2:4], [(1, 0, 0), (-1, 0, 0)], atol=1e-6)
    np.testing.assert_allclose(shot.shape_rotation[3], (0, 0, 1, 0), atol=1e-6)
    assert [world.materials[row] for row in shot.shape_material] == ["default", "wood", *["default"] * 3]
    assert shot.shape_sensor.tolist() == [False] * 4 + [True]
    before = {f.name: np.copy(getattr(shot, f.name)) for f in dataclasses.fields(shot)}
    run(world, 30)
    world.remove_body(a)
    world.add_body(shape=BALL, position=(0, 50, 0))
    assert world.snapshot().step == 30 and world.snapshot().time == pytest.approx(0.5)
    for name, value in before.items():
        np.testing.assert_array_equal(getattr(shot, name), value, err_msg=name)
        if isinstance(getattr(shot, name), np.ndarray):
            with pytest.raises(ValueError, match="read-only"):
                getattr(shot, name)[...] = 0
    assert world.snapshot().body.tolist() == [body.id for body in world.bodies]


def test_a_snapshot_does_not_influence_the_world():
    seen, unseen = (with_ground()[0] for _ in range(2))
    for world in (seen, unseen):
        world.add_bodies(shape=CUBE, position=[(0.1 * i, 0.6 + i, 0) for i in range(4)])
    for _ in range(60):
        for world in (seen, unseen):
            world.step(DT)
        seen.snapshot(), seen.contacts(), seen.stats, list(seen.events), seen.state_hash(), seen.save_state()
    assert seen.state_hash() == unseen.state_hash()


def test_contacts_hold_the_weight():
    """A box of mass m at rest: the points carry m g dt together, straight up, under its corners."""
    world, ground = with_ground(sleeping=False)
    body = world.add_body(shape=ShapeBox((0.5, 0.25, 1.0)), position=(1, 0.25, 2), density=800.0)
    run(world, 120)
    contacts = world.contacts()
    assert len(contacts) == 4
    assert set(contacts["body_a"].tolist()) | set(contacts["body_b"].tolist()) == {ground.id, body.id}
    up = np.where(contacts["body_a"] == ground.id, 1.0, -1.0)
    np.testing.assert_allclose(contacts["normal"] * up[:, None], [(0, 1, 0)] * 4, atol=1e-5)
    owners = {part.id: b.id for b in world.bodies for part in b.parts}
    assert all(owners[c["shape_a"]] == c["body_a"] and owners[c["shape_b"]] == c["body_b"] for c in contacts)
    corners = {(round(x, 2), round(z, 2)) for x, _, z in contacts["position"]}
    assert corners == {(0.5, 1.0), (1.5, 1.0), (0.5, 3.0), (1.5, 3.0)}
    assert (np.abs(contacts["separation"]) < 0.006).all()
    assert contacts["normal_impulse"].sum() == pytest.approx(body.mass * 9.81 * DT, rel=0.01)
    assert (contacts["friction_impulse"] <= 0.01 * contacts["normal_impulse"]).all()


def test_friction_impulse_of_a_sliding_box_is_the_load_times_friction():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), friction=0.3)
    body = world.add_body(shape=CUBE, position=(0, 0.5, 0), friction=0.3)
    run(world, 30)
    body.velocity = (5, 0, 0)
    run(world, 20)
    contacts = world.contacts()
    assert contacts["friction_impulse"].sum() == pytest.approx(0.3 * body.mass * 9.81 * DT, rel=0.05)


def test_stats_count():
    world, _ = with_ground(sleeping=False)
    world.add_bodies(shape=CUBE, position=[(5 * i, 0.5 + k, 0) for i in range(3) for k in range(2)])
    world.add_body(shapes=[(CUBE,), (BALL, (0, 0.5, 0))], position=(0, 50, 0))
    run(world, 30)
    stats = world.stats
    assert stats.step_count == world.step_count == 30 and world.time == pytest.approx(0.5)
    assert (stats.body_count, stats.shape_count, stats.awake_count) == (8, 9, 7)
    assert stats.contact_count == 6 and stats.point_count == len(world.contacts()) == 24
    assert stats.island_count == 4 and stats.pair_count >= 6 and stats.block_count >= 1
    assert 0 <= stats.recycled_count <= stats.contact_count
    assert stats.times["total"] == pytest.approx(sum(v for k, v in stats.times.items() if k != "total"))
    assert all(v >= 0.0 for v in stats.times.values()) and stats.times["total"] > 0.0
    with pytest.raises(dataclasses.FrozenInstanceError):
        stats.body_count = 0
