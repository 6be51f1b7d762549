"""Skid marks: dark strips that tires leave on the ground. Only drawn, as all effects."""

import dataclasses

import numpy as np

from physics import Vec3
from render.frame import Sheets

CAPACITY = 3000  # pieces; new ones replace the oldest
LASTING = 30.0  # time after which a piece is gone [s]
FADING = 10.0  # last part of that in which it fades [s]
PIECE = 0.25  # shortest piece [m]
GAP = 1.6  # a larger gap starts a new strip [m]
BREAK = 0.06  # as does a longer time without slip [s]
HALF_WIDTH = 0.10  # [m]
ABOVE = 0.012  # height over the ground [m]
DARKNESS = 0.62  # largest opacity of a piece
COLOR = (0.035, 0.033, 0.032)
CORNERS = np.array((0, 1, 2, 1, 3, 2))  # two triangles of a piece: from its left and right to the next ones


@dataclasses.dataclass(slots=True)
class Strip:
    """End of a strip in progress.

    Attributes:
        wheel: Name of its wheel.
        place: End of the last piece [m].
        latest: Last place of the wheel [m].
        edge: Left and right end of the last piece [m], [2, 3]; None before the first.
        strength: Strength at the last place, 0 to 1.
        time: Time of the last place [s].
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
        self._restored = False  # whether there may be pieces of a future that has not come yet

    def keep(self) -> tuple:
        """What `restore` needs: how far the marks have come, for the pieces themselves stay where they are."""
        return self._time, self._next, [dataclasses.replace(strip) for strip in self._strips]

    def restore(self, kept: tuple) -> None:
        """Back to what `keep` returned; pieces that replaced older ones since then cannot bring those back."""
        self._time, self._next = kept[:2]
        self._strips = [dataclasses.replace(strip) for strip in kept[2]]
        self._restored = True

    @property
    def count(self) -> int:
        """Number of visible pieces."""
        age = self._time - self._born
        return int(((age >= 0.0) & (age < LASTING)).sum())

    def add(self, wheel: str, place: Vec3, normal: Vec3, strength: float) -> None:
        """Add a place where a tire slips in this step.

        Args:
            wheel: Name of the wheel; wheels of two cars may have the same name.
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
        """The strip that this place continues: the nearest one of the same wheel."""
        # One that was continued in this step already belongs to the same wheel of another car.
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
        """Let simulated time pass [s]; strips end where the wheel grips or leaves the ground."""
        if seconds > 0.0:
            if self._restored:  # what comes now may be another future
                self._born[self._born > self._time] = -np.inf
                self._restored = False
            self._time += seconds
            self._strips = [some for some in self._strips if self._time - some.time <= BREAK]

    def sheets(self) -> Sheets | None:
        """All pieces, or None."""
        age = self._time - self._born
        alive = np.flatnonzero((age >= 0.0) & (age < LASTING))
        if not len(alive):
            return None
        fade = np.clip((LASTING - age[alive]) / FADING, 0.0, 1.0) * DARKNESS
        color = np.empty((6 * len(alive), 4), np.float32)
        color[:, :3] = COLOR
        color[:, 3] = (self._strength[alive] * fade[:, None])[:, CORNERS].ravel()
        return Sheets(self._corner[alive][:, CORNERS].reshape(-1, 3), color)
