"""FieldTable: the force fields of a world."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.bodies.table import BodyTable
from physics.fields.field import Field
from physics.kernels.layout import body as BODY, force_field as FORCE_FIELD

if TYPE_CHECKING:
    from physics.world import World


class FieldTable:
    """The force fields of a world, in the order in which they act; a part of the world.

    Attributes:
        rows: What the kernels read, one record for each field that acts, float64 [n, FORCE_FIELD.STRIDE].
    """

    def __init__(self, bodies: BodyTable) -> None:
        self.rows = np.zeros((0, FORCE_FIELD.STRIDE))
        self._bodies = bodies
        self._fields: list[Field] = []

    @property
    def world(self) -> "World":
        """The world."""
        return self._bodies.world

    @property
    def all(self) -> tuple[Field, ...]:
        """All fields."""
        return tuple(self._fields)

    def add(self, field: Field) -> Field:
        """See `World.add_field`."""
        if not isinstance(field, Field):
            raise TypeError(f"field must be a FieldUniform, FieldPoint or the like, got {checks.shown(field)}")
        if field.world is not None:
            raise ValueError("the field acts in a world already, so it cannot be added; make another one")
        self._fields.append(field)
        field._join(self)
        self.pack()
        self.wake_in(field)
        return field

    def remove(self, field: Field) -> None:
        """See `World.remove_field`."""
        if field not in self._fields:
            raise LookupError(f"the field is not in this world, got {checks.shown(field)}; choose one of world.fields")
        self.wake_in(field)
        self._fields.remove(field)
        field._join(None)
        self.pack()

    def pack(self) -> None:
        """Bring what the kernels read up to date."""
        records = [field._record() for field in self._fields if field.enabled]
        self.rows = np.array(records) if records else np.zeros((0, FORCE_FIELD.STRIDE))

    def wake_in(self, field: Field) -> None:
        """Wake what sleeps in the region of a field that acts."""
        if field.enabled:
            bodies = self._bodies.arrays.bodies
            # Soft bodies have rows as well. The order in which bodies wake is that in which they are solved.
            flags = bodies.links[: self._bodies.arrays.body_top, BODY.FLAGS]
            there = flags & (BODY.FLAG_ALIVE | BODY.FLAG_SOFT) != 0
            asleep = bodies.links[: len(flags), BODY.AWAKE] < 0
            rows = np.flatnonzero(there & asleep & (flags & BODY.KIND_BITS == BODY.DYNAMIC))
            for row in rows[field._reaches(bodies.center[rows])].tolist():
                self._bodies.disturb(row)

    def measure(self, field: Field, kernel: Callable[..., None], body: Body) -> list[float]:
        """What a kernel tells of a body in a field: its six numbers."""
        arrays, found = self._bodies.arrays, np.zeros((1, 6))
        row = np.array((self._bodies.row_of(body),), np.int32)
        kernel(row, field._record()[None], 0, arrays.bodies, arrays.shapes, found)
        return found[0].tolist()

    def awake_near(self, field: Field, level: float) -> list[Body]:
        """Dynamic bodies that are awake, in the region of a field, and may reach through a height [m]; by number."""
        arrays = self._bodies.arrays
        bodies, top = arrays.bodies, arrays.body_top
        links = bodies.links[:top]
        awake = (links[:, BODY.AWAKE] >= 0) & (links[:, BODY.FLAGS] & BODY.KIND_BITS == BODY.DYNAMIC)
        rows = np.flatnonzero(awake & (links[:, BODY.FLAGS] & BODY.FLAG_ALIVE != 0))
        centers = bodies.center[rows]
        near = np.abs(centers[:, 1] - level) <= bodies.traits[rows, BODY.TRAIT_EXTENT]
        rows = rows[near & field._reaches(centers)]
        return [self._bodies.at_row(row) for row in self._bodies.ids.sorted(rows).tolist()]

    def save(self) -> tuple[tuple[Field, dict[str, Any]], ...]:
        """All fields with their attributes."""
        return tuple((field, field._values()) for field in self._fields)

    def load(self, saved: tuple[tuple[Field, dict[str, Any]], ...]) -> None:
        """Back to what `save` returned."""
        for field in self._fields:
            field._join(None)
        self._fields = [field for field, _ in saved]
        for field, values in saved:
            field._restore(values)
            field._join(self)
        self.pack()

    def outline(self) -> object:
        """The attributes of all fields."""
        return [sorted(values.items()) for _, values in self.save()]
