"""How stands and rails look: round tubes, feet with bolts, braces, a clamp. They collide as the plain boxes within."""

import functools
import math
from collections.abc import Sequence

import numpy as np

from physics import Geometry

Part = tuple[np.ndarray, np.ndarray]  # corners and their normals, three rows for each triangle

AROUND = 20


def block(half: Sequence[float], middle: Sequence[float]) -> Part:
    """A box."""
    corners, normals = [], []
    for axis in range(3):
        for side in (-1.0, 1.0):
            normal, u, v = (np.roll((1.0, 0.0, 0.0), axis + k) for k in range(3))
            square = [side * normal + a * u + side * b * v for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            corners += [square[k] for k in (0, 1, 2, 0, 2, 3)]
            normals += 6 * [side * normal]
    return np.array(corners) * half + middle, np.array(normals)


def tube(radius: float, start: Sequence[float], end: Sequence[float]) -> Part:
    """A cylinder from one place to another, with flat ends."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    way = (end - start) / np.linalg.norm(end - start)
    across = np.cross(way, (0.0, 0.0, 1.0) if abs(way[2]) < 0.9 else (1.0, 0.0, 0.0))
    across /= np.linalg.norm(across)
    angle = 2.0 * math.pi * np.arange(AROUND + 1)[:, None] / AROUND
    out = np.cos(angle) * across + np.sin(angle) * np.cross(way, across)
    low, high = start + radius * out, end + radius * out
    corners, normals = [], []
    for k in range(AROUND):
        corners += [low[k], low[k + 1], high[k + 1], low[k], high[k + 1], high[k]]
        normals += [out[k], out[k + 1], out[k + 1], out[k], out[k + 1], out[k]]
        corners += [end, high[k], high[k + 1], start, low[k + 1], low[k]]
        normals += 3 * [way] + 3 * [-way]
    return np.array(corners), np.array(normals)


def joined(parts: Sequence[Part]) -> Geometry:
    """One look of some parts."""
    corners = np.concatenate([part[0] for part in parts]).astype(np.float32)
    normals = np.concatenate([part[1] for part in parts]).astype(np.float32)
    return Geometry(corners, normals, np.arange(len(corners), dtype=np.int32).reshape(-1, 3))


def foot(x: float, z: float, half: Sequence[float]) -> list[Part]:
    """A plate with a collar for a post, and a bolt in each corner."""
    wide, deep = half
    parts = [block((wide, 0.02, deep), (x, 0.02, z)), tube(0.11, (x, 0.04, z), (x, 0.10, z))]
    for a, b in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        bolt = x + a * (wide - 0.06), z + b * (deep - 0.06)
        parts.append(tube(0.028, (bolt[0], 0.04, bolt[1]), (bolt[0], 0.065, bolt[1])))
    return parts


@functools.cache
def gallows(top: float) -> Geometry:
    """A tube on a foot, an arm with a brace, and a clamp at its end: see `stand.add_gallows`."""
    post, arm = -0.9, top + 0.14
    parts = foot(0.0, post, (0.42, 0.28))
    parts += [
        tube(0.06, (0.0, 0.04, post), (0.0, arm + 0.10, post)),
        tube(0.075, (0.0, arm - 0.09, post), (0.0, arm + 0.09, post)),
    ]
    parts += [
        tube(0.05, (0.0, arm, post), (0.0, arm, 0.05)),
        tube(0.03, (0.0, arm - 0.50, post), (0.0, arm - 0.03, post + 0.42)),
    ]
    parts += [block((0.065, 0.035, 0.065), (0.0, arm - 0.075, 0.0)), block((0.075, 0.075, 0.03), (0.0, arm, -0.10))]
    for side in (-1.0, 1.0):  # the screws of the clamp
        parts.append(tube(0.014, (0.085 * side, arm - 0.06, -0.10), (0.085 * side, arm + 0.12, -0.10)))
        parts.append(tube(0.024, (0.085 * side, arm + 0.08, -0.10), (0.085 * side, arm + 0.10, -0.10)))
    return joined(parts)


@functools.cache
def rail(y: float, half: float) -> Geometry:
    """A polished bar on two posts with feet: see `stand.add_rail`."""
    parts = [tube(0.035, (-half - 0.06, y, 0.0), (half + 0.06, y, 0.0))]
    for side in (-1.0, 1.0):
        parts += foot(side * half, 0.0, (0.22, 0.22))
        parts += [tube(0.05, (side * half, 0.04, 0.0), (side * half, y, 0.0))]
        parts += [block((0.06, 0.06, 0.06), (side * half, y, 0.0))]
    return joined(parts)
