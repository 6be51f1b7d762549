"""Controllers: what steers bodies from step to step, such as a figure or a car. Their memory is part of the world."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from physics import checks
from physics.bodies.body import Body
from physics.fields.table import Forces
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

    def save(self) -> tuple:
        """What decides its future."""
        return tuple(getattr(self, name) for name in self.state_fields)

    def load(self, saved: tuple) -> None:
        """Back to what `save` returned."""
        for name, value in zip(self.state_fields, saved, strict=True):
            setattr(self, name, value)


class Controllers(Forces):
    """The half of `World` that controllers act in."""

    def __init__(self) -> None:
        super().__init__()
        self._controllers: list[Controller] = []

    @property
    def controllers(self) -> tuple[Controller, ...]:
        """All controllers, in the order in which they act: that in which they were added."""
        return tuple(self._controllers)

    def add_controller(self, controller: Controller) -> Controller:
        """Let a controller act before and after each step, from the next one on.

        Args:
            controller: An object of a subclass of `Controller`, which is in no world yet.

        Returns:
            The controller.
        """
        if not isinstance(controller, Controller):
            raise TypeError(f"controller must be of a subclass of Controller, got {checks.shown(controller)}")
        if controller in self._controllers:
            raise ValueError("the controller acts in this world already, so it cannot be added; make another one")
        self._controllers.append(controller)
        return controller

    def remove_controller(self, controller: Controller) -> None:
        """Let a controller act no more.

        Raises:
            LookupError: It is not in this world.
        """
        if controller not in self._controllers:
            raise LookupError(f"the controller is not in this world, got {checks.shown(controller)}")
        self._controllers.remove(controller)

    def _act(self, deed: str, *arguments: Any) -> None:
        """Call a method of all controllers; one that was removed by another is left out.

        Raises:
            Exception: The first that one of them raised, after the others have acted.
        """
        failure: Exception | None = None
        for controller in tuple(self._controllers):
            if controller in self._controllers:
                try:
                    getattr(controller, deed)(self, *arguments)
                except Exception as error:
                    failure = failure or error
        if failure is not None:
            raise failure

    def _save_controllers(self) -> tuple:
        return tuple((controller, controller.save()) for controller in self._controllers)

    def _load_controllers(self, saved: tuple) -> None:
        self._controllers = [controller for controller, _ in saved]
        for controller, values in saved:
            controller.load(values)

    def _outline_controllers(self) -> list:
        """What decides the future, without handles: for the hash of the state."""
        return [(type(controller).__name__, outline(values)) for controller, values in self._save_controllers()]


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
