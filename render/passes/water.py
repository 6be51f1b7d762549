"""Surfaces of waters: waves that mirror the sky, over what is seen through them."""

import moderngl
import numpy as np

from render.frame import WATERS_MAX, Frame
from render.gpu import load_program, set_uniform
from render.passes.opaque import SHADOW_UNIT

#: Two triangles, from 0 to 1 between the shores.
CORNERS = np.array((0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1), np.float32)


class WaterPass:
    """Draws the surfaces of all waters.

    Args:
        context: Where they live.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._program = load_program(context, "water", FAST=1, SKY_PROBE_COUNT=1)
        set_uniform(self._program, "shadow_map", SHADOW_UNIT)
        self._corners = context.buffer(CORNERS)
        self._array = context.vertex_array(self._program, [(self._corners, "2f", "in_corner")])

    def draw(self, frame: Frame, shadow_map: moderngl.Texture) -> int:
        """Draw them into the bound framebuffer; returns the number of draw calls."""
        context = self._context
        context.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        context.depth_func = "<="
        context.blend_func = moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA
        shadow_map.use(SHADOW_UNIT)
        self._array.render(moderngl.TRIANGLES, instances=min(len(frame.waters), WATERS_MAX))
        return 1

    def release(self) -> None:
        """Give the memory back."""
        for part in (self._array, self._corners, self._program):
            part.release()
