"""What handles change about their bodies besides motion and options: kind, shapes, mass, look."""

from typing import TYPE_CHECKING, Any

from physics import checks
from physics.bodies.arguments import check_density, check_inertia, check_local_center
from physics.bodies.definition import PartDef
from physics.bodies.kind import BodyKind, check_kind
from physics.bodies.mass import MassProperties, adjusted
from physics.bodies.motion import write_velocities
from physics.bodies.options import densities_now
from physics.bodies.part import Composition, Part
from physics.bodies.preparation import check_can_be, inverse_of, mass_of
from physics.bodies.surface import resolve
from physics.bodies.writing import LOADED, inverse_mass, rewrite, tree_of, write_mass, write_part
from physics.kernels.layout import body as BODY, count as COUNT, motion as MOTION, shape as SHAPE, tier as TIER
from physics.queries.snapshot import Geometry
from physics.shapes.looks import check_look

if TYPE_CHECKING:
    from physics.bodies.body import Body
    from physics.bodies.table import BodyTable


def set_kind(body: "Body", kind: BodyKind) -> None:
    """Make a body static, kinematic or dynamic; see `Body.kind`."""
    table, row = body._table, body._find()
    kind = check_kind(kind)
    if kind == body.kind:
        return
    made = body._composition
    check_can_be([part.shape for part in made.parts], kind, weighed=made.moments is not None)
    properties = mass_as_set(made) if kind == BodyKind.DYNAMIC else None
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
        table.arrays.shapes.info[part._row, SHAPE.TREE] = tree_of(part.shape, kind)


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
    arrays.traits[row, BODY.TRAIT_LOADED :] = 0.0
    arrays.traits[row, BODY.TRAIT_LOADED : BODY.TRAIT_LOADED + TIER.ORDINARY] = LOADED if resting else 0.0
    table.arrays.counts[COUNT.ISLANDS_STALE] = 1  # it may have been the root of its island


def mass_as_set(made: Composition) -> MassProperties:
    """Mass properties of a dynamic body, with all that was set instead of what its parts say."""
    return adjusted(mass_of(made.pieces, made.densities, made.mass), made.moments, made.center)


def set_mass(body: "Body", value: float | None) -> None:
    """Scale the densities of a dynamic body, or no longer."""
    made = _need_dynamic(body, "mass", value)
    total = None if value is None else mass_of(made.pieces, made.densities, value).mass
    _weigh(body, made._replace(mass=total))


def set_inertia(body: "Body", value: Any) -> None:
    """Give a dynamic body another inertia than its parts have, or that again."""
    made = _need_dynamic(body, "inertia", value)
    rows = None if value is None else check_inertia(value)
    _weigh(body, made._replace(moments=None if rows is None else (*rows[0], *rows[1][1:], rows[2][2])))


def set_center(body: "Body", value: checks.VectorLike | None) -> None:
    """Put the center of mass of a dynamic body elsewhere, in body axes [m], or back to that of its parts."""
    made = _need_dynamic(body, "local_center_of_mass", value)
    _weigh(body, made._replace(center=None if value is None else check_local_center(value)))


def _need_dynamic(body: "Body", name: str, value: Any) -> Composition:
    """What a dynamic body is made of; others have no mass of their own."""
    body._find()
    if body._composition.properties is None:
        kind, what = body.kind.name.lower(), "infinite" if name != "local_center_of_mass" else "its origin"
        raise ValueError(f"{name} of a {kind} body is {what}, got {checks.shown(value)}; make it dynamic")
    return body._composition


def _weigh(body: "Body", made: Composition) -> None:
    """Let a dynamic body have what was set of its mass; its axes and the motion of its matter stay."""
    made = made._replace(properties=mass_as_set(made))
    inverse_of(made.properties)  # refuses what is too thin, before anything changes
    rewrite(body, made)
    body._table.composition_changed()


def set_enabled(body: "Body", value: bool) -> None:
    """Take a body out of everything but the list of bodies, or bring it back; see `Body.enabled`."""
    table, row = body._table, body._find()
    if checks.flag("enabled", value) == body.enabled:
        return
    table.guard.need_idle("enabled or disabled")
    arrays = table.arrays.bodies
    links = arrays.links[row]
    table.disturb(row)
    if value:
        links[BODY.FLAGS] &= ~BODY.FLAG_DISABLED
    else:
        table.remove_contacts(row)
        for part in body._composition.parts:
            table.leave_tree(part._row)
        table.leave_awake(row)
        links[BODY.FLAGS] |= BODY.FLAG_DISABLED
        links[BODY.PARENT], links[BODY.SPLIT], arrays.color[row] = row, 0, 0
        table.arrays.counts[COUNT.ISLANDS_STALE] = 1  # it may have been the root of its island
    if body._composition.properties is not None:
        arrays.motion[row, MOTION.INV_MASS] = inverse_mass(int(links[BODY.FLAGS]), body._composition.properties)
    table.follow(row)
    table.suspend_joints(row)
    table.disturb(row)
    table.changed()


def add_shape(body: "Body", part: PartDef) -> Part:
    """Add a part; see `Body.add_shape`."""
    table = body._table
    body._find()
    if part.density is not None:
        check_density(part.density)
    surface = resolve(part, table.materials)
    made = body._composition
    check_can_be([part.shape], body.kind)
    densities = (*densities_now(made), surface.density)
    properties = None
    if body.kind == BodyKind.DYNAMIC:
        properties = mass_of([*made.pieces, (part.shape, part.offset, part.rotation)], densities, None)
        inverse_of(properties)  # refuses what is too thin, before anything changes
    table.guard.need_idle("given or deprived of shapes")
    table.disturb(body._row)
    added = write_part(table, body, body.kind, part, surface, None)
    rewrite(body, Composition((*made.parts, added), densities, None, properties, made.look))
    table.forget_manifolds(body._row)
    table.changed()
    return added


def remove_shape(body: "Body", part: Part) -> None:
    """Remove a part; see `Body.remove_shape`."""
    table = body._table
    body._find()
    made = body._composition
    if part not in made.parts:
        raise LookupError(f"the body has no such part, got {checks.shown(part)}; choose one of body.parts")
    if body.kind == BodyKind.DYNAMIC and len(made.parts) == 1:
        raise ValueError("a dynamic body needs a shape, and this is its last; remove the body instead")
    place = made.parts.index(part)
    parts, densities = list(made.parts), list(densities_now(made))
    del parts[place], densities[place]
    after = Composition(tuple(parts), tuple(densities), None, None, made.look)
    if body.kind == BodyKind.DYNAMIC:
        after = after._replace(properties=mass_of(after.pieces, densities, None))
        inverse_of(after.properties)
    table.guard.need_idle("given or deprived of shapes")
    table.disturb(body._row)
    unlink_part(table, body, part)
    rewrite(body, after)
    table.forget_manifolds(body._row)
    table.changed()


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
    table.release_part(part._row)


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
