"""Smoke and dust: soft clouds that rise, grow and fade. Only drawn, as all effects."""

import numpy as np

from render.frame import Particles

CAPACITY = 320  # clouds are large, and each covers many pixels
RISE = 0.45  # speed at which they rise in still air [m/s]
DRAG = 2.2  # rate at which they reach that speed [1/s]
GROWTH = 0.55  # of their diameters [m/s]
GATHERING = 0.08  # time in which a cloud appears [s]
DENSITY = 0.42  # largest opacity of a cloud
PALE, DARK = (0.80, 0.80, 0.82), (0.30, 0.29, 0.28)
NAMES = ("_place", "_velocity", "_color", "_age", "_life", "_size", "_density", "_rise", "_growth")


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
        self._density = np.zeros(0, np.float32)
        self._rise = np.zeros(0, np.float32)
        self._growth = np.zeros(0, np.float32)

    def keep(self) -> tuple:
        """A copy of all clouds, and of the chance to come, for `restore`."""
        return self._random.bit_generator.state, [getattr(self, name).copy() for name in NAMES]

    def restore(self, kept: tuple) -> None:
        """Back to what `keep` returned."""
        self._random.bit_generator.state = kept[0]
        for name, rows in zip(NAMES, kept[1], strict=True):
            setattr(self, name, rows.copy())

    @property
    def count(self) -> int:
        """Clouds in the air."""
        return len(self._age)

    def puff(
        self,
        place: np.ndarray,
        velocity: np.ndarray,
        *,
        count: int = 6,
        size: float = 0.2,
        dark: bool = False,
        color: tuple[float, float, float] | None = None,
        density: float = 1.0,
        life: float = 1.0,
        rise: float = 1.0,
        growth: float = 1.0,
        scatter: float = 0.0,
    ) -> None:
        """Add smoke. Values that are not finite add none.

        Args:
            place: Where [m].
            velocity: Velocity at the start, of which each cloud has a random share [m/s].
            count: Number of clouds.
            size: Their diameters at the start [m].
            dark: Whether it is dark, as of rubber, or pale, as of gunpowder.
            color: Red, green, blue 0 to 1 instead of these.
            density: Opacity over that of gunpowder smoke.
            life: Life over that of gunpowder smoke.
            rise: Speed of rising over that of gunpowder smoke.
            growth: Growth over that of gunpowder smoke.
            scatter: Additional distance from the place at which clouds start [m].
        """
        velocity, place = np.asarray(velocity, float), np.asarray(place, float)
        if not (np.isfinite(velocity).all() and np.isfinite(place).all()):
            return
        self._scatter(place, velocity, count, size, scatter)
        shade = self._random.uniform(0.85, 1.1, (count, 1))
        self._add(
            _color=np.clip(np.array(color or (DARK if dark else PALE)) * shade, 0.0, 1.0),
            _age=np.zeros(count),
            _life=life * self._random.uniform(0.9, 1.8, count),
            _density=np.full(count, min(DENSITY * density, 1.0)),
            _rise=np.full(count, RISE * rise),
            _growth=np.full(count, GROWTH * growth),
        )

    def _scatter(self, place: np.ndarray, velocity: np.ndarray, count: int, size: float, scatter: float) -> None:
        """Add places, velocities and sizes of clouds; see `puff`."""
        draw = self._random
        spread = 0.25 * np.linalg.norm(velocity) + 0.3
        away = scatter * draw.uniform(-1.0, 1.0, (count, 3)) if scatter else 0.0
        self._add(
            _place=place + 0.3 * size * draw.normal(size=(count, 3)) + away,
            _velocity=velocity * draw.uniform(0.2, 1.0, (count, 1)) + 0.4 * spread * draw.normal(size=(count, 3)),
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
        toward = np.float32(1.0 - np.exp(-DRAG * seconds))
        self._velocity *= 1.0 - toward
        self._velocity[:, 1] += toward * self._rise
        self._place += np.float32(seconds) * self._velocity
        self._size += np.float32(seconds) * self._growth
        self._age += np.float32(seconds)
        alive = self._age < self._life
        if not alive.all():
            for name in NAMES:
                setattr(self, name, getattr(self, name)[alive])

    def particles(self) -> Particles:
        """All particles."""
        color = np.empty((self.count, 4), np.float32)
        left = 1.0 - self._age / self._life
        color[:, :3] = self._color
        color[:, 3] = self._density * left * np.minimum(1.0, self._age / GATHERING)
        still = np.zeros(self.count, np.float32)
        return Particles(self._place.copy(), self._size.copy(), color, still, np.ones(self.count, np.float32))
