"""Selecting a body, rigid or soft, with a ray, and editing the one that is selected."""

from collections.abc import Sequence

import numpy as np

from app.session import Session
from app.timeline.commands.bodies import Freeze, RemoveBody, SetKind, SetMass, SetSurface, SetVelocity
from app.timeline.commands.soft import ChangeSoft, FillSoft, RemoveSoft
from app.timeline.results import Result
from app.tools.soft_edits import SoftEdits
from app.tools.soft_rays import SoftHit, hit_soft
from physics import Body, BodyKind, RayHit
from physics.soft.soft import Soft

REACH = 1000.0  # how far away things can be selected [m]
NOTHING = "Nothing is selected. Click a body first."


class SelectTool:
    """The selected body.

    Args:
        session: Where.

    Attributes:
        selected: Number of the selected body, or -1.
        selected_soft: Number of the selected soft body, or -1; never both.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.selected = self.selected_soft = -1

    def hit(self, origin: Sequence[float], direction: Sequence[float]) -> RayHit | None:
        """Nearest body on a ray; soft ones are looked through."""
        world = self._session.world
        return world.ray_cast(origin, direction, REACH, ignore=world.softs)

    def hit_soft(self, origin: Sequence[float], direction: Sequence[float], before: RayHit | None) -> SoftHit | None:
        """Nearest soft body on a ray, if it is before what the ray hits else."""
        return hit_soft(self._session.world, origin, direction, REACH if before is None else before.distance)

    def select_soft(self, soft: Soft | None) -> None:
        """Select a soft body, or nothing."""
        self.selected, self.selected_soft = -1, -1 if soft is None else soft.id

    def select(self, body: Body | None) -> None:
        """Select a body, or none. The ground is never selected: it would only be in the way."""
        plain = body is None or (body.kind == BodyKind.STATIC and not np.isfinite(body_extent(body)))
        self.selected, self.selected_soft = -1 if plain else body.id, -1

    @property
    def body(self) -> Body | None:
        """The selected body."""
        try:
            return self._session.world.body(self.selected) if self.selected > 0 else None
        except LookupError:
            return None

    @property
    def soft(self) -> Soft | None:
        """The selected soft body."""
        try:
            return self._session.world.soft(self.selected_soft) if self.selected_soft > 0 else None
        except LookupError:
            return None

    @property
    def any(self) -> bool:
        """Whether anything is selected."""
        return self.body is not None or self.soft is not None

    def check(self) -> None:
        """Let go of a body that is gone."""
        if self.selected > 0 and self.body is None:
            self.selected = -1
        if self.selected_soft > 0 and self.soft is None:
            self.selected_soft = -1

    # ---- Editing --------------------------------------------------------------------------------------------------

    def delete(self) -> Result:
        """Remove the selected body."""
        if self.soft is not None:
            return self._session.edit(RemoveSoft(self.selected_soft))
        return self._session.edit(RemoveBody(self.selected)) if self.body is not None else Result(False, NOTHING)

    def freeze(self) -> Result:
        """Hold the selected body where it is, or let it go."""
        body = self.body
        if self.soft is not None:
            return SoftEdits(self._session).pin_all(self.soft)
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

    def edit_soft(self, key: str, value: float) -> Result:
        """Change the selected soft body: its pressure, gravity_scale or a number of its material."""
        if self.soft is None:
            return Result(False, NOTHING)
        number = self.selected_soft
        return self._session.edit(FillSoft(number, value) if key == "pressure" else ChangeSoft(number, key, value))


def body_extent(body: Body) -> float:
    """How far a body reaches [m]; infinite with a half-space."""
    return max((part.shape.extent for part in body.parts), default=0.0)
