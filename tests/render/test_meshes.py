import numpy as np
import pytest

from render.meshes import box_mesh, drum_mesh, mesh_edges, plane_mesh, round_mesh


def stretched_capsule():
    vertices, triangles = round_mesh(20, 5)
    vertices = vertices.copy()
    vertices[:, :3] = vertices[:, :3] * 0.3 + vertices[:, 6:] * (0.0, 0.8, 0.0)
    return vertices, triangles


@pytest.mark.parametrize(
    "mesh", [box_mesh(), round_mesh(20, 5), round_mesh(48, 12), stretched_capsule(), drum_mesh(12)]
)
def test_mesh_is_closed(mesh):
    """Every edge between two places is used once in each direction."""
    places = np.unique(mesh[0][:, :3].round(5) + 0.0, axis=0, return_inverse=True)[1].ravel()
    corners = places[mesh[1]]
    corners = corners[[len(set(row)) == 3 for row in corners.tolist()]]  # the band of a sphere has no area
    edges = np.concatenate((corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]))
    forward = {tuple(edge) for edge in edges.tolist()}
    assert len(forward) == len(edges) and forward == {(b, a) for a, b in forward}


@pytest.mark.parametrize("mesh", [box_mesh(), round_mesh(20, 5), stretched_capsule(), drum_mesh(12), plane_mesh()])
def test_faces_and_normals_point_outward(mesh):
    vertices, triangles = mesh
    corner = vertices[triangles][:, :, :3]
    face = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    area = np.linalg.norm(face, axis=1)
    normal = vertices[triangles][:, :, 3:6].mean(axis=1)
    assert (np.einsum("ij,ij->i", face, normal)[area > 1e-6] > 0.0).all()
    if np.ptp(vertices[:, 1]) > 0.0:  # a half-space has no inside
        assert (np.einsum("ij,ij->i", face, corner.mean(axis=1))[area > 1e-6] > 0.0).all()
    np.testing.assert_allclose(np.linalg.norm(vertices[:, 3:6], axis=1), 1.0, atol=1e-6)


def test_a_half_space_covers_its_square_once_with_small_triangles_in_the_middle():
    vertices, triangles = plane_mesh()
    corner = vertices[triangles][:, :, [0, 2]].astype(float)
    one, two = corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]
    area = 0.5 * np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0])
    assert area.sum() == pytest.approx(4.0) and np.abs(vertices[:, [0, 2]]).max() == 1.0
    middle = np.abs(corner).max(axis=(1, 2)) < 0.005
    assert middle.any() and np.ptp(corner[middle], axis=1).max() < 0.005, "near the eye depths must be exact"


def test_capsule_has_the_height_and_radius_of_its_size():
    vertices, _ = stretched_capsule()
    np.testing.assert_allclose(vertices[:, :3].max(axis=0), (0.3, 1.1, 0.3), atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(vertices[:, [0, 2]], axis=1).max(), 0.3, atol=1e-6)


@pytest.mark.parametrize(
    ("mesh", "count"),
    [(box_mesh(), 12), (drum_mesh(16), 48), (plane_mesh(), 44), (round_mesh(8, 2), 8 * (2 * 2 + 1) + 4 * 8 + 4 * 8)],
)
def test_edges_come_once_and_without_flat_diagonals(mesh, count):
    edges = mesh_edges(*mesh)
    places = mesh[0][:, [0, 1, 2, 6]].round(4) + 0.0
    names = {frozenset((tuple(places[a].tolist()), tuple(places[b].tolist()))) for a, b in edges.tolist()}
    assert len(names) == len(edges) and all(len(name) == 2 for name in names)
    if mesh[0][0, 6] == 0.0:
        assert len(edges) == count
    else:
        assert 0.5 * count < len(edges) <= count, "some faces of a ball are flat"
