"""What benchmark scenes are made of: bodies, terrain, rays, and the numbers that all scenes share."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bench.reference.hulls import Hull, hull_of, volume_center_inertia
from bench.scenes.joints import PeerJoint

if TYPE_CHECKING:
    from bench.scenes.softs import PeerSoft

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
        kind: "sphere", "box", "capsule", "cylinder" or "hull".
        size: (radius,), (half x, half y, half z), (radius, half length of the straight part), (radius, half height), or
            the corners of a hull as x, y, z, x, y, z ..., about its center of mass and along its principal axes [m].
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

    @property
    def hull(self) -> Hull:
        """The faces of a body of the kind "hull"."""
        return hull_of(self.size)


@dataclass(frozen=True)
class PeerTerrain:
    """A static triangle mesh over a grid around the origin; each cell has two triangles.

    Attributes:
        cells: Number of cells along x and along z.
        cell: Lengths of a cell along x and along z [m].
        heights: Of the corners of the cells [m], along x first, (cells x + 1) (cells z + 1) numbers.
    """

    cells: tuple[int, int]
    cell: tuple[float, float]
    heights: tuple[float, ...]

    @property
    def half_width(self) -> tuple[float, float]:
        """Half of its lengths along x and z [m]."""
        return self.cells[0] * self.cell[0] / 2, self.cells[1] * self.cell[1] / 2

    @property
    def vertices(self) -> np.ndarray:
        """Corners [m], shape [V, 3]."""
        z, x = np.indices((self.cells[1] + 1, self.cells[0] + 1)).reshape(2, -1)
        (half_x, half_z), (cell_x, cell_z) = self.half_width, self.cell
        return np.stack([x * cell_x - half_x, np.array(self.heights), z * cell_z - half_z], axis=1)

    @property
    def triangles(self) -> np.ndarray:
        """Rows of `vertices`, counterclockwise from above, shape [T, 3]; two for each cell, along x first."""
        z, x = np.indices((self.cells[1], self.cells[0])).reshape(2, -1)
        row = self.cells[0] + 1
        a = z * row + x
        b, c, d = a + row, a + 1, a + row + 1
        return np.stack([np.stack([a, b, c], 1), np.stack([c, b, d], 1)], 1).reshape(-1, 3)


@dataclass(frozen=True)
class PeerRays:
    """Rays of a scene that asks instead of stepping; a batch takes the place of a step.

    Attributes:
        count: Rays of a batch.
        max_distance: How far they go [m].
        cells: Origins lie near the corners between so many cells along x, y, z, where no body is ...
        pitch: ... of this length [m] ...
        bottom: ... the lowest at this height [m] ...
        spread: ... moved by up to this along each axis [m].
    """

    count: int
    max_distance: float
    cells: tuple[int, int, int]
    pitch: float
    bottom: float
    spread: float

    def batch(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """Origins [m] and unit directions of a batch, shape [count, 3] each."""
        jitter = Jitter(7919 * (number + 1))
        origins, directions = [], []
        for _ in range(self.count):
            x, y, z = (int(jitter.unit() * (cells - 1)) for cells in self.cells)
            corner = ((x + 1 - self.cells[0] / 2) * self.pitch, self.bottom + y * self.pitch)
            origins.append(jitter.around(*corner, (z + 1 - self.cells[2] / 2) * self.pitch, spread=self.spread))
            directions.append(jitter.direction())
        return np.array(origins), np.array(directions)


@dataclass(frozen=True)
class PeerScene:
    """What an engine needs to build a scene, and what the judge needs to know about it.

    Attributes:
        key: Name on the command line.
        title: Name in the report.
        steps: Steps of a full run.
        bodies: Dynamic bodies.
        plane: Whether the half-space y <= 0 is solid.
        walls: Static bodies.
        inner_half_width: Bodies belong inside |x|, |z| < this [m]; infinite without walls.
        terrain: Static triangle mesh.
        rays: What to ask instead of stepping.
        joints: What holds bodies together; two bodies with a joint do not touch one another.
        collide: Whether anything touches anything.
        softs: Soft bodies.
    """

    key: str
    title: str
    steps: int
    bodies: tuple[PeerBody, ...]
    plane: bool = True
    walls: tuple[PeerBody, ...] = ()
    inner_half_width: float = math.inf
    terrain: PeerTerrain | None = None
    rays: PeerRays | None = None
    joints: tuple[PeerJoint, ...] = ()
    collide: bool = True
    softs: "tuple[PeerSoft, ...]" = ()


def mass_and_inertia(kind: str, size: tuple[float, ...]) -> tuple[float, tuple[float, float, float]]:
    """Mass [kg] and principal moments [kg m^2] of a solid at DENSITY."""
    if kind == "box":
        x, y, z = size
        mass = DENSITY * 8 * x * y * z
        return mass, (mass / 3 * (y * y + z * z), mass / 3 * (x * x + z * z), mass / 3 * (x * x + y * y))
    if kind == "hull":
        volume, _, inertia = volume_center_inertia(hull_of(size))
        return DENSITY * volume, tuple((DENSITY * np.diag(inertia)).tolist())
    radius = size[0]
    if kind == "cylinder":
        mass = DENSITY * math.pi * radius * radius * 2 * size[1]
        across = mass * (radius * radius / 4 + size[1] * size[1] / 3)
        return mass, (across, mass * radius * radius / 2, across)
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

    def direction(self) -> tuple[float, float, float]:
        """Uniformly distributed unit vector."""
        height, angle = 2 * self.unit() - 1, 2 * math.pi * self.unit()
        across = math.sqrt(1 - height * height)
        return across * math.cos(angle), height, across * math.sin(angle)


def grid(
    count_x: int, count_y: int, count_z: int, *, pitch: float, rise: float, bottom: float
) -> Iterator[tuple[float, float, float]]:
    """Points of a grid centered over the origin, layer by layer, `rise` apart, from the height `bottom` up [m]."""
    for y in range(count_y):
        for z in range(count_z):
            for x in range(count_x):
                yield (x - (count_x - 1) / 2) * pitch, bottom + y * rise, (z - (count_z - 1) / 2) * pitch
