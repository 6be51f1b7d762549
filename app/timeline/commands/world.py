"""Commands that change the world as a whole."""

import dataclasses
from typing import Any

from app.scene_runner import explain
from app.timeline.command import Command, command
from app.timeline.commands.bodies import SetSurface
from app.timeline.results import Result
from physics import World
from physics.shapes.base import Vector
from scenes import registry

SOLVER_PARTS = ("warm_starting", "recycling")


@command("set_gravity")
@dataclasses.dataclass(frozen=True)
class SetGravity(Command):
    """Set the gravity of the world.

    Attributes:
        gravity: Acceleration [m/s^2].
    """

    gravity: Vector

    def perform(self, world: World) -> Result:
        """Set it."""
        return _set(world, "gravity", self.gravity, "Gravity: {0.length:.3g} m/s².")

    def invert(self, world: World) -> tuple[Command, ...]:
        """Set what it is."""
        return (SetGravity(tuple(world.gravity)),)


@command("set_substeps")
@dataclasses.dataclass(frozen=True)
class SetSubsteps(Command):
    """Set the substeps per step of the world.

    Attributes:
        substeps: 1 to 64.
    """

    substeps: int

    def perform(self, world: World) -> Result:
        """Set them."""
        return _set(world, "substeps", self.substeps, "Substeps: {0}.")

    def invert(self, world: World) -> tuple[Command, ...]:
        """Set what they are."""
        return (SetSubsteps(world.substeps),)


@command("set_sleeping")
@dataclasses.dataclass(frozen=True)
class SetSleeping(Command):
    """Set whether bodies at rest stop being simulated.

    Attributes:
        sleeping: Whether.
    """

    sleeping: bool

    def perform(self, world: World) -> Result:
        """Set it."""
        return _set(world, "sleeping", self.sleeping, "Bodies at rest sleep: {0}.")

    def invert(self, world: World) -> tuple[Command, ...]:
        """Set what it is."""
        return (SetSleeping(world.sleeping),)


@command("set_solver")
@dataclasses.dataclass(frozen=True)
class SetSolver(Command):
    """Switch a part of the solver on or off, to see what it is good for.

    Attributes:
        part: "warm_starting" or "recycling".
        on: Whether.
    """

    part: str
    on: bool

    def perform(self, world: World) -> Result:
        """Switch it."""
        self._check()
        return _set(world, self.part, self.on, f"{self.part.replace('_', ' ').capitalize()}: {{0}}.")

    def invert(self, world: World) -> tuple[Command, ...]:
        """Switch it to what it is."""
        self._check()
        return (SetSolver(self.part, getattr(world, self.part)),)

    def _check(self) -> None:
        if self.part not in SOLVER_PARTS:
            raise ValueError(f"there is no part {self.part!r} of the solver; choose {' or '.join(SOLVER_PARTS)}")


@command("set_friction")
@dataclasses.dataclass(frozen=True)
class SetFriction(Command):
    """Set the friction between two materials.

    Attributes:
        material_a: Name of one.
        material_b: Name of the other.
        value: Coefficient, 0 to 10.
    """

    material_a: str
    material_b: str
    value: float

    def perform(self, world: World) -> Result:
        """Set it; what rests wakes, since it may slide now."""
        world.set_friction(self.material_a, self.material_b, self.value)
        return Result(True, f"Friction of {self.material_a} on {self.material_b}: {self.value:.3g}.")

    def invert(self, world: World) -> tuple[Command, ...]:
        """Set what it is."""
        pair = self.material_a, self.material_b
        return (SetFriction(*pair, world.get_friction(*pair)),)


@command("set_restitution")
@dataclasses.dataclass(frozen=True)
class SetRestitution(Command):
    """Set the restitution of all bodies that there are.

    Attributes:
        value: Part of the speed that is left after a bounce, 0 to 1.
    """

    value: float

    def perform(self, world: World) -> Result:
        """Set it; what comes later has the restitution of its material."""
        for body in world.bodies:
            body.restitution = self.value
        return Result(True, f"Restitution of all bodies: {self.value:.2g}.")

    def invert(self, world: World) -> tuple[Command, ...]:
        """Set what each has; where parts of a body differ there is no one value, so it is left."""
        return tuple(SetSurface(body.id, restitution=body.restitution) for body in world.bodies)


@command("move_slider")
@dataclasses.dataclass(frozen=True)
class MoveSlider(Command):
    """A live slider of a scene was moved. The world does not know where sliders are, so this has no inverse.

    Attributes:
        scene: Key of the scene.
        slider: Key of its slider.
        value: The value.
    """

    scene: str
    slider: str
    value: float

    def perform(self, world: World) -> Result:
        """Let the scene apply it."""
        known = registry.SCENES.get(self.scene)
        slider = known.sliders.get(self.slider) if known else None
        if slider is None or slider.live is None:
            raise LookupError(f"scene {self.scene!r} has no live slider {self.slider!r}")
        try:
            slider.live(world, self.value)
        except Exception as error:  # a scene is anybody's code
            return Result(False, explain(error))
        return Result(True)


def _set(world: World, name: str, value: Any, text: str) -> Result:
    setattr(world, name, value)
    return Result(True, text.format(getattr(world, name)))
