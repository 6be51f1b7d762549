"""Controllers: what steers bodies from step to step, such as a figure or a car. Their memory is part of the world."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from physics import checks
from physics.bodies.body import Body
from physics.joints.joint import Joint

if TYPE_CHECKING:
    from physics.world import World


class Controller:
    """Acts on a world before and after each of its steps; made a part of it by `World.add_controller`.

    A subclass names in `state_fields` all attributes that decide what it will do. Their values go into each state of
    the world and into its hash, so they must not be changed in place: numbers, texts, bodies, joints, other
    controllers, and tuples or frozen dataclasses of these.
    """

    #: Names of the attributes that decide what it will do.
    state_fields: tuple[str, ...] = ()

    def before_step(self, world: "World", dt: float) -> None:
        """Act before a step of a length [s]: apply forces, set motors; it may add and remove anything."""

    def after_step(self, world: "World") -> None:
        """Look at what the step did, such as `world.events`; it may add and remove anything."""

    def save(self) -> tuple[Any, ...]:
        """What decides its future."""
        return tuple(getattr(self, name) for name in self.state_fields)

    def load(self, saved: tuple[Any, ...]) -> None:
        """Back to what `save` returned."""
        for name, value in zip(self.state_fields, saved, strict=True):
            setattr(self, name, value)


class Controllers:
    """The controllers of a world; a part of it.

    Attributes:
        listed: All of them, in the order in which they act.
    """

    def __init__(self) -> None:
        self.listed: list[Controller] = []

    def add(self, controller: Controller) -> Controller:
        """See `World.add_controller`."""
        if not isinstance(controller, Controller):
            raise TypeError(f"controller must be of a subclass of Controller, got {checks.shown(controller)}")
        if controller in self.listed:
            raise ValueError("the controller acts in this world already, so it cannot be added; make another one")
        self.listed.append(controller)
        return controller

    def remove(self, controller: Controller) -> None:
        """See `World.remove_controller`."""
        if controller not in self.listed:
            raise LookupError(f"the controller is not in this world, got {checks.shown(controller)}")
        self.listed.remove(controller)

    def call(self, method: str, *arguments: Any) -> None:
        """Call a method of all controllers; one that was removed by another is left out.

        Raises:
            Exception: The first that one of them raised, after the others have acted.
        """
        failure: Exception | None = None
        for controller in tuple(self.listed):
            if controller in self.listed:
                try:
                    getattr(controller, method)(*arguments)
                except Exception as error:
                    failure = failure or error
        if failure is not None:
            raise failure

    def save(self) -> tuple[tuple[Controller, tuple[Any, ...]], ...]:
        """All controllers, and what decides what each will do."""
        return tuple((controller, controller.save()) for controller in self.listed)

    def load(self, saved: tuple[tuple[Controller, tuple[Any, ...]], ...]) -> None:
        """Back to what `save` returned."""
        self.listed = [controller for controller, _ in saved]
        for controller, values in saved:
            controller.load(values)

    def outline(self) -> object:
        """What decides what they will do, without handles."""
        return [(type(controller).__name__, outline(values)) for controller, values in self.save()]


def outline(value: object) -> object:
    """A value in which numbers stand for bodies and joints, and names for controllers."""
    if isinstance(value, Body | Joint):
        return type(value).__name__, value.id if value.alive else -1
    if isinstance(value, Controller):
        return type(value).__name__
    if isinstance(value, str | bytes):
        return value
    if isinstance(value, Iterable):
        return [outline(item) for item in value]
    return value
