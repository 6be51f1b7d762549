"""Distance of convex cores, judged by poses of known distance and by bounds from both sides."""

import math

import numpy as np
import pytest

from physics.kernels.core.jit import kernel
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import axes
from physics.kernels.layout import kind as KIND
from physics.kernels.narrow_phase.convex.gjk import ITERATIONS, gjk_distance
from physics.kernels.narrow_phase.convex.support import support
from physics.shapes.hull import ShapeHull
from physics.shapes.library import ShapeLibrary
from tests.physics.reference.convex import (
    NAMES,
    Shapes,
    distance_above,
    multiply,
    place_shapes,
    random_pairs,
    rotation_matrices,
    separations,
    thickness,
)
from tests.physics.reference.outer import plain

SOLIDS = (KIND.SPHERE, KIND.CAPSULE, KIND.CYLINDER, KIND.CONE, KIND.BOX)
PAIRS = [(a, b) for a in SOLIDS for b in SOLIDS] + [(a, KIND.HULL) for a in SOLIDS]
EMPTY = np.zeros(8, np.float32), np.zeros(8, np.int32)
UPRIGHT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@kernel
def distances(kind_a, size_a, kind_b, size_b, form_b, rotation, offset, limit, guess, numbers, indices, triangle, out):
    """Distance, direction, closest points, overlap, iterations of many pairs, float64 [N, 12]."""
    numbers, indices, triangle = flat(numbers), flat(indices), flat(triangle)
    for i in range(len(offset)):
        distance, direction, p, q, overlap, iterations = gjk_distance(
            kind_a,
            (size_a[i, 0], size_a[i, 1], size_a[i, 2]),
            0,
            kind_b,
            (size_b[i, 0], size_b[i, 1], size_b[i, 2]),
            form_b,
            axes((rotation[i, 0], rotation[i, 1], rotation[i, 2], rotation[i, 3])),
            (offset[i, 0], offset[i, 1], offset[i, 2]),
            limit,
            (guess[i, 0], guess[i, 1], guess[i, 2]),
            numbers,
            indices,
            triangle,
        )
        out[i, 0], out[i, 10], out[i, 11] = distance, 1.0 if overlap else 0.0, iterations
        out[i, 1], out[i, 2], out[i, 3] = direction
        out[i, 4], out[i, 5], out[i, 6] = p
        out[i, 7], out[i, 8], out[i, 9] = q


@pytest.fixture(scope="module")
def hull():
    """A hull of 40 points: its corners around the center of its bounds, its data and the arrays that hold it."""
    random = np.random.default_rng(3)
    points = random.normal(size=(40, 3))
    points *= np.array([0.6, 0.36, 0.78]) / np.linalg.norm(points, axis=1, keepdims=True)
    shape, library = ShapeHull(points.tolist()), ShapeLibrary()
    data = library.enter(shape)
    corners = (np.array(shape.points) - np.array(shape.local_pose()[0])).astype(np.float32).astype(float)
    return corners, data, library.numbers, library.indices


class Answers:
    """What `gjk_distance` says about many pairs, with the poses that it was asked about; axes of a."""

    def __init__(self, kind_a, kind_b, arrays, hull=None, limit=math.inf, guess=None):
        size_a, rotation_a, size_b, rotation_b, offset = (np.asarray(x, float) for x in arrays)
        rotation_a, rotation_b = (q / np.linalg.norm(q, axis=1, keepdims=True) for q in (rotation_a, rotation_b))
        relative = multiply(rotation_a * [-1, -1, -1, 1], rotation_b)
        local = np.einsum("nij,ni->nj", rotation_matrices(rotation_a), offset)
        data, numbers, indices = hull[1:] if hull is not None else (0, *EMPTY)
        out = np.zeros((len(offset), 12))
        distances(
            kind_a, size_a, kind_b, size_b, data, relative, local, limit, local if guess is None else guess,
            numbers, indices, EMPTY[0], out,
        )  # fmt: skip
        upright = np.tile([0.0, 0.0, 0.0, 1.0], (len(offset), 1))
        self.a = place_shapes(kind_a, core(kind_a, size_a), upright, 0 * offset)
        self.b = place_shapes(kind_b, core(kind_b, size_b), relative, local, None if hull is None else hull[0])
        self.radius = sum(s[:, 0] * (k <= KIND.CAPSULE) for k, s in ((kind_a, size_a), (kind_b, size_b)))
        self.extent = np.linalg.norm(size_a, axis=1) + np.linalg.norm(size_b, axis=1) + np.linalg.norm(local, axis=1)
        self.distance, self.direction, self.p, self.q = out[:, 0], out[:, 1:4], out[:, 4:7], out[:, 7:10]
        self.overlap, self.iterations = out[:, 10] > 0, out[:, 11]


def core(kind, size):
    """Size of a core: without its radius, which must not be zero for the formulas of the reference."""
    return size * [1e-200, 1, 1] if kind <= KIND.CAPSULE else size


def pair_name(pair):
    return f"{NAMES[pair[0]]}-{NAMES[pair[1]]}"


@pytest.mark.parametrize("kind", SOLIDS, ids=NAMES.get)
def test_support_is_the_outermost_point(run, kind):
    random = np.random.default_rng(1)
    for _ in range(200):
        size = tuple(random.uniform(0.1, 1.0, 3).tolist())
        direction = random.normal(size=3) * (random.random(3) < 0.8)
        point = run(support, kind, size, 0, tuple(direction.tolist()), *EMPTY, EMPTY[0])
        shape = place_shapes(kind, core(kind, np.array([size])), np.array([[0.0, 0, 0, 1]]), np.zeros((1, 3)))
        assert np.dot(point, direction) == pytest.approx(shape.reach(direction[None, None])[0, 0], abs=1e-12)
        assert shape.height(np.array(point)[None, None])[0, 0] < 1e-12


@pytest.fixture(params=["compiled", "python"])
def run(request):
    """Call a routine as compiled code, through a kernel, or as plain Python."""
    if request.param == "python":
        return lambda routine, *args: plain(routine)(*args)
    return lambda routine, *args: call(*args)


@kernel
def call(kind, size, data, direction, numbers, indices, triangle):
    """Call `support` from Python."""
    return support(kind, size, data, direction, flat(numbers), flat(indices), flat(triangle))


@pytest.mark.parametrize("family", ["near", "square", "nearly square", "thin", "uneven"])
@pytest.mark.parametrize("pair", PAIRS, ids=pair_name)
def test_distance_is_the_gap_that_the_pose_was_made_with(pair, family, hull):
    """Outermost points along n are above each other: that gap is the distance if it is positive."""
    random = np.random.default_rng(2)
    hull = hull if pair[1] == KIND.HULL else None
    *arrays, gap = random_pairs(*pair, family, 1000, random, None if hull is None else hull[0])
    answers = Answers(*pair, arrays, hull)
    exact = gap - 1e-6 * answers.extent > 0  # poses are rounded to float32
    if "square" in family:
        exact &= False
    apart = answers.distance - answers.radius
    assert not answers.overlap[exact].any()
    assert (np.abs(apart - gap)[exact] < 1e-6 * answers.extent[exact]).all()
    # Bounds from both sides: the shadows along the direction do not overlap, and no points are closer.
    judged = ~answers.overlap & (answers.distance > 1e-7 * answers.extent)
    below = separations(answers.a, answers.b, answers.direction[:, None])[:, 0]
    assert (answers.distance - below < 2e-7 * answers.extent)[judged].all()
    between = np.linalg.norm(answers.q - answers.p, axis=1)
    assert (np.abs(between - answers.distance) < 1e-12 * answers.extent)[judged].all()
    assert (answers.a.height(answers.p[:, None])[:, 0] < 1e-9 * answers.extent)[judged].all()
    if hull is None:
        assert (answers.b.height(answers.q[:, None])[:, 0] < 1e-9 * answers.extent)[judged].all()
        assert (answers.distance < distance_above(answers.a, answers.b) + 1e-7 * answers.extent).all()
    assert answers.iterations.max() <= ITERATIONS
    assert answers.iterations.mean() < 30


@pytest.mark.parametrize("pair", [(a, b) for a, b in PAIRS if a >= KIND.CYLINDER], ids=pair_name)
def test_overlap_is_found(pair, hull):
    """Centers within half the radius of the largest ball inside of both."""
    random = np.random.default_rng(4)
    hull = hull if pair[1] == KIND.HULL else None
    size_a, rotation_a, size_b, rotation_b, offset, _ = random_pairs(
        *pair, "near", 1000, random, None if hull is None else hull[0]
    )
    least = np.minimum(thickness(pair[0], size_a), thickness(pair[1], size_b))
    offset *= (0.2 * least * random.random(1000) / np.linalg.norm(offset, axis=1))[:, None]
    offset[::7] = 0.0
    guess = np.tile([0.0, 1.0, 0.0], (1000, 1))
    answers = Answers(*pair, (size_a, rotation_a, size_b, rotation_b, offset), hull, guess=guess)
    assert answers.overlap.all()
    assert (answers.distance == 0).all()
    assert np.isfinite(answers.p).all()


@pytest.mark.parametrize("pair", [(2, 2), (1, 3), (3, 4), (4, 4)], ids=pair_name)
def test_swapping_the_shapes_changes_nothing(pair):
    random = np.random.default_rng(5)
    size_a, rotation_a, size_b, rotation_b, offset, _ = random_pairs(*pair, "near", 1000, random)
    one = Answers(*pair, (size_a, rotation_a, size_b, rotation_b, offset))
    two = Answers(*pair[::-1], (size_b, rotation_b, size_a, rotation_a, -offset))
    np.testing.assert_array_equal(one.overlap, two.overlap)
    np.testing.assert_allclose(one.distance, two.distance, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("pair", [(2, 2), (3, 3), (4, 4), (1, 2)], ids=pair_name)
def test_the_last_direction_is_a_good_start(pair):
    random = np.random.default_rng(6)
    *arrays, gap = random_pairs(*pair, "near", 1000, random)
    cold = Answers(*pair, arrays)
    far = cold.distance > 1e-3
    warm = Answers(*pair, arrays, guess=np.where(far[:, None], cold.direction, [0.0, 1.0, 0.0]))
    np.testing.assert_allclose(warm.distance[far], cold.distance[far], rtol=1e-5, atol=1e-8)
    assert warm.iterations[far].mean() <= cold.iterations[far].mean()


def test_a_limit_saves_work_and_is_never_wrong():
    random = np.random.default_rng(7)
    size_a, rotation_a, size_b, rotation_b, offset, _ = random_pairs(2, 2, "near", 4000, random)
    arrays = (size_a, rotation_a, size_b, rotation_b, offset * random.uniform(0.8, 2.5, (4000, 1)))
    full, limited = Answers(2, 2, arrays), Answers(2, 2, arrays, limit=0.02)
    beyond = limited.distance > 0.02
    assert (limited.distance <= full.distance + 1e-9).all()
    np.testing.assert_array_equal(beyond, full.distance > 0.02)
    np.testing.assert_allclose(limited.distance[~beyond], full.distance[~beyond], atol=1e-12)
    assert limited.iterations[beyond].mean() < 4


def test_tangent_and_touching_shapes_end():
    """Faces that touch exactly, axes that coincide: nothing to divide by, and an answer."""
    size = (0.5, 0.5, 0.5)
    for kind_a in SOLIDS[2:]:
        for kind_b in SOLIDS[2:]:
            for offset in ((0.0, 1.0, 0.0), (0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (1.0, 1.0, 0.0)):
                answer = plain(gjk_distance)(
                    kind_a, size, 0, kind_b, size, 0, UPRIGHT, offset, math.inf, offset, *EMPTY, EMPTY[0]
                )
                assert answer[0] < 1.0
                assert math.isfinite(answer[0])
                assert answer[5] <= ITERATIONS


@kernel
def triangle_distance(kind, size, offset, guess, numbers, indices, triangle):
    """Distance of a shape, upright, from a triangle in its axes."""
    return gjk_distance(
        kind, size, 0, KIND.TRIANGLE, size, 0, axes((0.0, 0.0, 0.0, 1.0)), offset, math.inf, guess, flat(numbers),
        flat(indices), flat(triangle),
    )  # fmt: skip


def test_distance_of_a_triangle():
    """Over the face, beyond an edge and beyond a corner of the triangle (0, 0, 0), (2, 0, 0), (0, 0, 2)."""
    triangle = np.array([0, 0, 0, 0, 0, 2, 2, 0, 0], np.float32)
    for center, nearest in [
        ((0.5, 3.0, 0.5), (0.5, 0.0, 0.5)),
        ((0.5, -3.0, 0.5), (0.5, 0.0, 0.5)),
        ((2.0, 1.0, 2.0), (1.0, 0.0, 1.0)),
        ((1.0, 1.0, -3.0), (1.0, 0.0, 0.0)),
        ((5.0, 4.0, 0.0), (2.0, 0.0, 0.0)),
        ((-1.0, 0.0, -1.0), (0.0, 0.0, 0.0)),
    ]:
        offset = tuple(-c for c in center)
        distance, direction, p, q, overlap, _ = triangle_distance(0, (1.0, 0.0, 0.0), offset, offset, *EMPTY, triangle)
        expected = np.subtract(nearest, center)
        assert not overlap
        assert distance == pytest.approx(np.linalg.norm(expected), rel=1e-12)
        np.testing.assert_allclose(direction, expected / distance, atol=1e-9)
        np.testing.assert_allclose(q, expected, atol=1e-9)
        np.testing.assert_allclose(p, 0.0, atol=1e-12)


def test_random_triangles_have_the_distance_that_many_points_have():
    random = np.random.default_rng(8)
    for _ in range(50):
        corners = random.normal(size=(3, 3)).astype(np.float32)
        size = tuple(random.uniform(0.1, 0.5, 3).tolist())
        offset = tuple((3 * random.normal(size=3)).tolist())
        distance, direction, _, _, overlap, _ = triangle_distance(2, size, offset, offset, *EMPTY, corners.reshape(-1))
        shape = Shapes(2, np.array([size]), np.eye(3)[None], np.zeros((1, 3)))
        weights = random.dirichlet((0.5, 0.5, 0.5), 20000)
        weights[:3] = np.eye(3)
        near = shape.height((weights @ corners.astype(float) + offset)[None])[0].min()
        assert overlap == (near <= 0) or near < 0.05
        if not overlap:
            assert distance <= near + 1e-9
            assert distance >= near - 0.05
            flat_triangle = Shapes(9, shape.size, shape.axes, np.array([offset]), corners[None].astype(float))
            assert separations(shape, flat_triangle, np.array(direction)[None, None])[0, 0] == pytest.approx(distance)


@pytest.mark.parametrize("guess", [(-0.2790786741119818, -0.7137342384120501, 0.6598923420357554),
                                   (-0.2269329504159937, -0.6994213252700009, 0.6504343293907036)])  # fmt: skip
def test_a_flat_tetrahedron_does_not_make_an_overlap_of_a_gap(guess):
    """A cylinder 0.975 mm from the rim of a cone; casts met it 6 mm too early, from some directions to begin with."""
    size_a, size_b = (0.7254297414299162, 0.47879419596793243, 0.0), (0.8094089031219482, 0.6600204706192017, 0.0)
    columns = (
        (0.035665364227282614, -0.9664336797785992, 0.2544286233585578),
        (0.6879412497649559, -0.16092524001959008, -0.7077004337970039),
        (0.7248895216971794, 0.20027233886443951, 0.6591101361831733),
    )
    offset = (-0.36798867533777213, -0.7020634513991934, 0.9210479324971037)
    distance, direction, _, _, overlap, _ = plain(gjk_distance)(
        KIND.CYLINDER, size_a, 0, KIND.CONE, size_b, 0, columns, offset, math.inf, guess, *EMPTY, EMPTY[0]
    )
    assert not overlap
    assert distance == pytest.approx(0.00097537953, rel=2e-3)
    assert np.dot(direction, (-0.24989, -0.71093, 0.65737)) == pytest.approx(1.0, abs=1e-4)
