"""What every shape is: its kind, how large it is, and how kernels and the renderer read it.

A shape is a value: it never changes, equals any other of the same size, and may be shared by many bodies.
"""

import abc
import dataclasses
import math
from typing import Any, ClassVar, NamedTuple

import numpy as np

from physics.kernels.layout import kind as KIND
from physics.queries.snapshot import Geometry
from physics.vector import Quaternion

Vector = tuple[float, float, float]

#: `Shape.local_pose` of what is described around its own center.
CENTERED = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))


class ShapeData(NamedTuple):
    """What kernels read of a hull, mesh or height field, around the center of its bounding box.

    The first of the `indices` are a header, whose columns the kernels of the kind know. Numbers in it that tell where
    something begins count from the start of `indices` or of `numbers`, and are listed, so that they can be moved.

    Attributes:
        indices: Whole numbers, header first, int32.
        numbers: Coordinates, float32.
        index_columns: Columns of the header that point into `indices`.
        number_columns: Columns of the header that point into `numbers`.
    """

    indices: np.ndarray
    numbers: np.ndarray
    index_columns: tuple[int, ...]
    number_columns: tuple[int, ...]


class Solid(NamedTuple):
    """How the matter of a shape is spread, for a density of 1 kg/m^3.

    Attributes:
        volume: Volume [m^3].
        center: Center of mass in the axes that the shape is given in, before `local_pose` [m].
        moments: Inertia about that center, xx xy xz yy yz zz [m^5].
    """

    volume: float
    center: Vector
    moments: tuple[float, float, float, float, float, float]


class Shape(abc.ABC):
    """Base of all shapes.

    Attributes:
        kind: Number of the shape in `physics.kernels.layout.kind`, whose row there says what kernels may expect of it.
        rolling_friction: Rolling friction where neither the part nor its material has any. Balls, of which textbooks
            want exact motions, roll forever.
    """

    __slots__ = ()
    kind: ClassVar[int]
    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]  # every shape is a dataclass
    rolling_friction: ClassVar[float] = 0.0

    @property
    def traits(self) -> int:
        """What kernels know of its kind: bits KIND.ROUND, KIND.FACETED and so on."""
        return KIND.TRAITS[self.kind]

    def parameters(self) -> dict[str, Any]:
        """Arguments of the constructor, by keyword, that make an equal shape."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    @property
    @abc.abstractmethod
    def size(self) -> Vector:
        """Three numbers for the kernels [m]; their meaning depends on the kind, unused ones are 0."""

    @property
    @abc.abstractmethod
    def volume(self) -> float:
        """Volume [m^3]."""

    @property
    @abc.abstractmethod
    def extent(self) -> float:
        """Distance from the center to the farthest point [m]."""

    @property
    def inner_radius(self) -> float:
        """Radius of a ball that fits inside [m]; infinite for what is not convex."""
        return math.inf

    def reach(self, direction: Vector) -> float:
        """How far it reaches from its origin along a unit vector, or a little more [m]."""
        return self.extent

    def local_pose(self) -> tuple[Vector, Quaternion]:
        """Center [m] and rotation, in the axes of its owner, of the axes in which `size` describes the shape."""
        return CENTERED

    @property
    def shape_data(self) -> ShapeData | None:
        """Shape data for the kernels, where three numbers cannot describe the shape."""
        return None

    @property
    def material_names(self) -> tuple[str, ...]:
        """Materials that pieces of it have instead of that of the part; "" stands for that."""
        return ()

    def material_of(self, triangle: int) -> str:
        """Material of a triangle, as rays tell it; "" for that of the part."""
        return ""

    @property
    def geometry(self) -> Geometry | None:
        """Triangles to draw, in the axes of `local_pose`; None for what is drawn by its size."""
        return None

    @property
    def solid(self) -> Solid | None:
        """Distribution of matter of a shape that has no formula in `mass`; None if it has one, or no mass."""
        return None

    @property
    def matter(self) -> Solid | None:
        """As `solid`; of a surface that a body with mass and inertia of its own has, something as large."""
        return self.solid


def shortened(array: np.ndarray, kind: type[np.generic]) -> np.ndarray:
    """An array of a shorter type if that loses nothing, else as it is; read-only."""
    short = array.astype(kind)
    kept = short if ((short == array) | (array != array)).all() else array
    kept.flags.writeable = False
    return kept
