"""Meshes for tests, and slow, obvious answers about their triangles."""

import numpy as np


def grid(heights, cell_x=1.0, cell_z=None):
    """Vertices and triangles over a grid, as `ShapeHeightField` has them."""
    heights = np.asarray(heights, np.float64)
    rows, columns = heights.shape
    cell_z = cell_x if cell_z is None else cell_z
    x = cell_x * (np.arange(columns) - 0.5 * (columns - 1))
    z = cell_z * (np.arange(rows) - 0.5 * (rows - 1))
    vertices = np.stack((np.broadcast_to(x, heights.shape), heights, np.repeat(z[:, None], columns, 1)), -1)
    low = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    corners = (low, low + columns, low + columns + 1, low, low + columns + 1, low + 1)
    return vertices.reshape(-1, 3), np.stack(corners, axis=1).reshape(-1, 3)


def flat(length, count):
    """Level square of count x count cells, one after another with the diagonal the other way."""
    vertices, triangles = grid(np.zeros((count + 1, count + 1)), length / count)
    quads = np.column_stack((triangles[::2, :], triangles[1::2, 2]))
    a, b, c, d = quads.T
    turned = (np.arange(len(quads)) % count + np.arange(len(quads)) // count) % 2 == 1
    triangles[::2][turned] = np.column_stack((a, b, d))[turned]
    triangles[1::2][turned] = np.column_stack((b, c, d))[turned]
    return vertices, triangles


def profile(points, half_width):
    """Strip along x with the heights of a line (x, y), level along z."""
    points = np.asarray(points, np.float64)
    n = len(points)
    front = np.column_stack((points, np.full(n, half_width)))
    back = np.column_stack((points, np.full(n, -half_width)))
    k = np.arange(n - 1)
    triangles = np.concatenate((np.stack((k, k + 1, k + n), axis=1), np.stack((k + 1, k + n + 1, k + n), axis=1)))
    return np.concatenate((front, back)), triangles


def cube(half=1.0):
    """Closed cube of 12 triangles."""
    vertices = half * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return vertices, np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])


def ball(radius=1.0, depth=3):
    """Closed ball: an octahedron whose triangles are split `depth` times."""
    vertices = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    triangles = [(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)]
    places = [np.array(v, np.float64) for v in vertices]
    for _ in range(depth):
        middle, split = {}, []
        for t in triangles:
            new = []
            for a, b in zip(t, (*t[1:], t[0]), strict=True):
                key = (min(a, b), max(a, b))
                if key not in middle:
                    middle[key] = len(places)
                    place = places[a] + places[b]
                    places.append(place / np.linalg.norm(place))
                new.append(middle[key])
            split += [(t[0], new[0], new[2]), (t[1], new[1], new[0]), (t[2], new[2], new[1]), tuple(new)]
        triangles = split
    return radius * np.array(places), np.array(triangles)


def soup(count, seed, spread=5.0, size=1.0):
    """Triangles without neighbors."""
    rng = np.random.default_rng(seed)
    middle = rng.uniform(-spread, spread, (count, 1, 3))
    vertices = (middle + rng.uniform(-size, size, (count, 3, 3))).astype(np.float32).astype(np.float64)
    return vertices.reshape(-1, 3), np.arange(3 * count).reshape(-1, 3)


def first_hit(origin, direction, corners, two_sided):
    """Distance to the nearest triangle that a ray hits, infinite for none, and its row, by looking at all of them.

    The plane of a triangle is met at t = n . (a - o) / n . d; that point is inside if it is left of all three sides.
    """
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    n = np.cross(b - a, c - a)
    facing = n @ direction
    with np.errstate(divide="ignore", invalid="ignore"):
        t = ((a - origin) * n).sum(axis=1) / facing
        p = origin + t[:, None] * direction
        inside = np.ones(len(corners), bool)
        for u, v in ((a, b), (b, c), (c, a)):
            inside &= (np.cross(v - u, p - u) * n).sum(axis=1) >= -1e-12
    good = inside & (t >= 0.0) & ((facing < 0.0) | (two_sided & (facing > 0.0)))
    t = np.where(good, t, np.inf)
    row = int(t.argmin())
    return t[row], row if np.isfinite(t[row]) else -1
