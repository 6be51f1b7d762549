"""Height fields: terrain over a regular grid, lighter than a mesh."""

import functools
import hashlib
from typing import Any, ClassVar

import numpy as np

from physics import checks
from physics.constants import SIZE_MAX, SIZE_MIN
from physics.kernels.layout import kind as KIND
from physics.kernels.mesh import data as mesh_data
from physics.queries.snapshot import Geometry
from physics.shapes.base import Shape, ShapeData, Vector, shortened
from physics.vector import Quaternion

#: Most heights: twice as many triangles have numbers of 31 bits, and each height takes 4 bytes.
HEIGHTS_MAX = 100_000_000


class ShapeHeightField(Shape):
    """Surface over a grid of the x-z plane, for static and kinematic bodies.

    Rows run along +Z and columns along +X. The middle of the grid is at the origin; heights are along +Y, as given. It
    is a surface seen from above: it pushes up only, rays hit it from above only, and what is below is not there. Every
    cell has two triangles, joined along the diagonal from its corner of least x and z to that of greatest: triangle
    2 * (row * (columns - 1) + column) on the side of +Z, and the next one on the side of +X.

    Args:
        heights: Heights of the grid points [m], shape [rows, columns], each at least 2.
        cell_size: Distance between grid points [m]; one number, or one along x and one along z.

    Raises:
        TypeError: An argument does not hold numbers.
        ValueError: It has the wrong shape, or a number is out of range.
    """

    kind: ClassVar[int] = KIND.HEIGHT_FIELD

    def __init__(self, heights: np.ndarray, cell_size: float | tuple[float, float]) -> None:
        given = check_heights(heights)
        self.cell_size = check_cell(cell_size, given.shape)
        low, high = float(given.min()), float(given.max())
        # Kernels know the middle in float32, so the heights are told around exactly that.
        self._middle = float(np.float32(0.5 * (low + high)))
        self._half = max(high - self._middle, self._middle - low)
        self._heights = (given - self._middle).astype(np.float32)
        self._heights.flags.writeable = False
        self._given = shortened(given, np.float32)
        text = self._heights.tobytes() + repr((given.shape, self.cell_size, self._middle)).encode()
        self._digest = hashlib.blake2b(text, digest_size=16).digest()

    def parameters(self) -> dict[str, Any]:
        """Heights and cell size [m] as given, for an equal height field."""
        return {"heights": self._given, "cell_size": self.cell_size}

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

    @functools.cached_property
    def shape_data(self) -> ShapeData:
        """Shape data, see `kernels.mesh.data`."""
        header = np.zeros(mesh_data.FIELD_HEADER, np.int32)
        header[mesh_data.FIELD_ROWS] = self.rows
        header[mesh_data.FIELD_COLUMNS] = self.columns
        x, _, z = self.size
        grid = np.array([*self.cell_size, -x, -z], np.float32)
        return ShapeData(header, np.concatenate((grid, self._heights.ravel())), (), mesh_data.FIELD_NUMBER_COLUMNS)

    @functools.cached_property
    def geometry(self) -> Geometry:
        """Triangles to draw, with normals by the slopes between the neighbors of each grid point."""
        cell_x, cell_z, x, z = self.shape_data.numbers[: mesh_data.FIELD_HEIGHTS].astype(np.float64)
        heights = self._heights.astype(np.float64)
        along_z, along_x = np.gradient(heights, self.cell_size[1], self.cell_size[0])
        normals = np.stack((-along_x, np.ones_like(heights), -along_z), axis=2).reshape(-1, 3)
        normals /= np.sqrt((normals * normals).sum(axis=1))[:, None]
        places = np.empty((*heights.shape, 3), np.float32)
        places[..., 0] = x + cell_x * np.arange(self.columns)
        places[..., 1] = heights
        places[..., 2] = (z + cell_z * np.arange(self.rows))[:, None]
        return Geometry(places.reshape(-1, 3), normals.astype(np.float32), self._triangles())

    def _triangles(self) -> np.ndarray:
        """Grid points of all triangles, int32 [k, 3]."""
        n = self.columns
        low = (np.arange(self.rows - 1)[:, None] * n + np.arange(n - 1)).ravel()
        pairs = np.stack((low, low + n, low + n + 1, low, low + n + 1, low + 1), axis=1)
        return pairs.reshape(-1, 3).astype(np.int32)


def check_heights(heights: np.ndarray) -> np.ndarray:
    """Heights as float64 [rows, columns], or an error that says which is wrong."""
    try:
        array = np.array(heights)
    except ValueError:  # rows of different lengths
        array = np.array(None)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"heights must be an array of numbers, got {checks.shown(heights)} of type {array.dtype}")
    if array.ndim != 2 or min(array.shape) < 2:
        raise ValueError(f"heights must have at least 2 rows and 2 columns, got the shape {array.shape}")
    if array.size > HEIGHTS_MAX:
        raise ValueError(f"heights must be {HEIGHTS_MAX} at most, got {array.size}; use several height fields")
    array = array.astype(np.float64)
    bad = np.argwhere(~(np.abs(array) <= SIZE_MAX))
    if len(bad):
        row, column = bad[0].tolist()
        raise ValueError(
            f"heights[{row}, {column}] must be finite and within {SIZE_MAX:g} m, got {array[row, column].item()!r}"
        )
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
