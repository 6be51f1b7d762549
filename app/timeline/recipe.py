"""BodyRecipe: everything that it takes to make a body again, as it was."""

import dataclasses
from typing import Any

from physics import Body, BodyKind, Geometry, Part, Shape, ShapePlane, World
from physics.constants import DENSITY_MAX, DENSITY_MIN
from physics.kernels.layout import body as BODY, shape as SHAPE
from physics.shapes.base import Vector
from physics.vector import Quaternion

_ORIGIN = (0.0, 0.0, 0.0)
_UNTURNED = (0.0, 0.0, 0.0, 1.0)
_FREE = (False, False, False)


@dataclasses.dataclass(frozen=True)
class PartRecipe:
    """One shape of a body.

    Attributes:
        shape: Its geometry.
        offset: Its place in body axes [m].
        rotation: Its rotation in body axes.
        options: Options of `Body.add_shape`: density [kg/m^3], material, friction and so on, as (name, value) each.
    """

    shape: Shape
    offset: Vector = _ORIGIN
    rotation: Quaternion = _UNTURNED
    options: tuple[tuple[str, Any], ...] = ()


@dataclasses.dataclass(frozen=True)
class BodyRecipe:
    """A body, to be made with `add_to`. The attributes mean what the arguments of `World.add_body` mean.

    Attributes:
        parts: Its shapes.
        kind: How it moves.
        position: Origin of its axes [m].
        orientation: Rotation (x, y, z, w).
        velocity: Of its center of mass [m/s].
        angular_velocity: World axes [rad/s].
        total_mass: Mass of the whole [kg], if the densities only tell how it is spread over the parts; else None.
        linear_damping: Rate at which velocity decays [1/s].
        angular_damping: Rate at which angular velocity decays [1/s].
        gravity_scale: Factor on gravity.
        lock_position: Whether it cannot move along x, y, z.
        lock_rotation: Whether it cannot turn about x, y, z.
        can_sleep: Whether it may fall asleep.
        bullet: Whether it is small and fast.
        name: For people.
        user_data: For the program; the same object.
        look: What is drawn instead of the shapes, or None.
    """

    parts: tuple[PartRecipe, ...]
    kind: BodyKind = BodyKind.DYNAMIC
    position: Vector = _ORIGIN
    orientation: Quaternion = _UNTURNED
    velocity: Vector = _ORIGIN
    angular_velocity: Vector = _ORIGIN
    total_mass: float | None = None
    linear_damping: float = 0.0
    angular_damping: float = 0.0
    gravity_scale: float = 1.0
    lock_position: tuple[bool, bool, bool] = _FREE
    lock_rotation: tuple[bool, bool, bool] = _FREE
    can_sleep: bool = True
    bullet: bool = False
    name: str = ""
    user_data: Any = None
    look: Geometry | None = None

    @classmethod
    def of_shape(cls, shape: Shape, *, material: str = "default", **values: Any) -> "BodyRecipe":
        """Recipe of a body of one shape.

        Args:
            shape: Its geometry.
            material: Name of its material.
            **values: Attributes of the recipe.
        """
        return cls(parts=(PartRecipe(shape, options=(("material", material),)),), **values)

    @classmethod
    def capture(cls, body: Body) -> "BodyRecipe":
        """Recipe of a body as it is now. A frozen body is taken to be at rest."""
        # Locks, sleep and bullet are told by the flags only: handles have no property for them yet.
        flags = body._flags
        still = body.frozen
        scale = _density_scale(body)
        return cls(
            parts=tuple(_capture_part(body.world, part, scale) for part in body.parts),
            kind=body.kind,
            position=tuple(body.position),
            orientation=tuple(body.orientation),
            velocity=_ORIGIN if still else tuple(body.velocity),
            angular_velocity=_ORIGIN if still else tuple(body.angular_velocity),
            total_mass=body.mass if scale != 1.0 and body.kind == BodyKind.DYNAMIC else None,
            linear_damping=body.linear_damping,
            angular_damping=body.angular_damping,
            gravity_scale=body.gravity_scale,
            lock_position=_bits(flags, BODY.FLAG_LOCK_X),
            lock_rotation=_bits(flags, BODY.FLAG_LOCK_ROTATION_X),
            can_sleep=not flags & BODY.FLAG_NO_SLEEP,
            bullet=bool(flags & BODY.FLAG_BULLET),
            name=body.name,
            user_data=body.user_data,
            look=body.look,
        )

    def add_to(self, world: World) -> Body:
        """Make the body.

        Raises:
            TypeError: A value is of the wrong type. The world is as it was.
            ValueError: A value is out of range. The world is as it was.
        """
        state = world.save_state() if len(self.parts) > 1 or self.total_mass is not None else None
        try:
            return self._add_parts(world)
        except (TypeError, ValueError, LookupError):
            if state is not None:  # something was refused after the first part had been made
                world.load_state(state)
            raise

    def _add_parts(self, world: World) -> Body:
        """Make the body with its first part, then add the others: each may have options of its own."""
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        pieces, mass = values.pop("parts"), values.pop("total_mass")
        first = [(piece.shape, piece.offset, piece.rotation) for piece in pieces[:1]]
        body = world.add_body(shapes=first or None, **values, **(dict(pieces[0].options) if pieces else {}))
        for piece in pieces[1:]:
            body.add_shape(piece.shape, piece.offset, piece.rotation, **dict(piece.options))
        if mass is not None:
            body.mass = mass
        if len(pieces) > 1 and self.kind != BodyKind.STATIC:  # the center of mass came to its place only now
            body.velocity = self.velocity
            body.angular_velocity = self.angular_velocity
        return body

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Geometry of all parts: what a body is recognized by."""
        return tuple(piece.shape for piece in self.parts)


def _bits(flags: int, first: int) -> tuple[bool, bool, bool]:
    return bool(flags & first), bool(flags & first << 1), bool(flags & first << 2)


def _density_scale(body: Body) -> float:
    """Factor that brings densities into the range of new bodies: a mass that was set may have moved them out of it."""
    densities = [part.density for part in body.parts if not isinstance(part.shape, ShapePlane)]
    if all(DENSITY_MIN <= density <= DENSITY_MAX for density in densities):
        return 1.0
    return DENSITY_MAX / max(densities)


def _capture_part(world: World, part: Part, scale: float) -> PartRecipe:
    """Recipe of a part. What no property tells is read from its row of the arrays."""
    arrays = world._arrays.shapes
    surface = arrays.surface[part.id].tolist()
    friction = surface[SHAPE.SURFACE_FRICTION]
    category, mask = arrays.filter[part.id].tolist()
    options = {
        "material": part.material,
        "friction": friction if friction >= 0.0 else None,
        "restitution": surface[SHAPE.SURFACE_RESTITUTION],
        "rolling_friction": surface[SHAPE.SURFACE_ROLLING],
        "surface_velocity": tuple(surface[SHAPE.SURFACE_VELOCITY : SHAPE.SURFACE_VELOCITY + 3]),
        "category": category,
        "mask": mask,
        "group": int(arrays.info[part.id, SHAPE.GROUP]),
        "sensor": bool(arrays.info[part.id, SHAPE.SENSOR]),
    }
    if not isinstance(part.shape, ShapePlane):  # a half-space has no density
        options["density"] = min(max(part.density * scale, DENSITY_MIN), DENSITY_MAX)
    return PartRecipe(part.shape, part.offset, part.rotation, tuple(options.items()))
