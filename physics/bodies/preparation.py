"""Works out what a definition of a body means in a world, before anything changes: all that can be refused."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from physics.bodies.definition import BodyDef, PartDef
from physics.bodies.kind import BodyKind
from physics.bodies.mass import MassProperties, Moments, adjusted, invert_inertia, scaled
from physics.bodies.materials import MaterialTable
from physics.bodies.surface import Piece, Surface, mass_of_pieces, resolve, volume_of
from physics.kernels.layout import kind as KIND
from physics.shapes.base import Shape
from physics.shapes.mesh import ShapeMesh
from physics.shapes.primitives import ShapePlane


class PreparedBody(NamedTuple):
    """A definition with what it takes to write it into the arrays.

    Attributes:
        definition: The definition.
        surfaces: Surface of each part, with what its material says.
        densities: Density of each part [kg/m^3], before the mass of the whole scales them.
        mass: Mass that scales them [kg]; None for none.
        properties: Mass and inertia; None unless it is dynamic.
        inverse: Inverse of the inertia.
    """

    definition: BodyDef
    surfaces: list[Surface]
    densities: tuple[float, ...]
    mass: float | None
    properties: MassProperties | None
    inverse: Moments | None


def prepare(definition: BodyDef, materials: MaterialTable) -> PreparedBody:
    """Find out masses and surfaces of a body.

    Raises:
        ValueError: A material is unknown, or the mass is out of range.
    """
    parts, total, kind = definition.parts, definition.mass, definition.kind
    surfaces = [resolve(part, materials) for part in parts]
    weighed = definition.inertia is not None
    weighed = weighed and (total is not None or all(part.density is not None for part in parts))
    check_can_be([part.shape for part in parts], kind, weighed=weighed)
    even = total is not None and all(part.density is None for part in parts)
    if total is not None and even and kind == BodyKind.DYNAMIC and parts:
        densities = (total / math.fsum([volume_of(part.shape) for part in parts]),) * len(parts)
    else:
        densities = tuple([surface.density for surface in surfaces])
    mass = None if even else total
    properties = None
    if kind == BodyKind.DYNAMIC:
        given = mass_of(pieces_of(parts), densities, mass)
        properties = adjusted(given, definition.moments, definition.local_center_of_mass)
    return PreparedBody(definition, surfaces, densities, mass, properties, inverse_of(properties))


def check_can_be(shapes: Sequence[Shape], kind: BodyKind, *, weighed: bool = False) -> None:
    """Refuse a dynamic body of shapes that have no mass; with mass and inertia of its own, meshes may be open."""
    if kind != BodyKind.DYNAMIC:
        return
    for shape in shapes:
        if isinstance(shape, ShapePlane):
            raise ValueError("a half-space has infinite mass, so it needs BodyKind.STATIC or BodyKind.KINEMATIC")
        if isinstance(shape, ShapeMesh):
            if not weighed and not shape.is_closed:
                raise ValueError(
                    f"a ShapeMesh that is not closed is a surface without volume: {shape.open_edges}; for a dynamic "
                    "body close it, give mass=... and inertia=..., or use ShapeHull(vertices) or "
                    "shapes=decompose(vertices, triangles)"
                )
        elif shape.traits & KIND.SURFACE:
            raise ValueError(
                f"a {type(shape).__name__} is a surface, so it needs BodyKind.STATIC or BodyKind.KINEMATIC; for a "
                "dynamic body use a closed ShapeMesh"
            )


def pieces_of(parts: Sequence[PartDef]) -> tuple[Piece, ...]:
    """Geometry, offset and rotation of each part."""
    return tuple([(part.shape, part.offset, part.rotation) for part in parts])


def mass_of(pieces: Sequence[Piece], densities: Sequence[float], mass: float | None) -> MassProperties:
    """Mass properties of a dynamic body; with a mass of its own, the densities only say how it is spread.

    Raises:
        ValueError: There is no shape, one has no mass, or the whole is too heavy, too light or too thin.
    """
    properties = mass_of_pieces(pieces, densities)
    return properties if mass is None else scaled(properties, mass)


def inverse_of(properties: MassProperties | None) -> Moments | None:
    """Inverse inertia of a dynamic body, None for others."""
    return None if properties is None else invert_inertia(properties.moments)
