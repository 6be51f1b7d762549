"""Shells: closed surfaces with a pressure inside."""

import numpy as np
import pytest

from physics import SoftShell
from physics.soft.forms import surfaces
from physics.soft.forms.crossings import find_crossings
from physics.soft.forms.mesh_checks import check_manifold
from tests.physics.reference import meshes, soft_meshes

NAN = float("nan")
BALL = surfaces.ball(0.3, 2)


def check_closed_and_clean(form):
    rows = form.triangles.astype(np.int64)
    assert not len(check_manifold(rows, "a shell").lone) and form.volume > 0.0
    assert not len(find_crossings(form.points, rows))


@pytest.mark.parametrize(("detail", "count"), [(0, 12), (1, 42), (2, 162), (3, 642), (4, 2562)])
def test_a_ball_has_its_vertices_on_a_sphere(detail, count):
    form = SoftShell.ball(radius=0.4, detail=detail, pressure=2000.0)
    assert form.kind == "shell" and form.pressure == 2000.0 and not form.liquid
    assert len(form.points) == count and len(form.triangles) == 2 * count - 4
    np.testing.assert_allclose(np.linalg.norm(form.points, axis=1), 0.4, rtol=1e-14)
    check_closed_and_clean(form)
    if detail == 4:
        assert form.volume == pytest.approx(4.0 / 3.0 * np.pi * 0.4**3, rel=0.005)


def test_edges_of_a_ball_are_nearly_alike():
    form = SoftShell.ball(radius=1.0, detail=3)
    corner = form.points[form.triangles]
    edges = np.linalg.norm(np.roll(corner, -1, axis=1) - corner, axis=2)
    assert edges.max() < 1.35 * edges.min()


def test_a_box_has_its_fields_and_volume():
    form = SoftShell.box(half_extents=(0.5, 0.1, 1.0), cells=(5, 2, 10), liquid=True)
    assert form.volume == pytest.approx(0.4) and form.liquid
    assert len(form.triangles) == 4 * (5 * 2 + 2 * 10 + 10 * 5) and len(form.points) == len(form.triangles) // 2 + 2
    assert (np.abs(form.points).max(axis=0) == (0.5, 0.1, 1.0)).all()
    check_closed_and_clean(form)


def test_a_torus_is_a_ring_around_y():
    form = SoftShell.torus(radius=0.5, tube=0.2, segments=60, sides=30)
    assert len(form.points) == 1800 and len(form.triangles) == 3600
    around = np.hypot(form.points[:, 0], form.points[:, 2])
    np.testing.assert_allclose(np.hypot(around - 0.5, form.points[:, 1]), 0.2, rtol=1e-12)
    assert form.volume == pytest.approx(2.0 * np.pi**2 * 0.5 * 0.04, rel=0.02)
    check_closed_and_clean(form)


@pytest.mark.parametrize(
    "mesh", [BALL, meshes.cube(0.5), surfaces.torus(1.0, 0.4, 20, 10)], ids=["ball", "cube", "ring"]
)
def test_any_closed_surface_may_be_a_shell(mesh):
    form = SoftShell(*mesh, pressure=-500.0)
    assert (form.points == mesh[0]).all() and (form.triangles == mesh[1]).all() and form.pressure == -500.0
    assert form != SoftShell(*mesh) and form != SoftShell(*mesh, pressure=-500.0, liquid=True)


def pulled(vertices, row, way):
    """A vertex pulled through the other side."""
    moved = vertices.copy()
    moved[row] = way
    return moved


@pytest.mark.parametrize(
    ("mesh", "options", "error", "words"),
    [
        ((BALL[0], BALL[1][2:]), {}, ValueError, "a shell must be closed, but .* fill the holes, or use a SoftCloth"),
        ((BALL[0], BALL[1][:, ::-1]), {}, ValueError, "a shell must be counterclockwise seen from outside"),
        ((pulled(BALL[0], 0, -3.0 * BALL[0][0]), BALL[1]), {}, ValueError, "a shell must not cross or touch itself"),
        (soft_meshes.joined(BALL, (BALL[0] + 2.0, BALL[1])), {}, ValueError, "a shell must be in one piece, got 2"),
        ((BALL[0] * 1e-4, BALL[1]), {}, ValueError, "a shell must be at least 0.0002 m long, got 6e-05 m"),
        ((BALL[0] * (1, 1, 1e-5), BALL[1]), {}, ValueError, "triangles must be higher|must not cross"),
        (BALL, dict(pressure=NAN), ValueError, "pressure must be between -101325 and 3e.07 Pa, got nan"),
        (BALL, dict(pressure=-2e5), ValueError, "pressure must be between .* more than the air around"),
        (BALL, dict(pressure="high"), TypeError, "pressure must be a number"),
        (BALL, dict(liquid=1), TypeError, "liquid must be True or False"),
    ],
)  # fmt: skip
def test_a_bad_shell_is_refused_with_a_sentence(mesh, options, error, words):
    with pytest.raises(error, match=words):
        SoftShell(*mesh, **options)


@pytest.mark.parametrize(
    ("make", "options", "error", "words"),
    [
        (SoftShell.ball, dict(radius=0.0), ValueError, "radius must be between 0.0001"),
        (SoftShell.ball, dict(radius="1"), TypeError, "radius must be a number"),
        (SoftShell.ball, dict(detail=8), ValueError, "detail must be a whole number between 0 and 7"),
        (SoftShell.ball, dict(detail=1.0), TypeError, "detail must be a whole number"),
        (SoftShell.box, dict(half_extents=(1, 0, 1)), ValueError, r"half_extents\[1\] must be between"),
        (SoftShell.box, dict(half_extents=1), TypeError, "half_extents must be 3 numbers"),
        (SoftShell.box, dict(cells=(0, 1, 1)), ValueError, r"cells\[0\] must be a whole number between 1"),
        (SoftShell.box, dict(cells=(500, 500, 500)), ValueError, "triangles of a shell may be at most 1,000,000"),
        (
            SoftShell.box,
            dict(cells=(500, 1, 1)),
            ValueError,
            "triangles must be higher than 0.01 of their longest edge",
        ),
        (SoftShell.torus, dict(tube=0.3), ValueError, "tube must be less than the radius of 0.3 m, got 0.3 m"),
        (SoftShell.torus, dict(segments=2), ValueError, "segments must be a whole number between 3"),
        (SoftShell.torus, dict(sides="9"), TypeError, "sides must be a whole number"),
        (SoftShell.torus, dict(segments=1000, sides=1000), ValueError, "may be at most 1,000,000, got 2,000,000"),
        (SoftShell.torus, dict(pressure=1e9), ValueError, "pressure must be between"),
    ],
)
def test_a_bad_size_is_refused(make, options, error, words):
    with pytest.raises(error, match=words):
        make(**options)
