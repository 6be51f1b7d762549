"""What each kind of cue shows: a function beside each name draws it with a canvas."""

import math
from collections.abc import Callable

from app.clock import STEP
from app.effects.canvas import Canvas
from app.effects.flames import EMBER, FIRE, GOLD, WHITE_HOT
from physics import Vec3
from play.cues import Cue

FIREBALL = 0.55  # radius of the fire over that of the explosion
SIZE_MAX = 30.0  # largest explosion that is drawn in full [m]

#: Colors of dust from feet and tires, by the material of the ground; other materials have no dust.
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
#: Drops in the air, and spray.
DROP, FOAM = (0.62, 0.76, 0.82), (0.88, 0.93, 0.95)

#: From this far from the eyes on, the trail of a rocket is as thick as from aside [m].
TRAIL_FULL = 30.0


Effect = Callable[[Canvas, Cue], None]
#: What cues show, by kind.
EFFECTS: dict[str, Effect] = {}


def effect(kind: str) -> Callable[[Effect], Effect]:
    """Register the function that draws a kind of cue."""

    def register(draw: Effect) -> Effect:
        EFFECTS[kind] = draw
        return draw

    return register


def unit(way: Vec3) -> Vec3:
    """A direction of length 1, or zeros."""
    length = way.length
    return way * (1.0 / length) if length > 1e-9 else Vec3(0.0, 0.0, 0.0)


@effect("explosion")
def _explosion(canvas: Canvas, cue: Cue) -> None:
    place, radius = cue.position, min(max(cue.size, 0.2), SIZE_MAX)
    fire = FIREBALL * radius
    bright = canvas.flash(place, radius)
    flames = canvas.flames
    flames.burst(place, size=(0.5 * fire, 2.0 * fire), life=0.55, colors=(FIRE, EMBER), alpha=0.9, glow=0.35, ball=True)
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
    _blow_smoke(canvas, place, radius)
    canvas.shake.add(1.2 * radius / (radius + (place - canvas.eye).length))


def _blow_smoke(canvas: Canvas, place: Vec3, radius: float) -> None:
    """Soot of an explosion, and the dust that it blows away along the ground."""
    fire, smoke = FIREBALL * radius, canvas.smoke
    smoke.puff(
        place,
        (0.0, 1.2 + 0.3 * radius, 0.0),
        count=16,
        size=0.8 * fire,
        color=SOOT,
        density=1.5,
        life=1.7,
        rise=3.5,
        growth=0.8 + 0.3 * radius,
        scatter=0.7 * fire,
    )
    for k in range(8):
        way = Vec3(math.cos(0.785 * k), 0.15, math.sin(0.785 * k)) * (1.4 * radius)
        smoke.puff(place, way, count=1, size=0.3 * fire, color=DUST, density=0.8, growth=0.6 + 0.3 * radius)


@effect("shot")
def _shot(canvas: Canvas, cue: Cue) -> None:
    way = unit(cue.direction)
    power = 0.3 + 0.7 * min(max(cue.size, 0.0), 1.0)
    canvas.smoke.puff(
        cue.position, (3.0 * power) * way, count=3 + int(3 * power), size=0.10 + 0.06 * power, density=0.6, life=0.6
    )
    canvas.shake.add(0.12 * power)


@effect("launch")
def _launch(canvas: Canvas, cue: Cue) -> None:
    way = unit(cue.direction)
    canvas.smoke.puff(cue.position - (0.0, 0.15, 0.0), 2.0 * way, count=3, size=0.14, density=0.5, life=0.45)
    canvas.smoke.puff(cue.position - 0.9 * way, -7.0 * way, count=7, size=0.2, density=0.8)
    canvas.flames.burst(cue.position, 3.0 * way, count=6, spread=1.0, size=(0.15, 0.35), life=0.16, drag=4.0)
    canvas.light(cue.position, (1.2, 0.8, 0.4), 6.0, 0.12)
    canvas.shake.add(0.18)


@effect("burning")
def _burning(canvas: Canvas, cue: Cue) -> None:
    way = unit(cue.direction)
    tail = cue.position - 0.35 * way
    canvas.flames.burst(tail, cue.direction * 0.7, count=2, spread=0.6, scatter=0.04, size=(0.20, 0.10), life=0.10)
    # Who fires looks along the trail: near the eyes it is thin, short and sinks out of the line of sight.
    far = min((tail - canvas.eye).length / TRAIL_FULL, 1.0)
    sinking = Vec3(0.0, -1.2, 0.0)
    for place in (tail, tail - cue.direction * (0.5 * STEP)):  # two for each step, or the trail would be dots
        canvas.smoke.puff(
            place, sinking - 1.5 * way, count=1, size=0.20, color=TRAIL, rise=-0.8, growth=0.35 + 0.35 * far,
            life=0.22 + 0.4 * far, density=0.45 + 0.3 * far,
        )  # fmt: skip
    canvas.light(tail, (0.9, 0.55, 0.25), 7.0, 0.03)


@effect("hit")
def _hit(canvas: Canvas, cue: Cue) -> None:
    strength = min(cue.size, 3.0)
    canvas.flames.burst(
        cue.position,
        (0.0, 1.0, 0.0),
        count=3 + int(4 * strength),
        spread=1.5 + strength,
        size=(0.04, 0.02),
        life=0.35,
        fall=1.0,
    )


@effect("pickup")
def _pickup(canvas: Canvas, cue: Cue) -> None:
    canvas.flames.burst(
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


@effect("footstep")
def _footstep(canvas: Canvas, cue: Cue) -> None:
    color = DUSTS.get(cue.what)
    if color is not None and cue.size > 0.3:
        canvas.smoke.puff(
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


@effect("land")
def _land(canvas: Canvas, cue: Cue) -> None:
    power = min(max(cue.size, 0.0), 1.5)
    count = int(10 * power)
    if count:
        canvas.smoke.puff(
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
    canvas.shake.add(0.25 * power * power)


@effect("splash")
def _splash(canvas: Canvas, cue: Cue) -> None:
    power = min(max(cue.size, 0.05), 1.5)
    canvas.flames.burst(
        cue.position + (0.0, 0.05, 0.0),
        (0.0, 1.5 + 3.0 * power, 0.0),
        count=8 + int(42 * power),
        spread=0.8 + 2.2 * power,
        scatter=0.25 * power,
        size=(0.03 + 0.03 * power, 0.02),
        life=0.55 + 0.4 * power,
        colors=(FOAM, DROP),
        alpha=0.75,
        glow=0.0,
        fall=1.0,
    )
    canvas.smoke.puff(
        cue.position, (0.0, 0.8 + power, 0.0), count=2 + int(5 * power), size=0.15 + 0.25 * power, color=FOAM,
        density=0.8, life=0.5, rise=-1.5, growth=1.2, scatter=0.2 * power,
    )  # fmt: skip


@effect("skid")
def _skid(canvas: Canvas, cue: Cue) -> None:
    canvas.marks.add(cue.what, cue.position, cue.direction, cue.size)
    if cue.size > 0.55 and canvas.chance(0.12 * cue.size):
        canvas.smoke.puff(
            cue.position + (0.0, 0.1, 0.0), (0.0, 0.5, 0.0), count=1, size=0.3, density=0.55, life=0.8, growth=1.6
        )


@effect("dust")
def _dust(canvas: Canvas, cue: Cue) -> None:
    if canvas.chance(0.5 * cue.size):
        canvas.smoke.puff(
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


@effect("wheel_lost")
def _wheel_lost(canvas: Canvas, cue: Cue) -> None:
    canvas.flames.burst(cue.position, (0.0, 2.0, 0.0), count=30, spread=4.5, size=(0.06, 0.02), life=0.8, fall=1.0)
    canvas.smoke.puff(cue.position, (0.0, 0.6, 0.0), count=5, size=0.35, dark=True)
    canvas.shake.add(0.3)


@effect("scrape")
def _scrape(canvas: Canvas, cue: Cue) -> None:
    power = min(max(cue.size, 0.0), 2.0)
    canvas.flames.burst(
        cue.position,
        (0.0, 1.0, 0.0),
        count=2 + int(14 * power),
        spread=1.5 + 4.0 * power,
        size=(0.05, 0.02),
        life=0.5,
        fall=1.0,
    )
    canvas.shake.add(0.25 * power * power)


@effect("puff")
def _puff(canvas: Canvas, cue: Cue) -> None:
    width = min(max(cue.size, 0.05), 2.0)
    canvas.smoke.puff(cue.position, (0.0, 0.3, 0.0), count=4, size=width, density=0.7, life=0.5)


@effect("reset")
def _reset(canvas: Canvas, cue: Cue) -> None:
    canvas.smoke.puff(cue.position, (0.0, 0.5, 0.0), count=8, size=0.6, density=0.5, life=0.7)
