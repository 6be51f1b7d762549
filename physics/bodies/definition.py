"""A body as `World.add_body` was told to make it: everything checked before anything changes."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from physics import checks, constants
from physics.bodies import mass as masses, surface as parts
from physics.bodies.kind import BodyKind, check_kind
from physics.bodies.materials import MaterialTable
from physics.bodies.motion import unlocked
from physics.kernels.layout import body as BODY, kind as KIND, motion as MOTION
from physics.queries.snapshot import Geometry
from physics.shapes.base import Shape, Vector
from physics.shapes.looks import check_look
from physics.shapes.primitives import ShapePlane
from physics.vector import Quaternion

#: What keeps a fast body from passing through things: its whole shape, a ray from center to center, or nothing.
CCD_MODES = {"sweep": 0, "ray": BODY.FLAG_CCD_RAY, "none": BODY.FLAG_CCD_NONE}


class BodyPlan(NamedTuple):
    """Checked arguments of `World.add_body`, in the form that the arrays take them."""

    kind: BodyKind
    pieces: list[tuple[Shape, Vector, Quaternion]]
    densities: list[float]
    surface: parts.Surface
    properties: masses.MassProperties | None
    inverse: masses.Moments | None
    position: Vector
    orientation: Quaternion
    velocity: Vector
    angular_velocity: Vector
    traits: tuple[float, float, float]  # gravity scale, linear and angular damping
    flags: int
    name: str
    user_data: Any
    look: Geometry | None


def plan_body(
    materials: MaterialTable,
    *,
    kind: BodyKind,
    shape: Shape | None,
    shapes: Sequence | None,
    position: checks.VectorLike,
    orientation: checks.VectorLike,
    velocity: checks.VectorLike,
    angular_velocity: checks.VectorLike,
    mass: float | None,
    damping: tuple[float, float],
    gravity_scale: float,
    locks: tuple[bool | Sequence[bool], bool | Sequence[bool]],
    can_sleep: bool,
    bullet: bool,
    ccd: str,
    name: str,
    user_data: Any,
    look: Geometry | None,
    options: Mapping[str, Any],
) -> BodyPlan:
    """Check the arguments of `World.add_body`; see there.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range.
    """
    kind = check_kind(kind)
    pieces = parts.check_pieces(shape, shapes)
    if mass is not None and options.get("density") is not None:
        raise ValueError(f"give mass or density, not both, got {mass!r} kg and {options['density']!r} kg/m^3")
    surface = parts.check_surface(options, materials)
    velocity = checks.vector("velocity", velocity, limit=constants.MAX_SPEED, unit="m/s")
    spin = checks.vector("angular_velocity", angular_velocity, limit=constants.MAX_SPIN, unit="rad/s")
    if kind == BodyKind.STATIC and (any(velocity) or any(spin)):
        name, value = ("velocity", velocity) if any(velocity) else ("angular_velocity", spin)
        raise ValueError(f"{name} of a static body must be zero, got {value!r}; use BodyKind.KINEMATIC")
    flags = kind | BODY.FLAG_ALIVE
    flags |= BODY.FLAG_BULLET * checks.flag("bullet", bullet)
    flags |= ccd_bits(ccd)
    flags |= BODY.FLAG_NO_SLEEP * (not checks.flag("can_sleep", can_sleep))
    flags |= lock_bits("lock_position", locks[0], BODY.FLAG_LOCK_X)
    flags |= lock_bits("lock_rotation", locks[1], BODY.FLAG_LOCK_ROTATION_X)
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, got {checks.shown(name)}")
    densities = densities_of(kind, pieces, surface.density, mass)
    properties = parts.mass_of_pieces(pieces, densities) if kind == BodyKind.DYNAMIC else None
    return BodyPlan(
        kind=kind,
        pieces=pieces,
        densities=densities,
        surface=surface,
        properties=properties,
        inverse=inverse_of(properties),
        position=checks.vector("position", position, limit=constants.POSITION_MAX, unit="m"),
        orientation=checks.quaternion("orientation", orientation),
        velocity=unlocked(flags, MOTION.VELOCITY, velocity),
        angular_velocity=unlocked(flags, MOTION.ANGULAR, spin),
        traits=(
            checks.in_range("gravity_scale", gravity_scale, -100.0, 100.0),
            checks.in_range("linear_damping", damping[0], 0.0, 1e6, "1/s"),
            checks.in_range("angular_damping", damping[1], 0.0, 1e6, "1/s"),
        ),
        flags=flags,
        name=name,
        user_data=user_data,
        look=check_look(look),
    )


def densities_of(kind: BodyKind, pieces: Sequence, density: float, total: float | None) -> list[float]:
    """Density of each piece [kg/m^3]; a given total mass [kg] is spread evenly."""
    if kind == BodyKind.DYNAMIC and any(isinstance(piece[0], ShapePlane) for piece in pieces):
        raise ValueError("a half-space has infinite mass, so it needs BodyKind.STATIC or BodyKind.KINEMATIC")
    if kind == BodyKind.DYNAMIC:
        for shape, _, _ in pieces:
            if shape.traits & KIND.SURFACE:
                raise ValueError(
                    f"a {type(shape).__name__} is a surface, so it needs BodyKind.STATIC or BodyKind.KINEMATIC; for a "
                    "dynamic body use ShapeHull(vertices), or shapes=decompose(vertices, triangles)"
                )
    if total is None:
        return [density] * len(pieces)
    hint = "use BodyKind.STATIC for a fixed body"
    total = checks.in_range("mass", total, constants.MASS_MIN, constants.MASS_MAX, "kg", hint)
    if kind != BodyKind.DYNAMIC or not pieces:
        return [density] * len(pieces)
    return [total / math.fsum(piece[0].volume for piece in pieces)] * len(pieces)


def inverse_of(properties: masses.MassProperties | None) -> masses.Moments | None:
    """Inverse inertia of a dynamic body, None for others."""
    return None if properties is None else masses.invert_inertia(properties.moments)


def ccd_bits(ccd: str) -> int:
    """Flag of a mode of continuous collision."""
    if not isinstance(ccd, str) or ccd not in CCD_MODES:
        raise ValueError(f"ccd must be one of {', '.join(map(repr, CCD_MODES))}, got {checks.shown(ccd)}")
    return CCD_MODES[ccd]


def lock_bits(name: str, value: bool | Sequence[bool], first: int) -> int:
    """Flags of locked axes from one truth value or three."""
    if value is False:
        return 0
    if isinstance(value, bool | np.bool_):
        value = (value, value, value)
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 3:
        raise TypeError(f"{name} must be True, False or three of them, got {checks.shown(value)}")
    return sum((first << axis) * checks.flag(f"{name}[{axis}]", locked) for axis, locked in enumerate(value))
