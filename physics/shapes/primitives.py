"""Shapes that a few lengths describe: spheres, boxes, capsules, cylinders, cones and half-spaces."""

import dataclasses
import math
from typing import ClassVar

from physics.checks import in_range, unit_vector, vector
from physics.constants import SIZE_MAX, SIZE_MIN
from physics.kernels.layout import kind as KIND
from physics.shapes.base import Shape, Vector
from physics.vector import Quaternion

_SIZE_HINT = "lengths are in meters"

#: Rolling friction of a barrel: one that fell over comes to rest one day.
_ROLLING_FRICTION = 0.004


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

    def reach(self, direction: Vector) -> float:
        """How far it reaches from its center along a unit vector [m]."""
        return sum(half * abs(along) for half, along in zip(self.half_extents, direction, strict=True))


@dataclasses.dataclass(frozen=True, slots=True)
class ShapeRevolved(Shape):
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
class ShapeCapsule(ShapeRevolved):
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

    def reach(self, direction: Vector) -> float:
        """How far it reaches from its center along a unit vector [m]."""
        return self.radius + self.half_height * abs(direction[1])


@dataclasses.dataclass(frozen=True, slots=True)
class ShapeCylinder(ShapeRevolved):
    """Cylinder along Y with flat ends, around its center; its whole length is 2 * half_height.

    Attributes:
        radius: Radius [m], 0.1 mm to 100 km.
        half_height: Half its length [m], 0.1 mm to 100 km.
    """

    kind: ClassVar[int] = KIND.CYLINDER
    rolling_friction: ClassVar[float] = _ROLLING_FRICTION

    @property
    def inner_radius(self) -> float:
        """Radius of a ball that fits inside [m]."""
        return min(self.radius, self.half_height)

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        return 2.0 * math.pi * self.radius**2 * self.half_height

    def reach(self, direction: Vector) -> float:
        """How far it reaches from its center along a unit vector [m]."""
        x, y, z = direction
        return self.radius * math.hypot(x, z) + self.half_height * abs(y)


@dataclasses.dataclass(frozen=True, slots=True)
class ShapeCone(ShapeRevolved):
    """Cone along Y: its base is the disk at y = -half_height, its tip at y = +half_height.

    Its center of mass is not the middle of its height, but half of half_height below.

    Attributes:
        radius: Radius of the base [m], 0.1 mm to 100 km.
        half_height: Half its height [m], 0.1 mm to 100 km.
    """

    kind: ClassVar[int] = KIND.CONE
    rolling_friction: ClassVar[float] = _ROLLING_FRICTION

    @property
    def inner_radius(self) -> float:
        """Radius of a ball that fits inside [m]: area over half the circumference of a cut through the axis."""
        height = 2.0 * self.half_height
        return self.radius * height / (self.radius + math.hypot(self.radius, height))

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        return 2.0 / 3.0 * math.pi * self.radius**2 * self.half_height

    def reach(self, direction: Vector) -> float:
        """How far it reaches from the middle of its height along a unit vector [m]: to its rim, or to its tip."""
        x, y, z = direction
        return max(self.radius * math.hypot(x, z) - self.half_height * y, self.half_height * y)


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
