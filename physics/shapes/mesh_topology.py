"""How the triangles of a mesh hang together: which share an edge, what surrounds a vertex, what is drawn smooth."""

from typing import NamedTuple

import numpy as np


class Edges(NamedTuple):
    """Edges of a mesh; edge k of a triangle runs from its corner k to the next one, its row is 3 * triangle + k.

    Attributes:
        partner: Row of the same edge in the only other triangle that has it, in the opposite direction, int64 [3 T]; -1
            if there is no such triangle, or more than one.
        lone: Rows of edges that no other triangle has.
        crowded: Rows of edges that more than two triangles have, or two in the same direction.
    """

    partner: np.ndarray
    lone: np.ndarray
    crowded: np.ndarray


def weld(vertices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Make one of vertices at the same place.

    Args:
        vertices: Places, float32 [n, 3].

    Returns:
        Different places, float32 [m, 3], and the row of each vertex among them, int64 [n].
    """
    vertices = vertices + np.float32(0.0)  # -0 is 0
    order = np.lexsort(vertices.T)
    inside = vertices[order]
    new = np.ones(len(vertices), bool)
    new[1:] = (inside[1:] != inside[:-1]).any(axis=1)
    rows = np.empty(len(vertices), np.int64)
    rows[order] = np.cumsum(new) - 1
    return inside[new], rows


def find_edges(triangles: np.ndarray) -> Edges:
    """Which triangles share edges.

    Args:
        triangles: Rows of welded vertices, int64 [T, 3].
    """
    tail = triangles.ravel()
    tip = np.roll(triangles, -1, axis=1).ravel()
    key = np.minimum(tail, tip) * (triangles.max(initial=0) + 1) + np.maximum(tail, tip)
    order = np.argsort(key, kind="stable")
    first = np.flatnonzero(np.diff(key[order], prepend=-1))
    count = np.diff(np.append(first, len(key)))
    partner = np.full(len(key), -1)
    pair = first[count == 2]
    a, b = order[pair], order[pair + 1]
    opposed = tail[a] == tip[b]
    partner[a[opposed]], partner[b[opposed]] = b[opposed], a[opposed]
    crowded = np.concatenate((a[~opposed], order[first[count > 2]]))
    return Edges(partner, np.sort(order[first[count == 1]]), np.sort(crowded))


def opposite_vertices(triangles: np.ndarray, partner: np.ndarray) -> np.ndarray:
    """Vertex beyond each edge: the third corner of the neighbor, -1 at the border, int64 [T, 3]."""
    third = np.roll(triangles, 1, axis=1).ravel()
    return np.where(partner >= 0, third[partner], -1).reshape(-1, 3)


def rings(triangles: np.ndarray, vertex_count: int) -> tuple[np.ndarray, np.ndarray]:
    """Vertices that share an edge with each vertex.

    Returns:
        Where the list of each vertex begins, [vertex_count + 1], and the lists one after another.
    """
    tail = triangles.ravel()
    tip = np.roll(triangles, -1, axis=1).ravel()
    key = np.unique(np.concatenate((tail * vertex_count + tip, tip * vertex_count + tail)))
    owner, other = np.divmod(key, vertex_count)
    return np.searchsorted(owner, np.arange(vertex_count + 1)), other


def face_normals(vertices: np.ndarray, triangles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Unit normals of triangles, float64 [T, 3], and twice their areas [m^2]; an area of 0 has the normal 0."""
    a, b, c = (vertices[triangles[:, k]].astype(np.float64) for k in range(3))
    cross = np.cross(b - a, c - a)
    area = np.sqrt((cross * cross).sum(axis=1))
    return cross / np.where(area > 0.0, area, 1.0)[:, None], area


def smooth_corners(
    vertices: np.ndarray, triangles: np.ndarray, partner: np.ndarray, crease: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Corners and normals to draw: round across edges that bend less than the crease, sharp across others.

    Args:
        vertices: Welded places, float32 [n, 3].
        triangles: Their rows, [T, 3].
        partner: As in `Edges`.
        crease: Least angle between the normals at a sharp edge [rad].

    Returns:
        Places float32 [m, 3], unit normals float32 [m, 3], triangles int32 [T, 3].
    """
    normals, _ = face_normals(vertices, triangles)
    edge = np.flatnonzero(partner > np.arange(len(partner)))
    other = partner[edge]
    round_ = (normals[edge // 3] * normals[other // 3]).sum(axis=1) > np.cos(crease)
    edge, other = edge[round_], other[round_]
    # The neighbor runs along the edge the other way, so its first corner is our second.
    ahead, behind = edge - edge % 3 + (edge + 1) % 3, other - other % 3 + (other + 1) % 3
    label = joined(len(partner), np.concatenate((edge, ahead)), np.concatenate((behind, other)))
    kept, group = np.unique(label, return_inverse=True)
    corner = vertices[triangles].astype(np.float64)
    along = np.roll(corner, -1, axis=1) - corner
    back = np.roll(corner, 1, axis=1) - corner
    length = np.sqrt((along * along).sum(axis=2) * (back * back).sum(axis=2))
    angle = np.arccos(np.clip((along * back).sum(axis=2) / length, -1.0, 1.0)).ravel()
    weighted = np.repeat(normals, 3, axis=0) * angle[:, None]
    total = np.column_stack([np.bincount(group, weighted[:, c], len(kept)) for c in range(3)])
    size = np.sqrt((total * total).sum(axis=1))
    flat = size < 1e-9  # faces back to back: any of them will do
    total[flat], size[flat] = normals[kept[flat] // 3], 1.0
    places = vertices[triangles.ravel()[kept]]
    return places, (total / size[:, None]).astype(np.float32), group.reshape(-1, 3).astype(np.int32)


def joined(count: int, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Lowest member of the group of each of `count` things, of which a[i] and b[i] are joined."""
    label = np.arange(count)
    while True:
        least = np.minimum(label[a], label[b])
        before = label.copy()
        for side in (a, b):
            np.minimum.at(label, side, least)
            np.minimum.at(label, before[side], least)
        label = label[label]
        if (label == before).all():
            return label
