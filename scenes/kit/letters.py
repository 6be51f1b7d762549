"""Text made of strokes, for labels and read-outs that stand in the world."""

import functools
import math
from collections.abc import Sequence

import numpy as np

from scenes.registry import Strokes

#: Each character as lines through points of a grid, two digits each: x from 0 to 2, y from 0 to 4.
GLYPHS = {
    "A": "00 03 14 23 20,02 22", "B": "00 04 14 23 12 02,12 21 10 00", "C": "23 14 03 01 10 21",
    "D": "00 04 14 23 21 10 00", "E": "24 04 00 20,02 12", "F": "24 04 00,02 12", "G": "23 14 03 01 10 21 22 12",
    "H": "00 04,20 24,02 22", "I": "10 14", "J": "24 21 10 01", "K": "00 04,24 02 20", "L": "04 00 20",
    "M": "00 04 12 24 20", "N": "00 04 20 24", "O": "01 03 14 23 21 10 01", "P": "00 04 14 23 12 02",
    "Q": "01 03 14 23 21 10 01,11 20", "R": "00 04 14 23 12 02,12 20", "S": "23 14 03 21 10 01", "T": "04 24,14 10",
    "U": "04 01 10 21 24", "V": "04 10 24", "W": "04 00 12 20 24", "X": "00 24,04 20", "Y": "04 12 24,12 10",
    "Z": "04 24 00 20", "0": "01 03 14 23 21 10 01,01 23", "1": "03 14 10", "2": "03 14 23 00 20",
    "3": "04 24 12 21 10 01", "4": "10 14 01 21", "5": "24 04 02 12 21 10 01", "6": "23 14 03 01 10 21 12 02",
    "7": "04 24 10", "8": "12 03 14 23 12 01 10 21 12", "9": "22 12 03 14 23 21 10 01", ".": "10 10", "-": "02 22",
    "+": "02 22,11 13", "=": "01 21,03 23", "/": "00 24", ":": "11 11,13 13", "%": "00 24,04 04,20 20",
    "(": "14 03 01 10", ")": "14 23 21 10", "<": "23 02 21", ">": "03 22 01", " ": "",
}  # fmt: skip
WIDTH = 3.0  # of a character with the gap after it, in units of the grid


@functools.lru_cache(maxsize=512)
def _line(text: str) -> np.ndarray:
    """Starts and ends of the strokes of a line around the middle of its foot, shape [n, 2, 2], 1 high."""
    strokes = []
    for number, character in enumerate(text.upper()):
        for run in filter(None, GLYPHS.get(character, GLYPHS["-"]).split(",")):
            points = [(WIDTH * number + float(point[0]), float(point[1])) for point in run.split()]
            if points[0] == points[-1] and len(points) == 2:  # a dot
                x, y = points[0]
                points = [(x - 0.25, y), (x + 0.25, y)]
            strokes += list(zip(points[:-1], points[1:], strict=True))
    lines = np.array(strokes, float).reshape(-1, 2, 2)
    lines[:, :, 0] -= 0.5 * (WIDTH * len(text) - 1.0)
    return 0.25 * lines


def write(
    text: str,
    place: Sequence[float],
    *,
    height: float = 0.16,
    yaw_degrees: float = 0.0,
    color: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 0.9),
) -> Strokes:
    """Upright text in the world, for `draw` of a scene.

    Args:
        text: Letters, digits and some signs; new lines are below. What has no sign of its own is shown as a dash.
        place: Middle of the foot of the first line [m].
        height: Of a letter [m].
        yaw_degrees: Turn about +Y, as of `View`: at 0 it is read from the +Z side.
        color: Red, green, blue, opacity, 0 to 1.
    """
    yaw = math.radians(yaw_degrees)
    right, up = np.array((math.cos(yaw), 0.0, -math.sin(yaw))), np.array((0.0, 1.0, 0.0))
    rows = [_line(line) - (0.0, 1.6 * number) for number, line in enumerate(text.split("\n"))]
    lines = height * np.concatenate(rows)
    points = np.asarray(place, float) + lines[..., :1] * right + lines[..., 1:] * up
    return Strokes(points[:, 0], points[:, 1], color)
