"""Closed meshes for tests of soft bodies, and slow, obvious answers about them."""

import itertools

import numpy as np

from physics.soft.forms import surfaces


def lumpy_ball(seed, detail=2, noise=0.3):
    """Ball whose vertices are moved in and out at random: it never crosses itself."""
    vertices, triangles = surfaces.ball(1.0, detail)
    away = np.random.default_rng(seed).uniform(1.0 - noise, 1.0 + noise, len(vertices))
    return vertices * away[:, None], triangles


def turned(vertices, seed):
    """Vertices after a random rotation and shift."""
    rng = np.random.default_rng(seed)
    rotation, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    rotation[:, 0] *= np.sign(np.linalg.det(rotation))
    return vertices @ rotation.T + rng.uniform(-2.0, 2.0, 3)


def joined(*meshes):
    """Several meshes as one."""
    starts = np.cumsum([0] + [len(vertices) for vertices, _ in meshes])
    vertices = np.concatenate([vertices for vertices, _ in meshes])
    return vertices, np.concatenate([triangles + start for (_, triangles), start in zip(meshes, starts, strict=False)])


def elbow():
    """Closed L of three cubes with edges of 1, the middle one at the origin: a hexagon between z = 0 and 1."""
    outline = np.array([(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2), (0, 1)], float)
    vertices = np.concatenate([np.column_stack((outline, np.full(8, z))) for z in (0.0, 1.0)])
    caps = [(0, 1, 4), (0, 4, 7), (1, 2, 3), (1, 3, 4), (7, 4, 5), (7, 5, 6)]
    triangles = [(c, b, a) for a, b, c in caps] + [(a + 8, b + 8, c + 8) for a, b, c in caps]
    for k in range(8):
        n = (k + 1) % 8
        triangles += [(k, n, n + 8), (k, n + 8, k + 8)]
    return vertices, np.array(triangles)


def crossing_pairs(points, triangles):
    """Pairs of triangles of which an edge of one goes through the other, by looking at all of them.

    The edge p + t (q - p) meets the plane a + u (b - a) + v (c - a) where a system of three equations says.
    """
    found = set()
    for i, j in itertools.permutations(range(len(triangles)), 2):
        a, b, c = points[triangles[j]]
        for k in range(3):
            ends = triangles[i][k], triangles[i][(k + 1) % 3]
            if set(ends) & set(triangles[j]):
                continue
            p, q = points[ends[0]], points[ends[1]]
            matrix = np.column_stack((b - a, c - a, p - q))
            if abs(np.linalg.det(matrix)) < 1e-14:
                continue
            u, v, t = np.linalg.solve(matrix, p - a)
            if u >= 0.0 and v >= 0.0 and u + v <= 1.0 and 0.0 <= t <= 1.0:
                found.add((min(i, j), max(i, j)))
    return sorted(found)
