"""Models of several materials: pieces with pictures, one mesh of them all, and errors in words."""

import numpy as np
import pytest

from assets import load_model, load_pieces, mesh_of
from physics import BodyKind, ShapeSphere, World

OBJ = """mtllib two.mtl
v -1 0 1
v 1 0 1
v 1 0 -1
v -1 0 -1
v 3 0 1
v 3 0 -1
vt 0 0
vt 1 0
vt 1 1
vt 0 1
usemtl Grass.001
f 1/1 2/2 3/3
f 1/1 3/3 4/4
usemtl asphalt
f 2/1 5/2 6/3
f 2/1 6/3 3/4
"""
MTL = """newmtl Grass.001
Kd 0.1 0.2 0.3
map_Kd ../textures/grass.png
newmtl asphalt
Kd 0.5 0.5 0.5
"""


@pytest.fixture
def path(tmp_path):
    (tmp_path / "two.obj").write_text(OBJ)
    (tmp_path / "two.mtl").write_text(MTL)
    return tmp_path / "two.obj"


def test_each_material_is_a_piece(path):
    grass, asphalt = load_pieces(path)
    assert (grass.material, asphalt.material) == ("grass", "asphalt")
    assert grass.diffuse[:3] == pytest.approx((0.1, 0.2, 0.3))
    assert grass.look.picture == "grass" and asphalt.look.picture == ""
    assert len(grass.look.triangles) == len(asphalt.look.triangles) == 2


def test_picture_is_where_the_file_says(path):
    """Corner at (-1, 0, 1) is at the lower left of the picture, that at (1, 0, -1) at the upper right."""
    grass, asphalt = load_pieces(path)
    rows = {
        tuple(place): tuple(uv) for place, uv in zip(grass.look.positions.tolist(), grass.look.uv.tolist(), strict=True)
    }
    assert rows[(-1.0, 0.0, 1.0)] == (0.0, 0.0)
    assert rows[(1.0, 0.0, -1.0)] == (1.0, 1.0)
    assert len(grass.look.positions) == 4
    assert asphalt.look.uv is None


def test_corner_with_two_places_in_the_picture_is_two(tmp_path):
    text = OBJ.replace("f 1/1 3/3 4/4", "f 1/2 3/4 4/1")
    (tmp_path / "two.obj").write_text(text)
    (tmp_path / "two.mtl").write_text(MTL)
    assert len(load_pieces(tmp_path / "two.obj")[0].look.positions) == 6


def test_pieces_are_one_mesh_to_collide_with(path):
    """A ball rolls from one material to the other as on one plane."""
    shape = mesh_of(load_pieces(path))
    assert shape.triangle_count == 4
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=shape, name="floor")
    ball = world.add_body(shape=ShapeSphere(0.2), position=(0.0, 0.2, 0.0), velocity=(3.0, 0.0, 0.0))
    highest = 0.0
    for _ in range(50):
        world.step(1 / 60)
        highest = max(highest, ball.position.y)
    assert ball.position.x > 1.5
    assert highest < 0.202


def test_scale_is_meters_per_unit(path):
    assert load_pieces(path, scale=0.5)[0].look.positions.max() == pytest.approx(0.5)


def test_looks_can_be_drawn_by_bodies_without_shape(path):
    world = World()
    body = world.add_body(kind=BodyKind.STATIC, look=load_pieces(path)[0].look, name="lawn")
    assert world.snapshot().geometries[0].picture == "grass"
    assert body.parts == ()


def test_missing_picture_is_told(path):
    path.with_suffix(".mtl").write_text(MTL.replace("grass.png", "meadow.png"))
    with pytest.raises(FileNotFoundError, match=r"'Grass.001' wants the picture 'meadow', which is not in .*textures"):
        load_pieces(path)


def test_picture_without_coordinates_is_told(path):
    text = "\n".join(
        line.replace("/1", "").replace("/2", "").replace("/3", "").replace("/4", "") for line in OBJ.splitlines()
    )
    path.write_text("\n".join(line for line in text.splitlines() if not line.startswith("vt")) + "\n")
    with pytest.raises(ValueError, match="has a picture, but no texture coordinates"):
        load_pieces(path)


def test_missing_file_bad_scale_and_flat_piece_are_told(path, tmp_path):
    with pytest.raises(FileNotFoundError, match="no model at"):
        load_pieces(tmp_path / "none.obj")
    with pytest.raises(ValueError, match="scale must be"):
        load_pieces(path, scale=0.0)
    path.write_text(OBJ.replace("f 2/1 5/2 6/3\nf 2/1 6/3 3/4", "f 2/1 5/2 5/3"))
    with pytest.raises(ValueError, match="'asphalt' has no triangle with an area"):
        load_pieces(path)


def test_whole_model_has_the_picture_of_its_main_material(path):
    with pytest.warns(UserWarning, match="open"):
        look = load_model(path).look
    assert look.picture == "grass"
    assert len(look.triangles) == 4
    assert np.isfinite(look.uv).all()
