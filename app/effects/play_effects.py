"""What is seen of a game besides its bodies: explosions, trails, dust, skid marks, lamps. Cues in, effects out."""

import collections
import contextlib
import functools
import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from app.clock import STEP
from app.effects.effects import Effects
from app.effects.flames import EMBER, FIRE, GOLD, WHITE_HOT, Flames
from app.effects.headlamps import headlamps, pose_between
from app.effects.pull_beam import beam_of
from app.effects.skid_marks import SkidMarks
from app.effects.smoke import Smoke
from app.view.shake import Shake
from physics import Vec3
from physics.queries.snapshot import Snapshot
from physics.vector import rotate
from play.cues import Cue
from play.game import Game
from render.frame import Lamp, Particles, Sheets

FLASHES_MAX = 3  # in any second: more of them, and large ones, are a danger to some people
FLASH = 0.30  # time in which the light of an explosion is gone [s]
FIREBALL = 0.55  # radius of the fire over that of the explosion
CALM = 0.3  # brightness of a flash with reduced motion
SIZE_MAX = 30.0  # largest explosion that is drawn in full [m]
CUES_MAX = 64  # of one step that are drawn
LIGHTS_MAX = 16  # at once
LIGHT_DISTANCE = 14.0  # lights of the place that are farther away are not drawn [m]: by day they are not seen

#: Colors of what feet and tires throw up, by the material of the ground; what is not here gives no dust.
DUSTS = {
    "dirt": (0.55, 0.44, 0.32),
    "sand": (0.80, 0.71, 0.54),
    "grass": (0.52, 0.50, 0.36),
    "concrete": (0.66, 0.65, 0.62),
    "stone": (0.64, 0.61, 0.57),
    "brick": (0.60, 0.44, 0.37),
    "asphalt": (0.46, 0.46, 0.46),
}
DUST, TRAIL, SOOT = (0.60, 0.53, 0.43), (0.74, 0.73, 0.73), (0.20, 0.19, 0.18)


class PlayEffects:
    """Effects of a game.

    Attributes:
        flames: What shines.
        marks: Skid marks.
    """

    def __init__(self) -> None:
        self._random = np.random.default_rng(4)
        self._smoke = Smoke()  # until a step tells whose
        self.flames, self.marks, self._shake = Flames(), SkidMarks(), Shake()
        self._deeds: dict[str, Callable[[Cue], None]] = {
            "footstep": self._footstep, "land": self._land, "pickup": self._pickup, "shot": self._shot,
            "launch": self._launch, "burning": self._burning, "explosion": self._explosion, "hit": self._hit,
            "skid": self._skid, "dust": self._dust, "wheel_lost": self._wheel_lost, "scrape": self._scrape,
            "reset": self._reset, "puff": self._puff,
        }  # fmt: skip
        self.clear()

    def clear(self) -> None:
        """Remove all."""
        for part in (self.flames, self.marks, self._shake):
            part.clear()
        self._time = 0.0
        self._eye = Vec3(0.0, 0.0, 0.0)
        self._flashes: collections.deque[float] = collections.deque(maxlen=FLASHES_MAX)  # when they were [s]
        self._lights: list[tuple[Vec3, tuple[float, float, float], float, float, float]] = []

    @property
    def shake(self) -> tuple[float, float, float]:
        """Yaw, pitch and roll [rad] to add to those of the camera; zeros where motion is reduced."""
        return self._shake.angles

    # ---- What happens ---------------------------------------------------------------------------------------------

    def step(self, game: Game | None, effects: Effects, seconds: float, *, calm: bool = False) -> None:
        """Let a step pass, and show what happened in it.

        Args:
            game: What is played, or None.
            effects: Those of the world; clouds go there, and it lets them pass time itself.
            seconds: Simulated time [s].
            calm: Whether motion is reduced: the camera holds still, and flashes are faint.
        """
        self._smoke, self._shake.off = effects.smoke, calm
        self.advance(seconds)
        if game is not None and game.cues:
            eye = self._eye
            if game.vehicle is not None or game.avatar is not None:
                with contextlib.suppress(LookupError):  # somebody removed it
                    eye = game.eye
            self.take(game.cues, eye)

    def take(self, cues: Iterable[Cue], eye: Sequence[float]) -> None:
        """Show what happened.

        Args:
            cues: What it was.
            eye: Where the player sees from [m]: near explosions shake more.
        """
        self._eye = Vec3(*eye)
        drawn = [cue for cue in cues if cue.kind in self._deeds and is_sound(cue)]
        for cue in drawn[:CUES_MAX]:
            self._deeds[cue.kind](cue)

    def advance(self, seconds: float) -> None:
        """Let simulated time pass [s]."""
        self._time += seconds
        for part in (self.flames, self.marks, self._shake):
            part.advance(seconds)
        self._lights = [light for light in self._lights if self._time - light[3] < light[4]]

    def _explosion(self, cue: Cue) -> None:
        place, radius = cue.position, min(max(cue.size, 0.2), SIZE_MAX)
        fire = FIREBALL * radius
        bright = self._flash(place, radius)
        flames = self.flames
        flames.burst(
            place, size=(0.5 * fire, 2.0 * fire), life=0.55, colors=(FIRE, EMBER), alpha=0.9, glow=0.35, ball=True
        )
        flames.burst(
            place, size=(0.4 * fire, 1.3 * fire), life=0.30, colors=(WHITE_HOT, FIRE), alpha=bright, glow=0.8, ball=True
        )
        flames.burst(
            place,
            (0.0, 0.8, 0.0),
            count=10,
            spread=1.6 * fire,
            scatter=0.4 * fire,
            drag=3.0,
            life=0.75,
            size=(0.4 * fire, 0.9 * fire),
            colors=(FIRE, EMBER),
            alpha=0.3,
            glow=0.8,
        )
        flames.burst(
            place,
            (0.0, 2.0, 0.0),
            count=36,
            spread=4.0 + 1.5 * radius,
            size=(0.07, 0.03),
            life=1.1,
            colors=(WHITE_HOT, FIRE),
            fall=0.9,
            drag=0.5,
        )
        self._blow_smoke(place, radius)
        self._shake.add(1.2 * radius / (radius + (place - self._eye).length))

    def _blow_smoke(self, place: Vec3, radius: float) -> None:
        """Soot of an explosion, and the dust that it blows away along the ground."""
        fire, smoke = FIREBALL * radius, self._smoke
        smoke.puff(
            place,
            (0.0, 1.2 + 0.3 * radius, 0.0),
            count=16,
            size=0.8 * fire,
            color=SOOT,
            density=2.2,
            life=2.2,
            rise=2.5,
            growth=0.8 + 0.3 * radius,
            scatter=0.7 * fire,
        )
        for k in range(8):
            way = Vec3(math.cos(0.785 * k), 0.15, math.sin(0.785 * k)) * (1.4 * radius)
            smoke.puff(place, way, count=1, size=0.3 * fire, color=DUST, density=0.8, growth=0.6 + 0.3 * radius)

    def _flash(self, place: Vec3, radius: float) -> float:
        """Light a place for a moment, unless there were flashes enough; returns how bright it is, 0 to 1."""
        if len(self._flashes) == FLASHES_MAX and self._time - self._flashes[0] < 1.0:
            return 0.0
        self._flashes.append(self._time)
        bright = CALM if self._shake.off else 1.0
        light = 0.6 * bright * radius * radius
        self._light(place + (0.0, 0.2 * radius, 0.0), (light, 0.62 * light, 0.28 * light), 4.0 * radius, FLASH)
        return bright

    def _chance(self, part: float) -> bool:
        return bool(self._random.random() < part)

    def _light(self, place: Vec3, color: tuple[float, float, float], reach: float, life: float) -> None:
        self._lights = [*self._lights[1 - LIGHTS_MAX :], (place, color, reach, self._time, life)]

    def _shot(self, cue: Cue) -> None:
        way = unit(cue.direction)
        power = 0.3 + 0.7 * min(max(cue.size, 0.0), 1.0)
        self._smoke.puff(
            cue.position, (3.0 * power) * way, count=3 + int(3 * power), size=0.10 + 0.06 * power, density=0.6, life=0.6
        )
        self._shake.add(0.12 * power)

    def _launch(self, cue: Cue) -> None:
        way = unit(cue.direction)
        self._smoke.puff(cue.position, 2.0 * way, count=4, size=0.16, density=0.7, life=0.8)
        self._smoke.puff(cue.position - 0.9 * way, -7.0 * way, count=7, size=0.2, density=0.8)
        self.flames.burst(cue.position, 3.0 * way, count=6, spread=1.0, size=(0.15, 0.35), life=0.16, drag=4.0)
        self._light(cue.position, (1.2, 0.8, 0.4), 6.0, 0.12)
        self._shake.add(0.18)

    def _burning(self, cue: Cue) -> None:
        way = unit(cue.direction)
        tail = cue.position - 0.35 * way
        self.flames.burst(tail, cue.direction * 0.7, count=2, spread=0.6, scatter=0.04, size=(0.20, 0.10), life=0.10)
        for place in (tail, tail - cue.direction * (0.5 * STEP)):  # two for each step, or the trail would be dots
            self._smoke.puff(place, -1.5 * way, count=1, size=0.28, color=TRAIL, rise=0.3, growth=0.9, life=0.8)
        self._light(tail, (0.9, 0.55, 0.25), 7.0, 0.03)

    def _hit(self, cue: Cue) -> None:
        strength = min(cue.size, 3.0)
        self.flames.burst(
            cue.position,
            (0.0, 1.0, 0.0),
            count=3 + int(4 * strength),
            spread=1.5 + strength,
            size=(0.04, 0.02),
            life=0.35,
            fall=1.0,
        )

    def _pickup(self, cue: Cue) -> None:
        self.flames.burst(
            cue.position,
            (0.0, 1.1, 0.0),
            count=22,
            spread=1.0,
            scatter=0.3,
            size=(0.07, 0.02),
            life=0.9,
            colors=(GOLD, GOLD),
            drag=2.0,
        )

    def _footstep(self, cue: Cue) -> None:
        color = DUSTS.get(cue.what)
        if color is not None and cue.size > 0.3:
            self._smoke.puff(
                cue.position + (0.0, 0.05, 0.0),
                (0.0, 0.2, 0.0),
                count=1,
                size=0.10,
                color=color,
                density=0.5 * min(cue.size, 1.0),
                life=0.45,
                rise=0.2,
                growth=0.6,
            )

    def _land(self, cue: Cue) -> None:
        power = min(max(cue.size, 0.0), 1.5)
        count = int(10 * power)
        if count:
            self._smoke.puff(
                cue.position + (0.0, 0.08, 0.0),
                (0.0, 0.3, 0.0),
                count=count,
                size=0.2,
                growth=1.3,
                color=DUSTS.get(cue.what, DUST),
                density=0.7,
                life=0.6,
                rise=0.2,
            )
        self._shake.add(0.25 * power * power)

    def _skid(self, cue: Cue) -> None:
        self.marks.add(cue.what, cue.position, cue.direction, cue.size)
        if cue.size > 0.55 and self._chance(0.12 * cue.size):
            self._smoke.puff(
                cue.position + (0.0, 0.1, 0.0), (0.0, 0.5, 0.0), count=1, size=0.3, density=0.55, life=0.8, growth=1.6
            )

    def _dust(self, cue: Cue) -> None:
        if self._chance(0.5 * cue.size):
            self._smoke.puff(
                cue.position,
                cue.direction * 0.4,
                count=1,
                size=0.3,
                color=DUSTS.get(cue.what, DUST),
                density=1.3,
                life=0.9,
                rise=0.5,
                growth=2.0,
            )

    def _wheel_lost(self, cue: Cue) -> None:
        self.flames.burst(cue.position, (0.0, 2.0, 0.0), count=30, spread=4.5, size=(0.06, 0.02), life=0.8, fall=1.0)
        self._smoke.puff(cue.position, (0.0, 0.6, 0.0), count=5, size=0.35, dark=True)
        self._shake.add(0.3)

    def _scrape(self, cue: Cue) -> None:
        power = min(max(cue.size, 0.0), 2.0)
        self.flames.burst(
            cue.position,
            (0.0, 1.0, 0.0),
            count=2 + int(14 * power),
            spread=1.5 + 4.0 * power,
            size=(0.05, 0.02),
            life=0.5,
            fall=1.0,
        )
        self._shake.add(0.25 * power * power)

    def _puff(self, cue: Cue) -> None:
        width = min(max(cue.size, 0.05), 2.0)
        self._smoke.puff(cue.position, (0.0, 0.3, 0.0), count=4, size=width, density=0.7, life=0.5)

    def _reset(self, cue: Cue) -> None:
        self._smoke.puff(cue.position, (0.0, 0.5, 0.0), count=8, size=0.6, density=0.5, life=0.7)

    # ---- What there is to draw ------------------------------------------------------------------------------------

    def shown(
        self,
        game: Game | None,
        effects: Effects,
        before: Snapshot,
        after: Snapshot,
        blend: float,
        eye: Sequence[float] | None = None,
    ) -> dict[str, object]:
        """Fields of the frame: particles, those of the world among them, sheets and lamps.

        Args:
            game: What is played, or None.
            effects: Those of the world.
            before: The world at the last but one step.
            after: The world at the last step.
            blend: How far the picture is between the two, 0 to 1.
            eye: Where the camera is [m]: lights of the place that are far from it are left out. None for all.
        """
        lamps, glows = self.lamps(), [effects.particles(), self.flames.particles()]
        for vehicle in game.vehicles if game is not None else ():
            if vehicle.lamps_on and vehicle.chassis.alive:
                lights, glow = headlamps(vehicle, *pose_between(vehicle.chassis, before, after, blend), eye)
                lamps += lights
                glows.append(glow)
        if game is not None:
            glows.append(self._beam(game))
            near = [light for light in game.lights if eye is None or math.dist(light[0], eye) < LIGHT_DISTANCE]
            lamps += tuple(Lamp(tuple(place), color=color, reach=reach) for place, color, reach in near)
        return {"particles": joined(glows), "sheets": self.sheets(), "lamps": lamps}

    def _beam(self, game: Game) -> Particles | None:
        """What the grab tool pulls with, or None."""
        if not game.grabbing:
            return None
        start, end = game.arsenal.beam
        return beam_of(start, rotate(game.arsenal.weapon.body.orientation, (0.0, 0.0, -1.0)), end, self._time)

    def sheets(self) -> Sheets | None:
        """Skid marks."""
        return self.marks.sheets()

    def lamps(self) -> tuple[Lamp, ...]:
        """Light of explosions and rockets, the brightest first."""
        made = []
        for place, color, reach, start, life in self._lights:
            left = 1.0 - (self._time - start) / life
            red, green, blue = (left * left * part for part in color)
            made.append(Lamp(tuple(place), color=(red, green, blue), reach=reach))
        return tuple(sorted(made, key=lambda lamp: -lamp.color[0]))


def joined(parts: Iterable[Particles | None]) -> Particles | None:
    """All particles of some, or None if there are none."""
    found = [some for some in parts if some is not None]
    return functools.reduce(Particles.joined, found) if found else None


def unit(way: Vec3) -> Vec3:
    """A direction of length 1, or zeros."""
    length = way.length
    return way * (1.0 / length) if length > 1e-9 else Vec3(0.0, 0.0, 0.0)


def is_sound(cue: Cue) -> bool:
    """Whether all numbers of a cue are finite."""
    return all(map(math.isfinite, (*cue.position, *cue.direction, cue.size)))
