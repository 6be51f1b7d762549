"""Shape data of hulls, meshes and height fields, shared by all shapes that are equal; they are only ever added.

A height field that a program edits has a place of its own, which is written anew with every edit: a place belongs to
one part at a time, and the body table says what is in it after a state was loaded.
"""

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from physics.kernels.mesh.data import PATCH_NUMBERS, PATCH_ROWS, PATCH_STRIDE
from physics.queries.snapshot import Geometry
from physics.shapes.base import Shape, ShapeData
from physics.shapes.height_field import ShapeHeightField
from physics.shapes.looks import Look, centered

if TYPE_CHECKING:
    from physics.bodies.materials import MaterialTable

#: Room at first.
_START = 64
#: Of a shape that its size describes, but that is drawn by its geometry.
_EMPTY = ShapeData(np.zeros(1, np.int32), np.zeros(0, np.float32), (), ())


class ShapeLibrary:
    """Shape data of one world. States need not copy them: what was entered once keeps its place.

    Attributes:
        indices: Whole numbers of all shape data, int32; the first is unused, so that 0 means none.
        numbers: Their coordinates, float32.
    """

    def __init__(self) -> None:
        self.indices = np.zeros(_START, np.int32)
        self.numbers = np.zeros(_START, np.float32)
        self._geometries: tuple[Geometry, ...] = ()
        self._index_count = 1
        self._number_count = 0
        self._starts: dict[Shape, int] = {}
        self._drawn = np.full(1, -1, np.int32)
        self._looks: dict[Geometry, Look] = {}
        self._digests: dict[int, bytes] = {}
        self._edited: dict[int, ShapeHeightField] = {}  # what is in the places of edited height fields
        self._names: dict[int, tuple[str, ...]] = {}  # materials of pieces of surfaces, by where their data begin
        self._redrawn: dict[int, int] = {}  # places whose geometry is out of date, and its number

    @property
    def geometries(self) -> tuple[Geometry, ...]:
        """What can be drawn, in the order of entry; that of an edited height field is another after each edit."""
        if self._redrawn:
            drawn = list(self._geometries)
            for start, number in self._redrawn.items():
                drawn[number] = self._edited[start].geometry
            self._geometries, self._redrawn = tuple(drawn), {}
        return self._geometries

    def enter(self, shape: Shape) -> int:
        """Where the shape data of a shape begin in `indices`; 0 for a shape without one."""
        data = shape.shape_data
        if data is None:
            if shape.geometry is None:
                return 0
            data = _EMPTY  # so that what it looks like has a place
        start = self._starts.get(shape)
        if start is not None:
            return start
        start = self._append(data)
        self._note_names(start, shape)
        self._digests[start] = _digest(data, shape)
        self._starts[shape] = start
        if shape.geometry is not None:
            self._drawn[start] = len(self._geometries)
            self._geometries += (shape.geometry,)
        return start

    def _append(self, data: ShapeData) -> int:
        """Write shape data behind all others; returns where they begin."""
        start, first = self._index_count, self._number_count
        indices = data.indices.astype(np.int32)
        indices[list(data.index_columns)] += start
        indices[list(data.number_columns)] += first
        self._index_count += len(indices)
        # Eight lanes may be read from any number on.
        self._number_count += len(data.numbers) + -len(data.numbers) % 8
        self.indices = _fit(self.indices, self._index_count)
        self.numbers = _fit(self.numbers, self._number_count + 8)
        self.indices[start : self._index_count] = indices
        self.numbers[first : first + len(data.numbers)] = data.numbers
        self._drawn = np.concatenate((self._drawn, np.full(self._index_count - len(self._drawn), -1, np.int32)))
        return start

    # ---- Materials of triangles -------------------------------------------------------------------------------------

    def _note_names(self, start: int, shape: Shape) -> None:
        if shape.material_names:
            self._names[start] = shape.material_names

    def bind_materials(self, materials: "MaterialTable") -> None:
        """Write what the materials of triangles are in the world now: their rows, restitution and rolling friction."""
        for start, names in self._names.items():
            rows, numbers = self.indices[start + PATCH_ROWS], self.indices[start + PATCH_NUMBERS]
            for k, name in enumerate(names):
                if name in materials:  # "" is no name, and some may be of a time that never came
                    row = materials.index(name)
                    self.indices[rows + k] = row
                    values = materials.restitution(row), materials.rolling_friction(row)
                    place = numbers + PATCH_STRIDE * k
                    self.numbers[place : place + PATCH_STRIDE] = values

    # ---- Height fields that are edited ------------------------------------------------------------------------------

    def take_place(self, shape: ShapeHeightField, used: np.ndarray) -> int:
        """A place for a height field that is edited, with `shape` in it; one that nobody uses any more, or a new one.

        Args:
            shape: The first that is in it.
            used: Where the shape data of all shapes of the world begin, int32 [n].
        """
        wanted = shape.rows, shape.columns, shape.material_names
        for start, held in self._edited.items():
            if (held.rows, held.columns, held.material_names) == wanted and not (used == start).any():
                self.write(start, shape)
                return start
        start = self._append(shape.describe(holes=True))
        self._note_names(start, shape)
        self._edited[start] = shape
        self._drawn[start] = len(self._geometries)
        self._geometries += (shape.geometry,)
        return start

    def is_place(self, start: int) -> bool:
        """Whether shape data that begin somewhere are of a height field that is edited."""
        return start in self._edited

    def write(self, start: int, shape: ShapeHeightField) -> None:
        """Put other heights into a place; the grid is the same."""
        if self._edited[start] is shape:
            return
        data = shape.describe(holes=True)
        indices = data.indices.copy()
        indices[list(data.index_columns)] += start
        first = self.indices[start + data.number_columns[0]]
        indices[list(data.number_columns)] += first
        self.indices[start : start + len(indices)] = indices
        self.numbers[first : first + len(data.numbers)] = data.numbers
        self._edited[start] = shape
        self._digests.pop(start, None)
        self._redrawn[start] = int(self._drawn[start])

    # ---- What they look like, and what decides the future -----------------------------------------------------------

    def enter_look(self, geometry: Geometry) -> Look:
        """How a geometry is shown that takes the place of the shapes of a body; the same one is entered once."""
        look = self._looks.get(geometry)
        if look is None:
            moved, offset, half_extents = centered(geometry)
            look = self._looks[geometry] = Look(len(self._geometries), offset, half_extents)
            self._geometries += (moved,)
        return look

    def digests_of(self, starts: np.ndarray) -> bytes:
        """Digests of the shape data of shapes, one after another; nothing for shapes without one.

        Args:
            starts: Where their shape data begin, 0 for none, int32 [n].
        """
        return b"".join(self._digest_of(start) for start in starts[starts > 0].tolist())

    def _digest_of(self, start: int) -> bytes:
        """Digest of shape data; that of an edited height field is found when it is asked for."""
        found = self._digests.get(start)
        if found is None:
            shape = self._edited[start]
            found = self._digests[start] = _digest(shape.shape_data, shape)
        return found

    def geometry_of(self, starts: np.ndarray) -> np.ndarray:
        """Numbers of the geometries of shapes, int32 [n]; -1 for none.

        Args:
            starts: Where their shape data begin, 0 for none, int32 [n].
        """
        return self._drawn[starts]


def _digest(data: ShapeData, shape: Shape) -> bytes:
    """Digest of shape data, wherever they are."""
    content = data.indices.tobytes() + data.numbers.tobytes()
    if shape.material_names:
        content += repr(shape.material_names).encode()
    return hashlib.blake2b(content, digest_size=8).digest()


def _fit(array: np.ndarray, size: int) -> np.ndarray:
    """The array, or a longer one with its content."""
    if size <= len(array):
        return array
    longer = np.zeros(max(size, 2 * len(array)), array.dtype)
    longer[: len(array)] = array
    return longer
