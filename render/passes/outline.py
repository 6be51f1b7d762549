"""Mask of the selected body; the last pass draws the outline around it."""

import moderngl

from render.gpu import ROW_FIELDS, DrawnMesh, load_program
from render.instances import Batch
from render.meshes import box_mesh, round_mesh


class OutlinePass:
    """Draws the mask.

    Args:
        context: Where it lives.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._programs = [load_program(context, "outline", SHAPE=shape) for shape in (0, 1)]
        self._box = DrawnMesh(context, self._programs[0], box_mesh(), ROW_FIELDS)
        self._round = DrawnMesh(context, self._programs[1], round_mesh(40, 10), ROW_FIELDS)

    def draw(self, batch: Batch) -> int:
        """Draw the selected body, whatever stands before it; returns the number of draw calls."""
        self._context.enable_only(moderngl.NOTHING)
        return self._box.draw(batch.box) + self._round.draw(batch.fine)

    def release(self) -> None:
        """Give the memory back."""
        for part in (self._box, self._round, *self._programs):
            part.release()
