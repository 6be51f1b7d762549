"""Soft solids: blocks, lattices around meshes with a skin, and tetrahedra that are given."""

import time

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from physics import SoftSolid
from physics.soft.forms import mesh_checks, surfaces
from physics.soft.forms.form import enclosed_volume, tet_volumes
from physics.soft.forms.lattice import lattice, surface_of
from tests.physics.reference import meshes, soft_meshes

NAN = float("nan")
TET = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], float)
TWO = np.concatenate((TET, [(1.0, 1.0, 1.0)]))
BALL = surfaces.ball(0.5, 2)
CUBE = meshes.cube(0.5)


def places_of_skin(form):
    return form.skin.places(form.points, form.tets)


def check_enclosed(form, vertices):
    """Every fine vertex is in a tetrahedron, and comes out where it was."""
    weights = form.skin.weights
    assert weights.min() >= 0.0 and weights.max() <= 1.0 and weights.sum(axis=1) == pytest.approx(1.0, abs=1e-14)
    np.testing.assert_allclose(places_of_skin(form), vertices, rtol=0, atol=1e-12 * max(1.0, np.abs(vertices).max()))


def test_a_block_has_its_middle_at_the_origin():
    form = SoftSolid.lattice(cells=(5, 4, 3), size=0.2)
    assert form.kind == "solid" and form.grid is None and form.skin is None and len(form.segments) == 0
    np.testing.assert_allclose(form.points.max(axis=0), [0.5, 0.4, 0.3])
    np.testing.assert_allclose(form.points.min(axis=0), [-0.5, -0.4, -0.3])
    assert form.volume == pytest.approx(60 * 0.008, rel=1e-12)
    assert enclosed_volume(form.points, form.triangles) == pytest.approx(form.volume, rel=1e-12)
    assert (len(form.tets), len(form.triangles)) == (300, 4 * (20 + 12 + 15))


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        (dict(cells=(0, 1, 1)), ValueError, r"cells\[0\] must be a whole number between 1 .* got 0; a lattice of none"),
        (dict(cells=(1, 2)), ValueError, "cells must be 3 whole numbers"),
        (dict(cells=(1, 2.0, 3)), TypeError, r"cells\[1\] must be a whole number"),
        (dict(cells=5), TypeError, "cells must be 3 whole numbers"),
        (dict(cells="555"), TypeError, "cells must be 3 whole numbers"),
        (dict(cells=(100, 100, 100)), ValueError, "at most 200,000 cells"),
        (dict(size=0.0), ValueError, "size must be between 0.0002"),
        (dict(size=NAN), ValueError, "size must be between"),
        (dict(size="1"), TypeError, "size must be a number"),
    ],
)
def test_a_bad_block_is_refused(options, error, words):
    with pytest.raises(error, match=words):
        SoftSolid.lattice(**options)


@pytest.mark.parametrize("cell", [0.06, 0.1, 0.25, 0.9])
def test_a_lattice_around_a_mesh_carries_it(cell):
    vertices, triangles = BALL
    form = SoftSolid.around(vertices + (3.0, -1.0, 2.0), triangles, cell=cell)
    check_enclosed(form, vertices + (3.0, -1.0, 2.0))
    assert (form.skin.triangles == triangles).all() and form.skin.uv is None
    assert tet_volumes(form.points, form.tets) * 6.0 == pytest.approx(
        np.tile([2.0, 1.0, 1.0, 1.0, 1.0], len(form.tets) // 5) * cell**3
    )
    assert form.volume >= enclosed_volume(vertices, triangles)
    assert mesh_checks.pieces(len(form.points), form.tets)[0] == 1


def test_finer_cells_follow_the_mesh_more_closely():
    volume = enclosed_volume(*BALL)
    excess = [SoftSolid.around(*BALL, cell=cell).volume / volume - 1.0 for cell in (0.2, 0.1, 0.05, 0.025)]
    assert excess == sorted(excess, reverse=True) and 0.0 < excess[-1] < 0.2


def test_a_box_is_filled_exactly():
    form = SoftSolid.around(*CUBE, cell=0.2)
    assert len(form.tets) == 625 and form.volume == pytest.approx(1.0)
    check_enclosed(form, CUBE[0])


def test_a_body_in_a_corner_of_a_notch_stays_out_of_it():
    vertices, triangles = soft_meshes.elbow()
    form = SoftSolid.around(vertices, triangles, cell=0.5)
    assert form.volume == pytest.approx(3.0)
    check_enclosed(form, vertices)


def test_a_thin_plate_is_enclosed_by_one_layer():
    vertices, triangles = surfaces.box((0.5, 0.001, 0.5), (3, 1, 3))
    form = SoftSolid.around(vertices, triangles, cell=0.1)
    assert len(form.tets) == 5 * 100
    check_enclosed(form, vertices)


def test_a_ring_keeps_its_hole_and_a_hollow_ball_its_hollow():
    ring = SoftSolid.around(*surfaces.torus(1.0, 0.25, 40, 16), cell=0.1)
    assert not (np.abs(ring.points).max(axis=1) < 0.3).any()
    large, small = surfaces.ball(1.0, 3), surfaces.ball(0.6, 3)
    hollow = SoftSolid.around(*soft_meshes.joined(large, (small[0], small[1][:, ::-1])), cell=0.08)
    assert not (np.linalg.norm(hollow.points, axis=1) < 0.3).any()


@pytest.mark.slow
@given(st.integers(0, 10**6), st.floats(0.08, 0.9), st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_closed_mesh_is_enclosed(seed, cell, ring):
    vertices, triangles = surfaces.torus(0.8, 0.2, 16, 7) if ring else soft_meshes.lumpy_ball(seed, noise=0.5)
    places = soft_meshes.turned(vertices, seed)
    form = SoftSolid.around(places, triangles, cell=cell)
    check_enclosed(form, places)
    assert form.volume >= enclosed_volume(places, triangles) * (1.0 - 1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_vertices_on_borders_of_cells_are_carried_by_cells_that_are_there(seed):
    """Bodies of blocks, whose sides and corners are at multiples of the cell or of a half of it."""
    occupied = np.random.default_rng(seed).random((3, 3, 3)) < 0.5
    occupied[:2, 0, 0] = occupied[1, :, 1] = occupied[1, 1, :] = True
    block = lattice(occupied)
    triangles = surface_of(block[1])
    used, rows = np.unique(triangles, return_inverse=True)
    vertices, rows = block[0][used].astype(float), rows.reshape(-1, 3)
    try:
        whole = SoftSolid.around(vertices, rows, cell=1.0)
    except ValueError as error:  # blocks that meet in one edge only
        words = str(error)
    else:
        words = ""
        assert whole.volume == pytest.approx(occupied.sum())
        check_enclosed(whole, vertices)
        half = SoftSolid.around(vertices, rows, cell=0.5)
        assert half.volume == pytest.approx(occupied.sum())
        check_enclosed(half, vertices)
    assert not words or "at most two triangles" in words or "touch" in words


def test_seams_of_a_picture_are_no_holes_and_places_in_it_are_kept():
    vertices, triangles = CUBE
    split = vertices[triangles.ravel()]
    uv = np.random.default_rng(0).random((36, 2))
    form = SoftSolid.around(split, np.arange(36).reshape(-1, 3), cell=0.25, uv=uv)
    check_enclosed(form, split)
    assert form.skin.uv.dtype == np.float32 and np.allclose(form.skin.uv, uv)


def replaced(array, row, value):
    array = np.array(array, float if isinstance(value[0], float) else None)
    array[row] = value
    return array


def overlapping_balls():
    vertices, triangles = BALL
    return soft_meshes.joined(BALL, (vertices + (0.5, 0.0, 0.0), triangles))


def inverted_piece():
    vertices, triangles = BALL
    return soft_meshes.joined(CUBE, (0.5 * vertices + (3.0, 0.0, 0.0), triangles[:, ::-1]))


def two_in_one():
    return soft_meshes.joined(CUBE, (0.4 * BALL[0], BALL[1]))


@pytest.mark.parametrize(
    ("vertices", "triangles", "options", "error", "words"),
    [
        ([], BALL[1], {}, ValueError, "vertices must not be empty"),
        (BALL[0], [], {}, ValueError, "triangles must not be empty"),
        ("ball", BALL[1], {}, TypeError, "vertices must be a list or array"),
        (BALL[0], BALL[1].astype(float), {}, TypeError, "triangles must be an array of whole numbers"),
        (BALL[0][:, :2], BALL[1], {}, ValueError, r"vertices must have the shape \[n, 3\], got \(162, 2\)"),
        (replaced(BALL[0], 7, (NAN, 0.0, 0.0)), BALL[1], {}, ValueError, r"vertices\[7\] must be finite"),
        (replaced(BALL[0], 7, (1e9, 0.0, 0.0)), BALL[1], {}, ValueError, r"vertices\[7\] must be .* within 100000"),
        (BALL[0], replaced(BALL[1], 3, (0, 1, 162)), {}, ValueError, r"triangles\[3\] must name points 0 to 161"),
        (BALL[0], replaced(BALL[1], 3, (0, 1, -1)), {}, ValueError, r"triangles\[3\] must name points 0 to 161"),
        (BALL[0], replaced(BALL[1], 3, (5, 1, 5)), {}, ValueError, r"triangles\[3\] must name 3 different points"),
        (BALL[0], BALL[1][[*range(320), 5]], {}, ValueError, r"triangles\[320\] .* has the points of triangles\[5\]"),
        (BALL[0], BALL[1][1:], {}, ValueError, "must be closed, but 3 edges belong to one triangle only"),
        (BALL[0], BALL[1][:, ::-1], {}, ValueError, r"inside out: its volume is -0.* use triangles\[:, ::-1\]"),
        (BALL[0], replaced(BALL[1], 9, BALL[1][9][::-1]), {}, ValueError, "must be wound alike"),
        (np.concatenate((BALL[0], [[9, 9, 9]])), BALL[1], {}, ValueError, r"1 that do not, .* vertices\[162\]"),
        (*overlapping_balls(), {}, ValueError, "not cross or touch itself, .* near .* boolean union"),
        (*inverted_piece(), dict(cell=0.5), ValueError, "every piece .* must be a body or a hollow in one"),
        (*two_in_one(), dict(cell=0.5), ValueError, "every piece .* must be a body or a hollow in one"),
        (*soft_meshes.joined(BALL, (BALL[0] + 5.0, BALL[1])), {}, ValueError, "lattice .* in one piece, got 2"),
        (*BALL, dict(cell=0.0), ValueError, "cell must be between"),
        (*BALL, dict(cell=NAN), ValueError, "cell must be between"),
        (*BALL, dict(cell="small"), TypeError, "cell must be a number"),
        (*BALL, dict(cell=1.5), ValueError, "at most as long as the mesh, 1 m, .* encloses nothing"),
        (*BALL, dict(cell=0.01), ValueError, "tetrahedra around a mesh may be at most 1,000,000, got"),
        (*BALL, dict(cell=0.001), ValueError, "cell must leave at most 5,000,000 cells"),
        (*BALL, dict(uv=np.zeros((3, 2))), ValueError, r"uv must be finite and have the shape \[162, 2\]"),
        (*BALL, dict(uv="x"), TypeError, "uv must be an array of numbers"),
    ],
)  # fmt: skip
def test_a_bad_mesh_is_refused_with_a_sentence(vertices, triangles, options, error, words):
    with pytest.raises(error, match=words):
        SoftSolid.around(vertices, triangles, **options)


def test_a_mesh_that_encloses_nothing_is_refused():
    """Two sides of a sheet, hardly apart; and a body with another one inside out."""
    rim = np.array([(x, y, 0.0) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    top = np.array([(k, (k + 1) % 4, 4) for k in range(4)])
    triangles = np.concatenate((top, np.where(top == 4, 5, top)[:, ::-1]))
    for gap, words in ((1e-9, "must not cross or touch"), (0.0, "at most two triangles")):
        vertices = np.concatenate((rim, [(0.0, 0.0, gap), (0.0, 0.0, 0.0)]))
        with pytest.raises(ValueError, match=words):
            SoftSolid.around(vertices, triangles, cell=0.5)
    apart = soft_meshes.joined(CUBE, (CUBE[0] + 3.0, CUBE[1][:, ::-1]))
    with pytest.raises(ValueError, match=r"must enclose something, got -?\d\S* m\^3 in 4 m; make it thicker"):
        SoftSolid.around(*apart, cell=0.5)


def test_a_degenerate_triangle_is_refused():
    vertices, triangles = CUBE
    first = triangles[0]
    middle = vertices[first[[0, 1]]].mean(axis=0)
    partner = next(k for k in range(1, 12) if {first[0], first[1]} <= set(triangles[k].tolist()))
    apex = (set(triangles[partner].tolist()) - {first[0], first[1]}).pop()
    more = [(first[0], 8, first[2]), (8, first[1], first[2]), (first[1], first[0], apex), (first[0], first[1], 8)]
    rows = np.concatenate((np.delete(triangles, [0, partner], axis=0), more))
    with pytest.raises(ValueError, match=r"higher than 1e-06 of their longest edge, got triangles\[13\]"):
        SoftSolid.around(np.concatenate((vertices, [middle])), rows)


def test_given_tetrahedra_are_kept_as_they_are():
    block = SoftSolid.lattice(cells=(3, 2, 2), size=0.3)
    form = SoftSolid.from_tets(block.points, block.tets)
    assert form == block and form.digest() == block.digest() and hash(form) == hash(block)
    single = SoftSolid.from_tets(TET, [(0, 1, 2, 3)])
    assert single.volume == pytest.approx(1.0 / 6.0) and len(single.triangles) == 4
    assert enclosed_volume(single.points, single.triangles) == pytest.approx(1.0 / 6.0)


def pressed(height):
    points = TET.copy()
    points[3] = (0.3, 0.3, height)
    return points


@pytest.mark.parametrize(
    ("points", "tets", "words"),
    [
        (TET[:3], [(0, 1, 2, 3)], "a soft solid needs at least 4 points, got 3"),
        (TET * 1e-6, [(0, 1, 2, 3)], "must be at least 0.0002 m long"),
        (TET, np.zeros((0, 4), int), "tets must not be empty"),
        (TET, [(0, 1, 2)], r"tets must have the shape \[n, 4\]"),
        (TET, [(0, 1, 2, 4)], r"tets\[0\] must name points 0 to 3, got \[0, 1, 2, 4\]; count from 0"),
        (TET, [(0, 1, 2, 2)], r"tets\[0\] must name 4 different points"),
        (TET, [(1, 0, 2, 3)], r"positive volumes.* got -0.167 m\^3 for tets\[0\].* and 0 others; swap two corners"),
        (pressed(0.01), [(0, 1, 2, 3)], r"tets must be higher than 0.02 of their longest edge, got 0.01 m and 1.41 m"),
        (pressed(0.0), [(0, 1, 2, 3)], "tets must be higher than 0.02 of their longest edge, got 0 m"),
        (TET, [(0, 1, 2, 3), (1, 2, 0, 3)], r"tets\[1\] = \[1, 2, 0, 3\] has the points of tets\[0\]"),
        (np.concatenate((TET, [(0.0, 0.0, 0.0)])), [(0, 1, 2, 3)], r"first is points\[4\]"),
        (np.concatenate((TET, TET + 2.0)), [(0, 1, 2, 3), (4, 5, 6, 7)], "in one piece, got 2: .* point 0 to point 4"),
        (np.concatenate((TET, TET)), [(0, 1, 2, 3), (4, 5, 6, 7)], r"points\[4\] is where points\[0\] is.* 3 others"),
        (np.concatenate((TET, [(1.0, 1.0, 2.0)])), [(0, 1, 2, 3), (0, 1, 2, 4)], "same side of their common face"),
        (
            np.concatenate((TET, [(1.0, 1.0, 2.0), (0.2, 0.2, -1.0)])),
            [(0, 1, 2, 3), (0, 1, 2, 4), (1, 0, 2, 5)],
            r"at most two tets, but \[.*\] belongs to 3, the first three are \[0, 1, 2\]",
        ),
    ],
)  # fmt: skip
def test_bad_tetrahedra_are_refused_with_a_sentence(points, tets, words):
    with pytest.raises(ValueError, match=words):
        SoftSolid.from_tets(points, tets)


def test_tetrahedra_that_share_a_point_may_not_cross_elsewhere():
    tets = [(0, 1, 2, 3), (0, 4, 5, 6)]
    others = np.array([(0.3, 0.3, -0.5), (0.5, 0.2, 0.4), (0.2, 0.5, 0.4)])
    points = np.concatenate((TET, others))
    if np.linalg.det(points[[4, 5, 6]]) < 0.0:
        tets[1] = (0, 5, 4, 6)
    with pytest.raises(ValueError, match="a soft solid must not cross or touch itself"):
        SoftSolid.from_tets(points, tets)


def test_types_are_checked():
    with pytest.raises(TypeError, match="tets must be an array of whole numbers"):
        SoftSolid.from_tets(TET, [(0.0, 1.0, 2.0, 3.0)])
    with pytest.raises(TypeError, match="points must be an array of numbers"):
        SoftSolid.from_tets([("a", "b", "c")] * 4, [(0, 1, 2, 3)])
    with pytest.raises(TypeError, match="SoftSolid.lattice, SoftSolid.around, SoftSolid.from_tets"):
        SoftSolid()


def test_5000_triangles_at_20_cells_take_less_than_two_seconds():
    vertices, triangles = surfaces.ball(1.0, 4)
    start = time.perf_counter()
    form = SoftSolid.around(vertices, triangles, cell=0.1)
    assert time.perf_counter() - start < 2.0
    check_enclosed(form, vertices)
