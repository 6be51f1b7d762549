"""How handles change the options of their bodies and parts, and what has to follow each change."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from physics import checks
from physics.bodies import arguments
from physics.bodies.definition import PartDef
from physics.bodies.kind import BodyKind
from physics.bodies.motion import unlocked
from physics.bodies.part import Composition, Part
from physics.bodies.preparation import inverse_of, mass_of
from physics.bodies.surface import mass_of_pieces, resolve, write_surface
from physics.bodies.writing import inverse_mass, rewrite
from physics.kernels.layout import body as BODY, motion as MOTION, shape as SHAPE

if TYPE_CHECKING:
    from physics.bodies.body import Body

#: Checks of what `set_surface` can set, and where it is in the records of surfaces: first column and width.
SURFACES: dict[str, tuple[Callable[[Any], Any], int, int]] = {
    "friction": (arguments.check_friction, SHAPE.SURFACE_FRICTION, 1),
    "restitution": (arguments.check_restitution, SHAPE.SURFACE_RESTITUTION, 1),
    "rolling_friction": (arguments.check_rolling, SHAPE.SURFACE_ROLLING, 1),
    "surface_velocity": (arguments.check_surface_velocity, SHAPE.SURFACE_VELOCITY, 3),
}
#: Checks of what `set_filter` can set, the array that it is in, and the column.
FILTERS: dict[str, tuple[Callable[[Any], int], str, int]] = {
    "category": (lambda value: checks.bitmask("category", value), "filter", 0),
    "mask": (lambda value: checks.bitmask("mask", value), "filter", 1),
    "group": (arguments.check_group, "info", SHAPE.GROUP),
    "sensor": (lambda value: checks.flag("sensor", value), "info", SHAPE.SENSOR),
}


def set_surface(body: "Body", parts: Sequence[Part], key: str, value: Any) -> None:
    """Set friction, restitution, rolling friction or surface velocity of parts of a body."""
    table, row = body._table, body._find()
    check, column, width = SURFACES[key]
    checked = check(value)
    for part in parts:
        table.arrays.shapes.surface[part._find(), column : column + width] = -1.0 if checked is None else checked
    table.forget_manifolds(row)
    table.disturb(row)


def set_filter(body: "Body", parts: Sequence[Part], key: str, value: Any) -> None:
    """Set category, mask, group or sensor of parts of a body; what they touch is found anew."""
    table, row = body._table, body._find()
    check, array, column = FILTERS[key]
    checked = check(value)
    numbers = getattr(table.arrays.shapes, array)
    changed = [part for part in parts if numbers[part._find(), column] != checked]
    if not changed:
        return
    table.guard.need_idle("changed")
    table.disturb(row)  # also what touches it now, and may fall then
    for part in changed:
        table.remove_contacts(row, part._row)
        numbers[part._row, column] = checked
        table.leave_tree(part._row)
    table.follow(row)  # they enter their trees anew, and their pairs are found
    table.changed()


def set_material(body: "Body", parts: Sequence[Part], value: str) -> None:
    """Make parts of a body of another material: with its density, restitution and rolling friction."""
    table = body._table
    body._find()
    surface = resolve(PartDef(parts[0].shape, material=value), table.materials) if parts else None
    if surface is None:
        table.materials.index(value)
        return
    densities = [surface.density if part in parts else body._density_of(part) for part in body._composition.parts]
    made = composed(body, densities)  # refuses what would be too heavy, before anything changes
    table.guard.need_idle("changed")
    shapes = table.arrays.shapes
    for part in parts:
        new = resolve(_redefined(part, material=value), table.materials)
        write_surface(shapes, part._find(), part.shape, new)
    rewrite(body, made)
    table.forget_manifolds(body._row)
    table.changed()


def _redefined(part: Part, *, material: str) -> PartDef:
    """A part of another material: what that says about density, restitution and rolling friction counts."""
    return PartDef(
        part.shape,
        part.offset,
        part.rotation,
        material=material,
        friction=part.friction,
        surface_velocity=part.surface_velocity,
        category=part.category,
        mask=part.mask,
        group=part.group,
        sensor=part.sensor,
    )


def set_density(body: "Body", parts: Sequence[Part], value: float) -> None:
    """Set the density of parts of a body."""
    table = body._table
    body._find()
    checked = arguments.check_density(value)
    for part in parts:
        part._find()
    densities = [checked if part in parts else body._density_of(part) for part in body._composition.parts]
    made = composed(body, densities)
    table.guard.need_idle("changed")
    rewrite(body, made)
    table.composition_changed()


def composed(body: "Body", densities: Sequence[float]) -> Composition:
    """The composition of a body with other densities.

    Raises:
        ValueError: It would be too heavy or too light.
    """
    made = body._composition
    properties = None if made.properties is None else mass_of(made.pieces, densities, None)
    inverse_of(properties)  # refuses what is too thin
    return made._replace(densities=tuple(densities), mass=None, properties=properties, moments=None, center=None)


def densities_now(made: Composition) -> tuple[float, ...]:
    """Densities of all parts, scaled to the mass of the whole [kg/m^3]."""
    if made.mass is None:
        return made.densities
    factor = made.mass / mass_of_pieces(made.pieces, made.densities).mass
    return tuple([density * factor for density in made.densities])


# ---- Flags -----------------------------------------------------------------------------------------------------------


def set_flag(body: "Body", flag: int, value: bool) -> None:
    """Set or clear a flag of a body, and wake it."""
    table, row = body._table, body._find()
    links = table.arrays.bodies.links
    flags = int(links[row, BODY.FLAGS])
    links[row, BODY.FLAGS] = flags | flag if value else flags & ~flag
    table.disturb(row)


def set_report_immovable(body: "Body", value: bool) -> None:
    """Say whether contacts with bodies that nothing pushes are wanted; what it touches is found anew."""
    table, row = body._table, body._find()
    if checks.flag("report_immovable", value) == body.report_immovable:
        return
    table.guard.need_idle("changed")
    set_flag(body, BODY.FLAG_REPORT_IMMOVABLE, value)
    if body.kind == BodyKind.DYNAMIC:
        return
    for part in body.parts:
        table.remove_contacts(row, part._row)
        table.leave_tree(part._row)
    table.follow(row)
    table.changed()


def set_ccd(body: "Body", value: str) -> None:
    """Choose what keeps a body from passing through thin things."""
    mode = arguments.CCD_MODES[arguments.check_ccd(value)]
    set_flag(body, BODY.FLAG_CCD_RAY | BODY.FLAG_CCD_NONE, False)
    set_flag(body, mode, True)


def ccd_of(flags: int) -> str:
    """What keeps a body from passing through thin things."""
    bits = flags & (BODY.FLAG_CCD_RAY | BODY.FLAG_CCD_NONE)
    return next(name for name, mode in arguments.CCD_MODES.items() if mode == bits)


def locks_of(flags: int, first: int) -> arguments.Locks:
    """Which axes are locked; `first` is the flag of x."""
    return bool(flags & first), bool(flags & first << 1), bool(flags & first << 2)


def set_locks(body: "Body", name: str, first: int, value: bool | Sequence[bool]) -> None:
    """Lock axes of a body; what it does along them ends."""
    table, row = body._table, body._find()
    locks = arguments.check_locks(name, value)
    table.guard.need_idle("locked")
    arrays = table.arrays.bodies
    flags = int(arrays.links[row, BODY.FLAGS]) & ~(7 * first) | arguments.lock_bits(locks, first)
    arrays.links[row, BODY.FLAGS] = flags
    motion = arrays.motion[row]
    for column in (MOTION.VELOCITY, MOTION.ANGULAR):
        motion[column : column + 3] = unlocked(flags, column, motion[column : column + 3].tolist())
    properties = body._composition.properties
    if properties is not None:
        motion[MOTION.INV_MASS] = inverse_mass(flags, properties)
    table.follow(row)
    table.disturb(row)
