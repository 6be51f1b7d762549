"""The pictures of scenes for the browser."""

import numpy as np

from app.output import scene_pictures
from app.output.scene_pictures import HEIGHT, WIDTH
from scenes import registry


def test_a_picture_comes_back_half_as_large(tmp_path):
    """JPEG keeps smooth colors within a few of 256 levels."""
    y, x = np.mgrid[0 : 2 * HEIGHT, 0 : 2 * WIDTH]
    pixels = np.stack((200 * x // (2 * WIDTH), 200 * y // (2 * HEIGHT), 0 * x + 40), axis=-1).astype(np.uint8)
    scene_pictures.write("demo", pixels, tmp_path)
    back = scene_pictures.read("demo", tmp_path)
    assert back.shape == (HEIGHT, WIDTH, 4) and (back[..., 3] == 255).all()
    assert np.abs(back[..., :3].astype(int) - pixels[::2, ::2]).max() < 12


def test_a_missing_or_damaged_picture_is_none(tmp_path):
    assert scene_pictures.read("demo", tmp_path) is None
    for data in (b"", b"no picture", bytes(5000)):
        scene_pictures.path_of("demo", tmp_path).write_bytes(data)
        assert scene_pictures.read("demo", tmp_path) is None


def test_pictures_belong_to_scenes_and_are_small():
    """A scene may have none yet; those of scenes that are gone must go, too."""
    paths = sorted(scene_pictures.FOLDER.glob("*"))
    assert {path.stem for path in paths} <= set(registry.load_all())
    assert len(paths) > 60 and sum(path.stat().st_size for path in paths) < 1.5e6
    assert all(scene_pictures.read(path.stem).shape == (HEIGHT, WIDTH, 4) for path in paths[::9])
