"""Attachment: what holds a point of a soft body at a point of a body or of the world."""

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from physics import checks
from physics.constants import POSITION_MAX
from physics.kernels.layout import soft as SOFT
from physics.vector import Vec3, rotate

if TYPE_CHECKING:
    from physics.bodies.body import Body
    from physics.soft.record import Record
    from physics.soft.soft import Soft


class Attachment:
    """Holds a point of a soft body at a point of a body; made by `Soft.attach`.

    Attributes:
        soft: The soft body.
        body: The body, or None for the world.
        vertices: Three vertices ...
        weights: ... and how much each counts.
    """

    __slots__ = ("soft", "body", "vertices", "weights")

    def __init__(
        self,
        soft: "Soft",
        body: "Body | None",
        vertices: tuple[int, int, int],
        weights: tuple[float, float, float],
    ) -> None:
        self.soft = soft
        self.body = body
        self.vertices = vertices
        self.weights = weights

    def __repr__(self) -> str:
        return f"<Attachment of {self.soft!r} to {self.body!r}{'' if self.alive else ', gone'}>"

    @property
    def alive(self) -> bool:
        """False once it broke or was taken off, or what it holds was removed."""
        return self.soft.alive and self in self.soft._record.blueprint.ties and bool(self._row()[0])

    @property
    def force(self) -> Vec3:
        """Force on the soft body in the last substep [N]; 0 once it is gone."""
        if not self.alive:
            return Vec3(0.0, 0.0, 0.0)
        return Vec3(*self._row()[1][SOFT.CORD_FORCE : SOFT.CORD_FORCE + 3].tolist())

    @property
    def break_force(self) -> float:
        """Force at which it breaks [N]."""
        return float(self._row()[1][SOFT.CORD_BREAK])

    def move_to(self, point: checks.VectorLike) -> None:
        """Hold at another point of the body from now on, world axes [m]."""
        where = np.array(checks.vector("point", point, limit=POSITION_MAX, unit="m"))
        record = self.soft._record
        index = self._index(record)
        row = int(record.dynamic["tie"][index, SOFT.TIE_BODY])
        record.dynamic["cord"][index, SOFT.CORD_PLACE : SOFT.CORD_PLACE + 3] = self._local(row, where)
        self.soft.wake()

    def remove(self) -> None:
        """Let go."""
        self.soft.detach(self)

    def _index(self, record: "Record") -> int:
        """Which attachment of the soft body it is."""
        if self not in record.blueprint.ties:
            raise LookupError("the attachment was taken off; choose one of soft.attachments")
        return record.blueprint.ties.index(self)

    def _row(self) -> tuple[int, np.ndarray]:
        """Whether it holds, and its numbers."""
        record = self.soft._record
        index = self._index(record)
        return int(record.dynamic["tie"][index, SOFT.TIE_FLAGS]), record.dynamic["cord"][index]

    def _body_row(self, record: "Record") -> int:
        """Row of its body."""
        return int(record.dynamic["tie"][self._index(record), SOFT.TIE_BODY])

    def _local(self, row: int, point: np.ndarray) -> np.ndarray:
        """A point of the world in the axes of a body, from its center of mass."""
        bodies = self.soft._table.bodies.arrays.bodies
        x, y, z, w = bodies.rotation[row].tolist()
        if row == 0:
            return point
        away = point - bodies.center[row]
        return np.array(rotate((-x, -y, -z, w), tuple(away.tolist())))

    def _enter(
        self, record: "Record", row: int, target: np.ndarray, break_force: float, limit: float, compliance: float
    ) -> None:
        """Write it behind the other attachments."""
        tie = np.zeros((1, SOFT.TIE_STRIDE), np.int32)
        tie[0, SOFT.TIE_VERTEX : SOFT.TIE_VERTEX + 3] = self.vertices
        tie[0, SOFT.TIE_BODY], tie[0, SOFT.TIE_FLAGS] = row, 1
        cord = np.zeros((1, SOFT.CORD_STRIDE))
        cord[0, SOFT.CORD_WEIGHT : SOFT.CORD_WEIGHT + 3] = self.weights
        cord[0, SOFT.CORD_PLACE : SOFT.CORD_PLACE + 3] = self._local(row, target)
        cord[0, SOFT.CORD_BREAK], cord[0, SOFT.CORD_LIMIT] = break_force, limit
        cord[0, SOFT.CORD_COMPLIANCE] = compliance
        blueprint = dataclasses.replace(record.blueprint, ties=(*record.blueprint.ties, self))
        dynamic = record.dynamic
        self.soft._table.replace(
            self.soft,
            blueprint,
            tie=np.concatenate([dynamic["tie"], tie]),
            cord=np.concatenate([dynamic["cord"], cord]),
        )

    def _leave(self, record: "Record") -> None:
        """Take it out."""
        index = self._index(record)
        ties = tuple(tie for tie in record.blueprint.ties if tie is not self)
        row = int(record.dynamic["tie"][index, SOFT.TIE_BODY])
        table = self.soft._table
        table.replace(
            self.soft,
            dataclasses.replace(record.blueprint, ties=ties),
            tie=np.delete(record.dynamic["tie"], index, axis=0),
            cord=np.delete(record.dynamic["cord"], index, axis=0),
        )
        if row:
            table.bodies.disturb(row)
