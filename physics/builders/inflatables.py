"""Things full of gas: bunches of balloons, air mattresses, bouncy castles, tires."""

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.builders import site
from physics.builders.softness import GIVE, SoftBuilt, frame, hold, level_way
from physics.joints.joint import Joint
from physics.joints.single import JointHinge
from physics.shapes.primitives import ShapeCylinder, ShapeSphere
from physics.soft.forms.rope import SoftRope
from physics.soft.forms.shell import SoftShell
from physics.soft.soft import Soft
from physics.vector import Vec3

if TYPE_CHECKING:
    from physics.world import World

#: Colors of balloons, in turn.
COLORS = ((0.85, 0.12, 0.10), (0.95, 0.70, 0.08), (0.10, 0.45, 0.80), (0.15, 0.60, 0.25), (0.55, 0.20, 0.65))
#: How far the ends of a string give [m/N]: a balloon pulls with some newtons.
SLACK = 5e-3
#: Parts of a castle are so far over the ground, and so far from one another before they are filled [m].
GROUND_GAP, SEAM = 0.03, 0.12
#: Angle between neighbors that spreads things evenly [rad].
GOLDEN = math.pi * (3.0 - math.sqrt(5.0))


@dataclasses.dataclass(frozen=True)
class Balloons(SoftBuilt):
    """A bunch of balloons; the bodies are the valves, to which a balloon and its string are tied.

    Attributes:
        balloons: The balloons.
        strings: Their strings.
        valves: A small body at the foot of each balloon.
    """

    balloons: tuple[Soft, ...]
    strings: tuple[Soft, ...]
    valves: tuple[Body, ...]


def build_balloons(
    world: "World",
    knot: checks.VectorLike,
    *,
    count: int = 7,
    radius: float = 0.25,
    string: float = 1.5,
    pressure: float = 1e4,
    lift: float = 1.0,
    detail: int = 2,
    body: Body | None = None,
    material: str = "latex",
    name: str = "balloon",
    **options: Any,
) -> Balloons:
    """Add balloons that rise, each on a string to one point.

    Args:
        world: Where to.
        knot: Where the strings are tied [m].
        count: Number of balloons.
        radius: Of a balloon [m].
        string: Length of a string [m].
        pressure: Above that of the air [Pa], before it stretches.
        lift: What pulls a balloon up, over its weight: helium in thin latex lifts several times that. 0 lets it float
            in the air, less lets it fall.
        detail: How fine a balloon is: 42 vertices for 1, 162 for 2.
        body: What holds the strings; None for the world.
        material: Of the balloons.
        name: For people; balloons are numbered after it.
        **options: Of `World.add_soft`, for the balloons.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range.
        LookupError: The body is not in this world. The world is as it was.
    """
    knot = site.check_place("knot", knot)
    count = checks.integer("count", count, 1, 200)
    radius, string = site.check_size("radius", radius), site.check_size("string", string)
    lift = checks.in_range("lift", lift, -1.0, 100.0, "", "1 lifts as much as the balloon weighs")
    site.check_end(world, "body", body)
    form = SoftShell.ball(radius, detail=detail, pressure=pressure)
    foot = int(np.argmin(form.points[:, 1]))
    down = float(form.points[foot, 1])
    balloons, strings, valves = [], [], []
    # On a cap around the knot, far enough apart from each other.
    spread = 2.4 * radius / (string + radius)
    with site.all_or_nothing(world):
        for k in range(count):
            lean, turn = spread * math.sqrt(k / 2.5), GOLDEN * k
            lean = min(lean, 1.4)
            way = Vec3(math.sin(lean) * math.cos(turn), math.cos(lean), math.sin(lean) * math.sin(turn))
            end = knot + way * string
            balloon = world.add_soft(
                form, position=end + (0.0, -down, 0.0), material=material, name=f"{name} {k + 1}",
                **{"gravity_scale": -lift, "color": COLORS[k % 5], "linear_damping": 0.5, **options},
            )  # fmt: skip
            tip = Vec3(*balloon.positions[foot].tolist())
            valve = world.add_body(shape=ShapeSphere(0.06 * radius), position=tip, mass=0.03, material="rubber",
                                   mask=0, category=2, linear_damping=1.0, angular_damping=3.0,
                                   name=f"{name} valve {k + 1}")  # fmt: skip
            cord = world.add_soft(SoftRope.line((0.0, 0.0, 0.0), tip - knot, segments=10, radius=0.004),
                                  position=knot, mask=0, category=2, density=0.01, linear_damping=0.5,
                                  color=(0.9, 0.9, 0.9), name=f"{name} string {k + 1}")  # fmt: skip
            balloon.attach(foot, valve, compliance=SLACK)
            hold(cord, 0, body, knot, SLACK)
            cord.attach(10, valve, compliance=SLACK)
            balloons.append(balloon)
            strings.append(cord)
            valves.append(valve)
    return Balloons(
        tuple(valves), (), (*balloons, *strings), tuple(balloons), tuple(strings), tuple(valves)
    )  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Mattress(SoftBuilt):
    """An air mattress.

    Attributes:
        shell: It.
    """

    shell: Soft


def build_mattress(
    world: "World",
    center: checks.VectorLike,
    *,
    length: float = 2.0,
    width: float = 1.0,
    thickness: float = 0.25,
    spacing: float = 0.12,
    pressure: float = 4e4,
    name: str = "mattress",
    **options: Any,
) -> Mattress:
    """Add an air mattress of strong foil, which lies level.

    Args:
        world: Where to.
        center: Its middle [m].
        length: Along X [m].
        width: Along Z [m].
        thickness: Before it is filled [m].
        spacing: Distance of vertices, about [m].
        pressure: Above that of the air, before it bulges [Pa].
        name: For people.
        **options: Of `World.add_soft`.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range. The world is as it was.
    """
    center = site.check_place("center", center)
    sizes = [
        site.check_size(key, value) for key, value in (("length", length), ("thickness", thickness), ("width", width))
    ]
    spacing = site.check_size("spacing", spacing)
    cells = [max(2, round(size / spacing)) for size in sizes]
    form = SoftShell.box(half_extents=[0.5 * size for size in sizes], cells=cells, pressure=pressure)
    options = {"stretch": 2e4, "bend": 1e-2, "density": 0.8, **options}
    with site.all_or_nothing(world):
        shell = world.add_soft(form, position=center, material="latex", name=name, **options)
    return Mattress((), (), (shell,), shell)


@dataclasses.dataclass(frozen=True)
class Castle(SoftBuilt):
    """A bouncy castle, pegged to the ground.

    Attributes:
        floor: What one jumps on.
        walls: Those at three of its sides.
        towers: Those at its corners.
    """

    floor: Soft
    walls: tuple[Soft, ...]
    towers: tuple[Soft, ...]


def build_castle(
    world: "World",
    center: checks.VectorLike,
    *,
    width: float = 4.0,
    thickness: float = 0.5,
    height: float = 1.8,
    spacing: float = 0.5,
    pressure: float = 6e3,
    heading: float = 0.0,
    name: str = "castle",
    **options: Any,
) -> Castle:
    """Add a bouncy castle: a square floor full of air, walls at three sides, a tower at each corner.

    Args:
        world: Where to.
        center: Middle of its floor on the ground [m].
        width: Of the floor [m].
        thickness: Of the floor [m].
        height: Of the towers over the ground [m]; walls are two thirds as high.
        spacing: Distance of vertices, about [m].
        pressure: Above that of the air [Pa].
        heading: Where one gets in, angle about +Y, 0 along +X [rad].
        name: For people.
        **options: Of `World.add_soft`.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range. The world is as it was.
    """
    center, way = site.check_place("center", center), level_way("heading", heading)
    width, thickness = site.check_size("width", width), site.check_size("thickness", thickness)
    height, spacing = site.check_size("height", height), site.check_size("spacing", spacing)
    options = {"stretch": 8e4, "bend": 0.05, "density": 1.0, "break_strain": math.inf, **options}
    side, thick = 0.5 * width, 0.12 * width
    turned = frame(way, way.cross(site.UP))

    def add(what: str, color: int, size: tuple[float, float, float], x: float, z: float) -> Soft:
        """A box of air on the ground, pegged around its foot."""
        cells = [max(2, round(length / spacing)) for length in size]
        form = SoftShell.box(half_extents=[0.5 * length for length in size], cells=cells, pressure=pressure)
        place = center + way * x + way.cross(site.UP) * z + (0.0, 0.5 * size[1] + GROUND_GAP, 0.0)
        made = world.add_soft(form, position=place, orientation=turned, material="latex", name=f"{name} {what}",
                              **{"color": COLORS[color], **options})  # fmt: skip
        at_foot = form.points[:, 1] < -0.5 * size[1] + 1e-6
        at_edge = (np.abs(form.points[:, [0, 2]]) > 0.5 * np.array((size[0], size[2])) - 1e-6).any(axis=1)
        made.pin(np.flatnonzero(at_foot & at_edge).tolist())
        return made

    out = side + 0.5 * thick + SEAM
    with site.all_or_nothing(world):
        floor = add("floor", 1, (width, thickness, width), 0.0, 0.0)
        walls = (
            add("wall 1", 2, (thick, 2.0 / 3.0 * height, width), -out, 0.0),
            *(add(f"wall {k + 2}", 2, (width, 2.0 / 3.0 * height, thick), 0.0, z) for k, z in enumerate((-out, out))),
        )
        corners = [(x, z) for x in (-out, out) for z in (-out, out)]
        towers = tuple(add(f"tower {k + 1}", 0, (thick, height, thick), *at) for k, at in enumerate(corners))
    return Castle((), (), (floor, *walls, *towers), floor, walls, towers)


@dataclasses.dataclass(frozen=True)
class Tire(SoftBuilt):
    """A wheel with a tire full of air; the body is its rim, the joint, if any, its bearing.

    Attributes:
        rim: What the tire sits on.
        tire: The tire.
        bearing: Hinge at the chassis, or None.
    """

    rim: Body
    tire: Soft
    bearing: Joint | None


def build_tire(
    world: "World",
    center: checks.VectorLike,
    *,
    axis: checks.VectorLike = (0.0, 0.0, 1.0),
    radius: float = 0.45,
    tube: float = 0.14,
    segments: int = 28,
    sides: int = 10,
    pressure: float = 2e4,
    chassis: Body | None = None,
    motor_speed: float = 0.0,
    motor_max_force: float = 0.0,
    rim_mass: float = 12.0,
    name: str = "tire",
    **options: Any,
) -> Tire:
    """Add a tire full of air on a rim.

    Args:
        world: Where to.
        center: Its middle [m].
        axis: Along its axle.
        radius: Of the whole wheel [m].
        tube: Radius of the tire itself [m], less than half of the other.
        segments: Vertices around the axle.
        sides: Vertices around the tube, 6 or more.
        pressure: Above that of the air [Pa].
        chassis: What it turns on; None for a wheel that rolls by itself.
        motor_speed: Of the bearing [rad/s].
        motor_max_force: Most torque of its motor [N m].
        rim_mass: Mass of the rim [kg].
        name: For people.
        **options: Of `World.add_soft`.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range.
        LookupError: The chassis is not in this world. The world is as it was.
    """
    center, axle = site.check_place("center", center), Vec3(*checks.unit_vector("axis", axis))
    radius, tube = site.check_size("radius", radius), site.check_size("tube", tube)
    if tube >= 0.45 * radius:
        raise ValueError(f"tube must be less than 0.45 of the radius of {radius:g} m, got {tube:g} m")
    segments, sides = checks.integer("segments", segments, 8, 400), checks.integer("sides", sides, 6, 100)
    site.check_end(world, "chassis", chassis)
    form = SoftShell.torus(radius=radius - tube, tube=tube, segments=segments, sides=sides, pressure=pressure)
    turned = site.frame_of_way(axle, site.side_of(axle))
    options = {"stretch": 2e4, "bend": 0.5, "density": 10.0, "friction": 1.0, "group": -77, **options}
    with site.all_or_nothing(world):
        rim = world.add_body(shape=ShapeCylinder(radius - 1.9 * tube, 0.7 * tube), position=center, orientation=turned,
                             mass=checks.positive("rim_mass", rim_mass, "kg"), material="steel",
                             group=options["group"], name=f"{name} rim")  # fmt: skip
        soft = world.add_soft(form, position=center, orientation=turned, material="latex", name=name,
                              **{"color": (0.06, 0.06, 0.065), **options})  # fmt: skip
        inner = [side for side in range(sides) if math.cos(2.0 * math.pi * side / sides) < -0.5]
        for segment in range(segments):
            for side in inner:
                soft.attach(segment * sides + side, rim, compliance=2.0 * GIVE)
        bearing = None
        if chassis is not None:
            bearing = world.add_joint(JointHinge(chassis, rim, anchor=center, axis=axle, motor_speed=motor_speed,
                                                 motor_max_force=motor_max_force, name=f"{name} bearing"))  # fmt: skip
    return Tire((rim,), () if bearing is None else (bearing,), (soft,), rim, soft, bearing)
