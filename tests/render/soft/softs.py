"""Soft bodies made by hand: a cloth, a rope, a block of jelly, a balloon."""

import dataclasses
import itertools

import numpy as np

from physics.queries.snapshot import SoftView

NONE = np.zeros((0, 3), np.int32)
NO_SEGMENTS = np.zeros((0, 2), np.int32)


def soft(number, kind, vertices, triangles=NONE, segments=NO_SEGMENTS, **changes):
    """A view with plain values for what is not given."""
    vertices = np.asarray(vertices, np.float32)
    values = {
        "material": "cotton",
        "origin": (0.0, 0.0, 0.0),
        "thickness": 0.002,
        "strain": np.zeros(len(vertices), np.float32),
        "uv": None,
        "color": None,
        "awake": True,
    }
    return SoftView(number, kind, vertices=vertices, triangles=triangles, segments=segments, **{**values, **changes})


def moved(view, vertices=None, **changes):
    """The same soft body later."""
    if vertices is not None:
        changes["vertices"] = np.asarray(vertices, np.float32)
    return dataclasses.replace(view, **changes)


def grid_triangles(rows, columns):
    """Triangles of a grid whose vertex number is row * columns + column."""
    k = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    a, b, c, d = (some.ravel() for some in (k[:-1, :-1], k[:-1, 1:], k[1:, 1:], k[1:, :-1]))
    return np.concatenate((np.stack((a, b, c), 1), np.stack((a, c, d), 1)))


def cloth(number=1, size=2.0, count=21, wave=0.0, phase=0.0, **changes):
    """A square in the plane XY that faces +Z, with waves of some height; uv from 0 to 1."""
    line = np.linspace(0.0, 1.0, count)
    u, v = (some.ravel() for some in np.meshgrid(line, line))
    z = wave * np.sin(9.0 * u + phase) * (0.3 + 0.7 * (1.0 - v))
    place = np.column_stack((size * (u - 0.5), size * (v - 0.5), z))
    uv = np.column_stack((u, v)).astype(np.float32)
    return soft(number, "cloth", place, grid_triangles(count, count), **{"uv": uv, **changes})


def rope(number=2, points=((-1.0, 0.0, 0.0), (1.0, 0.0, 0.0)), radius=0.05, **changes):
    """A rope through some points."""
    n = np.arange(len(points) - 1, dtype=np.int32)
    changes = {"material": "hemp", "thickness": radius, "segments": np.column_stack((n, n + 1)), **changes}
    return soft(number, "rope", points, **changes)


def ball(number=3, radius=0.5, count=24, **changes):
    """A closed ball: rings of one vertex each at the poles."""
    polar = np.pi * np.arange(1, count) / count
    turn = 2.0 * np.pi * np.arange(2 * count) / (2 * count)
    ring = np.stack(
        (
            np.outer(np.sin(polar), np.sin(turn)),
            np.outer(np.cos(polar), np.ones_like(turn)),
            np.outer(np.sin(polar), np.cos(turn)),
        ),
        axis=-1,
    ).reshape(-1, 3)
    k = np.arange(len(ring)).reshape(count - 1, 2 * count)
    a, d = k[:-1].ravel(), k[1:].ravel()
    b, c = np.roll(k[:-1], -1, 1).ravel(), np.roll(k[1:], -1, 1).ravel()
    top, bottom = len(ring), len(ring) + 1
    caps = [np.column_stack((np.full(2 * count, top), k[0], np.roll(k[0], -1)))]
    caps += [np.column_stack((np.full(2 * count, bottom), np.roll(k[-1], -1), k[-1]))]
    triangles = np.concatenate((np.stack((a, d, c), 1), np.stack((a, c, b), 1), *caps)).astype(np.int32)
    place = radius * np.concatenate((ring, ((0, 1, 0), (0, -1, 0))))
    kind = changes.pop("kind", "shell")
    return soft(number, kind, place, triangles, **{"material": "latex", "thickness": 0.001, **changes})


def block(number=4, half=0.5, cells=6, **changes):
    """A closed cube of square cells, whose vertices at edges are shared."""
    line = np.linspace(-half, half, cells + 1)
    places, triangles = [], []
    for axis, sign in itertools.product(range(3), (-1.0, 1.0)):
        u, v = (some.ravel() for some in np.meshgrid(line, line))
        face = np.empty((len(u), 3))
        face[:, axis], face[:, (axis + 1) % 3], face[:, (axis + 2) % 3] = sign * half, sign * u, v
        triangles.append(grid_triangles(cells + 1, cells + 1) + sum(map(len, places)))
        places.append(face)
    place, index = np.unique(np.concatenate(places).round(6), axis=0, return_inverse=True)
    triangles = index.ravel()[np.concatenate(triangles)].astype(np.int32)
    return soft(number, "solid", place, triangles, **{"material": "jelly", **changes})
