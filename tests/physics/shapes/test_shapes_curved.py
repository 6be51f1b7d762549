"""Cylinders and cones: what may be asked for, mass by closed forms and by counting points, rays by brute force."""

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st

from physics import ShapeCone, ShapeCylinder
from physics.bodies.mass import full_matrix, invert_inertia, scaled, shape_mass
from physics.kernels.core.jit import kernel
from physics.kernels.layout import kind as KIND
from physics.kernels.queries.ray_curved import INFINITE, ray_cone, ray_cylinder
from tests.physics.reference.convex import Shapes
from tests.physics.reference.outer import outer, plain

lengths = st.floats(0.01, 10.0)
BOTH = (ShapeCylinder, ShapeCone)
R2 = math.sqrt(0.5)


def solid_of(shape):
    """The shape for the slow reference, upright around zero."""
    return Shapes(shape.kind, np.array([shape.size]), np.eye(3)[None], np.zeros((1, 3)))


def test_shapes_are_values():
    for kind, make in ((KIND.CYLINDER, ShapeCylinder), (KIND.CONE, ShapeCone)):
        shape = make(radius=0.5, half_height=2)
        assert shape == make(0.5, 2.0)
        assert hash(shape) == hash(make(0.5, 2.0))
        assert shape.kind == kind
        assert shape.size == (0.5, 2.0, 0.0)
        assert shape.extent == pytest.approx(math.hypot(0.5, 2.0))
        assert shape.shape_data is None
        assert shape.geometry is None
        assert shape.solid is None
        assert shape.local_pose() == ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    assert ShapeCylinder(0.5, 2.0) != ShapeCone(0.5, 2.0)
    assert ShapeCylinder(0.5, 2.0).volume == pytest.approx(math.pi)
    assert ShapeCone(0.5, 2.0).volume == pytest.approx(math.pi / 3.0)


@pytest.mark.parametrize("make", BOTH)
@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf, 9e-5, 1.1e5])
def test_sizes_are_checked(make, value):
    with pytest.raises(ValueError, match=r"radius must be between 0.0001 and 100000|radius must be between .* m, got"):
        make(value, 1.0)
    with pytest.raises(ValueError, match=r"half_height must be between .* m, got"):
        make(1.0, value)
    with pytest.raises(TypeError, match="radius"):
        make("wide", 1.0)


@given(lengths, lengths)
def test_mass_is_the_integral_over_the_slices(radius, half_height):
    """A disk of radius s has per height pi s^4 / 2 along and pi s^4 / 4 + pi s^2 (y - c)^2 across the axis.

    Gauss-Legendre quadrature with 8 nodes is exact for these polynomials.
    """
    nodes, weights = np.polynomial.legendre.leggauss(8)
    y, w = half_height * nodes, half_height * weights
    for shape, s in (
        (ShapeCylinder(radius, half_height), radius + 0 * y),
        (ShapeCone(radius, half_height), radius * (1 - nodes) / 2),
    ):
        mass = math.pi * (w * s * s).sum()
        center = math.pi * (w * s * s * y).sum() / mass
        along = math.pi * (w * s**4 / 2).sum()
        across = math.pi * (w * (s**4 / 4 + s * s * (y - center) ** 2)).sum()
        found = shape_mass(shape, 5.0)
        assert found.mass == pytest.approx(5.0 * mass, rel=1e-12)
        assert found.mass == pytest.approx(5.0 * shape.volume, rel=1e-14)
        np.testing.assert_allclose(found.center, (0.0, center, 0.0), atol=1e-13 * half_height)
        np.testing.assert_allclose(found.inertia, 5.0 * np.diag([across, along, across]), rtol=1e-11)


def test_the_center_of_mass_of_a_cone_is_a_quarter_above_its_base():
    assert shape_mass(ShapeCone(0.7, 2.0), 1.0).center == (0.0, -1.0, 0.0)
    assert shape_mass(ShapeCylinder(0.7, 2.0), 1.0).center == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("shape", [ShapeCylinder(0.4, 0.9), ShapeCone(0.8, 0.5)], ids=repr)
def test_mass_is_the_sum_over_random_points(shape):
    """400,000 points in the bounding box: sums are good to half a percent."""
    random = np.random.default_rng(1)
    half = np.array([shape.radius, shape.half_height, shape.radius])
    points = random.uniform(-1, 1, (400_000, 3)) * half
    inside = solid_of(shape).height(points[None])[0] < 0
    weight = 700.0 * 8.0 * half.prod() / len(points)
    points = points[inside]
    found = shape_mass(shape, 700.0)
    assert found.mass == pytest.approx(weight * len(points), rel=5e-3)
    np.testing.assert_allclose(found.center, points.mean(axis=0), atol=5e-3)
    arm = points - found.center
    inertia = weight * ((arm * arm).sum() * np.eye(3) - arm.T @ arm)
    np.testing.assert_allclose(found.inertia, inertia, rtol=1e-2, atol=5e-3 * inertia.max())


@pytest.mark.parametrize("make", BOTH)
@pytest.mark.parametrize(
    ("length", "density"), [(1e-4, 1e-3), (1e-4, 1e6), (1e5, 1e-3), (1e5, 1e6)], ids=lambda value: f"{value:g}"
)
def test_extreme_sizes_stay_inside_float32(make, length, density):
    mass = shape_mass(make(length, length), density)
    diagonals = [*np.diag(mass.inertia), *np.diag(full_matrix(invert_inertia(mass.moments)))]
    numbers = np.float32([mass.mass, 1.0 / mass.mass, *diagonals])
    assert (numbers > np.finfo(np.float32).tiny).all()
    assert np.isfinite(numbers).all()
    assert scaled(mass, mass.mass) == mass


@kernel
def cast_many(kind, origin, direction, radius, half_height, distance, normal):
    """Cast many rays at one shape."""
    for i in range(len(origin)):
        o = (origin[i, 0], origin[i, 1], origin[i, 2])
        d = (direction[i, 0], direction[i, 1], direction[i, 2])
        if kind == KIND.CYLINDER:
            distance[i], n = ray_cylinder(o, d, radius, half_height)
        else:
            distance[i], n = ray_cone(o, d, radius, half_height)
        normal[i, 0], normal[i, 1], normal[i, 2] = n


@pytest.fixture(params=["compiled", "python"])
def run(request):
    """Run leaf functions compiled and as plain Python."""
    python = request.param == "python"
    return lambda function, *args: (plain if python else outer)(function)(*args)


def expect(answer, distance, normal=None):
    assert answer[0] == pytest.approx(distance, rel=1e-14)
    if normal is not None:
        np.testing.assert_allclose(answer[1], normal, atol=1e-14)


def test_rays_at_a_cylinder(run):
    expect(run(ray_cylinder, (5.0, 0.5, 0.0), (-1.0, 0.0, 0.0), 0.5, 1.0), 4.5, (1, 0, 0))
    expect(run(ray_cylinder, (5.0, 1.0, 0.0), (-1.0, 0.0, 0.0), 0.5, 1.0), 4.5, (1, 0, 0))  # along the end
    expect(run(ray_cylinder, (0.2, 5.0, 0.1), (0.0, -1.0, 0.0), 0.5, 1.0), 4.0, (0, 1, 0))
    expect(run(ray_cylinder, (0.5, -5.0, 0.0), (0.0, 1.0, 0.0), 0.5, 1.0), 4.0, (0, -1, 0))  # along the side
    expect(run(ray_cylinder, (0.0, 2.0, 1.2), (0.0, -R2, -R2), 0.5, 1.0), math.sqrt(2.0))
    for origin, direction in [
        ((5.0, 1.1, 0.0), (-1.0, 0.0, 0.0)),
        ((5.0, 0.0, 0.6), (-1.0, 0.0, 0.0)),
        ((0.6, 5.0, 0.0), (0.0, -1.0, 0.0)),
        ((0.0, 0.9, 0.0), (0.0, -1.0, 0.0)),  # inside
        ((0.0, 1.0, 0.0), (0.0, -1.0, 0.0)),  # on the end
        ((0.5, 0.0, 0.0), (-1.0, 0.0, 0.0)),  # on the side
        ((0.0, 2.0, 0.0), (0.0, 1.0, 0.0)),  # away
        ((0.0, 1.5, 0.0), (1.0, 0.0, 0.0)),
    ]:
        assert run(ray_cylinder, origin, direction, 0.5, 1.0)[0] == INFINITE, (origin, direction)


def test_rays_at_a_cone(run):
    """Radius 1, from y = -1 to y = 1: the side falls by 2 per meter, with the normal (2, 1) / sqrt(5)."""
    n = 1.0 / math.sqrt(5.0)
    expect(run(ray_cone, (5.0, 0.0, 0.0), (-1.0, 0.0, 0.0), 1.0, 1.0), 4.5, (2 * n, n, 0))
    expect(run(ray_cone, (0.0, 5.0, 0.5), (0.0, -1.0, 0.0), 1.0, 1.0), 5.0, (0, n, 2 * n))
    expect(run(ray_cone, (0.0, 5.0, 0.0), (0.0, -1.0, 0.0), 1.0, 1.0), 4.0, (0, 1, 0))  # onto the tip
    expect(run(ray_cone, (0.3, -5.0, 0.4), (0.0, 1.0, 0.0), 1.0, 1.0), 4.0, (0, -1, 0))
    expect(run(ray_cone, (5.0, -1.0, 0.0), (-1.0, 0.0, 0.0), 1.0, 1.0), 4.0)  # along the base
    expect(run(ray_cone, (-3.0, -2.4, 0.0), (0.8, 0.6, 0.0), 1.0, 1.0), 2.6, (-2 * n, n, 0))
    for origin, direction in [
        ((5.0, 1.1, 0.0), (-1.0, 0.0, 0.0)),
        ((5.0, -1.1, 0.0), (-1.0, 0.0, 0.0)),
        ((5.0, 0.0, 0.6), (-1.0, 0.0, 0.0)),
        ((1.1, 5.0, 0.0), (0.0, -1.0, 0.0)),
        ((0.0, 0.0, 0.0), (0.0, -1.0, 0.0)),  # inside
        ((0.0, 1.0, 0.0), (0.0, -1.0, 0.0)),  # on the tip
        ((0.5, 0.0, 0.0), (-1.0, 0.0, 0.0)),  # on the side
        ((0.0, -1.0, 0.0), (0.0, 1.0, 0.0)),  # on the base
        ((0.0, 2.0, 0.0), (0.0, 1.0, 0.0)),  # away
        ((0.0, 3.0, 0.0), (1.0, 0.0, 0.0)),  # through the other half of the double cone
        ((-2.0, 3.0, 0.0), (R2, 0.0, R2)),
    ]:
        assert run(ray_cone, origin, direction, 1.0, 1.0)[0] == INFINITE, (origin, direction)


@pytest.mark.parametrize("size", [1e155, 1e300])
def test_origins_beyond_all_measure_are_a_miss(run, size):
    with np.errstate(over="ignore", invalid="ignore"):
        for origin in ((size, 0.0, 0.0), (-size, size, -size)):
            for direction in ((1.0, 0.0, 0.0), (R2, -R2, 0.0)):
                for cast in (ray_cylinder, ray_cone):
                    distance = run(cast, origin, direction, 1.0, 1.0)[0]
                    assert distance >= size or math.isinf(distance)


def slow_cast(solid, origin, direction, reach):
    """Along a ray, the distance from a convex solid is convex: find its lowest place, then where it crosses zero."""

    def height(s):
        return solid.height((origin + s[:, None] * direction)[None])[0]

    low, high = np.zeros(len(origin)), np.full(len(origin), 4.0 * reach)
    for _ in range(110):
        one, two = (2 * low + high) / 3, (low + 2 * high) / 3
        left = height(one) < height(two)
        low, high = np.where(left, low, one), np.where(left, two, high)
    deepest = 0.5 * (low + high)
    depth = height(deepest)
    low, high = np.zeros(len(origin)), deepest.copy()
    for _ in range(80):
        middle = 0.5 * (low + high)
        outside = height(middle) > 0
        low, high = np.where(outside, middle, low), np.where(outside, high, middle)
    return high, depth, height(np.zeros(len(origin)))


@pytest.mark.slow
@pytest.mark.parametrize("reach", [4.0, 100.0])
@pytest.mark.parametrize(
    "shape",
    [
        ShapeCylinder(0.5, 1.25),
        ShapeCylinder(2.5, 0.01),
        ShapeCylinder(0.01, 3.0),
        ShapeCone(0.5, 1.25),
        ShapeCone(2.0, 0.1),
        ShapeCone(0.02, 2.0),
        ShapeCone(1.0, 1.0),
    ],
    ids=repr,
)
def test_random_rays_hit_as_the_slow_search_says(shape, reach):
    random = np.random.default_rng(7)
    count = 20_000
    half = np.array([shape.radius, shape.half_height, shape.radius])
    origin = random.uniform(-reach, reach, (count, 3))
    direction = random.normal(size=(count, 3))
    aimed = random.random(count) < 0.7
    direction[aimed] = random.uniform(-1.2, 1.2, (aimed.sum(), 3)) * half - origin[aimed]
    direction[(random.random((count, 3)) < 0.3) & (random.random((count, 1)) < 0.3)] = 0.0
    direction[(direction == 0).all(axis=1), 1] = -1.0
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    distance, normal = np.zeros(count), np.zeros((count, 3))
    cast_many(shape.kind, origin, direction, shape.radius, shape.half_height, distance, normal)
    solid = solid_of(shape)
    expected, depth, start = slow_cast(solid, origin, direction, reach)
    # Rays that graze the surface within rounding may do either.
    clear = (np.abs(depth) > 1e-9 * reach) & (np.abs(start) > 1e-12)
    hit = (depth < 0) & (start > 0)
    np.testing.assert_array_equal((distance < INFINITE)[clear], hit[clear])
    assert hit[clear].sum() > 300
    both = clear & hit
    point = origin[both] + direction[both] * distance[both][:, None]
    assert np.abs(solid.height(point[None])[0]).max() < 1e-12 * (reach + 10)
    cosine = -(normal * direction).sum(axis=1)[both]
    assert (cosine > -1e-9).all()
    assert (np.abs(distance - expected)[both] * np.maximum(cosine, 1e-6) < 1e-11 * (reach + 10)).all()
    np.testing.assert_allclose(np.linalg.norm(normal[both], axis=1), 1.0, atol=1e-12)
    step = 1e-6 * normal[both]
    slope = (solid.height((point + step)[None])[0] - solid.height((point - step)[None])[0]) / 2e-6
    assert (np.abs(slope - 1.0) < 1e-3).mean() > 0.99  # all but those close to an edge or to the tip
