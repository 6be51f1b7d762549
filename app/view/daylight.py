"""Daylight: the hour of the day, as the player chose it, and the sky that goes with it. Only drawn."""

from app.settings import Settings
from assets.skies import HOURS, TIMES, Sky, sky_at

#: Least speed at which the day turns to the hour that was chosen [hours/s]; with reduced motion it jumps.
TURNING = 2.0
#: Lamps of the place go on at this share of `Sky.lamps`.
LAMPS_ON = 0.5


class Daylight:
    """The light outside.

    Args:
        settings: What the player chose.

    Attributes:
        own: Sky of the scene in place of that of the hour, or None.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._hour = settings.hour
        self.own: Sky | None = None

    @property
    def sky(self) -> Sky:
        """The sky of this moment."""
        return self.own or sky_at(self._hour)

    @property
    def is_dark(self) -> bool:
        """Whether it is dark enough for lamps."""
        return self.sky.lamps > LAMPS_ON

    def advance(self, seconds: float) -> None:
        """Let real time pass [s]: the day turns forward to the hour that was chosen."""
        wanted = self._settings.hour % 24.0
        left = (wanted - self._hour) % 24.0
        back = 24.0 - left
        step = TURNING * seconds
        if self._settings.reduced_motion or min(left, back) <= step:
            self._hour = wanted
        elif left < 14.0:  # a slider that is pulled back a little does not send the sun around the world
            self._hour = (self._hour + step * max(1.0, left / 4.0)) % 24.0
        else:
            self._hour = (self._hour - step * max(1.0, back / 4.0)) % 24.0

    def next_time(self) -> str:
        """Choose the next time of the day; returns its name."""
        hour = self._settings.hour
        nearest = min(TIMES, key=lambda name: abs((HOURS[name] - hour + 12.0) % 24.0 - 12.0))
        name = TIMES[(TIMES.index(nearest) + 1) % len(TIMES)]
        self._settings.hour = HOURS[name]
        return name
