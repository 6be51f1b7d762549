"""Many bodies at once: all of them are added or changed, or none when a value is refused."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from physics import checks, constants
from physics.bodies.body import Body
from physics.bodies.definition import BodyDef, make_parts
from physics.bodies.preparation import prepare
from physics.bodies.table import FATTENING, BodyTable
from physics.kernels.layout import body as BODY
from physics.kernels.step.bulk import write_bodies

#: Options of `World.add_body` that are those of the body; the others are those of its shapes.
BODY_OPTIONS = {field.name for field in dataclasses.fields(BodyDef)} - {"parts", "center_of_mass", "id"}
#: Quantities that `write` can set: how many numbers each has, and the largest of them.
LIMITS = {
    "position": (3, constants.POSITION_MAX),
    "orientation": (4, checks.LONGEST),
    "velocity": (3, constants.MAX_SPEED),
    "angular_velocity": (3, constants.MAX_SPIN),
}


def add_bodies(
    table: BodyTable,
    position: Iterable[checks.VectorLike],
    orientation: Iterable[checks.VectorLike] | None,
    velocity: Iterable[checks.VectorLike] | None,
    options: Mapping[str, Any],
) -> list[Body]:
    """Add many alike bodies; see `World.add_bodies`."""
    places = np.asarray(position, np.float64)
    if places.ndim != 2 or places.shape[1] != 3:
        raise ValueError(f"position must have the shape [n, 3], got {places.shape}")
    rows = {"position": places.tolist()}
    for key, values, width in (("orientation", orientation, 4), ("velocity", velocity, 3)):
        if values is not None:
            array = np.asarray(values, np.float64)
            if array.shape != (len(places), width):
                raise ValueError(f"{key} must have the shape [{len(places)}, {width}], got {array.shape}")
            rows[key] = array.tolist()
    alike = dict(options)
    parts = make_parts(alike.pop("shape", None), alike.pop("shapes", None), alike.get("mass"), _options_of_parts(alike))
    each: Iterator[dict[str, Any]] = (
        dict(zip(rows, map(tuple, values), strict=True)) for values in zip(*rows.values(), strict=True)
    )
    prepared = [prepare(BodyDef(parts, **values, **alike), table.materials) for values in each]
    return [table.enter(body) for body in prepared]  # nothing is refused any more


def _options_of_parts(alike: dict[str, Any]) -> dict[str, Any]:
    """Take the options that are those of shapes out of the options of a body."""
    return {name: alike.pop(name) for name in set(alike) - BODY_OPTIONS}


def write(table: BodyTable, bodies: Sequence[Body], values: Mapping[str, np.ndarray]) -> None:
    """Set quantities of many bodies; see `World.write`."""
    rows = np.array([table.row_of(body) for body in bodies], np.int32)
    table.guard.need_idle("moved")
    checked = {key: np.empty((0, width)) for key, (width, _) in LIMITS.items()}
    for key, value in values.items():
        width, limit = checks.choice("quantity", key, LIMITS)
        array = np.array(value, np.float64, order="C")
        if array.shape != (len(rows), width):
            raise ValueError(f"{key} must have the shape [{len(rows)}, {width}], got {array.shape}")
        if not (np.abs(array) <= limit).all():  # also refuses NaN
            raise ValueError(f"{key} must be finite and within {limit:g}, got {checks.shown(array)}")
        checked[key] = array
    for key in ("velocity", "angular_velocity"):
        if key in values:
            _need_free(table, rows, key)
    checked["orientation"] = _unit_quaternions(checked["orientation"])
    a = table.arrays
    write_bodies(
        rows, *checked.values(), a.bodies, a.shapes, a.contacts, a.joints, a.static_tree, a.moving_tree, a.counts,
        a.events, *FATTENING,
    )  # fmt: skip


def _need_free(table: BodyTable, rows: np.ndarray, key: str) -> None:
    """Refuse a velocity for what cannot have one."""
    flags = table.arrays.bodies.links[rows, BODY.FLAGS]
    if (flags & BODY.KIND_BITS == BODY.STATIC).any():
        raise ValueError(f"{key} of a static body cannot be set; use BodyKind.KINEMATIC")
    if (flags & BODY.FLAG_FROZEN != 0).any():
        raise ValueError(f"{key} of a frozen body cannot be set; call unfreeze() first")


def _unit_quaternions(rows: np.ndarray) -> np.ndarray:
    """Quaternions with length 1, as `checks.quaternion` makes them, shape [n, 4]."""
    x, y, z, w = rows.T
    length = np.sqrt(x * x + y * y + z * z + w * w)
    bad = np.flatnonzero(length < checks.SHORTEST)
    if len(bad):
        raise ValueError(
            f"orientation[{bad[0]}] must not be zero, got {checks.shown(rows[bad[0]].tolist())}; "
            "no rotation is (0, 0, 0, 1)"
        )
    length[np.abs(length - 1.0) <= checks.UNIT_TOLERANCE] = 1.0
    return rows / length[:, None]
