"""Arrays to lines: segments, upright and rotated boxes. Nothing here loops over bodies."""

import numpy as np

from render.frame import Marks

Color = tuple[float, ...] | np.ndarray
# Corners of a box by the three bits of their number, and its twelve edges.
CORNERS = np.array([[(k >> axis & 1) for axis in range(3)] for k in range(8)], np.float64)
EDGES = np.array([(a, a | 1 << axis) for a in range(8) for axis in range(3) if not a >> axis & 1]).ravel()
# Where the coordinates of the ends of the edges are in (lower x, y, z, upper x, y, z).
BOX_ENDS = (np.arange(3) + 3 * CORNERS[EDGES].astype(int)).ravel()


def repeat_color(color: Color, count: int) -> np.ndarray:
    """One color for many ends, float32 [count, 4]."""
    return np.broadcast_to(np.asarray(color, np.float32), (count, 4)).copy()


def dots(place: np.ndarray, color: Color, size: float) -> Marks:
    """Points that are seen through everything; one color, or one for each point.

    Args:
        place: Where they are [m], [n, 3].
        color: Red, green, blue, alpha.
        size: Diameter [pixels].
    """
    color = np.asarray(color, np.float32)
    return Marks(
        point=place.astype(np.float32),
        point_color=color if color.ndim == 2 else repeat_color(color, len(place)),
        point_size=np.full(len(place), size, np.float32),
        on_top=True,
    )


def segments(start: np.ndarray, end: np.ndarray, color: Color, **options: bool) -> Marks:
    """Lines from one place to another; one color, or one for each line."""
    ends = np.stack((start, end), axis=1).reshape(-1, 3).astype(np.float32)
    color = np.asarray(color, np.float32)
    per_end = np.repeat(color, 2, axis=0) if color.ndim == 2 else repeat_color(color, len(ends))
    return Marks(line=ends, line_color=per_end, **options)


def boxes(lower: np.ndarray, upper: np.ndarray, color: Color) -> Marks:
    """Edges of upright boxes; one color, or one for each box."""
    ends = np.take(np.concatenate((lower, upper), axis=1).astype(np.float32), BOX_ENDS, axis=1).reshape(-1, 3)
    color = np.asarray(color, np.float32)
    per_end = np.repeat(color, len(EDGES), axis=0) if color.ndim == 2 else repeat_color(color, len(ends))
    return Marks(line=ends, line_color=per_end)


def rotated_boxes(center: np.ndarray, half: np.ndarray, axes: np.ndarray, color: Color) -> Marks:
    """Edges of boxes with axes of their own, the rows of [n, 3, 3], seen through everything."""
    arms = (half[:, :, None] * axes).astype(np.float32)
    corners = center.astype(np.float32)[:, None, :] + (2.0 * CORNERS - 1.0).astype(np.float32) @ arms
    ends = np.take(corners, EDGES, axis=1).reshape(-1, 3)
    return Marks(line=ends, line_color=repeat_color(color, len(ends)), on_top=True)
