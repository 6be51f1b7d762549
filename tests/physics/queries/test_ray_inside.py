"""Rays that start inside of something, and are asked to say so."""

import numpy as np
import pytest

from physics import (
    BodyKind,
    ShapeBox,
    ShapeCapsule,
    ShapeCone,
    ShapeCylinder,
    ShapeHull,
    ShapeMesh,
    ShapePlane,
    ShapeSphere,
    World,
)

TETRAHEDRON = ShapeHull([(1, 1, 1), (-1, -1, 1), (-1, 1, -1), (1, -1, -1)])
SOLIDS = {
    "ball": ShapeSphere(1.0),
    "box": ShapeBox((1, 1, 1)),
    "capsule": ShapeCapsule(0.5, 1.0),
    "cylinder": ShapeCylinder(1.0, 1.0),
    "cone": ShapeCone(1.0, 1.0),
    "hull": TETRAHEDRON,
    "half-space": ShapePlane((0, 1, 0), 0.5),
}
FLOOR = ShapeMesh([(-9, 0, -9), (9, 0, -9), (9, 0, 9), (-9, 0, 9)], [(0, 2, 1), (0, 3, 2)], two_sided=True)


def fixed(world, shape, position=(0, 0, 0), **options):
    return world.add_body(kind=BodyKind.STATIC, shape=shape, position=position, **options)


@pytest.mark.parametrize("name", SOLIDS)
def test_a_solid_around_the_origin_is_hit_at_once(name):
    """Distance 0, at the origin, with the normal against the ray; without `inside`, what comes next is hit."""
    world = World()
    body = fixed(world, SOLIDS[name])
    wall = fixed(world, ShapeBox((0.1, 9, 9)), (5, 0, 0))
    origin, direction = (0.1, -0.05, 0.1), (3, 0, 0)
    hit = world.ray_cast(origin, direction, inside=True)
    assert hit.body is body and hit.shape is body.parts[0] and hit.triangle == -1
    assert hit.distance == 0.0 and hit.point == pytest.approx(origin) and hit.normal == pytest.approx((-1, 0, 0))
    assert world.ray_cast(origin, direction).body is wall
    every = world.ray_cast_all(origin, direction, inside=True)
    assert [(some.body, some.distance) for some in every] == [(body, 0.0), (wall, pytest.approx(4.8))]
    outside = world.ray_cast((-3, 3, 0), (1, 0, 0), inside=True)
    assert outside is None or outside.distance > 0.0


def test_surfaces_have_no_inside():
    world = World()
    fixed(world, FLOOR)
    box = fixed(world, ShapeBox((1, 1, 1)))
    assert world.ray_cast((0, -0.5, 0), (0, 1, 0), inside=True, ignore=box).distance == pytest.approx(0.5)
    hits = world.ray_cast_batch(np.array([(0.0, 0.0, 0.0)]), np.array([(0.0, 1.0, 0.0)]), inside=True)
    assert hits.body.tolist() == [box.id] and hits.distance.tolist() == [0.0]


def test_many_solids_one_in_another_are_told_in_order():
    world = World()
    bodies = [fixed(world, ShapeBox((1 + 0.1 * k,) * 3)) for k in range(40)]
    every = world.ray_cast_all((0, 0, 0), (0, 0, 1), inside=True)
    assert [hit.body for hit in every] == bodies and all(hit.distance == 0.0 for hit in every)
    assert world.ray_cast((0, 0, 0), (0, 0, 1), inside=True).body is bodies[0]
    assert world.ray_cast_all((0, 0, 0), (0, 0, 1)) == []


def test_masks_ignored_bodies_and_sensors_hold_inside_too():
    world = World()
    fixed(world, ShapeSphere(1.0), sensor=True)
    ghost = fixed(world, ShapeSphere(1.0), category=2)
    ball = fixed(world, ShapeSphere(1.0))
    ray = {"origin": (0, 0, 0), "direction": (1, 0, 0), "inside": True}
    assert world.ray_cast(**ray).body is ghost
    assert world.ray_cast(**ray, ignore=ghost).body is ball
    assert world.ray_cast(**ray, mask=4, ignore=ball) is None


@pytest.mark.parametrize("count", [5, 500])
def test_a_batch_says_the_same_as_single_rays(count):
    """Both for few rays and for so many that the trees are packed."""
    rng = np.random.default_rng(5)
    world = World()
    for shape in SOLIDS.values():
        if not isinstance(shape, ShapePlane):
            fixed(world, shape, rng.uniform(-2, 2, 3))
    origins, directions = rng.uniform(-3, 3, (count, 3)), rng.normal(size=(count, 3))
    hits = world.ray_cast_batch(origins, directions, inside=True)
    for k in range(count):
        hit = world.ray_cast(origins[k], directions[k], inside=True)
        if hit is None:
            assert hits.body[k] == 0
        else:
            assert (hits.body[k], hits.shape[k]) == (hit.body.id, hit.shape.id)
            assert hits.distance[k] == hit.distance and tuple(hits.normal[k]) == pytest.approx(hit.normal)
    if count > 100:
        assert 0 < (hits.distance == 0.0).sum() < count


@pytest.mark.parametrize("value", [None, 1, "yes", 0.5])
def test_inside_is_true_or_false(value):
    world = World()
    for call in (world.ray_cast, world.ray_cast_all):
        with pytest.raises(TypeError, match="inside"):
            call((0, 0, 0), (1, 0, 0), inside=value)
    with pytest.raises(TypeError, match="inside"):
        world.ray_cast_batch(np.zeros((1, 3)), np.ones((1, 3)), inside=value)
