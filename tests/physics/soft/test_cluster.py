"""Clusters: points with a surface."""

import numpy as np
import pytest

from physics import SoftCluster
from physics.soft.forms import surfaces
from physics.soft.forms.mesh_checks import check_manifold
from tests.physics.reference import soft_meshes


def check_closed(form):
    assert not len(check_manifold(form.triangles.astype(np.int64), "a cluster").lone) and form.volume > 0.0


def test_a_cube_of_two_cells_a_side_has_27_points():
    form = SoftCluster.cube(cells=(2, 2, 2), size=0.1)
    assert form.kind == "cluster" and len(form.points) == 27 and len(form.triangles) == 48
    assert len(form.tets) == 0 and form.volume == pytest.approx(0.008)
    check_closed(form)


def test_a_ball_has_a_point_in_its_middle():
    form = SoftCluster.ball(radius=0.3, detail=2)
    assert len(form.points) == 163 and not form.points[-1].any()
    np.testing.assert_allclose(np.linalg.norm(form.points[:-1], axis=1), 0.3)
    check_closed(form)


@pytest.mark.parametrize("seed", range(5))
def test_without_triangles_the_surface_is_the_convex_hull(seed):
    """Of which every point is on the inner side of every triangle."""
    points = np.random.default_rng(seed).normal(size=(40, 3))
    form = SoftCluster(points)
    check_closed(form)
    a, b, c = points[form.triangles].transpose(1, 0, 2)
    normal = np.cross(b - a, c - a)
    assert (normal @ points.T <= (normal * a).sum(axis=1)[:, None] + 1e-9).all()
    assert (form.points == points).all()


def test_a_surface_may_be_given_and_points_be_inside():
    vertices, triangles = surfaces.torus(1.0, 0.4, 12, 8)
    inner = np.column_stack((np.cos(np.arange(6.0)), np.zeros(6), np.sin(np.arange(6.0))))
    form = SoftCluster(np.concatenate((vertices, inner)), triangles)
    assert len(form.points) == 102 and (form.triangles == triangles).all()


BALL = surfaces.ball(1.0, 1)
FLAT = np.array([(x, 0, z) for x in range(3) for z in range(3)], float)


@pytest.mark.parametrize(
    ("points", "triangles", "error", "words"),
    [
        (BALL[0][:3], None, ValueError, "a cluster needs at least 4 points, got 3"),
        (FLAT, None, ValueError, "must not lie in one plane, but the 9 given do: they are 0 m thick .* SoftCloth"),
        (
            FLAT * (1, 1, 0) + np.arange(9)[:, None] * (0.1, 0, 0),
            None,
            ValueError,
            "must not lie on one line|different",
        ),
        (np.concatenate((BALL[0], BALL[0][:1])), None, ValueError, r"points\[42\] is where points\[0\] is"),
        ("points", None, TypeError, "points must be a list or array"),
        (BALL[0], BALL[1][1:], ValueError, "a cluster must be closed"),
        (BALL[0], BALL[1][:, ::-1], ValueError, "inside out"),
        (BALL[0], [(0, 1, 99)], ValueError, r"triangles\[0\] must name points 0 to 41"),
        (*soft_meshes.joined(BALL, (BALL[0] + 0.5, BALL[1])), ValueError, "a cluster must not cross or touch itself"),
    ],
)
def test_a_bad_cluster_is_refused_with_a_sentence(points, triangles, error, words):
    with pytest.raises(error, match=words):
        SoftCluster(points, triangles)


@pytest.mark.parametrize(
    ("make", "options", "error"),
    [
        (SoftCluster.cube, dict(cells=(0, 2, 2)), ValueError),
        (SoftCluster.cube, dict(size=-1.0), ValueError),
        (SoftCluster.ball, dict(radius=float("inf")), ValueError),
        (SoftCluster.ball, dict(detail=True), TypeError),
    ],
)
def test_a_bad_size_is_refused(make, options, error):
    with pytest.raises(error, match=f"{next(iter(options))}"):
        make(**options)
