"""Depth of overlap of any two convex shapes, by one method: the direction along which they overlap least.

The shadow of a shape on a direction is known exactly for every kind. The shortest way that parts two shapes is the
least overlap of their shadows over all directions, so every direction gives an upper bound. Between polytopes the least
one is among the normals of faces and of pairs of edges, and the depth is exact. A cylinder is searched as a prism of 24
sides first; from the best direction found, a search in ever smaller steps goes on with its exact shadow.
"""

from dataclasses import dataclass

import numpy as np

from bench.reference.hulls import prism
from bench.scenes.bodies import PeerBody

SIDES = 24  # of the prism whose faces and edges stand for those of a cylinder
PARALLEL = 1e-9  # sine below which two edges have no common normal
STEP = 0.1  # first step of the search [rad]
STEPS_AROUND = 16
STEP_END = 1e-5  # last step of the search [rad]
BOX_CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
BOX_NORMALS = np.concatenate([np.eye(3), -np.eye(3)])


@dataclass(frozen=True)
class Mold:
    """A convex shape in its own axes: the hull of disks across Y, swollen by a radius.

    Attributes:
        points: Centers of the disks [m], shape [V, 3].
        disks: Their radii [m], shape [V]; 0 for corners.
        radius: By how much the whole is swollen [m].
        normals: Unit normals of the faces, shape [F, 3].
        edges: Unit directions of the edges, shape [E, 3], parallel ones once.
    """

    points: np.ndarray
    disks: np.ndarray
    radius: float
    normals: np.ndarray
    edges: np.ndarray


def mold_of(kind: str, size: tuple[float, ...]) -> Mold:
    """The mold of a kind of body, sized as in `PeerBody`; also "cone" (radius, half height), tip up."""
    nothing, axis = np.zeros((0, 3)), np.array([[0.0, 1.0, 0.0]])
    if kind == "sphere":
        return Mold(np.zeros((1, 3)), np.zeros(1), size[0], nothing, nothing)
    if kind == "capsule":
        return Mold(np.array([[0.0, -size[1], 0.0], [0.0, size[1], 0.0]]), np.zeros(2), size[0], nothing, axis)
    if kind == "box":
        return Mold(BOX_CORNERS * np.array(size), np.zeros(8), 0.0, BOX_NORMALS, np.eye(3))
    if kind == "hull":
        hull = PeerBody(kind, size, (0.0, 0.0, 0.0)).hull
        return Mold(hull.points, np.zeros(len(hull.points)), 0.0, hull.normals, hull.edges)
    ends = np.array([[0.0, -size[1], 0.0], [0.0, size[1], 0.0]])
    ring = prism(1.0, 0.0, SIDES)[:SIDES]
    tangents = np.cross(ring[: SIDES // 2], axis)
    if kind == "cylinder":
        return Mold(
            ends, np.full(2, size[0]), 0.0, np.concatenate([ring, axis, -axis]), np.concatenate([axis, tangents])
        )
    slope = ring * 2 * size[1] + axis * size[0]
    sides = np.array([0.0, 2 * size[1], 0.0]) - ring * size[0]
    sides /= np.linalg.norm(sides, axis=1, keepdims=True)
    normals = np.concatenate([slope / np.linalg.norm(slope, axis=1, keepdims=True), -axis])
    return Mold(ends, np.array([size[0], 0.0]), 0.0, normals, np.concatenate([sides, tangents]))


@dataclass(frozen=True)
class Convexes:
    """Posed shapes, one row each; lists of points are filled up by repeating one.

    Attributes:
        molds: Their shapes.
        position: Origins of their axes [m], shape [N, 3].
        rotation: Matrices whose columns are their axes, shape [N, 3, 3].
        points: Centers of disks in world axes [m], shape [N, V, 3].
        disks: Radii of the disks [m], shape [N, V].
        radius: By how much they are swollen [m], shape [N].
    """

    molds: list[Mold]
    position: np.ndarray
    rotation: np.ndarray
    points: np.ndarray
    disks: np.ndarray
    radius: np.ndarray

    @classmethod
    def of(cls, molds: list[Mold], position: np.ndarray, rotation: np.ndarray) -> "Convexes":
        """Shapes at the given places; matrices as rotations."""
        most = max((len(mold.points) for mold in molds), default=1)
        rows = [np.minimum(np.arange(most), len(mold.points) - 1) for mold in molds]
        local = np.array([mold.points[row] for mold, row in zip(molds, rows, strict=True)]).reshape(-1, most, 3)
        disks = np.array([mold.disks[row] for mold, row in zip(molds, rows, strict=True)]).reshape(-1, most)
        points = position[:, None, :] + np.einsum("nij,nvj->nvi", rotation, local)
        return cls(molds, position, rotation, points, disks, np.array([mold.radius for mold in molds]))

    @property
    def bound(self) -> np.ndarray:
        """Radius of a sphere around each shape, about its position [m], shape [N]."""
        along = np.linalg.norm(self.points - self.position[:, None, :], axis=2)
        return np.hypot(along, self.disks).max(1) + self.radius

    @property
    def lowest(self) -> np.ndarray:
        """Height of each shape's lowest point [m], shape [N]."""
        down = np.broadcast_to([[[0.0, -1.0, 0.0]]], (len(self.position), 1, 3))
        return -self.reach(np.arange(len(self.position)), down)[:, 0]

    def reach(self, rows: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """How far shapes reach along unit directions, from the origin of the world [m].

        Args:
            rows: Which shapes, shape [P].
            directions: Shape [P, K, 3].

        Returns:
            Shape [P, K].
        """
        axis = self.rotation[rows, :, 1]
        across = np.sqrt(np.maximum(1.0 - np.einsum("pki,pi->pk", directions, axis) ** 2, 0.0))
        along = directions @ self.points[rows].transpose(0, 2, 1)
        return (along + across[:, :, None] * self.disks[rows, None, :]).max(2) + self.radius[rows, None]

    def is_polytope(self, rows: np.ndarray) -> np.ndarray:
        """Whether shapes have corners, edges and faces only, shape [P]."""
        return (self.radius[rows] == 0.0) & (self.disks[rows] == 0.0).all(1)


def overlaps(a: Convexes, b: Convexes, rows_a: np.ndarray, rows_b: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """How far b must be moved along each unit direction until it is free of a [m], shape [P, K]; negative: a gap."""
    return a.reach(rows_a, directions) + b.reach(rows_b, -directions)


def best_axis(a: Convexes, b: Convexes, i: int, j: int) -> tuple[float, np.ndarray]:
    """Least overlap [m] among the normals of faces and of pairs of edges, and its direction; a gap ends the search."""
    row_a, row_b = np.array([i]), np.array([j])
    offset = b.position[j] - a.position[i]
    distance = float(np.linalg.norm(offset))
    straight = offset / distance if distance > 0.0 else np.array([0.0, 1.0, 0.0])
    best, direction = np.inf, straight
    for candidates in (
        np.concatenate([[straight], a.molds[i].normals @ a.rotation[i].T, -b.molds[j].normals @ b.rotation[j].T]),
        edge_normals(a.molds[i].edges @ a.rotation[i].T, b.molds[j].edges @ b.rotation[j].T),
    ):
        if len(candidates):
            overlap = overlaps(a, b, row_a, row_b, candidates[None])[0]
            least = int(overlap.argmin())
            if overlap[least] < best:
                best, direction = float(overlap[least]), candidates[least]
        if best <= 0.0:
            break
    return best, direction


def edge_normals(edges_a: np.ndarray, edges_b: np.ndarray) -> np.ndarray:
    """Unit normals of all pairs of edges, both ways, shape [K, 3]."""
    normals = np.cross(edges_a[:, None, :], edges_b[None, :, :]).reshape(-1, 3)
    length = np.linalg.norm(normals, axis=1)
    normals = normals[length > PARALLEL] / length[length > PARALLEL, None]
    return np.concatenate([normals, -normals])


def search(a: Convexes, b: Convexes, rows_a: np.ndarray, rows_b: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Least overlap near directions [m]: steps all around, to the best of them, or shorter steps when none is better.

    The steps are turned each time, so that no crease of the shadows hides between them.
    """
    best = overlaps(a, b, rows_a, rows_b, start[:, None, :])[:, 0]
    direction, step, turn = start.copy(), np.full(len(start), STEP), 0.0
    while (step > STEP_END).any():
        other = np.where(np.abs(direction[:, :1]) < 0.6, [[1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]])
        side = np.cross(direction, other)
        side /= np.linalg.norm(side, axis=1, keepdims=True)
        up = np.cross(direction, side)
        angle = turn + np.arange(STEPS_AROUND) * 2 * np.pi / STEPS_AROUND
        around = np.cos(angle)[None, :, None] * side[:, None, :] + np.sin(angle)[None, :, None] * up[:, None, :]
        tries = direction[:, None, :] + step[:, None, None] * around
        tries /= np.linalg.norm(tries, axis=2, keepdims=True)
        found = overlaps(a, b, rows_a, rows_b, tries)
        least = found.argmin(1)
        value = found[np.arange(len(found)), least]
        better = value < best
        direction = np.where(better[:, None], tries[np.arange(len(found)), least], direction)
        best, step = np.where(better, value, best), np.where(better, step, 0.85 * step)
        turn += 1.0
    return best
