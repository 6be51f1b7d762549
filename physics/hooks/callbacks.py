"""Functions of a program that a step calls: which pairs may touch at all, and which contacts hold in this step."""

from collections.abc import Callable
from typing import Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.bodies.table import BodyTable
from physics.constants import FRICTION_MAX, MAX_SPEED
from physics.hooks.guard import StepGuard
from physics.kernels.layout import contact as CONTACT, count as COUNT, event as EVENT
from physics.kernels.narrow_phase.pre_solve import (
    POINTS,
    VALUES,
    read_pairs,
    read_touching,
    refuse_pairs,
    write_touching,
)
from physics.kernels.step.pipeline import CALLBACK_CONTACTS, CALLBACK_FILTER

#: One record of what `World.pre_solve` is called with.
PRE_SOLVE_DTYPE = np.dtype(
    [
        ("body_a", np.int32),
        ("body_b", np.int32),
        ("shape_a", np.int32),
        ("shape_b", np.int32),
        ("normal", np.float64, 3),
        ("position", np.float64, 3),
        ("separation", np.float64),
        ("velocity", np.float64, 3),
        ("friction", np.float64),
        ("restitution", np.float64),
        ("surface_velocity", np.float64, 3),
        ("enabled", np.bool_),
        ("material_a", np.int32),
        ("material_b", np.int32),
        ("point_count", np.int32),
        ("positions", np.float64, (4, 3)),
        ("separations", np.float64, 4),
        ("inv_mass_scale_a", np.float64),
        ("inv_mass_scale_b", np.float64),
        ("inv_inertia_scale_a", np.float64),
        ("inv_inertia_scale_b", np.float64),
    ]
)
#: Factors on inverse masses and inertias that it may write, and the largest.
SCALES = ("inv_mass_scale_a", "inv_mass_scale_b", "inv_inertia_scale_a", "inv_inertia_scale_b")
SCALE_MAX = 1000.0
ContactFilter = Callable[[Body, Body], bool]
PreSolve = Callable[[np.ndarray], Any]


class Callbacks:
    """The functions of a program that the kernels of a step call; a part of the world.

    Attributes:
        failure: What a callback raised in this step; None for nothing.
        wanted: Which callbacks there are, as bits for the kernel.
    """

    def __init__(self, bodies: BodyTable) -> None:
        self.failure: BaseException | None = None
        self.wanted = 0
        self._bodies = bodies
        self._contact_filter: ContactFilter | None = None
        self._pre_solve: PreSolve | None = None

    @property
    def contact_filter(self) -> ContactFilter | None:
        """See `World.contact_filter`."""
        return self._contact_filter

    @contact_filter.setter
    def contact_filter(self, value: ContactFilter | None) -> None:
        self.load((_function("contact_filter", value), self._pre_solve))

    @property
    def pre_solve(self) -> PreSolve | None:
        """See `World.pre_solve`."""
        return self._pre_solve

    @pre_solve.setter
    def pre_solve(self, value: PreSolve | None) -> None:
        self.load((self._contact_filter, _function("pre_solve", value)))

    def filter_pairs(self) -> None:
        """Call the filter for the new pairs of this step."""
        arrays, accepts = self._bodies.arrays, self._contact_filter
        count = int(arrays.counts[COUNT.NEW_PAIRS])
        owners, refused = np.empty((count, 2), np.int32), np.zeros(count, np.bool_)
        read_pairs(count, arrays.shared.new_pairs, arrays.shapes, owners)
        with _InCallback(self, self._bodies.guard, "contact_filter"):
            for k, (a, b) in enumerate(owners.tolist()):
                answer = accepts is None or accepts(self._bodies.at_row(a), self._bodies.at_row(b))
                refused[k] = not checks.flag("what contact_filter returns", answer)
        if self.failure is not None:
            refused[:] = False
        refuse_pairs(count, arrays.shared.new_pairs, refused, arrays.contacts)

    def filter_crossings(self) -> None:
        """Call the filter for sensors that fast bodies passed or entered without a contact; forget what it refuses."""
        arrays, accepts = self._bodies.arrays, self._contact_filter
        count = int(arrays.counts[COUNT.EVENTS_SEEN])
        info, value = arrays.events.info[:count], arrays.events.value[:count]
        crossings = ((info[:, 0] == EVENT.SENSOR_ENTER) | (info[:, 0] == EVENT.SENSOR_LEAVE)) & (info[:, 1] < 0)
        if accepts is None or not crossings.any():
            return
        kept = np.ones(count, np.bool_)
        answers: dict[tuple[int, int], bool] = {}
        with _InCallback(self, self._bodies.guard, "contact_filter"):
            for k in np.flatnonzero(crossings).tolist():
                _, contact, sensor, visitor, *pair = info[k].tolist()
                if tuple(pair) not in answers:
                    answer = accepts(self._bodies.at_row(sensor), self._bodies.at_row(visitor))
                    answers[tuple(pair)] = checks.flag("what contact_filter returns", answer)
                kept[k] = answers[tuple(pair)]
                if not kept[k] and contact < -1:  # it has just been made
                    flags = int(arrays.contacts.info[-2 - contact, CONTACT.FLAGS])
                    flags = flags & ~CONTACT.FLAG_TOUCH | CONTACT.FLAG_REFUSED
                    arrays.contacts.info[-2 - contact, CONTACT.FLAGS] = flags
        left = int(kept.sum())
        info[:left], value[:left] = info[kept], value[kept]
        arrays.counts[COUNT.EVENTS] -= count - left
        arrays.counts[COUNT.EVENTS_SEEN] = left

    def change_contacts(self) -> None:
        """Let the program change the contacts that are about to be solved."""
        arrays, change = self._bodies.arrays, self._pre_solve
        room = int(arrays.counts[COUNT.ACTIVE])
        named, values = np.empty((room, 5), np.int32), np.empty((room, VALUES))
        count = read_touching(arrays.shared.listed, arrays.bodies, arrays.contacts, arrays.counts, named, values)
        records = _records(self._bodies, named[:count], values[:count])
        enabled = None
        with _InCallback(self, self._bodies.guard, "pre_solve"):
            if change is not None:
                change(records)
            _check_records(records)
            enabled = records["enabled"].copy()
        if enabled is not None:
            written = (records[key].copy() for key in ("friction", "restitution", "surface_velocity"))
            scales = np.stack([records[key] for key in SCALES], axis=1)
            rows = named[:count, 4].copy()
            write_touching(rows, enabled, *written, scales, arrays.contacts, arrays.counts, arrays.workers[0].integers)

    def save(self) -> tuple[ContactFilter | None, PreSolve | None]:
        """Both functions."""
        return self._contact_filter, self._pre_solve

    def load(self, saved: tuple[ContactFilter | None, PreSolve | None]) -> None:
        """Back to what `save` returned."""
        self._contact_filter, self._pre_solve = saved
        self.wanted = CALLBACK_FILTER * (self._contact_filter is not None) | CALLBACK_CONTACTS * (
            self._pre_solve is not None
        )

    def outline(self) -> object:
        """Which of the two there are."""
        return self.wanted


class _InCallback:
    """While a callback runs: bodies are locked, and what it raises is kept until the step is finished."""

    def __init__(self, callbacks: Callbacks, guard: StepGuard, name: str) -> None:
        self._callbacks = callbacks
        self._guard = guard
        self._name = name

    def __enter__(self) -> None:
        self._guard.in_callback = self._name

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: object) -> bool:
        self._guard.in_callback = ""
        if error is not None and self._callbacks.failure is None:
            self._callbacks.failure = error
        return True


def _function(name: str, value: Any) -> Any:
    if value is not None and not callable(value):
        raise TypeError(f"{name} must be a function or None, got {checks.shown(value)}")
    return value


def _records(bodies: BodyTable, rows: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Records of PRE_SOLVE_DTYPE from the arrays of the kernel."""
    records = np.empty(len(rows), PRE_SOLVE_DTYPE)
    bodies.name_rows(rows, records)
    for column, key in ((0, "normal"), (3, "position"), (7, "velocity"), (12, "surface_velocity")):
        records[key] = values[:, column : column + 3]
    for column, key in ((6, "separation"), (10, "friction"), (11, "restitution")):
        records[key] = values[:, column]
    records["enabled"] = True
    records["material_a"], records["material_b"] = bodies.arrays.materials_of(rows[:, 4])
    records["point_count"] = values[:, POINTS]
    records["positions"] = values[:, POINTS + 1 : POINTS + 13].reshape(-1, 4, 3)
    records["separations"] = values[:, POINTS + 13 :]
    for key in SCALES:
        records[key] = 1.0
    return records


def _check_records(records: np.ndarray) -> None:
    """Refuse what the solver could not bear."""
    for key, low, high in (
        ("friction", 0.0, FRICTION_MAX),
        ("restitution", 0.0, 1.0),
        ("surface_velocity", -MAX_SPEED, MAX_SPEED),
        *((key, 0.0, SCALE_MAX) for key in SCALES),
    ):
        good = (records[key] >= low) & (records[key] <= high)  # also refuses NaN
        if not good.all():
            value = records[key][~good].flat[0]
            raise ValueError(f"{key} that pre_solve wrote must be between {low:g} and {high:g}, got {value!r}")
