"""Pairs of a body and a mesh that have several rows, and meshes that move."""

import math

import numpy as np
import pytest

from physics import (
    BodyKind,
    ShapeBox,
    ShapeHeightField,
    ShapeMesh,
    ShapeSphere,
    World,
)
from tests.physics.collisions.test_mesh_contacts import DT, MOVERS, ground, run, strip, world_on
from tests.physics.reference import meshes

# ---- Pairs of several rows -------------------------------------------------------------------------------------------


def events_of(world, steps):
    kinds = []
    for _ in range(steps):
        world.step(DT)
        kinds += [event.kind for event in world.events if event.kind.startswith(("contact", "sensor"))]
    return kinds


def test_a_pair_begins_and_ends_once_whatever_its_rows_do():
    """A box tumbles through a valley: directions come and go, the pair is one."""
    x = np.arange(-5.0, 5.01, 0.25)
    world, _ = world_on(strip(np.column_stack((x, 0.5 * np.abs(x)))))
    box = world.add_body(shape=ShapeBox((0.4, 0.3, 0.2)), position=(-2.5, 1.95, 0), angular_velocity=(1, 2, -3))
    touching = 0
    for _ in range(400):
        world.step(DT)
        touching += len(world.events.contact_begin) - len(world.events.contact_end)
        assert touching in (0, 1)
        assert touching == (len(world.contacts()) > 0)
    assert touching == 1
    assert {tuple(n) for n in world.contacts()["normal"].round(1).tolist()} != set()
    world.remove_body(box)
    world.step(DT)
    assert len(world.events.contact_end) == 1


def test_a_hit_is_told_once_with_all_its_impulse():
    """A ball falls into a V of 45 degrees: both sides stop it in the same step."""
    world, _ = world_on(strip([(-3, 3), (0, 0), (3, 3)]), restitution=0.0, friction=0.0)
    ball = world.add_body(
        shape=ShapeSphere(0.3), position=(0, 2, 0), velocity=(0, -4, 0), mass=2.0, restitution=0.0, friction=0.0
    )
    hits = []
    for _ in range(60):
        world.step(DT)
        hits += world.events.contact_hit
    assert len(hits) == 1
    (hit,) = hits
    # Each side pushes along its normal with p; both together stop the fall: 2 p cos 45 = m v.
    speed = math.sqrt(16 + 2 * 9.81 * (2 - 0.3 * math.sqrt(2)))
    assert hit.impulse == pytest.approx(2.0 * speed * math.sqrt(2), rel=0.1)
    assert ball.position[0] == pytest.approx(0.0, abs=1e-3)


def test_a_sensor_sees_a_mesh_from_both_sides():
    world, _ = world_on(ShapeMesh(*meshes.flat(4.0, 4)))
    probe = world.add_body(shape=ShapeSphere(0.3), position=(0.1, 1.0, 0.2), sensor=True)
    kinds = events_of(world, 120)
    assert kinds == ["sensor_enter", "sensor_leave"]
    assert probe.position[1] < -1


def test_a_mesh_may_be_the_sensor():
    world, _ = world_on(ShapeMesh(*meshes.cube(0.5)), sensor=True)
    world.add_body(shape=ShapeBox((0.2, 0.2, 0.2)), position=(0.1, 2.0, 0.2))
    kinds = events_of(world, 120)
    assert kinds.count("sensor_enter") == kinds.count("sensor_leave") >= 1


def test_a_mesh_that_is_removed_while_touched_lets_go():
    world, floor = world_on(ground("mesh"))
    boxes = [world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(k, 0.3, 0)) for k in range(3)]
    run(world, 120)
    assert not any(box.awake for box in boxes)
    world.remove_body(floor)
    world.step(DT)
    assert len(world.events.contact_end) == 3 and len(world.events.body_awake) == 3
    run(world, 30)
    assert all(box.position[1] < 0 for box in boxes) and world.stats.pair_count == 0


def test_pairs_count_once():
    world, _ = world_on(ground("mesh"))
    world.add_body(shape=ShapeSphere(0.3), position=(0, 0.3, 0))
    run(world, 5)
    assert world.stats.pair_count == 1 and world.stats.contact_count == 1 and world.stats.point_count == 1


def tumbling(seed=1):
    rng = np.random.default_rng(seed)
    heights = rng.uniform(0, 0.6, (61, 61))
    world, _ = world_on(ShapeHeightField(heights, 0.5))
    world.add_body(kind=BodyKind.STATIC, shape=ShapeMesh(*meshes.ball(1.0, 2)), position=(0, 0.5, 0))
    shapes = [shape for shape, _, _ in MOVERS.values()]
    for k in range(15):
        world.add_body(
            shape=shapes[k % len(shapes)], position=rng.uniform((-3, 1.5, -3), (3, 5, 3)),
            velocity=rng.uniform(-2, 2, 3), rolling_friction=0.1,
        )  # fmt: skip
    return world


def test_the_same_world_twice_is_the_same_to_the_bit():
    a, b = tumbling(), tumbling()
    for _ in range(120):
        a.step(DT)
        b.step(DT)
        assert a.state_hash() == b.state_hash()


def test_a_state_repeats_its_future_to_the_bit():
    world = tumbling(2)
    run(world, 60)
    state, before = world.save_state(), world.state_hash()
    run(world, 60)
    after = world.state_hash()
    world.load_state(state)
    assert world.state_hash() == before
    run(world, 60)
    assert world.state_hash() == after


def test_rough_ground_holds_everything_and_all_of_it_sleeps():
    world = tumbling(3)
    run(world, 900)
    bodies = [body for body in world.bodies if body.kind == BodyKind.DYNAMIC]
    assert min(body.position[1] for body in bodies) > 0.0
    assert not any(body.awake for body in bodies)


# ---- Moving meshes ---------------------------------------------------------------------------------------------------


def drum(radius=1.5, half_width=0.6, count=24):
    """Inside of a drum along z, with side walls, seen from inside."""
    angle = np.linspace(0, 2 * math.pi, count, endpoint=False)
    ring = radius * np.column_stack((np.cos(angle), np.sin(angle)))
    front = np.column_stack((ring, np.full(count, half_width)))
    back = np.column_stack((ring, np.full(count, -half_width)))
    middle = np.array([[0, 0, half_width], [0, 0, -half_width]])
    k, n = np.arange(count), (np.arange(count) + 1) % count
    triangles = [
        np.stack((k, k + count, n), axis=1),
        np.stack((n, k + count, n + count), axis=1),
        np.stack((np.full(count, 2 * count), n, k), axis=1)[:, ::-1],
        np.stack((np.full(count, 2 * count + 1), n + count, k + count), axis=1),
    ]
    triangles[2], triangles[3] = triangles[2][:, ::-1], triangles[3][:, ::-1]
    return np.concatenate((front, back, middle)), np.concatenate(triangles)


def test_a_turning_drum_carries_its_load_along():
    world = World()
    vertices, triangles = drum()
    center = vertices[triangles].mean(axis=1)
    a, b, c = vertices[triangles].transpose(1, 0, 2)
    outward = (np.cross(b - a, c - a) * center).sum(axis=1)
    triangles[outward > 0] = triangles[outward > 0][:, ::-1]
    shape = ShapeMesh(vertices, triangles, two_sided=True)
    world.add_body(kind=BodyKind.KINEMATIC, shape=shape, angular_velocity=(0, 0, 2.0), friction=0.8)
    boxes = [
        world.add_body(shape=ShapeBox((0.15, 0.15, 0.15)), position=(0.4 * k - 0.4, -0.8, 0.3 * j), friction=0.8)
        for k in range(3)
        for j in (-1, 1)
    ]
    highest = -2.0
    for _ in range(600):
        world.step(DT)
        places = np.array([box.position for box in boxes])
        highest = max(highest, places[:, 1].max())
        assert np.hypot(places[:, 0], places[:, 1]).max() < 1.5
        assert np.abs(places[:, 2]).max() < 0.6
    assert highest > -0.6


def test_a_box_rides_on_a_moving_mesh():
    world = World()
    vertices, triangles = meshes.flat(4.0, 8)
    world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeMesh(vertices, triangles), velocity=(1, 0, 0.5), friction=1.0)
    box = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(0.1, 0.3, 0), velocity=(1, 0, 0.5), friction=1.0)
    run(world, 120)
    np.testing.assert_allclose(box.position, (2.1, 0.3, 1.0), atol=5e-3)


def test_contacts_far_from_the_origin_of_a_wide_mesh_are_exact():
    """Ground of 4 km, and the whole of it 100 km away: float32 is 8 mm coarse there."""
    world = World()
    heights = np.zeros((9, 9))
    world.add_body(kind=BodyKind.STATIC, shape=ShapeHeightField(heights, 500.0), position=(1e5, 100.0, 1e5))
    x, z = 1e5 + 1777.3, 1e5 - 1234.7
    box = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(x, 100.31, z))
    run(world, 120)
    np.testing.assert_allclose(box.position, (x, 100.3, z), atol=1e-3)
    assert not box.awake
