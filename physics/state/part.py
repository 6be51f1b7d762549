"""WorldPart: what a subsystem of a world owes to states, hashes and rewinding."""

from typing import Any, Protocol


class WorldPart(Protocol):
    """A part of a world that has a state of its own.

    A world lists its parts once. `World.save_state`, `World.load_state` and `World.state_hash` go through that list, so
    a new subsystem that is in it cannot be forgotten in one of the three.
    """

    def save(self) -> Any:
        """All that decides the future of the part, to be kept unchanged; if nothing changed, it may be shared."""

    def load(self, saved: Any) -> None:
        """Go back to what `save` returned, exactly."""

    def outline(self) -> object:
        """What decides the future, as something whose `repr` is the same for equal futures: for the hash."""
