"""Structure: the elements that hold a soft body together, as the kernels take them, with numbers of its own vertices.

What a form and a material make is worked out here once; kernels only read it.
"""

import dataclasses
from typing import Any

import numpy as np

from physics.kernels.layout import soft as SOFT

#: Fraction of its stiffness that cloth has against being pressed together: it buckles instead.
PRESSED = 0.1
#: A bend along one line shows in a third of the hinges, so of the energy of curvature, bend / 2 times its square per
#: area, a hinge has a share of 1 over its two faces, not 3; between the crossed diagonals of a grid, cloth gives more
#: way.
MESH_BEND = 1.0
GRID_BEND = 1.2
#: A vertex moves at most so many times its shortest edge in one visit.
LONGEST_STEP = 0.5


def _ints(rows: int, columns: int) -> np.ndarray:
    return np.zeros((rows, columns), np.int32)


@dataclasses.dataclass(eq=False)
class Structure:
    """Elements and lists of one soft body.

    Attributes:
        mass: Mass of each vertex [kg].
        rest: Places as made [m], and longest steps, float64 [n, 4].
        spring_ends, spring: Springs; see `layout.soft`.
        hinge_corners, hinge: Bending.
        membrane_corners, membrane: Skin.
        tet_corners, tet: Volume.
        face: Surface, int32 [f, 3].
        hinge_faces: The two faces that each hinge joins, if it does.
        cell_of_face: Cell of the grid of a cloth that each face belongs to, or None.
        sources: Which element, as made, each one comes from; by name, where it is not the same one.
    """

    mass: np.ndarray
    rest: np.ndarray
    face: np.ndarray
    spring_ends: np.ndarray = dataclasses.field(default_factory=lambda: _ints(0, 2))
    spring: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros((0, SOFT.SPRING_STRIDE)))
    hinge_corners: np.ndarray = dataclasses.field(default_factory=lambda: _ints(0, 4))
    hinge: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros((0, SOFT.HINGE_STRIDE)))
    membrane_corners: np.ndarray = dataclasses.field(default_factory=lambda: _ints(0, 3))
    membrane: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros((0, SOFT.MEMBRANE_STRIDE)))
    tet_corners: np.ndarray = dataclasses.field(default_factory=lambda: _ints(0, 4))
    tet: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros((0, SOFT.TET_STRIDE)))
    cell_of_face: np.ndarray | None = None
    hinge_faces: np.ndarray = dataclasses.field(default_factory=lambda: _ints(0, 2))
    sources: dict[str, np.ndarray] = dataclasses.field(default_factory=dict)

    @property
    def count(self) -> int:
        """Number of vertices."""
        return len(self.mass)

    def origin(self, name: str) -> np.ndarray:
        """Which element, as made, each element of a kind comes from."""
        return self.sources.get(name, np.arange(len(getattr(self, name))))

    def elements(self) -> list[tuple[int, np.ndarray]]:
        """Kind and corners of all elements."""
        return [
            (SOFT.CROSSING_SPRING, self.spring_ends),
            (SOFT.CROSSING_MEMBRANE, self.membrane_corners),
            (SOFT.CROSSING_HINGE, self.hinge_corners),
            (SOFT.CROSSING_TET, self.tet_corners),
        ]

    def edges(self) -> np.ndarray:
        """All pairs of vertices that an element joins, each once, int32 [e, 2]; broken springs join nothing."""
        whole = self.spring[:, SOFT.SPRING_STIFFNESS] > 0.0
        pairs = [np.zeros((0, 2), np.int32), self.spring_ends[whole]]
        for corners in (self.membrane_corners, self.tet_corners, self.face):
            width = corners.shape[1]
            for a in range(width):
                pairs += [corners[:, (a, b)] for b in range(a + 1, width)]
        found = np.concatenate(pairs).astype(np.int64)
        key = np.unique(found.min(axis=1) * self.count + found.max(axis=1))  # rows as numbers: ten times as fast
        return np.stack([key // self.count, key % self.count], axis=1).astype(np.int32)


# ---- What a form and its numbers make --------------------------------------------------------------------------------


def build(form: Any, numbers: Any) -> Structure:
    """The structure of a form with the numbers of a material.

    Args:
        form: A SoftForm.
        numbers: Resolved numbers: young, poisson, density, stretch, shear, bend.
    """
    points = np.asarray(form.points, np.float64)
    rest = np.zeros((len(points), 4))
    rest[:, :3] = points
    made = Structure(np.zeros(len(points)), rest, np.asarray(form.triangles, np.int32))
    {"solid": _solid, "cloth": _cloth, "rope": _rope, "shell": _shell, "cluster": _cluster}[form.kind](
        made, form, numbers
    )
    middle = made.mass @ points / made.mass.sum()
    rest[:, :3] -= middle
    edges = made.edges()
    length = np.linalg.norm(points[edges[:, 0]] - points[edges[:, 1]], axis=1)
    rest[:, 3] = np.inf
    np.minimum.at(rest[:, 3], edges[:, 0], length)
    np.minimum.at(rest[:, 3], edges[:, 1], length)
    rest[~np.isfinite(rest[:, 3]), 3] = 1.0
    rest[:, 3] *= LONGEST_STEP
    return made


def _solid(made: Structure, form: Any, numbers: Any) -> None:
    """Tetrahedra of a solid."""
    corners = np.asarray(form.tets, np.int32)
    points = made.rest[:, :3]
    shape = (points[corners[:, 1:]] - points[corners[:, :1]]).transpose(0, 2, 1)  # edges as columns
    volume = np.linalg.det(shape) / 6.0
    tet = np.zeros((len(corners), SOFT.TET_STRIDE))
    tet[:, :9] = np.linalg.inv(shape).reshape(-1, 9)
    made.tet_corners, made.tet = corners, tet
    _add_mass(made, corners, numbers.density * volume)
    stiffen_tets(made.tet, volume, numbers)


def stiffen_tets(tet: np.ndarray, volume: np.ndarray, numbers: Any) -> None:
    """Write the stiffness of tetrahedra of these volumes."""
    young, poisson = numbers.young, numbers.poisson
    tet[:, SOFT.TET_MU] = volume * young / (2.0 * (1.0 + poisson))
    tet[:, SOFT.TET_LAMBDA] = volume * young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson))


def _cloth(made: Structure, form: Any, numbers: Any) -> None:
    """Springs of a grid, or skin of any mesh, and bending."""
    areas = _areas(made)
    if form.grid is not None:
        _grid(made, form.grid, numbers)
        made.cell_of_face = _cells(made.face, form.grid[0])
        columns, rows, spacing = form.grid
        share = np.ones((rows, columns))
        share[0] *= 0.5
        share[-1] *= 0.5
        share[:, 0] *= 0.5
        share[:, -1] *= 0.5
        made.mass += numbers.density * spacing * spacing * share.ravel()
    else:
        _skin(made, areas, numbers)
        _add_mass(made, made.face, numbers.density * areas)
    _bending(made, form, areas, numbers)


def _shell(made: Structure, form: Any, numbers: Any) -> None:
    """Skin of a closed surface, and bending."""
    areas = _areas(made)
    _skin(made, areas, numbers)
    _bending(made, form, areas, numbers)
    _add_mass(made, made.face, numbers.density * areas)


def _rope(made: Structure, form: Any, numbers: Any) -> None:
    """Springs along a rope, and bending as the weighted sum of three nodes."""
    count = len(made.mass)
    ends = np.stack([np.arange(count - 1), np.arange(1, count)], axis=1).astype(np.int32)
    length = np.linalg.norm(made.rest[1:, :3] - made.rest[:-1, :3], axis=1)
    made.spring_ends = ends
    made.spring = np.zeros((count - 1, SOFT.SPRING_STRIDE))
    made.spring[:, SOFT.SPRING_STIFFNESS] = numbers.stretch / length
    made.spring[:, SOFT.SPRING_REST] = length
    made.spring[:, SOFT.SPRING_PRESSED] = 1.0
    _add_mass(made, ends, numbers.density * length)
    if numbers.bend > 0.0 and count > 2:
        near = 0.5 * (length[1:] + length[:-1])
        nodes = np.arange(1, count - 1)
        made.hinge_corners = np.stack([nodes - 1, nodes, nodes + 1, nodes], axis=1).astype(np.int32)
        made.hinge = np.zeros((count - 2, SOFT.HINGE_STRIDE))
        made.hinge[:, 0], made.hinge[:, 2] = near / length[:-1], near / length[1:]
        made.hinge[:, 1] = -made.hinge[:, 0] - made.hinge[:, 2]
        made.hinge[:, SOFT.HINGE_STIFFNESS] = numbers.bend / near**3


def _cluster(made: Structure, form: Any, numbers: Any) -> None:
    """Masses of a shape-matched cluster; its vertices are drawn to their places by the goal."""
    low, high = made.rest[:, :3].min(axis=0), made.rest[:, :3].max(axis=0)
    size = np.maximum(high - low, 1e-3)
    made.mass += numbers.density * _hull_volume(made, size) / len(made.mass)


def _hull_volume(made: Structure, size: np.ndarray) -> float:
    """Volume inside of the surface, or of the box around it if it has none [m^3]."""
    volume = enclosed(made.rest[:, :3], made.face)
    return volume if volume > 0.0 else float(np.prod(size))


def enclosed(points: np.ndarray, face: np.ndarray) -> float:
    """Volume inside of a surface [m^3]."""
    if len(face) == 0:
        return 0.0
    a, b, c = (points[face[:, k]] - points[face[0, 0]] for k in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6.0)


def _add_mass(made: Structure, corners: np.ndarray, mass: np.ndarray) -> None:
    """Give every corner of an element its share of the mass."""
    width = corners.shape[1]
    for c in range(width):
        np.add.at(made.mass, corners[:, c], mass / width)


def _areas(made: Structure) -> np.ndarray:
    """Areas of the faces [m^2]."""
    a, b, c = (made.rest[made.face[:, k], :3] for k in range(3))
    return 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1)


def _grid(made: Structure, grid: tuple[int, int, float], numbers: Any) -> None:
    """Springs of a grid: along rows and columns, and both diagonals of each cell."""
    columns, rows, spacing = grid
    number = np.arange(columns * rows).reshape(rows, columns)
    across = numbers.shear
    along = _warp(numbers.stretch, across)
    groups = [
        (number[:, :-1], number[:, 1:], along, spacing, 0),
        (number[:-1], number[1:], along, spacing, 1),
        (number[:-1, :-1], number[1:, 1:], across, spacing * 2.0**0.5, None),
        (number[:-1, 1:], number[1:, :-1], across, spacing * 2.0**0.5, None),
    ]
    ends, values = [], []
    for a, b, stiffness, length, axis in groups:
        k = np.full(a.shape, stiffness)
        if axis is not None and min(columns, rows) > 1:  # at the border, a spring stands for half a strip
            edge = np.moveaxis(k, axis, 0)
            edge[0] *= 0.5
            edge[-1] *= 0.5
        ends.append(np.stack([a.ravel(), b.ravel()], axis=1))
        values.append(np.stack([k.ravel(), np.full(k.size, length)], axis=1))
    made.spring_ends = np.concatenate(ends).astype(np.int32)
    stiffness = np.concatenate(values)
    made.spring = np.zeros((len(stiffness), SOFT.SPRING_STRIDE))
    made.spring[:, SOFT.SPRING_STIFFNESS] = stiffness[:, 0]
    made.spring[:, SOFT.SPRING_REST] = stiffness[:, 1]
    made.spring[:, SOFT.SPRING_PRESSED] = PRESSED


def _cells(face: np.ndarray, columns: int) -> np.ndarray:
    """Cell of a grid that each face belongs to."""
    cell: np.ndarray = (face // columns).min(axis=1) * columns + (face % columns).min(axis=1)
    return cell


def _warp(stretch: float, shear: float) -> float:
    """Stiffness of the springs along rows and columns: pulled along a row, the cloth shall be as stiff as is said.

    Pulled, it narrows, since the diagonals pull its columns together, which give way as pressed springs do.
    """
    along = stretch
    for _ in range(30):
        along = max(stretch + shear * shear / (PRESSED * along + shear) - shear, 0.01 * stretch)
    return along


def _skin(made: Structure, areas: np.ndarray, numbers: Any) -> None:
    """Stretchable triangles."""
    a, b, c = (made.rest[made.face[:, k], :3] for k in range(3))
    first, second = b - a, c - a
    x1 = np.linalg.norm(first, axis=1)
    x2 = np.einsum("ij,ij->i", first, second) / x1
    y2 = 2.0 * areas / x1
    made.membrane_corners = made.face.copy()
    made.membrane = np.zeros((len(made.face), SOFT.MEMBRANE_STRIDE))
    made.membrane[:, 0] = 1.0 / x1
    made.membrane[:, 1] = -x2 / (x1 * y2)
    made.membrane[:, 3] = 1.0 / y2
    made.membrane[:, SOFT.MEMBRANE_AREA] = areas
    stiffen_membranes(made.membrane, numbers)


def stiffen_membranes(membrane: np.ndarray, numbers: Any) -> None:
    """Write the stiffness of skin."""
    area, poisson = membrane[:, SOFT.MEMBRANE_AREA], min(numbers.poisson, 0.49)
    membrane[:, SOFT.MEMBRANE_MU] = area * numbers.stretch / (2.0 * (1.0 + poisson))
    membrane[:, SOFT.MEMBRANE_LAMBDA] = area * numbers.stretch * poisson / (1.0 - poisson * poisson)


def _bending(made: Structure, form: Any, areas: np.ndarray, numbers: Any) -> None:
    """A hinge across every edge that two faces share."""
    if numbers.bend <= 0.0 or len(made.face) == 0:
        return
    corner, opposite, first, second = _shared_edges(made.face)
    if len(first) == 0:
        return
    points = made.rest[:, :3]
    x0, x1 = points[corner[:, 0]], points[corner[:, 1]]
    x2, x3 = points[opposite[:, 0]], points[opposite[:, 1]]
    c01, c02 = _cotangent(x1 - x0, x2 - x0), _cotangent(x1 - x0, x3 - x0)
    c03, c04 = _cotangent(x0 - x1, x2 - x1), _cotangent(x0 - x1, x3 - x1)
    made.hinge_corners = np.concatenate([corner, opposite], axis=1).astype(np.int32)
    made.hinge_faces = np.stack([first, second], axis=1).astype(np.int32)
    made.hinge = np.zeros((len(first), SOFT.HINGE_STRIDE))
    made.hinge[:, :4] = np.stack([c03 + c04, c01 + c02, -c01 - c03, -c02 - c04], axis=1)
    share = MESH_BEND if form.grid is None else GRID_BEND
    made.hinge[:, SOFT.HINGE_STIFFNESS] = share * numbers.bend / (areas[first] + areas[second])
    bent = np.einsum("hc,hcd->hd", made.hinge[:, :4], points[made.hinge_corners])
    length = np.linalg.norm(bent, axis=1)
    flat = length < 1e-6 * np.linalg.norm(x1 - x0, axis=1) * np.abs(made.hinge[:, :4]).max(axis=1)
    made.hinge[:, SOFT.HINGE_REST] = np.where(flat, 0.0, length)


def _shared_edges(face: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Edges between two faces: their ends, the corners opposite to them, and the two faces."""
    count = len(face)
    ends = np.concatenate([face[:, (0, 1)], face[:, (1, 2)], face[:, (2, 0)]])
    apex = np.concatenate([face[:, 2], face[:, 0], face[:, 1]])
    owner = np.tile(np.arange(count), 3)
    key = np.sort(ends, axis=1)
    order = np.lexsort((owner, key[:, 1], key[:, 0]))
    key, apex, owner = key[order], apex[order], owner[order]
    same = np.flatnonzero((key[1:] == key[:-1]).all(axis=1))
    return key[same], np.stack([apex[same], apex[same + 1]], axis=1), owner[same], owner[same + 1]


def _cotangent(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Cotangent of the angles between vectors."""
    return np.einsum("ij,ij->i", a, b) / np.linalg.norm(np.cross(a, b), axis=1)
