"""Checks the shapes of a body before anything changes, and writes them into the arrays."""

import dataclasses
import functools
import math
from collections.abc import Mapping, Sequence
from typing import Any

from physics import checks
from physics.bodies import mass
from physics.bodies.materials import MaterialTable
from physics.constants import DENSITY_MAX, DENSITY_MIN, FRICTION_MAX, MASS_MAX, MASS_MIN, MAX_SPEED, SIZE_MAX
from physics.kernels.core.arrays import Shapes
from physics.kernels.layout import kind as KIND, shape as SHAPE
from physics.shapes.base import CENTERED, Shape, Vector
from physics.vector import Quaternion, multiply, rotate

#: Options of a shape, and what they are when left out.
DEFAULTS: Mapping[str, Any] = {
    "density": None,
    "material": "default",
    "friction": None,
    "restitution": None,
    "rolling_friction": None,
    "surface_velocity": (0.0, 0.0, 0.0),
    "category": 0xFFFFFFFF,
    "mask": 0xFFFFFFFF,
    "group": 0,
    "sensor": False,
}
GROUP_MAX = 2**31 - 1
#: Checked options that a table of materials remembers.
SURFACES_KEPT = 1000
#: Any density will do to find how matter is distributed [kg/m^3]; a given mass may mean one out of range.
WATER = 1000.0

#: Rolling friction of shapes whose material has none, by kind: a barrel that fell over comes to rest one day. Balls, of
#: which textbooks want exact motions, roll forever.
ROLLING_FRICTION = {KIND.CYLINDER: 0.004, KIND.CONE: 0.004}


@dataclasses.dataclass(frozen=True, slots=True)
class Surface:
    """Checked options that all shapes of one call share."""

    material: str
    material_row: int
    density: float
    friction: float  # negative: by the material table
    restitution: float
    rolling_friction: float | None  # None: by the kind of shape
    surface_velocity: Vector
    category: int
    mask: int
    group: int
    sensor: bool


def check_friction(value: float | None) -> float:
    """Friction as the kernels read it."""
    return -1.0 if value is None else checks.in_range("friction", value, 0.0, FRICTION_MAX)


def check_restitution(value: float) -> float:
    """Restitution, 0 to 1."""
    return checks.in_range("restitution", value, 0.0, 1.0, "", "1 keeps all speed, 0 none")


def check_rolling(value: float) -> float:
    """Coefficient of rolling friction."""
    return checks.in_range("rolling_friction", value, 0.0, FRICTION_MAX)


def check_surface_velocity(value: checks.VectorLike) -> Vector:
    """Velocity of the surface [m/s]."""
    return checks.vector("surface_velocity", value, limit=MAX_SPEED, unit="m/s")


def check_surface(options: Mapping[str, Any], materials: MaterialTable) -> Surface:
    """Check the options of a shape, once for all calls with the same.

    Raises:
        TypeError: An option is unknown or of the wrong type.
        ValueError: An option is out of range.
    """
    try:
        # With the types, because 1 == 1.0 == True, and not all of them are allowed.
        key = tuple((name, type(value), value) for name, value in options.items())
        found = materials.surfaces.get(key)
    except TypeError:  # an array or a list has no hash
        return _check_surface(options, materials)
    if found is None:
        found = _check_surface(options, materials)
        if len(materials.surfaces) < SURFACES_KEPT:
            materials.surfaces[key] = found
    return found


def _check_surface(options: Mapping[str, Any], materials: MaterialTable) -> Surface:
    """The work of `check_surface`."""
    unknown = sorted(set(options) - set(DEFAULTS))
    if unknown:
        raise TypeError(f"unknown option {unknown[0]!r}; choose from: {', '.join(DEFAULTS)}")
    get = {**DEFAULTS, **options}.__getitem__
    row = materials.index(get("material"))
    density, restitution, rolling = get("density"), get("restitution"), get("rolling_friction")
    if density is None:
        density = materials.density(row)
    else:
        hint = "for a fixed body use BodyKind.STATIC"
        density = checks.in_range("density", density, DENSITY_MIN, DENSITY_MAX, "kg/m^3", hint)
    return Surface(
        material=get("material"),
        material_row=row,
        density=density,
        friction=check_friction(get("friction")),
        restitution=materials.restitution(row) if restitution is None else check_restitution(restitution),
        rolling_friction=(materials.rolling_friction(row) or None) if rolling is None else check_rolling(rolling),
        surface_velocity=check_surface_velocity(get("surface_velocity")),
        category=checks.bitmask("category", get("category")),
        mask=checks.bitmask("mask", get("mask")),
        group=checks.integer("group", get("group"), -GROUP_MAX, GROUP_MAX),
        sensor=checks.flag("sensor", get("sensor")),
    )


def check_pieces(shape: Shape | None, shapes: Sequence | None) -> list[tuple[Shape, Vector, Quaternion]]:
    """Bring `shape` or `shapes` of `add_body` into one form."""
    if shape is not None and shapes is not None:
        raise ValueError("give shape or shapes, not both; a composite is shapes=[(shape, offset, rotation), ...]")
    if shape is not None:
        return [(check_shape(shape), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))]
    if shapes is None:
        return []
    if isinstance(shapes, Shape | str) or not isinstance(shapes, Sequence):
        raise TypeError(f"shapes must be a list of (shape, offset, rotation), got {checks.shown(shapes)}")
    return [check_piece(i, piece) for i, piece in enumerate(shapes)]


def check_piece(i: int, piece: Shape | Sequence) -> tuple[Shape, Vector, Quaternion]:
    """Bring one element of `shapes` into one form."""
    if isinstance(piece, Shape):
        piece = (piece,)
    if not isinstance(piece, Sequence) or isinstance(piece, str) or not 1 <= len(piece) <= 3:
        raise TypeError(f"shapes[{i}] must be (shape, offset, rotation), got {checks.shown(piece)}")
    offset = piece[1] if len(piece) > 1 else (0.0, 0.0, 0.0)
    rotation = piece[2] if len(piece) > 2 else (0.0, 0.0, 0.0, 1.0)
    return check_shape(piece[0]), check_offset(offset), checks.quaternion("rotation", rotation)


def check_shape(shape: Shape) -> Shape:
    """A shape, or TypeError."""
    if not isinstance(shape, Shape):
        kinds = "ShapeSphere, ShapeBox, ShapeCapsule, ShapeHull or ShapePlane"
        raise TypeError(f"shape must be a {kinds}, got {checks.shown(shape)}")
    return shape


def check_offset(offset: checks.VectorLike) -> Vector:
    """Place of a shape in body axes [m]."""
    return checks.vector("offset", offset, limit=SIZE_MAX, unit="m")


def mass_of_pieces(
    pieces: Sequence[tuple[Shape, Vector, Quaternion]], densities: Sequence[float]
) -> mass.MassProperties:
    """Mass properties of a dynamic body.

    Raises:
        ValueError: There is no shape, one has no mass, or the whole is too heavy, too light or too thin.
    """
    if not pieces:
        raise ValueError("a dynamic body needs a shape, got none; give shape=... or use BodyKind.STATIC")
    return _mass_of_alike(tuple(pieces), tuple(densities))


@functools.lru_cache(maxsize=256)
def _mass_of_alike(pieces: tuple, densities: tuple[float, ...]) -> mass.MassProperties:
    """The work of `mass_of_pieces`: thousands of alike bodies share it."""
    parts = [
        (mass.scaled(mass.shape_mass(shape, WATER), density * shape.volume), offset, rotation)
        for (shape, offset, rotation), density in zip(pieces, densities, strict=True)
    ]
    properties = mass.combine(parts)
    checks.in_range("mass", properties.mass, MASS_MIN, MASS_MAX, "kg", "change the density or the size")
    return properties


def is_spherical(moments: mass.Moments) -> bool:
    """True when the inertia is the same about every axis, so that no gyroscopic torque exists."""
    xx, xy, xz, yy, yz, zz = moments
    tolerance = 1e-6 * xx
    return abs(xx - yy) < tolerance and abs(xx - zz) < tolerance and max(abs(xy), abs(xz), abs(yz)) < tolerance


def extent_of(pieces: Sequence[tuple[Shape, Vector, Quaternion]], center: Vector) -> float:
    """Distance from the center of mass to the farthest point of a body, or a little more [m]."""
    extents = [shape.extent + math.dist(offset, center) for shape, offset, _ in pieces]
    return max(extents, default=0.0)


def write_place(shapes: Shapes, row: int, shape: Shape, offset: Vector, rotation: Quaternion, center: Vector) -> None:
    """Write size and place of a shape relative to the center of mass."""
    pose = shape.local_pose()
    if pose is not CENTERED:
        local, turn = pose
        shift = rotate(rotation, local)
        offset = (offset[0] + shift[0], offset[1] + shift[1], offset[2] + shift[2])
        rotation = multiply(rotation, turn)
    place = [*shape.size, 0.0, offset[0] - center[0], offset[1] - center[1], offset[2] - center[2], 0.0, *rotation]
    shapes.place[row] = place


def write_surface(shapes: Shapes, row: int, surface: Surface) -> None:
    """Write what decides with whom and how a shape touches; its kind is there already."""
    rolling = surface.rolling_friction
    if rolling is None:
        rolling = ROLLING_FRICTION.get(int(shapes.info[row, SHAPE.KIND]), 0.0)
    shapes.surface[row] = (
        surface.friction,
        surface.restitution,
        rolling,
        0.0,
        *surface.surface_velocity,
        0.0,
    )
    shapes.filter[row] = (surface.category, surface.mask)
    info = shapes.info[row]
    info[SHAPE.MATERIAL] = surface.material_row
    info[SHAPE.SENSOR] = surface.sensor
    info[SHAPE.GROUP] = surface.group
