"""Smoke: soft clouds that rise, grow and fade. For the eye only, as all effects."""

import numpy as np

from render.frame import Particles

CAPACITY = 240  # clouds are large, and each covers many pixels
RISE = 0.45  # speed that still air carries them up at [m/s]
DRAG = 2.2  # rate at which they come to that speed [1/s]
GROWTH = 0.55  # of their diameters [m/s]
GATHERING = 0.08  # time in which a cloud comes into sight [s]
DENSITY = 0.42  # most that one cloud hides
PALE, DARK = (0.80, 0.80, 0.82), (0.30, 0.29, 0.28)


class Smoke:
    """All clouds in the air."""

    def __init__(self) -> None:
        self._random = np.random.default_rng(2)
        self.clear()

    def clear(self) -> None:
        """Remove all."""
        self._place = np.zeros((0, 3), np.float32)
        self._velocity = np.zeros((0, 3), np.float32)
        self._color = np.zeros((0, 3), np.float32)
        self._age = np.zeros(0, np.float32)
        self._life = np.zeros(0, np.float32)
        self._size = np.zeros(0, np.float32)

    @property
    def count(self) -> int:
        """Clouds in the air."""
        return len(self._age)

    def puff(
        self, place: np.ndarray, velocity: np.ndarray, *, count: int = 6, size: float = 0.2, dark: bool = False
    ) -> None:
        """Let smoke out.

        Args:
            place: Where [m].
            velocity: What it starts with; each cloud takes some of it [m/s].
            count: Clouds.
            size: Their diameters at first [m].
            dark: Whether it is dark, as of rubber, or pale, as of powder.
        """
        draw = self._random
        velocity = np.asarray(velocity, float)
        spread = 0.25 * np.linalg.norm(velocity) + 0.3
        shade = draw.uniform(0.85, 1.1, (count, 1))
        self._add(
            _place=np.asarray(place, float) + 0.3 * size * draw.normal(size=(count, 3)),
            _velocity=velocity * draw.uniform(0.2, 1.0, (count, 1)) + 0.4 * spread * draw.normal(size=(count, 3)),
            _color=np.clip(np.array(DARK if dark else PALE) * shade, 0.0, 1.0),
            _age=np.zeros(count),
            _life=draw.uniform(0.9, 1.8, count),
            _size=size * draw.uniform(0.7, 1.3, count),
        )

    def _add(self, **more: np.ndarray) -> None:
        for name, rows in more.items():
            joined = np.concatenate((getattr(self, name), rows.astype(np.float32)))
            setattr(self, name, joined[-CAPACITY:])

    def advance(self, seconds: float) -> None:
        """Let simulated time pass [s]."""
        if not self.count or seconds <= 0.0:
            return
        self._velocity += np.float32(1.0 - np.exp(-DRAG * seconds)) * (np.array((0.0, RISE, 0.0)) - self._velocity)
        self._place += np.float32(seconds) * self._velocity
        self._size += np.float32(GROWTH * seconds)
        self._age += np.float32(seconds)
        alive = self._age < self._life
        for name in ("_place", "_velocity", "_color", "_age", "_life", "_size"):
            setattr(self, name, getattr(self, name)[alive])

    def particles(self) -> Particles:
        """What there is to draw."""
        color = np.empty((self.count, 4), np.float32)
        left = 1.0 - self._age / self._life
        color[:, :3] = self._color
        color[:, 3] = DENSITY * left * np.minimum(1.0, self._age / GATHERING)
        still = np.zeros(self.count, np.float32)
        return Particles(self._place.copy(), self._size.copy(), color, still, np.ones(self.count, np.float32))
