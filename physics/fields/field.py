"""Force fields: accelerations and winds that act on bodies in a region. `World.add_field` puts one into a world.

The attributes of a field may change at any time; what sleeps in its region then wakes. A field belongs to one world.
"""

import abc
import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from physics import checks
from physics.checks import ALL_BITS
from physics.constants import MAX_SPEED, POSITION_MAX
from physics.kernels.layout import force_field as FORCE_FIELD
from physics.shapes.base import Vector
from physics.vector import Vec3

if TYPE_CHECKING:
    from physics.fields.table import FieldTable
    from physics.world import World

Bounds = tuple[Vector, Vector]

#: Strongest acceleration [m/s^2], as of gravity.
ACCELERATION_MAX = 1e6
#: Largest strength of a point, and density of what flows [kg/m^3]: far from the end of what products can hold.
STRENGTH_MAX = 1e15
DENSITY_MAX = 1e6
#: Density of air at sea level [kg/m^3].
AIR = 1.2


def _vector(limit: float, unit: str) -> Callable[[str, Any], Vec3]:
    return lambda name, value: Vec3(*checks.vector(name, value, limit=limit, unit=unit))


def number_between(low: float, high: float, unit: str = "") -> Callable[[str, Any], float]:
    """Check of an attribute: a number within bounds."""
    return lambda name, value: checks.in_range(name, value, low, high, unit)


def _distance(name: str, value: Any) -> float:
    """A length that may be infinite [m]."""
    return math.inf if value == math.inf else checks.positive(name, value, "m")


def _bounds(name: str, value: Any) -> Bounds | None:
    """Two opposite corners of a box, the lower first [m]; None for everywhere."""
    if value is None:
        return None
    if isinstance(value, str) or not hasattr(value, "__len__") or len(value) != 2:
        raise TypeError(f"{name} must be None or two corners, got {checks.shown(value)}")
    lower, upper = (checks.vector(f"{name}[{k}]", value[k], limit=POSITION_MAX, unit="m") for k in range(2))
    if not all(a < b for a, b in zip(lower, upper, strict=True)):
        raise ValueError(f"{name} must be the lower corner and the upper, got {checks.shown(value)}; swap them")
    return Vec3(*lower), Vec3(*upper)


velocity_of = _vector(MAX_SPEED, "m/s")
_speed = number_between(-MAX_SPEED, MAX_SPEED, "m/s")


@dataclasses.dataclass(eq=False)
class Field(abc.ABC):
    """Base of all fields.

    Attributes:
        bounds: Two opposite corners of the region in which it acts, the lower first [m]; None for everywhere. A body is
            inside if its center of mass is.
        mask: 32 bits; a body feels the field if the category of one of its shapes has one of them.
        enabled: Whether it acts.
    """

    _checks: ClassVar[Mapping[str, Callable[[str, Any], Any]]] = {
        "bounds": _bounds,
        "mask": checks.bitmask,
        "enabled": checks.flag,
    }
    _kind: ClassVar[int]

    bounds: Bounds | None = dataclasses.field(default=None, kw_only=True)
    mask: int = dataclasses.field(default=ALL_BITS, kw_only=True)
    enabled: bool = dataclasses.field(default=True, kw_only=True)

    def __setattr__(self, name: str, value: Any) -> None:
        check = self._checks.get(name)
        if check is None:
            names = ", ".join(self._checks)
            raise AttributeError(f"a {type(self).__name__} has no attribute {name!r}; choose one of: {names}")
        value = check(name, value)
        table = self.__dict__.get("_table")
        if table is None:
            object.__setattr__(self, name, value)
        elif getattr(self, name) != value:
            table.wake_in(self)
            object.__setattr__(self, name, value)
            table.pack()
            table.wake_in(self)

    @property
    def world(self) -> "World | None":
        """The world that it acts in."""
        table: FieldTable | None = self.__dict__.get("_table")
        return None if table is None else table.world

    def _join(self, table: "FieldTable | None") -> None:
        """Note in which table of a world it is; None for none."""
        self.__dict__["_table"] = table

    def _values(self) -> dict[str, Any]:
        """All attributes, for states."""
        return {name: getattr(self, name) for name in self._checks}

    def _restore(self, values: Mapping[str, Any]) -> None:
        """Back to what `_values` returned."""
        self.__dict__.update(values)

    def _record(self) -> np.ndarray:
        """What the kernels read, float64 [FIELD_STRIDE]."""
        record = np.zeros(FORCE_FIELD.STRIDE)
        record[FORCE_FIELD.KIND] = self._kind
        record[FORCE_FIELD.MASK] = self.mask
        lower, upper = self.bounds or ((-math.inf,) * 3, (math.inf,) * 3)
        record[FORCE_FIELD.LOWER : FORCE_FIELD.LOWER + 3] = lower
        record[FORCE_FIELD.UPPER : FORCE_FIELD.UPPER + 3] = upper
        self._fill(record)
        return record

    @abc.abstractmethod
    def _fill(self, record: np.ndarray) -> None:
        """Write what only this kind of field has into the record."""

    def _reaches(self, centers: np.ndarray) -> np.ndarray:
        """Which of the points [n, 3] are inside its region, bool [n]."""
        if self.bounds is None:
            return np.ones(len(centers), np.bool_)
        lower, upper = self.bounds
        return np.all((centers >= lower) & (centers <= upper), axis=1)


@dataclasses.dataclass(eq=False)
class FieldUniform(Field):
    """The same acceleration everywhere inside, whatever the mass: a region with another gravity.

    Attributes:
        acceleration: Added to that of gravity [m/s^2].
    """

    _checks = {"acceleration": _vector(ACCELERATION_MAX, "m/s^2"), **Field._checks}
    _kind = FORCE_FIELD.KIND_UNIFORM

    acceleration: checks.VectorLike

    def _fill(self, record: np.ndarray) -> None:
        record[FORCE_FIELD.VECTOR : FORCE_FIELD.VECTOR + 3] = self.acceleration


@dataclasses.dataclass(eq=False)
class FieldPoint(Field):
    """Pulls toward a point, whatever the mass, by strength / distance^power.

    Attributes:
        center: The point [m].
        strength: Acceleration at a distance of 1 m [m/s^2]; negative pushes away. With power 2 it is G M.
        power: How fast it falls off: 2 as gravity, 1, or 0 for the same everywhere; -1 is a spring.
        radius: Nothing happens farther away [m]; may be infinite.
        min_distance: Nearer than this the pull falls off evenly to nothing at the center [m].
    """

    _checks = {
        "center": _vector(POSITION_MAX, "m"),
        "strength": number_between(-STRENGTH_MAX, STRENGTH_MAX),
        "power": number_between(-4.0, 8.0),
        "radius": _distance,
        "min_distance": number_between(1e-3, POSITION_MAX, "m"),
        **Field._checks,
    }
    _kind = FORCE_FIELD.KIND_POINT

    center: checks.VectorLike
    strength: float
    power: float = 2.0
    radius: float = math.inf
    min_distance: float = 0.1

    def _fill(self, record: np.ndarray) -> None:
        record[FORCE_FIELD.VECTOR : FORCE_FIELD.VECTOR + 3] = self.center
        record[FORCE_FIELD.STRENGTH] = self.strength
        record[FORCE_FIELD.POWER] = self.power
        record[FORCE_FIELD.RADIUS] = self.radius
        record[FORCE_FIELD.CORE] = self.min_distance

    def _reaches(self, centers: np.ndarray) -> np.ndarray:
        inside = np.linalg.norm(centers - np.array(self.center), axis=1) <= self.radius
        return inside & super()._reaches(centers)


@dataclasses.dataclass(eq=False)
class FieldDrag(Field):
    """Air or water, still or flowing: force density coefficient A u^2 / 2 against the motion u through it.

    A is the area that the body shows in that direction. Rotation is slowed too, by the torque
    density coefficient A r^3 w^2 / 2 with A = pi r^2. The fall of a ball ends at the speed sqrt(m g / k) with
    k = density coefficient A / 2.

    Attributes:
        wind: Velocity of the medium [m/s].
        density: Its density [kg/m^3]: air 1.2, water 1000.
        coefficient: Of the shape: about 0.5 for a ball, 1 for a box.
    """

    _checks = {
        "wind": velocity_of,
        "density": number_between(0.0, DENSITY_MAX, "kg/m^3"),
        "coefficient": number_between(0.0, 1e6),
        **Field._checks,
    }
    _kind = FORCE_FIELD.KIND_DRAG

    wind: checks.VectorLike = (0.0, 0.0, 0.0)
    density: float = AIR
    coefficient: float = 1.0

    def _fill(self, record: np.ndarray) -> None:
        record[FORCE_FIELD.VECTOR : FORCE_FIELD.VECTOR + 3] = self.wind
        record[FORCE_FIELD.STRENGTH] = 0.5 * self.density * self.coefficient


@dataclasses.dataclass(eq=False)
class FieldVortex(Field):
    """A whirl around an axis that drags things along, as `FieldDrag` does.

    The core turns as a whole, with the wind `swirl` at its edge; outside the wind falls off with the distance.

    Attributes:
        center: A point of the axis [m].
        swirl: Fastest wind around the axis, right-handed [m/s].
        core: Radius of the core [m].
        axis: Direction of the axis.
        rise: Wind along the axis [m/s].
        inflow: Wind toward the axis at the edge of the core [m/s].
        radius: Nothing happens farther from the axis [m].
        density: Density of the medium [kg/m^3].
        coefficient: As of `FieldDrag`.
    """

    _checks = {
        "center": _vector(POSITION_MAX, "m"),
        "swirl": _speed,
        "core": number_between(1e-3, POSITION_MAX, "m"),
        "axis": lambda name, value: Vec3(*checks.unit_vector(name, value)),
        "rise": _speed,
        "inflow": _speed,
        "radius": _distance,
        **{name: FieldDrag._checks[name] for name in ("density", "coefficient")},
        **Field._checks,
    }
    _kind = FORCE_FIELD.KIND_VORTEX

    center: checks.VectorLike
    swirl: float
    core: float
    axis: checks.VectorLike = (0.0, 1.0, 0.0)
    rise: float = 0.0
    inflow: float = 0.0
    radius: float = math.inf
    density: float = AIR
    coefficient: float = 1.0

    def _fill(self, record: np.ndarray) -> None:
        record[FORCE_FIELD.VECTOR : FORCE_FIELD.VECTOR + 3] = self.center
        record[FORCE_FIELD.AXIS : FORCE_FIELD.AXIS + 3] = self.axis
        record[FORCE_FIELD.STRENGTH] = 0.5 * self.density * self.coefficient
        record[FORCE_FIELD.RADIUS] = self.radius
        record[FORCE_FIELD.CORE] = self.core
        record[FORCE_FIELD.SWIRL] = self.swirl
        record[FORCE_FIELD.RISE] = self.rise
        record[FORCE_FIELD.INFLOW] = self.inflow

    def _reaches(self, centers: np.ndarray) -> np.ndarray:
        away = centers - np.array(self.center)
        away = away - np.outer(away @ np.array(self.axis), self.axis)
        return (np.linalg.norm(away, axis=1) <= self.radius) & super()._reaches(centers)
