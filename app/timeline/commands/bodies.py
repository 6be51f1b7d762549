"""Commands about bodies."""

import dataclasses
import math

import physics
from app.timeline.command import Command, command
from app.timeline.commands.joints import restore_joints
from app.timeline.encoding import encodable
from app.timeline.results import Result, label_of, sentence
from physics import Body, BodyDef, BodyKind, Geometry, PartDef, Shape, World
from physics.bodies import arguments
from physics.shapes.base import Vector
from physics.vector import Quaternion

for kind in (BodyKind, BodyDef, PartDef, Geometry):
    encodable(kind)
for kind in (getattr(physics, name) for name in physics.__all__ if name.startswith("Shape")):
    if issubclass(kind, Shape) and kind is not Shape:
        encodable(kind, lambda shape: shape.parameters())

_ORIGIN = (0.0, 0.0, 0.0)
SURFACE_CHECKS = {
    "friction": arguments.check_friction,
    "restitution": arguments.check_restitution,
    "rolling_friction": arguments.check_rolling,
}


def find_body(world: World, number: int) -> Body:
    """The body with an id.

    Raises:
        LookupError: There is none.
    """
    try:
        return world.body(number)
    except (LookupError, TypeError):
        raise LookupError(f"there is no body number {number} any more") from None


@command("spawn_body")
@dataclasses.dataclass(frozen=True)
class SpawnBody(Command):
    """Make a body.

    Attributes:
        definition: What it is made of, and where.
    """

    definition: BodyDef

    def perform(self, world: World) -> Result:
        """Make it; the result names it."""
        body = world.add(self.definition)
        return Result(True, f"Added {label_of(body)}.", body.id)

    def again(self, result: Result) -> Command:
        """Make it under the id that it got."""
        return RestoreBody(dataclasses.replace(self.definition, id=result.body))


@command("restore_body")
@dataclasses.dataclass(frozen=True)
class RestoreBody(Command):
    """Bring a body back under its id.

    Attributes:
        definition: What it was.
    """

    definition: BodyDef

    def perform(self, world: World) -> Result:
        """Make it again."""
        body = world.restore(self.definition)
        return Result(True, f"Added {label_of(body)}.", body.id)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Remove it."""
        return (RemoveBody(-1 if self.definition.id is None else self.definition.id),)


@command("remove_body")
@dataclasses.dataclass(frozen=True)
class RemoveBody(Command):
    """Remove a body.

    Attributes:
        body: Its id.
    """

    body: int

    def perform(self, world: World) -> Result:
        """Remove it."""
        body = find_body(world, self.body)
        label = label_of(body)
        world.remove_body(body)
        return Result(True, f"Removed {label}.", self.body)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Make it again, then the joints that vanish with it."""
        body = find_body(world, self.body)
        return RestoreBody(body.definition()), *restore_joints(body.joints)


@command("push_body")
@dataclasses.dataclass(frozen=True)
class PushBody(Command):
    """Change the velocities of a body at once.

    Attributes:
        body: Its id.
        impulse: Impulse in world axes [N s].
        point: Where it acts in the world [m]; None is the center of mass.
    """

    body: int
    impulse: Vector
    point: Vector | None = None

    def perform(self, world: World) -> Result:
        """Push it."""
        body = find_body(world, self.body)
        _need_dynamic(body, "pushed")
        body.apply_impulse(self.impulse, self.point)
        return Result(True, body=self.body)


@command("pull_body")
@dataclasses.dataclass(frozen=True)
class PullBody(Command):
    """Act on a body by a force and a torque during the next step.

    Attributes:
        body: Its id.
        force: Force in world axes [N].
        point: Where the force acts in the world [m]; None is the center of mass.
        torque: Torque in world axes [N m], besides that of the force.
    """

    body: int
    force: Vector = _ORIGIN
    point: Vector | None = None
    torque: Vector = _ORIGIN

    def perform(self, world: World) -> Result:
        """Pull it."""
        body = find_body(world, self.body)
        _need_dynamic(body, "pulled")
        _need_finite("torque", self.torque)  # before the force has acted
        body.apply_force(self.force, self.point)
        body.apply_torque(self.torque)
        return Result(True, body=self.body)


@command("set_velocity")
@dataclasses.dataclass(frozen=True)
class SetVelocity(Command):
    """Set the velocities of a body.

    Attributes:
        body: Its id.
        velocity: Of its center of mass [m/s]; None leaves it.
        angular_velocity: World axes [rad/s]; None leaves it.
    """

    body: int
    velocity: Vector | None = None
    angular_velocity: Vector | None = None

    def perform(self, world: World) -> Result:
        """Set them."""
        body = find_body(world, self.body)
        _write(world, body, self)
        return Result(True, f"Set the velocity of {label_of(body)}.", self.body)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Set what they are."""
        body = find_body(world, self.body)
        return (SetVelocity(self.body, tuple(body.velocity), tuple(body.angular_velocity)),)


@command("move_body")
@dataclasses.dataclass(frozen=True)
class MoveBody(Command):
    """Put a body elsewhere at once, through whatever is in between.

    Attributes:
        body: Its id.
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

    def perform(self, world: World) -> Result:
        """Move it."""
        body = find_body(world, self.body)
        _write(world, body, self)
        return Result(True, f"Moved {label_of(body)}.", self.body)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Move it to where it is."""
        return (MoveBody.back(find_body(world, self.body)),)


@command("set_kind")
@dataclasses.dataclass(frozen=True)
class SetKind(Command):
    """Make a body static, kinematic or dynamic; it keeps its id.

    Attributes:
        body: Its id.
        kind: What it should be.
    """

    body: int
    kind: BodyKind

    def perform(self, world: World) -> Result:
        """Set it."""
        body = find_body(world, self.body)
        body.kind = self.kind
        return Result(True, f"{sentence(label_of(body))[:-1]} is {self.kind.name.lower()}.", self.body)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Set what it is; a body that becomes static also loses its velocity."""
        return _restore_kind(find_body(world, self.body))


@command("freeze")
@dataclasses.dataclass(frozen=True)
class Freeze(Command):
    """Hold a body where it is, or let it go.

    Attributes:
        body: Its id.
        frozen: False lets it go, also if the world froze it because a number was no longer finite.
    """

    body: int
    frozen: bool = True

    def perform(self, world: World) -> Result:
        """Hold it, or let it go."""
        body = find_body(world, self.body)
        if not self.frozen and body.frozen:
            body.unfreeze()
        body.kind = BodyKind.STATIC if self.frozen else BodyKind.DYNAMIC
        return Result(True, f"{'Froze' if self.frozen else 'Released'} {label_of(body)}.", self.body)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Make it the kind that it is."""
        return _restore_kind(find_body(world, self.body))


@command("set_mass")
@dataclasses.dataclass(frozen=True)
class SetMass(Command):
    """Set the mass of a body; the density of all its parts is scaled.

    Attributes:
        body: Its id.
        mass: Mass [kg]; None for what the densities of its parts say.
    """

    body: int
    mass: float | None

    def perform(self, world: World) -> Result:
        """Set it."""
        body = find_body(world, self.body)
        body.mass = self.mass
        return Result(True, f"Mass of {label_of(body)}: {body.mass:.4g} kg.", self.body)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Set what it is."""
        return (SetMass(self.body, find_body(world, self.body).definition().mass),)


@command("set_surface")
@dataclasses.dataclass(frozen=True)
class SetSurface(Command):
    """Set how the surface of a body behaves.

    Attributes:
        body: Its id.
        friction: Coefficient of friction, 0 to 10; None leaves it, "material" lets the materials decide.
        restitution: 0 to 1; None leaves it.
        rolling_friction: Coefficient of rolling friction; None leaves it.
    """

    body: int
    friction: float | str | None = None
    restitution: float | None = None
    rolling_friction: float | None = None

    @classmethod
    def of(cls, body: Body) -> "SetSurface":
        """The command that sets what a body has now; where its parts differ there is no one value, so it is left."""
        by_material = all(part.friction is None for part in body.parts)
        return cls(body.id, "material" if by_material else body.friction, body.restitution, body.rolling_friction)

    def perform(self, world: World) -> Result:
        """Set all of it, or nothing if one of the values is refused."""
        body = find_body(world, self.body)
        wanted = {key: getattr(self, key) for key in SURFACE_CHECKS if getattr(self, key) is not None}
        wanted = {key: None if value == "material" else value for key, value in wanted.items()}
        for key, value in wanted.items():
            SURFACE_CHECKS[key](value)  # all of them before the first is set
        for key, value in wanted.items():
            setattr(body, key, value)
        return Result(True, f"Set the surface of {label_of(body)}.", self.body)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Set what it is."""
        return (SetSurface.of(find_body(world, self.body)),)


def _restore_kind(body: Body) -> tuple[Command, ...]:
    """Commands that make a body the kind that it is, with the velocity that it has."""
    kind = SetKind(body.id, body.kind)
    if body.kind == BodyKind.STATIC or body.frozen:
        return (kind,)
    return kind, SetVelocity(body.id, tuple(body.velocity), tuple(body.angular_velocity))


def _write(world: World, body: Body, command: "MoveBody | SetVelocity") -> None:
    """Set the pose and the velocities that a command names: all of them, or none."""
    names = [field.name for field in dataclasses.fields(command) if field.name != "body"]
    values = {name: [getattr(command, name)] for name in names if getattr(command, name) is not None}
    if body.frozen and not values.keys().isdisjoint({"velocity", "angular_velocity"}):
        raise ValueError(f"{label_of(body)} is frozen, so it has no velocity; release it first")
    world.write([body], **values)


def _need_dynamic(body: Body, action: str) -> None:
    """Raise ValueError for a body that forces do not move, instead of doing nothing without a word."""
    if body.frozen:
        raise ValueError(f"{label_of(body)} is frozen, so it cannot be {action}; release it first")
    if body.kind != BodyKind.DYNAMIC:
        raise ValueError(f"{label_of(body)} is {body.kind.name.lower()}, so it cannot be {action}")


def _need_finite(name: str, value: Vector) -> None:
    if len(value) != 3 or not all(math.isfinite(component) for component in value):
        raise ValueError(f"{name} must be three finite numbers, got {value!r}")
