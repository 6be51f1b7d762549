"""Cloth: surfaces of triangles that bend easily."""

from typing import ClassVar, Self

import numpy as np

from physics import checks
from physics.constants import SIZE_MAX, SIZE_MIN
from physics.soft.forms import mesh_checks, surfaces
from physics.soft.forms.form import Grid, SoftForm


class SoftCloth(SoftForm):
    """Flag, curtain, sail or shirt: an open or closed surface.

    Args:
        vertices: Places [m], shape [n, 3].
        triangles: Rows of three vertices each, all wound alike, shape [k, 3].

    Raises:
        TypeError: The arrays do not hold numbers.
        ValueError: The surface crosses itself, is degenerate or not in one piece, or more than two triangles share an
            edge.
    """

    kind: ClassVar[str] = "cloth"

    def __init__(self, vertices: mesh_checks.Points, triangles: mesh_checks.Rows) -> None:
        what = "a cloth"
        places = mesh_checks.check_points("vertices", vertices, 3, what)
        rows = mesh_checks.check_rows("triangles", triangles, 3, len(places), what)
        mesh_checks.check_used(len(places), rows, "triangles")
        mesh_checks.check_coincident("vertices", places)
        mesh_checks.check_areas(places, rows)
        mesh_checks.check_manifold(rows, what)
        mesh_checks.check_one_piece(len(places), rows, what)
        mesh_checks.check_crossings(places, rows, what)
        self._fill(places, triangles=rows)

    @classmethod  # the attribute of the same name is found first in an instance
    def grid(  # type: ignore[override]
        cls, *, columns: int = 20, rows: int = 20, spacing: float = 0.05
    ) -> Self:
        """A rectangle in local X and Z around the origin; its triangles look up.

        Vertex number = row * columns + column. The first row is at -Z, the first column at -X.

        Args:
            columns: Vertices along X, 2 or more.
            rows: Vertices along Z, 2 or more.
            spacing: Distance of neighbors [m].

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: An argument is out of range, or there are more than a million triangles.
        """
        most = mesh_checks.ELEMENTS_MAX
        columns = checks.integer("columns", columns, 2, most, "it counts vertices, not cells")
        rows = checks.integer("rows", rows, 2, most, "it counts vertices, not cells")
        spacing = checks.in_range("spacing", spacing, 2.0 * SIZE_MIN, SIZE_MAX, "m", "it is the distance of neighbors")
        mesh_checks.check_count("the triangles of a cloth", 2 * (columns - 1) * (rows - 1))
        places = np.zeros((rows, columns, 3))
        places[:, :, 0] = spacing * (np.arange(columns) - 0.5 * (columns - 1))
        places[:, :, 2] = spacing * (np.arange(rows) - 0.5 * (rows - 1))[:, None]
        triangles = surfaces.quads(np.arange(rows * columns).reshape(rows, columns))
        grid = Grid(columns, rows, spacing)
        return cls.__new__(cls)._fill(places.reshape(-1, 3), triangles=triangles, grid=grid)
