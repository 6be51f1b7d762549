"""Effects of a game: explosions, trails, dust, skid marks, lamps. Cues in, particles and lights out."""

import contextlib
import functools
import math
from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np

from app.effects import breaking  # noqa: F401  it registers what it draws
from app.effects.canvas import Canvas
from app.effects.cockpit import cockpit
from app.effects.cue_effects import EFFECTS
from app.effects.effects import Effects
from app.effects.ghost_car import ghost_sheets
from app.effects.headlamps import headlamps, pose_between
from app.effects.pull_beam import beam_of
from physics import Vec3
from physics.queries.snapshot import Snapshot
from physics.vector import rotate
from play.cues import Cue
from play.game import Game, Light
from render.frame import Lamp, Particles, Sheets

Flat = TypeVar("Flat", Particles, Sheets)
CUES_MAX = 64  # of one step that are drawn
DAY_DISTANCE, NIGHT_DISTANCE = 14.0, 70.0  # lights of the place are drawn up to here [m]: by day less is seen
NIGHT_SHARE = 0.5  # of the light of lamps that are on by day: at night, eyes are used to less
GLOW_SIZE, GLOW = 1.5, 0.16  # of lamps in the dark: diameter [m], and brightness


class PlayEffects:
    """Effects of a game.

    Attributes:
        canvas: What they are drawn with.
    """

    def __init__(self) -> None:
        self.canvas = Canvas()

    def clear(self) -> None:
        """Remove all."""
        self.canvas.clear()

    @property
    def shake(self) -> tuple[float, float, float]:
        """Yaw, pitch and roll [rad] to add to those of the camera; zeros where motion is reduced."""
        return self.canvas.shake.angles

    # ---- Stepping -------------------------------------------------------------------------------------------------

    def step(self, game: Game | None, effects: Effects, seconds: float, *, calm: bool = False) -> None:
        """Advance by a step, and show what happened in it.

        Args:
            game: The game, or None.
            effects: Those of the world, whose clouds are used; they advance by themselves.
            seconds: Simulated time [s].
            calm: Whether motion is reduced: the camera holds still, and flashes are faint.
        """
        self.canvas.smoke, self.canvas.shake.off = effects.smoke, calm
        self.canvas.advance(seconds)
        if game is not None and game.cues:
            eye = self.canvas.eye
            if game.vehicle is not None or game.avatar is not None:
                with contextlib.suppress(LookupError):  # somebody removed it
                    eye = game.eye
            self.show(game.cues, eye)

    def show(self, cues: Iterable[Cue], eye: Sequence[float]) -> None:
        """Show cues.

        Args:
            cues: The cues of a step.
            eye: Eyes of the player [m]: close explosions shake more.
        """
        self.canvas.eye = Vec3(*eye)
        drawn = [cue for cue in cues if cue.kind in EFFECTS and is_finite(cue)]
        for cue in drawn[:CUES_MAX]:
            EFFECTS[cue.kind](self.canvas, cue)

    # ---- Drawing --------------------------------------------------------------------------------------------------

    def shown(
        self,
        game: Game | None,
        effects: Effects,
        before: Snapshot,
        after: Snapshot,
        blend: float,
        eye: Sequence[float] | None = None,
        *,
        aboard: bool = False,
        dark: float = 0.0,
        ghost: tuple[np.ndarray, np.ndarray] | None = None,
    ) -> dict[str, object]:
        """Fields of the frame: particles, those of the world among them, sheets and lamps.

        Args:
            game: The game, or None.
            effects: Those of the world.
            before: The world at the last but one step.
            after: The world at the last step.
            blend: Time of the picture between the two, 0 to 1.
            eye: Place of the camera [m]: distant lights of the place are left out. None for all lights.
            aboard: Whether the camera is within the vehicle that is driven, which is not drawn otherwise.
            dark: How dark it is outside, 0 to 1: lamps of the place that are off by day are that bright.
            ghost: Place and rotation of the ghost car, if there is one.
        """
        lamps, glows = self.lamps(), [effects.particles(), self.canvas.flames.particles()]
        for vehicle in game.vehicles if game is not None else ():
            if vehicle.lamps_on and vehicle.chassis.alive:
                lights, glow = headlamps(vehicle, *pose_between(vehicle.chassis, before, after, blend), eye)
                lamps += lights
                glows.append(glow)
        if game is not None:
            glows.append(self._beam(game))
            present = {-1, *(after.body.tolist() if game.lights else ())}
            lit = [light for light in game.lights if light.body in present]
            lights, glow = place_lights(lit, eye, dark)
            lamps += lights
            glows.append(glow)
        interior = None
        if aboard and game is not None and game.vehicle is not None and game.vehicle.chassis.alive:
            interior = cockpit(game.vehicle, *pose_between(game.vehicle.chassis, before, after, blend))
        flat = [self.sheets(), None if ghost is None or eye is None else ghost_sheets(*ghost, eye)]
        return {"particles": joined(glows), "sheets": joined(flat), "interior": interior, "lamps": lamps}

    def _beam(self, game: Game) -> Particles | None:
        """The beam of the grab tool, or None."""
        if not game.grabbing:
            return None
        start, end = game.arsenal.beam
        return beam_of(start, rotate(game.arsenal.weapon.body.orientation, (0.0, 0.0, -1.0)), end, self.canvas.time)

    def sheets(self) -> Sheets | None:
        """Skid marks."""
        return self.canvas.marks.sheets()

    def lamps(self) -> tuple[Lamp, ...]:
        """Light of explosions and rockets, the brightest first."""
        return self.canvas.lamps()


def place_lights(
    lights: Iterable[Light], eye: Sequence[float] | None, dark: float
) -> tuple[tuple[Lamp, ...], Particles | None]:
    """Light of the lamps of a place, and their glow in the dark; `eye` and `dark` as of `PlayEffects.shown`."""
    far = DAY_DISTANCE + dark * (NIGHT_DISTANCE - DAY_DISTANCE)
    near = [
        (light, 1.0 + dark * (NIGHT_SHARE - 1.0) if light.by_day else dark)
        for light in lights
        if (light.by_day or dark > 0.0) and (eye is None or math.dist(light.place, eye) < far)
    ]
    lamps = tuple(
        Lamp(tuple(light.place), color=tuple(share * part for part in light.color), reach=light.reach)
        for light, share in near
    )
    glowing = np.array([(*light.place, *light.color, share) for light, share in near if not light.by_day], np.float32)
    if not len(glowing):
        return lamps, None
    color = np.empty((len(glowing), 4), np.float32)
    color[:, :3] = glowing[:, 3:6] / glowing[:, 3:6].max(axis=1, keepdims=True)
    color[:, 3] = GLOW * glowing[:, 6]
    size = np.full(len(glowing), GLOW_SIZE, np.float32)
    return lamps, Particles(glowing[:, :3], size, color, np.ones(len(glowing), np.float32))


def joined(parts: Iterable[Flat | None]) -> Flat | None:
    """All particles or sheets of some, or None if there are none."""
    found = [some for some in parts if some is not None]
    return functools.reduce(type(found[0]).joined, found) if found else None


def is_finite(cue: Cue) -> bool:
    """Whether all numbers of a cue are finite."""
    return all(map(math.isfinite, (*cue.position, *cue.direction, cue.size)))
