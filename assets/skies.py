"""Skies: what the light outside is like: sun or moon, air, clouds, stars and lamps. Only drawn; a world knows none.

`sky_at` gives the sky of an hour of the day. A scene whose place has a sky of its own names one in `@scene(sky=...)`.
All colors are linear red, green, blue; 1 is a white wall in the sun at noon, nearly.
"""

import dataclasses
import functools
import math

import numpy as np

Color = tuple[float, float, float]


@dataclasses.dataclass(frozen=True, slots=True)
class Sky:
    """What lights the world from outside.

    Attributes:
        direction: To the light that throws shadows, sun or moon, length 1: x to the east, z to the south.
        light: Of sun or moon.
        ambient: Of the sky, from above.
        bounce: Of the earth, from below.
        zenith: Color of the air straight above.
        horizon: At the horizon.
        glow: Added to that below the place of the sun, also of one that has set.
        glow_direction: Where it is, length 1, level.
        halo: Added around the sun.
        disk: Of the sun or moon itself.
        disk_degrees: Its radius [degrees]; larger than the real 0.27 of both, as pictures are small.
        cloud: Clouds where they are thin.
        cloud_shade: Where they are thick.
        cloud_cover: How many clouds there are: 0 none, 1 as on a fair day.
        stars: Brightness of the stars, 0 to 1.
        land: Far land below the horizon, beyond what is built; None for none, as in space.
        fog: Thickness of the air [1/m].
        exposure: How bright pictures are: eyes get used to the dark.
        lamps: Whether lamps of the place are on, 0 to 1.
    """

    direction: Color
    light: Color
    ambient: Color
    bounce: Color
    zenith: Color
    horizon: Color
    glow: Color
    glow_direction: Color
    halo: Color
    disk: Color
    disk_degrees: float = 1.5
    cloud: Color = (1.55, 1.50, 1.42)
    cloud_shade: Color = (0.95, 1.00, 1.08)
    cloud_cover: float = 1.0
    stars: float = 0.0
    land: Color | None = (0.060, 0.085, 0.032)
    fog: float = 0.0030
    exposure: float = 0.56
    lamps: float = 0.0


#: Hours of the day with names: what the player chooses among.
HOURS = {"dawn": 6.7, "day": 15.0, "dusk": 19.35, "night": 23.0}
#: The names, in the order in which the key goes through them.
TIMES = ("day", "dusk", "night", "dawn")

#: Hours, heights [degrees] and bearings from south to west [degrees] of the sun; it is behind the left shoulder of who
#: looks north in the afternoon. The moon stands higher, so that the night has short shadows and is not too dark.
_SUN = ((0.0, 4.0, 6.0, 6.7, 9.0, 13.0, 15.0, 18.0, 19.35, 20.0, 22.0, 24.0),
        (-20.0, -12.0, 6.0, 15.0, 34.0, 58.0, 44.15, 24.0, 15.0, 6.0, -12.0, -20.0),
        (-180.0, -125.0, -105.0, -98.0, -72.0, 10.0, 56.31, 84.0, 96.0, 102.0, 125.0, 180.0))  # fmt: skip
_MOON = ((0.0, 24.0), (40.0, 46.0), (20.0, -50.0))
#: From then on the sun is the light, and until then [hours]; the light is gone at both, so that nothing jumps.
_SUNRISE, _SUNSET = 6.0, 20.0

_DAY = Sky(
    direction=(0.0, 1.0, 0.0), light=(3.1, 2.62, 1.95), ambient=(0.36, 0.47, 0.64), bounce=(0.30, 0.25, 0.19),
    zenith=(0.07, 0.23, 0.66), horizon=(0.66, 0.84, 1.04), glow=(0.24, 0.12, -0.06), glow_direction=(0.0, 0.0, 1.0),
    halo=(0.30, 0.22, 0.12), disk=(14.0, 12.0, 9.0),
)  # fmt: skip
_LATE = dataclasses.replace(
    _DAY, light=(3.0, 2.1, 1.15), ambient=(0.34, 0.39, 0.52), bounce=(0.26, 0.20, 0.14), zenith=(0.07, 0.18, 0.50),
    horizon=(0.72, 0.70, 0.70), glow=(0.55, 0.26, 0.02), halo=(0.50, 0.30, 0.12), disk=(14.0, 10.0, 5.5),
    cloud=(1.6, 1.30, 1.02), cloud_shade=(0.80, 0.74, 0.76), exposure=0.60,
)  # fmt: skip
_DUSK = dataclasses.replace(
    _DAY, light=(2.5, 1.12, 0.36), ambient=(0.26, 0.27, 0.40), bounce=(0.17, 0.12, 0.10), zenith=(0.045, 0.10, 0.30),
    horizon=(0.50, 0.37, 0.36), glow=(0.62, 0.21, -0.06), halo=(0.75, 0.34, 0.10), disk=(13.0, 6.5, 2.2),
    cloud=(1.25, 0.66, 0.42), cloud_shade=(0.36, 0.29, 0.36), land=(0.045, 0.055, 0.028), exposure=0.74, lamps=1.0,
)  # fmt: skip
_AFTERGLOW = dataclasses.replace(
    _DUSK, light=(0.0, 0.0, 0.0), ambient=(0.15, 0.18, 0.30), bounce=(0.08, 0.075, 0.085), zenith=(0.018, 0.04, 0.14),
    horizon=(0.16, 0.15, 0.22), glow=(0.36, 0.12, 0.0), halo=(0.0, 0.0, 0.0), disk=(0.0, 0.0, 0.0),
    cloud=(0.34, 0.20, 0.20), cloud_shade=(0.10, 0.09, 0.14), stars=0.25, exposure=0.98,
)  # fmt: skip
_NIGHT = dataclasses.replace(
    _AFTERGLOW, light=(0.34, 0.43, 0.62), ambient=(0.085, 0.115, 0.19), bounce=(0.036, 0.042, 0.06),
    zenith=(0.0045, 0.0085, 0.026), horizon=(0.032, 0.048, 0.088), glow=(0.012, 0.016, 0.022),
    halo=(0.05, 0.06, 0.08), disk=(1.5, 1.5, 1.4), disk_degrees=1.25, cloud=(0.075, 0.085, 0.11),
    cloud_shade=(0.022, 0.027, 0.042), cloud_cover=0.9, stars=1.0, land=(0.020, 0.026, 0.018), exposure=1.15,
)  # fmt: skip

#: Skies over the hours, between which all numbers change evenly.
_KEYS = (
    (0.0, _NIGHT), (4.8, _NIGHT), (6.0, _AFTERGLOW), (6.7, _DUSK), (8.0, _LATE), (10.0, _DAY), (16.5, _DAY),
    (18.2, _LATE), (19.35, _DUSK), (20.0, _AFTERGLOW), (21.2, _NIGHT), (24.0, _NIGHT),
)  # fmt: skip

#: Out in space: a hard sun, black shadows, stars all around.
SPACE = Sky(
    direction=(-0.597, 0.697, 0.398), light=(3.4, 3.2, 2.9), ambient=(0.055, 0.06, 0.075),
    bounce=(0.035, 0.04, 0.05), zenith=(0.0015, 0.002, 0.005), horizon=(0.0015, 0.002, 0.005), glow=(0.0, 0.0, 0.0),
    glow_direction=(0.0, 0.0, 1.0), halo=(0.10, 0.09, 0.07), disk=(20.0, 19.0, 17.0), disk_degrees=1.2,
    cloud_cover=0.0, stars=1.0, land=None, fog=0.0,
)  # fmt: skip


def _toward(height_degrees: float, bearing_degrees: float) -> Color:
    """A direction from its height and its bearing from south to west."""
    height, bearing = math.radians(height_degrees), math.radians(bearing_degrees)
    flat = math.cos(height)
    return -flat * math.sin(bearing), math.sin(height), flat * math.cos(bearing)


def _mixed(a: object, b: object, share: float) -> object:
    if isinstance(a, tuple):
        return tuple(x + share * (y - x) for x, y in zip(a, b, strict=True))
    return a + share * (b - a)


@functools.lru_cache(maxsize=4)
def sky_at(hour: float) -> Sky:
    """The sky over the earth at an hour, which counts modulo 24.

    Raises:
        ValueError: The hour is not finite.
    """
    if not math.isfinite(hour):
        raise ValueError(f"hour must be finite, got {hour!r}; 15 is an afternoon")
    hour %= 24.0
    row = next(k for k in range(1, len(_KEYS)) if hour <= _KEYS[k][0])
    (start, before), (end, after) = _KEYS[row - 1 : row + 1]
    share = (hour - start) / (end - start)
    values = {
        field.name: _mixed(getattr(before, field.name), getattr(after, field.name), share)
        for field in dataclasses.fields(Sky)
    }
    sun = _toward(float(np.interp(hour, _SUN[0], _SUN[1])), float(np.interp(hour, _SUN[0], _SUN[2])))
    by_day = _SUNRISE <= hour <= _SUNSET
    body = sun if by_day else _toward(*(float(np.interp(hour, _MOON[0], row)) for row in _MOON[1:]))
    flat = math.hypot(sun[0], sun[2])
    values |= {"direction": body, "glow_direction": (sun[0] / flat, 0.0, sun[2] / flat)}
    if not by_day:  # the disk comes and goes with its light
        low = min(1.0, abs(hour - (_SUNSET if hour > 12.0 else _SUNRISE)) / 1.2)
        values["disk"] = tuple(low * part for part in _NIGHT.disk)
        values["halo"] = tuple(low * part for part in _NIGHT.halo)
        values["light"] = tuple(low * part for part in _NIGHT.light)
    return Sky(**values)


#: The sky of pictures that choose none: a fair afternoon.
DAY = sky_at(HOURS["day"])
