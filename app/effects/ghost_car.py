"""Ghost car: the car of the best lap as a shape of light, through which one sees. It is drawn only."""

import functools
import itertools
import math
from collections.abc import Sequence

import numpy as np

from physics.vector import rotate
from play.vehicles.car import HALF_BASE, HALF_TRACK, HUB, RADIUS
from play.vehicles.car_look import SCREEN, SHOULDER, STATIONS
from render.frame import Sheets

#: Color as screens show it, and how much of what is behind it it hides: seen face on, and at its rims.
COLOR, FACE, RIM = (0.62, 0.86, 1.0), 0.16, 0.75
#: Closer to the eye than this it fades, so that it hides nothing from who drives through it [m].
NEAR, GONE = 9.0, 2.5
#: Corners of a wheel, and half of its width [m].
CORNERS, WHEEL_HALF = 14, 0.10

Point = tuple[float, float, float]


def ghost_sheets(place: Sequence[float], turn: Sequence[float], eye: Sequence[float]) -> Sheets | None:
    """Faces of the ghost that an eye sees; None if it is too close.

    Args:
        place: Middle of its chassis [m].
        turn: Rotation of that (x, y, z, w).
        eye: Place of the camera [m].
    """
    away = math.dist(place, eye)
    strength = min(1.0, max(0.0, (away - GONE) / (NEAR - GONE)))
    if strength <= 0.0:
        return None
    corners, normals = car_faces()
    axes = np.array([rotate(turn, axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))])
    world, outward = corners @ axes + np.asarray(place), normals @ axes
    sight = np.asarray(eye) - world[:, 0]
    facing = (sight * outward).sum(axis=1) / np.linalg.norm(sight, axis=1)
    seen = facing > 0.0
    rim = (1.0 - facing[seen]) ** 3
    color = np.empty((int(seen.sum()), 3, 4), np.float32)
    color[:, :, :3] = COLOR
    color[:, :, 3] = (strength * (FACE + (RIM - FACE) * rim))[:, None]
    return Sheets(world[seen].reshape(-1, 3), color.reshape(-1, 4))


@functools.cache
def car_faces() -> tuple[np.ndarray, np.ndarray]:
    """Triangles of a car in the axes of its chassis [m], [n, 3, 3], and their normals, [n, 3]."""
    rings = [_ring(station) for station in STATIONS]
    parts = [_between(front, back) for front, back in itertools.pairwise(rings)]
    parts[0].append(tuple(rings[0]))
    parts[-1].append(tuple(rings[-1]))
    parts.append(_cabin())
    parts += [_wheel(side * HALF_TRACK, along) for side in (-1.0, 1.0) for along in (-HALF_BASE, HALF_BASE)]
    triangles, normals = zip(*map(_outward, parts), strict=True)
    return np.concatenate(triangles), np.concatenate(normals)


def _outward(faces: Sequence[Sequence[Point]]) -> tuple[np.ndarray, np.ndarray]:
    """Triangles of a convex part, and their normals, out of it."""
    triangles = np.array([(face[0], face[k], face[k + 1]) for face in faces for k in range(1, len(face) - 1)])
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    out = triangles.mean(axis=1) - triangles.reshape(-1, 3).mean(axis=0)
    normals *= np.sign((normals * out).sum(axis=1))[:, None]
    return triangles, normals / np.linalg.norm(normals, axis=1)[:, None]


def _between(front: Sequence[Point], back: Sequence[Point]) -> list[tuple[Point, ...]]:
    """Faces from one outline to another."""
    return [(front[k - 1], front[k], back[k], back[k - 1]) for k in range(len(front))]


def _ring(station: Sequence[float]) -> list[Point]:
    """A cut through the body, once around."""
    z, low, waist, high, low_half, waist_half, high_half = station
    right = [(low_half, low, z), (waist_half, waist, z), (high_half, high, z)]
    return [*right, *((-x, y, depth) for x, y, depth in reversed(right))]


def _cabin() -> list[tuple[Point, ...]]:
    """Windows and roof."""
    left, right = ([(s * x, y, z) for z, y, x in (*SCREEN, *reversed(SHOULDER))] for s in (-1.0, 1.0))
    return [*_between(left, right)[1:], tuple(left), tuple(right)]  # the first one would be its floor


def _wheel(x: float, z: float) -> list[tuple[Point, ...]]:
    """A disk on both sides, and its tread."""
    angles = [k * math.tau / CORNERS for k in range(CORNERS)]
    inner, outer = (
        [(x + s * WHEEL_HALF, HUB + RADIUS * math.cos(a), z + RADIUS * math.sin(a)) for a in angles]
        for s in (-1.0, 1.0)
    )
    return [*_between(inner, outer), tuple(inner), tuple(outer)]
