"""The lattice of five tetrahedra per cell: counts, volumes, matching faces, outward surface."""

import itertools
import time

import numpy as np
import pytest

from physics.soft.forms.form import enclosed_volume, tet_volumes
from physics.soft.forms.lattice import carry, edges_of, faces_of, lattice, surface_of


def test_five_cells_a_side_make_216_vertices_990_edges_300_triangles_and_625_tetrahedra():
    vertices, tets = lattice(np.ones((5, 5, 5), bool))
    assert (len(vertices), len(edges_of(tets)), len(surface_of(tets)), len(tets)) == (216, 990, 300, 625)


@pytest.mark.parametrize("counts", [(1, 1, 1), (2, 1, 3), (5, 5, 5), (4, 7, 2)])
def test_volumes_are_positive_and_fill_the_block_exactly(counts):
    vertices, tets = lattice(np.ones(counts, bool))
    volumes = tet_volumes(vertices, tets)
    assert (volumes > 0.0).all() and volumes.sum() == pytest.approx(np.prod(counts), rel=1e-12)
    assert volumes.reshape(-1, 5).sum(axis=1) == pytest.approx(1.0)
    assert enclosed_volume(vertices, surface_of(tets)) == pytest.approx(np.prod(counts), rel=1e-12)


def holes(seed):
    occupied = np.random.default_rng(seed).random((5, 4, 6)) < 0.6
    occupied[0, 0, 0] = True
    return occupied


@pytest.mark.parametrize("seed", range(5))
def test_a_face_belongs_to_two_tetrahedra_or_to_the_surface(seed):
    """Where two cells meet, the diagonals of their faces match; where one is missing, there is surface."""
    occupied = holes(seed)
    _, tets = lattice(occupied)
    _, _, uses = faces_of(tets)
    padded = np.pad(occupied, 1)
    open_sides = sum(int((padded & ~np.roll(padded, step, axis)).sum()) for axis in range(3) for step in (1, -1))
    assert set(uses.tolist()) <= {1, 2} and len(surface_of(tets)) == 2 * open_sides


@pytest.mark.parametrize("seed", range(5))
def test_the_surface_looks_outward(seed):
    """Each triangle is the way out of the tetrahedron that it belongs to."""
    vertices, tets = lattice(holes(seed))
    faces, number, uses = faces_of(tets)
    own = np.flatnonzero(uses[number] == 1)
    corner = vertices[faces[own]]
    normal = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    away = corner.mean(axis=1) - vertices[tets[own // 4]].mean(axis=1)
    assert ((normal * away).sum(axis=1) > 0.0).all()
    assert (faces[own] == surface_of(tets)).all()


def test_rows_of_a_cell_are_beside_each_other_and_lie_in_it():
    occupied = holes(7)
    vertices, tets = lattice(occupied)
    corners = vertices[tets].reshape(-1, 20, 3)
    assert (corners.min(axis=1) == np.argwhere(occupied)).all()
    assert (corners.max(axis=1) == np.argwhere(occupied) + 1).all()
    assert len(np.unique(vertices, axis=0)) == len(vertices)


@pytest.mark.parametrize("cell", list(itertools.product((0, 1), repeat=3)))
def test_a_point_is_carried_by_the_tetrahedron_around_it(cell):
    inside = np.random.default_rng(1).random((200, 3))
    inside[:27] = np.array(list(itertools.product((0.0, 0.5, 1.0), repeat=3)))  # corners, edges, faces
    vertices, tets = lattice(np.ones((2, 2, 2), bool))
    number, weights = carry(np.tile(cell, (200, 1)), inside)
    row = 5 * (4 * cell[0] + 2 * cell[1] + cell[2]) + number
    assert (weights >= 0.0).all() and (weights <= 1.0).all()
    assert weights.sum(axis=1) == pytest.approx(1.0, abs=1e-15)
    places = np.einsum("fc,fck->fk", weights, vertices[tets[row]])
    np.testing.assert_allclose(places, inside + cell, atol=1e-14)


def test_27000_cells_take_less_than_a_second():
    start = time.perf_counter()
    _, tets = lattice(np.ones((30, 30, 30), bool))
    surface_of(tets)
    assert time.perf_counter() - start < 1.0


def test_edges_are_the_different_pairs_of_corners():
    _, tets = lattice(holes(2))
    pairs = {tuple(sorted(pair)) for tet in tets.tolist() for pair in itertools.combinations(tet, 2)}
    assert edges_of(tets).tolist() == [list(pair) for pair in sorted(pairs)]
