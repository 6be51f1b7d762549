"""Convex hulls of a few points, by brute force in float64: faces, edges, volume and inertia.

Only numpy is needed, so that every engine's environment can rebuild the scenes.
"""

import functools
import itertools
import math
from dataclasses import dataclass

import numpy as np

FLAT = 1e-9  # points this near to a plane are on it [m]


@dataclass(frozen=True)
class Hull:
    """A convex hull.

    Attributes:
        points: Corners [m], shape [N, 3].
        triangles: Rows of `points`, counterclockwise from outside, shape [F, 3].
        normals: Unit normals of the triangles, outward, shape [F, 3].
        edges: Unit directions of the edges, shape [E, 3].
    """

    points: np.ndarray
    triangles: np.ndarray
    normals: np.ndarray
    edges: np.ndarray


@functools.lru_cache(maxsize=64)
def triples(count: int) -> np.ndarray:
    """All ways to choose three of so many rows, shape [K, 3]."""
    return np.array(list(itertools.combinations(range(count), 3)))


@functools.lru_cache(maxsize=8192)
def hull_of(coordinates: tuple[float, ...]) -> Hull:
    """The hull of points in general position: x, y, z, x, y, z ... [m].

    Every triple of points that has all others on one side is a face. That holds when no plane through a face has four
    of the points: of a face with more corners, all its triangles would be found, more than are needed.
    """
    points = np.array(coordinates, dtype=float).reshape(-1, 3)
    rows = triples(len(points))
    a, b, c = (points[rows[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-30)
    height = normal @ points.T - (normal * a).sum(1, keepdims=True)
    below, above = (height < FLAT).all(1), (height > -FLAT).all(1)
    triangles = np.concatenate([rows[below], rows[above][:, [0, 2, 1]]])
    normals = np.concatenate([normal[below], -normal[above]])
    pairs = sorted({tuple(sorted(pair)) for t in triangles.tolist() for pair in itertools.combinations(t, 2)})
    along = points[[second for _, second in pairs]] - points[[first for first, _ in pairs]]
    return Hull(points, triangles, normals, along / np.linalg.norm(along, axis=1, keepdims=True))


def volume_center_inertia(hull: Hull) -> tuple[float, np.ndarray, np.ndarray]:
    """Volume [m^3], center of mass [m] and inertia about it for a density of 1 [m^5], exact.

    The hull is a sum of tetrahedra between the origin and the triangles, some of negative volume. Over a tetrahedron of
    volume V with the corners 0, a, b, c the integral of x is V (a + b + c) / 4, and that of x x^T is
    V (a a^T + b b^T + c c^T + s s^T) / 20 with s = a + b + c.
    """
    corners = hull.points[hull.triangles]
    volumes = np.linalg.det(corners) / 6
    volume = float(volumes.sum())
    sums = corners.sum(1)
    center = (volumes[:, None] * sums).sum(0) / (4 * volume)
    square = np.einsum("f,fki,fkj->ij", volumes, corners, corners) + np.einsum("f,fi,fj->ij", volumes, sums, sums)
    covariance = square / 20 - volume * np.outer(center, center)
    return volume, center, np.trace(covariance) * np.eye(3) - covariance


def in_principal_axes(points: np.ndarray) -> tuple[float, ...]:
    """The points with their hull's center of mass at the origin and its principal axes along x, y, z.

    So the position of a body is its center of mass for every engine, whatever it calls a position, and its inertia is
    three numbers. Coordinates are rounded to micrometers: they do not depend on how a library finds eigenvectors.

    Args:
        points: Corners [m], shape [N, 3].

    Returns:
        x, y, z, x, y, z ... [m].
    """
    _, center, inertia = volume_center_inertia(hull_of(tuple(points.ravel().tolist())))
    axes = np.linalg.eigh(inertia)[1]
    largest = axes[np.abs(axes).argmax(0), range(3)]
    axes = axes * np.sign(largest)
    if np.linalg.det(axes) < 0.0:
        axes[:, 2] *= -1.0
    return tuple(np.round((points - center) @ axes, 6).ravel().tolist())


def prism(radius: float, half_height: float, sides: int) -> np.ndarray:
    """Corners of a prism along Y inside of a cylinder [m], shape [2 * sides, 3]."""
    angles = [2 * math.pi * k / sides for k in range(sides)]
    ring = [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]
    return np.array([(x, y, z) for y in (-half_height, half_height) for x, z in ring])
