"""Sparks and dust of hard hits, smoke of shots and of rubber. Only drawn: they are no part of the world."""

import numpy as np

from app.effects.smoke import Smoke
from physics.hooks.events import StepEvents
from render.frame import Particles

CAPACITY = 1500
HITS_PER_STEP = 12  # the hardest ones
SPEED_MIN = 2.5  # slowest hit that is shown [m/s]
METALS = {"iron", "steel"}
SMOKE_SPEED = 7.0  # slowest hit of rubber that smokes [m/s]
SMOKE_HITS = 3  # in one step
NAMES = ("_place", "_velocity", "_age", "_life", "_size", "_glow")
GRAVITY = np.array((0.0, -9.81, 0.0), np.float32)


class Effects:
    """All particles in the air."""

    def __init__(self) -> None:
        self._random = np.random.default_rng(1)
        self.smoke = Smoke()
        self.clear()

    def clear(self) -> None:
        """Remove all."""
        self.smoke.clear()
        self._place = np.zeros((0, 3), np.float32)
        self._velocity = np.zeros((0, 3), np.float32)
        self._age = np.zeros(0, np.float32)
        self._life = np.zeros(0, np.float32)
        self._size = np.zeros(0, np.float32)
        self._glow = np.zeros(0, np.float32)

    def keep(self) -> tuple:
        """A copy of all particles, and of the chance to come, for `restore`."""
        rows = [getattr(self, name).copy() for name in NAMES]
        return self._random.bit_generator.state, rows, self.smoke.keep()

    def restore(self, kept: tuple) -> None:
        """Back to what `keep` returned."""
        self._random.bit_generator.state = kept[0]
        for name, rows in zip(NAMES, kept[1], strict=True):
            setattr(self, name, rows.copy())
        self.smoke.restore(kept[2])

    @property
    def count(self) -> int:
        """Sparks and dust in the air."""
        return len(self._age)

    def hits(self, events: StepEvents) -> None:
        """Add particles for the hardest hits of a step."""
        hits = events.hardest_hits(HITS_PER_STEP, speed=SPEED_MIN)
        if hits:
            sparks = [is_metal(hit.body_a) and is_metal(hit.body_b) for hit in hits]
            places, normals = (np.array([getattr(hit, name) for hit in hits]) for name in ("position", "normal"))
            self._spray(places, normals, np.minimum([hit.speed for hit in hits], 20.0), np.array(sparks, float))

        for hit in events.hardest_hits(SMOKE_HITS, speed=SMOKE_SPEED):
            if is_of(hit.body_a, {"rubber"}) or is_of(hit.body_b, {"rubber"}):
                self.smoke.puff(hit.position, (0.0, 0.4, 0.0), count=5, size=0.25, dark=True)

    def shot(self, place: np.ndarray, direction: np.ndarray, size: float) -> None:
        """Add the smoke of a shot.

        Args:
            place: Where it starts [m].
            direction: Its direction, length 1.
            size: Width of the projectile [m].
        """
        # Below the line of sight, or it would hide the target.
        low = np.asarray(place) + np.asarray(direction) - (0.0, 0.35 + 0.5 * size, 0.0)
        self.smoke.puff(low, 3.0 * np.asarray(direction), count=7, size=0.12 + 0.2 * min(size, 1.0))

    def _spray(self, place: np.ndarray, normal: np.ndarray, speed: np.ndarray, glow: np.ndarray) -> None:
        """Add the particles of all hits of a step at once: one by one they would cost more than the rest of a frame."""
        each = np.minimum(4 + speed, 16).astype(int)
        place, normal, speed, glow = (np.repeat(part, each, axis=0) for part in (place, normal, speed, glow))
        count = len(place)
        across = self._random.normal(size=(count, 3))
        across -= (across * normal).sum(axis=1, keepdims=True) * normal
        pace = speed * np.where(glow > 0.5, 0.35, 0.08)
        velocity = pace[:, None] * (across + 0.4 * np.abs(self._random.normal(size=(count, 1))) * (0.0, 1.0, 0.0))
        life = self._random.uniform(0.5, 1.1, count) * np.where(glow > 0.5, 0.55, 1.0)
        size = np.where(glow > 0.5, 0.03, self._random.uniform(0.08, 0.2, count))
        self._add(place + 0.02 * across, velocity, life, size, glow)

    def _add(
        self, place: np.ndarray, velocity: np.ndarray, life: np.ndarray, size: np.ndarray, glow: np.ndarray
    ) -> None:
        def joined(old: np.ndarray, new: np.ndarray) -> np.ndarray:
            return np.concatenate((old, new.astype(np.float32)))[-CAPACITY:]

        self._place, self._velocity = joined(self._place, place), joined(self._velocity, velocity)
        self._age, self._life = joined(self._age, np.zeros(len(life))), joined(self._life, life)
        self._size, self._glow = joined(self._size, size), joined(self._glow, glow)

    def advance(self, seconds: float) -> None:
        """Let simulated time pass [s]: sparks fall, dust slows down and spreads, smoke rises."""
        self.smoke.advance(seconds)
        if not self.count or seconds <= 0.0:
            return
        sparks = self._glow[:, None] > 0.5
        self._velocity = np.where(sparks, self._velocity + seconds * GRAVITY, self._velocity * np.exp(-3.0 * seconds))
        self._velocity = self._velocity.astype(np.float32)
        self._place += seconds * self._velocity
        self._size += np.float32(0.25 * seconds) * (1.0 - self._glow)
        self._age += seconds
        self._keep(self._age < self._life)

    def _keep(self, alive: np.ndarray) -> None:
        for name in NAMES:
            setattr(self, name, getattr(self, name)[alive])

    def particles(self) -> Particles | None:
        """All particles, or None."""
        if not self.count:
            return self.smoke.particles() if self.smoke.count else None
        left = 1.0 - self._age / self._life
        color = np.empty((self.count, 4), np.float32)
        color[:, :3] = np.where(self._glow[:, None] > 0.5, (1.0, 0.72, 0.3), (0.62, 0.58, 0.52))
        color[:, 3] = left * np.where(self._glow > 0.5, 1.0, 0.35)
        sprayed = Particles(self._place.copy(), self._size.copy(), color, self._glow.copy())
        return sprayed.joined(self.smoke.particles()) if self.smoke.count else sprayed


def is_metal(body: object) -> bool:
    """Whether a body has a part of metal."""
    return is_of(body, METALS)


def is_of(body: object, materials: set[str]) -> bool:
    """Whether a body has a part of one of some materials; a removed one has none."""
    return body.alive and any(part.material in materials for part in body.parts)
