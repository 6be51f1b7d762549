"""Slow, obvious geometry of convex shapes in float64, for many shapes of one kind at once.

A shape is known by how far it reaches along a direction (`reach`) and by how far a point is from it (`height`). From
these alone follows what a contact must be: along its normal the shapes have the separation that the contact says, no
other direction has a larger one, and its points lie on both surfaces.
"""

import dataclasses

import numpy as np

from bench.fuzz.narrow_phase import multiply, random_directions, random_rotations, random_sizes, square_rotations
from bench.reference.collide import rotation_matrices
from physics.kernels.layout import kind as KIND

NAMES = {
    KIND.SPHERE: "sphere",
    KIND.CAPSULE: "capsule",
    KIND.CYLINDER: "cylinder",
    KIND.CONE: "cone",
    KIND.BOX: "box",
    KIND.HULL: "hull",
    KIND.PLANE: "plane",
    KIND.TRIANGLE: "triangle",
}


@dataclasses.dataclass
class Shapes:
    """N shapes of one kind: sizes [N, 3] [m], matrices [N, 3, 3], centers [N, 3] [m].

    Hulls and triangles also have corners [N, K, 3] in world axes, relative to the centers [m].
    """

    kind: int
    size: np.ndarray
    axes: np.ndarray
    center: np.ndarray
    corners: np.ndarray | None = None

    def reach(self, direction: np.ndarray) -> np.ndarray:
        """How far the shapes reach along directions [N, K, 3] from their centers [m], [N, K]."""
        if self.kind in (KIND.HULL, KIND.TRIANGLE):
            return np.einsum("nki,nvi->nkv", direction, self.corners).max(axis=2)
        local = np.einsum("nij,nki->nkj", self.axes, direction)
        r, h = self.size[:, None, 0], self.size[:, None, 1]
        across = np.hypot(local[..., 0], local[..., 2])
        return {
            KIND.SPHERE: lambda: r * np.linalg.norm(direction, axis=2),
            KIND.CAPSULE: lambda: r * np.linalg.norm(direction, axis=2) + h * np.abs(local[..., 1]),
            KIND.CYLINDER: lambda: r * across + h * np.abs(local[..., 1]),
            KIND.CONE: lambda: np.maximum(h * local[..., 1], r * across - h * local[..., 1]),
            KIND.BOX: lambda: (np.abs(local) * self.size[:, None, :]).sum(axis=2),
        }[self.kind]()

    def outermost(self, direction: np.ndarray) -> np.ndarray:
        """Points of the shapes that lie farthest along directions [N, 3], relative to the centers [m], [N, 3]."""
        if self.kind in (KIND.HULL, KIND.TRIANGLE):
            best = np.einsum("ni,nvi->nv", direction, self.corners).argmax(axis=1)
            return self.corners[np.arange(len(best)), best]
        local = np.einsum("nij,ni->nj", self.axes, direction)
        r, h = self.size[:, :1], self.size[:, 1:2]
        across = local * [1, 0, 1]
        rim = r * across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-300)
        end = h * np.where(local[:, 1:2] >= 0, 1, -1) * [0, 1, 0]
        tip = 2 * h * local[:, 1:2] > (rim * local).sum(axis=1, keepdims=True)
        point = {
            KIND.SPHERE: lambda: r * local,
            KIND.CAPSULE: lambda: r * local + end,
            KIND.CYLINDER: lambda: rim + end,
            KIND.CONE: lambda: np.where(tip, h * [0, 1, 0], rim - h * [0, 1, 0]),
            KIND.BOX: lambda: np.where(local >= 0, self.size, -self.size),
        }[self.kind]()
        return np.einsum("nij,nj->ni", self.axes, point)

    def height(self, points: np.ndarray) -> np.ndarray:
        """Signed distances [m] of points [N, K, 3], negative inside; of hulls outside, less than the truth."""
        local = np.einsum("nij,nki->nkj", self.axes, points - self.center[:, None, :])
        if self.kind == KIND.PLANE:
            return local[..., 1]
        if self.kind == KIND.BOX:
            excess = np.abs(local) - self.size[:, None, :]
            return np.linalg.norm(np.maximum(excess, 0), axis=2) + np.minimum(excess.max(axis=2), 0)
        r, h = self.size[:, None, 0], self.size[:, None, 1]
        across, y = np.hypot(local[..., 0], local[..., 2]), local[..., 1]
        if self.kind in (KIND.SPHERE, KIND.CAPSULE):
            beyond = y - np.clip(y, -h, h) if self.kind == KIND.CAPSULE else y
            return np.hypot(across, beyond) - r
        if self.kind == KIND.CYLINDER:
            u, v = across - r, np.abs(y) - h
            return np.hypot(np.maximum(u, 0), np.maximum(v, 0)) + np.minimum(np.maximum(u, v), 0)
        # A cone is a triangle turned about an axis: outside, the nearest of two segments; inside, of two lines.
        base = np.hypot(np.maximum(across - r, 0), y + h)
        side_x, side_y = -r, 2 * h
        t = np.clip(((across - r) * side_x + (y + h) * side_y) / (side_x**2 + side_y**2), 0, 1)
        side = np.hypot(across - r - t * side_x, y + h - t * side_y)
        inside = (y >= -h) & (across * 2 * h <= r * (h - y))
        return np.where(inside, -1, 1) * np.minimum(base, side)

    def nearest(self, points: np.ndarray) -> np.ndarray:
        """Points of the shapes nearest to points [N, 3]."""
        local = np.einsum("nij,ni->nj", self.axes, points - self.center)
        r, h = self.size[:, 0], self.size[:, 1]
        if self.kind == KIND.BOX:
            local = np.clip(local, -self.size, self.size)
        else:
            across, y = np.hypot(local[:, 0], local[:, 2]), local[:, 1]
            if self.kind in (KIND.SPHERE, KIND.CAPSULE):
                core = np.clip(y, -h, h) if self.kind == KIND.CAPSULE else 0 * y
                distance = np.maximum(np.hypot(across, y - core), 1e-300)
                factor = np.minimum(1, r / distance)
                new_across, new_y = across * factor, core + (y - core) * factor
            elif self.kind == KIND.CYLINDER:
                new_across, new_y = np.minimum(across, r), np.clip(y, -h, h)
            else:
                t = np.clip(((across - r) * -r + (y + h) * 2 * h) / (r**2 + 4 * h**2), 0, 1)
                side = np.stack([r - t * r, -h + 2 * h * t])
                base = np.stack([np.minimum(across, r), -h])
                here = np.stack([across, y])
                closer = np.hypot(*(side - here)) < np.hypot(*(base - here))
                inside = (y >= -h) & (across * 2 * h <= r * (h - y))
                new_across, new_y = np.where(inside, here, np.where(closer, side, base))
            factor = new_across / np.maximum(across, 1e-300)
            local = np.stack([local[:, 0] * factor, new_y, local[:, 2] * factor], axis=1)
        return self.center + np.einsum("nij,nj->ni", self.axes, local)


def separations(a: Shapes, b: Shapes, directions: np.ndarray) -> np.ndarray:
    """Separation [m] along unit directions [N, K, 3] from a to b, shape [N, K]."""
    apart = np.einsum("ni,nki->nk", b.center - a.center, directions)
    return apart - a.reach(directions) - b.reach(-directions)


def best_nearby(a: Shapes, b: Shapes, normal: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Largest separation [m] over directions all around, and over more and more similar ones to the normals [N, 3]."""
    many = 64
    best = separations(a, b, np.broadcast_to(sphere_directions(many), (len(normal), many, 3))).max(axis=1)
    axes = np.concatenate([a.axes, -a.axes, b.axes, -b.axes], axis=2).transpose(0, 2, 1)
    best = np.maximum(best, separations(a, b, axes).max(axis=1))
    for size in 10.0 ** np.arange(-0.5, -4.0, -0.5):
        directions = normal[:, None, :] + size * random.normal(size=(len(normal), 6, 3))
        directions /= np.linalg.norm(directions, axis=2, keepdims=True)
        best = np.maximum(best, separations(a, b, directions).max(axis=1))
    return best


def sphere_directions(count: int) -> np.ndarray:
    """Evenly spread unit vectors (a spiral), shape [count, 3]."""
    y = 1 - (2 * np.arange(count) + 1) / count
    turn = np.arange(count) * np.pi * (3 - np.sqrt(5))
    return np.stack([np.sqrt(1 - y * y) * np.cos(turn), y, np.sqrt(1 - y * y) * np.sin(turn)], axis=1)


def distance_above(a: Shapes, b: Shapes, rounds: int = 60) -> np.ndarray:
    """Distance [m] by going from the nearest point of one to the nearest point of the other; never less than it is."""
    x = a.center
    for _ in range(rounds):
        y = b.nearest(x)
        x = a.nearest(y)
    return np.linalg.norm(x - y, axis=1)


def place_shapes(kind: int, size: np.ndarray, rotation: np.ndarray, center: np.ndarray, hull=None) -> Shapes:
    """Shapes from what kernels take; `hull` are the corners [V, 3] of all hulls [m]."""
    axes = rotation_matrices(rotation.astype(float))
    corners = None if hull is None else np.einsum("nij,vj->nvi", axes, hull)
    return Shapes(kind, size.astype(float), axes, center.astype(float), corners)


def random_pairs(kind_a: int, kind_b: int, family: str, count: int, random: np.random.Generator, hull=None):
    """Poses of one family, float32: sizes and rotations of a and b, offset; and the separation they were made with [m].

    Their outermost points along some direction are above each other, with a gap between -3 and 3 cm. So a positive gap
    is their distance, and a negative one at least as deep as they overlap.

    Families: "near" along any direction; "square" with axes that are parallel or at right angles, along one of them, b
    pushed aside; "nearly square" turned by little from that; "deep" overlapping up to their size; "centered" with the
    same center; "uneven" 1 cm against 100 m; "thin" with sizes from 2 mm to 1 m.
    """
    size_a, size_b = (random_sizes(count, 0.1, 1.0, random) for _ in range(2))
    if family == "thin":
        size_a, size_b = (random_sizes(count, 0.002, 1.0, random) for _ in range(2))
    if family == "uneven":
        size_a, size_b = 0.01 * size_a, 100.0 * size_b
        size_a[::2], size_b[::2] = size_b[::2].copy(), size_a[::2].copy()
    if hull is not None:
        size_b = np.tile(np.ptp(hull, axis=0) / 2, (count, 1))
    rotation_a, rotation_b = random_rotations(count, random), random_rotations(count, random)
    if "square" in family:
        rotation_b = multiply(rotation_a, square_rotations(count, random))
        if family == "nearly square":
            small = random.normal(size=(count, 3)) * 10.0 ** random.uniform(-5, -1, (count, 1))
            small = np.concatenate([small, np.ones((count, 1))], axis=1)
            rotation_b = multiply(rotation_b, small / np.linalg.norm(small, axis=1, keepdims=True))
    arrays = [np.ascontiguousarray(x, np.float32) for x in (size_a, rotation_a, size_b, rotation_b)]
    size_a, rotation_a, size_b, rotation_b = (x.astype(float) for x in arrays)
    a = place_shapes(kind_a, size_a, rotation_a, np.zeros((count, 3)))
    b = place_shapes(kind_b, size_b, rotation_b, np.zeros((count, 3)), hull)
    direction = random_directions(count, random)
    if "square" in family:
        axes = np.concatenate([a.axes, -a.axes, b.axes, -b.axes], axis=2)
        direction = axes[np.arange(count), :, random.integers(12, size=count)]
    gap = random.uniform(-0.03, 0.03, count)
    gap[::5] *= 0.02
    least = np.minimum(thickness(kind_a, size_a), thickness(kind_b, size_b))
    if family in ("thin", "uneven"):
        gap *= 10 * least
    if family == "deep":
        gap = -2 * least * random.uniform(0, 1, count)
    if kind_b == KIND.PLANE:
        direction = -b.axes[:, :, 1]
        offset = direction * (gap + a.reach(direction[:, None, :])[:, 0])[:, None]
    else:
        offset = direction * gap[:, None] + a.outermost(direction) - b.outermost(-direction)
    if "square" in family:
        slide = random_directions(count, random) * random.uniform(0, 0.3, (count, 1))
        slide[::4] = 0.0
        offset += slide - direction * (slide * direction).sum(axis=1, keepdims=True)
    if family == "centered":
        offset *= np.where(random.random((count, 1)) < 0.5, 0.0, 1e-6)
    return *arrays, np.ascontiguousarray(offset, np.float32), gap


def thickness(kind: int, size: np.ndarray) -> np.ndarray:
    """Radius of the largest ball inside of shapes [m], about; infinite for a half-space."""
    r, h = size[:, 0], size[:, 1]
    return {
        KIND.SPHERE: lambda: r,
        KIND.CAPSULE: lambda: r,
        KIND.CYLINDER: lambda: np.minimum(r, h),
        KIND.CONE: lambda: 2 * r * h / (r + np.hypot(r, 2 * h)),
        KIND.BOX: lambda: size.min(axis=1),
        KIND.HULL: lambda: 0.5 * size.min(axis=1),
        KIND.PLANE: lambda: np.full(len(r), np.inf),
    }[kind]()
