"""Sky behind everything: drawn after the solid things, where nothing covers it."""

import moderngl
import numpy as np

from render.gpu import load_program, set_uniform
from render.textures import cloud_layers

#: Texture unit.
CLOUD_UNIT = 7


class SkyPass:
    """Draws the sky.

    Args:
        context: Where it lives.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._program = load_program(context, "sky")
        set_uniform(self._program, "cloud_map", CLOUD_UNIT)
        layers = cloud_layers()
        self._clouds = context.texture(layers.shape[1::-1], 2, layers.tobytes())
        self._clouds.build_mipmaps()
        self._clouds.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        self._corners = context.buffer(np.array((-1, -1, 3, -1, -1, 3), np.float32))
        self._array = context.vertex_array(self._program, [(self._corners, "2f", "in_corner")])

    def draw(self) -> int:
        """Fill what is still empty; returns the number of draw calls."""
        self._context.enable_only(moderngl.DEPTH_TEST)
        self._context.depth_func = "<="
        self._clouds.use(CLOUD_UNIT)
        self._array.render(moderngl.TRIANGLES, vertices=3)
        return 1

    def release(self) -> None:
        """Give the memory back."""
        for part in (self._array, self._corners, self._program, self._clouds):
            part.release()
