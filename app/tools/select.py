"""Selecting a body with a ray, and editing the one that is selected."""

from collections.abc import Sequence

import numpy as np

from app.session import Session
from app.timeline.commands.bodies import Freeze, RemoveBody, SetKind, SetMass, SetSurface, SetVelocity
from app.timeline.results import Result
from physics import Body, BodyKind, RayHit

REACH = 1000.0  # how far away things can be selected [m]
NOTHING = "Nothing is selected. Click a body first."


class SelectTool:
    """The selected body.

    Args:
        session: Where.

    Attributes:
        selected: Number of the selected body, or -1.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.selected = -1

    def hit(self, origin: Sequence[float], direction: Sequence[float]) -> RayHit | None:
        """Nearest thing on a ray."""
        return self._session.world.ray_cast(origin, direction, REACH)

    def select(self, body: Body | None) -> None:
        """Select a body, or none. The ground is never selected: it would only be in the way."""
        plain = body is None or (body.kind == BodyKind.STATIC and not np.isfinite(body_extent(body)))
        self.selected = -1 if plain else body.id

    @property
    def body(self) -> Body | None:
        """The selected body."""
        try:
            return self._session.world.body(self.selected) if self.selected > 0 else None
        except LookupError:
            return None

    def check(self) -> None:
        """Let go of a body that is gone."""
        if self.selected > 0 and self.body is None:
            self.selected = -1

    # ---- Editing --------------------------------------------------------------------------------------------------

    def delete(self) -> Result:
        """Remove the selected body."""
        return self._session.edit(RemoveBody(self.selected)) if self.body is not None else Result(False, NOTHING)

    def freeze(self) -> Result:
        """Hold the selected body where it is, or let it go."""
        body = self.body
        if body is None:
            return Result(False, NOTHING)
        return self._session.edit(Freeze(self.selected, body.kind == BodyKind.DYNAMIC and not body.frozen))

    def edit(self, key: str, value: object) -> Result:
        """Change the selected body: its mass, velocity, friction, restitution or kind."""
        number = self.selected
        commands = {
            "mass": lambda: SetMass(number, value),
            "velocity": lambda: SetVelocity(number, value, (0.0, 0.0, 0.0)),
            "friction": lambda: SetSurface(number, friction=value),
            "restitution": lambda: SetSurface(number, restitution=value),
            "kind": lambda: SetKind(number, value),
        }
        return self._session.edit(commands[key]())


def body_extent(body: Body) -> float:
    """How far a body reaches [m]; infinite with a half-space."""
    return max((part.shape.extent for part in body.parts), default=0.0)
