"""From light to the picture on the screen: outline, film curve, sRGB."""

import moderngl
import numpy as np

from render.gpu import load_program, set_uniform


class ComposePass:
    """Draws the finished picture.

    Args:
        context: Where it lives.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._programs = [load_program(context, "compose", OUTLINED=outlined) for outlined in (0, 1)]
        for program in self._programs:
            set_uniform(program, "picture", 0)
            set_uniform(program, "mask", 1)
        self._corners = context.buffer(np.array((-1, -1, 3, -1, -1, 3), np.float32))
        content = [(self._corners, "2f", "in_corner")]
        self._arrays = [context.vertex_array(program, content) for program in self._programs]

    def draw(self, picture: moderngl.Texture, mask: moderngl.Texture, *, outlined: bool) -> int:
        """Draw into the bound framebuffer; returns the number of draw calls."""
        self._context.enable_only(moderngl.NOTHING)
        picture.use(0)
        mask.use(1)
        self._arrays[int(outlined)].render(moderngl.TRIANGLES, vertices=3)
        return 1

    def release(self) -> None:
        """Give the memory back."""
        for part in (*self._arrays, self._corners, *self._programs):
            part.release()
