"""Closed surfaces of triangles, counterclockwise seen from outside, around the origin."""

import math

import numpy as np

#: Golden ratio.
_PHI = 0.5 + 0.5 * math.sqrt(5.0)
_ICOSAHEDRON = np.array(
    [
        (-1, _PHI, 0), (1, _PHI, 0), (-1, -_PHI, 0), (1, -_PHI, 0), (0, -1, _PHI), (0, 1, _PHI),
        (0, -1, -_PHI), (0, 1, -_PHI), (_PHI, 0, -1), (_PHI, 0, 1), (-_PHI, 0, -1), (-_PHI, 0, 1),
    ]
)  # fmt: skip
_ICOSAHEDRON_FACES = np.array(
    [
        (0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6),
        (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5), (2, 4, 11), (6, 2, 10),
        (8, 6, 7), (9, 8, 1),
    ]
)  # fmt: skip


def ball(radius: float, detail: int) -> tuple[np.ndarray, np.ndarray]:
    """Icosahedron whose triangles are split in four `detail` times: 10 * 4^detail + 2 vertices on a sphere."""
    vertices, triangles = _ICOSAHEDRON / math.sqrt(1.0 + _PHI * _PHI), _ICOSAHEDRON_FACES
    for _ in range(detail):
        count = len(vertices)
        edges = np.stack((triangles, np.roll(triangles, -1, axis=1)), axis=2).reshape(-1, 2)
        low, high = edges.min(axis=1), edges.max(axis=1)
        keys, number = np.unique(low * count + high, return_inverse=True)
        middles = vertices[keys // count] + vertices[keys % count]
        middles /= np.sqrt((middles * middles).sum(axis=1))[:, None]
        vertices = np.concatenate((vertices, middles))
        ab, bc, ca = (number + count).reshape(-1, 3).T
        a, b, c = triangles.T
        parts = ((a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca))
        triangles = np.concatenate([np.column_stack(part) for part in parts])
    return radius * vertices, triangles


def box(half_extents: tuple[float, float, float], cells: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Box with each face divided into cells of two triangles, whose diagonals turn from cell to cell."""
    sizes = [count + 1 for count in cells]
    number = np.arange(math.prod(sizes)).reshape(sizes)
    triangles = []
    for axis in range(3):
        for far in (False, True):
            face = np.take(number, -1 if far else 0, axis=axis)
            if far == (axis == 1):  # so that rows x columns points outward
                face = face.T
            triangles.append(quads(face))
    rows = np.concatenate(triangles)
    used, rows = np.unique(rows, return_inverse=True)
    place = np.column_stack(np.unravel_index(used, sizes)) / np.array(cells)
    return (2.0 * place - 1.0) * np.array(half_extents), rows.reshape(-1, 3)


def torus(radius: float, tube: float, segments: int, sides: int) -> tuple[np.ndarray, np.ndarray]:
    """Ring around Y: `segments` around the axis, `sides` around the tube."""
    around = 2.0 * math.pi * np.arange(segments) / segments
    across = 2.0 * math.pi * np.arange(sides) / sides
    distance = radius + tube * np.cos(across)
    height = np.broadcast_to(tube * np.sin(across), (segments, sides))
    vertices = np.stack((np.outer(np.cos(around), distance), height, np.outer(np.sin(around), distance)), axis=2)
    number = np.pad(np.arange(segments * sides).reshape(segments, sides), ((0, 1), (0, 1)), mode="wrap")
    return vertices.reshape(-1, 3), quads(number.T)


def quads(number: np.ndarray) -> np.ndarray:
    """Triangles over a grid of vertices, two for each cell, whose diagonals turn from cell to cell.

    Args:
        number: Numbers of the vertices, [rows, columns].

    Returns:
        Triangles whose normals are the way from row to row times that from column to column, [t, 3].
    """
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    odd = (np.add.outer(np.arange(len(a)), np.arange(a.shape[1])) % 2 == 1)[..., None]
    first = np.where(odd, np.stack((a, b, d), axis=2), np.stack((a, b, c), axis=2))
    second = np.where(odd, np.stack((b, c, d), axis=2), np.stack((a, c, d), axis=2))
    return np.stack((first, second), axis=2).reshape(-1, 3)
