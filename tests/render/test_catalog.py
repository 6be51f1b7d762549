import numpy as np
import pytest

from assets.catalog import load_obj

CUBE = """
v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 3 4 8 7
f 2 3 7 6
f 1 5 8 4
"""


@pytest.fixture
def write(tmp_path):
    def write_text(text, name="model.obj"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write_text


def test_cube_of_quads_has_twelve_triangles_with_outward_normals(write):
    mesh = load_obj(write(CUBE))
    assert mesh.positions.shape == mesh.normals.shape == (36, 3)
    assert mesh.uv.shape == (36, 2)
    assert {array.dtype for array in (mesh.positions, mesh.normals, mesh.uv)} == {np.dtype(np.float32)}
    np.testing.assert_allclose(np.einsum("ij,ij->i", mesh.positions, mesh.normals), 1.0)


def test_pentagon_becomes_three_triangles(write):
    mesh = load_obj(write("v 0 0 0\nv 1 0 0\nv 2 1 0\nv 1 2 0\nv 0 2 0\nf 1 2 3 4 5\n"))
    assert len(mesh.positions) == 9
    np.testing.assert_allclose(mesh.normals, np.tile((0.0, 0.0, 1.0), (9, 1)))


def test_normals_uv_and_material_of_the_file_are_used(write):
    write("newmtl gold\nKd 0.9 0.7 0.1\n", "model.mtl")
    text = "mtllib model.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nvn 0 3 0\nusemtl gold\n"
    mesh = load_obj(write(text + "f 1/1/1 2/2/1 3/3/1\n"))
    np.testing.assert_allclose(mesh.normals, np.tile((0.0, 1.0, 0.0), (3, 1)))
    np.testing.assert_allclose(mesh.uv, [(0, 0), (1, 0), (0, 1)])
    assert mesh.material == "gold"
    np.testing.assert_allclose(mesh.diffuse, (0.9, 0.7, 0.1, 1.0))


def test_missing_material_file_is_no_error(write):
    assert len(load_obj(write("mtllib lost.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl lost\nf 1 2 3\n")).positions) == 3


def test_negative_indices_count_from_the_end(write):
    mesh = load_obj(write("v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\n"))
    np.testing.assert_allclose(mesh.positions, [(0, 0, 0), (1, 0, 0), (0, 1, 0)])


def test_face_without_area_gets_some_normal(write):
    mesh = load_obj(write("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n"))
    np.testing.assert_allclose(np.linalg.norm(mesh.normals, axis=1), 1.0)


def test_missing_file_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no model at .*nothing\.obj; check the name"):
        load_obj(tmp_path / "nothing.obj")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has no faces"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\n", "has no faces"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2", "line 4: a face needs 3 corners, got 2"),
        ("v 0 0 0\nv 1 0", "line 2: v needs 3 finite numbers"),
        ("v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3", "line 1: v needs 3 finite numbers"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4", "index of v must be from 1 to 3 .* got '4'"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2", "index of v must be from 1 to 3 .* got '0'"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -4", "index of v must be from 1 to 3 .* got '-4'"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1 2/1 3/1", "index of vt must be from 1 to 0"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf a b c", "index of v must be"),
    ],
)
def test_broken_file_is_told_in_words(write, text, words):
    with pytest.raises(ValueError, match=words):
        load_obj(write(text))
