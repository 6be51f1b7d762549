"""Marks: lines and points for debugging, of a width in pixels."""

import math

import moderngl
import numpy as np

from render.frame import Marks
from render.gpu import DrawnLines, DrawnSquares, load_program

END_FIELDS = (("in_start", 3), ("in_end", 3))
COLOR_FIELDS = (("in_start_color", 4), ("in_end_color", 4))
SIZE_FIELDS = (("in_size", 1),)

#: As many lines are drawn a pixel wide where there is no GPU: so many of them are better read so, too.
THIN_FROM = 1500


def relative_places(place: np.ndarray, eye: tuple[float, float, float]) -> np.ndarray:
    """Places less the eye, subtracted in float64; float32 [n, 3]."""
    return (place.astype(np.float64) - np.asarray(eye, np.float64)).astype(np.float32)


class LinesPass:
    """Draws marks.

    Args:
        context: Where it lives.
        thin: Whether very many lines are drawn a pixel wide, without smooth edges: several times faster without a GPU.
    """

    def __init__(self, context: moderngl.Context, *, thin: bool = False) -> None:
        self._context = context
        self._thin_from = THIN_FROM if thin else math.inf
        self._programs = [load_program(context, "lines", THIN=kind) for kind in (0, 1)]
        self._squares = DrawnSquares(context, self._programs[0], END_FIELDS, COLOR_FIELDS, SIZE_FIELDS)
        self._thin = DrawnLines(context, self._programs[1], (("in_place", 3),), (("in_color", 4),))

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
            line = np.concatenate([mark.line for mark in chosen])
            color = np.concatenate([mark.line_color for mark in chosen])
            if len(line) >= 2 * self._thin_from:
                calls += self._thin.draw(len(line) // 2, relative_places(line, eye), color)
                line, color = line[:0], color[:0]
            # A point is a line of no length.
            size = np.concatenate([np.zeros(len(line) // 2, np.float32), *(mark.point_size for mark in chosen)])
            line = np.concatenate([line, *(np.repeat(mark.point, 2, axis=0) for mark in chosen)])
            color = np.concatenate([color, *(np.repeat(mark.point_color, 2, axis=0) for mark in chosen)])
            calls += self._squares.draw(len(size), relative_places(line, eye), color, size)
        return calls

    def release(self) -> None:
        """Give the memory back."""
        for part in (self._squares, self._thin, *self._programs):
            part.release()
