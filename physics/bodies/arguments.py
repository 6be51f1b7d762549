"""Checks of what bodies and their shapes are given.

Each returns the value as definitions hold it, or raises an error that says what is wrong.
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from physics import checks, constants
from physics.bodies.mass import invert_inertia
from physics.checks import ALL_BITS
from physics.kernels.layout import body as BODY
from physics.shapes.base import Shape, Vector
from physics.vector import ORIGIN

GROUP_MAX = 2**31 - 1
#: What keeps a fast body from passing through things: its whole shape, a ray from center to center, or nothing.
CCD_MODES = {"sweep": 0, "ray": BODY.FLAG_CCD_RAY, "none": BODY.FLAG_CCD_NONE}
#: Options of shapes that are remembered with their checked values.
OPTIONS_KEPT = 1024
_DENSITY_HINT = "for a fixed body use BodyKind.STATIC"

Locks = tuple[bool, bool, bool]


# ---- Options of shapes ----------------------------------------------------------------------------------------------


def check_density(value: float) -> float:
    """Density of a body that has no mass of its own [kg/m^3]."""
    low, high = constants.DENSITY_MIN, constants.DENSITY_MAX
    return checks.in_range("density", value, low, high, "kg/m^3", _DENSITY_HINT)


def check_material(value: str) -> str:
    """Name of a material; whether there is one, the world knows."""
    if not isinstance(value, str):
        raise TypeError(f"material must be the name of one, got {checks.shown(value)} of type {type(value).__name__}")
    return str(value)


def check_friction(value: float | None) -> float | None:
    """Coefficient of friction, or None for that of the materials."""
    return None if value is None else checks.in_range("friction", value, 0.0, constants.FRICTION_MAX)


def check_restitution(value: float) -> float:
    """Restitution, 0 to 1."""
    return checks.in_range("restitution", value, 0.0, 1.0, "", "1 keeps all speed, 0 none")


def check_rolling(value: float) -> float:
    """Coefficient of rolling friction."""
    return checks.in_range("rolling_friction", value, 0.0, constants.FRICTION_MAX)


def check_surface_velocity(value: checks.VectorLike) -> Vector:
    """Velocity of the surface [m/s]."""
    return checks.vector("surface_velocity", value, limit=constants.MAX_SPEED, unit="m/s")


def check_group(value: int) -> int:
    """Number of a group of shapes that do not touch one another."""
    return checks.integer("group", value, -GROUP_MAX, GROUP_MAX)


def _check_options(
    *,
    density: float | None = None,
    material: str = "default",
    friction: float | None = None,
    restitution: float | None = None,
    rolling_friction: float | None = None,
    surface_velocity: checks.VectorLike = ORIGIN,
    category: int = ALL_BITS,
    mask: int = ALL_BITS,
    group: int = 0,
    sensor: bool = False,
) -> dict[str, Any]:
    """Options of a shape as definitions hold them."""
    return {
        # Any density will do where a mass is given; else `BodyDef` checks its range.
        "density": None if density is None else checks.positive("density", density, "kg/m^3", _DENSITY_HINT),
        "material": check_material(material),
        "friction": check_friction(friction),
        "restitution": None if restitution is None else check_restitution(restitution),
        "rolling_friction": None if rolling_friction is None else check_rolling(rolling_friction),
        "surface_velocity": check_surface_velocity(surface_velocity),
        "category": checks.bitmask("category", category),
        "mask": checks.bitmask("mask", mask),
        "group": check_group(group),
        "sensor": checks.flag("sensor", sensor),
    }


#: Options that a shape can be given, and what they are when left out.
DEFAULTS: Mapping[str, Any] = _check_options()


@functools.lru_cache(maxsize=OPTIONS_KEPT)
def _check_alike(key: tuple[tuple[str, type, Any], ...]) -> dict[str, Any]:
    return _check_options(**{name: value for name, _, value in key})


def check_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Check the options of a shape, once for all calls with the same.

    Raises:
        TypeError: An option is unknown or of the wrong type.
        ValueError: An option is out of range.
    """
    if not options:
        return _check_alike(())
    unknown = sorted(set(options) - set(DEFAULTS))
    if unknown:
        raise TypeError(f"unknown option {unknown[0]!r}; choose from: {', '.join(DEFAULTS)}")
    try:
        # With the types, because 1 == 1.0 == True, and not all of them are allowed.
        return _check_alike(tuple([(name, type(value), value) for name, value in options.items()]))
    except TypeError:  # an array or a list has no hash; or a value is of the wrong type, which comes out again
        return _check_options(**options)


def check_shape(shape: Shape) -> Shape:
    """A shape, or TypeError."""
    if not isinstance(shape, Shape):
        kinds = "ShapeSphere, ShapeBox, ShapeCapsule, ShapeHull or ShapePlane"
        raise TypeError(f"shape must be a {kinds}, got {checks.shown(shape)}")
    return shape


def check_offset(offset: checks.VectorLike) -> Vector:
    """Place of a shape in body axes [m]."""
    return checks.vector("offset", offset, limit=constants.SIZE_MAX, unit="m")


def check_number(number: int | None) -> int | None:
    """Number of a body, shape or joint in a definition; None for none yet."""
    return None if number is None else checks.integer("id", number, 0, 2**31 - 1)


# ---- Options of bodies ----------------------------------------------------------------------------------------------


def check_mass(value: float) -> float:
    """Mass of a whole body [kg]."""
    hint = "use BodyKind.STATIC for a fixed body"
    return checks.in_range("mass", value, constants.MASS_MIN, constants.MASS_MAX, "kg", hint)


def check_inertia(value: Any) -> tuple[Vector, Vector, Vector]:
    """Inertia about the center of mass in body axes [kg m^2], rows of a matrix, from a matrix or three moments."""
    try:
        array = np.array(value)
    except ValueError:  # rows of different lengths
        array = np.array(None)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"inertia must be three moments or a matrix [3, 3] of numbers, got {checks.shown(value)}")
    if array.shape == (3,):
        array = np.diag(array)
    if array.shape != (3, 3):
        raise ValueError(f"inertia must be three moments or a matrix [3, 3], got the shape {array.shape}")
    matrix = array.astype(np.float64)
    low, high = constants.INERTIA_MIN, constants.INERTIA_MAX
    if not (np.abs(matrix) <= high).all() or not (np.diag(matrix) >= low).all():
        raise ValueError(
            f"inertia must be finite, its moments between {low:g} and {high:g} kg m^2, got {checks.shown(value)}; "
            "to keep a body from turning set lock_rotation"
        )
    scale = float(np.abs(matrix).max())
    if not (np.abs(matrix - matrix.T) <= 1e-9 * scale).all():
        raise ValueError(f"inertia must be symmetric, got {checks.shown(value)}; use (matrix + matrix.T) / 2")
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = matrix.tolist()
    invert_inertia((xx, xy, xz, yy, yz, zz))  # refuses what is not positive definite
    return (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)


def check_local_center(value: checks.VectorLike) -> Vector:
    """Center of mass in body axes [m]."""
    return checks.vector("local_center_of_mass", value, limit=constants.SIZE_MAX, unit="m")


def check_damping(name: str, value: float) -> float:
    """Rate at which a velocity decays [1/s]."""
    return checks.in_range(name, value, 0.0, 1e6, "1/s")


def check_gravity_scale(value: float) -> float:
    """Factor on gravity."""
    return checks.in_range("gravity_scale", value, -100.0, 100.0)


def check_ccd(value: str) -> str:
    """Mode of continuous collision."""
    if not isinstance(value, str) or value not in CCD_MODES:
        raise ValueError(f"ccd must be one of {', '.join(map(repr, CCD_MODES))}, got {checks.shown(value)}")
    return value


def check_locks(name: str, value: bool | Sequence[bool]) -> Locks:
    """Which axes are locked, from one truth value or three."""
    if value is False:
        return False, False, False
    if isinstance(value, bool | np.bool_):
        return bool(value), bool(value), bool(value)
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 3:
        raise TypeError(f"{name} must be True, False or three of them, got {checks.shown(value)}")
    x, y, z = (checks.flag(f"{name}[{axis}]", locked) for axis, locked in enumerate(value))
    return x, y, z


def lock_bits(locks: Locks, first: int) -> int:
    """Flags of locked axes; `first` is that of x."""
    return first * locks[0] | (first << 1) * locks[1] | (first << 2) * locks[2]
