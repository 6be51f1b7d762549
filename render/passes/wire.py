"""Bodies as wires: each edge once, without the diagonals of flat faces, which would be most of the lines."""

import moderngl
import numpy as np

from render.geometries import DEFINES, DrawnGeometries, GeometryStore
from render.gpu import ROW_FIELDS, DrawnMesh, load_program, set_uniform
from render.instances import MARKED, Batch
from render.meshes import box_mesh, drum_mesh, mesh_edges, round_mesh
from render.passes.opaque import COLOR_UNIT, MATERIAL_UNIT

#: Vertices around round things, near the camera and farther away: more lines would only hide what is behind.
SEGMENTS, FAR_SEGMENTS = 16, 8


class WirePass:
    """Draws edges. It uses textures that `OpaquePass.bind` made ready.

    Args:
        context: Where it lives.
        store: Geometries of the world.
    """

    def __init__(self, context: moderngl.Context, store: GeometryStore) -> None:
        self._context = context
        options = {"MARKED": MARKED, **DEFINES}
        self._programs = {shape: load_program(context, "wire", SHAPE=shape, **options) for shape in (0, 1, 3, 4, 5)}
        for program in self._programs.values():
            set_uniform(program, "material_table", MATERIAL_UNIT)
            set_uniform(program, "color_map", COLOR_UNIT)
        balls = [(1, round_mesh(around, around // 4)) for around in (SEGMENTS, FAR_SEGMENTS)]
        self._box, self._drum, self._near, self._far = (
            DrawnMesh(context, self._programs[shape], (mesh[0], mesh_edges(*mesh)), ROW_FIELDS, mode=moderngl.LINES)
            for shape, mesh in ((0, box_mesh()), (3, drum_mesh(SEGMENTS)), *balls)
        )
        self._geometries = DrawnGeometries(context, store, (self._programs[4], self._programs[5]))

    def draw(self, solid: Batch, glassy: Batch) -> int:
        """Draw the edges of two batches into the bound framebuffer; returns the number of draw calls."""
        context = self._context
        context.enable_only(moderngl.DEPTH_TEST)
        context.depth_func = "<="
        calls = self._box.draw(np.concatenate((solid.box, glassy.box)))
        calls += self._near.draw(np.concatenate((solid.round[0], glassy.round[0])))
        calls += self._far.draw(np.concatenate((*solid.round[1:], *glassy.round[1:])))
        calls += self._drum.draw(np.concatenate((*solid.drum, *glassy.drum)))
        context.wireframe = True
        number = np.concatenate((solid.number, glassy.number))
        calls += self._geometries.draw(np.concatenate((solid.geometry, glassy.geometry)), number)
        context.wireframe = False
        return calls

    def release(self) -> None:
        """Give the memory back."""
        for part in (self._box, self._drum, self._near, self._far, self._geometries, *self._programs.values()):
            part.release()
