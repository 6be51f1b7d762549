"""Convex polyhedra as kernels read them, and as they are drawn."""

import numpy as np

from physics.kernels.layout import hull as HULL
from physics.queries.snapshot import Geometry
from physics.shapes.base import ShapeData
from physics.shapes.polyhedra import Polyhedron


def hull_data_of(body: Polyhedron, center: np.ndarray) -> ShapeData:
    """Description for the kernels; see `physics.kernels.layout.hull`.

    Args:
        body: Convex body.
        center: Center of its bounding box, around which it is described [m].
    """
    vertices = (body.vertices - center).astype(np.float32)
    normals = body.normals.astype(np.float32)
    # After rounding, no vertex of a face may lie outside of its plane.
    offsets = [
        (vertices[list(face)].astype(float) @ n).max()
        for face, n in zip(body.faces, normals.astype(float), strict=True)
    ]
    planes = np.column_stack((normals, np.array(offsets, np.float32)))
    middle = body.moments()[1] - center
    inner = (planes[:, 3] - planes[:, :3] @ middle).min()
    blocks = {
        HULL.VERTICES: _rows(vertices),
        HULL.PLANES: _rows(planes),
        HULL.EDGES: _rows(_edge_numbers(body.edges, vertices, planes)),
        HULL.BODY: np.array([*middle, inner, 0.0, 0.0, 0.0, 0.0], np.float32),
    }
    starts, corners = _corner_lists(body)
    lists = {
        HULL.FACE_STARTS: starts,
        HULL.CORNERS: corners.reshape(-1),
        HULL.EDGE_ENDS: body.edges.reshape(-1),
    }
    header = np.zeros(HULL.HEADER, np.int32)
    header[HULL.VERTEX_COUNT] = len(vertices)
    header[HULL.FACE_COUNT] = len(planes)
    header[HULL.EDGE_COUNT] = len(body.edges)
    for column, block in blocks.items():
        header[column] = sum(len(other) for key, other in blocks.items() if key < column)
        assert len(block) % 8 == 0
    for column in lists:
        header[column] = len(header) + sum(len(other) for key, other in lists.items() if key < column)
    indices = np.concatenate([header, *lists.values()]).astype(np.int32)
    numbers = np.concatenate(list(blocks.values()))
    return ShapeData(indices, numbers, tuple(map(int, HULL.INDEX_COLUMNS)), tuple(map(int, HULL.NUMBER_COLUMNS)))


def hull_geometry(body: Polyhedron, center: np.ndarray) -> Geometry:
    """Triangles to draw, every face with corners of its own, so that its edges look sharp."""
    sizes = [len(face) for face in body.faces]
    starts = np.cumsum([0, *sizes[:-1]])
    triangles = [
        (start, start + k, start + k + 1) for start, size in zip(starts, sizes, strict=True) for k in range(1, size - 1)
    ]
    corners = np.concatenate([np.array(face) for face in body.faces])
    return Geometry(
        positions=(body.vertices[corners] - center).astype(np.float32),
        normals=np.repeat(body.normals, sizes, axis=0).astype(np.float32),
        triangles=np.array(triangles, np.int32),
    )


def _rows(columns: np.ndarray) -> np.ndarray:
    """Table of things as rows of eight lanes, the last thing repeated, float32, flat."""
    padding = -len(columns) % 8
    return np.concatenate([columns, np.repeat(columns[-1:], padding, axis=0)]).T.astype(np.float32).reshape(-1)


def _edge_numbers(edges: np.ndarray, vertices: np.ndarray, planes: np.ndarray) -> np.ndarray:
    """Rows of the edges as columns, shape [E, EDGE_ROWS]."""
    first, second, left, right = edges.T
    cosine = (planes[left, :3].astype(float) * planes[right, :3]).sum(axis=1)
    width = 1.0 / np.sqrt(np.maximum(0.5 + 0.5 * cosine, HULL.WIDTH_MAX**-2))
    along = vertices[second] - vertices[first]
    return np.column_stack((planes[left], planes[right], vertices[first], along, width))


def _corner_lists(body: Polyhedron) -> tuple[np.ndarray, np.ndarray]:
    """Where the corners of each face begin, [F + 1], and vertex and edge of all corners, [C, 2]."""
    edge_of = {}
    for i, (a, b, _, _) in enumerate(body.edges.tolist()):
        edge_of[a, b] = edge_of[b, a] = i
    starts, corners = [0], []
    for face, normal in zip(body.faces, body.normals, strict=True):
        ends = (*face[1:], face[0])
        listed = [(a, edge_of[a, b]) for a, b in zip(face, ends, strict=True)]
        corners += [listed[k] for k in _kept_corners(body.vertices[list(face)], normal)]
        starts.append(len(corners))
    return np.array(starts), np.array(corners)


def _kept_corners(corners: np.ndarray, normal: np.ndarray) -> list[int]:
    """Which corners a list may hold; one after another, that which spans the smallest triangle is left out."""
    kept = list(range(len(corners)))
    while len(kept) > HULL.CORNERS_MAX:
        ring = corners[kept]
        back, ahead = np.roll(ring, 1, axis=0) - ring, np.roll(ring, -1, axis=0) - ring
        del kept[int((np.cross(ahead, back) @ normal).argmin())]
    return kept
