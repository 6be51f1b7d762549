"""Shapes of bodies: what they are, how large they may be, and how kernels read them.

A shape is a value: it never changes, equals any other of the same size, and may be shared by many bodies.
"""

import abc
import dataclasses
import math
from typing import Any, ClassVar, NamedTuple

import numpy as np

from physics.checks import in_range, unit_vector, vector
from physics.constants import SIZE_MAX, SIZE_MIN
from physics.kernels.layout import kind as KIND
from physics.queries.snapshot import Geometry
from physics.vector import Quaternion

Vector = tuple[float, float, float]

_CENTERED = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
_SIZE_HINT = "lengths are in meters"


class Form(NamedTuple):
    """Description of a hull, mesh or height field for the kernels, around the center of its bounding box.

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
        kind: Number of the shape in `physics.kernels.layout.kind`.
    """

    __slots__ = ()
    kind: ClassVar[int]

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

    def local_pose(self) -> tuple[Vector, Quaternion]:
        """Center [m] and rotation, in the axes of its owner, of the axes in which `size` describes the shape."""
        return _CENTERED

    @property
    def form(self) -> Form | None:
        """Description for the kernels of what three numbers cannot describe."""
        return None

    @property
    def geometry(self) -> Geometry | None:
        """Triangles to draw, in the axes of `local_pose`; None for what is drawn by its size."""
        return None

    @property
    def solid(self) -> Solid | None:
        """Distribution of matter of a shape that has no formula in `mass`; None if it has one, or no mass."""
        return None


@dataclasses.dataclass(frozen=True, slots=True)
class ShapeSphere(Shape):
    """Ball around its center.

    Attributes:
        radius: Radius [m], 0.1 mm to 100 km.
    """

    kind: ClassVar[int] = KIND.SPHERE
    radius: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", _length("radius", self.radius))

    @property
    def size(self) -> Vector:
        """Radius, 0, 0 [m]."""
        return self.radius, 0.0, 0.0

    @property
    def inner_radius(self) -> float:
        """Radius of a ball that fits inside [m]."""
        return self.radius

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        return 4.0 / 3.0 * math.pi * self.radius**3

    @property
    def extent(self) -> float:
        """Distance from the center to the farthest point [m]."""
        return self.radius


@dataclasses.dataclass(frozen=True, slots=True)
class ShapeBox(Shape):
    """Box around its center.

    Attributes:
        half_extents: Half of its lengths along x, y, z [m], each 0.1 mm to 100 km.
    """

    kind: ClassVar[int] = KIND.BOX
    half_extents: Vector

    def __post_init__(self) -> None:
        x, y, z = vector("half_extents", self.half_extents)
        if not (SIZE_MIN <= x <= SIZE_MAX and SIZE_MIN <= y <= SIZE_MAX and SIZE_MIN <= z <= SIZE_MAX):
            for i, length in enumerate((x, y, z)):
                _length(f"half_extents[{i}]", length)
        object.__setattr__(self, "half_extents", (x, y, z))

    @property
    def size(self) -> Vector:
        """Half extents [m]."""
        return self.half_extents

    @property
    def inner_radius(self) -> float:
        """Radius of a ball that fits inside [m]."""
        return min(self.half_extents)

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        x, y, z = self.half_extents
        return 8.0 * x * y * z

    @property
    def extent(self) -> float:
        """Distance from the center to a corner [m]."""
        x, y, z = self.half_extents
        return math.sqrt(x * x + y * y + z * z)


@dataclasses.dataclass(frozen=True, slots=True)
class ShapeTurned(Shape):
    """What capsules, cylinders and cones have in common: they are round across Y, and longer along it.

    Attributes:
        radius: Radius [m], 0.1 mm to 100 km.
        half_height: Half the height [m], 0.1 mm to 100 km.
    """

    without_height: ClassVar[str] = ""
    radius: float
    half_height: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", _length("radius", self.radius))
        object.__setattr__(self, "half_height", _length("half_height", self.half_height, self.without_height))

    @property
    def size(self) -> Vector:
        """Radius, half height, 0 [m]."""
        return self.radius, self.half_height, 0.0

    @property
    def extent(self) -> float:
        """Distance from the middle to a rim [m]."""
        return math.hypot(self.radius, self.half_height)


@dataclasses.dataclass(frozen=True, slots=True)
class ShapeCapsule(ShapeTurned):
    """Cylinder along Y with round ends, around its center; its whole length is 2 * (half_height + radius).

    Attributes:
        radius: Radius of the cylinder and of the ends [m], 0.1 mm to 100 km.
        half_height: Half the length of the cylinder, without the ends [m], 0.1 mm to 100 km.
    """

    kind: ClassVar[int] = KIND.CAPSULE
    without_height: ClassVar[str] = "without it use ShapeSphere"

    @property
    def inner_radius(self) -> float:
        """Radius of a ball that fits inside [m]."""
        return self.radius

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        return math.pi * self.radius**2 * (2.0 * self.half_height + 4.0 / 3.0 * self.radius)

    @property
    def extent(self) -> float:
        """Distance from the center to the tip of an end [m]."""
        return self.half_height + self.radius


@dataclasses.dataclass(frozen=True, slots=True)
class ShapeCylinder(ShapeTurned):
    """Cylinder along Y with flat ends, around its center; its whole length is 2 * half_height.

    Attributes:
        radius: Radius [m], 0.1 mm to 100 km.
        half_height: Half its length [m], 0.1 mm to 100 km.
    """

    kind: ClassVar[int] = KIND.CYLINDER

    @property
    def inner_radius(self) -> float:
        """Radius of a ball that fits inside [m]."""
        return min(self.radius, self.half_height)

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        return 2.0 * math.pi * self.radius**2 * self.half_height


@dataclasses.dataclass(frozen=True, slots=True)
class ShapeCone(ShapeTurned):
    """Cone along Y: its base is the disk at y = -half_height, its tip at y = +half_height.

    Its center of mass is not the middle of its height, but half of half_height below.

    Attributes:
        radius: Radius of the base [m], 0.1 mm to 100 km.
        half_height: Half its height [m], 0.1 mm to 100 km.
    """

    kind: ClassVar[int] = KIND.CONE

    @property
    def inner_radius(self) -> float:
        """Radius of a ball that fits inside [m]: area over half the circumference of a cut through the axis."""
        height = 2.0 * self.half_height
        return self.radius * height / (self.radius + math.hypot(self.radius, height))

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        return 2.0 / 3.0 * math.pi * self.radius**2 * self.half_height


@dataclasses.dataclass(frozen=True, slots=True)
class ShapePlane(Shape):
    """Half-space: all points x with normal . x <= offset are solid.

    Attributes:
        normal: Direction out of the solid side; stored with length 1.
        offset: Distance of the surface from the origin along the normal [m], up to 100 km either way.
    """

    kind: ClassVar[int] = KIND.PLANE
    normal: Vector = (0.0, 1.0, 0.0)
    offset: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "normal", unit_vector("normal", self.normal))
        offset = in_range("offset", self.offset, -SIZE_MAX, SIZE_MAX, "m", "farther away, move the body instead")
        object.__setattr__(self, "offset", offset)

    @property
    def size(self) -> Vector:
        """Nothing: a half-space is the side y < 0 of its local axes."""
        return 0.0, 0.0, 0.0

    @property
    def volume(self) -> float:
        """Infinite."""
        return math.inf

    @property
    def extent(self) -> float:
        """Infinite."""
        return math.inf

    def local_pose(self) -> tuple[Vector, Quaternion]:
        """Point of the surface nearest to the origin [m], and the rotation that turns +Y to the normal."""
        x, y, z = self.normal
        return (x * self.offset, y * self.offset, z * self.offset), _turn_from_y(x, y, z)


def _length(name: str, value: float, hint: str = _SIZE_HINT) -> float:
    return in_range(name, value, SIZE_MIN, SIZE_MAX, "m", hint)


def _turn_from_y(x: float, y: float, z: float) -> Quaternion:
    """Shortest rotation from +Y to a unit vector.

    The axis is Y x n = (z, 0, -x), of length sin(a); the quaternion needs it of length sin(a/2) = sin(a) / 2 cos(a/2).
    Above the horizon cos(a/2) is large and comes first; below it is small and 1 + y cancels, so sin(a/2) comes first.
    """
    if y >= 0.0:
        w = math.sqrt(0.5 * (1.0 + y))
        return 0.5 * z / w, 0.0, -0.5 * x / w, w
    sine = math.sqrt(x * x + z * z)
    if sine < 1e-20:  # straight down: any horizontal axis will do
        return 1.0, 0.0, 0.0, 0.0
    half_sine = math.sqrt(0.5 * (1.0 - y))
    return half_sine * z / sine, 0.0, -half_sine * x / sine, 0.5 * sine / half_sine


def shortened(array: np.ndarray, kind: type) -> np.ndarray:
    """An array of a shorter type if that loses nothing, else as it is; read-only."""
    short = array.astype(kind)
    kept = short if (short == array).all() else array
    kept.flags.writeable = False
    return kept
