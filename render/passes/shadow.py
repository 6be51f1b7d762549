"""Shadow map: depth of all tiles in one texture, one draw for each mesh."""

from collections.abc import Callable

import moderngl

from render.geometries import DEFINES, DrawnGeometries, GeometryStore
from render.gpu import SHADOW_FIELDS, DrawnMesh, load_program
from render.instances import Batch
from render.meshes import box_mesh, drum_mesh, round_mesh

#: GL_CLIP_DISTANCE0; moderngl has no name for it.
CLIP_DISTANCE = 0x3000


class ShadowPass:
    """Draws what throws shadows.

    Args:
        context: Where it lives.
        store: Geometries of the world.
        tile_size: Texels along the side of a tile.
    """

    def __init__(self, context: moderngl.Context, store: GeometryStore, tile_size: int) -> None:
        self._context = context
        self.tile_size = tile_size
        self.texture = context.depth_texture((2 * tile_size, 2 * tile_size))
        self.texture.compare_func = "<="
        self.texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
        self.texture.repeat_x = self.texture.repeat_y = False
        self._target = context.framebuffer(depth_attachment=self.texture)
        self._programs = {shape: load_program(context, "shadow", SHAPE=shape, **DEFINES) for shape in (0, 1, 3, 4, 5)}
        self._box = DrawnMesh(context, self._programs[0], box_mesh(), SHADOW_FIELDS)
        self._round = DrawnMesh(context, self._programs[1], round_mesh(16, 4), SHADOW_FIELDS)
        self._drum = DrawnMesh(context, self._programs[3], drum_mesh(24), SHADOW_FIELDS)
        self._geometries = DrawnGeometries(context, store, (self._programs[4], self._programs[5]), SHADOW_FIELDS)

    def draw(self, casters: Batch, others: Callable[[], int] | None = None) -> int:
        """Draw the depth of all casters.

        Args:
            casters: Rows of shapes.
            others: Draws what else throws shadows into the bound map, and returns the number of its draw calls.

        Returns:
            Number of draw calls.
        """
        context = self._context
        self._target.use()
        self._target.clear(depth=1.0)
        context.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        context.depth_func = "<"
        for plane in range(4):
            context.enable_direct(CLIP_DISTANCE + plane)
        calls = self._box.draw(casters.box) + self._round.draw(casters.round[0]) + self._drum.draw(casters.drum[0])
        calls += self._geometries.draw(casters.geometry, casters.number)
        if others is not None:
            calls += others()
        for plane in range(4):
            context.disable_direct(CLIP_DISTANCE + plane)
        return calls

    def release(self) -> None:
        """Give the memory back."""
        meshes = (self._box, self._round, self._drum, self._geometries)
        for part in (*meshes, *self._programs.values(), self._target, self.texture):
            part.release()
