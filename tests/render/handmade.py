"""Snapshots and geometries made by hand, for what no shape of the physics draws."""

import numpy as np

from physics.queries.snapshot import KIND, Geometry, Snapshot


def make_snapshot(bodies, position, orientation=None, kind=KIND.BOX, size=(0.5, 0.5, 0.5), **changes):
    n = len(bodies)
    values = {
        "step": 0,
        "time": 0.0,
        "body": np.array(bodies, np.int32),
        "kind": np.zeros(n, np.int8),
        "position": np.array(position, float).reshape(n, 3),
        "orientation": np.tile((0.0, 0.0, 0.0, 1.0), (n, 1)) if orientation is None else np.array(orientation),
        "velocity": np.zeros((n, 3)),
        "angular_velocity": np.zeros((n, 3)),
        "awake": np.ones(n, bool),
        "shape": np.arange(n, dtype=np.int32),
        "shape_body": np.arange(n, dtype=np.int32),
        "shape_kind": np.full(n, kind, np.int8),
        "shape_size": np.tile(np.array(size, np.float32), (n, 1)),
        "shape_offset": np.zeros((n, 3), np.float32),
        "shape_rotation": np.tile(np.array((0, 0, 0, 1), np.float32), (n, 1)),
        "shape_material": np.zeros(n, np.int32),
        "shape_sensor": np.zeros(n, bool),
        "shape_geometry": np.full(n, -1, np.int32),
        "geometries": (),
    }
    return Snapshot(**{**values, **changes})


def row(kind, size, position, *, geometry=-1, material=0, turn=(0.0, 0.0, 0.0, 1.0)):
    """One body of one shape for `make_rows`."""
    return kind, size, position, geometry, material, turn


def make_rows(rows, geometries=()):
    """Snapshot of bodies of one shape each, as `row` describes them."""
    kind, size, position, geometry, material, turn = zip(*rows, strict=True)
    return make_snapshot(
        range(1, len(rows) + 1),
        position,
        np.array(turn, float),
        shape_kind=np.array(kind, np.int8),
        shape_size=np.array(size, np.float32),
        shape_geometry=np.array(geometry, np.int32),
        shape_material=np.array(material, np.int32),
        geometries=tuple(geometries),
    )


def faceted(corners):
    """Geometry of triangles with flat faces.

    Args:
        corners: Corners of each triangle [m], [k, 3, 3].
    """
    corners = np.asarray(corners, np.float32)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    triangles = np.arange(3 * len(corners), dtype=np.int32).reshape(-1, 3)
    return Geometry(corners.reshape(-1, 3), np.repeat(normal, 3, axis=0).astype(np.float32), triangles)


def rock(seed=0, radius=0.5, segments=9, rings=3):
    """A bumpy ball with flat faces, around the center of its bounding box."""
    from render.meshes import round_mesh

    vertices, triangles = round_mesh(segments, rings)
    place = vertices[:, :3].astype(float)
    key = np.unique(place.round(4) + 0.0, axis=0, return_inverse=True)[1].ravel()  # vertices of the seam move together
    place *= radius * np.random.default_rng(seed).uniform(0.75, 1.1, key.max() + 1)[key][:, None]
    corners = place[triangles]
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    corners = corners[area > 1e-6]
    return faceted(corners - 0.5 * (corners.min(axis=(0, 1)) + corners.max(axis=(0, 1))))


def hill(half=10.0, cells=40, height=1.5):
    """A smooth height field of square cells, around the center of its bounding box."""
    line = np.linspace(-half, half, cells + 1)
    x, z = np.meshgrid(line, line, indexing="ij")
    wave = np.pi / half
    y = 0.5 * height * np.cos(wave * x) * np.cos(wave * z)
    slope = 0.5 * height * wave
    normal = np.stack(
        (slope * np.sin(wave * x) * np.cos(wave * z), np.ones_like(x), slope * np.cos(wave * x) * np.sin(wave * z)), -1
    )
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    k = np.arange((cells + 1) ** 2, dtype=np.int32).reshape(cells + 1, cells + 1)
    a, b, c, d = (some.ravel() for some in (k[:-1, :-1], k[:-1, 1:], k[1:, 1:], k[1:, :-1]))
    triangles = np.concatenate((np.stack((a, b, c), 1), np.stack((a, c, d), 1)))
    place = np.stack((x, y, z), axis=-1)
    return Geometry(place.reshape(-1, 3).astype(np.float32), normal.reshape(-1, 3).astype(np.float32), triangles)


def extent_of(geometry):
    """Half extents of its bounding box [m]."""
    return tuple(np.abs(geometry.positions).max(axis=0).tolist())
