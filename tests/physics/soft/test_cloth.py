"""Cloth: grids and any other surface."""

import numpy as np
import pytest

from physics import SoftCloth
from physics.soft.forms import surfaces
from physics.soft.forms.form import Grid
from physics.soft.forms.mesh_checks import check_manifold
from tests.physics.reference import soft_meshes

NAN = float("nan")
SQUARE = np.array([(0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)], float)
HALVES = np.array([(0, 2, 1), (0, 3, 2)])


def normals(form):
    corner = form.points[form.triangles]
    return np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])


def test_a_grid_lies_in_x_and_z_around_the_origin_row_by_row():
    form = SoftCloth.grid(columns=4, rows=3, spacing=0.5)
    assert form.kind == "cloth" and form.grid == Grid(4, 3, 0.5) == (4, 3, 0.5)
    assert len(form.tets) == len(form.segments) == 0 and form.volume == 0.0
    places = form.points.reshape(3, 4, 3)
    np.testing.assert_allclose(places[..., 0], np.tile([-0.75, -0.25, 0.25, 0.75], (3, 1)))
    np.testing.assert_allclose(places[..., 2], np.tile([[-0.5], [0.0], [0.5]], (1, 4)))
    assert not places[..., 1].any()


def test_triangles_of_a_grid_look_up_and_cover_it_with_diagonals_in_turn():
    form = SoftCloth.grid(columns=6, rows=5, spacing=0.1)
    assert len(form.triangles) == 2 * 5 * 4
    np.testing.assert_allclose(normals(form), np.tile([0.0, 0.01, 0.0], (40, 1)), atol=1e-15)
    edges = check_manifold(form.triangles.astype(np.int64), "a cloth")
    assert len(edges.lone) == 2 * (5 + 4)
    corners = form.points[form.triangles]
    along = np.roll(corners, -1, axis=1) - corners
    slope = along[..., 0] * along[..., 2]
    assert (slope > 1e-6).sum() == (slope < -1e-6).sum() == 20


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        (dict(columns=1), ValueError, "columns must be a whole number between 2 .* it counts vertices"),
        (dict(rows=2.0), TypeError, "rows must be a whole number"),
        (dict(spacing=0.0), ValueError, "spacing must be between 0.0002"),
        (dict(spacing=NAN), ValueError, "spacing must be between"),
        (dict(spacing=None), TypeError, "spacing must be a number"),
        (dict(columns=1000, rows=1000), ValueError, "triangles of a cloth may be at most 1,000,000, got 1,996,002"),
    ],
)
def test_a_bad_grid_is_refused(options, error, words):
    with pytest.raises(error, match=words):
        SoftCloth.grid(**options)


@pytest.mark.parametrize("mesh", [(SQUARE, HALVES), surfaces.torus(1.0, 0.3, 24, 8)], ids=["square", "ring"])
def test_any_surface_may_be_cloth_open_or_closed(mesh):
    form = SoftCloth(*mesh)
    assert form.grid is None and (form.triangles == mesh[1]).all() and (form.points == mesh[0]).all()


def fan(count):
    """Triangles around one edge."""
    angle = 2.0 * np.pi * np.arange(count) / count
    points = np.column_stack((np.cos(angle), np.sin(angle), np.full(count, 0.5)))
    return np.concatenate(([(0, 0, 0), (0, 0, 1)], points)), [(0, 1, k + 2) for k in range(count)]


@pytest.mark.parametrize(
    ("vertices", "triangles", "error", "words"),
    [
        ([], HALVES, ValueError, "vertices must not be empty; a cloth needs"),
        (SQUARE, [], ValueError, "triangles must not be empty; a cloth needs"),
        (SQUARE[:2], [(0, 1, 1)], ValueError, "a cloth needs at least 3 vertices, got 2"),
        (None, HALVES, TypeError, "vertices must be a list or array of rows of 3, got None"),
        ([(0, 0, 0), (1, 0)], HALVES, ValueError, "vertices must be rows of 3 numbers each"),
        (SQUARE * (NAN, 1, 1), HALVES, ValueError, r"vertices\[0\] must be finite"),
        (SQUARE, [(0, 2, 7)], ValueError, r"triangles\[0\] must name points 0 to 3, got \[0, 2, 7\]"),
        (SQUARE, [(0.0, 1.0, 2.0)], TypeError, "triangles must be an array of whole numbers, got 0.0|float"),
        (SQUARE, [(0, 1, 2)], ValueError, r"1 that do not, the first is vertices\[3\]; leave them out"),
        (SQUARE, [(0, 2, 1), (0, 2, 3)], ValueError, "wound alike, but triangles 0, 1 both pass .* from point 0 to 2"),
        (*fan(3), ValueError, "at most two triangles, but that from point 0 to 1 belongs to 3, numbers 0, 1, 2"),
        (
            np.concatenate((SQUARE, SQUARE)),
            [*HALVES, *(HALVES + 4)],
            ValueError,
            r"vertices\[4\] is where vertices\[0\]",
        ),
        (np.concatenate((SQUARE, SQUARE + 3)), [*HALVES, *(HALVES + 4)], ValueError, "one piece, got 2"),
        (
            [(0, 0, 0), (1, 0, 0), (0.5, 0.005, 0)],
            [(0, 1, 2)],
            ValueError,
            "longest edge, .* with 0.005 m and 1 m, and 0",
        ),
        (SQUARE, [*HALVES, (2, 1, 0)], ValueError, r"triangles\[2\] = \[2, 1, 0\] has the points of triangles\[0\]"),
    ],
)
def test_a_bad_surface_is_refused_with_a_sentence(vertices, triangles, error, words):
    with pytest.raises(error, match=words):
        SoftCloth(vertices, triangles)


def test_a_cloth_that_crosses_itself_is_refused():
    """A strip that goes through its own beginning."""
    line = np.array([(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (1.2, -1)], float)
    points = np.concatenate([np.column_stack((line, np.full(6, z))) for z in (0.0, 1.0)])
    triangles = surfaces.quads(np.arange(12).reshape(2, 6))
    with pytest.raises(
        ValueError, match=r"a cloth must not cross or touch itself, but triangles \d and \d do, near \["
    ):
        SoftCloth(points, triangles)


def test_a_coarse_check_of_a_large_cloth_takes_no_time():
    form = SoftCloth(*soft_meshes.lumpy_ball(1, detail=4, noise=0.02))
    assert len(form.triangles) == 5120
