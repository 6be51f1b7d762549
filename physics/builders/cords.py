"""Things on ropes: a weight that hangs, a tire to swing in, and a line with washing."""

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.builders import site
from physics.builders.softness import GIVE, SoftBuilt, add_bar, frame, grid_counts, hold, level_way
from physics.shapes.primitives import ShapeBox, ShapeSphere
from physics.soft.forms.cloth import SoftCloth
from physics.soft.forms.rope import SoftRope
from physics.soft.forms.shell import SoftShell
from physics.soft.soft import Soft
from physics.vector import Vec3

if TYPE_CHECKING:
    from physics.world import World

#: Colors of washing, in turn.
COLORS = ((0.92, 0.92, 0.90), (0.75, 0.16, 0.14), (0.20, 0.38, 0.66), (0.93, 0.78, 0.30), (0.35, 0.58, 0.38))
#: Vertices of a tire that the rope of a swing goes around: the highest ones.
HELD = 5


@dataclasses.dataclass(frozen=True)
class HungWeight(SoftBuilt):
    """A weight on a rope.

    Attributes:
        rope: From the top down.
        weight: The ball at its end.
    """

    rope: Soft
    weight: Body


def build_hung_weight(
    world: "World",
    top: checks.VectorLike,
    *,
    length: float = 3.0,
    mass: float = 50.0,
    radius: float = 0.25,
    segments: int = 30,
    thickness: float = 0.02,
    swing: float = 0.0,
    body: Body | None = None,
    material: str = "hemp",
    name: str = "weight",
    **options: Any,
) -> HungWeight:
    """Add a ball that hangs on a rope.

    Args:
        world: Where to.
        top: Where the rope is tied [m].
        length: Of the rope [m].
        mass: Of the ball [kg].
        radius: Of the ball [m].
        segments: Pieces of the rope.
        thickness: Radius of the rope [m].
        swing: How far it is drawn aside at first, toward +X [rad].
        body: What holds it; None for the world.
        material: Of the rope.
        name: For people.
        **options: Of `World.add_soft`.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range.
        LookupError: The body is not in this world. The world is as it was.
    """
    top, length = site.check_place("top", top), site.check_size("length", length)
    radius, swing = site.check_size("radius", radius), checks.in_range("swing", swing, -3.1, 3.1, "rad")
    site.check_end(world, "body", body)
    way = Vec3(math.sin(swing), -math.cos(swing), 0.0)
    form = SoftRope.line((0.0, 0.0, 0.0), way * length, segments=segments, radius=thickness)
    with site.all_or_nothing(world):
        weight = world.add_body(shape=ShapeSphere(radius), position=top + way * (length + radius), mass=mass,
                                material="iron", name=name)  # fmt: skip
        rope = world.add_soft(form, position=top, material=material, name=f"{name} rope", **options)
        hold(rope, 0, body, top)
        rope.attach(segments, weight, top + way * length)
    return HungWeight((weight,), (), (rope,), rope, weight)


@dataclasses.dataclass(frozen=True)
class TireSwing(SoftBuilt):
    """A tire on a rope; the only body is the knot between them.

    Attributes:
        rope: From the top down.
        tire: The tire, full of air.
        knot: What both are tied to.
    """

    rope: Soft
    tire: Soft
    knot: Body


def build_tire_swing(
    world: "World",
    top: checks.VectorLike,
    *,
    length: float = 1.8,
    radius: float = 0.4,
    tube: float = 0.12,
    segments: int = 16,
    heading: float = 0.0,
    pressure: float = 2e4,
    body: Body | None = None,
    name: str = "tire swing",
    **options: Any,
) -> TireSwing:
    """Add a tire that hangs upright on a rope.

    Args:
        world: Where to.
        top: Where the rope is tied [m].
        length: Of the rope [m].
        radius: Of the tire [m].
        tube: Radius of its tube [m], less than half of the other.
        segments: Vertices around the tire.
        heading: Direction of its axle, angle about +Y, 0 along +X [rad].
        pressure: Above that of the air [Pa].
        body: What holds the rope; None for the world.
        name: For people.
        **options: Of `World.add_soft`, for the tire.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range.
        LookupError: The body is not in this world. The world is as it was.
    """
    top, axle = site.check_place("top", top), level_way("heading", heading)
    length, radius = site.check_size("length", length), site.check_size("radius", radius)
    tube = site.check_size("tube", tube)
    if tube >= 0.45 * radius:
        raise ValueError(f"tube must be less than 0.45 of the radius of {radius:g} m, got {tube:g} m")
    site.check_end(world, "body", body)
    form = SoftShell.torus(radius=radius - tube, tube=tube, segments=segments, sides=8, pressure=pressure)
    options = {"stretch": 2e4, "bend": 0.5, "density": 10.0, "friction": 1.0, "color": (0.06, 0.06, 0.065), **options}
    with site.all_or_nothing(world):
        end = top - (0.0, length, 0.0)
        tire = world.add_soft(form, position=end - (0.0, radius, 0.0), material="latex", name=name,
                              orientation=site.frame_of_way(axle, site.side_of(axle)), **options)  # fmt: skip
        knot = world.add_body(shape=ShapeSphere(0.04), position=end, mass=1.0, material="wood", category=2, mask=0,
                              name=f"{name} knot")  # fmt: skip
        rope = world.add_soft(SoftRope.line((0.0, 0.0, 0.0), end - top, segments=max(3, round(length / 0.15)),
                                            radius=0.015), position=top, name=f"{name} rope", category=2,
                              mask=0)  # fmt: skip
        hold(rope, 0, body, top)
        rope.attach(rope.vertex_count - 1, knot)
        high = np.argsort(-tire.positions[:, 1], kind="stable")[:HELD]
        for vertex in sorted(high.tolist()):
            tire.attach(vertex, knot, compliance=4.0 * GIVE)
    return TireSwing((knot,), (), (rope, tire), rope, tire, knot)


@dataclasses.dataclass(frozen=True)
class ClothesLine(SoftBuilt):
    """A line with washing; the bodies are two posts and then the pegs.

    Attributes:
        line: The rope.
        washing: The cloths.
        posts: What holds the line.
        pegs: What holds the cloths on the line.
    """

    line: Soft
    washing: tuple[Soft, ...]
    posts: tuple[Body, Body]
    pegs: tuple[Body, ...]


def build_clothes_line(
    world: "World",
    start: checks.VectorLike,
    end: checks.VectorLike,
    *,
    pieces: int = 4,
    height: float = 2.0,
    drop: float = 0.9,
    spacing: float = 0.09,
    material: str = "cotton",
    name: str = "line",
    **options: Any,
) -> ClothesLine:
    """Add a rope between two posts, with cloths pegged to it.

    Args:
        world: Where to.
        start: Foot of one post [m].
        end: Foot of the other, as high [m].
        pieces: Number of cloths, 1 or more.
        height: Of the posts [m].
        drop: How far a cloth hangs down, about [m].
        spacing: Distance of vertices, about [m].
        material: Of the cloths.
        name: For people.
        **options: Of `World.add_soft`, for the cloths.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range. The world is as it was.
    """
    feet = site.check_place("start", start), site.check_place("end", end)
    way, length = site.direction_of(*feet, "a clothes line")
    if abs(way.y) > 1e-6:
        raise ValueError(f"start and end of a clothes line must be as high, got {tuple(start)} and {tuple(end)}")
    count = checks.integer("pieces", pieces, 1, 100)
    height, drop = site.check_size("height", height), site.check_size("drop", drop)
    # Per cloth ten pieces of rope: one of air on each side, and pegs at both ends of the eight between.
    segments = 10 * count
    piece = length / segments
    columns, rows, gap = grid_counts("washing", 8.0 * piece, drop, spacing)
    with site.all_or_nothing(world):
        tops = [foot + (0.0, height, 0.0) for foot in feet]
        posts = [add_bar(world, foot, top, 0.05, material="wood", name=f"{name} post")
                 for foot, top in zip(feet, tops, strict=True)]  # fmt: skip
        rope = world.add_soft(SoftRope.line((0, 0, 0), tops[1] - tops[0], segments=segments, radius=0.01),
                              position=tops[0], category=2, mask=0, name=f"{name} rope")  # fmt: skip
        rope.pin((0, segments))
        washing: list[Soft] = []
        pegs: list[Body] = []
        for k in range(count):
            left = tops[0] + way * (piece * (10 * k + 1)) - (0.0, 0.03, 0.0)
            middle = left + way * (4.0 * piece) - (0.0, 0.5 * gap * (rows - 1), 0.0)
            cloth = world.add_soft(
                SoftCloth.grid(columns=columns, rows=rows, spacing=gap), position=middle,
                orientation=frame(way, Vec3(0.0, -1.0, 0.0)), material=material, name=f"{name} washing {k + 1}",
                **{"color": COLORS[k % 5], **options},
            )  # fmt: skip
            for vertex, knot in ((0, 10 * k + 1), (columns // 2, 10 * k + 5), (columns - 1, 10 * k + 9)):
                pegs.append(_peg(world, rope, knot, cloth, vertex, f"{name} peg {len(pegs) + 1}"))
            washing.append(cloth)
    return ClothesLine(
        (*posts, *pegs), (), (rope, *washing), rope, tuple(washing), (posts[0], posts[1]), tuple(pegs)
    )  # fmt: skip


def _peg(world: "World", rope: Soft, knot: int, cloth: Soft, vertex: int, name: str) -> Body:
    """A small body that a point of a rope and one of a cloth are held at."""
    place = np.array(rope.positions[knot])
    peg = world.add_body(shape=ShapeBox((0.012, 0.045, 0.02)), position=place - (0.0, 0.02, 0.0), mass=0.03,
                         material="wood", category=2, mask=0, linear_damping=1.0, angular_damping=3.0,
                         name=name)  # fmt: skip
    rope.attach(knot, peg)
    cloth.attach(vertex, peg)
    return peg
