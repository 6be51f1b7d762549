"""Gates: lines on the ground that count when they are crossed, and circuits, which are closed lines with gates."""

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from physics import Vec3
from play.vehicles.driver import even

#: How far above and below its middle a gate reaches [m].
GATE_HIGH = 4.0


@dataclasses.dataclass(frozen=True, slots=True)
class Gate:
    """A level line to be crossed.

    Attributes:
        middle: Middle of it [m].
        ahead: Direction in which it is crossed, level, length 1.
        half_width: How far it reaches to both sides [m].
        low: How far it reaches below its middle [m].
        high: How far it reaches above its middle [m].
    """

    middle: Vec3
    ahead: Vec3
    half_width: float
    low: float = GATE_HIGH
    high: float = GATE_HIGH

    def crossed(self, before: Vec3, after: Vec3) -> tuple[float, int]:
        """Whether something crossed it on the straight way between two places [m].

        Returns:
            Share of the way at which it did, 0 to 1, and 1 for ahead, -1 for backward, 0 for not at all.
        """
        x, _, z = self.ahead
        old = (before.x - self.middle.x) * x + (before.z - self.middle.z) * z
        new = (after.x - self.middle.x) * x + (after.z - self.middle.z) * z
        if (old < 0.0) == (new < 0.0):
            return 0.0, 0
        share = old / (old - new)
        place = before + (after - before) * share
        aside = (place.x - self.middle.x) * -z + (place.z - self.middle.z) * x
        if abs(aside) > self.half_width or not -self.low <= place.y - self.middle.y <= self.high:
            return 0.0, 0
        return share, 1 if old < 0.0 else -1


def gate_at(middle: Sequence[float], yaw: float, half_width: float, *, low: float = GATE_HIGH,
            high: float = GATE_HIGH) -> Gate:  # fmt: skip
    """A gate that is crossed in the direction of a yaw [rad]."""
    return Gate(Vec3(*middle), Vec3(-math.sin(yaw), 0.0, -math.cos(yaw)), half_width, low, high)


class Circuit:
    """A closed line with gates across it. The first one is the start; the others are checkpoints, in order.

    Args:
        line: Points of the line [m], shape [n, 3], in the direction of travel; it begins at the start.
        half_width: How far the gates reach to both sides [m].
        gates: Number of gates, at even distances along the line.

    Attributes:
        length: Length of a lap [m].
        gates: The gates.
    """

    def __init__(self, line: np.ndarray, half_width: float, *, gates: int = 6) -> None:
        if gates < 2:
            raise ValueError(f"a circuit must have at least 2 gates, so that a lap can be told, got {gates!r}")
        if not half_width > 0.0:
            raise ValueError(f"half_width must be > 0 m, got {half_width!r}")
        self._points, self.length = even(np.asarray(line, np.float64))
        ways = np.roll(self._points, -1, axis=0) - np.roll(self._points, 1, axis=0)
        ways[:, 1] = 0.0
        self._ways = ways / np.linalg.norm(ways, axis=1)[:, None]
        self._near = (half_width + 6.0) ** 2
        self.gates = tuple(self._gate(k / gates, half_width) for k in range(gates))

    def _gate(self, share: float, half_width: float) -> Gate:
        """A gate after a share of the lap."""
        count = len(self._points)
        row, part = divmod(share * count, 1.0)
        low, high = int(row), (int(row) + 1) % count
        middle, way = (some[low] * (1.0 - part) + some[high] * part for some in (self._points, self._ways))
        return Gate(Vec3(*middle.tolist()), Vec3(*(way / np.linalg.norm(way)).tolist()), half_width)

    def row_at(self, place: Sequence[float]) -> int:
        """Number of the point of the line that is nearest to a place [m], or -1 far from the line."""
        off = self._points - np.array(place)
        squares = (off * off).sum(axis=1)
        row = int(squares.argmin())
        return row if squares[row] < self._near else -1

    def along(self, place: Sequence[float]) -> float:
        """How far along the lap a place is [m], or -1 far from the line."""
        row = self.row_at(place)
        return -1.0 if row < 0 else row / len(self._points) * self.length

    def way_at(self, place: Sequence[float]) -> Vec3 | None:
        """Direction of travel at a place [m], level, or None far from the line."""
        row = self.row_at(place)
        return None if row < 0 else Vec3(*self._ways[row].tolist())


@dataclasses.dataclass(frozen=True, slots=True)
class Run:
    """A lap under way.

    Attributes:
        start: When it began: simulated time [s].
        splits: Times at the checkpoints since then [s].
        gravity: Gravity when it began [m/s^2].
    """

    start: float
    splits: tuple[float, ...] = ()
    gravity: tuple[float, ...] = (0.0, -9.81, 0.0)

    @property
    def next(self) -> int:
        """Number of the gate that must be passed next, but for the last checkpoint, after which it is the start."""
        return len(self.splits) + 1
