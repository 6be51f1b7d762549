"""Clusters: points that keep the form which they have together."""

from collections.abc import Sequence
from typing import ClassVar, Self

import numpy as np
from scipy.spatial import ConvexHull

from physics.shapes.polyhedra import thickness_of
from physics.soft.forms import mesh_checks, surfaces
from physics.soft.forms.form import SoftForm
from physics.soft.forms.shell import check_closed_surface, check_detail, check_size
from physics.soft.forms.solid import SoftSolid

#: A cluster that is thinner than this part of its length has no inside.
FLAT = 1e-3


class SoftCluster(SoftForm):
    """Points whose goals are those of the form as a whole, moved and turned to where they are.

    Args:
        points: Places [m], 4 or more, shape [n, 3].
        triangles: Closed surface over some or all of them, counterclockwise seen from outside, shape [k, 3]; their
            convex hull without.

    Raises:
        TypeError: The arrays do not hold numbers.
        ValueError: Points coincide or lie in a plane, or the surface is open, inside out, crosses itself or is
            degenerate.
    """

    kind: ClassVar[str] = "cluster"

    def __init__(self, points: mesh_checks.Points, triangles: mesh_checks.Rows | None = None) -> None:
        if triangles is not None:
            self._fill_cluster(*check_closed_surface(points, triangles, "a cluster", inner_points=True))
            return
        places = mesh_checks.check_points("points", points, 4, "a cluster")
        mesh_checks.check_coincident("points", places)
        longest, middle, thinnest = thickness_of(places)
        if thinnest < FLAT * longest:
            where = "on one line" if middle < FLAT * longest else "in one plane"
            raise ValueError(
                f"points of a cluster must not lie {where}, but the {len(places)} given do: they are {thinnest:.3g} m "
                f"thick and {longest:.3g} m long; take a SoftCloth or a SoftRope"
            )
        self._fill_cluster(places, hull_surface(places))

    @classmethod
    def cube(cls, cells: Sequence[int] = (2, 2, 2), size: float = 0.1) -> Self:
        """A block around the origin with points at the corners of cells.

        Args:
            cells: Cells along X, Y and Z.
            size: Edge of a cell [m].

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: An argument is out of range, or there are more than a million elements.
        """
        block = SoftSolid.lattice(cells=cells, size=size)
        return cls.__new__(cls)._fill_cluster(block.points, block.triangles)

    @classmethod
    def ball(cls, radius: float = 0.2, *, detail: int = 1) -> Self:
        """A ball around the origin, with one point in its middle.

        Args:
            radius: Distance of its other points from the origin [m].
            detail: There are 10 * 4^detail + 2 of them: 12, 42, 162, ...

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: An argument is out of range.
        """
        vertices, triangles = surfaces.ball(check_size("radius", radius), check_detail(detail))
        return cls.__new__(cls)._fill_cluster(np.concatenate((vertices, np.zeros((1, 3)))), triangles)

    def _fill_cluster(self, places: np.ndarray, rows: np.ndarray) -> Self:
        return self._fill(places, triangles=rows)


def hull_surface(points: np.ndarray) -> np.ndarray:
    """Triangles of the convex hull of points that fill a space, counterclockwise seen from outside, [t, 3]."""
    hull = ConvexHull(points)
    rows = hull.simplices.astype(np.int64)
    a, b, c = (points[rows[:, k]] for k in range(3))
    inward = (np.cross(b - a, c - a) * hull.equations[:, :3]).sum(axis=1) < 0.0
    rows[inward] = rows[inward, ::-1]
    return rows
