"""Mask of the selected body; the last pass draws the outline around it."""

import moderngl

from render.geometries import DEFINES, DrawnGeometries, GeometryStore
from render.gpu import ROW_FIELDS, DrawnMesh, load_program
from render.instances import Batch
from render.meshes import box_mesh, drum_mesh, round_mesh


class OutlinePass:
    """Draws the mask.

    Args:
        context: Where it lives.
        store: Geometries of the world.
    """

    def __init__(self, context: moderngl.Context, store: GeometryStore) -> None:
        self._context = context
        self._programs = {shape: load_program(context, "outline", SHAPE=shape, **DEFINES) for shape in (0, 1, 3, 4, 5)}
        self._box = DrawnMesh(context, self._programs[0], box_mesh(), ROW_FIELDS)
        self._round = DrawnMesh(context, self._programs[1], round_mesh(40, 10), ROW_FIELDS)
        self._drum = DrawnMesh(context, self._programs[3], drum_mesh(40), ROW_FIELDS)
        self._geometries = DrawnGeometries(context, store, (self._programs[4], self._programs[5]))

    def draw(self, batch: Batch) -> int:
        """Draw the selected body, whatever stands before it; returns the number of draw calls."""
        self._context.enable_only(moderngl.NOTHING)
        calls = self._box.draw(batch.box) + self._round.draw(batch.round[0]) + self._drum.draw(batch.drum[0])
        return calls + self._geometries.draw(batch.geometry, batch.number)

    def release(self) -> None:
        """Give the memory back."""
        for part in (self._box, self._round, self._drum, self._geometries, *self._programs.values()):
            part.release()
