"""Shells: closed surfaces full of gas or liquid, such as balloons, tires and air mattresses."""

from collections.abc import Sequence
from typing import ClassVar, Self

import numpy as np

from physics import checks
from physics.constants import SIZE_MAX, SIZE_MIN
from physics.soft.forms import mesh_checks, surfaces
from physics.soft.forms.form import SoftForm
from physics.soft.forms.solid import check_cells

#: Pressure of the air around [Pa]; no gauge pressure is lower than a vacuum.
ATMOSPHERE = 101_325.0
#: Largest gauge pressure [Pa]: that of a diving bottle.
PRESSURE_MAX = 3e7
#: Finest ball: 10 * 4^7 + 2 vertices.
DETAIL_MAX = 7


class SoftShell(SoftForm):
    """A skin around gas or liquid.

    Attributes:
        pressure: What the inside has more than the air around [Pa], at the volume at rest.
        liquid: Whether it is full of liquid, which keeps its volume, instead of gas.

    Args:
        vertices: Places [m], shape [n, 3].
        triangles: Rows of three vertices each, counterclockwise seen from outside, shape [k, 3].
        pressure: What the inside has more than the air around [Pa].
        liquid: Whether it is full of liquid.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: The surface is open, inside out, crosses itself, is degenerate or not in one piece, or the pressure
            is out of range.
    """

    kind: ClassVar[str] = "shell"
    pressure: float
    liquid: bool

    def __init__(
        self,
        vertices: mesh_checks.Points,
        triangles: mesh_checks.Rows,
        pressure: float = 0.0,
        liquid: bool = False,
    ) -> None:
        places, rows = check_closed_surface(vertices, triangles, "a shell")
        self._fill_shell(places, rows, pressure, liquid)

    @classmethod
    def ball(cls, radius: float = 0.25, *, detail: int = 3, pressure: float = 0.0, liquid: bool = False) -> Self:
        """A ball around the origin.

        Args:
            radius: Distance of its vertices from the origin [m].
            detail: It has 10 * 4^detail + 2 vertices: 12, 42, 162, 642, ...
            pressure: As of the class.
            liquid: As of the class.

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: An argument is out of range.
        """
        vertices, triangles = surfaces.ball(check_size("radius", radius), check_detail(detail))
        return cls.__new__(cls)._fill_shell(vertices, triangles, pressure, liquid)

    @classmethod
    def box(
        cls,
        *,
        half_extents: checks.VectorLike = (0.5, 0.5, 0.5),
        cells: Sequence[int] = (8, 8, 8),
        pressure: float = 0.0,
        liquid: bool = False,
    ) -> Self:
        """A box around the origin, such as an air mattress.

        Args:
            half_extents: Half of its lengths along X, Y and Z [m].
            cells: Fields along X, Y and Z, two triangles each.
            pressure: As of the class.
            liquid: As of the class.

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: An argument is out of range, or there are more than a million triangles.
        """
        x, y, z = checks.vector("half_extents", half_extents, limit=SIZE_MAX, unit="m")
        half = check_size("half_extents[0]", x), check_size("half_extents[1]", y), check_size("half_extents[2]", z)
        counts = check_cells("cells", cells)
        fields = counts[0] * counts[1] + counts[1] * counts[2] + counts[2] * counts[0]
        mesh_checks.check_count("the triangles of a shell", 4 * fields)
        vertices, triangles = surfaces.box(half, counts)
        mesh_checks.check_areas(vertices, triangles)
        return cls.__new__(cls)._fill_shell(vertices, triangles, pressure, liquid)

    @classmethod
    def torus(
        cls,
        *,
        radius: float = 0.3,
        tube: float = 0.1,
        segments: int = 32,
        sides: int = 12,
        pressure: float = 0.0,
        liquid: bool = False,
    ) -> Self:
        """A ring around Y, such as a tire or a swimming ring.

        Args:
            radius: Distance of the middle of the tube from the origin [m].
            tube: Radius of the tube [m], less than `radius`.
            segments: Vertices around the axis.
            sides: Vertices around the tube.
            pressure: As of the class.
            liquid: As of the class.

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: An argument is out of range, or there are more than a million triangles.
        """
        radius, tube = check_size("radius", radius), check_size("tube", tube)
        if tube >= radius:
            raise ValueError(f"tube must be less than the radius of {radius:g} m, got {tube:g} m; take a ball instead")
        most = mesh_checks.ELEMENTS_MAX
        segments = checks.integer("segments", segments, 3, most)
        sides = checks.integer("sides", sides, 3, most)
        mesh_checks.check_count("the triangles of a shell", 2 * segments * sides)
        vertices, triangles = surfaces.torus(radius, tube, segments, sides)
        mesh_checks.check_areas(vertices, triangles)
        return cls.__new__(cls)._fill_shell(vertices, triangles, pressure, liquid)

    def _fill_shell(self, places: np.ndarray, rows: np.ndarray, pressure: float, liquid: bool) -> Self:
        hint = "it is what the inside has more than the air around"
        gauge = checks.in_range("pressure", pressure, -ATMOSPHERE, PRESSURE_MAX, "Pa", hint)
        return self._fill(places, triangles=rows, pressure=gauge, liquid=checks.flag("liquid", liquid))


def check_closed_surface(
    vertices: mesh_checks.Points, triangles: mesh_checks.Rows, what: str, *, inner_points: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Places and triangles of one closed surface that is to be simulated.

    Args:
        vertices: Places [m], shape [n, 3].
        triangles: Rows of three vertices each, shape [k, 3].
        what: What is made of it.
        inner_points: Whether there may be points that belong to no triangle.

    Raises:
        TypeError: The arrays do not hold numbers.
        ValueError: The surface is open, inside out, crosses itself, is degenerate or not in one piece.
    """
    name = "points" if inner_points else "vertices"
    places = mesh_checks.check_points(name, vertices, 4, what)
    rows = mesh_checks.check_rows("triangles", triangles, 3, len(places), what)
    if not inner_points:
        mesh_checks.check_used(len(places), rows, "triangles")
        mesh_checks.check_one_piece(len(places), rows, what)
    mesh_checks.check_coincident(name, places)
    mesh_checks.check_areas(places, rows)
    edges = mesh_checks.check_manifold(rows, what)
    mesh_checks.check_closed(rows, edges, places, what)
    mesh_checks.check_crossings(places, rows, what)
    mesh_checks.check_outward(places, rows, edges, what)
    return places, rows


def check_size(name: str, value: float) -> float:
    """A radius or half extent [m]."""
    return checks.in_range(name, value, SIZE_MIN, SIZE_MAX, "m", "lengths are in meters")


def check_detail(detail: int) -> int:
    """How often the triangles of a ball are split."""
    return checks.integer("detail", detail, 0, DETAIL_MAX, f"{DETAIL_MAX} makes 163842 vertices")
