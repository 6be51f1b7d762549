"""What a handle tells and changes besides motion and mass: rest, damping, surfaces."""

from typing import TYPE_CHECKING

from physics import checks
from physics.kernels.layout import body as BODY, shape as SHAPE
from physics.vector import Vec3

if TYPE_CHECKING:
    from physics.bodies.body import Part
    from physics.world import World


class BodyTraits:
    """Base of `Body`."""

    __slots__ = ()

    _world: "World"
    _row: int
    _parts: tuple["Part", ...]

    @property
    def _flags(self) -> int:
        row = self._world._row_of(self)
        return int(self._world._state.bodies.links[row, BODY.FLAGS])

    @property
    def awake(self) -> bool:
        """True while the body is simulated; a static body never is."""
        row = self._world._row_of(self)
        return bool(self._world._state.bodies.links[row, BODY.AWAKE] >= 0)

    def wake(self) -> None:
        """Wake the body and everything that it rests with."""
        self._world._disturb(self._world._row_of(self))

    @property
    def frozen(self) -> bool:
        """True after a number of the body was no longer finite: it stays at its last good pose until `unfreeze`."""
        return bool(self._flags & BODY.FLAG_FROZEN)

    def unfreeze(self) -> None:
        """Let a frozen body move again, from rest."""
        self._world._unfreeze(self)

    @property
    def gravity_scale(self) -> float:
        """Factor on gravity, -100 to 100."""
        return self._trait(BODY.TRAIT_GRAVITY_SCALE)

    @gravity_scale.setter
    def gravity_scale(self, value: float) -> None:
        self._set_trait(BODY.TRAIT_GRAVITY_SCALE, checks.in_range("gravity_scale", value, -100.0, 100.0))

    @property
    def linear_damping(self) -> float:
        """Rate at which velocity decays [1/s]."""
        return self._trait(BODY.TRAIT_LINEAR_DAMPING)

    @linear_damping.setter
    def linear_damping(self, value: float) -> None:
        self._set_trait(BODY.TRAIT_LINEAR_DAMPING, checks.in_range("linear_damping", value, 0.0, 1e6, "1/s"))

    @property
    def angular_damping(self) -> float:
        """Rate at which angular velocity decays [1/s]."""
        return self._trait(BODY.TRAIT_ANGULAR_DAMPING)

    @angular_damping.setter
    def angular_damping(self, value: float) -> None:
        self._set_trait(BODY.TRAIT_ANGULAR_DAMPING, checks.in_range("angular_damping", value, 0.0, 1e6, "1/s"))

    def _trait(self, column: int) -> float:
        return float(self._world._state.bodies.traits[self._world._row_of(self), column])

    def _set_trait(self, column: int, value: float) -> None:
        row = self._world._row_of(self)
        self._world._state.bodies.traits[row, column] = value
        self._world._disturb(row)

    @property
    def friction(self) -> float | None:
        """Coefficient of friction of all parts; None where the materials decide, or the parts differ."""
        return self._surface(SHAPE.SURFACE_FRICTION)

    @friction.setter
    def friction(self, value: float | None) -> None:
        self._world._set_surface(self, "friction", value)

    @property
    def restitution(self) -> float | None:
        """Restitution of all parts; None when they differ."""
        return self._surface(SHAPE.SURFACE_RESTITUTION)

    @restitution.setter
    def restitution(self, value: float) -> None:
        self._world._set_surface(self, "restitution", value)

    @property
    def rolling_friction(self) -> float | None:
        """Coefficient of rolling friction of all parts; None when they differ."""
        return self._surface(SHAPE.SURFACE_ROLLING)

    @rolling_friction.setter
    def rolling_friction(self, value: float) -> None:
        self._world._set_surface(self, "rolling_friction", value)

    @property
    def surface_velocity(self) -> Vec3:
        """Velocity of the surface in body axes, as of a conveyor belt [m/s]; of the first part."""
        row = self._world._row_of(self)
        if not self._parts or row < 0:
            return Vec3(0.0, 0.0, 0.0)
        surface = self._world._state.shapes.surface[self._parts[0]._row]
        return Vec3(*surface[SHAPE.SURFACE_VELOCITY : SHAPE.SURFACE_VELOCITY + 3].tolist())

    @surface_velocity.setter
    def surface_velocity(self, value: checks.VectorLike) -> None:
        self._world._set_surface(self, "surface_velocity", value)

    def _surface(self, column: int) -> float | None:
        self._world._row_of(self)
        values = {float(self._world._state.shapes.surface[part._row, column]) for part in self._parts}
        value = values.pop() if len(values) == 1 else -1.0
        return value if value >= 0.0 else None
