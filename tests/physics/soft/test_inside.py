"""Which cells a closed mesh meets, judged by points and solid angles."""

import numpy as np
import pytest

from physics.soft.forms import surfaces
from physics.soft.forms.inside import cells_crossed, cells_inside, line_hits, winding_numbers
from tests.physics.reference import soft_meshes

COUNTS = (9, 8, 7)


def met(corners, counts=COUNTS):
    return cells_crossed(corners, counts), cells_inside(corners, counts)


def mesh(seed):
    """A lumpy ball or a ring somewhere in a block of 9 x 8 x 7 cells."""
    vertices, triangles = soft_meshes.lumpy_ball(seed) if seed % 2 else surfaces.torus(0.9, 0.35, 14, 9)
    return (
        3.0 * (soft_meshes.turned(vertices, seed) - soft_meshes.turned(0 * vertices, seed)) + (4.5, 4.0, 3.5)
    ), triangles


@pytest.mark.parametrize("seed", range(12))
def test_cells_that_are_not_crossed_are_inside_if_the_mesh_goes_around_their_center(seed):
    vertices, triangles = mesh(seed)
    crossed, inside = met(vertices[triangles])
    cells = np.argwhere(~crossed)
    around = winding_numbers(cells + 0.5, vertices[triangles])
    np.testing.assert_allclose(around, np.round(around), atol=1e-6)
    assert (inside[~crossed] == (around > 0.5)).all()


@pytest.mark.parametrize("seed", range(12))
def test_a_cell_with_a_place_on_the_surface_is_crossed_and_one_far_from_all_is_not(seed):
    vertices, triangles = mesh(seed)
    crossed, _ = met(vertices[triangles])
    share = np.random.default_rng(seed).dirichlet((1.0, 1.0, 1.0), (len(triangles), 200))
    places = np.einsum("tsk,tkc->tsc", share, vertices[triangles]).reshape(-1, 3)
    cells = np.floor(places).astype(int)
    within = ((cells >= 0) & (cells < COUNTS)).all(axis=1)
    sampled = np.zeros(COUNTS, bool)
    sampled[tuple(cells[within].T)] = True
    assert not (sampled & ~crossed).any()
    # Those that no sample was in are grazed: few, and each has a sample within its diagonal.
    for cell in np.argwhere(crossed & ~sampled):
        assert np.abs(places - cell - 0.5).max(axis=1).min() < 0.75


def test_a_box_whose_sides_are_borders_of_cells_fills_its_cells_and_no_others():
    vertices, triangles = surfaces.box((2.0, 1.5, 1.0), (1, 1, 1))
    crossed, inside = met((vertices + (4.0, 3.5, 3.0))[triangles])
    expected = np.zeros(COUNTS, bool)
    expected[2:6, 2:5, 2:4] = True
    assert not crossed.any() and (inside == expected).all()


def test_a_notch_between_cells_is_outside():
    vertices, triangles = soft_meshes.elbow()
    crossed, inside = met((2.0 * vertices + (1.0, 1.0, 1.0))[triangles])
    expected = np.zeros(COUNTS, bool)
    expected[1:5, 1:3, 1:3] = expected[1:3, 1:5, 1:3] = True
    assert not crossed.any() and (inside == expected).all()


def pyramids():
    """Two pyramids on one square whose tips and edges lie on lines through centers of cells."""
    square = [(0.5, 0.5, 3.5), (6.5, 0.5, 3.5), (6.5, 6.5, 3.5), (0.5, 6.5, 3.5)]
    sides = np.array([(a, b, 4) for a, b in ((0, 1), (1, 2), (2, 3), (3, 0))])
    corners = np.array([*square, (3.5, 3.5, 6.6), (3.5, 3.5, 0.4)])
    return corners[np.concatenate((sides, np.where(sides == 4, 5, sides)[:, ::-1]))]


@pytest.mark.parametrize("turn", range(4))
def test_rays_through_vertices_and_edges_count_once(turn):
    """Whichever way round edges and triangles begin."""
    corners = np.roll(pyramids(), turn, axis=1)[:: -1 if turn == 3 else 1]
    places = np.array([(x + 0.5, y + 0.5) for x in range(8) for y in range(8)])
    way, height = line_hits(np.repeat(corners, 64, axis=0), np.tile(places, (8, 1)))
    way, height = way.reshape(8, 64), height.reshape(8, 64)
    up, down = (way > 0.0).sum(axis=0), (way < 0.0).sum(axis=0)
    assert (up == down).all() and up.max() == 1
    inner = np.abs(places - 3.5).max(axis=1)
    assert (up[inner < 2.9] == 1).all() and not up[inner > 3.1].any()
    met_up = np.where(way > 0.0, height, 0.0).sum(axis=0)[inner < 2.9]
    np.testing.assert_allclose(met_up, 3.5 + 3.1 * (1.0 - inner[inner < 2.9] / 3.0), atol=1e-12)
    crossed, inside = met(corners)
    around = winding_numbers(np.argwhere(~crossed) + 0.5, corners)
    assert inside.sum() > 0 and (inside[~crossed] == (around > 0.5)).all()


def test_a_hollow_is_outside():
    large, small = soft_meshes.lumpy_ball(1, noise=0.1), surfaces.ball(0.5, 2)
    vertices, triangles = soft_meshes.joined(large, (small[0], small[1][:, ::-1]))
    places = 5.0 * vertices + 6.0
    crossed, inside = met(places[triangles], (12, 12, 12))
    assert not crossed[6, 6, 6] and not inside[6, 6, 6]
    assert inside[~crossed].any()


@pytest.mark.parametrize("angle", [0.1, 0.7])
def test_triangles_that_are_long_and_large_are_divided_without_gaps(angle):
    vertices, triangles = surfaces.box((20.0, 0.3, 0.3), (1, 1, 1))
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    places = vertices @ turn.T + 20.0
    crossed, inside = met(places[triangles], (40, 40, 40))
    along = np.linspace(-19.9, 19.9, 2000)[:, None] * turn[:, 0] + 20.0
    cells = np.floor(along).astype(int)
    assert (crossed | inside)[tuple(cells.T)].all()
    assert 40 < (crossed | inside).sum() < 300


def test_columns_that_come_out_uneven_are_judged_by_solid_angles():
    """A mesh with a hole that a ray goes through: solid angles still know what is around nearly everywhere."""
    vertices, triangles = surfaces.ball(3.0, 2)
    top = vertices[triangles].mean(axis=1)[:, 2].argmax()
    corners = (vertices + (4.5, 4.0, 3.5))[np.delete(triangles, top, axis=0)]
    crossed, inside = met(corners)
    whole = (vertices + (4.5, 4.0, 3.5))[triangles]
    assert (inside[~crossed] == cells_inside(whole, COUNTS)[~crossed]).all()
