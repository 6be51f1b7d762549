"""Commands that change the world as a whole; see `commands`."""

import dataclasses
from collections.abc import Callable

from app.scene_runner import explain
from app.timeline.results import Result, attempt
from physics import World
from physics.shapes.primitives import Vector


@dataclasses.dataclass(frozen=True)
class SetGravity:
    """Set the gravity of the world.

    Attributes:
        gravity: Acceleration [m/s^2].
    """

    gravity: Vector

    def apply(self, world: World) -> Result:
        """Do it."""
        return _set(world, "gravity", self.gravity, "Gravity: {0.length:.3g} m/s².")


@dataclasses.dataclass(frozen=True)
class SetSubsteps:
    """Set the substeps per step of the world.

    Attributes:
        substeps: 1 to 64.
    """

    substeps: int

    def apply(self, world: World) -> Result:
        """Do it."""
        return _set(world, "substeps", self.substeps, "Substeps: {0}.")


@dataclasses.dataclass(frozen=True)
class SetSleeping:
    """Set whether bodies at rest stop being simulated.

    Attributes:
        sleeping: Whether.
    """

    sleeping: bool

    def apply(self, world: World) -> Result:
        """Do it."""
        return _set(world, "sleeping", self.sleeping, "Bodies at rest sleep: {0}.")


@dataclasses.dataclass(frozen=True)
class SetSolver:
    """Switch a part of the solver on or off, to see what it is good for.

    Attributes:
        name: "warm_starting" or "recycling".
        on: Whether.
    """

    name: str
    on: bool

    def apply(self, world: World) -> Result:
        """Do it."""
        if self.name not in ("warm_starting", "recycling"):
            return Result(False, f"There is no part {self.name!r} of the solver; choose warm_starting or recycling.")
        return _set(world, self.name, self.on, f"{self.name.replace('_', ' ').capitalize()}: {{0}}.")


@dataclasses.dataclass(frozen=True)
class SetFriction:
    """Set the friction between two materials.

    Attributes:
        material_a: Name of one.
        material_b: Name of the other.
        value: Coefficient, 0 to 10.
    """

    material_a: str
    material_b: str
    value: float

    def apply(self, world: World) -> Result:
        """Do it; what rests wakes, since it may slide now."""

        def deed() -> tuple[str, int]:
            world.set_friction(self.material_a, self.material_b, self.value)
            return f"Friction of {self.material_a} on {self.material_b}: {self.value:.3g}.", -1

        return attempt(deed)


@dataclasses.dataclass(frozen=True)
class SetRestitution:
    """Set the restitution of all bodies that there are.

    Attributes:
        value: Part of the speed that is left after a bounce, 0 to 1.
    """

    value: float

    def apply(self, world: World) -> Result:
        """Do it; what comes later has the restitution of its material."""

        def deed() -> tuple[str, int]:
            for body in world.bodies:
                body.restitution = self.value
            return f"Restitution of all bodies: {self.value:.2g}.", -1

        return attempt(deed)


@dataclasses.dataclass(frozen=True)
class MoveSlider:
    """A live slider of a scene was moved.

    Attributes:
        live: What the scene does with a value.
        value: The value.
    """

    live: Callable[[World, float], None]
    value: float

    def apply(self, world: World) -> Result:
        """Do it."""
        try:
            self.live(world, self.value)
        except Exception as error:  # a scene is anybody's code
            return Result(False, explain(error))
        return Result(True)


def _set(world: World, name: str, value: object, text: str) -> Result:
    def deed() -> tuple[str, int]:
        setattr(world, name, value)
        return text.format(getattr(world, name)), -1

    return attempt(deed)
