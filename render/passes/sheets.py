"""Sheets: flat things on the ground, such as skid marks."""

import moderngl

from render.frame import Sheets
from render.gpu import GrowingBuffer, attributes, load_program
from render.passes.lines import relative_places


class SheetsPass:
    """Draws sheets over what is there already; they hide nothing that comes after them.

    Args:
        context: Where it lives.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._program = load_program(context, "sheets")
        self._streams = [GrowingBuffer(context, fields) for fields in ((("in_place", 3),), (("in_color", 4),))]
        content = [attributes(self._program, some.buffer, some.fields) for some in self._streams]
        self._array = context.vertex_array(self._program, content)

    def draw(self, sheets: Sheets, eye: tuple[float, float, float]) -> int:
        """Draw all of them into the bound framebuffer; returns the number of draw calls."""
        count = min(len(sheets.place), len(sheets.color)) // 3 * 3
        if not count:
            return 0
        context = self._context
        context.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        context.depth_func = "<="
        context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        self._streams[0].write(relative_places(sheets.place[:count], eye))
        self._streams[1].write(sheets.color[:count])
        self._array.render(moderngl.TRIANGLES, vertices=count)
        return 1

    def release(self) -> None:
        """Give the memory back."""
        for part in (self._array, *self._streams, self._program):
            part.release()
