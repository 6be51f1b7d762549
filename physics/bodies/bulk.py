"""Many bodies at once: all of them are added or changed, or none when a value is refused."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks, constants
from physics.bodies.body import Body
from physics.bodies.kind import BodyKind
from physics.bodies.table import FATTENING, BodyTable
from physics.kernels.layout import body as BODY
from physics.kernels.step.bulk import write_bodies

if TYPE_CHECKING:
    from physics.world import World

#: Quantities that `write` can set: how many numbers each has, and the largest of them.
LIMITS = {
    "position": (3, constants.POSITION_MAX),
    "orientation": (4, checks.LONGEST),
    "velocity": (3, constants.MAX_SPEED),
    "angular_velocity": (3, constants.MAX_SPIN),
}


def add_bodies(
    world: "World",
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
    harmless = isinstance(options.get("shapes") or (), list | tuple)  # what is read once is gone for the second
    harmless &= _within(places, 0.5 * constants.POSITION_MAX)
    for key, values, width in (("orientation", orientation, 4), ("velocity", velocity, 3)):
        if values is not None:
            array = np.asarray(values, np.float64)
            if array.shape != (len(places), width):
                raise ValueError(f"{key} must have the shape [{len(places)}, {width}], got {array.shape}")
            rows[key] = array.tolist()
            harmless &= _all_harmless(key, array, options)
    # If only the first body can be refused, because all are alike, there is nothing to go back to.
    state = None if harmless else world.save_state()
    try:
        return [
            world.add_body(**dict(zip(rows, map(tuple, values), strict=True)), **options)
            for values in zip(*rows.values(), strict=True)
        ]
    except (TypeError, ValueError):
        if state is not None:
            world.load_state(state)
        raise


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


def _within(rows: np.ndarray, limit: float) -> bool:
    """Whether all numbers are finite and small enough."""
    return bool((np.abs(rows) <= limit).all())


def _all_harmless(key: str, rows: np.ndarray, options: Mapping[str, Any]) -> bool:
    """Whether `add_body` takes all of these rotations or velocities, or none."""
    if key == "velocity":
        return options.get("kind", BodyKind.DYNAMIC) != BodyKind.STATIC and _within(rows, 0.5 * constants.MAX_SPEED)
    return _within(rows, 2.0) and bool((np.square(rows).sum(axis=1) > 0.25).all())


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
