"""States of single soft bodies: copies of what a step changes, and the way back."""

from typing import Any

import numpy as np

from physics.kernels.layout import soft as SOFT
from physics.soft.record import Blueprint, Record, empty_rows
from physics.soft.trees import new_touches, put_touches, touch_count

#: Arrays whose rows are contacts: states keep only those in use.
_ROWS = {"row": "cell", "face_row": "face_cell"}
#: ... and those whose rows follow one another up to an end.
_TOUCHES = ("touch", "touch_cell")


def _used(record: Record, name: str) -> np.ndarray:
    """Rows of contacts that are in use."""
    return np.flatnonzero(record.dynamic[name][:, SOFT.ROW_SHAPE] >= 0).astype(np.int32)


def copied(record: Record) -> dict[str, np.ndarray]:
    """Copies of the arrays of a record; of contacts only the rows in use, and which they are."""
    arrays: dict[str, np.ndarray] = {}
    for name, array in sorted(record.dynamic.items()):
        if name in _ROWS:
            used = _used(record, name)
            arrays[f"used_{name}"] = used
            arrays[name], arrays[_ROWS[name]] = array[used], record.dynamic[_ROWS[name]][used]
        elif name in _TOUCHES:
            arrays[name] = array[: touch_count(record.dynamic["touch"])].copy()
        elif name not in _ROWS.values():
            arrays[name] = array.copy()
    first = arrays["part"]
    for column in range(SOFT.PART_VERTEX, SOFT.PART_STRIDE):  # where things lie decides nothing
        if column not in (SOFT.PART_SWEEPS, SOFT.PART_TIER):
            first[column] = 0
    return arrays


def content(record: Record) -> list[np.ndarray]:
    """What of a record decides the future: as `copied`, without numbers that say where soft bodies are packed."""
    arrays = copied(record)
    arrays["touch"][:, SOFT.TOUCH_VERTEX : SOFT.TOUCH_VERTEX + 4] = 0
    arrays["touch"][:, SOFT.TOUCH_PART] = 0
    return list(arrays.values())


def write_back(record: Record, arrays: dict[str, np.ndarray]) -> None:
    """Write saved arrays into those of a record of the same blueprint."""
    for name, array in arrays.items():
        if name.startswith("used_") or name in _TOUCHES:
            continue
        target = record.dynamic[name]
        if name in _ROWS or name in _ROWS.values():
            used = arrays[f"used_{name if name in _ROWS else _key_of(name)}"]
            target[:] = 0
            if name in _ROWS:
                target[:, SOFT.ROW_SHAPE] = -1
            target[used] = array
        elif name == "part":
            target[: SOFT.PART_VERTEX] = array[: SOFT.PART_VERTEX]
            target[[SOFT.PART_SWEEPS, SOFT.PART_TIER]] = array[[SOFT.PART_SWEEPS, SOFT.PART_TIER]]
        else:
            target[:] = array
    put_touches(record.dynamic, arrays["touch"], arrays["touch_cell"])


def copied_touches(dynamic: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Copies of the touches of a soft body, with all the room that they have."""
    touch, cell = new_touches(len(dynamic["touch"]) - 1)
    made, count = {"touch": touch, "touch_cell": cell}, touch_count(dynamic["touch"])
    put_touches(made, dynamic["touch"][:count], dynamic["touch_cell"][:count])
    return made


def _key_of(cells: str) -> str:
    """Name of the rows whose numbers an array has."""
    return next(name for name, own in _ROWS.items() if own == cells)


def restored(blueprint: Blueprint, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Arrays of a record as they were saved."""
    dynamic: dict[str, Any] = dict(empty_rows(blueprint.structure, blueprint.lists))
    for name, cells in _ROWS.items():
        used = arrays[f"used_{name}"]
        dynamic[name][used], dynamic[cells][used] = arrays[name], arrays[cells]
    put_touches(dynamic, arrays["touch"], arrays["touch_cell"])
    for name, array in arrays.items():
        if not name.startswith("used_") and name not in dynamic:
            dynamic[name] = array.copy()
    return dynamic
