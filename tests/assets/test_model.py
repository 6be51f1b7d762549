"""Models for bodies from OBJ files."""

import warnings

import numpy as np
import pytest

from assets import load_model, model
from physics import BodyKind, ShapePlane, World

VERTICES = """
v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
"""
FACES = ("4 3 2 1", "5 6 7 8", "1 2 6 5", "3 4 8 7", "2 3 7 6", "1 5 8 4")
CUBE = VERTICES + "".join(f"f {face}\n" for face in FACES)


@pytest.fixture
def write(tmp_path):
    def write_text(text, name="model.obj"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write_text


@pytest.fixture
def drawn_only(monkeypatch):
    """Leave the shapes out, which are tested below."""
    monkeypatch.setattr(model, "make_shapes", lambda as_, vertices, triangles: [])


def volume_of(vertices, triangles):
    corner = np.asarray(vertices)[triangles]
    return np.einsum("ij,ij->", corner[:, 0], np.cross(corner[:, 1], corner[:, 2])) / 6.0


def loaded_quietly(path, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return load_model(path, **options)


def test_look_shares_corners_and_is_scaled(write, drawn_only):
    found = loaded_quietly(write(CUBE), scale=0.5)
    assert found.look.positions.shape == found.look.normals.shape == (24, 3)
    assert found.look.triangles.shape == (12, 3)
    assert found.look.positions.dtype == np.float32 and found.look.triangles.dtype == np.int32
    np.testing.assert_allclose(np.abs(found.look.positions), 0.5)
    np.testing.assert_allclose(np.einsum("ij,ij->i", found.look.positions, found.look.normals), 0.5)
    np.testing.assert_allclose(volume_of(found.look.positions, found.look.triangles), 1.0, rtol=1e-6)
    assert found.warnings == ()


def test_corners_at_one_place_are_one_vertex(write):
    vertices, triangles = model.weld(np.repeat(np.eye(3), 2, axis=0) + 1e-9 * np.arange(6)[:, None])
    assert len(vertices) == 3 and triangles.shape == (2, 3)


@pytest.mark.parametrize(
    ("name", "material"),
    [("wood", "wood"), ("Steel", "steel"), ("Stone.001", "stone"), ("velvet", "default"), ("", "default")],
)
def test_material_is_found_by_its_name(name, material):
    assert model.material_of(name) == material


def test_material_and_color_come_from_the_file(write, drawn_only):
    write("newmtl Rubber\nKd 0.9 0.1 0.2\n", "model.mtl")
    found = loaded_quietly(write("mtllib model.mtl\nusemtl Rubber\n" + CUBE))
    assert found.material == "rubber"
    np.testing.assert_allclose(found.diffuse, (0.9, 0.1, 0.2, 1.0))


def test_open_surface_is_told(write, drawn_only):
    path = write(VERTICES + "".join(f"f {face}\n" for face in FACES[1:]))
    with pytest.warns(UserWarning, match=r"model\.obj: the surface is open at 4 edges"):
        found = load_model(path)
    assert len(found.warnings) == 1 and len(found.look.triangles) == 10


def test_inverted_surface_is_told_and_turned_round(write, drawn_only):
    path = write(VERTICES + "".join(f"f {' '.join(reversed(face.split()))}\n" for face in FACES))
    with pytest.warns(UserWarning, match="faces point inward"):
        found = load_model(path)
    np.testing.assert_allclose(volume_of(found.look.positions, found.look.triangles), 8.0, rtol=1e-6)
    np.testing.assert_allclose(np.einsum("ij,ij->i", found.look.positions, found.look.normals), 1.0)


def test_one_face_the_other_way_round_is_told(write, drawn_only):
    path = write(VERTICES + "f 1 2 3 4\n" + "".join(f"f {face}\n" for face in FACES[1:]))
    with pytest.warns(UserWarning, match="face opposite ways"):
        load_model(path)


def test_normals_that_contradict_the_corners_are_turned(write, drawn_only):
    text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 1 1 1\n" + "".join(
        f"f {a}//1 {b}//1 {c}//1\n" for a, b, c in ("132", "124", "143", "234")
    )
    look = loaded_quietly(write(text)).look
    corner = look.positions[look.triangles]
    face = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    assert (np.einsum("ij,ikj->ik", face, look.normals[look.triangles]) > 0.0).all()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"as_": "boxes"}, 'as_ must be "mesh", "hull" or "parts"'),
        ({"scale": 0.0}, "scale must be"),
        ({"scale": float("nan")}, "scale must be"),
    ],
)
def test_bad_arguments_are_told(write, options, words):
    with pytest.raises(ValueError, match=words):
        load_model(write(CUBE), **options)


def test_triangles_without_area_are_refused(write):
    with pytest.raises(ValueError, match="no triangle with an area"):
        load_model(write("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 1 2\nf 2 3 3\n"))


def test_look_can_be_given_to_a_body(write, drawn_only):
    found = load_model(write(CUBE))
    world = World()
    body = world.add_body(kind=BodyKind.STATIC, shapes=found.shapes, look=found.look, material=found.material)
    assert body.look is found.look and len(world.snapshot().geometries) == 1


def test_model_as_a_mesh(write):
    shape_mesh = pytest.importorskip("physics.shapes.mesh")
    found = loaded_quietly(write(CUBE), as_="mesh")
    ((shape, offset, rotation),) = found.shapes
    assert isinstance(shape, shape_mesh.ShapeMesh)
    np.testing.assert_allclose(shape.size, (1, 1, 1))
    World().add_body(kind=BodyKind.STATIC, shapes=found.shapes, look=found.look)


def test_model_as_a_hull_falls_and_rests(write):
    pytest.importorskip("physics.shapes.hull")
    found = loaded_quietly(write(CUBE), as_="hull", scale=0.5)
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    body = world.add_body(shapes=found.shapes, look=found.look, position=(0, 0.6, 0), density=1000.0)
    np.testing.assert_allclose(body.mass, 1000.0, rtol=1e-5)
    for _ in range(120):
        world.step(1 / 60)
    np.testing.assert_allclose(body.position.y, 0.5, atol=0.01)


def test_model_as_parts(write):
    pytest.importorskip("physics.shapes.decomposition")
    found = loaded_quietly(write(CUBE), as_="parts")
    assert found.shapes
    body = World().add_body(shapes=found.shapes, look=found.look, density=1000.0)
    np.testing.assert_allclose(body.mass, 8000.0, rtol=0.05)


def test_closed_model_as_a_soft_solid(write):
    found = loaded_quietly(write(CUBE), scale=0.1, as_="soft", cell=0.05)
    assert found.shapes == [] and found.soft.kind == "solid"
    np.testing.assert_allclose(volume_of(found.soft.points, found.soft.triangles), 0.008, rtol=1e-9)
    assert found.soft.skin.triangles.shape == (12, 3)
    world = World()
    soft = world.add_soft(found.soft, position=(0, 1, 0))
    np.testing.assert_allclose(soft.volume, 0.008, rtol=1e-6)
    assert len(loaded_quietly(write(CUBE), as_="soft").soft.points) == 11**3


def test_open_model_as_a_cloth(write):
    found = loaded_quietly(write(VERTICES + "".join(f"f {face}\n" for face in FACES[1:])), as_="soft")
    assert found.soft.kind == "cloth" and len(found.soft.triangles) == 10 and found.warnings == ()
    assert World().add_soft(found.soft).vertex_count == 8


def test_model_as_a_shell(write):
    found = loaded_quietly(write(CUBE), as_="shell")
    assert found.soft.kind == "shell"
    np.testing.assert_allclose(World().add_soft(found.soft).volume, 8.0, rtol=1e-9)


def test_picture_of_a_soft_model_may_have_seams(write):
    write("newmtl wood\nmap_Kd textures/oak.png\n", "model.mtl")
    corners = "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
    faces = "".join("f " + " ".join(f"{v}/{k + 1}" for k, v in enumerate(face.split())) + "\n" for face in FACES)
    found = loaded_quietly(write("mtllib model.mtl\n" + VERTICES + corners + "usemtl wood\n" + faces), as_="soft")
    assert found.look.uv is not None
    skin = found.soft.skin
    assert 8 < len(skin.uv) <= 24 and skin.uv.min() == 0.0 and skin.uv.max() == 1.0


def test_bad_soft_models_are_told(write):
    with pytest.raises(ValueError, match="cell is for"):
        load_model(write(CUBE), as_="hull", cell=0.1)
    with pytest.raises(ValueError, match="cell must be"):
        load_model(write(CUBE), as_="soft", cell=50.0)
    with pytest.warns(UserWarning, match="open"), pytest.raises(ValueError, match="closed|open"):
        load_model(write(VERTICES + "".join(f"f {face}\n" for face in FACES[1:])), as_="shell")
