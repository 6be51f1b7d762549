"""Crossings of surfaces by brute force: edges of one against triangles of another, in plain float64."""

import numpy as np


def crossings(soft, other):
    """Edges of a soft body that pass through triangles of another, or of itself: how many pairs there are."""
    place, triangles = soft.positions, soft.triangles
    corners = [other.positions[other.triangles[:, k]] for k in range(3)]
    edges = np.sort(np.concatenate([triangles[:, (a, b)] for a, b in ((0, 1), (1, 2), (2, 0))]), axis=1)
    low, high = np.minimum.reduce(corners), np.maximum.reduce(corners)
    count = 0
    for start, end in np.unique(edges, axis=0):
        p, q = place[start], place[end]
        near = np.flatnonzero(((low <= np.maximum(p, q)) & (high >= np.minimum(p, q))).all(axis=1))
        if other is soft:
            near = near[~np.isin(other.triangles[near], (start, end)).any(axis=1)]
        a, b, c = (corner[near] for corner in corners)
        normal = np.cross(b - a, c - a)
        before, after = ((p - a) * normal).sum(axis=1), ((q - a) * normal).sum(axis=1)
        passes = before * after < 0.0
        a, b, c, normal, before, after = (array[passes] for array in (a, b, c, normal, before, after))
        x = p + (before / (before - after))[:, None] * (q - p)
        inside = [(np.cross(v - u, x - u) * normal).sum(axis=1) >= 0.0 for u, v in ((a, b), (b, c), (c, a))]
        count += int(np.logical_and.reduce(inside).sum())
    return count
