"""Trees and rocks: the same for many places."""

import numpy as np

from assets.making.objects import Paint, Surface, merge

PAINTS = {
    "bark": Paint("bark", (0.36, 0.27, 0.19)),
    "leaves": Paint("leaves", (0.25, 0.42, 0.16)),
    "needles": Paint("needles", (0.16, 0.32, 0.17)),
}
#: Radius of the trunks at the ground and height up to which they are solid [m].
TRUNKS = {"oak": (0.28, 2.6), "birch": (0.17, 3.2), "spruce": (0.24, 1.6)}
#: Crowns: middle and radius of each ball of leaves [m], and low, high and radius of each cone of needles.
BALLS = {
    "oak": (
        ((0.0, 5.0, 0.0), 1.9),
        ((1.3, 4.2, 0.4), 1.4),
        ((-1.2, 4.3, 0.6), 1.4),
        ((0.1, 4.1, -1.3), 1.4),
        ((-0.2, 6.1, 0.1), 1.2),
    ),
    "birch": (((0.0, 4.4, 0.0), 1.25), ((0.2, 5.9, 0.1), 1.05), ((-0.3, 3.6, 0.3), 0.9)),
}
CONES = ((1.1, 3.9, 1.9), (2.5, 5.2, 1.55), (3.9, 6.5, 1.2), (5.3, 8.0, 0.85))
#: How much higher than wide each ball of a birch is; those of an oak are flat.
SLENDER = (1.2, 1.2, 1.0)


def _ball(random: np.random.Generator, center: tuple, radius: float, squash: float = 0.85) -> Surface:
    """A lumpy ball of leaves."""
    rows, columns = 8, 12
    polar = np.linspace(0.0, np.pi, rows)[:, None]
    around = np.linspace(0.0, 2.0 * np.pi, columns + 1)[None, :]
    way = np.stack(
        (np.sin(polar) * np.cos(around), np.cos(polar) * np.ones_like(around), np.sin(polar) * np.sin(around)), -1
    )
    bump = 1.0 + 0.16 * random.standard_normal((rows, columns + 1))
    bump[:, -1], bump[0], bump[-1] = bump[:, 0], 1.0, 1.0
    points = np.array(center) + way * bump[..., None] * radius * np.array((1.0, squash, 1.0))
    uv = np.stack(
        (
            np.broadcast_to(around, (rows, columns + 1)) * radius / 1.5,
            np.broadcast_to(-polar, (rows, columns + 1)) * radius / 1.5,
        ),
        -1,
    )
    # From the top down, and counterclockwise around: the front is outside.
    low = (np.arange(rows - 1)[:, None] * (columns + 1) + np.arange(columns)).ravel()
    triangles = np.stack((low, low + 1, low + columns + 2, low, low + columns + 2, low + columns + 1), 1).reshape(-1, 3)
    corner = points.reshape(-1, 3)[triangles]
    area = np.linalg.norm(np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]), axis=1)
    return Surface(points.reshape(-1, 3), way.reshape(-1, 3), uv.reshape(-1, 2), triangles[area > 1e-6])


def _cone(low: float, high: float, radius: float, top: float, columns: int = 10) -> Surface:
    """Side of a cone or a trunk around the y axis."""
    around = np.linspace(0.0, 2.0 * np.pi, columns + 1)
    way = np.column_stack((np.cos(around), np.zeros_like(around), np.sin(around)))
    points = np.concatenate((way * radius + (0.0, low, 0.0), way * max(top, 0.01) + (0.0, high, 0.0)))
    normals = np.concatenate((way, way)) + (0.0, (radius - top) / (high - low), 0.0)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    u = around * 0.4
    uv = np.concatenate(
        (np.column_stack((u, np.zeros_like(u))), np.column_stack((u, np.full_like(u, 0.5 * (high - low)))))
    )
    k = np.arange(columns)
    triangles = np.stack((k, k + columns + 1, k + columns + 2, k, k + columns + 2, k + 1), 1).reshape(-1, 3)
    return Surface(points, normals, uv, triangles)


def _disk(height: float, radius: float, columns: int = 10) -> Surface:
    """Underside of a cone."""
    around = np.linspace(0.0, 2.0 * np.pi, columns, endpoint=False)
    points = np.column_stack((radius * np.cos(around), np.full(columns, height), radius * np.sin(around)))
    k = np.arange(1, columns - 1)
    triangles = np.column_stack((np.zeros_like(k), k, k + 1))
    return Surface(points, np.tile((0.0, -1.0, 0.0), (columns, 1)), points[:, ::2] / 1.5, triangles)


def make_oak() -> dict[str, Surface]:
    """A broad tree, 7 m high."""
    random = np.random.default_rng(3)
    return {"bark": _cone(-0.4, 4.2, 0.30, 0.18), "leaves": merge([_ball(random, *ball) for ball in BALLS["oak"]])}


def make_birch() -> dict[str, Surface]:
    """A slender tree, 7.5 m high."""
    random = np.random.default_rng(4)
    balls = [_ball(random, *ball, squash) for ball, squash in zip(BALLS["birch"], SLENDER, strict=True)]
    return {"bark": _cone(-0.4, 4.6, 0.17, 0.1), "leaves": merge(balls)}


def make_spruce() -> dict[str, Surface]:
    """A conifer, 8 m high."""
    parts = [part for low, high, radius in CONES for part in (_cone(low, high, radius, 0.0), _disk(low, radius))]
    return {"bark": _cone(-0.4, 2.2, 0.25, 0.2), "needles": merge(parts)}
