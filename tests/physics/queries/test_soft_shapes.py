"""Shapes and points against soft bodies: casts, overlaps, closest points, what contains a point."""

import numpy as np
import pytest

from physics import (
    BodyKind,
    ShapeBox,
    ShapeCapsule,
    ShapeHull,
    ShapeSphere,
    SoftCloth,
    SoftRope,
    SoftShell,
    SoftSolid,
    World,
)
from physics.soft.forms.surfaces import ball


def rough_cloth(world, **options):
    """A cloth with bumps."""
    cloth = world.add_soft(SoftCloth.grid(columns=12, rows=10, spacing=0.15), position=(0, 2, 0), **options)
    places = cloth.positions
    places[:, 1] += np.random.default_rng(1).uniform(-0.1, 0.1, len(places))
    cloth.positions = places
    return cloth


def closest_by_samples(places, triangles, point, count=60):
    """Distance from a point to a fine sampling of triangles: an upper bound, too large by less than the sampling."""
    u, v = np.meshgrid(np.linspace(0, 1, count), np.linspace(0, 1, count))
    u, v = u[u + v <= 1.0 + 1e-12], v[u + v <= 1.0 + 1e-12]
    w = np.column_stack((1.0 - u - v, u, v))
    cloud = np.einsum("sk,tkc->tsc", w, places[triangles]).reshape(-1, 3)
    return np.linalg.norm(cloud - point, axis=1).min()


def test_closest_point_is_that_of_a_fine_sampling():
    world = World()
    cloth = rough_cloth(world)
    places, triangles = cloth.positions, cloth.triangles
    rng = np.random.default_rng(2)
    points = (0.0, 2.0, 0.0) + rng.uniform(-1.2, 1.2, (60, 3))
    on, distances = world.closest_point_batch(cloth, points)
    for point, place, distance in zip(points, on, distances, strict=True):
        near = world.closest_point(cloth, point)
        assert near.shape is None and near.distance == distance and near.point == tuple(place)
        assert near.vertices == tuple(triangles[near.triangle])
        np.testing.assert_allclose(np.array(near.weights) @ places[list(near.vertices)], place, atol=1e-9)
        np.testing.assert_allclose(np.linalg.norm(place - point), distance, atol=1e-12)
        sampled = closest_by_samples(places, triangles, point)
        assert distance <= sampled + 1e-12 and sampled - distance < 0.005


def test_distances_are_negative_inside():
    world = World()
    shell = world.add_soft(SoftShell(*ball(0.5, 3)), position=(1, 2, 3))
    assert -0.5 < world.closest_point(shell, (1, 2, 3)).distance < -0.48
    assert world.closest_point(shell, (1, 2.6, 3)).distance > 0.09
    rope = world.add_soft(SoftRope.line((0, 0, 0), (1, 0, 0), radius=0.05))
    near = world.closest_point(rope, (0.53, 0.02, 0.0))
    np.testing.assert_allclose(near.distance, -0.03)
    np.testing.assert_allclose(near.point, (0.53, 0.05, 0.0))
    near = world.closest_point(rope, (1.3, 0.0, 0.4))
    np.testing.assert_allclose(near.distance, 0.45)
    assert world.closest_point(rope, (0, 0, 0), ignore=rope) is None
    assert world.closest_point(rope, (0, 0, 0), mask=2) is None


def test_bodies_at_finds_what_is_closed():
    world = World()
    solid = world.add_soft(SoftSolid.lattice(cells=(2, 2, 2), size=0.5), position=(0, 2, 0))
    rope = world.add_soft(SoftRope.line((-1, 0, 0), (1, 0, 0), radius=0.1), position=(0, 2, 0))
    world.add_soft(SoftCloth.grid(columns=5, rows=5, spacing=0.25), position=(0, 2, 0))
    box = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((1, 1, 1)), position=(0, 2, 0))
    assert world.bodies_at((0.0, 2.0, 0.0)) == [box, solid, rope]
    assert world.bodies_at((0.4, 2.3, 0.2)) == [box, solid]
    assert world.bodies_at((0.9, 2.05, 0.0)) == [box, rope]
    assert world.bodies_at((0.4, 2.3, 0.2), ignore=(box, solid)) == []
    rng = np.random.default_rng(3)
    for point in rng.uniform(-0.8, 0.8, (300, 3)):
        assert (solid in world.bodies_at(point + (0, 2, 0))) == (np.abs(point).max() <= 0.5)


def test_balls_overlap_what_is_nearer_than_their_radius():
    world = World()
    cloth = rough_cloth(world)
    rng = np.random.default_rng(4)
    both = [0, 0]
    for point in (0.0, 2.0, 0.0) + rng.uniform(-1.0, 1.0, (80, 3)) * (1.0, 0.5, 1.0):
        distance = world.closest_point(cloth, point).distance
        hits = world.overlap(ShapeSphere(0.2), point)
        if abs(distance - 0.2) > 1e-5:
            assert bool(hits) == (distance < 0.2)
            both[bool(hits)] += 1
        for hit in hits:
            assert hit.body is cloth and hit.shape is None and 0 <= hit.triangle < len(cloth.triangles)
            np.testing.assert_allclose(hit.depth, 0.2 - distance, atol=1e-5)
            np.testing.assert_allclose(np.linalg.norm(hit.normal), 1.0, atol=1e-6)
    assert min(both) > 10


@pytest.mark.parametrize(
    "shape", [ShapeBox((0.2, 0.1, 0.3)), ShapeCapsule(0.1, 0.2), ShapeHull([*np.eye(3).tolist(), [0, 0, 0]])]
)
def test_depth_takes_apart(shape):
    """Moved by the way out, the shape is just clear of the triangle."""
    world = World()
    corners = [(-2, 0, -1), (0, 0, 2), (2, 0, -1)]
    cloth = world.add_soft(SoftCloth(corners, [(0, 1, 2)]), position=(0, 2, 0))
    for height in (1.95, 2.0, 2.03):
        (hit,) = world.overlap(shape, (0.1, height, 0.2), (0.1, 0.2, 0.3, 0.9))
        assert hit.body is cloth
        out = np.array((0.1, height, 0.2)) + (hit.depth + 1e-4) * np.array(hit.normal)
        assert world.overlap(shape, out, (0.1, 0.2, 0.3, 0.9)) == []
        back = np.array((0.1, height, 0.2)) + (hit.depth - 1e-3) * np.array(hit.normal)
        assert len(world.overlap(shape, back, (0.1, 0.2, 0.3, 0.9))) == 1


def test_what_is_in_the_middle_of_a_solid_overlaps_it():
    world = World()
    solid = world.add_soft(SoftSolid.lattice(cells=(2, 2, 2), size=0.5), position=(0, 2, 0))
    (hit,) = world.overlap(ShapeBox((0.05, 0.05, 0.05)), (0.0, 2.3, 0.1))
    assert hit.body is solid
    np.testing.assert_allclose(hit.depth, 0.25, atol=1e-9)
    np.testing.assert_allclose(hit.normal, (0, 1, 0), atol=1e-9)
    assert world.overlap(ShapeBox((0.05, 0.05, 0.05)), (0.0, 2.6, 0.1)) == []
    assert world.shape_cast(ShapeSphere(0.05), (0.0, 2.3, 0.1), motion=(0, 1, 0)).distance == 0.0


def test_balls_are_stopped_where_they_touch():
    """At the hit, the surface is one radius away; before, more; brute force along the way."""
    world = World()
    cloth = rough_cloth(world)
    rope = world.add_soft(SoftRope.line((-0.5, 0, -0.5), (0.6, 0.2, 0.4), radius=0.05), position=(0, 2.6, 0))
    rng = np.random.default_rng(5)
    found = {None: 0, cloth: 0, rope: 0}
    for _ in range(60):
        start, end = rng.uniform(-1, 1, 3) + (0, 4.2, 0), rng.uniform(-1, 1, 3) + (0, 0.9, 0)
        hit = world.shape_cast(ShapeSphere(0.1), start, motion=end - start)
        found[hit and hit.body] += 1
        last = 1.0 if hit is None else hit.fraction
        for soft in (cloth, rope):
            places = start + np.linspace(0.0, last, 100)[:, None] * (end - start)
            assert world.closest_point_batch(soft, places)[1].min() > 0.1 - 1e-6
        if hit is not None:
            center = start + hit.fraction * (end - start)
            near = world.closest_point(hit.body, center)
            np.testing.assert_allclose(near.distance, 0.1, atol=1e-5)
            np.testing.assert_allclose(near.point, hit.point, atol=1e-4)
            np.testing.assert_allclose(np.array(hit.point) + 0.1 * np.array(hit.normal), center, atol=1e-4)
            np.testing.assert_allclose(hit.distance, hit.fraction * np.linalg.norm(end - start))
            assert (hit.triangle >= 0) == (hit.body is cloth) and hit.shape is None
    assert found[cloth] > 15 and found[rope] > 3 and found[None] > 1


def test_the_first_of_rigid_and_soft_is_met():
    world = World()
    cloth = world.add_soft(SoftCloth.grid(columns=5, rows=5, spacing=0.5), position=(0, 2, 0), category=2)
    box = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.5, 0.5, 0.5)))
    cast = {"shape": ShapeBox((0.1, 0.1, 0.1)), "position": (0.1, 4, 0.1), "motion": (0, -4, 0)}
    hit = world.shape_cast(**cast)
    assert hit.body is cloth
    np.testing.assert_allclose(hit.distance, 1.9, atol=1e-5)
    np.testing.assert_allclose(hit.normal, (0, 1, 0), atol=2e-3)
    assert [met.body for met in world.shape_cast_all(**cast)] == [cloth, box]
    assert world.shape_cast(**cast, mask=1).body is box
    assert world.shape_cast(**cast, ignore=cloth).body is box
    assert world.shape_cast(**cast, ignore=iter([cloth])).body is box
    up = {**cast, "position": (0.1, -2, 0.1), "motion": (0, 6, 0)}
    assert world.shape_cast(**up).body is box
    assert [met.body for met in world.shape_cast_all(**up)] == [box, cloth]
    assert world.overlap(ShapeSphere(0.1), (0.1, 2.05, 0), ignore=cloth) == []
    assert [hits[0].body for hits in world.overlap_batch(ShapeSphere(0.1), np.array([[0.1, 2.05, 0]]))] == [cloth]


def test_removed_and_foreign_soft_bodies_are_refused():
    world, other = World(), World()
    cloth, foreign = rough_cloth(world), rough_cloth(other)
    with pytest.raises(LookupError, match="another world"):
        world.closest_point(foreign, (0, 0, 0))
    with pytest.raises(ValueError, match="finite"):
        world.closest_point(cloth, (0, np.nan, 0))
    with pytest.raises(ValueError, match="shape"):
        world.closest_point_batch(cloth, np.zeros(3))
    world.remove_soft(cloth)
    with pytest.raises(LookupError, match="removed"):
        world.closest_point(cloth, (0, 0, 0))
    with pytest.raises(LookupError, match="removed"):
        world.overlap(ShapeSphere(1.0), (0, 0, 0), ignore=cloth)
    assert world.overlap(ShapeSphere(1.0), (0, 2, 0)) == []
    assert world.bodies_at((0, 2, 0)) == []
