"""Benchmark scenes that any engine can rebuild: plain numbers, no engine imported.

Y is up, capsules lie along their local Y axis, quaternions are (x, y, z, w). Jitter comes from a 32-bit linear
congruential generator instead of numpy, so that every engine, in whatever environment it runs, gets the same bits.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

DT = 1.0 / 60.0  # [s]
GRAVITY = -9.81  # along Y [m/s^2]
FRICTION = 0.6  # of every pair, after the engine's own mixing rule
RESTITUTION = 0.0
DENSITY = 1000.0  # [kg/m^3]

IDENTITY = (0.0, 0.0, 0.0, 1.0)
UNIT_BOX = (0.5, 0.5, 0.5)


@dataclass(frozen=True)
class PeerBody:
    """One body of a scene.

    Attributes:
        kind: "sphere", "box" or "capsule".
        size: (radius,), (half x, half y, half z) or (radius, half length of the straight part) [m].
        position: Center of mass [m].
        orientation: Unit quaternion (x, y, z, w).
    """

    kind: str
    size: tuple[float, ...]
    position: tuple[float, float, float]
    orientation: tuple[float, float, float, float] = IDENTITY

    @property
    def mass(self) -> float:
        """Mass at the density of the scenes [kg]."""
        return mass_and_inertia(self.kind, self.size)[0]

    @property
    def inertia(self) -> tuple[float, float, float]:
        """Principal moments about the local axes [kg m^2]."""
        return mass_and_inertia(self.kind, self.size)[1]


@dataclass(frozen=True)
class PeerScene:
    """What an engine needs to build a scene, and what the judge needs to know about it.

    Attributes:
        key: Name on the command line.
        title: Name in the report.
        steps: Steps of a full run.
        bodies: Dynamic bodies.
        plane: Whether the half-space y <= 0 is solid.
        walls: Static boxes.
        inner_half_width: Bodies belong inside |x|, |z| < this [m]; infinite without walls.
    """

    key: str
    title: str
    steps: int
    bodies: tuple[PeerBody, ...]
    plane: bool = True
    walls: tuple[PeerBody, ...] = ()
    inner_half_width: float = math.inf


def mass_and_inertia(kind: str, size: tuple[float, ...]) -> tuple[float, tuple[float, float, float]]:
    """Mass [kg] and principal moments [kg m^2] of a solid at DENSITY."""
    if kind == "box":
        x, y, z = size
        mass = DENSITY * 8 * x * y * z
        return mass, (mass / 3 * (y * y + z * z), mass / 3 * (x * x + z * z), mass / 3 * (x * x + y * y))
    radius = size[0]
    ball = DENSITY * 4 / 3 * math.pi * radius**3
    if kind == "sphere":
        return ball, (0.4 * ball * radius * radius,) * 3
    # Two half balls, each with its center of mass 3/8 radius beyond the end of the cylinder.
    length = 2 * size[1]
    cylinder = DENSITY * math.pi * radius * radius * length
    along = cylinder * radius * radius / 2 + 0.4 * ball * radius * radius
    across = cylinder * (length * length / 12 + radius * radius / 4) + ball * (
        0.4 * radius * radius + 0.375 * length * radius + length * length / 4
    )
    return cylinder + ball, (across, along, across)


class Jitter:
    """32-bit linear congruential generator (the constants of Numerical Recipes)."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def unit(self) -> float:
        """Next number in [0, 1)."""
        self._state = (1664525 * self._state + 1013904223) % 2**32
        return self._state / 2**32

    def around(self, x: float, y: float, z: float, spread: float) -> tuple[float, float, float]:
        """The point (x, y, z), each coordinate moved by up to `spread`."""
        return tuple(c + spread * (2 * self.unit() - 1) for c in (x, y, z))

    def rotation(self) -> tuple[float, float, float, float]:
        """Uniformly distributed unit quaternion (Shoemake's method)."""
        u, a, b = self.unit(), 2 * math.pi * self.unit(), 2 * math.pi * self.unit()
        p, q = math.sqrt(1 - u), math.sqrt(u)
        return p * math.sin(a), p * math.cos(a), q * math.sin(b), q * math.cos(b)


def grid(
    count_x: int, count_y: int, count_z: int, *, pitch: float, rise: float, bottom: float
) -> Iterator[tuple[float, float, float]]:
    """Points of a grid centered over the origin, layer by layer, `rise` apart, from the height `bottom` up [m]."""
    for y in range(count_y):
        for z in range(count_z):
            for x in range(count_x):
                yield (x - (count_x - 1) / 2) * pitch, bottom + y * rise, (z - (count_z - 1) / 2) * pitch


def box_pile(key: str, count_x: int, count_z: int) -> PeerScene:
    """Ten layers of unit boxes, dropped on a plane; a larger pile is wider, not taller: the work per box is alike."""
    jitter = Jitter(12345)
    points = grid(count_x, 10, count_z, pitch=1.1, rise=1.1, bottom=1.05)
    boxes = tuple(PeerBody("box", UNIT_BOX, jitter.around(*point, spread=0.045)) for point in points)
    return PeerScene(key, f"pile of {len(boxes):,} boxes", 300, boxes)


def wall_pyramid() -> PeerScene:
    """A wall of 30 rows, one box fewer in each; rows touch exactly, neighbors are 2 cm apart."""
    boxes = tuple(
        PeerBody("box", UNIT_BOX, ((i - (29 - row) / 2) * 1.02, 0.5 + row, 0.0))
        for row in range(30)
        for i in range(30 - row)
    )
    return PeerScene("B", "wall pyramid, 465 boxes", 600, boxes)


def mixed_pile() -> PeerScene:
    """1,000 spheres, boxes and capsules by turns, randomly turned, dropped on a plane."""
    jitter = Jitter(54321)
    kinds = (("sphere", (0.5,)), ("box", (0.4, 0.4, 0.4)), ("capsule", (0.3, 0.4)))
    bodies = tuple(
        PeerBody(*kinds[i % 3], jitter.around(*point, spread=0.05), jitter.rotation())
        for i, point in enumerate(grid(10, 10, 10, pitch=1.5, rise=1.5, bottom=1.5))
    )
    return PeerScene("C", "1,000 mixed shapes", 300, bodies)


def spheres_in_box() -> PeerScene:
    """5,000 spheres falling into an open box, 20 m wide inside."""
    walls = [PeerBody("box", (12.0, 1.0, 12.0), (0.0, -1.0, 0.0))]
    for side in (-11.0, 11.0):
        walls.append(PeerBody("box", (1.0, 20.0, 12.0), (side, 20.0, 0.0)))
        walls.append(PeerBody("box", (12.0, 20.0, 1.0), (0.0, 20.0, side)))
    jitter = Jitter(999)
    points = list(grid(16, 20, 16, pitch=1.2, rise=1.15, bottom=1.0))[:5000]
    spheres = tuple(PeerBody("sphere", (0.5,), jitter.around(*point, spread=0.05)) for point in points)
    return PeerScene(
        "E", "5,000 spheres in a box", 300, spheres, plane=False, walls=tuple(walls), inner_half_width=10.0
    )


SCENES: dict[str, Callable[[], PeerScene]] = {
    "A": lambda: box_pile("A", 10, 10),
    "B": wall_pyramid,
    "C": mixed_pile,
    "E": spheres_in_box,
    "A2": lambda: box_pile("A2", 20, 10),
    "A4": lambda: box_pile("A4", 20, 20),
    "A8": lambda: box_pile("A8", 40, 20),
}
GROWTH = ("A", "A2", "A4", "A8")  # the same pile with 1, 2, 4 and 8 thousand boxes
