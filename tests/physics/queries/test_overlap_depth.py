"""Depth and normal of overlaps: a way out, and none is shorter."""

import itertools
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

ROCK = [(0.5, 0.1, 0.2), (-0.4, 0.3, 0.1), (0.0, -0.5, 0.3), (0.1, 0.2, -0.6), (0.2, 0.6, 0.3), (-0.3, -0.2, -0.3)]
WEDGE = [(-0.6, -0.3, -0.4), (0.6, -0.3, -0.4), (-0.6, -0.3, 0.4), (0.6, -0.3, 0.4), (-0.6, 0.3, 0.0), (0.6, 0.3, 0.0)]
SHAPES = {
    "sphere": ShapeSphere(0.4),
    "capsule": ShapeCapsule(0.2, 0.5),
    "box": ShapeBox((0.3, 0.5, 0.4)),
    "cylinder": ShapeCylinder(0.4, 0.3),
    "cone": ShapeCone(0.4, 0.5),
    "rock": ShapeHull(ROCK),
    "wedge": ShapeHull(WEDGE),
}
FLOOR = ShapeMesh([(-9, 0, -9), (9, 0, -9), (9, 0, 9), (-9, 0, 9)], [(0, 2, 1), (0, 3, 2)])


def directions(count=20000):
    """Unit vectors all around, evenly spread (Fibonacci)."""
    k = np.arange(count) + 0.5
    y, turn = 1.0 - 2.0 * k / count, math.pi * (1.0 + math.sqrt(5.0)) * k
    across = np.sqrt(1.0 - y * y)
    return np.stack((across * np.cos(turn), y, across * np.sin(turn)), axis=1)


AROUND = directions()


def matrix(q):
    x, y, z, w = q
    return np.array(
        [
            (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
            (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
            (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
        ]
    )


def reach(name, n, q):
    """How far a shape, turned by q, reaches along directions [k, 3] from the origin of its axes [m]."""
    local = n @ matrix(q)
    shape = SHAPES[name]
    across = np.hypot(local[:, 0], local[:, 2])
    if name == "sphere":
        return np.full(len(n), 0.4)
    if name == "capsule":
        return 0.2 + 0.5 * np.abs(local[:, 1])
    if name == "box":
        return np.abs(local) @ np.array((0.3, 0.5, 0.4))
    if name == "cylinder":
        return 0.4 * across + 0.3 * np.abs(local[:, 1])
    if name == "cone":
        return np.maximum(0.5 * local[:, 1], 0.4 * across - 0.5 * local[:, 1])
    points = np.array(ROCK if name == "rock" else WEDGE)
    assert isinstance(shape, ShapeHull)
    return (local @ points.T).max(axis=1)


def random_turn(rng):
    q = rng.normal(size=4)
    return tuple(q / np.linalg.norm(q))


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), list(itertools.product(SHAPES, SHAPES)))
def test_no_way_out_is_shorter(first, second):
    """Of all unit vectors n, depth = min of h_a(-n) + h_b(n) - n . (a - b); and moved by it, the shapes just touch."""
    rng = np.random.default_rng(sum(map(ord, first + second)))
    for _ in range(8):
        turn_a, turn_b = random_turn(rng), random_turn(rng)
        offset = rng.normal(size=3) * rng.uniform(0.0, 0.35)
        world = World()
        body = world.add_body(
            kind=BodyKind.STATIC, shape=SHAPES[second], position=(1, 2, 3), orientation=turn_b, friction=0.5
        )
        place = np.array((1, 2, 3)) + offset
        hits = world.overlap(SHAPES[first], place, turn_a)
        widths = reach(first, -AROUND, turn_a) + reach(second, AROUND, turn_b) - AROUND @ offset
        if widths.min() < 1e-3:
            continue
        (hit,) = hits
        assert hit.body is body and hit.triangle == -1
        normal = np.array(hit.normal)[None, :]
        assert np.linalg.norm(normal) == pytest.approx(1.0, abs=1e-6)
        exact = (reach(first, -normal, turn_a) + reach(second, normal, turn_b) - normal @ offset)[0]
        assert hit.depth == pytest.approx(exact, abs=2e-5)
        assert hit.depth <= widths.min() + 1e-4
        assert world.overlap(SHAPES[first], place + (hit.depth + 1e-4) * normal[0], turn_a) == []
        (touching,) = world.overlap(SHAPES[first], place + (hit.depth - 1e-3) * normal[0], turn_a)
        assert touching.depth == pytest.approx(1e-3, abs=5e-4)
        deepest = np.array(hit.point) - place
        assert normal[0] @ deepest == pytest.approx(-reach(first, -normal, turn_a)[0], abs=1e-4)


@pytest.mark.parametrize("ground", [ShapePlane(), FLOOR, ShapeHeightField(np.zeros((5, 5)), 4.0)], ids=["p", "m", "h"])
def test_depth_in_the_ground(ground):
    """A ball 0.25 m over the ground is 0.15 m deep in it, a cube 0.1 m; up is out."""
    world = World()
    body = world.add_body(kind=BodyKind.STATIC, shape=ground)
    for shape, depth in ((ShapeSphere(0.4), 0.15), (ShapeBox((0.35, 0.35, 0.35)), 0.1), (ShapeCapsule(0.1, 0.2), 0.05)):
        (hit,) = world.overlap(shape, (0.3, 0.25, 0.2))
        assert hit.body is body and hit.depth == pytest.approx(depth, abs=1e-5)
        assert hit.normal == pytest.approx((0, 1, 0), abs=1e-4) and hit.point[1] == pytest.approx(-depth, abs=1e-4)
        assert (hit.triangle >= 0) == (not isinstance(ground, ShapePlane))


def test_the_edge_of_a_mesh_is_left_sideways():
    """A ball that grazes the rim of a floor is pushed off it, not up."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=FLOOR)
    (hit,) = world.overlap(ShapeSphere(0.5), (9.4, -0.05, 0.0))
    assert hit.depth == pytest.approx(0.5 - math.hypot(0.4, 0.05), abs=1e-5) and hit.normal.x > 0.99


def test_what_only_touches_has_no_depth():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((1, 1, 1)))
    (hit,) = world.overlap(ShapeBox((0.5, 0.5, 0.5)), (1.5, 0, 0))
    assert hit.depth == pytest.approx(0.0, abs=3e-6) and hit.normal == pytest.approx((1, 0, 0), abs=1e-5)


def test_a_batch_has_depths_too():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    places = np.array([(0.0, 0.1 * k, 0.0) for k in range(7)])
    found = world.overlap_batch(ShapeSphere(0.4), places)
    assert [hit.depth for hits in found for hit in hits] == pytest.approx([0.4, 0.3, 0.2, 0.1, 0.0], abs=1e-6)


def test_in_the_same_place_there_is_a_way_out():
    for name, shape in SHAPES.items():
        world = World()
        world.add_body(kind=BodyKind.STATIC, shape=shape)
        (hit,) = world.overlap(shape, (0, 0, 0))
        assert np.isfinite((*hit.normal, *hit.point)).all() and hit.depth > 0.1, name
        assert world.overlap(shape, tuple((hit.depth + 1e-4) * x for x in hit.normal)) == [], name
