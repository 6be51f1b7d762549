"""Geometry that is drawn instead of shapes: a rocket with nose, nozzle and fins."""

import functools
import math

import numpy as np

from physics import Geometry

SIDES = 16
#: Radius at places along the rocket from its tail (+Z) to its nose (-Z) [m].
ROCKET_PROFILE = (
    (0.035, 0.32), (0.065, 0.31), (0.040, 0.26), (0.066, 0.23), (0.070, 0.20), (0.070, -0.06), (0.076, -0.07),
    (0.076, -0.11), (0.070, -0.12), (0.062, -0.19), (0.045, -0.25), (0.020, -0.29), (0.002, -0.30),
)  # fmt: skip
#: Corners of a fin, away from the axis and along Z [m], and half of its thickness [m].
FIN = ((0.06, 0.10), (0.06, 0.28), (0.16, 0.33), (0.16, 0.24))
FIN_HALF = 0.006

Corner = tuple[float, float, float]
Triangle = tuple[Corner, Corner, Corner]


@functools.cache
def rocket_look() -> Geometry:
    """Geometry of a rocket: along Z, its nose at -Z."""
    corners = [*_revolved(ROCKET_PROFILE), *(triangle for k in range(4) for triangle in _fin(k * 0.5 * math.pi))]
    return flat_geometry(np.array(corners))


def flat_geometry(corners: np.ndarray) -> Geometry:
    """Geometry of triangles with a normal each.

    Args:
        corners: Places [m], counterclockwise seen from outside, shape [n, 3, 3].
    """
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.linalg.norm(normal, axis=1)
    corners, normal = corners[size > 1e-12], normal[size > 1e-12]
    normal = np.repeat(normal / np.linalg.norm(normal, axis=1, keepdims=True), 3, axis=0)
    triangles = np.arange(len(normal), dtype=np.int32).reshape(-1, 3)
    return Geometry(corners.reshape(-1, 3).astype(np.float32), normal.astype(np.float32), triangles)


def _revolved(profile: tuple[tuple[float, float], ...]) -> list[Triangle]:
    """Triangles of a profile that is revolved about Z, closed at its tail."""
    rings = [[_at(radius, z, k) for k in range(SIDES)] for radius, z in profile]
    tail = (0.0, 0.0, profile[0][1])
    found: list[Triangle] = [(tail, rings[0][k], rings[0][(k + 1) % SIDES]) for k in range(SIDES)]
    for back, front in zip(rings, rings[1:], strict=False):
        for k in range(SIDES):
            n = (k + 1) % SIDES
            found += [(back[k], front[k], front[n]), (back[k], front[n], back[n])]
    return found


def _at(radius: float, z: float, k: int) -> Corner:
    angle = 2.0 * math.pi * k / SIDES
    return radius * math.cos(angle), radius * math.sin(angle), z


def _fin(angle: float) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Triangles of a flat fin at an angle about the axis."""
    out, side = np.array((math.cos(angle), math.sin(angle), 0.0)), np.array((-math.sin(angle), math.cos(angle), 0.0))
    edge = [radius * out + np.array((0.0, 0.0, z)) for radius, z in FIN]
    left, right = [place + FIN_HALF * side for place in edge], [place - FIN_HALF * side for place in edge]
    found = [(left[0], left[1], left[2]), (left[0], left[2], left[3])]
    found += [(right[2], right[1], right[0]), (right[3], right[2], right[0])]
    for k in range(4):
        n = (k + 1) % 4
        found += [(left[n], left[k], right[k]), (left[n], right[k], right[n])]
    facing = np.cross(found[0][1] - found[0][0], found[0][2] - found[0][0]) @ side
    return [triangle if facing > 0.0 else triangle[::-1] for triangle in found]
