"""Marks: lines and points for debugging, of a width in pixels."""

import moderngl
import numpy as np

from render.frame import Marks
from render.gpu import DrawnSquares, load_program

LINE_FIELDS = (("in_start", 3), ("in_end", 3))
LINE_COLOR_FIELDS = (("in_start_color", 4), ("in_end_color", 4))


def relative_places(place: np.ndarray, eye: tuple[float, float, float]) -> np.ndarray:
    """Places less the eye, subtracted in float64; float32 [n, 3]."""
    return (place.astype(np.float64) - np.asarray(eye, np.float64)).astype(np.float32)


class LinesPass:
    """Draws marks.

    Args:
        context: Where it lives.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._programs = [load_program(context, "lines", KIND=kind) for kind in (0, 1)]
        self._lines = DrawnSquares(context, self._programs[0], LINE_FIELDS, LINE_COLOR_FIELDS)
        streams = ((("in_place", 3),), (("in_color", 4),), (("in_size", 1),))
        self._points = DrawnSquares(context, self._programs[1], *streams)

    def draw(self, marks: tuple[Marks, ...], eye: tuple[float, float, float]) -> int:
        """Draw all marks, those on top last; returns the number of draw calls."""
        calls = 0
        for on_top in (False, True):
            chosen = [mark for mark in marks if bool(mark.on_top) == on_top]
            if not chosen:
                continue
            self._context.enable_only(moderngl.BLEND | (0 if on_top else moderngl.DEPTH_TEST))
            self._context.depth_func = "<="
            self._context.blend_func = moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA
            line = relative_places(np.concatenate([mark.line for mark in chosen]), eye)
            color = np.concatenate([mark.line_color for mark in chosen])
            calls += self._lines.draw(len(line) // 2, line, color)
            point = relative_places(np.concatenate([mark.point for mark in chosen]), eye)
            color = np.concatenate([mark.point_color for mark in chosen])
            size = np.concatenate([mark.point_size for mark in chosen])
            calls += self._points.draw(len(point), point, color, size)
        return calls

    def release(self) -> None:
        """Give the memory back."""
        for part in (self._lines, self._points, *self._programs):
            part.release()
