"""Meshes on dynamic bodies: against half-spaces, convex shapes, height fields and one another."""

import functools
import math

import numpy as np
import pytest

from physics import (
    BodyKind,
    ShapeBox,
    ShapeCapsule,
    ShapeCone,
    ShapeCylinder,
    ShapeHeightField,
    ShapeHull,
    ShapeMesh,
    ShapePlane,
    ShapeSphere,
    World,
)

DT = 1 / 60
RIGHT = math.sqrt(0.5)


@functools.cache
def torus(radius=0.3, tube=0.1, around=24, across=12):
    """Closed ring about Y."""
    u, v = np.meshgrid(np.arange(around) * math.tau / around, np.arange(across) * math.tau / across, indexing="ij")
    wide = radius + tube * np.cos(v)
    places = np.stack((wide * np.cos(u), tube * np.sin(v), wide * np.sin(u)), -1).reshape(-1, 3)
    i, j = (grid.ravel() for grid in np.meshgrid(np.arange(around), np.arange(across), indexing="ij"))
    ahead, up = (i + 1) % around, (j + 1) % across
    a, b, c, d = i * across + j, ahead * across + j, ahead * across + up, i * across + up
    return ShapeMesh(places, np.concatenate((np.stack((a, c, b), 1), np.stack((a, d, c), 1))))


@functools.cache
def crate(x=0.5, y=0.5, z=0.5):
    """Closed box of twelve triangles."""
    places = [(i * x, j * y, k * z) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return ShapeMesh(places, [t for a, b, c, d in faces for t in ((a, b, c), (a, c, d))])


GROUNDS = {
    "plane": (lambda: ShapePlane(), 0.0),
    "box": (lambda: ShapeBox((5.0, 0.5, 5.0)), -0.5),
    "crate": (lambda: crate(5.0, 0.5, 5.0), -0.5),
    "mesh": (lambda: ShapeMesh([[-5, 0, -5], [-5, 0, 5], [5, 0, 5], [5, 0, -5]], [[0, 1, 2], [0, 2, 3]]), 0.0),
    "field": (lambda: ShapeHeightField(np.zeros((21, 21)), 0.5), 0.0),
}


def on_ground(ground):
    shape, height = GROUNDS[ground]
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=shape(), position=(0, height, 0))
    return world


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def test_mass_and_inertia_are_those_of_what_it_encloses():
    """A box of triangles is a box; a fine torus has V = 2 pi^2 R r^2, to within its facets."""
    world = World()
    mesh = world.add_body(shape=crate(0.1, 0.2, 0.3), density=500.0)
    box = world.add_body(shape=ShapeBox((0.1, 0.2, 0.3)), density=500.0, position=(3, 0, 0))
    assert mesh.mass == pytest.approx(box.mass)
    np.testing.assert_allclose(mesh.inertia, box.inertia, atol=1e-6)
    ring = world.add_body(shape=torus(around=96, across=48), position=(6, 0, 0))
    assert ring.mass == pytest.approx(1000.0 * 2 * math.pi**2 * 0.3 * 0.01, rel=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("thing", ["torus", "crate"])
def test_a_mesh_falls_comes_to_rest_and_sleeps(ground, thing):
    shape, height = (torus(), 0.1) if thing == "torus" else (crate(), 0.5)
    world = on_ground(ground)
    body = world.add_body(shape=shape, position=(0.1, height + 0.5, 0.05), orientation=(0.1, 0.0, 0.05, 0.99))
    run(world, 240)
    assert not body.awake
    assert body.position.y == pytest.approx(height, abs=0.004)
    assert world.contacts()["separation"].min() > -0.002
    world.validate()


@pytest.mark.slow
def test_a_stack_of_crates_of_triangles_stands():
    world = on_ground("plane")
    crates = [world.add_body(shape=crate(), position=(0.02 * (k % 2), 0.5 + k, 0.01 * (k % 3))) for k in range(6)]
    run(world, 120)
    assert [body.position.y for body in crates] == pytest.approx([0.5 + k for k in range(6)], abs=0.002)
    assert not any(body.awake for body in crates)


@pytest.mark.slow
def test_a_ring_hangs_in_a_ring():
    """Linked, it falls until the insides of both tubes touch: the centers are then R + R - 2 r apart."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=torus(), position=(0, 2, 0), orientation=(RIGHT, 0, 0, RIGHT))
    ring = world.add_body(
        shape=torus(), position=(0, 1.65, 0), orientation=(0, 0, RIGHT, RIGHT), angular_damping=1.0, linear_damping=0.5
    )
    lowest = 2.0
    for _ in range(240):
        world.step(DT)
        lowest = min(lowest, ring.position.y)
        assert world.contacts()["separation"].min(initial=0.0) > -0.02
    assert lowest > 2.0 - 0.4 - 0.03
    assert ring.position.y == pytest.approx(2.0 - 0.4, abs=0.03)


@pytest.mark.slow
@pytest.mark.parametrize(
    "shape",
    [
        ShapeSphere(0.12),
        ShapeBox((0.1, 0.1, 0.1)),
        ShapeCapsule(0.08, 0.1),
        ShapeCylinder(0.12, 0.1),
        ShapeCone(0.12, 0.12),
        ShapeHull(np.random.default_rng(2).normal(size=(20, 3)) * 0.08),
    ],
    ids=lambda shape: type(shape).__name__,
)
def test_convex_shapes_lie_in_a_dynamic_ring(shape):
    """They fall through its hole, and do not pass its tube when they are pushed."""
    world = on_ground("plane")
    ring = world.add_body(shape=torus(), position=(0, 0.1, 0))
    body = world.add_body(shape=shape, position=(0.0, 0.4, 0.0))
    run(world, 60)
    for _ in range(60):
        body.apply_force((4.0 * body.mass, 0.0, 0.0))
        world.step(DT)
        assert math.dist((body.position.x, body.position.z), (ring.position.x, ring.position.z)) < 0.3
    assert ring.position.y == pytest.approx(0.1, abs=0.02) and np.isfinite(body.position).all()
    world.validate()


@pytest.mark.slow
@pytest.mark.parametrize("speed", [5.0, 15.0])
@pytest.mark.parametrize("ground", ["plate", "box", "field"])
def test_a_fast_ring_does_not_pass_a_thin_plate(ground, speed):
    world = World(gravity=(0, 0, 0))
    shapes = {"plate": crate(3.0, 0.05, 3.0), "box": ShapeBox((3.0, 0.05, 3.0)), "field": GROUNDS["field"][0]()}
    world.add_body(kind=BodyKind.STATIC, shape=shapes[ground])
    ring = world.add_body(
        shape=torus(), position=(0.1, 1.5, 0.05), orientation=(0.2, 0, 0.3, 0.93), velocity=(0, -speed, 0)
    )
    run(world, 40)
    assert ring.position.y > 0.1


@pytest.mark.slow
def test_the_same_pile_of_rings_twice_and_from_a_state_has_the_same_bits():
    hashes = []
    for _ in range(2):
        world = on_ground("plane")
        rings = [world.add_body(shape=torus(), position=(0.2 * (k % 2), 0.2 + 0.25 * k, 0.1)) for k in range(4)]
        run(world, 40)
        state = world.save_state()
        run(world, 60)
        hashes.append(world.state_hash())
        world.load_state(state)
        run(world, 60)
        hashes.append(world.state_hash())
        assert all(np.isfinite(ring.position).all() for ring in rings)
    assert len(set(hashes)) == 1


@pytest.mark.parametrize("kind", [BodyKind.STATIC, BodyKind.KINEMATIC])
def test_a_sensor_of_a_mesh_senses_a_mesh(kind):
    """It enters once and leaves once, however many directions its triangles have."""
    world = World()
    gate = world.add_body(kind=kind, shape=torus(), sensor=True, position=(0, 1, 0))
    ring = world.add_body(shape=torus(), position=(0.05, 2, 0))
    seen = []
    for _ in range(60):
        world.step(DT)
        seen += [(event.kind, event.sensor, event.body) for event in world.events if event.kind.startswith("sensor")]
        assert len(world.contacts()) == 0
    assert seen == [("sensor_enter", gate, ring), ("sensor_leave", gate, ring)]
    world.validate()


def test_a_mesh_that_is_not_closed_needs_mass_and_inertia():
    world = World()
    sheet = ShapeMesh([[-1, 0, -1], [-1, 0, 1], [1, 0, 1], [1, 0, -1]], [[0, 1, 2], [0, 2, 3]], two_sided=True)
    before = world.state_hash()
    for options in ({}, {"mass": 2.0}, {"inertia": (1, 2, 1)}):
        with pytest.raises(ValueError, match="not closed.*give mass=... and inertia=..."):
            world.add_body(shape=sheet, **options)
    assert world.state_hash() == before
    body = world.add_body(shape=sheet, mass=2.0, inertia=(1.0, 2.0, 1.0), position=(0, 1, 0))
    assert body.mass == 2.0 and np.diag(body.inertia).tolist() == [1, 2, 1]
    definition = body.definition()
    world.remove_body(body)
    assert world.restore(definition).definition() == definition
    static = world.add_body(kind=BodyKind.STATIC, shape=sheet, position=(9, 0, 0))
    with pytest.raises(ValueError, match="not closed"):
        static.kind = BodyKind.DYNAMIC


def test_a_static_mesh_becomes_dynamic_and_falls():
    world = World()
    body = world.add_body(kind=BodyKind.STATIC, shape=crate(), position=(0, 5, 0))
    body.kind = BodyKind.DYNAMIC
    run(world, 10)
    assert body.velocity.y == pytest.approx(-9.81 * 10 * DT, rel=1e-5) and body.mass == pytest.approx(1000.0)


@pytest.mark.slow
def test_a_pile_of_rings_calms_down_without_sinking_in():
    """Twelve of them, thrown together; some may rock on their facets."""
    world = on_ground("plane")
    random = np.random.default_rng(1)
    rings = []
    for k in range(12):
        turn = random.normal(size=4)
        place = (0.3 * (k % 2), 0.5 + 0.45 * k, 0.2 * (k % 3))
        rings.append(world.add_body(shape=torus(), position=place, orientation=turn / np.linalg.norm(turn)))
    run(world, 330)
    assert max(ring.velocity.length for ring in rings) < 0.1
    assert min(ring.position.y for ring in rings) > 0.09
    assert world.contacts()["separation"].min() > -0.003
    world.validate()
