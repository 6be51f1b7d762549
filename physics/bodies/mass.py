"""Mass, center of mass and inertia of shapes and of bodies made of several shapes.

Inertia is kept as its six independent moments (xx, xy, xz, yy, yz, zz), the order of the kernels: tuples of floats are
ten times faster than small numpy arrays, and thousands of bodies may be added at once.
"""

import collections.abc
import dataclasses
import math

import numpy as np

from physics.checks import in_range
from physics.constants import DENSITY_MAX, DENSITY_MIN, MASS_MAX, MASS_MIN
from physics.kernels.layout import kind as KIND
from physics.shapes.base import Shape, Vector
from physics.vector import Quaternion

#: Symmetric matrix: xx, xy, xz, yy, yz, zz.
Moments = tuple[float, float, float, float, float, float]

#: Below this ratio of determinant to product of the diagonal, rounding has eaten the smallest principal moment.
_SINGULAR = 1e-13


@dataclasses.dataclass(frozen=True, slots=True)
class MassProperties:
    """How a rigid thing resists being moved and turned.

    Attributes:
        mass: Mass [kg].
        center: Center of mass in body axes [m].
        moments: Inertia about the center of mass in body axes [kg m^2]: xx, xy, xz, yy, yz, zz.
    """

    mass: float
    center: Vector
    moments: Moments

    @property
    def inertia(self) -> np.ndarray:
        """Inertia about the center of mass in body axes [kg m^2], float64, shape [3, 3]."""
        return full_matrix(self.moments)


#: One part of a body: its mass, and offset [m] and rotation in body axes of the axes that its center is given in.
MassPart = tuple[MassProperties, Vector, Quaternion]


def shape_mass(shape: Shape, density: float) -> MassProperties:
    """Mass properties of a solid shape, in its own axes.

    Args:
        shape: Shape with a finite volume.
        density: Density [kg/m^3].

    Raises:
        TypeError: The density is not a number.
        ValueError: The density is out of range, or the shape has no mass.
    """
    density = in_range("density", density, DENSITY_MIN, DENSITY_MAX, "kg/m^3", "for a fixed body use BodyKind.STATIC")
    a, b, c = shape.size
    if shape.kind == KIND.BOX:
        mass = 8.0 * density * a * b * c
        third = mass / 3.0
        aa, bb, cc = a * a, b * b, c * c
        moments = (third * (bb + cc), 0.0, 0.0, third * (aa + cc), 0.0, third * (aa + bb))
    elif shape.kind == KIND.SPHERE:
        mass = density * shape.volume
        moment = 0.4 * mass * a * a
        moments = (moment, 0.0, 0.0, moment, 0.0, moment)
    elif shape.kind == KIND.CAPSULE:
        mass, across, along = _capsule(a, b, density)
        moments = (across, 0.0, 0.0, along, 0.0, across)
    elif shape.kind == KIND.CYLINDER:
        mass = density * shape.volume
        across = mass * (a * a / 4.0 + b * b / 3.0)
        moments = (across, 0.0, 0.0, mass * a * a / 2.0, 0.0, across)
    elif shape.kind == KIND.CONE:
        # A quarter of its height above the base; with H the height, 3/20 m r^2 + 3/80 m H^2 across the axis.
        mass = density * shape.volume
        across = 0.15 * mass * (a * a + b * b)
        return MassProperties(mass, (0.0, -0.5 * b, 0.0), (across, 0.0, 0.0, 0.3 * mass * a * a, 0.0, across))
    elif shape.matter is not None:
        volume, center, unit = shape.matter
        xx, xy, xz, yy, yz, zz = (density * moment for moment in unit)
        return MassProperties(density * volume, center, (xx, xy, xz, yy, yz, zz))
    else:
        raise ValueError(f"{type(shape).__name__} has no mass, so it needs BodyKind.STATIC or BodyKind.KINEMATIC")
    return MassProperties(mass, (0.0, 0.0, 0.0), moments)


def combine(parts: collections.abc.Sequence[MassPart]) -> MassProperties:
    """Mass properties of several parts joined rigidly; their order does not change a single bit.

    Args:
        parts: Mass properties, offset [m] and rotation (unit quaternion) of each part, as tuples of floats.

    Raises:
        ValueError: There is no part, or the sum is too heavy.
    """
    if len(parts) == 1 and parts[0][1] == (0.0, 0.0, 0.0) and parts[0][2] == (0.0, 0.0, 0.0, 1.0):
        return parts[0][0]
    if not parts:
        raise ValueError("a moving body needs mass, got no shape that has any; add a shape or use BodyKind.STATIC")
    masses = [properties.mass for properties, _, _ in parts]
    centers = [_place(properties.center, offset, rotation) for properties, offset, rotation in parts]
    # fsum rounds once, whatever the order.
    mass = math.fsum(masses)
    if mass > MASS_MAX:
        raise ValueError(f"mass must be <= {MASS_MAX:g} kg, got {mass!r} from {len(parts)} shapes; lower the density")
    weighted = zip(*((m * x, m * y, m * z) for m, (x, y, z) in zip(masses, centers, strict=True)), strict=True)
    center_x, center_y, center_z = (math.fsum(terms) / mass for terms in weighted)
    moved = (
        shift_inertia(rotate_inertia(part[0].moments, part[2]), m, (x - center_x, y - center_y, z - center_z))
        for part, m, (x, y, z) in zip(parts, masses, centers, strict=True)
    )
    xx, xy, xz, yy, yz, zz = map(math.fsum, zip(*moved, strict=True))
    return MassProperties(mass, (center_x, center_y, center_z), (xx, xy, xz, yy, yz, zz))


def scaled(properties: MassProperties, mass: float) -> MassProperties:
    """The same distribution of matter with another total mass.

    Args:
        properties: Mass properties at any density.
        mass: Total mass [kg].

    Raises:
        TypeError: The mass is not a number.
        ValueError: The mass is out of range.
    """
    mass = in_range("mass", mass, MASS_MIN, MASS_MAX, "kg", "for a fixed body use BodyKind.STATIC")
    ratio = mass / properties.mass
    xx, xy, xz, yy, yz, zz = properties.moments
    moments = (xx * ratio, xy * ratio, xz * ratio, yy * ratio, yz * ratio, zz * ratio)
    return MassProperties(mass, properties.center, moments)


def adjusted(properties: MassProperties, moments: Moments | None, center: Vector | None) -> MassProperties:
    """Mass properties with another inertia about the center of mass, and another such center; None leaves them."""
    if moments is None and center is None:
        return properties
    return MassProperties(
        properties.mass,
        properties.center if center is None else center,
        properties.moments if moments is None else moments,
    )


def full_matrix(moments: Moments) -> np.ndarray:
    """Symmetric matrix, float64, shape [3, 3], of six moments."""
    xx, xy, xz, yy, yz, zz = moments
    return np.array(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)), dtype=np.float64)


def shift_inertia(moments: Moments, mass: float, offset: Vector) -> Moments:
    """Inertia about a point away from the center of mass (parallel axis theorem): I + m (d.d 1 - d d^T).

    Args:
        moments: Inertia about the center of mass [kg m^2].
        mass: Mass [kg].
        offset: From the new point to the center of mass, or back [m].
    """
    xx, xy, xz, yy, yz, zz = moments
    x, y, z = offset
    return (
        xx + mass * (y * y + z * z),
        xy - mass * (x * y),
        xz - mass * (x * z),
        yy + mass * (x * x + z * z),
        yz - mass * (y * z),
        zz + mass * (x * x + y * y),
    )


def rotate_inertia(moments: Moments, rotation: Quaternion) -> Moments:
    """Inertia of a thing that has been turned: R I R^T.

    Args:
        moments: Inertia before [kg m^2].
        rotation: Unit quaternion.
    """
    if rotation == (0.0, 0.0, 0.0, 1.0):
        return moments
    xx, xy, xz, yy, yz, zz = moments
    # Rows of R I, then their products with the rows of R.
    rows = _rotation_rows(rotation)
    turned = [(a * xx + b * xy + c * xz, a * xy + b * yy + c * yz, a * xz + b * yz + c * zz) for a, b, c in rows]
    (a, b, c), (d, e, f), (g, h, i) = turned
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = rows
    return (
        a * ax + b * ay + c * az,
        a * bx + b * by + c * bz,
        a * cx + b * cy + c * cz,
        d * bx + e * by + f * bz,
        d * cx + e * cy + f * cz,
        g * cx + h * cy + i * cz,
    )


def invert_inertia(moments: Moments) -> Moments:
    """Inverse of a positive definite symmetric matrix, as six numbers in the same order.

    Args:
        moments: Inertia [kg m^2].

    Raises:
        ValueError: The matrix is not positive definite, or so thin that rounding made it so.
    """
    xx, xy, xz, yy, yz, zz = moments
    if xy == 0.0 and xz == 0.0 and yz == 0.0 and xx > 0.0 and yy > 0.0 and zz > 0.0:
        return 1.0 / xx, 0.0, 0.0, 1.0 / yy, 0.0, 1.0 / zz
    scale = max(xx, yy, zz)
    if scale > 0.0:
        # Products of three moments must neither overflow nor vanish.
        xx, xy, xz, yy, yz, zz = xx / scale, xy / scale, xz / scale, yy / scale, yz / scale, zz / scale
        minor_xx, minor_xy, minor_xz = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
        determinant = xx * minor_xx + xy * minor_xy + xz * minor_xz
        if zz > 0.0 and minor_xx > 0.0 and determinant > _SINGULAR * xx * yy * zz:
            inverse = 1.0 / (determinant * scale)
            return (
                minor_xx * inverse,
                minor_xy * inverse,
                minor_xz * inverse,
                (xx * zz - xz * xz) * inverse,
                (xy * xz - xx * yz) * inverse,
                (xx * yy - xy * xy) * inverse,
            )
    raise ValueError(f"inertia must be positive definite, got {moments!r} kg m^2; make the body thicker")


def _capsule(radius: float, half_height: float, density: float) -> tuple[float, float, float]:
    """Mass [kg] and moments of inertia across and along the axis of a capsule [kg m^2].

    The two ends are a ball cut in half. A half has its center of mass 3/8 r outside its cut, which lies h away from the
    center of the capsule, so the ball of mass m has 2/5 m r^2 + m (h^2 + 2 h 3/8 r) across the axis.
    """
    rr = radius * radius
    cylinder = density * math.pi * rr * 2.0 * half_height
    ends = density * math.pi * rr * radius * (4.0 / 3.0)
    along = cylinder * rr * 0.5 + ends * rr * 0.4
    across = cylinder * (rr * 0.25 + half_height * half_height / 3.0)
    across += ends * (rr * 0.4 + half_height * (half_height + 0.75 * radius))
    return cylinder + ends, across, along


def _place(point: Vector, offset: Vector, rotation: Quaternion) -> Vector:
    """Turn a point, then move it."""
    x, y, z = point
    if x == 0.0 and y == 0.0 and z == 0.0:
        return offset
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = _rotation_rows(rotation)
    return (
        offset[0] + ax * x + ay * y + az * z,
        offset[1] + bx * x + by * y + bz * z,
        offset[2] + cx * x + cy * y + cz * z,
    )


def _rotation_rows(rotation: Quaternion) -> tuple[Vector, Vector, Vector]:
    """Rows of the rotation matrix of a unit quaternion."""
    x, y, z, w = rotation
    return (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)),
        (2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)),
        (2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)),
    )
