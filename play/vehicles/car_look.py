"""What the cars look like: parts of their bodies that are drawn, but do not collide."""

import itertools
import math
from collections.abc import Sequence
from typing import Any

from physics import Body, ShapeBox, ShapeCylinder, ShapeHull, Vec3, World
from physics.vector import rotation_of

#: Density of parts that are only drawn [kg/m^3]: next to nothing.
THIN = 0.01
#: Options of parts that are only drawn: in no category, so that neither rays nor bodies hit them.
DRAWN: dict[str, Any] = {"density": THIN, "category": 0, "mask": 0}
#: Rotations that lay a cylinder, which stands along +Y, along X and along Z.
ALONG_X = (0.0, 0.0, -math.sqrt(0.5), math.sqrt(0.5))
ALONG_Z = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))

#: Outline of the body from the side: height of the lower edge, of the waist, where it is widest, and of the upper
#: edge, and half widths there, at places from nose to tail [m].
STATIONS = (
    (-2.06, -0.10, 0.02, 0.12, 0.55, 0.66, 0.58),
    (-1.98, -0.17, 0.04, 0.24, 0.64, 0.76, 0.68),
    (-0.92, -0.18, 0.06, 0.37, 0.70, 0.80, 0.72),
    (1.52, -0.18, 0.06, 0.38, 0.70, 0.80, 0.70),
    (1.68, -0.12, 0.04, 0.30, 0.62, 0.74, 0.64),
)
#: Corners of the windows: place along the car, height and half width, below and above [m].
SCREEN, SHOULDER = ((-0.98, 0.35, 0.70), (-0.36, 0.80, 0.55)), ((1.56, 0.36, 0.69), (1.12, 0.80, 0.55))


def dress_chassis(world: World, chassis: Body, paint: str) -> None:
    """Add the parts of a car that are only drawn.

    Args:
        world: Where.
        chassis: What they belong to.
        paint: Name of the material that it is painted with.
    """
    look = Painter(world, chassis)
    for front, back in itertools.pairwise(STATIONS):
        look.hull(paint, [point for station in (front, back) for point in _ring(station)])
    look.hull("window", [(s * x, y, z) for (z, y, x) in (*SCREEN, *SHOULDER) for s in (-1.0, 1.0)])
    look.slab(paint, (0.0, 0.80, 0.38), (0.56, 0.025, 0.76))
    _add_pillars(look, paint)
    _add_trim(look)
    _add_lamps(look)
    _add_sport(look)


def ensure(world: World, name: str) -> str:
    """A material of the world; added, if it is not there."""
    if name not in world.materials:
        world.add_material(name, density=1000.0, friction=0.4, restitution=0.1)
    return name


def _ring(station: Sequence[float]) -> list[tuple[float, float, float]]:
    """Corners of a cut through the body."""
    z, *heights_and_widths = station
    return [(s * x, y, z) for y, x in zip(heights_and_widths[:3], heights_and_widths[3:], strict=True) for s in (-1, 1)]


class Painter:
    """Adds parts to a body.

    Args:
        world: Where.
        body: What they belong to.
    """

    def __init__(self, world: World, body: Body) -> None:
        self._world = world
        self._body = body

    def hull(self, material: str, points: Sequence[Sequence[float]]) -> None:
        """Add the convex hull of points [m]."""
        self._body.add_shape(ShapeHull(points), material=ensure(self._world, material), **DRAWN)

    def slab(
        self,
        material: str,
        place: Sequence[float],
        half: tuple[float, float, float],
        turn: Sequence[float] = (0.0, 0.0, 0.0, 1.0),
    ) -> None:
        """Add a box: its middle, and half of its lengths [m]."""
        self._body.add_shape(ShapeBox(half), place, turn, material=ensure(self._world, material), **DRAWN)

    def disk(self, material: str, place: Sequence[float], radius: float, half: float, turn: Sequence[float]) -> None:
        """Add a cylinder: its middle, radius and half height [m]."""
        self._body.add_shape(ShapeCylinder(radius, half), place, turn, material=ensure(self._world, material), **DRAWN)

    def beam(self, material: str, start: Vec3, end: Vec3, width: float, depth: float) -> None:
        """Add a beam between two points, `width` across the car and `depth` along it [m]."""
        ends = [Vec3(*end), Vec3(*start)]
        corners = [(sx * 0.5 * width, 0.0, sz * 0.5 * depth) for sx in (-1, 1) for sz in (-1, 1)]
        self.hull(material, [at + corner for at in ends for corner in corners])


def _add_pillars(look: Painter, paint: str) -> None:
    """What the roof stands on, and the frames of the screens."""
    (low, high), (back_low, back_high) = SCREEN, SHOULDER
    for s in (-1.0, 1.0):
        below, above = [Vec3(s * (x + 0.005), y, z) for z, y, x in (low, high)]
        look.beam(paint, below, above, 0.05, 0.07)
        rear_below, rear_above = [Vec3(s * (x + 0.005), y, z) for z, y, x in (back_low, back_high)]
        look.beam(paint, rear_below, rear_above, 0.05, 0.22)
        look.beam(paint, Vec3(s * 0.705, 0.36, 0.42), Vec3(s * 0.555, 0.80, 0.40), 0.03, 0.08)
        look.slab(paint, (s * 0.553, 0.79, 0.38), (0.03, 0.025, 0.76))


def _add_trim(look: Painter) -> None:
    """Bumpers, sills, arches, mirrors, grille, handles."""
    look.slab("black paint", (0.0, -0.08, -2.06), (0.62, 0.07, 0.06))
    look.slab("black paint", (0.0, -0.06, 1.68), (0.66, 0.08, 0.06))
    look.slab("black paint", (0.0, 0.06, -2.055), (0.30, 0.05, 0.02))
    look.slab("white paint", (0.0, 0.08, 1.70), (0.24, 0.055, 0.01))
    for s in (-1.0, 1.0):
        look.slab("black paint", (s * 0.76, -0.16, 0.0), (0.035, 0.05, 0.82))
        for z in (-1.25, 1.25):
            look.disk("black paint", (s * 0.62, -0.13, z), 0.405, 0.185, ALONG_X)
            look.slab("black paint", (s * 0.72, -0.28, z + 0.42), (0.10, 0.12, 0.012))
        look.slab("black paint", (s * 0.83, 0.42, -0.66), (0.07, 0.05, 0.04))
        look.slab("chrome", (s * 0.795, 0.22, 0.30), (0.015, 0.015, 0.07))


def _add_lamps(look: Painter) -> None:
    """Head lamps with chrome rings, two more for the night, tail lamps."""
    for s in (-1.0, 1.0):
        look.disk("chrome", (s * 0.53, 0.12, -2.02), 0.115, 0.05, ALONG_Z)
        look.disk("lamp", (s * 0.53, 0.12, -2.04), 0.095, 0.05, ALONG_Z)
        look.disk("black paint", (s * 0.20, 0.20, -2.06), 0.10, 0.05, ALONG_Z)
        look.disk("lamp", (s * 0.20, 0.20, -2.08), 0.08, 0.05, ALONG_Z)
        look.slab("tail lamp", (s * 0.60, 0.12, 1.68), (0.06, 0.10, 0.04))


def _add_sport(look: Painter) -> None:
    """Stripes, start number, wing, scoop, exhaust."""
    for x in (-0.16, 0.16):
        stripe = ((0.20, -1.96), (0.248, -1.96), (0.375, -0.96), (0.30, -0.96))
        look.hull("white paint", [(x + across, y, z) for across in (-0.08, 0.08) for y, z in stripe])
        look.slab("white paint", (x, 0.815, 0.38), (0.08, 0.014, 0.765))
    look.slab("black paint", (0.0, 0.36, -1.20), (0.06, 0.035, 0.10))
    for s in (-1.0, 1.0):
        look.disk("white paint", (s * 0.79, 0.10, 0.02), 0.22, 0.018, ALONG_X)
        look.slab("black paint", (s * 0.80, 0.10, 0.02), (0.014, 0.11, 0.028))
        look.beam("black paint", Vec3(s * 0.50, 0.76, 1.14), Vec3(s * 0.50, 0.90, 1.30), 0.03, 0.10)
    look.slab("black paint", (0.0, 0.90, 1.30), (0.56, 0.015, 0.13))
    look.disk("chrome", (-0.42, -0.20, 1.70), 0.045, 0.12, ALONG_Z)


def dress_wheel(world: World, wheel: Body, radius: float, width: float) -> None:
    """Add rim, spokes and hub to a wheel whose axle is its +Y.

    Args:
        world: Where.
        wheel: What they belong to.
        radius: Of the tire [m].
        width: Of it [m].
    """
    look = Painter(world, wheel)
    half, still = 0.5 * width, (0.0, 0.0, 0.0, 1.0)
    look.disk("tire", (0.0, 0.0, 0.0), radius + 0.002, half + 0.002, still)
    look.disk("chrome", (0.0, 0.0, 0.0), 0.68 * radius, half + 0.004, still)
    look.disk("black paint", (0.0, 0.0, 0.0), 0.61 * radius, half + 0.006, still)
    look.disk("gray paint", (0.0, 0.0, 0.0), 0.16 * radius, half + 0.016, still)
    for k in range(5):
        angle = 0.4 * math.pi * k
        place = (0.37 * radius * math.sin(angle), 0.0, 0.37 * radius * math.cos(angle))
        turn = rotation_of(angle)
        look.slab("white paint", place, (0.065 * radius, half + 0.011, 0.27 * radius), turn)
