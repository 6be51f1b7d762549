"""Writes bodies, their shapes and their masses into the arrays. Everything was checked before."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from physics import constants
from physics.bodies import mass
from physics.bodies.definition import BodyDef, PartDef, is_at
from physics.bodies.kind import BodyKind
from physics.bodies.motion import write_velocities
from physics.bodies.part import Composition, Part
from physics.bodies.preparation import inverse_of
from physics.bodies.surface import Surface, extent_of, is_spherical, write_place, write_surface
from physics.kernels.layout import body as BODY, motion as MOTION, shape as SHAPE
from physics.shapes.base import Shape, Vector
from physics.shapes.primitives import ShapePlane
from physics.vector import rotate

if TYPE_CHECKING:
    from physics.bodies.body import Body
    from physics.bodies.table import BodyTable

TREE_OF_KIND = {
    BodyKind.STATIC: SHAPE.TREE_STATIC,
    BodyKind.KINEMATIC: SHAPE.TREE_MOVING,
    BodyKind.DYNAMIC: SHAPE.TREE_MOVING,
}
# Timers of a body that is made at rest, perhaps in a tower: it starts out as a loaded one, see `kernels.islands.tiers`.
LOADED = constants.LOAD_ONSET + constants.LOAD_HOLD


def write_part(
    table: "BodyTable", body: "Body", kind: BodyKind, part: PartDef, surface: Surface, number: int | None
) -> Part:
    """Enter a shape into the arrays, not yet into a tree: the center of mass is still to come."""
    shape = part.shape
    row = table.arrays.reserve_shape()
    arrays = table.arrays
    data = arrays.shape_data_of(shape)
    if shape.material_names:
        arrays.library.bind_materials(table.materials)
    info = arrays.shapes.info[row]
    info[SHAPE.KIND] = shape.kind
    info[SHAPE.BODY] = body._row
    info[SHAPE.TREE] = tree_of(shape, kind)
    info[SHAPE.NODE] = -1
    info[SHAPE.ALIVE] = 1
    info[SHAPE.DATA] = data
    links = arrays.bodies.links[body._row]
    info[SHAPE.NEXT] = links[BODY.SHAPE]
    links[BODY.SHAPE] = row
    write_surface(arrays.shapes, row, shape, surface)
    return Part(body, shape, part.offset, part.rotation, row, table.part_ids.give(row, number))


def tree_of(shape: Shape, kind: BodyKind) -> int:
    """The tree that a shape of a body belongs into; a half-space has no bounds."""
    return SHAPE.TREE_NONE if isinstance(shape, ShapePlane) else TREE_OF_KIND[kind]


def inverse_mass(flags: int, properties: mass.MassProperties) -> float:
    """Inverse of the mass that forces have to do with [1/kg]: 0 for a body that they cannot move."""
    every = 7 * BODY.FLAG_LOCK_X
    return 0.0 if flags & every == every or flags & BODY.STILL_BITS else 1.0 / properties.mass


def write_mass(
    table: "BodyTable",
    body: "Body",
    inverse: mass.Moments | None,
    origin: Sequence[float],
    definition: BodyDef | None = None,
) -> None:
    """Write mass and center of mass of a body; shapes follow.

    Args:
        table: The bodies of its world.
        body: The body, whose composition is there already.
        inverse: Inverse of its inertia, if it is dynamic.
        origin: Where the origin of its axes is in the world [m].
        definition: What it is made of, which may remember its center of mass more exactly than the origin tells.
    """
    row, parts, properties = body._row, body._composition.parts, body._composition.properties
    arrays = table.arrays.bodies
    center: Vector = (0.0, 0.0, 0.0)
    flags = int(arrays.links[row, BODY.FLAGS]) & ~BODY.FLAG_SPHERICAL
    if properties is not None and inverse is not None:
        center = properties.center
        inner = min(part.shape.inner_radius for part in parts)
        arrays.mass[row] = (*properties.moments, properties.mass, inner, *inverse, 0.0, 0.0)
        arrays.motion[row, MOTION.INV_MASS] = inverse_mass(flags, properties)
        flags |= BODY.FLAG_SPHERICAL * is_spherical(properties.moments)
    arrays.links[row, BODY.FLAGS] = flags
    arrays.traits[row, BODY.TRAIT_EXTENT] = min(extent_of(body._composition.pieces, center), constants.SIZE_MAX)
    arrays.local[row] = center
    if center == (0.0, 0.0, 0.0):
        arrays.center[row] = origin
    else:
        place = rotate(arrays.rotation[row].tolist(), center) + origin
        exact = definition is not None and is_at(definition, place)
        arrays.center[row] = definition.center_of_mass if definition is not None and exact else place
    for part in parts:
        write_place(table.arrays.shapes, part._row, part.shape, part.offset, part.rotation, center)
    table.follow(row)


def rewrite(body: "Body", made: Composition) -> None:
    """Write another composition of a body; its axes and the motion of its matter stay.

    Args:
        body: The body.
        made: What it is made of now; parts that are new have been written, those that are gone are out of the arrays.
    """
    table, row = body._table, body._find()
    origin, center = body.position, body.center_of_mass
    table.disturb(row)
    body._composition = made
    write_mass(table, body, inverse_of(made.properties), origin)
    if made.properties is not None:
        moved = body.velocity + body.angular_velocity.cross(body.center_of_mass - center)
        write_velocities(table, row, moved, None)
