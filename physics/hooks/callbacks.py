"""Functions of a program that a step asks: which pairs may touch at all, and which contacts hold in this step."""

from collections.abc import Callable
from typing import Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.constants import FRICTION_MAX, MAX_SPEED
from physics.hooks.controllers import Controllers
from physics.kernels.layout import count as COUNT
from physics.kernels.narrow_phase.pre_solve import read_pairs, read_touching, refuse_pairs, write_touching
from physics.kernels.step.pipeline import ASK_CONTACTS, ASK_FILTER

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
    ]
)
ContactFilter = Callable[[Body, Body], bool]
PreSolve = Callable[[np.ndarray], Any]


class Callbacks(Controllers):
    """The half of `World` that asks a program in the middle of a step."""

    def __init__(self) -> None:
        super().__init__()
        self._contact_filter: ContactFilter | None = None
        self._pre_solve: PreSolve | None = None
        self._failure: BaseException | None = None  # what a callback raised in this step

    @property
    def contact_filter(self) -> ContactFilter | None:
        """Function f(body_a, body_b) -> bool that says whether two bodies may touch; None lets all touch.

        It is asked once for each two shapes that come near each other, sensors too; False means that they do not touch
        until they have been apart. It sees only pairs that category, mask and group allow. Bodies must not be added,
        moved or removed in it. If it raises, the step is finished as if the answers were True, then the error comes out
        of `step`.
        """
        return self._contact_filter

    @contact_filter.setter
    def contact_filter(self, value: ContactFilter | None) -> None:
        self._contact_filter = _function("contact_filter", value)

    @property
    def pre_solve(self) -> PreSolve | None:
        """Function f(contacts) that may change contacts before they are solved, in every step; None for none.

        `contacts` is an array with one record of PRE_SOLVE_DTYPE for each two shapes that touch, or will within the
        step, of bodies that are awake: body_a, body_b (`Body.id`), shape_a, shape_b (`Part.id`), normal from a to b,
        position, separation and velocity (b relative to a) of the deepest point. It may write, for this step:
        enabled = False (they do not touch: no force, no event), friction (0 to 10), restitution (0 to 1) and
        surface_velocity (what friction drives the velocity of b relative to a toward [m/s]).

        It may be a function that numba compiled. Bodies must not be added, moved or removed in it. If it raises, or
        writes a value that is refused, the step is finished as if it had written nothing, then the error comes out of
        `step`.
        """
        return self._pre_solve

    @pre_solve.setter
    def pre_solve(self, value: PreSolve | None) -> None:
        self._pre_solve = _function("pre_solve", value)

    @property
    def _asked(self) -> int:
        """Which callbacks there are, for the kernel."""
        return ASK_FILTER * (self._contact_filter is not None) | ASK_CONTACTS * (self._pre_solve is not None)

    def _ask_filter(self) -> None:
        """Ask about the new pairs of this step."""
        state = self._state
        count = int(state.counts[COUNT.NEW_PAIRS])
        owners, refused = np.empty((count, 2), np.int32), np.zeros(count, np.bool_)
        read_pairs(count, state.scratch.new_pairs, state.shapes, owners)
        with _Asking(self, "contact_filter"):
            for k, (a, b) in enumerate(owners.tolist()):
                answer = self._contact_filter(self._handles[a], self._handles[b])
                refused[k] = not checks.flag("what contact_filter returns", answer)
        if self._failure is not None:
            refused[:] = False
        refuse_pairs(count, state.scratch.new_pairs, refused, state.contacts)

    def _ask_pre_solve(self) -> None:
        """Ask about the contacts that are about to be solved."""
        state = self._state
        room = int(state.counts[COUNT.ACTIVE])
        ids, values = np.empty((room, 5), np.int32), np.empty((room, 15))
        count = read_touching(state.scratch.listed, state.bodies, state.contacts, state.counts, ids, values)
        records = _records(ids[:count], values[:count])
        enabled = None
        with _Asking(self, "pre_solve"):
            self._pre_solve(records)
            _check_records(records)
            enabled = records["enabled"].copy()
        if enabled is not None:
            written = (records[key].copy() for key in ("friction", "restitution", "surface_velocity"))
            rows = ids[:count, 4].copy()
            write_touching(rows, enabled, *written, state.contacts, state.counts, state.scratch.integers)


class _Asking:
    """While a program is asked: bodies are locked, and what it raises is kept until the step is finished."""

    def __init__(self, world: Callbacks, name: str) -> None:
        self._world = world
        self._name = name

    def __enter__(self) -> None:
        self._world._asking = self._name

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: object) -> bool:
        self._world._asking = ""
        if error is not None and self._world._failure is None:
            self._world._failure = error
        return True


def _function(name: str, value: Any) -> Any:
    if value is not None and not callable(value):
        raise TypeError(f"{name} must be a function or None, got {checks.shown(value)}")
    return value


def _records(ids: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Records of PRE_SOLVE_DTYPE from the arrays of the kernel."""
    records = np.empty(len(ids), PRE_SOLVE_DTYPE)
    for column, key in enumerate(("body_a", "body_b", "shape_a", "shape_b")):
        records[key] = ids[:, column]
    for column, key in ((0, "normal"), (3, "position"), (7, "velocity"), (12, "surface_velocity")):
        records[key] = values[:, column : column + 3]
    for column, key in ((6, "separation"), (10, "friction"), (11, "restitution")):
        records[key] = values[:, column]
    records["enabled"] = True
    return records


def _check_records(records: np.ndarray) -> None:
    """Refuse what the solver could not bear."""
    for key, low, high in (
        ("friction", 0.0, FRICTION_MAX),
        ("restitution", 0.0, 1.0),
        ("surface_velocity", -MAX_SPEED, MAX_SPEED),
    ):
        good = (records[key] >= low) & (records[key] <= high)  # also refuses NaN
        if not good.all():
            value = records[key][~good].flat[0]
            raise ValueError(f"{key} that pre_solve wrote must be between {low:g} and {high:g}, got {value!r}")
