"""What is to be seen when things break: glints of glass, splinters, leaves, dust of bricks."""

from app.effects.canvas import Canvas
from app.effects.cue_effects import effect, unit
from play.cues import Cue

GLINTS = ((0.85, 0.97, 1.0), (0.6, 0.8, 0.85))
CHIPS = ((0.62, 0.42, 0.22), (0.45, 0.30, 0.16))
LEAVES = ((0.16, 0.36, 0.08), (0.10, 0.22, 0.05))
CRUMBS = ((0.50, 0.22, 0.15), (0.38, 0.17, 0.12))
BRICK_DUST, WOOD_DUST = (0.62, 0.45, 0.38), (0.62, 0.55, 0.44)
SPARKS = ((1.0, 0.85, 0.5), (1.0, 0.5, 0.15))


@effect("shatter")
def _shatter(canvas: Canvas, cue: Cue) -> None:
    way = unit(cue.direction)
    for count, glow, size in ((22, 0.7, 0.03), (16, 0.0, 0.045)):
        canvas.flames.burst(
            cue.position, 2.5 * way + (0.0, 0.8, 0.0), count=count, spread=3.0 + 2.0 * cue.size, scatter=0.3,
            size=(size, 0.6 * size), life=0.9, colors=GLINTS, alpha=0.8, glow=glow, fall=1.0, drag=0.4,
        )  # fmt: skip


@effect("crack")
def _crack(canvas: Canvas, cue: Cue) -> None:
    _chips(canvas, cue, CHIPS, count=14)
    canvas.smoke.puff(cue.position, unit(cue.direction), count=3, size=0.16, color=WOOD_DUST, density=0.6, life=0.6)


@effect("timber")
def _timber(canvas: Canvas, cue: Cue) -> None:
    _chips(canvas, cue, CHIPS, count=30)
    canvas.smoke.puff(cue.position, unit(cue.direction), count=6, size=0.35, color=WOOD_DUST, density=0.7, life=0.9)
    canvas.flames.burst(
        cue.position + (0.0, 3.0, 0.0), count=40, spread=1.6, scatter=1.6, size=(0.11, 0.09), life=2.4, colors=LEAVES,
        glow=0.0, fall=0.12, drag=1.2,
    )  # fmt: skip


@effect("crumble")
def _crumble(canvas: Canvas, cue: Cue) -> None:
    _chips(canvas, cue, CRUMBS, count=8)
    canvas.smoke.puff(
        cue.position, 0.6 * unit(cue.direction), count=3, size=0.3, color=BRICK_DUST, density=0.8, life=1.0, growth=0.8
    )


@effect("snap")
def _snap(canvas: Canvas, cue: Cue) -> None:
    canvas.flames.burst(
        cue.position, (0.0, 1.5, 0.0), count=18, spread=3.0, size=(0.04, 0.02), life=0.6, colors=SPARKS, fall=1.0
    )


def _chips(canvas: Canvas, cue: Cue, colors: tuple, *, count: int) -> None:
    """Small pieces that fly from a break."""
    canvas.flames.burst(
        cue.position, 1.5 * unit(cue.direction) + (0.0, 1.2, 0.0), count=count, spread=1.5 + 2.0 * cue.size,
        scatter=0.12, size=(0.06, 0.05), life=0.9, colors=colors, glow=0.0, fall=1.0, drag=0.3,
    )  # fmt: skip
