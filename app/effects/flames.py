"""Flames: glowing particles that fade, such as fire, sparks, glitter and fireballs. Only drawn, as all effects."""

import numpy as np

from render.frame import Particles

CAPACITY = 600
GRAVITY = 9.81  # [m/s^2]
GROWN = 9.0  # rate at which a flame reaches its full size [1/s]

WHITE_HOT, FIRE, EMBER, GOLD = (1.0, 0.93, 0.70), (1.0, 0.55, 0.16), (0.55, 0.10, 0.03), (1.0, 0.85, 0.40)

#: Columns of the table of all flames.
PLACE, VELOCITY, HOT, COOL = slice(0, 3), slice(3, 6), slice(6, 9), slice(9, 12)
AGE, LIFE, SIZE, FULL, ALPHA, GLOW, BALL, FALL, DRAG = range(12, 21)
COLUMNS = 21


class Flames:
    """All flames in the air: one row of numbers for each."""

    def __init__(self) -> None:
        self._random = np.random.default_rng(3)
        self.clear()

    def clear(self) -> None:
        """Remove all."""
        self._rows = np.zeros((0, COLUMNS), np.float32)

    def keep(self) -> tuple:
        """A copy of all flames, and of the chance to come, for `restore`."""
        return self._random.bit_generator.state, self._rows.copy()

    def restore(self, kept: tuple) -> None:
        """Back to what `keep` returned."""
        self._random.bit_generator.state, self._rows = kept[0], kept[1].copy()

    @property
    def count(self) -> int:
        """Flames in the air."""
        return len(self._rows)

    def burst(
        self,
        place: np.ndarray,
        velocity: np.ndarray = (0.0, 0.0, 0.0),
        *,
        count: int = 1,
        spread: float = 0.0,
        scatter: float = 0.0,
        size: tuple[float, float] = (0.1, 0.1),
        life: float = 0.5,
        colors: tuple[tuple[float, float, float], tuple[float, float, float]] = (WHITE_HOT, FIRE),
        alpha: float = 1.0,
        glow: float = 1.0,
        ball: bool = False,
        fall: float = 0.0,
        drag: float = 0.0,
    ) -> None:
        """Add flames. Values that are not finite add none.

        Args:
            place: Where [m].
            velocity: Velocity at the start [m/s].
            count: How many.
            spread: Speed away from the middle, in any direction [m/s].
            scatter: How far from the place they start [m].
            size: Diameters at the start and at the end [m].
            life: Longest life [s].
            colors: Red, green, blue at the start and at the end, 0 to 1.
            alpha: Brightness at the start, 0 to 1.
            glow: 1 for pure light, 0 for opaque particles.
            ball: Whether each is a fireball instead of a soft spot.
            fall: Share of gravity that acts on them.
            drag: Rate at which the air slows them [1/s].
        """
        start = np.concatenate((np.asarray(place, float), np.asarray(velocity, float)))
        if not np.isfinite(start).all() or not np.isfinite(size).all() or count <= 0:
            return
        rows = np.empty((count, COLUMNS), np.float32)
        rows[:, PLACE], rows[:, VELOCITY] = start[:3], start[3:]
        rows[:, HOT], rows[:, COOL] = colors
        rows[:, AGE], rows[:, LIFE], rows[:, ALPHA] = 0.0, life, alpha
        rows[:, SIZE], rows[:, FULL] = size
        rows[:, GLOW], rows[:, BALL] = glow, 2.0 if ball else 0.0
        rows[:, FALL], rows[:, DRAG] = fall * GRAVITY, drag
        self._vary(rows, spread, scatter, ball=ball)
        self._rows = np.concatenate((self._rows, rows))[-CAPACITY:]

    def _vary(self, rows: np.ndarray, spread: float, scatter: float, *, ball: bool) -> None:
        """Vary start, velocity, size and life of flames."""
        draw, count = self._random, len(rows)
        away = draw.normal(size=(count, 3))
        away *= draw.uniform(0.3, 1.0, (count, 1)) / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-9)
        rows[:, PLACE] += scatter * away
        rows[:, VELOCITY] += spread * away
        if not ball:
            rows[:, [SIZE, FULL]] *= draw.uniform(0.7, 1.3, (count, 1))
            rows[:, LIFE] *= draw.uniform(0.5, 1.0, count)

    def advance(self, seconds: float) -> None:
        """Let simulated time pass [s]."""
        if not self.count or seconds <= 0.0:
            return
        rows = self._rows
        rows[:, VELOCITY] *= np.exp(-seconds * rows[:, DRAG])[:, None]
        rows[:, 4] -= seconds * rows[:, FALL]
        rows[:, PLACE] += seconds * rows[:, VELOCITY]
        rows[:, AGE] += seconds
        alive = rows[:, AGE] < rows[:, LIFE]
        self._rows = rows if alive.all() else rows[alive]

    def particles(self) -> Particles | None:
        """All particles, or None."""
        if not self.count:
            return None
        rows = self._rows
        part = (rows[:, AGE] / rows[:, LIFE])[:, None]
        color = np.empty((len(rows), 4), np.float32)
        color[:, :3] = rows[:, HOT] + part * (rows[:, COOL] - rows[:, HOT])
        color[:, 3] = rows[:, ALPHA] * (1.0 - part[:, 0] ** 2)
        grown = 1.0 - np.exp(-GROWN * rows[:, AGE])
        size = rows[:, SIZE] + grown * (rows[:, FULL] - rows[:, SIZE])
        return Particles(rows[:, PLACE].copy(), size, color, rows[:, GLOW].copy(), rows[:, BALL].copy())
