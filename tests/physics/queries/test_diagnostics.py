"""Bounds, trees, islands, energy and mass, judged by loops over bodies."""

import dataclasses
import math
import warnings

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World
from physics.bodies.mass import full_matrix, rotate_inertia
from physics.kernels.broad_phase.tree import STACK_SIZE
from tests.physics.reference.rays import Solid

DT = 1 / 60
CUBE = ShapeBox(half_extents=(0.5, 0.5, 0.5))
BALL = ShapeSphere(radius=0.5)


def crowd(seed=1, center=(0.0, 0.0, 0.0), count=50):
    """Bodies of all kinds, some of them composites, above the ground."""
    random = np.random.default_rng(seed)
    shapes = (BALL, CUBE, ShapeCapsule(0.25, 0.5), ShapeBox((1.0, 0.1, 0.4)))
    world = World(gravity=(1.0, -9.81, 0.5))
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), position=(center[0], center[1] - 5, center[2]))
    for i in range(count):
        kind = (BodyKind.STATIC, BodyKind.KINEMATIC, *[BodyKind.DYNAMIC] * 6)[i % 8]
        moving = kind != BodyKind.STATIC
        body = world.add_body(
            kind=kind,
            shape=shapes[random.integers(4)],
            position=tuple((random.uniform(-5, 5, 3) + center).tolist()),
            orientation=tuple(random.normal(size=4).tolist()),
            velocity=tuple(random.uniform(-9, 9, 3).tolist()) if moving else (0, 0, 0),
            angular_velocity=tuple(random.uniform(-9, 9, 3).tolist()) if moving else (0, 0, 0),
            gravity_scale=float(random.uniform(-1, 2)),
            lock_position=i % 11 == 10,
        )
        if i % 3 == 0:
            body.add_shape(shapes[random.integers(4)], offset=(0.75, 0.25, -0.5), rotation=(0, 0, 1, 2), density=3000.0)
    return world


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def stages():
    """A world at several points of its life."""
    world = crowd()
    yield world
    run(world, 30)
    yield world
    for body in world.bodies[5::5]:
        world.remove_body(body)
    world.bodies[3].position = (20, 3, 1)
    world.add_body(shape=BALL, position=(-20, 3, 1))
    yield world
    run(world, 1)
    yield world


# ---- Bounds and trees ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("center", [(0.0, 0.0, 0.0), (1e5, -1e5, 3e4)])
def test_bounds_contain_the_shapes_and_little_more(center):
    world = crowd(center=center)
    for steps in (0, 20):
        run(world, steps)
        before = world.state_hash()
        shapes, lower, upper = world.bounds()
        parts = {part.id: (body, part) for body in world.bodies for part in body.parts}
        parts = {number: pair for number, pair in parts.items() if not isinstance(pair[1].shape, ShapePlane)}
        assert sorted(shapes.tolist()) == sorted(parts) and shapes.dtype == np.int32
        for shape, low, high in zip(shapes.tolist(), lower, upper, strict=True):
            body, part = parts[shape]
            solid = Solid.of(body, part)
            half = half_bounds(part.shape, solid.axes.astype(float))
            middle = solid.center.astype(float)
            assert (low <= middle - half).all() and (high >= middle + half).all()
            slack = 0.2 + 0.1 + 2e-6 * np.abs(center).max()  # margins, and the way of a step
            ahead = 2 * DT * max(np.abs(body.velocity).max(), 9)
            assert (low >= middle - half - slack - ahead).all() and (high <= middle + half + slack + ahead).all()
        assert world.state_hash() == before


def half_bounds(shape, axes):
    if isinstance(shape, ShapeBox):
        return np.abs(axes) @ shape.half_extents
    if isinstance(shape, ShapeCapsule):
        return np.abs(axes[:, 1]) * shape.half_height + shape.radius
    return np.full(3, shape.radius)


@pytest.mark.parametrize("static", [False, True])
def test_inner_nodes_enclose_what_is_below_them(static):
    for world in stages():
        before = world.state_hash()
        depth, lower, upper = world.tree_bounds(static=static, max_depth=STACK_SIZE)
        shapes, low, high = world.bounds()
        kinds = {part.id: body.kind for body in world.bodies for part in body.parts}
        chosen = [(kinds[shape] == BodyKind.STATIC) == static for shape in shapes.tolist()]
        low, high = low[chosen], high[chosen]
        assert len(depth) == len(low) - 1, "a binary tree has one inner node less than leaves"
        assert depth[0] == 0 and (depth[1:] > 0).all() and (np.diff(depth) <= 1).all()
        np.testing.assert_array_equal(lower[0], low.min(axis=0))
        np.testing.assert_array_equal(upper[0], high.max(axis=0))
        last = {}
        for k, level in enumerate(depth.tolist()):
            last[level] = k
            if level:
                parent = last[level - 1]
                assert (lower[parent] <= lower[k]).all() and (upper[parent] >= upper[k]).all()
        assert world.state_hash() == before


def test_the_depth_of_a_tree_can_be_limited():
    world = crowd()
    full = world.tree_bounds()
    top = world.tree_bounds(max_depth=2)
    assert top.depth.tolist() == [d for d in full.depth.tolist() if d <= 2]
    np.testing.assert_array_equal(top.lower, full.lower[full.depth <= 2])
    assert len(world.tree_bounds(max_depth=0).depth) == 1


def test_small_worlds_have_small_trees():
    world = World()
    assert world.bounds().shape.tolist() == [] and world.tree_bounds().depth.tolist() == []
    world.add_body(shape=BALL)
    assert len(world.bounds().shape) == 1 and world.tree_bounds().upper.shape == (0, 3)


@pytest.mark.parametrize(
    ("options", "error"),
    [({"max_depth": -1}, ValueError), ({"max_depth": 1.5}, TypeError), ({"static": 1}, TypeError)],
)
def test_bad_options_of_a_tree_are_refused(options, error):
    with pytest.raises(error, match=next(iter(options))):
        World().tree_bounds(**options)


# ---- Islands ---------------------------------------------------------------------------------------------------------


def touching_groups(world):
    """Lowest number of each group of dynamic bodies that touch, by a loop until nothing changes."""
    name = {body.id: body.id for body in world.bodies if body.kind == BodyKind.DYNAMIC and not body.frozen}
    pairs = [(a, b) for a, b in world.contacts()[["body_a", "body_b"]].tolist() if a in name and b in name]
    changed = True
    while changed:
        changed = False
        for a, b in pairs:
            if name[a] != name[b]:
                name[a] = name[b] = min(name[a], name[b])
                changed = True
    return [name.get(body, 0) for body in world.snapshot().body.tolist()]


def stacks():
    world = World()
    ground = world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    positions = [(3.0 * x, 0.5 + y, 3.0 * z) for x in range(3) for z in range(3) for y in range(1 + (x + z) % 3)]
    random = np.random.default_rng(4)
    boxes = world.add_bodies(shape=CUBE, position=random.permutation(positions))
    world.add_body(kind=BodyKind.KINEMATIC, shape=BALL, position=(0, 20, 0))
    world.add_body(shape=BALL, position=(0, 40, 0), gravity_scale=0.0)
    return world, ground, boxes


def test_islands_are_what_touches():
    world, _, _ = stacks()
    assert world.islands().tolist() == touching_groups(world), "before the first step, each is alone"
    run(world, 10)
    before = world.state_hash()
    islands = world.islands()
    assert islands.dtype == np.int32 and islands.tolist() == touching_groups(world)
    assert len(set(islands.tolist())) == 9 + 1 + 1
    assert world.state_hash() == before
    run(world, 120)
    assert not world.snapshot().awake[1:-2].any(), "asleep"
    assert world.islands().tolist() == touching_groups(world)


def test_islands_without_their_roots_are_named_after_living_bodies():
    world, _, boxes = stacks()
    run(world, 130)
    roots = set(world.islands().tolist())
    for body in [body for body in boxes if body.id in roots]:
        world.remove_body(body)
    before = world.state_hash()
    assert world.islands().tolist() == touching_groups(world)
    assert world.state_hash() == before
    for _ in range(5):
        world.step(DT)
        assert world.islands().tolist() == touching_groups(world)


def test_a_frozen_body_has_no_island_and_joins_none():
    world = World()
    boxes = world.add_bodies(shape=CUBE, position=[(0, i, 0) for i in range(3)])
    run(world, 2)
    assert world.islands().tolist() == [boxes[0].id] * 3
    world._arrays.bodies.motion[boxes[0].id, 0] = math.nan
    with warnings.catch_warnings(action="ignore"):
        world.step(DT)
    assert world.islands().tolist() == [0, boxes[1].id, boxes[1].id]


# ---- Energy and mass -------------------------------------------------------------------------------------------------


def test_energy_is_the_sum_over_the_bodies():
    for world in stages():
        before = world.state_hash()
        energy = world.energy()
        dynamic = [body for body in world.bodies if body.kind == BodyKind.DYNAMIC]
        assert energy.kinetic == pytest.approx(sum(body.kinetic_energy for body in dynamic), rel=1e-6)
        gravity = np.array(world.gravity)
        heights = [-body.mass * body.gravity_scale * gravity @ body.center_of_mass for body in dynamic]
        assert energy.potential == pytest.approx(sum(heights), abs=1e-6 * np.abs(heights).sum())
        assert energy.total == energy.kinetic + energy.potential
        pushes = np.array([body.velocity * body.mass for body in dynamic])
        np.testing.assert_allclose(energy.momentum, pushes.sum(axis=0), atol=1e-6 * np.abs(pushes).sum())
        spins = [
            full_matrix(rotate_inertia(body.inertia[np.triu_indices(3)].tolist(), body.orientation))
            @ body.angular_velocity
            for body in dynamic
        ]
        spins = np.array(spins) + np.cross([body.center_of_mass for body in dynamic], pushes)
        np.testing.assert_allclose(energy.angular_momentum, spins.sum(axis=0), atol=1e-6 * np.abs(spins).sum())
        assert world.state_hash() == before


def test_energy_of_one_body_in_closed_form():
    """A ball of 2 kg: m v^2 / 2 + (2/5 m r^2) w^2 / 2, m g h, m v, x * m v + I w."""
    world = World(gravity=(0, -10, 0))
    world.add_body(shape=BALL, mass=2.0, position=(3, 4, 0), velocity=(0, 2, 0), angular_velocity=(0, 0, 5))
    energy = world.energy()
    assert energy.kinetic == pytest.approx(4.0 + 0.5 * 0.2 * 25.0)
    assert energy.potential == pytest.approx(80.0)
    assert energy.momentum == pytest.approx((0, 4, 0))
    assert energy.angular_momentum == pytest.approx((0, 0, 12 + 1))
    with pytest.raises(dataclasses.FrozenInstanceError):
        energy.kinetic = 0.0


def test_what_has_no_mass_has_no_energy():
    world = World()
    world.add_body(kind=BodyKind.KINEMATIC, shape=BALL, position=(3, 4, 0), velocity=(0, 2, 0))
    world.add_body(kind=BodyKind.STATIC, shape=BALL, position=(3, 4, 0))
    energy = world.energy()
    assert (energy.kinetic, energy.potential) == (0.0, 0.0) == (*energy.momentum[:2],)
    assert World().energy().total == 0.0


def test_masses_come_in_the_order_of_snapshots():
    for world in stages():
        next(body for body in world.bodies if body.kind == BodyKind.DYNAMIC).mass = 123.0
        before = world.state_hash()
        mass, center, inertia = world.mass_data()
        assert (mass.dtype, center.dtype, inertia.dtype) == (np.float64,) * 3
        for k, number in enumerate(world.snapshot().body.tolist()):
            body = world.body(number)
            assert mass[k] == pytest.approx(body.mass, rel=1e-7)
            assert tuple(center[k]) == body.center_of_mass
            np.testing.assert_allclose(full_matrix(inertia[k]), body.inertia, rtol=1e-6, atol=1e-6 * body.inertia.max())
        assert world.state_hash() == before


def test_read_outs_are_copies():
    world = crowd()
    before = world.state_hash()
    for arrays in (world.bounds(), world.tree_bounds(), world.mass_data(), (world.islands(),)):
        for array in arrays:
            array[:] = 7
    assert world.state_hash() == before
    assert world.snapshot().body.tolist() == [body.id for body in world.bodies]
