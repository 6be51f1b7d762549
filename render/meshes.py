"""Unit meshes that the vertex shaders stretch to the size of each shape. Triangles run counterclockwise outside."""

import numpy as np

#: A vertex: place (x, y, z), normal (x, y, z), side.
VERTEX_FLOATS = 7

#: Lines of the grid of a half-space, as shares of its half width; the same to the other side.
GRID = np.array((0.001, 0.004, 0.016, 0.08, 0.3, 1.0))


def box_mesh() -> tuple[np.ndarray, np.ndarray]:
    """Box of half extents 1: every face has its own four vertices.

    Returns:
        Vertices, float32 [24, 7], and triangles, int32 [12, 3].
    """
    vertices, triangles = [], []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            normal, u, v = np.zeros(3), np.zeros(3), np.zeros(3)
            normal[axis], u[(axis + 1) % 3], v[(axis + 2) % 3] = sign, sign, 1.0
            first = len(vertices)
            for du, dv in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                vertices.append((*(normal + du * u + dv * v), *normal, 0.0))
            triangles += [(first, first + 1, first + 2), (first, first + 2, first + 3)]
    return np.array(vertices, np.float32), np.array(triangles, np.int32)


def round_mesh(segments: int, rings: int) -> tuple[np.ndarray, np.ndarray]:
    """Sphere of radius 1, cut at its equator: `side` is +1 above and -1 below.

    A capsule is this mesh times the radius, with each half moved by `side` times the half height; between the halves a
    band of triangles becomes the cylinder. For a sphere the half height is 0 and the band has no area.

    Args:
        segments: Vertices around.
        rings: Rings of faces in one half.

    Returns:
        Vertices, float32 [n, 7], and triangles, int32 [k, 3].
    """
    polar = 0.5 * np.pi * np.arange(rings + 1) / rings
    polar = np.concatenate((polar, np.pi - polar[::-1]))
    side = np.repeat((1.0, -1.0), rings + 1)
    azimuth = 2.0 * np.pi * np.arange(segments + 1) / segments
    azimuth[-1] = 0.0  # the seam must close to the last bit
    place = np.empty((len(polar), segments + 1, 3))
    place[..., 0] = np.sin(polar)[:, None] * np.sin(azimuth)
    place[..., 1] = np.cos(polar)[:, None]
    place[..., 2] = np.sin(polar)[:, None] * np.cos(azimuth)
    sides = np.broadcast_to(side[:, None, None], (*place.shape[:2], 1))
    vertices = np.concatenate((place, place, sides), axis=-1).reshape(-1, VERTEX_FLOATS)

    row, column = np.meshgrid(np.arange(len(polar) - 1), np.arange(segments), indexing="ij")
    a = row * (segments + 1) + column
    b = a + segments + 1
    upper = np.stack((a, b, a + 1), axis=-1)[1:]  # the first row ends in the pole
    lower = np.stack((a + 1, b, b + 1), axis=-1)[:-1]
    triangles = np.concatenate((lower.reshape(-1, 3), upper.reshape(-1, 3)))
    return vertices.astype(np.float32), triangles.astype(np.int32)


def drum_mesh(segments: int) -> tuple[np.ndarray, np.ndarray]:
    """Cylinder of radius 1 from y = -1 to y = 1, with flat ends; normals of the side are horizontal.

    A cone is this mesh with its upper end drawn together to the tip; the shaders lean the normals of its side.

    Args:
        segments: Vertices around.

    Returns:
        Vertices, float32 [n, 7], and triangles, int32 [k, 3].
    """
    azimuth = 2.0 * np.pi * np.arange(segments + 1) / segments
    azimuth[-1] = 0.0  # the seam must close to the last bit
    vertices, triangles = [], []
    ring = np.stack((np.sin(azimuth), np.zeros(segments + 1), np.cos(azimuth), np.zeros(segments + 1)), axis=1)
    for y in (-1.0, 1.0):
        vertices.append(np.stack([(x, y, z, x, 0.0, z, 0.0) for x, _, z, _ in ring]))
    k = np.arange(segments)
    low, high = k, k + segments + 1
    triangles += [np.stack((low, low + 1, high + 1), axis=1), np.stack((low, high + 1, high), axis=1)]
    for y in (-1.0, 1.0):
        first = sum(len(part) for part in vertices)
        vertices.append(np.stack([(x, y, z, 0.0, y, 0.0, 0.0) for x, _, z, _ in ring[:-1]]))
        fan = np.stack((np.full(segments - 2, first), first + k[1:-1], first + k[2:]), axis=1)
        triangles.append(fan if y > 0.0 else fan[:, ::-1])
    return np.concatenate(vertices).astype(np.float32), np.concatenate(triangles).astype(np.int32)


def plane_mesh() -> tuple[np.ndarray, np.ndarray]:
    """Square of half width 1 that faces +Y, in a grid that is finer toward its middle: float32 [n, 7] and int32 [k, 3].

    Depths within a triangle as large as a half-space are off by centimeters near the eye, and would hide what lies flat
    on the ground.
    """
    line = np.concatenate((-GRID[::-1], GRID))
    x, z = (some.ravel() for some in np.meshgrid(line, line, indexing="ij"))
    rows = np.column_stack((x, 0.0 * x, z, 0.0 * x, 0.0 * x + 1.0, 0.0 * x, 0.0 * x))
    k, j = (some.ravel() for some in np.meshgrid(*(2 * [np.arange(len(line) - 1)]), indexing="ij"))
    low = k * len(line) + j
    high = low + len(line)
    triangles = np.concatenate((np.stack((low, low + 1, high + 1), axis=1), np.stack((low, high + 1, high), axis=1)))
    return rows.astype(np.float32), triangles.astype(np.int32)


def mesh_edges(vertices: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Edges of a mesh, each once, without those inside of flat faces.

    Args:
        vertices: float32 [n, 7].
        triangles: int32 [k, 3].

    Returns:
        Two vertices each, int32 [e, 2].
    """
    # Vertices at one place are one corner, whatever their normals are; the two sides of an equator are not.
    key = np.unique(vertices[:, [0, 1, 2, 6]].round(4) + 0.0, axis=0, return_inverse=True)[1].ravel()
    corners = vertices[triangles, :3].astype(np.float64)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normal, axis=1)
    faces: dict[tuple[int, int], list[int]] = {}
    ends: dict[tuple[int, int], tuple[int, int]] = {}
    for face, triangle in enumerate(triangles.tolist()):
        for a, b in zip(triangle, triangle[1:] + triangle[:1], strict=True):
            edge = (min(key[a], key[b]), max(key[a], key[b]))
            if edge[0] != edge[1]:
                faces.setdefault(edge, []).append(face)
                ends[edge] = (a, b)

    def is_flat(one: int, other: int) -> bool:
        """Whether two faces with an area lie in one plane."""
        size = length[one] * length[other]
        return size > 1e-12 and normal[one] @ normal[other] > (1.0 - 1e-6) * size

    kept = [ends[edge] for edge, some in faces.items() if len(some) != 2 or not is_flat(*some)]
    return np.array(kept, np.int32).reshape(-1, 2)
