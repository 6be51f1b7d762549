"""The benchmark scenes of soft bodies: plain numbers, as for the others."""

import math
from dataclasses import dataclass

import numpy as np

from bench.scenes.bodies import Jitter, PeerBody, PeerScene

Points = tuple[tuple[float, float, float], ...]
Rows = tuple[tuple[int, ...], ...]

SPACING = 0.02  # of cloth [m]
CLOTH = {"density": 0.2, "stretch": 2000.0, "shear": 400.0}  # [kg/m^2], [N/m]
ROPE_LENGTH, ROPE_SPAN = 20.0, 15.0  # [m]
TURNED = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))  # a grid in x and z hangs down


@dataclass(frozen=True)
class PeerSoft:
    """One soft body of a scene.

    Attributes:
        kind: "cloth", "solid", "rope" or "shell".
        points: Places of its vertices [m].
        cells: Its triangles; of solids, tetrahedra of positive volume; of ropes, links.
        density: [kg/m^2], of solids [kg/m^3], of ropes [kg/m].
        stretch: Stiffness against stretching [N/m], of ropes [N]; of solids, Young's modulus [Pa].
        poisson: Poisson's ratio of solids.
        pressure: Of shells, above that of the air [Pa].
        pins: Vertices that stay where they are.
        grid: Columns, rows and spacing [m] of a cloth.
    """

    kind: str
    points: Points
    cells: Rows
    density: float
    stretch: float
    poisson: float = 0.3
    pressure: float = 0.0
    pins: tuple[int, ...] = ()
    grid: tuple[int, int, float] | None = None

    @property
    def array(self) -> np.ndarray:
        """Places [m], shape [N, 3]."""
        return np.array(self.points)

    @property
    def edges(self) -> np.ndarray:
        """Pairs of vertices of a cell, each once, shape [E, 2]; of the grid of a cloth only along rows and columns."""
        cells = np.array(self.cells)
        width = cells.shape[1]
        pairs = np.concatenate([cells[:, (a, b)] for a in range(width) for b in range(a + 1, width)])
        pairs = np.unique(np.sort(pairs, axis=1), axis=0)
        if self.grid:
            step = pairs[:, 1] - pairs[:, 0]
            pairs = pairs[(step == 1) | (step == self.grid[0])]
        return pairs


def grid_cloth(columns: int, rows: int, spacing: float, place: tuple, *, hang: bool, pins: tuple[int, ...]) -> PeerSoft:
    """A cloth, row by row; it lies in x and z, or hangs from its first row."""
    points = []
    for j in range(rows):
        for i in range(columns):
            x, z = (i - (columns - 1) / 2) * spacing, (j - (rows - 1) / 2) * spacing
            points.append((place[0] + x, place[1] - (z if hang else 0.0), place[2] + (0.0 if hang else z)))
    cells = []
    for j in range(rows - 1):
        for i in range(columns - 1):
            a, b, c, d = (r * columns + k for r, k in ((j, i), (j, i + 1), (j + 1, i), (j + 1, i + 1)))
            cells += [(a, c, d), (a, d, b)] if (i + j) % 2 == 0 else [(a, c, b), (b, c, d)]
    stretch, density = CLOTH["stretch"], CLOTH["density"]
    return PeerSoft("cloth", tuple(points), tuple(cells), density, stretch, pins=pins, grid=(columns, rows, spacing))


def hanging_cloth() -> PeerScene:
    """100 x 100 vertices, the first row pinned."""
    cloth = grid_cloth(100, 100, SPACING, (0.0, 1.5, 0.0), hang=True, pins=tuple(range(100)))
    return PeerScene("K", "hanging cloth, 100 x 100", 300, (), plane=False, softs=(cloth,))


def cloth_on_sphere() -> PeerScene:
    """The same cloth falls on a sphere."""
    cloth = grid_cloth(100, 100, SPACING, (0.0, 1.6, 0.0), hang=False, pins=())
    ball = PeerBody("sphere", (0.5,), (0.0, 0.6, 0.0))
    return PeerScene("L", "cloth, 100 x 100, on a sphere", 300, (), walls=(ball,), softs=(cloth,))


def jelly_block(place: tuple[float, float, float], cells: int, size: float) -> PeerSoft:
    """A cube of five tetrahedra a cell, mirrored by turns."""
    n = cells + 1
    half = 0.5 * cells * size
    points = [
        (place[0] + i * size - half, place[1] + j * size - half, place[2] + k * size - half)
        for i in range(n) for j in range(n) for k in range(n)
    ]  # fmt: skip
    even = ((0, 1, 2, 4), (3, 2, 1, 7), (5, 4, 7, 1), (6, 7, 4, 2), (1, 2, 4, 7))
    odd = ((1, 3, 0, 5), (2, 0, 3, 6), (4, 5, 6, 0), (7, 6, 5, 3), (0, 3, 5, 6))
    tets = []
    for i in range(cells):
        for j in range(cells):
            for k in range(cells):
                corner = [((i + (c & 1)) * n + j + (c >> 1 & 1)) * n + k + (c >> 2 & 1) for c in range(8)]
                tets += [[corner[c] for c in tet] for tet in (odd if (i + j + k) % 2 else even)]
    rows, places = np.array(tets), np.array(points)
    flat = np.linalg.det(places[rows[:, 1:]] - places[rows[:, :1]]) < 0.0
    rows[flat] = rows[flat][:, (0, 2, 1, 3)]
    return PeerSoft("solid", tuple(points), tuple(map(tuple, rows.tolist())), 1000.0, 2e4, poisson=0.45)


def jelly_heap() -> PeerScene:
    """Ten cubes of 0.5 m fall on one another between four walls."""
    blocks = []
    for i in range(10):
        layer, slot = divmod(i, 4)
        x = (slot % 2 - 0.5) * 0.9 + 0.07 * math.sin(1.7 * i)
        z = (slot // 2 - 0.5) * 0.9 + 0.07 * math.cos(2.3 * i)
        blocks.append(jelly_block((x, 1.25 + 0.6 * layer, z), 5, 0.1))
    walls = []
    for side in (-1.5, 1.5):
        walls.append(PeerBody("box", (0.5, 2.0, 2.0), (side, 2.0, 0.0)))
        walls.append(PeerBody("box", (2.0, 2.0, 0.5), (0.0, 2.0, side)))
    return PeerScene("M", "10 cubes of jelly", 300, (), walls=tuple(walls), inner_half_width=1.0, softs=tuple(blocks))


def catenary(length: float, span: float, links: int) -> tuple[Points, float]:
    """Points of an unstretched rope between two ends at the height 0, equally far along it, and its sag [m]."""
    low, high = span / 60.0, span * 50.0
    for _ in range(200):
        a = 0.5 * (low + high)
        low, high = (a, high) if 2.0 * a * math.sinh(span / (2.0 * a)) > length else (low, a)
    s = np.linspace(-length / 2.0, length / 2.0, links + 1)
    y = np.sqrt(a * a + s * s)
    points = np.stack([a * np.arcsinh(s / a), y - y[0], 0.0 * s], axis=1)
    return tuple(map(tuple, points.tolist())), float(y[0] - a)


def hanging_rope() -> PeerScene:
    """1,000 links between two hooks."""
    points, _ = catenary(ROPE_LENGTH, ROPE_SPAN, 1000)
    links = tuple((i, i + 1) for i in range(1000))
    rope = PeerSoft("rope", points, links, 0.06, 5e4, pins=(0, 1000))
    return PeerScene("N", "hanging rope, 1,000 links", 300, (), plane=False, softs=(rope,))


def ball(radius: float, halvings: int) -> tuple[np.ndarray, np.ndarray]:
    """Vertices and triangles of an icosahedron, each triangle parted in four so often."""
    g = (1.0 + math.sqrt(5.0)) / 2.0
    corners = [(s, t * g, 0.0) for t in (1, -1) for s in (-1, 1)]
    corners = corners + [(0.0, s, t * g) for t in (1, -1) for s in (-1, 1)] + [
        (t * g, 0.0, s) for t in (1, -1) for s in (-1, 1)
    ]  # fmt: skip
    points = [np.array(corner) / math.hypot(1.0, g) for corner in corners]
    apart = np.linalg.norm(np.array(points)[:, None] - np.array(points), axis=2)
    near = apart < 1.01 * apart[apart > 0.0].min()
    rows = [
        (a, b, c) for a in range(12) for b in range(a) for c in range(b) if near[a, b] and near[b, c] and near[a, c]
    ]
    rows = [(a, b, c) if np.linalg.det([points[k] for k in (a, b, c)]) > 0.0 else (a, c, b) for a, b, c in rows]
    for _ in range(halvings):
        middle: dict[tuple[int, int], int] = {}
        parted = []
        for a, b, c in rows:
            halves = []
            for p, q in ((a, b), (b, c), (c, a)):
                key = (min(p, q), max(p, q))
                if key not in middle:
                    middle[key] = len(points)
                    points.append((points[p] + points[q]) / np.linalg.norm(points[p] + points[q]))
                halves.append(middle[key])
            x, y, z = halves
            parted += [(a, x, z), (b, y, x), (c, z, y), (x, y, z)]
        rows = parted
    return radius * np.array(points), np.array(rows)


def balloons() -> PeerScene:
    """Twenty balloons fall on a plane, apart from one another."""
    points, rows = ball(0.3, 3)
    shells = []
    for i in range(20):
        place = ((i % 5 - 2) * 0.9, 1.3, (i // 5 - 1.5) * 0.9)
        cells = tuple(map(tuple, rows.tolist()))
        shells.append(
            PeerSoft("shell", tuple(map(tuple, (points + place).tolist())), cells, 0.28, 1e4, pressure=2000.0)
        )
    return PeerScene("O", "20 balloons of 642 vertices", 300, (), softs=tuple(shells))


def trampoline() -> PeerScene:
    """100 balls on a cloth of 60 x 60 vertices that is pinned all around; there is no floor."""
    edge = tuple(k for k in range(3600) if k % 60 in (0, 59) or k // 60 in (0, 59))
    cloth = grid_cloth(60, 60, 0.05, (0.0, 0.0, 0.0), hang=False, pins=edge)
    jitter = Jitter(777)
    balls = tuple(
        PeerBody("sphere", (0.1,), jitter.around((i % 10 - 4.5) * 0.25, 0.6, (i // 10 - 4.5) * 0.25, spread=0.02))
        for i in range(100)
    )
    return PeerScene("P", "100 balls on a trampoline", 300, balls, plane=False, softs=(cloth,))


SOFT_SCENES = {
    "K": hanging_cloth,
    "L": cloth_on_sphere,
    "M": jelly_heap,
    "N": hanging_rope,
    "O": balloons,
    "P": trampoline,
}
