"""Things of cloth that hang: flags, curtains, hammocks."""

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.bodies.kind import BodyKind
from physics.builders import site
from physics.builders.softness import GIVE, SoftBuilt, add_bar, frame, grid_counts, hold, level_way
from physics.joints.single import JointSlider
from physics.shapes.primitives import ShapeSphere
from physics.soft.forms.cloth import SoftCloth
from physics.soft.forms.rope import SoftRope
from physics.soft.soft import Soft
from physics.vector import Vec3

if TYPE_CHECKING:
    from physics.world import World

#: Cloth is held this far from the middle of a bar, in radii of the bar: it does not lie on the bar.
OFF_BAR = 1.5
#: The bars of a hammock are so much shorter than its cloth is wide, so that it is a trough.
TROUGH = 0.8


@dataclasses.dataclass(frozen=True)
class Flag(SoftBuilt):
    """A flag; the only body is its pole.

    Attributes:
        pole: What it hangs on.
        cloth: The flag.
    """

    pole: Body
    cloth: Soft


def build_flag(
    world: "World",
    foot: checks.VectorLike,
    *,
    height: float = 5.0,
    width: float = 2.4,
    drop: float = 1.6,
    spacing: float = 0.1,
    heading: float = 0.0,
    radius: float = 0.05,
    material: str = "silk",
    name: str = "flag",
    **options: Any,
) -> Flag:
    """Add a flag on a pole that stands still.

    Args:
        world: Where to.
        foot: Lower end of the pole [m].
        height: Of the pole [m].
        width: Of the flag [m].
        drop: How high the flag is, about [m].
        spacing: Distance of its vertices, about [m].
        heading: Which way it points, angle about +Y, 0 along +X [rad].
        radius: Of the pole [m].
        material: Of the cloth.
        name: For people.
        **options: Of `World.add_soft`.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range. The world is as it was.
    """
    foot, radius = site.check_place("foot", foot), site.check_size("radius", radius)
    height, width, drop = (site.check_size(k, v) for k, v in (("height", height), ("width", width), ("drop", drop)))
    if drop > height:
        raise ValueError(f"drop must be at most the height of the pole, {height:g} m, got {drop:g} m; raise the pole")
    columns, rows, gap = grid_counts("a flag", width, drop, spacing)
    way = level_way("heading", heading)
    with site.all_or_nothing(world):
        top = foot + (0.0, height, 0.0)
        pole = add_bar(world, foot, top, radius, material="steel", name=f"{name} pole")
        middle = top - (0.0, 0.5 * gap * (rows - 1) + 0.5 * radius, 0.0) + way * (OFF_BAR * radius + 0.5 * width)
        cloth = world.add_soft(
            SoftCloth.grid(columns=columns, rows=rows, spacing=gap), position=middle,
            orientation=frame(way, Vec3(0.0, -1.0, 0.0)), material=material, name=name,
            pins=range(0, rows * columns, columns), **options,
        )  # fmt: skip
    return Flag((pole,), (), (cloth,), pole, cloth)


@dataclasses.dataclass(frozen=True)
class Curtain(SoftBuilt):
    """A curtain; the bodies are its rail and then its rings, the joints let rings slide.

    Attributes:
        rail: What it hangs on.
        rings: What slides on the rail, from start to end.
        cloth: The curtain.
    """

    rail: Body
    rings: tuple[Body, ...]
    cloth: Soft


def build_curtain(
    world: "World",
    start: checks.VectorLike,
    end: checks.VectorLike,
    *,
    drop: float = 2.0,
    rings: int = 9,
    fullness: float = 1.4,
    spacing: float = 0.1,
    radius: float = 0.03,
    friction: float = 1.0,
    material: str = "cotton",
    name: str = "curtain",
    **options: Any,
) -> Curtain:
    """Add a curtain whose rings slide on a rail, in folds.

    Args:
        world: Where to.
        start: Where the rail begins [m].
        end: Where it ends, at the same height [m].
        drop: How far the curtain hangs down, about [m].
        rings: Number of rings, 2 or more.
        fullness: Width of the cloth over that of the rail, 1 to 2.
        spacing: Distance of vertices, about [m].
        radius: Of the rail [m].
        friction: Of a ring on the rail [N].
        material: Of the cloth.
        name: For people; rings are numbered after it.
        **options: Of `World.add_soft`.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range. The world is as it was.
    """
    start, end = site.check_place("start", start), site.check_place("end", end)
    way, length = site.direction_of(start, end, "a rail")
    if abs(way.y) > 1e-6:
        raise ValueError(f"a rail must be level, got {tuple(start)} to {tuple(end)}; give both ends the same height")
    drop, radius = site.check_size("drop", drop), site.check_size("radius", radius)
    fullness = checks.in_range("fullness", fullness, 1.0, 2.0, "", "1 is a flat sheet, 2 has deep folds")
    columns, rows, gap = grid_counts("a curtain", fullness * length, drop, spacing)
    count = checks.integer("rings", rings, 2, columns, f"the cloth is {columns} vertices wide")
    form = SoftCloth.grid(columns=columns, rows=rows, spacing=gap)
    chosen = np.linspace(0, columns - 1, count).round().astype(int)
    line = _folds(length, columns, chosen, fullness)
    side, hang = way.cross(Vec3(0.0, 1.0, 0.0)), Vec3(0.0, -2.5 * radius, 0.0)
    with site.all_or_nothing(world):
        rail = add_bar(world, start, end, radius, material="steel", name=f"{name} rail")
        sliding, joints = [], []
        for k, column in enumerate(chosen):
            place = start + way * float(line[column, 0]) + hang
            ring = world.add_body(shape=ShapeSphere(0.8 * radius), position=place, mass=0.1, material="steel",
                                  category=2, mask=0, name=f"{name} ring {k + 1}")  # fmt: skip
            limits = (-float(line[column, 0]), length - float(line[column, 0]))
            joints.append(world.add_joint(JointSlider(rail, ring, anchor=place, axis=way, limits=limits,
                                                      friction=friction, name=f"{name} ring")))  # fmt: skip
            sliding.append(ring)
        cloth = world.add_soft(form, material=material, name=name, **options)
        across = np.array(start + hang) + line[:, :1] * np.array(way) + line[:, 1:] * np.array(side)
        down = gap * np.arange(rows)[:, None, None] * np.array((0.0, -1.0, 0.0))
        cloth.positions = (across[None] + down).reshape(-1, 3)
        for ring, column in zip(sliding, chosen, strict=True):
            cloth.attach(int(column), ring, compliance=GIVE)
    return Curtain((rail, *sliding), tuple(joints), (cloth,), rail, tuple(sliding), cloth)


def _folds(length: float, columns: int, held: np.ndarray, fullness: float) -> np.ndarray:
    """Places along and across a rail of the vertices of a folded edge, which are straight under the rings."""
    places = np.zeros((columns, 2))
    places[:, 0] = np.linspace(0.0, length, columns)
    # Half waves between rings, to both sides in turn: a wave of amplitude a is about (1 + (pi a / l)^2 / 4) l long.
    for k in range(len(held) - 1):
        inside = np.arange(held[k], held[k + 1] + 1)
        half = length * (held[k + 1] - held[k]) / (columns - 1)
        share = (inside - held[k]) / (held[k + 1] - held[k])
        depth = 2.0 * half / math.pi * math.sqrt(fullness - 1.0)
        places[inside, 1] = (-1.0) ** k * depth * np.sin(math.pi * share)
    return places


@dataclasses.dataclass(frozen=True)
class Hammock(SoftBuilt):
    """A hammock; the bodies are the bars at its ends, the soft bodies its cloth and then its ropes.

    Attributes:
        cloth: The sheet.
        bars: What spreads it, at the start and at the end.
        ropes: Two for each bar.
    """

    cloth: Soft
    bars: tuple[Body, Body]
    ropes: tuple[Soft, ...]


def build_hammock(
    world: "World",
    start: checks.VectorLike,
    end: checks.VectorLike,
    *,
    width: float = 1.0,
    share: float = 0.7,
    spread: float = 0.0,
    sag: float = 0.1,
    spacing: float = 0.1,
    start_body: Body | None = None,
    end_body: Body | None = None,
    material: str = "denim",
    name: str = "hammock",
    **options: Any,
) -> Hammock:
    """Add a hammock between two points: a cloth between two bars, each of which hangs on two ropes.

    Args:
        world: Where to.
        start: Where the ropes of one end are tied [m].
        end: Where those of the other are tied, at the same height [m].
        width: Of the cloth [m].
        share: Length of the cloth over the distance of the points, 0.3 to 0.9.
        spread: How far apart the two ropes of an end are tied [m]; far apart, it does not tip over.
        sag: How much longer ropes and cloth are than the distance, as a share of it, 0 to 0.5.
        spacing: Distance of vertices, about [m].
        start_body: What holds it at the start; None for the world.
        end_body: What holds it at the end; None for the world.
        material: Of the cloth.
        name: For people.
        **options: Of `World.add_soft`, for the cloth.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range.
        LookupError: A body is not in this world. The world is as it was.
    """
    ends = site.check_place("start", start), site.check_place("end", end)
    way, distance = site.direction_of(*ends, "a hammock")
    if abs(way.y) > 0.5:
        raise ValueError(f"a hammock must be about level, got {tuple(start)} to {tuple(end)}; lower the higher end")
    width = site.check_size("width", width)
    share = checks.in_range("share", share, 0.3, 0.9)
    spread = checks.in_range("spread", spread, 0.0, 10.0 * width, "m")
    sag = checks.in_range("sag", sag, 0.0, 0.5)
    holders = start_body, end_body
    for key, body in zip(("start_body", "end_body"), holders, strict=True):
        site.check_end(world, key, body)
    # It starts as a straight line, and dips where its length allows.
    side = site.side_of(way)
    columns, rows, gap = grid_counts("a hammock", width, share * distance * (1.0 + sag), spacing)
    with site.all_or_nothing(world):
        middle = (ends[0] + ends[1]) * 0.5
        form = SoftCloth.grid(columns=columns, rows=rows, spacing=gap)
        cloth = world.add_soft(form, orientation=frame(side, way), material=material, name=name, **options)
        along = (np.arange(rows) / (rows - 1) - 0.5) * share * distance
        dip = _dip(share * distance, (rows - 1) * gap)
        across = (np.arange(columns) / (columns - 1) - 0.5) * TROUGH * width
        places = np.array(middle) + along[:, None, None] * np.array(way) + across[:, None] * np.array(side)
        places[..., 1] -= (dip * (1.0 - (2.0 * along / (share * distance)) ** 2))[:, None]
        cloth.positions = places.reshape(-1, 3)
        bars, ropes = [], []
        for k, (tie, holder) in enumerate(zip(ends, holders, strict=True)):
            row = 0 if k == 0 else rows - 1
            a, b = (Vec3(*places[row, c].tolist()) for c in (0, columns - 1))
            bar = add_bar(world, a - side * 0.03, b + side * 0.03, 0.02, kind=BodyKind.DYNAMIC, density=600.0,
                          material="wood", category=2, mask=0, linear_damping=1.0, angular_damping=3.0,
                          name=f"{name} bar")  # fmt: skip
            bars.append(bar)  # cloth and ropes are wound around it: without damping it spins on
            for column in range(0, columns, 2):
                cloth.attach(row * columns + column, bar, compliance=GIVE)
            for corner, out in ((a, -0.5), (b, 0.5)):
                ropes.append(_tie(world, tie + side * (out * spread), corner, holder, bar, f"{name} rope"))
    return Hammock(tuple(bars), (), (cloth, *ropes), cloth, (bars[0], bars[1]), tuple(ropes))


def _dip(span: float, length: float) -> float:
    """Depth of a flat parabola of a length over a span [m]."""
    return math.sqrt(max(0.0, 3.0 / 8.0 * span * (length - span)))


def _tie(world: "World", start: Vec3, end: Vec3, start_body: Body | None, end_body: Body, name: str) -> Soft:
    """A rope between points of two bodies."""
    pieces = max(3, round((end - start).length / 0.12))
    rope = world.add_soft(SoftRope.line((0, 0, 0), end - start, segments=pieces, radius=0.012), position=start,
                          name=name, category=2, mask=0)  # fmt: skip
    hold(rope, 0, start_body, start)
    hold(rope, pieces, end_body, end)
    return rope
