"""Ropes, cords and cables."""

from typing import ClassVar, Self

import numpy as np

from physics import checks
from physics.constants import SIZE_MAX, SIZE_MIN
from physics.soft.forms import mesh_checks
from physics.soft.forms.form import SoftForm


class SoftRope(SoftForm):
    """A line of points, each held by the next.

    Attributes:
        radius: Half of its thickness [m].

    Args:
        points: Places along it [m], 2 or more, shape [n, 3]. As close together as the radius makes it bend smoothly.
        radius: Half of its thickness [m].

    Raises:
        TypeError: They are no numbers.
        ValueError: There are too few or too many points, two are at the same place, or the radius is out of range.
    """

    kind: ClassVar[str] = "rope"
    radius: float

    def __init__(self, points: mesh_checks.Points, radius: float = 0.005) -> None:
        places = mesh_checks.check_points("points", points, 2, "a rope")
        mesh_checks.check_coincident("points", places)
        self._fill_line(places, _check_radius(radius))

    @classmethod
    def line(
        cls, start: checks.VectorLike, end: checks.VectorLike, *, segments: int = 20, radius: float = 0.005
    ) -> Self:
        """A straight rope.

        Args:
            start: Place of its first point [m].
            end: Place of its last point [m].
            segments: Pieces between its points, one fewer than these.
            radius: Half of its thickness [m].

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: An argument is out of range, or its segments are too short.
        """
        a = np.array(checks.vector("start", start, limit=SIZE_MAX, unit="m"))
        b = np.array(checks.vector("end", end, limit=SIZE_MAX, unit="m"))
        count = checks.integer("segments", segments, 1, mesh_checks.ELEMENTS_MAX - 1)
        length = float(np.sqrt(((b - a) ** 2).sum()))
        if length < 2.0 * SIZE_MIN * count:
            raise ValueError(
                f"a segment of a rope must be at least {2.0 * SIZE_MIN:g} m long, got {length:.3g} m for {count}; take "
                "fewer segments, or set start and end farther apart"
            )
        share = np.arange(count + 1)[:, None] / count
        return cls.__new__(cls)._fill_line(a + share * (b - a), _check_radius(radius))

    def _fill_line(self, places: np.ndarray, radius: float) -> Self:
        first = np.arange(len(places) - 1)
        return self._fill(places, segments=np.column_stack((first, first + 1)), radius=radius)

    @property
    def length(self) -> float:
        """Length along its points [m]."""
        along = np.diff(self.points, axis=0)
        return float(np.sqrt((along * along).sum(axis=1)).sum())


def _check_radius(radius: float) -> float:
    return checks.in_range("radius", radius, SIZE_MIN, SIZE_MAX, "m", "half of the thickness of the rope")
