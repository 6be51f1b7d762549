"""Height fields: terrain over a regular grid, lighter than a mesh."""

import functools
import hashlib
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from physics import checks
from physics.constants import SIZE_MAX, SIZE_MIN
from physics.kernels.layout import kind as KIND
from physics.kernels.mesh import data as mesh_data
from physics.queries.snapshot import Geometry
from physics.shapes.base import Shape, ShapeData, Vector, shortened
from physics.shapes.patches import check_patches
from physics.vector import Quaternion

#: Most heights: twice as many triangles have numbers of 31 bits, and each height takes 4 bytes.
HEIGHTS_MAX = 100_000_000


class ShapeHeightField(Shape):
    """Surface over a grid of the x-z plane, for static and kinematic bodies.

    Rows run along +Z and columns along +X. The middle of the grid is at the origin; heights are along +Y, as given. It
    is a surface seen from above: it pushes up only, rays hit it from above only, and what is below is not there. Every
    cell has two triangles, joined along the diagonal from its corner of least x and z to that of greatest: triangle
    2 * (row * (columns - 1) + column) on the side of +Z, and the next one on the side of +X.

    A height that is NaN makes a hole: the six triangles around that grid point are not there, and things fall through.
    The shape itself never changes; `Part.set_heights` and `Body.set_heights` give a body in a world other heights.

    Args:
        heights: Heights of the grid points [m], shape [rows, columns], each at least 2; NaN for holes.
        cell_size: Distance between grid points [m]; one number, or one along x and one along z.
        materials: Names of materials that its cells have; "" stands for that of the part. A cell with a material has
            friction, restitution and rolling friction of it, whatever the part has.
        cell_materials: Which of them each cell has, numbers from 0, shape [rows - 1, columns - 1].

    Raises:
        TypeError: An argument does not hold numbers.
        ValueError: It has the wrong shape, or a number is out of range.
    """

    kind: ClassVar[int] = KIND.HEIGHT_FIELD

    def __init__(
        self,
        heights: np.ndarray,
        cell_size: float | tuple[float, float],
        *,
        materials: Sequence[str] | None = None,
        cell_materials: np.ndarray | None = None,
    ) -> None:
        given = check_heights(heights)
        cells = given.shape[0] - 1, given.shape[1] - 1
        self._patches = check_patches(materials, cell_materials, "cell_materials", cells)
        self.cell_size = check_cell(cell_size, given.shape)
        low, high = float(np.nanmin(given)), float(np.nanmax(given))
        # Kernels know the middle in float32, so the heights are told around exactly that.
        self._middle = float(np.float32(0.5 * (low + high)))
        self._half = max(high - self._middle, self._middle - low)
        self._holes = holes_of(given)
        # Where there is no height, kernels find the middle, and do not look at it.
        self._heights = np.where(np.isnan(given), 0.0, given - self._middle).astype(np.float32)
        self._heights.flags.writeable = False
        self._given = shortened(given, np.float32)
        text = self._heights.tobytes() + repr((given.shape, self.cell_size, self._middle)).encode()
        text += self._patches.content
        if self._holes is not None:
            text += self._holes.tobytes()
        self._digest = hashlib.blake2b(text, digest_size=16).digest()

    def parameters(self) -> dict[str, Any]:
        """Heights and cell size [m] and so on as given, for an equal height field."""
        return {"heights": self._given, "cell_size": self.cell_size, **self._materials()}

    def _materials(self) -> dict[str, Any]:
        """Arguments that tell the materials of the cells."""
        if self._patches.rows is None:
            return {}
        return {"materials": self._patches.names, "cell_materials": self._patches.rows}

    @property
    def material_names(self) -> tuple[str, ...]:
        """Materials that cells of it have instead of that of the part; "" stands for that."""
        return self._patches.names

    def material_of(self, triangle: int) -> str:
        """Material of a triangle; "" for that of the part."""
        row, column = divmod(triangle // 2, self.columns - 1)
        return self._patches.name((row, column))

    def __eq__(self, other: object) -> bool:
        return self._digest == other._digest if isinstance(other, ShapeHeightField) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._digest)

    def __repr__(self) -> str:
        rows, columns = self._heights.shape
        return f"<ShapeHeightField of {rows} x {columns} heights, cells of {self.cell_size} m>"

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "_digest"):
            raise AttributeError(f"a height field does not change, so {name} cannot be set; make another one")
        super().__setattr__(name, value)

    @property
    def heights(self) -> np.ndarray:
        """Heights as given [m], NaN for holes, shape [rows, columns]; read-only."""
        return self._given

    def with_heights(self, heights: np.ndarray, row: int = 0, column: int = 0) -> "ShapeHeightField":
        """A height field with other heights in a part of the grid.

        Args:
            heights: New heights [m], NaN for holes; shape [r, c], or one number for one grid point.
            row: Row of the grid of the first of them.
            column: Column of the first of them.

        Raises:
            TypeError: An argument does not hold numbers.
            ValueError: They do not fit into the grid, a number is out of range, or nothing but holes is left.
        """
        new = check_heights(heights, least=1)
        row = checks.integer("row", row, 0, self.rows - 1)
        column = checks.integer("column", column, 0, self.columns - 1)
        if row + new.shape[0] > self.rows or column + new.shape[1] > self.columns:
            raise ValueError(
                f"heights of the shape {new.shape} from row {row} and column {column} on must fit into the grid of "
                f"{self.rows} x {self.columns}; give fewer of them"
            )
        whole = self._given.astype(np.float64)
        whole[row : row + new.shape[0], column : column + new.shape[1]] = new
        return ShapeHeightField(whole, self.cell_size, **self._materials())

    @property
    def rows(self) -> int:
        """Grid points along z."""
        return self._heights.shape[0]

    @property
    def columns(self) -> int:
        """Grid points along x."""
        return self._heights.shape[1]

    @property
    def size(self) -> Vector:
        """Half extents of the bounding box [m]."""
        x, z = self.cell_size
        return 0.5 * x * (self.columns - 1), self._half, 0.5 * z * (self.rows - 1)

    @property
    def volume(self) -> float:
        """A surface has none.

        Raises:
            ValueError: Always.
        """
        raise ValueError("a height field is a surface without volume, so it needs BodyKind.STATIC or KINEMATIC")

    @property
    def extent(self) -> float:
        """Distance from the origin to the farthest point, or a little more [m]."""
        x, y, z = self.size
        y += abs(self._middle)
        return (x * x + y * y + z * z) ** 0.5

    def local_pose(self) -> tuple[Vector, Quaternion]:
        """Center of the bounding box [m], no rotation."""
        return (0.0, self._middle, 0.0), (0.0, 0.0, 0.0, 1.0)

    def describe(self, *, holes: bool) -> ShapeData:
        """Shape data, see `kernels.mesh.data`; with a place for the bits of holes, even if there are none, or not."""
        header = np.zeros(mesh_data.FIELD_HEADER, np.int32)
        header[mesh_data.FIELD_ROWS] = self.rows
        header[mesh_data.FIELD_COLUMNS] = self.columns
        x, _, z = self.size
        grid = np.array([*self.cell_size, -x, -z], np.float32)
        columns: tuple[int, ...] = ()
        if holes:
            bits = np.zeros(2 * (self.rows - 1) * (self.columns - 1) // 32 + 1, np.int32)
            if self._holes is not None:
                packed = np.packbits(self._holes, bitorder="little")
                bits.view(np.uint8)[: len(packed)] = packed
            header[mesh_data.FIELD_HOLES] = len(header)
            header, columns = np.concatenate((header, bits)), (mesh_data.FIELD_HOLES,)
        numbers = np.concatenate((grid, self._heights.ravel()))
        added = self._patches.enter(header, len(header), len(numbers))
        order = np.arange((self.rows - 1) * (self.columns - 1))
        return ShapeData(
            np.concatenate((header, self._patches.table(order))),
            np.concatenate((numbers, self._patches.numbers)),
            columns + added[0],
            mesh_data.FIELD_NUMBER_COLUMNS + added[1],
        )

    @functools.cached_property
    def shape_data(self) -> ShapeData:
        """Shape data, see `kernels.mesh.data`."""
        return self.describe(holes=self._holes is not None)

    @functools.cached_property
    def geometry(self) -> Geometry:
        """Triangles to draw, with normals by the slopes between the neighbors of each grid point."""
        x, _, z = self.size
        cell_x, cell_z, x, z = np.array([*self.cell_size, -x, -z], np.float32).astype(np.float64)
        heights = self._heights.astype(np.float64)
        heights[np.isnan(self._given)] = np.nan
        along_z, along_x = slopes(heights, self.cell_size[1], 0), slopes(heights, self.cell_size[0], 1)
        normals = np.stack((-along_x, np.ones_like(heights), -along_z), axis=2).reshape(-1, 3)
        normals /= np.sqrt((normals * normals).sum(axis=1))[:, None]
        places = np.empty((*heights.shape, 3), np.float32)
        places[..., 0] = x + cell_x * np.arange(self.columns)
        places[..., 1] = self._heights
        places[..., 2] = (z + cell_z * np.arange(self.rows))[:, None]
        triangles = self._triangles()
        if self._holes is not None:
            triangles = triangles[~self._holes]
        return Geometry(places.reshape(-1, 3), normals.astype(np.float32), triangles)

    def _triangles(self) -> np.ndarray:
        """Grid points of all triangles, int32 [k, 3]."""
        n = self.columns
        low = (np.arange(self.rows - 1)[:, None] * n + np.arange(n - 1)).ravel()
        pairs = np.stack((low, low + n, low + n + 1, low, low + n + 1, low + 1), axis=1)
        return pairs.reshape(-1, 3).astype(np.int32)


def holes_of(heights: np.ndarray) -> np.ndarray | None:
    """Which triangles have a corner without a height, bool [2 * cells]; None if all have heights."""
    missing = np.isnan(heights)
    if not missing.any():
        return None
    low, far = missing[:-1, :-1], missing[1:, 1:]
    even, odd = low | missing[1:, :-1] | far, low | far | missing[:-1, 1:]
    return np.stack((even, odd), axis=2).ravel()


def slopes(heights: np.ndarray, cell: float, axis: int) -> np.ndarray:
    """Slopes of the surface at the grid points along an axis, 0 where nothing is known."""
    if not np.isnan(heights).any():
        return np.gradient(heights, cell, axis=axis)
    edge = np.full_like(np.take(heights, [0], axis), np.nan)
    steps = np.concatenate((edge, np.diff(heights, axis=axis) / cell, edge), axis)
    count = heights.shape[axis]
    sides = np.stack((np.take(steps, range(count), axis), np.take(steps, range(1, count + 1), axis)))
    known = ~np.isnan(sides)
    return np.where(known, sides, 0.0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)


def check_heights(heights: np.ndarray, least: int = 2) -> np.ndarray:
    """Heights as float64 [rows, columns], NaN for holes, or an error that says which is wrong.

    Args:
        heights: What was given.
        least: Rows and columns that there must be; with 1, a number is one height, and there may be holes only.
    """
    try:
        array = np.array(heights)
    except ValueError:  # rows of different lengths
        array = np.array(None)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"heights must be an array of numbers, got {checks.shown(heights)} of type {array.dtype}")
    if array.ndim == 0 and least == 1:
        array = array.reshape(1, 1)
    if array.ndim != 2 or min(array.shape) < least:
        counts = "2 rows and 2 columns" if least == 2 else "a row and a column"
        raise ValueError(f"heights must have at least {counts}, got the shape {array.shape}")
    if array.size > HEIGHTS_MAX:
        raise ValueError(f"heights must be {HEIGHTS_MAX} at most, got {array.size}; use several height fields")
    array = array.astype(np.float64)
    bad = np.argwhere(np.abs(array) > SIZE_MAX)
    if len(bad):
        row, column = bad[0].tolist()
        raise ValueError(
            f"heights[{row}, {column}] must be finite and within {SIZE_MAX:g} m, or NaN for a hole, got "
            f"{array[row, column].item()!r}"
        )
    holes = holes_of(array) if least == 2 else None
    if holes is not None and holes.all():
        raise ValueError("a height field needs a triangle without NaN at a corner, got none; remove the body instead")
    return array


def check_cell(cell_size: float | tuple[float, float], shape: tuple[int, int]) -> tuple[float, float]:
    """Distances between grid points along x and z, or an error that says which is wrong."""
    given: tuple[Any, ...]
    if isinstance(cell_size, tuple | list | np.ndarray) and np.ndim(cell_size) == 1:
        if len(cell_size) != 2:
            raise ValueError(f"cell_size must be one number or two, got {checks.shown(cell_size)}")
        names, given = ("cell_size[0]", "cell_size[1]"), tuple(cell_size)
    else:
        names, given = ("cell_size", "cell_size"), (cell_size, cell_size)
    sizes = []
    for name, value, count in zip(names, given, (shape[1], shape[0]), strict=True):
        if isinstance(value, np.generic):
            value = value.item()
        most = 2.0 * SIZE_MAX / (count - 1)
        sizes.append(checks.in_range(name, value, SIZE_MIN, most, "m", f"the whole may reach {2.0 * SIZE_MAX:g} m"))
    return sizes[0], sizes[1]
