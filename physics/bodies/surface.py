"""Surfaces, sizes and masses of the shapes of a body, and how they are written into the arrays."""

import dataclasses
import functools
import math
from collections.abc import Sequence

from physics import checks
from physics.bodies import mass
from physics.bodies.definition import PartDef
from physics.bodies.materials import MaterialTable
from physics.constants import MASS_MAX, MASS_MIN
from physics.kernels.core.arrays import Shapes
from physics.kernels.layout import shape as SHAPE
from physics.shapes.base import CENTERED, Shape, Vector
from physics.vector import Quaternion, multiply, rotate

#: Resolved surfaces that a table of materials remembers.
SURFACES_KEPT = 1000
#: Any density will do to find how matter is distributed [kg/m^3]; a given mass may mean one out of range.
WATER = 1000.0

#: Geometry of a part, its offset [m] and its rotation in body axes.
Piece = tuple[Shape, Vector, Quaternion]


@dataclasses.dataclass(frozen=True, slots=True)
class Surface:
    """Options of a shape, with what its material says about those that were left out."""

    material: str
    material_row: int
    density: float
    friction: float  # negative: by the material table
    restitution: float
    rolling_friction: float | None  # None: that of the shape
    surface_velocity: Vector
    category: int
    mask: int
    group: int
    sensor: bool


def resolve(part: PartDef, materials: MaterialTable) -> Surface:
    """Surface of a part in a world, found once for all parts with the same options.

    Raises:
        ValueError: There is no such material.
    """
    for name in part.shape.material_names:
        if name:
            materials.index(name)
    key = (
        part.material, part.density, part.friction, part.restitution, part.rolling_friction, part.surface_velocity,
        part.category, part.mask, part.group, part.sensor,
    )  # fmt: skip
    found = materials.surfaces.get(key)
    if found is None:
        found = _resolve(part, materials)
        if len(materials.surfaces) < SURFACES_KEPT:
            materials.surfaces[key] = found
    return found


def _resolve(part: PartDef, materials: MaterialTable) -> Surface:
    row = materials.index(part.material)
    restitution, rolling = part.restitution, part.rolling_friction
    return Surface(
        material=part.material,
        material_row=row,
        density=materials.density(row) if part.density is None else part.density,
        friction=-1.0 if part.friction is None else part.friction,
        restitution=materials.restitution(row) if restitution is None else restitution,
        rolling_friction=(materials.rolling_friction(row) or None) if rolling is None else rolling,
        surface_velocity=part.surface_velocity,
        category=part.category,
        mask=part.mask,
        group=part.group,
        sensor=part.sensor,
    )


def mass_of_pieces(pieces: Sequence[Piece], densities: Sequence[float]) -> mass.MassProperties:
    """Mass properties of a dynamic body.

    Raises:
        ValueError: There is no shape, one has no mass, or the whole is too heavy, too light or too thin.
    """
    if not pieces:
        raise ValueError("a dynamic body needs a shape, got none; give shape=... or use BodyKind.STATIC")
    return _mass_of_alike(tuple(pieces), tuple(densities))


def volume_of(shape: Shape) -> float:
    """Volume that the density of a part stands for [m^3]."""
    matter = shape.matter
    return shape.volume if matter is None else matter.volume


@functools.lru_cache(maxsize=256)
def _mass_of_alike(pieces: tuple[Piece, ...], densities: tuple[float, ...]) -> mass.MassProperties:
    """The work of `mass_of_pieces`: thousands of alike bodies share it."""
    parts = [
        (mass.scaled(mass.shape_mass(shape, WATER), density * volume_of(shape)), offset, rotation)
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


def extent_of(pieces: Sequence[Piece], center: Vector) -> float:
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


def write_surface(shapes: Shapes, row: int, shape: Shape, surface: Surface) -> None:
    """Write what decides with whom and how a shape touches."""
    rolling = surface.rolling_friction
    if rolling is None:
        rolling = shape.rolling_friction
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
