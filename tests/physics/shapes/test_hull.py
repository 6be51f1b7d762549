"""Convex hulls as shapes: what becomes of points, exact mass, bad input, and what kernels and renderers are given."""

import copy
import itertools
import math
import pickle

import numpy as np
import pytest

from bench.fuzz.narrow_phase import random_directions, random_rotations
from bench.reference.polytopes import centered, normals_of, pool, prism_points
from physics import ShapeBox, ShapeHull, World
from physics.bodies.mass import full_matrix, shape_mass
from physics.kernels.core.jit import kernel
from physics.kernels.layout import hull as HULL
from physics.kernels.narrow_phase.hull.support import hull_bounds
from physics.kernels.queries.ray_hull import ray_hull
from physics.shapes.library import ShapeLibrary
from tests.physics.reference.outer import outer
from tests.physics.shapes.test_shapes import turn

hull_bounds = outer(hull_bounds)
ray_hull = outer(ray_hull)

CUBE = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
CORNER = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
POOL = pool()


@pytest.fixture(params=POOL, ids=str)
def hull(request):
    return POOL[request.param]


def test_a_cube_has_six_square_faces():
    cube = ShapeHull(CUBE * 0.5 + (3, 4, 5))
    assert sorted(len(face) for face in cube.faces) == [4] * 6
    assert cube.size == (0.5, 0.5, 0.5)
    assert cube.volume == pytest.approx(1.0, rel=1e-14)
    assert cube.local_pose() == ((3.0, 4.0, 5.0), (0.0, 0.0, 0.0, 1.0))
    assert cube.extent == pytest.approx(math.sqrt(3.5**2 + 4.5**2 + 5.5**2))


def test_points_inside_of_the_hull_its_faces_and_its_edges_are_left_out():
    random = np.random.default_rng(1)
    inside = random.uniform(-1, 1, (500, 3))
    on_faces = inside.copy()
    on_faces[np.arange(500), random.integers(3, size=500)] = 1.0
    noise = random.normal(size=(1008, 3)) * 1e-6
    hull = ShapeHull(np.concatenate((inside, on_faces, CUBE)) + noise)
    assert len(hull.points) == 8
    assert sorted(len(face) for face in hull.faces) == [4] * 6


def test_faces_go_around_counterclockwise_and_close_the_surface(hull):
    points = np.array(hull.points)
    center = points.mean(axis=0)
    sides = [(a, b) for face in hull.faces for a, b in zip(face, (*face[1:], face[0]), strict=True)]
    assert len(set(sides)) == len(sides)
    assert {(b, a) for a, b in sides} == set(sides)
    assert len(points) - len(sides) // 2 + len(hull.faces) == 2
    for face, normal in zip(hull.faces, normals_of(hull), strict=True):
        assert normal @ (points[face[0]] - center) > 0.0
        assert ((points - points[face[0]]) @ normal).max() < 1e-4
        for a, b in zip(face, (*face[1:], face[0]), strict=True):
            assert np.cross(normal, points[b] - points[a]) @ (points[list(face)].mean(axis=0) - points[a]) > 0.0


def test_a_prism_of_32_sides_has_34_faces():
    hull = ShapeHull(prism_points(32, 0.5, 0.2))
    assert sorted(len(face) for face in hull.faces) == [4] * 32 + [32, 32]


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("way", [1, -1])
def test_a_prism_is_the_hull_of_its_corners_to_the_last_bit(axis, way):
    random = np.random.default_rng(7)
    for count in (3, 4, 5, 8, 40, 128):
        angles = 2.0 * math.pi * (np.arange(count) + random.uniform(-0.3, 0.3, count)) / count
        outline = (np.column_stack((np.cos(angles), 0.3 * np.sin(angles))) + (0.2, 5.0))[::way]
        points = np.insert(np.concatenate((outline, outline)), axis, np.repeat((-0.01, 0.01), count), axis=1)
        fast, slow = ShapeHull.prism(outline, 0.01, axis), ShapeHull(points)
        assert fast == slow and hash(fast) == hash(slow) and fast.faces == slow.faces
        for one, other in zip(fast.shape_data[:2], slow.shape_data[:2], strict=True):
            np.testing.assert_array_equal(one, other)


def test_a_prism_of_corners_that_are_none_or_in_no_order_is_the_hull_of_them_too():
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    cube = ShapeHull.prism(square, 0.5, 2)
    assert cube.volume == pytest.approx(1.0) and len(cube.faces) == 6
    for outline in (
        [*square, (0.5, 0.5)], [(0.5, 0.0), *square], [(0.0, 0.0), *square], [(0.5, -1e-7), *square[1:], square[0]],
        [square[k] for k in (0, 2, 1, 3)],
    ):  # fmt: skip
        assert ShapeHull.prism(outline, 0.5, 2).size == (0.5, 0.5, 0.5)
        assert len(ShapeHull.prism(outline, 0.5, 2).points) == 8
    star = [(math.cos(0.8 * math.pi * k), math.sin(0.8 * math.pi * k)) for k in range(5)]
    assert len(ShapeHull.prism(star, 0.5).faces) == 7


def test_bad_prisms_are_refused():
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    for outline, half, axis, message in (
        (square[:2], 0.5, 1, r"at least 3 rows of 2 numbers, shape \[n, 2\], got an array of shape \(2, 2\)"),
        ([], 0.5, 1, r"outline must be at least 3 rows of 2 numbers"),
        (square, -1.0, 1, r"half_length must be finite and > 0 m, got -1.0"),
        (square, 0.5, 3, r"axis must be"),
        (square, 1e-7, 1, r"must not lie in one plane"),
        ([(0.0, 0.0), (1.0, 0.0), (math.nan, 1.0)], 0.5, 1, r"must be 3 finite numbers"),
    ):
        with pytest.raises(ValueError, match=message):
            ShapeHull.prism(outline, half, axis)


def test_hulls_of_the_same_vertices_are_equal_whatever_the_order():
    random = np.random.default_rng(2)
    points = random.normal(size=(40, 3))
    one, two = ShapeHull(points), ShapeHull(random.permutation(points).tolist())
    assert one == two and hash(one) == hash(two)
    assert one.faces == two.faces
    assert one != ShapeHull(points * 1.01) and one != ShapeBox((1, 1, 1))
    assert ShapeHull(one.points) == one


def test_hulls_never_change_and_can_be_copied(hull):
    with pytest.raises(AttributeError):
        hull.points = ()
    with pytest.raises(ValueError, match="read-only"):
        hull.geometry.positions[0] = 0.0
    for other in (copy.copy(hull), copy.deepcopy(hull), pickle.loads(pickle.dumps(hull))):
        assert other == hull and hash(other) == hash(hull)
        assert other.solid == hull.solid and other.faces == hull.faces
    assert hull.shape_data is hull.shape_data


def test_mass_of_a_box_is_that_of_a_box():
    half = (0.3, 0.5, 0.7)
    box, hull = shape_mass(ShapeBox(half), 700.0), shape_mass(ShapeHull(CUBE * half + (1, 2, 3)), 700.0)
    assert hull.mass == pytest.approx(box.mass, rel=1e-13)
    np.testing.assert_allclose(hull.center, (1, 2, 3), rtol=1e-13)
    np.testing.assert_allclose(hull.moments, box.moments, rtol=1e-11, atol=1e-10)


def test_mass_of_a_corner_of_a_cube():
    """Volume 1/6, center 1/4; about it xx = 1/30 - 2/6/16 = 1/80 and xy = -(1/120 - 1/6/16) = 1/480."""
    solid = ShapeHull(CORNER).solid
    assert solid.volume == pytest.approx(1 / 6, rel=1e-14)
    np.testing.assert_allclose(solid.center, [0.25] * 3, rtol=1e-14)
    np.testing.assert_allclose(solid.moments, [1 / 80, 1 / 480, 1 / 480, 1 / 80, 1 / 480, 1 / 80], rtol=1e-12)


@pytest.mark.slow
def test_mass_agrees_with_random_points(hull):
    """A million points in the bounding box: the mean of n of them is off by about 1 / sqrt(n)."""
    random = np.random.default_rng(3)
    points = np.array(hull.points)
    low, high = points.min(axis=0), points.max(axis=0)
    cloud = random.uniform(low, high, (200_000, 3))
    normals = normals_of(hull)
    offsets = np.array([points[face[0]] @ n for face, n in zip(hull.faces, normals, strict=True)])
    cloud = cloud[(cloud @ normals.T <= offsets).all(axis=1)]
    share = len(cloud) / 200_000
    assert hull.volume == pytest.approx(share * np.prod(high - low), rel=5 * math.sqrt((1 - share) / share / 200_000))
    accuracy = 5.0 / math.sqrt(len(cloud))
    np.testing.assert_allclose(hull.solid.center, cloud.mean(axis=0), atol=accuracy * (high - low).max())
    arms = cloud - np.array(hull.solid.center)
    second = arms.T @ arms / len(cloud)
    inertia = full_matrix(hull.solid.moments) / hull.volume
    np.testing.assert_allclose(inertia, np.trace(second) * np.eye(3) - second, atol=2 * accuracy * np.trace(second))


def test_more_than_256_vertices_are_reduced_with_a_warning():
    points = random_directions(1000, np.random.default_rng(4))
    with pytest.warns(
        UserWarning, match=r"a hull of \d+ vertices was reduced to 25\d, which moved its surface by up to"
    ):
        hull = ShapeHull(points)
    assert 250 <= len(hull.points) <= 256
    normals = normals_of(hull)
    offsets = np.array([hull.points[face[0]] for face in hull.faces])
    outside = points @ normals.T - (offsets * normals).sum(axis=1)
    assert outside.max() < 0.03


def test_large_faces_have_at_most_64_corners_in_the_lists():
    hull = ShapeHull(prism_points(100, 0.5, 0.2))
    indices = hull.shape_data.indices
    starts = indices[indices[HULL.FACE_STARTS] :][: indices[HULL.FACE_COUNT] + 1]
    assert np.diff(starts).max() == HULL.CORNERS_MAX
    assert sorted(len(face) for face in hull.faces)[-1] == 100


BAD = [
    ([(0, 0, 0)] * 3, ValueError, r"points must be at least 4, got 3; for a flat thing use"),
    (np.zeros((0, 3)), ValueError, r"points must be at least 4, got 0"),
    ([*CORNER, (0, math.nan, 0)], ValueError, r"points\[4\] must be 3 finite numbers .* got \[0.0, nan, 0.0\]"),
    ([*CORNER, (0, 0, -math.inf)], ValueError, r"points\[4\] must be 3 finite numbers"),
    ([*CORNER, (2e5, 0, 0)], ValueError, r"points\[4\] must .* between -100000 and 100000 m, .* move the body"),
    ([(1, 2, 3)] * 9, ValueError, r"must not lie in one spot, but the 9 given do: they fit into 0 m"),
    ([(i, 2 * i, 0) for i in range(6)], ValueError, r"must not lie on one line.* 11.2 m long; use a thin ShapeCapsule"),
    ([(i, i * i, 7) for i in range(6)], ValueError, r"must not lie in one plane.* 0 m thick .*; use a thin ShapeBox"),
    (CUBE * (1, 1, 1e-7), ValueError, r"must not lie in one plane.* 2e-07 m thick"),
    (CUBE * 1e-6, ValueError, r"must not lie in one spot"),
    (CUBE * (1, 1, 5e-5), ValueError, r"at least 0.0002 m thick, got 0.0001 m"),
    (np.zeros((5, 2)), ValueError, r"shape \[n, 3\], got an array of shape \(5, 2\)"),
    (np.zeros(12), ValueError, r"shape \[n, 3\], got an array of shape \(12,\)"),
    ([(0, 0, 0), (1, 0), (1, 1, 1), (0, 1, 0)], ValueError, r"rows of 3 numbers"),
    ("abcd", TypeError, r"must be a list or array of \(x, y, z\), got 'abcd'"),
    (None, TypeError, r"must be a list or array"),
    (7, TypeError, r"must be a list or array"),
    ([("a", "b", "c")] * 4, TypeError, r"points must be numbers"),
    ([(1j, 0, 0)] * 4, TypeError, r"points must be numbers"),
    ([(True, False, True)] * 4, TypeError, r"points must be numbers"),
]


@pytest.mark.parametrize(("points", "error", "message"), BAD)
def test_bad_points_are_refused_with_the_rule_the_place_and_the_way_out(points, error, message):
    with pytest.raises(error, match=message):
        ShapeHull(points)


def test_a_world_takes_a_hull_and_knows_its_mass():
    world = World()
    hull = ShapeHull(np.array(CORNER, float))
    body = world.add_body(shape=hull, position=(0, 5, 0), density=600.0)
    assert body.mass == pytest.approx(100.0)
    with pytest.raises(TypeError, match="ShapeHull or ShapePlane"):
        world.add_body(shape="hull")


def test_the_form_says_the_same_as_the_hull(hull):
    data = hull.shape_data
    head = data.indices
    vertex_count, face_count, edge_count = head[:3]
    row = vertex_count + -vertex_count % 8
    start = head[HULL.VERTICES]
    vertices = data.numbers[start : start + 3 * row].reshape(3, row).T
    np.testing.assert_array_equal(vertices[:vertex_count], centered(hull).astype(np.float32))
    assert (vertices[vertex_count:] == vertices[vertex_count - 1]).all()
    row = face_count + -face_count % 8
    start = head[HULL.PLANES]
    planes = data.numbers[start : start + 4 * row].reshape(4, row).T[:face_count]
    np.testing.assert_allclose(planes[:, :3], normals_of(hull), atol=1e-3)
    assert (vertices @ planes[:, :3].T - planes[:, 3]).max() < 1e-4
    row = edge_count + -edge_count % 8
    start = head[HULL.EDGES]
    edges = data.numbers[start : start + HULL.EDGE_ROWS * row].reshape(HULL.EDGE_ROWS, row).T[:edge_count]
    start = head[HULL.EDGE_ENDS]
    ends = head[start : start + 4 * edge_count].reshape(-1, 4)
    np.testing.assert_array_equal(edges[:, 0:4], planes[ends[:, 2]])
    np.testing.assert_array_equal(edges[:, 4:8], planes[ends[:, 3]])
    np.testing.assert_array_equal(edges[:, 8:11], vertices[ends[:, 0]])
    # Along an edge runs the cross product of the normals at its left and right.
    along = np.cross(edges[:, 0:3], edges[:, 4:7])
    assert ((along * edges[:, 11:14]).sum(axis=1) > 0.0).all()
    body = data.numbers[head[HULL.BODY] :][: HULL.BODY_NUMBERS]
    np.testing.assert_allclose(body[:3] + hull.local_pose()[0], hull.solid.center, atol=1e-6)
    assert body[3] == pytest.approx((planes[:, 3] - planes[:, :3] @ body[:3]).min(), rel=1e-4)


def test_the_geometry_is_closed_and_has_flat_faces(hull):
    geometry = hull.geometry
    corners = geometry.positions[geometry.triangles].astype(float)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    volume = (corners[:, 0] * across).sum() / 6.0
    assert volume == pytest.approx(hull.volume, rel=1e-4)
    normal = geometry.normals[geometry.triangles]
    assert (normal == normal[:, :1]).all()
    size = np.linalg.norm(across, axis=1)
    cosine = (across * normal[:, 0]).sum(axis=1) / np.maximum(size, 1e-12)
    assert (cosine[size > 1e-4] > 0.999).all()


@kernel
def bounds_many(rotation, data, numbers, indices, low, high):
    """Bounds of many poses of a hull."""
    for i in range(len(rotation)):
        q = (rotation[i, 0], rotation[i, 1], rotation[i, 2], rotation[i, 3])
        a, b = hull_bounds(q, data, numbers, indices)
        for c in range(3):
            low[i, c], high[i, c] = a[c], b[c]


def test_bounds_are_exact(hull):
    rotation = random_rotations(50, np.random.default_rng(6)).astype(np.float32)
    library = ShapeLibrary()
    library.enter(POOL["box"])
    low, high = np.zeros((2, 50, 3), np.float32)
    bounds_many(rotation, library.enter(hull), library.numbers, library.indices, low, high)
    for i in range(50):
        world = np.array([turn(rotation[i].astype(float), p) for p in centered(hull)])
        np.testing.assert_allclose(low[i], world.min(axis=0), atol=1e-6)
        np.testing.assert_allclose(high[i], world.max(axis=0), atol=1e-6)


def obvious_ray(origin, direction, points, faces):
    """Distance to the nearest face that is crossed from outside in its outline; infinite if the origin is inside."""
    best = math.inf
    inside = True
    for face in faces:
        corners = points[list(face)]
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        normal /= np.linalg.norm(normal)
        height, approach = normal @ (origin - corners[0]), -normal @ direction
        inside &= height <= 0.0
        if height > 0.0 and approach > 0.0:
            place = origin + direction * height / approach
            ahead = np.roll(corners, -1, axis=0)
            if (np.cross(ahead - corners, place - corners) @ normal >= -1e-9).all():
                best = min(best, height / approach)
    return math.inf if inside else best


@pytest.mark.slow
def test_rays_enter_where_they_cross_a_face(hull):
    random = np.random.default_rng(8)
    library = ShapeLibrary()
    data = library.enter(hull)
    points = centered(hull)
    hits = 0
    for _ in range(300):
        origin, direction = random.normal(size=3) * 1.5, random_directions(1, random)[0]
        if random.random() < 0.8:
            direction = points[random.integers(len(points), size=3)].mean(axis=0) * 0.9 - origin
            direction /= np.linalg.norm(direction)
        distance, normal = ray_hull(tuple(origin), tuple(direction), data, library.numbers, library.indices)
        expected = obvious_ray(origin, direction, points, hull.faces)
        assert math.isinf(distance) == math.isinf(expected)
        if math.isfinite(distance):
            hits += 1
            assert distance == pytest.approx(expected, abs=1e-4)
            assert np.linalg.norm(normal) == pytest.approx(1.0, abs=1e-12)
            assert np.array(normal) @ direction < 0.0
    assert hits > 100


def test_a_ray_from_inside_of_a_hull_or_away_from_it_misses():
    library = ShapeLibrary()
    data = library.enter(ShapeHull(CUBE))
    for origin, direction in (((0, 0, 0), (1, 0, 0)), ((0.9, 0.9, 0.9), (0, 1, 0)), ((2, 0, 0), (1, 0, 0))):
        origin, direction = tuple(map(float, origin)), tuple(map(float, direction))
        assert ray_hull(origin, direction, data, library.numbers, library.indices)[0] == math.inf
    distance, normal = ray_hull((5.0, 0.2, 0.3), (-1.0, 0.0, 0.0), data, library.numbers, library.indices)
    assert distance == 4.0 and normal == (1.0, 0.0, 0.0)
