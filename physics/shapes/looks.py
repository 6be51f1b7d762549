"""Looks: what a body is drawn as, when that is not what it collides as."""

import dataclasses
from typing import Any, NamedTuple

import numpy as np

from physics import checks, constants
from physics.kernels.layout import kind as KIND
from physics.queries.snapshot import Geometry
from physics.shapes.base import Vector


class Look(NamedTuple):
    """A geometry as a row of shapes shows it.

    Attributes:
        number: Its number among the geometries of the world; that one is around the center of its bounding box.
        offset: That center in body axes [m].
        half_extents: Half of the lengths of the bounding box [m].
    """

    number: int
    offset: Vector
    half_extents: Vector


def check_look(look: Any) -> Geometry | None:
    """A geometry, or None.

    Raises:
        TypeError: It is something else.
        ValueError: It has no triangles, or they cannot be drawn.
    """
    if look is None:
        return None
    if not isinstance(look, Geometry):
        raise TypeError(f"look must be a Geometry or None, got {checks.shown(look)}")
    positions, normals, triangles = (np.asarray(some) for some in (look.positions, look.normals, look.triangles))
    for name, array in (("positions", positions), ("normals", normals), ("triangles", triangles)):
        if array.ndim != 2 or array.shape[1] != 3:
            raise ValueError(f"{name} of a look must have the shape [n, 3], got {array.shape}")
    if len(normals) != len(positions):
        raise ValueError(f"a look needs a normal for each of its {len(positions)} positions, got {len(normals)}")
    if not len(triangles):
        raise ValueError("a look needs triangles, got none; use None to draw the shapes of the body")
    if triangles.min() < 0 or triangles.max() >= len(positions):
        raise ValueError(
            f"triangles of a look must be rows of its {len(positions)} positions, got {triangles.min()} to "
            f"{triangles.max()}; rows count from 0"
        )
    if look.picture:
        shape = () if look.uv is None else np.shape(look.uv)
        if shape != (len(positions), 2):
            raise ValueError(f"a look with a picture needs uv of the shape [{len(positions)}, 2], got {shape}")
    if not (np.abs(positions) <= constants.SIZE_MAX).all():  # also refuses NaN
        raise ValueError(f"positions of a look must be finite and within {constants.SIZE_MAX:g} m")
    return look


def centered(geometry: Geometry) -> tuple[Geometry, Vector, Vector]:
    """A geometry around the center of its bounding box, that center and the half extents [m]."""
    low, high = geometry.positions.min(axis=0), geometry.positions.max(axis=0)
    center, half = 0.5 * (low + high), 0.5 * (high - low)
    if not center.any():
        return geometry, (0.0, 0.0, 0.0), tuple(half.tolist())
    moved = dataclasses.replace(geometry, positions=(geometry.positions - center).astype(np.float32))
    return moved, tuple(center.tolist()), tuple(half.tolist())


def show_looks(shapes: dict[str, Any], looks: list[tuple[int, int, Look]]) -> dict[str, Any]:
    """Put one row in the place of all shapes of each body that has a look.

    Args:
        shapes: Arrays of the shapes of a snapshot, by name; the numbers of the shapes rise.
        looks: Index of the body, number of its first shape or -1, and look; material and sensor are those of the shape.

    Returns:
        The arrays as the snapshot shows them.
    """
    if not looks:
        return shapes
    bodies, numbers, rows = zip(*looks, strict=True)
    index, first = np.array(bodies, np.int32), np.array(numbers, np.int32)
    shaped = first >= 0
    place = np.searchsorted(shapes["shape"], first[shaped])
    material, sensor = np.zeros(len(rows), np.int32), np.zeros(len(rows), bool)
    material[shaped], sensor[shaped] = shapes["shape_material"][place], shapes["shape_sensor"][place]
    shown: dict[str, np.ndarray] = {
        "shape": first,
        "shape_body": index,
        "shape_kind": np.full(len(rows), KIND.MESH, np.int8),
        "shape_size": np.array([row.half_extents for row in rows], np.float32),
        "shape_offset": np.array([row.offset for row in rows], np.float32),
        "shape_rotation": np.tile(np.array((0, 0, 0, 1), np.float32), (len(rows), 1)),
        "shape_material": material,
        "shape_sensor": sensor,
        "shape_geometry": np.array([row.number for row in rows], np.int32),
    }
    kept = ~np.isin(shapes["shape_body"], index)
    return {**shapes, **{name: np.concatenate((shapes[name][kept], more)) for name, more in shown.items()}}
