"""Surfaces that cross or touch themselves are found, those that do not are let through."""

import time

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from physics.soft import SoftCloth
from physics.soft.forms import surfaces
from physics.soft.forms.crossings import find_crossings, overlapping
from tests.physics.reference import soft_meshes

ALL = 1 << 40


def crossings(mesh):
    return find_crossings(*mesh, most=ALL)


@pytest.mark.parametrize("count", [1, 2, 3, 64, 65, 300])
def test_pairs_of_boxes_are_those_of_the_double_loop(count):
    rng = np.random.default_rng(count)
    middle, half = rng.uniform(-1, 1, (count, 3)), 10.0 ** rng.uniform(-3, -0.3, (count, 1))
    lower, upper = middle - half, middle + half
    found = [np.column_stack(pair) for pair in overlapping(lower, upper)]
    found = sorted(tuple(sorted(pair)) for pair in np.concatenate([np.empty((0, 2), int), *found]).tolist())
    meet = ((lower[:, None] <= upper) & (lower <= upper[:, None])).all(axis=2)
    assert found == sorted(zip(*np.nonzero(np.triu(meet, 1)), strict=True))


@pytest.mark.parametrize("seed", range(10))
def test_crossings_are_those_of_the_double_loop(seed):
    rng = np.random.default_rng(seed)
    points = rng.uniform(-1, 1, (30, 3))
    triangles = np.array([rng.choice(30, 3, replace=False) for _ in range(25)])
    triangles = triangles[np.unique(np.sort(triangles, axis=1), axis=0, return_index=True)[1]]
    expected = soft_meshes.crossing_pairs(points, triangles)
    assert expected and crossings((points, triangles)).tolist() == [list(pair) for pair in expected]


@pytest.mark.parametrize(
    "mesh",
    [
        surfaces.ball(1.0, 3),
        surfaces.box((1.0, 2.0, 0.5), (4, 3, 2)),
        surfaces.torus(1.0, 0.4, 24, 10),
        soft_meshes.elbow(),
        soft_meshes.lumpy_ball(3),
        soft_meshes.joined(surfaces.ball(1.0, 2), surfaces.ball(0.9, 2)),
    ],
    ids=["ball", "box", "torus", "elbow", "lumpy", "nested"],
)
@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_a_clean_surface_has_none_however_it_is_turned(mesh, scale):
    vertices, triangles = mesh
    assert len(crossings((vertices, triangles))) == 0
    assert len(crossings((scale * soft_meshes.turned(vertices, 5), triangles))) == 0


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_lumpy_balls_have_none(seed):
    vertices, triangles = soft_meshes.lumpy_ball(seed, noise=0.4)
    assert len(crossings((soft_meshes.turned(vertices, seed), triangles))) == 0


@given(st.integers(0, 10**6), st.floats(0.05, 1.6))
@settings(max_examples=40, deadline=None)
def test_two_balls_that_overlap_always_cross(seed, shift):
    a, b = surfaces.ball(1.0, 1), surfaces.ball(1.0, 1)
    away = np.random.default_rng(seed).normal(size=3)
    away *= shift / np.linalg.norm(away)
    vertices, triangles = soft_meshes.joined(a, (b[0] + away, b[1]))
    assert len(find_crossings(vertices, triangles)) > 0


@pytest.mark.parametrize("shift", [(0.5, 0.5, 0.5), (1.0, 0.0, 0.0), (1.0, 0.3, 0.2), (0.5, 0.0, 0.0)])
def test_boxes_that_overlap_or_touch_cross(shift):
    """Also where edges meet edges, diagonals or corners, and where sides lie upon each other."""
    vertices, triangles = soft_meshes.joined(
        *[(v + s, t) for s in (0.0, shift) for v, t in [surfaces.box((0.5, 0.5, 0.5), (1, 1, 1))]]
    )
    assert len(find_crossings(vertices, triangles)) > 0
    apart = np.where(np.arange(len(vertices))[:, None] < 8, vertices, vertices + 1.01)
    assert len(find_crossings(apart, triangles)) == 0


def test_two_grids_that_share_a_line_cross():
    """Their vertices are in each other's planes, but none of them is in two triangles."""
    flat = SoftCloth.grid(columns=5, rows=5, spacing=1.0)
    upright = flat.points[:, [1, 0, 2]] + (0.5, 0.0, 0.5)
    pair = soft_meshes.joined((flat.points, flat.triangles), (upright, flat.triangles))
    assert len(find_crossings(*pair)) > 0


def test_a_sheet_upon_another_touches_it():
    flat = SoftCloth.grid(columns=5, rows=5, spacing=1.0)
    for shift in ((0.3, 0.0, 0.1), (0.5, 0.0, 0.5), (0.5, 0.0, 0.0)):
        pair = soft_meshes.joined((flat.points, flat.triangles), (flat.points + shift, flat.triangles))
        assert len(find_crossings(*pair)) > 0
    apart = soft_meshes.joined((flat.points, flat.triangles), (flat.points + (0.0, 1e-6, 0.0), flat.triangles))
    assert len(find_crossings(*apart)) == 0


def test_neighbors_folded_flat_upon_each_other_are_found():
    points = np.array([(0, 0, 0), (1, 0, 0), (0.4, 1, 0), (0.6, 0.7, 0)], float)
    triangles = np.array([(0, 1, 2), (1, 0, 3)])
    assert crossings((points, triangles)).tolist() == [[0, 1]]
    points[3, 2] = 0.01
    assert len(crossings((points, triangles))) == 0


def test_triangles_around_a_point_that_cross_are_found():
    points = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0.6, 0.3, -0.5), (0.3, 0.6, 0.5), (0.3, 0.3, 0.5)], float)
    assert crossings((points, np.array([(0, 1, 2), (0, 3, 4)]))).tolist() == [[0, 1]]
    assert len(crossings((points, np.array([(0, 1, 2), (0, 5, 4)])))) == 0


def test_20000_triangles_take_less_than_a_second_and_a_half():
    vertices, triangles = surfaces.torus(1.0, 0.3, 200, 50)
    triangles = np.random.default_rng(0).permutation(triangles)  # in any order
    start = time.perf_counter()
    assert len(find_crossings(vertices, triangles)) == 0
    assert time.perf_counter() - start < 1.5
