"""Captures bodies and their parts as definitions, exactly."""

from typing import TYPE_CHECKING

from physics.bodies.definition import BodyDef, PartDef
from physics.bodies.mass import full_matrix
from physics.bodies.options import ccd_of, locks_of
from physics.bodies.part import Composition, Part
from physics.bodies.surface import mass_of_pieces
from physics.constants import DENSITY_MAX, DENSITY_MIN, MAX_SPEED, MAX_SPIN, POSITION_MAX
from physics.kernels.layout import body as BODY
from physics.vector import ORIGIN, Vec3

if TYPE_CHECKING:
    from physics.bodies.body import Body


def capture(body: "Body") -> BodyDef:
    """Definition of a body as it is now; see `Body.definition`."""
    flags, made = body._flags, body._composition
    moving = not flags & BODY.FLAG_FROZEN
    return BodyDef(
        tuple([capture_part(part, density) for part, density in zip(made.parts, made.densities, strict=True)]),
        kind=body.kind,
        position=_within(body.position, POSITION_MAX),
        orientation=body.orientation,
        velocity=_within(body.velocity, MAX_SPEED) if moving else ORIGIN,
        angular_velocity=_within(body.angular_velocity, MAX_SPIN) if moving else ORIGIN,
        mass=_mass_of(made),
        inertia=None if made.moments is None else full_matrix(made.moments),
        local_center_of_mass=made.center,
        linear_damping=body.linear_damping,
        angular_damping=body.angular_damping,
        gravity_scale=body.gravity_scale,
        lock_position=locks_of(flags, BODY.FLAG_LOCK_X),
        lock_rotation=locks_of(flags, BODY.FLAG_LOCK_ROTATION_X),
        can_sleep=not flags & BODY.FLAG_NO_SLEEP,
        bullet=bool(flags & BODY.FLAG_BULLET),
        report_immovable=bool(flags & BODY.FLAG_REPORT_IMMOVABLE),
        ccd=ccd_of(flags),
        enabled=not flags & BODY.FLAG_DISABLED,
        name=body.name,
        user_data=body.user_data,
        look=made.look,
        center_of_mass=body.center_of_mass,
        id=body.id,
    )


def _within(vector: Vec3, limit: float) -> Vec3:
    """A vector within the limits of what can be given: an impulse may have left a body faster than that."""
    return Vec3(*(min(max(component, -limit), limit) for component in vector))


def _mass_of(made: Composition) -> float | None:
    """Mass of the whole that a definition needs: the densities of a body that was made by its mass may be any."""
    if made.mass is not None or all(DENSITY_MIN <= density <= DENSITY_MAX for density in made.densities):
        return made.mass
    return mass_of_pieces(made.pieces, made.densities).mass


def capture_part(part: Part, density: float) -> PartDef:
    """Definition of a part as it is now, with a density [kg/m^3]."""
    return PartDef(
        part.shape,
        part.offset,
        part.rotation,
        density=density,
        material=part.material,
        friction=part.friction,
        restitution=part.restitution,
        rolling_friction=part.rolling_friction,
        surface_velocity=part.surface_velocity,
        category=part.category,
        mask=part.mask,
        group=part.group,
        sensor=part.sensor,
        id=part._id,
    )
