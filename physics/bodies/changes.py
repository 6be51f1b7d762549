"""What handles change about their bodies besides motion: kind, shapes, mass, surface, look."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from physics import checks
from physics.bodies import mass, surface as surfaces
from physics.bodies.definition import densities_of, inverse_of
from physics.bodies.kind import BodyKind, check_kind
from physics.bodies.motion import write_velocities
from physics.bodies.part import Composition, Part
from physics.bodies.writing import LOADED, tree_of, write_mass, write_part
from physics.kernels.layout import body as BODY, count as COUNT, motion as MOTION, shape as SHAPE
from physics.queries.snapshot import Geometry
from physics.shapes.base import Shape
from physics.shapes.looks import check_look

if TYPE_CHECKING:
    from physics.bodies.body import Body
    from physics.bodies.table import BodyTable

#: Checks and columns of what `set_surface` can set.
SURFACE_CHECKS = {
    "friction": surfaces.check_friction,
    "restitution": surfaces.check_restitution,
    "rolling_friction": surfaces.check_rolling,
    "surface_velocity": surfaces.check_surface_velocity,
}
SURFACE_COLUMNS = {
    "friction": SHAPE.SURFACE_FRICTION,
    "restitution": SHAPE.SURFACE_RESTITUTION,
    "rolling_friction": SHAPE.SURFACE_ROLLING,
    "surface_velocity": SHAPE.SURFACE_VELOCITY,
}


def set_kind(body: "Body", kind: BodyKind) -> None:
    """Make a body static, kinematic or dynamic; see `Body.kind`."""
    table, row = body._table, body._find()
    kind = check_kind(kind)
    if kind == body.kind:
        return
    made = body._composition
    densities_of(kind, made.pieces, 1.0, None)  # refuses a half-space that should move
    properties = surfaces.mass_of_pieces(made.pieces, made.densities) if kind == BodyKind.DYNAMIC else None
    inverse = inverse_of(properties)
    table.guard.need_idle("given another kind")
    origin, center, velocity, spin = body.position, body.center_of_mass, body.velocity, body.angular_velocity
    table.remove_contacts(row)
    table.leave_awake(row)
    clear_row(table, row, kind)
    enter_trees_anew(table, body, kind)
    body._composition = made._replace(properties=properties)
    write_mass(table, body, inverse, origin)
    if kind != BodyKind.STATIC:
        write_velocities(table, row, velocity + spin.cross(body.center_of_mass - center), spin)
    table.changed()


def enter_trees_anew(table: "BodyTable", body: "Body", kind: BodyKind) -> None:
    """Take the shapes of a body out of their trees; when it is written next, they enter those of its kind."""
    for part in body._composition.parts:
        table.leave_tree(part._row)
        info = table.arrays.shapes.info[part._row]
        info[SHAPE.NODE] = -1
        info[SHAPE.TREE] = tree_of(part.shape, kind)


def clear_row(table: "BodyTable", row: int, kind: BodyKind) -> None:
    """Make the row of a body without contacts, out of the list of moving ones, that of a body of some kind."""
    arrays = table.arrays.bodies
    resting = not arrays.motion[row, 0:8][[0, 1, 2, 4, 5, 6]].any()
    flags, shape = arrays.links[row, [BODY.FLAGS, BODY.SHAPE]].tolist()
    flags &= ~(BODY.KIND_BITS | BODY.FLAG_FROZEN | BODY.FLAG_TARGET)
    arrays.links[row] = (flags | kind, shape, -1, -1, row, -1, 0, 0)
    for array in (arrays.motion, arrays.mass, arrays.force, arrays.target, arrays.color):
        array[row] = 0
    arrays.motion[row, MOTION.DELTA_ROTATION + 3] = 1.0
    arrays.traits[row, BODY.TRAIT_SLEEP_TIME] = 0.0
    arrays.traits[row, BODY.TRAIT_SAG] = 0.0
    arrays.traits[row, BODY.TRAIT_LOADED : BODY.TRAIT_LOADED + 2] = LOADED if resting else 0.0
    table.arrays.counts[COUNT.ISLANDS_STALE] = 1  # it may have been the root of its island


def set_mass(body: "Body", value: float) -> None:
    """Scale the densities of a dynamic body."""
    table, row = body._table, body._find()
    made = body._composition
    if made.properties is None:
        raise ValueError(f"mass of a {body.kind.name.lower()} body is infinite, got {value!r}; make it dynamic")
    after = mass.scaled(made.properties, value)
    inverse = mass.invert_inertia(after.moments)
    factor = after.mass / made.properties.mass
    body._composition = made._replace(densities=tuple(density * factor for density in made.densities), properties=after)
    write_mass(table, body, inverse, body.position)
    table.composition_changed()
    table.disturb(row)


def add_shape(body: "Body", shape: Shape, offset: Any, rotation: Any, options: Mapping[str, Any]) -> Part:
    """Add a part; see `Body.add_shape`."""
    body._find()
    surface = surfaces.check_surface(options, body._table.materials)
    place = surfaces.check_offset(offset), checks.quaternion("rotation", rotation)
    piece = (surfaces.check_shape(shape), *place)
    return change_parts(body, body._composition.parts, piece, surface).parts[-1]


def remove_shape(body: "Body", part: Part) -> None:
    """Remove a part; see `Body.remove_shape`."""
    body._find()
    parts = body._composition.parts
    if part not in parts:
        raise LookupError(f"the body has no such part, got {checks.shown(part)}; choose one of body.parts")
    if body.kind == BodyKind.DYNAMIC and len(parts) == 1:
        raise ValueError("a dynamic body needs a shape, and this is its last; remove the body instead")
    change_parts(body, [other for other in parts if other is not part])


def change_parts(
    body: "Body", kept: Sequence[Part], piece: tuple | None = None, surface: surfaces.Surface | None = None
) -> Composition:
    """Check, then make, a change of the shapes of a body; the axes and the motion of its matter stay."""
    table, row, kind = body._table, body._find(), body.kind
    table.guard.need_idle("given or deprived of shapes")
    pieces = [(part.shape, part.offset, part.rotation) for part in kept]
    densities = [body._density_of(part) for part in kept]
    if piece is not None and surface is not None:
        pieces.append(piece)
        densities += densities_of(kind, [piece], surface.density, None)
    properties = surfaces.mass_of_pieces(pieces, densities) if kind == BodyKind.DYNAMIC else None
    inverse = inverse_of(properties)
    origin, center = body.position, body.center_of_mass
    table.disturb(row)
    for part in body._composition.parts:
        if part not in kept:
            unlink_part(table, body, part)
    parts = tuple(kept)
    if piece is not None and surface is not None:
        parts += (write_part(table, body, kind, piece, surface),)
    body._composition = Composition(parts, tuple(densities), properties, body._composition.look)
    write_mass(table, body, inverse, origin)
    if kind == BodyKind.DYNAMIC:
        moved = body.velocity + body.angular_velocity.cross(body.center_of_mass - center)
        write_velocities(table, row, moved, None)
    table.forget_manifolds()
    table.changed()
    return body._composition


def unlink_part(table: "BodyTable", body: "Body", part: Part) -> None:
    """Take a shape out of its body, its contacts and its tree."""
    table.remove_contacts(body._row, part._row)
    info = table.arrays.shapes.info
    following = int(info[part._row, SHAPE.NEXT])
    links = table.arrays.bodies.links[body._row]
    row = int(links[BODY.SHAPE])
    if row == part._row:
        links[BODY.SHAPE] = following
    else:
        while info[row, SHAPE.NEXT] != part._row:
            row = int(info[row, SHAPE.NEXT])
        info[row, SHAPE.NEXT] = following
    table.leave_tree(part._row)
    table.arrays.release_shape(part._row)


def set_look(body: "Body", look: Geometry | None) -> None:
    """Show something else than the shapes of a body."""
    body._find()
    body._composition = body._composition._replace(look=check_look(look))
    body._table.changed()


def unfreeze(body: "Body") -> None:
    """Let a frozen body move again, from rest."""
    table, row = body._table, body._find()
    if not body.frozen:
        return
    table.guard.need_idle("unfrozen")
    table.remove_contacts(row)
    links = table.arrays.bodies.links[row]
    links[BODY.FLAGS] &= ~BODY.FLAG_FROZEN
    links[BODY.PARENT] = row
    enter_trees_anew(table, body, body.kind)  # so that pairs with static shapes are found again
    write_mass(table, body, inverse_of(body._composition.properties), body.position)


def set_surface(body: "Body", key: str, value: Any) -> None:
    """Set friction, restitution, rolling friction or surface velocity of all parts of a body."""
    table, row = body._table, body._find()
    checked = SURFACE_CHECKS[key](value)
    column = SURFACE_COLUMNS[key]
    width = 3 if key == "surface_velocity" else 1
    for part in body._composition.parts:
        table.arrays.shapes.surface[part._row, column : column + width] = checked
    table.forget_manifolds()
    table.disturb(row)
