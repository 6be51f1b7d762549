"""Signs beside the drive: which way it is to the track, and which way around that goes."""

import math

import numpy as np

from physics import BodyDef, BodyKind, PartDef, ShapeBox, Vec3, World
from physics.vector import rotate
from play.breakage import kinds
from play.breakage.timber import break_off
from scenes.kit import letters
from scenes.village import layout
from scenes.village.stuff import block, things_of, turned, upright

#: Half sizes of a board, height of its middle over the ground, and height and half thickness of its letters [m].
BOARD, HEIGHT, LETTERS, STROKE = (1.15, 0.32, 0.03), 2.0, 0.34, 0.028
#: How deep posts are in the ground, how high over it they break [m]; density of the paint [kg/m^3].
SUNK, STUMP, PAINT_DENSITY = 0.4, 0.06, 1.0
#: How far before the board letters stand [m].
RAISED = 0.012
#: An arrow that points to the right, 1 long: starts and ends of its strokes, as of a letter.
ARROW = (((-0.5, 0.0), (0.5, 0.0)), ((0.15, 0.3), (0.5, 0.0)), ((0.15, -0.3), (0.5, 0.0)))


def build(world: World) -> None:
    """Add all of them."""
    for text, place, degrees, way in layout.SIGNS:
        add_sign(world, text, place, degrees, way)


def add_sign(world: World, text: str, place: Vec3, degrees: float, way_degrees: float) -> None:
    """A board on two posts, with a word and an arrow on it.

    Args:
        world: Where.
        text: The word.
        place: Middle of the ground below it [m].
        degrees: Turn about the vertical; at 0 it is read from +z.
        way_degrees: Where the arrow points as one reads it, to the left from its right: 90 is straight on.
    """
    half_z = BOARD[2]
    board = ShapeBox(BOARD), (0.0, HEIGHT, 0.05)
    strokes = letters.write(text, (-0.38, HEIGHT - 0.5 * LETTERS, 0.0), height=LETTERS)
    lines = [*zip(strokes.start, strokes.end, strict=True), *_arrow(way_degrees, (0.78, HEIGHT, 0.0))]
    drawn = [_stroke(np.asarray(start), np.asarray(end), 0.05 + half_z) for start, end in lines]
    common = {"kind": BodyKind.STATIC, "position": place, "orientation": turned(degrees)}
    whole = (
        BodyDef(_posts(-SUNK, HEIGHT), **common, name="sign post"),
        BodyDef((upright(*board, "red paint"),), **common, name="sign"),
        BodyDef(_painted(drawn), **common, name=f"sign: {text.lower()}"),
    )
    upper = (*_posts(STUMP + 0.01, HEIGHT), upright(*board, "red paint"), *_painted(drawn))
    things_of(world).add(
        kinds.SIGN, [world.add(one) for one in whole], break_off(stumps=_posts(-SUNK, STUMP), upper=upper)
    )


def _posts(low: float, high: float) -> tuple[PartDef, ...]:
    """Both posts of a sign, from a height to another."""
    spans = [block((s - 0.05, low, -0.05), (s + 0.05, high, 0.02)) for s in (-0.7 * BOARD[0], 0.7 * BOARD[0])]
    return tuple(upright(shape, place, "wood") for shape, place in spans)


def _painted(strokes: list[tuple]) -> tuple[PartDef, ...]:
    """Strokes of paint, which are only drawn."""
    return tuple(
        PartDef(*stroke, material="white paint", category=0, mask=0, density=PAINT_DENSITY) for stroke in strokes
    )


def _arrow(degrees: float, middle: tuple[float, float, float]) -> list[tuple[Vec3, Vec3]]:
    """Strokes of an arrow on a board."""
    angle = math.radians(degrees)
    turn = (0.0, 0.0, math.sin(0.5 * angle), math.cos(0.5 * angle))
    size, origin = 1.25 * LETTERS, Vec3(*middle)
    ends = [[origin + rotate(turn, (size * x, size * y, 0.0)) for x, y in stroke] for stroke in ARROW]
    return [(start, end) for start, end in ends]


def _stroke(start: np.ndarray, end: np.ndarray, front: float) -> tuple:
    """A bar from one place on a board to another, for `shapes` of a body."""
    way, middle = end - start, 0.5 * (start + end)
    angle = math.atan2(way[1], way[0])
    half = (0.5 * float(np.linalg.norm(way)) + STROKE, STROKE, RAISED)
    place = (float(middle[0]), float(middle[1]), front)
    return ShapeBox(half), place, (0.0, 0.0, math.sin(0.5 * angle), math.cos(0.5 * angle))
