"""Narrow phase, judged by the slow reference of `bench.reference.collide` and by cases known by heart."""

import dataclasses
import math
import os
import subprocess
import sys
import zlib

import numpy as np
import pytest

from bench.fuzz.narrow_phase import FAMILIES, MARGIN, PAIRS, answer, make_cases, multiply, random_rotations
from bench.reference.collide import Cases, Manifolds, check, reference_distance, rotation_matrices
from physics.kernels.core import vec3
from physics.kernels.layout import kind as KIND
from tests.physics.reference.outer import outer

UPRIGHT = (0.0, 0.0, 0.0, 1.0)
POSES = 400  # of each family of each pair: 40,000 in all


def turned(axis, degrees):
    half = math.radians(degrees) / 2
    return (*(math.sin(half) * np.array(axis, float)), math.cos(half))


def one(kind_a, kind_b, size_a, size_b, offset, rotation_a=UPRIGHT, rotation_b=UPRIGHT):
    """Manifold of one pair: number of points, normal, points, feature ids."""
    rows = (np.array([row], np.float32) for row in (size_a, rotation_a, size_b, rotation_b, offset))
    manifolds = answer(Cases(kind_a, kind_b, *rows, np.float32(MARGIN)))
    count = manifolds.count[0]
    return count, manifolds.normal[0], manifolds.point[0, :count], manifolds.feature[0, :count].tolist()


def family_cases(pair, family, poses=POSES):
    random = np.random.default_rng(zlib.crc32(f"{pair} {family}".encode()))
    return make_cases(family, *PAIRS[pair], poses, random)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("pair", PAIRS)
def test_manifolds_agree_with_the_reference(pair, family):
    cases = family_cases(pair, family)
    broken = {rule: np.flatnonzero(wrong) for rule, wrong in check(cases, answer(cases)).items() if wrong.any()}
    assert not broken


@pytest.mark.parametrize("pair", PAIRS)
def test_every_family_has_shapes_that_touch(pair):
    """Otherwise the checks above would judge nothing."""
    for family in FAMILIES:
        assert (answer(family_cases(pair, family)).count > 0).mean() > 0.15


def flip_normal(manifolds):
    manifolds.normal[:] *= -1


def lengthen_normal(manifolds):
    manifolds.normal[:] *= np.float32(1.001)


def turn_normal(manifolds):
    manifolds.normal[:] = np.roll(manifolds.normal, 1, axis=1)


def deepen(manifolds):
    manifolds.point[:, :, 3] -= np.float32(0.02)


def move_points(manifolds):
    manifolds.point[:, :, :3] += np.float32(0.02)


def repeat_feature(manifolds):
    manifolds.feature[:] = 3


def drop_points(manifolds):
    manifolds.count[:] = 0


def lose_a_number(manifolds):
    manifolds.point[:, 0, 1] = np.nan


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (flip_normal, "normal"),
        (lengthen_normal, "unit normal"),
        (turn_normal, "normal"),
        (deepen, "depth"),
        (move_points, "points on surfaces"),
        (repeat_feature, "feature ids differ"),
        (drop_points, "touching when near"),
        (lose_a_number, "finite"),
    ],
)
def test_the_checks_notice_a_spoiled_manifold(spoil, rule):
    cases = family_cases("box-box", "face")
    manifolds = answer(cases)
    spoil(manifolds)
    assert check(cases, manifolds)[rule].mean() > 0.05


def test_the_reference_knows_closed_forms():
    """Unit boxes: faces 0.3 apart, corners (0.1, 0.2, 0.2) apart = 0.3, and a quarter overlap."""
    size = np.full((3, 3), 0.5, np.float32)
    rotation = np.array([UPRIGHT] * 3, np.float32)
    offset = np.array([[1.3, 0.2, 0.0], [1.1, -1.2, 1.2], [0.1, 0.75, 0.2]], np.float32)
    distance = reference_distance(Cases(KIND.BOX, KIND.BOX, size, rotation, size, rotation, offset, np.float32(MARGIN)))
    np.testing.assert_allclose(distance, [0.3, 0.3, -0.25], atol=1e-6)


PLAIN = """
import sys
import numpy as np
from bench.fuzz.narrow_phase import FAMILIES, PAIRS, answer, make_cases
results = []
for kinds in PAIRS.values():
    for family in FAMILIES:
        manifolds = answer(make_cases(family, *kinds, 8, np.random.default_rng(7)))
        results += [manifolds.count, manifolds.normal, manifolds.point, manifolds.feature]
np.savez(sys.argv[1], *results)
"""


@pytest.mark.slow
def test_compiled_code_and_plain_python_give_the_same_bits(tmp_path):
    """No fast math and no contraction: both do the same float32 operations."""
    path = tmp_path / "plain.npz"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", PLAIN, path], check=True, env=environment)
    plain = np.load(path)
    names = iter(plain.files)
    for kinds in PAIRS.values():
        for family in FAMILIES:
            manifolds = answer(make_cases(family, *kinds, 8, np.random.default_rng(7)))
            for array in (manifolds.count, manifolds.normal, manifolds.point, manifolds.feature):
                np.testing.assert_array_equal(plain[next(names)], array, err_msg=f"{kinds} {family}")


@pytest.mark.parametrize("pair", PAIRS)
def test_turning_the_whole_scene_turns_the_manifold(pair):
    cases = family_cases(pair, "random", 2000)
    turn = random_rotations(1, np.random.default_rng(3)).repeat(2000, axis=0)
    matrix = rotation_matrices(turn)[0]
    moved = dataclasses.replace(
        cases,
        rotation_a=multiply(turn, cases.rotation_a).astype(np.float32),
        rotation_b=multiply(turn, cases.rotation_b).astype(np.float32),
        offset=(cases.offset @ matrix.T).astype(np.float32),
    )
    before, after = answer(cases), answer(moved)
    same = (before.count == after.count) & (before.feature == after.feature).all(axis=1)
    same &= np.abs(before.normal @ matrix.T - after.normal).max(axis=1) < 1e-3
    distance = np.abs(np.nan_to_num(before.point[:, :, :3]) @ matrix.T - np.nan_to_num(after.point[:, :, :3]))
    same &= distance.max(axis=(1, 2)) < 1e-3
    # What remains are ties that rounding decides otherwise; they must be as good.
    assert same[before.count > 0].mean() > 0.98
    assert not any(wrong.any() for wrong in check(moved, after).values())


@pytest.mark.parametrize("pair", ["sphere-sphere", "capsule-capsule", "box-box"])
def test_swapping_the_shapes_reverses_the_normal(pair):
    cases = family_cases(pair, "random", 2000)
    swapped = dataclasses.replace(
        cases,
        size_a=cases.size_b,
        size_b=cases.size_a,
        rotation_a=cases.rotation_b,
        rotation_b=cases.rotation_a,
        offset=-cases.offset,
    )
    before, after = answer(cases), answer(swapped)
    touching = before.count > 0
    reversed_normal = np.abs(before.normal + after.normal).max(axis=1) < 1e-3
    assert reversed_normal[touching].mean() > 0.95
    assert not any(wrong.any() for wrong in check(swapped, after).values())


def test_box_on_an_equal_box_touches_in_four_corners():
    count, normal, point, feature = one(KIND.BOX, KIND.BOX, (0.5,) * 3, (0.5,) * 3, (0, 1, 0))
    assert count == 4
    np.testing.assert_allclose(normal, [0, 1, 0], atol=1e-6)
    corners = sorted(map(tuple, point[:, :3].round(3).tolist()))
    assert corners == [(-0.5, 0.5, -0.5), (-0.5, 0.5, 0.5), (0.5, 0.5, -0.5), (0.5, 0.5, 0.5)]
    np.testing.assert_allclose(point[:, 3], 0.0, atol=1e-6)
    assert len(set(feature)) == 4


def test_points_span_the_whole_common_area_of_two_faces():
    """Aligned boxes of random sizes: the common part of two rectangles is a rectangle, known by its limits."""
    random = np.random.default_rng(5)
    for _ in range(300):
        size_a, size_b = random.uniform(0.1, 1.0, (2, 3))
        offset = random.uniform(-0.8, 0.8, 3) * (size_a + size_b)
        offset[1] = size_a[1] + size_b[1] - 0.001
        low = np.maximum(-size_a, offset - size_b)[[0, 2]]
        high = np.minimum(size_a, offset + size_b)[[0, 2]]
        count, _, point, _ = one(KIND.BOX, KIND.BOX, size_a, size_b, offset)
        assert count == 4
        np.testing.assert_allclose(point[:, [0, 2]].min(axis=0), low, atol=1.1e-3)
        np.testing.assert_allclose(point[:, [0, 2]].max(axis=0), high, atol=1.1e-3)
        assert len(np.unique(point[:, [0, 2]].round(3), axis=0)) == 4


def hull_area(points):
    """Area of the quadrilateral or triangle spanned by points in the x, z plane."""
    center = points.mean(axis=0)
    order = np.argsort(np.arctan2(points[:, 1] - center[1], points[:, 0] - center[0]))
    x, y = points[order].T
    return 0.5 * abs((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())


def test_four_points_keep_most_of_an_octagon():
    """Unit square turned by 45 degrees on its like: the best four of the eight points span 2 - sqrt(2)."""
    count, _, point, _ = one(KIND.BOX, KIND.BOX, (0.5,) * 3, (0.5,) * 3, (0, 0.99, 0), UPRIGHT, turned((0, 1, 0), 45))
    assert count == 4
    assert hull_area(point[:, [0, 2]]) > 0.95 * (2 - math.sqrt(2))


@pytest.mark.parametrize("size", [0.5, 0.025, 0.0025])
@pytest.mark.parametrize("shift", [0.0, 0.3])
def test_feature_ids_stay_while_a_resting_box_trembles(size, shift):
    random = np.random.default_rng(11)
    seen = set()
    for _ in range(300):
        tremble = random.normal(size=6) * 2e-4
        offset = (np.array([shift, 1.99, shift / 2]) + tremble[:3]) * size * [1, 1, 1]
        rotation = np.array([*tremble[3:] * 0.5, 1.0])
        offset[[0, 2]] *= 2
        count, _, _, feature = one(KIND.BOX, KIND.BOX, (size,) * 3, (size,) * 3, offset, UPRIGHT, rotation)
        assert count == 4
        seen.add(tuple(sorted(feature)))
    assert len(seen) == 1


def test_crossed_edges_touch_in_one_point():
    """Two unit boxes standing on edges at a right angle, each sqrt(2) / 2 high, sunk 10 mm into each other."""
    rotation_a, rotation_b = turned((1, 0, 0), 45), turned((0, 0, 1), 45)
    offset = (0.05, math.sqrt(2.0) - 0.01, -0.03)
    count, normal, point, feature = one(KIND.BOX, KIND.BOX, (0.5,) * 3, (0.5,) * 3, offset, rotation_a, rotation_b)
    assert count == 1
    np.testing.assert_allclose(normal, [0, 1, 0], atol=1e-5)
    np.testing.assert_allclose(point[0], [0.05, math.sqrt(0.5) - 0.005, 0.0, -0.01], atol=1e-5)
    assert feature[0] >= 16


def test_boxes_in_one_place_are_pushed_along_the_shortest_way():
    count, normal, point, _ = one(KIND.BOX, KIND.BOX, (0.5, 0.2, 0.9), (0.5, 0.2, 0.9), (0, 0, 0))
    assert count == 4
    np.testing.assert_allclose(np.abs(normal), [0, 1, 0], atol=1e-6)
    np.testing.assert_allclose(point[:, 3], -0.4, atol=1e-6)


def test_card_on_a_card_touches_in_four_corners():
    size = (0.044, 0.0005, 0.0315)
    count, normal, point, _ = one(KIND.BOX, KIND.BOX, size, size, (0.0, 0.001, 0.0))
    assert count == 4
    np.testing.assert_allclose(normal, [0, 1, 0], atol=1e-6)
    np.testing.assert_allclose(np.abs(point[:, [0, 2]]), [[0.044, 0.0315]] * 4, atol=1e-5)


def test_corners_that_come_close_touch_along_their_line():
    """Gap (0.004, 0.004, 0.004) between two corners: the normal is the space diagonal."""
    count, normal, point, _ = one(KIND.BOX, KIND.BOX, (0.5,) * 3, (0.5,) * 3, (1.004, 1.004, 1.004))
    assert count == 1
    np.testing.assert_allclose(normal, [1 / math.sqrt(3)] * 3, atol=1e-4)
    np.testing.assert_allclose(point[0], [0.502, 0.502, 0.502, 0.004 * math.sqrt(3)], atol=1e-5)


@pytest.mark.parametrize("height", [0.59, 0.55, 0.4])
def test_capsule_lying_on_a_box_touches_in_two_points(height):
    """Radius 0.1, half height 0.8, on a box of half extent 0.5; from 10 mm deep to its axis inside of the box."""
    lying = turned((0, 0, 1), 90)
    count, normal, point, feature = one(KIND.CAPSULE, KIND.BOX, (0.1, 0.8, 0), (0.5,) * 3, (0, -height, 0), lying)
    assert count == 2
    np.testing.assert_allclose(normal, [0, -1, 0], atol=1e-6)
    np.testing.assert_allclose(sorted(point[:, 0]), [-0.5, 0.5], atol=1e-5)
    np.testing.assert_allclose(point[:, 3], height - 0.6, atol=1e-6)
    assert sorted(feature) == [0, 1]


def test_capsule_through_a_box_is_pushed_out_sideways():
    """It pierces the box along x, 0.2 below the top: up is the shortest way, 0.2 and the radius."""
    lying = turned((0, 0, 1), 90)
    count, normal, point, _ = one(KIND.CAPSULE, KIND.BOX, (0.1, 3.0, 0), (0.5,) * 3, (0, -0.3, 0), lying)
    assert count == 2
    np.testing.assert_allclose(normal, [0, -1, 0], atol=1e-6)
    np.testing.assert_allclose(point[:, 3], -0.3, atol=1e-6)


def test_parallel_capsules_touch_in_two_points_over_their_common_length():
    count, normal, point, feature = one(KIND.CAPSULE, KIND.CAPSULE, (0.1, 0.5, 0), (0.1, 0.5, 0), (0.19, 0.4, 0))
    assert count == 2
    np.testing.assert_allclose(normal, [1, 0, 0], atol=1e-6)
    np.testing.assert_allclose(sorted(point[:, 1]), [-0.1, 0.5], atol=1e-6)
    np.testing.assert_allclose(point[:, 3], -0.01, atol=1e-6)
    assert sorted(feature) == [0, 1]


def test_crossed_capsules_touch_in_one_point():
    count, normal, point, _ = one(
        KIND.CAPSULE, KIND.CAPSULE, (0.1, 0.5, 0), (0.2, 0.5, 0), (0.29, 0, 0), UPRIGHT, turned((1, 0, 0), 90)
    )
    assert count == 1
    np.testing.assert_allclose(normal, [1, 0, 0], atol=1e-6)
    np.testing.assert_allclose(point[0], [0.095, 0, 0, -0.01], atol=1e-6)


@pytest.mark.parametrize(("kind", "size"), [(KIND.SPHERE, (0.5, 0, 0)), (KIND.CAPSULE, (0.3, 0.5, 0))])
def test_round_shapes_in_one_place_have_a_unit_normal(kind, size):
    count, normal, point, _ = one(kind, kind, size, size, (0, 0, 0))
    assert count >= 1
    np.testing.assert_allclose(np.linalg.norm(normal), 1.0, atol=1e-6)
    np.testing.assert_allclose(point[:, 3], -2 * size[0], atol=1e-6)


@pytest.mark.parametrize("height", [0.51, 0.5, 0.3, -20.0])
def test_box_on_a_plane_touches_with_its_lower_face(height):
    """Half extents 0.5: also when all eight corners are under the plane."""
    count, normal, point, feature = one(KIND.BOX, KIND.PLANE, (0.5,) * 3, (0, 0, 0), (0, -height, 0))
    assert count == 4
    np.testing.assert_allclose(normal, [0, -1, 0], atol=1e-6)
    np.testing.assert_allclose(point[:, 3], height - 0.5, atol=1e-5)
    assert sorted(feature) == [0, 1, 4, 5]


def test_capsule_on_a_plane_touches_with_both_ends():
    lying = turned((0, 0, 1), 90)
    count, normal, point, _ = one(KIND.CAPSULE, KIND.PLANE, (0.1, 0.5, 0), (0, 0, 0), (0, -0.09, 0), lying)
    assert count == 2
    np.testing.assert_allclose(normal, [0, -1, 0], atol=1e-6)
    np.testing.assert_allclose(point[:, 3], -0.01, atol=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("number", [np.float32, np.float64])
def test_vectors_keep_their_precision_and_match_numpy(number):
    random = np.random.default_rng(2)
    q = tuple(number(value) for value in random_rotations(1, random)[0])
    p = tuple(number(value) for value in random_rotations(1, random)[0])
    a = tuple(number(value) for value in random.normal(size=3))
    b = tuple(number(value) for value in random.normal(size=3))
    matrix_q, matrix_p = rotation_matrices(np.array([q, p], float))
    accuracy = 1e-6 if number is np.float32 else 1e-14
    expected = {
        (outer(vec3.cross), a, b): np.cross(a, b),
        (outer(vec3.rotate), q, a): matrix_q @ a,
        (outer(vec3.rotate_inverse), q, a): matrix_q.T @ a,
        (outer(vec3.axis_y), q): matrix_q[:, 1],
        (outer(vec3.add_scaled), a, b, a[0]): np.array(a) + np.array(b) * a[0],
    }
    for (function, *arguments), value in expected.items():
        result = function(*arguments)
        np.testing.assert_allclose(result, value, atol=accuracy, err_msg=str(function))
        for signature in getattr(function, "nopython_signatures", []):
            assert ("float32" in str(signature.args)) == ("float32" in str(signature.return_type))
            assert ("float64" in str(signature.args)) == ("float64" in str(signature.return_type))
    np.testing.assert_allclose(np.array(outer(vec3.axes)(q)).T, matrix_q, atol=accuracy)
    relative = np.array([outer(vec3.relative_rotation)(p, q)])
    np.testing.assert_allclose(rotation_matrices(relative)[0], matrix_p.T @ matrix_q, atol=accuracy)
    for direction in (*np.eye(3), [0.6, 0.0, -0.8]):
        unit = tuple(number(value) for value in direction)
        other = np.array(outer(vec3.perpendicular)(unit))
        np.testing.assert_allclose([other @ direction, other @ other], [0.0, 1.0], atol=accuracy)


def test_asking_twice_gives_the_same_bits():
    cases = family_cases("box-box", "mixed")
    first, second = answer(cases), answer(cases)
    for name in (field.name for field in dataclasses.fields(Manifolds)):
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name))
