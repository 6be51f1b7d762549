"""Mass properties, judged by closed forms and by sums over many points."""

import itertools
import math
import timeit

import numpy as np
import pytest
from hypothesis import given, strategies as st

from physics.bodies.mass import (
    MassProperties,
    combine,
    full_matrix,
    invert_inertia,
    rotate_inertia,
    scaled,
    shape_mass,
    shift_inertia,
)
from physics.checks import quaternion
from physics.shapes.primitives import ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere

HERE = (0.0, 0.0, 0.0)
UPRIGHT = (0.0, 0.0, 0.0, 1.0)

lengths = st.floats(0.01, 10.0)
vectors = st.tuples(*[st.floats(-5.0, 5.0)] * 3)
rotations = (
    st.tuples(*[st.floats(-1.0, 1.0)] * 4)
    .filter(lambda value: math.hypot(*value) > 0.1)
    .map(lambda value: quaternion("rotation", value))
)
shapes = st.one_of(
    st.builds(ShapeSphere, lengths),
    st.builds(ShapeBox, st.tuples(lengths, lengths, lengths)),
    st.builds(ShapeCapsule, lengths, lengths),
)
masses = st.builds(shape_mass, shapes, st.floats(1.0, 8000.0))
parts = st.tuples(masses, vectors, rotations)


def matrix_of(rotation):
    """Rotation matrix whose columns are the turned axes: v + 2 q x (q x v + w v)."""
    q, w = np.array(rotation[:3]), rotation[3]
    return np.array([v + 2.0 * np.cross(q, np.cross(q, v) + w * v) for v in np.eye(3)]).T


def inertia_of_points(points, weights, center):
    """Sum of m (d.d 1 - d d^T), with d from the center to each point."""
    d = points - center
    return np.einsum("n,nk,nk->", weights, d, d) * np.eye(3) - np.einsum("n,ni,nj->ij", weights, d, d)


def points_inside(shape, count=90):
    """Centers of a regular grid of cells that lie in a shape, and the volume of a cell."""
    size = {
        ShapeSphere: lambda: (shape.radius,) * 3,
        ShapeBox: lambda: shape.half_extents,
        ShapeCapsule: lambda: (shape.radius, shape.extent, shape.radius),
    }[type(shape)]()
    steps = [half * ((2.0 * np.arange(count) + 1.0) / count - 1.0) for half in size]
    points = np.stack(np.meshgrid(*steps, indexing="ij"), axis=-1).reshape(-1, 3)
    if not isinstance(shape, ShapeBox):
        radius, half_height, _ = shape.size
        nearest = np.zeros_like(points)
        nearest[:, 1] = np.clip(points[:, 1], -half_height, half_height)
        points = points[((points - nearest) ** 2).sum(axis=1) <= radius * radius]
    return points, 8.0 * math.prod(size) / count**3


@pytest.mark.parametrize("shape", [ShapeSphere(0.7), ShapeBox((0.3, 0.5, 1.1)), ShapeCapsule(0.4, 0.9)], ids=repr)
def test_shape_mass_is_the_sum_over_its_points(shape):
    """Cells are counted whole or not at all, so round shapes of 90 cells across are off by half a percent."""
    points, cell = points_inside(shape)
    weights = np.full(len(points), 700.0 * cell)
    mass = shape_mass(shape, 700.0)
    assert mass.mass == pytest.approx(weights.sum(), rel=6e-3)
    assert mass.mass == pytest.approx(700.0 * shape.volume, rel=1e-14)
    assert mass.center == HERE
    np.testing.assert_allclose(mass.inertia, inertia_of_points(points, weights, np.zeros(3)), rtol=6e-3, atol=1e-9)


def test_box_and_sphere_match_their_closed_forms():
    """Box: m/12 of the squared full sides; sphere: 2/5 m r^2."""
    box = shape_mass(ShapeBox((0.5, 1.0, 1.5)), 2.0)
    assert box.mass == pytest.approx(12.0)
    np.testing.assert_allclose(box.inertia, np.diag([4.0 + 9.0, 1.0 + 9.0, 1.0 + 4.0]), rtol=1e-15)
    ball = shape_mass(ShapeSphere(2.0), 3.0)
    np.testing.assert_allclose(ball.inertia, 0.4 * 32.0 * math.pi * 4.0 * np.eye(3), rtol=1e-15)


@given(lengths, lengths)
def test_capsule_matches_the_integral_over_its_slices(radius, half_height):
    """A disk of radius s has per height pi s^4 / 2 along and pi s^4 / 4 + pi s^2 y^2 across the axis.

    Gauss-Legendre quadrature with 8 nodes is exact for these polynomials of degree 4.
    """
    nodes, weights = np.polynomial.legendre.leggauss(8)
    along = across = mass = 0.0
    pieces = ((0.0, half_height, lambda y: radius**2 + 0.0 * y),)
    pieces += ((half_height, half_height + radius, lambda y: radius**2 - (y - half_height) ** 2),)
    for low, high, squared in pieces:
        y = 0.5 * (low + high) + 0.5 * (high - low) * nodes
        w = (high - low) * weights  # both halves
        s = squared(y)
        mass += math.pi * (w * s).sum()
        along += math.pi * (w * s * s / 2.0).sum()
        across += math.pi * (w * (s * s / 4.0 + s * y * y)).sum()
    capsule = shape_mass(ShapeCapsule(radius, half_height), 5.0)
    assert capsule.mass == pytest.approx(5.0 * mass, rel=1e-12)
    np.testing.assert_allclose(capsule.inertia, 5.0 * np.diag([across, along, across]), rtol=1e-12)


def test_capsule_without_height_is_a_ball_and_without_width_a_rod():
    ball, short = shape_mass(ShapeSphere(3.0), 1.0), shape_mass(ShapeCapsule(3.0, 1e-4), 1.0)
    np.testing.assert_allclose(short.inertia, ball.inertia, rtol=1e-3, atol=1e-9)
    rod = shape_mass(ShapeCapsule(1e-4, 3.0), 1.0)
    assert rod.moments[0] == pytest.approx(rod.mass * 6.0**2 / 12.0, rel=1e-3)


def test_planes_have_no_mass():
    with pytest.raises(ValueError, match=r"ShapePlane has no mass, so it needs BodyKind.STATIC"):
        shape_mass(ShapePlane((0, 1, 0), 0.0), 1000.0)


@pytest.mark.parametrize("value", [0, -1.0, math.nan, math.inf, 1e7])
def test_density_and_mass_are_checked(value):
    box = ShapeBox((0.5, 0.5, 0.5))
    with pytest.raises(ValueError, match=r"density must be between 0.001 and 1e\+06 kg/m\^3, got"):
        shape_mass(box, value)
    if value != 1e7:
        with pytest.raises(
            ValueError, match=r"mass must be between .* kg, got .*; for a fixed body use BodyKind.STATIC"
        ):
            scaled(shape_mass(box, 1.0), value)


@pytest.mark.parametrize(
    ("length", "density"), [(1e-4, 1e-3), (1e-4, 1e6), (1e5, 1e-3), (1e5, 1e6)], ids=lambda value: f"{value:g}"
)
def test_extreme_sizes_stay_inside_float32(length, density):
    for shape in (ShapeSphere(length), ShapeBox((length,) * 3), ShapeCapsule(length, length)):
        mass = shape_mass(shape, density)
        diagonals = [*np.diag(mass.inertia), *np.diag(full_matrix(invert_inertia(mass.moments)))]
        numbers = np.float32([mass.mass, 1.0 / mass.mass, *diagonals])
        assert (numbers > np.finfo(np.float32).tiny).all()
        assert np.isfinite(numbers).all()
        assert scaled(mass, mass.mass) == mass


def test_single_part_in_place_is_returned_as_it_is():
    mass = shape_mass(ShapeBox((1, 2, 3)), 10.0)
    assert combine([(mass, HERE, UPRIGHT)]) is mass


def test_no_part_is_refused():
    with pytest.raises(ValueError, match="a moving body needs mass"):
        combine([])


def test_parts_heavier_than_float32_are_refused():
    heavy = shape_mass(ShapeBox((1e5, 1e5, 1e5)), 1e6)
    with pytest.raises(ValueError, match="from 100 shapes; lower the density"):
        combine([(heavy, HERE, UPRIGHT)] * 100)


@given(shapes, vectors, rotations)
def test_single_part_moves_its_center_and_turns_its_inertia(shape, offset, rotation):
    part = shape_mass(shape, 100.0)
    whole = combine([(part, offset, rotation)])
    r = matrix_of(rotation)
    assert whole.mass == part.mass
    np.testing.assert_allclose(whole.center, offset, atol=1e-14)
    np.testing.assert_allclose(whole.inertia, r @ part.inertia @ r.T, rtol=1e-12, atol=1e-12 * max(part.moments))


@pytest.mark.slow
def test_composite_is_the_sum_over_its_points():
    """A hammer, askew: a wooden handle, an iron head and a ball, sampled densely."""
    tilt = quaternion("rotation", (0.3, -0.2, 0.5, 0.8))
    pieces = [
        (ShapeCapsule(0.05, 0.4), 700.0, (0.1, 0.0, -0.2), UPRIGHT),
        (ShapeBox((0.2, 0.08, 0.06)), 7200.0, (0.1, 0.5, -0.1), tilt),
        (ShapeSphere(0.1), 1100.0, (-0.3, -0.4, 0.2), tilt),
    ]
    points, weights = [], []
    for shape, density, offset, rotation in pieces:
        local, _ = points_inside(shape, 100)
        points.append(local @ matrix_of(rotation).T + offset)
        weights.append(np.full(len(local), density * shape.volume / len(local)))
    points, weights = np.concatenate(points), np.concatenate(weights)
    center = weights @ points / weights.sum()
    whole = combine([(shape_mass(shape, density), offset, r) for shape, density, offset, r in pieces])
    assert whole.mass == pytest.approx(weights.sum(), rel=1e-12)
    np.testing.assert_allclose(whole.center, center, atol=1e-12)
    expected = inertia_of_points(points, weights, center)
    np.testing.assert_allclose(whole.inertia, expected, rtol=2e-3, atol=1e-4 * expected.max())


def test_eight_small_boxes_are_one_large_box():
    small = shape_mass(ShapeBox((0.5, 1.0, 1.5)), 3.0)
    corners = [(0.5 * x, 1.0 * y, 1.5 * z) for x, y, z in itertools.product((-1, 1), repeat=3)]
    whole = combine([(small, corner, UPRIGHT) for corner in corners])
    large = shape_mass(ShapeBox((1.0, 2.0, 3.0)), 3.0)
    assert whole.mass == pytest.approx(large.mass)
    assert whole.center == HERE
    np.testing.assert_allclose(whole.inertia, large.inertia, rtol=1e-14, atol=1e-12)


@given(st.lists(parts, min_size=2, max_size=5), st.randoms(use_true_random=False))
def test_order_of_parts_does_not_change_a_bit(pieces, random):
    shuffled = pieces.copy()
    random.shuffle(shuffled)
    assert combine(shuffled) == combine(pieces)


@given(st.lists(parts, min_size=2, max_size=4), rotations)
def test_turning_all_parts_turns_the_whole(pieces, rotation):
    """Eigenvalues of the inertia are the same from wherever one looks."""
    r = matrix_of(rotation)
    turned = [(mass, tuple((r @ offset).tolist()), multiply(rotation, own)) for mass, offset, own in pieces]
    before, after = combine(pieces), combine(turned)
    np.testing.assert_allclose(after.center, r @ before.center, atol=1e-12)
    expected = np.linalg.eigvalsh(before.inertia)
    np.testing.assert_allclose(np.linalg.eigvalsh(after.inertia), expected, rtol=1e-9, atol=1e-12 * expected[2])
    np.testing.assert_allclose(after.inertia, r @ before.inertia @ r.T, atol=1e-12 * expected[2])


@given(st.lists(parts, min_size=1, max_size=4), vectors)
def test_moving_all_parts_moves_only_the_center(pieces, shift):
    moved = [(mass, tuple(a + b for a, b in zip(offset, shift, strict=True)), own) for mass, offset, own in pieces]
    before, after = combine(pieces), combine(moved)
    np.testing.assert_allclose(after.center, np.add(before.center, shift), atol=1e-12)
    np.testing.assert_allclose(after.inertia, before.inertia, atol=1e-11 * max(before.moments))


@pytest.mark.slow
@given(st.lists(parts, min_size=3, max_size=5))
def test_parts_combine_in_groups(pieces):
    group = combine(pieces[:2])
    direct, nested = combine(pieces), combine([(group, HERE, UPRIGHT), *pieces[2:]])
    assert nested.mass == pytest.approx(direct.mass, rel=1e-14)
    np.testing.assert_allclose(nested.center, direct.center, atol=1e-12)
    np.testing.assert_allclose(nested.inertia, direct.inertia, atol=1e-12 * max(direct.moments))


@given(st.lists(parts, min_size=1, max_size=4))
def test_principal_moments_keep_the_triangle_inequality(pieces):
    """No real thing has a principal moment larger than the sum of the two others."""
    low, middle, high = np.linalg.eigvalsh(combine(pieces).inertia)
    assert low > 0.0
    assert high <= (low + middle) * (1.0 + 1e-9)


@given(masses, vectors)
def test_parallel_axis_adds_a_point_mass(mass, offset):
    d = np.array(offset)
    expected = mass.inertia + mass.mass * (d @ d * np.eye(3) - np.outer(d, d))
    shifted = full_matrix(shift_inertia(mass.moments, mass.mass, offset))
    np.testing.assert_allclose(shifted, expected, rtol=1e-12, atol=1e-12 * expected.max())


def test_scaling_keeps_the_distribution():
    mass = MassProperties(2.0, (1.0, 2.0, 3.0), (4.0, 0.5, 0.25, 5.0, 0.125, 6.0))
    assert scaled(mass, 6) == MassProperties(6.0, (1.0, 2.0, 3.0), (12.0, 1.5, 0.75, 15.0, 0.375, 18.0))


def test_full_matrix_has_the_order_of_the_kernels():
    expected = [[1.0, 2.0, 3.0], [2.0, 4.0, 5.0], [3.0, 5.0, 6.0]]
    matrix = full_matrix((1.0, 2.0, 3.0, 4.0, 5.0, 6.0))
    np.testing.assert_array_equal(matrix, expected)
    assert matrix.dtype == np.float64


@given(masses, rotations)
def test_rotating_and_inverting_agree_with_matrices(mass, rotation):
    r = matrix_of(rotation)
    moments = rotate_inertia(mass.moments, rotation)
    expected = r @ mass.inertia @ r.T
    np.testing.assert_allclose(full_matrix(moments), expected, rtol=1e-12, atol=1e-12 * expected.max())
    inverse = full_matrix(invert_inertia(moments))
    condition = np.linalg.cond(mass.inertia)
    np.testing.assert_allclose(inverse @ full_matrix(moments), np.eye(3), atol=1e-14 * condition)


def test_inverse_works_far_from_one():
    base = rotate_inertia((1.0, 0.0, 0.0, 2.0, 0.0, 2.5), quaternion("rotation", (1, 2, 3, 4)))
    for scale in (1e-150, 1e150):
        inverse = full_matrix(invert_inertia(tuple(scale * moment for moment in base)))
        np.testing.assert_allclose(inverse * scale, np.linalg.inv(full_matrix(base)), rtol=1e-13)


@pytest.mark.parametrize(
    "moments",
    [
        (0.0,) * 6,
        (1.0, 0.0, 0.0, -1.0, 0.0, 1.0),
        (1.0, 0.0, 0.1, -1.0, 0.0, -1.0),
        (1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
        (1.0, 2.0, 0.0, 1.0, 0.0, 1.0),
        (math.nan, 0.0, 0.0, 1.0, 0.0, 1.0),
        (1.0, math.nan, 0.0, 1.0, 0.0, 1.0),
        rotate_inertia(shape_mass(ShapeCapsule(1e-4, 1e5), 1.0).moments, quaternion("rotation", (1, 2, 3, 4))),
    ],
    ids=repr,
)
def test_what_has_no_inverse_is_refused(moments):
    with pytest.raises(ValueError, match="inertia must be positive definite"):
        invert_inertia(moments)


def test_box_is_fast_enough_for_thousands_of_bodies():
    """10,000 bodies within a second leave 10 us for the mass of one; measured: 2 us."""
    box = ShapeBox((0.5, 0.5, 0.5))
    times = timeit.repeat(lambda: combine([(shape_mass(box, 700.0), HERE, UPRIGHT)]), number=1000, repeat=7)
    assert min(times) / 1000 < 10e-6


def multiply(p, q):
    """Product of two quaternions: first q turns, then p."""
    a, b = np.array(p[:3]), np.array(q[:3])
    xyz = p[3] * b + q[3] * a + np.cross(a, b)
    return (*xyz.tolist(), float(p[3] * q[3] - a @ b))
