"""Pictures on surfaces: PNG files by name, all in one texture array on the GPU."""

import functools
import pathlib
import warnings

import moderngl
import numpy as np

from assets.png import PngError, read_png

#: Where the pictures are.
FOLDER = pathlib.Path(__file__).resolve().parents[1] / "assets" / "textures"

#: Width and height of every picture on the GPU [texels]; files of another size are stretched to it.
SIZE = 512


def resized(pixels: np.ndarray, size: int) -> np.ndarray:
    """A picture of another size, without a seam where it repeats.

    Args:
        pixels: uint8 [height, width, channels].
        size: New width and height [texels].

    Returns:
        uint8 [size, size, channels].
    """
    values = pixels.astype(np.float32)
    for axis in (0, 1):
        count = values.shape[axis]
        if count > size and count % size == 0:  # each new texel is the mean of some old ones
            shape = (*values.shape[:axis], size, count // size, *values.shape[axis + 1 :])
            values = values.reshape(shape).mean(axis=axis + 1)
        elif count != size:  # between the two nearest
            at = (np.arange(size) + 0.5) * count / size - 0.5
            low = np.floor(at).astype(int)
            part = (at - low).astype(np.float32).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
            first, second = (np.take(values, low + k, axis=axis, mode="wrap") for k in (0, 1))
            values = first + part * (second - first)
    return np.round(values).astype(np.uint8)


@functools.lru_cache(maxsize=64)
def load_picture(path: pathlib.Path) -> np.ndarray:
    """A picture as the GPU has it: the lowest row first, uint8 [SIZE, SIZE, 4], read-only.

    Raises:
        OSError: It cannot be read.
        PngError: It is damaged, or of a kind that is not read.
    """
    pixels = resized(read_png(path), SIZE)[::-1]
    texels = np.full((SIZE, SIZE, 4), 255, np.uint8)
    texels[..., :3] = pixels[..., :3] if pixels.shape[2] >= 3 else pixels[..., :1]
    texels.flags.writeable = False
    return texels


class PictureStore:
    """All pictures that were asked for. They stay: the next world has most of them, too.

    Args:
        context: Where they live.
        anisotropy: Texels along a slanted surface, 1 to 16.
        folder: Where the files are.
    """

    def __init__(self, context: moderngl.Context, *, anisotropy: float, folder: pathlib.Path = FOLDER) -> None:
        self._context = context
        self._anisotropy = max(1.0, min(anisotropy, context.max_anisotropy))
        self._folder = folder
        self._layers: dict[str, int] = {}
        self._loaded: list[np.ndarray] = []
        self._texture: moderngl.TextureArray | None = None

    def layer(self, name: str) -> int:
        """Layer of a picture; -1 for none. A file that cannot be read is told once, and is as none."""
        if name not in self._layers:
            self._layers[name] = self._load(name) if name else -1
        return self._layers[name]

    def _load(self, name: str) -> int:
        try:
            if pathlib.PurePath(name).name != name:
                raise PngError("its name must not have a folder")
            self._loaded.append(load_picture(self._folder / f"{name}.png"))
        except (OSError, PngError) as error:
            reason = "there is no such file" if isinstance(error, FileNotFoundError) else error
            warnings.warn(f'picture "{name}" is not shown, its material is: {reason}', stacklevel=2)
            return -1
        return len(self._loaded) - 1

    def use(self, unit: int) -> None:
        """Bind the texture; brings what is new to the GPU first."""
        if self._texture is None or self._texture.layers != len(self._loaded):
            self.release()
            layers = self._loaded or [np.zeros((SIZE, SIZE, 4), np.uint8)]
            texture = self._context.texture_array((SIZE, SIZE, len(layers)), 4)
            for number, texels in enumerate(layers):
                texture.write(texels.tobytes(), viewport=(0, 0, number, SIZE, SIZE, 1))
            texture.build_mipmaps()
            texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
            texture.repeat_x = texture.repeat_y = True
            texture.anisotropy = self._anisotropy
            self._texture = texture
        self._texture.use(unit)

    def release(self) -> None:
        """Give the memory on the GPU back."""
        if self._texture is not None:
            self._texture.release()
            self._texture = None
