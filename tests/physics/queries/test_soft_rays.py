"""Rays and soft bodies, judged by plain numpy over all triangles."""

import dataclasses

import numpy as np
import pytest

from physics import BodyKind, RayHit, ShapeBox, ShapeSphere, SoftCloth, SoftHit, SoftRope, SoftShell, SoftSolid, World
from physics.soft.forms.surfaces import ball


def nearest_triangle(places, triangles, origin, direction):
    """Distance, row and barycentric weights of the nearest triangle on a ray; infinite for none."""
    a, b, c = (places[triangles[:, k]] for k in range(3))
    u, v = b - a, c - a
    h = np.cross(direction, v)
    with np.errstate(divide="ignore", invalid="ignore"):
        f = 1.0 / (u * h).sum(axis=1)
        s = origin - a
        p = f * (s * h).sum(axis=1)
        q = np.cross(s, u)
        r = f * (q @ direction)
        t = f * (q * v).sum(axis=1)
    hit = (p >= 0.0) & (r >= 0.0) & (p + r <= 1.0) & (t >= 0.0)
    t = np.where(hit, t, np.inf)
    row = int(np.argmin(t))
    return t[row], row, (1.0 - p[row] - r[row], p[row], r[row])


def rough_cloth(world, seed=1, **options):
    """A cloth with bumps."""
    cloth = world.add_soft(SoftCloth.grid(columns=30, rows=20, spacing=0.05), position=(0, 2, 0), **options)
    places = cloth.positions
    places[:, 1] += np.random.default_rng(seed).uniform(-0.04, 0.04, len(places))
    cloth.positions = places
    return cloth


def rays_around(count, seed):
    """Rays from a shell around (0, 2, 0) to somewhere in the middle."""
    rng = np.random.default_rng(seed)
    away = rng.normal(size=(count, 3))
    origins = (0.0, 2.0, 0.0) + 3.0 * away / np.linalg.norm(away, axis=1)[:, None]
    ways = (0.0, 2.0, 0.0) + rng.uniform(-0.6, 0.6, (count, 3)) - origins
    return origins, ways / np.linalg.norm(ways, axis=1)[:, None]


@pytest.mark.parametrize("form", ["cloth", "solid", "shell"])
def test_a_thousand_rays_hit_what_numpy_says(form):
    world = World()
    if form == "cloth":
        soft = rough_cloth(world)
    elif form == "solid":
        soft = world.add_soft(SoftSolid.lattice(cells=(4, 5, 6), size=0.2), position=(0, 2, 0))
    else:
        soft = world.add_soft(SoftShell(*ball(0.8, 3)), position=(0, 2, 0))
    places, triangles = soft.positions, soft.triangles
    origins, ways = rays_around(1000, 5)
    batch = world.ray_cast_batch(origins, ways)
    found = 0
    for i in range(1000):
        distance, row, weights = nearest_triangle(places, triangles, origins[i], ways[i])
        np.testing.assert_allclose(batch.distance[i], distance, rtol=1e-9)
        if not np.isfinite(distance):
            continue
        found += 1
        assert batch.soft[i] == soft.id and batch.body[i] == 0 and batch.shape[i] == -1
        assert np.dot(batch.normal[i], ways[i]) <= 1e-12
        if i % 10:
            continue
        hit = world.ray_cast_soft(origins[i], ways[i])
        assert hit.soft is soft and hit.distance == batch.distance[i] and hit.triangle == batch.triangle[i]
        assert hit.vertices == tuple(triangles[hit.triangle])
        np.testing.assert_allclose(np.array(hit.weights) @ places[list(hit.vertices)], hit.point, atol=1e-9)
        if hit.triangle == row:
            np.testing.assert_allclose(hit.weights, weights, atol=1e-6)
    assert found > 300


def test_no_ray_slips_through_an_edge_or_a_vertex():
    """Rays straight at vertices and at the middles of edges, from afar, of a surface with no border there."""
    world = World()
    shell = world.add_soft(SoftShell(*ball(0.8, 2)), position=(0.1, 2.0, 0.3))
    places, triangles = shell.positions, shell.triangles
    targets = np.concatenate(
        (places, *(0.5 * (places[triangles[:, a]] + places[triangles[:, a - 1]]) for a in range(3)))
    )
    origins = targets + np.random.default_rng(3).normal(size=targets.shape) * 0.0 + (targets - (0.1, 2.0, 0.3)) * 20.0
    assert (world.ray_cast_batch(origins, targets - origins).soft == shell.id).all()


def test_ray_hits_a_rope_as_capsules():
    world = World()
    rng = np.random.default_rng(4)
    points = np.cumsum(rng.uniform(-0.1, 0.2, (30, 3)), axis=0)
    rope = world.add_soft(SoftRope(points, radius=0.03))
    middle = points.mean(axis=0)
    origins = middle + 5.0 * (lambda v: v / np.linalg.norm(v, axis=1)[:, None])(rng.normal(size=(400, 3)))
    ways = points[rng.integers(0, 30, 400)] + rng.uniform(-0.05, 0.05, (400, 3)) - origins
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    hits = world.ray_cast_batch(origins, ways)
    assert (hits.soft == rope.id).sum() > 100
    t = np.linspace(0.0, 8.0, 16001)

    def away(place):
        """Distance to the axis of the rope."""
        a, b = points[:-1], points[1:]
        s = np.clip(((place[:, None] - a) * (b - a)).sum(2) / ((b - a) ** 2).sum(1), 0.0, 1.0)
        return np.linalg.norm(place[:, None] - a - s[..., None] * (b - a), axis=2).min(axis=1)

    for i in range(0, 400, 10):
        gap = away(origins[i] + t[:, None] * ways[i]) - 0.03
        if hits.soft[i]:
            hit = world.ray_cast(origins[i], ways[i])
            assert abs(away(np.array([hit.point]))[0] - 0.03) < 1e-9
            assert (gap[t < hit.distance] > -1e-9).all()
            assert hit.triangle == -1 and hit.vertices[1] == hit.vertices[2] == hit.vertices[0] + 1
            on_axis = np.array(hit.weights) @ points[list(hit.vertices)]
            np.testing.assert_allclose(on_axis + 0.03 * np.array(hit.normal), hit.point, atol=1e-9)
        else:
            assert gap.min() > -1e-9
    assert world.ray_cast(points[3], (0, 1, 0)) is None, "it contains the origin"


def test_the_nearer_of_rigid_and_soft_is_hit():
    world = World()
    cloth = world.add_soft(SoftCloth.grid(columns=5, rows=5, spacing=0.5), position=(0, 2, 0))
    box = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.5, 0.5, 0.5)))
    hit = world.ray_cast((0.1, 5, 0.2), (0, -1, 0))
    assert isinstance(hit, RayHit) and hit.body is cloth and hit.shape is None and hit.distance == 3.0
    assert hit.normal == (0, 1, 0) and hit.material == cloth.material.name
    np.testing.assert_allclose(np.array(hit.weights) @ cloth.positions[list(hit.vertices)], (0.1, 2.0, 0.2), atol=1e-12)
    assert [found.body for found in world.ray_cast_all((0.1, 5, 0.2), (0, -1, 0))] == [cloth, box]
    assert [found.body for found in world.ray_cast_all((0.1, -5, 0.2), (0, 1, 0))] == [box, cloth]
    assert world.ray_cast((0.1, -5, 0.2), (0, 1, 0)).body is box
    assert world.ray_cast_soft((0.1, -5, 0.2), (0, 1, 0)).soft is cloth
    assert world.ray_cast((0.1, 5, 0.2), (0, -1, 0), 2.999) is None
    assert world.ray_cast((0.1, 5, 0.2), (0, -1, 0), 3.0).body is cloth
    assert world.ray_cast((0.1, 1.0, 0.2), (0, 1, 0)).normal == (0, -1, 0), "both sides are hit"
    box.position = (0, 1.5, 0)
    assert world.ray_cast((0.1, 5, 0.2), (0, -1, 0)).body is box, "of equals, the rigid one"


def test_filters():
    world = World()
    high = world.add_soft(SoftCloth.grid(columns=3, rows=3, spacing=0.5), position=(0, 3, 0), category=4)
    low = world.add_soft(SoftCloth.grid(columns=3, rows=3, spacing=0.5), position=(0, 2, 0), category=2)
    ray = (0.1, 5, 0.2), (0, -1, 0)
    assert world.ray_cast(*ray).body is high
    assert world.ray_cast(*ray, mask=2).body is low
    assert world.ray_cast(*ray, mask=1) is None
    assert world.ray_cast(*ray, ignore=high).body is low
    assert world.ray_cast_soft(*ray, ignore=high).soft is low
    assert world.ray_cast(*ray, ignore=world.softs) is None
    assert world.ray_cast_batch(*(np.array([v], float) for v in ray), ignore=[high]).soft.tolist() == [low.id]
    sensor = world.add_soft(SoftCloth.grid(columns=3, rows=3, spacing=0.5), position=(0, 4, 0), sensor=True)
    assert sensor.sensor and world.ray_cast(*ray).body is high


def test_removed_and_foreign_soft_bodies():
    world, other = World(), World()
    cloth = world.add_soft(SoftCloth.grid(columns=3, rows=3, spacing=0.5), position=(0, 3, 0))
    foreign = other.add_soft(SoftCloth.grid(columns=3, rows=3, spacing=0.5))
    with pytest.raises(LookupError, match="another world"):
        world.ray_cast((0, 5, 0), (0, -1, 0), ignore=foreign)
    world.remove_soft(cloth)
    assert world.ray_cast((0.1, 5, 0.2), (0, -1, 0)) is None
    assert world.ray_cast_soft((0.1, 5, 0.2), (0, -1, 0)) is None
    with pytest.raises(LookupError, match="removed"):
        world.ray_cast((0, 5, 0), (0, -1, 0), ignore=cloth)
    with pytest.raises(LookupError, match="removed"):
        world.ray_cast_soft((0, 5, 0), (0, -1, 0), ignore=[cloth])


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"direction": (0, 0, 0)}, ValueError),
        ({"origin": (0, np.nan, 0)}, ValueError),
        ({"max_distance": 0.0}, ValueError),
        ({"max_distance": np.inf}, ValueError),
        ({"mask": -1}, ValueError),
        ({"ignore": "cloth"}, TypeError),
        ({"ignore": 3}, TypeError),
    ],
)
@pytest.mark.parametrize("soft", [False, True])
def test_bad_input_is_refused(change, error, soft):
    world = World()
    if soft:
        rough_cloth(world)
    with pytest.raises(error):
        world.ray_cast_soft(**{"origin": (0, 5, 0), "direction": (0, -1, 0), **change})


def test_answers_repeat_and_change_nothing():
    def build():
        world = World()
        softs = [rough_cloth(world, seed) for seed in (1, 2)]
        world.add_soft(SoftRope.line((0, 0, 0), (0.5, 0, 0), radius=0.02), position=(0, 2.5, 0))
        return world, softs

    origins, ways = rays_around(300, 9)
    (world, softs), (twin, _) = build(), build()
    for _ in range(10):
        world.step(1 / 60)
        twin.step(1 / 60)
        hits = world.ray_cast_batch(origins, ways)
    again = twin.ray_cast_batch(origins, ways)
    for field in dataclasses.fields(hits):
        np.testing.assert_array_equal(getattr(hits, field.name), getattr(again, field.name))
    assert world.state_hash() == twin.state_hash()
    # Alone, a ray looks at all triangles; with others, at those of groups.
    for i in range(0, 300, 7):
        hit = world.ray_cast(origins[i], ways[i])
        assert (0 if hit is None else hit.body.id) == hits.soft[i]
        if hit is not None:
            assert hit.distance == hits.distance[i] and hit.triangle == hits.triangle[i]
    # Two cloths at the same place: always that which was added first.
    softs[1].positions = softs[0].positions
    assert set(world.ray_cast_batch(origins, ways, ignore=world.softs[2]).soft.tolist()) == {0, softs[0].id}


def test_hits_follow_what_was_moved_and_removed():
    world = World()
    first = rough_cloth(world)
    second = world.add_soft(SoftCloth.grid(columns=3, rows=3, spacing=0.5), position=(0, 1, 0))
    world.step(1 / 60)
    first.positions = first.positions + (5.0, 0.0, 0.0)
    assert world.ray_cast((0.1, 5, 0.1), (0, -1, 0)).body is second
    assert world.ray_cast((5.1, 5, 0.1), (0, -1, 0)).body is first
    world.remove_soft(first)
    hit = world.ray_cast_soft((0.1, 5, 0.1), (0, -1, 0))
    assert isinstance(hit, SoftHit) and hit.soft is second
    second.cut((0.0, 1.0, 0.0), (1, 0, 0))
    assert world.ray_cast((0.1, 5, 0.1), (0, -1, 0)).body is second


def test_nothing_is_where_a_rope_was_cut():
    world = World()
    rope = world.add_soft(SoftRope.line((-1, 0, 0), (1, 0, 0), segments=20, radius=0.02), position=(0, 1, 0))
    assert rope.cut((0.05, 1.0, 0.0), (1, 0, 0)) == 1
    assert world.ray_cast((0.05, 2, 0), (0, -1, 0)) is None
    assert world.ray_cast((0.15, 2, 0), (0, -1, 0)).body is rope
    assert world.closest_point(rope, (0.05, 1.5, 0)).point.x != 0.05
    assert world.overlap(ShapeSphere(0.02), (0.05, 1, 0)) == []
    assert world.shape_cast(ShapeSphere(0.02), (0.05, 2, 0)) is None


def test_statistics_count_soft_bodies():
    world = World()
    assert (world.stats.soft_count, world.stats.vertex_count, world.stats.soft_contact_count) == (0, 0, 0)
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((1, 0.5, 1)))
    cloth = world.add_soft(SoftCloth.grid(columns=6, rows=5, spacing=0.1), position=(0, 0.505, 0))
    for _ in range(30):
        world.step(1 / 60)
    assert (world.stats.soft_count, world.stats.vertex_count) == (1, 30)
    assert world.stats.soft_contact_count >= 20 and world.stats.times["soft"] > 0.0
    world.remove_soft(cloth)
    assert world.stats.soft_count == world.stats.soft_contact_count == 0
