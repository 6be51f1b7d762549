"""Shape casts, overlaps and closest points against closed forms, and against slow obvious code."""

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

CUBE = ShapeBox((0.5, 0.5, 0.5))
BALL = ShapeSphere(0.25)
CORNERS = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
FLOOR = ShapeMesh([(-9, 0, -9), (9, 0, -9), (9, 0, 9), (-9, 0, 9)], [(0, 2, 1), (0, 3, 2)])


def fixed(world, shape, position=(0, 0, 0), **options):
    return world.add_body(kind=BodyKind.STATIC, shape=shape, position=position, **options)


def turn(axis, angle):
    axis = np.array(axis, float) / np.linalg.norm(axis)
    return (*(axis * math.sin(angle / 2)), math.cos(angle / 2))


@pytest.mark.parametrize(
    ("shape", "way"),
    [
        (BALL, 3.75), (CUBE, 3.5), (ShapeCapsule(0.2, 0.4), 3.4), (ShapeCylinder(0.3, 0.4), 3.6),
        (ShapeCone(0.3, 0.4), 3.6), (ShapeHull(CORNERS), 3.5),
    ],
)  # fmt: skip
def test_a_shape_falls_as_far_as_its_size_lets_it(shape, way):
    """From 4 m down to a surface at 0: each kind of ground, each kind of shape."""
    grounds = [ShapePlane(), FLOOR, ShapeHeightField(np.zeros((5, 5)), 4.0)]
    for ground, position in [(g, (0, 0, 0)) for g in grounds] + [(ShapeBox((5, 1, 5)), (0, -1, 0))]:
        world = World()
        body = fixed(world, ground, position)
        hit = world.shape_cast(shape, (0.3, 4, 0.2), motion=(0, -8, 0))
        assert hit.body is body and hit.shape is body.parts[0]
        assert hit.distance == pytest.approx(way, abs=2e-5) and hit.fraction == pytest.approx(way / 8, abs=3e-6)
        assert hit.normal == pytest.approx((0, 1, 0), abs=1e-4) and hit.point[1] == pytest.approx(0.0, abs=1e-4)
        assert world.shape_cast(shape, (0.3, 4, 0.2), motion=(0, -way + 0.01, 0)) is None
        assert world.shape_cast(shape, (0.3, 4, 0.2), motion=(0, 8, 0)) is None
        assert (hit.triangle >= 0) == isinstance(ground, ShapeMesh | ShapeHeightField)


def test_two_balls_meet_where_their_centers_are_their_radii_apart():
    rng = np.random.default_rng(1)
    world = World()
    target = fixed(world, ShapeSphere(0.7), (1, 2, 3))
    for _ in range(300):
        start = np.array((1, 2, 3)) + 3 * (lambda v: v / np.linalg.norm(v))(rng.normal(size=3))
        motion = np.array((1, 2, 3)) + rng.normal(scale=0.6, size=3) - start
        motion *= 2
        # |start + t motion - center| = 0.95
        offset = start - (1, 2, 3)
        a, b, c = motion @ motion, offset @ motion, offset @ offset - 0.95**2
        square = b * b - a * c
        hit = world.shape_cast(BALL, start, motion=motion)
        if square < 0:
            assert hit is None
        else:
            time = (-b - math.sqrt(square)) / a
            assert hit.body is target and hit.fraction == pytest.approx(time, abs=1e-5)
            touch = start + time * motion - (1, 2, 3)
            np.testing.assert_allclose(hit.normal, touch / 0.95, atol=3e-3)


def test_the_nearest_is_found_and_all_are_sorted():
    world = World()
    boxes = [fixed(world, CUBE, (3 * k, 0, 0)) for k in range(5)]
    hit = world.shape_cast(BALL, (-3, 0, 0), motion=(20, 0, 0))
    assert hit.body is boxes[0] and hit.distance == pytest.approx(2.25, abs=1e-5)
    every = world.shape_cast_all(BALL, (-3, 0, 0), motion=(20, 0, 0))
    assert [some.body for some in every] == boxes
    assert [some.distance for some in every] == pytest.approx([2.25 + 3 * k for k in range(5)], abs=1e-4)
    assert world.shape_cast(BALL, (-3, 0, 0), motion=(20, 0, 0), ignore=boxes[:2]).body is boxes[2]


def test_masks_sensors_and_removed_bodies():
    world = World()
    near = fixed(world, CUBE, (2, 0, 0), category=4)
    far = fixed(world, CUBE, (5, 0, 0), category=2)
    fixed(world, CUBE, (1, 0, 0), sensor=True)
    assert world.shape_cast(BALL, (0, 0, 0), motion=(9, 0, 0), mask=2).body is far
    assert world.shape_cast(BALL, (0, 0, 0), motion=(9, 0, 0), mask=8) is None
    assert [hit.body for hit in world.overlap(BALL, (2, 0, 0))] == [near]
    assert world.overlap(BALL, (2, 0, 0), ignore=near) == []
    world.remove_body(near)
    assert world.shape_cast(BALL, (0, 0, 0), motion=(9, 0, 0)).body is far
    with pytest.raises(LookupError):
        world.closest_point(near, (0, 0, 0))


def test_what_overlaps_at_the_start_is_met_at_once():
    world = World()
    box = fixed(world, CUBE)
    hit = world.shape_cast(BALL, (0.1, 0, 0), motion=(5, 0, 0))
    assert hit.body is box and hit.distance == 0.0 and hit.normal == (-1, 0, 0)
    edge = world.shape_cast(BALL, (0.6, 0, 0), motion=(5, 0, 0))
    assert edge.fraction == 0.0 and edge.normal == pytest.approx((1, 0, 0))


def test_an_overlap_of_hundreds_is_complete():
    world = World()
    rng = np.random.default_rng(2)
    places = rng.uniform(-5, 5, (500, 3))
    bodies = [fixed(world, BALL, place) for place in places.tolist()]
    for _ in range(20):
        center, radius = rng.uniform(-5, 5, 3), rng.uniform(0.5, 5.0)
        inside = np.linalg.norm(places - center, axis=1) <= radius + 0.25
        found = [hit.body for hit in world.overlap(ShapeSphere(radius), center)]
        assert found == [body for body, here in zip(bodies, inside, strict=True) if here]


@pytest.mark.slow
def test_overlaps_of_boxes_follow_the_separating_axes():
    """Boxes overlap unless one of the 15 axes of both parts them."""
    rng = np.random.default_rng(3)
    world = World()
    half = np.array((0.5, 0.3, 0.8))
    box = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox(half))
    count = 0
    for _ in range(1500):
        axis, angle = rng.normal(size=3), rng.uniform(0, math.pi)
        q = turn(axis, angle)
        x, y, z, w = q
        matrix = np.array([
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ])  # fmt: skip
        place = rng.uniform(-1.5, 1.5, 3)
        axes = [*np.eye(3), *matrix.T, *(np.cross(u, v) for u in np.eye(3) for v in matrix.T)]
        gap = -math.inf
        for n in axes:
            if np.linalg.norm(n) > 1e-6:
                n = n / np.linalg.norm(n)
                gap = max(gap, abs(place @ n) - np.abs(n) @ half - np.abs(matrix.T @ n) @ (0.4, 0.4, 0.6))
        if abs(gap) < 1e-5:
            continue
        hits = world.overlap(ShapeBox((0.4, 0.4, 0.6)), place, q)
        assert [hit.body for hit in hits] == ([box] if gap < 0 else []), gap
        count += bool(hits)
    assert 200 < count < 1400


def test_closest_points_of_every_shape():
    world = World()
    cases = [
        (BALL, (2, 0, 0), (0.25, 0, 0), 1.75),
        (BALL, (0.1, 0, 0), (0.25, 0, 0), -0.15),
        (CUBE, (2, 2, 0), (0.5, 0.5, 0), math.hypot(1.5, 1.5)),
        (CUBE, (0.4, 0.1, 0), (0.5, 0.1, 0), -0.1),
        (ShapeCapsule(0.2, 0.5), (1, 0.3, 0), (0.2, 0.3, 0), 0.8),
        (ShapeCapsule(0.2, 0.5), (0, 1, 0), (0, 0.7, 0), 0.3),
        (ShapeCylinder(0.4, 0.5), (0.1, 2, 0), (0.1, 0.5, 0), 1.5),
        (ShapeCylinder(0.4, 0.5), (0.3, 0, 0), (0.4, 0, 0), -0.1),
        (ShapeCylinder(0.4, 0.5), (0.1, -0.45, 0), (0.1, -0.5, 0), -0.05),
        (ShapeCone(0.5, 0.5), (0, 2, 0), (0, 0.5, 0), 1.5),
        (ShapeCone(0.5, 0.5), (0.1, -0.45, 0), (0.1, -0.5, 0), -0.05),
        (ShapeHull(CORNERS), (0, 3, 0.2), (0, 0.5, 0.2), 2.5),
        (ShapeHull(CORNERS), (0, 0.4, 0.2), (0, 0.5, 0.2), -0.1),
        (FLOOR, (1, 3, 2), (1, 0, 2), 3.0),
        (FLOOR, (12, 4, 0), (9, 0, 0), 5.0),
        (ShapeHeightField(np.ones((4, 4)), 1.0), (0.2, 5, 0.3), (0.2, 1, 0.3), 4.0),
        (ShapePlane(), (1, -2, 3), (1, 0, 3), -2.0),
    ]
    q = turn((1, 2, 3), 0.7)
    for shape, point, closest, distance in cases:
        for place, rotation in (((0, 0, 0), (0, 0, 0, 1)), ((5, -2, 7), q)):
            body = fixed(world, shape, place, orientation=rotation)
            found = world.closest_point(body, to_world(place, rotation, point))
            assert found.distance == pytest.approx(distance, abs=1e-5), shape
            np.testing.assert_allclose(found.point, to_world(place, rotation, closest), atol=1e-5)
            world.remove_body(body)


def to_world(place, q, point):
    x, y, z, w = q
    v = np.array((x, y, z))
    twist = 2 * np.cross(v, point)
    return np.array(place) + point + w * twist + np.cross(v, twist)


def test_closest_points_of_a_composite_and_of_nothing():
    world = World()
    body = world.add_body(kind=BodyKind.STATIC, shapes=[(BALL, (1, 0, 0)), (CUBE, (-1, 0, 0))])
    found = world.closest_point(body, (0, 0, 0))
    assert found.shape is body.parts[1] and found.point == pytest.approx((-0.5, 0, 0))
    places, distances = world.closest_point_batch(body, [(0, 0, 0), (3, 0, 0)])
    np.testing.assert_allclose(places, [(-0.5, 0, 0), (1.25, 0, 0)], atol=1e-9)
    np.testing.assert_allclose(distances, [0.5, 1.75], atol=1e-9)
    assert world.closest_point(world.add_body(kind=BodyKind.STATIC), (0, 0, 0)) is None


def test_points_inside_are_told():
    world = World()
    boxes = [fixed(world, CUBE, (0.4 * k, 0, 0)) for k in range(4)]
    assert world.bodies_at((0.45, 0.1, 0)) == boxes[:3]
    assert world.bodies_at((9, 0, 0)) == []
    ground = fixed(world, ShapePlane())
    assert world.bodies_at((9, -1, 0)) == [ground]


def test_a_batch_answers_as_single_casts_do():
    rng = np.random.default_rng(5)
    world = World()
    shapes = [BALL, CUBE, ShapeCapsule(0.2, 0.4), ShapeCylinder(0.3, 0.4), ShapeCone(0.3, 0.4), ShapeHull(CORNERS)]
    for k in range(60):
        q = turn(rng.normal(size=3), rng.uniform(0, 3))
        fixed(world, shapes[k % 6], rng.uniform(-4, 4, 3).tolist(), orientation=q)
    fixed(world, FLOOR, (0, -4, 0))
    starts, ways = rng.uniform(-6, 6, (200, 3)), rng.uniform(-8, 8, (200, 3))
    for shape in shapes:
        hits = world.shape_cast_batch(shape, starts, ways, turn((1, 1, 0), 1.0))
        for k in range(0, 200, 7):
            single = world.shape_cast(shape, starts[k], turn((1, 1, 0), 1.0), ways[k])
            if single is None:
                assert hits.body[k] == 0 and hits.shape[k] == -1 and math.isinf(hits.fraction[k])
            else:
                assert hits.body[k] == single.body.id and hits.fraction[k] == single.fraction
                # Just before, nothing is touched; just after, it is.
                before = starts[k] + (single.fraction - 1e-4) * ways[k]
                after = starts[k] + (single.fraction + 1e-4) * ways[k]
                if single.fraction > 1e-3:
                    assert world.overlap(shape, before, turn((1, 1, 0), 1.0)) == []
                    assert world.overlap(shape, after, turn((1, 1, 0), 1.0)) != []


def test_questions_change_nothing():
    world = World()
    world.add_body(shape=CUBE, position=(0, 3, 0))
    fixed(world, FLOOR)
    before = world.state_hash()
    rock = ShapeHull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1.5)])
    world.shape_cast(rock, (0, 9, 0), motion=(0, -9, 0))
    world.overlap(rock, (0, 0, 0))
    world.closest_point(world.bodies[0], (1, 2, 3))
    assert world.state_hash() == before
    other = World()
    other.add_body(shape=CUBE, position=(0, 3, 0))
    fixed(other, FLOOR)
    assert other.state_hash() == before


@pytest.mark.parametrize(
    ("ask", "error", "rule"),
    [
        (lambda w: w.shape_cast(FLOOR, (0, 0, 0), motion=(1, 0, 0)), ValueError, "shape must be convex"),
        (lambda w: w.shape_cast(ShapePlane(), (0, 0, 0), motion=(1, 0, 0)), ValueError, "shape must be convex"),
        (lambda w: w.shape_cast("ball", (0, 0, 0), motion=(1, 0, 0)), TypeError, "shape must be"),
        (lambda w: w.shape_cast(BALL, (0, math.nan, 0), motion=(1, 0, 0)), ValueError, "position"),
        (lambda w: w.shape_cast(BALL, (0, 0, 0), motion=(math.inf, 0, 0)), ValueError, "motion"),
        (lambda w: w.shape_cast(BALL, (0, 0, 0), (0, 0, 0, 0), (1, 0, 0)), ValueError, "orientation"),
        (lambda w: w.overlap(BALL, (0, 0, 0), mask=-1), ValueError, "mask"),
        (lambda w: w.overlap(BALL, (0, 0, 0), ignore=3), TypeError, "ignore"),
        (lambda w: w.closest_point("box", (0, 0, 0)), TypeError, "body"),
        (lambda w: w.shape_cast_batch(BALL, [(0, 0)], [(1, 0, 0)]), ValueError, "positions"),
    ],
)
def test_bad_questions_are_answered_in_words(ask, error, rule):
    with pytest.raises(error, match=rule):
        ask(World())


def test_closest_points_by_category_and_without_ignored_bodies():
    world = World()
    body = world.add_body(shape=ShapeSphere(0.5), category=1)
    near = body.add_shape(ShapeSphere(0.5), offset=(3, 0, 0), category=2)
    assert world.closest_point(body, (5, 0, 0)).shape is near
    assert world.closest_point(body, (5, 0, 0), mask=1).distance == pytest.approx(4.5)
    assert world.closest_point(body, (5, 0, 0), mask=4) is None
    assert world.closest_point(body, (5, 0, 0), ignore=body) is None
    _, distances = world.closest_point_batch(body, [(5, 0, 0), (0, 5, 0)], mask=1)
    np.testing.assert_allclose(distances, (4.5, 4.5))
    _, distances = world.closest_point_batch(body, [(5, 0, 0)], ignore=[body])
    assert np.isinf(distances).all()


def test_a_batch_of_overlaps_is_what_each_would_find():
    world = World()
    bodies = [world.add_body(shape=ShapeSphere(0.5), position=(x, 0, 0)) for x in range(5)]
    places = [(0.5, 0, 0), (2, 0, 0), (20, 0, 0)]
    found = world.overlap_batch(ShapeBox((0.2, 0.2, 0.2)), places, ignore=iter(bodies[:1]))
    assert [[hit.body for hit in hits] for hits in found] == [[bodies[1]], [bodies[2]], []]
    for place, hits in zip(places, found, strict=True):
        assert hits == world.overlap(ShapeBox((0.2, 0.2, 0.2)), place, ignore=bodies[0])
    with pytest.raises(ValueError, match="positions"):
        world.overlap_batch(ShapeBox((0.2, 0.2, 0.2)), [(0, 0)])
