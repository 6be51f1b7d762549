"""Sheets that are held all around: trampolines, tents, awnings and bags."""

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.bodies.kind import BodyKind
from physics.builders import site
from physics.builders.site import UP
from physics.builders.softness import GIVE, SoftBuilt, add_bar, disc, frame, grid_counts, level_way
from physics.shapes.primitives import ShapeCapsule
from physics.soft.forms.cloth import SoftCloth
from physics.soft.soft import Soft
from physics.vector import Quaternion, Vec3, about, multiply, rotate

if TYPE_CHECKING:
    from physics.world import World

NO_TURN = (0.0, 0.0, 0.0, 1.0)
#: Group of awnings: their cloth does not lie on its own bars.
GROUP = -79
#: Bars that a hoop is made of.
HOOP_BARS = 24


def hoop(radius: float, tube: float, height: float) -> list[tuple[ShapeCapsule, Vec3, Quaternion]]:
    """Parts of a level ring: bars from corner to corner.

    Args:
        radius: Of the ring [m].
        tube: Of a bar [m].
        height: Of the ring over the origin [m].
    """
    bar = ShapeCapsule(tube, radius * math.sin(math.pi / HOOP_BARS))
    lying = about((1.0, 0.0, 0.0), 0.5 * math.pi)
    turns = [about(UP, 2.0 * math.pi * k / HOOP_BARS) for k in range(HOOP_BARS)]
    return [(bar, rotate(turn, (radius, height, 0.0)), multiply(turn, lying)) for turn in turns]


@dataclasses.dataclass(frozen=True)
class Trampoline(SoftBuilt):
    """A trampoline; the only body is its frame.

    Attributes:
        frame: Ring and legs.
        cloth: The sheet.
        rim: Vertices of the cloth that the frame holds.
    """

    frame: Body
    cloth: Soft
    rim: tuple[int, ...]


def build_trampoline(
    world: "World",
    center: checks.VectorLike,
    *,
    radius: float = 2.0,
    height: float = 1.0,
    rings: int = 10,
    tension: float = 0.03,
    material: str = "denim",
    name: str = "trampoline",
    **options: Any,
) -> Trampoline:
    """Add a round sheet, stretched in a ring on legs.

    Args:
        world: Where to.
        center: Middle of the sheet on the ground, between the feet [m].
        radius: Of the sheet [m].
        height: Of the sheet over the ground [m].
        rings: Rings of vertices: 3 n (n + 1) + 1 vertices.
        tension: Strain that the ring holds it with, 0 to 0.2.
        material: Of the cloth.
        name: For people.
        **options: Of `World.add_soft`.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range. The world is as it was.
    """
    center = site.check_place("center", center)
    radius, height = site.check_size("radius", radius), site.check_size("height", height)
    rings = checks.integer("rings", rings, 2, 100)
    tension = checks.in_range("tension", tension, 0.0, 0.2, "", "0.03 is taut")
    vertices, triangles, rim = disc(radius / (1.0 + tension), rings)
    tube = 0.025 * radius
    parts = hoop(radius + 2.0 * tube, tube, height)
    leg = ShapeCapsule(tube, 0.5 * height - tube)
    for k in range(6):
        parts.append((leg, rotate(about(UP, math.pi / 3.0 * k), (radius + 2.0 * tube, 0.5 * height, 0.0)), NO_TURN))
    with site.all_or_nothing(world):
        ring = world.add_body(kind=BodyKind.STATIC, shapes=parts, position=center, material="steel",
                              name=f"{name} frame")  # fmt: skip
        options = {"stretch": 2e4, "bend": 1e-2, **options}
        cloth = world.add_soft(SoftCloth(vertices, triangles), position=center + (0.0, height, 0.0),
                               material=material, name=name, **options)  # fmt: skip
        cloth.positions = np.array(center + (0.0, height, 0.0)) + (1.0 + tension) * vertices
        cloth.pin(rim.tolist())
    return Trampoline((ring,), (), (cloth,), ring, cloth, tuple(rim.tolist()))


@dataclasses.dataclass(frozen=True)
class Tent(SoftBuilt):
    """A tent; the bodies are its two poles and the ridge.

    Attributes:
        cloth: The roof.
        pegs: Vertices of the cloth that are held at the ground.
    """

    cloth: Soft
    pegs: tuple[int, ...]


def build_tent(
    world: "World",
    center: checks.VectorLike,
    *,
    length: float = 2.4,
    width: float = 2.0,
    height: float = 1.5,
    spacing: float = 0.12,
    heading: float = 0.0,
    material: str = "cotton",
    name: str = "tent",
    **options: Any,
) -> Tent:
    """Add a tent: a cloth over a ridge on two poles, with its lower edges pegged to the ground.

    Args:
        world: Where to.
        center: Middle of the floor [m].
        length: Along the ridge [m].
        width: At the ground [m].
        height: Of the ridge [m].
        spacing: Distance of vertices, about [m].
        heading: Direction of the ridge, angle about +Y, 0 along +X [rad].
        material: Of the cloth.
        name: For people.
        **options: Of `World.add_soft`.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range. The world is as it was.
    """
    center, way = site.check_place("center", center), level_way("heading", heading)
    length, width = site.check_size("length", length), site.check_size("width", width)
    height = site.check_size("height", height)
    slope, pole = math.hypot(0.5 * width, height), 0.03
    columns, rows, gap = grid_counts("a tent", length, 2.0 * slope, spacing)
    side = frame_side(way)
    # Half of the rows on each side; the cloth is a hair longer than its way over the ridge.
    down = np.abs(np.arange(rows) / (rows - 1) - 0.5) * 2.0
    out = np.sign(np.arange(rows) - 0.5 * (rows - 1)) * down * (0.5 * width) + 0.0
    with site.all_or_nothing(world):
        bars = [
            add_bar(world, center + way * x, center + way * x + UP * (height - 2.0 * pole), pole, material="wood",
                    name=f"{name} pole")
            for x in (-0.48 * length, 0.48 * length)
        ]  # fmt: skip
        top = center + UP * (height - 2.0 * pole)
        bars.append(add_bar(world, top - way * 0.5 * length, top + way * 0.5 * length, pole, material="wood",
                            name=f"{name} ridge"))  # fmt: skip
        cloth = world.add_soft(SoftCloth.grid(columns=columns, rows=rows, spacing=gap), orientation=frame(way, side),
                               material=material, name=name, **options)  # fmt: skip
        along = gap * (np.arange(columns) - 0.5 * (columns - 1))
        places = np.array(center) + along[:, None] * np.array(way) + out[:, None, None] * np.array(side)
        places[..., 1] += (height * (1.0 - down))[:, None] + 0.02
        cloth.positions = places.reshape(-1, 3)
        pegs = [row * columns + column for row in (0, rows - 1) for column in range(0, columns, 2)]
        cloth.pin(pegs)
    return Tent(tuple(bars), (), (cloth,), cloth, tuple(pegs))


@dataclasses.dataclass(frozen=True)
class Awning(SoftBuilt):
    """An awning; the bodies are its bars.

    Attributes:
        cloth: The roof.
        front: Vertices of the cloth at its front.
    """

    cloth: Soft
    front: tuple[int, ...]


def build_awning(
    world: "World",
    start: checks.VectorLike,
    end: checks.VectorLike,
    *,
    depth: float = 1.2,
    fall: float = 0.4,
    slack: float = 0.03,
    spacing: float = 0.2,
    radius: float = 0.02,
    material: str = "denim",
    name: str = "awning",
    **options: Any,
) -> Awning:
    """Add an awning: a cloth from a wall to a bar before it.

    Args:
        world: Where to.
        start: Where it begins at the wall [m].
        end: Where it ends there, at the same height [m]; the wall is to the left of the way from start to end.
        depth: How far the bar is before the wall [m].
        fall: How much lower the bar is [m].
        slack: How much longer the cloth is than the way to the bar, as a part of it, 0 to 0.5.
        spacing: Distance of vertices, about [m].
        radius: Of its bars [m].
        material: Of the cloth.
        name: For people.
        **options: Of `World.add_soft`.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range. The world is as it was.
    """
    start, end = site.check_place("start", start), site.check_place("end", end)
    way, length = site.direction_of(start, end, "an awning")
    if abs(way.y) > 1e-6:
        raise ValueError(f"an awning must be level, got {tuple(start)} to {tuple(end)}; give both ends the same height")
    depth, radius = site.check_size("depth", depth), site.check_size("radius", radius)
    fall = checks.in_range("fall", fall, 0.0, 10.0, "m")
    slack = checks.in_range("slack", slack, 0.0, 0.5, "", "0.03 hangs a little")
    out = frame_side(way) * depth - (0.0, fall, 0.0)
    columns, rows, gap = grid_counts("an awning", length, out.length * (1.0 + slack), spacing)
    with site.all_or_nothing(world):
        bars = [add_bar(world, a, b, radius, material="steel", group=GROUP, name=f"{name} bar")
                for a, b in ((start + out, end + out), (start, start + out), (end, end + out))]  # fmt: skip
        cloth = world.add_soft(SoftCloth.grid(columns=columns, rows=rows, spacing=gap), orientation=frame(way, out),
                               material=material, name=name, **{"group": GROUP, **options})  # fmt: skip
        along, down = np.linspace(0.0, length, columns), np.linspace(0.0, 1.0, rows)
        places = np.array(start) + along[:, None] * np.array(way) + down[:, None, None] * np.array(out)
        cloth.positions = places.reshape(-1, 3)
        front = range((rows - 1) * columns, rows * columns)
        cloth.pin((*range(columns), *front))
    return Awning(tuple(bars), (), (cloth,), cloth, tuple(front))


def frame_side(way: Vec3) -> Vec3:
    """The level direction to the right of another one."""
    return way.cross(UP)


@dataclasses.dataclass(frozen=True)
class Bag(SoftBuilt):
    """A bag; the only body is the hoop that holds it open.

    Attributes:
        hoop: What it hangs on.
        cloth: The bag.
        rim: Vertices of the cloth that the hoop holds.
    """

    hoop: Body
    cloth: Soft
    rim: tuple[int, ...]


def build_bag(
    world: "World",
    mouth: checks.VectorLike,
    *,
    radius: float = 0.5,
    depth: float = 0.9,
    rings: int = 6,
    kind: BodyKind = BodyKind.STATIC,
    material: str = "cotton",
    name: str = "bag",
    **options: Any,
) -> Bag:
    """Add a bag that hangs open on a hoop.

    Args:
        world: Where to.
        mouth: Middle of the hoop [m].
        radius: Of the hoop [m].
        depth: Of the bag [m].
        rings: Rings of vertices of its bottom; the walls are as fine.
        kind: Of the hoop: static, or what carries it moves it.
        material: Of the cloth.
        name: For people.
        **options: Of `World.add_soft`.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range. The world is as it was.
    """
    mouth, depth = site.check_place("mouth", mouth), site.check_size("depth", depth)
    radius = site.check_size("radius", radius)
    rings = checks.integer("rings", rings, 2, 50)
    vertices, triangles, edge = disc(0.97 * radius, rings)
    count, walls = len(edge), max(2, round(depth * rings / radius))
    rows = [edge]
    places, faces = [vertices - np.array((0.0, depth, 0.0))], [triangles]
    for k in range(1, walls + 1):
        rows.append(len(vertices) + (k - 1) * count + np.arange(count))
        places.append(
            vertices[edge] * (1.0 + 0.03 / 0.97 * k / walls) - np.array((0.0, depth * (1.0 - k / walls), 0.0))
        )
        low, high = rows[-2], rows[-1]
        # Seen from inside, like the bottom, which looks up.
        faces += [np.column_stack((low, np.roll(high, -1), np.roll(low, -1))),
                  np.column_stack((low, high, np.roll(high, -1)))]  # fmt: skip
    with site.all_or_nothing(world):
        ring = world.add_body(kind=kind, shapes=hoop(1.06 * radius, 0.03 * radius, 0.0), position=mouth,
                              material="wood", name=f"{name} hoop")  # fmt: skip
        form = SoftCloth(np.concatenate(places), np.concatenate(faces))
        cloth = world.add_soft(form, position=mouth, material=material, name=name, **options)
        for vertex in rows[-1].tolist():
            cloth.attach(vertex, ring, compliance=GIVE)
    return Bag((ring,), (), (cloth,), ring, cloth, tuple(rows[-1].tolist()))
