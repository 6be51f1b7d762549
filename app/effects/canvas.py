"""Canvas: what the effects of a game are drawn with: smoke, flames, skid marks, lights and shakes of the camera."""

import collections

import numpy as np

from app.effects.flames import Flames
from app.effects.skid_marks import SkidMarks
from app.effects.smoke import Smoke
from app.view.shake import Shake
from physics import Vec3
from render.frame import Lamp

FLASHES_MAX = 3  # in any second: more and brighter ones can harm photosensitive people
FLASH = 0.30  # duration of the light of an explosion [s]
CALM = 0.3  # brightness of a flash with reduced motion
LIGHTS_MAX = 16  # at once

Color = tuple[float, float, float]


class Canvas:
    """Draws effects.

    Attributes:
        smoke: Clouds; those of the world, once a step has passed.
        flames: What glows.
        marks: Skid marks.
        shake: Shakes of the camera; off where motion is reduced.
        eye: Eyes of the player [m]: close explosions shake more.
        time: Simulated time [s].
    """

    def __init__(self) -> None:
        self._random = np.random.default_rng(4)
        self.smoke = Smoke()
        self.flames, self.marks, self.shake = Flames(), SkidMarks(), Shake()
        self.clear()

    def clear(self) -> None:
        """Remove everything but clouds."""
        for part in (self.flames, self.marks, self.shake):
            part.clear()
        self.time = 0.0
        self.eye = Vec3(0.0, 0.0, 0.0)
        self._flashes: collections.deque[float] = collections.deque(maxlen=FLASHES_MAX)  # their times [s]
        self._lights: list[tuple[Vec3, Color, float, float, float]] = []

    def keep(self) -> tuple:
        """A copy of everything but clouds, and of the chance to come, for `restore`."""
        own = self.time, self.eye, tuple(self._flashes), tuple(self._lights)
        return self._random.bit_generator.state, own, [part.keep() for part in (self.flames, self.marks, self.shake)]

    def restore(self, kept: tuple) -> None:
        """Back to what `keep` returned."""
        self._random.bit_generator.state = kept[0]
        self.time, self.eye, flashes, lights = kept[1]
        self._flashes = collections.deque(flashes, maxlen=FLASHES_MAX)
        self._lights = list(lights)
        for part, state in zip((self.flames, self.marks, self.shake), kept[2], strict=True):
            part.restore(state)

    def advance(self, seconds: float) -> None:
        """Let simulated time pass [s]."""
        self.time += seconds
        for part in (self.flames, self.marks, self.shake):
            part.advance(seconds)
        self._lights = [light for light in self._lights if self.time - light[3] < light[4]]

    def chance(self, share: float) -> bool:
        """True with a probability."""
        return bool(self._random.random() < share)

    def light(self, place: Vec3, color: Color, reach: float, life: float) -> None:
        """Light a place [m] within a distance [m], for a time [s]."""
        self._lights = [*self._lights[1 - LIGHTS_MAX :], (place, color, reach, self.time, life)]

    def flash(self, place: Vec3, radius: float) -> float:
        """Light a place for a moment, unless there were too many flashes; returns its brightness, 0 to 1."""
        if len(self._flashes) == FLASHES_MAX and self.time - self._flashes[0] < 1.0:
            return 0.0
        self._flashes.append(self.time)
        bright = CALM if self.shake.off else 1.0
        light = 0.6 * bright * radius * radius
        self.light(place + (0.0, 0.2 * radius, 0.0), (light, 0.62 * light, 0.28 * light), 4.0 * radius, FLASH)
        return bright

    def lamps(self) -> tuple[Lamp, ...]:
        """All lights, the brightest first."""
        made = []
        for place, color, reach, start, life in self._lights:
            left = 1.0 - (self.time - start) / life
            red, green, blue = (left * left * part for part in color)
            made.append(Lamp(tuple(place), color=(red, green, blue), reach=reach))
        return tuple(sorted(made, key=lambda lamp: -lamp.color[0]))
