"""Many rays at once: the same answers as one by one."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeMesh, ShapeSphere, World
from physics.queries import rays as queries
from tests.physics.queries.test_ray_cast import DT, crowd, random_turn, rays_through

CUBE = ShapeBox(half_extents=(0.5, 0.5, 0.5))
BALL = ShapeSphere(radius=0.5)


def same_hits(many, few):
    """Equal to the bit."""
    for name in ("body", "shape", "point", "normal", "distance", "triangle"):
        np.testing.assert_array_equal(getattr(many, name), getattr(few, name), err_msg=name)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_many_rays_are_answered_as_few_are_to_the_bit(seed, monkeypatch):
    """They go through packed trees, with other bounds and in another order."""
    world = crowd(seed=seed, count=90)
    random = np.random.default_rng(seed)
    points = random.uniform(-1, 1, (60, 3))
    mesh = ShapeMesh(np.concatenate((points, points[:30] + 0.1)), random.permutation(90).reshape(30, 3), two_sided=True)
    for kind in (BodyKind.STATIC, BodyKind.KINEMATIC):
        world.add_body(kind=kind, shape=mesh, position=random.uniform(-5, 5, 3), orientation=random_turn(random))
    for steps in (0, 1, 10):
        for _ in range(steps):
            world.step(DT)
        bodies = world.bodies
        for options in ({}, {"mask": 5}, {"ignore": bodies[::3]}, {"mask": 1 << 20}, {"mask": 3, "ignore": bodies}):
            origin, direction = rays_through(world, 600)
            many = world.ray_cast_batch(origin, direction, 30.0, **options)
            monkeypatch.setattr(queries, "RAYS_AT_LEAST", math.inf)
            same_hits(many, world.ray_cast_batch(origin, direction, 30.0, **options))
            monkeypatch.undo()
        world.remove_body(world.bodies[7])


def test_many_rays_in_worlds_of_few_shapes():
    origin, direction = np.tile((0.0, 3.0, 0.0), (100, 1)), np.tile((0.0, -1.0, 0.0), (100, 1))
    world = World()
    assert world.ray_cast_batch(origin, direction).body.tolist() == [0] * 100
    ball = world.add_body(shape=BALL)
    assert world.ray_cast_batch(origin, direction).body.tolist() == [ball.id] * 100
    box = world.add_body(kind=BodyKind.STATIC, shape=CUBE, position=(0, 1, 0))
    assert world.ray_cast_batch(origin, direction).body.tolist() == [box.id] * 100
    world.remove_body(ball)
    assert world.ray_cast_batch(origin, direction).distance.tolist() == [1.5] * 100
    assert world.ray_cast_batch(origin, direction, ignore=box).body.tolist() == [0] * 100
