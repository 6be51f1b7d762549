"""Narrow phase of hulls, judged by the slow reference of `reference_hulls` and by cases known by heart."""

import dataclasses
import math
import zlib

import numpy as np
import pytest

from bench.fuzz import narrow_phase as fuzz
from bench.fuzz.narrow_phase import MARGIN, multiply, random_directions, random_rotations
from bench.reference.collide import rotation_matrices
from bench.reference.polytopes import (
    FAMILIES,
    HullCases,
    answer_hulls,
    answer_triangles,
    centered,
    make_hull_cases,
    normals_of,
    pool,
    prism_points,
    turn_between,
)
from physics import ShapeHull
from physics.kernels.layout import kind as KIND
from tests.physics.reference.hulls import Body, Triangles, bodies_of, check_hulls, shadow_gap, true_distance

POOL = pool()
NAMES = list(POOL)
#: Every hull with itself and with others, so that each meets five.
PAIRS = [(a, NAMES[(i + k) % len(NAMES)]) for i, a in enumerate(NAMES) for k in (0, 1, 3, 7, 8)]
POSES = 40
UPRIGHT = np.array([[0.0, 0.0, 0.0, 1.0]], np.float32)


def seeded(text):
    return np.random.default_rng(zlib.crc32(text.encode()))


def broken_rules(cases, manifolds, **options):
    return {
        rule: np.flatnonzero(wrong) for rule, wrong in check_hulls(cases, manifolds, **options).items() if wrong.any()
    }


def lowest(manifolds):
    """Lowest separations [m]; infinite where there are no points."""
    return np.where(np.arange(4) < manifolds.count[:, None], manifolds.point[:, :, 3], np.inf).min(axis=1)


@pytest.mark.slow
@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_manifolds_agree_with_the_reference(a, b):
    touching = 0
    for family in FAMILIES:
        cases = make_hull_cases(family, POOL[a], POOL[b], POSES, seeded(f"{a} {b} {family}"))
        manifolds = answer_hulls(cases)
        touching += (manifolds.count > 0).sum()
        assert not broken_rules(cases, manifolds), family
    assert touching > 0.2 * POSES * len(FAMILIES)


@pytest.mark.parametrize("margin", [0.0, 0.3])
def test_other_margins_keep_the_rules(margin):
    for name in ("ball 12", "tetrahedron", "prism"):
        cases = make_hull_cases("mixed", POOL[name], POOL["ball 8"], 200, seeded(name))
        assert not broken_rules(cases, answer_hulls(cases, margin), margin=margin)


def spoil_normal(manifolds):
    manifolds.normal[:] = np.roll(manifolds.normal, 1, axis=1)


def spoil_depth(manifolds):
    manifolds.point[:, :, 3] -= np.float32(0.02)


def spoil_place(manifolds):
    manifolds.point[:, :, :3] += np.float32(0.02)


def spoil_count(manifolds):
    manifolds.count[:] = 0


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (spoil_normal, "normal"),
        (spoil_depth, "depth"),
        (spoil_place, "points on surfaces"),
        (spoil_count, "touching when near"),
    ],
)
def test_the_checks_notice_a_spoiled_manifold(spoil, rule):
    cases = make_hull_cases("face", POOL["ball 12"], POOL["ball 8"], 200, seeded("spoil"))
    manifolds = answer_hulls(cases)
    spoil(manifolds)
    assert check_hulls(cases, manifolds)[rule].mean() > 0.05


def test_the_reference_knows_closed_forms():
    """Unit boxes: faces 0.3 apart, corners (0.1, 0.2, 0.2) apart = 0.3, and a quarter overlap."""
    box = ShapeHull(np.sign(centered(POOL["box"])) * 0.5)
    rotation = np.repeat(UPRIGHT, 3, axis=0)
    offset = np.array([[1.3, 0.2, 0.0], [1.1, -1.2, 1.2], [0.1, 0.75, 0.2]], np.float32)
    distance = true_distance(*bodies_of(HullCases(box, box, rotation, rotation, offset)))
    np.testing.assert_allclose(distance, [0.3, 0.3, -0.25], atol=1e-6)


@pytest.mark.parametrize("family", ["random", "face", "edge", "aligned", "nearly aligned"])
def test_a_box_as_hull_gives_what_two_boxes_give(family):
    """Normals and depths; the points of a face contact may be others of the same polygon."""
    random = seeded(family)
    sizes = ((0.3, 0.5, 0.4), (0.5, 0.25, 0.6))
    corners = np.sign(centered(POOL["box"]))
    a, b = (ShapeHull(corners * size) for size in sizes)
    cases = fuzz.make_cases(family, KIND.BOX, KIND.BOX, 400, random)
    cases.size_a[:], cases.size_b[:] = sizes
    cases = fuzz.finish_offsets(family, cases, random)
    boxes = fuzz.answer(cases)
    hulls = HullCases(a, b, cases.rotation_a, cases.rotation_b, cases.offset)
    for kind in (hulls.kind_a, KIND.BOX):
        manifolds = answer_hulls(dataclasses.replace(hulls, kind_a=kind))
        assert not broken_rules(hulls, manifolds)
        same = (manifolds.count > 0) == (boxes.count > 0)
        touching = same & (boxes.count > 0)
        same[touching] &= (manifolds.normal[touching] * boxes.normal[touching]).sum(axis=1) > 0.9999
        same[touching] &= np.abs(lowest(manifolds)[touching] - lowest(boxes)[touching]) < 1e-5
        same[touching] &= manifolds.count[touching] == boxes.count[touching]
        # What remains are ties between faces.
        assert same.mean() > 0.97


def one(a, b, offset, rotation_a=UPRIGHT, rotation_b=UPRIGHT, **options):
    cases = HullCases(
        a, b, *(np.array(x, np.float32).reshape(1, -1) for x in (rotation_a, rotation_b, offset)), **options
    )
    manifolds = answer_hulls(cases)
    count = manifolds.count[0]
    return count, manifolds.normal[0], manifolds.point[0, :count], manifolds.feature[0, :count].tolist()


def turned(axis, degrees):
    half = math.radians(degrees) / 2
    return (*(math.sin(half) * np.array(axis, float)), math.cos(half))


@pytest.mark.parametrize("sides", [4, 5, 6, 8, 32, 100])
def test_prisms_face_to_face_touch_in_four_points_far_apart(sides):
    prism = ShapeHull(prism_points(sides, 0.5, 0.2))
    for shift, spin in ((0.0, 0.0), (0.0, 13.0), (0.2, 0.0), (0.25, 31.0)):
        count, normal, point, feature = one(
            prism, prism, (shift, 0.399, 0.1 * shift), rotation_b=turned((0, 1, 0), spin)
        )
        assert count == 4
        np.testing.assert_allclose(normal, (0, 1, 0), atol=1e-6)
        np.testing.assert_allclose(point[:, 3], -0.001, atol=1e-6)
        np.testing.assert_allclose(point[:, 1], 0.1995, atol=1e-6)
        ring = point[:, [0, 2]] - point[:, [0, 2]].mean(axis=0)
        ring = ring[np.argsort(np.arctan2(ring[:, 1], ring[:, 0]))]
        ahead = np.roll(ring, -1, axis=0)
        area = 0.5 * abs((ring[:, 0] * ahead[:, 1] - ring[:, 1] * ahead[:, 0]).sum())
        assert area > (0.3 if shift == 0.0 else 0.15)
        assert len(set(feature)) == 4


def test_features_stay_while_a_resting_hull_trembles():
    random = np.random.default_rng(11)
    prism = ShapeHull(prism_points(6, 0.5, 0.2))
    seen = set()
    for _ in range(200):
        tremble = random.normal(size=6) * 2e-4
        count, _, _, feature = one(prism, prism, (0.1, 0.398, 0.07) + tremble[:3], rotation_b=(*tremble[3:] * 0.3, 1.0))
        assert count == 4
        seen.add(tuple(sorted(feature)))
    assert len(seen) <= 2


def test_crossed_edges_touch_in_one_point():
    """Two wedges with their ridges across each other, sunk 10 mm into each other."""
    roof = ShapeHull([(-1, -0.5, -0.5), (1, -0.5, -0.5), (-1, -0.5, 0.5), (1, -0.5, 0.5), (-1, 0.5, 0), (1, 0.5, 0)])
    down = multiply(np.array([turned((0, 1, 0), 90)]), np.array([turned((1, 0, 0), 180)]))[0]
    count, normal, point, _ = one(roof, roof, (0.1, 0.99, 0.05), rotation_b=down)
    assert count == 1
    np.testing.assert_allclose(normal, (0, 1, 0), atol=1e-5)
    np.testing.assert_allclose(point[0], (0.1, 0.495, 0.0, -0.01), atol=1e-5)


def test_corners_that_come_close_touch_along_their_line():
    """Gap (0.004, 0.004, 0.004) between two corners: the normal is the space diagonal."""
    box = ShapeHull(np.sign(centered(POOL["box"])) * 0.5)
    count, normal, point, _ = one(box, box, (1.004, 1.004, 1.004))
    assert count == 1
    np.testing.assert_allclose(normal, [1 / math.sqrt(3)] * 3, atol=1e-4)
    np.testing.assert_allclose(point[0], [0.502, 0.502, 0.502, 0.004 * math.sqrt(3)], atol=1e-5)


def test_turning_the_whole_scene_turns_the_manifold():
    cases = make_hull_cases("random", POOL["ball 12"], POOL["ball 16"], 1000, seeded("turn"))
    turn = random_rotations(1, np.random.default_rng(3)).repeat(1000, axis=0)
    matrix = rotation_matrices(turn)[0]
    moved = dataclasses.replace(
        cases,
        rotation_a=multiply(turn, cases.rotation_a).astype(np.float32),
        rotation_b=multiply(turn, cases.rotation_b).astype(np.float32),
        offset=(cases.offset @ matrix.T).astype(np.float32),
    )
    before, after = answer_hulls(cases), answer_hulls(moved)
    same = (before.count == after.count) & (before.feature == after.feature).all(axis=1)
    same &= np.abs(before.normal @ matrix.T - after.normal).max(axis=1) < 1e-3
    distance = np.abs(np.nan_to_num(before.point[:, :, :3]) @ matrix.T - np.nan_to_num(after.point[:, :, :3]))
    same &= distance.max(axis=(1, 2)) < 1e-3
    assert same[before.count > 0].mean() > 0.98


def test_swapping_the_hulls_reverses_the_normal():
    cases = make_hull_cases("random", POOL["ball 12"], POOL["ball 16"], 1000, seeded("swap"))
    swapped = HullCases(cases.b, cases.a, cases.rotation_b, cases.rotation_a, -cases.offset)
    before, after = answer_hulls(cases), answer_hulls(swapped)
    touching = before.count > 0
    assert (touching == (after.count > 0)).mean() > 0.998
    touching &= after.count > 0
    assert (np.abs(before.normal + after.normal).max(axis=1) < 1e-3)[touching].mean() > 0.97


@pytest.mark.slow
def test_a_hint_only_saves_work():
    """The axis that separated a pair separates it again; hints that do not are ignored."""
    cases = make_hull_cases("mixed", POOL["ball 12"], POOL["ball 16"], 300, seeded("hint"))
    plain = answer_hulls(cases)
    random = random_directions(300, seeded("hints")).astype(np.float32)
    for hint in (plain.normal.copy(), random):
        hinted = answer_hulls(cases, hint=hint)
        np.testing.assert_array_equal(hinted.count, plain.count)
        touching = plain.count > 0
        np.testing.assert_array_equal(hinted.normal[touching], plain.normal[touching])
        np.testing.assert_array_equal(hinted.feature, plain.feature)
        assert not broken_rules(cases, hinted)


def test_asking_twice_gives_the_same_bits():
    cases = make_hull_cases("mixed", POOL["prism"], POOL["ball 16"], 300, seeded("twice"))
    first, second = answer_hulls(cases), answer_hulls(cases)
    for name in (field.name for field in dataclasses.fields(first)):
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name))


@pytest.mark.parametrize("name", NAMES)
def test_hull_and_plane(name):
    """Against every vertex: the lowest one is among the points, and each lies where a vertex is."""
    random = seeded(name)
    count = 300
    shape = POOL[name]
    rotation_a, rotation_b = random_rotations(count, random), random_rotations(count, random)
    up = rotation_matrices(rotation_b)[:, :, 1]
    normals = normals_of(shape)[random.integers(len(shape.faces), size=count)]
    rotation_a[::2] = turn_between(normals, -up)[::2]
    points = np.einsum("nij,vj->nvi", rotation_matrices(rotation_a), centered(shape))
    low = np.einsum("nvi,ni->nv", points, up).min(axis=1)
    gap = random.uniform(-0.03, 0.05, count)
    gap[::5] = -1.0
    offset = np.ascontiguousarray(up * (low - gap)[:, None], np.float32)
    rotation_a, rotation_b = rotation_a.astype(np.float32), rotation_b.astype(np.float32)
    manifolds = answer_hulls(HullCases(shape, None, rotation_a, rotation_b, offset, kind_b=KIND.PLANE))
    assert ((manifolds.count > 0) == (gap <= MARGIN)).mean() > 0.99
    np.testing.assert_allclose(manifolds.normal, -up, atol=1e-5)
    for i in np.flatnonzero(manifolds.count):
        used = manifolds.point[i, : manifolds.count[i]].astype(float)
        assert used[:, 3].min() == pytest.approx(gap[i], abs=1e-5)
        assert used[:, 3].max() <= MARGIN
        corners = used[:, :3] + used[:, 3:] * 0.5 * up[i]
        assert np.linalg.norm(corners[:, None] - points[i][None], axis=2).min(axis=1).max() < 1e-5
        assert len(set(manifolds.feature[i, : len(used)])) == len(used)
    for i in np.flatnonzero(manifolds.count == 0):
        assert manifolds.point[i, 0, 3] == pytest.approx(gap[i], abs=1e-5)
    resting = (gap > -0.03) & (gap < 0.0) & (np.arange(count) % 2 == 0)
    assert manifolds.count[resting].min() >= 3


def make_triangles(shape, count, random):
    """Triangles of 5 cm to 10 m beside a hull: at random, across a face of it, or nearly flush with one."""
    rotation = random_rotations(count, random)
    turn = rotation_matrices(rotation)
    points = np.einsum("nij,vj->nvi", turn, centered(shape))
    corners = random_directions(3 * count, random).reshape(count, 3, 3) * 10 ** random.uniform(-1.3, 1, (count, 1, 1))
    faces = normals_of(shape)
    facing = -np.einsum("nij,nj->ni", turn, faces[random.integers(len(faces), size=count)])
    tilt = random.normal(size=(count, 3)) * 10.0 ** random.uniform(-6, -1, (count, 1))
    tilt = np.column_stack((tilt, np.ones(count)))
    tilt /= np.linalg.norm(tilt, axis=1, keepdims=True)
    flush = rotation_matrices(multiply(tilt, turn_between(Triangles(corners).normals[:, 0], facing)))
    pick = random.random((count, 1)) < 0.4
    corners = np.where(pick[:, :, None], np.einsum("nij,nkj->nki", flush, corners), corners)
    front = Triangles(corners).normals[:, 0]
    way = np.where(pick | (random.random((count, 1)) < 0.6), -front, random_directions(count, random))
    corners -= corners[np.arange(count), random.integers(3, size=count)][:, None] * random.random((count, 1, 1))
    reach = np.einsum("nvi,ni->nv", points, way).max(axis=1) - np.einsum("nvi,ni->nv", corners, way).min(axis=1)
    gap = random.uniform(-0.03, 0.03, count)
    gap[::5] = -reach[::5] * random.random(len(gap[::5])) * 0.5
    gap[::7] = 0.0
    corners += (way * (reach + gap)[:, None])[:, None]
    return rotation.astype(np.float32), np.ascontiguousarray(corners, np.float32)


@pytest.mark.parametrize("name", NAMES)
def test_triangles_agree_with_the_reference(name):
    shape, count = POOL[name], 300
    rotation, corners = make_triangles(shape, count, seeded(name))
    still = np.zeros((count, 3), np.float32)
    cases = HullCases(shape, None, rotation, np.repeat(UPRIGHT, count, axis=0), still)
    a, b = Body(shape, rotation, still), Triangles(corners)
    manifolds, part = answer_triangles(shape, rotation, corners, two_sided=True)
    assert not broken_rules(cases, manifolds, bodies=(a, b), preference=2.1)
    touching = manifolds.count > 0
    assert touching.mean() > 0.2
    normal, front = manifolds.normal.astype(float), b.normals[:, 0]
    # The part of the triangle: its face is square to the normal, an edge and its ends lie deepest along it.
    face = touching & (part == 0)
    assert np.abs((normal * front).sum(axis=1))[face].min() > 0.99
    heights = np.einsum("nki,ni->nk", b.points, normal)
    heights -= heights.min(axis=1, keepdims=True)
    side = np.linalg.norm(b.points[:, [1, 2, 0]] - b.points, axis=2).max(axis=1)
    for k in range(3):
        edge, corner = touching & (part == 1 + k), touching & (part == 4 + k)
        assert (heights[edge][:, [k, (k + 1) % 3]].max(axis=1) <= 0.03 * side[edge]).all()
        assert (heights[corner][:, k] <= 1e-3 * side[corner] + 1e-4).all()

    single, _ = answer_triangles(shape, rotation, corners, two_sided=False)
    touched = single.count > 0
    ahead = ((a.center - b.points[:, 0]) * front).sum(axis=1)
    assert not (touched & (ahead < -1e-5)).any()
    # A normal out of the back is told only of an overlap, for the mesh to judge, with the deepest point.
    backward = touched & ((single.normal * front).sum(axis=1) > 2e-3)
    assert (single.count[backward] == 1).all() and (lowest(single)[backward] <= 0.0).all()
    # Where the best way out is to the front, one side is as good as two.
    clear = touching & (ahead > 1e-5) & ((normal * front).sum(axis=1) < -0.05)
    same = (single.count == manifolds.count) & (np.abs(single.normal - manifolds.normal).max(axis=1) < 1e-3)
    assert same[clear].mean() > 0.98
    # What is not the best way out is at least no deeper than the bodies are.
    along = shadow_gap(a, b, single.normal[:, None].astype(float))[:, 0]
    assert (lowest(single) - along)[touched].min() > -1e-4 * (1.0 + b.extent)


def test_a_box_on_a_large_triangle_touches_with_its_four_lower_corners():
    corners = np.array([[(-9, -0.499, 9), (9, -0.499, 9), (0, -0.499, -9)]], np.float32)
    box = ShapeHull(np.sign(centered(POOL["box"])) * 0.5)
    for kind in (KIND.BOX, box.kind):
        manifolds, part = answer_triangles(box, UPRIGHT, corners, two_sided=False, kind=kind)
        assert manifolds.count[0] == 4 and part[0] == 0
        np.testing.assert_allclose(manifolds.normal[0], (0, -1, 0), atol=1e-6)
        np.testing.assert_allclose(manifolds.point[0, :, 3], -0.001, atol=1e-6)
        np.testing.assert_allclose(np.abs(manifolds.point[0, :, [0, 2]]), 0.5, atol=1e-5)


def test_a_triangle_without_area_touches_nothing():
    corners = np.array([[(0, 0, 0), (1, 0, 0), (2, 0, 0)], [(0.1, 0, 0)] * 3], np.float32)
    manifolds, _ = answer_triangles(POOL["box"], UPRIGHT.repeat(2, axis=0), corners, two_sided=True)
    assert (manifolds.count == 0).all()
