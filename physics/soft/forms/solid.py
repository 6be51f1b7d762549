"""Solids of tetrahedra: jelly, flesh, foam, clay."""

from collections.abc import Sequence
from typing import ClassVar, Self

import numpy as np

from physics import checks
from physics.constants import SIZE_MAX, SIZE_MIN
from physics.shapes import mesh_topology
from physics.soft.forms import mesh_checks, tet_checks
from physics.soft.forms.form import SoftForm, SoftSkin
from physics.soft.forms.inside import cells_crossed, cells_inside
from physics.soft.forms.lattice import CELL_TETS, carry, lattice, surface_of

#: Most cells of a lattice, and of the block around a mesh, most of which may be empty.
CELLS_MAX = mesh_checks.ELEMENTS_MAX // CELL_TETS
BLOCK_MAX = 25 * CELLS_MAX
#: Places this near to the border of a cell, as a part of it, are in both cells.
BORDER = 1e-9


class SoftSolid(SoftForm):
    """What is full: made of tetrahedra, by `lattice`, `around` or `from_tets`."""

    kind: ClassVar[str] = "solid"

    @classmethod
    def lattice(cls, cells: Sequence[int] = (5, 5, 5), size: float = 0.1) -> Self:
        """A block of cubes around the origin, five tetrahedra each, mirrored from cube to cube.

        Args:
            cells: Cubes along X, Y and Z.
            size: Edge of a cube [m].

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: An argument is out of range, or the block has more than a million tetrahedra.
        """
        counts = check_cells("cells", cells)
        size = checks.in_range("size", size, 2.0 * SIZE_MIN, SIZE_MAX, "m", "it is the edge of a cell")
        if counts[0] * counts[1] * counts[2] > CELLS_MAX:
            raise ValueError(
                f"a lattice may have at most {CELLS_MAX:,} cells, got {checks.shown(counts)}; take fewer, larger ones"
            )
        vertices, tets = lattice(np.ones(counts, bool))
        points = (vertices - 0.5 * np.array(counts)) * size
        return cls.__new__(cls)._fill(points, tets=tets, triangles=surface_of(tets))

    @classmethod
    def around(
        cls,
        vertices: mesh_checks.Points,
        triangles: mesh_checks.Rows,
        cell: float = 0.1,
        *,
        uv: np.ndarray | None = None,
    ) -> Self:
        """A lattice around a closed mesh, which is carried by it as a skin.

        It consists of all cells that the inside of the mesh meets, so that also thin parts are enclosed. What touches
        other things is the surface of the lattice; what is drawn is the mesh. Vertices at exactly the same place count
        as one, so that seams of a picture are no holes.

        Args:
            vertices: Places [m], shape [n, 3].
            triangles: Rows of three vertices each, counterclockwise seen from outside, shape [k, 3].
            cell: Edge of a cell [m]: a half to a tenth of the thickness of the mesh is good.
            uv: Places of the vertices in a picture, shape [n, 2].

        Raises:
            TypeError: The arrays do not hold numbers.
            ValueError: The mesh is open, inside out, crosses itself, is degenerate or encloses nothing; the cells are
                too small or too large, or the lattice is not in one piece.
        """
        what = "a mesh for a soft solid"
        places = mesh_checks.check_points("vertices", vertices, 4, what)
        rows = mesh_checks.check_rows("triangles", triangles, 3, len(places), what)
        picture = _check_uv(uv, len(places))
        size = checks.in_range("cell", cell, 2.0 * SIZE_MIN, SIZE_MAX, "m", "it is the edge of a cell")
        mesh_checks.check_used(len(places), rows, "triangles")
        check_closed_mesh(places, rows, what)
        lower, upper = places.min(axis=0), places.max(axis=0)
        counts = _block(upper - lower, size)
        origin = 0.5 * (lower + upper - size * np.array(counts))
        inside = (places - origin) / size
        corners = inside[rows]
        occupied = cells_crossed(corners, counts) | cells_inside(corners, counts)
        cells = _cells_with(inside, occupied)
        mesh_checks.check_count("the tetrahedra around a mesh", CELL_TETS * int(occupied.sum()))
        points, tets = lattice(occupied)
        mesh_checks.check_one_piece(len(points), tets, "the lattice around a mesh")
        number, weights = carry(cells, np.clip(inside - cells, 0.0, 1.0))
        cell_row = np.cumsum(occupied.ravel()) - 1
        tet = CELL_TETS * cell_row[np.ravel_multi_index(tuple(cells.T), counts)] + number
        skin = SoftSkin(rows, tet, weights, picture)
        return cls.__new__(cls)._fill(origin + size * points, tets=tets, triangles=surface_of(tets), skin=skin)

    @classmethod
    def from_tets(cls, points: mesh_checks.Points, tets: mesh_checks.Rows) -> Self:
        """A solid of given tetrahedra, such as those of a mesher.

        Args:
            points: Places [m], shape [n, 3].
            tets: Rows of four points each, of positive volume det [x1 - x0, x2 - x0, x3 - x0], shape [m, 4].

        Raises:
            TypeError: The arrays do not hold numbers.
            ValueError: A tetrahedron is inverted, flat, there twice or names a missing point, a face belongs to more
                than two, or the solid is not in one piece or crosses itself.
        """
        what = "a soft solid"
        places = mesh_checks.check_points("points", points, 4, what)
        rows = mesh_checks.check_rows("tets", tets, 4, len(places), what)
        mesh_checks.check_used(len(places), rows, "tets", "points")
        mesh_checks.check_coincident("points", places)
        tet_checks.check_tets(places, rows)
        tet_checks.check_faces(rows)
        mesh_checks.check_one_piece(len(places), rows, what)
        surface = surface_of(rows)
        mesh_checks.check_crossings(places, surface, what)
        return cls.__new__(cls)._fill(places, tets=rows, triangles=surface)


def check_cells(name: str, cells: Sequence[int]) -> tuple[int, int, int]:
    """Numbers of cells along X, Y and Z."""
    if isinstance(cells, str | bytes) or not isinstance(cells, np.ndarray | Sequence):
        raise TypeError(f"{name} must be 3 whole numbers (x, y, z), got {checks.shown(cells)}")
    if len(cells) != 3:
        raise ValueError(f"{name} must be 3 whole numbers (x, y, z), got {checks.shown(cells)}")
    hint = "a lattice of none encloses nothing"
    x, y, z = (checks.integer(f"{name}[{k}]", cells[k], 1, CELLS_MAX, hint) for k in range(3))
    return x, y, z


def check_closed_mesh(places: np.ndarray, rows: np.ndarray, what: str) -> None:
    """A mesh is closed, looks outward, does not cross itself and has no degenerate triangles.

    Raises:
        ValueError: It is not, or does.
    """
    # Triangles that are points after vertices at one place are made one are as degenerate as thin ones.
    mesh_checks.check_areas(places, rows, mesh_checks.THINNEST)
    welded, row_of = mesh_topology.weld(places)
    joined = row_of[rows]
    edges = mesh_checks.check_manifold(joined, what)
    mesh_checks.check_closed(joined, edges, welded, what)
    mesh_checks.check_crossings(welded, joined, what)
    mesh_checks.check_outward(welded, joined, edges, what)


def _check_uv(uv: np.ndarray | None, count: int) -> np.ndarray | None:
    if uv is None:
        return None
    array = np.asarray(uv)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"uv must be an array of numbers, got {checks.shown(uv)} of type {array.dtype}")
    if array.shape != (count, 2) or not np.isfinite(array).all():
        raise ValueError(f"uv must be finite and have the shape [{count}, 2], a row per vertex, got {array.shape}")
    return array


def _block(extents: np.ndarray, cell: float) -> tuple[int, int, int]:
    """Cells along each axis that a mesh needs."""
    longest = float(extents.max())
    if cell > longest:
        raise ValueError(
            f"cell must be at most as long as the mesh, {longest:.3g} m, or the lattice encloses nothing but air, got "
            f"{cell:g} m; take {longest / 5.0:.2g} m"
        )
    wanted = np.maximum(np.ceil(extents / cell - BORDER), 1.0)
    if wanted.prod() > BLOCK_MAX:
        raise ValueError(
            f"cell must leave at most {BLOCK_MAX:,} cells in the block around the mesh, got {cell:g} m, which makes "
            f"{wanted.prod():.3g}; take larger ones"
        )
    x, y, z = wanted.astype(int).tolist()
    return x, y, z


def _cells_with(inside: np.ndarray, occupied: np.ndarray) -> np.ndarray:
    """Cell of each vertex: an occupied one, if it is at the border of one; else its cell is occupied from now on.

    Args:
        inside: Places in units of a cell, [f, 3].
        occupied: Which cells there are, [nx, ny, nz]. Updated in place.
    """
    last = np.array(occupied.shape) - 1
    cells = np.clip(np.floor(inside), 0, last).astype(np.int64)
    found = occupied[tuple(cells.T)]
    for corner in range(8):
        shift = BORDER * (2.0 * np.array([corner >> 2 & 1, corner >> 1 & 1, corner & 1]) - 1.0)
        rows = np.flatnonzero(~found)
        near = np.clip(np.floor(inside[rows] + shift), 0, last).astype(np.int64)
        good = occupied[tuple(near.T)]
        cells[rows[good]] = near[good]
        found[rows[good]] = True
    occupied[tuple(cells[~found].T)] = True
    return cells
