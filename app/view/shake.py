"""Shake of the camera: a little, smooth, soon over; none at all with reduced motion."""

import math

LARGEST = (math.radians(0.9), math.radians(0.9), math.radians(1.2))  # yaw, pitch, roll [rad]
DECAY = 1.5  # of the strength, of which there is at most 1 [1/s]

#: Waves of each angle: two each, of rates that never meet [rad/s], so that no direction is preferred.
RATES = ((31.0, 53.0), (37.0, 47.0), (29.0, 43.0))


class Shake:
    """Angles that are added to those of the camera.

    Attributes:
        off: Whether motion is reduced: then all angles are 0.
    """

    def __init__(self) -> None:
        self.off = False
        self.clear()

    def clear(self) -> None:
        """Hold still."""
        self._strength = self._time = 0.0

    def keep(self) -> tuple[float, float]:
        """What `restore` needs."""
        return self._strength, self._time

    def restore(self, kept: tuple[float, float]) -> None:
        """Back to what `keep` returned."""
        self._strength, self._time = kept

    @property
    def strength(self) -> float:
        """0 for still, 1 for the most."""
        return self._strength

    def add(self, strength: float) -> None:
        """Shake, 0 to 1."""
        if math.isfinite(strength):
            self._strength = min(self._strength + max(strength, 0.0), 1.0)

    def advance(self, seconds: float) -> None:
        """Let time pass [s]."""
        self._time += seconds
        self._strength = max(self._strength - DECAY * seconds, 0.0)
        if self._strength == 0.0:
            self._time = 0.0

    @property
    def angles(self) -> tuple[float, float, float]:
        """Yaw, pitch and roll [rad] to add to those of the camera."""
        if self.off or self._strength == 0.0:
            return 0.0, 0.0, 0.0
        part = self._strength * self._strength  # weak ones are hardly felt
        yaw, pitch, roll = (
            part * most * (0.6 * math.sin(fast * self._time) + 0.4 * math.sin(slow * self._time + 1.0))
            for most, (slow, fast) in zip(LARGEST, RATES, strict=True)
        )
        return yaw, pitch, roll
