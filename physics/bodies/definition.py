"""BodyDef and PartDef: the one description of a body, which it is made from, captured as and restored from.

Definitions are plain data: they name nothing of a world but numbers, and may be kept, compared and changed by
`dataclasses.replace`. What they are given is checked when they are made; what depends on a world, such as the name of a
material, when a body is made of them. They write their `__init__` themselves, since that of a frozen dataclass takes
half as long as adding a body.
"""

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Any

from physics import checks, constants
from physics.bodies.arguments import (
    CCD_MODES,
    Locks,
    check_ccd,
    check_damping,
    check_density,
    check_gravity_scale,
    check_inertia,
    check_local_center,
    check_locks,
    check_mass,
    check_number,
    check_offset,
    check_options,
    check_shape,
    lock_bits,
)
from physics.bodies.kind import BodyKind, check_kind
from physics.bodies.mass import Moments
from physics.checks import ALL_BITS
from physics.kernels.layout import body as BODY
from physics.queries.snapshot import Geometry
from physics.shapes.base import Shape, Vector
from physics.shapes.looks import check_look
from physics.vector import NO_ROTATION, ORIGIN, Quaternion


@dataclasses.dataclass(frozen=True, init=False)
class PartDef:
    """One shape of a body, with all its options.

    Attributes:
        shape: Its geometry.
        offset: Its place in body axes [m].
        rotation: Its rotation in body axes (x, y, z, w).
        density: Density [kg/m^3]; None for that of the material, or what the mass of the body leaves.
        material: Name of its material.
        friction: Its own coefficient of friction, 0 to 10; None where the materials decide.
        restitution: Part of the speed that is left after a bounce, 0 to 1; None for that of the material.
        rolling_friction: Coefficient of rolling friction, 0 to 10; None for that of the material.
        surface_velocity: Velocity of its surface in body axes, as of a conveyor belt [m/s].
        category: 32 bits; two shapes touch if each category is in the mask of the other.
        mask: 32 bits.
        group: Shapes of one group other than 0 never touch.
        sensor: Whether it pushes nothing, but reports what enters and leaves.
        id: `Part.id` that it had, for `World.restore`; None for a new shape.
    """

    shape: Shape
    offset: Vector = ORIGIN
    rotation: Quaternion = NO_ROTATION
    density: float | None = None
    material: str = "default"
    friction: float | None = None
    restitution: float | None = None
    rolling_friction: float | None = None
    surface_velocity: Vector = ORIGIN
    category: int = ALL_BITS
    mask: int = ALL_BITS
    group: int = 0
    sensor: bool = False
    id: int | None = None

    def __init__(
        self,
        shape: Shape,
        offset: checks.VectorLike = ORIGIN,
        rotation: checks.VectorLike = NO_ROTATION,
        *,
        id: int | None = None,
        **options: Any,
    ) -> None:
        values = self.__dict__
        values["shape"] = check_shape(shape)
        values["offset"] = ORIGIN if offset is ORIGIN else check_offset(offset)
        values["rotation"] = NO_ROTATION if rotation is NO_ROTATION else checks.quaternion("rotation", rotation)
        values.update(check_options(options))
        values["id"] = check_number(id)


@dataclasses.dataclass(frozen=True, init=False)
class BodyDef:
    """A body: what `World.add` makes a new one of, `Body.definition` captures and `World.restore` brings back.

    What a definition cannot hold is what the body does with others: contacts with their forces, islands, how long it
    has been at rest or under load, forces and targets of the next step. A body that comes back is awake, not frozen.

    Attributes:
        parts: Its shapes.
        kind: How it moves.
        position: Origin of its axes [m].
        orientation: Rotation (x, y, z, w).
        velocity: Of its center of mass [m/s].
        angular_velocity: World axes [rad/s].
        mass: Mass of the whole [kg]; None if the densities say it. If no part has a density, it is spread evenly, else
            in proportion to the densities.
        inertia: Inertia about its center of mass in body axes [kg m^2], rows of a matrix; None for that of its parts.
        local_center_of_mass: Center of mass in body axes [m]; None for that of its parts.
        linear_damping: Rate at which velocity decays [1/s].
        angular_damping: Rate at which angular velocity decays [1/s].
        gravity_scale: Factor on gravity.
        lock_position: Whether it cannot move along the world axes x, y, z.
        lock_rotation: Whether it cannot turn about the world axes x, y, z.
        can_sleep: Whether it may fall asleep.
        bullet: Whether it is also kept from passing through things that move.
        report_immovable: Whether contacts with bodies that nothing pushes are found and reported, if it is kinematic.
        ccd: What keeps it from passing through thin things: "sweep", "ray" or "none".
        enabled: Whether it takes part in anything; see `Body.enabled`.
        name: For people.
        user_data: For the program; the same object.
        look: What is drawn instead of the shapes, in body axes, or None.
        center_of_mass: Where its center of mass was [m], to the last bit; `position` is that but for rounding. Where
            the two do not agree, as after `dataclasses.replace`, position counts.
        id: `Body.id` that it had, for `World.restore`; None for a new body.
    """

    parts: tuple[PartDef, ...] = ()
    kind: BodyKind = BodyKind.DYNAMIC
    position: Vector = ORIGIN
    orientation: Quaternion = NO_ROTATION
    velocity: Vector = ORIGIN
    angular_velocity: Vector = ORIGIN
    mass: float | None = None
    inertia: tuple[Vector, Vector, Vector] | None = None
    local_center_of_mass: Vector | None = None
    linear_damping: float = 0.0
    angular_damping: float = 0.0
    gravity_scale: float = 1.0
    lock_position: Locks = (False, False, False)
    lock_rotation: Locks = (False, False, False)
    can_sleep: bool = True
    bullet: bool = False
    report_immovable: bool = False
    ccd: str = "sweep"
    enabled: bool = True
    name: str = ""
    user_data: Any = None
    look: Geometry | None = None
    center_of_mass: Vector | None = None
    id: int | None = None

    def __init__(
        self,
        parts: Sequence[PartDef] = (),
        *,
        kind: BodyKind = BodyKind.DYNAMIC,
        position: checks.VectorLike = ORIGIN,
        orientation: checks.VectorLike = NO_ROTATION,
        velocity: checks.VectorLike = ORIGIN,
        angular_velocity: checks.VectorLike = ORIGIN,
        mass: float | None = None,
        inertia: Any = None,
        local_center_of_mass: checks.VectorLike | None = None,
        linear_damping: float = 0.0,
        angular_damping: float = 0.0,
        gravity_scale: float = 1.0,
        lock_position: bool | Sequence[bool] = False,
        lock_rotation: bool | Sequence[bool] = False,
        can_sleep: bool = True,
        bullet: bool = False,
        report_immovable: bool = False,
        ccd: str = "sweep",
        enabled: bool = True,
        name: str = "",
        user_data: Any = None,
        look: Geometry | None = None,
        center_of_mass: checks.VectorLike | None = None,
        id: int | None = None,
    ) -> None:
        if not isinstance(name, str):
            raise TypeError(f"name must be a string, got {checks.shown(name)}")
        self.__dict__.update(
            parts=_check_parts(parts),
            kind=check_kind(kind),
            position=checks.vector("position", position, limit=constants.POSITION_MAX, unit="m"),
            orientation=NO_ROTATION if orientation is NO_ROTATION else checks.quaternion("orientation", orientation),
            velocity=checks.vector("velocity", velocity, limit=constants.MAX_SPEED, unit="m/s"),
            angular_velocity=checks.vector(
                "angular_velocity", angular_velocity, limit=constants.MAX_SPIN, unit="rad/s"
            ),
            mass=None if mass is None else check_mass(mass),
            inertia=None if inertia is None else check_inertia(inertia),
            local_center_of_mass=None if local_center_of_mass is None else check_local_center(local_center_of_mass),
            linear_damping=check_damping("linear_damping", linear_damping),
            angular_damping=check_damping("angular_damping", angular_damping),
            gravity_scale=check_gravity_scale(gravity_scale),
            lock_position=check_locks("lock_position", lock_position),
            lock_rotation=check_locks("lock_rotation", lock_rotation),
            can_sleep=checks.flag("can_sleep", can_sleep),
            bullet=checks.flag("bullet", bullet),
            report_immovable=checks.flag("report_immovable", report_immovable),
            ccd=check_ccd(ccd),
            enabled=checks.flag("enabled", enabled),
            name=name,
            user_data=user_data,
            look=check_look(look),
            center_of_mass=None if center_of_mass is None else checks.vector("center_of_mass", center_of_mass),
            id=check_number(id),
        )
        if mass is None:
            for part in self.parts:
                if part.density is not None:
                    check_density(part.density)
        if self.kind == BodyKind.STATIC and (self.velocity != ORIGIN or self.angular_velocity != ORIGIN):
            key = "velocity" if self.velocity != ORIGIN else "angular_velocity"
            raise ValueError(f"{key} of a static body must be zero, got {getattr(self, key)!r}; use BodyKind.KINEMATIC")

    @classmethod
    def of_shape(cls, shape: Shape, *, material: str = "default", **values: Any) -> "BodyDef":
        """Definition of a body of one shape.

        Args:
            shape: Its geometry.
            material: Name of its material.
            **values: Attributes of the definition.
        """
        return cls((PartDef(shape, material=material),), **values)

    @property
    def moments(self) -> Moments | None:
        """The inertia that it was given, xx xy xz yy yz zz [kg m^2]; None for that of its parts."""
        return None if self.inertia is None else (*self.inertia[0], *self.inertia[1][1:], self.inertia[2][2])

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Geometry of all parts."""
        return tuple(part.shape for part in self.parts)


def _check_parts(parts: Sequence[PartDef]) -> tuple[PartDef, ...]:
    checked = tuple(parts)
    for part in checked:
        if not isinstance(part, PartDef):
            raise TypeError(f"parts must be a list of PartDef, got {checks.shown(part)} in it")
    return checked


# ---- From the arguments of `World.add_body` --------------------------------------------------------------------------


def make_parts(
    shape: Shape | None, shapes: Sequence[Any] | None, mass: float | None, options: Mapping[str, Any]
) -> tuple[PartDef, ...]:
    """The parts that the arguments of `World.add_body` describe: all of them have the same options."""
    if mass is not None and options.get("density") is not None:
        raise ValueError(f"give mass or density, not both, got {mass!r} kg and {options['density']!r} kg/m^3")
    if "id" in options:
        raise TypeError("unknown option 'id'; a body comes back under its number by World.restore")
    if shape is not None:
        if shapes is not None:
            raise ValueError("give shape or shapes, not both; a composite is shapes=[(shape, offset, rotation), ...]")
        return (PartDef(shape, **options),)
    if shapes is None:
        check_options(options)
        return ()
    if isinstance(shapes, Shape | str) or not isinstance(shapes, Sequence):
        raise TypeError(f"shapes must be a list of (shape, offset, rotation), got {checks.shown(shapes)}")
    return tuple([PartDef(*_check_piece(i, piece), **options) for i, piece in enumerate(shapes)])


def _check_piece(i: int, piece: Shape | Sequence[Any]) -> Sequence[Any]:
    """Shape, and offset and rotation if given, of one element of `shapes`."""
    if isinstance(piece, Shape):
        return (piece,)
    if not isinstance(piece, Sequence) or isinstance(piece, str) or not 1 <= len(piece) <= 3:
        raise TypeError(f"shapes[{i}] must be (shape, offset, rotation), got {checks.shown(piece)}")
    return piece


def flags_of(definition: BodyDef) -> int:
    """Flags of a body for the kernels."""
    flags = definition.kind | BODY.FLAG_ALIVE | CCD_MODES[definition.ccd]
    flags |= BODY.FLAG_BULLET * definition.bullet
    flags |= BODY.FLAG_REPORT_IMMOVABLE * definition.report_immovable
    flags |= BODY.FLAG_DISABLED * (not definition.enabled)
    flags |= BODY.FLAG_NO_SLEEP * (not definition.can_sleep)
    flags |= lock_bits(definition.lock_position, BODY.FLAG_LOCK_X)
    return flags | lock_bits(definition.lock_rotation, BODY.FLAG_LOCK_ROTATION_X)


def is_at(definition: BodyDef, center: Sequence[float]) -> bool:
    """Whether the center of mass that a definition remembers is where its position puts it, but for rounding."""
    given = definition.center_of_mass
    return given is not None and math.dist(given, center) <= 1e-12 * (1.0 + math.hypot(*center) + math.hypot(*given))
