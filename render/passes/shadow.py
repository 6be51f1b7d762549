"""Shadow map: depth of all tiles in one texture, one draw for each mesh."""

import moderngl

from render.gpu import ROW_FIELDS, DrawnMesh, load_program
from render.instances import Batch
from render.meshes import box_mesh, round_mesh

#: GL_CLIP_DISTANCE0; moderngl has no name for it.
CLIP_DISTANCE = 0x3000


class ShadowPass:
    """Draws what throws shadows.

    Args:
        context: Where it lives.
        tile_size: Texels along the side of a tile.
    """

    def __init__(self, context: moderngl.Context, tile_size: int) -> None:
        self._context = context
        self.tile_size = tile_size
        self.texture = context.depth_texture((2 * tile_size, 2 * tile_size))
        self.texture.compare_func = "<="
        self.texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
        self.texture.repeat_x = self.texture.repeat_y = False
        self._target = context.framebuffer(depth_attachment=self.texture)
        self._programs = [load_program(context, "shadow", SHAPE=shape) for shape in (0, 1)]
        self._box = DrawnMesh(context, self._programs[0], box_mesh(), ROW_FIELDS)
        self._round = DrawnMesh(context, self._programs[1], round_mesh(16, 4), ROW_FIELDS)

    def draw(self, casters: Batch) -> int:
        """Draw the depth of all casters; returns the number of draw calls."""
        context = self._context
        self._target.use()
        self._target.clear(depth=1.0)
        context.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        context.depth_func = "<"
        for plane in range(4):
            context.enable_direct(CLIP_DISTANCE + plane)
        calls = self._box.draw(casters.box) + self._round.draw(casters.coarse)
        for plane in range(4):
            context.disable_direct(CLIP_DISTANCE + plane)
        return calls

    def release(self) -> None:
        """Give the memory back."""
        for part in (self._box, self._round, *self._programs, self._target, self.texture):
            part.release()
