"""Shape data of hulls, meshes and height fields, shared by all shapes that are equal; they are only ever added."""

import hashlib

import numpy as np

from physics.queries.snapshot import Geometry
from physics.shapes.base import Shape, ShapeData
from physics.shapes.looks import Look, centered

#: Room at first.
_START = 64
#: Of a shape that its size describes, but that is drawn by its geometry.
_EMPTY = ShapeData(np.zeros(1, np.int32), np.zeros(0, np.float32), (), ())


class ShapeLibrary:
    """Shape data of one world. States need not copy them: what was entered once keeps its place.

    Attributes:
        indices: Whole numbers of all shape data, int32; the first is unused, so that 0 means none.
        numbers: Their coordinates, float32.
        geometries: What can be drawn, in the order of entry.
    """

    def __init__(self) -> None:
        self.indices = np.zeros(_START, np.int32)
        self.numbers = np.zeros(_START, np.float32)
        self.geometries: tuple[Geometry, ...] = ()
        self._index_count = 1
        self._number_count = 0
        self._starts: dict[Shape, int] = {}
        self._drawn = np.full(1, -1, np.int32)
        self._looks: dict[Geometry, Look] = {}
        self._digests: dict[int, bytes] = {}

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
        content = data.indices.tobytes() + data.numbers.tobytes()
        self._digests[start] = hashlib.blake2b(content, digest_size=8).digest()
        self._starts[shape] = start
        self._drawn = np.concatenate((self._drawn, np.full(self._index_count - len(self._drawn), -1, np.int32)))
        if shape.geometry is not None:
            self._drawn[start] = len(self.geometries)
            self.geometries += (shape.geometry,)
        return start

    def enter_look(self, geometry: Geometry) -> Look:
        """How a geometry is shown that takes the place of the shapes of a body; the same one is entered once."""
        look = self._looks.get(geometry)
        if look is None:
            moved, offset, half_extents = centered(geometry)
            look = self._looks[geometry] = Look(len(self.geometries), offset, half_extents)
            self.geometries += (moved,)
        return look

    def digests_of(self, starts: np.ndarray) -> bytes:
        """Digests of the shape data of shapes, one after another; nothing for shapes without one.

        Args:
            starts: Where their shape data begin, 0 for none, int32 [n].
        """
        return b"".join(self._digests[start] for start in starts[starts > 0].tolist())

    def geometry_of(self, starts: np.ndarray) -> np.ndarray:
        """Numbers of the geometries of shapes, int32 [n]; -1 for none.

        Args:
            starts: Where their shape data begin, 0 for none, int32 [n].
        """
        return self._drawn[starts]


def _fit(array: np.ndarray, size: int) -> np.ndarray:
    """The array, or a longer one with its content."""
    if size <= len(array):
        return array
    longer = np.zeros(max(size, 2 * len(array)), array.dtype)
    longer[: len(array)] = array
    return longer
