"""Rays against single shapes: closed forms, and thousands of random rays against slow, obvious code."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from physics import ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere
from physics.kernels.queries.ray_shapes import INFINITE, ray_box, ray_capsule, ray_half_space, ray_sphere
from tests.physics.reference.outer import outer, plain
from tests.physics.reference.rays import REAL, Solid

HALF = (1.0, 2.0, 3.0)
R2 = math.sqrt(0.5)


@pytest.fixture(params=["compiled", "python"])
def run(request):
    python = request.param == "python"
    return lambda kernel, *args: (plain if python else outer)(kernel)(*args)


def expect(answer, distance, normal=None):
    assert answer[0] == pytest.approx(distance, rel=1e-12)
    if normal is not None:
        np.testing.assert_allclose(answer[1], normal, atol=1e-12)


def test_sphere(run):
    """|o + t d| = r has the solution t = -o.d - sqrt((o.d)^2 - o.o + r^2)."""
    expect(run(ray_sphere, (5.0, 0.0, 0.0), (-1.0, 0.0, 0.0), 2.0), 3.0, (1, 0, 0))
    expect(run(ray_sphere, (1.2, -7.0, 0.0), (0.0, 1.0, 0.0), 2.0), 7.0 - 1.6, (0.6, -0.8, 0))
    expect(run(ray_sphere, (3.0, 3.0, 0.0), (-R2, -R2, 0.0), 2.0), math.sqrt(18.0) - 2.0, (R2, R2, 0))
    expect(run(ray_sphere, (2.0, -7.0, 0.0), (0.0, 1.0, 0.0), 2.0), 7.0, (1, 0, 0))  # grazing


@pytest.mark.parametrize("origin", [(0.0, 0.0, 0.0), (0.0, 1.9, 0.0), (2.0, 0.0, 0.0), (5.0, 0.0, 0.0)])
def test_no_sphere_from_inside_from_its_surface_or_behind(run, origin):
    for direction in ((1.0, 0.0, 0.0), (0.6, 0.8, 0.0)):
        assert run(ray_sphere, origin, direction, 2.0)[0] == INFINITE


def test_capsule(run):
    side = run(ray_capsule, (5.0, 0.5, 0.0), (-1.0, 0.0, 0.0), 0.5, 1.0)
    expect(side, 4.5, (1, 0, 0))
    expect(run(ray_capsule, (0.0, 5.0, 0.0), (0.0, -1.0, 0.0), 0.5, 1.0), 3.5, (0, 1, 0))
    expect(run(ray_capsule, (0.3, -5.0, 0.0), (0.0, 1.0, 0.0), 0.5, 1.0), 5.0 - 1.4, (0.6, -0.8, 0))
    expect(run(ray_capsule, (5.0, 1.3, 0.0), (-1.0, 0.0, 0.0), 0.5, 1.0), 4.6, (0.8, 0.6, 0))
    expect(run(ray_capsule, (5.0, -1.3, 0.0), (-1.0, 0.0, 0.0), 0.5, 1.0), 4.6, (0.8, -0.6, 0))
    # From the slanting line through the upper ball to its center.
    expect(run(ray_capsule, (3.0, 4.0, 0.0), (-R2, -R2, 0.0), 0.5, 1.0), math.sqrt(18.0) - 0.5, (R2, R2, 0))
    expect(run(ray_capsule, (0.5, -5.0, 0.0), (0.0, 1.0, 0.0), 0.5, 1.0), 4.0, (1, 0, 0))  # along its side
    for origin, direction in [
        ((5.0, 1.6, 0.0), (-1.0, 0.0, 0.0)),
        ((5.0, 0.0, 0.6), (-1.0, 0.0, 0.0)),
        ((0.6, 5.0, 0.0), (0.0, -1.0, 0.0)),
        ((0.0, 1.45, 0.0), (0.0, -1.0, 0.0)),  # inside of the upper ball
        ((0.0, 0.0, 0.4), (0.0, 0.0, -1.0)),
        ((0.0, 2.0, 0.0), (0.0, 1.0, 0.0)),  # away
        ((0.0, 2.0, 0.0), (1.0, 0.0, 0.0)),
        ((0.4, 1.45, 0.0), (-R2, R2, 0.0)),  # beside the upper ball, within the cylinder, away
    ]:
        assert run(ray_capsule, origin, direction, 0.5, 1.0)[0] == INFINITE, (origin, direction)


def test_box(run):
    expect(run(ray_box, (5.0, 1.0, 1.0), (-1.0, 0.0, 0.0), HALF), 4.0, (1, 0, 0))
    expect(run(ray_box, (0.5, -9.0, 1.0), (0.0, 1.0, 0.0), HALF), 7.0, (0, -1, 0))
    expect(run(ray_box, (0.5, 1.0, 4.0), (0.0, -0.0, -1.0), HALF), 1.0, (0, 0, 1))
    expect(run(ray_box, (3.0, 4.0, 0.0), (-R2, -R2, 0.0), HALF), math.sqrt(8.0))  # onto an edge
    expect(run(ray_box, (2.0, 3.0, 4.0), tuple([-math.sqrt(1 / 3)] * 3), HALF), math.sqrt(3.0))  # onto a corner
    expect(run(ray_box, (5.0, 2.0, 0.0), (-1.0, 0.0, 0.0), HALF), 4.0, (1, 0, 0))  # in the plane of a face
    expect(run(ray_box, (5.0, 2.0, 3.0), (-1.0, 0.0, 0.0), HALF), 4.0, (1, 0, 0))  # along an edge
    expect(run(ray_box, (5.0, 2.0, -3.0), (-1.0, -1e-310, 0.0), HALF), 4.0, (1, 0, 0))


@pytest.mark.parametrize(
    ("origin", "direction"),
    [
        ((5.0, 2.1, 0.0), (-1.0, 0.0, 0.0)),  # parallel to faces, above
        ((5.0, 0.0, 0.0), (1.0, 0.0, 0.0)),  # away
        ((5.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
        ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)),  # inside
        ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)),  # on a face, inward
        ((1.0, 0.0, 0.0), (1.0, 0.0, 0.0)),
        ((1.0, -9.0, 3.1), (0.0, 1.0, 0.0)),
        ((5.2, 2.0, 0.0), (-R2, -R2, 0.0)),  # past an edge
    ],
)
def test_no_box(run, origin, direction):
    assert run(ray_box, origin, direction, HALF)[0] == INFINITE


def test_half_space(run):
    up = (0.0, 1.0, 0.0)
    expect(run(ray_half_space, (1.0, 3.0, 0.0), (0.0, -1.0, 0.0), up), 3.0, up)
    expect(run(ray_half_space, (1.0, 3.0, 0.0), (0.8, -0.6, 0.0), up), 5.0, up)
    for origin, direction in [
        ((0.0, 3.0, 0.0), (0.0, 1.0, 0.0)),  # away
        ((0.0, 3.0, 0.0), (1.0, 0.0, 0.0)),  # parallel
        ((0.0, -3.0, 0.0), (0.0, 1.0, 0.0)),  # from below
        ((0.0, -3.0, 0.0), (0.0, -1.0, 0.0)),
        ((0.0, 0.0, 0.0), (0.0, -1.0, 0.0)),  # on the surface
    ]:
        assert run(ray_half_space, origin, direction, up)[0] == INFINITE


def test_a_small_ball_far_away_is_hit_where_it_is(run):
    """Its size is lost in o.o - r^2 = 1e12 - 1e-6, of which doubles keep 1e-4."""
    origin = (0.8e6 + 0.0006, 0.6e6 - 0.0008, 0.0)
    expect(run(ray_sphere, origin, (-0.8, -0.6, 0.0), 0.0011), 1e6 - math.sqrt(0.0011**2 - 0.001**2))
    assert run(ray_sphere, origin, (-0.8, -0.6, 0.0), 0.00099)[0] == INFINITE


@pytest.mark.parametrize("size", [1e155, 1e300])
def test_origins_beyond_all_measure_are_a_miss(run, size):
    with np.errstate(over="ignore", invalid="ignore"):
        for origin in ((size, 0.0, 0.0), (-size, size, -size)):
            for direction in ((1.0, 0.0, 0.0), (R2, -R2, 0.0)):
                distances = (
                    run(ray_sphere, origin, direction, 1.0)[0],
                    run(ray_capsule, origin, direction, 1.0, 1.0)[0],
                    run(ray_box, origin, direction, HALF)[0],
                    run(ray_half_space, origin, direction, (0.6, 0.8, 0.0))[0],
                )
                assert min(distances) >= size or math.isinf(min(distances)), distances


def random_rays(random, count, reach, size):
    """Rays from around, many of them aimed at the shape or parallel to its axes."""
    origin = random.uniform(-reach, reach, (count, 3))
    direction = random.normal(size=(count, 3))
    aimed = random.random(count) < 0.5
    direction[aimed] = random.uniform(-1.2, 1.2, (aimed.sum(), 3)) * size - origin[aimed]
    direction[(random.random((count, 3)) < 0.3) & (random.random((count, 1)) < 0.5)] = 0.0
    direction[(direction == 0).all(axis=1), 1] = -1.0
    return origin, direction / np.sqrt((direction * direction).sum(axis=1))[:, None]


SINGLE = [
    (ShapeSphere(1.5), (1.5, 1.5, 1.5), lambda o, d: outer(ray_sphere)(o, d, 1.5)),
    (ShapeCapsule(0.5, 1.25), (0.5, 1.75, 0.5), lambda o, d: outer(ray_capsule)(o, d, 0.5, 1.25)),
    (ShapeCapsule(2.5, 0.01), (2.5, 2.5, 2.5), lambda o, d: outer(ray_capsule)(o, d, 2.5, 0.01)),
    (ShapeCapsule(0.01, 3.0), (0.01, 3.0, 0.01), lambda o, d: outer(ray_capsule)(o, d, 0.01, 3.0)),
    (ShapeBox(HALF), HALF, lambda o, d: outer(ray_box)(o, d, HALF)),
    (ShapeBox((3.0, 0.01, 2.0)), (3.0, 0.01, 2.0), lambda o, d: outer(ray_box)(o, d, (3.0, 0.01, 2.0))),
    (ShapePlane(), (9.0, 0.0, 9.0), lambda o, d: outer(ray_half_space)(o, d, (0.0, 1.0, 0.0))),
]


@pytest.mark.parametrize("reach", [4.0, 1e3, 1e5])
@pytest.mark.parametrize(("shape", "size", "cast"), SINGLE, ids=[f"{case[0]}" for case in SINGLE])
def test_random_rays_hit_as_the_reference_says(shape, size, cast, reach):
    random = np.random.default_rng(7)
    origin, direction = random_rays(random, 4000, reach, size)
    solid = Solid(SimpleNamespace(shape=shape), np.zeros(3, REAL), np.eye(3, dtype=REAL))
    first, last = solid.interval(origin, direction)
    hit = (first <= last) & (first > 0)
    answers = [cast(tuple(o), tuple(d)) for o, d in zip(origin.tolist(), direction.tolist(), strict=True)]
    distance, normal = np.array([a[0] for a in answers]), np.array([a[1] for a in answers])
    np.testing.assert_array_equal(distance < INFINITE, hit)
    assert 100 < hit.sum() < 3900
    expected, distance, normal = first[hit].astype(float), distance[hit], normal[hit]
    # A surface off by e moves the hit by e over the cosine of the angle to the normal; doubles are good for 1e-15.
    cosine = -(normal * direction[hit]).sum(axis=1)
    assert (cosine > -1e-9).all()
    assert (np.abs(distance - expected) * np.maximum(cosine, 1e-8) <= 1e-14 * (reach + 10)).all()
    np.testing.assert_allclose(np.linalg.norm(normal, axis=1), 1.0, atol=1e-12)
    point = origin[hit] + direction[hit] * distance[:, None]
    assert np.abs(solid.height(point)).max() < 1e-14 * (reach + 10)
    slope = (solid.height(point + 1e-5 * normal) - solid.height(point - 1e-5 * normal)) / 2e-5
    assert (np.abs(slope - 1.0) < 1e-3).mean() > 0.999  # all but those within 10 micrometers of an edge
