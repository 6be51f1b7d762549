"""Pictures on geometries: at the right place, the right way up, on both ways of drawing; and what is missing."""

import dataclasses
import warnings

import numpy as np
import pytest
from handmade import extent_of, make_rows, row
from pictures import Studio, look_from

from assets.png import write_png
from physics.queries.snapshot import KIND, Geometry
from render import geometries
from render.frame import Frame
from render.pictures import SIZE, PictureStore, load_picture, resized

RED, GREEN, BLUE, WHITE = (200, 20, 20), (20, 200, 20), (20, 20, 200), (200, 200, 200)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A picture of four colors: red and green above, blue and white below."""
    folder = tmp_path_factory.mktemp("pictures")
    corners = np.array(((RED, GREEN), (BLUE, WHITE)), np.uint8)
    write_png(folder / "quarters.png", corners.repeat(64, axis=0).repeat(64, axis=1))
    write_png(folder / "gray.png", np.full((32, 32), 120, np.uint8))
    (folder / "broken.png").write_bytes(b"this is no picture")
    return folder


@pytest.fixture(scope="module")
def gallery(context, folder):
    made = Studio(context, (240, 240), pictures=folder)
    yield made
    made.renderer.release()


def plate(picture, *, cells=1, repeat=1.0):
    """An upright square of 2 m that faces +Z, with the picture on it; many cells make many triangles."""
    line = np.linspace(0.0, 1.0, cells + 1)
    u, v = np.meshgrid(line, line, indexing="ij")
    place = np.stack((2.0 * u - 1.0, 2.0 * v - 1.0, np.zeros_like(u)), axis=-1).reshape(-1, 3)
    k = np.arange((cells + 1) ** 2, dtype=np.int32).reshape(cells + 1, cells + 1)
    a, b, c, d = (some.ravel() for some in (k[:-1, :-1], k[1:, :-1], k[1:, 1:], k[:-1, 1:]))
    triangles = np.concatenate((np.stack((a, b, c), 1), np.stack((a, c, d), 1)))
    uv = repeat * np.stack((u, v), axis=-1).reshape(-1, 2)
    normals = np.tile(np.array((0.0, 0.0, 1.0), np.float32), (len(place), 1))
    return Geometry(place.astype(np.float32), normals, triangles, uv.astype(np.float32), picture)


def take(studio, *looks, material=("concrete",), **options):
    """Picture of some geometries side by side, each before the camera in turn where there is one only."""
    rows = [
        row(KIND.MESH, extent_of(look), (2.5 * k - 1.25 * (len(looks) - 1), 0.0, 0.0), geometry=k)
        for k, look in enumerate(looks)
    ]
    snapshot = make_rows(rows, looks)
    camera = look_from((0.0, 0.0, 3.0 + len(looks)), (0.0, 0.0, 0.0))
    return studio.take(Frame(snapshot, snapshot, 1.0, camera, material, **options))


def hue(picture, x, y, span=4):
    """Mean color at a place of a picture, 0 to 1 from the left and from the top, over the brightest channel."""
    height, width, _ = picture.shape
    row, column = int(y * height), int(x * width)
    color = picture[row - span : row + span, column - span : column + span].reshape(-1, 3).mean(axis=0)
    return color / color.max()


def brightest(color):
    return [name for name, part in zip("rgb", color, strict=True) if part > 0.8]


@pytest.mark.parametrize("cells", [1, 50])  # in a cluster, and in a draw of its own
def test_a_picture_is_at_its_place_and_upright(gallery, cells):
    look = plate("quarters", cells=cells)
    picture = take(gallery, look)
    assert bool(gallery.renderer._store.own) == (len(look.triangles) >= geometries.OWN_TRIANGLES)
    assert brightest(hue(picture, 0.4, 0.4)) == ["r"]
    assert brightest(hue(picture, 0.6, 0.4)) == ["g"]
    assert brightest(hue(picture, 0.4, 0.6)) == ["b"]
    assert brightest(hue(picture, 0.6, 0.6)) == ["r", "g", "b"]


@pytest.mark.parametrize("cells", [1, 50])
def test_a_picture_repeats(gallery, cells):
    picture = take(gallery, plate("quarters", cells=cells, repeat=2.0))
    for x, y, name in ((0.35, 0.35, "r"), (0.55, 0.35, "r"), (0.45, 0.35, "g"), (0.35, 0.45, "b"), (0.55, 0.45, "b")):
        assert brightest(hue(picture, x, y, span=2)) == [name]


def test_pictures_and_materials_stand_side_by_side(gallery):
    looks = [plate("gray"), plate(""), plate("quarters")]
    looks[1] = dataclasses.replace(looks[1], uv=None)
    picture = take(gallery, *looks, material=("rubber",))
    assert np.ptp(hue(picture, 0.15, 0.5)) < 0.25  # gray
    assert brightest(hue(picture, 0.5, 0.5)) == ["r"]  # rubber
    assert brightest(hue(picture, 0.85, 0.46)) == ["r"] and brightest(hue(picture, 0.96, 0.46)) == ["g"]


def test_all_geometries_of_a_row_of_pictures_take_few_draws(gallery):
    take(gallery, *(plate(("gray", "quarters")[k % 2]) for k in range(20)), shadows=False)
    many = gallery.renderer.draw_calls
    take(gallery, plate("gray"), plate("quarters"), shadows=False)
    assert many == gallery.renderer.draw_calls


@pytest.mark.parametrize("name", ["nothing", "broken", "../quarters"])
def test_a_picture_that_cannot_be_read_is_told_once_and_its_material_is_drawn(context, folder, name):
    made = Studio(context, (120, 120), pictures=folder)
    plain = take(made, plate(""))
    with pytest.warns(UserWarning, match=f'picture "{name}" is not shown') as told:
        shown = take(made, plate(name))
    assert len(told) == 1 and (shown == plain).all()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        take(made, plate(name), plate(name))
    made.renderer.release()


def test_a_picture_without_its_places_is_not_drawn(gallery):
    look = dataclasses.replace(plate("quarters"), uv=None)
    assert (take(gallery, look) == take(gallery, plate(""))).all()


def test_wires_and_outlines_of_pictures_are_drawn(gallery):
    look = plate("quarters", cells=50)
    plain, wires = take(gallery, look), take(gallery, look, wireframe=True)
    outlined = take(gallery, look, selected=1)
    assert (plain != wires).any() and (plain != outlined).any()


@pytest.mark.parametrize("sizes", [(256, 256), (1024, 512), (100, 300), (512, 512)])
def test_pictures_of_all_sizes_keep_their_colors(sizes):
    pixels = np.zeros((*sizes, 3), np.uint8)
    pixels[: sizes[0] // 2] = RED
    pixels[sizes[0] // 2 :] = BLUE
    made = resized(pixels, SIZE)
    assert made.shape == (SIZE, SIZE, 3)
    assert (made[SIZE // 4] == RED).all() and (made[-SIZE // 4] == BLUE).all()


def test_the_lowest_row_comes_first(folder):
    texels = load_picture(folder / "quarters.png")
    assert tuple(texels[10, 10]) == (*BLUE, 255) and tuple(texels[-10, -10]) == (*GREEN, 255)


@pytest.mark.slow
def test_pictures_stay_when_more_come(context, folder):
    store = PictureStore(context, anisotropy=1.0, folder=folder)
    store.use(6)  # nothing there yet
    assert store.layer("") == -1 and store.layer("gray") == 0
    store.use(6)
    assert store.layer("quarters") == 1 and store.layer("gray") == 0
    store.use(6)
    assert context.error == "GL_NO_ERROR"
    store.release()
