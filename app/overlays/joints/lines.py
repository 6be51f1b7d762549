"""Lines of joints: chains of places, links between anchors, levers to the centers of bodies."""

from typing import Any

import numpy as np

from app.overlays.joints.view import JointView
from render.frame import Marks

APART = 1e-3  # anchors that are farther from each other have a mark each, and a line between them [m]
LEVER_ALPHA = 0.5  # of the lines to the centers of bodies
ZIGZAG = np.array([0.0, 0.12, *np.linspace(0.16, 0.84, 9), 0.88, 1.0], np.float32)  # bends of a spring, of its length
ZIGZAG_OUT = np.array([0.0, 0.0, *([1.0, -1.0] * 4), 1.0, 0.0, 0.0], np.float32)
Lines = tuple[np.ndarray, np.ndarray, np.ndarray]  # starts [n, 3], ends [n, 3], colors [n, 4]


def join_lines(lines: list[Lines], **points: Any) -> Marks:
    """All lines together, with the points among the marks."""
    start, end, color = (np.concatenate(parts) for parts in zip(*lines, strict=True))
    ends = np.empty((len(start), 2, 3), np.float32)
    ends[:, 0], ends[:, 1] = start, end
    return Marks(line=ends.reshape(-1, 3), line_color=np.repeat(color, 2, axis=0), **points)


def levers(view: JointView, color: np.ndarray) -> list[Lines]:
    """Thin lines from the anchors to the centers of their bodies; a body that never moves needs none."""
    found = []
    for side in range(2):
        has = view.moving[side] & view.acts
        faint = color[has]
        faint[:, 3] *= LEVER_ALPHA
        found.append((view.anchor[side, has], view.center[side, has], faint))
    return found


def links(view: JointView, color: np.ndarray, chosen: np.ndarray) -> list[Lines]:
    """Lines between anchors that are apart: straight ones, and zigzags of springs.

    Args:
        view: The joints.
        color: Their colors.
        chosen: Which are wanted, bool [k].
    """
    start, end = view.anchor
    apart = (lengths(end - start) > APART) & chosen
    spring = view.data.distance & view.data.sprung[:, 0]
    straight, bent = apart & ~spring, apart & spring
    along = (end - start)[bent]
    out = np.minimum(0.25 * view.size[bent], 0.15 * lengths(along))[:, None] * _across(along)
    places = start[bent, None] + ZIGZAG[:, None] * along[:, None] + ZIGZAG_OUT[:, None] * out[:, None]
    return [(start[straight], end[straight], color[straight]), chains(places, color[bent])]


def chains(places: np.ndarray, color: np.ndarray) -> Lines:
    """Lines along chains of places [n, p, 3]."""
    color = np.repeat(color, places.shape[1] - 1, axis=0)
    return places[:, :-1].reshape(-1, 3), places[:, 1:].reshape(-1, 3), color


def lengths(v: np.ndarray) -> np.ndarray:
    """Lengths of vectors [..., 3]."""
    return np.sqrt(np.einsum("...c,...c->...", v, v))


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Vector products of rows; numpy's own takes three times as long."""
    (ax, ay, az), (bx, by, bz) = a.T, b.T
    return np.stack((ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx), axis=1)


def _across(v: np.ndarray) -> np.ndarray:
    """A unit vector at a right angle to each vector."""
    steep = np.abs(v[:, 1]) > 0.9 * lengths(v)
    out = cross(v, np.where(steep[:, None], *np.eye(3, dtype=np.float32)[:2]))
    return out / np.maximum(lengths(out), 1e-12)[:, None]
