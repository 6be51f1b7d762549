"""Skid marks: dark strips that tires leave on the ground. For the eye only, as all effects."""

import dataclasses

import numpy as np

from physics import Vec3
from render.frame import Sheets

CAPACITY = 3000  # pieces; the oldest give way
LASTING = 30.0  # time after which a piece is gone [s]
FADING = 10.0  # last part of that in which it fades [s]
PIECE = 0.25  # shortest piece [m]
GAP = 1.6  # a farther next place begins a new strip [m]
BREAK = 0.06  # so does a longer time without slip [s]
HALF_WIDTH = 0.10  # [m]
ABOVE = 0.012  # height over the ground [m]
DARKNESS = 0.62  # most that a piece hides
COLOR = (0.035, 0.033, 0.032)
CORNERS = np.array((0, 1, 2, 1, 3, 2))  # two triangles of a piece: from its left and right to the next ones


@dataclasses.dataclass(slots=True)
class Strip:
    """End of a strip that goes on.

    Attributes:
        wheel: Which wheel makes it.
        place: Last place that was drawn to [m].
        latest: Last place that was told [m].
        edge: Left and right end of the last piece [m], [2, 3]; None before the first.
        strength: At the last place, 0 to 1.
        time: When it was told of [s].
    """

    wheel: str
    place: np.ndarray
    latest: np.ndarray
    edge: np.ndarray | None
    strength: float
    time: float


class SkidMarks:
    """All skid marks, in a ring of pieces."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Remove all."""
        self._time = 0.0
        self._strips: list[Strip] = []
        self._corner = np.zeros((CAPACITY, 4, 3), np.float32)
        self._strength = np.zeros((CAPACITY, 4), np.float32)
        self._born = np.full(CAPACITY, -np.inf)
        self._next = 0

    @property
    def count(self) -> int:
        """Pieces that can be seen."""
        return int((self._time - self._born < LASTING).sum())

    def add(self, wheel: str, place: Vec3, normal: Vec3, strength: float) -> None:
        """A tire slips here in this step.

        Args:
            wheel: Which one; those of two cars may have the same names.
            place: Where it touches the ground [m].
            normal: Of the ground.
            strength: 0 to 1.
        """
        here, up = np.array(place, float), np.array(normal, float)
        length = np.linalg.norm(up)
        if not (np.isfinite(here).all() and np.isfinite(length)):
            return
        up = up / length if length > 1e-6 else np.array((0.0, 1.0, 0.0))
        strength = min(max(float(strength), 0.0), 1.0)
        strip = self._strip_at(wheel, here)
        if strip is None:
            self._strips.append(Strip(wheel, here, here, None, strength, self._time))
            return
        strip.time, strip.latest = self._time, here
        if np.linalg.norm(here - strip.place) >= PIECE:
            self._extend(strip, here, up, strength)

    def _strip_at(self, wheel: str, here: np.ndarray) -> Strip | None:
        """The strip that this place goes on with: of the same wheel, and the nearest one."""
        # One that was told of in this very step belongs to the same wheel of another car.
        mine = [some for some in self._strips if some.wheel == wheel and some.time < self._time]
        nearest = min(mine, key=lambda some: float(np.linalg.norm(here - some.latest)), default=None)
        return nearest if nearest is not None and np.linalg.norm(here - nearest.latest) <= GAP else None

    def _extend(self, strip: Strip, here: np.ndarray, up: np.ndarray, strength: float) -> None:
        along = here - strip.place
        side = np.cross(along, up)
        side *= HALF_WIDTH / max(np.linalg.norm(side), 1e-9)
        lifted = here + ABOVE * up
        edge = np.stack((lifted - side, lifted + side))
        before = strip.edge
        if before is None:
            start = strip.place + ABOVE * up
            before = np.stack((start - side, start + side))
        k = self._next
        self._corner[k] = np.concatenate((before, edge))
        self._strength[k] = strip.strength, strip.strength, strength, strength
        self._born[k] = self._time
        self._next = (k + 1) % CAPACITY
        strip.place, strip.edge, strip.strength = here, edge, strength

    def advance(self, seconds: float) -> None:
        """Let simulated time pass [s]; strips whose wheel grips or flies end."""
        if seconds > 0.0:
            self._time += seconds
            self._strips = [some for some in self._strips if self._time - some.time <= BREAK]

    def sheets(self) -> Sheets | None:
        """What there is to draw, or None."""
        age = self._time - self._born
        alive = np.flatnonzero(age < LASTING)
        if not len(alive):
            return None
        fade = np.clip((LASTING - age[alive]) / FADING, 0.0, 1.0) * DARKNESS
        color = np.empty((6 * len(alive), 4), np.float32)
        color[:, :3] = COLOR
        color[:, 3] = (self._strength[alive] * fade[:, None])[:, CORNERS].ravel()
        return Sheets(self._corner[alive][:, CORNERS].reshape(-1, 3), color)
