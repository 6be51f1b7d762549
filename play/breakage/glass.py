"""Glass: the pattern in which a pane shatters, fine around the point of impact and coarse far from it.

The shards of a pane are cut when it is made, for each place where it may be hit: during a step there is no time for it.
"""

import functools
import math

import numpy as np

from physics import Body, BodyDef, PartDef, ShapeBox, ShapeHull, Vec3
from physics.vector import rotate
from play.breakage.breakable import Blow, Breakable, Fragment
from play.breakage.breakables import Breakables
from play.breakage.kinds import PANE
from play.breakage.timber import THIN

#: Radii of the rings around the point of impact on which the middles of shards lie, and how many on each [m].
RINGS = ((0.1, 4), (0.33, 5), (0.75, 6), (1.4, 6))
#: Points of impact are taken about this far apart [m]: panes of a size that are hit nearly alike share their shards.
RASTER = 0.4
#: Largest area of a shard that vanishes after a while [m^2], and how long it lies about [s].
SMALL, SMALL_LIFE = 0.06, 14.0

Outline = tuple[tuple[float, float], ...]


def add_pane(things: Breakables, pane: Body) -> int:
    """Let a body of one box, thin along x or z, break as a pane; returns its number among the things."""
    wide, tall, deep, thin = _measures(pane.definition())
    for along in _spots(wide):
        for up in _spots(tall):
            shards(wide, tall, deep, (along, up), thin)
    return things.add(PANE, (pane,), shatter_pane)


def shatter_pane(thing: Breakable, blow: Blow) -> tuple[Fragment, ...]:
    """The shards of a pane."""
    (whole,) = thing.whole
    part = whole.parts[0]
    wide, tall, deep, thin = _measures(whole)
    x, y, z, w = whole.orientation
    hit = rotate((-x, -y, -z, w), blow.point - whole.position) - part.offset
    spot = (_nearest(hit[2 - thin], wide), _nearest(hit[1], tall))
    found = []
    for (along, up), area, shape in shards(wide, tall, deep, spot, thin):
        flat = (0.0, up, along) if thin == 0 else (along, up, 0.0)
        place = Vec3(*whole.position) + rotate(whole.orientation, Vec3(*part.offset) + flat)
        piece = PartDef(
            shape, material=part.material, density=part.density, friction=part.friction, restitution=part.restitution,
            group=THIN,
        )  # fmt: skip
        shard = BodyDef(
            (piece,), position=place, orientation=whole.orientation, name="shard", linear_damping=0.05,
            angular_damping=0.2,
        )  # fmt: skip
        found.append(Fragment(shard, life=SMALL_LIFE if area < SMALL else 0.0, scrap=True))
    return tuple(found)


def _measures(pane: BodyDef) -> tuple[float, float, float, int]:
    """Half its width, height and thickness [m], and the axis of its thickness."""
    shape = pane.parts[0].shape
    assert isinstance(shape, ShapeBox)
    half = shape.half_extents
    thin = 0 if half[0] < half[2] else 2
    return half[2 - thin], half[1], half[thin], thin


def _spots(half: float) -> list[float]:
    """Places of impact along an edge that have a pattern, from its middle [m]."""
    count = max(1, round(2.0 * half / RASTER))
    return [half * ((2 * k + 1) / count - 1.0) for k in range(count)]


def _nearest(place: float, half: float) -> float:
    """The place of impact along an edge that is used for another one [m]."""
    return min(_spots(half), key=lambda spot: abs(spot - place))


@functools.cache
def shards(
    wide: float, tall: float, deep: float, spot: tuple[float, float], thin: int
) -> tuple[tuple[tuple[float, float], float, ShapeHull], ...]:
    """Shards of a pane: the middle of each [m], its area [m^2] and its shape around that middle.

    Args:
        wide: Half its width [m].
        tall: Half its height [m].
        deep: Half its thickness [m].
        spot: Where it is hit, from its middle: along its width and up [m].
        thin: Axis of its thickness, 0 for x and 2 for z; its width lies along the other.
    """
    found = []
    for outline in cut(wide, tall, spot):
        area, middle = area_of(outline)
        corners = np.array(outline) - middle
        # Across x there are y and z, across z there are x and y.
        shape = ShapeHull.prism(corners[:, ::-1] if thin == 0 else corners, deep, thin)
        _ = shape.shape_data, shape.solid, shape.geometry  # they are made when they are first asked for: now
        found.append((middle, area, shape))
    return tuple(found)


def cut(wide: float, tall: float, spot: tuple[float, float]) -> list[Outline]:
    """Outlines of the shards: of each all that is nearer to its seed than to any other, counterclockwise.

    Arguments as of `shards`.
    """
    random = np.random.default_rng((round(1000.0 * (spot[0] + 50.0)), round(1000.0 * (spot[1] + 50.0))))
    seeds = []
    for radius, count in RINGS:
        turn = random.uniform(0.0, 2.0 * math.pi)
        for k in range(count):
            angle = turn + 2.0 * math.pi * (k + random.uniform(-0.25, 0.25)) / count
            out = radius * random.uniform(0.8, 1.25)
            seed = (spot[0] + out * math.cos(angle), spot[1] + out * math.sin(angle))
            if abs(seed[0]) < wide and abs(seed[1]) < tall:
                seeds.append(seed)
    corners = ((-wide, -tall), (wide, -tall), (wide, tall), (-wide, tall))
    if not seeds:
        return [corners]
    cells = []
    for number, seed in enumerate(seeds):
        cell: Outline = corners
        for k, other in enumerate(seeds):
            if k != number and cell:
                cell = clip(cell, seed, other)
        if len(cell) >= 3 and area_of(cell)[0] > 1e-4:
            cells.append(cell)
    return cells


def clip(outline: Outline, seed: tuple[float, float], other: tuple[float, float]) -> Outline:
    """What of a convex outline is nearer to one place than to another."""
    way = other[0] - seed[0], other[1] - seed[1]
    limit = 0.5 * (way[0] * (other[0] + seed[0]) + way[1] * (other[1] + seed[1]))
    over = [way[0] * x + way[1] * y - limit for x, y in outline]
    kept = []
    for k, (place, height) in enumerate(zip(outline, over, strict=True)):
        before, low = outline[k - 1], over[k - 1]
        if (height > 0.0) != (low > 0.0):
            share = low / (low - height)
            kept.append((before[0] + share * (place[0] - before[0]), before[1] + share * (place[1] - before[1])))
        if height <= 0.0:
            kept.append(place)
    return tuple(kept)


def area_of(outline: Outline) -> tuple[float, tuple[float, float]]:
    """Area of an outline [m^2], and its center."""
    total = x = y = 0.0
    for k, (end_x, end_y) in enumerate(outline):
        start_x, start_y = outline[k - 1]
        cross = start_x * end_y - end_x * start_y
        total += 0.5 * cross
        x += cross * (start_x + end_x) / 6.0
        y += cross * (start_y + end_y) / 6.0
    return total, (x / total, y / total) if total > 0.0 else (0.0, 0.0)
