"""What a player can do to a world: frozen dataclasses with `apply(world)`.

Everything that a person does becomes a command, so that it can be recorded by step number, replayed and undone. A
command names its body by number (`Body.id`), never by handle, and never raises: a body that is gone, or a value that
the world refuses, comes back as a sentence.
"""

import dataclasses
import math

from app.timeline.recipe import BodyRecipe
from app.timeline.results import Result, attempt, label_of, on_body, sentence
from physics import Body, BodyKind, World
from physics.bodies import surface as parts
from physics.shapes.primitives import Quaternion, Vector

_ORIGIN = (0.0, 0.0, 0.0)
SURFACE_CHECKS = {
    "friction": parts.check_friction,
    "restitution": parts.check_restitution,
    "rolling_friction": parts.check_rolling,
}


@dataclasses.dataclass(frozen=True)
class SpawnBody:
    """Make a body.

    Attributes:
        recipe: What it is made of, and where.
    """

    recipe: BodyRecipe

    def apply(self, world: World) -> Result:
        """Do it; the result names the new body."""

        def deed() -> tuple[str, int]:
            body = self.recipe.add_to(world)
            return f"Added {label_of(body)}.", body.id

        return attempt(deed)


@dataclasses.dataclass(frozen=True)
class RemoveBody:
    """Remove a body.

    Attributes:
        body: Its number.
    """

    body: int

    def apply(self, world: World) -> Result:
        """Do it."""

        def deed(body: Body) -> str:
            label = label_of(body)
            world.remove_body(body)
            return f"Removed {label}."

        return on_body(world, self.body, deed)


@dataclasses.dataclass(frozen=True)
class PushBody:
    """Change the velocities of a body at once.

    Attributes:
        body: Its number.
        impulse: Impulse in world axes [N s].
        point: Where it acts in the world [m]; None is the center of mass.
    """

    body: int
    impulse: Vector
    point: Vector | None = None

    def apply(self, world: World) -> Result:
        """Do it."""

        def deed(body: Body) -> str:
            _need_dynamic(body, "pushed")
            body.apply_impulse(self.impulse, self.point)
            return ""

        return on_body(world, self.body, deed)


@dataclasses.dataclass(frozen=True)
class PullBody:
    """Act on a body by a force and a torque during the next step.

    Attributes:
        body: Its number.
        force: Force in world axes [N].
        point: Where the force acts in the world [m]; None is the center of mass.
        torque: Torque in world axes [N m], besides that of the force.
    """

    body: int
    force: Vector = _ORIGIN
    point: Vector | None = None
    torque: Vector = _ORIGIN

    def apply(self, world: World) -> Result:
        """Do it."""

        def deed(body: Body) -> str:
            _need_dynamic(body, "pulled")
            _need_finite("torque", self.torque)  # before the force has acted
            body.apply_force(self.force, self.point)
            body.apply_torque(self.torque)
            return ""

        return on_body(world, self.body, deed)


@dataclasses.dataclass(frozen=True)
class SetVelocity:
    """Set the velocities of a body.

    Attributes:
        body: Its number.
        velocity: Of its center of mass [m/s]; None leaves it.
        angular_velocity: World axes [rad/s]; None leaves it.
    """

    body: int
    velocity: Vector | None = None
    angular_velocity: Vector | None = None

    def apply(self, world: World) -> Result:
        """Do it."""

        def deed(body: Body) -> str:
            _write(world, body, self)
            return f"Set the velocity of {label_of(body)}."

        return on_body(world, self.body, deed)


@dataclasses.dataclass(frozen=True)
class MoveBody:
    """Put a body elsewhere at once, through whatever is in between.

    Attributes:
        body: Its number.
        position: Origin of its axes [m]; None leaves it.
        orientation: Rotation (x, y, z, w); None leaves it.
        velocity: Then, of its center of mass [m/s]; None leaves it.
        angular_velocity: Then, world axes [rad/s]; None leaves it.
    """

    body: int
    position: Vector | None = None
    orientation: Quaternion | None = None
    velocity: Vector | None = None
    angular_velocity: Vector | None = None

    @classmethod
    def back(cls, body: Body) -> "MoveBody":
        """The command that puts a body where it is now, with the motion that it has now."""
        free = body.kind != BodyKind.STATIC and not body.frozen
        return cls(
            body.id,
            tuple(body.position),
            tuple(body.orientation),
            tuple(body.velocity) if free else None,
            tuple(body.angular_velocity) if free else None,
        )

    def apply(self, world: World) -> Result:
        """Do it."""

        def deed(body: Body) -> str:
            _write(world, body, self)
            return f"Moved {label_of(body)}."

        return on_body(world, self.body, deed)


@dataclasses.dataclass(frozen=True)
class SetKind:
    """Make a body static, kinematic or dynamic; it keeps its number.

    Attributes:
        body: Its number.
        kind: What it should be.
    """

    body: int
    kind: BodyKind

    def apply(self, world: World) -> Result:
        """Do it."""

        def deed(body: Body) -> str:
            body.kind = self.kind
            return f"{sentence(label_of(body))[:-1]} is {self.kind.name.lower()}."

        return on_body(world, self.body, deed)


@dataclasses.dataclass(frozen=True)
class Freeze:
    """Hold a body where it is, or let it go.

    Attributes:
        body: Its number.
        frozen: False lets it go, also if the world froze it because a number was no longer finite.
    """

    body: int
    frozen: bool = True

    def apply(self, world: World) -> Result:
        """Do it."""

        def deed(body: Body) -> str:
            if not self.frozen and body.frozen:
                body.unfreeze()
            body.kind = BodyKind.STATIC if self.frozen else BodyKind.DYNAMIC
            return f"{'Froze' if self.frozen else 'Released'} {label_of(body)}."

        return on_body(world, self.body, deed)


@dataclasses.dataclass(frozen=True)
class SetMass:
    """Set the mass of a body; the density of all its parts is scaled.

    Attributes:
        body: Its number.
        mass: Mass [kg].
    """

    body: int
    mass: float

    def apply(self, world: World) -> Result:
        """Do it."""

        def deed(body: Body) -> str:
            body.mass = self.mass
            return f"Mass of {label_of(body)}: {self.mass:.4g} kg."

        return on_body(world, self.body, deed)


@dataclasses.dataclass(frozen=True)
class SetSurface:
    """Set how the surface of a body behaves.

    Attributes:
        body: Its number.
        friction: Coefficient of friction, 0 to 10; None leaves it, "material" lets the materials decide.
        restitution: 0 to 1; None leaves it.
        rolling_friction: Coefficient of rolling friction; None leaves it.
    """

    body: int
    friction: float | str | None = None
    restitution: float | None = None
    rolling_friction: float | None = None

    def apply(self, world: World) -> Result:
        """Do it, or nothing if one of the values is refused."""

        def deed(body: Body) -> str:
            wanted = {key: getattr(self, key) for key in SURFACE_CHECKS if getattr(self, key) is not None}
            wanted = {key: None if value == "material" else value for key, value in wanted.items()}
            for key, value in wanted.items():
                SURFACE_CHECKS[key](value)  # all of them before the first is set
            for key, value in wanted.items():
                setattr(body, key, value)
            return f"Set the surface of {label_of(body)}."

        return on_body(world, self.body, deed)


def _write(world: World, body: Body, command: "MoveBody | SetVelocity") -> None:
    """Set the pose and the velocities that a command names: all of them, or none."""
    names = [field.name for field in dataclasses.fields(command) if field.name != "body"]
    values = {name: [getattr(command, name)] for name in names if getattr(command, name) is not None}
    if body.frozen and not values.keys().isdisjoint({"velocity", "angular_velocity"}):
        raise ValueError(f"{label_of(body)} is frozen, so it has no velocity; release it first")
    world.write([body], **values)


def _need_dynamic(body: Body, deed: str) -> None:
    """Raise ValueError for a body that forces do not move, instead of doing nothing without a word."""
    if body.frozen:
        raise ValueError(f"{label_of(body)} is frozen, so it cannot be {deed}; release it first")
    if body.kind != BodyKind.DYNAMIC:
        raise ValueError(f"{label_of(body)} is {body.kind.name.lower()}, so it cannot be {deed}")


def _need_finite(name: str, value: Vector) -> None:
    if len(value) != 3 or not all(math.isfinite(component) for component in value):
        raise ValueError(f"{name} must be three finite numbers, got {value!r}")
