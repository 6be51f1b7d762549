"""Rays at meshes and height fields: the same as looking at every triangle."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeHeightField, ShapeMesh, ShapeSphere, World
from tests.physics.reference import meshes

TURN = (0.1, 0.7, -0.2, math.sqrt(1 - 0.01 - 0.49 - 0.04))


def turned(points, q):
    """Points turned by a quaternion: v + 2 q x (q x v + w v)."""
    v, w = np.array(q[:3]), q[3]
    return points + 2.0 * np.cross(v, np.cross(v, points) + w * points)


def world_of(shape, position=(0, 0, 0), orientation=(0, 0, 0, 1)):
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=shape, position=position, orientation=orientation)
    return world


def corners_in_world(shape, position, orientation):
    """Corners of the triangles, as rounded as the shape holds them."""
    drawn = shape.geometry
    places = drawn.positions.astype(np.float64) + shape.local_pose()[0]
    return turned(places, orientation)[drawn.triangles[: getattr(shape, "triangle_count", None)]] + position


def compare(shape, rays, position=(1.5, -2.0, 30.0), orientation=TURN):
    """Compare rays with all triangles; returns how many hit."""
    world = world_of(shape, position, orientation)
    corners = corners_in_world(shape, np.array(position), orientation)
    two_sided = getattr(shape, "two_sided", False)
    origins = turned(rays[0], orientation) + position
    directions = turned(rays[1], orientation)
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    hits = world.ray_cast_batch(origins, directions, 1000.0)
    found = 0
    for i in range(len(origins)):
        distance, row = meshes.first_hit(origins[i], directions[i], corners, two_sided)
        if math.isinf(distance) != math.isinf(hits.distance[i]):
            # Only a ray through an edge may be judged differently by rounding.
            best = min(distance, hits.distance[i])
            moved = origins[i] + 1e-9 * np.array((0.3, 0.5, 0.7))
            other = meshes.first_hit(moved, directions[i], corners, two_sided)[0]
            assert abs(other - best) < 1e-6 or math.isinf(other)
            continue
        if row >= 0:
            assert hits.distance[i] == pytest.approx(distance, abs=1e-9 * (1 + distance) * 100)
            n = np.cross(*(corners[row][1:] - corners[row][0]))
            n *= -np.sign(n @ directions[i]) / np.linalg.norm(n)
            if hits.triangle[i] == row:
                np.testing.assert_allclose(hits.normal[i], n, atol=1e-7)
            found += 1
    return found


def random_rays(count, seed, reach):
    rng = np.random.default_rng(seed)
    origins = rng.uniform(-reach, reach, (count, 3)) * 1.5
    return origins, rng.uniform(-reach, reach, (count, 3)) - origins


@pytest.mark.slow
@pytest.mark.parametrize("two_sided", [False, True])
def test_rays_at_a_mesh_hit_the_nearest_of_all_triangles(two_sided):
    for seed, count, rays in ((0, 1, 500), (1, 40, 2000), (2, 800, 4000)):
        shape = ShapeMesh(*meshes.soup(count, seed), two_sided=two_sided)
        assert compare(shape, random_rays(rays, seed, 6.0)) > min(0.1 * rays, count // 2)


@pytest.mark.slow
def test_rays_at_a_closed_mesh_hit_it_from_outside_only():
    shape = ShapeMesh(*meshes.ball(2.0, 3))
    assert compare(shape, random_rays(4000, 5, 3.0)) > 1000
    world = world_of(shape)
    assert world.ray_cast((0.1, 0.2, 0.3), (1, 0, 0)) is None


@pytest.mark.slow
def test_rays_at_a_height_field_hit_the_nearest_of_all_triangles():
    rng = np.random.default_rng(7)
    for rows, columns, cell in ((2, 2, (3.0, 4.0)), (7, 5, (0.7, 1.1)), (40, 31, (0.2, 0.15))):
        shape = ShapeHeightField(rng.uniform(-1, 1, (rows, columns)), cell)
        assert compare(shape, random_rays(4000, rows, 3.0)) > 200


def test_rays_along_the_axes_of_a_height_field_do_not_slip_through():
    """Straight down on grid points, edges and diagonals, and level along rows."""
    shape = ShapeHeightField(np.random.default_rng(1).uniform(-1, 1, (9, 9)), 0.5)
    world = world_of(shape)
    x, z = np.meshgrid(np.linspace(-2, 2, 33), np.linspace(-2, 2, 33))
    origins = np.column_stack((x.ravel(), np.full(x.size, 5.0), z.ravel()))
    hits = world.ray_cast_batch(origins, np.tile((0.0, -1.0, 0.0), (x.size, 1)))
    assert (hits.body > 0).all() and (hits.triangle >= 0).all()
    assert (hits.normal[:, 1] > 0).all()
    slanted = world.ray_cast_batch(origins, np.tile((0.25, -3.0, 0.0), (x.size, 1)))
    inside = np.abs(origins[:, 0] + 0.5) < 1.9
    assert (slanted.body[inside] > 0).all()


def test_no_ray_slips_through_between_triangles():
    """Rays through vertices and the middles of edges of a closed ball, from all sides."""
    vertices, triangles = meshes.ball(1.0, 3)
    world = world_of(ShapeMesh(vertices, triangles))
    middles = 0.5 * (vertices[triangles] + vertices[np.roll(triangles, 1, axis=1)]).reshape(-1, 3)
    targets = np.concatenate((vertices, middles)).astype(np.float32).astype(np.float64)
    hits = world.ray_cast_batch(3.0 * targets, -targets)
    assert (hits.body > 0).all()


def test_the_triangle_is_that_of_the_given_array():
    vertices, triangles = meshes.flat(4.0, 8)
    with pytest.warns(UserWarning, match="no area"):
        shape = ShapeMesh(vertices, np.concatenate(([[0, 0, 1]], triangles)))
    world = world_of(shape)
    for row in range(0, len(triangles), 7):
        x, _, z = vertices[triangles[row]].mean(axis=0)
        hit = world.ray_cast((x, 1, z), (0, -1, 0))
        assert hit.triangle == row + 1 and hit.distance == pytest.approx(1.0)
        assert tuple(hit.normal) == (0.0, 1.0, 0.0)
        assert world.ray_cast((x, -1, z), (0, 1, 0)) is None
        (only,) = world.ray_cast_all((x, 1, z), (0, -1, 0))
        assert only == hit


def test_other_shapes_have_no_triangle():
    world = world_of(ShapeMesh(*meshes.flat(4.0, 2)))
    world.add_body(shape=ShapeSphere(0.5), position=(0, 1, 0))
    hits = world.ray_cast_all((0.1, 5, 0.2), (0, -1, 0))
    assert [hit.triangle >= 0 for hit in hits] == [False, True]
    batch = world.ray_cast_batch(np.array([[0.1, 5, 0.2], [9, 9, 9]]), np.array([[0, -1, 0], [0, 1, 0]]))
    assert batch.triangle.tolist() == [-1, -1]


def test_a_ray_along_a_flat_mesh_passes():
    world = world_of(ShapeMesh(*meshes.flat(4.0, 4), two_sided=True))
    assert world.ray_cast((-5, 0, 0.1), (1, 0, 0)) is None
    assert world.ray_cast((-5, 1e-3, 0.1), (1, -2.5e-4, 0)) is not None


def test_limits_and_two_sides():
    vertices, triangles = meshes.flat(4.0, 4)
    world = world_of(ShapeMesh(vertices, triangles, two_sided=True))
    assert world.ray_cast((0.1, 2, 0.2), (0, -1, 0), 1.9) is None
    assert world.ray_cast((0.1, 2, 0.2), (0, -1, 0), 2.0).distance == 2.0
    below = world.ray_cast((0.1, -2, 0.2), (0, 1, 0))
    assert below.distance == 2.0 and tuple(below.normal) == (0.0, -1.0, 0.0)


def test_a_distant_origin_hits_as_exactly():
    world = world_of(ShapeMesh(*meshes.ball(1.0, 4)), position=(1e6, 0, 0))
    hit = world.ray_cast((-1e6, 0.3, 0.2), (1, 0, 0), 1e7)
    near = world.ray_cast((1e6 - 3, 0.3, 0.2), (1, 0, 0), 10)
    assert hit.triangle == near.triangle and hit.point[0] == pytest.approx(near.point[0], abs=1e-6)
